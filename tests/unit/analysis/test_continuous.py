"""Every verb takes games with real hands: check, load, table, size, value, simulate, sweep."""

import json
from fractions import Fraction as F

import pytest
from click.testing import CliRunner

import sabot
from sabot.analysis.continuous import (
    DEAL_KERNELS,
    evaluate_thresholds,
    flatten_betting_tree,
    simulate_threshold_profile,
)
from sabot.cli.program import cli
from sabot.errors import CertificateError, FormError, NoMethodError
from sabot.forms.continuous.betting_game import ThresholdRule
from sabot.forms.continuous.expected_payoff import payoff_and_best_response, threshold_payoff
from sabot.game_rules.capabilities import continuous_types
from sabot.results.continuous import Equilibrium

TENTH = "blind-poker(players=2, q=1/10)"
PRINTED = {
    "1": {
        "-": [["0.0298", "enter"], ["0.6418", "drop"], ["1", "enter"]],
        "1 enter, 2 double": [["0.6418", "drop"], ["1", "look"]],
    },
    "2": {"1 enter": [["0.6127", "drop"], ["0.8106", "play"], ["1", "double"]]},
}
"""Table 11 of the thesis for q = 0.287."""
THESIS = "blind-poker(players=2, q=287/1000)"


def run(*words):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "100"})


def hint_of(game):
    told = sabot.load(game)
    return continuous_types(told)


@pytest.fixture(scope="module", params=["players=2, q=1/10", "players=3, q=1/4"])
def saved(request, tmp_path_factory):
    path = tmp_path_factory.mktemp("saved") / "f.json"
    found = sabot.solve(f"blind-poker({request.param})")
    found.save(path)
    return found, path


def test_a_saved_equilibrium_comes_back_as_it_was(saved):
    found, path = saved
    again = Equilibrium.load(path)
    assert again.to_json() == found.to_json() == json.loads(path.read_text())
    assert again.profile == found.profile and again.form == found.form


def test_checking_says_what_every_seat_is_paid(saved):
    found, path = saved
    told = run("check", str(path)).output
    assert all(f"\n  {seat} is paid " in told for seat in found.seats)
    assert "was not checked: --rules" in told
    tied = run("check", str(path), "--rules").output
    assert f"those of {found.game}" in tied and "was not checked" not in tied
    assert abs(sabot.check(found, rules=True) - found.payoffs["1"]) < F(1, 10**29)


def test_the_betting_of_another_game_is_not_this_ones(saved):
    found, path = saved
    other = found.game.replace("q=1/", "q=1/3")
    result = run("check", str(path), "--game", other)
    assert result.exit_code == 1 and "a hand improves with chance" in result.output
    with pytest.raises(CertificateError, match="not those of"):
        sabot.check(found, rules="von-neumann")
    with pytest.raises(CertificateError, match="real numbers"):
        sabot.check(found, rules="kuhn-poker")


@pytest.mark.parametrize("form", ["--latex", "--csv", "--markdown", "--html"])
def test_a_saved_equilibrium_has_tables(saved, form):
    found, path = saved
    result = run("table", str(path), form)
    assert result.exit_code == 0 and "double" in result.output
    assert (found.game in result.output) == (form != "--csv")


def test_the_sheet_has_every_interval_with_every_digit(saved):
    found, path = saved
    lines = run("table", str(path), "--csv").output.splitlines()
    assert len(lines) == 1 + sum(len(answer.actions) for answer in found.profile.values())
    assert found.thresholds()["1"]["-"][0][0] in lines[1]


def test_the_size_counts_turns_and_ends():
    told = json.loads(run("size", "blind-poker(players=4)", "--json").output)
    assert told["views"] == [1, 2, 4, 7] and told["entries"] == 22
    assert "22 ways to end" in run("size", "blind-poker(players=4)").output


# ---------------------------------------------------------------------- value


def test_a_gain_is_the_sum_of_what_hands_lose():
    found = sabot.value(THESIS, PRINTED)
    for part in found.parts:
        assert sum((one.loss for one in part.losses), F(0)) == part.gain > 0
    assert sum(found.payoffs) == 0
    assert abs(found["1"].payoff - F("0.1940")) < F(1, 10**4)


@pytest.mark.parametrize("seat", ["1", "2"])
def test_the_best_reply_that_is_told_earns_the_gain(seat):
    found = sabot.value(THESIS, PRINTED)
    reply = dict(found[seat].reply)
    steps = {view: [[str(end), action] for end, action in reply[view]] for view in reply}
    again = sabot.value(THESIS, {**PRINTED, seat: steps})
    assert again[seat].payoff - found[seat].payoff == found[seat].gain
    assert again[seat].gain == 0


