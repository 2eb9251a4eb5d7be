"""Theorems on real hands: formulas for every value, equal to what is solved at one."""

import json
import random
import re
import subprocess
import sys
from fractions import Fraction as F
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flint import fmpq, fmpq_poly
from tests.few import few
from tests.unit.solvers.continuous.test_zero_sum import random_betting

import sabot
from sabot import certify
from sabot.certify.algebra.intervals import RealInterval
from sabot.certify.algebra.polynomial import add
from sabot.certify.algebra.real_roots import AlgebraicPoint
from sabot.cli.program import cli
from sabot.errors import CertificateError, FileError, NoMethodError, NumberError
from sabot.forms.algebra.rational_function import Formula
from sabot.forms.continuous.betting_game import (
    ContinuousBettingForm,
    EquilibriumHint,
    FoldNode,
    ShowdownNode,
    ThresholdRule,
    TurnNode,
    turn_key,
)
from sabot.forms.continuous.expected_payoff import payoff_and_best_response
from sabot.forms.parametric import ParameterDomain, ParametricContinuousGame
from sabot.games.continuous_poker.family import blind_poker_form
from sabot.results.continuous import CutTheorem
from sabot.solvers.continuous.parametric import prove_thresholds

BLIND = "blind-poker(players=2, q=*)"
VON_NEUMANN = "von-neumann(A=*, B=1)"


@pytest.fixture(scope="module")
def blind():
    return sabot.prove(BLIND)


@pytest.fixture(scope="module")
def von_neumann():
    return sabot.prove(VON_NEUMANN)


def solved(game):
    """Return the payoffs and the strategies of one game as the numeric solver finds them."""
    found: Any = sabot.solve(game)
    assert found.exact
    answers = {
        seat: {view: [(F(end), action) for end, action in answer] for view, answer in views.items()}
        for seat, views in found.thresholds().items()
    }
    return dict(found.payoffs), answers


def profile(form, thresholds):
    """Return strategies told by their thresholds as the best reply reads them."""
    found = {}
    for turn in form.turns():
        answer = thresholds[form.seats[turn.seat]][turn.view]
        actions = tuple(turn.actions.index(action) for _, action in answer)
        found[turn_key(form, turn)] = ThresholdRule(actions, tuple(end for end, _ in answer[:-1]))
    return found


@pytest.mark.parametrize("q", ["0", "1/10", "1/5", "287/1000", "2/5", "1/2", "7/10", "1"])
def test_the_theorem_with_a_blind_is_what_is_solved_at_each_q(blind, q):
    game = f"blind-poker(players=2, q={q})"
    assert (blind.payoffs_at(F(q)), blind.thresholds_at(F(q))) == solved(game)


@pytest.mark.parametrize("high", ["0", "1/3", "1/2", "1", "3/2", "2", "7", "100"])
def test_the_theorem_on_von_neumanns_game_is_what_is_solved_at_each_bet(von_neumann, high):
    game = f"von-neumann(A={high}, B=1)"
    payoffs, answers = solved(game)
    assert von_neumann.payoffs_at(F(high)) == payoffs
    if F(high) != 1:  # there both pieces are equilibria
        assert von_neumann.thresholds_at(F(high)) == answers


def test_the_theorem_on_von_neumanns_game_is_its_closed_form(von_neumann):
    low, high = von_neumann.pieces
    assert (low.extent.low, low.extent.high, high.extent.low, high.extent.high) == (0, 1, 1, None)
    for r in map(F, ("1", "3/2", "2", "10/3", "50")):
        both = r * (r + 3)
        a, b, c = (r - 1) / both, 1 - (r + 1) / both, (r - 1) * (r + 2) / both
        assert high.thresholds_at(r) == {
            "1": {"-": [(a, "high"), (b, "low"), (1, "high")]},
            "2": {"1 high": [(c, "pass"), (1, "look")]},
        }
        assert high.payoffs["1"].at(r) == a == -high.payoffs["2"].at(r)
    assert str(low.value) == low["value"] == "(-A + 1)/4"


def test_without_low_bets_nobody_wins_von_neumanns_game():
    assert str(sabot.prove("von-neumann(A=*, B=0)").value_at("5")) == "0"


def test_the_parameter_may_be_told_as_text_and_never_as_a_float(blind):
    assert blind.value_at("0.25") == blind.value_at(F(1, 4))
    assert blind.thresholds_at("1/4") == blind.thresholds_at(F(1, 4))
    for ask in (blind.value_at, blind.payoffs_at, blind.thresholds_at):
        with pytest.raises(NumberError, match=r"^q: 0\.25 is a float"):
            ask(0.25)


