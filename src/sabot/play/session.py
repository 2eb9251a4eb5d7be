"""Playing against the optimum: a person at one seat, an optimal strategy at the other.

A :class:`Session` deals hands, puts questions and judges answers; it prints nothing and never
waits, so that a terminal and a web page can both sit on it. A rules function is an ordinary
function that cannot be left half-way and entered again: after every answer the hand is played
again from the top, with the same chance and the answers given so far (as the ``Explorer`` does).

>>> session = Session("kuhn-poker", seat="second", seed=1)
>>> events = session.deal()
>>> session.waiting.view, session.waiting.actions
('J,pass', ('pass', 'bet'))
>>> decision, result = session.answer("bet")
>>> decision.loss, result.payoff
(Fraction(0, 1), Fraction(1, 1))

Every answer is judged against the optimal opponent. An action's *loss* is the worth of the best
action minus its own, so every action of an optimal mix costs nothing. Over finished hands

    result  =  hands x value  -  losses  +  luck

and luck, what chance and the opponent's mixing did, is 0 on average whatever the person does. The
*leak* is what an opponent who knew the person's habits could win: see :mod:`sabot.analyse.leak`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from sabot import api
from sabot.analyse.leak import Leak, Meter
from sabot.errors import NoMethodError, NumberError, RulesError
from sabot.forms.matrix import MatrixForm
from sabot.forms.sequence import from_tree
from sabot.forms.tree import View
from sabot.games import load
from sabot.results.solution import Solution
from sabot.telling.game import Form, Game
from sabot.telling.tables import Dealer, Mix, Table, view_key

RAREST = Fraction(1, 1000)
"""A seat that is asked in fewer hands than this has nothing to play."""


@dataclass(frozen=True)
class Known:
    """One thing that the person knows: what was seen, or what was chosen."""

    text: str
    own: bool
    """Whether it is the person's own choice."""


@dataclass(frozen=True)
class Question:
    """What the person is asked: only what the seat knows is in it."""

    seat: str
    view: str
    actions: tuple[str, ...]
    seen: tuple[Known, ...]


@dataclass(frozen=True)
class Step:
    """One thing that happened in a hand, hidden from the person until the hand is over."""

    kind: Literal["drawn", "shown", "chose"]
    seat: str
    """Who saw or chose it; empty for chance, and for what all were shown."""
    text: str
    view: str = ""
    """What the seat knew when it chose."""


@dataclass(frozen=True)
class Decision:
    """An answer, judged."""

    hand: int
    view: str
    action: str
    best: tuple[str, ...]
    """The actions that cost nothing."""
    loss: Fraction


@dataclass(frozen=True)
class Result:
    """A finished hand: what it paid the person, and all that happened in it."""

    hand: int
    payoff: Fraction
    steps: tuple[Step, ...]


Event = Decision | Result


@dataclass(frozen=True)
class Summary:
    """How the session went. Losses and luck are those of the finished hands."""

    hands: int
    won: Fraction
    expected: Fraction
    """What optimal play would have earned on average in these hands."""
    lost: Fraction
    """What the answers in them cost."""
    decisions: int
    costly: tuple[Decision, ...]
    """Every answer that cost something, the worst first; those of an unfinished hand too."""
    leak: Leak

    @property
    def luck(self) -> Fraction:
        """What chance and the opponent's mixing added."""
        return self.won - self.expected + self.lost


