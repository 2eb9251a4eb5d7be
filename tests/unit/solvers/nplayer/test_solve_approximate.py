"""Three or more seats: the best profile found, and exactly what each seat could still gain."""

import json
import re
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from tests.few import few

import sabot
from sabot.cli.program import cli
from sabot.errors import NumberError
from sabot.forms.base import expected_payoff
from sabot.game_rules.to_form import form_of_game
from sabot.io.nfg import parse_nplayer_nfg
from sabot.results.nplayer import Profile
from sabot.solvers.nplayer import solve as module
from sabot.solvers.nplayer.solve import approximate_profile

KUHN = "kuhn-poker(players=3)"
MIXED = 'NFG 1 R "" { "A" "B" "C" } { 2 2 2 } 3 0 2 1 1 0 0 2 0 1 0 0 1 0 0 0 3 0 0 1 0 2 0 3 '
"""Three seats without a pure equilibrium, and simple fractions are none either."""
HARD = """NFG 1 R "" { "A" "B" "C" } { 3 3 3 } 9 -8 4 6 9 -9 -3 5 6 -1 -4 -8 7 6 1 -7 -2 2 -8 4 -5
2 3 4 0 -1 5 -4 0 2 -5 5 -2 5 3 -8 9 -9 -2 -5 -3 0 8 2 -2 1 8 5 4 6 -7 9 1 7 -4 -2 4 -2
-8 -8 6 0 -7 8 -7 -5 3 9 2 -5 -6 -6 5 -4 -3 2 4 4 5 -2 -1"""
"""No equilibrium in which only two mix, or three between two actions each."""
GAMBIT = {  # contrib/games of Gambit's repository: examples of van der Laan et al.
    "g1": 'NFG 1 R "" { "A" "B" "C" } { 2 2 2 } -1 -4 -4 -8 -2 -4 -8 -2 -1 -2 -1 -2 -2 -2 -8 -8 -1 '
    "-2 -5 -6 -8 -2 -3 -1",
    "ring": 'NFG 1 R "" { "A" "B" "C" } { 2 2 2 } 0 0 0 -9 0 0 0 -1 0 5 -1 0 0 0 4 -9 0 -6 0 8 4 5 '
    "8 -6",  # each seat depends on one other
    "g2": 'NFG 1 R "" { "A" "B" "C" } { 3 3 3 } -2 -5 -1 -1 -4 -1 -4 -3 -1 -2 -1 -3 -3 -3 -6 -4 -2 '
    "-2 -4 -2 -5 -6 -5 -2 -3 -7 -4 -3 -6 -2 -1 -8 -3 -7 -5 -8 -3 -1 -6 -4 -2 -3 -5 -2 -5 -1 -3 -5 "
    "-8 -3 -7 -6 -5 -5 -4 -7 -5 -4 -9 -4 -2 -1 -8 -3 -3 -2 -1 -1 -6 -5 -4 -1 -5 -6 -2 -2 -6 -5 -4 "
    "-8 -3",
    "g3": 'NFG 1 R "" { "A" "B" "C" "D" } { 2 2 2 2 } -3 -4 -1 -6 -4 -5 -3 -3 -3 -5 -3 -5 -1 -8 -3 '
    "-3 -4 -2 -2 -3 -4 -3 -4 -2 -4 -7 -6 -1 -6 -3 -1 -2 -3 -6 -6 -2 -1 -3 -3 -4 -3 -2 -3 -5 -1 -6 "
    "-2 -1 -2 -4 -2 -6 -3 -6 -6 -7 -1 -4 -5 -3 -8 -5 -5 -5",
}
SURD = 'NFG 1 R "" { "A" "B" "C" "D" } { 2 2 2 2 } ' + " ".join(
    f"{pays} {last}"
    for last in (0, -1)
    for pays in re.findall(r"\S+ \S+ \S+", MIXED.rpartition("}")[2])
)
"""The first game with a fourth seat whose second action only costs it 1."""


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mixed.nfg").write_text(MIXED, encoding="utf-8")
    (tmp_path / "hard.nfg").write_text(HARD, encoding="utf-8")


def run(*words):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "80"})


def test_kuhns_poker_for_three_comes_out_as_an_exact_equilibrium():
    found = sabot.solve(KUHN)
    assert isinstance(found, Profile)
    assert found.equilibrium
    assert found.gains == {"first": 0, "second": 0, "third": 0}
    assert sum(found.payoffs.values()) == 0
    assert found.payoffs["second"] == F(-1, 48)  # as in every member of the known family
    assert found["first"]["3,pass,bet,fold"] == {"fold": F(1, 2), "call": F(1, 2)}
    judged = sabot.value(KUHN, found.strategies)  # the other road
    assert judged.gains == (0, 0, 0)
    assert judged.payoffs == tuple(found.payoffs.values())


