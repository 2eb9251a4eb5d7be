"""A game in brief: what a row of a table shows of it, without the evidence of a certificate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from sabot.forms.binary import BinaryForm
from sabot.forms.sequence import Behaviour, Side
from sabot.solvers.zero_sum.binary import LIVE, PURE, Choices, fold, saddle


@dataclass(frozen=True)
class Brief:
    """Value, verdicts and mixes of a game whose solution is proved but not written out."""

    value: Fraction
    unique: dict[str, bool]
    mixed: dict[str, Behaviour]
    """For each seat, the views at which its optimal strategy mixes."""


def in_brief(form: BinaryForm) -> Brief | None:
    """Return a game in brief; None where its optimal strategies are left to choose from.

    Cells at which nothing matters are such a choice too, but one that changes no mix.
    """
    left = fold(form)
    found = saddle(left)
    if found is None:
        return None
    seats = zip(form.sides, left.choices, found.chances, strict=True)
    return Brief(
        found.value / form.denominator,
        {side.name: not idle for side, idle in zip(form.sides, left.idle, strict=True)},
        {side.name: _mixed(side, choices, chances) for side, choices, chances in seats},
    )


def _mixed(side: Side, choices: Choices, chances: Sequence[Fraction]) -> Behaviour:
    live = (choices == LIVE).nonzero()[0].tolist()
    return {
        side.cells[n].key: dict(zip(side.cells[n].actions, (1 - p, p), strict=True))
        for n, p in zip(live, chances, strict=True)
        if p not in PURE
    }
