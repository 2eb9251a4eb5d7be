"""Additive games (Foster's class): ``m x 2^n`` games without ever writing ``2^n`` columns.

Player two has *n* information sets and chooses at each on its own; player one has one choice among
*m*, or several small choices. Whatever player one does, the payoff is a sum over player two's
information sets, so the best response is found at each by itself: ``V(x) = base(x) + sum over
infosets of min over actions of line(x)``. With one free probability *p* of player one, ``V(p)`` is
concave and piecewise linear, and its exact breakpoints are where two lines of one infoset cross
(Foster 1964; Lemma 2 of Ethier and Gamez 2013).

Nothing here needs numpy: le Her is solved without it. The arrays of a game whose choices are all
binary are in :mod:`sabot.forms.binary_action`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from sabot.errors import FormError
from sabot.exact import format_fraction, over_one_denominator
from sabot.forms.sequence import (
    BehaviourStrategy,
    Infoset,
    SequenceForm,
    Treeplex,
    sequence_form_from_sums,
)

if TYPE_CHECKING:
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm


LinearPayoff = tuple[int, int]
"""A linear function of the mix: its values (numerators) at p = 0 and at p = 1."""


def payoff_difference_range(
    first: Mapping[int, int], second: Mapping[int, int], owners: Sequence[Infoset | None]
) -> tuple[int, int]:
    """Return the least and the greatest payoff of *second* in place of *first*.

    Both are payoffs by the other side's sequence (0 where it is left out); that side chooses once
    at each of its cells, and *owners* says to which a sequence belongs. Only the cells where the
    two differ are looked at: at the others it has nothing to gain or to lose.
    """
    gap = dict(second)
    for i, amount in first.items():
        gap[i] = gap.get(i, 0) - amount
    low = high = gap.pop(0, 0)
    done = 0
    for i in sorted(gap):  # the sequences of an infoset are neighbours
        if i < done:
            continue
        cell = owners[i]
        assert cell is not None
        done = cell.first + len(cell.actions)
        options = [gap.get(j, 0) for j in range(cell.first, done)]
        low += min(options)
        high += max(options)
    return low, high


def infosets_by_sequence(side: Treeplex) -> list[Infoset | None]:
    """Return the cell of each sequence of a side; the empty one has none.

    >>> side = Treeplex.flat("row", {"a": ("S", "D"), "b": ("S",)})
    >>> [cell and cell.key for cell in infosets_by_sequence(side)]
    [None, 'a', 'a', 'b']
    """
    owners: list[Infoset | None] = [None] * side.count
    for cell in side.cells:
        for sequence in cell.sequences:
            owners[sequence] = cell
    return owners


@dataclass(frozen=True)
class Envelope:
    """``V(p)``: what side one secures when it plays its second action with chance *p*."""

    points: tuple[tuple[Fraction, Fraction], ...]
    """The breakpoints (p, V(p)), from p = 0 to p = 1."""

    @property
    def value(self) -> Fraction:
        """The highest V(p): the value of the game."""
        return max(height for _, height in self.points)

    @property
    def peak(self) -> tuple[Fraction, Fraction]:
        """The least and the greatest p with the highest V(p): equal when the mix is unique."""
        best = self.value
        at = [p for p, height in self.points if height == best]
        return at[0], at[-1]

    def __call__(self, p: Fraction) -> Fraction:
        """Return V(p) at any *p* from 0 to 1."""
        if not 0 <= p <= 1:
            raise FormError(f"p = {format_fraction(p)} is not a chance")
        for (a, low), (b, high) in zip(self.points, self.points[1:], strict=False):
            if p <= b:
                return low + (high - low) * (p - a) / (b - a)
        return self.points[-1][1]


@dataclass(frozen=True)
class AdditiveForm:
    """A flat game: every cell of either side follows the empty sequence."""

    form: SequenceForm

    def __post_init__(self) -> None:
        for side in self.form.sides:
            deep = next((cell.key for cell in side.cells if cell.parent), None)
            if deep is not None:
                raise FormError(
                    f"not additive: {side.name}'s choice at {deep} comes after another choice"
                )

    @classmethod
    def of_lines(
        cls,
        base: Sequence[Fraction | int],
        cells: Mapping[str, Mapping[str, Sequence[Fraction | int]]],
        *,
        rows: Sequence[str],
        seats: tuple[str, str] = ("row", "column"),
    ) -> AdditiveForm:
        """Return the game where each of *rows* earns its *base* plus one entry per cell.

        >>> game = AdditiveForm.of_lines(
        ...     [0, 0], {"a": {"S": [1, -1], "D": [-1, 1]}}, rows=["stand", "draw"]
        ... )
        >>> game.envelope.value, game.envelope.peak
        (Fraction(0, 1), (Fraction(1, 2), Fraction(1, 2)))
        """
        one = Treeplex.flat(seats[0], {"-": tuple(rows)})
        two = Treeplex.flat(seats[1], {key: tuple(actions) for key, actions in cells.items()})
        columns = [list(base)]
        columns += [list(line) for actions in cells.values() for line in actions.values()]
        if any(len(column) != len(rows) for column in columns):
            raise FormError(f"every line needs {len(rows)} entries, one for each row")
        flat, below = over_one_denominator(
            Fraction(entry) for column in columns for entry in column
        )
        width = len(rows)
        sums = {(i + 1, j): flat[j * width + i] for j in range(len(columns)) for i in range(width)}
        return cls(sequence_form_from_sums((one, two), {below: sums}))

    @property
    def sides(self) -> tuple[Treeplex, Treeplex]:
        """The two flat sides."""
        return self.form.sides

    @cached_property
    def _columns(self) -> list[dict[int, int]]:
        """Payoff numerators by sequence of side two, then of side one."""
        columns: list[dict[int, int]] = [{} for _ in range(self.sides[1].count)]
        for i, j, amount in self.form.payoffs:
            columns[j][i] = amount
        return columns

    @cached_property
    def _owners(self) -> list[Infoset | None]:
        return infosets_by_sequence(self.sides[0])

    def gaps(self, cell: Infoset) -> tuple[Fraction, Fraction]:
        """Return the least and the greatest of (second action - first) over side one's choices.

        Payoffs are side one's, so side two likes its second action better where this is negative.
        """
        if len(cell.actions) != 2:
            raise FormError(f"{cell.key} has {len(cell.actions)} actions, not two")
        first, second = self._columns[cell.first], self._columns[cell.first + 1]
        low, high = payoff_difference_range(first, second, self._owners)
        return Fraction(low, self.form.denominator), Fraction(high, self.form.denominator)

    def classify(self) -> dict[str, str]:
        """Return each cell's sort: its dominant action, ``*`` when it depends, ``-`` when idle.

        Lemma 1 of Ethier and Gamez: a cell's action is dominant when it is strictly better for side
        two whatever side one does. ``-`` marks cells where the choice never matters.
        """
        sorts = {}
        for cell in self.sides[1].cells:
            low, high = self.gaps(cell)
            if high < 0:
                sorts[cell.key] = cell.actions[1]
            elif low > 0:
                sorts[cell.key] = cell.actions[0]
            else:
                sorts[cell.key] = "-" if low == high == 0 else "*"
        return sorts

    # ------------------------------------------------------------------ one free mix

    def _line(self, j: int) -> LinearPayoff:
        own = self.sides[0].cells[0]
        column = self._columns[j]
        level = column.get(0, 0)
        return level + column.get(own.first, 0), level + column.get(own.first + 1, 0)

    @property
    def has_one_mix(self) -> bool:
        """Whether side one has a single choice between two actions."""
        cells = self.sides[0].cells
        return len(cells) == 1 and len(cells[0].actions) == 2

    @cached_property
    def _lines(self) -> tuple[LinearPayoff, list[tuple[Infoset, list[LinearPayoff]]]]:
        if not self.has_one_mix:
            raise FormError("V(p) needs one choice between two actions on side one")
        cells = [(cell, [self._line(j) for j in cell.sequences]) for cell in self.sides[1].cells]
        return self._line(0), cells

    @cached_property
    def envelope(self) -> Envelope:
        """The lower envelope V(p) with its exact breakpoints (for one free mix)."""
        base, cells = self._lines
        height, lean = base[0], base[1] - base[0]
        bends: dict[Fraction, int] = {}
        for _, lines in cells:
            low, own_lean = min((a, b - a) for a, b in lines)
            height += low
            lean += own_lean
            for p, change in _envelope_breakpoints(lines):
                bends[p] = bends.get(p, 0) + change
        points = []
        here, value = Fraction(0), Fraction(height)
        for p in [*sorted(bends), Fraction(1)]:
            points.append((here, value / self.form.denominator))
            value += lean * (p - here)
            lean += bends.get(p, 0)
            here = p
        points.append((here, value / self.form.denominator))
        return Envelope(tuple(points))

    def heights(self, cell: Infoset) -> dict[str, tuple[Fraction, Fraction]]:
        """Return, for each action at a cell, what side one gets at p = 0 and p = 1 from the line.

        What comes without the cell is in each of them, so the lines of a lone cell are the game.
        """
        (low, high), cells = self._lines
        own = next(lines for other, lines in cells if other == cell)
        below = self.form.denominator
        return {
            action: (Fraction(low + a, below), Fraction(high + b, below))
            for action, (a, b) in zip(cell.actions, own, strict=True)
        }

    def reply(self, p: Fraction) -> dict[str, list[str]]:
        """Return side two's best actions at each cell against the mix *p*."""
        _, cells = self._lines
        top, below = p.as_integer_ratio()
        found = {}
        for cell, lines in cells:
            heights = [a * below + (b - a) * top for a, b in lines]
            low = min(heights)
            found[cell.key] = [
                action for action, h in zip(cell.actions, heights, strict=True) if h == low
            ]
        return found

    def optimal(self) -> tuple[Fraction, BehaviourStrategy, BehaviourStrategy]:
        """Return the value and one optimal behaviour for each side (for one free mix).

        Foster's algorithm: side one plays the peak of V(p); side two plays the better line of each
        cell and, at the cells that cross exactly there, mixes so that V is level at the peak.
        """
        base, cells = self._lines
        p = self.envelope.peak[0]
        lean = Fraction(base[1] - base[0])
        ties: list[tuple[Infoset, int, int]] = []
        two: BehaviourStrategy = {}
        for cell, lines in cells:
            best = min(a + (b - a) * p for a, b in lines)
            on = [k for k, (a, b) in enumerate(lines) if a + (b - a) * p == best]
            # the steepest fall is best to the right of p, the steepest rise to the left
            right = min(on, key=lambda k: lines[k][1] - lines[k][0])
            left = max(on, key=lambda k: lines[k][1] - lines[k][0])
            two[cell.key] = {a: Fraction(int(k == left)) for k, a in enumerate(cell.actions)}
            lean += lines[left][1] - lines[left][0]
            drop = (lines[left][1] - lines[left][0]) - (lines[right][1] - lines[right][0])
            if drop:
                ties.append((cell, right, drop))
        if p < 1:  # at p = 1 a rise is no harm: side one cannot go further
            for cell, right, drop in ties:
                if lean <= 0:
                    break
                # at p = 0 a fall is no harm either: change over whole, and stay pure
                share = min(Fraction(1), lean / drop) if p else Fraction(1)
                mix = two[cell.key]
                left_action = next(action for action, chance in mix.items() if chance)
                mix[left_action] -= share
                mix[cell.actions[right]] += share
                lean -= drop * share
        own = self.sides[0].cells[0]
        one = {own.key: {own.actions[0]: 1 - p, own.actions[1]: p}}
        return self.envelope.value, one, two


