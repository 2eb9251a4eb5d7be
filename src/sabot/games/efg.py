"""Game trees from a file of Gambit's: ``efg(file=game.efg)``."""

from __future__ import annotations

from functools import lru_cache

from sabot.forms.sequence import from_tree
from sabot.io.efg import read_efg
from sabot.io.text import Stamp, stamp
from sabot.ruleset import Form, rules
from sabot.tables import Table
from sabot.tree import Chance, GameTree, Leaf


@rules(name="efg", seats=("first", "second"))
def efg(table: Table, *, file: str) -> None:
    """Two persons play the zero-sum game tree of a file, under the names they have in it.

    The value is the first player's. What a seat knows is the label of its information set where
    no other has the same, else the number of the set.

    file: Gambit's .efg, written by hand, by Gambit, or by sabot export.
    """
    # The file has already said who knows what, so the table is asked below its verbs: a view is
    # the information set itself, not what was shown on the way to it.
    tree = _read(file)
    node = tree.root
    while not isinstance(node, Leaf):
        if isinstance(node, Chance):
            spot = table.pick(node.labels, node.weights, node.total)
        else:
            sight = tree.sights[node.seat][node.view]
            spot = table.choose(tree.seats[node.seat], sight.view, sight.actions)
        node = node.children[spot]
    table.pay(dict(zip(tree.seats, node.payoffs, strict=True)))


@efg.seating
def efg_seats(*, file: str) -> tuple[str, ...]:
    """Return the players of the file."""
    return _read(file).seats


@efg.form
def efg_form(*, file: str) -> Form:
    """Return the sequence form of the tree in the file, without telling it to a table."""
    return from_tree(_read(file))


@efg.cost
def efg_cost(*, file: str) -> str:
    """Return the size of the tree."""
    tree = _read(file)
    one, two = map(len, tree.sights)
    return f"a tree of {tree.size:,} nodes, with {one:,} and {two:,} information sets"


def _read(file: str) -> GameTree:
    return _cached(file, stamp(file))


@lru_cache(maxsize=2)
def _cached(file: str, when: Stamp) -> GameTree:
    return read_efg(file)
