"""A theorem cut short is true, and says less: what is printed names the domain that was proved."""

import json

import pytest
from click.testing import CliRunner
from tests.unit.forging import OLDER, resealed
from tools import by_hand

import sabot
from sabot import certify
from sabot.cli.program import cli


def le_her():
    """Return the theorem on every number of suits, for the first number alone."""
    told = json.loads((OLDER / "le-her-proof-1.json").read_text(encoding="utf-8"))
    told["domain"]["to"] = 1
    del told["pieces"][1:], told["classification"]
    return told


def kuhn():
    """Return the theorem on every bet, for bets up to 2."""
    told = json.loads((OLDER / "kuhn-proof-1.json").read_text(encoding="utf-8"))
    told["domain"]["to"] = 2
    del told["pieces"][2:]
    return told


def von_neumann():
    """Return the theorem on every bet of von Neumann's poker, for its first piece alone."""
    told = json.loads(json.dumps(sabot.prove("von-neumann(A=*, B=1)").document))
    assert len(told["pieces"]) > 1
    told["domain"]["to"] = told["pieces"][0]["to"]
    del told["pieces"][1:]
    return told


def pairs():
    told = by_hand.theorem(whole=True)
    told["domain"]["to"] = told["pieces"][0]["to"] = 4
    return told


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (le_her, "proved for every whole number suits from 1 to 1: 1 piece"),
        (kuhn, "proved for every real number bet from 0 to 2: 2 pieces"),
        (von_neumann, "proved for every real number A from 0 to 1: 1 piece"),
        (pairs, "proved for every whole number t from 1 to 4: 1 piece"),
    ],
)
def test_a_theorem_cut_short_says_for_which_values_it_is_one(made, words, tmp_path, capsys):
    told = resealed(made())
    assert certify.check(told).words == words
    path = tmp_path / "short.json"
    path.write_text(json.dumps(told), encoding="utf-8")
    assert words in CliRunner().invoke(cli, ["check", str(path)]).stdout
    assert certify.main([str(path)]) == 0
    assert words in capsys.readouterr().out


@pytest.mark.parametrize("made", [le_her, kuhn, von_neumann])
def test_the_rules_are_held_against_what_it_says_and_its_domain_still_stands_there(made, tmp_path):
    path = tmp_path / "short.json"
    path.write_text(json.dumps(resealed(made())), encoding="utf-8")
    result = CliRunner().invoke(cli, ["check", str(path), "--rules"])
    assert result.exit_code == 0, result.output
    assert certify.check(path).words in result.stdout
