"""A session of play: a person at one seat, hand after hand, every answer judged.

The table asks for the person's seat, plays the others, and remembers what happened. A rules
function is an ordinary function that cannot be left half-way and entered again: after every
answer the hand is played again from the top, with the same chance and the answers given so far
(as the tree builder does).

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
*leak* is what an opponent who knew the person's habits could win: see
:mod:`sabot.analysis.leaks`.

Who judges is a :class:`~sabot.play.events.Judge`: a solution and its form, an equilibrium where
payoffs do not sum to 0 (:mod:`sabot.play.judges`), or what a family brings for games that are
solved without their tree. A game string that leaves the deal open gets a new deal each hand.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from sabot.analysis.leaks import ENOUGH_ANSWERS, ActionCounts, LeakEstimate, LeakEstimator
from sabot.errors import FormError, NoMethodError, NumberError, RulesError
from sabot.exact import as_rational
from sabot.forms.extensive import MixedAction, ObservationHistory
from sabot.forms.sequence import MatrixForm, SequenceForm
from sabot.game_rules.capabilities import continuous_types
from sabot.game_rules.family import PerfectInformation
from sabot.game_rules.game import Game
from sabot.game_rules.table import Dealer, Table, infoset_key, strip_answers
from sabot.game_rules.to_form import form_of_game
from sabot.loading import load, random_deal_factory
from sabot.play.events import (
    Event,
    HandResult,
    HandStep,
    HasJudge,
    Judge,
    JudgedDecision,
    KnowledgeSource,
    KnownItem,
    Question,
    SessionSummary,
)
from sabot.play.judges import (
    EquilibriumJudge,
    PrivateHandsJudge,
    ProfileLike,
    SolutionJudge,
    ThresholdJudge,
    hands_beyond_tree,
)
from sabot.results.solution import Solution


class PlayerTable(Dealer):
    """A table at which *decide* answers for one seat; strategies, or *reply*, for the others."""

    longest = 1_000_000
    """Set where the rules ran to their end before: a deal of whist may be long."""

    def __init__(
        self,
        seats: Sequence[str],
        strategies: Mapping[str, Mapping[str, MixedAction]] | None = None,
        *,
        seat: str,
        decide: Callable[[Question], str],
        reply: Callable[[ObservationHistory], MixedAction] | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__(seats, strategies, seed=seed)
        self.seat = self._known(seat)
        self.decide = decide
        self.reply = reply
        self._forget()

    def _forget(self) -> None:
        self.steps: list[HandStep] = []
        self._view: list[tuple[Hashable, KnownItem]] = []
        """The person's observations and actions, in order."""
        self._called: HandStep | None = None
        """The move just made, if nothing was drawn since."""
        self._held: dict[str, tuple[str, ...]] = {}
        self._stakes: dict[str, Fraction] = {}

    def play_hand(self, play: Callable[[Table], object]) -> tuple[Fraction | int, ...]:
        """Play one hand and record its events in ``steps``."""
        self._forget()
        return super().play_hand(play)

    # ------------------------------------------------------------------ the verbs, noted

    def pick(
        self,
        labels: Sequence[Hashable],
        weights: Sequence[int],
        total: int,
        spots: Sequence[int] | None = None,
    ) -> int:
        """Draw, and note the card."""
        index = super().pick(labels, weights, total, spots)
        self.steps.append(HandStep("drawn", "", infoset_key((labels[index],))))
        self._called = None
        return index

    def show(self, seat: str, *items: Hashable) -> None:
        """Let *seat* see *items*, and note it."""
        items = strip_answers(items)
        super().show(seat, *items)
        self.steps.append(HandStep("shown", seat, infoset_key(items)))
        if seat == self.seat:
            self._learn(items, "seen")

    def announce(self, *items: Hashable) -> None:
        """Let every seat see *items*, and note it once."""
        items = strip_answers(items)
        for seat in self.seats:
            super().show(seat, *items)
        self.steps.append(HandStep("shown", "", infoset_key(items)))
        self._learn(items, "common")

    def holds(self, seat: str, *cards: Hashable) -> None:
        """Note which cards lie before *seat*."""
        self._held[self._known(seat)] = tuple(infoset_key((card,)) for card in cards)
        step = HandStep("holds", seat, ", ".join(self._held[seat]))
        before = [one for one in self.steps if one.kind == "holds" and one.seat == seat]
        if not before or before[-1] != step:
            self.steps.append(step)

    def stakes(self, amounts: Mapping[str, object] | None = None, /, **named: object) -> None:
        """Note what the seats named have put in."""
        for seat, amount in {**(amounts or {}), **named}.items():
            self._stakes[self._known(seat)] = as_rational(amount)
        text = ", ".join(f"{seat} {amount}" for seat, amount in self._stakes.items())
        self.steps.append(HandStep("stakes", "", text))

    def choose(self, seat: str, view: ObservationHistory, actions: tuple[str, ...]) -> int:
        """Ask for the person's seat, unless there is nothing to choose; play the others."""
        if seat != self.seat:
            index = super().choose(seat, view, actions)
        else:
            self._look(view)
            index = 0 if len(actions) == 1 else self._ask(view, actions)
            action = actions[index]
            self._view.append((action, self._chosen(action)))
        self._called = HandStep("chose", seat, actions[index], infoset_key(view))
        self.steps.append(self._called)
        return index

    def _mix(self, seat: str, view: ObservationHistory) -> MixedAction | None:
        if self.reply is not None and seat not in self._strategies:
            return self.reply(view)
        return super()._mix(seat, view)

    # ------------------------------------------------------------------ what the person knows

    def _look(self, view: ObservationHistory) -> None:
        """Learn what is in the view beyond what was shown: what ``ask`` lets the person see."""
        known = 0
        while known < min(len(view), len(self._view)) and self._view[known][0] == view[known]:
            known += 1
        del self._view[known:]
        self._learn(view[known:], "seen")

    def _learn(self, items: Sequence[Hashable], source: KnowledgeSource) -> None:
        called = self._called
        names = called is not None and called.text in items  # announce(seat, move): whose it was
        for item in items:
            mover = names and called is not None and item == called.seat != called.text
            known = (
                KnownItem(infoset_key((item,)), False, "mover")
                if mover
                else self._known_item(item, source)
            )
            self._view.append((item, known))

    def _known_item(self, item: Hashable, source: KnowledgeSource) -> KnownItem:
        """Return what an item means to the person: another player's action, an own card, or a word.

        It is taken for an action only directly after it: later the same word may mean something
        else while the action is still hidden.
        """
        text, called = infoset_key((item,)), self._called
        if isinstance(item, str) and called is not None and called.text == item:
            return KnownItem(
                text, False, "own" if called.seat == self.seat else "move", called.seat
            )
        if source == "seen" and self._is_own(item, text):
            source = "held"
        return KnownItem(text, False, source)

    def _chosen(self, action: str) -> KnownItem:
        return KnownItem(action, own=True, source="own", seat=self.seat)

    def _is_own(self, item: Hashable, text: str) -> bool:
        held = self._held.get(self.seat, ())
        if isinstance(item, tuple):
            return bool(held) and sorted(infoset_key((card,)) for card in item) == sorted(held)
        return text in held

    def _ask(self, view: ObservationHistory, actions: tuple[str, ...]) -> int:
        seen = tuple(known for _, known in self._view)
        stakes = tuple(self._stakes.items())
        answer = self.decide(Question(self.seat, infoset_key(view), actions, seen, stakes))
        if answer not in actions:
            raise RulesError(f"{answer!r} is not an action here; may: {', '.join(actions)}")
        return actions.index(answer)


