"""How Risticz's thesis of 1973 run its games: one-step look-ahead and Rosen's gradient method.

Both move thresholds until nobody wants to move his own a step further, and call that an
equilibrium. They see no strategy of another shape than the given one, and on a flat stretch they
stop where they happen to be; the exact best response shows what that costs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sabot.progress import report_progress

StrategyPoint = list[float]
PayoffFunction = Callable[[int, Sequence[float]], float]
"""What a player is paid at a point."""
FeasibilityTest = Callable[[Sequence[float]], bool]


@dataclass
class Lookahead:
    """The algorithm of sections 3.5 to 3.7: each looks one response ahead before he moves a step.

    >>> pay = lambda who, at: (5*at[0] + 7*at[1] - 12*at[0]*at[1]) * (1 if who == 0 else -1)
    >>> ahead = Lookahead(pay, ((0,), (1,)), lambda at: all(0 < x <= 1 for x in at))
    >>> [round(x, 6) for x in ahead.converge([0.4, 0.3], 0.1)]
    [0.6, 0.4]
    """

    payoff: PayoffFunction
    own: Sequence[Sequence[int]]
    """The variables of each player."""
    feasible: FeasibilityTest
    evaluations: int = field(default=0, init=False)
    """How often a payoff was asked for in looking ahead, as the thesis counts."""

    def run(self, start: Sequence[float], step: float, share: float, least: float) -> StrategyPoint:
        """Return the point at which steps of all sizes, from *step* down to *least*, end."""
        point = list(start)
        while step >= least:
            point = self.converge(point, step)
            step *= share
        return point

    def converge(self, start: Sequence[float], step: float, cycles: int = 10_000) -> StrategyPoint:
        """Return the point from which nobody moves by a step of this size.

        Where they go round in a circle, it is the one at which the last of the cycles ends; that is
        known once they reach a point again.
        """
        point = list(start)
        been = {tuple(point): 0}
        for cycle in range(1, cycles + 1):
            report_progress("looking ahead", cycle)
            self.cycle(point, step)
            first = been.setdefault(tuple(point), cycle)
            if first < cycle:
                return list(list(been)[first + (cycles - first) % (cycle - first)])
        return point

    def cycle(self, point: StrategyPoint, step: float) -> None:
        """Let each player, in turn, move each of his variables once."""
        for player, variables in enumerate(self.own):
            for variable in variables:
                options = self._around(point, variable, step)
                point[variable] = max(
                    options, key=lambda there: self._expected(player, point, variable, there, step)
                )

    def _expected(
        self, player: int, point: StrategyPoint, variable: int, there: float, step: float
    ) -> float:
        """Return what a player expects of a move, once all the others have replied to it."""
        ahead = list(point)
        ahead[variable] = there
        for other, variables in enumerate(self.own):
            if other == player:
                continue
            for reply in variables:
                options = self._around(ahead, reply, step)
                self.evaluations += 3
                ahead[reply] = max(
                    options, key=lambda at: self.payoff(other, _with_coordinate(ahead, reply, at))
                )
        return self.payoff(player, ahead)

    def _around(self, point: StrategyPoint, variable: int, step: float) -> list[float]:
        """Return where a variable may be: as it is, or a step up or down if that is allowed."""
        here = point[variable]
        tries = (here + step, here - step)
        return [here, *(at for at in tries if self.feasible(_with_coordinate(point, variable, at)))]


def _with_coordinate(point: Sequence[float], variable: int, there: float) -> StrategyPoint:
    moved = list(point)
    moved[variable] = there
    return moved


def evaluations_per_cycle(variables: Sequence[int]) -> int:
    """Return how many payoffs one cycle of looking ahead asks for, by each player's variables.

    >>> evaluations_per_cycle((1, 2, 4, 14)), evaluations_per_cycle((1, 1, 2, 8))
    (2016, 666)
    """
    whole = sum(variables)
    return 9 * sum(count * (whole - count) for count in variables)


def rosen_gradient(
    payoff: PayoffFunction,
    own: Sequence[Sequence[int]],
    start: Sequence[float],
    project: Callable[[StrategyPoint], StrategyPoint],
    *,
    step: float = 0.05,
    nudge: float = 1e-4,
    rounds: int = 2000,
) -> StrategyPoint:
    """Return where everybody's steps along his own numeric derivative lead: Rosen's method."""
    point = list(start)
    for round_ in range(rounds):
        report_progress("following gradients", round_, rounds)
        slopes = [0.0] * len(point)
        for player, variables in enumerate(own):
            for k in variables:
                up = payoff(player, project(_with_coordinate(point, k, point[k] + nudge)))
                down = payoff(player, project(_with_coordinate(point, k, point[k] - nudge)))
                slopes[k] = (up - down) / (2 * nudge)
        moved = project([x + step * s for x, s in zip(point, slopes, strict=True)])
        if max(abs(a - b) for a, b in zip(point, moved, strict=True)) < nudge * step * 1e-3:
            return moved
        point = moved
    return point
