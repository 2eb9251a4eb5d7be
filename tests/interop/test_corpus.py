"""The game files of Gambit's and OpenSpiel's own repositories, all of them, where they are at hand.

``SABOT_CORPUS`` names folders with .efg and .nfg files (checkouts of these repositories), with
``os.pathsep`` between them. Every file for two persons with perfect recall must be solved and its
certificate accepted; others must be refused with the reason. ``tools/corpus.py`` shows each.
"""

import os
from pathlib import Path

import pytest
from tools import corpus

FOLDERS = [Path(name) for name in os.environ.get("SABOT_CORPUS", "").split(os.pathsep) if name]


@pytest.mark.skipif(not FOLDERS, reason="SABOT_CORPUS names no folder of game files")
def test_every_file_for_two_with_perfect_recall_is_solved():
    found = [corpus.fate(path) for path in corpus.files(FOLDERS)]
    assert found
    assert [one for one in found if one.kind in ("slow", "failed")] == []


@pytest.mark.skipif(not FOLDERS, reason="SABOT_CORPUS names no folder of game files")
def test_every_file_for_more_is_judged_and_its_pure_equilibria_are_found():
    found = [corpus.fate(path) for path in corpus.files(FOLDERS)]
    many = [one for one in found if one.kind in ("profile", "near")]
    assert many
    assert sum(one.pure is None for one in many) <= 1  # 16,384 x 2 x 8 x 512 profiles
    assert [one for one in many if one.kind == "near" and one.pure] == []


PENNIES = 'NFG 1 R "" { "A" "B" } { 2 2 } 1 -1 -1 1 -1 1 1 -1'
SEXES = 'NFG 1 R "" { "A" "B" } { 2 2 } 3 1 0 0 0 0 1 3'
CIRCLE = 'NFG 1 R "" { "A" "B" "C" } { 2 2 2 } 3 0 2 1 1 0 0 2 0 1 0 0 1 0 0 0 3 0 0 1 0 2 0 3'
THREE = 'NFG 1 R "" { "A" "B" "C" } { 1 1 1 } 1 2 3'
FORGETS = (
    'EFG 2 R "" { "A" "B" } p "" 1 1 "s" { "l" "r" } 0 '
    'p "" 1 1 "s" { "l" "r" } 0 t "" 1 "" { 1 1 } t "" 2 "" { 0 0 } t "" 3 "" { 2 2 }'
)


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("pennies.nfg", PENNIES, "zero-sum"),
        ("sexes.nfg", SEXES, "equilibrium"),
        ("three.nfg", THREE, "profile"),
        ("circle.nfg", CIRCLE, "near"),
        ("forgets.efg", FORGETS, "recall"),
        ("broken.nfg", PENNIES[:-3], "failed"),
    ],
)
def test_the_tool_says_what_became_of_a_file(tmp_path, name, text, kind):
    (tmp_path / name).write_text(text)
    (path,) = corpus.files([tmp_path])
    assert corpus.fate(path).kind == kind