def test_the_cuts_of_the_blind_solve_the_five_equations_of_the_figure(blind):
    for k in range(21):
        q = F(k, 20)
        square = q * q + (1 - q) ** 2
        told = blind.thresholds_at(q)
        (b, _), _ = told["1"]["-"]
        (c, _), _ = told["1"]["1 enter, 2 double"]
        (f, _), (d, _), (e, _), _ = told["2"]["1 enter"]
        assert 3 * b - (2 + 4 * square) * c == -(4 * square - 1)
        assert -(2 * square + 1) * b + 4 * square * d == 2 * square - 1
        assert (4 * square - 2) * e + (4 * square + 2) * f == 4 * square - 2
        assert (1 + 2 * square) * d + (2 - 2 * square) * e - 3 * f == 2
        assert (2 * square - 2) * b + (2 - 4 * square) * c + 4 * square * e == 2 * square
        assert 0 <= f <= b <= d <= c <= e <= 1


def test_improving_with_q_and_with_1_less_q_is_one_game(blind):
    for k in range(11):
        assert blind.payoffs_at(F(k, 20)) == blind.payoffs_at(1 - F(k, 20))
        assert blind.thresholds_at(F(k, 20)) == blind.thresholds_at(1 - F(k, 20))


def quartics_of_the_page():
    """Return the formulas in f = q(1 - q) that the page of results prints, with q put in."""
    page = (Path(__file__).parents[4] / "docs/results/new-results.md").read_text(encoding="utf-8")
    line = re.compile(r"^(D|v|x_\d)(?:\\,| )?D? ?&?= ([^,\n]*\df[^,\n]*?)[.,]?(?: \\\\)?$", re.M)
    told = {}
    for name, text in line.findall(page):
        text = re.sub(r"(?<=[\dfq)])(?=[f(])", "*", text).replace("^", "**")
        told[name] = text.replace("f", "(q*(1 - q))")
    below = told.pop("D")
    return {name: Formula.of(f"({text})/({below})", "q") for name, text in told.items()}


def test_the_quartics_in_q_times_1_less_q_are_the_proved_formulas_for_every_q(blind):
    (piece,) = blind.pieces
    answers = (piece.answers["1"]["-"], piece.answers["1"]["1 enter, 2 double"])
    cuts = [cut for answer in (*answers, piece.answers["2"]["1 enter"]) for cut, _ in answer[:-1]]
    proved = {"v": piece.value} | {f"x_{k}": cut for k, cut in enumerate(cuts, start=1)}
    assert len(proved) == 6 and quartics_of_the_page() == proved


def test_the_value_is_a_fifth_at_both_ends_and_in_the_middle_and_more_between(blind):
    assert [blind.value_at(F(q)) for q in ("0", "1/2", "1")] == [F(1, 5)] * 3
    value = blind.pieces[0].value
    more = add([5 * c for c in value.top], value.below, -1)
    half = RealInterval(AlgebraicPoint.at(0), AlgebraicPoint.at(F(1, 2)))
    assert half.positive(list(value.below)) and half.positive_inside(more)


@pytest.mark.parametrize("seed", range(4))
def test_nobody_gains_against_the_formulas_at_any_value(blind, seed):
    """The other road: the exact best reply over all strategies at a random q."""
    q = F(random.Random(seed).randrange(10**6), 10**6)
    form = blind_poker_form(q, True, 2)
    for seat, name in enumerate(form.seats):
        found = payoff_and_best_response(form, profile(form, blind.thresholds_at(q)), seat)
        assert found.gain == 0
        assert found.payoff == blind.payoffs_at(q)[name]


def test_a_game_without_bluffs_has_its_theorem_too():
    theorem: Any = sabot.prove("blind-poker(players=2, look=forced, q=*)")
    for q in ("0", "1/3", "287/1000"):
        game = f"blind-poker(players=2, look=forced, q={q})"
        assert (theorem.payoffs_at(F(q)), theorem.thresholds_at(F(q))) == solved(game)


def test_either_bet_may_be_left_open():
    theorem: Any = sabot.prove("von-neumann(A=3/2, B=*)")
    assert [str(piece.extent) for piece in theorem.pieces] == ["0 to 3/2", "3/2 and more"]
    for low in ("1/3", "1", "4"):
        payoffs, answers = solved(f"von-neumann(A=3/2, B={low})")
        assert theorem.payoffs_at(F(low)) == payoffs
        assert theorem.thresholds_at(F(low)) == answers


def test_a_shorter_range_can_be_asked_for():
    theorem: Any = sabot.prove(BLIND, low=0, high=F(1, 2))
    assert theorem.range == "every real number q from 0 to 1/2"
    assert certify.check(theorem.document).words == f"proved for {theorem.range}: 1 piece"
    with pytest.raises(NumberError, match="q = 3/4 is outside"):
        theorem.value_at(F(3, 4))


