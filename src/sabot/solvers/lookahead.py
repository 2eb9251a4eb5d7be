"""Two iterative methods on smooth payoffs: lookahead (Risticz 1973) and Rosen's gradient (1965).

Each player moves numbers of its own inside their bounds: the cuts of a threshold strategy, or how
much traffic goes over which road. Lookahead changes one number at a time by a step, up or down, if
the player is paid more after the others have replied by a step each; where nobody moves, the step
is made smaller. Rosen's method moves all numbers at once along each player's own derivatives, here
differences, as in the thesis. Both end where no small move is made any more, or at a limit of
cycles. That need not be an equilibrium, not even among the strategies of the given shape: the exact
best response says how far it is from one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from sabot.errors import FormError
from sabot.forms.smooth import Point, SmoothGame
from sabot.progress import report_progress

MethodName = Literal["lookahead", "rosen"]
_KEY_DIGITS = 12
"""Points that agree in so many decimals are one point: sums of steps are rounded."""


@dataclass(frozen=True, slots=True)
class TraceStep:
    """Where a method is after one cycle (lookahead) or one move (Rosen)."""

    cycle: int
    step: float
    evaluations: int
    """Payoffs computed so far."""
    point: tuple[float, ...]


@dataclass(frozen=True)
class MethodTrace:
    """A whole run: its steps, the step sizes that it tried, and how it ended."""

    method: MethodName
    steps: tuple[TraceStep, ...]
    settled: tuple[tuple[float, bool], ...]
    """Each step size, and whether nobody moved any more; else a point came back, or the cycles
    were used up."""

    @property
    def point(self) -> tuple[float, ...]:
        """Where it ended."""
        return self.steps[-1].point

    @property
    def evaluations(self) -> int:
        """How many payoffs were computed."""
        return self.steps[-1].evaluations

    @property
    def checkpoints(self) -> tuple[TraceStep, ...]:
        """The last step of each size; of one size, the steps 0, 1, 2, 4, 8, ... and the last."""
        last = {one.step: one for one in self.steps}
        if len(last) > 1:
            return tuple(last.values())
        end = self.steps[-1]
        return (*(one for one in self.steps[:-1] if not one.cycle & (one.cycle - 1)), end)


def starting_point(game: SmoothGame, start: Sequence[float]) -> Point:
    """Return the point to begin with: one number for all, or one for each."""
    point = list(start) * len(game.names) if len(start) == 1 else list(start)
    if len(point) != len(game.names):
        raise FormError(
            f"{len(point)} numbers to start with; write one for all, or {len(game.names)} with "
            f"commas: {', '.join(game.names)}"
        )
    if not all(map(math.isfinite, point)):
        raise FormError("the start has a number that is not finite")
    if any(abs(a - b) > 10**-_KEY_DIGITS for a, b in zip(point, game.project(point), strict=True)):
        raise FormError("the start is not allowed: cuts rise from 0 to 1, shares sum to 1 at most")
    return point


@dataclass
class Lookahead:
    """The algorithm of sections 3.4 to 3.7 of the thesis.

    ``degree`` 1 is the thesis' own: before a move the others reply once, each by the best step of
    each of its numbers. With degree 0 nobody replies; with degree 2 the replies look ahead too.
    """

    game: SmoothGame
    degree: int = 1
    order: tuple[int, ...] = ()
    """Who moves first, second, ...; by default the players in order."""
    evaluations: int = field(default=0, init=False)
    """Payoffs computed so far."""

    def __post_init__(self) -> None:
        self.order = self.order or tuple(range(len(self.game.owners)))

    def run(
        self, start: Sequence[float], step: float, share: float, least: float, cycles: int
    ) -> MethodTrace:
        """Return the run with steps of all sizes, from *step* down to *least*, each times *share*.

        A step size is left where nobody moves, where a point comes back (then it would for ever),
        and after so many *cycles*.
        """
        point, number = starting_point(self.game, start), 0
        steps, settled = [TraceStep(0, step, 0, tuple(point))], []
        while step >= least:
            seen = {_key(point): 0}
            for cycle in range(1, cycles + 1):
                number += 1
                report_progress("looking ahead", number, unit="cycles")
                self.cycle(point, step)
                steps.append(TraceStep(number, step, self.evaluations, tuple(point)))
                if seen.setdefault(_key(point), cycle) < cycle:
                    break
            settled.append((step, seen[_key(point)] == cycle - 1))
            step *= share
        return MethodTrace("lookahead", tuple(steps), tuple(settled))

    def cycle(self, point: Point, step: float) -> None:
        """Let each player, in turn, move each of its numbers once."""
        for seat in self.order:
            for place in self.game.owners[seat]:
                point[place] = self._best_option(seat, point, place, step, self.degree)

    def _best_option(
        self, seat: int, point: Sequence[float], place: int, step: float, degree: int
    ) -> float:
        """Return where a player moves a number, looking so many replies ahead."""
        low, high = self.game.bounds(point, place)
        here = point[place]
        options = dict.fromkeys((here, min(here + step, high), max(here - step, low)))
        return max(
            options, key=lambda there: self._expected(seat, point, place, there, step, degree)
        )

    def _expected(
        self, seat: int, point: Sequence[float], place: int, there: float, step: float, degree: int
    ) -> float:
        """Return what a player expects of a move, once all the others have replied to it."""
        ahead = list(point)
        ahead[place] = there
        if degree:
            for other in self.order:
                if other != seat:
                    for reply in self.game.owners[other]:
                        ahead[reply] = self._best_option(other, ahead, reply, step, degree - 1)
        self.evaluations += 1
        return self.game.payoff(seat, ahead)


def _key(point: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(number, _KEY_DIGITS) for number in point)


def evaluations_per_cycle(variables: Sequence[int]) -> int:
    """Return how many payoffs the replies of one cycle ask for, as the thesis counts them.

    >>> evaluations_per_cycle((1, 2, 4, 14)), evaluations_per_cycle((1, 1, 2, 8))
    (2016, 666)
    """
    whole = sum(variables)
    return 9 * sum(count * (whole - count) for count in variables)


@dataclass
class RosenGradient:
    """Rosen's method with differences for derivatives and a constant step (section 3.3).

    A move is the derivative times the step.
    """

    game: SmoothGame
    nudge: float = 1e-4
    """How far a number is moved each way for a derivative."""

    def run(self, start: Sequence[float], step: float, least: float, cycles: int) -> MethodTrace:
        """Return the run: until every number moves by less than *least*, or for *cycles* moves."""
        point = starting_point(self.game, start)
        steps, moved = [TraceStep(0, step, 0, tuple(point))], least
        for number, (reached, evaluations) in enumerate(self._moves(point, step), 1):
            report_progress("following gradients", number, cycles)
            moved = max(abs(a - b) for a, b in zip(steps[-1].point, reached, strict=True))
            steps.append(TraceStep(number, step, evaluations, tuple(reached)))
            if moved < least or number == cycles:
                break
        return MethodTrace("rosen", tuple(steps), ((step, moved < least),))

    def _moves(self, point: Point, step: float) -> Iterator[tuple[Point, int]]:
        evaluations = 0
        while True:
            slopes = [0.0] * len(point)
            for seat, places in enumerate(self.game.owners):
                for place in places:
                    slopes[place] = self._slope(seat, point, place)
                    evaluations += 2
            point = self.game.project(
                [x + step * slope for x, slope in zip(point, slopes, strict=True)]
            )
            yield point, evaluations

    def _slope(self, seat: int, point: Sequence[float], place: int) -> float:
        """Return a difference quotient between two points inside the bounds."""
        low, high = self.game.bounds(point, place)
        ends = max(point[place] - self.nudge, low), min(point[place] + self.nudge, high)
        if ends[0] == ends[1]:
            return 0.0
        paid = []
        for there in ends:
            moved = list(point)
            moved[place] = there
            paid.append(self.game.payoff(seat, moved))
        return (paid[1] - paid[0]) / (ends[1] - ends[0])
