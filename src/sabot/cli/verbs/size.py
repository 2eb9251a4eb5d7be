"""``sabot size``: what solving will cost, before it is paid."""

from __future__ import annotations

from sabot.cli.group import verb
from sabot.cli.options import game_argument, json_option, told
from sabot.cli.output import busy, print_document, show
from sabot.errors import NoMethodError


@verb(examples=["sabot size le-her", "sabot size 'leduc-poker(ranks=6)' --json"])
@game_argument
@json_option
def size(game: str, as_json: bool) -> None:
    """Say how large GAME is and what solving it will take, without solving it.

    The game is written out as mathematics, for 10 s of CPU time at most, and its parts are counted.
    Time and memory are a guess from those counts: a fit to measured games on one core. A tree may
    have as many nodes as half of this machine's memory bears, 10 million at most.
    """
    from sabot.analyse.size import survey
    from sabot.render.described import size_document
    from sabot.render.views.size import survey_view

    one = told(game)
    words = one.cost()
    with busy("writing the game out"):
        found = survey(one)
    if as_json:
        print_document(size_document(one, found))
    else:
        show(survey_view(str(one), one.seats, words, found))
    if not found.kind and not found.solvable:
        raise NoMethodError(found.problem)
