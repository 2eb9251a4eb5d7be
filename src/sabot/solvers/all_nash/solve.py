"""List all extreme equilibria of a two-player game, with maximal Nash subsets and components.

Where every one of some mixed strategies of one player is in equilibrium with every one of some of
the other, so are all mixtures of both. The largest such sets, the *maximal Nash subsets*, are
products of their vertices (maximal bicliques of the graph of extreme equilibria); every equilibrium
is in one of them. Subsets that share a vertex form a connected component. The certificate holds the
payoffs and the tree of cases that proves the list complete.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from time import thread_time
from typing import TYPE_CHECKING, Any

import numpy as np
from flint import fmpz_mat

from sabot.errors import NoMethodError, SeatsError, WorkerError
from sabot.exact import over_one_denominator
from sabot.progress import (
    EnoughFound,
    OrderedMap,
    TimeLimitReached,
    raise_if_cancelled,
    report_progress,
    without_watch,
)
from sabot.results.all_nash import (
    INTERRUPTED,
    Component,
    EveryEquilibrium,
    ExtremeEquilibrium,
)
from sabot.solvers.all_nash.branching import (
    BranchingTree,
    CasesJson,
    FacePair,
    FoundFaces,
    IntegerMatrix,
    LabelledBimatrix,
    MixedStrategyVertex,
    SearchEstimate,
    TooManyCasesError,
    TooManyVerticesError,
    build_proven_tree,
    estimate_search,
    face_vertices,
    memory_per_case,
    used_and_short,
)
from sabot.solvers.certificate_writer import general_sum_form_to_json
from sabot.solvers.lp.program import integer_array

if TYPE_CHECKING:
    from sabot.forms.bimatrix import BimatrixForm
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm
    from sabot.results.binary_nash import PairEquilibria
    from sabot.results.nplayer_nash import NPlayerEquilibrium


VertexPair = tuple[int, int]
_UNMEASURED_LABELS = 24
"""Strategies of both players whose cases any machine has the memory for: at most some 100 MB."""
_DOMINANCE_FROM = 1000
"""Payoffs of a player from which on dominated strategies are removed before the search..."""
_DOMINANCE_UP_TO = 10_000
"""...and up to which: the linear programs take seconds then."""
MOST_SUBSETS = 100_000
"""Maximal Nash subsets of one game: far more than can be read."""


@dataclass(frozen=True, slots=True)
class NashSubset:
    """A maximal Nash subset: vertices of either seat, by number; each pair is an equilibrium."""

    first: tuple[int, ...]
    second: tuple[int, ...]


def maximal_nash_subsets(pairs: Sequence[VertexPair]) -> list[list[NashSubset]]:
    """Return the maximal Nash subsets that pairs of vertices span, component by component.

    >>> maximal_nash_subsets([(0, 0), (1, 0), (1, 1), (2, 2)])
    [[NashSubset(first=(0, 1), second=(0,)), NashSubset(first=(1,), second=(0, 1))], \
[NashSubset(first=(2,), second=(2,))]]
    """
    found = []
    for part in _connected_parts(pairs):
        found.append(
            sorted(_maximal_bicliques(part), key=lambda subset: (subset.first, subset.second))
        )
    return sorted(found, key=lambda part: (part[0].first, part[0].second))


def _connected_parts(pairs: Sequence[VertexPair]) -> list[list[VertexPair]]:
    """Return the pairs by connected component: two that share a vertex are in the same one."""
    if len({one for one, _ in pairs}) == len({two for _, two in pairs}) == len(pairs):
        return [[pair] for pair in pairs]
    partners: tuple[dict[int, list[int]], dict[int, list[int]]] = {}, {}
    for pair in pairs:
        for side in (0, 1):
            partners[side].setdefault(pair[side], []).append(pair[1 - side])
    parts, seen = [], set[int]()
    for start in partners[0]:
        if start in seen:
            continue
        seen.add(start)
        part: list[VertexPair] = []
        waiting, met = [start], set[int]()
        while waiting:
            one = waiting.pop()
            for two in partners[0][one]:
                part.append((one, two))
                if two not in met:
                    met.add(two)
                    fresh = [other for other in partners[1][two] if other not in seen]
                    seen.update(fresh)
                    waiting += fresh
        parts.append(part)
    return parts


def _maximal_bicliques(pairs: Sequence[VertexPair]) -> Iterable[NashSubset]:
    """Yield the maximal bicliques of a component: intersections of some vertices' neighbours."""
    if len(pairs) == 1:
        ((one, two),) = pairs
        yield NashSubset((one,), (two,))
        return
    seconds = sorted({two for _, two in pairs})
    place = {two: k for k, two in enumerate(seconds)}
    met: dict[int, int] = {}
    for one, two in pairs:
        met[one] = met.get(one, 0) | 1 << place[two]
    common: set[int] = set()
    for bits in met.values():
        raise_if_cancelled()
        common |= {bits & other for other in common} | {bits}
        common.discard(0)
        if len(common) > MOST_SUBSETS:
            raise NoMethodError(
                f"the equilibria form more than {MOST_SUBSETS:,} maximal Nash subsets"
            )
    for shared in common:
        first = tuple(sorted(one for one, bits in met.items() if bits & shared == shared))
        yield NashSubset(first, tuple(seconds[k] for k in _bit_positions(shared)))


