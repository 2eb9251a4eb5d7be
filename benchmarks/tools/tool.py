"""What a measured tool is: three steps, of which only the middle one is timed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from benchmarks.clock import Spent, Stopwatch

Matrix = Sequence[Sequence[Fraction | int]]

Task = Matrix | str
"""A game to solve: a matrix, or a game string of Sabot."""


def halves(task: Matrix) -> tuple[Matrix, Matrix]:
    """Return the matrices of both seats of a bimatrix game, which are written one above the other.

    What is solved before the clock starts may be of an odd height: the last row is left out then.
    """
    half = max(1, len(task) // 2)
    return task[:half], task[half : 2 * half] or task[:half]


class MissingToolError(Exception):
    """The tool is not installed here; the message says what was looked for."""


class NoAnswerError(Exception):
    """The tool ran and gave no usable answer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool said, every number exact (a float is the rational it stands for)."""

    value: Fraction | None = None
    row: tuple[Fraction, ...] | None = None
    column: tuple[Fraction, ...] | None = None
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tool:
    """One way to answer a question about a game.

    `prepare` (untimed) turns the game into what the tool reads, `solve` is timed, `answer`
    (untimed) translates. `overhead` is subtracted from each timing: for a program it is the time it
    takes on a trivial game, which is the cost of starting a process and not of solving.
    """

    prepare: Callable[[Any], Any]
    solve: Callable[[Any], Any]
    answer: Callable[[Any], Answer]
    overhead: Spent = Spent()  # noqa: RUF009 (it is frozen)
    version: str = ""
    patient: bool = False
    """Whether it may compile what it runs often: the games before the clock starts are for it."""


def exact(numbers: Sequence[Any]) -> tuple[Fraction, ...]:
    """Return the numbers as the rationals they stand for; refuse NaN and infinity."""
    try:
        return tuple(Fraction(float(number)) for number in numbers)
    except (ValueError, OverflowError) as error:
        raise NoAnswerError(f"not a number in the answer: {error}") from None


def start_up(run: Callable[[], Any]) -> Spent:
    """Return the least that starting a program costs: the best of ten runs on a trivial game."""
    spent = []
    for _ in range(10):
        watch = Stopwatch()
        run()
        spent.append(watch.read())
    return Spent(min(each.cpu for each in spent), min(each.wall for each in spent))
