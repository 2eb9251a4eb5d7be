"""Figures 1 to 3, table 6 and appendix B: the program of chapter 2, step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, factorial

from sabot.exact import decimal
from sabot.games.poker.draw.dealing import PlayersTable
from sabot.games.poker.draw.players import evenly
from sabot.games.poker.draw.rules import tell
from sabot.games.poker.draw.seen import Seen
from sabot.papers.report import Claim, PaperTable, agreed, grid
from sabot.papers.risticz_1973 import printed
from sabot.papers.risticz_1973.hands import quadratic
from sabot.papers.risticz_1973.profiles import check, fixed
from sabot.poker.classes import classes
from sabot.poker.ladder import KINDS, PAIR, ladder
from sabot.poker.odds.every import common_holds

SMALL = (2, 3, 4, 5, 6)
"""Packs whose every shuffle is gone through."""
_KEPT = {4: "four to a flush or an open straight", 1: "nothing of the kind"}
"""What a hand without a pair has, by how many cards of it are kept."""
_GAMES = 100


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
    yield check(
        "figure-1",
        "x from the closed interval [0, 1]",
        True,
        last <= 52,
        evidence=why,
        otherwise="error",
    )


def figure_2() -> Iterator[Claim | PaperTable]:
    """Draw up what is thrown away, kind by kind, with all hands of the pack; the print is lost."""
    ways: Counter[tuple[str, str]] = Counter()
    throws: dict[str, set[int]] = {}
    for hold, number, rank in zip(common_holds(), classes().ways, classes().ranks, strict=True):
        kind, kept = KINDS[ladder()[int(rank) - 1].kind], int(hold).bit_count()
        ways[kind, _KEPT[kept] if kind == KINDS[0] else ""] += int(number)
        throws.setdefault(kind, set()).add(5 - kept)
    agreed("hands that are thrown from", sum(ways.values()), comb(52, 5))
    (ours,) = throws[KINDS[PAIR]]
    yield check("figure-2", "cards thrown away of one pair (2.7)", printed.PAIR_THROWS, ours)
    lines = []
    for (kind, which), number in sorted(ways.items(), key=lambda one: -KINDS.index(one[0][0])):
        thrown = 4 if which == _KEPT[1] else 1 if which else max(throws[kind])
        lines.append((f"{kind}, {which}" if which else kind, (str(thrown), f"{number:,}")))
    title = "figure 2: what players throw away, and of how many of the 2,598,960 hands"
    yield PaperTable("figure-2", title, grid("a hand of", ("cards thrown", "hands"), lines))


def figure_3() -> Iterator[Claim]:
    """Ask whether the game as it is told goes through the steps of the program, in their order."""
    orders = {tuple(dict.fromkeys(asked(seed))) for seed in range(_GAMES)}
    met = {step for order in orders for step in order}
    ours = [step for step in printed.FIGURE_3 if step in met] + sorted(met - {*printed.FIGURE_3})
    why = f"{_GAMES} hands of five players, by the rules as they are told"
    says = ", ".join(printed.FIGURE_3)
    yield check("figure-3", "what is asked for", says, ", ".join(ours), evidence=why)
    rising = all(order == tuple(step for step in ours if step in order) for order in orders)
    yield check("figure-3", "always in this order", True, rising, evidence=why)


def asked(seed: int) -> list[str]:
    """Return what the players of one hand are asked for, in order; they answer evenly."""
    found: list[str] = []

    def answers(seen: Seen) -> str:
        found.append("enter" if seen.stage == "blind" else seen.stage)
        return evenly(seen)

    stacks = {str(number): 100 for number in range(1, 6)}
    table = PlayersTable(stacks, dict.fromkeys(stacks, ("anybody", answers)), seed=seed)
    table.hand(lambda there: tell(there, stacks, 3))
    return found


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


_INDEX = "appendix B: the index of a pair"


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
        yield check(
            "appendix-B", where, m * m, inside, evidence=why, otherwise="error", slip=_INDEX
        )
    yield check(
        "appendix-B",
        "the statistic chi^2_1: the square of",
        printed.SQUARED,
        "(f_i - n/10)",
        evidence="observed less expected, as in the second statistic of appendix B",
        otherwise="unreadable",
    )
