"""Five-card draw twice: the same cards and players, by the rules as told and on arrays."""

import subprocess
import sys
from fractions import Fraction as F

import numpy as np
import pytest
from tests.few import few

from sabot.cards.poker_hand import parse_cards
from sabot.cards.poker_odds.discards import keep_by_common_rule
from sabot.cards.shoe import INF
from sabot.game_rules.table import Dealer
from sabot.games.poker.five_card_draw import many_hands
from sabot.games.poker.five_card_draw.many_hands import (
    DrawTable,
    PlayRecord,
    play_hands,
    sorted_hands,
    usual_discards,
)
from sabot.games.poker.five_card_draw.players import NAMED_PLAYERS, parse_answer
from sabot.games.poker.five_card_draw.rules import Observation, hand_rank, play_draw_poker
from sabot.games.poker.five_card_draw.simulation import (
    DrawSeating,
    draw_table,
    player_tables,
    simulate_hands,
)

FIVE = ("thesis", "equilibrium", "random", "random", "thesis-l")
TABLES = {
    "two": DrawSeating(("thesis", "equilibrium"), (100, 100), 3, button_moves=True),
    "five": DrawSeating(FIVE, (100,) * 5, 3, button_moves=True),
    "five with little": DrawSeating(FIVE, (9, 1, 4, 30, 2), 3, button_moves=True),
    "seven who do anything": DrawSeating(
        ("random",) * 7, (50, 5, 3, 2, 1, 70, 8), INF, button_moves=True
    ),
    "seven without a limit": DrawSeating(
        (*FIVE, "thesis", "random"), (60,) * 7, INF, button_moves=True
    ),
    "who is short": DrawSeating(
        ("random", "thesis", "random"), (100, 7, 100), 3, button_moves=True
    ),
    "three who stay": DrawSeating(
        ("random", "thesis", "equilibrium"), (100, 3, 3), 0, button_moves=False
    ),
}


class Again(Dealer):
    """A table that deals the cards of a record, and at which players answer for themselves."""

    def __init__(self, stacks, names, record):
        super().__init__(tuple(stacks))
        self.stacks, self.names = stacks, names
        self.cards = list(record.cards)
        self.moves = list(record.moves)

    def pick(self, labels, weights, total, spots=None):
        return list(map(int, labels)).index(self.cards.pop(0))

    def choose(self, seat, view, actions):
        number, move = self.moves.pop(0)
        assert number == int(seat) - 1
        seen = Observation.of(seat, view, actions, self.stacks, self.random)
        said = word(move, seen)
        assert said in actions
        name = self.names[number]
        if name != "random":  # who mixes is given the choice that was made on arrays
            assert parse_answer(name, seen, NAMED_PLAYERS[name](seen)) == said
        return actions.index(said)


def word(move, seen):
    """Return a move on arrays as it is said at the table."""
    if move >= many_hands.THROW:
        bits = move - many_hands.THROW
        return parse_answer("", seen, [card for n, card in enumerate(seen.cards) if bits >> n & 1])
    if move > many_hands.RAISE:
        return f"{'raise' if seen.bets else 'bet'} {move - many_hands.RAISE}"
    match = {"enter": "enter", "blind": "play"}.get(seen.stage, "look")
    return {many_hands.DROP: "drop", many_hands.MATCH: match, many_hands.DOUBLE: "double"}[move]


def told_again(seating, hand, record):
    """Return what the rules pay each player for the cards and choices of a record."""
    who = [seating.seat(number, hand) for number in range(len(seating.players))]
    stacks = {str(number + 1): seating.stacks[own] for number, own in enumerate(who)}
    table = Again(stacks, [seating.players[own] for own in who], record)
    paid = table.play_hand(lambda there: play_draw_poker(there, stacks, seating.raises))
    assert not table.cards and not table.moves
    found = np.zeros(len(who), np.int64)
    found[who] = paid
    return found


def both_ways(seating, hands):
    """Play hands on arrays, all at once, and by the rules; return in how many cards came again."""
    record, first = PlayRecord(), 11
    paid = play_hands(draw_table(seating), np.random.default_rng(7), first, hands, record)
    played = [record.hand(number) for number in range(hands)]
    for number, hand in enumerate(played):
        assert told_again(seating, first + number, hand).tolist() == paid[number].tolist()
    return sum(len(hand.cards) > 52 for hand in played)


