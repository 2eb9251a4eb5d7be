"""Rows of a sweep: counted, folded and solved in machine integers, and the same as single solves.

The other road is the whole of :func:`sabot.solve`: counting in a ring, the linear program, the
evidence of a certificate.
"""

import json
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import sabot
from sabot.analysis.sweep import Row, SweepItem, solve_item
from sabot.forms.binary_action import BinaryActionForm
from sabot.forms.sequence import Treeplex, sequence_form_from_sums
from sabot.games.baccara.count import count_game
from sabot.games.baccara.forms import count_in_arrays, to_sequence_form
from sabot.games.baccara.rules import card_supply, seat_rules
from sabot.results.solution import support
from sabot.solvers.zero_sum.binary_action import (
    UNDECIDED_ACTION,
    eliminate_dominated_as_arrays,
    eliminate_dominated_binary,
    find_unique_saddle_point,
    solve_binary_summary,
)
from sabot.solvers.zero_sum.optimal_face import PRIMES
from sabot.solvers.zero_sum.separable import eliminate_dominated_actions
from sabot.solvers.zero_sum.solve import solve_zero_sum

OPTIONS = [
    "",
    "player=cards",
    "banker=total",
    "player_free=[4,5,6], player_draws=[0,1,2,3]",
    "banker_free=[3,4,5,6]",
    "banker_free=[], banker_draws=[0,1,2,3]",
    "player_free=[]",
    "player=cards, banker=total, player_free=[2,7], player_draws=[0,1,5]",
]


@st.composite
def games(draw):
    """Return games of baccara: few cards, many, many of few values, decks, unusual models."""
    model = draw(st.sampled_from(["A1", "A2", "A3", "B1", "B2", "B3"]))
    few, skewed, many = st.integers(0, 3), st.sampled_from([0, 0, 1, 40]), st.integers(0, 120)
    entries = draw(st.sampled_from([few, skewed, many]))
    counts = draw(st.lists(entries, min_size=10, max_size=10))
    assume(sum(counts) >= 6)
    options = draw(st.sampled_from(OPTIONS))
    cards = f"shoe=[{','.join(map(str, counts))}]"
    if model[0] == "B" and draw(st.integers(0, 4)) == 0:
        decks = ("1/4", "1", "6", "24", "25", "100", "3175", "3176")
        cards = f"decks={draw(st.sampled_from(decks))}"
    return f"baccara({', '.join(part for part in (f'model={model}', cards, options) if part)})"


def line(row):
    """Return a row as the file of a sweep has it."""
    return json.dumps(row.to_json())


def by_solve(game):
    """Return the row of a game from its single solution."""
    found = sabot.solve(game)
    mixed = {
        seat: {view: support(mix) for view, mix in table.items() if len(support(mix)) > 1}
        for seat, table in found.strategies.items()
    }
    return Row(found.game, found.value, found.uniqueness, mixed)


@pytest.mark.slow
@given(games())
def test_a_row_is_that_of_the_single_solution(game):
    assert line(solve_item(SweepItem(game))) == line(by_solve(game))


@given(games())
def test_the_checker_agrees_on_value_and_uniqueness(game):
    found = sabot.solve(game)
    assert sabot.check(found) == found.value


