"""A session of play in words: what the person knows, what happened, what an answer cost.

A :class:`Voice` says what a session does, block by block; it reads nothing and prints nothing, so
that a terminal and a page can both use it. A family may bring a voice of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from sabot.play.hand import Amounts, Decision, Known, Question, Result, Step
from sabot.play.session import Session
from sabot.render.document import Block, Document, Heading, Note, Text, document, table
from sabot.render.views.family import told_rules
from sabot.render.views.review import leak_view, review_view
from sabot.render.words import amount, brief, clipped, either, mix_text, safe, the
from sabot.telling.tables import view_key

MOST_LINES = 30
LINE = 74
"""Letters of what was learned and of the pot that still stand together."""
MOST_RULES = 20
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
the best reply to your frequencies would win from you a hand, beyond the value.
A view counts from 10 answers on; the others are taken as played in the way
that leaks least. With few answers the 95% band around the leak is wide."""


def sentence(text: str) -> str:
    """Return a sentence with its capital.

    >>> sentence("the dealer: keep.")
    'The dealer: keep.'
    """
    return f"{text[:1].upper()}{text[1:]}"


def _opening(seat: str) -> str:
    """Return a seat as it opens a sentence: a name stays as its rules spell it.

    >>> _opening("dealer"), _opening("ann")
    ('The dealer', 'ann')
    """
    told = the(seat)
    return told if told == safe(seat) else sentence(told)


def pot(stakes: Amounts, seat: str) -> str:
    """Return what lies in the pot, and who put it there; nothing where the rules do not say.

    >>> pot((("north", Fraction(1)), ("south", Fraction(1))), "north")
    'Pot 2: 1 each.'
    >>> pot((("north", Fraction(1)), ("south", Fraction(3))), "north")
    'Pot 4: you 1, south 3; 2 more to match.'
    """
    if not stakes:
        return ""
    amounts = [put for _, put in stakes]
    whole = f"Pot {brief(sum(amounts, Fraction(0)))}"
    if len(set(amounts)) == 1 and len(amounts) > 1:
        return f"{whole}: {brief(amounts[0])} each."
    own_first = sorted(stakes, key=lambda put: put[0] != seat)
    who = ", ".join(f"{'you' if one == seat else the(one)} {brief(put)}" for one, put in own_first)
    behind = max(amounts) - dict(stakes).get(seat, max(amounts))
    return f"{whole}: {who}{f'; {brief(behind)} more to match' if behind else ''}."


def paid(payoff: Fraction) -> str:
    """Return what a hand paid the person.

    >>> paid(Fraction(2)), paid(Fraction(-1, 2)), paid(Fraction(0))
    ('You win 2', 'You lose 1/2 = 0.5', 'You win nothing and lose nothing')
    """
    if not payoff:
        return "You win nothing and lose nothing"
    return f"You {'win' if payoff > 0 else 'lose'} {amount(abs(payoff))}"