def test_pieces_meet_and_agree_on_the_value(von_neumann):
    for one, two in pairwise(von_neumann.pieces):
        assert one.extent.high == two.extent.low
        assert one.payoffs["1"].at(one.extent.high) == two.payoffs["1"].at(one.extent.high)


# ---------------------------------------------------------------------- asked and saved


def test_a_saved_theorem_is_checked_and_loaded_as_it_was(von_neumann, tmp_path):
    von_neumann.save(tmp_path / "v.json")
    loaded = CutTheorem.load(tmp_path / "v.json")
    assert loaded == von_neumann and loaded.digest == von_neumann.digest
    assert sabot.check(tmp_path / "v.json", rules=True) == ["(-A + 1)/4", "(A - 1)/(A**2 + 3*A)"]
    assert sabot.check(von_neumann) == sabot.check(von_neumann.to_json())


def test_the_checker_needs_the_standard_library_only(blind, tmp_path):
    blind.save(tmp_path / "b.json")
    source = Path(sabot.__file__).parents[1]
    lines = (
        "import sys, types",
        "package = types.ModuleType('sabot')",
        f"package.__path__ = [{str(source / 'sabot')!r}]",
        "sys.modules['sabot'] = package",
        "from sabot.certify.checker import main",
        f"code = main([{str(tmp_path / 'b.json')!r}])",
        "assert not {'flint', 'numpy', 'click'} & set(sys.modules)",
        "sys.exit(code)",
    )
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", "\n".join(lines)], capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    assert "proved for every real number q from 0 to 1: 1 piece" in ran.stdout


def test_a_file_that_is_no_such_theorem_is_not_loaded(tmp_path):
    sabot.prove("kuhn-poker(bet=*)").save(tmp_path / "k.json")
    with pytest.raises(FileError, match="not a saved cut theorem: it holds a theorem"):
        CutTheorem.load(tmp_path / "k.json")


def run(*words):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "100"})


def test_prove_shows_who_does_what_and_the_formulas():
    shown = run("prove", VON_NEUMANN)
    assert shown.exit_code == 0
    for words in (
        "proved for  every real number A >= 0, in 2 pieces",
        "high to 1/2, low",
        "high to x_1, low to x_2, high",
        "x_3 = (A - 1)*(A + 2) / (A*(A + 3))",
        "checked in",
    ):
        assert words in shown.stdout


def test_prove_writes_json_latex_and_markdown(tmp_path):
    told = json.loads(run("prove", VON_NEUMANN, "--json").stdout)
    assert told["schema"] == "sabot/threshold-proof/1"
    assert certify.check(told).kind == "hands"
    latex = run("prove", VON_NEUMANN, "--latex").stdout
    assert r"x_3 = \frac{(A - 1)(A + 2)}{A(A + 3)}" in latex
    assert "20 inequalities" in latex
    assert (
        "x\\_3 = `(A - 1)*(A + 2) / (A*(A + 3))`" in run("prove", VON_NEUMANN, "--markdown").stdout
    )
    file = str(tmp_path / "v.json")
    assert run("prove", VON_NEUMANN, "-o", file).exit_code == 0
    checked = run("check", file, "--rules")
    assert "at A = 0, 1 (3 ends of the betting)" in checked.stdout


def test_a_saved_theorem_is_shown_in_every_form_after_a_check(von_neumann, tmp_path):
    file = tmp_path / "v.json"
    von_neumann.save(file)
    assert "high to x_1, low to x_2, high" in run("table", str(file)).stdout
    latex = run("table", str(file), "--latex").stdout
    assert r"\item if $A \ge 1$:" in latex and r"\begin{proof}[Sketch of the proof]" in latex
    assert run("prove", VON_NEUMANN, "-o", str(tmp_path / "v.tex")).exit_code == 0
    note = "not checked: that these payoffs are those of von-neumann(B=1, A=*)"
    assert latex == (tmp_path / "v.tex").read_text() + f"\n\\emph{{{note}}}\n"
    file.write_text(file.read_text().replace("(-A + 1)/4", "(-A + 2)/4"))
    assert "the digest does not fit" in run("table", str(file)).stderr


def test_a_spreadsheet_has_a_line_for_every_interval(von_neumann):
    lines = von_neumann.to_csv().splitlines()
    assert lines[0] == "A,player,after,from,to,action,value"
    assert lines[1] == "0 to 1,1,-,0,1/2,high,(-A + 1)/4"
    assert len(lines) == 1 + 3 + 5


