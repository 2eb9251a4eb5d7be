"""Views of a session of play: narration hand by hand, and the review at the end.

A :class:`Narrator` says what a session does, block by block; it reads no input and prints nothing,
so that a terminal and a page can both use it. There is one for zero-sum games, one for continuous
types and one for a fixed equilibrium of a general-sum game, and a family may bring its own. The
review separates luck from skill, puts equal mistakes together and prices leaks: what the best
response to the person's observed frequencies wins beyond the value, with a 95% band.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Protocol, runtime_checkable

from sabot.analysis.leaks import ENOUGH_ANSWERS, InfosetLeak, LeakEstimate
from sabot.exact import format_fraction, format_rounded_up
from sabot.game_rules.capabilities import NamesCards
from sabot.game_rules.table import IMPROVES, STAYS, infoset_key
from sabot.loading import names_rules_file
from sabot.play.events import (
    HandResult,
    HandStep,
    JudgedDecision,
    KnownItem,
    Mistake,
    Question,
    SessionSummary,
    Stakes,
)
from sabot.play.judges import EquilibriumJudge, PrivateHandsJudge, ThresholdJudge
from sabot.play.session import Session
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    Heading,
    Paragraph,
    Phrase,
    Remark,
    StyledText,
    build_document,
    build_table,
    labelled_lines,
)
from sabot.render.text import (
    amount_text,
    clip_label,
    count_noun,
    decimal_text,
    join_with_or,
    mixed_action_text,
    printable,
    shorten_fraction,
    with_article,
)
from sabot.render.views.game_info import short_rules_view
from sabot.results.nplayer import ROUNDED_NOTE

MOST_MISTAKES = 30
MOST_LEAKS = 8
MOST_HANDS = 4
_REVIEW_DIGITS = 3
_MISTAKE_HEAD = ("view", "you chose", "best", "costs", "hands", "in all")
LEAK_REMARK = (
    "leak: what the best reply to your frequencies wins from you per hand, beyond the value of the "
    f"game. A view counts from {ENOUGH_ANSWERS} answers on; all others are taken as played in "
    "the way that leaks least."
)
COSTS_REMARK = (
    "costs: the least that any strategy with this habit leaks per hand. At other views it may play "
    "as is best for it; your habits on the way to the view are kept, and what they leak alone is "
    "not counted here."
)
SAVES_REMARK = "saves: how much less you leak if you play this view alone in the best way."


def _expected_text(session: Session) -> str:
    """Return what the person wins or loses on average, if all play as found."""
    does = "lose" if session.value < 0 else "win"
    return f"you {does} {amount_text(abs(session.value))} per hand"


def leak_text(leak: LeakEstimate) -> str:
    """Return the leak with its band, and at how many views it was measured.

    >>> leak_text(LeakEstimate(Fraction(1, 18), Fraction(0), Fraction(4321, 10000), 2, 6))
    '1/18 ≈ 0.0556 per hand (95%: 0 to 0.432; 2 of 6 views)'
    """
    low, high = (decimal_text(end, _REVIEW_DIGITS)[0] for end in (leak.low, leak.high))
    seen = f"{leak.seen:,} of {count_noun(leak.views, 'view')}"
    return f"{amount_text(leak.exact, _REVIEW_DIGITS)} per hand (95%: {low} to {high}; {seen})"


def too_few_answers_text(session: Session) -> str:
    """Return why the leak is not judged yet."""
    if not session.counts:
        return "you have shown nothing yet"
    view, row = max(session.counts.items(), key=lambda one: sum(one[1].values()))
    most = f"you have {sum(row.values()):,} at {clip_label(view)}"
    return f"not judged before {ENOUGH_ANSWERS} answers at a view; {most}, the most so far"


def leak_view(session: Session, *, habits: bool = True) -> Document:
    """Return what the person's frequencies give away so far, and by which habits.

    Without *habits*, as after each hand, nothing is said before there is enough to judge.
    """
    if isinstance(session.judge, EquilibriumJudge):
        said = "What you lose is not what the other seat wins, so habits are not priced here; "
        return build_document(Paragraph(f"{said}every answer is.", depth=1))
    leak = session.leak(fewest=ENOUGH_ANSWERS)
    if leak is None:
        return build_document(Paragraph("Everything is seen: habits give nothing away.", depth=1))
    if not leak.seen and not habits:
        return build_document()
    said = leak_text(leak) if leak.seen else too_few_answers_text(session)
    parts: list[Block] = [Paragraph(f"Leak so far: {said}.", depth=1)]
    if habits and leak.seen:
        parts += [
            Remark(LEAK_REMARK, depth=2),
            *_only_frequencies_leak(session, leak, depth=2),
            *leaks_by_infoset(session),
        ]
    return build_document(parts)


def _only_frequencies_leak(session: Session, leak: LeakEstimate, depth: int = 0) -> list[Block]:
    """Return why answers that cost nothing can leak, where they surely do."""
    if not leak.low or any(one.loss for one in session.decisions):
        return []
    return [
        Remark("No answer cost anything against the optimal opponent; the mix does.", depth=depth)
    ]


def leaks_by_infoset(session: Session) -> list[Block]:
    """Return the habits that leak, the worst first: how often, how often is optimal, the cost."""
    meter, leak = session.meter, session.leak(fewest=ENOUGH_ANSWERS)
    assert meter is not None and leak is not None
    if not leak.exact:
        return []
    found = meter.habits(session.answered(ENOUGH_ANSWERS))
    alone = any(one.cost for one in found)
    parts: list[Block] = []
    if not alone:
        words = "No habit costs anything by itself, but together they leak"
        parts.append(Paragraph(f"{words}{':' if found else '.'}", depth=1))
    if found:
        rows = [_leak_row(one, one.cost if alone else one.saves) for one in found[:MOST_LEAKS]]
        last = "costs per hand" if alone else "saves per hand"
        parts.append(build_table(rows, head=("view", "you", "optimal", last), depth=2))
        if len(found) > MOST_LEAKS:
            parts.append(Remark(f"and {len(found) - MOST_LEAKS:,} more", depth=2))
        parts.append(Remark(COSTS_REMARK if alone else SAVES_REMARK, depth=2))
    if leak.seen > meter.most_priced:
        few = count_noun(meter.most_priced, "view")
        parts.append(Remark(f"In a game of this size the worst {few} are priced.", depth=2))
    return parts


def _leak_row(one: InfosetLeak, price: Fraction) -> tuple[str, ...]:
    often = f"{clip_label(one.action)}: {one.times:,} of {one.asked:,}"
    return clip_label(one.view), often, _optimal_range_text(one), amount_text(price, _REVIEW_DIGITS)


def _optimal_range_text(one: InfosetLeak) -> str:
    low, high = one.low, one.high
    if low is None or high is None:
        return "not reached"
    return _frequency_text(low) if low == high else f"{_chance_text(low)} to {_chance_text(high)}"


def _frequency_text(chance: Fraction) -> str:
    if chance in (0, 1):
        return "never" if not chance else "always"
    return _chance_text(chance)


def _chance_text(chance: Fraction) -> str:
    text = format_fraction(chance)
    return text if len(text) <= 9 else decimal_text(chance, _REVIEW_DIGITS)[0]


def session_review(session: Session, *, habits: bool = True) -> Document:
    """Return the review: totals, luck and skill apart, and every mistake, the worst first.

    Without *habits* they are left out: in a large game they take seconds to price.
    """
    found = session.summary()
    title = (
        f"{count_noun(found.hands, 'hand')} as {with_article(session.seat)}, seed {session.seed}"
    )
    parts: list[Block] = [BREAK, Heading(f"Review of {session.game}", title), BREAK]
    parts.append(labelled_lines(*_total_rows(session, found)))
    if found.leak is not None and found.leak.seen:
        parts += [Remark(LEAK_REMARK), *_only_frequencies_leak(session, found.leak)]
    mistakes = found.mistakes
    shown = mistakes[:MOST_MISTAKES]
    if shown:
        parts += [BREAK, Heading("What cost something", "the worst first")]
        parts.append(
            build_table((_mistake_row(one, found.hands) for one in shown), head=_MISTAKE_HEAD)
        )
    if len(mistakes) > len(shown):
        parts.append(Remark(f"and {len(mistakes) - len(shown):,} more"))
    if any(number > found.hands for one in shown for number in one.hands):
        parts.append(Remark("* a hand left unfinished: in the leak, but not in the totals"))
    priced = leaks_by_infoset(session) if habits and found.leak is not None else []
    if priced:
        parts += [BREAK, Heading("What your habits give away", "the worst first"), *priced]
    return build_document(parts)


def _mistake_row(one: Mistake, finished: int) -> tuple[str, ...]:
    numbers = [f"{hand:,}{'*' if hand > finished else ''}" for hand in one.hands]
    hands = ", ".join(numbers[:MOST_HANDS])
    if len(numbers) > MOST_HANDS:
        hands += f" and {len(numbers) - MOST_HANDS:,} more"
    whole = amount_text(one.total, _REVIEW_DIGITS) if len(numbers) > 1 else ""
    return (
        clip_label(one.view),
        clip_label(one.action),
        join_with_or(one.best),
        amount_text(one.loss, _REVIEW_DIGITS),
        hands,
        whole,
    )


def _total_rows(session: Session, found: SessionSummary) -> list[tuple[str, Phrase]]:
    if not found.decisions and not found.hands:
        return [("result", "nothing was played")]
    decisions = count_noun(found.decisions, "decision")
    mistakes = f"none of {decisions} cost anything"
    if found.costly:
        mistakes = f"{len(found.costly):,} of {decisions} cost something"
    rows: list[tuple[str, Phrase]] = [("mistakes", mistakes)]
    if found.hands:
        hands = count_noun(found.hands, "hand")
        won = StyledText(amount_text(found.won, plus=True), "strong")
        whose = "the opponent's" if len(session.game.seats) == 2 else "the others'"
        rows = [
            ("result", (won, _record_text([result.payoff for result in session.results]))),
            (
                reference_play(session),
                f"{amount_text(found.expected, plus=True)}, on average in {hands}",
            ),
            ("mistakes", f"{amount_text(-found.lost, plus=True)}: {mistakes}"),
            (
                "luck",
                f"{amount_text(found.luck, plus=True)}: the rest, by cards and {whose} mixing",
            ),
        ]
    if found.leak is not None and session.counts:
        rows.append(
            ("leak", leak_text(found.leak) if found.leak.seen else too_few_answers_text(session))
        )
    return rows


def reference_play(session: Session) -> str:
    """Return whose payoff the result is compared with."""
    judge = session.judge
    if isinstance(judge, PrivateHandsJudge):
        return "the best answers"
    if not isinstance(judge, EquilibriumJudge):
        return "optimal play"
    return "the profile" if judge.gap else "the equilibrium"


def _record_text(pays: Sequence[Fraction]) -> str:
    counts = (
        ("won", sum(pay > 0 for pay in pays)),
        ("lost", sum(pay < 0 for pay in pays)),
        ("even", sum(pay == 0 for pay in pays)),
    )
    return f" ({', '.join(f'{count:,} {word}' for word, count in counts if count)})"


MOST_ACTIONS = 30
MAX_LINE_CHARS = 74
"""Letters of what was learned and of the pot that fit on one line."""
MOST_RULE_LINES = 20
"""Lines of rules that leave room for the question on a screen of 24."""
HELP = """\
an answer   the number, the name or the first letters of an action
why         what each action is worth here, against the optimal opponent
hint        how an optimal strategy plays here
leak        what your habits so far would give away, the worst habit first
rules       the rules of the game
skip        pass over hands in which you have nothing to decide, or no longer
?           this help
q           stop and review (so do the end of the input and Ctrl-C)

