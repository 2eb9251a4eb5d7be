"""Tables 1, 2 and 20, and what is thrown away (2.7): the pack of 52, counted whole."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import comb

import numpy as np
from numpy.typing import NDArray

from sabot.exact import decimal, show
from sabot.papers.report import Claim, Difference, PaperTable, agreed, grid
from sabot.papers.risticz_1973 import printed
from sabot.papers.risticz_1973.profiles import check, fixed, places
from sabot.poker.classes import classes, counts
from sabot.poker.deck import cards, text
from sabot.poker.hand import Hand
from sabot.poker.ladder import (
    FLUSH,
    FOUR,
    KINDS,
    NOTHING,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIRS,
    Strength,
    ladder,
)
from sabot.poker.odds.counting import drawn
from sabot.poker.odds.every import MANY, Holds, common_holds, every_hold
from sabot.poker.odds.field import by_kind, field, kind_of_rank
from sabot.poker.odds.removed import every_removed

ALL = comb(52, 5)
DRAWN = {
    ("one pair", 3): ("6c6d7c2dKs", "6c6d"),
    ("one pair", 2): ("6c6d7c2dAs", "6c6dAs"),
    ("two pairs", 1): ("6c6d7c7dAs", "6c6d7c7d"),
    ("three of a kind", 2): ("6c6d6h2dAs", "6c6d6h"),
    ("three of a kind", 1): ("6c6d6h2dAs", "6c6d6hAs"),
    ("4 straight (open)", 1): ("5c6d7h8sKc", "5c6d7h8s"),
    ("4 straight (gap)", 1): ("5c6d7h9sKc", "5c6d7h9s"),
    ("4 flush", 1): ("2c6c9cJcKd", "2c6c9cJc"),
    ("4 straight flush", 1): ("5c6c7c8cKd", "5c6c7c8c"),
}
"""A hand for each draw of table 2, and what is held of it; others of a sort have the same odds."""


PATTERNS = {"4 straight (open)": 9, "4 straight (gap)": 32}
"""Fours of ranks: 2-3-4-5 to 10-J-Q-K; three gaps in each of ten straights, A-2-3-4 and J-Q-K-A."""


def table_1() -> Iterator[Claim]:
    """Check the order of the nine kinds, and that the stronger is the rarer."""
    ours = ", ".join(reversed(KINDS))
    yield check("table-1", "kinds, the strongest first", ", ".join(printed.TABLE_1), ours)
    many = list(counts().values())
    why = f"hands of each: {', '.join(f'{one:,}' for one in many)}"
    yield check("table-1", "the stronger is the rarer", True, many == sorted(many), evidence=why)


def table_2() -> Iterator[Claim | PaperTable]:
    """Compare every chance of Epstein's table."""
    dealt = {name: Fraction(many, ALL) for name, many in counts().items()}
    dealt["royal flush"] = Fraction(4, ALL)
    dealt["straight flush"] -= Fraction(4, ALL)
    for where, table in (("dealt", printed.DEALT), ("dealt, said again", printed.AGAIN)):
        for name, says in table.items():
            lost = where != "dealt" and says != printed.DEALT[name]
            yield _chance(f"{name}, {where}", says, dealt[name], digit_lost=lost, slip=name)
    yield from _fours()
    rows = []
    for (name, many), line in printed.DRAWS.items():
        ways = _improved(*DRAWN[name, many])
        for entry in line.split(", "):
            to, _, says = entry.rpartition(" ")
            yield _chance(f"{name}, {many} drawn: {to}", says, ways[to])
            rows.append((f"{name}, {many} drawn: {to}", (says, ways[to], decimal(ways[to], 6))))
    head = ("printed", "exactly", "about")
    yield PaperTable("table-2", "chances of improvement", grid("", head, rows))


def _fours() -> Iterator[Claim]:
    """Compare how often four cards to a straight, a flush or both are dealt."""
    ways, wholes = fours()
    for name, says in printed.FOURS.items():
        many = PATTERNS.get(name, 0)
        exact, guess = Fraction(ways[name], ALL), Fraction(many * 4**4 * 39, ALL)
        why = f"exactly {show(exact)}: {ways[name]:,} hands that are no straight and no flush yet"
        if many:
            why += (
                f"; print is {many} * 4^4 * 39 / C(52,5) = {decimal(guess, 4)}, as if the fifth "
                "card were of another suit, and hands that hold two such fours come twice"
            )
        if name == "4 straight flush":
            whole = wholes[name]
            why += (
                ". The row is the open four: its improvements on the next two lines are 2/47 and "
                f"15/47. With hands that are a straight or a flush already {whole:,}, "
                f"{decimal(Fraction(whole, ALL), 3)}"
            )
        slip = "table 2: fours to a straight" if many else ""
        kind: Difference = "error" if many else "misprint"
        ours = fixed(exact, places(says))
        yield check(
            "table-2", f"{name}, dealt", says, ours, evidence=why, otherwise=kind, slip=slip
        )