def test_a_theorem_is_drawn_with_its_cuts_and_its_value(blind):
    figure = sabot.plot(blind)
    labels = [curve.label for curve in figure.panels[1].curves]
    assert labels == [
        "1: drop | enter",
        "1 after 1 enter, 2 double: drop | look",
        "2 after 1 enter: double | drop",
        "2 after 1 enter: drop | play",
        "2 after 1 enter: play | double",
    ]
    first = figure.panels[1].curves[0].points[0]
    assert first == (0, F(3, 5))
    assert len(sabot.plot(VON_NEUMANN, "value", to=5).panels) == 1
    with pytest.raises(NumberError, match="--to 2: proved is every real number q from 0 to 1"):
        sabot.plot(blind, to=2)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("blind-poker(players=3, q=*)", "only with two the equations of the cuts are linear"),
        ("blind-poker(players=2, ranks=4, q=*)", "leave ranks out"),
        ("von-neumann(ranks=9, A=*)", "leave ranks out"),
    ],
)
def test_what_has_no_theorem_is_said(game, message):
    with pytest.raises(NoMethodError, match=message):
        sabot.prove(game)


def test_a_range_beyond_the_rules_is_refused():
    with pytest.raises(NumberError, match="it may be every real number from 0 to 1"):
        sabot.prove(BLIND, high=2)


def test_a_theorem_on_cards_is_not_tied_to_real_hands(von_neumann):
    kuhn = sabot.prove("kuhn-poker(bet=*)")
    with pytest.raises(CertificateError, match="its hands are real numbers"):
        sabot.check(kuhn, rules=VON_NEUMANN)
    with pytest.raises(CertificateError, match="its hands are not real numbers"):
        sabot.check(von_neumann, rules="kuhn-poker(bet=*)")


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("von-neumann(A=*, B=2)", "after low: the file has 1, the game 2"),
        (BLIND, "the file's parameter is A"),
        ("von-neumann(A=2, B=*)", "the file's parameter is A"),
    ],
)
def test_a_theorem_is_tied_to_its_own_game_only(von_neumann, game, message):
    with pytest.raises(CertificateError, match=message):
        sabot.check(von_neumann, rules=game)


def test_values_without_a_formula_and_with_one_that_fails_are_counted_apart(monkeypatch):
    class Failing:
        def holds_at(self, spot: F) -> bool:
            return False

    found = iter((None, Failing(), None, Failing(), None))
    monkeypatch.setattr(
        "sabot.solvers.continuous.parametric.derive_candidate", lambda game, spot: next(found)
    )
    with pytest.raises(
        NoMethodError,
        match="at 3 of 5 values hands may change places freely, at 2 of 5 values an inequality",
    ):
        sabot.prove("borel(bet=*)")


def scaled(node, amount, better):
    """Return betting with every amount changed."""
    if isinstance(node, TurnNode):
        after = tuple(scaled(one, amount, better) for one in node.after)
        return TurnNode(node.seat, node.view, node.actions, after)
    if isinstance(node, FoldNode):
        return FoldNode(tuple(map(amount, node.payoffs)))
    return ShowdownNode(node.contenders, tuple(map(amount, node.paid)), better)


def random_theorem(seed):
    """Return random betting whose amounts above 1 grow with t, and its theorem from 1/2 to 2."""

    def split(amount):
        sign = 1 if amount > 0 else -1
        return sign * min(abs(amount), F(1)), sign * max(abs(amount) - 1, F(0))

    def at(t):
        def amount(one):
            first, second = split(one)
            return first + second * t

        return ContinuousBettingForm(form.seats, scaled(form.root, amount, F(0)))

    def polynomial(one):
        return fmpq_poly([fmpq(part.numerator, part.denominator) for part in split(one)])

    form = random_betting(seed)
    opened = ContinuousBettingForm(form.seats, scaled(form.root, polynomial, fmpq_poly([0])))
    game = ParametricContinuousGame(
        "t", opened, ParameterDomain(F(1, 2), F(2), whole=False), lambda t: EquilibriumHint(at(t))
    )
    return at, prove_thresholds("random", game)


@pytest.mark.parametrize("seed", few(3, (14, 9, 3, 0, 1, 2, 4, 5, 6, 7, 8, 10, 11, 12, 13)))
def test_a_theorem_on_random_raises_holds_at_every_value(seed):
    at, theorem = random_theorem(seed)
    assert certify.check(theorem.document)
    for t in (F(1, 2), F(7, 9), F(3, 2), F(2)):
        form = at(t)
        found = profile(form, theorem.thresholds_at(t))
        worths = [payoff_and_best_response(form, found, seat) for seat in (0, 1)]
        assert [one.gain for one in worths] == [0, 0]
        assert worths[0].payoff == theorem.value_at(t)
