"""What Ethier and Gamez print: the data of ``printed.toml``, and the formulas of Section 3.

The results in d, the number of decks, are data: ratios of polynomials. The formulas of Section 3
and Lemma 2 are written one by one, in exact numbers, independent of the game that ships with Sabot
and of its forms. There ``d = None`` is the limit, the formulas (12), (14), (19) to (22) for cards
dealt with replacement.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations_with_replacement
from math import prod

from flint import fmpz_poly

from sabot.papers.printed import read_printed

Spans = tuple[tuple[str, int, int | None], ...]
"""A mark that depends on d: each with its first and last d, None where the range has no end."""
Footnote = tuple[dict[str, str], int, int | None]
"""Which mark replaces which, and for which decks: the first and last d."""
Factors = tuple[tuple[int, ...], ...]
"""The factors of a product, each the coefficients of a polynomial in d, highest power first."""


@dataclass(frozen=True)
class PrintedFormula:
    """A printed formula: a ratio of products of polynomials, for decks from *low* to *high*.

    The denominator has the further factor (52 d)_n, n being *falling*.

    >>> PrintedFormula("", ((2,), (1, 0)), ((11, -1),))(3)
    Fraction(3, 16)
    """

    where: str = ""
    numerator: Factors = ()
    denominator: Factors = ()
    falling: int = 0
    low: int = 1
    high: int | None = None

    @cached_property
    def top(self) -> fmpz_poly:
        """The numerator, multiplied out."""
        return _product(self.numerator)

    @cached_property
    def below(self) -> fmpz_poly:
        """The denominator, multiplied out."""
        return _product((*self.denominator, *((52, -n) for n in range(self.falling))))

    def __call__(self, d: int) -> Fraction:
        """Return its value at d decks."""
        return Fraction(int(self.top(d)), int(self.below(d)))

    def covers(self, d: int) -> bool:
        """Whether it is printed for d decks."""
        return self.low <= d and (self.high is None or d <= self.high)

    @property
    def limit(self) -> Fraction:
        """What it tends to (its polynomials have the same degree)."""
        degree = self.below.degree()
        assert self.top.degree() == degree
        return Fraction(int(self.top[degree]), int(self.below[degree]))


def _product(factors: Factors) -> fmpz_poly:
    return prod((fmpz_poly(list(reversed(one))) for one in factors), start=fmpz_poly([1]))


@dataclass(frozen=True)
class PrintedEthierGamez2013:
    """The entries of ``printed.toml``, which says where each is printed and what it is."""

    sizes: dict[str, tuple[int, int]]
    fives: str
    pairs: int
    cards: int
    triples: int
    low_ways: tuple[int, ...]
    high_ways: tuple[int, ...]
    drawn: int
    stood: int
    operator_b1: str
    table_1: dict[str, str]
    notes_1: dict[int, Footnote]
    stars_3: tuple[int, ...]
    split_3: tuple[int, ...]
    bounds_3: tuple[int, int]
    condition_3: str
    exceptions_3: str
    exceptions_37: str
    signs_336: dict[int, str]
    table_2: dict[str, str]
    notes_2: dict[int, Footnote]
    stars_4: tuple[int, ...]
    split_4: tuple[int, ...]
    always_4: str
    star_table_4: str
    signs_54: dict[int, str]
    table_4: dict[str, str]
    notes_4: dict[str, Spans]
    table_5: dict[str, str]
    notes_5: dict[str, dict[str, dict[str, Spans]]]
    table_6: dict[str, str]
    table_3: dict[str, dict[str, str]]
    hands: dict[int, tuple[str, ...]]
    rows_a3: int
    columns_a3: int
    grid_a3: tuple[int, ...]
    labels_a3: tuple[int, ...]
    extremes_a3: tuple[int, ...]
    extremes_a2: int
    fixed_a3: dict[str, str]
    free_a3: str
    pair_a3: tuple[tuple[int, int, str], ...]
    often_a2: str
    custom: str
    required: str
    reduced: dict[str, int]
    one_per_cent: str
    kernels: dict[str, tuple[tuple[int, ...], ...]]
    kernel_scale: int
    six: dict[str, tuple[tuple[str, str, str], ...]]
    order_b2: tuple[int, ...]
    tail_6: tuple[int, int, int]
    tail_7: tuple[int, int, int]
    order_b3: tuple[int, ...]
    lockwood: dict[tuple[str, int], str]
    same_kernel_b2: str
    columns_44: tuple[str, ...]
    decimal_44: tuple[int, ...]
    last_column: int
    tight_55: tuple[int, ...]
    components_5: dict[int, str]
    kernel_5: dict[str, tuple[int, ...]]
    t10_b2: tuple[str, int]
    exceptional_b3: str
    points_b3: tuple[int, ...]
    fails_b3: dict[int, int]
    limits: dict[str, tuple[str, ...]]
    unique_b3: str

    theorems: dict[str, dict[str, tuple[PrintedFormula, ...]]]
    b_336: dict[int, PrintedFormula]
    b_54: dict[int, PrintedFormula]
    kernel_b1: tuple[tuple[PrintedFormula, ...], ...]
    component_8: PrintedFormula
    v_p22: PrintedFormula
    v_p6: PrintedFormula


printed = read_printed(PrintedEthierGamez2013)

Hand = tuple[int, int]
TripleNumbers = tuple[Fraction, Fraction, Fraction]
"""p_S, a_{S,0} and a_{S,1} at one triple (j_1, j_2, k)."""

ALL_HANDS = tuple(combinations_with_replacement(range(10), 2))
FIVE_HANDS: tuple[Hand, ...] = ((0, 5), (1, 4), (2, 3), (6, 9), (7, 8))
LOW_TOTAL_HANDS = tuple(hand for hand in ALL_HANDS if sum(hand) % 10 <= 7)
THIRD_CARDS = (*range(10), None)
"""What Banker sees of Player: his third card, or None where he stands."""
BankerInformation = tuple[Hand | int, int | None]
"""What Banker knows: his hand or his total, and what he sees."""


def drawing_hands(u: int) -> frozenset[Hand]:
    """Return the set S of Player's pure strategy u: the bits of u are the fives."""
    forced = {hand for hand in LOW_TOTAL_HANDS if sum(hand) % 10 <= 4}
    chosen = {hand for bit, hand in zip(f"{u:05b}", FIVE_HANDS, strict=True) if bit == "1"}
    return frozenset(forced | chosen)


