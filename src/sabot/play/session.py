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

Who judges is a :class:`~sabot.play.hand.Judge`: a solution and its form, an equilibrium where
payoffs do not sum to 0 (:mod:`sabot.play.balance`), or what a family brings for games that are
solved without their tree. A game string that leaves the deal open gets a new deal each hand.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from sabot import api
from sabot.analyse.habits import Counts
from sabot.analyse.leak import ENOUGH, Leak, Meter
from sabot.errors import NoMethodError, NumberError, RulesError
from sabot.forms.matrix import MatrixForm
from sabot.forms.sequence import SequenceForm, from_tree
from sabot.forms.tree import Mix, View
from sabot.games import dealer, load
from sabot.play.balance import Balance, Profiled
from sabot.play.cuts import Cuts
from sabot.play.hand import (
    Decision,
    Event,
    Judge,
    Known,
    Mistake,
    Question,
    Result,
    Step,
    Summary,
)
from sabot.play.seat import Seat
from sabot.results.solution import Solution
from sabot.telling.game import Form, Game
from sabot.telling.tables import view_key
from sabot.telling.told import any_form

RAREST = Fraction(1, 1000)
"""A seat that is asked in fewer hands than this has nothing to play."""

__all__ = [
    "Decision",
    "Event",
    "Judge",
    "Known",
    "Mistake",
    "Question",
    "Result",
    "Seat",
    "Session",
    "Solved",
    "Step",
    "Summary",
]


class Solved:
    """The judge of a solved game: worths against its solution, which also plays the other seat."""

    def __init__(self, game: Game, form: Form, seat: str, solution: Solution | None = None) -> None:
        form = _with_chances(game, form)
        if solution is None:
            found = api.solve(form)
            assert isinstance(found, Solution)  # a form for two that sums to zero
            solution = found
        self.meter = Meter(form, solution, of=seat)
        self.value, self.asked = self.meter.value, self.meter.asked
        self._replies = solution[next(other for other in game.seats if other != seat)]

    def worth(self, question: Question) -> Mapping[str, Fraction]:
        """Return what each action earns against the optimal opponent."""
        return self.meter.worths[question.view].worth

    def hint(self, question: Question) -> Mix:
        """Return how the solution plays."""
        return self.meter.optimal[question.view]

    def reply(self, view: View) -> Mix:
        """Return how the opponent plays."""
        return self._replies[view_key(view)]

    def leak(self, counts: Counts, *, seed: int) -> Leak:
        """Return what these frequencies give away, with its band."""
        return self.meter.leak(counts, seed=seed)


def demand_hands(hands: int | None) -> None:
    """Demand that some hands are to be played; None is without an end."""
    if hands is not None and hands < 1:
        raise NumberError(f"{hands} hands; play at least 1")


class _Pause(BaseException):
    """Leaves a rules function at a question without an answer; rules must not catch it."""

    def __init__(self, question: Question) -> None:
        super().__init__()
        self.question = question


