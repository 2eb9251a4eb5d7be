"""A game of perfect information that its family solves without writing out its tree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

Table = Mapping[str, Mapping[str, Fraction]]


@dataclass(frozen=True)
class Perfect:
    """What a family finds: the value to the first seat, how to play, and facts of its own.

    ``tables`` hold the views on a line of best play, not all views. ``unique`` leaves out a seat
    for which it was not decided whether its optimal strategy is the only one. ``form`` is what an
    independent checker needs to find the value again, None where that would take too long.
    """

    hands: ClassVar[str] = "open"
    value: Fraction
    tables: Mapping[str, Table]
    unique: Mapping[str, bool]
    method: str
    facts: Mapping[str, Any]
    form: Mapping[str, Any] | None = field(default=None, repr=False)
