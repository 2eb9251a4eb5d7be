"""List all equilibria of a game for three or more players in which every player chooses once.

The strategy space is cut into cells (:mod:`sabot.solvers.nplayer_nash.subdivision`). Where a cell
may have an equilibrium, Newton's method looks for it, and it is computed exactly
(:mod:`sabot.solvers.nplayer_nash.support_point`). If every cell is decided the list is complete,
and the cells are the proof: they are written into the certificate. If too many cells are left, as
around a curve of equilibria, the list holds what was found and says so.

A part of the list may be asked for: the first equilibria that are found, pure ones before the
others, or those in which each player mixes some number of actions. Then the cells that are cut are
the faces of the strategy space with so many actions, and the list is not called complete.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from math import inf, prod
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sabot.errors import NoMethodError
from sabot.exact import json_safe_integer
from sabot.forms.algebra.algebraic_number import Real
from sabot.forms.sequence import count_pure_strategies
from sabot.progress import EnoughFound, TimeLimitReached, raise_if_cancelled, without_watch
from sabot.results.all_nash import INTERRUPTED
from sabot.results.nplayer_nash import (
    GIVEN_UP,
    NOT_LISTED,
    EquilibriumSubset,
    NPlayerEquilibria,
    NPlayerEquilibrium,
    SetByEquations,
    is_mixture,
)
from sabot.solvers.lp.program import IntArray
from sabot.solvers.nplayer.regrets import evaluate_profile
from sabot.solvers.nplayer.support_enumeration import MOST_PROFILES as MOST_PURE_PROFILES
from sabot.solvers.nplayer.support_enumeration import NormalFormTables, nplayer_form_to_json
from sabot.solvers.nplayer_nash.boxes import MOST_BOXES, BoxSearch
from sabot.solvers.nplayer_nash.conjugates import MOST_DEGREE
from sabot.solvers.nplayer_nash.equilibrium_sets import (
    SetNear,
    SupportConditions,
    dimension_of,
    mixes_of,
    set_near,
    widened_product,
)
from sabot.solvers.nplayer_nash.subdivision import (
    MOST_CELLS,
    MOST_NUMBERS,
    Case,
    CellSearch,
    CellTree,
    Floats,
    Neighbourhood,
    Supports,
    VertexCell,
)
from sabot.solvers.nplayer_nash.support_equations import (
    FLOAT_MARGIN,
    SupportEquations,
    SupportSearch,
    contract,
    in_shares,
    same_mix,
)
from sabot.solvers.nplayer_nash.support_point import (
    OffPath,
    exact_equilibrium,
    is_quasi_strict,
    neighbourhood,
    sliced_solutions,
)

if TYPE_CHECKING:
    from sabot.forms.sequence import Treeplex
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm

MOST_UNKNOWNS = 9
"""Free probabilities of all players together, up to which all equilibria are looked for."""
MOST_PROFILES = 512
"""Profiles of actions up to which they are."""
_FEW_UNKNOWNS = 6
"""Free probabilities up to which most games take seconds: 3x3x3 has 6."""

MOST_FACES = 400
"""Supports that are looked at after a search was given up."""
_STARTS_PER_FACE = 12
_MOST_STARTS = 1_200
"""Of all supports together; each has three at least."""
_MOST_CELL_FACES = 50_000
"""Faces of cells that are looked at for them: of larger games some of the cells."""
_PROBED_FACES = 12
_PROBED_STARTS = 3
"""The largest supports, and profiles of each, from which a curve of equilibria is looked for."""
_NAMED_UNLISTED = 3
"""Equilibria that are found in floats only and are written out."""
_MOST_KEPT_EQUATIONS = 10_000
"""Of supports; a search of a large game goes through more."""
_POINTS_PER_SET = 2
"""Equilibria that are listed of a set that equations describe."""


def obstacle_to_list(form: NPlayerSequenceForm) -> str:
    """Return why mixed equilibria are not listed, in words; empty where they are."""
    sizes = [len(infoset.actions) for side in form.sides for infoset in side.cells]
    unknowns = sum(sizes) - len(sizes)
    shape = " x ".join(map(str, sizes))
    if unknowns > MOST_UNKNOWNS:
        if len(sizes) > len(form.sides):
            shape = f"the actions at {len(sizes):,} information sets"
        else:
            shape = f"{shape} actions"
        return f"{shape} have {unknowns:,} free probabilities; the limit is {MOST_UNKNOWNS}"
    if prod(sizes) > MOST_PROFILES:
        return f"{shape} is {prod(sizes):,} profiles of actions; the limit is {MOST_PROFILES}"
    return ""


def obstacle_to_mixed(form: NPlayerSequenceForm) -> str:
    """Return why only the pure equilibria of a game for three or more players are listed, in words.

    Empty where mixed ones are listed too, or where there are too many profiles for pure ones.
    """
    profiles = prod(map(count_pure_strategies, form.sides))
    if len(form.sides) < 3 or profiles > MOST_PURE_PROFILES:
        return ""
    return obstacle_to_list(form)


def obstacle_to_search(form: NPlayerSequenceForm) -> str:
    """Return why mixed equilibria are not even searched support by support; empty if they are."""
    if any(len(side.cells) > 1 for side in form.sides):
        return "a player has several information sets"
    profiles = prod(len(infoset.actions) for side in form.sides for infoset in side.cells)
    if profiles > MOST_PURE_PROFILES:
        return f"there are {profiles:,} profiles of actions; the limit is {MOST_PURE_PROFILES:,}"
    return ""


def bound_of_search(form: NPlayerSequenceForm) -> str:
    """Return how long a search may become, in words; empty if it is mostly short or not made."""
    return "" if _free_probabilities(form) <= _FEW_UNKNOWNS else cells_in_words(form)


def obstacle_to_short_list(form: NPlayerSequenceForm) -> str:
    """Return why a list of all mostly takes longer than a moment, in words; empty if it does not.

    Such a list is not made beside something else.
    """
    unknowns = _free_probabilities(form)
    if unknowns <= _FEW_UNKNOWNS:
        return ""
    return f"{unknowns} free probabilities; here all are searched only up to {_FEW_UNKNOWNS}"


def cells_in_words(form: NPlayerSequenceForm) -> str:
    """Return how many cells a search may cut, in words; empty if it is not made.

    Most games with few free probabilities take seconds, and some with ties minutes.
    """
    if obstacle_to_list(form):
        return ""
    cells = min(2 * MOST_CELLS, most_cells_of(form, MOST_NUMBERS))
    return (
        f"{_free_probabilities(form)} free probabilities: up to about {cells:,} cells are looked "
        "at, which may take minutes"
    )


def most_cells_of(form: NPlayerSequenceForm, numbers: int) -> int:
    """Return how many cells have so many payoffs at their vertices, in thousands."""
    sizes = [len(infoset.actions) for side in form.sides for infoset in side.cells]
    return max(1, numbers // max(1, len(sizes) * prod(sizes)) // 1000) * 1000


def _free_probabilities(form: NPlayerSequenceForm) -> int:
    return sum(len(infoset.actions) - 1 for side in form.sides for infoset in side.cells)


class _EquilibriaSoFar:
    """The equilibria that a search has met, each with its support and a profile near it.

    *classes*: equilibria that differ only at information sets that are not reached are one.
    """

    def __init__(
        self,
        form: NPlayerSequenceForm,
        *,
        classes: bool,
        each: Callable[[NPlayerEquilibrium], object] | None = None,
    ) -> None:
        self.strategic = NormalFormTables(form)
        self.classes = classes
        self._each = each
        self.found: list[NPlayerEquilibrium] = []
        self.points: list[tuple[Supports, list[Floats]]] = []
        """Of each equilibrium: its support, and its probabilities in floats."""
        self.neighbourhoods: list[Neighbourhood | None] = []
        self._equations: dict[Supports, SupportEquations] = {}
        self.around: dict[NPlayerEquilibrium, SetNear] = {}
        """Equilibria that are not the only ones nearby with their support, with the set around."""
        self._failed: list[tuple[Supports, list[Floats]]] = []
        """Solutions that are no equilibria, or were not recognised."""
        self.unlisted: list[tuple[Supports, list[Floats]]] = []
        """Those of them that are the only solution nearby, and equilibria in floats."""
        self.players: list[int] = []
        """Players of whom an information set follows another: actions may gain together only."""
        self.strategies: list[list[tuple[int, ...]]] = []
        """Their pure strategies: an action for each information set."""
        self.gains: list[IntArray] = []
        """By such player, strategy and profile of actions: what the strategy pays more."""
        self._add_deviations()

    def propose(self, supports: Supports, start: list[Floats]) -> Neighbourhood | None:
        """Return the neighbourhood of a new equilibrium of a support, if it is found."""
        reached = self.reached(supports)
        off_path = {
            agent: _simple_mix(start[agent])
            for agent, matters in enumerate(reached)
            if not matters and len(supports[agent]) > 1
        }
        supports = tuple(
            own if matters else own[:1] for own, matters in zip(supports, reached, strict=True)
        )
        equations = self.equations_of(supports)
        near = equations.solve(start)
        if near is None or self._known(supports, near, reached):
            return None
        if any(
            own == supports and all(map(same_mix, near_one, near)) for own, near_one in self._failed
        ):
            return None
        if not self._nobody_gains(supports, near, off_path):
            return None
        one = exact_equilibrium(self.strategic, equations, near, off_path)
        if one is None:
            if off_path:
                return None
            self._failed.append((supports, near))
            return self._around_unlisted(equations, near)
        self.found.append(one)
        self.points.append((supports, near))
        self.neighbourhoods.append(neighbourhood(equations, near, reached))
        if self._each is not None:
            self._each(one)
        return self.neighbourhoods[-1]

    def equations_of(self, supports: Supports) -> SupportEquations:
        """Return the equations of a support: they keep the solutions that were found."""
        if supports not in self._equations:
            if len(self._equations) >= _MOST_KEPT_EQUATIONS:
                self._equations.clear()
            self._equations[supports] = SupportEquations(self.strategic.paid, supports)
        return self._equations[supports]

    def _around_unlisted(
        self, equations: SupportEquations, near: list[Floats]
    ) -> Neighbourhood | None:
        """Return the neighbourhood of an equilibrium in floats whose degree may be too large."""
        supports = equations.supports
        if equations.bound <= MOST_DEGREE or not (
            self.strategic.single and is_quasi_strict(self.strategic, equations, near)
        ):
            return None
        around = neighbourhood(equations, near, [True] * len(supports))
        if around is not None:
            self.unlisted.append((supports, near))
        return around

    def look_in_faces(self, cells: Sequence[VertexCell]) -> None:
        """Look for equilibria in cells that a search has not decided, by their supports.

        An action that pays as much as those in use belongs to every cell around the equilibrium.
        """
        for face, starts in _faces_of_cells(cells):
            raise_if_cancelled()
            conditions = SupportConditions(self.strategic, face) if self.strategic.single else None
            if conditions is not None and conditions.impossible:
                continue
            for start in starts:
                self.propose(face, start)
                if conditions is not None:
                    self.propose_on_set(conditions, start)

    def propose_on_set(self, conditions: SupportConditions, start: list[Floats]) -> None:
        """Look for equilibria of a support at which its equations are singular: on each branch."""
        supports = conditions.supports
        everywhere = [True] * len(supports)
        for begin in conditions.starts(start):
            for equations, near in sliced_solutions(self.strategic.paid, supports, begin):
                if self._known(supports, near, everywhere):
                    break
                one = exact_equilibrium(self.strategic, equations, near)
                if one is None:
                    continue
                around = conditions.near(mixes_of(self.strategic, one))
                if around is None or not around.crossing:
                    self._add(one, near, around)
                    break

    def _add_cell(self, cell: VertexCell, around: SetNear | None) -> None:
        """Keep the equilibrium that a cell of one profile is."""
        one = equilibrium_at(self.strategic, cell)
        if one not in self.found:
            self._add(one, [np.array([float(x) for x in own[0] if x]) for own in cell], around)

    def _add(self, one: NPlayerEquilibrium, near: list[Floats], around: SetNear | None) -> None:
        """Keep an equilibrium; of a set *around* it a few, simple ones and not at its border."""
        if around is not None:
            ranks = {
                other: (not own.manifold, _length(other))
                for other, own in self.around.items()
                if own == around
            }
            if len(ranks) >= _POINTS_PER_SET:
                last = max(ranks, key=lambda other: ranks[other])
                if ranks[last] <= (not around.manifold, _length(one)):
                    return
                self._forget(last)
            self.around[one] = around
        mixes = mixes_of(self.strategic, one)
        self.found.append(one)
        self.points.append((tuple(tuple(a for a, x in enumerate(mix) if x) for mix in mixes), near))
        self.neighbourhoods.append(None)

    def _forget(self, one: NPlayerEquilibrium) -> None:
        place = self.found.index(one)
        del self.found[place], self.points[place], self.neighbourhoods[place], self.around[one]

    def straight_sets(self, cells: Sequence[VertexCell]) -> list[VertexCell]:
        """Return sets of equilibria that are products, each as wide as it can be.

        They are found from cells of equilibria and from the fractional equilibria. A cell in a set
        that is no product is not kept: an equilibrium in it is listed, with the set around.
        """
        starts = []
        for cell in cells:
            varying = [k for k, own in enumerate(cell) if len(own) > 1]
            if varying:
                starts.append((cell, varying[:1]))
            else:
                self._add_cell(cell, None)
        for one in self.found:
            if one.root is None:
                cell = _cell_of_mixes(mixes_of(self.strategic, one))
                starts.append((cell, [*range(len(cell))]))
        found: list[VertexCell] = []
        for cell, order in starts:
            raise_if_cancelled()
            known = any(_is_part(cell, other, self.strategic.owners) for other in found)
            if (known and len(order) == 1) or self._is_in_set_by_equations(cell):
                continue
            for first in order:
                wide = widened_product(self.strategic, cell, first)
                if all(len(own) == 1 for own in wide) or self._is_in_set_by_equations(wide):
                    continue
                if not any(_is_part(wide, other, self.strategic.owners) for other in found):
                    found = [o for o in found if not _is_part(o, wide, self.strategic.owners)]
                    found.append(wide)
        return [cell for cell in found if not self._is_covered(cell, sum(map(dimension_of, cell)))]

    def _is_covered(self, cell: VertexCell, dimension: int) -> bool:
        """Return whether a cell is in a set by equations of more than a dimension."""
        return any(
            around.dimension > dimension and not around.is_product and around.covers(cell)
            for around in self.around.values()
        )

    def is_on_border(self, one: NPlayerEquilibrium) -> bool:
        """Return whether the set around an equilibrium is part of a larger one by equations."""
        around = self.around.get(one)
        points = [other for other, own in self.around.items() if own == around]
        if around is None or any(other.root is not None for other in points):
            return False
        cells = [_cell_of_mixes(mixes_of(self.strategic, other)) for other in points]
        return all(self._is_covered(cell, around.dimension) for cell in cells)

    def _is_in_set_by_equations(self, cell: VertexCell) -> bool:
        """Return whether a cell is part of a set that is no product; keep an equilibrium in it."""
        mixes = [[sum(x, Fraction(0)) / len(own) for x in zip(*own, strict=True)] for own in cell]
        around = set_near(self.strategic, mixes)
        if around is None or around.is_product:
            return False
        varying = [own for own in cell if len(own) > 1]
        if len(varying) == 1 and dimension_of(varying[0]) == around.dimension:
            return False
        self._add_cell(_cell_of_mixes(mixes), around)
        return True

    def _nobody_gains(self, supports: Supports, near: Sequence[Floats], off_path: OffPath) -> bool:
        """Return whether no pure strategy of a player gains, in floats."""
        if not self.gains:
            return True
        mixes = []
        for agent, (size, support) in enumerate(zip(self.strategic.sizes, supports, strict=True)):
            mix = np.zeros(size)
            mix[list(support)] = near[agent]
            for action, chance in off_path.get(agent, {}).items():
                mix[action] = float(chance)
            mixes.append(mix)
        for gains in self.gains:
            for table in in_shares(gains):
                if contract(table, mixes, ()) > FLOAT_MARGIN:
                    return False
        return True

    def reached(self, supports: Supports) -> list[bool]:
        """Return which agents matter if these actions are used: all, or those that are reached."""
        if not self.classes:
            return [True] * len(supports)
        found = [size == 1 for size in self.strategic.sizes]
        for path in self.strategic.paths:
            if all(a is None or a in own for a, own in zip(path, supports, strict=True)):
                found = [known or a is not None for known, a in zip(found, path, strict=True)]
        return found

    def _known(self, supports: Supports, near: Sequence[Floats], reached: Sequence[bool]) -> bool:
        return any(
            all(
                a == b and same_mix(x, y)
                for a, b, x, y, matters in zip(own, supports, known, near, reached, strict=True)
                if matters
            )
            for own, known in self.points
        )

    def reaches_all(self, one: NPlayerEquilibrium) -> bool:
        """Return whether all agents matter in an equilibrium."""
        return all(self.reached(self.supports_of(one)))

    def supports_of(self, one: NPlayerEquilibrium) -> Supports:
        """Return the actions that an equilibrium uses, by agent."""
        supports = []
        for side in self.strategic.form.sides:
            for infoset in side.cells:
                mix = one.strategies[side.name][infoset.key]
                supports.append(tuple(n for n, a in enumerate(infoset.actions) if a in mix))
            if not side.cells:
                supports.append((0,))
        return tuple(supports)

    def play_of(self, one: NPlayerEquilibrium) -> str:
        """Return a text that two equilibria share if they count as one: the mixes that matter."""
        matters = iter(self.reached(self.supports_of(one)))
        found: list[object] = [one.root]
        for side in self.strategic.form.sides:
            for infoset in side.cells or (None,):
                if next(matters) and infoset is not None:
                    found.append(one.strategies[side.name][infoset.key])
        return str(found)

    def probabilities_in_floats(self) -> dict[int, list[float]]:
        """Return by equilibrium (its identity) its probabilities, where players choose once."""
        if not self.strategic.single:
            return {}
        return {
            id(one): [x for own in near for x in own.tolist()]
            for one, (_, near) in zip(self.found, self.points, strict=True)
        }

    def knows(self, supports: Supports, reached: Sequence[bool]) -> bool:
        """Return whether a pure equilibrium was met."""
        return self._known(supports, [np.ones(1)] * len(supports), reached)

    def _add_deviations(self) -> None:
        for seat, side in enumerate(self.strategic.form.sides):
            if not any(infoset.parent for infoset in side.cells):
                continue  # the choices of a player never meet: each agent's gain is enough
            agents = [k for k, owner in enumerate(self.strategic.owners) if owner == seat]
            paid = self.strategic.paid[agents[0]]
            strategies = _pure_strategies(side)
            rows = []
            for actions in strategies:
                table = paid
                for agent, action in zip(agents, actions, strict=True):
                    table = table.take([action], agent)
                rows.append(np.broadcast_to(table, paid.shape) - paid)
            self.players.append(seat)
            self.strategies.append(strategies)
            self.gains.append(np.stack(rows))


def _length(one: NPlayerEquilibrium) -> float:
    """Return how long the fractions of an equilibrium are; of irrational numbers infinite."""
    if one.root is not None:
        return inf
    return sum(x.denominator for own in one.vectors() for x in own if isinstance(x, Fraction))


def _faces_of_cells(cells: Sequence[VertexCell]) -> Iterator[tuple[Supports, list[list[Floats]]]]:
    """Yield the supports that cells have vertices of, small ones first, with profiles to start."""
    faces: dict[Supports, list[list[Floats]]] = {}
    count = sum(prod(2 ** len(own) - 1 for own in cell) for cell in cells)
    for cell in cells[:: 1 + count // _MOST_CELL_FACES]:
        for parts in product(*map(_faces_of_simplex, cell)):
            face = tuple(support for support, _ in parts)
            if any(len(support) > 1 for support in face):
                faces.setdefault(face, []).append([centre for _, centre in parts])
    each = max(3, min(_STARTS_PER_FACE, _MOST_STARTS // max(1, len(faces))))
    for face in sorted(faces, key=lambda face: sum(map(len, face)))[:MOST_FACES]:
        starts = faces[face]
        spread = np.linspace(0, len(starts) - 1, min(each, len(starts)))
        yield face, [starts[round(float(k))] for k in spread]


def _faces_of_simplex(
    vertices: Sequence[Sequence[Fraction]],
) -> list[tuple[tuple[int, ...], Floats]]:
    """Return the supports of mixtures of vertices, each with such a mixture in floats."""
    own = [tuple(a for a, x in enumerate(vertex) if x) for vertex in vertices]
    found = {}
    for size in range(1, len(vertices) + 1):
        for some in combinations(range(len(vertices)), size):
            support = tuple(sorted({a for k in some for a in own[k]}))
            rows = [[float(x) for x in vertices[k]] for k in some]
            found[support] = np.array(rows).mean(0)  # the last one: of the most vertices
    return [*found.items()]


def _pure_strategies(side: Treeplex) -> list[tuple[int, ...]]:
    """Return an action for each information set; the first one where own choices lead elsewhere."""
    found = []
    for actions in product(*(range(len(infoset.actions)) for infoset in side.cells)):
        taken = {0}
        for infoset, action in zip(side.cells, actions, strict=True):
            if infoset.parent in taken:
                taken.add(infoset.first + action)
            elif action:
                break
        else:
            found.append(actions)
    return found


def _simple_mix(chances: Floats) -> dict[int, Fraction]:
    """Return a mix of simple fractions near one in floats."""
    found = {
        a: Fraction(float(x)).limit_denominator(1 << 20) for a, x in enumerate(chances) if x > 0
    }
    total = sum(found.values(), Fraction(0))
    return {a: x / total for a, x in found.items()}


class _PartOfList:
    """The equilibria that are asked for, each as it is found, until they are enough.

    *support_sizes*: how many actions each player mixes in them; None: any number. *most_cells*:
    how many are cut to find them; None: as many as are in any search.
    """

    def __init__(
        self,
        so_far: _EquilibriaSoFar,
        first: int | None,
        support_sizes: tuple[int, ...] | None,
        each: Callable[[NPlayerEquilibrium], object] | None,
        most_cells: int | None,
    ) -> None:
        self.support_sizes, self.most_cells = support_sizes, most_cells
        self.each = each
        self._so_far, self._first = so_far, first
        self._found: dict[str, NPlayerEquilibrium] = {}

    def add(self, one: NPlayerEquilibrium) -> None:
        """Keep an equilibrium that is asked for; raise EnoughFound after the last one."""
        if (self._first is None and self.each is None) or not self.has_sizes(
            self._so_far.supports_of(one)
        ):
            return
        key = self._so_far.play_of(one)
        if key in self._found:
            return
        self._found[key] = one
        if self.each is not None:
            self.each(replace(one, actions=_actions_by_player(self._so_far.strategic.form)))
        if len(self._found) == self._first:
            raise EnoughFound

    def add_pure(self) -> None:
        """Keep the pure equilibria: they are found before the others."""
        if self._first is not None or self.each is not None:
            for one, _ in _pure_not_listed(self._so_far, (), ()):
                self.add(one)

    def has_sizes(self, supports: Supports) -> bool:
        """Return whether so many actions are mixed."""
        return self.support_sizes is None or self.support_sizes == tuple(map(len, supports))

    def result(self) -> NPlayerEquilibria:
        """Return what is kept if it is enough."""
        key = partial(_order_key, self._so_far.strategic.form, near=None)
        listed = sorted(self._found.values(), key=key)
        words = "1 equilibrium is" if self._first == 1 else f"{self._first:,} equilibria are"
        stopped = f"stopped: {words} found, as asked"
        return replace(_result_of(self._so_far, listed), complete=False, stopped=stopped)


def _require_support_sizes(form: NPlayerSequenceForm, sizes: Sequence[int]) -> None:
    """Refuse supports that no equilibrium has, and games in which a player chooses often."""
    if any(len(side.cells) > 1 for side in form.sides):
        raise NoMethodError(
            "supports of one size are searched in games in which each player chooses once\n"
            "  sabot export GAME -o game.nfg writes the strategic form of a small tree"
        )
    for side, size in zip(form.sides, sizes, strict=True):
        count = len(side.cells[0].actions) if side.cells else 1
        if size > count:
            raise NoMethodError(
                f"no equilibrium has a support of {size} actions of {side.name}, who has {count}"
            )


def _support_words(sizes: Sequence[int]) -> str:
    """Return what was searched of a game."""
    counts = ", ".join(map(str, sizes[:-1]))
    return f"of supports with {counts} and {sizes[-1]} actions all are listed"


def list_nplayer_equilibria(
    game: str,
    form: NPlayerSequenceForm,
    *,
    keep: bool = True,
    first: int | None = None,
    support_sizes: tuple[int, ...] | None = None,
    each: Callable[[NPlayerEquilibrium], object] | None = None,
    most_cells: int | None = None,
) -> NPlayerEquilibria:
    """Return all equilibria with the proof, or those found before the search was given up.

    In a tree in which a player has several information sets equilibria that differ only at
    information sets that are not reached are listed once. The same is tried of other games in which
    the search for all equilibria does not end.

    *keep*: also after a stop (by Ctrl-C, a watch or a time limit), which ends it otherwise.

    With *first* the search ends after so many equilibria; with *support_sizes* only those are
    searched in which each player mixes so many actions. *each* is called with every equilibrium
    when it is found; one in a set of equilibria may be among them. Neither list is complete. Nor is
    that of a game which is too large for the proof: its supports are tried one after the other.
    With *most_cells* the search is given up sooner, and what is left is looked at for *each* alone.

    >>> from sabot.io.nfg import parse_nplayer_nfg
    >>> ring = '1 1 0 0 1 1 0 0 0 1 0 1 1 0 1 0 0 0 0 1 1 1 1 0'
    >>> pennies = parse_nplayer_nfg('NFG 1 R "" { "A" "B" "C" } { 2 2 2 } ' + ring)
    >>> found = list_nplayer_equilibria("pennies", pennies)
    >>> found.unique, set(found.equilibria[0].vectors())
    (True, {(Fraction(1, 2), Fraction(1, 2))})
    """
    started = time.perf_counter()
    if support_sizes is not None:
        _require_support_sizes(form, support_sizes)
    classes = any(len(side.cells) > 1 for side in form.sides)
    so_far = _EquilibriaSoFar(form, classes=classes)
    part = _PartOfList(so_far, first, support_sizes, each, most_cells)
    try:
        part.add_pure()
        if obstacle := obstacle_to_list(form):
            if impossible := obstacle_to_search(form):
                raise NoMethodError(f"mixed equilibria are not searched: {impossible}")
            found = _searched_by_supports(form, part, obstacle, keep=keep)
        else:
            found = _searched(form, part, classes=classes, keep=keep)
        given_up = not classes and support_sizes is None and found.stopped.startswith(GIVEN_UP)
        if given_up and _meet_different_agents(so_far.strategic):
            again = _searched(form, part, classes=True, keep=keep)
            found = again if again.complete else found
        for one in found.equilibria:
            part.add(one)
    except EnoughFound:
        found = part.result()
    seconds = time.perf_counter() - started
    return replace(found, game=game, support=support_sizes, seconds=seconds)


def _meet_different_agents(strategic: NormalFormTables) -> bool:
    """Return whether an agent is met on the way to some ends and not to others."""
    return any(len({a is None for a in own}) > 1 for own in zip(*strategic.paths, strict=True))


@dataclass
class _SearchState:
    """What a search has found, and the cells that it has decided."""

    so_far: _EquilibriaSoFar
    tree: CellTree = field(default_factory=CellTree)


def _searched(
    form: NPlayerSequenceForm, part: _PartOfList, *, classes: bool, keep: bool
) -> NPlayerEquilibria:
    """Return what a search finds, until it ends, is given up or stopped."""
    state = _SearchState(_EquilibriaSoFar(form, classes=classes))
    search = partial(_search_cells, form, part, state, classes=classes)
    return _result_of_search(state, part, search, keep=keep)


def _search_cells(
    form: NPlayerSequenceForm, part: _PartOfList, state: _SearchState, *, classes: bool
) -> str:
    """Search all cells; return why the list is not complete, in words."""
    sizes, most, strategic = part.support_sizes, part.most_cells, state.so_far.strategic
    if strategic.single and set(strategic.sizes) == {2} and not classes and sizes is None:
        state.so_far = _EquilibriaSoFar(form, classes=False, each=part.add)
        state.tree = boxes = BoxSearch(strategic.paid, state.so_far.propose)
        if boxes.run() if most is None else boxes.run(min(most, MOST_BOXES)):
            return _words_about_unlisted(state, sized=False)
    state.so_far = so_far = _EquilibriaSoFar(form, classes=classes, each=part.add)
    state.tree = cells = CellSearch(
        strategic.paid,
        so_far.propose,
        so_far.gains,
        so_far.reached if classes else None,
        partial(_have_curve, form) if strategic.single and not classes else None,
        sizes,
    )
    if not (cells.run() if most is None else cells.run(most)):
        words = _open_words(form, cells.open_actions)
        if most is None or part.each is not None:
            so_far.look_in_faces(cells.open)
        return words
    return _words_about_unlisted(state, sized=sizes is not None)


def _words_about_unlisted(state: _SearchState, *, sized: bool) -> str:
    """Return which equilibria were found in floats only, in words."""
    so_far = state.so_far
    if not so_far.unlisted:
        return ""
    finite = all(len(own) == 1 for cell in state.tree.whole_cells for own in cell)
    return _unlisted_words(so_far.strategic.form, so_far.unlisted, finite, sized)


def _searched_by_supports(
    form: NPlayerSequenceForm, part: _PartOfList, obstacle: str, *, keep: bool
) -> NPlayerEquilibria:
    """Return what is found support by support, until all are tried or the search is stopped."""
    state = _SearchState(_EquilibriaSoFar(form, classes=False, each=part.add))
    so_far = state.so_far
    supports = SupportSearch(so_far.strategic.paid, part.support_sizes, so_far.equations_of)

    def search() -> str:
        for own, start in supports.starts():
            so_far.propose(own, start)
        some = f" ({supports.sampled:,} from a few starts only)" * bool(supports.sampled)
        return f"all supports were tried{some}, but nothing proves the list: {obstacle}"

    return _result_of_search(state, part, search, keep=keep)


def _result_of_search(
    state: _SearchState, part: _PartOfList, search: Callable[[], str], *, keep: bool
) -> NPlayerEquilibria:
    """Return the result of a search, which returns why it is not complete; also if it is stopped.

    *keep*: a stop ends it and not the program.
    """
    sizes = part.support_sizes
    interrupt: KeyboardInterrupt | None = None
    try:
        stopped = search()
    except EnoughFound:
        raise
    except KeyboardInterrupt as stop:
        if not keep:
            raise
        interrupt = stop
        seconds = stop.seconds if isinstance(stop, TimeLimitReached) else None
        stopped = INTERRUPTED if seconds is None else f"stopped after {seconds:g} s"
    with without_watch():
        found = _in_order(state.so_far, state.tree, part, ended=not stopped)
    if interrupt is not None and not (found.equilibria or found.subsets):
        raise interrupt
    if sizes is not None and not stopped:
        stopped = _support_words(sizes)
    return replace(found, stopped=stopped)


def _have_curve(form: NPlayerSequenceForm, cells: Sequence[VertexCell]) -> bool:
    """Return whether an equilibrium in cells is in a set with a condition on mixes of several.

    The set is a manifold near it, and one of its equations or inequalities depends on the mixes of
    more than one player. Cells around such a set are mostly cut without end, even if it is a union
    of products: then the products meet at profiles around which no rule decides a cell.
    """
    near = _EquilibriaSoFar(form, classes=False)
    for face, starts in [*_faces_of_cells(cells)][: -1 - _PROBED_FACES : -1]:
        raise_if_cancelled()
        conditions = SupportConditions(near.strategic, face)
        for start in [] if conditions.impossible else starts[:_PROBED_STARTS]:
            near.propose_on_set(conditions, start)
        if any(own.manifold and not own.is_product for own in near.around.values()):
            return True
    return False


def _open_words(form: NPlayerSequenceForm, used: Sequence[Sequence[int]]) -> str:
    """Return where other equilibria may be, in words: the actions that open cells use."""
    agents = [(side, infoset) for side in form.sides for infoset in side.cells or (None,)]
    named = "; ".join(
        f"{side.name}{f' at {infoset.key}' if len(side.cells) > 1 else ''}: "
        f"{', '.join(infoset.actions[a] for a in own)}"
        for (side, infoset), own in zip(agents, used, strict=True)
        if infoset is not None
    )
    return f"{GIVEN_UP} where these actions are used: {named}; there may be others, or sets, there"


def _unlisted_words(
    form: NPlayerSequenceForm,
    unlisted: Sequence[tuple[Supports, list[Floats]]],
    finite: bool,
    sized: bool,
) -> str:
    """Return which equilibria are not listed, in floats; these are all if *finite* many exist.

    *sized*: of those with supports of one size.
    """
    named = []
    for supports, near in unlisted[:_NAMED_UNLISTED]:
        seats = []
        for side, support, own in zip(form.sides, supports, near, strict=True):
            actions = side.cells[0].actions if side.cells else ("",)
            chances = zip(support, own.tolist(), strict=True)
            mix = ", ".join(f"{actions[a]}: {x:.6g}" for a, x in chances)
            seats.append(f"{side.name} {mix if len(support) > 1 else actions[support[0]]}")
        named.append("; ".join(seats))
    if len(unlisted) > len(named):
        named.append("and so on")
    most, other = ("at most ", "other ") if finite else ("", "")
    noun = "equilibrium" if len(unlisted) == 1 else "equilibria"
    noun += " of this size" * sized
    return (
        f"{NOT_LISTED}: {most}{len(unlisted)} {other}{noun}, whose numbers may be of a degree "
        f"above {MOST_DEGREE}; in floats: {' | '.join(named)}"
    )


def _in_order(
    so_far: _EquilibriaSoFar, tree: CellTree, part: _PartOfList, *, ended: bool
) -> NPlayerEquilibria:
    """Return the result with its equilibria in order: those that use few actions come first.

    If a search for all of them has *ended*, the list is complete, with its proof.
    """
    form = so_far.strategic.form
    owners = so_far.strategic.owners
    proved = ended and part.support_sizes is None
    sets, wide = _sets_of_cells(so_far, tree.whole_cells, ended=ended)
    if not ended:
        sets = [cell for cell in sets if part.has_sizes(_supports_of_cell(cell))]
        wide = [cell for cell in wide if cell in sets]
    listed: list[tuple[NPlayerEquilibrium, Neighbourhood | VertexCell | None]] = [
        (equilibrium_at(so_far.strategic, cell), cell) for cell in sets if cell not in wide
    ]
    known = {str(one.strategies) for one, _ in listed}
    subsets = tuple(_subset_of_cell(form, cell) for cell in wide)
    within: dict[int, int] = {}
    for k, (one, around) in enumerate(zip(so_far.found, so_far.neighbourhoods, strict=True)):
        if around is None and (ended or str(one.strategies) in known):
            continue
        if not ended and _is_in_set(so_far, subsets, wide, one):
            continue  # without a proof nothing refers to it
        pure = _pure_cell(so_far, k)
        inside = [
            n for n, cell in enumerate(wide) if pure is not None and _is_part(pure, cell, owners)
        ]
        if inside and around is not None:
            within[id(around)] = 1 + inside[0]  # it is not listed: the set has it
        else:
            listed.append((one, around))
    if not ended:
        listed += _pure_not_listed(so_far, wide, [one for one, _ in listed])
    listed = [pair for pair in listed if part.has_sizes(so_far.supports_of(pair[0]))]
    floats = so_far.probabilities_in_floats()
    listed.sort(key=lambda pair: _order_key(form, pair[0], floats.get(id(pair[0]))))
    found = _result_of(so_far, [one for one, _ in listed])
    certificate = {**found.certificate}
    if proved:
        evidence = [around for _, around in listed]
        numbers = _case_numbers(so_far, tree, evidence, within)
        numbers |= _set_numbers(tree.whole_cells, sets, wide, evidence, owners)
        certificate["neighbourhoods"] = [_neighbourhood_to_json(around) for around in evidence]
        certificate["cases"] = [
            numbers[case] if case in numbers else [*map(json_safe_integer, case)]
            for case in tree.cases()
        ]
    by_equations = () if ended else _sets_by_equations(so_far, [one for one, _ in listed])
    return replace(
        found,
        subsets=subsets,
        by_equations=by_equations,
        complete=proved,
        certificate=certificate,
    )


def _result_of(so_far: _EquilibriaSoFar, listed: Sequence[NPlayerEquilibrium]) -> NPlayerEquilibria:
    """Return a list of equilibria with the payoffs, and nothing about others."""
    form = so_far.strategic.form
    reached_only = not all(map(so_far.reaches_all, listed))
    actions = _actions_by_player(form)
    return NPlayerEquilibria(
        game="",
        seats=form.seats,
        equilibria=tuple(replace(one, actions=actions) for one in listed),
        complete=False,
        reached_only=reached_only,
        certificate={"form": nplayer_form_to_json(form, ends=reached_only)},
    )


def _actions_by_player(form: NPlayerSequenceForm) -> dict[str, dict[str, Sequence[str]]]:
    return {
        side.name: {infoset.key: infoset.actions for infoset in side.cells} for side in form.sides
    }


def _sets_of_cells(
    so_far: _EquilibriaSoFar, cells: Sequence[VertexCell], *, ended: bool
) -> tuple[list[VertexCell], list[VertexCell]]:
    """Return the points and sets that cells of equilibria are, and the sets alone."""
    if not ended and so_far.strategic.single:
        found = sorted(so_far.straight_sets(cells), key=_actions_of_cell)
        return found, found
    found = sorted(_merged_cells(cells, so_far.strategic.owners), key=_actions_of_cell)
    return found, [cell for cell in found if any(len(own) > 1 for own in cell)]


def _actions_of_cell(cell: VertexCell) -> tuple[int, Supports, VertexCell]:
    """Return what sets are sorted by, as equilibria are: actions used, which ones, then chances."""
    used = _supports_of_cell(cell)
    return sum(map(len, used)), used, cell


def _supports_of_cell(cell: VertexCell) -> Supports:
    """Return the actions that the vertices of a cell use, by agent."""
    return tuple(
        tuple(sorted({a for vertex in own for a, x in enumerate(vertex) if x})) for own in cell
    )


def _has_all_around(
    subsets: Sequence[EquilibriumSubset], one: NPlayerEquilibrium, around: SetNear | None
) -> bool:
    """Return whether an equilibrium is in a listed set, as large as the one that equations say."""
    least = 0 if around is None else around.dimension
    return any(subset.dimension >= least and subset.contains(one) for subset in subsets)


def _sets_by_equations(
    so_far: _EquilibriaSoFar, listed: Sequence[NPlayerEquilibrium]
) -> tuple[SetByEquations, ...]:
    """Return the sets that equations describe, with the numbers of their listed points."""
    points: dict[SetNear, list[int]] = {}
    for number, one in enumerate(listed, 1):
        if one in so_far.around:
            points.setdefault(so_far.around[one], []).append(number)
    found = []
    for around, numbers in points.items():
        sure = next(
            (own for own in so_far.around.values() if own == around and own.manifold), around
        )
        found.append(replace(sure.described, points=tuple(numbers)))
    return tuple(found)


def _set_numbers(
    cells: Sequence[VertexCell],
    sets: Sequence[VertexCell],
    wide: Sequence[VertexCell],
    evidence: Sequence[object],
    owners: Sequence[int],
) -> dict[Case, list[object]]:
    """Return how the file writes cells of equilibria: the number of a point, or 0 and of a set."""
    numbers: dict[Case, list[object]] = {}
    for k, cell in enumerate(cells):
        merged = next(one for one in sets if _is_seen_part(cell, one, owners))
        if merged in wide:
            numbers[0, k] = [0, 1 + wide.index(merged)]
        else:
            numbers[0, k] = [_number_of(evidence, merged)]
    return numbers


def _case_numbers(
    so_far: _EquilibriaSoFar,
    tree: CellTree,
    evidence: Sequence[Neighbourhood | VertexCell | None],
    within: Mapping[int, int],
) -> dict[Case, list[object]]:
    """Return how the file writes cases: of neighbourhoods, and of strategies by which one gains."""
    numbers: dict[Case, list[object]] = {}
    for k, own in enumerate(tree.neighbourhoods):
        alone = id(own) not in within
        numbers[(k,)] = [_number_of(evidence, own)] if alone else [0, within[id(own)]]
    for k, strategies in enumerate(so_far.strategies):
        for n, actions in enumerate(strategies):
            numbers[-1 - k, n] = [so_far.players[k], [*actions]]
    return numbers


def _pure_cell(so_far: _EquilibriaSoFar, number: int) -> VertexCell | None:
    """Return an equilibrium that was found as a cell, if it is pure."""
    supports, _ = so_far.points[number]
    sizes = so_far.strategic.sizes
    if so_far.classes or any(len(own) > 1 for own in supports):
        return None
    return _cell_of_actions(sizes, [own[0] for own in supports])


def _cell_of_mixes(mixes: Sequence[Sequence[Real]]) -> VertexCell:
    """Return the cell of one profile in fractions."""
    return tuple(
        (tuple(x if isinstance(x, Fraction) else Fraction(0) for x in own),) for own in mixes
    )


def _cell_of_actions(sizes: Sequence[int], actions: Sequence[int]) -> VertexCell:
    return tuple(
        (tuple(Fraction(int(a == action)) for a in range(size)),)
        for size, action in zip(sizes, actions, strict=True)
    )


def _pure_not_listed(
    so_far: _EquilibriaSoFar, sets: Sequence[VertexCell], listed: Sequence[NPlayerEquilibrium]
) -> list[tuple[NPlayerEquilibrium, None]]:
    """Return the pure equilibria that a search has not met before it was given up."""
    strategic = so_far.strategic
    stable: NDArray[np.bool_] = np.ones(strategic.sizes, bool)
    for agent, paid in enumerate(strategic.paid):
        stable &= paid == paid.max(axis=agent, keepdims=True)
    for gains in so_far.gains:
        stable &= (gains <= 0).all(0)
    known = {str(one.strategies) for one in listed}
    found: list[tuple[NPlayerEquilibrium, None]] = []
    paths = set()
    for profile in np.argwhere(stable).tolist():
        cell = _cell_of_actions(strategic.sizes, profile)
        supports = tuple((action,) for action in profile)
        matters = so_far.reached(supports)
        path = tuple(a if own else None for a, own in zip(profile, matters, strict=True))
        if path in paths or any(_is_part(cell, one, strategic.owners) for one in sets):
            continue
        if so_far.knows(supports, matters):
            continue
        paths.add(path)
        one = equilibrium_at(strategic, cell)
        if str(one.strategies) not in known:
            found.append((one, None))
    return found


def _merged_cells(cells: Sequence[VertexCell], owners: Sequence[int]) -> list[VertexCell]:
    """Return cells of equilibria without those in others, segments on one line joined."""
    found: list[VertexCell] = []
    for cell in cells:
        merged = cell
        while True:
            other = next((one for one in found if _joined(one, merged, owners) is not None), None)
            if other is None:
                break
            found.remove(other)
            merged = _joined(other, merged, owners) or merged
        found.append(merged)
    for cell in cells:  # of a cell in a cell in a third one the checkers may not see the whole way
        if not any(_is_seen_part(cell, one, owners) for one in found):
            found.append(cell)
    return found


def _joined(one: VertexCell, two: VertexCell, owners: Sequence[int]) -> VertexCell | None:
    """Return a cell that is two cells together; None where they are not one."""
    if _is_seen_part(two, one, owners):
        return one
    if _is_seen_part(one, two, owners):
        return two
    different = [k for k, (a, b) in enumerate(zip(one, two, strict=True)) if set(a) != set(b)]
    if len(different) != 1:
        return None
    (k,) = different
    if not _has_one_choice(one, k, owners):
        return None
    ends = (*one[k], *two[k])
    if len(one[k]) != 2 or len(two[k]) != 2:
        return None
    low, high = min(ends), max(ends)
    line = low, high
    touch = max(min(one[k]), min(two[k])) <= min(max(one[k]), max(two[k]))
    if not touch or not all(is_mixture(end, line) for end in ends):
        return None
    return (*one[:k], line, *one[k + 1 :])


def _is_seen_part(cell: VertexCell, whole: VertexCell, owners: Sequence[int]) -> bool:
    """Return whether the checkers see that a cell is in another one.

    They know a strategy that is listed, and a mixture of the only two that are.
    """
    return all(
        set(vertices) <= set(own) or len(own) == 2
        for vertices, own in zip(cell, whole, strict=True)
    ) and _is_part(cell, whole, owners)


def _is_part(cell: VertexCell, whole: VertexCell, owners: Sequence[int]) -> bool:
    """Return whether a cell is seen to be in another one."""
    return all(
        all(
            vertex in own or (_has_one_choice(whole, k, owners) and is_mixture(vertex, own))
            for vertex in vertices
        )
        for k, (vertices, own) in enumerate(zip(cell, whole, strict=True))
    )


def _has_one_choice(cell: VertexCell, agent: int, owners: Sequence[int]) -> bool:
    """Return whether the player of an agent has no choice at other information sets."""
    return all(
        len(own) == 1 or k == agent or owners[k] != owners[agent] for k, own in enumerate(cell)
    )


def _number_of(evidence: Sequence[object], wanted: object) -> int:
    """Return the number of an equilibrium, from 1, by what shows that it is the only one nearby."""
    return 1 + next(k for k, one in enumerate(evidence) if one is wanted)


def _neighbourhood_to_json(around: object) -> dict[str, object] | None:
    if not isinstance(around, Neighbourhood):
        return None
    return {
        "least": [[*map(json_safe_integer, own)] for own in around.least],
        "denominator": json_safe_integer(around.denominator),
        "multipliers": [[*map(json_safe_integer, row)] for row in around.multipliers],
    }


def _order_key(
    form: NPlayerSequenceForm, one: NPlayerEquilibrium, near: Sequence[float] | None
) -> tuple[int, list[list[int]], list[float]]:
    """Return what equilibria are sorted by: actions used, which ones, then probabilities.

    *near*: the probabilities, if they are known in floats.
    """
    used, chances = [], []
    for side in form.sides:
        for infoset in side.cells:
            mix = one.strategies[side.name][infoset.key]
            used.append([n for n, action in enumerate(infoset.actions) if action in mix])
            if near is None:
                chances += [-float(chance) for chance in mix.values()]
    if near is not None:
        chances = [-x for x in near]
    return sum(map(len, used)), used, chances


def _is_in_set(
    so_far: _EquilibriaSoFar,
    subsets: Sequence[EquilibriumSubset],
    cells: Sequence[VertexCell],
    one: NPlayerEquilibrium,
) -> bool:
    """Return whether an equilibrium is in a listed set, or its play or all around it is."""
    return (
        _has_all_around(subsets, one, so_far.around.get(one))
        or so_far.is_on_border(one)
        or any(_has_play_of(so_far, cell, one) for cell in cells)
    )


def _has_play_of(so_far: _EquilibriaSoFar, cell: VertexCell, one: NPlayerEquilibrium) -> bool:
    """Return whether in a set there is an equilibrium with the same play as one with fractions.

    It does the same at all information sets that are reached.
    """
    if not so_far.classes or one.root is not None:
        return False
    matters = so_far.reached(so_far.supports_of(one))
    agents = iter(zip(cell, matters, strict=True))
    for side in so_far.strategic.form.sides:
        for infoset in side.cells or (None,):
            vertices, reached = next(agents)
            if infoset is None or not reached:
                continue
            mix = one.strategies[side.name][infoset.key]
            point = [Fraction(str(mix.get(a, 0))) for a in infoset.actions]
            if not is_mixture(point, vertices):
                return False
    return True


def equilibrium_at(strategic: NormalFormTables, cell: VertexCell) -> NPlayerEquilibrium:
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
    """Return all combinations of vertices at a player's information sets as its strategies."""
    agents = iter(cell)
    strategies = {}
    for side in form.sides:
        mixes = [
            [
                {a: x for a, x in zip(own.actions, vertex, strict=True) if x}
                for vertex in next(agents)
            ]
            for own in side.cells
        ]
        if not side.cells:
            next(agents)
        keys = [own.key for own in side.cells]
        strategies[side.name] = tuple(
            dict(zip(keys, combination, strict=True)) for combination in product(*mixes)
        )
    return EquilibriumSubset(strategies)
