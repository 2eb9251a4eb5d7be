"""Le Her on a road that shares nothing with Sabot: cards dealt one by one in plain loops."""

import random
from collections import Counter
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

import sabot
from sabot.api.solving import strategic_form
from sabot.forms.sequence import sequence_form_of_tree
from sabot.games.le_her import LeHerDeck, threshold_strategy_matrix
from sabot.sources.ethier_2010_le_her.full_game import (
    PayoffTables,
    count_best_reply_subsets,
    count_distinct_subsets,
    dealer_gaps,
    eliminate_dominated,
    ranks_in_mask,
    receiver_gaps,
)

PACKS = [(ranks, suits) for ranks in (3, 4, 5) for suits in (1, 2, 3)]


def deals(ranks, suits):
    """Deal three cards in every order, and count what ranks they are."""
    cards = [(rank, suit) for rank in range(1, ranks + 1) for suit in range(suits)]
    return Counter((x[0], y[0], z[0]) for x, y, z in permutations(cards, 3))


def pays(king, x, y, z, exchanges, draws):
    """Play one hand; ``draws`` is None where the dealer does the obvious thing."""
    if exchanges and y != king:
        x, y = y, x
    if draws is None:
        draws = y < x
    if draws and z != king:
        y = z
    return 1 if x > y else -1


def payoff(dealt, king, gives, draws_to):
    return sum(
        ways * pays(king, x, y, z, x in gives, None if x in gives else y in draws_to)
        for (x, y, z), ways in dealt.items()
    )


def chosen(label, action):
    return {int(word.split(":")[0]) for word in label.split() if word.endswith(action)}


@pytest.mark.parametrize(("ranks", "suits"), PACKS)
def test_every_pair_of_pure_strategies(ranks, suits):
    dealt = deals(ranks, suits)
    form = sabot.load(f"le-her(ranks={ranks}, suits={suits})").form()
    matrix = strategic_form(form)
    assert matrix.shape == (2**ranks, 2**ranks)
    for i, row in enumerate(matrix.rows):
        for j, column in enumerate(matrix.columns):
            gives, draws_to = chosen(row, "exchange"), chosen(column, "draw")
            by_hand = payoff(dealt, ranks, gives, draws_to)
            assert matrix[i, j] == Fraction(by_hand, dealt.total())


@pytest.mark.parametrize(("ranks", "suits"), PACKS)
def test_the_threshold_matrix(ranks, suits):
    dealt = deals(ranks, suits)
    matrix = threshold_strategy_matrix(LeHerDeck(ranks, suits))
    for i in range(ranks + 1):
        for j in range(ranks + 1):
            by_hand = payoff(dealt, ranks, range(1, i + 1), range(1, j + 1))
            assert matrix[i, j] == Fraction(by_hand, dealt.total())


def guarantee(dealt, king, receiver, reply):
    """Return what the receiver's mix earns against the best that the dealer can do."""
    sums = {}
    fixed = Fraction(0)
    for (x, y, z), ways in dealt.items():
        for action, chance in receiver[str(x)].items():
            exchanges = action == "exchange"
            if exchanges and reply == "fixed":
                fixed += chance * ways * pays(king, x, y, z, True, None)
                continue
            seen = (y, (x if y != king else "void") if exchanges else None)
            for draws in (False, True):
                paid = chance * ways * pays(king, x, y, z, exchanges, draws)
                sums[seen, draws] = sums.get((seen, draws), 0) + paid
    views = {seen for seen, _ in sums}
    return (fixed + sum(min(sums[v, False], sums[v, True]) for v in views)) / dealt.total()


def concession(dealt, king, dealer, reply):
    """Return what the dealer's mix pays to the best that the receiver can do."""
    sums = Counter()
    for (x, y, z), ways in dealt.items():
        for exchanges in (False, True):
            if exchanges and reply == "fixed":
                sums[x, True] += ways * pays(king, x, y, z, True, None)
                continue
            view = f"{y},{'void' if y == king else x}" if exchanges else str(y)
            for action, chance in dealer[view].items():
                sums[x, exchanges] += (
                    chance * ways * pays(king, x, y, z, exchanges, action == "draw")
                )
    ranks = {x for x, _ in sums}
    return sum(max(sums[x, False], sums[x, True]) for x in ranks) / Fraction(dealt.total())


@pytest.mark.parametrize("reply", ["fixed", "open"])
@pytest.mark.parametrize(("ranks", "suits"), [*PACKS, (13, 4)])
def test_the_value_is_guaranteed_from_both_sides(ranks, suits, reply):
    solution = sabot.solve(f"le-her(ranks={ranks}, suits={suits}, reply={reply})")
    dealt = deals(ranks, suits)
    assert guarantee(dealt, ranks, solution["receiver"], reply) == solution.value
    assert concession(dealt, ranks, solution["dealer"], reply) == solution.value


