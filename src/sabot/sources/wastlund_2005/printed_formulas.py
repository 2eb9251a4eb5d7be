"""What Wästlund prints: the data of ``printed.toml``, and the formulas; nothing that we computed.

A formula is a function of a matrix, of a step of play or of numbers. It returns a number, or the
chain of equalities and inequalities as it is printed, wrong where it is wrong. Sections 5 to 8: (7)
to (19), and the lattice L_n with its alternating sets. Section 9: Theorem 9.1, the classes I to IV
and the strategies of its proof, (20) to (36); in a step *low* and *up* are H lower and H upper of
the deal before the trick, *i* or *m* is the row that was led, *k* the number that the case speaks
of. Section 10: the linear procedure, except its loop, whose text is with the numbers. Section 11:
(38) to (64), without error terms; a limit of summation that is printed as O(...) is taken without
the O, and binomial coefficients of large numbers are taken by their logarithms.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, comb, erf, exp, factorial, floor, gamma, lgamma, log, pi, sqrt

from sabot.papers.printed import read_printed
from sabot.sources.wastlund_2005.trials import Chain, DealMatrix, PlayStep


@dataclass(frozen=True)
class PrintedWastlund2005:
    """The entries of ``printed.toml``, which says where each is printed and what it is."""

    example_5: tuple[str, int, int, int, int]
    matrix_5: tuple[tuple[int, ...], ...]
    sums_5: tuple[int, ...]
    example_14: tuple[str, int, int]
    alternating_4: tuple[tuple[int, ...], ...]
    normal_is_best: str
    loop: str
    body: str
    taylor_even: tuple[str, ...]
    taylor_odd: tuple[str, ...]
    near_zero: tuple[str, ...]
    dealer: str
    ace: str
    king: str
    honour: str
    tricks: str


printed = read_printed(PrintedWastlund2005)


def crossing(a: DealMatrix) -> tuple[int, int]:
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


def lemma_5_1(s: PlayStep) -> Chain:
    """Return T'_k of Lemma 5.1."""
    shift = 1 if s.k > s.j - s.i else -1 if s.k < s.j - s.i else -s.a(s.i, s.j)
    return s.b.t(s.k), "=", s.a.t(s.k) + shift


def positions(n: int, i: int) -> list[tuple[int, int]]:
    """Return the set S of (8)."""
    down = [(p, 1) for p in range(n, i - 1, -1)]
    across = [(i, q) for q in range(2, n + 1)]
    return down + across + [(p, n) for p in range(i - 1, 0, -1)]


def eq_8(s: PlayStep) -> Chain:
    """Return (8) and what is said of its sum: one term, and which."""
    a, terms = s.a, [s.a(p, q) for p, q in positions(s.n, s.i) if q - p == s.k]
    sign = -1 if s.k > s.j - s.i else 1 if s.k < s.j - s.i else a(s.i, s.j)
    return s.b.t(s.k), "=", a.t(s.k) - sum(terms), "=", a.t(s.k) - sign


def terms_of_8(s: PlayStep) -> Chain:
    """Return that the sum in (8) has only one term."""
    return sum(q - p == s.k for p, q in positions(s.n, s.i)), "=", 1


def eq_11(s: PlayStep) -> Chain:
    """Return (11), which is also (16): k > 0, East leads a high card."""
    a, n, k = s.a, s.n, s.k
    ends = a.t(k - 1) - a(1, k)
    return (
        *(s.b.t(k), "=", a.run((2, k + 1), (n - k, n - 1))),
        *("=", ends - a(n - k + 1, n), "=", ends + 1, ">=", a.t(k - 1)),
    )


def after_11(s: PlayStep) -> Chain:
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


def eq_15(s: PlayStep) -> Chain:
    """Return (15): West leads W_i, East holds up, j - i - 1 <= k < 0."""
    a, n, i, k = s.a, s.n, s.i, s.k
    rest = sum(a(m, m + k + 1) - a(m, m + k) for m in range(i + 1, n + 1))
    return (
        *(s.b.t(k), "=", a.t(k + 1) - a(-k, 1) - a(i, k + i + 1) + rest),
        *(">=", a.t(k + 1) - a(-k, 1) + 1, ">=", a.t(k + 1)),
    )


def after_15(s: PlayStep) -> Chain:
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


