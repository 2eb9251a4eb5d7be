"""Baccara banque: one Banker against the hands of two Players, dealt with replacement.

Each Player draws on a total of 4 or less and stands on 6 or more; on 5 he chooses. Banker, who
sees both third cards, chooses freely. Of all stakes the share *theta* is on the first hand and the
rest on the second. The forms are counted, not built from a tree: as a two-player zero-sum game, in
which the Players are one side and may correlate, or with three players, in which each Player
randomizes independently and is paid on his own hand (nash) or on both (independent). Payoffs are
linear in theta.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Literal

from sabot.cards.shoe import Shoe
from sabot.errors import NoMethodError
from sabot.forms.sequence import SequenceForm, Treeplex, sequence_form_from_sums
from sabot.forms.sequence_nplayer import NPlayerSequenceForm, PayoffEntry
from sabot.game_rules.family import Family, OpenParameters
from sabot.game_rules.parameters import Exact, ParameterValues
from sabot.game_rules.table import Table, infoset_key

if TYPE_CHECKING:
    from sabot.forms.parametric import PolynomialForm
    from sabot.game_rules.game import Game


ACTIONS = ("stand", "draw")


def hand_total(*cards: int) -> int:
    """Return the total of a hand: only the last digit counts."""
    return sum(cards) % 10


def compare_totals(one: int, two: int) -> int:
    """Return 1 where the first total is the higher, -1 where the second is, else 0."""
    return (one > two) - (one < two)


CARD_WEIGHTS = (4, 1, 1, 1, 1, 1, 1, 1, 1, 1)
"""The share of each value in any number of packs."""
CARD_WEIGHT_SUM = sum(CARD_WEIGHTS)
TWO_CARD_WAYS = tuple(
    sum(
        CARD_WEIGHTS[a] * CARD_WEIGHTS[b]
        for a in range(10)
        for b in range(10)
        if hand_total(a, b) == t
    )
    for t in range(10)
)
"""The ways to deal two cards, by their total."""
TWO_CARD_WAYS_SUM = sum(TWO_CARD_WAYS)
ALL_DEALS = TWO_CARD_WAYS_SUM**3 * CARD_WEIGHT_SUM**3
"""The ways to deal three hands and a third card to each."""
PLAYERS, BANKER = "Players", "Banker"
THREE_SEATS = ("Player 1", "Player 2", BANKER)
"""Who sits down where each Player plays for himself."""
JOINT_ACTIONS = tuple(f"{one} {two}" for one in ACTIONS for two in ACTIONS)
"""What the Players agree on for a total of 5: of the first hand, of the second."""
NATURAL = "natural"
LONE_HAND_VIEWS = {0: "second natural", 1: "first natural"}
"""What the Players see where one hand plays on by itself: that the other is a natural."""
THIRD_CARDS = (*range(10), None)
Third = int | str | None
HandEnds = tuple[tuple[int | None, int, int], ...]
"""How a hand may end: its third card, its last total, and in how many ways."""


def hand_ends(draws: bool) -> HandEnds:
    """Return the ends of a Player's hand that is no natural, as he draws on 5 or not.

    >>> sum(ways for _, _, ways in hand_ends(True)) == sum(TWO_CARD_WAYS[:8]) * CARD_WEIGHT_SUM
    True
    """
    found: list[tuple[int | None, int, int]] = []
    for two, ways in enumerate(TWO_CARD_WAYS[:8]):
        if two < 5 or (two == 5 and draws):
            found += ((k, hand_total(two, k), ways * CARD_WEIGHTS[k]) for k in range(10))
        else:
            found.append((None, two, ways * CARD_WEIGHT_SUM))
    return tuple(found)


WaysAndLeads = Mapping[tuple[int | None, int], tuple[int, int]]


@lru_cache(maxsize=1)
def _ways_and_leads() -> tuple[WaysAndLeads, WaysAndLeads]:
    """Return, standing and drawing on 5, by third card and Banker's last total: ways, leads."""
    made = []
    for draws in (False, True):
        table = {}
        for third in THIRD_CARDS:
            own = [(end, ways) for k, end, ways in hand_ends(draws) if k == third]
            for last in range(10):
                leads = sum(ways * compare_totals(end, last) for end, ways in own)
                table[third, last] = sum(ways for _, ways in own), leads
        made.append(table)
    return made[0], made[1]


