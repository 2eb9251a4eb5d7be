"""Matrix games: in a file, ``matrix(file=game.csv)``, or written, ``matrix([[0,1],[1,0]])``.

A payoff may be a polynomial in one letter: ``matrix([[t,1],[1,0]], t=*)`` for a theorem,
``matrix([[t,1],[1,0]], t=2)`` for one game.

Entries such as ``3|1`` pay each seat its own; where they sum to the same everywhere, the game is
the one of the row's payoffs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

from sabot.errors import Fault, FileError, FormError, GameStringError, NumberError
from sabot.exact import rational, show
from sabot.files.many import read_many
from sabot.files.matrix import letters_in, read_payoffs
from sabot.files.text import Stamp, stamp
from sabot.files.words import constant
from sabot.forms.bimatrix import BETWEEN, BimatrixForm
from sabot.forms.matrix import MatrixForm
from sabot.telling.family import Family, Opens
from sabot.telling.game import Game
from sabot.telling.opening import ANY
from sabot.telling.parameters import Text
from sabot.telling.tables import Table

if TYPE_CHECKING:
    from sabot.files.polynomial_matrix import Payoffs
    from sabot.forms.general import GeneralForm
    from sabot.forms.outcomes import Outcomes
    from sabot.forms.outcomes import Table as Played
    from sabot.forms.polynomial import PolynomialForm

NONE = "none"
"""What is not given, printed."""
Entry = Fraction | tuple[Fraction, Fraction] | str
"""A payoff of the row, or of both seats; as text where it has a letter in it."""
Rows = tuple[tuple[Entry, ...], ...]
Labels = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """A matrix written out: a list of rows, each a list of exact numbers or of pairs of them."""

    words: str = "write a list of rows, as in [[0,1],[1/2,-1]] or [[3|1,0|0],[0|0,1|3]]"

    def parse(self, text: str) -> Rows:
        """Read the rows."""
        body = "".join(text.split())
        if not (body.startswith("[[") and body.endswith("]]")):
            raise NumberError(f"{text[:40]!r} is not a list of rows in square brackets")
        rows = [row.split(",") for row in body[2:-2].split("],[")]
        letters = letters_in(rows)
        if letters:
            return _formulas(rows, letters)
        pairs = any(BETWEEN in entry for row in rows for entry in row)
        # says what is ragged, and by its place what is no number and what does not pay both seats
        (BimatrixForm.of_pairs if pairs else MatrixForm.of)(rows)
        return tuple(tuple(map(_entry, row)) for row in rows)

    def show(self, value: Any) -> str:
        """Print the rows."""
        if value is None or isinstance(value, str):
            return value or NONE
        rows = (",".join(map(_text, row)) for row in value)
        return f"[{','.join(f'[{row}]' for row in rows)}]"


@dataclass(frozen=True, slots=True)
class Names:
    """The labels of rows or of columns."""

    words: str = "write as many labels as there are, as in [up,down]"

    def parse(self, text: str) -> Labels:
        """Read the labels."""
        if not (text.startswith("[") and text.endswith("]")):
            raise ValueError(f"{text[:40]!r} is not a list in square brackets")
        return _demand_plain(tuple(label.strip() for label in text[1:-1].split(",")))

    def show(self, value: Any) -> str:
        """Print the labels."""
        if value is None or isinstance(value, str):
            return value or NONE
        return f"[{','.join(_demand_plain(value))}]"


def _demand_plain(labels: Labels) -> Labels:
    """Refuse labels that a game string could not be read back with."""
    odd = [label for label in labels if set(label) & set(",[]()'\"") or label != label.strip()]
    if odd:
        raise ValueError(f"the label {odd[0][:40]!r} cannot stand in a game string; use a file")
    return labels


@dataclass(frozen=True, slots=True)
class FileName(Text):
    """The name of a file, or none."""

    def show(self, value: Any) -> str:
        """Print it, quoted where it needs to be."""
        return NONE if value is None else Text.show(self, value)


class Matrix(Family):
    """One seat chooses a row, the other a column, and the row is paid what stands there.

    Entries such as 3|1 pay both: the row 3, the column 1. Entries may be polynomials in one letter,
    as in 2*t**2 - 1/3: for a theorem write t=*; for one value t=2.

    file: CSV of exact numbers or pairs with optional labels, JSON, or Gambit's .nfg; one
    for other than two persons seats its players under their own names.
    payoffs: in place of a file, the matrix itself, [[0,1],[1,0]]. rows: the labels of its rows.
    columns: the labels of its columns.
    """

    name = "matrix"
    title = "A matrix game"
    defined = (
        "One seat chooses a row, the other a column, neither knowing the other's choice, and the "
        "row is paid what stands there."
    )
    seats = ("row", "column")
    sample = "payoffs=[[0,2,-1],[-1,0,1],[1,-2,0]]"
    leaves_open: Opens = MappingProxyType({ANY: {}})

    def play(
        self,
        table: Table,
        *,
        file: Annotated[str | None, FileName()] = None,
        payoffs: Annotated[Rows | None, Written()] = None,
        rows: Annotated[Labels | None, Names()] = None,
        columns: Annotated[Labels | None, Names()] = None,
        **letter: Fraction,
    ) -> None:
        """Ask for a row and a column; of a file for more, every player for a choice."""
        many = _many(file)
        if many is not None:
            return _play_many(table, many)
        form = _told(file, payoffs, rows, columns, **letter)[0]
        one, two = form.seats
        row, column = table.ask(one, form.rows), table.ask(two, form.columns)
        spot = form.rows.index(row), form.columns.index(column)
        if isinstance(form, BimatrixForm):
            return table.pay(dict(zip(form.seats, form[spot], strict=True)))
        return table.pay({one: form[spot]})

    def seating(self, game: Game) -> tuple[str, ...]:
        """Return the players of the file, where it names them."""
        return self.form(game).seats

    def faults(self, values: Mapping[str, Any]) -> list[Fault]:
        """Refuse two matrices, none, and labels that do not fit."""
        if len(letters := [key for key in values if key not in self.kinds]) > 1:
            return [
                Fault(letters[1], f"is given besides {letters[0]}", "one letter is open in a file")
            ]
        if values["file"] is None and values["payoffs"] is None:
            return [Fault("file", "is missing", "name a file, or write payoffs=[[0,1],[1,0]]")]
        if values["file"] is not None:
            more = [key for key in ("payoffs", "rows", "columns") if values[key] is not None]
            return [Fault(key, "is given together with a file", "leave it out") for key in more]
        if _has_letter(values["payoffs"]):
            return _letter_faults(values) if not letters else _label_faults(values)
        for key in ("payoffs", "rows", "columns"):
            labels = {} if key == "payoffs" else {key: values[key]}
            try:
                _of(values["payoffs"], labels.get("rows"), labels.get("columns"))
            except FormError as fault:
                return [Fault(key, str(fault))]
        return []

    def form(self, game: Game) -> MatrixForm | BimatrixForm | GeneralForm:
        """Return the matrix; that of both seats' payoffs where their sums vary."""
        return _many(game.parameters["file"]) or _form(game)

    def opened(self, key: str, values: Mapping[str, Any]) -> PolynomialForm:
        """Return a matrix whose entries are polynomials in a parameter, any real number."""
        from sabot.files.polynomial_matrix import Places, polynomial_matrix, read_polynomial_matrix

        for other in values.keys() - self.kinds.keys():
            what = f"is given a value, and {key} is left open"
            raise GameStringError("matrix", [Fault(other, what, "one letter is open in a file")])
        if values["file"] is None:
            cells = [[_text(entry) for entry in row] for row in values["payoffs"]]
            try:
                return polynomial_matrix(cells, values["rows"], values["columns"], key, Places())
            except FormError as fault:
                raise GameStringError("matrix", [Fault("payoffs", str(fault))]) from None
        return read_polynomial_matrix(values["file"], key)

    def is_letter(self, key: str, text: str, texts: Mapping[str, str]) -> bool:
        """Return whether a name is given a number, and may be that of a letter in the payoffs."""
        if not (key.isascii() and key.isidentifier()):
            return False
        if "file" not in texts and key not in letters_in([[texts.get("payoffs", "")]]):
            return False
        try:
            rational(text)
        except NumberError:
            return False
        return True

    def outcomes(self, game: Game, strategies: Mapping[str, Played]) -> Outcomes | None:
        """Return how hands end: each entry of the matrix is what one of them pays."""
        from sabot.forms.outcomes import of_matrix

        form = self.form(game)
        return of_matrix(form, strategies) if isinstance(form, MatrixForm) else None

    def remark(self, game: Game) -> str:
        """Return what both seats are paid together, where that is not 0."""
        if _many(game.parameters["file"]) is not None:
            return ""
        return constant(_told(**game.parameters)[1], self.seating(game))

    def cost(self, game: Game) -> str:
        """Return the shape of the matrix."""
        many = _many(game.parameters["file"])
        if many is not None:
            size = " x ".join(str(side.count - 1) for side in many.sides)
            whom = "seat" if len(many.seats) == 1 else "seats"
            return f"a table of {size} choices, for {len(many.seats)} {whom}"
        height, width = _form(game).shape
        kind = "bimatrix" if isinstance(_form(game), BimatrixForm) else "matrix"
        return f"a {height} x {width} {kind}"


