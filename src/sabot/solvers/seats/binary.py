"""All candidates for an equilibrium of three binary choices, exactly and without floats.

Let x, y, z be the probabilities of the second actions. What a player gains by the second action
rather than the first is bilinear in the other two: ``a + b x + c y + d x y``. In an equilibrium
each player has probability 0 or 1, or gains nothing either way. So the equilibria lie on planes
(x = 0, x = 1) and on the surfaces where a gain is 0. A reducible surface (``a d = b c``) is made of
planes x = r, which are added to the first two; an irreducible one gives each coordinate as a
fractional linear (Moebius) function of the other.

A point of the equilibrium set can be moved within the planes and surfaces that it lies on until it
meets another one, as long as it can be moved at all: none of these sets is a closed loop, and the
cube is bounded. So some equilibrium is the only common point, near itself, of the planes and
surfaces through it. Such a point has a coordinate on a plane, and the others follow from planes
and Moebius functions: all fractions. Or it lies on three irreducible surfaces and on no plane: then
a coordinate is a root of a polynomial of degree two. These points are the candidates. There are at
most a few hundred, and since every game has an equilibrium (Nash 1951) one of them is one: a game
of three players with two actions each has an equilibrium in fractions or in a quadratic field.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations

from flint import fmpq_poly, fmpz_poly

from sabot.forms.algebra.field import ONE, Field
from sabot.forms.algebra.point import Point, roots_of

Gain = tuple[int, int, int, int]
"""a, b, c, d of a + b x + c y + d x y: what a player gains by the second action.

x and y are the probabilities of the other two players, in their order.
"""
Fractions = tuple[Fraction, Fraction, Fraction]
Elements = tuple[fmpq_poly, fmpq_poly, fmpq_poly]
_OTHERS = ((1, 2), (0, 2), (0, 1))


def rational_candidates(gains: Sequence[Gain]) -> list[Fractions]:
    """Return all points with a coordinate on a plane, the others by planes or surfaces.

    >>> pennies = (1, -2, 0, 0), (1, 0, -2, 0), (-1, 2, 0, 0)  # a ring of three
    >>> half = Fraction(1, 2)
    >>> (half, half, half) in rational_candidates(pennies)
    True
    """
    planes = [{Fraction(0), Fraction(1)} for _ in range(3)]
    for (one, two), gain in zip(_OTHERS, gains, strict=True):
        for variable, root in zip((one, two), _plane_roots(gain), strict=True):
            if root is not None and 0 <= root <= 1:
                planes[variable].add(root)
    found: set[Fractions] = set()
    for first, second, third in permutations(range(3)):
        for at in planes[first]:
            for next_at in planes[second] | _followed(gains, {first: at}, second):
                known = {first: at, second: next_at}
                for last in planes[third] | _followed(gains, known, third):
                    point = {**known, third: last}
                    found.add((point[0], point[1], point[2]))
    return sorted(found)


def _plane_roots(gain: Gain) -> tuple[Fraction | None, Fraction | None]:
    """Return r and s where the surface is made of the planes x = r and y = s; None: no such."""
    a, b, c, d = gain
    if a * d != b * c:
        return None, None
    if d:
        return Fraction(-c, d), Fraction(-b, d)
    return (Fraction(-a, b) if b else None), (Fraction(-a, c) if c else None)


def _followed(gains: Sequence[Gain], known: dict[int, Fraction], variable: int) -> set[Fraction]:
    """Return the values of a variable on the irreducible surfaces, given another."""
    found = set()
    for (one, two), (a, b, c, d) in zip(_OTHERS, gains, strict=True):
        if variable not in (one, two) or a * d == b * c:
            continue
        if variable == one:
            given, b, c = two, c, b
        else:
            given = one
        if given in known and c + d * known[given]:
            value = -(a + b * known[given]) / (c + d * known[given])
            if 0 <= value <= 1:
                found.add(value)
    return found


def root_candidates(gains: Sequence[Gain]) -> Iterator[tuple[Point, Field, Elements]]:
    """Yield the points on three irreducible surfaces: a root, its field, the coordinates in it.

    >>> gains = (3, -5, -7, 2), (-2, 3, 4, 1), (2, -7, 3, -1)
    >>> [(root.about, field.modulus.degree()) for root, field, _ in root_candidates(gains)]
    [('0.434309', 2)]
    """
    if any(a * d == b * c for a, b, c, d in gains):
        return
    a, b, c, d = gains[0]
    (below_two, top_two), (below_three, top_three) = map(_moebius, (gains[2], gains[1]))
    equation = (
        a * below_two * below_three
        + b * top_two * below_three
        + c * below_two * top_three
        + d * top_two * top_three
    )
    if equation == 0:
        return
    for factor, _ in equation.factor()[1]:
        if factor.degree() == 1:
            roots = [Point.at(Fraction(-int(factor[0]), int(factor[1])))]
        else:
            roots = roots_of(factor, Fraction(0), Fraction(1))
        for root in roots:
            field = Field(root)
            belows = [field.of(list(map(int, p))) for p in (below_two, below_three)]
            tops = [field.of(list(map(int, p))) for p in (top_two, top_three)]
            if 0 not in belows:
                two, three = map(field.over, tops, belows)
                yield root, field, (field.of([0, 1]), two, three)


def _moebius(gain: Gain) -> tuple[fmpz_poly, fmpz_poly]:
    """Return denominator and numerator of y as a function of x on a surface."""
    a, b, c, d = gain
    return fmpz_poly([c, d]), fmpz_poly([-a, -b])


def is_probability(field: Field, element: fmpq_poly) -> bool:
    """Tell whether a number of a field is between 0 and 1, exactly."""
    return field.sign(element) >= 0 and field.sign(ONE - element) >= 0
