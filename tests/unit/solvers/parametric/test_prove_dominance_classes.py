"""Lemma 1 for all values of a parameter: against the numeric one, and forged."""

import copy
import json
from fractions import Fraction
from functools import cache
from itertools import pairwise

import pytest
from flint import fmpz_poly
from hypothesis import given
from hypothesis import strategies as st

import sabot
from sabot import certify
from sabot.errors import CertificateError, FileError
from sabot.forms.additive import AdditiveForm
from sabot.forms.parametric import ParameterDomain, PolynomialForm
from sabot.forms.sequence import Treeplex
from sabot.render.views.parametric import PlayerDominanceClasses, dominance_class_rows
from sabot.solvers.parametric.prove import classify_actions


def additive(gap_lists, *, menus=(2, 2), low=0, high=None, whole=True):
    """Return an additive game whose second seat pays *gap_lists* more by its second actions.

    One list a cell: the polynomial for each sequence of the first seat.
    """
    one = Treeplex.flat(
        "one", {str(n): tuple(f"a{k}" for k in range(size)) for n, size in enumerate(menus)}
    )
    two = Treeplex.flat("two", {f"c{n}": ("keep", "swap") for n in range(len(gap_lists))})
    payoffs = {
        (i, 2 * n + 2): fmpz_poly(list(gap))
        for n, gaps in enumerate(gap_lists)
        for i, gap in enumerate(gaps)
    }
    top = None if high is None else Fraction(high)
    return PolynomialForm.of(
        "t", (one, two), payoffs, 1, ParameterDomain(Fraction(low), top, whole)
    )


def sorts(form, at):
    table = classify_actions(form)["two"]
    return {
        view: next(s for low, high, s in ranges if low <= at and (high is None or at <= high))
        for view, ranges in table.items()
    }


polynomials = st.lists(st.integers(-6, 6), max_size=3)


@pytest.mark.slow
@given(
    st.sampled_from([(2, 2), (1,), (3,), (2, 3)]).flatmap(
        lambda menus: st.tuples(
            st.just(menus),
            st.lists(
                st.lists(polynomials, min_size=1 + sum(menus), max_size=1 + sum(menus)),
                min_size=1,
                max_size=3,
            ),
        )
    )
)
def test_it_is_the_numeric_one_at_every_value_and_is_checked(case):
    menus, gap_lists = case
    form = additive(gap_lists, menus=menus)
    for at in (*range(25), 10**6):
        assert sorts(form, at) == AdditiveForm(form.at(at)).classify()
    for ranges in classify_actions(form)["two"].values():
        assert ranges[0][0] == 0 and ranges[-1][1] is None
        assert all(a[1] + 1 == b[0] and a[2] != b[2] for a, b in pairwise(ranges))
    sabot.check(sabot.prove(form))


def test_a_choice_that_never_matters_at_one_value():
    # 0 against (t - 4) or (t - 4)^2: idle at 4 only, it depends at 5, where one of them is 1
    form = additive([[[], [-4, 1], [16, -8, 1]]], menus=(2,))
    assert classify_actions(form)["two"]["c0"] == [
        (0, 3, "*"), (4, 4, "-"), (5, None, "keep"),
    ]  # fmt: skip
    sabot.check(sabot.prove(form))


def test_ends_are_those_of_the_domain():
    found = sabot.prove("baccara(model=B1, decks=*)", low=2, high=9)
    table = found.classification["Banker"]
    assert table["3,8"] == [(2, 3, "*"), (4, 9, "stand")]
    assert table["4,2"] == [(2, 9, "draw")]
    sabot.check(found)


@pytest.mark.parametrize(
    "game", ["kuhn-poker(bet=*)", "le-her(ranks=5, suits=*, strategies=threshold)"]
)
def test_trees_and_long_lists_are_not_sorted(game):
    found = sabot.prove(game)
    assert found.classification == {} and "classification" not in found.document
    assert PlayerDominanceClasses.of(found) is None


