"""What is near an equilibrium: the index of a regular one, and the set around another one.

*Regular.* An equilibrium is quasi-strict if every best response is played. Take its support, and
for each player the gains of the actions of the support over the first one, as functions of the
probabilities of these actions. If the equilibrium is quasi-strict and the Jacobian matrix J of the
gains is regular, the equilibrium is regular (Harsanyi 1973): it is isolated, and its index is the
sign of ``det(-J)``. The indices of all components of equilibria sum to 1 (Ritzberger 1994); a
strict equilibrium has index 1. The checkers find the sign in another way: from the multipliers of
the neighbourhood.

*Sets.* The equilibria that use just the actions of a support are the profiles at which these gains
are 0 (equations), no other action pays more (inequalities), and all probabilities are positive. An
equation may have factors: one that has no zero among positive probabilities is left out, and of the
others that is taken which is 0 at the point. If the gradients of the equations that are left are
linearly independent at the point, the set is a manifold near it, whose dimension is the number of
unknowns less that of the equations (implicit function theorem). Else, or if an action that is not
used pays as much at the point, that is a bound.

Everything is computed in the number field of the equilibrium.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import gcd, prod
from typing import TYPE_CHECKING

import numpy as np

from sabot.forms.algebra.algebraic_number import Real
from sabot.progress import report_progress
from sabot.results.nplayer_nash import (
    CurvedSet,
    EquilibriumIndex,
    NPlayerEquilibria,
    NPlayerEquilibrium,
)
from sabot.solvers.lp.program import IntArray
from sabot.solvers.nplayer.support_enumeration import NormalFormTables
from sabot.solvers.nplayer_nash.subdivision import Supports
from sabot.solvers.nplayer_nash.support_point import SupportEquations, contract

if TYPE_CHECKING:
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm

# ---------------------------------------------------------------------- the index


def obstacle_to_index(form: NPlayerSequenceForm) -> str:
    """Return why the index is not computed, in words; empty where it is."""
    if any(len(side.cells) > 1 for side in form.sides):
        return (
            "the index for three and more players is computed in games in which every player has "
            "one information set, such as those of .nfg files"
        )
    return ""


def with_nplayer_indices(form: NPlayerSequenceForm, found: NPlayerEquilibria) -> NPlayerEquilibria:
    """Return a complete list with the index of each regular equilibrium.

    >>> from sabot.io.nfg import parse_nplayer_nfg
    >>> from sabot.solvers.nplayer_nash.solve import list_nplayer_equilibria
    >>> meet = "1 1 1" + 18 * " 0" + " 2 2 2"  # all meet at the first place, or at the second
    >>> form = parse_nplayer_nfg('NFG 1 R "" { "A" "B" "C" } { 2 2 2 } ' + meet)
    >>> found = list_nplayer_equilibria("meet", form)
    >>> [one.index for one in with_nplayer_indices(form, found).indices]
    [1, 1, -1]
    """
    strategic = NormalFormTables(form)
    shown = found.certificate["neighbourhoods"]
    indices = []
    for number, (one, around) in enumerate(zip(found.equilibria, shown, strict=True)):
        report_progress("computing indices", number, found.count, "equilibria")
        indices.append(_index_of(strategic, one, isolated=around is not None))
    result = replace(found, indices=tuple(indices))
    regular = not found.subsets and all(one.index for one in indices)
    assert not (regular and result.rest_index), "the indices of all components sum to 1"
    return result


def _index_of(
    strategic: NormalFormTables, one: NPlayerEquilibrium, *, isolated: bool
) -> EquilibriumIndex:
    """Return what an equilibrium is; *isolated*: the equations have no other solution nearby."""
    mixes = [_vector(own or (Fraction(1),)) for own in one.vectors()]
    supports = tuple(tuple(a for a, x in enumerate(mix) if x) for mix in mixes)
    quasi_strict = True
    for player, (paid, support) in enumerate(zip(strategic.paid, supports, strict=True)):
        earned = contract(paid.astype(object), mixes, (player,))
        tied = [a for a, x in enumerate(earned) if x == earned[support[0]]]
        quasi_strict &= tuple(tied) == support
    index = None
    if quasi_strict and isolated:
        equations = SupportEquations(strategic.paid, supports)
        inside = [_vector([mix[a] for a in own]) for mix, own in zip(mixes, supports, strict=True)]
        tables = [table.astype(object) for table in equations.tables]
        # a row that says that the probabilities of a player sum to 1 does not change the sign
        rows = equations.linearized(tables, inside)[1].tolist()
        _, sign = eliminated([[Fraction(0) + x for x in row] for row in rows])
        assert sign, "where the equations have no other solution nearby, the matrix is regular"
        index = sign * (-1) ** sum(len(own) - 1 for own in supports)
    strict = quasi_strict and all(len(own) == 1 for own in supports)
    return EquilibriumIndex(strict, quasi_strict, index)


def _vector(numbers: Sequence[Real]) -> IntArray:
    found = np.empty(len(numbers), dtype=object)
    found[:] = numbers
    return found


def eliminated(rows: Sequence[Sequence[Real]]) -> tuple[int, int]:
    """Return the rank of a matrix of exact numbers of one field, and the sign of its determinant.

    The sign is 0 unless the matrix is square and regular.

    >>> eliminated([[Fraction(0), Fraction(2)], [Fraction(3), Fraction(1)]])
    (2, -1)
    >>> eliminated([[Fraction(1), Fraction(2)], [Fraction(2), Fraction(4)]])
    (1, 0)
    """
    rank, sign = 0, int(all(len(row) == len(rows) for row in rows))
    left = [list(row) for row in rows]
    while left and left[0]:
        place = next((k for k, row in enumerate(left) if row[0]), None)
        if place is None:
            left, sign = [row[1:] for row in left], 0
            continue
        pivot = left.pop(place)
        rank, sign = rank + 1, sign * (-1) ** place * _sign(pivot[0])
        shares = [row[0] / pivot[0] for row in left]
        left = [
            [x - share * y for x, y in zip(row[1:], pivot[1:], strict=True)] if share else row[1:]
            for row, share in zip(left, shares, strict=True)
        ]
    return rank, sign if rank == len(rows) else 0


def _sign(number: Real) -> int:
    if isinstance(number, Fraction):
        return (number > 0) - (number < 0)
    return number.field.sign(number.element)


# ---------------------------------------------------------------------- polynomials

Monomial = tuple[int, ...]
"""The numbers of the unknowns whose product it is, at most one of each player, in order."""
Polynomial = dict[Monomial, int]
Unknowns = Sequence[Sequence[int]]
"""By player the numbers of its unknowns: the probabilities of its actions except the last one."""


def _polynomial(gain: IntArray, player: int, unknowns: Unknowns) -> Polynomial:
    """Return a gain as a polynomial, divided by what its coefficients have in common.

    *gain*: by profile of actions; the player's own axis has length 1.
    """
    table = gain.astype(object)
    for axis in range(table.ndim):
        if axis != player:
            lines = np.moveaxis(table, axis, 0)
            table = np.moveaxis(np.concatenate([lines[:-1] - lines[-1:], lines[-1:]]), 0, axis)
    found = {}
    for spot in np.ndindex(*table.shape):
        if table[spot]:
            pairs = enumerate(zip(unknowns, spot, strict=True))
            used = (own[a] for k, (own, a) in pairs if k != player and a < len(own))
            found[tuple(sorted(used))] = int(table[spot])
    shared = gcd(*found.values()) or 1
    return {monomial: c // shared for monomial, c in found.items()}


def _normal(polynomial: Polynomial) -> Polynomial:
    """Return a polynomial that is the same equation: without common divisor, the lead positive."""
    shared = gcd(*polynomial.values())
    lead = min(polynomial, key=_falling)
    sign = 1 if polynomial[lead] > 0 else -1
    return {monomial: sign * c // shared for monomial, c in polynomial.items()}


def _falling(monomial: Monomial) -> tuple[int, Monomial]:
    """Return what monomials are sorted by: long products first."""
    return -len(monomial), monomial


def _factors(polynomial: Polynomial) -> list[Polynomial]:
    """Return a polynomial as a product: factors with one unknown, and what is left.

    >>> _factors({(0, 1): 2, (0,): -1, (1,): 4, (): -2})  # (p + 2) (2 q - 1)
    [{(0,): 1, (): 2}, {(1,): 2, (): -1}]
    """
    found = []
    rest = polynomial
    for unknown in sorted({k for monomial in polynomial for k in monomial}):
        slope = {tuple(k for k in m if k != unknown): c for m, c in rest.items() if unknown in m}
        start = {m: c for m, c in rest.items() if unknown not in m}
        if not slope or slope.keys() == {()}:
            continue
        shares = {Fraction(start.get(m, 0), c) for m, c in slope.items()}
        if len(shares) == 1 and start.keys() <= slope.keys():
            (share,) = shares
            linear = {(unknown,): share.denominator, (): share.numerator}
            found.append({m: c for m, c in linear.items() if c})
            rest = slope
    return [*found, _normal(rest)]


def _has_no_zero(polynomial: Polynomial, unknowns: Unknowns) -> bool:
    """Return whether a polynomial has one sign wherever all probabilities are positive.

    It is multilinear: least and greatest at vertices, where each player has one action.
    """
    values = [
        sum(c for m, c in polynomial.items() if set(m) <= set(chosen))
        for chosen in product(*((*own, None) for own in unknowns))
    ]
    return any(values) and (min(values) >= 0 or max(values) <= 0)


def _value(polynomial: Polynomial, at: Sequence[Real]) -> Real:
    total: Real = Fraction(0)
    for monomial, c in polynomial.items():
        total = total + prod((at[k] for k in monomial), start=Fraction(c))
    return total


def _gradient(polynomial: Polynomial, at: Sequence[Real]) -> list[Real]:
    return [
        _value({tuple(j for j in m if j != k): c for m, c in polynomial.items() if k in m}, at)
        for k in range(len(at))
    ]


def _text(polynomial: Polynomial, names: Sequence[str]) -> str:
    """Return a polynomial as text.

    >>> _text({(0, 1): -1, (1,): 3, (): -2}, ["p", "q"])
    '-p*q + 3*q - 2'
    """
    found = ""
    for monomial in sorted(polynomial, key=_falling):
        c = polynomial[monomial]
        factors = [names[k] for k in monomial]
        if abs(c) != 1 or not factors:
            factors = [str(abs(c)), *factors]
        sign = ("-" if c < 0 else "+") if found else ("-" if c < 0 else "")
        found += (f" {sign} " if found else sign) + "*".join(factors)
    return found


# ---------------------------------------------------------------------- sets


def describe_set(strategic: NormalFormTables, one: NPlayerEquilibrium) -> CurvedSet | None:
    """Return the set of equilibria around one with the same support; None: a single point.

    >>> from sabot.io.nfg import parse_nplayer_nfg
    >>> from sabot.solvers.nplayer.support_enumeration import NormalFormTables
    >>> paid = "0 0 1" + 18 * " 0" + " 0 0 1"  # Ann and Bob are paid nothing
    >>> form = parse_nplayer_nfg('NFG 1 R "" { "Ann" "Bob" "Cleo" } { 2 2 2 } ' + paid)
    >>> half = {"-": {"1": Fraction(1, 2), "2": Fraction(1, 2)}}
    >>> point = NPlayerEquilibrium({"Ann": half, "Bob": half, "Cleo": half}, (Fraction(0),) * 3)
    >>> found = describe_set(NormalFormTables(form), point)
    >>> found.dimension, found.equations, dict(found.unknowns)["p"]
    (2, ('p + q - 1 = 0',), ('Ann', '1'))
    """
    mixes = [
        [one.strategies[side.name][side.cells[0].key].get(a, Fraction(0)) for a in own]
        if (own := side.cells[0].actions if side.cells else ())
        else [Fraction(1)]
        for side in strategic.form.sides
    ]
    supports = tuple(tuple(a for a, x in enumerate(mix) if x) for mix in mixes)
    names, unknowns, at = _named_unknowns(strategic, supports, mixes)
    equations: list[Polynomial] = []
    inequalities: list[Polynomial] = []
    for player, (paid, support) in enumerate(zip(strategic.paid, supports, strict=True)):
        for action in range(paid.shape[player]):
            gain = _gain(paid.astype(object), player, supports, action)
            if action in support:
                equations += _factor_at(_polynomial(gain, player, unknowns), unknowns, at)
            elif (gain > 0).any():
                inequalities.append(_polynomial(gain, player, unknowns))
    equations = _independent(equations)
    strict = all(_sign(_value(own, at)) < 0 for own in inequalities)
    rank, _ = eliminated([_gradient(own, at) for own in equations])
    if rank == len(at):
        return None
    return CurvedSet(
        {
            side.name: tuple(side.cells[0].actions[a] for a in support) if side.cells else ()
            for side, support in zip(strategic.form.sides, supports, strict=True)
        },
        names,
        tuple(f"{_text(own, list(names))} = 0" for own in equations),
        tuple(f"{_text(own, list(names))} <= 0" for own in inequalities),
        len(at) - rank,
        rank == len(equations) and strict,
    )


def _independent(equations: Sequence[Polynomial]) -> list[Polynomial]:
    """Return equations of which the others are sums: they have the same solutions."""
    monomials = sorted({m for own in equations for m in own}, key=_falling)
    found: list[Polynomial] = []
    for own in equations:
        rows = [[Fraction(one.get(m, 0)) for m in monomials] for one in (*found, own)]
        if eliminated(rows)[0] > len(found):
            found.append(own)
    return found


def _gain(paid: IntArray, player: int, supports: Supports, action: int) -> IntArray:
    """Return what an action pays more than the first of the support, where all use supports."""
    more, less = (
        paid[np.ix_(*([a] if k == player else own for k, own in enumerate(supports)))]
        for a in (action, supports[player][0])
    )
    return np.asarray(more - less)


def _factor_at(polynomial: Polynomial, unknowns: Unknowns, at: Sequence[Real]) -> list[Polynomial]:
    """Return the factor of an equation that is 0 at a point; the equation where several are."""
    if not polynomial:
        return []
    zero = [
        factor
        for factor in _factors(polynomial)
        if not _has_no_zero(factor, unknowns) and _value(factor, at) == 0
    ]
    return zero if len(zero) == 1 else [_normal(polynomial)]


def _named_unknowns(
    strategic: NormalFormTables, supports: Supports, mixes: Sequence[Sequence[Real]]
) -> tuple[dict[str, tuple[str, str]], list[list[int]], list[Real]]:
    """Return what the unknowns are by name, their numbers by player, and their values at a point.

    A letter for each player who mixes; with a number if it has several unknowns.
    """
    names: dict[str, tuple[str, str]] = {}
    unknowns: list[list[int]] = []
    at: list[Real] = []
    letters = iter("pqrstuvwxyz")
    for side, support, mix in zip(strategic.form.sides, supports, mixes, strict=True):
        own = []
        letter = next(letters) if len(support) > 1 else ""
        for n, action in enumerate(support[:-1], 1):
            own.append(len(at))
            name = letter if len(support) == 2 else f"{letter}{n}"
            names[name] = side.name, side.cells[0].actions[action]
            at.append(mix[action])
        unknowns.append(own)
    return names, unknowns, at
