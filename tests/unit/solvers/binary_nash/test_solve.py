"""All equilibria for every commission, or every number of decks: formulas, ends, what is unique."""

import json
import subprocess
import sys
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import sabot
from sabot import certify
from sabot.cli.program import cli
from sabot.errors import FileError, NumberError
from sabot.results.binary_nash import PairTheorem

B2 = "baccara(model=B2, decks=6, commission=*)"


@pytest.fixture(scope="module")
def a1():
    return sabot.prove("baccara(model=A1, commission=*)")


@pytest.fixture(scope="module")
def b2():
    return sabot.prove(B2)


def prove(game, **ends) -> Any:
    """Return a theorem on equilibria; the verb is typed for those on values."""
    return sabot.prove(game, **ends)


def equilibria(game) -> Any:
    return sabot.equilibria(game)


def behaviour(table):
    return {view: {a: c for a, c in mix.items() if c} for view, mix in table.items()}


# ---------------------------------------------------------------------- what is known


def test_player_draws_on_five_with_a_quotient_in_the_commission(a1):
    (piece,) = a1.pieces
    assert (piece["from"], piece["to"]) == (0, "1/10")
    assert piece["unique"] == {"Player": True, "Banker": True}
    for share in (F(0), F(1, 20), F(1, 17), F(1, 10)):
        drawn = a1.strategies_at(share)["Player"]["5"]["draw"]
        assert drawn == (9 - share) / (11 - 6 * share)
        assert a1.unique_at(share) == {"Player": True, "Banker": True}


def test_a_commission_may_be_told_as_text_and_never_as_a_float(a1):
    assert a1.unique_at("0") == a1.unique_at(0)
    assert a1.payoffs_at("0.05") == a1.payoffs_at("5%") == a1.payoffs_at(F(1, 20))
    assert a1.strategies_at("1/20") == a1.strategies_at(F(1, 20))
    for ask in (a1.payoffs_at, a1.strategies_at, a1.unique_at):
        with pytest.raises(NumberError, match=r"^commission: 0\.05 is a float"):
            ask(0.05)


def test_banker_and_players_payoff_do_not_depend_on_the_commission(a1):
    assert a1.strategies_at(F(1, 13))["Banker"]["6,-"]["draw"] == F(859, 2288)
    assert {a1.payoffs_at(F(n, 100))[0] for n in range(11)} == {F(-679568, 53094899)}


@pytest.mark.parametrize(
    "model",
    [
        "A1",
        "B1, decks=6",
        "B2, decks=6",
        pytest.param("B3, decks=2", marks=pytest.mark.slow),  # B3 at one commission is elsewhere
    ],
)
def test_without_a_commission_all_is_the_zero_sum_solution(model, request):
    proof = prove(f"baccara(model={model}, commission=*)", high=F(1, 50))
    solved = sabot.solve(f"baccara(model={model})")
    value = solved.payoffs["Player"]
    assert proof.payoffs_at(0) == (value, -value)
    for seat in proof.seats:
        assert behaviour(proof.strategies_at(0)[seat]) == behaviour(solved[seat])
    assert proof.unique_at(0) == dict(solved.uniqueness)


@pytest.mark.slow
def test_pieces_meet_at_a_root_of_a_quadratic_where_banker_has_a_choice(b2):
    one, two = b2.pieces
    (point,) = b2.breakpoints
    root = b2.document["pieces"][0]["to"]
    assert root["root_of"] == [967034784, -16145999279, 8856111907]
    assert root == b2.document["pieces"][1]["from"] == b2.document["breakpoints"][1]["at"]
    assert point.part.unique == {"Player": True, "Banker": False}
    left, right = (
        {v: m for v, m in piece.first.strategies["Banker"].items() if v in ("(0,6),-", "(3,3),6")}
        for piece in (one, two)
    )
    there = [
        {view: equilibrium.strategies["Banker"][view] for view in left}
        for equilibrium in point.part.equilibria
    ]
    assert left in there and right in there and left != right
    assert len(there) == 2


@pytest.mark.slow
def test_nobody_gains_anything_in_between_nor_at_other_commissions(b2):
    for share in (F(1, 100), F(1, 20), F(31, 500), F(1, 16), F(1, 10)):
        game = f"baccara(model=B2, decks=6, commission={share})"
        judged = sabot.value(game, b2.strategies_at(share))
        assert judged.gains == (0, 0)
        assert judged.payoffs == b2.payoffs_at(share)


@pytest.mark.slow
def test_one_commission_is_solved_as_the_theorem_says(b2):
    for share in (F(1, 20), F(2, 25)):
        found = equilibria(f"baccara(model=B2, decks=6, commission={share})")
        assert found.count == 1
        assert found.unique == b2.unique_at(share) == {"Player": True, "Banker": True}
        assert found.payoffs == (b2.payoffs_at(share),)
        assert found.strategies() == b2.strategies_at(share)


def test_with_replacement_only_the_mean_over_hands_of_one_total_matters():
    proof = prove("baccara(model=A3, commission=*)")
    assert ("(0,5)", "(1,4)", "(2,3)", "(6,9)", "(7,8)") in proof.alike["Player"]
    assert proof.verdict("Player") == "not unique"
    share = F(1, 20)
    table = proof.strategies_at(share)
    assert {mix["draw"] for mix in table["Player"].values()} == {(9 - share) / (11 - 6 * share)}
    # weights 8, 2, 2, 2, 2 of 16: another plan with the same mean is as good
    mean = (9 - share) / (11 - 6 * share) * 16
    moved = {"(0,5)": (mean - 8) / 8, "rest": F(1)}
    other = {view: {"draw": moved.get(view, F(1)), "stand": 1 - moved.get(view, F(1))}
             for view in table["Player"]}  # fmt: skip
    judged = sabot.value(f"baccara(model=A3, commission={share})", {**table, "Player": other})
    assert judged.gains == (0, 0)


