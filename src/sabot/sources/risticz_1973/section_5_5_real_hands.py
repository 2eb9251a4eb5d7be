"""Check Sections 4.1 and 5.5.2 to 5.5.4: the models' hands x as real poker hands.

A hand x of the models is the share of the 2,598,960 hands of a real pack below it; all of them are
counted (tables 16 to 18, figure 12, the functions f(n) and g(l)).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, combinations_with_replacement
from math import comb, lcm, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.cards.poker_hand import (
    HIGH_CARD,
    RANK_KEYS,
    THREE_OF_A_KIND,
    TWO_PAIRS,
    HandStrength,
    all_strengths,
)
from sabot.cards.poker_hand import PAIR as PAIR_KIND
from sabot.cards.poker_odds.hand_distribution import (
    BINOMIAL,
    count_draws,
    rank_draws,
    ranks_of_key_sums,
)
from sabot.exact import format_decimal, format_fraction
from sabot.papers.report import Claim, PaperTable, format_grid, require_agreement
from sabot.sources.risticz_1973.printed_formulas import printed
from sabot.sources.risticz_1973.profiles import compare_text, round_decimal, solve_equilibrium

HAND_COUNT = comb(52, 5)
PAIR_COUNT = comb(4, 2) * comb(12, 3) * 4**3
"""Hands with a pair of one rank and no better."""
STRAIGHTS_AND_FLUSHES = 10 * 4**5 + 4 * comb(13, 5) - 4 * 10


@cache
def hand_class_counts() -> dict[str, int]:
    """Return how many hands there are of nothing, of each pair, of two pairs, and of better ones.

    Every set of five ranks is counted with its suits; binomial coefficients are the second method.
    """
    found: Counter[str] = Counter()
    for ranks in combinations_with_replacement(range(13), 5):
        counts = Counter(ranks)
        ways = prod(comb(4, many) for many in counts.values())
        shape = sorted(counts.values(), reverse=True)
        if shape[0] == 1:
            found["nothing"] += ways
        elif shape == [2, 1, 1, 1]:
            found[printed.ranks[max(counts, key=lambda rank: counts[rank])]] += ways
        else:
            found["two pairs" if shape == [2, 2, 1] else "better"] += ways
    found["nothing"] -= STRAIGHTS_AND_FLUSHES
    found["better"] += STRAIGHTS_AND_FLUSHES
    require_agreement(
        "hands of nothing", found["nothing"], comb(13, 5) * 4**5 - STRAIGHTS_AND_FLUSHES
    )
    require_agreement("pairs", {found[rank] for rank in printed.ranks}, {PAIR_COUNT})
    require_agreement("two pairs", found["two pairs"], comb(13, 2) * 36 * 44)
    require_agreement("all hands", sum(found.values()), HAND_COUNT)
    require_agreement("classes on the ladder of all strengths", dict(found), _ladder_class_counts())
    return dict(found)


def _ladder_class_counts() -> dict[str, int]:
    """Return the same from the ladder of all 7,462 strengths of Sabot's own evaluator."""
    found: Counter[str] = Counter()
    kinds = {HIGH_CARD: "nothing", TWO_PAIRS: "two pairs"}
    for step in all_strengths():
        is_pair = step.kind == PAIR_KIND
        name = printed.ranks[step.high[0]] if is_pair else kinds.get(step.kind, "better")
        found[name] += step.ways
    return dict(found)


def strength_at(hand: Fraction) -> tuple[str, Fraction]:
    """Return the strength of real hands that a hand x is in, and with which x it begins.

    >>> strength_at(Fraction(1, 2))
    ('ace high, king next', Fraction(1, 2))
    """
    below = 0
    for step in all_strengths():
        if below + step.ways > hand * HAND_COUNT:
            break
        below += step.ways
    return step.name, Fraction(below, HAND_COUNT)


@cache
def class_bounds() -> dict[str, Fraction]:
    """Return the share of hands below each class: the hand x with which it begins."""
    order = ("nothing", *printed.ranks, "two pairs", "better")
    below, found = 0, {}
    for name in order:
        found[name] = Fraction(below, HAND_COUNT)
        below += hand_class_counts()[name]
    return found


