"""Strategy profiles from printed thresholds, what they are worth, and helpers for claims.

The 2-PG, 3-PG and 4-PG of the thesis at q = 0.287, their equilibria, showdown payoffs by Sabot's
own integral of piecewise polynomials, and the rounding that print uses.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache

from flint import fmpq_poly

from sabot.api import solving
from sabot.forms.continuous.betting_game import (
    BettingNode,
    ContinuousBettingForm,
    FoldNode,
    ThresholdProfile,
    ThresholdRule,
    TurnNode,
)
from sabot.forms.continuous.expected_payoff import (
    PayoffAndBestResponse,
    payoff_and_best_response,
    win_probability,
)
from sabot.forms.continuous.piecewise_polynomial import ONE, ZERO, PiecewisePolynomial, as_fmpq
from sabot.games.continuous_poker.family import blind_poker_form
from sabot.papers.report import Basis, Claim, Difference, compare, frequency_text, value_text
from sabot.results.continuous import Equilibrium
from sabot.sources.risticz_1973.printed_formulas import HandRange

Q = Fraction(287, 1000)
SAMPLE_POINTS = 24
"""Random points at which a formula is compared with the rules."""
UPPER_LIMIT = "X_2: the lower limit for the upper one in its second half"
"""The slip of eq. 19 of chapter 4 and of eqs. 18 and 19 of appendix A: three displays have it."""
NOT_AN_EQUILIBRIUM = "2-PG: the solution is not an equilibrium, c above b was not tried"
"""The error behind table 11 and 4.7."""


def compare_text(
    item: str,
    where: str,
    printed: object,
    found: object,
    *,
    evidence: str = "from the rules, exactly",
    otherwise: Difference = "misprint",
    slip: str = "",
    basis: Basis = "print",
) -> Claim:
    """Compare as text; with evidence where a claim brings none of its own."""
    pair = value_text(printed), value_text(found)
    return compare(
        item, where, *pair, evidence=evidence, otherwise=otherwise, slip=slip, basis=basis
    )


def round_decimal(amount: Fraction, places: int) -> str:
    """Return a number rounded to so many places.

    >>> round_decimal(Fraction(-1, 3), 3), round_decimal(Fraction(1, 2), 0)
    ('-0.333', '0')
    """
    scaled = round(amount * 10**places)
    whole, rest = divmod(abs(scaled), 10**places)
    tail = f".{rest:0{places}}" if places else ""
    return f"{'-' if scaled < 0 else ''}{whole}{tail}"


def count_decimals(says: str) -> int:
    """Return how many decimals are printed."""
    return len(says.partition(".")[2])


def parse_numbers(says: str) -> tuple[Fraction, ...]:
    """Return the numbers of a line."""
    return tuple(map(Fraction, says.split()))


def round_like_printed(found: Sequence[Fraction], says: str) -> str:
    """Return numbers with as many places as those that are printed."""
    pairs = zip(found, says.split(), strict=True)
    return " ".join(round_decimal(one, count_decimals(word)) for one, word in pairs)


def profile_2pg(at: Sequence[Fraction]) -> ThresholdProfile:
    """Return the strategies of the 2-PG by the letters a to f of figure 7."""
    a, b, c, d, e, f = at
    return {
        "1: -": ThresholdRule((1, 0, 1), (a, b)),
        "1: 1 enter, 2 double": ThresholdRule((0, 1), (c,)),
        "2: 1 enter": ThresholdRule((2, 0, 1, 2), (f, d, e)),
    }


def monotone_profile(cuts: Mapping[str, str]) -> ThresholdProfile:
    """Return strategies without bluffs from the cuts of each turn."""
    return {
        key: ThresholdRule(tuple(range(len(line.split()) + 1)), parse_numbers(line))
        for key, line in cuts.items()
    }


def best_reply_gains(
    form: ContinuousBettingForm, profile: ThresholdProfile
) -> list[PayoffAndBestResponse]:
    """Return what each seat is paid, and the best it could do instead."""
    return [payoff_and_best_response(form, profile, seat) for seat in range(len(form.seats))]


@cache
def thesis_form(players: int, *, free: bool) -> ContinuousBettingForm:
    """Return the betting at q = 0.287."""
    return blind_poker_form(Q, free, players)


@cache
def solve_equilibrium(name: str) -> Equilibrium:
    """Return the equilibrium of a game."""
    found = solving.solve(name)
    assert isinstance(found, Equilibrium)
    return found


def showdown_win_probability(
    q: Fraction, mine: HandRange[Fraction], others: Sequence[HandRange[Fraction]]
) -> Fraction:
    """Return how often a hand of mine beats all others, each in its range: Sabot's own integral."""
    low, high = map(as_fmpq, mine)
    if low == high:
        return Fraction(0)
    ends = [ZERO, low, high, ONE]
    steps = [(0, ends[0], ends[1]), (1, ends[1], ends[2]), (0, ends[2], ends[3])]
    kept = [(level, a, b) for level, a, b in steps if a < b]
    inside = PiecewisePolynomial(
        (ZERO, *(b for _, _, b in kept)), tuple(fmpq_poly([level]) for level, _, _ in kept)
    )
    regions = [((low, high, Fraction(1)),) for low, high in others]
    return (win_probability(regions, as_fmpq(q)) * inside).integral()


def showdown_payoff(
    q: Fraction,
    win: Fraction | int,
    lose: Fraction | int,
    mine: HandRange[Fraction],
    others: Sequence[HandRange[Fraction]],
) -> Fraction:
    """Return XQ_n by Sabot's integral."""
    whole = mine[1] - mine[0]
    for low, high in others:
        whole *= high - low
    won = showdown_win_probability(q, mine, others)
    return Fraction(win * won + lose * (whole - won))


def sample_hands(seed: int) -> Iterator[Callable[[int], list[Fraction]]]:
    """Yield, so many times, a function that draws hands; the same ones in every run."""
    draw = random.Random(seed)

    def hands(count: int) -> list[Fraction]:
        return [Fraction(draw.randrange(101), 100) for _ in range(count)]

    for _ in range(SAMPLE_POINTS):
        yield hands


def check_holds(
    item: str,
    where: str,
    same: Sequence[bool],
    evidence: str,
    *,
    otherwise: Difference = "misprint",
    slip: str = "",
) -> Claim:
    """Return the claim that a formula is right at every point that is tried."""
    ours = frequency_text(sum(same), len(same))
    return compare_text(
        item, where, "always", ours, evidence=evidence, otherwise=otherwise, slip=slip
    )


def betting_lines(form: ContinuousBettingForm) -> dict[str, tuple[str, ...]]:
    """Return every way that the betting may end, and what each seat is paid or plays for."""
    return dict(_betting_lines(form.root, (), len(form.seats)))


def _betting_lines(
    node: BettingNode, said: tuple[str, ...], seats: int
) -> Iterator[tuple[str, tuple[str, ...]]]:
    if isinstance(node, TurnNode):
        for action, after in zip(node.actions, node.after, strict=True):
            yield from _betting_lines(after, (*said, f"{node.seat + 1} {action}"), seats)
    elif isinstance(node, FoldNode):
        yield ", ".join(said), tuple(str(amount) for amount in node.payoffs)
    else:
        pays = (
            f"{node.pot - node.paid[seat]},{-node.paid[seat]}"
            if seat in node.contenders
            else str(-node.paid[seat])
            for seat in range(seats)
        )
        yield ", ".join(said), tuple(pays)
