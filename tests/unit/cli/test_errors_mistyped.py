"""What a newcomer mistypes: refused for the true reason, at its place, with the remedy."""

import json

import pytest
from tests.unit.cli.test_errors_bad_input import refused, run


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def put(name, text):
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)
    return name


# ---------------------------------------------------------------------- matrices in files


@pytest.mark.parametrize("text", ["t,s\n-1,1\n", "s,t s\n-1,t\n"])
def test_a_first_line_with_the_letter_in_it_is_no_line_of_labels(text):
    put("q.csv", text)
    game = "matrix(file=q.csv, t=*)"
    refused(run("prove", game), 3, "q.csv: line 1, column ", "'s' is not a polynomial in t")


def test_labels_with_the_letter_among_them_may_stand_under_a_corner():
    put("q.csv", "row\\column,t,s\nup,t,1\ndown,0,1\n")
    assert run("prove", "matrix(file=q.csv, t=*)").exit_code == 0


@pytest.mark.parametrize("text", ["1,2\n-1,1\n", "row\\column,t,s\nup,1,2\n"])
def test_a_letter_that_stands_nowhere_is_no_parameter(text):
    put("m.csv", text)
    refused(run("prove", "matrix(file=m.csv, t=*)"), 3, "m.csv: t is in none", "sabot solve")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1/t,2\n-1,1\n", "line 1, column 1: '1/t' divides by t"),
        (",left,right\nup,0,1/t\n", "line 2, column 3: '1/t' divides by t"),
        (
            "0,t**t\n-1,1\n",
            "line 1, column 2: 't**t' is not a polynomial in t: a power is a whole number",
        ),
        ("1,2\n-1,1\n", "every payoff is a number"),
        (",left,right\nup,1,2\n", "every payoff is a number"),
    ],
)
def test_a_file_that_cannot_be_proved_is_refused_for_its_own_reason(text, reason):
    refused(run("prove", put("p.csv", text)), 3, f"p.csv: {reason}")


@pytest.mark.parametrize(
    ("text", "line"), [("# c\n1,2\n", 1), ("# c, d\n1,2\n", 1), ("1,2\n\n# c\n3,4\n", 3)]
)
def test_a_remark_in_a_matrix_is_refused_with_its_line(text, line):
    refused(run("solve", put("c.csv", text)), 3, f"c.csv: line {line}: '# c", "remarks")


def test_a_label_may_begin_as_a_remark_does():
    assert run("solve", put("c.csv", ",left,right\n# up,1,2\n# down,3,4\n")).exit_code == 0


def test_of_a_matrix_that_is_not_there_nothing_is_told():
    for game in ("no.csv", "matrix(file=no.csv)"):
        refused(run("show", game), 3, "no.csv: cannot be read")


def test_labels_that_do_not_fit_are_the_fault_of_their_own_parameter():
    refused(run("solve", "matrix(payoffs=[[1,2]],rows=[a,b])"), 2, "\n  rows: 2 row labels")
    refused(run("solve", "matrix(payoffs=[[1,2]],columns=[a])"), 2, "\n  columns: 1 column labels")


# ---------------------------------------------------------------------- game strings and options


@pytest.mark.parametrize(
    ("game", "phrases"),
    [
        ("matrix(payoffs=[[1,2],rows=[a])", ["character 16", "closed by ')'", "']' before"]),
        ("matrix([[1,2])", ["closed by ')'", "']' before that"]),
        ("kuhn(bet=1))", ["character 12: this ')' closes no bracket"]),
        ("kuhn(bet=[1)", ["character 10", "closed by ')'"]),
    ],
)
def test_a_bracket_without_its_other_is_named_by_its_place(game, phrases):
    refused(run("solve", game), 2, *phrases)


def test_a_bracket_in_quotes_needs_no_other():
    put("a(1.csv", "1,2\n")
    assert run("solve", "matrix(file='a(1.csv')").exit_code == 0


@pytest.mark.parametrize("game", ["kuhn-poker(bet=*)", "matrix(file=m.csv, t=*)"])
def test_where_one_game_is_wanted_a_star_leads_to_prove(game):
    refused(run("solve", game), 2, "'*' leaves it open", f"sabot prove '{game}'")


def test_a_star_where_none_may_stand_leads_nowhere():
    result = run("solve", "kuhn-poker(ranks=*)")
    assert refused(result, 2, "ranks: ") and "sabot prove" not in result.stderr


def test_only_an_option_with_a_name_near_to_it_is_suggested():
    for verb in ("solve", "sweep"):
        result = run(verb, "kuhn", "--nope")
        assert refused(result, 2, "no such option", "--nope") and "mean" not in result.stderr
    assert "--force" not in run("solve", "kuhn", "--forse").stderr
    refused(run("solve", "kuhn", "--jso"), 2, "Did you mean '--json'?")


