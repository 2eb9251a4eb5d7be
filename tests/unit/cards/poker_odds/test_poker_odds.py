"""Exact chances of poker hands: counted by ranks, and again hand by hand."""

import random
from collections import Counter
from fractions import Fraction as F
from itertools import combinations, permutations
from math import comb, lcm, prod

import numpy as np
import pytest
from tests.few import few

import sabot
from sabot.cards.poker_hand import (
    PAIR,
    THREE_OF_A_KIND,
    all_strengths,
    classify_ranks,
    parse_cards,
    rank_multisets,
    suit_classes,
)
from sabot.cards.poker_odds import all_hands, card_removal
from sabot.cards.poker_odds.all_hands import all_win_shares, holds_by_common_rule, win_shares
from sabot.cards.poker_odds.all_holds import all_hold_values, all_hold_values_with_removal
from sabot.cards.poker_odds.card_removal import all_hold_odds, hold_odds
from sabot.cards.poker_odds.discards import count_after_hold, evaluate_hold, keep_by_common_rule
from sabot.cards.poker_odds.hand_distribution import (
    CARDS_DRAWN,
    cards_left_by_rank,
    count_draws,
    opponent_range,
)
from sabot.errors import NoSuchError
from sabot.poker import Hand, rank

HANDS = ["AsKdQhJc9s", "6c6d7c2dKs", "2c2d3h4s5c", "AcKcQcJc9c", "5c4d3s2cAs", "9c9d9h9sKc"]


@pytest.fixture(scope="module")
def pack():
    """Return all hands of the pack, and their ranks."""
    flat = np.fromiter((card for five in combinations(range(52), 5) for card in five), np.uint8)
    hands = flat.reshape(-1, 5)
    return hands, rank(hands).astype(int)


@pytest.mark.slow
@pytest.mark.parametrize("text", HANDS)
def test_the_share_of_a_hand_is_that_of_all_hands_that_it_beats(pack, text):
    hands, ranks = pack
    own = Hand(text)
    free = ~np.isin(hands, own.cards).any(axis=1)
    for gone, others in (((), ranks), (own.cards, ranks[free])):
        score = 2 * int((others < own.rank).sum()) + int((others == own.rank).sum())
        assert opponent_range("dealt", gone).share(own.rank) == F(score, 2 * len(others))
    assert free.sum() == comb(47, 5)


@pytest.mark.parametrize("text", ["6c6d7c2dKs", "2c3c4c5cKd", "TcJcQcKc2d"])
@pytest.mark.parametrize("many", [1, 2, 3])
def test_what_a_hold_becomes_is_counted_card_by_card(text, many):
    own = Hand(text)
    rest = [card for card in range(52) if card not in own.cards]
    for kept in combinations(own.cards, 5 - many):
        filled = np.array([(*kept, *new) for new in combinations(rest, many)])
        found = np.bincount(rank(filled), minlength=7463)
        assert found.tolist() == count_after_hold(own, kept).tolist()


