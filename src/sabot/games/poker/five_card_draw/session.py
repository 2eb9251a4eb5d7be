"""A person's session at a table of five-card draw: the button moves, winnings stay on the table.

It is a session like any other (:class:`sabot.play.session.Session`): it deals, asks, and prints
nothing. Decisions are not judged, because the game is not solved; instead it reports what the
thesis' strategy would have done, and the probability of a hand to win.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from sabot.errors import RulesError
from sabot.forms.extensive import ObservationHistory
from sabot.game_rules.family import NamedAgentFamily
from sabot.game_rules.game import Game
from sabot.game_rules.table import Table
from sabot.games.poker.five_card_draw.players import Player, ThesisPlayer, find_player, parse_answer
from sabot.games.poker.five_card_draw.rules import Observation, stacks_by_seat
from sabot.play.events import Event, Question, SessionSummary
from sabot.play.session import PlayerTable, Session, require_hands

PERSON = "you"
OPPONENT_NAMES = ("Anna", "Ben", "Cora", "Dan", "Eva", "Finn")
"""The others, from the person's left on."""


class DrawPlayerTable(PlayerTable):
    """A table at which a person sits among players."""

    def __init__(
        self,
        stacks: Mapping[str, int],
        players: Mapping[str, tuple[str, Player]],
        *,
        seat: str,
        decide: Callable[[Question], str],
    ) -> None:
        self._stacks_before, self._players = stacks, players
        super().__init__(tuple(stacks), seat=seat, decide=decide)

    def _forget(self) -> None:
        super()._forget()
        self.asked: list[Observation] = []
        """What the person knew at each question of the hand."""

    def play_hand(self, play: Callable[[Table], object]) -> tuple[Fraction | int, ...]:
        """Play one hand, and keep what it paid everybody."""
        self.paid = super().play_hand(play)
        return self.paid

    def ladder(
        self, seat: str, view: ObservationHistory, actions: tuple[str, ...]
    ) -> tuple[list[int], int]:
        """Return the one action that the player at a seat chooses."""
        name, own = self._players[seat]
        seen = Observation.of(seat, view, actions, self._stacks_before, self.random)
        index = actions.index(parse_answer(name, seen, own(seen)))
        return [0] * index + [1] * (len(actions) - index), 1

    def _ask(self, view: ObservationHistory, actions: tuple[str, ...]) -> int:
        self.asked.append(
            Observation.of(self.seat, view, actions, self._stacks_before, self.random)
        )
        return super()._ask(view, actions)


class DrawSession(Session):
    """Hand after hand at one table; who has nothing left buys in again."""

    def __init__(
        self,
        game: Game,
        *,
        seat: str | None = None,
        seed: int = 0,
        hands: int | None = None,
        against: Sequence[str] = (),
    ) -> None:
        seats = game.seats
        game.demand_seat(seats[0] if seat is None else seat)
        require_hands(hands)
        if len(against) >= len(seats):
            raise RulesError(
                f"{len(against)} players against you, and {game} has {len(seats)} seats with yours"
            )
        self.seed, self.hands, self.source = seed, hands, str(game)
        self._first, self._start = game, seats.index(seat or seats[0])
        assert isinstance(game.rules, NamedAgentFamily)  # who sits others at its tables
        named = tuple(against) or (game.rules.usual,)
        self.against = tuple(named[place % len(named)] for place in range(len(seats) - 1))
        self._players = [(name, find_player(name)) for name in self.against]
        self.people = (PERSON, *OPPONENT_NAMES[: len(seats) - 1])
        stacks = tuple(stacks_by_seat(game.parameters["stacks"], seats).values())
        self._buy_in = [stacks[self._place(one, 1)] for one in range(len(seats))]
        self.stacks = dict(zip(self.people, self._buy_in, strict=True))
        """What everybody has."""
        self.bought = dict.fromkeys(self.people, 0)
        """How often everybody has bought in again."""
        self.decisions, self.results, self.played = [], [], []
        self.judge: Any = None
        self.waiting = None
        self.rounds: list[tuple[Observation, str, str]] = []
        """What the person knew, did, and what the thesis' strategy would have done: all hands."""
        self._answers, self._steps, self._given = [], [], 0
        self._sit(1)

    # ------------------------------------------------------------------ who sits where

    def _place(self, person: int, hand: int) -> int:
        """Return the seat of a person in a hand, numbered from 0: the button moves."""
        return (self._start + person - (hand - 1)) % len(self._first.seats)

    def _sit(self, hand: int) -> None:
        """Seat everybody for a hand."""
        seats = self._first.seats
        places = {self._place(one, hand): one for one in range(len(seats))}
        self.names = {seat: self.people[places[n]] for n, seat in enumerate(seats)}
        """Who sits where in this hand."""
        self.seat = next(seat for seat, name in self.names.items() if name == PERSON)
        stacks = {seat: self.stacks[name] for seat, name in self.names.items()}
        values = {**self._first.parameters, "stacks": tuple(stacks.values())}
        self.game = self._first.rules(**values)
        others = {
            seat: self._players[places[n] - 1] for n, seat in enumerate(seats) if seat != self.seat
        }
        self._table: DrawPlayerTable = DrawPlayerTable(
            stacks, others, seat=self.seat, decide=self._decide
        )

    @property
    def sat(self) -> str:
        """Where the person sat in the first hand."""
        return self._first.seats[self._start]

    @property
    def value(self) -> Fraction:
        """Nothing is promised: the game is not solved."""
        return Fraction(0)

    @property
    def seen(self) -> Observation:
        """What the person knows at the question that is waiting."""
        self._open()
        return self._table.asked[-1]

    @property
    def asked(self) -> Sequence[Observation]:
        """What the person knew at each question of the last hand, or of the one that goes on."""
        return self._table.asked

    @property
    def paid(self) -> Mapping[str, int]:
        """What the last hand paid everybody, by name."""
        return {
            self.names[seat]: int(pay)
            for seat, pay in zip(self.game.seats, self._table.paid, strict=True)
        }

    # ------------------------------------------------------------------ playing

    def deal(self) -> tuple[Event, ...]:
        """Begin the next hand; who has nothing left buys in again first."""
        self._require_hand_over()
        for one, name in enumerate(self.people):
            if not self.stacks[name]:
                self.stacks[name] = self._buy_in[one]
                self.bought[name] += 1
        self._sit(len(self.results) + 1)
        self._answers, self._steps = [], []
        return self._go_on()

    def answer(self, action: str) -> tuple[Event, ...]:
        """Answer the question that is waiting: the result, if the hand ends."""
        self._answered(action)
        self.rounds.append((self.seen, action, thesis_advice(self.seen)))
        self._answers.append(action)
        self.waiting = None
        return self._go_on()

    def _go_on(self) -> tuple[Event, ...]:
        events = super()._go_on()
        if events:
            for name, won in self.paid.items():
                self.stacks[name] += won
        return events

    def worth(self) -> Mapping[str, Fraction]:
        """Refuse: the game is not solved."""
        raise RulesError(f"{self.source} is not solved; no action has a price")

    def leak(self, *, fewest: int = 1) -> None:
        """Return nothing: habits have no price where nothing is solved."""

    def summary(self) -> SessionSummary:
        """Return how the session went so far."""
        won = sum((result.payoff for result in self.results), Fraction(0))
        return SessionSummary(
            len(self.results), won, Fraction(0), Fraction(0), len(self.rounds), (), None
        )


def thesis_advice(seen: Observation) -> str:
    """Return what the thesis' strategy would do."""
    return parse_answer("thesis", seen, ThesisPlayer()(seen))