# ---------------------------------------------------------------------- files of one's own


@pytest.mark.parametrize("source", ["", " ", "first="])
def test_a_strategy_without_a_file_is_told_what_to_write(source):
    refused(run("value", "kuhn", "--strategy", source), 2, repr(source), "--strategy first=FILE")


def test_a_strategy_file_of_another_shape_is_told_its_own():
    shape = 'a strategy file holds {"first": {view: action}}'
    put("s.json", "[]")
    refused(run("value", "kuhn", "--strategy", "s.json"), 3, "not one JSON object", shape)
    put("s.json", "[" * 100_000)
    refused(run("value", "kuhn", "--strategy", "s.json"), 3, "s.json: nested too deeply", shape)


@pytest.mark.parametrize("words", [("check",), ("value", "kuhn", "--strategy")])
def test_a_key_given_twice_is_not_called_broken_json(words):
    put("d.json", '{"first": {}, "first": {}}')
    result = run(*words, "d.json")
    assert refused(result, 3, "d.json: 'first' is given twice") and "not JSON" not in result.stderr


@pytest.mark.parametrize("verb", ["solve", "table", "check"])
def test_json_that_is_nested_too_deeply_is_said_to_be(verb):
    refused(run(verb, put("deep.json", "[" * 100_000)), 3, "deep.json: nested too deeply")


@pytest.mark.parametrize(
    ("name", "text", "what"),
    [
        ("k.tex", "% kuhn", "LaTeX"),
        ("k.md", "| a |", "Markdown"),
        ("s.csv", "game,value,decimal,error\nkuhn,1,1,\n", "the rows of a sweep"),
        ("s.csv", "seat,view,action,chance,decimal\nfirst,J,pass,1,1\n", "strategies"),
    ],
)
def test_a_table_is_not_made_of_a_table(name, text, what):
    refused(run("table", put(name, text)), 3, f"{name}: holds {what}", ".json")


def test_the_sheets_of_a_sweep_and_of_a_solution_are_known_by_how_they_begin():
    for verb, game in (("sweep", "kuhn(bet=1..2)"), ("table", "kuhn")):
        assert run(verb, game, "-o", f"{verb}.csv").exit_code == 0
        refused(run("table", f"{verb}.csv"), 3, "as a sheet")


# ---------------------------------------------------------------------- two who may both win

DILEMMA = """EFG 2 R "" { "A" "B" }
p "" 1 1 "-" { "c" "d" } 0
p "" 2 1 "-" { "c" "d" } 0 t "" 1 "" { 2 2 } t "" 2 "" { 0 3 }
p "" 2 1 0 t "" 3 "" { 3 0 } t "" 4 "" { 1 1 }
"""


def test_a_tree_of_two_who_may_both_win_is_judged():
    put("d.efg", DILEMMA)
    put("s.json", '{"A": {"-": "c"}, "B": {"-": "d"}}')
    judged = json.loads(run("value", "d.efg", "--strategy", "s.json", "--json").stdout)
    assert (judged["payoffs"], judged["gains"]) == (["0", "3"], ["1", "0"])
    for words in (["size"], ["show"], ["simulate", "--hands", "9", "--strategy", "s.json"]):
        assert run(words[0], "d.efg", *words[1:]).exit_code == 0


def test_a_tree_of_two_who_may_both_win_is_solved_and_reduced():
    put("d.efg", DILEMMA)
    solved = json.loads(run("solve", "d.efg", "--json").stdout)
    assert (solved["payoffs"], solved["gains"]) == (["1", "1"], ["0", "0"])
    assert json.loads(run("equilibria", "d.efg", "--json").stdout)["count"] == 1
    assert "Every equilibrium of what is left" in run("reduce", "d.efg").stdout


def test_pure_strategies_have_their_views_in_the_games_order():
    """A tree comes to the second seat's Q before its J; a person does not."""
    text = run("reduce", "kuhn-poker", "--weak").stdout
    assert "2. second J,pass:pass J,bet:fold Q,pass:pass Q,bet:fold K,pass:pass" in text
    assert "1. first J:pass J,pass,bet:fold Q:pass" in text


@pytest.mark.parametrize(
    ("game", "why"),
    [
        ("kuhn-poker(rake=*)", "cannot be left open in a theorem"),
        ("kuhn-poker(bet=*, ante=*)", "leaves exactly one parameter open"),
        ("matrix([[1/t,0],[0,1]])", "divides by t"),
    ],
)
def test_size_refuses_a_theorem_for_the_same_reason_as_prove(game, why):
    told = [run(verb, game) for verb in ("size", "prove")]
    assert why in told[0].stderr and told[0].stderr == told[1].stderr
