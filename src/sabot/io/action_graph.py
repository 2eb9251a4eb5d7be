"""Gambit's ``.agg`` and ``.bagg`` files: action-graph games and Bayesian action-graph games.

An action-graph game (Jiang, Leyton-Brown and Bhat 2011) pays a player according to the action node
that the player chose and to how many players chose each of its neighbours. A function node
summarizes action nodes: how many chose one of them, or the highest that was chosen. The file is
compact; the game is written out here profile by profile, within bounds.

In a Bayesian game each player has a type, drawn independently, which only the player sees. It
becomes a game tree: chance draws the types, then the players choose, not seeing the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

from sabot.errors import FormError, NumberError, shorten
from sabot.exact import as_rational, over_one_denominator
from sabot.forms.extensive import (
    ChanceNode,
    DecisionNode,
    GameTree,
    Node,
    TerminalNode,
    TreeInfoset,
)

MAX_PROFILES = 1_000_000
"""Profiles of actions (and types) that are written out."""
MAX_NODES = 100_000
"""Action and function nodes of a file."""

_TOKEN = re.compile(r"[\[\]]|[^\s\[\],]+")
_SUM, _EXISTS, _HIGHEST, _LOWEST = range(4)
_WEIGHTED = 10
"""The weighted version of a function has a number greater by so much."""

Configuration = tuple[int, ...]
"""The counts of an action node's neighbours, in their order."""


class _Numbers:
    """The numbers and brackets of a file with their lines; comments are left out."""

    def __init__(self, text: str) -> None:
        self._tokens: list[tuple[str, int]] = [
            (word, number)
            for number, line in enumerate(text.splitlines(), start=1)
            if not line.lstrip().startswith("#")
            for word in _TOKEN.findall(line)
        ]
        self._next = 0

    @property
    def left(self) -> int:
        """How many tokens there are still."""
        return len(self._tokens) - self._next

    def fault(self, what: str) -> FormError:
        """Return the error to raise, with the line of the last token that was taken."""
        at = min(max(self._next - 1, 0), len(self._tokens) - 1)
        line = self._tokens[at][1] if self._tokens else 1
        return FormError(f"line {line}: {what}")

    def word(self, wanted: str) -> str:
        """Take the next token."""
        if not self.left:
            raise self.fault(f"the file ends where {wanted} should be")
        self._next += 1
        return self._tokens[self._next - 1][0]

    def whole(self, wanted: str, least: int = 0, most: int = 10**9) -> int:
        """Take a whole number between two bounds."""
        word = self.word(wanted)
        if not re.fullmatch(r"-?[0-9]{1,10}", word) or not least <= int(word) <= most:
            raise self.fault(
                f"expected {wanted}, a whole number from {least:,} to {most:,}; "
                f"found {shorten(word)!r}"
            )
        return int(word)

    def number(self, wanted: str) -> Fraction:
        """Take an exact number."""
        word = self.word(wanted)
        try:
            return as_rational(word)
        except NumberError:
            raise self.fault(f"expected {wanted}, found {shorten(word)!r}") from None

    def bracket(self, wanted: str) -> None:
        """Take this bracket."""
        if (word := self.word(repr(wanted))) != wanted:
            raise self.fault(f"expected {wanted!r}, found {shorten(word)!r}")


@dataclass(frozen=True)
class _Function:
    """What a function node makes of the action nodes below it that were chosen."""

    kind: int
    otherwise: int
    """Its number where none of them was chosen."""
    weights: tuple[int, ...] = ()

    def count(self, chosen: Sequence[int]) -> int:
        """Return the number of a function node; *chosen* is in ascending order."""
        if self.kind == _SUM:
            return sum(self.weights[node] for node in chosen) if self.weights else len(chosen)
        if self.kind == _EXISTS:
            total = sum(self.weights[node] for node in chosen) if self.weights else len(chosen)
            return int(self.otherwise + total > 0 if self.weights else total > 0)
        if not chosen:
            return self.otherwise
        node = chosen[-1 if self.kind == _HIGHEST else 0]
        return self.weights[node] if self.weights else node


