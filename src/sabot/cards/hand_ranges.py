"""Ranges of hands of two cards in the usual notation and of five, and strengths with a board.

``AA`` are the six pairs of aces, ``AKs`` and ``AKo`` ace and king of one suit and of two, ``AK``
both. ``+`` goes up: ``TT+`` are the pairs from tens, ``A9s+`` keeps the ace and raises the other
card to the king. ``99-66`` and ``A5s-A2s`` are runs. ``AhKd`` is one hand, ``all`` are all hands.
``:`` gives a weight, ``AA:0.5``; without one it is 1. Parts are separated by commas; a hand may be
in one part only.

Of five cards a range is written by hands, ``AsKdQhJc9s``, and by kinds, ``two pairs`` or ``pair+``
(a pair or better).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import lcm

import numpy as np
from numpy.typing import NDArray

from sabot.cards.poker_hand import (
    DECK_SIZE,
    HAND_KINDS,
    PAIR,
    RANKS,
    Hand,
    card_text,
    parse_cards,
    rank_array,
)
from sabot.errors import Fault, HandError
from sabot.exact import as_rational, format_fraction

TwoCards = tuple[int, int]
"""The cards of a hand as numbers, the higher one first."""
ALL_HANDS = "all"
MOST_RANGE_TEXT = 20_000
"""Characters of a range that are looked at: all 1,326 hands, each with a weight."""
_RANK_PART = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)", re.IGNORECASE)
_REMEDY = "write as in 22+,AJs+,KQo,A5s-A2s,AhKd,TT:0.5"


@dataclass(frozen=True)
class HandRange:
    """Two-card hands with weights, as a text says them."""

    text: str
    weights: Mapping[TwoCards, Fraction]

    def without(self, dead: Iterable[int]) -> dict[TwoCards, Fraction]:
        """Return the hands that hold none of the cards that are known to lie elsewhere."""
        gone = set(dead)
        return {hand: one for hand, one in self.weights.items() if gone.isdisjoint(hand)}

    def __str__(self) -> str:
        return self.text


def parse_range(text: str) -> HandRange:
    """Read a range.

    >>> len(parse_range("22+,AJs+,KQo").weights), parse_range("AA:0.5").weights[51, 50]
    (102, Fraction(1, 2))
    """
    source = text.strip().removeprefix("[").removesuffix("]").strip()
    if len(source) > MOST_RANGE_TEXT:
        raise HandError(text[:40], [Fault("range", f"{len(source):,} characters", _REMEDY)])
    found: dict[TwoCards, Fraction] = {}
    for part in (piece.strip() for piece in source.split(",")):
        body, colon, weight = part.partition(":")
        chance = _weight(text, part, weight) if colon else Fraction(1)
        for hand in _hands_of_part(text, body.strip()):
            if hand in found:
                name = "".join(map(card_text, hand))
                raise HandError(text, [Fault(part, f"{name} is in the range twice", _REMEDY)])
            found[hand] = chance
    live = {hand: chance for hand, chance in found.items() if chance}
    if not live:
        raise HandError(text, [Fault("range", "it has no hand with a weight above 0", _REMEDY)])
    return HandRange(",".join(piece.strip() for piece in source.split(",")), live)


def _weight(text: str, part: str, weight: str) -> Fraction:
    try:
        chance = as_rational(weight.strip())
    except (ValueError, ArithmeticError):
        raise HandError(text, [Fault(part, f"{weight!r} is not a weight", _REMEDY)]) from None
    if not 0 <= chance <= 1 or chance.denominator > 10**6:
        what = f"the weight {format_fraction(chance)} is not between 0 and 1 in millionths"
        raise HandError(text, [Fault(part, what, _REMEDY)])
    return chance


def _hands_of_part(text: str, body: str) -> Iterator[TwoCards]:
    """Yield the hands of one part of a range."""
    if body.lower() == ALL_HANDS:
        yield from ((two, one) for one, two in combinations(range(DECK_SIZE), 2))
        return
    what = "it is no part of a range" if body else "a range, or a part of it, is empty"
    fault = HandError(text, [Fault(body or "range", what, _REMEDY)])
    if body.endswith("+"):
        first = _read_ranks(body[:-1])
        if first is None:
            raise fault
        high, low, kind = first
        if high == low:
            yield from _pairs(range(low, 13))
        else:
            yield from _unpaired(high, range(low, high), kind)
        return
    one, dash, two = body.partition("-")
    if dash:
        first, last = _read_ranks(one), _read_ranks(two)
        if first is None or last is None:
            raise fault
        if first[0] == first[1] and last[0] == last[1]:
            yield from _pairs(range(min(first[1], last[1]), max(first[1], last[1]) + 1))
        elif first[0] == last[0] and first[2] == last[2] and first[1] != first[0] != last[1]:
            lows = range(min(first[1], last[1]), max(first[1], last[1]) + 1)
            yield from _unpaired(first[0], lows, first[2])
        else:
            raise fault
        return
    ranks = _read_ranks(body)
    if ranks is not None:
        high, low, kind = ranks
        yield from _pairs((low,)) if high == low else _unpaired(high, (low,), kind)
        return
    try:
        a, b = parse_cards(body, many=2)
    except HandError:
        raise fault from None
    yield max(a, b), min(a, b)


def _read_ranks(body: str) -> tuple[int, int, str] | None:
    """Return the two ranks of a part, the higher first, and the letter of the suits."""
    match = _RANK_PART.fullmatch(body.strip())
    if match is None:
        return None
    one, two = (RANKS.index(letter.upper()) for letter in match.group(1, 2))
    kind = match[3].lower()
    return None if one == two and kind else (max(one, two), min(one, two), kind)


def _pairs(ranks: Iterable[int]) -> Iterator[TwoCards]:
    for rank in ranks:
        yield from ((4 * rank + two, 4 * rank + one) for one, two in combinations(range(4), 2))


def _unpaired(high: int, lows: Iterable[int], kind: str) -> Iterator[TwoCards]:
    for low in lows:
        for one in range(4):
            for two in range(4):
                if kind == "" or (kind == "s") == (one == two):
                    yield 4 * high + one, 4 * low + two


_KINDS = {name: kind for kind, name in enumerate(HAND_KINDS)} | {"pair": PAIR}
_SEVERAL_CARDS = re.compile(r"(?:(?:10|[2-9TJQKA])[cdhs]\s*){3,}", re.IGNORECASE)
_FIVE_CARDS_REMEDY = "write hands and kinds as in AsKdQhJc9s, two pairs, straight+, all"


@dataclass(frozen=True)
class FiveCardRange:
    """Hands of five cards: some, and all of some kinds."""

    text: str
    hands: tuple[tuple[int, ...], ...]
    kinds: frozenset[int]


def names_five_cards(text: str) -> bool:
    """Return whether a range names hands of five cards, not of two."""
    parts = (part.strip() for part in text.split(","))
    return any(
        part.removesuffix("+").strip().lower() in _KINDS or _SEVERAL_CARDS.match(part)
        for part in parts
    )


def parse_five_card_range(text: str) -> FiveCardRange:
    """Read a range of hands of five cards.

    >>> found = parse_five_card_range("AsKdQhJc9s, full house+")
    >>> len(found.hands), sorted(found.kinds)
    (1, [6, 7, 8])
    """
    hands: list[tuple[int, ...]] = []
    kinds: set[int] = set()
    parts = [part.strip() for part in text.split(",")]
    for part in parts:
        name, plus = part.removesuffix("+").strip().lower(), part.endswith("+")
        if part.lower() == ALL_HANDS:
            new = set(_KINDS.values())
        elif name in _KINDS:
            new = set(range(_KINDS[name], len(HAND_KINDS) if plus else _KINDS[name] + 1))
        elif _SEVERAL_CARDS.match(part):
            new = set()
            hands.append(tuple(sorted(parse_cards(part))))
        else:
            what = "it is neither a hand of five cards nor a kind of them"
            raise HandError(text, [Fault(part or "range", what, _FIVE_CARDS_REMEDY)])
        if new & kinds:
            raise HandError(text, [Fault(part, "it is in the range twice", _FIVE_CARDS_REMEDY)])
        kinds |= new
    for hand in hands:
        if hands.count(hand) > 1 or Hand(hand).strength.kind in kinds:
            name = "".join(map(card_text, hand))
            raise HandError(text, [Fault(name, "it is in the range twice", _FIVE_CARDS_REMEDY)])
    return FiveCardRange(",".join(parts), tuple(hands), frozenset(kinds))


def whole_weights(hands: Mapping[TwoCards, Fraction]) -> dict[TwoCards, int]:
    """Return the weights of hands as whole numbers, in the same proportion."""
    below = lcm(*(one.denominator for one in hands.values()))
    return {hand: int(one * below) for hand, one in hands.items()}


@cache
def _five_of(many: int) -> NDArray[np.intp]:
    return np.array(list(combinations(range(many), 5)), np.intp)


def best_five(cards: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return the rank of the best five of each row of five, six or seven different cards.

    >>> best_five(np.array([parse_cards("AsKsQsJsTs2c2d", many=7)])).tolist()
    [7462]
    """
    choices = _five_of(cards.shape[1])
    return np.asarray(rank_array(cards[:, choices]).max(axis=1), np.int64)


def strengths_on_board(hands: Sequence[TwoCards], board: Sequence[int]) -> NDArray[np.int64]:
    """Return the ranks of two-card hands on a board of three to five cards."""
    own = np.array(hands, np.uint8).reshape(-1, 2)
    rows = np.hstack((own, np.tile(np.array(board, np.uint8), (len(own), 1))))
    return best_five(rows)
