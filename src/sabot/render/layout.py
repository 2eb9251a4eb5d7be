"""Strategies as tables of few lines: equal answers at neighbouring views become one line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sabot.cards import RANKS
from sabot.errors import SabotError
from sabot.forms.tree import Mix
from sabot.games import load
from sabot.render.document import Piece, Run
from sabot.results.solution import Solution

_WHOLE = re.compile(r"-?[0-9]{1,18}")
_OWN_DASH = re.compile(r"-\d|\d-")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a strategy table: some views (or one choice) and what is done there."""

    label: str
    mix: Mix
    dashed: bool = False
    """Whether a dash in the label is ours: that of a range."""

    @property
    def piece(self) -> Piece:
        """The label as it stands in a document."""
        return Run(self.label) if self.dashed else self.label


@dataclass(frozen=True, slots=True)
class SeatTable:
    """The strategy of one seat, ready to be drawn.

    A seat with views has a line for each run of them. A seat that chooses once, from a list, has a
    line for each choice it makes; ``idle`` counts the others. ``hidden`` counts the views that are
    left out because the choice there is forced or the strategy never comes there.
    """

    seat: str
    unique: bool | None
    """None where it was not decided."""
    actions: tuple[str, ...]
    lines: tuple[Line, ...]
    one_choice: bool = False
    idle: int = 0
    hidden: int = 0
    views: Mapping[str, Mix] = field(default_factory=dict)
    """What the lines are made of, one entry a view."""
    everywhere: bool = True
    """Whether a unique strategy is unique also at the views that it never comes to."""
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
        rest = "" if self.everywhere else ", but for views it never comes to"
        if self.balanced:
            if self.unique is None:
                return "in equilibrium; uniqueness not decided; `sabot equilibria` tries all cases"
            same = "the only equilibrium" if self.alone else "the same in every equilibrium"
            return f"{same}{rest}" if self.unique else "one of several equilibria"
        if not self.unique:
            return "one of several optimal strategies"
        return f"the only optimal strategy{rest}"


def seat_tables(solution: Solution, *, everything: bool = False) -> list[SeatTable]:
    """Return the table of each seat; *everything* keeps forced and unreached views."""
    tables = []
    for seat in solution.seats:
        strategy = solution[seat]
        balanced = not solution.zero_sum
        unique = solution.uniqueness.get(seat) if balanced else solution.uniqueness[seat]
        if list(strategy) == ["-"]:
            once = _choices(seat, unique, strategy["-"])
            tables.append(replace(once, balanced=balanced, alone=solution.unique))
            continue
        live = set(strategy) if everything else reached(solution, seat)
        kept = {
            view: mix
            for view, mix in strategy.items()
            if view in live and (everything or len(mix) > 1)
        }
        actions = tuple(dict.fromkeys(action for mix in kept.values() for action in mix))
        hidden = len(strategy) - len(kept)
        tables.append(
            SeatTable(
                seat,
                unique,
                actions,
                tuple(runs(kept)),
                hidden=hidden,
                views=kept,
                everywhere=reached(solution, seat) == set(strategy)
                if balanced
                else solution.behaviour.get(seat, True),
                sees=sees(solution.game, seat),
                absent=tuple(solution.unreachable.get(seat, ())),
                balanced=balanced,
                alone=solution.unique,
            )
        )
    return tables


def sees(game: str, seat: str) -> tuple[str, ...]:
    """Return what the parts of a seat's views are, where the game is known and says so.

    >>> sees("foster-1964", "Banker")
    ('his total', "Player's third card, - if he stood")
    """
    try:
        return tuple(load(game, run=False).sees(seat))
    except SabotError:  # a matrix, or a file that is not here
        return ()


def _choices(seat: str, unique: bool | None, mix: Mix) -> SeatTable:
    lines = tuple(Line(choice, {choice: chance}) for choice, chance in mix.items() if chance)
    return SeatTable(seat, unique, tuple(mix), lines, True, len(mix) - len(lines))


def reached(solution: Solution, seat: str) -> set[str]:
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


def runs(strategy: Mapping[str, Mapping[str, Any]]) -> list[Line]:
    """Return the lines of a strategy, in the natural order of its views.

    >>> from fractions import Fraction
    >>> always, never = {"draw": Fraction(1)}, {"keep": Fraction(1)}
    >>> table = {"1": always, "2": always, "4": always, "3": always, "5": never}
    >>> [line.label for line in runs(table)]
    ['1-4', '5']

    A dash in one of the views would be mistaken for that of a range; then two dots stand for it.

    >>> [line.label for line in runs({"1-3,1": always, "1-3,2": always})]
    ['1-3,1..2']
    """
    views = natural({view: parts(view) for view in strategy})
    to = range_sign(views)
    lines: list[Line] = []
    start = 0
    for end in range(1, len(views) + 1):
        if end < len(views) and _follows(views[end - 1], views[end], strategy):
            continue
        first, last = views[start], views[end - 1]
        label = first if first == last else f"{first}{to}{parts(last)[-1]}"
        lines.append(Line(label, strategy[first], dashed=first != last and to == "-"))
        start = end
    return lines


def _follows(one: str, two: str, strategy: Mapping[str, Mapping[str, Any]]) -> bool:
    *before, last = parts(one)
    *also, following = parts(two)
    return (
        before == also
        and bool(_WHOLE.fullmatch(last) and _WHOLE.fullmatch(following))
        and int(following) == int(last) + 1
        and strategy[one] == strategy[two]
    )


def range_sign(labels: Iterable[str]) -> str:
    """Return what stands between the ends of a range, so that no label can be taken for one.

    >>> range_sign(["1", "2"]), range_sign(["1-3", "2"]), range_sign(["-1", "0"])
    ('-', '..', '..')
    """
    return ".." if any(_OWN_DASH.search(label) for label in labels) else "-"


def parts(view: str) -> tuple[str, ...]:
    """Split the key of a view at the commas outside brackets.

    >>> parts("(0,6),-"), parts("7")
    (('(0,6)', '-'), ('7',))
    """
    found, depth, start = [], 0, 0
    for spot, letter in enumerate(view):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            found.append(view[start:spot])
            start = spot + 1
    return (*found, view[start:])


def natural(views: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the views in natural order: short before long, cards by rank, words as they came.

    >>> natural({view: parts(view) for view in ["2,K", "10", "2", "2,void", "2,J"]})
    ['2', '10', '2,J', '2,K', '2,void']
    """
    came = {word: spot for spot, word in enumerate(dict.fromkeys(_words(views.values())))}
    came |= {name: rank - len(RANKS) for rank, name in enumerate(RANKS)}

    def place(view: str) -> tuple[int, list[tuple[int, int]]]:
        return len(views[view]), [
            (0, int(part)) if _WHOLE.fullmatch(part) else (1, came[part]) for part in views[view]
        ]

    return sorted(views, key=place)


def in_order(views: Iterable[str]) -> list[str]:
    """Return views in their natural order.

    >>> in_order(["10", "Q,bet", "2"])
    ['2', '10', 'Q,bet']
    """
    return natural({view: parts(view) for view in views})


def _words(keys: Iterable[Sequence[str]]) -> Iterable[str]:
    return (part for key in keys for part in key)
