"""Chapter 4: the game for two, its payoff function and its printed solutions."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial

from sabot.exact import decimal, show
from sabot.forms.threshold.answers import Answer
from sabot.forms.threshold.betting import ThresholdForm
from sabot.forms.threshold.worth import payoff, worth
from sabot.games.blind.family import betting
from sabot.papers.report import Claim, Difference, PaperTable, RoadsError, grid
from sabot.papers.risticz_1973 import printed, walk
from sabot.papers.risticz_1973.figures import diagram
from sabot.papers.risticz_1973.hands import with_cards
from sabot.papers.risticz_1973.profiles import (
    NOT_AN_EQUILIBRIUM,
    UPPER_LIMIT,
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
    paid,
    places,
    rounded,
    solved,
)

NONE = Fraction(0)


def plays(
    item: str, says: Mapping[str, tuple[str, ...]], form: ThresholdForm, first: str
) -> Iterator[Claim]:
    """Compare the lines of a table of plays, and that no play is forgotten that begins so."""
    found = {play: pay for play, pay in lines(form).items() if play.startswith(first)}
    entered = {play for play in found if "enter" in play}
    for play, pay in says.items():
        ours = found.get(play, ("there is no such play",))[: len(pay)]
        yield check(item, play, " ".join(pay), " ".join(ours))
    yield check(item, "plays in which somebody enters", len(says), len(entered))


def table_10() -> Iterator[Claim | PaperTable]:
    """Compare the plays of the 2-PG with all ways to its end."""
    form = game(2, free=True)
    yield from plays("table-10", printed.TABLE_10, form, "")
    yield PaperTable("table-10", "figure 5: the 2-PG", diagram(form))


def integrals() -> Iterator[Claim]:
    """Compare eqs. 7, 19 and 20 with Sabot's own integral, as printed and mended."""
    item = "eqs-7-20"
    tries: dict[str, list[bool]] = {key: [] for key in ("7", "7m", "19", "19m", "20")}
    for draw in drawn(7):
        a, b, c, d = (*sorted(draw(2)), *sorted(draw(2)))
        mine, other = (a, b), (c, d)
        plain, better = (paid(q, 4, -2, mine, [other]) for q in (NONE, Q))
        tries["7"].append(walk.xq_2(Q, 4, -2, mine, other, printed=True) == better)
        tries["19"].append(walk.x_2(4, -2, mine, other, printed=True) == plain)
        tries["19m"].append(walk.x_2(4, -2, mine, other) == plain)
        tries["7m"].append(walk.xq_2(Q, 4, -2, mine, other) == better)
    why = "with q (1-q), as in eqs. 17 and 20, it holds always"
    yield holds(item, "eq. 7 with (w+l) q (q-q)", tries["7"], why, otherwise="unreadable")
    yield holds(item, "eq. 20, that is 7 with q (1-q)", tries["7m"], "Sabot's integral")
    why = "its second half must subtract the upper limit b_2, not a_2; then it holds always"
    yield holds(item, "eq. 19 as printed", tries["19"], why, slip=UPPER_LIMIT)
    yield holds(item, "eq. 19, mended", tries["19m"], "Sabot's integral")


def payoffs() -> Iterator[Claim]:
    """Compare eqs. 15, 16, 21 and 26 with the rules."""
    item = "eqs-15-28"
    form = game(2, free=True)
    same: dict[str, list[bool]] = {key: [] for key in ("15", "21", "21m", "26")}
    for draw in drawn(21):
        (a, b), (f, d, e), (c,) = sorted(draw(2)), sorted(draw(3)), draw(1)
        at = (a, b, c, d, e, f)
        right = payoff(form, lettered(at), 0)
        dropped = min(a, c) + max(b, c) - b
        third = walk.two_person(Q, at) + 2 * (dropped - (a + 1 - b)) * (1 - e + f)
        same["15"].append(third == right)
        same["21"].append(walk.two_person(Q, at, printed=True) == right)
        same["21m"].append(walk.two_person(Q, at) == right)
        f, a, d, b, e = sorted(draw(5))
        near = (a, b, b, d, e, f)
        same["26"].append(walk.short(Q, near) == payoff(form, lettered(near), 0))
    why = "it counts every double as dropped: phi_1 where phi_4 belongs; then it holds always"
    where = "eq. 15: the third integral with phi_1"
    yield holds(item, where, same["15"], why, otherwise="unreadable")
    why = "its second integral ends at f where it must end at e; then it holds always"
    where = "eqs. 16 and 21 with (1 f; b d)"
    why += "; eq. 16 is garbled in the text"
    yield holds(item, where, same["21"], why, otherwise="unreadable")
    yield holds(item, "eq. 21, mended", same["21m"], "the rules")
    yield holds(item, "eqs. 26 and 28, where eq. 24 holds", same["26"], "the rules")
    yield from _letters(item)


