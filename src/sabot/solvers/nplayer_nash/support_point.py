"""The equilibrium of a support near a given profile: found in floats, then exactly.

In an equilibrium of a support all its actions of a player pay the same: as many polynomial
equations as unknown probabilities. Newton's method finds a solution in floats, then to as many
digits as are needed. A solution in fractions is recognised by its continued fractions. Another one
is algebraic, of a degree that Bernstein's theorem bounds by the sizes of the support (McKelvey and
McLennan 1997): the polynomial of a coordinate, and the other coordinates as polynomials in it, are
recognised by reduction of lattices. What was recognised is a guess: it is verified exactly, in
fractions or in the number field, that the profile is an equilibrium.

If the equations are singular at a solution, as on a curve of solutions, coordinates along the curve
are fixed at simple fractions, and the rest is solved in the same way.

Around an equilibrium in which all actions of the support have a positive probability, a
:class:`Neighbourhood` has no other one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

import numpy as np
from flint import arb, ctx, fmpq_poly, fmpz_mat, fmpz_poly

from sabot.forms.algebra.algebraic_number import ONE, ZERO, NumberField, number_from_element
from sabot.forms.algebra.real_roots import RealPoint, isolate_roots_of_factor
from sabot.results.nplayer import StrategyTable
from sabot.results.nplayer_nash import NPlayerEquilibrium
from sabot.solvers.lp.program import IntArray
from sabot.solvers.nplayer.regrets import evaluate_in_field, evaluate_profile
from sabot.solvers.nplayer.support_enumeration import NormalFormTables
from sabot.solvers.nplayer_nash.conjugates import (
    MOST_DEGREE,
    FieldOfSolution,
    as_fraction,
    field_of_solution,
)
from sabot.solvers.nplayer_nash.multilinear import Polynomial, derivative
from sabot.solvers.nplayer_nash.subdivision import Floats, Neighbourhood, Supports
from sabot.solvers.nplayer_nash.support_equations import (
    FAR,
    FLOAT_MARGIN,
    SupportEquations,
    contract,
    in_shares,
)

_CLEARLY_LESS = 1e-6
"""A payoff that is smaller by so much is smaller, whatever the error of floats."""
RATIONAL_BITS = 256
"""Digits to which a solution is computed when it is looked at for fractions."""
BITS_PER_COEFFICIENT = 48
"""The first guess of how long the coefficients of a polynomial are; doubled up to six times."""
_DOUBLINGS = 6
_MOST_RELATION_DEGREE = 16
_DEGREES = {2: 3, 4: 3, 8: 2, _MOST_RELATION_DEGREE: 1}
"""Degrees that are tried one after the other if the bound on the degree is larger; doublings."""


# ---------------------------------------------------------------------- exact solutions


OffPath = Mapping[int, Mapping[int, Fraction]]
"""What agents do that are not reached, by action: the equations do not depend on it."""


def exact_equilibrium(
    strategic: NormalFormTables,
    equations: SupportEquations,
    near: Sequence[Floats],
    off_path: OffPath = MappingProxyType({}),
) -> NPlayerEquilibrium | None:
    """Return the exact equilibrium next to a solution in floats; None where it is not recognised.

    None too where it is not one: an action outside of the support pays more, or in a tree a
    strategy with other actions at several information sets.
    """
    if not _nearly_equilibrium(strategic, equations, near, off_path):
        return None
    bound = equations.bound
    fine = equations.refined(near, RATIONAL_BITS)
    if fine is None or not bound:
        return None
    found = _rational_equilibrium(strategic, equations, fine, off_path)
    if found is not None or bound == 1:
        return found
    found = _equilibrium_from_conjugates(strategic, equations, near, off_path)
    if found is not None:
        return found
    # a large bound may be far above the degree, as in a tree whose stages are solved one by one
    small = bound <= _MOST_RELATION_DEGREE
    for degree, doublings in {bound: _DOUBLINGS}.items() if small else _DEGREES.items():
        bits = BITS_PER_COEFFICIENT * (degree + 2)
        for _ in range(doublings):
            precise = equations.refined(near, bits)
            if precise is None:
                return None
            found = _field_equilibrium(strategic, equations, precise, degree, bits, off_path)
            if found is not None:
                return found
            bits *= 2
    return None


def _nearly_equilibrium(
    strategic: NormalFormTables,
    equations: SupportEquations,
    near: Sequence[Floats],
    off_path: OffPath,
) -> bool:
    """Return whether no action outside of the support pays more, in floats."""
    return all(
        earned.max() <= earned[mix > 0].min() + FLOAT_MARGIN
        for mix, earned in _mixes_and_payoffs(strategic, equations, near, off_path)
    )


def is_quasi_strict(
    strategic: NormalFormTables, equations: SupportEquations, near: Sequence[Floats]
) -> bool:
    """Return whether all actions outside of the support pay less, in floats."""
    return all(
        earned[mix == 0].max(initial=-np.inf) < earned[mix > 0].min() - _CLEARLY_LESS
        for mix, earned in _mixes_and_payoffs(strategic, equations, near, {})
    )


def _mixes_and_payoffs(
    strategic: NormalFormTables,
    equations: SupportEquations,
    near: Sequence[Floats],
    off_path: OffPath,
) -> Iterator[tuple[Floats, Floats]]:
    """Yield of each agent its mix and what its actions pay, as shares of the largest payoff."""
    full = []
    for size, support, own in zip(strategic.sizes, equations.supports, near, strict=True):
        mix = np.zeros(size)
        mix[list(support)] = own
        full.append(mix)
    for agent, chances in off_path.items():
        full[agent] = np.array([float(chances.get(a, 0)) for a in range(len(full[agent]))])
    for player, table in enumerate(strategic.paid):
        yield full[player], contract(in_shares(table), full, (player,))


def _rational_equilibrium(
    strategic: NormalFormTables,
    equations: SupportEquations,
    fine: Sequence[Sequence[arb]],
    off_path: OffPath,
) -> NPlayerEquilibrium | None:
    """Return the equilibrium if its probabilities are simple fractions."""
    most = 1 << RATIONAL_BITS // 3
    mixes = []
    for support, own in zip(equations.supports, fine, strict=True):
        chances = [as_fraction(x).limit_denominator(most) for x in own[:-1]]
        mixes.append(dict(zip(support, [*chances, 1 - sum(chances, Fraction(0))], strict=True)))
    if min(chance for mix in mixes for chance in mix.values()) <= 0:
        return None
    mixes = [dict(off_path.get(agent, mix)) for agent, mix in enumerate(mixes)]
    tables = strategic.table(mixes, Fraction(0))
    found = evaluate_profile(strategic.form, tuple(tables))
    if found.most:
        return None
    return NPlayerEquilibrium(_without_zeros(strategic.form.seats, tables), found.payoffs)


def _relation(numbers: Sequence[arb], bits: int) -> list[int] | None:
    """Return small integers whose products with some numbers nearly sum to 0."""
    size = len(numbers)
    unit = arb(2) ** bits
    rows = []
    for k, number in enumerate(numbers):
        rounded = (number * unit).mid().floor().unique_fmpz()
        if rounded is None:
            return None
        rows.append([int(k == j) for j in range(size)] + [rounded])
    best = fmpz_mat(rows).lll()
    return [int(best[0, k]) for k in range(size)]


def _equilibrium_from_conjugates(
    strategic: NormalFormTables,
    equations: SupportEquations,
    near: Sequence[Floats],
    off_path: OffPath,
) -> NPlayerEquilibrium | None:
    """Return the equilibrium in the field that all complex solutions of the equations show."""
    if type(equations) is not SupportEquations or equations.bound > MOST_DEGREE:
        return None
    found = field_of_solution(equations, near)
    if found is None:
        return None
    return _verified(strategic, equations, found, off_path)


def _field_equilibrium(
    strategic: NormalFormTables,
    equations: SupportEquations,
    fine: Sequence[Sequence[arb]],
    degree: int,
    bits: int,
    off_path: OffPath,
) -> NPlayerEquilibrium | None:
    """Return the equilibrium in the field of a coordinate, or of a sum of coordinates."""
    before = ctx.prec
    ctx.prec = 2 * bits + 64
    try:
        unknown = [x for own in fine for x in own[:-1]]
        mixed = sum(((k + 2) * x for k, x in enumerate(unknown)), arb(0))
        for generator in (unknown[0], unknown[-1], mixed):
            root = _recognised_root(generator, degree, bits)
            if root is None or root.rational:
                continue
            elements = _recognised_elements(root, generator, fine, bits)
            found = elements and _verified(
                strategic, equations, FieldOfSolution(root, ONE, elements), off_path
            )
            if found:
                return found
    finally:
        ctx.prec = before
    return None


def _recognised_root(number: arb, degree: int, bits: int) -> RealPoint | None:
    """Return a number as the root of an irreducible polynomial, if a short one is found."""
    coefficients = _relation([number**k for k in range(degree + 1)], bits)
    if coefficients is None or not any(coefficients[1:]):
        return None
    about = as_fraction(number)
    for factor, _ in fmpz_poly(coefficients).factor()[1]:
        near = abs(as_fraction(factor(number)))
        if near > Fraction(1, 1 << bits // 3):
            continue
        for root in isolate_roots_of_factor(factor, None, None):
            if root.low <= about <= root.high:
                return root
    return None


def _recognised_elements(
    root: RealPoint, number: arb, fine: Sequence[Sequence[arb]], bits: int
) -> list[list[fmpq_poly]] | None:
    """Return the probabilities as numbers of the root's field, by player; the last is the rest."""
    field, of = NumberField(root), fmpz_poly(list(root.root_of))
    slope = of.derivative()
    powers = [number**k for k in range(of.degree())]
    below = field.of([int(c) for c in slope.coeffs()])
    found = []
    for own in fine:
        elements = []
        for x in own[:-1]:
            relation = _relation([*powers, x * slope(number)], bits)
            if relation is None or not relation[-1]:
                return None
            top = field.of([-c for c in relation[:-1]])
            elements.append(field.over(top, below) / relation[-1])
        rest = ONE
        for element in elements:
            rest -= element
        found.append([*elements, rest])
    return found


