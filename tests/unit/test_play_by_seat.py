"""Playing a game that is not zero-sum: against one equilibrium, priced by the person's own seat."""

from fractions import Fraction as F

import pytest
from click.testing import CliRunner

import sabot
from sabot.cli.main import cli
from sabot.errors import SeatsError
from sabot.play.balance import Balance
from sabot.play.session import Session
from sabot.telling.told import any_form

SEXES = "matrix([[3|1,0|0],[0|0,1|3]])"
RAKED = "kuhn-poker(rake=1/20)"


def run(*words, typed=""):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "100"}, input=typed)


def test_an_answer_is_priced_by_what_the_person_s_own_seat_is_paid():
    session = Session(SEXES, seat="column", seed=1)
    assert isinstance(session.judge, Balance)
    assert session.value == 1  # the column seat's part of the equilibrium that solve gives
    session.deal()
    assert session.worth() == {"1": F(1), "2": F(0)}
    decision, result = session.answer("2")
    assert (decision.loss, decision.best, result.payoff) == (F(1), ("1",), F(0))


def test_losses_are_those_that_a_judged_profile_has():
    solved = sabot.solve(RAKED)
    table = {view: dict(mix) for view, mix in solved["first"].items()}
    table["K,pass,bet"] = {"fold": F(1)}
    judged = sabot.value(RAKED, {"first": table, "second": dict(solved["second"])})
    (lost,) = judged["first"].losses
    judge = Balance(sabot.load(RAKED), any_form(sabot.load(RAKED)), "first", solved)
    assert judge.value == solved.payoffs["first"]
    assert lost.view == "K,pass,bet"
    worth = judge._worths["K,pass,bet"]
    assert worth.loss("fold") * worth.chance == judged["first"].gain


def test_whatever_the_equilibrium_mixes_costs_nothing_at_either_seat():
    game = sabot.load("baccara(model=B1, decks=6, commission=1/20)")
    form, solved = any_form(game), sabot.solve(game)
    for seat in game.seats:
        judge = Balance(game, form, seat, solved)
        for view, mix in solved[seat].items():
            worth = judge._worths[view]
            assert all(not worth.loss(action) for action, chance in mix.items() if chance)


def test_the_session_is_told_in_words_of_an_equilibrium():
    shown = run("play", RAKED, "--seed", "3", "--hands", "1", typed="hint\nleak\n?\nbet\n")
    assert shown.exit_code == 0
    for words in (
        "against one equilibrium",
        "In it you are paid -23/210",
        "The equilibrium plays: pass. bet costs nothing either.",
        "habits are not priced here",
        "the other seat keeps to this one",
        "the equilibrium  -23/210",
    ):
        assert words in shown.output
    assert "ptimal" not in shown.output


def test_a_saved_session_is_told_again(tmp_path):
    path = tmp_path / "evening.json"
    first = run("play", SEXES, "--seed", "1", "--hands", "2", "-o", str(path), typed="1\n2\n")
    assert first.exit_code == 0
    again = run("play", str(path))
    assert again.exit_code == 0
    assert "2: costs 3; best is 1." in again.output


def test_a_game_for_three_is_refused():
    with pytest.raises(SeatsError, match="this needs two seats"):
        Session("kuhn-poker(players=3)")
