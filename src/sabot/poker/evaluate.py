"""From cards to ranks: one hand, a list of them, or an array."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from sabot.compiled import Loops
from sabot.errors import Fault, HandError
from sabot.poker import kernel
from sabot.poker.deck import CARDS, HAND, cards, checked
from sabot.poker.tables import tables

if TYPE_CHECKING:
    from sabot.poker.hand import Hand

LOOPS = Loops("sabot.poker.kernel", pays_from=3_000_000)
"""Work in hands, at 100 ns in numpy: compiled it is a thirtieth, and compiling takes a second."""

Hands = NDArray[Any]
Listed = list[Any] | tuple[Any, ...]
"""Texts, hands, or fives of numbers."""
Ranks = NDArray[np.uint16]


@overload
def rank(hands: str | Hand) -> int: ...
@overload
def rank(hands: Listed | Hands) -> Ranks: ...


def rank(hands: str | Hand | Listed | Hands) -> int | Ranks:
    """Return the rank of a hand, 1 (the worst) to 7,462 (a royal flush), or of many of them.

    A hand is a text, a :class:`~sabot.poker.hand.Hand` or five numbers of cards; an array has five
    numbers in its last dimension. Five different cards are asked for in every row.

    >>> rank("AsKdQhJc9s"), rank(["2c2d3h4s5c", "AsKdQhJc9s"]).tolist()
    (1277, [1278, 1277])
    """
    if isinstance(hands, str):
        return one(cards(hands))
    if isinstance(hands, np.ndarray):
        return many(hands)
    if isinstance(hands, list | tuple):
        return many(np.array([_numbers(hand) for hand in hands], np.uint8).reshape(-1, HAND))
    return one(hands.cards)


def one(held: tuple[int, ...]) -> int:
    """Return the rank of five cards that are known to be different ones."""
    c0, c1, c2, c3, c4 = held
    return int(kernel.rank5(c0, c1, c2, c3, c4, tables()))


def many(hands: Hands) -> Ranks:
    """Return the ranks of an array of hands."""
    if hands.ndim == 0 or hands.shape[-1] != HAND or hands.dtype.kind not in "iu":
        what = f"an array of {hands.dtype} and shape {hands.shape}"
        remedy = "whole numbers 0 to 51, five in the last dimension"
        raise HandError(what, [Fault("array", "it does not hold hands", remedy)])
    rows = hands.reshape(-1, HAND)
    if rows.size and (int(rows.min()) < 0 or int(rows.max()) >= CARDS):
        raise _refused(rows)
    if LOOPS.pays(len(rows)):
        out = np.empty(len(rows), np.uint16)
        twice = LOOPS.compiled.rank_rows(np.ascontiguousarray(rows, np.uint8), out, _plain())
    else:
        c0, c1, c2, c3, c4 = rows.T.astype(np.intp)
        out = kernel.rank5(c0, c1, c2, c3, c4, tables())
        twice = kernel.twice5(c0, c1, c2, c3, c4, tables()).any()
    if twice:
        raise _refused(rows)
    return out.reshape(hands.shape[:-1])


def _plain() -> tuple[Any, ...]:
    """Return the tables as loops take them."""
    return tuple(tables())


def _numbers(hand: Any) -> tuple[int, ...]:
    if isinstance(hand, str):
        return cards(hand)
    held = tuple(int(card) for card in getattr(hand, "cards", hand))
    if faults := checked(held):
        raise HandError(str(held), faults)
    return held


def _refused(rows: Hands) -> HandError:
    """Return the fault of the first row that is no hand."""
    for place, row in enumerate(rows.tolist()):
        if faults := checked(row):
            where = f"row {place}: {row}"
            return HandError(where, faults)
    raise AssertionError("a row was refused and all are hands")
