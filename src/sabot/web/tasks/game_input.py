"""Games as pages send them: game strings, typed parameters, pasted matrices.

A request never makes the workbench open a file or run one. What was opened at the terminal,
``sabot web own.py:war``, is the only exception, and the server itself marks it (``opened``).
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from fractions import Fraction
from io import StringIO

from sabot.errors import Fault, FormError, GameStringError, NumberError
from sabot.exact import as_rational
from sabot.forms.bimatrix import PAIR_SEPARATOR, BimatrixForm
from sabot.forms.sequence import MatrixForm
from sabot.game_rules.family import Family
from sabot.game_rules.game import Game
from sabot.game_rules.game_string import split_game_string
from sabot.loading import family_for_file, load, names_rules_file
from sabot.web.messages import TaskQuestion

MAX_GAME_STRING = 60_000
"""Characters of a game string: a matrix of some thousand payoffs."""
FILE_PARAMETER = "file"
"""The parameter by which every family that reads a file names it."""
_FILE_REMEDY = "open it at the terminal, sabot web FILE, or paste the matrix itself"


def load_game_of_question(question: TaskQuestion) -> Game:
    """Return the game of a question; a string that names a file is refused.

    >>> load_game_of_question({"game": "kuhn"})
    sabot.load('kuhn-poker(ranks=3)')
    >>> load_game_of_question({"game": "matrix(file=/etc/passwd)"})
    Traceback (most recent call last):
    sabot.errors.GameStringError: game 'matrix(file=/etc/passwd)'...
    """
    text = question.get("game", "")
    if question.get("opened"):
        return load(str(text))
    require_no_file(text)
    return load(str(text), run=False)


def require_no_file(text: object) -> None:
    """Refuse what is no game string, is too long, or names a file."""
    if not isinstance(text, str) or not text.strip():
        raise GameStringError(
            str(text)[:80], [Fault("game", "is missing", "write NAME(key=value)")]
        )
    if len(text) > MAX_GAME_STRING:
        raise GameStringError(
            text[:80],
            [Fault("text", f"{len(text):,} characters long; {MAX_GAME_STRING:,} at most here")],
        )
    bare = text.strip()
    if (
        family_for_file(bare) is not None
        or names_rules_file(bare)
        or FILE_PARAMETER in split_game_string(text)[1]
    ):
        raise GameStringError(text, [Fault(FILE_PARAMETER, "no page opens a file", _FILE_REMEDY)])


def format_game_string(family: Family, typed: Mapping[str, str]) -> str:
    """Return the game string of typed parameters; what is left empty is as usual.

    A parameter that game strings always show is written even where it is as usual: a model that
    was chosen is the one that is meant.

    >>> from sabot.loading import find_family
    >>> format_game_string(find_family("le-her"), {"ranks": "4", "suits": " ", "reply": "fixed"})
    'le-her(ranks=4)'
    >>> baccara = find_family("baccara")
    >>> format_game_string(baccara, {"model": "A1", "shoe": "[1,1,1,1,1,1,0,0,0,0]"})
    'baccara(model=A1, shoe=[1,1,1,1,1,1,0,0,0,0])'
    """
    given = []
    for key, text in (
        (key, str(text).strip()) for key, text in typed.items() if key != FILE_PARAMETER
    ):
        usual = key in family.defaults and text == family.kinds[key].show(family.defaults[key])
        if text and (key in family.always or not usual):
            given.append(f"{key}={_quote_parameter(text)}")
    return f"{family.name}({', '.join(given)})"


def _quote_parameter(text: str) -> str:
    """Return a text so that it stays one parameter, whatever is typed."""
    if text.startswith("[") and text.endswith("]"):
        return text
    if any(letter in text for letter in ",()[]=") and "'" not in text:
        return f"'{text}'"
    return text


def parse_pasted_matrix(question: TaskQuestion) -> dict[str, str]:
    r"""Return the game string of a matrix that was pasted: CSV, JSON or .nfg.

    >>> parse_pasted_matrix({"text": "3|1,0|0\n0|0,1|3"})["game"]
    'matrix(payoffs=[[3|1,0|0],[0|0,1|3]])'
    >>> parse_pasted_matrix({"text": "3|1,0|4"})["game"]
    'matrix(payoffs=[[3|1,0|4]])'
    """
    from sabot.io.matrix import parse_matrix
    from sabot.loading import load

    try:
        form, both = parse_matrix(_normalise_separators(str(question.get("text", ""))))
    except (FormError, NumberError) as fault:
        raise FormError(f"what was pasted: {fault}") from None
    numbered = tuple(map(str, range(1, 1 + max(form.shape))))
    named = {"rows": form.rows, "columns": form.columns}
    labels = {key: own for key, own in named.items() if own != numbered[: len(own)]}
    family = load("matrix([[0]])").rules
    return {"game": str(family(payoffs=_matrix_payoffs(form, both), **labels))}


def _normalise_separators(text: str) -> str:
    r"""Return what was pasted as CSV where tabs, as of a spreadsheet, or blanks divide its cells.

    Semicolons do so too where there is no comma, which may be a decimal one beside them.

    >>> _normalise_separators("\tleft\tfar right\nup\t1\t2"), _normalise_separators("  l r\nu 1 2")
    (',left,far right\nup,1,2\n', ',l,r\nu,1,2\n')
    >>> _normalise_separators("1, 2\n3, 4"), _normalise_separators("[[1 2]]")
    ('1, 2\n3, 4', '[[1 2]]')
    >>> _normalise_separators("1;2\n3; 4"), _normalise_separators("1,5;2")
    ('1,2\n3,4\n', '1,5;2')
    """
    lines = [line for line in text.splitlines() if line.strip()]
    plain = "," not in text and '"' not in text
    found = [mark for mark in "\t;" if lines and all(mark in line for line in lines)]
    between = found[0] if found and (found[0] == "\t" or plain) else None
    blanks = plain and all(len(line.split()) > 1 for line in lines)
    if text.lstrip().startswith(("[", "{", "NFG")) or not (between or blanks):
        return text
    cells = [[cell.strip() for cell in line.split(between)] for line in lines]
    if len(cells) > 1 and len(cells[0]) + 1 == len(cells[1]):
        cells[0].insert(0, "")  # the corner over the labels, which blanks do not show
    written = StringIO()
    csv.writer(written, lineterminator="\n").writerows(cells)
    return written.getvalue()


def _matrix_payoffs(
    form: MatrixForm | BimatrixForm, both: Fraction
) -> list[list[Fraction]] | list[list[tuple[Fraction, Fraction]]]:
    """Return the entries of a matrix, or the pairs of one whose sums are not 0."""
    if isinstance(form, BimatrixForm):
        pairs = [[entry.split(PAIR_SEPARATOR) for entry in row] for row in form.pairs()]
        return [[(as_rational(one), as_rational(two)) for one, two in row] for row in pairs]
    height, width = form.shape
    rows = [[form[i, j] for j in range(width)] for i in range(height)]
    return [[(pay, both - pay) for pay in row] for row in rows] if both else rows
