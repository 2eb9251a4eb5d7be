"""Theorems for a paper and a wiki: statements that are complete, and arguments in words."""

from fractions import Fraction
from io import StringIO

import pytest
from rich.console import Console
from tests.unit.solvers.parametric.test_prove import matrix_game

import sabot
from sabot.forms.algebra.rational_function import Formula
from sabot.render.text import player_name, printable
from sabot.render.views import parametric
from sabot.render.views.parametric import theorem_view
from sabot.render.views.theorem_parts import summarize_regions
from sabot.render.writers.terminal import to_rich


def printed(proof):
    console = Console(width=80, record=True, file=StringIO())
    console.print(to_rich(theorem_view(proof)))
    return console.export_text()


def one_line(text):
    return " ".join(text.split())


@pytest.mark.parametrize(
    "game", ["le-her(ranks=20, suits=*)", "kuhn-poker(bet=*)", "baccara(model=B1, decks=*)"]
)
@pytest.mark.parametrize("write", [sabot.Proof.to_latex, sabot.Proof.to_markdown])
def test_every_claim_has_its_argument(game, write):
    proof = sabot.prove(game)
    text = one_line(write(proof))
    for seat in proof.seats:
        claims = {piece["unique"][seat] for piece in proof.pieces}
        assert (True in claims) == (f"The only optimal strategy of {player_name(seat)} " in text)
        assert (False in claims) == (
            f"The strategy given for {player_name(seat)} is not the only" in text
        )


def test_the_argument_names_its_equations():
    text = one_line(sabot.prove("baccara(model=B1, decks=*)").to_latex())
    assert "2 linear equations (Player at 5: the probabilities add up; Banker at 6,-: draw" in text
    assert r"if $1 \le d \le 3$ or $d \ge 4$" in text
    witness = one_line(sabot.prove("kuhn-poker(bet=*)").to_latex())
    assert "the witness in the proof file" in witness
    assert "inside the range, every action that it does not use loses strictly" in witness


def matrix_file(tmp_path, text):
    (tmp_path / "game.csv").write_text(text, encoding="utf-8")
    return f"matrix(file={tmp_path / 'game.csv'}, t=*)"


def test_a_matrix_is_written_out_in_the_paper(tmp_path):
    """Its file is not there for the reader."""
    rock = ",rock,paper,scissors\nrock,0,-1,t\npaper,1,0,-1\nscissors,-t,1,1/2*t - 1/3\n"
    latex = sabot.prove(matrix_file(tmp_path, rock)).to_latex()
    game, _, _ = latex.partition(r"\paragraph{Notation.}")
    assert " & rock & paper & scissors" in game and r"rock & $0$ & $-1$ & $t$ \\" in game
    assert r"scissors & $-t$ & $1$ & $\frac{3\,t - 2}{6}$ \\" in game
    assert (
        "What the column player pays the row player" in one_line(game)
        and "file=" not in one_line(game).partition(r"\paragraph{The game.}")[2]
    )


def test_a_broad_matrix_is_told_row_by_row(tmp_path):
    heads = ",".join(f"column number {n}" for n in range(9))
    rows = "\n".join(f"row {m}," + ",".join(f"{m + n}*t" for n in range(9)) for m in (0, 1))
    game = one_line(sabot.prove(matrix_file(tmp_path, f"row\\column,{heads}\n{rows}\n")).to_latex())
    assert r"row 1: $t$ against column number 0, $2\,t$ against column number 1," in game
    assert r"$9\,t$ against column number 8." in game and "tabular" not in game


def test_of_a_large_matrix_the_paper_says_where_its_payoffs_are(tmp_path):
    rows = "\n".join(",".join(f"{(m * n) % 5}*t" for n in range(1, 22)) for m in range(1, 21))
    game = one_line(sabot.prove(matrix_file(tmp_path, f"{rows}\n")).to_latex())
    assert "The payoffs of its 20 rows and 21 columns are in the proof file." in game


def test_a_matrix_without_a_file_is_written_out_too():
    game, _, _ = sabot.prove(matrix_game([[[1, 1], [3]]])).to_latex().partition("Notation")
    assert r"\paragraph{The game.}" in game and r" & $t + 1$ & $3$ \\" in game


def test_a_game_with_cards_has_no_matrix_in_its_paper():
    assert "tabular" not in sabot.prove("kuhn-poker(bet=*)").to_latex()


