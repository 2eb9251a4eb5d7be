import os
import re
import tracemalloc
from dataclasses import replace
from fractions import Fraction

import pytest
from click.testing import CliRunner

import sabot
from sabot import MatrixForm
from sabot.cli.program import cli
from sabot.errors import FileError, FormError
from sabot.forms.sequence import reduced_matrix_form
from sabot.io.matrix import parse_csv, parse_json_game, parse_matrix, read_matrix, to_csv
from sabot.io.nfg import to_nfg
from sabot.io.polynomial_matrix import parse_polynomial_csv

GAME = MatrixForm.of([["1/2", -1], [0, "0.25"]], rows=["up", "down"], columns=["left", "right"])


# ---------------------------------------------------------------------- CSV


@pytest.mark.parametrize(
    ("text", "rows", "columns"),
    [
        ("1/2,-1\n0,0.25", ("1", "2"), ("1", "2")),
        (",left,right\nup,1/2,-1\ndown,0,25%\n", ("up", "down"), ("left", "right")),
        ("left,right\nup,1/2,-1\ndown,0,25%\n", ("up", "down"), ("left", "right")),
        ("pay,left,right\nup,1/2,-1\ndown,0,25%\n", ("up", "down"), ("left", "right")),
        ("left,right\r\n1/2,-1\r\n0,0.25\r\n", ("1", "2"), ("left", "right")),
        ("up,1/2,-1\ndown,0,0.25", ("up", "down"), ("1", "2")),
        ("\n 1/2 , -1 \n\n,,\n0,0.25\n\n", ("1", "2"), ("1", "2")),
        ('"up, up",1/2,-1\n"do""wn",0,0.25', ("up, up", 'do"wn'), ("1", "2")),
        ("row\\column,7,8\n5,1/2,-1\n6,0,1/4", ("5", "6"), ("7", "8")),
    ],
)
def test_csv_is_read_with_or_without_labels(text, rows, columns):
    form = parse_csv(text)
    assert (form.payoffs, form.denominator) == (GAME.payoffs, GAME.denominator)
    assert (form.rows, form.columns) == (rows, columns)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("1,x\n3,4", "line 1, column 1: '1'"),
        ("a,1;2\nb,3", "line 1, column 2: '1;2'"),
        ("1.000.000,2.000.000\n1,2", "line 1, column 1: '1.000.000'"),
        ("\u0661,\u0662\n1,2", "line 1, column 1"),
        ("1.000.000,2\n3.000.000,4", "line 1, column 1: '1.000.000'"),
        ("x,1\n1 000,2", "line 2, column 1: '1 000'"),
        ("$1,$2\n3,4", "line 1, column 1: '$1'"),
        ("(1),(2)\n3,4", "line 1, column 1: '(1)'"),
        ("'1,'2\n3,4", 'line 1, column 1: "\'1"'),
        ("\u00bd,\u00bc\n3,4", "line 1, column 1: '\u00bd'"),
        ("NaN,inf\n3,4", "line 1, column 1: 'NaN'"),
        ("a,-Infinity\n3,4", "line 1, column 2: '-Infinity'"),
        ("5\n\u20ac6\n", "line 2, column 1: '\u20ac6'"),
    ],
)
def test_what_looks_like_a_number_is_no_label(text, place):
    with pytest.raises(FormError, match=re.escape(place)):
        parse_csv(text)


def test_words_with_digits_in_them_are_labels():
    assert parse_csv("e5,x1,bet 2,nano\n3,4,5,6").columns == ("e5", "x1", "bet 2", "nano")