def _bit_positions(bits: int) -> tuple[int, ...]:
    """Return the positions of the bits of a number.

    >>> _bit_positions(0b10110)
    (1, 2, 4)
    """
    found = []
    while bits:
        found.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return tuple(found)


def hull_dimension(mixes: Sequence[Sequence[int]]) -> int:
    """Return the dimension of the hull of some mixes, given by weights.

    >>> hull_dimension([(1, 0, 0)]), hull_dimension([(1, 0, 1), (0, 1, 0), (1, 1, 1)])
    (0, 1)
    """
    if len(mixes) == 1:
        return 0
    flat = [weight for mix in mixes for weight in mix]
    return int(fmpz_mat(len(mixes), len(mixes[0]), flat).rank()) - 1


@dataclass(frozen=True, slots=True)
class ExtremeEquilibria:
    """The vertices of either seat, the pairs of them that are equilibria, and why these are all."""

    first: tuple[MixedStrategyVertex, ...]
    second: tuple[MixedStrategyVertex, ...]
    pairs: tuple[tuple[int, int], ...]
    components: tuple[tuple[NashSubset, ...], ...]
    tree: BranchingTree | None
    """The proof that these are all; None where the search was stopped."""
    stopped: str = ""
    """Why it was stopped."""

    def spread(self, subset: NashSubset) -> int:
        """Return the dimension of a subset."""
        one = hull_dimension([self.first[k].weights for k in subset.first])
        return one + hull_dimension([self.second[k].weights for k in subset.second])

    @property
    def unique(self) -> tuple[bool, bool]:
        """Whether either seat plays the same mix in every equilibrium."""
        return len(self.first) == 1, len(self.second) == 1


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """How far a search for all equilibria goes, and who does the work."""

    first: int | None = None
    """How many equilibria are enough."""
    memory: Callable[[], int | None] = lambda: None
    """Bytes that the cases may take; asked for where they may be many. None: no bound."""
    spread: OrderedMap | None = None
    """Does the work of open cases, in other processes."""
    workers: int = 1
    """How many of them share the memory."""
    parts: int = 1
    """Into how many parts their work is divided: some for each worker, of about the same size."""
    keep: bool = False
    """Whether a search that is stopped returns what it has found."""
    refuse_early: bool = False
    """Whether a search that will not fit is refused before it is made."""
    support: tuple[int, ...] | None = None
    """How many strategies the players mix in the equilibria that are searched; None: any."""
    each: Callable[[ExtremeEquilibrium | NPlayerEquilibrium], object] | None = None
    """Is called with each equilibrium as it is found."""
    pure: bool = False
    """Whether pure equilibria are enough, in a game for three or more players."""

    @property
    def wants_part(self) -> bool:
        """Whether a part of the list is asked for, or each equilibrium as it is found."""
        return any(one is not None for one in (self.first, self.support, self.each))


