"""What Risticz prints in chapters 2 to 6 and the appendices, each with its place; nothing of ours.

The text is a conversion of a typescript: where it cannot be read a place is left out. The plays of
tables 10, 13 and 14 are in Sabot's words, their payoffs as printed: ``2,-2`` is a showdown.
"""

from __future__ import annotations

from fractions import Fraction

IMPROVES_1_6 = "0.085"
"""1.6: the chance of three of a kind to improve when two cards are drawn."""


def friedman(k: Fraction, p: Fraction) -> tuple[Fraction, Fraction]:
    """1.6: how often A bluffs after a miss, and how often B looks."""
    return p / ((1 + k) * (1 - p)), k / (1 + k)


BLIND_FROM = "l/2"
"""2.9: the hand f_b from which the blind plays on."""
TABLE_1 = (
    *("straight flush", "four of a kind", "full house", "flush", "straight"),
    *("three of a kind", "two pairs", "one pair", "high card"),
)
DEALT = {
    "one pair": "0.4226",
    "two pairs": "0.0475",
    "three of a kind": "0.0211",
    "straight": "0.0039",
    "flush": "0.0020",
    "full house": "0.0014",
    "four of a kind": "0.00024",
    "straight flush": "0.000014",
    "royal flush": "0.00000123",
}
"""Table 2: the chance to be dealt a hand."""
AGAIN = {
    "straight": "0.0039",
    "flush": "0.0020",
    "full house": "0.0014",
    "four of a kind": "0.0024",
    "straight flush": "0.000014",
    "royal flush": "0.00000123",
}
"""Table 2: the last column of hands that cannot be improved says it again."""
FOURS = {
    "4 straight (open)": "0.035",
    "4 straight (gap)": "0.123",
    "4 flush": "0.043",
    "4 straight flush": "0.000123",
}
DRAWS = {
    ("one pair", 3): "two pairs 0.16, three of a kind 0.114, full house 0.0102, "
    "four of a kind 0.0028, any improvement 0.287",
    ("one pair", 2): "two pairs 0.172, three of a kind 0.078, full house 0.0083, "
    "four of a kind 0.0009, any improvement 0.26",
    ("two pairs", 1): "full house 0.085",
    ("three of a kind", 2): "full house 0.061, four of a kind 0.043, any improvement 0.104",
    ("three of a kind", 1): "full house 0.064, four of a kind 0.021, any improvement 0.085",
    ("4 straight (open)", 1): "straight 0.17",
    ("4 straight (gap)", 1): "straight 0.085",
    ("4 flush", 1): "flush 0.191",
    ("4 straight flush", 1): "straight flush 0.043, any straight or flush 0.319",
}
"""Table 2: what is drawn to, how many cards, and the chance of each improvement."""

TABLE_3 = """
7C 4S 3D 2D 5S | 0.0000 | AC KC QC JC 9D | 0.4945
2C 2D 3C 4C 5C | 0.5010 | AC AS KC QC JC | 0.9198
3C 3S 2C 2S 4C | 0.9205 | AC AS KC KS 2C | 0.9711
2C 2S 2D 4C 5S | 0.9711 | AC AS AD 2C 3S | 0.9920
5C 4D 3S 2C AS | 0.9940 | AC KD QS JC 10C | 0.9944
7C 6C 5C 4C 2C | 0.9964 | AC KC JC 10C 9C | 0.9975
2C 2S 2D 3S 3C | 0.9982 | AC AS AD KC KS | 0.9993
2C 2S 2H 2D 3S | 0.9993 | AC AS AD AH KS | 1.0000
5C 4C 3C 2C AC | 1.0000 | AC KC QC JC 10C | 1.0000
"""
"""Table 3: low and high hand of each interval, with f_b."""
TABLE_5 = """
7C 4S 3D 2D 5S | 0.0000 | AC KC QC JC 9D | 0.5011
2C 2S 3C 4S 5C | 0.5222 | AC AS KS QC JC | 0.7983
3C 3S 2C 2S 4C | 0.7997 | AC AS KC KS 2C | 0.9097
2C 2S 2D 4C 5C | 0.9100 | AC AS AD 2C 3S | 0.9716
5C 4D 3S 2C AS | 0.9778 | AC KD QS JC 10S | 0.9820
7C 6C 5C 4C 2C | 0.9820 | AC KC QC JC 9C | 0.9846
2C 2S 2D 3S 3C | 0.9852 | AC AS AD KC KS | 0.9967
2C 2S 2H 2D 3S | 0.9967 | AC AS AH AD KS | 0.9997
5C 4C 3C 2C AC | 0.9999 | AC KC QC JC 10C | 1.0000
"""
"""Table 5: the same with f_a; one hand of its own has other suits."""
SAMPLE = 30_000
"""Appendix C: N, the random hands."""
TABLE_4 = {"two pairs": (2, 3, 2), "full house": (12, 2)}
"""Table 4: (i1-2)(i1-3)/2 + i2 and 12(i1-2) + i2, the numbering functions of two variables."""
EXAMPLE = ("6C 6D 7C 2D KS", "0.5010 0.9198", "0.6263")
"""2.8: a hand, the ends between which f_b is interpolated, and the result."""

