"""The registry of solvers: which method solves which form.

``METHODS`` is the only place that chooses: the first method that accepts a form is taken, so the
most special one comes first and the last accepts whatever is left. ``PROVERS`` does the same for
games with a symbolic parameter. A method imports its solver when it is called: a small game loads
its own solver and no other.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, TypeGuard, TypeVar

from sabot.errors import SeatsError
from sabot.forms.base import PerfectInformationSolution
from sabot.forms.bimatrix import BimatrixForm
from sabot.forms.sequence import MatrixForm, SequenceForm

if TYPE_CHECKING:
    from sabot.forms.continuous.betting_game import EquilibriumHint
    from sabot.forms.parametric import (
        ParametricContinuousGame,
        PolynomialForm,
        PolynomialGeneralSumForm,
    )
    from sabot.forms.sequence import Treeplex
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm
    from sabot.progress import OrderedMap
    from sabot.results.all_nash import EveryEquilibrium
    from sabot.results.binary_nash import PairEquilibria, PairTheorem
    from sabot.results.continuous import CutTheorem, Equilibrium
    from sabot.results.dominance import SortedChoices
    from sabot.results.nplayer import Profile, PureEquilibria
    from sabot.results.nplayer_nash import NPlayerEquilibria
    from sabot.results.optimal_set import Equilibria
    from sabot.results.parametric import Theorem
    from sabot.results.parametric_nash import NashTheorem
    from sabot.results.solution import Solution
    from sabot.solvers.all_nash.solve import SearchLimits
    from sabot.solvers.dominance import DominanceOptions, Progress, Reduction
    from sabot.solvers.nash.equilibrium import NashEquilibrium
    from sabot.solvers.zero_sum.solve import ZeroSumSolution

    FiniteForm: TypeAlias = MatrixForm | SequenceForm | BimatrixForm | NPlayerSequenceForm
    SolvableForm: TypeAlias = FiniteForm | EquilibriumHint | PerfectInformationSolution
    ParametricForm: TypeAlias = PolynomialForm | ParametricContinuousGame | PolynomialGeneralSumForm
    AnySolution: TypeAlias = Solution | Equilibrium | Profile
    AnyEquilibria: TypeAlias = (
        Equilibria | EveryEquilibrium | PairEquilibria | PureEquilibria | NPlayerEquilibria
    )
    AnyReduction: TypeAlias = Reduction[Any] | SortedChoices  # of a matrix or a bimatrix form
    AnyTheorem: TypeAlias = Theorem | CutTheorem | PairTheorem | NashTheorem

ProofProgress = Callable[[object], object]
FormT = TypeVar("FormT")


def _no_unreachable_infosets(sides: Sequence[Treeplex]) -> Mapping[str, tuple[str, ...]]:
    return {}


@dataclass(frozen=True)
class SolverTask:
    """A game to be solved: its name, its form, and what only its rules know."""

    game: str
    form: SolvableForm
    never_shown: Callable[[Sequence[Treeplex]], Mapping[str, tuple[str, ...]]] = (
        _no_unreachable_infosets
    )
    """From the sides of a form to infosets that the rules provide for and the cards never show."""
    started: float = field(default_factory=perf_counter)
    """When the work on the game began, by the clock of the machine."""

    @property
    def seconds(self) -> float:
        """The time since then."""
        return perf_counter() - self.started


class Solver(ABC):
    """One way to solve games: which forms it accepts, and the result of ``sabot solve``."""

    name: ClassVar[str]
    needs: ClassVar[str]
    """The forms that it accepts, in words."""

    @abstractmethod
    def accepts(self, form: SolvableForm) -> bool:
        """Return whether this method solves a form."""

    @abstractmethod
    def solve(self, task: SolverTask) -> AnySolution:
        """Return the result of ``sabot solve``."""


class FiniteGameSolver(Solver):
    """A method for games with finitely many actions, whose equilibria can also be listed."""

    @abstractmethod
    def prove(self, form: FiniteForm) -> ZeroSumSolution | NashEquilibrium:
        """Return what is proved of a form: value and optimal plans, or an equilibrium."""

    def obstacle_to_part(self, form: FiniteForm) -> str:
        """Return why no part of a list of equilibria can be asked for, in words; empty if it can.

        A part is the first equilibria that are found, or those with supports of one size.
        """
        return ""

    @abstractmethod
    def all_equilibria(
        self, game: str, form: FiniteForm, limits: SearchLimits | None = None
    ) -> AnyEquilibria:
        """Return the result of ``sabot equilibria``."""

    def reduce(
        self, game: str, form: FiniteForm, by: DominanceOptions, progress: Progress | None
    ) -> AnyReduction:
        """Return the result of ``sabot reduce``: the game without dominated strategies."""
        from sabot.solvers.dominance import reduce_game

        return reduce_game(game, form, by, progress)


class _ContinuousTypes(Solver):
    """Threshold strategies of games whose types are real numbers."""

    name = "thresholds"
    needs = "hands that are real numbers"

    def accepts(self, form: SolvableForm) -> bool:
        return form.hands == "real"

    def solve(self, task: SolverTask) -> Equilibrium:
        from sabot.forms.continuous.betting_game import EquilibriumHint
        from sabot.solvers.continuous.solve import solve_betting_game

        return solve_betting_game(task.game, _as(EquilibriumHint, task.form), task.started)


class _PerfectInformation(Solver):
    """Games of perfect information that their family solves without a tree."""

    name = "open cards"
    needs = "everything is seen, and the family solves it"

    def accepts(self, form: SolvableForm) -> bool:
        return isinstance(form, PerfectInformationSolution)

    def solve(self, task: SolverTask) -> Solution:
        from sabot.solvers.certificate_writer import build_perfect_information_solution

        found = _as(PerfectInformationSolution, task.form)
        return build_perfect_information_solution(task.game, found, task.seconds)


class _TwoPlayers(FiniteGameSolver):
    """A method for two players: the proof of a form becomes a solution with its certificate."""


_MOST_LABELS_OF_PAIRS = 48
"""Rows plus columns of a zero-sum matrix up to which a part of a list is found by the search for
bimatrix games."""


class _ZeroSum(_TwoPlayers):
    """A method for two players whose payoffs sum to 0."""

    def solve(self, task: SolverTask) -> Solution:
        from sabot.solvers.certificate_writer import build_solution

        found = self.prove(_as_finite(task.form))
        return build_solution(task.game, found, task.seconds, task.never_shown(found.form.sides))

    def prove(self, form: FiniteForm) -> ZeroSumSolution:
        from sabot.solvers.zero_sum.solve import solve_zero_sum

        return solve_zero_sum(form, inner=False)

    def obstacle_to_part(self, form: FiniteForm) -> str:
        from sabot.forms.sequence import count_pure_strategies, count_text
        from sabot.forms.sequence_nplayer import MAX_STRATEGIES_FOR_ALL_NASH

        if isinstance(form, MatrixForm):
            return ""
        sizes = [count_pure_strategies(side) for side in form.sides]
        if max(sizes) <= MAX_STRATEGIES_FOR_ALL_NASH:
            return ""
        shape = " x ".join(map(count_text, sizes))
        return (
            f"this tree has {shape} pure strategies, and supports are sets of up to "
            f"{MAX_STRATEGIES_FOR_ALL_NASH:,} pure strategies per seat"
        )

    def all_equilibria(
        self, game: str, form: FiniteForm, limits: SearchLimits | None = None
    ) -> Equilibria | EveryEquilibrium:
        """Return all optimal strategies; a part of them as pairs, as in other games for two."""
        assert isinstance(form, MatrixForm | SequenceForm)
        if limits is not None and limits.wants_part and self._has_few_pairs(form, limits):
            from sabot.forms.sequence_nplayer import bimatrix_form_for_all_nash
            from sabot.solvers.all_nash.solve import list_bimatrix_equilibria

            table = (
                BimatrixForm.of_zero_sum(form)
                if isinstance(form, MatrixForm)
                else bimatrix_form_for_all_nash(form)
            )
            return list_bimatrix_equilibria(game, table, limits)
        from sabot.solvers.zero_sum.optimal_set import StrategySearchLimits, solve_optimal_sets

        if limits is None or not limits.keep:
            return solve_optimal_sets(game, form)
        kept = StrategySearchLimits(limits.first, limits.each, not limits.refuse_early)
        return solve_optimal_sets(game, form, kept)

    def _has_few_pairs(self, form: MatrixForm | SequenceForm, limits: SearchLimits) -> bool:
        """Return whether a part of a list is searched among pairs of pure strategies."""
        if limits.support is not None:
            return True
        if isinstance(form, MatrixForm):
            return sum(form.shape) <= _MOST_LABELS_OF_PAIRS
        return not self.obstacle_to_part(form)


class _MatrixGame(_ZeroSum):
    """Matrix games, by one linear program."""

    name = "matrix"
    needs = "two seats, payoffs that sum to 0, one choice per seat"

    def accepts(self, form: SolvableForm) -> bool:
        return isinstance(form, MatrixForm)


class _Separable(_ZeroSum):
    """Separable games, after elimination of dominated actions."""

    name = "additive"
    needs = "two seats, payoffs that sum to 0, no choice after another of the same seat"

    def accepts(self, form: SolvableForm) -> bool:
        return isinstance(form, SequenceForm) and form.is_single_stage

    def reduce(
        self, game: str, form: FiniteForm, by: DominanceOptions, progress: Progress | None
    ) -> AnyReduction:
        from sabot.solvers.dominance import classify_or_reduce_game

        return classify_or_reduce_game(game, _as(SequenceForm, form), by, progress)


class _SequenceForm(_ZeroSum):
    """All other zero-sum trees, by the sequence-form linear program."""

    name = "sequence form"
    needs = "two seats, payoffs that sum to 0"

    def accepts(self, form: SolvableForm) -> bool:
        return isinstance(form, SequenceForm)


class _GeneralSum(_TwoPlayers):
    """A method for two players with payoffs of their own."""

    def solve(self, task: SolverTask) -> Solution:
        from sabot.solvers.nash.equilibrium import build_nash_solution

        found = self.prove(_as_finite(task.form))
        unreachable = task.never_shown(found.form.sides)
        return build_nash_solution(task.game, found, task.seconds, unreachable)

    @abstractmethod
    def prove(self, form: FiniteForm) -> NashEquilibrium:
        """Return an equilibrium of a form."""

    def all_equilibria(
        self, game: str, form: FiniteForm, limits: SearchLimits | None = None
    ) -> EveryEquilibrium | PairEquilibria:
        from sabot.solvers.all_nash.solve import SearchLimits, list_equilibria

        assert not isinstance(form, MatrixForm | SequenceForm)
        return list_equilibria(game, form, limits or SearchLimits())


class _Bimatrix(_GeneralSum):
    """Bimatrix games, by the Lemke-Howson algorithm."""

    name = "Lemke-Howson"
    needs = "two seats, one choice per seat"

    def accepts(self, form: SolvableForm) -> bool:
        return isinstance(form, BimatrixForm)

    def prove(self, form: FiniteForm) -> NashEquilibrium:
        from sabot.solvers.nash.solve import solve_bimatrix

        return solve_bimatrix(_as(BimatrixForm, form))


class _BinaryActions(_GeneralSum):
    """Separable general-sum games with binary actions, case by case."""

    name = "binary choices"
    needs = "two seats, few binary choices against many, none after another of the same seat"

    def accepts(self, form: SolvableForm) -> bool:
        if not _is_two_player_tree(form) or not form.is_single_stage or form.zero_sum:
            return False
        from sabot.forms.parametric import is_large_binary_action_game

        return is_large_binary_action_game(form)

    def prove(self, form: FiniteForm) -> NashEquilibrium:
        from sabot.solvers.nash.solve import solve_binary_choices

        return solve_binary_choices(_as_nplayer(form))

    def reduce(
        self, game: str, form: FiniteForm, by: DominanceOptions, progress: Progress | None
    ) -> AnyReduction:
        from sabot.solvers.dominance import classify_or_reduce_game

        return classify_or_reduce_game(game, _as_nplayer(form), by, progress)


class _GeneralSumTree(_GeneralSum):
    """All other general-sum trees of two players, backward through their subgames and by Lemke."""

    name = "Lemke on the sequence form"
    needs = "two seats"

    def accepts(self, form: SolvableForm) -> bool:
        return _is_two_player_tree(form)

    def prove(self, form: FiniteForm) -> NashEquilibrium:
        from sabot.solvers.nash.solve import solve_general_sum_tree

        return solve_general_sum_tree(_as_nplayer(form))


class _NPlayer(FiniteGameSolver):
    """Games for other than two players: an exact equilibrium, or a profile with its regrets."""

    name = "profiles"
    needs = "other than two seats"

    def accepts(self, form: SolvableForm) -> bool:
        return is_finite(form)

    def solve(self, task: SolverTask) -> Profile:
        from sabot.solvers.nplayer.solve import solve_nplayer

        found = solve_nplayer(task.game, _as_nplayer(_as_finite(task.form)))
        return replace(found, seconds=task.seconds)

    def prove(self, form: FiniteForm) -> ZeroSumSolution | NashEquilibrium:
        """Refuse a value of a game that has none, and say what each method for one would need."""
        others = (method for method in METHODS if isinstance(method, _TwoPlayers))
        each = "".join(f"\n  {method.name}: needs {method.needs}" for method in others)
        other = "\n  an equilibrium of games for other than two: sabot solve, sabot equilibria"
        raise SeatsError(form.obstacle, f"no method applies{each}{other}")

    def obstacle_to_part(self, form: FiniteForm) -> str:
        from sabot.solvers.nplayer_nash.solve import obstacle_to_list, obstacle_to_search

        general = _as_nplayer(form)
        obstacle = obstacle_to_list(general) and obstacle_to_search(general)
        return obstacle and f"only the pure equilibria of this game are listed: {obstacle}"

    def all_equilibria(
        self, game: str, form: FiniteForm, limits: SearchLimits | None = None
    ) -> PureEquilibria | NPlayerEquilibria:
        """Return all equilibria of a small game, else the pure ones.

        If a part of the list is asked for, or it may be stopped, those of a large game are searched
        support by support.
        """
        from sabot.solvers.nplayer.support_enumeration import find_pure_equilibria
        from sabot.solvers.nplayer_nash.solve import (
            list_nplayer_equilibria,
            obstacle_to_list,
            obstacle_to_search,
        )

        general = _as_nplayer(form)
        if limits is not None and limits.pure:
            return find_pure_equilibria(game, general)
        if obstacle_to_list(general):
            searched = limits is not None and (limits.wants_part or not limits.refuse_early)
            if not searched or obstacle_to_search(general):
                return find_pure_equilibria(game, general)
        if limits is None:
            return list_nplayer_equilibria(game, general, keep=False)
        found = list_nplayer_equilibria(
            game,
            general,
            keep=limits.keep,
            first=limits.first,
            support_sizes=limits.support,
            each=limits.each,
        )
        return _with_symmetry(general, found)


def _with_symmetry(form: NPlayerSequenceForm, found: NPlayerEquilibria) -> NPlayerEquilibria:
    """Return a complete list with the symmetry of a game in which every player chooses once."""
    from sabot.solvers.nplayer.support_enumeration import NormalFormTables
    from sabot.solvers.properties import find_symmetry

    several = any(len(side.cells) != 1 for side in form.sides)
    if several or found.reached_only or not found.complete:
        return found
    symmetry = find_symmetry(NormalFormTables(form).paid)
    return found if symmetry.orders is None else replace(found, symmetry=symmetry)


METHODS: tuple[Solver, ...] = (
    _ContinuousTypes(),
    _PerfectInformation(),
    _MatrixGame(),
    _Separable(),
    _SequenceForm(),
    _Bimatrix(),
    _BinaryActions(),
    _GeneralSumTree(),
    _NPlayer(),
)
"""Every method, the most special first; the last accepts what is left."""


def choose_method(form: SolvableForm) -> Solver:
    """Return the first method that accepts a form.

    >>> from sabot import load
    >>> [choose_method(load(game).form()).name for game in ("le-her", "kuhn-poker", "foster-1964")]
    ['additive', 'sequence form', 'additive']
    """
    return next(method for method in METHODS if method.accepts(form))


def choose_finite_method(form: FiniteForm) -> FiniteGameSolver:
    """Return the first method for finite games that accepts a form."""
    method = choose_method(form)
    assert isinstance(method, FiniteGameSolver)
    return method


def prove_form(form: FiniteForm) -> ZeroSumSolution | NashEquilibrium:
    """Return what is proved of a form: its value, or an equilibrium where it has none.

    >>> prove_form(BimatrixForm.of_pairs([["3|1", "0|0"], ["0|0", "1|3"]])).payoffs
    (Fraction(3, 1), Fraction(1, 1))
    """
    return choose_finite_method(form).prove(form)


def is_finite(form: SolvableForm) -> TypeGuard[FiniteForm]:
    """Return whether a form has finitely many actions and types, all written out."""
    return form.hands == "dealt"


def _is_two_player_tree(form: SolvableForm) -> TypeGuard[NPlayerSequenceForm]:
    matrix_or_zero_sum = isinstance(form, MatrixForm | SequenceForm | BimatrixForm)
    return is_finite(form) and len(form.seats) == 2 and not matrix_or_zero_sum


def _as(kind: type[FormT], form: object) -> FormT:
    """Return a form as the class that its method has accepted."""
    assert isinstance(form, kind)
    return form


def _as_finite(form: SolvableForm) -> FiniteForm:
    assert is_finite(form)
    return form


def _as_nplayer(form: FiniteForm) -> NPlayerSequenceForm:
    assert not isinstance(form, MatrixForm | SequenceForm | BimatrixForm)
    return form


class Prover(ABC):
    """One way to prove a theorem for every value of a parameter."""

    name: ClassVar[str]

    @abstractmethod
    def accepts(self, form: ParametricForm) -> bool:
        """Return whether this method proves theorems on a form."""

    @abstractmethod
    def prove(
        self,
        game: str,
        form: ParametricForm,
        progress: ProofProgress | None,
        spread: OrderedMap | None = None,
    ) -> AnyTheorem:
        """Return the theorem; *progress* is called with each part of it that is found.

        *spread* does work in several processes; a way that does not divide its work ignores it.
        """


class _ParametricThresholds(Prover):
    """Threshold strategies of two players as functions of the parameter."""

    name = "thresholds"

    def accepts(self, form: ParametricForm) -> bool:
        return form.hands == "real"

    def prove(
        self,
        game: str,
        form: ParametricForm,
        progress: ProofProgress | None,
        spread: OrderedMap | None = None,
    ) -> CutTheorem:
        from sabot.forms.parametric import ParametricContinuousGame
        from sabot.solvers.continuous.parametric import prove_thresholds

        return prove_thresholds(game, _as(ParametricContinuousGame, form), progress)


class _ParametricEquilibria(Prover):
    """All equilibria of separable general-sum games with binary actions."""

    name = "all equilibria"

    def accepts(self, form: ParametricForm) -> bool:
        from sabot.forms.parametric import PolynomialGeneralSumForm

        return isinstance(form, PolynomialGeneralSumForm) and form.separable

    def prove(
        self,
        game: str,
        form: ParametricForm,
        progress: ProofProgress | None,
        spread: OrderedMap | None = None,
    ) -> PairTheorem:
        from sabot.forms.parametric import PolynomialGeneralSumForm
        from sabot.solvers.binary_nash.solve import prove_all_equilibria

        return prove_all_equilibria(game, _as(PolynomialGeneralSumForm, form), progress)


class _ParametricNash(Prover):
    """All equilibria of general-sum games with few pure strategies."""

    name = "all equilibria of a strategic form"

    def accepts(self, form: ParametricForm) -> bool:
        from sabot.forms.parametric import PolynomialGeneralSumForm

        return isinstance(form, PolynomialGeneralSumForm)

    def prove(
        self,
        game: str,
        form: ParametricForm,
        progress: ProofProgress | None,
        spread: OrderedMap | None = None,
    ) -> NashTheorem:
        from sabot.forms.parametric import PolynomialGeneralSumForm
        from sabot.solvers.parametric_nash.solve import prove_parametric_nash

        return prove_parametric_nash(game, _as(PolynomialGeneralSumForm, form), progress, spread)


class _ParametricValue(Prover):
    """Value and optimal strategies of zero-sum games in rational functions."""

    name = "polynomials"

    def accepts(self, form: ParametricForm) -> bool:
        return True

    def prove(
        self,
        game: str,
        form: ParametricForm,
        progress: ProofProgress | None,
        spread: OrderedMap | None = None,
    ) -> Theorem:
        from sabot.forms.parametric import PolynomialForm
        from sabot.solvers.parametric.prove import prove_parametric_value

        return prove_parametric_value(game, _as(PolynomialForm, form), progress, spread)


PROVERS: tuple[Prover, ...] = (
    _ParametricThresholds(),
    _ParametricEquilibria(),
    _ParametricNash(),
    _ParametricValue(),
)
"""Every way to prove, the most special first."""


def choose_prover(form: ParametricForm) -> Prover:
    """Return the first way to prove that accepts a parametric form."""
    return next(prover for prover in PROVERS if prover.accepts(form))
