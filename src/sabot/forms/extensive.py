"""The extensive form: chance, decision and terminal nodes, and information sets.

How many nodes a tree may have (``SABOT_NODES``) is half the machine's memory over the measured cost
of a node on the way from the rules to the form, within fixed bounds.
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from sabot.errors import NumberError

ObservationHistory = tuple[Hashable, ...]
"""What a seat knows: all that it was shown and chose, in order."""
MixedAction = Mapping[str, Fraction]
"""What a seat does at a view: the chance of each action."""
BehaviourProfile = Mapping[str, Mapping[str, MixedAction]]
"""By seat and view, what is done there: ``Solution.strategies`` is one."""

NODES_VARIABLE = "SABOT_NODES"
"""The variable of the environment that says how many nodes a tree may have."""
MAX_TREE_NODES, MIN_TREE_NODES = 10_000_000, 2_000_000
NODE_BYTES = 650
"""What a node costs at most on the way from the rules to the form, measured; 200 face down."""


def max_tree_nodes(memory: int | None = None) -> int:
    """Return how many nodes half the *memory* (in bytes; this machine's) bears, within bounds.

    >>> max_tree_nodes(8 * 2**30), max_tree_nodes(2**30), max_tree_nodes(2**40)
    (6607641, 2000000, 10000000)
    """
    if memory is None and NODES_VARIABLE in os.environ:
        return _node_limit_from_environment(os.environ[NODES_VARIABLE])
    if memory is None:
        try:
            memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        except (AttributeError, OSError, ValueError):  # not every system says
            memory = 0
    return max(MIN_TREE_NODES, min(MAX_TREE_NODES, memory // 2 // NODE_BYTES))


def tree_too_large_words(limit: int) -> str:
    """Return what is said of a tree with too many nodes."""
    return (
        f"the game tree has more than {limit:,} nodes; a smaller shoe, fewer ranks, shoe.deal(n) "
        "in place of n draws or a direct form would make it solvable; "
        f"{NODES_VARIABLE}=N allows N nodes, of {NODE_BYTES} bytes each"
    )


def _node_limit_from_environment(text: str) -> int:
    """Return the limit that the environment sets."""
    if not (text.isascii() and text.isdigit() and int(text[:18])):
        raise NumberError(
            f"{NODES_VARIABLE}={text[:40]}: write how many nodes a tree may have, as 5000000"
        )
    return int(text[:18])


NODE_LIMIT = max_tree_nodes()
"""How many nodes a tree may have, unless one says otherwise."""


@dataclass(slots=True, eq=False)
class ChanceNode:
    """Chance moves: one label and one integer weight for each child."""

    labels: tuple[Hashable, ...]
    weights: tuple[int, ...]
    total: int
    children: list[Node] = field(default_factory=list)
    spots: tuple[int, ...] = ()


@dataclass(slots=True, eq=False)
class DecisionNode:
    """A seat chooses, knowing ``view`` (an index into the tree's views of that seat)."""

    seat: int
    view: int
    labels: tuple[str, ...]
    children: list[Node] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class TerminalNode:
    """The hand is over: what each seat is paid."""

    payoffs: tuple[Fraction | int, ...]


Node = ChanceNode | DecisionNode | TerminalNode


def _copy_of_node(node: Node, total: Fraction) -> Node:
    """Return a copy of a node without its children; at an end the second player gets the rest."""
    if isinstance(node, TerminalNode):
        first, second = node.payoffs
        return TerminalNode((first, second + total))
    return replace(node, children=[])


@dataclass(frozen=True, slots=True)
class TreeInfoset:
    """One thing that a seat can know, and what it may do then."""

    view: ObservationHistory
    key: str
    actions: tuple[str, ...]


@dataclass(frozen=True, eq=False, repr=False)
class GameTree:
    """Every hand of a game, with exact integer weights."""

    seats: tuple[str, ...]
    root: Node
    infosets: tuple[tuple[TreeInfoset, ...], ...]
    size: int
    uneven: str = ""
    """Where the rules first pay two seats what does not sum to 0: a file and its line."""

    def __repr__(self) -> str:
        return f"<GameTree of {', '.join(self.seats)}: {self.size:,} nodes>"

    def with_constant_sum(self, total: Fraction) -> GameTree:
        """Return a tree for two whose players are paid *total* together; this one is zero-sum."""
        if not total:
            return self
        root = _copy_of_node(self.root, total)
        waiting = [(self.root, root)]
        while waiting:
            old, new = waiting.pop()
            if not isinstance(old, TerminalNode) and not isinstance(new, TerminalNode):
                new.children = [_copy_of_node(child, total) for child in old.children]
                waiting += zip(old.children, new.children, strict=True)
        return replace(self, root=root)

    def walk(self) -> Iterator[Node]:
        """Yield every node, parents first."""
        stack: list[Node] = [self.root]
        while stack:
            node = stack.pop()
            yield node
            if not isinstance(node, TerminalNode):
                stack.extend(reversed(node.children))

    @property
    def leaves(self) -> int:
        """How many ways a hand can end."""
        return sum(isinstance(node, TerminalNode) for node in self.walk())
