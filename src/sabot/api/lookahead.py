"""Run lookahead or Rosen's gradient on a game, with its trace.

What it reaches is a strategy for each player; no equilibrium is claimed. The exact best response
over all strategies says what each player could still gain, at the end and at the checkpoints.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol, get_args, runtime_checkable

from sabot.api.arguments import as_game, continuous_game_of
from sabot.errors import FormError, NoMethodError
from sabot.exact import format_decimal
from sabot.forms.continuous.betting_game import turn_key
from sabot.forms.smooth import JudgedSmoothGame, SmoothGame
from sabot.game_rules.family import offers
from sabot.game_rules.game import Game
from sabot.progress import Watch, accepts_watch
from sabot.solvers.lookahead import (
    Lookahead,
    MethodName,
    MethodTrace,
    RosenGradient,
    TraceStep,
)

if TYPE_CHECKING:
    from sabot.analysis.continuous import CutsJudgement
    from sabot.analysis.evaluation import ProfileJudgement
    from sabot.forms.continuous.betting_game import ContinuousBettingForm, ThresholdRule, TurnNode
    from sabot.solvers.continuous.smooth_payoffs import ShapeName

METHOD_NAMES: tuple[str, ...] = get_args(MethodName)
MAX_DEGREE = 3
"""Replies to replies: if the others have n numbers, a degree multiplies the payoffs by about 3 n.
"""
DEFAULT_CYCLES: Mapping[str, int] = {"lookahead": 100, "rosen": 1000}
DEFAULT_STEP: Mapping[str, float] = {"lookahead": 0.1, "rosen": 0.02}
DEFAULT_LEAST: Mapping[str, float] = {"lookahead": 1e-5, "rosen": 1e-7}
DESCRIPTION_DIGITS = 6


@runtime_checkable
class HasSmoothPayoffs(Protocol):
    """A family whose players move numbers of their own, with smooth payoffs."""

    def smooth_game(self, game: Game) -> JudgedSmoothGame:
        """Return the game as a function of these numbers."""
        ...


@dataclass(frozen=True)
class MethodOptions:
    """How a method is run; what is not given is the method's default."""

    start: tuple[float, ...] = (0.0,)
    """One number for all, or one for each."""
    step: float | None = None
    share: float = 0.5
    """The next step over the last one: sigma of the thesis."""
    least: float | None = None
    degree: int = 1
    order: tuple[str, ...] = ()
    cycles: int | None = None
    shape: ShapeName = "bluffs"


@dataclass(frozen=True)
class MethodRun:
    """A run of a method: its trace, and what was reached, judged exactly."""

    game: str
    options: MethodOptions
    names: tuple[str, ...]
    """What each number is."""
    owners: tuple[tuple[int, ...], ...]
    """The numbers of each player, by their places."""
    trace: MethodTrace
    judged: ProfileJudgement | CutsJudgement
    gains: tuple[tuple[TraceStep, tuple[Fraction, ...]], ...]
    """What each player could gain at the checkpoints of the trace, exact."""
    head: tuple[str, ...]
    strategies: tuple[tuple[str, ...], ...]
    seconds: float = field(compare=False)

    def to_json(self) -> dict[str, object]:
        """Return the evaluation of what was reached, and how it was reached."""
        return {
            **self.judged.to_json(),
            "search": {
                "method": self.trace.method,
                "shape": self.options.shape,
                "degree": self.options.degree,
                "share": self.options.share,
                "steps": [[step, settled] for step, settled in self.trace.settled],
                "cycles": self.trace.steps[-1].cycle,
                "evaluations": self.trace.evaluations,
                "reached": dict(zip(self.names, self.trace.point, strict=True)),
                "gains": [
                    [one.cycle, one.evaluations, *map(float, gains)] for one, gains in self.gains
                ],
            },
        }


@accepts_watch
def run_method(
    game: str | Game,
    method: str = "lookahead",
    options: MethodOptions | None = None,
    *,
    watch: Watch | None = None,
) -> MethodRun:
    """Run lookahead or Rosen's gradient on a game with cuts or another smooth payoff.

    >>> found = run_method("von-neumann(A=2, B=1)")
    >>> [round(cut, 4) for cut in found.trace.point], found.trace.evaluations
    ([0.1, 0.7, 0.4], 903)
    """
    started = time.perf_counter()
    asked = options or MethodOptions()
    played = as_game(game)
    if method not in METHOD_NAMES:
        raise FormError(f"{method!r} is not a method; write {' or '.join(METHOD_NAMES)}")
    problem = _smooth_problem(played, asked.shape)
    trace = _run(problem.smooth, method, asked)
    return MethodRun(
        str(played),
        asked,
        problem.smooth.names,
        problem.smooth.owners,
        trace,
        problem.judge(trace.point),
        tuple((one, problem.judge(one.point).gains) for one in trace.checkpoints),
        problem.head,
        problem.describe(trace.point),
        time.perf_counter() - started,
    )