def test_numbers_in_a_list_are_labels():
    form = parse_csv(",0-0-4,0-1-3\n0-4-0,1,2\n1:1:2,3,4\n2/1/1,5,6")
    assert form.columns == ("0-0-4", "0-1-3")
    assert form.rows == ("0-4-0", "1:1:2", "2/1/1")
    assert parse_csv("0-0-4,1\n0-1-3,2").rows == ("0-0-4", "0-1-3")
    for label in ("3-1", "1/2/", "1-2:3"):  # perhaps two payoffs, or one mistyped
        with pytest.raises(FormError, match="looks like a number"):
            parse_csv(f"{label},x\n1,2")


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("a;b\n1;2", "commas"),
        ("a\tb\n1\t2", "commas"),
        ("1,-t\n0,1", "sabot prove 'matrix(file=..., t=*)'"),
        ("1,2*x - 1\n0,1", "sabot prove 'matrix(file=..., x=*)'"),
    ],
)
def test_a_cell_that_is_no_number_is_told_what_it_may_be(text, remedy):
    with pytest.raises(FormError, match=re.escape(remedy)):
        parse_csv(text)


def test_numbers_are_labels_under_the_corner():
    assert parse_csv("row\\column,1;2,2nd\n1 000,1,2").columns == ("1;2", "2nd")


def test_the_minus_sign_of_print_is_a_minus_sign():
    # read as labels, the first line would leave another game with the value -4
    form = parse_csv("\u22121,\u22123\n\u22124,\u20132")
    assert form.payoffs == ((-1, -3), (-4, -2))
    assert sabot.solve(form).value == Fraction(-5, 2)


def test_one_column_and_one_cell_are_matrices_too():
    assert parse_csv("a\n1\n2").columns == ("a",)
    assert parse_csv("1\n2").shape == (2, 1)
    assert parse_csv("7").payoffs == ((7,),)
    assert parse_csv("up,1\ndown,2").rows == ("up", "down")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("\n , \n", "empty"),
        ("a,b,c", "no numbers under them"),
        ("1,2\n3", "^line 2: the matrix is ragged: row 1 has 2 entries, row 2 has 1"),
        ("x,a,b\nr,1,2\ns,1", "^line 3: the matrix is ragged: row 1 has 2 entries, row 2 has 1"),
        ("1,2\n3,x", "line 2, column 2: 'x'"),
        ("1,2\n3,", "line 2, column 2: ''"),
        (",2\n3,4", "line 1, column 1: ''"),
        ("a,b\n1,2,3", "^line 1: 2 column labels for 3 columns of numbers in line 2"),
        ("a,a\n1,2", "'a' is used twice"),
        ("1;2\n3;4", "looks like a number"),
        ("1,nan", "'nan'"),
        ("1,1e999999", "digits"),
        ('1,"2\n3', "ragged|not an exact number|not CSV"),
    ],
)
def test_a_broken_csv_is_refused_with_the_place(text, reason):
    with pytest.raises(FormError, match=reason):
        parse_csv(text)


@pytest.mark.parametrize("counts", ["10000000 1", "9000000 9000000 9000000", "9" * 90_000 + " 1"])
def test_a_large_promise_costs_nothing(counts):
    tracemalloc.start()
    with pytest.raises(FormError):
        parse_matrix(f'NFG 1 R "t" {{ "A" "B" }} {{ {counts} }} 1 -1')[0]
    assert tracemalloc.get_traced_memory()[1] < 2**21
    tracemalloc.stop()


@pytest.mark.parametrize(
    "form",
    [
        GAME,
        MatrixForm.of([[1, 2], [3, 4]]),
        MatrixForm.of([[1, 2]], rows=["1/2"], columns=["50%", "x"]),
        MatrixForm.of([[5]]),
        MatrixForm.of([[1], [2]], rows=['a"b,c', "'quoted'"]),
        MatrixForm.of([[1, 2]], columns=["冬", "üé; \\"]),
        sabot.load("le-her(ranks=3, strategies=threshold)").form(),
    ],
)
def test_csv_that_we_write_reads_back(form):
    again = parse_csv(to_csv(form))
    assert (again.payoffs, again.denominator) == (form.payoffs, form.denominator)
    assert (again.rows, again.columns) == (form.rows, form.columns)


# ---------------------------------------------------------------------- JSON


