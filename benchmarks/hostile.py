"""Eight families of games that float solvers find hard.

Each family is a pure function of a seeded generator, and needs only the standard library, so that
the tests may draw from the same games as the benchmark.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

Matrix = list[list[Fraction | int]]
Family = Callable[[Random], Matrix]

LARGEST = 25


def _sides(rng: Random) -> tuple[int, int]:
    """Draw the two numbers of actions, small and large alike."""
    return rng.randint(2, LARGEST), rng.randint(2, LARGEST)


def _filled(rng: Random, entry: Callable[[], Fraction | int]) -> Matrix:
    rows, columns = _sides(rng)
    return [[entry() for _ in range(columns)] for _ in range(rows)]


def near_ties(rng: Random) -> Matrix:
    """Payoffs 1000 + k * 10^-12: all the game is in digits a double barely holds."""
    return _filled(rng, lambda: 1000 + Fraction(rng.randint(-50, 50), 10**12))


def twelve_orders(rng: Random) -> Matrix:
    """Payoffs between 10^-6 and 10^6 in size: no single tolerance suits them all."""

    def entry() -> Fraction:
        size = Fraction(rng.randint(1, 99), 10) * Fraction(10) ** rng.randint(-6, 5)
        return rng.choice((-1, 1)) * size

    return _filled(rng, entry)


def duplicates(rng: Random) -> Matrix:
    """Rows and columns repeated: degenerate, and seldom with unique optimal strategies."""
    rows, columns = rng.randint(2, 12), rng.randint(2, 12)
    core = [[rng.randint(-9, 9) for _ in range(columns)] for _ in range(rows)]
    over = list(range(rows)) + [rng.randrange(rows) for _ in range(rng.randint(1, LARGEST - rows))]
    down = list(range(columns))
    down += [rng.randrange(columns) for _ in range(rng.randint(1, LARGEST - columns))]
    rng.shuffle(over)
    rng.shuffle(down)
    return [[core[i][j] for j in down] for i in over]


def skew(rng: Random) -> Matrix:
    """Symmetric games, A = -A': the value is 0 and float noise decides its sign."""
    side = rng.randint(2, LARGEST)
    game: Matrix = [[0] * side for _ in range(side)]
    for i in range(side):
        for j in range(i):
            game[i][j] = rng.randint(-20, 20)
            game[j][i] = -game[i][j]
    return game


def zero_one(rng: Random) -> Matrix:
    """Payoffs 0 or 1: ties and degenerate vertices everywhere."""
    return _filled(rng, lambda: rng.randint(0, 1))


def signs(rng: Random) -> Matrix:
    """Payoffs -1, 0 or 1: win, draw, lose."""
    return _filled(rng, lambda: rng.randint(-1, 1))


def hilbert(rng: Random) -> Matrix:
    """Payoffs 1 / (i + j + 1) with the signs of a chessboard, plus noise of 10^-9.

    Every basis is nearly singular. Without the signs the first row would dominate and the game
    would be trivial.
    """
    rows, columns = _sides(rng)
    return [
        [
            Fraction((-1) ** (i + j), i + j + 1) + Fraction(rng.randint(-9, 9), 10**9)
            for j in range(columns)
        ]
        for i in range(rows)
    ]


def integers(rng: Random) -> Matrix:
    """Payoffs uniform in -1000..1000: the friendly family, for scale."""
    return _filled(rng, lambda: rng.randint(-1000, 1000))


FAMILIES: dict[str, Family] = {
    "near ties": near_ties,
    "12 orders": twelve_orders,
    "duplicates": duplicates,
    "skew": skew,
    "0/1": zero_one,
    "-1/0/1": signs,
    "Hilbert": hilbert,
    "integers": integers,
}


def games(name: str, count: int, *, seed: int = 1) -> list[Matrix]:
    """Return the first *count* games of a family; the same seed gives the same games."""
    rng = Random(f"{name} {seed}")
    return [FAMILIES[name](rng) for _ in range(count)]
