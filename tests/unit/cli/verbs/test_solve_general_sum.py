"""Games that are not zero-sum: what the command line says where something else is meant."""

import json
from typing import cast

import pytest
from click.testing import CliRunner

import sabot
from sabot.api.arguments import as_form
from sabot.cli import long_search
from sabot.cli.program import cli
from sabot.cli.verbs import equilibria
from sabot.results.binary_nash import PairTheorem
from sabot.solvers.nplayer_nash.solve import bound_of_search

SEXES = "matrix([[3|1,0|0],[0|0,1|3]])"
MEET = 'NFG 1 R "" { "A" "B" "C" } { 2 2 2 } 1 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 2 1/2 2'


def run(*words):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "100"})


@pytest.mark.parametrize("verb", [("value",), ("simulate", "--hands", "10")])
@pytest.mark.parametrize(
    "game", [SEXES, "kuhn-poker(ranks=2)", "baccara(model=A1, commission=1/20)", "meet.nfg"]
)
def test_a_list_is_no_strategy_and_the_message_says_what_is(verb, game, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "meet.nfg").write_text(MEET)
    assert run("equilibria", game, "-o", "list.json").exit_code == 0
    said = run(verb[0], game, *verb[1:], "--strategy", "list.json")
    assert said.exit_code == 3
    assert "list.json: holds a list of equilibria or of optimal strategies" in said.output
    assert "sabot solve GAME -o FILE saves one" in said.output


def test_what_solve_saves_is_one_strategy_for_each_seat(tmp_path):
    path = tmp_path / "one.json"
    assert run("solve", SEXES, "-o", str(path)).exit_code == 0
    assert run("value", SEXES, "--strategy", str(path)).exit_code == 0


@pytest.mark.slow
def test_cards_of_each_rank_may_be_left_open_with_a_commission(tmp_path):
    by_cards, by_decks = (
        cast(PairTheorem, sabot.prove(f"baccara(model=B1, {key}=*, commission=1/20)"))
        for key in ("cards", "decks")
    )
    assert by_cards.parameter == "cards"
    for decks in (1, 3, 4, 50):
        assert by_cards.payoffs_at(4 * decks) == by_decks.payoffs_at(decks)
        assert by_cards.strategies_at(4 * decks) == by_decks.strategies_at(decks)
    assert by_cards.verdict("Player") == by_cards.verdict("Banker") == "unique"
    path = tmp_path / "cards.json"
    by_cards.save(path)
    said = run("check", str(path), "--rules")
    assert said.exit_code == 0
    assert "found as polynomials" in said.output


def test_a_file_with_a_letter_is_sized_by_its_name_alone(tmp_path):
    file = tmp_path / "letter.csv"
    file.write_text("t,0\n0,1\n")
    assert "pieces   about" in run("size", str(file)).output
    file.write_text("t,0\n0\n")
    assert "Traceback" not in run("size", str(file)).output
    file.write_text("2|1,0|0\n0|0,1|2\n")
    refused = run("equilibria", str(file), "--support-size", "2,3")
    assert "support of 3 strategies of the second player, who has 2" in refused.output


@pytest.mark.slow
def test_size_says_that_listing_a_tree_may_take_much_longer_than_one_equilibrium():
    raked = run("size", "kuhn-poker(rake=1/20)").output
    assert "for one equilibrium" in raked
    assert "27 x 64 reduced pure strategies" in raked
    assert "Not all are listed" in run("size", "leduc-poker(rake=1/20)").output
    for other in ("kuhn-poker", "baccara(model=B1, decks=6, commission=1/20)"):
        assert "for one equilibrium" not in run("size", other).output
    assert "written_out" not in json.loads(run("size", "kuhn-poker(rake=1/20)", "--json").output)