def test_gains_and_payoffs_are_those_of_the_judge_whatever_the_floats_found():
    form = form_of_game(sabot.load(KUHN))
    for iterations in (1, 3, 10):
        found = approximate_profile("kuhn", form, gap=0, iterations=iterations)
        assert found.ended in ("iterations", "gap")
        judged = sabot.value(KUHN, found.strategies)
        assert judged.gains == tuple(found.gains.values())
        plans = [side.plan(found.strategies[side.name]) for side in form.sides]
        for seat, name in enumerate(form.seats):
            assert expected_payoff(form, seat, plans) == found.payoffs[name]


def test_even_mixes_of_many_actions_are_rounded_to_mixes():
    form = parse_nplayer_nfg(f'NFG 1 R "" {{ "A" "B" "C" }} {{ 7 7 7 }} {"0 " * 3 * 7**3}')
    side = form.sides[0]
    for below in (1, 2, 3, 6, 120):
        for chances in ([1 / 7] * 7, [0.9, 0.1, 0, 0, 0, 0, 0], [0.3, 0.28] + [0.084] * 5):
            mix = module._round_mixes(side, np.array([1, *chances]), below)["-"]
            assert sum(mix.values()) == 1 and min(mix.values()) >= 0
            assert all(abs(x - y) < 1 / below for x, y in zip(mix.values(), chances, strict=True))


def test_a_run_ends_as_soon_as_no_seat_gains_more_than_was_asked():
    found = approximate_profile("kuhn", form_of_game(sabot.load(KUHN)), gap="10")
    assert (found.ended, found.iterations) == ("gap", module._FIRST)


def test_where_gains_are_left_it_is_never_called_an_equilibrium():
    found: Any = sabot.approximate("mixed.nfg", gap=0, iterations=400)
    assert not found.equilibrium
    assert found.gap > 0
    assert found.to_json()["equilibrium"] is False
    assert "not an equilibrium: each seat can gain at most" in " ".join(str(found).split())
    sabot.check(found)


@pytest.mark.slow
def test_a_game_in_which_regret_minimisation_fails_is_solved_by_the_equations_of_a_support():
    found: Any = sabot.solve("hard.nfg")
    assert found.equilibrium and found.method.startswith("the equations of a support")
    sabot.check(found)


@pytest.mark.slow
def test_the_gap_that_a_refusal_names_is_reached(monkeypatch):
    for name in ("_near_support", "_first_listed", "_by_path"):  # which solve it
        monkeypatch.setattr(module, name, lambda *_: None)
    refused = run("solve", "hard.nfg")
    assert refused.exit_code == 5
    assert "no exact equilibrium was found" in refused.stderr
    (gap,) = re.findall(r"--gap ([\d.]+)`", refused.stderr)
    shown = run("solve", "hard.nfg", "--gap", gap, "--json")
    assert shown.exit_code == 0, shown.output
    assert 0 < max(map(F, json.loads(shown.stdout)["gains"])) <= F(gap)


@pytest.mark.parametrize(
    ("name", "words", "second"),
    few(
        2,
        [
            ("g1", [], [{"2": "4/5"}, {"2": "4/7"}, {"2": "1/3"}]),
            ("ring", [], [{"2": "2/5"}, {"2": "9/14"}, {"2": "1/9"}]),
            ("g1", ["--gap", "1/1000"], [{"2": "4/5"}, {"2": "4/7"}, {"2": "1/3"}]),
            ("g2", [], [{"2": "4/7", "3": "0"}, {"2": "1", "3": "0"}, {"2": "2/3", "3": "1/3"}]),
            ("g3", [], [{"2": "4/5"}, {"2": "0"}, {"2": "0"}, {"2": "1/3"}]),
        ],
    ),
)
def test_games_that_gambit_solves_are_solved(name, words, second):
    Path("g.nfg").write_text(GAMBIT[name], encoding="utf-8")
    shown = run("solve", "g.nfg", "--json", *words)
    assert shown.exit_code == 0, shown.output
    told = json.loads(shown.stdout)
    assert set(told["gains"]) == {"0"}
    for seat, mix in zip(told["seats"], second, strict=True):
        found = told["strategies"][seat]["-"]
        assert {action: found.get(action, "0") for action in mix} == mix
    Path("g.json").write_text(shown.stdout, encoding="utf-8")
    assert run("check", "g.json", "--rules").exit_code == 0


