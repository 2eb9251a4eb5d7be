"""Matrix and bimatrix games in files: CSV, JSON, Gambit's ``.nfg``, ``.gbt``, ``.agg``.

A pair of payoffs is written ``3|1``.
"""

from __future__ import annotations

import csv
import json
import re
import unicodedata
from collections.abc import Callable, Iterable
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any, NoReturn

from sabot.errors import FileError, FormError, NumberError, unknown_word_fault
from sabot.exact import as_rational, format_fraction
from sabot.forms.bimatrix import MANY_SEATS, PAIR_SEPARATOR, BimatrixForm, is_pair
from sabot.forms.sequence import MatrixForm
from sabot.forms.sequence_nplayer import (
    NPlayerSequenceForm,
    count_players_in_lists,
    nplayer_form_of_lists,
)
from sabot.io.files import dict_without_duplicate_keys
from sabot.io.gambit_file import read_gambit_file
from sabot.io.nfg import parse_two_player_agg, parse_two_player_nfg

IDENTIFIER = re.compile(r"(?<![A-Za-z_0-9])[A-Za-z_][A-Za-z_0-9]*")
"""A letter, or the name of a parameter, in a formula."""
NOT_IN_LABELS = ",[]()'\""
"""Signs that a label in a game string may not have."""
LABEL_CORNER = "row\\column"
"""Written over the row labels of a CSV: the first line and column are labels, even numeric ones."""

_LIKE_A_NUMBER = re.compile(r"[^\w]*(?:\d|(?:nan|inf|infinity)$)", re.IGNORECASE)
"""Digits, after any signs, brackets, quotes or currency symbols."""
_NUMBERS_WITH_SEPARATORS = re.compile(r"\d+(?:([-:/])\d+)(?:\1\d+)+")
"""Three or more whole numbers with a sign between them, as 0-0-4: not a number."""
_JSON_KEYS = ("payoffs", "rows", "columns")
_LOOKED_AT = 200
"""Characters in which a JSON file shows how deep its lists are."""
_NUMBER_REMEDY = 'write 3, 0.375 or "3/8"'
_FORMULA_IN_ONE_LETTER = re.compile(r"[-+*/^().\d\s]*\b([A-Za-z])\b[-+*/^().\d\s]*")
FormAndConstantSum = tuple[MatrixForm | BimatrixForm, Fraction]
"""The first seat's payoffs and what both are paid together; each seat's own where that varies."""


def read_matrix(path: str | Path) -> FormAndConstantSum:
    """Return the payoffs of the row seat in a file, and what both seats are paid together.

    Where that is not the same everywhere, both seats' payoffs, and 0.
    """
    suffix, text = read_gambit_file(path)
    try:
        if suffix == ".nfg":
            return _as_constant_sum(parse_two_player_nfg(text))
        if suffix == ".agg":
            return _as_constant_sum(parse_two_player_agg(text))
        return parse_json_game(text) if suffix == ".json" else parse_csv_game(text)
    except (FormError, NumberError) as fault:
        raise FileError(f"{path}: {fault}") from None


def read_nplayer_lists(path: str | Path) -> NPlayerSequenceForm | None:
    """Return the game for three or more players in a JSON file of nested lists; None of others."""
    if Path(path).suffix.lower() != ".json":
        return None
    _, text = read_gambit_file(path)
    if not "".join(text[:_LOOKED_AT].split()).startswith("[[["):
        return None
    try:
        nested = _load_json(text)
        return nplayer_form_of_lists(nested) if count_players_in_lists(nested) > 2 else None
    except FormError as fault:
        raise FileError(f"{path}: {fault}") from None


def parse_matrix(text: str) -> FormAndConstantSum:
    """Return the same of text that comes without a suffix: how it begins says how it is written.

    >>> parse_matrix("[[1, 2]]")[0].payoffs, parse_matrix("1,2")[0].payoffs
    (((1, 2),), ((1, 2),))
    """
    start = text.lstrip()
    if start.startswith("NFG"):
        return _as_constant_sum(parse_two_player_nfg(text))
    return parse_json_game(text) if start[:1] in ("[", "{") else parse_csv_game(text)


