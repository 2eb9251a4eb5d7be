"""Theorems of Coq: exported solutions compile, and the rules in ``proofs/games`` are our games.

Coq is not needed to use Sabot; without it these tests are skipped, except with CI set in the
environment.
"""

import fcntl
import os
import re
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest
from tests.few import few

import sabot
from sabot.render.coq import to_coq

ROOT = Path(__file__).parents[2]
PROOFS = ROOT / "proofs"
LIBRARY = PROOFS / "build" / "coq"


@pytest.fixture(scope="module")
def library():
    """Build the proofs, one process at a time; return how a file is compiled with them."""
    if shutil.which("coqc") is None:
        if os.environ.get("CI"):
            pytest.fail("needs Coq: sh proofs/setup.sh")
        pytest.skip("needs Coq: sh proofs/setup.sh")
    LIBRARY.mkdir(parents=True, exist_ok=True)
    with (LIBRARY / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        subprocess.run(["make", "-C", PROOFS, "proofs"], check=True, capture_output=True)

    def compile_text(text, folder):
        path = folder / "game.v"
        path.write_text(text)
        command = ["coqc", "-q", "-Q", LIBRARY, "Sabot", path]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    return compile_text


SOLVED = {
    "both unique": "le-her(ranks=3, suits=2)",
    "several, and moves after moves": "kuhn-poker",
    "several": [[1, -1], [-1, 1], [0, 0]],
    "no choice": "punto-banco(decks=8)",
}


@pytest.mark.parametrize("kind", few(1, SOLVED))
def test_coq_proves_what_is_exported(kind, library, tmp_path):
    result = library(to_coq(sabot.solve(SOLVED[kind])), tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout.endswith("Closed under the global context\n")
    axioms = re.findall(r"^([\w.]+)\n  :", result.stdout, re.MULTILINE)
    assert axioms == [
        "ClassicalDedekindReals.sig_forall_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
    ]


@pytest.mark.slow
def test_coq_refuses_an_export_with_one_number_changed(library, tmp_path):
    text = to_coq(sabot.solve("kuhn-poker"))
    for old, new in {
        "fraction F (-1) 18": "fraction F (-1) 17",
        "[(2, 3); (1, 3)];  (* J,pass": "[(1, 3); (2, 3)];  (* J,pass",
        "pays 3 4 1;": "pays 3 4 2;",
    }.items():
        assert text.count(old) == 1
        result = library(text.replace(old, new), tmp_path)
        assert result.returncode != 0 and "expected to have type" in result.stderr


# ---------------------------------------------------------------------- from the rules


PAYOFFS = """
Require Import ZArith List. Require Import Sabot.PositiveMap Sabot.FromRules Sabot.games.{module}.
Open Scope Z_scope. Set Printing Depth 100000. Set Printing Width 1000000.
Eval vm_compute in option_map table_entries (payoff_table {one} {two} (index {one}) (index {two})
  {game} {denominator} 1 1 (PM.empty _)).
"""


def payoffs_from_rules(library, folder, module, game, denominator, one, two):
    """Return the payoffs that Coq computes from the rules, by both sequences."""
    text = PAYOFFS.format(module=module, game=game, denominator=denominator, one=one, two=two)
    result = library(text, folder)
    assert result.returncode == 0, result.stderr
    entries = re.findall(r"\((\d+)%positive, (\d+)%positive, (-?\d+)\)", result.stdout)
    return {
        (int(i), int(j)): Fraction(int(amount), denominator)
        for i, j, amount in entries
        if int(amount)
    }


def payoffs_of_solution(game, numbers):
    """Return the payoffs in our file, with each player's sequences renumbered by their names."""
    document = sabot.solve(game).to_json()
    form, seats = document["certificate"]["form"], document["seats"]
    orders = []
    for seat, number in zip(seats, numbers, strict=True):
        order = [1]
        for view, actions, _ in form["cells"][seat]:
            order += [number(view) + yes for yes, _ in enumerate(actions)]
        orders.append(order)
    return {
        (orders[0][i], orders[1][j]): Fraction(int(amount), int(form["denominator"]))
        for i, j, amount in form["payoffs"]
    }


def test_the_rules_of_le_her_in_coq_are_ours(library, tmp_path):
    coq = payoffs_from_rules(library, tmp_path, "LeHer", "le_her", 132600, "ranks", "ranks")
    assert len(coq) > 300

    def rank(view):
        return 2 * int(view)

    assert coq == payoffs_of_solution("le-her(ranks=13, suits=4)", (rank, rank))


def test_the_rules_of_kuhn_poker_in_coq_are_ours(library, tmp_path):
    names = ("first_numbering", "second_numbering")
    coq = payoffs_from_rules(library, tmp_path, "Kuhn", "kuhn", 6, *names)

    def first(view):
        return 2 * ("JQK".index(view[0]) + 1) + 6 * view.endswith(",pass,bet")

    def second(view):
        return 2 * ("JQK".index(view[0]) + 1) + 6 * view.endswith(",bet")

    assert coq == payoffs_of_solution("kuhn-poker", (first, second))


@pytest.mark.slow
def test_the_rules_of_baccara_in_coq_are_ours(library, tmp_path):
    names = ("player_numbering", "banker_numbering")
    coq = payoffs_from_rules(library, tmp_path, "Baccara", "baccara", 13**6, *names)

    def banker(view):
        total, third = view.split(",")
        return 2 + 2 * (11 * int(total) + (0 if third == "-" else int(third) + 1))

    assert coq == payoffs_of_solution("baccara(model=A1)", (lambda view: 2, banker))
