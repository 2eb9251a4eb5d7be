"""Which parameters a theorem may leave open, and what is said of those that it may not."""

from fractions import Fraction

import pytest
from tests.unit.cli.verbs.test_prove import run

import sabot
from sabot.errors import GameStringError
from sabot.game_rules.parameters import Whole
from sabot.games.poker.leduc import leduc_poker
from sabot.loading import families, load_parametric

WHY = {
    "leduc-poker(ranks=*)": ("ranks", "a whole number that shapes the game", "bet1, bet2, ante"),
    "kuhn-poker(rake=*)": ("rake", "the payoffs do not sum to 0", "bet, ante; mark it as in bet=*"),
    "leduc-poker(cap=*)": ("cap", "the payoffs do not sum to 0", "bet1, bet2, ante"),
    "foster-1964(decks=*)": ("decks", "not given as polynomials in it", "none"),
    "baccara(model=*)": ("model", "it is a word, not a number", "decks, cards, commission"),
}


@pytest.mark.parametrize("game", WHY)
def test_a_parameter_that_stays_closed_says_why_and_which_can_be_open(game):
    where, why, others = WHY[game]
    with pytest.raises(GameStringError) as caught:
        sabot.prove(game)
    (fault,) = caught.value.faults
    assert fault.where == where
    assert fault.what.startswith("cannot be left open in a theorem: ") and why in fault.what
    assert others in fault.remedy
    assert "exactly one" not in str(caught.value)


def test_a_whole_number_of_rules_of_ones_own_may_be_told_as_an_amount(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(
        "import sabot\n\n"
        "@sabot.rules(name='own', seats=('ann', 'bob'))\n"
        "def own(table, *, sides: int = 3):\n"
        "    return table.pay(ann=sides if table.ask('ann', ('x', 'y')) == 'x' else 0)\n"
    )
    said = run("prove", "own.py(sides=*)").stderr
    assert "sides: cannot be left open in a theorem: a whole number" in said
    assert "annotate sides: Fraction" in said


def test_two_open_parameters_and_none_are_told_that_it_must_be_one():
    for game in ("kuhn-poker(bet=*, ante=*)", "kuhn-poker"):
        with pytest.raises(GameStringError, match="leaves exactly one parameter open"):
            sabot.prove(game)


def test_a_parameter_that_is_not_there_is_no_matter_of_theorems():
    with pytest.raises(GameStringError, match="kuhn-poker has no parameter 'bets'") as caught:
        sabot.prove("kuhn-poker(bets=*)")
    assert "did you mean 'bet'?" in str(caught.value)


def test_what_only_a_theorem_knows_is_listed_with_the_parameters():
    assert "cards=*" in run("games", "-v").stdout
    shown = " ".join(run("show", "baccara").stdout.split())
    assert "cards=*: only in a theorem (`sabot prove`) instead of decks" in shown
    assert "cards=*" in run("solve", "baccara(crads=2)").stderr


@pytest.mark.parametrize("stake", ["bet1", "bet2", "ante"])
def test_a_stake_at_leduc_is_any_number(stake):
    _, form = load_parametric(f"leduc-poker(ranks=2, {stake}=*)")
    for amount in (Fraction(0), Fraction(3, 7), Fraction(9)):
        there = leduc_poker(ranks=2, **{stake: amount}).form()
        assert form.at(amount).payoffs == there.payoffs


@pytest.mark.slow
def test_a_theorem_on_small_leduc_is_what_solving_finds():
    proof = sabot.prove("leduc-poker(ranks=2, raises=0, ante=1, bet2=*)")
    assert sabot.check(proof, rules=True)
    for amount in (Fraction(1, 3), Fraction(5)):
        solved = sabot.solve(f"leduc-poker(ranks=2, raises=0, bet2={amount})")
        assert proof.value_at(amount) == solved.value


def test_leduc_with_a_rake_is_not_left_open():
    with pytest.raises(GameStringError, match="rake: with bet1=\\* the theorem is on a zero-sum"):
        sabot.prove("leduc-poker(rake=1/20, bet1=*)")


def test_every_whole_number_of_a_shipped_game_has_a_reason_or_a_road():
    for family in families():
        for key, kind in family.kinds.items():
            if isinstance(kind, Whole) and key not in family.leaves_open:
                with pytest.raises(GameStringError, match="a whole number"):
                    family.polynomial({key: "*"}, f"{family.name}({key}=*)")