def sign(number: int) -> int:
    """Return the sign."""
    return (number > 0) - (number < 0)


def _cards_of_value(value: int, d: int) -> int:
    return 4 * d * (1 + 3 * (value == 0))


def _ways_to_hand(m: list[int], hand: Hand) -> int:
    """Return the ways to a hand: m_u (m_v - delta) / (1 + delta)."""
    u, v = hand
    return m[u] * (m[v] - (u == v)) // (1 + (u == v))


def triple_numbers(u: int, j: Hand, k: int | None, d: int | None) -> TripleNumbers:
    """Return what (3), (8) to (18) need at one triple; k None where Player stands."""
    own = drawing_hands(u)
    hands = [hand for hand in LOW_TOTAL_HANDS if (hand in own) == (k is not None)]
    if d is None:
        return _triple_numbers_with_replacement(hands, j, k)
    gone = [*j, k] if k is not None else [*j]
    m = [_cards_of_value(r, d) - gone.count(r) for r in range(10)]
    ways = {hand: _ways_to_hand(m, hand) for hand in hands}
    whole = sum(ways.values())
    rest = 52 * d - len(gone)
    chance = Fraction(
        (2 - (j[0] == j[1]))
        * _cards_of_value(j[0], d)
        * (_cards_of_value(j[1], d) - (j[0] == j[1]))
    )
    chance /= 52 * d * (52 * d - 1)
    if k is not None:
        chance *= Fraction(_cards_of_value(k, d) - j.count(k), 52 * d - 2)
    chance *= Fraction(2 * whole, rest * (rest - 1))
    stand = draw = 0
    leads = [[sign(end - (sum(j) + r) % 10) for r in range(10)] for end in range(10)]
    drawn = [sum(m[r] * leads[end][r] for r in range(10)) for end in range(10)]
    for hand, many in ways.items():
        end = (sum(hand) + (k or 0)) % 10
        stand += many * sign(end - sum(j) % 10)
        # the two cards of the hand cannot be drawn
        draw += many * (drawn[end] - leads[end][hand[0]] - leads[end][hand[1]])
    below = rest - 2
    return chance, Fraction(stand, whole), Fraction(draw, whole * below)


def _triple_numbers_with_replacement(hands: list[Hand], j: Hand, k: int | None) -> TripleNumbers:
    """Return the same with replacement: (12), (14), (19) to (22)."""
    share = [4, *[1] * 9]
    ways = {hand: (2 - (hand[0] == hand[1])) * share[hand[0]] * share[hand[1]] for hand in hands}
    fives = sum(8 if hand == (0, 5) else 2 for hand in hands if hand in FIVE_HANDS)
    whole = (89 if k is not None else 32) + fives
    chance = Fraction((2 - (j[0] == j[1])) * share[j[0]] * share[j[1]] * whole, 13**4)
    if k is not None:
        chance *= Fraction(share[k], 13)
    stand = draw = 0
    for hand, many in ways.items():
        end = (sum(hand) + (k or 0)) % 10
        stand += many * sign(end - sum(j) % 10)
        draw += many * sum(share[r] * sign(end - (sum(j) + r) % 10) for r in range(10))
    return chance, Fraction(stand, whole), Fraction(draw, 13 * whole)


