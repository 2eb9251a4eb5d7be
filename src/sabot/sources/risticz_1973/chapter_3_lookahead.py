"""Check chapter 3: the lookahead algorithm, von Neumann's poker, Rosen's method (tables 7 to 9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from sabot.exact import format_decimal, format_fraction
from sabot.forms.continuous.betting_game import ThresholdRule
from sabot.forms.continuous.expected_payoff import threshold_payoff
from sabot.game_rules.continuous import BettingTreeBuilder
from sabot.papers.report import Claim, PaperTable, format_grid
from sabot.solvers.continuous.historical_1973 import Lookahead, rosen_gradient
from sabot.sources.risticz_1973 import printed_formulas
from sabot.sources.risticz_1973.printed_formulas import printed
from sabot.sources.risticz_1973.profiles import (
    Q,
    best_reply_gains,
    betting_lines,
    check_holds,
    compare_text,
    parse_numbers,
    profile_2pg,
    round_decimal,
    round_like_printed,
    sample_hands,
    solve_equilibrium,
    thesis_form,
)

TENTHS = [Fraction(k, 10) for k in range(1, 11)]
MAX_CYCLES = 30
"""Cycles of looking ahead at one step size: at some it goes round in a circle."""
VARIABLES_2PG = ((0, 1, 2), (3, 4, 5))
"""The letters of the 2-PG that each player moves."""


def example_payoff(one: Fraction, two: Fraction) -> Fraction:
    """Return f_1 of 3.5."""
    return 5 * one + 7 * two - 12 * one * two


def check_table_7() -> Iterator[Claim | PaperTable]:
    """Compare the payoffs of the example, each printed step, and the end point."""
    for one, says in zip(TENTHS, printed.table_7.splitlines(), strict=True):
        row = " ".join(round_decimal(example_payoff(one, two), 2) for two in TENTHS)
        yield compare_text("table-7", f"the row of {round_decimal(one, 1)}", says, row)
    tenth = Fraction(1, 10)
    for text, says in printed.first_looks.items():
        near = [Fraction(3, 10) + k * tenth for k in (-1, 0, 1)]
        found = min(example_payoff(Fraction(text), two) for two in near)
        yield compare_text("table-7", f"player 1 expects of {text}", says, round_decimal(found, 2))
    for text, says in printed.second_looks.items():
        near = [Fraction(1, 2) + k * tenth for k in (-1, 0, 1)]
        found = -max(example_payoff(one, Fraction(text)) for one in near)
        yield compare_text("table-7", f"player 2 expects of {text}", says, round_decimal(found, 2))
    best = max(map(Fraction, printed.second_looks.values()))
    ours = ">" if Fraction("-2.92") > best else "="
    why = "the maximum is over all three choices, and -2.92 is one of them"
    where = "-2.92 and max{-2.94, -2.96, -2.92}"
    yield compare_text("table-7", where, ">", ours, evidence=why, otherwise="error")
    ahead = Lookahead(_example_payoff_float, ((0,), (1,)), lambda at: all(0 < x <= 1 for x in at))
    point = [0.4, 0.3]
    ahead.cycle(point, 0.1)
    yield compare_text("table-7", "after both have moved", printed.after_one, _point_text(point))
    point = ahead.converge(point, 0.1)
    yield compare_text("table-7", "where nobody moves by 0.1", printed.stable, _point_text(point))
    end = ahead.run(point, 0.1, 0.5, 1e-9)
    text = f"an equilibrium is at (7/12, 5/12); steps down to 1e-9 end at {end[0]:.4f} {end[1]:.4f}"
    yield PaperTable("table-7", "the example solved", text)


def _example_payoff_float(who: int, at: Sequence[float]) -> float:
    found = 5 * at[0] + 7 * at[1] - 12 * at[0] * at[1]
    return -found if who else found


def _point_text(point: Sequence[float]) -> str:
    return " ".join(f"{x:.1f}" for x in point)


def check_table_8() -> Iterator[Claim]:
    """Compare the plays of von Neumann's game with all ways to its end."""
    found = betting_lines(
        BettingTreeBuilder(("1", "2")).form(lambda table: _tell_von_neumann(table, 2, 1))
    )
    for play, pay in printed.table_8.items():
        ours = found.get(play, ("there is no such play",))[: len(pay)]
        yield compare_text("table-8", play, " ".join(pay), " ".join(ours))
    yield compare_text("table-8", "different plays", len(printed.table_8), len(found))


