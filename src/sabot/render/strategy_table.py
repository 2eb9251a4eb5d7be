"""Behaviour strategies laid out: lines of equal infosets, or a grid of letters.

Neighbouring information sets with the same answer become one line (``1-6``). Where information
sets have two parts (what is held, what was seen) a strategy is a grid, one letter per cell: the
letters are those of the actions (``D`` draw, ``S`` stand), and ``*`` marks a cell that mixes.
Information sets are sorted short before long, cards by rank, words in the order in which they
came.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sabot.cards.card import RANKS
from sabot.errors import SabotError
from sabot.forms.extensive import MixedAction
from sabot.game_rules.game import Game
from sabot.render.document import MIXED_CELL, StrategyGrid, StrategyLine
from sabot.render.text import printable
from sabot.results.solution import Solution

_INTEGER = re.compile(r"-?[0-9]{1,18}")
_DASH_AT_DIGIT = re.compile(r"-\d|\d-")


@dataclass(frozen=True, slots=True)
class PlayerStrategyTable:
    """The strategy of one seat, ready to be drawn.

    A seat with views has a line for each run of them. A seat that chooses once, from a list, has a
    line for each choice it makes; ``idle`` counts the others. ``hidden`` counts the views that are
    left out because the choice there is forced or the strategy never comes there.
    """

    seat: str
    unique: bool | None
    """None where it was not decided."""
    actions: tuple[str, ...]
    lines: tuple[StrategyLine, ...]
    one_choice: bool = False
    idle: int = 0
    hidden: int = 0
    views: Mapping[str, MixedAction] = field(default_factory=dict)
    """What the lines are made of, one entry per information set."""
    everywhere: bool = True
    """Whether a unique strategy is unique also at the information sets that it never reaches."""
    sees: tuple[str, ...] = ()
    """What the parts of its views are, where the game says so."""
    absent: tuple[str, ...] = ()
    """Views that the cards never show."""
    balanced: bool = False
    """Whether it is a part of an equilibrium, and not optimal by itself."""
    alone: bool = False
    """Whether there is no other equilibrium: every seat's strategy is unique."""

    @property
    def never_asked(self) -> bool:
        """Whether the seat has nothing to choose, so that nothing is to be said of it."""
        return not self.lines and not self.hidden

    @property
    def verdict(self) -> str:
        """What is said of uniqueness."""
        if self.never_asked:
            return "never asked"
        rest = "" if self.everywhere else ", except at views it never reaches"
        if self.balanced:
            if self.unique is None:
                return "an equilibrium; it may not be the only one (run `sabot equilibria`)"
            same = "the only equilibrium" if self.alone else "the same in every equilibrium"
            return f"{same}{rest}" if self.unique else "one of several equilibria"
        if not self.unique:
            return "one of several optimal strategies"
        return f"the only optimal strategy{rest}"


def build_strategy_tables(
    solution: Solution, *, everything: bool = False
) -> list[PlayerStrategyTable]:
    """Return the table of each seat; *everything* keeps forced and unreached views."""
    tables = []
    for seat in solution.seats:
        strategy = solution[seat]
        balanced = not solution.zero_sum
        unique = solution.uniqueness.get(seat) if balanced else solution.uniqueness[seat]
        if list(strategy) == ["-"]:
            once = _single_choice_table(seat, unique, strategy["-"])
            tables.append(replace(once, balanced=balanced, alone=solution.unique))
            continue
        live = set(strategy) if everything else reached_infosets(solution, seat)
        kept = {
            view: mix
            for view, mix in strategy.items()
            if view in live and (everything or len(mix) > 1)
        }
        actions = tuple(dict.fromkeys(action for mix in kept.values() for action in mix))
        hidden = len(strategy) - len(kept)
        tables.append(
            PlayerStrategyTable(
                seat,
                unique,
                actions,
                tuple(merge_equal_infosets(kept)),
                hidden=hidden,
                views=kept,
                everywhere=reached_infosets(solution, seat) == set(strategy)
                if balanced
                else solution.behaviour.get(seat, True),
                sees=infoset_legend(solution.find_game(), seat),
                absent=() if solution.checked_file else tuple(solution.unreachable.get(seat, ())),
                balanced=balanced,
                alone=solution.unique,
            )
        )
    return tables


def infoset_legend(game: Game | None, seat: str) -> tuple[str, ...]:
    """Return what the parts of a seat's views are, where the game is known and says so.

    >>> from sabot import load
    >>> infoset_legend(load("foster-1964"), "Banker")
    ('his total', "Player's third card, - if he stood")
    """
    try:
        return () if game is None else tuple(game.sees(seat))
    except SabotError:  # a file that is not here
        return ()


