"""Tournaments of five-card draw: the button moves, and all have the same stack before every hand.

>>> found = run_tournament(["thesis", "random"], hands=200, seed=1)
>>> [one.name for one in found.standings], sum(one.won for one in found.standings)
(['thesis', 'random'], 0)
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from sabot.errors import NumberError, RulesError
from sabot.exact import as_rational, format_fraction
from sabot.games.poker.five_card_draw.many_hands import Payments
from sabot.games.poker.five_card_draw.players import Player, find_player
from sabot.games.poker.five_card_draw.rules import DEFAULT_RAISES, DEFAULT_STACK, MAX_PLAYERS
from sabot.games.poker.five_card_draw.simulation import DrawSeating, simulate_hands
from sabot.loading import load
from sabot.progress import report_progress
from sabot.results.base import Result

_Z_SCORES = {95: 1.959963984540054, 99: 2.5758293035489004}


@dataclass(frozen=True)
class PlayerStanding:
    """How one player did."""

    name: str
    hands: int
    won: int
    """Units in all."""
    squares: int
    """The sum of the squares of what single hands paid."""
    ahead: int
    """Hands that paid something, ..."""
    behind: int
    """... and that cost something; in the others nothing was won or lost."""
    seats: tuple[Fraction | None, ...]
    """The mean at each seat, the blind last; None where the player never sat there."""

    @property
    def mean(self) -> Fraction:
        """Units per hand."""
        return Fraction(self.won, self.hands)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        if self.hands < 2:
            return math.inf
        spread = Fraction(self.squares) - self.hands * self.mean**2
        return math.sqrt(spread / (self.hands - 1) / self.hands)

    def interval(self, percent: int = 95) -> tuple[float, float]:
        """Return the confidence interval of the mean (95 or 99 per cent)."""
        wide = _Z_SCORES[percent] * self.error
        return float(self.mean) - wide, float(self.mean) + wide

    def to_json(self) -> dict[str, object]:
        """Return the player's part of ``sabot draw tournament --json``."""
        known = self.hands > 1
        return {
            "name": self.name,
            "won": self.won,
            "squares": self.squares,
            "mean": format_fraction(self.mean),
            "decimal": float(self.mean),
            "standard_error": self.error if known else None,
            "intervals": {str(p): list(self.interval(p)) if known else None for p in (95, 99)},
            "ahead": self.ahead,
            "behind": self.behind,
            "seats": [None if mean is None else format_fraction(mean) for mean in self.seats],
        }

    @classmethod
    def from_json(cls, hands: int, document: Mapping[str, Any]) -> PlayerStanding:
        """Return how a player did in so many hands, read from a document."""
        won, squares, ahead, behind = (
            int(document[k]) for k in ("won", "squares", "ahead", "behind")
        )
        seats = tuple(None if mean is None else as_rational(mean) for mean in document["seats"])
        return cls(str(document["name"]), hands, won, squares, ahead, behind, seats)