@cache
def all_triples(u: int, d: int | None) -> Mapping[BankerInformation, TripleNumbers]:
    """Return p_S and a_S,l at all 484 triples."""
    return {(j, k): triple_numbers(u, j, k, d) for j in LOW_TOTAL_HANDS for k in THIRD_CARDS}


@cache
def all_totals(u: int, d: int | None) -> Mapping[BankerInformation, TripleNumbers]:
    """Return p and a_l at the 88 pairs (j, k) of models A1 and B1, by the sums of Section 3."""
    found: dict[BankerInformation, TripleNumbers] = {}
    own = all_triples(u, d)
    for j in range(8):
        hands = [hand for hand in LOW_TOTAL_HANDS if sum(hand) % 10 == j]
        for k in THIRD_CARDS:
            p = sum((own[hand, k][0] for hand in hands), Fraction(0))
            stand, draw = (
                sum((own[hand, k][0] * own[hand, k][move] for hand in hands), Fraction(0)) / p
                for move in (1, 2)
            )
            found[j, k] = (p, stand, draw)
    return found


def payoff_by_8(
    numbers: Mapping[BankerInformation, TripleNumbers], drawing: Collection[BankerInformation]
) -> Fraction:
    """Return a_S,T by (8): Banker draws where he sees a member of T and stands elsewhere."""
    return sum(
        (p * (draw if seen in drawing else stand) for seen, (p, stand, draw) in numbers.items()),
        Fraction(0),
    )


MovePayoffs = tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]
"""e_{0,0}, e_{0,1} and e_{1,0}, e_{1,1} at one l."""


def lemma_2_products(
    one: Mapping[BankerInformation, TripleNumbers], two: Mapping[BankerInformation, TripleNumbers]
) -> dict[BankerInformation, MovePayoffs]:
    """Return e_i,j(l) = p_i(l) a_i,j(l) of Lemma 2 for two pure strategies of Player."""
    found: dict[BankerInformation, MovePayoffs] = {}
    for seen in one:
        (p0, *a0), (p1, *a1) = one[seen], two[seen]
        found[seen] = ((p0 * a0[0], p0 * a0[1]), (p1 * a1[0], p1 * a1[1]))
    return found


def crossing_point(e: MovePayoffs) -> Fraction | None:
    """Return p(l) of Lemma 2; None outside T01 and T10."""
    (e00, e01), (e10, e11) = e
    if (e00 < e01) == (e10 < e11):
        return None
    return (e00 - e01) / (e00 - e01 + e11 - e10)


def best_reply_set(
    own: Mapping[BankerInformation, MovePayoffs], p: Fraction
) -> frozenset[BankerInformation]:
    """Return the set T(p) by (2)."""
    found = set()
    for seen, e in own.items():
        (e00, e01), (e10, e11) = e
        at = crossing_point(e)
        always = e00 > e01 and e10 > e11
        rising = at is not None and e00 < e01 and at < p
        falling = at is not None and e00 > e01 and at > p
        if always or rising or falling:
            found.add(seen)
    return frozenset(found)


def lower_envelope(
    own: Mapping[BankerInformation, MovePayoffs],
    p: Fraction,
    drawing: Collection[BankerInformation] | None = None,
) -> Fraction:
    """Return V(p) by (3); naturals pay nothing. *drawing* is T(p), where it is known."""
    drawing = best_reply_set(own, p) if drawing is None else drawing
    return sum(
        ((1 - p) * e[0][seen in drawing] + p * e[1][seen in drawing] for seen, e in own.items()),
        Fraction(0),
    )


def natural_probabilities(d: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return P(X is a natural and beats Y), the reverse, and P(either is a natural)."""
    wins = loses = either = 0
    size = 52 * d
    for mine in ALL_HANDS:
        left = [_cards_of_value(r, d) for r in range(10)]
        ways = _ways_to_hand(left, mine)
        for card in mine:
            left[card] -= 1
        for yours in ALL_HANDS:
            x, y = sum(mine) % 10, sum(yours) % 10
            if max(x, y) >= 8:
                many = ways * _ways_to_hand(left, yours)
                either += many
                wins += many * (x > y)
                loses += many * (y > x)
    deals = size * (size - 1) // 2 * ((size - 2) * (size - 3) // 2)
    return Fraction(wins, deals), Fraction(loses, deals), Fraction(either, deals)


def ways_to_totals() -> list[int]:
    """Return the ways to each total with replacement, of 13^2."""
    share = [4, *[1] * 9]
    ways = [0] * 10
    for a in range(10):
        for b in range(10):
            ways[(a + b) % 10] += share[a] * share[b]
    return ways
