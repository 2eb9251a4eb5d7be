"""What solving a game will cost, before it is paid: sizes counted, time and memory guessed.

The guess is a fit to measured runs of this solver on one core, with payoffs of a few digits:

====================================  =========  =======  =======
game                                  size       seconds  MB
====================================  =========  =======  =======
random matrices                       100 x 100     0.03       47
..                                    400 x 400     0.7        59
..                                    800 x 800     6          99
le Her, 100, 200, 400 ranks           402 to 1602   0.2 to 4  215
le Her, 13, 25, 50 ranks, reply open  368 to 5104   0.5 to 210  1700
====================================  =========  =======  =======

Matrices cost about ``rows * columns * min(rows, columns)``; sequence forms about the square of the
number of sequences, several times more where many strategies are optimal. Hence a range.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

from sabot.errors import NoMethodError, SabotError
from sabot.exact import whole_text
from sabot.forms.matrix import MatrixForm
from sabot.forms.strategic import pure_count
from sabot.ruleset import Form, Game

PATIENCE = 3.0
_BASE_BYTES = 50_000_000


@dataclass(frozen=True, slots=True)
class Survey:
    """How large a game is and what solving it takes; ``problem`` says why that is not known."""

    kind: str = ""
    shape: tuple[int, int] = (0, 0)
    """Rows and columns of a matrix; sequences of each seat of a sequence form."""
    views: tuple[int, int] = (1, 1)
    """In how many situations each seat chooses."""
    pure: tuple[int, int] = (0, 0)
    entries: int = 0
    digits: int = 0
    seconds: tuple[float, float] = (0.0, 0.0)
    memory: int = 0
    problem: str = ""
    solvable: bool = True


def survey(game: Game, *, seconds: float = PATIENCE) -> Survey:
    """Return the size of *game*, giving up after *seconds*.

    >>> from sabot import load
    >>> survey(load("le-her(strategies=threshold)")).shape
    (14, 14)
    """
    found: list[Form | SabotError] = []

    def build() -> None:
        try:
            found.append(game.form())
        except SabotError as fault:
            found.append(fault)

    worker = threading.Thread(target=build, daemon=True)
    worker.start()
    worker.join(seconds)
    if not found:
        return Survey(problem=f"writing the game out takes more than {seconds:g} s by itself")
    if isinstance(found[0], NoMethodError):
        return Survey(problem=str(found[0]), solvable=False)
    if isinstance(found[0], SabotError):
        raise found[0]
    return measure(found[0])


def measure(form: Form) -> Survey:
    """Return the size of a form and the guess that goes with it."""
    if isinstance(form, MatrixForm):
        height, width = form.shape
        cells = height * width
        work = 13e-9 * cells * min(height, width) + 1e-6 * cells
        largest: Any = max(max(map(abs, row)) for row in form.payoffs)
        return Survey(
            "matrix",
            (height, width),
            (1, 1),
            (height, width),
            cells,
            len(whole_text(largest)),
            (0.01 + work / 2, 0.03 + work * 3),
            _BASE_BYTES + 100 * cells,
        )
    one, two = form.sides
    square = (one.count + two.count) ** 2
    return Survey(
        "sequence",
        (one.count, two.count),
        (len(one.cells), len(two.cells)),
        (pure_count(one), pure_count(two)),
        len(form.payoffs),
        len(whole_text(max((abs(amount) for *_, amount in form.payoffs), default=0))),
        (0.01 + 0.5e-6 * square, 0.03 + 8e-6 * square),
        _BASE_BYTES + 64 * square,
    )
