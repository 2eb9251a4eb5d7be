"""From the sequence form to the strategic form: every reduced pure strategy a row or a column."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from math import log10
from typing import TYPE_CHECKING, Any

import numpy as np

from sabot.errors import NoMethodError
from sabot.forms.bimatrix import BimatrixForm
from sabot.forms.matrix import MatrixForm
from sabot.forms.sequence import SequenceForm, Side

if TYPE_CHECKING:
    from sabot.forms.general import GeneralForm

MOST_PURE = 1 << 13
MOST_ENTRIES = 1 << 22
MOST_LISTED = 500
"""Pure strategies of a seat whose equilibria are all looked for: what takes minutes is smaller."""


def pure_count(side: Side) -> int:
    """Return the number of reduced pure strategies: choices only at cells that they reach."""
    ways = [1] * side.count
    for cell in reversed(side.cells):
        ways[cell.parent] *= sum(ways[s] for s in cell.sequences)
    return ways[0]


def pure_plans(side: Side) -> tuple[list[str], list[list[int]]]:
    """Return the names and the plans of all reduced pure strategies of one side."""
    after: list[list[int]] = [[] for _ in range(side.count)]
    for number, cell in enumerate(side.cells):
        after[cell.parent].append(number)

    def ways(sequence: int) -> list[tuple[tuple[str, ...], tuple[int, ...]]]:
        branches = [
            [
                ((f"{cell.key}:{cell.actions[s - cell.first]}", *names), (s, *used))
                for s in cell.sequences
                for names, used in ways(s)
            ]
            for cell in (side.cells[n] for n in after[sequence])
        ]
        return [
            (sum((names for names, _ in pick), ()), sum((used for _, used in pick), ()))
            for pick in product(*branches)
        ]

    names, plans = [], []
    for words, used in ways(0):
        plan = [0] * side.count
        plan[0] = 1
        for s in used:
            plan[s] = 1
        names.append(" ".join(words) or "-")
        plans.append(plan)
    return names, plans


def to_strategic(form: SequenceForm) -> MatrixForm:
    """Return the matrix game of all reduced pure strategies, if that is not too large."""
    (table,) = _tables(form.sides, [(form.payoffs, form.denominator)])
    return table


def to_bimatrix(form: GeneralForm) -> BimatrixForm:
    """Return the bimatrix game of all reduced pure strategies of a game for two.

    >>> from sabot import load
    >>> from sabot.forms.general import from_any_tree
    >>> to_bimatrix(from_any_tree(load("kuhn-poker(ranks=2)").tree())).shape
    (9, 16)
    """
    one, two = form.sides
    paid = [
        ([(*end.sequences, end.payoffs[seat]) for end in form.ends], form.denominator)
        for seat in (0, 1)
    ]
    return BimatrixForm(*_tables((one, two), paid))


def written_out(form: GeneralForm, most: int = MOST_LISTED) -> BimatrixForm:
    """Return the same where a seat has at most so many pure strategies, with plain names.

    A seat that chooses once, and knows nothing, has its actions for strategies.
    """
    one, two = map(pure_count, form.sides)
    if max(one, two) > most:
        raise NoMethodError(
            f"the strategic form would be {_size(one)} x {_size(two)}; all equilibria are looked "
            f"for up to {most:,} pure strategies a seat. `sabot solve` gives one"
        )
    found = to_bimatrix(form)
    rows, columns = (
        side.cells[0].actions if [cell.key for cell in side.cells] == ["-"] else names
        for side, names in zip(form.sides, (found.rows, found.columns), strict=True)
    )
    return found.labelled(rows, columns)


Entries = Iterable[tuple[int, ...]]


def _tables(sides: tuple[Side, Side], paid: Sequence[tuple[Entries, int]]) -> list[MatrixForm]:
    """Return what each of some lists of payoffs between sequences pays the pure strategies."""
    one, two = map(pure_count, sides)
    if max(one, two) > MOST_PURE or one * two > MOST_ENTRIES:
        raise NoMethodError(
            f"the strategic form would be {_size(one)} x {_size(two)}; "
            f"up to {MOST_PURE:,} pure "
            f"strategies a seat and {MOST_ENTRIES:,} entries are written out. "
            "Fewer ranks, or a restricted game, would do"
        )
    (rows, ones), (columns, twos) = (pure_plans(side) for side in sides)
    seats = sides[0].name, sides[1].name
    before, after = np.array(ones, dtype=object), np.array(twos, dtype=object).T
    found = []
    for entries, below in paid:
        payoffs: Any = np.zeros((sides[0].count, sides[1].count), dtype=object)
        for i, j, amount in entries:
            payoffs[i, j] = amount
        table = tuple(map(tuple, (before @ payoffs @ after).tolist()))
        form = MatrixForm(table, below, tuple(rows), tuple(columns), seats)
        found.append(form.lowest_terms())
    return found


def _size(count: int) -> str:
    """Return a count that may have a hundred digits.

    >>> _size(1024), _size(2**484)
    ('1,024', '10^145.7')
    """
    return f"{count:,}" if count < 10**12 else f"10^{log10(count):.1f}"
