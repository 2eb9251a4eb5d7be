"""Families of games, and games: name, seats, parameters and rules; what every game can be asked.

A game is a family and its parameters. It is a string that parses and prints to itself,
``le-her(ranks=13, suits=4)``; the same string serves the command line, a URL, a cache key, a
certificate and a test's name.

``@rules`` makes the plain family from one function, and everything else then follows from its
rules. A family that knows more is a subclass of :class:`Family`: its docstring is the rules in
words, its ``play`` plays one hand at a table, and it overrides what it knows better (its form, the
legend of its tables, what solving costs). What only some games can do is a capability: a family
that has the methods of one is asked for them. Those that games themselves ask for are below, the
others in :mod:`sabot.game_rules.capabilities`. Generic code never asks which game it has. A theorem
may leave one parameter of a game string open, marked ``*``; which ones, and what is said of the
others, is decided here. The games of a :class:`NamedAgentFamily` are too large to be solved: they
are dealt, recorded and played by named agents.
"""

from __future__ import annotations

import inspect
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol, TypeGuard, TypeVar, final, runtime_checkable

from sabot.errors import (
    Fault,
    GameStringError,
    NoMethodError,
    RulesError,
    SabotError,
    SeatsError,
    unknown_word_fault,
)
from sabot.forms.extensive import NODE_LIMIT, GameTree
from sabot.forms.sequence import MatrixForm, SequenceForm
from sabot.game_rules.bytecode import interrupts_as_errors, line_of_function
from sabot.game_rules.parameters import (
    Choice,
    Exact,
    ParameterKind,
    ParameterValues,
    Text,
    Whole,
    parameters_of_rules,
)
from sabot.names import alike_names
from sabot.progress import report_progress

if TYPE_CHECKING:
    from sabot.forms.base import PerfectInformationSolution, StrategyMapping
    from sabot.forms.binary_action import BinaryActionForm
    from sabot.forms.parametric import (
        ParametricContinuousGame,
        PolynomialForm,
        PolynomialGeneralSumForm,
    )
    from sabot.forms.sequence import Treeplex
    from sabot.game_rules.table import Table
    from sabot.game_rules.to_form import AnyForm, ExploredRules

    OpenForm = PolynomialForm | ParametricContinuousGame | PolynomialGeneralSumForm


_NAME_PATTERN = re.compile(r"[^\W_]([\w .:/+'&-]*[\w+])?")


def require_valid_name(name: object) -> None:
    """Demand a name that a game string can hold: it is read up to its bracket."""
    if isinstance(name, str) and _NAME_PATTERN.fullmatch(name):
        return
    rule = "a letter or digit, then letters, digits, spaces and - _ . : / + ' &"
    raise RulesError(f"rules need a name such as 'liars-dice', got {name!r:.60}; {rule}")


def require_valid_seats(name: str, seats: Sequence[str]) -> tuple[str, ...]:
    """Return the seats of rules of that name, which must be different texts."""
    if isinstance(seats, str) or not all(isinstance(seat, str) for seat in seats):
        raise RulesError(f"rules {name!r} need seats such as ('ann', 'bob'), got {seats!r}")
    if len(set(seats)) != len(seats) or not seats:
        raise RulesError(f"rules {name!r} need different seats, got {tuple(seats)!r}")
    if alike := alike_names(seats):
        raise RulesError(f"the seats of rules {name!r}: {alike}; rename one")
    return tuple(seats)


def _require_plain_function(name: str, play: Callable[..., object]) -> None:
    """Refuse rules that hand out their steps by ``yield`` or ``await``."""
    if inspect.isgeneratorfunction(play):
        raise RulesError(
            f"{line_of_function(play, 'YIELD_VALUE')}the rules {name!r} contain `yield`; rules are "
            "a plain function that plays one hand: leave out the yield, and end the hand with "
            "return table.pay(...)"
        )
    if inspect.iscoroutinefunction(play) or inspect.isasyncgenfunction(play):
        raise RulesError(
            f"{line_of_function(play)}the rules {name!r} are an `async def`; write def, "
            "without async and await"
        )