def check_von_neumann() -> Iterator[Claim]:
    """Compare f_1(a, b, c) with the rules, and a, b, c with the solution."""
    item = "von-neumann"
    form = BettingTreeBuilder(("1", "2")).form(lambda table: _tell_von_neumann(table, 2, 1))
    same, bracket = [], []
    for draw in sample_hands(3):
        a, b = sorted(draw(2))
        (c,) = draw(1)
        profile = {
            "1: -": ThresholdRule((1, 0, 1), (a, b)),
            "2: 1 high": ThresholdRule((0, 1), (c,)),
        }
        right = threshold_payoff(form, profile, 0)
        same.append(printed_formulas.von_neumann_payoff(a, b, c, 2, 1) == right)
        low, high = (
            printed_formulas.x_2(1, -1, x, (c * 0, c * 0 + 1)) for x in ((c * 0, a), (b, c * 0 + 1))
        )
        bracket.append(right - (b - a) * (a + b - 1) + 1 - low - high == right)
    yield check_holds(item, "f_1(a, b, c) with I_1, I_2, I_3", same, "from the rules of 1.4.1")
    why = "the bracket closes before chi, as in dE and in the line that follows"
    where = "f_1: its first integral of B(1 - phi_1 chi)"
    yield check_holds(item, where, bracket, why, otherwise="unreadable")
    why = "at a, c = 1/10, 2/5 the integral from 0 is -9/100, that from c is -a(1-c) = -3/50"
    why += "; the limits of the integrals above it are garbled in the text"
    where = "I_2 and I_3: y runs from"
    yield compare_text(
        item, where, "0", _integral_lower_end(), evidence=why, otherwise="unreadable"
    )
    found = solve_equilibrium("von-neumann(A=2, B=1)")
    cuts = (*found.profile["1: -"].cuts, *found.profile["2: 1 high"].cuts)
    ours = " ".join(round_decimal(cut, 1) for cut in cuts)
    why = "c/a = A/B + 2 in the solution for all A and B, so 4 is A = 2B and nothing else"
    yield compare_text(item, "a, b, c (at A = 2B, which is not said)", printed.von_neumann, ours)
    ratios = [_threshold_ratio(bet) for bet in (2, 3, 5)]
    yield compare_text(item, "c/a - 2 at A = 2B, 3B, 5B is A/B", "2 3 5", ratios, evidence=why)
    gains = [one.gain for one in best_reply_gains(found.form, found.profile)]
    yield compare_text(item, "nobody gains by leaving it", "0 0", gains)
    ahead = Lookahead(_von_neumann_payoff_float, ((0, 1), (2,)), _are_ordered)
    end = ahead.run([0.0, 0.0, 0.0], 0.1, 0.5, 1e-6)
    yield compare_text(
        item, "where looking ahead from 0 ends", printed.von_neumann, _point_text(end)
    )


def _tell_von_neumann(table: BettingTreeBuilder, high: int, low: int) -> None:
    from sabot.games.continuous_poker.family import play_von_neumann

    play_von_neumann(table, Fraction(high), Fraction(low))


def _integral_lower_end() -> str:
    a, c = Fraction(1, 10), Fraction(2, 5)
    means = -a * (1 - c)
    from_zero = printed_formulas.x_2(1, -1, (Fraction(0), a), (Fraction(0), Fraction(1)))
    from_c = printed_formulas.x_2(1, -1, (Fraction(0), a), (c, Fraction(1)))
    return "0" if from_zero == means else "c" if from_c == means else "neither"


def _threshold_ratio(bet: int) -> Fraction:
    found = solve_equilibrium(f"von-neumann(A={bet}, B=1)").profile
    return found["2: 1 high"].cuts[0] / found["1: -"].cuts[0] - 2


def _von_neumann_payoff_float(who: int, at: Sequence[float]) -> float:
    a, b, c = at
    found = float(printed_formulas.von_neumann_payoff(a, b, c, 2, 1))
    return -found if who else found


def _are_ordered(at: Sequence[float]) -> bool:
    return all(0 <= x <= 1 for x in at) and at[0] <= at[1]


def run_lookahead_2pg(share: float, least: float) -> tuple[list[float], list[float]]:
    """Return where looking ahead in the 2-PG ends from 0, and the steps at which it went round.

    A point that comes back after others have followed it comes back for ever: then, and after
    so many cycles, the next step is taken.
    """
    ahead = Lookahead(payoff_2pg_float, VARIABLES_2PG, is_feasible_2pg)
    point, step, round_and_round = [0.0] * 6, 0.1, []
    while step >= least:
        seen = [tuple(point)]
        for _ in range(MAX_CYCLES):
            ahead.cycle(point, step)
            if tuple(point) in seen:
                break
            seen.append(tuple(point))
        if tuple(point) in seen[:-1]:
            round_and_round.append(step)
        step *= share
    return point, round_and_round