@dataclass(frozen=True, slots=True)
class _UndominatedGame:
    """What is left of a game without its strictly dominated strategies, and the way back.

    No equilibrium uses one of these. In the proof each is a case of its own before the search: the
    mixture that dominates it shifts weight away from it, so it is never a best response.
    """

    whole: LabelledBimatrix
    left: LabelledBimatrix
    kept: tuple[list[int], list[int]]
    """The rows and the columns that are left."""
    removed: tuple[tuple[int, tuple[int, ...]], ...]
    """The others in the order of their removal: the label, and the shift."""

    @classmethod
    def of(cls, one: IntegerMatrix, two: IntegerMatrix) -> _UndominatedGame | None:
        """Return what is left of a game; None where nothing is removed, or that would not pay."""
        height, width = len(one), len(one[0])
        if not _DOMINANCE_FROM <= height * width <= _DOMINANCE_UP_TO:
            return None
        from sabot.forms.bimatrix import BimatrixForm
        from sabot.solvers.dominance import eliminate_dominated_strategies

        names = list(map(str, range(height))), list(map(str, range(width)))
        game = BimatrixForm.of(one, two, rows=names[0], columns=names[1])
        found = eliminate_dominated_strategies(game)
        if not found.steps:
            return None
        removed = []
        for step in found.steps:
            side = game.seats.index(step.seat)
            weights, below = over_one_denominator(step.by.values())
            shift = [0] * len(names[side])
            shift[int(step.removed)] = -below
            for name, weight in zip(step.by, weights, strict=True):
                shift[int(name)] = weight
            removed.append((int(step.removed) + side * height, tuple(shift)))
        rows, columns = map(int, found.left.rows), map(int, found.left.columns)
        kept = list(rows), list(columns)
        return cls(
            _label_bimatrix(one, two),
            _label_bimatrix(*([[t[i][j] for j in kept[1]] for i in kept[0]] for t in (one, two))),
            kept,
            tuple(removed),
        )

    def extend_faces(self, faces: FacePair) -> FacePair:
        """Return the vertices of both sides as mixes of all strategies."""
        one, two = (
            tuple(self._extend_vertex(side, vertex) for vertex in some)
            for side, some in enumerate(faces)
        )
        return one, two

    def _extend_vertex(self, side: int, vertex: MixedStrategyVertex) -> MixedStrategyVertex:
        weights = [0] * len(self.whole.mix(side))
        for place, weight in zip(self.kept[side], vertex.weights, strict=True):
            weights[place] = weight
        return MixedStrategyVertex(tuple(weights), vertex.best)

    def extend_tree(self, tree: BranchingTree) -> BranchingTree:
        """Return the proof for the whole game from that for what is left of it."""
        below = self._relabel(tree)
        first = [
            (label, int(label < self.whole.rows), shift) for label, shift in self.removed
        ]  # the side on which a strategy is a response
        codes = [c for label, side, _ in first for c in (side * self.whole.labels + label, ~side)]
        width = below.shifts.shape[1]
        shifts = [[*shift, *[0] * (width - len(shift))] for _, _, shift in first]
        return replace(
            below,
            codes=np.concatenate((np.array(codes, np.int64), below.codes)),
            shifts=np.concatenate((integer_array(shifts), below.shifts)),
            replacements={end + len(first): other for end, other in below.replacements.items()},
        )

    def _relabel(self, tree: BranchingTree) -> BranchingTree:
        """Return a tree with the labels and responses of the whole game."""
        labels = [*self.kept[0], *(self.whole.rows + column for column in self.kept[1])]
        side, label = np.divmod(tree.codes, tree.labels)
        named = side * self.whole.labels + np.array(labels)[label]
        replies = self.whole.columns, self.whole.rows
        shifts = np.zeros((len(tree.shifts), max(replies)), tree.shifts.dtype)
        ends = tree.codes[tree.codes < 0]
        for side_of_end, places in enumerate((self.kept[1], self.kept[0])):
            at = np.flatnonzero(ends == ~side_of_end)
            shifts[at[:, None], places] = tree.shifts[at, : len(places)]
        return BranchingTree(
            self.whole.labels,
            np.where(tree.codes < 0, tree.codes, named),
            shifts,
            replies,
            {end: self._relabel(other) for end, other in tree.replacements.items()},
        )


