"""A stake left open: in betting without a rake every payoff is linear in what a bet costs."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sabot.errors import Fault, GameStringError
from sabot.forms.sequence import SequenceForm

if TYPE_CHECKING:
    from sabot.forms.polynomial import PolynomialForm
    from sabot.telling.family import Family


def with_open_stake(family: Family, key: str, values: Mapping[str, Any]) -> PolynomialForm:
    """Return the game with an ante or a bet that is any real number >= 0."""
    from sabot.forms.interpolate import interpolated
    from sabot.forms.polynomial import Domain

    odd = [word for word in family.open_plainly if values[word] != family.defaults[word]]
    if odd:
        why = f"with {key}=* the theorem is on a zero-sum game for two"
        raise GameStringError(family.name, [Fault(word, why, "leave it out") for word in odd])

    def at(amount: int) -> SequenceForm:
        form = family(**{**values, key: Fraction(amount)}).form()
        assert isinstance(form, SequenceForm)
        return form

    return interpolated(key, at, 1, Domain(Fraction(0), whole=False))