class Session:
    """Hand after hand of one game: :meth:`deal`, then :meth:`answer` while one is *waiting*.

    Equal seeds and equal answers give equal hands; the cards of a hand do not depend on what was
    answered in the hands before it. *hands* ends the session after so many hands (None: never,
    but for a single deal, which is played once).
    """

    names: Mapping[str, str] = MappingProxyType({})
    """Who sits at which seat, where players have names."""
    against: tuple[str, ...] = ()
    """The players with names at the other seats, where there are such."""

    def __init__(
        self,
        game: Game | str,
        *,
        seat: str | None = None,
        seed: int = 0,
        hands: int | None = None,
        solution: Solution | Profiled | None = None,
    ) -> None:
        self.seed = seed
        self._dealer = dealer(game) if isinstance(game, str) else None
        told = load(game) if isinstance(game, str) and self._dealer is None else game
        self.game = told if isinstance(told, Game) else self._dealt(1)
        """The game of the hand that is being played (or was, when none is)."""
        self.seat = self.game.seats[0] if seat is None else seat
        self.game.demand_seat(self.seat)
        demand_hands(hands)
        one_deal = self.game.rules.perfect and self._dealer is None
        self.hands = 1 if hands is None and one_deal else hands
        self.waiting: Question | None = None
        """The question that is open, if there is one."""
        self.decisions: list[Decision] = []
        self.results: list[Result] = []
        self.source = str(game)
        """The game as it was asked for: with the deal left open, where it was."""
        self.played: list[tuple[str, ...]] = []
        """What was answered in each finished hand."""
        self.opponent = next(other for other in self.game.seats if other != self.seat)
        self._seated(self._judged(solution))
        self._counts: dict[str, Counter[str]] = {}
        self._leaks: dict[int, Leak | None] = {}
        self._worth: tuple[Question, Mapping[str, Fraction]] | None = None
        self._answers: list[str] = []
        self._given = 0
        self._told: list[Step] = []

    # ------------------------------------------------------------------ the game, and who judges

    def _dealt(self, number: int) -> Game:
        """Return the game of a hand: the same for all, but where a text leaves the deal open."""
        return self.game if self._dealer is None else self._dealer(self.seed + number - 1)

    def _judged(self, solution: Solution | Profiled | None = None) -> Judge:
        own: Judge | None = self.game.rules.judge(self.game, self.seat)
        if own is not None:
            return own
        if self.game.rules.real_hands(self.game) is not None:
            return Cuts(self.game, self.seat)
        form = any_form(self.game)
        if not any(side.cells for side in form.sides):
            raise NoMethodError(f"{self.game}: nobody chooses, so there is nothing to play")
        if isinstance(form, MatrixForm | SequenceForm):
            return Solved(self.game, form, self.seat, solution)
        return Balance(self.game, form, self.seat, solution)

    def _seated(self, judge: Judge) -> None:
        """Put the judge at the table, unless the person would have nothing to do there."""
        if judge.asked < RAREST:
            often = "never asked" if not judge.asked else "asked in fewer than 1 of 1,000 hands"
            raise NoMethodError(
                f"{self.game}: against an optimal {self.opponent}, {self.seat} is {often}, so "
                f"there is nothing to play; try the seat {self.opponent}"
            )
        self.judge = judge
        seats, own = self.game.seats, self.seat
        others = judge.others if isinstance(judge, Balance) else None
        self._table = Seat(seats, others, seat=own, decide=self._decide, reply=judge.reply)

    @property
    def sat(self) -> str:
        """Where the person sat down."""
        return self.seat

    @property
    def begun(self) -> tuple[str, ...]:
        """What was answered in the hand that is being played."""
        return tuple(self._answers) if self.waiting is not None else ()

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
        return self.judge.value

    # ------------------------------------------------------------------ playing

    def deal(self) -> tuple[Event, ...]:
        """Begin the next hand; it may be over before the person is asked anything."""
        self._demand_end()
        game = self._dealt(len(self.results) + 1)
        if game != self.game:
            self.game = game
            self._seated(self._judged())
        self._answers = []
        self._told = []
        return self._go_on()

    def answer(self, action: str) -> tuple[Event, ...]:
        """Answer the question that is waiting: the judgement, and the result if the hand ends."""
        question = self._answered(action)
        worth = self.worth()
        best = self.best()
        loss = worth[best[0]] - worth[action]
        decision = Decision(self.hand, question.view, action, best, loss)
        self.decisions.append(decision)
        self._counts.setdefault(question.view, Counter())[action] += 1
        self._leaks = {}
        self._answers.append(action)
        self.waiting = None
        return decision, *self._go_on()

    def worth(self) -> Mapping[str, Fraction]:
        """Return what each action of the waiting question earns against the optimal opponent."""
        question = self._open()
        if self._worth is None or self._worth[0] is not question:
            self._worth = question, self.judge.worth(question)
        return self._worth[1]

    def best(self) -> tuple[str, ...]:
        """Return the actions of the waiting question that cost nothing."""
        worth = self.worth()
        most = max(worth.values())
        return tuple(action for action in self._open().actions if worth[action] == most)

    def hint(self) -> Mix:
        """Return the mix of one optimal strategy at the waiting question."""
        return self.judge.hint(self._open())

    def _open(self) -> Question:
        if self.waiting is None:
            raise RulesError("no question is waiting; deal the next hand")
        return self.waiting

    def _answered(self, action: str) -> Question:
        """Return the question that is waiting, of which *action* must be an answer."""
        question = self._open()
        if action not in question.actions:
            raise RulesError(
                f"{action!r} is not an action here; may: {', '.join(question.actions)}"
            )
        return question

    def _demand_end(self) -> None:
        """Demand that no hand is being played, and that another may be."""
        if self.waiting is not None:
            raise RulesError("the hand is not over; answer the question that is waiting")
        if self.over:
            raise RulesError(f"all {self.hands} hands are played")

    # ------------------------------------------------------------------ looking back

    @property
    def counts(self) -> Counts:
        """How often the person did what, by view and action."""
        return self._counts

    @property
    def meter(self) -> Meter | None:
        """What measures the leak; None where everything is seen."""
        return self.judge.meter if isinstance(self.judge, Solved) else None

    def answered(self, fewest: int) -> Counts:
        """Return the counts of the views that were answered at least so often."""
        return {view: row for view, row in self._counts.items() if row.total() >= fewest}

    def leak(self, *, fewest: int = 1) -> Leak | None:
        """Return what the frequencies shown so far give away, with its band; None: they cannot.

        Views with fewer answers than *fewest* are free, as if they had not come up.
        """
        if fewest not in self._leaks:
            self._leaks[fewest] = self.judge.leak(self.answered(fewest), seed=self.seed)
        return self._leaks[fewest]

    def summary(self) -> Summary:
        """Return how the session went so far."""
        hands = len(self.results)
        finished = [decision for decision in self.decisions if decision.hand <= hands]
        costly = [decision for decision in self.decisions if decision.loss]
        return Summary(
            hands=hands,
            won=sum((result.payoff for result in self.results), Fraction(0)),
            expected=sum((result.value for result in self.results), Fraction(0)),
            lost=sum((decision.loss for decision in finished), Fraction(0)),
            decisions=len(self.decisions),
            costly=tuple(sorted(costly, key=lambda d: (-d.loss, d.hand))),
            leak=self.leak(fewest=ENOUGH),
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
        self.results.append(Result(number, paid, tuple(self._told), self.value))
        self.played.append(tuple(self._answers))
        return (self.results[-1],)


def _with_chances(game: Game, form: Form) -> Form:
    """Return the game's form, by its tree where the direct one does not keep the chances."""
    return form if form.keeps_chances else from_tree(game.tree())