def _label_bimatrix(one: IntegerMatrix, two: IntegerMatrix) -> LabelledBimatrix:
    """Return the two tables of a game from the players' payoffs by row and column."""
    return LabelledBimatrix(len(one), len(one[0]), tuple(zip(*two, strict=True)), one)


def enumerate_equilibria(
    one: IntegerMatrix,
    two: IntegerMatrix,
    limits: SearchLimits = SearchLimits(),
    each: Callable[[FacePair], object] | None = None,
) -> ExtremeEquilibria:
    """Return all extreme equilibria; *one* and *two* are the seats' payoffs by row and column.

    Each seat's payoffs may be over a denominator of its own: that changes no equilibrium. With
    ``limits.keep``, a search that is stopped after the first equilibrium (by Ctrl-C, a watch, a
    time limit, the memory for cases, a set with too many vertices) returns those found, without a
    proof, and with them pure equilibria. *each* is called with the faces of every leaf when they
    are found.

    >>> sexes = enumerate_equilibria([[2, 0], [0, 1]], [[1, 0], [0, 2]])
    >>> [sexes.first[k].weights for k, _ in sexes.pairs], sexes.unique
    ([(1, 0), (0, 1), (2, 1)], (False, False))
    """
    hurried = limits.keep and not limits.refuse_early  # it is to find some soon
    some = hurried or limits.support is not None or limits.first is not None
    part = None if some else _UndominatedGame.of(one, two)
    sides = _label_bimatrix(one, two) if part is None else part.left
    found = FoundFaces(
        sides,
        first=limits.first,
        each=each if part is None or each is None else lambda face: each(part.extend_faces(face)),
        refuse_early=limits.refuse_early,
    )
    memory = limits.memory() if sides.labels > _UNMEASURED_LABELS else None
    most = None if memory is None else memory // memory_per_case(sides)
    try:
        if limits.support is not None:
            search_supports(sides, limits.support, found)
            return _number_equilibria(found.faces, None, support_text(limits.support))
        tree = build_proven_tree(
            sides, most, found, limits.spread, limits.workers, limits.parts
        ).tree
        if part is None:
            return _number_equilibria(found.faces, tree)
        return _number_equilibria(list(map(part.extend_faces, found.faces)), part.extend_tree(tree))
    except (
        KeyboardInterrupt,
        TooManyCasesError,
        TooManyVerticesError,
        WorkerError,
        MemoryError,
    ) as stop:
        if not limits.keep:
            raise
        with without_watch():
            faces = found.faces if part is None else list(map(part.extend_faces, found.faces))
            if limits.support is None and not isinstance(stop, EnoughFound):
                faces = [*faces, *_further_pure_equilibria(one, two, len(faces), limits, each)]
            if not faces:
                raise
            return _number_equilibria(faces, None, _reason_of_stop(stop, limits))


_MOST_PURE = 1_000
"""Pure equilibria that are added to a list that was stopped."""