TABLE_6 = {
    1: ("0.97", "enters"),
    2: ("0.99", "enters"),
    3: ("0.87", "drops"),
    4: ("0.96", "drops"),
    5: ("0.52", "drops"),
    6: ("0.76", "drops"),
}
"""Table 6: f_b of each player's hand, and what he does."""
SEVENTH = "0.84"
"""2.9: f_b of the blind's hand."""
SQUARED = "(f_i = n/10)"
"""Appendix B: what is squared in the first statistic, as the text has it."""
G_OF_L = "l - l"
"""5.5.4: what is halved in g(l), as the text has it."""
MOST_CUT = "0"
"""5.3.2: the upper bound of a variable, as the text has it."""
FIGURE_1 = (8, "0.5", 30)
"""Figure 1: i, x, and the card with which the i-th is exchanged."""
PAIR_THROWS = 3
"""2.7: what is thrown away of a hand with two paired cards; figure 2 itself cannot be read."""
FIGURE_3 = ("enter", "look", "draw", "bet")
"""Figure 3: what the players are asked for, in order: to play, after a double, to change cards, to
bet; the words are Sabot's."""

TABLE_20: dict[str, tuple[tuple[int, ...], tuple[int | None, ...]]] = {
    "high card": ((0, 0, 0, 0, 0, 0, 0), (4, 3, 2, 1, 0)),
    "one pair": ((0, 0, 0, 0, 0, 0, 1), (3, 2, 1, 0)),
    "two pairs": ((0, 0, 0, 0, 0, 1, 1), (2, 1, 0)),
    "three of a kind": ((0, 0, 0, 0, 1, 1, 1), (2, 1, 0)),
    "straight": ((0, 0, 0, 0, 2, 1, 1), (0,)),
    "flush": ((0, 1, 0, 0, 2, 1, 1), (4, 3, None, 1, 0)),
    "full house": ((0, 1, 0, 0, 2, 1, 2), (1, 0)),
    "four of a kind": ((0, 1, 0, 1, 2, 1, 2), (0,)),
    "straight flush": ((0, 2, 0, 1, 2, 1, 2), (0,)),
}
"""Table 20: q(h), first the multiples of 1, 13, ... 13^6 that are added, then the power of 13 by
which I1, I2, ... are multiplied; None where the term is not there. A two is 0, an ace 12."""
BOUNDS_20 = {
    "high card": (0, 0, 0, 0, 0, 0, 1),
    "one pair": (0, 0, 0, 0, 0, 1, 1),
    "two pairs": (0, 0, 0, 0, 1, 1, 1),
    "three of a kind": (0, 0, 0, 0, 2, 1, 1),
    "straight": (0, 1, 0, 0, 2, 1, 1),
    "flush": (0, 1, 0, 0, 2, 1, 2),
    "full house": (0, 1, 0, 0, 2, 2, 2),
    "four of a kind": (0, 2, 0, 1, 2, 1, 2),
    "straight flush": (0, 3, 0, 1, 2, 1, 2),
}
"""Table 20: what q(h) of a kind is below, in multiples of 1, 13, ... 13^6."""
NEARER_20 = {"high card": (12, 12, 12, 12, 12, 0, 0), "one pair": (12, 12, 12, 12, 0, 0, 1)}
"""Table 20: a nearer bound of two kinds, before it is rounded up."""
SUM_20 = (12, 5)
"""Table 20: 12(13^4 + ... + 13^0) is said to be the first times 13 to the second less 1."""