def correlated_form(theta: Fraction) -> SequenceForm:
    """Return the game of both Players together against Banker, by counting.

    >>> form = correlated_form(Fraction(1, 2))
    >>> [len(side.cells) for side in form.sides], form.keeps_chances
    ([3, 1144], True)
    """
    players = Treeplex.flat(
        PLAYERS, {"-": JOINT_ACTIONS} | {LONE_HAND_VIEWS[k]: ACTIONS for k in (1, 0)}
    )
    seen = [*banker_views()]
    banker = Treeplex.flat(BANKER, dict.fromkeys(map(infoset_key, seen), ACTIONS))
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
        first = answers[infoset_key(view)]
        for move in (0, 1):
            for (one, two), ways, leads in view_payoffs(own, move, thirds):
                line = 2 * one + two if NATURAL not in thirds else one + two
                won = shares[0] * leads[0] + shares[1] * leads[1]
                add((asked[players_view(thirds)] + line, first + move), ways, won)
    for ways, *both in natural_deals():
        add((0, 0), ways, ways * (shares[0] * both[0] + shares[1] * both[1]))
    return sequence_form_from_sums((players, banker), {ALL_DEALS * unit: sums}, {ALL_DEALS: reach})


def players_view(thirds: Sequence[Third]) -> str:
    """Return what the Players see: nothing, or that one of them has a natural."""
    return LONE_HAND_VIEWS[1 - thirds.index(NATURAL)] if NATURAL in thirds else "-"


def banker_views() -> Iterator[tuple[int, Third, Third]]:
    """Yield what Banker may see: his total, and the third card of each hand, or a natural."""
    for own in range(8):
        for one in THIRD_CARDS:
            yield from ((own, one, two) for two in THIRD_CARDS)
        yield from ((own, NATURAL, two) for two in THIRD_CARDS)
        yield from ((own, one, NATURAL) for one in THIRD_CARDS)


ViewPayoff = tuple[tuple[int, int], int, tuple[int, int]]
"""What each Player does on 5, in how many ways Banker is there, and who then leads."""


def view_payoffs(own: int, move: int, thirds: Sequence[Third]) -> tuple[ViewPayoff, ...]:
    """Return, by what each Player does on 5, in how many ways Banker is there, and who then leads.

    The leads are those of both hands. A natural beats him, whatever he does.
    """
    return _cached_view_payoffs(own, move, *thirds)


@cache
def _cached_view_payoffs(own: int, move: int, *thirds: Third) -> tuple[ViewPayoff, ...]:
    return tuple(_count_view_payoffs(own, move, thirds))


def _count_view_payoffs(own: int, move: int, thirds: Sequence[Third]) -> Iterator[ViewPayoff]:
    lasts = (
        [(hand_total(own, k), CARD_WEIGHTS[k]) for k in range(10)]
        if move
        else [(own, CARD_WEIGHT_SUM)]
    )
    natural = sum(TWO_CARD_WAYS[8:]) * CARD_WEIGHT_SUM
    tables = _ways_and_leads()
    plans = [(0,) if third == NATURAL else (0, 1) for third in thirds]
    for both in product(*plans):
        ways = first = second = 0
        for last, weight in lasts:
            (m1, r1), (m2, r2) = (
                (natural, natural) if isinstance(third, str) else tables[plan][third, last]
                for plan, third in zip(both, thirds, strict=True)
            )
            ways += weight * m1 * m2
            first += weight * r1 * m2
            second += weight * m1 * r2
        here = TWO_CARD_WAYS[own]
        yield (both[0], both[1]), here * ways, (here * first, here * second)


