"""The index of each component of Nash equilibria of a bimatrix game.

The index of an equilibrium of a nondegenerate game with positive payoffs A and B and supports I and
J of size k is the sign of ``(-1)^(k+1) det A_IJ det B_IJ`` (Shapley 1974; von Stengel 2021). The
index of a component is the sum over the equilibria near it of a nondegenerate
game nearby, whichever game is taken. Here it is the lexicographic perturbation ``B'x <= 1 + (e,
e^2, ...)``, ``A y <= 1 + (e, e^2, ...)``: its equilibria are pairs of bases that are feasible
lexicographically, and their limits are extreme equilibria of the game.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from operator import mul

from flint import fmpq_mat, fmpz_mat

from sabot.errors import NoMethodError
from sabot.forms.bimatrix import BimatrixForm
from sabot.progress import raise_if_cancelled, report_progress
from sabot.results.all_nash import (
    EquilibriumTraits,
    EveryEquilibrium,
    ExtremeEquilibrium,
    Indices,
)

MOST_BASES = 20_000
"""Pairs of supports near the equilibria of a game, together: some seconds."""


@dataclass(frozen=True)
class _Sides:
    """The supports of an equilibrium, and all best responses of each player."""

    rows: frozenset[int]
    columns: frozenset[int]
    best_rows: frozenset[int]
    best_columns: frozenset[int]

    @property
    def quasi_strict(self) -> bool:
        """Whether all best responses are played."""
        return self.rows == self.best_rows and self.columns == self.best_columns

    def supports(self) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Yield the pairs of supports of one size between what is played and what is best."""
        more, others = self.best_rows - self.rows, self.best_columns - self.columns
        for size in range(
            max(len(self.rows), len(self.columns)),
            min(len(self.best_rows), len(self.best_columns)) + 1,
        ):
            for extra in combinations(sorted(more), size - len(self.rows)):
                for added in combinations(sorted(others), size - len(self.columns)):
                    yield (
                        tuple(sorted(self.rows | set(extra))),
                        tuple(sorted(self.columns | set(added))),
                    )

    def count(self) -> int:
        """Return how many such pairs there are."""
        more, others = len(self.best_rows) - len(self.rows), len(self.best_columns)
        others -= len(self.columns)
        gap = len(self.columns) - len(self.rows)
        return sum(
            math.comb(more, n + max(gap, 0)) * math.comb(others, n + max(-gap, 0))
            for n in range(min(more, others) + 1)
        )


def with_indices(form: BimatrixForm, found: EveryEquilibrium) -> EveryEquilibrium:
    """Return a complete list with the index of each component; refuse one that is too degenerate.

    >>> from sabot.solvers.all_nash.solve import list_bimatrix_equilibria
    >>> sexes = BimatrixForm.of([[2, 0], [0, 1]], [[1, 0], [0, 2]])
    >>> with_indices(sexes, list_bimatrix_equilibria("", sexes)).indices.components
    (1, 1, -1)
    """
    one, two = (_positive(own.payoffs) for own in (form.one, form.two))
    transposed = [list(column) for column in zip(*two, strict=True)]
    sides = [_sides(one, transposed, entry) for entry in found.equilibria]
    bases = sum(side.count() for side in sides)
    if bases > MOST_BASES:
        raise NoMethodError(
            f"the game is too degenerate for the index: {bases:,} pairs of supports are near its "
            f"equilibria; it is computed up to {MOST_BASES:,}\n"
            "  without the index all equilibria are listed"
        )
    home = {n: k for k, part in enumerate(found.components) for n in part.numbers}
    sums = [0] * len(found.components)
    traits = []
    for number, side in enumerate(sides, 1):
        report_progress("computing indices", number, len(sides), "equilibria")
        for rows, columns in side.supports():
            raise_if_cancelled()
            sums[home[number]] += _index(one, transposed, rows, columns, side)
        traits.append(
            EquilibriumTraits(
                strict=side.quasi_strict and len(side.rows) == len(side.columns) == 1,
                quasi_strict=side.quasi_strict,
                isolated=found.components[home[number]].dimension == 0,
                regular=side.quasi_strict and _is_regular(one, transposed, side),
            )
        )
    assert sum(sums) == 1
    return replace(found, indices=Indices(tuple(sums), tuple(traits)))


def _positive(payoffs: Sequence[Sequence[int]]) -> list[list[int]]:
    lift = 1 - min(map(min, payoffs))
    return [[amount + lift for amount in row] for row in payoffs]


def _sides(one: list[list[int]], two: list[list[int]], entry: ExtremeEquilibrium) -> _Sides:
    first, second = entry.vectors()
    rows, columns = (frozenset(k for k, c in enumerate(own) if c) for own in (first, second))
    paid = [
        [sum(map(mul, row, mix)) for row in table] for table, mix in ((one, second), (two, first))
    ]
    best = [frozenset(k for k, p in enumerate(own) if p == max(own)) for own in paid]
    return _Sides(rows, columns, best[0], best[1])


def _part(table: list[list[int]], rows: Sequence[int], columns: Sequence[int]) -> fmpz_mat:
    return fmpz_mat([[table[i][j] for j in columns] for i in rows])


def _is_regular(one: list[list[int]], two: list[list[int]], side: _Sides) -> bool:
    rows, columns = sorted(side.rows), sorted(side.columns)
    if len(rows) != len(columns):
        return False
    return bool(_part(one, rows, columns).det() and _part(two, columns, rows).det())


def _index(
    one: list[list[int]],
    two: list[list[int]],
    rows: tuple[int, ...],
    columns: tuple[int, ...],
    side: _Sides,
) -> int:
    """Return the index of the equilibrium with these supports in the perturbed game; 0: not one."""
    first, second = _part(one, rows, columns), _part(two, columns, rows)
    signs = int(first.det()), int(second.det())
    if not (signs[0] and signs[1]):
        return 0
    feasible = _lexicographic(
        one, first, rows, columns, side.best_rows, side.columns
    ) and _lexicographic(two, second, columns, rows, side.best_columns, side.rows)
    if not feasible:
        return 0
    same = (signs[0] > 0) == (signs[1] > 0)
    return 1 if same == (len(rows) % 2 == 1) else -1


def _lexicographic(
    table: list[list[int]],
    basis: fmpz_mat,
    replies: tuple[int, ...],
    mixed: tuple[int, ...],
    tied: frozenset[int],
    used: frozenset[int],
) -> bool:
    """Return whether weights that vanish and responses that tie are right in the perturbed game.

    ``basis y = 1 + (e, e^2, ...)``: the inverse has for each weight the coefficients of the powers.
    """
    inverse = fmpq_mat(basis).inv()
    for k, strategy in enumerate(mixed):
        if strategy not in used:
            row = [inverse[k, n] for n in range(len(replies))]
            if next(term for term in row if term) < 0:
                return False
    for other in tied.difference(replies):
        against = fmpq_mat(fmpz_mat([[table[other][j] for j in mixed]])) * inverse
        terms = {reply: -against[0, n] for n, reply in enumerate(replies)} | {other: 1}
        if next(terms[reply] for reply in sorted(terms) if terms[reply]) < 0:
            return False
    return True
