"""``@rules``: a function that plays one hand becomes a family of games with names.

A game instance is a string that parses and prints to itself, ``le-her(ranks=13, suits=4)``; the
same string serves the command line, a URL, a cache key, a certificate and a test's name.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sabot.errors import Fault, FormError, GameStringError, RulesError, SabotError
from sabot.forms.matrix import MatrixForm
from sabot.forms.sequence import SequenceForm, from_tree
from sabot.gamestring import dissect
from sabot.parameters import Kind, kind_of
from sabot.tables import Table
from sabot.tree import NODE_LIMIT, Explorer, GameTree

if TYPE_CHECKING:
    from sabot.forms.perfect import Perfect
    from sabot.forms.theorem import PolynomialForm

_RUN_ON = re.compile(r"\s(\w+)\s*=")
Form = MatrixForm | SequenceForm
Values = Mapping[str, Any]

ELSEWHERE = "other games: a matrix of polynomials in a file, matrix(file=game.csv, t=*)"
"""What to do where no parameter of a game can be left open."""
REGISTRY: dict[str, Rules] = {}
"""Every family told so far in this process, by name."""


@dataclass(eq=False)
class Rules:
    """A family of games: the function that tells them, its seats and its parameters."""

    name: str
    seats: tuple[str, ...]
    play: Callable[..., object]
    kinds: dict[str, Kind]
    defaults: dict[str, Any]
    always: tuple[str, ...]
    required: tuple[str, ...]
    even: bool = False
    """Whether every hand pays the first seat 1 or -1, so that the value says who wins how often."""
    sees: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What the parts of a seat's views are, in words: the legend of its tables."""
    _form: Callable[..., Form] | None = None
    _faults: Callable[..., list[Fault]] | None = None
    _cost: Callable[..., str] | None = None
    _solver: Callable[..., Perfect] | None = None
    _bound: Callable[..., None] | None = None
    _seating: Callable[..., tuple[str, ...]] | None = None
    _many: Callable[..., Mapping[int, int] | None] | None = None
    _views: Callable[..., Mapping[str, Sequence[str]]] | None = None
    _sights: Callable[..., Mapping[str, tuple[str, ...]]] | None = None
    _theorems: dict[str, tuple[Callable[..., PolynomialForm], dict[str, str]]] = field(
        default_factory=dict
    )

    def form(self, builder: Callable[..., Form]) -> Callable[..., Form]:
        """Register a faster road from parameters to the form than walking the tree."""
        self._form = builder
        return builder

    def faults(self, finder: Callable[..., list[Fault]]) -> Callable[..., list[Fault]]:
        """Register a check of the parameters against each other."""
        self._faults = finder
        return finder

    def cost(self, teller: Callable[..., str]) -> Callable[..., str]:
        """Register what ``sabot size`` says before anything is built."""
        self._cost = teller
        return teller

    def bound(self, check: Callable[..., None]) -> Callable[..., None]:
        """Register a check that the tree is small enough to be walked; it raises if not."""
        self._bound = check
        return check

    def sights(
        self, teller: Callable[..., Mapping[str, tuple[str, ...]]]
    ) -> Callable[..., Mapping[str, tuple[str, ...]]]:
        """Register what a seat sees first, next, ..., where that depends on the parameters."""
        self._sights = teller
        return teller

    def views(
        self, teller: Callable[..., Mapping[str, Sequence[str]]]
    ) -> Callable[..., Mapping[str, Sequence[str]]]:
        """Register the views that the rules provide for, by seat, whatever the cards are."""
        self._views = teller
        return teller

    def many(
        self, dealer: Callable[..., Mapping[int, int] | None]
    ) -> Callable[..., Mapping[int, int] | None]:
        """Register a faster dealer: what many hands paid the first seat, and how often.

        It gets the strategies, the number of hands, a seed and the parameters, and returns None
        where it must leave the hands to the rules.
        """
        self._many = dealer
        return dealer

    @property
    def perfect(self) -> bool:
        """Whether the games are of perfect information and solved without their tree."""
        return self._solver is not None

    def solver(self, method: Callable[..., Perfect]) -> Callable[..., Perfect]:
        """Register how games of perfect information are solved without their tree."""
        self._solver = method
        return method

    def theorem(
        self, key: str, **stand_in: str
    ) -> Callable[[Callable[..., PolynomialForm]], Callable[..., PolynomialForm]]:
        """Register the game with *key* left open: its payoffs as polynomials in it.

        The builder gets the other parameters, and for *key* the polynomial t itself. *stand_in* is
        what to write instead of ``key=*`` so that the other parameters can be checked. With the
        key ``*`` any name that is no parameter may be left open; the builder gets it as *name*.
        """

        def register(builder: Callable[..., PolynomialForm]) -> Callable[..., PolynomialForm]:
            self._theorems[key] = builder, stand_in or {key: "1"}
            return builder

        return register

    @property
    def open_to(self) -> tuple[str, ...]:
        """The parameters that a theorem may leave open; ``t`` stands for any letter."""
        return tuple(key.replace("*", "t") for key in self._theorems)

    def polynomial(self, texts: Mapping[str, str], source: str) -> tuple[str, PolynomialForm]:
        """Return the game string and the form of a game with one parameter marked ``*``."""
        from flint import fmpz_poly

        variable = fmpz_poly([0, 1])
        stars = [key for key, text in texts.items() if text == "*"]
        if len(stars) == 1 and stars[0] not in self.kinds and "*" in self._theorems:
            return self._free(stars[0], texts, source)
        if len(stars) != 1 or stars[0] not in self._theorems:
            where = ", ".join(stars) or self.name
            known = ", ".join(self.open_to) or "none of them"
            reason = f"a theorem leaves exactly one parameter open; for {self.name}: {known}"
            mark = f"mark it as in {self.open_to[0]}=*" if self.open_to else ELSEWHERE
            raise GameStringError(source, [Fault(where, reason, mark)])
        key = stars[0]
        builder, stand_in = self._theorems[key]
        others = {k: v for k, v in texts.items() if k != key}
        both = [Fault(k, f"is given together with {key}=*", "leave it out") for k in stand_in]
        if any(fault.where in others for fault in both):
            raise GameStringError(source, [fault for fault in both if fault.where in others])
        values = self.game(others | stand_in, source).parameters
        shown = [
            f"{k}={self.kinds[k].show(values[k])}"
            for k in self.kinds
            if k not in stand_in and (k in self.always or values[k] != self.defaults.get(k))
        ]
        form = builder(**{k: v for k, v in values.items() if k not in stand_in}, **{key: variable})
        return f"{self.name}({', '.join([*shown, f'{key}=*'])})", form

    def _free(self, name: str, texts: Mapping[str, str], source: str) -> tuple[str, PolynomialForm]:
        """Return the form of a game with a parameter of any name (a file's letter)."""
        if not name.isidentifier() or not name.isascii():
            raise GameStringError(source, [Fault(name, "is not a name", "write a letter: t=*")])
        game = self.game({k: v for k, v in texts.items() if k != name}, source)
        form = self._theorems["*"][0](**game.parameters, name=name)
        shown = [f"{k}={self.kinds[k].show(v)}" for k, v in game.values]
        return f"{self.name}({', '.join([*shown, f'{name}=*'])})", form

    def seating(self, teller: Callable[..., tuple[str, ...]]) -> Callable[..., tuple[str, ...]]:
        """Register who sits down, where that depends on the parameters (a file's players)."""
        self._seating = teller
        return teller

    def __call__(self, **values: Any) -> Game:
        """Return the game with these parameters; every fault is reported at once."""
        texts: dict[str, str] = {}
        faults: list[Fault] = []
        for key, value in values.items():
            if isinstance(value, str) or key not in self.kinds:
                texts[key] = value if isinstance(value, str) else type(value).__name__
                continue
            try:
                texts[key] = self.kinds[key].show(value)
            except (SabotError, ValueError) as reason:
                faults.append(Fault(key, str(reason), self.kinds[key].words))
        source = f"{self.name}({', '.join(f'{k}={v}' for k, v in texts.items())})"
        return self.game(texts, source, faults)

    def game(self, texts: Mapping[str, str], source: str, known: Sequence[Fault] = ()) -> Game:
        """Return the game whose parameters are given as text; *known* faults are reported too."""
        faults = list(known)
        values = dict(self.defaults)
        for key, text in texts.items():
            if key not in self.kinds:
                faults.append(_unknown(key, list(self.kinds), f"{self.name} has no parameter"))
                continue
            try:
                values[key] = self.kinds[key].parse(text)
            except (SabotError, ValueError) as reason:
                more = _RUN_ON.search(text)
                remedy = f"put a comma before {more[1]}=" if more else self.kinds[key].words
                faults.append(Fault(key, str(reason), remedy))
        wrong = {fault.where for fault in faults}
        for key in self.required:
            if key not in texts and key not in wrong:
                faults.append(Fault(key, "is missing", self.kinds[key].words))
        if not faults and self._faults is not None:
            faults = self._faults(**values)
        if faults:
            raise GameStringError(source, faults)
        return Game(self, tuple((key, values[key]) for key in self.kinds))


