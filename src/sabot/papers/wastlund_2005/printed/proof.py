"""The proof of Theorem 9.1: the formulas (22) to (36) as printed.

In a step *low* and *up* are H lower and H upper of the deal before the trick, *i* or *m* the row
that was led, *k* the number that the case speaks of.
"""

from __future__ import annotations

from sabot.papers.wastlund_2005.array import Array, Chain, Step
from sabot.papers.wastlund_2005.printed.theorem import inner


def eq_22(s: Step) -> Chain:
    """Return (22), S(k + 1) - S(k)."""
    a, h, u, r = s.a, s.low, s.up, 2 * s.k + 1

    def both(k: int) -> int:
        return a.rowed(h, 2, 2 * k) + a.rowed(u, 2 * k + 1, s.n - u - 1)

    terms = a(r, r + h) - a(r, r + u) + a(r + 1, r + 1 + h) - a(r + 1, r + 1 + u)
    return both(s.k + 1) - both(s.k), "=", terms, ">=", 0


def largest_21(s: Step) -> int:
    """Return what (21) is for the largest k that makes it positive."""
    return 1 if (s.n - s.up) % 2 == 0 else 2


def eq_23(s: Step) -> Chain:
    """Return (23), Case I(E): West holds up."""
    a, n, h = s.a, s.n, s.low
    return (
        *(s.b.t(h + 1), "=", a.run((2, 2 + h), (n - h - 1, n - 1))),
        *("=", a.t(h) - a(1, 1 + h) - a(n - h, n), "=", a.t(h) - a(1, 1 + h) + 1),
        *(">=", a.t(h), ">", 0),
    )


def eq_24(s: Step) -> Chain:
    """Return (24), Case I(W): East holds up."""
    a, n, h, i = s.a, s.n, s.low, s.i
    left = a.run((1, 1 + h), (i - 1, i - 1 + h)) + a.run((i + 1, i + h), (n + 1 - h, n))
    return s.b.t(h - 1), "=", left, ">=", a.t(h), ">", 0


def eq_25(s: Step) -> Chain:
    """Return (25), Case I(W): East holds up, H lower = 1."""
    a, n, i = s.a, s.n, s.i
    start = a.run((2, 3), (i - 1, i))
    return (
        *(s.b.run((2, 2), (n - 2, n - 2)), "=", start + a.run((i + 1, i + 1), (n - 1, n - 1))),
        *(">=", start + a.run((i + 1, i + 2), (n - 1, n)), "=", a.t(1) - a(1, 2) - a(i, i + 1)),
        *("=", a.t(1) - a(1, 2) + 1, ">=", a.t(1), ">", 0),
    )


def eq_26(s: Step) -> Chain:
    """Return the first line of (26), Case II(W): East holds up."""
    a, n, h, i = s.a, s.n, s.low, s.i
    start = a.run((2 - h, 2), (i - 1, i - 1 + h))
    return s.b.t(h - 1), "=", start + a.run((i + 1, i + h), (n, n + h))


def rest_26(s: Step) -> Chain:
    """Return (26) without what its first line says of T'."""
    a, n, h, i = s.a, s.n, s.low, s.i
    start = a.run((2 - h, 2), (i - 1, i - 1 + h))
    return (
        *(s.b.t(h - 1), ">=", start + a.run((i + 1, i + 1 + h), (n - 1, n - 1 + h)) + 1),
        *("=", inner(a, h) - a(i, i + h) + 1, "=", inner(a, h) + 2, ">=", 3),
    )


def three_east(s: Step) -> Chain:
    """Return the second display of Case III(E) for j <= 2k, with its upper limits."""
    a, b, h, k = s.a, s.b, s.low, s.k
    left = a.columned(h, 2 * (k + 1) + 1, s.n - 1 - h)
    return left, "=", b.columned(h, 2 * k + 1, s.n - 2 - h) + 1, "<", 0


def eq_27(s: Step) -> Chain:
    """Return (27), Case III(E): H lower = 0, the ace takes the king, East has the queen."""
    a, n = s.a, s.n
    ours = a.run((1, 2), (n - 2, n - 1))
    return (
        *(s.b.t(1), "=", s.b.run((1, 2), (n - 2, n - 1)), "=", ours),
        *(">=", a(n - 2, n - 1), ">=", -1),
    )


def eq_28(s: Step) -> Chain:
    """Return (28), Case III(W): East holds up."""
    a, n, h, m = s.a, s.n, s.low, s.m
    start = a.run((2 - h, 2), (m - 1, m - 1 + h))
    return (
        *(s.b.t(h - 1), "=", start + a.run((m + 1, m + h), (n, n - 1 + h))),
        *(">=", start + a.run((m + 1, m + 1 + h), (n, n + h))),
        *("=", a.t(h) - a(1 + h, 1) - a(m + h, m), "=", a.t(h) - a(1 + h, 1) + 1),
        *(">=", a.t(h), ">", 0),
    )


