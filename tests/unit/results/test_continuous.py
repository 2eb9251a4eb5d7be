"""Bounds as they are written in a file, which its checker reads."""

from fractions import Fraction

import pytest

from sabot.certify.continuous.equilibrium import _read_exact_number
from sabot.results.continuous import round_up_text

AMOUNTS = ["0", "1/3", "19/20", "1", "3/2", "9", "19/2", "10", "563/10", "1000000", "1/1000000007"]


@pytest.mark.parametrize("amount", [*map(Fraction, AMOUNTS)])
def test_a_bound_is_written_no_smaller_than_it_is_and_read_back(amount):
    written = _read_exact_number(round_up_text(amount))
    assert amount <= written <= 2 * amount
