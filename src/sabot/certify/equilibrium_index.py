"""Verify the indices of the components of equilibria of a bimatrix game, and what each one is.

The index of a component is the sum of the indices of the equilibria near it in any nondegenerate
game nearby (Shapley 1974; von Stengel 2021). Nearby games: in the best-response polyhedra of
positive payoffs, ``B'x <= 1`` becomes ``B'x <= 1 + (e^k, ..., e^2, e)`` for a small e, with the
last strategy moved most, and the same for A. Their equilibria are pairs of supports of one size
whose solutions are positive and whose other responses are worse, where a number with powers of e
has the sign of its first term that is not 0. Such supports contain those of an equilibrium that is
listed and consist of best responses. The index of one is ``(-1)^(k+1)`` times the signs of the
determinants of both payoffs on the supports, which have size k.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Protocol

from sabot.certify.json_reader import Json
from sabot.certify.limits import MOST_INDEX_WORK, WorkMeter
from sabot.certify.record_codec import Field, Record, boolean, integer, list_of
from sabot.errors import CertificateError

Matrix = Sequence[Sequence[int]]


class _TraitsRecord(Record, what="what is said of an equilibrium"):
    strict = Field(boolean("strict is not true or false"))
    quasi_strict = Field(boolean("quasi_strict is not true or false"))
    isolated = Field(boolean("isolated is not true or false"))
    regular = Field(boolean("regular is not true or false"))


class _IndicesRecord(Record, what="the indices"):
    components = Field(list_of(integer("an index is not an integer"), "the indices are not a list"))
    equilibria = Field(list_of(_TraitsRecord, "the equilibria of the indices are not a list"))


@dataclass(frozen=True, slots=True)
class ListedIndices:
    """The index of each component, and what each equilibrium is."""

    components: tuple[int, ...]
    equilibria: tuple[tuple[bool, bool, bool, bool], ...]
    """Strict, quasi-strict, isolated, regular."""


def read_indices(data: Json) -> ListedIndices:
    """Return the indices as a file states them."""
    found = _IndicesRecord(data)
    said = ((one.strict, one.quasi_strict, one.isolated, one.regular) for one in found.equilibria)
    return ListedIndices(found.components, tuple(said))


class BestResponses(Protocol):
    """A strategy and the best responses to it, as bits."""

    @property
    def used(self) -> int:
        """The strategies that are mixed."""

    @property
    def best(self) -> int:
        """The other player's best responses."""


class _PartOfList(Protocol):
    @property
    def dimension(self) -> int: ...

    @property
    def subsets(self) -> tuple[tuple[int, ...], ...]: ...


def require_indices(
    payoffs: tuple[Matrix, Matrix],
    pairs: Sequence[tuple[BestResponses, BestResponses]],
    components: Sequence[_PartOfList],
    claimed: ListedIndices,
) -> None:
    """Refuse other indices than those that a perturbation shows; the list must be complete."""
    supports = _SupportIndices(payoffs)
    home = {n: k for k, part in enumerate(components) for own in part.subsets for n in own}
    sums = [0] * len(components)
    said = []
    for number, (one, two) in enumerate(pairs):
        said.append((*_strictness(one, two), components[home[number]].dimension == 0))
        rows, columns = _between(one.used, two.best), _between(two.used, one.best)
        for index in supports.indices(rows, columns):
            sums[home[number]] += index
    if sum(sums) != 1:
        raise CertificateError("the indices of all components do not sum to 1")
    if claimed.components != tuple(sums):
        raise CertificateError("the indices are not those of the components")
    for number, ((one, two), (strict, quasi, isolated)) in enumerate(
        zip(pairs, said, strict=True), 1
    ):
        regular = quasi and supports.is_regular(_numbers(one.used), _numbers(two.used))
        if claimed.equilibria[number - 1 : number] != ((strict, quasi, isolated, regular),):
            raise CertificateError(f"equilibrium number {number} is not as the indices say")
    if len(claimed.equilibria) != len(pairs):
        raise CertificateError("the indices speak of other equilibria than are listed")


def _strictness(one: BestResponses, two: BestResponses) -> tuple[bool, bool]:
    quasi = one.used == two.best and two.used == one.best
    return quasi and one.used.bit_count() == 1 == two.used.bit_count(), quasi


def _numbers(bits: int) -> list[int]:
    return [k for k in range(bits.bit_length()) if bits >> k & 1]


def _between(used: int, best: int) -> tuple[list[int], list[int]]:
    """Return the strategies of a support, and those that a nearby one may have besides."""
    return _numbers(used), _numbers(best & ~used)


