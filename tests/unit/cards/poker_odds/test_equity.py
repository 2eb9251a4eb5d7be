"""Range against range: the same counts by enumeration, street by street."""

import json
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from click.testing import CliRunner

from sabot.cards.hand_ranges import parse_range
from sabot.cards.poker_hand import card_text, parse_cards, rank_hand
from sabot.cards.poker_odds.equity import _pair_class, count_equity
from sabot.cli.program import cli
from sabot.errors import HandError, NoMethodError
from sabot.results.equity import RangeEquity, equity


def best(cards):
    return max(rank_hand(five) for five in combinations(cards, 5))


@pytest.mark.parametrize("board", ["AhKd8c5s2c", "AhKd8c5s"])
def test_counts_are_those_of_all_deals(board):
    cards = parse_cards(board, many=None)
    one, two = parse_range("AK:0.5,QJs"), parse_range("88,KQo:1/3")
    wins = ties = total = Fraction(0)
    for mine, weight in one.without(cards).items():
        for yours, other in two.without(cards).items():
            if not set(mine).isdisjoint(yours):
                continue
            rest = set(range(52)) - {*cards, *mine, *yours}
            for more in combinations(sorted(rest), 5 - len(cards)):
                sign = best((*mine, *cards, *more)) - best((*yours, *cards, *more))
                wins += weight * other * (sign > 0)
                ties += weight * other * (sign == 0)
                total += weight * other
    found = count_equity(one, two, cards)
    assert found.equity == (wins + ties / 2) / total


@pytest.mark.slow
def test_before_the_flop_two_hands_meet_on_all_boards():
    found = equity("AsKs", "QhQd")
    assert (found.wins, found.ties, found.losses) == (787966, 6732, 917606)
    assert equity("AsKs", "QQ").total == 6 * 1712304
    assert equity("QQ", "AsKs").equity == 1 - equity("AsKs", "QQ").equity


def test_pairs_of_hands_are_one_class_up_to_suits():
    one, two = parse_range("AsKs").weights, parse_range("QQ").weights
    (own,) = one
    assert len({_pair_class(own, hand) for hand in two}) == 2
    assert sum(1 for _ in two) == 6


def test_what_cannot_be_compared_is_refused():
    with pytest.raises(HandError, match="3, 4 or 5"):
        equity("AA", "KK", "AhKd")
    with pytest.raises(HandError, match="card of the board"):
        equity("AhAd", "KK", "AhKd2c")
    with pytest.raises(HandError, match="dealt together"):
        equity("AhAd", "AhAs", "2c3c4d")
    with pytest.raises(NoMethodError, match="narrow a range"):
        equity("all", "all")


def test_five_cards_are_compared_as_they_are():
    quads = equity("AsAhAdAcKs", "all")
    assert (quads.losses, quads.total) == (31, comb(47, 5))  # straight flushes without these cards
    one = equity("AsKdQhJc9s", "AhKcQsJd9c, 2c2d3h4s5c, AsAdAhAc2s")
    assert (one.wins, one.ties, one.losses) == (0, 1, 1)


@pytest.mark.slow
def test_kinds_are_all_their_hands():
    both = equity("straight flush", "four of a kind+")
    flushes = [
        tuple(4 * (rank % 13) + suit for rank in range(low, low + 5))
        for suit in range(4)
        for low in (*range(9), 12)
    ]
    hands = ["".join(map(card_text, hand)) for hand in flushes]
    listed = equity(",".join(hands), "four of a kind+")
    assert (listed.wins, listed.ties, listed.losses) == (both.wins, both.ties, both.losses)
    turned = equity("four of a kind,straight flush", ",".join(hands))
    assert (turned.wins, turned.ties, turned.losses) == (both.losses, both.ties, both.wins)


@pytest.mark.parametrize(
    ("one", "two", "board", "words"),
    [
        ("AsKdQhJc9s", "AA", "", "neither a hand of five cards"),
        ("pair", "pair,one pair", "", "twice"),
        ("AsAdQhJc9s,pair", "flush", "", "twice"),
        ("AsKdQhJc9s", "AsKcQcJd9c", "", "dealt together"),
        ("AsKdQhJc9s", "pair+", "2c3c4c", "leave the board out"),
        ("AsKdQh", "pair+", "", "3 cards"),
    ],
)
def test_what_is_no_range_of_five_cards_is_refused(one, two, board, words):
    with pytest.raises(HandError, match=words):
        equity(one, two, board)


def test_the_command_prints_percentages_and_json():
    run = CliRunner().invoke(cli, ["hand", "AsKs", "vs", "QQ", "Qs7h2d"])
    assert run.exit_code == 0 and "4.34343" in run.output
    run = CliRunner().invoke(cli, ["equity", "AsKs", "QQ", "Qs7h2d", "--json"])
    document = json.loads(run.output)
    assert document["equity"] == "43/990"
    assert RangeEquity.from_json(document).equity == Fraction(43, 990)


def test_a_sum_of_weights_is_not_called_a_number_of_deals():
    """Seven hands with 990 runouts each; in quarters one hand weighs 4, six weigh 1."""
    given = CliRunner().invoke(cli, ["equity", "9s8s", "AhQd,22:0.25", "Qs7s6d"]).output
    assert "weight    9,900 of all deals" in given and "deals     " not in given
    assert (
        "deals     6,930" in CliRunner().invoke(cli, ["equity", "9s8s", "AhQd,22", "Qs7s6d"]).output
    )