ANY_PARAMETER = "*"
"""Among the open parameters: any name that is no parameter (a letter of a file)."""
NO_OPEN_PARAMETER_REMEDY = (
    "other games: a matrix of polynomials in a file, matrix(file=game.csv, t=*)"
)
"""What to do where no parameter of a game can be left open."""
SHAPES_GAME_REASON = (
    "a whole number that shapes the game: with another one it has other cards or other turns"
)


def open_parameters(texts: Mapping[str, str]) -> list[str]:
    """Return the parameters that are marked ``*``."""
    return [key for key, text in texts.items() if text == ANY_PARAMETER]


def value_required_words(source: str) -> tuple[str, str]:
    """Return what is said of a parameter marked ``*`` where one game is wanted."""
    name = source[:80]
    proof = f"for all values of it at once: sabot prove '{name}', sabot.prove({name!r}) in Python"
    return "'*' leaves it open, and this needs one game", f"write a value; {proof}"


def known_parameter_words(family: Family) -> list[str]:
    """Return the parameters, and those that only a theorem knows: ``cards=*``."""
    alone = (key for key in family.leaves_open if key not in {*family.kinds, ANY_PARAMETER})
    return [*family.kinds, *(f"{key}=*" for key in alone)]


def open_parameter_faults(family: Family, stars: Sequence[str]) -> list[Fault]:
    """Return why a theorem cannot leave open what is marked, and what it can."""
    mark = f"mark it as in {family.open_to[0]}=*" if family.open_to else NO_OPEN_PARAMETER_REMEDY
    known = ", ".join(family.open_to) or "none"
    if len(stars) == 1:
        return [_closed_parameter_fault(family, stars[0], known, mark)]
    where = ", ".join(stars) or family.name
    reason = f"a theorem leaves exactly one parameter open; for {family.name}: {known}"
    return [Fault(where, reason, mark)]


def _closed_parameter_fault(family: Family, key: str, known: str, mark: str) -> Fault:
    if key not in family.kinds:
        return unknown_word_fault(
            key, known_parameter_words(family), f"{family.name} has no parameter"
        )
    reason = f"cannot be left open in a theorem: {_closed_parameter_reason(family, key)}"
    return Fault(key, reason, f"parameters of {family.name} that can: {known}; {mark}")


def _closed_parameter_reason(family: Family, key: str) -> str:
    kind = family.kinds[key]
    if key in family.stays_closed:
        return family.stays_closed[key]
    if isinstance(kind, Whole):
        return SHAPES_GAME_REASON
    if isinstance(kind, Choice | Text):
        return "it is a word, not a number"
    return "its payoffs are not given as polynomials in it"


# ---------------------------------------------------------------- capabilities

Capability = TypeVar("Capability")


def offers(family: object, capability: type[Capability]) -> TypeGuard[Capability]:
    """Return whether a family has a capability: ``isinstance``, fast enough for every solve.

    ``isinstance`` looks for the methods of a protocol each time (10 microseconds);
    ``issubclass`` keeps its answer for each class.
    """
    return issubclass(type(family), capability)


@runtime_checkable
class LetterParameters(Protocol):
    """Letters of a game's file are parameters too."""

    def is_letter(self, key: str, text: str, texts: Mapping[str, str]) -> bool:
        """Return whether *key*, which is no parameter, gives a letter of the file a number."""
        ...

    def open_letter(self, texts: Mapping[str, str]) -> str:
        """Return the only letter that has no value; raise where there is none, or more."""
        ...


@runtime_checkable
class HasTree(Protocol):
    """The game tree is known without running the rules."""

    def tree(self, game: Game) -> GameTree | None:
        """Return the game tree; None where the rules have to be run."""
        ...


@runtime_checkable
class HasBinaryForm(Protocol):
    """The form can be counted in machine integers, two actions per information set."""

    def binary(self, game: Game) -> BinaryActionForm | None:
        """Return the form; None where machine integers are too small."""
        ...