@dataclass(frozen=True)
class Tournament(Result):
    """Who won how much from whom, in how many hands."""

    game: str
    hands: int
    asked: int
    seed: int
    standings: tuple[PlayerStanding, ...]
    seconds: float = field(default=0.0, compare=False)

    _schema = "sabot/tournament/1"

    @property
    def complete(self) -> bool:
        """Whether all hands that were asked for were played."""
        return self.hands == self.asked

    def to_json(self) -> dict[str, object]:
        """Return the document of ``sabot draw tournament --json``."""
        return {
            "schema": self._schema,
            "game": self.game,
            "hands": self.hands,
            "asked": self.asked,
            "seed": self.seed,
            "players": [one.to_json() for one in self.standings],
            "complete": self.complete,
            "seconds": round(self.seconds, 6),
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Tournament:
        """Return the tournament of a document."""
        hands, asked, seed = (int(document[key]) for key in ("hands", "asked", "seed"))
        players = tuple(PlayerStanding.from_json(hands, one) for one in document["players"])
        return cls(str(document["game"]), hands, asked, seed, players, float(document["seconds"]))


def run_tournament(
    players: Sequence[str | Player],
    *,
    hands: int,
    seed: int = 0,
    stack: int = DEFAULT_STACK,
    raises: int | float = DEFAULT_RAISES,
    progress: Callable[[int], None] | None = None,
) -> Tournament:
    """Let players play *hands* hands; they are named, or functions as ``draw.players`` has it.

    Ctrl-C ends it early; the hands that were played are counted.
    """
    if not 2 <= len(players) <= MAX_PLAYERS:
        many = "1 player" if len(players) == 1 else f"{len(players)} players"
        raise NumberError(f"{many}; 2 to {MAX_PLAYERS} can sit at the table")
    game = load("draw-poker").rules(players=len(players), stacks=(stack,), raises=raises)
    names, own = _resolve_players(players)
    stacks = (stack,) * len(players)
    seating = DrawSeating(names, stacks, raises, button_moves=True, own=tuple(own.items()))
    tally = _TournamentTally(len(players))
    try:
        for paid in simulate_hands(seating, hands=hands, seed=seed):
            tally.add(paid)
            report_progress("dealing", tally.hands, hands, "hands")
            if progress is not None:
                progress(tally.hands)
    except KeyboardInterrupt:
        if not tally.hands:
            raise
    return Tournament(
        str(game), tally.hands, hands, seed, tally.standings(_number_duplicates(names))
    )


def _resolve_players(players: Sequence[str | Player]) -> tuple[tuple[str, ...], dict[str, Player]]:
    """Return the players by name, and those that are functions."""
    names: list[str] = []
    own: dict[str, Player] = {}
    for one in players:
        if isinstance(one, str):
            find_player(one)  # raises if there is none
            names.append(one)
        elif callable(one):
            name = getattr(one, "__name__", type(one).__name__)
            while own.get(name, one) is not one:
                name += "'"
            own[name] = one
            names.append(name)
        else:
            raise RulesError(
                f"{one!r:.60} is not a player: give a name, or a function of what it has seen"
            )
    return tuple(names), own


def _number_duplicates(names: Sequence[str]) -> list[str]:
    """Return names with a number where a player sits more than once.

    >>> _number_duplicates(["thesis", "random", "thesis"])
    ['thesis', 'random', 'thesis 2']
    """
    seen: Counter[str] = Counter()
    found = []
    for name in names:
        seen[name] += 1
        found.append(f"{name} {seen[name]}" if seen[name] > 1 else name)
    return found


class _TournamentTally:
    """Sums over the hands so far, by player and by seat."""

    def __init__(self, players: int) -> None:
        self.players, self.hands = players, 0
        self.squares = np.zeros(players, np.int64)
        self.ahead, self.behind = np.zeros(players, np.int64), np.zeros(players, np.int64)
        self.won = np.zeros((players, players), np.int64)
        self.sat = np.zeros((players, players), np.int64)

    def add(self, paid: Payments) -> None:
        """Add hands, in which no unit may be lost or made."""
        assert not paid.sum(axis=1).any(), "a hand pays out another sum than was put in"
        self.squares += (paid**2).sum(axis=0)
        self.ahead += (paid > 0).sum(axis=0)
        self.behind += (paid < 0).sum(axis=0)
        for phase in range(self.players):
            rows = paid[phase :: self.players]
            for one in range(self.players):
                seat = (one - self.hands - phase) % self.players
                self.won[one, seat] += rows[:, one].sum()
                self.sat[one, seat] += len(rows)
        self.hands += len(paid)

    def standings(self, names: Sequence[str]) -> tuple[PlayerStanding, ...]:
        """Return how everybody did."""
        return tuple(
            PlayerStanding(
                name,
                self.hands,
                int(self.won[one].sum()),
                int(self.squares[one]),
                int(self.ahead[one]),
                int(self.behind[one]),
                tuple(
                    Fraction(int(won), int(sat)) if sat else None
                    for won, sat in zip(self.won[one], self.sat[one], strict=True)
                ),
            )
            for one, name in enumerate(names)
        )
