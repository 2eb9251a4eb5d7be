"""The index of questions: each has a command that runs and a page that explains it."""

import re
from pathlib import Path

import pytest
from tools import book

PAGE = Path(__file__).parents[2] / "docs/how-to/questions.md"
ITEMS = re.findall(r"^- \*\*(.+?)\*\*(.*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
COMMANDS = [
    (question, re.findall(r"`((?:sabot|python -c) [^`]+)`", rest)) for question, rest in ITEMS
]
SLOW = re.compile(
    r"chemin-de-fer|--random|--remove-each|--gap|--jobs|sabot paper|bet=\*|draw-poker"
)
"""More than a second or so."""
WORDS = (
    "All Nash equilibria of a bimatrix game",
    "house edge",
    "Effect of removal",
    "true count",
    "Which option is never used",
    "Pot odds",
    "best response",
    "exploitability",
    "information sets",
)


def test_the_index_has_the_questions_of_many_trades():
    assert len(ITEMS) >= 40
    questions = " ".join(question for question, _ in ITEMS).lower()
    assert [word for word in WORDS if word.lower() not in questions] == []


@pytest.mark.parametrize(("question", "rest"), ITEMS)
def test_a_question_has_a_command_and_a_page(question, rest):
    assert re.search(r"`(?:sabot|python -c) [^`]+`", rest)
    assert re.search(r"\]\([^)]+\.md\)", rest)


@pytest.mark.usefixtures("closed_workbench")
@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, marks=[pytest.mark.slow] if SLOW.search(line) else [])
        for line in dict.fromkeys(line for _, lines in COMMANDS for line in lines)
    ],
)
def test_a_command_of_the_index_runs(line, tmp_path):
    for part in line.split(" && "):
        ran = book.run(part, tmp_path)
        assert ran.code == 0, f"edit {PAGE.name}: {part}\n{ran.talk}"
