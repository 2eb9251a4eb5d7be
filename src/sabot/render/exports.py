"""A game as a file for other programs: .efg, .nfg, .csv, .lp, .mps."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING

from sabot.errors import NoMethodError, SeatsError
from sabot.forms.bimatrix import BimatrixForm
from sabot.forms.sequence import MatrixForm
from sabot.forms.sequence_nplayer import NPlayerSequenceForm
from sabot.game_rules.game import Game

if TYPE_CHECKING:
    from sabot.io.optimization_problem import OptimizationProblem


def _write_nfg(game: Game, anyway: bool) -> str:
    from sabot.game_rules.to_form import form_of_game
    from sabot.io.nfg import to_nfg

    if len(game.seats) != 2:
        form = form_of_game(game)
        if isinstance(form, NPlayerSequenceForm):
            return _write_nplayer_nfg(form, str(game))
    return to_nfg(_strategic_form_of(game, anyway), str(game))


def _write_nplayer_nfg(form: NPlayerSequenceForm, game: str) -> str:
    """Write the strategic form of a game for other than two players, within the reader's bound."""
    from sabot.forms.sequence import count_pure_strategies, count_text, pure_realization_plans
    from sabot.io.nfg import MAX_PAYOFFS, to_nplayer_nfg
    from sabot.results.correlated import pure_strategy_name
    from sabot.solvers.correlated import chosen_actions
    from sabot.solvers.nplayer.support_enumeration import payoff_table

    sizes = tuple(map(count_pure_strategies, form.sides))
    if prod(sizes) * len(sizes) > MAX_PAYOFFS:
        raise NoMethodError(
            f"{game}: {' x '.join(map(count_text, sizes))} pure strategies have "
            f"{count_text(prod(sizes) * len(sizes))} payoffs; an .nfg file has at most "
            f"{MAX_PAYOFFS:,}\n  --efg (-o game.efg) writes the tree"
        )
    plans = [pure_realization_plans(side)[1] for side in form.sides]
    tables = [payoff_table(form, seat, plans, sizes) for seat in range(len(sizes))]
    names = [
        [pure_strategy_name(chosen_actions(side, plan)) for plan in own]
        for side, own in zip(form.sides, plans, strict=True)
    ]
    paid = zip(*(table.transpose().ravel().tolist() for table in tables), strict=True)
    payoffs = ([Fraction(amount, form.denominator) for amount in profile] for profile in paid)
    return to_nplayer_nfg(form.seats, names, payoffs, game)


def _write_csv(game: Game, anyway: bool) -> str:
    from sabot.io.matrix import to_csv

    return to_csv(_strategic_form_of(game, anyway))


def _strategic_form_of(
    game: Game, anyway: bool, what: str = "matrices are written"
) -> MatrixForm | BimatrixForm:
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
        raise SeatsError(form.obstacle, f"{what} of games with two seats") from None


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
        found = _strategic_form_of(game, anyway, ".lp and .mps files are written")
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