def _further_pure_equilibria(
    one: IntegerMatrix,
    two: IntegerMatrix,
    found: int,
    limits: SearchLimits,
    each: Callable[[FacePair], object] | None,
) -> list[FacePair]:
    """Return pure equilibria for a list that was stopped with so many *found*."""
    most = None if limits.first is None else max(0, limits.first - found)
    pure = _pure_equilibria(one, two)[:most]
    if each is not None:
        for face in pure:
            each(face)
    return pure


def _pure_equilibria(one: IntegerMatrix, two: IntegerMatrix) -> list[FacePair]:
    """Return the first pure equilibria of a game: a stopped search need not have met them."""
    first, second = integer_array(one), integer_array(two)
    best = (first == first.max(axis=0)) & (second == second.max(axis=1)[:, None])
    found: list[FacePair] = []
    for i, j in np.argwhere(best)[:_MOST_PURE].tolist():
        x = tuple(int(k == i) for k in range(len(one)))
        y = tuple(int(k == j) for k in range(len(one[0])))
        found.append(((MixedStrategyVertex(x, two[i][j]),), (MixedStrategyVertex(y, one[i][j]),)))
    return found


def estimate_listing(
    one: IntegerMatrix, two: IntegerMatrix, dives: int, seconds: float = 0.0
) -> tuple[SearchEstimate, int]:
    """Return about what the search for all equilibria takes, and the bytes of each of its cases.

    So many CPU *seconds* are spent on a sample of the faces of leaves.

    >>> estimate_listing([[2, 0], [0, 1]], [[1, 0], [0, 2]], 16)[0].ends
    10
    """
    began = thread_time()
    part = _UndominatedGame.of(one, two)
    elimination = thread_time() - began
    sides = _label_bimatrix(one, two) if part is None else part.left
    found = estimate_search(sides, dives, seconds)
    return found._replace(fixed_seconds=found.fixed_seconds + elimination), memory_per_case(sides)


def support_text(support: tuple[int, ...]) -> str:
    """Return what was searched of a game."""
    return f"of supports with {support[0]} and {support[1]} strategies all extreme ones are listed"


_ORDINAL = "first", "second"


def search_supports(sides: LabelledBimatrix, support: tuple[int, ...], found: FoundFaces) -> None:
    """Find the extreme equilibria in which the players mix so many strategies.

    A vertex of the player with fewer supports has some best responses; the other mixes as many of
    these as it is to, and all of the first player's strategies are best responses to that.
    """
    for side, size in enumerate(support):
        if size > len(sides.mix(side)):
            raise NoMethodError(
                f"no equilibrium has a support of {size} strategies of the {_ORDINAL[side]} "
                f"player, who has {len(sides.mix(side))}"
            )
    counts = [math.comb(len(sides.mix(side)), support[side]) for side in (0, 1)]
    side = int(counts[1] < counts[0])
    table, other = sides.table(side), sides.table(1 - side)
    seen: set[tuple[int, ...]] = set()
    for done, used in enumerate(combinations(range(len(sides.mix(side))), support[side])):
        report_progress("searching", done, counts[side], "supports")
        for reply in range(len(table)):
            raise_if_cancelled()
            for vertex in face_vertices(table, used, [reply]):
                if vertex.size < support[side] or vertex.weights in seen:
                    continue
                seen.add(vertex.weights)
                best = sorted(set(range(len(table))) - used_and_short(table, (vertex,))[1])
                for mixed in combinations(best, support[1 - side]):
                    for partner in face_vertices(other, mixed, used):
                        if partner.size == support[1 - side]:
                            pair = (vertex, partner) if side == 0 else (partner, vertex)
                            found.add(((pair[0],), (pair[1],)))


