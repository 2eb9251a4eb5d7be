"""Games that pay each seat its own: read from pairs, files and lists, or refused with reasons."""

import json
from fractions import Fraction as F

import pytest
from click.testing import CliRunner
from tests.unit.solvers.refinement.classical import HORSE

import sabot
from sabot import BimatrixForm, MatrixForm
from sabot.api.arguments import as_form, as_zero_sum_form
from sabot.cli.program import cli
from sabot.errors import FileError, FormError, GameStringError, NoMethodError, SeatsError
from sabot.forms.base import expected_payoff
from sabot.io.matrix import (
    parse_csv,
    parse_csv_game,
    parse_json_game,
    parse_matrix,
    read_matrix,
    to_csv,
)
from sabot.io.nfg import parse_two_player_nfg, to_nfg
from sabot.render.exports import GAME_WRITERS
from sabot.solvers.correlated import normal_form

SEXES = BimatrixForm.of([[3, 0], [0, 1]], [[1, 0], [0, 3]])


def run(*words, **more):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "80"}, **more)


@pytest.mark.parametrize(
    "game",
    [
        [[(3, 1), (0, 0)], [(0, 0), (1, 3)]],
        [["3|1", "0|0"], ["0|0", "1|3"]],
        [[[3, 1], "0|0"], [(0, 0), "1 | 3"]],
        [[(F(3), "1"), ("0.0", 0)], [(0, 0), ("100%", 3)]],
    ],
)
def test_pairs_are_read_from_nested_lists(game):
    assert as_form(game)[1] == SEXES


def test_two_matrices_make_the_same_game():
    assert BimatrixForm.of_pairs([["3|1", "0|0"], ["0|0", "1|3"]]) == SEXES
    assert BimatrixForm.of_pairs(SEXES.pairs()) == SEXES
    assert SEXES[0, 0] == (3, 1)
    assert SEXES.called == "bimatrix 2 x 2"


def test_each_seat_has_a_denominator_of_its_own():
    game = BimatrixForm.of([["1/2", 1]], [["1/3", 1]])
    assert (game.one.denominator, game.two.denominator) == (2, 3)
    assert game[0, 0] == (F(1, 2), F(1, 3))


def test_payoffs_and_replies_are_each_seats_own():
    plans = [F(1), F(1, 4), F(3, 4)], [F(1), F(1, 2), F(1, 2)]
    assert expected_payoff(SEXES, 0, plans) == F(3, 8) + F(3, 8)
    assert expected_payoff(SEXES, 1, plans) == F(1, 8) + F(9, 8)
    assert SEXES.reply(0, plans)[0].tight == [0, 1]
    assert SEXES.reply(1, plans)[0].tight == [0, 2]


def test_swapping_and_cutting_keep_who_is_paid_what():
    game = BimatrixForm.of_pairs([["1|2", "3|4", "5|6"]], columns=["a", "b", "c"])
    assert game.swapped().pairs() == [["2|1"], ["4|3"], ["6|5"]]
    assert game.swapped().rows == ("a", "b", "c")
    assert game.swapped().seats == ("column", "row")
    assert game.swapped().swapped() == game
    assert game.part([0], [2, 0]).pairs() == [["5|6", "1|2"]]
    assert game.part([0], [2, 0]).columns == ("c", "a")


def test_payoffs_that_sum_to_nothing_are_the_zero_sum_game_that_they_are():
    pennies = [[(1, -1), (-1, 1)], [(-1, 1), (1, -1)]]
    assert as_form(pennies)[1] == MatrixForm.of([[1, -1], [-1, 1]])
    assert sabot.solve(pennies).value == 0
    assert sabot.solve(BimatrixForm.of_pairs(pennies)).zero_sum


def test_what_both_are_paid_together_is_known_where_it_is_the_same():
    assert BimatrixForm.of_pairs([["3|1", "0|4"]]).constant == 4
    assert BimatrixForm.of_pairs([["1/2|1/3", "1/3|1/2"]]).constant == F(5, 6)
    assert SEXES.constant is None
    assert not SEXES.zero_sum
    assert SEXES.obstacle == "row 1, column 1 pays 3 and 1: the game is not zero-sum"


def test_a_form_that_needs_zero_sum_refuses_it():
    with pytest.raises(SeatsError, match="row 1, column 1 pays 3 and 1"):
        as_zero_sum_form(SEXES)
    with pytest.raises(SeatsError, match="pays 3 and 1"):
        sabot.load("matrix([[3|1,0|0],[0|0,1|3]])").form()