def _vector_of_objects(elements: Sequence[fmpq_poly]) -> IntArray:
    """Return a vector; numpy would take a polynomial for a list of its coefficients."""
    found = np.empty(len(elements), dtype=object)
    for k, element in enumerate(elements):
        found[k] = element
    return found


def _verified(
    strategic: NormalFormTables,
    equations: SupportEquations,
    solution: FieldOfSolution,
    off_path: OffPath,
) -> NPlayerEquilibrium | None:
    """Return the profile if it is exactly an equilibrium with all of the support."""
    field, form = NumberField(solution.root), strategic.form
    over, numerators = solution.over, solution.numerators
    if field.sign(over) < 0:
        over, numerators = -over, [[-x for x in own] for own in numerators]
    if any(field.sign(x) <= 0 for own in numerators for x in own):
        return None
    below = field.over(ONE, over)
    elements = [[field.times(x, below) for x in own] for own in numerators]
    if not strategic.single:
        return _verified_in_tree(strategic, equations, field, solution.root, elements, off_path)
    mixes = [_vector_of_objects(own) for own in numerators]
    scale = ONE
    for _ in mixes[1:]:
        scale = field.times(scale, below)
    payoffs = []
    for player, (table, support) in enumerate(zip(strategic.paid, equations.supports, strict=True)):
        if sum(numerators[player], ZERO) != over:
            return None
        seen = [
            range(size) if k == player else equations.supports[k]
            for k, size in enumerate(strategic.sizes)
        ]
        earned = contract(table[np.ix_(*seen)].astype(object), mixes, (player,)).tolist()
        gains = [(x - earned[support[0]]) * ONE % field.modulus for x in earned]
        if any(gains[a] != 0 for a in support):
            return None
        if any(field.sign(gain) > 0 for gain in gains):
            return None
        paid = earned[support[0]] * ONE % field.modulus
        payoffs.append(field.times(paid, scale) / form.denominator)
    tables = strategic.table(
        [
            dict(zip(s, own, strict=True))
            for s, own in zip(equations.supports, elements, strict=True)
        ],
        ZERO,
    )
    return _in_numbers(form.seats, solution.root, tables, payoffs)


