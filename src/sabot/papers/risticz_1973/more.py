"""Chapter 5: three and four players."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from sabot.exact import decimal
from sabot.forms.threshold.answers import Answer
from sabot.forms.threshold.betting import Fold, Node, ThresholdForm, Turn
from sabot.forms.threshold.worth import payoff, worth
from sabot.papers.report import Claim, PaperTable, grid
from sabot.papers.risticz_1973 import printed, walk
from sabot.papers.risticz_1973.figures import diagram
from sabot.papers.risticz_1973.pair import NONE, plays
from sabot.papers.risticz_1973.profiles import (
    Q,
    check,
    drawn,
    fixed,
    game,
    holds,
    judged,
    lettered,
    lines,
    monotone,
    numbers,
    paid,
    rounded,
    solved,
)
from sabot.results.balance import above
from sabot.solvers.threshold.history import Lookahead, evaluations_a_cycle, rosen

VARIABLES = ((0,), (1, 2), (3, 4, 5, 6, 7, 8))
"""The cuts of the 3-PG that each player moves, in the order of eq. 12."""
CYCLES = 12
"""Cycles of looking ahead at each step size: it may go round for ever."""
STEPS = (0.1, 0.05, 0.02, 0.01, 0.005)
"""Step sizes; the printed cuts are multiples of the last."""


def table_13() -> Iterator[Claim | PaperTable]:
    """Compare the plays of the 3-PG with all ways to its end."""
    form = game(3, free=False)
    yield from plays("table-13", printed.TABLE_13, form, "")
    yield PaperTable("table-13", "figure 8: the 3-PG", diagram(form))


def table_14() -> Iterator[Claim | PaperTable]:
    """Compare the plays of the 4-PG, and the part of it that is the 3-PG."""
    form = game(4, free=False)
    yield from plays("table-14", printed.TABLE_14, form, "1 enter")
    one_less = lines(game(3, free=False))
    shifted = {
        ", ".join(["1 drop", *(f"{int(part[0]) + 1}{part[1:]}" for part in play.split(", "))]): pay
        for play, pay in one_less.items()
    }
    dropped = {play: pay[1:] for play, pay in lines(form).items() if play.startswith("1 drop")}
    same = dropped == shifted
    yield check("table-14", "figure 10: where player 1 drops it is the 3-PG", True, same)
    why = "all three ways of player 4 together: the chance that he drops is 1 - f_9 - f_10"
    where = "line 5: player 4 drops"
    yield check("table-14", where, "f_9 - f_10", _rest(), evidence=why, otherwise="unreadable")
    title = "figures 9 and 10: the 4-PG; below 1 drop the 3-PG"
    yield PaperTable("table-14", title, diagram(form))


def _rest() -> str:
    """Return what is left to player 4 for dropping, from his strategy of table 15."""
    low, high = numbers(printed.TABLE_15["4: 1 enter, 2 drop, 3 enter"])
    play, double = high - low, 1 - high
    return "1 - f_9 - f_10" if 1 - play - double == low else "f_9 - f_10"


_P_3 = "5.2.3: signs and limits of P_3"
"""Three displays whose small letters the converter garbled."""


def payoffs() -> Iterator[Claim]:
    """Compare eqs. 11 and 21 of chapter 5 with Sabot's integral, and P_3 with the rules."""
    item = "payoffs-5"
    three, four, sums, first, third, limits, zero = [], [], [], [], [], [], []
    form = game(3, free=False)
    for draw in drawn(5):
        ranges = [(low, high) for low, high in (sorted(draw(2)) for _ in range(4))]
        mine, *others = ranges
        ours = paid(Q, 4, -2, mine, others[:2])
        three.append(walk.xq_3(Q, 4, -2, mine, *others[:2]) == ours)
        four.append(walk.xq_4(Q, 6, -2, mine, others) == paid(Q, 6, -2, mine, others))
        at = [*draw(3), *sorted(draw(2)), *sorted(draw(2)), *sorted(draw(2))]
        found = tuple(payoff(form, _ordered(at), seat) for seat in range(3))
        sums.append(walk.three_person(Q, at) == found)
        first.append(walk.three_1_printed(Q, at) == found[0])
        third.append(walk.three_person(Q, at)[2] + 2 * at[0] * (1 - at[1]) * at[3] == found[2])
        limits.append(walk.three_3_printed(Q, at) == found[2])
        zero.append(sum(walk.three_person(Q, at)) == 0)
    yield holds(item, "eq. 11: XQ_3", three, "Sabot's integral")
    yield holds(item, "eq. 21: XQ_4", four, "Sabot's integral")
    yield holds(item, "P_3 for all three players, mended", sums, "the rules")
    why = "who drops loses his ante: the first term of P_3 of player 3 is negative"
    where = "P_3 of player 3, its first term with +"
    yield holds(item, where, third, why, otherwise="unreadable", slip=_P_3)
    why = "XQ_2 ends at a_4, then is that of a double (4, -4); XQ_3 of a play ends at a_6"
    where = "P_3 of player 1, as the text has it"
    yield holds(item, where, first, why, otherwise="unreadable", slip=_P_3)
    why = "his plays lie from a_1 to a_2, from a_3 to a_4 and from a_5 to a_6"
    where = "P_3 of player 3, its limits as the text has them"
    yield holds(item, where, limits, why, otherwise="unreadable", slip=_P_3)
    yield holds(item, "eq. 22: the sum of P_3, mended", zero, "the rules")