def test_the_face_is_given_everywhere():
    proof = sabot.prove("kuhn-poker(bet=*)")
    tail = summarize_regions(proof)[-1].seats[0]
    (other,) = tail.another
    assert other.view == "K" and list(other.chances) == ["pass"]
    latex = one_line(proof.to_latex())
    assert "Another optimal strategy of the first player plays pass at K, and is" in latex
    assert "all mixtures of the two are optimal" in latex
    assert "- also optimal: K pass; and every mixture of the two" in proof.to_markdown()
    assert "also optimal: K pass; and every mixture of the two" in printed(proof)


def test_a_theorem_with_very_many_formulas_is_printed_with_its_values_only(monkeypatch):
    proof = sabot.prove("kuhn-poker(bet=*)")
    whole = printed(proof)
    monkeypatch.setattr(parametric, "_MOST_MIXED_VIEWS", 3)
    short = printed(proof)
    assert "J bet: bet / (bet + 2)" in whole and "J bet:" not in short
    assert "8 mixed views have theirs in the saved proof" in one_line(short)
    assert "the only optimal strategy, strictly inside; mixed at 2 views" in short
    values = [line for line in whole.splitlines() if line.strip().startswith("value")]
    assert values == [line for line in short.splitlines() if line.strip().startswith("value")]


def test_a_chance_of_nothing_is_no_mix():
    """At two suits the dealer of twenty ranks draws at 13 with the chance 0."""
    proof = sabot.prove("le-her(ranks=20, suits=*)")
    two = summarize_regions(proof)[1]
    assert two.at == 2 and not two.seats[1].mixed
    assert two.seats[1].sure == {"1-12": "draw", "13-20": "keep"}
    (other,) = two.seats[0].another
    assert other.view == "11" and other.chances["exchange"].constant == Fraction(1, 4)


def test_shifts_have_a_letter_of_their_own():
    assert "after $s = a + x$" in one_line(sabot.prove("le-her(ranks=4, suits=*)").to_latex())
    form = matrix_game([[[1, 1], [3]]])
    proof = sabot.prove(form)
    assert "after $t = a + x$" in one_line(proof.to_latex())


def test_roots_have_names():
    proof = sabot.prove(matrix_game([[[0], [-2, 0, 1]]], whole=False, high=5))
    latex = proof.to_latex()
    assert r"Let $t_{1} \approx 1.41421$ be the root of $t^{2} - 2$ in $[" in latex
    assert r"if $0 \le t \le t_{1}$" in latex and "$t = t_{1}$: row unique" in latex
    assert latex.count(r"\approx") == 1
    assert r"the root of t\*\*2 - 2 between" in proof.to_markdown()


@pytest.mark.slow
def test_the_whole_strategy_of_the_banker_is_stated():
    proof = sabot.prove("baccara(model=B3, decks=*)", high=4)
    latex, markdown = proof.to_latex(), proof.to_markdown()
    assert "see the proof file)" not in latex
    row = "6 & (8,8) & S & S & S & S & S & S & D & D & S & S & (S,D)"
    assert row in latex and row.replace("&", "|") in one_line(markdown)
    # what mixed before and is sure now is a change too
    assert "(8,8),- draw" in latex
    assert latex.count(r"\begin{tabular}") == 2 and printable(latex.replace("\n", "")).isprintable()


@pytest.mark.slow
def test_long_formulas_are_broken_and_numbers_exact():
    proof = sabot.prove("baccara(model=B3, decks=*)")
    latex = proof.to_latex()
    assert r"\begin{aligned}&1390665728\,d^{7}" in latex and r"\\&{} - 990512\,d^{3}" in latex
    assert r"v = -\frac{2789416947665657}{217430324984396160}" in latex
    assert latex.count(r"\begin{aligned}") == latex.count(r"\end{aligned}")
    assert r"\approx" not in latex


def test_limits_say_whose_they_are():
    proof = sabot.prove(matrix_game([[[0, 0, 1], [0]], [[1], [0, 1]]], whole=False))
    latex = proof.to_latex()
    assert r"$v \to \infty$, row: 1 $\to 1$, column: 1 $\to 1$" in one_line(latex)
    assert "grows without bound" in proof.to_markdown() and "none" not in latex
    assert Formula.of("-t", "t").rises is False


