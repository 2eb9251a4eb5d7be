"""Check the proof of Theorem 9.1: Lemma 9.2 and Cases I to IV, formulas (22) to (36), as printed.

A formula that the proof refutes (it supposes what cannot be) is tried on the deals that are like
those of its case except for the condition that makes them impossible.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from sabot.games.whist import strategy
from sabot.games.whist.deal import Deal, Position
from sabot.games.whist.wastlund_values import invariants_of
from sabot.papers.report import Claim, compare, frequency_text
from sabot.sources.wastlund_2005 import printed_formulas
from sabot.sources.wastlund_2005.trials import (
    Chain,
    DealMatrix,
    PlayStep,
    check_every_case,
    check_formula,
    every_deal,
)
from sabot.sources.wastlund_2005.tricks import (
    beaten_by_ace_only,
    can_hold_up,
    cheaply_taken_leads,
    deals_in_case,
    largest_k,
    lower_and_upper,
    play_trick,
    supposed_k,
    west_has_ace,
)

MAX_SIZE_CASES_I_TO_III = 7


def check_lemma_9_2() -> Iterator[Claim]:
    """Check that only the largest k need be looked at, with (22) and the steps of the proof."""
    item, steps, largest, values, odd = "lemma-9.2", [], [], [], []
    for deal in every_deal(MAX_SIZE_CASES_I_TO_III, 2):
        low, up = lower_and_upper(deal)
        if low == up or up < 0:
            continue
        step = PlayStep(deal, deal, low=low, up=up)
        last = (deal.n - up - 2) // 2
        sums = {k: printed_formulas.east_second(step.a, low, up, k) for k in range(1, last + 1)}
        odd += [first % 2 == 1 for first, _ in sums.values()]
        steps += [replace(step, k=k) for k in range(1, (deal.n - up - 3) // 2 + 1)]
        if top := largest_k(step):
            values.append(sums[top][1] == printed_formulas.largest_21(step))
            if any(first > 0 and second > 0 for first, second in sums.values()):
                largest.append(sums[top][0] > 0)
    yield check_every_case(item, "every deal where some k serves, H upper >= 0, n <= 7", largest)
    yield check_formula(
        item, "(22), every deal and k, H upper >= 0, n <= 7", steps, printed_formulas.eq_22
    )
    yield check_every_case(
        item, "the largest k makes (21) 1 or 2, by the parity of n - H upper", values
    )
    yield check_every_case(item, "(20) is odd", odd)


def check_case_one() -> Iterator[Claim]:
    """Check Case I: (23), (24), (25), and what is said of T' of H lower."""
    item = "proof-9.1-I"
    east, west = (
        deals_in_case("I", "E", MAX_SIZE_CASES_I_TO_III),
        deals_in_case("I", "W", MAX_SIZE_CASES_I_TO_III),
    )
    after = [
        t.b.t(t.low)
        for s in east
        if s.n < MAX_SIZE_CASES_I_TO_III
        for t in cheaply_taken_leads(s, below_ace=True)
    ]
    yield compare(
        item,
        "Case I(E): T' of H lower is",
        "at most 1",
        "at most 1" if max(after) <= 1 else f"at least {min(after)}",
        evidence=f"over every such trick, n <= 6, it runs from {min(after)} to {max(after)}; "
        "at least 1 is what the step needs",
    )
    kept = [play_trick(s, 1, s.n) for s in east if beaten_by_ace_only(s)]
    yield check_formula(
        item, "(23), Case I(E), West holds up, n <= 7", kept, printed_formulas.eq_23
    )
    higher = (lower_and_upper(s.rest)[1] >= s.up + 1 and _class_after(s) in ("I", "") for s in kept)
    yield check_every_case(
        item, "after (23): H upper' is H upper + 1 at least, and D' is of class I", higher
    )
    led = [
        s for t in west for s in _held_up_lead(t, printed_formulas.lead_one(t.a, t.low)) if s.i > 1
    ]
    yield check_formula(item, "(24), Case I(W), East holds up, n <= 7", led, printed_formulas.eq_24)
    ones = [s for s in led if s.low == 1]
    yield check_formula(item, "(25), the same, H lower = 1", ones, printed_formulas.eq_25)


def _class_after(step: PlayStep) -> str:
    """Return the class of what is left; nothing where H lower is H upper."""
    low, up = lower_and_upper(step.rest)
    return "" if low == up else printed_formulas.of_class(step.b, west_has_ace(step.rest), low, up)


def _held_up_lead(step: PlayStep, row: int) -> Iterator[PlayStep]:
    """Yield the step where West leads W_row and East plays his smallest card below it."""
    if can_hold_up(step, row):
        yield replace(play_trick(step, row, 1), m=row)


