"""Matrix games whose entries are polynomials in one parameter, or pairs of them, also in files.

Other letters in the entries are given numbers (*fixed*) before anything else is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from pathlib import Path

from sabot.errors import FileError, FormError, NumberError
from sabot.forms.algebra.rational_function import (
    NO_LETTERS,
    FixedLetters,
    PolynomialQuotient,
    parse_quotient,
)
from sabot.forms.bimatrix import PAIR_SEPARATOR
from sabot.forms.parametric import ParameterDomain, PolynomialForm, PolynomialGeneralSumForm
from sabot.forms.sequence import Treeplex
from sabot.io.files import read_text
from sabot.io.matrix import (
    IDENTIFIER,
    LABEL_CORNER,
    LabelledCells,
    looks_like_number,
    parse_csv,
    parse_json_cells,
    split_labels,
)
from sabot.names import alike_names

SEATS = ("row", "column")
MAX_CANDIDATE_LETTERS = 40
"""Words of a file that are tried as the letter it leaves open, where that was not asked for."""
PayoffRows = list[list[Fraction | tuple[Fraction, ...]]]
Labels = list[str] | None
PolynomialMatrix = PolynomialForm | PolynomialGeneralSumForm
"""A matrix game with one letter: zero-sum, or with a payoff for each player."""
_LOOKS_LIKE_FORMULA = re.compile(r"^\s*[-+(.]?\s*[0-9]|[+*/^=]|^\s*[-(]")
"""What formulas have and names do not: digits first, operators, a bracket or a sign first."""
_LOOKS_LIKE_JSON = re.compile(r"\s*(?:\{|\[\s*\[)")
"""How a matrix in JSON begins, and no line of formulas or labels."""
_LABELS_FIRST = re.compile(rf"\s*(?:{re.escape(LABEL_CORNER)}|\"\")?\s*,")
"""A first cell that says, or by being empty shows, that the first line is one of labels."""


@dataclass(frozen=True)
class EntryPlaces:
    """How an entry's place is named: by lines of a file or rows of a matrix, and from where on."""

    word: str = "row"
    first: int = 1
    column: int = 1

    def at(self, i: int, j: int) -> str:
        """Return the place of an entry."""
        return f"{self.word} {self.first + i}, column {self.column + j}"


def read_polynomial_matrix(
    path: str | Path, name: str, fixed: FixedLetters = NO_LETTERS
) -> PolynomialMatrix:
    """Return the game in a CSV or JSON file, with entries such as ``2*t**2 - 1/3`` in *name*."""
    _require_formulas(path)
    try:
        return parse_polynomial_csv(read_text(path), name, fixed)
    except FormError as fault:
        raise FileError(f"{path}: {fault}") from None


def read_matrix_at(
    path: str | Path, name: str, value: Fraction, fixed: FixedLetters = NO_LETTERS
) -> tuple[PayoffRows, Labels, Labels]:
    """Return the payoffs in such a file where *name* has a value, and the labels; or pairs."""
    _require_formulas(path)
    try:
        return parse_matrix_at(read_text(path), name, value, fixed)
    except FormError as fault:
        raise FileError(f"{path}: {fault}") from None


@contextmanager
def require_no_open_letter(path: str | Path) -> Iterator[None]:
    """Say how a letter gets its value where a file is refused because it leaves one open."""
    try:
        yield
    except FileError as fault:
        letter = _single_open_letter(path)
        if not letter:
            raise
        raise FileError(
            f"{fault}\n  for one value of {letter}: 'matrix(file={path}, {letter}=1)'"
        ) from None


_NO_LETTERS_OF_FILES = {"nan", "NaN", "NAN", "inf", "Inf", "NA", "None", "null"}
"""Words for a number that is missing: they are not offered as a parameter."""


