"""Properties of a game: what kind of game it is, with proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sabot.api.arguments import (
    GameLike,
    PayoffRows,
    as_form,
    as_game,
    constant_sum_of,
    join_matrices,
    require_positive,
)
from sabot.errors import FormError
from sabot.forms.sequence_nplayer import with_constant_sum
from sabot.memory import collect_rarely
from sabot.progress import Watch, accepts_watch
from sabot.results.properties import GameProperties

if TYPE_CHECKING:
    from sabot.game_rules.to_form import AnyForm


@accepts_watch
@collect_rarely()
def properties(
    game: GameLike | AnyForm,
    columns: PayoffRows | None = None,
    *,
    seconds: float | None = None,
    watch: Watch | None = None,
) -> GameProperties:
    """Return what kind of game a finite game is, with the evidence for each statement.

    Constant-sum, strategically zero-sum, degenerate, dominance-solvable, supermodular, symmetric;
    its potential; its pure equilibria, and all symmetric equilibria of a symmetric game for two. A
    property that is not decided is None. A tree is taken by the pure strategies of its reduced
    normal form.

    Whether a game for three and more players is degenerate is decided by all its equilibria. They
    are searched as long as few cells take, or for *seconds*.

    >>> meeting = properties([[(2, 1), (0, 0)], [(0, 0), (1, 1)]])
    >>> meeting.potential.kind, meeting.supermodularity.verdict, meeting.nondegenerate
    ('weighted', 'as listed', True)
    >>> pennies = properties([[1, -1], [-1, 1]])
    >>> pennies.potential.kind, pennies.potential.cycle
    ('none', ((0, 0), (0, 1), (1, 1), (1, 0)))
    """
    from sabot.solvers.properties import find_properties

    require_positive(seconds=seconds)
    game = as_game(join_matrices(game, columns))
    name, own = as_form(game)
    if seconds is not None and len(own.seats) == 2:
        raise FormError(
            "the time limit is for games for three and more players; "
            "games for two are decided without"
        )
    form = with_constant_sum(own, constant_sum_of(game))
    return find_properties(name, form, seconds).hold_game(game)
