"""Best responses to strategies of private hands: `python -m benchmarks.children.hand_responses`."""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np

from benchmarks.clock import Stopwatch
from sabot.forms.private_hands import PrivateHandsForm, exact_bounds
from sabot.game_rules.private_hands import private_hands_of
from sabot.loading import load

UNIT = 1023


def main() -> None:
    """Serve one job and end."""
    print(json.dumps(respond(json.load(sys.stdin))))


def respond(job: dict[str, Any]) -> dict[str, Any]:
    """Time the tables of a game, and then both best responses to random strategies."""
    form = private_hands_of(load(job["game"]))
    assert form is not None, "the game has private hands"
    watch = Stopwatch()
    exact_bounds(form, _strategies(form, 0), UNIT)
    first = watch.read()
    watch = Stopwatch()
    exact_bounds(form, _strategies(form, 1), UNIT)
    second = watch.read()
    return {"tables": first.cpu - second.cpu, "responses": second.cpu}


def _strategies(form: PrivateHandsForm, seed: int) -> Any:
    """Return random strategies in whole parts of the unit."""
    dice = np.random.default_rng(seed)
    found = []
    for seat in (0, 1):
        mixes = []
        for node in form.decisions[seat]:
            cuts = dice.integers(0, UNIT + 1, (len(node.actions) - 1, form.hands[seat]))
            whole = np.full((1, form.hands[seat]), UNIT)
            mixes.append(np.diff(np.sort(np.vstack((0 * whole, cuts, whole)), axis=0), axis=0))
        found.append(tuple(mixes))
    return found[0], found[1]


if __name__ == "__main__":
    main()
