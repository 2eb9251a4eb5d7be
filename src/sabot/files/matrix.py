"""Matrix games in files: CSV, JSON and Gambit's ``.nfg``."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

from sabot.errors import FileError, FormError, NumberError
from sabot.exact import rational, show
from sabot.files.nfg import parse_nfg
from sabot.files.text import read_text
from sabot.forms.matrix import MatrixForm

CORNER = "row\\column"
"""Written over the row labels of a CSV: the first line and column are labels, even numeric ones."""

_LIKE_A_NUMBER = re.compile(r"[+\-\u2212\u2013]?\s*[.,]?\d")


def read_matrix(path: str | Path) -> MatrixForm:
    """Return the matrix game in a file; its suffix says how it is written."""
    text = read_text(path)
    suffix = Path(path).suffix.lower()
    try:
        if suffix == ".nfg":
            return parse_nfg(text)
        if suffix == ".json":
            return parse_json(text)
        return parse_csv(text)
    except (FormError, NumberError) as fault:
        raise FileError(f"{path}: {fault}") from None


def parse_csv(text: str) -> MatrixForm:
    r"""Return the game in CSV text: exact numbers, with an optional line and column of labels.

    >>> parse_csv(",left,right\nup,1/2,-1\ndown,0,25%").rows
    ('up', 'down')
    """
    cells, rows, columns, offset = labelled(text, _is_number, _demand_words)
    try:
        return MatrixForm.of(cells, rows=rows, columns=columns)
    except FormError:
        _demand_numbers(cells, offset)  # a cell without a number is named by its place in the file
        raise


DemandWords = Callable[[list[tuple[int, int, str]]], None]
Labelled = tuple[list[list[str]], list[str] | None, list[str] | None, tuple[int, int]]


def labelled(
    text: str, is_entry: Callable[[str], bool], demand_words: DemandWords | None = None
) -> Labelled:
    """Return the entries of CSV text, the labels of rows and columns, and where the entries begin.

    A first line or column without an entry is one of labels. *demand_words* may refuse labels, by
    their lines and columns in the file, which may be entries that were not read.
    """
    csv.field_size_limit(1_000_000)
    try:
        reader = csv.reader(StringIO(text, newline=""))
        lines = [line for line in reader if any(cell.strip() for cell in line)]
    except csv.Error as fault:
        raise FormError(f"not CSV: {fault}") from None
    if not lines:
        raise FormError("the file is empty; write one line of numbers a row")
    cells = [[cell.strip() for cell in line] for line in lines]
    body_first = cells[0][1:] if len(cells[0]) > 1 else cells[0]
    framed = len(cells[0]) > 1 and cells[0][0] == CORNER
    has_head = framed or (
        not any(map(is_entry, body_first)) and (len(cells) > 1 or not is_entry(cells[0][0]))
    )
    if demand_words and has_head and not framed:
        demand_words([(1, j, cell) for j, cell in enumerate(cells[0], 1)])
    columns = cells.pop(0) if has_head else None
    if not cells:
        raise FormError("there are labels but no numbers under them")
    has_side = framed or (len(cells[0]) > 1 and not any(is_entry(line[0]) for line in cells))
    rows = None
    if demand_words and has_side and not framed:
        demand_words([(i, 1, line[0]) for i, line in enumerate(cells, 1 + has_head)])
    if has_side:
        rows = [line.pop(0) for line in cells]
        if columns is not None and len(columns) == len(cells[0]) + 1:
            columns = columns[1:]
    return cells, rows, columns, (1 + has_head, 1 + has_side)


def _demand_words(places: list[tuple[int, int, str]]) -> None:
    """Refuse labels that may be payoffs which were not read: that would be another game."""
    for i, j, cell in places:
        if _LIKE_A_NUMBER.match(cell):
            shown = cell if len(cell) < 40 else cell[:40] + "..."
            raise FormError(
                f"line {i}, column {j}: {shown!r} looks like a number but stands among labels; "
                "write numbers as 3/8, 0.375, 37.5% or whole numbers; if these are labels, put "
                f"{CORNER} in the corner over them"
            )


def _demand_numbers(cells: list[list[str]], offset: tuple[int, int]) -> None:
    for i, line in enumerate(cells, offset[0]):
        for j, cell in enumerate(line, offset[1]):
            if not _is_number(cell):
                shown = cell if len(cell) < 40 else cell[:40] + "..."
                raise FormError(
                    f"line {i}, column {j}: {shown!r} is not an exact number; "
                    "write 3/8, 0.375, 37.5% or a whole number"
                )


def _is_number(text: str) -> bool:
    try:
        rational(text)
    except NumberError as fault:
        return "digits" in str(fault)  # a number, though too long: reported as such later
    return True


def parse_json(text: str) -> MatrixForm:
    """Return the game in JSON: a list of rows, or an object with ``payoffs`` and labels."""
    try:
        data = json.loads(text, parse_float=str, parse_int=str)
    except (ValueError, RecursionError) as fault:
        raise FormError(f"not JSON: {fault}") from None
    labels: dict[str, Any] = {}
    if isinstance(data, dict):
        schema = str(data.get("schema", ""))
        if schema.startswith("sabot/"):
            raise FormError(
                f"no matrix but what Sabot saved ({schema[:40]}), of the game "
                f"{str(data.get('game', 'unknown'))[:80]!r}; give that game, or see: sabot check, "
                "sabot table"
            )
        labels = {key: data[key] for key in ("rows", "columns") if data.get(key) is not None}
        data = data.get("payoffs")
    if not isinstance(data, list) or not all(isinstance(row, list) for row in data):
        raise FormError("expected a list of rows, or an object with 'payoffs'")
    if not all(isinstance(label, list) for label in labels.values()):
        raise FormError("'rows' and 'columns' are lists of labels")
    return MatrixForm.of(data, **labels)


def to_csv(form: MatrixForm) -> str:
    """Return the game as CSV with labels; :func:`parse_csv` reads it back."""
    lines = [",".join(_quoted(label) for label in (CORNER, *form.columns))]
    for i, label in enumerate(form.rows):
        numbers = [show(form[i, j]) for j in range(len(form.columns))]
        lines.append(",".join([_quoted(label), *numbers]))
    return "\n".join(lines) + "\n"


def _quoted(label: str) -> str:
    return '"' + label.replace('"', '""') + '"' if set(label) & set(',"\n\r') else label