def _letters(item: str) -> Iterator[Claim]:
    """Check what is said of the letters on the way: phi_3 and phi_4, eqs. 24 and 25."""
    both, only, equal = [], [], []
    for draw in drawn(14):
        (a, b), (c,) = sorted(draw(2)), draw(1)
        x = min(draw(1)[0] + Fraction(1, 200), 1 - Fraction(1, 200))  # between the cuts
        g, h = min(a, c), max(b, c)
        enters, looks = x <= a or x > b, x > c
        both.append((enters and looks) == (g < x <= a or h < x <= 1))
        only.append((enters and not looks) == (x <= g or b < x <= h))
        a, d, b, e = sorted(draw(4))
        reach = (max(0, min(a, d)), max(a, min(a, e)), max(a, min(a, 0))) == (a,) * 3
        reach &= (max(b, min(1, d)), max(b, min(1, 0))) == (b,) * 2
        equal.append(reach and max(a, min(1, e)) == e == max(b, min(1, e)))
    yield holds(item, "phi_3 by g and h of eqs. 12, 13", both, "phi_1 phi_2 at random hands")
    yield holds(item, "phi_4 by g and h", only, "phi_1 (1 - phi_2) at random hands")
    yield holds(item, "eq. 25, where eq. 24 holds", equal, "random cuts in that order")
    lines_11 = [numbers(line) for line in printed.TABLE_11.values()]
    order = [a <= d <= b <= e for a, b, d, e, _ in lines_11]
    yield holds(item, "eq. 24 at the solutions of table 11", order, "the printed letters")


LAST_LINE = "table 11: the line q = 0.4"


def table_11() -> Iterator[Claim | PaperTable]:
    """Compare the cuts with the analytic solution, and its claim with the exact best reply."""
    item, rows = "table-11", []
    for text, line in printed.TABLE_11.items():
        q = Fraction(text)
        *says, worth_said = line.split()
        a, b, d, e = walk.analytic(q)
        form = betting(q, True, 2)
        there = judged(form, lettered((a, b, b, d, e, NONE)))
        for letter, said, ours in zip("abde", says, (a, b, d, e), strict=True):
            why = f"exactly {show(ours)}, by c_1 to c_7 and by the zeros of the derivatives"
            where = f"q = {text}: {letter}"
            yield check(
                item, where, said, fixed(ours, 4), evidence=why, otherwise="error", slip=LAST_LINE
            )
        own = fixed(there[0].payoff, places(worth_said))
        why = f"what the cuts of the analytic solution pay: {show(there[0].payoff)}"
        where = f"q = {text}: the payoff there"
        yield check(item, where, worth_said, own, evidence=why, otherwise="error", slip=LAST_LINE)
        yield from _not_balanced(item, text, there[0].gain, there[1].gain)
        best = solved(f"blind-poker(players=2, q={text})")
        value = best.payoffs["1"]
        why = f"nobody gains anything against ours; exactly {show(value)}"
        ours = fixed(value, 4)
        yield check(
            item,
            f"q = {text}: the value",
            worth_said,
            ours,
            evidence=why,
            otherwise="superseded",
            slip=NOT_AN_EQUILIBRIUM,
        )
        rounding = judged(form, lettered((*_doubled(line), NONE)))
        rows.append((text, (worth_said, *(decimal(one.gain, 4) for one in rounding), value)))
    head = ("printed", "1 gains", "2 gains", "the true value")
    title = (
        "gains against the cuts as printed, in four digits (the claims below have those against "
        "the exact cuts), and the value"
    )
    yield PaperTable(item, title, grid("q", head, rows))


def _doubled(line: str) -> tuple[Fraction, ...]:
    """Return a to e of a line of table 11, where c is b."""
    a, b, d, e, _ = numbers(line)
    return a, b, b, d, e


def _not_balanced(item: str, text: str, one: Fraction, two: Fraction) -> Iterator[Claim]:
    why = "by dropping after a double with the hands from b to e, and by entering with more of them"
    where = f"q = {text}: what players 1 and 2 gain against it"
    yield check(
        item,
        where,
        "0 0",
        (one, two),
        evidence=f"{why}; over all strategies",
        otherwise="error",
        slip=NOT_AN_EQUILIBRIUM,
    )


