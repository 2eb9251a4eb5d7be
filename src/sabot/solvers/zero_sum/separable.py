"""Separable zero-sum games: elimination of dominated actions.

In a separable (additive) game an action that is strictly better at an information set whatever the
other player does can be fixed there (Lemma 1 of Ethier and Gamez, 2013). Fixing these for both
players in turn until nothing changes loses no solution, and leaves few infosets. Infosets at
which the choice never matters are fixed too; they make their player's strategy not unique. Large
games of binary actions are eliminated as arrays (:mod:`sabot.solvers.zero_sum.binary_action`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import repeat

from sabot.forms.additive import infosets_by_sequence, payoff_difference_range
from sabot.forms.sequence import (
    BehaviourStrategy,
    Infoset,
    SequenceForm,
    Treeplex,
    sequence_form_from_sums,
)

SparseColumns = list[dict[int, int]]
_ONE, _ZERO = Fraction(1), Fraction(0)


@dataclass(frozen=True)
class DominanceReduction:
    """A separable game without its fixed infosets, and how to extend strategies to the whole."""

    full: SequenceForm
    small: SequenceForm
    fixed: tuple[Mapping[str, str], Mapping[str, str]]
    """The fixed infosets of each side and what is played there."""
    idle: tuple[tuple[str, ...], tuple[str, ...]]
    """Those of them at which nothing matters."""

    def extend_behaviour(
        self, seat: int, table: Mapping[str, Mapping[str, Fraction]]
    ) -> BehaviourStrategy:
        """Return a behaviour of the whole game from one of the small game."""
        found: BehaviourStrategy = {}
        for cell in self.full.sides[seat].cells:
            action = self.fixed[seat].get(cell.key)
            if action is None:
                found[cell.key] = dict(table[cell.key])
            else:
                found[cell.key] = {a: _ONE if a == action else _ZERO for a in cell.actions}
        return found


@dataclass
class _ActionElimination:
    """The payoffs while infosets are being folded: by side two's sequence, then side one's."""

    sides: tuple[Treeplex, Treeplex]
    columns: tuple[SparseColumns, SparseColumns]
    live: tuple[dict[str, Infoset], dict[str, Infoset]]
    owners: tuple[list[Infoset | None], list[Infoset | None]]
    """The infoset of each sequence; payoffs of a fixed infoset are no longer in the columns."""
    fixed: tuple[dict[str, str], dict[str, str]] = field(default_factory=lambda: ({}, {}))
    idle: tuple[list[str], list[str]] = field(default_factory=lambda: ([], []))

    def gaps(self, seat: int, a: int, b: int) -> tuple[int, int]:
        """Return the least and greatest payoff to side one of sequence *b* instead of *a*."""
        own = self.columns[seat]
        return payoff_difference_range(own[a], own[b], self.owners[1 - seat])

    def fix_action(self, seat: int, cell: Infoset, chosen: int) -> None:
        """Fix an infoset: its chosen column joins the empty sequence's, the others go."""
        own, other = self.columns[seat], self.columns[1 - seat]
        for s in cell.sequences:
            for i, amount in own[s].items():
                del other[i][s]
                if s == chosen:
                    own[0][i] = own[0].get(i, 0) + amount
                    other[i][0] = own[0][i]
            own[s] = {}
        del self.live[seat][cell.key]
        self.fixed[seat][cell.key] = cell.actions[chosen - cell.first]

    def dominant_action(self, seat: int, cell: Infoset) -> int | None:
        """Return the sequence that is strictly best at an infoset, whatever the other side does."""
        if len(cell.actions) == 2:
            return self._dominant_of_two(seat, cell)
        # the strictly best action is alone at the top against every pure strategy: try two first
        tops = []
        for totals in self._paid_against_two(seat, cell):
            most = max(totals)
            tops.append([s for s, p in zip(cell.sequences, totals, strict=True) if p == most])
            if 1 < len(tops[-1]) < len(cell.actions):
                return None
        best, *others = sorted(cell.sequences, key=lambda s: s != tops[0][0])
        if all(top == [best] for top in tops):
            return best if all(self._beats(seat, best, rival) for rival in others) else None
        if any(len(top) < len(cell.actions) for top in tops):
            return None
        if all(self.gaps(seat, best, rival) == (0, 0) for rival in others):
            self.idle[seat].append(cell.key)
            return best
        return None

    def _paid_against_two(self, seat: int, cell: Infoset) -> Iterator[list[int]]:
        """Yield what the sequences of an infoset earn if the other always plays first, or last."""
        sign = 1 if seat == 0 else -1
        others = self.live[1 - seat].values()
        columns = [self.columns[seat][s] for s in cell.sequences]
        for replies in ([o.first for o in others], [o.sequences[-1] for o in others]):
            answered = (0, *replies)
            yield [sign * sum(map(column.get, answered, repeat(0))) for column in columns]

    def _beats(self, seat: int, one: int, two: int) -> bool:
        """Return whether a seat earns more by *one* than by *two*, whatever the other side does."""
        low, high = self.gaps(seat, two, one)  # paid to side one
        return low > 0 if seat == 0 else high < 0

    def _dominant_of_two(self, seat: int, cell: Infoset) -> int | None:
        """Return the same for two actions, whose gaps are each other's negatives."""
        first, second = cell.sequences
        low, high = self.gaps(seat, first, second)
        if low > 0:
            return first if seat == 1 else second
        if high < 0:
            return second if seat == 1 else first
        if low == high == 0:
            self.idle[seat].append(cell.key)
            return first
        return None


def eliminate_dominated_actions(form: SequenceForm) -> DominanceReduction:
    """Return a separable game without its fixed infosets."""
    columns: tuple[SparseColumns, SparseColumns] = tuple(  # type: ignore[assignment]
        [{} for _ in range(side.count)] for side in form.sides
    )
    for i, j, amount in form.payoffs:
        columns[0][i][j] = amount
        columns[1][j][i] = amount
    live = tuple({cell.key: cell for cell in side.cells} for side in form.sides)
    owners = infosets_by_sequence(form.sides[0]), infosets_by_sequence(form.sides[1])
    board = _ActionElimination(form.sides, columns, (live[0], live[1]), owners)
    changed = True
    while changed:
        changed = False
        for seat in (1, 0):
            for cell in list(board.live[seat].values()):
                chosen = board.dominant_action(seat, cell)
                if chosen is not None:
                    board.fix_action(seat, cell, chosen)
                    changed = True
    return DominanceReduction(
        form,
        _build_reduced_form(form, board),
        board.fixed,
        (tuple(board.idle[0]), tuple(board.idle[1])),
    )


def _build_reduced_form(form: SequenceForm, board: _ActionElimination) -> SequenceForm:
    if not board.fixed[0] and not board.fixed[1]:
        return form.without_chances()
    sides, spots = [], []
    for side, live in zip(form.sides, board.live, strict=True):
        small = Treeplex.flat(side.name, {key: cell.actions for key, cell in live.items()})
        spot = {0: 0}
        for old, new in zip(live.values(), small.cells, strict=True):
            spot.update(zip(old.sequences, new.sequences, strict=True))
        sides.append(small)
        spots.append(spot)

    def kept() -> Iterator[tuple[tuple[int, int], int]]:
        for i, row in enumerate(board.columns[0]):
            for j, amount in row.items():
                yield (spots[0][i], spots[1][j]), amount

    return sequence_form_from_sums((sides[0], sides[1]), {form.denominator: dict(kept())})
