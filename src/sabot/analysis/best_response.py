"""Expected payoffs, best responses, exploitability and values of actions, exactly.

All of it is linear algebra on the form: against a fixed opponent every sequence has a gain, and
backward induction does the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from sabot.errors import FormError
from sabot.forms.base import GameForm, RealizationPlans, expected_payoff
from sabot.forms.sequence import Treeplex, pure_best_response

StrategyTable = Mapping[str, Mapping[str, Fraction]]


@dataclass(frozen=True)
class PureBestResponse:
    """A pure best response of one player to the other's strategy."""

    seat: str
    value: Fraction
    """What the first player is then paid."""
    actions: Mapping[str, str]
    """One best action at every information set."""


@dataclass(frozen=True)
class InfosetValues:
    """One information set of a player against a fixed opponent."""

    chance: Fraction
    """How likely the information set is if the player itself plays towards it."""
    worth: Mapping[str, Fraction]
    """What each action earns the player from here, playing best afterwards; 0 where chance is 0."""

    def loss(self, action: str) -> Fraction:
        """Return the value of the best action minus that of *action*."""
        return max(self.worth.values()) - self.worth[action]


def _player_index(form: GameForm, name: str) -> int:
    if name not in form.seats:
        raise FormError(f"no seat {name!r}; the seats are {' and '.join(form.seats)}")
    return form.seats.index(name)


def expected_payoff_of_first(form: GameForm, strategies: Mapping[str, StrategyTable]) -> Fraction:
    """Return what the first player is paid on average when all play these strategies.

    >>> from sabot import MatrixForm
    >>> pennies = MatrixForm.of([[1, -1], [-1, 1]])
    >>> half = {"-": {"1": Fraction(1, 2), "2": Fraction(1, 2)}}
    >>> expected_payoff_of_first(pennies, {"row": {"-": {"1": Fraction(1)}}, "column": half})
    Fraction(0, 1)
    """
    return expected_payoff(form, 0, [side.plan(strategies[side.name]) for side in form.sides])


def best_response_to(form: GameForm, strategy: StrategyTable, *, of: str) -> PureBestResponse:
    """Return the best response to *strategy*, which is the strategy of player *of* of two."""
    seat = _player_index(form, of)
    other = 1 - seat
    side = form.sides[other]
    plan = form.sides[seat].plan(strategy)
    reply, below = form.reply(other, (plan, plan))  # it looks at the other seat's only
    value = reply.value if other == 0 else -reply.value
    return PureBestResponse(side.name, Fraction(value, below), pure_best_response(side, reply))


def exploitability(
    form: GameForm, strategy: StrategyTable, *, of: str, value: Fraction
) -> Fraction:
    """Return how much less than *value* (of the game) player *of* secures with *strategy*."""
    secured = best_response_to(form, strategy, of=of).value
    return value - secured if form.seats[0] == of else secured - value


def infoset_values_against(
    form: GameForm, strategy: StrategyTable, *, of: str
) -> dict[str, InfosetValues]:
    """Return the values of the other player's actions against *strategy*, by information set."""
    seat = _player_index(form, of)
    plan = form.sides[seat].plan(strategy)
    return infoset_values(form, 1 - seat, (plan, plan))  # it looks at the other seat's only


def unreached_infosets(
    side: Treeplex, actions: Mapping[str, str], found: Mapping[str, InfosetValues]
) -> tuple[str, ...]:
    """Return the information sets that are never reached when a side plays these actions.

    *found* are the side's information sets against what the others play, from
    :func:`infoset_values`.
    """
    played, idle = {0}, []
    for cell in side.cells:
        if cell.parent in played and found[cell.key].chance:
            played.add(cell.sequences[cell.actions.index(actions[cell.key])])
        else:
            idle.append(cell.key)
    return tuple(idle)


def decision_probability(side: Treeplex, found: Mapping[str, InfosetValues]) -> Fraction:
    """Return how likely it is that a hand gives a side any choice at all.

    *found* are the side's information sets against what the others play, from
    :func:`infoset_values`.
    """
    free, total = {0}, Fraction(0)
    for cell in side.cells:
        if cell.parent in free and len(cell.actions) == 1:
            free.add(cell.first)
        elif cell.parent in free:
            total += found[cell.key].chance
    return total


def infoset_values(form: GameForm, seat: int, plans: RealizationPlans) -> dict[str, InfosetValues]:
    """Return how likely each information set of a player is and what its actions earn it there."""
    side = form.sides[seat]
    reply, below = form.reply(seat, plans)
    arrive, whole = form.arrivals(seat, plans)
    found = {}
    for cell in reversed(side.cells):
        # whatever is played afterwards, the hands that pass here are the same
        arrive[cell.parent] += arrive[cell.first]
        chance = Fraction(arrive[cell.first], whole)
        worth = {
            action: Fraction(reply.worth[s], below) / chance if chance else Fraction(0)
            for action, s in zip(cell.actions, cell.sequences, strict=True)
        }
        found[cell.key] = InfosetValues(chance, worth)
    return {cell.key: found[cell.key] for cell in side.cells}
