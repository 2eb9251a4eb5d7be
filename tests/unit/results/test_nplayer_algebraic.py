"""Equilibria for three whose chances are numbers with a root: found, shown, saved and played."""

import copy
import json
import pickle
from decimal import Decimal, localcontext
from fractions import Fraction as F
from math import ceil, floor, trunc

import pytest
from click.testing import CliRunner
from tests.unit.rooted_games import PAID, ROOTED, form_of, solved, written

import sabot
from sabot import certify
from sabot.cli.program import cli
from sabot.forms.algebra.algebraic_number import (
    Algebraic,
    number_from_element,
    quadratic_root_in_field,
    with_irreducible_polynomial,
)
from sabot.forms.algebra.real_roots import RealPoint
from sabot.play.judges import EquilibriumJudge
from sabot.play.session import Session
from sabot.render.views.session import EquilibriumNarrator
from sabot.render.writers.terminal import render as written_out
from sabot.results.nplayer import Profile, round_mix

OTHER = [(1, 1, 1), (1, 0, 0), (0, 0, 1), (2, 0, 1), (2, 1, 0), (2, 0, 1), (0, 1, 1), (0, 1, 2)]
"""A game with the square root of 17."""
SQRT2 = Algebraic(RealPoint(F(1), F(2), (-2, 0, 1)), (F(0), F(1)))
CUBE = Algebraic(RealPoint(F(1), F(2), (-2, 0, 0, 1)), (F(0), F(1)))


@pytest.fixture
def game(tmp_path):
    """Return the name of a file with the small game."""
    path = tmp_path / "small.nfg"
    path.write_text(ROOTED)
    return str(path)


# ---------------------------------------------------------------------- what is found


def test_an_equilibrium_with_a_square_root_is_one_and_nobody_gains():
    found = solved(form_of())
    assert found.equilibrium and set(found.gains.values()) == {0} and found.gap == 0
    chance = found["bob"]["-"]["b"]
    assert str(chance) == "(-3 + sqrt(13))/2"
    assert chance**2 + 3 * chance == 1
    assert str(found.payoffs["ann"]) == "8 - 2*sqrt(13)"
    assert "bob's chance of 2 is the root t of t**2 + 3*t - 1" in found.method.replace(
        "of b", "of 2"
    )


def test_its_payoffs_are_those_of_a_walk_in_decimals_of_sixty_digits():
    """The second road: best replies by decimal numbers, no algebra at all."""
    found = solved(form_of())
    with localcontext() as context:
        context.prec = 60
        root = (Decimal(13).sqrt() - 3) / 2
        second = {"ann": root, "bob": root, "cleo": 1 - 2 * root}
        for seat, name in enumerate(found.seats):
            paid = by_decimals(second, seat)
            both = [by_decimals({**second, name: Decimal(side)}, seat) for side in (0, 1)]
            assert abs(max(both) - paid) < Decimal(10) ** -55
            near = found.payoffs[name].nearly(10**50)
            assert abs(Decimal(near.numerator) / near.denominator - paid) < Decimal(10) ** -49


def by_decimals(second, seat):
    total = Decimal(0)
    for spot, amounts in enumerate(PAID):
        chance = Decimal(1)
        for k, side in enumerate(second.values()):
            chance *= side if spot >> (2 - k) & 1 else 1 - side
        total += chance * amounts[seat]
    return total


def test_blocks_with_one_field_are_told_in_it_whatever_their_own_roots():
    turned = PAID[::-1]  # all actions exchanged: the other root's chances
    found = solved(form_of([PAID, turned], blocks=2))
    assert found.equilibrium and found.root is not None
    assert found["bob"]["0"]["b"] == found["bob"]["1"]["a"]
    certify.check(found.to_json())


def test_blocks_with_roots_of_different_fields_have_fractions_next_to_them():
    found = solved(form_of([PAID, OTHER], blocks=2))
    assert not found.equilibrium and 0 < found.gap < F(1, 10**29)
    assert found.root is None and found.to_json()["schema"] == "sabot/profile/1"
    assert "next to an equilibrium with roots of different fields" in found.method
    assert found.method.count("the root t of") == 2
    certify.check(json.loads(json.dumps(found.to_json())))


