"""Real hands at the terminal and in pictures: losses priced exactly, thresholds drawn."""

import json
from fractions import Fraction as F

import pytest
from click.testing import CliRunner

import sabot
from sabot.cli.program import cli
from sabot.errors import RulesError
from sabot.game_rules.capabilities import continuous_types
from sabot.game_rules.table import Table
from sabot.play.judges import find_turn
from sabot.play.session import Session

TENTH = "blind-poker(players=2, q=1/10)"


def run(*words, typed=""):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "100"}, input=typed)


def form_of(game):
    told = sabot.load(game)
    return continuous_types(told).form


def played(game, seat, seed, hands, choose):
    session = Session(game, seat=seat, seed=seed, hands=hands)
    while not session.over:
        session.deal()
        while session.waiting is not None:
            session.answer(choose(session))
    return session


@pytest.mark.parametrize("seat", ["1", "2", "3"])
def test_who_plays_the_hint_loses_nothing(seat):
    game = "blind-poker(players=3)"
    session = played(game, seat, 1, 40, lambda one: next(iter(one.hint())))
    assert session.summary().lost == 0 and session.decisions


def test_an_answer_costs_exactly_what_a_better_one_would_earn():
    """With 9/10 at q = 0: what entering earns, worked out by hand from the cuts."""
    session = Session("blind-poker(players=2, q=0)", seat="1", seed=0)
    form = session.judge.form
    turn, hand = find_turn(form, ["0.9"])
    assert (turn.view, hand) == ("-", F(9, 10))
    session.deal()
    question = session.waiting
    worth = session.judge.worth(type(question)("1", "0.9", question.actions, ()))
    # he drops below 7/10 but for 1/30: 1 unit; plays to 9/10 and loses: 2; a double costs 4 or wins
    bluff, drops, plays, doubles = F(1, 30), F(7, 10) - F(1, 30), F(2, 10), F(1, 10)
    assert worth["drop"] == 0
    assert worth["enter"] == 4 * bluff + drops + 2 * plays - 4 * doubles


def test_results_are_value_less_losses_plus_luck():
    session = played(TENTH, "2", 5, 60, lambda one: "double")
    found = session.summary()
    assert found.won == found.expected - found.lost + found.luck and found.lost > 0
    assert found.expected == 60 * session.value


def test_what_a_seat_knows_leads_to_its_turn():
    form = form_of("blind-poker(players=3, look=free)")
    turn, hand = find_turn(form, ["0.25", "enter", "2 drop", "3 double"])
    assert form.seats[turn.seat] == "1" and turn.view == "1 enter, 2 drop, 3 double"
    assert hand == F(1, 4)
    with pytest.raises(RulesError, match="nobody is asked"):
        find_turn(form, ["0.25", "1 drop", "2 drop", "enter"])


def test_the_terminal_prices_a_real_hand():
    told = run("play", TENTH, "--seed", "3", "--hands", "3", typed="why\nenter\n2\n1\n").output
    assert "Your hand: 0.9328425." in told and "drop: costs 1932266920557/1541192500000" in told
    assert "Hands: you 0.9328425; player 2 0.0358995." in told and "leak" not in told
    again = run("play", TENTH, "--seed", "3", "--hands", "3", typed="why\nenter\n2\n1\n").output
    assert again == told


def test_a_table_that_deals_no_single_hands_has_no_real_ones():
    with pytest.raises(RulesError, match="give a number of ranks"):
        Table(("a",)).number()
    with pytest.raises(RulesError, match="give a number of ranks"):
        sabot.load(TENTH).tree()


# ---------------------------------------------------------------------- pictures


@pytest.mark.slow
def test_thresholds_are_drawn_on_the_line(tmp_path):
    figure = sabot.plot(TENTH)
    strips = {panel.title: dict(panel.lines) for panel in figure.panels}
    assert strips["player 2"]["1 enter"][1] == (F(416827, 616477), "drop")
    sabot.solve(TENTH).save(tmp_path / "f.json")
    assert run("plot", str(tmp_path / "f.json"), "--list").output == "thresholds\n"
    out = str(tmp_path / "f.svg")
    assert run("plot", str(tmp_path / "f.json"), "-o", out).exit_code == 0
    assert "double" in (tmp_path / "f.svg").read_text()
    points = json.loads(run("plot", str(tmp_path / "f.json"), "--json").output)["points"]
    assert {"panel": "player 1", "series": "drop", "x": "at first", "y": "368427/616477"} in points


def test_a_sweep_draws_payoffs_and_thresholds_against_q(tmp_path):
    path = str(tmp_path / "s.jsonl")
    run("sweep", "blind-poker(players=2, q=0..1/2..1/4)", "-o", path)
    figure = sabot.plot(path)
    titles = [panel.title for panel in figure.panels]
    assert titles == ["payoffs", "thresholds of player 1", "thresholds of player 2"]
    enter = figure.panels[1].curves[0]
    assert enter.label == "at first: drop | enter" and enter.points[0] == (0, F(3, 5))
    assert figure.panels[0].curves[0].points[-1] == (F(1, 2), F(1, 5))


@pytest.mark.slow
def test_a_sweep_over_players_draws_the_value_only(tmp_path):
    path = str(tmp_path / "s.jsonl")
    run("sweep", "blind-poker(players=2..3, q=0|1/4)", "-o", path)
    assert len(sabot.plot(path).panels) == 1