class Seat(Dealer):
    """A table at which *decide* answers for one seat, and strategies for the others."""

    def __init__(
        self,
        seats: Sequence[str],
        strategies: Mapping[str, Mapping[str, Mix]] | None = None,
        *,
        seat: str,
        decide: Callable[[Question], str],
        seed: int = 0,
    ) -> None:
        super().__init__(seats, strategies, seed=seed)
        self.seat = self._known(seat)
        self.decide = decide
        self.steps: list[Step] = []
        self._own: set[int] = set()

    def hand(self, play: Callable[[Table], object]) -> tuple[Fraction | int, ...]:
        """Play one hand; ``steps`` then tells all that happened in it."""
        self.steps = []
        self._own = set()
        return super().hand(play)

    def pick(
        self,
        labels: Sequence[Any],
        weights: Sequence[int],
        total: int,
        spots: Sequence[int] | None = None,
    ) -> int:
        """Draw, and note the card."""
        index = super().pick(labels, weights, total, spots)
        self.steps.append(Step("drawn", "", view_key((labels[index],))))
        return index

    def show(self, seat: str, *items: Hashable) -> None:
        """Let *seat* see *items*, and note it."""
        super().show(seat, *items)
        self.steps.append(Step("shown", seat, view_key(items)))

    def announce(self, *items: Hashable) -> None:
        """Let every seat see *items*, and note it once."""
        for seat in self.seats:
            super().show(seat, *items)
        self.steps.append(Step("shown", "", view_key(items)))

    def choose(self, seat: str, view: View, actions: tuple[str, ...]) -> int:
        """Ask for the person's seat, unless there is nothing to choose; play the others."""
        if seat != self.seat:
            index = super().choose(seat, view, actions)
        else:
            index = 0 if len(actions) == 1 else self._ask(view, actions)
            self._own.add(len(view))
        self.steps.append(Step("chose", seat, actions[index], view_key(view)))
        return index

    def _ask(self, view: View, actions: tuple[str, ...]) -> int:
        seen = (Known(view_key((item,)), n in self._own) for n, item in enumerate(view))
        answer = self.decide(Question(self.seat, view_key(view), actions, tuple(seen)))
        if answer not in actions:
            raise RulesError(f"{answer!r} is not an action here; may: {', '.join(actions)}")
        return actions.index(answer)


class _Pause(BaseException):
    """Leaves a rules function at a question without an answer; rules must not catch it."""

    def __init__(self, question: Question) -> None:
        super().__init__()
        self.question = question