def _single_choice_table(seat: str, unique: bool | None, mix: MixedAction) -> PlayerStrategyTable:
    lines = tuple(
        StrategyLine(choice, {choice: chance}) for choice, chance in mix.items() if chance
    )
    return PlayerStrategyTable(seat, unique, tuple(mix), lines, True, len(mix) - len(lines))


def reached_infosets(solution: Solution, seat: str) -> set[str]:
    """Return the views of a seat that its own choices can lead to."""
    form = {} if solution.certificate is None else solution.certificate["form"]
    if form.get("kind") not in ("sequence", "general"):
        return set(solution[seat])
    live, views, first = {0}, set(), 1
    for view, actions, parent in form["cells"][seat]:
        if parent in live:
            views.add(view)
            mix = solution[seat][view]
            live.update(first + k for k, action in enumerate(actions) if mix.get(action))
        first += len(actions)
    return views


def merge_equal_infosets(strategy: Mapping[str, MixedAction]) -> list[StrategyLine]:
    """Return the lines of a strategy, in the natural order of its views.

    >>> from fractions import Fraction
    >>> always, never = {"draw": Fraction(1)}, {"keep": Fraction(1)}
    >>> table = {"1": always, "2": always, "4": always, "3": always, "5": never}
    >>> [line.label for line in merge_equal_infosets(table)]
    ['1-4', '5']

    A dash in one of the views would be mistaken for that of a range; then two dots are written.

    >>> [line.label for line in merge_equal_infosets({"1-3,1": always, "1-3,2": always})]
    ['1-3,1..2']
    """
    parts = {view: split_infoset_key(view) for view in strategy}
    views = sort_split_infosets(parts)
    to = range_separator(views)
    lines: list[StrategyLine] = []
    start = 0
    for end in range(1, len(views) + 1):
        first, last = views[start], views[end - 1]
        if (
            end < len(views)
            and _follow_each_other(parts[last], parts[views[end]])
            and strategy[last] == strategy[views[end]]
        ):
            continue
        label = first if first == last else f"{first}{to}{parts[last][-1]}"
        lines.append(StrategyLine(label, strategy[first], dashed=first != last and to == "-"))
        start = end
    return lines


def _follow_each_other(one: tuple[str, ...], two: tuple[str, ...]) -> bool:
    """Return whether two keys are equal except in their last parts, which are n and n + 1."""
    last, following = one[-1], two[-1]
    return (
        len(one) == len(two)
        and bool(_INTEGER.fullmatch(last) and _INTEGER.fullmatch(following))
        and int(following) == int(last) + 1
        and one[:-1] == two[:-1]
    )


def range_separator(labels: Iterable[str]) -> str:
    """Return the separator of the ends of a range, so that no label can be taken for one.

    >>> range_separator(["1", "2"]), range_separator(["1-3", "2"]), range_separator(["-1", "0"])
    ('-', '..', '..')
    """
    return ".." if any(_DASH_AT_DIGIT.search(label) for label in labels) else "-"


def split_infoset_key(view: str) -> tuple[str, ...]:
    """Split the key of a view at the commas outside brackets.

    >>> split_infoset_key("(0,6),-"), split_infoset_key("7")
    (('(0,6)', '-'), ('7',))
    """
    if "(" not in view and ")" not in view:
        return tuple(view.split(","))
    found, depth, start = [], 0, 0
    for spot, letter in enumerate(view):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            found.append(view[start:spot])
            start = spot + 1
    return (*found, view[start:])


