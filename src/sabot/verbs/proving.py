"""Prove: from a game string with one parameter left open to a theorem."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, cast

from sabot.formed import refused
from sabot.forms.pair import PolynomialPair
from sabot.forms.polynomial import PolynomialForm
from sabot.forms.threshold.opened import OpenHands
from sabot.games import load_polynomial
from sabot.memory import demand_memory_for_all
from sabot.results.theorem import ProofInterrupted
from sabot.solvers.theorem.proof import theorem_of
from sabot.solvers.theorem.real import prove_real
from sabot.solvers.theorem.whole import Unfinished, prove_whole
from sabot.watch import unwatched

if TYPE_CHECKING:
    from sabot.results.theorem import Theorem

End = Fraction | int | None
Progress = Callable[[object], object] | None


def prove(
    game: str | PolynomialForm, low: End, high: End, *, anyway: bool, progress: Progress
) -> Theorem:
    """Return a theorem for all values of the open parameter from *low* to *high*."""
    started = time.perf_counter()
    name, form = _opened(game)
    form = replace(form, domain=form.domain.within(form.parameter, low, high))
    if isinstance(form, OpenHands):
        from sabot.solvers.threshold.theorem import prove_hands

        cuts = prove_hands(name, form, progress)
        # typed for games of cards, which nearly all are, as in solve()
        return cast("Theorem", replace(cuts, seconds=time.perf_counter() - started))
    if isinstance(form, PolynomialPair):
        from sabot.solvers.equilibrium.binary.written import prove_pair

        pair = prove_pair(name, form, progress)
        return cast("Theorem", replace(pair, seconds=time.perf_counter() - started))
    if not anyway:
        demand_memory_for_all(name, form)
    found = _proved(name, form, progress)
    return replace(found, seconds=time.perf_counter() - started)


def _opened(
    game: str | PolynomialForm,
) -> tuple[str, PolynomialForm | OpenHands | PolynomialPair]:
    if isinstance(game, str):
        return load_polynomial(game)
    if isinstance(game, PolynomialForm):
        return "polynomial game", game
    raise refused(game, "a theorem", "a game string with one parameter marked *, as suits=*")


def _proved(name: str, form: PolynomialForm, progress: Progress) -> Theorem:
    try:
        theorem = (prove_whole if form.domain.whole else prove_real)(form, progress)
    except Unfinished as stop:
        with unwatched():
            short = None if stop.theorem is None else theorem_of(name, stop.theorem)
        raise ProofInterrupted(short) from None
    return theorem_of(name, theorem)
