"""Rules written in the editor: errors by line, or size, tree, solution and report of their game.

The text runs as if the file named at the terminal had it; only the server asks for that.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import cast

from sabot.analysis.cost_estimate import estimate_cost
from sabot.errors import GameStringError, NoMethodError, RulesWarning, SabotError
from sabot.game_rules.game import Game
from sabot.io.user_module import run_user_file
from sabot.loading import load_rules_text
from sabot.render.views.game_info import SizeDocument, size_document, size_lines
from sabot.render.views.game_report import report_view
from sabot.web.components import document_html
from sabot.web.messages import DraftAnswer, RulesFault, TaskQuestion, TreeAnswer
from sabot.web.opened_rules import describe_family
from sabot.web.tasks.game_tree import MAX_NODES, tree_document
from sabot.web.tasks.solution import solution_for_page

SIZE_SECONDS, SOLVE_SECONDS = 2.0, 2.0
"""Seconds in which a draft is counted, and the longest estimate for which it is solved too."""
_NOT_SOLVED = "It is not solved while you write: {}."
_TOO_LONG = f"Solving it may take more than {SOLVE_SECONDS:g} seconds."
EXAMPLE_FILE = Path(__file__).parents[1] / "static" / "example.py"
"""Rules as a user would write them, shown and run as such."""
_ERROR_LINE = re.compile(r"^(?P<file>.*?), line (?P<line>\d+): (?P<words>.*)$", re.DOTALL)


def read_draft(question: TaskQuestion) -> DraftAnswer:
    """Return what the text of the editor makes, in the place of the file given at the terminal."""
    answer: DraftAnswer = {
        "faults": [],
        "families": {},
        "game": "",
        "size": [],
        "tree": None,
        "solution": None,
        "report": "",
        "note": "",
    }
    notes: list[str] = []
    try:
        with _warnings_of_rules(notes):
            game = load_rules_text(str(question["game"]), str(question["text"]))
            size = estimate_cost(game, seconds=SIZE_SECONDS)
            if not size.problem and size.seconds[-1] <= SOLVE_SECONDS:
                answer["solution"] = solution_for_page(game)
                answer["report"] = _report_html(game)
            else:
                notes.append(_NOT_SOLVED.format(size.problem) if size.problem else _TOO_LONG)
            if 0 < size.nodes <= MAX_NODES:
                answer["tree"] = tree_document(game)
    except SabotError as fault:
        answer["faults"] = faults_by_line(fault)
        return answer
    answer["note"] = "\n".join(notes)
    answer["families"] = {game.rules.name.rpartition(":")[2]: describe_family(game.rules)}
    answer["game"] = str(game)
    document = size_document(str(game), game.seats, game.cost(), size)
    answer["size"] = size_lines(cast("SizeDocument", document))
    return answer


def _report_html(game: Game) -> str:
    """Return the designer's report as a part of a page; '' for a game that has none."""
    from sabot.api.reporting import report

    with suppress(NoMethodError):
        return document_html(report_view(report(game), more=""))
    return ""


@contextmanager
def _warnings_of_rules(notes: list[str]) -> Iterator[None]:
    """Put warnings about the rules into *notes*, each once; others are shown as before."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", RulesWarning)
        yield
    for one in caught:
        words = f"Warning: {one.message}"
        if not issubclass(one.category, RulesWarning):
            warnings.showwarning(one.message, one.category, one.filename, one.lineno)
        elif words not in notes:
            notes.append(words)


def faults_by_line(fault: SabotError) -> list[RulesFault]:
    """Return faults by line, as many as were found.

    >>> from sabot.errors import RulesError
    >>> faults_by_line(RulesError("war.py, line 7: NameError: name 'x' is not defined"))
    [{'line': 7, 'words': "NameError: name 'x' is not defined"}]
    >>> faults_by_line(RulesError("war.py: no game in this file"))
    [{'line': None, 'words': 'war.py: no game in this file'}]
    """
    if isinstance(fault, GameStringError):
        return [{"line": None, "words": str(one)} for one in fault.faults]
    found = _ERROR_LINE.match(str(fault))
    if found is None:
        return [{"line": None, "words": str(fault)}]
    return [{"line": int(found["line"]) or None, "words": found["words"]}]


def example_tree(question: TaskQuestion) -> TreeAnswer:
    """Return the tree of the game that ships as an example."""
    return tree_document(run_user_file(EXAMPLE_FILE).one_card())
