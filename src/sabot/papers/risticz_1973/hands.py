"""Sections 5.5.2 to 5.5.4: the models' hands in a real pack, by counting all 2,598,960 of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.exact import decimal, show
from sabot.papers.report import Claim, PaperTable, agreed, grid
from sabot.papers.risticz_1973 import printed
from sabot.papers.risticz_1973.profiles import check, fixed, solved
from sabot.poker.ladder import NOTHING, THREE, TWO_PAIRS, ladder
from sabot.poker.ladder import PAIR as PAIR_KIND
from sabot.poker.odds.counting import drawn

ALL = comb(52, 5)
PAIR = comb(4, 2) * comb(12, 3) * 4**3
"""Hands with a pair of one rank and no better."""
STRAIGHTS_AND_FLUSHES = 10 * 4**5 + 4 * comb(13, 5) - 4 * 10


@cache
def classes() -> dict[str, int]:
    """Return how many hands there are of nothing, of each pair, of two pairs, and of better ones.

    Every set of five ranks is counted with its suits; the same from binomials is the second road.
    """
    found: Counter[str] = Counter()
    for ranks in combinations_with_replacement(range(13), 5):
        counts = Counter(ranks)
        ways = prod(comb(4, many) for many in counts.values())
        shape = sorted(counts.values(), reverse=True)
        if shape[0] == 1:
            found["nothing"] += ways
        elif shape == [2, 1, 1, 1]:
            found[printed.RANKS[max(counts, key=lambda rank: counts[rank])]] += ways
        else:
            found["two pairs" if shape == [2, 2, 1] else "better"] += ways
    found["nothing"] -= STRAIGHTS_AND_FLUSHES
    found["better"] += STRAIGHTS_AND_FLUSHES
    agreed("hands of nothing", found["nothing"], comb(13, 5) * 4**5 - STRAIGHTS_AND_FLUSHES)
    agreed("pairs", {found[rank] for rank in printed.RANKS}, {PAIR})
    agreed("two pairs", found["two pairs"], comb(13, 2) * 36 * 44)
    agreed("all hands", sum(found.values()), ALL)
    agreed("classes on the ladder of all strengths", dict(found), _climbed())
    return dict(found)


def _climbed() -> dict[str, int]:
    """Return the same from the ladder of all 7,462 strengths of Sabot's own evaluator."""
    found: Counter[str] = Counter()
    kinds = {NOTHING: "nothing", TWO_PAIRS: "two pairs"}
    for step in ladder():
        is_pair = step.kind == PAIR_KIND
        name = printed.RANKS[step.high[0]] if is_pair else kinds.get(step.kind, "better")
        found[name] += step.ways
    return dict(found)


def least(hand: Fraction) -> tuple[str, Fraction]:
    """Return the strength of real hands that a hand x is in, and with which x it begins.

    >>> least(Fraction(1, 2))
    ('ace high, king next', Fraction(1, 2))
    """
    below = 0
    for step in ladder():
        if below + step.ways > hand * ALL:
            break
        below += step.ways
    return step.name, Fraction(below, ALL)


@cache
def bounds() -> dict[str, Fraction]:
    """Return the share of hands below each class: the hand x with which it begins."""
    order = ("nothing", *printed.RANKS, "two pairs", "better")
    below, found = 0, {}
    for name in order:
        found[name] = Fraction(below, ALL)
        below += classes()[name]
    return found


def held(hand: Fraction) -> tuple[str, Fraction]:
    """Return the class of real hands that a hand x is in, and the share of it from x on."""
    name = max((one for one in bounds() if bounds()[one] <= hand), key=lambda one: bounds()[one])
    size = Fraction(classes()[name], ALL)
    return name, 1 - (hand - bounds()[name]) / size


def improving() -> Fraction:
    """Return the chance that a pair improves with three new cards.

    It does not if they have three ranks, none of them the pair's: of 3 ranks one card is gone.
    """
    left = [3] * 3 + [4] * 9
    spoiled = sum(prod(three) for three in combinations(left, 3))
    return 1 - Fraction(spoiled, comb(47, 3))