def test_a_seat_that_is_left_out_plays_optimally():
    value = sabot.solve(THESIS).payoffs["1"]
    found = sabot.value(THESIS, {"2": PRINTED["2"]})
    assert found["1"].payoff >= value and found["1"].gain >= 0
    assert sabot.value(THESIS, "optimal").equilibrium


def test_thresholds_that_are_locked_are_balanced_around():
    """Section 4.6: player 1 enters with 0.5 in place of 0.64, and the other takes advantage."""
    lock = {"1": {"-": [["1/2", "drop"], ["1", "enter"]]}}
    found = sabot.value(THESIS, lock, locked=True)
    assert found.profile["1: -"].cuts == (F(1, 2),)
    assert found["2"].gain < F(1, 10**20) < found["1"].gain
    assert found["1"].payoff < sabot.solve(THESIS).payoffs["1"]
    # what player 2 then plays is near the thesis' own d and e
    _, d, e = found.profile["2: 1 enter"].cuts
    assert abs(d - F("0.538")) < F(1, 1000) and abs(e - F("0.750")) < F(3, 100)


def test_around_all_turns_of_one_player_the_other_plays_its_exact_best_response():
    """No equilibrium is near: low hands are played as no optimal strategy plays them."""
    found = sabot.value(
        "von-neumann", {"1": {"-": [["1/20", "high"], ["7/10", "low"], ["1", "high"]]}}, locked=True
    )
    assert found["1"].payoff == F(159, 3200) and found["2"].gain == 0
    assert found.sources["2"] == "best reply"
    assert found.profile["1: -"].cuts == (F(1, 20), F(7, 10))


def test_turns_that_are_left_are_a_best_response_that_keeps_the_locked_ones():
    """Player 1 has locked its first turn badly, player 2 all turns: the second turn is free."""
    lock = {
        "1": {"-": [["1/2", "enter"], ["1", "drop"]]},
        "2": {"1 enter": "double"},
    }
    found = sabot.value("blind-poker(players=2)", lock, locked=True)
    form = hint_of("blind-poker(players=2)").form
    free = payoff_and_best_response(form, found.profile, 0, ("1: -",))
    assert free.gain == 0 < found["1"].gain
    other = {**found.profile, "1: 1 enter, 2 double": ThresholdRule((0,), ())}
    assert payoff_and_best_response(form, other, 0, ("1: -",)).gain > 0


def test_a_lock_around_which_nothing_is_found_says_what_can_be_locked():
    lock = {"1": {"-": [["2/20", "bet 2"], ["1", "check"]]}}
    with pytest.raises(NoMethodError, match="lock all turns of all players but one"):
        sabot.value("bet-sizes(sizes=2, bets=both)", lock, locked=True)
    with pytest.raises(FormError, match=r"add it$"):
        sabot.value("bet-sizes(sizes=2, bets=both)", lock)


def test_only_real_hands_are_locked():
    with pytest.raises(FormError, match="real numbers has thresholds"):
        sabot.value("kuhn-poker", "optimal", locked=True)


def test_value_reads_files_and_says_where_hands_lose(tmp_path):
    (tmp_path / "printed.json").write_text(json.dumps(PRINTED))
    told = run("value", THESIS, "--strategy", str(tmp_path / "printed.json")).output
    assert "1 loses 0.0131569 per hand" in told and "0.825146" in told
    sabot.solve(THESIS).save(tmp_path / "f.json")
    told = run("value", THESIS, "--strategy", str(tmp_path / "f.json")).output
    assert "an equilibrium" in told
    body = json.loads(run("value", THESIS, "--strategy", "optimal", "--json").output)
    assert body["gains"] == ["0", "0"] and body["equilibrium"] is True


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ({"3": {}}, "no seat '3'; the seats are 1, 2"),
        ({"1": {"-": "drop"}}, "nothing is said of its turn after '1 enter, 2 double'"),
        ({"2": {"1 entre": "drop"}}, "did you mean '1 enter'?"),
        ({"2": {"1 enter": "fold"}}, "'fold' is not an action; may: drop, play, double"),
        ({"2": {"1 enter": [["1/2", "drop"]]}}, "the last interval ends at 1/2, not at 1"),
        ({"2": {"1 enter": [["x", "drop"], ["1", "play"]]}}, "'x' is not an exact number"),
        ({"2": {"1 enter": [["2/3", "drop"], ["1/3", "play"], ["1", "drop"]]}}, "rise from 0 to 1"),
        ({"2": {"1 enter": 7}}, "not a list of thresholds"),
        ({"2": 7}, "is not a strategy"),
    ],
)
def test_what_is_wrong_with_a_strategy_is_said_with_its_place(written, said):
    with pytest.raises(FormError) as fault:
        sabot.value(TENTH, written)
    assert said in str(fault.value)