def analytic() -> Iterator[Claim]:
    """Check 4.4: c_1 to c_7, eq. 33, and what is said of c and of the whole table."""
    item = "section-4.4"
    a, b, d, e = walk.analytic(Q)
    says = "0.0298 0.6418 0.6127 0.8106"
    why = "read with 4Q where the text has UQ, and Q = q^2 + (1-q)^2 as in eq. 27"
    yield check(item, "eq. 32 by c_1 to c_7", says, rounded((a, b, d, e), says), evidence=why)
    for letter, slope in walk.slopes(Q, a, b, d, e).items():
        yield check(item, f"the derivative by {letter} there", 0, slope)
    large = Q * Q + (1 - Q) ** 2
    again = large * large + (1 - large) ** 2
    ours = "q^2 + (1-q)^2" if again != large else "Q^2 + (1-Q)^2"
    why = "the small letter, as in eq. 27"
    where = "Q, before c_1"
    yield check(item, where, "Q^2 + (1-Q)^2", ours, evidence=why, otherwise="unreadable")
    slope = 1 + a - b + 2 * a - 4 * large * (1 - b)
    why = f"eq. 28 differentiated: {decimal(slope, 6)}"
    yield check(item, "eq. 33", printed.EQ_33, fixed(slope, 2), evidence=why)
    yield _where_c_matters(item)
    right = [
        rounded(walk.analytic(Fraction(q)), " ".join(line.split()[:4])) == line[: len(says)]
        for q, line in printed.TABLE_11.items()
    ]
    where = "4.4.3: all of table 11 agrees with the analytic solution"
    yield holds(item, where, right, "see table-11", otherwise="error", slip=LAST_LINE)


def _where_c_matters(item: str) -> Claim:
    """Check what 4.3 and 4.4 say of c: that it is arbitrary if a <= c <= b."""
    a, b, d, e = walk.analytic(Q)
    form, step = game(2, free=True), Fraction(1, 10**6)
    within = [payoff(form, lettered((a, b, c, d, e, NONE)), 0) for c in (a, (a + b) / 2, b)]
    rise = (payoff(form, lettered((a, b, b + step, d, e, NONE)), 0) - within[-1]) / step
    if rise != 2 * (1 - e) * (1 - 2 * Q) ** 2:
        raise RoadsError("4.4: the derivative by c above b")
    why = (
        "player 1 never holds such a hand when he is asked. Above b, which was not tried, a higher "
        f"c earns him 2(1-e)(1-2q)^2 = {decimal(rise, 6)} for each unit: see table-11"
    )
    where = "4.3, 4.4: the payoff does not depend on c if a <= c <= b"
    return check(item, where, True, len(set(within)) == 1, evidence=why)


def table_12() -> Iterator[Claim]:
    """Compare the exact column of table 12."""
    for place, line in enumerate(printed.TABLE_12.strip().split("\n"), 1):
        *row, says = line.split()
        win, lose, a, b, c, d = map(Fraction, row)
        ours = paid(Q, win, lose, (a, b), [(c, d)])
        why = f"exactly {show(ours)}; both hands come from one range" if a == c else show(ours)
        yield check("table-12", f"line ({place})", says, fixed(ours, 3), evidence=why)


REAL = (4, 5)
"""Lines of table 12 whose hands are pairs or better, but for 0.12 per cent of all hands: what those
throw away is known."""


def _with_real_cards(item: str) -> Iterator[Claim]:
    """Compare the column XQ* with real cards, exactly, where hands have a pair or better."""
    lines_12 = printed.TABLE_12.strip().split("\n")
    games = printed.GAMES_12
    for place in REAL:
        win, lose, a, b, c, d = map(Fraction, lines_12[place - 1].split()[:6])
        low, high = with_cards(win, lose, (a, b), (c, d))
        says = printed.SIMULATED[place]
        area = (b - a) * (d - c)
        near = min((low, high), key=lambda one: abs(one - Fraction(says)))
        spread = area * area * win * win - near * near  # the payoff is win or -win
        gap = max(abs(near - Fraction(says)) - Fraction(1, 2000), NONE)
        off = math.sqrt(gap * gap * games / spread)
        ends = fixed(low, 4), fixed(high, 4)
        why = (
            f"all hands of the two ranges, each improved by the common draw: between {ends[0]} and "
            f"{ends[1]}, as the few hands without a pair lose or win all; the model has "
            f"{fixed(paid(Q, win, lose, (a, b), [(c, d)]), 4)}. Print is {off:.1f} standard "
            f"errors of {games:,} games away"
        )
        where = f"table 12, line ({place}): XQ* with real cards"
        ours = f"{fixed(low, 3)} to {fixed(high, 3)}"
        kind: Difference = "error" if off > 3 else "superseded"
        yield check(item, where, says, ours, evidence=why, otherwise=kind)