matrix = Matrix()


def _many(file: str | None) -> GeneralForm | None:
    """Return the game of a file for other than two; None where there is none."""
    return None if file is None else _cached_many(file, stamp(file))


@lru_cache(maxsize=8)
def _cached_many(file: str, when: Stamp) -> GeneralForm | None:
    return read_many(file)


def _play_many(table: Table, form: GeneralForm) -> None:
    """Ask every player for one choice, and pay each."""
    spot = []
    for side in form.sides:
        (cell,) = side.cells
        spot.append(cell.first + cell.actions.index(table.ask(side.name, cell.actions)))
    paid = next(end.payoffs for end in form.ends if end.sequences == tuple(spot))
    amounts = (Fraction(amount, form.denominator) for amount in paid)
    table.pay(dict(zip(form.seats, amounts, strict=True)))


def _form(game: Game) -> MatrixForm | BimatrixForm:
    return _told(**game.parameters)[0]


def _told(
    file: str | None,
    payoffs: Rows | None,
    rows: Sequence[str] | None,
    columns: Sequence[str] | None,
    **letter: Fraction,
) -> tuple[MatrixForm | BimatrixForm, Fraction]:
    """Return the payoffs of the row seat, and what both seats are paid together.

    *letter*: what the letter is that the payoffs leave open.
    """
    if file is not None:
        return _cached(file, stamp(file), *letter.items())
    if payoffs and _has_letter(payoffs):
        return _of(_valued(payoffs, letter), rows, columns)
    return _of(payoffs or (), rows, columns)