@dataclass(frozen=True)
class _ActionGraph:
    """The graph of a file, and what each action node pays in each configuration."""

    choices: tuple[tuple[tuple[int, ...], ...], ...]
    """For each player and each type, the action nodes to choose from."""
    chances: tuple[tuple[Fraction, ...], ...]
    """For each player, the probabilities of the types."""
    neighbours: tuple[tuple[int, ...], ...]
    """Those of each action node."""
    below: tuple[dict[int, int], ...]
    """For each function node, the action nodes below it and on how many paths each is reached."""
    functions: tuple[_Function, ...]
    payoffs: tuple[dict[Configuration, Fraction], ...]

    def configurations(self, chosen: Sequence[int]) -> Iterator[Configuration]:
        """Yield, player by player, the configuration that the action node of a player meets."""
        nodes = len(self.neighbours)
        ordered = sorted(chosen)
        known: dict[int, int] = {}
        for node in chosen:
            for other in self.neighbours[node]:
                if other not in known:
                    known[other] = (
                        ordered.count(other)
                        if other < nodes
                        else self._function_count(other - nodes, ordered)
                    )
            yield tuple([known[other] for other in self.neighbours[node]])

    def _function_count(self, place: int, ordered: Sequence[int]) -> int:
        below = self.below[place]
        met = [node for node in ordered for _ in range(below.get(node, 0))]
        return self.functions[place].count(met)

    def pays(self, chosen: Sequence[int]) -> tuple[Fraction, ...]:
        """Return what each player is paid where they choose these action nodes."""
        met = zip(chosen, self.configurations(chosen), strict=True)
        return tuple([self.payoffs[node][counts] for node, counts in met])


def parse_agg(text: str) -> tuple[list[list[str]], list[tuple[Fraction, ...]]]:
    """Return each player's actions and the payoffs of all profiles, the first player's fastest.

    >>> head = "#AGG 2 players, 2 action nodes, no function nodes"
    >>> parse_agg(head + chr(10) + "2 2 0  2 2  0 1  0 1  1 0  1 1  0 5 3  0 5 3")[1][:2]
    [(Fraction(3, 1), Fraction(3, 1)), (Fraction(5, 1), Fraction(5, 1))]
    """
    graph = _read_graph(text, bayesian=False)
    sets = [types[0] for types in graph.choices]
    paid = [graph.pays(tuple(reversed(spot))) for spot in product(*reversed(sets))]
    return [list(map(str, own)) for own in sets], paid


def parse_bagg(text: str) -> GameTree:
    """Return a Bayesian action-graph game as a tree.

    A player is called by number. An information set is called ``type`` and the number of the type,
    an action by the number of its node.
    """
    graph = _read_graph(text, bayesian=True)
    seats = tuple(str(number) for number in range(1, 1 + len(graph.choices)))
    infosets = tuple(
        tuple(
            TreeInfoset((key,), key, tuple(map(str, nodes)))
            for number, nodes in enumerate(types, start=1)
            for key in (f"type {number}",)
        )
        for types in graph.choices
    )
    return _BayesianTree(graph, seats, infosets).tree()


class _BayesianTree:
    """Writes the tree of a Bayesian game."""

    def __init__(
        self,
        graph: _ActionGraph,
        seats: tuple[str, ...],
        infosets: tuple[tuple[TreeInfoset, ...], ...],
    ) -> None:
        self._graph, self._seats, self._infosets = graph, seats, infosets
        self._size = 0

    def tree(self) -> GameTree:
        """Return the tree."""
        root = self._draw_types(())
        return GameTree(self._seats, root, self._infosets, self._size)

    def _draw_types(self, types: tuple[int, ...]) -> Node:
        """Return the node at which the players so far have their types."""
        player = len(types)
        if player == len(self._seats):
            return self._choose(types, ())
        chances = self._graph.chances[player]
        live = [number for number, chance in enumerate(chances) if chance]
        if len(live) == 1:
            return self._draw_types((*types, live[0]))
        weights, total = over_one_denominator([chances[number] for number in live])
        labels = tuple(f"{self._seats[player]} type {number + 1}" for number in live)
        node = ChanceNode(labels, tuple(weights), total)
        self._size += 1
        node.children = [self._draw_types((*types, number)) for number in live]
        return node

    def _choose(self, types: tuple[int, ...], chosen: tuple[int, ...]) -> Node:
        """Return the node at which the players so far have chosen."""
        self._size += 1
        player = len(chosen)
        if player == len(self._seats):
            paid = self._graph.pays(chosen)
            return TerminalNode(tuple([p.numerator if p.denominator == 1 else p for p in paid]))
        own = self._graph.choices[player][types[player]]
        node = DecisionNode(player, types[player], tuple(map(str, own)))
        node.children = [self._choose(types, (*chosen, action)) for action in own]
        return node


