"""Chapter 3: the lookahead algorithm, von Neumann's game, and Rosen's method beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from sabot.exact import decimal, show
from sabot.forms.threshold.answers import Answer
from sabot.forms.threshold.worth import payoff
from sabot.papers.report import Claim, PaperTable, grid
from sabot.papers.risticz_1973 import printed, walk
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
    numbers,
    rounded,
    solved,
)
from sabot.solvers.threshold.history import Lookahead, rosen
from sabot.telling.hands import Betting

TENTHS = [Fraction(k, 10) for k in range(1, 11)]
MOST_CYCLES = 30
"""Cycles of looking ahead at one step size: at some it goes round in a circle."""
VARIABLES = ((0, 1, 2), (3, 4, 5))
"""The letters of the 2-PG that each player moves."""


def example(one: Fraction, two: Fraction) -> Fraction:
    """Return f_1 of 3.5."""
    return 5 * one + 7 * two - 12 * one * two


def table_7() -> Iterator[Claim | PaperTable]:
    """Compare the payoffs of the example, each step that is told, and where it ends."""
    for one, says in zip(TENTHS, printed.TABLE_7.split("\n")[1:-1], strict=True):
        row = " ".join(fixed(example(one, two), 2) for two in TENTHS)
        yield check("table-7", f"the row of {fixed(one, 1)}", says, row)
    tenth = Fraction(1, 10)
    for text, says in printed.FIRST_LOOKS.items():
        near = [Fraction(3, 10) + k * tenth for k in (-1, 0, 1)]
        found = min(example(Fraction(text), two) for two in near)
        yield check("table-7", f"player 1 expects of {text}", says, fixed(found, 2))
    for text, says in printed.SECOND_LOOKS.items():
        near = [Fraction(1, 2) + k * tenth for k in (-1, 0, 1)]
        found = -max(example(one, Fraction(text)) for one in near)
        yield check("table-7", f"player 2 expects of {text}", says, fixed(found, 2))
    best = max(map(Fraction, printed.SECOND_LOOKS.values()))
    ours = ">" if Fraction("-2.92") > best else "="
    why = "the maximum is over all three choices, and -2.92 is one of them"
    where = "-2.92 and max{-2.94, -2.96, -2.92}"
    yield check("table-7", where, ">", ours, evidence=why, otherwise="error")
    ahead = Lookahead(_example, ((0,), (1,)), lambda at: all(0 < x <= 1 for x in at))
    point = [0.4, 0.3]
    ahead.cycle(point, 0.1)
    yield check("table-7", "after both have moved", printed.AFTER_ONE, _line(point))
    point = ahead.settled(point, 0.1)
    yield check("table-7", "where nobody moves by 0.1", printed.STABLE, _line(point))
    end = ahead.solved(point, 0.1, 0.5, 1e-9)
    text = f"an equilibrium is at (7/12, 5/12); steps down to 1e-9 end at {end[0]:.4f} {end[1]:.4f}"
    yield PaperTable("table-7", "the example solved", text)


def _example(who: int, at: Sequence[float]) -> float:
    found = 5 * at[0] + 7 * at[1] - 12 * at[0] * at[1]
    return -found if who else found


def _line(point: Sequence[float]) -> str:
    return " ".join(f"{x:.1f}" for x in point)


def table_8() -> Iterator[Claim]:
    """Compare the plays of von Neumann's game with all ways to its end."""
    found = lines(Betting(("1", "2")).form(lambda table: _told(table, 2, 1)))
    for play, pay in printed.TABLE_8.items():
        ours = found.get(play, ("there is no such play",))[: len(pay)]
        yield check("table-8", play, " ".join(pay), " ".join(ours))
    yield check("table-8", "different plays", len(printed.TABLE_8), len(found))


