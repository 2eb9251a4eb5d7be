"""Lazy cards, resolved only when the rules look at them, and the table of all deals.

A :class:`DealTable` holds the joint distribution of the cards drawn so far as arrays: a row is one
deal, the place of each card in its shoe and the integer weight of the draws; rows are in the order
in which the game tree reaches them. A :class:`LazyCard` represents a drawn card. To pass it on does
not resolve it, and exact arithmetic with it gives another lazy number, a :class:`CardFunction` of
the cards. Any comparison or printing partitions the deals by its outcome.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import repeat
from typing import NoReturn, ParamSpec, Protocol

import numpy as np
import numpy.typing as npt

from sabot.cards.card import Card
from sabot.cards.shoe import Shoe
from sabot.errors import RulesError

IndexArray = npt.NDArray[np.intp]
WeightArray = npt.NDArray[np.int64]
MAX_WEIGHT = 1 << 62
"""Weights are 64-bit integers as long as their sum stays below this."""
OBSERVABLE_TYPES = frozenset((bool, int, str, type(None), Fraction))
"""What a look may give without turning the card over."""
NUMBER_TYPES = frozenset((int, Fraction))
"""What a calculation must give in every deal to stay unseen."""
MAX_COMBINATIONS = 1 << 14
"""Combinations of cards up to which a calculation is done for all at once."""


class NeedsExplicitDeal(BaseException):
    """The exploration with lazy cards is given up.

    It is no ``Exception``, so that rules cannot catch it.
    """


class TooManyDeals(NeedsExplicitDeal):
    """There are more deals than the tree may have nodes."""


@dataclass(slots=True, eq=False)
class DealGroups:
    """Deals that look alike to one who sees some of the cards."""

    first: IndexArray
    """The first row of each group."""
    inverse: IndexArray
    """The group of each row."""


@dataclass(slots=True, eq=False)
class DealPartition:
    """What a look can give, and the deals in which it does."""

    outcomes: list[object]
    parts: list[DealTable]


class DealTable:
    """Rows of deals. What follows from them is found once and kept."""

    __slots__ = (
        *("_drawn", "_groups", "_place_lists"),
        *("cards", "forks", "functions", "origin", "share", "size", "splits", "ways", "weights"),
    )

    def __init__(
        self,
        cards: tuple[IndexArray, ...],
        weights: WeightArray,
        ways: int,
        origin: IndexArray,
        share: WeightArray,
    ) -> None:
        self.cards = cards
        self.weights = weights
        self.size = len(weights)
        self.ways = ways
        """The weight of all deals together, those included that a look has set aside."""
        self.origin = origin
        """For each row, the row that it comes from among the deals before."""
        self.share = share
        """For each row, how many cards like the last one were left when it was drawn."""
        self.forks = 0
        """In how many of the deals before the last card was not certain."""
        self._drawn: dict[Hashable, DealTable] = {}
        self.splits: dict[Hashable, DealPartition | None] = {}
        self.functions: dict[Hashable, LazyNumber] = {}
        self._groups: dict[tuple[int, ...], DealGroups] = {}
        self._place_lists: dict[tuple[tuple[int, ...], tuple[int, ...]], list[int]] = {}

    @classmethod
    def empty(cls) -> DealTable:
        """Return the one way in which no cards lie."""
        one = np.ones(1, np.int64)
        return cls((), one, 1, np.zeros(1, np.intp), one)

    def drawn(self, shoe: Shoe, before: tuple[int, ...], limit: int) -> DealTable:
        """Return the deals with one more card, from a shoe that gave the cards *before*."""
        key = shoe, before
        found = self._drawn.get(key)
        if found is None:
            found = self._drawn[key] = self._draw(shoe, () if shoe.endless else before, limit)
        return found

    def _draw(self, shoe: Shoe, before: tuple[int, ...], limit: int) -> DealTable:
        ways = self.ways * (shoe.total - len(before))
        kinds = shoe.kinds - len(before)
        if self.size * max(kinds, 1) > limit:  # at least so many nodes come after this draw
            raise TooManyDeals
        if ways >= MAX_WEIGHT:
            raise NeedsExplicitDeal
        left = np.tile(np.array(shoe.counts, np.int64), (self.size, 1))
        rows = np.arange(self.size)
        for number in before:
            left[rows, self.cards[number]] -= 1
        origin, spots = np.nonzero(left)
        share = left[origin, spots]
        cards = (*(card[origin] for card in self.cards), spots)
        found = DealTable(cards, self.weights[origin] * share, ways, origin, share)
        found.forks = int(np.count_nonzero(np.bincount(origin, minlength=self.size) > 1))
        return found

    def split(
        self, key: Hashable, numbers: tuple[int, ...], look: Callable[[IndexArray], list[object]]
    ) -> DealPartition | None:
        """Return what a *look* at the cards with these *numbers* gives; None if it is not plain.

        *look* is given rows, one for each combination of these cards, and returns what it sees.
        """
        if key in self.splits:
            return self.splits[key]
        groups = self.groups(numbers)
        outcomes = _evaluate_rules_function(look, groups.first)
        found = None
        if OBSERVABLE_TYPES.issuperset(map(type, outcomes)):
            found = self._partition(outcomes, groups)
        self.splits[key] = found
        return found

    def look(self, act: Callable[..., object], operands: Sequence[object]) -> DealPartition | None:
        """Return what *act* gives on the *operands*, unseen cards by their marks.

        None where that is not plain, and for calculated numbers with too many combinations.
        """
        key = (act, *[operand_key(mark) for mark in operands])
        if key in self.splits:  # the same look was had in this step already
            return self.splits[key]
        calculated = any(isinstance(mark, CardFunction) for mark in operands)
        if calculated and len(operands) > 1 and combinations(operands) > 2 * MAX_COMBINATIONS:
            return None
        return self.split(
            key,
            cards_in(operands),
            lambda rows: list(map(act, *self.columns(operands, rows))),
        )

    def function(self, act: Callable[..., object], left: object, right: object) -> LazyNumber:
        """Return the number that *act* gives on two operands, unseen, or as it is in all deals.

        None where it is not a number in every deal.
        """
        key = act, operand_key(left), operand_key(right)
        try:
            return self.functions[key]
        except KeyError:
            found = self.functions[key] = self._function(act, (left, right))
            return found

    def _function(self, act: Callable[..., object], operands: Sequence[object]) -> LazyNumber:
        marks = [mark for mark in operands if isinstance(mark, CardMark)]
        numbers, sizes = marks[0].numbers, marks[0].sizes
        if len(marks) > 1 and any(mark.numbers != numbers for mark in marks):
            draws = sizes_of_draws(marks)
            numbers, sizes = tuple(draws), tuple(draws.values())
        if math.prod(sizes) > MAX_COMBINATIONS:
            if any(isinstance(mark, CardFunction) for mark in marks):
                raise NeedsExplicitDeal  # a sum over many draws: the deals would be too many
            return None
        rows = self.groups(numbers).first
        act = _commuted(act, operands)
        values = _evaluate_rules_function(_map_to_list, act, *self.columns(operands, rows))
        kinds = set(map(type, values))
        if not NUMBER_TYPES.issuperset(kinds):
            return None
        if len(kinds) == 1 and values.count(values[0]) == len(values):
            return values[0]  # type: ignore[return-value]
        found = CardFunction(numbers, sizes)
        found.rows, found.numbers_there = rows, values  # type: ignore[assignment]
        found.deals, found.types = self, kinds
        return found

    def places(self, mark: CardMark) -> list[int]:
        """Return where the cards of a mark are in the groups of deals that differ in them."""
        key = mark.numbers, mark.sizes
        found = self._place_lists.get(key)
        if found is None:
            rows = self.groups(mark.numbers).first
            found = self._place_lists[key] = mark.places(self, rows)
        return found

    def columns(self, operands: Sequence[object], rows: IndexArray) -> list[Iterable[object]]:
        """Return what each operand is in each of the *rows*."""
        size = len(rows)
        return [
            mark.values(self, rows) if isinstance(mark, CardMark) else repeat(mark, size)
            for mark in operands
        ]

    def _partition(self, outcomes: list[object], groups: DealGroups) -> DealPartition:
        classes: dict[tuple[type, object], int] = {}
        for outcome in outcomes:
            classes.setdefault((type(outcome), outcome), len(classes))
        values = [value for _, value in classes]
        if len(values) == 1:
            return DealPartition(values, [self])
        of_group = np.array([classes[type(o), o] for o in outcomes], np.intp)
        of_row = of_group[groups.inverse]
        return DealPartition(
            values, [self._only(np.flatnonzero(of_row == k)) for k in range(len(values))]
        )

    def _only(self, rows: IndexArray) -> DealTable:
        cards = tuple(card[rows] for card in self.cards)
        return DealTable(cards, self.weights[rows], self.ways, rows, self.share[rows])

    def groups(self, numbers: tuple[int, ...]) -> DealGroups:
        """Return which deals are alike in the cards with these *numbers*."""
        found = self._groups.get(numbers)
        if found is None:
            found = self._groups[numbers] = self._group_by_cards(numbers)
        return found

    def _group_by_cards(self, numbers: tuple[int, ...]) -> DealGroups:
        code = np.zeros(self.size, np.intp)
        for number in numbers:
            card = self.cards[number]
            code = np.unique(code, return_inverse=True)[1] if code.any() else code
            code = code * (int(card.max()) + 1) + card
        _, first, inverse = np.unique(code, return_index=True, return_inverse=True)
        return DealGroups(first, inverse)


PLAIN_TYPES = frozenset((bool, int, str, float, type(None), Fraction, Card))
"""Things in which no card can hide."""


class CardMark:
    """What depends on unseen cards: a card itself, or a number calculated from some."""

    __slots__ = ("face", "numbers", "sizes")
    types: Collection[type]
    """The types of what it can be."""

    def __init__(self, numbers: tuple[int, ...], sizes: tuple[int, ...]) -> None:
        self.numbers = numbers
        """The numbers of the draws that it depends on."""
        self.sizes = sizes
        """How many different cards each of these draws can give."""
        self.face: type[LazyCard] = LazyCard

    def places(self, deals: DealTable, rows: IndexArray) -> list[int]:
        """Return one integer for each of the *rows*: which cards these draws gave there."""
        place = deals.cards[self.numbers[0]][rows]
        for number, size in zip(self.numbers[1:], self.sizes[1:], strict=True):
            place = place * size + deals.cards[number][rows]
        found: list[int] = place.tolist()
        return found

    def place(self, deals: DealTable, row: int) -> int:
        """Return the same integer for one row."""
        found = 0
        for number, size in zip(self.numbers, self.sizes, strict=True):
            found = found * size + int(deals.cards[number][row])
        return found

    def values(self, deals: DealTable, rows: IndexArray) -> Sequence[Hashable]:
        """Return what it is in each of the *rows*."""
        raise NotImplementedError

    def value(self, deals: DealTable, row: int) -> Hashable:
        """Return what it is in one row."""
        raise NotImplementedError


class CardPlaceholder(CardMark):
    """The place of an unseen card in what a seat knows: which draw, from which cards."""

    __slots__ = ("kinds", "number", "types")

    def __init__(self, number: int, kinds: tuple[Hashable, ...]) -> None:
        super().__init__((number,), (len(kinds),))
        self.number = number
        self.kinds = kinds
        self.types = set(map(type, kinds))
        if all(type(kind) in (str, tuple) for kind in kinds):
            self.face = LazySequenceCard

    def values(self, deals: DealTable, rows: IndexArray) -> Sequence[Hashable]:
        """Return the card in each of the *rows*."""
        kinds = self.kinds
        return [kinds[place] for place in self.places(deals, rows)]

    def value(self, deals: DealTable, row: int) -> Hashable:
        """Return the card in one row."""
        return self.kinds[int(deals.cards[self.number][row])]


class CardFunction(CardMark):
    """A number that was calculated from unseen cards."""

    __slots__ = ("_by_place", "deals", "numbers_there", "rows", "types")
    deals: DealTable
    """The deals that were possible when it was calculated."""
    rows: IndexArray
    """One row for each combination of the cards, in these deals."""
    numbers_there: list[int | Fraction]
    """The number in each of these rows."""
    types: Collection[type]

    def __init__(self, numbers: tuple[int, ...], sizes: tuple[int, ...]) -> None:
        self.numbers, self.sizes, self.face = numbers, sizes, LazyCard
        self._by_place: dict[int, int | Fraction] | None = None

    @property
    def by_place(self) -> Mapping[int, int | Fraction]:
        """The number, by the places of the cards."""
        if self._by_place is None:
            self._by_place = dict(zip(self.deals.places(self), self.numbers_there, strict=True))
        return self._by_place

    def values(self, deals: DealTable, rows: IndexArray) -> Sequence[int | Fraction]:
        """Return the number in each of the *rows*."""
        if rows is self.rows:
            return self.numbers_there
        by_place = self.by_place
        return [by_place[place] for place in self.places(deals, rows)]

    def value(self, deals: DealTable, row: int) -> int | Fraction:
        """Return the number in one row."""
        return self.by_place[self.place(deals, row)]


LazyNumber = CardFunction | int | Fraction | None
"""A number that depends on unseen cards, one that does not, or nothing."""


def operand_key(thing: object) -> Hashable:
    """Return what tells an operand of a look apart from others: 1, True and 1.0 are equal."""
    kind = type(thing)
    return thing if kind is int or kind in MARK_TYPES else (kind, thing)


def sizes_of_draws(operands: Iterable[object]) -> dict[int, int]:
    """Return the numbers of the draws that some operands depend on, each with its many cards."""
    return {
        number: size
        for mark in operands
        if isinstance(mark, CardMark)
        for number, size in zip(mark.numbers, mark.sizes, strict=True)
    }


def combinations(operands: Iterable[object]) -> int:
    """Return how many combinations of cards some operands depend on, at most."""
    return math.prod(sizes_of_draws(operands).values())


def cards_in(operands: Iterable[object]) -> tuple[int, ...]:
    """Return the numbers of the draws that some operands depend on, each once."""
    return tuple(sizes_of_draws(operands))


Given = ParamSpec("Given")


def _evaluate_rules_function(
    look: Callable[Given, list[object]], *given: Given.args, **named: Given.kwargs
) -> list[object]:
    """Return what a function of the rules makes of some deals; if it fails, give up lazy cards."""
    try:
        return look(*given, **named)
    except MemoryError:
        raise
    except Exception:  # the rules' own: with open cards it comes again, at the right place
        raise NeedsExplicitDeal from None


def _map_to_list(act: Callable[..., object], *columns: Iterable[object]) -> list[object]:
    return list(map(act, *columns))


class LazyCardTable(Protocol):
    """What a lazy card asks of the table at which it was drawn."""

    hands: int
    """How many hands were played so far."""

    @property
    def functions(self) -> Mapping[Hashable, LazyNumber]:
        """What was calculated in the present deals, by the operation and its operands."""

    def turned(self, mark: CardMark) -> object:
        """Return the card itself."""

    def looked(self, act: Callable[..., object], *operands: object) -> tuple[object, bool]:
        """Return what *act* gives on marks and plain things, and whether it can be said."""

    def calculated(self, act: Callable[..., object], left: object, right: object) -> LazyNumber:
        """Return the number that *act* gives on marks or plain things; None if it is not one."""


class LazyCard:
    """A placeholder for a drawn card, or for a number that was calculated from some.

    Passing it on and calculating with it does not inspect it; all else does.
    """

    __slots__ = ("_card", "_hand", "_known", "_mark", "_table")

    def __init__(self, table: LazyCardTable, mark: CardMark) -> None:
        self._table = table
        self._hand = table.hands
        self._mark = mark
        self._known = False
        self._card: object = None

    def _open(self) -> object:
        """Turn the card over, for good: after the hand it is still that card."""
        if not self._known:
            self._card = self._require_same_hand().turned(self._mark)
            self._known = True
        return self._card

    def _require_same_hand(self) -> LazyCardTable:
        """Return the table, as long as the hand is played that the card was drawn in."""
        if self._hand != self._table.hands:
            raise RulesError(
                "the rules keep a card from one hand and look at it in another; "
                "a hand may know its own cards only"
            )
        return self._table

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """The class that it has in all deals, so that ``isinstance`` sees it."""
        if not self._known:
            kinds = self._mark.types
            if len(kinds) == 1:
                return next(iter(kinds))
        return type(self._open())

    def __getattr__(self, name: str) -> object:
        return _apply(_attribute, self, name)  # seen: Python puts numerators into fractions

    def __hash__(self) -> int:
        return hash(self._open())

    def __str__(self) -> str:
        return str(self._open())

    def __repr__(self) -> str:
        return repr(self._open())

    def __format__(self, form: str) -> str:
        return format(self._open(), form)

    def __copy__(self) -> LazyCard:
        return self

    def __deepcopy__(self, memo: object) -> LazyCard:
        return self

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise NeedsExplicitDeal


class LazySequenceCard(LazyCard):
    """A placeholder for a drawn card that is a text or a tuple, and so has parts."""

    __slots__ = ()


LAZY_CARD_TYPES = frozenset((LazyCard, LazySequenceCard))
MARK_TYPES = frozenset((CardPlaceholder, CardFunction))
LOOK_TYPES = PLAIN_TYPES | MARK_TYPES


def _attribute(card: object, name: str) -> object:
    return getattr(card, name)


def _swap_operands(act: Callable[..., object]) -> Callable[[object, object], object]:
    def acts(card: object, other: object) -> object:
        return act(other, card)

    if act in _COMMUTATIVE:
        _SWAPPED[acts] = act
    return acts


_COMMUTATIVE = frozenset((operator.add, operator.mul, operator.and_, operator.or_, operator.xor))
"""What whole numbers give in either order."""
_SWAPPED: dict[Callable[..., object], Callable[..., object]] = {}
"""These with their operands swapped, and what they are of whole numbers."""
_WHOLE = frozenset((int,))


def _commuted(act: Callable[..., object], operands: Sequence[object]) -> Callable[..., object]:
    """Return what computes the same of the operands, without a swap where they are whole numbers.

    Texts, for one, are joined in one order only.
    """
    plain = _SWAPPED.get(act)
    if plain is None or not all(
        _WHOLE.issuperset(thing.types) if isinstance(thing, CardMark) else type(thing) is int
        for thing in operands
    ):
        return act
    return plain


def operand_of(thing: object) -> object:
    """Return what a look takes in place of *thing*: the mark of an unseen card."""
    if type(thing) not in LAZY_CARD_TYPES:
        return thing
    assert isinstance(thing, LazyCard)
    if thing._known:
        return thing._card
    thing._require_same_hand()
    return thing._mark


def _apply(act: Callable[..., object], card: LazyCard, other: object) -> object:
    """Return ``act(card, other)``, from as little of the cards as that takes."""
    left, right = operand_of(card), operand_of(other)
    if MARK_TYPES.isdisjoint((type(left), type(right))):
        return act(left, right)
    if LOOK_TYPES.issuperset((type(left), type(right))):
        found, seen = card._table.looked(act, left, right)
        if seen:
            return found
    if type(other) in LAZY_CARD_TYPES:
        assert isinstance(other, LazyCard)
        other = other._open()
    return act(card._open(), other)


def _calculate(act: Callable[..., object], card: LazyCard, other: object) -> object:
    """Return ``act(card, other)`` without a look at the cards, where it is a number."""
    if not card._known:
        table = card._require_same_hand()
        right = other if type(other) in PLAIN_TYPES else operand_of(other)
        if type(right) in LOOK_TYPES:
            found = table.calculated(act, card._mark, right)
            if found is not None:
                return LazyCard(table, found) if type(found) is CardFunction else found
    return _apply(act, card, other)


def _unary(act: Callable[..., object]) -> Callable[[LazyCard], object]:
    def acts(card: object, _: object) -> object:
        return act(card)

    return lambda card: _calculate(acts, card, None)


def _comparison(act: Callable[..., object]) -> Callable[[LazyCard, object], object]:
    return lambda card, other: _apply(act, card, other)


def _arithmetic(act: Callable[..., object]) -> Callable[[LazyCard, object], object]:
    def calculate(card: LazyCard, other: object) -> object:
        table = card._table
        if type(other) is int and not card._known and card._hand == table.hands:
            known = table.functions.get((act, card._mark, other))
            if type(known) is CardFunction:  # the same was calculated in this step already
                return LazyCard(table, known)
        return _calculate(act, card, other)

    return calculate


def _resolving(act: Callable[..., object]) -> Callable[..., object]:
    return lambda card, *others: act(card._open(), *others)


def _install_operators() -> None:
    """Give the card every verb that a look can be."""
    for name in ("eq", "ne", "lt", "le", "gt", "ge"):
        setattr(LazyCard, f"__{name}__", _comparison(getattr(operator, f"__{name}__")))
    for name in (
        *("add", "sub", "mul", "truediv", "floordiv", "mod", "pow"),
        *("and", "or", "xor", "lshift", "rshift", "matmul"),
    ):
        act = getattr(operator, f"__{name}__")
        setattr(LazyCard, f"__{name}__", _arithmetic(act))
        setattr(LazyCard, f"__r{name}__", _arithmetic(_swap_operands(act)))
    for name in ("neg", "pos", "abs", "invert"):
        setattr(LazyCard, f"__{name}__", _unary(getattr(operator, f"__{name}__")))
    setattr(LazyCard, "__bool__", _unary(bool))  # noqa: B010 - the type checker knows no such slot
    for name, whole in (
        *(("index", operator.index), ("int", int), ("float", float), ("complex", complex)),
        *(("floor", math.floor), ("ceil", math.ceil), ("trunc", math.trunc)),
        *(("round", round), ("divmod", divmod), ("rdivmod", _swap_operands(divmod)), ("dir", dir)),
    ):
        setattr(LazyCard, f"__{name}__", _resolving(whole))
    for name, part in (
        *(("len", len), ("iter", iter), ("contains", operator.contains)),
        ("getitem", operator.getitem),
    ):
        setattr(LazySequenceCard, f"__{name}__", _resolving(part))


_install_operators()
