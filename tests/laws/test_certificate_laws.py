"""One number changed anywhere must be refused, and so must every false claim, sealed or not."""

import copy
import json
import math
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.laws.oracle import column_vertices, earned, row_vertices
from tests.strategies import as_game, rationals, small_tables, tables, told_games
from tests.unit.forging import older, resealed

import sabot
from sabot import certify
from sabot.certify.sequence_form import read_form, read_strategy
from sabot.errors import CertificateError, FileError
from sabot.exact import format_fraction
from sabot.results.solution import strategy_to_json
from sabot.solvers.certificate_writer import form_to_json

UNPROVED = {"seconds", "method"}  # how it was found, not what was found
GAMES = [
    "le-her(ranks=13, suits=4)",
    "le-her(ranks=3, suits=inf, reply=open)",
    "le-her(ranks=6, strategies=threshold)",
    "kuhn-poker",
]


@cache
def solved(text):
    return json.dumps(sabot.solve(text).to_json())


def documents():
    fresh = tables(rationals() | st.just(Fraction(10**40, 7)), most=4)
    return st.one_of(
        st.sampled_from(GAMES).map(solved),
        fresh.map(lambda table: json.dumps(sabot.solve(table).to_json())),
    ).map(json.loads)


def places(thing, path=()):
    """Yield the way to every number in a document, in keys and in texts, too."""
    if isinstance(thing, dict):
        for key, part in thing.items():
            if not path and key in UNPROVED:
                continue
            if any(map(str.isdigit, key)):
                yield (*path, key), True
            yield from places(part, (*path, key))
    elif isinstance(thing, list):
        for spot, part in enumerate(thing):
            yield from places(part, (*path, spot))
    elif isinstance(thing, bool) or thing is None:
        return
    elif not isinstance(thing, str) or any(map(str.isdigit, thing)):
        yield path, False


@st.composite
def changed(draw, number):
    """Return another number, or the text with one digit changed, added or taken away."""
    if not isinstance(number, str):
        return draw(st.integers(-(10**6), 10**6) | st.integers(-2, 2).map(lambda k: number + k))
    spots = [k for k, letter in enumerate(number) if letter.isdigit()]
    spot, digit = draw(st.sampled_from(spots)), draw(st.sampled_from("0123456789"))
    keep = draw(st.booleans())
    return number[:spot] + digit * draw(st.booleans()) + number[spot + 1 - keep :]


@given(documents(), st.data())
def test_one_number_changed_anywhere_is_refused(document, data):
    assert certify.check(document).value == Fraction(document["value"])
    path, is_key = data.draw(st.sampled_from(list(places(document))))
    edited = copy.deepcopy(document)
    place = edited
    for key in path[:-1]:
        place = place[key]
    old = path[-1] if is_key else place[path[-1]]
    new = data.draw(changed(old))
    assume(new != old)
    if is_key:
        assume(new not in place)
        place[new] = place.pop(old)
    else:
        place[path[-1]] = new
    with pytest.raises((CertificateError, FileError)):
        certify.check(edited)


@given(documents(), rationals())
def test_a_wrong_value_is_refused_though_sealed_again(document, wrong):
    proof = older(document)["certificate"]
    assume(wrong != Fraction(proof["value"]))
    with pytest.raises(CertificateError):
        certify.check(resealed(proof | {"value": format_fraction(wrong)}))


@given(tables(most=4), st.lists(st.integers(0, 5), min_size=5, max_size=5))
def test_a_strategy_is_accepted_only_if_it_secures_the_value(table, weights):
    weights = weights[: len(table)]
    assume(any(weights))
    mix = [Fraction(w, sum(weights)) for w in weights]
    solution = sabot.solve(table)
    proof = older(solution.to_json())["certificate"]
    proof["strategies"]["row"] = {"-": {str(k + 1): format_fraction(c) for k, c in enumerate(mix)}}
    secures = min(earned(table, mix, j) for j in range(len(table[0])))
    if secures == solution.value and solution.uniqueness["row"]:
        assert certify.check(resealed(proof)).value == solution.value
    elif secures != solution.value:
        with pytest.raises(CertificateError):
            certify.check(resealed(proof))


@given(small_tables(), st.sampled_from([3, 5, 7, 101, 16777199, 16777213]), st.data())
def test_a_false_claim_of_uniqueness_is_refused_with_any_evidence(table, prime, data):
    solution = sabot.solve(table)
    vertices = {
        "row": row_vertices(table, solution.value),
        "column": column_vertices(table, solution.value),
    }
    several = [seat for seat, found in vertices.items() if len(found) > 1]
    assume(several)
    seat = data.draw(st.sampled_from(several))
    opponent = "column" if seat == "row" else "row"
    proof = older(solution.to_json())["certificate"]
    for own, other in ((seat, opponent), (opponent, seat)):
        if own == seat or len(vertices[own]) == 1:
            corners = st.sampled_from(sorted(vertices[other]))
            points = data.draw(st.lists(corners, min_size=1, max_size=3))
            middle = [sum(chances) / len(points) for chances in zip(*points, strict=True)]
            against = {
                "-": {str(k + 1): format_fraction(chance) for k, chance in enumerate(middle)}
            }
            proof["uniqueness"][own] = {"unique": True, "prime": prime, "against": against}
    with pytest.raises(CertificateError, match="not shown to be unique"):
        certify.check(resealed(proof))


@given(small_tables(size=4), st.data())
def test_a_false_claim_of_several_is_refused_whatever_it_shows(table, data):
    solution = sabot.solve(table)
    unique = [seat for seat, only in solution.uniqueness.items() if only]
    assume(unique)
    seat = data.draw(st.sampled_from(unique))
    actions = list(solution[seat]["-"])
    weights = data.draw(st.lists(st.integers(0, 4), min_size=len(actions), max_size=len(actions)))
    assume(any(weights))
    mix = {
        a: format_fraction(Fraction(w, sum(weights))) for a, w in zip(actions, weights, strict=True)
    }
    proof = older(solution.to_json())["certificate"]
    proof["uniqueness"][seat] = {"unique": False, "another": {"-": mix}}
    with pytest.raises(CertificateError):
        certify.check(resealed(proof))


@given(told_games(), st.data())
def test_in_trees_too_a_flipped_verdict_is_refused(node, data):
    solution = sabot.solve(as_game(node))
    proof = older(solution.to_json())["certificate"]
    seat = data.draw(st.sampled_from(solution.seats))
    if solution.uniqueness[seat]:
        claim = {"unique": False, "another": proof["strategies"][seat]}
    else:
        claim = {"unique": True, "prime": 16777213}
    proof["uniqueness"][seat] = claim
    with pytest.raises(CertificateError):
        certify.check(resealed(proof))


@given(told_games(), st.randoms(use_true_random=False))
def test_the_checker_reads_the_plan_that_the_form_makes(node, dice):
    form = as_game(node).form()
    told = read_form(form_to_json(form), form.seats)
    for side, seat in zip(form.sides, told.seats, strict=True):
        table = {}
        for cell in side.cells:
            below = dice.choice([1, 2, 3, 4, 6, 10**30])
            chance = Fraction(dice.randint(0, below), below)
            table[cell.key] = dict(zip(cell.actions, (chance, 1 - chance), strict=True))
        plan, below = read_strategy(seat, strategy_to_json(table), {}).plan()
        assert [Fraction(top, below) for top in plan] == side.plan(table)
        assert below == math.lcm(*(chance.denominator for chance in side.plan(table)))
