"""Lemma 1 for one game: where a choice does not depend on the other seat, as a table of letters."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from sabot.forms.tree import Mix
from sabot.render.document import BREAK, Block, Document, Grid, Heading, Note, document, table
from sabot.render.grid import MIXED, gridded
from sabot.render.layout import in_order, runs, sees
from sabot.render.words import plural, safe, the
from sabot.results.choices import SortedChoices


def sorts_view(choices: SortedChoices) -> Document:
    """Return the sorted choices of both seats."""
    game, sorts, actions = choices.game, choices.sorts, choices.actions
    settled = dict.fromkeys(sort for own in sorts.values() for sort in own.values())
    known = actions or tuple(sort for sort in settled if sort not in ("*", "-"))
    found: list[Block] = [Heading(game, "too many pure strategies: sorted view by view")]
    for seat, foe in zip(sorts, reversed(tuple(sorts)), strict=True):
        found += [BREAK, *_seat(game, seat, foe, sorts[seat], known)]
    return document(found)


def sorts_sheet(choices: SortedChoices) -> Document:
    """Return one row for each seat and view."""
    rows = (
        (seat, view, sort)
        for seat, own in choices.sorts.items()
        for view in in_order(own)
        for sort in [own[view]]
    )
    return document(table(rows, head=("seat", "view", "sort")))


def _seat(
    game: str, seat: str, foe: str, sorts: Mapping[str, str], actions: tuple[str, ...]
) -> list[Block]:
    idle = in_order(view for view, sort in sorts.items() if sort == "-")
    open_ = in_order(view for view, sort in sorts.items() if sort == "*")
    sure = len(sorts) - len(idle) - len(open_)
    count = f"{sure} of {plural(len(sorts), 'choice')} settled, whatever {the(foe)} does"
    found: list[Block] = [Heading(seat, count)]
    shown = {view: _as_mix(actions, sort) for view, sort in sorts.items()}
    grid, left = gridded({v: m for v, m in shown.items() if m}, sees(game, seat))
    if grid is not None:
        down, across, letters = grid.key
        letters = letters.removesuffix(f", {MIXED} mixed:")
        said = f"{letters} whatever {the(foe)} does, {MIXED} it depends"
        found.append(Grid(grid, seat, key=(down, across, said)))
    lines = [(line.label, _said(line.mix)) for line in runs(left if grid else shown)]
    if lines:
        found.append(table(lines))
    if idle:
        found.append(Note(f"{plural(len(idle), 'choice')} that never matters: {_some(idle)}"))
    if grid is not None and open_:
        found.append(Note(f"depends at {plural(len(open_), 'view')}: {_some(open_)}"))
    return found


def _as_mix(actions: tuple[str, ...], sort: str) -> Mix:
    """Return a sort in the shape of a strategy: sure, mixed where it depends, empty where idle."""
    if sort == "-":
        return {}
    if sort == "*":
        return {action: Fraction(1, len(actions)) for action in actions}
    return {action: Fraction(int(action == sort)) for action in actions}


def _said(mix: Mix) -> str:
    played = [action for action, chance in mix.items() if chance]
    return safe(played[0]) if len(played) == 1 else "it depends" if played else "never matters"


def _some(views: list[str], most: int = 30) -> str:
    listed = " ".join(views[:most])
    return f"{listed} ..." if len(views) > most else listed
