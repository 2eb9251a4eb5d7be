"""Matrix games from a file: ``matrix(file=game.csv)``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from sabot.files.matrix import read_matrix
from sabot.files.text import Stamp, stamp
from sabot.forms.matrix import MatrixForm
from sabot.telling.family import ANY, Family, Opens
from sabot.telling.game import Form, Game
from sabot.telling.tables import Table

if TYPE_CHECKING:
    from sabot.forms.outcomes import Outcomes
    from sabot.forms.outcomes import Table as Played
    from sabot.forms.polynomial import PolynomialForm


class Matrix(Family):
    """One seat chooses a row, the other a column, and the row is paid what stands there.

    For a theorem the entries of a CSV may be polynomials, as in 2*t**2 - 1/3: write t=*.

    file: CSV of exact numbers with optional labels, JSON, or Gambit's .nfg (two persons, zero-sum).
    """

    name = "matrix"
    seats = ("row", "column")
    leaves_open: Opens = MappingProxyType({ANY: {}})

    def play(self, table: Table, *, file: str) -> None:
        """Ask for a row and a column."""
        form = _read(file)
        row = table.ask("row", form.rows)
        column = table.ask("column", form.columns)
        table.pay(row=form[form.rows.index(row), form.columns.index(column)])

    def form(self, game: Game) -> Form:
        """Return the matrix in the file."""
        return _read(game.parameters["file"])

    def opened(self, key: str, values: Mapping[str, Any]) -> PolynomialForm:
        """Return a matrix whose entries are polynomials in a parameter, any real number."""
        from sabot.files.polynomial_matrix import read_polynomial_matrix

        return read_polynomial_matrix(values["file"], key)

    def outcomes(self, game: Game, strategies: Mapping[str, Played]) -> Outcomes:
        """Return how hands end: each entry of the matrix is what one of them pays."""
        from sabot.forms.outcomes import of_matrix

        return of_matrix(_read(game.parameters["file"]), strategies)

    def cost(self, game: Game) -> str:
        """Return the shape of the matrix."""
        height, width = _read(game.parameters["file"]).shape
        return f"a {height} x {width} matrix"


matrix = Matrix()


def _read(file: str) -> MatrixForm:
    return _cached(file, stamp(file))


@lru_cache(maxsize=8)
def _cached(file: str, when: Stamp) -> MatrixForm:
    return read_matrix(file)
