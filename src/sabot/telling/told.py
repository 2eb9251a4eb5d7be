"""From rules to what was told, and from there to the tree or the form.

Cards lie face down where that pays, else they are open; either way comes to the same. The modules
for cards face down work on arrays and are imported when a game needs them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from sabot.errors import SeatsError
from sabot.forms.sequence import SequenceForm, from_tree, two_seats
from sabot.forms.tree import GameTree
from sabot.telling.explorer import Explorer
from sabot.telling.tables import Table

if TYPE_CHECKING:
    from sabot.forms.bimatrix import BimatrixForm
    from sabot.forms.general import GeneralForm
    from sabot.forms.matrix import MatrixForm
    from sabot.telling.facedown.skeleton import Skeleton

    Told = Skeleton | GameTree
    AnyForm = MatrixForm | SequenceForm | BimatrixForm | GeneralForm
Progress = Callable[[int], object]
Play = Callable[[Table], object]

PINNED = 4
"""Of rules that ship, which tests pin hand by hand, so many are told twice, not all."""


class Tellable(Protocol):
    """What a game must offer to be written as a form."""

    @property
    def direct(self) -> bool:
        """Whether the form is built without telling the rules."""

    def directly(self) -> AnyForm | None:
        """Return that form, whatever its payoffs sum to; None where there is no such road."""

    def told(self, *, progress: Progress | None = None) -> Told:
        """Return the game as told."""


def told(
    seats: Sequence[str],
    play: Callable[[Table], object],
    *,
    limit: int,
    progress: Progress | None = None,
    even: bool = False,
) -> Told:
    """Tell the rules down every branch.

    *progress* is told the number of nodes now and then; it stops the telling by raising. *even*:
    the rules promise that every hand pays the first seat 1 or -1.
    """
    from sabot.telling.honest.code import functions_of, is_ours

    if is_ours(play):
        return _told(Explorer(seats, limit=limit, retold=PINNED), play, play, limit, progress)
    from sabot.telling.honest.blind import warn_of_blind
    from sabot.telling.honest.even import demand_even
    from sabot.telling.honest.patience import Patience
    from sabot.telling.honest.purity import Globals, listened, mentions_chance

    patience, globals_ = Patience(), Globals(play)
    heard = patience.timed(listened(play))
    rest = heard if mentions_chance(functions_of(play)) else patience.timed(play)
    with patience.watching():
        explorer = Explorer(seats, limit=limit, first=globals_.note)
        found = _told(explorer, heard, rest, limit, progress)
    globals_.demand_unchanged()
    warn_of_blind(found)
    if even:
        demand_even(found)
    return found


def _told(
    explorer: Explorer, first: Play, play: Play, limit: int, progress: Progress | None
) -> Told:
    """Tell a hand by *first* and all others by *play*, which are the same rules."""
    if explorer.begin(first):
        from sabot.telling.facedown.teller import told_face_down
        from sabot.telling.facedown.trust import trusted

        if trusted(play):
            found = told_face_down(
                explorer.seats, play, limit=limit, retold=explorer.retold, progress=progress
            )
            if found is not None:
                return found
    return explorer.explore(play, progress)


def tree_of(game: Told, progress: Progress | None = None) -> GameTree:
    """Return the game tree, node for node as open cards give it."""
    if isinstance(game, GameTree):
        return game
    from sabot.telling.facedown.expand import expanded

    return expanded(game, progress)


def form_of(game: Told) -> SequenceForm:
    """Return the sequence form of a two-person zero-sum game."""
    two_seats(game.seats)
    found = any_form_of(game)
    if not isinstance(found, SequenceForm):
        raise SeatsError(found.obstacle)
    return found


def any_form_of(game: Told) -> SequenceForm | GeneralForm:
    """Return the form of a game: the general one where it is not two-person zero-sum."""
    if len(game.seats) == 2:
        with suppress(SeatsError):
            return _two_person(game)
    from sabot.forms.general import from_any_tree

    found = from_any_tree(tree_of(game))
    # hands that pay more and less than 0 in all may still come to 0 by their chances
    return found.two_person() if len(game.seats) == 2 and found.zero_sum else found


def _two_person(game: Told) -> SequenceForm:
    if isinstance(game, GameTree):
        return from_tree(game)
    from sabot.telling.unfold import from_skeleton

    return from_skeleton(game)


def any_form(game: Tellable, progress: Progress | None = None) -> AnyForm:
    """Return the form of any game: the general one where it is not two-person zero-sum."""
    direct = game.directly()
    return any_form_of(game.told(progress=progress)) if direct is None else direct