class Session:
    """Hand after hand of one game: :meth:`deal`, then :meth:`answer` while one is *waiting*.

    Equal seeds and equal answers give equal hands; the cards of a hand do not depend on what was
    answered in the hands before it. *hands* ends the session after so many hands (None: never).
    """

    def __init__(
        self,
        game: Game | str,
        *,
        seat: str | None = None,
        seed: int = 0,
        hands: int | None = None,
        solution: Solution | None = None,
    ) -> None:
        self.game = load(game) if isinstance(game, str) else game
        self.seat = self.game.seats[0] if seat is None else seat
        if self.seat not in self.game.seats:
            raise RulesError(f"no seat {seat!r} at {self.game}; its seats: {self.game.seats}")
        if hands is not None and hands < 1:
            raise NumberError(f"{hands} hands; play at least 1")
        self.seed = seed
        self.hands = hands
        self.waiting: Question | None = None
        """The question that is open, if there is one."""
        self.decisions: list[Decision] = []
        self.results: list[Result] = []
        form = _form(self.game)
        solution = api.solve(form) if solution is None else solution
        self.meter = Meter(form, solution, of=self.seat)
        self.opponent = next(seat for seat in self.game.seats if seat != self.seat)
        asked = self.meter.asked
        if asked < RAREST:
            often = "never asked" if not asked else "asked in fewer than 1 of 1,000 hands"
            raise NoMethodError(
                f"{self.game}: against an optimal {self.opponent}, {self.seat} is {often}, so "
                f"there is nothing to play; try the seat {self.opponent}"
            )
        others = {self.opponent: solution[self.opponent]}
        self._table = Seat(self.game.seats, others, seat=self.seat, decide=self._decide)
        self._counts: dict[str, Counter[str]] = {}
        self._leak: Leak | None = None
        self._answers: list[str] = []
        self._given = 0
        self._told: list[Step] = []

    @property
    def hand(self) -> int:
        """The number of the hand that is being played (or was, when none is)."""
        return len(self.results) + (self.waiting is not None)

    @property
    def over(self) -> bool:
        """Whether all hands that were asked for are played."""
        return self.hands is not None and len(self.results) >= self.hands

    @property
    def value(self) -> Fraction:
        """What the person's seat earns a hand, on average, when both play optimally."""
        return self.meter.value

    def deal(self) -> tuple[Event, ...]:
        """Begin the next hand; it may be over before the person is asked anything."""
        if self.waiting is not None:
            raise RulesError("the hand is not over; answer the question that is waiting")
        if self.over:
            raise RulesError(f"all {self.hands} hands are played")
        self._answers = []
        self._told = []
        return self._go_on()

    def answer(self, action: str) -> tuple[Event, ...]:
        """Answer the question that is waiting: the judgement, and the result if the hand ends."""
        question = self.waiting
        if question is None:
            raise RulesError("no question is waiting; deal the next hand")
        if action not in question.actions:
            raise RulesError(
                f"{action!r} is not an action here; may: {', '.join(question.actions)}"
            )
        worth = self.worth()
        best = tuple(a for a in question.actions if worth[a] == max(worth.values()))
        loss = max(worth.values()) - worth[action]
        decision = Decision(self.hand, question.view, action, best, loss)
        self.decisions.append(decision)
        self._counts.setdefault(question.view, Counter())[action] += 1
        self._leak = None
        self._answers.append(action)
        self.waiting = None
        return decision, *self._go_on()

    def worth(self) -> Mapping[str, Fraction]:
        """Return what each action of the waiting question earns against the optimal opponent."""
        if self.waiting is None:
            raise RulesError("no question is waiting; deal the next hand")
        return self.meter.worths[self.waiting.view].worth

    def hint(self) -> Mapping[str, Fraction]:
        """Return the optimal mix at the waiting question."""
        if self.waiting is None:
            raise RulesError("no question is waiting; deal the next hand")
        return self.meter.optimal[self.waiting.view]

    def leak(self) -> Leak:
        """Return what the frequencies shown so far give away, with its band."""
        if self._leak is None:
            self._leak = self.meter.leak(self._counts, seed=self.seed)
        return self._leak

    def summary(self) -> Summary:
        """Return how the session went so far."""
        hands = len(self.results)
        finished = [decision for decision in self.decisions if decision.hand <= hands]
        costly = [decision for decision in self.decisions if decision.loss]
        return Summary(
            hands=hands,
            won=sum((result.payoff for result in self.results), Fraction(0)),
            expected=hands * self.value,
            lost=sum((decision.loss for decision in finished), Fraction(0)),
            decisions=len(self.decisions),
            costly=tuple(sorted(costly, key=lambda d: (-d.loss, d.hand))),
            leak=self.leak(),
        )

    # ------------------------------------------------------------------ one hand, told again

    def _decide(self, question: Question) -> str:
        if self._given == len(self._answers):
            raise _Pause(question)
        self._given += 1
        return self._answers[self._given - 1]

    def _go_on(self) -> tuple[Event, ...]:
        """Play the hand from the top, to the next question or to the end."""
        table, number = self._table, len(self.results) + 1
        table.random = random.Random(f"sabot play {self.seed} hand {number}")
        self._given = 0
        question, payoffs = None, None
        try:
            payoffs = table.hand(self.game.play)
        except _Pause as pause:
            question = pause.question
        if table.steps[: len(self._told)] != self._told:
            raise RulesError("the rules are not the same on a second telling: the hand differs")
        self._told = list(table.steps)
        if payoffs is None:
            self.waiting = question
            return ()
        paid = Fraction(payoffs[self.game.seats.index(self.seat)])
        self.results.append(Result(number, paid, tuple(self._told)))
        return (self.results[-1],)


def _form(game: Game) -> Form:
    """Return the game's form, by its tree where the direct one does not keep the chances."""
    form = game.form()
    if isinstance(form, MatrixForm) or form.reach is not None:
        return form
    return from_tree(game.tree())
