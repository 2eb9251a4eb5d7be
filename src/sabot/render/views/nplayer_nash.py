"""Views of all equilibria of a game for three or more players: points, and sets of equilibria."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from sabot.exact import format_fraction
from sabot.forms.algebra.algebraic_number import Algebraic, Real
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
    inlines_of,
    join_phrases,
    labelled_lines,
)
from sabot.render.formula import (
    algebraic_decimal,
    algebraic_math,
    algebraic_phrase,
    root_phrase,
)
from sabot.render.text import count_noun, printable
from sabot.results.nplayer_nash import EquilibriumSubset, NPlayerEquilibria, NPlayerEquilibrium

MOST_EQUILIBRIA = 24
_SHEET_DIGITS = 15
_MAX_ROOT_TERMS = 3
"""Of a polynomial whose root is shown as t on the screen: others are in the file."""


def nplayer_nash_view(found: NPlayerEquilibria, *, most: int | None = MOST_EQUILIBRIA) -> Document:
    """Return the equilibria, at most *most* of them (None: all), and the sets of equilibria."""
    parts: list[Block] = [Heading(found.game), BREAK, labelled_lines(*_count_rows(found))]
    shown = found.equilibria if most is None else found.equilibria[:most]
    rows: list[tuple[Phrase, ...]] = []
    for number, one in enumerate(shown, 1):
        rows += _equilibrium_rows(found.seats, one, f"{number}.")
    if rows:
        parts += [BREAK, build_table(rows, right=(0,))]
    if len(shown) < found.count:
        parts.append(Remark(f"and {found.count - len(shown):,} more (--all lists them)"))
    if found.subsets:
        parts += [BREAK, Remark("sets of equilibria: every mixture of what is listed for a seat")]
        listed = found.subsets if most is None else found.subsets[:most]
        lines = [
            row for k, one in enumerate(listed, 1) for row in _subset_rows(found.seats, one, k)
        ]
        parts.append(build_table(lines, right=(0,)))
        if len(listed) < len(found.subsets):
            more = len(found.subsets) - len(listed)
            parts.append(Remark(f"and {more:,} more (--all lists them)"))
    return build_document(parts)


def _count_rows(found: NPlayerEquilibria) -> list[tuple[str, Phrase]]:
    rows: list[tuple[str, Phrase]] = [("seats", ", ".join(map(printable, found.seats)))]
    rows.append(("equilibria", count_words(found)))
    if found.stopped:
        rows.append(("", found.stopped))
    return rows


def count_words(found: NPlayerEquilibria) -> str:
    """Return how many equilibria there are, and whether that is proved."""
    if found.unique:
        return "1: it is unique, and proved to be"
    said = [f"{found.count:,}"] if found.count or not found.subsets else []
    if found.subsets:
        said.append(count_noun(len(found.subsets), "set of equilibria", "sets of equilibria"))
    listed = " and ".join(said)
    if found.complete:
        return f"{listed}, proved to be all"
    return f"{listed}; the list is not complete: there may be others"


def _equilibrium_rows(
    seats: tuple[str, ...], one: NPlayerEquilibrium, label: str
) -> list[tuple[Phrase, ...]]:
    """Return the rows of one equilibrium: what each player plays and is paid."""
    rows: list[tuple[Phrase, ...]] = []
    for seat, paid in zip(seats, one.payoffs, strict=True):
        mix = _only_mix(one.strategies[seat])
        rows.append(
            (
                "" if rows else label,
                printable(seat),
                _screen_mix(mix),
                ("paid ", *algebraic_phrase(paid, 6)),
            )
        )
    if one.root is not None and len(one.root.root_of) > _MAX_ROOT_TERMS:
        degree = len(one.root.root_of) - 1
        rows.append(("", "", f"numbers of a field of degree {degree}, exact in the file", ""))
    return rows


def _screen_mix(mix: Mapping[str, Real]) -> Phrase:
    """Return a mix with decimals; an action may be a number, so a colon follows it."""
    if len(mix) == 1:
        return next(iter(mix))
    pairs = ((f"{action}: ", *algebraic_phrase(chance, 6)) for action, chance in mix.items())
    return join_phrases(pairs, ", ")


def _only_mix(table: Mapping[str, Mapping[str, Real]]) -> Mapping[str, Real]:
    return next(iter(table.values()), {"-": Fraction(1)})


def _subset_rows(
    seats: tuple[str, ...], one: EquilibriumSubset, number: int
) -> list[tuple[Phrase, ...]]:
    return [
        ("" if k else f"{number}.", printable(seat), " | ".join(_strategy_texts(one, seat)))
        for k, seat in enumerate(seats)
    ]


def _strategy_texts(one: EquilibriumSubset, seat: str) -> list[str]:
    mixes = (next(iter(table.values()), {}) for table in one.strategies[seat])
    return [
        next(iter(mix))
        if len(mix) == 1
        else ", ".join(f"{action}: {format_fraction(chance)}" for action, chance in mix.items())
        for mix in mixes
    ]


def nplayer_nash_tables(found: NPlayerEquilibria) -> Document:
    """Return the equilibria for a paper: one row per equilibrium, then the sets."""
    words = count_words(found)
    rows = [
        (
            str(number),
            *(_mix_phrase(_only_mix(one.strategies[seat])) for seat in found.seats),
            join_phrases((_exact(paid) for paid in one.payoffs), ", "),
        )
        for number, one in enumerate(found.equilibria, 1)
    ]
    head = ("", *found.seats, "payoffs")
    parts: list[Block] = [Remark(words), build_table(rows, head=head, right=(0,))]
    for number, one in enumerate(found.equilibria, 1):
        if one.root is not None and len(one.root.root_of) > _MAX_ROOT_TERMS:
            parts.append(build_table([(f"t in {number}", root_phrase(one.root))]))
    if found.subsets:
        spans = [
            (str(number), *(" | ".join(_strategy_texts(one, seat)) for seat in found.seats))
            for number, one in enumerate(found.subsets, 1)
        ]
        parts.append(build_table(spans, head=("set", *found.seats), right=(0,)))
    return build_document(Heading(found.game), parts)


def _exact(number: Real) -> Phrase:
    return algebraic_math(number) if isinstance(number, Algebraic) else ExactNumber(number)


def _mix_phrase(mix: Mapping[str, Real]) -> Phrase:
    if len(mix) == 1:
        return next(iter(mix))
    pairs = ((f"{action}: ", *inlines_of(_exact(chance))) for action, chance in mix.items())
    return join_phrases(pairs, ", ")


def nplayer_nash_sheet(found: NPlayerEquilibria) -> Document:
    """Return one row for each equilibrium, seat and action: for a spreadsheet.

    After them the strategies whose mixtures make the sets: ``set 1.2`` is a seat's second one. A
    list that is not complete has a column that says so.
    """
    rows: list[tuple[Phrase, ...]] = [
        (str(number), seat, _exact(paid), action, _exact(chance), _decimal(chance))
        for number, one in enumerate(found.equilibria, 1)
        for seat, paid in zip(found.seats, one.payoffs, strict=True)
        for action, chance in _only_mix(one.strategies[seat]).items()
    ]
    rows += [
        (f"set {number}.{place}", seat, "", action, _exact(chance), _decimal(chance))
        for number, one in enumerate(found.subsets, 1)
        for seat in found.seats
        for place, table in enumerate(one.strategies[seat], 1)
        for action, chance in _only_mix(table).items()
    ]
    head: tuple[str, ...] = ("equilibrium", "seat", "payoff", "action", "chance", "decimal")
    if not found.complete:
        head, rows = (*head, "complete"), [(*row, "false") for row in rows]
    return build_document(Heading(found.game), build_table(rows, head=head, right=(0, 2, 4, 5)))


def _decimal(chance: Real) -> str:
    return algebraic_decimal(chance, _SHEET_DIGITS)