@pytest.mark.parametrize("table", few(2, TABLES))
def test_arrays_play_by_the_rules(table):
    both_ways(TABLES[table], 150)


@pytest.mark.slow
def test_the_pack_is_used_up_and_dealt_again():
    assert both_ways(TABLES["seven who do anything"], 300) > 2


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_thousands_of_hands_on_arrays_are_played_by_the_rules(table):
    both_ways(TABLES[table], 1500)


@pytest.mark.parametrize("table", ["seven who do anything", "five with little"])
def test_a_hand_is_the_same_however_many_hands_follow_it(table):
    few, many = (
        np.concatenate(list(simulate_hands(TABLES[table], hands=hands, seed=5)))
        for hands in (70, 20_100)
    )
    assert (few == many[:70]).all()
    assert (many[:100] != many[20_000:]).any()


def test_every_card_is_dealt_to_every_place_equally_often():
    hands = 20_000
    record, seating = PlayRecord(), TABLES["two"]
    play_hands(draw_table(seating), np.random.default_rng(1), 0, hands, record)
    (_, _, dealt), (_, many, drawn) = record.cards
    seen = np.stack([np.bincount(row, minlength=52) for row in dealt])
    second = np.bincount(drawn[1, many > 1], minlength=52)
    for counts in (*seen, second):
        expected = counts.sum() / 52
        assert ((counts - expected) ** 2 / expected).sum() < 120  # chi square, 51 degrees


def test_arrays_throw_what_players_throw():
    hands = np.random.default_rng(3).permuted(np.tile(np.arange(52), (4000, 1)), axis=1)[:, :5]
    named = ("AsKdQhJc3d", "Ah5d4h3c2s", "Ah9d4h3c2s", "TsKdQhJc3d", "9s5d4h3c2s", "As9s7s2s3d")
    hands = np.concatenate([hands, [parse_cards(hand) for hand in named]]).astype(np.uint8)
    cards = sorted_hands(hands.T)
    ranks = np.array([hand_rank(hand) for hand in hands.tolist()])
    for hand, bits in zip(cards.T.tolist(), usual_discards(cards, ranks).tolist(), strict=True):
        thrown = {card for place, card in enumerate(hand) if bits >> place & 1}
        assert thrown == set(hand) - set(keep_by_common_rule(hand)), hand


def exchanged(playing, doubling):
    """Return a plan: the thesis', but as the blind by two rules that may be the model's."""
    base, blind = player_tables("thesis", 5), (1 << 4) - 1
    first = base.first.copy()
    doubles, plays = (
        player_tables(doubling, 5).first[blind:] == 2,
        player_tables(playing, 5).first[blind:] > 0,
    )
    first[blind:] = 2 * doubles + (plays & ~doubles)
    return base._replace(first=first)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("playing", "doubling", "low", "high"),
    [
        ("equilibrium", "thesis", F(1, 2), 1),
        ("thesis", "equilibrium", F(-1, 5), F(1, 5)),
        ("thesis", "thesis", F(-1, 5), F(1, 5)),
    ],
)
def test_the_thesis_loses_by_what_its_blind_plays_on_with(playing, doubling, low, high):
    """The page on the table says so; each bound is four standard errors away, or nearly."""
    players = [exchanged(playing, doubling), *[player_tables("thesis", 5)] * 4]
    table, hands = DrawTable(players, (100,) * 5, 3, button_moves=True), 50_000
    paid = play_hands(table, np.random.default_rng(1), 0, hands)
    assert low < F(int(paid[:, 0].sum()), hands) < high


FIRST_USE = """
import sys
from sabot.cli.main import main
for words in ("simulate draw-poker --hands 30000", "draw tournament thesis random"):
    sys.argv[1:] = words.split()
    assert main() == 0
assert "numba" not in sys.modules
"""


@pytest.mark.slow
def test_nothing_is_compiled_to_play_hands():
    done = subprocess.run([sys.executable, "-c", FIRST_USE], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "30,000" in done.stdout and "1,000" in done.stdout
