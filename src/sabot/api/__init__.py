"""The functions of the library: what ``import sabot`` offers and the command line calls.

Each function documents itself here and imports what it needs when it is called, so that each starts
as quickly as it can; the work is in the modules of this package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from sabot.api.arguments import GameLike, argument_error, as_game, as_zero_sum_form
from sabot.forms.normal import MatrixForm
from sabot.game_rules.game import Game
from sabot.memory import require_memory_for_matrix
from sabot.progress import Watch, accepts_watch, iterate_watched
from sabot.results.solution import Solution

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from sabot.analysis.continuous import CutsJudgement
    from sabot.analysis.evaluation import Judgement, ProfileJudgement
    from sabot.analysis.simulation import Simulation
    from sabot.analysis.sweep import Sweep
    from sabot.api.proofs import AnyTheorem, ParametricGameLike
    from sabot.api.solving import AnyEquilibria, AnyReduction, AnySolution
    from sabot.forms.normal import BimatrixForm
    from sabot.game_rules.to_form import AnyForm
    from sabot.results.base import Result
    from sabot.results.binary_nash import PairTheorem
    from sabot.results.continuous import CutTheorem
    from sabot.results.nplayer import Profile
    from sabot.results.optimal_set import Equilibria
    from sabot.results.parametric import Theorem
    from sabot.results.value_bounds import Approximation
    from sabot.solvers.cfr import CfrStep
    from sabot.solvers.dominance import Progress


@accepts_watch
def solve(
    game: GameLike | AnyForm,
    *,
    anyway: bool = False,
    progress: Callable[[int], object] | None = None,
    watch: Watch | None = None,
) -> AnySolution:
    """Return the exact solution of a game, with its certificate.

    Of a zero-sum game for two its value and optimal strategies; of another one equilibrium, with
    what each seat is paid (``payoffs``) and could gain by any other strategy (``gains``: nothing),
    for any number of seats, and where hands are real numbers, too.

    A game that would take more memory than there is is refused, unless it is to be tried *anyway*.
    While rules are being explored *progress* is told the number of nodes; it stops by raising.
    *watch* sees what is done and can stop it, as in every verb; a stop is to them what Ctrl-C is.

    >>> solve("le-her(ranks=13, suits=4)").value
    Fraction(277, 11050)
    >>> solve([[1, -1], [-1, 1]])["row"]["-"]
    {'1': Fraction(1, 2), '2': Fraction(1, 2)}
    >>> solve([[(3, 1), (0, 0)], [(0, 0), (1, 3)]]).payoffs
    {'row': Fraction(3, 1), 'column': Fraction(1, 1)}
    """
    from sabot.api import solving

    return solving.solve_game(game, anyway=anyway, progress=progress)


@accepts_watch
def prove(
    game: ParametricGameLike,
    *,
    low: Fraction | int | None = None,
    high: Fraction | int | None = None,
    anyway: bool = False,
    progress: Callable[[object], object] | None = None,
    watch: Watch | None = None,
) -> AnyTheorem:
    """Return a theorem for all values of the parameter that is marked ``*`` in the game string.

    A matrix may be given as rows, with one letter in its payoffs.

    Of a game whose hands are real numbers it is one on cuts; of one in which each seat is paid by
    itself (a commission) one on all equilibria.

    A stop raises :class:`~sabot.results.parametric.ProofInterrupted` with the theorem on a shorter
    range. Memory is asked for as in :func:`solve`: for the game at the least value.

    >>> proof = prove("le-her(ranks=4, suits=*)")
    >>> [(piece["from"], piece["to"]) for piece in proof.pieces]
    [(1, 1), (2, None)]
    >>> [piece["value"] for piece in prove([["t", 0], [0, 1]]).pieces]
    ['t/(t + 1)']
    """
    from sabot.api import proofs

    return proofs.prove_theorem(game, low, high, anyway=anyway, progress=progress)


@overload
def check(
    source: Solution | Equilibria, *, rules: bool | Game | str = False, watch: Watch | None = None
) -> Fraction: ...


@overload
def check(
    source: Theorem | CutTheorem | PairTheorem | Approximation,
    *,
    rules: bool | Game | str = False,
    watch: Watch | None = None,
) -> list[str]: ...


@overload
def check(
    source: str | Path | Mapping[str, Any] | Result,
    *,
    rules: bool | Game | str = False,
    watch: Watch | None = None,
) -> Fraction | list[str]: ...


@accepts_watch
def check(
    source: str | Path | Mapping[str, Any] | Result,
    *,
    rules: bool | Game | str = False,
    watch: Watch | None = None,
) -> Fraction | list[str]:
    """Return the value that a certificate proves; raise CertificateError with the reason if not.

    For a proof, return the value's formulas, piece by piece, for an interval its ends. With *rules*
    the payoffs must be those of the game that the file names, or of the one given, counted and told
    afresh without a solver.

    >>> check(solve("kuhn-poker"), rules=True)
    Fraction(-1, 18)
    """
    from sabot.api import proofs

    return proofs.check_certificate(source, rules)


@accepts_watch
def approximate(
    game: GameLike,
    *,
    gap: Fraction | str = Fraction(1, 1000),
    iterations: int | None = None,
    progress: Callable[[CfrStep], object] | None = None,
    watch: Watch | None = None,
) -> Approximation | Profile:
    """Return strategies whose exact guarantees differ by at most *gap*: for trees beyond reach.

    Of a game for three or more, the best :class:`~sabot.results.nplayer.Profile` found, with
    exactly what each seat could gain; it ends where that is *gap* at most.

    >>> kuhn = approximate("kuhn-poker", gap="1/1000")
    >>> kuhn.low <= Fraction(-1, 18) <= kuhn.high
    True
    """
    from sabot.api import solving

    return solving.approximate_value(game, gap=gap, iterations=iterations, progress=progress)


@accepts_watch
def reduce(
    game: GameLike,
    *,
    mixed: bool = True,
    weak: bool = False,
    duplicates: bool = False,
    anyway: bool = False,
    progress: Progress | None = None,
    watch: Watch | None = None,
) -> AnyReduction:
    """Return the game without its dominated strategies, and the log of every removal.

    Of a game that is not zero-sum each seat's strategies fall by what it is paid itself. A game
    with too many pure strategies to list, but no choice after another, is sorted view by view
    (:class:`~sabot.results.dominance.SortedChoices`).

    >>> left = reduce("le-her(strategies=threshold)").left
    >>> left.rows, left.columns
    (('6', '7'), ('7', '8'))
    >>> reduce([[(3, 3), (0, 5)], [(5, 0), (1, 1)]]).left.shape
    (1, 1)
    """
    from sabot.api import solving
    from sabot.solvers.dominance import DominanceOptions

    return solving.eliminate_dominated(
        game, DominanceOptions(mixed, weak, duplicates), anyway, progress
    )


@accepts_watch
def equilibria(
    game: GameLike, *, anyway: bool = False, watch: Watch | None = None
) -> AnyEquilibria:
    """Return all extreme optimal strategies of each seat; memory is asked for as in `solve`.

    Of a game of two that is not zero-sum, all extreme equilibria and the components they form
    (:class:`~sabot.results.all_nash.EveryEquilibrium`); a tree is written out by pure strategies.
    Of a game for three or more, all its pure equilibria
    (:class:`~sabot.results.nplayer.PureEquilibria`).

    >>> equilibria([[0, 0], [0, -1]]).counts
    {'row': 1, 'column': 2}
    >>> equilibria("kuhn-poker").counts
    {'first': 2, 'second': 1}
    >>> equilibria([[(2, 1), (0, 0)], [(0, 0), (1, 2)]]).count
    3
    """
    from sabot.api import solving

    return solving.list_equilibria(game, anyway=anyway)


@accepts_watch
def simulate(
    game: Game | str,
    strategies: Mapping[str, Any] | Solution | str | None = None,
    *,
    hands: int,
    seed: int = 0,
    anyway: bool = False,
    progress: Callable[[int], None] | None = None,
    executor: Executor | None = None,
    watch: Watch | None = None,
) -> Simulation:
    """Play *hands* random hands: with the given strategies, or with the optimal ones.

    They are written as in :func:`value`; a seat that is left out plays optimally. What they earn
    exactly stands beside the average. The hands depend on *seed* alone, whoever plays them. Where
    players with names sit at the seats (``draw-poker``), strategies are those names.

    >>> simulate("le-her", hands=100, seed=1).hands
    100
    >>> simulate("baccara(model=A1)", "casino", hands=100, seed=1).exact
    (Fraction(-4560, 371293),)
    """
    from sabot.api import evaluation

    told = as_game(game)
    if not isinstance(told, Game):
        raise argument_error(game, "a game to play hands of", "a game string or a game")
    known = evaluation.find_known_solution(told, strategies, anyway=anyway)
    seating = evaluation.prepare_simulation(told, strategies, known)
    return seating.dealt(hands=hands, seed=seed, progress=progress, executor=executor)


@accepts_watch
def value(
    game: GameLike | AnyForm,
    strategies: Mapping[str, Any] | Solution | str,
    *,
    anyway: bool = False,
    locked: bool = False,
    bets: Mapping[str, Any] | None = None,
    watch: Watch | None = None,
) -> Judgement | ProfileJudgement | CutsJudgement:
    """Return what strategies are worth: of one seat or of both, written out or by name.

    Of a game for more seats, or one that is not zero-sum, all seats' strategies are judged
    together; of two, one may be left out and plays its best reply. With real hands a seat that is
    left out plays optimally, or around what is *locked*.
    A strategy is written as ``{view: action}`` or ``{view: {action: chance}}``; ``"casino"`` (the
    drawing rules of the casino) and ``"optimal"`` are names, for all seats or one; or a solution.
    *bets* are a house's terms for onlookers, as ``{"commission": "4%", "tie": 9}``.

    >>> found = value("baccara(model=A1)", {"Player": {"5": "stand"}})
    >>> found["Player"].exploitability, found["Player"].reply.actions["6,-"]
    (Fraction(136368, 53094899), 'stand')
    """
    from sabot.api import evaluation

    return evaluation.evaluate_strategies(game, strategies, anyway=anyway, locked=locked, bets=bets)


def sweep(
    games: str | Iterable[str],
    strategies: Mapping[str, Any] | None = None,
    *,
    executor: Executor | None = None,
    bets: Mapping[str, Any] | None = None,
    watch: Watch | None = None,
) -> Sweep:
    """Return the rows of many games, one for each, in order, whoever does the work.

    Iterating solves game after game. Shown in a notebook, printed or saved it is one table.

    *games* is a string with ranges and lists in it, or many strings. With *strategies* for both
    seats the rows have their expectation in place of the value; with *bets*, a house's terms (the
    usual ones are ``{}``), also its edge on the bets of onlookers.

    >>> [str(row.value) for row in sweep("le-her(ranks=2..4, suits=1)")]
    ['0', '1/3', '1/4']
    """
    from sabot.analysis.sweep import Sweep, list_sweep_items, solve_all

    items = list_sweep_items(games)
    name = games if isinstance(games, str) else "sweep"
    rows = iterate_watched(watch, solve_all(items, given=strategies, executor=executor, bets=bets))
    return Sweep(name, len(items), rows)


def strategic_form(game: GameLike, *, anyway: bool = False) -> MatrixForm:
    """Return the matrix of a game: its own, or that of all its reduced pure strategies."""
    name, form = as_zero_sum_form(game)
    if not anyway and not form.dense:
        require_memory_for_matrix(name, form)
    return form.strategic()


def table_form(form: AnyForm, *, anyway: bool = False) -> MatrixForm | BimatrixForm:
    """Return the matrix of a form, or of a game of two that is not zero-sum its two matrices."""
    from sabot.api import solving

    return solving.require_matrix_size(form.called, form, anyway=anyway).strategic()
