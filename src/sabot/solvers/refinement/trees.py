"""The tree of a game whose equilibria are refined: from a strategic form, and as JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from sabot.errors import NoMethodError
from sabot.exact import format_fraction, json_safe_integer
from sabot.forms.extensive import (
    ChanceNode,
    DecisionNode,
    GameTree,
    Node,
    TerminalNode,
    TreeInfoset,
)
from sabot.forms.sequence_nplayer import as_nplayer_form
from sabot.results.codec import JsonDocument

if TYPE_CHECKING:
    from sabot.forms.bimatrix import BimatrixForm
    from sabot.forms.sequence import MatrixForm, SequenceForm
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm


def tree_of_form(
    form: MatrixForm | SequenceForm | BimatrixForm | NPlayerSequenceForm,
) -> GameTree:
    """Return the tree of a game in strategic form: one player after the other, knowing nothing."""
    general = as_nplayer_form(form)
    sides = general.sides
    if any([cell.key for cell in side.cells] != ["-"] for side in sides):
        raise NoMethodError(
            "a refinement needs the tree of the game, and a form alone does not have it\n"
            "  give the game, its string or its file"
        )
    paid = {end.sequences: end.payoffs for end in general.ends}
    none = (0,) * len(sides)

    def node(played: tuple[int, ...]) -> Node:
        seat = len(played)
        if seat == len(sides):
            amounts = paid.get(played, none)
            return TerminalNode(tuple(Fraction(n, general.denominator) for n in amounts))
        (cell,) = sides[seat].cells
        below = [node((*played, s)) for s in cell.sequences]
        return DecisionNode(seat, 0, cell.actions, below)

    root = node(())
    infosets = tuple((TreeInfoset((), "-", side.cells[0].actions),) for side in sides)
    tree = GameTree(general.seats, root, infosets, 0)
    return GameTree(general.seats, root, infosets, sum(1 for _ in tree.walk()))


def strategic_sizes(
    form: MatrixForm | SequenceForm | BimatrixForm | NPlayerSequenceForm,
) -> tuple[int, ...]:
    """Return how many strategies each player has, of a matrix; nothing of the form of a tree."""
    sides = form.sides
    if any([cell.key for cell in side.cells] != ["-"] for side in sides):
        return ()
    return tuple(len(side.cells[0].actions) for side in sides)


def has_one_infoset_each(tree: GameTree) -> bool:
    """Whether every player has a single information set: then actions are pure strategies."""
    return all(len(infosets) == 1 for infosets in tree.infosets)


def is_strategic(tree: GameTree) -> bool:
    """Whether every player chooses once, at its only information set, however the others play."""
    if not has_one_infoset_each(tree):
        return False
    stack: list[tuple[Node, frozenset[int]]] = [(tree.root, frozenset())]
    while stack:
        node, moved = stack.pop()
        if isinstance(node, TerminalNode):
            if len(moved) < len(tree.seats):
                return False
            continue
        if isinstance(node, DecisionNode):
            moved = moved | {node.seat}
        stack.extend((child, moved) for child in node.children)
    return True


def tree_to_json(tree: GameTree) -> JsonDocument:
    """Return a tree as a certificate has it: its nodes in preorder."""
    rows: list[list[object]] = []
    for node in tree.walk():
        if isinstance(node, TerminalNode):
            rows.append(["end", *(format_fraction(Fraction(paid)) for paid in node.payoffs)])
        elif isinstance(node, ChanceNode):
            rows.append(["chance", *map(json_safe_integer, node.weights)])
        else:
            rows.append(["move", node.seat, node.view])
    infosets = {
        seat: [[own.key, list(own.actions)] for own in held]
        for seat, held in zip(tree.seats, tree.infosets, strict=True)
    }
    return {"kind": "tree", "infosets": infosets, "nodes": rows}
