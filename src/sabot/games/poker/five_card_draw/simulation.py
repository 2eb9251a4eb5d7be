"""Simulation of many hands of five-card draw, on arrays or one by one.

Players that ship with Sabot are turned into tables by rank, by which
:mod:`~sabot.games.poker.five_card_draw.many_hands` plays thousands of hands at once. Where a user's
own player sits down, hands are run through the rules, about a millisecond each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from random import Random

import numpy as np
from numpy.typing import NDArray

from sabot.cards.poker_hand import STRENGTH_COUNT
from sabot.errors import NumberError
from sabot.forms.extensive import ObservationHistory
from sabot.game_rules.table import Dealer
from sabot.games.poker.five_card_draw.many_hands import (
    DrawTable,
    Payments,
    PlayerTables,
    play_hands,
)
from sabot.games.poker.five_card_draw.players import (
    NAMED_PLAYERS,
    Player,
    ThesisPlayer,
    equilibrium_thresholds,
    find_player,
    parse_answer,
    thesis_chances_after_draw,
    thesis_chances_before_draw,
    thesis_player_named,
)
from sabot.games.poker.five_card_draw.rules import Observation, play_draw_poker

_CHUNK_SIZE = 20_000
"""Hands that are dealt with one seed, and between two looks at Ctrl-C."""
_PYTHON_CHUNK_SIZE = 200
"""The same where the rules are run, at a millisecond per hand."""


@dataclass(frozen=True, slots=True)
class DrawSeating:
    """Who sits at the table, with what, and whether the button moves."""

    players: tuple[str, ...]
    """By name, in the order of play of the first hand."""
    stacks: tuple[int, ...]
    """What each has before every hand."""
    raises: int | float
    button_moves: bool
    own: tuple[tuple[str, Player], ...] = ()
    """Players that have no name but here."""

    def called(self, name: str) -> Player:
        """Return the player of a name."""
        return dict(self.own).get(name) or find_player(name)

    def seat(self, number: int, hand: int) -> int:
        """Return who sits at a seat in a hand, both numbered from 0.

        >>> [DrawSeating(("a", "b", "c"), (9, 9, 9), 3, True).seat(2, hand) for hand in range(4)]
        [2, 0, 1, 2]
        """
        return (number + self.button_moves * hand) % len(self.players)


# ---------------------------------------------------------------------- plans


@cache
def player_tables(name: str, players: int) -> PlayerTables | None:
    """Return a player's plan at a table of so many; None where it has none."""
    if name == "cards":  # against one opponent it mixes
        return player_tables("equilibrium", players) if players > 2 else None
    thesis = thesis_player_named(name)
    if name not in NAMED_PLAYERS and thesis is None:
        return None
    first = np.zeros(((1 << players) - 1, STRENGTH_COUNT + 1), np.int8)
    if name != "random":
        entering = partial(_thesis_entry_actions, thesis) if thesis else _equilibrium_entry_actions
        for seat in range(players):
            for mask in range(1 << seat):
                if mask or seat < players - 1:
                    first[(1 << seat) - 1 + mask] = entering(players, seat, mask)
    looks = np.ones(STRENGTH_COUNT + 1, np.int8)
    return PlayerTables(
        first,
        looks,
        _win_probability_powers(players),
        float((thesis or ThesisPlayer()).margin),
        name == "random",
    )


@cache
def _distinct_values(
    values: Callable[[], tuple[Fraction, ...]],
) -> tuple[list[Fraction], NDArray[np.int64]]:
    """Return the values, of which equal ones are mostly the same object, and whose each rank is."""
    by_rank = values()
    numbers: dict[int, int] = {}
    index = [numbers.setdefault(id(value), len(numbers)) for value in by_rank]
    return list({id(value): value for value in by_rank}.values()), np.array(index)


