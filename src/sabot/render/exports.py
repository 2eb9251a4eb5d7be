"""A game as a file for other programs: .efg, .nfg, .csv, .lp, .mps."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sabot.errors import SeatsError
from sabot.forms.bimatrix import BimatrixForm
from sabot.forms.sequence import MatrixForm
from sabot.forms.sequence_nplayer import NPlayerSequenceForm
from sabot.game_rules.game import Game

if TYPE_CHECKING:
    from sabot.io.optimization_problem import OptimizationProblem


def _write_nfg(game: Game, anyway: bool) -> str:
    from sabot.io.nfg import to_nfg

    return to_nfg(_strategic_form_of(game, anyway), str(game))


def _write_csv(game: Game, anyway: bool) -> str:
    from sabot.io.matrix import to_csv

    return to_csv(_strategic_form_of(game, anyway))


def _strategic_form_of(game: Game, anyway: bool) -> MatrixForm | BimatrixForm:
    """Return the matrix of a game, or both seats' matrices where it is not zero-sum."""
    from sabot.api.solving import strategic_form
    from sabot.forms.sequence_nplayer import reduced_bimatrix_form
    from sabot.game_rules.to_form import form_of_game

    try:
        return strategic_form(game, anyway=anyway)
    except SeatsError:
        form = form_of_game(game)
        if isinstance(form, NPlayerSequenceForm) and len(form.seats) == 2:
            return reduced_bimatrix_form(form)
        if isinstance(form, BimatrixForm):
            return form
        raise SeatsError(form.obstacle, "matrices are written of games with two seats") from None


def _write_efg(game: Game, anyway: bool) -> str:
    """Write the tree, whose nodes the explorer has counted against the memory already."""
    from sabot.io.efg import to_efg

    return to_efg(game, str(game))


def _write_lp(game: Game, anyway: bool) -> str:
    from sabot.io.optimization_problem import to_lp

    return to_lp(_optimization_problem(game, anyway))


def _write_mps(game: Game, anyway: bool) -> str:
    from sabot.io.optimization_problem import to_mps

    return to_mps(_optimization_problem(game, anyway))


def _optimization_problem(game: Game, anyway: bool) -> OptimizationProblem:
    """Return the linear program of a zero-sum game; of another, the problem of its equilibria."""
    from sabot.api.arguments import as_zero_sum_form
    from sabot.io.optimization_problem import bimatrix_problem, sequence_form_problem

    try:
        name, form = as_zero_sum_form(game)
    except SeatsError:
        found = _strategic_form_of(game, anyway)
        assert isinstance(found, BimatrixForm)
        return bimatrix_problem(found, str(game))
    return sequence_form_problem(form.sequence(), name)


GAME_WRITERS: dict[str, Callable[[Game, bool], str]] = {
    "efg": _write_efg,
    "nfg": _write_nfg,
    "csv": _write_csv,
    "lp": _write_lp,
    "mps": _write_mps,
}
"""Each form and the function that writes it."""
