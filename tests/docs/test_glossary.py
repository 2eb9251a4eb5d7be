"""The glossary leads from words of the field to commands, and to code that is there."""

import importlib
import re
from pathlib import Path

import pytest

from sabot.cli.program import VERBS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/reference/glossary.md").read_text(encoding="utf-8")
ROWS = [line.split(" | ") for line in PAGE.splitlines() if line.startswith("| ")]
NAMES = sorted(
    {name for row in ROWS if len(row) > 2 for name in re.findall(r"`([a-z_]+(?:\.\w+)+)`", row[1])}
)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_the_glossary_is_in_the_code(name):
    parts, found = name.split("."), None
    for cut in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(("sabot", *parts[:cut])))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:]:
            found = getattr(found, part, None)
        break
    assert found is not None, f"edit docs/reference/glossary.md: there is no sabot.{name}"


FIRST = PAGE.partition("## From our word")[0]
"""The part for a reader who knows the word of a textbook or a trade."""


@pytest.mark.parametrize(
    "word",
    [
        "Nash equilibrium",
        "information set",
        "best response",
        "exploitability",
        "bimatrix game",
        "house edge",
        "effect of removal",
        "true count",
        "pot odds",
    ],
)
def test_a_word_of_the_field_leads_to_ours(word):
    assert [row for row in ROWS if word in row[0]], f"edit docs/reference/glossary.md: {word}"


def test_the_glossary_names_verbs_that_are_there():
    assert set(re.findall(r"`sabot ([a-z]+)", FIRST)) <= set(VERBS)


OURS = {"best repl": "best response", "view": "information set", "equilibri": "Nash equilibri"}
PAGES = sorted((*ROOT.glob("docs/how-to/*.md"), *ROOT.glob("docs/reference/*.md")))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_says_the_usual_word_before_ours(page):
    text = page.read_text(encoding="utf-8")
    text = re.sub(r"^```.*?^```|<!--.*?-->", "", text, flags=re.M | re.S)
    text = " ".join(re.sub(r"`[^`]*`|\[[^\]]*\.json\]\([^)]*\)|\]\([^)]*\)", " ", text).split())
    for ours, usual in OURS.items():
        found = re.search(rf"\b{ours}(?:s|y|ies|a|um)?\b", text, re.IGNORECASE)
        if found is not None:
            before = text[: found.end() + 1].lower()
            assert usual.lower() in before, f"say {usual!r} first: ...{before[-60:]}"
