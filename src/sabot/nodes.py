"""The game tree: chance, decisions and leaves, and what the seats know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sabot.tables import View


@dataclass(slots=True, eq=False)
class Chance:
    """Chance moves: one label and one integer weight for each child."""

    labels: tuple[Any, ...]
    weights: tuple[int, ...]
    total: int
    children: list[Node] = field(default_factory=list)
    spots: tuple[int, ...] = ()


@dataclass(slots=True, eq=False)
class Decision:
    """A seat chooses, knowing ``view`` (an index into the tree's views of that seat)."""

    seat: int
    view: int
    labels: tuple[str, ...]
    children: list[Node] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Leaf:
    """The hand is over: what each seat is paid."""

    payoffs: tuple[Fraction | int, ...]


Node = Chance | Decision | Leaf


@dataclass(frozen=True, slots=True)
class Sight:
    """One thing that a seat can know, and what it may do then."""

    view: View
    key: str
    actions: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class GameTree:
    """Every hand of a game, with exact integer weights."""

    seats: tuple[str, ...]
    root: Node
    sights: tuple[tuple[Sight, ...], ...]
    size: int

    def walk(self) -> Iterator[Node]:
        """Yield every node, parents first."""
        stack: list[Node] = [self.root]
        while stack:
            node = stack.pop()
            yield node
            if not isinstance(node, Leaf):
                stack.extend(reversed(node.children))

    @property
    def leaves(self) -> int:
        """How many ways a hand can end."""
        return sum(isinstance(node, Leaf) for node in self.walk())
