"""What actions at an information set earn, split by what the opponent may hold.

The rules are run once for every way in which cards and choices can lead through the information
set, in exact numbers: chance and the opponent as likely as they are, the player's own later choices
the best ones. What the opponent holds is what the rules say with ``table.holds``. Hands are left
as soon as the cards of the player have led elsewhere before; that none was missed is certain, for
the sums must be the probability of the information set and the values of its actions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sabot.analysis.best_response import InfosetValues, StrategyTable
from sabot.errors import SabotError
from sabot.forms.extensive import ObservationHistory
from sabot.game_rules.game import Game
from sabot.game_rules.table import Table, infoset_key

MAX_HANDS = 30_000
"""Hands that are run for one information set; with more there is no answer."""


@dataclass(frozen=True, slots=True)
class HoldingValue:
    """One hand that the opponent may hold at an information set."""

    holds: str
    chance: Fraction
    """How likely it is there."""
    pays: Mapping[str, Fraction]
    """What each action then earns on average."""


def values_by_holding(
    game: Game,
    seat: str,
    view: str,
    strategies: Mapping[str, StrategyTable],
    own: Mapping[str, InfosetValues],
) -> list[HoldingValue] | None:
    """Return what each action earns at *view*, by what the opponent holds; likeliest first.

    *own* are the values of all actions of *seat* against the opponent's strategy. Later choices of
    *seat* are those of its strategy where they are best there, else the best ones. None where the
    rules name no holdings, or too many hands lead there.

    >>> from sabot import load, solve
    >>> from sabot.analysis.best_response import infoset_values_against
    >>> game, found = load("kuhn-poker"), solve("kuhn-poker")
    >>> tables = {seat: found[seat].table for seat in found.seats}
    >>> own = infoset_values_against(game.form(), tables["second"], of="second")
    >>> for one in values_by_holding(game, "first", "Q", tables, own):
    ...     print(one.holds, one.chance, *map(str, one.pays.values()))
    J 1/2 1 1
    K 1/2 -5/3 -2
    """
    if len(game.seats) != 2:
        return None
    try:
        sums = _Enumeration(game.seats, seat, view, strategies, own).run(game.play)
    except (_TooManyHandsError, SabotError):
        return None
    whole = sum((reached for reached, _ in sums.values()), Fraction(0))
    if not whole or "" in sums or whole != own[view].chance:
        return None
    for action, worth in own[view].worth.items():
        if sum((pays.get(action, Fraction(0)) for _, pays in sums.values()), Fraction(0)) != (
            worth * whole
        ):
            return None
    found = [
        HoldingValue(
            holds, reached / whole, {action: paid / reached for action, paid in pays.items()}
        )
        for holds, (reached, pays) in sums.items()
    ]
    return sorted(found, key=lambda one: -one.chance)


class _TooManyHandsError(Exception):
    """More hands lead to the information set than are run."""


class _ElsewhereError(Exception):
    """A hand that does not lead to the information set."""


class _Enumeration(Table):
    """Runs rules for every hand that leads through one information set."""

    def __init__(
        self,
        seats: Sequence[str],
        seat: str,
        target: str,
        strategies: Mapping[str, StrategyTable],
        own: Mapping[str, InfosetValues],
    ) -> None:
        super().__init__(seats)
        self._seat, self._target = seat, target
        self._number = list(seats).index(seat)
        self._strategies, self._own = strategies, own
        self._tape: list[tuple[int, int]] = []
        """Of each choice on the way its outcome, and how many outcomes there are."""
        self._leads: dict[str, str] = {}
        """What the player was first shown with the cards that it held."""

    def run(
        self, play: Callable[[Table], object]
    ) -> dict[str, tuple[Fraction, dict[str, Fraction]]]:
        """Return by holding how likely it is, and what each action is paid, so weighted."""
        sums: dict[str, tuple[Fraction, dict[str, Fraction]]] = {}
        for _ in range(MAX_HANDS):
            self._depth, self._ways, self._total = 0, 1, 1
            self._held: dict[str, str] = {}
            self._taken, self._facing = "", ""
            try:
                payoff = self.play_hand(play)[self._number]
            except _ElsewhereError:
                pass
            else:
                if self._taken:
                    self._add(sums, Fraction(payoff))
            if not self._advance():
                return sums
        raise _TooManyHandsError

    def _add(self, sums: dict[str, tuple[Fraction, dict[str, Fraction]]], payoff: Fraction) -> None:
        weight = Fraction(self._ways, self._total)
        reached, pays = sums.get(self._facing, (Fraction(0), {}))
        first = next(iter(self._own[self._target].worth))
        pays[self._taken] = pays.get(self._taken, Fraction(0)) + weight * payoff
        # every action sees the same hands: they are counted once
        sums[self._facing] = (reached + (weight if self._taken == first else 0), pays)

    def _advance(self) -> bool:
        """Go on to the next hand: the last choice that has another outcome takes it."""
        del self._tape[self._depth :]
        while self._tape:
            outcome, count = self._tape.pop()
            if outcome + 1 < count:
                self._tape.append((outcome + 1, count))
                return True
        return False

    def _outcome(self, count: int) -> int:
        """Return the outcome of the next choice on the way."""
        if self._depth == len(self._tape):
            self._tape.append((0, count))
        self._depth += 1
        return self._tape[self._depth - 1][0]

    def pick(
        self,
        labels: Sequence[Hashable],
        weights: Sequence[int],
        total: int,
        spots: Sequence[int] | None = None,
    ) -> int:
        """Take every outcome of chance in turn."""
        found = self._outcome(len(weights))
        if not weights[found]:
            raise _ElsewhereError
        self._ways *= weights[found]
        self._total *= total
        return found

    def choose(self, seat: str, view: ObservationHistory, actions: tuple[str, ...]) -> int:
        """Take every action in turn; after the information set, the player's best one."""
        key = infoset_key(view)
        if seat != self._seat or (self._taken and self._plays_best(key)):
            found = self._outcome(len(actions))
            chance = self._strategies[seat][key].get(actions[found], Fraction(0))
            if not chance:
                raise _ElsewhereError
            self._ways *= chance.numerator
            self._total *= chance.denominator
            return found
        if self._taken:
            worth = self._own[key].worth
            return max(range(len(actions)), key=lambda spot: worth[actions[spot]])
        found = self._outcome(len(actions))
        if key == self._target:
            self._taken = actions[found]
            others = [self._held.get(one, "") for one in self.seats if one != seat]
            self._facing = ", ".join(others)
        else:
            self._require_on_the_way((*view, actions[found]))
        return found

    def _plays_best(self, key: str) -> bool:
        """Return whether the player's own strategy takes only best actions at a view."""
        worth = self._own[key].worth
        best = max(worth.values())
        mix = self._strategies[self._seat][key]
        return all(worth[action] == best for action, chance in mix.items() if chance)

    def show(self, seat: str, *items: Hashable) -> None:
        """Leave a hand as soon as the player sees what is not seen at the information set."""
        super().show(seat, *items)
        if seat == self._seat and not self._taken:
            seen = self._seen[seat]
            self._leads.setdefault(self._held.get(seat, ""), infoset_key(seen[:1]))
            self._require_on_the_way(seen)

    def _require_on_the_way(self, seen: ObservationHistory) -> None:
        self._require_prefix(infoset_key(seen))

    def _require_prefix(self, key: str) -> None:
        if key != self._target and not self._target.startswith(f"{key},"):
            raise _ElsewhereError

    def holds(self, seat: str, *cards: Hashable) -> None:
        """Note what lies before a player, cards in order."""
        if self._taken:
            return
        self._held[seat] = " ".join(sorted(infoset_key((card,)) for card in cards))
        if seat == self._seat and not self._seen.get(seat):
            known = self._leads.get(self._held[seat])
            if known is not None:
                self._require_prefix(known)