# ---------------------------------------------------------------------- files


def test_a_csv_of_pairs_is_read_with_labels_and_without():
    assert parse_csv_game("3|1,0|0\n0|0,1|3") == (SEXES, 0)
    form, both = parse_csv_game(",left,right\nup,3|1,0|0\ndown,0|0,1|3")
    assert (form.rows, form.columns, both) == (("up", "down"), ("left", "right"), 0)
    assert parse_csv_game(to_csv(form))[0] == form


def test_pairs_that_add_up_to_the_same_are_a_game_of_rows():
    form, both = parse_csv_game("3|1,0|4\n2|2,1|3")
    assert form == MatrixForm.of([[3, 0], [2, 1]])
    assert both == 4


def test_json_and_nfg_hold_pairs_too():
    assert parse_json_game('[[[3, 1], "0|0"], [[0, 0.0], ["1", 3]]]')[0] == SEXES
    assert parse_json_game('{"payoffs": [["3|1"]], "rows": ["up"]}')[0].rows == ("up",)
    assert parse_two_player_nfg(to_nfg(SEXES, "sexes")) == SEXES
    assert parse_matrix(to_nfg(SEXES, "sexes")) == parse_matrix("3|1,0|0\n0|0,1|3") == (SEXES, 0)


def test_an_nfg_by_outcomes_pays_each_player_its_own():
    text = 'NFG 1 R "" { "A" "B" } { 2 1 } { { "a" 1 2 } { "b" 3/2 4 } } 1 2'
    assert parse_two_player_nfg(text).pairs() == [["1|2"], ["3/2|4"]]


def test_a_game_string_holds_pairs_and_prints_to_itself():
    game = sabot.load("matrix([[3|1, 0|0],[0|0, 1|3]])")
    assert str(game) == "matrix(payoffs=[[3|1,0|0],[0|0,1|3]])"
    assert sabot.load(str(game)) == game
    assert as_form(game)[1] == SEXES


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("3|1,0\n0|0,1|3", "line 1, column 2: '0' does not pay both seats"),
        ("3|1,0|\n0|0,1|3", r"line 1, column 2: '0\|' does not pay both seats"),
        (",a,b\nup,3|1,0|0\ndown,1|2|3,1|3", r"line 3, column 2: '1\|2\|3' does not pay both"),
        ("3|1,0|x\n0|0,1|3", r"line 1, column 2: '0\|x' does not pay both seats"),
        ("3|1,0|0\n0|0", "ragged: row 1 has 2 entries, row 2 has 1"),
    ],
)
def test_a_csv_that_pays_one_seat_only_is_refused_by_its_place(text, reason, tmp_path):
    path = tmp_path / "game.csv"
    path.write_text(text)
    with pytest.raises(FileError, match=reason):
        read_matrix(path)


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ([[(3, 1), 0]], "row 1, column 2: '0' is the payoff of one seat only"),
        ([[(3, 1), (1,)]], "row 1, column 2: .* is the payoff of one seat only"),
        ([[(3, 1), (1, 2, 3)]], "row 1, column 2: .* is 3 payoffs"),
        ([[(3, 1)], [(1, 2), (3, 4)]], "ragged"),
        ([["3|"]], "a pair with a payoff missing"),
        ([[(3, 0.5)]], "float"),
        ([[(3, "x")]], "row 1, column 1: 'x' is not an exact number"),
        ([[]], "empty"),
    ],
)
def test_lists_that_pay_one_seat_only_are_refused(game, reason):
    with pytest.raises(FormError, match=reason):
        sabot.solve(game)


def test_matrices_of_two_sizes_are_refused():
    with pytest.raises(FormError, match="differ in size: 1 x 2 and 2 x 1"):
        BimatrixForm.of([[1, 2]], [[1], [2]])


@pytest.mark.parametrize(
    ("payoffs", "reason"),
    [
        ("[[3|1,0]]", "row 1, column 2: '0' is the payoff of one seat only"),
        ("[[3|1,0|]]", r"row 1, column 2: '0\|' is a pair with a payoff missing"),
        ("[[3|1],[0|0|1]]", r"row 2, column 1: '0\|0\|1' is 3 payoffs"),
        ("[[3|1,x|0]]", "row 1, column 2: 'x' is not an exact number"),
        ("[[3,1/0]]", "row 1, column 2: '1/0' divides by zero"),
    ],
)
def test_a_game_string_that_pays_one_seat_only_is_refused_by_its_place(payoffs, reason):
    with pytest.raises(GameStringError, match=reason):
        sabot.load(f"matrix({payoffs})")


