"""Views of the set of all optimal strategies of a zero-sum game, by its extreme points.

What all extreme optimal strategies have in common is printed once; then, per player, the
parametrisation and the inequalities of the optimal set where they are short, and each vertex. A
file whose check gave up says that completeness was not proved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from sabot.exact import format_fraction
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    ExactNumber,
    Heading,
    Phrase,
    Remark,
    TableBlock,
    build_document,
    build_table,
    labelled_lines,
)
from sabot.render.strategy_table import (
    PlayerStrategyTable,
    infoset_legend,
    merge_equal_infosets,
    sort_infosets,
)
from sabot.render.text import (
    COMPLETENESS_NOT_PROVED,
    DIGITS,
    MAX_FRACTION_CHARS,
    MIX_DIGITS,
    count_noun,
    decimal_text,
    fraction_and_decimal,
    payee_text,
    shorten_fraction,
    with_article,
)
from sabot.render.views.solution import behaviour_strategy_blocks
from sabot.results.optimal_set import Equilibria

MOST_VERTICES = 12
_MAX_INFOSETS_IN_FULL = 6
"""A vertex with more information sets than this is shown by what is not common to all."""
VertexStrategy = Mapping[str, Mapping[str, Fraction]]


def optimal_set_view(found: Equilibria, *, most: int | None = MOST_VERTICES) -> Document:
    """Return the optimal sets by their extreme points, at most *most* of each (None: all)."""
    seats = list(found.vertices)
    rows: list[tuple[str, Phrase]] = [
        (
            "value",
            f"{fraction_and_decimal(found.value, DIGITS)}"
            f"{payee_text(found.value, seats[0], found.one_play)}",
        )
    ]
    rows.append(("equilibria", _vertex_count_text(found)))
    parts: list[Block] = [Heading(found.game), BREAK, labelled_lines(*rows)]
    for seat in seats:
        parts += [BREAK, *_player_blocks(found, seat, most)]
    return build_document(parts)


def _vertex_count_text(found: Equilibria) -> str:
    product = " x ".join(f"{count:,}" for count in found.counts.values())
    many = " extreme ones" if found.count > 1 else ": both strategies are unique"
    if found.unsure:
        unproved = " and ".join(map(with_article, found.unsure))
        many = f" extreme ones; of {unproved} {COMPLETENESS_NOT_PROVED}"
    return f"{product} = {found.count:,}{many}"


def optimal_set_tables(found: Equilibria) -> Document:
    """Return the extreme points for a paper: one table per player, one column per point."""
    seat = next(iter(found.vertices))
    title = Heading(
        found.game,
        f"value {fraction_and_decimal(found.value)}"
        f"{payee_text(found.value, seat, found.one_play)}; "
        f"{_vertex_count_text(found)}",
        f"value to {seat}: {format_fraction(found.value)}; {_vertex_count_text(found)}",
    )
    return build_document(title, (_vertex_table(name, own) for name, own in found.vertices.items()))


def _vertex_table(seat: str, vertices: Sequence[VertexStrategy]) -> TableBlock:
    """Return the chances that are not 0 in all of a seat's extreme points."""
    rows: list[tuple[Phrase, ...]] = []
    views = dict.fromkeys(view for vertex in vertices for view in vertex)
    for view in sort_infosets(views):
        mixes = [vertex.get(view, {}) for vertex in vertices]  # a view may be out of reach in some
        for action in dict.fromkeys(action for mix in mixes for action in mix):
            chances = [mix.get(action, Fraction(0)) for mix in mixes]
            if any(chances):
                rows.append((view, action, *map(ExactNumber, chances)))
    numbers = tuple(str(number) for number, _ in enumerate(vertices, 1))
    right = range(2, 2 + len(vertices))
    return build_table(rows, head=(seat, "action", *numbers), right=right)


def optimal_set_sheet(found: Equilibria) -> Document:
    """Return one row for each seat, extreme point, view and action: for a spreadsheet."""
    rows = (
        (seat, str(number), view, action, ExactNumber(chance), decimal_text(chance, 15)[0])
        for seat, vertices in found.vertices.items()
        for number, vertex in enumerate(vertices, 1)
        for view in sort_infosets(vertex)
        for action, chance in vertex[view].items()
    )
    head = ("seat", "number", "view", "action", "chance", "decimal")
    return build_document(Heading(found.game), build_table(rows, head=head, right=(1, 4, 5)))


