"""Matrix games: in a file, ``matrix(file=game.csv)``, or written, ``matrix([[0,1],[1,0]])``.

A payoff may be a polynomial in one letter: ``matrix([[t,1],[1,0]])`` for a theorem,
``matrix([[t,1],[1,0]], t=2)`` for one game. Of several letters a theorem leaves one open, and the
others have a value: ``matrix(file=two.csv, t=*, s=2)``. Entries such as ``3|1`` pay each player
separately (a bimatrix game); where they have a constant sum everywhere, the game is the zero-sum
game of the row player's payoffs. A file may also hold a normal form for other than two players.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated

from sabot.errors import Fault, FileError, FormError, GameStringError, NumberError
from sabot.exact import as_rational, format_fraction
from sabot.forms.bimatrix import MANY_SEATS, PAIR_SEPARATOR, BimatrixForm
from sabot.forms.sequence import MatrixForm
from sabot.game_rules.capabilities import CountsOutcomes
from sabot.game_rules.family import ANY_PARAMETER, Family, LetterParameters, OpenParameters
from sabot.game_rules.game import Game
from sabot.game_rules.parameters import ParameterValues, Text
from sabot.game_rules.table import Table
from sabot.io.files import FileStamp, file_stamp
from sabot.io.matrix import NOT_IN_LABELS, letters_in, read_matrix, read_nplayer_lists
from sabot.io.nfg import read_nplayer_game
from sabot.io.tokenizer import constant_sum_remark

if TYPE_CHECKING:
    from sabot.forms.base import PayoffDistribution
    from sabot.forms.base import StrategyMapping as Played
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm
    from sabot.io.polynomial_matrix import PayoffRows, PolynomialMatrix

NONE = "none"
"""What is not given, printed."""
PayoffEntry = Fraction | tuple[Fraction, Fraction] | str
"""A payoff of the row, or of both seats; as text where it has a letter in it."""
MatrixRows = tuple[tuple[PayoffEntry, ...], ...]
Labels = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PayoffMatrixParameter:
    """A matrix written out: a list of rows, each a list of exact numbers or of pairs of them."""

    words: str = "write a list of rows, as in [[0,1],[1/2,-1]] or [[3|1,0|0],[0|0,1|3]]"

    def parse(self, text: str) -> MatrixRows:
        """Read the rows."""
        body = "".join(text.split())
        if not (body.startswith("[[") and body.endswith("]]")):
            raise NumberError(f"{text[:40]!r} is not a list of rows in square brackets")
        if body.startswith("[[["):
            raise NumberError(f"{text[:40]!r} is a list of lists of rows\n      {MANY_SEATS}")
        rows = [row.split(",") for row in body[2:-2].split("],[")]
        letters = letters_in(rows)
        if letters:
            return _parse_formulas(rows, letters)
        pairs = any(PAIR_SEPARATOR in entry for row in rows for entry in row)
        # says what is ragged, and by its place what is no number and what does not pay both seats
        (BimatrixForm.of_pairs if pairs else MatrixForm.of)(rows)
        return tuple(tuple(map(_parse_entry, row)) for row in rows)

    def show(self, value: str | Iterable[Iterable[object]] | None) -> str:
        """Print the rows."""
        if value is None or isinstance(value, str):
            return value or NONE
        rows = (",".join(map(_format_entry, row)) for row in value)
        return f"[{','.join(f'[{row}]' for row in rows)}]"


@dataclass(frozen=True, slots=True)
class LabelsParameter:
    """The labels of rows or of columns."""

    words: str = "write as many labels as there are, as in [up,down]"

    def parse(self, text: str) -> Labels:
        """Read the labels."""
        if not (text.startswith("[") and text.endswith("]")):
            raise ValueError(f"{text[:40]!r} is not a list in square brackets")
        return _require_plain_labels(tuple(label.strip() for label in text[1:-1].split(",")))

    def show(self, value: str | Labels | None) -> str:
        """Print the labels."""
        if value is None or isinstance(value, str):
            return value or NONE
        return f"[{','.join(_require_plain_labels(value))}]"


def _require_plain_labels(labels: Labels) -> Labels:
    """Refuse labels that a game string could not be read back with."""
    odd = [label for label in labels if set(label) & set(NOT_IN_LABELS) or label != label.strip()]
    if odd:
        raise ValueError(
            f"the label {odd[0][:40]!r} cannot be written in a game string; use a file"
        )
    return labels


@dataclass(frozen=True, slots=True)
class FileNameParameter(Text):
    """The name of a file, or none."""

    def show(self, value: object) -> str:
        """Print it, quoted where it needs to be."""
        return NONE if value is None else Text.show(self, value)


class MatrixGame(Family, LetterParameters, CountsOutcomes):
    """Each player makes one choice, and none knows the others'; the payoffs are in a table.

    Of two players one chooses a row, the other a column. One number per entry is then paid to the
    row player by the column player (zero-sum). Pairs such as 3|1 pay both, the row player 3 and the
    column player 1 (a bimatrix game). A file may have three and more players. Entries may be
    polynomials in a letter, as in 2*t**2 - 1/3: write t=* for a theorem, t=2 for one value;
    other letters need a number.

    file: CSV of exact numbers or pairs, with optional labels; or JSON, for three and more players
    too; or a .nfg file of Gambit, whose players keep their names if there are more than two; or a
    .gbt file of Gambit that holds a normal form; or a .agg file (an action-graph game), whose
    actions are the numbers of its nodes.
    payoffs: instead of a file, the matrix itself, [[0,1],[1,0]]. rows: the labels of its rows.
    columns: the labels of its columns.
    """

    name = "matrix"
    title = "A matrix game"
    defined = (
        "One seat chooses a row, the other a column, neither knowing the other's choice, and the "
        "row is paid the entry where the two meet."
    )
    seats = ("row", "column")
    one_play = "play"
    sample = "payoffs=[[0,2,-1],[-1,0,1],[1,-2,0]]"
    not_with_file = ("payoffs", "rows", "columns")
    leaves_open: OpenParameters = MappingProxyType({ANY_PARAMETER: {}})

    def play(
        self,
        table: Table,
        *,
        file: Annotated[str | None, FileNameParameter()] = None,
        payoffs: Annotated[MatrixRows | None, PayoffMatrixParameter()] = None,
        rows: Annotated[Labels | None, LabelsParameter()] = None,
        columns: Annotated[Labels | None, LabelsParameter()] = None,
        **letter: Fraction,
    ) -> None:
        """Ask for a row and a column; of a file for more, every player for a choice."""
        many = _read_nplayer(file)
        if many is not None:
            return _play_nplayer(table, many)
        form = _payoff_form(file, payoffs, rows, columns, **letter)[0]
        one, two = form.seats
        row, column = table.ask(one, form.rows), table.ask(two, form.columns)
        spot = form.rows.index(row), form.columns.index(column)
        if isinstance(form, BimatrixForm):
            return table.pay(dict(zip(form.seats, form[spot], strict=True)))
        return table.pay({one: form[spot]})

    def seating(self, game: Game) -> tuple[str, ...]:
        """Return the players of the file, where it names them."""
        return self.form(game).seats

    def faults(self, values: ParameterValues) -> list[Fault]:
        """Refuse two matrices, none, and labels that do not fit."""
        if values["file"] is None and values["payoffs"] is None:
            return [Fault("file", "is missing", "name a file, or write payoffs=[[0,1],[1,0]]")]
        if values["file"] is not None:
            more = [key for key in self.not_with_file if values[key] is not None]
            return [Fault(key, "is given together with a file", "leave it out") for key in more]
        if _has_letter(values["payoffs"]):
            known = {key for key in values if key not in self.kinds}
            return _letter_faults(values["payoffs"], known) or _label_faults(values)
        for key in ("payoffs", "rows", "columns"):
            labels = {} if key == "payoffs" else {key: values[key]}
            try:
                _form_from_rows(values["payoffs"], labels.get("rows"), labels.get("columns"))
            except FormError as fault:
                return [Fault(key, str(fault))]
        return []

    def form(self, game: Game) -> MatrixForm | BimatrixForm | NPlayerSequenceForm:
        """Return the matrix; that of both seats' payoffs where their sums vary."""
        return _read_nplayer(game.parameters["file"]) or _two_player_form(game)

    def opened(self, key: str, values: ParameterValues) -> PolynomialMatrix:
        """Return a matrix whose entries are polynomials in a parameter, any real number."""
        from sabot.io.polynomial_matrix import (
            EntryPlaces,
            build_polynomial_matrix,
            read_polynomial_matrix,
        )

        fixed = {letter: values[letter] for letter in values if letter not in self.kinds}
        if values["file"] is None:
            cells = _formula_cells(values["payoffs"])
            try:
                return build_polynomial_matrix(
                    cells, values["rows"], values["columns"], key, EntryPlaces(), fixed
                )
            except FormError as fault:
                raise GameStringError("matrix", [Fault("payoffs", str(fault))]) from None
        return read_polynomial_matrix(values["file"], key, fixed)

    def is_letter(self, key: str, text: str, texts: Mapping[str, str]) -> bool:
        """Return whether a name is given a number, and may be that of a letter in the payoffs."""
        if not (key.isascii() and key.isidentifier()):
            return False
        if "file" not in texts and key not in letters_in([[texts.get("payoffs", "")]]):
            return False
        try:
            as_rational(text)
        except NumberError:
            return False
        return True

    def open_letter(self, texts: Mapping[str, str]) -> str:
        """Return the only letter of the payoffs that has no value."""
        from sabot.io.polynomial_matrix import single_letter

        given = {key: as_rational(text) for key, text in texts.items() if key not in self.kinds}
        if "file" in texts:
            return single_letter(texts["file"], given)
        letters = [name for name in letters_in([[texts.get("payoffs", "")]]) if name not in given]
        if len(letters) == 1:
            return letters[0]
        what, remedy = "every payoff is a number, and a theorem needs a letter", "write 2*t - 1"
        if letters:
            what = f"{' and '.join(letters)} have no value, and a theorem leaves one letter open"
            remedy = f"mark that one, and give others a number: {letters[0]}=*, {letters[1]}=2"
        raise GameStringError("matrix", [Fault("payoffs", what, remedy)])

    def outcomes(self, game: Game, strategies: Mapping[str, Played]) -> PayoffDistribution | None:
        """Return how hands end: each entry of the matrix is what one of them pays."""
        from sabot.forms.base import matrix_payoff_distribution

        form = self.form(game)
        return (
            matrix_payoff_distribution(form, strategies) if isinstance(form, MatrixForm) else None
        )

    def remark(self, game: Game) -> str:
        """Return what both seats are paid together, where that is not 0."""
        return constant_sum_remark(self.constant_sum(game), self.seating(game))

    def constant_sum(self, game: Game) -> Fraction:
        """Return what both seats are paid together at every entry."""
        if _read_nplayer(game.parameters["file"]) is not None:
            return Fraction(0)
        return _payoff_form(**game.parameters)[1]

    def cost(self, game: Game) -> str:
        """Return the shape of the matrix."""
        many = _read_nplayer(game.parameters["file"])
        if many is not None:
            size = " x ".join(str(side.count - 1) for side in many.sides)
            whom = "seat" if len(many.seats) == 1 else "seats"
            return f"a table of {size} choices, for {len(many.seats)} {whom}"
        height, width = _two_player_form(game).shape
        kind = "bimatrix" if isinstance(_two_player_form(game), BimatrixForm) else "matrix"
        return f"a {height} x {width} {kind}"