def class_at(hand: Fraction) -> tuple[str, Fraction]:
    """Return the class of real hands that a hand x is in, and the share of it from x on."""
    name = max(
        (one for one in class_bounds() if class_bounds()[one] <= hand),
        key=lambda one: class_bounds()[one],
    )
    size = Fraction(hand_class_counts()[name], HAND_COUNT)
    return name, 1 - (hand - class_bounds()[name]) / size


def pair_improvement_probability() -> Fraction:
    """Return the chance that a pair improves with three new cards.

    It does not if they have three ranks, none of them the pair's: of 3 ranks one card is gone.
    """
    left = [3] * 3 + [4] * 9
    spoiled = sum(prod(three) for three in combinations(left, 3))
    return 1 - Fraction(spoiled, comb(47, 3))


CARDS_KEPT = {PAIR_KIND: 2, TWO_PAIRS: 4, THREE_OF_A_KIND: 3}
"""How many cards the common rule keeps of a kind; of every better one all."""
DISCARD_READINGS = {"stand": 5, "draw 3": 2, "draw 4": 1}
"""What hands without a pair may do, and how many of their highest cards they keep: 2.7 is lost."""
_HUNDREDTHS = 100
"""Ends of ranges have two decimals: a range holds a whole number of hundredths of a hand."""
_DRAWS = lcm(*(comb(47, many) for many in range(5)))
_SUITS = 4**5 - 4
"""Ways to give suits to five different ranks that make no flush."""


class ImprovedRange(NamedTuple):
    """What the hands of a range become by the common draw, own cards out of the pack."""

    weights: NDArray[np.int64]
    """The weight of each rank."""
    total: int
    """That of the whole range."""


@cache
def range_ends() -> tuple[Fraction, ...]:
    """Return where the ranges of table 12 begin and end, rising."""
    lines = (line.split()[2:6] for line in printed.table_12.strip().split("\n"))
    return tuple(sorted({Fraction(end) for line in lines for end in line}))


@cache
def _improved_below(kept: int) -> dict[Fraction, NDArray[np.int64]]:
    """Return what the hands below each end become, if those without a pair keep so many cards."""
    return _sum_to_ends(
        lambda step, rank: (
            _count_improved_ranks(step.five, kept)
            if step.kind == HIGH_CARD and kept < 5
            else _unchanged(rank)
            if step.kind == HIGH_CARD
            else None
        )
    )


