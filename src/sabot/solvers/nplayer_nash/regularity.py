"""Whether an equilibrium for three and more players is regular, in exact numbers.

An equilibrium is quasi-strict if every best response is played. Take its support, and for each
player the gains of the actions of the support over the first one, as functions of the probabilities
of these actions. If the equilibrium is quasi-strict and the Jacobian matrix J of the gains is not
singular, the equilibrium is regular (Harsanyi 1973; van Damme 1991, section 2.5): it is isolated,
and its index is the sign of ``det(-J)``.

Balls of 256 bits decide most questions, and numbers in the field of the equilibrium the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

import numpy as np
from flint import arb, arb_mat, ctx, fmpq

from sabot.forms.algebra.algebraic_number import Real
from sabot.results.nplayer_nash import EquilibriumIndex, NPlayerEquilibrium
from sabot.solvers.lp.program import IntArray
from sabot.solvers.nplayer.support_enumeration import NormalFormTables
from sabot.solvers.nplayer_nash.multilinear import rank_and_sign
from sabot.solvers.nplayer_nash.subdivision import Supports
from sabot.solvers.nplayer_nash.support_equations import SupportEquations, contract

_BALL_BITS = 256


@dataclass(frozen=True)
class LocalEquations:
    """The gains of all actions at an equilibrium, and how those of its support change near it."""

    payoffs: Sequence[IntArray]
    mixes: Sequence[IntArray]
    supports: Supports

    @classmethod
    def at(cls, strategic: NormalFormTables, one: NPlayerEquilibrium) -> Self:
        """Return them at an equilibrium of a game in which every player chooses once."""
        mixes = [vector_of(own or (Fraction(1),)) for own in one.vectors()]
        supports = tuple(tuple(a for a, x in enumerate(mix) if x) for mix in mixes)
        return cls(strategic.paid, mixes, supports)

    @property
    def regular(self) -> bool:
        """Whether the equilibrium is regular."""
        return self.unplayed_response() is None and bool(self.sign_of_slopes())

    def index(self, *, isolated: bool) -> EquilibriumIndex:
        """Return what the equilibrium is; *isolated*: no other solution of its support is near."""
        quasi_strict = self.unplayed_response() is None
        index = None
        if quasi_strict and isolated:
            sign = self.sign_of_slopes()
            assert sign, "where the equations have no other solution nearby, the matrix is regular"
            index = sign * (-1) ** sum(len(own) - 1 for own in self.supports)
        strict = quasi_strict and all(len(own) == 1 for own in self.supports)
        return EquilibriumIndex(strict, quasi_strict, index)

    def unplayed_response(self) -> tuple[int, int] | None:
        """Return a player and a best response of it that is not played; None: quasi-strict."""
        with ctx.workprec(_BALL_BITS):
            balls = self._balls()
            undecided = [
                player
                for player, support in enumerate(self.supports)
                if not _others_pay_less(self._earned(player, balls), support)
            ]
        for player in undecided:
            earned, support = self._earned(player, self.mixes), self.supports[player]
            for action, amount in enumerate(earned):
                if action not in support and amount == earned[support[0]]:
                    return player, action
        return None

    def sign_of_slopes(self) -> int:
        """Return the sign of the determinant of the slopes of the gains."""
        with ctx.workprec(_BALL_BITS):
            rows = self._slopes(self._balls())
            determinant = arb_mat([[arb(x) for x in row] for row in rows]).det()
            sign = int(determinant > 0) - int(determinant < 0)
        if sign:
            return sign
        rows = self._slopes(self.mixes)
        return rank_and_sign([[Fraction(0) + x for x in row] for row in rows])[1]

    def _balls(self) -> list[IntArray]:
        return [vector_of([_ball(x) for x in mix]) for mix in self.mixes]

    def _earned(self, player: int, mixes: Sequence[IntArray]) -> list[Real]:
        """Return what each action pays a player."""
        found: list[Real] = contract(self.payoffs[player].astype(object), mixes, (player,)).tolist()
        return found

    def _slopes(self, mixes: Sequence[IntArray]) -> list[list[Real]]:
        equations = SupportEquations(self.payoffs, self.supports)
        inside = [
            vector_of([mix[a] for a in own]) for mix, own in zip(mixes, self.supports, strict=True)
        ]
        tables = [table.astype(object) for table in equations.tables]
        # a row that says that the probabilities of a player sum to 1 does not change the sign
        rows: list[list[Real]] = equations.linearized(tables, inside)[1].tolist()
        return rows


def _others_pay_less(earned: Sequence[Real], support: Sequence[int]) -> bool:
    """Return whether it is seen that all actions that are not used pay less."""
    best = earned[support[0]]
    return all(x < best for a, x in enumerate(earned) if a not in support)


def _ball(number: Real) -> arb:
    if isinstance(number, Fraction):
        return arb(fmpq(number.numerator, number.denominator))
    return number.ball(_BALL_BITS)


def vector_of(numbers: Sequence[Real]) -> IntArray:
    """Return numbers of any kind as a vector."""
    found = np.empty(len(numbers), dtype=object)
    found[:] = numbers
    return found