matrix = MatrixGame()


def _read_nplayer(file: str | None) -> NPlayerSequenceForm | None:
    """Return the game of a file with one, three or more players; None for two."""
    return None if file is None else _read_nplayer_cached(file, file_stamp(file))


@lru_cache(maxsize=8)
def _read_nplayer_cached(file: str, when: FileStamp) -> NPlayerSequenceForm | None:
    return read_nplayer_game(file) or read_nplayer_lists(file)


def _play_nplayer(table: Table, form: NPlayerSequenceForm) -> None:
    """Ask every player for one choice, and pay each."""
    spot = []
    for side in form.sides:
        (cell,) = side.cells
        spot.append(cell.first + cell.actions.index(table.ask(side.name, cell.actions)))
    paid = next(end.payoffs for end in form.ends if end.sequences == tuple(spot))
    amounts = (Fraction(amount, form.denominator) for amount in paid)
    table.pay(dict(zip(form.seats, amounts, strict=True)))


def _two_player_form(game: Game) -> MatrixForm | BimatrixForm:
    return _payoff_form(**game.parameters)[0]


def _payoff_form(
    file: str | None,
    payoffs: MatrixRows | None,
    rows: Sequence[str] | None,
    columns: Sequence[str] | None,
    **letter: Fraction,
) -> tuple[MatrixForm | BimatrixForm, Fraction]:
    """Return the payoffs of the row seat, and what both seats are paid together.

    *letter*: what the letter is that the payoffs leave open.
    """
    if file is not None:
        return _read_cached(file, file_stamp(file), *letter.items())
    if payoffs and _has_letter(payoffs):
        return _form_from_rows(_substitute_letter(payoffs, letter), rows, columns)
    return _form_from_rows(payoffs or (), rows, columns)


