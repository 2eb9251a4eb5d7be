"""Solve a game or many, list all equilibria, eliminate dominated strategies, bound the value.

What a form declares of itself (zero-sum, number of players, matrix or tree) chooses the method.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from os import PathLike
from threading import Thread
from typing import TYPE_CHECKING, Protocol, TypeVar, overload, runtime_checkable

from sabot.api.arguments import (
    GameLike,
    PayoffRows,
    as_form,
    as_game,
    as_zero_sum_form,
    constant_sum_of,
    continuous_game_of,
    join_matrices,
    require_positive,
)
from sabot.errors import FormError, NoMethodError, TreeTooLargeError
from sabot.exact import format_abbreviated
from sabot.game_rules.family import offers
from sabot.game_rules.game import Game
from sabot.memory import (
    collect_rarely,
    require_memory,
    require_memory_for_hands,
    require_memory_for_matrix,
    spare_memory,
)
from sabot.progress import Watch, accepts_watch, iterate_watched, time_limit
from sabot.solvers.registry import SolverTask, choose_finite_method, choose_method, is_finite

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from queue import SimpleQueue

    from sabot.analysis.sweep import Row, Sweep
    from sabot.forms.bimatrix import BimatrixForm
    from sabot.forms.private_hands import PrivateHandsForm
    from sabot.forms.sequence import MatrixForm
    from sabot.game_rules.to_form import AnyForm
    from sabot.results.all_nash import EveryEquilibrium, ExtremeEquilibrium
    from sabot.results.nplayer import Profile
    from sabot.results.nplayer_nash import NPlayerEquilibrium
    from sabot.results.optimal_set import Equilibria
    from sabot.results.private_hands import HandBounds, PrivateHandsInterval
    from sabot.results.refinement import RefinedEquilibria
    from sabot.results.solution import Solution
    from sabot.results.value_bounds import Approximation
    from sabot.solvers.all_nash.solve import SearchLimits
    from sabot.solvers.cfr import CfrStep
    from sabot.solvers.dominance import Progress
    from sabot.solvers.registry import (
        AnyEquilibria,
        AnyReduction,
        AnySolution,
        FiniteGameSolver,
        SolvableForm,
    )


T = TypeVar("T")
R = TypeVar("R")


@runtime_checkable
class OwnSolver(Protocol):
    """A family that solves its games itself, with a kind of result of its own."""

    def result(self, game: Game) -> AnySolution | None:
        """Return the result of a game; None: it is solved as any other."""
        ...


@overload
def solve(  # type: ignore[overload-overlap]  # a text is a game string, no rows
    game: Game | AnyForm | str | PathLike[str],
    columns: None = None,
    *,
    anyway: bool = False,
    refine: None = None,
    progress: Callable[[int], object] | None = None,
    watch: Watch | None = None,
) -> AnySolution: ...


@overload
def solve(
    game: PayoffRows,
    columns: PayoffRows | None = None,
    *,
    anyway: bool = False,
    refine: None = None,
    progress: Callable[[int], object] | None = None,
    watch: Watch | None = None,
) -> Solution: ...


@overload
def solve(
    game: GameLike | AnyForm,
    columns: PayoffRows | None = None,
    *,
    anyway: bool = False,
    refine: str,
    progress: Callable[[int], object] | None = None,
    watch: Watch | None = None,
) -> RefinedEquilibria: ...


@accepts_watch
@collect_rarely()
def solve(
    game: GameLike | AnyForm,
    columns: PayoffRows | None = None,
    *,
    anyway: bool = False,
    refine: str | None = None,
    progress: Callable[[int], object] | None = None,
    watch: Watch | None = None,
) -> AnySolution | RefinedEquilibria:
    """Return the exact solution of a game, with its certificate.

    For a two-player zero-sum game: its value and optimal strategies. For any other game, with any
    number of players or with continuous types: one Nash equilibrium, with what each player is paid
    (``payoffs``) and could gain by deviating (``gains``: nothing).

    A matrix is given as nested lists or as a numpy array of exact numbers; floats are refused.
    With *columns*, *game* is the row player's payoff matrix and *columns* the column player's.

    Raises if the game would not fit in memory, unless *anyway* is true. *progress* is called with
    the number of nodes while the tree is built; an exception that it raises stops the verb. *watch*
    observes the verb and can stop it, as in every verb; a stop is handled like Ctrl-C.

    With *refine* the answer is an equilibrium with this refinement, as a list of one
    (:class:`~sabot.results.refinement.RefinedEquilibria`): ``subgame-perfect``, ``undominated``,
    ``perfect``, ``proper``, ``sequential``, ``quasi-perfect`` or ``extensive-form-perfect``.

    >>> solve("le-her(ranks=13, suits=4)").value
    Fraction(277, 11050)
    >>> solve([[1, -1], [-1, 1]])["row"]["-"]
    {'1': Fraction(1, 2), '2': Fraction(1, 2)}
    >>> solve([[3, 0], [0, 1]], [[1, 0], [0, 3]]).payoffs
    {'row': Fraction(3, 1), 'column': Fraction(1, 1)}
    """
    started = time.perf_counter()
    game = as_game(join_matrices(game, columns))
    if refine is not None:
        return _refined(game, refine, progress)
    if isinstance(game, Game) and offers(game.rules, OwnSolver):
        own = game.rules.result(game)
        if own is not None:
            return own.hold_game(game)
    name, form = _form_or_hint(game, progress)
    if is_finite(form) and not anyway:
        require_memory(name, form)
    never = {"never_shown": game.never_shown} if isinstance(game, Game) else {}
    found = choose_method(form).solve(SolverTask(name, form, started=started, **never))
    return found.hold_game(game)


def _refined(
    game: GameLike | AnyForm,
    refine: str,
    progress: Callable[[int], object] | None,
    *limit: float | None,
) -> RefinedEquilibria:
    """Return one equilibrium with a refinement; with a *limit* in seconds, or None, all."""
    from sabot.game_rules.to_form import explicit_tree
    from sabot.solvers.refinement.solve import (
        MOST_NODES,
        list_refined,
        require_few_entries,
        require_few_nodes,
        require_refinement,
        solve_refined,
    )
    from sabot.solvers.refinement.trees import tree_of_form

    require_refinement(refine)
    if isinstance(game, Game):
        if continuous_game_of(game) is not None or game.perfect() is not None:
            raise FormError(f"{refine}: {game} has no finite tree to look for refinements in")
        direct = game.directly()
        if direct is not None:
            require_few_entries(direct)
        try:
            explored = game.explored(limit=MOST_NODES, progress=progress)
        except TreeTooLargeError:
            require_few_nodes(MOST_NODES + 1)
            raise
        require_few_nodes(explored.size)
        tree = explicit_tree(explored, progress).with_constant_sum(constant_sum_of(game))
        name = str(game)
    else:
        name, form = as_form(game)
        require_few_entries(form)
        tree = tree_of_form(form)
    with time_limit(limit[0] if limit else None):
        found = (list_refined if limit else solve_refined)(name, tree, refine)
    return found.hold_game(game)


LOOKED_AT_AFTER = 200_000
"""Nodes of a tree after which it is looked at whether the game has private hands."""
TOO_MANY_PAIRS = 40_000_000
"""Nodes with every pair of hands written out, from which a tree is given up: of equal parts one is
explored, about a third of all, and 10,000,000 are the most."""


def _form_or_hint(
    game: GameLike | AnyForm, progress: Callable[[int], object] | None
) -> tuple[str, SolvableForm]:
    """Return the form of a game; of one with private hands that is too large, say what to do."""
    hands: PrivateHandsForm | None = None
    looked = False

    def look(nodes: int) -> None:
        """Give a tree up early, if it is known how large it becomes."""
        nonlocal hands, looked
        if nodes > LOOKED_AT_AFTER and not looked:
            looked, hands = True, _large_private_hands(game)
            if hands is not None and hands.tree_nodes > TOO_MANY_PAIRS:
                raise TreeTooLargeError(f"the game tree has about {hands.tree_nodes:,} nodes")
        if progress is not None:
            progress(nodes)

    try:
        return _form_for_method(game, look)
    except TreeTooLargeError as fault:
        hands = hands or _large_private_hands(game)
        if hands is None:
            raise
        from sabot.analysis.cost_estimate import interval_hint

        raise TreeTooLargeError(f"{str(fault).split(';')[0]}\n  {interval_hint(hands)}") from None


def _large_private_hands(game: object) -> PrivateHandsForm | None:
    from sabot.game_rules.private_hands import large_private_hands  # imports numpy

    return large_private_hands(game)


def _form_for_method(
    game: GameLike | AnyForm, progress: Callable[[int], object] | None
) -> tuple[str, SolvableForm]:
    """Return the name of a game and its form, or the continuous or perfect-information game."""
    if isinstance(game, Game):
        found = continuous_game_of(game) or game.perfect()
        if found is not None:
            return str(game), found
    return as_form(game, progress)


@accepts_watch
def approximate(
    game: GameLike,
    *,
    gap: Fraction | str = Fraction(1, 1000),
    iterations: int | None = None,
    anyway: bool = False,
    progress: Callable[[CfrStep | HandBounds], object] | None = None,
    watch: Watch | None = None,
) -> Approximation | Profile | PrivateHandsInterval:
    """Return strategies whose exact guarantees differ by at most *gap*: for trees beyond reach.

    A large game with private hands (one hand per player, public betting, a comparison) is bounded
    without its tree: the result is a
    :class:`~sabot.results.private_hands.PrivateHandsInterval`, and *progress* is called with what
    is proved so far. With one card per player and a *gap* of 0 it is solved exactly: both ends are
    the value.

    For a game of three or more players, return the best :class:`~sabot.results.nplayer.Profile`
    found, with exactly what each player could gain; the search ends where that is at most *gap*.

    >>> kuhn = approximate("kuhn-poker", gap="1/1000")
    >>> kuhn.low <= Fraction(-1, 18) <= kuhn.high
    True
    """
    from sabot.results.value_bounds import Approximation
    from sabot.solvers.certificate_writer import form_to_json
    from sabot.solvers.cfr import parse_gap, run_cfr

    game = as_game(game)
    if parse_gap(gap) == 0 and iterations is None:
        exact = _solve_one_card_each(game, anyway=anyway)
        if exact is not None:
            return exact
    hands = _large_private_hands(game)
    if hands is not None:
        from sabot.forms.drawn_hands import DrawnDeal
        from sabot.results.private_hands import PrivateHandsInterval, require_checkable
        from sabot.solvers.drawn_hands import run_drawn_hands
        from sabot.solvers.private_hands import run_private_hands

        if not anyway:
            require_checkable(str(game), hands)
            require_memory_for_hands(str(game), hands)
        run = run_drawn_hands if isinstance(hands.deal, DrawnDeal) else run_private_hands
        proved = run(hands, gap=parse_gap(gap), iterations=iterations, progress=progress)
        return PrivateHandsInterval.of(str(game), hands, proved).hold_game(game)
    if _has_other_than_two_seats(game):
        from sabot.forms.sequence_nplayer import NPlayerSequenceForm
        from sabot.solvers.nplayer.solve import solve_to_gap

        name, general = as_form(game)
        assert isinstance(general, NPlayerSequenceForm)
        return solve_to_gap(name, general, gap, iterations).hold_game(game)
    name, form = as_zero_sum_form(game)
    tree = form.sequence()
    found = run_cfr(tree, gap=gap, iterations=iterations, progress=progress)
    bounds = Approximation(name, tree.seats, found, {"form": form_to_json(tree)})
    return bounds.hold_game(game)


def _solve_one_card_each(game: object, *, anyway: bool) -> PrivateHandsInterval | None:
    """Return the exact value of a game with one private card per player; None of other games."""
    from sabot.forms.hand_deals import PackDeal
    from sabot.game_rules.private_hands import private_hands_of
    from sabot.results.private_hands import MOST_UNIT, PrivateHandsInterval, require_checkable
    from sabot.solvers.private_hands_exact import solve_private_hands

    hands = private_hands_of(game)
    if hands is None or not isinstance(hands.deal, PackDeal):
        return None
    if not anyway:
        require_checkable(str(game), hands)
    found = solve_private_hands(hands)
    if found.unit > MOST_UNIT:
        raise NoMethodError(
            f"the value is {format_abbreviated(found.low)}, but the optimal probabilities have "
            f"the common denominator {found.unit:,}\n  a file has 32 bits per probability, so at "
            f"most {MOST_UNIT:,}; all digits of the value: sabot sweep; an interval: --gap 1/1000"
        )
    return PrivateHandsInterval.of(str(game), hands, found).hold_game(game)


def _has_other_than_two_seats(game: object) -> bool:
    """Return whether a game is for one player or for three and more."""
    seats: tuple[str, ...] = getattr(game, "seats", ())
    return bool(seats) and len(seats) != 2 and continuous_game_of(game) is None


@accepts_watch
def reduce(
    game: GameLike | AnyForm,
    columns: PayoffRows | None = None,
    *,
    mixed: bool = True,
    weak: bool = False,
    duplicates: bool = False,
    anyway: bool = False,
    progress: Progress | None = None,
    watch: Watch | None = None,
) -> AnyReduction:
    """Return the game without its dominated strategies, and the log of every removal.

    In a general-sum game each player's strategies are compared by that player's own payoffs; two
    payoff matrices are given as in :func:`solve`. In a game with too many pure strategies to list,
    but no choice after another, the actions are sorted at each information set
    (:class:`~sabot.results.dominance.SortedChoices`).

    >>> left = reduce("le-her(strategies=threshold)").left
    >>> left.rows, left.columns
    (('6', '7'), ('7', '8'))
    >>> reduce([[(3, 3), (0, 5)], [(5, 0), (1, 1)]]).left.shape
    (1, 1)
    """
    from sabot.solvers.dominance import DominanceOptions

    game = as_game(join_matrices(game, columns))
    name, form = as_form(game)
    _require_matrix_size(name, form, anyway=anyway)
    options = DominanceOptions(mixed, weak, duplicates)
    found = choose_finite_method(form).reduce(name, form, options, progress)
    return found.hold_game(game)


@overload
def equilibria(  # type: ignore[overload-overlap]  # a text is a game string, no rows
    game: Game | AnyForm | str | PathLike[str],
    columns: None = None,
    *,
    anyway: bool = False,
    seconds: float | None = None,
    first: int | None = None,
    support_size: int | tuple[int, ...] | None = None,
    each: Callable[[ExtremeEquilibrium | NPlayerEquilibrium], object] | None = None,
    pure: bool = False,
    index: bool = False,
    refine: None = None,
    executor: Executor | None = None,
    watch: Watch | None = None,
) -> AnyEquilibria: ...


@overload
def equilibria(
    game: PayoffRows,
    columns: PayoffRows | None = None,
    *,
    anyway: bool = False,
    seconds: float | None = None,
    first: int | None = None,
    support_size: int | tuple[int, ...] | None = None,
    each: Callable[[ExtremeEquilibrium | NPlayerEquilibrium], object] | None = None,
    pure: bool = False,
    index: bool = False,
    refine: None = None,
    executor: Executor | None = None,
    watch: Watch | None = None,
) -> Equilibria | EveryEquilibrium: ...


@overload
def equilibria(
    game: GameLike | AnyForm,
    columns: PayoffRows | None = None,
    *,
    anyway: bool = False,
    seconds: float | None = None,
    first: int | None = None,
    support_size: int | tuple[int, ...] | None = None,
    each: Callable[[ExtremeEquilibrium | NPlayerEquilibrium], object] | None = None,
    pure: bool = False,
    refine: str,
    executor: Executor | None = None,
    watch: Watch | None = None,
) -> RefinedEquilibria: ...


@accepts_watch
def equilibria(
    game: GameLike | AnyForm,
    columns: PayoffRows | None = None,
    *,
    anyway: bool = False,
    seconds: float | None = None,
    first: int | None = None,
    support_size: int | tuple[int, ...] | None = None,
    each: Callable[[ExtremeEquilibrium | NPlayerEquilibrium], object] | None = None,
    pure: bool = False,
    index: bool = False,
    refine: str | None = None,
    executor: Executor | None = None,
    watch: Watch | None = None,
) -> AnyEquilibria | RefinedEquilibria:
    """Return all Nash equilibria of a game, by the extreme ones.

    For a two-player zero-sum game: all extreme optimal strategies of each player
    (:class:`~sabot.results.optimal_set.Equilibria`); every pair of them is an equilibrium.
    For a two-player general-sum game: all extreme equilibria and the components they form
    (:class:`~sabot.results.all_nash.EveryEquilibrium`); a tree is written out by pure strategies.
    For three or more players, in a small game: all equilibria
    (:class:`~sabot.results.nplayer_nash.NPlayerEquilibria`). In larger ones, or with *pure*: all
    pure equilibria (:class:`~sabot.results.nplayer.PureEquilibria`).

    Payoff matrices are given as in :func:`solve`; ``vectors()`` has a vector for each player. The
    search ends after *seconds*, and after the *first* equilibria. Those found are returned with
    ``complete`` false, with pure ones; of a zero-sum game one optimal strategy of each player is
    kept. If nothing is found, a stop raises :class:`~sabot.errors.Interrupted`. *executor*
    searches. What will not fit in memory is refused unless *seconds*, *first* or *anyway* is given.

    With *support_size* only equilibria are searched in which each player mixes so many strategies
    (or one number for each player), but not of large zero-sum trees. *each* is called with every
    equilibrium as it is found. If one of these or *seconds* is given, large games for three or more
    are searched for mixed equilibria. With *index* a list has ``indices``: of components (two
    players, not zero-sum) or regular equilibria. *refine*: those with a refinement, as decided.

    >>> equilibria("kuhn-poker").counts
    {'first': 2, 'second': 1}
    >>> for row, column in equilibria([[2, 0], [0, 1]], [[1, 0], [0, 2]]).vectors():
    ...     print(*row, "against", *column)
    1 0 against 1 0
    0 1 against 0 1
    2/3 1/3 against 1/3 2/3
    """
    require_positive(seconds=seconds, first=first)
    game = as_game(join_matrices(game, columns))
    if refine is not None:
        _refuse_part(_REFINED_TOGETHER, first=first, support_size=support_size, each=each)
        return _refined(game, refine, None, seconds)
    name, form = as_form(game)
    part, some = {"first": first, "support_size": support_size, "each": each}, seconds or first
    limits = replace(_search_limits(first, executor, anyway), each=each, pure=pure)
    method = _method_for_list(form, part, pure=pure, index=index)
    limits = replace(limits, support=_support_sizes(support_size, form), refuse_early=not some)
    if form.zero_sum and len(form.seats) == 2 and not (anyway or limits.wants_part):
        require_memory(name, form, "equilibria")
    with time_limit(seconds):
        found = method.all_equilibria(name, form, limits)
        return (_with_index(form, found) if index else found).hold_game(game)


def _method_for_list(
    form: AnyForm, part: Mapping[str, object], *, pure: bool, index: bool
) -> FiniteGameSolver:
    """Return the method that lists the equilibria of a form; refuse what it cannot be asked."""
    method = choose_finite_method(form)
    if index and len(form.seats) != 2:
        _refuse_nplayer_index(form)
    together = "pure equilibria are listed together" if pure else method.obstacle_to_part(form)
    if together and form.zero_sum and len(form.seats) == 2:
        _refuse_part(together, support_size=part["support_size"])
    elif together:
        whole = "all pure ones" if pure or len(form.seats) != 2 else _WHOLE_LIST
        _refuse_part(together, whole, **part)
    if len(form.seats) == 2:
        _refuse_pure(pure)
    if index:
        _refuse_index(form, {"pure": pure or None, **part})
    return method


def _refuse_index(form: AnyForm, part: Mapping[str, object]) -> None:
    """Refuse the index where it is not computed."""
    if form.zero_sum and len(form.seats) == 2:
        raise FormError(
            "all equilibria of a zero-sum or constant-sum game are one component, which has index 1"
        )
    _refuse_part("the index needs the complete list", "the complete list", **part)


def _refuse_nplayer_index(form: AnyForm) -> None:
    """Refuse the index of a game whose equilibria are not all listed, before the work."""
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm
    from sabot.solvers.nplayer_nash.component_index import obstacle_to_index
    from sabot.solvers.nplayer_nash.solve import obstacle_to_list

    assert isinstance(form, NPlayerSequenceForm)
    obstacle = obstacle_to_index(form)
    if not obstacle and obstacle_to_list(form):
        obstacle = f"the index needs all equilibria: {obstacle_to_list(form)}"
    if obstacle:
        raise FormError(obstacle)


def _with_index(form: AnyForm, found: AnyEquilibria) -> AnyEquilibria:
    """Return a complete list with the index of each component."""
    from sabot.forms.bimatrix import BimatrixForm
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm, bimatrix_form_for_all_nash
    from sabot.results.all_nash import EveryEquilibrium
    from sabot.results.nplayer_nash import NPlayerEquilibria
    from sabot.solvers.all_nash.index import with_indices
    from sabot.solvers.nplayer_nash.component_index import with_nplayer_indices

    if isinstance(found, NPlayerEquilibria) and isinstance(form, NPlayerSequenceForm):
        if not found.complete:
            return replace(found, stopped=f"{found.stopped}; the index needs a complete list")
        if found.reached_only:
            raise FormError(
                "the list has equilibria that count as one if they differ only where play does not "
                "arrive, and no index is computed for them; games of .nfg files have no such list"
            )
        return with_nplayer_indices(form, found)
    if not isinstance(found, EveryEquilibrium):
        raise FormError("the index is computed in games with few pure strategies")
    if not found.complete:
        return found
    own = bimatrix_form_for_all_nash(form) if isinstance(form, NPlayerSequenceForm) else form
    assert isinstance(own, BimatrixForm)
    return with_indices(own, found)


def _refuse_pure(pure: bool) -> None:
    if pure:
        raise FormError(
            "pure equilibria alone are listed for three or more players; for two players all "
            "equilibria are listed, the pure ones among them"
        )


_REFINED_TOGETHER = "equilibria with a refinement are listed together"
_WHOLE_LIST = "the whole list, which has them"
_PARTS_IN_WORDS = {
    "pure": "pure equilibria alone",
    "first": "the first equilibria alone",
    "support_size": "equilibria with supports of one size",
    "each": "equilibria as they are found",
}


def _refuse_part(together: str, whole: str = _WHOLE_LIST, **asked: object) -> None:
    """Refuse arguments about a part of a list, where all of it is found at once."""
    for name, given in asked.items():
        if given is not None:
            raise FormError(
                f"{_PARTS_IN_WORDS[name]} cannot be asked for: {together}\n  ask for {whole}"
            )


def _support_sizes(given: int | tuple[int, ...] | None, form: AnyForm) -> tuple[int, ...] | None:
    """Return how many strategies each player mixes; None: any number."""
    if given is None:
        return None
    players = len(form.seats)
    sizes = (given,) * players if isinstance(given, int) else tuple(given)
    if len(sizes) != players or any(type(size) is not int or size < 1 for size in sizes):
        example = ", ".join("21"[k % 2] for k in range(players))
        asked = ", ".join(map(str, sizes)) if len(sizes) < _MOST_SIZES_SHOWN else "more"
        raise FormError(
            f"supports of {asked} strategies are not those of {players} players: give one number "
            f"above 0 for all, or one for each player, as {example}"
        )
    return sizes


_MOST_SIZES_SHOWN = 10
"""Sizes of supports that a message repeats."""


class EquilibriumStream(Iterator["ExtremeEquilibrium | NPlayerEquilibrium"]):
    """The equilibria of a game, each as soon as it is found; a thread of its own searches."""

    def __init__(self, search: Callable[..., AnyEquilibria], watch: Watch) -> None:
        self._watch = watch
        from queue import SimpleQueue

        self._line: SimpleQueue[ExtremeEquilibrium | NPlayerEquilibrium | None] = SimpleQueue()
        self._ended: list[AnyEquilibria | BaseException] = []
        """What the search returned or raised."""
        work = partial(_run_search, search, watch, self._line, self._ended)
        self._thread = Thread(target=work, daemon=True)  # holds no stream that nobody reads
        self._thread.start()

    def __next__(self) -> ExtremeEquilibrium | NPlayerEquilibrium:
        found = self._line.get()
        if found is not None:
            return found
        self._line.put(None)  # for who asks again
        if isinstance(self._ended[0], BaseException):
            raise self._ended[0]
        raise StopIteration

    def close(self) -> None:
        """Stop the search."""
        self._watch.cancel()
        self._thread.join()

    def __del__(self) -> None:
        self._watch.cancel()

    @property
    def result(self) -> AnyEquilibria | None:
        """The list with its certificate, after the last equilibrium; None before."""
        ended = self._ended[0] if self._ended else None
        return None if isinstance(ended, BaseException) else ended


def _run_search(
    search: Callable[..., AnyEquilibria],
    watch: Watch,
    line: SimpleQueue[ExtremeEquilibrium | NPlayerEquilibrium | None],
    ended: list[AnyEquilibria | BaseException],
) -> None:
    try:
        ended.append(search(each=line.put, watch=watch))
    except BaseException as fault:
        ended.append(fault)
    line.put(None)


def iter_equilibria(
    game: GameLike | AnyForm,
    columns: PayoffRows | None = None,
    *,
    anyway: bool = False,
    seconds: float | None = None,
    first: int | None = None,
    support_size: int | tuple[int, ...] | None = None,
    watch: Watch | None = None,
) -> EquilibriumStream:
    """Return an iterator of the equilibria of a game, each as it is found.

    Their order is that of the search. For three and more players sets of equilibria are in the
    result alone; some equilibria in a set may come before. After the last one ``result`` is what
    :func:`equilibria` returns: the whole list, with whether it is complete. ``close()`` stops the
    search. A large zero-sum tree is refused: its optimal strategies are found together.

    >>> stream = iter_equilibria([[2, 0], [0, 1]], [[1, 0], [0, 2]])
    >>> sorted(str(one.payoffs[0]) for one in stream)
    ['1', '2', '2/3']
    >>> stream.result.complete
    True
    """
    search = partial(
        equilibria,
        as_game(join_matrices(game, columns)),
        anyway=anyway,
        seconds=seconds,
        first=first,
        support_size=support_size,
    )
    return EquilibriumStream(search, watch or Watch())


_PARTS_PER_WORKER = 4
"""Of a search for all equilibria: enough that workers end at about the same time."""


def _search_limits(first: int | None, executor: Executor | None, anyway: bool) -> SearchLimits:
    """Return how far a search for all equilibria goes: as far as half the memory lasts."""
    from sabot.solvers.all_nash.solve import SearchLimits

    memory = _no_bound if anyway else _half_of_memory
    if executor is None:
        return SearchLimits(first, memory, keep=True)
    from sabot.analysis.parallel_map import ordered_map, raise_worker_lost

    workers = getattr(executor, "count", 1)  # of this machine; others have a memory of their own
    parts = max(_PARTS_PER_WORKER * workers, getattr(executor, "ahead", 0))
    spread = ordered_map(executor, raise_worker_lost(lambda item: "a part of the search"))
    return SearchLimits(first, memory, spread, workers, parts, keep=True)


def _half_of_memory() -> int | None:
    spare = spare_memory()
    return None if spare is None else spare // 2


def _no_bound() -> None:
    return None


def sweep(
    games: str | Iterable[str],
    strategies: Mapping[str, object] | None = None,
    *,
    executor: Executor | None = None,
    bets: Mapping[str, object] | None = None,
    watch: Watch | None = None,
) -> Sweep:
    """Return the rows of many games, one for each, in order, whoever does the work.

    Iterating solves game after game. Shown in a notebook, printed or saved it is one table.

    *games* is a string with ranges and lists in it, or many strings. With *strategies* for both
    players the rows have their expectation in place of the value; with *bets*, a house's terms (the
    usual ones are ``{}``), also its edge on the bets of onlookers.

    >>> [str(row.value) for row in sweep("le-her(ranks=2..4, suits=1)")]
    ['0', '1/3', '1/4']
    """
    from sabot.analysis.sweep import Sweep, list_sweep_items, solve_all

    items = list_sweep_items(games)
    name = games if isinstance(games, str) else "sweep"

    def rows_from(start: int) -> Generator[Row, None, None]:
        rows = solve_all(items, given=strategies, executor=executor, start=start, bets=bets)
        return iterate_watched(watch, rows)

    return Sweep(name, len(items), rows_from)


def strategic_form(game: GameLike, *, anyway: bool = False) -> MatrixForm:
    """Return the matrix of a game: its own, or that of all its reduced pure strategies."""
    name, form = as_zero_sum_form(game)
    _require_matrix_size(name, form, anyway=anyway)
    return form.strategic()


def table_form(form: AnyForm, *, anyway: bool = False) -> MatrixForm | BimatrixForm:
    """Return the matrix of a form or, for a two-player general-sum form, both payoff matrices."""
    _require_matrix_size(form.called, form, anyway=anyway)
    return form.strategic()


def _require_matrix_size(name: str, form: AnyForm, *, anyway: bool) -> None:
    """Refuse a two-player form whose matrix of pure strategies would not fit in memory."""
    if not anyway and len(form.seats) == 2 and not form.is_matrix:
        require_memory_for_matrix(name, form)
