"""Tables 1, 2 and 20, and what is thrown away (2.7): the pack of 52, counted whole."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import comb

import numpy as np
from numpy.typing import NDArray

from sabot.exact import decimal, show
from sabot.papers.report import Claim, PaperTable, agreed, grid
from sabot.papers.risticz_1973 import printed
from sabot.papers.risticz_1973.profiles import check, fixed, places
from sabot.poker.classes import classes, counts
from sabot.poker.deck import cards, text
from sabot.poker.hand import Hand
from sabot.poker.ladder import KINDS, STRAIGHT, Strength, ladder
from sabot.poker.odds.counting import drawn
from sabot.poker.odds.every import common_holds, every_hold
from sabot.poker.odds.field import by_kind, field, kind_of_rank

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
            yield _chance(f"{name}, {where}", says, dealt[name])
    for name, says in printed.FOURS.items():
        twice, once = fours()[name]
        why = (
            f"exactly {show(once)}; a hand with a pair of one of the four ranks holds two such "
            f"fours, and counted twice it gives {show(twice)} = {decimal(twice, 3)}"
        )
        yield check("table-2", f"{name}, dealt", says, fixed(once, places(says)), evidence=why)
    rows = []
    for (name, many), line in printed.DRAWS.items():
        ways = _improved(*DRAWN[name, many])
        for entry in line.split(", "):
            to, _, says = entry.rpartition(" ")
            yield _chance(f"{name}, {many} drawn: {to}", says, ways[to])
            rows.append((f"{name}, {many} drawn: {to}", (says, ways[to], decimal(ways[to], 6))))
    head = ("printed", "exactly", "about")
    yield PaperTable("table-2", "chances of improvement", grid("", head, rows))


def _chance(where: str, says: str, exact: Fraction) -> Claim:
    off = decimal(Fraction(says) - exact, 2)
    why = f"exactly {show(exact)} = {decimal(exact, 5)}; print is off by {off}"
    return check("table-2", where, says, fixed(exact, places(says)), evidence=why)


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


def fours() -> dict[str, tuple[Fraction, Fraction]]:
    """Return how often four cards to a straight or a flush are dealt: fours, and hands with one.

    A hand that is a straight or a flush already is none of them; a four to an open straight is not
    one to a gap, and a four to a straight flush may be either.
    """
    hands, ways = classes().hands.astype(np.int64), classes().ways
    kinds = kind_of_rank()[classes().ranks.astype(np.intp) - 1]
    names = list(printed.FOURS)
    found = {name: np.zeros(len(hands), np.int64) for name in names}
    for gone in range(5):
        four = np.delete(hands, gone, axis=1)
        runs = _runs(four >> 2)
        suited = ((four & 3) == (four[:, :1] & 3)).all(axis=1)
        straight = kinds == STRAIGHT
        ready = np.isin(kinds, (5, 8))
        found[names[0]] += (runs == 2) & ~straight & (kinds != 8)
        found[names[1]] += (runs == 1) & ~straight & (kinds != 8)
        found[names[2]] += suited & ~ready
        found[names[3]] += suited & (runs > 0) & (kinds != 8) & ~ready & ~straight
    found[names[1]][found[names[0]] > 0] = 0
    return {
        name: (
            Fraction(int((many * ways).sum()), ALL),
            Fraction(int((ways[many > 0]).sum()), ALL),
        )
        for name, many in found.items()
    }


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
    """Ask whether q(h) orders all 7,462 strengths, as printed and with the lost term."""
    for mended, says in ((False, "as printed"), (True, "with I3 of a flush")):
        numbers = [sequenced(step, mended) for step in ladder()]
        falls = sum(a >= b for a, b in pairwise(numbers))
        why = (
            "the third card of a flush has no term, 13^2 I3, so that flushes which differ in it "
            f"alone have one number: {falls} of 7,461 steps do not rise"
        )
        where = f"q(h) rises with every better hand, {says}"
        yield check("table-20", where, True, not falls, evidence=why)
    most = max(sequenced(step, True) for step in ladder())
    why = f"the largest is {most:,}, a sixth of 13^7 = {13**7:,}"
    yield check("table-20", "the largest q(h) is below 13^7", True, most < 13**7, evidence=why)
    near = f"{round(Fraction(13**7, most))} times less"
    yield check(
        "table-20", "appendix C: it is approximately 13^7", "1 times less", near, evidence=why
    )


_POWERS: tuple[int, ...] = tuple(13**power for power in range(7))


def sequenced(step: Strength, mended: bool) -> int:
    """Return q(h) of table 20; *mended*, with the term that a flush lacks."""
    base, powers = printed.TABLE_20[KINDS[step.kind]]
    if mended:
        powers = tuple(2 if power is None else power for power in powers)
    number = sum(many * weight for many, weight in zip(base, _POWERS, strict=True))
    pairs = zip(step.high, powers, strict=False)
    return number + sum(value * _POWERS[power] for value, power in pairs if power is not None)


def section_2_7() -> Iterator[Claim | PaperTable]:
    """Compare the common rule with the best discard of every class of hands."""
    found, usual = every_hold(field("improved")), common_holds()
    ways, best = classes().ways, found.best
    rows = np.arange(len(ways))
    lost = found.values[rows, best] - found.values[rows, usual]
    kinds = kind_of_rank()[classes().ranks.astype(np.intp) - 1]
    lines = []
    for kind, name in enumerate(KINDS):
        own = kinds == kind
        wrong = own & (lost > 0)
        if not wrong.any():
            continue
        worst = int(np.where(wrong, lost, -1).argmax())
        hand = classes().hands[worst].tolist()
        cost = Fraction(int(lost[worst]), int(found.below[worst]))
        share = Fraction(int(ways[wrong].sum()), int(ways[own].sum()))
        kept = "".join(text(card) for k, card in enumerate(hand) if best[worst] >> k & 1)
        cells = (f"{int(ways[wrong].sum()):,}", f"{decimal(100 * share, 3)} %")
        worst_text = "".join(map(text, hand))
        lines.append((name, (*cells, worst_text, kept, decimal(cost, 4))))
    paired = (kinds > 0) & (lost > 0)
    many = int(ways[paired].sum())
    why = (
        "against one who plays on a pair or better and draws by the same rule; table below. The "
        "largest loss is seen by 20,000 trials, most are not: their standard error is 0.0035"
    )
    where = "hands of a pair or better that the common rule plays wrong"
    yield check("section-2.7", where, 0, many, evidence=why, otherwise="superseded")
    head = ("hands", "share", "worst", "keep", "loses")
    title = "where the common rule is not the best discard"
    yield PaperTable("section-2.7", title, grid("", head, lines))
