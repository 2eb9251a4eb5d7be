"""Check a certificate with the independent checker and, on request, against the rules of its game.

The payoffs of a certificate are compared with those of the rules by :mod:`sabot.conformance`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, overload

from sabot.api.arguments import argument_error
from sabot.certify import check_document, read_document
from sabot.progress import Watch, accepts_watch, report_progress, run_interruptible_python
from sabot.results.base import Result

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from sabot.game_rules.game import Game
    from sabot.results.binary_nash import PairTheorem
    from sabot.results.continuous import CutTheorem
    from sabot.results.optimal_set import Equilibria
    from sabot.results.parametric import Theorem
    from sabot.results.parametric_nash import NashTheorem
    from sabot.results.solution import Solution
    from sabot.results.value_bounds import Approximation

CertificateSource = str | Path | Mapping[str, object] | Result
"""The name of a saved file, its JSON document, or a result."""


@overload
def check(
    source: Solution | Equilibria,
    *,
    rules: bool | Game | str = False,
    executor: Executor | None = None,
    watch: Watch | None = None,
) -> Fraction: ...


@overload
def check(
    source: Theorem | CutTheorem | PairTheorem | NashTheorem | Approximation,
    *,
    rules: bool | Game | str = False,
    executor: Executor | None = None,
    watch: Watch | None = None,
) -> list[str]: ...


@overload
def check(
    source: CertificateSource,
    *,
    rules: bool | Game | str = False,
    executor: Executor | None = None,
    watch: Watch | None = None,
) -> Fraction | list[str]: ...


@accepts_watch
def check(
    source: CertificateSource,
    *,
    rules: bool | Game | str = False,
    executor: Executor | None = None,
    watch: Watch | None = None,
) -> Fraction | list[str]:
    """Return the value that a certificate proves; raise CertificateError with the reason if not.

    For a proof, return the value's formulas, piece by piece; for value bounds, return both. With
    *rules* the payoffs must be those of the game that the file names, or of the one given, which
    are derived again without a solver. An *executor* (:class:`concurrent.futures.Executor`) has the
    pieces of a theorem on a zero-sum game checked in its processes, which are then trusted.

    >>> from sabot.api.solving import solve
    >>> check(solve("kuhn-poker"), rules=True)
    Fraction(-1, 18)
    """
    report_progress("checking")
    document = _document_of(source)
    spread = None
    if executor is not None:
        from sabot.analysis.parallel_map import ordered_map, raise_worker_lost

        lost = raise_worker_lost(lambda part: "a part of the check", "use fewer processes")
        spread = ordered_map(executor, lost)
    proved = run_interruptible_python(lambda: check_document(document, spread))
    if rules is not False:
        from sabot.conformance import check_conformance

        given = None if rules is True else rules
        report_progress("comparing with the rules")
        run_interruptible_python(lambda: check_conformance(proved, given))
    return proved.value


def _document_of(source: CertificateSource) -> Mapping[str, object]:
    """Return the JSON document of a result or of a saved file."""
    if isinstance(source, Result) and (document := source.document) is not None:
        return document
    if isinstance(source, Mapping):
        return source
    if isinstance(source, str | PathLike):
        return read_document(source)
    raise argument_error(source, "a certificate", "a solution, a proof, or the name of its file")
