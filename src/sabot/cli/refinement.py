"""``--refine`` of ``sabot solve`` and ``sabot equilibria``: one refined equilibrium, or all."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from sabot.cli.files import save_and_print
from sabot.cli.output import show_status

if TYPE_CHECKING:
    from sabot.game_rules.game import Game

REFINEMENT_NAMES = (
    "subgame-perfect",
    "undominated",
    "perfect",
    "proper",
    "sequential",
    "quasi-perfect",
    "extensive-form-perfect",
)
refine_option = click.option(
    "--refine",
    metavar="NAME",
    help="Only equilibria with this refinement: " + ", ".join(REFINEMENT_NAMES) + ".",
)


def run_refined(
    game: Game,
    refine: str,
    *,
    all_of_them: bool,
    everything: bool = False,
    seconds: float | None = None,
    form: str | None,
    kind: str | None,
    as_json: bool,
    output: str | None,
    gap: str | None = None,
) -> None:
    """Find one equilibrium with a refinement, or all, check it, and print or save it."""
    if gap is not None:
        raise click.UsageError("--refine is exact; leave out --gap")
    what = f"all {refine} equilibria" if all_of_them else f"a {refine} equilibrium"
    with show_status(f"finding {what} of {game}"):
        from sabot.api import checking, solving
        from sabot.render.views.refinement import refinement_view

        found = (
            solving.equilibria(game, refine=refine, seconds=seconds)
            if all_of_them
            else solving.solve(game, refine=refine)
        )
        checking.check(found)
    screen = partial(refinement_view, found, everything=everything)
    save_and_print(found, game, screen, as_json=as_json, form=form, kind=kind, output=output)
