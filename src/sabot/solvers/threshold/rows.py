"""What a hand is worth, as a sum over the cuts: the equations and the inequalities of a theorem.

With two seats all worth is linear in the cuts of both, once their order is known. The *points* are
0, the cuts in that order, and 1; a *row* gives each of them a polynomial in the open parameter, and
the worth is the sum of these times the points. Set to 0 at a cut, rows are the equations that fix
the cuts; with the cuts put in, at both ends of every cell, they are what no seat may gain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import lcm

from flint import fmpq_poly, fmpz_poly

from sabot.forms.threshold.answers import turn_key
from sabot.forms.threshold.betting import Fold, Node, Showdown, ThresholdForm, Turn, ends_of
from sabot.forms.threshold.hint import Shape

Row = dict[int, fmpz_poly]
"""By the number of a point."""
Cells = frozenset[int]
"""Intervals between neighbouring points, by the number of the lower one."""
Cut = tuple[str, int]
"""The key of a turn, and which of its cuts."""
_ZERO = fmpz_poly([])


@dataclass(frozen=True)
class Gap:
    """How much more one action is worth than another, with the hand at an end of a cell."""

    turn: Turn
    chosen: int
    other: int
    end: int
    above: bool
    """Whether the cell is above its end."""
    row: Row


@dataclass(frozen=True)
class Rows:
    """The betting with an open parameter, strategies of a shape, and an order of their cuts."""

    form: ThresholdForm
    shape: Shape
    order: tuple[Cut, ...]

    @property
    def last(self) -> int:
        """The number of the point 1."""
        return len(self.order) + 1

    @cached_property
    def taken(self) -> Mapping[str, tuple[int, ...]]:
        """By turn: the action of each cell."""
        found = {}
        for key, actions in self.shape.items():
            passed = [0]
            for other, _ in self.order:
                passed.append(passed[-1] + (other == key))
            found[key] = tuple(actions[count] for count in passed)
        return found

    @cached_property
    def unit(self) -> int:
        """What makes every amount a polynomial in whole numbers."""
        amounts: list[fmpq_poly] = []
        for end in ends_of(self.form.root):
            amounts += end.payoffs if isinstance(end, Fold) else end.paid
        return lcm(*(int(amount.denom()) for amount in amounts))

    @cached_property
    def share(self) -> int:
        """The same for the chances to improve."""
        return lcm(*(int(chance.denom()) for chance in self.chances))

    @property
    def chances(self) -> list[fmpq_poly]:
        """The chances to improve, at each showdown."""
        return [end.better for end in ends_of(self.form.root) if isinstance(end, Showdown)]

    def equations(self) -> list[Row]:
        """Return for each cut, in order, how much more the action above it is worth."""
        found: dict[int, Row] = {}
        for seat in (0, 1):
            for turn, rival in self._turns(self.form.root, seat, self._all):
                key = turn_key(self.form, turn)
                for place, (other, k) in enumerate(self.order, 1):
                    if other == key:
                        below, above = self.shape[key][k : k + 2]
                        found[place] = self._gap(turn, rival, above, below, place, place)
        return [found[place] for place in sorted(found)]

    def gaps(self) -> Iterator[Gap]:
        """Yield what must not be negative: at each turn, in each cell, for every other action."""
        for seat in (0, 1):
            for turn, rival in self._turns(self.form.root, seat, self._all):
                taken = self.taken[turn_key(self.form, turn)]
                for cell, chosen in enumerate(taken):
                    for end in (cell, cell + 1):
                        for other in range(len(turn.actions)):
                            if other != chosen:
                                row = self._gap(turn, rival, chosen, other, cell, end)
                                yield Gap(turn, chosen, other, end, end == cell, row)

    def paid(self, seat: int) -> list[tuple[Row, Row]]:
        """Return rows by twos: what a seat is paid is half the sum of their products."""
        found = []
        for cell in range(self.last):
            width = self._size([cell])
            for end in (cell, cell + 1):
                found.append((width, self._worth(self.form.root, self._all, seat, cell, end)))
        return found

    @property
    def _all(self) -> Cells:
        return frozenset(range(self.last))

    def _turns(self, node: Node, seat: int, rival: Cells) -> Iterator[tuple[Turn, Cells]]:
        """Yield a seat's turns, each with the cells with which the rival comes there."""
        if not isinstance(node, Turn):
            return
        if node.seat == seat:
            yield node, rival
        for action, after in enumerate(node.after):
            come = rival if node.seat == seat else self._taking(node, action, rival)
            yield from self._turns(after, seat, come)

    def _gap(self, turn: Turn, rival: Cells, one: int, two: int, cell: int, end: int) -> Row:
        worths = (
            self._worth(turn.after[action], rival, turn.seat, cell, end) for action in (one, two)
        )
        return _sum((1, next(worths)), (-1, next(worths)))

    def _taking(self, turn: Turn, action: int, held: Cells) -> Cells:
        taken = self.taken[turn_key(self.form, turn)]
        return frozenset(cell for cell in held if taken[cell] == action)

    def _worth(self, node: Node, rival: Cells, seat: int, cell: int, end: int) -> Row:
        """Return what a hand at an end of a cell is worth, times the rival's chance to come."""
        if isinstance(node, Turn):
            if node.seat == seat:
                action = self.taken[turn_key(self.form, node)][cell]
                return self._worth(node.after[action], rival, seat, cell, end)
            ways = (
                (after, self._taking(node, action, rival))
                for action, after in enumerate(node.after)
            )
            return _sum(*((1, self._worth(after, come, seat, cell, end)) for after, come in ways))
        size = self._size(rival)
        whole = fmpz_poly([self.share**2])
        if isinstance(node, Fold):
            return _sum((self._amount(node.payoffs[seat]) * whole, size))
        paid = [self._amount(amount) for amount in node.paid]
        if seat not in node.contenders:
            return _sum((-paid[seat] * whole, size))
        pot = paid[0] + paid[1]
        if len(node.contenders) == 1:
            return _sum(((pot - paid[seat]) * whole, size))
        better = self._whole(node.better, self.share)
        plain = self.share - better
        # a hand that did not improve beats a lower one, one that did every one that did not
        wins = plain * plain + better * better, plain * better
        below = self._below(rival, cell, end)
        return _sum((pot * wins[0], below), (pot * wins[1] - paid[seat] * whole, size))

    def _amount(self, amount: fmpq_poly) -> fmpz_poly:
        return self._whole(amount, self.unit)

    @staticmethod
    def _whole(amount: fmpq_poly, unit: int) -> fmpz_poly:
        return fmpz_poly([int((c * unit).p) for c in amount.coeffs()])

    def _size(self, cells: Iterable[int]) -> Row:
        row: Row = {}
        for cell in cells:
            _add(row, cell + 1, fmpz_poly([1]))
            _add(row, cell, fmpz_poly([-1]))
        return row

    def _below(self, rival: Cells, cell: int, end: int) -> Row:
        row = self._size(other for other in rival if other < cell)
        if cell in rival:
            _add(row, end, fmpz_poly([1]))
            _add(row, cell, fmpz_poly([-1]))
        return row


def total(row: Row, points: Sequence[fmpz_poly]) -> fmpz_poly:
    """Return the sum of a row over the points."""
    return sum((factor * points[k] for k, factor in row.items()), _ZERO)


def _add(row: Row, place: int, factor: fmpz_poly) -> None:
    row[place] = row.get(place, _ZERO) + factor


def _sum(*terms: tuple[fmpz_poly | int, Row]) -> Row:
    found: Row = {}
    for times, row in terms:
        for place, factor in row.items():
            _add(found, place, factor * times)
    return found
