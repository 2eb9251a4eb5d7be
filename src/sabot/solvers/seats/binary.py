"""All candidates for an equilibrium of three players with two actions each, exactly.

Let x, y, z be the probabilities of the second actions. What the third player gains by the second
action rather than the first is bilinear in x and y: ``a + b x + c y + d x y``; likewise for the
other players. In an equilibrium a player has probability 0 or 1, or a gain of 0. So the equilibria
lie on the planes x = 0, x = 1 and so on, and on the surfaces where a gain is 0. A reducible surface
(``a d = b c``) consists of planes x = r or y = s, which are added to the others. An irreducible one
gives each of its two coordinates as a fractional linear (Moebius) function of the other.

Take an equilibrium and the planes and surfaces through it. If they have other common points near
it, it can be moved along them, and it remains an equilibrium until it meets another plane or
surface: the other gains keep their signs. It does meet one, since the cube is bounded and the
common points contain no closed curve. So some equilibrium is an isolated common point of the planes
and surfaces through it. There are two cases:

* it lies on a plane: then the other coordinates follow from planes and Moebius functions, and all
  three are fractions;
* it lies on three irreducible surfaces and on no plane: then a coordinate is a root of a polynomial
  of degree at most two.

These points are the candidates, at most a few hundred. Every game has an equilibrium (Nash 1951),
so one of the candidates is an equilibrium: a game of three players with two actions each has one
in fractions or in a quadratic field.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations

from flint import fmpq_poly, fmpz_poly

from sabot.forms.algebra.field import ONE, Field
from sabot.forms.algebra.point import Point, roots_of

Gain = tuple[int, int, int, int]
"""a, b, c, d of a + b x + c y + d x y: what a player gains by the second action over the first.

x and y are the other two players' probabilities of the second action, in the order of the players.
"""
Fractions = tuple[Fraction, Fraction, Fraction]
Elements = tuple[fmpq_poly, fmpq_poly, fmpq_poly]
_OTHERS = ((1, 2), (0, 2), (0, 1))
"""For each player the two others, on whose probabilities the gain depends."""


def rational_candidates(gains: Sequence[Gain]) -> list[Fractions]:
    """Return the candidates on a plane: points of the cube with rational coordinates.

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
            for next_at in planes[second] | _on_surfaces(gains, {first: at}, second):
                known = {first: at, second: next_at}
                for last in planes[third] | _on_surfaces(gains, known, third):
                    point = {**known, third: last}
                    found.add((point[0], point[1], point[2]))
    return sorted(found)


def _plane_roots(gain: Gain) -> tuple[Fraction | None, Fraction | None]:
    """Return r and s if the surface consists of the planes x = r and y = s; None: no such plane."""
    a, b, c, d = gain
    if a * d != b * c:
        return None, None
    if d:
        return Fraction(-c, d), Fraction(-b, d)
    return (Fraction(-a, b) if b else None), (Fraction(-a, c) if c else None)


def _on_surfaces(gains: Sequence[Gain], known: dict[int, Fraction], variable: int) -> set[Fraction]:
    """Return the values of a variable on the irreducible surfaces, given others."""
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
    """Yield the points on three irreducible surfaces: x, the field of x, and x, y, z in that field.

    They need not be in the cube. Nothing is yielded where the surfaces share a curve: then a
    candidate on a plane is an equilibrium if a point of the curve is one.

    >>> gains = (3, -5, -7, 2), (-2, 3, 4, 1), (2, -7, 3, -1)
    >>> [(root.about, field.modulus.degree()) for root, field, _ in root_candidates(gains)]
    [('0.434309', 2)]
    """
    if any(a * d == b * c for a, b, c, d in gains):
        return
    a, b, c, d = gains[0]
    (below_y, top_y), (below_z, top_z) = map(_moebius, (gains[2], gains[1]))
    equation = a * below_y * below_z + b * top_y * below_z + c * below_y * top_z + d * top_y * top_z
    if equation == 0:
        return
    for factor, _ in equation.factor()[1]:
        if factor.degree() == 1:
            roots = [Point.at(Fraction(-int(factor[0]), int(factor[1])))]
        else:
            roots = roots_of(factor, Fraction(0), Fraction(1))
        for root in roots:
            field = Field(root)
            belows = [field.of(list(map(int, p))) for p in (below_y, below_z)]
            tops = [field.of(list(map(int, p))) for p in (top_y, top_z)]
            if 0 not in belows:
                y, z = map(field.over, tops, belows)
                yield root, field, (field.of([0, 1]), y, z)


def _moebius(gain: Gain) -> tuple[fmpz_poly, fmpz_poly]:
    """Return denominator and numerator of y as a function of x on a surface."""
    a, b, c, d = gain
    return fmpz_poly([c, d]), fmpz_poly([-a, -b])


def is_probability(field: Field, element: fmpq_poly) -> bool:
    """Tell whether a number of a field is from 0 to 1, exactly."""
    return field.sign(element) >= 0 and field.sign(ONE - element) >= 0