# ---------------------------------------------------------------------- reading


def _read_graph(text: str, *, bayesian: bool) -> _ActionGraph:
    """Read a file of either kind; the configurations that can occur are listed on the way."""
    wanted = "#BAGG" if bayesian else "#AGG"
    if not text.lstrip().startswith(wanted):
        kind = ".bagg" if bayesian else ".agg"
        raise FormError(f"not {'a' if bayesian else 'an'} {kind} file: it must begin with {wanted}")
    words = _Numbers(text)
    players = words.whole("the number of players", 1, 100)
    nodes = words.whole("the number of action nodes", 1, MAX_NODES)
    functions = words.whole("the number of function nodes", 0, MAX_NODES)
    chances = _type_chances(words, players) if bayesian else ((Fraction(1),),) * players
    choices = _action_sets(words, [len(own) for own in chances], nodes)
    lists = [_neighbour_list(words, node, nodes + functions) for node in range(nodes + functions)]
    rules = tuple(_function(words, nodes, functions) for _ in range(functions))
    below = tuple(_nodes_below(words, lists, rules, nodes, nodes + k) for k in range(functions))
    empty: tuple[dict[Configuration, Fraction], ...] = tuple({} for _ in range(nodes))
    bare = _ActionGraph(choices, chances, tuple(map(tuple, lists[:nodes])), below, rules, empty)
    for node, possible in enumerate(_possible_configurations(words, bare)):
        _read_payoffs(words, empty[node], sorted(possible), len(lists[node]), node)
    if words.left:
        words.word("the end")
        raise words.fault("there is more after the payoffs of the last action node")
    return bare


def _type_chances(words: _Numbers, players: int) -> tuple[tuple[Fraction, ...], ...]:
    counts = [words.whole("a number of types", 1, 10_000) for _ in range(players)]
    found = []
    for player, count in enumerate(counts, start=1):
        own = tuple(words.number("the probability of a type") for _ in range(count))
        if min(own) < 0 or sum(own) != 1:
            raise words.fault(
                f"the probabilities of the types of player {player} are not probabilities that "
                "add up to 1; write them as exact fractions such as 1/3"
            )
        found.append(own)
    return tuple(found)


