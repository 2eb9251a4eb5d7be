"""Branch on labels for all equilibria: floats guess a tree of cases, integers prove each end.

Where a case has no point on a side, a *shift* proves it: integers, one for each strategy of the
responding player, with sum 0 and none negative except where a strategy is required to be a best
response, which gain against every strategy that the other player may still use. Shifting weight so
would improve on the required best responses, so there is no such point (Farkas). A feasible leaf
has two faces, one of the mixed strategies of each player: some strategies are unused, some
responses are best. Their vertices are found exactly: mostly a face is a single point given by
linear equations, otherwise a cone cut by one hyperplane after the other (double description).
Weights are integers without a common divisor, so that equal mixed strategies compare equal. What
floats got wrong is searched again from there in fractions by the same loops.

Words: A *label* is a pure strategy of either player (as in Lemke and Howson's algorithm). The
points of *side* 0 are the mixed strategies of the first player, those of side 1 the second
player's; a label is 0 at a point where the strategy is unused, or where it is a best response. An
equilibrium is a pair of points, one on each side, where every label is 0 on one side at least. A
*case* imposes that some labels are 0 on one side each. It is split at another label, or is an
*end*: infeasible on one side, or a *leaf*, with equilibria only. A *dictionary* is a simplex
tableau (Chvatal 1983); the *reason* of an infeasible end is its row with no way out, the shift
before rounding. A *dive* is a random path from the root to an end.
"""

from __future__ import annotations

import math
import os
import pickle
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice, product
from operator import mul
from pathlib import Path
from time import thread_time
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from flint import fmpq, fmpz_mat
from numpy.typing import NDArray

from sabot.errors import NoMethodError
from sabot.exact import json_safe_integer
from sabot.jit import KernelModule
from sabot.progress import EnoughFound, OrderedMap, raise_if_cancelled, report_progress
from sabot.solvers.all_nash import kernel
from sabot.solvers.all_nash.kernel import (
    FIRST,
    LEAF,
    SECOND,
    Dictionary,
    IntegerArray,
    Matrix,
)
from sabot.solvers.all_nash.vectorized import (
    BatchSearch,
    DictionaryBatch,
    Labels,
    RandomDives,
    prove_shifts,
)
from sabot.solvers.vertex_enumeration import PolyhedralCone

IntegerMatrix = Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class MixedStrategyVertex:
    """A mix by its weights, and what the best responses earn against it, times their sum."""

    weights: tuple[int, ...]
    best: int

    @property
    def size(self) -> int:
        """How many strategies have weight."""
        return len(self.weights) - self.weights.count(0)


def face_vertices(
    table: IntegerMatrix,
    used: Sequence[int],
    best: Sequence[int],
    most_work: int | None = None,
    most_rays: int | None = None,
    kept: list[MixedStrategyVertex] | None = None,
) -> tuple[MixedStrategyVertex, ...]:
    """Return the vertices of the mixes of *used* strategies with all of *best* as best responses.

    *table* has what each response earns against each strategy. A face that takes more than
    *most_work* comparisons, or more than *most_rays* rays before a cut, is refused. When that or a
    stop ends the work, *kept* is given the vertices that are known by then.

    >>> [vertex.weights for vertex in face_vertices([[2, 0], [0, 1]], [0, 1], [0, 1])]
    [(1, 2)]
    >>> [vertex.weights for vertex in face_vertices([[2, 0], [0, 1]], [0, 1], [0])]
    [(1, 0), (1, 2)]
    """
    width = len(table[0])
    if len(used) == len(best):
        point = _single_vertex(table, used, best)
        if point is not None:
            vertex = (
                _vertex_if_best(table, _embed_weights(point, used, width), best)
                if min(point) >= 0
                else None
            )
            return () if vertex is None else (vertex,)
    mark = table[best[0]]
    equal = [[mark[j] - table[i][j] for j in used] for i in best[1:]]
    inside = set(best)
    loose = [[mark[j] - row[j] for j in used] for i, row in enumerate(table) if i not in inside]

    def vertices(rays: Iterable[tuple[int, ...]]) -> tuple[MixedStrategyVertex, ...]:
        found = (_vertex_if_best(table, _embed_weights(ray, used, width), best) for ray in rays)
        return tuple(vertex for vertex in found if vertex is not None)

    cone = PolyhedralCone.of_inequalities(len(used), equal, loose, most_work)
    try:
        cone.cut_by_all(most_rays)
    except (NoMethodError, KeyboardInterrupt):
        if kept is not None:
            kept += vertices(cone.certain_rays)
        raise
    return vertices(sorted(ray.weights for ray in cone.rays))


def used_and_short(
    table: IntegerMatrix, face: Iterable[MixedStrategyVertex]
) -> tuple[set[int], set[int]]:
    """Return the strategies that have weight, and the responses that fall short, at some vertex."""
    used: set[int] = set()
    short: set[int] = set()
    for vertex in face:
        used.update(k for k, weight in enumerate(vertex.weights) if weight)
        earned = (sum(map(mul, row, vertex.weights)) for row in table)
        short.update(k for k, amount in enumerate(earned) if amount < vertex.best)
    return used, short


