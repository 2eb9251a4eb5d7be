"""Draw figures 1 and 5 to 13: flow diagrams from the rules, strategies from exact numbers.

The printed strategies are drawn faintly beside ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sabot.forms.continuous.betting_game import (
    BettingNode,
    ContinuousBettingForm,
    FoldNode,
    ThresholdRule,
    TurnNode,
)
from sabot.forms.continuous.expected_payoff import threshold_payoff
from sabot.games.traffic_network import DAFERMOS
from sabot.render.figures.figure import Figure
from sabot.render.figures.panels import Curve, FlowDiagram, FlowStep, Mark, Panel
from sabot.sources.risticz_1973.printed_formulas import printed
from sabot.sources.risticz_1973.profiles import (
    Q,
    monotone_profile,
    parse_numbers,
    profile_2pg,
    solve_equilibrium,
    thesis_form,
)
from sabot.sources.risticz_1973.section_4_5_real_cards import kept_costs
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


SHUFFLE_STEPS = ("i = 1", "x in [0, 1)", "n = i + [(53 - i) x]", "exchange i and n")
"""The steps of figure 1 as the text beside it has them."""


def draw_figure_1() -> Figure:
    """Draw the shuffle; the interval of x is open at 1, as it must be."""
    steps = tuple(
        FlowStep(label, place - 1 if place else None, "")
        for place, label in enumerate(SHUFFLE_STEPS)
    )
    note = "cards 1 to 52; after an exchange i + 1 follows, with a new x, up to i = 51"
    return Figure("Fig. 1: deck shuffling algorithm", (FlowDiagram("", steps),), note)


SIMULATED_GAMES = (100, 10_000, 30_000, 100_000)
"""The numbers of games of 5.4."""
SIMULATED_SEEDS = range(1, 9)


def simulated_payoffs(games: int, seed: int) -> NDArray[np.float64]:
    """Return what the three players of the 3-PG are paid on average in so many games of 5.4.

    Each hand is dealt and improved as 5.4 says, at the cuts of its vector.
    """
    draw = np.random.default_rng(seed)
    hands, improved = draw.random((3, games)), draw.random((3, games)) < float(Q)
    a = [float(cut) for cut in printed.vector.split()]
    first = hands[0] >= a[0]
    second = hands[1] >= np.where(first, a[2], a[1])
    row = np.where(first, np.where(second, 2, 1), 0)
    low, high = np.array(a[3::2])[row], np.array(a[4::2])[row]
    plays, doubles = hands[2] >= low, hands[2] >= high
    opened = first | second
    stake = np.where(doubles & opened, 4, 2)
    blind = np.where(doubles, 4, np.where(plays, 2, 1)) * opened
    paid = np.stack([stake * first, stake * second, blind])
    contend = np.stack([first, second, plays & opened])
    best = np.where(contend, hands + 2 * improved, -1).argmax(axis=0)
    won = np.where(np.arange(3)[:, None] == best, paid.sum(axis=0), 0)
    return np.asarray((won - paid).mean(axis=1))


def simulated_errors(games: int, seed: int) -> float:
    """Return the largest relative error of the three payoffs of 5.4 in so many games, per cent."""
    form = thesis_form(3, free=False)
    numbers = iter(printed.vector.split())
    profile = monotone_profile(
        {key: " ".join(next(numbers) for _ in line.split()) for key, line in printed.three.items()}
    )
    exact = [float(threshold_payoff(form, profile, seat)) for seat in range(3)]
    return float(100 * max(abs(simulated_payoffs(games, seed) / exact - 1)))


def draw_figure_11() -> Figure:
    """Draw the largest relative error of simulated payoffs against the number of games."""
    curves = tuple(
        Curve(
            f"seed {seed}",
            tuple((Fraction(games), simulated_errors(games, seed)) for games in SIMULATED_GAMES),
            faint=seed > 1,
        )
        for seed in SIMULATED_SEEDS
    )
    games, says = printed.largest_error
    mark = Mark(f"printed: {says} % in {games} games", Fraction(games), Fraction(says))
    panel = Panel("games", "largest error, per cent", curves, (mark,), doubling=True)
    return Figure("Fig. 11: payoffs of the 3-PG, simulated and exact", (panel,))


def draw_figure_13() -> Figure:
    """Draw the network of 6.2.1: towns x and y, and the one-way roads between them."""
    panels = []
    for sender, (start, end) in zip(DAFERMOS.senders, (("x", "y"), ("y", "x")), strict=True):
        steps = [FlowStep(f"town {start}: {sender.amount} units")]
        for road in sender.roads:
            name = DAFERMOS.roads[road]
            steps.append(FlowStep(f"town {end}", 0, f"road {name}: f{name}"))
        panels.append(FlowDiagram(f"from {start} to {end}", tuple(steps)))
    return Figure("Fig. 13: an example of a simple network", tuple(panels))


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


def draw_bluffs() -> Figure:
    """Draw how many hands without a pair enter on real cards, by how often the blind drops."""
    curve = Curve("enter", kept_costs()["none"].bluffs, "dots")
    mark = Mark("a bluff pays from 2/3 on", x=Fraction(2, 3))
    panel = Panel(
        "chance that the blind drops, given the hand", "enter", (curve,), (mark,), chances=True
    )
    return Figure(
        "Hands without a pair that enter on real cards, without a draw",
        (panel,),
        "each dot: all such hands of one step of 0.005",
    )


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
