"""A session of play in words: what the person knows, what happened, what it cost."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rich.console import Group, RenderableType
from rich.text import Text

from sabot.analyse.leak import Leak
from sabot.exact import show
from sabot.play.session import Decision, Known, Session, Step, Summary
from sabot.render.screen import columns, heading, note, pairs
from sabot.render.words import both, decimal_text, plural, safe, the

DIGITS = 6
MOST_LINES = 30
MOST_BEST = 3
READABLE = 36
WIDEST = 60


def clipped(text: str) -> str:
    """Return a name that fits on a line, harmless to a terminal.

    >>> clipped("fold"), len(clipped("x" * 500))
    ('fold', 60)
    """
    shown = safe(text[:WIDEST])
    return shown if len(shown) <= WIDEST and len(text) <= WIDEST else f"{shown[: WIDEST - 3]}..."


def amount(number: Fraction, digits: int = DIGITS, *, plus: bool = False) -> str:
    """Return a number as a fraction and a decimal; a fraction too long to read is left out.

    >>> amount(Fraction(-1, 3)), amount(Fraction(1, 2), plus=True), amount(Fraction(10**30, 7**35))
    ('-1/3 ≈ -0.333333', '+1/2 = 0.5', '≈ 2.63979')
    """
    sign = "+" if plus and number > 0 else ""
    if len(show(number)) <= READABLE:
        return f"{sign}{both(number, digits)}"
    return f"≈ {sign}{decimal_text(number, digits)[0]}"


def knowledge(seen: Sequence[Known]) -> str:
    """Return what the person knows: seen and chosen, in order.

    >>> knowledge([Known("J", False), Known("pass", True), Known("bet", False)])
    'You saw J; you chose pass; you saw bet.'
    """
    parts: list[str] = []
    was_own = True
    for item in seen:
        if item.own or was_own:
            parts.append(f"you {'chose' if item.own else 'saw'} {safe(item.text)}")
        else:
            parts[-1] += f", {safe(item.text)}"
        was_own = item.own
    text = "; ".join(parts) or "you have seen nothing yet"
    return f"{text[0].upper()}{text[1:]}."


def story(steps: Sequence[Step], seat: str) -> str:
    """Return a finished hand in words, everything that was hidden from *seat* included.

    >>> story([Step("drawn", "", "7"), Step("chose", "north", "hold", "7")], "north")
    '7 drawn; you at 7: hold'
    """
    parts: list[str] = []
    last: Step | None = None
    for step in steps:
        text = safe(step.text)
        who = "you" if step.seat == seat else safe(step.seat)
        if step.kind == "drawn" and last is not None and last.kind == "drawn":
            parts[-1] = f"{parts[-1].removesuffix(' drawn')}, {text} drawn"
        elif step.kind == "drawn":
            parts.append(f"{text} drawn")
        elif step.kind == "chose":
            parts.append(f"{who} at {safe(step.view)}: {text}")
        elif last is None or last.kind != "chose" or last.text != step.text:
            parts.append(
                f"{who} see{'' if who == 'you' else 's'} {text}" if who else f"all see {text}"
            )
        last = step
    return "; ".join(parts) or "nothing happened"


def paid(payoff: Fraction) -> str:
    """Return what a hand paid the person.

    >>> paid(Fraction(2)), paid(Fraction(-1, 2)), paid(Fraction(0))
    ('You win 2', 'You lose 1/2 = 0.5', 'You win nothing and lose nothing')
    """
    if not payoff:
        return "You win nothing and lose nothing"
    return f"You {'win' if payoff > 0 else 'lose'} {amount(abs(payoff))}"


def verdict(decision: Decision) -> str:
    """Return what an answer cost."""
    if not decision.loss:
        return f"{clipped(decision.action)}: costs nothing."
    return f"{clipped(decision.action)}: costs {amount(decision.loss)}; best is {_best(decision)}."


def _best(decision: Decision) -> str:
    shown = " or ".join(map(clipped, decision.best[:MOST_BEST]))
    left = len(decision.best) - MOST_BEST
    return f"{shown} or {left:,} others" if left > 0 else shown


def leak_words(leak: Leak) -> str:
    """Return the leak with its band, and at how many views it was measured.

    >>> leak_words(Leak(Fraction(1, 18), 0.0, 0.4321, 2, 6))
    '1/18 ≈ 0.0556 a hand (95%: 0 to 0.432; 2 of 6 views)'
    """
    low, high = (decimal_text(Fraction(end), 3)[0] for end in (leak.low, leak.high))
    seen = f"{leak.seen:,} of {plural(leak.views, 'view')}"
    return f"{amount(leak.exact, 3)} a hand (95%: {low} to {high}; {seen})"


def why_view(session: Session) -> RenderableType:
    """Return what each action of the waiting question is worth, the best first."""
    worth = session.worth()
    most = max(worth.values())
    ranked = sorted(worth.items(), key=lambda pair: -pair[1])
    rows = [
        (clipped(action), amount(value), amount(most - value))
        for action, value in ranked[:MOST_LINES]
    ]
    parts = [columns(rows, head=("action", "worth to you", "loss"), indent=4)]
    if len(ranked) > MOST_LINES:
        parts.append(note(f"and {len(ranked) - MOST_LINES:,} more", indent=4))
    return Group(*parts)


def review_view(session: Session) -> RenderableType:
    """Return the review: totals, luck and skill apart, and every mistake, the worst first."""
    found = session.summary()
    title = f"{plural(found.hands, 'hand')} as {the(session.seat)}, seed {session.seed}"
    parts: list[RenderableType] = [
        Text(),
        heading(f"Review of {session.game}", title),
        Text(),
        pairs(_totals(session, found)),
    ]
    shown = found.costly[:MOST_LINES]
    if shown:
        parts += [Text(), heading("What cost something", "the worst first")]
        parts.append(columns(_mistakes(shown, found.hands), head=_HEAD, right=(0,)))
    if len(found.costly) > len(shown):
        parts.append(note(f"and {len(found.costly) - len(shown):,} more"))
    if any(decision.hand > found.hands for decision in shown):
        parts.append(note("* a hand left unfinished: in the leak, but not in the totals"))
    return Group(*parts)


_HEAD = ("hand", "view", "you chose", "best", "loss")


def _mistakes(decisions: Sequence[Decision], finished: int) -> list[tuple[str, ...]]:
    return [
        (
            f"{decision.hand:,}{'*' if decision.hand > finished else ''}",
            clipped(decision.view),
            clipped(decision.action),
            _best(decision),
            amount(decision.loss),
        )
        for decision in decisions
    ]


def _totals(session: Session, found: Summary) -> list[tuple[str, str | Text]]:
    if not found.decisions and not found.hands:
        return [("result", "nothing was played")]
    decisions = plural(found.decisions, "decision")
    mistakes = f"none of {decisions} cost anything"
    if found.costly:
        mistakes = f"{len(found.costly):,} of {decisions} cost something"
    rows: list[tuple[str, str | Text]] = [("mistakes", mistakes)]
    if found.hands:
        hands = plural(found.hands, "hand")
        rows = [
            (
                "result",
                Text(amount(found.won, plus=True), style="bold").append(
                    _record(session), "not bold"
                ),
            ),
            ("optimal play", f"{amount(found.expected, plus=True)}, on average in {hands}"),
            ("mistakes", f"{amount(-found.lost, plus=True)}: {mistakes}"),
            (
                "luck",
                f"{amount(found.luck, plus=True)}: the rest, by cards and the opponent's mixing",
            ),
        ]
    if found.leak.seen:
        rows.append(("leak", leak_words(found.leak)))
    return rows


def _record(session: Session) -> str:
    pays = [result.payoff for result in session.results]
    counts = (
        ("won", sum(pay > 0 for pay in pays)),
        ("lost", sum(pay < 0 for pay in pays)),
        ("even", sum(pay == 0 for pay in pays)),
    )
    return f" ({', '.join(f'{count:,} {word}' for word, count in counts if count)})"
