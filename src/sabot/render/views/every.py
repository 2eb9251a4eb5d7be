"""All equilibria of a bimatrix game as documents: each of them, and what they span."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from sabot.render.document import (
    BREAK,
    Block,
    Document,
    Heading,
    Note,
    Number,
    Phrase,
    document,
    joined,
    pairs,
    table,
)
from sabot.render.words import DIGITS, brief, decimal_text, plural, safe, the
from sabot.results.every import Component, EveryEquilibrium, ExtremeEquilibrium

MOST_SHOWN = 24
_WIDE = 58
"""Letters of a mix on one line of a screen."""


def every_view(found: EveryEquilibrium, *, most: int | None = MOST_SHOWN) -> Document:
    """Return the extreme equilibria, at most *most* of them (None: all), and the components."""
    parts: list[Block] = [Heading(found.game), BREAK, pairs(*_counted(found))]
    shown = found.equilibria if most is None else found.equilibria[:most]
    rows: list[tuple[Phrase, ...]] = []
    for number, one in enumerate(shown, 1):
        rows += _told(found.seats, one, number)
    parts += [BREAK, table(rows, right=(0,))]
    if len(shown) < found.count:
        parts.append(Note(f"and {found.count - len(shown):,} more (--all lists them)"))
    wide = [part for part in found.components if part.dimension]
    if wide:
        parts += [BREAK, Note("every mixture of what the seats play in one subset is one too:")]
        listed = wide if most is None else wide[:most]
        parts.append(table((_component(part) for part in listed), right=(0,)))
        if len(listed) < len(wide):
            parts.append(Note(f"and {len(wide) - len(listed):,} more (--all lists them)"))
    return document(parts)


def _counted(found: EveryEquilibrium) -> list[tuple[str, Phrase]]:
    if found.count == 1:
        return [("equilibria", "1: it is unique, and proved to be")]
    wide = sum(1 for part in found.components if part.dimension)
    alone = len(found.components) - wide
    kinds = [f"{alone:,} isolated"] if alone else []
    kinds += [plural(wide, "continuum", "continua")] if wide else []
    rows: list[tuple[str, Phrase]] = [
        ("equilibria", f"{found.count:,} extreme ones, proved to be all"),
        ("components", f"{len(found.components):,}: {' and '.join(kinds)}"),
    ]
    always = [the(seat) for seat, alone in found.unique.items() if alone]
    if always:
        rows.append(("", f"{' and '.join(always)} plays the same in all of them"))
    return rows


def _told(seats: tuple[str, str], one: ExtremeEquilibrium, number: int) -> list[tuple[Phrase, ...]]:
    """Return the rows of one equilibrium."""
    rows: list[tuple[Phrase, ...]] = []
    for seat in seats:
        for later, line in enumerate(_lines(one[seat]["-"])):
            rows.append(("" if rows else f"{number}.", "" if later else safe(seat), line))
    paid = "  ".join(map(_amount, one.payoffs))
    return [*rows, ("", "paid", paid)]


def _amount(payoff: Fraction) -> str:
    """Return a payoff, with its decimal where it is no whole number."""
    if payoff.denominator == 1:
        return brief(payoff)
    text, exact = decimal_text(payoff, DIGITS - 4)
    return f"{brief(payoff)} {'=' if exact else '≈'} {text}"


def _lines(mix: Mapping[str, Fraction]) -> list[str]:
    """Return a mix on as many lines as it takes."""
    lines: list[str] = []
    for action, chance in mix.items():
        part = safe(action) if chance == 1 else f"{safe(action)}: {brief(chance)}"
        if lines and len(lines[-1]) + len(part) + 2 <= _WIDE:
            lines[-1] += f", {part}"
        else:
            lines.append(part)
    return lines


def _component(part: Component) -> tuple[Phrase, ...]:
    return f"dimension {part.dimension}", _subsets(part)


def _subsets(part: Component) -> str:
    return ", ".join("{" + ", ".join(map(str, subset)) + "}" for subset in part.subsets)


def every_tables(found: EveryEquilibrium) -> Document:
    """Return the equilibria for a paper: one row each, then the components."""
    title = Heading(found.game, _summary(found), _summary(found))
    one, two = found.seats
    rows = [
        (str(number), *(_written(entry[seat]["-"]) for seat in found.seats), *_numbers(entry))
        for number, entry in enumerate(found.equilibria, 1)
    ]
    head = ("", one, two, f"paid to {one}", f"to {two}")
    parts: list[Block] = [table(rows, head=head, right=(0, 3, 4))]
    spans = [(str(part.dimension), _subsets(part)) for part in found.components]
    parts.append(table(spans, head=("dimension", "maximal Nash subsets"), right=(0,)))
    return document(title, parts)


def _summary(found: EveryEquilibrium) -> str:
    count = plural(found.count, "extreme equilibrium", "extreme equilibria")
    return f"{count} in {plural(len(found.components), 'component')}"


def _numbers(entry: ExtremeEquilibrium) -> Sequence[Number]:
    return [Number(payoff) for payoff in entry.payoffs]


def _written(mix: Mapping[str, Fraction]) -> Phrase:
    if len(mix) == 1:
        return next(iter(mix))
    return joined(((f"{action}: ", Number(chance)) for action, chance in mix.items()), ", ")


def every_sheet(found: EveryEquilibrium) -> Document:
    """Return one row for each equilibrium, seat and action: for a spreadsheet."""
    within = {
        number: str(k) for k, part in enumerate(found.components, 1) for number in part.numbers
    }
    rows = (
        (str(number), within[number], seat, Number(paid), action, Number(chance), _decimal(chance))
        for number, entry in enumerate(found.equilibria, 1)
        for seat, paid in zip(found.seats, entry.payoffs, strict=True)
        for action, chance in entry[seat]["-"].items()
    )
    head = ("equilibrium", "component", "seat", "payoff", "action", "chance", "decimal")
    return document(Heading(found.game), table(rows, head=head, right=(0, 1, 3, 5, 6)))


def _decimal(chance: Fraction) -> str:
    return decimal_text(chance, 15)[0]