RAREST_DECISION = Fraction(1, 1000)
"""A seat that is asked in fewer hands than this has no decisions."""


def require_hands(hands: int | None) -> None:
    """Require a positive number of hands; None means no limit."""
    if hands is not None and hands < 1:
        raise NumberError(f"{hands} hands; play at least 1")


class _WaitingForAnswer(BaseException):
    """Leaves a rules function at a question without an answer; rules must not catch it."""

    def __init__(self, question: Question) -> None:
        super().__init__()
        self.question = question


class Session:
    """Hand after hand of one game: :meth:`deal`, then :meth:`answer` while one is *waiting*.

    Equal seeds and equal answers give equal hands; the cards of a hand do not depend on what was
    answered in the hands before it. *hands* ends the session after so many hands (None: never,
    except for a single deal, which is played once). *judge*, where it is known, is not made again.
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
        solution: ProfileLike | None = None,
        judge: Judge | None = None,
    ) -> None:
        self.seed = seed
        self._dealer = random_deal_factory(game) if isinstance(game, str) else None
        loaded = load(game) if isinstance(game, str) and self._dealer is None else game
        self.game = loaded if isinstance(loaded, Game) else self._dealt(1)
        """The game of the hand that is being played (or was, when none is)."""
        self.seat = self.game.seats[0] if seat is None else seat
        self.game.demand_seat(self.seat)
        require_hands(hands)
        one_deal = isinstance(self.game.rules, PerfectInformation) and self._dealer is None
        self.hands = 1 if hands is None and one_deal else hands
        self.waiting: Question | None = None
        """The question that is open, if there is one."""
        self.decisions: list[JudgedDecision] = []
        self.results: list[HandResult] = []
        self.source = str(game)
        """The game as it was asked for: with the deal left open, where it was."""
        self.played: list[tuple[str, ...]] = []
        """What was answered in each finished hand."""
        self.opponent = next(other for other in self.game.seats if other != self.seat)
        self._seated(self._judged(solution) if judge is None else judge)
        self._counts: dict[str, Counter[str]] = {}
        self._leaks: dict[int, LeakEstimate | None] = {}
        self._worth: tuple[Question, Mapping[str, Fraction]] | None = None
        self._answers: list[str] = []
        self._given = 0
        self._steps: list[HandStep] = []

    # ------------------------------------------------------------------ the game, and who judges

    def _dealt(self, number: int) -> Game:
        """Return the game of a hand: always the same, unless the deal is left open."""
        return self.game if self._dealer is None else self._dealer(self.seed + number - 1)

    def _judged(self, solution: ProfileLike | None = None) -> Judge:
        family = self.game.rules
        own = family.judge(self.game, self.seat) if isinstance(family, HasJudge) else None
        if own is not None:
            return own
        if isinstance(family, PerfectInformation) and not isinstance(family, HasJudge):
            raise NoMethodError(f"{family.name} cannot be played: its class has no method judge()")
        if continuous_types(self.game) is not None:
            return ThresholdJudge(self.game, self.seat)
        hands = None if isinstance(solution, Solution) else hands_beyond_tree(self.game)
        if hands is not None:
            return PrivateHandsJudge(self.game, hands, self.seat, solution)
        form = form_of_game(self.game)
        if not any(side.cells for side in form.sides):
            raise NoMethodError(f"{self.game}: nobody chooses, so there is nothing to play")
        if isinstance(form, MatrixForm | SequenceForm):
            if not isinstance(solution, Solution | None):
                raise FormError(
                    f"{self.game} is played against its optimum: give a solution, or nothing"
                )
            return SolutionJudge(self.game, form, self.seat, solution)
        return EquilibriumJudge(self.game, form, self.seat, solution)

    def _seated(self, judge: Judge) -> None:
        """Put the judge at the table, unless the person would have nothing to do there."""
        if judge.asked < RAREST_DECISION:
            often = "never asked" if not judge.asked else "asked in fewer than 1 of 1,000 hands"
            optimal = "the" if getattr(judge, "gap", 0) else "an optimal"
            raise NoMethodError(
                f"{self.game}: against {optimal} {self.opponent}, {self.seat} is {often}, so "
                f"there is nothing to play; try the seat {self.opponent}"
            )
        self.judge = judge
        seats, own = self.game.seats, self.seat
        others = judge.others if isinstance(judge, EquilibriumJudge) else None
        self._table = PlayerTable(seats, others, seat=own, decide=self._decide, reply=judge.reply)

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
        """Whether all requested hands are played."""
        return self.hands is not None and len(self.results) >= self.hands

    @property
    def value(self) -> Fraction:
        """What the person's seat earns per hand when both play optimally."""
        return self.judge.value

    # ------------------------------------------------------------------ playing

    def deal(self) -> tuple[Event, ...]:
        """Begin the next hand; it may be over before the person is asked anything."""
        self._require_hand_over()
        game = self._dealt(len(self.results) + 1)
        if game != self.game:
            self.game = game
            self._seated(self._judged())
        self._answers = []
        self._steps = []
        return self._go_on()

    def answer(self, action: str) -> tuple[Event, ...]:
        """Answer the question that is waiting: the judgement, and the result if the hand ends."""
        question = self._answered(action)
        worth = self.worth()
        best = self.best()
        loss = worth[best[0]] - worth[action]
        decision = JudgedDecision(self.hand, question.view, action, best, loss)
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

    def hint(self) -> MixedAction:
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

    def _require_hand_over(self) -> None:
        """Demand that no hand is being played, and that another may be."""
        if self.waiting is not None:
            raise RulesError("the hand is not over; answer the question that is waiting")
        if self.over:
            raise RulesError(f"all {self.hands} hands are played")

    # ------------------------------------------------------------------ looking back

    @property
    def counts(self) -> ActionCounts:
        """How often the person did what, by view and action."""
        return self._counts

    @property
    def meter(self) -> LeakEstimator | None:
        """The measure of what habits give away; None under perfect information."""
        return self.judge.meter if isinstance(self.judge, SolutionJudge) else None

    def answered(self, fewest: int) -> ActionCounts:
        """Return the counts of the views that were answered at least so often."""
        return {view: row for view, row in self._counts.items() if row.total() >= fewest}

    def leak(self, *, fewest: int = 1) -> LeakEstimate | None:
        """Return what the frequencies shown so far give away, with its band; None: they cannot.

        Views with fewer answers than *fewest* are free, as if they had not come up.
        """
        if fewest not in self._leaks:
            self._leaks[fewest] = self.judge.leak(self.answered(fewest), seed=self.seed)
        return self._leaks[fewest]

    def summary(self) -> SessionSummary:
        """Return how the session went so far."""
        hands = len(self.results)
        finished = [decision for decision in self.decisions if decision.hand <= hands]
        costly = [decision for decision in self.decisions if decision.loss]
        return SessionSummary(
            hands=hands,
            won=sum((result.payoff for result in self.results), Fraction(0)),
            expected=sum((result.value for result in self.results), Fraction(0)),
            lost=sum((decision.loss for decision in finished), Fraction(0)),
            decisions=len(self.decisions),
            costly=tuple(sorted(costly, key=lambda d: (-d.loss, d.hand))),
            leak=self.leak(fewest=ENOUGH_ANSWERS),
        )

    # ------------------------------------------------------------------ one hand, replayed

    def _decide(self, question: Question) -> str:
        if self._given == len(self._answers):
            raise _WaitingForAnswer(question)
        self._given += 1
        return self._answers[self._given - 1]

    def _go_on(self) -> tuple[Event, ...]:
        """Play the hand from the top, to the next question or to the end."""
        table, number = self._table, len(self.results) + 1
        table.random = random.Random(f"sabot play {self.seed} hand {number}")
        self._given = 0
        question, payoffs = None, None
        try:
            payoffs = table.play_hand(self.game.play)
        except _WaitingForAnswer as pause:
            question = pause.question
        if table.steps[: len(self._steps)] != self._steps:
            raise RulesError(
                "the rules do not do the same when they are run again: the hand differs"
            )
        self._steps = list(table.steps)
        if payoffs is None:
            self.waiting = question
            return ()
        paid = Fraction(payoffs[self.game.seats.index(self.seat)])
        self.results.append(HandResult(number, paid, tuple(self._steps), self.value))
        self.played.append(tuple(self._answers))
        return (self.results[-1],)
