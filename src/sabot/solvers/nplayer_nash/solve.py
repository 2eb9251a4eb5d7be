"""List all equilibria of a game for three or more players in which every player chooses once.

The strategy space is cut into cells (:mod:`sabot.solvers.nplayer_nash.subdivision`). Where a cell
may have an equilibrium, Newton's method looks for it, and it is computed exactly
(:mod:`sabot.solvers.nplayer_nash.support_point`). If every cell is decided the list is complete,
and the cells are the proof: they are written into the certificate. If too many cells are left, as
around a curve of equilibria, the list holds what was found and says so.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING

from sabot.exact import json_safe_integer
from sabot.progress import TimeLimitReached, without_watch
from sabot.results.all_nash import INTERRUPTED
from sabot.results.nplayer_nash import EquilibriumSubset, NPlayerEquilibria, NPlayerEquilibrium
from sabot.solvers.nplayer.regrets import evaluate_profile
from sabot.solvers.nplayer.support_enumeration import NormalFormTables, nplayer_form_to_json
from sabot.solvers.nplayer_nash.subdivision import (
    Case,
    CellSearch,
    Floats,
    Neighbourhood,
    Supports,
    VertexCell,
)
from sabot.solvers.nplayer_nash.support_point import (
    SupportEquations,
    exact_equilibrium,
    neighbourhood,
    same_profile,
)

if TYPE_CHECKING:
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm

MOST_UNKNOWNS = 9
"""Free probabilities of all players together, up to which all equilibria are looked for."""
MOST_PROFILES = 512
"""Profiles of actions up to which they are."""


def obstacle_to_list(form: NPlayerSequenceForm) -> str:
    """Return why mixed equilibria are not listed, in words; empty where they are."""
    if any(len(side.cells) > 1 for side in form.sides):
        return "a seat has several information sets"
    sizes = [len(side.cells[0].actions) if side.cells else 1 for side in form.sides]
    unknowns = sum(sizes) - len(sizes)
    shape = " x ".join(map(str, sizes))
    if unknowns > MOST_UNKNOWNS:
        return f"{shape} actions have {unknowns} free probabilities; the limit is {MOST_UNKNOWNS}"
    if prod(sizes) > MOST_PROFILES:
        return f"{shape} is {prod(sizes):,} profiles of actions; the limit is {MOST_PROFILES}"
    return ""


class _EquilibriaSoFar:
    """The equilibria that a search has met, each with its support and a profile near it."""

    def __init__(self, form: NPlayerSequenceForm) -> None:
        self.strategic = NormalFormTables(form)
        self.found: list[NPlayerEquilibrium] = []
        self.places: list[tuple[Supports, list[Floats]]] = []
        self.neighbourhoods: list[Neighbourhood | None] = []
        self._equations: dict[Supports, SupportEquations] = {}

    def propose(self, supports: Supports, start: list[Floats]) -> Neighbourhood | None:
        """Return the neighbourhood of a new equilibrium of a support, if it is found."""
        if supports not in self._equations:
            self._equations[supports] = SupportEquations(self.strategic.paid, supports)
        equations = self._equations[supports]
        near = equations.solve(start)
        if near is None or self._known(supports, near):
            return None
        one = exact_equilibrium(self.strategic, equations, near)
        if one is None:
            return None
        self.found.append(one)
        self.places.append((supports, near))
        self.neighbourhoods.append(neighbourhood(equations, near))
        return self.neighbourhoods[-1]

    def _known(self, supports: Supports, near: Sequence[Floats]) -> bool:
        return any(own == supports and same_profile(at, near) for own, at in self.places)


def list_nplayer_equilibria(
    game: str, form: NPlayerSequenceForm, *, keep: bool = True
) -> NPlayerEquilibria:
    """Return all equilibria with the proof, or those found before the search was given up.

    *keep*: also after a stop (by Ctrl-C, a watch or a time limit), which ends it otherwise.

    >>> from sabot.io.nfg import parse_nplayer_nfg
    >>> ring = '1 1 0 0 1 1 0 0 0 1 0 1 1 0 1 0 0 0 0 1 1 1 1 0'
    >>> pennies = parse_nplayer_nfg('NFG 1 R "" { "A" "B" "C" } { 2 2 2 } ' + ring)
    >>> found = list_nplayer_equilibria("pennies", pennies)
    >>> found.unique, set(found.equilibria[0].vectors())
    (True, {(Fraction(1, 2), Fraction(1, 2))})
    """
    started = time.perf_counter()
    so_far = _EquilibriaSoFar(form)
    search = CellSearch(so_far.strategic.paid, so_far.propose)
    stopped = ""
    try:
        if not search.run():
            stopped = _open_words(form, search.open)
    except KeyboardInterrupt as stop:
        if not so_far.found or not keep:
            raise
        seconds = stop.seconds if isinstance(stop, TimeLimitReached) else None
        stopped = INTERRUPTED if seconds is None else f"stopped after {seconds:g} s"
    with without_watch():
        found = _in_order(so_far, search, form, proved=not stopped)
    found = replace(found, game=game, stopped=stopped, seconds=time.perf_counter() - started)
    return found


def _open_words(form: NPlayerSequenceForm, cells: Sequence[VertexCell]) -> str:
    """Return where other equilibria may be, in words: the actions that open cells use."""
    used: list[set[int]] = [set() for _ in form.sides]
    for cell in cells:
        for player, vertices in enumerate(cell):
            used[player] |= {a for vertex in vertices for a, x in enumerate(vertex) if x}
    named = "; ".join(
        f"{side.name}: {', '.join(side.cells[0].actions[a] for a in sorted(own))}"
        for side, own in zip(form.sides, used, strict=True)
        if side.cells
    )
    return f"the search was given up where these actions are used: {named}"


def _in_order(
    so_far: _EquilibriaSoFar, search: CellSearch, form: NPlayerSequenceForm, *, proved: bool
) -> NPlayerEquilibria:
    """Return the result with its equilibria in order: those that use few actions come first."""
    sets = _merged_cells(search.whole_cells)
    wide = [cell for cell in sets if any(len(own) > 1 for own in cell)]
    points = [cell for cell in sets if cell not in wide]
    listed: list[tuple[NPlayerEquilibrium, Neighbourhood | VertexCell | None]] = [
        (_equilibrium_at(so_far.strategic, cell), cell) for cell in points
    ]
    known = {str(one.strategies) for one, _ in listed}
    for one, around in zip(so_far.found, so_far.neighbourhoods, strict=True):
        if around is not None or not (proved or str(one.strategies) in known):
            listed.append((one, around))
    listed.sort(key=lambda pair: _order_key(form, pair[0]))
    certificate: dict[str, object] = {"form": nplayer_form_to_json(form)}
    if proved:
        places = [around for _, around in listed]
        numbers: dict[Case, Case] = {}
        for k, own in enumerate(search.neighbourhoods):
            numbers[(k,)] = (_place(places, own),)
        for k, cell in enumerate(search.whole_cells):
            within = next(one for one in sets if _is_part(cell, one))
            alone = within in points
            numbers[0, k] = (_place(places, within),) if alone else (0, 1 + wide.index(within))
        certificate["neighbourhoods"] = [_neighbourhood_to_json(around) for around in places]
        certificate["cases"] = [
            [*map(json_safe_integer, numbers.get(case, case))] for case in search.cases()
        ]
    actions = {side.name: side.cells[0].actions if side.cells else () for side in form.sides}
    return NPlayerEquilibria(
        game="",
        seats=form.seats,
        equilibria=tuple(replace(one, actions=actions) for one, _ in listed),
        subsets=tuple(_subset_of_cell(form, cell) for cell in wide),
        complete=proved,
        certificate=certificate,
    )


def _merged_cells(cells: Sequence[VertexCell]) -> list[VertexCell]:
    """Return cells of equilibria without those in others, segments on one line joined."""
    found: list[VertexCell] = []
    for cell in cells:
        merged = cell
        while True:
            other = next((one for one in found if _joined(one, merged) is not None), None)
            if other is None:
                break
            found.remove(other)
            merged = _joined(other, merged) or merged
        found.append(merged)
    return found


def _joined(one: VertexCell, two: VertexCell) -> VertexCell | None:
    """Return a cell that is two cells together; None where they are not one."""
    if _is_part(two, one):
        return one
    if _is_part(one, two):
        return two
    different = [k for k, (a, b) in enumerate(zip(one, two, strict=True)) if set(a) != set(b)]
    if len(different) != 1:
        return None
    (k,) = different
    ends = (*one[k], *two[k])
    if len(one[k]) != 2 or len(two[k]) != 2:
        return None
    low, high = min(ends), max(ends)
    line = low, high
    touch = max(min(one[k]), min(two[k])) <= min(max(one[k]), max(two[k]))
    if not touch or not all(_is_mixture(end, line) for end in ends):
        return None
    return (*one[:k], line, *one[k + 1 :])


def _is_part(cell: VertexCell, whole: VertexCell) -> bool:
    """Return whether a cell is seen to be in another one."""
    return all(
        all(_is_mixture(vertex, own) for vertex in vertices)
        for vertices, own in zip(cell, whole, strict=True)
    )


def _is_mixture(vertex: tuple[Fraction, ...], mixes: tuple[tuple[Fraction, ...], ...]) -> bool:
    """Return whether a vertex is one of some mixes, or between the only two."""
    if vertex in mixes or len(mixes) != 2:
        return vertex in mixes
    one, two = mixes
    share = next((x - a) / (b - a) for x, a, b in zip(vertex, one, two, strict=True) if a != b)
    return 0 <= share <= 1 and all(
        x == a + share * (b - a) for x, a, b in zip(vertex, one, two, strict=True)
    )


def _place(places: Sequence[object], wanted: object) -> int:
    """Return the number of an equilibrium, from 1, by what is known around it."""
    return 1 + next(k for k, one in enumerate(places) if one is wanted)


def _neighbourhood_to_json(around: object) -> dict[str, object] | None:
    if not isinstance(around, Neighbourhood):
        return None
    return {
        "least": [[*map(json_safe_integer, own)] for own in around.least],
        "denominator": json_safe_integer(around.denominator),
        "multipliers": [[*map(json_safe_integer, row)] for row in around.multipliers],
    }


def _order_key(
    form: NPlayerSequenceForm, one: NPlayerEquilibrium
) -> tuple[int, list[list[int]], list[float]]:
    """Return what equilibria are sorted by: actions used, which ones, then probabilities."""
    used, chances = [], []
    for side in form.sides:
        for cell in side.cells:
            mix = one.strategies[side.name][cell.key]
            used.append([n for n, action in enumerate(cell.actions) if action in mix])
            chances += [-float(chance) for chance in mix.values()]
    return sum(map(len, used)), used, chances


def _equilibrium_at(strategic: NormalFormTables, cell: VertexCell) -> NPlayerEquilibrium:
    """Return the equilibrium that a cell of one profile is."""
    mixes = [{a: x for a, x in enumerate(own[0]) if x} for own in cell]
    tables = strategic.table(mixes, Fraction(0))
    found = evaluate_profile(strategic.form, tuple(tables))
    assert not found.most, "every profile of the cell is an equilibrium"
    return NPlayerEquilibrium(
        {
            seat: {view: {a: x for a, x in mix.items() if x} for view, mix in table.items()}
            for seat, table in zip(strategic.form.seats, tables, strict=True)
        },
        found.payoffs,
    )


def _subset_of_cell(form: NPlayerSequenceForm, cell: VertexCell) -> EquilibriumSubset:
    return EquilibriumSubset(
        {
            side.name: tuple(
                {
                    own.key: {a: x for a, x in zip(own.actions, vertex, strict=True) if x}
                    for own in side.cells
                }
                for vertex in vertices
            )
            for side, vertices in zip(form.sides, cell, strict=True)
        }
    )
