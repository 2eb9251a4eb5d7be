"""Properties of games: against definitions by brute force, and games whose properties are known."""

import itertools
import random
from fractions import Fraction

import pytest

import sabot
from sabot.errors import NoMethodError
from sabot.forms.bimatrix import BimatrixForm
from sabot.io.nfg import parse_nplayer_nfg


def bimatrix(one, two):
    return BimatrixForm.of(one, two)


def random_bimatrix(by_seed, most=3):
    height, width, top = (
        by_seed.randint(1, most),
        by_seed.randint(1, most),
        by_seed.choice([1, 2, 9]),
    )
    one, two = (
        [[by_seed.randint(0, top) for _ in range(width)] for _ in range(height)] for _ in (0, 1)
    )
    return one, two


def three(sizes, payoffs):
    shape = " ".join(map(str, sizes))
    return parse_nplayer_nfg(f'NFG 1 R "" {{ "A" "B" "C" }} {{ {shape} }} {" ".join(payoffs)}')


def only_solution(rows):
    """Return the only solution of equations whose last entry is the right side; None without."""
    left, width = [[*map(Fraction, row)] for row in rows], len(rows[0]) - 1
    for column in range(width):
        at = next((n for n in range(column, len(left)) if left[n][column]), None)
        if at is None:
            return None
        left[at], left[column] = left[column], left[at]
        lead = left[column] = [entry / left[column][column] for entry in left[column]]
        for n, row in enumerate(left):
            if n != column:
                left[n] = [a - row[column] * b for a, b in zip(row, lead, strict=True)]
    if any(row[-1] for row in left[width:]):
        return None
    return [row[-1] for row in left[:width]]


def degenerate_by_supports(table):
    """Tell by linear algebra whether a mix of columns has more best rows than columns.

    Supports of the mix and sets of rows with one more: the mix must be positive, the rows best.
    """
    height, width = len(table), len(table[0])
    for size in range(1, min(width, height - 1) + 1):
        for used in itertools.combinations(range(width), size):
            for rows in itertools.combinations(range(height), size + 1):
                lines = [[*(table[i][j] - table[rows[0]][j] for j in used), 0] for i in rows[1:]]
                mix = only_solution([*lines, [1] * (size + 1)])
                if mix is None or min(mix) <= 0:
                    continue
                pairs = list(zip(used, mix, strict=True))
                paid = [sum(row[j] * chance for j, chance in pairs) for row in table]
                if paid[rows[0]] == max(paid):
                    return True
    return False


def is_potential(one, two, values, sign):
    height, width = len(one), len(one[0])
    for i, k in itertools.product(range(height), repeat=2):
        for j in range(width):
            if not sign(one[k][j] - one[i][j], values[k * width + j] - values[i * width + j]):
                return False
    for j, k in itertools.product(range(width), repeat=2):
        for i in range(height):
            if not sign(two[i][k] - two[i][j], values[i * width + k] - values[i * width + j]):
                return False
    return True


def acyclic(one, two, weak):
    """Tell whether no path of deviations that gain (weak: do not lose) closes with a gain."""
    height, width = len(one), len(one[0])
    spots = list(itertools.product(range(height), range(width)))
    reach = {a: {a} for a in spots}
    steps, gains = set(), set()
    for a, b in itertools.product(spots, repeat=2):
        if a == b or (a[0] != b[0] and a[1] != b[1]):
            continue
        table = two if a[0] == b[0] else one
        change = table[b[0]][b[1]] - table[a[0]][a[1]]
        if change > 0 or (weak and change == 0):
            steps.add((a, b))
        if change > 0:
            gains.add((a, b))
    changed = True
    while changed:
        changed = False
        for a, b in steps:
            if not reach[b] <= reach[a]:
                reach[a] |= reach[b]
                changed = True
    return not any(a in reach[b] for a, b in gains)


def test_verdicts_are_those_of_the_definitions():
    by_seed = random.Random(7)
    for _ in range(60):
        one, two = random_bimatrix(by_seed)
        found = sabot.properties(bimatrix(one, two))
        turned = [list(row) for row in zip(*two, strict=False)]
        degenerate = degenerate_by_supports(one) or degenerate_by_supports(turned)
        assert found.nondegenerate is not degenerate
        kind = found.potential.kind
        if kind == "ordinal":
            assert is_potential(
                one, two, found.potential.values, lambda gain, rise: (gain > 0) == (rise > 0)
            )
        if kind == "generalized ordinal":
            assert is_potential(
                one, two, found.potential.values, lambda gain, rise: (gain > 0) <= (rise > 0)
            )
        if kind == "exact":
            assert is_potential(one, two, found.potential.values, lambda gain, rise: gain == rise)
        assert (kind != "none") == acyclic(one, two, weak=False)
        assert (kind in ("exact", "weighted", "ordinal")) == acyclic(one, two, weak=True)
        reduced = sabot.reduce(bimatrix(one, two)).left
        assert tuple(map(len, found.survivors)) == reduced.shape


