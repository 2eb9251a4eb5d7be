"""The text of a Coq file: what a reader sees of it, and what is refused before it is written.

Whether Coq accepts it is a test of ``tests/interop/test_coq.py``.
"""

import pytest
from click.testing import CliRunner

import sabot
from sabot.cli.program import cli
from sabot.errors import NoMethodError
from sabot.render.coq import MAX_PAYOFFS, MAX_SEQUENCES, require_coq_size, to_coq


def export(*words):
    return CliRunner().invoke(cli, ["export", *words])


def test_information_sets_and_strategies_have_their_names_beside_them():
    text = to_coq(sabot.solve("kuhn-poker"))
    assert "  after 2 2;   (* J,pass,bet: 4 = fold, 5 = call *)\n" in text
    assert "  [(2, 3); (1, 3)];  (* J: pass 2/3, bet 1/3 *)\n" in text
    assert "first has another optimal plan than x.\n" in text
    assert "y is the only optimal plan of second. *)\n" in text


def test_the_statement_of_a_matrix_game_is_short():
    text = to_coq(sabot.solve([[3, 0], [0, 1]]))
    statement = text[text.index("Definition statement") : text.index("(* * The proof")]
    assert "fraction F 3 4 in" in statement and len(statement.splitlines()) == 9


def test_a_label_cannot_end_a_comment(tmp_path):
    path = tmp_path / "hostile.csv"
    path.write_text(',a *) Admitted. (*,"b "" c"\nr,1,0\ns,0,1\n')
    text = to_coq(sabot.solve(path))
    assert "(* -: 2 = a * ) Admitted. ( *, 3 = b ' c *)" in text


def test_the_ending_v_means_a_coq_file(tmp_path):
    target = tmp_path / "pennies.v"
    assert export("matrix([[1,-1],[-1,1]])", "-o", str(target)).exit_code == 0
    assert target.read_text() == export("matrix([[1,-1],[-1,1]])", "--coq").stdout


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("kuhn-poker(players=3)", "3 seats (first, second, third); this needs two seats"),
        ("kuhn-poker(rake=1/20)", "the game is not zero-sum"),
        ("kuhn-poker(ranks=100)", "802 sequences and 49,500 payoffs"),
        ("whist(deal=EWEWWE)", "is solved without a payoff table"),
    ],
)
def test_other_games_are_refused_with_the_reason(game, reason):
    result = export(game, "--coq")
    assert result.exit_code == 5 and reason in result.stderr


def test_the_largest_size_is_accepted_and_one_more_is_not():
    require_coq_size("war", MAX_SEQUENCES, MAX_PAYOFFS)
    for more in ((MAX_SEQUENCES + 1, 1), (2, MAX_PAYOFFS + 1)):
        with pytest.raises(NoMethodError, match="choose a smaller game"):
            require_coq_size("war", *more)