def _verified_in_tree(
    strategic: NormalFormTables,
    equations: SupportEquations,
    field: NumberField,
    root: RealPoint,
    elements: Sequence[Sequence[fmpq_poly]],
    off_path: OffPath,
) -> NPlayerEquilibrium | None:
    """Return the profile if no player gains by any strategy of the tree."""
    mixes = [
        {a: ONE * x.numerator / x.denominator for a, x in off_path[agent].items()}
        if agent in off_path
        else dict(zip(support, own, strict=True))
        for agent, (support, own) in enumerate(zip(equations.supports, elements, strict=True))
    ]
    tables = strategic.table(mixes, ZERO)
    payoffs, gains = evaluate_in_field(field, strategic.form, tables)
    if any(gain != 0 for gain in gains):
        return None
    return _in_numbers(strategic.form.seats, root, tables, payoffs)


def _in_numbers(
    seats: Sequence[str],
    root: RealPoint,
    tables: Sequence[Mapping[str, Mapping[str, fmpq_poly]]],
    payoffs: Sequence[fmpq_poly],
) -> NPlayerEquilibrium:
    numbers = [
        {
            view: {action: number_from_element(root, x) for action, x in mix.items()}
            for view, mix in table.items()
        }
        for table in tables
    ]
    paid = tuple(number_from_element(root, amount) for amount in payoffs)
    return NPlayerEquilibrium(_without_zeros(seats, numbers), paid, root)