def _as_constant_sum(form: BimatrixForm) -> FormAndConstantSum:
    """Return a game of pairs as the one of rows that it is, where the sums are all the same."""
    return (form, Fraction(0)) if form.constant is None else (form.two_person(), form.constant)


def parse_csv(text: str) -> MatrixForm:
    r"""Return the game in CSV text: exact numbers, with an optional line and column of labels.

    >>> parse_csv(",left,right\nup,1/2,-1\ndown,0,25%").rows
    ('up', 'down')
    """
    form = parse_csv_game(text)[0]
    if isinstance(form, BimatrixForm):
        raise FormError(f"{form.obstacle}, nor constant-sum")
    return form


def parse_csv_game(text: str) -> FormAndConstantSum:
    r"""Return the game in CSV text, of numbers or of pairs of them.

    >>> parse_csv_game("3|1,0|0\n0|0,1|3")[0].pairs()
    [['3|1', '0|0'], ['0|0', '1|3']]
    >>> parse_csv_game("3|1,0|4")[0].payoffs, parse_csv_game("3|1,0|4")[1]
    (((3, 0),), Fraction(4, 1))
    """
    cells, rows, columns, offset = split_labels(text, _is_entry, _require_word_labels)
    pairs = any(PAIR_SEPARATOR in cell for line in cells for cell in line)
    try:
        if pairs:
            return _as_constant_sum(BimatrixForm.of_pairs(cells, rows=rows, columns=columns))
        return MatrixForm.of(cells, rows=rows, columns=columns), Fraction(0)
    except FormError:
        _require_equal_lengths(cells, columns, offset[0])
        # a cell without a number is named by its place in the file
        (_require_pairs if pairs else _require_numbers)(cells, offset)
        raise


LabelCheck = Callable[[list[tuple[int, int, str]]], None]
LabelledCells = tuple[list[list[str]], list[str] | None, list[str] | None, tuple[int, int]]


def split_labels(
    text: str, is_entry: Callable[[str], bool], demand_words: LabelCheck | None = None
) -> LabelledCells:
    """Return the entries of CSV text, the labels of rows and columns, and where the entries begin.

    A first line or column without an entry is one of labels, and so is the column under an empty
    corner. *demand_words* may refuse labels, by their lines and columns in the file, which may be
    entries that were not read.
    """
    cells = _csv_cells(text)
    body_first = cells[0][1:] if len(cells[0]) > 1 else cells[0]
    framed = len(cells[0]) > 1 and cells[0][0] == LABEL_CORNER
    has_head = framed or (
        not any(map(is_entry, body_first)) and (len(cells) > 1 or not is_entry(cells[0][0]))
    )
    if demand_words and has_head and not framed:
        demand_words([(1, j, cell) for j, cell in enumerate(cells[0], 1)])
    cornered = framed or (has_head and len(cells[0]) > 1 and not cells[0][0])
    columns = cells.pop(0) if has_head else None
    if not cells:
        raise FormError("there are labels but no numbers under them")
    has_side = cornered or (len(cells[0]) > 1 and not any(is_entry(line[0]) for line in cells))
    rows = None
    if demand_words and has_side and not framed:
        demand_words([(i, 1, line[0]) for i, line in enumerate(cells, 1 + has_head)])
    if has_side:
        rows = [line.pop(0) for line in cells]
        if columns is not None and len(columns) == len(cells[0]) + 1:
            columns = columns[1:]
    return cells, rows, columns, (1 + has_head, 1 + has_side)


def _csv_cells(text: str) -> list[list[str]]:
    """Return the cells of the lines that hold any; a line that is a remark is refused."""
    csv.field_size_limit(1_000_000)
    cells: list[list[str]] = []
    try:
        reader = csv.reader(StringIO(text, newline=""))
        for line in reader:
            found = [cell.strip() for cell in line]
            if not any(found):
                continue
            # a label may begin so too, in a line as long as the first
            if found[0].startswith("#") and (not cells or len(found) != len(cells[0])):
                raise FormError(
                    f"line {reader.line_num}: {found[0][:40]!r}: remarks are not read; "
                    "leave the line out"
                )
            cells.append(found)
    except csv.Error as fault:
        raise FormError(f"not CSV: {fault}") from None
    if not cells:
        raise FormError("the file is empty; write one line of numbers per row")
    return cells