Outcome = frozenset[int]


def below(x: Outcome, y: Outcome) -> bool:
    """Say whether x <= y in L_n."""
    xs, ys = sorted(x), sorted(y)
    p, q = len(xs), len(ys)
    return p <= q and all(xs[p - i - 1] <= ys[q - i - 1] for i in range(0, p))


def rank(x: Outcome) -> int:
    """Return the rank of an element."""
    return sum(x)


def covers(x: Outcome, n: int) -> Iterator[Outcome]:
    """Yield what covers x: 1 inserted, or i replaced by i + 1."""
    if 1 not in x:
        yield x | {1}
    for i in x:
        if i + 1 not in x and i + 1 <= n:
            yield x - {i} | {i + 1}


def alternating(n: int) -> set[Outcome]:
    """Return the sets of all even or all odd numbers below a limit, and their complements."""
    whole = frozenset(range(1, n + 1))
    runs = {frozenset(range(start, limit, 2)) for start in (1, 2) for limit in range(1, n + 2)}
    return runs | {whole - run for run in runs}


def greater(x: Outcome, y: Outcome) -> bool:
    """Say which of two alternating sets is greater: the larger; else the one without 1."""
    return len(x) > len(y) or (len(x) == len(y) and 1 not in x)


def east_second(a: DealMatrix, low: int, up: int, k: int) -> tuple[int, int]:
    """Return the two sums of condition (3), East having the ace: (20) and (21)."""
    return a.sum_by_row(low, 2, 2 * k), a.sum_by_row(up, 2 * k + 1, a.n - up - 1)


def west_second(a: DealMatrix, low: int, up: int, k: int) -> tuple[int, int]:
    """Return the two sums of condition (3), West having the ace."""
    return a.sum_by_column(up, 2, 2 * k), a.sum_by_column(low, 2 * k + 1, west_limit(a.n, low))


def west_limit(n: int, low: int) -> int:
    """Return where the second sum of condition (3) ends, West having the ace."""
    return n + low - 1


