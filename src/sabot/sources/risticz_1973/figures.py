"""Draw figures 5 to 10 and 12: flow diagrams from the rules, strategies from exact numbers.

The printed strategies are drawn faintly beside ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise

from sabot.forms.continuous.betting_game import (
    BettingNode,
    ContinuousBettingForm,
    FoldNode,
    ThresholdRule,
    TurnNode,
)
from sabot.render.figures.figure import Figure
from sabot.render.figures.panels import Curve, FlowDiagram, FlowStep, Mark, Panel
from sabot.sources.risticz_1973.printed_formulas import printed
from sabot.sources.risticz_1973.profiles import (
    parse_numbers,
    profile_2pg,
    solve_equilibrium,
    thesis_form,
)
from sabot.sources.risticz_1973.section_5_5_real_hands import class_bounds

ZERO, ONE = Fraction(0), Fraction(1)
STRATEGY_FUNCTIONS = (
    ("player 1 enters", "1: -", 1),
    ("player 1 looks at a double", "1: 1 enter, 2 double", 1),
    ("player 2 plays", "2: 1 enter", 1),
    ("player 2 doubles", "2: 1 enter", 2),
)
"""The four functions of figure 7: the turn, and the action."""


def diagram_text(form: ContinuousBettingForm) -> str:
    """Return a flow diagram as text: each choice below what it follows.

    >>> from sabot.games.continuous_poker.family import blind_poker_form
    >>> print(diagram_text(blind_poker_form(ZERO, False, 2)))
    1 drop: ends
    1 enter
      2 drop: ends
      2 play: showdown of 1, 2
      2 double: showdown of 1, 2
    """
    return "\n".join(_branch_lines(form.root, ""))


def _branch_lines(node: BettingNode, space: str) -> Iterator[str]:
    if not isinstance(node, TurnNode):
        return
    for action, after in zip(node.actions, node.after, strict=True):
        end = "" if isinstance(after, TurnNode) else ": ends"
        if not isinstance(after, TurnNode | FoldNode):
            end = f": showdown of {', '.join(str(seat + 1) for seat in after.contenders)}"
        yield f"{space}{node.seat + 1} {action}{end}"
        yield from _branch_lines(after, space + "  ")


ChoiceNamer = Callable[[TurnNode, int], str]
"""The label of the line for a choice at a turn."""


def flow_diagram(
    form: ContinuousBettingForm, title: str, named: ChoiceNamer, *, framed: str = ""
) -> Figure:
    """Return a flow diagram; *framed* names the part after player 1 has dropped."""
    found: list[FlowStep] = []

    def grow(node: BettingNode, parent: int | None, choice: str, inside: bool) -> None:
        place = len(found)
        found.append(FlowStep(_node_text(node), parent, choice, inside))
        if not isinstance(node, TurnNode):
            return
        for action, after in enumerate(node.after):
            dropped = parent is None and node.actions[action] == "drop"
            grow(after, place, named(node, action), inside or (bool(framed) and dropped))

    grow(form.root, None, "", False)
    note = "an end: what each player is paid, or whose hands are compared for which pot"
    return Figure(title, (FlowDiagram("", tuple(found), framed),), note)


def _node_text(node: BettingNode) -> str:
    """Return the label of a node: whose turn it is, or how the play ends."""
    if isinstance(node, TurnNode):
        return f"player {node.seat + 1}"
    if isinstance(node, FoldNode):
        return " ".join(map(str, node.payoffs))
    return f"hands of {', '.join(str(seat + 1) for seat in node.contenders)} for {node.pot}"


def _plain_name(turn: TurnNode, action: int) -> str:
    return turn.actions[action]


CHOICE_SYMBOLS = {"enter": "φ₁(x)", "look": "φ₂(x)", "play": "ψ₁(y)", "double": "ψ₂(y)"}
"""The chances of figure 6, by what is done."""


def _symbolic_name(turn: TurnNode, action: int) -> str:
    name = turn.actions[action]
    return f"{name} {CHOICE_SYMBOLS[name]}" if name in CHOICE_SYMBOLS else name


def _cut_names(form: ContinuousBettingForm) -> ChoiceNamer:
    """Return how choices are named by the cuts of eq. 12: each player's counted from a1."""
    first: dict[tuple[int, str], int] = {}
    count = [0] * len(form.seats)
    for turn in form.turns():
        first[turn.seat, turn.view] = count[turn.seat]
        count[turn.seat] += len(turn.actions) - 1

    def named(turn: TurnNode, action: int) -> str:
        name = turn.actions[action]
        return f"{name} a{first[turn.seat, turn.view] + action}" if action else name

    return named


