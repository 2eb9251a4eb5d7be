"""``--refine`` of ``sabot solve`` and ``sabot equilibria``: one refined equilibrium, or all."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from sabot.cli.files import save_and_print
from sabot.cli.long_search import STOP_AND_KEEP, LongSearchNote
from sabot.cli.output import print_note, show_status
from sabot.errors import Interrupted

if TYPE_CHECKING:
    from sabot.game_rules.game import Game
    from sabot.game_rules.to_form import AnyForm

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
    note = None
    if len(game.seats) > 2 and seconds is None:
        note = LongSearchNote(game, partial(_words_before_list, all_of_them=all_of_them))
        if all_of_them:
            note.say(before=True)
    with show_status(f"finding {what} of {game}", None if note is None else note.hear):
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
    if found.stopped:
        _report_stop(found.stopped)


def _words_before_list(form: AnyForm, before: bool, *, all_of_them: bool) -> str:
    """Return how long the list of candidates may take, in words; *before* it only if it is long."""
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm
    from sabot.solvers.nplayer_nash.solve import bound_of_search, cells_in_words

    if not isinstance(form, NPlayerSequenceForm):
        return ""
    words = bound_of_search(form) if before else cells_in_words(form)
    remedy = STOP_AND_KEEP if all_of_them else "\n  Ctrl-C stops the search"
    return words and f"candidates are all Nash equilibria; {words}{remedy}"


def _report_stop(stopped: str) -> None:
    """Say that a list is not complete; Ctrl-C has its exit code."""
    from sabot.results.all_nash import INTERRUPTED

    text = f"{stopped}; the list is not complete: there may be other equilibria"
    if stopped == INTERRUPTED:
        raise Interrupted(text)
    print_note(text)