DRAWN_FROM = {PAIR_KIND: 2, TWO_PAIRS: 4, THREE: 3}
"""How many cards the common rule keeps of a kind; of every better one all."""
_PLACES = 100
"""Ends of ranges have two decimals: a range holds a whole number of hundredths of a hand."""


class Improved(NamedTuple):
    """What the hands of a range become by the common draw, own cards out of the pack."""

    weights: NDArray[np.int64]
    """The weight of each rank."""
    total: int
    """That of the whole range, hands without a pair included."""


@cache
def improved_between(low: Fraction, high: Fraction) -> Improved:
    """Improve every hand whose place among all hands is between *low* and *high*.

    Hands without a pair are left out of the weights: 2.7 is lost, and what they throw away is not
    known. Cards that make no flush and no straight count by their ranks alone.
    """
    unit = comb(47, 3)
    weights = np.zeros(len(ladder()) + 1, np.int64)
    below = 0
    for rank, step in enumerate(ladder(), 1):
        first = max(Fraction(below), low * ALL)
        last = min(Fraction(below + step.ways), high * ALL)
        below += step.ways
        if last <= first or step.kind == NOTHING:
            continue
        many = int((last - first) * _PLACES)
        if step.kind not in DRAWN_FROM:
            weights[rank] += many * unit
            continue
        own = [4 * value + step.five[:place].count(value) for place, value in enumerate(step.five)]
        kept = own[: DRAWN_FROM[step.kind]]
        weights += drawn(kept, own) * (many * (unit // comb(47, 5 - len(kept))))
    return Improved(weights, int((high - low) * ALL * _PLACES) * unit)


def with_cards(
    win: Fraction, lose: Fraction, mine: tuple[Fraction, Fraction], other: tuple[Fraction, Fraction]
) -> tuple[Fraction, Fraction]:
    """Return XQ_2 of table 12 with real cards, as bounds: hands without a pair lose, or win, all.

    The two hands come from packs of their own, as eq. 34 has it; a tie is half a win.
    """
    one, two = improved_between(*mine), improved_between(*other)
    halves = [2 * int(under) for under in two.weights.cumsum() - two.weights]
    won = sum(
        int(weight) * (under + int(tie))
        for weight, under, tie in zip(one.weights, halves, two.weights, strict=True)
    )
    least = Fraction(won, 2 * one.total * two.total)
    known = Fraction(int(one.weights.sum()) * int(two.weights.sum()), one.total * two.total)
    area = (mine[1] - mine[0]) * (other[1] - other[0])
    low, high = (area * (win * q + lose * (1 - q)) for q in (least, least + 1 - known))
    return low, high


def section_4_1() -> Iterator[Claim]:
    """Check the numbers with which 4.1 justifies how hands improve."""
    item, q = "section-4.1", improving()
    why = f"exactly {show(q)}: 47 cards are left, three are drawn"
    yield check(item, "the chance to improve a pair", "0.287", fixed(q, 3), evidence=why)
    yield check(item, "both of two hands improve", "0.08", fixed(q * q, 2))
    yield check(item, "and the lower one wins, at most", "0.04", fixed(q * q / 2, 2))
    pairs = 13 * PAIR
    share = Fraction(pairs, ALL - classes()["nothing"])
    why = f"{pairs:,} of {ALL - classes()['nothing']:,} hands, {decimal(share, 4)}; not 7 of 8"
    where = "hands of a pair or better that are one pair"
    slip = "4.1: 7 of 8 hands"
    yield check(item, where, "0.87", fixed(share, 2), evidence=why, slip=slip)
    both = share * (1 - q * q / 2)
    why = f"{decimal(share, 4)} in place of 0.87, times {decimal(1 - q * q / 2, 4)}"
    yield check(item, "both assumptions hold", "0.84", fixed(both, 2), evidence=why, slip=slip)


_TWELVE = "table 16: 12 steps for 13 pairs"
_OWN_LINE = "table 18: x is that of f(n), not of the pair"


def table_16() -> Iterator[Claim]:
    """Compare the hands x with which each class begins."""
    low, top = bounds()["2"], bounds()["two pairs"]
    straight = [low + place * (top - low) / 12 for place in range(13)]
    wrong = partial(check, "table-16", otherwise="error")
    for line, (rank, says) in zip(straight, printed.TABLE_16.items(), strict=True):
        ours = bounds()[rank]
        why = f"exactly {show(ours)} = {decimal(ours, 5)}, of {ALL:,} hands"
        if int(line * 100) == int(Fraction(says) * 100):
            why += (
                f"; print is {decimal(line, 5)} cut off, on a straight line from the lowest pair "
                "to the end of the highest in 12 steps, where 13 pairs make 13"
            )
        where = f"pair of {rank} or better"
        yield wrong(where, says, fixed(ours, 2), evidence=why, slip=_TWELVE)
    ours = bounds()["better"]
    why = f"exactly {show(ours)} = {decimal(ours, 5)}"
    where = "three of a kind or better"
    yield wrong(where, printed.THREE_OF_A_KIND, fixed(ours, 2), evidence=why)
    cut = " ".join(fixed(Fraction(int(line * 100), 100), 2) for line in straight)
    why = "how print came about: 12 steps from the lowest pair to the end of the highest"
    says = " ".join(printed.TABLE_16.values())
    yield check("table-16", "a straight line in 12 steps, cut off", says, cut, evidence=why)
    table = "16" if printed.TABLE_16["10"] not in " ".join(printed.TABLE_15.values()) else "15"
    where, why = "5.5.2: a pair of tens is a hand x by table", "table 15 has no 0.78"
    yield check("table-16", where, printed.PAIRS_ARE_IN, table, evidence=why)


def table_17() -> Iterator[Claim | PaperTable]:
    """Compare the least pair to enter with, from exact cuts and exact classes."""
    found = solved("blind-poker(players=4, q=0.287)").profile
    keys = {3: "1: -", 2: "2: 1 drop", 1: "3: 1 drop, 2 drop"}
    for n, says in printed.TABLE_17.items():
        (cut,) = found[keys[n]].cuts
        name, share = held(cut)
        why = (
            f"the exact cut is {decimal(cut, 6)}, in the pairs of {name} from "
            f"{decimal(bounds()[name], 6)} on: {decimal(100 * share, 3)} % of them enter"
        )
        where = f"{n} players to follow: pair of"
        yield check("table-17", where, says, name, evidence=why, otherwise="superseded")
    rows = []
    for n, key in keys.items():
        (cut,) = found[key].cuts
        name, begins = least(cut)
        rows.append((str(n), (fixed(cut, 6), name, show(begins), fixed(begins, 6))))
    head = ("x", "least hand to enter with", "which begins at", "about")
    title = "the least real hand to enter with, of 2,598,960; players to follow"
    yield PaperTable("table-17", title, grid("to follow", head, rows))
    tens = Fraction("0.81"), Fraction("0.78")
    share = (tens[0] - Fraction("0.79")) / (tens[0] - tens[1])
    yield check("table-17", "5.5.2: the share of tens that play, from x >= 0.79", "2/3", share)


def table_18() -> Iterator[Claim]:
    """Compare what the books ask for with exact classes, and f(n) with the table."""
    for n, (rank, says) in printed.TABLE_18.items():
        ours = bounds()[rank]
        why = f"a pair of {rank} begins at {decimal(ours, 5)}"
        where = f"{n} to follow: the hand x of a pair of {rank}"
        as_before = printed.TABLE_16[rank] == says
        slip = _TWELVE if as_before else _OWN_LINE
        if fixed(ours, 2) != says:
            why += "; as in table 16" if as_before else f"; table 16 has {printed.TABLE_16[rank]}"
        yield check(
            "table-18", where, says, fixed(ours, 2), evidence=why, otherwise="error", slip=slip
        )
    for n, (_, says) in printed.TABLE_18.items():
        near = abs(quadratic(n) - Fraction(says)) <= Fraction(1, 100)
        why = f"f({n}) = {fixed(quadratic(n), 2)} where the table has {says}"
        where = f"f({n}) closely approximates it"
        yield check("table-18", where, True, near, evidence=why, otherwise="error")
    lost = quadratic(6) + 2 * Fraction(36, 100)
    why = "without the minus of 5.5.4, as 2.9 has it; table 6 takes 0.92"
    where = "2.9: f(6) = 0.01 n^2 + ..."
    yield check("table-18", where, "0.92", fixed(lost, 2), evidence=why, otherwise="unreadable")


def quadratic(n: int) -> Fraction:
    """Return f(n) of 5.5.4."""
    return Fraction(-n * n + 13 * n + 50, 100)


def follow() -> Iterator[Claim]:
    """Check g(l), which 5.5.4 prints with 1/2, 2.9 with 1/3, and table 6 with either."""
    for share, text in ((Fraction(1, 2), "1/2"), (Fraction(1, 3), "1/3")):
        ours = [fixed(low + share * (1 - low), 2) for low in map(Fraction, ("0.92", "0.96"))]
        why = "table 6 takes 1/2 in its second line and 1/3 in its fourth"
        where = f"table 6: g(0.92), g(0.96) with {text}"
        slip = "g with 1/2 and with 1/3"
        yield check("g", where, "0.96 0.97", " ".join(ours), evidence=why, slip=slip)
    yield check(
        "g",
        "5.5.4: g(l) is l plus half of",
        printed.G_OF_L,
        "1 - l",
        evidence="as the text has it g(l) = l; 2.9 has 1 - l, and 1 and l look alike in type",
        otherwise="unreadable",
    )
    found = solved("blind-poker(players=4, q=0.287)").profile
    first, second = found["1: -"].cuts[0], found["2: 1 enter"].cuts[0]
    where = "who enters after another needs a better hand than he"
    yield check("g", where, True, second > first)
    rise = decimal((second - first) / (1 - first), 3)
    why = f"player 2 after player 1: {decimal(second, 6)} after {decimal(first, 6)}"
    where = "g(l) = l + s(1-l): s"
    yield check("g", where, "1/2", rise, evidence=why, otherwise="superseded")


def _examples() -> Iterator[Claim]:
    """Compare the pairs of 5.5.4's examples with exact cuts and exact classes."""
    found = solved("blind-poker(players=4, q=0.287)").profile
    for key, pairs in printed.EXAMPLES.items():
        cuts = found[key].cuts
        for said, cut, what in zip(pairs, cuts, ("goes on", "doubles"), strict=False):
            name, share = held(cut)
            why = f"from {decimal(cut, 6)} on: {decimal(100 * share, 3)} % of the pairs of {name}"
            where = f"5.5.4: player {key[0]} {what} after {key[3:]} from a pair of"
            yield check("figure-12", where, said, name, evidence=why, otherwise="superseded")


def figure_12() -> Iterator[Claim | PaperTable]:
    """Draw up the chart: with which pair each player enters, plays and doubles."""
    found = solved("blind-poker(players=4, q=0.287)")
    doubling: dict[int, set[str]] = {1: set(), 2: set(), 3: set()}
    rows = []
    for turn in found.form.turns():
        answer = found.answer(turn)
        for cut, action in zip(answer.cuts, answer.actions[1:], strict=True):
            name, share = held(cut)
            rows.append((turn.view, (turn.actions[action], name, f"{decimal(100 * share, 3)} %")))
            if turn.actions[action] == "double":
                doubling[turn.view.count("enter")].add(name)
    for others, says in printed.DOUBLES.items():
        ours = ", ".join(name for name in bounds() if name in doubling[others])
        why = f"the least hands with which player 4 doubles after {others} have entered"
        where = f"5.5.3: player 4 doubles against {others} from"
        yield check("figure-12", where, says, ours, evidence=why, otherwise="superseded")
    yield from _examples()
    head = ("to", "least hand", "of which")
    title = "figure 12: least hands, and which share of them, in a pack"
    yield PaperTable("figure-12", title, grid("after", head, rows))
