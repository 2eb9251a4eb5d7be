"""Printed thresholds as strategies, what they are worth, and how a claim says it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from sabot import api
from sabot.forms.threshold.answers import Answer, Profile
from sabot.forms.threshold.betting import Fold, Node, ThresholdForm, Turn
from sabot.forms.threshold.piecewise import ONE, ZERO, Piecewise, number
from sabot.forms.threshold.worth import Worth, winning, worth
from sabot.games.blind.family import betting
from sabot.papers.report import Basis, Claim, Difference, always, compare, text
from sabot.results.balance import Equilibrium

Q = Fraction(287, 1000)
CASES = 24
"""Random points at which a formula is held against the rules."""
UPPER_LIMIT = "X_2: the lower limit for the upper one in its second half"
"""The slip of eq. 19 of chapter 4 and of eqs. 18 and 19 of appendix A: three displays have it."""
NOT_AN_EQUILIBRIUM = "2-PG: the solution is not an equilibrium, c above b was not tried"
"""The error behind table 11 and 4.7."""


def check(
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
    pair = text(printed), text(found)
    return compare(
        item, where, *pair, evidence=evidence, otherwise=otherwise, slip=slip, basis=basis
    )


def fixed(amount: Fraction, places: int) -> str:
    """Return a number rounded to so many places.

    >>> fixed(Fraction(-1, 3), 3), fixed(Fraction(1, 2), 0)
    ('-0.333', '0')
    """
    scaled = round(amount * 10**places)
    whole, rest = divmod(abs(scaled), 10**places)
    tail = f".{rest:0{places}}" if places else ""
    return f"{'-' if scaled < 0 else ''}{whole}{tail}"


def places(says: str) -> int:
    """Return how many decimals are printed."""
    return len(says.partition(".")[2])


def numbers(says: str) -> tuple[Fraction, ...]:
    """Return the numbers of a line."""
    return tuple(map(Fraction, says.split()))


def rounded(found: Sequence[Fraction], says: str) -> str:
    """Return numbers with as many places as those that are printed."""
    pairs = zip(found, says.split(), strict=True)
    return " ".join(fixed(one, places(word)) for one, word in pairs)


def lettered(at: Sequence[Fraction]) -> Profile:
    """Return the strategies of the 2-PG by the letters a to f of figure 7."""
    a, b, c, d, e, f = at
    return {
        "1: -": Answer((1, 0, 1), (a, b)),
        "1: 1 enter, 2 double": Answer((0, 1), (c,)),
        "2: 1 enter": Answer((2, 0, 1, 2), (f, d, e)),
    }


def monotone(cuts: Mapping[str, str]) -> Profile:
    """Return strategies without bluffs from the cuts of each turn."""
    return {
        key: Answer(tuple(range(len(line.split()) + 1)), numbers(line))
        for key, line in cuts.items()
    }


def judged(form: ThresholdForm, profile: Profile) -> list[Worth]:
    """Return what each seat is paid, and the best it could do instead."""
    return [worth(form, profile, seat) for seat in range(len(form.seats))]


@cache
def game(players: int, *, free: bool) -> ThresholdForm:
    """Return the betting at q = 0.287."""
    return betting(Q, free, players)


@cache
def solved(name: str) -> Equilibrium:
    """Return the equilibrium of a game."""
    found = api.solve(name)
    assert isinstance(found, Equilibrium)
    return found


def chance(q: Fraction, mine: tuple[Any, Any], others: Sequence[tuple[Any, Any]]) -> Fraction:
    """Return how often a hand of mine beats all others, each in its range: Sabot's own integral."""
    low, high = map(number, mine)
    if low == high:
        return Fraction(0)
    ends = [ZERO, low, high, ONE]
    steps = [(0, ends[0], ends[1]), (1, ends[1], ends[2]), (0, ends[2], ends[3])]
    kept = [(level, a, b) for level, a, b in steps if a < b]
    inside = Piecewise(
        (ZERO, *(b for _, _, b in kept)), tuple(_level(level) for level, _, _ in kept)
    )
    regions = [((low, high, Fraction(1)),) for low, high in others]
    return (winning(regions, number(q)) * inside).integral()


def _level(level: int) -> Any:
    from flint import fmpq_poly

    return fmpq_poly([level])


def paid(
    q: Fraction, win: Any, lose: Any, mine: tuple[Any, Any], others: Sequence[tuple[Any, Any]]
) -> Fraction:
    """Return XQ_n by Sabot's integral."""
    whole = mine[1] - mine[0]
    for low, high in others:
        whole *= high - low
    won = chance(q, mine, others)
    return Fraction(win * won + lose * (whole - won))


def drawn(seed: int) -> Iterator[Callable[[int], list[Fraction]]]:
    """Yield, so many times, a function that draws hands; the same ones in every run."""
    draw = random.Random(seed)

    def hands(count: int) -> list[Fraction]:
        return [Fraction(draw.randrange(101), 100) for _ in range(count)]

    for _ in range(CASES):
        yield hands


def holds(
    item: str,
    where: str,
    same: Sequence[bool],
    evidence: str,
    *,
    otherwise: Difference = "misprint",
    slip: str = "",
) -> Claim:
    """Return the claim that a formula is right at every point that is tried."""
    ours = always(sum(same), len(same))
    return check(item, where, "always", ours, evidence=evidence, otherwise=otherwise, slip=slip)


def lines(form: ThresholdForm) -> dict[str, tuple[str, ...]]:
    """Return every way that the betting may end, and what each seat is paid or plays for."""
    return dict(_lines(form.root, (), len(form.seats)))


def _lines(node: Node, said: tuple[str, ...], seats: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    if isinstance(node, Turn):
        for action, after in zip(node.actions, node.after, strict=True):
            yield from _lines(after, (*said, f"{node.seat + 1} {action}"), seats)
    elif isinstance(node, Fold):
        yield ", ".join(said), tuple(str(amount) for amount in node.payoffs)
    else:
        pays = (
            f"{node.pot - node.paid[seat]},{-node.paid[seat]}"
            if seat in node.contenders
            else str(-node.paid[seat])
            for seat in range(seats)
        )
        yield ", ".join(said), tuple(pays)
