"""Families of matrix games with a structure: what people write down, and what nobody tuned to.

Each game is a pure function of its family and size, and needs only the standard library, so that
the tests may take the same games as the benchmark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random

Matrix = list[list[Fraction | int]]
_PER_ROW = 10
"""Entries in a row of a sparse matrix."""
_DIGITS = 200
"""Digits of the numerators and denominators of long fractions."""


def _filled(side: int, entry: Callable[[int, int], Fraction | int]) -> Matrix:
    return [[entry(i, j) for j in range(side)] for i in range(side)]


def equal(side: int) -> Matrix:
    """All payoffs are 3."""
    return _filled(side, lambda i, j: 3)


def low_rank(side: int) -> Matrix:
    """Return a product of two matrices of digits, of rank 5."""
    dice = Random(f"low rank {side}")
    down = [[dice.randint(-9, 9) for _ in range(5)] for _ in range(side)]
    over = [[dice.randint(-9, 9) for _ in range(5)] for _ in range(side)]
    return _filled(side, lambda i, j: sum(a * b for a, b in zip(down[i], over[j], strict=True)))


def repeated_rows(side: int) -> Matrix:
    """Twelve different random rows, in random order."""
    dice = Random(f"repeated rows {side}")
    core: Matrix = [[dice.randint(-99, 99) for _ in range(side)] for _ in range(12)]
    return [list(dice.choice(core)) for _ in range(side)]


def blotto(soldiers: int, fields: int) -> Matrix:
    """Colonel Blotto: a field is won by the larger number of soldiers, and counts 1."""
    splits = list(_splits(soldiers, fields))
    return [
        [sum((a > b) - (a < b) for a, b in zip(one, two, strict=True)) for two in splits]
        for one in splits
    ]


def _splits(soldiers: int, fields: int) -> Iterator[tuple[int, ...]]:
    if fields == 1:
        yield (soldiers,)
        return
    for here in range(soldiers + 1):
        for rest in _splits(soldiers - here, fields - 1):
            yield here, *rest


def sparse(side: int) -> Matrix:
    """Ten digits that are not 0 in each row, in random columns."""
    dice = Random(f"sparse {side}")
    game: Matrix = [[0] * side for _ in range(side)]
    for row in game:
        for j in dice.sample(range(side), min(_PER_ROW, side)):
            row[j] = dice.choice((-1, 1)) * dice.randint(1, 9)
    return game


def diagonal(side: int) -> Matrix:
    """Ones on the diagonal: find the other's number."""
    return _filled(side, lambda i, j: int(i == j))


def diagonal_fractions(side: int) -> Matrix:
    """Fractions 1/1, 1/2, 1/3, ... on the diagonal."""
    return _filled(side, lambda i, j: Fraction(1, i + 1) if i == j else Fraction(0))


def zero_one(side: int) -> Matrix:
    """Payoffs 0 or 1 at random."""
    dice = Random(f"0/1 {side}")
    return _filled(side, lambda i, j: dice.randint(0, 1))


def signs(side: int) -> Matrix:
    """Payoffs -1, 0 or 1 at random."""
    dice = Random(f"-1/0/1 {side}")
    return _filled(side, lambda i, j: dice.randint(-1, 1))


def rock_paper_scissors(side: int) -> Matrix:
    """Rock, paper, scissors with an odd number of objects: each beats the half that follows it."""

    def paid(i: int, j: int) -> int:
        ahead = (i - j) % side
        return 0 if not ahead else 1 if 2 * ahead < side else -1

    return _filled(side, paid)


def long_fractions(side: int) -> Matrix:
    """Fractions with numerators and denominators of 200 random digits."""
    dice = Random(f"long fractions {side}")
    most = 10**_DIGITS
    return _filled(side, lambda i, j: Fraction(dice.randint(-most, most), dice.randint(1, most)))


def vandermonde(side: int) -> Matrix:
    """Powers of 1, 2, 3, ... with the signs of a chessboard: floats cannot find the basis."""
    return _filled(side, lambda i, j: (-1) ** (i + j) * (i + 1) ** j)
