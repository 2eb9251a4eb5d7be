"""``sabot hand``: a poker hand, its class, its exact chances, its best discard."""

from __future__ import annotations

import click

from sabot.cli.group import verb
from sabot.cli.options import json_option
from sabot.cli.output import print_document, show


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
    help="Value holds also where his cards and your new ones come from one pack (against "
    "'improved'; takes some seconds the first time).",
)
@json_option
def hand(cards: tuple[str, ...], against: str, joint: bool, as_json: bool) -> None:
    """Look up a poker hand of five CARDS: class, exact chances, best discard.

    A card is a rank 2 3 4 5 6 7 8 9 T J Q K A and a suit c d h s; the ace is high, and low in the
    straight to the five. Chances count a tie half. They are given against an opponent from a whole
    pack, and against one in whose pack your five cards are not; his cards and your new ones are
    drawn apart, unless --joint is given.
    """
    from sabot.results.hand import hand as looked_up

    found = looked_up(" ".join(cards), against=against, joint=joint)
    if as_json:
        print_document(found.to_json())
    else:
        from sabot.render.hands.poker import hand_view

        show(hand_view(found))
