"""The reduced normal (strategic) form: a row or column for every reduced pure strategy of a tree.

A reduced pure strategy chooses only at the information sets that it reaches itself. Sizes are
bounded, because their number grows exponentially with the tree. Apart from
:mod:`sabot.forms.normal` because it loads numpy.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from math import log10
from typing import TYPE_CHECKING

import numpy as np

from sabot.errors import NoMethodError
from sabot.forms.normal import BimatrixForm, MatrixForm
from sabot.forms.sequence import SequenceForm, Treeplex

if TYPE_CHECKING:
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm

MAX_PURE_STRATEGIES = 1 << 13
MAX_ENTRIES = 1 << 22
MAX_STRATEGIES_FOR_ALL_NASH = 500
"""The most pure strategies of a player for which all equilibria are enumerated."""


def count_pure_strategies(side: Treeplex) -> int:
    """Return the number of reduced pure strategies: choices only at cells that they reach."""
    ways = [1] * side.count
    for cell in reversed(side.cells):
        ways[cell.parent] *= sum(ways[s] for s in cell.sequences)
    return ways[0]


def pure_realization_plans(side: Treeplex) -> tuple[list[str], list[list[int]]]:
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


def reduced_matrix_form(form: SequenceForm) -> MatrixForm:
    """Return the matrix game of all reduced pure strategies, if that is not too large."""
    (table,) = _payoff_matrices(form.sides, [(form.payoffs, form.denominator)])
    return table


def reduced_bimatrix_form(form: NPlayerSequenceForm) -> BimatrixForm:
    """Return the bimatrix game of all reduced pure strategies of a game for two.

    >>> from sabot import load
    >>> from sabot.forms.sequence_nplayer import nplayer_form_of_tree
    >>> reduced_bimatrix_form(nplayer_form_of_tree(load("kuhn-poker(ranks=2)").tree())).shape
    (9, 16)
    """
    one, two = form.sides
    paid = [
        ([(*end.sequences, end.payoffs[seat]) for end in form.ends], form.denominator)
        for seat in (0, 1)
    ]
    return BimatrixForm(*_payoff_matrices((one, two), paid))


def bimatrix_form_for_all_nash(
    form: NPlayerSequenceForm, most: int = MAX_STRATEGIES_FOR_ALL_NASH
) -> BimatrixForm:
    """Return the same where a seat has at most so many pure strategies, with plain names.

    A seat that chooses once, and knows nothing, has its actions for strategies.
    """
    one, two = map(count_pure_strategies, form.sides)
    if max(one, two) > most:
        raise NoMethodError(
            f"the strategic form would be {_count_text(one)} x {_count_text(two)}; all equilibria "
            f"are looked for up to {most:,} pure strategies a seat. `sabot solve` gives one"
        )
    found = reduced_bimatrix_form(form)
    rows, columns = (
        side.cells[0].actions if [cell.key for cell in side.cells] == ["-"] else names
        for side, names in zip(form.sides, (found.rows, found.columns), strict=True)
    )
    return found.labelled(rows, columns)


PayoffTriples = Iterable[tuple[int, ...]]


def _payoff_matrices(
    sides: tuple[Treeplex, Treeplex], paid: Sequence[tuple[PayoffTriples, int]]
) -> list[MatrixForm]:
    """Return what each of some lists of payoffs between sequences pays the pure strategies."""
    one, two = map(count_pure_strategies, sides)
    if max(one, two) > MAX_PURE_STRATEGIES or one * two > MAX_ENTRIES:
        raise NoMethodError(
            f"the strategic form would be {_count_text(one)} x {_count_text(two)}; "
            f"up to {MAX_PURE_STRATEGIES:,} pure "
            f"strategies a seat and {MAX_ENTRIES:,} entries are written out. "
            "Fewer ranks, or a restricted game, would do"
        )
    (rows, ones), (columns, twos) = (pure_realization_plans(side) for side in sides)
    seats = sides[0].name, sides[1].name
    before, after = np.array(ones, dtype=object), np.array(twos, dtype=object).T
    found = []
    for entries, below in paid:
        payoffs = np.zeros((sides[0].count, sides[1].count), dtype=object)
        for i, j, amount in entries:
            payoffs[i, j] = amount
        table = tuple(map(tuple, (before @ payoffs @ after).tolist()))
        form = MatrixForm(table, below, tuple(rows), tuple(columns), seats)
        found.append(form.lowest_terms())
    return found


def _count_text(count: int) -> str:
    """Return a count that may have a hundred digits.

    >>> _count_text(1024), _count_text(2**484)
    ('1,024', '10^145.7')
    """
    return f"{count:,}" if count < 10**12 else f"10^{log10(count):.1f}"
