"""Rules in a user's own file, opened at the terminal: its text, its faults by line, its tree."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sabot.errors import Fault, GameStringError, NoMethodError, SabotError
from sabot.files.text import read_bytes
from sabot.games import load
from sabot.games.files import rules_file
from sabot.telling.game import Game
from sabot.web.work.tree import drawn_tree

SHOWN = 40_000
"""Characters of a file that are shown."""
EXAMPLE = Path(__file__).parents[1] / "example.py"
_LINE = re.compile(r"^(?P<file>.*?), line (?P<line>\d+): (?P<words>.*)$", re.DOTALL)


def own(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the file at the terminal tells now; only the server asks, and for that file."""
    text = str(question["game"])
    file = rules_file(text)
    told: dict[str, Any] = {"file": file, "source": "", "faults": [], "game": None, "tree": None}
    try:
        told["source"] = read_bytes(file).decode("utf-8", "replace")[:SHOWN]
        game = load(text)
        told["game"] = str(game)
        told["tree"] = _tree(game, told)
    except SabotError as fault:
        told["faults"] = listed(fault)
    return told


def _tree(game: Game, told: dict[str, Any]) -> dict[str, Any] | None:
    try:
        return drawn_tree(game)
    except NoMethodError as fault:  # the rules may be right, and their tree too large for a page
        told["note"] = str(fault)
        return None


def listed(fault: SabotError) -> list[dict[str, Any]]:
    """Return faults by line, as many as were found.

    >>> from sabot.errors import RulesError
    >>> listed(RulesError("war.py, line 7: NameError: name 'x' is not defined"))
    [{'line': 7, 'words': "NameError: name 'x' is not defined"}]
    >>> listed(RulesError("war.py: tells no game"))
    [{'line': None, 'words': 'war.py: tells no game'}]
    """
    if isinstance(fault, GameStringError):
        return [{"line": None, "words": _words(one)} for one in fault.faults]
    found = _LINE.match(str(fault))
    if found is None:
        return [{"line": None, "words": str(fault)}]
    return [{"line": int(found["line"]), "words": found["words"]}]


def _words(fault: Fault) -> str:
    return str(fault)


def example(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tree of the game that ships as an example."""
    from sabot.web.example import one_card

    return drawn_tree(one_card())