def classify_infosets(form: SequenceForm | NPlayerSequenceForm) -> dict[str, dict[str, str]]:
    """Return, for each seat and view of a flat game, the sort of the choice there (Lemma 1).

    Each seat's go by what it is paid itself.

    >>> game = AdditiveForm.of_lines(
    ...     [0, 0], {"a": {"S": [1, -1], "D": [-1, 1]}, "b": {"S": [1, 1], "D": [0, 0]}},
    ...     rows=["stand", "draw"],
    ... )
    >>> classify_infosets(game.form)
    {'row': {'-': '*'}, 'column': {'a': '*', 'b': 'D'}}
    """
    first, second = (form, form) if isinstance(form, SequenceForm) else map(form.duel, (0, 1))
    one, two = AdditiveForm(first.swapped()), AdditiveForm(second)
    return {form.seats[0]: one.classify(), form.seats[1]: two.classify()}


def _envelope_breakpoints(lines: Sequence[LinearPayoff]) -> list[tuple[Fraction, int]]:
    """Return where the lower envelope of one cell's lines bends inside (0, 1), and by how much."""
    current = min(lines, key=lambda line: (line[0], line[1] - line[0]))
    here = Fraction(0)
    changes: list[tuple[Fraction, int]] = []
    while True:
        ahead: list[tuple[Fraction, int, LinearPayoff]] = []
        for line in lines:
            gap, turn = line[0] - current[0], (current[1] - current[0]) - (line[1] - line[0])
            if turn > 0 and (at := Fraction(gap, turn)) > here:
                ahead.append((at, line[1] - line[0], line))
        if not ahead:
            return changes
        at, lean, line = min(ahead)
        if at >= 1:
            return changes
        changes.append((at, lean - (current[1] - current[0])))
        here, current = at, line
