"""Two seats that are each paid by themselves, with polynomials in one parameter for payoffs.

What :class:`~sabot.forms.polynomial.PolynomialForm` is to zero-sum games. The payoffs of both seats
are over one polynomial denominator that is positive wherever the parameter may be; ``at(t)`` is the
game at one value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeGuard

from flint import fmpz_poly

from sabot.errors import FormError
from sabot.exact import over_one_denominator
from sabot.forms.general import End, GeneralForm
from sabot.forms.polynomial import Domain, Polynomials, as_polynomial, value_at
from sabot.forms.sequence import Side

Both = tuple[fmpz_poly, fmpz_poly]


@dataclass(frozen=True)
class PolynomialPair(Polynomials[Both]):
    """Two sides, and between their sequences what each of the seats is paid."""

    zero_sum = False

    @classmethod
    def of(
        cls,
        parameter: str,
        sides: tuple[Side, Side],
        payoffs: Mapping[tuple[int, int], tuple[Any, Any]],
        denominator: Any,
        domain: Domain,
    ) -> PolynomialPair:
        """Return the form of payoffs given as polynomials (or integers) by pairs of sequences."""
        entries = (
            (i, j, (as_polynomial(one), as_polynomial(two)))
            for (i, j), (one, two) in sorted(payoffs.items())
        )
        live = tuple(entry for entry in entries if any(amount != 0 for amount in entry[2]))
        return cls(parameter, sides, live, as_polynomial(denominator), domain)

    @classmethod
    def numeric(cls, form: GeneralForm) -> PolynomialPair:
        """Return one game as the family of itself: its polynomials are numbers.

        >>> from sabot import load
        >>> from sabot.forms.general import from_any_tree
        >>> kuhn = PolynomialPair.numeric(from_any_tree(load("kuhn-poker").tree()))
        >>> kuhn.seats, len(kuhn.payoffs), kuhn.denominator
        (('first', 'second'), 30, 6)
        """
        if len(form.sides) != 2:
            raise FormError(form.obstacle)
        one, two = form.sides
        payoffs = {(i, j): (a, b) for end in form.ends for i, j in [end.sequences]
                   for a, b in [end.payoffs]}  # fmt: skip
        domain = Domain(Fraction(0), Fraction(0), whole=False)
        return cls.of("t", (one, two), payoffs, form.denominator, domain)

    @property
    def binary(self) -> bool:
        """Whether every choice is between two actions, and none follows another of its seat."""
        cells = (cell for side in self.sides for cell in side.cells)
        return all(len(cell.actions) == 2 and not cell.parent for cell in cells)

    def at(self, value: Fraction | int) -> GeneralForm:
        """Return the game at one value of the parameter; chances of hands are not kept."""
        below = self.below(value)
        amounts = (
            value_at(amount, value) / below for _, _, both in self.payoffs for amount in both
        )
        numbers, unit = over_one_denominator(amounts)
        ends = (
            End((i, j), 0, (numbers[2 * n], numbers[2 * n + 1]))
            for n, (i, j, _) in enumerate(self.payoffs)
        )
        return GeneralForm(self.sides, tuple(ends), 1, unit)


FEW = 12
"""Choices of the first seat: each may be split in three."""
MANY = 20
"""Choices of both: a game with fewer is written out as a matrix, where nothing is left out."""


def is_choices(form: object) -> TypeGuard[GeneralForm]:
    """Tell whether a game is told by binary choices, and is large enough for this to pay."""
    if not isinstance(form, GeneralForm) or len(form.sides) != 2 or form.zero_sum:
        return False
    one, two = (side.cells for side in form.sides)
    return (
        0 < len(one) <= FEW
        and len(one) + len(two) > MANY
        and all(len(cell.actions) == 2 and not cell.parent for cell in (*one, *two))
    )
