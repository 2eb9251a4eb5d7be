"""From rules to an extensive-form tree, and from there to the sequence form; also parametric.

The rules are explored with lazy chance moves where that pays
(:mod:`sabot.game_rules.symbolic_tree`, imported when needed because it works on arrays),
else with explicit cards; both give the same game. A two-player zero-sum game becomes a
:class:`~sabot.forms.sequence.SequenceForm`, any other an
:class:`~sabot.forms.sequence_nplayer.NPlayerSequenceForm`. Rules written by users are validated on
the way (:mod:`sabot.game_rules.validation`). A parameter that a theorem leaves open is given to the
rules as an opaque amount: they then do the same at every value, payoffs are polynomials of the
degree that follows from the operations, and the forms at a few values determine them by
interpolation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Protocol

from sabot.errors import NoMethodError, SeatsError
from sabot.forms.extensive import NODE_LIMIT, GameTree
from sabot.forms.sequence import SequenceForm, require_two_seats, sequence_form_of_tree
from sabot.game_rules.bytecode import allows_lazy_cards
from sabot.game_rules.parameters import Exact, ParameterKind, ParameterValues

if TYPE_CHECKING:
    from sabot.forms.bimatrix import BimatrixForm
    from sabot.forms.parametric import PolynomialForm, PolynomialGeneralSumForm
    from sabot.forms.sequence import MatrixForm
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm
    from sabot.game_rules.symbolic_tree import SymbolicTree
    from sabot.game_rules.table import Table
    from sabot.game_rules.tree_builder import TreeBuilder

    Play = Callable[[Table], object]
    ExploredRules = SymbolicTree | GameTree
    AnyForm = MatrixForm | SequenceForm | BimatrixForm | NPlayerSequenceForm


Progress = Callable[[int], object]
REPEATED_SHIPPED_HANDS = 4
"""So many hands of shipped rules are run twice; tests pin those rules hand by hand."""


class HasForm(Protocol):
    """What a game must offer to be written as a form."""

    @property
    def direct(self) -> bool:
        """Whether the form is built without running the rules."""

    def directly(self) -> AnyForm | None:
        """Return that form, whatever its payoffs sum to; None where the family has no such form."""

    def explored(self, *, progress: Progress | None = None) -> ExploredRules:
        """Return the explored rules."""


def explore_rules(
    seats: Sequence[str],
    play: Callable[[Table], object],
    *,
    limit: int,
    progress: Progress | None = None,
    even: bool = False,
) -> ExploredRules:
    """Run the rules down every branch.

    *progress* is called with the number of nodes now and then; it stops the run by raising. *even*:
    the rules promise that every hand pays the first seat 1 or -1.
    """
    from sabot.game_rules.bytecode import called_functions, interrupts_as_errors, is_shipped
    from sabot.game_rules.tree_builder import TreeBuilder

    if is_shipped(play):
        return _explore(
            TreeBuilder(seats, limit=limit, repeated=REPEATED_SHIPPED_HANDS),
            play,
            play,
            limit,
            progress,
        )
    from sabot.game_rules.validation import (
        GlobalsGuard,
        HandTimer,
        detect_randomness,
        mentions_randomness,
        require_names_apart,
        require_win_or_lose,
        warn_of_idle_choices,
        warn_of_uninformed_seats,
    )

    patience, globals_ = HandTimer(), GlobalsGuard(play)
    first = patience.timed(detect_randomness(play))
    rest = first if mentions_randomness(called_functions(play)) else patience.timed(play)
    with interrupts_as_errors(play), patience.watching():
        explorer = TreeBuilder(seats, limit=limit, first=globals_.note)
        found = _explore(explorer, first, rest, limit, progress)
    globals_.require_unchanged()
    require_names_apart(found)
    warn_of_uninformed_seats(found)
    warn_of_idle_choices(found)
    if even:
        require_win_or_lose(found)
    return found


def _explore(
    explorer: TreeBuilder, first: Play, play: Play, limit: int, progress: Progress | None
) -> ExploredRules:
    """Run one hand by *first*, and all the rest by *play*, which are the same rules."""
    if explorer.begin(first, play):
        from sabot.game_rules.bytecode import allows_lazy_cards
        from sabot.game_rules.symbolic_tree import build_symbolic_tree

        if allows_lazy_cards(play):
            found = build_symbolic_tree(
                explorer.seats, play, limit=limit, repeated=explorer.repeated, progress=progress
            )
            if found is not None:
                return found
    return explorer.explore(play, progress)


def explicit_tree(game: ExploredRules, progress: Progress | None = None) -> GameTree:
    """Return the game tree, node for node as open cards give it."""
    if isinstance(game, GameTree):
        return game
    from sabot.game_rules.symbolic_tree import expand_tree

    return expand_tree(game, progress)


def zero_sum_form_of_explored(game: ExploredRules) -> SequenceForm:
    """Return the sequence form of a two-person zero-sum game."""
    require_two_seats(game.seats)
    found = form_of_explored(game)
    if not isinstance(found, SequenceForm):
        raise SeatsError(found.obstacle)
    return found


def form_of_explored(game: ExploredRules) -> SequenceForm | NPlayerSequenceForm:
    """Return the form of a game: the general one where it is not two-person zero-sum."""
    if len(game.seats) == 2:
        with suppress(SeatsError):
            return _two_player_sequence_form(game)
    from sabot.forms.sequence_nplayer import nplayer_form_of_tree

    found = nplayer_form_of_tree(explicit_tree(game))
    # hands whose payoffs do not sum to 0 may still average to 0 by their chances
    return found.two_person() if len(game.seats) == 2 and found.zero_sum else found


def _two_player_sequence_form(game: ExploredRules) -> SequenceForm:
    if isinstance(game, GameTree):
        return sequence_form_of_tree(game)
    from sabot.game_rules.symbolic_tree import sequence_form_of_symbolic_tree

    return sequence_form_of_symbolic_tree(game)


def form_of_game(game: HasForm, progress: Progress | None = None) -> AnyForm:
    """Return the form of any game: the general one where it is not two-person zero-sum."""
    direct = game.directly()
    return form_of_explored(game.explored(progress=progress)) if direct is None else direct


MAX_DEGREE = 8
"""The greatest degree that a theorem is tried with."""


def parametric_form_of_rules(
    seats: tuple[str, ...],
    play: Callable[..., object],
    key: str,
    kind: ParameterKind,
    values: ParameterValues,
) -> PolynomialForm | PolynomialGeneralSumForm:
    """Return the form of rules with a parameter left open, at which they must not look.

    Rules for two players whose payoffs do not sum to 0 have a form with a payoff for each.
    """
    from sabot.forms.parametric import (
        ParameterDomain,
        interpolate_form,
        interpolate_general_sum_form,
    )
    from sabot.forms.sequence_nplayer import nplayer_form_of_tree
    from sabot.game_rules.opaque_amount import DegreeTracker, OpaqueAmount

    if not allows_lazy_cards(play):
        raise NoMethodError(
            f"no theorem on {key}=*: the rules use type(), id() or `is`, which may depend on "
            f"the value of {key}"
        )
    ledger = DegreeTracker(key)
    known: dict[int, ExploredRules] = {}

    def explored_at(spot: int) -> ExploredRules:
        if spot not in known:
            amount = OpaqueAmount(Fraction(spot), ledger)
            hand = partial(play, **{**values, key: amount})
            known[spot] = explore_rules(seats, hand, limit=NODE_LIMIT)
            require_two_seats(known[spot].seats)
            if ledger.fault is not None:
                raise ledger.fault
        return known[spot]

    explored_at(1)
    if ledger.degree > MAX_DEGREE:
        raise NoMethodError(
            f"payoffs are of degree {ledger.degree} in {key}; {MAX_DEGREE} is the most"
        )
    low, high = (kind.low, kind.high) if isinstance(kind, Exact) else (None, None)
    start = Fraction(0) if low is None else low
    domain = ParameterDomain(start, high, whole=False, free=low is None and high is None)
    spots = range(1, ledger.degree + 3)
    if all(isinstance(form_of_explored(explored_at(spot)), SequenceForm) for spot in spots):
        return interpolate_form(
            key, lambda spot: zero_sum_form_of_explored(explored_at(spot)), ledger.degree, domain
        )
    return interpolate_general_sum_form(
        key,
        lambda spot: nplayer_form_of_tree(explicit_tree(explored_at(spot))),
        ledger.degree,
        domain,
    )
