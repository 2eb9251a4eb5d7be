"""``sabot games`` and ``sabot show``: what there is, and the rules in words."""

from __future__ import annotations

from sabot.cli.group import verb
from sabot.cli.options import game_argument, json_option, told
from sabot.cli.output import print_document, width
from sabot.cli.output import show as shown
from sabot.telling.family import Family


@verb(examples=["sabot games", "sabot games --json"])
@json_option
def games(as_json: bool) -> None:
    """List the families of games: seats, parameters with their defaults, one line on each."""
    from sabot.games import families
    from sabot.render.described import games_document
    from sabot.render.views.family import families_view

    if as_json:
        print_document(games_document())
    else:
        shown(families_view(families()), columns=width() - 2)


def _family(text: str) -> Family | None:
    """Return the family that a bare name names, without importing any other.

    None where the name is one game of it: ``chemin-de-fer`` sets parameters of baccara.
    """
    from sabot.games import family_named

    found = family_named(text) if "(" not in text else None
    return None if found is None or found.called(text.strip(), {}) else found


@verb(examples=["sabot show le-her", "sabot show 'kuhn-poker(ranks=5)'"])
@game_argument
@json_option
def show(game: str, as_json: bool) -> None:
    """Tell the rules of GAME in words: seats, parameters and their ranges, whose the value is.

    A bare name such as le-her tells of the whole family.
    """
    from sabot.render.described import rules_document
    from sabot.render.views.family import rules_view

    family, one = _family(game), None
    if family is None:
        one = told(game)
        family = one.rules
        family.remark(one)  # a game in a file reads it: of one that is not there nothing is told
    if as_json:
        print_document(rules_document(one or family))
    elif one is None:
        shown(rules_view(family), columns=width() - 2)
    else:
        shown(rules_view(family, one.parameters, one.seats), columns=width() - 2)
