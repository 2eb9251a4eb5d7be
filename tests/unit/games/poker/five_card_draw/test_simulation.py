"""Five-card draw twice: the same cards and players, by the rules as told and by the loops."""

import subprocess
import sys
from fractions import Fraction as F

import numpy as np
import pytest

from sabot.cards.poker_hand import parse_cards
from sabot.cards.poker_odds.discards import keep_by_common_rule
from sabot.cards.shoe import INF
from sabot.game_rules.table import Dealer
from sabot.games.poker.five_card_draw import kernel
from sabot.games.poker.five_card_draw.players import NAMED_PLAYERS, parse_answer
from sabot.games.poker.five_card_draw.rules import Observation, hand_rank, play_draw_poker
from sabot.games.poker.five_card_draw.simulation import (
    LOOPS,
    DrawSeating,
    player_tables,
    run_hands,
    stack_player_tables,
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
    """A table that deals the cards of a trace, and at which players answer for themselves."""

    def __init__(self, seating, stacks, names, trace):
        super().__init__(tuple(stacks))
        self.stacks, self.names = stacks, names
        self.cards = list(trace.cards)
        self.moves = list(trace.moves)

    def pick(self, labels, weights, total, spots=None):
        return list(map(int, labels)).index(self.cards.pop(0))

    def choose(self, seat, view, actions):
        number, move = self.moves.pop(0)
        assert number == int(seat) - 1
        seen = Observation.of(seat, view, actions, self.stacks, self.random)
        said = word(move, seen)
        assert said in actions
        name = self.names[number]
        if name != "random":  # who mixes is given the loops' own choice
            assert parse_answer(name, seen, NAMED_PLAYERS[name](seen)) == said
        return actions.index(said)


def word(move, seen):
    """Return a move of the loops as it is said at the table."""
    if move >= kernel.THROW:
        bits = move - kernel.THROW
        return parse_answer("", seen, [card for n, card in enumerate(seen.cards) if bits >> n & 1])
    if move > kernel.RAISE:
        return f"{'raise' if seen.bets else 'bet'} {move - kernel.RAISE}"
    match = {"enter": "enter", "blind": "play"}.get(seen.stage, "look")
    return {kernel.DROP: "drop", kernel.MATCH: match, kernel.DOUBLE: "double"}[move]


def told_again(seating, hand, trace):
    """Return what the rules pay each player for the cards and choices of a trace."""
    who = [seating.seat(number, hand) for number in range(len(seating.players))]
    stacks = {str(number + 1): seating.stacks[own] for number, own in enumerate(who)}
    table = Again(seating, stacks, [seating.players[own] for own in who], trace)
    paid = table.hand(lambda there: play_draw_poker(there, stacks, seating.raises))
    assert not table.cards and not table.moves
    found = np.zeros(len(who), np.int64)
    found[who] = paid
    return found


def both_ways(seating, hands, loops):
    """Play hands by the loops, one by one, and by the rules; return how many cards came again."""
    plans = stack_player_tables(
        [player_tables(name, len(seating.players)) for name in seating.players]
    )
    rng = np.random.default_rng(7)
    again = 0
    for hand in range(hands):
        paid, trace = run_hands(seating, plans, rng, hand, 1, loops)
        assert told_again(seating, hand, trace).tolist() == paid[0].tolist()
        again += len(trace.cards) > 52
    return again


@pytest.mark.parametrize("table", TABLES)
def test_the_loops_play_by_the_rules(table):
    both_ways(TABLES[table], 150, LOOPS.plain)


def test_the_pack_is_used_up_and_dealt_again():
    assert both_ways(TABLES["seven who do anything"], 300, LOOPS.plain) > 2


def test_the_loops_throw_what_players_throw():
    hands = np.random.default_rng(3).permuted(np.tile(np.arange(52), (4000, 1)), axis=1)[:, :5]
    hands = [tuple(sorted(hand, reverse=True)) for hand in hands.tolist()]
    named = ("AsKdQhJc3d", "Ah5d4h3c2s", "Ah9d4h3c2s", "TsKdQhJc3d", "9s5d4h3c2s", "As9s7s2s3d")
    hands += [tuple(sorted(parse_cards(hand), reverse=True)) for hand in named]
    for hand in hands:
        bits = kernel.usual_discard(np.array(hand), hand_rank(hand))
        thrown = {card for place, card in enumerate(hand) if bits >> place & 1}
        assert thrown == set(hand) - set(keep_by_common_rule(hand)), hand


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_the_compiled_loops_play_by_the_rules(table):
    both_ways(TABLES[table], 1500, LOOPS.compiled)


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
    seating = DrawSeating(("thesis",) * 5, (100,) * 5, 3, button_moves=True)
    plans = stack_player_tables([exchanged(playing, doubling), *[player_tables("thesis", 5)] * 4])
    rng, hands = np.random.default_rng(1), 50_000
    paid, _ = run_hands(seating, plans, rng, 0, hands, LOOPS.compiled)
    assert low < F(int(paid[:, 0].sum()), hands) < high


FIRST_USE = """
import sys
from sabot.cli.main import main
for words in ("simulate draw-poker", "draw tournament thesis random", "hand AsKdQhJc9s"):
    sys.argv[1:] = words.split()
    assert main() == 0
assert "numba" not in sys.modules
"""


def test_nothing_is_compiled_where_nobody_says_how_many_hands():
    done = subprocess.run([sys.executable, "-c", FIRST_USE], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "1,000" in done.stdout