def check_case_two() -> Iterator[Claim]:
    """Check Case II: (26), and which negative entry is left out."""
    item = "proof-9.1-II"
    west = deals_in_case("II", "W", MAX_SIZE_CASES_I_TO_III)
    led = [
        s for t in west for s in _held_up_lead(t, printed_formulas.lead_two(t.a, t.low)) if s.i > 1
    ]
    yield check_formula(
        item,
        "(26), its first line, Case II(W), East holds up, n <= 7",
        led,
        printed_formulas.eq_26,
        instead=_corrected_eq_26,
        remedy="with A_(n,n-1+H) for its last entry",
    )
    yield check_formula(item, "(26), from its second line on", led, printed_formulas.rest_26)
    small = [s for s in west if s.n < MAX_SIZE_CASES_I_TO_III]
    first, again = (
        [_keeps_value(s, lead(s.a, s.low)) for s in small]
        for lead in (printed_formulas.lead_two, printed_formulas.lead_two_again)
    )
    yield compare(
        item,
        "Case II(W), the strategy: leave out the first column; that lead is best, n <= 6",
        "always",
        frequency_text(sum(first), len(first)),
        evidence=f"{len(first):,} cases tried",
    )
    lost = next((s for s, kept in zip(small, again, strict=True) if not kept), small[0])
    prices = strategy.card_prices(Position(lost.deal, "W"))
    cards = [
        lost.deal.west[lead(lost.a, lost.low) - 1]
        for lead in (printed_formulas.lead_two, printed_formulas.lead_two_again)
    ]
    yield compare(
        item,
        'Case II(W), a later sentence: "not in the first row"; that lead is best, n <= 6',
        "always",
        frequency_text(sum(again), len(again)),
        evidence=f"in {lost.deal} the strategy leads {cards[0]} and takes {prices[cards[0]]} "
        f"tricks; with the row left out instead it would lead {cards[1]} and take "
        f"{prices[cards[1]]}; the sentence should say column",
    )


def _keeps_value(step: PlayStep, row: int) -> bool:
    """Say whether West's lead of W_row keeps the value."""
    prices = strategy.card_prices(Position(step.deal, "W"))
    return prices[step.deal.west[row - 1]] == max(prices.values())


def _corrected_eq_26(s: PlayStep) -> Chain:
    a, n, h, i = s.a, s.n, s.low, s.i
    start = a.run((2 - h, 2), (i - 1, i - 1 + h))
    return s.b.t(h - 1), "=", start + a.run((i + 1, i + h), (n, n - 1 + h))


def check_case_three() -> Iterator[Claim]:
    """Check Case III: (27) to (30), and the limits of two displays."""
    item = "proof-9.1-III"
    yield check_formula(
        item,
        "Case III(E), the sums for j <= 2k, n <= 8",
        _supposed_case_three_east(),
        printed_formulas.three_east,
        instead=_corrected_case_three_sums,
        remedy="with n - 1 + H and n - 2 + H for the upper limits n - 1 - H and n - 2 - H",
    )
    aces = [
        play_trick(s, s.n, s.n)
        for s in deals_in_case("III", "E", 8)
        if s.low == 0 and _east_has_king_and_queen(s)
    ]
    yield check_formula(
        item, "(27), Case III(E), the ace takes the king, n <= 8", aces, printed_formulas.eq_27
    )
    even = (s.b.t(1) % 2 == 0 and s.b.t(1) >= 0 for s in aces)
    yield check_every_case(item, "after (27): T'_1 is even and not negative", even)
    west = deals_in_case("III", "W", MAX_SIZE_CASES_I_TO_III)
    led = [s for t in west for s in _held_up_lead(t, printed_formulas.lead_three(t.a, t.low))]
    yield check_formula(
        item,
        "(28), Case III(W), East holds up, n <= 7",
        led,
        printed_formulas.eq_28,
        instead=_corrected_eq_28,
        remedy="with A_(1-H,1) and A_(m,m+H) for A_(1+H,1) and A_(m+H,m)",
    )
    supposed = list(_supposed_case_three_west())
    yield check_formula(
        item,
        "(29), Case III(W), n <= 8",
        supposed,
        printed_formulas.eq_29,
        instead=_corrected_eq_29,
        remedy="with A, not A', in the first sum",
    )
    yield check_formula(item, "(30), Case III(W), n <= 8", supposed, printed_formulas.eq_30)


def _east_has_king_and_queen(s: PlayStep) -> bool:
    """Say whether East has the two cards below the ace."""
    return s.deal.holders[-3:-1] == "EE"


@lru_cache(maxsize=2)
def like_case_three(lead: str, most: int) -> tuple[PlayStep, ...]:
    """Return the deals with West's ace, H lower <= 0 and (2), whether or not (3) holds."""
    found = []
    for deal in every_deal(most, 4):
        low, up = lower_and_upper(deal)
        matters = (deal.n - (low if lead == "E" else up)) % 2 == 0
        if not (low < up and west_has_ace(deal) and low <= 0 and matters):
            continue
        if printed_formulas.inner(DealMatrix.of(deal), low) <= 0:
            found.append(PlayStep(deal, deal, low=low, up=up))
    return tuple(found)


