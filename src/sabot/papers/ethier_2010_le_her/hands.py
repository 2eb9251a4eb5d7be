"""The items about single hands: the rules, the reply after an exchange, (5.7) to (5.9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise

from sabot.forms.strategic import pure_count
from sabot.papers.ethier_2010_le_her import printed, told, walk
from sabot.papers.ethier_2010_le_her.subsets import Parts, distinct_replies
from sabot.papers.ethier_2010_le_her.walk import KING, RANKS
from sabot.papers.report import Claim, PaperTable, always, compare

_PLAYED = "the told rules played at a table with the cards laid out, all 13^3 deals x 4 answers"
_WALKED = "second road: counted card by card in a pack of 52, without the formula"


def rules() -> Iterator[Claim]:
    """Check the rules as they are told against those in print."""
    paid = told.hands()
    ties, higher = [], []
    for (x, y, z, exchanges, draws), pays in paid.items():
        one, two = walk.final(x, y, z, exchanges=exchanges, draws=draws)
        if one == two:
            ties.append(pays == -1)
        else:
            higher.append((pays > 0) == (one > two))
    refused = [
        pays == paid[x, y, z, False, draws]
        for (x, y, z, exchanges, draws), pays in paid.items()
        if exchanges and y == KING
    ]
    voided = [
        pays == paid[x, y, z, exchanges, False]
        for (x, y, z, exchanges, draws), pays in paid.items()
        if draws and z == KING
    ]
    money = tuple(sorted(set(paid.values())))
    for where, cases in (
        ("the higher card wins", higher),
        ("player 2 wins a tie", ties),
        ("player 2's king makes the exchange void", refused),
        ("a king drawn from the pack is void", voided),
    ):
        found = always(sum(cases), len(cases))
        yield compare("rules", where, "always", found, evidence=f"{len(cases):,} hands: {_PLAYED}")
    yield compare("rules", "even money", (-1, 1), money, evidence=_PLAYED)


def strategies() -> Iterator[Claim]:
    """Count the pure strategies of both players."""
    form = told.walked()
    counts = tuple(pure_count(side) for side in form.sides)
    different = distinct_replies(Parts.of(form))
    yield compare(
        "strategies",
        "a 2^13 x 2^13 matrix game",
        printed.SUBSETS,
        counts,
        evidence="pure strategies of the form that the Explorer walks out of the told rules; of "
        f"player 2's, {different:,} are different in their payoffs (to draw to everything but a "
        "king is as good as to draw to nothing)",
    )


def reply() -> Iterator[Claim]:
    """Check that player 2's move after an exchange is clear."""
    best = strictly = 0
    even = set()
    for x, y in ((x, y) for x in RANKS for y in RANKS if y < KING):
        keeps = walk.chance(x, y, exchanges=True, draws=False)
        draws = walk.chance(x, y, exchanges=True, draws=True)
        says, other = (keeps, draws) if x >= y else (draws, keeps)
        best += says <= other
        strictly += says < other
        even |= {y} if says == other else set()
    yield compare(
        "reply",
        "keep if X >= Y, else draw",
        "always",
        always(best, 13 * 12),
        evidence=f"best for player 2 at all {13 * 12} pairs X, Y with Y < 13, strictly so at "
        f"{strictly}; drawing is no worse only where Y = {', '.join(map(str, sorted(even)))}: "
        "player 1 then holds an ace and loses to every card",
    )
    losses = [walk.wins(x, KING, exchanges=True, draws=False) for x in RANKS]
    risks = [x for x in RANKS if walk.wins(x, KING, exchanges=True, draws=True)]
    yield compare(
        "reply",
        "(5.7): an exchange refused by a king is lost",
        "always",
        always(losses.count(0), 13),
        evidence="player 2 keeps his king and wins; to draw would be an error if X is "
        f"{risks[0]} to {risks[-1]}. Read without the word 'new', the printed rule (keep if "
        "X >= Y) would make him draw",
    )
    fixed, free = told.solution(told.FULL), told.solution(told.OPEN)
    yield compare(
        "reply",
        "the move may be fixed: the value stays",
        fixed.value,
        free.value,
        evidence="le-her(reply=open) leaves the move to player 2, 13 + 157 choices; his optimal "
        f"strategy is {'still' if free.uniqueness['dealer'] else 'no longer'} unique there",
        basis="formula",
    )


Formula = Callable[[int, int], Fraction]


def _rows(
    item: str, where: str, formula: Formula, *, exchanges: bool, draws: bool | None
) -> Iterator[Claim]:
    for k in RANKS:
        ours = tuple(50 * walk.chance(k, y, exchanges=exchanges, draws=draws) for y in RANKS)
        says = tuple(50 * formula(k, y) for y in RANKS)
        place = f"{where}, k = {k}, l = 1..13 (x 50)"
        yield compare(item, place, says, ours, evidence=_WALKED, basis="formula")


def eq_5_7() -> Iterator[Claim]:
    """Compare (5.7), both its lines, with counting."""
    lines = (("(5.7), second line", printed.eq_5_7_middle), ("(5.7), last line", printed.eq_5_7))
    for where, formula in lines:
        yield from _rows("eq-5.7", where, formula, exchanges=True, draws=None)


def eq_5_8() -> Iterator[Claim]:
    """Compare (5.8), both its lines, and case 3 with counting."""
    lines = (("(5.8), third line", printed.eq_5_8_middle), ("(5.8), last line", printed.eq_5_8))
    for where, formula in lines:
        yield from _rows("eq-5.8", where, formula, exchanges=False, draws=True)
    yield from _rows("eq-5.8", "case 3", printed.case_3, exchanges=False, draws=False)


def eq_5_9() -> Iterator[Claim | PaperTable]:
    """Compare (5.9) with counting, and ask whether its first sum is a cubic."""
    for i in range(14):
        yield compare(
            "eq-5.9",
            f"(5.9), i = {i}, j = 0..13 (x 132,600)",
            tuple(132600 * printed.eq_5_9(i, j) for j in range(14)),
            tuple(132600 * walk.threshold_chance(i, j) for j in range(14)),
            evidence=_WALKED,
            basis="formula",
        )
    sums = [132600 * printed.first_sum(i) / 16 for i in range(14)]
    bends = sums
    for _ in range(4):
        bends = [b - a for a, b in pairwise(bends)]
    cubic = [
        300 * i - Fraction(i * (i + 1) * (2 * i + 1), 3) - Fraction(i * (i + 1), 2)
        for i in range(14)
    ]
    breaks = next((i for i in range(14) if sums[i] != cubic[i]), 14)
    yield compare(
        "eq-5.9",
        "after (5.9): the first double sum is a cubic polynomial in i",
        f"for i = 0 to {printed.KING}",
        f"for i = 0 to {breaks - 1}",
        evidence="times 132,600/16 the sum is 300 i - i(i+1)(2i+1)/3 - i(i+1)/2 as long as that "
        f"holds; at i = 13 it is {sums[13]}, the cubic {cubic[13]}: exchanging a king adds "
        "nothing, the cubic takes 51 away (fourth differences "
        f"{', '.join(map(str, bends))}). An aside: no range of i is printed, and nothing in the "
        "source depends on it",
        otherwise="error",
    )