def looks_like_number(cell: str) -> bool:
    """Return whether a cell looks like a number, though it cannot be read as one.

    >>> [looks_like_number(text) for text in ("$1", "-Inf", "x1", "0-0-4")]
    [True, True, False, False]
    """
    if _NUMBERS_WITH_SEPARATORS.fullmatch(cell):
        return False
    signed = _LIKE_A_NUMBER.match(cell) is not None
    return signed or unicodedata.numeric(cell[:1] or "x", None) is not None


def _require_word_labels(places: list[tuple[int, int, str]]) -> None:
    """Refuse labels that may be payoffs which were not read: that would be another game.

    One that cannot be read as a number is named first: it is why the others are labels.
    """
    hint = next(filter(None, (_remedy_hint(cell) for _, _, cell in places)), "")
    for i, j, cell in sorted(places, key=lambda place: _is_number(place[2])):
        if looks_like_number(cell):
            shown = cell if len(cell) < 40 else cell[:40] + "..."
            raise FormError(
                f"line {i}, column {j}: {shown!r} looks like a number but is among labels; "
                f"write numbers as 3/8, 0.375, 37.5% or whole numbers{hint}; if these are "
                f"labels, put {LABEL_CORNER} in the corner over them"
            )


def _require_equal_lengths(cells: list[list[str]], columns: list[str] | None, first: int) -> None:
    """Refuse lines that are not of one length, by their number in the file."""
    width = len(cells[0])
    for row, line in enumerate(cells, 1):
        if len(line) != width:
            raise FormError(
                f"line {first + row - 1}: the matrix is ragged: row 1 has {width} entries, "
                f"row {row} has {len(line)}"
            )
    if columns is not None and len(columns) != width:
        raise FormError(
            f"line 1: {len(columns)} column labels for {width} columns of numbers in line {first}"
        )


def _require_numbers(cells: list[list[str]], offset: tuple[int, int]) -> None:
    for i, line in enumerate(cells, offset[0]):
        for j, cell in enumerate(line, offset[1]):
            if not _is_number(cell):
                shown = cell if len(cell) < 40 else cell[:40] + "..."
                raise FormError(
                    f"line {i}, column {j}: {shown!r} is not an exact number; "
                    f"write 3/8, 0.375, 37.5% or a whole number{_remedy_hint(cell)}"
                )


def _require_pairs(cells: list[list[str]], offset: tuple[int, int]) -> None:
    """Refuse a cell that does not pay both seats, by its place in the file."""
    for i, line in enumerate(cells, offset[0]):
        for j, cell in enumerate(line, offset[1]):
            parts = cell.split(PAIR_SEPARATOR)
            if len(parts) != 2 or not all(map(_is_number, parts)):
                shown = cell if len(cell) < 40 else cell[:40] + "..."
                more = f"\n  {MANY_SEATS}" if len(parts) > 2 else ""
                raise FormError(
                    f"line {i}, column {j}: {shown!r} does not pay both seats; where other cells "
                    "are pairs, write the row's payoff and the column's as exact numbers: "
                    f"3|1{more}"
                )


def _remedy_hint(cell: str) -> str:
    """Return what else a cell without a number may be meant to be."""
    if ";" in cell or "\t" in cell:
        return f", with commas between them, not {'semicolons' if ';' in cell else 'tabs'}"
    if letter := _FORMULA_IN_ONE_LETTER.fullmatch(cell):
        open_one = f"{letter[1]}=*"
        return f"; payoffs with a letter make a theorem: sabot prove 'matrix(file=..., {open_one})'"
    return ""


def _is_entry(text: str) -> bool:
    """Return whether a cell is meant as a number, or as a pair of them: one part may be wrong."""
    return any(map(_is_number, text.split(PAIR_SEPARATOR)))


def _is_number(text: str) -> bool:
    try:
        as_rational(text)
    except NumberError as fault:
        return "digits" in str(fault)  # a number, though too long: reported as such later
    return True


