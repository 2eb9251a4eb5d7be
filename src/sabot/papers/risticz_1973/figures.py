"""Figures 7 and 12, from exact numbers; the flow diagrams 5 and 8 to 10 as text.

Beside our strategies stand the printed ones: faint.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from sabot.forms.threshold.answers import Answer
from sabot.forms.threshold.betting import Fold, Node, ThresholdForm, Turn
from sabot.papers.risticz_1973 import printed
from sabot.papers.risticz_1973.hands import bounds
from sabot.papers.risticz_1973.profiles import lettered, numbers, solved
from sabot.render.figures.figure import Curve, Figure, Mark, Panel

ZERO, ONE = Fraction(0), Fraction(1)
FUNCTIONS = (
    ("player 1 enters", "1: -", 1),
    ("player 1 looks at a double", "1: 1 enter, 2 double", 1),
    ("player 2 plays", "2: 1 enter", 1),
    ("player 2 doubles", "2: 1 enter", 2),
)
"""The four functions of figure 7: the turn, and the action."""


def diagram(form: ThresholdForm) -> str:
    """Return a flow diagram as text: each choice below what it follows.

    >>> from sabot.games.blind.family import betting
    >>> print(diagram(betting(ZERO, False, 2)))
    1 drop: ends
    1 enter
      2 drop: ends
      2 play: showdown of 1, 2
      2 double: showdown of 1, 2
    """
    return "\n".join(_branches(form.root, ""))


def _branches(node: Node, space: str) -> Iterator[str]:
    if not isinstance(node, Turn):
        return
    for action, after in zip(node.actions, node.after, strict=True):
        end = "" if isinstance(after, Turn) else ": ends"
        if not isinstance(after, Turn | Fold):
            end = f": showdown of {', '.join(str(seat + 1) for seat in after.contenders)}"
        yield f"{space}{node.seat + 1} {action}{end}"
        yield from _branches(after, space + "  ")


def steps(answer: Answer, action: int) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return how often an action is taken, hand by hand: a line with upright steps."""
    ends = (ZERO, *answer.cuts, ONE)
    points: list[tuple[Fraction, Fraction]] = []
    for (low, high), taken in zip(pairwise(ends), answer.actions, strict=True):
        level = Fraction(taken == action)
        points += [(low, level), (high, level)] if low < high else []
    return tuple(points)


def figure_7() -> Figure:
    """Draw the strategy functions of the 2-PG at q = 0.287."""
    ours = solved("blind-poker(players=2, q=0.287)").profile
    a, b, d, e, _ = numbers(printed.TABLE_11["0.287"])
    theirs = lettered((a, b, b, d, e, ZERO))
    panels = tuple(
        Panel(
            "hand",
            "chance",
            (
                Curve("ours", steps(ours[key], action)),
                Curve("table 11", steps(theirs[key], action), faint=True),
            ),
            title=name,
            chances=True,
        )
        for name, key, action in FUNCTIONS
    )
    return Figure("Fig. 7: strategies of the 2-PG, q = 0.287", panels)


def figure_12() -> Figure:
    """Draw the cuts of the 4-PG turn by turn, and where pairs of each rank begin."""
    found = solved("blind-poker(players=4, q=0.287)")
    turns = list(found.form.turns())
    keys = [f"{turn.seat + 1}: {turn.view}" for turn in turns]
    go_on, double, said = [], [], []
    for place, key in enumerate(keys, 1):
        cuts = found.profile[key].cuts
        go_on.append((Fraction(place), cuts[0]))
        double += [(Fraction(place), cut) for cut in cuts[1:]]
        said += [(Fraction(place), cut) for cut in numbers(printed.TABLE_15[key])]
    curves = (
        Curve("enter or play, ours", tuple(go_on), "dots"),
        Curve("double, ours", tuple(double), "dots"),
        Curve("table 15", tuple(said), "dots", faint=True),
    )
    marks = tuple(Mark(f"pairs of {rank} begin", y=bounds()[rank]) for rank in printed.RANKS[3:])
    ticks = tuple(_short(turn) for turn in turns)
    panel = Panel(
        "whose turn, and who has entered or dropped", "least hand", curves, marks, ticks=ticks
    )
    return Figure("Fig. 12: least hands of the 4-PG, q = 0.287", (panel,))


def _short(turn: Turn) -> str:
    """Return a turn in a few letters: ``3 DE`` where player 1 has dropped and 2 entered."""
    said = turn.view.split(", ") if turn.view != "-" else []
    return " ".join(
        [str(turn.seat + 1), *filter(None, ["".join(part[2].upper() for part in said)])]
    )
