"""Gambit's ``.efg`` files: games in extensive form, of any number of players, written and read.

A file lists the nodes of the tree, parents first: ``c`` for chance, ``p`` for a player, ``t`` for
the end. Outcomes may stand at any node; what a path pays is the sum of those along it. Information
sets and outcomes are described where they first appear; later they may go by their number alone, or
be described again in the same words. Chances become integers over one denominator.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple, Protocol

from sabot.errors import FileError, FormError, shorten
from sabot.exact import format_fraction
from sabot.forms.extensive import (
    NODE_LIMIT,
    ChanceNode,
    DecisionNode,
    GameTree,
    Node,
    TerminalNode,
    TreeInfoset,
)
from sabot.game_rules.table import infoset_key
from sabot.io.action_graph import parse_bagg
from sabot.io.gambit_file import read_gambit_file
from sabot.io.tokenizer import SNAP_LIMIT, Snapping, Tokenizer, gambit_quoted, gambit_quoted_title
from sabot.names import alike_names
from sabot.progress import report_progress

MAX_TOTAL_BITS = 1 << 28
"""How many binary digits the long numbers of one file may have in all."""
UNCOUNTED_BITS = 256
"""Numbers of so few binary digits are not counted."""
OutcomePayoffs = tuple[Fraction | int, ...]
"""What the seats are paid, in order; nothing at all where a node pays nothing."""
NO_PAYOFFS: OutcomePayoffs = ()


@dataclass(slots=True, eq=False)
class DescribedInfoset:
    """An information set: number, label, actions, and where the file describes it."""

    number: int
    label: str
    actions: tuple[str, ...]
    choices: tuple[str, ...]
    """The actions by name, or by number where names are missing or repeated."""
    weights: tuple[int, ...]
    """Chance's, over ``total``; persons have none."""
    total: int
    at: int
    said: str
    index: int = 0
    before: LastChoice | None = None
    """What its owner chose last before coming here, for the first time."""

    @property
    def name(self) -> str:
        """The label, or the number of an unlabelled one."""
        return self.label or str(self.number)


LastChoice = tuple[DescribedInfoset, int]
"""The last thing that a seat chose: where, and which action."""


@dataclass(frozen=True, slots=True)
class DescribedOutcome:
    """An outcome: what the players are paid, and where the file describes it."""

    name: str
    payoffs: OutcomePayoffs
    at: int
    said: str