class _SupportIndices:
    """The equilibria of a perturbed game near one of the game, by their supports."""

    def __init__(self, payoffs: tuple[Matrix, Matrix]) -> None:
        one, two = ([[1 - min(map(min, m)) + c for c in row] for row in m] for m in payoffs)
        self.one, self.two = one, [list(column) for column in zip(*two, strict=True)]
        """By a player's own strategy what it is paid against each of the other's: positive."""
        longest = max(max(map(max, self.one)), max(map(max, self.two))).bit_length()
        self.words = longest // 64 + 1
        self.meter = WorkMeter(MOST_INDEX_WORK, "the indices take")

    def indices(
        self, rows: tuple[list[int], list[int]], columns: tuple[list[int], list[int]]
    ) -> Iterator[int]:
        """Yield the index of each equilibrium of the perturbed game that is near."""
        (used, more), (met, others) = rows, columns
        for size in range(max(len(used), len(met)), min(map(len, (used + more, met + others))) + 1):
            ways = comb(len(more), size - len(used)) * comb(len(others), size - len(met))
            self.meter.take(4 * ways * size**2 * (size * self.words + 1))
            for extra in combinations(more, size - len(used)):
                for added in combinations(others, size - len(met)):
                    mix, replies = sorted((*used, *extra)), sorted((*met, *added))
                    index = self._index(mix, replies, more, others)
                    if index:
                        yield index

    def _index(
        self, rows: list[int], columns: list[int], more: list[int], others: list[int]
    ) -> int:
        first = _sign_if_positive(self.one, rows, columns, others, more)
        if not first:
            return 0
        second = _sign_if_positive(self.two, columns, rows, more, others)
        return first * second if len(rows) % 2 else -first * second

    def is_regular(self, rows: list[int], columns: list[int]) -> bool:
        """Tell whether supports have one size, and payoffs on them determinants that are not 0."""
        if len(rows) != len(columns):
            return False
        self.meter.take(2 * len(rows) ** 3 * self.words)
        return bool(
            _solve_with_unit_vectors([[self.one[i][j] for j in columns] for i in rows])[0]
            and _solve_with_unit_vectors([[self.two[j][i] for i in rows] for j in columns])[0]
        )


def _sign_if_positive(
    table: Matrix,
    best: list[int],
    mixed: list[int],
    may_vanish: Sequence[int],
    tied: Sequence[int],
) -> int:
    """Return the sign of the determinant where the mix of the perturbed game is one; else 0.

    *best* responses are equal against a mix of *mixed*; of these, only those that *may_vanish* can
    have weight 0 without the perturbation, and only *tied* responses can be as good.
    """
    sign, inverse = _solve_with_unit_vectors([[table[i][j] for j in mixed] for i in best])
    if not sign:
        return 0
    for j, row in zip(mixed, inverse, strict=True):
        if j in may_vanish and not _last_is_positive(dict(zip(best, row, strict=True))):
            return 0
    for other in tied:
        if other not in best:
            slack = {other: Fraction(1)}
            for k, i in enumerate(best):
                slack[i] = -sum(
                    (table[other][j] * row[k] for j, row in zip(mixed, inverse, strict=True)),
                    Fraction(0),
                )
            if not _last_is_positive(slack):
                return 0
    return sign


def _last_is_positive(terms: Mapping[int, Fraction]) -> bool:
    """Tell whether the term of the last response is positive, of those that are not 0."""
    return terms[max(k for k, term in terms.items() if term)] > 0


def _solve_with_unit_vectors(rows: list[list[int]]) -> tuple[int, list[list[Fraction]]]:
    """Return the sign of the determinant of a matrix, and its inverse (Gauss and Jordan)."""
    size = len(rows)
    left = [
        [*map(Fraction, row), *(Fraction(k == n) for k in range(size))]
        for n, row in enumerate(rows)
    ]
    sign = 1
    for column in range(size):
        at = next((n for n in range(column, size) if left[n][column]), None)
        if at is None:
            return 0, []
        if at != column:
            left[at], left[column] = left[column], left[at]
            sign = -sign
        pivot = left[column][column]
        sign = sign if pivot > 0 else -sign
        left[column] = [entry / pivot for entry in left[column]]
        for n in range(size):
            factor = left[n][column]
            if n != column and factor:
                left[n] = [a - factor * b for a, b in zip(left[n], left[column], strict=True)]
    return sign, [row[size:] for row in left]
