"""Rules as they are typed: which game they make, or what is wrong with them; pasted matrices."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sabot.errors import FormError, GameStringError, NumberError
from sabot.exact import rational
from sabot.forms.bimatrix import BETWEEN, BimatrixForm
from sabot.forms.matrix import MatrixForm
from sabot.games import family_named
from sabot.web.work.asked import FILE, asked_game, demand_no_file


def rules(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return the game that typed parameters make, or every fault at once.

    >>> told = rules({"family": "le-her", "parameters": {"ranks": "4", "suits": "0"}})
    >>> [fault["where"] for fault in told["faults"]]
    ['suits']
    """
    try:
        text = _written(question)
        demand_no_file(text)
        game = asked_game({**question, "game": text})
    except GameStringError as fault:
        faults = [{"where": f.where, "what": f.what, "remedy": f.remedy} for f in fault.faults]
        return {"game": "", "faults": faults}
    return {"game": str(game), "faults": [], "seats": list(game.seats), "words": game.cost()}


def _written(question: Mapping[str, Any]) -> str:
    """Return the game string of a family's name and the texts of its parameters."""
    family = family_named(str(question.get("family", "")))
    if family is None:
        return str(question.get("family", ""))
    typed = question.get("parameters", {})
    texts = {key: str(text).strip() for key, text in typed.items() if key != FILE}
    given = {
        key: text
        for key, text in texts.items()
        if text
        and not (key in family.defaults and text == family.kinds[key].show(family.defaults[key]))
    }
    return f"{family.name}({', '.join(f'{key}={_quoted(text)}' for key, text in given.items())})"


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
        form, both = parse_any(str(question.get("text", "")))
    except (FormError, NumberError) as fault:
        raise FormError(f"what was pasted: {fault}") from None
    numbered = tuple(map(str, range(1, 1 + max(form.shape))))
    named = {"rows": form.rows, "columns": form.columns}
    labels = {key: own for key, own in named.items() if own != numbered[: len(own)]}
    family = load("matrix([[0]])").rules
    return {"game": str(family(payoffs=_payoffs(form, both), **labels))}


def _payoffs(form: MatrixForm | BimatrixForm, both: Fraction) -> list[list[Any]]:
    """Return the entries of a matrix, or the pairs of one whose sums are not 0."""
    if isinstance(form, BimatrixForm):
        pairs = [[entry.split(BETWEEN) for entry in row] for row in form.pairs()]
        return [[(rational(one), rational(two)) for one, two in row] for row in pairs]
    height, width = form.shape
    rows = [[form[i, j] for j in range(width)] for i in range(height)]
    return [[(pay, both - pay) for pay in row] for row in rows] if both else rows
