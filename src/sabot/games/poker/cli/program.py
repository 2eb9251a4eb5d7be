"""``sabot draw``: the verbs of five-card draw, each imported when it is called."""

from __future__ import annotations

from sabot.cli.group import Verbs, verbs

draw: Verbs = verbs(
    {
        "tournament": (
            "sabot.games.poker.cli.tournament",
            "Players of five-card draw against each other, with intervals.",
        ),
    },
    name="draw",
    help="Five-card draw: players against each other. A seat of your own: sabot play draw-poker.",
    examples=(
        "sabot draw tournament thesis equilibrium random --hands 3000 --seed 1",
        "sabot draw tournament thesis random --hands 2000 --stack 20 --json",
    ),
)