def test_fractions_stay_the_documents_that_they_were():
    found = sabot.solve("kuhn-poker(players=3)")
    assert isinstance(found, Profile)
    told = found.to_json()
    assert told["schema"] == "sabot/profile/1" and "root" not in told
    assert found.played == found.strategies


# ---------------------------------------------------------------------- saved, shown, loaded


def test_it_is_loaded_as_it_was_saved(tmp_path):
    found = solved(form_of())
    found.save(tmp_path / "found.json")
    again = Profile.load(tmp_path / "found.json")
    assert again == found and again.to_json() == found.to_json()
    assert again["cleo"]["-"]["a"] == found["cleo"]["-"]["a"]


def test_a_file_that_names_its_root_by_a_polynomial_with_factors_is_loaded_in_lowest_terms():
    told = written()
    told["root"]["root_of"] = [2, -6, -3, 3, 1]  # times t^2 - 2
    found = Profile.from_json(told)
    assert found.root == with_irreducible_polynomial(RealPoint(F(0), F(1), (2, -6, -3, 3, 1)))
    assert found.root.root_of == (-1, 3, 1)
    assert found.payoffs == Profile.from_json(written()).payoffs


def test_long_coefficients_are_written_as_text():
    of = [str(-(2**60) - 1), 2**53 - 1, str(2**62)]  # other languages lose digits from 2^53 on
    told = written() | {"root": {"root_of": of, "between": ["0", "1"]}}
    assert Profile.from_json(told).to_json()["root"]["root_of"] == of


def test_every_writer_has_the_numbers_exactly():
    found = solved(form_of())
    assert "bob's" not in str(found).partition("found in")[0]
    screen = " ".join(str(found).split())
    assert "an equilibrium: no seat gains by any other strategy" in screen
    assert "t the root of t**2 + 3*t - 1 between 0 and 1, about 0.302776" in screen
    assert "a (5 - sqrt(13))/2 ≈ 0.697224, b (-3 + sqrt(13))/2 ≈ 0.302776" in screen
    assert "payoff 8 - 2*sqrt(13) ≈ 0.7888974491" in screen
    assert r"$\frac{-3 + \sqrt{13}}{2}$" in found.to_latex()
    assert r"$8 - 2\sqrt{13}$" in found.to_latex()
    assert "`(-3 + sqrt(13))/2`" in found.to_markdown()
    assert "<code>(-3 + sqrt(13))/2</code>" in found.to_html()
    lines = found.to_csv().splitlines()
    assert lines[0] == "seat,payoff,decimal,gain"
    assert lines[1] == "ann,8 - 2*sqrt(13),0.788897449072021,0"
    assert "bob,-,b,(-3 + sqrt(13))/2,0.302775637731995" in lines


# ---------------------------------------------------------------------- verbs that read it


def run(*words):
    return CliRunner().invoke(cli, list(words))


def test_the_verbs_take_it_and_say_where_they_round(game, tmp_path):
    saved = str(tmp_path / "found.json")
    assert "an equilibrium" in run("solve", game, "-o", saved).stdout
    checked = run("check", saved)
    assert checked.exit_code == 0 and "its chances numbers with a root t" in checked.stdout
    assert "sqrt(13)" in run("table", saved).stdout
    assert "sqrt(13)" in run("table", saved, "--latex").stdout.replace(r"\sqrt{13}", "sqrt(13)")
    for words in (("value", game), ("simulate", game, "--hands", "50", "--seed", "1")):
        done = run(*words, "--strategy", saved)
        assert done.exit_code == 0, done.stderr
        assert "its chances rounded to 30 digits" in done.stderr


