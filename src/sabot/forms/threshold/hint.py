"""Where to look for an equilibrium: the shape of its strategies, and cuts to begin with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from sabot.forms.threshold.answers import Answer, Profile
from sabot.forms.threshold.betting import ThresholdForm

Shape = Mapping[str, tuple[int, ...]]
"""The actions of each turn's intervals, from the lowest hands up."""
Cuts = Mapping[str, tuple[float, ...]]
"""The cuts between them, turn by turn."""


def _nothing(before: Profile) -> dict[str, Answer]:
    return {}


@dataclass(frozen=True)
class Hint:
    """A guess, which proves nothing: whoever uses it judges what comes of it."""

    hands: ClassVar[str] = "real"
    form: ThresholdForm
    shape: Shape
    start: Callable[[Profile], Cuts]
    """From the profile of the game before to cuts to begin with."""
    before: Hint | None = None
    """A game to be solved first: one player fewer, or a neighbouring parameter."""
    kept: Callable[[Profile], Mapping[str, Answer]] = _nothing
    """From the profile of the game before to the answers that this one has in common with it."""
    floors: bool = False
    """Whether the lowest interval of a turn may turn out to be empty: a bluff, a drop."""
    again: tuple[Hint, ...] = ()
    """What to try where this one leads nowhere, in turn."""