def _single_open_letter(path: str | Path) -> str:
    """Return the one letter that a CSV file leaves open; "" where it leaves none, or is no CSV."""
    try:
        _require_formulas(path)
        text = read_text(path)
    except FileError:
        return ""
    words = set(IDENTIFIER.findall(text))
    found = [
        word
        for word in words - _NO_LETTERS_OF_FILES
        if len(words) <= MAX_CANDIDATE_LETTERS and _parses_with_letter(text, word)
    ]
    return found[0] if len(found) == 1 else ""


def _parses_with_letter(text: str, word: str) -> bool:
    try:
        parse_matrix_at(text, word, Fraction(1))
    except FormError:
        return False
    return True


def single_letter(path: str | Path, fixed: FixedLetters = NO_LETTERS) -> str:
    """Return the one letter in which the entries of a CSV file are polynomials."""
    _require_formulas(path)
    text = read_text(path)
    found: list[str] = []
    for word in dict.fromkeys(IDENTIFIER.findall(text)):
        try:
            form = parse_polynomial_csv(text, word, fixed)
        except FormError:
            continue
        if form.has_parameter:
            found.append(word)
    if len(found) != 1:
        reason = "" if found else _no_letter_reason(text, path)
        how = f"mark the open letter, and give others a number: 'matrix(file={path}, t=*, s=2)'"
        count = "no" if not found else "more than one"
        raise FileError(f"{path}: {reason or f'{count} parameter; {how}'}")
    return found[0]


def _no_letter_reason(text: str, path: str | Path) -> str:
    """Return why the entries are polynomials in no letter; "" where one has to be named first."""
    if not text.strip():
        return "the file is empty; write one line of payoffs per row, such as 2*t - 1, 0"
    try:
        form = parse_csv(text)
    except (FormError, NumberError):
        pass
    else:
        letters = sorted({name for name in (*form.rows, *form.columns) if name.isidentifier()})
        read = ""
        if letters:
            read = (
                f"\n  {', '.join(letters[:3])} in the first line or column: read as the name of a "
                "row or column; name all rows and columns, and put row\\column in the corner"
            )
        return (
            f"every payoff is a number, and there is no letter to leave open: sabot solve {path}, "
            f"or write payoffs such as 2*t - 1 and 'matrix(file={path}, t=*)'{read}"
        )
    formulas = filter(_LOOKS_LIKE_FORMULA.search, re.split(r"[,\n\r]", text))
    words = {word for cell in formulas for word in IDENTIFIER.findall(cell)}
    if len(words) == 1 or (not words and PAIR_SEPARATOR in text):
        try:
            parse_polynomial_csv(text, words.pop() if words else "t")
        except FormError as fault:
            return str(fault)
    return ""


def _require_formulas(path: str | Path) -> None:
    if Path(path).suffix.lower() in (".nfg", ".efg", ".gbt", ".agg", ".bagg"):
        raise FileError(
            f"{path}: its payoffs are numbers, with no letter left open: sabot solve {path}, "
            "or write a matrix with payoffs such as 2*t - 1 as CSV or JSON"
        )


def _labelled_cells(text: str, name: str, fixed: FixedLetters) -> LabelledCells:
    """Return the cells of CSV or JSON, the labels of rows and columns, and where cells begin."""
    if _LOOKS_LIKE_JSON.match(text):
        return _json_cells(text, fixed)

    def is_entry(cell: str) -> bool:
        try:
            for part in cell.split(PAIR_SEPARATOR):
                parse_quotient(part, name, fixed)
        except ValueError:
            return False
        return True

    def demand_words(places: list[tuple[int, int, str]]) -> None:
        if not _LABELS_FIRST.match(text):
            _require_no_letter_in_labels(places, name)

    cells, rows, columns, offset = split_labels(text, is_entry, demand_words)
    if not _LABELS_FIRST.match(text):
        _require_word_labels(columns or [], "line 1", name)
        _require_word_labels(rows or [], "column 1", name)
    if any(len(line) != len(cells[0]) for line in cells):
        raise FormError("the rows do not have the same length")
    for letter in fixed:
        _require_letter_used(cells, letter)
    return cells, rows, columns, offset