def natural_deals() -> Iterator[tuple[int, int, int]]:
    """Yield the hands that end at once: in how many ways, and who leads on the first and second.

    Banker has a natural, or both Players have one.
    """
    for own, banked in enumerate(TWO_CARD_WAYS):
        for one, first in enumerate(TWO_CARD_WAYS):
            for two, second in enumerate(TWO_CARD_WAYS):
                if own > 7 or min(one, two) > 7:
                    ways = banked * first * second * CARD_WEIGHT_SUM**3
                    yield ways, compare_totals(one, own), compare_totals(two, own)


@lru_cache(maxsize=2)
def three_player_form(theta: Fraction, common: bool = False) -> NPlayerSequenceForm:
    """Return the game of two Players and Banker, who play apart, by counting.

    Each Player is paid on his own hand; where the interest is *common*, each on both.

    >>> form = three_player_form(Fraction(1, 2))
    >>> form.seats, [len(side.cells) for side in form.sides], form.zero_sum
    (('Player 1', 'Player 2', 'Banker'), [2, 2, 1144], True)
    """
    seen = [*banker_views()]
    sides = (
        Treeplex.flat(THREE_SEATS[0], {"-": ACTIONS, LONE_HAND_VIEWS[0]: ACTIONS}),
        Treeplex.flat(THREE_SEATS[1], {"-": ACTIONS, LONE_HAND_VIEWS[1]: ACTIONS}),
        Treeplex.flat(BANKER, dict.fromkeys(map(infoset_key, seen), ACTIONS)),
    )
    share, unit = theta.as_integer_ratio()

    def won(first: int, second: int) -> tuple[int, int, int]:
        one, two = share * first, (unit - share) * second
        return (one + two, one + two, -one - two) if common else (one, two, -one - two)

    ends = []
    for number, (own, *thirds) in enumerate(seen):
        for move in (0, 1):
            for plans, ways, (first, second) in view_payoffs(own, move, thirds):
                asked = [
                    0 if third == NATURAL else 1 + plan + 2 * (NATURAL in thirds)
                    for third, plan in zip(thirds, plans, strict=True)
                ]
                spot = asked[0], asked[1], 1 + 2 * number + move
                ends.append(PayoffEntry(spot, ways, won(first, second)))
    ways = first = second = 0
    for here, one, two in natural_deals():
        ways, first, second = ways + here, first + here * one, second + here * two
    ends.append(PayoffEntry((0, 0, 0), ways, won(first, second)))
    return NPlayerSequenceForm(sides, tuple(ends), ALL_DEALS, ALL_DEALS * unit)


CORRELATED, INDEPENDENT = "correlated", "independent"


