"""``sabot whist``: the verbs of the whist family, each imported when it is called."""

from __future__ import annotations

from sabot.cli.group import Verbs, verbs

whist: Verbs = verbs(
    {
        "deals": (
            "sabot.games.whist.cli.deals",
            "All deals of one suit counted: distributions, means, cards.",
        ),
        "puzzle": ("sabot.games.whist.cli.puzzle", "Find the right card of a deal of one suit."),
    },
    name="whist",
    help="Deals of one suit: all of them counted, or one as a puzzle.",
    examples=("sabot whist deals 13", "sabot whist puzzle hold-up --n 4 --seed 1 --answer"),
)