def _json_cells(text: str, fixed: FixedLetters) -> LabelledCells:
    """Return the same of JSON; an entry is a formula or a pair of them."""
    data, labels = parse_json_cells(text)
    if not data or not data[0] or any(len(row) != len(data[0]) for row in data):
        raise FormError("the rows do not have the same length")
    cells = [
        [PAIR_SEPARATOR.join(cell) if isinstance(cell, list) else cell for cell in row]
        for row in data
    ]
    for letter in fixed:
        _require_letter_used(cells, letter)
    return cells, labels.get("rows"), labels.get("columns"), (1, 1)


def _require_letter_used(cells: Sequence[Sequence[str]], name: str) -> None:
    if not any(name in IDENTIFIER.findall(cell) for line in cells for cell in line):
        raise FormError(
            f"{name} is in none of its entries, so it is not a parameter of the game; "
            "`sabot solve` solves a matrix of numbers"
        )


def parse_polynomial_csv(
    text: str, name: str, fixed: FixedLetters = NO_LETTERS
) -> PolynomialMatrix:
    r"""Return the game in CSV text; the parameter is a real number, by default at least 0.

    >>> form = parse_polynomial_csv("1, t\n2*t - 1, 0", "t")
    >>> form.at(Fraction(1, 2)).payoffs, form.at(2).denominator
    (((1, 1, 2), (1, 2, 1)), 1)
    """
    cells, rows, columns, offset = _labelled_cells(text, name, fixed)
    return build_polynomial_matrix(cells, rows, columns, name, EntryPlaces("line", *offset), fixed)


