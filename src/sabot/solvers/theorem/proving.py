"""From a game with polynomials for payoffs to a theorem on its value."""

from __future__ import annotations

from collections.abc import Callable

from sabot.forms.polynomial import PolynomialForm
from sabot.results.theorem import ProofInterrupted, Theorem
from sabot.solvers.theorem.proof import theorem_of
from sabot.solvers.theorem.real import prove_real
from sabot.solvers.theorem.whole import Unfinished, prove_whole
from sabot.watch import unwatched


def prove_value(
    name: str, form: PolynomialForm, progress: Callable[[object], object] | None
) -> Theorem:
    """Return the theorem; a stop raises ProofInterrupted with that on a shorter range."""
    try:
        theorem = (prove_whole if form.domain.whole else prove_real)(form, progress)
    except Unfinished as stop:
        with unwatched():
            short = None if stop.theorem is None else theorem_of(name, stop.theorem)
        raise ProofInterrupted(short) from None
    return theorem_of(name, theorem)
