"""Gambit's ``.efg``: games in extensive form, of any number of persons, written and read.

A file lists the nodes of the tree, parents first: ``c`` for chance, ``p`` for a player, ``t`` for
the end. Outcomes may stand at any node; what a path pays is the sum of those along it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple, Protocol

from sabot import watch
from sabot.errors import FileError, FormError
from sabot.exact import show
from sabot.files.glossary import NONE, SMALL, Choice, Glossary, Known, Payoffs
from sabot.files.text import read_text
from sabot.files.words import Words, brief, quoted, quoted_title
from sabot.forms.tree import Chance, Decision, GameTree, Leaf, Node, Sight
from sabot.telling.explorer import NODE_LIMIT
from sabot.telling.tables import view_key

_STEPS = 10
_OFTEN = 5000
"""Nodes written between two words of it: a tree may have millions."""
_PLACES = ("first", "second", "third", "fourth")
"""Players without a name; the fifth is player5."""
MOST_PLAYERS = 100
"""A choice is remembered for every player at every node of a path."""
_OPENING = 'not an .efg file: it must begin with: EFG 2 R "title" { "player" "player" }'


class HasTree(Protocol):
    """A game that can be walked out to a tree."""

    def tree(self) -> GameTree:
        """Return the tree."""


# ---------------------------------------------------------------------- writing


def to_efg(game: GameTree | HasTree, title: str) -> str:
    """Return a game, of any number of seats, as ``.efg`` text that Gambit reads.

    >>> import sabot
    >>> print(to_efg(sabot.load("kuhn-poker(ranks=2)"), "tiny")[:91])
    EFG 2 R "tiny" { "first" "second" }
    <BLANKLINE>
    c "" 1 "" { "1" 1/2 "2" 1/2 } 0
    p "" 1 1 "1" { "pass"
    """
    tree = game if isinstance(game, GameTree) else game.tree()
    names = " ".join(map(quoted, tree.seats))
    lines = [f"EFG 2 R {quoted_title(title)} {{ {names} }}", ""]
    sets = [
        [
            f'p "" {seat} {number} {quoted(sight.key)} '
            f"{{ {' '.join(map(quoted, sight.actions))} }} 0"
            for number, sight in enumerate(sights, 1)
        ]
        for seat, sights in enumerate(tree.sights, 1)
    ]
    ends: dict[tuple[Fraction | int, ...], str] = {}
    chances = 0
    for written, node in enumerate(tree.walk()):
        if not written % _OFTEN:
            watch.at("writing", written, tree.size, "nodes")
        if isinstance(node, Decision):
            lines.append(sets[node.seat][node.view])
        elif isinstance(node, Chance):
            chances += 1
            lots = " ".join(
                f"{quoted(view_key((label,)))} {show(Fraction(weight, node.total))}"
                for label, weight in zip(node.labels, node.weights, strict=True)
            )
            lines.append(f'c "" {chances} "" {{ {lots} }} 0')
        else:
            if node.payoffs not in ends:
                paid = ", ".join(map(show, node.payoffs))
                ends[node.payoffs] = f't "" {len(ends) + 1} "" {{ {paid} }}'
            lines.append(ends[node.payoffs])
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------------- reading


def read_payoffs(path: str | Path) -> tuple[GameTree, Fraction]:
    """Return the game in a file and what both players are paid together; 0 where that varies."""
    try:
        return constant_sum(read_text(path))
    except FormError as fault:
        raise FileError(f"{path}: {fault}") from None


def constant_sum(text: str) -> tuple[GameTree, Fraction]:
    """Return the tree of ``.efg`` text and what both players are paid together on every path.

    In the tree the second pays what the first is paid, so that the value is the first's own. Where
    paths pay two players different sums, the tree is as it is written, and 0 stands for the sum.
    What a seat knows prints as the label of its information set, where that is there and no other
    has it, else as its number.

    >>> text = 'EFG 2 R "" { "A" "B" } p "" 1 1 "" { "l" "r" } 0 '
    >>> text += 't "" 1 "" { 3 1 } t "" 2 "" { 0 4 }'
    >>> constant_sum(text)[1], [leaf.payoffs for leaf in constant_sum(text)[0].root.children]
    (Fraction(4, 1), [(3, -3), (0, 0)])
    """
    reader = _Reader(text)
    return reader.tree(), reader.both


Choices = tuple[Choice | None, ...]
"""What each seat chose last."""


class _Open(NamedTuple):
    """A node whose branches are being read, and what holds for all that is below it."""

    node: Chance | Decision
    known: Known
    paid: Payoffs
    below: int
    last: Choices

    def onwards(self) -> Choices:
        """Return each seat's last choice on the branch that is read next."""
        if isinstance(self.node, Chance):
            return self.last
        choice, seat = (self.known, len(self.node.children)), self.node.seat
        return (*self.last[:seat], choice, *self.last[seat + 1 :])


class _Reader:
    """Reads one file: the tree without recursion, the words without a list of them."""

    def __init__(self, text: str) -> None:
        self.words = Words(text)
        self.glossary = Glossary(self.words)
        self.open: list[_Open] = []
        self.size = 0
        self.leaves = 0
        self.common = 1
        self.sums: set[Fraction | int] = set()
        """What paths pay two players together: the first sum, and one that differs from it."""

    def tree(self) -> GameTree:
        seats = self._heading()
        self.glossary.seat(seats)
        root = self._node()
        while self.open:
            holder = self.open[-1].node
            if len(holder.children) == len(holder.labels):
                self.open.pop()
            else:
                holder.children.append(self._node())
        if self.words.peek():
            raise self.words.fault("the tree is complete, and there is more after it")
        if self.common.bit_length() > SMALL:
            self.glossary.grown(self.leaves * self.common.bit_length())
        sights = tuple(_sights(list(own.values())) for own in self.glossary.sets[1:])
        tree = GameTree(seats, root, sights, self.size)
        if self.both:
            for node in tree.walk():
                if isinstance(node, Leaf):
                    node.payoffs = (node.payoffs[0], -node.payoffs[0])
        return tree

    @property
    def both(self) -> Fraction:
        """What every path pays both players together; 0 where that varies, or there are more."""
        return Fraction(next(iter(self.sums))) if len(self.sums) == 1 else Fraction(0)

    def _heading(self) -> tuple[str, ...]:
        words = self.words
        for wanted in (("EFG",), ("2",), ("R", "D")):
            if words.peek() not in wanted:
                raise words.fault(_OPENING)
            words.word()
        words.text("the title in quotes")
        at = words.at
        names = words.names()
        if not 1 <= len(names) <= MOST_PLAYERS:
            count = f"{len(names):,} players" if names else "no player"
            raise words.fault(f"{count}; games of 1 to {MOST_PLAYERS} persons are read", at)
        seats = tuple(name or _unnamed(place) for place, name in enumerate(names))
        if twins := [name for name, many in Counter(seats).items() if many > 1]:
            who = "both" if len(seats) == 2 else "two"
            raise words.fault(f"{who} players are called {brief(twins[0])!r}; rename one", at)
        if words.peek() == '"':
            words.text("a comment")
        return seats

    # ------------------------------------------------------------------ nodes

    def _node(self) -> Node:
        words = self.words
        kind, at = words.peek(), words.at
        if kind not in ("c", "p", "t"):
            raise self._no_node(kind)
        words.word()
        words.text("the node's name in quotes")
        self.size += 1
        if self.size > NODE_LIMIT:
            raise words.fault(
                f"the tree has more than {NODE_LIMIT:,} nodes; a smaller game would be solvable"
            )
        above = self.open[-1] if self.open else None
        paid, below = (above.paid, above.below) if above else (NONE, 1)
        if kind == "t":
            return self._leaf(self._added(paid), below)
        last = above.onwards() if above else (None,) * (len(self.glossary.owners) - 1)
        node: Chance | Decision
        if kind == "c":
            known = self.glossary.information_set(0)
            below *= known.total
            self.glossary.grown(below.bit_length())
            node = Chance(known.actions, known.weights, known.total)
        else:
            seat = words.whole("the player's number") - 1
            if not 0 <= seat < len(last):
                known_as = "1 and 2" if len(last) == 2 else f"1 to {len(last)}"
                raise words.fault(f"player {seat + 1} is to choose; the players are {known_as}", at)
            known = self.glossary.information_set(seat + 1, last[seat])
            if known.before != last[seat]:
                raise words.fault(self._forgets(seat, known, last[seat]), at)
            node = Decision(seat, known.index, known.choices)
        self.open.append(_Open(node, known, self._added(paid), below, last))
        return node

    def _leaf(self, payoffs: Payoffs, below: int) -> Leaf:
        payoffs = payoffs or (0,) * (len(self.glossary.owners) - 1)
        total = sum(payoffs)
        if len(payoffs) == 2 and len(self.sums) < 2:
            self.sums.add(total)
        self.leaves += 1
        for payoff in payoffs if total or len(payoffs) > 2 else payoffs[:1]:
            if payoff:
                unit = below * payoff.denominator
                if self.common % unit:
                    self.common = math.lcm(self.common, unit)
                self.glossary.grown(self.common.bit_length() + payoff.numerator.bit_length())
        return Leaf(payoffs)

    def _added(self, paid: Payoffs) -> Payoffs:
        """Take the outcome at a node and add it to what the path has paid before."""
        more = self.glossary.outcome()
        if paid is NONE or more is NONE:
            return more if paid is NONE else paid
        total = tuple(a + b for a, b in zip(paid, more, strict=True))
        for payoff in total:
            self.glossary.grown(payoff.numerator.bit_length() + payoff.denominator.bit_length())
        return total

    # ------------------------------------------------------------------ what is wrong

    def _no_node(self, found: str) -> FormError:
        if found:
            return self.words.fault(
                f"expected a node (c, p or t) after the path {self._path()}, found {brief(found)!r}"
            )
        missing = sum(len(o.node.labels) - len(o.node.children) for o in self.open) or 1
        branches = "branch" if missing == 1 else "branches"
        return self.words.fault(
            f"the file ends after the path {self._path()}, with at least {missing:,} {branches} "
            "missing; is it whole?"
        )

    def _path(self) -> str:
        """Return the labels on the way to the node that is being read."""
        steps = []
        for opened in self.open[-_STEPS:]:  # the last of them lacks the branch that is being read
            spot = len(opened.node.children) - (opened is not self.open[-1])
            steps.append(_step(opened.node.labels[spot], spot))
        return _way(steps, len(self.open), ", ")

    def _forgets(self, seat: int, known: Known, last: Choice | None) -> str:
        return (
            f"{self.glossary.owners[seat + 1]} forgets: it cannot tell apart at "
            f"{brief(known.name)} (see line {self.words.line(known.at)}) that it came by "
            f"{_history(known.before)} or by {_history(last)}; exact solving needs perfect recall"
        )


def _unnamed(place: int) -> str:
    return _PLACES[place] if place < len(_PLACES) else f"player{place + 1}"


def _step(label: str, spot: int) -> str:
    return brief(label) or str(spot + 1)


def _history(choice: Choice | None) -> str:
    """Return what a seat chose, the last choice last."""
    steps: list[str] = []
    count = 0
    while choice is not None:
        known, spot = choice
        count += 1
        if count <= _STEPS:
            steps.append(f"{brief(known.name)}:{_step(known.choices[spot], spot)}")
        choice = known.before
    return _way(steps[::-1], count, " then ") if steps else "[no choice of its own]"


def _way(steps: list[str], count: int, joint: str) -> str:
    if count > len(steps):
        steps = [f"... {count - len(steps):,} more", *steps]
    return f"[{joint.join(steps)}]"


def _sights(own: Sequence[Known]) -> tuple[Sight, ...]:
    """Return what a seat can know, each under a key of its own: a label, or else a number."""
    labels = Counter(known.label for known in own)
    by_label = {k.label: k for k in own if k.label and labels[k.label] == 1}
    numbered = [known for known in own if known.label not in by_label]
    while numbered:  # a number in use takes that key from a label that reads the same
        known = by_label.pop(str(numbered.pop().number), None)
        if known is not None:
            numbered.append(known)
    keys = [k.label if by_label.get(k.label) is k else str(k.number) for k in own]
    return tuple(Sight((key,), key, k.choices) for key, k in zip(keys, own, strict=True))
