"""The numbers that a root makes with the fractions: exact sums, products, quotients and signs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor

from flint import fmpq, fmpq_poly

from sabot.forms.algebra.point import Point

ZERO, ONE = fmpq_poly([0]), fmpq_poly([1])
_HALF = Fraction(1, 2)


class Field:
    """The numbers that a root makes with the fractions.

    Elements are polynomials modulo the irreducible one whose root it is; signs come from an
    interval around the root, halved until it decides. Of a fraction they are the fractions.
    """

    def __init__(self, root: Point) -> None:
        self._near = root
        if root.rational:
            self.modulus = fmpq_poly([-fmpq(*root.low.as_integer_ratio()), 1])
        else:
            self.modulus = fmpq_poly(list(root.root_of))

    def of(self, coefficients: Sequence[int]) -> fmpq_poly:
        """Return the value of an integer polynomial at the root."""
        return fmpq_poly(list(coefficients)) % self.modulus

    def times(self, one: fmpq_poly, two: fmpq_poly) -> fmpq_poly:
        """Return the product."""
        return one * two % self.modulus

    def over(self, one: fmpq_poly, two: fmpq_poly) -> fmpq_poly:
        """Return the quotient; *two* is not 0."""
        shared, inverse, _ = two.xgcd(self.modulus)
        assert shared == 1, "the polynomial of the root is irreducible"
        return one * inverse % self.modulus

    def sign(self, element: fmpq_poly) -> int:
        """Return the sign: 0 only for the polynomial 0, since the modulus is irreducible.

        >>> root = Field(Point(Fraction(1), Fraction(2), (-2, 0, 1)))
        >>> root.sign(root.of([-1414, 1000])), root.sign(root.of([2, 0, -1]))
        (1, 0)
        """
        if element == 0:
            return 0
        while True:
            low, high = self._between(element)
            if low > 0 or high < 0:
                return 1 if low > 0 else -1
            self._near = self._near.closer()

    def nearly(self, element: fmpq_poly, unit: int) -> Fraction:
        """Return the nearest fraction over *unit*; a fraction itself, whatever it is over.

        >>> root = Field(Point(Fraction(1), Fraction(2), (-2, 0, 1)))
        >>> root.nearly(root.of([0, 1]), 1000), root.nearly(root.of([7]), 2)
        (Fraction(707, 500), Fraction(7, 1))
        """
        if element.degree() < 1:
            return Fraction(int(element[0].p), int(element[0].q))
        while True:
            low, high = (floor(end * unit + _HALF) for end in self._between(element))
            if low == high:
                return Fraction(low, unit)
            self._near = self._near.closer()

    def _between(self, element: fmpq_poly) -> tuple[Fraction, Fraction]:
        """Return two fractions between which an element is: by intervals, at the root's own."""
        low = high = Fraction(0)
        ends = self._near.low, self._near.high
        for c in reversed(element.coeffs()):
            corners = [a * b for a in (low, high) for b in ends]
            part = Fraction(int(c.p), int(c.q))
            low, high = min(corners) + part, max(corners) + part
        return low, high
