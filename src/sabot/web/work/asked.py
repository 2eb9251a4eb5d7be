"""The game that somebody asks for on a page: told by its string alone.

A request never makes the workbench open a file or run one. What was opened at the terminal,
``sabot web own.py:war``, is the only exception, and the server itself marks it (``opened``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sabot.errors import Fault, GameStringError
from sabot.games import load
from sabot.games.files import family_of, names_rules
from sabot.telling.game import Game
from sabot.telling.strings import dissect

LONGEST = 60_000
"""Characters of a game string: a matrix of some thousand payoffs."""
FILE = "file"
"""The parameter by which every family that reads a file names it."""
_REMEDY = "open it at the terminal, sabot web FILE, or paste the matrix itself"


def asked_game(question: Mapping[str, Any]) -> Game:
    """Return the game of a question; a string that names a file is refused.

    >>> asked_game({"game": "kuhn"})
    sabot.load('kuhn-poker(ranks=3)')
    >>> asked_game({"game": "matrix(file=/etc/passwd)"})
    Traceback (most recent call last):
    sabot.errors.GameStringError: game 'matrix(file=/etc/passwd)'...
    """
    text = question.get("game", "")
    if question.get("opened"):
        return load(str(text))
    demand_no_file(text)
    return load(text, run=False)


def demand_no_file(text: Any) -> None:
    """Refuse what is no game string, is too long, or names a file."""
    if not isinstance(text, str) or not text.strip():
        raise GameStringError(
            str(text)[:80], [Fault("game", "is missing", "write NAME(key=value)")]
        )
    if len(text) > LONGEST:
        raise GameStringError(
            text[:80], [Fault("text", f"{len(text):,} characters long; {LONGEST:,} at most here")]
        )
    bare = text.strip()
    if family_of(bare) is not None or names_rules(bare) or FILE in dissect(text)[1]:
        raise GameStringError(text, [Fault(FILE, "no page opens a file", _REMEDY)])