def payoff_2pg_float(who: int, at: Sequence[float]) -> float:
    """Return what the 2-PG pays at q = 0.287, in floats: by eq. 21, corrected."""
    found = float(printed_formulas.payoff_2pg(0.287, at))
    return -found if who else found


def is_feasible_2pg(at: Sequence[float]) -> bool:
    """Return whether letters are in the order of figure 7."""
    a, b, _, d, e, f = at
    return all(0 <= x <= 1 for x in at) and a <= b and f <= d <= e


def _project_2pg(point: list[float]) -> list[float]:
    a, b, c, d, e, f = (min(max(x, 0.0), 1.0) for x in point)
    return [min(a, b), b, c, min(d, e), e, min(f, d, e)]


def fractions_2pg(point: Sequence[float]) -> tuple[Fraction, ...]:
    """Return letters as fractions of six decimals, in the order of figure 7."""
    a, b, c, d, e, f = (Fraction(round(x * 10**6), 10**6) for x in point)
    return min(a, b), b, c, min(d, e), e, min(f, d, e)


def check_table_9() -> Iterator[Claim | PaperTable]:
    """Compare both methods with the analytic solution, and all of them with the best reply."""
    item = "table-9"
    a, b, d, e = printed_formulas.analytic_solution(Q)
    says = printed.table_9["exact"]
    yield compare_text(
        item, "b, d, e of the exact solution", says, round_like_printed((b, d, e), says)
    )
    why = "the four numbers of a line are those that 3.9 and 4.4 call a, b, d and e"
    letters = "a b d e" if round_like_printed((d, e), "0.61267 0.81056") == says[8:] else "?"
    where = "the letters of its head"
    yield compare_text(
        item, where, printed.head_of_table_9, letters, evidence=why, otherwise="unreadable"
    )
    point, circles = run_lookahead_2pg(0.5, 1e-6)
    near = fractions_2pg(point)
    found = " ".join(round_decimal(near[k], 5) for k in (1, 3, 4))
    why = f"halved steps from 0.1 to 1e-6; it goes round for ever at {len(circles)} of them"
    yield compare_text(item, "b, d, e by looking ahead from 0", says, found, evidence=why)
    said = parse_numbers(printed.table_9["rosen"])
    gains = _best_reply_gains_2pg((said[0], said[1], said[1], said[2], said[3], Fraction(0)))
    yield compare_text(
        item,
        "a, b, d, e by Rosen's method",
        printed.table_9["rosen"],
        round_like_printed((a, b, d, e), printed.table_9["rosen"]),
        evidence=f"the analytic solution; against Rosen's the players gain {gains}",
        otherwise="superseded",
    )
    coarse, _ = run_lookahead_2pg(0.1, 1e-5)
    far = rosen_gradient(
        payoff_2pg_float, VARIABLES_2PG, [0.0] * 6, _project_2pg, step=0.05, rounds=1000
    )
    rows = [
        ("analytic", _table_9_row((a, b, b, d, e, Fraction(0)))),
        ("lookahead, steps halved", _table_9_row(near)),
        ("lookahead, steps a tenth", _table_9_row(fractions_2pg(coarse))),
        ("Rosen, 1000 steps", _table_9_row(fractions_2pg(far))),
    ]
    head = (*"abcdef", "1 gains", "2 gains")
    yield PaperTable(item, "from 0 at q = 0.287, judged exactly", format_grid("", head, rows))


def _best_reply_gains_2pg(at: Sequence[Fraction]) -> str:
    found = best_reply_gains(thesis_form(2, free=True), profile_2pg(at))
    return " and ".join(format_decimal(one.gain, 3) for one in found)


def _table_9_row(at: Sequence[Fraction]) -> list[str]:
    found = best_reply_gains(thesis_form(2, free=True), profile_2pg(at))
    return [*(round_decimal(x, 4) for x in at), *(round_decimal(one.gain, 4) for one in found)]


def check_section_3_6() -> Iterator[Claim]:
    """Check the claim of 3.6: where each one's own derivatives are zero nobody gains."""
    a, b, d, e = printed_formulas.analytic_solution(Q)
    slopes = set(printed_formulas.payoff_2pg_derivatives(Q, a, b, d, e).values())
    gain = best_reply_gains(thesis_form(2, free=True), profile_2pg((a, b, b, d, e, Fraction(0))))[
        0
    ].gain
    yield compare_text(
        "section-3.6",
        "a point with zero derivatives is an equilibrium",
        True,
        not (slopes == {Fraction(0)} and gain > 0),
        evidence=f"at the 2-PG's analytic solution the four of 4.4.1 are zero, and player 1 gains "
        f"{format_decimal(gain, 6)} by looking less, exactly {format_fraction(gain)}",
        otherwise="error",
    )