@runtime_checkable
class PerfectInformation(Protocol):
    """The games are of perfect information and solved without their tree."""

    def solved(self, game: Game) -> PerfectInformationSolution | None:
        """Return the solution."""
        ...


@runtime_checkable
class FastDealer(Protocol):
    """Many random hands can be dealt at once, faster than by the rules."""

    def deal_many(
        self, game: Game, strategies: Mapping[str, StrategyMapping], hands: int, seed: int
    ) -> Mapping[int, int] | None:
        """Return what the hands paid the first seat, and how often; None: by the rules."""
        ...


@runtime_checkable
class ListsInfosets(Protocol):
    """The rules provide for information sets that the cards of a game may never reach."""

    def possible_views(self, game: Game) -> Mapping[str, Sequence[str]]:
        """Return all information sets of the rules, by seat, whatever cards there are."""
        ...


# ---------------------------------------------------------------- families

OpenParameters = Mapping[str, Mapping[str, str]]
_MISSING_COMMA = re.compile(r"[\s;]\s*(\w+)\s*=")
_NUMBER_SYNTAX = "; write 3/8, 0.375, 37.5% or a whole number"
REGISTRY: dict[str, Family] = {}
"""Every family defined so far in this process, by name."""


class Family:
    """A family of games: its name, its seats, its parameters and the rules of one hand.

    A subclass sets the attributes below, plays a hand in ``play(table, *, ...)``, whose
    keyword-only parameters are the family's, and overrides the methods that it knows a better
    answer to. What only some games can do, it adds as the methods of a capability
    (:mod:`sabot.game_rules.capabilities`). An instance is found by its name.

    >>> from sabot import load
    >>> class Coin(Family):
    ...     '''Heads pays ann 1, tails pays her nothing.'''
    ...     name, seats = "coin", ("ann", "bob")
    ...
    ...     def play(self, table, *, heads: int = 1):
    ...         table.pay(ann=table.roll({1: heads, 0: 1}))
    ...
    ...     def cost(self, game):
    ...         return "nothing"
    >>> coin = Coin()
    >>> load("coin(heads=3)").cost(), str(coin(heads=2))
    ('nothing', 'coin(heads=2)')
    """

    name: str
    seats: tuple[str, ...]
    original_name: str = ""
    """The name that a user's file gives it, where ``name`` is the place in that file."""
    title: str = ""
    """What its games are called in a title; '' where the name says it."""
    play: Callable[..., object]
    """Play one hand at a table, which comes first; the parameters follow by name."""
    always: tuple[str, ...] = ()
    """The parameters that are printed even where they have their default."""
    even: bool = False
    """Whether every hand pays the first seat 1 or -1, so that the value says who wins how often."""
    sees: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """What a seat sees first, next, ..., in words that hold for all games of the family."""
    plays_cards: bool = False
    """Whether what is chosen are cards, which a page draws as such."""
    defined: str = ""
    """The rules as a paper defines them, where the docstring leaves out what players know."""
    kin: str = ""
    """What hands share that ``also_called`` calls by one name: a total; '' where nothing."""
    strategies: tuple[str, ...] = ()
    """The names of the strategies that the method ``strategy`` knows."""
    sample: str = ""
    """The parameters of an example, where the name alone is no game: ``n=6, seed=1``."""
    not_with_file: tuple[str, ...] = ()
    """Parameters that are not given together with the file of a game."""
    changed: tuple[str, ...] = ()
    """Parameters that are often changed, besides those of the sample and those left open."""
    in_rows: tuple[str, ...] = ()
    """Parameters that every row of a sweep shows, even where all games have the same."""
    has_choices: bool = True
    """Whether a seat ever chooses; where none does, the cards decide and there is no strategy."""
    in_hands: bool = True
    """Whether hands of it are played, so that one can sit down to it."""
    one_play: str = "hand"
    """What one play of the game is called."""
    edge: str = ""
    """What the second seat's gain is called, in per cent of the stake of 1; '': nothing."""
    bet_terms: Mapping[str, ParameterKind] = MappingProxyType({})
    """The terms that the method ``bets`` takes, by name: those of the house."""
    leaves_open: OpenParameters = MappingProxyType({})
    """The parameters that a theorem may leave open, each with what to write in place of ``key=*``
    so that the others can be checked (nothing: 1); ``ANY_PARAMETER`` is any other name."""
    offers_open: bool = True
    """Whether pages offer such theorems: not where the usual game's would take hours."""
    open_plainly: tuple[str, ...] = ()
    """Parameters that have to be as usual where a theorem leaves another one open."""
    stays_closed: Mapping[str, str] = MappingProxyType({})
    """Why a theorem cannot leave a parameter open, where its kind does not say it."""

    def __init__(self) -> None:
        require_valid_name(self.name)
        self.seats = require_valid_seats(self.name, self.seats)
        _require_plain_function(self.name, self.play)
        self.kinds: Mapping[str, ParameterKind]
        self.defaults: ParameterValues
        self.kinds, self.defaults = parameters_of_rules(
            self.name, self.play, letters=ANY_PARAMETER in self.leaves_open
        )
        REGISTRY[self.name] = self

    def __repr__(self) -> str:
        return f"<family of games {self.name!r}>"

    # ------------------------------------------------------------------ who sits, what is seen

    def faults(self, values: ParameterValues) -> list[Fault]:
        """Return what is wrong with parameters that are each right by themselves."""
        return []

    def implied(self, texts: Mapping[str, str]) -> Mapping[str, str]:
        """Return parameters that follow from others where they are not given."""
        return {}

    def seating(self, game: Game) -> tuple[str, ...]:
        """Return who sits down, where that depends on the parameters (a file's players)."""
        return self.seats

    def legend(self, game: Game) -> Mapping[str, tuple[str, ...]]:
        """Return what a seat sees first, next, ... in this game: the legend of its tables."""
        return self.sees

    # ------------------------------------------------------------------ mathematics

    def demand_walkable(self, game: Game) -> None:
        """Raise where the tree is known to be too large to be walked."""

    def form(self, game: Game) -> AnyForm | None:
        """Return the direct form, built without the tree; None: the rules are explored."""
        return None

    def opened(self, key: str, values: ParameterValues) -> OpenForm:
        """Return the game with *key* left open: its payoffs as polynomials in it.

        The other parameters are among the values, and for *key* the polynomial t itself. Of a game
        with continuous types, the betting.
        """
        raise RulesError(
            f"{self.name} cannot leave {key} open yet: its class needs a method "
            "opened(self, key, values)"
        )

    # ------------------------------------------------------------------ words and tables

    def cost(self, game: Game) -> str:
        """Return what solving will cost, in words, before anything is built."""
        return ""

    def remark(self, game: Game) -> str:
        """Return what must be said beside the value of a game; '' where nothing must."""
        return ""

    def constant_sum(self, game: Game) -> Fraction:
        """Return what the players of a game that is read as zero-sum are paid together."""
        return Fraction(0)

    # ------------------------------------------------------------------ what all families share

    @property
    def direct(self) -> bool:
        """Whether the form is built without a tree, by the family's own way."""
        return type(self).form is not Family.form

    @property
    def required(self) -> tuple[str, ...]:
        """The parameters without a default."""
        return tuple(key for key in self.kinds if key not in self.defaults)

    @property
    def open_to(self) -> tuple[str, ...]:
        """The parameters that a theorem may leave open; ``t`` means any letter."""
        return tuple(key.replace(ANY_PARAMETER, "t") for key in self.leaves_open)

    @final
    def __call__(self, *places: object, **values: Any) -> Game:
        """Return the game with these parameters; every fault is reported at once."""
        if places:
            first = next(iter(self.kinds), "ranks")
            raise RulesError(
                f"{self.name} takes its parameters by name, as in {first}=3; to play its rules "
                "inside other rules, call its method play(table)"
            )
        texts: dict[str, str] = {}
        faults: list[Fault] = []
        for key, value in values.items():
            if isinstance(value, str) or key not in self.kinds:
                plain = isinstance(value, str | int | Fraction)
                texts[key] = str(value) if plain else type(value).__name__
                continue
            try:
                texts[key] = self.kinds[key].show(value)
            except (SabotError, ValueError) as reason:
                faults.append(Fault(key, str(reason), self.kinds[key].words))
        source = f"{self.name}({', '.join(f'{k}={v}' for k, v in texts.items())})"
        return self.game(texts, source, faults)

    @final
    def game(self, texts: Mapping[str, str], source: str, known: Sequence[Fault] = ()) -> Game:
        """Return the game whose parameters are given as text; *known* faults are reported too."""
        faults = list(known)
        values = dict(self.defaults)
        for key, text in {**self.implied(texts), **texts}.items():
            if key not in self.kinds and self._is_letter(key, text, texts):
                values[key] = self.kind(key).parse(text)
                continue
            if key not in self.kinds:
                fault = unknown_word_fault(
                    key, known_parameter_words(self), f"{self.name} has no parameter"
                )
                starred = text == "*" and ANY_PARAMETER in self.leaves_open
                faults.append(Fault(key, *value_required_words(source)) if starred else fault)
                continue
            try:
                values[key] = self.kinds[key].parse(text)
            except (SabotError, ValueError) as reason:
                starred = text == "*" and key in self.leaves_open
                what = value_required_words(source) if starred else self._misread(key, text, reason)
                faults.append(Fault(key, *what))
        wrong = {fault.where for fault in faults}
        for key in self.required:
            if key not in texts and key not in wrong:
                faults.append(Fault(key, "is missing", self.kinds[key].words))
        if not faults:
            faults = self.faults(values)
        if faults:
            raise GameStringError(source, faults)
        letters = [key for key in values if key not in self.kinds]
        return Game(self, tuple((key, values[key]) for key in (*self.kinds, *letters)))

    def _misread(self, key: str, text: str, reason: Exception) -> tuple[str, str]:
        """Return what is wrong with the text of a parameter, and what to write."""
        more = _MISSING_COMMA.search(text)
        if more:
            return str(reason), f"put a comma before {more[1]}="
        if ".." in text:
            return (
                f"{text!r} means several games",
                "write one value, or take all of them with sabot sweep",
            )
        words = self.kinds[key].words
        return str(reason).removesuffix(_NUMBER_SYNTAX) if "number" in words else str(reason), words

    @final
    def kind(self, key: str) -> ParameterKind:
        """Return what a parameter may be: a number, where it is the letter of a file."""
        return self.kinds.get(key, Exact())

    @final
    def shown(self, values: ParameterValues) -> list[str]:
        """Return the parameters as a game string shows them: those that are not as usual."""
        return [
            f"{key}={self.kind(key).show(value)}"
            for key, value in values.items()
            if key in self.always or value != self.defaults.get(key, inspect.Parameter.empty)
        ]

    @final
    def polynomial(self, texts: Mapping[str, str], source: str) -> tuple[str, OpenForm]:
        """Return the game string and the form of a game with one parameter marked ``*``."""
        from flint import fmpz_poly

        stars = open_parameters(texts)
        if not stars and isinstance(self, LetterParameters):
            stars = [self.open_letter(texts)]
        if len(stars) == 1 and stars[0] not in self.kinds and ANY_PARAMETER in self.leaves_open:
            return self._free(stars[0], texts, source)
        if len(stars) != 1 or stars[0] not in self.leaves_open:
            raise GameStringError(source, open_parameter_faults(self, stars))
        key = stars[0]
        stand_in = self.leaves_open[key] or {key: "1"}
        others = {k: v for k, v in texts.items() if k != key}
        both = [Fault(k, f"is given together with {key}=*", "leave it out") for k in stand_in]
        if any(fault.where in others for fault in both):
            raise GameStringError(source, [fault for fault in both if fault.where in others])
        values = self.game({**others, **stand_in}, source).parameters
        rest = {k: v for k, v in values.items() if k not in stand_in}
        form = self.opened(key, {**rest, key: fmpz_poly([0, 1])})
        return f"{self.name}({', '.join([*self.shown(rest), f'{key}=*'])})", form

    def _is_letter(self, key: str, text: str, texts: Mapping[str, str]) -> bool:
        """Return whether a name that is no parameter gives a letter of the game's file a number."""
        return isinstance(self, LetterParameters) and self.is_letter(key, text, texts)

    def _free(self, name: str, texts: Mapping[str, str], source: str) -> tuple[str, OpenForm]:
        """Return the form of a game with a parameter of any name (a file's letter)."""
        if not name.isidentifier() or not name.isascii():
            raise GameStringError(source, [Fault(name, "is not a name", "write a letter: t=*")])
        others = {k: v for k, v in texts.items() if k != name}
        stand_in = {name: "1"} if self._is_letter(name, "1", others) else {}
        game = self.game({**others, **stand_in}, source)
        rest = {k: v for k, v in game.parameters.items() if k != name}
        form = self.opened(name, rest)
        return f"{self.name}({', '.join([*self.shown(rest), f'{name}=*'])})", form