def eq_29(s: Step) -> Chain:
    """Return (29), Case III(W)."""
    b, u, k = s.b, s.up, s.k
    return (
        *(b.columned(u, 2, 2 * (k + 1)), "=", _left_of(b, u, 2 * (k + 1))),
        *("=", b.columned(u - 1, 1, 2 * (k + 1) - 1)),
        *("=", b.columned(u - 1, 2, 2 * k) + b(2 - u, 1) + b(2 * k + 2 - u, 2 * k + 1)),
        *("<=", b.columned(u - 1, 2, 2 * k), "<", 0),
    )


def _left_of(b: Array, u: int, last: int) -> int:
    """Return the sum of A'_(i-u,i-1) for i from 2."""
    return sum(b(i - u, i - 1) for i in range(2, last + 1))


def eq_30(s: Step) -> Chain:
    """Return (30), Case III(W); one entry is printed with one index, here it has both."""
    a, b, n, h, k, m = s.a, s.b, s.n, s.low, s.k, s.m
    start = b.run((2 * k + 3 - h, 2 * k + 2), (m - 1, m - 2 + h))
    return (
        *(a.columned(h, 2 * (k + 1) + 1, n - 1 + h),),
        *("=", start - 1 + b.run((m, m + h), (n - 2, n - 2 + h))),
        *("<=", start + b.run((m, m - 1 + h), (n - 2, n - 3 + h)) - 1),
        *("=", b.columned(h - 1, 2 * k + 2, n - 3 + h) - 1),
        *("<=", b.columned(h - 1, 2 * k + 1, n - 2 + h - 1), "<", 0),
    )


def eq_31(s: Step) -> Chain:
    """Return (31), Case IV(E): m <= 2k."""
    a, h, k, m = s.a, s.low, s.k, s.m
    before, extra = a.rowed(h, 2, 2 * k), a(2 * k + 1, 2 * k + 1 + s.up)
    return (
        *(s.b.rowed(h, 2, 2 * k), "=", before - a(m, m + h) + extra),
        *(">=", before - 1 + extra, "=", before, ">", 0),
    )


def four_held_up(s: Step) -> Chain:
    """Return the last display of Case IV(W) where East holds up, with its upper limit."""
    n, u, k = s.n, s.up, s.k
    left = s.b.rowed(u - 1, 2 * k + 1, n - 2 - (u + 1))
    return left, "=", s.a.rowed(u, 2 * k + 1, n - 1 - u), ">", 0


def eq_32(s: Step) -> Chain:
    """Return (32), Case IV(W): East takes the trick and has the highest card left."""
    a, b, n, u = s.a, s.b, s.n, s.up
    longer = b.run((2, 2 + u), (n - 1 - u, n - 1))
    return (
        *(b.run((2, 2 + u), (n - 2 - u, n - 2)), "=", a.run((2, 2 + u), (n - 2 - u, n - 2))),
        *("=", longer - b(n - 1 - u, n - 1), ">=", 0 - a(n - 1 - u, n - 1), "=", 1, ">=", 0),
    )


def eq_33(s: Step) -> Chain:
    """Return (33), Case IV(W): West has the highest card left, H lower = 0."""
    a, n = s.a, s.n
    return (
        *(s.b.run((2, 2), (n - 2, n - 2)), "=", a.run((2, 2), (n - 2, n - 2))),
        *("=", a.t(0) - a(1, 1) - a(n - 1, n - 1) - a(n, n), ">=", 1 - 1 - 1 + 1, ">=", 0),
    )


def needed_33() -> int:
    """Return what (33) shows the sum to be at least."""
    return 0


def sum_of_k(a: Array, k: int) -> int:
    """Return the sum, before (34), which is positive for the k that is "maximal"."""
    return a.rowed(0, 2, a.n - 1)


def eq_34(s: Step) -> Chain:
    """Return (34), Case IV(W): H upper = 0."""
    a, n, k = s.a, s.n, s.k
    first = a.rowed(-1, 2, 2 * k)
    return (
        *(s.b.t(-1), "=", first + a.rowed(-1, 2 * k + 1, n - 1)),
        *(">=", first + a.rowed(0, 2 * k + 1, n - 1), ">=", 1 + 1, ">", 0),
    )


def eq_35(s: Step) -> Chain:
    """Return (35), Case IV(W): H upper = 0, East has the highest card left."""
    a, n = s.a, s.n
    return (
        *(s.b.run((2, 2), (n - 2, n - 2)), "=", a.run((2, 2), (n - 2, n - 2))),
        *("=", a.run((2, 2), (n - 1, n - 1)) - a(n - 1, n - 1), ">=", 0 + 1, ">=", 0),
    )


def limit_36(n: int) -> int:
    """Return where the second sum of (36), for n - 1 cards, ends."""
    return n - 2


def eq_36(s: Step) -> Chain:
    """Return (36), Case IV(W): H upper = 0, West has the highest card left; m as supposed."""
    a, b, n, m = s.a, s.b, s.n, s.m
    first = b.columned(0, 2, 2 * m)
    whole = b.run((2, 2), (n - 1, n - 1))
    return (
        *(a.run((2, 2), (n - 1, n - 1)), "=", whole),
        *("=", first + b.columned(0, 2 * m + 1, n - 2) + a(n - 1, n - 1)),
        *("<=", first + b.columned(-1, 2 * m + 1, limit_36(n)) + 1, "<=", -1 - 1 + 1, "<", 0),
    )