def _run(smooth: SmoothGame, method: str, asked: MethodOptions) -> MethodTrace:
    step = DEFAULT_STEP[method] if asked.step is None else asked.step
    least = DEFAULT_LEAST[method] if asked.least is None else asked.least
    cycles = DEFAULT_CYCLES[method] if asked.cycles is None else asked.cycles
    _require_options(method, asked, step, least, cycles)
    if method == "rosen":
        return RosenGradient(smooth).run(asked.start, step, least, cycles)
    order = _seat_order(smooth, asked.order)
    ahead = Lookahead(smooth, asked.degree, order)
    return ahead.run(asked.start, step, asked.share, least, cycles)


def _require_options(
    method: str, asked: MethodOptions, step: float, least: float, cycles: int
) -> None:
    faults = []
    if not 0 < step <= 1:
        faults.append(f"step {step:g}: write a number above 0, at most 1")
    if not 0 < least <= 1 or (method == "lookahead" and least > step):
        faults.append(f"least step {least:g}: write a positive number, at most the first step")
    if not 0 < asked.share < 1:
        faults.append(f"share {asked.share:g}: write a number between 0 and 1, as 0.5")
    if not 0 <= asked.degree <= MAX_DEGREE:
        faults.append(f"degree {asked.degree}: write a number from 0 to {MAX_DEGREE}")
    if cycles < 1:
        faults.append(f"{cycles} cycles: write 1 or more")
    unused = {"degree": asked.degree != 1, "share": asked.share != 0.5, "order": bool(asked.order)}
    if method == "rosen":
        faults += [
            f"{name}: for lookahead only; leave it out" for name, given in unused.items() if given
        ]
    if faults:
        raise FormError("; ".join(faults))


def _seat_order(smooth: SmoothGame, order: Sequence[str]) -> tuple[int, ...]:
    if order and sorted(order) != sorted(smooth.seats):
        raise FormError(
            f"order {','.join(order)}: name every player once: {','.join(smooth.seats)}"
        )
    return tuple(map(smooth.seats.index, order))


@dataclass(frozen=True)
class _SmoothProblem:
    """A game as a smooth function of numbers, and how what is reached is judged and described."""

    smooth: SmoothGame
    judge: Callable[[Sequence[float]], ProfileJudgement | CutsJudgement]
    head: tuple[str, ...]
    describe: Callable[[Sequence[float]], tuple[tuple[str, ...], ...]]


def _smooth_problem(game: object, shape: ShapeName) -> _SmoothProblem:
    if isinstance(game, Game) and offers(game.rules, HasSmoothPayoffs):
        return _family_problem(str(game), game.rules.smooth_game(game))
    continuous = continuous_game_of(game)
    if continuous is None:
        raise NoMethodError(
            f"{game}: lookahead and rosen move cuts or other real numbers, and this game has none; "
            "leave the method out to solve it"
        )
    return _betting_problem(str(game), continuous.form, shape)


def _family_problem(name: str, smooth: JudgedSmoothGame) -> _SmoothProblem:
    def judge(point: Sequence[float]) -> ProfileJudgement:
        from sabot.analysis.evaluation import PlayerEvaluation, ProfileJudgement

        parts = tuple(
            PlayerEvaluation(seat, {}, one.payoff, one.gain, one.reply, ())
            for seat, one in zip(smooth.seats, smooth.judge(point), strict=True)
        )
        return ProfileJudgement(name, parts, zero_sum=False)

    return _SmoothProblem(smooth, judge, smooth.head, smooth.describe)


def _betting_problem(name: str, form: ContinuousBettingForm, shape: ShapeName) -> _SmoothProblem:
    from sabot.analysis.continuous import evaluate_threshold_profile
    from sabot.solvers.continuous.smooth_payoffs import SmoothBetting, bluffing_shape, plain_shape

    smooth = SmoothBetting(form, (plain_shape if shape == "plain" else bluffing_shape)(form))
    if not smooth.names:
        raise NoMethodError(f"{name}: nobody has a choice")

    def describe(point: Sequence[float]) -> tuple[tuple[str, ...], ...]:
        profile = smooth.profile(point)
        return tuple(
            (form.seats[turn.seat], turn.view, _answer_text(turn, profile[turn_key(form, turn)]))
            for turn in form.turns()
        )

    return _SmoothProblem(
        smooth,
        lambda point: evaluate_threshold_profile(name, form, smooth.profile(point)),
        ("player", "after", "with which hands"),
        describe,
    )


def _answer_text(turn: TurnNode, answer: ThresholdRule) -> str:
    """Return what is done at a turn, from the lowest hands up; empty intervals are left out."""
    ends = (*answer.cuts, Fraction(1))
    kept = [
        (turn.actions[action], high)
        for action, low, high in zip(answer.actions, (Fraction(0), *ends), ends, strict=False)
        if low < high
    ]
    parts = [f"{name} to {format_decimal(high, DESCRIPTION_DIGITS)}" for name, high in kept[:-1]]
    return ", ".join([*parts, kept[-1][0]])
