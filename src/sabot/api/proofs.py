"""Prove a theorem for all values of an open parameter, and check certificates.

A certificate is handed to the independent checker and, where that is asked for, its payoffs are
compared with those of the rules (:mod:`sabot.conformance`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sabot import certify
from sabot.api.arguments import argument_error
from sabot.forms.parametric import PolynomialForm
from sabot.game_rules.game import Game
from sabot.games import load_parametric, load_parametric_matrix
from sabot.memory import require_memory_for_theorem
from sabot.progress import report_progress, run_interruptible_python
from sabot.results.base import Result
from sabot.solvers.registry import choose_prover

if TYPE_CHECKING:
    from sabot.forms.parametric import ParametricContinuousGame, PolynomialGeneralSumForm
    from sabot.solvers.registry import AnyTheorem as AnyTheorem


ParametricGameLike = str | PolynomialForm | Iterable[Iterable[object]]
"""A game with one parameter open: its string, its form, or rows of payoffs with a letter."""
RangeEnd = Fraction | int | None
ProofProgress = Callable[[object], object] | None


def prove_theorem(
    game: ParametricGameLike,
    low: RangeEnd,
    high: RangeEnd,
    *,
    anyway: bool,
    progress: ProofProgress,
) -> AnyTheorem:
    """Return a theorem for all values of the open parameter from *low* to *high*."""
    started = time.perf_counter()
    name, form = _parametric_form(game)
    form = replace(form, domain=form.domain.within(form.parameter, low, high))
    if isinstance(form, PolynomialForm) and not anyway:
        require_memory_for_theorem(name, form)
    found = choose_prover(form).prove(name, form, progress)
    return replace(found, seconds=time.perf_counter() - started)


def _parametric_form(
    game: ParametricGameLike,
) -> tuple[str, PolynomialForm | ParametricContinuousGame | PolynomialGeneralSumForm]:
    if isinstance(game, str):
        return load_parametric(game)
    if isinstance(game, PolynomialForm):
        return "polynomial game", game
    if isinstance(game, Iterable) and not isinstance(game, Mapping):
        rows = list(game)
        if rows and all(isinstance(row, list | tuple) for row in rows):
            return load_parametric_matrix(rows)
    wanted = "a game string with one parameter marked *, as suits=*, or rows with a letter in them"
    raise argument_error(game, "a theorem", wanted)


CertificateSource = str | Path | Mapping[str, Any] | Result


def check_certificate(source: CertificateSource, rules: bool | Game | str) -> Fraction | list[str]:
    """Return what the certificate in *source* proves."""
    report_progress("checking")
    document = _document_of(source)
    proved = run_interruptible_python(lambda: certify.check(document))
    if rules is not False:
        from sabot.conformance import check_conformance

        given = None if rules is True else rules
        report_progress("comparing with the rules")
        run_interruptible_python(lambda: check_conformance(proved, given))
    return proved.value


def _document_of(source: CertificateSource) -> Mapping[str, Any]:
    if isinstance(source, Result) and (told := source.document) is not None:
        return told
    if isinstance(source, Mapping):
        return source
    if isinstance(source, str | PathLike):
        return certify.read_document(source)
    raise argument_error(source, "a certificate", "a solution, a proof, or the name of its file")
