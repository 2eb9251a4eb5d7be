"""What Ethier prints: the numbers of ``printed.toml``, and the formulas; nothing that we computed.

k is player 1's card X, l is player 2's card Y, both from 1 (ace) to 13 (king).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sabot.papers.printed import read_printed


@dataclass(frozen=True)
class PrintedEthier2010:
    """The entries of ``printed.toml``, which says where each is printed and what it is."""

    king: int
    subsets: tuple[tuple[int, int], ...]
    normaliser: int
    dominated_rows: int
    table_5_2: dict[int, tuple[int, ...]]
    eq_5_11: dict[int, dict[int, int]]
    eq_5_12: dict[int, dict[int, int]]
    rows_by_5: tuple[int, int]
    rows_by_7: tuple[int, int]
    columns_by_7: tuple[int, int]
    columns_by_8_or_7: tuple[int, int]


printed = read_printed(PrintedEthier2010)


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