def _without_zeros(
    seats: Sequence[str], tables: Sequence[StrategyTable]
) -> dict[str, StrategyTable]:
    """Return strategies by player, without the actions of probability 0."""
    return {
        seat: {view: {a: x for a, x in mix.items() if x} for view, mix in table.items()}
        for seat, table in zip(seats, tables, strict=True)
    }


# ---------------------------------------------------------------------- singular solutions

_GAUSS_NEWTON_STEPS = 40
_ON_CURVE = 1e-11
"""Of values of the equations and of steps."""
_SINGULAR = 1e-7
"""Of a singular value, as a share of the largest one: below it is taken for 0 by the search."""
_INSIDE = 1e-3
"""The least probability of a point on a curve that is tried."""
_DENOMINATORS = (2, 3, 4, 5, 8, 16, 64)
_DEGREE_UNKNOWN = _MOST_RELATION_DEGREE + 1
"""Instead of a bound on the degree, of which Bernstein's theorem says nothing if coordinates are
fixed: as for every bound above the greatest degree, the degrees of ``_DEGREES`` are tried."""


class SlicedEquations(SupportEquations):
    """The equations of a support with some coordinates fixed in place of dependent equations."""

    def __init__(
        self,
        payoffs: Sequence[IntArray],
        supports: Supports,
        fixed: Mapping[int, tuple[int, Fraction]],
    ) -> None:
        super().__init__(payoffs, supports)
        self.bound = _DEGREE_UNKNOWN
        self.fixed = fixed
        """By the number of an equation that is left out: a coordinate, and its value."""

    def linearized(
        self, tables: Sequence[IntArray], mixes: Sequence[IntArray]
    ) -> tuple[IntArray, IntArray]:
        """Return the values of the equations at a profile, and their derivatives."""
        values, rows = super().linearized(tables, mixes)
        unknowns = np.concatenate(mixes)
        for row, (place, value) in self.fixed.items():
            exact = unknowns.dtype == object
            at = arb(value.numerator) / value.denominator if exact else float(value)
            rows[row] = 0 * rows[row]
            rows[row, place] += 1
            values[row] = unknowns[place] - at
        return values, rows