TABLE_7 = """
1.08 1.66 2.24 2.82 3.40 3.98 4.56 5.14 5.72 6.30
1.46 1.92 2.38 2.84 3.30 3.76 4.22 4.68 5.14 5.60
1.84 2.18 2.52 2.86 3.20 3.54 3.88 4.22 4.56 4.90
2.22 2.44 2.66 2.88 3.10 3.32 3.54 3.76 3.98 4.20
2.60 2.70 2.80 2.90 3.00 3.10 3.20 3.30 3.40 3.50
2.98 2.96 2.94 2.92 2.90 2.88 2.86 2.84 2.82 2.80
3.36 3.22 3.08 2.94 2.80 2.66 2.52 2.38 2.24 2.10
3.74 3.48 3.22 2.96 2.70 2.44 2.18 1.92 1.66 1.40
4.12 3.74 3.36 2.98 2.60 2.22 1.84 1.46 1.08 0.70
4.50 4.00 3.50 3.00 2.50 2.00 1.50 1.00 0.50 0.00
"""
"""Table 7: f_1, a row for each value of player 1 from 0.1 up, a column for each of player 2."""
FIRST_LOOKS = {"0.4": "2.44", "0.3": "2.18", "0.5": "2.70"}
SECOND_LOOKS = {"0.3": "-2.94", "0.2": "-2.96", "0.4": "-2.92"}
"""3.5: what each expects of a move, player 1 from (0.4, 0.3), player 2 from (0.5, 0.3)."""
AFTER_ONE, STABLE = "0.5 0.4", "0.6 0.4"

TABLE_8 = {"1 low": ("1,-1",), "1 high, 2 pass": ("1",), "1 high, 2 look": ("2,-2",)}
"""Table 8 for B = 1 and A = 2: what player 1 is paid; a bet of A is high, one of B low."""
VON_NEUMANN = "0.1 0.7 0.4"
"""3.8: a, b, c."""

TABLE_9 = {"exact": "0.64177 0.61267 0.81056", "rosen": "0.02803 0.65770 0.61448 0.81973"}
"""Table 9: b, d, e of the exact solution (a is lost); a, b, d, e by Rosen's method."""

TABLE_10 = {
    "1 enter, 2 drop": ("1",),
    "1 enter, 2 play": ("2,-2",),
    "1 enter, 2 double, 1 drop": ("-2",),
    "1 enter, 2 double, 1 look": ("4,-4",),
}
TABLE_11 = {
    "0": "0.0889 0.7333 0.6667 0.8667 0.1778",
    "0.1": "0.0719 0.7035 0.6425 0.8438 0.1842",
    "0.2": "0.0502 0.6708 0.6241 0.8236 0.1897",
    "0.287": "0.0298 0.6418 0.6127 0.8106 0.1940",
    "0.4": "0.0076 0.6107 0.6000 0.8000 0.2000",
}
"""Table 11: q, then a, b (which is c too), d, e, and the payoff to player 1; f is 0."""
EQ_33 = "-0.41"

