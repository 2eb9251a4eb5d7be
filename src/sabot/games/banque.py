"""Baccara banque: one Banker against the hands of two Players, dealt with replacement.

Each Player draws on a total of 4 or less and stands on 6 or more; only on 5 he may do either.
Banker, who sees both third cards, does as he likes. Of all that is staked *theta* is on the first
hand and the rest on the second.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

from sabot.errors import NoMethodError
from sabot.forms.sequence import SequenceForm, Side, gathered
from sabot.shoe import Shoe
from sabot.telling.family import Family, Opens
from sabot.telling.parameters import Exact
from sabot.telling.tables import Table, view_key

if TYPE_CHECKING:
    from sabot.forms.polynomial import PolynomialForm
    from sabot.telling.game import Game

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
PLAYERS, BANKER = "Players", "Banker"
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
    views = [*_views()]
    banker = Side.flat(BANKER, dict.fromkeys(map(view_key, views), ACTIONS))
    asked = {cell.key: cell.first for cell in players.cells}
    answers = {cell.key: cell.first for cell in banker.cells}
    share, unit = theta.as_integer_ratio()
    shares = share, unit - share
    sums: dict[tuple[int, int], int] = {}
    reach: dict[tuple[int, int], int] = {}

    def add(spot: tuple[int, int], ways: int, leads: int) -> None:
        sums[spot] = sums.get(spot, 0) + leads
        reach[spot] = reach.get(spot, 0) + ways

    for view in views:
        own, *thirds = view
        first = answers[view_key(view)]
        for move in (0, 1):
            for line, ways, leads in _paid(own, move, thirds, shares):
                key = "-" if NATURAL not in thirds else ALONE[1 - thirds.index(NATURAL)]
                add((asked[key] + line, first + move), ways, leads)
    _naturals(add, shares, unit)
    whole = DEALT**3 * CARDS**3
    return gathered((players, banker), {whole * unit: sums}, {whole: reach})


def _views() -> Iterator[tuple[int, Any, Any]]:
    """Yield what Banker may see: his total, and the third card of each hand, or a natural."""
    for own in range(8):
        for one in THIRDS:
            yield from ((own, one, two) for two in THIRDS)
        yield from ((own, NATURAL, two) for two in THIRDS)
        yield from ((own, one, NATURAL) for one in THIRDS)


def _paid(
    own: int, move: int, thirds: list[Any], shares: tuple[int, int]
) -> Iterator[tuple[int, int, int]]:
    """Yield, by the Players' plan, in how many ways Banker is there and what he then loses.

    A natural beats him, whatever he does.
    """
    lasts = [(total(own, k), PACK[k]) for k in range(10)] if move else [(own, CARDS)]
    natural = sum(TOTALS[8:]) * CARDS
    tables = _tables()
    plans = [(0,) if third == NATURAL else (0, 1) for third in thirds]
    line = 0
    for one in plans[0]:
        for two in plans[1]:
            ways = leads = 0
            for last, weight in lasts:
                (m1, r1), (m2, r2) = (
                    (natural, natural) if third == NATURAL else tables[plan][third, last]
                    for plan, third in zip((one, two), thirds, strict=True)
                )
                ways += weight * m1 * m2
                leads += weight * (shares[0] * r1 * m2 + shares[1] * m1 * r2)
            yield line, TOTALS[own] * ways, TOTALS[own] * leads
            line += 1


def _naturals(add: Any, shares: tuple[int, int], unit: int) -> None:
    """Add the hands that end at once: Banker has a natural, or both Players have one."""
    for own, banked in enumerate(TOTALS):
        for one, first in enumerate(TOTALS):
            for two, second in enumerate(TOTALS):
                if own > 7 or min(one, two) > 7:
                    ways = banked * first * second * CARDS**3
                    add(
                        (0, 0),
                        ways,
                        ways * (shares[0] * lead(one, own) + shares[1] * lead(two, own)),
                    )


class Banque(Family):
    """Baccara banque: Banker plays one hand against two, those of a first and a second Player.

    Two cards each, tens count nothing, only the last digit counts. Where Banker has a natural (8 or
    9) or both Players have one, the hands are compared. A Player alone with a natural wins, and
    play goes on with the other. A Player draws on 0 to 4, stands on 6 and 7, and chooses on 5; then
    Banker, who sees the third cards, draws or stands. Cards come back after each is dealt. The
    Players play together: what both do on 5 they agree on beforehand, and may leave to chance. They
    do not heed each other's cards. The value is theirs.

    theta: the share of all stakes that is on the first hand.
    """

    name = "baccara-banque"
    seats = (PLAYERS, BANKER)
    always = ("theta",)
    leaves_open: Opens = MappingProxyType({"theta": {"theta": "1/2"}})
    sees: Mapping[str, tuple[str, ...]] = MappingProxyType(
        {BANKER: ("his total", "the first third card", "the second third card")}
    )

    def play(
        self,
        table: Table,
        *,
        theta: Annotated[Fraction, Exact(Fraction(0), Fraction(1))] = Fraction(1, 2),
    ) -> None:
        """Roll three totals; unless the hands end at once, the Players and Banker may draw."""
        ways = dict(enumerate(TOTALS))
        hands = [table.roll(ways), table.roll(ways)]
        own = table.roll(ways)
        if own < 8 and min(hands) < 8:
            own = self._drawn(table, hands, own)
        leads = [lead(hand, own) if hand < 18 else 1 for hand in hands]
        table.pay(Players=theta * leads[0] + (1 - theta) * leads[1])

    def _drawn(self, table: Table, hands: list[int], own: int) -> int:
        """Let all draw who do; put their totals in place, 18 and more for a lone natural."""
        cards = table.shoe(Shoe(tuple(range(10)), PACK, True))
        alone = next((k for k in (0, 1) if hands[1 - k] > 7), None)
        if alone is None:
            plans = table.ask(PLAYERS, BOTH).split()
        else:
            plans = [table.ask(PLAYERS, ACTIONS, sees=ALONE[alone])] * 2
        seen: list[Any] = []
        for k, hand in enumerate(list(hands)):
            if hand > 7:
                seen.append(NATURAL)
                hands[k] = hand + 10
            elif hand < 5 or (hand == 5 and plans[k] == "draw"):
                third = cards.draw()
                seen.append(third)
                hands[k] = total(hand, third)
            else:
                seen.append(None)
        table.show(BANKER, own, *seen)
        return total(own, cards.draw()) if table.ask(BANKER, ACTIONS) == "draw" else own

    def demand_walkable(self, game: Game) -> None:
        """Refuse to walk the tree: its form is counted."""
        raise NoMethodError(f"{game}: its tree has millions of nodes; its form is counted instead")

    def form(self, game: Game) -> SequenceForm:
        """Return the form by counting."""
        return banque_form(game.parameters["theta"])

    def opened(self, key: str, values: Mapping[str, Any]) -> PolynomialForm:
        """Return the game for every share from 0 to 1: its payoffs are linear in it."""
        from sabot.forms.interpolate import interpolated
        from sabot.forms.polynomial import Domain

        domain = Domain(Fraction(0), Fraction(1), whole=False)
        return interpolated(key, lambda spot: banque_form(Fraction(spot)), 1, domain)

    def cost(self, game: Game) -> str:
        """Return how large the game is."""
        return "3 choices of the Players against 1,144 of Banker (16 x 2^1144 pure strategies)"


banque = Banque()