def _has_letter(payoffs: MatrixRows) -> bool:
    return any(isinstance(entry, str) for row in payoffs for entry in row)


def _substitute_letter(payoffs: MatrixRows, letter: Mapping[str, Fraction]) -> PayoffRows:
    """Return the payoffs where their letters have values."""
    from sabot.io.polynomial_matrix import EntryPlaces, payoffs_at

    (name, value), *others = letter.items()
    try:
        return payoffs_at(_formula_cells(payoffs), name, value, EntryPlaces(), dict(others))
    except FormError as fault:
        raise GameStringError("matrix", [Fault("payoffs", str(fault))]) from None


def _formula_cells(payoffs: MatrixRows) -> list[list[str]]:
    """Return the payoffs as formulas."""
    return [[_format_entry(entry) for entry in row] for row in payoffs]


_ANY_VALUE = Fraction(10007, 10009)
"""A value of a letter at which no denominator that people write is 0."""


def _parse_formulas(rows: list[list[str]], letters: list[str]) -> MatrixRows:
    """Return rows with formulas in them; refuse what is no formula."""
    from sabot.io.polynomial_matrix import EntryPlaces, payoffs_at

    if len({len(row) for row in rows}) > 1:
        raise NumberError("the rows do not have the same length")
    found = tuple(tuple(map(_parse_number_or_formula, row)) for row in rows)
    # says by its place what is no formula; the values do not matter
    others = dict.fromkeys(letters[1:], _ANY_VALUE)
    payoffs_at(_formula_cells(found), letters[0], _ANY_VALUE, EntryPlaces(), others)
    return found