def sliced_solutions(
    payoffs: Sequence[IntArray], supports: Supports, start: Sequence[Floats]
) -> Iterator[tuple[SlicedEquations, list[Floats]]]:
    """Yield points of a support next to a start at which the equations are singular, in floats."""
    equations = SupportEquations(payoffs, supports)
    mixes = [np.maximum(own[list(s)], _INSIDE) for own, s in zip(start, supports, strict=True)]
    mixes = [own / own.sum() for own in mixes]
    for _ in range(_GAUSS_NEWTON_STEPS):
        values, rows = equations.linearized(equations.floats, mixes)
        step = np.linalg.lstsq(rows, values, rcond=_SINGULAR)[0]
        mixes = np.split(np.concatenate(mixes) - step, np.cumsum(equations.sizes)[:-1])
        if abs(step).max() < _ON_CURVE or not np.isfinite(step).all():
            break
    values, rows = equations.linearized(equations.floats, mixes)
    if abs(values).max() > _ON_CURVE or min(own.min() for own in mixes) < _INSIDE:
        return
    left, sizes, right = np.linalg.svd(rows)
    lost = int((sizes < _SINGULAR * sizes[0]).sum())
    if not lost:
        return
    sums = {int(k) for k in np.cumsum([0, *equations.sizes[:-1]])}
    dropped = _pivots(left[:, -lost:], [k for k in range(len(rows)) if k not in sums])
    places = _pivots(right[-lost:].T, range(len(rows)))
    at = np.concatenate(mixes)
    for most in _DENOMINATORS:
        near = [Fraction(float(at[place])).limit_denominator(most) for place in places]
        if not all(0 < value < 1 for value in near):
            continue
        fixed = dict(zip(dropped, zip(places, near, strict=True), strict=True))
        sliced = SlicedEquations(payoffs, supports, fixed)
        whole = [np.zeros(len(own)) for own in start]
        for own, s, mix in zip(whole, supports, mixes, strict=True):
            own[list(s)] = mix
        found = sliced.solve(whole)
        if found is not None:
            yield sliced, found


def common_zero(polynomials: Sequence[Polynomial], begin: Floats) -> Floats | None:
    """Return a common zero of polynomials in floats, next to a point; None if none is found."""
    at = begin.copy()
    slopes = [[derivative(own, k) for k in range(len(at))] for own in polynomials]
    for _ in range(_GAUSS_NEWTON_STEPS):
        values = [_float_value(own, at) for own in polynomials]
        rows = [[_float_value(own, at) for own in row] for row in slopes]
        step = np.linalg.lstsq(np.array(rows), np.array(values), rcond=_SINGULAR)[0]
        at = at - step
        if not np.isfinite(at).all() or abs(at).max() > FAR:
            return None
        if abs(step).max() < _ON_CURVE:
            return np.asarray(at)
    return None


def _float_value(polynomial: Polynomial, at: Floats) -> float:
    return float(sum(c * float(at[list(m)].prod()) for m, c in polynomial.items()))


def _pivots(vectors: Floats, rows: Sequence[int]) -> list[int]:
    """Return rows of a matrix of full column rank that are linearly independent, one per column."""
    rest, found = vectors.copy(), []
    for _ in range(vectors.shape[1]):
        best = max(rows, key=lambda k: float(np.linalg.norm(rest[k])))
        found.append(best)
        direction = rest[best] / (np.linalg.norm(rest[best]) or 1.0)
        rest = rest - np.outer(rest @ direction, direction)
    return found


# ---------------------------------------------------------------------- neighbourhoods

_SHARES = (Fraction(3, 4), Fraction(1, 2), *(Fraction(1, 1 << k) for k in range(2, 14)))
"""Sizes of the simplices that are tried around an equilibrium, the largest first."""
_MULTIPLIER_BITS = 16


