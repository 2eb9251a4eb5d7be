"""``--refine`` of ``sabot solve`` and ``sabot equilibria``: one refined equilibrium, or all."""

from __future__ import annotations

from functools import partial
from shlex import quote
from typing import TYPE_CHECKING

import click

from sabot.cli.files import format_result, save_text
from sabot.cli.output import (
    print_note,
    print_result,
    remark_on_reading,
    save_then_print,
    show_status,
)

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
        from sabot.kinds import views_of_result
        from sabot.render.views.refinement import refinement_view

        found = (
            solving.equilibria(game, refine=refine, seconds=seconds)
            if all_of_them
            else solving.solve(game, refine=refine)
        )
        checking.check(found)

    def save(path: str) -> None:
        save_text(path, format_result(kind, views_of_result(found), found.to_json()))

    hint = f"sabot check {quote(output or '')}" if kind in (None, "json") else ""
    with save_then_print(output, save, hint) as saved:
        screen = partial(refinement_view, found, everything=everything)
        print_result(found, screen, as_json=as_json, form=form, saved=saved)
    if remark := remark_on_reading(game):
        print_note(remark)
