"""A Monte Carlo estimate as a document, the exact value beside it."""

from __future__ import annotations

from fractions import Fraction

from sabot.analyse.simulation import Simulation
from sabot.exact import show
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    Heading,
    Note,
    Phrase,
    Word,
    document,
    pairs,
    table,
)
from sabot.render.words import DIGITS, MIX_DIGITS, both, decimal_text, duration, plural, the

MOST_LINES = 40
_PLACES = 6
_LARGE = 10**15
"""From here on places after the point mean nothing."""
_SHORT = 16
"""Letters of a fraction that stands beside its decimal, as in the table of ``sabot solve``."""


def simulation_view(found: Simulation, *, seconds: float | None = None) -> Document:
    """Return an estimate beside the exact value (or why there is none).

    Where the first seat's payoffs do not tell the others', each seat has its line.
    """
    if found.by_seat or len(found.exact) > 1:
        return _by_seat(found, seconds)
    value = found.exact[0] if found.exact else None
    hands = f"{plural(found.hands, 'hand')}, seed {found.seed}"
    mean = f"{_placed(found.mean)} to {the(found.seat)}"
    rows: list[tuple[str, Phrase]] = [("mean", Word(mean, "strong"))]
    if found.hands > 1:
        rows += [
            (f"{percent} %", " to ".join(map(_placed, found.limits(percent))))
            for percent in (95, 99)
        ]
    if value is not None:
        rows.append(("exact", f"{both(value, DIGITS)}{_verdict(found, value)}"))
    elif found.unknown:
        rows.append(("exact", f"not known: {found.unknown}"))
    paid = [
        (both(pay, MIX_DIGITS), f"{count:,}", f"{100 * count / found.hands:.3f} %")
        for pay, count in list(found.counts.items())[:MOST_LINES]
    ]
    parts: list[Block] = [Heading(found.game, hands), BREAK, pairs(*rows), BREAK]
    parts.append(table(paid, right=(0, 1, 2), head=("paid", "hands", "share")))
    if len(found.counts) > MOST_LINES:
        parts.append(Note(f"and {len(found.counts) - MOST_LINES:,} more amounts"))
    return document(parts, _pace(found, seconds))


def _by_seat(found: Simulation, seconds: float | None) -> Document:
    """Return a Monte Carlo estimate for each seat, beside its exact payoff where known."""
    lines: list[tuple[Phrase, ...]] = []
    exact = found.exact
    long = any(len(show(payoff)) > _SHORT for payoff in exact)
    for number, seat in enumerate(found.names):
        own = found.of(number)
        ends = own.limits(95) if own.hands > 1 else ()
        within = " to ".join(_placed(end, 4) for end in ends)
        lines.append((seat, _placed(own.mean, 4), within))
        if exact:
            payoff = exact[number]
            verdict = _verdict(own, payoff).removeprefix(", ").removesuffix(" interval")
            told = decimal_text(payoff)[0] if long else both(payoff, MIX_DIGITS)
            lines[-1] += (told, verdict)
    head = ("seat", "mean", "95 %", "exact", "")
    hands = f"{plural(found.hands, 'hand')}, seed {found.seed}"
    parts: list[Block] = [Heading(found.game, hands), BREAK]
    parts.append(table(lines, head=head if exact else head[:3], right=(1,)))
    if long:
        parts += [BREAK, Note("exact is rounded; --json has more digits, or the fraction")]
    return document(parts, _pace(found, seconds))


def _pace(found: Simulation, seconds: float | None) -> list[Block]:
    if seconds is None:
        return []
    rate = plural(round(found.hands / max(seconds, 1e-9)), "hand")
    return [BREAK, Note(f"in {duration(seconds)}, {rate} a second")]


def _placed(number: Fraction, places: int = _PLACES) -> str:
    """Return a number with so many places, or as a power of ten where it is too large for that."""
    if abs(number) < _LARGE:
        return f"{float(number):.{places}f}"
    return decimal_text(number, MIX_DIGITS)[0]


def _verdict(found: Simulation, value: Fraction) -> str:
    if found.hands < 2:
        return ""
    for percent in (95, 99):
        low, high = found.limits(percent)
        if low <= value <= high:
            return f", inside the {percent} % interval"
    return ", outside both intervals"
