"""A bimatrix game as the search has it: two sides, labels, and the tree of cases that is found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sabot.solvers.equilibrium.every.faces import Corner
from sabot.solvers.equilibrium.every.kernel import FIRST, LEAF

Rows = Sequence[Sequence[int]]
Ints = NDArray[np.int64]
Imposed = tuple[frozenset[int], frozenset[int]]
"""The labels that a case makes 0, on the first side and on the second."""
Faces = tuple[tuple[Corner, ...], tuple[Corner, ...]]
"""The corners of both sides of a case; each pair is an equilibrium."""


@dataclass(frozen=True, slots=True)
class Sides:
    """The two tables: what a seat's replies earn it against each strategy of the other seat."""

    rows: int
    columns: int
    first: Rows
    """What each column earns its seat against each row: over the row seat's mixes."""
    second: Rows
    """What each row earns its seat against each column: over the column seat's mixes."""

    @property
    def labels(self) -> int:
        """How many labels there are."""
        return self.rows + self.columns

    def mix(self, side: int) -> range:
        """Return the labels that are weights on a side."""
        return range(self.rows, self.labels) if side else range(self.rows)

    def replies(self, side: int) -> range:
        """Return the labels that are shortfalls on a side."""
        return range(self.rows) if side else range(self.rows, self.labels)

    def table(self, side: int) -> Rows:
        """Return the payoffs of the seat that replies, by its strategies."""
        return self.second if side else self.first


@dataclass(frozen=True, slots=True)
class Dead:
    """A case without a point on one side, and the shift that shows it."""

    side: int
    shift: tuple[int, ...]


Node = tuple[int, int] | Dead | None
"""A label and the side on which it is made 0 first; an end without equilibria; one with some."""


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """All cases, in preorder, as the loops have written them."""

    labels: int
    codes: Ints
    shifts: Any
    """By end, of one without equilibria: weights of the replies of its side, then zeros."""
    replies: tuple[int, int]
    """How many replies there are on either side."""
    again: Mapping[int, Tree]
    """By end, what took its place: floats did not get it right."""

    def nodes(self) -> Iterator[Node]:
        """Yield the cases."""
        end = 0
        for code in self.codes.tolist():
            if code >= 0:
                yield code % self.labels, code // self.labels
                continue
            if end in self.again:
                yield from self.again[end].nodes()
            elif code == LEAF:
                yield None
            else:
                side = FIRST - code
                yield Dead(side, tuple(self.shifts[end, : self.replies[side]].tolist()))
            end += 1
