"""The index of equilibria and of components of equilibria, for three and more players.

A regular equilibrium is isolated and has the index 1 or -1
(:mod:`sabot.solvers.nplayer_nash.regularity`). The indices of all components of equilibria sum to 1
(Ritzberger 1994); a strict equilibrium has index 1. The checkers find the sign in another way: from
the multipliers of the neighbourhood.

A complete list is a union of points and of products of polytopes. Those that meet are in one
component. A component without a regular equilibrium is looked at in a smaller game: an action that
is not a best response anywhere on it pays less than another one near it, too, so that the best
responses near the component, and therefore its index, are those of the game without such actions.
If the index of a single component is not known, it is what is left of the sum.

Everything is computed in the number field of the equilibrium.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import lcm

import numpy as np

from sabot.forms.algebra.algebraic_number import Real
from sabot.forms.sequence import Infoset, Treeplex
from sabot.forms.sequence_nplayer import NPlayerSequenceForm, PayoffEntry
from sabot.progress import report_progress
from sabot.results.nplayer_nash import EquilibriumSubset, IndexedComponent, NPlayerEquilibria
from sabot.solvers.lp.program import IntArray
from sabot.solvers.nplayer.support_enumeration import NormalFormTables
from sabot.solvers.nplayer_nash.equilibrium_sets import mixes_of
from sabot.solvers.nplayer_nash.regularity import LocalEquations, vector_of
from sabot.solvers.nplayer_nash.solve import list_nplayer_equilibria
from sabot.solvers.nplayer_nash.subdivision import VertexCell
from sabot.solvers.vertex_enumeration import enumerate_extreme_rays


def obstacle_to_index(form: NPlayerSequenceForm) -> str:
    """Return why the index is not computed, in words; empty where it is."""
    if any(len(side.cells) > 1 for side in form.sides):
        return (
            "the index for three and more players is computed in games in which every player has "
            "one information set, such as those of .nfg files"
        )
    return ""


def with_nplayer_indices(form: NPlayerSequenceForm, found: NPlayerEquilibria) -> NPlayerEquilibria:
    """Return a complete list with the index of each regular equilibrium.

    >>> from sabot.io.nfg import parse_nplayer_nfg
    >>> from sabot.solvers.nplayer_nash.solve import list_nplayer_equilibria
    >>> meet = "1 1 1" + 18 * " 0" + " 2 2 2"  # all meet at the first place, or at the second
    >>> form = parse_nplayer_nfg('NFG 1 R "" { "A" "B" "C" } { 2 2 2 } ' + meet)
    >>> found = list_nplayer_equilibria("meet", form)
    >>> [one.index for one in with_nplayer_indices(form, found).indices]
    [1, 1, -1]
    """
    strategic = NormalFormTables(form)
    shown = found.certificate["neighbourhoods"]
    indices = []
    for number, (one, around) in enumerate(zip(found.equilibria, shown, strict=True)):
        report_progress("computing indices", number, found.count, "equilibria")
        indices.append(LocalEquations.at(strategic, one).index(isolated=around is not None))
    result = replace(found, indices=tuple(indices))
    regular = not found.subsets and all(one.index for one in indices)
    assert not (regular and result.rest_index), "the indices of all components sum to 1"
    return replace(result, components=_components(strategic, result))


# ---------------------------------------------------------------------- components


@dataclass
class _Connected:
    """Points and products that are connected with one another."""

    cells: list[VertexCell]
    equilibria: list[int]
    subsets: list[int]


def _components(
    strategic: NormalFormTables, found: NPlayerEquilibria
) -> tuple[IndexedComponent, ...]:
    """Return the components without a regular equilibrium, each with its index if it is proved."""
    assert found.indices is not None
    parts = [
        _Connected([cell_of_subset(strategic, subset)], [], [number])
        for number, subset in enumerate(found.subsets, 1)
    ]
    irrational = False
    for number, (one, own) in enumerate(zip(found.equilibria, found.indices, strict=True), 1):
        if own.index is None:
            irrational |= one.root is not None
            point = tuple((tuple(_fractions(mix)),) for mix in mixes_of(strategic, one))
            parts.append(_Connected([point], [number], []))
    if irrational and len(parts) > 1:
        return ()  # whether such a point is in a set is not decided
    connected: list[_Connected] = []
    for part in parts:
        joined = [other for other in connected if _meet(part, other)]
        connected = [other for other in connected if other not in joined]
        for other in joined:
            part.cells += other.cells
            part.equilibria += other.equilibria
            part.subsets += other.subsets
        connected.append(part)
    indices = [
        None if len(connected) == 1 else _index_in_smaller_game(strategic, part)
        for part in connected
    ]
    assert found.rest_index is not None
    if indices.count(None) == 1:
        known = sum(index for index in indices if index is not None)
        indices[indices.index(None)] = found.rest_index - known
    assert None in indices or not indices or sum(filter(None, indices)) == found.rest_index
    return tuple(
        IndexedComponent(tuple(sorted(part.equilibria)), tuple(sorted(part.subsets)), index)
        for part, index in zip(connected, indices, strict=True)
    )


def _fractions(mix: Sequence[Real]) -> list[Fraction]:
    return [x if isinstance(x, Fraction) else Fraction(0) for x in mix]


def cell_of_subset(strategic: NormalFormTables, subset: EquilibriumSubset) -> VertexCell:
    """Return a set as the vertices of each player."""
    found: list[tuple[tuple[Fraction, ...], ...]] = []
    for side in strategic.form.sides:
        if not side.cells:
            found.append(((Fraction(1),),))
            continue
        (infoset,) = side.cells
        found.append(
            tuple(
                tuple(_fractions([table[infoset.key].get(a, Fraction(0)) for a in infoset.actions]))
                for table in subset.strategies[side.name]
            )
        )
    return tuple(found)


def _meet(one: _Connected, two: _Connected) -> bool:
    return any(all(map(_hulls_meet, a, b)) for a in one.cells for b in two.cells)


def _hulls_meet(one: Sequence[tuple[Fraction, ...]], two: Sequence[tuple[Fraction, ...]]) -> bool:
    """Return whether two polytopes have a point in common, exactly.

    >>> half, none, one = Fraction(1, 2), Fraction(0), Fraction(1)
    >>> _hulls_meet([(one, none), (half, half)], [(half, half)])
    True
    """
    if set(one) & set(two):
        return True
    rows = []
    for entries in zip(*one, *two, strict=True):
        below = lcm(*(x.denominator for x in entries))
        signed = [x if k < len(one) else -x for k, x in enumerate(entries)]
        rows.append([int(x * below) for x in signed])
    return bool(enumerate_extreme_rays(len(one) + len(two), rows, []))


def _index_in_smaller_game(strategic: NormalFormTables, part: _Connected) -> int | None:
    """Return the index of a component by the game of its best responses; None: not proved."""
    kept = [
        [a for a in range(size) if _is_best_somewhere(strategic.paid[player], part, player, a)]
        for player, size in enumerate(strategic.sizes)
    ]
    if all(len(own) == size for own, size in zip(kept, strategic.sizes, strict=True)):
        return None
    form = _without_actions(strategic, kept)
    listed = list_nplayer_equilibria("", form, keep=False)
    if not listed.complete or listed.reached_only:
        return None
    smaller = with_nplayer_indices(form, listed)
    vertices = [
        [own[0][a] for a in actions] for own, actions in zip(part.cells[0], kept, strict=True)
    ]
    point = tuple((tuple(own),) for own in vertices)
    inner = NormalFormTables(form)
    for component in smaller.components:
        cells = [cell_of_subset(inner, smaller.subsets[k - 1]) for k in component.subsets]
        for k in component.equilibria:
            mixes = mixes_of(inner, smaller.equilibria[k - 1])
            cells.append(tuple((tuple(_fractions(mix)),) for mix in mixes))
        if _meet(_Connected([point], [], []), _Connected(cells, [], [])):
            return component.index
    return None


def _is_best_somewhere(paid: IntArray, part: _Connected, player: int, action: int) -> bool:
    """Return whether an action is a best response to a profile of a component.

    What it pays less than the actions in use is multilinear, so it is least at vertices.
    """
    table = np.moveaxis(paid.astype(object), player, 0)
    for cell in part.cells:
        others = [own for k, own in enumerate(cell) if k != player]
        for vertices in product(*others):
            earned = table
            for vertex in reversed(vertices):
                earned = np.dot(earned, vector_of(vertex))
            if earned[action] == max(earned):
                return True
    return False


def _without_actions(
    strategic: NormalFormTables, kept: Sequence[Sequence[int]]
) -> NPlayerSequenceForm:
    """Return the game with some actions of each player."""
    sides = []
    for side, own in zip(strategic.form.sides, kept, strict=True):
        names = tuple(side.cells[0].actions[a] for a in own) if side.cells else ("-",)
        key = side.cells[0].key if side.cells else "-"
        sides.append(Treeplex(side.name, (Infoset(key, names, 0, 1),)))
    ends = [
        PayoffEntry(
            tuple(1 + own.index(a) for own, a in zip(kept, spot, strict=True)),
            1,
            tuple(int(paid[spot]) for paid in strategic.paid),
        )
        for spot in product(*kept)
    ]
    return NPlayerSequenceForm(tuple(sides), tuple(ends), 1, strategic.form.denominator)