def kinds(table):
    """Return which rows some threshold row {1..i} dominates strictly, and which at least weakly."""
    size = len(table)
    leaders = [(1 << i) - 1 for i in range(size.bit_length())]
    strict, weak = set(), set()
    for row in range(size):
        for leader in leaders:
            gaps = [a - b for a, b in zip(table[leader], table[row], strict=True)]
            if min(gaps) > 0:
                strict.add(row)
            if min(gaps) >= 0 and max(gaps) > 0:
                weak.add(row)
    return strict, weak


@pytest.mark.parametrize(("ranks", "suits"), PACKS)
def test_dominance_among_all_subsets_without_the_shortcut(ranks, suits):
    dealt = deals(ranks, suits)
    masks = range(2**ranks)
    table = [
        [payoff(dealt, ranks, ranks_in_mask(s), ranks_in_mask(t)) for t in masks] for s in masks
    ]
    turned = [[-entry for entry in column] for column in zip(*table, strict=True)]
    parts = PayoffTables.of(
        sequence_form_of_tree(sabot.load(f"le-her(ranks={ranks}, suits={suits})").tree())
    )
    for plain, gaps in ((table, receiver_gaps(parts)), (turned, dealer_gaps(parts))):
        strict, weak = kinds(plain)
        assert set(np.flatnonzero(gaps.strict.any(axis=1)).tolist()) == strict
        assert set(np.flatnonzero(gaps.weak.any(axis=1)).tolist()) == weak
    assert count_distinct_subsets(parts) == len({tuple(row) for row in turned})
    best = [max(column) for column in zip(*table, strict=True)]
    for i, count in enumerate(count_best_reply_subsets(parts)):
        row = table[(1 << i) - 1]
        assert count == sum(a == b for a, b in zip(row, best, strict=True))


@pytest.fixture(scope="module")
def whole():
    return PayoffTables.of(sequence_form_of_tree(sabot.load("le-her").tree()))


def test_the_shortcut_on_a_sample_of_the_whole_game(whole):
    sample = random.Random(1713).sample(range(2**13), 40)
    everything = list(range(2**13))
    ones, twos = receiver_gaps(whole), dealer_gaps(whole)
    leaders = whole.payoffs(whole.thresholds, everything)
    rows = whole.payoffs(sample, everything)
    bosses = whole.payoffs(everything, whole.thresholds)
    columns = whole.payoffs(everything, sample)
    for n, mask in enumerate(sample):
        gaps = leaders - rows[n]
        assert (gaps.min(axis=1) == ones.least[mask]).all()
        assert (gaps.max(axis=1) == ones.most[mask]).all()
        gaps = columns[:, [n]] - bosses
        assert (gaps.min(axis=0) == twos.least[mask]).all()
        assert (gaps.max(axis=0) == twos.most[mask]).all()


def test_all_subsets_of_the_whole_game(whole):
    others = np.ones(2**13, dtype=bool)
    others[whole.thresholds] = False
    assert others.sum() == 8178
    assert receiver_gaps(whole).strict.any(axis=1)[others].all()
    gaps = dealer_gaps(whole)
    assert not gaps.strict.any()
    assert gaps.weak.any(axis=1)[others].all()
    assert count_best_reply_subsets(whole) == [0, 0, 0, 1, 1741, 5411, 1480, 14, 0, 0, 0, 0, 0, 0]
    assert [[len(ranks_in_mask(m)) for m in step.left] for step in eliminate_dominated(whole)] == [
        [3, 4, 5, 6, 7],
        [6, 7, 8],
        [6, 7],
        [7, 8],
    ]


def test_in_the_whole_game_five_does_not_dominate_four(whole):
    four, five, odd = 0b1111, 0b11111, sum(1 << rank - 1 for rank in range(5, 14))
    ((one,), (two,)) = whole.payoffs([four, five], [odd]).tolist()
    assert Fraction(one - two, 16575) == Fraction(380, 16575)


def threshold(actions, level):
    return {
        str(rank): {actions[rank <= level]: Fraction(1), actions[rank > level]: Fraction(0)}
        for rank in range(1, 14)
    }


@pytest.mark.parametrize(
    ("i", "j", "printed"), [(0, 6, -4287), (5, 0, 2525), (6, 7, 393), (7, 13, 2857)]
)
def test_random_hands_come_close_to_the_matrix(i, j, printed):
    strategies = {
        "receiver": threshold(("hold", "exchange"), i),
        "dealer": threshold(("keep", "draw"), j),
    }
    played = sabot.simulate("le-her", strategies, hands=10_000, seed=1713)
    assert abs(float(played.mean) - printed / 16575) < 5 * played.error


def test_random_hands_come_close_to_the_value():
    played = sabot.simulate("le-her", hands=20_000, seed=1713)
    assert abs(float(played.mean) - 277 / 11050) < 5 * played.error
    assert played.error < 0.01
