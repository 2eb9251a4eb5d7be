"""The field of a solution of a support's equations, from all of their complex solutions.

The equations of a support have at most so many isolated complex solutions as Bernstein's theorem
says (McKelvey and McLennan 1997), and exactly so many if the payoffs are generic. Newton's method
finds them in floats from random starts. The product of t - x over all of them, where x is a
coordinate, has rational coefficients; its irreducible factor f with the coordinate of a given
solution as a root t generates the field of that solution. Its other coordinates are N(t) / f'(t):
N is the sum of the coordinate times f(t) / (t - x) over the solutions at which f is 0. This is the
rational univariate representation (Rouillier 1999). Its coefficients are short: about 350 bits at
degree 44, where those of a polynomial N / f' in t have some 17,000.

All of this is a guess in numbers of many digits, which the caller verifies exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from flint import acb, acb_poly, arb, ctx, fmpq, fmpq_poly, fmpz_poly

from sabot.forms.algebra.real_roots import RealPoint, count_roots_between, sign_at
from sabot.progress import raise_if_cancelled
from sabot.solvers.nplayer_nash.subdivision import Floats
from sabot.solvers.nplayer_nash.support_equations import SupportEquations, index_of_solution

_BITS_PER_SOLUTION = 64
"""Of coefficients that are looked for at first; doubled."""
_FEWEST_BITS = 512
_DOUBLINGS = 3
_INTERVALS_IN_GAP = 2**16
"""How much shorter the interval of a root is than the distance of the nearest other one."""
MOST_DEGREE = 64
"""Of a number field; the checkers have the same."""


@dataclass(frozen=True)
class FieldOfSolution:
    """The number field of a solution, and its probabilities in it over one element."""

    root: RealPoint
    over: fmpq_poly
    """The derivative of the root's polynomial."""
    numerators: list[list[fmpq_poly]]
    """By player and action of the support: the probability times *over*."""


def field_of_solution(
    equations: SupportEquations, near: Sequence[Floats]
) -> FieldOfSolution | None:
    """Return the field of the solution next to a profile; None where it is not recognised."""
    known = equations.complex_solutions
    own = index_of_solution(known, np.concatenate(near))
    if own is None or len(known) > MOST_DEGREE:
        return None
    bits = _FEWEST_BITS + _BITS_PER_SOLUTION * len(known)
    for _ in range(_DOUBLINGS):
        raise_if_cancelled()
        before = ctx.prec
        ctx.prec = 2 * bits
        try:
            found = _recognised(equations, own, bits)
        finally:
            ctx.prec = before
        if found is not None:
            return found
        bits *= 2
    return None


def _recognised(equations: SupportEquations, own: int, bits: int) -> FieldOfSolution | None:
    """Return the field of a solution, recognised from all solutions to so many bits."""
    solutions = _in_digits(equations, bits)
    if solutions is None:
        return None
    for player in (k for k, size in enumerate(equations.sizes) if size > 1):
        generators = [one[player][0] for one in solutions]
        whole = _over_common_denominator(acb_poly.from_roots(generators), bits)
        if whole is None:
            return None
        for factor, times in whole.factor()[1]:
            conjugate = [k for k, t in enumerate(generators) if _is_root(factor, t, bits)]
            if own in conjugate and times == 1 and len(conjugate) == factor.degree() > 1:
                return _elements(
                    factor, generators[own], [solutions[k] for k in conjugate], player, bits
                )
    return None


def _in_digits(equations: SupportEquations, bits: int) -> list[list[list[acb]]] | None:
    """Return all solutions to so many bits; of two that are conjugate, one is computed."""
    floats = equations.complex_solutions
    found: list[list[list[acb]]] = []
    for number, one in enumerate(floats):
        twin = index_of_solution(floats[:number], one.conj())
        if twin is not None:
            found.append([[x.conjugate() for x in own] for own in found[twin]])
            continue
        ends = np.cumsum(equations.sizes)[:-1]
        refined = equations.refined_complex(np.split(one, ends), bits)
        if refined is None:
            return None
        found.append(refined)
    return found