def _reason_of_stop(stop: BaseException, limits: SearchLimits) -> str:
    if isinstance(stop, EnoughFound):
        verb = "is" if limits.first == 1 else "are"
        return f"stopped: {count_text(limits.first)} {verb} found, as asked"
    if isinstance(stop, TooManyCasesError):
        return "stopped: the cases take too much memory"
    if isinstance(stop, TooManyVerticesError):
        return "stopped: some of the equilibria form a set with too many vertices to list"
    if isinstance(stop, WorkerError):
        return "stopped: a worker was lost"
    if isinstance(stop, MemoryError):
        return "stopped: memory ran out"
    if isinstance(stop, TimeLimitReached):
        return f"stopped after {stop.seconds:g} s"
    return INTERRUPTED


def count_text(count: int | None) -> str:
    """Return a number of equilibria in words."""
    return "1 equilibrium" if count == 1 else f"{count:,} equilibria"


def _number_equilibria(
    faces: Sequence[FacePair], tree: BranchingTree | None, stopped: str = ""
) -> ExtremeEquilibria:
    """Return the equilibria in order; without a tree nothing is said of what they span."""
    report_progress("components")
    met = {(x.weights, y.weights): (x, y) for xs, ys in faces for x in xs for y in ys}
    firsts = sorted({x.weights: x for x, _ in met.values()}.values(), key=_vertex_order)
    seconds = sorted({y.weights: y for _, y in met.values()}.values(), key=_vertex_order)
    place_one = {x.weights: k for k, x in enumerate(firsts)}
    place_two = {y.weights: k for k, y in enumerate(seconds)}
    pairs = sorted(
        ((place_one[x], place_two[y]) for x, y in met),
        key=lambda pair: (firsts[pair[0]].size + seconds[pair[1]].size, pair),
    )
    parts = tuple(map(tuple, maximal_nash_subsets(pairs))) if tree else ()
    return ExtremeEquilibria(tuple(firsts), tuple(seconds), tuple(pairs), parts, tree, stopped)


def _vertex_order(vertex: MixedStrategyVertex) -> tuple[int, tuple[bool, ...], tuple[int, ...]]:
    """Pure mixes come first, then small ones; among equals those of earlier strategies."""
    return vertex.size, tuple(not weight for weight in vertex.weights), vertex.weights


_CERTAIN = Fraction(1)


def list_equilibria(
    name: str,
    form: BimatrixForm | NPlayerSequenceForm,
    limits: SearchLimits = SearchLimits(),
) -> EveryEquilibrium | PairEquilibria:
    """Return every extreme equilibrium of a game of two; refuse one for more."""
    from sabot.forms.parametric import is_large_binary_action_game
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm

    if is_large_binary_action_game(form):
        from sabot.solvers.binary_nash.solve import list_binary_equilibria

        if limits.support is not None or limits.each is not None:
            raise NoMethodError(
                "the equilibria of this game are found case by case, all at once: supports of one "
                "size and equilibria as they are found are for games with few pure strategies"
            )
        return list_binary_equilibria(name, form)
    if len(form.seats) != 2:
        raise SeatsError(form.obstacle, "all equilibria are listed of games with two seats")
    if isinstance(form, NPlayerSequenceForm):
        from sabot.forms.sequence_nplayer import bimatrix_form_for_all_nash

        form = bimatrix_form_for_all_nash(form)
    return list_bimatrix_equilibria(name, form, limits)


def list_bimatrix_equilibria(
    name: str, form: BimatrixForm, limits: SearchLimits = SearchLimits()
) -> EveryEquilibrium:
    """Return every extreme equilibrium of a bimatrix form, with its certificate."""
    made = _EquilibriumMaker(form)
    each = None if limits.each is None else _FaceListener(made, limits.each)
    found = enumerate_equilibria(form.one.payoffs, form.two.payoffs, limits, each)

    def write(listed: ExtremeEquilibria) -> EveryEquilibrium:
        return EveryEquilibrium(
            name,
            form.seats,
            tuple(made.equilibrium(listed.first[x], listed.second[y]) for x, y in listed.pairs),
            _result_components(listed),
            LazyCertificate(form, listed.tree),
            stopped=listed.stopped,
            support=limits.support,
        )

    try:
        return write(found)
    except KeyboardInterrupt:
        if not limits.keep:
            raise
        with without_watch():
            return write(replace(found, components=(), tree=None, stopped=INTERRUPTED))


