"""From rules to what was told, and from there to the tree or the form.

Cards lie face down where that pays, else they are open; either way comes to the same. The modules
for cards face down work on arrays and are imported when a game needs them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from sabot.forms.sequence import SequenceForm, from_tree
from sabot.tables import Table
from sabot.tree import Explorer, GameTree

if TYPE_CHECKING:
    from sabot.facedown.skeleton import Skeleton

    Told = Skeleton | GameTree
Progress = Callable[[int], object]


def told(
    seats: Sequence[str],
    play: Callable[[Table], object],
    *,
    limit: int,
    progress: Progress | None = None,
) -> Told:
    """Tell the rules down every branch.

    *progress* is told the number of nodes now and then; it stops the telling by raising.
    """
    explorer = Explorer(seats, limit=limit)
    if explorer.begin(play):
        from sabot.facedown.teller import told_face_down
        from sabot.facedown.trust import trusted

        if trusted(play):
            found = told_face_down(explorer.seats, play, limit=limit, progress=progress)
            if found is not None:
                return found
    return explorer.explore(play, progress)


def tree_of(game: Told, progress: Progress | None = None) -> GameTree:
    """Return the game tree, node for node as open cards give it."""
    if isinstance(game, GameTree):
        return game
    from sabot.facedown.expand import expanded

    return expanded(game, progress)


def form_of(game: Told) -> SequenceForm:
    """Return the sequence form of a two-person zero-sum game."""
    if isinstance(game, GameTree):
        return from_tree(game)
    from sabot.forms.unfold import from_skeleton

    return from_skeleton(game)