def neighbourhood(
    equations: SupportEquations, near: Sequence[Floats], reached: Sequence[bool]
) -> Neighbourhood | None:
    """Return simplices around a solution in which there is no other; None where none is found.

    Nothing is demanded of agents that are not reached.
    """
    for share in _SHARES:
        bits = 8
        while (1 << bits) * min(own.min() for own in near) * (1 - float(share)) < 16:
            bits += 1
            if bits > 40:
                return None
        bits += int(1 / share).bit_length()
        least = [
            [int(x * (1 - float(share)) * (1 << bits)) for x in own]
            if len(own) > 1
            else [1 << bits]
            for own in near
        ]
        low, high = slope_bounds(equations, least, 1 << bits)
        multipliers = _diagonal_multipliers(low, high)
        if multipliers is not None:
            supports = tuple(
                own if matters else ()
                for own, matters in zip(equations.supports, reached, strict=True)
            )
            bounds = tuple(
                tuple(own) if matters else () for own, matters in zip(least, reached, strict=True)
            )
            return Neighbourhood(supports, bounds, 1 << bits, multipliers)
    return None


def slope_bounds(
    equations: SupportEquations, least: Sequence[Sequence[int]], denominator: int
) -> tuple[IntArray, IntArray]:
    """Return the least and greatest slopes of the equations, by equation and unknown.

    An unknown is the probability of an action but the first, which the first one gives up. The
    slope is linear in the mix of each of the other players, so its bounds are at vertices.
    """
    players = range(len(equations.sizes))
    low, high = [], []
    for player in players:
        for action in range(1, equations.sizes[player]):
            table = equations.tables[player].astype(object)
            gap = table.take([action], player) - table.take([0], player)
            row = [
                _slope_range(gap, player, k, c, least, denominator)
                for k in players
                for c in range(1, equations.sizes[k])
            ]
            low.append([pair[0] for pair in row])
            high.append([pair[1] for pair in row])
    size = len(low)
    return np.array(low, object).reshape(size, size), np.array(high, object).reshape(size, size)


def _slope_range(
    gap: IntArray,
    player: int,
    unknown: int,
    action: int,
    least: Sequence[Sequence[int]],
    denominator: int,
) -> tuple[int, int]:
    """Return the bounds of what an equation changes with a player's probability of an action."""
    if unknown == player:
        return 0, 0
    table = gap.take([action], unknown) - gap.take([0], unknown)
    for other, own in enumerate(least):
        if other in (player, unknown):
            continue
        bound = np.array(own, object)
        base = np.tensordot(table, bound, (other, 0))
        table = np.expand_dims(base, other) + (denominator - sum(own)) * table
    return int(table.min()), int(table.max())


def _diagonal_multipliers(low: IntArray, high: IntArray) -> tuple[tuple[int, ...], ...] | None:
    """Return integers whose product with every matrix within bounds is diagonally dominant."""
    size = len(low)
    if not size:
        return ()
    scales = [int(max(abs(low[k]).max(), abs(high[k]).max()) or 1) for k in range(size)]
    middle = np.array(
        [
            [float(Fraction(int(x), 2 * scale)) for x in row]
            for row, scale in zip(low + high, scales, strict=True)
        ]
    )
    shares = [(max(scales) << _MULTIPLIER_BITS) // scale for scale in scales]
    try:
        inverse = np.linalg.inv(middle)
    except np.linalg.LinAlgError:
        return None
    if not np.isfinite(inverse).all():
        return None
    rows = []
    for k, row in enumerate(inverse):
        most = abs(row).max()
        scaled = [
            round(float(x / most) * (1 << _MULTIPLIER_BITS)) * share
            for x, share in zip(row, shares, strict=True)
        ]
        if not _is_dominant(k, scaled, low, high):
            return None
        rows.append(tuple(scaled))
    return tuple(rows)


def _is_dominant(row: int, multipliers: Sequence[int], low: IntArray, high: IntArray) -> bool:
    """Return whether a row of the product is sure to be more than the rest on the diagonal."""
    own, rest = 0, 0
    for column in range(len(low)):
        least = most = 0
        for k, by in enumerate(multipliers):
            ends = by * int(low[k, column]), by * int(high[k, column])
            least, most = least + min(ends), most + max(ends)
        if column == row:
            own = max(least, -most)
        else:
            rest += max(abs(least), abs(most))
    return own > rest
