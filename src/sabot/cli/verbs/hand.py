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
    from sabot.results.hand import hand as looked_up

    found = looked_up(" ".join(cards), against=against)
    if as_json:
        print_document(found.to_json())
    else:
        from sabot.render.hands.poker import hand_view

        show(hand_view(found))
