"""Sections 5 to 8: the formulas (8), (11) to (13), (15) to (19), evaluated as printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import ceil, floor

from sabot.games.whist.batch import all_readings
from sabot.games.whist.deal import Deal
from sabot.games.whist.theory.values import reading
from sabot.papers.report import Claim, always, compare
from sabot.papers.wastlund_2005.array import Chain, Step, Trial, chained, judged
from sabot.papers.wastlund_2005.every import every, holds
from sabot.papers.wastlund_2005.printed import early
from sabot.papers.wastlund_2005.steps import (
    cheap_tricks,
    held_up,
    high_leads,
    on_diagonals,
    read,
)

SIZES = range(1, 13)
"""Cards a hand for which statements about n and H alone are tried."""
ROUNDING = "floors and ceilings as in the text that was read, a conversion"


def numbers(
    item: str,
    where: str,
    cases: Iterable[tuple[int, ...]],
    formula: Callable[..., Chain],
    instead: Callable[..., Chain] | None = None,
    remedy: str = "",
    slip: str = "",
) -> Claim:
    """Return the claim that a statement about whole numbers holds; as :func:`array.chained`.

    What goes wrong in these statements is a floor for a ceiling, which the converter of the text
    may have changed: whether the preprint has it cannot be told.
    """
    listed = list(cases)

    def trial(one: Callable[..., Chain]) -> Trial:
        named = ((f"at {', '.join(map(str, case))}", partial(one, *case)) for case in listed)
        return Trial.of(named)

    better = trial(instead) if instead is not None else None
    note = f" ({ROUNDING})"
    return judged(item, where, trial(formula), better, remedy, note, "unreadable", slip)


def definitions() -> Iterator[Claim]:
    """Check that the product reads H lower, H upper and (10) as they are defined."""
    item = "eq-10"
    both = ((reading(deal).lower, reading(deal).upper) == read(deal) for deal in every(7))
    yield holds(item, "H lower and H upper, as defined after Lemma 5.2, n <= 7", both)
    greedy = (reading(deal).greedy == early.eq_10(*read(deal)) for deal in every(7))
    yield holds(item, "(10), H of greedy whist, n <= 7", greedy)
    unlike = (read(deal)[1] - read(deal)[0] in (0, 1) for deal in every(6))
    yield holds(item, "H upper is H lower or one more, n <= 6", unlike)


def eq_8() -> Iterator[Claim]:
    """Check (8), and what is said of its sum."""
    item = "lemma-5.1"
    steps = list(on_diagonals(cheap_tricks(5)))
    yield chained(
        item, "Lemma 5.1 as printed, every cheap trick and k, n = 2 to 5", steps, early.lemma_5_1
    )
    yield chained(item, "(8) and the sign of its term, the same", steps, early.eq_8)
    yield chained(item, "the sum in (8) has one term", steps, early.terms_of_8)


def _heights() -> Iterator[tuple[int, int]]:
    for n in SIZES:
        for h in range(-n, n + 1):
            yield n, h


def section_6() -> Iterator[Claim]:
    """Check (11), (12) and (13), in the proof of Theorem 6.1."""
    item = "eq-11-13"
    steps = [replace(s, k=k) for s in high_leads(6) for k in range(2 - s.n, s.n)]
    above = [s for s in steps if s.k > 0]
    yield chained(item, "(11), East leads a high card, k > 0, n = 2 to 6", above, early.eq_11)
    below = [s for s in steps if s.k <= 0]
    yield chained(item, "after (11): T'_k = T_(k-1), k <= 0", below, early.after_11)
    rises = (
        all(x >= y + 1 for x, y in zip(_three(s.rest), _three(s.deal), strict=True))
        for s in high_leads(6)
    )
    yield holds(item, "after (11): H lower, H upper and H greedy rise by 1, n = 2 to 6", rises)
    yield numbers(
        item,
        "Case 1: floor((n - 1 + H')/2) = floor((n + H')/2), n <= 12",
        _heights(),
        early.case_1,
        lambda n, h: (ceil((n - 1 + h) / 2), "=", floor((n + h) / 2)),
        "East is on lead, and with a ceiling on the left",
    )
    yield _eq_12(item)
    yield numbers(
        item,
        "(13), n <= 12",
        _heights(),
        early.eq_13,
        lambda n, h: (1 + floor((n - 1 + h) / 2), "=", ceil((n + h) / 2)),
        "with a ceiling on the right",
        slip="rounding in (13)",
    )
    yield numbers(
        item,
        "after (13): what it becomes, H having the parity of n, n <= 12",
        [(n, h) for n, h in _heights() if (n - h) % 2 == 0],
        early.after_13,
        lambda n, h: (ceil((n + h - 1) / 2), "=", ceil((n + h) / 2), "=", (n + h) / 2),
        "with ceilings",
        slip="rounding in (13)",
    )


def _three(deal: Deal) -> tuple[int, int, int]:
    low, up = read(deal)
    return low, up, early.eq_10(low, up)


def _eq_12(item: str) -> Claim:
    """Compare (12) with Theorem 6.1, which rounds up when East leads."""
    hits = total = up = 0
    for n in range(1, 9):
        whole = all_readings(n)
        for h, tricks in zip(
            whole.greedy.tolist(), whole.tricks("E", game="greedy-whist").tolist(), strict=True
        ):
            total += 1
            hits += early.eq_12(n, h) == tricks
            up += ceil(Fraction(n + h, 2)) == tricks
    return compare(
        item,
        "(12), what West takes when East leads, is the value of Theorem 6.1, n <= 8",
        "always",
        always(hits, total),
        evidence=f"{total:,} deals; rounded up, as the theorem says and the step needs: "
        f"{always(up, total)} ({ROUNDING})",
        otherwise="unreadable",
    )


def section_8() -> Iterator[Claim]:
    """Check (15) to (18), in the proof of Theorem 8.2."""
    item = "eq-15-18"
    steps = [replace(s, k=k) for s in held_up(6) for k in range(2 - s.n, s.n - 1)]
    small = [s for s in steps if s.k < s.j - s.i - 1]
    positive = (s.b.t(s.k) == s.b.n - abs(s.k) for s in small)
    yield holds(item, "Case 1B, k < j - i - 1: all terms of T'_k are positive, n <= 6", positive)
    middle = [s for s in steps if s.j - s.i - 1 <= s.k < 0]
    yield chained(
        item,
        "(15), East holds up, j - i - 1 <= k < 0, n <= 6",
        middle,
        early.eq_15,
        instead=_right_15,
        remedy="with A_(m,m+k) - A_(m,m+k+1) in the sum, the other way round",
    )
    large = [s for s in steps if s.k >= max(0, s.j - s.i - 1)]
    yield chained(item, "after (15): k >= 0, n <= 6", large, early.after_15)
    high = [replace(s, k=k) for s in high_leads(6) for k in range(1, s.n)]
    yield chained(item, "(16), East leads a high card, k > 0, n = 2 to 6", high, early.eq_11)
    yield numbers(
        item,
        "Case 1A: floor((n - 1 + H')/2) = floor((n + H')/2), n <= 12",
        _heights(),
        early.case_1,
        lambda n, h: (ceil((n - 1 + h) / 2), "=", floor((n + h) / 2)),
        "East is on lead, and with a ceiling on the left",
    )
    yield numbers(item, "Case 1B: 1 + floor((n - 1 + H')/2), n <= 12", _heights(), early.case_1b)
    up = ((n + h + 1) // 2 == early.eq_17(n, h) for n, h in _heights())
    yield holds(item, "(17) is (n + H lower)/2, rounded up, n <= 12", up)
    yield numbers(
        item,
        "(18), n <= 12",
        _heights(),
        early.eq_18,
        lambda n, h: (1 + floor((n - 1 + h) / 2), "=", ceil((n + h) / 2)),
        "West is on lead, and with a floor on the left",
    )


def _right_15(s: Step) -> Chain:
    a, i, k = s.a, s.i, s.k
    rest = sum(a(m, m + k) - a(m, m + k + 1) for m in range(i + 1, s.n + 1))
    exact = a.t(k + 1) - a(-k, 1) - a(i, k + i + 1) + rest
    return s.b.t(k), "=", exact, ">=", a.t(k + 1) - a(-k, 1) + 1, ">=", a.t(k + 1)


def eq_19() -> Iterator[Claim]:
    """Check (19), in the proof of Theorem 8.3."""
    item = "eq-19"
    cases = [(n, low, low + more) for n, low in _heights() for more in (0, 1) if low + more <= n]
    yield numbers(
        item,
        "(19), n <= 12",
        cases,
        early.eq_19,
        _right_19,
        "with ceilings from the second member on",
    )
    yield numbers(item, "after (19): playing second, n <= 12", cases, early.after_19)


def _right_19(n: int, low: int, up: int) -> Chain:
    one, two = Fraction(n + low, 2), Fraction(n - up, 2)
    least = ceil(Fraction(2 * n - 1, 2) - 1)
    return floor(one) + floor(two), ">=", ceil(one + two - 1), ">=", least, "=", n - 1
