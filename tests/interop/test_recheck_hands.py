"""Both checkers on deals of one suit, on profiles for any number of seats, and on real hands.

The second checker (Go) was written from the page; ours must say the same of every file: as
Sabot saves it, edited at random, and forged by somebody who knows what such files say.
"""

import functools
import json
import random
import re

import pytest
from tests.interop import edits
from tests.interop import seats_and_hands as made
from tests.interop.test_recheck import (
    ACCEPTED,
    ILL_FORMED,
    REFUSED,
    _go_is_there,
    change,
    ours,
    same_domain,
    same_verdicts,
    theirs,
    write,
)
from tests.unit.certify.test_properties_degeneracy import FORGERIES

from sabot import certify
from sabot.certify.verdict import ProfileVerdict, round_up

__all__ = ["_go_is_there"]
FEW, ALL = 12, 1200
"""Edits of each file in the fast tests, and in all."""


@pytest.fixture(scope="module")
def document(tmp_path_factory):
    """Return a function from the name of a kind of file to such a document."""
    folder = tmp_path_factory.mktemp("games")
    return functools.cache(lambda kind: made.document(kind, folder))


@pytest.mark.parametrize("kind", made.KINDS)
def test_both_accept_what_sabot_saves(kind, document, tmp_path):
    told = document(kind)
    path = write(tmp_path, "file.json", told)
    (code, line), (mine, lines) = theirs([path])[path], ours(path)
    assert (code, mine) == (ACCEPTED, ACCEPTED), line + lines
    digest = (told if "digest" in told else told["certificate"])["digest"]
    assert line.endswith(digest)
    assert digest in lines
    if kind in made.THEOREMS:
        same_domain(line, lines)
        assert '"1" uniqueness not decided, "2" uniqueness not decided, ' in line
    if kind == "blind poker for three":
        assert re.match(r"proved, profile .*, no player can gain more than \de-(2[6-9]|3.), ", line)
    if kind == "field":
        assert "t, the root of t**2 + 3*t - 1 between 0 and 1, " in line


def test_a_profile_whose_gains_are_only_bounded_is_not_called_an_equilibrium(document, tmp_path):
    by_seed = random.Random("bounded gains")
    told = [document("von Neumann"), *(made.random_hands(by_seed) for _ in range(6))]
    paths = [write(tmp_path, f"{k}.json", one) for k, one in enumerate(told)]
    starts = set()
    for path, (_, line) in theirs(paths).items():
        proved = certify.check(path)
        assert isinstance(proved, ProfileVerdict)
        gains = proved.gains
        start = "proved, equilibrium with real hands, "
        if any(gains):
            bound = round_up(max(gains))
            start = f"proved, profile with real hands, no player can gain more than {bound}, "
        assert line[: len(start)] == start
        said = [f"{round_up(gain)} at most" if gain else "nothing" for gain in gains]
        assert re.findall(r" and can gain (.+?), ", line) == said
        starts.add(start)
    assert len(starts) > 4


def edited(told, count, seed):
    by_seed, sorts = random.Random(seed), edits.sorts_of_places(told)
    for k in range(count):
        if k % 12 == 0:
            yield edits.misspelt(json.dumps(told), by_seed)
        else:
            yield edits.edited(told, sorts, by_seed)[0]


