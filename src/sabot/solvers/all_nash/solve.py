"""List all extreme equilibria of a two-player game, with maximal Nash subsets and components.

Where every one of some mixed strategies of one player is in equilibrium with every one of some of
the other, so are all mixtures of both. The largest such sets, the *maximal Nash subsets*, are
products of their vertices (maximal bicliques of the graph of extreme equilibria); every equilibrium
is in one of them. Subsets that share a vertex form a connected component. The certificate holds the
payoffs and the tree of cases that proves the list complete.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import fmpz_mat

from sabot.errors import NoMethodError, SeatsError, WorkerError
from sabot.progress import (
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
    EnoughFound,
    FacePair,
    FoundFaces,
    IntegerMatrix,
    LabelledBimatrix,
    MixedStrategyVertex,
    TooManyCasesError,
    build_proven_tree,
    memory_per_case,
)
from sabot.solvers.certificate_writer import general_sum_form_to_json

if TYPE_CHECKING:
    from sabot.forms.bimatrix import BimatrixForm
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm
    from sabot.results.binary_nash import PairEquilibria


VertexPair = tuple[int, int]
_UNMEASURED_LABELS = 24
"""Strategies of both players whose cases any machine has the memory for: at most some 100 MB."""
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
    keep: bool = False
    """Whether a search that is stopped returns what it has found."""
    pure: bool = False
    """Whether pure equilibria are enough, in a game for three or more players."""


def enumerate_equilibria(
    one: IntegerMatrix, two: IntegerMatrix, limits: SearchLimits = SearchLimits()
) -> ExtremeEquilibria:
    """Return all extreme equilibria; *one* and *two* are the seats' payoffs by row and column.

    Each seat's payoffs may be over a denominator of its own: that changes no equilibrium. With
    ``limits.keep``, a search that is stopped after the first equilibrium (by Ctrl-C, a watch, a
    time limit, the memory for cases) returns those found, without a proof.

    >>> sexes = enumerate_equilibria([[2, 0], [0, 1]], [[1, 0], [0, 2]])
    >>> [sexes.first[k].weights for k, _ in sexes.pairs], sexes.unique
    ([(1, 0), (0, 1), (2, 1)], (False, False))
    """
    sides = LabelledBimatrix(len(one), len(one[0]), tuple(zip(*two, strict=True)), one)
    found = FoundFaces(sides, first=limits.first)
    memory = limits.memory() if sides.labels > _UNMEASURED_LABELS else None
    most = None if memory is None else memory // memory_per_case(sides)
    try:
        tree = build_proven_tree(sides, most, found, limits.spread, limits.workers).tree
        return _number_equilibria(found.faces, tree)
    except (KeyboardInterrupt, TooManyCasesError, WorkerError, MemoryError) as stop:
        if not found.faces or not limits.keep:
            raise
        with without_watch():
            return _number_equilibria(found.faces, None, _reason_of_stop(stop, limits))


def _reason_of_stop(stop: BaseException, limits: SearchLimits) -> str:
    if isinstance(stop, EnoughFound):
        return f"stopped: {count_text(limits.first)} or more are found, as asked"
    if isinstance(stop, TooManyCasesError):
        return "stopped: the cases take too much memory"
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
    found = enumerate_equilibria(form.one.payoffs, form.two.payoffs, limits)
    mixes = [
        [_strategy_of_vertex(vertex, actions) for vertex in own]
        for own, actions in ((found.first, form.rows), (found.second, form.columns))
    ]
    paid = [
        [Fraction(vertex.best, sum(vertex.weights) * table.denominator) for vertex in own]
        for own, table in ((found.first, form.two), (found.second, form.one))
    ]
    one, two = form.seats
    actions = {one: form.rows, two: form.columns}
    listed = tuple(
        ExtremeEquilibrium({one: mixes[0][x], two: mixes[1][y]}, (paid[1][y], paid[0][x]), actions)
        for x, y in found.pairs
    )
    shown = LazyCertificate(form, found.tree)
    return EveryEquilibrium(
        name, form.seats, listed, _result_components(found), shown, stopped=found.stopped
    )


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
