"""Matrices as pages send them: pasted text, and a grid that is typed cell by cell."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from fractions import Fraction
from io import StringIO

from sabot.errors import FormError, NumberError
from sabot.exact import as_rational
from sabot.forms.bimatrix import PAIR_SEPARATOR, BimatrixForm
from sabot.forms.sequence import MatrixForm
from sabot.io.matrix import NOT_IN_LABELS, letters_in, parse_json_game, parse_matrix
from sabot.loading import load
from sabot.web.messages import GridAnswer, TaskQuestion
from sabot.web.tasks.solution import list_equilibria_for_page


def parse_pasted_matrix(question: TaskQuestion) -> dict[str, str]:
    r"""Return the game string of a matrix that was pasted: CSV, JSON or .nfg.

    >>> parse_pasted_matrix({"text": "3|1,0|0\n0|0,1|3"})["game"]
    'matrix(payoffs=[[3|1,0|0],[0|0,1|3]])'
    >>> parse_pasted_matrix({"text": "3|1,0|4"})["game"]
    'matrix(payoffs=[[3|1,0|4]])'
    """
    text = _normalise_separators(str(question.get("text", "")))
    try:
        form, both = parse_matrix(text)
        return {"game": _matrix_game(form, both)}
    except (FormError, NumberError) as fault:
        raise FormError(f"what was pasted: {fault}{_theorem_remedy(text)}") from None


def _theorem_remedy(text: str) -> str:
    r"""Return where a matrix with one letter, pasted without labels, is proved; '' of any other.

    >>> _theorem_remedy("t,1\n1,0").strip()
    'here: write matrix([[t,1],[1,0]]) on the page Theorem'
    >>> _theorem_remedy("1,2\n3"), _theorem_remedy("t,s\n1,0")
    ('', '')
    """
    cells = [[cell.strip() for cell in row] for row in csv.reader(StringIO(text)) if row]
    if len(letters_in(cells)) != 1:
        return ""
    rows = ",".join(f"[{','.join(row)}]" for row in cells)
    return f"\n  here: write matrix([{rows}]) on the page Theorem"


def solve_grid(question: TaskQuestion) -> GridAnswer:
    """Return all solutions of a matrix that is typed cell by cell, and the best responses in it.

    ``text`` is JSON: ``{"payoffs": [["3|1", ...], ...], "rows": [...], "columns": [...]}``.
    """
    form, both = parse_json_game(str(question.get("text", "")))
    game = _matrix_game(form, both)
    return {
        "game": game,
        "best": best_responses(form),
        "listed": list_equilibria_for_page({"game": game}),
    }


def best_responses(form: MatrixForm | BimatrixForm) -> list[tuple[int, int, str]]:
    """Return the cells, by row and column, in which a player has a best response, and which player.

    In a matrix of single numbers the row player is paid what the column player pays.

    >>> best_responses(MatrixForm.of([[1, 2], [3, 0]]))
    [(0, 0, 'column'), (0, 1, 'row'), (1, 0, 'row'), (1, 1, 'column')]
    >>> best_responses(BimatrixForm.of_pairs([["3|1", "0|0"], ["0|0", "1|3"]]))
    [(0, 0, 'row'), (0, 0, 'column'), (1, 1, 'row'), (1, 1, 'column')]
    """
    one = form.one if isinstance(form, BimatrixForm) else form
    height, width = form.shape
    first = [[one[i, j] for j in range(width)] for i in range(height)]
    second = (
        [[form.two[i, j] for j in range(width)] for i in range(height)]
        if isinstance(form, BimatrixForm)
        else [[-pay for pay in row] for row in first]
    )
    in_column = [max(column) for column in zip(*first, strict=True)]
    in_row = [max(row) for row in second]
    return [
        (i, j, player)
        for i in range(height)
        for j in range(width)
        for player, best in (
            ("row", first[i][j] == in_column[j]),
            ("column", second[i][j] == in_row[i]),
        )
        if best
    ]


def _matrix_game(form: MatrixForm | BimatrixForm, both: Fraction) -> str:
    """Return the game string of a matrix, whose labels are left out where they are numbers."""
    _require_plain_names("row", form.rows)
    _require_plain_names("column", form.columns)
    numbered = tuple(map(str, range(1, 1 + max(form.shape))))
    named = {"rows": form.rows, "columns": form.columns}
    labels = {key: own for key, own in named.items() if own != numbered[: len(own)]}
    family = load("matrix([[0]])").rules
    return str(family(payoffs=_matrix_payoffs(form, both), **labels))


def _require_plain_names(line: str, names: Sequence[str]) -> None:
    """Refuse a name of a row or column that the address of the game could not hold.

    >>> _require_plain_names("row", ("up", "a,b"))
    Traceback (most recent call last):
    ...
    sabot.errors.FormError: the name of row 2, 'a,b': a name may not have any of , [ ] ( ) ' "
    """
    for number, name in enumerate(names, 1):
        if set(name) & set(NOT_IN_LABELS):
            signs = " ".join(NOT_IN_LABELS)
            raise FormError(
                f"the name of {line} {number}, {name[:40]!r}: a name may not have any of {signs}"
            )


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
