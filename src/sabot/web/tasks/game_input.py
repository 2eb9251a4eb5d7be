"""Games as pages send them: game strings and typed parameters.

A request never makes the workbench open a file or run one. What was opened at the terminal,
``sabot web own.py:war`` or ``sabot web game.efg``, is the only exception, and the server itself
marks it (``opened``).
"""

from __future__ import annotations

from collections.abc import Mapping

from sabot.errors import Fault, GameStringError
from sabot.game_rules.family import Family
from sabot.game_rules.game import Game
from sabot.game_rules.game_string import split_game_string
from sabot.loading import load, names_game_file, names_rules_file
from sabot.web.messages import TaskQuestion

MAX_GAME_STRING = 60_000
"""Characters of a game string: a matrix of some thousand payoffs."""
FILE_PARAMETER = "file"
"""The parameter by which every family that reads a file names it."""
NOT_OPENED = "a page opens no file but the one that was named at the terminal"
"""What is said of a file that a request names."""
_FILE_REMEDY = (
    "start the workbench with the file at the terminal, sabot web FILE; the matrix of a game of "
    "two players can also be pasted on the page Matrix"
)


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
        names_game_file(bare)
        or names_rules_file(bare)
        or FILE_PARAMETER in split_game_string(text)[1]
    ):
        raise GameStringError(text, [Fault(FILE_PARAMETER, NOT_OPENED, _FILE_REMEDY)])


def named_game_file(text: str) -> str:
    """Return the file of numbers that a game string names; '' where it names none, or rules.

    >>> named_game_file("matrix(file=meet.nfg, rows=[A,B])"), named_game_file("meet.nfg")
    ('meet.nfg', 'meet.nfg')
    >>> named_game_file("own.py:war(file=meet.nfg)"), named_game_file("le-her(")
    ('', '')
    """
    bare = text.strip()
    if names_rules_file(bare):
        return ""
    if names_game_file(bare):
        return bare
    try:
        return split_game_string(bare)[1].get(FILE_PARAMETER, "")
    except GameStringError:
        return ""


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
    for key, text in ((key, str(text).strip()) for key, text in typed.items()):
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
