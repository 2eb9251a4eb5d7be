"""``sabot value``: what given strategies earn and secure, and the best response to each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import click

from sabot.cli.files import format_result, save_text
from sabot.cli.options import (
    anyway_option,
    game_argument,
    json_option,
    output_option,
    parse_game_argument,
    select_format,
    snap_option,
)
from sabot.cli.output import (
    print_json,
    print_note,
    print_view,
    save_then_print,
    show_status,
)
from sabot.cli.strategy_arguments import (
    bet_option,
    name_strategy_files_in_errors,
    parse_bet_terms,
    read_strategies,
    strategy_option,
)
from sabot.cli.verbs import verb
from sabot.kinds import views_of_result

if TYPE_CHECKING:
    pass


@verb(
    examples=[
        "sabot value 'baccara(model=B1, decks=8)' --strategy casino",
        "sabot value 'baccara(model=B2, decks=6)' --strategy Banker=casino --json",
        "sabot value 'blind-poker(players=2, q=0)' --strategy optimal",
        "sabot value 'baccara(model=B1, decks=8)' --strategy casino --bet tie=9",
    ]
)
@game_argument
@snap_option
@strategy_option("A file, 'casino' or 'optimal'; may be repeated.")
@click.option(
    "--locked",
    is_flag=True,
    help="With real hands: keep what is given; the rest is a best response (of one player) or an "
    "equilibrium near that of the game, if there is one.",
)
@bet_option()
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="List every information set at which something is lost.",
)
@json_option
@output_option
@anyway_option
def value(
    game: str,
    sources: Sequence[str],
    locked: bool,
    terms: Sequence[str],
    everything: bool,
    as_json: bool,
    output: str | None,
    anyway: bool,
) -> None:
    """Evaluate strategies for GAME: payoff, best response to each, exploitability.

    A strategy FILE is a saved solution (its certificate is checked), or JSON of the form {seat:
    {view: action}}. A view is an information set; "3,*" stands for many, "rest" for all others. An
    action may be mixed: {action: "p/q"}. SEAT= takes the strategy of one seat only. Instead of a
    file, 'casino' means the drawing rules of the casino game, for baccara, and 'optimal' an optimal
    strategy. With strategies for both seats you also get the exact expectation, how hands end, and
    the house edge of the bets on Player, Banker and tie, at 5 % commission and 8 to 1 (change this
    with --bet).

    If the game is not zero-sum: the payoff of each player, and how much more a best response to the
    others would earn. One of two players may be left out and then plays a best response; with three
    or more, all need a strategy. Where hands are real numbers, write [["3/5", "drop"], ["1",
    "enter"]]: drop up to 3/5, enter up to 1. A player who is left out plays optimally. With
    --locked what is given is kept. If all other turns are of one player, it plays its best
    response. Else an equilibrium near that of the game is looked for, and often not found.

    -o saves the result: as JSON, or in the format of FILE's ending (.tex, .md, .html, .csv).
    """
    form = select_format(output, "json", tables=True)
    one = parse_game_argument(game)
    with show_status(f"judging strategies for {one}"):
        from sabot.api import evaluation

        if not sources and one.rules.has_choices:
            raise click.UsageError("missing option '--strategy'.")
        given, origin = read_strategies(sources, one, whole=True)
        with name_strategy_files_in_errors(origin, one):
            found = evaluation.value(
                one, given, anyway=anyway, locked=locked, bets=parse_bet_terms(terms)
            )
    from sabot.analysis.continuous import CutsJudgement
    from sabot.analysis.evaluation import Judgement

    found = replace(found, sources={**found.sources, **origin})
    views = views_of_result(found)
    whole = replace(views, screen=partial(views.screen, most=None))
    document = found.to_json()
    with save_then_print(
        output, lambda path: save_text(path, format_result(form, whole, document))
    ):
        if as_json:
            print_json(document)
        else:
            print_view((whole if everything else views).document(None))
    if len(given) == 1 and not as_json and not isinstance(found, CutsJudgement):
        (seat,) = given
        other = next(name for name in one.seats if name != seat)
        named = f", or --strategy {other}=optimal" if isinstance(found, Judgement) else ""
        print_note(f"a pair: add --strategy FILE with {other}{named}")
