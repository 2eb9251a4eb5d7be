"""Optimal sets as documents: what is common, what is left open, and the extreme points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from sabot.exact import show
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    Heading,
    Note,
    Number,
    Phrase,
    Table,
    document,
    pairs,
    table,
)
from sabot.render.layout import SeatTable, in_order, runs, sees
from sabot.render.views.every import MOST_SHOWN, every_view
from sabot.render.views.solution import views_view
from sabot.render.words import DIGITS, LONG, MIX_DIGITS, both, brief, decimal_text, plural, the
from sabot.results.equilibria import Equilibria
from sabot.results.every import EveryEquilibrium

MOST_VERTICES = 12
_MANY_VIEWS = 6
"""A vertex with more views than this is told by what is not common to all."""

Vertex = Mapping[str, Mapping[str, Fraction]]


def listed_view(found: Equilibria | EveryEquilibrium, *, everything: bool) -> Document:
    """Return what a screen shows of all equilibria of a game: the first of them, or every one."""
    if isinstance(found, EveryEquilibrium):
        return every_view(found, most=None if everything else MOST_SHOWN)
    return equilibria_view(found, most=None if everything else MOST_VERTICES)


def equilibria_view(found: Equilibria, *, most: int | None = MOST_VERTICES) -> Document:
    """Return the optimal sets by their extreme points, at most *most* of each (None: all)."""
    seats = list(found.vertices)
    rows: list[tuple[str, Phrase]] = [
        ("value", f"{both(found.value, DIGITS)}, paid to {the(seats[0])}")
    ]
    rows.append(("equilibria", _counted(found)))
    parts: list[Block] = [Heading(found.game), BREAK, pairs(*rows)]
    for seat in seats:
        parts += [BREAK, *_seat(found, seat, most)]
    return document(parts)


def _counted(found: Equilibria) -> str:
    product = " x ".join(f"{count:,}" for count in found.counts.values())
    many = " extreme ones" if found.count > 1 else ": both strategies are unique"
    return f"{product} = {found.count:,}{many}"


def equilibria_tables(found: Equilibria) -> Document:
    """Return the extreme points for a paper: one table a seat, one column a point."""
    seat = next(iter(found.vertices))
    title = Heading(
        found.game,
        f"value {both(found.value)}, paid to {the(seat)}; {_counted(found)}",
        f"value to {seat}: {show(found.value)}; {_counted(found)}",
    )
    return document(title, (_points(name, own) for name, own in found.vertices.items()))


def _points(seat: str, vertices: Sequence[Vertex]) -> Table:
    """Return the chances that are not 0 in all of a seat's extreme points."""
    rows: list[tuple[Phrase, ...]] = []
    views = dict.fromkeys(view for vertex in vertices for view in vertex)
    for view in in_order(views):
        mixes = [vertex.get(view, {}) for vertex in vertices]  # a view may be out of reach in some
        for action in dict.fromkeys(action for mix in mixes for action in mix):
            chances = [mix.get(action, Fraction(0)) for mix in mixes]
            if any(chances):
                rows.append((view, action, *map(Number, chances)))
    numbers = tuple(str(number) for number, _ in enumerate(vertices, 1))
    right = range(2, 2 + len(vertices))
    return table(rows, head=(seat, "action", *numbers), right=right)


def equilibria_sheet(found: Equilibria) -> Document:
    """Return one row for each seat, extreme point, view and action: for a spreadsheet."""
    rows = (
        (seat, str(number), view, action, Number(chance), decimal_text(chance, 15)[0])
        for seat, vertices in found.vertices.items()
        for number, vertex in enumerate(vertices, 1)
        for view in in_order(vertex)
        for action, chance in vertex[view].items()
    )
    head = ("seat", "number", "view", "action", "chance", "decimal")
    return document(Heading(found.game), table(rows, head=head, right=(1, 4, 5)))


def _seat(found: Equilibria, seat: str, most: int | None) -> list[Block]:
    vertices: Sequence[Vertex] = found.vertices[seat]
    count = plural(len(vertices), "extreme optimal strategy", "extreme optimal strategies")
    parts: list[Block] = [Heading(seat, count)]
    common = _common(vertices)
    if common:
        actions = tuple(dict.fromkeys(action for mix in common.values() for action in mix))
        same = SeatTable(
            seat, False, actions, tuple(runs(common)), views=common, sees=sees(found.game, seat)
        )
        if len(vertices) > 1:
            parts.append(Note(f"the same in all of them, at {plural(len(common), 'view')}:"))
        parts += views_view(same, MIX_DIGITS)
        if len(vertices) == 1:
            return parts
        left = plural(len(vertices[0]) - len(common), "view")
        parts += [BREAK, Note(f"and at the other {left}:")]
    parts += _family(found, seat)
    own = found.sets.get(seat)
    if own is not None and own.conditions and len(vertices) > 1:
        second = {actions[1] for actions in own.loose.values()}
        what = f"chance of {second.pop()}" if len(second) == 1 else "chance of the second action"
        parts.append(Note(f"optimal exactly when, q being the {what}:"))
        parts.append(table(("", str(condition)) for condition in own.conditions))
    shown = vertices if most is None else vertices[:most]
    lines = [
        ("" if later else f"{number}.", line)
        for number, vertex in enumerate(shown, 1)
        for later, line in enumerate(_vertex({v: m for v, m in vertex.items() if v not in common}))
    ]
    parts.append(table(lines, right=(0,)))
    if len(shown) < len(vertices):
        parts.append(Note(f"and {len(vertices) - len(shown):,} more (--all lists them)"))
    return parts


def _family(found: Equilibria, seat: str) -> list[Block]:
    """Return all optimal strategies by their parameters, where that is short."""
    family = found.families.get(seat)
    if family is None:
        return []
    rows = []
    for view in in_order(family.choices):
        mix = family.choices[view]
        actions = list(mix)[1:] if len(mix) == 2 else list(mix)
        rows.append((view, ", ".join(f"{action}: {mix[action]}" for action in actions)))
    domain = ", ".join(map(str, family.domain))
    return [Note(f"all of them, by chances with {domain}:"), table(rows, depth=2)]


def _common(vertices: Sequence[Vertex]) -> dict[str, Mapping[str, Fraction]]:
    """Return the views at which all vertices do the same, where views are many."""
    first = vertices[0]
    if len(first) <= _MANY_VIEWS:
        return {}
    return {
        view: mix
        for view, mix in first.items()
        if all(vertex.get(view) == mix for vertex in vertices)
    }


def _vertex(vertex: Vertex) -> list[str]:
    """Return the lines of one extreme point."""
    if list(vertex) != ["-"]:
        return ["; ".join(f"{line.label} {_mix(line.mix)}" for line in runs(vertex))]
    mix = vertex["-"]
    if all(choice.isdecimal() for choice in mix):  # or a choice would read as a chance
        played = [(f"strategy {choice}", chance) for choice, chance in mix.items() if chance]
        return [", ".join(n if c == 1 else f"{n}: {_mix({'': c})[1:]}" for n, c in played)]
    if not any(" " in choice for choice in mix):
        return [_mix(mix)]
    width = max(len(brief(chance)) for chance in mix.values())
    return [f"{brief(chance):>{width}}  {name}" for name, chance in mix.items()]


def _mix(mix: Mapping[str, Fraction]) -> str:
    """Return a mix by its fractions, with decimals only where those were shortened."""
    parts = []
    for action, chance in mix.items():
        text = brief(chance) if len(show(chance)) <= LONG else both(chance, MIX_DIGITS)
        if chance:
            parts.append(action if chance == 1 else f"{action} {text}")
    return ", ".join(parts)
