"""What poker games share: betting rounds as data, side pots, rake, symbolic stakes, small packs.

A :class:`BettingRound` is a value: what may be said, what it costs, how often it may be raised.
Kuhn's poker has one bet, Leduc poker a bet and a raise in each of two rounds, five-card draw a
round for entering, one for the blind and one after the draw with raises of 1 to 5:
:func:`play_betting_round` plays them all, for two players or seven, with or without stacks.

At the end the main pot and the side pots go to the best hands that paid for them. A rake is a
share of the pot up to a cap: a bet that nobody called goes back first, the house takes its share
of the rest from every pot, whether cards were shown or not, and the winners divide what is left.
Without a rake every payoff is linear in an ante or a bet, so two forms give the game for every
real stake >= 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from sabot.cards.shoe import Shoe
from sabot.errors import Fault, GameStringError
from sabot.forms.sequence import SequenceForm
from sabot.game_rules.parameters import Exact, ParameterValues
from sabot.game_rules.table import Table

if TYPE_CHECKING:
    from sabot.forms.parametric import PolynomialForm
    from sabot.game_rules.family import Family


Amount = Fraction | int


@dataclass(frozen=True, slots=True)
class BettingMove:
    """A word that may be said in a round, and what it does to the bets.

    One that neither drops nor raises puts in what is missing, which may be nothing.
    """

    word: str
    drops: bool = False
    by: Amount | None = None
    """Raises by so much."""


ActionMenu = tuple[tuple[str, ...], Mapping[str, BettingMove]]
"""The words of a turn, and the moves that they are."""


@dataclass(frozen=True)
class BettingRound:
    """One round: the moves before anybody has raised in it, and those after."""

    opening: tuple[BettingMove, ...]
    facing: tuple[BettingMove, ...] = ()
    raises: int | float = 0
    """How many raises may follow the first bet."""
    _menus: tuple[ActionMenu, ActionMenu, ActionMenu] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        quiet = tuple(move for move in self.facing if move.by is None)
        menus = action_menu(self.opening), action_menu(self.facing), action_menu(quiet)
        object.__setattr__(self, "_menus", menus)

    def menu(self, bets: int) -> ActionMenu:
        """Return what may be said after so many bets."""
        if not bets:
            return self._menus[0]
        return self._menus[1] if bets <= self.raises else self._menus[2]


def action_menu(moves: Sequence[BettingMove]) -> ActionMenu:
    """Return moves with their words.

    >>> action_menu((BettingMove("fold", drops=True), BettingMove("call")))[0]
    ('fold', 'call')
    """
    return tuple(move.word for move in moves), {move.word: move for move in moves}


class BettingState:
    """What lies before each seat, who is still in, and what each has left to bet."""

    __slots__ = ("left", "level", "live", "put")

    def __init__(self, put: dict[str, Amount], left: Mapping[str, int] | None = None) -> None:
        self.put = put
        self.level: Amount = max(put.values())
        """What must lie before a seat that stays in, unless it has no more."""
        self.live = list(put)
        """Those who have not dropped, in their order."""
        self.left = None if left is None else dict(left)
        """Without stacks (None) nobody is ever short."""

    @property
    def pot(self) -> Amount:
        """All that was put in."""
        return sum(self.put.values())

    def amount_to_call(self, seat: str) -> Amount:
        """Return what *seat* lacks of the highest bet."""
        return self.level - self.put[seat]

    def pay_in(self, seat: str, amount: Amount) -> None:
        """Put *amount* before *seat*, or all that it has left."""
        if self.left is not None:
            assert isinstance(amount, int)
            amount = min(amount, self.left[seat])
            self.left[seat] -= amount
        self.put[seat] += amount

    def within(self, seat: str, said: ActionMenu) -> ActionMenu:
        """Return the moves that *seat* can afford; none where it has nothing to decide.

        Who has put in all is asked no more; nobody may raise where no one is left to answer.
        """
        assert self.left is not None
        wanting, left = self.amount_to_call(seat), self.left[seat]
        others = any(self.left[other] for other in self.live if other != seat)
        most = left - wanting if others else 0
        moves = [move for move in said[1].values() if move.by is None or move.by <= most]
        free = not wanting and all(move.by is None for move in moves)
        return action_menu(()) if not left or free else action_menu(moves)


def play_betting_round(
    table: Table,
    terms: BettingRound,
    bets: BettingState,
    order: Sequence[str] = (),
    announce: Callable[[str, str], None] | None = None,
) -> None:
    """Ask in *order* (by default those who are in) until no bet is unanswered, or one is left.

    *announce* lets the table know what a seat has said; by default all others are shown the word.
    """
    put, live, made = bets.put, bets.live, 0
    menu = terms.menu(made)
    waiting = list(order or live)
    while waiting and len(live) > 1:
        seat = waiting.pop(0)
        words, moves = menu if bets.left is None else bets.within(seat, menu)
        if not words:
            continue
        word = table.ask(seat, words)
        move = moves[word]
        before = put[seat]
        if move.drops:
            live.remove(seat)
        else:
            if move.by is not None:
                bets.level += move.by
            if bets.left is None:
                put[seat] = bets.level
            else:
                bets.pay_in(seat, bets.level - before)
        if announce is not None:
            announce(seat, word)
        else:
            for other in table.seats:
                if other != seat:
                    table.show(other, word)
        if put[seat] != before:
            table.stakes(put)
        if move.by is not None:
            made += 1
            menu = terms.menu(made)
            place = live.index(seat)
            waiting = live[place + 1 :] + live[:place]


def simplify_amount(amount: Fraction) -> Amount:
    """Return a whole amount as an integer: sums of fractions would be most of a hand's time."""
    return amount.numerator if amount.denominator == 1 else amount


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips that some seats compete for."""

    chips: int
    among: tuple[str, ...]
    """Those who are in and have put in enough for it, in the order of play."""


def split_pots(put: Mapping[str, int], live: Mapping[str, object]) -> tuple[Pot, ...]:
    """Return the main pot and the side pots, of what was *put* in, by those who did not drop.

    >>> split_pots({"1": 10, "2": 4, "3": 10, "4": 2}, {"1": 0, "2": 0, "3": 0})
    (Pot(chips=14, among=('1', '2', '3')), Pot(chips=12, among=('1', '3')))
    """
    found = []
    below = 0
    levels = sorted({put[seat] for seat in live})
    for level in levels:
        last = level == levels[-1]
        chips = sum(
            (paid if last else min(paid, level)) - min(paid, below) for paid in put.values()
        )
        among = tuple(seat for seat in put if seat in live and put[seat] >= level)
        found.append(Pot(chips, among))
        below = level
    return tuple(found)


def divide_pots(put: Mapping[str, int], live: Mapping[str, int]) -> dict[str, int]:
    """Return what each seat takes, by the strength of the hands that are *live*.

    Equal hands divide a pot; chips that cannot be divided go one each to those who act first.

    >>> divide_pots({"1": 3, "2": 3, "3": 1}, {"1": 5, "2": 5})
    {'1': 4, '2': 3, '3': 0}
    """
    taken = dict.fromkeys(put, 0)
    for pot in split_pots(put, live):
        best = max(live[seat] for seat in pot.among)
        winners = [seat for seat in pot.among if live[seat] == best]
        each, odd = divmod(pot.chips, len(winners))
        for place, seat in enumerate(winners):
            taken[seat] += each + (place < odd)
    return taken


NONE = "none"
RAKE_PARAMETER = Exact(low=Fraction(0), high=Fraction(1))


@dataclass(frozen=True, slots=True)
class RakeCapParameter:
    """The most that is taken from one pot: an exact number, or none."""

    words: str = "write an exact number such as 3 or 1/2, at least 0, or none"

    def parse(self, text: str) -> Fraction | None:
        """Read ``3``, ``1/2`` or ``none``."""
        return None if text.strip() == NONE else Exact(low=Fraction(0)).parse(text)

    def show(self, value: object) -> str:
        """Print it."""
        return NONE if value is None else Exact().show(value)


RAKE_STAYS_NUMERIC = MappingProxyType(
    dict.fromkeys(
        ("rake", "cap"),
        "with a rake the payoffs do not sum to 0, and this game is too large for a theorem on all "
        "equilibria; `sabot sweep` solves it for many values, as in rake=0..1/10..1/100",
    )
)
"""Why a theorem does not leave them open."""


def rake_faults(values: ParameterValues) -> list[Fault]:
    """Refuse a cap on a rake that there is not."""
    if values["cap"] is None or values["rake"]:
        return []
    remedy = "leave it out, or write a share of the pot too: rake=1/20"
    return [Fault("cap", "is the cap of a rake, and the rake is 0", remedy)]


def house_fee(pot: Amount, rake: Fraction, cap: Fraction | None) -> Amount:
    """Return what the house takes from a pot.

    >>> house_fee(4, Fraction(1, 20), None), house_fee(40, Fraction(1, 20), Fraction(3, 2))
    (Fraction(1, 5), Fraction(3, 2))
    """
    share = pot * rake
    return simplify_amount(Fraction(share if cap is None else min(share, cap)))


def raked_payoffs(
    put: Mapping[str, Amount],
    winners: Sequence[str],
    rake: Fraction = Fraction(0),
    cap: Fraction | None = None,
) -> dict[str, Amount]:
    """Return what every seat wins or loses, when *winners* take what all have put in.

    >>> raked_payoffs({"first": 2, "second": 1, "third": 1}, ["first"], Fraction(1, 10))
    {'first': Fraction(17, 10), 'second': -1, 'third': -1}
    >>> raked_payoffs({"first": 2, "second": 2}, ["first", "second"])
    {'first': 0, 'second': 0}
    """
    called = sorted(put.values())[-2]
    pot = sum(min(amount, called) for amount in put.values())
    taken = Fraction(pot - house_fee(pot, rake, cap)) / len(winners)
    lost = {seat: -min(amount, called) for seat, amount in put.items()}
    return {
        seat: simplify_amount(taken + amount) if seat in winners else amount
        for seat, amount in lost.items()
    }


def parametric_in_stake(family: Family, key: str, values: ParameterValues) -> PolynomialForm:
    """Return the game with an ante or a bet that is any real number >= 0."""
    from sabot.forms.parametric import ParameterDomain, interpolate_form

    odd = [word for word in family.open_plainly if values[word] != family.defaults[word]]
    if odd:
        why = f"with {key}=* the theorem is on a zero-sum game for two"
        raise GameStringError(family.name, [Fault(word, why, "leave it out") for word in odd])

    def at(amount: int) -> SequenceForm:
        form = family(**{**values, key: Fraction(amount)}).form()
        assert isinstance(form, SequenceForm)
        return form

    return interpolate_form(key, at, 1, ParameterDomain(Fraction(0), whole=False))


class CourtCard(int):
    """One of the classical three cards: the rank 1, 2 or 3 that prints as J, Q or K."""

    def __str__(self) -> str:
        return "JQK"[self - 1]

    def __repr__(self) -> str:
        return f"Court({int(self)})"


@lru_cache(maxsize=64)
def small_pack(ranks: int, suits: int) -> Shoe:
    """Return the pack: J, Q, K where there are three ranks, else numbers.

    >>> [str(card) for card in small_pack(3, 2).cards], small_pack(4, 2).cards
    (['J', 'Q', 'K'], (1, 2, 3, 4))
    """
    if ranks == 3:
        return Shoe.of_counts({CourtCard(rank): suits for rank in (1, 2, 3)})
    return Shoe.ranks(ranks=ranks, suits=suits)