def _single_vertex(
    table: IntegerMatrix, used: Sequence[int], best: Sequence[int]
) -> list[int] | None:
    """Return the only mix that makes all *best* responses equal; None if there is not just one."""
    size = len(used)
    if size == 1:
        return [1]
    mark = table[best[0]]
    flat = [mark[j] - table[i][j] for i in best[1:] for j in used] + [1] * size
    try:
        solved = fmpz_mat(size, size, flat).solve(fmpz_mat(size, 1, [0] * (size - 1) + [1]))
    except ZeroDivisionError:
        return None
    entries = solved.entries()
    below = math.lcm(*(int(entry.q) for entry in entries))
    return [int(entry.p) * (below // int(entry.q)) for entry in entries]


def _embed_weights(weights: Sequence[int], used: Sequence[int], width: int) -> tuple[int, ...]:
    common = math.gcd(*weights)
    found = [0] * width
    for place, weight in zip(used, weights, strict=True):
        found[place] = weight // common
    return tuple(found)


def _vertex_if_best(
    table: IntegerMatrix, weights: tuple[int, ...], best: Sequence[int]
) -> MixedStrategyVertex | None:
    """Return a mix as a vertex; None where a response earns more than those that are to be best."""
    earned = [sum(map(mul, row, weights)) for row in table]
    top = earned[best[0]]
    return None if max(earned) > top else MixedStrategyVertex(weights, top)


Ints = NDArray[np.int64]
ImposedLabels = tuple[frozenset[int], frozenset[int]]
"""The labels that a case makes 0, on the first side and on the second."""
FacePair = tuple[tuple[MixedStrategyVertex, ...], tuple[MixedStrategyVertex, ...]]
"""The vertices of both sides of a case; each pair is an equilibrium."""


@dataclass(frozen=True, slots=True)
class LabelledBimatrix:
    """The two tables: what a seat's responses earn it against each strategy of the other seat."""

    rows: int
    columns: int
    first: IntegerMatrix
    """What each column earns its seat against each row: over the row seat's mixes."""
    second: IntegerMatrix
    """What each row earns its seat against each column: over the column seat's mixes."""

    @property
    def labels(self) -> int:
        """How many labels there are."""
        return self.rows + self.columns

    def mix(self, side: int) -> range:
        """Return the labels that are weights on a side."""
        return range(self.rows, self.labels) if side else range(self.rows)

    def replies(self, side: int) -> range:
        """Return the labels that are shortfalls on a side."""
        return range(self.rows) if side else range(self.rows, self.labels)

    def table(self, side: int) -> IntegerMatrix:
        """Return the payoffs of the seat that responds, by its strategies."""
        return self.second if side else self.first


@dataclass(frozen=True, slots=True)
class InfeasibleEnd:
    """A case without a point on one side, and the shift that shows it."""

    side: int
    shift: tuple[int, ...]


def infeasible_side(code: int) -> int:
    """Return the side without a point of an end with this code."""
    return FIRST - code


TreeNode = tuple[int, int] | InfeasibleEnd | None
"""A label and the side on which it is made 0 first; an end without equilibria; one with some."""


@dataclass(frozen=True, slots=True, eq=False)
class BranchingTree:
    """All cases, in preorder, as the loops have written them."""

    labels: int
    codes: Ints
    shifts: IntegerArray
    """By end, of one without equilibria: weights of the responses of its side, then zeros."""
    replies: tuple[int, int]
    """How many responses there are on either side."""
    replacements: Mapping[int, BranchingTree]
    """By end, what took its place: floats did not get it right."""

    @property
    def ends(self) -> int:
        """How many ends it has."""
        added = sum(tree.ends for tree in self.replacements.values())
        return int((self.codes < 0).sum()) - len(self.replacements) + added

    def nodes(self) -> Iterator[TreeNode]:
        """Yield the cases."""
        end = 0
        for code in self.codes.tolist():
            if code >= 0:
                yield code % self.labels, code // self.labels
                continue
            if end in self.replacements:
                yield from self.replacements[end].nodes()
            elif code == LEAF:
                yield None
            else:
                side = infeasible_side(code)
                yield InfeasibleEnd(side, tuple(self.shifts[end, : self.replies[side]].tolist()))
            end += 1


Loops: TypeAlias = ModuleType | SimpleNamespace
"""The kernel module, plain or compiled."""
SEARCH_LOOPS = KernelModule(lambda: kernel, pays_from=800_000)
"""Work in payoffs times strategies: 800 games of 8 x 8 in batches take the 12 s of compiling."""
PROOF_LOOPS = KernelModule(lambda: kernel, pays_from=SEARCH_LOOPS.pays_from)
_MAX_PLAIN_PAYOFFS = 12
"""Payoffs of a seat up to which cases are searched one by one."""
_COMPILE_AFTER = 100_000
"""Ends of a tree after which a search begins again, compiled: some five seconds."""
_ESTIMATE_AFTER = 20_000
"""Ends of a tree, about a second, after which their number is estimated."""
_DIVES = 256
"""Dives that may be under way at once when it is estimated."""
_FEW_RAYS = 1_000
"""Rays of a face of a leaf beyond which it waits while other cases are searched."""
_MOST_RAYS = 30_000
"""Rays of a face of a leaf before a cut, beyond which its vertices are not listed: some ten
seconds, and more pairs of rays than the checker compares."""
_MOST_EXACT_CASES, _MOST_EXACT_WORK = 1_500, 1_200_000
"""Ends of a tree that is searched in fractions alone, and ends times payoffs of a player: about two
seconds. A centipede of 60 turns has 1,111 ends and 961 payoffs."""
_MOST_PAIRS = 200_000
"""Equilibria of a leaf beyond which they are not listed: the checker reads no longer list."""
_MOST_KEPT = 2_000
"""Vertices and equilibria that are kept of a face that is not listed."""
EPSILON = 2.0**-30
_FLOAT_SPREAD = 2**24
"""How many times the least payoff the greatest may be in a search in floats: where stakes double
30 times, rounding makes 300 cases look like leaves that are not."""
_CHUNK = 512
"""Ends of the tree between two checks whether to stop."""
_SHIFT_BITS = (4, 9, 20, 40)
"""Bits of the weights of a shift, the fewest that are enough: files are short then."""
_SUM_BITS = 62
"""Bits of a sum that is taken in 64."""
_PAYOFF_BITS = 30
"""Bits of the payoffs of a game whose leaves are proved in 64."""
_FEWEST_OPEN_CASES = 64
"""Open cases into which a search is divided among workers, who are given some of them at once."""
_SLICE = 2**16
"""Ends that are proved at once: it bounds the memory of the arrays on the way."""


def memory_per_case(sides: LabelledBimatrix) -> int:
    """Return the bytes that an end of the tree takes, until it is written into a file."""
    return 20 * sides.labels + 40 * max(sides.rows, sides.columns) + 500


@dataclass(frozen=True, slots=True)
class ProvenTree:
    """A tree whose every end is proved, and the faces of its leaves."""

    tree: BranchingTree
    faces: tuple[FacePair, ...]


@dataclass(slots=True)
class SearchOutput:
    """What the loops have written: the tree, at its ends the labels imposed, and reasons."""

    codes: Ints
    ended: Labels
    reasons: Matrix
    subtrees: Mapping[int, BranchingTree] = field(default_factory=dict)
    """By end, what workers found below it."""

    @property
    def ends(self) -> Ints:
        """The codes of the ends alone."""
        return self.codes[self.codes < 0]


class TooManyCasesError(NoMethodError):
    """A search has more ends than it may have."""


class TooManyVerticesError(NoMethodError):
    """The equilibria of a leaf are a set with too many vertices to list."""

    def __init__(self) -> None:
        super().__init__(
            "some of the equilibria form a set with too many vertices to list; `sabot solve` gives "
            "one equilibrium"
        )

    def __reduce__(self) -> tuple[type[TooManyVerticesError], tuple[()]]:
        return type(self), ()


class SearchTooLargeError(NoMethodError):
    """A search has about so many ends that it cannot be made, by an estimate before it is."""

    def __init__(self, about: int, most: int, bytes_per_case: int) -> None:
        needed, spare = (number * bytes_per_case / 1e9 for number in (about, most))
        super().__init__(
            f"all equilibria of this game fall into about {about:,} cases, which take about "
            f"{needed:,.1f} GB; {spare:,.1f} GB of memory are free for them\n"
            "  --first N or --seconds S lists some of the equilibria, --support-size N those with "
            "N strategies, --anyway tries, and `sabot solve` gives one"
        )


class FoundFaces:
    """The faces of the leaves, each as soon as it is found: what a stopped search keeps.

    *most_work* bounds the comparisons of a face's vertices, in a search that is to be short;
    *first* is how many equilibria are enough. *each* is called with every face. *refuse_early*: a
    search whose cases will not fit is refused as soon as that is known, not made as far as they do.

    While cases are searched a large face waits: of it only the vertices that are known soon are
    kept, until the faces of all other leaves are found.
    """

    def __init__(
        self,
        sides: LabelledBimatrix,
        most_work: int | None = None,
        first: int | None = None,
        each: Callable[[FacePair], object] | None = None,
        *,
        refuse_early: bool = False,
    ) -> None:
        self.sides, self.most_work, self.first, self.each = sides, most_work, first, each
        self.refuse_early = refuse_early
        self.faces: list[FacePair] = []
        self._known: dict[bytes, FacePair | None] = {}
        self._pairs: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
        self.tables = [_NonnegativeTable(sides.table(side)) for side in (0, 1)]

    def at(self, row: Labels, most_rays: int | None = None) -> FacePair | None:
        """Return the faces of a leaf; None where it is not one with equilibria alone.

        Of one with more than *most_rays* rays (without a number: as many as are listed at all) the
        vertices that are known are kept, and it is refused.
        """
        key = row.tobytes()
        if key not in self._known:
            raise_if_cancelled()
            imposed = _imposed_labels(row)
            if self.most_work is not None:
                here = _leaf_faces(self.sides, imposed, self.most_work)
            else:
                here = self._large_leaf(imposed, most_rays or _MOST_RAYS)
            self._known[key] = here
            if here is not None:
                self.add(here)
        return self._known[key]

    def _large_leaf(self, imposed: ImposedLabels, most_rays: int) -> FacePair | None:
        """Return the faces of a leaf; of one that is too large keep some pairs of vertices."""
        kept: PartialFaces = ([], [])
        try:
            here = _leaf_faces(self.sides, imposed, None, most_rays, kept)
            if here is not None and len(here[0]) * len(here[1]) > _MOST_PAIRS:
                raise TooManyVerticesError
        except NoMethodError:
            self._keep_pairs(kept)
            raise TooManyVerticesError from None
        except KeyboardInterrupt:
            self._keep_pairs(kept)
            raise
        return here

    def _keep_pairs(self, kept: PartialFaces) -> None:
        """Add the pairs of some vertices that are equilibria: those of a face are extreme."""
        one, two = (
            [(each, *used_and_short(self.sides.table(side), (each,))) for each in some[:_MOST_KEPT]]
            for side, some in enumerate(kept)
        )
        for (x, x_used, column_short), (y, y_used, row_short) in islice(
            product(one, two), _MOST_KEPT
        ):
            if not (x_used & row_short or y_used & column_short):
                self.add(((x,), (y,)))

    def add(self, *faces: FacePair) -> None:
        """Keep some faces; raise EnoughFound where that is all that was asked for."""
        for face in faces:
            for kept in [face] if self.first is None else self._up_to_enough(face, self.first):
                self.faces.append(kept)
                if self.each is not None:
                    self.each(kept)
            if self.first is not None and len(self._pairs) == self.first:
                raise EnoughFound

    def _up_to_enough(self, face: FacePair, enough: int) -> list[FacePair]:
        """Return a face, or as many of its pairs as are still asked for."""
        pairs = {(x.weights, y.weights): (x, y) for x in face[0] for y in face[1]}
        new = {key: pair for key, pair in pairs.items() if key not in self._pairs}
        left = enough - len(self._pairs)
        self._pairs.update(list(new)[:left])
        if len(new) < left:
            return [face]
        return [((x,), (y,)) for x, y in list(new.values())[:left]]

    def find_faces(self, ends: Ints, ended: Labels, loops: Loops | None = None) -> None:
        """Find the faces of some leaves; compiled loops find single points faster."""
        rows = ended[ends == LEAF]
        if loops and len(rows) and all(table.small for table in self.tables):
            self._single_points(rows, loops)
        for row in rows:
            with suppress(TooManyVerticesError):  # it is looked at again when all else is found
                self.at(row, _FEW_RAYS)

    def _single_points(self, rows: Labels, loops: Loops) -> None:
        count, one, two = len(rows), *self.tables
        weights = [
            np.zeros((count, size), np.int64) for size in (self.sides.rows, self.sides.columns)
        ]
        tops, proved = np.zeros((count, 2), np.int64), np.zeros(count, np.int64)
        loops.prove_leaves(
            one.entries, two.entries, LEAF, np.full(count, LEAF), rows.astype(np.int64),
            *weights, tops, proved,
        )  # fmt: skip
        for k in np.flatnonzero(proved).tolist():
            first, second = (
                MixedStrategyVertex(mix := tuple(own[k].tolist()), top + table.low * sum(mix))
                for own, top, table in zip(weights, tops[k].tolist(), self.tables, strict=True)
            )
            here = (first,), (second,)
            self._known[rows[k].tobytes()] = here
            self.add(here)


@dataclass(frozen=True, slots=True)
class OpenCases:
    """Open cases of a search, for a worker: the game, and the dictionaries of both sides of each.

    Several of them make one batch: the loops over a batch take nearly as long for few cases.
    """

    sides: LabelledBimatrix
    starts: tuple[tuple[Dictionary, Dictionary], ...]
    most: int | None
    journals: str
    """The folder into which a worker on the same machine writes what it finds, as it finds it."""


def prove_open_cases(task: OpenCases) -> tuple[list[BranchingTree], tuple[FacePair, ...]]:
    """Return the trees below open cases, and the faces of all leaves: the work of a worker."""
    with _journal_writer(task.journals) as each:
        faces = FoundFaces(task.sides, each=each)
        ran = _search_on(task.sides, task.starts, _work_of(task.sides), task.most, faces)
        found = _prove_ends(task.sides, ran, _work_of(task.sides), faces)
        return _separate_trees(found.tree, len(task.starts)), found.faces


def _separate_trees(forest: BranchingTree, count: int) -> list[BranchingTree]:
    """Return so many trees that are written one after the other as one."""
    # a binary tree in preorder is complete when it has one more end than splits
    balance = np.where(forest.codes < 0, -1, 1).cumsum()
    stops = [int(np.argmax(balance == -number)) + 1 for number in range(1, count + 1)]
    found, start, first = [], 0, 0
    for stop in stops:
        codes = forest.codes[start:stop]
        ends = int((codes < 0).sum())
        replacements = {
            k - first: tree for k, tree in forest.replacements.items() if first <= k < first + ends
        }
        shifts = forest.shifts[first : first + ends]
        found.append(BranchingTree(forest.labels, codes, shifts, forest.replies, replacements))
        start, first = stop, first + ends
    return found


@contextmanager
def _journal_writer(folder: str) -> Iterator[Callable[[FacePair], object] | None]:
    """Yield a function that writes faces into a file of that folder; None on another machine."""
    if not os.path.isdir(folder):
        yield None
        return
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:

        def write(face: FacePair) -> None:
            pickle.dump(face, file)
            file.flush()

        yield write


def _read_journals(folder: str) -> Iterator[FacePair]:
    """Yield what workers have found so far, also of parts that are not done."""
    for path in sorted(Path(folder).iterdir()):
        with path.open("rb") as file, suppress(EOFError, pickle.UnpicklingError):
            while True:  # the last one may be cut short
                yield pickle.load(file)


def _work_of(sides: LabelledBimatrix) -> int:
    return sides.rows * sides.columns * sides.labels


def build_proven_tree(
    sides: LabelledBimatrix,
    most: int | None = None,
    faces: FoundFaces | None = None,
    spread: OrderedMap | None = None,
    workers: int = 1,
    parts: int = 1,
) -> ProvenTree:
    """Return a tree of cases whose every end is proved; refuse one with more than *most* ends.

    *faces* is filled while the search goes on. With *spread* the open cases are given to workers,
    in so many *parts*; the workers share the memory. The tree is the same.
    """
    faces = FoundFaces(sides) if faces is None else faces
    if faces.most_work is None and _is_beyond_floats(sides):
        few = min(_MOST_EXACT_CASES, _MOST_EXACT_WORK // (sides.rows * sides.columns))
        with suppress(_TooManyExactCasesError):
            return _search_exactly(sides, (frozenset(), frozenset()), faces, few)
    # a search that is to be short never pays for compiling
    work = 0 if faces.most_work is not None else _work_of(sides)
    ran = _search_in_floats(sides, work, most, faces, spread, workers, parts)
    return _prove_ends(sides, ran, work, faces)


def _prove_ends(
    sides: LabelledBimatrix, ran: SearchOutput, work: int, faces: FoundFaces
) -> ProvenTree:
    """Prove the ends of a guessed tree; where floats were wrong, search again in fractions."""
    ends = ran.ends
    loops = PROOF_LOOPS.compiled if work and SEARCH_LOOPS.left == 0 else None
    proof = _ShiftProofs(sides, loops, ends, ran, faces.tables)
    again = dict(ran.subtrees)
    left = [
        end
        for end in np.flatnonzero((ends == LEAF) | (proof.proved == 0)).tolist()
        if end not in again
    ]
    if faces.most_work is None:
        _find_large_faces([ran.ended[end] for end in left if ends[end] == LEAF], faces)
    for end in left:
        raise_if_cancelled()
        if ends[end] == LEAF and faces.at(ran.ended[end]) is not None:
            continue
        found = _search_exactly(sides, _imposed_labels(ran.ended[end]), faces)
        again[end] = found.tree
    tree = BranchingTree(sides.labels, ran.codes, proof.shifts, (sides.columns, sides.rows), again)
    return ProvenTree(tree, tuple(faces.faces))


def _find_large_faces(leaves: Iterable[Labels], faces: FoundFaces) -> None:
    """Find the faces that were left out in a search.

    The first that is too large ends the work: without it the list is not complete.
    """
    for row in leaves:
        faces.at(row)


def _search_in_floats(
    sides: LabelledBimatrix,
    work: int,
    most: int | None = None,
    faces: FoundFaces | None = None,
    spread: OrderedMap | None = None,
    workers: int = 1,
    parts: int = 1,
) -> SearchOutput:
    """Return the tree that floats find."""
    one, two = _initial_dictionaries(sides)
    if not spread:
        return _search_on(sides, [(one, two)], work, most, faces)
    walk = BatchSearch(DictionaryBatch.of(one), DictionaryBatch.of(two), EPSILON)
    while walk.open < max(_FEWEST_OPEN_CASES, parts) and walk.go_on():
        _report_progress(walk.written.ends, most)
    if most is not None and faces is not None and faces.refuse_early and walk.open:
        about = RandomDives((one, two), EPSILON, _DIVES).ends()
        if about > 2 * most:
            raise SearchTooLargeError(about, most, memory_per_case(sides))
    opened = walk.close()
    found: dict[int, BranchingTree] = {}
    share = None if most is None else most // workers
    with tempfile.TemporaryDirectory(prefix="sabot-", ignore_cleanup_errors=True) as journals:
        groups = [opened[k::parts] for k in range(min(parts, len(opened)))]
        tasks = [OpenCases(sides, tuple(s for _, s in own), share, journals) for own in groups]
        try:
            for own, (trees, below) in zip(groups, spread(prove_open_cases, tasks), strict=True):
                found.update(zip((number for number, _ in own), trees, strict=True))
                if faces is not None:
                    faces.add(*below)
                _report_progress(walk.written.ends + sum(t.ends for t in found.values()), most)
        except EnoughFound:
            raise
        except BaseException:
            if faces is not None:
                faces.faces += _read_journals(journals)
            raise
    codes, ended, reasons, numbers = walk.written.in_order()
    place = {number: end for end, number in enumerate(numbers.tolist())}
    subtrees = {place[number]: below for number, below in found.items()}
    return SearchOutput(codes, ended, reasons, subtrees)


def _initial_dictionaries(sides: LabelledBimatrix) -> tuple[Dictionary, Dictionary]:
    """Return the dictionaries of both sides, in floats, where a search begins."""
    one, two = (
        initial_dictionary(_floats(sides.table(side)), sides.mix(side), sides.replies(side))
        for side in (0, 1)
    )
    return one, two


_SAMPLED_LEAF_WORK = 10_000_000
"""Comparisons of rays for a face of a leaf of a sample."""
_LARGE_FACE_SECONDS = 5.0
"""CPU seconds of a face that takes more: up to ten, then it is refused."""
_MOST_LARGE_FACES = 4
"""Of such faces, how many are counted at most: the first that is refused ends the search."""


class SearchEstimate(NamedTuple):
    """What a search takes, about."""

    ends: int
    fixed_seconds: float
    """CPU seconds besides those for each end: for the vertices of leaves with more than a point, as
    a sample of them took on this machine; 0 without a sample."""


def estimate_search(sides: LabelledBimatrix, dives: int, seconds: float = 0.0) -> SearchEstimate:
    """Return about what a search takes, from so many dives into its tree.

    So many CPU *seconds* are spent on faces of leaves that the dives met.
    """
    dive = RandomDives(_initial_dictionaries(sides), EPSILON, dives)
    ends = dive.ends()
    began, looked, spent, refused = thread_time(), 0.0, 0.0, 0.0
    for row, weight in dive.leaves:
        raise_if_cancelled()
        start = thread_time()
        if start - began >= seconds:
            break
        looked += weight
        try:
            faces = _leaf_faces(sides, _imposed_labels(row), _SAMPLED_LEAF_WORK)
            if faces is not None and len(faces[0]) == len(faces[1]) == 1:
                continue  # a point takes hardly more than another case
        except NoMethodError:
            refused += weight
        spent += weight * (thread_time() - start)
    leaves = sum(weight for _, weight in dive.leaves)
    if not looked:
        return SearchEstimate(ends, 0.0)
    large = min(refused * leaves / looked, _MOST_LARGE_FACES) * _LARGE_FACE_SECONDS
    return SearchEstimate(ends, spent * leaves / looked + large)


def _search_on(
    sides: LabelledBimatrix,
    starts: Sequence[tuple[Dictionary, Dictionary]],
    work: int,
    most: int | None,
    faces: FoundFaces | None,
) -> SearchOutput:
    """Search in floats from open cases: compiled, one case after the other, or in batches."""
    if work and SEARCH_LOOPS.record(work):
        return _run_searches(SEARCH_LOOPS.compiled, starts, most, faces)
    if sides.rows * sides.columns <= _MAX_PLAIN_PAYOFFS:
        return _run_searches(SEARCH_LOOPS.plain, starts, most, faces)
    one, two = (DictionaryBatch.of(*own) for own in zip(*starts, strict=True))
    walk, looked, about = BatchSearch(one, two, EPSILON), 0, 0
    while walk.go_on():
        if faces is not None:
            for _, codes, ended, _ in walk.written.ended[looked:]:
                faces.find_faces(codes, ended)
            looked = len(walk.written.ended)
        if work and len(starts) == 1 and not about and walk.written.ends > _ESTIMATE_AFTER:
            about = RandomDives(starts[0], EPSILON, _DIVES).ends() or 1
            if faces is not None and faces.refuse_early and most is not None and about > 2 * most:
                raise SearchTooLargeError(about, most, memory_per_case(sides))
        _report_progress(walk.written.ends, most, about)
        if work and walk.written.ends > _COMPILE_AFTER:
            SEARCH_LOOPS.record(SEARCH_LOOPS.pays_from)
            return _run_searches(SEARCH_LOOPS.compiled, starts, most, faces, about)
    return SearchOutput(*walk.written.in_order()[:3])


def _run_searches(
    loops: Loops,
    starts: Sequence[tuple[Dictionary, Dictionary]],
    most: int | None,
    faces: FoundFaces | None,
    about: int = 0,
) -> SearchOutput:
    """Search from one open case after the other; the trees are written in their order."""
    found = [run_search(loops, start, EPSILON, most, faces, about) for start in starts]
    if len(found) == 1:
        return found[0]
    codes, ended, reasons = (
        np.concatenate(arrays)
        for arrays in zip(*((ran.codes, ran.ended, ran.reasons) for ran in found), strict=True)
    )
    return SearchOutput(codes, ended, reasons)


def _report_progress(ends: int, most: int | None, about: int = 0) -> None:
    """Say how far a search is, of about so many ends; refuse to go on beyond *most*.

    Beyond an estimate that was too low nothing more is said of it.
    """
    if about > ends:
        room = "" if most is None or most >= about else f", memory for {most:,}"
        report_progress(f"searching about {about:,} cases{room}", ends, unit="done")
    else:
        report_progress("searching", ends, unit="cases")
    if most is not None and ends > most:
        raise TooManyCasesError(
            f"the equilibria fall into more than {most:,} cases; `sabot solve` gives one of them"
        )


class _TooManyExactCasesError(TooManyCasesError):
    """A search in fractions is too long: that in floats is tried."""


def _is_beyond_floats(sides: LabelledBimatrix) -> bool:
    """Return whether some payoffs, measured from the least, are lost in floats beside others."""
    for table in (sides.first, sides.second):
        low = min(map(min, table))
        above = {entry - low for row in table for entry in row} - {0}
        if above and max(above) > min(above) * _FLOAT_SPREAD:
            return True
    return False


def _search_exactly(
    sides: LabelledBimatrix, imposed: ImposedLabels, faces: FoundFaces, most: int | None = None
) -> ProvenTree:
    """Return the tree below a case, all of it in fractions; add its faces to those found.

    One with more than *most* ends is refused.
    """
    tables = _fractions(sides.first), _fractions(sides.second)
    try:
        ran = _search_from_case(SEARCH_LOOPS.plain, tables, sides, 0, imposed, most)
    except TooManyCasesError as fault:
        raise _TooManyExactCasesError(str(fault)) from None
    if faces.most_work is None:
        faces.find_faces(ran.ends, ran.ended)
        _find_large_faces(ran.ended[ran.ends == LEAF], faces)
    ends = ran.ends.tolist()
    shifts = np.zeros((len(ends), max(sides.rows, sides.columns)), dtype=object)
    found = []
    for end, code in enumerate(ends):
        raise_if_cancelled()
        if code == LEAF:
            here = faces.at(ran.ended[end])
            if here is None:
                raise NoMethodError("an exact search left a case unproved; please report this game")
            found.append(here)
        else:
            side = infeasible_side(code)
            weights = _integer_shift([ran.reasons[end][k] for k in sides.replies(side)])
            shifts[end, : len(weights)] = weights
            if not _is_shift_valid(sides, side, ran.ended[end], weights):
                raise NoMethodError("a shift does not gain; please report this game")
    tree = BranchingTree(sides.labels, ran.codes, shifts, (sides.columns, sides.rows), {})
    return ProvenTree(tree, tuple(found))


def _is_shift_valid(sides: LabelledBimatrix, side: int, row: Labels, weights: list[int]) -> bool:
    """Return whether a shift shows that a case has no point on a side."""
    imposed = (row >> side & 1).tolist()
    required, unused = ([imposed[k] for k in own(side)] for own in (sides.replies, sides.mix))
    signs_hold = all(weight >= 0 or best for weight, best in zip(weights, required, strict=True))
    table = np.array(sides.table(side), dtype=object)
    gains = PROOF_LOOPS.plain.gains(weights, table, unused)
    return signs_hold and not sum(weights) and bool(gains)


def _imposed_labels(row: Labels) -> ImposedLabels:
    codes = row.tolist()
    return (
        frozenset(k for k, bits in enumerate(codes) if bits & 1),
        frozenset(k for k, bits in enumerate(codes) if bits & 2),
    )


def _integer_shift(weights: Sequence[fmpq | int]) -> list[int]:
    """Return the shift of an exact reason."""
    exact = [fmpq(weight) for weight in weights]
    denominator = math.lcm(*(int(weight.q) for weight in exact))
    integers = [int(weight * denominator) for weight in exact]
    common = math.gcd(*integers) or 1
    return [weight // common for weight in integers]


# ---------------------------------------------------------------------- running the loops


def _floats(table: IntegerMatrix) -> NDArray[np.float64]:
    """Return a table with its least entry at 0 and its greatest at 1: only differences matter."""
    low, high = min(map(min, table)), max(map(max, table))
    across = high - low or 1
    return np.array([[(entry - low) / across for entry in row] for row in table])


def _fractions(table: IntegerMatrix) -> Matrix:
    return np.array([[fmpq(entry) for entry in row] for row in table], dtype=object)


def initial_dictionary(table: Matrix, mix: range, replies: range) -> Dictionary:
    """Return the dictionary at the first strategy of a seat and its best response."""
    height, width = table.shape
    best = max(range(height), key=lambda i: (table[i, 0], -i))
    others = [i for i in range(height) if i != best]
    unit = table[0, 0] - table[0, 0] + 1  # of the kind of the entries: 1 / 1 is then one too
    found = np.zeros((height, width + 1), table.dtype) + 0 * unit
    found[0, : width - 1] = -unit
    found[0, width] = unit
    short = table[best] - table[others]
    found[1:, : width - 1] = short[:, 1:] - short[:, :1]
    found[1:, width - 1] = unit
    found[1:, width] = short[:, 0]
    inside = np.array([mix[0], *(replies[i] for i in others)], dtype=np.int64)
    outside = np.array([*mix[1:], replies[best]], dtype=np.int64)
    return found, inside, outside, np.zeros(len(mix) + len(replies), dtype=np.int64)


def _stack_by_depth(array: Matrix, deep: int) -> Matrix:
    """Return room for so many copies of an array, the first of them made."""
    found = np.empty((deep, *array.shape), array.dtype)
    found[0] = array
    return found


def _search_from_case(
    loops: Loops,
    tables: tuple[Matrix, Matrix],
    sides: LabelledBimatrix,
    epsilon: float,
    imposed: ImposedLabels = (frozenset(), frozenset()),
    most: int | None = None,
) -> SearchOutput:
    """Search from a case on."""
    starts = []
    for side, table in enumerate(tables):
        start = initial_dictionary(table, sides.mix(side), sides.replies(side))
        for label in sorted(imposed[side]):
            row = loops.drive_to_zero(start, label, epsilon)
            if row >= 0:
                reasons = np.zeros((1, sides.labels), table.dtype)
                loops.write_reason(reasons[0], start, row, label)
                return _infeasible_output(sides, side, imposed, reasons)
        starts.append(start)
    return run_search(loops, starts, epsilon, most)


def run_search(
    loops: Loops,
    starts: Sequence[Dictionary],
    epsilon: float,
    most: int | None = None,
    faces: FoundFaces | None = None,
    about: int = 0,
) -> SearchOutput:
    """Search from a dictionary of either side on, one case after the other."""
    table, _, _, fixed = starts[0]
    chunk = max(
        _CHUNK if most is None else min(_CHUNK, most), fixed.size
    )  # a way down has no more than so many cases
    deep = fixed.size + 1
    state = [tuple(_stack_by_depth(array, deep) for array in start) for start in starts]
    stage, branch, spot = (np.zeros(size, dtype=np.int64) for size in (deep, deep, 3))
    parts: list[tuple[Ints, Labels, Matrix]] = []
    compiled = loops if loops is not SEARCH_LOOPS.plain else None
    total = 0
    while spot[0] >= 0:
        codes = np.empty(3 * chunk, dtype=np.int64)
        ended = np.empty((chunk, fixed.size), dtype=np.int64)
        reasons = np.zeros((chunk, fixed.size), table.dtype)
        spot[1:] = 0
        loops.search(*state, stage, branch, spot, (codes, ended, reasons), epsilon)
        _, ends, count = spot.tolist()
        codes, imposed = codes[:count], ended[:ends].astype(np.int8)
        parts.append((codes, imposed, reasons[:ends]))
        total += ends
        if faces is not None:
            faces.find_faces(codes[codes < 0], imposed, compiled)
        _report_progress(total, most, about)
    if len(parts) == 1:
        return SearchOutput(*parts[0])
    codes, imposed, reasons = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    return SearchOutput(codes, imposed, reasons)


def _infeasible_output(
    sides: LabelledBimatrix, side: int, imposed: ImposedLabels, reasons: Matrix
) -> SearchOutput:
    """Return the tree of a case that has no point: one end."""
    ended = np.zeros((1, sides.labels), dtype=np.int8)
    for bit, labels in zip((1, 2), imposed, strict=True):
        ended[0, sorted(labels)] += bit
    return SearchOutput(np.array([SECOND if side else FIRST]), ended, reasons)


# ---------------------------------------------------------------------- proving the ends


class _ShiftProofs:
    """The integer proofs of the leaves of a guessed tree."""

    def __init__(
        self,
        sides: LabelledBimatrix,
        loops: Loops | None,
        ends: Ints,
        ran: SearchOutput,
        both: Sequence[_NonnegativeTable],
    ) -> None:
        count, wide = len(ends), max(sides.rows, sides.columns)
        self.proved = np.zeros(count, dtype=np.int64)
        fits = all(table.fits for table in both)
        self.shifts = np.zeros((count, wide), dtype=np.int64 if fits else object)
        shifts = loops.prove_shifts if loops and fits else prove_shifts
        for side, table in enumerate(both):
            labels = sides.replies(side).start, sides.mix(side).start
            for start in range(0, count, _SLICE):
                part = slice(start, start + _SLICE)
                shifts(
                    table.entries, *labels, 1 + side, FIRST - side, table.widths,
                    ends[part], ran.ended[part], ran.reasons[part],
                    self.shifts[part], self.proved[part],
                )  # fmt: skip
        self.proved[ends == LEAF] = 0


class _NonnegativeTable:
    """A table with its least entry at 0, in 64 bits where sums of shifts fit into them."""

    def __init__(self, table: IntegerMatrix) -> None:
        self.low = min(map(min, table))
        bits = (max(map(max, table)) - self.low).bit_length()
        spare = _SUM_BITS - bits - len(table).bit_length()
        self.fits = spare > _SHIFT_BITS[1]
        self.small = bits <= _PAYOFF_BITS
        moved = [[entry - self.low for entry in row] for row in table]
        self.entries = np.array(moved, dtype=np.int64 if self.fits else object)
        widths = [bits for bits in _SHIFT_BITS if bits < spare or not self.fits]
        self.widths = np.array(widths, dtype=np.int64)


PartialFaces = tuple[list[MixedStrategyVertex], list[MixedStrategyVertex]]
"""The vertices of both sides of a case that are known when the work is stopped."""


def _leaf_faces(
    sides: LabelledBimatrix,
    imposed: ImposedLabels,
    most_work: int | None,
    most_rays: int | None = None,
    kept: PartialFaces | None = None,
) -> FacePair | None:
    """Return the vertices of both faces of a case, if they are all equilibria; else None.

    Of faces that are refused as too large, or of one that is stopped, *kept* has the vertices that
    are known.
    """
    faces, seen, refused = [], [], None
    for side in (0, 1):
        mix, replies, table = sides.mix(side), sides.replies(side), sides.table(side)
        used = [k for k, label in enumerate(mix) if label not in imposed[side]]
        best = [k for k, label in enumerate(replies) if label in imposed[side]]
        known = None if kept is None else kept[side]
        try:
            face = (
                face_vertices(table, used, best, most_work, most_rays, known)
                if used and best
                else ()
            )
        except NoMethodError as fault:
            if kept is None:
                raise
            refused = fault
            continue
        if not face:
            return None
        faces.append(face)
        if kept is not None:
            kept[side].extend(face)
        seen.append(used_and_short(table, face))
    if refused is not None:
        raise refused
    (x_used, column_short), (y_used, row_short) = seen
    if x_used & row_short or y_used & column_short:
        return None
    return faces[0], faces[1]


@dataclass(frozen=True, slots=True)
class CasesJson:
    """The cases as a certificate holds them, made when they are written.

    Labels from 1, negative where they are made 0 on the second side first; of a case without
    equilibria the shift, by the seat that responds; None of one with some.
    """

    seats: tuple[str, str]
    tree: BranchingTree

    def __iter__(self) -> Iterator[Any]:
        for node in self.tree.nodes():
            if node is None:
                yield None
            elif isinstance(node, InfeasibleEnd):
                common = math.gcd(*node.shift) or 1
                shift = [json_safe_integer(weight // common) for weight in node.shift]
                yield {self.seats[1 - node.side]: shift}
            else:
                label, side = node
                yield -label - 1 if side else label + 1