def _supposed_case_three_east() -> Iterator[PlayStep]:
    for step in like_case_three("E", 8):
        for trick in cheaply_taken_leads(step, below_ace=True):
            k = supposed_k(trick.b, step.low, step.up)
            if k and trick.j <= 2 * k:
                yield replace(trick, k=k)


def _corrected_case_three_sums(s: PlayStep) -> Chain:
    left = s.a.sum_by_column(s.low, 2 * (s.k + 1) + 1, s.n - 1 + s.low)
    return left, "=", s.b.sum_by_column(s.low, 2 * s.k + 1, s.n - 2 + s.low) + 1, "<", 0


def _corrected_eq_28(s: PlayStep) -> Chain:
    a, n, h, m = s.a, s.n, s.low, s.m
    start = a.run((2 - h, 2), (m - 1, m - 1 + h))
    true = start + a.run((m + 1, m + h), (n, n - 1 + h))
    below = start + a.run((m + 1, m + 1 + h), (n, n + h))
    ends = a.t(h) - a(1 - h, 1)
    return (
        *(s.b.t(h - 1), "=", true, ">=", below, "=", ends - a(m, m + h), "=", ends + 1),
        *(">=", a.t(h), ">", 0),
    )


def _supposed_case_three_west() -> Iterator[PlayStep]:
    for step in like_case_three("W", 8):
        for held in _held_up_lead(step, printed_formulas.lead_three(step.a, step.low)):
            k = supposed_k(held.b, step.low - 1, step.up - 1)
            if k:
                yield replace(held, k=k)


def _corrected_eq_29(s: PlayStep) -> Chain:
    return s.a.sum_by_column(s.up, 2, 2 * (s.k + 1)), *printed_formulas.eq_29(s)[3:]


MAX_SIZE_CASE_IV = 8
EXAMPLE_DEAL_36 = Deal("WEEWWWEEEWWE")


def check_case_four() -> Iterator[Claim]:
    """Check Case IV: (31) to (36)."""
    item = "proof-9.1-IV"
    east = [replace(s, k=largest_k(s)) for s in deals_in_case("IV", "E", MAX_SIZE_CASE_IV)]
    taken = [t for s in east for t in cheaply_taken_leads(s, below_ace=False) if t.m <= 2 * s.k]
    yield check_formula(
        item,
        "(31), Case IV(E), m <= 2k, n <= 8",
        taken,
        printed_formulas.eq_31,
        instead=_corrected_eq_31,
        remedy="with A_(2,2+H) for A_(m,m+H) where m = 1",
    )
    west = [replace(s, k=largest_k(s)) for s in deals_in_case("IV", "W", MAX_SIZE_CASE_IV)]
    row = printed_formulas.lead_four
    held = [play_trick(s, row(s.a), 1) for s in west if s.up > 0 and can_hold_up(s, row(s.a))]
    yield check_formula(
        item,
        "Case IV(W), East holds up, H upper > 0, the last sum, n <= 8",
        held,
        printed_formulas.four_held_up,
        instead=_corrected_held_up_sums,
        remedy="with the upper limit n - 2 - (H - 1) for n - 2 - (H + 1)",
    )
    after = [play_trick(s, row(s.a), s.n) for s in west]
    own = [s for s in after if s.low >= 0 and not west_has_ace(s.rest)]
    yield check_formula(
        item,
        "(32), Case IV(W), East has the highest card left, n <= 8",
        own,
        printed_formulas.eq_32,
    )
    level = [s for s in after if s.low == 0 and west_has_ace(s.rest)]
    yield check_formula(
        item,
        "(33), West has the highest card left, H lower = 0, n <= 8",
        level,
        printed_formulas.eq_33,
    )
    sums = [s.a.run((2, 2), (s.n - 2, s.n - 2)) for s in level]
    yield compare(
        item,
        "(33): the sum, which must be positive for Theorem 9.1, is at least",
        printed_formulas.needed_33(),
        min(sums),
        evidence="the step shows 0 and needs 1; over every deal it speaks of, "
        f"{len(sums):,} with n <= 8, the least is {min(sums)}",
        otherwise="superseded",
    )
    yield from _check_h_upper_zero(item, [s for s in after if s.up == 0])


