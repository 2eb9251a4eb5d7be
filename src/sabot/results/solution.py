"""The solution of a game: value or payoffs, one strategy per player, uniqueness, certificate."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice, repeat
from typing import Self

from sabot.errors import NoSuchError, unknown_word_fault
from sabot.exact import as_float, as_rational, format_fraction, format_integer
from sabot.results import codec
from sabot.results.base import CertifiedResult, Result
from sabot.results.codec import Codec, Entry, FindCodec, JsonDocument, JsonObject, codec_of

SOLUTION_SCHEMA = "sabot/solution/2"
STRATEGY_SCHEMA = "sabot/strategy/1"
NASH_SCHEMA = "sabot/nash/1"
"""An equilibrium of a game that is not zero-sum: payoffs and gains by player, no value."""


_STRATEGY: Codec[dict[str, dict[str, Fraction]]] = codec_of(dict[str, dict[str, Fraction]])


@dataclass(frozen=True)
class Strategy(Result, Mapping[str, Mapping[str, Fraction]]):
    """What one player does: for each information set, the probability of each action.

    >>> s = Strategy("dealer", {"8": {"keep": Fraction(3, 8), "draw": Fraction(5, 8)}})
    >>> s["8"]["draw"], s.mixed
    (Fraction(5, 8), ['8'])
    """

    seat: str
    table: Mapping[str, Mapping[str, Fraction]]

    _schema = STRATEGY_SCHEMA

    def __getitem__(self, view: str) -> Mapping[str, Fraction]:
        try:
            return _MixedAction(self.table[view], f"{self.seat} at {view!r}")
        except KeyError:
            raise no_such_error(view, self.table, "view", self.seat) from None

    def vector(self) -> tuple[Fraction, ...]:
        """Return the probabilities of all actions, in order, of a player with one choice.

        >>> from sabot import solve
        >>> solve([[1, -1], [-1, 1]])["row"].vector()
        (Fraction(1, 2), Fraction(1, 2))
        """
        if len(self.table) != 1:
            raise NoSuchError(
                f"{self.seat} has {len(self.table)} information sets and no one vector; "
                "each has its own mix"
            )
        return tuple(next(iter(self.table.values())).values())

    def __iter__(self) -> Iterator[str]:
        return iter(self.table)

    def __len__(self) -> int:
        return len(self.table)

    def to_json(self) -> JsonDocument:
        """Return the strategy by player and infoset, as ``sabot value --strategy`` reads it."""
        return {"schema": STRATEGY_SCHEMA, self.seat: strategy_to_json(self.table)}

    @classmethod
    def from_json(cls, document: JsonObject) -> Self:
        """Return the strategy of the one player that a document holds."""
        (seat,) = (key for key in document if key != "schema")
        return cls(seat, _STRATEGY.read(document[seat]))

    @property
    def mixed(self) -> list[str]:
        """The information sets at which the player truly mixes."""
        return [view for view, mix in self.table.items() if len(support(mix)) > 1]

    def __repr__(self) -> str:
        views = f"{len(self)} view{'s' * (len(self) != 1)}"
        return f"<Strategy of {self.seat}: {views}, {len(self.mixed)} mixed>"


def strategy_with_zeros(
    seat: str, table: Mapping[str, Mapping[str, Fraction]], actions: Sequence[str]
) -> Strategy:
    """Return the strategy of a player with one choice, also with the actions of probability 0."""
    full = {
        view: {action: mix.get(action, Fraction(0)) for action in actions}
        for view, mix in table.items()
    }
    return Strategy(seat, full)


class _MixedAction(dict[str, Fraction]):
    """The mix at one information set; the error for an unknown action lists the known ones."""

    def __init__(self, chances: Mapping[str, Fraction], where: str) -> None:
        super().__init__(chances)
        self.where = where

    def __missing__(self, action: object) -> Fraction:
        raise no_such_error(action, self, "action", self.where)


def no_such_error(word: object, known: Iterable[str], what: str, of: str) -> NoSuchError:
    """Return the error for a key that a result does not have: it lists the known ones."""
    fault = unknown_word_fault(str(word)[:60], list(islice(known, 40)), f"{of} has no {what}")
    return NoSuchError(f"{fault.what}; {fault.remedy}")


def no_value_error(game: str) -> NoSuchError:
    """Return the error for the one value of a game that has none."""
    return NoSuchError(
        f"{game[:80]} is not zero-sum and has no one value; payoffs has what each seat is paid"
    )


def zero_sum_payoffs(seats: Sequence[str], value: Fraction) -> dict[str, Fraction]:
    """Return what both players are paid where one pays the other.

    >>> zero_sum_payoffs(("row", "column"), Fraction(1, 2))
    {'row': Fraction(1, 2), 'column': Fraction(-1, 2)}
    """
    one, two = seats
    return {one: value, two: -value}


def support(mix: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """Return the support of a mix: the actions with positive probability."""
    return {action: chance for action, chance in mix.items() if chance}


def strategy_to_json(table: Mapping[str, Mapping[str, Fraction]]) -> dict[str, dict[str, str]]:
    """Return a strategy with its fractions as text."""
    written: dict[int, str] = {}  # the probabilities of a mix mostly share their denominator
    texts: dict[int, str] = {}  # by id: most probabilities are one and the same 0 or 1
    kept: list[Fraction] = []  # so that no other number gets the id of one that is in *texts*

    def text(chance: Fraction) -> str:
        above, below = chance.as_integer_ratio()
        shown = format_integer(above)
        if below != 1:
            if below not in written:
                written[below] = f"/{format_integer(below)}"
            shown += written[below]
        kept.append(chance)
        texts[id(chance)] = shown
        return shown

    return {
        view: {action: texts.get(id(chance)) or text(chance) for action, chance in mix.items()}
        for view, mix in table.items()
    }


_STRATEGIES: Codec[Mapping[str, Strategy]] = Codec(
    lambda strategies: {seat: strategy_to_json(own.table) for seat, own in strategies.items()},
    lambda data: {seat: Strategy(seat, _STRATEGY.read(table)) for seat, table in data.items()},
)


def _write_payments(own: Solution, find: FindCodec) -> JsonObject:
    """Return the value, or in its place what each player is paid and could gain."""
    if own.zero_sum:
        return {"value": format_fraction(own.value), "decimal": as_float(own.value)}
    return {**_PAYOFFS.write(own, find), **_GAINS.write(own, find)}


def _read_payments(data: JsonObject, find: FindCodec) -> JsonDocument:
    if data["schema"] == NASH_SCHEMA:
        return _PAYOFFS.read(data, find) | _GAINS.read(data, find)
    return {"payoffs": zero_sum_payoffs(data["seats"], as_rational(data["value"]))}


_PAYOFFS, _GAINS = codec.by_seat("payoffs"), codec.by_seat("gains")
_UNIQUENESS = Entry(
    lambda own, find: {"unique": {seat: own.uniqueness.get(seat) for seat in own.seats}},
    lambda data, find: {"uniqueness": {s: v for s, v in data["unique"].items() if v is not None}},
)


def _has_all_infosets(own: Solution) -> bool:
    """Return whether there are claims on the information sets off the line of play."""
    return not own.zero_sum or bool(own.behaviour)


def _has_unreachable_infosets(own: Solution) -> bool:
    return _has_all_infosets(own) and any(own.unreachable.values())


_COMMON_KEYS = frozenset(
    (
        *("schema", "game", "seats", "value", "decimal", "strategies", "unique"),
        *("method", "seconds", "certificate"),
    )
)
"""The keys of the document that every solution has; others are what the family adds."""


def _read_facts(data: JsonObject, find: FindCodec) -> JsonDocument:
    """Return what the family of the game has added."""
    if data["schema"] == NASH_SCHEMA or "unique_behaviour" in data:
        return {}
    return {"facts": {key: fact for key, fact in data.items() if key not in _COMMON_KEYS}}


def _certificate_from_json(document: JsonObject) -> JsonDocument | None:
    """Return the evidence in a document of either number, as the newer one holds it."""
    held = document["certificate"]
    if held is None:
        return None
    form = held["form"]
    if form["kind"] == "tricks":
        return {"form": {key: form[key] for key in ("kind", "rule", "pays")}}
    if document["schema"] == NASH_SCHEMA:
        return {key: part for key, part in held.items() if key != "digest"}
    uniqueness = {
        seat: {key: shown for key, shown in evidence.items() if key != "unique"}
        for seat, evidence in held["uniqueness"].items()
    }
    return {
        "form": {key: part for key, part in form.items() if key != "seats"},
        "uniqueness": uniqueness,
    }


@dataclass(frozen=True)
class CanonicalRows:
    """Rows in a certificate, with a function that writes them as canonical JSON.

    It takes less time than the module ``json``, which looks at every entry.
    """

    rows: object
    write: Callable[[], str]


@dataclass(frozen=True, repr=False)
class Solution(CertifiedResult):
    """What each player is paid, a strategy for each, the verdicts, and the certificate if any.

    A game of perfect information may be solved without its tree: the strategies then hold only the
    information sets along one line of best play.
    """

    game: str
    seats: tuple[str, ...]
    payoffs: Mapping[str, Fraction]
    """By player, when all play as found."""
    strategies: Mapping[str, Strategy]
    uniqueness: Mapping[str, bool]
    """Whether each player has only this optimal strategy; undecided players are left out."""
    method: str
    seconds: float = field(compare=False)
    certificate: JsonObject | None = field(repr=False, compare=False)
    """The evidence for what is claimed here: the form, and why a strategy is unique or is not. None
    where there is none: then nothing here is proved to anybody else."""
    behaviour: Mapping[str, bool] = field(default_factory=dict)
    """Whether each player's behaviour is unique: the plan is, and it reaches all its infosets."""
    off_path: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The information sets of each player that are never reached when both play as found."""
    unreachable: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Information sets that the rules name but no deal reaches; they are not in the game."""
    facts: JsonObject = field(default_factory=dict, repr=False)
    """What the family adds: for a deal of whist its tricks, H, best cards, prices and a line."""
    perfect: bool = field(default=False, compare=False)
    """Whether the solver proved the equilibrium perfect in the strategic form (normal form): for
    two players, that neither strategy is weakly dominated. It is not in the document, and no
    checker proves it: a loaded solution never says so.

    >>> from sabot import solve
    >>> solve([[(3, 1), (0, 0)], [(0, 0), (1, 3)]]).perfect, solve("kuhn-poker").perfect
    (True, False)
    """
    gains: Mapping[str, Fraction] = field(default_factory=dict)
    """What each player could gain by any other strategy, where the game is not zero-sum: 0. Empty
    for zero-sum games, in which a strategy is optimal by itself."""

    canonical_rows: CanonicalRows | None = field(default=None, repr=False, compare=False)
    """The payoffs in the certificate as the digest needs them; None: they are written for it."""

    _schema = SOLUTION_SCHEMA
    _layout = (
        codec.derived("schema", lambda own: SOLUTION_SCHEMA if own.zero_sum else NASH_SCHEMA),
        *("game", "seats", Entry(_write_payments, _read_payments)),
        *(codec.entry("strategies", by=_STRATEGIES), _UNIQUENESS),
        codec.entry("unique_behaviour", "behaviour", when=lambda s: s.zero_sum and s.behaviour),
        codec.entry("off_path", when=_has_all_infosets),
        codec.entry("unreachable", when=_has_unreachable_infosets),
        *("method", "seconds", Entry(lambda own, find: own.facts, _read_facts)),
        Entry(
            lambda own, find: {"certificate": own.certificate},
            lambda data, find: {"certificate": _certificate_from_json(data)},
        ),
    )

    def _canonical_payoffs(self) -> str | None:
        known, held = self.canonical_rows, self.certificate
        if known is None or held is None or held["form"].get("payoffs") is not known.rows:
            return None
        return known.write()

    def __getstate__(self) -> JsonDocument:
        """Return what another process needs: the rows may be changed there."""
        return {**super().__getstate__(), "canonical_rows": None}

    @property
    def value(self) -> Fraction:
        """What the first player is paid; only a zero-sum game has such a number for both."""
        if self.gains:
            raise no_value_error(self.game)
        return self.payoffs[self.seats[0]]

    @property
    def zero_sum(self) -> bool:
        """Whether what one player wins the other pays, so that there is a value."""
        return not self.gains

    @property
    def unique(self) -> bool:
        """Whether each player is known to have only this optimal strategy."""
        return all(self.uniqueness.get(seat, False) for seat in self.seats)

    @property
    def chosen(self) -> bool:
        """Whether any player has a choice; where none has, the cards decide."""
        return any(self.strategies.values())

    @property
    def win_probability(self) -> Fraction | None:
        """How often the first player wins, if every hand pays it 1 or -1; else None.

        >>> from sabot import solve
        >>> solve("le-her").win_probability
        Fraction(11327, 22100)
        """
        if not self.zero_sum:
            return None
        game = self.known_game
        even = game is not None and game.rules.even
        form = {} if self.certificate is None else self.certificate["form"]
        if not even and form.get("kind") == "matrix":
            # numbers beyond 2^53 are texts in a certificate
            units = map(str, form.get("denominators") or repeat(form["denominator"]))
            even = all(
                str(entry) in (unit, f"-{unit}")
                for unit, row in zip(units, form["payoffs"], strict=False)
                for entry in row
            )
        return (1 + self.value) / 2 if even else None

    @property
    def open(self) -> bool:
        """Whether the family solved a game of perfect information and renders it itself."""
        return bool(self.facts)

    def vectors(self) -> tuple[tuple[Fraction, ...], ...]:
        """Return each player's strategy as a vector, where each has one choice (a matrix game).

        >>> from sabot import solve
        >>> row, column = solve([[3, 0], [0, 1]]).vectors()
        >>> [str(chance) for chance in row]
        ['1/4', '3/4']
        """
        return tuple(self[seat].vector() for seat in self.seats)

    def __getitem__(self, seat: str) -> Strategy:
        try:
            return self.strategies[seat]
        except KeyError:
            raise no_such_error(seat, self.strategies, "seat", self.game) from None
