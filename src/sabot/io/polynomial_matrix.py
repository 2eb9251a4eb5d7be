"""Matrix games in CSV files whose entries are polynomials in a parameter."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from pathlib import Path

from flint import fmpz_poly

from sabot.errors import FileError, FormError
from sabot.expression import Quotient, quotient
from sabot.forms.sequence import Side
from sabot.forms.theorem import Domain, PolynomialForm
from sabot.io.matrix import labelled
from sabot.io.text import read_text

SEATS = ("row", "column")


def read_polynomial_matrix(path: str | Path, name: str) -> PolynomialForm:
    """Return the game in a CSV file, with entries such as ``2*t**2 - 1/3`` in *name*."""
    if Path(path).suffix.lower() in (".json", ".nfg"):
        raise FileError(f"{path}: polynomials are read from CSV only")
    try:
        return parse_polynomial_csv(read_text(path), name)
    except FormError as fault:
        raise FileError(f"{path}: {fault}") from None


def parse_polynomial_csv(text: str, name: str) -> PolynomialForm:
    r"""Return the game in CSV text; the parameter is any real number, from 0 on unless told.

    >>> form = parse_polynomial_csv("1, t\n2*t - 1, 0", "t")
    >>> form.at(Fraction(1, 2)).payoffs, form.at(2).denominator
    (((1, 1, 2), (1, 2, 1)), 1)
    """

    def is_entry(cell: str) -> bool:
        try:
            quotient(cell, name)
        except ValueError:
            return False
        return True

    cells, rows, columns, offset = labelled(text, is_entry)
    if any(len(line) != len(cells[0]) for line in cells):
        raise FormError("the rows do not have the same length")
    entries = {
        (i + 1, j + 1): _entry(cell, name, offset[0] + i, offset[1] + j)
        for i, line in enumerate(cells)
        for j, cell in enumerate(line)
    }
    below = lcm(*(entry[1][0] for entry in entries.values()))
    payoffs = {
        spot: fmpz_poly([c * (below // number) for c in top])
        for spot, (top, (number,)) in entries.items()
    }
    labels = (
        tuple(rows or map(str, range(1, len(cells) + 1))),
        tuple(columns or map(str, range(1, len(cells[0]) + 1))),
    )
    for told, seat, size in zip(labels, SEATS, (len(cells), len(cells[0])), strict=True):
        if len(told) != size or len(set(told)) != size:
            raise FormError(f"the labels of the {seat}s are not {size} different ones")
    sides = Side.flat(SEATS[0], {"-": labels[0]}), Side.flat(SEATS[1], {"-": labels[1]})
    return PolynomialForm.of(name, sides, payoffs, below, Domain(Fraction(0), None, False, True))


def _entry(cell: str, name: str, line: int, column: int) -> Quotient:
    try:
        top, below = quotient(cell, name)
    except ValueError as fault:
        shown = cell if len(cell) < 40 else cell[:40] + "..."
        raise FormError(f"line {line}, column {column}: {shown!r}: {fault}") from None
    if len(below) != 1:
        raise FormError(f"line {line}, column {column}: {cell[:40]!r} divides by {name}")
    return (top, below) if below[0] > 0 else ([-c for c in top], [-below[0]])
