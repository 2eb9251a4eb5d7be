"""Many hands of five-card draw: by compiled loops where all players have plans, else as told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.compiled import Loops
from sabot.errors import NumberError
from sabot.forms.tree import View
from sabot.games.poker.draw.equilibrium import cuts
from sabot.games.poker.draw.players import BOOKISH, NAMED, Player, answered, player
from sabot.games.poker.draw.rules import tell
from sabot.games.poker.draw.seen import Seen
from sabot.games.poker.draw.thesis import Thesis, after_the_draw, before_the_draw
from sabot.poker.ladder import STRENGTHS
from sabot.poker.tables import tables
from sabot.shoe import INF
from sabot.telling.tables import Dealer

LOOPS = Loops("sabot.games.poker.draw.kernel", pays_from=20_000)
"""Work in hands, at a fifth of a millisecond each in Python; compiling takes ten seconds, once."""
_CHUNK = 20_000
"""Hands that are dealt with one seed, and between two looks at Ctrl-C."""
_TOLD = 200
"""The same where the rules are told, a millisecond a hand."""
_NO_LIMIT = 10**9
Payments = NDArray[np.int64]
"""What each hand paid each player."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits at the table, with what, and whether the button moves."""

    players: tuple[str, ...]
    """By name, in the order of play of the first hand."""
    stacks: tuple[int, ...]
    """What each has before every hand."""
    raises: int | float
    turning: bool
    own: tuple[tuple[str, Player], ...] = ()
    """Players that have no name but here."""

    def called(self, name: str) -> Player:
        """Return the player of a name."""
        return dict(self.own).get(name) or player(name)

    def seat(self, number: int, hand: int) -> int:
        """Return who sits at a seat in a hand, both numbered from 0.

        >>> [Seating(("a", "b", "c"), (9, 9, 9), 3, True).seat(2, hand) for hand in range(4)]
        [2, 0, 1, 2]
        """
        return (number + self.turning * hand) % len(self.players)


# ---------------------------------------------------------------------- plans


class Plan(NamedTuple):
    """A player as tables: see :mod:`sabot.games.poker.draw.kernel`."""

    first: NDArray[np.int8]
    looks: NDArray[np.int8]
    powers: NDArray[np.float64]
    margin: float
    wild: bool


@cache
def plan(name: str, players: int) -> Plan | None:
    """Return a player's plan at a table of so many; None where it has none."""
    if name not in NAMED:
        return None
    first = np.zeros(((1 << players) - 1, STRENGTHS + 1), np.int8)
    if name != "random":
        thesis = BOOKISH.get(name)
        entering = partial(_thesis_enters, thesis) if thesis else _equilibrium_enters
        for seat in range(players):
            for mask in range(1 << seat):
                if mask or seat < players - 1:
                    first[(1 << seat) - 1 + mask] = entering(players, seat, mask)
    looks = np.ones(STRENGTHS + 1, np.int8)
    return Plan(first, looks, _powers(players), float(Thesis().margin), name == "random")


@cache
def _spread(values: Callable[[], tuple[Fraction, ...]]) -> tuple[list[Fraction], NDArray[np.int64]]:
    """Return the different values, and which of them each rank has."""
    places: dict[Fraction, int] = {}
    index = [places.setdefault(value, len(places)) for value in values()]
    return list(places), np.array(index)


def _thesis_enters(thesis: Thesis, players: int, seat: int, mask: int) -> NDArray[np.int8]:
    """Return what a strategy of the thesis does before the draw, by rank."""
    entered = [other for other in range(seat) if mask >> other & 1]
    follow = players - 1 - (entered[0] if entered else seat)
    values, index = _spread(before_the_draw)
    if seat < players - 1:
        needs = thesis.last(follow, len(entered) + 1)
        done = [int(value >= needs) for value in values]
    else:
        last = thesis.last(follow, len(entered))
        plays, doubles = thesis.blind * last, (1 + last) / 2
        done = [int(value >= plays) + int(value > doubles) for value in values]
    return np.array(done, np.int8)[index]


def _equilibrium_enters(players: int, seat: int, mask: int) -> NDArray[np.int8]:
    """Return what the model's equilibrium does before the draw, by rank."""
    entered = "".join(str(other + 1) for other in range(seat) if mask >> other & 1)
    done = np.zeros(STRENGTHS + 1, np.int8)
    for rank in cuts(players)[f"{seat + 1}:{entered}"]:
        done[rank:] += 1
    return done


