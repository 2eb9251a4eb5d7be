"""Free looks with three and four players: the shape of the equilibrium near q = 287/1000.

Found once by regret minimisation on a grid of sixty hands, where a range of hands that mix stands
for a cut inside it. Against one who entered the blind doubles with his worst hands too; against
more he does not. After a double the last to speak looks with all his hands if nobody has before
him. A start, nothing more: the exact best replies decide.
"""

from __future__ import annotations

from sabot.forms.threshold.hint import Cuts, Shape

UP, BLUFF, THREE, ALWAYS = (0, 1), (2, 0, 1, 2), (0, 1, 2), (1,)
"""Answers from the lowest hands up: drop then go on; double, drop, play, double; drop, play,
double; go on with every hand."""
NEAR = "287/1000"

PAIR = {
    "1: -": (UP, (0.6,)),
    "2: 1 enter": (BLUFF, (0.015, 0.63, 0.82)),
    "1: 1 enter, 2 double": (UP, (0.72,)),
}
TRIO = {
    "1: -": (UP, (0.691,)),
    "2: 1 drop": (UP, (0.599,)),
    "3: 1 drop, 2 enter": (BLUFF, (0.015, 0.63, 0.819)),
    "2: 1 drop, 2 enter, 3 double": (UP, (0.725,)),
    "2: 1 enter": (UP, (0.826,)),
    "3: 1 enter, 2 drop": (BLUFF, (0.012, 0.715, 0.86)),
    "1: 1 enter, 2 drop, 3 double": (UP, (0.788,)),
    "3: 1 enter, 2 enter": (THREE, (0.8, 0.912)),
    "1: 1 enter, 2 enter, 3 double": (UP, (0.914,)),
    "2: 1 enter, 2 enter, 3 double, 1 drop": (ALWAYS, ()),
    "2: 1 enter, 2 enter, 3 double, 1 look": (UP, (0.924,)),
}
FOUR = {
    "1: -": (UP, (0.752,)),
    "2: 1 drop": (UP, (0.691,)),
    "3: 1 drop, 2 drop": (UP, (0.599,)),
    "4: 1 drop, 2 drop, 3 enter": (BLUFF, (0.015, 0.63, 0.819)),
    "3: 1 drop, 2 drop, 3 enter, 4 double": (UP, (0.725,)),
    "3: 1 drop, 2 enter": (UP, (0.826,)),
    "4: 1 drop, 2 enter, 3 drop": (BLUFF, (0.012, 0.715, 0.86)),
    "2: 1 drop, 2 enter, 3 drop, 4 double": (UP, (0.788,)),
    "4: 1 drop, 2 enter, 3 enter": (THREE, (0.8, 0.912)),
    "2: 1 drop, 2 enter, 3 enter, 4 double": (UP, (0.914,)),
    "3: 1 drop, 2 enter, 3 enter, 4 double, 2 drop": (ALWAYS, ()),
    "3: 1 drop, 2 enter, 3 enter, 4 double, 2 look": (UP, (0.924,)),
    "2: 1 enter": (UP, (0.862,)),
    "3: 1 enter, 2 drop": (UP, (0.855,)),
    "4: 1 enter, 2 drop, 3 drop": (BLUFF, (0.009, 0.771, 0.888)),
    "1: 1 enter, 2 drop, 3 drop, 4 double": (UP, (0.829,)),
    "4: 1 enter, 2 drop, 3 enter": (THREE, (0.84, 0.927)),
    "1: 1 enter, 2 drop, 3 enter, 4 double": (UP, (0.929,)),
    "3: 1 enter, 2 drop, 3 enter, 4 double, 1 drop": (ALWAYS, ()),
    "3: 1 enter, 2 drop, 3 enter, 4 double, 1 look": (UP, (0.937,)),
    "3: 1 enter, 2 enter": (UP, (0.914,)),
    "4: 1 enter, 2 enter, 3 drop": (THREE, (0.84, 0.93)),
    "1: 1 enter, 2 enter, 3 drop, 4 double": (UP, (0.932,)),
    "2: 1 enter, 2 enter, 3 drop, 4 double, 1 drop": (ALWAYS, ()),
    "2: 1 enter, 2 enter, 3 drop, 4 double, 1 look": (UP, (0.939,)),
    "4: 1 enter, 2 enter, 3 enter": (THREE, (0.866, 0.953)),
    "1: 1 enter, 2 enter, 3 enter, 4 double": (UP, (0.923,)),
    "2: 1 enter, 2 enter, 3 enter, 4 double, 1 drop": (ALWAYS, ()),
    "3: 1 enter, 2 enter, 3 enter, 4 double, 1 drop, 2 drop": (ALWAYS, ()),
    "3: 1 enter, 2 enter, 3 enter, 4 double, 1 drop, 2 look": (ALWAYS, ()),
    "2: 1 enter, 2 enter, 3 enter, 4 double, 1 look": (UP, (0.942,)),
    "3: 1 enter, 2 enter, 3 enter, 4 double, 1 look, 2 drop": (ALWAYS, ()),
    "3: 1 enter, 2 enter, 3 enter, 4 double, 1 look, 2 look": (UP, (0.95,)),
}
KNOWN: dict[int, dict[str, tuple[tuple[int, ...], tuple[float, ...]]]] = {2: PAIR, 3: TRIO, 4: FOUR}


def shape_and_cuts(players: int) -> tuple[Shape, Cuts]:
    """Return the shape for so many players, and cuts near those for q = 287/1000."""
    known = KNOWN[players]
    return {key: one for key, (one, _) in known.items()}, {
        k: cuts for k, (_, cuts) in known.items()
    }
