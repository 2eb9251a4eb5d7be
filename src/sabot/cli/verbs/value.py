"""``sabot value``: what given strategies earn, and the best reply to each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import click

from sabot.cli.files import chosen_form, save_text, text_in
from sabot.cli.group import verb
from sabot.cli.options import anyway_option, game_argument, json_option, output_option, told
from sabot.cli.output import busy, print_document, saving, say, show
from sabot.cli.strategy import bet_option, blamed, gathered, strategy_option, terms_given
from sabot.render.written import TABLES, views_of


@verb(
    examples=[
        "sabot value 'baccara(model=B1, decks=8)' --strategy casino",
        "sabot value 'baccara(model=B2, decks=6)' --strategy Banker=casino --json",
        "sabot value 'blind-poker(players=2, q=0)' --strategy optimal",
        "sabot value 'baccara(model=B1, decks=8)' --strategy casino --bet tie=9",
    ]
)
@game_argument
@strategy_option("A file, or 'casino' or 'optimal'; once or more; not where nobody chooses.")
@click.option(
    "--locked", is_flag=True, help="With real hands: balance all that is not given around it."
)
@bet_option()
@click.option("--all", "everything", is_flag=True, help="List every view at which something loses.")
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
    """Judge strategies for GAME: what they earn, what they secure, where they lose.

    A FILE is a saved solution, whose certificate is checked, or JSON of the shape {seat: {view:
    action}}; an action may be a mix, {action: "p/q"}; "3,*" names many views, "rest" all that are
    left. SEAT= takes one seat's strategy only. 'casino' is the drawing rules of the modern casino
    game, for baccara; 'optimal' an optimal strategy. With strategies for both seats the exact
    expectation is given too, how hands end, and the house's edge on the bets of onlookers (Player,
    Banker, the tie), at 5 % commission and 8 to 1 unless --bet says otherwise.

    Where payoffs do not sum to 0 there is no value: what each seat is paid, and how much more its
    best reply to the others would earn it. One of two seats may be left out, and plays its best
    reply to the other; three or more all need a strategy. Where hands are real numbers an action is
    [["3/5", "drop"], ["1", "enter"]], up to which hand which; a seat that is left out plays
    optimally, or with --locked in balance with what is given.

    -o saves the judgement: as JSON, or as the end of FILE says (.tex, .md, .html, .csv).
    """
    form = chosen_form(output, "json", *TABLES)
    one = told(game)
    with busy(f"judging strategies for {one}"):
        from sabot import api

        if not sources and one.rules.has_choices:
            raise click.UsageError("missing option '--strategy'.")
        given, origin = gathered(sources, one, whole=True)
        with blamed(origin, one):
            found = api.value(one, given, anyway=anyway, locked=locked, bets=terms_given(terms))
    from sabot.analyse.betting.judge import CutsJudgement
    from sabot.analyse.judge import Judgement

    found = replace(found, sources={**found.sources, **origin})
    views = views_of(found)
    whole = replace(views, screen=partial(views.screen, most=None))
    document = found.to_json()
    with saving(output, lambda path: save_text(path, text_in(form, whole, document))):
        if as_json:
            print_document(document)
        else:
            show((whole if everything else views).document(None))
    if len(given) == 1 and not as_json and not isinstance(found, CutsJudgement):
        (seat,) = given
        other = next(name for name in one.seats if name != seat)
        named = f", or --strategy {other}=optimal" if isinstance(found, Judgement) else ""
        say(f"a pair: add --strategy FILE with {other}{named}")
