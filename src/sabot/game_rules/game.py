"""``@rules``: a function that plays one hand becomes a family of games; games are made by it.

Of a :class:`FunctionFamily` nothing is known but the function that plays a hand; its exact
parameters may be left open in a theorem, if the rules only add, multiply and pay them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, overload

from sabot.errors import RulesError
from sabot.game_rules.bytecode import line_of_function, seats_named_in
from sabot.game_rules.family import (
    SHAPES_GAME_REASON,
    Family,
    Game,
    ZeroSumForm,
    require_valid_seats,
)
from sabot.game_rules.parameters import Exact, ParameterValues, Whole

if TYPE_CHECKING:
    from sabot.forms.continuous.betting_game import EquilibriumHint
    from sabot.game_rules.family import OpenForm

__all__ = ["FunctionFamily", "Game", "ZeroSumForm", "rules"]


class FunctionFamily(Family):
    """The plain family: all that is known of it is the function that plays one hand."""

    def __init__(
        self,
        function: Callable[..., object],
        *,
        name: str,
        seats: Sequence[str],
        always: Sequence[str] = (),
        even: bool = False,
        sees: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        self.play = function
        self.__doc__ = function.__doc__
        self.name = name
        self.seats = require_valid_seats(name, seats)
        self.always, self.even, self.sees = tuple(always), even, dict(sees or {})
        super().__init__()
        self.leaves_open = MappingProxyType(
            {
                key: {key: kind.show(self.defaults[key])} if key in self.defaults else {}
                for key, kind in self.kinds.items()
                if isinstance(kind, Exact)
            }
        )
        self.stays_closed = MappingProxyType(
            {
                key: f"{SHAPES_GAME_REASON} (if the rules only add it up, multiply it and pay it, "
                f"annotate {key}: Fraction)"
                for key, kind in self.kinds.items()
                if isinstance(kind, Whole)
            }
        )

    def real_hands(self, game: Game) -> EquilibriumHint | None:
        """Return the betting of rules that deal real hands by ``table.hand``; None of others."""
        return _betting(self, game.values)

    def opened(self, key: str, values: ParameterValues) -> OpenForm:
        """Return the game with an amount left open, at which its rules must not look."""
        from sabot.game_rules.continuous import mentions_real_hands, parametric_betting_of_rules
        from sabot.game_rules.to_form import parametric_form_of_rules

        if mentions_real_hands(self.play):
            usual = self.defaults.get(key, _allowed_value(self.kinds[key]))
            if _betting(self, tuple({**values, key: usual}.items())) is not None:
                return parametric_betting_of_rules(
                    self.seats, self.play, key, self.kinds[key], values
                )
        return parametric_form_of_rules(self.seats, self.play, key, self.kinds[key], values)


def _allowed_value(kind: object) -> Fraction:
    """Return 1, or the nearest value that the parameter may have."""
    value = Fraction(1)
    if isinstance(kind, Exact):
        value = value if kind.low is None else max(value, kind.low)
        value = value if kind.high is None else min(value, kind.high)
    return value


@lru_cache(maxsize=16)
def _betting(
    family: FunctionFamily, values: tuple[tuple[str, object], ...]
) -> EquilibriumHint | None:
    """Return the betting of a game with real hands, whose tree is built once."""
    from sabot.forms.continuous.betting_game import EquilibriumHint
    from sabot.game_rules.continuous import betting_of_rules

    form = betting_of_rules(family.seats, partial(family.play, **dict(values)))
    return None if form is None else EquilibriumHint(form)


@overload
def rules(function: Callable[..., object], /) -> Family: ...


@overload
def rules(
    *,
    name: str = ...,
    seats: Sequence[str] = ...,
    always: Sequence[str] = ...,
    even: bool = ...,
    sees: Mapping[str, tuple[str, ...]] | None = ...,
) -> Callable[[Callable[..., object]], Family]: ...


def rules(
    function: Callable[..., object] | None = None,
    /,
    *more: object,
    name: str = "",
    seats: Sequence[str] = (),
    always: Sequence[str] = (),
    even: bool = False,
    sees: Mapping[str, tuple[str, ...]] | None = None,
) -> Family | Callable[[Callable[..., object]], Family]:
    """Make a family of games from a function that plays one hand at a table.

    Keyword-only parameters of the function are the parameters of the family; their annotations
    say what they may be. Those in *always* are printed even when they have their default; *even*
    promises that every hand pays the first seat 1 or -1, and is held to it; *sees* says, for the
    legends of tables, what it is that a seat sees first, next, and so on. Without *name* the game
    has the function's name. Without *seats*, and so without brackets, the seats are those that the
    code names at the table, in the order of mention; the value is the first one's.

    >>> from sabot import rules, solve
    >>> @rules(name="war", seats=("north", "south"))
    ... def war(table, *, ranks: int = 3, suits: int = 2):
    ...     shoe = table.shoe(ranks=ranks, suits=suits)
    ...     north, south = shoe.draw(), shoe.draw()
    ...     if table.ask("south", ("fold", "fight"), sees=south) == "fold":
    ...         return table.pay(north=1)
    ...     return table.pay(north=2 if north > south else -2)
    >>> solve(war(ranks=4)).value
    Fraction(-11, 28)
    """

    def decorate(function: Callable[..., object]) -> Family:
        if not callable(function):
            raise RulesError(f"@rules needs a function below it, not {function!r:.60}")
        own = name or getattr(function, "__name__", "")
        return FunctionFamily(
            function,
            name=own,
            seats=seats or _seats_of_code(own, function),
            always=always,
            even=even,
            sees=sees,
        )

    if function is None:
        return decorate
    if more or not callable(function):
        raise RulesError(
            f"rules() takes its arguments by name, got {function!r:.60}; write "
            '@sabot.rules(name="war", seats=("north", "south"))'
        )
    return decorate(function)


def _seats_of_code(name: str, function: Callable[..., object]) -> tuple[str, ...]:
    """Return the seats that a function names; two or more, or they have to be given."""
    found = seats_named_in(function)
    if len(found) < 2:
        named = f"the rules name only {found[0]!r}" if found else "the rules name none"
        raise RulesError(
            f"{line_of_function(function)}the seats of {name!r} are not given, and {named}; "
            'write @sabot.rules(seats=("ann", "bob"))'
        )
    return found