def test_json_is_a_list_of_rows_or_an_object_with_labels():
    assert parse_json_game('[["1/2", -1], [0, 0.25]]')[0].payoffs == GAME.payoffs
    labels = '"rows": ["up", "down"], "columns": ["left", "right"]'
    assert parse_json_game('{"payoffs": [["1/2", -1], [0, 0.25]], ' + labels + "}")[0] == GAME


def test_numbers_in_json_are_exact():
    assert parse_json_game("[[0.1]]")[0][0, 0] == Fraction(1, 10)
    assert parse_json_game("[[1e-3]]")[0][0, 0] == Fraction(1, 1000)
    assert parse_json_game("[[" + "9" * 5000 + "]]")[0][0, 0] == 10**5000 - 1


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "{",
            "[[1,2],[3",
            "7",
            '"x"',
            "{}",
            "[1,2]",
            "[[1,2],3]",
            "[[1],[2,3]]",
            "[]",
            "[[]]",
        ),
        *("[[NaN]]", "[[Infinity]]", "[[null]]", "[[[1]]]", "[" * 100_000, '{"payoffs": 3}'),
        *('{"payoffs": [[1]], "rows": "a"}', '{"payoffs": [[1]], "rows": ["a", "b"]}', '[["x"]]'),
        "[[1e999999]]",
    ],
)
def test_broken_json_is_refused(text):
    with pytest.raises(FormError) as caught:
        parse_json_game(text)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[[1, true]]", "row 1, column 2: true is not a number"),
        ("[[1], [false]]", "row 2, column 1: false is not a number"),
        ("[[1, null]]", "row 1, column 2: null is not a number"),
        ("[[NaN]]", "NaN is not a number"),
        ("[[-Infinity]]", "-Infinity is not a number"),
        ('{"payoffs": [[1]], "payoffs": [[2]]}', "'payoffs' is given twice"),
        ('{"payoffs": [[1]], "row": ["a"]}', "did you mean 'rows'?"),
    ],
)
def test_json_that_could_be_another_game_is_refused_with_its_place(text, reason):
    with pytest.raises(FormError, match=re.escape(reason)):
        parse_json_game(text)


# ---------------------------------------------------------------------- NFG


def test_nfg_lists_payoffs_with_the_first_player_moving_fastest():
    form = parse_matrix('NFG 1 R "t" { "A" "B" } { 2 3 } 1 -1 2 -2 3 -3 4 -4 5 -5 6 -6')[0]
    assert form.payoffs == ((1, 3, 5), (2, 4, 6))


def test_nfg_may_name_strategies_and_have_a_comment():
    text = """NFG 1 D "title" { "A" "B" }
    { { "up" "down" } { "left" "right" } }
    "a comment"

    1/2 -1/2 0 0 -1 1 0.25 -0.25
    """
    assert parse_matrix(text)[0] == replace(GAME, seats=("A", "B"))


def test_nfg_has_an_outcome_version():
    text = """NFG 1 R "out" { "A" "B" } { { "u" "d" } { "l" "r" } } ""
    { { "win" 1, -1 } { "lose" -1, 1 } }
    1 2 0 1
    """
    form = parse_matrix(text)[0]
    assert form.payoffs == ((1, 0), (-1, 1))
    assert form.rows == ("u", "d")


