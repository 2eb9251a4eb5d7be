"""The proof of Theorem 9.1: formulas (22) to (36), evaluated as printed, case by case.

A formula that the proof refutes (it supposes what cannot be) is tried on the deals that are like
those of its case but for the condition that makes them impossible.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from sabot.games.whist import strategy
from sabot.games.whist.deal import Position
from sabot.papers.report import Claim, always, compare
from sabot.papers.wastlund_2005.array import Array, Chain, Step, chained
from sabot.papers.wastlund_2005.every import every, holds
from sabot.papers.wastlund_2005.printed import proof, theorem
from sabot.papers.wastlund_2005.steps import (
    can_hold_up,
    has_ace,
    in_case,
    largest_k,
    only_the_ace,
    played,
    read,
    supposed_k,
    taken_cheaply,
)

MOST = 7


def lemma_9_2() -> Iterator[Claim]:
    """Check that only the largest k need be looked at, with (22) and the steps of the proof."""
    item, steps, largest, values, odd = "lemma-9.2", [], [], [], []
    for deal in every(MOST, 2):
        low, up = read(deal)
        if low == up or up < 0:
            continue
        step = Step(deal, deal, low=low, up=up)
        last = (deal.n - up - 2) // 2
        sums = {k: theorem.east_second(step.a, low, up, k) for k in range(1, last + 1)}
        odd += [first % 2 == 1 for first, _ in sums.values()]
        steps += [replace(step, k=k) for k in range(1, (deal.n - up - 3) // 2 + 1)]
        if top := largest_k(step):
            values.append(sums[top][1] == proof.largest_21(step))
            if any(first > 0 and second > 0 for first, second in sums.values()):
                largest.append(sums[top][0] > 0)
    yield holds(item, "every deal where some k serves, H upper >= 0, n <= 7", largest)
    yield chained(item, "(22), every deal and k, H upper >= 0, n <= 7", steps, proof.eq_22)
    yield holds(item, "the largest k makes (21) 1 or 2, by the parity of n - H upper", values)
    yield holds(item, "(20) is odd", odd)


def case_one() -> Iterator[Claim]:
    """Check Case I: (23), (24), (25), and what is said of T' of H lower."""
    item = "proof-9.1-I"
    east, west = in_case("I", "E", MOST), in_case("I", "W", MOST)
    after = [t.b.t(t.low) for s in east if s.n < MOST for t in taken_cheaply(s, below_ace=True)]
    yield compare(
        item,
        "Case I(E): T' of H lower is",
        "at most 1",
        "at most 1" if max(after) <= 1 else f"at least {min(after)}",
        evidence=f"over every such trick, n <= 6, it runs from {min(after)} to {max(after)}; "
        "at least 1 is what the step needs",
    )
    kept = [played(s, 1, s.n) for s in east if only_the_ace(s)]
    yield chained(item, "(23), Case I(E), West holds up, n <= 7", kept, proof.eq_23)
    higher = (read(s.rest)[1] >= s.up + 1 and _class(s) in ("I", "") for s in kept)
    yield holds(item, "after (23): H upper' is H upper + 1 at least, and D' is of class I", higher)
    led = [s for t in west for s in _held(t, theorem.lead_one(t.a, t.low)) if s.i > 1]
    yield chained(item, "(24), Case I(W), East holds up, n <= 7", led, proof.eq_24)
    ones = [s for s in led if s.low == 1]
    yield chained(item, "(25), the same, H lower = 1", ones, proof.eq_25)


def _class(step: Step) -> str:
    """Return the class of what is left; nothing where H lower is H upper."""
    low, up = read(step.rest)
    return "" if low == up else theorem.of_class(step.b, has_ace(step.rest), low, up)


def _held(step: Step, row: int) -> Iterator[Step]:
    """Yield the step where West leads W_row and East plays his smallest card below it."""
    if can_hold_up(step, row):
        yield replace(played(step, row, 1), m=row)


def case_two() -> Iterator[Claim]:
    """Check Case II: (26), and which negative entry is left out."""
    item = "proof-9.1-II"
    west = in_case("II", "W", MOST)
    led = [s for t in west for s in _held(t, theorem.lead_two(t.a, t.low)) if s.i > 1]
    yield chained(
        item,
        "(26), its first line, Case II(W), East holds up, n <= 7",
        led,
        proof.eq_26,
        instead=_right_26,
        remedy="with A_(n,n-1+H) for its last entry",
    )
    yield chained(item, "(26), from its second line on", led, proof.rest_26)
    small = [s for s in west if s.n < MOST]
    first, again = (
        [_keeps(s, lead(s.a, s.low)) for s in small]
        for lead in (theorem.lead_two, theorem.lead_two_again)
    )
    yield compare(
        item,
        "Case II(W), the strategy: leave out the first column; that lead is best, n <= 6",
        "always",
        always(sum(first), len(first)),
        evidence=f"{len(first):,} cases tried",
    )
    lost = next((s for s, kept in zip(small, again, strict=True) if not kept), small[0])
    prices = strategy.prices(Position(lost.deal, "W"))
    cards = [
        lost.deal.west[lead(lost.a, lost.low) - 1]
        for lead in (theorem.lead_two, theorem.lead_two_again)
    ]
    yield compare(
        item,
        'Case II(W), a later sentence: "not in the first row"; that lead is best, n <= 6',
        "always",
        always(sum(again), len(again)),
        evidence=f"in {lost.deal} the strategy leads {cards[0]} and takes {prices[cards[0]]} "
        f"tricks; with the row left out instead it would lead {cards[1]} and take "
        f"{prices[cards[1]]}; the sentence should say column",
    )