@pytest.mark.slow
def test_its_payoffs_are_tied_to_the_game_that_it_names(tmp_path):
    game = "baccara-banque(theta=3/5, players=nash)"
    told = sabot.solve(game).to_json()
    sabot.check(told, rules=True)
    told["game"] = "baccara-banque(theta=4/5, players=nash)"
    with pytest.raises(sabot.CertificateError, match="in the file"):
        sabot.check(certify.sealed(told), rules=True)


def test_in_python_what_it_is_worth_is_judged_by_fractions_next_to_it(game):
    found = sabot.solve(game)
    judged = sabot.value(game, found)
    assert 0 < max(judged.gains) < F(1, 10**29)
    assert set(judged.sources.values()) == {"a solution, its chances rounded to 30 digits"}
    dealt = sabot.simulate(game, hands=20, seed=1)
    assert abs(dealt.exact[0] - found.payoffs["ann"].nearly(10**40)) < F(1, 10**28)


def test_at_play_whatever_the_equilibrium_mixes_costs_nothing(game):
    """In fractions next to it one of two equal actions would seem better."""
    session = Session(game, seat="bob", seed=1)
    assert isinstance(session.judge, EquilibriumJudge)
    assert session.judge.rounded and session.judge.gap == 0
    session.deal()
    assert len(set(session.worth().values())) == 1 and session.best() == ("1", "2")
    assert {type(chance) for chance in session.hint().values()} == {F}
    opening = " ".join(written_out(EquilibriumNarrator(session).opening()).split())
    assert "against one equilibrium, its chances rounded to 30 digits" in opening


def test_rounded_chances_are_together_1():
    parts = {"a": 2 - SQRT2, "b": (SQRT2 - 1) / 2, "c": (SQRT2 - 1) / 2}
    found = round_mix(parts)
    assert sum(found.values()) == 1
    assert all(abs(found[a] - parts[a].nearly(10**40)) < F(2, 10**30) for a in parts)


# ---------------------------------------------------------------------- the numbers themselves


def test_numbers_with_a_root_add_multiply_and_divide():
    assert SQRT2 * SQRT2 == 2 and SQRT2**4 == 4 and SQRT2**0 == 1
    assert isinstance(SQRT2 * SQRT2, F)
    assert 1 / SQRT2 == SQRT2 / 2 and (1 + SQRT2) * (1 - SQRT2) == -1
    assert SQRT2 - SQRT2 == 0 and 3 - SQRT2 == -(SQRT2 - 3)
    assert F(1, 2) + SQRT2 == SQRT2 + F(1, 2)
    with pytest.raises(ZeroDivisionError):
        SQRT2 / 0
    with pytest.raises(TypeError):
        SQRT2 + CUBE


def test_numbers_of_different_roots_are_equal_where_they_are_one_number():
    eight = Algebraic(RealPoint(F(2), F(3), (-8, 0, 1)), (F(0), F(1, 2)))
    assert eight == SQRT2 and hash(eight) == hash(SQRT2) and not eight < SQRT2 and eight <= SQRT2
    minus = Algebraic(RealPoint(F(-2), F(-1), (-2, 0, 1)), (F(0), F(1)))
    assert minus != SQRT2 and minus < SQRT2 and minus == -SQRT2
    assert CUBE < SQRT2 and CUBE != SQRT2 and SQRT2 != 1 and F(7, 5) <= SQRT2 and SQRT2 != "sqrt(2)"
    numbers: list = [F(1), SQRT2, CUBE, F(3, 2)]
    assert max(numbers) == F(3, 2)
    assert float(SQRT2) == 2**0.5


def test_a_root_is_found_in_the_field_of_another_or_not():
    one = RealPoint(F(0), F(1), (-120, 129, 16))  # 11 sqrt(201)
    for of, ends in (((-201, 0, 1), (14, 15)), ((-201, 0, 1), (-15, -14)), ((-50, -1, 1), (7, 8))):
        root = RealPoint(F(ends[0]), F(ends[1]), of)
        found = quadratic_root_in_field(one, root)
        if found is None:
            assert of == (-50, -1, 1)
            continue
        assert number_from_element(one, found) == Algebraic(root, (F(0), F(1)))
    assert (
        quadratic_root_in_field(CUBE.root, SQRT2.root) is None
        and quadratic_root_in_field(SQRT2.root, CUBE.root) is None
    )