def _action_sets(
    words: _Numbers, types: Sequence[int], nodes: int
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Take the action set of each player, or of each type of each player."""
    sizes = [[words.whole("the size of an action set", 1, nodes) for _ in range(n)] for n in types]
    count = prod(sum(own) for own in sizes)
    if count > MAX_PROFILES:
        raise words.fault(
            f"{count:,} profiles of actions: action-graph games are solved through their normal "
            f"form, of up to {MAX_PROFILES:,} profiles"
        )
    found = []
    for own in sizes:
        sets = []
        for size in own:
            actions = tuple(words.whole("an action node", 0, nodes - 1) for _ in range(size))
            if list(actions) != sorted(set(actions)):
                raise words.fault("the nodes of an action set must be given in ascending order")
            sets.append(actions)
        found.append(tuple(sets))
    return tuple(found)


def _neighbour_list(words: _Numbers, node: int, total: int) -> list[int]:
    count = words.whole(f"the number of neighbours of node {node}", 0, total)
    return [words.whole(f"a neighbour of node {node}", 0, total - 1) for _ in range(count)]


def _function(words: _Numbers, nodes: int, functions: int) -> _Function:
    """Take the signature of a function node."""
    number = words.whole("the type of a function node", 0, _WEIGHTED + _LOWEST)
    kind = number % _WEIGHTED
    if kind > _LOWEST:
        raise words.fault(f"{number} is not a type of function node; they are 0-3 and 10-13")
    if number < _WEIGHTED:
        return _Function(kind, nodes + functions if kind >= _HIGHEST else 0)
    bound = 10**9
    otherwise = words.whole("a default value", -bound, bound)
    words.bracket("[")
    weights = tuple(words.whole("a weight", -bound, bound) for _ in range(nodes))
    words.bracket("]")
    if kind == _SUM and otherwise:
        raise words.fault(
            "a weighted sum with a default value other than 0 is not read: Gambit's manual and "
            "Gambit's program count it differently; write 0 and shift the configurations"
        )
    if kind == _EXISTS and min(otherwise, *weights) < 0:
        raise words.fault("the default value and the weights of type 11 must not be negative")
    if kind >= _HIGHEST and (list(weights) != sorted(set(weights)) or otherwise in weights):
        raise words.fault(
            f"type {number} is read if the weights ascend and none is the default value: "
            "otherwise Gambit's manual and Gambit's program mean different things by it"
        )
    return _Function(kind, otherwise, weights)


def _nodes_below(
    words: _Numbers, lists: list[list[int]], rules: Sequence[_Function], nodes: int, start: int
) -> dict[int, int]:
    """Return the action nodes below a function node, and on how many paths each is reached."""
    found: dict[int, int] = {}
    level, depth = {start: 1}, 0
    while level:
        depth += 1
        if depth > len(rules) + 1:
            raise words.fault(f"the neighbours of function node {start} go round in a circle")
        ahead: dict[int, int] = {}
        for place, paths in level.items():
            for other in lists[place]:
                if other < nodes:
                    found[other] = found.get(other, 0) + paths
                    continue
                if rules[other - nodes] != rules[start - nodes]:
                    raise words.fault(
                        f"function nodes {start} and {other} are neighbours and of different types"
                    )
                ahead[other] = ahead.get(other, 0) + paths
        level = ahead
    return found


def _possible_configurations(words: _Numbers, graph: _ActionGraph) -> list[set[Configuration]]:
    """Return the configurations that each action node can meet.

    Where an action belongs to several types of a player, the file gives payoffs for all of them: a
    player's choice is then any action of any type.
    """
    unions = [sorted({node for nodes in types for node in nodes}) for types in graph.choices]
    if prod(map(len, unions)) > MAX_PROFILES:
        raise words.fault(f"more than {MAX_PROFILES:,} profiles of actions")
    found: list[set[Configuration]] = [set() for _ in graph.neighbours]
    for chosen in product(*unions):
        for node, counts in zip(chosen, graph.configurations(chosen), strict=True):
            found[node].add(counts)
    return found


def _read_payoffs(
    words: _Numbers,
    into: dict[Configuration, Fraction],
    possible: Sequence[Configuration],
    width: int,
    node: int,
) -> None:
    """Take the payoffs of one action node: one for each configuration, or a list of pairs."""
    kind = words.whole(f"the type of the payoffs of action node {node} (0 or 1)", 0, 1)
    if kind == 0:
        for counts in possible:
            into[counts] = words.number(f"a payoff of action node {node}")
        return
    for _ in range(words.whole("the number of configurations", 0, MAX_PROFILES)):
        words.bracket("[")
        counts = tuple(words.whole("a count", -(10**9)) for _ in range(width))
        words.bracket("]")
        if counts in into:
            raise words.fault(f"action node {node} has two payoffs for {list(counts)}")
        into[counts] = words.number(f"a payoff of action node {node}")
    missing = [counts for counts in possible if counts not in into]
    if missing:
        raise words.fault(f"action node {node} has no payoff for {list(missing[0])}")


__all__ = ["MAX_PROFILES", "parse_agg", "parse_bagg"]