def _ordered(at: Sequence[Fraction]) -> dict[str, Answer]:
    """Return the strategies of the 3-PG by the vector of eq. 12."""
    one, three = (0, 1), (0, 1, 2)
    return {
        "1: -": Answer(one, (at[0],)),
        "2: 1 drop": Answer(one, (at[1],)),
        "2: 1 enter": Answer(one, (at[2],)),
        "3: 1 drop, 2 enter": Answer(three, (at[3], at[4])),
        "3: 1 enter, 2 drop": Answer(three, (at[5], at[6])),
        "3: 1 enter, 2 enter": Answer(three, (at[7], at[8])),
    }


def _solution(item: str, players: int, cuts: Mapping[str, str], says: str) -> Iterator[Claim]:
    form = game(players, free=False)
    there = judged(form, monotone(cuts))
    own = rounded([one.payoff for one in there], says)
    why = (
        "the exact payoffs of the printed cuts, which are multiples of 0.005; those of the cuts "
        "before they were rounded may be what is printed"
    )
    where = "what the printed cuts pay"
    yield check(item, where, says, own, evidence=why, otherwise="unreadable")
    why = "nobody else is paid"
    yield check(item, "the sum of the printed payoffs", sum(numbers(says)), 0, evidence=why)
    gains = " ".join(decimal(one.gain, 4) for one in there)
    nothing = " ".join("0" * players)
    why = "the exact best replies to the printed cuts, over all strategies"
    where = "what each player gains against them"
    yield check(item, where, nothing, gains, evidence=why, otherwise="error")
    found = solved(f"blind-poker(players={players}, q=0.287)")
    bound = f"a profile against which nobody gains more than {above(found.bound)}"
    ours = rounded([found.payoffs[seat] for seat in found.seats], says)
    yield check(
        item, "payoffs of an equilibrium", says, ours, evidence=bound, otherwise="superseded"
    )
    for key, line in cuts.items():
        exact = found.profile[key].cuts
        why = f"{' '.join(decimal(cut, 12) for cut in exact)}: {bound}"
        where = f"the cuts of {key}"
        yield check(
            item,
            where,
            line,
            rounded(exact, line),
            evidence=why,
            otherwise="superseded",
            slip=f"chapter 5: the cuts {line}",
        )


def three() -> Iterator[Claim | PaperTable]:
    """Judge the solution of the 3-PG, and look ahead for it from 0."""
    item = "section-5.2.4"
    yield from _solution(item, 3, printed.THREE, printed.THREE_PAYOFFS)
    point, settled = looked_ahead()
    far = rosen(_pays, VARIABLES, [0.0] * 9, _projected, step=0.05, rounds=300)
    rows = [
        ("printed", _judged_row(numbers(" ".join(printed.THREE.values())))),
        ("lookahead", _judged_row(_thousandths(point))),
        ("Rosen", _judged_row(_thousandths(far))),
    ]
    head = (*(f"a{k}" for k in range(1, 10)), "1 gains", "2 gains", "3 gains")
    title = (
        f"the 3-PG from 0, judged exactly; within {CYCLES} cycles looking ahead settled "
        f"at {settled} of {len(STEPS)} step sizes"
    )
    yield PaperTable(item, title, grid("", head, rows))


def _thousandths(point: Sequence[float]) -> list[Fraction]:
    return [Fraction(round(x * 1000), 1000) for x in point]


def _projected(point: list[float]) -> list[float]:
    """Return the nearest cuts that rise in each turn of player 3."""
    found = [min(max(x, 0.0), 1.0) for x in point]
    for low in (3, 5, 7):
        found[low] = min(found[low], found[low + 1])
    return found


def _judged_row(at: Sequence[Fraction]) -> list[str]:
    found = judged(game(3, free=False), _ordered(at))
    return [*(fixed(x, 3) for x in at), *(fixed(one.gain, 5) for one in found)]


def looked_ahead() -> tuple[list[float], int]:
    """Return where looking ahead in the 3-PG ends from 0, and at how many steps it settled."""
    ahead = Lookahead(_pays, VARIABLES, _allowed)
    point, settled = [0.0] * 9, 0
    for step in STEPS:
        for _ in range(CYCLES):
            before = list(point)
            ahead.cycle(point, step)
            if point == before:
                settled += 1
                break
    return point, settled


def _pays(who: int, at: Sequence[float]) -> float:
    return float(walk.THREE[who](0.287, at))


def _allowed(at: Sequence[float]) -> bool:
    pairs = ((3, 4), (5, 6), (7, 8))
    return all(0 <= x <= 1 for x in at) and all(at[low] <= at[high] for low, high in pairs)


