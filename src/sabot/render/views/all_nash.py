"""Views of all Nash equilibria of a bimatrix game: extreme equilibria and components.

Every mixture of what the players do in one maximal Nash subset is an equilibrium too; components
are listed with their dimension and their maximal Nash subsets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from sabot.render.document import (
    BREAK,
    Block,
    Document,
    ExactNumber,
    Heading,
    Phrase,
    Remark,
    build_document,
    build_table,
    join_phrases,
    labelled_lines,
)
from sabot.render.text import (
    COMPLETENESS_NOT_PROVED,
    DIGITS,
    count_noun,
    decimal_text,
    printable,
    shorten_fraction,
    with_article,
)
from sabot.results.all_nash import Component, EveryEquilibrium, ExtremeEquilibrium

MOST_EQUILIBRIA = 24
NOT_COMPLETE = "the list is not complete: there may be others"
"""What is said of a list whose search was stopped."""
_MAX_LINE_CHARS = 58
"""Letters of a mix on one line of a screen."""


def all_nash_view(found: EveryEquilibrium, *, most: int | None = MOST_EQUILIBRIA) -> Document:
    """Return the extreme equilibria, at most *most* of them (None: all), and the components."""
    parts: list[Block] = [Heading(found.game), BREAK, labelled_lines(*_count_rows(found))]
    shown = found.equilibria if most is None else found.equilibria[:most]
    rows: list[tuple[Phrase, ...]] = []
    for number, one in enumerate(shown, 1):
        rows += [*_equilibrium_rows(found.seats, one, number), *_index_rows(found, number)]
    parts += [BREAK, build_table(rows, right=(0,))]
    if len(shown) < found.count:
        parts.append(Remark(f"and {found.count - len(shown):,} more (--all lists them)"))
    wide = [part for part in found.components if part.dimension]
    if wide:
        parts += [BREAK, Remark("every mixture of what the seats play in one subset is one too:")]
        listed = wide if most is None else wide[:most]
        rows = [_component_row(found, part) for part in listed]
        parts.append(build_table(rows, right=(0,)))
        if len(listed) < len(wide):
            parts.append(Remark(f"and {len(wide) - len(listed):,} more (--all lists them)"))
    return build_document(parts)


def _count_rows(found: EveryEquilibrium) -> list[tuple[str, Phrase]]:
    if found.stopped:
        listed = count_noun(found.count, "extreme one")
        return [("equilibria", f"{listed}; {_what_is_missing(found)}")]
    if found.count == 1 and not found.unsure:
        return [("equilibria", "1: it is unique, and proved to be")]
    wide = sum(1 for part in found.components if part.dimension)
    alone = len(found.components) - wide
    kinds = [f"{alone:,} isolated"] if alone else []
    kinds += [count_noun(wide, "continuum", "continua")] if wide else []
    proved = (
        f"listed; {COMPLETENESS_NOT_PROVED}" if found.unsure else "extreme ones, proved to be all"
    )
    listed = " (of those listed)" if found.unsure else ""
    rows: list[tuple[str, Phrase]] = [
        ("equilibria", f"{found.count:,} {proved}"),
        ("components", f"{len(found.components):,}: {' and '.join(kinds)}{listed}"),
    ]
    if found.indices is not None:
        rows.append(("indices", " ".join(map(_signed, found.indices.components)) + ": sum 1"))
    always = [with_article(seat) for seat, alone in found.unique.items() if alone]
    if always:
        rows.append(("", f"{' and '.join(always)} plays the same in all of them"))
    return rows


def _equilibrium_rows(
    seats: tuple[str, str], one: ExtremeEquilibrium, number: int
) -> list[tuple[Phrase, ...]]:
    """Return the rows of one equilibrium."""
    rows: list[tuple[Phrase, ...]] = []
    for seat in seats:
        for later, line in enumerate(_mixed_action_lines(one.strategies[seat]["-"])):
            rows.append(("" if rows else f"{number}.", "" if later else printable(seat), line))
    paid = "  ".join(map(_payoff_text, one.payoffs))
    return [*rows, ("", "paid", paid)]


def equilibrium_line(one: ExtremeEquilibrium) -> str:
    """Return an equilibrium on one line: what each player plays, and what they are paid."""
    played = [
        f"{printable(seat)} "
        + ", ".join(
            printable(action) if chance == 1 else f"{printable(action)}: {shorten_fraction(chance)}"
            for action, chance in table["-"].items()
        )
        for seat, table in one.strategies.items()
    ]
    return "; ".join([*played, f"paid {', '.join(map(shorten_fraction, one.payoffs))}"])


def _payoff_text(payoff: Fraction) -> str:
    """Return a payoff, with its decimal where it is no whole number."""
    if payoff.denominator == 1:
        return shorten_fraction(payoff)
    text, exact = decimal_text(payoff, DIGITS - 4)
    return f"{shorten_fraction(payoff)} {'=' if exact else '≈'} {text}"


def _mixed_action_lines(mix: Mapping[str, Fraction]) -> list[str]:
    """Return a mix on as many lines as it takes."""
    lines: list[str] = []
    for action, chance in mix.items():
        part = (
            printable(action) if chance == 1 else f"{printable(action)}: {shorten_fraction(chance)}"
        )
        if lines and len(lines[-1]) + len(part) + 2 <= _MAX_LINE_CHARS:
            lines[-1] += f", {part}"
        else:
            lines.append(part)
    return lines


def _index_rows(found: EveryEquilibrium, number: int) -> list[tuple[Phrase, ...]]:
    """Return what an equilibrium is, and its index, where that was asked for."""
    if found.indices is None:
        return []
    traits = found.indices.equilibria[number - 1]
    said = list(traits.names)
    if traits.isolated:
        said.append(f"index {_signed(_component_index(found, number))}")
    elif not said:
        said.append("not isolated")
    return [("", "is", ", ".join(said))]


def _signed(index: int) -> str:
    return f"{index:+d}" if index else "0"


def _component_index(found: EveryEquilibrium, number: int) -> int:
    assert found.indices is not None
    pairs = zip(found.components, found.indices.components, strict=True)
    return next(index for part, index in pairs if number in part.numbers)


def _component_row(found: EveryEquilibrium, part: Component) -> tuple[Phrase, ...]:
    named = f"dimension {part.dimension}"
    if found.indices is not None:
        named += f", index {_signed(_component_index(found, part.numbers[0]))}"
    return named, _nash_subsets_text(part)


def _nash_subsets_text(part: Component) -> str:
    return ", ".join("{" + ", ".join(map(str, subset)) + "}" for subset in part.subsets)


def all_nash_tables(found: EveryEquilibrium) -> Document:
    """Return the equilibria for a paper: one row each, then the components."""
    title = Heading(found.game, _count_summary(found), _count_summary(found))
    one, two = found.seats
    rows = [
        (
            str(number),
            *(_mixed_action_phrase(entry.strategies[seat]["-"]) for seat in found.seats),
            *_payoff_numbers(entry),
        )
        for number, entry in enumerate(found.equilibria, 1)
    ]
    head = ("", one, two, f"paid to {one}", f"to {two}")
    parts: list[Block] = [build_table(rows, head=head, right=(0, 3, 4))]
    if found.stopped:
        return build_document(title, parts)
    spans: list[tuple[Phrase, ...]] = [
        (str(part.dimension), _nash_subsets_text(part)) for part in found.components
    ]
    span_head: tuple[str, ...] = ("dimension", "maximal Nash subsets")
    if found.indices is not None:
        pairs = zip(found.indices.components, spans, strict=True)
        spans, span_head = [(str(k), *span) for k, span in pairs], ("index", *span_head)
    parts.append(build_table(spans, head=span_head, right=range(len(span_head) - 1)))
    return build_document(title, parts)


def _what_is_missing(found: EveryEquilibrium) -> str:
    """Return what is said of a list whose search was stopped, or was of one size of supports."""
    if found.support is None:
        return NOT_COMPLETE
    one, two = found.support
    return f"only supports of {one} and {two} strategies were searched; there may be others"


def _count_summary(found: EveryEquilibrium) -> str:
    count = count_noun(found.count, "extreme equilibrium", "extreme equilibria")
    if found.stopped:
        return f"{count}; {_what_is_missing(found)}"
    within = f"{count} in {count_noun(len(found.components), 'component')}"
    return f"{within}; {COMPLETENESS_NOT_PROVED}" if found.unsure else within


def _payoff_numbers(entry: ExtremeEquilibrium) -> Sequence[ExactNumber]:
    return [ExactNumber(payoff) for payoff in entry.payoffs]


def _mixed_action_phrase(mix: Mapping[str, Fraction]) -> Phrase:
    if len(mix) == 1:
        return next(iter(mix))
    return join_phrases(
        ((f"{action}: ", ExactNumber(chance)) for action, chance in mix.items()), ", "
    )


def all_nash_sheet(found: EveryEquilibrium) -> Document:
    """Return one row for each equilibrium, seat and action: for a spreadsheet.

    Each row of a list that is not complete says so in a last column: a reader of CSV that knows no
    comments reads it.
    """
    within = {
        number: str(k) for k, part in enumerate(found.components, 1) for number in part.numbers
    }
    mark, title = (("false",), ("complete",)) if found.stopped else ((), ())
    rows: Iterator[tuple[Phrase, ...]] = (
        (
            str(number),
            within.get(number, ""),
            seat,
            ExactNumber(paid),
            action,
            ExactNumber(chance),
            _chance_decimal(chance),
            *mark,
        )
        for number, entry in enumerate(found.equilibria, 1)
        for seat, paid in zip(found.seats, entry.payoffs, strict=True)
        for action, chance in entry.strategies[seat]["-"].items()
    )
    head = ("equilibrium", "component", "seat", "payoff", "action", "chance", "decimal", *title)
    return build_document(Heading(found.game), build_table(rows, head=head, right=(0, 1, 3, 5, 6)))


def _chance_decimal(chance: Fraction) -> str:
    return decimal_text(chance, 15)[0]
