"""``sabot equity``: range against range, in Texas hold'em or of five cards, exactly."""

from __future__ import annotations

import click

from sabot.cli.options import json_option
from sabot.cli.output import print_json, print_view, show_status
from sabot.cli.verbs import verb


@verb(
    examples=[
        "sabot equity AsKs QQ Qs7h2d",
        "sabot equity 22+,AJs+ KQo,QJs AhKd8c5s --json",
        "sabot equity AsKdQhJc9s pair+",
    ]
)
@click.argument("one", metavar="RANGE")
@click.argument("two", metavar="RANGE")
@click.argument("board", default="")
@json_option
def equity(one: str, two: str, board: str, as_json: bool) -> None:
    """Compare two ranges of poker hands: how often each wins, exactly.

    A RANGE is written as usual: 22+,AJs+,KQo,A5s-A2s,AhKd,TT:0.5, or all. BOARD has 3, 4 or 5
    cards; without it hands are compared before the flop, over all boards. A tie counts half.

    Hands of five cards are compared as they are. A RANGE of them has hands and kinds:
    AsKdQhJc9s, 'two pairs', pair+ (a pair or better), or all.
    """
    print_equity(one, two, board, as_json=as_json)


def print_equity(one: str, two: str, board: str, *, as_json: bool) -> None:
    """Print the chances of two ranges."""
    from sabot.results.equity import equity as count

    with show_status(f"comparing {one} with {two}"):
        found = count(one, two, board)
    if as_json:
        print_json(found.to_json())
    else:
        from sabot.render.views.equity import equity_view

        print_view(equity_view(found))
