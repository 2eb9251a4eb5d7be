"""Signs on a range of the parameter: each polynomial is asked about once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from flint import fmpz_poly

from sabot.forms.algebra.point import sign_at
from sabot.forms.polynomial import value_at
from sabot.solvers.theorem.evidence.ranges import PointRange, Range, RealRange, WholeRange

Quotient = tuple[fmpz_poly, fmpz_poly]
"""A polynomial over one that is positive on the range."""
ZERO, ONE = fmpz_poly([]), fmpz_poly([1])


class Blocked(Exception):
    """A sign is not the same on the whole range: it must be cut at a root of *polynomial*."""

    def __init__(self, polynomial: fmpz_poly) -> None:
        super().__init__("a sign changes on the range")
        self.polynomial = polynomial


@dataclass
class Signs:
    """What is known of signs on one range: strictly inside it, where it is of real numbers."""

    where: Range
    _known: dict[tuple[int, ...], int | None] = field(default_factory=dict)

    @property
    def spot(self) -> Fraction:
        """A rational number in the range, or close to its only point."""
        if isinstance(self.where, PointRange):
            return self.where.point.nearly()
        return self.where.spot

    def of(self, polynomial: fmpz_poly) -> int | None:
        """Return the sign that a polynomial has on the whole range; None where it changes."""
        key = tuple(map(int, polynomial.coeffs()))
        if key not in self._known:
            self._known[key] = self._sign(polynomial)
        return self._known[key]

    def demand(self, polynomial: fmpz_poly) -> int:
        """Return the sign of a polynomial, or raise where it has not one."""
        found = self.of(polynomial)
        if found is None:
            raise Blocked(polynomial)
        return found

    def about(self, polynomial: fmpz_poly) -> Fraction:
        """Return the value at the spot: to be guided by."""
        return value_at(polynomial, self.spot)

    def _sign(self, polynomial: fmpz_poly) -> int | None:
        where = self.where
        if polynomial.degree() < 1:
            return sign_at(polynomial, 0)
        if isinstance(where, PointRange):
            return where.sign(polynomial)
        if where.zero(polynomial):
            return 0
        quick = self._by_ends(polynomial)
        if quick is not None:
            return quick
        if isinstance(where, WholeRange) and where.single:
            return where.sign(polynomial)
        if not where.never_zero(polynomial):
            return None
        for sign in (1, -1):
            if where.never_negative(sign * polynomial):
                return sign
        return None

    def _by_ends(self, polynomial: fmpz_poly) -> int | None:
        """Return the sign of a straight line between two rational ends, which is quick."""
        where = self.where
        if polynomial.degree() != 1 or not isinstance(where, RealRange) or where.high is None:
            return None
        one, two = sign_at(polynomial, where.low.low), sign_at(polynomial, where.high.high)
        return one or two if one * two >= 0 and (one or two) else None


def weighed(parts: Sequence[tuple[fmpz_poly, Quotient]], alone: fmpz_poly) -> fmpz_poly:
    """Return ``alone + sum of part * quotient``, times the (positive) denominators.

    >>> weighed([(fmpz_poly([2]), (fmpz_poly([1]), fmpz_poly([0, 3])))], fmpz_poly([5]))
    15*x + 2
    """
    top, below = alone, ONE
    for part, (over, under) in parts:
        if part == 0 or over == 0:
            continue
        if under == below:
            top += part * over
        elif under == 1:
            top += part * over * below
        elif below == 1:
            top, below = top * under + part * over, under
        else:
            top, below = top * under + part * over * below, below * under
    return top