# ---------------------------------------------------------------------- simulate


MODELS = [
    "von-neumann",
    "borel",
    "continuous-kuhn",
    *(f"blind-poker(players=2, q={q})" for q in ("0", "1/10", "1/5", "287/1000", "2/5")),
    *(f"blind-poker(players={n})" for n in (3, 4)),
    "blind-poker(players=3, look=free)",
]
LARGE = [*(f"blind-poker(players={n})" for n in (5, 6, 7)), "blind-poker(players=4, look=free)"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [*MODELS, *(pytest.param(game, marks=pytest.mark.slow) for game in LARGE)]
)
def test_a_simulation_brackets_every_payoff(game):
    """With 10,000,000 hands: docs/how-to/poker-models.md."""
    exact = sabot.solve(game)
    found = sabot.simulate(game, exact, hands=300_000, seed=5)
    for number, seat in enumerate(found.names):
        own = found.of(number)
        assert abs(float(own.mean - exact.payoffs[seat])) < 4.5 * own.error


def test_a_simulation_shows_numbers_that_fit_the_screen():
    told = run("simulate", "blind-poker(players=3)", "--hands", "500", "--seed", "1").output
    assert "0.1384049288" in told and "digits]" not in told
    assert max(map(len, told.splitlines())) <= 80
    short = run("simulate", "von-neumann", "--hands", "500", "--seed", "1").output
    assert "1/10 = 0.1 " in short and "rounded" not in short


def test_hands_are_the_same_compiled_or_not():
    hint = hint_of("blind-poker(players=3)")
    profile = sabot.solve("blind-poker(players=3)").profile
    plain = simulate_threshold_profile("g", hint.form, profile, hands=2_000, seed=3)
    asked, DEAL_KERNELS.asked = DEAL_KERNELS.asked, DEAL_KERNELS.pays_from
    try:
        quick = simulate_threshold_profile("g", hint.form, profile, hands=2_000, seed=3)
    finally:
        DEAL_KERNELS.asked = asked
    assert plain.seats == quick.seats and plain.hands == 2_000
    assert (
        simulate_threshold_profile("g", hint.form, profile, hands=2_000, seed=4).seats
        != plain.seats
    )


def test_every_end_of_the_betting_is_reached_by_its_own_way():
    hint = hint_of(TENTH)
    told = flatten_betting_tree(hint.form, sabot.solve(TENTH).profile)
    assert sum(end is not None for end in told.ends) == hint.form.ends == 5


def test_strategies_that_are_given_are_simulated(tmp_path):
    found = sabot.simulate(THESIS, PRINTED, hands=200_000, seed=2)
    profile = evaluate_thresholds("g", hint_of(THESIS), PRINTED).profile
    exact = threshold_payoff(hint_of(THESIS).form, profile, 0)
    assert abs(float(found.mean - exact)) < 4.5 * found.error
    (tmp_path / "p.json").write_text(json.dumps(PRINTED))
    words = ("simulate", THESIS, "--hands", "5000", "--strategy", str(tmp_path / "p.json"))
    body = json.loads(run(*words, "--json").output)
    assert F(body["payoffs"][0]) == exact and len(body["paid"]) == 2


# ---------------------------------------------------------------------- sweep


@pytest.mark.slow
def test_a_sweep_over_q_has_payoffs_and_thresholds(tmp_path):
    rows = list(sabot.sweep("blind-poker(players=2, q=0..1/5..1/10)"))
    assert [row.value for row in rows] == [F(1, 5), F(124025, 616477), rows[2].value]
    assert rows[0].hands["thresholds"]["1"]["-"] == [["3/5", "drop"], ["1", "enter"]]
    path = str(tmp_path / "s.jsonl")
    words = ("sweep", "blind-poker(players=2, q=0..1/5..1/10)", "-o", path)
    assert run(*words).exit_code == 0
    assert "3 rows" in run(*words).output
    told = run("table", path).output
    assert "0.201183, -0.201183; 0" in told and "unique" not in told


def test_a_sweep_takes_strategies_that_are_locked(tmp_path):
    rows = list(sabot.sweep("blind-poker(players=2, q=0|1/2)", PRINTED))
    assert [row.given for row in rows] == [True, True]
    told = sabot.value("blind-poker(players=2, q=0)", PRINTED)
    assert rows[0].value == told["1"].payoff