def _has_letter(payoffs: Rows) -> bool:
    return any(isinstance(entry, str) for row in payoffs for entry in row)


def _valued(payoffs: Rows, letter: Mapping[str, Fraction]) -> Payoffs:
    """Return the payoffs where their letter has a value."""
    from sabot.files.polynomial_matrix import Places, payoffs_at

    cells = [[_text(entry) for entry in row] for row in payoffs]
    ((name, value),) = letter.items()
    try:
        return payoffs_at(cells, name, value, Places())
    except FormError as fault:
        raise GameStringError("matrix", [Fault("payoffs", str(fault))]) from None


def _formulas(rows: list[list[str]], letters: list[str]) -> Rows:
    """Return rows with formulas in them; refuse what is no polynomial in one letter."""
    from sabot.files.polynomial_matrix import Places, payoffs_at

    if len(letters) > 1:
        raise NumberError(
            f"{letters[0]} and {letters[1]} stand in the payoffs, and one letter may be left open"
        )
    if len({len(row) for row in rows}) > 1:
        raise NumberError("the rows do not have the same length")
    found = tuple(tuple(map(_number_or_formula, row)) for row in rows)
    # says by its place what is no formula; the value does not matter
    payoffs_at([list(map(_text, row)) for row in found], letters[0], Fraction(1), Places())
    return found


def _number_or_formula(text: str) -> Entry:
    return text if letters_in([[text]]) else _entry(text)


def _letter_faults(values: Mapping[str, Any]) -> list[Fault]:
    """Return that a letter has no value, with its first place."""
    for i, row in enumerate(values["payoffs"], 1):
        for j, entry in enumerate(row, 1):
            if isinstance(entry, str):
                part = next(part for part in entry.split(BETWEEN) if letters_in([[part]]))
                (letter,) = letters_in([[part]])
                what = f"row {i}, column {j}: {part[:40]!r} is not an exact number"
                proof = "" if BETWEEN in entry else f", for a theorem `sabot prove` with {letter}=*"
                return [Fault("payoffs", what, f"for one game write {letter}=1{proof}")]
    return []


def _label_faults(values: Mapping[str, Any]) -> list[Fault]:
    """Return what is wrong with the labels of a matrix with a letter in it."""
    sizes = {"rows": len(values["payoffs"]), "columns": len(values["payoffs"][0])}
    return [
        Fault(key, f"the labels of the {key} are not {size} different ones")
        for key, size in sizes.items()
        if values[key] is not None and not len(values[key]) == len(set(values[key])) == size
    ]


def _of(
    payoffs: Sequence[Sequence[Fraction | tuple[Fraction, ...] | str]],
    rows: Sequence[str] | None,
    columns: Sequence[str] | None,
) -> tuple[MatrixForm | BimatrixForm, Fraction]:
    """Return the form of rows that are written out, and what both seats are paid together."""
    if any(isinstance(entry, tuple) for row in payoffs for entry in row):
        form = BimatrixForm.of_pairs(payoffs, rows=rows, columns=columns)
        if form.constant is None:
            return form, Fraction(0)
        return form.two_person(), form.constant
    return MatrixForm.of(payoffs, rows=rows, columns=columns), Fraction(0)


def _entry(text: str) -> Entry:
    one, both, two = text.partition(BETWEEN)
    return (rational(one), rational(two)) if both else rational(text)


def _text(entry: object) -> str:
    if isinstance(entry, str) and (BETWEEN in entry or letters_in([[entry]])):
        return "".join(entry.split())  # read, and refused by its place, where the string is parsed
    if isinstance(entry, tuple | list):
        return BETWEEN.join(show(rational(part)) for part in entry)
    return show(rational(entry))


@lru_cache(maxsize=8)
def _cached(
    file: str, when: Stamp, *letter: tuple[str, Fraction]
) -> tuple[MatrixForm | BimatrixForm, Fraction]:
    from sabot.files.polynomial_matrix import demand_numbers, read_at

    if not letter:
        with demand_numbers(file):
            return read_payoffs(file)
    ((name, value),) = letter
    try:
        return _of(*read_at(file, name, value))
    except FormError as fault:
        raise FileError(f"{file}: {fault}") from None
