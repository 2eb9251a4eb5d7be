"""Sweeps and figures of games that are not zero-sum: what each seat is paid, row by row."""

import json
from fractions import Fraction as F

import pytest
from click.testing import CliRunner
from tests.schema import faults
from tests.unit.rooted_games import ROOTED

import sabot
from sabot.analysis.sweep import Row, SweepItem, expand_games, solve_item
from sabot.analysis.sweep_journal import SweepJournal
from sabot.cli.program import cli
from sabot.errors import FileError, NumberError

RAKES = "kuhn-poker(rake=0..1/10..1/20)"


def run(*words):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "110"})


def rows_of(games, **more):
    return list(sabot.sweep(games, **more))


def test_a_row_has_what_each_seat_is_paid_as_solve_finds_it():
    none, some, more = rows_of(RAKES)
    assert (none.value, none.payoffs, none.paid) == (F(-1, 18), (), (F(-1, 18), F(1, 18)))
    solved = sabot.solve("kuhn-poker(rake=1/20)")
    assert some.payoffs == tuple(solved.payoffs.values()) == (F(-23, 210), F(-1, 290))
    assert some.gains == (0, 0)
    assert more.payoffs == (F(-32, 195), F(-13, 210))
    assert some.mixed["first"]["Q,pass,bet"]["call"] == F(9, 29)


def test_a_row_is_written_and_read_back_with_payoffs_in_place_of_a_value():
    for row in rows_of(RAKES):
        told = json.loads(json.dumps(row.to_json()))
        assert Row.from_json(told) == row
        assert ("value" in told) != ("payoffs" in told)
        assert not faults(told, "sweep-row-1.json")


def test_commissions_and_decks_are_swept_with_their_verdicts():
    rows = rows_of("baccara(model=B1, decks=4, commission=0|1/20|1/10)")
    assert [bool(row.payoffs) for row in rows] == [False, True, True]
    assert all(row.unique == {"Player": True, "Banker": True} for row in rows)
    assert rows[0].paid[0] == rows[1].payoffs[0] != rows[2].payoffs[0]


def test_given_strategies_have_payoffs_and_gains_by_seat():
    given = {"Player": "casino", "Banker": "casino"}
    (row,) = rows_of("baccara(model=B1, decks=8, commission=1/20)", strategies=given)
    judged = sabot.value("baccara(model=B1, decks=8, commission=1/20)", given)
    assert (row.payoffs, row.gains) == (judged.payoffs, judged.gains)
    assert any(row.gains)
    assert Row.from_json(row.to_json()) == row
    assert not faults(row.to_json(), "sweep-row-1.json")


def test_the_name_optimal_is_refused_in_a_row_where_there_is_no_value():
    given = {"first": "optimal", "second": "optimal"}
    (row,) = rows_of("kuhn-poker(rake=1/20)", strategies=given)
    assert "strategy 'optimal'" in row.error
    assert "not zero-sum" in row.error


def test_a_sweep_goes_on_after_its_rows_and_refuses_one_with_a_gain(tmp_path):
    path = tmp_path / "s.jsonl"
    assert run("sweep", RAKES, "-o", str(path)).exit_code == 0
    assert run("sweep", RAKES, "-o", str(path)).exit_code == 0
    lines = path.read_text().splitlines(keepends=True)
    assert len(lines) == 3
    false = lines[1].replace('"gains": ["0", "0"]', '"gains": ["1/9", "0"]')
    assert false != lines[1]
    path.write_text("".join([lines[0], false, lines[2]]))
    with pytest.raises(FileError, match="line 2 contradicts itself"):
        SweepJournal(str(path), expand_games(RAKES))


def test_the_screen_and_the_sheet_tell_each_seat_s_payoff(tmp_path):
    shown = run("sweep", RAKES).output
    assert "first is paid  second is paid" in shown
    assert "-0.10952381   -0.0034482759" in shown
    path = tmp_path / "s.csv"
    run("sweep", RAKES, "-o", str(path))
    head, zero, raked, _ = path.read_text().splitlines()
    assert head.startswith("game,value,decimal,first is paid,second is paid,error")
    assert zero.startswith("kuhn-poker(ranks=3),-1/18,")
    assert ",,,-23/210,-1/290,," in raked


@pytest.mark.slow
def test_a_saved_sweep_is_shown_again_as_it_was(tmp_path):
    path = tmp_path / "s.jsonl"
    run("sweep", RAKES, "-o", str(path))
    again = run("table", str(path)).output.splitlines()
    assert again[1:] == run("sweep", RAKES).output.splitlines()[1:]


def test_a_matrix_may_be_written_without_its_key():
    (row,) = rows_of("matrix([[3|1,0|0],[0|0,1|3]])")
    assert row.payoffs == (3, 1)
    (row,) = rows_of("matrix([[1,2],[3,4]])")
    assert row.value == 3
    said = run("prove", "matrix([[1,2],[3,4]])")
    assert said.exit_code == 2
    assert "a theorem needs a letter" in said.output
    assert "not key=value" not in said.output


