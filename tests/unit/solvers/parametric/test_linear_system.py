"""Equations with polynomial coefficients: solved, and the solution put into them."""

from random import Random

import pytest
from flint import fmpz_poly

from sabot.solvers.parametric.linear_system import polynomial_determinant, solve_polynomial_system


def random_system(seed, count):
    """Sparse rows: mostly numbers, some polynomials, and a constant."""
    rng = Random(seed)
    rows = []
    for number in range(count):
        places = {number, -1, *rng.sample(range(count), min(2, count))}
        rows.append(
            {k: fmpz_poly([rng.randint(-3, 3) for _ in range(rng.choice((1, 1, 3)))])
             for k in places}
        )  # fmt: skip
    return rows


@pytest.mark.parametrize("seed", range(30))
def test_a_solution_satisfies_every_equation(seed):
    count = 1 + seed % 7
    rows = random_system(seed, count)
    determinant = polynomial_determinant(
        [{k: entry for k, entry in row.items() if k >= 0} for row in rows]
    )
    solved = solve_polynomial_system(rows, count)
    if determinant == 0:
        assert solved is None
        return
    tops, below = solved
    for row in rows:
        total = sum((entry * (below if k < 0 else tops[k]) for k, entry in row.items()), 0 * below)
        assert total == 0
    assert below * determinant.leading_coefficient() == determinant * below.leading_coefficient()


def test_a_determinant_of_only_numbers_has_its_sign():
    swap = [{1: fmpz_poly([2])}, {0: fmpz_poly([3])}]
    assert polynomial_determinant(swap) == -6
