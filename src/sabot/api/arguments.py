"""Turn the arguments of a library function into a game, a form, or strategies.

A game may be given as a game string, the path of a file, a game, a form, or nested lists of numbers
or of pairs of numbers; for three or more players as ``game[i][j][k]``, the payoffs of each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from os import PathLike
from typing import TYPE_CHECKING, TypeGuard, TypeVar

from sabot.errors import FormError, SeatsError
from sabot.forms.sequence import MatrixForm, SequenceForm, read_numbers
from sabot.game_rules.capabilities import continuous_types
from sabot.game_rules.family import Family
from sabot.game_rules.game import Game, ZeroSumForm
from sabot.loading import load
from sabot.results.base import Result

if TYPE_CHECKING:
    from sabot.forms.bimatrix import BimatrixForm
    from sabot.forms.continuous.betting_game import EquilibriumHint
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm
    from sabot.game_rules.to_form import AnyForm

PayoffRows = Iterable[Iterable[object]]
"""A payoff matrix: nested lists, tuples or a numpy array, of exact numbers or of pairs of them.

For three or more players each list holds lists, as deep as there are players, then the payoffs.
"""
GameLike = Game | ZeroSumForm | str | PathLike[str] | PayoffRows
"""A game, its string or its file, a form, or a payoff matrix."""
GivenStrategies = Mapping[str, object] | Result | str
"""Strategies by seat, each written out or named; a result that has them; or a name for all."""
CALLERS_STRATEGY = "you"
"""The source of a strategy that the caller has written out."""
Given = TypeVar("Given")


def as_game(game: Given | str | PathLike[str]) -> Given | Game:
    """Return the game that a string or the path of a file names; anything else as it is."""
    return load(game) if isinstance(game, str | PathLike) else game


def constant_sum_of(game: object) -> Fraction:
    """Return what the players of a game that is read as zero-sum are paid together."""
    return game.rules.constant_sum(game) if isinstance(game, Game) else Fraction(0)


def continuous_game_of(game: object) -> EquilibriumHint | None:
    """Return the betting of a game with continuous types; None for any other game."""
    return continuous_types(game) if isinstance(game, Game) else None


def join_matrices(game: Given, columns: PayoffRows | None) -> Given | BimatrixForm:
    """Return the bimatrix game of both players' payoff matrices; without a second one the game."""
    from sabot.forms.bimatrix import BimatrixForm

    if columns is None:
        return game
    matrices = []
    for given, whose in ((game, "row"), (columns, "column")):
        rows: object = as_nested_lists(given) if _is_listed(given) else None
        nested = list(rows) if _is_listed(rows) else [None]
        if not all(map(_is_listed, nested)):
            raise argument_error(
                given,
                f"the {whose} player's payoff matrix",
                "two matrices as nested lists or numpy arrays, or a game alone",
            )
        matrices.append([row for row in nested if _is_listed(row)])
    return BimatrixForm.of(*matrices)


def _is_listed(given: object) -> TypeGuard[PayoffRows]:
    return isinstance(given, Iterable) and not isinstance(given, str | Mapping)


def as_nested_lists(rows: PayoffRows) -> PayoffRows:
    """Return a numpy array as nested lists of Python's numbers; anything else as it is."""
    to_list: Callable[[], PayoffRows] | None = getattr(rows, "tolist", None)
    return rows if to_list is None else to_list()


def as_zero_sum_form(
    game: GameLike | AnyForm, progress: Callable[[int], object] | None = None
) -> tuple[str, ZeroSumForm]:
    """Return the name and the form of a game for two seats that sums to zero."""
    game = as_game(game)
    if isinstance(game, Game):
        return str(game), game.form(progress=progress)
    name, form = as_form(game)
    if not isinstance(form, MatrixForm | SequenceForm):
        raise SeatsError(form.obstacle)
    return name, form


