"""Branch on labels for all equilibria: floats guess a tree of cases, integers prove each leaf.

Where a case has no point on a side, a *shift* proves it: integers, one for each strategy of the
responding player, with sum 0 and none negative except where a strategy is required to be a best
response, which gain against every strategy that the other player may still use. Shifting weight so
would improve on the required best responses, so there is no such point (Farkas). A feasible leaf
has two faces, one of the mixed strategies of each player: some strategies are unused, some
responses are best. Their vertices are found exactly: mostly a face is a single point given by
linear equations, otherwise a cone cut by one hyperplane after the other (double description).
Weights are integers without a common divisor, so that equal mixed strategies compare equal. What
floats got wrong is searched again from there in fractions by the same loops.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import mul
from types import ModuleType, SimpleNamespace
from typing import Any, TypeAlias

import numpy as np
from flint import fmpz_mat
from numpy.typing import NDArray

from sabot.errors import NoMethodError
from sabot.exact import json_safe_integer
from sabot.jit import KernelModule
from sabot.progress import raise_if_cancelled, report_progress
from sabot.solvers.all_nash import kernel
from sabot.solvers.all_nash.kernel import (
    FIRST,
    LEAF,
    SECOND,
    Dictionary,
    IntegerArray,
    Matrix,
)
from sabot.solvers.all_nash.vectorized import BatchSearch, DictionaryBatch, prove_shifts
from sabot.solvers.vertex_enumeration import enumerate_extreme_rays

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
    table: IntegerMatrix, used: Sequence[int], best: Sequence[int]
) -> tuple[MixedStrategyVertex, ...]:
    """Return the vertices of the mixes of *used* strategies with all of *best* as best responses.

    *table* has what each response earns against each strategy.

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
    rays = enumerate_extreme_rays(len(used), equal, loose)
    found = (_vertex_if_best(table, _embed_weights(ray, used, width), best) for ray in rays)
    return tuple(vertex for vertex in found if vertex is not None)


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
        """Return the payoffs of the seat that responses, by its strategies."""
        return self.second if side else self.first


@dataclass(frozen=True, slots=True)
class InfeasibleLeaf:
    """A case without a point on one side, and the shift that shows it."""

    side: int
    shift: tuple[int, ...]


TreeNode = tuple[int, int] | InfeasibleLeaf | None
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
    again: Mapping[int, BranchingTree]
    """By end, what took its place: floats did not get it right."""

    def nodes(self) -> Iterator[TreeNode]:
        """Yield the cases."""
        end = 0
        for code in self.codes.tolist():
            if code >= 0:
                yield code % self.labels, code // self.labels
                continue
            if end in self.again:
                yield from self.again[end].nodes()
            elif code == LEAF:
                yield None
            else:
                side = FIRST - code
                yield InfeasibleLeaf(side, tuple(self.shifts[end, : self.replies[side]].tolist()))
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
EPSILON = 2.0**-30
_CHUNK = 512
"""Ends of the tree between two checks whether to stop."""
_SHIFT_BITS = (4, 9, 20, 40)
"""Bits of the weights of a shift, the fewest that will do: files are short then."""
_SUM_BITS = 62
"""Bits of a sum that is taken in 64."""
_PAYOFF_BITS = 30
"""Bits of the payoffs of a game whose leaves are proved in 64."""
MOST_LEAVES = 2_000_000
"""Of a tree: some minutes, and a GiB."""


@dataclass(frozen=True, slots=True)
class ProvenTree:
    """A tree whose every end is proved, and the faces of its leaves."""

    tree: BranchingTree
    faces: tuple[FacePair, ...]


@dataclass(slots=True)
class SearchOutput:
    """What the loops have written: the tree, at its ends the labels imposed, and reasons."""

    codes: Ints
    ended: Ints
    reasons: Matrix

    @property
    def ends(self) -> Ints:
        """The codes of the ends alone."""
        return self.codes[self.codes < 0]


