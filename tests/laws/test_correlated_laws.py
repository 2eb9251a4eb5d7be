"""Correlated equilibria beside an oracle: the constraints written out, a simplex of its own."""

from fractions import Fraction
from itertools import product
from math import prod

from hypothesis import given
from hypothesis import strategies as st
from tests.laws.oracle import maximum

import sabot
from sabot.forms.sequence import Treeplex
from sabot.forms.sequence_nplayer import NPlayerSequenceForm, PayoffEntry


@st.composite
def games(draw, most=27):
    """Return a game for one to three players as a table of payoffs by profile."""
    several = st.lists(st.integers(1, 3), min_size=1, max_size=3)
    sizes = draw(several.filter(lambda sizes: prod(sizes) <= most))
    amounts = st.integers(-4, 4)
    return tuple(sizes), {
        spot: tuple(draw(amounts) for _ in sizes) for spot in product(*map(range, sizes))
    }


def form_of(sizes, paid):
    sides = tuple(
        Treeplex.flat(f"p{seat}", {"-": tuple(f"a{n}" for n in range(size))})
        for seat, size in enumerate(sizes)
    )
    ends = tuple(PayoffEntry(tuple(n + 1 for n in spot), 1, own) for spot, own in paid.items())
    return NPlayerSequenceForm(sides, ends, 1, 1)


def oracle_best(sizes, paid, worth, *, coarse):
    """Return the greatest value of an objective in any equilibrium, by another simplex."""
    spots = list(paid)

    def gain(seat, spot, plays):
        return paid[(*spot[:seat], plays, *spot[seat + 1 :])][seat] - paid[spot][seat]

    rows = []
    for seat, size in enumerate(sizes):
        for plays in range(size):
            if coarse:
                rows.append([gain(seat, spot, plays) for spot in spots])
            else:
                rows += [
                    [gain(seat, spot, plays) if spot[seat] == told else 0 for spot in spots]
                    for told in range(size)
                ]
    lift = 1 - min(worth.values())  # with positive amounts the probabilities sum to 1
    rows.append([1] * len(spots))
    best = maximum(rows, [0] * (len(rows) - 1) + [1], [worth[spot] + lift for spot in spots])
    return best - lift


@given(games(), st.booleans())
def test_the_best_and_the_worst_equilibria_are_those_of_another_simplex(game, coarse):
    sizes, paid = game
    found = sabot.correlated(form_of(*game), coarse=coarse, nash=False)
    sabot.check(found)
    for objective in ("sum", *found.seats):
        seat = None if objective == "sum" else int(objective[1:])
        worth = {spot: sum(own) if seat is None else own[seat] for spot, own in paid.items()}
        most = oracle_best(sizes, paid, worth, coarse=coarse)
        least = -oracle_best(sizes, paid, {s: -w for s, w in worth.items()}, coarse=coarse)
        assert (found.best(objective).value, found.worst(objective).value) == (most, least)


@given(games(most=9))
def test_correlated_equilibria_are_coarse_and_their_vertices_hold_the_extremes(game):
    fine, wide = (
        sabot.correlated(form_of(*game), coarse=coarse, vertices=True, nash=False)
        for coarse in (False, True)
    )
    for found in (fine, wide):
        sabot.check(found)
        for seat in range(len(found.seats)):
            paid = [one.payoffs[seat] for one in found.vertices]
            assert max(paid) == found.best(f"p{seat}").value
            assert min(paid) == found.worst(f"p{seat}").value
    for one in fine.vertices:
        named = fine.probabilities(one)
        assert sabot.correlated(form_of(*game), coarse=True, device=named).device.equilibrium
    assert wide.worst("sum").value <= fine.worst("sum").value
    assert fine.best("sum").value <= wide.best("sum").value <= fine.optimum


@given(games())
def test_nash_payoffs_are_between_the_extremes_of_correlated_ones(game):
    found = sabot.correlated(form_of(*game))
    for paid in found.nash.payoffs:
        total = sum(paid, Fraction(0))
        assert found.worst("sum").value <= total <= found.best("sum").value