def test_symmetric_equilibria_are_those_of_the_full_list():
    by_seed = random.Random(3)
    for _ in range(25):
        size, top = by_seed.randint(1, 4), by_seed.choice([1, 2, 9])
        one = [[by_seed.randint(0, top) for _ in range(size)] for _ in range(size)]
        two = [list(row) for row in zip(*one, strict=False)]
        form = bimatrix(one, two)
        found = sabot.properties(form).symmetric_equilibria
        for subset in found.subsets:  # the centre of a subset, and each vertex
            parts = [found.vertices[k - 1] for k in subset]
            for mix in [*parts, [sum(own) / len(parts) for own in zip(*parts, strict=False)]]:
                paid = [sum(a * x for a, x in zip(row, mix, strict=False)) for row in one]
                assert all(not x or p == max(paid) for x, p in zip(mix, paid, strict=False))
        if form.zero_sum:
            continue
        listed = {pair[0] for pair in sabot.equilibria(form).vectors() if pair[0] == pair[1]}
        assert listed <= set(found.vertices)


def test_a_subset_of_symmetric_equilibria_is_whole():
    zeros = [[(0, 0), (0, 0)], [(0, 0), (0, 0)]]
    found = sabot.properties(zeros).symmetric_equilibria
    assert found.subsets == ((1, 2),) and len(found.vertices) == 2


def test_weights_of_three_players():
    shape = (2, 2, 2)
    values = [0, 1, 3, 0, 2, 2, 5, 1]
    paid = [str(weight * value) for value in _nfg_order(values, shape) for weight in (1, 2, 3)]
    found = sabot.properties(three(shape, paid)).potential
    assert (found.kind, found.weights) == ("weighted", (1, 2, 3))


def _nfg_order(values, shape):
    """Return values in the order of .nfg files: the first player's strategy changes first."""
    found = []
    for last, mid, first in itertools.product(*(range(size) for size in reversed(shape))):
        found.append(values[(first * shape[1] + mid) * shape[2] + last])
    return found


def test_ratios_of_three_pairs_that_contradict_each_other():
    # every pair of players has a ratio, and the three do not fit: 1, 1 and 2
    def pays(player, profile):
        a, b, c = profile
        return {0: a * b + a * c, 1: a * b + b * c, 2: a * c + 2 * b * c}[player]

    paid = [
        str(pays(player, (first, mid, last)))
        for last, mid, first in itertools.product((0, 1), repeat=3)
        for player in range(3)
    ]
    found = sabot.properties(three((2, 2, 2), paid)).potential
    assert found.kind == "ordinal" and len(found.four_cycles) == 3


def test_a_dominated_strategy_and_its_mixture():
    found = sabot.properties([[(3, 0), (0, 1)], [(0, 1), (3, 0)], [(1, 5), (1, 5)]])
    assert found.eliminations[0].removed == 2
    assert found.eliminations[0].by == ((0, Fraction(1, 2)), (1, Fraction(1, 2)))
    assert found.survivors == ((0, 1), (0, 1)) and not found.dominance_solvable


def test_weak_and_strict_dominance_of_a_strategy():
    weak = sabot.properties([[(1, 0), (1, 0)], [(1, 0), (0, 0)]])
    assert (weak.dominant[0].strategy, weak.dominant[0].strict) == (0, False)
    assert weak.dominant[1] is None and weak.dominant_equilibrium is None
    assert sabot.properties([[(3, 3), (0, 5)], [(5, 0), (1, 1)]]).dominant_equilibrium == (1, 1)


def test_what_is_too_large_is_refused_before_the_work():
    with pytest.raises(NoMethodError, match="101 x 100 pure strategies; properties are decided"):
        sabot.properties([[0] * 100] * 101)


def test_what_is_too_large_to_decide_is_not_decided():
    by_seed = random.Random(1)
    large = [[by_seed.randint(0, 10**6) for _ in range(21)] for _ in range(21)]
    found = sabot.properties(large, [list(row) for row in zip(*large[::-1], strict=False)])
    assert found.symmetry.verdict is None and found.supermodularity.verdict is None
    assert found.nondegenerate is None and "not decided" in str(found)
    assert sabot.check(found)


def test_a_tree_is_taken_by_its_pure_strategies():
    found = sabot.properties("kuhn-poker(ranks=2)")
    assert found.sizes == (9, 16) and found.constant_sum == 0
    assert found.nondegenerate is False and found.degenerate_mix is not None


def test_a_game_without_a_choice():
    found = sabot.properties([[(1, 2)]])
    assert found.list_names() == [
        "strategically zero-sum" if found.constant_sum is None else "constant-sum",
        "nondegenerate",
        "dominance-solvable",
        "exact potential",
        "supermodular",
    ]
    assert repr(found).startswith("<GameProperties of bimatrix 1 x 1: constant-sum")


def test_a_pure_equilibrium_that_is_not_strict_makes_a_game_for_three_degenerate():
    head = 'NFG 1 R "" { "A" "B" "C" } { 2 2 2 }'
    tied = sabot.properties(parse_nplayer_nfg(f"{head} 1 1 1 1 0 0 {'0 ' * 15} 2 2 2"))
    assert tied.nondegenerate is False and "degenerate" in tied.list_names()
    said = " ".join(str(tied).split())
    assert "at the pure equilibrium (1, 1, 1) a player has another best response" in said
    assert tied.equilibria is None  # the lists of pure equilibria in the file prove it
    sabot.check(tied)