def _keeps(step: Step, row: int) -> bool:
    """Say whether West's lead of W_row keeps the value."""
    prices = strategy.prices(Position(step.deal, "W"))
    return prices[step.deal.west[row - 1]] == max(prices.values())


def _right_26(s: Step) -> Chain:
    a, n, h, i = s.a, s.n, s.low, s.i
    start = a.run((2 - h, 2), (i - 1, i - 1 + h))
    return s.b.t(h - 1), "=", start + a.run((i + 1, i + h), (n, n - 1 + h))


def case_three() -> Iterator[Claim]:
    """Check Case III: (27) to (30), and the limits of two displays."""
    item = "proof-9.1-III"
    yield chained(
        item,
        "Case III(E), the sums for j <= 2k, n <= 8",
        _supposed_east(),
        proof.three_east,
        instead=_right_three,
        remedy="with n - 1 + H and n - 2 + H for the upper limits n - 1 - H and n - 2 - H",
    )
    aces = [played(s, s.n, s.n) for s in in_case("III", "E", 8) if s.low == 0 and _queen(s)]
    yield chained(item, "(27), Case III(E), the ace takes the king, n <= 8", aces, proof.eq_27)
    even = (s.b.t(1) % 2 == 0 and s.b.t(1) >= 0 for s in aces)
    yield holds(item, "after (27): T'_1 is even and not negative", even)
    west = in_case("III", "W", MOST)
    led = [s for t in west for s in _held(t, theorem.lead_three(t.a, t.low))]
    yield chained(
        item,
        "(28), Case III(W), East holds up, n <= 7",
        led,
        proof.eq_28,
        instead=_right_28,
        remedy="with A_(1-H,1) and A_(m,m+H) for A_(1+H,1) and A_(m+H,m)",
    )
    supposed = list(_supposed_west())
    yield chained(
        item,
        "(29), Case III(W), n <= 8",
        supposed,
        proof.eq_29,
        instead=_right_29,
        remedy="with A, not A', in the first sum",
    )
    yield chained(item, "(30), Case III(W), n <= 8", supposed, proof.eq_30)


def _queen(s: Step) -> bool:
    """Say whether East has the two cards below the ace."""
    return s.deal.holders[-3:-1] == "EE"


@lru_cache(maxsize=2)
def like_three(lead: str, most: int) -> tuple[Step, ...]:
    """Return the deals with West's ace, H lower <= 0 and (2), whether or not (3) holds."""
    found = []
    for deal in every(most, 4):
        low, up = read(deal)
        matters = (deal.n - (low if lead == "E" else up)) % 2 == 0
        if not (low < up and has_ace(deal) and low <= 0 and matters):
            continue
        if theorem.inner(Array.of(deal), low) <= 0:
            found.append(Step(deal, deal, low=low, up=up))
    return tuple(found)


def _supposed_east() -> Iterator[Step]:
    for step in like_three("E", 8):
        for trick in taken_cheaply(step, below_ace=True):
            k = supposed_k(trick.b, step.low, step.up)
            if k and trick.j <= 2 * k:
                yield replace(trick, k=k)


def _right_three(s: Step) -> Chain:
    left = s.a.columned(s.low, 2 * (s.k + 1) + 1, s.n - 1 + s.low)
    return left, "=", s.b.columned(s.low, 2 * s.k + 1, s.n - 2 + s.low) + 1, "<", 0


def _right_28(s: Step) -> Chain:
    a, n, h, m = s.a, s.n, s.low, s.m
    start = a.run((2 - h, 2), (m - 1, m - 1 + h))
    true = start + a.run((m + 1, m + h), (n, n - 1 + h))
    below = start + a.run((m + 1, m + 1 + h), (n, n + h))
    ends = a.t(h) - a(1 - h, 1)
    return (
        *(s.b.t(h - 1), "=", true, ">=", below, "=", ends - a(m, m + h), "=", ends + 1),
        *(">=", a.t(h), ">", 0),
    )


def _supposed_west() -> Iterator[Step]:
    for step in like_three("W", 8):
        for held in _held(step, theorem.lead_three(step.a, step.low)):
            k = supposed_k(held.b, step.low - 1, step.up - 1)
            if k:
                yield replace(held, k=k)


def _right_29(s: Step) -> Chain:
    return s.a.columned(s.up, 2, 2 * (s.k + 1)), *proof.eq_29(s)[3:]
