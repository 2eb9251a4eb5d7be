"""What Wästlund prints as numbers; the printed formulas are in :mod:`printed_formulas`."""

from __future__ import annotations

EXAMPLE_5 = ("KQ10/AJ9", 2, 1, 1, 2)
"""(5): the hands; East's tricks in whist and in greedy whist, and after the ace or the nine."""
MATRIX_5 = ((1, -1, -1), (1, 1, -1), (1, 1, -1))
SUMS_5 = (1, 2, 1, -2, -1)
"""Section 3: the matrix of (5), and T_-2 to T_2."""

EXAMPLE_14 = ("KQ87/AJ109", 3, 4)
"""(14): the hands; East's tricks against any lead; the trick that he can take at will."""
ALTERNATING_4 = ((), (1,), (2,), (1, 3), (2, 4), (1, 3, 4), (2, 3, 4), (1, 2, 3, 4))
"""Section 7: the alternating subsets of 1 to 4."""

NORMAL_IS_BEST = "3/4"
"""Before Theorem 8.3: the chance that the normal strategy is optimal is at least this."""

LOOP = "n"
BODY = "if c[i] == 1: t[s[i - 1]] -= i - 1\nelse: t[s[i]] += i"
"""Section 10, step 2: the variable that runs from 1 to 2n, and what is done each time."""

TAYLOR_EVEN = ("1/2", "1/2", "-3/4", "5/12")
TAYLOR_ODD = ("-2", "4/3", "-4/15")
"""After (63): the coefficients of 1, x^2, x^4, x^6, and of x, x^3, x^5 times sqrt(pi)."""
NEAR_ZERO = ("1/2", "-2", "1/2")
"""The same up to the square: 1/2 - 2x / sqrt(pi) + x|x| / 2 on both sides of 0."""

DEALER = "1/4"
"""Theorem 11.12: what the dealer takes beyond n/2."""
ACE, KING, HONOUR = "1", "1/2", "1"
"""Section 11.4: E[H] when West holds the ace, the king; E[H upper] when West holds either."""
TRICKS = "1/2"
"""Section 11.4: what West takes beyond n/2 when he has the ace."""
