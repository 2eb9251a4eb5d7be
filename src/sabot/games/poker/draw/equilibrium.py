"""The solved first phase on real hands: cuts of the model with a blind, by the chance f_b.

The model ``blind-poker(players=n, look=forced)`` is solved exactly or to thirty digits, with the
best reply over all strategies as its judge; ``cuts.json`` keeps its cuts, and a test solves the
models again. A cut is a number from [0, 1]; the hands that win at least so often are those above a
rank, so that no hand has to mix. What follows the draw no model has solved: there, and in the
draw, the player does as the thesis' does.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from importlib.resources import files

from sabot.games.poker.draw.chances import least
from sabot.games.poker.draw.seen import Seen
from sabot.games.poker.draw.thesis import Thesis


@cache
def cuts(players: int) -> Mapping[str, tuple[int, ...]]:
    """Return the least rank of each action but the first, by who entered before and whose turn.

    A turn is written as its seat and those before it who entered: ``3:12``.

    >>> from sabot.poker.ladder import step
    >>> step(cuts(4)["1:"][0]).name
    'pair of nines, ace kicker'
    """
    whole = json.loads(files(__package__).joinpath("cuts.json").read_text(encoding="utf-8"))
    return {
        turn: tuple(least(Fraction(cut)) for cut in found)
        for turn, found in whole[str(players)].items()
    }


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """Enters, plays and doubles as the solved model with so many players does."""

    then: Thesis = field(default_factory=Thesis)
    """How the rest of the hand is played."""

    def __call__(self, seen: Seen) -> str | Sequence[int]:
        """Answer a question of the table."""
        if seen.stage == "look":
            return "look"
        if seen.stage not in ("enter", "blind"):
            return self.then(seen)
        turn = f"{seen.seat}:{''.join(seen.entered)}"
        above = sum(seen.rank >= rank for rank in cuts(seen.players)[turn])
        return seen.actions[min(above, len(seen.actions) - 1)]
