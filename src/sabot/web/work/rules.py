"""Rules as they are typed, and matrices as they are pasted: the game strings that they make."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from fractions import Fraction
from io import StringIO
from typing import Any

from sabot.errors import FormError, NumberError
from sabot.exact import rational
from sabot.forms.bimatrix import BETWEEN, BimatrixForm
from sabot.forms.matrix import MatrixForm
from sabot.telling.family import Family
from sabot.web.work.asked import FILE


def game_string(family: Family, typed: Mapping[str, str]) -> str:
    """Return the game string of typed parameters; what is left empty is as usual.

    A parameter that game strings always show is written even where it is as usual: a model that
    was chosen is the one that is meant.

    >>> from sabot.games import family_named
    >>> game_string(family_named("le-her"), {"ranks": "4", "suits": " ", "reply": "fixed"})
    'le-her(ranks=4)'
    >>> game_string(family_named("baccara"), {"model": "A1", "shoe": "[1,1,1,1,1,1,0,0,0,0]"})
    'baccara(model=A1, shoe=[1,1,1,1,1,1,0,0,0,0])'
    """
    given = []
    for key, text in ((key, str(text).strip()) for key, text in typed.items() if key != FILE):
        usual = key in family.defaults and text == family.kinds[key].show(family.defaults[key])
        if text and (key in family.always or not usual):
            given.append(f"{key}={_quoted(text)}")
    return f"{family.name}({', '.join(given)})"


def _quoted(text: str) -> str:
    """Return a text so that it stays one parameter, whatever is typed."""
    if text.startswith("[") and text.endswith("]"):
        return text
    if any(letter in text for letter in ",()[]=") and "'" not in text:
        return f"'{text}'"
    return text


def pasted(question: Mapping[str, Any]) -> dict[str, Any]:
    r"""Return the game string of a matrix that was pasted: CSV, JSON or .nfg.

    >>> pasted({"text": "3|1,0|0\n0|0,1|3"})["game"], pasted({"text": "3|1,0|4"})["game"]
    ('matrix(payoffs=[[3|1,0|0],[0|0,1|3]])', 'matrix(payoffs=[[3|1,0|4]])')
    """
    from sabot.files.matrix import parse_any
    from sabot.games import load

    try:
        form, both = parse_any(_with_commas(str(question.get("text", ""))))
    except (FormError, NumberError) as fault:
        raise FormError(f"what was pasted: {fault}") from None
    numbered = tuple(map(str, range(1, 1 + max(form.shape))))
    named = {"rows": form.rows, "columns": form.columns}
    labels = {key: own for key, own in named.items() if own != numbered[: len(own)]}
    family = load("matrix([[0]])").rules
    return {"game": str(family(payoffs=_payoffs(form, both), **labels))}


def _with_commas(text: str) -> str:
    r"""Return what was pasted as CSV where tabs, as of a spreadsheet, or blanks divide its cells.

    Semicolons do so too where there is no comma, which may be a decimal one beside them.

    >>> _with_commas("\tleft\tfar right\nup\t1\t2"), _with_commas("  l r\nu 1 2")
    (',left,far right\nup,1,2\n', ',l,r\nu,1,2\n')
    >>> _with_commas("1, 2\n3, 4"), _with_commas("[[1 2]]")
    ('1, 2\n3, 4', '[[1 2]]')
    >>> _with_commas("1;2\n3; 4"), _with_commas("1,5;2")
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


def _payoffs(form: MatrixForm | BimatrixForm, both: Fraction) -> list[list[Any]]:
    """Return the entries of a matrix, or the pairs of one whose sums are not 0."""
    if isinstance(form, BimatrixForm):
        pairs = [[entry.split(BETWEEN) for entry in row] for row in form.pairs()]
        return [[(rational(one), rational(two)) for one, two in row] for row in pairs]
    height, width = form.shape
    rows = [[form[i, j] for j in range(width)] for i in range(height)]
    return [[(pay, both - pay) for pay in row] for row in rows] if both else rows