def build_proven_tree(sides: LabelledBimatrix, most: int = MOST_LEAVES) -> ProvenTree:
    """Return a tree of cases whose every end is proved; refuse one with more than so many ends."""
    # a search that is to be short never pays for compiling
    work = 0 if most < MOST_LEAVES else sides.rows * sides.columns * sides.labels
    ran = _search_in_floats(sides, work, most)
    ends = ran.ends
    proof = _LeafProofs(
        sides, PROOF_LOOPS.compiled if work and SEARCH_LOOPS.pays(0) else None, ends, ran
    )
    faces: list[FacePair] = []
    again: dict[int, BranchingTree] = {}
    for end in np.flatnonzero((ends == LEAF) | (proof.proved == 0)).tolist():
        raise_if_cancelled()
        here = None
        if ends[end] == LEAF:
            here = (
                proof.faces(end)
                if proof.proved[end]
                else _leaf_faces(sides, _imposed_labels(ran.ended[end]))
            )
        if here is None:
            found = _search_exactly(sides, _imposed_labels(ran.ended[end]))
            again[end] = found.tree
            faces += found.faces
        else:
            faces.append(here)
    tree = BranchingTree(sides.labels, ran.codes, proof.shifts, (sides.columns, sides.rows), again)
    return ProvenTree(tree, tuple(faces))


def _search_in_floats(sides: LabelledBimatrix, work: int, most: int) -> SearchOutput:
    """Return the tree that floats find: compiled, one case after the other, or in batches."""
    tables = _floats(sides.first), _floats(sides.second)
    if SEARCH_LOOPS.pays(work) and work:
        return _search_from_case(SEARCH_LOOPS.compiled, tables, sides, EPSILON, most=most)
    if sides.rows * sides.columns <= _MAX_PLAIN_PAYOFFS:
        return _search_from_case(SEARCH_LOOPS.plain, tables, sides, EPSILON, most=most)
    one, two = (
        DictionaryBatch.of(_initial_dictionary(table, sides.mix(side), sides.replies(side)))
        for side, table in enumerate(tables)
    )
    walk = BatchSearch(one, two, EPSILON)
    while walk.go_on():
        _report_progress(walk.written.ends, most)
        if work and walk.written.ends > _COMPILE_AFTER:
            SEARCH_LOOPS.asked += SEARCH_LOOPS.pays_from
            return _search_from_case(SEARCH_LOOPS.compiled, tables, sides, EPSILON, most=most)
    return SearchOutput(*walk.written.in_order())


def _report_progress(ends: int, most: int) -> None:
    """Say how far a search is; refuse to go on beyond so many ends."""
    report_progress("searching", ends, unit="cases")
    if ends > most:
        raise NoMethodError(
            f"the equilibria fall into more than {most:,} cases; `sabot solve` gives one of them"
        )


def _search_exactly(sides: LabelledBimatrix, imposed: ImposedLabels) -> ProvenTree:
    """Return the tree below a case, all of it in fractions."""
    tables = _fractions(sides.first), _fractions(sides.second)
    ran = _search_from_case(SEARCH_LOOPS.plain, tables, sides, 0, imposed)
    ends = ran.ends.tolist()
    shifts = np.zeros((len(ends), max(sides.rows, sides.columns)), dtype=object)
    faces = []
    for end, code in enumerate(ends):
        raise_if_cancelled()
        if code == LEAF:
            here = _leaf_faces(sides, _imposed_labels(ran.ended[end]))
            assert here is not None, "an exact search ended in a case that it does not prove"
            faces.append(here)
        else:
            weights = _integer_shift([ran.reasons[end][k] for k in sides.replies(FIRST - code)])
            shifts[end, : len(weights)] = weights
            assert _is_shift_valid(sides, FIRST - code, ran.ended[end], weights), (
                "a shift does not gain"
            )
    tree = BranchingTree(sides.labels, ran.codes, shifts, (sides.columns, sides.rows), {})
    return ProvenTree(tree, tuple(faces))


def _is_shift_valid(sides: LabelledBimatrix, side: int, row: Ints, weights: list[int]) -> bool:
    """Return whether a shift shows that a case has no point on a side."""
    bars = (row >> side & 1).tolist()
    free, barred = ([bars[k] for k in own(side)] for own in (sides.replies, sides.mix))
    taken = all(weight >= 0 or may for weight, may in zip(weights, free, strict=True))
    table = np.array(sides.table(side), dtype=object)
    return taken and not sum(weights) and bool(PROOF_LOOPS.plain.gains(weights, table, barred))


