"""What a measured tool is: three steps, of which only the middle one is timed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

Matrix = Sequence[Sequence[Fraction | int]]


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
    """One way to answer a question about a matrix game.

    `prepare` (untimed) turns the matrix into what the tool reads, `solve` is timed, `answer`
    (untimed) translates. `overhead` is subtracted from each timing: for a program it is the time it
    takes on a trivial game, which is the cost of starting a process and not of solving.
    """

    prepare: Callable[[Matrix], Any]
    solve: Callable[[Any], Any]
    answer: Callable[[Any], Answer]
    overhead: float = 0.0
    version: str = ""


def exact(numbers: Sequence[Any]) -> tuple[Fraction, ...]:
    """Return the numbers as the rationals they stand for; refuse NaN and infinity."""
    try:
        return tuple(Fraction(float(number)) for number in numbers)
    except (ValueError, OverflowError) as error:
        raise NoAnswerError(f"not a number in the answer: {error}") from None
