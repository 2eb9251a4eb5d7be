"""View of a Monte Carlo estimate: mean, confidence intervals, the exact value beside it."""

from __future__ import annotations

from fractions import Fraction

from sabot.analysis.simulation import Simulation
from sabot.exact import format_fraction
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    Heading,
    Phrase,
    Remark,
    StyledText,
    build_document,
    build_table,
    labelled_lines,
)
from sabot.render.text import (
    DIGITS,
    MIX_DIGITS,
    count_noun,
    decimal_text,
    duration_text,
    fraction_and_decimal,
    with_article,
)

MOST_PAYOFFS = 40
_DECIMAL_PLACES = 6
_MAX_FIXED_POINT = 10**15
"""From here on places after the point mean nothing."""
_MAX_EXACT_CHARS = 16
"""Letters of a fraction that is shown beside its decimal, as in the table of ``sabot solve``."""


def simulation_view(found: Simulation, *, seconds: float | None = None) -> Document:
    """Return an estimate beside the exact value (or why there is no exact value).

    Where the first player's payoffs do not determine the others', each player has a line.
    """
    if found.by_seat or len(found.exact) > 1:
        return _simulation_by_player(found, seconds)
    value = found.exact[0] if found.exact else None
    hands = f"{count_noun(found.hands, 'hand')}, seed {found.seed}"
    mean = f"{_fixed_point_text(found.mean)} to {with_article(found.seat)}"
    rows: list[tuple[str, Phrase]] = [("mean", StyledText(mean, "strong"))]
    if found.hands > 1:
        rows += [
            (f"{percent} %", " to ".join(map(_fixed_point_text, found.limits(percent))))
            for percent in (95, 99)
        ]
    if value is not None:
        rows.append(
            ("exact", f"{fraction_and_decimal(value, DIGITS)}{_agreement_text(found, value)}")
        )
    elif found.unknown:
        rows.append(("exact", f"not known: {found.unknown}"))
    paid = [
        (fraction_and_decimal(pay, MIX_DIGITS), f"{count:,}", f"{100 * count / found.hands:.3f} %")
        for pay, count in list(found.counts.items())[:MOST_PAYOFFS]
    ]
    parts: list[Block] = [Heading(found.game, hands), BREAK, labelled_lines(*rows), BREAK]
    parts.append(build_table(paid, right=(0, 1, 2), head=("paid", "hands", "share")))
    if len(found.counts) > MOST_PAYOFFS:
        parts.append(Remark(f"and {len(found.counts) - MOST_PAYOFFS:,} more amounts"))
    return build_document(parts, _speed_blocks(found, seconds))


def _simulation_by_player(found: Simulation, seconds: float | None) -> Document:
    """Return a Monte Carlo estimate for each seat, beside its exact payoff where known."""
    lines: list[tuple[Phrase, ...]] = []
    exact = found.exact
    long = any(len(format_fraction(payoff)) > _MAX_EXACT_CHARS for payoff in exact)
    for number, seat in enumerate(found.names):
        own = found.of(number)
        ends = own.limits(95) if own.hands > 1 else ()
        within = " to ".join(_fixed_point_text(end, 4) for end in ends)
        lines.append((seat, _fixed_point_text(own.mean, 4), within))
        if exact:
            payoff = exact[number]
            verdict = _agreement_text(own, payoff).removeprefix(", ").removesuffix(" interval")
            printed = decimal_text(payoff)[0] if long else fraction_and_decimal(payoff, MIX_DIGITS)
            lines[-1] += (printed, verdict)
    head = ("seat", "mean", "95 %", "exact", "")
    hands = f"{count_noun(found.hands, 'hand')}, seed {found.seed}"
    parts: list[Block] = [Heading(found.game, hands), BREAK]
    parts.append(build_table(lines, head=head if exact else head[:3], right=(1,)))
    if long:
        parts += [BREAK, Remark("exact is rounded; --json has more digits, or the fraction")]
    return build_document(parts, _speed_blocks(found, seconds))


def _speed_blocks(found: Simulation, seconds: float | None) -> list[Block]:
    if seconds is None:
        return []
    rate = count_noun(round(found.hands / max(seconds, 1e-9)), "hand")
    return [BREAK, Remark(f"in {duration_text(seconds)}, {rate} per second")]


def _fixed_point_text(number: Fraction, places: int = _DECIMAL_PLACES) -> str:
    """Return a number with so many places, or as a power of ten where it is too large for that."""
    if abs(number) < _MAX_FIXED_POINT:
        return f"{float(number):.{places}f}"
    return decimal_text(number, MIX_DIGITS)[0]


def _agreement_text(found: Simulation, value: Fraction) -> str:
    if found.hands < 2:
        return ""
    for percent in (95, 99):
        low, high = found.limits(percent)
        if low <= value <= high:
            return f", inside the {percent} % interval"
    return ", outside both intervals"