def _chance(
    where: str, says: str, exact: Fraction, *, digit_lost: bool = False, slip: str = ""
) -> Claim:
    off = decimal(Fraction(says) - exact, 2)
    why = f"exactly {show(exact)} = {decimal(exact, 5)}; print is off by {off}"
    if digit_lost:
        why += "; the table itself has the right figure in another column, with one digit more"
    kind: Difference = "unreadable" if digit_lost else "misprint"
    ours = fixed(exact, places(says))
    slip = f"table 2: {slip}" if slip else ""
    return check("table-2", where, says, ours, evidence=why, otherwise=kind, slip=slip)


def improvement(kind: str, many: int, to: str = "any improvement") -> Fraction:
    """Return the chance that a draw of table 2 improves a hand, or improves it to a kind."""
    return _improved(*DRAWN[kind, many])[to]


def _improved(hand: str, held: str) -> dict[str, Fraction]:
    """Return the chance of each kind after a draw, counted by ranks and card by card."""
    own, kept = Hand(hand), cards(held, many=None)
    ways = drawn(kept, own.cards)
    if len(kept) == 4:
        rest = [card for card in range(52) if card not in own.cards]
        one_by_one = np.bincount([Hand((*kept, card)).rank for card in rest], minlength=len(ways))
        agreed(f"{held} filled up", ways.tolist(), one_by_one.tolist())
    total = int(ways.sum())
    found = {name: Fraction(many, total) for name, many in by_kind(ways).items()}
    better = KINDS[own.strength.kind + 1 :]
    straight = sum((found[name] for name in ("straight", "flush", "straight flush")), Fraction(0))
    found["any improvement"] = sum((found[name] for name in better), Fraction(0))
    found["any straight or flush"] = straight
    return found


def fours() -> tuple[dict[str, int], dict[str, int]]:
    """Return how many hands hold four cards to a straight or a flush, and how many with made ones.

    The first counts leave out every hand that is a straight or a flush already; the second ones
    leave out straight flushes alone. A hand with four to an open straight is not counted among
    those with a gap. Four to a straight flush are counted where they are open, which is the row of
    table 2.
    """
    hands, ways = classes().hands.astype(np.int64), classes().ways
    kinds = kind_of_rank()[classes().ranks.astype(np.intp) - 1]
    opened, gap, flush, both = (np.zeros(len(hands), bool) for _ in range(4))
    for gone in range(5):
        four = np.delete(hands, gone, axis=1)
        runs = _runs(four >> 2)
        suited = ((four & 3) == (four[:, :1] & 3)).all(axis=1)
        opened |= runs == 2
        gap |= runs == 1
        flush |= suited
        both |= suited & (runs == 2)
    found = {
        "4 straight (open)": opened,
        "4 straight (gap)": gap & ~opened,
        "4 flush": flush,
        "4 straight flush": both,
    }
    left, whole = (
        {name: int(ways[one & ~np.isin(kinds, made)].sum()) for name, one in found.items()}
        for made in ((STRAIGHT, FLUSH, STRAIGHT_FLUSH), (STRAIGHT_FLUSH,))
    )
    return left, whole


_SIZES = np.array([bin(mask).count("1") for mask in range(1 << 13)])
"""How many ranks a set of them has, as bits."""


