"""Prove a theorem for all values of an open parameter of a game."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import replace
from fractions import Fraction
from os import PathLike, fspath
from typing import TYPE_CHECKING

from sabot.api.arguments import PayoffRows, argument_error, as_nested_lists
from sabot.errors import FormError
from sabot.exact import as_rational
from sabot.forms.parametric import PolynomialForm
from sabot.loading import load_parametric, load_parametric_matrix
from sabot.memory import require_memory_for_theorem
from sabot.progress import Watch, accepts_watch
from sabot.solvers.registry import choose_prover

if TYPE_CHECKING:
    from sabot.forms.parametric import ParametricContinuousGame, PolynomialGeneralSumForm
    from sabot.solvers.registry import AnyTheorem

_BATCH_SECONDS = 0.2
"""Of work that is handed out at once: the parts of a proof are few, and all workers need some."""
ParametricGameLike = str | PathLike[str] | PolynomialForm | PayoffRows
"""A game with one open parameter: its string, its form, or rows of payoffs with a letter."""


@accepts_watch
def prove(
    game: ParametricGameLike,
    columns: PayoffRows | None = None,
    *,
    low: Fraction | float | str | None = None,
    high: Fraction | float | str | None = None,
    anyway: bool = False,
    progress: Callable[[object], object] | None = None,
    executor: Executor | None = None,
    watch: Watch | None = None,
) -> AnyTheorem:
    """Return a theorem for all values of the parameter that is marked ``*`` in the game string.

    A matrix with one letter in its payoffs needs no mark: as rows, as a numpy array of texts, as
    ``"matrix([[t, 1], [1, 0]])"`` or in a file. Two matrices, *columns* with the second player's
    payoffs, or one of pairs are a bimatrix game. For a game with continuous types it is a theorem
    on thresholds; for a game in which each player has a payoff of its own one on all equilibria.

    *low* and *high* are the ends of the range. The letter of a matrix is at least 0 by default;
    with ``low="-inf"`` the theorem is for all real numbers.

    An *executor* (:class:`concurrent.futures.Executor`, also dask's) has the pieces and breakpoints
    worked on in its processes after a second of work here, except theorems on real-valued hands or
    a commission. The theorem does not depend on it.

    A stop raises :class:`~sabot.results.parametric.ProofInterrupted` with the theorem on a shorter
    range, of a matrix or of rules. Memory is required as in :func:`~sabot.api.solving.solve`, for
    the game at the least value.

    >>> proof = prove("le-her(ranks=4, suits=*)")
    >>> [(piece["from"], piece["to"]) for piece in proof.pieces]
    [(1, 1), (2, None)]
    >>> [piece["value"] for piece in prove([["t", 0], [0, 1]]).pieces]
    ['t/(t + 1)']
    >>> print(prove([["t", 1], [1, 0]], low="-inf").range)
    every real number t
    >>> [piece.part.count for piece in prove([["t", 0], [0, 1]], [[1, 0], [0, 2]]).pieces]
    [3]
    """
    started = time.perf_counter()
    name, form = _parametric_form(game if columns is None else _as_pairs(game, columns))
    start, end = (None if given is None else read_range_end(given) for given in (low, high))
    form = replace(form, domain=form.domain.within(form.parameter, start, end))
    if isinstance(form, PolynomialForm) and not anyway:
        require_memory_for_theorem(name, form)
    spread = None
    if executor is not None:
        from sabot.analysis.parallel_map import ordered_map_after_a_second, raise_worker_lost

        lost = raise_worker_lost(
            lambda part: "a part of the proof", "prove a shorter range, or use fewer processes"
        )
        spread = ordered_map_after_a_second(executor, lost, seconds=_BATCH_SECONDS)
    found = choose_prover(form).prove(name, form, progress, spread)
    return replace(found, seconds=time.perf_counter() - started)


def _as_pairs(game: object, columns: object) -> list[list[tuple[object, object]]]:
    """Return two matrices of payoffs as one of pairs."""
    tables = []
    for given, whose in ((game, "row"), (columns, "column")):
        listed = isinstance(given, Iterable) and not isinstance(given, str | Mapping | PathLike)
        rows = list(as_nested_lists(given)) if isinstance(given, Iterable) and listed else [None]
        if not all(isinstance(row, list | tuple) for row in rows):
            raise argument_error(
                given,
                f"the {whose} player's payoff matrix",
                "two matrices as nested lists, or a game alone",
            )
        tables.append([list(row) for row in rows if isinstance(row, list | tuple)])
    one, two = tables
    if [len(row) for row in one] != [len(row) for row in two]:
        raise FormError(
            "the matrices of the two seats differ in size; each choice of a row and a column pays "
            "both"
        )
    return [list(zip(a, b, strict=True)) for a, b in zip(one, two, strict=True)]


def read_range_end(given: Fraction | float | str) -> Fraction | float:
    """Return the end of a range: an exact number, or ``-inf`` or ``inf`` where there is none.

    >>> read_range_end("1/2"), read_range_end("-inf")
    (Fraction(1, 2), -inf)
    """
    if isinstance(given, float | str) and str(given).strip() in ("-inf", "inf"):
        return float(given)
    return as_rational(given)


def _parametric_form(
    game: ParametricGameLike,
) -> tuple[str, PolynomialForm | ParametricContinuousGame | PolynomialGeneralSumForm]:
    """Return the name and the form of a game with an open parameter."""
    if isinstance(game, str | PathLike):
        return load_parametric(fspath(game))
    if isinstance(game, PolynomialForm):
        return "polynomial game", game
    if isinstance(game, Iterable) and not isinstance(game, Mapping):
        rows = list(as_nested_lists(game))
        if rows and all(isinstance(row, list | tuple) for row in rows):
            return load_parametric_matrix(rows)
    wanted = "a game string with one parameter marked *, as suits=*, or rows with a letter in them"
    raise argument_error(game, "a theorem", wanted)