def table_15() -> Iterator[Claim]:
    """Judge the solution of the 4-PG."""
    yield from _solution("table-15", 4, printed.TABLE_15, printed.FOUR_PAYOFFS)


def calls() -> Iterator[Claim]:
    """Count the evaluations of a cycle of looking ahead."""
    for variables, says in printed.CALLS.items():
        why = "9 for each variable of a player and each one of another's"
        where = f"evaluations a cycle with {' '.join(map(str, variables))} variables"
        yield check("section-5.3.2", where, says, evaluations_a_cycle(variables), evidence=why)


def cycle_times() -> Iterator[Claim]:
    """Check what 5.3.2 makes of its own numbers, and the bounds of its variables."""
    item = "section-5.3.2"
    yield from calls()
    cuts = [cut for line in printed.TABLE_15.values() for cut in numbers(line)]
    least = "0" if max(cuts) <= 0 else "1"
    why = f"a cut is a hand from [0, 1]: those of table 15 go up to {fixed(max(cuts), 3)}"
    where = "0 <= a is at most"
    yield check(item, where, printed.MOST_CUT, least, evidence=why, otherwise="unreadable")
    pace, seconds, faster = printed.CYCLES
    whole, less = printed.CALLS.values()
    for count, says in zip((whole, less), seconds, strict=True):
        why = f"{count}/{pace} = {decimal(Fraction(count, pace), 4)}"
        where = f"seconds of {count} evaluations, {pace} a second"
        yield check(item, where, says, round(Fraction(count, pace)), evidence=why)
    ours = round(Fraction(whole, less))
    yield check(item, "times faster", faster, ours, evidence=f"{whole}/{less}")


def section_5_4() -> Iterator[Claim]:
    """Check 5.4: the cuts at which payoffs were simulated, and how far off 100 games may be."""
    item = "section-5.4"
    at = numbers(printed.VECTOR)
    told = numbers(" ".join(printed.THREE.values()))
    same = sum(one == other for one, other in zip(at, told, strict=True))
    (ours, _) = solved("blind-poker(players=3, q=0.287)").profile["3: 1 drop, 2 enter"].cuts
    why = (
        f"a_1 of player 3 is {fixed(at[3], 3)} here and {fixed(told[3], 3)} there; 5.5.4 has him "
        f"play a pair of 6's, from 0.64 on by table 16, and {decimal(ours, 6)} is ours: 0.645 was "
        "meant, there and in table 15"
    )
    where = "cuts that are those of 5.2.4"
    yield check(item, where, len(at), same, evidence=why, slip="0.620 for 0.645")
    form, profile = game(3, free=False), _ordered(at)
    games, says = printed.LARGEST_ERROR
    apart = []
    for seat in range(3):
        mean = payoff(form, profile, seat)
        spread = payoff(squared(form, seat), profile, seat) - mean**2
        apart.append(100 * math.sqrt(spread / games) / abs(float(mean)))
    why = f"one standard error of each player's payoff: {' '.join(f'{x:.0f} %' for x in apart)}"
    where = f"an error of {says} % in {games} games is within two standard errors"
    yield check(item, where, True, says <= 2 * max(apart), evidence=why)


def squared(form: ThresholdForm, seat: int) -> ThresholdForm:
    """Return a game that pays a seat the square of what it is paid in another."""

    def walked(node: Node) -> Node:
        if isinstance(node, Turn):
            return replace(node, after=tuple(map(walked, node.after)))
        if isinstance(node, Fold):
            return Fold(tuple(amount**2 for amount in node.payoffs))
        lost = node.paid[seat]
        stakes = [Fraction(0)] * len(node.paid)
        stakes[seat] = -(lost**2)
        if seat in node.contenders:  # who wins takes the sum of the stakes
            stakes[seat - 1] = (node.pot - lost) ** 2
        return replace(node, paid=tuple(stakes))

    return ThresholdForm(form.seats, walked(form.root))


def alike() -> Iterator[Claim]:
    """Check 5.5.1: two strategies of player 1 that are called identical in practice."""
    item, form = "section-5.5.1", game(2, free=True)
    a, b, d, e = walk.analytic(Q)
    half = (
        Fraction(1, 2)
        * (Fraction("0.64") - Fraction("0.61"))
        * (Fraction("0.64") - Fraction("0.62"))
    )
    yield check(item, "the chance of winning between 0.61 and 0.64", "0.0003", fixed(half, 4))
    here = lettered((a, b, b, d, e, NONE))
    there = {
        **here,
        "1: -": Answer((0, 1), (Fraction(printed.THREE["2: 1 drop"]),)),
        "1: 1 enter, 2 double": Answer((1,), ()),
    }
    one, two = (-worth(form, profile, 1).best for profile in (here, there))
    best = solved("blind-poker(players=2, q=0.287)").payoffs["1"]
    why = (
        f"what each is sure of in the 2-PG: {decimal(one, 6)} and {decimal(two, 6)}, "
        f"where {decimal(best, 6)} can be had"
    )
    where = "the two strategies are worth the same"
    yield check(item, where, True, one == two, evidence=why, otherwise="superseded")