def test_the_bare_name_of_a_file_serves_equilibria_in_the_contract_s_words(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sexes.nfg").write_text('NFG 1 R "" { "A" "B" } { 2 2 } 3 1 0 0 0 0 1 3')
    told = json.loads(run("equilibria", "sexes.nfg", "--json").stdout)
    assert (told["count"], len(told["equilibria"]), len(told["components"])) == (3, 3, 3)
    assert all({"strategies", "payoffs"} == one.keys() for one in told["equilibria"])
    solved = json.loads(run("solve", "sexes.nfg", "--json").stdout)
    assert (solved["payoffs"], solved["gains"]) == (["3", "1"], ["0", "0"])
    assert "value" not in solved
    assert solved["unique"] == {"A": False, "B": False}
    assert set(solved["strategies"]) == {"A", "B"}


def test_a_long_search_is_announced_and_a_short_one_is_not_even_estimated(tmp_path, monkeypatch):
    monkeypatch.setattr(equilibria, "_LONG_SEARCH", 1e-6)
    assert "cases:" not in run("equilibria", "matrix([[2|1,0|0],[0|0,1|2]])").output
    monkeypatch.setattr(long_search, "SHORT_SEARCH", 0)
    said = run("equilibria", "matrix([[2|1,0|0],[0|0,1|2]])").output
    assert said.startswith("about 10 cases: under a second")
    assert "--seconds S stops the search and keeps what is found" in said
    assert "cases:" not in run("equilibria", "matrix([[2|1,0|0],[0|0,1|2]])", "--first", "1").output
    names = " ".join(f'"{k}"' for k in range(8))
    many = tmp_path / "many.nfg"
    many.write_text(f'NFG 1 R "" {{ {names} }} {{ {"2 " * 8} }} {"0 " * 8 * 2**8}')
    form = as_form(sabot.load(str(many)))[1]
    assert bound_of_search(form).startswith("8 free probabilities: up to about 48,000 cells")


def test_it_is_said_before_the_work_that_only_pure_equilibria_are_listed(tmp_path):
    path = tmp_path / "many.nfg"
    path.write_text(f'NFG 1 R "" {{ "A" "B" "C" }} {{ 5 5 5 }} {"0 1 2 " * 125}')
    said = run("equilibria", str(path)).output
    assert said.startswith("only pure equilibria are listed: 5 x 5 x 5 actions have 12 free")
    assert "--seconds S also searches mixed ones, support by support" in said
    assert "only pure" not in run("equilibria", str(path), "--pure").output
    _, form = as_form(sabot.load(str(path)))
    streamed = equilibria._words_before_search(form, True, stream=True)
    assert streamed.startswith("supports are tried one after the other") and "--seconds" in streamed
    refused = run("equilibria", "kuhn-poker(players=3)").output
    assert "only pure" not in refused, "what is refused is not announced"


def test_a_linear_program_is_not_read_as_a_game(tmp_path):
    program = tmp_path / "game.mps"
    run("export", "matrix([[1,0],[0,1]])", "-o", str(program))
    said = run("equilibria", str(program)).output
    assert "name the game that it was written from" in said and "matrix(file" not in said


def test_a_theorem_on_all_equilibria_counts_its_points():
    said = run("prove", "matrix([[t|1,0|0],[0|0,1|2]], t=*)").output
    assert "every real number t >= 0, in 1 piece and at 1 point" in " ".join(said.split())


ALONE = 'EFG 2 R "" { "Ann" }\np "" 1 1 "" { "a" "b" } 0\nt "" 1 "" { 1 }\nt "" 2 "" { 1 }\n'


@pytest.mark.parametrize(
    ("words", "end"),
    [
        ((), "equilibria: 1 set of equilibria, proved to be all"),
        (("--first", "1"), "1 equilibrium is found, as asked; the list is not complete"),
    ],
)
def test_the_end_of_a_stream_is_said_for_one_player_too(words, end, tmp_path):
    path = tmp_path / "alone.efg"
    path.write_text(ALONE)
    said = run("equilibria", str(path), "--stream", *words)
    assert said.exit_code == 0 and end in said.stderr