def _runs(ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return by how many ranks each four becomes a straight: 2 where it is open, 1 at a gap."""
    masks = np.zeros(len(ranks), np.int64)
    for column in ranks.T:
        masks |= 1 << column
    found = np.zeros(len(ranks), np.int64)
    for low in range(-1, 9):
        window = sum(1 << (rank % 13) for rank in range(low, low + 5))
        inside = (masks & ~window) == 0
        found += inside & (_SIZES[masks] == 4)
    return found


def table_20() -> Iterator[Claim]:
    """Ask of each kind whether q(h) orders it, and whether the kinds are in order."""
    for kind, name in enumerate(KINDS):
        own = [step for step in ladder() if step.kind == kind]
        falls = sum(a >= b for a, b in pairwise(sequenced(step, mended=False) for step in own))
        why = f"{falls} of {len(own) - 1} steps do not rise; {_LACKS.get(name, 'every one does')}"
        where = f"{name}: q(h) is higher for every better hand"
        verdict: Difference = "unreadable" if name == "flush" else "error"
        yield check("table-20", where, True, not falls, evidence=why, otherwise=verdict)
    rising = all(
        sequenced(low, mended=True) < sequenced(high, mended=True)
        for low, high in pairwise(ladder())
        if low.kind != high.kind or low.kind != FOUR
    )
    where = "with the lost term, all but kickers of four of a kind are in order"
    yield check("table-20", where, True, rising)
    most = max(sequenced(step, mended=True) for step in ladder())
    why = f"the largest is {most:,}; 13^7 = {13**7:,} is a bound, and 6 times as much"
    yield check("table-20", "the largest q(h) is below 13^7", True, most < 13**7, evidence=why)
    yield from _bounds()


def _bounds() -> Iterator[Claim]:
    """Hold each kind to the bounds that are printed beside it, and the next to begin at one."""
    largest = {KINDS[step.kind]: sequenced(step, mended=True) for step in ladder()}
    for given, word in ((printed.BOUNDS_20, "bound"), (printed.NEARER_20, "nearer bound")):
        for name, multiples in given.items():
            bound, most = _number(multiples), largest[name]
            why = f"the largest is {most:,}, the bound {bound:,}"
            yield check("table-20", f"{name}: the {word}", True, most < bound, evidence=why)
    for low, high in pairwise(KINDS):
        bound, start = _number(printed.BOUNDS_20[low]), _number(printed.TABLE_20[high][0])
        where = f"{high}: begins at the bound of {low}"
        why = _BEGINS.get(high, _EACH_BEGINS)
        yield check(
            "table-20",
            where,
            bound,
            start,
            evidence=why,
            otherwise="unreadable",
            basis="formula",
        )
    many, power = printed.SUM_20
    total = _number(printed.NEARER_20["high card"])
    why = "12 (13^4 + ... + 1) is 13^5 - 1: the 12 is cancelled by 13 - 1; the bound 13^6 holds"
    yield check(
        "table-20",
        "high card: the sum",
        many * (13**power - 1),
        total,
        evidence=f"{why}; a denominator may be lost in the text",
        otherwise="unreadable",
        basis="formula",
    )


def _number(multiples: tuple[int, ...]) -> int:
    """Return the sum of so many ones, thirteens, and so on."""
    return sum(many * weight for many, weight in zip(multiples, _POWERS, strict=True))


_EACH_BEGINS = "what is added for a kind is the bound of the one below it"
_BEGINS = {"four of a kind": "the text that was read has 13^5 twice in it, once for 13^3"}


_LACKS = {
    "flush": "the third card has no term, 13^2 I3, in the text that was read",
    "four of a kind": "the odd card has no term, which does no harm in one pack",
}
_POWERS: tuple[int, ...] = tuple(13**power for power in range(7))


def sequenced(step: Strength, *, mended: bool) -> int:
    """Return q(h) of table 20; *mended*, with the term that a flush lacks."""
    base, powers = printed.TABLE_20[KINDS[step.kind]]
    if mended:
        powers = tuple(2 if power is None else power for power in powers)
    pairs = zip(step.high, powers, strict=False)
    return _number(base) + sum(
        value * _POWERS[power] for value, power in pairs if power is not None
    )


def section_2_7() -> Iterator[Claim | PaperTable]:
    """Compare the common rule with the best discard of every class of hands."""
    found, usual, ways = every_removed(), common_holds(), classes().ways
    rows = np.arange(len(ways))
    best = found.best
    lost = found.values[rows, best] - found.values[rows, usual]
    apart = every_hold(field("improved"))
    alone = apart.values[rows, apart.best] - apart.values[rows, usual]
    kinds = kind_of_rank()[classes().ranks.astype(np.intp) - 1]
    for kind in (PAIR, TWO_PAIRS, THREE, STRAIGHT):
        own = kinds >= kind if kind == STRAIGHT else kinds == kind
        wrong, other = (int(ways[own & (one > 0)].sum()) for one in (lost, alone))
        why = (
            "2.7 says that its Monte Carlo agreed exactly with what Reese and Watkins advocate. "
            "Their list is not at hand, figure 2 is lost, and what was maximised is not said: we "
            "took the rule that books have in common, and the chance to win against one who plays "
            "on a pair or better and draws by the same rule, the own five cards out of his pack; "
            f"with all 52 in it, {other:,}. 20,000 trials have a standard error of 0.0035 and see "
            "a part of it: table below"
        )
        name = KINDS[kind] + (" or better" if kind == STRAIGHT else "")
        where = f"if the rule was the common one: hands with {name} that it plays wrong"
        yield check("section-2.7", where, 0, wrong, evidence=why, otherwise="superseded")
    head = ("hands", "worst", "keep", "loses")
    title = "where the common rule is not the best discard: how many cards to keep instead"
    lines = []
    for kind in (NOTHING, PAIR):
        for many in range(1, 5):
            wrong_here = (kinds == kind) & (lost > 0) & (MANY[best] == many)
            if wrong_here.any():
                lines.append((f"{KINDS[kind]}: {many}", _worst(found, best, usual, wrong_here)))
    yield PaperTable("section-2.7", title, grid("", head, lines))


def _worst(
    found: Holds, best: NDArray[np.int64], usual: NDArray[np.int64], wrong: NDArray[np.bool_]
) -> tuple[str, str, str, str]:
    """Return how many hands are played wrong, the one that loses most by it, and how much."""
    rows = np.flatnonzero(wrong)
    losses = [found.value(row, best[row]) - found.value(row, usual[row]) for row in rows.tolist()]
    row = int(rows[losses.index(max(losses))])
    hand = classes().hands[row].tolist()
    kept = "".join(text(card) for place, card in enumerate(hand) if best[row] >> place & 1)
    many = f"{int(classes().ways[wrong].sum()):,}"
    return many, "".join(map(text, hand)), kept, decimal(max(losses), 4)