class Voice:
    """Says what happens in a session, as at a card table."""

    help = HELP
    numbered = True
    """Whether actions may be chosen by number."""
    prompt = ""
    """What stands before the answer, in place of the actions."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.total = Fraction(0)
        self._hand = 0
        self._known = 0
        self._stakes: Amounts = ()
        self._said: Counter[str] = Counter()

    # ------------------------------------------------------------------ before and between

    def opening(self) -> Document:
        """Return who plays what."""
        session = self.session
        return document(
            Text(f"{session.game}: you are {the(session.seat)}, against the optimum."),
            Text(f"Optimal play earns you {amount(session.value)} a hand."),
            Text(f"Seed {session.seed}. Type ? for help, q to stop."),
        )

    def title(self, hand: int) -> Heading | None:
        """Return the head of a hand; None where it needs none."""
        return Heading(f"Hand {hand:,}")

    def passed_over(self, results: Sequence[Result]) -> str:
        """Return what hands without a decision came to, that were not told."""
        won = sum((result.payoff for result in results), Fraction(0))
        self.total += won
        many = "1 hand" if len(results) == 1 else f"{len(results):,} hands"
        return f"{many} without a decision: {amount(won, plus=True)}."

    # ------------------------------------------------------------------ a question

    def question(self, question: Question, *, priced: bool = False) -> Document:
        """Return what the person has learned since the last question; *priced*: and every worth."""
        self._begin(self.session.hand)
        new = list(self._news(question.seen, self._known))
        self._known = len(question.seen) + 1  # and the answer that is to come
        lines = [" ".join(new) or "You have seen nothing yet."]
        if question.stakes != self._stakes:
            self._stakes = question.stakes
            put = pot(question.stakes, self.session.seat)
            lines = [f"{lines[0]} {put}"] if len(lines[0] + put) < LINE else [*lines, put]
        said = [Text(line, depth=1) for line in lines]
        return document(said, [self.why()] if priced else ())

    def reads(self, typed: str, question: Question) -> str:
        """Return what was typed in the words of the actions, where a game has ways to say them."""
        return typed

    def refusal(self, typed: str, found: Sequence[str]) -> str:
        """Return why what was typed is no answer; *found* are the actions that it might mean."""
        if not typed:
            return "Choose an action by its number or name; ? helps."
        if found:
            return f"'{clipped(typed)}' could be {' or '.join(map(clipped, found[:5]))}."
        return f"'{clipped(typed)}' is none of the actions; ? helps."

    def _begin(self, hand: int) -> None:
        if hand != self._hand:
            self._hand, self._known, self._stakes = hand, 0, ()
            self._said = Counter()

    def _news(self, seen: Sequence[Known], since: int) -> Iterator[str]:
        for number, known in enumerate(seen[since:], since):
            said = self._telling(known, number, seen)
            if said:
                self._said[said] += 1
                yield said

    def _telling(self, known: Known, number: int, seen: Sequence[Known]) -> str:
        """Return one thing that the person learns, as a sentence."""
        session, text = self.session, safe(known.text)
        if known.source == "mover":
            return ""  # the move itself says it
        if known.source == "own":
            return self._forced(known, view_key(tuple(one.text for one in seen[:number])))
        if known.source == "move":
            return self._move(known.seat, known.text)
        legend = session.game.sees(session.seat)
        if number < len(legend):
            return _by_legend(legend[number], text)
        if known.source == "held":
            return f"Your card: {self._card(known.text, named=True)}."
        if known.source == "common":
            return f"On the table: {self._card(known.text, named=True)}."
        return f"You see {text}."

    def _forced(self, known: Known, view: str) -> str:
        """Return an own move that the person was not asked for."""
        asked = {one.view for one in self.session.decisions if one.hand == self.session.hand}
        return "" if not known.own or view in asked else self._only(known.text)

    def _only(self, action: str) -> str:
        return f"You: {clipped(action)}, your only choice."

    def _move(self, seat: str, action: str) -> str:
        return f"{_opening(seat)}: {clipped(action)}."

    def _card(self, text: str, *, named: bool = False) -> str:
        """Return a card by its name; *named*: with what views call it, where that differs."""
        game = self.session.game
        name = game.rules.card_name(game, text)
        return safe(f"{name} ({text})" if named and name != text else name)

    # ------------------------------------------------------------------ judging

    def verdict(self, decision: Decision) -> str:
        """Return what an answer cost."""
        if not decision.loss:
            return f"{clipped(decision.action)}: costs nothing."
        best = either(decision.best)
        return f"{clipped(decision.action)}: costs {amount(decision.loss)}; best is {best}."

    def why(self) -> Document:
        """Return what each action of the waiting question is worth, the best first."""
        worth = self.session.worth()
        most = max(worth.values())
        ranked = sorted(worth.items(), key=lambda pair: -pair[1])
        rows = [
            (clipped(action), amount(value), amount(most - value))
            for action, value in ranked[:MOST_LINES]
        ]
        parts: list[Block] = [table(rows, head=("action", "worth to you", "loss"), depth=2)]
        if len(ranked) > MOST_LINES:
            parts.append(Note(f"and {len(ranked) - MOST_LINES:,} more", depth=2))
        return document(parts)

    def hint(self) -> Document:
        """Return how an optimal strategy plays here, and what else costs nothing."""
        mix, best = self.session.hint(), self.session.best()
        said = f"Optimal play: {mix_text(mix.items())}."
        others = [action for action in best if not mix.get(action)]
        if others:
            many = "cost" if len(others) > 1 else "costs"
            said = f"{said[:-1]}, in one optimal strategy; {either(others)} {many} nothing either."
        elif len(best) > 1:
            said += " Each of them costs nothing here; how often you do what is what matters."
        return document(Text(said, depth=1))

    def leak(self, *, habits: bool = True) -> Document:
        """Return what the person's habits give away, and by *habits* which, the worst first."""
        return leak_view(self.session, habits=habits)

    def rules(self, width: int) -> Document:
        """Return the rules on a screen."""
        return told_rules(self.session.game, seat=self.session.seat, width=width, most=MOST_RULES)

    # ------------------------------------------------------------------ the end of a hand

    def closing(self, result: Result) -> Document:
        """Return how a hand ended: what was hidden, who held what, what it paid."""
        self._begin(result.hand)
        self.total += result.payoff
        said = [*self._rest(result), *self._cards(result.steps)]
        total = amount(self.total, plus=True)
        parts = [Text(" ".join(said), depth=1)] if said else []
        return document(parts, Text(f"{paid(result.payoff)}. Total {total}.", depth=1))

    def _rest(self, result: Result) -> Iterator[str]:
        """Yield what happened in the open, or was done, and has not been told yet."""
        said = Counter(self._said)
        asked = {one.view for one in self.session.decisions if one.hand == result.hand}
        called: Step | None = None
        for step in result.steps:
            line = ""
            if step.kind == "chose":
                called = step
                if step.seat != self.session.seat:
                    line = self._move(step.seat, step.text)
                elif step.view not in asked:
                    line = self._only(step.text)
            elif step.kind == "shown" and not step.seat and not _calls(step, called):
                line = f"On the table: {self._card(step.text, named=True)}."
            if line and said[line]:
                said[line] -= 1
            elif line:
                yield line

    def _cards(self, steps: Sequence[Step]) -> Iterator[str]:
        """Yield who held what in the end and before, and what was drawn besides."""
        held: dict[str, list[str]] = {}
        for step in steps:
            if step.kind == "holds":
                held.setdefault(step.seat, []).append(step.text)
        used = Counter(card for texts in held.values() for card in _all_of(texts))
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

    def _sights(self, steps: Sequence[Step]) -> Iterator[str]:
        """Yield what others were shown, where nobody says who holds what."""
        called: Step | None = None
        for step in steps:
            if step.kind == "chose":
                called = step
            hidden = step.kind == "shown" and step.seat not in ("", self.session.seat)
            if hidden and not _calls(step, called):
                yield f"{_opening(step.seat)} saw {clipped(step.text)}."

    def _whose(self, seat: str) -> str:
        return "you" if seat == self.session.seat else the(seat)

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
        return review_view(self.session, habits=habits)


def _calls(shown: Step, called: Step | None) -> bool:
    """Return whether what is shown is the move just made, by itself or with whose it was."""
    if called is None:
        return False
    move, seat = called.text, called.seat
    return shown.text in (move, view_key((seat, move)), view_key((move, seat)))


def _all_of(texts: Sequence[str]) -> list[str]:
    """Return every card of hands that grow or change, each as often as it was new."""
    found: list[str] = []
    before: Counter[str] = Counter()
    for text in texts:
        now = Counter(text.split(", "))
        found += (now - before).elements()
        before = now
    return found


def _by_legend(words: str, text: str) -> str:
    """Return what stands at one place of a view, in the words of the game's legend.

    >>> _by_legend("his total", "6"), _by_legend("Player's third card, - if he stood", "-")
    ('Your total: 6.', "Player's third card: none, he stood.")
    """
    what, _, lacking = words.partition(", - if ")
    what = sentence(f"your {what[4:]}" if what.startswith("his ") else what)
    return f"{what}: {f'none, {lacking}' if text == '-' and lacking else text}."
