"""Files of correlation devices."""

from fractions import Fraction as F

import pytest

import sabot
from sabot.errors import FormError

CHICKEN = [[(6, 6), (2, 7)], [(7, 2), (0, 0)]]


def device(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text)
    return sabot.correlated(CHICKEN, device=path).device


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("d.csv", "row,column,probability\n1,1,1/2\n1,2,0.25\n\n2,1,25%\n2,2,0\n"),
        ("d.csv", "probability, column, row\n1/2,1,1\n1/4,2,1\n1/4,1,2\n"),
        ("d.json", '[["1", "1", "1/2"], ["1", "2", 0.25], ["2", "1", "1/4"]]'),
        ("d.txt", "\n [[1, 1, 0.5], [1, 2, 0.25], [2, 1, 0.25]]"),
    ],
)
def test_a_device_is_read_from_csv_and_json(tmp_path, name, text):
    found = device(tmp_path, name, text)
    assert found.distribution == (((0, 0), F(1, 2)), ((0, 1), F(1, 4)), ((1, 0), F(1, 4)))
    assert found.equilibrium


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "d.csv: the file is empty; its first line is row,column,probability"),
        ("row,probability\n1,1\n", "it names the players and the column of probabilities"),
        ("row,column,probability\n1,1\n", "line 2 has 2 cells, not 3"),
        ("row,column,probability\n1,9,1\n", "d.csv: line 2: column has no strategy '9'"),
        ("row,column,probability\n1,1,1/2\n", "sum to 1/2, not to 1"),
        ('row,column,probability\n"1\n', "line 2 has 1 cells, not 3"),
        ("[[1, 1, 1", "not JSON"),
        ("[1]", "a device is a list of rows"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_a_file_that_is_not_a_device_is_refused_with_its_place(tmp_path, text, words):
    with pytest.raises((FormError, sabot.NumberError), match=words):
        device(tmp_path, "d.csv", text)
