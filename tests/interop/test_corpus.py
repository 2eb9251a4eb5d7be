"""The game files of Gambit's and OpenSpiel's own repositories, all of them, where they are at hand.

``SABOT_CORPUS`` names folders with .efg and .nfg files (checkouts of these repositories), with
``os.pathsep`` between them. Every file for two persons with perfect recall must be solved and its
certificate accepted; others must be refused with the reason. ``tools/corpus.py`` shows each.
"""

import os
from collections import Counter
from fractions import Fraction as F
from pathlib import Path

import pytest
from tools import corpus
from tools import corpus_equilibria as lists

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
        ("circle.nfg", CIRCLE, "profile"),
        ("forgets.efg", FORGETS, "recall"),
        ("broken.nfg", PENNIES[:-3], "failed"),
    ],
)
def test_the_tool_says_what_became_of_a_file(tmp_path, name, text, kind):
    (tmp_path / name).write_text(text)
    (path,) = corpus.files([tmp_path])
    assert corpus.fate(path).kind == kind


# ---------------------------------------------------------------------- all equilibria


def test_the_lists_of_the_tool_hold_payoffs_and_chances(tmp_path):
    (tmp_path / "sexes.nfg").write_text(SEXES)
    (tmp_path / "pennies.nfg").write_text(PENNIES)
    half, sure = (F(1, 2), F(1, 2)), (F(1),)
    assert lists.ours(tmp_path / "pennies.nfg") == {(F(0), half, half): 1}
    found = lists.ours(tmp_path / "sexes.nfg")
    assert found == {(F(3), sure, sure): 1, (F(1), sure, sure): 1, (F(3, 4), *THIRDS): 1}


THIRDS = ((F(1, 4), F(3, 4)), (F(1, 4), F(3, 4)))


def test_two_lists_are_the_same_up_to_a_constant_that_all_payoffs_leave_out():
    one, two = Counter({(F(1), "x"): 2}), Counter({(F(5), "x"): 2})
    assert lists.same(one, two)
    assert not lists.same(one, Counter({(F(5), "x"): 1}))
    assert not lists.same(one, Counter({(F(5), "y"): 2}))
    assert not lists.same(one + Counter({(F(2), "y"): 1}), two + Counter({(F(5), "y"): 1}))


@pytest.mark.slow
def test_a_list_that_takes_too_long_or_fails_is_told_by_a_word():
    assert lists.within(0.2, lambda: any(iter(int, 1))) == "slow"  # it never ends
    assert str(lists.within(5, lambda: 1 // 0)).startswith("failed: ")


def test_a_file_for_three_is_refused_before_gambit_is_asked(tmp_path):
    (tmp_path / "three.nfg").write_text(THREE)
    kind, words = lists.verdict(tmp_path / "three.nfg", 20)
    assert (kind, "3 seats" in words) == ("refused", True)
