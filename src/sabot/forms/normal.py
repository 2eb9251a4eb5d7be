"""Normal forms of two-player games: matrix games and bimatrix games with labelled, exact payoffs.

Payoffs are integers over one denominator per matrix. In a bimatrix game each player is paid what
its own matrix has at the chosen row and column; a pair is written ``3|1``, the first player's
payoff and the second's.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Any

from sabot.errors import FormError, NumberError
from sabot.exact import as_rational, format_fraction, over_one_denominator, parse_plain_numbers
from sabot.forms.sequence import BestResponseMixin, SequenceForm, Treeplex, ZeroSumMixin

MAX_LABEL_LENGTH = 200


class NormalFormMixin(BestResponseMixin):
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
class MatrixForm(NormalFormMixin, ZeroSumMixin):
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
            table, below = _over_common_denominator(table)
        return cls(
            tuple(map(tuple, table)),  # type: ignore[arg-type]
            below,
            _checked_labels(rows, len(table), "row"),
            _checked_labels(columns, width, "column"),
            seats,
        )

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and of columns."""
        return len(self.rows), len(self.columns)

    @cached_property
    def sides(self) -> tuple[Treeplex, Treeplex]:
        """The two seats as a tree has them: each chooses once, knowing nothing."""
        one, two = self.seats
        return Treeplex.flat(one, {"-": self.rows}), Treeplex.flat(two, {"-": self.columns})

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
        """Whether every information set has two actions and none follows another: no."""
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
        """Return the same game in sequence form: one information set per player."""
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


def _over_common_denominator(table: list[list[object]]) -> tuple[list[list[object]], int]:
    flat, below = _parse_plain_table(table) or over_one_denominator(_parse_rationals(table))
    width = len(table[0])
    return [list(flat[k : k + width]) for k in range(0, len(flat), width)], below


def _parse_plain_table(table: list[list[object]]) -> tuple[list[int], int] | None:
    texts = [cell for row in table for cell in row if isinstance(cell, str)]
    return parse_plain_numbers(texts) if len(texts) == len(table) * len(table[0]) else None


def _parse_rationals(table: list[list[object]]) -> list[Fraction]:
    exact: list[Fraction] = []
    known: dict[str, Fraction] = {}  # a table of fractions says the same few again and again
    for i, row in enumerate(table, 1):
        for j, entry in enumerate(row, 1):
            number = known.get(entry) if isinstance(entry, str) else None
            try:
                exact.append(as_rational(entry) if number is None else number)
            except NumberError as reason:
                raise FormError(f"row {i}, column {j}: {reason}") from None
            if isinstance(entry, str):
                known[entry] = exact[-1]
    return exact


def _checked_labels(given: Sequence[str] | None, count: int, what: str) -> tuple[str, ...]:
    if given is None:
        return tuple(map(str, range(1, count + 1)))
    labels = tuple(map(str, given))
    if len(labels) != count:
        raise FormError(f"{len(labels)} {what} labels for {count} {what}s")
    if len(set(labels)) != count:
        twice = next(label for label in labels if labels.count(label) > 1)
        raise FormError(f"the {what} label {twice!r} is used twice")
    if any(len(label) > MAX_LABEL_LENGTH for label in labels):
        raise FormError(f"a {what} label is longer than {MAX_LABEL_LENGTH} characters")
    return labels


PAIR_SEPARATOR = "|"
"""The separator of the two payoffs of a pair that is written as text."""


