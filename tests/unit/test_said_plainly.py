"""What a newcomer mistypes: refused for the true reason, at its place, with the remedy."""

import pytest
from tests.unit.test_cli_bad_input import refused, run


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
    refused(run("prove", "matrix(file=m.csv, t=*)"), 3, "m.csv: t stands nowhere", "sabot solve")


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
