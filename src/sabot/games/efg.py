"""Extensive-form games read from Gambit's files: ``efg(file=game.efg)``, ``.gbt`` and ``.bagg``.

The file states the information sets itself, so an information set is identified by its label (or
its number where the label is not unique), not by what was shown on the way to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Annotated

from sabot.forms.extensive import ChanceNode, GameTree, TerminalNode
from sabot.game_rules.family import Family, HasTree
from sabot.game_rules.game import Game
from sabot.game_rules.parameters import Whole
from sabot.game_rules.table import Table
from sabot.io.efg import read_efg
from sabot.io.files import FileStamp, file_stamp
from sabot.io.tokenizer import Snapping, constant_sum_remark


class EfgGame(Family, HasTree):
    """A game tree (extensive form) in a .efg file of Gambit, for any number of players.

    If the two payoffs always have the same sum (usually 0), the value and optimal strategies are
    found; the value is the first player's. If not, or with three or more players, a Nash
    equilibrium is found. An information set is called by its label in the file if no other has the
    same, else by its number.

    file: a .efg file, written by hand, by Gambit or by sabot export; or a .gbt file of Gambit that
    holds a game tree; or a .bagg file (a Bayesian action-graph game), in which each type of a
    player is an information set. snap: replace decimals in the file by the nearest fraction with a
    denominator up to this number, such as 10000; 0 leaves them as they are written.
    """

    name = "efg"
    title = "A game tree"
    seats = ("first", "second")
    one_play = "play"

    def play(self, table: Table, *, file: str, snap: Annotated[int, Whole(0, 10**9)] = 0) -> None:
        """Go down the tree of the file."""
        # The file has already said who knows what, so the table is asked below its verbs: a view is
        # the information set itself, not what was shown on the way to it.
        tree = _read_cached(file, file_stamp(file), snap).tree
        node = tree.root
        while not isinstance(node, TerminalNode):
            if isinstance(node, ChanceNode):
                spot = table.pick(node.labels, node.weights, node.total)
            else:
                infoset = tree.infosets[node.seat][node.view]
                spot = table.choose(tree.seats[node.seat], infoset.view, infoset.actions)
            node = node.children[spot]
        table.pay(dict(zip(tree.seats, node.payoffs, strict=True)))

    def seating(self, game: Game) -> tuple[str, ...]:
        """Return the players of the file."""
        return _read_game(game).tree.seats

    def tree(self, game: Game) -> GameTree:
        """Return the tree of the file, without running it as rules."""
        return _read_game(game).tree

    def remark(self, game: Game) -> str:
        """Return which decimals were replaced, and what both players are paid together if not 0."""
        return _read_game(game).remark

    def constant_sum(self, game: Game) -> Fraction:
        """Return what both players are paid together at every end."""
        return _read_game(game).both

    def cost(self, game: Game) -> str:
        """Return the size of the tree."""
        tree = _read_game(game).tree
        *others, last = (f"{len(infosets):,}" for infosets in tree.infosets)
        sets = f"{', '.join(others)} and {last}"
        return f"a tree of {tree.size:,} nodes, with {sets} information sets"


efg = EfgGame()


@dataclass(frozen=True)
class _TreeFile:
    """What a file holds."""

    tree: GameTree
    both: Fraction
    """What two players are paid together at every end, if that is not 0."""
    remark: str


def _read_game(game: Game) -> _TreeFile:
    file = game.parameters["file"]
    return _read_cached(file, file_stamp(file), game.parameters["snap"])


@lru_cache(maxsize=2)
def _read_cached(file: str, when: FileStamp, snap: int) -> _TreeFile:
    snapping = Snapping(snap) if snap else None
    tree, both = read_efg(file, snapping)
    remarks = [snapping.remark() if snapping else "", constant_sum_remark(both, tree.seats)]
    return _TreeFile(tree, both, "; ".join(filter(None, remarks)))
