"""What Ethier prints: figures and formulas, each with its place, and nothing that we computed.

Ranks run from 1 (ace) to 13 (king); k is player 1's card X, l is player 2's card Y. Row i of a
matrix is S_i = {1..i}, the ranks that player 1 exchanges; column j is T_j, those player 2 draws to.
"""

from __future__ import annotations

from fractions import Fraction

KING = 13
SUBSETS = (2**13, 2**13)
"""Example 5.1.2, second paragraph: "a 2^13 x 2^13 matrix game"."""

NORMALISER = 16575
"""After (5.10): the factor (52)_3 / 2^3 of Table 5.1."""

DOMINATED_ROWS = 11
"""Caption of Table 5.2: rows eliminated."""

TABLE_5_2 = {
    5: (2525, 2105, 1685, 1265, 845, 425, 173, 105, 221, 521, 1005, 1673, 2525, 3565),
    6: (2413, 2101, 1789, 1477, 1165, 853, 541, 393, 429, 649, 1053, 1641, 2413, 3373),
    7: (1993, 1773, 1553, 1333, 1113, 893, 673, 453, 393, 517, 825, 1317, 1993, 2857),
}
"""Table 5.2: rows 5, 6, 7, columns 0 to 13."""

EQ_5_11 = {5: {7: 105, 8: 221}, 6: {7: 393, 8: 429}, 7: {7: 453, 8: 393}}
EQ_5_12 = {6: {7: 393, 8: 429}, 7: {7: 453, 8: 393}}

ROWS_BY_5 = range(0, 5)
ROWS_BY_7 = range(8, 14)
"""Before Table 5.2: rows 0-4 are strictly dominated by 5, rows 8-13 by 7."""

COLUMNS_BY_7 = range(0, 7)
COLUMNS_BY_8_OR_7 = range(9, 14)
"""Before (5.11): in Table 5.2 columns 0-6 are strictly dominated by 7, 9-13 by 8 (or 7)."""


def eq_5_7_middle(k: int, l: int) -> Fraction:  # noqa: E741 - the paper's letters
    """Return the second line of (5.7), case 1: the receiver exchanges."""
    return (Fraction(4 * (l - 1) - 1, 50) + Fraction(4, 50)) * (k < l < 13)


def eq_5_7(k: int, l: int) -> Fraction:  # noqa: E741
    """Return the last line of (5.7)."""
    return Fraction(4 * l - 1, 50) * (k < l < 13)


def eq_5_8_middle(k: int, l: int) -> Fraction:  # noqa: E741
    """Return the last line but one of (5.8), case 2: the receiver holds, the dealer draws."""
    return Fraction(4 * (k - 1) - (k > l), 50) + Fraction(4 - (k == 13), 50) * (k > l)


def eq_5_8(k: int, l: int) -> Fraction:  # noqa: E741
    """Return the last line of (5.8)."""
    return Fraction(4 * (k - 1) + (3 - (k == 13)) * (k > l), 50)


def case_3(k: int, l: int) -> Fraction:  # noqa: E741
    """Return the formula of case 3: both keep their cards."""
    return Fraction(k > l)


def first_sum(i: int) -> Fraction:
    """Return the first double sum of (5.9); the three fractions of a term share 52 x 51 x 50."""
    terms = (
        4 * 4 * (4 * l - 1) * (k < l < 13)
        for k in range(1, i + 1)
        for l in range(1, 14)  # noqa: E741
    )
    return Fraction(sum(terms), 52 * 51 * 50)


def eq_5_9(i: int, j: int) -> Fraction:
    """Return P(B_ij) by (5.9), the three double sums as they are printed."""
    second = (
        4 * (4 - (k == l)) * (4 * (k - 1) + (3 - (k == 13)) * (k > l))
        for k in range(i + 1, 14)
        for l in range(1, j + 1)  # noqa: E741
    )
    third = (
        4 * 4 * (k > l)
        for k in range(i + 1, 14)
        for l in range(j + 1, 14)  # noqa: E741
    )
    return first_sum(i) + Fraction(sum(second), 52 * 51 * 50) + Fraction(sum(third), 52 * 51)


def eq_5_10(chance: Fraction) -> Fraction:
    """Return the payoff a_ij of a winning chance."""
    return 2 * chance - 1