@pytest.mark.slow
def test_three_of_four_who_mix_with_a_square_root_are_found():
    Path("surd.nfg").write_text(SURD, encoding="utf-8")
    found: Any = sabot.solve("surd.nfg")
    assert found.equilibrium
    assert found["A"]["-"] == sabot.solve("mixed.nfg")["A"]["-"]  # type: ignore[index]
    assert found.root is not None
    sabot.check(found)


def test_with_two_actions_a_seat_the_equations_are_solved():
    found: Any = sabot.solve("mixed.nfg")
    assert found.gap < F(1, 10**28)
    assert found.equilibrium or "root t of" in found.method
    sabot.check(found)


@pytest.mark.slow
def test_a_gap_that_is_not_reached_is_told_after_what_is_proved(monkeypatch):
    for name in ("_near_support", "_first_listed", "_by_path"):  # which solve it
        monkeypatch.setattr(module, name, lambda *_: None)
    shown = run("solve", "hard.nfg", "--gap", "1/1000")
    assert shown.exit_code == 5
    assert "not an equilibrium" in shown.stdout
    assert "the best one, shown above, leaves a seat" in shown.output
    assert "regret minimisation need not converge" in shown.output


def test_the_verb_gives_payoffs_and_gains_in_the_order_of_the_seats():
    told = json.loads(run("solve", KUHN, "--gap", "1/100", "--json").stdout)
    assert told["schema"] == "sabot/profile/1"
    assert told["seats"] == ["first", "second", "third"]
    assert told["gains"] == ["0", "0", "0"]
    assert sum(map(F, told["payoffs"])) == 0
    assert told["unique"] == {"first": None, "second": None, "third": None}
    assert "value" not in told


def test_a_saved_profile_is_checked_and_tied_to_its_rules():
    assert run("solve", KUHN, "-o", "k.json").exit_code == 0
    shown = run("check", "k.json", "--rules")
    assert shown.exit_code == 0, shown.output
    assert "proved: an equilibrium" in shown.stdout
    assert "936 payoffs, 48 information sets" in shown.stdout
    assert Profile.load("k.json").payoffs == sabot.solve(KUHN).payoffs
    assert "an equilibrium" in run("table", "k.json").stdout
    assert 'third,"4,pass,pass",bet,1' in run("table", "k.json", "--csv").stdout


def test_a_profile_of_other_rules_is_not_tied_to_them():
    assert run("solve", KUHN, "-o", "k.json").exit_code == 0
    for other in ("kuhn-poker(players=3, bet=2)", "kuhn-poker(players=3, ranks=5)", "kuhn-poker"):
        shown = run("check", "k.json", "--game", other)
        assert shown.exit_code == 1, other
        assert "NOT those of" in shown.stdout


def test_a_pure_equilibrium_is_given_where_learning_finds_none(monkeypatch):
    monkeypatch.setattr(module, "SIMPLE_DENOMINATORS", ())
    text = 'NFG 1 R "" { "A" "B" "C" } { 2 2 2 } 1 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 2 1 2'
    Path("c.nfg").write_text(text)
    found: Any = sabot.solve("c.nfg")
    assert found.equilibrium
    sabot.check(found)


def test_what_cannot_be_asked_for_is_refused():
    with pytest.raises(NumberError, match="must not be negative"):
        sabot.approximate(KUHN, gap="-1")
    with pytest.raises(NumberError, match="at least 1"):
        sabot.approximate(KUHN, iterations=0)


def test_a_stop_keeps_the_best_profile_so_far(monkeypatch):
    true = module._proposals

    def interrupted(school, iterations):
        yield next(true(school, iterations))
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "_proposals", interrupted)
    found = approximate_profile(
        "kuhn", form_of_game(sabot.load("kuhn-poker(players=3, ranks=5)")), gap=0
    )
    assert (found.ended, found.iterations) == ("stopped", module._FIRST)
    assert found.gap > 0


def test_what_three_seats_are_paid_is_told_exactly_and_how_the_search_ended_in_words():
    told = str(sabot.solve("kuhn-poker(players=3)"))
    assert "-1/32 = -0.03125" in told.partition("an equilibrium")[0]
    assert "-1/48 ≈ -0.0208333" in told.partition("an equilibrium")[0]
    assert "ended" not in told and "gap" not in told