def test_nfg_labels_that_are_missing_or_repeated_become_numbers():
    form = parse_matrix('NFG 1 R "" { "A" "B" } { { "x" "x" } { "" "r" } } 1 -1 2 -2 3 -3 4 -4')[0]
    assert (form.rows, form.columns) == (("1", "2"), ("1", "2"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the file is empty; it must begin with"),
        ("EFG 2 R", "not an .nfg"),
        ("NFG 2 R", "not an .nfg"),
        ('NFG 1 R "t" { "A" "B" "C" } { 2 2 2 } 1 2 3', "3 players"),
        ('NFG 1 R "t" { "A" } { 2 } 1 2', "1 players"),
        ('NFG 1 R "t" { "A" "B" } { 2 2 2 } 1', "third player"),
        ('NFG 1 R "t" { "A" "B" } { 2 } 1', "each of the two players"),
        ('NFG 1 R "t" { "A" "B" } { 2 2 } 1 -1 1 -1 0 0 0', "ends where a payoff"),
        ('NFG 1 R "t" { "A" "B" } { 0 2 }', "at least one strategy"),
        ('NFG 1 R "t" { "A" "B" } { -1 2 }', "expected a number of strategies, found '-1'"),
        ('NFG 1 R "t" { "A" "B" } { 99999999 2 }', "99,999,999 x 2 strategies: a table of at most"),
        (
            'NFG 1 R "t" { "A" "B" } { 1000000000 2 }',
            "a number of strategies, at most 999,999,999; found 1000000000",
        ),
        ('NFG 1 R "t" { "A" "B" } { 9999 9999 }', "a table of at most 10,000,000 cells"),
        ('NFG 1 R "t" { "A" "B" } { 5000000 2 } 1 -1', "promised, and the file is too short"),
        ('NFG 1 R "t" { "A" "A" } { 1 1 } 0 0', "both players"),
        ('NFG 1 R "t" { "A" "B" ', "ends where"),
        ('NFG 1 R "t" { "A" B } { 1 1 } 0 0', "quoted text"),
        ('NFG 1 R "t" { "A" "B" } { 1 1 } { { "o" 1 -1 } } 2', "outcome 2; there are 1"),
        ('NFG 1 R "t" { "A" "B" } { 1 1 } { { "o" 1 -1 } }', "ends where"),
        ('NFG 1 R "t" { "A" "B" } { 1 1 } { { "o" 1 } } 1', "not an exact number"),
        ('NFG 1 R "t" { "A" "B" } { 1 1 } x -1', "not an exact number"),
    ],
)
def test_a_broken_nfg_is_refused_with_the_reason(tmp_path, text, reason):
    path = tmp_path / "game.nfg"
    path.write_text(text)
    with pytest.raises(FileError, match=reason):
        read_matrix(path)


@pytest.mark.parametrize(
    "form",
    [
        GAME,
        MatrixForm.of([[1, 2], [3, 4]]),
        MatrixForm.of([["-1/3"]], rows=["a b {c}"], columns=["d, e"]),
        MatrixForm.of([[1, 2]], columns=['say "yes"', "say 'yes'"]),
        sabot.load("le-her(ranks=4, strategies=threshold)").form(),
    ],
)
def test_nfg_that_we_write_reads_back(form):
    again = parse_matrix(to_nfg(form, 'the "title"'))[0]
    assert (again.payoffs, again.denominator) == (form.payoffs, form.denominator)
    assert (again.rows, again.columns) == (form.rows, form.columns)
    assert again.seats == form.seats


def test_the_players_of_an_nfg_sit_down_under_their_names(tmp_path):
    path = tmp_path / "toss.nfg"
    path.write_text('NFG 1 R "toss" { "Alice" "" } { 2 2 } 4 0 2 2 2 2 4 0', encoding="utf-8")
    name = f"matrix(file={path})"
    game = sabot.load(name)
    assert game.seats == game.form().seats == game.tree().seats == ("Alice", "column")
    solution = sabot.solve(name)
    assert solution["Alice"]["-"] == {"1": Fraction(1, 2), "2": Fraction(1, 2)}
    assert sabot.check(solution, rules=True) == solution.value == 3
    judged = sabot.value(name, {"Alice": {"-": "1"}})
    assert judged["Alice"].secures == 2
    for verb in (["show"], ["solve"], ["play", "--hands", "1"], ["simulate", "--hands", "5"]):
        done = CliRunner().invoke(cli, [verb[0], name, *verb[1:]], input="1\n")
        assert "Alice" in done.stdout and "the row" not in done.stdout.partition("seats")[2]
        assert done.exit_code == 0
    told = CliRunner().invoke(cli, ["solve", name])
    assert "column is paid 4 less the value" in told.stderr