def own_methods(family: Family) -> list[str]:
    """Return the methods in which a family's own code may run: all but those that are final."""
    return [
        "play",
        *(
            name
            for name in dir(type(family))
            if not name.startswith("_")
            and name != "play"
            and inspect.isfunction(part := getattr(type(family), name))
            and not getattr(part, "__final__", False)
        ),
    ]


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
        with interrupts_as_errors(self.rules.play):
            return self.rules.play(table, **self.parameters)

    def tree(
        self, *, limit: int = NODE_LIMIT, progress: Callable[[int], object] | None = None
    ) -> GameTree:
        """Return the whole game tree, walked out from the rules."""
        from sabot.game_rules.to_form import explicit_tree

        return explicit_tree(self.explored(limit=limit, progress=progress), progress)

    def explored(
        self, *, limit: int = NODE_LIMIT, progress: Callable[[int], object] | None = None
    ) -> ExploredRules:
        """Return the explored rules: a symbolic tree, or an explicit one where that is cheaper."""
        from sabot.game_rules.to_form import explore_rules

        self.rules.demand_walkable(self)
        known = self.rules.tree(self) if offers(self.rules, HasTree) else None
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
            from sabot.game_rules.to_form import zero_sum_form_of_explored

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
        self, strategies: Mapping[str, Any], hands: int, seed: int
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
        return self.rules.solved(self) if offers(self.rules, PerfectInformation) else None

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