def parse_json_game(text: str) -> FormAndConstantSum:
    """Return the game in JSON, of numbers or of pairs: ``[3, 1]`` or ``"3|1"``.

    >>> parse_json_game("[[[3, 1], [0, 0]]]")[0].pairs()
    [['3|1', '0|0']]
    """
    data, labels = parse_json_cells(text)
    rows, columns = labels.get("rows"), labels.get("columns")
    if any(is_pair(entry) for row in data for entry in row):
        return _as_constant_sum(BimatrixForm.of_pairs(data, rows=rows, columns=columns))
    return MatrixForm.of(data, rows=rows, columns=columns), Fraction(0)


def parse_json_cells(text: str) -> tuple[list[list[str | list[str]]], dict[str, list[str]]]:
    """Return the entries of a matrix in JSON as texts, or lists of texts, and its labels."""
    data = _load_json(text)
    labels: dict[str, list[str]] = {}
    if isinstance(data, dict):
        schema = str(data.get("schema", ""))
        if schema.startswith("sabot/"):
            raise FormError(
                f"not a matrix but a file that Sabot saved ({schema[:40]}), of the game "
                f"{str(data.get('game', 'unknown'))[:80]!r}; give that game, or see: sabot check, "
                "sabot table"
            )
        odd = [key for key in data if key not in _JSON_KEYS]
        if odd:
            raise FormError(
                str(unknown_word_fault(odd[0][:60], list(_JSON_KEYS), "a matrix has no key"))
            )
        labels = {key: data[key] for key in ("rows", "columns") if data.get(key) is not None}
        data = data.get("payoffs")
    if not isinstance(data, list) or not all(isinstance(row, list) for row in data):
        raise FormError("expected a list of rows, or an object with 'payoffs'")
    if not all(isinstance(label, list) for label in labels.values()):
        raise FormError("'rows' and 'columns' are lists of labels")
    for key, names in labels.items():
        for name in names:
            if not isinstance(name, str):  # numbers come as their text
                raise FormError(f"{key!r} holds {json.dumps(name)[:40]}, which is not a label")
    for i, row in enumerate(data, 1):
        for j, entry in enumerate(row, 1):
            parts = entry if isinstance(entry, list) else [entry]
            if not all(isinstance(part, str) for part in parts):  # numbers come as their text
                found = json.dumps(entry)[:40]
                raise FormError(f"row {i}, column {j}: {found} is not a number; {_NUMBER_REMEDY}")
    return data, labels


def _load_json(text: str) -> Any:
    """Return what JSON says, its numbers as their text: no digit is lost."""
    try:
        return json.loads(
            text,
            parse_float=str,
            parse_int=str,
            parse_constant=_refuse_json_constant,
            object_pairs_hook=dict_without_duplicate_keys,
        )
    except FormError:
        raise
    except RecursionError:
        raise FormError("nested too deeply to be a matrix") from None
    except ValueError as fault:
        raise FormError(f"not JSON: {fault}") from None


def _refuse_json_constant(word: str) -> NoReturn:
    """Refuse what Python's reader of JSON takes for numbers: NaN and the infinities."""
    raise FormError(f"{word} is not a number; {_NUMBER_REMEDY}")


def to_csv(form: MatrixForm | BimatrixForm) -> str:
    """Return the game as CSV with labels; :func:`csv_game` reads it back."""
    lines = [",".join(_csv_quoted(label) for label in (LABEL_CORNER, *form.columns))]
    if isinstance(form, BimatrixForm):
        entries = form.pairs()
    else:
        width = range(len(form.columns))
        entries = [[format_fraction(form[i, j]) for j in width] for i in range(len(form.rows))]
    for label, own in zip(form.rows, entries, strict=True):
        lines.append(",".join([_csv_quoted(label), *own]))
    return "\n".join(lines) + "\n"


def _csv_quoted(label: str) -> str:
    return '"' + label.replace('"', '""') + '"' if set(label) & set(',"\n\r') else label


def letters_in(cells: Iterable[Iterable[str]]) -> list[str]:
    """Return the letters in which payoffs are formulas, in their order.

    >>> letters_in([["2*t", "1e5"], ["t - s", "1/2"]])
    ['t', 's']
    """
    return list(
        dict.fromkeys(word for row in cells for cell in row for word in IDENTIFIER.findall(cell))
    )
