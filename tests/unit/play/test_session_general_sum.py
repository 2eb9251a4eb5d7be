"""Playing a game that is not zero-sum: against one equilibrium, priced by the person's own seat."""

from fractions import Fraction as F

import pytest
from click.testing import CliRunner

import sabot
from sabot.cli.program import cli
from sabot.game_rules.to_form import form_of_game
from sabot.play.judges import EquilibriumJudge
from sabot.play.session import Session

SEXES = "matrix([[3|1,0|0],[0|0,1|3]])"
RAKED = "kuhn-poker(rake=1/20)"


def run(*words, typed=""):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "100"}, input=typed)


def test_an_answer_is_priced_by_what_the_person_s_own_seat_is_paid():
    session = Session(SEXES, seat="column", seed=1)
    assert isinstance(session.judge, EquilibriumJudge)
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
    judge = EquilibriumJudge(sabot.load(RAKED), form_of_game(sabot.load(RAKED)), "first", solved)
    assert judge.value == solved.payoffs["first"]
    assert lost.view == "K,pass,bet"
    worth = judge._worths["K,pass,bet"]
    assert worth.loss("fold") * worth.chance == judged["first"].gain


def test_whatever_the_equilibrium_mixes_costs_nothing_at_either_seat():
    game = sabot.load("baccara(model=B1, decks=6, commission=1/20)")
    form, solved = form_of_game(game), sabot.solve(game)
    for seat in game.seats:
        judge = EquilibriumJudge(game, form, seat, solved)
        for view, mix in solved[seat].items():
            worth = judge._worths[view]
            assert all(not worth.loss(action) for action, chance in mix.items() if chance)


def test_the_session_is_told_in_words_of_an_equilibrium():
    shown = run("play", RAKED, "--seed", "3", "--hands", "1", typed="hint\nleak\n?\nbet\n")
    assert shown.exit_code == 0
    for words in (
        "against one equilibrium",
        "In it you lose 23/210",
        "The equilibrium plays: pass.\n",
        "habits are not priced here",
        "the other seat keeps to this one",
        "the equilibrium  -23/210",
    ):
        assert words in shown.output
    assert "ptimal" not in shown.output


def test_a_hint_names_what_the_equilibrium_does_not_play_and_costs_nothing():
    level = "matrix([[1|1,1|1],[0|0,0|0]])"
    shown = run("play", level, "--seat", "column", "--hands", "1", typed="hint\n1\n")
    assert "The equilibrium plays: 1. 2 costs nothing either." in shown.output


def test_a_saved_session_is_told_again(tmp_path):
    path = tmp_path / "evening.json"
    first = run("play", SEXES, "--seed", "1", "--hands", "2", "-o", str(path), typed="1\n2\n")
    assert first.exit_code == 0
    again = run("play", str(path))
    assert again.exit_code == 0
    assert "2: costs 3; best is 1." in again.output


THREE = "kuhn-poker(players=3)"


def test_three_sit_down_and_each_of_the_others_keeps_to_its_own_part():
    solved = sabot.solve(THREE)
    session = Session(THREE, seat="second", seed=3, solution=solved)
    assert session.value == F(-1, 48)
    assert isinstance(session.judge, EquilibriumJudge) and session.judge.gap == 0
    chosen = []
    for _ in range(40):
        session.deal()
        while session.waiting:
            session.answer(session.best()[0])
        chosen += [step for step in session.results[-1].steps if step.kind == "chose"]
    assert {step.seat for step in chosen} == {"first", "second", "third"}
    others = [step for step in chosen if step.seat != "second"]
    assert all(solved[step.seat][step.view][step.text] for step in others)
    assert session.summary().lost == 0


def test_losses_among_three_are_those_that_a_judged_profile_has():
    solved = sabot.solve(THREE)
    tables = {seat: dict(solved[seat]) for seat in solved.seats}
    tables["first"]["4,pass,pass,bet"] = {"fold": F(1), "call": F(0)}
    judged = sabot.value(THREE, tables)
    (lost,) = judged["first"].losses
    judge = EquilibriumJudge(sabot.load(THREE), form_of_game(sabot.load(THREE)), "first", solved)
    worth = judge._worths[lost.view]
    assert lost.view == "4,pass,pass,bet"
    assert worth.loss("fold") * worth.chance == judged["first"].gain


def test_seats_of_a_table_whose_views_are_alike_do_not_play_each_other_s_part(tmp_path):
    path = tmp_path / "odd.nfg"  # Bob must take 2, Cleo 1, whatever the others do
    path.write_text(
        'NFG 1 R "" { "Ann" "Bob" "Cleo" } { 2 2 2 } '
        "0 0 1 0 0 1 0 1 1 0 1 1 0 0 0 0 0 0 0 1 0 0 1 0"
    )
    session = Session(str(path), seed=1)
    session.deal()
    session.answer("1")
    chose = {step.seat: step.text for step in session.results[-1].steps if step.kind == "chose"}
    assert chose == {"Ann": "1", "Bob": "2", "Cleo": "1"}


def test_a_profile_that_is_no_equilibrium_is_not_called_one(tmp_path):
    path = tmp_path / "meek.json"
    path.write_text(
        '{"row": {"-": {"1": "1/2", "2": "1/2"}}, "column": {"-": {"1": "1/2", "2": "1/2"}}}'
    )
    typed = "hint\n1\n"
    shown = run("play", SEXES, "--strategy", str(path), "--seed", "1", "--hands", "1", typed=typed)
    assert shown.exit_code == 0
    said = " ".join(shown.output.split())
    assert "against a profile in which a seat could gain up to 1/2" in said
    assert "The profile plays: 1" in said and "the profile" in said
    assert "quilibrium" not in said


def test_three_are_spoken_of_as_others():
    shown = run("play", THREE, "--seed", "3", "--hands", "1", typed="?\n1\n1\n")
    assert shown.exit_code == 0
    for words in ("the others need not win", "the others keep to this one", "the others' mixing"):
        assert words in " ".join(shown.output.split())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("kuhn-poker", "--strategy", "optimal"), "is played against its optimum"),
        (("draw-poker", "--strategy", "thesis"), "or against players"),
        (("whist(n=4)", "--strategy", "optimal"), "is played against its optimum"),
        ((SEXES, "--strategy", "optimal", "-o", "x.json"), "is not saved: leave out -o"),
    ],
)
def test_strategies_are_for_games_without_a_value(words, said):
    shown = run("play", *words)
    assert shown.exit_code == 2
    assert said in " ".join(shown.output.split())


def test_what_is_missing_in_a_profile_is_told(tmp_path):
    path = tmp_path / "part.json"
    path.write_text('{"row": {"-": "1"}}')
    shown = run("play", SEXES, "--strategy", str(path))
    assert shown.exit_code == 3
    assert "column" in shown.output and "Traceback" not in shown.output
