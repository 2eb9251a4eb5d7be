"""Laws of all equilibria: an oracle that tries every basis, and what must not change the set."""

from fractions import Fraction as F
from itertools import combinations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import sabot
from sabot import certify
from sabot.solvers.all_nash.solve import enumerate_equilibria


@st.composite
def games(draw, most=3):
    """Return the payoffs of both seats: small numbers, so that many games are degenerate."""
    rows, columns = draw(st.integers(1, most)), draw(st.integers(1, most))
    entry = st.integers(0, draw(st.sampled_from([1, 2, 9])))
    table = st.lists(
        st.lists(entry, min_size=columns, max_size=columns), min_size=rows, max_size=rows
    )
    return draw(table), draw(table)


def transposed(table):
    return [list(row) for row in zip(*table, strict=True)]


def solved(rows, right):
    """Return the only solution of linear equations in fractions; None where there is not one."""
    left = [[F(a) for a in row] + [F(b)] for row, b in zip(rows, right, strict=True)]
    size = len(left)
    for k in range(size):
        lead = next((row for row in left[k:] if row[k]), None)
        if lead is None:
            return None
        left.remove(lead)
        left.insert(k, [a / lead[k] for a in lead])
        left = [
            row if i == k else [a - row[k] * b for a, b in zip(row, left[k], strict=True)]
            for i, row in enumerate(left)
        ]
    return [row[-1] for row in left]


def corners(table):
    """Return the corners of the mixes over columns, with best replies: every basis is tried."""
    height, width = len(table), len(table[0])
    planes = [[-int(k == j) for k in range(width)] + [0] for j in range(width)]
    planes += [[*row, -1] for row in table]
    found = {}
    for chosen in combinations(range(width + height), width):
        point = solved([planes[k] for k in chosen] + [[1] * width + [0]], [0] * width + [1])
        if point is not None:
            sums = [sum(a * b for a, b in zip(plane, point, strict=True)) for plane in planes]
            if max(sums) <= 0:
                found[tuple(point[:-1])] = frozenset(k for k, s in enumerate(sums) if s == 0)
    return found


def oracle(one, two):
    """Return all extreme equilibria: pairs of corners at which no label is missing."""
    height, width = len(one), len(one[0])
    ys, xs = corners(one), corners(transposed(two))
    pairs = set()
    for x, tight in xs.items():
        for y, other in ys.items():
            rows = all(i in tight or width + i in other for i in range(height))
            if rows and all(j in other or height + j in tight for j in range(width)):
                pairs.add((x, y))
    return pairs


def listed(one, two):
    found = enumerate_equilibria(one, two)
    return {(fractions(found.first[x]), fractions(found.second[y])) for x, y in found.pairs}


def fractions(corner):
    total = sum(corner.weights)
    return tuple(F(weight, total) for weight in corner.weights)


@given(games())
def test_the_list_is_what_trying_every_basis_gives(game):
    assert listed(*game) == oracle(*game)


@given(games())
def test_the_checker_finds_every_list_complete(game):
    found = sabot.equilibria(sabot.BimatrixForm.of(*shaken(*game)))
    assert proved(found.to_json()).complete


def proved(told):
    return certify.check(told)


def shaken(one, two):
    """Return a game with the same equilibria that is not zero-sum."""
    return one, [[2 * b + 1000 for b in row] for row in two]


@given(games(), st.integers(1, 5), st.lists(st.integers(-9, 9), min_size=3, max_size=3))
def test_an_affine_change_of_one_seats_payoffs_keeps_the_set(game, scale, constants):
    one, two = game
    moved = [[scale * a + constants[j] for j, a in enumerate(row)] for row in one]
    assert listed(moved, two) == listed(one, two)


@given(games())
def test_swapping_the_seats_swaps_the_set(game):
    one, two = game
    assert listed(transposed(two), transposed(one)) == {(y, x) for x, y in listed(one, two)}


@given(games())
def test_a_strictly_dominated_row_changes_nothing(game):
    one, two = game
    worse = [[a - 1 for a in one[0]]]
    found = listed(one + worse, [*two, [5] * len(one[0])])
    assert found == {((*x, F(0)), y) for x, y in listed(one, two)}


@given(games())
def test_every_listed_pair_is_an_equilibrium_and_subsets_are_products_of_them(game):
    one, two = game
    found = enumerate_equilibria(one, two)
    pairs = set(found.pairs)
    for part in found.components:
        for subset in part:
            assert {(x, y) for x in subset.first for y in subset.second} <= pairs
    covered = {(x, y) for part in found.components for s in part for x in s.first for y in s.second}
    assert covered == pairs


@given(games())
def test_of_a_zero_sum_game_the_set_is_the_product_of_the_optimal_sets(game):
    one = game[0]
    optimal = sabot.equilibria(one)
    rows, columns = (list(map(str, range(1, n + 1))) for n in (len(one), len(one[0])))
    xs, ys = (
        {tuple(vertex["-"].get(name, F(0)) for name in names) for vertex in optimal[seat]}
        for seat, names in (("row", rows), ("column", columns))
    )
    found = listed(one, [[-a for a in row] for row in one])
    assert found == {(x, y) for x in xs for y in ys}


@given(st.data(), st.integers(1, 3), st.integers(1, 3))
def test_solve_says_of_uniqueness_what_the_list_of_all_says(data, height, width):
    entries = st.lists(
        st.lists(st.integers(-1, 2), min_size=width, max_size=width),
        min_size=height,
        max_size=height,
    )
    form = sabot.BimatrixForm.of(data.draw(entries), data.draw(entries))
    if form.zero_sum:
        return
    solved = sabot.solve(form)
    listed: Any = sabot.equilibria(form)
    assert solved.uniqueness == listed.unique
    assert certify.check(solved.to_json()).unique == (solved.uniqueness,)