def _player_blocks(found: Equilibria, seat: str, most: int | None) -> list[Block]:
    vertices: Sequence[VertexStrategy] = found.vertices[seat]
    count = count_noun(len(vertices), "extreme optimal strategy", "extreme optimal strategies")
    parts: list[Block] = [
        Heading(seat, f"{count}; {COMPLETENESS_NOT_PROVED}" if seat in found.unsure else count)
    ]
    common = _common_infosets(vertices)
    if common:
        actions = tuple(dict.fromkeys(action for mix in common.values() for action in mix))
        same = PlayerStrategyTable(
            seat,
            False,
            actions,
            tuple(merge_equal_infosets(common)),
            views=common,
            sees=infoset_legend(found.find_game(), seat),
        )
        if len(vertices) > 1:
            parts.append(Remark(f"the same in all of them, at {count_noun(len(common), 'view')}:"))
        parts += behaviour_strategy_blocks(same, MIX_DIGITS)
        if len(vertices) == 1:
            return parts
        left = count_noun(len(vertices[0]) - len(common), "view")
        parts += [BREAK, Remark(f"and at the other {left}:")]
    parts += _parametrisation_blocks(found, seat)
    own = found.sets.get(seat)
    if own is not None and own.conditions and len(vertices) > 1:
        second = {actions[1] for actions in own.loose.values()}
        what = f"chance of {second.pop()}" if len(second) == 1 else "chance of the second action"
        parts.append(Remark(f"optimal exactly when, q being the {what}:"))
        parts.append(build_table(("", str(condition)) for condition in own.conditions))
    shown = vertices if most is None else vertices[:most]
    lines = [
        ("" if later else f"{number}.", line)
        for number, vertex in enumerate(shown, 1)
        for later, line in enumerate(
            _vertex_lines({v: m for v, m in vertex.items() if v not in common})
        )
    ]
    parts.append(build_table(lines, right=(0,)))
    if len(shown) < len(vertices):
        parts.append(Remark(f"and {len(vertices) - len(shown):,} more (--all lists them)"))
    return parts


def _parametrisation_blocks(found: Equilibria, seat: str) -> list[Block]:
    """Return all optimal strategies by their parameters, where that is short."""
    family = found.families.get(seat)
    if family is None:
        return []
    rows = []
    for view in sort_infosets(family.choices):
        mix = family.choices[view]
        actions = list(mix)[1:] if len(mix) == 2 else list(mix)
        rows.append((view, ", ".join(f"{action}: {mix[action]}" for action in actions)))
    domain = ", ".join(map(str, family.domain))
    return [Remark(f"all of them, by chances with {domain}:"), build_table(rows, depth=2)]


def _common_infosets(vertices: Sequence[VertexStrategy]) -> dict[str, Mapping[str, Fraction]]:
    """Return the views at which all vertices do the same, where views are many."""
    first = vertices[0]
    if len(first) <= _MAX_INFOSETS_IN_FULL:
        return {}
    return {
        view: mix
        for view, mix in first.items()
        if all(vertex.get(view) == mix for vertex in vertices)
    }


def _vertex_lines(vertex: VertexStrategy) -> list[str]:
    """Return the lines of one extreme point."""
    if list(vertex) != ["-"]:
        return [
            "; ".join(
                f"{line.label} {_mixed_action_fractions(line.mix)}"
                for line in merge_equal_infosets(vertex)
            )
        ]
    mix = vertex["-"]
    if all(choice.isdecimal() for choice in mix):  # or a choice would read as a chance
        played = [(f"strategy {choice}", chance) for choice, chance in mix.items() if chance]
        return [
            ", ".join(
                n if c == 1 else f"{n}: {_mixed_action_fractions({'': c})[1:]}" for n, c in played
            )
        ]
    if not any(" " in choice for choice in mix):
        return [_mixed_action_fractions(mix)]
    width = max(len(shorten_fraction(chance)) for chance in mix.values())
    return [f"{shorten_fraction(chance):>{width}}  {name}" for name, chance in mix.items()]


def _mixed_action_fractions(mix: Mapping[str, Fraction]) -> str:
    """Return a mix by its fractions, with decimals only where those were shortened."""
    parts = []
    for action, chance in mix.items():
        text = (
            shorten_fraction(chance)
            if len(format_fraction(chance)) <= MAX_FRACTION_CHARS
            else fraction_and_decimal(chance, MIX_DIGITS)
        )
        if chance:
            parts.append(action if chance == 1 else f"{action} {text}")
    return ", ".join(parts)


"""Letters of a mix on one line of a screen."""
