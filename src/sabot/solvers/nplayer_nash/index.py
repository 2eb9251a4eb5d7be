"""The index of regular equilibria of games for three or more players.

An equilibrium is quasi-strict if every best response is played. Take its support, and for each
player the gains of the actions of the support over the first one, as functions of the probabilities
of these actions. If the equilibrium is quasi-strict and the Jacobian matrix J of the gains is
regular, the equilibrium is regular (Harsanyi 1973): it is isolated, and its index is the sign of
``det(-J)``. The indices of all components of equilibria sum to 1 (Ritzberger 1994); a strict
equilibrium has index 1.

J is computed in the number field of the equilibrium, and its determinant by Gaussian elimination
there. The checkers find the sign in another way: from the multipliers of the neighbourhood.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from sabot.forms.algebra.algebraic_number import Real
from sabot.progress import report_progress
from sabot.results.nplayer_nash import EquilibriumIndex, NPlayerEquilibria, NPlayerEquilibrium
from sabot.solvers.nplayer.support_enumeration import NormalFormTables
from sabot.solvers.nplayer_nash.support_point import SupportEquations, contract

if TYPE_CHECKING:
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm
    from sabot.solvers.lp.program import IntArray


def obstacle_to_index(form: NPlayerSequenceForm) -> str:
    """Return why the index is not computed, in words; empty where it is."""
    if any(len(side.cells) > 1 for side in form.sides):
        return (
            "the index is computed in games in which every player has one information set; "
            "write this one as a table: sabot export GAME --nfg"
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
        sign = sign_of_determinant(equations.linearized(tables, inside)[1].tolist())
        assert sign, "where the equations have no other solution nearby, the matrix is regular"
        index = sign * (-1) ** sum(len(own) - 1 for own in supports)
    strict = quasi_strict and all(len(own) == 1 for own in supports)
    return EquilibriumIndex(strict, quasi_strict, index)


def _vector(numbers: Sequence[Real]) -> IntArray:
    found = np.empty(len(numbers), dtype=object)
    found[:] = numbers
    return found


def sign_of_determinant(rows: list[list[Real]]) -> int:
    """Return the sign of the determinant of a matrix of exact numbers of one field.

    >>> sign_of_determinant([[Fraction(0), Fraction(2)], [Fraction(3), Fraction(1)]])
    -1
    """
    sign = 1
    while rows:
        place = next((k for k, row in enumerate(rows) if row[0]), None)
        if place is None:
            return 0
        sign *= (-1) ** place * _sign(rows[place][0])
        pivot = rows.pop(place)
        shares = [row[0] / pivot[0] if row[0] else row[0] for row in rows]
        rows = [
            [x - share * y for x, y in zip(row[1:], pivot[1:], strict=True)] if share else row[1:]
            for row, share in zip(rows, shares, strict=True)
        ]
    return sign


def _sign(number: Real | int) -> int:
    if isinstance(number, int | Fraction):
        return (number > 0) - (number < 0)
    return number.field.sign(number.element)
