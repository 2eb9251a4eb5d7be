"""Matrix games from a file: ``matrix(file=game.csv)``."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sabot.forms.matrix import MatrixForm
from sabot.io.matrix import read_matrix
from sabot.io.text import Stamp, stamp
from sabot.ruleset import Form, rules
from sabot.tables import Table

if TYPE_CHECKING:
    from sabot.forms.theorem import PolynomialForm


@rules(name="matrix", seats=("row", "column"))
def matrix(table: Table, *, file: str) -> None:
    """One seat chooses a row, the other a column, and the row is paid what stands there.

    For a theorem the entries of a CSV may be polynomials, as in 2*t**2 - 1/3: write t=*.

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


@matrix.theorem("*")
def matrix_for_all(*, file: str, name: str) -> PolynomialForm:
    """Return a matrix whose entries are polynomials in a parameter, any real number."""
    from sabot.io.polynomial_matrix import read_polynomial_matrix

    return read_polynomial_matrix(file, name)


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