def build_polynomial_matrix(
    cells: Sequence[Sequence[str]],
    rows: Sequence[str] | None,
    columns: Sequence[str] | None,
    name: str,
    places: EntryPlaces,
    fixed: FixedLetters = NO_LETTERS,
) -> PolynomialMatrix:
    """Return the game whose payoffs are these polynomials in *name*, a number from 0 on.

    Entries may be pairs, as in ``2*t|1``. Where the sum of each is the same number, the game is the
    zero-sum game of the row player's payoffs.
    """
    entries = {
        (i + 1, j + 1): [
            _polynomial_entry(part, name, places.at(i, j), fixed)
            for part in cell.split(PAIR_SEPARATOR)
        ]
        for i, line in enumerate(cells)
        for j, cell in enumerate(line)
    }
    _require_letter_used(cells, name)
    width = _require_alike_entries(entries, cells, places)
    below = lcm(*(int(number[0]) for parts in entries.values() for _, number in parts))
    paid = {
        spot: [top * (below // int(number[0])) for top, number in parts]
        for spot, parts in entries.items()
    }
    labels = (
        tuple(rows or map(str, range(1, len(cells) + 1))),
        tuple(columns or map(str, range(1, len(cells[0]) + 1))),
    )
    for names, seat, size in zip(labels, SEATS, (len(cells), len(cells[0])), strict=True):
        if len(names) != size or len(set(names)) != size:
            raise FormError(f"the labels of the {seat}s are not {size} different ones")
        if alike := alike_names(names):
            raise FormError(f"the labels of the {seat}s: {alike}; rename one")
    sides = Treeplex.flat(SEATS[0], {"-": labels[0]}), Treeplex.flat(SEATS[1], {"-": labels[1]})
    domain = ParameterDomain(Fraction(0), None, False, True)
    together = [one + two for one, two in paid.values()] if width == 2 else []
    if any(total != together[0] or total.degree() > 0 for total in together):
        pairs = {spot: (one, two) for spot, (one, two) in paid.items()}
        return PolynomialGeneralSumForm.of(name, sides, pairs, below, domain)
    firsts = {spot: amounts[0] for spot, amounts in paid.items()}
    return PolynomialForm.of(name, sides, firsts, below, domain)


def _require_alike_entries(
    entries: Mapping[tuple[int, int], Sequence[object]],
    cells: Sequence[Sequence[str]],
    places: EntryPlaces,
) -> int:
    """Return how many payoffs each entry has; refuse a matrix with numbers and pairs in it."""
    width = len(entries[1, 1])
    for (i, j), parts in entries.items():
        if len(parts) != width or width > 2:
            shown = cells[i - 1][j - 1][:40]
            raise FormError(
                f"{places.at(i - 1, j - 1)}: {shown!r} has {len(parts)} payoffs; every entry is "
                "one payoff, or every entry is a pair such as t|1"
            )
    return width


def parse_matrix_at(
    text: str, name: str, value: Fraction, fixed: FixedLetters = NO_LETTERS
) -> tuple[PayoffRows, Labels, Labels]:
    r"""Return the payoffs in CSV text where *name* has a value, and the labels.

    >>> parse_matrix_at("a,b\n1,t\n2*t - 1,0", "t", Fraction(1, 2))
    ([[Fraction(1, 1), Fraction(1, 2)], [Fraction(0, 1), Fraction(0, 1)]], None, ['a', 'b'])
    """
    cells, rows, columns, offset = _labelled_cells(text, name, fixed)
    return payoffs_at(cells, name, value, EntryPlaces("line", *offset), fixed), rows, columns


def payoffs_at(
    cells: Sequence[Sequence[str]],
    name: str,
    value: Fraction,
    places: EntryPlaces,
    fixed: FixedLetters = NO_LETTERS,
) -> PayoffRows:
    """Return the payoffs of polynomials, or of pairs of them, where *name* has a value."""
    values = {**fixed, name: value}

    def number(part: str, i: int, j: int) -> Fraction:
        top, below = _polynomial_entry(part, name, places.at(i, j), values)
        return Fraction(int(top[0]), int(below[0]))

    payoffs: PayoffRows = [
        [
            tuple(number(part, i, j) for part in cell.split(PAIR_SEPARATOR))
            if PAIR_SEPARATOR in cell
            else number(cell, i, j)
            for j, cell in enumerate(line)
        ]
        for i, line in enumerate(cells)
    ]
    _require_letter_used(cells, name)
    return payoffs


def _require_no_letter_in_labels(places: list[tuple[int, int, str]], name: str) -> None:
    """Refuse labels that contain the parameter: they are payoffs with a typing error."""
    if not any(name in IDENTIFIER.findall(cell) for _, _, cell in places):
        return
    for i, j, cell in places:
        try:
            parse_quotient(cell, name)
        except ValueError as fault:
            others = [word for word in IDENTIFIER.findall(cell) if word != name]
            number = f"give {others[0]} a number ({others[0]}=2), " if others else ""
            raise FormError(
                f"line {i}, column {j}: {cell[:40]!r} is not a polynomial in {name}: {fault}; "
                f"{number}write 2*{name} for 2{name}, or begin the file with {LABEL_CORNER} if "
                "these are labels"
            ) from None


def _require_word_labels(labels: Iterable[str], where: str, name: str) -> None:
    """Refuse labels that may be mistyped entries: the game would lose a row or a column by them."""
    for label in labels:
        if _LOOKS_LIKE_FORMULA.search(label) or looks_like_number(label):
            raise FormError(
                f"{where}: {label[:40]!r} is neither a polynomial in {name} nor surely a label; "
                f"write 2*{name} for 2{name}, or begin the file with {LABEL_CORNER} if these are "
                "labels"
            )


def _polynomial_entry(cell: str, name: str, place: str, fixed: FixedLetters) -> PolynomialQuotient:
    try:
        top, below = parse_quotient(cell, name, fixed)
    except ValueError as fault:
        shown = cell if len(cell) < 40 else cell[:40] + "..."
        others = [word for word in IDENTIFIER.findall(cell) if word not in (name, *fixed)]
        number = f"; give {others[0]} a number: {others[0]}=2" if others else ""
        raise FormError(f"{place}: {shown!r}: {fault}{number}") from None
    if below.degree() > 0:
        raise FormError(f"{place}: {cell[:40]!r} divides by {name}")
    return top, below
