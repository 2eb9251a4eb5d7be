"""Pages, messages and docstrings in plain English: docs/developers/style.md."""

import doctest
from pathlib import Path

import pytest
from tools import plain

ROOT = Path(__file__).parents[2]
STYLE = ROOT / "docs/developers/style.md"


def test_no_file_has_more_of_the_patterns_than_it_had():
    allowed = plain.ceilings()
    worse = [
        str(place)
        for file, there in plain.every().items()
        if len(there) > allowed.get(file, 0)
        for place in there
    ]
    assert worse == [], "say it as docs/developers/style.md does:\n" + "\n".join(worse)


def test_the_ceilings_are_those_of_files_that_are_there():
    assert [file for file in plain.ceilings() if not (ROOT / file).is_file()] == []


@pytest.mark.parametrize(
    ("said", "pattern"),
    [
        ("3 unless told", "unless told"),
        ("that equilibrium is none", "is none"),
        ("it comes to 3/8", "comes to"),
        ("be it a tree", "be it"),
        ("a row, 500 a player", "one X a Y"),
        ("six cards a\nhand", "one X a Y"),
        ("what stands in the file", "stands"),
        ("as it stands", "as it stands"),
        ("the rules are told", "is told"),
        ("not at hand", "at hand"),
        ("just if it wins", "just if"),
        ("memory will not do.", "will not do"),
        ("dealt anew", "anew"),
        ("held against the rules", "held against"),
        ("all but for one", "but for"),
        ("it mends it", "mend"),
    ],
)
def test_a_pattern_is_found(said, pattern):
    assert [place.pattern for place in plain.places(said)] == [pattern]


@pytest.mark.parametrize(
    "said",
    [
        "Player stands on 5; * stands for anything; he stands in turn",
        "if there is none, none of them is none of ours",
        "bets of 4. A card that pairs",
        "but for that reason it is longer",
        "a game that names a player; it gains a player 3, and he loses a hand",
    ],
)
def test_usual_english_is_not_found(said):
    assert plain.places(said) == []


def test_the_style_page_has_every_pattern_and_thirty_pairs():
    text = STYLE.read_text(encoding="utf-8")
    pairs, _, check = text.partition("## The check")
    assert pairs.count("\n| ") - 2 >= 30
    for name in plain.PATTERNS:
        assert f"| {name}" in check, name
    assert not doctest.testmod(plain).failed
