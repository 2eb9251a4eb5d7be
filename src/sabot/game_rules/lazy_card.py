"""Lazy cards, resolved only when the rules look at them, and the table of all deals.

A :class:`DealTable` holds the joint distribution of the cards drawn so far as arrays: a row is one
deal, the place of each card in its shoe and the integer weight of the draws; rows are in the order
in which the game tree reaches them. A :class:`LazyCard` represents a drawn card. To pass it on
does not resolve it; any comparison, arithmetic or printing partitions the deals by its outcome.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NoReturn, Protocol

import numpy as np
import numpy.typing as npt

from sabot.cards.card import Card
from sabot.cards.shoe import Shoe
from sabot.errors import RulesError

IndexArray = npt.NDArray[np.intp]
WeightArray = npt.NDArray[np.int64]
MAX_WEIGHT = 1 << 62
"""Weights are 64-bit integers as long as their sum stays below this."""
OBSERVABLE_TYPES = frozenset((bool, int, str, type(None)))
"""What a look may give without turning the card over."""


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
        *("_drawn", "_groups"),
        *("cards", "forks", "origin", "share", "size", "splits", "ways", "weights"),
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
        self._groups: dict[tuple[int, ...], DealGroups] = {}

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
        self,
        key: Hashable,
        numbers: Sequence[int],
        act: Callable[..., object],
        *kinds: Sequence[object],
    ) -> DealPartition | None:
        """Return what *act* gives on the cards with these *numbers*; None where that is not plain.

        *kinds* are the cards of the shoe that each of them was drawn from.
        """
        if key in self.splits:
            return self.splits[key]
        groups = self.groups(tuple(numbers))
        spots = [self.cards[number][groups.first].tolist() for number in numbers]
        faces = [[kind[spot] for spot in own] for kind, own in zip(kinds, spots, strict=True)]
        try:
            outcomes = list(map(act, *faces))
        except MemoryError:
            raise
        except Exception:  # the rules' own: with open cards it comes again, at the right place
            raise NeedsExplicitDeal from None
        found = None
        if OBSERVABLE_TYPES.issuperset(map(type, outcomes)):
            found = self._partition(outcomes, groups)
        self.splits[key] = found
        return found

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


class CardPlaceholder:
    """The place of an unseen card in what a seat knows: which draw, from which cards."""

    __slots__ = ("face", "kinds", "number")

    def __init__(self, number: int, kinds: tuple[Hashable, ...]) -> None:
        self.number = number
        self.kinds = kinds
        parts = all(type(kind) in (str, tuple) for kind in kinds)
        self.face: type[LazyCard] = LazySequenceCard if parts else LazyCard


class LazyCardTable(Protocol):
    """What a lazy card asks of the table at which it was drawn."""

    hands: int
    """How many hands were played so far."""

    def turned(self, mark: CardPlaceholder) -> object:
        """Return the card itself."""

    def looked(
        self, act: Callable[..., object], mark: CardPlaceholder, other: object
    ) -> tuple[object, bool]:
        """Return what *act* gives on a card and another thing, and whether it can be said."""


class LazyCard:
    """A placeholder for a drawn card. Passing it on does not inspect it; all else does."""

    __slots__ = ("_card", "_hand", "_known", "_mark", "_table")

    def __init__(self, table: LazyCardTable, mark: CardPlaceholder) -> None:
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
        """The class that all cards of the shoe have, so that ``isinstance`` sees it."""
        kinds = set(map(type, self._mark.kinds))
        return kinds.pop() if len(kinds) == 1 and not self._known else type(self._open())

    def __getattr__(self, name: str) -> object:
        return _apply(_attribute, self, name)

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


def _attribute(card: object, name: str) -> object:
    return getattr(card, name)


def _swap_operands(act: Callable[..., object]) -> Callable[[object, object], object]:
    def acts(card: object, other: object) -> object:
        return act(other, card)

    return acts


def _apply(act: Callable[..., object], card: LazyCard, other: object) -> object:
    """Return ``act(card, other)``, from as little of the card as that takes."""
    if isinstance(other, LazyCard):
        if other._known:
            other = other._card
        elif not card._known:
            found, seen = card._require_same_hand().looked(act, card._mark, other._mark)
            return found if seen else act(card._open(), other._open())
        else:
            other = other._open()
    if not card._known and type(other) in PLAIN_TYPES:
        found, seen = card._require_same_hand().looked(act, card._mark, other)
        if seen:
            return found
    return act(card._open(), other)


def _unary(act: Callable[..., object]) -> Callable[[LazyCard], object]:
    def acts(card: object, _: object) -> object:
        return act(card)

    return lambda card: _apply(acts, card, None)


def _binary(act: Callable[..., object]) -> Callable[[LazyCard, object], object]:
    return lambda card, other: _apply(act, card, other)


def _resolving(act: Callable[..., object]) -> Callable[..., object]:
    return lambda card, *others: act(card._open(), *others)


def _install_operators() -> None:
    """Give the card every verb that a look can be."""
    for name in ("eq", "ne", "lt", "le", "gt", "ge"):
        setattr(LazyCard, f"__{name}__", _binary(getattr(operator, f"__{name}__")))
    for name in (
        *("add", "sub", "mul", "truediv", "floordiv", "mod", "pow"),
        *("and", "or", "xor", "lshift", "rshift", "matmul"),
    ):
        act = getattr(operator, f"__{name}__")
        setattr(LazyCard, f"__{name}__", _binary(act))
        setattr(LazyCard, f"__r{name}__", _binary(_swap_operands(act)))
    for name in ("neg", "pos", "abs", "invert"):
        setattr(LazyCard, f"__{name}__", _unary(getattr(operator, f"__{name}__")))
    setattr(LazyCard, "__bool__", _unary(bool))  # noqa: B010 - the type checker knows no such slot
    for name, whole in (
        *(("index", operator.index), ("int", int), ("float", float), ("complex", complex)),
        *(("round", round), ("divmod", divmod), ("rdivmod", _swap_operands(divmod)), ("dir", dir)),
    ):
        setattr(LazyCard, f"__{name}__", _resolving(whole))
    for name, part in (
        *(("len", len), ("iter", iter), ("contains", operator.contains)),
        ("getitem", operator.getitem),
    ):
        setattr(LazySequenceCard, f"__{name}__", _resolving(part))


_install_operators()