def sort_split_infosets(views: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the views in natural order: short before long, cards by rank, words as they came.

    >>> keys = ["2,K", "10", "2", "2,void", "2,J"]
    >>> sort_split_infosets({key: split_infoset_key(key) for key in keys})
    ['2', '10', '2,J', '2,K', '2,void']
    """
    came = {word: spot for spot, word in enumerate(dict.fromkeys(_all_key_parts(views.values())))}
    came |= {name: rank - len(RANKS) for rank, name in enumerate(RANKS)}

    def place(view: str) -> tuple[int, list[tuple[int, int]]]:
        return len(views[view]), [
            (0, int(part)) if _INTEGER.fullmatch(part) else (1, came[part]) for part in views[view]
        ]

    return sorted(views, key=place)


def sort_infosets(views: Iterable[str]) -> list[str]:
    """Return views in their natural order.

    >>> sort_infosets(["10", "Q,bet", "2"])
    ['2', '10', 'Q,bet']
    """
    return sort_split_infosets({view: split_infoset_key(view) for view in views})


def _all_key_parts(keys: Iterable[Sequence[str]]) -> Iterable[str]:
    return (part for key in keys for part in key)


_MAX_GRID_WIDTH = 76
_MAX_LABEL_WIDTH = 16


def build_strategy_grid(
    views: Mapping[str, MixedAction], sees: tuple[str, ...] = ()
) -> tuple[StrategyGrid | None, dict[str, MixedAction]]:
    """Return the grid of the two-part views, if they make a good one, and the views left over.

    *sees* says what the parts are.

    >>> from fractions import Fraction
    >>> stand, draw = {"stand": Fraction(1)}, {"draw": Fraction(1)}
    >>> table = {f"{a},{b}": stand if a > b else draw for a in (5, 6) for b in (4, 5, 6)}
    >>> grid, rest = build_strategy_grid(table)
    >>> grid.rows, grid.columns, grid.letters
    (('5', '6'), ('4', '5', '6'), (('S', 'D', 'D'), ('S', 'S', 'D')))
    """
    pairs = {view: found for view in views if len(found := split_infoset_key(view)) == 2}
    rest = {view: mix for view, mix in views.items() if view not in pairs}
    legend = action_letters({action for view in pairs for action in views[view]})
    order = sort_split_infosets(pairs)
    rows = tuple(dict.fromkeys(pairs[view][0] for view in order))
    heads = {head: (head,) for _, head in pairs.values()}
    columns = tuple(sort_split_infosets(heads))
    crowded = len(pairs) * 2 >= len(rows) * len(columns)
    if not legend or len(rows) < 2 or len(columns) < 3 or not crowded:
        return None, dict(views)
    cells = {pair: views[view] for view, pair in pairs.items()}
    letters = tuple(tuple(_cell_letter(cells.get((r, c)), legend) for c in columns) for r in rows)
    mixed = merge_equal_infosets(
        {view: views[view] for view in order if _cell_letter(views[view], legend) == MIXED_CELL}
    )
    names = {letter: action for action, letter in legend.items()}
    key = tuple((letter, names[letter]) for letter in sorted(names))
    offered = dict.fromkeys(legend[action] for view in pairs for action in views[view])
    grid = StrategyGrid(rows, columns, letters, key, tuple(mixed), sees, tuple(offered))
    if grid.width > _MAX_GRID_WIDTH or max(len(printable(row)) for row in rows) > _MAX_LABEL_WIDTH:
        return None, dict(views)
    return grid, rest


def action_letters(actions: set[str]) -> dict[str, str]:
    """Return a letter for each action; nothing where there are many, or two share a letter."""
    letters = {action: printable(action)[:1].upper() for action in actions}
    good = set(letters.values())
    fit = 2 <= len(actions) <= 4 and len(good) == len(actions) and all(map(str.isalpha, good))
    return letters if fit else {}


def _cell_letter(mix: MixedAction | None, legend: Mapping[str, str]) -> str:
    if mix is None:
        return ""
    played = [action for action, chance in mix.items() if chance]
    return legend[played[0]] if len(played) == 1 else MIXED_CELL


def grid_rows_with_mixes(
    grid: StrategyGrid, views: Mapping[str, MixedAction]
) -> list[tuple[str, ...]]:
    """Return the rows of a grid as the papers print them, each after its label.

    ``(S,D)`` is a cell that mixes; neighbours that are equal throughout share a line.

    >>> from fractions import Fraction
    >>> half = {"S": Fraction(1, 2), "D": Fraction(1, 2)}
    >>> sure = {"S": Fraction(0), "D": Fraction(1)}
    >>> views = {f"{a},{b}": half if a == b else sure for a in (3, 4, 5, 6) for b in (5, 6, 7)}
    >>> grid_rows_with_mixes(build_strategy_grid(views)[0], views)
    [('3,4', 'D', 'D', 'D'), ('5', '(S,D)', 'D', 'D'), ('6', 'D', '(S,D)', 'D')]
    """
    letter = {action: sign for sign, action in grid.legend}
    found: list[tuple[str, ...]] = []
    for row, letters in zip(grid.rows, grid.letters, strict=True):
        marks = []
        for column, mark in zip(grid.columns, letters, strict=True):
            if mark == MIXED_CELL:
                played = [letter[a] for a, chance in views[f"{row},{column}"].items() if chance]
                mark = f"({','.join(played)})"
            marks.append(mark)
        if found and found[-1][1:] == tuple(marks) and row.isdigit():
            found[-1] = (f"{found[-1][0]},{row}", *marks)
        else:
            found.append((row, *marks))
    return found
