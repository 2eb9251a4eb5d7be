"""Ranks modulo 2 and 3, where a row is a bit or two per column, beside elimination."""

import random

import pytest

from sabot.certify.all_nash import CertificateBimatrix, best_response_polytopes
from sabot.certify.rank_mod_p import (
    PRIMES,
    add_mod_3,
    proves_full_rank_mod_2,
    proves_full_rank_mod_3,
    proves_full_rank_mod_p,
    proves_full_rank_of_small,
)


def bits(flags):
    return sum(flag << k for k, flag in enumerate(flags))


def mod_3(row):
    return bits(entry % 3 == 1 for entry in row), bits(entry % 3 == 2 for entry in row)


def test_a_sum_modulo_3_is_that_of_its_entries():
    for one in range(3):
        for two in range(3):
            assert add_mod_3(mod_3([one]), mod_3([two])) == mod_3([one + two])


@pytest.mark.parametrize("seed", range(60))
def test_ranks_by_bits_are_those_of_elimination(seed):
    chance = random.Random(seed)
    width = chance.randrange(1, 7)
    rows = [
        [chance.choice((-4, -1, 0, 0, 1, 2, 3)) for _ in range(width)]
        for _ in range(width + chance.randrange(3))
    ]
    sparse = [dict(enumerate(row)) for row in rows]
    odd = [bits(entry & 1 for entry in row) for row in rows]
    assert proves_full_rank_mod_2(odd, width) is _full_rank(rows, 2)
    assert proves_full_rank_mod_3(map(mod_3, rows), width) is _full_rank(rows, 3)
    assert _full_rank(rows, PRIMES[0]) is proves_full_rank_mod_p(sparse, width, PRIMES[0])


def _full_rank(rows, prime):
    """Tell by plain elimination whether all columns are independent."""
    left = [[entry % prime for entry in row] for row in rows]
    for column in range(len(rows[0])):
        lead = next((row for row in left if row[column]), None)
        if lead is None:
            return False
        left.remove(lead)
        left = [
            [(a * lead[column] - b * row[column]) % prime for a, b in zip(row, lead, strict=True)]
            for row in left
        ]
    return True


@pytest.mark.parametrize("scale", [1, 2, 3, 6, PRIMES[0] * PRIMES[1] * PRIMES[2]])
def test_a_mixture_is_the_only_one_whichever_prime_shows_it(scale):
    """The equations of matching pennies, times a number that hides the rank from some primes."""
    pennies = [[scale, 0], [0, scale]]
    form = CertificateBimatrix(("a", "b"), (["1", "2"], ["1", "2"]), (pennies, pennies), (1, 1))
    side = best_response_polytopes(form)[0]
    assert side.is_single(0b11, 0b11)
    assert not side.is_single(0b11, 0b01)


def test_columns_of_a_small_system_that_depend_on_each_other_are_seen():
    assert proves_full_rank_of_small([[1, 2], [3, 4]])
    assert not proves_full_rank_of_small([[1, 2], [2, 4], [5, 10]])
    assert not proves_full_rank_of_small([[0, 1], [0, 2]])
    assert proves_full_rank_of_small([[PRIMES[0], 0], [0, 1]])  # another prime shows it