LARGEST = [
    [1281, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    [129] * 10,
    [0, 430, 430, 0, 0, 0, 0, 0, 430, 0],
    [645, 0, 0, 0, 0, 645, 0, 0, 0, 0],
]
"""Shoes of 1,290 cards: the ways of six of them are just below 2^62."""
LARGER = [
    [1282, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    [165131, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    [16514] * 10,
    [0, 55046, 55046, 0, 0, 0, 0, 0, 55048, 0],
    [82570, 0, 0, 0, 0, 82570, 0, 0, 0, 0],
]
"""Shoes of 1,291 cards, and of 165,140: twice the ways of three of them are just below 2^53."""


@pytest.mark.slow
@pytest.mark.parametrize("counts", LARGEST + LARGER)
@pytest.mark.parametrize("model", ["A3", "B1", "B3"])
@pytest.mark.parametrize("options", ["", ", player_free=[0,1,2,3,4,5,6,7], banker_free=[]"])
def test_the_largest_shoes_count_as_the_ring_does(model, counts, options):
    assert (counts in LARGEST) == (sum(counts) <= 1290)
    counting_agrees(f"baccara(model={model}, shoe=[{','.join(map(str, counts))}]{options})")


@pytest.mark.slow
@given(games())
def test_machine_integers_count_as_the_ring_does(game):
    counting_agrees(game)


def corners(form):
    """Return the four arrays of a game as one table of fractions."""
    below = form.denominator
    told = {(0, 0): Fraction(form.level, below)}
    told |= {(i + 1, 0): Fraction(a, below) for i, a in enumerate(form.first.tolist())}
    told |= {(0, j + 1): Fraction(a, below) for j, a in enumerate(form.second.tolist())}
    joint = form.joint.tolist()
    told |= {
        (i + 1, j + 1): Fraction(a, below) for i, row in enumerate(joint) for j, a in enumerate(row)
    }
    return told


def corners_told(form):
    """Return the same of a form, entry by entry: a first action is one that is not the second."""
    told = dict.fromkeys(product(*(range(len(side.cells) + 1) for side in form.sides)), Fraction(0))
    for i, j, amount in form.payoffs:
        for (row, one), (column, two) in product(terms(i), terms(j)):
            told[row, column] += Fraction(one * two * amount, form.denominator)
    return told


def terms(sequence):
    """Return a sequence of a flat game of binary choices by the chances of second actions."""
    cell = (sequence + 1) // 2
    if not sequence:
        return [(0, 1)]
    return [(cell, 1)] if sequence % 2 == 0 else [(0, 1), (cell, -1)]


def counting_agrees(game):
    """Hold the two ways of counting against each other, by form and by arrays."""
    told = sabot.load(game)
    values = told.parameters
    assert not values.pop("commission")
    cards = card_supply(*(values.pop(key) for key in ("model", "decks", "shoe")))
    seats = seat_rules(told.parameters["model"], **values)
    form = to_sequence_form(count_game(cards.counts, seats, replaced=cards.replaced))
    assert (told.form(), told.form().reach) == (form, form.reach)
    found = told.binary()
    if found is None:
        assert sum(cards.counts) ** 6 >= 2**60
        return
    if found.joint.dtype == object:
        assert sum(cards.counts) ** 6 >= 2**62
        assert found.sides == form.sides and corners(found) == corners_told(form)
        return
    assert found.sides == form.sides
    same = BinaryActionForm.of(form)
    if same is None:  # mostly zeros
        return
    ratio = found.denominator // same.denominator
    assert found.level == ratio * same.level
    for mine, other in (
        (found.first, same.first),
        (found.second, same.second),
        (found.joint, same.joint),
    ):
        assert (mine == ratio * other).all()


# ---------------------------------------------------------------------- any flat game


@st.composite
def flat_games(draw, size=4):
    """Return flat games of binary choices, many of them with ties and idle cells."""
    sides = []
    for name in ("one", "two"):
        cells = draw(st.integers(0, 4))
        sides.append(Treeplex.flat(name, {f"{name[0]}{n}": ("S", "D") for n in range(cells)}))
    height, width = (side.count for side in sides)
    entry = st.integers(-size, size)
    payoffs = draw(st.lists(entry, min_size=height * width, max_size=height * width))
    sums = {(n // width, n % width): amount for n, amount in enumerate(payoffs)}
    below = draw(st.integers(1, 6))
    return sequence_form_from_sums((sides[0], sides[1]), {below: sums})


@given(st.one_of(flat_games(), flat_games(10**6)))
def test_arrays_fold_as_dictionaries_do(form):
    words = BinaryActionForm.of(form)
    assume(words is not None)
    mine, other = eliminate_dominated_binary(words), eliminate_dominated_actions(form)
    assert eliminate_dominated_as_arrays(form) == other
    for side, choices, idle, fixed, lost in zip(
        form.sides, mine.choices, mine.idle, other.fixed, other.idle, strict=True
    ):
        told = {
            cell.key: cell.actions[choice]
            for cell, choice in zip(side.cells, choices.tolist(), strict=True)
            if choice != UNDECIDED_ACTION
        }
        assert told == fixed
        assert {side.cells[n].key for n in idle} == set(lost)


@given(st.one_of(flat_games(), flat_games(10**6), flat_games(10**15)))
def test_a_game_in_brief_is_the_game(form):
    words = BinaryActionForm.of(form)
    assume(words is not None)
    brief, found = solve_binary_summary(words), solve_zero_sum(form)
    verdicts = [verdict.unique for verdict in found.faces.verdicts]
    assume(brief is not None)
    assert brief.value == found.value
    assert list(brief.unique.values()) == verdicts
    for mixes, table in zip(brief.mixed.values(), found.tables, strict=True):
        assert mixes == {view: support(mix) for view, mix in table.items() if len(support(mix)) > 1}


@given(flat_games())
def test_what_is_not_unique_is_left_to_others(form):
    words = BinaryActionForm.of(form)
    assume(words is not None)
    left = eliminate_dominated_binary(words)
    found = find_unique_saddle_point(left)
    idle = any(left.idle)
    unique = all(verdict.unique for verdict in solve_zero_sum(form).faces.verdicts)
    assert unique == (found is not None and not idle)


@pytest.mark.parametrize("prime", PRIMES[:2])
def test_a_prime_that_divides_the_small_game_is_no_evidence(prime):
    """The small game is in lower terms than the whole one, so a prime may serve it alone."""
    one, two = (
        Treeplex.flat(name, dict.fromkeys(keys, ("S", "D")))
        for name, keys in (("one", "a"), ("two", "bc"))
    )
    pennies = {(1, 1): prime, (1, 2): -prime, (2, 1): -prime, (2, 2): prime}
    form = sequence_form_from_sums((one, two), {prime: pennies | {(0, 4): 1}})
    found = solve_zero_sum(form)
    assert found.value == 0 and eliminate_dominated_actions(form).small.denominator == 1
    evidence = [verdict.prime for verdict in found.faces.verdicts]
    assert evidence == [PRIMES[int(prime == PRIMES[0])]] * 2
    assert sabot.check(sabot.solve(form)) == found.value


# ---------------------------------------------------------------------- what does not fit


def test_a_word_is_not_exceeded():
    cards, seats = card_supply("B3", 24), seat_rules("B3")
    assert sum(cards.counts) ** 6 < 2**62 and count_in_arrays(cards, seats) is not None
    assert count_in_arrays(cards, seats).stand.dtype == np.int64
    assert count_in_arrays(card_supply("B3", 25), seats).stand.dtype == object
    assert count_in_arrays(card_supply("B3", 3175), seats) is not None
    assert count_in_arrays(card_supply("B3", 3176), seats) is None
    assert sabot.load("baccara(model=B3, decks=1000000)").binary() is None


@pytest.mark.parametrize("amount", [2**62, 2**63, 10**30])
def test_payoffs_beyond_a_word_are_no_arrays(amount):
    sides = Treeplex.flat("one", {"a": ("S", "D")}), Treeplex.flat("two", {"b": ("S", "D")})
    form = sequence_form_from_sums(sides, {1: {(1, 1): amount, (2, 2): 1, (1, 2): 1}})
    assert BinaryActionForm.of(form) is None


def test_three_actions_and_second_choices_are_no_arrays():
    assert BinaryActionForm.of(sabot.load("kuhn-poker").form()) is None
    wide = Treeplex.flat("one", {"a": ("S", "D", "X")}), Treeplex.flat("two", {"b": ("S", "D")})
    assert BinaryActionForm.of(sequence_form_from_sums(wide, {1: {(1, 1): 1}})) is None


def test_sums_are_bounded_before_they_are_taken():
    sides = tuple(Treeplex.flat(name, {"a": ("S", "D")}) for name in ("one", "two"))
    near = np.array([2**61])
    assert BinaryActionForm.fitting(sides, 0, near, -near, np.array([[1]]), 1) is None