def _imposed_labels(row: Ints) -> ImposedLabels:
    codes = row.tolist()
    return (
        frozenset(k for k, bits in enumerate(codes) if bits & 1),
        frozenset(k for k, bits in enumerate(codes) if bits & 2),
    )


def _integer_shift(weights: Sequence[Fraction]) -> list[int]:
    """Return the shift of an exact reason."""
    below = math.lcm(*(Fraction(weight).denominator for weight in weights))
    whole = [int(weight * below) for weight in weights]
    common = math.gcd(*whole) or 1
    return [weight // common for weight in whole]


# ---------------------------------------------------------------------- running the loops


def _floats(table: IntegerMatrix) -> NDArray[np.float64]:
    """Return a table with its least entry at 0 and its greatest at 1: only differences matter."""
    low, high = min(map(min, table)), max(map(max, table))
    across = high - low or 1
    return np.array([[(entry - low) / across for entry in row] for row in table])


def _fractions(table: IntegerMatrix) -> Matrix:
    return np.array([[Fraction(entry) for entry in row] for row in table], dtype=object)


def _initial_dictionary(table: Matrix, mix: range, replies: range) -> Dictionary:
    """Return the dictionary at the first strategy of a seat and its best response."""
    height, width = table.shape
    best = max(range(height), key=lambda i: (table[i, 0], -i))
    others = [i for i in range(height) if i != best]
    unit: Fraction | float = (
        Fraction(1) if table.dtype == object else 1.0
    )  # 1 / 1 of plain integers is a float
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
    most: int = MOST_LEAVES,
) -> SearchOutput:
    """Search from a case on."""
    starts = []
    for side, table in enumerate(tables):
        start = _initial_dictionary(table, sides.mix(side), sides.replies(side))
        for label in sorted(imposed[side]):
            row = loops.drive_to_zero(start, label, epsilon)
            if row >= 0:
                reasons = np.zeros((1, sides.labels), table.dtype)
                loops.write_reason(reasons[0], start, row, label)
                return _infeasible_output(sides, side, imposed, reasons)
        starts.append(start)
    return run_search(loops, starts, epsilon, most)