@pytest.mark.slow
def test_all_decks_at_one_commission():
    proof = prove("baccara(model=B1, decks=*, commission=1/20)")
    assert [(p["from"], p["to"]) for p in proof.pieces] == [(1, 3), (4, None)]
    assert all(piece["unique"] == {"Player": True, "Banker": True} for piece in proof.pieces)
    for decks in (1, 3, 4, 6, 100):
        game = f"baccara(model=B1, decks={decks}, commission=1/20)"
        assert sabot.value(game, proof.strategies_at(decks)).gains == (0, 0)
        found = equilibria(game)
        assert (found.count, found.payoffs) == (1, (proof.payoffs_at(decks),))


@pytest.mark.slow
def test_player_sees_his_cards_and_is_unique_for_every_number_of_decks():
    proof = prove("baccara(model=B3, decks=*, commission=1/20)")
    assert [p["from"] for p in proof.pieces] == [1, 2, 3, 6, 9, 10]
    assert proof.pieces[-1]["to"] is None
    assert {proof.verdict(seat) for seat in proof.seats} == {"unique"}
    assert certify.check(proof.document).unique[0] == {"Player": True, "Banker": True}


# ---------------------------------------------------------------------- files and verbs


@pytest.mark.slow
def test_a_theorem_is_saved_and_loaded(b2, tmp_path):
    path = tmp_path / "theorem.json"
    path.write_text(json.dumps(b2.to_json()))
    loaded = PairTheorem.load(path)
    assert loaded == b2
    assert loaded.document == b2.document
    assert sabot.check(path) == [str(piece.first.payoffs[0]) for piece in b2.pieces]


@pytest.mark.slow
def test_the_checker_needs_nothing_but_the_standard_library(b2, tmp_path):
    path = tmp_path / "theorem.json"
    path.write_text(json.dumps(b2.document))
    source = Path(sabot.__file__).parents[1]
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); from sabot.certify.checker import main; "
        "status = main(sys.argv[2:]); "
        "assert not {'numpy', 'flint', 'numba'} & set(sys.modules); sys.exit(status)"
    )
    ran = subprocess.run(
        [sys.executable, "-S", "-c", code, str(source), str(path)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "proved for every real number commission from 0 to 1/10: 2 pieces" in ran.stdout


def test_the_screen_tells_pieces_and_where_they_meet(b2):
    from sabot.render.views.binary_nash import binary_nash_theorem_view
    from sabot.render.writers.terminal import render

    told = render(binary_nash_theorem_view(b2))
    assert "Banker      unique but at commission = about 0.0620017" in told
    assert "a root of 8856111907*commission**2" in told
    assert "sure answers now: (3,3),6 stand" in told


@pytest.mark.parametrize("form", ["--latex", "--markdown"])
def test_the_theorem_is_written_for_papers(form):
    ran = CliRunner().invoke(cli, ["prove", "baccara(model=A1, commission=*)", form])
    assert ran.exit_code == 0, ran.output
    assert "these are all equilibria" in ran.output
    assert "sabot check" in ran.output


@pytest.mark.parametrize("name", ["t.tex", "t.md", "t.html", "t.csv", "t.json"])
def test_equilibria_of_one_commission_are_written_in_every_form(name, tmp_path):
    path = tmp_path / name
    game = "baccara(model=A1, commission=1/20)"
    ran = CliRunner().invoke(cli, ["equilibria", game, "-o", str(path)])
    assert ran.exit_code == 0, ran.output
    text = path.read_text()
    assert "179/214" in text or r"\frac{179}{214}" in text


def test_a_saved_list_is_checked_and_shown(tmp_path):
    path = tmp_path / "list.json"
    game = "baccara(model=A1, commission=1/20)"
    assert CliRunner().invoke(cli, ["equilibria", game, "-o", str(path)]).exit_code == 0
    checked = CliRunner().invoke(cli, ["check", str(path)])
    assert checked.exit_code == 0, checked.output
    assert "1 extreme equilibrium, all there are" in checked.output
    shown = CliRunner().invoke(cli, ["table", str(path)])
    assert shown.exit_code == 0 and "5 draw" in shown.output


def test_prove_as_json_keeps_the_contract(a1):
    document = a1.to_json()
    assert document["parameter"] == "commission"
    (piece,) = document["pieces"]
    assert piece["gains"] == ["0", "0"]
    assert piece["payoffs"][0] == "-679568/53094899"
    assert set(piece["strategies"]) == {"Player", "Banker"}
    assert piece["count"] == 1


# ---------------------------------------------------------------------- bad input


def test_ranges_beyond_the_theorem_are_refused():
    with pytest.raises(NumberError, match="every real number from 0 to 1/10"):
        prove("baccara(model=A1, commission=*)", high=F(1, 2))


def test_two_open_parameters_are_refused():
    with pytest.raises(sabot.SabotError, match="exactly one parameter open"):
        prove("baccara(model=B1, decks=*, commission=*)")


def test_another_file_is_no_theorem_on_equilibria(tmp_path):
    path = tmp_path / "kuhn.json"
    sabot.solve("kuhn-poker").save(path)
    with pytest.raises(FileError, match="not a saved pair theorem: it holds a solution"):
        PairTheorem.load(path)
