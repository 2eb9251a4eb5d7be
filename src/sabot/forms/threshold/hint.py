"""Where to look for an equilibrium: the shape of its strategies, and cuts to begin with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sabot.forms.threshold.answers import Profile
from sabot.forms.threshold.betting import ThresholdForm

Shape = Mapping[str, tuple[int, ...]]
"""The actions of each turn's intervals, from the lowest hands up."""


@dataclass(frozen=True)
class Hint:
    """A guess, which proves nothing: whoever uses it judges what comes of it."""

    form: ThresholdForm
    shape: Shape
    start: Callable[[Profile], Mapping[str, tuple[float, ...]]]
    """From the profile of the smaller game to cuts to begin with, turn by turn."""
    smaller: Hint | None = None
    """A game that this one goes over into, to be solved before."""
    kept: Callable[[Profile], Profile] = lambda before: {}
    """From the profile of the smaller game to the answers that this one has in common with it."""
