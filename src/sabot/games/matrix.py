"""Matrix games from a file: ``matrix(file=game.csv)``."""

from __future__ import annotations

from functools import lru_cache

from sabot.forms.matrix import MatrixForm
from sabot.io.matrix import read_matrix
from sabot.io.text import Stamp, stamp
from sabot.ruleset import Form, rules
from sabot.tables import Table


@rules(name="matrix", seats=("row", "column"))
def matrix(table: Table, *, file: str) -> None:
    """One seat chooses a row, the other a column, and the row is paid what stands there.

    file: CSV of exact numbers with optional labels, JSON, or Gambit's .nfg (two persons, zero-sum).
    """
    form = _read(file)
    row = table.ask("row", form.rows)
    column = table.ask("column", form.columns)
    table.pay(row=form[form.rows.index(row), form.columns.index(column)])


@matrix.form
def matrix_form(*, file: str) -> Form:
    """Return the matrix in the file."""
    return _read(file)


@matrix.cost
def matrix_cost(*, file: str) -> str:
    """Return the shape of the matrix."""
    height, width = _read(file).shape
    return f"a {height} x {width} matrix"


def _read(file: str) -> MatrixForm:
    return _cached(file, stamp(file))


@lru_cache(maxsize=8)
def _cached(file: str, when: Stamp) -> MatrixForm:
    return read_matrix(file)
