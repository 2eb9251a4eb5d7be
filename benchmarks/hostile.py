"""Families of games that float solvers find hard: eight of matrices, two of trees, two of extremes.

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


def ugly_stakes(rng: Random) -> str:
    """Poker for stakes that share no divisor: payoffs beyond 2^31 over one denominator."""
    ante = Fraction(rng.randint(1, 20), rng.choice((7, 11, 13, 17)))
    small = Fraction(rng.randint(10**5, 10**7), rng.choice((11, 13, 17, 19)))
    return _poker(rng, ante, small, Fraction(rng.randint(10**6, 10**8), rng.choice((7, 13, 23))))


def far_stakes(rng: Random) -> str:
    """Poker with bets twelve orders of magnitude above the ante, and more."""
    ante = Fraction(1, rng.randint(10**5, 10**9))
    small = Fraction(rng.randint(10**9, 10**12), rng.choice((1, 7, 11)))
    return _poker(rng, ante, small, Fraction(rng.randint(10**9, 10**13)))


def _poker(rng: Random, ante: Fraction, small: Fraction, large: Fraction) -> str:
    if rng.random() < 0.5:
        return f"kuhn-poker(ranks={rng.randint(3, 20)}, ante={ante}, bet={small})"
    ranks = rng.randint(3, 5)
    return f"leduc-poker(ranks={ranks}, ante={ante}, bet1={small}, bet2={large})"


TREES: dict[str, tuple[Callable[[Random], str], tuple[str, ...]]] = {
    "trees, ugly stakes": (
        ugly_stakes,
        ("leduc-poker(ante=1/7, bet1=1000003/11, bet2=10000019/13)",),
    ),
    "trees, 12 orders": (
        far_stakes,
        (
            "leduc-poker(ante=1/1000003, bet1=22222222223/7, bet2=100000000003)",
            "kuhn-poker(ranks=20, ante=1/1000000007, bet=1000000009)",
        ),
    ),
}
"""How to draw a game of the family, and the games it begins with."""


def trees(name: str, count: int, *, seed: int = 1) -> list[str]:
    """Return the first *count* games of a family of trees."""
    draw, known = TREES[name]
    rng = Random(f"{name} {seed}")
    return [*known, *(draw(rng) for _ in range(count - len(known)))][:count]


def two_scales(side: int, seed: int = 1) -> list[Matrix]:
    """Return square games with entries k * 10^15 and digits: a double holds one or the other.

    In the first the large part decides alone. In the others the digits do: a tenth of the entries
    is large, or half of the rows, or the large part repeats itself, or is of rank one.
    """
    rng = Random(f"two scales {side} {seed}")
    large = 10**15

    def digits() -> int:
        return rng.randint(-1000, 1000)

    core = [[digits() for _ in range(12)] for _ in range(12)]
    down, over = ([rng.randint(-9, 9) for _ in range(side)] for _ in range(2))
    kinds: tuple[Callable[[int, int], int], ...] = (
        lambda i, j: digits() * large + digits(),
        lambda i, j: digits() * (large if rng.random() < 0.1 else 1),
        lambda i, j: digits() * (large if i % 2 else 1),
        lambda i, j: core[i % 12][j % 12] * large + digits(),
        lambda i, j: down[i] * over[j] * large + digits(),
    )
    return [[[kind(i, j) for j in range(side)] for i in range(side)] for kind in kinds]


def far_apart(count: int, seed: int = 1) -> list[Matrix]:
    """Return small games with payoffs three hundred orders of magnitude apart."""
    tiny, huge = Fraction(3, 10**200), Fraction(2 * 10**100)
    known: Matrix = [[tiny, tiny], [huge, -tiny]]
    rng = Random(f"far apart {seed}")

    def entry() -> Fraction:
        return rng.choice((-1, 1)) * rng.randint(1, 9) * Fraction(10) ** rng.randint(-200, 100)

    drawn: list[Matrix] = []
    while len(drawn) < count - 1:
        rows, columns = rng.randint(2, 6), rng.randint(2, 6)
        drawn.append([[entry() for _ in range(columns)] for _ in range(rows)])
    return [known, *drawn]


def games(name: str, count: int, *, seed: int = 1) -> list[Matrix]:
    """Return the first *count* games of a family; the same seed gives the same games."""
    rng = Random(f"{name} {seed}")
    return [FAMILIES[name](rng) for _ in range(count)]
