"""Tables of results for notebooks: rows for pandas, arrays in LaTeX.

Numbers stay exact: fractions in a table of pandas and in LaTeX.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from sabot.errors import NoMethodError

if TYPE_CHECKING:
    from pandas import DataFrame


def pandas_frame(rows: Iterable[Sequence[object]], columns: Sequence[str]) -> DataFrame:
    """Return a table of pandas; without pandas say what else there is."""
    try:
        import pandas
    except ImportError:
        raise NoMethodError(
            "to_frame() needs pandas, which is not installed\n"
            "  pip install pandas; or use to_csv() or to_json()"
        ) from None
    return pandas.DataFrame(list(rows), columns=list(columns) or None)


def latex_table(columns: str, rows: Iterable[Sequence[str]]) -> str:
    r"""Return an array for a notebook that shows LaTeX.

    >>> latex_table("lr", [(latex_text("a_1"), latex_number(Fraction(-1, 2)))])
    '$\\begin{array}{lr}\\text{a\\_1} & -\\tfrac{1}{2}\\end{array}$'
    """
    body = r" \\ ".join(" & ".join(row) for row in rows)
    return rf"$\begin{{array}}{{{columns}}}{body}\end{{array}}$"


def latex_number(number: object) -> str:
    """Return a number: a fraction as ``tfrac``, any other as its text."""
    if not isinstance(number, Fraction):
        return latex_text(str(number))
    if number.denominator == 1:
        return str(number)
    sign = "-" if number < 0 else ""
    return rf"{sign}\tfrac{{{abs(number.numerator)}}}{{{number.denominator}}}"


def latex_text(words: str) -> str:
    """Return words as text, with the letters escaped that LaTeX reads otherwise."""
    special = {"\\": r"\backslash ", "^": r"\hat{}", "~": r"\sim "}
    plain = "".join(
        special.get(letter) or (f"\\{letter}" if letter in "#$%&_{}" else letter)
        for letter in words
    )
    return rf"\text{{{plain}}}"
