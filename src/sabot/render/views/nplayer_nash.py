"""Views of all equilibria of a game for three or more players: points, and sets of equilibria."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from sabot.forms.algebra.algebraic_number import Algebraic, Real
from sabot.render.document import (
    BREAK,
    Block,
    Document,
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
    algebraic_phrase,
    exact_phrase,
    root_phrase,
)
from sabot.render.text import DIGITS, count_noun, printable, shorten_fraction
from sabot.results.nplayer_nash import EquilibriumSubset, NPlayerEquilibria, NPlayerEquilibrium

MOST_EQUILIBRIA = 24
_SHEET_DIGITS = 15
_MAX_ROOT_TERMS = 3
"""Of a polynomial whose root is shown as t on the screen: others are in the file."""


REACHED_ONLY = "they may differ at information sets (views) that are not reached: one is shown"


def nplayer_nash_view(found: NPlayerEquilibria, *, most: int | None = MOST_EQUILIBRIA) -> Document:
    """Return the equilibria, at most *most* of them (None: all), and the sets of equilibria."""
    parts: list[Block] = [Heading(found.game), BREAK, labelled_lines(*_count_rows(found))]
    shown = found.equilibria if most is None else found.equilibria[:most]
    rows: list[tuple[Phrase, ...]] = []
    for number, one in enumerate(shown, 1):
        rows += _equilibrium_rows(found.seats, one, f"{number}.")
        if found.indices is not None:
            rows.append(("", "", found.indices[number - 1].words, ""))
        inside = [k for k, subset in enumerate(found.subsets, 1) if subset.contains(one)]
        if inside:
            rows.append(("", "", f"it is in set {inside[0]}", ""))
    if rows:
        parts += [BREAK, build_table(rows, right=(0,))]
    if len(shown) < found.count:
        parts.append(Remark(f"and {found.count - len(shown):,} more (--all lists them)"))
    parts += _equation_blocks(found)
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


def _equation_blocks(found: NPlayerEquilibria) -> list[Block]:
    """Return the sets that equations describe."""
    if not found.by_equations:
        return []
    said = "sets by equations: every profile with these actions, or some of them, that satisfies "
    said += "them is an equilibrium"
    rows: list[tuple[Phrase, ...]] = []
    for number, one in enumerate(found.by_equations, 1):
        label = f"{number}."
        for seat, actions in one.supports.items():
            named = [
                f"{printable(action)}: {name}"
                for name, (owner, action) in one.unknowns.items()
                if owner == seat
            ]
            rest = [printable(action) for action in actions[len(named) :]]
            rows.append((label, printable(seat), ", ".join([*named, *rest])))
            label = ""
        rows += [("", "equation", text) for text in one.equations]
        rows += [("", "condition", text) for text in one.inequalities]
        near = ", ".join(map(str, one.points))
        at = f" at equilibrium {near}" if len(one.points) == 1 else f" at equilibria {near}"
        bound = "" if one.manifold else "at most "
        rows.append(("", "dimension", f"{bound}{one.dimension}{at}"))
    return [BREAK, Remark(said), build_table(rows, right=(0,))]


def _count_rows(found: NPlayerEquilibria) -> list[tuple[str, Phrase]]:
    rows: list[tuple[str, Phrase]] = [("seats", ", ".join(map(printable, found.seats)))]
    rows.append(("equilibria", count_words(found)))
    if found.reached_only:
        rows.append(("", REACHED_ONLY))
    if found.stopped:
        rows.append(("", found.stopped))
    if found.symmetry is not None:
        rows.append(("symmetric", _symmetry_words(found)))
    if found.indices is not None:
        rows.append(("indices", index_words(found)))
        rows += _component_rows(found)
    return rows


def _symmetry_words(found: NPlayerEquilibria) -> str:
    """Return which equilibria of a symmetric game are symmetric: all play the same in them."""
    named = ", ".join(map(str, found.symmetric()))
    sets = found.symmetric_sets()
    sure = ", ".join(str(number) for number, known in sets.items() if known)
    open_sets = ", ".join(str(number) for number, known in sets.items() if known is None)
    said = [named] if named else []
    said += [f"some in set {sure}"] if sure else []
    said += [f"set {open_sets} not decided"] if open_sets else []
    return f"{'; '.join(said) or 'none is found'} (all players play the same{_relabelling(found)})"


def _relabelling(found: NPlayerEquilibria) -> str:
    """Return the actions that correspond to those of the first player, unless as listed."""
    symmetry = found.symmetry
    if symmetry is None or symmetry.orders is None or symmetry.verdict != "relabelled":
        return ""
    cells = found.certificate["form"]["cells"]
    named = (
        f"{printable(seat)}: {', '.join(printable(cells[seat][0][1][k]) for k in order)}"
        for seat, order in zip(found.seats, symmetry.orders, strict=True)
    )
    return f", with the actions in this order: {'; '.join(named)}"


def index_words(found: NPlayerEquilibria) -> str:
    """Return the indices of regular equilibria, and their sum with what is left for the others."""
    assert found.indices is not None
    listed = " ".join(f"{one.index:+d}" for one in found.indices if one.index is not None)
    if not found.subsets and all(one.index is not None for one in found.indices):
        return f"{listed}: sum 1"
    rest = _signed(found.rest_index or 0)
    others = "of the other equilibria and sets" if found.subsets else "of the other equilibria"
    return (
        f"{listed}; those {others} sum to {rest}"
        if listed
        else "together 1; no equilibrium is shown to be regular"
    )


def _signed(index: int) -> str:
    return f"{index:+d}" if index else "0"


def _component_rows(found: NPlayerEquilibria) -> list[tuple[str, Phrase]]:
    """Return the components without a regular equilibrium, with their indices."""
    rows: list[tuple[str, Phrase]] = []
    for part in found.components:
        named = []
        for noun, numbers in (("set", part.subsets), ("equilibrium", part.equilibria)):
            if numbers:
                plural = {"set": "sets", "equilibrium": "equilibria"}[noun]
                which = ", ".join(map(str, numbers))
                named.append(f"{noun if len(numbers) == 1 else plural} {which}")
        known = "not known" if part.index is None else _signed(part.index)
        rows.append(("" if rows else "components", f"{' and '.join(named)}: index {known}"))
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
        return f"{listed}, proved to be all" + (
            " that differ in play" if found.reached_only else ""
        )
    if found.support is not None:
        return f"{listed} of this size of supports; others were not searched"
    return f"{listed}; the list is not complete: there may be others"


def nplayer_equilibrium_line(one: NPlayerEquilibrium) -> str:
    """Return an equilibrium on one line: what each player plays, and what they are paid."""
    played = []
    for seat, table in one.strategies.items():
        mixes = [(f"{view}: " if view else "") + _line_mix(mix) for view, mix in _mixes(table)]
        played.append(f"{printable(seat)} {' / '.join(mixes)}")
    return "; ".join([*played, f"paid {', '.join(map(_line_number, one.payoffs))}"])


def _line_mix(mix: Mapping[str, Real]) -> str:
    return ", ".join(
        printable(action) if chance == 1 else f"{printable(action)}: {_line_number(chance)}"
        for action, chance in mix.items()
    )


def _line_number(number: Real) -> str:
    """Return a number in a line: as a decimal if it has no short form."""
    if not isinstance(number, Algebraic):
        return shorten_fraction(number)
    return str(number) if number.surd else f"≈ {algebraic_decimal(number, DIGITS)}"


def subset_line(one: EquilibriumSubset) -> str:
    """Return a set of equilibria on one line: the strategies whose mixtures are in it."""
    played = (
        f"{printable(seat)} {' | '.join(_strategy_texts(one, seat))}" for seat in one.strategies
    )
    return f"set: {'; '.join(played)}"


def _equilibrium_rows(
    seats: tuple[str, ...], one: NPlayerEquilibrium, label: str
) -> list[tuple[Phrase, ...]]:
    """Return the rows of one equilibrium: what each player plays and is paid."""
    rows: list[tuple[Phrase, ...]] = []
    for seat, paid in zip(seats, one.payoffs, strict=True):
        amount = ("paid ", *algebraic_phrase(paid, 6))
        for k, (view, mix) in enumerate(_mixes(one.strategies[seat])):
            at = f"{view}: " if view else ""
            name = "" if k else printable(seat)
            rows.append(
                (
                    "" if rows else label,
                    name,
                    (at, *inlines_of(_screen_mix(mix))),
                    "" if k else amount,
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


def _mixes(table: Mapping[str, Mapping[str, Real]]) -> list[tuple[str, Mapping[str, Real]]]:
    """Return the mixes of a strategy, with the names of information sets if there are several."""
    if len(table) > 1:
        return [(printable(view), mix) for view, mix in table.items()]
    return [("", next(iter(table.values()), {"-": Fraction(1)}))]


def _subset_rows(
    seats: tuple[str, ...], one: EquilibriumSubset, number: int
) -> list[tuple[Phrase, ...]]:
    return [
        ("" if k else f"{number}.", printable(seat), " | ".join(_strategy_texts(one, seat)))
        for k, seat in enumerate(seats)
    ]


def _strategy_texts(one: EquilibriumSubset, seat: str) -> list[str]:
    return [
        "; ".join(
            f"{view}: {_fraction_text(mix)}" if view else _fraction_text(mix)
            for view, mix in _mixes(table)
        )
        for table in one.strategies[seat]
    ]


def _fraction_text(mix: Mapping[str, Real]) -> str:
    if len(mix) == 1:
        return next(iter(mix))
    return ", ".join(f"{action}: {chance}" for action, chance in mix.items())


def nplayer_nash_tables(found: NPlayerEquilibria) -> Document:
    """Return the equilibria for a paper: one row per equilibrium, then the sets."""
    words = count_words(found)
    rows = [
        (
            str(number),
            *(_strategy_phrase(one.strategies[seat]) for seat in found.seats),
            join_phrases((exact_phrase(paid) for paid in one.payoffs), ", "),
            *(() if found.indices is None else (found.indices[number - 1].words,)),
        )
        for number, one in enumerate(found.equilibria, 1)
    ]
    head = ("", *found.seats, "payoffs", *(() if found.indices is None else ("index",)))
    if found.reached_only:
        words = f"{words}; {REACHED_ONLY}"
    parts: list[Block] = [Remark(f"equilibria: {words}"), build_table(rows, head=head, right=(0,))]
    parts += _equation_blocks(found)
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


def _strategy_phrase(table: Mapping[str, Mapping[str, Real]]) -> Phrase:
    parts = (
        (f"{view}: ", *inlines_of(_mix_phrase(mix))) if view else _mix_phrase(mix)
        for view, mix in _mixes(table)
    )
    return join_phrases(parts, "; ")


def _mix_phrase(mix: Mapping[str, Real]) -> Phrase:
    if len(mix) == 1:
        return next(iter(mix))
    pairs = ((f"{action}: ", *inlines_of(exact_phrase(chance))) for action, chance in mix.items())
    return join_phrases(pairs, ", ")


def nplayer_nash_sheet(found: NPlayerEquilibria) -> Document:
    """Return one row for each equilibrium, seat and action: for a spreadsheet.

    After them the strategies whose mixtures make the sets: ``set 1.2`` is a seat's second one. A
    list that is not complete has a column that says so.
    """
    rows: list[tuple[Phrase, ...]] = [
        (
            str(number),
            seat,
            exact_phrase(paid),
            _at(view, action),
            exact_phrase(chance),
            _decimal(chance),
        )
        for number, one in enumerate(found.equilibria, 1)
        for seat, paid in zip(found.seats, one.payoffs, strict=True)
        for view, mix in _mixes(one.strategies[seat])
        for action, chance in mix.items()
    ]
    rows += [
        (
            f"set {number}.{place}",
            seat,
            "",
            _at(view, action),
            exact_phrase(chance),
            _decimal(chance),
        )
        for number, one in enumerate(found.subsets, 1)
        for seat in found.seats
        for place, table in enumerate(one.strategies[seat], 1)
        for view, mix in _mixes(table)
        for action, chance in mix.items()
    ]
    head: tuple[str, ...] = ("equilibrium", "seat", "payoff", "action", "chance", "decimal")
    if not found.complete:
        head, rows = (*head, "complete"), [(*row, "false") for row in rows]
    return build_document(Heading(found.game), build_table(rows, head=head, right=(0, 2, 4, 5)))


def _at(view: str, action: str) -> str:
    return f"{view}: {action}" if view else action


def _decimal(chance: Real) -> str:
    return algebraic_decimal(chance, _SHEET_DIGITS)
