"""What the players have before them, as a parameter of the game: one number, or one for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sabot.errors import NumberError
from sabot.telling.parameters import Whole

MOST_UNITS = 1_000_000
_UNITS = Whole(1, MOST_UNITS)


@dataclass(frozen=True, slots=True)
class Stacks:
    """``100``, or ``[100,40,7]`` in the order of play."""

    words: str = (
        f"write the units of every player, 1 to {MOST_UNITS:,}, as in 100, or of each in the order "
        "of play, as in [100,40,7]"
    )

    def parse(self, text: str) -> tuple[int, ...]:
        """Read one number or several in brackets."""
        bare = text.strip()
        if not bare.startswith("["):
            return (_stack(bare),)
        if not bare.endswith("]"):
            raise NumberError(f"{text!r} lacks its closing bracket")
        return tuple(_stack(one) for one in bare[1:-1].split(","))

    def show(self, value: Any) -> str:
        """Print the number, or the numbers in brackets."""
        numbers: Sequence[int] = (value,) if isinstance(value, int) else tuple(value)
        if len(numbers) == 1:
            return str(numbers[0])
        return f"[{','.join(map(str, numbers))}]"


def _stack(text: str) -> int:
    number = _UNITS.parse(text.strip())
    assert isinstance(number, int)
    return number


def by_seat(stacks: Sequence[int], seats: Sequence[str]) -> dict[str, int]:
    """Return what each seat has.

    >>> by_seat((100,), ("1", "2")), by_seat((5, 7), ("1", "2"))
    ({'1': 100, '2': 100}, {'1': 5, '2': 7})
    """
    each = tuple(stacks) * len(seats) if len(stacks) == 1 else tuple(stacks)
    return dict(zip(seats, each, strict=True))
