"""Bimatrix games: two players, each paid what its own matrix has at the chosen row and column.

Payoffs are integers over one denominator per matrix. A pair is written ``3|1``, the first player's
payoff and the second's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from sabot.errors import FormError, shorten
from sabot.exact import format_fraction
from sabot.forms.sequence import MatrixForm, NormalFormMixin, Treeplex

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

    @classmethod
    def of_zero_sum(cls, one: MatrixForm) -> BimatrixForm:
        """Return a zero-sum matrix game with the payoffs of both seats.

        >>> BimatrixForm.of_zero_sum(MatrixForm.of([["1/2", 0]]))[0, 0]
        (Fraction(1, 2), Fraction(-1, 2))
        """
        lost = tuple(tuple(-amount for amount in row) for row in one.payoffs)
        return cls(one, replace(one, payoffs=lost))

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


MANY_SEATS = "three or more players: a .nfg file, or lists game[i][j][k] in JSON or Python"
"""Where payoffs of more than two seats are written."""


def is_pair(entry: object) -> bool:
    """Return whether an entry of a nested list is meant as the payoffs of two seats.

    >>> is_pair((3, 1)), is_pair("3|1"), is_pair("3"), is_pair(3)
    (True, True, False, False)
    """
    return PAIR_SEPARATOR in entry if isinstance(entry, str) else isinstance(entry, list | tuple)


def _entry_text(entry: object) -> str:
    """Return an entry as it is written in a file."""
    if isinstance(entry, list | tuple):
        return shorten(f"[{', '.join(map(str, entry))}]")
    return repr(str(entry)[:40])


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
        more = f"\n  {MANY_SEATS}" if len(parts) > 2 else ""
        raise FormError(
            f"row {i}, column {j}: {_entry_text(entry)} is {what}; where other entries are pairs, "
            f"write the first seat's and the second's: 3|1 in a file, (3, 1) in Python{more}"
        )
    return parts[0], parts[1]
