"""Best replies on one side's tree of cells, by backward induction.

``gains[s]`` is what sequence ``s`` earns by itself against a fixed opponent; the side wants the
most. A sequence is *tight* when every choice on the way to it is a best one: only tight sequences
can have positive probability in a best reply.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sabot.forms.sequence import Side


@dataclass(frozen=True, slots=True)
class Reply:
    """The best a side can do against a fixed opponent, and how."""

    value: Any
    worth: list[Any]
    """What each sequence earns from its last choice on, playing best afterwards."""
    best: list[Any]
    """What each cell is worth."""
    tight: list[int]
    """The sequences that a best reply may use, 0 first, parents before children."""


def best_reply(side: Side, gains: Sequence[Any]) -> Reply:
    """Return the best reply to fixed *gains*."""
    worth = list(gains)
    cells = side.cells
    best: list[Any] = [0] * len(cells)
    for index in range(len(cells) - 1, -1, -1):
        cell = cells[index]
        best[index] = top = max(worth[cell.first : cell.first + len(cell.actions)])
        worth[cell.parent] += top
    tight = [False] * len(worth)
    tight[0] = True
    for cell, top in zip(cells, best, strict=True):
        if tight[cell.parent]:
            for s in range(cell.first, cell.first + len(cell.actions)):
                if worth[s] == top:
                    tight[s] = True
    return Reply(worth[0], worth, best, [s for s, best_so_far in enumerate(tight) if best_so_far])


def most_among(side: Side, reply: Reply, gains: Sequence[Any]) -> Any:
    """Return the most that a best reply makes of other *gains*: each of its choices stays best."""
    worth = list(gains)
    for index in range(len(side.cells) - 1, -1, -1):
        cell = side.cells[index]
        best = reply.best[index]
        worth[cell.parent] += max(worth[s] for s in cell.sequences if reply.worth[s] == best)
    return worth[0]


def pure_reply(side: Side, reply: Reply) -> dict[str, str]:
    """Return one best action at every cell, the first of equals."""
    return {
        cell.key: cell.actions[
            next(k for k, s in enumerate(cell.sequences) if reply.worth[s] == reply.best[index])
        ]
        for index, cell in enumerate(side.cells)
    }
