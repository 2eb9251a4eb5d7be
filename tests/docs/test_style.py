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
        ("a game of one choice a seat", "one X a Y"),
        ("one line a\n    file", "one X a Y"),
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
        "how many pure strategies a player has; name a file; section 6.4 names a cell",
    ],
)
def test_usual_english_is_not_found(said):
    assert plain.places(said) == []


@pytest.mark.parametrize(
    ("file", "source", "line"),
    [
        ("a.go", "package main\n\nvar a = `be it`\n// A line: be\n// it so.", 4),
        ("a.go", 'package main\n\nfunc f() { demand(x != \'"\', "%s: be it") }', 3),
        ("a.ml", "let quote = '\"'\n(* one (* two *)\n   be\n   it *)", 3),
        ("a.v", "(* Be it. *)\nLemma be: it.", 1),
        ("Makefile", "all:\n\tbe it\n# not\n# be it", 4),
    ],
)
def test_a_pattern_is_found_in_what_a_program_of_another_language_says(
    file, source, line, tmp_path, monkeypatch
):
    monkeypatch.setattr(plain, "ROOT", tmp_path)
    (tmp_path / file).write_text(source, encoding="utf-8")
    found = [(place.line, place.pattern) for place in plain.found_in(tmp_path / file)]
    assert found == [(line, "be it")]


def test_the_style_page_has_every_pattern_and_thirty_pairs():
    text = STYLE.read_text(encoding="utf-8")
    pairs, _, check = text.partition("## The check")
    assert pairs.count("\n| ") - 2 >= 30
    for name in plain.PATTERNS:
        assert f"| {name}" in check, name
    assert not doctest.testmod(plain).failed
