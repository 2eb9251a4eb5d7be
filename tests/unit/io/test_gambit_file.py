"""Workspaces of Gambit's graphical interface, and decimals that stand for fractions."""

from fractions import Fraction as F

import pytest
from tests.unit.traced import run

import sabot
from sabot.errors import FileError, FormError
from sabot.io.efg import parse_efg
from sabot.io.gambit_file import read_gambit_file
from sabot.io.tokenizer import Snapping

NFG = 'NFG 1 R "Prisoner\'s <Dilemma> & test" { "Alice" "Bob" } { 2 2 } 3 3 5 0 0 5 1 1'


def workspace(tag, inner):
    return f'<?xml version="1.0"?>\n<gambit:document>\n<game>\n<{tag}>{inner}</{tag}></game>\n'


@pytest.mark.parametrize(
    "inner",
    [
        NFG,
        f"<![CDATA[{NFG}]]>",
        NFG.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"),
    ],
)
def test_a_workspace_with_a_normal_form_is_a_matrix_game(tmp_path, inner):
    path = tmp_path / "dilemma.gbt"
    path.write_text(workspace("nfgfile", inner))
    assert read_gambit_file(path) == (".nfg", NFG)
    assert str(sabot.load(str(path))).startswith("matrix(file=")
    assert sabot.solve(str(path)).payoffs == {"Alice": 1, "Bob": 1}


def test_a_workspace_with_a_tree_is_a_tree(tmp_path):
    path = tmp_path / "tree.gbt"
    path.write_text(workspace("efgfile", THIRDS.replace("0.3333333333333333", "1/3")))
    assert sabot.solve(str(path)).value == F(8, 3)


def test_a_workspace_without_a_game_is_refused(tmp_path):
    path = tmp_path / "empty.gbt"
    path.write_text("<gambit:document></gambit:document>")
    with pytest.raises(FileError, match=r"no game: a \.gbt file of Gambit holds one as <efgfile>"):
        sabot.solve(str(path))


THIRDS = """EFG 2 R "thirds" { "A" "B" } ""
c "" 1 "" { "x" 0.3333333333333333 "y" 0.3333333333333333 "z" 0.3333333333333333 } 0
p "" 1 1 "" { "l" "r" } 0
t "" 1 "" { 1 -1 }
t "" 2 "" { 0.1666666666666667 -0.1666666666666667 }
t "" 3 "" { 2 -2 }
t "" 4 "" { 5 -5 }
"""


def test_decimals_of_other_programs_become_fractions_and_it_is_said(tmp_path):
    path = tmp_path / "thirds.efg"
    path.write_text(THIRDS)
    with pytest.raises(FileError, match=r"add up to 9999999999999999/10000000000000000") as fault:
        sabot.solve(str(path))
    remedy = str(fault.value).split("'")[1]  # a game that every command reads
    assert remedy == f"efg(file={path}, snap=10000)"
    assert sabot.solve(remedy).value == F(8, 3)
    with pytest.raises(FileError, match=r"add up to 3/2, not to 1, after snap=2 replaced decimals"):
        sabot.solve(f"efg(file={path}, snap=2)")
    with pytest.raises(FileError, match=r"add up to 0, not to 1, after snap=1 .* use snap=10000"):
        sabot.solve(f"efg(file={path}, snap=1)")
    for verb in ("properties", "correlated"):
        assert run(verb, str(path), "--snap").exit_code == 0
    said = run("solve", str(path), "--snap")
    assert said.exit_code == 0
    assert "5 decimals were replaced by the nearest fraction with a denominator up to 10,000" in (
        " ".join(said.stderr.split())
    )
    assert sabot.solve(f"efg(file={path}, snap=10000)").value == F(8, 3)
    assert "snap=10000" in sabot.solve(f"efg(file={path}, snap=10000)").to_json()["game"]


def test_snapping_keeps_fractions_and_whole_numbers_and_measures_the_change():
    snapping = Snapping(10)
    tree, _ = parse_efg(THIRDS.replace("{ 2 -2 }", "{ 1/997 -1/997 }"), snapping)
    assert tree.root.weights == (1, 1, 1)
    assert {leaf.payoffs[0] for leaf in tree.root.children[1:]} == {F(1, 997), 5}
    assert (snapping.count, snapping.largest) == (5, F(1, 3) - F("0.3333333333333333"))
    with pytest.raises(FormError, match="add up to"):
        parse_efg(THIRDS, Snapping(2))


def test_only_a_tree_in_a_file_is_snapped():
    said = run("solve", "kuhn", "--snap")
    assert said.exit_code == 2
    assert "--snap replaces decimals in a game tree's file" in said.stderr