A loss is the worth of the best action minus that of yours: every action of an
optimal mix costs nothing. The leak looks at how often you do what: it is what
the best reply to your frequencies wins from you per hand, beyond the value.
A view counts from 10 answers on; the others are taken as played in the way
that leaks least. With few answers the 95% band around the leak is wide."""


def capitalize_sentence(text: str) -> str:
    """Return a sentence with its capital.

    >>> capitalize_sentence("the dealer: keep.")
    'The dealer: keep.'
    """
    return f"{text[:1].upper()}{text[1:]}"


def _player_at_sentence_start(seat: str) -> str:
    """Return a seat as it opens a sentence: a name stays as its rules spell it.

    >>> _player_at_sentence_start("dealer"), _player_at_sentence_start("ann")
    ('The dealer', 'ann')
    """
    name = with_article(seat)
    return name if name == printable(seat) else capitalize_sentence(name)


def pot_text(stakes: Stakes, seat: str) -> str:
    """Return what lies in the pot, and who put it there; nothing where the rules do not say.

    >>> pot_text((("north", Fraction(1)), ("south", Fraction(1))), "north")
    'Pot 2: 1 each.'
    >>> pot_text((("north", Fraction(1)), ("south", Fraction(3))), "north")
    'Pot 4: you 1, south 3; 2 more to match.'
    """
    if not stakes:
        return ""
    amounts = [put for _, put in stakes]
    whole = f"Pot {shorten_fraction(sum(amounts, Fraction(0)))}"
    if len(set(amounts)) == 1 and len(amounts) > 1:
        return f"{whole}: {shorten_fraction(amounts[0])} each."
    own_first = sorted(stakes, key=lambda put: put[0] != seat)
    who = ", ".join(
        f"{'you' if one == seat else with_article(one)} {shorten_fraction(put)}"
        for one, put in own_first
    )
    behind = max(amounts) - dict(stakes).get(seat, max(amounts))
    return f"{whole}: {who}{f'; {shorten_fraction(behind)} more to match' if behind else ''}."


def payoff_sentence(payoff: Fraction) -> str:
    """Return what a hand paid the person.

    >>> payoff_sentence(Fraction(2)), payoff_sentence(Fraction(-1, 2)), payoff_sentence(Fraction(0))
    ('You win 2', 'You lose 1/2 = 0.5', 'You win nothing and lose nothing')
    """
    if not payoff:
        return "You win nothing and lose nothing"
    return f"You {'win' if payoff > 0 else 'lose'} {amount_text(abs(payoff))}"


class Narrator:
    """Says what happens in a session, as at a card table."""

    help = HELP
    numbered = True
    """Whether actions may be chosen by number."""
    prompt = ""
    """The prompt before the answer, in place of the actions."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.total = Fraction(0)
        self._hand = 0
        self._known = 0
        self._stakes: Stakes = ()
        self._said: Counter[str] = Counter()

    # ------------------------------------------------------------------ before and between

    def opening(self) -> Document:
        """Return who plays what."""
        session = self.session
        return build_document(
            Paragraph(
                f"{session.game}: you are {with_article(session.seat)}, against the optimum."
            ),
            Paragraph(f"With optimal play {_expected_text(session)}."),
            Paragraph(f"Seed {session.seed}. Type ? for help, q to stop."),
        )

    def title(self, hand: int) -> Heading | None:
        """Return the head of a hand; None where it needs none."""
        return Heading(f"Hand {hand:,}")

    def passed_over(self, results: Sequence[HandResult]) -> str:
        """Return the total of the hands without a decision, which were not shown."""
        won = sum((result.payoff for result in results), Fraction(0))
        self.total += won
        many = "1 hand" if len(results) == 1 else f"{len(results):,} hands"
        return f"{many} without a decision: {amount_text(won, plus=True)}."

    # ------------------------------------------------------------------ a question

    def question(self, question: Question, *, priced: bool = False) -> Document:
        """Return what the person has learned since the last question; *priced*: and every worth."""
        self._begin(self.session.hand)
        new = list(self._news(question.seen, self._known))
        self._known = len(question.seen) + 1  # and the answer that is to come
        lines = [" ".join(new) or "You have seen nothing yet."]
        if question.stakes != self._stakes:
            self._stakes = question.stakes
            put = pot_text(question.stakes, self.session.seat)
            lines = [f"{lines[0]} {put}"] if len(lines[0] + put) < MAX_LINE_CHARS else [*lines, put]
        said = [Paragraph(line, depth=1) for line in lines]
        return build_document(said, [self.why()] if priced else ())

    def reads(self, typed: str, question: Question) -> str:
        """Return what was typed in the words of the actions, where a game has ways to say them."""
        return typed

    def refusal(self, typed: str, found: Sequence[str]) -> str:
        """Return why what was typed is no answer; *found* are the actions that it might mean."""
        if not typed:
            return "Choose an action by its number or name; ? helps."
        if found:
            return f"'{clip_label(typed)}' could be {' or '.join(map(clip_label, found[:5]))}."
        return f"'{clip_label(typed)}' is none of the actions; ? helps."

    def _begin(self, hand: int) -> None:
        if hand != self._hand:
            self._hand, self._known, self._stakes = hand, 0, ()
            self._said = Counter()

    def _news(self, seen: Sequence[KnownItem], since: int) -> Iterator[str]:
        for number, known in enumerate(seen[since:], since):
            said = self._telling(known, number, seen)
            if said:
                self._said[said] += 1
                yield said

    def _telling(self, known: KnownItem, number: int, seen: Sequence[KnownItem]) -> str:
        """Return one thing that the person learns, as a sentence."""
        session, text = self.session, printable(known.text)
        if known.source == "mover":
            return ""  # the move itself says it
        if known.source == "own":
            return self._forced(known, infoset_key(tuple(one.text for one in seen[:number])))
        if known.source == "move":
            return self._move(known.seat, known.text)
        legend = session.game.sees(session.seat)
        if number < len(legend):
            return _legend_sentence(legend[number], text)
        if known.source == "held":
            return f"Your card: {self._card(known.text, named=True)}."
        if known.source == "common":
            return f"On the table: {self._card(known.text, named=True)}."
        return f"You see {text}."

    def _forced(self, known: KnownItem, view: str) -> str:
        """Return an own move that the person was not asked for."""
        asked = {one.view for one in self.session.decisions if one.hand == self.session.hand}
        return "" if not known.own or view in asked else self._only(known.text)

    def _only(self, action: str) -> str:
        return f"You: {clip_label(action)}, your only choice."

    def _move(self, seat: str, action: str) -> str:
        return f"{_player_at_sentence_start(seat)}: {clip_label(action)}."

    def _card(self, text: str, *, named: bool = False) -> str:
        """Return a card by its name; *named*: with what views call it, where that differs."""
        game = self.session.game
        family = game.rules
        name = family.card_name(game, text) if isinstance(family, NamesCards) else text
        return printable(f"{name} ({text})" if named and name != text else name)

    # ------------------------------------------------------------------ judging

    def verdict(self, decision: JudgedDecision) -> str:
        """Return what an answer cost."""
        if not decision.loss:
            return f"{clip_label(decision.action)}: costs nothing."
        best = join_with_or(decision.best)
        return f"{clip_label(decision.action)}: costs {amount_text(decision.loss)}; best is {best}."

    def why(self) -> Document:
        """Return what each action of the waiting question is worth, the best first."""
        worth = self.session.worth()
        most = max(worth.values())
        ranked = sorted(worth.items(), key=lambda pair: -pair[1])
        rows = [
            (clip_label(action), amount_text(value), amount_text(most - value))
            for action, value in ranked[:MOST_ACTIONS]
        ]
        parts: list[Block] = [build_table(rows, head=("action", "worth to you", "loss"), depth=2)]
        if len(ranked) > MOST_ACTIONS:
            parts.append(Remark(f"and {len(ranked) - MOST_ACTIONS:,} more", depth=2))
        return build_document(parts)

    def hint(self) -> Document:
        """Return how an optimal strategy plays here, and what else costs nothing."""
        mix, best = self.session.hint(), self.session.best()
        said = f"Optimal play: {mixed_action_text(mix.items())}."
        others = [action for action in best if not mix.get(action)]
        if others:
            many = "cost" if len(others) > 1 else "costs"
            rest = f"{join_with_or(others)} {many} nothing either."
            said = f"{said[:-1]}, in one optimal strategy; {rest}"
        elif len(best) > 1:
            said += " Each of them costs nothing here; how often you do what is what matters."
        return build_document(Paragraph(said, depth=1))

    def leak(self, *, habits: bool = True) -> Document:
        """Return what the person's habits give away, and by *habits* which, the worst first."""
        return leak_view(self.session, habits=habits)

    def rules(self, width: int) -> Document:
        """Return the rules on a screen."""
        return short_rules_view(
            self.session.game, seat=self.session.seat, width=width, most=MOST_RULE_LINES
        )

    # ------------------------------------------------------------------ the end of a hand

    def closing(self, result: HandResult) -> Document:
        """Return how a hand ended: what was hidden, who held what, what it paid."""
        self._begin(result.hand)
        self.total += result.payoff
        said = [*self._rest(result), *self._cards(result.steps)]
        total = amount_text(self.total, plus=True)
        parts = [Paragraph(" ".join(said), depth=1)] if said else []
        return build_document(
            parts, Paragraph(f"{payoff_sentence(result.payoff)}. Total {total}.", depth=1)
        )

    def _rest(self, result: HandResult) -> Iterator[str]:
        """Yield the public events and actions that have not been shown yet."""
        said = Counter(self._said)
        asked = {one.view for one in self.session.decisions if one.hand == result.hand}
        called: HandStep | None = None
        for step in result.steps:
            line = ""
            if step.kind == "chose":
                called = step
                if step.seat != self.session.seat:
                    line = self._move(step.seat, step.text)
                elif step.view not in asked:
                    line = self._only(step.text)
            elif step.kind == "shown" and not step.seat and not _announces_move(step, called):
                line = f"On the table: {self._card(step.text, named=True)}."
            if line and said[line]:
                said[line] -= 1
            elif line:
                yield line

    def _cards(self, steps: Sequence[HandStep]) -> Iterator[str]:
        """Yield who held what in the end and before, and what was drawn besides."""
        held: dict[str, list[str]] = {}
        for step in steps:
            if step.kind == "holds":
                held.setdefault(step.seat, []).append(step.text)
        used = Counter(card for texts in held.values() for card in _new_cards(texts))
        used.update(step.text for step in steps if step.kind == "shown" and not step.seat)
        if held:
            own = self.session.seat
            seats = sorted(held, key=lambda seat: seat != own)
            yield f"Cards: {'; '.join(f'{self._whose(s)} {self._hands(held[s])}' for s in seats)}."
        drawn: list[str] = []
        for step in steps:
            if step.kind == "drawn" and used[step.text]:
                used[step.text] -= 1
            elif step.kind == "drawn":
                drawn.append(self._card(step.text))
        if drawn:
            yield f"{'Also drawn' if held else 'Drawn'}: {', '.join(drawn)}."
        if not held:
            yield from self._sights(steps)

    def _sights(self, steps: Sequence[HandStep]) -> Iterator[str]:
        """Yield what others were shown, where nobody says who holds what."""
        called: HandStep | None = None
        for step in steps:
            if step.kind == "chose":
                called = step
            hidden = step.kind == "shown" and step.seat not in ("", self.session.seat)
            if hidden and not _announces_move(step, called):
                yield f"{_player_at_sentence_start(step.seat)} saw {clip_label(step.text)}."

    def _whose(self, seat: str) -> str:
        return "you" if seat == self.session.seat else with_article(seat)

    def _hands(self, texts: Sequence[str]) -> str:
        """Return what a seat held, one after the other; of a hand that grew, the whole of it."""
        kept = [
            text
            for text, after in zip(texts, [*texts[1:], ""], strict=True)
            if not after.startswith(f"{text}, ")
        ]
        named = (", ".join(self._card(card) for card in text.split(", ")) for text in kept)
        return ", then ".join(named)

    def review(self, *, habits: bool = True) -> Document:
        """Return how the session went."""
        return session_review(self.session, habits=habits)


