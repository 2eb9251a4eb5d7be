"""Proven value bounds where hands draw: found in a game of types, proved in the game itself.

An exact sum over all hands and draws takes seconds, an iteration of regret minimisation needs two.
So strategies are found in the smaller game whose hands are types
(:class:`sabot.forms.drawn_hands.TypeDeal`), to a gap that is a part of the one asked for. Played by
type, they are strategies of the game itself, and both best responses to them are computed there,
over all hands, exactly. How well types stand for hands is not assumed: where the proved gap is
larger than asked for, the search goes on with a smaller part.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from sabot.forms.drawn_hands import DrawnDeal
from sabot.forms.private_hands import PrivateHandsForm, exact_bounds
from sabot.progress import progress_scope, without_watch
from sabot.results.private_hands import HandBounds
from sabot.solvers.private_hands import run_private_hands

FIRST_PART, LAST_PART = Fraction(1, 2), Fraction(1, 16)
"""Of the gap asked for: the gap among types at which bounds are proved first, then after each
halving, and the one at which the search ends."""


def run_drawn_hands(
    form: PrivateHandsForm,
    *,
    gap: Fraction = Fraction(1, 1000),
    iterations: int | None = None,
    progress: Callable[[HandBounds], object] | None = None,
) -> HandBounds:
    """Return strategies whose guarantees differ by at most *gap*, and the interval they prove.

    Ends earlier after *iterations*, when *progress* returns False or on Ctrl-C (the best strategies
    so far are proved), or where types cannot do better; ``ended`` says which.
    """
    deal = form.deal
    assert isinstance(deal, DrawnDeal), "the deal says that hands draw"
    begun = time.perf_counter()
    small = PrivateHandsForm(form.seats, form.root, deal.types)
    proved: list[HandBounds] = []
    next_proof = [gap * FIRST_PART]

    def look(found: HandBounds) -> bool:
        """Prove bounds in the game itself where those among types are narrow enough."""
        if found.gap > next_proof[0]:
            return True
        next_proof[0] = found.gap / 2
        proved.append(_prove(form, deal, found, begun))
        told = progress is None or progress(proved[-1]) is not False
        return told and proved[-1].gap > gap

    with progress_scope("a game of types"):
        last = run_private_hands(small, gap=gap * LAST_PART, iterations=iterations, progress=look)
    if not proved or proved[-1].iterations < last.iterations:
        with without_watch():
            proved.append(_prove(form, deal, last, begun))
    best = min(proved, key=lambda one: one.gap)
    if best.gap <= gap:
        return replace(best, ended="gap")
    return replace(best, ended="stalled" if last.ended == "gap" else last.ended)


def _prove(form: PrivateHandsForm, deal: DrawnDeal, found: HandBounds, begun: float) -> HandBounds:
    """Return the bounds in the game itself of strategies by type."""
    one, two = (
        tuple(mix[:, deal.type_of_hand] for mix in strategy) for strategy in found.strategies
    )
    low, high = exact_bounds(form, (one, two), found.unit)
    seconds = time.perf_counter() - begun
    return replace(found, low=low, high=high, strategies=(one, two), seconds=seconds)