def test_numbers_are_written_with_square_roots_or_as_formulas():
    assert [str(n) for n in (SQRT2, -SQRT2, SQRT2 / 3, 1 - SQRT2, (5 - 3 * SQRT2) / 7)] == [
        *("sqrt(2)", "-sqrt(2)", "sqrt(2)/3", "1 - sqrt(2)", "(5 - 3*sqrt(2))/7"),
    ]
    assert repr(SQRT2) == "Algebraic('sqrt(2)')"
    assert str(CUBE**2 / 2) == "t**2/2, t the root of t**3 - 2 at about 1.25992"
    upside = Algebraic(RealPoint(F(1), F(2), (2, 0, -1)), (F(0), F(1)))
    assert str(upside) == "sqrt(2)"


def test_a_profile_for_a_paper_has_its_numbers_in_mathematics_and_no_row_that_is_a_sentence(game):
    paper = sabot.solve(game).to_latex()
    rows = [line for line in paper.splitlines() if line.endswith(r"\\")]
    amounts = [cell for row in rows for cell in row.removesuffix(r"\\").split("&")[1:]]
    assert all("$" in cell or cell.strip().isalpha() for cell in amounts)
    assert r"\sqrt{13}" in paper and "t is the root of $" in paper
    assert not any(row.startswith(("- &", "found in")) for row in rows)
    assert "found in" in paper


def test_views_of_a_profile_for_a_paper_stand_in_lines_with_the_chance_of_each_action():
    paper = sabot.approximate("kuhn-poker(players=3)", gap="1/10").to_latex()
    assert "first & pass & bet & fold & call" in paper
    assert "4,bet,fold &  &  & $0$ & $1$" in paper
    assert max(map(len, paper.splitlines())) < 160  # a fraction that is too long is a decimal


@pytest.mark.parametrize("refine", [None, "perfect"])
def test_a_list_that_was_printed_and_its_numbers_are_copied_and_pickled(game, refine):
    found = sabot.equilibria(game, refine=refine)
    assert "sqrt" in str(found)
    found.to_csv(), found.to_html()
    for same in (pickle.loads(pickle.dumps(found)), copy.deepcopy(found)):
        assert same.to_json() == found.to_json()
    for number in (SQRT2, CUBE):
        assert str(number)
        assert number.point == pickle.loads(pickle.dumps(number)).point
        assert copy.deepcopy(number) == number == pickle.loads(pickle.dumps(number))


@pytest.mark.parametrize("number", [SQRT2, -SQRT2, 1000 * SQRT2, CUBE, 10 - CUBE, SQRT2 / 999])
def test_a_number_with_a_root_is_rounded_and_formatted_as_others_are(number):
    near = float(number)
    assert (round(number), int(number), trunc(number)) == (round(near), int(near), trunc(near))
    assert (floor(number), ceil(number), float(abs(number))) == (floor(near), ceil(near), abs(near))
    assert round(number, 3) == F(str(round(near, 3)))
    assert round(number, -2) == round(near, -2)
    for how in (".3f", "+f", "10.2f", ",.1f", "08.2f", ".1%", "g", ".3e"):
        assert f"{number:{how}}" == f"{near:{how}}"
    assert f"{number:>40}" == f"{number!s:>40}"
    with pytest.raises(TypeError, match="float"):
        number + 0.5


def test_more_digits_than_a_float_has_are_exact():
    assert f"{SQRT2:.30f}" == "1.414213562373095048801688724210"
    assert round(SQRT2, 30) == F("1.414213562373095048801688724210")


def test_a_notebook_and_a_paper_set_roots_as_roots(game):
    found = sabot.equilibria(game)
    assert r"\sqrt{13}" in found._repr_latex_() and "sqrt(13)" not in found._repr_latex_()
    assert r"\emph{equilibria: 2, proved to be all}" in found.to_latex()
