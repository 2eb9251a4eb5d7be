"""Leaks: what the frequencies that a person has shown give away, in all and by infoset.

The *leak* is the least exploitability of a strategy with the person's frequencies at the infosets
that have come up: how much less than the value of the game such a strategy secures against its
best response. At infosets that have not come up the strategy is free, and chosen so that it leaks
least. So the leak is 0 if and only if some optimal strategy has these frequencies.
It is the optimum of a linear program, exact (:mod:`sabot.solvers.zero_sum.restricted`).

By infoset:

- What a habit *costs* is what it adds to the least leak of the habits on the way to it: the least
  leak of the person's frequencies at the infoset and at the person's own earlier infosets on the
  way there, minus that of the earlier ones alone. So a habit inside the optimal set costs
  nothing.
- Habits that cost nothing alone may not go together (Kuhn's jack and king). Only where no habit
  costs anything and all together leak, it is asked what correcting one *saves*: how much less the
  least leak of all frequencies is if this infoset alone is played in the best way.

A few hands say little about a person's true mix. So a band is given with the leak: an interval
that is meant to contain the leak of the true mix (at the infosets seen) with a probability of at
least 95 %. A plain bootstrap is not enough: after one answer its interval is a point, and random
deviations always look like a leak, since whoever mixes correctly has played one action always
after one answer.

- **high**: one imaginary answer is added at each infoset, the one that can leak most, and each
  infoset's mix is drawn from the Dirichlet posterior (the severe end of Walley's imprecise
  Dirichlet model, 1996). high is the 97.5 % quantile of the exploitabilities of the drawn mixes.
  The infosets not seen are played as is best for the frequencies shown; that exploits no less
  than the leak of a draw.
- **low** is the larger of two bounds, each with a confidence of 98.75 %. (1) What the answers
  lose against the optimal opponent, which is at most the leak: the 1.25 % quantile of that loss,
  drawn as above but with an optimal imaginary answer. (2) The least leak of any frequencies that
  the counts allow: every action's probability within Chernoff's bounds, at a level shared among
  all infosets and actions. That is a linear program too, solved exactly.

So low is 0 as long as no answer cost anything and some optimal strategy lies within the bounds.
Answers that cost nothing one by one can still be shown to leak by their mix, given enough of
them: whoever plays heads 40 times of 40 in matching pennies does not play it half the time.

At one infoset with one good and one bad action, high and (1) are the bounds of Clopper and
Pearson. Both assume that the person answers an infoset in the same way whenever it comes up.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray

from sabot.analysis.best_response import (
    InfosetValues,
    decision_probability,
    exploitability,
    infoset_values_against,
)
from sabot.errors import FormError
from sabot.forms.extensive import MixedAction
from sabot.forms.sequence import Infoset, SequenceForm
from sabot.game_rules.game import ZeroSumForm
from sabot.results.solution import Solution

if TYPE_CHECKING:
    from sabot.solvers.zero_sum.action_frequency import Completion, FrequencyRange


PRICING_WORK = 20_000
"""Payoffs times information sets at which habits are priced: some seconds, at 0.15 ms each."""
FEWEST_PRICED = 4
"""Information sets at which they are priced in games of any size."""
ActionCounts = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True)
class InfosetLeak:
    """What a person does too often at one information set, and what that costs per hand."""

    view: str
    action: str
    """What is done too often, by most."""
    times: int
    asked: int
    """How often it was done, and how often the information set came up."""
    optimal: Fraction
    """How often the solution does it."""
    low: Fraction | None
    high: Fraction | None
    """How often optimal strategies do it, from the one that does so least; None: none comes."""
    cost: Fraction
    """What it adds to the least leak of the habits on the way to it."""
    saves: Fraction = Fraction(0)
    """How much less the leak is if this information set alone is played in the best way; computed
    only where no habit costs anything."""


class InfosetLeaks:
    """Finds the habits of one player of a solved game."""

    def __init__(self, form: SequenceForm, solution: Solution, *, of: str) -> None:
        self.seat = of
        self.optimal = solution[of]
        self._form, self._number = form, form.seats.index(of)
        self._side = form.sides[self._number]
        self.cells = {cell.key: cell for cell in self._side.cells if len(cell.actions) > 1}
        """The information sets at which the player has a choice."""
        self._value, self._unique = solution.value, solution.uniqueness.get(of) is True
        self._owner = {s: cell.key for cell in self._side.cells for s in cell.sequences}
        self._shares: dict[tuple[str, str], FrequencyRange | None] = {}

    def frequencies(self, counts: ActionCounts) -> dict[str, dict[str, Fraction]]:
        """Return how often what was done, at the information sets that have come up."""
        shown: dict[str, dict[str, Fraction]] = {}
        for key, row in counts.items():
            total = sum(row.values())
            if key in self.cells and total:
                actions = self.cells[key].actions
                if unknown := sorted(set(row) - set(actions)):
                    raise FormError(
                        f"the counts at {key} have {unknown[0]!r}; the actions are "
                        f"{', '.join(actions)}"
                    )
                shown[key] = {action: Fraction(n, total) for action, n in row.items()}
        return shown

    def completed(
        self, shown: Mapping[str, MixedAction]
    ) -> tuple[Fraction, Mapping[str, MixedAction]]:
        """Return the least leak of frequencies, and the play elsewhere that attains it."""
        if not shown:
            return Fraction(0), self.optimal
        found = self._completed(shown)
        return self._leak(found.secured), found.behaviour

    def least_leak_within(
        self, bounds: Mapping[str, Mapping[str, tuple[Fraction, Fraction]]]
    ) -> Fraction:
        """Return the least leak of any frequencies within bounds."""
        from sabot.solvers.zero_sum.action_frequency import guaranteed_value_within

        return self._leak(guaranteed_value_within(self._form, self._number, bounds))

    def _completed(self, shown: Mapping[str, MixedAction]) -> Completion:
        from sabot.solvers.zero_sum.action_frequency import complete_strategy

        return complete_strategy(self._form, self._number, shown)

    def _leak(self, secured: Fraction) -> Fraction:
        return (-self._value if self._number else self._value) - secured

    @property
    def most_priced(self) -> int:
        """The number of information sets that are priced; a large game has others."""
        return max(FEWEST_PRICED, PRICING_WORK // max(1, len(self._form.payoffs)))

    def found(self, counts: ActionCounts) -> list[InfosetLeak]:
        """Return the habits that leak, the most costly first."""
        shown = self.frequencies(counts)
        leak, _ = self.completed(shown)
        if not leak:
            return []
        views = self._infosets_to_price(shown)
        found = [habit for view in views if (habit := self._alone(view, shown, counts)).cost]
        if not found:  # each would do by itself, but they do not go together
            ways = (self._leak_with_savings(view, shown, counts, leak) for view in views)
            found = [habit for habit in ways if habit.saves]
        return sorted(found, key=lambda habit: (-habit.cost, -habit.saves))

    def _alone(
        self, view: str, shown: Mapping[str, MixedAction], counts: ActionCounts
    ) -> InfosetLeak:
        """Return a habit with what it costs."""
        before = self._some(shown, self._path(view))
        free, best = self.completed(before)
        cost = self.completed({**before, view: shown[view]})[0] - free
        return self._habit(
            view, shown[view], best.get(view, self.optimal[view]), counts[view], cost=cost
        )

    def _leak_with_savings(
        self, view: str, shown: Mapping[str, MixedAction], counts: ActionCounts, leak: Fraction
    ) -> InfosetLeak:
        """Return a habit that costs nothing, with what correcting it saves."""
        rest, best = self.completed({key: mix for key, mix in shown.items() if key != view})
        return self._habit(
            view, shown[view], best.get(view, self.optimal[view]), counts[view], saves=leak - rest
        )

    def _path(self, view: str) -> list[str]:
        """Return the own earlier information sets on the way to an information set."""
        found = []
        before = self.cells[view].parent
        cells = {cell.key: cell for cell in self._side.cells}
        while before:
            found.append(self._owner[before])
            before = cells[found[-1]].parent
        return found

    @staticmethod
    def _some(shown: Mapping[str, MixedAction], views: Iterable[str]) -> dict[str, MixedAction]:
        return {view: shown[view] for view in views if view in shown}

    def _infosets_to_price(self, shown: Mapping[str, MixedAction]) -> list[str]:
        """Return the information sets to price: all, or in a large game those that seem worst."""
        if len(shown) <= self.most_priced:
            return list(shown)

        def beside(view: str) -> Fraction:
            habits = self._some(shown, [view, *self._path(view)])
            table = {**self.optimal, **habits}
            return exploitability(self._form, table, of=self.seat, value=self._value)

        return sorted(shown, key=beside, reverse=True)[: self.most_priced]

    def _share(self, view: str, action: str) -> FrequencyRange | None:
        """Return how often optimal strategies that reach an infoset do this; None: none does."""
        from sabot.solvers.zero_sum.action_frequency import FrequencyRange, find_frequency_range

        cell = self.cells[view]
        if self._unique:
            plan, chance = self._side.plan(self.optimal), self.optimal[view][action]
            return FrequencyRange(chance, chance, (plan, plan)) if plan[cell.parent] else None
        if (view, action) not in self._shares:
            found = find_frequency_range(self._form, self._number, self._value, cell, action)
            self._shares[view, action] = found
        return self._shares[view, action]

    def _habit(
        self,
        view: str,
        mix: MixedAction,
        best: MixedAction,
        counts: Mapping[str, int],
        cost: Fraction = Fraction(0),
        saves: Fraction = Fraction(0),
    ) -> InfosetLeak:
        """Return a habit, named by the action that is taken too often by most."""
        zero = Fraction(0)
        actions = self.cells[view].actions
        action = max(actions, key=lambda a: mix.get(a, zero) - best.get(a, zero))
        share = self._share(view, action) if cost or saves else None
        low, high = (None, None) if share is None else (share.low, share.high)
        times, asked = counts.get(action, 0), sum(counts.values())
        often = self.optimal[view][action]
        return InfosetLeak(view, action, times, asked, often, low, high, cost, saves)


FEWEST_DRAWS, MOST_DRAWS = 200, 1000
"""Numbers of draws: the larger the game, the fewer, so that they take seconds."""
HIGH_ERROR, LOW_ERROR = 0.025, 0.0125
"""The error probabilities of the high end, and of each of the two low ends."""
FLOAT_LIMIT = Fraction(10) ** 100
"""Payoffs beyond it, or all below its inverse, are scaled before they become floats."""
ENOUGH_ANSWERS = 10
"""Number of answers from which on the screen comments on the frequencies of an infoset."""
_ROUNDING_UNITS = 1000
"""Bounds of probabilities are rounded outwards to multiples of 1 over this."""
_DRAWS_IN_MEMORY = 2_000_000
"""Payoffs times draws that are held in memory at once."""
_DRAWS_IN_ALL = 40_000_000
"""Payoffs times draws that are worked out in all, unless FEWEST draws are more."""
_ROUNDING_ERROR = 1e-12
"""A leak below this part of the sum of all payoffs is a rounding error."""
Floats = NDArray[np.float64]
CountArrays = Mapping[str, Floats]
"""By information set the counts of its actions, in an array."""


@dataclass(frozen=True)
class LeakEstimate:
    """What the shown frequencies give away per hand, exactly, and the 95 % band around it."""

    exact: Fraction
    low: Fraction
    high: Fraction
    """Both ends are fractions because payoffs may be larger than any float. They are not exact:
    floats found high, the losses and the bounds of the probabilities."""
    seen: int
    """How many of these information sets have come up."""
    views: int
    """How many information sets with a choice the player has."""


class LeakEstimator:
    """Measures the leak of one player of a solved game.

    >>> from sabot import MatrixForm, solve
    >>> pennies = MatrixForm.of([[1, -1], [-1, 1]], rows=["heads", "tails"])
    >>> meter = LeakEstimator(pennies, solve(pennies), of="row")
    >>> meter.leak({"-": {"heads": 3, "tails": 1}}).exact
    Fraction(1, 2)
    """

    def __init__(self, form: ZeroSumForm, solution: Solution, *, of: str) -> None:
        sequence_form = form.sequence()
        if of not in sequence_form.seats:
            raise FormError(f"no seat {of!r}; the seats are {' and '.join(sequence_form.seats)}")
        seat = sequence_form.seats.index(of)
        opponent = sequence_form.seats[1 - seat]
        self.seat = of
        self.worths: Mapping[str, InfosetValues] = infoset_values_against(
            sequence_form, solution[opponent], of=opponent
        )
        """What each action earns the player against the optimal opponent."""
        self.optimal = solution[of]
        self.value = solution.value if seat == 0 else -solution.value
        """What the player is paid on average when both play optimally."""
        self.size = len(sequence_form.payoffs)
        self._draws = max(FEWEST_DRAWS, min(MOST_DRAWS, _DRAWS_IN_ALL // max(1, self.size)))
        self._form = sequence_form
        self._side, self._other = sequence_form.sides[seat], sequence_form.sides[1 - seat]
        self._habits = InfosetLeaks(sequence_form, solution, of=of)
        self._priced: tuple[tuple[object, ...], list[InfosetLeak]] | None = None
        self._cells = self._habits.cells
        sign = -1 if seat else 1
        pairs = (
            sequence_form.payoffs
            if seat
            else ((two, one, a) for one, two, a in sequence_form.payoffs)
        )
        spots = sorted(pairs)
        self._theirs: NDArray[np.int64] = np.array([spot[0] for spot in spots], dtype=np.int64)
        self._mine: NDArray[np.int64] = np.array([spot[1] for spot in spots], dtype=np.int64)
        self._unit = _payoff_unit(sequence_form)
        below, above = sequence_form.denominator * self._unit.numerator, self._unit.denominator
        self._gains: Floats = np.array([sign * a * above / below for _, _, a in spots])
        self._whole = float(self.value / self._unit)
        self._targets, self._starts = np.unique(self._theirs, return_index=True)
        plan = self._other.plan(solution[opponent])
        self._optimum = self._earned(np.array([float(chance) for chance in plan]))

    @property
    def asked(self) -> Fraction:
        """How likely it is that a hand gives the player any choice at all."""
        return decision_probability(self._side, self.worths)

    @property
    def most_priced(self) -> int:
        """The number of information sets that are priced; a large game has others."""
        return self._habits.most_priced

    def leak(self, counts: ActionCounts, *, seed: int = 0) -> LeakEstimate:
        """Return the leak of the actions taken: ``{infoset: {action: how often}}``."""
        shown = self._habits.frequencies(counts)
        exact, rest = self._habits.completed(shown)
        low = high = exact
        if shown:
            rows = {key: _count_array(self._cells[key], counts[key]) for key in shown}
            chance = np.random.RandomState(seed % 2**32)  # the stream that numpy promises to keep
            lost = Fraction(self._lost(rows, chance)) * self._unit
            low = min(low, max(lost, self._least(rows)))
            most = self._high(rows, {**self.optimal, **rest}, chance)
            high = max(high, Fraction(most) * self._unit)
        return LeakEstimate(exact, low, high, len(shown), len(self._cells))

    def habits(self, counts: ActionCounts) -> list[InfosetLeak]:
        """Return the habits that leak, the most costly first.

        >>> from sabot import MatrixForm, solve
        >>> pennies = MatrixForm.of([[1, -1], [-1, 1]], rows=["heads", "tails"])
        >>> (habit,) = LeakEstimator(pennies, solve(pennies), of="row").habits({"-": {"heads": 3}})
        >>> habit.action, habit.low, habit.high, habit.cost
        ('heads', Fraction(1, 2), Fraction(1, 2), Fraction(1, 1))
        """
        key = tuple((view, *sorted(row.items())) for view, row in counts.items())
        if self._priced is None or self._priced[0] != key:
            self._priced = key, self._habits.found(counts)
        return list(self._priced[1])

    # ------------------------------------------------------------------ the ends of the band

    def _lost(self, rows: CountArrays, chance: RandomState) -> float:
        """Return bound (1): a lower quantile of the loss against the optimal opponent."""
        mixes = self._mixes(self._draws, self.optimal)
        for key, row in rows.items():
            spots = _sequence_slice(self._cells[key])
            mixes[spots] = _draw_dirichlet(chance, row + mixes[spots, 0], self._draws)
        losses = self._whole - self._optimum @ self._plans(mixes)
        return float(self._cleaned(np.sort(losses))[int(LOW_ERROR * self._draws)])

    def _least(self, rows: CountArrays) -> Fraction:
        """Return bound (2): the least leak of frequencies that the counts allow."""
        level = LOW_ERROR / sum(len(row) - (len(row) == 2) for row in rows.values())
        bounds: dict[str, dict[str, tuple[Fraction, Fraction]]] = {}
        for key, row in rows.items():
            low, high = _chernoff_bounds(row, math.log(2 / level))
            ends = zip(
                np.floor(low * _ROUNDING_UNITS), np.ceil(high * _ROUNDING_UNITS), strict=True
            )
            parts = [
                (Fraction(int(a), _ROUNDING_UNITS), Fraction(int(b), _ROUNDING_UNITS))
                for a, b in ends
            ]
            named = zip(self._cells[key].actions, parts, strict=True)
            bounds[key] = dict(list(named)[: 1 if len(row) == 2 else None])  # of two, one is enough
        return self._habits.least_leak_within(bounds)

    def _high(
        self, rows: CountArrays, rest: Mapping[str, MixedAction], chance: RandomState
    ) -> float:
        """Return an upper quantile of leaks, with the imaginary answers that leak most.

        *rest* is the strategy at the information sets that have not come up.
        """
        trials = np.repeat(self._shown(rows, rest), sum(map(len, rows.values())), axis=1)
        first = 0
        for key, row in rows.items():
            spots = _sequence_slice(self._cells[key])
            trials[spots, first : first + len(row)] = _extreme_mixes(chance, row, self._draws)
            first += len(row)
        leaks, first = self._leaks(trials), 0
        mixes = self._mixes(self._draws, rest)
        for key, row in rows.items():
            worst = leaks[first : first + len(row)].argmax()
            extra = np.arange(len(row)) == worst
            mixes[_sequence_slice(self._cells[key])] = _draw_dirichlet(
                chance, row + extra, self._draws
            )
            first += len(row)
        return float(np.sort(self._leaks(mixes))[-1 - int(HIGH_ERROR * self._draws)])

    # ------------------------------------------------------------------ leaks in floats

    def _mixes(self, draws: int, table: Mapping[str, MixedAction]) -> Floats:
        """Return behaviour probabilities: a row for each sequence, *draws* equal columns."""
        chances = [1.0]
        for cell in self._side.cells:
            chances += [float(table[cell.key][action]) for action in cell.actions]
        return np.repeat(np.array(chances)[:, None], draws, axis=1)

    def _shown(self, rows: CountArrays, rest: Mapping[str, MixedAction]) -> Floats:
        """Return the frequencies shown, and others elsewhere, as a single column."""
        mix = self._mixes(1, rest)
        for key, row in rows.items():
            mix[_sequence_slice(self._cells[key]), 0] = row / row.sum()
        return mix

    def _cleaned(self, leaks: Floats) -> Floats:
        """Return leaks with 0 in place of rounding errors."""
        return np.where(leaks > _ROUNDING_ERROR * np.abs(self._gains).sum(), leaks, 0.0)

    def _leaks(self, mixes: Floats) -> Floats:
        """Return the leak of each column of mixes."""
        step = max(1, _DRAWS_IN_MEMORY // max(1, self.size))
        parts = [self._replied(mixes[:, n : n + step])[0] for n in range(0, mixes.shape[1], step)]
        return self._cleaned(self._whole + np.concatenate(parts))

    def _plans(self, mixes: Floats) -> Floats:
        """Return the realization plan of each column of mixes."""
        plans = mixes.copy()
        for cell in self._side.cells:
            if cell.parent:
                plans[_sequence_slice(cell)] *= plans[cell.parent]
        return plans

    def _earned(self, plan: Floats) -> Floats:
        """Return what each sequence of the player earns it against a plan of the opponent."""
        weights = self._gains * plan[self._theirs]
        return np.asarray(np.bincount(self._mine, weights, self._side.count), np.float64)

    def _replied(self, mixes: Floats) -> Floats:
        """Return the opponent's best-response value after each sequence, for each column of mixes.

        Row 0 is the value of the whole best response.
        """
        plans = self._plans(mixes)
        worth = np.zeros((self._other.count, plans.shape[1]))
        if self.size:
            lost = plans[self._mine] * -self._gains[:, None]
            worth[self._targets] = np.add.reduceat(lost, self._starts, axis=0)
        for cell in reversed(self._other.cells):
            worth[cell.parent] += worth[_sequence_slice(cell)].max(axis=0)
        return worth


def _payoff_unit(form: SequenceForm) -> Fraction:
    """Return the unit of payoffs as floats: 1, unless they are too large or too small for that."""
    most = Fraction(max((abs(a) for _, _, a in form.payoffs), default=0), form.denominator)
    return most if most and not FLOAT_LIMIT**-1 < most < FLOAT_LIMIT else Fraction(1)


def _sequence_slice(cell: Infoset) -> slice:
    """Return the rows of a cell's sequences."""
    return slice(cell.first, cell.first + len(cell.actions))