class _EquilibriumMaker:
    """Makes equilibria of pairs of vertices; a vertex is written out once."""

    def __init__(self, form: BimatrixForm) -> None:
        self.seats = form.seats
        self.actions = {form.seats[0]: form.rows, form.seats[1]: form.columns}
        self.tables = form.two, form.one
        self.known: tuple[_WrittenVertices, _WrittenVertices] = {}, {}

    def equilibrium(self, x: MixedStrategyVertex, y: MixedStrategyVertex) -> ExtremeEquilibrium:
        """Return the equilibrium of a vertex of each player."""
        one, two = self.seats
        (first, to_two), (second, to_one) = self._written(0, x), self._written(1, y)
        return ExtremeEquilibrium({one: first, two: second}, (to_one, to_two), self.actions)

    def _written(
        self, side: int, vertex: MixedStrategyVertex
    ) -> tuple[dict[str, dict[str, Fraction]], Fraction]:
        """Return the strategy of a vertex, and what the other player is paid against it."""
        found = self.known[side].get(vertex.weights)
        if found is None:
            strategy = _strategy_of_vertex(vertex, self.actions[self.seats[side]])
            below = sum(vertex.weights) * self.tables[side].denominator
            found = strategy, Fraction(vertex.best, below)
            self.known[side][vertex.weights] = found
        return found


_WrittenVertices = dict[tuple[int, ...], tuple[dict[str, dict[str, Fraction]], Fraction]]


class _FaceListener:
    """Calls a function with each equilibrium of the faces that it is called with, once."""

    def __init__(
        self, made: _EquilibriumMaker, each: Callable[[ExtremeEquilibrium], object]
    ) -> None:
        self.made, self.each = made, each
        self.seen: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()

    def __call__(self, faces: FacePair) -> None:
        for x in faces[0]:
            for y in faces[1]:
                if (x.weights, y.weights) not in self.seen:
                    self.seen.add((x.weights, y.weights))
                    self.each(self.made.equilibrium(x, y))


def _strategy_of_vertex(
    vertex: MixedStrategyVertex, actions: Sequence[str]
) -> dict[str, dict[str, Fraction]]:
    total = sum(vertex.weights)
    if vertex.size == 1:
        return {"-": {actions[vertex.weights.index(total)]: _CERTAIN}}
    pairs = zip(actions, vertex.weights, strict=True)
    return {"-": {action: Fraction(weight, total) for action, weight in pairs if weight}}


def _result_components(found: ExtremeEquilibria) -> tuple[Component, ...]:
    number = {pair: k for k, pair in enumerate(found.pairs, 1)}
    made = []
    for part in found.components:
        subsets = sorted(
            tuple(sorted(number[x, y] for x in subset.first for y in subset.second))
            for subset in part
        )
        made.append(Component(max(map(found.spread, part)), tuple(subsets)))
    return tuple(sorted(made, key=lambda component: component.subsets))


class LazyCertificate(Mapping[str, Any]):
    """The payoffs and the cases of a certificate, made when they are asked for.

    Without a tree there are no cases.
    """

    def __init__(self, form: BimatrixForm, tree: BranchingTree | None) -> None:
        self._form, self._tree = form, tree

    def __getitem__(self, key: str) -> Any:
        if key == "form":
            return general_sum_form_to_json(self._form)
        if key == "cases" and self._tree is not None:
            return CasesJson(self._form.seats, self._tree)
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return iter(("form",) if self._tree is None else ("form", "cases"))

    def __len__(self) -> int:
        return 1 if self._tree is None else 2
