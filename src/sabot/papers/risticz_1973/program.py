"""Figure 1, table 6 and appendix B: the program of chapter 2, step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import factorial

from sabot.exact import decimal
from sabot.papers.report import Claim, agreed
from sabot.papers.risticz_1973 import printed
from sabot.papers.risticz_1973.hands import quadratic
from sabot.papers.risticz_1973.profiles import check, fixed

SMALL = (2, 3, 4, 5, 6)
"""Packs whose every shuffle is gone through."""


def shuffles(cards: int) -> Counter[tuple[int, ...]]:
    """Return how often each order comes, over all choices of figure 1, each as likely."""
    found: Counter[tuple[int, ...]] = Counter()
    for chosen in product(*(range(place, cards) for place in range(cards - 1))):
        pack = list(range(cards))
        for place, other in enumerate(chosen):
            pack[place], pack[other] = pack[other], pack[place]
        found[tuple(pack)] += 1
    return found


def figure_1() -> Iterator[Claim]:
    """Check the example, and that all orders of a small pack are equally likely."""
    place, x, says = printed.FIGURE_1
    ours = place + int(Fraction(x) * (53 - place))
    yield check("figure-1", f"i = {place}, x = {x}: n", says, ours)
    even = all(
        set(found.values()) == {1} and len(found) == factorial(cards)
        for cards in SMALL
        for found in (shuffles(cards),)
    )
    why = f"all choices for {SMALL[0]} to {SMALL[-1]} cards: every order comes once"
    yield check("figure-1", "all orders are equally likely", True, even, evidence=why)
    last = 52 + int(Fraction(1) * (53 - 52))
    why = "x = 1 would exchange with a 53rd card: the interval must be open at 1"
    yield check("figure-1", "x from the closed interval [0, 1]", True, last <= 52, evidence=why)


def decisions(share: Fraction) -> dict[int, str]:
    """Return what players 1 to 6 of table 6 do, with g(l) = l + share (1 - l)."""
    found: dict[int, str] = {}
    least: Fraction | None = None
    for player, (chance, _) in printed.TABLE_6.items():
        needed = quadratic(7 - player) if least is None else least + share * (1 - least)
        enters = Fraction(chance) >= needed
        found[player] = "enters" if enters else "drops"
        if enters:
            least = needed
    return found


def table_6() -> Iterator[Claim]:
    """Redo the example of the betting algorithm, with either g."""
    says = " ".join(what for _, what in printed.TABLE_6.values())
    for share in (Fraction(1, 3), Fraction(1, 2)):
        ours = " ".join(decisions(share).values())
        yield check("table-6", f"players 1 to 6 with g of {share}", says, ours)
    chance = Fraction(printed.SEVENTH)
    for share in (Fraction(1, 3), Fraction(1, 2)):
        least = quadratic(6) + share * (1 - quadratic(6))
        top = least + (1 - least) / 2
        ours = "drops" if chance < least / 2 else "plays on" if chance <= top else "doubles"
        why = f"l/2 = {decimal(least / 2, 4)}, l + (1 - l)/2 = {decimal(top, 4)}"
        yield check("table-6", f"the blind with g of {share}", "plays on", ours, evidence=why)
    ours = fixed(quadratic(6), 2)
    yield check("table-6", "f(6), with the minus of 5.5.4", "0.92", ours)


def appendix_b() -> Iterator[Claim]:
    """Ask of the way from one random number to two whether it is what it is said to be."""
    for m in (2, 3, 10):
        places = [divmod(k, m) for k in range(1, m * m + 1)]
        pairs = [(high + 1, low) for high, low in places]
        inside = sum(0 <= i <= m - 1 and 0 <= j <= m - 1 for i, j in pairs)
        mended = {divmod(k - 1, m) for k in range(1, m * m + 1)}
        agreed("pairs", mended, {(i, j) for i in range(m) for j in range(m)})
        why = (
            f"k = m(i-1) + j with 0 <= j <= m-1 gives i from 1 to m+1: {inside} of {m * m} "
            "intervals land in the set; k - 1 = m i + j gives every pair once"
        )
        where = f"m = {m}: every interval goes to a pair of the set"
        yield check("appendix-B", where, m * m, inside, evidence=why)