TABLE_12 = """
4 -2 0.1 1.0 0.1 1.0 0.810
2 -2 0.8 1.0 0.8 1.0 0.000
2 -2 0.0 0.03 0.5 0.9 -0.014
2 -2 0.5 1.0 0.5 0.8 0.071
2 -2 0.8 1.0 0.5 0.8 0.071
2 -2 0.5 1.0 0.5 1.0 0.000
5 -2 0.1 0.9 0.2 0.7 0.703
5 -2 0.1 0.6 0.3 0.8 0.044
3 -1 0.2 0.4 0.3 0.6 0.001
2 -1 0.3 0.7 0.5 0.9 -0.026
1 -1 0.6 0.9 0.1 0.7 0.100
1 -1 0.8 1.0 0.8 1.0 0.002
2 -2 0.5 1.0 0.5 1.0 0.000
2 -2 0.5 1.0 0.5 1.0 0.000
2 -2 0.5 1.0 0.5 1.0 0.000
"""
"""Table 12: w, l, a, b, c, d, and XQ_2 at q = 0.287."""
SIMULATED = {1: "0.815", 3: "-0.016", 4: "0.069", 5: "0.068", 7: "0.702", 8: "0.039"}
SIMULATED |= {9: "0.002", 10: "-0.023", 11: "0.100", 12: "0.001"}
"""Table 12: 10,000 games with real hands, of the lines whose exact value is not known."""
GAMES_12 = 10_000
"""Table 12: the games of each of these lines."""
T_TEST = "-0.395"
"""4.5: t of their differences."""
TWO_PLACES = "0.03 0.64 0.61 0.82"
"""4.7 (a): a, b, d and e at q = 0.287."""
LOCKED = ("0.020 0.500 0.500 0.538 0.750 0.000", "0.174")
"""4.6: a to f where b is held at 0.5, and the payoff to player 1."""

TABLE_13 = {
    "1 drop, 2 enter, 3 drop": ("0", "1", "-1"),
    "1 drop, 2 enter, 3 play": ("0", "2,-2", "2,-2"),
    "1 drop, 2 enter, 3 double": ("0", "4,-4", "4,-4"),
    "1 enter, 2 drop, 3 drop": ("1", "0", "-1"),
    "1 enter, 2 drop, 3 play": ("2,-2", "0", "2,-2"),
    "1 enter, 2 drop, 3 double": ("4,-4", "0", "4,-4"),
    "1 enter, 2 enter, 3 drop": ("3,-2", "3,-2", "-1"),
    "1 enter, 2 enter, 3 play": ("4,-2", "4,-2", "4,-2"),
    "1 enter, 2 enter, 3 double": ("8,-4", "8,-4", "8,-4"),
}
TABLE_14 = {
    "1 enter, 2 drop, 3 drop, 4 drop": ("1", "0", "0", "-1"),
    "1 enter, 2 drop, 3 drop, 4 play": ("2,-2", "0", "0", "2,-2"),
    "1 enter, 2 drop, 3 drop, 4 double": ("4,-4", "0", "0", "4,-4"),
    "1 enter, 2 drop, 3 enter, 4 drop": ("3,-2", "0", "3,-2", "-1"),
    "1 enter, 2 drop, 3 enter, 4 play": ("4,-2", "0", "4,-2", "4,-2"),
    "1 enter, 2 drop, 3 enter, 4 double": ("8,-4", "0", "8,-4", "8,-4"),
    "1 enter, 2 enter, 3 drop, 4 drop": ("3,-2", "3,-2", "0", "-1"),
    "1 enter, 2 enter, 3 drop, 4 play": ("4,-2", "4,-2", "0", "4,-2"),
    "1 enter, 2 enter, 3 drop, 4 double": ("8,-4", "8,-4", "0", "8,-4"),
    "1 enter, 2 enter, 3 enter, 4 drop": ("5,-2", "5,-2", "5,-2", "-1"),
    "1 enter, 2 enter, 3 enter, 4 play": ("6,-2", "6,-2", "6,-2", "6,-2"),
    "1 enter, 2 enter, 3 enter, 4 double": ("12,-4", "12,-4", "12,-4", "12,-4"),
}
"""Table 14 without its first line, which is the 3-PG."""

