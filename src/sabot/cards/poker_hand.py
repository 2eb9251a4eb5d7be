"""Five-card poker hands: cards of the deck of 52, order of hands, fast evaluator, suit classes.

A card is ``4 * rank + suit``, from ``2c`` (0) to ``As`` (51): ranks count from the two (0) to the
ace (12), suits in the order ``c d h s``. In text a card is two letters, ``As`` or ``Td``; ``10d``,
small letters and the signs of the suits are read too.

There are 7,462 strengths of a hand. :func:`all_strengths` defines their order in plain Python,
without a table: rank 1 is 7-5-4-3-2 of several suits, rank 7,462 a royal flush; a higher rank
beats a lower one, and equal ranks divide the pot.

The evaluator looks ranks up in tables that are built once per process. Each card rank has a key
such that five ranks, none of them five times, have a sum that no other five have. The sums go up
to 360,918 and 6,175 of them occur; cut into rows that are laid over one another without
collisions, they fill a table that stays in the processor's nearest cache.

Hands that differ only by a permutation of the suits are one class: 134,459 classes of five cards,
and 6,175 multisets of ranks. The lists hold one hand of each class and how many hands it stands
for.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, total_ordering
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb, prod
from operator import attrgetter
from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from sabot.cards import poker_hand_kernel
from sabot.cards.poker_hand_kernel import ROW_BITS, ROW_MASK, SUM_BITS
from sabot.errors import Fault, HandError
from sabot.jit import KernelModule

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_SYMBOLS = "♣♦♥♠"
DECK_SIZE = 52
HAND_SIZE = 5
"""Cards of a hand."""
RANK_NAMES = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
RANK_PLURALS = tuple("sixes" if name == "six" else name + "s" for name in RANK_NAMES)
MAX_TEXT_LENGTH = 400
"""Characters of a text of cards that are looked at: the whole pack, generously spaced."""
_CARD_PATTERN = re.compile(r"(10|[^\s,;-])([^\s,;-]?)[\s,;-]*")
_RANK_OF = {letter: rank for rank, letter in enumerate(RANKS)} | {"10": 8}
_SUIT_OF = {letter: suit for suit, letter in enumerate(SUITS)}
_SUIT_OF |= {sign: suit for suit, sign in enumerate(SUIT_SYMBOLS)}


_REMEDY = f"a rank {' '.join(RANKS)}, then a suit {' '.join(SUITS)}: AsKdQhJc9s"


def card_text(card: int) -> str:
    """Return a card as it is typed.

    >>> card_text(0), card_text(51)
    ('2c', 'As')
    """
    return RANKS[card >> 2] + SUITS[card & 3]


def card_sign(card: int) -> str:
    """Return a card as it is shown to a person.

    >>> card_sign(32), card_sign(51)
    ('10♣', 'A♠')
    """
    return RANKS[card >> 2].replace("T", "10") + SUIT_SYMBOLS[card & 3]


def parse_cards(source: str, *, many: int | None = HAND_SIZE) -> tuple[int, ...]:
    """Return the cards of a text, in its order; *many* of them, or any number.

    >>> parse_cards("As Kd Qh Jc 9s")
    (51, 45, 42, 36, 31)
    >>> parse_cards("AsKd", many=None), parse_cards("10♥ 2c", many=2)
    ((51, 45), (34, 0))
    """
    if len(source) > MAX_TEXT_LENGTH:
        what = f"{len(source):,} characters, and a whole pack takes {MAX_TEXT_LENGTH} at most"
        raise HandError(source, [Fault("text", what, "write as in AsKdQhJc9s")])
    found, faults = [], []
    for place, match in enumerate(_CARD_PATTERN.finditer(source.strip(" \t\n,;-")), 1):
        rank = _RANK_OF.get(match[1].upper())
        suit = _SUIT_OF.get(match[2].lower()) if match[2] else None
        if rank is None or suit is None:
            written = repr(match[1] + match[2])
            faults.append(Fault(f"card {place}", f"{written} is not a card", _REMEDY))
        else:
            found.append(4 * rank + suit)
    faults += card_faults(found, many if not faults else None)
    if faults:
        raise HandError(source, faults)
    return tuple(found)


def card_faults(found: Sequence[int], many: int | None = HAND_SIZE) -> list[Fault]:
    """Return what is wrong with cards that are numbers: none of the pack, twice there, too many."""
    faults = []
    for place, card in enumerate(found, 1):
        if not 0 <= card < DECK_SIZE:
            faults.append(Fault(f"card {place}", f"{card} is not a card", "cards are 0 to 51"))
        elif card in found[: place - 1]:
            first = list(found).index(card) + 1
            remedy = f"it is card {first} already; there is one of each in the pack"
            faults.append(Fault(f"card {place}", f"{card_text(card)} is given twice", remedy))
    if many is not None and len(found) != many:
        what = f"{len(found)} card{'s' * (len(found) != 1)}; a hand here has {many}"
        remedy = _HOLDEM_REMEDY if (len(found), many) in _HOLDEM_SIZES else "write as in AsKdQhJc9s"
        faults.append(Fault("cards", what, remedy))
    return faults


_HOLDEM_SIZES = ((2, HAND_SIZE), (7, HAND_SIZE))
_HOLDEM_REMEDY = (
    "Texas hold'em hands (2 cards and a board) are not covered yet; this looks up hands of "
    "five-card draw, as in AsKdQhJc9s"
)


HAND_KINDS = (
    "high card",
    "one pair",
    "two pairs",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
STRENGTH_COUNT = 7462
(
    HIGH_CARD,
    PAIR,
    TWO_PAIRS,
    THREE_OF_A_KIND,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    FOUR_OF_A_KIND,
    STRAIGHT_FLUSH,
) = range(9)
_SHAPES = {
    (2, 1, 1, 1): PAIR,
    (2, 2, 1): TWO_PAIRS,
    (3, 1, 1): THREE_OF_A_KIND,
    (3, 2): FULL_HOUSE,
    (4, 1): FOUR_OF_A_KIND,
}
_FIVE_HIGH = (12, 3, 2, 1, 0)


@dataclass(frozen=True, slots=True, order=True)
class HandStrength:
    """What a hand is worth: its kind, then the ranks that decide, in the order in which they do."""

    kind: int
    high: tuple[int, ...]
    five: tuple[int, ...]
    """The ranks of all five cards, those that are more often there first."""

    @property
    def suited(self) -> bool:
        """Whether the five cards are of one suit."""
        return self.kind in (FLUSH, STRAIGHT_FLUSH)

    @property
    def ways(self) -> int:
        """How many hands of the pack have this strength."""
        if self.suited:
            return 4
        many = prod(comb(4, count) for count in Counter(self.five).values())
        return many - 4 if len(set(self.five)) == 5 else many

    @property
    def name(self) -> str:
        """The strength in words, as it is called at the table."""
        return _STRENGTH_NAMES[self.kind](*self.high)


def classify_ranks(ranks: tuple[int, ...], suited: bool) -> HandStrength:
    """Return the strength of five ranks, of one suit or not.

    >>> classify_ranks((12, 0, 1, 2, 3), False).name, classify_ranks((12, 0, 1, 2, 4), True).name
    ('straight, five high', 'flush, ace high')
    """
    five = tuple(sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True))
    high = tuple(dict.fromkeys(five))
    if len(high) < 5:
        return HandStrength(_SHAPES[tuple(map(ranks.count, high))], high, five)
    if five == _FIVE_HIGH or five[0] - five[4] == 4:
        top = 3 if five == _FIVE_HIGH else five[0]
        return HandStrength(STRAIGHT_FLUSH if suited else STRAIGHT, (top,), five)
    return HandStrength(FLUSH if suited else HIGH_CARD, high, five)


@cache
def all_strengths() -> tuple[HandStrength, ...]:
    """Return all strengths; the one of rank r is number r - 1.

    >>> len(all_strengths()), sum(strength_of_rank.ways for strength_of_rank in all_strengths())
    (7462, 2598960)
    """
    mixed = (five for five in combinations_with_replacement(range(13), 5) if five[0] != five[4])
    steps = [classify_ranks(five, False) for five in mixed]
    steps += [classify_ranks(five, True) for five in combinations(range(13), 5)]
    return tuple(sorted(steps, key=attrgetter("kind", "high")))


def strength_of_rank(rank: int) -> HandStrength:
    """Return the strength of a rank from 1 to 7,462.

    >>> strength_of_rank(7462).name, strength_of_rank(1).name
    ('royal flush', 'seven high, five next')
    """
    if not 1 <= rank <= STRENGTH_COUNT:
        raise HandError(f"rank {rank}", [Fault("rank", f"there are 1 to {STRENGTH_COUNT:,}")])
    return all_strengths()[rank - 1]


def _high_card_name(first: int, second: int, *_: int) -> str:
    return f"{RANK_NAMES[first]} high, {RANK_NAMES[second]} next"


def _straight_flush_name(top: int) -> str:
    return "royal flush" if top == 12 else f"straight flush, {RANK_NAMES[top]} high"


_STRENGTH_NAMES: dict[int, Callable[..., str]] = {
    HIGH_CARD: _high_card_name,
    PAIR: lambda pair, kicker, *_: f"pair of {RANK_PLURALS[pair]}, {RANK_NAMES[kicker]} kicker",
    TWO_PAIRS: lambda high, low, kicker: (
        f"two pairs, {RANK_PLURALS[high]} and {RANK_PLURALS[low]}, {RANK_NAMES[kicker]} kicker"
    ),
    THREE_OF_A_KIND: lambda three, kicker, _: (
        f"three {RANK_PLURALS[three]}, {RANK_NAMES[kicker]} kicker"
    ),
    STRAIGHT: lambda top: f"straight, {RANK_NAMES[top]} high",
    FLUSH: lambda top, *_: f"flush, {RANK_NAMES[top]} high",
    FULL_HOUSE: lambda three, two: f"full house, {RANK_PLURALS[three]} over {RANK_PLURALS[two]}",
    FOUR_OF_A_KIND: lambda four, kicker: f"four {RANK_PLURALS[four]}, {RANK_NAMES[kicker]} kicker",
    STRAIGHT_FLUSH: _straight_flush_name,
}
RANK_KEYS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)


class LookupTables(NamedTuple):
    """What :func:`sabot.cards.poker_hand_kernel.rank5` reads."""

    keys: NDArray[np.int64]
    starts: NDArray[np.int32]
    ranks: NDArray[np.uint16]
    bits: NDArray[np.int64]


def key_sum(five: tuple[int, ...]) -> int:
    """Return the sum of the keys of five ranks."""
    return sum(RANK_KEYS[rank] for rank in five)


@cache
def lookup_tables() -> LookupTables:
    """Return the tables; they take some hundredths of a second and 40 KB."""
    cards = range(DECK_SIZE)
    keys = [RANK_KEYS[card >> 2] + (1 << (SUM_BITS + 3 * (card & 3))) for card in cards]
    totals = np.array(RANK_KEYS)[[step.five for step in all_strengths()]].sum(axis=1)
    rows, size = overlay_rows(sorted(set(totals.tolist())))
    starts, suited = np.array(rows, np.int32), [int(step.suited) for step in all_strengths()]
    ranks = np.zeros((2, size), np.uint16)
    ranks[suited, starts[totals >> ROW_BITS] + (totals & ROW_MASK)] = range(1, STRENGTH_COUNT + 1)
    return LookupTables(
        np.array(keys, np.int64),
        starts,
        ranks.reshape(-1),
        np.array([1 << card for card in cards], np.int64),
    )


def overlay_rows(totals: list[int]) -> tuple[list[int], int]:
    """Return where each row of sums begins so that all places differ, and the number of places.

    The fullest rows are laid first, each at the first place where it meets no other: taken places
    are the bits of one number, and shifting it by each wanted bit shows every free beginning.
    """
    rows: dict[int, list[int]] = {}
    for total in totals:
        rows.setdefault(total >> ROW_BITS, []).append(total & ROW_MASK)
    starts = [0] * (max(rows) + 1)
    taken = 0
    for row in sorted(rows, key=lambda one: (-len(rows[one]), one)):
        blocked = 0
        for wanted in rows[row]:
            blocked |= taken >> wanted
        start = (~blocked & (blocked + 1)).bit_length() - 1
        starts[row] = start
        for wanted in rows[row]:
            taken |= 1 << (start + wanted)
    return starts, taken.bit_length()


LOOPS = KernelModule(lambda: poker_hand_kernel, pays_from=3_000_000)
"""Work in hands, at 100 ns in numpy: compiled it is a thirtieth, and compiling takes a second."""
HandArray = NDArray[np.integer]
HandList = list[Any] | tuple[Any, ...]
"""Texts, hands, or fives of numbers."""
RankArray = NDArray[np.uint16]


@overload
def rank(hands: str | Hand) -> int: ...


@overload
def rank(hands: HandList | HandArray) -> RankArray: ...


def rank(hands: str | Hand | HandList | HandArray) -> int | RankArray:
    """Return the rank of a hand, 1 (the worst) to 7,462 (a royal flush), or of many of them.

    A hand is a text, a :class:`Hand` or five numbers of cards; an array has five numbers in its
    last dimension. Five different cards are asked for in every row.

    >>> rank("AsKdQhJc9s"), rank(["2c2d3h4s5c", "AsKdQhJc9s"]).tolist()
    (1277, [1278, 1277])
    """
    if isinstance(hands, str):
        return rank_hand(parse_cards(hands))
    if isinstance(hands, np.ndarray):
        return rank_array(hands)
    if isinstance(hands, list | tuple):
        return rank_array(
            np.array([_card_numbers(hand) for hand in hands], np.uint8).reshape(-1, HAND_SIZE)
        )
    return rank_hand(hands.cards)


def rank_hand(held: tuple[int, ...]) -> int:
    """Return the rank of five cards that are known to be different ones."""
    c0, c1, c2, c3, c4 = held
    return int(poker_hand_kernel.rank5(c0, c1, c2, c3, c4, lookup_tables()))


def rank_array(hands: HandArray) -> RankArray:
    """Return the ranks of an array of hands."""
    if hands.ndim == 0 or hands.shape[-1] != HAND_SIZE or hands.dtype.kind not in "iu":
        what = f"an array of {hands.dtype} and shape {hands.shape}"
        remedy = "whole numbers 0 to 51, five in the last dimension"
        raise HandError(what, [Fault("array", "it does not hold hands", remedy)])
    rows = hands.reshape(-1, HAND_SIZE)
    if rows.size and (int(rows.min()) < 0 or int(rows.max()) >= DECK_SIZE):
        raise _first_bad_row(rows)
    out = np.empty(len(rows), np.uint16)
    if LOOPS.record(len(rows)):
        twice = LOOPS.compiled.rank_rows(
            np.ascontiguousarray(rows, np.uint8), out, tuple(lookup_tables())
        )
    else:
        c0, c1, c2, c3, c4 = rows.T.astype(np.intp)
        out[:] = poker_hand_kernel.rank5(c0, c1, c2, c3, c4, lookup_tables())
        twice = poker_hand_kernel.duplicates5(c0, c1, c2, c3, c4, lookup_tables()).any()
    if twice:
        raise _first_bad_row(rows)
    return out.reshape(hands.shape[:-1])


def _card_numbers(hand: Any) -> tuple[int, ...]:
    if isinstance(hand, str):
        return parse_cards(hand)
    held = tuple(int(card) for card in getattr(hand, "cards", hand))
    if faults := card_faults(held):
        raise HandError(str(held), faults)
    return held


def _first_bad_row(rows: HandArray) -> HandError:
    """Return the fault of the first row that is no hand."""
    for place, row in enumerate(rows.tolist()):
        if faults := card_faults(row):
            where = f"row {place}: {row}"
            return HandError(where, faults)
    raise AssertionError("a row was refused and all are hands")


@total_ordering
class Hand:
    """Five cards, compared as at a showdown: ``==`` is a tie, whatever the suits.

    >>> Hand("AsKdQhJc9s") < Hand("2c2d3h4s5c"), Hand("AsKdQhJc9s") == Hand("AhKcQdJs9h")
    (True, True)
    >>> Hand("TcTdAs7h2c")
    Hand('TcTdAs7h2c')
    >>> Hand("TcTdAs7h2c").kind, Hand("TcTdAs7h2c").rank, Hand("10c 10d As 7h 2c").cards
    ('one pair', 3213, (32, 33, 51, 22, 0))
    """

    __slots__ = ("cards", "rank")

    cards: tuple[int, ...]
    """The cards as numbers, in the order in which they were given."""
    rank: int
    """1 for the worst hand to 7,462 for a royal flush."""

    def __init__(self, held: str | Iterable[int]) -> None:
        if isinstance(held, str):
            found = parse_cards(held)
        else:
            found = tuple(int(card) for card in held)
            if faults := card_faults(found):
                raise HandError(str(found), faults)
        object.__setattr__(self, "cards", found)
        object.__setattr__(self, "rank", rank_hand(found))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a hand does not change: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a hand does not change: {name} cannot be deleted")

    def __reduce__(self) -> tuple[type[Hand], tuple[str]]:
        return Hand, (str(self),)

    @property
    def strength(self) -> HandStrength:
        """What the hand is worth: its kind and the ranks that decide."""
        return strength_of_rank(self.rank)

    @property
    def kind(self) -> str:
        """One of the nine kinds, such as ``one pair``."""
        return HAND_KINDS[self.strength.kind]

    @property
    def name(self) -> str:
        """The hand in words, such as ``pair of tens, ace kicker``."""
        return self.strength.name

    @property
    def signs(self) -> str:
        """The cards with the signs of their suits, for a screen."""
        return " ".join(map(card_sign, self.cards))

    def __lt__(self, other: object) -> bool:
        return self.rank < other.rank if isinstance(other, Hand) else NotImplemented

    def __eq__(self, other: object) -> bool:
        return self.rank == other.rank if isinstance(other, Hand) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.rank)

    def __str__(self) -> str:
        return "".join(map(card_text, self.cards))

    def __repr__(self) -> str:
        return f"Hand({str(self)!r})"


class SuitClasses(NamedTuple):
    """One hand of each class, and how many hands the class has."""

    hands: NDArray[np.uint8]
    ways: NDArray[np.int64]

    @property
    def ranks(self) -> NDArray[np.uint16]:
        """The rank of each class."""
        return rank(self.hands)


def hands_per_kind() -> dict[str, int]:
    """Return how many hands there are of each kind, the best first.

    >>> hands_per_kind()["full house"], sum(hands_per_kind().values())
    (3744, 2598960)
    """
    found: Counter[int] = Counter()
    for step in all_strengths():
        found[step.kind] += step.ways
    return {HAND_KINDS[kind]: found[kind] for kind in sorted(found, reverse=True)}


def rank_multisets(many: int = 5) -> Iterator[tuple[int, ...]]:
    """Yield every set of so many ranks that the pack can give, 6,175 of five."""
    for ranks in combinations_with_replacement(range(13), many):
        if many < 5 or ranks[0] != ranks[4]:
            yield ranks


@cache
def suit_classes(many: int = 5) -> SuitClasses:
    """Return the classes of so many cards: 1, 13, 169, 1,755, 16,432, 134,459 from none to five."""
    hands: list[NDArray[np.uint8]] = []
    ways: list[NDArray[np.int64]] = []
    for ranks in rank_multisets(many):
        suits, sizes = _suits_by_card(tuple(Counter(ranks).values()))
        hands.append(4 * np.array(ranks, np.uint8) + suits)
        ways.append(sizes)
    return SuitClasses(np.concatenate(hands), np.concatenate(ways))


@cache
def _suits_by_card(shape: tuple[int, ...]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return :func:`suit_assignments` as arrays: the suit of each card, and the ways."""
    found = suit_assignments(shape)
    rows = [[suit for chosen in suits for suit in chosen] for suits, _ in found]
    ways = np.array([size for _, size in found], np.int64)
    return np.array(rows, np.uint8).reshape(len(found), sum(shape)), ways


SuitAssignment = tuple[tuple[int, ...], ...]


@cache
def suit_assignments(shape: tuple[int, ...]) -> tuple[tuple[SuitAssignment, int], ...]:
    """Return the ways to give suits to the cards of each rank, up to a permutation of suits.

    *shape* has the number of cards of each rank.

    >>> [(suiting, ways) for suiting, ways in suit_assignments((2, 1))]
    [(((0, 1), (0,)), 12), (((0, 1), (2,)), 12)]
    """
    found: Counter[SuitAssignment] = Counter()
    for suits in product(*(tuple(combinations(range(4), many)) for many in shape)):
        found[min(zip(*(_permuted(chosen) for chosen in suits), strict=True), default=())] += 1
    return tuple(sorted(found.items()))


@cache
def _permuted(suits: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return some suits under every permutation of the four."""
    return tuple(tuple(sorted(order[suit] for suit in suits)) for order in permutations(range(4)))