def _elements(
    factor: fmpz_poly,
    generator: acb,
    solutions: Sequence[Sequence[Sequence[acb]]],
    player: int,
    bits: int,
) -> FieldOfSolution | None:
    """Return all coordinates in the field of a root, from the solutions that are conjugate."""
    others = [one[player][0] for one in solutions]
    root = _isolated(factor, generator, [t for t in others if t is not generator])
    if root is None:
        return None
    over = fmpq_poly(factor.derivative())
    quotients = [_without_root(factor, one[player][0]) for one in solutions]
    numerators = []
    for k, first in enumerate(solutions[0]):
        own = []
        for action in range(len(first) - 1):
            weighted = zip(quotients, solutions, strict=True)
            total = sum((quotient * one[k][action] for quotient, one in weighted), acb_poly())
            coefficients = _fractions([total[power].real for power in range(len(solutions))], bits)
            if coefficients is None:
                return None
            own.append(fmpq_poly([fmpq(*c.as_integer_ratio()) for c in coefficients]))
        numerators.append([*own, over - sum(own, fmpq_poly())])
    return FieldOfSolution(root, over, numerators)


def _isolated(factor: fmpz_poly, t: acb, others: Sequence[acb]) -> RealPoint | None:
    """Return a real root of an irreducible polynomial in an interval without another one."""
    gap = min(abs(as_fraction((abs(t - other)).mid())) for other in others)
    if not gap:
        return None
    unit = 1
    while unit * gap < _INTERVALS_IN_GAP:
        unit *= 2
    near = Fraction(round(as_fraction(t.real) * unit), unit)
    low, high = near - Fraction(1, unit), near + Fraction(1, unit)
    alone = count_roots_between(factor, low, high) == 1
    if not alone or sign_at(factor, low) * sign_at(factor, high) >= 0:
        return None
    return RealPoint(low, high, tuple(map(int, factor.coeffs())))


def _without_root(factor: fmpz_poly, root: acb) -> acb_poly:
    """Return a polynomial divided by t less a root of it."""
    found = [acb(0)] * factor.degree()
    lead = acb(0)
    for power in reversed(range(factor.degree())):
        lead = lead * root + acb(factor[power + 1])
        found[power] = lead
    return acb_poly(found)


def _is_root(factor: fmpz_poly, t: acb, bits: int) -> bool:
    """Return whether a number of so many bits is a root of a polynomial, as far as is seen."""
    longest = max(int(c).bit_length() for c in factor.coeffs())
    return bool(abs(factor(t)).mid() < arb(2) ** (longest - bits // 2))


def _over_common_denominator(product: acb_poly, bits: int) -> fmpz_poly | None:
    """Return a polynomial times the common denominator of its coefficients, if it is short."""
    fractions = _fractions([c.real for c in product.coeffs()], bits)
    if fractions is None:
        return None
    below = lcm(*(c.denominator for c in fractions))
    return fmpz_poly([int(c * below) for c in fractions])


def _fractions(numbers: Sequence[arb], bits: int) -> list[Fraction] | None:
    """Return numbers as fractions with a short common denominator; None if there is no such one."""
    below, found = 1, []
    for number in numbers:
        exact = as_fraction(number) * below
        near = Fraction(round(exact))
        if abs(exact - near) * (1 << bits // 2) > max(Fraction(1), abs(exact)):
            near = exact.limit_denominator(1 << bits // 4)
        if abs(exact - near) * (1 << 3 * bits // 4) > max(Fraction(1), abs(exact)):
            return None
        found.append(near / below)
        below *= near.denominator
    return found


def as_fraction(number: arb) -> Fraction:
    """Return the middle of a ball, exactly."""
    mantissa, exponent = number.mid().man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
