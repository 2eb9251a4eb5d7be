"""Baccara banque counted: in how many ways Banker comes to see what he sees, and who then leads.

Each Player draws on a total of 4 or less and stands on 6 or more; only on 5 he may do either.
Banker, who sees both third cards, does as he likes. Of all that is staked *theta* is on the first
hand and the rest on the second.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import Any

from sabot.forms.sequence import SequenceForm, Side, gathered
from sabot.telling.tables import view_key

ACTIONS = ("stand", "draw")


def total(*cards: int) -> int:
    """Return the total of a hand: only the last digit counts."""
    return sum(cards) % 10


def lead(one: int, two: int) -> int:
    """Return 1 where the first total is the higher, -1 where the second is, else 0."""
    return (one > two) - (one < two)


PACK = (4, 1, 1, 1, 1, 1, 1, 1, 1, 1)
"""The share of each value in any number of packs."""
CARDS = sum(PACK)
TOTALS = tuple(
    sum(PACK[a] * PACK[b] for a in range(10) for b in range(10) if total(a, b) == t)
    for t in range(10)
)
"""The ways to deal two cards, by their total."""
DEALT = sum(TOTALS)
WHOLE = DEALT**3 * CARDS**3
"""The ways to deal three hands and a third card to each."""
PLAYERS, BANKER = "Players", "Banker"
EACH = ("Player 1", "Player 2", BANKER)
"""Who sits down where each Player plays for himself."""
BOTH = tuple(f"{one} {two}" for one in ACTIONS for two in ACTIONS)
"""What the Players agree on for a total of 5: of the first hand, of the second."""
NATURAL = "natural"
ALONE = {0: "second natural", 1: "first natural"}
"""What the Players see where one hand plays on by itself: that the other is a natural."""
THIRDS = (*range(10), None)

Ends = tuple[tuple[int | None, int, int], ...]
"""How a hand may end: its third card, its last total, and in how many ways."""


def ends_of(draws: bool) -> Ends:
    """Return the ends of a Player's hand that is no natural, as he draws on 5 or not.

    >>> sum(ways for _, _, ways in ends_of(True)) == sum(TOTALS[:8]) * CARDS
    True
    """
    found: list[tuple[int | None, int, int]] = []
    for two, ways in enumerate(TOTALS[:8]):
        if two < 5 or (two == 5 and draws):
            found += ((k, total(two, k), ways * PACK[k]) for k in range(10))
        else:
            found.append((None, two, ways * CARDS))
    return tuple(found)


Table_ = Mapping[tuple[int | None, int], tuple[int, int]]


@lru_cache(maxsize=1)
def _tables() -> tuple[Table_, Table_]:
    """Return, standing and drawing on 5, by third card and Banker's last total: ways, leads."""
    made = []
    for draws in (False, True):
        table = {}
        for third in THIRDS:
            own = [(end, ways) for k, end, ways in ends_of(draws) if k == third]
            for last in range(10):
                leads = sum(ways * lead(end, last) for end, ways in own)
                table[third, last] = sum(ways for _, ways in own), leads
        made.append(table)
    return made[0], made[1]


def banque_form(theta: Fraction) -> SequenceForm:
    """Return the game of both Players together against Banker, by counting.

    >>> form = banque_form(Fraction(1, 2))
    >>> [len(side.cells) for side in form.sides], form.keeps_chances
    ([3, 1144], True)
    """
    players = Side.flat(PLAYERS, {"-": BOTH} | {ALONE[k]: ACTIONS for k in (1, 0)})
    seen = [*views()]
    banker = Side.flat(BANKER, dict.fromkeys(map(view_key, seen), ACTIONS))
    asked = {cell.key: cell.first for cell in players.cells}
    answers = {cell.key: cell.first for cell in banker.cells}
    share, unit = theta.as_integer_ratio()
    shares = share, unit - share
    sums: dict[tuple[int, int], int] = {}
    reach: dict[tuple[int, int], int] = {}

    def add(spot: tuple[int, int], ways: int, leads: int) -> None:
        sums[spot] = sums.get(spot, 0) + leads
        reach[spot] = reach.get(spot, 0) + ways

    for view in seen:
        own, *thirds = view
        first = answers[view_key(view)]
        for move in (0, 1):
            for (one, two), ways, leads in paid(own, move, thirds):
                line = 2 * one + two if NATURAL not in thirds else one + two
                won = shares[0] * leads[0] + shares[1] * leads[1]
                add((asked[table_of(thirds)] + line, first + move), ways, won)
    for ways, *both in naturals():
        add((0, 0), ways, ways * (shares[0] * both[0] + shares[1] * both[1]))
    return gathered((players, banker), {WHOLE * unit: sums}, {WHOLE: reach})


def table_of(thirds: Sequence[Any]) -> str:
    """Return what the Players see: nothing, or that one of them has a natural."""
    return ALONE[1 - thirds.index(NATURAL)] if NATURAL in thirds else "-"


def views() -> Iterator[tuple[int, Any, Any]]:
    """Yield what Banker may see: his total, and the third card of each hand, or a natural."""
    for own in range(8):
        for one in THIRDS:
            yield from ((own, one, two) for two in THIRDS)
        yield from ((own, NATURAL, two) for two in THIRDS)
        yield from ((own, one, NATURAL) for one in THIRDS)


Paid = tuple[tuple[int, int], int, tuple[int, int]]
"""What each Player does on 5, in how many ways Banker is there, and who then leads."""


def paid(own: int, move: int, thirds: Sequence[Any]) -> tuple[Paid, ...]:
    """Return, by what each Player does on 5, in how many ways Banker is there, and who then leads.

    The leads are those of both hands. A natural beats him, whatever he does.
    """
    return _paid(own, move, *thirds)


@cache
def _paid(own: int, move: int, *thirds: Any) -> tuple[Paid, ...]:
    return tuple(_counted(own, move, thirds))


def _counted(own: int, move: int, thirds: Sequence[Any]) -> Iterator[Paid]:
    lasts = [(total(own, k), PACK[k]) for k in range(10)] if move else [(own, CARDS)]
    natural = sum(TOTALS[8:]) * CARDS
    tables = _tables()
    plans = [(0,) if third == NATURAL else (0, 1) for third in thirds]
    for both in product(*plans):
        ways = first = second = 0
        for last, weight in lasts:
            (m1, r1), (m2, r2) = (
                (natural, natural) if third == NATURAL else tables[plan][third, last]
                for plan, third in zip(both, thirds, strict=True)
            )
            ways += weight * m1 * m2
            first += weight * r1 * m2
            second += weight * m1 * r2
        here = TOTALS[own]
        yield (both[0], both[1]), here * ways, (here * first, here * second)


def naturals() -> Iterator[tuple[int, int, int]]:
    """Yield the hands that end at once: in how many ways, and who leads on the first and second.

    Banker has a natural, or both Players have one.
    """
    for own, banked in enumerate(TOTALS):
        for one, first in enumerate(TOTALS):
            for two, second in enumerate(TOTALS):
                if own > 7 or min(one, two) > 7:
                    ways = banked * first * second * CARDS**3
                    yield ways, lead(one, own), lead(two, own)