class BaccaraBanque(Family):
    """Baccara banque: Banker plays one hand against those of a first and a second Player.

    Two cards each; a total is the last digit of the sum, and tens count 0. If Banker or both
    Players have a natural (8 or 9), the hands are compared. If only one Player has a natural, he
    wins, and play goes on with the other. A Player draws on 0 to 4, stands on 6 and 7, and chooses
    on 5; then Banker, who sees the third cards, draws or stands. Every card is put back before the
    next is dealt. A Player does not use the other's cards.

    theta: the share of all stakes that is on the first hand.
    players: correlated: they are one side, agree what both do on 5 and may use one common random
    choice; the value is theirs. Otherwise there are three players, and each mixes by himself;
    independent: each is paid on both hands; nash: each is paid on his own hand.
    """

    name = "baccara-banque"
    title = "Baccara banque"
    seats = (PLAYERS, BANKER)
    always = ("theta",)
    leaves_open: OpenParameters = MappingProxyType({"theta": {"theta": "1/2"}})
    sees: Mapping[str, tuple[str, ...]] = MappingProxyType(
        {BANKER: ("his total", "the first third card", "the second third card")}
    )

    def play(
        self,
        table: Table,
        *,
        theta: Annotated[Fraction, Exact(Fraction(0), Fraction(1))] = Fraction(1, 2),
        players: Literal["correlated", "independent", "nash"] = "correlated",
    ) -> None:
        """Roll three totals; unless the hands end at once, the Players and Banker may draw."""
        ways = dict(enumerate(TWO_CARD_WAYS))
        hands = [table.roll(ways), table.roll(ways)]
        own = table.roll(ways)
        if own < 8 and min(hands) < 8:
            own = self._drawn(table, hands, own, players == CORRELATED)
        leads = [compare_totals(hand, own) if hand < 18 else 1 for hand in hands]
        first, second = theta * leads[0], (1 - theta) * leads[1]
        if players == CORRELATED:
            table.pay({PLAYERS: first + second})
            return
        both = (first + second,) * 2 if players == INDEPENDENT else (first, second)
        table.pay(dict(zip(THREE_SEATS, (*both, -first - second), strict=True)))

    def _asked(self, table: Table, hands: list[int], together: bool) -> list[str]:
        """Ask what each Player does on 5; where one has a natural, only the other."""
        alone = next((k for k in (0, 1) if hands[1 - k] > 7), None)
        if alone is not None:
            who = PLAYERS if together else THREE_SEATS[alone]
            return [table.ask(who, ACTIONS, sees=LONE_HAND_VIEWS[alone])] * 2
        if together:
            return table.ask(PLAYERS, JOINT_ACTIONS).split()
        return [table.ask(who, ACTIONS) for who in THREE_SEATS[:2]]

    def _drawn(self, table: Table, hands: list[int], own: int, together: bool) -> int:
        """Let all draw who do; put their totals in place, 18 and more for a lone natural."""
        cards = table.shoe(Shoe(tuple(range(10)), CARD_WEIGHTS, True))
        plans = self._asked(table, hands, together)
        seen: list[Third] = []
        for k, hand in enumerate(list(hands)):
            if hand > 7:
                seen.append(NATURAL)
                hands[k] = hand + 10
            elif hand < 5 or (hand == 5 and plans[k] == "draw"):
                third = cards.draw()
                seen.append(third)
                hands[k] = hand_total(hand, third)
            else:
                seen.append(None)
        table.show(BANKER, own, *seen)
        return hand_total(own, cards.draw()) if table.ask(BANKER, ACTIONS) == "draw" else own

    def demand_walkable(self, game: Game) -> None:
        """Refuse to walk the tree: its form is counted."""
        raise NoMethodError(f"{game}: its tree has millions of nodes; its form is counted instead")

    def seating(self, game: Game) -> tuple[str, ...]:
        """Return the Players and Banker: two seats where the Players are one side, else three."""
        return self.seats if game.parameters["players"] == CORRELATED else THREE_SEATS

    def form(self, game: Game) -> SequenceForm | NPlayerSequenceForm:
        """Return the form by counting."""
        theta, players = game.parameters["theta"], game.parameters["players"]
        return (
            correlated_form(theta)
            if players == CORRELATED
            else three_player_form(theta, players == INDEPENDENT)
        )

    def remark(self, game: Game) -> str:
        """Return what makes an equilibrium of both Players' coins a solution for them together."""
        if game.parameters["players"] != INDEPENDENT:
            return ""
        alone = f"{self.name}(theta={game.parameters['theta']})"
        return f"both Players together gain nothing either where '{alone}' has this value"

    def opened(self, key: str, values: ParameterValues) -> PolynomialForm:
        """Return the game for every share from 0 to 1: its payoffs are linear in it."""
        from sabot.forms.parametric import ParameterDomain, interpolate_form

        if values["players"] != CORRELATED:
            raise NoMethodError(
                f"{self.name}: a theorem on theta is about one side of both Players; leave out "
                f"players={values['players']}, or give theta a value"
            )
        domain = ParameterDomain(Fraction(0), Fraction(1), whole=False)
        return interpolate_form(key, lambda spot: correlated_form(Fraction(spot)), 1, domain)

    def cost(self, game: Game) -> str:
        """Return how large the game is."""
        if game.parameters["players"] != CORRELATED:
            return "2 choices of each Player against 1,144 of Banker"
        return "3 choices of the Players against 1,144 of Banker (16 x 2^1144 pure strategies)"


banque = BaccaraBanque()