def run_search(
    loops: Loops, starts: Sequence[Dictionary], epsilon: float, most: int
) -> SearchOutput:
    """Search from a dictionary of either side on, one case after the other."""
    table, _, _, fixed = starts[0]
    chunk = max(min(_CHUNK, most), fixed.size)  # a way down has no more than so many cases
    deep = fixed.size + 1
    state = [tuple(_stack_by_depth(array, deep) for array in start) for start in starts]
    stage, branch, spot = (np.zeros(size, dtype=np.int64) for size in (deep, deep, 3))
    parts: list[tuple[Ints, Ints, Matrix]] = []
    total = 0
    while spot[0] >= 0:
        codes = np.empty(3 * chunk, dtype=np.int64)
        ended = np.empty((chunk, fixed.size), dtype=np.int64)
        reasons = np.zeros((chunk, fixed.size), table.dtype)
        spot[1:] = 0
        loops.search(*state, stage, branch, spot, (codes, ended, reasons), epsilon)
        _, ends, count = spot.tolist()
        parts.append((codes[:count], ended[:ends], reasons[:ends]))
        total += ends
        _report_progress(total, most)
    if len(parts) == 1:
        return SearchOutput(*parts[0])
    return SearchOutput(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def _infeasible_output(
    sides: LabelledBimatrix, side: int, imposed: ImposedLabels, reasons: Matrix
) -> SearchOutput:
    """Return the tree of a case that has no point: one end."""
    ended = np.zeros((1, sides.labels), dtype=np.int64)
    for bit, labels in zip((1, 2), imposed, strict=True):
        ended[0, sorted(labels)] += bit
    return SearchOutput(np.array([SECOND if side else FIRST]), ended, reasons)


# ---------------------------------------------------------------------- proving the ends


class _LeafProofs:
    """The integer proofs of the leaves of a guessed tree."""

    def __init__(
        self, sides: LabelledBimatrix, loops: Loops | None, ends: Ints, ran: SearchOutput
    ) -> None:
        count, wide = len(ends), max(sides.rows, sides.columns)
        self.proved = np.zeros(count, dtype=np.int64)
        both = [_NonnegativeTable(sides.table(side)) for side in (0, 1)]
        fits = all(table.fits for table in both)
        self.shifts = np.zeros((count, wide), dtype=np.int64 if fits else object)
        shifts = loops.prove_shifts if loops and fits else prove_shifts
        for side, table in enumerate(both):
            labels = sides.replies(side).start, sides.mix(side).start
            shifts(
                table.whole, *labels, 1 + side, FIRST - side, table.widths,
                ends, ran.ended, ran.reasons, self.shifts, self.proved,
            )  # fmt: skip
        self._lows = [table.low for table in both]
        if loops and all(table.small for table in both):
            self._ones = np.zeros((count, sides.rows), dtype=np.int64)
            self._twos = np.zeros((count, sides.columns), dtype=np.int64)
            self._tops = np.zeros((count, 2), dtype=np.int64)
            loops.prove_leaves(
                both[0].whole, both[1].whole, LEAF,
                ends, ran.ended, self._ones, self._twos, self._tops, self.proved,
            )  # fmt: skip

    def faces(self, end: int) -> FacePair:
        """Return the faces of a leaf that was proved to be a point on both sides."""
        tops = self._tops[end].tolist()
        one, two = (
            MixedStrategyVertex(weights := tuple(rows[end].tolist()), top + low * sum(weights))
            for rows, top, low in zip((self._ones, self._twos), tops, self._lows, strict=True)
        )
        return (one,), (two,)


class _NonnegativeTable:
    """A table with its least entry at 0, in 64 bits where sums of shifts fit into them."""

    def __init__(self, table: IntegerMatrix) -> None:
        self.low = min(map(min, table))
        bits = (max(map(max, table)) - self.low).bit_length()
        spare = _SUM_BITS - bits - len(table).bit_length()
        self.fits = spare > _SHIFT_BITS[1]
        self.small = bits <= _PAYOFF_BITS
        moved = [[entry - self.low for entry in row] for row in table]
        self.whole = np.array(moved, dtype=np.int64 if self.fits else object)
        widths = [bits for bits in _SHIFT_BITS if bits < spare or not self.fits]
        self.widths = np.array(widths, dtype=np.int64)


def _leaf_faces(sides: LabelledBimatrix, imposed: ImposedLabels) -> FacePair | None:
    """Return the vertices of both faces of a case, if they are all equilibria; else None."""
    faces, seen = [], []
    for side in (0, 1):
        mix, replies, table = sides.mix(side), sides.replies(side), sides.table(side)
        used = [k for k, label in enumerate(mix) if label not in imposed[side]]
        best = [k for k, label in enumerate(replies) if label in imposed[side]]
        face = face_vertices(table, used, best) if used and best else ()
        if not face:
            return None
        faces.append(face)
        seen.append(used_and_short(table, face))
    (x_used, column_short), (y_used, row_short) = seen
    if x_used & row_short or y_used & column_short:
        return None
    return faces[0], faces[1]


@dataclass(frozen=True, slots=True)
class CasesJson:
    """The cases as a certificate holds them, made when they are written.

    Labels from 1, negative where they are made 0 on the second side first; of a case without
    equilibria the shift, by the seat that responses; None of one with some.
    """

    seats: tuple[str, str]
    tree: BranchingTree

    def __iter__(self) -> Iterator[Any]:
        for node in self.tree.nodes():
            if node is None:
                yield None
            elif isinstance(node, InfeasibleLeaf):
                common = math.gcd(*node.shift) or 1
                shift = [json_safe_integer(weight // common) for weight in node.shift]
                yield {self.seats[1 - node.side]: shift}
            else:
                label, side = node
                yield -label - 1 if side else label + 1
