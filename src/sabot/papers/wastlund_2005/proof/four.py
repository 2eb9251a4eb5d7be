"""The proof of Theorem 9.1, Case IV: formulas (31) to (36), evaluated as printed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from sabot.games.whist.deal import Deal
from sabot.games.whist.theory.values import reading
from sabot.papers.report import Claim, compare
from sabot.papers.wastlund_2005.array import Array, Chain, Step, chained
from sabot.papers.wastlund_2005.every import every, holds
from sabot.papers.wastlund_2005.printed import proof, theorem
from sabot.papers.wastlund_2005.steps import (
    can_hold_up,
    has_ace,
    in_case,
    largest_k,
    played,
    read,
    taken_cheaply,
)

MOST = 8
DEAL_36 = Deal("WEEWWWEEEWWE")


def case_four() -> Iterator[Claim]:
    """Check Case IV: (31) to (36)."""
    item = "proof-9.1-IV"
    east = [replace(s, k=largest_k(s)) for s in in_case("IV", "E", MOST)]
    taken = [t for s in east for t in taken_cheaply(s, below_ace=False) if t.m <= 2 * s.k]
    yield chained(
        item,
        "(31), Case IV(E), m <= 2k, n <= 8",
        taken,
        proof.eq_31,
        instead=_right_31,
        remedy="with A_(2,2+H) for A_(m,m+H) where m = 1",
    )
    west = [replace(s, k=largest_k(s)) for s in in_case("IV", "W", MOST)]
    row = theorem.lead_four
    held = [played(s, row(s.a), 1) for s in west if s.up > 0 and can_hold_up(s, row(s.a))]
    yield chained(
        item,
        "Case IV(W), East holds up, H upper > 0, the last sum, n <= 8",
        held,
        proof.four_held_up,
        instead=_right_held,
        remedy="with the upper limit n - 2 - (H - 1) for n - 2 - (H + 1)",
    )
    after = [played(s, row(s.a), s.n) for s in west]
    own = [s for s in after if s.low >= 0 and not has_ace(s.rest)]
    yield chained(
        item, "(32), Case IV(W), East has the highest card left, n <= 8", own, proof.eq_32
    )
    level = [s for s in after if s.low == 0 and has_ace(s.rest)]
    yield chained(
        item, "(33), West has the highest card left, H lower = 0, n <= 8", level, proof.eq_33
    )
    sums = [s.a.run((2, 2), (s.n - 2, s.n - 2)) for s in level]
    yield compare(
        item,
        "(33): the sum, which must be positive for Theorem 9.1, is at least",
        proof.needed_33(),
        min(sums),
        evidence="the step shows 0 and needs 1; over every deal it speaks of, "
        f"{len(sums):,} with n <= 8, the least is {min(sums)}",
        otherwise="superseded",
    )
    yield from _level(item, [s for s in after if s.up == 0])


def _level(item: str, steps: list[Step]) -> Iterator[Claim]:
    """Check the part of Case IV(W) where H upper = 0."""
    yield chained(item, "(34), Case IV(W), H upper = 0, n <= 8", steps, proof.eq_34)
    yield _maximal(item, steps)
    own = [s for s in steps if not has_ace(s.rest)]
    yield chained(item, "(35), the same, East has the highest card left", own, proof.eq_35)
    supposed = list(_supposed())
    yield chained(
        item, "(36), the same, West has the highest card left, n <= 8", supposed, proof.eq_36
    )
    any_m = [replace(s, m=m) for s in like_36() for m in range(1, s.n // 2)]
    yield chained(
        item, "(36), its two equalities, whatever m is, n <= 8", any_m, lambda s: proof.eq_36(s)[:5]
    )
    yield _limit_36(item)
    left = (reading(s.rest).whist >= 0 for s in steps if has_ace(s.rest))
    yield holds(item, "after (36): H' >= 0, n <= 8", left)


def _right_31(s: Step) -> Chain:
    a, h, k = s.a, s.low, s.k
    m = max(s.m, 2)
    before, extra = a.rowed(h, 2, 2 * k), a(2 * k + 1, 2 * k + 1 + s.up)
    exact = before - a(m, m + h) + extra
    return s.b.rowed(h, 2, 2 * k), "=", exact, ">=", before - 1 + extra, "=", before, ">", 0


def _right_held(s: Step) -> Chain:
    u, first = s.up, 2 * s.k + 1
    left = s.b.rowed(u - 1, first, s.n - 2 - (u - 1))
    return left, "=", s.a.rowed(u, first, s.n - 1 - u), ">", 0


def _maximal(item: str, steps: list[Step]) -> Claim:
    """Try the k that is "maximal" before (34), as printed and with the sum from 2k + 1."""

    def serves(step: Step, total: dict[int, int]) -> bool:
        found = [k for k, amount in total.items() if amount > 0]
        return bool(found) and step.a.rowed(-1, 2, 2 * max(found)) > 0

    printed, right = 0, 0
    for s in steps:
        ks = range(1, s.n // 2)
        printed += serves(s, {k: proof.sum_of_k(s.a, k) for k in ks})
        right += serves(s, {k: s.a.rowed(0, 2 * k + 1, s.n - 1) for k in ks})
    return compare(
        item,
        "before (34): for the largest k with a positive sum, the other sum is positive",
        len(steps),
        printed,
        evidence="the printed sum, from i = 2, does not depend on k, and is positive in "
        f"{sum(proof.sum_of_k(s.a, 1) > 0 for s in steps)} of {len(steps)} deals, n <= 8; from "
        f"i = 2k + 1 it serves in {right}",
    )


@lru_cache(maxsize=1)
def like_36() -> tuple[Step, ...]:
    """Return the deals of (36) after the trick, whether or not they are of class IV."""
    found = []
    for deal in every(MOST, 4):
        ends = deal.holders[-2:] == "WE" and read(deal) == (-1, 0) and deal.n % 2 == 0
        if ends:
            step = played(Step(deal, deal, low=-1, up=0), deal.n, deal.n)
            found += [step] if has_ace(step.rest) else []
    return tuple(found)


def _supposed() -> Iterator[Step]:
    """Yield those with an m as it is supposed."""
    for step in like_36():
        b, last = step.b, proof.limit_36(step.n)
        for m in range(1, step.n // 2):
            if b.columned(0, 2, 2 * m) < 0 > b.columned(-1, 2 * m + 1, last):
                yield replace(step, m=m)


def _limit_36(item: str) -> Claim:
    """Compare where the sum of (36) ends with where Theorem 9.1 ends it, for n - 1 cards."""
    sizes = range(4, 13, 2)
    says = tuple(proof.limit_36(n) for n in sizes)
    ours = tuple(theorem.west_limit(n - 1, -1) for n in sizes)
    rest = DEAL_36.without(DEAL_36.west[-1], 12)
    b = Array.of(rest)
    upto = [b.columned(-1, 3, last) for last in (ours[1], says[1])]
    return compare(
        item,
        "(36): its second sum ends, for n = 4, 6, ..., 12, at",
        says,
        ours,
        evidence="by Theorem 9.1 with n - 1 cards and H lower = -1 it ends at n - 3, not n - 2; in "
        f"{DEAL_36} it is {upto[0]} and the printed one {upto[1]}; yet H' = "
        f"{reading(rest).whist}, as claimed",
    )
