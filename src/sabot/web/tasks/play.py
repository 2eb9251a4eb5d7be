"""A session of play, replayed from its URL: the game, the seed, and the answers so far.

Nothing of a session is kept by the server. Equal seeds and equal answers give equal hands, so that
a URL is the whole of it: it survives a reload, and a teacher can hand it out.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from sabot.analysis.leaks import ENOUGH_ANSWERS, LeakEstimate
from sabot.errors import FormError, NoMethodError, RulesError
from sabot.exact import format_fraction
from sabot.game_rules.capabilities import continuous_types
from sabot.game_rules.family import NamedAgentFamily, PerfectInformation
from sabot.game_rules.game import Game
from sabot.loading import random_deal_factory
from sabot.play.events import Event, HandResult, JudgedDecision, Question
from sabot.play.judges import PrivateHandsJudge, hands_beyond_tree
from sabot.play.session import Session
from sabot.render.document import Document, Remark, build_document
from sabot.render.views.game_info import rules_paragraphs
from sabot.render.views.session import LEAK_REMARK, narrator_for
from sabot.results.solution import Solution
from sabot.web.components import document_html
from sabot.web.messages import (
    ANSWER_AS_BEFORE,
    FinishedHand,
    HeldBackAnswer,
    SessionAnswer,
    SessionLeak,
    SessionLine,
    TaskQuestion,
    WaitingQuestion,
)
from sabot.web.tasks.game_input import load_game_of_question, require_no_file
from sabot.web.tasks.solution import solve_game

MAX_ANSWERS = 4_000
"""Answers of one address, and hands."""
MAX_SKIPPED_HANDS = 300
"""Hands without a decision that are passed over at once."""
MAX_REPEATED_HANDS = 100
"""Hands in a row without a new situation; then the person deals the next."""
MAX_PAYOFFS_FOR_LEAK = 3_000
"""Payoffs of a game whose leak is found within a moment."""
MAX_PAYOFFS_FOR_HABITS = 400
"""Payoffs of a game whose habits are priced within one; those of others are at the end."""


def replay_session(question: TaskQuestion) -> SessionAnswer:
    """Return the state of a session after the answers of its address."""
    session = _make_session(question)
    at = _SessionReplay(session)
    hands = _parse_answers(str(question.get("answers", "")))
    for number, answers in enumerate(hands):
        last = number == len(hands) - 1
        at.hand(answers, patient=bool(question.get("tries")) and last and not question.get("seen"))
    text = str(question.get("answers", ""))
    if _parse_again(question) and at.held_back is None and at.is_repeatable():
        return at.to_json(at.answered_again(text), 0)
    idle = at.passed_over() if question.get("skip") else 0
    return at.to_json(text + "_" * idle, idle)


def _parse_again(question: TaskQuestion) -> bool:
    """Return whether a situation that was answered before is answered the same way again."""
    text = str(question.get("again") or "")
    if text not in ("", ANSWER_AS_BEFORE):
        raise FormError(f"again: {ANSWER_AS_BEFORE!r} is wanted, or nothing, not {text[:40]!r}")
    return bool(text)


def _make_session(question: TaskQuestion) -> Session:
    text = str(question.get("game", ""))
    if not question.get("opened"):
        require_no_file(text)
    seed = _whole_number(question, "seed", 0)
    most = _whole_number(question, "hands", None)
    seat = str(question.get("seat") or "") or None
    assert seed is not None
    deal = None if question.get("opened") else random_deal_factory(text)
    if deal is not None:
        return Session(text, seat=_require_player(seat, deal(seed).seats), seed=seed, hands=most)
    game = load_game_of_question(question)
    sits = _require_player(seat, game.seats)
    if isinstance(game.rules, NamedAgentFamily):
        sitting: Session = game.rules.sitting(game, seat=sits, seed=seed, hands=most, against=())
        return sitting
    found, judge = _known_solution(game), _judge_of_hands(game)
    nothing: NoMethodError | None = None
    for own in game.seats if sits is None else (sits,):  # the first who has something to decide
        known = None if judge is None else judge.at_seat(own)
        try:
            return Session(game, seat=own, seed=seed, hands=most, solution=found, judge=known)
        except NoMethodError as fault:
            nothing = nothing or fault
    assert nothing is not None
    raise nothing


def _known_solution(game: Game) -> Solution | None:
    """Return the solution of a game that is judged by one; it is found once for many answers."""
    if isinstance(game.rules, PerfectInformation) or continuous_types(game) is not None:
        return None
    if _judge_of_hands(game) is not None:
        return None
    found = solve_game(game)
    return found if isinstance(found, Solution) else None


@lru_cache(maxsize=4)
def _judge_of_hands(game: Game) -> PrivateHandsJudge | None:
    """Return the judge of a game with private hands that is played without its tree.

    Its strategies are found once for many answers.
    """
    hands = hands_beyond_tree(game)
    return None if hands is None else PrivateHandsJudge(game, hands, game.seats[0])


def _require_player(seat: str | None, seats: tuple[str, ...]) -> str | None:
    if seat is not None and seat not in seats:
        raise RulesError(f"no seat {seat[:40]!r}; the seats are {', '.join(seats)}")
    return seat


def _whole_number(question: TaskQuestion, key: str, usual: int | None) -> int | None:
    text = str(question.get(key) or "").strip()
    if not text:
        return usual
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise FormError(f"{key}: a whole number is wanted, not {text[:40]!r}")
    return int(text)


def _parse_answers(text: str) -> list[list[int]]:
    """Return the answers of each hand, by their numbers: ``0.1_1_`` is two hands and a third.

    >>> _parse_answers("0.1_1_"), _parse_answers("")
    ([[0, 1], [1], []], [[]])
    """
    hands = text.split("_")
    found = [hand.split(".") if hand else [] for hand in hands]
    words = [word for hand in found for word in hand]
    if len(words) + len(hands) > MAX_ANSWERS:
        raise FormError(f"a session of over {MAX_ANSWERS:,} answers; begin a new one")
    if not all(word.isascii() and word.isdecimal() and len(word) < 4 for word in words):
        raise FormError("a: the numbers of answers, with a point between two and _ between hands")
    return [[int(word) for word in hand] for hand in found]


class _SessionReplay:
    """Tells a session again, and writes down what the last hand of it looked like."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.voice = narrator_for(session)
        # its last line says how to type at a terminal
        opening = Document(self.voice.opening().blocks[:-1])
        self.opening = document_html(opening)
        self.lines: list[SessionLine] = []
        self.held_back: HeldBackAnswer | None = None
        self.ended = False
        self.chosen: dict[str, str] = {}
        """The last answer at each view."""
        self.before: list[FinishedHand] = []
        """The hands that ended since the person's last answer, except the one on the table."""

    def hand(self, answers: list[int], *, patient: bool) -> None:
        """Play one hand; *patient*: a last answer that costs something may be taken back."""
        session = self.session
        if session.over:
            raise RulesError("all hands are played; begin again")
        if session.waiting is not None:
            raise RulesError("a hand is not over, and the address begins another")
        self.lines, self.ended = [], False
        self._hear(session.deal())
        for spot, number in enumerate(answers):
            asked = session.waiting
            if asked is None or number >= len(asked.actions):
                raise RulesError("the address answers what was not asked")
            if (
                patient
                and spot == len(answers) - 1
                and self._is_mistake(asked, asked.actions[number])
            ):
                self.held_back = {"action": asked.actions[number], "number": number}
                break
            self._answer(asked, number)

    def _answer(self, asked: Question, number: int, *, again: bool = False) -> None:
        action = asked.actions[number]
        self.chosen[asked.view] = action
        self.lines.append({"kind": "answer", "text": action, "again": again})
        self._hear(self.session.answer(action))

    def is_repeatable(self) -> bool:
        """Return whether situations come again: not where each hand is another deal or number."""
        game = self.session.game
        single = isinstance(game.rules, NamedAgentFamily | PerfectInformation)
        return not single and continuous_types(game) is None

    def answered_again(self, answers: str) -> str:
        """Answer what was answered before, hand after hand; return all answers so far.

        It ends at a new situation, after the last hand, or after many hands in a row.
        """
        session = self.session
        while not session.over and len(self.before) < MAX_REPEATED_HANDS:
            asked = session.waiting
            if asked is None:
                self.before.append(self._finished_hand())
                self.hand([], patient=False)
                answers += "_"
            elif (action := self.chosen.get(asked.view)) in asked.actions:
                number = asked.actions.index(action)
                self._answer(asked, number, again=True)
                answers += f"{'' if not answers or answers.endswith('_') else '.'}{number}"
            else:
                break
        return answers

    def _finished_hand(self) -> FinishedHand:
        """Return what is shown of a hand that ended, once another one is on the table."""
        result = self.session.results[-1]
        own = [one for one in self.session.decisions if one.hand == result.hand]
        return {
            "hand": result.hand,
            "answers": [(one.view, one.action) for one in own],
            "again": all(line.get("again") for line in self.lines if line["kind"] == "answer"),
            "lines": self.lines,
            "loss": format_fraction(sum((one.loss for one in own), Fraction(0))),
            "payoff": format_fraction(result.payoff),
        }

    def passed_over(self) -> int:
        """Go on to the next hand with a decision; return how many hands had none."""
        session, passed = self.session, 0
        while session.waiting is None and not session.over and passed < MAX_SKIPPED_HANDS:
            self.hand([], patient=False)
            passed += 1
        return passed

    def _is_mistake(self, asked: Question, action: str) -> bool:
        return not isinstance(self.session.game.rules, NamedAgentFamily) and (
            action not in self.session.best()
        )

    def _hear(self, events: tuple[Event, ...]) -> None:
        for event in events:
            if isinstance(event, JudgedDecision):
                self.lines.append(
                    {
                        "kind": "verdict",
                        "text": self.voice.verdict(event),
                        "loss": format_fraction(event.loss),
                        "view": event.view,
                        "best": list(event.best),
                    }
                )
            elif isinstance(event, HandResult):
                self.lines.append(
                    {
                        "kind": "closing",
                        "html": document_html(self.voice.closing(event)),
                        "payoff": format_fraction(event.payoff),
                        "hand": event.hand,
                    }
                )
                self.ended = True
        asked = self.session.waiting
        if asked is not None:
            html = document_html(self.voice.question(asked))
            self.lines.append({"kind": "question", "html": html})

    def to_json(self, answers: str, idle: int) -> SessionAnswer:
        """Return all that the page shows."""
        session = self.session
        asked = session.waiting
        return {
            "game": session.source,
            "seats": list(session.game.seats),
            "seat": session.seat,
            "called": dict(session.names),
            "seed": session.seed,
            "hands": session.hands,
            "hand": session.hand,
            "explained": self._is_explained(),
            "opening": self.opening,
            "rules": rules_paragraphs(session.game.rules),
            "lines": self.lines,
            "waiting": None if asked is None else _question_json(asked),
            "held_back": self.held_back,
            "over": session.over,
            "ended": self.ended,
            "leak": self._leak(),
            "review": self._review(),
            "total": format_fraction(sum((one.payoff for one in session.results), start=0)),
            "plays_cards": session.game.rules.plays_cards,
            "lies_open": self._showdown() if self.ended else [],
            "answers": answers,
            "idle": idle,
            "repeatable": self.is_repeatable(),
            "before": self.before,
        }

    def _is_explained(self) -> bool:
        """Return whether answers are explained cell by cell on the page of the game."""
        game = self.session.game
        if isinstance(game.rules, NamedAgentFamily) or len(game.seats) != 2:
            return False
        found = _known_solution(game)
        return found is not None and not found.open

    def _showdown(self) -> list[tuple[str, str]]:
        """Return what every seat held at the end of the last hand."""
        steps = self.session.results[-1].steps
        held = {step.seat: step.text for step in steps if step.kind == "holds"}
        return list(held.items())

    def _leak(self) -> SessionLeak | None:
        """Return what habits leak so far, where that is found in a moment."""
        session = self.session
        if isinstance(session.game.rules, NamedAgentFamily):
            return None
        meter = session.meter
        if meter is None or meter.size > MAX_PAYOFFS_FOR_LEAK or not session.counts:
            return None
        leak: LeakEstimate | None = session.leak(fewest=ENOUGH_ANSWERS)
        if leak is None:
            return None
        document = self.voice.leak(habits=self._priced)
        if leak.seen and not self._priced:
            document = build_document(
                document.blocks, Remark(f"{LEAK_REMARK} Habits are priced at the end.", depth=2)
            )
        if not document.blocks:
            return None
        return {
            "exact": format_fraction(leak.exact) if leak.seen else "",
            "html": document_html(document),
        }

    @property
    def _priced(self) -> bool:
        """Whether habits are priced now: at the end, or where that takes a moment."""
        meter = self.session.meter
        return self.session.over or meter is None or meter.size <= MAX_PAYOFFS_FOR_HABITS

    def _review(self) -> str:
        """Return the review of the hands so far."""
        if not self.session.results:
            return ""
        return document_html(self.voice.review(habits=self._priced))


def _question_json(question: Question) -> WaitingQuestion:
    return {
        "view": question.view,
        "actions": list(question.actions),
        "cards": [
            {"text": known.text, "source": known.source}
            for known in question.seen
            if known.source in ("held", "common")
        ],
        "stakes": [(seat, format_fraction(put)) for seat, put in question.stakes],
        "pot": format_fraction(sum((put for _, put in question.stakes), start=Fraction(0))),
    }
