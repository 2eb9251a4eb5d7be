"""A card that lies face down until the rules look at it."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NoReturn

from sabot.cards import Card
from sabot.errors import RulesError
from sabot.telling.facedown.deals import FaceUp

if TYPE_CHECKING:
    from sabot.telling.facedown.teller import Teller

ATOMS = frozenset((bool, int, str, float, type(None), Fraction, Card))
"""Things in which no card can hide."""


class Unseen:
    """The place of an unseen card in what a seat knows: which draw, from which cards."""

    __slots__ = ("face", "kinds", "number")

    def __init__(self, number: int, kinds: tuple[Any, ...]) -> None:
        self.number = number
        self.kinds = kinds
        parts = all(type(kind) in (str, tuple) for kind in kinds)
        self.face: type[FaceDown] = FaceDownRow if parts else FaceDown


class FaceDown:
    """Stands for a drawn card. To pass it on is not to look; anything else is."""

    __slots__ = ("_card", "_hand", "_known", "_mark", "_table")

    def __init__(self, table: Teller, mark: Unseen) -> None:
        self._table = table
        self._hand = table.hands
        self._mark = mark
        self._known = False
        self._card: Any = None

    def _open(self) -> Any:
        """Turn the card over, for good: after the hand it is still that card."""
        if not self._known:
            self._card = self._at_table().turned(self._mark)
            self._known = True
        return self._card

    def _at_table(self) -> Teller:
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

    def __getattr__(self, name: str) -> Any:
        return _look(_attribute, self, name)

    def __hash__(self) -> int:
        return hash(self._open())

    def __str__(self) -> str:
        return str(self._open())

    def __repr__(self) -> str:
        return repr(self._open())

    def __format__(self, form: str) -> str:
        return format(self._open(), form)

    def __copy__(self) -> FaceDown:
        return self

    def __deepcopy__(self, memo: object) -> FaceDown:
        return self

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise FaceUp


class FaceDownRow(FaceDown):
    """Stands for a drawn card that is a text or a tuple, and so has parts."""

    __slots__ = ()


FACES = frozenset((FaceDown, FaceDownRow))


def _attribute(card: Any, name: str) -> Any:
    return getattr(card, name)


def _turned(act: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def acts(card: Any, other: Any) -> Any:
        return act(other, card)

    return acts


def _look(act: Callable[[Any, Any], Any], card: FaceDown, other: Any) -> Any:
    """Return ``act(card, other)``, from as little of the card as that takes."""
    if type(other) in FACES:
        if other._known:
            other = other._card
        elif not card._known:
            found, seen = card._at_table().looked(act, card._mark, other._mark)
            return found if seen else act(card._open(), other._open())
        else:
            other = other._open()
    if not card._known and type(other) in ATOMS:
        found, seen = card._at_table().looked(act, card._mark, other)
        if seen:
            return found
    return act(card._open(), other)


def _one(act: Callable[[Any], Any]) -> Callable[[FaceDown], Any]:
    def acts(card: Any, _: object) -> Any:
        return act(card)

    return lambda card: _look(acts, card, None)


def _two(act: Callable[[Any, Any], Any]) -> Callable[[FaceDown, Any], Any]:
    return lambda card, other: _look(act, card, other)


def _opened(act: Callable[..., Any]) -> Callable[..., Any]:
    return lambda card, *others: act(card._open(), *others)


def _teach() -> None:
    """Give the card every verb that a look can be."""
    for name in ("eq", "ne", "lt", "le", "gt", "ge"):
        setattr(FaceDown, f"__{name}__", _two(getattr(operator, f"__{name}__")))
    for name in (
        *("add", "sub", "mul", "truediv", "floordiv", "mod", "pow"),
        *("and", "or", "xor", "lshift", "rshift", "matmul"),
    ):
        act = getattr(operator, f"__{name}__")
        setattr(FaceDown, f"__{name}__", _two(act))
        setattr(FaceDown, f"__r{name}__", _two(_turned(act)))
    for name in ("neg", "pos", "abs", "invert"):
        setattr(FaceDown, f"__{name}__", _one(getattr(operator, f"__{name}__")))
    setattr(FaceDown, "__bool__", _one(bool))  # noqa: B010 - the type checker knows no such slot
    for name, whole in (
        *(("index", operator.index), ("int", int), ("float", float), ("complex", complex)),
        *(("round", round), ("divmod", divmod), ("rdivmod", _turned(divmod)), ("dir", dir)),
    ):
        setattr(FaceDown, f"__{name}__", _opened(whole))
    for name, part in (
        *(("len", len), ("iter", iter), ("contains", operator.contains)),
        ("getitem", operator.getitem),
    ):
        setattr(FaceDownRow, f"__{name}__", _opened(part))


_teach()