def _parse_number_or_formula(text: str) -> PayoffEntry:
    return text if letters_in([[text]]) else _parse_entry(text)


def _letter_faults(payoffs: MatrixRows, known: Collection[str]) -> list[Fault]:
    """Return that a letter has no value, with its first place."""
    for i, row in enumerate(payoffs, 1):
        for j, entry in enumerate(row, 1):
            if not isinstance(entry, str):
                continue
            for part in entry.split(PAIR_SEPARATOR):
                letter = next((one for one in letters_in([[part]]) if one not in known), "")
                if not letter:
                    continue
                what = f"row {i}, column {j}: {part[:40]!r} is not an exact number"
                remedy = f"give it a number: {letter}=1"
                if not known:
                    proof = f"for a theorem `sabot prove` with {letter}=*"
                    remedy = f"for one game write {letter}=1, {proof}"
                return [Fault("payoffs", what, remedy)]
    return []


def _label_faults(values: ParameterValues) -> list[Fault]:
    """Return what is wrong with the labels of a matrix with a letter in it."""
    sizes = {"rows": len(values["payoffs"]), "columns": len(values["payoffs"][0])}
    return [
        Fault(key, f"the labels of the {key} are not {size} different ones")
        for key, size in sizes.items()
        if values[key] is not None and not len(values[key]) == len(set(values[key])) == size
    ]


def _form_from_rows(
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


def _parse_entry(text: str) -> PayoffEntry:
    one, both, two = text.partition(PAIR_SEPARATOR)
    return (as_rational(one), as_rational(two)) if both else as_rational(text)


def _format_entry(entry: object) -> str:
    if isinstance(entry, str) and (PAIR_SEPARATOR in entry or letters_in([[entry]])):
        return "".join(entry.split())  # read, and refused by its place, where the string is parsed
    if isinstance(entry, tuple | list):
        return PAIR_SEPARATOR.join(map(_format_entry, entry))
    return format_fraction(as_rational(entry))


@lru_cache(maxsize=8)
def _read_cached(
    file: str, when: FileStamp, *letter: tuple[str, Fraction]
) -> tuple[MatrixForm | BimatrixForm, Fraction]:
    from sabot.io.polynomial_matrix import read_matrix_at, require_no_open_letter

    if not letter:
        with require_no_open_letter(file):
            return read_matrix(file)
    (name, value), *others = letter
    try:
        return _form_from_rows(*read_matrix_at(file, name, value, dict(others)))
    except FormError as fault:
        raise FileError(f"{file}: {fault}") from None
