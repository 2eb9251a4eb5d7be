"""Games, and ``@rules``: a function that plays one hand becomes a family of games.

A game is a family and its parameters. It is a string that parses and prints to itself,
``le-her(ranks=13, suits=4)``; the same string serves the command line, a URL, a cache key, a
certificate and a test's name. Of a :class:`FunctionFamily` nothing is known but the function that
plays a hand; its exact parameters may be left open in a theorem, if the rules only add, multiply
and pay them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from sabot.errors import Fault, GameStringError, RulesError, SeatsError, unknown_word_fault
from sabot.forms.extensive import GameTree
from sabot.forms.normal import MatrixForm
from sabot.forms.sequence import SequenceForm
from sabot.game_rules.capabilities import (
    FastDealer,
    HasBinaryForm,
    HasTree,
    PerfectInformation,
    possible_infosets,
)
from sabot.game_rules.family import REGISTRY, SHAPES_GAME_REASON, Family, require_valid_seats
from sabot.game_rules.parameters import Exact, ParameterValues, Whole
from sabot.game_rules.table import Table
from sabot.game_rules.to_form import explicit_tree, explore_rules, zero_sum_form_of_explored
from sabot.game_rules.tree_builder import NODE_LIMIT
from sabot.progress import report_progress

if TYPE_CHECKING:
    from sabot.forms.additive import BinaryActionForm
    from sabot.forms.base import PerfectInformationSolution, StrategyMapping
    from sabot.forms.sequence import Treeplex
    from sabot.game_rules.family import OpenForm
    from sabot.game_rules.to_form import AnyForm, ExploredRules


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
                f"tell them {key}: Fraction)"
                for key, kind in self.kinds.items()
                if isinstance(kind, Whole)
            }
        )

    def opened(self, key: str, values: ParameterValues) -> OpenForm:
        """Return the game with an amount left open, at which its rules must not look."""
        from sabot.game_rules.to_form import parametric_form_of_rules

        return parametric_form_of_rules(self.seats, self.play, key, self.kinds[key], values)


ZeroSumForm = MatrixForm | SequenceForm


@dataclass(frozen=True)
class Game:
    """One game: a family and its parameters. Prints as the string that loads it."""

    rules: Family
    values: tuple[tuple[str, Any], ...] = field(default=())

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats, in the order of the rules; the value is the first one's."""
        return self.rules.seating(self)

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters by name."""
        return dict(self.values)

    def play(self, table: Table) -> object:
        """Play the rules at *table*, once."""
        return self.rules.play(table, **self.parameters)

    def tree(
        self, *, limit: int = NODE_LIMIT, progress: Callable[[int], object] | None = None
    ) -> GameTree:
        """Return the whole game tree, walked out from the rules."""
        return explicit_tree(self.explored(limit=limit, progress=progress), progress)

    def explored(
        self, *, limit: int = NODE_LIMIT, progress: Callable[[int], object] | None = None
    ) -> ExploredRules:
        """Return the explored rules: a symbolic tree, or an explicit one where that is cheaper."""
        self.rules.demand_walkable(self)
        known = self.rules.tree(self) if isinstance(self.rules, HasTree) else None
        if known is not None and known.size <= limit:
            return known
        play = partial(self.rules.play, **self.parameters)
        return explore_rules(self.seats, play, limit=limit, progress=progress, even=self.rules.even)

    told = explored
    """The same, by its name in earlier releases."""

    def form(self, *, progress: Callable[[int], object] | None = None) -> ZeroSumForm:
        """Return the zero-sum form: the direct form of the family, else built from the rules.

        A game that is not two-player zero-sum is refused;
        :func:`~sabot.game_rules.to_form.any_form` takes every game.
        """
        direct = self.directly()
        if direct is None:
            return zero_sum_form_of_explored(self.explored(progress=progress))
        if not isinstance(direct, MatrixForm | SequenceForm):
            raise SeatsError(direct.obstacle)
        return direct

    def directly(self) -> AnyForm | None:
        """Return the form that the family builds by its own way, whatever the payoffs sum to."""
        if self.direct:
            report_progress("counting")
        return self.rules.form(self)

    @property
    def direct(self) -> bool:
        """Whether the form is built without a tree, by the family's own way."""
        return self.rules.direct

    def binary(self) -> BinaryActionForm | None:
        """Return the form in machine integers; None where its family has none."""
        return self.rules.binary(self) if isinstance(self.rules, HasBinaryForm) else None

    def many(
        self, strategies: Mapping[str, StrategyMapping], hands: int, seed: int
    ) -> Mapping[int, int] | None:
        """Return what many hands paid, by the family's own fast dealer; None if it has none."""
        if not isinstance(self.rules, FastDealer):
            return None
        return self.rules.deal_many(self, strategies, hands, seed)

    def demand_seat(self, seat: str) -> None:
        """Demand that it has a seat of that name."""
        if seat not in self.seats:
            raise RulesError(f"no seat {seat!r} at {self}; its seats: {', '.join(self.seats)}")

    def sees(self, seat: str) -> tuple[str, ...]:
        """Return what the parts of a seat's views are, in words; () where the rules do not say."""
        return tuple(self.rules.legend(self).get(seat, ()))

    def never_shown(self, sides: Sequence[Treeplex]) -> dict[str, tuple[str, ...]]:
        """Return the views that the rules provide for and its cards never show, by seat."""
        shown = {side.name: {cell.key for cell in side.cells} for side in sides}
        return {
            seat: tuple(view for view in views if view not in shown[seat])
            for seat, views in possible_infosets(self).items()
        }

    def perfect(self) -> PerfectInformationSolution | None:
        """Return the solution that the family finds without the tree; None if it has no such."""
        return self.rules.solved(self) if isinstance(self.rules, PerfectInformation) else None

    def cost(self) -> str:
        """Return what solving will cost, in words, before anything is built."""
        return self.rules.cost(self)

    def __str__(self) -> str:
        shown = self.rules.shown(self.parameters)
        return f"{self.rules.name}({', '.join(shown)})" if shown else self.rules.name

    def __repr__(self) -> str:
        return f"sabot.load({str(self)!r})"

    def __hash__(self) -> int:
        return hash(str(self))


def rules(
    *,
    name: str,
    seats: Sequence[str],
    always: Sequence[str] = (),
    even: bool = False,
    sees: Mapping[str, tuple[str, ...]] | None = None,
) -> Callable[[Callable[..., object]], Family]:
    """Make a family of games from a function that plays one hand at a table.

    Keyword-only parameters of the function are the parameters of the family; their annotations
    say what they may be. Those in *always* are printed even when they have their default; *even*
    promises that every hand pays the first seat 1 or -1, and is held to it; *sees* says, for the
    legends of tables, what it is that a seat sees first, next, and so on.

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
        return FunctionFamily(function, name=name, seats=seats, always=always, even=even, sees=sees)

    return decorate


def find_family(
    name: str,
    text: str,
    known: Sequence[str] = (),
    also: Mapping[str, str] | None = None,
    faults: Sequence[Fault] = (),
) -> Family:
    """Return the family of a name, or say which is nearest, *also* among short names."""
    if name not in REGISTRY:
        names = sorted({*known, *REGISTRY})
        raise GameStringError(
            text, [unknown_word_fault(name, names, "there is no game", also), *faults]
        )
    return REGISTRY[name]
