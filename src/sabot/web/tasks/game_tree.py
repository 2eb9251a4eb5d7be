"""Game trees for a page, and the rules file opened at the terminal.

A tree has the reach probabilities of one solution. Of a rules file: its text, its errors by line,
and its tree.
"""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

from sabot.analysis.annotated_tree import AnnotatedNode, StrategyTables, annotate_tree
from sabot.errors import Fault, GameStringError, NoMethodError, SabotError
from sabot.exact import format_fraction
from sabot.forms.extensive import GameTree
from sabot.game_rules.game import Game
from sabot.io.files import read_bytes
from sabot.io.user_module import run_user_file
from sabot.loading import load, rules_file_path
from sabot.results.solution import Solution
from sabot.web.messages import OpenedRules, RulesFault, TaskQuestion, TreeAnswer, TreeNode
from sabot.web.opened_rules import describe_rules
from sabot.web.tasks.game_input import load_game_of_question
from sabot.web.tasks.solution import solve_game

MAX_NODES = 600
"""Nodes that a page can show so that somebody can look at them."""


def tree_of_question(question: TaskQuestion) -> TreeAnswer:
    """Return the nodes of a small game tree, parents first."""
    return tree_document(load_game_of_question(question))


def tree_document(game: Game) -> TreeAnswer:
    """Return the tree of a game: its nodes, and where it is solved how often each is reached."""
    told = _bounded_tree(game)
    mixes = _solved_strategies(game)
    nodes: list[TreeNode] = []
    _append_nodes(annotate_tree(told, mixes), -1, nodes)
    return {"game": str(game), "seats": list(told.seats), "solved": bool(mixes), "nodes": nodes}


def _bounded_tree(game: Game) -> GameTree:
    try:
        return game.tree(limit=MAX_NODES)
    except NoMethodError as fault:
        if f"more than {MAX_NODES:,} nodes" not in str(fault):
            raise
        raise NoMethodError(
            f"{game} has more than {MAX_NODES} nodes, too many to be looked at\n"
            "  draw it with fewer ranks or cards; at the terminal, sabot export writes any tree"
        ) from None


def _solved_strategies(game: Game) -> StrategyTables | None:
    """Return one solution's strategies; None where there is no method for the game."""
    try:
        found = solve_game(game)
    except SabotError:
        return None
    if not isinstance(found, Solution):
        return None
    return {seat: strategy.table for seat, strategy in found.strategies.items()}


def _append_nodes(branch: AnnotatedNode, parent: int, nodes: list[TreeNode]) -> None:
    here = len(nodes)
    nodes.append(
        {
            "kind": branch.kind,
            "parent": parent,
            "seat": branch.seat,
            "view": branch.view,
            "labels": list(branch.labels),
            "chances": [_exact_or_none(one) for one in branch.chances],
            "reach": _exact_or_none(branch.reach),
            "pays": None if branch.pays is None else [format_fraction(pay) for pay in branch.pays],
        }
    )
    for child in branch.below:
        _append_nodes(child, here, nodes)


def _exact_or_none(chance: Fraction | None) -> str | None:
    return None if chance is None else format_fraction(chance)


MAX_SHOWN_CHARACTERS = 40_000
"""Characters of a file that are shown."""
EXAMPLE_FILE = Path(__file__).parents[1] / "static" / "example.py"
"""Rules as a user would write them, shown and run as such."""
_ERROR_LINE = re.compile(r"^(?P<file>.*?), line (?P<line>\d+): (?P<words>.*)$", re.DOTALL)


def read_opened_rules(question: TaskQuestion) -> OpenedRules:
    """Return the game of the file given at the terminal; only the server asks for it."""
    text = str(question["game"])
    file = rules_file_path(text)
    told: OpenedRules = {
        "file": file,
        "source": "",
        "faults": [],
        "described": None,
        "game": None,
        "tree": None,
    }
    try:
        told["source"] = read_bytes(file).decode("utf-8", "replace")[:MAX_SHOWN_CHARACTERS]
        game = load(text)
        told["described"], told["game"] = describe_rules(question), str(game)
        told["tree"] = _tree_or_note(game, told)
    except SabotError as fault:
        told["faults"] = faults_by_line(fault)
    return told


def _tree_or_note(game: Game, told: OpenedRules) -> TreeAnswer | None:
    try:
        return tree_document(game)
    except NoMethodError as fault:  # the rules may be right, and their tree too large for a page
        told["note"] = str(fault)
        return None


def faults_by_line(fault: SabotError) -> list[RulesFault]:
    """Return faults by line, as many as were found.

    >>> from sabot.errors import RulesError
    >>> faults_by_line(RulesError("war.py, line 7: NameError: name 'x' is not defined"))
    [{'line': 7, 'words': "NameError: name 'x' is not defined"}]
    >>> faults_by_line(RulesError("war.py: no game in this file"))
    [{'line': None, 'words': 'war.py: no game in this file'}]
    """
    if isinstance(fault, GameStringError):
        return [{"line": None, "words": _fault_words(one)} for one in fault.faults]
    found = _ERROR_LINE.match(str(fault))
    if found is None:
        return [{"line": None, "words": str(fault)}]
    return [{"line": int(found["line"]), "words": found["words"]}]


def _fault_words(fault: Fault) -> str:
    return str(fault)


def example_tree(question: TaskQuestion) -> TreeAnswer:
    """Return the tree of the game that ships as an example."""
    return tree_document(run_user_file(EXAMPLE_FILE).one_card())
