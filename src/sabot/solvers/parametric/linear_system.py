"""Linear equations with polynomial coefficients: solutions in rational functions, determinants.

The equations of a plan are sparse, and most of their coefficients are numbers: the parameter is
in the payoffs of a few sequences only. Unknowns with a number as their coefficient are eliminated
first, each time where the fewest other entries change (Markowitz). This changes the determinant by
a number and raises no degree. What is left is small. It is solved at as many integers as the
degree of its determinant asks for, and polynomials are interpolated from the values. Cramer's rule
bounds their degrees by those of the rows together: of the rows that are left, and of all rows as
they were given, because elimination has changed every determinant by the same number only. Nothing
is rounded.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from flint import fmpq, fmpz, fmpz_mat, fmpz_poly, nmod_mat

from sabot.progress import raise_if_cancelled

PolynomialRow = dict[int, fmpz_poly]
"""The coefficients of an equation by the number of the unknown; -1 is that of the constant."""
PRIME = 2**31 - 1
_ZERO, _ONE = fmpz_poly([]), fmpz_poly([1])
_CONSTANT = -1
_COLUMNS_TRIED = 8
"""So many unknowns are looked at for the next elimination."""


def solve_polynomial_system(
    rows: Sequence[Mapping[int, fmpz_poly]], count: int
) -> tuple[list[fmpz_poly], fmpz_poly] | None:
    """Solve ``sum row[j] x[j] + row[-1] = 0`` for *count* unknowns by as many equations.

    Return polynomials and the one that they are over: the determinant, times a number. None where
    that is 0.

    >>> t, one = fmpz_poly([0, 1]), fmpz_poly([1])
    >>> solve_polynomial_system([{0: one, 1: one, -1: -one}, {0: t, 1: -one}], 2)
    ([(-1), (-1)*x], (-1)*x + (-1))
    """
    system = _SparseSystem.of(rows, count)
    degree = _degree_bound(list(system.rows.values()))
    if not system.eliminate_numbers():
        return None
    core = system.core_rows()
    solved = _solve_core(core, len(system.unknowns), min(degree, _degree_bound(core)))
    if solved is None:
        return None
    return system.substitute(*solved)


def solve_independent_rows(
    rows: Sequence[Mapping[int, fmpz_poly]], count: int, spot: Fraction | int
) -> tuple[list[fmpz_poly], fmpz_poly] | None:
    """Solve *count* of some equations that are independent at *spot*.

    Return polynomials and the one that they are over. None where there are not so many (modulo a
    prime). The other equations may or may not hold.

    >>> t, one = fmpz_poly([0, 1]), fmpz_poly([1])
    >>> solve_independent_rows([{0: t, -1: -one}, {0: t * t, -1: -t}], 1, 2)
    ([1], x)
    """
    system = _SparseSystem.of(rows, count)
    if not system.eliminate_numbers():
        return None
    chosen = _independent_rows(system.core_rows(), len(system.unknowns), residue_mod_prime(spot))
    if chosen is None:
        return None
    numbers = sorted(system.rows)
    system.keep_rows([numbers[k] for k in chosen])
    used = [*system.rows, *(number for number, _, _ in system.solved)]
    degree = _degree_bound([rows[number] for number in used]) - system.eliminate_singleton_columns()
    core = system.core_rows()
    solved = _solve_core(core, len(system.unknowns), min(degree, _degree_bound(core)))
    return None if solved is None else system.substitute(*solved)


def _independent_rows(rows: Sequence[PolynomialRow], count: int, at: int) -> list[int] | None:
    """Return the numbers of *count* rows that are independent at a residue modulo the prime."""
    if len(rows) < count or not count:
        return None if count else []
    turned = [int(row[k](at)) % PRIME if k in row else 0 for k in range(count) for row in rows]
    echelon, rank = nmod_mat(count, len(rows), turned, PRIME).rref()
    if rank < count:
        return None
    return [next(j for j in range(len(rows)) if int(echelon[i, j])) for i in range(count)]


def residue_mod_prime(spot: Fraction | int) -> int:
    """Return a rational number modulo the prime."""
    return spot.numerator * pow(spot.denominator, -1, PRIME) % PRIME


def polynomial_determinant(rows: Sequence[Mapping[int, fmpz_poly]]) -> fmpz_poly:
    """Return the determinant of a square matrix of polynomials, each row by its columns.

    >>> x, one = fmpz_poly([0, 1]), fmpz_poly([1])
    >>> polynomial_determinant([{0: x, 1: 2 * one}, {0: 3 * one, 1: x}])
    x^2 + (-6)
    """
    system = _SparseSystem.of(rows, len(rows))
    degree = _degree_bound(list(system.rows.values()))
    if not system.eliminate_numbers():
        return _ZERO
    core = system.core_rows()
    degree, size = min(degree, _degree_bound(core)), len(core)
    entries = [row.get(k, _ZERO) for row in core for k in range(size)]
    spots = _spots(degree + 1)
    values = [fmpz_mat(size, size, [entry(at) for entry in entries]).det() for at in spots]
    found = _interpolate(fmpz_mat(len(spots), 1, values))[0]
    scale = system.scale * system.sign
    return divmod(found * scale.p, fmpz_poly([scale.q]))[0]


@dataclass
class _SparseSystem:
    """Equations, of which some are solved for an unknown that no other has."""

    rows: dict[int, PolynomialRow]
    columns: dict[int, set[int]]
    """By unknown: the equations that have it."""
    scale: fmpq
    """By what the determinant of the rest must be multiplied, except for its sign."""
    solved: list[tuple[int, int, PolynomialRow]] = field(default_factory=list)
    """Number of the equation, unknown, and the equation, in the order of elimination."""

    @classmethod
    def of(cls, rows: Sequence[Mapping[int, fmpz_poly]], count: int) -> _SparseSystem:
        """Return the equations as they are given."""
        table = {
            number: {k: entry for k, entry in row.items() if entry != 0}
            for number, row in enumerate(rows)
        }
        columns: dict[int, set[int]] = {k: set() for k in range(count)}
        for number, row in table.items():
            for k in row:
                if k != _CONSTANT:
                    columns[k].add(number)
        return cls(table, columns, fmpq(1))

    @property
    def unknowns(self) -> list[int]:
        """The unknowns that are left."""
        return sorted(self.columns)

    def core_rows(self) -> list[PolynomialRow]:
        """Return the equations that are left, their unknowns numbered from 0."""
        number = {k: at for at, k in enumerate(self.unknowns)} | {_CONSTANT: _CONSTANT}
        return [{number[k]: e for k, e in self.rows[i].items()} for i in sorted(self.rows)]

    @property
    def sign(self) -> int:
        """The sign of the order in which equations and unknowns were eliminated."""
        order = [(i, k) for i, k, _ in self.solved]
        order += zip(sorted(self.rows), self.unknowns, strict=True)
        column_of = dict(order)
        return _permutation_sign([column_of[i] for i in range(len(order))])

    def eliminate_numbers(self) -> bool:
        """Eliminate unknowns that have a number as a coefficient; False: the determinant is 0."""
        while True:
            raise_if_cancelled()
            if not all(self.columns.values()):
                return False
            pivot = self._cheapest_pivot()
            if pivot is None:
                return True
            self._eliminate(*pivot)

    def keep_rows(self, numbers: Collection[int]) -> None:
        """Keep those of the equations that are left which have some numbers."""
        self.rows = {i: row for i, row in self.rows.items() if i in numbers}
        for some in self.columns.values():
            some.intersection_update(self.rows)

    def eliminate_singleton_columns(self) -> int:
        """Eliminate unknowns that one equation has; return the degree of their coefficients.

        No other equation changes. The determinant of the rest is divided by these coefficients.
        """
        degree = 0
        ends = [k for k, some in self.columns.items() if len(some) == 1]
        while ends:
            unknown = ends.pop()
            (number,) = self.columns.pop(unknown)
            row = self.rows.pop(number)
            degree += row[unknown].degree()
            self.solved.append((number, unknown, row))
            for k in row:
                if k in self.columns:
                    self.columns[k].discard(number)
                    if len(self.columns[k]) == 1:
                        ends.append(k)
        return degree

    def _cheapest_pivot(self) -> tuple[int, int] | None:
        """Return the equation and the unknown that change the fewest other entries, if any do.

        Of the unknowns in the fewest equations: the rest is seldom cheaper (Zlatev 1980).
        """
        best: tuple[int, int, int] | None = None
        sizes = dict(zip(self.columns, map(len, self.columns.values()), strict=True))
        for tried, k in enumerate(sorted(sizes, key=sizes.__getitem__)):
            others = sizes[k] - 1
            if best is not None and (tried >= _COLUMNS_TRIED or others > best[0]):
                break
            for i in self.columns[k]:
                row = self.rows[i]
                cost = (len(row) - 1) * others
                if (best is None or (cost, i, k) < best) and row[k].degree() == 0:
                    best = cost, i, k
                    if cost == 0:
                        return i, k
        return None if best is None else best[1:]

    def _eliminate(self, number: int, unknown: int) -> None:
        pivot = self.rows.pop(number)
        head = pivot[unknown][0]
        self.scale *= head
        for k in pivot:
            if k != _CONSTANT:
                self.columns[k].discard(number)
        for i in self.columns.pop(unknown):
            row = self.rows[i]
            share = row.pop(unknown)
            common = head.gcd(share.content())
            times, share = head // common, divmod(share, fmpz_poly([common]))[0]
            if times != 1:
                for k in row:
                    row[k] = times * row[k]
                self.scale /= times
            for k, entry in pivot.items():
                if k == unknown:
                    continue
                new = row.get(k, _ZERO) - share * entry
                if new != 0:
                    row[k] = new
                    if k != _CONSTANT:
                        self.columns[k].add(i)
                elif k in row:
                    del row[k]
                    if k != _CONSTANT:
                        self.columns[k].discard(i)
        self.solved.append((number, unknown, pivot))

    def substitute(
        self, tops: Sequence[fmpz_poly], below: fmpz_poly
    ) -> tuple[list[fmpz_poly], fmpz_poly]:
        """Return all unknowns over one polynomial, from those that were left."""
        found = dict(zip(self.unknowns, tops, strict=True))
        found[_CONSTANT] = below
        for _, unknown, row in reversed(self.solved):
            head, total = row[unknown], _ZERO
            for k, entry in row.items():
                if k != unknown:
                    total = total - entry * found[k]
            common = head.gcd(total)
            times = divmod(head, common)[0]
            if times.leading_coefficient() < 0:
                times, common = -times, -common
            if times != 1:
                found = {k: times * top for k, top in found.items()}
            found[unknown] = divmod(total, common)[0]
        below = found.pop(_CONSTANT)
        return [found[k] for k in range(len(found))], below


def _permutation_sign(order: list[int]) -> int:
    sign, seen = 1, [False] * len(order)
    for start in range(len(order)):
        at, length = start, 0
        while not seen[at]:
            seen[at] = True
            at, length = order[at], length + 1
        if length and length % 2 == 0:
            sign = -sign
    return sign


def _degree_bound(rows: Sequence[Mapping[int, fmpz_poly]]) -> int:
    """Return a bound on the degree of every determinant of the rows."""
    return sum(max((entry.degree() for entry in row.values()), default=0) for row in rows)


def _solve_core(
    rows: Sequence[PolynomialRow], count: int, degree: int
) -> tuple[list[fmpz_poly], fmpz_poly] | None:
    """Solve equations by Cramer's rule: at integers, and polynomials through the values.

    *degree* bounds those of all determinants of the equations with their constants.
    """
    if not count:
        return [], _ONE
    powers = _coefficient_matrices(rows, range(count))
    ends = _coefficient_matrices(rows, (_CONSTANT,))
    spots: list[int] = []
    values: list[list[fmpz]] = []
    missed = 0
    for at in _spots(2 * degree + 1):
        raise_if_cancelled()
        matrix = _matrix_at(powers, at)
        whole = matrix.det()
        if whole == 0:
            missed += 1
            if missed > degree:
                return None  # a polynomial with more roots than its degree is 0
            continue
        found = matrix.solve(-_matrix_at(ends, at))
        tops, below = found.numer_denom()
        times = whole // below
        spots.append(at)
        values.append([*(top * times for top in tops.entries()), whole])
        if len(spots) > degree:
            break
    *tops, below = _interpolate(fmpz_mat(values), tuple(spots))
    return tops, below


def _coefficient_matrices(rows: Sequence[PolynomialRow], columns: Sequence[int]) -> list[fmpz_mat]:
    """Return the matrices of the coefficients of the rows in some columns, by power."""
    degree = max((entry.degree() for row in rows for entry in row.values()), default=0)
    found = [fmpz_mat(len(rows), len(columns)) for _ in range(max(degree, 0) + 1)]
    for i, row in enumerate(rows):
        for j, k in enumerate(columns):
            for power, c in enumerate(row[k].coeffs() if k in row else ()):
                if c:
                    found[power][i, j] = c
    return found


def _matrix_at(powers: Sequence[fmpz_mat], at: int) -> fmpz_mat:
    """Return the value of a polynomial whose coefficients are matrices (Horner)."""
    total = powers[-1]
    for matrix in reversed(powers[:-1]):
        total = total * at + matrix
    return total


def _spots(count: int) -> tuple[int, ...]:
    """Return the integers next to 0."""
    return tuple((k + 1) // 2 if k % 2 else -k // 2 for k in range(count))


def _interpolate(values: fmpz_mat, spots: tuple[int, ...] | None = None) -> list[fmpz_poly]:
    """Return the polynomials with integer coefficients whose values are the columns."""
    inverse, below = _inverse_powers(_spots(values.nrows()) if spots is None else spots)
    found = (inverse * values).table()
    return [
        divmod(fmpz_poly([row[k] for row in found]), fmpz_poly([below]))[0]
        for k in range(values.ncols())
    ]


@lru_cache(maxsize=64)
def _inverse_powers(spots: tuple[int, ...]) -> tuple[fmpz_mat, fmpz]:
    """Return the inverse of the matrix of the powers of some integers, over one denominator.

    Its columns are the polynomials that are 1 at one of the integers and 0 at the others: the
    product of all distances, divided by one of them and by its value there (Lagrange).
    """
    size = len(spots)
    whole = _ONE
    for at in spots:
        whole = whole * fmpz_poly([-at, 1])
    parts = [divmod(whole, fmpz_poly([-at, 1]))[0] for at in spots]
    values = [part(at) for part, at in zip(parts, spots, strict=True)]
    below = fmpz(1)
    for value in values:
        below = below.lcm(value)
    columns = [part * (below // value) for part, value in zip(parts, values, strict=True)]
    return fmpz_mat(size, size, [column[k] for k in range(size) for column in columns]), below