def _announces_move(shown: HandStep, called: HandStep | None) -> bool:
    """Return whether what is shown is the move just made, by itself or with whose it was."""
    if called is None:
        return False
    move, seat = called.text, called.seat
    return shown.text in (move, infoset_key((seat, move)), infoset_key((move, seat)))


def _new_cards(texts: Sequence[str]) -> list[str]:
    """Return every card of hands that grow or change, each as often as it was new."""
    found: list[str] = []
    before: Counter[str] = Counter()
    for text in texts:
        now = Counter(text.split(", "))
        found += (now - before).elements()
        before = now
    return found


def _legend_sentence(words: str, text: str) -> str:
    """Return one part of an information set, in the words of the game's legend.

    >>> _legend_sentence("his total", "6")
    'Your total: 6.'
    >>> _legend_sentence("Player's third card, - if he stood", "-")
    "Player's third card: none, he stood."
    """
    what, _, lacking = words.partition(", - if ")
    what = capitalize_sentence(f"your {what[4:]}" if what.startswith("his ") else what)
    return f"{what}: {f'none, {lacking}' if text == '-' and lacking else text}."


class ContinuousNarrator(Narrator):
    """Says what happens where hands are real numbers: who bets what, and how hands compare."""

    help = HELP.split("leak  ")[0] + HELP[HELP.index("rules  ") :].split(" The leak looks")[0]

    def opening(self) -> Document:
        """Return who plays what, and what a hand is."""
        session = self.session
        return build_document(
            Paragraph(
                f"{session.game}: you are player {printable(session.seat)}, against the optimum."
            ),
            Paragraph(f"A hand is a number from 0 to 1; {self._winner()}."),
            Paragraph(f"With optimal play {_expected_text(session)}."),
            Paragraph(f"Seed {session.seed}. Type ? for help, q to stop."),
        )

    def _winner(self) -> str:
        """Return which hand wins; of a user's rules, that they say it."""
        if names_rules_file(str(self.session.game)):
            return "the rules say which one wins"
        judge = self.session.judge
        improves = isinstance(judge, ThresholdJudge) and judge.form.improving
        return "the higher wins, unless one improves" if improves else "the higher wins"

    def leak(self, *, habits: bool = True) -> Document:
        """Return why there is no table of answers: no hand occurs twice."""
        return build_document(
            Paragraph("No hand comes twice, so there are no habits to measure.", depth=1)
        )

    def _telling(self, known: KnownItem, number: int, seen: Sequence[KnownItem]) -> str:
        if number and known.source == "seen":
            seat, _, action = known.text.partition(" ")
            return self._move(seat, action)
        return super()._telling(known, number, seen)

    def _move(self, seat: str, action: str) -> str:
        return capitalize_sentence(f"player {printable(seat)}: {printable(action)}.")

    def _whose(self, seat: str) -> str:
        return "you" if seat == self.session.seat else f"player {printable(seat)}"

    def _cards(self, steps: Sequence[HandStep]) -> Iterator[str]:
        """Yield who held what, and whose hands improved: they are asked in the order of seats."""
        held = [step for step in steps if step.kind == "holds"]
        hands = "; ".join(f"{self._whose(step.seat)} {printable(step.text)}" for step in held)
        yield f"Hands: {hands}."
        luck = [step.text for step in steps if step.text in (IMPROVES, STAYS)]
        if luck:
            better = luck.count(IMPROVES)
            yield f"Compared: {len(luck)} hands, {better or 'none'} improved."


