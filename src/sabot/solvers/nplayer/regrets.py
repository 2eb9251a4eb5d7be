"""Payoffs and exact regrets of a profile, in fractions or in a number field.

The regret is what the best response to the others would gain. A profile is an equilibrium if and
only if all regrets are 0. Signs in the number field of a root are decided exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from flint import fmpq_poly

from sabot.forms.algebra.algebraic_number import ONE, ZERO, NumberField, Real
from sabot.forms.algebra.real_roots import RealPoint
from sabot.forms.base import expected_payoff
from sabot.progress import raise_if_cancelled
from sabot.results.nplayer import Profile, StrategyTable

if TYPE_CHECKING:
    from sabot.forms.sequence import BehaviourStrategy, Treeplex
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm
    from sabot.results.nplayer_nash import NPlayerEquilibrium


FieldStrategy = Mapping[str, Mapping[str, fmpq_poly]]
"""By infoset and action: the probability, a number of the field."""
FieldPlan = list[fmpq_poly]


def evaluate_in_field(
    field: NumberField, form: NPlayerSequenceForm, tables: Sequence[FieldStrategy]
) -> tuple[list[fmpq_poly], list[fmpq_poly]]:
    """Return what each seat is paid, and what its best response would earn it more."""
    plans = [
        _field_plan(field, side, table) for side, table in zip(form.sides, tables, strict=True)
    ]
    payoffs, gains = [], []
    for seat, side in enumerate(form.sides):
        worth = _sequence_payoffs(field, form, seat, plans)
        paid = ZERO
        for weight, earned in zip(plans[seat], worth, strict=True):
            paid += field.times(weight, earned)
        for cell in reversed(side.cells):
            best, *others = (worth[s] for s in cell.sequences)
            for other in others:
                best = other if field.sign(other - best) > 0 else best
            worth[cell.parent] += best
        payoffs.append(paid)
        gains.append(worth[0] - paid)
    return payoffs, gains


def _field_plan(field: NumberField, side: Treeplex, table: FieldStrategy) -> FieldPlan:
    """Return the probability of each sequence."""
    found = [ONE] * (1 + sum(len(cell.actions) for cell in side.cells))
    for cell in side.cells:
        for action, s in zip(cell.actions, cell.sequences, strict=True):
            found[s] = field.times(found[cell.parent], table[cell.key].get(action, ZERO))
    return found


def _sequence_payoffs(
    field: NumberField, form: NPlayerSequenceForm, seat: int, plans: Sequence[FieldPlan]
) -> FieldPlan:
    """Return what each sequence of a seat earns by itself."""
    found = [ZERO] * len(plans[seat])
    for end in form.ends:
        weight = ONE * end.payoffs[seat]
        for other, s in enumerate(end.sequences):
            if other != seat and weight != 0:
                weight = field.times(weight, plans[other][s])
        found[end.sequences[seat]] += weight
    return [earned / form.denominator for earned in found]


@dataclass(frozen=True)
class ProfileRegrets:
    """A profile, what it pays each seat and what each could gain."""

    tables: tuple[BehaviourStrategy, ...]
    payoffs: tuple[Fraction, ...]
    gains: tuple[Fraction, ...]

    @property
    def most(self) -> Fraction:
        """The most that a seat could gain."""
        return max(self.gains)


def evaluate_profile(
    form: NPlayerSequenceForm, tables: tuple[BehaviourStrategy, ...]
) -> ProfileRegrets:
    """Return what a profile pays and what each seat's best response would gain, exactly."""
    plans = [side.plan(table) for side, table in zip(form.sides, tables, strict=True)]
    payoffs, gains = [], []
    for seat in range(len(form.seats)):
        raise_if_cancelled()
        paid = expected_payoff(form, seat, plans)
        reply, below = form.reply(seat, plans)
        payoffs.append(paid)
        gains.append(Fraction(reply.value, below) - paid)
    return ProfileRegrets(tables, tuple(payoffs), tuple(gains))


def make_exact_profile(
    game: str,
    form: NPlayerSequenceForm,
    strategies: Mapping[str, StrategyTable],
    payoffs: Sequence[Real],
    gains: Sequence[Fraction],
    root: RealPoint | None = None,
    *,
    method: str,
) -> Profile:
    """Return a profile that was found at once, without iterations."""
    return Profile(
        game=game,
        seats=form.seats,
        strategies=strategies,
        payoffs=dict(zip(form.seats, payoffs, strict=True)),
        gains=dict(zip(form.seats, gains, strict=True)),
        iterations=0,
        ended="gap",
        seconds=0.0,
        root=root,
        method=method,
    )


def profile_of_equilibrium(
    game: str, form: NPlayerSequenceForm, one: NPlayerEquilibrium, method: str
) -> Profile:
    """Return an equilibrium as a profile, with the actions of probability 0."""
    strategies = {
        side.name: {
            infoset.key: {
                action: one.strategies[side.name][infoset.key].get(action, Fraction(0))
                for action in infoset.actions
            }
            for infoset in side.cells
        }
        for side in form.sides
    }
    none = [Fraction(0)] * len(form.seats)
    return make_exact_profile(game, form, strategies, one.payoffs, none, one.root, method=method)
