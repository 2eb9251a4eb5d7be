"""All equilibria of two-person games told by binary choices, for one game or for all of a family.

``choices``   what each choice gains, and choices that are alike taken together
``ranges``    signs of polynomials on a range of the parameter, each decided once
``cases``     the search: what must hold in every equilibrium, case by case, as a proof tree
``mixes``     the set of equilibria in a case that is left
``theorem``   piece after piece of the parameter's range
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from sabot.forms.general import GeneralForm

if TYPE_CHECKING:
    from sabot.forms.form import Form

FEW = 12
"""Choices of the first seat: each may be split in three."""
MANY = 20
"""Choices of both: a game with fewer is written out as a matrix, where nothing is left out."""


def is_choices(form: Form) -> TypeGuard[GeneralForm]:
    """Tell whether a game is told by binary choices, and is large enough for this to pay."""
    if not isinstance(form, GeneralForm) or len(form.sides) != 2 or form.zero_sum:
        return False
    one, two = (side.cells for side in form.sides)
    return (
        0 < len(one) <= FEW
        and len(one) + len(two) > MANY
        and all(len(cell.actions) == 2 and not cell.parent for cell in (*one, *two))
    )