PRIVATE_HANDS_HELP = """\
an answer   the number, the name or the first letters of an action
why         what each action is worth here, against the other seat's strategy
hint        how the strategy of your seat plays here
rules       the rules of the game
skip        pass over hands in which you have nothing to decide, or no longer
?           this help
q           stop and review (so do the end of the input and Ctrl-C)

A loss is the worth of the best action minus that of yours: both are counted
against that strategy, with the best answers afterwards."""


class PrivateHandsNarrator(Narrator):
    """Says what happens with private hands, where the other seat's strategy has a proved bound."""

    help = PRIVATE_HANDS_HELP

    def opening(self) -> Document:
        """Return who plays what, and how good it is."""
        session, judge = self.session, self.session.judge
        assert isinstance(judge, PrivateHandsJudge)
        against = "an optimal strategy"
        if judge.gap:
            worse = format_rounded_up(judge.gap, 3)
            against = (
                f"a strategy that is worse than the best one by at most {worse} per hand; proved"
            )
        return build_document(
            Paragraph(f"{session.game}: you are {with_article(session.seat)}, against {against}."),
            Paragraph(f"With the best answers to it {_expected_text(session)}."),
            Paragraph(f"Seed {session.seed}. Type ? for help, q to stop."),
        )

    def leak(self, *, habits: bool = True) -> Document:
        """Return why there is no table of answers: hardly any hand occurs twice."""
        return build_document(
            Paragraph("Hardly any hand comes twice: there are no habits to measure.", depth=1)
        )

    def hint(self) -> Document:
        """Return how the strategy of the own seat plays."""
        mix = self.session.hint()
        return build_document(
            Paragraph(
                f"The strategy of your seat plays: {mixed_action_text(mix.items())}.", depth=1
            )
        )