@dataclass(frozen=True)
class Game:
    """One game: a family and its parameters. Prints as the string that loads it."""

    rules: Rules
    values: tuple[tuple[str, Any], ...] = field(default=())

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats, in the order of the rules; the value is the first one's."""
        seating = self.rules._seating
        return seating(**self.parameters) if seating is not None else self.rules.seats

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters by name."""
        return dict(self.values)

    def play(self, table: Table) -> object:
        """Tell the rules to *table*, once."""
        return self.rules.play(table, **self.parameters)

    def tree(
        self, *, limit: int = NODE_LIMIT, progress: Callable[[int], object] | None = None
    ) -> GameTree:
        """Return the whole game tree, walked out from the rules."""
        if self.rules._bound is not None:
            self.rules._bound(**self.parameters)
        return Explorer(self.seats, limit=limit).explore(self.play, progress)

    def form(self, *, progress: Callable[[int], object] | None = None) -> Form:
        """Return the game as mathematics: by its direct form if it has one, else by its tree."""
        if self.rules._form is not None:
            return self.rules._form(**self.parameters)
        return from_tree(self.tree(progress=progress))

    def many(
        self, strategies: Mapping[str, Any], hands: int, seed: int
    ) -> Mapping[int, int] | None:
        """Return what many hands paid, by the family's own fast dealer; None if it has none."""
        if self.rules._many is None:
            return None
        return self.rules._many(strategies, hands, seed, **self.parameters)

    def sees(self, seat: str) -> tuple[str, ...]:
        """Return what the parts of a seat's views are, in words; () where the rules do not say."""
        teller = self.rules._sights
        known = self.rules.sees if teller is None else teller(**self.parameters)
        return tuple(known.get(seat, ()))

    def unreachable(self, form: Form) -> dict[str, tuple[str, ...]]:
        """Return the views that the rules provide for and its cards never show, by seat."""
        if self.rules._views is None or isinstance(form, MatrixForm):
            return {}
        known = self.rules._views(**self.parameters)
        shown = {side.name: {cell.key for cell in side.cells} for side in form.sides}
        return {
            seat: tuple(view for view in views if view not in shown[seat])
            for seat, views in known.items()
        }

    def perfect(self) -> Perfect | None:
        """Return the solution that the family finds without the tree; None if it has no such."""
        return self.rules._solver(**self.parameters) if self.rules._solver else None

    def cost(self) -> str:
        """Return what solving will cost, in words, before anything is built."""
        return self.rules._cost(**self.parameters) if self.rules._cost else ""

    def __str__(self) -> str:
        shown = [
            f"{key}={self.rules.kinds[key].show(value)}"
            for key, value in self.values
            if key in self.rules.always or value != self.rules.defaults.get(key, inspect._empty)
        ]
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
) -> Callable[[Callable[..., object]], Rules]:
    """Make a family of games from a function that plays one hand at a table.

    Keyword-only parameters of the function are the parameters of the family; their annotations
    say what they may be. Those in *always* are printed even when they have their default; *even*
    promises that every hand pays the first seat 1 or -1; *sees* says, for the legends of tables,
    what it is that a seat sees first, next, and so on.

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

    def decorate(function: Callable[..., object]) -> Rules:
        if isinstance(seats, str) or not all(isinstance(seat, str) for seat in seats):
            raise RulesError(f"rules {name!r} need seats such as ('ann', 'bob'), got {seats!r}")
        if len(set(seats)) != len(seats) or not seats:
            raise RulesError(f"rules {name!r} need different seats, got {tuple(seats)!r}")
        signature = inspect.signature(function, eval_str=True)
        kinds: dict[str, Kind] = {}
        defaults: dict[str, Any] = {}
        for key, parameter in list(signature.parameters.items())[1:]:
            if parameter.kind is not parameter.KEYWORD_ONLY:
                raise RulesError(f"rules {name!r}: write parameter {key!r} after a bare *")
            kinds[key] = kind_of(key, parameter.annotation, parameter.default)
            if parameter.default is not inspect.Parameter.empty:
                defaults[key] = parameter.default
        required = tuple(key for key in kinds if key not in defaults)
        family = Rules(
            name,
            tuple(seats),
            function,
            kinds,
            defaults,
            tuple(always),
            required,
            even,
            dict(sees or {}),
        )
        family.__doc__ = function.__doc__
        REGISTRY[name] = family
        return family

    return decorate


def _unknown(word: str, known: list[str], what: str) -> Fault:
    from difflib import get_close_matches

    near = get_close_matches(word.casefold(), known, 1, 0.5)
    listing = f"known: {', '.join(known)}" if known else "it has none"
    return Fault(
        word, f"{what} {word!r}", f"did you mean {near[0]!r}? {listing}" if near else listing
    )


def find(text: str, known: Sequence[str]) -> Game:
    """Return the game that *text* names, among the families told so far."""
    name, texts, faults = dissect(text)
    return family(name, text, known, faults).game(texts, text, faults)


def family(name: str, text: str, known: Sequence[str] = (), faults: Sequence[Fault] = ()) -> Rules:
    """Return the family of a name, or say which name is nearest."""
    if name not in REGISTRY:
        names = sorted({*known, *REGISTRY})
        raise GameStringError(text, [_unknown(name, names, "there is no game"), *faults])
    return REGISTRY[name]


__all__ = ["Form", "FormError", "Game", "Rules", "find", "rules"]
