"""``sabot games``, ``show``, ``size``, ``hand``: look up games, rules, cost, poker hands.

Nothing is solved here. ``size`` writes the game out as a form, for 10 s of CPU time at most, and
estimates time and memory from its counts. ``hand`` gives the class of five cards, their exact
chances and the best discard.
"""

from __future__ import annotations

import click

from sabot.cli.options import game_argument, json_option, parse_game_argument
from sabot.cli.output import print_json, print_text, print_view, show_status, terminal_width
from sabot.cli.output import print_view as shown
from sabot.cli.verbs import verb
from sabot.errors import NoMethodError
from sabot.game_rules.family import Family


@verb(examples=["sabot games", "sabot games --json"])
@json_option
def games(as_json: bool) -> None:
    """List the families of games: seats, parameters with their defaults, one line on each."""
    from sabot.loading import families
    from sabot.render.views.game_info import games_document, games_view

    if as_json:
        print_json(games_document())
    else:
        shown(games_view(families()), columns=terminal_width() - 2)


def _family_of_bare_name(text: str) -> Family | None:
    """Return the family that a bare name names, without importing any other.

    None where the name is one game of it: ``chemin-de-fer`` sets parameters of baccara.
    """
    from sabot.game_rules.capabilities import AliasParameters
    from sabot.loading import find_family

    found = find_family(text) if "(" not in text else None
    alias = isinstance(found, AliasParameters) and found.called(text.strip(), {})
    return None if alias else found


@verb(
    examples=[
        "sabot show le-her",
        "sabot show 'kuhn-poker(ranks=5)'",
        "sabot show le-her --source",
    ]
)
@game_argument
@click.option("--source", is_flag=True, help="Print the rules as a Python file to change.")
@json_option
def show(game: str, source: bool, as_json: bool) -> None:
    """Tell the rules of GAME in words: seats, parameters and their ranges, whose the value is.

    A bare name such as le-her tells of the whole family. With --source the rules are printed as a
    file that runs: sabot show le-her --source > mine.py; sabot solve mine.py.
    """
    from sabot.render.views.game_info import rules_document, rules_view

    if source and as_json:
        raise click.UsageError("--source prints a Python file, --json a document; give one of them")
    family, one = _family_of_bare_name(game), None
    if family is None:
        one = parse_game_argument(game)
        family = one.rules
        family.remark(one)  # reads the file of a game in a file, so that a missing one is an error
    if source:
        from sabot.loading import rules_source

        print_text(rules_source(family.name).removesuffix("\n"))
        return
    if as_json:
        print_json(rules_document(one or family))
    elif one is None:
        shown(rules_view(family), columns=terminal_width() - 2)
    else:
        shown(rules_view(family, one.parameters, one.seats), columns=terminal_width() - 2)


@verb(examples=["sabot size le-her", "sabot size 'leduc-poker(ranks=6)' --json"])
@game_argument
@json_option
def size(game: str, as_json: bool) -> None:
    """Say how large GAME is and what solving it will take, without solving it.

    The game is written out as mathematics, for 10 s of CPU time at most, and its parts are counted.
    Time and memory are a guess from those counts: a fit to measured games on one core. A tree may
    have as many nodes as half of this machine's memory bears, 10 million at most.
    """
    from sabot.analysis.cost_estimate import estimate_cost
    from sabot.render.views.game_info import size_document, size_view

    one = parse_game_argument(game)
    words = one.cost()
    with show_status("writing the game out"):
        found = estimate_cost(one)
    if as_json:
        print_json(size_document(one, found))
    else:
        print_view(size_view(str(one), one.seats, words, found))
    if not found.kind and not found.solvable:
        raise NoMethodError(found.problem)


@verb(examples=["sabot hand AsKdQhJc9s", "sabot hand '6c 6d 7c 2d Ks' --against dealt --json"])
@click.argument("cards", nargs=-1, required=True)
@click.option(
    "--against",
    default="improved",
    metavar="MODEL",
    help="The opponent against whom holds are valued: 'improved' (plays on a pair or better and "
    "draws by the common rule), 'dealt' (keeps what he is dealt), 'kept' (as improved, hands "
    "without a pair stay in as they are).",
)
@click.option(
    "--joint",
    is_flag=True,
    help="No effect: one pack is always counted. Kept so that old commands still run.",
)
@json_option
def hand(cards: tuple[str, ...], against: str, joint: bool, as_json: bool) -> None:
    """Look up a poker hand of five CARDS: class, exact chances, best discard.

    A card is a rank 2 3 4 5 6 7 8 9 T J Q K A and a suit c d h s; the ace is high, and low in the
    straight to the five. A tie counts half. The best discard is the one, of at most four cards,
    with the greatest chance to win against one opponent, his cards and your new ones dealt from one
    pack without your five. Two simpler ways to count are shown beside it: he and you draw apart,
    and your own cards ignored.
    """
    from sabot.results.poker_hand import hand as looked_up

    found = looked_up(" ".join(cards), against=against)
    if as_json:
        print_json(found.to_json())
    else:
        from sabot.render.views.poker_odds import poker_odds_view

        print_view(poker_odds_view(found))