EQUILIBRIUM_HELP = """\
an answer   the number, the name or the first letters of an action
why         what each action is worth here, against the equilibrium
hint        how the equilibrium plays here
rules       the rules of the game
skip        pass over hands in which you have nothing to decide, or no longer
?           this help
q           stop and review (so do the end of the input and Ctrl-C)

A loss is the worth of the best action minus that of yours, in what your own
seat is paid: every action that the equilibrium mixes costs nothing. There may
be other equilibria, which pay other amounts; the other seat keeps to this one."""


class EquilibriumNarrator(Narrator):
    """Says what happens where each seat is paid by itself."""

    help = EQUILIBRIUM_HELP

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        if len(session.game.seats) > 2:
            self.help = EQUILIBRIUM_HELP.replace("the other seat keeps", "the others keep")

    def opening(self) -> Document:
        """Return who plays what."""
        session, judge = self.session, self.session.judge
        several = len(session.game.seats) > 2
        others = "the others" if several else with_article(session.opponent)
        against = "one equilibrium"
        if isinstance(judge, EquilibriumJudge) and judge.rounded:
            against += ROUNDED_NOTE
        if isinstance(judge, EquilibriumJudge) and judge.gap:
            against = f"a profile in which a seat could gain up to {amount_text(judge.gap)}"
        return build_document(
            Paragraph(f"{session.game}: you are {with_article(session.seat)}, against {against}."),
            Paragraph(f"In it {_expected_text(session)}; what you lose, {others} need not win."),
            Paragraph(f"Seed {session.seed}. Type ? for help, q to stop."),
        )

    def hint(self) -> Document:
        """Return how the equilibrium plays here, and what else costs nothing."""
        mix, best = self.session.hint(), self.session.best()
        said = (
            f"{reference_play(self.session).capitalize()} plays: {mixed_action_text(mix.items())}."
        )
        if others := [action for action in best if not mix.get(action)]:
            many = "cost" if len(others) > 1 else "costs"
            said += f" {join_with_or(others)} {many} nothing either."
        return build_document(Paragraph(said, depth=1))


@runtime_checkable
class HasNarrator(Protocol):
    """A family whose sessions of play are narrated in its own words."""

    def voice(self, session: Session) -> Narrator | None:
        """Return the narrator of a session; None: as at any card table."""
        ...


def narrator_for(session: Session) -> Narrator:
    """Return the voice of a session: of its game, else by who judges."""
    family = session.game.rules
    own = family.voice(session) if isinstance(family, HasNarrator) else None
    if own is not None:
        return own
    voices: dict[type, type[Narrator]] = {
        ThresholdJudge: ContinuousNarrator,
        PrivateHandsJudge: PrivateHandsNarrator,
        EquilibriumJudge: EquilibriumNarrator,
    }
    return voices.get(type(session.judge), Narrator)(session)