def improving(gone):
    """Yield a hand of every set of ranks that the common rule draws to, its ways, what it keeps."""
    free = [[card for card in range(4 * r, 4 * r + 4) if card not in gone] for r in range(13)]
    for ranks in rank_multisets():
        kind = classify_ranks(ranks, False).kind
        many = Counter(ranks)
        if kind in CARDS_DRAWN and all(len(free[r]) >= count for r, count in many.items()):
            ways = prod(comb(len(free[r]), count) for r, count in many.items())
            hand = [card for r, count in many.items() for card in free[r][:count]]
            yield ways, hand, [card for card in hand if many[card // 4] > 1]


@pytest.mark.slow
@pytest.mark.parametrize("gone", [(), parse_cards("6c6d7c2dKs"), parse_cards("AsAcAdKh2s")])
def test_improved_hands_are_counted_from_every_hand_that_improves(gone):
    pack = 47 - len(gone)
    unit = lcm(*(comb(pack, many) for many in (1, 2, 3)))
    weights = np.zeros(7463, np.int64)
    for ways, hand, kept in improving(gone):
        found = count_draws(kept, (*gone, *hand))
        assert found.sum() == comb(pack, 5 - len(kept))
        weights += found * (ways * unit // comb(pack, 5 - len(kept)))
    kinds = np.array([0, *(one.kind for one in all_strengths())])
    weights += np.where(kinds > THREE_OF_A_KIND, count_draws((), gone), 0) * unit
    assert set(kinds[weights > 0]) == set(range(PAIR, 9))
    assert opponent_range("improved", gone).weights.tolist() == weights.tolist()


def test_hands_that_stay_in_are_the_only_difference_of_the_third_model():
    improved, kept = opponent_range("improved"), opponent_range("kept")
    assert kept.kinds["high card"] == F(1302540, 2598960)
    assert improved.kinds["high card"] == 0
    for name, chance in improved.kinds.items():
        if name != "high card":
            assert kept.kinds[name] == chance * (1 - kept.kinds["high card"])


def test_chances_of_all_kinds_add_up():
    for model in ("dealt", "improved", "kept"):
        assert sum(opponent_range(model).kinds.values()) == 1
        assert opponent_range(model).share(7462) == 1 - opponent_range(model).ties(7462) / 2


def test_a_model_that_is_none_is_refused_with_the_nearest():
    with pytest.raises(
        NoSuchError, match=r"did you mean 'improved'\? known: improved, dealt, kept"
    ):
        sabot.hand("AsKdQhJc9s", against="improve")


def simulated(text, kept, many, seed, one_pack=False):
    """Return how often a hold wins in play: draws of both seats apart, or from one pack."""
    own, rng = Hand(text), np.random.default_rng(seed)
    rest = np.array([card for card in range(52) if card not in own.cards])
    order = rest[rng.permuted(np.tile(np.arange(47), (many, 1)), axis=1)]
    mine = np.hstack((np.tile(kept, (many, 1)), order[:, 40 : 45 - len(kept)]))
    if not one_pack:
        order = rest[rng.permuted(np.tile(np.arange(47), (many, 1)), axis=1)]
    theirs = order[:, :5]
    dealt = theirs.copy()
    same = (dealt[:, :, None] // 4 == dealt[:, None, :] // 4).sum(axis=2) > 1
    plays = rank(dealt) > 1277
    draws = plays & (rank(dealt) <= 5853)
    for place in range(5):
        new = draws & ~same[:, place]
        theirs[new, place] = order[new, 5 + place]
    score = np.sign(rank(mine).astype(int) - rank(theirs).astype(int)) / 2 + 0.5
    return score[plays]


def test_the_lowest_straight_is_where_the_simulation_stands():
    assert Hand("5c4d3s2cAs").rank == 5854


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "kept"), few(1, [("2c2d3c4c5c", "2c3c4c5c"), ("6c6d7c2dKs", "6c6d")])
)
def test_a_hold_wins_as_often_as_in_a_seeded_simulation(text, kept):
    own, part = Hand(text), parse_cards(kept, many=None)
    score = simulated(text, part, 200_000, seed=15)
    exact = evaluate_hold(
        own, part, opponent_range("improved"), opponent_range("improved", own.cards)
    ).removal
    error = score.std() / len(score) ** 0.5
    assert abs(score.mean() - float(exact)) < 4 * error
    # the simulation can tell it from the value against a whole pack, or from another hold
    other = evaluate_hold(
        own, own.cards, opponent_range("improved"), opponent_range("improved", own.cards)
    ).removal
    assert abs(score.mean() - float(other)) > 20 * error


@pytest.mark.slow  # the whole pack
def test_all_classes_at_once_are_what_each_hand_is_alone():
    chosen = np.random.default_rng(15).integers(0, 134459, 12).tolist()
    shares, whole, removed = (
        all_win_shares(),
        all_hold_values(opponent_range("improved")),
        all_hold_values_with_removal(),
    )
    usual, best, best_removed = holds_by_common_rule(), whole.best, removed.best
    for row in chosen:
        held = suit_classes().hands[row].tolist()
        found = sabot.hand(Hand(held))
        assert F(int(shares[row]), 2 * comb(47, 5)) == found.chances["f_b_removal"]
        for one in found.holds:
            number = numbered(one.kept, held)
            assert whole.value(row, number) == one.value
            assert not number or removed.value(row, number) == one.removal
        assert numbered(found.best_whole.kept, held) == best[row]
        assert numbered(found.best_removal.kept, held) == best_removed[row]
        assert numbered(found.common.kept, held) == usual[row]


def test_shares_are_the_same_plain_and_compiled(monkeypatch):
    some = suit_classes().hands[[70_000, 70_001, 70_020, 134_458]]
    compiled = win_shares(some)
    monkeypatch.setattr(all_hands.SHARE_LOOPS, "asked", -(2**62))
    assert win_shares(some).tolist() == compiled.tolist()


@pytest.mark.parametrize(
    "text",
    [
        *("2c3c4c5c6c", "TcJcQcKcAc", "2c3c4c5c7c", "2c3c4c5cAd", "9c9d9h9sKc", "9c9d9hKcKd"),
        *("9c9d9hTcKc", "9c9dTcTdKh", "9c9dTcTdKc", "9c9dTcJcQc", "2c4d6hTsKc", "Tc2d3d4d5d"),
    ],
)
def test_the_holds_of_a_class_are_those_of_its_hand(text):
    whole, removed = all_hold_values(opponent_range("improved")), all_hold_values_with_removal()
    ranks = sorted(card >> 2 for card in Hand(text).cards)
    alike = {
        tuple(sorted(4 * (card >> 2) + suits[card & 3] for card in Hand(text).cards))
        for suits in permutations(range(4))
    }
    same_ranks = np.flatnonzero((suit_classes().hands >> 2 == ranks).all(axis=1)).tolist()
    (row,) = (n for n in same_ranks if tuple(sorted(suit_classes().hands[n].tolist())) in alike)
    held = tuple(suit_classes().hands[row].tolist())
    field = opponent_range("improved"), opponent_range("improved", held)
    for number in range(1, 32):
        kept = tuple(card for place, card in enumerate(held) if number >> place & 1)
        alone = evaluate_hold(Hand(held), kept, *field)
        assert whole.value(row, number) == alone.value
        assert removed.value(row, number) == alone.removal


def numbered(kept, held):
    """Return the number of a hold: bit k is the k-th card of the hand."""
    return sum(1 << held.index(card) for card in kept)


def test_the_common_rule_of_all_classes_is_that_of_each():
    usual = holds_by_common_rule()
    for row in range(0, 134459, 61):
        held = suit_classes().hands[row].tolist()
        assert usual[row] == numbered(keep_by_common_rule(held), held)


def one_by_one(own, many, model):
    """Return the chance of every hold, his hands counted anew for every draw of so many cards."""
    rest = [card for card in range(52) if card not in own.cards]
    others = {new: opponent_range(model, own.cards + new) for new in combinations(rest, many)}
    all_there_is = 2 * sum(one.total for one in others.values())
    for kept in combinations(own.cards, 5 - many):
        wins = sum(int(one.halves[rank_of(kept, new)]) for new, one in others.items())
        yield kept, F(wins, all_there_is)


def rank_of(kept, new):
    return Hand((*kept, *new)).rank


@pytest.mark.parametrize("model", ["improved", "dealt", "kept"])
@pytest.mark.parametrize(
    ("text", "many"),
    [
        pytest.param("2c2d3c4c5c", 2, marks=pytest.mark.slow),
        ("AcKcQcJc9d", 1),
        ("AcKcQcJc9c", 1),
        ("AcKcQcJc9c", 0),
        ("2c3d5h7s8c", 0),
    ],
)
def test_holds_of_one_pack_are_those_of_every_draw_on_its_own(text, many, model):
    own = Hand(text)
    kept = list(combinations(own.cards, 5 - many))
    assert dict(one_by_one(own, many, model)) == hold_odds(own, kept, model)


@pytest.mark.slow
def test_a_new_card_against_one_who_stands_is_counted_hand_by_hand(pack):
    """All hands of the pack and all 47 new cards: no code of the counted road."""
    hands, ranks = pack
    own = Hand("2c3c5c7d8d")
    free = ~np.isin(hands, own.cards).any(axis=1)
    hands, ranks = hands[free], ranks[free]
    wins = dict.fromkeys(combinations(own.cards, 4), 0)
    for card in sorted(set(range(52)) - set(own.cards)):
        theirs = ranks[(hands != card).all(axis=1)]
        for kept in wins:
            mine = rank_of(kept, (card,))
            wins[kept] += 2 * int((theirs < mine).sum()) + int((theirs == mine).sum())
    every = 2 * 47 * comb(46, 5)
    assert {kept: F(won, every) for kept, won in wins.items()} == hold_odds(
        own, list(wins), "dealt"
    )


def paired(text, holds, many, seed):
    """Return how often each hold wins in the same deals from one pack."""
    return np.stack([simulated(text, one, many, seed, one_pack=True) for one in holds])


@pytest.mark.slow
def test_what_is_best_is_not_beaten_in_deals_of_random_pairs():
    """The hand of the review, and pairs at random: the best hold beats the other advices."""
    draw, hands = random.Random(24), ["8c8d7hAc2s"]
    while len(hands) < 3:
        some = Hand(draw.sample(range(52), 5))
        found = sabot.hand(some) if some.kind == "one pair" else None
        if found is not None and found.best_whole is not found.best:
            hands.append(str(some))
    for text in hands:
        found = sabot.hand(text)
        best, other = found.best, found.best_whole
        assert best.joint == max(all_hold_odds(found.hand).values())
        scores = paired(text, (best.kept, other.kept), 50_000, seed=24)
        lead = scores[0] - scores[1]
        error = lead.std() / len(lead) ** 0.5
        assert abs(lead.mean() - float(best.joint - other.joint)) < 4 * error


@pytest.mark.slow
def test_holds_of_one_pack_win_as_often_as_in_a_seeded_simulation():
    text, part = "6c6d7c2dKs", parse_cards("6c6d", many=None)
    score = simulated(text, part, 200_000, seed=7, one_pack=True)
    error = score.std() / len(score) ** 0.5
    assert abs(score.mean() - float(all_hold_odds(Hand(text))[part])) < 4 * error


@pytest.mark.parametrize("gone", [(), (0, 1, 9, 17, 50), (0, 1, 2, 3, 48, 49, 50, 51), range(20)])
def test_how_many_packs_end_at_once_is_how_each_ends(gone):
    least, unit = Hand("5c4d3h2sAc").rank, lcm(*(comb(47 - len(gone), many) for many in (1, 2, 3)))
    factors = [
        unit // comb(47 - len(gone), CARDS_DRAWN[kind]) for kind in card_removal.DRAWING_KINDS
    ]
    rests = np.stack((cards_left_by_rank(range(26)), cards_left_by_rank(gone)))
    found = card_removal.final_rank_weights(rests, np.array([*factors, unit]), least)
    one = opponent_range("improved", tuple(gone))
    for rank_ in (1, 1278, 2000, 3000, 4137, 4138, 4900, 5500, least - 1):
        assert int(found.halves(np.array([rank_, rank_]))[1]) == int(one.halves[rank_])
    straights = sum(prod(cards_left_by_rank(gone)[rank_] for rank_ in five) for five in runs())
    flushes = int(one.weights[least : least + 10].sum())
    ends = found.sums[1][np.searchsorted(found.ranks, [least, least + 10])]
    assert int(ends[1] - ends[0]) == unit * straights >= flushes


def runs():
    """Return the ranks of the ten straights."""
    return [[12, 0, 1, 2, 3], *(range(low, low + 5) for low in range(9))]


@pytest.mark.slow
def test_f_b_over_all_classes_is_a_half():
    shares, ways = all_win_shares(), suit_classes().ways
    assert F(int((shares * ways).sum()), int(ways.sum()) * 2 * comb(47, 5)) == F(1, 2)


@pytest.mark.slow
def test_the_common_rule_is_wrong_with_some_pairs_and_with_nothing_better():
    found, usual, ways = all_hold_values_with_removal(), holds_by_common_rule(), suit_classes().ways
    rows = np.arange(len(ways))
    lost = found.values[rows, found.best] - found.values[rows, usual]
    ranks = suit_classes().ranks.astype(int)
    assert int(ways[(lost > 0) & (ranks > 4137)].sum()) == 0
    assert int(ways[(lost > 0) & (ranks > 1277)].sum()) == 65_508
    assert Hand("AcAdKcQdJh").rank == 4137


@pytest.mark.parametrize(
    ("held", "kept"),
    [
        ("AcAdKcKd2h", "AcAdKcKd"),
        ("2c3c4c5cKd", "2c3c4c5c"),
        ("2c3d4h5sKd", "2c3d4h5s"),
        ("Ac2d3h4s9c", "Ac"),
        ("JcQdKhAs2c", "As"),
        ("AcKcQcJcTc", "AcKcQcJcTc"),
        ("6c6d6h2dAs", "6c6d6h"),
    ],
)
def test_the_common_rule_keeps(held, kept):
    assert keep_by_common_rule(parse_cards(held)) == parse_cards(kept, many=None)


def test_of_equal_holds_the_longest_is_taken():
    found = sabot.hand("AcKcQcJcTc")
    assert found.best.discard == found.best_removal.discard == ""
    assert found.best is found.common


def test_the_worst_mistake_of_the_common_rule_is_a_pair_with_four_to_a_straight_flush():
    found = sabot.hand("2c2d3c4c5c")
    assert found.best.hold == found.best_removal.hold == "2c3c4c5c"
    assert found.common.hold == "2c2d"
    assert found.best_removal.removal - found.common.removal > F(1, 10)


def test_hands_that_tie_have_the_odds_of_their_own_suits():
    one, other = sabot.hand("AsKdQhJc9s"), sabot.hand("AsKsQsJs9d")
    assert one.hand == other.hand
    assert one.best.joint != other.best.joint