def section_4_5() -> Iterator[Claim]:
    """Check the test with which simulated games are found to agree with XQ_2, and two lines."""
    exact = [line.split()[-1] for line in printed.TABLE_12.strip().split("\n")]
    gaps = [
        Fraction(says) - Fraction(exact[place - 1]) for place, says in printed.SIMULATED.items()
    ]
    mean = sum(gaps, NONE) / len(gaps)
    spread = sum(((gap - mean) ** 2 for gap in gaps), NONE) / (len(gaps) - 1)
    t = float(mean) / math.sqrt(spread / len(gaps))
    why = (
        f"of the {len(gaps)} lines whose exact value is not known, {len(gaps) - 1} degrees of "
        "freedom. The quoted 2.45 belongs to 6, so to seven lines, which are not named: the test "
        "cannot be repeated. A small t says that the printed column agrees with the model; "
        "it says nothing about real cards, with which the column itself is compared below"
    )
    where = "t of the differences of table 12"
    ours = f"{t:.3f}"
    yield check("section-4.5", where, printed.T_TEST, ours, evidence=why, otherwise="unreadable")
    yield from _with_real_cards("section-4.5")


def locked() -> Iterator[Claim]:
    """Check 4.6: player 1 enters with all hands from 0.5."""
    item, form = "section-4.6", game(2, free=True)
    line, says = printed.LOCKED
    a, b, c, d, e, f = numbers(line)
    there = judged(form, lettered((a, b, c, d, e, f)))
    why = f"what the printed cuts pay: {show(there[0].payoff)}"
    ours, slip = fixed(there[0].payoff, 3), "4.6: the payoff 0.174"
    where = "the payoff of the printed cuts"
    wrong = partial(check, item, otherwise="error", slip=slip)
    yield wrong(where, says, ours, evidence=why)
    best = -there[1].best
    why = f"the exact best reply of player 2 to a, b, c = {line[:17]}: {decimal(best, 8)}"
    where = "what player 2's best reply leaves"
    yield wrong(where, says, fixed(best, 3), evidence=why)
    careful = {
        **lettered((a, b, c, d, e, f)),
        "1: -": Answer((0, 1), (b,)),
        "1: 1 enter, 2 double": Answer((0, 1), (Fraction("0.6562"),)),
    }
    kept = -worth(form, careful, 1).best
    why = f"no bluff, and looking from 0.6562 only, he keeps {decimal(kept, 6)} against every reply"
    yield check(
        item,
        "what player 1 keeps with b = 0.5",
        says,
        fixed(kept, 3),
        evidence=why,
        otherwise="superseded",
    )


def simpler() -> Iterator[Claim | PaperTable]:
    """Check 4.7: the three observations from which the rules of chapter 5 are made."""
    item = "section-4.7"
    found = solved("blind-poker(players=2, q=0.287)")
    (look,) = found.profile["1: 1 enter, 2 double"].cuts
    bluff = found.profile["2: 1 enter"].cuts[0]
    for letter, says, cut in zip("abde", printed.TWO_PLACES.split(), walk.analytic(Q), strict=True):
        why = f"table 11 has {fixed(cut, 4)}"
        yield check(item, f"(a) {letter} of table 11", says, fixed(cut, 2), evidence=why)
    (low,) = (one for one in found.free if one.view == "-")
    why = (
        f"of the hands up to {decimal(low.high, 6)}, which beat none that plays, he enters with "
        f"{decimal(low.mass, 6)}: with which of them is free"
    )
    seldom = f"1 hand in {fixed(1 / low.mass, 0)}"
    yield check(item, "(a) player 1 bluffs", "1 hand in 33", seldom, evidence=why)
    share = (1 - look) / (1 - low.high)
    why = f"he looks from {decimal(look, 6)} only: {decimal(100 * share, 3)} % of those hands"
    where = "(b) player 1, unless he bluffed, always looks at a double"
    simplified = partial(check, item, otherwise="error", slip=NOT_AN_EQUILIBRIUM)
    yield simplified(where, True, look <= low.high, evidence=why)
    why = f"he doubles with all hands below {decimal(bluff, 6)}"
    yield simplified("(c) player 2 never bluffs", True, bluff == 0, evidence=why)
    *_, e, _ = numbers(printed.TABLE_11["0.287"])
    letter = "f" if e else "e"
    why = "figure 7: f ends the hands with which player 2 bluffs; e is 0.81"
    where = "(c) the letter that is 0"
    why += "; the text has it twice"
    yield check(item, where, "e", letter, evidence=why)
    rows = []
    for players in (2, 3):
        for way in ("free", "forced"):
            other = solved(f"blind-poker(players={players}, q=0.287, look={way})")
            rows.append((f"{players} players, looks {way}", _row(list(other.payoffs.values()))))
    title = "what forcing the looks changes, q = 0.287"
    yield PaperTable(item, title, grid("", ("1", "2", "3"), rows))


def _row(amounts: list[Fraction]) -> list[str]:
    return [*(fixed(amount, 6) for amount in amounts), "", ""][:3]
