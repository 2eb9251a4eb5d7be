"""Two coins against many choices: what is found is an equilibrium, and something is found."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot import certify
from sabot.forms.sequence import Treeplex
from sabot.forms.sequence_nplayer import NPlayerSequenceForm, PayoffEntry
from sabot.solvers.nplayer.solve import solve_two_binary_players
from sabot.solvers.nplayer.support_enumeration import nplayer_form_to_json

FAR = st.integers(-(10**6), 10**6)
CLOSE = st.integers(-2, 2)
ACTIONS = ("a", "b")


def told(count, paid):
    """Return a game in which ann and bob toss a coin each and cleo has *count* choices."""
    sides = (
        Treeplex.flat("ann", {"-": ACTIONS}),
        Treeplex.flat("bob", {"-": ACTIONS}),
        Treeplex.flat("cleo", {str(n): ACTIONS for n in range(count)}),
    )
    spots = product((1, 2), (1, 2), range(1, 1 + 2 * count))
    return NPlayerSequenceForm(
        sides, tuple(PayoffEntry(spot, 1, tuple(paid())) for spot in spots), 8 * count, 1
    )


@st.composite
def games(draw, amounts):
    return told(draw(st.integers(1, 3)), lambda: draw(st.tuples(amounts, amounts, amounts)))


def best(form, seat, profile):
    """Return what a seat is paid, and the most by any pure strategy of its own: by brute force."""
    cells = [[(side.name, cell) for cell in side.cells] for side in form.sides]

    def paid(tables):
        total = Fraction(0)
        for end in form.ends:
            chance = Fraction(1)
            for side, table, s in zip(form.sides, tables, end.sequences, strict=True):
                cell = next(cell for cell in side.cells if s in cell.sequences)
                chance *= table[cell.key][cell.actions[s - cell.first]]
            total += chance * end.payoffs[seat]
        return total

    mine = [cell for _, cell in cells[seat]]
    others = []
    for choice in product(ACTIONS, repeat=len(mine)):
        pure = {
            cell.key: {action: Fraction(action == chosen) for action in ACTIONS}
            for cell, chosen in zip(mine, choice, strict=True)
        }
        others.append(paid([pure if k == seat else t for k, t in enumerate(profile)]))
    return paid(profile), max(others)


def demand_balance(form, found):
    profile = [found[seat] for seat in form.seats]
    for seat, name in enumerate(form.seats):
        paid, most = best(form, seat, profile)
        assert (found.payoffs[name], found.gains[name]) == (paid, most - paid)
    assert found.equilibrium
    assert (found.root is not None) == ("root t of" in found.method)
    told = replace(found, certificate={"form": nplayer_form_to_json(form)}).to_json()
    certify.check(json.loads(json.dumps(told)))


@given(games(CLOSE))
def test_what_is_found_of_close_payoffs_is_an_equilibrium(form):
    found = solve_two_binary_players("game", form)
    if found is not None:
        demand_balance(form, found)


@given(games(FAR))
def test_what_is_found_of_any_payoffs_is_an_equilibrium(form):
    found = solve_two_binary_players("game", form)
    if found is not None:
        demand_balance(form, found)


@pytest.mark.parametrize("most", [1, 2, 9])
def test_three_players_with_two_actions_always_have_an_equilibrium_that_is_found(most):
    for seed in range(70):  # with payoffs in {0, 1}, {0, 1, 2} and {0, ..., 9}: mostly degenerate
        dice = Random(seed)
        form = told(1, lambda dice=dice: (dice.randint(0, most) for _ in range(3)))
        found = solve_two_binary_players("game", form)
        assert found is not None, seed
        demand_balance(form, found)


@pytest.mark.parametrize("order", [(1, 2, 0), (2, 0, 1)])
def test_a_ring_in_which_each_player_looks_at_one_other_is_solved(order):
    """Jordan's matching pennies for three with unequal stakes: curves parallel to the axes."""
    for seed in range(20):
        dice = Random(seed)
        stakes = [[[dice.randint(1, 9) for _ in range(2)] for _ in range(2)] for _ in range(3)]
        ends = []
        for spot in product((1, 2), (1, 2), (1, 2)):
            paid = []
            for seat, other in enumerate(order):
                mine, theirs = spot[seat], spot[other]
                wins = (mine == theirs) == (seat < 2)
                paid.append(stakes[seat][mine - 1][theirs - 1] * (1 if wins else -1))
            ends.append(PayoffEntry(spot, 1, tuple(paid)))
        form = NPlayerSequenceForm(told(1, lambda: (0, 0, 0)).sides, tuple(ends), 8, 1)
        found = solve_two_binary_players("game", form)
        assert found is not None, seed
        assert all(0 < c < 1 for t in found.strategies.values() for c in t[next(iter(t))].values())
        demand_balance(form, found)


def test_a_curve_parallel_to_an_axis_is_seen_with_more_choices_too():
    missed = []
    for seed in range(30):
        dice = Random(seed)
        form = told(2, lambda dice=dice: (dice.randint(-9, 9) for _ in range(3)))
        ends = []
        for end in form.ends:  # cleo's choices depend on ann alone
            twin = PayoffEntry((end.sequences[0], 1, end.sequences[2]), 1, end.payoffs)
            same = next(one for one in form.ends if one.sequences == twin.sequences)
            ends.append(replace(end, payoffs=(*end.payoffs[:2], same.payoffs[2])))
        found = solve_two_binary_players("game", replace(form, ends=tuple(ends)))
        if found is None:
            missed.append(seed)
        else:
            demand_balance(replace(form, ends=tuple(ends)), found)
    assert missed == []


@pytest.mark.parametrize("seed", range(40))
def test_of_payoffs_without_ties_an_equilibrium_is_always_found(seed):
    dice = Random(seed)
    count = dice.randint(1, 4)
    form = told(count, lambda: (dice.randint(-(10**6), 10**6) for _ in range(3)))
    found = solve_two_binary_players("game", form)
    assert found is not None
    demand_balance(form, found)