def possible_infosets(game: Game) -> Mapping[str, Sequence[str]]:
    """Return the information sets that the rules provide for, by seat; {} where not known."""
    family = game.rules
    return family.possible_views(game) if offers(family, ListsInfosets) else {}


PayoffCounts = Mapping[tuple[int, ...], int]
"""How many hands paid the seats how much."""


class NamedAgentFamily(Family, ABC):
    """A family whose seats are taken by named agents."""

    usual: str
    """The agent at a seat for which none is named."""
    lookup_verb: str = ""
    """The verb that looks up a single hand; '' where there is none."""
    few: int = 1_000
    """The default number of hands to deal: half a second's work, nothing compiled."""

    def model(self, game: Game) -> str:
        """Return the game, as a string, that is solved as its model; '' where there is none."""
        return ""

    @abstractmethod
    def require_agent(self, name: str) -> None:
        """Raise where no player has that name."""

    @abstractmethod
    def dealt(
        self, game: Game, players: Mapping[str, str], *, hands: int, seed: int
    ) -> Iterator[PayoffCounts]:
        """Yield what hands paid, some at a time, with a named player at every seat."""

    def sitting(
        self, game: Game, *, seat: str | None, seed: int, hands: int | None, against: Sequence[str]
    ) -> Any:
        """Return the session of a person at the table: as ``sabot.play.session.Session``."""
        raise NoMethodError(f"{self.name} cannot be played: its class has no method sitting()")
