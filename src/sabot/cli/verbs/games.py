"""``sabot games`` and ``sabot show``: what there is, and the rules in words."""

from __future__ import annotations

from typing import Any

from sabot.cli.group import verb
from sabot.cli.options import game_argument, json_option, told
from sabot.cli.output import print_document, width
from sabot.cli.output import show as shown
from sabot.telling.family import Family


def _description(family: Family) -> dict[str, Any]:
    from sabot.render.views.family import summary

    return {
        "name": family.name,
        "summary": summary(family),
        "seats": list(family.seats),
        "parameters": {
            key: {
                "words": kind.words.removeprefix("write "),
                "default": kind.show(family.defaults[key]) if key in family.defaults else None,
            }
            for key, kind in family.kinds.items()
        },
    }


@verb(examples=["sabot games", "sabot games --json"])
@json_option
def games(as_json: bool) -> None:
    """List the families of games: seats, parameters with their defaults, one line on each."""
    from sabot.games import families
    from sabot.render.views.family import families_view

    known = families()
    if as_json:
        print_document({"schema": "sabot/games/1", "games": [_description(f) for f in known]})
    else:
        shown(families_view(known), columns=width() - 2)


def _family(text: str) -> Family | None:
    """Return the family that a bare name names, without importing any other."""
    from sabot.games import family_named

    return family_named(text) if "(" not in text else None


@verb(examples=["sabot show le-her", "sabot show 'kuhn-poker(ranks=5)'"])
@game_argument
@json_option
def show(game: str, as_json: bool) -> None:
    """Tell the rules of GAME in words: seats, parameters and their ranges, whose the value is.

    A bare name such as le-her tells of the whole family.
    """
    from sabot.render.views.family import rules_view

    seats: tuple[str, ...] = ()
    family, values = _family(game), None
    if family is None:
        one = told(game)
        family, values, seats = one.rules, one.parameters, one.seats
        family.remark(one)  # a game in a file reads it: of one that is not there nothing is told
    if as_json:
        body = {"schema": "sabot/rules/1", **_description(family), "rules": family.__doc__}
        if values is not None:
            body["seats"] = list(seats)
            body["values"] = {key: family.kinds[key].show(value) for key, value in values.items()}
        print_document(body)
    else:
        shown(rules_view(family, values, seats), columns=width() - 2)