def east_ace(a: DealMatrix, low: int, up: int) -> bool:
    """Say whether (1), (2) and (3) hold, East having the ace: then H = H upper."""
    n = a.n
    if not up >= 0:
        return False
    if not a.run((2, 2 + up), (n - 1 - up, n - 1)) >= 0:
        return False
    both = (east_second(a, low, up, k) for k in range(1, (n - up - 2) // 2 + 1))
    return any(first > 0 and second > 0 for first, second in both)


def inner(a: DealMatrix, low: int) -> int:
    """Return the sum of condition (2), West having the ace."""
    return a.run((2 - low, 2), (a.n - 1, a.n - 1 + low))


def west_ace(a: DealMatrix, low: int, up: int) -> bool:
    """Say whether (1), (2) and (3) hold, West having the ace: then H = H lower."""
    if not low <= 0:
        return False
    if not inner(a, low) <= 0:
        return False
    both = (west_second(a, low, up, k) for k in range(1, (a.n + low - 2) // 2 + 1))
    return any(first < 0 and second < 0 for first, second in both)


def height(a: DealMatrix, west_has_ace: bool, low: int, up: int) -> int:
    """Return H by Theorem 9.1."""
    if west_has_ace:
        return low if west_ace(a, low, up) else up
    return up if east_ace(a, low, up) else low


def of_class(a: DealMatrix, west_has_ace: bool, low: int, up: int) -> str:
    """Return the class of a deal for which H = H upper is claimed, or nothing."""
    if not west_has_ace:
        return "IV" if east_ace(a, low, up) else ""
    if low > 0:
        return "I"
    if inner(a, low) > 0:
        return "II"
    return "" if west_ace(a, low, up) else "III"


def lead_one(a: DealMatrix, low: int) -> int:
    """Return the row that West leads in Case I(W)."""
    rows = range(1, a.n - low + 1)
    return next((i for i in rows if a(i, i + low) == -1), 1)


def lead_two(a: DealMatrix, low: int) -> int:
    """Return the row that West leads in Case II(W): i >= 2 - H lower, so not the first column."""
    rows = range(2 - low, a.n + 1)
    return next((i for i in rows if a(i, i + low) == -1), 1)


def lead_two_again(a: DealMatrix, low: int) -> int:
    """Return the row by the later sentence: a negative entry which is not in the first row."""
    rows = range(max(2, 1 - low), a.n + 1)
    return next((i for i in rows if a(i, i + low) == -1), 1)


def lead_three(a: DealMatrix, low: int) -> int:
    """Return the row that West leads in Case III(W)."""
    rows = range(2 - low, a.n - 1 + 1)
    return max(i for i in rows if a(i, i + low) == -1)


def lead_four(a: DealMatrix) -> int:
    """Return the row that West leads in Case IV(W): his highest card."""
    return a.n


def eq_22(s: PlayStep) -> Chain:
    """Return (22), S(k + 1) - S(k)."""
    a, h, u, r = s.a, s.low, s.up, 2 * s.k + 1

    def both(k: int) -> int:
        return a.sum_by_row(h, 2, 2 * k) + a.sum_by_row(u, 2 * k + 1, s.n - u - 1)

    terms = a(r, r + h) - a(r, r + u) + a(r + 1, r + 1 + h) - a(r + 1, r + 1 + u)
    return both(s.k + 1) - both(s.k), "=", terms, ">=", 0


def largest_21(s: PlayStep) -> int:
    """Return what (21) is for the largest k that makes it positive."""
    return 1 if (s.n - s.up) % 2 == 0 else 2


def eq_23(s: PlayStep) -> Chain:
    """Return (23), Case I(E): West holds up."""
    a, n, h = s.a, s.n, s.low
    return (
        *(s.b.t(h + 1), "=", a.run((2, 2 + h), (n - h - 1, n - 1))),
        *("=", a.t(h) - a(1, 1 + h) - a(n - h, n), "=", a.t(h) - a(1, 1 + h) + 1),
        *(">=", a.t(h), ">", 0),
    )


def eq_24(s: PlayStep) -> Chain:
    """Return (24), Case I(W): East holds up."""
    a, n, h, i = s.a, s.n, s.low, s.i
    left = a.run((1, 1 + h), (i - 1, i - 1 + h)) + a.run((i + 1, i + h), (n + 1 - h, n))
    return s.b.t(h - 1), "=", left, ">=", a.t(h), ">", 0


def eq_25(s: PlayStep) -> Chain:
    """Return (25), Case I(W): East holds up, H lower = 1."""
    a, n, i = s.a, s.n, s.i
    start = a.run((2, 3), (i - 1, i))
    return (
        *(s.b.run((2, 2), (n - 2, n - 2)), "=", start + a.run((i + 1, i + 1), (n - 1, n - 1))),
        *(">=", start + a.run((i + 1, i + 2), (n - 1, n)), "=", a.t(1) - a(1, 2) - a(i, i + 1)),
        *("=", a.t(1) - a(1, 2) + 1, ">=", a.t(1), ">", 0),
    )


def eq_26(s: PlayStep) -> Chain:
    """Return the first line of (26), Case II(W): East holds up."""
    a, n, h, i = s.a, s.n, s.low, s.i
    start = a.run((2 - h, 2), (i - 1, i - 1 + h))
    return s.b.t(h - 1), "=", start + a.run((i + 1, i + h), (n, n + h))


def rest_26(s: PlayStep) -> Chain:
    """Return (26) without what its first line says of T'."""
    a, n, h, i = s.a, s.n, s.low, s.i
    start = a.run((2 - h, 2), (i - 1, i - 1 + h))
    return (
        *(s.b.t(h - 1), ">=", start + a.run((i + 1, i + 1 + h), (n - 1, n - 1 + h)) + 1),
        *("=", inner(a, h) - a(i, i + h) + 1, "=", inner(a, h) + 2, ">=", 3),
    )


def three_east(s: PlayStep) -> Chain:
    """Return the second display of Case III(E) for j <= 2k, with its upper limits."""
    a, b, h, k = s.a, s.b, s.low, s.k
    left = a.sum_by_column(h, 2 * (k + 1) + 1, s.n - 1 - h)
    return left, "=", b.sum_by_column(h, 2 * k + 1, s.n - 2 - h) + 1, "<", 0


def eq_27(s: PlayStep) -> Chain:
    """Return (27), Case III(E): H lower = 0, the ace takes the king, East has the queen."""
    a, n = s.a, s.n
    ours = a.run((1, 2), (n - 2, n - 1))
    return (
        *(s.b.t(1), "=", s.b.run((1, 2), (n - 2, n - 1)), "=", ours),
        *(">=", a(n - 2, n - 1), ">=", -1),
    )


def eq_28(s: PlayStep) -> Chain:
    """Return (28), Case III(W): East holds up."""
    a, n, h, m = s.a, s.n, s.low, s.m
    start = a.run((2 - h, 2), (m - 1, m - 1 + h))
    return (
        *(s.b.t(h - 1), "=", start + a.run((m + 1, m + h), (n, n - 1 + h))),
        *(">=", start + a.run((m + 1, m + 1 + h), (n, n + h))),
        *("=", a.t(h) - a(1 + h, 1) - a(m + h, m), "=", a.t(h) - a(1 + h, 1) + 1),
        *(">=", a.t(h), ">", 0),
    )


def eq_29(s: PlayStep) -> Chain:
    """Return (29), Case III(W)."""
    b, u, k = s.b, s.up, s.k
    return (
        *(b.sum_by_column(u, 2, 2 * (k + 1)), "=", _left_of(b, u, 2 * (k + 1))),
        *("=", b.sum_by_column(u - 1, 1, 2 * (k + 1) - 1)),
        *("=", b.sum_by_column(u - 1, 2, 2 * k) + b(2 - u, 1) + b(2 * k + 2 - u, 2 * k + 1)),
        *("<=", b.sum_by_column(u - 1, 2, 2 * k), "<", 0),
    )


def _left_of(b: DealMatrix, u: int, last: int) -> int:
    """Return the sum of A'_(i-u,i-1) for i from 2."""
    return sum(b(i - u, i - 1) for i in range(2, last + 1))


def eq_30(s: PlayStep) -> Chain:
    """Return (30), Case III(W); one entry is printed with one index, here it has both."""
    a, b, n, h, k, m = s.a, s.b, s.n, s.low, s.k, s.m
    start = b.run((2 * k + 3 - h, 2 * k + 2), (m - 1, m - 2 + h))
    return (
        *(a.sum_by_column(h, 2 * (k + 1) + 1, n - 1 + h),),
        *("=", start - 1 + b.run((m, m + h), (n - 2, n - 2 + h))),
        *("<=", start + b.run((m, m - 1 + h), (n - 2, n - 3 + h)) - 1),
        *("=", b.sum_by_column(h - 1, 2 * k + 2, n - 3 + h) - 1),
        *("<=", b.sum_by_column(h - 1, 2 * k + 1, n - 2 + h - 1), "<", 0),
    )


def eq_31(s: PlayStep) -> Chain:
    """Return (31), Case IV(E): m <= 2k."""
    a, h, k, m = s.a, s.low, s.k, s.m
    before, extra = a.sum_by_row(h, 2, 2 * k), a(2 * k + 1, 2 * k + 1 + s.up)
    return (
        *(s.b.sum_by_row(h, 2, 2 * k), "=", before - a(m, m + h) + extra),
        *(">=", before - 1 + extra, "=", before, ">", 0),
    )


def four_held_up(s: PlayStep) -> Chain:
    """Return the last display of Case IV(W) where East holds up, with its upper limit."""
    n, u, k = s.n, s.up, s.k
    left = s.b.sum_by_row(u - 1, 2 * k + 1, n - 2 - (u + 1))
    return left, "=", s.a.sum_by_row(u, 2 * k + 1, n - 1 - u), ">", 0


def eq_32(s: PlayStep) -> Chain:
    """Return (32), Case IV(W): East takes the trick and has the highest card left."""
    a, b, n, u = s.a, s.b, s.n, s.up
    longer = b.run((2, 2 + u), (n - 1 - u, n - 1))
    return (
        *(b.run((2, 2 + u), (n - 2 - u, n - 2)), "=", a.run((2, 2 + u), (n - 2 - u, n - 2))),
        *("=", longer - b(n - 1 - u, n - 1), ">=", 0 - a(n - 1 - u, n - 1), "=", 1, ">=", 0),
    )


def eq_33(s: PlayStep) -> Chain:
    """Return (33), Case IV(W): West has the highest card left, H lower = 0."""
    a, n = s.a, s.n
    return (
        *(s.b.run((2, 2), (n - 2, n - 2)), "=", a.run((2, 2), (n - 2, n - 2))),
        *("=", a.t(0) - a(1, 1) - a(n - 1, n - 1) - a(n, n), ">=", 1 - 1 - 1 + 1, ">=", 0),
    )


def needed_33() -> int:
    """Return what (33) shows the sum to be at least."""
    return 0


def sum_of_k(a: DealMatrix, k: int) -> int:
    """Return the sum, before (34), which is positive for the k that is "maximal"."""
    return a.sum_by_row(0, 2, a.n - 1)


def eq_34(s: PlayStep) -> Chain:
    """Return (34), Case IV(W): H upper = 0."""
    a, n, k = s.a, s.n, s.k
    first = a.sum_by_row(-1, 2, 2 * k)
    return (
        *(s.b.t(-1), "=", first + a.sum_by_row(-1, 2 * k + 1, n - 1)),
        *(">=", first + a.sum_by_row(0, 2 * k + 1, n - 1), ">=", 1 + 1, ">", 0),
    )


def eq_35(s: PlayStep) -> Chain:
    """Return (35), Case IV(W): H upper = 0, East has the highest card left."""
    a, n = s.a, s.n
    return (
        *(s.b.run((2, 2), (n - 2, n - 2)), "=", a.run((2, 2), (n - 2, n - 2))),
        *("=", a.run((2, 2), (n - 1, n - 1)) - a(n - 1, n - 1), ">=", 0 + 1, ">=", 0),
    )


def limit_36(n: int) -> int:
    """Return where the second sum of (36), for n - 1 cards, ends."""
    return n - 2


def eq_36(s: PlayStep) -> Chain:
    """Return (36), Case IV(W): H upper = 0, West has the highest card left; m as supposed."""
    a, b, n, m = s.a, s.b, s.n, s.m
    first = b.sum_by_column(0, 2, 2 * m)
    whole = b.run((2, 2), (n - 1, n - 1))
    return (
        *(a.run((2, 2), (n - 1, n - 1)), "=", whole),
        *("=", first + b.sum_by_column(0, 2 * m + 1, n - 2) + a(n - 1, n - 1)),
        *("<=", first + b.sum_by_column(-1, 2 * m + 1, limit_36(n)) + 1, "<=", -1 - 1 + 1, "<", 0),
    )


def heights(c: Mapping[int, int]) -> dict[int, int]:
    """Return S(0) to S(2n) from C_1 to C_2n (37)."""
    s = {0: 0}
    for i in range(0, len(c)):
        s[i + 1] = s[i] + c[i + 1]
    return s


def start(n: int) -> dict[int, int]:
    """Return the array T of step 1."""
    below = {-n + k: k for k in range(1, n)}
    return below | {k: -n + k for k in range(0, n)}


def alternating_entry(i: int, j: int) -> int:
    """Return A_ij of the deal W E W E ..., as printed."""
    return -1 if i >= j else 1


def entry(s: Mapping[int, int], i: int, j: int) -> int:
    """Return A_ij from the partial sums."""
    return 1 if s[i + j - 1] > j - i else -1


def log_binomial(n: int, k: int) -> float:
    """Return the logarithm of a binomial coefficient."""
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)


def ballot(p: int, q: int) -> Fraction:
    """Return the number of paths of Theorem 11.1."""
    return Fraction(q - p, q + p) * comb(p + q, p)


def reflected(p: int, q: int, k: int) -> Fraction:
    """Return the number of k-touching paths by reflection, k > q - p."""
    return Fraction(p - q + 2 * k, p + q) * comb(p + q, p + k)


def eq_38(n: int, k: int) -> Fraction:
    """Return (38), the deals with T_k > 0."""
    half = -(-(n + k) // 2)
    return sum(
        (
            Fraction(k, m)
            * comb(2 * m, m + k)
            * Fraction(half - m, n - m + 1)
            * comb(2 * n - 2 * m, n - m)
            for m in range(k, half + 1)
        ),
        Fraction(0),
    )


def eq_39(n: int, k: int) -> Fraction:
    """Return (39), exactly; k has the parity of n."""
    terms = (
        Fraction(k, m)
        * comb(2 * m, m + k)
        * Fraction(n + k - 2 * m, 2 * (n - m + 1))
        * comb(2 * n - 2 * m, n - m)
        for m in range(k, (n + k) // 2 + 1)
    )
    return sum(terms, Fraction(0)) / comb(2 * n, n)


def eq_40(n: int, k: int) -> Fraction:
    """Return the sum of (40), exactly."""
    terms = (
        Fraction(k, m)
        * comb(2 * m, m + k)
        * Fraction(n + k - 2 * m, 2 * (n - m))
        * comb(2 * n - 2 * m, n - m)
        for m in range(k, (n + k) // 2 + 1)
    )
    return sum(terms, Fraction(0)) / comb(2 * n, n)


def upper(n: int) -> int:
    """Return n/2 - n^(3/4), where most sums end."""
    return int(n / 2 - n ** (3 / 4))


def eq_41(n: int, k: int) -> float:
    """Return the sum of (41)."""
    whole = log_binomial(2 * n, n)
    return sum(
        exp(log_binomial(2 * m, m + k) + log_binomial(2 * n - 2 * m, n - m) - whole)
        * (k / m)
        * ((n - 2 * m) / (2 * (n - m)))
        for m in range(k, upper(n) + 1)
    )


def central(n: int) -> float:
    """Return 2^2n / sqrt(pi n), as a logarithm: C(2n, n) by Stirling."""
    return 2 * n * log(2) - log(pi * n) / 2


def eq_42_first(n: int, k: int) -> float:
    """Return the first sum of (42)."""
    terms = (
        k * sqrt(n) * (n - 2 * m) / (2 * m * (n - m) ** (3 / 2)) * _share(m, k)
        for m in range(k, upper(n) + 1)
    )
    return float(sum(terms))


def term_42(n: int, k: int, x: float, m: int) -> float:
    """Return a term of the second sum of (42), which is one of (43)."""
    return float(n * x * (n - 2 * m) / (2 * m * (n - m) ** (3 / 2)) * _share(m, k))


def eq_42(n: int, k: int, x: float) -> float:
    """Return the second sum of (42)."""
    return sum(term_42(n, k, x, m) for m in range(k, upper(n) + 1))


def eq_43(n: int, k: int, x: float, m_0: int) -> float:
    """Return the sum of (43)."""
    return sum(term_42(n, k, x, m) for m in range(m_0, upper(n) + 1))


def error_43(k: int, m_0: int) -> float:
    """Return the error of deleting the first m_0 terms, without its O."""
    return m_0 * exp(-(k**2) / m_0)


def _share(m: int, k: int) -> float:
    """Return C(2m, m + k) / 2^2m."""
    return exp(log_binomial(2 * m, m + k) - 2 * m * log(2))


def squared_factor(n: int, m: int) -> Fraction:
    """Return the square of the factor, after (42), that is "always smaller than 1"."""
    return Fraction(n * (n - 2 * m), 2 * m) ** 2 / Fraction(n - m) ** 3


def quotient(m: int, k: int) -> Fraction:
    """Return the quotient of successive values of C(2m, m + k) / 2^2m."""
    return (m**2 - Fraction(m, 2)) / (m**2 - k**2)


def peak(k: int) -> int:
    """Return the m for which it is largest."""
    return 2 * k**2


def chebyshev(m: int, k: int) -> float:
    """Return the bound of C(2m, m + k) / 2^2m."""
    return exp(-(k**2) / m)


def eq_44(m: int, k: int) -> tuple[float, float]:
    """Return the second and the third member of (44), as logarithms, without their errors."""
    second = 2 * m * log(2 * m) + log(2 * m) / 2
    second -= (m + k) * log(m + k) + (m - k) * log(m - k) + log(2 * pi * (m + k) * (m - k)) / 2
    return second, 2 * m * log(2) - log(m * pi) / 2 + eq_45(m, k)[0]


def eq_45(m: int, k: int) -> tuple[float, float, float]:
    """Return the three members of (45)."""
    plus, minus = m + k + 1 / 2, m - k + 1 / 2
    first = plus * log(m / (m + k)) + minus * log(m / (m - k))
    second = plus * log(1 - k / (m + k)) + minus * log(1 + k / (m + k))
    third = plus * (-k / (m + k) - k**2 / (2 * (m + k) ** 2))
    return first, second, third + minus * (k / (m - k) - k**2 / (2 * (m - k) ** 2))


def eq_46(m: int, k: int) -> tuple[Fraction, Fraction]:
    """Return the first and the last member of (46)."""
    return -Fraction(k**2, 2 * (m + k)) - Fraction(k**2, 2 * (m - k)), -Fraction(k**2, m)


def eq_47(m: int, k: int) -> float:
    """Return the last member of (47), as a logarithm."""
    return 2 * m * log(2) - log(m * pi) / 2 - k**2 / m


def eq_48(n: int, x: float, m: int) -> float:
    """Return the right side of (48), as a logarithm."""
    return 2 * m * log(2) - log(m * pi) / 2 - n * x**2 / m


def part_50(n: int, x: float, u: float) -> float:
    """Return the integrand of (50), which at whole u is the term of (49)."""
    return float(n * x * (n - 2 * u) * exp(-n * x**2 / u) / (2 * u ** (3 / 2) * (n - u) ** (3 / 2)))


def eq_49(n: int, x: float) -> float:
    """Return the sum of (49)."""
    first, last = int(sqrt(n)), upper(n)
    return 1 / sqrt(pi) * sum(part_50(n, x, m) for m in range(first, last + 1))


def part_51(x: float, t: float) -> float:
    """Return the integrand after (50), without its factor 1/n."""
    return float(4 * x * (1 - t) * exp(-2 * x**2 / t) / (t ** (3 / 2) * (2 - t) ** (3 / 2)))


def limits_51(n: int) -> tuple[float, float]:
    """Return the limits of the integral in (51)."""
    return 1 / n ** (1 / 2), 1 - 1 / n ** (1 / 4)


def part_53(x: float, t: float) -> float:
    """Return the integrand of (51), (52) and (53)."""
    return float((1 - t) * exp(-2 * x**2 / t) / (t ** (3 / 2) * (2 - t) ** (3 / 2)))


def factor_53(x: float) -> float:
    """Return the factor before the integral of (51), (52) and (53)."""
    return 2 * x / sqrt(pi)


def below_zero(x: float, integral: float) -> float:
    """Return Pr[xi > x] for x < 0, from the integral."""
    return 1 + 2 * x / sqrt(pi) * integral


def eq_54(a: Fraction, b: Fraction, z: float, terms: int = 300) -> float:
    """Return 1F1(a, b; z)."""
    total = term = 1.0
    for n in range(0, terms):
        term *= float((a + n) / (b + n)) * z / (n + 1)
        total += term
    return total


def eq_55(x: float, kummer: float) -> float:
    """Return the right side of (55), *kummer* being 1F1 of its arguments."""
    return (1 / 2 + x**2) * exp(-(x**2)) - 2 * x * exp(-2 * x**2) / sqrt(pi) * kummer


def kummer(x: float) -> float:
    """Return 1F1(2, 3/2; x^2), as in (55) and (61)."""
    return eq_54(Fraction(2), Fraction(3, 2), x**2)


def alpha(i: int) -> Fraction:
    """Return alpha_i, times 2^(3/2)."""
    return Fraction(1 - 2 * i, 2 ** (3 * i)) * comb(2 * i, i)


def eq_56(i: int, x: float, a: float) -> float:
    """Return the right side of (56)."""
    first = (-1) ** i * (i - 1 / 2) * x ** (2 * i) / factorial(i)
    first *= erf(sqrt(2) * x / sqrt(a)) - 1
    terms = (float(beta(i, j)) * x ** (2 * j) * a ** (i - j - 1) for j in range(0, i))
    return float(first + sqrt(2 * a / pi) * x * exp(-2 * x**2 / a) * sum(terms))


def beta_first(i: int, j: int) -> Fraction:
    """Return beta_ij by the first form of (57), i at least 1."""
    found = Fraction((-1) ** (j - 1)) * Fraction(2) ** (2 * j - 3 * i + 1) * comb(2 * i - 1, i)
    for m in range(1, j + 1):
        found /= 2 * i - 2 * m - 1
    return found


def half_gamma(n: int) -> Fraction:
    """Return Gamma(n + 3/2) / sqrt(pi), n of any sign."""
    half = Fraction(1)
    for step in range(n + 1):
        half *= Fraction(2 * step + 1, 2)
    for step in range(n + 1, 0):
        half /= Fraction(2 * step + 1, 2)
    return half


def beta(i: int, j: int) -> Fraction:
    """Return beta_ij by the second form of (57); sqrt(pi) cancels."""
    return Fraction((-1) ** i * (2 * i - 1), factorial(i)) * (
        Fraction(2) ** (j - i - 1) / half_gamma(j - i)
    )


def eq_58(x: float, double: float) -> float:
    """Return the right side of (58), *double* being its double sum."""
    first = (1 / 2 + x**2) * exp(-(x**2)) * (1 - erf(sqrt(2) * x))
    return first + sqrt(2 / pi) * x * exp(-2 * x**2) * double


def eq_59(j: int, z: float) -> float:
    """Return the right side of (59)."""
    return float(-sqrt(pi) * (1 + j * z) * (2 - z) ** (j - 1 / 2) / (sqrt(2) * gamma(j + 3 / 2)))


def eq_60(j: int) -> float:
    """Return the right side of (60)."""
    return -sqrt(pi) * (j + 1) / (sqrt(2) * gamma(j + 3 / 2))


def eq_61(x: float) -> float:
    """Return the right side of (61)."""
    return -sqrt(2) * kummer(x)


def eq_62(m: int, x: float) -> float:
    """Return the right side of (62)."""
    first = -(2**m) * sqrt(pi) / gamma(m + 3 / 2)
    return float(first * (1 / 2 + x**2) * exp(-(x**2)) * x ** (2 * m))


def eq_63(x: float) -> float:
    """Return the right side of (63)."""
    return -sqrt(pi) * (1 / 2 + x**2) * exp(-(x**2)) * erf(sqrt(2) * x) / (sqrt(2) * x)


def limit_at_zero(x: float) -> float:
    """Return what the antiderivative tends to as t falls to 0."""
    return -(x / 2 + 1 / (4 * x)) * sqrt(pi) * exp(-(x**2))


def eq_64(k: int, r: int, mean: float) -> float:
    """Return the right side of (64), *mean* being that of e^(k (X_1 + ... + X_r) / r)."""
    return exp(-(k**2) / r) * mean


def after_64(k: int, r: int) -> tuple[float, float, float]:
    """Return the three bounds of that mean, each printed as at most the next."""
    cosh = (exp(k / r) + exp(-k / r)) / 2
    return cosh**r, (1 + k**2 / (2 * r**2)) ** r, exp(k**2 / (2 * r))


def before_the_last(i: int, j: int) -> float:
    """Return the bound of Pr[A_ij = 1] that (64) gives."""
    return exp(-((j - i) ** 2) / (2 * (i + j - 1)))


def lemma_11_7(n: int, k: int) -> float:
    """Return the bound of Lemma 11.7."""
    return exp(-(k**2) / (2 * n))


def theorem_11_8(n: int, h: int) -> float:
    """Return the bound of Theorem 11.8."""
    return 2 * exp(-(h**2) / (2 * n))


def lemma_11_9(n: int, k: int) -> Fraction:
    """Return the bound of Lemma 11.9."""
    return Fraction(2, n - k + 3)


def lemma_11_10(n: int, h: int) -> float:
    """Return the bound of Lemma 11.10."""
    return 2 * (h + 1) / (n - h + 3) + 2 * exp(-(h**2) / (2 * n))


def theorem_11_11(n: int) -> float:
    """Return the first term of the bound of Theorem 11.11."""
    return 2 * sqrt(log(n) / n)


def rate_11_12(n: int) -> float:
    """Return the order of the error in Theorem 11.12."""
    return float(n ** (-1 / 5))


def lowest_11_12(n: int, m: int) -> int:
    """Return how many of the lowest cards the proof of Theorem 11.12 conditions on."""
    return n - m


def evenly_11_12(even: Fraction) -> Fraction:
    """Return the chance that who has the ace has half of the m - 1 next cards at least."""
    return Fraction(1, 2) + even / 2


def involution(letters: str) -> str:
    """Return psi(D): West has card i < 2n if and only if he had card 2n - i."""
    cards = len(letters)
    return "".join(letters[cards - i - 1] for i in range(1, cards)) + "W"


def t_of_involution(k: int, t: dict[int, int]) -> int:
    """Return T_k of psi(D) from the sums of D."""
    return 1 - t[1 - k]


def upper_of_involution(up: int) -> int:
    """Return H upper of psi(D), with high probability, from that of D."""
    return 2 - up