def von_neumann() -> Iterator[Claim]:
    """Compare f_1(a, b, c) with the rules, and a, b, c with the solution."""
    item = "von-neumann"
    form = Betting(("1", "2")).form(lambda table: _told(table, 2, 1))
    same, bracket = [], []
    for draw in drawn(3):
        a, b = sorted(draw(2))
        (c,) = draw(1)
        profile = {"1: -": Answer((1, 0, 1), (a, b)), "2: 1 high": Answer((0, 1), (c,))}
        right = payoff(form, profile, 0)
        same.append(walk.von_neumann(a, b, c, 2, 1) == right)
        low, high = (walk.x_2(1, -1, x, (c * 0, c * 0 + 1)) for x in ((c * 0, a), (b, c * 0 + 1)))
        bracket.append(right - (b - a) * (a + b - 1) + 1 - low - high == right)
    yield holds(item, "f_1(a, b, c) with I_1, I_2, I_3", same, "from the rules of 1.4.1")
    why = "the bracket closes before chi, as in dE and in the line that follows"
    where = "f_1: its first integral of B(1 - phi_1 chi)"
    yield holds(item, where, bracket, why, otherwise="unreadable")
    why = "at a, c = 1/10, 2/5 the integral from 0 is -9/100, that from c is -a(1-c) = -3/50"
    why += "; the limits of the integrals above it are garbled in the text"
    where = "I_2 and I_3: y runs from"
    yield check(item, where, "0", _from(), evidence=why, otherwise="unreadable")
    found = solved("von-neumann(A=2, B=1)")
    cuts = (*found.profile["1: -"].cuts, *found.profile["2: 1 high"].cuts)
    ours = " ".join(fixed(cut, 1) for cut in cuts)
    why = "c/a = A/B + 2 in the solution for all A and B, so 4 is A = 2B and nothing else"
    yield check(item, "a, b, c (at A = 2B, which is not said)", printed.VON_NEUMANN, ours)
    ratios = [_ratio(bet) for bet in (2, 3, 5)]
    yield check(item, "c/a - 2 at A = 2B, 3B, 5B is A/B", "2 3 5", ratios, evidence=why)
    gains = [one.gain for one in judged(found.form, found.profile)]
    yield check(item, "nobody gains by leaving it", "0 0", gains)
    ahead = Lookahead(_bets, ((0, 1), (2,)), _in_order)
    end = ahead.solved([0.0, 0.0, 0.0], 0.1, 0.5, 1e-6)
    yield check(item, "where looking ahead from 0 ends", printed.VON_NEUMANN, _line(end))


def _told(table: Betting, high: int, low: int) -> None:
    from sabot.games.blind.family import tell_von_neumann

    tell_von_neumann(table, Fraction(high), Fraction(low))


def _from() -> str:
    a, c = Fraction(1, 10), Fraction(2, 5)
    means = -a * (1 - c)
    from_zero = walk.x_2(1, -1, (Fraction(0), a), (Fraction(0), Fraction(1)))
    from_c = walk.x_2(1, -1, (Fraction(0), a), (c, Fraction(1)))
    return "0" if from_zero == means else "c" if from_c == means else "neither"


def _ratio(bet: int) -> Fraction:
    found = solved(f"von-neumann(A={bet}, B=1)").profile
    return found["2: 1 high"].cuts[0] / found["1: -"].cuts[0] - 2


def _bets(who: int, at: Sequence[float]) -> float:
    a, b, c = at
    found = float(walk.von_neumann(a, b, c, 2, 1))
    return -found if who else found


def _in_order(at: Sequence[float]) -> bool:
    return all(0 <= x <= 1 for x in at) and at[0] <= at[1]


def looked_ahead(share: float, least: float) -> tuple[list[float], list[float]]:
    """Return where looking ahead in the 2-PG ends from 0, and the steps at which it went round.

    A point that comes back after others have followed it comes back for ever: then, and after
    so many cycles, the next step is taken.
    """
    ahead = Lookahead(pays, VARIABLES, allowed)
    point, step, round_and_round = [0.0] * 6, 0.1, []
    while step >= least:
        seen = [tuple(point)]
        for _ in range(MOST_CYCLES):
            ahead.cycle(point, step)
            if tuple(point) in seen:
                break
            seen.append(tuple(point))
        if tuple(point) in seen[:-1]:
            round_and_round.append(step)
        step *= share
    return point, round_and_round