def as_form(
    game: GameLike | AnyForm, progress: Callable[[int], object] | None = None
) -> tuple[str, AnyForm]:
    """Return the name and the form of a game, for any number of players, zero-sum or not."""
    game = as_game(game)
    if isinstance(game, Game):
        from sabot.game_rules.to_form import form_of_game

        return str(game), form_of_game(game, progress)
    if isinstance(game, MatrixForm | SequenceForm):
        return game.called, game
    if isinstance(game, Family):
        name = getattr(game.play, "__name__", game.name)
        raise FormError(f"{game.name!r} is a family of games; call it: {name}(), for one of them")
    try:
        form: AnyForm = (
            _form_of_rows(game) if isinstance(game, Iterable) else _as_zero_sum_if_possible(game)
        )
    except TypeError:
        raise argument_error(game, "a game", "a game string, a game or a matrix") from None
    return form.called, form


def _as_zero_sum_if_possible(game: object) -> AnyForm:
    """Return a form that pays each seat its own: the zero-sum one that it is, where it is one."""
    from sabot.forms.bimatrix import BimatrixForm
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm

    if isinstance(game, BimatrixForm):
        return game.two_person() if game.zero_sum else game
    if isinstance(game, NPlayerSequenceForm):
        return game if game.obstacle else game.two_person()
    raise TypeError("no form")


def _form_of_rows(game: PayoffRows) -> MatrixForm | BimatrixForm | NPlayerSequenceForm:
    """Return the form of nested lists, of numbers or of pairs of them; or of more players."""
    given = list(as_nested_lists(game))
    if _is_nested(given):
        from sabot.forms.sequence_nplayer import count_players_in_lists, nplayer_form_of_lists

        if count_players_in_lists(given) > 2:
            return nplayer_form_of_lists(given)
    if any(issubclass(kind, Mapping) for kind in {type(entries) for entries in (game, *given)}):
        raise TypeError("keys are no payoffs")
    rows = [row if isinstance(row, str | list) else list(row) for row in given]
    table = [row for row in rows if not isinstance(row, str)]
    read = read_numbers(table)
    kinds = set(map(type, chain.from_iterable(table))) if read is None else set()
    if any(issubclass(kind, tuple | list | str) for kind in kinds):  # not asked of every entry
        from sabot.forms.bimatrix import BimatrixForm, is_pair

        if any(is_pair(entry) for row in table for entry in row):
            form = BimatrixForm.of_pairs(rows)
            return form.two_person() if form.zero_sum else form
    if len(table) < len(rows):
        return MatrixForm.of(rows)  # which says what is wrong with it
    return MatrixForm.of_table(table, read)


def _is_nested(rows: Sequence[object]) -> bool:
    """Return whether the first entry of the first row is a list, as of three or more players."""
    first = rows[0] if rows else None
    return isinstance(first, list | tuple) and bool(first) and isinstance(first[0], list | tuple)


def argument_error(found: object, what: str, instead: str) -> FormError:
    """Return the error of an argument that is something else altogether."""
    return FormError(f"{type(found).__name__} is not {what}: give {instead}")


def strategies_of(given: GivenStrategies) -> object:
    """Return strategies as given; those of a result are its exact strategies."""
    if not isinstance(given, Result):
        return given
    from sabot.results.nplayer import Profile

    return given.played if isinstance(given, Profile) else getattr(given, "strategies", given)


def strategy_sources(given: GivenStrategies, seats: tuple[str, ...]) -> dict[str, str]:
    """Return where each seat's strategy comes from, in a word."""
    if isinstance(given, Mapping):
        return {
            seat: word if isinstance(word := given[seat], str) else CALLERS_STRATEGY
            for seat in seats
            if seat in given
        }
    if isinstance(given, str):
        return dict.fromkeys(seats, given)
    from sabot.results.nplayer import ROUNDED_NOTE, Profile

    rounded = isinstance(given, Profile) and given.root is not None
    return dict.fromkeys(seats, f"a solution{ROUNDED_NOTE if rounded else ''}")


def require_positive(**asked: float | None) -> None:
    """Refuse limits that are no positive numbers."""
    for name, number in asked.items():
        if number is not None and not 0 < number < float("inf"):
            raise FormError(f"{name}={number!r:.40} is not a positive number")