@pytest.mark.parametrize("count", [FEW, pytest.param(ALL, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", made.KINDS)
def test_both_say_the_same_of_every_edit(kind, count, document, tmp_path):
    forged = edited(document(kind), count, f"hands {kind} {count}")
    paths = [write(tmp_path, f"{k}.json", one) for k, one in enumerate(forged)]
    counts = same_verdicts(paths)
    assert counts[ACCEPTED] < sum(counts.values()) == count


def deals(document, by_seed):
    return made.bent_deal(made.random_deal(by_seed), made.random_deal(by_seed), by_seed)


def profiles(document, by_seed):
    return made.random_profile(document("profile"), by_seed)


def profiles_of_trees(document, by_seed):
    return made.random_profile(document("profile of a tree"), by_seed)


def pure_lists(document, by_seed):
    return made.random_pure(document("pure"), by_seed)


def pure_lists_of_trees(document, by_seed):
    return made.random_pure(document("pure of a tree"), by_seed)


def correlated(document, by_seed):
    return made.random_correlated(by_seed)


def properties(document, by_seed):
    return made.random_properties(by_seed)


def properties_of_three(document, by_seed):
    return made.random_properties_of_three(by_seed)


def indices(document, by_seed):
    return made.random_indices(by_seed)


def indices_of_three(document, by_seed):
    return made.random_indices_of_three(by_seed)


def fields(document, by_seed):
    return made.bent_field(document("field"), by_seed)


def hands(document, by_seed):
    return made.bent_hands(made.random_hands(by_seed), by_seed)


def freedoms(document, by_seed):
    free = [name for name in made.HANDS if document(name)["free"]]
    return made.bent_freedom(document(by_seed.choice(free)), by_seed)


def theorems(document, by_seed):
    return made.bent_theorem(document(by_seed.choice(list(made.THEOREMS))), by_seed)


def test_both_refuse_false_verdicts_of_degeneracy(tmp_path):
    told = [document for document, _ in FORGERIES.values()]
    paths = [write(tmp_path, f"{k}.json", one) for k, one in enumerate(told)]
    counts = same_verdicts(paths)
    assert counts[ACCEPTED] == 0 and counts[REFUSED] > counts[ILL_FORMED]


@pytest.mark.parametrize("share", [1, pytest.param(40, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("make", "count"),
    [
        (deals, 60),
        (profiles, 60),
        (profiles_of_trees, 30),
        (pure_lists, 20),
        (pure_lists_of_trees, 10),
        (correlated, 60),
        (properties, 60),
        (properties_of_three, 40),
        (indices, 40),
        (indices_of_three, 16),
        (fields, 60),
        (hands, 40),
        (freedoms, 40),
        (theorems, 40),
    ],
)
def test_both_say_the_same_of_claims_that_are_nearly_true(make, count, share, document, tmp_path):
    by_seed = random.Random(f"{make.__name__} {share}")
    paths = [write(tmp_path, f"{k}.json", make(document, by_seed)) for k in range(count * share)]
    counts = same_verdicts(paths)
    assert 0 < counts[ACCEPTED] < count * share, "some of these are true, and some are false"


@pytest.mark.parametrize(
    ("number", "text"), [(number, text) for number in made.NUMBERS for text in made.NUMBERS[number]]
)
def test_a_number_of_a_field_may_be_written_otherwise(number, text, document, tmp_path):
    mix = document("field")["strategies"]["A"]["-"]
    (action,) = (action for action, told in mix.items() if told == number)
    path = write(
        tmp_path, "file.json", change(document("field"), (("strategies", "A", "-", action), text))
    )
    assert (theirs([path])[path][0], ours(path)[0]) == (ACCEPTED, ACCEPTED)


LONG = "0." + "1" * 29
PAID = {
    "1/9": ACCEPTED,
    "2/18": ACCEPTED,
    "10/9e-1": ACCEPTED,
    "01/09e-000": ACCEPTED,
    LONG: ACCEPTED,
    LONG[:-1]: REFUSED,  # off by 10^-28 of 1/9, more than that of itself
    "1" * 33 + "e-33": REFUSED,  # without a point it is meant exactly
    "+1/9": ILL_FORMED,
    "." + "1" * 29: ILL_FORMED,
    LONG + "e+0": ILL_FORMED,
    "1.0/9": ILL_FORMED,
}


@pytest.mark.parametrize("text", PAID)
def test_a_payoff_is_exact_unless_it_has_a_point(text, document, tmp_path):
    forged = change(document("borel"), (("payoffs", 1), text))
    path = write(tmp_path, "file.json", forged)
    assert (theirs([path])[path][0], ours(path)[0]) == (PAID[text], PAID[text])


def _seats(count):
    return [f"s{k}" for k in range(count)]


def _endless(told):
    """Return a list of pure equilibria of more profiles than anybody can go through."""
    cells = {seat: [[str(k), ["a", "b"], 0] for k in range(60)] for seat in told["seats"]}
    form = {"kind": "seats", "cells": cells, "denominator": 1, "payoffs": []}
    size = 2**60
    return change(
        told,
        (("certificate", "form"), form),
        (("strategies",), [size] * len(cells)),
        (("profiles",), size ** len(cells)),
    )


def _many_ends(told):
    """Return betting with more ends than are looked at."""
    node = {"pays": ["0", "0"]}
    turn = {"turn": "1", "view": "-", "actions": [str(k) for k in range(5000)]}
    form = turn | {"after": [node] * 5000}
    return change(
        told,
        (("certificate", "form"), form),
        (("thresholds",), {"1": {"-": [["1", "0"]]}, "2": {}}),
        (("payoffs",), ["0", "0"]),
        (("free",), []),
    )


TOO_MUCH = {
    "profiles": ("pure", _endless),
    "cards": ("deal", lambda told: change(told, (("deal",), "WE" * 19), (("n",), 19))),
    "seats": ("profile", lambda told: change(told, (("seats",), _seats(33)))),
    "ends": ("borel", _many_ends),
    "a number": ("borel", lambda told: change(told, (("bound",), "0." + "0" * 400))),
    "freedoms": ("borel", lambda told: change(told, (("free",), told["free"] * 201))),
    "a root": (
        "field",
        lambda told: change(
            told, (("root",), {"root_of": [-2, *[0] * 16, 1], "between": ["0", "2"]})
        ),
    ),
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_both_refuse_at_once_what_is_beyond_the_bounds(name, document, tmp_path):
    kind, forge = TOO_MUCH[name]
    path = write(tmp_path, "file.json", forge(document(kind)))
    assert theirs([path])[path][0] in (REFUSED, ILL_FORMED)
    assert ours(path)[0] in (REFUSED, ILL_FORMED)