def pays(who: int, at: Sequence[float]) -> float:
    """Return what the 2-PG pays at q = 0.287, in floats: by eq. 21, mended."""
    found = float(walk.two_person(0.287, at))
    return -found if who else found


def allowed(at: Sequence[float]) -> bool:
    """Return whether letters are in the order of figure 7."""
    a, b, _, d, e, f = at
    return all(0 <= x <= 1 for x in at) and a <= b and f <= d <= e


def _projected(point: list[float]) -> list[float]:
    a, b, c, d, e, f = (min(max(x, 0.0), 1.0) for x in point)
    return [min(a, b), b, c, min(d, e), e, min(f, d, e)]


def at_floats(point: Sequence[float]) -> tuple[Fraction, ...]:
    """Return letters as fractions of six decimals, in the order of figure 7."""
    a, b, c, d, e, f = (Fraction(round(x * 10**6), 10**6) for x in point)
    return min(a, b), b, c, min(d, e), e, min(f, d, e)


def table_9() -> Iterator[Claim | PaperTable]:
    """Compare both methods with the analytic solution, and all of them with the best reply."""
    item = "table-9"
    a, b, d, e = walk.analytic(Q)
    says = printed.TABLE_9["exact"]
    yield check(item, "b, d, e of the exact solution", says, rounded((b, d, e), says))
    why = "the four numbers of a line are those that 3.9 and 4.4 call a, b, d and e"
    letters = "a b d e" if rounded((d, e), "0.61267 0.81056") == says[8:] else "?"
    where = "the letters of its head"
    yield check(item, where, "a b c d", letters, evidence=why, otherwise="unreadable")
    point, circles = looked_ahead(0.5, 1e-6)
    near = at_floats(point)
    found = " ".join(fixed(near[k], 5) for k in (1, 3, 4))
    why = f"halved steps from 0.1 to 1e-6; it goes round for ever at {len(circles)} of them"
    yield check(item, "b, d, e by looking ahead from 0", says, found, evidence=why)
    said = numbers(printed.TABLE_9["rosen"])
    gains = _gains((said[0], said[1], said[1], said[2], said[3], Fraction(0)))
    yield check(
        item,
        "a, b, d, e by Rosen's method",
        printed.TABLE_9["rosen"],
        rounded((a, b, d, e), printed.TABLE_9["rosen"]),
        evidence=f"the analytic solution; against Rosen's the players gain {gains}",
        otherwise="superseded",
    )
    coarse, _ = looked_ahead(0.1, 1e-5)
    far = rosen(pays, VARIABLES, [0.0] * 6, _projected, step=0.05, rounds=1000)
    rows = [
        ("analytic", _row((a, b, b, d, e, Fraction(0)))),
        ("lookahead, steps halved", _row(near)),
        ("lookahead, steps a tenth", _row(at_floats(coarse))),
        ("Rosen, 1000 steps", _row(at_floats(far))),
    ]
    head = (*"abcdef", "1 gains", "2 gains")
    yield PaperTable(item, "from 0 at q = 0.287, judged exactly", grid("", head, rows))


def _gains(at: Sequence[Fraction]) -> str:
    found = judged(game(2, free=True), lettered(at))
    return " and ".join(decimal(one.gain, 3) for one in found)


def _row(at: Sequence[Fraction]) -> list[str]:
    found = judged(game(2, free=True), lettered(at))
    return [*(fixed(x, 4) for x in at), *(fixed(one.gain, 4) for one in found)]


def flat() -> Iterator[Claim]:
    """Check the claim of 3.6: where each one's own derivatives are zero nobody gains."""
    a, b, d, e = walk.analytic(Q)
    slopes = set(walk.slopes(Q, a, b, d, e).values())
    gain = judged(game(2, free=True), lettered((a, b, b, d, e, Fraction(0))))[0].gain
    yield check(
        "section-3.6",
        "a point with zero derivatives is an equilibrium",
        True,
        not (slopes == {Fraction(0)} and gain > 0),
        evidence=f"at the 2-PG's analytic solution the four of 4.4.1 are zero, and player 1 gains "
        f"{decimal(gain, 6)} by looking less, exactly {show(gain)}",
        otherwise="error",
    )
