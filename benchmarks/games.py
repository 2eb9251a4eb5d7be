"""The games the rows are measured on, as integer matrices (payoff to the row seat)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

Game = list[list[int]]

# Model A3: Player's two mixing rows, Banker's two columns,
# in units of 16 / 13^6.
KERNEL_A3 = ((-4564, -2692), (-3705, -4121))


def le_her() -> Game:
    """Return le Her's 14 x 14 matrix times 16,575 from formulas (5.9) and (5.10) of Ethier 2010.

    Row i: the receiver exchanges ranks 1..i. Column j: the dealer draws on ranks 1..j.
    """
    return [[_le_her_entry(i, j) for j in range(14)] for i in range(14)]


def _le_her_entry(i: int, j: int) -> int:
    wins = 0  # of the 52 * 51 * 50 ways to deal three cards
    for k in range(1, 14):
        for m in range(1, 14):
            if k <= i:
                wins += 16 * (4 * m - 1) if k < m < 13 else 0
            elif m <= j:
                beaten = 4 * (k - 1) + ((3 - (k == 13)) if k > m else 0)
                wins += 4 * (4 - (k == m)) * beaten
            else:
                wins += 16 * 50 if k > m else 0
    entry, rest = divmod(2 * wins - 52 * 51 * 50, 8)
    assert rest == 0, "52 * 51 * 50 / 8 = 16,575 clears every denominator"
    return entry


def random_integers(side: int, largest: int, seed: int) -> Game:
    """Return a square game with entries uniform in -largest..largest."""
    rng = Random(f"square {side} {largest} {seed}")
    return [[rng.randint(-largest, largest) for _ in range(side)] for _ in range(side)]


def grid(rows: int, columns: int) -> Game:
    """Return the kernel of model A3 played in steps of 1/(rows - 1) and 1/(columns - 1).

    Every action is a mix of the two kernel actions, so most optimal strategies are mixes of mixes:
    the game has very many extreme equilibria. Denominators are cleared.
    """
    m, n = rows - 1, columns - 1
    (a, b), (c, d) = KERNEL_A3
    return [
        [(m - i) * ((n - j) * a + j * b) + i * ((n - j) * c + j * d) for j in range(columns)]
        for i in range(rows)
    ]


def random_pairs(side: int, largest: int, seed: int) -> Game:
    """Return a bimatrix game: the matrix of the row seat above that of the column seat."""
    rng = Random(f"pairs {side} {largest} {seed}")
    return [[rng.randint(0, largest) for _ in range(side)] for _ in range(2 * side)]


def degenerate_pairs(side: int) -> Game:
    """Return a bimatrix game with payoffs 0, 1, 2: many ties, so many continua of equilibria."""
    rng = Random(f"deg {side}")
    return [[rng.randint(0, 2) for _ in range(side)] for _ in range(2 * side)]


def coordination_pairs(side: int) -> Game:
    """Return the game in which both are paid 1 if they choose the same: 2^side - 1 equilibria."""
    return [[int(i == j) for j in range(side)] for i in range(side)] * 2


def nfg_text(pairs: Game) -> str:
    """Return a square bimatrix game in Gambit's format."""
    side = len(pairs[0])
    one, two = pairs[:side], pairs[side:]
    pays = " ".join(f"{one[i][j]} {two[i][j]}" for j in range(side) for i in range(side))
    return f'NFG 1 R "pairs" {{ "row" "column" }} {{ {side} {side} }}\n\n{pays}\n'


def csv_text(matrix: Sequence[Sequence[object]]) -> str:
    """Return a matrix as a file of comma-separated values."""
    return "\n".join(",".join(map(str, row)) for row in matrix) + "\n"


def swapped(game: Game) -> Game:
    """Return the same game seen from the other seat."""
    return [[-entry for entry in column] for column in zip(*game, strict=True)]


def polynomial_matrix(side: int, degree: int, seed: int) -> list[list[str]]:
    """Return a square game whose payoffs are polynomials in t, coefficients uniform in -9..9."""
    rng = Random(f"theorem {side}x{side} degree {degree} seed {seed}")
    return [[_random_polynomial(rng, degree) for _ in range(side)] for _ in range(side)]


def letter_pairs_text(side: int, seed: int) -> str:
    """Return the game string of a bimatrix game with payoffs -9..9, a fifth of them with a t."""
    rng = Random(f"letter {side}x{side} seed {seed}")

    def payoff() -> str:
        number = str(rng.randint(-9, 9))
        return f"{number} + ({rng.randint(-9, 9)})*t" if rng.random() < 0.2 else number

    rows = (f"[{','.join(f'{payoff()}|{payoff()}' for _ in range(side))}]" for _ in range(side))
    return f"matrix([{','.join(rows)}])"


def _random_polynomial(rng: Random, degree: int) -> str:
    return " + ".join(f"({rng.randint(-9, 9)})*t**{k}" for k in range(degree + 1))


def polynomial_text(side: int, degree: int, seed: int) -> str:
    """Return the game string of such a game."""
    rows = (f"[{','.join(row)}]" for row in polynomial_matrix(side, degree, seed))
    return f"matrix([{','.join(rows)}])"
