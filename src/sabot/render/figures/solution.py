"""Figures of a solved game: strategies, the lower envelope, thresholds on [0, 1].

A strategy is a grid of letters, a table of ranges (cards held across, action history down the
side), or bars. The lower envelope V(p) shows in one picture why a player with one choice between
two actions mixes: each pure response of the opponent is a line, and the peak of their minimum is
the value. A threshold equilibrium of a game with continuous types is one strip per decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from sabot.analysis.annotated_tree import AnnotatedNode
from sabot.cards.card import RANKS
from sabot.errors import FormError, NoMethodError
from sabot.exact import format_decimal, format_fraction
from sabot.forms.additive import AdditiveForm
from sabot.forms.continuous.betting_game import action_mix_text
from sabot.forms.extensive import MixedAction
from sabot.forms.sequence import MatrixForm, SequenceForm
from sabot.game_rules.capabilities import infoset_alias
from sabot.loading import find_family
from sabot.render.document import MIXED_CELL, StrategyGrid
from sabot.render.figures.captions import game_title, join_caption, payoff_unit
from sabot.render.figures.figure import Figure
from sabot.render.figures.panels import (
    EMPTY_HISTORY,
    BarPanel,
    Curve,
    FlowDiagram,
    FlowStep,
    GridPanel,
    IntervalPanel,
    Mark,
    Panel,
    RangePanel,
)
from sabot.render.strategy_table import (
    PlayerStrategyTable,
    build_strategy_grid,
    build_strategy_tables,
    merge_equal_infosets,
    sort_split_infosets,
    split_infoset_key,
)
from sabot.render.text import DIGITS, amount_text, clip_label, count_noun, decimal_text
from sabot.results.continuous import Equilibrium
from sabot.results.solution import Solution

StrategyPanel = BarPanel | GridPanel | RangePanel
StrategyPanels = list[StrategyPanel]
_MAX_FRACTION_CHARS = 7
"""Where a chance is a longer fraction, all chances of a figure are in per cent."""
_NUMBERS_KEY = "numbers are probabilities"
MOST_BARS = 60
MOST_TREE_NODES = 250
"""Nodes of a tree that is drawn: a page or two of paper."""
MOST_RANGE_COLUMNS = 13
"""Hands across a table of ranges."""
MOST_RANGE_ROWS = 60
_CARD_RANKS = frozenset(RANKS)


def tree_figure(game: str, seats: Sequence[str], root: AnnotatedNode, zero_sum: bool) -> Figure:
    """Return a game tree from left to right: who chooses what, how often, and what is paid.

    Each decision is named by its player and its information set, so that nodes of one information
    set have the same words.
    """
    steps: list[FlowStep] = []
    stack: list[tuple[AnnotatedNode, int | None, str]] = [(root, None, "")]
    while stack:
        node, parent, choice = stack.pop()
        place = len(steps)
        steps.append(FlowStep(_tree_node_text(node, zero_sum), parent, choice))
        branches = zip(node.below, node.labels, node.chances, strict=True)
        for child, label, chance in reversed(list(branches)):
            often = "" if chance is None else f"  {format_fraction(chance)}"
            if len(often) > _MAX_TREE_CHANCE:
                often = f"  {decimal_text(chance or Fraction(0), 3)[0]}"
            stack.append((child, place, f"{clip_label(label)}{often}"))
    paid = f"ends: paid to {seats[0]}" if zero_sum else f"ends: paid to {', '.join(seats)}"
    note = f"numbers on branches are probabilities; {paid}; equal names are one information set"
    return Figure(
        f"{game_title(game)}: game tree", (FlowDiagram("", tuple(steps), grows=True),), note
    )


_MAX_TREE_CHANCE = 9
"""Letters of a probability on a branch; a longer one is a decimal."""


def _tree_node_text(node: AnnotatedNode, zero_sum: bool) -> str:
    if node.kind == "chance":
        return "chance"
    if node.kind == "decision":
        return node.seat if node.view in ("", "-") else f"{node.seat}: {clip_label(node.view)}"
    assert node.pays is not None
    return ", ".join(format_fraction(pay) for pay in (node.pays[:1] if zero_sum else node.pays))


def require_drawable_tree(game: str, nodes: int | None) -> None:
    """Refuse a tree with more nodes than a figure holds; None: it has far more."""
    if nodes is None or nodes > MOST_TREE_NODES:
        size = "too many" if nodes is None else f"{nodes:,}"
        raise NoMethodError(
            f"{game}: its tree has {size} nodes, and a figure shows {MOST_TREE_NODES} at most\n"
            f"  the workbench folds it: sabot web '{game}'; as a file: sabot export '{game}' --efg"
        )


def strategies_figure(solution: Solution) -> Figure:
    """Return what each seat does, with the value below."""
    if not solution.chosen:
        raise FormError(f"{solution.game}: nobody chooses, so that there is no strategy to draw")
    panels = [
        panel
        for table in build_strategy_tables(solution)
        for panel in _strategy_panels(table, solution.game)
    ]
    if not _fractions_are_short(panels):
        panels = [_in_percent(panel) for panel in panels]
    seats = solution.seats[:1] if solution.zero_sum else solution.seats
    word = "value" if solution.zero_sum else "paid"
    paid = (f"{word} to {seat}: {amount_text(solution.payoffs[seat], DIGITS)}" for seat in seats)
    what = "optimal strategies" if solution.zero_sum else "strategies in equilibrium"
    title = f"{game_title(solution.game)}: {what}"
    return Figure(title, tuple(panels), join_caption(clip_label(solution.game), *paid))


def _panel_mixes(panel: StrategyPanel) -> list[Mapping[str, Fraction]]:
    if isinstance(panel, BarPanel):
        return [mix for _, mix in panel.lines]
    if isinstance(panel, GridPanel):
        return list(panel.mixes.values())
    return [mix for _, mix in panel.cells.values()]


def _fractions_are_short(panels: Sequence[StrategyPanel]) -> bool:
    """Return whether every chance is written as a fraction: no cell of letters has room for one."""
    if any(isinstance(panel, GridPanel) and panel.mixes for panel in panels):
        return False
    chances = (c for panel in panels for mix in _panel_mixes(panel) for c in mix.values())
    return all(len(format_fraction(chance)) <= _MAX_FRACTION_CHARS for chance in chances)


def _in_percent(panel: StrategyPanel) -> StrategyPanel:
    if isinstance(panel, RangePanel):
        key = panel.key.replace(_NUMBERS_KEY, f"{_NUMBERS_KEY} in per cent")
        return replace(panel, exact=False, key=key)
    return replace(panel, exact=False)


def _strategy_panels(table: PlayerStrategyTable, game: str) -> StrategyPanels:
    title = f"{table.seat}: {table.verdict}"
    if table.one_choice:
        lines = [(line.label, {"chance": line.mix[line.label]}) for line in table.lines]
        rest = f"; {table.idle} never chosen" if table.idle else ""
        return [BarPanel(title + rest, tuple(lines), ("chance",))]
    grid, left = build_strategy_grid(table.views, table.sees)
    if grid is not None:
        panels: StrategyPanels = [_grid_panel(grid, table, game, title)]
        others = [(line.label, line.mix) for line in merge_equal_infosets(left)]
        if others:
            panels += _bar_panels(f"{table.seat}: other views", others, table.actions)
        return panels
    found = range_panels(table.views, title, table.actions)
    if found:
        return list(found)
    return _bar_panels(title, [(line.label, line.mix) for line in table.lines], table.actions)


def _bar_panels(
    title: str, lines: list[tuple[str, MixedAction]], actions: tuple[str, ...]
) -> StrategyPanels:
    if not lines:
        return []
    more = len(lines) - MOST_BARS
    title += f" (and {count_noun(more, 'line')} more)" if more > 0 else ""
    return [BarPanel(title, tuple(lines[:MOST_BARS]), actions)]


def _grid_panel(grid: StrategyGrid, table: PlayerStrategyTable, game: str, title: str) -> GridPanel:
    """Return a grid as a board: its rows by what the game says hands share, its mixes in it."""
    order = sorted(grid.legend, key=lambda pair: table.actions.index(pair[1]))
    mixes = {
        (row, column): table.views[f"{row},{column}"]
        for row, letters in zip(grid.rows, grid.letters, strict=True)
        for column, letter in zip(grid.columns, letters, strict=True)
        if letter == MIXED_CELL
    }
    legend = {**dict(order), **({MIXED_CELL: "mixes"} if mixes else {})}
    family = find_family(game)
    groups = tuple(infoset_alias(family, row) for row in grid.rows)
    if family is None or groups == grid.rows:
        return GridPanel(
            title, grid.rows, grid.columns, grid.letters, legend, grid.sees, mixes=mixes
        )
    return GridPanel(
        title,
        grid.rows,
        grid.columns,
        grid.letters,
        legend,
        grid.sees,
        groups,
        family.kin,
        mixes,
    )


# ---------------------------------------------------------------------- tables of ranges


def range_panels(
    views: Mapping[str, MixedAction], title: str, actions: tuple[str, ...]
) -> list[RangePanel]:
    """Return tables of ranges: what is held across, what was said down the side.

    A view's parts that are cards are held; its other parts were said. Views with as many cards make
    one table. Nothing where some view has no card first, where nothing was ever said, or where a
    table would be mostly empty.

    >>> from fractions import Fraction
    >>> mix = {"bet": Fraction(1, 3), "pass": Fraction(2, 3)}
    >>> (one,) = range_panels({"J": mix, "Q": mix, "J,pass": mix, "Q,pass": mix}, "ann", ("bet",))
    >>> one.rows, one.columns
    (('at first', 'pass'), ('J', 'Q'))
    """
    split = {view: _split_cards_and_actions(split_infoset_key(view)) for view in views}
    if not views or not all(split.values()) or not any("," in view for view in views):
        return []
    sizes = sorted({len(found[0]) for found in split.values() if found})
    tables = []
    for number, size in enumerate(sizes):
        own = {view: found for view, found in split.items() if found and len(found[0]) == size}
        columns = sort_split_infosets({" ".join(cards): cards for cards, _ in own.values()})
        rows = _sort_histories(dict.fromkeys(said for _, said in own.values()))
        crowded = 2 * len(own) >= len(rows) * len(columns)
        if (
            not crowded
            or not 2 <= len(columns) <= MOST_RANGE_COLUMNS
            or len(rows) > MOST_RANGE_ROWS
        ):
            return []
        cells = {
            (_history_text(row), " ".join(cards)): (view, views[view])
            for row in rows
            for view, (cards, said) in own.items()
            if said == row
        }
        name = f"{title.partition(':')[0]}: {_CARDS_KNOWN_WORDS[min(size, 3)]}" if number else title
        used = tuple(a for a in actions if any(a in mix for _, mix in cells.values()))
        words = tuple(map(_history_text, rows))
        tables.append(RangePanel(name, words, tuple(columns), cells, used, _range_key(size)))
    return tables


def _range_key(cards: int) -> str:
    """Return how a table of ranges is read."""
    later = f"; {_CARD_DEALT_MARK} is where the next was seen" if cards > 1 else ""
    what = "cards in the order they were seen" if cards > 1 else "the card held"
    return f"across: {what}{later}; {_NUMBERS_KEY}"


_CARDS_KNOWN_WORDS = ("", "one card known", "two cards known", "more cards known")
ActionHistory = tuple[str, ...]
_CARD_DEALT_MARK = "/"
"""Stands where a card came between two words."""


def _split_cards_and_actions(found: tuple[str, ...]) -> tuple[ActionHistory, ActionHistory] | None:
    """Return the cards of a view and what was said, with a mark where a later card came."""
    if not (found[0] in _CARD_RANKS or found[0].isdigit()):
        return None
    cards, said = [], []
    for place, part in enumerate(found):
        if part in _CARD_RANKS or part.isdigit():
            cards.append(part)
            said += [_CARD_DEALT_MARK] * (place > 0)
        else:
            said.append(part)
    return tuple(cards), tuple(said)


def _sort_histories(every: Iterable[ActionHistory]) -> list[ActionHistory]:
    """Return what was said: by what came before the last card, short before long, as it came."""
    found = list(every)
    before = {
        said: said[: len(said) - said[::-1].index(_CARD_DEALT_MARK)]
        for said in found
        if _CARD_DEALT_MARK in said
    }
    first = list(dict.fromkeys(before.get(said, ()) for said in found))
    order = sorted(first, key=lambda part: (len(part), first.index(part)))
    return sorted(found, key=lambda said: (order.index(before.get(said, ())), len(said)))


def _history_text(said: ActionHistory) -> str:
    return " ".join(said) or EMPTY_HISTORY


EnvelopeForm = MatrixForm | SequenceForm
MOST_RESPONSE_LINES = 40
"""Beyond this many pure replies, their lines are a blur and only the envelope is drawn."""
_MAX_EXACT_CHARS = 24


def short_number_text(number: Fraction) -> str:
    """Return a fraction that fits beside a point: exact where it is short.

    >>> short_number_text(Fraction(9, 11)), short_number_text(Fraction(10**20 + 1, 3 * 10**20))
    ('9/11', '0.333333')
    """
    exact = format_fraction(number)
    return exact if len(exact) <= _MAX_EXACT_CHARS else decimal_text(number, 6)[0]


def has_envelope(form: EnvelopeForm) -> bool:
    """Tell whether one seat has a single choice between two actions."""
    return _player_with_one_mix(form) is not None


def envelope_figure(form: EnvelopeForm, game: str) -> Figure:
    """Return the envelope V(p) with its breakpoints, and its best point: the value of the game."""
    found = _player_with_one_mix(form)
    if found is None:
        raise NoMethodError(
            f"{game}: the envelope needs a seat with one choice between two actions, "
            "and an opponent whose choices do not follow one another"
        )
    seat, flat = found
    cell, sign = flat.sides[0].cells[0], -1 if seat else 1
    curve = EnvelopeCurve(
        game,
        form.seats[0],
        flat.sides[0].name,
        cell.key,
        cell.actions[1],
        not seat,
        tuple((p, sign * height) for p, height in flat.envelope.points),
        flat.envelope.peak,
        sign * flat.envelope.value,
    )
    return curve.figure(_response_lines(flat, sign))


@dataclass(frozen=True, slots=True)
class EnvelopeCurve:
    """V(p), paid to the first player: what a player is sure of that mixes at one information set.

    The probability of its action there is p, and the opponent plays a best response.
    """

    game: str
    first: str
    player: str
    infoset: str
    action: str
    secures: bool
    """Whether it is paid to the player itself: it secures V(p), the other concedes it."""
    points: tuple[tuple[Fraction, Fraction], ...]
    peak: tuple[Fraction, Fraction]
    """From where to where V(p) is best."""
    value: Fraction

    def figure(self, responses: Sequence[Curve] = (), *, labelled: bool = True) -> Figure:
        """Return V(p) with its breakpoints and its best point; *responses* are the pure ones."""
        what = "secures" if self.secures else "concedes"
        at = "" if self.infoset == "-" else f" at {self.infoset}"
        low, high = self.peak
        value = short_number_text(self.value)
        names = [f"p = {short_number_text(low)}, value {value}"]
        best = f"p = {decimal_text(low, 6)[0]}, value {decimal_text(self.value, 8)[0]}"
        note = f"best at {best}"
        if low != high:
            ends = f"{short_number_text(low)} to {short_number_text(high)}"
            names = [f"every p from {ends}, value {value}", ""]
            note = "level at the best: every p between is optimal"
        marks = [
            Mark(name if labelled else "", p, self.value)
            for name, p in zip(names, dict.fromkeys(self.peak), strict=True)
        ]
        curves = [*responses, Curve("V(p)", self.points)]
        corners = tuple(point for point in self.points[1:-1] if point[0] not in self.peak)
        if corners:
            curves.append(Curve("corners", corners, "dots"))
        panel = Panel(
            f"p: how often {self.player} plays {self.action}{at}",
            f"what {self.player} {what}, paid to {self.first} ({payoff_unit(self.game)})",
            tuple(curves),
            tuple(marks),
        )
        title = f"{game_title(self.game)}: what {self.player} {what} by mixing"
        return Figure(title, (panel,), join_caption(clip_label(self.game), note))


def _response_lines(flat: AdditiveForm, sign: int) -> list[Curve]:
    """Return the line of each pure reply, where the opponent has one choice of few."""
    cells = flat.sides[1].cells
    if len(cells) != 1 or len(cells[0].actions) > MOST_RESPONSE_LINES:
        return []
    heights = flat.heights(cells[0])
    return [response_line(action, sign * a, sign * b) for action, (a, b) in heights.items()]


def response_line(action: str, first: Fraction, last: Fraction) -> Curve:
    """Return the line of one pure response, by its heights at p = 0 and at p = 1."""
    return Curve(action, ((Fraction(0), first), (Fraction(1), last)), faint=True)


def _player_with_one_mix(form: EnvelopeForm) -> tuple[int, AdditiveForm] | None:
    """Return the seat with one mix, and the game as that seat's additive form."""
    sequences = form.sequence()
    if not sequences.is_single_stage:
        return None
    for seat in range(2):
        flat = AdditiveForm(sequences.swapped() if seat else sequences)
        if flat.has_one_mix:
            return seat, flat
    return None