# ---------------------------------------------------------------------- drawn


def test_a_sweep_over_a_rake_is_drawn_seat_by_seat(tmp_path):
    path = tmp_path / "s.jsonl"
    run("sweep", RAKES, "-o", str(path))
    paid, mixes = sabot.plot(str(path)).panels
    assert [curve.label for curve in paid.curves] == ["first", "first", "second", "second"]
    assert paid.curves[0].points == (
        (F(0), F(-1, 18)),
        (F(1, 20), F(-23, 210)),
        (F(1, 10), F(-32, 195)),
    )
    calls = next(curve for curve in mixes.curves if curve.label == "first Q,pass,bet call")
    assert calls.points[1] == (F(1, 20), F(9, 29))


def test_a_theorem_in_the_commission_is_drawn_with_its_breakpoint():
    figure = sabot.plot("baccara(model=B1, decks=4, commission=*)")
    paid, mixes = figure.panels
    assert {curve.label for curve in paid.curves} == {"Player", "Banker"}
    assert len(paid.curves) == 4  # two pieces, two seats
    (mark,) = paid.marks
    assert float(mark.x) == pytest.approx(0.076832, abs=1e-6)
    player = [curve for curve in paid.curves if curve.label == "Player"]
    assert len({y for _, y in player[0].points}) == 1  # Banker mixes to make Player indifferent
    assert {curve.label for curve in mixes.curves} == {"Player 5 draw", "Banker 6,- draw"}


def test_the_figure_of_a_saved_theorem_is_the_same(tmp_path):
    path = tmp_path / "a1.json"
    proof = sabot.prove("baccara(model=A1, commission=*)")
    proof.save(path)
    assert sabot.plot(str(path)) == sabot.plot(proof)
    (panel,) = sabot.plot(proof, "payoffs", to=F(1, 20)).panels
    assert panel.curves[0].points[-1][0] == F(1, 20)
    with pytest.raises(NumberError, match="proved is"):
        sabot.plot(proof, to=F(1, 2))


ODD = """
from fractions import Fraction
import sabot

@sabot.rules(name="odd", seats=("a", "b", "c"))
def odd(table, *, prize: Fraction = Fraction(2)):
    shown = {seat: table.ask(seat, ("heads", "tails")) for seat in "abc"}
    alone = [seat for seat in shown if list(shown.values()).count(shown[seat]) == 1]
    table.pay({seat: 0 if not alone else prize if seat in alone else -prize / 2 for seat in "abc"})
"""


def test_games_for_three_are_solved_in_a_sweep_as_they_are_alone(tmp_path):
    (tmp_path / "odd.py").write_text(ODD)
    rows = rows_of(f"{tmp_path}/odd.py:odd(prize=1..3)")
    for row in rows:
        alone = sabot.solve(row.game)
        assert row.payoffs == tuple(alone.payoffs.values()) and not any(row.gains)
        assert Row.from_json(row.to_json()) == row
        assert not faults(row.to_json(), "sweep-row-1.json")
    screen = run("sweep", f"{tmp_path}/odd.py:odd(prize=1..3)")
    assert screen.exit_code == 0 and "c is paid" in screen.stdout


def test_a_reason_is_said_once_and_a_sweep_without_a_solution_is_not_done(tmp_path):
    (tmp_path / "odd.py").write_text(ODD.replace("table.pay(", "table.pay(a=1).pay("))
    games = f"{tmp_path}/odd.py:odd(prize=1..3)"
    result = run("sweep", games)
    assert result.exit_code == 5 and "no game was solved; each row says why" in result.stderr
    assert result.stdout.count("refused") == 3 and result.stdout.count("as above") == 2
    saved = run("sweep", games, "-o", str(tmp_path / "s.jsonl"))
    assert saved.exit_code == 5 and len((tmp_path / "s.jsonl").read_text().splitlines()) == 3


def test_a_sweep_that_is_stopped_is_not_said_to_have_solved_nothing(monkeypatch):
    def stopped(items, **_):
        yield Row(items[0].game, None, error="not this one")
        raise KeyboardInterrupt

    monkeypatch.setattr("sabot.analysis.sweep.solve_all", stopped)
    result = run("sweep", RAKES)
    assert result.exit_code == 4 and "interrupted after 1 of 3 games" in result.stderr


def test_an_equilibrium_with_a_root_is_no_row_and_says_where_it_is_shown(tmp_path):
    (tmp_path / "small.nfg").write_text(ROOTED)
    row = solve_item(SweepItem(f"matrix(file={tmp_path}/small.nfg)"))
    assert row.value is None and "irrational probabilities, which a row cannot hold" in row.error
    assert "`sabot solve` shows it" in row.error
