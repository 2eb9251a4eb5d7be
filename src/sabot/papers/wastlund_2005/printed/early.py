"""Sections 5 to 8: the formulas (7) to (19) as printed."""

from __future__ import annotations

from math import ceil, floor

from sabot.papers.wastlund_2005.array import Array, Chain, Step


def crossing(a: Array) -> tuple[int, int]:
    """Return H lower and H upper by their definition after Lemma 5.2."""
    n = a.n
    if a(1, n) == 1:
        return n, n
    if a(n, 1) == -1:
        return -n, -n
    here = a.t(1 - n)
    for k in range(1 - n, n):
        if here == 0:
            return k, k
        after = a.t(k + 1)
        if here > 0 > after:
            return k, k + 1
        here = after
    raise AssertionError("T_k changes sign, by Lemma 5.2")


def eq_10(low: int, up: int) -> int:
    """Return H of greedy whist."""
    if up > 0:
        return up
    return low if low < 0 else 0


def lemma_5_1(s: Step) -> Chain:
    """Return T'_k of Lemma 5.1."""
    shift = 1 if s.k > s.j - s.i else -1 if s.k < s.j - s.i else -s.a(s.i, s.j)
    return s.b.t(s.k), "=", s.a.t(s.k) + shift


def positions(n: int, i: int) -> list[tuple[int, int]]:
    """Return the set S of (8)."""
    down = [(p, 1) for p in range(n, i - 1, -1)]
    across = [(i, q) for q in range(2, n + 1)]
    return down + across + [(p, n) for p in range(i - 1, 0, -1)]


def eq_8(s: Step) -> Chain:
    """Return (8) and what is said of its sum: one term, and which."""
    a, terms = s.a, [s.a(p, q) for p, q in positions(s.n, s.i) if q - p == s.k]
    sign = -1 if s.k > s.j - s.i else 1 if s.k < s.j - s.i else a(s.i, s.j)
    return s.b.t(s.k), "=", a.t(s.k) - sum(terms), "=", a.t(s.k) - sign


def terms_of_8(s: Step) -> Chain:
    """Return that the sum in (8) has only one term."""
    return sum(q - p == s.k for p, q in positions(s.n, s.i)), "=", 1


def eq_11(s: Step) -> Chain:
    """Return (11), which is also (16): k > 0, East leads a high card."""
    a, n, k = s.a, s.n, s.k
    ends = a.t(k - 1) - a(1, k)
    return (
        *(s.b.t(k), "=", a.run((2, k + 1), (n - k, n - 1))),
        *("=", ends - a(n - k + 1, n), "=", ends + 1, ">=", a.t(k - 1)),
    )


def after_11(s: Step) -> Chain:
    """Return what is said of k <= 0 after (11) and (16)."""
    return s.b.t(s.k), "=", s.a.t(s.k - 1)


def eq_12(n: int, h: int) -> int:
    """Return the tricks that West must be shown to take, East being on lead."""
    return floor((n + h) / 2)


def eq_13(n: int, h: int) -> Chain:
    """Return (13), h being H' of greedy whist."""
    return 1 + floor((n - 1 + h) / 2), "=", floor((n + h) / 2)


def after_13(n: int, h: int) -> Chain:
    """Return what (13) becomes where H' = H - 1 and H has the parity of n."""
    return floor((n + h - 1) / 2), "=", floor((n + h) / 2), "=", (n + h) / 2


def case_1(n: int, h: int) -> Chain:
    """Return the display of Case 1, in the proofs of Theorems 6.1 and (1A) 8.2."""
    return floor((n - 1 + h) / 2), "=", floor((n + h) / 2)


def case_1b(n: int, h: int) -> Chain:
    """Return the display of Case 1B in the proof of Theorem 8.2."""
    return 1 + floor((n - 1 + h) / 2), "=", floor((n + 1 + h) / 2)


def eq_15(s: Step) -> Chain:
    """Return (15): West leads W_i, East holds up, j - i - 1 <= k < 0."""
    a, n, i, k = s.a, s.n, s.i, s.k
    rest = sum(a(m, m + k + 1) - a(m, m + k) for m in range(i + 1, n + 1))
    return (
        *(s.b.t(k), "=", a.t(k + 1) - a(-k, 1) - a(i, k + i + 1) + rest),
        *(">=", a.t(k + 1) - a(-k, 1) + 1, ">=", a.t(k + 1)),
    )


def after_15(s: Step) -> Chain:
    """Return the display after (15), k >= 0."""
    a, k = s.a, s.k
    rest = sum(a(q - k, q) - a(q - k - 1, q) for q in range(s.i + k + 1, s.n + 1))
    return s.b.t(k), "=", a.t(k + 1) + rest, ">=", a.t(k + 1)


def eq_17(n: int, low: int) -> int:
    """Return the tricks that West must be shown to take, East being on lead."""
    return ceil((n + low) / 2)


def eq_18(n: int, h: int) -> Chain:
    """Return (18), h being H lower'."""
    return 1 + ceil((n - 1 + h) / 2), "=", ceil((n + h) / 2)


def eq_19(n: int, low: int, up: int) -> Chain:
    """Return (19)."""
    one, two = (n + low) / 2, (n - up) / 2
    return (
        *(floor(one) + floor(two), ">=", floor(one - 1 / 2 + two - 1 / 2)),
        *(">=", floor((2 * n - 1) / 2 - 1), "=", ceil(n - 3 / 2), "=", n - 1),
    )


def after_19(n: int, low: int, up: int) -> Chain:
    """Return the display after (19), playing second."""
    one, two = (n + low) / 2, (n - up) / 2
    return ceil(one) + ceil(two), ">=", ceil(one + two), ">=", ceil(n - 1 / 2), "=", n
