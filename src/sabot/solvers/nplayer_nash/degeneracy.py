"""Whether a game for three and more players is degenerate: whether some equilibrium is not regular.

All equilibria are listed, with the proof that there are no others, and each is shown to be regular;
or the search ends with the first equilibrium that is not. Strategies that iterated elimination of
strictly dominated ones removes are left out: no equilibrium uses them, and in none they are best
responses. A pure equilibrium is regular if and only if it is strict, so one that is not strict
decides a game of any size. The work on a list is bounded before it begins, or by a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from sabot.certify import check
from sabot.errors import FileError, Interrupted
from sabot.forms.sequence import Infoset, Treeplex
from sabot.forms.sequence_nplayer import NPlayerSequenceForm, PayoffEntry
from sabot.progress import raise_if_cancelled, report_progress, time_limit
from sabot.results.all_nash import INTERRUPTED
from sabot.results.correlated import pure_strategy_name
from sabot.results.nplayer_nash import (
    GIVEN_UP,
    NOT_LISTED,
    NPlayerEquilibria,
    NPlayerEquilibrium,
)
from sabot.results.properties import DegenerateMix, UnplayedResponse
from sabot.results.symmetry import Orders
from sabot.solvers.correlated import NormalForm
from sabot.solvers.nplayer.support_enumeration import NormalFormTables, nplayer_form_to_json
from sabot.solvers.nplayer_nash.component_index import cell_of_subset, with_nplayer_indices
from sabot.solvers.nplayer_nash.regularity import LocalEquations
from sabot.solvers.nplayer_nash.solve import (
    equilibrium_at,
    list_nplayer_equilibria,
    most_cells_of,
    obstacle_to_list,
    obstacle_to_short_list,
)
from sabot.solvers.nplayer_nash.support_equations import degree_bound

_MOST_NUMBERS = 2_000_000
"""Payoffs at vertices of the cells that are cut, without a time limit: up to some two seconds."""
_MOST_SOLUTIONS = 12
"""Solutions that the equations of a support may have, without a time limit: those of 3x3x3 have 10,
of 2x2x2x2 9, of 2x2x2x2x2 44. Numbers of that degree take long, in the checkers too."""
_LONGER = "--seconds S (in Python seconds=S) searches them"


@dataclass(frozen=True)
class Degeneracy:
    """Whether a game is degenerate, with what proves it."""

    nondegenerate: bool | None
    """None: not decided."""
    mix: DegenerateMix | None = None
    """Of a degenerate game for two: a mixed strategy with too many best responses."""
    equilibria: NPlayerEquilibria | None = None
    """All equilibria, with their indices; or one that is not regular."""
    unplayed: UnplayedResponse | None = None
    """Why that one is not regular; None: its equations are singular."""
    undecided: str = ""
    """Why it is not decided, in words."""


class _IrregularFound(Exception):
    """An equilibrium that is not regular is found: no other one is looked for."""

    def __init__(self, one: NPlayerEquilibrium) -> None:
        super().__init__()
        self.one = one


def decide_nplayer_degeneracy(
    name: str, game: NormalForm, survivors: Orders, *, all_strict: bool, seconds: float | None
) -> Degeneracy:
    """Return whether some equilibrium of a game is not regular.

    *survivors*: the strategies that iterated elimination leaves. *all_strict*: whether every pure
    equilibrium is strict. *seconds*: how long equilibria are searched; None: as long as few cells
    take.
    """
    if not all_strict:
        return Degeneracy(False)
    form = surviving_form(game, survivors)
    if obstacle := _obstacle_to(form, seconds):
        return Degeneracy(None, undecided=f"all equilibria are needed: {obstacle}")
    report_progress("listing equilibria")
    try:
        with time_limit(seconds):
            return _decide_by_list(name, form, survivors, seconds)
    except Interrupted as stop:
        if seconds is None:
            raise
        return Degeneracy(None, undecided=f"the search was {stop}")


def _decide_by_list(
    name: str, form: NPlayerSequenceForm, survivors: Orders, seconds: float | None
) -> Degeneracy:
    """Return the verdict of the list of all equilibria, or of one that is not regular."""
    strategic = NormalFormTables(form)
    try:
        listed = _list_until_irregular(name, form, strategic, seconds)
        one = next(_irregular_in(strategic, listed), None)
    except _IrregularFound as found:
        one = found.one
    if one is not None:
        return _degenerate(name, strategic, survivors, one)
    if listed.stopped == INTERRUPTED:
        raise_if_cancelled()
        raise KeyboardInterrupt
    if not listed.complete:
        return Degeneracy(None, undecided=_why_incomplete(form, listed, seconds))
    indexed = with_nplayer_indices(form, listed)
    if not indexed.all_regular:
        undecided = "every equilibrium is regular, and the list does not prove it"
        return Degeneracy(None, undecided=undecided)
    if fault := _refusal_of_checker(indexed):
        return Degeneracy(None, undecided=f"every equilibrium is regular, and not proved: {fault}")
    return Degeneracy(True, equilibria=indexed)


def _obstacle_to(form: NPlayerSequenceForm, seconds: float | None) -> str:
    """Return why all equilibria are not searched, in words; empty where they are."""
    obstacle = obstacle_to_list(form)
    if obstacle or seconds is not None:
        return obstacle
    sizes = [len(side.cells[0].actions) if side.cells else 1 for side in form.sides]
    solutions = max(map(degree_bound, product(*(range(1, size + 1) for size in sizes))))
    obstacle = obstacle_to_short_list(form)
    if not obstacle and solutions > _MOST_SOLUTIONS:
        obstacle = (
            f"the equations of a support may have {solutions} solutions; here all are searched "
            f"only up to {_MOST_SOLUTIONS}"
        )
    return f"{obstacle}; {_LONGER}" if obstacle else ""


def _refusal_of_checker(listed: NPlayerEquilibria) -> str:
    """Return why the checkers do not take a list with roots of a large degree; empty if they do."""
    degrees = [len(one.root.root_of) - 1 for one in listed.equilibria if one.root is not None]
    if max(degrees, default=0) > _MOST_SOLUTIONS:
        try:
            check(listed.to_json())
        except FileError as fault:
            return str(fault)
    return ""


def surviving_form(game: NormalForm, survivors: Orders) -> NPlayerSequenceForm:
    """Return what is left of a game, with one choice of every player; of a tree by strategies."""
    form = game.form
    if all(len(side.cells) <= 1 for side in form.sides) and survivors == tuple(
        tuple(range(size)) for size in game.sizes
    ):
        return form
    sides = []
    for side, own, left in zip(form.sides, game.strategies, survivors, strict=True):
        names = tuple(pure_strategy_name(own[k]) for k in left)
        if len(set(names)) < len(names):
            names = tuple(str(1 + k) for k in left)
        sides.append(Treeplex(side.name, (Infoset("-", names, 0, 1),)))
    ends = [
        PayoffEntry(
            tuple(1 + own.index(k) for own, k in zip(survivors, profile, strict=True)),
            1,
            tuple(int(table[profile]) for table in game.tables),
        )
        for profile in product(*survivors)
    ]
    return NPlayerSequenceForm(tuple(sides), tuple(ends), 1, form.denominator)


def _list_until_irregular(
    name: str, form: NPlayerSequenceForm, strategic: NormalFormTables, seconds: float | None
) -> NPlayerEquilibria:
    """Return the list of equilibria; raise _IrregularFound if one is found that is not regular."""

    def require_regular(one: NPlayerEquilibrium) -> None:
        if not LocalEquations.at(strategic, one).regular:
            raise _IrregularFound(one)

    cells = most_cells_of(form, _MOST_NUMBERS) if seconds is None else None
    return list_nplayer_equilibria(
        name, form, keep=seconds is not None, each=require_regular, most_cells=cells
    )


def _irregular_in(
    strategic: NormalFormTables, listed: NPlayerEquilibria
) -> Iterator[NPlayerEquilibrium]:
    """Yield equilibria that are not regular: those listed, and a vertex of each set."""
    for one in listed.equilibria:
        if not LocalEquations.at(strategic, one).regular:
            yield one
    for subset in listed.subsets:
        vertices = tuple((own[0],) for own in cell_of_subset(strategic, subset))
        one = equilibrium_at(strategic, vertices)
        yield replace(one, actions=_actions_of(strategic.form))


def _actions_of(form: NPlayerSequenceForm) -> dict[str, dict[str, Sequence[str]]]:
    return {side.name: {cell.key: cell.actions for cell in side.cells} for side in form.sides}


def _degenerate(
    name: str, strategic: NormalFormTables, survivors: Orders, one: NPlayerEquilibrium
) -> Degeneracy:
    """Return the verdict that an equilibrium which is not regular proves."""
    found = LocalEquations.at(strategic, one).unplayed_response()
    witness = NPlayerEquilibria(
        game=name,
        seats=strategic.form.seats,
        equilibria=(one,),
        complete=False,
        certificate={"form": nplayer_form_to_json(strategic.form)},
    )
    if found is None:
        return Degeneracy(False, equilibria=witness)
    seat, action = found
    unplayed = UnplayedResponse(seat, survivors[seat][action])
    return Degeneracy(False, equilibria=witness, unplayed=unplayed)


def _why_incomplete(
    form: NPlayerSequenceForm, listed: NPlayerEquilibria, seconds: float | None
) -> str:
    """Return why a list is not complete, in words, and what may help."""
    if seconds is None and listed.stopped.startswith(GIVEN_UP):
        cells = most_cells_of(form, _MOST_NUMBERS)
        return f"the search for all equilibria was given up after about {cells:,} cells; {_LONGER}"
    reason = listed.stopped.removeprefix(f"{NOT_LISTED}: ").partition("; in floats: ")[0]
    return f"all equilibria are needed, and not all are listed: {reason}"
