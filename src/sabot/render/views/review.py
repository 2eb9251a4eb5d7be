"""How a session of play went: totals, luck and skill apart, equal mistakes together, habits."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sabot.analyse.habits import Habit
from sabot.analyse.leak import ENOUGH, Leak
from sabot.exact import show
from sabot.play.balance import Balance
from sabot.play.hand import Mistake, Summary
from sabot.play.session import Session
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    Heading,
    Note,
    Phrase,
    Text,
    Word,
    document,
    pairs,
    table,
)
from sabot.render.words import amount, clipped, decimal_text, either, plural, the

MOST_LINES = 30
MOST_HABITS = 8
MOST_HANDS = 4
_DIGITS = 3
_HEAD = ("view", "you chose", "best", "costs", "hands", "in all")


LEAK = (
    "leak: what the best reply to your frequencies wins from you a hand, beyond the value of the "
    f"game. A view counts from {ENOUGH} answers on; all others are taken as played in the way that "
    "leaks least."
)
COSTS = (
    "costs: the least that any strategy with this habit leaks a hand. At other views it may play "
    "as is best for it; your habits on the way to the view are kept, and what they leak alone is "
    "not counted here."
)
SAVES = "saves: how much less you leak if you play this view alone in the best way."


def leak_words(leak: Leak) -> str:
    """Return the leak with its band, and at how many views it was measured.

    >>> leak_words(Leak(Fraction(1, 18), Fraction(0), Fraction(4321, 10000), 2, 6))
    '1/18 ≈ 0.0556 a hand (95%: 0 to 0.432; 2 of 6 views)'
    """
    low, high = (decimal_text(end, _DIGITS)[0] for end in (leak.low, leak.high))
    seen = f"{leak.seen:,} of {plural(leak.views, 'view')}"
    return f"{amount(leak.exact, _DIGITS)} a hand (95%: {low} to {high}; {seen})"


def too_few(session: Session) -> str:
    """Return why the leak is not judged yet."""
    if not session.counts:
        return "you have shown nothing yet"
    view, row = max(session.counts.items(), key=lambda one: sum(one[1].values()))
    most = f"you have {sum(row.values()):,} at {clipped(view)}"
    return f"not judged before {ENOUGH} answers at a view; {most}, the most so far"


def leak_view(session: Session, *, habits: bool = True) -> Document:
    """Return what the person's frequencies give away so far, and by which habits.

    Without *habits*, as after each hand, nothing is said before there is enough to judge.
    """
    if isinstance(session.judge, Balance):
        said = "What you lose is not what the other seat wins, so habits are not priced here; "
        return document(Text(f"{said}every answer is.", depth=1))
    leak = session.leak(fewest=ENOUGH)
    if leak is None:
        return document(Text("Everything is seen: habits give nothing away.", depth=1))
    if not leak.seen and not habits:
        return document()
    said = leak_words(leak) if leak.seen else too_few(session)
    parts: list[Block] = [Text(f"Leak so far: {said}.", depth=1)]
    if habits and leak.seen:
        parts += [Note(LEAK, depth=2), *_mix_alone(session, leak, depth=2), *habits_view(session)]
    return document(parts)


def _mix_alone(session: Session, leak: Leak, depth: int = 0) -> list[Block]:
    """Return why answers that cost nothing can leak, where they surely do."""
    if not leak.low or any(one.loss for one in session.decisions):
        return []
    return [
        Note("No answer cost anything against the optimal opponent; the mix does.", depth=depth)
    ]


def habits_view(session: Session) -> list[Block]:
    """Return the habits that leak, the worst first: how often, how often is optimal, the cost."""
    meter, leak = session.meter, session.leak(fewest=ENOUGH)
    assert meter is not None and leak is not None
    if not leak.exact:
        return []
    found = meter.habits(session.answered(ENOUGH))
    alone = any(one.cost for one in found)
    parts: list[Block] = []
    if not alone:
        words = "No habit costs anything by itself, but together they leak"
        parts.append(Text(f"{words}{':' if found else '.'}", depth=1))
    if found:
        rows = [_habit(one, one.cost if alone else one.saves) for one in found[:MOST_HABITS]]
        last = "costs a hand" if alone else "saves a hand"
        parts.append(table(rows, head=("view", "you", "optimal", last), depth=2))
        if len(found) > MOST_HABITS:
            parts.append(Note(f"and {len(found) - MOST_HABITS:,} more", depth=2))
        parts.append(Note(COSTS if alone else SAVES, depth=2))
    if leak.seen > meter.most_priced:
        few = plural(meter.most_priced, "view")
        parts.append(Note(f"In a game of this size the worst {few} are priced.", depth=2))
    return parts


def _habit(one: Habit, price: Fraction) -> tuple[str, ...]:
    often = f"{clipped(one.action)}: {one.times:,} of {one.asked:,}"
    return clipped(one.view), often, _range(one), amount(price, _DIGITS)


def _range(one: Habit) -> str:
    low, high = one.low, one.high
    if low is None or high is None:
        return "not reached"
    return _often(low) if low == high else f"{_chance(low)} to {_chance(high)}"


def _often(chance: Fraction) -> str:
    if chance in (0, 1):
        return "never" if not chance else "always"
    return _chance(chance)


def _chance(chance: Fraction) -> str:
    text = show(chance)
    return text if len(text) <= 9 else decimal_text(chance, _DIGITS)[0]


def review_view(session: Session, *, habits: bool = True) -> Document:
    """Return the review: totals, luck and skill apart, and every mistake, the worst first.

    Without *habits* they are left out: in a large game they take seconds to price.
    """
    found = session.summary()
    title = f"{plural(found.hands, 'hand')} as {the(session.seat)}, seed {session.seed}"
    parts: list[Block] = [BREAK, Heading(f"Review of {session.game}", title), BREAK]
    parts.append(pairs(*_totals(session, found)))
    if found.leak is not None and found.leak.seen:
        parts += [Note(LEAK), *_mix_alone(session, found.leak)]
    mistakes = found.mistakes
    shown = mistakes[:MOST_LINES]
    if shown:
        parts += [BREAK, Heading("What cost something", "the worst first")]
        parts.append(table((_mistake(one, found.hands) for one in shown), head=_HEAD))
    if len(mistakes) > len(shown):
        parts.append(Note(f"and {len(mistakes) - len(shown):,} more"))
    if any(number > found.hands for one in shown for number in one.hands):
        parts.append(Note("* a hand left unfinished: in the leak, but not in the totals"))
    priced = habits_view(session) if habits and found.leak is not None else []
    if priced:
        parts += [BREAK, Heading("What your habits give away", "the worst first"), *priced]
    return document(parts)


def _mistake(one: Mistake, finished: int) -> tuple[str, ...]:
    numbers = [f"{hand:,}{'*' if hand > finished else ''}" for hand in one.hands]
    hands = ", ".join(numbers[:MOST_HANDS])
    if len(numbers) > MOST_HANDS:
        hands += f" and {len(numbers) - MOST_HANDS:,} more"
    whole = amount(one.total, _DIGITS) if len(numbers) > 1 else ""
    return (
        clipped(one.view),
        clipped(one.action),
        either(one.best),
        amount(one.loss, _DIGITS),
        hands,
        whole,
    )


def _totals(session: Session, found: Summary) -> list[tuple[str, Phrase]]:
    if not found.decisions and not found.hands:
        return [("result", "nothing was played")]
    decisions = plural(found.decisions, "decision")
    mistakes = f"none of {decisions} cost anything"
    if found.costly:
        mistakes = f"{len(found.costly):,} of {decisions} cost something"
    rows: list[tuple[str, Phrase]] = [("mistakes", mistakes)]
    if found.hands:
        hands = plural(found.hands, "hand")
        won = Word(amount(found.won, plus=True), "strong")
        whose = "the opponent's" if len(session.game.seats) == 2 else "the others'"
        rows = [
            ("result", (won, _record([result.payoff for result in session.results]))),
            (yardstick(session), f"{amount(found.expected, plus=True)}, on average in {hands}"),
            ("mistakes", f"{amount(-found.lost, plus=True)}: {mistakes}"),
            (
                "luck",
                f"{amount(found.luck, plus=True)}: the rest, by cards and {whose} mixing",
            ),
        ]
    if found.leak is not None and session.counts:
        rows.append(("leak", leak_words(found.leak) if found.leak.seen else too_few(session)))
    return rows


def yardstick(session: Session) -> str:
    """Return whose payoff the result is held against."""
    judge = session.judge
    if not isinstance(judge, Balance):
        return "optimal play"
    return "the profile" if judge.gap else "the equilibrium"


def _record(pays: Sequence[Fraction]) -> str:
    counts = (
        ("won", sum(pay > 0 for pay in pays)),
        ("lost", sum(pay < 0 for pay in pays)),
        ("even", sum(pay == 0 for pay in pays)),
    )
    return f" ({', '.join(f'{count:,} {word}' for word, count in counts if count)})"
