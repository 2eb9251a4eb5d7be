"""Optimal sets and equilibria as documents: what is common, what is left open, each extreme one."""

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
    joined,
    pairs,
    table,
)
from sabot.render.layout import SeatTable, in_order, runs, sees
from sabot.render.views.solution import views_view
from sabot.render.words import (
    DIGITS,
    LONG,
    MIX_DIGITS,
    both,
    brief,
    decimal_text,
    plural,
    safe,
    the,
)
from sabot.results.equilibria import Component, Equilibria, EveryEquilibrium, ExtremeEquilibrium

MOST_VERTICES = 12
_UNSURE = "that there are no others was not shown"
"""Of a file whose check gave up: to build all vertices took too long."""
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
    if found.unsure:
        many = f" extreme ones; of {' and '.join(map(the, found.unsure))} {_UNSURE}"
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
    parts: list[Block] = [Heading(seat, f"{count}; {_UNSURE}" if seat in found.unsure else count)]
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


# ---------------------------------------------------------------------- games that are not zero-sum

MOST_SHOWN = 24
_WIDE = 58
"""Letters of a mix on one line of a screen."""


def every_view(found: EveryEquilibrium, *, most: int | None = MOST_SHOWN) -> Document:
    """Return the extreme equilibria, at most *most* of them (None: all), and the components."""
    parts: list[Block] = [Heading(found.game), BREAK, pairs(*_tallied(found))]
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


def _tallied(found: EveryEquilibrium) -> list[tuple[str, Phrase]]:
    if found.count == 1 and not found.unsure:
        return [("equilibria", "1: it is unique, and proved to be")]
    wide = sum(1 for part in found.components if part.dimension)
    alone = len(found.components) - wide
    kinds = [f"{alone:,} isolated"] if alone else []
    kinds += [plural(wide, "continuum", "continua")] if wide else []
    proved = f"listed; {_UNSURE}" if found.unsure else "extreme ones, proved to be all"
    listed = " (of those listed)" if found.unsure else ""
    rows: list[tuple[str, Phrase]] = [
        ("equilibria", f"{found.count:,} {proved}"),
        ("components", f"{len(found.components):,}: {' and '.join(kinds)}{listed}"),
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
    within = f"{count} in {plural(len(found.components), 'component')}"
    return f"{within}; {_UNSURE}" if found.unsure else within


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
