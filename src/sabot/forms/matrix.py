"""The matrix form: labelled exact payoffs to the first seat, integers over one denominator."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Any

from sabot.errors import FormError, NumberError
from sabot.exact import over_one_denominator, plain_numbers, rational
from sabot.forms.sequence import Replies, SequenceForm, Side, ZeroSum

LONGEST_LABEL = 200


class OneChoice(Replies):
    """A form in which each seat chooses once, knowing nothing."""

    @property
    def flat(self) -> bool:
        """Whether neither seat ever chooses twice."""
        return True

    @property
    def dense(self) -> bool:
        """Whether each seat chooses once, knowing nothing."""
        return True


@dataclass(frozen=True)
class MatrixForm(OneChoice, ZeroSum):
    """A matrix game: the first seat chooses a row, the second a column, the first is paid.

    >>> game = MatrixForm.of([["1/2", -1], [0, "0.25"]], rows=["up", "down"])
    >>> game.denominator, game.payoffs
    (4, ((2, -4), (0, 1)))
    >>> game[1, 1], game.rows, game.columns
    (Fraction(1, 4), ('up', 'down'), ('1', '2'))
    """

    payoffs: tuple[tuple[int, ...], ...]
    denominator: int
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    seats: tuple[str, str] = ("row", "column")

    @classmethod
    def of(
        cls,
        payoffs: Iterable[Iterable[object]],
        *,
        rows: Sequence[str] | None = None,
        columns: Sequence[str] | None = None,
        seats: tuple[str, str] = ("row", "column"),
    ) -> MatrixForm:
        """Return the form of a nested list of exact numbers (or their texts)."""
        lines = list(payoffs)
        if any(isinstance(row, str) for row in [payoffs, *lines]):
            raise FormError("a row written as text; write each row as a list of numbers")
        table = [list(row) for row in lines]
        if not table or not table[0]:
            raise FormError("the matrix is empty; it needs at least one row and one column")
        width = len(table[0])
        for number, row in enumerate(table, 1):
            if len(row) != width:
                raise FormError(
                    f"the matrix is ragged: row 1 has {width} entries, row {number} has {len(row)}"
                )
        below = 1
        if any(list(map(type, row)).count(int) < width for row in table):
            table, below = _scaled(table)
        return cls(
            tuple(map(tuple, table)),  # type: ignore[arg-type]
            below,
            _labels(rows, len(table), "row"),
            _labels(columns, width, "column"),
            seats,
        )

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and of columns."""
        return len(self.rows), len(self.columns)

    @cached_property
    def sides(self) -> tuple[Side, Side]:
        """The two seats as a tree has them: each chooses once, knowing nothing."""
        one, two = self.seats
        return Side.flat(one, {"-": self.rows}), Side.flat(two, {"-": self.columns})

    @cached_property
    def array(self) -> Any:
        """The payoffs as a numpy array: machine words where sums are safe, else Python integers."""
        import numpy as np

        flat = chain.from_iterable(self.payoffs)
        try:
            array = np.fromiter(flat, dtype=np.int64, count=len(self.rows) * len(self.columns))
        except OverflowError:
            return np.array(self.payoffs, dtype=object)
        least, greatest = int(array.min()), int(array.max())
        if not (least > -(2**31) and greatest < 2**31):
            return np.array(self.payoffs, dtype=object)
        vars(self)["span"] = least, greatest
        return array.reshape(self.shape)

    @cached_property
    def span(self) -> tuple[int, int]:
        """The least and the greatest payoff, times the denominator."""
        return int(self.array.min()), int(self.array.max())

    @property
    def called(self) -> str:
        """What it is called where it has no game's name."""
        return f"matrix {len(self.rows)} x {len(self.columns)}"

    @property
    def amounts(self) -> int:
        """How many payoffs it holds."""
        return len(self.rows) * len(self.columns)

    @property
    def binary(self) -> bool:
        """Whether it is told view by view, two actions at each: a matrix is not."""
        return False

    @property
    def keeps_chances(self) -> bool:
        """Whether it knows the chances of its hands: all are sure."""
        return True

    def gains(self, seat: int, plans: Sequence[Sequence[Fraction | int]]) -> tuple[list[int], int]:
        """Return what each sequence of *seat* earns that seat against the other's plan.

        Sequence 0 is to choose nothing yet. Integers over one denominator (the second item).
        """
        from flint import fmpz_mat

        tops, below = over_one_denominator(plans[1 - seat])
        live = [k for k, top in enumerate(tops) if top and k]
        places = [k - 1 for k in live]
        used = self.array[:, places] if seat == 0 else -self.array[places].T
        product = fmpz_mat(*used.shape, used.ravel().tolist()) * fmpz_mat(
            len(live), 1, [tops[k] for k in live]
        )
        return [0, *map(int, product.entries())], below * self.denominator

    def arrivals(
        self, seat: int, plans: Sequence[Sequence[Fraction | int]]
    ) -> tuple[list[int], int]:
        """Return the chance that a hand ends with each sequence of *seat*, if it plays so: 1."""
        return [0, *[1] * (self.sides[seat].count - 1)], 1

    def __getitem__(self, spot: tuple[int, int]) -> Fraction:
        """Return one payoff to the first seat."""
        return Fraction(self.payoffs[spot[0]][spot[1]], self.denominator)

    def sequence(self) -> SequenceForm:
        """Return the same game by its sequences: one cell a side."""
        payoffs = tuple(entry for entry in self.entries() if entry[2])
        sure = SequenceForm(self.sides, tuple((i, j, 1) for i, j, _ in self.entries()), 1)
        return SequenceForm(self.sides, payoffs, self.denominator, sure)

    def strategic(self) -> MatrixForm:
        """Return the matrix of its pure strategies: itself."""
        return self

    def entries(self) -> Iterator[tuple[int, int, int]]:
        """Yield the payoffs between sequences: the first seat's, the second's, the amount."""
        for i, row in enumerate(self.payoffs, 1):
            for j, amount in enumerate(row, 1):
                yield i, j, amount

    def swapped(self) -> MatrixForm:
        """Return the game seen from the other side: seats swapped, payoffs negated; made once."""
        return self._turned

    @cached_property
    def _turned(self) -> MatrixForm:
        array = -self.array.T
        payoffs = tuple(map(tuple, array.tolist()))
        one, two = self.seats
        turned = MatrixForm(payoffs, self.denominator, self.columns, self.rows, (two, one))
        vars(turned)["array"] = array  # as it would be made from the payoffs again
        return turned

    @cached_property
    def _framed(self) -> Any:
        """The array with a row and a column for the empty sequences."""
        import numpy as np

        return np.pad(self.array, ((1, 0), (1, 0)))

    def block(self, ones: Sequence[int], twos: Sequence[int]) -> list[dict[int, int]]:
        """Return the payoffs that are not 0 between some sequences, by their places in *twos*."""
        import numpy as np

        if 0 in ones or 0 in twos:
            cut = self._framed[np.ix_(ones, twos)]
        else:
            cut = self.array[np.ix_([i - 1 for i in ones], [j - 1 for j in twos])]
        return [{k: a for k, a in enumerate(row) if a} for row in cut.tolist()]

    def part(self, rows: Sequence[int], columns: Sequence[int]) -> MatrixForm:
        """Return the game restricted to some rows and columns (by index)."""
        return MatrixForm(
            tuple(tuple(self.payoffs[i][j] for j in columns) for i in rows),
            self.denominator,
            tuple(self.rows[i] for i in rows),
            tuple(self.columns[j] for j in columns),
            self.seats,
        )

    def lowest_terms(self) -> MatrixForm:
        """Return the same game with the denominator as small as it can be."""
        common = math.gcd(self.denominator, *(entry for row in self.payoffs for entry in row))
        if common == 1:
            return self
        small = tuple(tuple(entry // common for entry in row) for row in self.payoffs)
        return MatrixForm(small, self.denominator // common, self.rows, self.columns, self.seats)

    def saddle(self) -> tuple[int, int] | None:
        """Return a pure saddle point (row, column), if there is one.

        >>> MatrixForm.of([[3, 1], [4, 2]]).saddle()
        (1, 1)
        """
        floors, ceilings = self.array.min(axis=1), self.array.max(axis=0)
        if floors.max() != ceilings.min():
            return None
        return int(floors.argmax()), int(ceilings.argmin())


def _scaled(table: list[list[object]]) -> tuple[list[list[object]], int]:
    flat, below = _plain(table) or over_one_denominator(_rationals(table))
    width = len(table[0])
    return [list(flat[k : k + width]) for k in range(0, len(flat), width)], below


def _plain(table: list[list[object]]) -> tuple[list[int], int] | None:
    texts = [cell for row in table for cell in row if isinstance(cell, str)]
    return plain_numbers(texts) if len(texts) == len(table) * len(table[0]) else None


def _rationals(table: list[list[object]]) -> list[Fraction]:
    exact: list[Fraction] = []
    known: dict[str, Fraction] = {}  # a table of fractions says the same few again and again
    for i, row in enumerate(table, 1):
        for j, entry in enumerate(row, 1):
            number = known.get(entry) if isinstance(entry, str) else None
            try:
                exact.append(rational(entry) if number is None else number)
            except NumberError as reason:
                raise FormError(f"row {i}, column {j}: {reason}") from None
            if isinstance(entry, str):
                known[entry] = exact[-1]
    return exact


def _labels(given: Sequence[str] | None, count: int, what: str) -> tuple[str, ...]:
    if given is None:
        return tuple(map(str, range(1, count + 1)))
    labels = tuple(map(str, given))
    if len(labels) != count:
        raise FormError(f"{len(labels)} {what} labels for {count} {what}s")
    if len(set(labels)) != count:
        twice = next(label for label in labels if labels.count(label) > 1)
        raise FormError(f"the {what} label {twice!r} is used twice")
    if any(len(label) > LONGEST_LABEL for label in labels):
        raise FormError(f"a {what} label is longer than {LONGEST_LABEL} characters")
    return labels