def test_a_backslash_cannot_be_written_as_nfg():
    with pytest.raises(FormError, match="backslash"):
        to_nfg(MatrixForm.of([[1, 2]], columns=["back\\slash", "b"]), "t")


# ---------------------------------------------------------------------- files


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("g.csv", ",left,right\nup,1/2,-1\ndown,0,1/4\n"),
        ("g.txt", "\ufeff,left,right\nup,1/2,-1\ndown,0,1/4\n"),
        (
            "g.JSON",
            '{"payoffs":[[0.5,-1],[0,0.25]],"rows":["up","down"],"columns":["left","right"]}',
        ),
        ("g.nfg", to_nfg(GAME, "g")),
    ],
)
def test_the_suffix_says_how_a_file_is_written(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert read_matrix(path)[0] == GAME
    game = sabot.load(f"matrix(file={path})")
    assert game.form() == GAME
    assert game.cost() == "a 2 x 2 matrix"
    assert sabot.solve(game).value == sabot.solve(GAME).value


def test_a_matrix_game_is_the_same_by_its_rules(tmp_path):
    path = tmp_path / "g.csv"
    path.write_text("3,-1,2\n0,4,-5\n")
    game = sabot.load(f"matrix(file={path})")
    walked = sabot.forms.sequence.sequence_form_of_tree(game.tree())
    assert sabot.solve(walked).value == sabot.solve(game).value
    assert reduced_matrix_form(walked).payoffs == game.form().payoffs


def test_a_file_that_changed_is_read_again(tmp_path):
    path = tmp_path / "g.csv"
    path.write_text("1,2\n3,4")
    game = sabot.load(f"matrix(file={path})")
    assert game.form().payoffs[0][0] == 1
    path.write_text("5,2\n3")
    os.utime(path, ns=(1, 1))
    with pytest.raises(FileError, match="ragged"):
        game.form()


@pytest.mark.parametrize("name", ["none.csv", "."])
def test_a_file_that_cannot_be_read_is_named(tmp_path, name):
    with pytest.raises(FileError, match="cannot be read"):
        read_matrix(tmp_path / name)
    with pytest.raises(FileError, match="cannot be read"):
        sabot.solve(f"matrix(file={tmp_path / name})")


def test_bytes_that_are_no_text_are_refused(tmp_path):
    path = tmp_path / "g.csv"
    path.write_bytes(b"1,2\n\xff\xfe")
    with pytest.raises(FileError, match="byte 4 is not UTF-8"):
        read_matrix(path)


def test_an_error_in_a_file_names_the_file(tmp_path):
    path = tmp_path / "odd.csv"
    path.write_text("1,2\n3,x")
    with pytest.raises(FileError, match=r"odd\.csv: line 2, column 2"):
        sabot.solve(f"matrix(file={path})")


def test_a_constant_sum_nfg_is_solved_and_its_constant_said(tmp_path):
    path = tmp_path / "five.nfg"
    path.write_text('NFG 1 R "t" { "A" "B" } { 2 2 } 5 0 0 5 0 5 5 0')
    found = sabot.solve(str(path))
    assert sabot.check(found) == found.value == Fraction(5, 2)
    result = CliRunner().invoke(cli, ["solve", str(path)])
    assert result.exit_code == 0
    assert "the payoffs of the file add up to 5: B is paid 5 less the value" in result.stderr
    zero = CliRunner().invoke(cli, ["solve", "matrix([[1,-1],[-1,1]])"])
    assert "add up" not in zero.stderr


@pytest.mark.parametrize("head", ["$1,$2", "\u00bd,\u00bc", "NaN,inf", "[1],[2]"])
def test_a_first_line_that_looks_like_numbers_is_no_line_of_labels_of_polynomials(head):
    with pytest.raises(FormError, match="nor surely a label"):
        parse_polynomial_csv(f"{head}\nt,1\n1,t", "t")