def _thesis_entry_actions(
    thesis: ThesisPlayer, players: int, seat: int, mask: int
) -> NDArray[np.int8]:
    """Return what a strategy of the thesis does before the draw, by rank."""
    entered = [other for other in range(seat) if mask >> other & 1]
    follow = players - 1 - (entered[0] if entered else seat)
    values, index = _distinct_values(thesis_chances_before_draw)
    if seat < players - 1:
        needs = thesis.last(follow, len(entered) + 1)
        done = [int(value >= needs) for value in values]
    else:
        last = thesis.last(follow, len(entered))
        plays, doubles = thesis.blind * last, (1 + last) / 2
        done = [int(value >= plays) + int(value > doubles) for value in values]
    return np.array(done, np.int8)[index]


def _equilibrium_entry_actions(players: int, seat: int, mask: int) -> NDArray[np.int8]:
    """Return what the model's equilibrium does before the draw, by rank."""
    entered = "".join(str(other + 1) for other in range(seat) if mask >> other & 1)
    done = np.zeros(STRENGTH_COUNT + 1, np.int8)
    for rank in equilibrium_thresholds(players)[f"{seat + 1}:{entered}"]:
        done[rank:] += 1
    return done


@cache
def _win_probability_powers(players: int) -> NDArray[np.float64]:
    """Return the chance to win against 0, 1, ... others, by rank."""
    values, index = _distinct_values(thesis_chances_after_draw)
    table = [[float(value**others) for others in range(players)] for value in values]
    return np.array(table)[index]


# ---------------------------------------------------------------------- hands


def simulate_hands(seating: DrawSeating, *, hands: int, seed: int = 0) -> Iterator[Payments]:
    """Yield what hands paid each player, a chunk at a time; equal seeds, equal hands."""
    if not isinstance(hands, int) or hands < 1:
        raise NumberError(f"{hands!r:.40} hands cannot be played; give a whole number, at least 1")
    table = draw_table(seating)
    if table is None:
        yield from _simulate_in_python(seating, hands, seed)
        return
    for start in range(0, hands, _CHUNK_SIZE):
        count = min(_CHUNK_SIZE, hands - start)
        rng = np.random.default_rng([abs(seed), int(seed < 0), start])
        yield play_hands(table, rng, start, count)


def draw_table(seating: DrawSeating) -> DrawTable | None:
    """Return the players as tables; None where one of them is a user's own."""
    many, own = len(seating.players), dict(seating.own)
    players = [None if name in own else player_tables(name, many) for name in seating.players]
    known = [one for one in players if one is not None]
    if len(known) < many:
        return None
    return DrawTable(known, seating.stacks, seating.raises, button_moves=seating.button_moves)


class AgentDealer(Dealer):
    """A table at which players with names sit: what they see is made of their views."""

    def __init__(
        self, stacks: Mapping[str, int], players: Mapping[str, tuple[str, Player]], *, seed: int = 0
    ) -> None:
        super().__init__(tuple(stacks), seed=seed)
        self._stacks, self._players = stacks, players

    def choose(self, seat: str, view: ObservationHistory, actions: tuple[str, ...]) -> int:
        """Ask the player who sits there."""
        name, own = self._players[seat]
        seen = Observation.of(seat, view, actions, self._stacks, self.random)
        return actions.index(parse_answer(name, seen, own(seen)))


def _simulate_in_python(seating: DrawSeating, hands: int, seed: int) -> Iterator[Payments]:
    """Yield the payoffs of hands run by the rules: where a player is a user's own."""
    known = [(name, seating.called(name)) for name in seating.players]
    numbers = range(len(known))
    chance = Random(f"sabot draw {seed}")
    for start in range(0, hands, _PYTHON_CHUNK_SIZE):
        out = np.zeros((min(_PYTHON_CHUNK_SIZE, hands - start), len(known)), np.int64)
        for row in range(len(out)):
            who = [seating.seat(number, start + row) for number in numbers]
            stacks = {str(number + 1): seating.stacks[who[number]] for number in numbers}
            sits = {str(number + 1): known[who[number]] for number in numbers}
            table = AgentDealer(stacks, sits, seed=chance.getrandbits(48))
            hand = partial(play_draw_poker, stacks=stacks, raises=seating.raises)
            paid = table.play_hand(hand)
            out[row, who] = paid
        yield out


def count_payoffs(paid: Payments) -> dict[tuple[int, ...], int]:
    """Return how many hands paid the players how much."""
    return Counter(map(tuple, paid.tolist()))