def test_real_numbers_are_not_sorted():
    assert classify_actions(additive([[[], [1], [2]]], menus=(2,), whole=False, high=3)) == {}


def test_le_her_depends_everywhere_and_nothing_is_printed_of_it():
    found = sabot.prove("le-her(ranks=5, suits=*)")
    assert set(found.sorts_at(3).values()) == {"*"}
    assert PlayerDominanceClasses.of(found) is None


def test_the_lines_on_the_screen():
    found = sabot.prove("baccara(model=B1, decks=*)")
    rows = dominance_class_rows(PlayerDominanceClasses.of(found), "decks")
    assert rows == [
        ("draw", "at 54 views"),
        ("stand", "at 28 views"),
        ("*", "at 2 views: it depends on Player"),
        ("changes", "at 4 views, with decks:"),
        ("", "3,8: * to 3, then stand"),
        ("", "4,1: stand to 3, then *"),
        ("", "4,2: * to 1, then draw"),
        ("", "5,4: stand to 2, then *"),
        ("views with *", "4 at 1, 3 at 2, 4 at 3 and more"),
    ]


# ---------------------------------------------------------------------- forged


@cache
def saved(game):
    return json.dumps(sabot.prove(game).document)


def theorem(game):
    """Return the document of a theorem, proved once."""
    return json.loads(saved(game))


def forged(document, view, ranges):
    changed = copy.deepcopy(document)
    changed["classification"]["Banker"][view] = ranges
    return changed | {"digest": certify.digest(changed)}


@pytest.mark.parametrize(
    ("view", "ranges"),
    [
        ("4,1", [[1, 4, "stand"], [5, None, "*"]]),
        ("4,1", [[1, 2, "stand"], [3, None, "*"]]),
        ("4,1", [[1, None, "*"]]),
        ("4,1", [[1, 3, "draw"], [4, None, "*"]]),
        ("4,1", [[1, 3, "-"], [4, None, "*"]]),
        ("4,1", [[1, 3, "stand"], [4, None, "-"]]),
        ("4,1", [[1, 3, "stand"], [4, None, "stand"]]),
        ("4,1", [[1, 3, "stand"], [5, None, "*"]]),
        ("4,1", [[1, 3, "stand"], [4, 900, "*"]]),
        ("4,1", [[2, 3, "stand"], [4, None, "*"]]),
        ("4,1", [[1, 2, "stand"], [3, 3, "stand"], [4, None, "*"]]),
        ("4,1", [[1, 3, "stand"], [4, None, "*"], [5, None, "*"]]),
        ("4,1", [[1, 3, "stand"], [4, 3, "*"], [4, None, "*"]]),
        ("4,1", []),
        ("4,1", None),
        ("4,1", [[1, 3], [4, None, "*"]]),
        ("4,1", [[1, 3.5, "stand"], [4, None, "*"]]),
        ("4,1", [["x", 3, "stand"], [4, None, "*"]]),
        ("4,1", [[1, 3, ["stand"]], [4, None, "*"]]),
        ("7,7", [[1, 50, "stand"], [51, None, "*"]]),
        ("nowhere", [[1, None, "*"]]),
    ],
)
def test_a_forged_sort_is_refused(view, ranges):
    document = theorem("baccara(model=B1, decks=*)")
    with pytest.raises((CertificateError, FileError)):
        certify.check(forged(document, view, ranges))


def test_sorts_of_other_seats_or_games_are_refused():
    document = theorem("baccara(model=B1, decks=*)")
    table = document["classification"]["Banker"]
    missing = {view: ranges for view, ranges in table.items() if view != "7,7"}
    kuhn = theorem("kuhn-poker(bet=*)")
    for base, claims in (
        (document, {"Player": table}),
        (document, {"Banker": missing}),
        (document, {}),
        (document, {"Banker": table, "Player": {}}),
        (kuhn, {"second": {}}),
    ):
        changed = base | {"classification": claims}
        with pytest.raises((CertificateError, FileError)):
            certify.check(changed | {"digest": certify.digest(changed)})
