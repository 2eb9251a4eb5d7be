"""Rules of games with continuous types: deal numbers from [0, 1], compare them at a showdown.

A :class:`RealHandsTable` gives every player a number from [0, 1] that only it sees; ``showdown``
compares the numbers of those who are still in. Run against :class:`BettingTreeBuilder` the rules
give a :class:`~sabot.forms.continuous.betting_game.ContinuousBettingForm`, for no number is looked
at before the showdown. Run with finitely many ranks in place of the numbers the same rules are a
card game for every other table: an independent second derivation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from sabot.cards.shoe import INF
from sabot.errors import RulesError
from sabot.exact import format_decimal
from sabot.forms.continuous.betting_game import (
    BettingNode,
    ContinuousBettingForm,
    FoldNode,
    ShowdownNode,
    TurnNode,
    betting_history_key,
)
from sabot.game_rules.table import Table, unknown_seat_error

IMPROVES, STAYS = "improves", "stays"
"""How a hand may change before the showdown."""


class RealHandsTable:
    """Hands on a table: a rank for each seat, or a number, evenly and each for itself."""

    def __init__(self, table: Table, ranks: int | float) -> None:
        self._table = table
        self.seats = table.seats
        evenly = {} if ranks == INF else dict.fromkeys(range(1, int(ranks) + 1), 1)
        self._held = {}
        for seat in table.seats:
            self._held[seat] = table.roll(evenly) if evenly else table.number()
            shown = self._held[seat] if evenly else format_decimal(self._held[seat])
            table.show(seat, shown)
            table.holds(seat, shown)

    def ask(self, seat: str, actions: Sequence[str]) -> str:
        """Return what a seat chooses; every player observes it."""
        said = self._table.ask(seat, actions)
        for other in self._table.seats:
            if other != seat:
                self._table.show(other, f"{seat} {said}")
        return said

    def pay(self, payoffs: Mapping[str, Fraction | int]) -> None:
        """End the hand without a showdown."""
        self._table.pay(payoffs)

    def showdown(
        self,
        paid: Mapping[str, Fraction | int],
        among: Sequence[str],
        better: Fraction = Fraction(0),
    ) -> None:
        """End the hand: the best hand *among* these takes all that was *paid*; equals share it."""
        if len(among) == 1:  # nobody is left to compare with
            better = Fraction(0)
        odds = {IMPROVES: better.numerator, STAYS: better.denominator - better.numerator}
        held = {
            seat: (bool(better) and self._table.roll(odds) == IMPROVES, self._held[seat])
            for seat in among
        }
        best = max(held.values())
        winners = [seat for seat in among if held[seat] == best]
        share = Fraction(sum(paid.values())) / len(winners)
        self._table.pay(
            {seat: (share if seat in winners else 0) - paid[seat] for seat in self._table.seats}
        )


class _UnansweredTurn(Exception):
    """The betting has reached a turn that the recorded actions do not answer."""

    def __init__(self, seat: str, actions: tuple[str, ...]) -> None:
        self.seat, self.actions = seat, actions


class BettingTreeBuilder:
    """A table that has no cards: it follows the betting into every end, and compares nothing."""

    def __init__(
        self, seats: Sequence[str], number: Callable[[Fraction | int], Fraction] = Fraction
    ) -> None:
        self.seats = tuple(seats)
        self._number = number
        """What amounts are: fractions, or polynomials in a parameter that is left open."""
        self._tape: tuple[int, ...] = ()
        self._said: list[tuple[str, str]] = []
        self._end: FoldNode | ShowdownNode | None = None

    def ask(self, seat: str, actions: Sequence[str]) -> str:
        """Answer from the tape; where it ends, the turn itself is what was looked for."""
        if seat not in self.seats:
            raise unknown_seat_error(seat, self.seats)
        if len(self._said) == len(self._tape):
            raise _UnansweredTurn(seat, tuple(actions))
        action = actions[self._tape[len(self._said)]]
        self._said.append((seat, action))
        return action

    def pay(self, payoffs: Mapping[str, Fraction | int]) -> None:
        """End without a showdown."""
        self._end = FoldNode(tuple(self._number(payoffs.get(seat, 0)) for seat in self.seats))

    def showdown(
        self,
        paid: Mapping[str, Fraction | int],
        among: Sequence[str],
        better: Fraction = Fraction(0),
    ) -> None:
        """End with a showdown, or without where only one is left."""
        amounts = tuple(self._number(paid.get(seat, 0)) for seat in self.seats)
        places = tuple(self.seats.index(seat) for seat in among)
        if len(places) > 1:
            self._end = ShowdownNode(places, amounts, self._number(better))
            return
        none, all_paid = self._number(0), sum(amounts, self._number(0))
        won = [all_paid if seat in places else none for seat in range(len(self.seats))]
        self._end = FoldNode(tuple(w - a for w, a in zip(won, amounts, strict=True)))

    def form(self, play: Callable[[BettingTreeBuilder], object]) -> ContinuousBettingForm:
        """Return the betting tree of the rules, explored to every end."""
        return ContinuousBettingForm(self.seats, self._node(play, ()))

    def _node(
        self, play: Callable[[BettingTreeBuilder], object], tape: tuple[int, ...]
    ) -> BettingNode:
        self._tape, self._said, self._end = tape, [], None
        try:
            play(self)
        except _UnansweredTurn as turn:
            said = tuple(self._said)
            after = tuple(self._node(play, (*tape, k)) for k in range(len(turn.actions)))
            seat = self.seats.index(turn.seat)
            return TurnNode(seat, betting_history_key(said), turn.actions, after)
        if self._end is None:
            raise RulesError("the rules end a hand without pay() or showdown()")
        return self._end