@pytest.mark.slow
def test_a_paper_defines_the_game_and_its_notation():
    text = one_line(sabot.prove("baccara(model=B3, decks=*)", high=4).to_latex())
    assert "\\paragraph{The game.} Player and Banker get two cards each." in text
    assert "chooses on 5" in text and "$d$ stands for decks" in text
    assert "An information set is all that a player has seen when he chooses" in text
    assert "every optimal strategy has the same probabilities at all information sets" in text
    kuhn = one_line(sabot.prove("kuhn-poker(bet=*)").to_latex())
    assert "Here ranks=3 (cards in the pack" in kuhn


def test_the_determinant_that_carries_a_proof_is_shown():
    """It is the one of the proof file, in factors."""
    text = one_line(sabot.prove("le-her(suits=*)").to_latex())
    assert r"their determinant is $-12\,s^{3}$, nowhere 0: they have one solution" in text
    proof = sabot.prove("baccara(model=B1, decks=*)")
    text = one_line(proof.to_latex())
    (shown,) = {
        one.polynomial
        for piece in proof.pieces
        for one in piece.inequalities
        if "determinant" in one.says
    }
    assert shown[:3] == (0, 0, -2560) and text.count(r"-512\,d^{2}(52\,d - 5)(5632") == 2
    assert "their determinant is" in one_line(proof.to_markdown())


def test_all_equilibria_are_told_with_both_whole_strategies():
    text = one_line(sabot.prove("baccara(model=A1, commission=*)").to_latex())
    assert r"if $0 \le c \le 1/10$: Player at 5 plays draw with" in text
    assert r"\frac{c - 9}{6\,c - 11}" in text and "There is no other equilibrium." in text
    assert "6 & & S & S & S & S & S & S & D & D & S & S & (S,D)" in text
    assert r"Banker is indifferent at 6,- where $(6\,c - 11)\,p = c - 9$" in text
    assert "commission =" not in text


def test_a_case_with_an_end_of_its_own_says_so():
    text = one_line(sabot.prove("baccara(model=B1, decks=4, commission=*)").to_latex())
    assert r"if $0 \le c \le \text{about 0.076832}$, except for about 0.076832" in text
    assert r"if $c \approx 0.076832$, the root there of $44680279968224\,c^{2}" in text
    assert "are as before, except for 5,4 stand" in text


def test_the_denominator_of_the_cuts_is_shown():
    text = one_line(sabot.prove("von-neumann(A=*, B=1)").to_latex())
    assert "paid to player 1" in text and "the common denominator of the cuts" in text
    assert "$A$ may be any number of its range" in text


def test_where_two_of_more_actions_are_used_both_are_named(tmp_path):
    """From the chance of one of them nobody could tell which the other is."""
    bluff = ",fold,call\ncheck/check,0,0\nbet/check,0,t/2\ncheck/bet,1,-t/2\nbet/bet,1,0\n"
    proof = sabot.prove(matrix_file(tmp_path, bluff))
    screen = one_line(str(proof))
    assert "bet/check: 2 / (t + 2)" in screen and "bet/bet: t / (t + 2)" in screen
    paper = one_line(proof.to_latex())
    assert "plays bet/check with probability" in paper and "row: bet/check $" in paper
    assert "bet/check: `2 / (t + 2)`" in one_line(proof.to_markdown())
    assert "bet/check: <" in one_line(proof.to_html())
    # the column has two choices, and the chance of one tells that of the other
    assert "call: 2 / (t + 2)" in screen and "fold:" not in screen


def test_a_theorem_names_no_file(tmp_path):
    path = tmp_path / "letter.csv"
    path.write_text("t,1\n1,0\n")
    head, _, paper = sabot.prove(str(path)).to_latex().partition("\n")
    assert "letter.csv" in head and "letter.csv" not in paper
    assert "the game above has the value $v$" in one_line(paper)
    assert "The parameter $t$ may be any number of its range." in one_line(paper)
    rules = tmp_path / "own.py"
    rules.write_text(
        "from fractions import Fraction\nimport sabot\n\n"
        "@sabot.rules(seats=('a', 'b'))\ndef duel(table, *, bet: Fraction = Fraction(2)):\n"
        "    one, two = (table.ask(p, ('x', 'y')) for p in 'ab')\n"
        "    return table.pay({'a': bet if one == two else 0})\n"
    )
    head, _, paper = sabot.prove(f"{rules}:duel(bet=*)").to_latex().partition("\n")
    assert "own.py" in head and "own.py" not in paper and "the game above" in one_line(paper)