class EfgDefinitions:
    """The information sets of chance (owner 0) and of each player, and the outcomes, by number."""

    def __init__(self, words: Tokenizer, file: str) -> None:
        self.words = words
        self.file = file
        self.owners: tuple[str, ...] = ()
        self.sets: tuple[dict[int, DescribedInfoset], ...] = ()
        self.outcomes: dict[int, DescribedOutcome] = {}
        self.labels: dict[tuple[int, str], str] = {}
        """How each player's actions were first written, by their text without odd blanks."""
        self.bits = 0

    def seat(self, names: tuple[str, ...]) -> None:
        """Take the players' names; chance sits before them."""
        self.owners = ("chance", *names)
        self.sets = tuple({} for _ in self.owners)

    def count_bits(self, bits: int) -> None:
        """Count the binary digits of a number; refuse the file when they are too many in all."""
        if bits > UNCOUNTED_BITS:
            self.bits += bits - UNCOUNTED_BITS
            if self.bits > MAX_TOTAL_BITS:
                raise self.words.fault(
                    "the exact numbers of this game grow beyond "
                    f"{MAX_TOTAL_BITS * 3 // 10:,} digits in all; "
                    "write probabilities and payoffs with fewer digits"
                )

    # ------------------------------------------------------------------ information sets

    def information_set(self, owner: int, before: LastChoice | None = None) -> DescribedInfoset:
        """Take the number of an information set, and its description if there is one."""
        words = self.words
        at = words.at
        number = words.whole("the number of the information set")
        known = self.sets[owner].get(number)
        described = words.peek() in ('"', "{")  # OpenSpiel leaves the name out
        if known is not None and (not described or words.repeats(known.said)):
            return known
        if not described:
            raise words.fault(
                f"{self._named(owner, number)} appears here first: its name and actions must follow"
            )
        infoset = self._description(owner, number, at)
        if known is None:
            infoset.index, infoset.before = len(self.sets[owner]), before
            self.sets[owner][number] = infoset
            return infoset
        if difference := _infoset_difference(known, infoset):
            raise words.fault(
                f"{self._named(owner, number)} {difference} at line {words.line(known.at)}", at
            )
        return known

    def _named(self, owner: int, number: int) -> str:
        return f"information set {number} of {shorten(self.owners[owner])}"

    def _as_first_written(self, owner: int, choices: tuple[str, ...]) -> tuple[str, ...]:
        """Return actions as they were first written, where they differ from that in blanks alone.

        Files have ``call`` in one place and ``call`` with a blank in another for the same action.
        """
        found = tuple(
            self.labels.setdefault((owner, " ".join(choice.split())), choice) for choice in choices
        )
        return found if len(set(found)) == len(found) else choices

    def _description(self, owner: int, number: int, at: int) -> DescribedInfoset:
        words = self.words
        start = words.at
        label = words.name() if words.peek() == '"' else ""
        actions, weights, total = (words.names(), (), 0) if owner else self._lots()
        if not actions:
            raise words.fault(f"{self._named(owner, number)} has no actions", at)
        named = owner == 0 or (all(actions) and len(set(actions)) == len(actions))
        choices = actions if named else [str(k) for k in range(1, len(actions) + 1)]
        return DescribedInfoset(
            number,
            label,
            actions=tuple(actions),
            choices=self._as_first_written(owner, tuple(choices)),
            weights=weights,
            total=total,
            at=at,
            said=words.since(start),
        )

    def _lots(self) -> tuple[list[str], tuple[int, ...], int]:
        words = self.words
        at = words.at
        words.brace("{")
        labels, chances, total = [], [], 1
        replaced = words.snapping.count if words.snapping else 0
        while words.peek() != "}":
            labels.append(words.name("an action of chance in quotes"))
            start = words.at
            chance = words.number("its probability")
            if chance < 0:
                raise words.fault(
                    f"chance takes {shorten(labels[-1])!r} with a negative probability, "
                    f"{amount_text(chance)}",
                    start,
                )
            total = math.lcm(total, chance.denominator)
            self.count_bits(total.bit_length())
            chances.append(chance)
        words.brace("}")
        if total.bit_length() > UNCOUNTED_BITS:
            self.count_bits(len(chances) * total.bit_length())
        weights = tuple(c.numerator * (total // c.denominator) for c in chances)
        if chances and sum(weights) != total:
            raise words.fault(
                f"the probabilities add up to {amount_text(Fraction(sum(weights), total))}, "
                f"not to 1{self._lots_remedy(chances, replaced)}",
                at,
            )
        return labels, weights, total

    def _lots_remedy(self, chances: Sequence[Fraction], replaced: int) -> str:
        """Return why probabilities do not add up to 1, if that is known, and what to do.

        *replaced* is how many decimals were replaced before them.
        """
        exact = "write them as exact fractions such as 1/3"
        snapping = self.words.snapping
        if snapping and snapping.count > replaced:
            limit = snapping.limit
            other = f"use snap={SNAP_LIMIT}, or " if limit < SNAP_LIMIT else ""
            return (
                f", after snap={limit} replaced decimals by fractions with a denominator up to "
                f"{limit:,}; {other}{exact}"
            )
        if sum(chance.limit_denominator(SNAP_LIMIT) for chance in chances) == 1:
            return f"; {exact}, or name the game 'efg(file={self.file}, snap={SNAP_LIMIT})'"
        return f"; {exact}"

    # ------------------------------------------------------------------ outcomes

    def outcome(self) -> OutcomePayoffs:
        """Take the number of an outcome, and its description if there is one."""
        words = self.words
        at = words.at
        number = words.whole("the number of an outcome, 0 for none")
        described = words.peek() in ('"', "{")
        if number == 0:
            if described:
                raise words.fault("outcome 0 means no payoffs: leave out its name and payoffs", at)
            return NO_PAYOFFS
        known = self.outcomes.get(number)
        if known is not None and (not described or words.repeats(known.said)):
            return known.payoffs
        if not described:
            raise words.fault(
                f"outcome {number} appears here first: its name and payoffs must follow", at
            )
        new = self._outcome(at)
        if known is None:
            known = self.outcomes[number] = new
        elif (known.name, known.payoffs) != (new.name, new.payoffs):
            raise words.fault(
                f"outcome {number} is {_outcome_text(new)} here but {_outcome_text(known)} "
                f"at line {words.line(known.at)}",
                at,
            )
        return known.payoffs

    def _outcome(self, at: int) -> DescribedOutcome:
        words = self.words
        start = words.at
        name = words.text("the outcome's name in quotes")
        payoffs = words.numbers()
        players = len(self.owners) - 1
        if len(payoffs) != players:
            many = "two" if players == 2 else str(players)
            raise words.fault(f"{len(payoffs)} payoffs for {many} players", at)
        for payoff in payoffs:
            self.count_bits(payoff.numerator.bit_length() + payoff.denominator.bit_length())
        plain = tuple(p.numerator if p.denominator == 1 else p for p in payoffs)
        return DescribedOutcome(name, plain, at, words.since(start))


def _infoset_difference(known: DescribedInfoset, here: DescribedInfoset) -> str:
    if known.label != here.label:
        return f"is called {shorten(here.label)!r} here but {shorten(known.label)!r}"
    if known.actions != here.actions:
        now, before = (shorten(", ".join(one.actions), 80) for one in (here, known))
        return f"has the actions {now} here but {before}"
    if (known.weights, known.total) != (here.weights, here.total):
        return "has other probabilities here than"
    return ""


def _outcome_text(outcome: DescribedOutcome) -> str:
    return f"{shorten(outcome.name)!r} {{ {', '.join(map(amount_text, outcome.payoffs))} }}"


def amount_text(number: Fraction | int) -> str:
    """Return a number for an error message, cut short where it is long.

    >>> amount_text(Fraction(-3, 8)), amount_text(10**60)
    ('-3/8', '1000000000000000000000000000000000000...')
    """
    return shorten(format_fraction(number))


_SHOWN_STEPS = 10
_REPORT_EVERY = 5000
"""Nodes written between two words of it: a tree may have millions."""
_DEFAULT_PLAYER_NAMES = ("first", "second", "third", "fourth")
"""Players without a name; the fifth is player5."""
MAX_PLAYERS = 100
"""A choice is remembered for every player at every node of a path."""
_HEADER_REMEDY = 'not an .efg file: it must begin with: EFG 2 R "title" { "player" "player" }'


class GameWithTree(Protocol):
    """A game that can be walked out to a tree."""

    def tree(self) -> GameTree:
        """Return the tree."""


# ---------------------------------------------------------------------- writing


def to_efg(game: GameTree | GameWithTree, title: str) -> str:
    """Return a game, of any number of seats, as ``.efg`` text that Gambit reads.

    >>> import sabot
    >>> print(to_efg(sabot.load("kuhn-poker(ranks=2)"), "tiny")[:91])
    EFG 2 R "tiny" { "first" "second" }
    <BLANKLINE>
    c "" 1 "" { "1" 1/2 "2" 1/2 } 0
    p "" 1 1 "1" { "pass"
    """
    tree = game if isinstance(game, GameTree) else game.tree()
    names = " ".join(map(gambit_quoted, tree.seats))
    lines = [f"EFG 2 R {gambit_quoted_title(title)} {{ {names} }}", ""]
    sets = [
        [
            f'p "" {seat} {number} {gambit_quoted(infoset.key)} '
            f"{{ {' '.join(map(gambit_quoted, infoset.actions))} }} 0"
            for number, infoset in enumerate(infosets, 1)
        ]
        for seat, infosets in enumerate(tree.infosets, 1)
    ]
    ends: dict[tuple[Fraction | int, ...], str] = {}
    chances = 0
    for written, node in enumerate(tree.walk()):
        if not written % _REPORT_EVERY:
            report_progress("writing", written, tree.size, "nodes")
        if isinstance(node, DecisionNode):
            lines.append(sets[node.seat][node.view])
        elif isinstance(node, ChanceNode):
            chances += 1
            lots = " ".join(
                f"{gambit_quoted(infoset_key((label,)))} "
                f"{format_fraction(Fraction(weight, node.total))}"
                for label, weight in zip(node.labels, node.weights, strict=True)
            )
            lines.append(f'c "" {chances} "" {{ {lots} }} 0')
        else:
            if node.payoffs not in ends:
                paid = ", ".join(map(format_fraction, node.payoffs))
                ends[node.payoffs] = f't "" {len(ends) + 1} "" {{ {paid} }}'
            lines.append(ends[node.payoffs])
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------------- reading


def read_efg(path: str | Path, snapping: Snapping | None = None) -> tuple[GameTree, Fraction]:
    """Return the game in a file and what both players are paid together; 0 where that varies.

    The file is a ``.efg``, or a ``.gbt`` or ``.bagg`` that holds a game tree.
    """
    suffix, text = read_gambit_file(path)
    try:
        if suffix == ".bagg":
            return parse_bagg(text), Fraction(0)
        return parse_efg(text, snapping, str(path))
    except FormError as fault:
        raise FileError(f"{path}: {fault}") from None


def parse_efg(
    text: str, snapping: Snapping | None = None, file: str = "FILE"
) -> tuple[GameTree, Fraction]:
    """Return the tree of ``.efg`` text and what both players are paid together on every path.

    In the tree the second pays what the first is paid, so that the value is the first's own. Where
    paths pay two players different sums, the tree is as it is written, and 0 stands for the sum.
    What a seat knows prints as the label of its information set, where that is there and no other
    has it, else as its number. Messages that name a game name *file*.

    >>> text = 'EFG 2 R "" { "A" "B" } p "" 1 1 "" { "l" "r" } 0 '
    >>> text += 't "" 1 "" { 3 1 } t "" 2 "" { 0 4 }'
    >>> parse_efg(text)[1], [leaf.payoffs for leaf in parse_efg(text)[0].root.children]
    (Fraction(4, 1), [(3, -3), (0, 0)])
    """
    reader = _EfgReader(text, snapping, file)
    return reader.tree(), reader.both


LastChoices = tuple[LastChoice | None, ...]
"""What each seat chose last."""


class _OpenNode(NamedTuple):
    """A node whose branches are being read, and what holds for all that is below it."""

    node: ChanceNode | DecisionNode
    known: DescribedInfoset
    paid: OutcomePayoffs
    below: int
    last: LastChoices

    def onwards(self) -> LastChoices:
        """Return each seat's last choice on the branch that is read next."""
        if isinstance(self.node, ChanceNode):
            return self.last
        choice, seat = (self.known, len(self.node.children)), self.node.seat
        return (*self.last[:seat], choice, *self.last[seat + 1 :])


class _EfgReader:
    """Reads one file: the tree without recursion, the words without a list of them."""

    def __init__(self, text: str, snapping: Snapping | None = None, file: str = "FILE") -> None:
        self.words = Tokenizer(text, snapping)
        self.glossary = EfgDefinitions(self.words, file)
        self.open: list[_OpenNode] = []
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
        if self.common.bit_length() > UNCOUNTED_BITS:
            self.glossary.count_bits(self.leaves * self.common.bit_length())
        infosets = tuple(_tree_infosets(list(own.values())) for own in self.glossary.sets[1:])
        tree = GameTree(seats, root, infosets, self.size)
        if self.both:
            for node in tree.walk():
                if isinstance(node, TerminalNode):
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
                raise words.fault(_HEADER_REMEDY)
            words.word()
        words.text("the title in quotes")
        at = words.at
        names = words.names()
        if not 1 <= len(names) <= MAX_PLAYERS:
            count = f"{len(names):,} players" if names else "no player"
            raise words.fault(f"{count}; games of 1 to {MAX_PLAYERS} persons are read", at)
        seats = tuple(name or _default_player_name(place) for place, name in enumerate(names))
        if twins := [name for name, many in Counter(seats).items() if many > 1]:
            who = "both" if len(seats) == 2 else "two"
            raise words.fault(f"{who} players are called {shorten(twins[0])!r}; rename one", at)
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
        paid, below = (above.paid, above.below) if above else (NO_PAYOFFS, 1)
        if kind == "t":
            return self._leaf(self._added(paid), below)
        last = above.onwards() if above else (None,) * (len(self.glossary.owners) - 1)
        node: ChanceNode | DecisionNode
        if kind == "c":
            known = self.glossary.information_set(0)
            below *= known.total
            self.glossary.count_bits(below.bit_length())
            node = ChanceNode(known.actions, known.weights, known.total)
        else:
            seat = words.whole("the player's number") - 1
            if not 0 <= seat < len(last):
                known_as = "1 and 2" if len(last) == 2 else f"1 to {len(last)}"
                raise words.fault(f"player {seat + 1} is to choose; the players are {known_as}", at)
            known = self.glossary.information_set(seat + 1, last[seat])
            if known.before != last[seat]:
                raise words.fault(self._forgets(seat, known, last[seat]), at)
            node = DecisionNode(seat, known.index, known.choices)
        self.open.append(_OpenNode(node, known, self._added(paid), below, last))
        return node

    def _leaf(self, payoffs: OutcomePayoffs, below: int) -> TerminalNode:
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
                self.glossary.count_bits(self.common.bit_length() + payoff.numerator.bit_length())
        return TerminalNode(payoffs)

    def _added(self, paid: OutcomePayoffs) -> OutcomePayoffs:
        """Take the outcome at a node and add it to what the path has paid before."""
        more = self.glossary.outcome()
        if paid is NO_PAYOFFS or more is NO_PAYOFFS:
            return more if paid is NO_PAYOFFS else paid
        total = tuple(a + b for a, b in zip(paid, more, strict=True))
        for payoff in total:
            self.glossary.count_bits(
                payoff.numerator.bit_length() + payoff.denominator.bit_length()
            )
        return total

    # ------------------------------------------------------------------ what is wrong

    def _no_node(self, found: str) -> FormError:
        if found:
            return self.words.fault(
                f"expected a node (c, p or t) after the path {self._path()}, "
                f"found {shorten(found)!r}"
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
        for opened in self.open[
            -_SHOWN_STEPS:
        ]:  # the last of them lacks the branch that is being read
            spot = len(opened.node.children) - (opened is not self.open[-1])
            steps.append(_step_text(str(opened.node.labels[spot]), spot))
        return _path_text(steps, len(self.open), ", ")

    def _forgets(self, seat: int, known: DescribedInfoset, last: LastChoice | None) -> str:
        return (
            f"{self.glossary.owners[seat + 1]} forgets: it cannot tell apart at "
            f"{shorten(known.name)} (see line {self.words.line(known.at)}) that it came by "
            f"{_choice_history(known.before)} or by {_choice_history(last)}; "
            "exact solving needs perfect recall"
        )


def _default_player_name(place: int) -> str:
    return (
        _DEFAULT_PLAYER_NAMES[place] if place < len(_DEFAULT_PLAYER_NAMES) else f"player{place + 1}"
    )


def _step_text(label: str, spot: int) -> str:
    return shorten(label) or str(spot + 1)


def _choice_history(choice: LastChoice | None) -> str:
    """Return what a seat chose, the last choice last."""
    steps: list[str] = []
    count = 0
    while choice is not None:
        known, spot = choice
        count += 1
        if count <= _SHOWN_STEPS:
            steps.append(f"{shorten(known.name)}:{_step_text(known.choices[spot], spot)}")
        choice = known.before
    return _path_text(steps[::-1], count, " then ") if steps else "[no choice of its own]"


def _path_text(steps: list[str], count: int, joint: str) -> str:
    if count > len(steps):
        steps = [f"... {count - len(steps):,} more", *steps]
    return f"[{joint.join(steps)}]"


def _tree_infosets(own: Sequence[DescribedInfoset]) -> tuple[TreeInfoset, ...]:
    """Return what a seat can know, each under a key of its own: a label, or else a number."""
    labels = Counter(known.label for known in own)
    by_label = {k.label: k for k in own if k.label and labels[k.label] == 1}
    numbered = [known for known in own if known.label not in by_label]
    while numbered:  # a number in use takes that key from a label that reads the same
        known = by_label.pop(str(numbered.pop().number), None)
        if known is not None:
            numbered.append(known)
    keys = [k.label if by_label.get(k.label) is k else str(k.number) for k in own]
    if alike := alike_names(keys):
        raise FormError(f"the information sets {alike}; rename one")
    choices = [known.choices for known in own]
    if alike_names(choice for some in choices for choice in some):
        # blanks around a name that differ from one information set to another mean nothing
        choices = [tuple(choice.strip() for choice in some) for some in choices]
    if alike := alike_names(choice for some in choices for choice in some):
        raise FormError(f"the actions {alike}; rename one")
    return tuple(TreeInfoset((key,), key, some) for key, some in zip(keys, choices, strict=True))