def test_json_with_what_is_no_number_in_a_pair_is_refused():
    with pytest.raises(FormError, match=r"row 1, column 1: .* is not a number"):
        parse_json_game("[[[3, null]]]")


def test_a_reader_of_zero_sum_games_refuses_pairs_of_other_sums():
    with pytest.raises(FormError, match="not zero-sum, nor constant-sum"):
        parse_csv("3|1,0|0")


def test_an_nfg_for_three_is_refused_by_verbs_for_two(tmp_path):
    path = tmp_path / "three.nfg"
    path.write_text('NFG 1 R "t" { "A" "B" "C" } { 1 1 1 } 1 2 3')
    for verb in (["reduce"], ["value", "--strategy", "optimal"], ["export", "--csv"]):
        result = run(verb[0], str(path), *verb[1:])
        assert result.exit_code == 5
        assert "3 seats (A, B, C)" in result.stderr
        assert "Traceback" not in result.output


def test_a_table_for_three_has_no_two_players_of_one_name(tmp_path):
    path = tmp_path / "twins.nfg"
    path.write_text(f'NFG 1 R "" {{ "A" "A" "C" }} {{ 2 2 2 }} {"0 " * 24}')
    with pytest.raises(FileError, match=r"two players are called 'A'; rename one"):
        sabot.equilibria(str(path))


def test_what_is_refused_is_named_as_the_user_wrote_it(tmp_path):
    path = tmp_path / "mixed.json"
    path.write_text("[[[1,2],[3,4,5]]]")
    with pytest.raises(FileError, match=r"row 1, column 2: \[3, 4, 5\] is 3 payoffs"):
        sabot.solve(str(path))
    three = tmp_path / "three.nfg"
    three.write_text(f'NFG 1 R "" {{ "A" "B" "C" }} {{ 2 2 2 }} {"0 " * 24}')
    said = CliRunner().invoke(cli, ["export", str(three), "-o", str(tmp_path / "three.lp")])
    assert ".lp and .mps files are written of games with two seats" in said.stderr


def test_a_bimatrix_comes_through_a_pipe_and_goes_out_again():
    result = run("solve", "-", "--json", input="3|1,0|0\n0|0,1|3\n")
    assert json.loads(result.stdout)["payoffs"] == ["3", "1"]
    out = run("export", "matrix([[3|1,0|0],[0|0,1|3]])", "--csv")
    assert parse_csv_game(out.stdout)[0] == SEXES
    out = run("export", "matrix([[3|1,0|0],[0|0,1|3]])", "--nfg")
    assert parse_two_player_nfg(out.stdout) == SEXES


COIN_FOR_THREE = """EFG 2 R "a coin, and a player who does nothing" { "A" "B" "C" }
c "" 1 "" { "heads" 1/3 "tails" 2/3 } 0
p "" 1 1 "h" { "l" "r" } 0
t "" 1 "" { 1/2 0 1 }
p "" 2 1 "b" { "l" "r" } 0
t "" 2 "" { 3 1 0 }
t "" 3 "" { 0 2 0 }
p "" 1 2 "t" { "l" "r" } 0
t "" 4 "" { 1 1/5 1 }
t "" 5 "" { 0 0 -1/7 }
"""


@pytest.mark.parametrize("text", [HORSE, COIN_FOR_THREE])
def test_the_normal_form_of_a_tree_for_three_pays_what_the_tree_pays(text, tmp_path):
    tree = tmp_path / "tree.efg"
    tree.write_text(text)
    written = tmp_path / "tree.nfg"
    written.write_text(GAME_WRITERS["nfg"](sabot.load(str(tree)), False))
    one, two = (normal_form("", as_form(sabot.load(str(file)))[1]) for file in (tree, written))
    for ours, theirs in zip(one.tables, two.tables, strict=True):
        below = F(two.form.denominator, one.form.denominator)
        assert (ours * below == theirs).all()


def test_a_normal_form_with_too_many_payoffs_is_refused_before_it_is_made():
    with pytest.raises(NoMethodError, match=r"an \.nfg file has at most 4,000,000\n  --efg"):
        GAME_WRITERS["nfg"](sabot.load("kuhn-poker(players=3)"), False)