MOST_THRESHOLD_STRIPS = 40
"""Turns of a seat that are drawn."""


def thresholds_figure(found: Equilibrium) -> Figure:
    """Return what each seat does with which hand, with what it is paid below."""
    panels = []
    for number, seat in enumerate(found.seats):
        turns = found.form.of(number)
        if not turns:
            continue  # a seat that never chooses
        lines = []
        for turn in turns[:MOST_THRESHOLD_STRIPS]:
            answer = found.answer(turn)
            ends = (*answer.cuts, Fraction(1))
            names = [action_mix_text(turn, mix) for mix in answer.mixes]
            lines.append((history_label(turn.view), tuple(zip(ends, names, strict=True))))
        plain = [action for turn in turns for action in turn.actions]
        drawn = [action for _, steps in lines for _, action in steps]
        actions = tuple(dict.fromkeys([*plain, *drawn]))
        more = len(turns) - MOST_THRESHOLD_STRIPS
        title = f"player {seat}" + (f" (and {more} turns more)" if more > 0 else "")
        panels.append(IntervalPanel(title, tuple(lines), actions))
    if not panels:
        raise FormError(f"{found.game}: nobody chooses, so that there is no strategy to draw")
    paid = ", ".join(f"{format_decimal(found.payoffs[seat], 6)} to {seat}" for seat in found.seats)
    title = f"{game_title(found.game)}: what is done with which hand"
    return Figure(
        title, tuple(panels), join_caption(clip_label(found.game), f"paid on average: {paid}")
    )


def history_label(view: str) -> str:
    """Return what was said before a turn, in words."""
    return "at first" if view == "-" else view


def threshold_figures(found: Callable[[], Equilibrium]) -> dict[str, Callable[[], Figure]]:
    """Return the figures of an equilibrium, by name."""
    return {"thresholds": lambda: thresholds_figure(found())}