THREE = {
    "1: -": "0.715",
    "2: 1 drop": "0.615",
    "2: 1 enter": "0.800",
    "3: 1 drop, 2 enter": "0.620 0.815",
    "3: 1 enter, 2 drop": "0.730 0.830",
    "3: 1 enter, 2 enter": "0.825 0.885",
}
THREE_PAYOFFS = "0.1386 0.1839 -0.3225"
"""5.2.4."""
TABLE_15 = {
    "1: -": "0.790",
    "2: 1 drop": "0.715",
    "2: 1 enter": "0.815",
    "3: 1 drop, 2 drop": "0.615",
    "3: 1 drop, 2 enter": "0.800",
    "3: 1 enter, 2 drop": "0.870",
    "3: 1 enter, 2 enter": "0.925",
    "4: 1 drop, 2 drop, 3 enter": "0.620 0.815",
    "4: 1 drop, 2 enter, 3 drop": "0.730 0.830",
    "4: 1 drop, 2 enter, 3 enter": "0.825 0.885",
    "4: 1 enter, 2 drop, 3 drop": "0.800 0.880",
    "4: 1 enter, 2 drop, 3 enter": "0.830 0.900",
    "4: 1 enter, 2 enter, 3 drop": "0.830 0.920",
    "4: 1 enter, 2 enter, 3 enter": "0.840 0.999",
}
FOUR_PAYOFFS = "0.113 0.129 0.169 -0.411"
CALLS = {(1, 2, 4, 14): 2016, (1, 1, 2, 8): 666}
"""5.3.2: variables of each player in the 4-PG, all and without those of the 3-PG; evaluations."""
CYCLES = (40, (50, 14), 3)
"""5.3.2: evaluations a second, seconds a cycle of either kind, how many times faster."""
VECTOR = "0.715 0.615 0.800 0.645 0.815 0.730 0.830 0.825 0.885"
"""5.4: the cuts of the 3-PG at which its payoffs are simulated."""
LARGEST_ERROR = (100, 64)
"""5.4: games, and the largest error of a payoff in them, per cent of it."""

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_SIXTEEN = "0.50 0.53 0.57 0.60 0.64 0.67 0.71 0.74 0.78 0.81 0.85 0.88 0.92"
TABLE_16 = dict(zip(RANKS, _SIXTEEN.split(), strict=True))
"""Table 16: the hand x with which pairs of a rank begin."""
THREE_OF_A_KIND = "0.98"
TABLE_17 = {3: "10", 2: "8", 1: "5"}
"""Table 17: players to follow, and the pair that the first to enter needs."""
TABLE_18 = {6: ("A", "0.92"), 5: ("K", "0.90"), 4: ("Q", "0.86"), 3: ("10", "0.80")}
TABLE_18 |= {2: ("8", "0.71"), 1: ("2", "0.50")}
"""Table 18: players to follow, the pair that books ask for, and its hand x."""
DOUBLES = {1: "J", 2: "K", 3: "only an extremely strong hand"}
"""5.5.3: with which pair the last player doubles, by how many others are in."""
EXAMPLES = {
    "2: 1 enter": ("J",),
    "2: 1 drop": ("8",),
    "3: 1 drop, 2 drop": ("5",),
    "3: 1 drop, 2 enter": ("10",),
    "4: 1 drop, 2 drop, 3 enter": ("6",),
    "4: 1 drop, 2 enter, 3 enter": ("J", "K"),
}
"""5.5.4: the least pairs of its examples, to enter or play with, and to double."""
PAIRS_ARE_IN = "15"
"""5.5.2: the table that is said to give the hand x of a pair of tens."""

TABLE_19 = {
    "system": ("50.2 66.1 35.2 53.9 34.6", "317,500"),
    "game": ("54.5 66.2 40.6 53.8 24.9", "318,300"),
    "user": ("61.3 64.3 47.9 55.7 10.8", "322,000"),
}

TABLE_A4 = {
    1: ("0 1", "0 1", "0 1", "0.3333"),
    2: ("0.5 1", "0.5 1", "0.5 1", "0.0417"),
    3: ("0 1", "0.5 1", "0.5 0.9", "-0.1247"),
    4: ("0.1 0.9", "0.7 0.7", "0.2 0.8", "0.0000"),
    5: ("0.4 1", "0.2 0.2", "0.2 0.5", "0.0000"),
    6: ("0.4 0.7", "0.1 0.2", "0.2 0.5", "0.0415"),
}
"""A.4: the hand that must win, the two others, X_3 for w = 5 and l = -2: lines that can be read."""