def _check_h_upper_zero(item: str, steps: list[PlayStep]) -> Iterator[Claim]:
    """Check the part of Case IV(W) where H upper = 0."""
    yield check_formula(
        item, "(34), Case IV(W), H upper = 0, n <= 8", steps, printed_formulas.eq_34
    )
    yield _check_maximal_k(item, steps)
    own = [s for s in steps if not west_has_ace(s.rest)]
    yield check_formula(
        item, "(35), the same, East has the highest card left", own, printed_formulas.eq_35
    )
    supposed = list(_supposed_eq_36())
    yield check_formula(
        item,
        "(36), the same, West has the highest card left, n <= 8",
        supposed,
        printed_formulas.eq_36,
    )
    any_m = [replace(s, m=m) for s in like_eq_36() for m in range(1, s.n // 2)]
    yield check_formula(
        item,
        "(36), its two equalities, whatever m is, n <= 8",
        any_m,
        lambda s: printed_formulas.eq_36(s)[:5],
    )
    yield _check_limit_36(item)
    left = (invariants_of(s.rest).whist >= 0 for s in steps if west_has_ace(s.rest))
    yield check_every_case(item, "after (36): H' >= 0, n <= 8", left)


def _corrected_eq_31(s: PlayStep) -> Chain:
    a, h, k = s.a, s.low, s.k
    m = max(s.m, 2)
    before, extra = a.sum_by_row(h, 2, 2 * k), a(2 * k + 1, 2 * k + 1 + s.up)
    exact = before - a(m, m + h) + extra
    return s.b.sum_by_row(h, 2, 2 * k), "=", exact, ">=", before - 1 + extra, "=", before, ">", 0


def _corrected_held_up_sums(s: PlayStep) -> Chain:
    u, first = s.up, 2 * s.k + 1
    left = s.b.sum_by_row(u - 1, first, s.n - 2 - (u - 1))
    return left, "=", s.a.sum_by_row(u, first, s.n - 1 - u), ">", 0


def _check_maximal_k(item: str, steps: list[PlayStep]) -> Claim:
    """Try the k that is "maximal" before (34), as printed and with the sum from 2k + 1."""

    def serves(step: PlayStep, total: dict[int, int]) -> bool:
        found = [k for k, amount in total.items() if amount > 0]
        return bool(found) and step.a.sum_by_row(-1, 2, 2 * max(found)) > 0

    printed, right = 0, 0
    for s in steps:
        ks = range(1, s.n // 2)
        printed += serves(s, {k: printed_formulas.sum_of_k(s.a, k) for k in ks})
        right += serves(s, {k: s.a.sum_by_row(0, 2 * k + 1, s.n - 1) for k in ks})
    return compare(
        item,
        "before (34): for the largest k with a positive sum, the other sum is positive",
        len(steps),
        printed,
        evidence="the printed sum, from i = 2, does not depend on k, and is positive in "
        f"{sum(printed_formulas.sum_of_k(s.a, 1) > 0 for s in steps)} of {len(steps)} deals, n "
        "<= 8; from "
        f"i = 2k + 1 it serves in {right}",
    )


@lru_cache(maxsize=1)
def like_eq_36() -> tuple[PlayStep, ...]:
    """Return the deals of (36) after the trick, whether or not they are of class IV."""
    found = []
    for deal in every_deal(MAX_SIZE_CASE_IV, 4):
        ends = deal.holders[-2:] == "WE" and lower_and_upper(deal) == (-1, 0) and deal.n % 2 == 0
        if ends:
            step = play_trick(PlayStep(deal, deal, low=-1, up=0), deal.n, deal.n)
            found += [step] if west_has_ace(step.rest) else []
    return tuple(found)


def _supposed_eq_36() -> Iterator[PlayStep]:
    """Yield those with an m as it is supposed."""
    for step in like_eq_36():
        b, last = step.b, printed_formulas.limit_36(step.n)
        for m in range(1, step.n // 2):
            if b.sum_by_column(0, 2, 2 * m) < 0 > b.sum_by_column(-1, 2 * m + 1, last):
                yield replace(step, m=m)


def _check_limit_36(item: str) -> Claim:
    """Compare where the sum of (36) ends with where Theorem 9.1 ends it, for n - 1 cards."""
    sizes = range(4, 13, 2)
    says = tuple(printed_formulas.limit_36(n) for n in sizes)
    ours = tuple(printed_formulas.west_limit(n - 1, -1) for n in sizes)
    rest = EXAMPLE_DEAL_36.without(EXAMPLE_DEAL_36.west[-1], 12)
    b = DealMatrix.of(rest)
    upto = [b.sum_by_column(-1, 3, last) for last in (ours[1], says[1])]
    return compare(
        item,
        "(36): its second sum ends, for n = 4, 6, ..., 12, at",
        says,
        ours,
        evidence="by Theorem 9.1 with n - 1 cards and H lower = -1 it ends at n - 3, not n - 2; in "
        f"{EXAMPLE_DEAL_36} it is {upto[0]} and the printed one {upto[1]}; yet H' = "
        f"{invariants_of(rest).whist}, as claimed",
    )
