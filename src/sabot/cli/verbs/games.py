"""``sabot games``, ``show``, ``size``, ``hand``: look up games, rules, cost, poker hands.

Nothing is solved here. ``size`` writes the game out as a form, for 10 s of CPU time at most, and
estimates time and memory from its counts. ``hand`` gives the class of five cards, their exact
chances and the best discard.
"""

from __future__ import annotations

import os

import click

from sabot.cli.options import game_argument, json_option, parse_game_argument, snap_option
from sabot.cli.output import (
    print_json,
    print_note,
    print_text,
    print_view,
    show_status,
    terminal_width,
)
from sabot.cli.verbs import verb
from sabot.errors import FormError, NoMethodError, SabotError
from sabot.game_rules.family import Family, Game


@verb(examples=["sabot games", "sabot games -v", "sabot games --json"])
@click.option("-v", "--verbose", is_flag=True, help="Also the seats and all parameters.")
@json_option
def games(verbose: bool, as_json: bool) -> None:
    """List the games that Sabot knows.

    With -v, each game has a sentence on its rules, its seats (players), and its parameters with
    their defaults. --json always has all of this.
    """
    from sabot.game_table import shipped_games
    from sabot.loading import families, is_installed
    from sabot.render.views.game_info import games_document, games_list, games_view

    if as_json:
        print_json(games_document())
    elif verbose:
        print_view(games_view(families()), columns=terminal_width() - 2)
    else:
        print_view(games_list([one for one in shipped_games().values() if is_installed(one)]))


def _family_of_bare_name(text: str) -> Family | None:
    """Return the family that a bare name names, without importing any other.

    None where the name is one game of it: ``chemin-de-fer`` sets parameters of baccara.
    """
    from sabot.game_rules.capabilities import AliasParameters
    from sabot.loading import find_family

    found = find_family(text) if "(" not in text else None
    alias = isinstance(found, AliasParameters) and found.called(text.strip(), {})
    return None if alias else found


def _require_default_parameters(game: Game, source: str) -> None:
    """Refuse parameters that the printed file of rules would not have."""
    from sabot.game_table import source_parameters

    family, known = game.rules, source_parameters(source)
    own = {key: one for key, one in game.parameters.items() if one != family.defaults.get(key)}
    if not own:
        return
    print_file = f"sabot show {family.name} --source > mine.py"
    missing = [key for key in own if key not in known]
    if missing:
        has = f"; those it has: {', '.join(known)}" if known else ""
        remedy = f"it has no parameter {' or '.join(missing)}{has}\n  to print it: {print_file}"
    else:
        given = ", ".join(f"{key}={family.kind(key).show(one)}" for key, one in own.items())
        rules = family.name.replace("-", "_")
        remedy = (
            "give the parameters when you solve it:\n"
            f"  {print_file}\n  sabot solve 'mine.py:{rules}({given})'"
        )
    raise FormError(f"{game}: --source prints the whole file; {remedy}")


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
    """Print the rules of GAME in words, its seats (players) and its parameters.

    A bare name such as le-her describes the whole family. With --source the rules are printed as a
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
        from sabot.game_table import rules_source

        text = rules_source(family.name)
        if one is not None:
            _require_default_parameters(one, text)
        print_text(text.removesuffix("\n"))
        return
    if as_json:
        print_json(rules_document(one or family))
    elif one is None:
        print_view(rules_view(family), columns=terminal_width() - 2)
    else:
        print_view(rules_view(family, one.parameters, one.seats), columns=terminal_width() - 2)


@verb(
    examples=[
        "sabot size le-her",
        "sabot size 'leduc-poker(ranks=6)' --json",
        "sabot size 'leduc-poker(bet1=*)'",
    ]
)
@game_argument
@snap_option
@json_option
def size(game: str, as_json: bool) -> None:
    """Count information sets and strategies of GAME; estimate time and memory.

    Nothing is solved. The game is written out for at most 10 s of CPU time, and its parts are
    counted. Time and memory are estimates from these counts and from the time that this took. The
    time is the CPU time of `sabot solve GAME -o FILE`, start-up included. It is a range, because
    games of one size differ. The memory is the most that is expected. A tree may have as many nodes
    as fit in half of this machine's memory, at most 10 million. In the output a view is an
    information set. Of a small two-player game that is not zero-sum it also says what
    `sabot equilibria GAME` takes: how many cases, time and memory. Of a GAME with a parameter
    marked * it says what `sabot prove GAME` takes.
    """
    from sabot.analysis.cost_estimate import estimate_cost, estimate_theorem_cost
    from sabot.loading import has_open_parameter, load_parametric
    from sabot.render.views.game_info import size_document, size_view

    with show_status("writing the game out"):
        try:
            one = parse_game_argument(game)
            name, seats, words = str(one), one.seats, one.cost()
            found = estimate_cost(one)
        except SabotError as fault:
            marked = has_open_parameter(game)
            if not marked and not os.path.isfile(game):
                raise
            try:
                name, form = load_parametric(game)
            except SabotError as why:  # what is not marked is a file without a letter
                raise (why if marked else fault) from None
            seats, words, found = form.seats, "", estimate_theorem_cost(form)
    if as_json:
        print_json(size_document(name, seats, words, found))
    else:
        print_view(size_view(name, seats, words, found))
    if found.bounded:
        print_note(f"not solved exactly: {found.problem}")
        raise click.exceptions.Exit(NoMethodError.exit_code)
    if not found.kind and not found.solvable:
        raise NoMethodError(found.problem)


@verb(
    examples=[
        "sabot hand AsKdQhJc9s",
        "sabot hand '6c 6d 7c 2d Ks' --against dealt --json",
        "sabot hand AsKs vs QQ Qs7h2d",
    ]
)
@click.argument("cards", nargs=-1, required=True)
@click.option(
    "--against",
    default="improved",
    metavar="MODEL",
    help="What the opponent does: 'improved' (default: plays a pair or better, and draws by the "
    "common rule), 'dealt' (plays every hand and draws nothing), 'kept' (as improved, but also "
    "plays hands without a pair, and draws nothing to them).",
)
@click.option(
    "--joint",
    is_flag=True,
    help="No effect; old commands that have it still run.",
)
@json_option
def hand(cards: tuple[str, ...], against: str, joint: bool, as_json: bool) -> None:
    """Look up a poker hand of five CARDS: class, exact chances, best discard.

    A card is a rank (2 3 4 5 6 7 8 9 T J Q K A) and a suit (c d h s). The ace is high, and low in
    the straight to the five. A tie counts half. The best discard throws away at most four cards and
    has the greatest chance to win against one opponent; all cards come from one pack without your
    five. Two simpler counts are shown beside it: both draw from separate packs, and your own cards
    are ignored.

    HAND vs RANGE [BOARD] compares Texas hold'em hands instead, as sabot equity does.
    """
    if "vs" in cards:
        from sabot.cli.verbs.equity import print_equity

        place = cards.index("vs")
        one, others = "".join(cards[:place]), cards[place + 1 :]
        if not one or not others:
            raise click.UsageError("write sabot hand HAND vs RANGE [BOARD], as in AsKs vs QQ")
        print_equity(one, others[0], "".join(others[1:]), as_json=as_json)
        return
    from sabot.results.poker_hand import hand as looked_up

    found = looked_up(" ".join(cards), against=against)
    if as_json:
        print_json(found.to_json())
    else:
        from sabot.render.views.poker_odds import poker_odds_view

        print_view(poker_odds_view(found))
