"""Prove: from a game string with one parameter left open to a theorem."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from sabot.formed import refused
from sabot.forms.polynomial import PolynomialForm
from sabot.games import load_polynomial, load_polynomial_rows
from sabot.memory import demand_memory_for_all
from sabot.solvers import prover

if TYPE_CHECKING:
    from sabot.forms.pair import PolynomialPair
    from sabot.forms.threshold.opened import OpenHands
    from sabot.results.cuts import CutTheorem
    from sabot.results.pairs import PairTheorem
    from sabot.results.theorem import Theorem

    Proved: TypeAlias = Theorem | CutTheorem | PairTheorem

OpenGame = str | PolynomialForm | Iterable[Iterable[object]]
"""A game with one parameter open: its string, its form, or rows of payoffs with a letter."""
End = Fraction | int | None
Progress = Callable[[object], object] | None


def prove(game: OpenGame, low: End, high: End, *, anyway: bool, progress: Progress) -> Proved:
    """Return a theorem for all values of the open parameter from *low* to *high*."""
    started = time.perf_counter()
    name, form = _opened(game)
    form = replace(form, domain=form.domain.within(form.parameter, low, high))
    if isinstance(form, PolynomialForm) and not anyway:
        demand_memory_for_all(name, form)
    found: Proved = prover(form).prove(name, form, progress)
    return replace(found, seconds=time.perf_counter() - started)


def _opened(
    game: OpenGame,
) -> tuple[str, PolynomialForm | OpenHands | PolynomialPair]:
    if isinstance(game, str):
        return load_polynomial(game)
    if isinstance(game, PolynomialForm):
        return "polynomial game", game
    if isinstance(game, Iterable) and not isinstance(game, Mapping):
        rows = list(game)
        if rows and all(isinstance(row, list | tuple) for row in rows):
            return load_polynomial_rows(rows)
    wanted = "a game string with one parameter marked *, as suits=*, or rows with a letter in them"
    raise refused(game, "a theorem", wanted)