@cache
def _paired_below() -> dict[Fraction, NDArray[np.int64]]:
    """Return what the hands with a pair or better below each end become.

    Their kept cards make no flush and no straight: they count by their ranks alone.
    """

    def improve(step: HandStrength, rank: int) -> NDArray[np.int64] | None:
        held = CARDS_KEPT.get(step.kind, 5)
        if step.kind == HIGH_CARD:
            return None
        if held == 5:
            return _unchanged(rank)
        own = [4 * value + step.five[:at].count(value) for at, value in enumerate(step.five)]
        return count_draws(own[:held], own) * (_SUITS * (_DRAWS // comb(47, 5 - held)))

    return _sum_to_ends(improve)


def _unchanged(rank: int) -> NDArray[np.int64]:
    found = np.zeros(len(all_strengths()) + 1, np.int64)
    found[rank] = _DRAWS * _SUITS
    return found


def _sum_to_ends(
    improve: Callable[[HandStrength, int], NDArray[np.int64] | None],
) -> dict[Fraction, NDArray[np.int64]]:
    """Return the sums of improved hands up to each end; None stands for hands that are left out."""
    so_far, found, below = np.zeros(len(all_strengths()) + 1, np.int64), {}, 0
    ends = list(range_ends())
    for rank, step in enumerate(all_strengths(), 1):
        weight = improve(step, rank)
        top = Fraction(below + step.ways)
        while ends and ends[0] * HAND_COUNT <= top:
            part = int((ends[0] * HAND_COUNT - below) * _HUNDREDTHS)
            found[ends.pop(0)] = so_far if weight is None else so_far + part * weight
        if weight is not None:
            so_far = so_far + step.ways * _HUNDREDTHS * weight
        below += step.ways
    return found


@cache
def improve_range(low: Fraction, high: Fraction, kept: int) -> ImprovedRange:
    """Improve every hand whose place among all hands is between two ends of table 12."""
    weights = sum(
        (parts[high] - parts[low] for parts in (_improved_below(kept), _paired_below())),
        np.zeros(len(all_strengths()) + 1, np.int64),
    )
    return ImprovedRange(weights, int((high - low) * HAND_COUNT * _HUNDREDTHS) * _DRAWS * _SUITS)


def _count_improved_ranks(five: Sequence[int], kept: int) -> NDArray[np.int64]:
    """Return what five different ranks become, keeping the highest; over all suits, no flush.

    A flush needs kept cards of one suit. Of the ways to give suits, 4 * 3^m * 4^(d-m) leave a set
    of d drawn ranks in that suit, m of which are among the d ranks thrown away; 4 of them, if m is
    0, are those in which all five cards had one suit, and are left out.
    """
    held, thrown = sorted(five)[5 - kept :], sorted(five)[: 5 - kept]
    left = np.full(13, 4, np.int64)
    left[list(five)] -= 1
    sets = rank_draws(len(thrown))
    ways = BINOMIAL[left, sets.counts].prod(axis=1)
    here = ways.nonzero()[0]
    ways, bits, counts = ways[here], sets.bits[here], sets.counts[here]
    mixed, suited = ranks_of_key_sums(sets.sums[here] + sum(RANK_KEYS[value] for value in held))
    again = counts[:, thrown].sum(axis=1)
    flush = (bits >= 0) & (counts[:, held].sum(axis=1) == 0)
    in_suit = 4 * 3**again * 4 ** (len(thrown) - again) - 4 * (again == 0)
    flushes = np.where(flush, in_suit, 0)
    found = np.zeros(len(all_strengths()) + 1, np.int64)
    np.add.at(found, suited[flush], flushes[flush])
    np.add.at(found, mixed, ways * _SUITS - flushes)
    return found * (_DRAWS // comb(47, len(thrown)))


def real_card_win_chance(
    mine: tuple[Fraction, Fraction], other: tuple[Fraction, Fraction], kept: int
) -> Fraction:
    """Return how often a hand of a range wins with real cards, a tie being half a win.

    The two hands come from packs of their own, as eq. 34 has it.
    """
    one, two = improve_range(*mine, kept), improve_range(*other, kept)
    require_agreement("hands of a range", int(one.weights.sum()), one.total)
    halves = [2 * int(under) for under in two.weights.cumsum() - two.weights]
    won = sum(
        int(weight) * (under + int(tie))
        for weight, under, tie in zip(one.weights, halves, two.weights, strict=True)
    )
    return Fraction(won, 2 * one.total * two.total)


def check_section_4_1() -> Iterator[Claim]:
    """Check the numbers with which 4.1 justifies how hands improve."""
    item, q = "section-4.1", pair_improvement_probability()
    improves, both_improve, lower_wins, one_pair, both_hold = printed.chances_4_1
    why = f"exactly {format_fraction(q)}: 47 cards are left, three are drawn"
    yield compare_text(
        item, "the chance to improve a pair", improves, round_decimal(q, 3), evidence=why
    )
    yield compare_text(item, "both of two hands improve", both_improve, round_decimal(q * q, 2))
    where = "and the lower one wins, at most"
    yield compare_text(item, where, lower_wins, round_decimal(q * q / 2, 2))
    pairs = 13 * PAIR_COUNT
    share = Fraction(pairs, HAND_COUNT - hand_class_counts()["nothing"])
    why = (
        f"{pairs:,} of {HAND_COUNT - hand_class_counts()['nothing']:,} hands, "
        f"{format_decimal(share, 4)}; not 7 of 8"
    )
    where = "hands of a pair or better that are one pair"
    slip = "4.1: 7 of 8 hands"
    yield compare_text(item, where, one_pair, round_decimal(share, 2), evidence=why, slip=slip)
    both = share * (1 - q * q / 2)
    rest = format_decimal(1 - q * q / 2, 4)
    why = f"{format_decimal(share, 4)} in place of {one_pair}, times {rest}"
    yield compare_text(
        item, "both assumptions hold", both_hold, round_decimal(both, 2), evidence=why, slip=slip
    )


_TWELVE_STEPS_SLIP = "table 16: 12 steps for 13 pairs"
_TABLE_18_SLIP = "table 18: x is that of f(n), not of the pair"


def check_table_16() -> Iterator[Claim]:
    """Compare the hands x with which each class begins."""
    low, top = class_bounds()["2"], class_bounds()["two pairs"]
    straight = [low + place * (top - low) / 12 for place in range(13)]
    wrong = partial(compare_text, "table-16", otherwise="error")
    for line, (rank, says) in zip(straight, printed.table_16.items(), strict=True):
        ours = class_bounds()[rank]
        why = (
            f"exactly {format_fraction(ours)}, about {format_decimal(ours, 5)}, of {HAND_COUNT:,} "
            "hands"
        )
        if int(line * 100) == int(Fraction(says) * 100):
            why += (
                f"; print is {format_decimal(line, 5)} cut off, on a straight line from the "
                "lowest pair "
                "to the end of the highest in 12 steps, where 13 pairs make 13"
            )
        where = f"pair of {rank} or better"
        yield wrong(where, says, round_decimal(ours, 2), evidence=why, slip=_TWELVE_STEPS_SLIP)
    ours = class_bounds()["better"]
    why = f"exactly {format_fraction(ours)}, about {format_decimal(ours, 5)}"
    where = "three of a kind or better"
    yield wrong(where, printed.three_of_a_kind, round_decimal(ours, 2), evidence=why)
    cut = " ".join(round_decimal(Fraction(int(line * 100), 100), 2) for line in straight)
    why = "how print came about: 12 steps from the lowest pair to the end of the highest"
    says = " ".join(printed.table_16.values())
    yield compare_text("table-16", "a straight line in 12 steps, cut off", says, cut, evidence=why)
    table = "16" if printed.table_16["10"] not in " ".join(printed.table_15.values()) else "15"
    where, why = "5.5.2: a pair of tens is a hand x by table", "table 15 has no 0.78"
    yield compare_text("table-16", where, printed.pairs_are_in, table, evidence=why)


def check_table_17() -> Iterator[Claim | PaperTable]:
    """Compare the least pair to enter with, from exact cuts and exact classes."""
    found = solve_equilibrium("blind-poker(players=4, q=0.287)").profile
    keys = {3: "1: -", 2: "2: 1 drop", 1: "3: 1 drop, 2 drop"}
    for n, says in printed.table_17.items():
        (cut,) = found[keys[n]].cuts
        name, share = class_at(cut)
        why = (
            f"the exact cut is {format_decimal(cut, 6)}, in the pairs of {name} from "
            f"{format_decimal(class_bounds()[name], 6)} on: {format_decimal(100 * share, 3)} % "
            "of them enter"
        )
        where = f"{n} players to follow: pair of"
        yield compare_text("table-17", where, says, name, evidence=why, otherwise="superseded")
    rows = []
    for n, key in keys.items():
        (cut,) = found[key].cuts
        name, begins = strength_at(cut)
        rows.append(
            (
                str(n),
                (round_decimal(cut, 6), name, format_fraction(begins), round_decimal(begins, 6)),
            )
        )
    head = ("x", "least hand to enter with", "which begins at", "about")
    title = "the least real hand to enter with, of 2,598,960; players to follow"
    yield PaperTable("table-17", title, format_grid("to follow", head, rows))
    jacks, tens = Fraction(printed.table_16["J"]), Fraction(printed.table_16["10"])
    least = Fraction(printed.table_15["1: -"])
    where = "5.5.2: the share of tens that play, from x >= 0.79"
    yield compare_text("table-17", where, printed.tens_that_play, (jacks - least) / (jacks - tens))


def check_table_18() -> Iterator[Claim]:
    """Compare what the books ask for with exact classes, and f(n) with the table."""
    for n, (rank, says) in printed.table_18.items():
        ours = class_bounds()[rank]
        why = f"a pair of {rank} begins at {format_decimal(ours, 5)}"
        where = f"{n} to follow: the hand x of a pair of {rank}"
        as_before = printed.table_16[rank] == says
        slip = _TWELVE_STEPS_SLIP if as_before else _TABLE_18_SLIP
        if round_decimal(ours, 2) != says:
            why += "; as in table 16" if as_before else f"; table 16 has {printed.table_16[rank]}"
        yield compare_text(
            "table-18",
            where,
            says,
            round_decimal(ours, 2),
            evidence=why,
            otherwise="error",
            slip=slip,
        )
    for n, (_, says) in printed.table_18.items():
        near = abs(f_of_n(n) - Fraction(says)) <= Fraction(1, 100)
        why = f"f({n}) = {round_decimal(f_of_n(n), 2)} where the table has {says}"
        where = f"f({n}) closely approximates it"
        yield compare_text("table-18", where, True, near, evidence=why, otherwise="error")
    lost = f_of_n(6) + 2 * Fraction(36, 100)
    why = "without the minus of 5.5.4, as 2.9 has it; table 6 takes 0.92"
    where = "2.9: f(6) = 0.01 n^2 + ..."
    yield compare_text(
        "table-18",
        where,
        printed.f_of_6,
        round_decimal(lost, 2),
        evidence=why,
        otherwise="unreadable",
    )


def f_of_n(n: int) -> Fraction:
    """Return f(n) of 5.5.4."""
    return Fraction(-n * n + 13 * n + 50, 100)


def check_g() -> Iterator[Claim]:
    """Check g(l), which 5.5.4 prints with 1/2, 2.9 with 1/3, and table 6 with either."""
    for share, text in ((Fraction(1, 2), "1/2"), (Fraction(1, 3), "1/3")):
        ours = [
            round_decimal(low + share * (1 - low), 2) for low in map(Fraction, ("0.92", "0.96"))
        ]
        why = "table 6 takes 1/2 in its second line and 1/3 in its fourth"
        where = f"table 6: g(0.92), g(0.96) with {text}"
        slip = "g with 1/2 and with 1/3"
        yield compare_text(
            "g", where, printed.g_in_table_6, " ".join(ours), evidence=why, slip=slip
        )
    yield compare_text(
        "g",
        "5.5.4: g(l) is l plus half of",
        printed.g_of_l,
        "1 - l",
        evidence="as the text has it g(l) = l; 2.9 has 1 - l, and 1 and l look alike in type",
        otherwise="unreadable",
    )
    found = solve_equilibrium("blind-poker(players=4, q=0.287)").profile
    first, second = found["1: -"].cuts[0], found["2: 1 enter"].cuts[0]
    where = "who enters after another needs a better hand than he"
    yield compare_text("g", where, True, second > first)
    rise = format_decimal((second - first) / (1 - first), 3)
    why = f"player 2 after player 1: {format_decimal(second, 6)} after {format_decimal(first, 6)}"
    where = "g(l) = l + s(1-l): s"
    yield compare_text("g", where, printed.rise_of_g, rise, evidence=why, otherwise="superseded")


def _check_examples() -> Iterator[Claim]:
    """Compare the pairs of 5.5.4's examples with exact cuts and exact classes."""
    found = solve_equilibrium("blind-poker(players=4, q=0.287)").profile
    for key, pairs in printed.examples.items():
        cuts = found[key].cuts
        for said, cut, what in zip(pairs, cuts, ("goes on", "doubles"), strict=False):
            name, share = class_at(cut)
            why = (
                f"from {format_decimal(cut, 6)} on: {format_decimal(100 * share, 3)} % of the "
                f"pairs of {name}"
            )
            where = f"5.5.4: player {key[0]} {what} after {key[3:]} from a pair of"
            yield compare_text("figure-12", where, said, name, evidence=why, otherwise="superseded")


def check_figure_12() -> Iterator[Claim | PaperTable]:
    """Draw up the chart: with which pair each player enters, plays and doubles."""
    found = solve_equilibrium("blind-poker(players=4, q=0.287)")
    doubling: dict[int, set[str]] = {1: set(), 2: set(), 3: set()}
    rows = []
    for turn in found.form.turns():
        answer = found.answer(turn)
        for cut, action in zip(answer.cuts, answer.actions[1:], strict=True):
            name, share = class_at(cut)
            rows.append(
                (turn.view, (turn.actions[action], name, f"{format_decimal(100 * share, 3)} %"))
            )
            if turn.actions[action] == "double":
                doubling[turn.view.count("enter")].add(name)
    for others, says in printed.doubles.items():
        ours = ", ".join(name for name in class_bounds() if name in doubling[others])
        why = f"the least hands with which player 4 doubles after {others} have entered"
        where = f"5.5.3: player 4 doubles against {others} from"
        yield compare_text("figure-12", where, says, ours, evidence=why, otherwise="superseded")
    yield from _check_examples()
    head = ("to", "least hand", "of which")
    title = "figure 12: least hands, and which share of them, in a pack"
    yield PaperTable("figure-12", title, format_grid("after", head, rows))