def _count_array(cell: Infoset, counts: Mapping[str, int]) -> Floats:
    return np.array([counts.get(action, 0) for action in cell.actions], dtype=float)


def _draw_dirichlet(chance: RandomState, weights: Floats, draws: int) -> Floats:
    """Draw mixes as columns from a Dirichlet distribution; a weight of 0 is a probability of 0."""
    drawn = chance.standard_gamma(weights, size=(draws, len(weights))).T
    mixes: Floats = drawn / drawn.sum(axis=0)
    return mixes


def _extreme_mixes(chance: RandomState, row: Floats, draws: int) -> Floats:
    """Return mixes as columns: the n-th plays action n as often as the counts allow."""
    mine = chance.standard_gamma(row + 1, size=(draws, len(row)))
    others = chance.standard_gamma(row.sum() - row, size=(draws, len(row)))
    shares = np.sort(mine / (mine + others), axis=0)[-1 - int(HIGH_ERROR * draws)]
    rest = np.repeat(row[:, None], len(row), axis=1)
    np.fill_diagonal(rest, 0)
    rest *= (1 - shares) / np.maximum(1, rest.sum(axis=0))
    np.fill_diagonal(rest, shares)
    return rest


def _chernoff_bounds(row: Floats, most: float) -> tuple[Floats, Floats]:
    """Return the least and the greatest probability of each action within Chernoff's bounds.

    n times the Kullback-Leibler divergence of the frequency shown from it is at most *most*.
    """
    total = row.sum()
    shown = row / total

    def far(chance: Floats) -> NDArray[np.bool_]:
        with np.errstate(divide="ignore", invalid="ignore"):
            one = np.where(shown > 0, shown * np.log(shown / chance), 0.0)
            two = np.where(shown < 1, (1 - shown) * np.log((1 - shown) / (1 - chance)), 0.0)
        outside: NDArray[np.bool_] = total * (one + two) > most
        return outside

    ends = []
    for limit in (0.0, 1.0):
        near, out = shown, np.full(len(row), limit)
        for _ in range(60):
            middle = (near + out) / 2
            near, out = np.where(far(middle), near, middle), np.where(far(middle), middle, out)
        ends.append(out)
    return ends[0], ends[1]
