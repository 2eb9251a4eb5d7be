"""Claims made in passing: sections 1.6, 2.9, 2.12, 7.2 and 7.3."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sabot import api
from sabot.exact import decimal, show
from sabot.forms.matrix import MatrixForm
from sabot.forms.threshold.worth import payoff
from sabot.games.blind.family import betting
from sabot.papers.report import Claim
from sabot.papers.risticz_1973 import printed, walk
from sabot.papers.risticz_1973.hands import bounds
from sabot.papers.risticz_1973.more import squared
from sabot.papers.risticz_1973.pack import improvement
from sabot.papers.risticz_1973.profiles import (
    Q,
    check,
    fixed,
    game,
    holds,
    lettered,
    solved,
)
from sabot.results.balance import above

POTS = (Fraction(1, 2), Fraction(1), Fraction(2), Fraction(5))
"""Pots k with which Friedman's game is solved."""


def bluff(pot: Fraction, chance: Fraction) -> tuple[Fraction, Fraction]:
    """Return how often A bluffs after a miss and how often B looks, in Friedman's game.

    The pot has *pot* units. A fills his flush with *chance* and then bets 1; else he bets 1 as a
    bluff or not. B looks or folds. Neither improves otherwise.
    """
    miss = 1 - chance
    rows = (
        (chance * (pot + 1) - miss, pot),
        (chance * (pot + 1), chance * pot),
    )
    names = ("bluff", "check"), ("look", "fold")
    form = MatrixForm.of(rows, rows=names[0], columns=names[1], seats=("A", "B"))
    found = api.solve(form)
    return found["A"]["-"]["bluff"], found["B"]["-"]["look"]


def section_1_6() -> Iterator[Claim]:
    """Check Friedman's game of a four-flush against three of a kind, as 1.6 reports it."""
    item = "section-1.6"
    ways = improvement("three of a kind", 2)
    one = improvement("three of a kind", 1)
    why = (
        f"exactly {show(ways)} when two cards are drawn, as in table 2; {show(one)} = "
        f"{fixed(one, 3)} is the chance when one is drawn"
    )
    where = "player B, three of a kind, discards 2 cards: his chance to improve"
    yield check(item, where, printed.IMPROVES_1_6, fixed(ways, 3), evidence=why, otherwise="error")
    flush = improvement("4 flush", 1, "flush")
    why = f"exactly {show(flush)}"
    yield check(item, "A's chance p of the flush", "0.2", fixed(flush, 1), evidence=why)
    p = Fraction("0.2")
    solutions = {pot: bluff(pot, p) for pot in POTS}
    said = printed.friedman
    why = f"the 2 x 2 game solved for p = 0.2 and k = {', '.join(map(show, POTS))}"
    same = [said(pot, p)[0] == found[0] for pot, found in solutions.items()]
    yield holds(item, "A bluffs after a miss with chance p/((1+k)(1-p))", same, why)
    same = [said(pot, p)[1] == found[1] for pot, found in solutions.items()]
    yield holds(item, "B looks with chance k/(1+k)", same, why)
    bluffs, looks = solutions[Fraction(1)]
    share = (1 - p) * bluffs / (p + (1 - p) * bluffs)
    yield check(item, "k = 1: the share of A's bets that are bluffs", "1/3", show(share))
    yield check(item, "k = 1: B looks", "1/2", show(looks))


def section_2_9() -> Iterator[Claim]:
    """Hold the blind's rule of 2.9 against chapter 5, to which it refers."""
    item, key = "section-2.9", "4: 1 drop, 2 drop, 3 enter"
    found = solved("blind-poker(players=4, q=0.287)")
    (least,) = found.profile["3: 1 drop, 2 drop"].cuts
    plays, doubles = found.profile[key].cuts
    pair = bounds()["6"]
    why = (
        "2.9 refers to chapter 5. There (5.5.3 (b), 5.5.4 (c)) the blind plays on with a hand at "
        "least as good as that of the player who entered: a pair of 6's, about "
        f"{fixed(pair, 2)}, after a pair of 5's. In the solution of the 4-PG l is "
        f"{fixed(least, 4)}, half of it {fixed(least / 2, 4)}, and he plays from "
        f"{fixed(plays, 4)} on. The text has l/2 twice"
    )
    where = "the blind plays on from (l: the least hand of the last who entered)"
    ours = "l/2" if plays <= least / 2 else "above l" if plays > least else "below l"
    yield check(item, where, printed.BLIND_FROM, ours, evidence=why, otherwise="error")
    why = f"{decimal(doubles, 12)} against {decimal((1 + least) / 2, 12)}"
    near = fixed(doubles, 10) == fixed((1 + least) / 2, 10)
    where = "the blind doubles above l + (1 - l)/2, one other being in"
    yield check(item, where, True, near, evidence=why)


def section_2_12() -> Iterator[Claim]:
    """Check how many games fix an expectation to within one per cent."""
    item = "section-2.12"
    a, b, d, e = walk.analytic(Q)
    form, profile = game(2, free=True), lettered((a, b, b, d, e, Fraction(0)))
    mean = payoff(form, profile, 0)
    spread = payoff(squared(form, 0), profile, 0) - mean**2
    needed = spread / (mean / 100) ** 2
    ours = f"{round(int(needed), -4):,}"
    why = (
        f"the 2-PG at its printed solution pays {decimal(mean, 4)}, with a standard deviation of "
        f"{float(spread) ** 0.5:.3f}: so many games for one standard error of 1 % "
        "(for 2.12's several thousand it is about 10 %)"
    )
    where = "games for an expectation within 1 %"
    yield check(item, where, "several thousand", ours, evidence=why, otherwise="error")


def section_7() -> Iterator[Claim]:
    """Check what 7.2 and 7.3 say of games for more than four."""
    item = "section-7"
    cuts = sum(len(turn.actions) - 1 for turn in betting(Q, False, 7).turns())
    why = (
        "a cut for each turn of players 1 to 6, two for each of the last; by the rules of the "
        "3-PG and the 4-PG, as 7.3 (c) speaks of no others"
    )
    where = "7.3 (c): strategy variables of a game for 7"
    yield check(item, where, "many hundreds", cuts, evidence=why, otherwise="error")
    found = solved("blind-poker(players=5, q=0.287)")
    why = (
        "more took too much computer time in 1973. blind-poker(players=5) is solved here: nobody "
        f"gains more than {above(found.bound)}; sabot solve takes up to 7"
    )
    where = "7.2 (c): players of the largest game that can be solved"
    yield check(item, where, "4", "5 or more", evidence=why, otherwise="superseded")