@cache
def _powers(players: int) -> NDArray[np.float64]:
    """Return the chance to win against 0, 1, ... others, by rank."""
    values, index = _spread(after_the_draw)
    table = [[float(value**others) for others in range(players)] for value in values]
    return np.array(table)[index]


# ---------------------------------------------------------------------- hands


def deal(seating: Seating, *, hands: int, seed: int = 0) -> Iterator[Payments]:
    """Yield what hands paid each player, a chunk at a time; equal seeds, equal hands."""
    if not isinstance(hands, int) or hands < 1:
        raise NumberError(f"{hands!r:.40} hands; play a whole number of them, at least 1")
    many = len(seating.players)
    own = dict(seating.own)
    plans = [None if name in own else plan(name, many) for name in seating.players]
    known = [one for one in plans if one is not None]
    if len(known) < many:
        yield from _told(seating, hands, seed)
        return
    stacked, loops = stack(known), LOOPS(hands)
    for start in range(0, hands, _CHUNK):
        count = min(_CHUNK, hands - start)
        rng = np.random.default_rng([abs(seed), int(seed < 0), start])
        yield played(seating, stacked, rng, start, count, loops)[0]


def stack(plans: Sequence[Plan]) -> tuple[NDArray[Any], ...]:
    """Return the plans of all players as the loops take them."""
    return (
        np.stack([one.first for one in plans]),
        np.stack([one.looks for one in plans]),
        np.stack([one.powers for one in plans]),
        np.array([one.margin for one in plans]),
        np.array([one.wild for one in plans]),
    )


class Trace(NamedTuple):
    """What happened in the last hand: cards as they were drawn, moves of seats."""

    cards: tuple[int, ...]
    moves: tuple[tuple[int, int], ...]


def played(
    seating: Seating, plans: tuple[Any, ...], rng: Any, start: int, count: int, loops: Any
) -> tuple[Payments, Trace]:
    """Return what *count* hands paid, and how the last of them went."""
    out = np.zeros((count, len(seating.players)), np.int64)
    raises = _NO_LIMIT if seating.raises == INF else int(seating.raises)
    game = np.array(seating.stacks, np.int64), raises
    trace = np.zeros(64, np.int64), np.zeros((4096, 2), np.int64), np.zeros(2, np.int64)
    turning = int(seating.turning)
    loops.play_hands(rng, start, turning, game, plans, tuple(tables()), out, trace)
    drawn, moves, counts = trace
    return out, Trace(
        tuple(drawn[: counts[0]].tolist()),
        tuple((seat, move) for seat, move in moves[: counts[1]].tolist()),
    )


class PlayersTable(Dealer):
    """A table at which players with names sit: what they see is made of their views."""

    def __init__(
        self, stacks: Mapping[str, int], players: Mapping[str, tuple[str, Player]], *, seed: int = 0
    ) -> None:
        super().__init__(tuple(stacks), seed=seed)
        self._stacks, self._players = stacks, players

    def choose(self, seat: str, view: View, actions: tuple[str, ...]) -> int:
        """Ask the player who sits there."""
        name, own = self._players[seat]
        seen = Seen.of(seat, view, actions, self._stacks, self.random)
        return actions.index(answered(name, seen, own(seen)))


def _told(seating: Seating, hands: int, seed: int) -> Iterator[Payments]:
    """Yield what hands paid that are told: where a player is a user's own."""
    known = [(name, seating.called(name)) for name in seating.players]
    numbers = range(len(known))
    chance = Random(f"sabot draw {seed}")
    for start in range(0, hands, _TOLD):
        out = np.zeros((min(_TOLD, hands - start), len(known)), np.int64)
        for row in range(len(out)):
            who = [seating.seat(number, start + row) for number in numbers]
            stacks = {str(number + 1): seating.stacks[who[number]] for number in numbers}
            sits = {str(number + 1): known[who[number]] for number in numbers}
            table = PlayersTable(stacks, sits, seed=chance.getrandbits(48))
            paid = table.hand(lambda there, own=stacks: tell(there, own, seating.raises))  # type: ignore[misc]
            out[row, who] = paid
        yield out


def counted(paid: Payments) -> dict[tuple[int, ...], int]:
    """Return how many hands paid the players how much."""
    rows, many = np.unique(paid, axis=0, return_counts=True)
    return {tuple(row): count for row, count in zip(rows.tolist(), many.tolist(), strict=True)}