@dataclass(frozen=True)
class BimatrixForm(NormalFormMixin):
    """A bimatrix game: both players' payoffs, each over a denominator of its own.

    >>> sexes = BimatrixForm.of_pairs([[(3, 1), (0, 0)], ["0|0", "1|3"]])
    >>> sexes.one.payoffs, sexes.two.payoffs, sexes.zero_sum
    (((3, 0), (0, 1)), ((1, 0), (0, 3)), False)
    >>> sexes.obstacle
    'row 1, column 1 pays 3 and 1: the game is not zero-sum'
    """

    one: MatrixForm
    """What the first seat is paid, by row and column; labels and seats are those of the game."""
    two: MatrixForm
    """What the second seat is paid, by the same rows and columns."""

    @classmethod
    def of(
        cls,
        one: Iterable[Iterable[object]],
        two: Iterable[Iterable[object]],
        *,
        rows: Sequence[str] | None = None,
        columns: Sequence[str] | None = None,
        seats: tuple[str, str] = ("row", "column"),
    ) -> BimatrixForm:
        """Return the form of two nested lists of exact numbers: one for each seat.

        >>> BimatrixForm.of([[3, 0], [0, 1]], [[1, 0], [0, 3]]).shape
        (2, 2)
        """
        first = MatrixForm.of(one, rows=rows, columns=columns, seats=seats)
        second = MatrixForm.of(two, rows=rows, columns=columns, seats=seats)
        if first.shape != second.shape:
            (a, b), (c, d) = first.shape, second.shape
            raise FormError(
                f"the matrices of the two seats differ in size: {a} x {b} and {c} x {d}; each "
                "choice of a row and a column pays both"
            )
        return cls(first, second)

    @classmethod
    def of_pairs(
        cls,
        pairs: Iterable[Iterable[object]],
        *,
        rows: Sequence[str] | None = None,
        columns: Sequence[str] | None = None,
        seats: tuple[str, str] = ("row", "column"),
    ) -> BimatrixForm:
        """Return the form of a nested list of pairs: tuples, lists, or texts such as ``3|1``."""
        table = [list(row) for row in pairs]
        split = [
            [_split_pair(entry, i, j) for j, entry in enumerate(row, 1)]
            for i, row in enumerate(table, 1)
        ]
        one, two = ([[pair[seat] for pair in row] for row in split] for seat in (0, 1))
        return cls.of(one, two, rows=rows, columns=columns, seats=seats)

    # ------------------------------------------------------------------ what every form has

    @property
    def rows(self) -> tuple[str, ...]:
        """The first seat's choices."""
        return self.one.rows

    @property
    def columns(self) -> tuple[str, ...]:
        """The second seat's choices."""
        return self.one.columns

    @property
    def seats(self) -> tuple[str, str]:
        """The two seats' names."""
        return self.one.seats

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and of columns."""
        return self.one.shape

    @property
    def sides(self) -> tuple[Treeplex, Treeplex]:
        """The two seats as a tree has them: each chooses once, knowing nothing."""
        return self.one.sides

    @cached_property
    def constant(self) -> Fraction | None:
        """What both seats are paid together, where that is the same everywhere; else None."""
        both = self.one[0, 0] + self.two[0, 0]
        return both if self._apart(both) is None else None

    def _apart(self, both: Fraction) -> tuple[int, int] | None:
        """Return the first row and column that pay something else together; None if none do."""
        one, two = self.one, self.two
        below = one.denominator * two.denominator * both.denominator
        first, second = below // one.denominator, below // two.denominator
        total = both.numerator * (below // both.denominator)
        for i, (ours, theirs) in enumerate(zip(one.payoffs, two.payoffs, strict=True)):
            for j, (a, b) in enumerate(zip(ours, theirs, strict=True)):
                if a * first + b * second != total:
                    return i, j
        return None

    @property
    def zero_sum(self) -> bool:
        """Whether what the seats are paid sums to 0 everywhere."""
        return self.constant == 0

    @cached_property
    def obstacle(self) -> str:
        """What keeps it from being a two-person zero-sum game, in words; empty where nothing."""
        spot = self._apart(Fraction(0))
        if spot is None:
            return ""
        i, j = spot
        where = f"row {i + 1}, column {j + 1}"
        one, two = map(format_fraction, self[spot])
        return f"{where} pays {one} and {two}: the game is not zero-sum"

    def strategic(self) -> BimatrixForm:
        """Return the matrices of its pure strategies: itself."""
        return self

    @property
    def called(self) -> str:
        """What it is called where it has no game's name."""
        return f"bimatrix {len(self.rows)} x {len(self.columns)}"

    @property
    def amounts(self) -> int:
        """How many payoffs it holds."""
        return 2 * self.one.amounts

    def gains(self, seat: int, plans: Sequence[Sequence[Fraction | int]]) -> tuple[list[int], int]:
        """Return what each sequence of *seat* earns that seat against the other's plan.

        Sequence 0 is to choose nothing yet. Integers over one denominator (the second item).
        """
        if seat == 0:
            return self.one.gains(0, plans)
        losses, below = self.two.gains(1, plans)
        return [-loss for loss in losses], below

    def arrivals(
        self, seat: int, plans: Sequence[Sequence[Fraction | int]]
    ) -> tuple[list[int], int]:
        """Return the chance that a hand ends with each sequence of *seat*, if it plays so: 1."""
        return self.one.arrivals(seat, plans)

    def __getitem__(self, spot: tuple[int, int]) -> tuple[Fraction, Fraction]:
        """Return what both seats are paid at a row and a column."""
        return self.one[spot], self.two[spot]

    # ------------------------------------------------------------------ other games from it

    def two_person(self) -> MatrixForm:
        """Return the zero-sum game of the first seat's payoffs, where the sums are constant."""
        return self.one

    def duel(self, seat: int) -> MatrixForm:
        """Return the zero-sum game in which the other seat pays what *seat* is paid.

        >>> BimatrixForm.of_pairs([["3|1", "0|2"]]).duel(1).payoffs
        ((-1, -2),)
        """
        if seat == 0:
            return self.one
        lines = tuple(tuple(-amount for amount in line) for line in self.two.payoffs)
        return replace(self.two, payoffs=lines)

    def swapped(self) -> BimatrixForm:
        """Return the same game with the seats in the other order.

        >>> BimatrixForm.of_pairs([["3|1", "0|2"]]).swapped().one.payoffs
        ((1,), (2,))
        """
        one, two = (
            MatrixForm(
                tuple(zip(*own.payoffs, strict=True)),
                own.denominator,
                own.columns,
                own.rows,
                (own.seats[1], own.seats[0]),
            )
            for own in (self.two, self.one)
        )
        return BimatrixForm(one, two)

    def part(self, rows: Sequence[int], columns: Sequence[int]) -> BimatrixForm:
        """Return the game restricted to some rows and columns (by index)."""
        return BimatrixForm(self.one.part(rows, columns), self.two.part(rows, columns))

    def labelled(self, rows: Sequence[str], columns: Sequence[str]) -> BimatrixForm:
        """Return the same game under other names of the choices."""
        one, two = (
            replace(own, rows=tuple(rows), columns=tuple(columns)) for own in (self.one, self.two)
        )
        return BimatrixForm(one, two)

    def pairs(self) -> list[list[str]]:
        """Return the payoffs as texts, ``3|1`` each: :meth:`of_pairs` reads them back."""
        height, width = self.shape
        return [
            [PAIR_SEPARATOR.join(map(format_fraction, self[i, j])) for j in range(width)]
            for i in range(height)
        ]


def is_pair(entry: object) -> bool:
    """Return whether an entry of a nested list is meant as the payoffs of two seats.

    >>> is_pair((3, 1)), is_pair("3|1"), is_pair("3"), is_pair(3)
    (True, True, False, False)
    """
    return PAIR_SEPARATOR in entry if isinstance(entry, str) else isinstance(entry, list | tuple)


def _split_pair(entry: object, i: int, j: int) -> tuple[object, object]:
    """Return the two payoffs of an entry; refuse one that has fewer, or more."""
    parts: Sequence[object]
    if isinstance(entry, str):
        parts = entry.split(PAIR_SEPARATOR)
    elif isinstance(entry, list | tuple):
        parts = entry
    else:
        parts = (entry,)
    if len(parts) != 2 or any(isinstance(part, str) and not part.strip() for part in parts):
        what = "the payoff of one seat only" if len(parts) < 2 else f"{len(parts)} payoffs"
        if len(parts) == 2:
            what = "a pair with a payoff missing"
        raise FormError(
            f"row {i}, column {j}: {str(entry)[:40]!r} is {what}; where other entries are pairs, "
            "write the first seat's and the second's: 3|1 in a file, (3, 1) in Python"
        )
    return parts[0], parts[1]