def draw_figure_5() -> Figure:
    """Draw the flow diagram of the 2-PG."""
    return flow_diagram(thesis_form(2, free=True), "Fig. 5: the 2-PG", _plain_name)


def draw_figure_6() -> Figure:
    """Draw which chance governs which choice of the 2-PG."""
    return flow_diagram(
        thesis_form(2, free=True), "Fig. 6: strategies for the 2-PG", _symbolic_name
    )


def draw_figure_8() -> Figure:
    """Draw the flow diagram of the 3-PG with the cuts of its strategies."""
    form = thesis_form(3, free=False)
    return flow_diagram(
        form, "Fig. 8: the 3-PG, and from which cut on a choice is taken", _cut_names(form)
    )


def draw_figure_9() -> Figure:
    """Draw the flow diagram of the 4-PG with the cuts of its strategies."""
    form = thesis_form(4, free=False)
    return flow_diagram(
        form, "Fig. 9: the 4-PG, and from which cut on a choice is taken", _cut_names(form)
    )


def draw_figure_10() -> Figure:
    """Draw the 4-PG with the 3-PG in it."""
    return flow_diagram(
        thesis_form(4, free=False), "Fig. 10: the 3-PG inside the 4-PG", _plain_name, framed="3-PG"
    )


def step_curve(answer: ThresholdRule, action: int) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return how often an action is taken, hand by hand: a line with upright steps."""
    ends = (ZERO, *answer.cuts, ONE)
    points: list[tuple[Fraction, Fraction]] = []
    for (low, high), taken in zip(pairwise(ends), answer.actions, strict=True):
        level = Fraction(taken == action)
        points += [(low, level), (high, level)] if low < high else []
    return tuple(points)


def draw_figure_7() -> Figure:
    """Draw the strategy functions of the 2-PG at q = 0.287."""
    ours = solve_equilibrium("blind-poker(players=2, q=0.287)").profile
    a, b, d, e, _ = parse_numbers(printed.table_11["0.287"])
    theirs = profile_2pg((a, b, b, d, e, ZERO))
    panels = tuple(
        Panel(
            "hand",
            "chance",
            (
                Curve("ours", step_curve(ours[key], action)),
                Curve("table 11", step_curve(theirs[key], action), faint=True),
            ),
            title=name,
            chances=True,
        )
        for name, key, action in STRATEGY_FUNCTIONS
    )
    return Figure("Fig. 7: strategies of the 2-PG, q = 0.287", panels)


def draw_figure_12() -> Figure:
    """Draw the cuts of the 4-PG turn by turn, and where pairs of each rank begin."""
    found = solve_equilibrium("blind-poker(players=4, q=0.287)")
    turns = list(found.form.turns())
    keys = [f"{turn.seat + 1}: {turn.view}" for turn in turns]
    go_on, double, said = [], [], []
    for place, key in enumerate(keys, 1):
        cuts = found.profile[key].cuts
        go_on.append((Fraction(place), cuts[0]))
        double += [(Fraction(place), cut) for cut in cuts[1:]]
        said += [(Fraction(place), cut) for cut in parse_numbers(printed.table_15[key])]
    curves = (
        Curve("enter or play, ours", tuple(go_on), "dots"),
        Curve("double, ours", tuple(double), "dots"),
        Curve("table 15", tuple(said), "dots", faint=True),
    )
    marks = tuple(Mark(f"pair of {rank}", y=class_bounds()[rank]) for rank in printed.ranks[3:])
    ticks = tuple(_turn_abbreviation(turn) for turn in turns)
    panel = Panel(
        "whose turn; before it others have dropped (D) or entered (E)",
        "least hand",
        curves,
        marks,
        ticks=ticks,
    )
    return Figure("Fig. 12: least hands of the 4-PG, q = 0.287", (panel,))


def _turn_abbreviation(turn: TurnNode) -> str:
    """Return a turn in a few letters: ``3 DE`` where player 1 has dropped and 2 entered."""
    said = turn.view.split(", ") if turn.view != "-" else []
    return " ".join(
        [str(turn.seat + 1), *filter(None, ["".join(part[2].upper() for part in said)])]
    )
