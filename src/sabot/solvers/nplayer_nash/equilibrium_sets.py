"""Sets of equilibria that are not isolated: by equations, and as products of polytopes.

*By equations.* The equilibria that use just the actions of a support are the profiles at which all
these actions of a player pay the same (equations), no other action pays more (conditions), and all
probabilities are positive. An equation may have factors. One that has no zero among positive
probabilities is left out, and near an equilibrium those count that are 0 there; a *branch* is a
choice of one factor of each equation. An equation in one unknown gives its value, which is put into
the others. Two opposite conditions are an equation. Of the others those are left out that hold
everywhere or follow from another one. If the gradients of the equations that are left are linearly
independent at the point, the set is a manifold near it, whose dimension is the number of unknowns
less that of the equations (implicit function theorem). Else, or if an action that is not used pays
as much at the point, that is a bound.

*Products.* If every equation and condition has the unknowns of one player only, the set is a
product of polytopes, one for each player. Given the vertices of the others, the mixes of a player
that make equilibria of all combinations are a polytope, whose vertices are enumerated exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import islice, product
from math import lcm

import numpy as np

from sabot.forms.algebra.algebraic_number import Real
from sabot.results.nplayer_nash import NPlayerEquilibrium, SetByEquations
from sabot.solvers.lp.program import IntArray
from sabot.solvers.nplayer.support_enumeration import NormalFormTables
from sabot.solvers.nplayer_nash.multilinear import (
    Polynomial,
    as_equation,
    factors_of,
    follows_from,
    gain_polynomial,
    gradient_at,
    longest_first,
    polynomial_text,
    product_of,
    rank_and_sign,
    sign_inside,
    sign_of,
    value_at,
    with_value,
)
from sabot.solvers.nplayer_nash.subdivision import Floats, Supports, VertexCell
from sabot.solvers.nplayer_nash.support_point import common_zero
from sabot.solvers.vertex_enumeration import enumerate_extreme_rays

_MOST_BRANCHES = 16
"""Of a support, from which points are looked for."""

Mixes = Sequence[Sequence[Real]]
"""By player the probability of each action."""


def mixes_of(strategic: NormalFormTables, one: NPlayerEquilibrium) -> list[list[Real]]:
    """Return the probabilities of an equilibrium of a game in which every player chooses once."""
    return [
        [one.strategies[side.name][side.cells[0].key].get(a, Fraction(0)) for a in own]
        if (own := side.cells[0].actions if side.cells else ())
        else [Fraction(1)]
        for side in strategic.form.sides
    ]


class SupportConditions:
    """What makes a profile that uses just the actions of a support an equilibrium."""

    def __init__(self, strategic: NormalFormTables, supports: Supports) -> None:
        self.supports = supports
        self._sides = strategic.form.sides
        self.unknowns: list[list[int]] = []
        """By player the numbers of its unknowns."""
        self.names: dict[str, tuple[str, str]] = {}
        """By name of an unknown: whose probability of which action it is."""
        self._name_unknowns()
        self.equations: list[Polynomial] = []
        """Each is 0."""
        self.inequalities: list[Polynomial] = []
        """None is positive."""
        for player, (paid, support) in enumerate(zip(strategic.paid, supports, strict=True)):
            for action in range(paid.shape[player]):
                gain = _gain(paid.astype(object), player, supports, action)
                polynomial = gain_polynomial(gain, player, self.unknowns)
                if polynomial:
                    own = self.equations if action in support else self.inequalities
                    own.append(polynomial)

    def _name_unknowns(self) -> None:
        """Name the unknowns: a letter for each player who mixes, with a number if it has several.

        The letters are p, q, r and so on; of many players x and a number.
        """
        mixing = sum(len(support) > 1 for support in self.supports)
        letters = iter("pqrstuvwxyz" if mixing < 12 else [f"x{k}_" for k in range(mixing)])
        for side, support in zip(self._sides, self.supports, strict=True):
            letter = next(letters) if len(support) > 1 else ""
            first = len(self.names)
            for n, action in enumerate(support[:-1], 1):
                name = letter if len(support) == 2 else f"{letter}{n}"
                self.names[name] = side.name, side.cells[0].actions[action]
            self.unknowns.append([*range(first, len(self.names))])

    @property
    def named_supports(self) -> dict[str, tuple[str, ...]]:
        """By player the names of the actions; nothing of a player who has no choice."""
        return {
            side.name: tuple(side.cells[0].actions[a] for a in support) if side.cells else ()
            for side, support in zip(self._sides, self.supports, strict=True)
        }

    def unknown_values(self, mixes: Mixes) -> list[Real]:
        """Return the values of the unknowns at a profile."""
        pairs = zip(mixes, self.supports, strict=True)
        return [mix[action] for mix, support in pairs for action in support[:-1]]

    @cached_property
    def factors(self) -> list[list[Polynomial]]:
        """By equation its factors that can be 0 among positive probabilities."""
        return [
            [factor for factor in factors_of(own) if not sign_inside(factor, self.unknowns)]
            for own in self.equations
        ]

    @property
    def impossible(self) -> bool:
        """Whether no equilibrium uses just these actions: one of them is seen to pay less."""
        if not all(self.factors):
            return True
        return any(sign_inside(own, self.unknowns) > 0 for own in self.inequalities)

    def starts(self, start: Sequence[Floats]) -> Iterator[list[Floats]]:
        """Yield a profile in floats on each branch, from a given one; first the given one."""
        yield list(start)
        if all(len(own) == 1 for own in self.factors):
            return
        begin = np.array(
            [start[k][action] for k, support in enumerate(self.supports) for action in support[:-1]]
        )
        for branch in islice(product(*self.factors), _MOST_BRANCHES):
            at = common_zero(branch, begin)
            found = None if at is None else self._profile(at, start)
            if found is not None:
                yield found

    def _profile(self, at: Floats, like: Sequence[Floats]) -> list[Floats] | None:
        """Return the profile with these unknowns; None if a probability is not positive."""
        found = []
        for own, support, numbers in zip(like, self.supports, self.unknowns, strict=True):
            mix = np.zeros(len(own))
            mix[list(support[:-1])] = at[numbers]
            mix[support[-1]] = 1 - at[numbers].sum()
            if mix[list(support)].min() <= 0:
                return None
            found.append(mix)
        return found

    def near(self, mixes: Mixes) -> SetNear | None:
        """Return the set of equilibria around one with this support; None: a single point."""
        at = self.unknown_values(mixes)
        equations, inequalities = list(self.equations), list(self.inequalities)
        values: list[Polynomial] = []
        while True:
            equations += self._implied(inequalities)
            equations = [factor for own in equations for factor in self._zero_at(own, at)]
            value = next(filter(_is_value, equations), None)
            if value is None:
                break
            values.append(value)
            equations, inequalities = (
                [put for own in some if (put := _with_value_of(own, value))]
                for some in (equations, inequalities)
            )
        equations = [*values, *equations]
        equations = _independent(equations)
        implied = self._implied(inequalities)
        short = self._without_sure_factors
        inequalities = [own for own in inequalities if short(own) not in implied]
        strict = all(sign_of(value_at(own, at)) < 0 for own in inequalities)
        rank, _ = rank_and_sign([gradient_at(own, at) for own in equations])
        if rank == len(at):
            return None
        return SetNear(
            self.supports,
            tuple(map(_hashable, equations)),
            tuple(map(_hashable, self._needed(inequalities, equations))),
            self,
            len(at) - rank,
            rank == len(equations) and strict,
            any(len(self._zero_factors(own, at)) > 1 for own in self.equations),
        )

    def _implied(self, inequalities: Sequence[Polynomial]) -> list[Polynomial]:
        """Return what is 0 as neither it nor its opposite may be positive: an equation."""
        short = [self._without_sure_factors(own) for own in inequalities]
        return [own for own in short if {m: -c for m, c in own.items()} in short]

    def _zero_factors(self, polynomial: Polynomial, at: Sequence[Real]) -> list[Polynomial]:
        return [
            factor
            for factor in factors_of(polynomial)
            if not sign_inside(factor, self.unknowns) and value_at(factor, at) == 0
        ]

    def _zero_at(self, polynomial: Polynomial, at: Sequence[Real]) -> list[Polynomial]:
        """Return the factor of an equation that is 0 at a point; the equation if several are."""
        zero = self._zero_factors(polynomial, at)
        return zero if len(zero) == 1 else [as_equation(polynomial)]

    def _needed(
        self, inequalities: Sequence[Polynomial], equations: Sequence[Polynomial]
    ) -> list[Polynomial]:
        """Return conditions in short form, without those that hold or follow from another one."""
        short = [self._without_sure_factors(own) for own in inequalities]
        short = [own for own in short if own and sign_inside(own, self.unknowns) >= 0]
        short = [own for own in short if len(_independent([*equations, own])) > len(equations)]
        found: list[Polynomial] = []
        for own in short:
            if not any(follows_from(own, other, self.unknowns) for other in found):
                found = [o for o in found if not follows_from(o, own, self.unknowns)] + [own]
        return found

    def _without_sure_factors(self, polynomial: Polynomial) -> Polynomial:
        """Return a polynomial with the same sign wherever all probabilities are positive."""
        factors = factors_of(polynomial)
        whole: Polynomial = {(): 1}
        rest: Polynomial = {(): 1}
        for factor in factors:
            whole = product_of(whole, factor)
            sign = sign_inside(factor, self.unknowns)
            rest = product_of(rest, {(): sign} if sign else factor)
        lead = min(polynomial, key=longest_first)
        return rest if polynomial[lead] * whole[lead] > 0 else {m: -c for m, c in rest.items()}


_Terms = tuple[tuple[tuple[int, ...], int], ...]


def _hashable(polynomial: Polynomial) -> _Terms:
    return tuple(sorted(polynomial.items()))


@dataclass(frozen=True)
class SetNear:
    """The equilibria near one of them that use the same actions: equal if they are one set."""

    supports: Supports
    equations: tuple[_Terms, ...]
    inequalities: tuple[_Terms, ...]
    conditions: SupportConditions = field(compare=False, repr=False)
    dimension: int = field(compare=False)
    manifold: bool = field(compare=False)
    crossing: bool = field(compare=False)
    """Whether branches meet at the equilibrium: two factors of an equation are 0."""

    @property
    def is_product(self) -> bool:
        """Whether every equation and condition is on the mix of one player alone."""
        owner = {k: n for n, own in enumerate(self.conditions.unknowns) for k in own}
        return all(
            len({owner[k] for monomial, _ in own for k in monomial}) <= 1
            for own in (*self.equations, *self.inequalities)
        )

    def covers(self, cell: VertexCell) -> bool:
        """Return whether all profiles of a cell use these actions and satisfy what is demanded.

        What is demanded is multilinear, so it is looked at for profiles of vertices.
        """
        for vertices in product(*cell):
            if any(
                x and a not in support
                for vertex, support in zip(vertices, self.supports, strict=True)
                for a, x in enumerate(vertex)
            ):
                return False
            at = self.conditions.unknown_values(vertices)
            if any(value_at(dict(own), at) != 0 for own in self.equations):
                return False
            if any(sign_of(value_at(dict(own), at)) > 0 for own in self.inequalities):
                return False
        return True

    @property
    def described(self) -> SetByEquations:
        """The set in the names of the game."""
        names = list(self.conditions.names)
        return SetByEquations(
            self.conditions.named_supports,
            dict(self.conditions.names),
            tuple(f"{polynomial_text(dict(own), names)} = 0" for own in self.equations),
            tuple(f"{polynomial_text(dict(own), names)} <= 0" for own in self.inequalities),
            self.dimension,
            self.manifold,
        )


def set_near(strategic: NormalFormTables, mixes: Mixes) -> SetNear | None:
    """Return the set of equilibria around one with the same support; None: a single point.

    >>> from sabot.io.nfg import parse_nplayer_nfg
    >>> from sabot.solvers.nplayer.support_enumeration import NormalFormTables
    >>> paid = "0 0 1" + 18 * " 0" + " 0 0 1"  # Ann and Bob are paid nothing
    >>> form = parse_nplayer_nfg('NFG 1 R "" { "Ann" "Bob" "Cleo" } { 2 2 2 } ' + paid)
    >>> found = set_near(NormalFormTables(form), [[Fraction(1, 2)] * 2] * 3).described
    >>> found.dimension, found.equations, found.unknowns["p"]
    (2, ('p + q - 1 = 0',), ('Ann', '1'))
    """
    supports = tuple(tuple(a for a, x in enumerate(mix) if x) for mix in mixes)
    return SupportConditions(strategic, supports).near(mixes)


def _is_value(equation: Polynomial) -> bool:
    """Return whether an equation gives the value of one unknown."""
    unknowns = [m for m in equation if m]
    return len(unknowns) == 1 and len(unknowns[0]) == 1


def _with_value_of(polynomial: Polynomial, equation: Polynomial) -> Polynomial:
    """Return a polynomial with the value that an equation gives its unknown."""
    ((unknown,),) = (m for m in equation if m)
    return with_value(polynomial, unknown, Fraction(-equation.get((), 0), equation[unknown,]))


def _independent(equations: Sequence[Polynomial]) -> list[Polynomial]:
    """Return equations of which the others are sums: they have the same solutions."""
    monomials = sorted({m for own in equations for m in own}, key=longest_first)
    found: list[Polynomial] = []
    for own in equations:
        rows = [[Fraction(one.get(m, 0)) for m in monomials] for one in (*found, own)]
        if rank_and_sign(rows)[0] > len(found):
            found.append(own)
    return found


def _gain(paid: IntArray, player: int, supports: Supports, action: int) -> IntArray:
    """Return what an action pays more than the first of the support, where all use supports."""
    more, less = (
        paid[np.ix_(*([a] if k == player else own for k, own in enumerate(supports)))]
        for a in (action, supports[player][0])
    )
    return np.asarray(more - less)


# ---------------------------------------------------------------------- products


def widened_product(strategic: NormalFormTables, cell: VertexCell, first: int) -> VertexCell:
    """Return a product of polytopes of equilibria with a given one in it, as wide as it can be.

    The polytopes of the players are made as large as the others allow, one after the other, the
    *first* one before the others.
    """
    found = list(cell)
    for player in (first, *(k for k in range(len(found)) if k != first)):
        found[player] = _mixes_in_equilibrium(strategic, found, player)
    return tuple(found)


def dimension_of(vertices: Sequence[Sequence[Fraction]]) -> int:
    """Return the dimension of a polytope."""
    origin, *others = vertices
    rows = [[x - y for x, y in zip(other, origin, strict=True)] for other in others]
    return rank_and_sign(rows)[0]


def _mixes_in_equilibrium(
    strategic: NormalFormTables, cell: Sequence[Sequence[tuple[Fraction, ...]]], player: int
) -> tuple[tuple[Fraction, ...], ...]:
    """Return the vertices of the mixes of a player that are in equilibrium with all vertices."""
    weights = [_integer_rows(own) for own in cell]
    actions = np.eye(strategic.sizes[player], dtype=object)
    weights[player] = actions
    own = _paid_at(strategic.paid[player], weights, player)
    best = [a for a in range(len(actions)) if (own[a] == own.max(axis=0)).all()]
    planes = []
    for other, vertices in enumerate(cell):
        if other == player:
            continue
        paid = _paid_at(strategic.paid[other], weights, other)
        used = [a for a in range(paid.shape[0]) if any(vertex[a] for vertex in vertices)]
        axis = 1 + player - (player > other)
        for one in used:
            for two in range(paid.shape[0]):
                rows = np.moveaxis(paid[one] - paid[two], axis - 1, -1)
                planes += [[int(row[a]) for a in best] for row in rows.reshape(-1, len(actions))]
    planes = [plane for plane in planes if any(plane)]
    found = []
    for ray in enumerate_extreme_rays(len(best), [], planes):
        mix = [Fraction(0)] * len(actions)
        for a, weight in zip(best, ray, strict=True):
            mix[a] = Fraction(weight, sum(ray))
        found.append(tuple(mix))
    return tuple(sorted(found))


def _integer_rows(vertices: Sequence[Sequence[Fraction]]) -> IntArray:
    """Return mixes as rows of integers, each times a positive number."""
    rows = []
    for vertex in vertices:
        below = lcm(*(x.denominator for x in vertex))
        rows.append([int(x * below) for x in vertex])
    return np.array(rows, dtype=object)


def _paid_at(paid: IntArray, weights: Sequence[IntArray], player: int) -> IntArray:
    """Return payoffs by own action, then by vertices of the others, each times a positive number.

    The number is the same for all actions of the player.
    """
    table = paid.astype(object)
    for k, rows in enumerate(weights):
        if k != player:
            table = np.moveaxis(np.tensordot(rows, table, (1, k)), 0, k)
    return np.moveaxis(table, player, 0)
