"""``sabot export``: a game written for other programs."""

from __future__ import annotations

from collections.abc import Callable

import click

from sabot.cli.files import chosen_form, save_text
from sabot.cli.group import verb
from sabot.cli.options import anyway_option, form_option, game_argument, output_instead, told
from sabot.cli.output import busy, saving, write
from sabot.errors import SeatsError
from sabot.forms.bimatrix import BimatrixForm
from sabot.forms.general import GeneralForm
from sabot.forms.matrix import MatrixForm
from sabot.telling.game import Game


def _nfg(game: Game, anyway: bool) -> str:
    from sabot.files.nfg import to_nfg

    return to_nfg(_strategic(game, anyway), str(game))


def _csv(game: Game, anyway: bool) -> str:
    from sabot.files.matrix import to_csv

    return to_csv(_strategic(game, anyway))


def _strategic(game: Game, anyway: bool) -> MatrixForm | BimatrixForm:
    """Return the matrix of a game, or both seats' matrices where it is not zero-sum."""
    from sabot.api import strategic_form
    from sabot.forms.strategic import to_bimatrix
    from sabot.telling.told import any_form

    try:
        return strategic_form(game, anyway=anyway)
    except SeatsError:
        form = any_form(game)
        if isinstance(form, GeneralForm) and len(form.seats) == 2:
            return to_bimatrix(form)
        if isinstance(form, BimatrixForm):
            return form
        raise


def _efg(game: Game, anyway: bool) -> str:
    """Write the tree, whose nodes the explorer has counted against the memory already."""
    from sabot.files.efg import to_efg

    return to_efg(game, str(game))


WRITERS: dict[str, Callable[[Game, bool], str]] = {"efg": _efg, "nfg": _nfg, "csv": _csv}
"""Each form and the function that writes it."""


@verb(
    examples=[
        "sabot export kuhn -o kuhn.efg && sabot solve kuhn.efg",
        "sabot export 'le-her(ranks=5, strategies=threshold)' --csv",
    ]
)
@game_argument
@form_option("efg", "Gambit's game tree.")
@form_option("nfg", "Gambit's strategic form.")
@form_option("csv", "CSV with labels.")
@output_instead
@anyway_option
def export(game: str, form: str | None, output: str | None, anyway: bool) -> None:
    """Write GAME for other programs: its tree, or its matrix of rows against columns.

    The end of FILE says which: .efg, .nfg or .csv; or a flag does. The matrix of a game of many
    views has all its pure strategies, if they are not too many.
    """
    form = chosen_form(output, *WRITERS, asked=form)
    if form is None:
        flags = ", ".join(f"--{name}" for name in WRITERS)
        raise click.UsageError(f"say how: {flags}, or -o with a name that ends so")
    one = told(game)
    with busy(f"writing {one}"):
        text = WRITERS[form](one, anyway)
    with saving(output, lambda path: save_text(path, text)) as saved:
        if not saved:
            write(text)
