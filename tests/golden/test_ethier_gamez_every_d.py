"""Ethier and Gamez 2013, the statements for every whole d: proved, and by another road."""

from fractions import Fraction as F
from itertools import product

import pytest
from flint import fmpz_poly

from sabot import papers
from sabot.papers.report import CrossCheckError
from sabot.sources.ethier_gamez_2013 import (
    printed_formulas,
    proofs_of_theorems_5_to_7,
    sections_1_to_4,
)
from sabot.sources.ethier_gamez_2013.games import (
    INFINITE_DECKS,
    MAX_SHIFT,
    RationalFunction,
    count_ordered_neighbours,
    draw_gaps,
    lemma_2_sets,
    model_polynomials,
    positive_at,
    pure_strategy_payoffs,
    sign_from,
    sign_runs,
    solve_model,
)
from sabot.sources.ethier_gamez_2013.printed_formulas import PrintedFormula, printed

NAME = "ethier-gamez-2013"
PAPER = "Ethier and Gamez 2013"
golden = pytest.mark.golden


# ---------------------------------------------------------------------- the tools


def test_a_sign_for_every_d_is_the_sign_at_every_d():
    for roots in product((1, 2, 3, 5), repeat=3):
        found = fmpz_poly([1])
        for root in roots:
            found *= fmpz_poly([-2 * root + 1, 2])  # roots at halves
        at = ["+" if found(d) > 0 else "-" for d in range(1, 12)]
        words = sign_runs(found).split()
        if len(words) == 1:
            assert set(at) == set(words)
        else:
            spots = {}
            for word in words:
                mark, _, span = word.partition(":")
                low, _, high = span.rstrip("+").partition("-")
                last = 11 if span.endswith("+") else int(high or low)
                spots |= dict.fromkeys(range(int(low), last + 1), mark)
            assert [spots[d] for d in range(1, 12)] == at


def test_where_a_polynomial_is_positive():
    hill = fmpz_poly([-2, 1]) * fmpz_poly([7, -1])  # positive between 2 and 7
    assert positive_at(hill) == (3, 4, 5, 6)
    assert positive_at(-hill) is None
    assert positive_at(fmpz_poly([-1])) == ()


def test_a_sign_that_is_not_shown_is_not_claimed():
    assert sign_from(fmpz_poly([26, -10, 1]), 1) == 0  # positive everywhere, but not by this shift
    assert sign_from(fmpz_poly([26, -10, 1]), 5) == 1
    with pytest.raises(CrossCheckError, match=f"up to d = {MAX_SHIFT}"):
        sign_runs(fmpz_poly([-2 * MAX_SHIFT, 1]))


def test_a_ratio_mixes_and_tends():
    half, d = (
        RationalFunction(fmpz_poly([1]), fmpz_poly([2])),
        RationalFunction(fmpz_poly([0, 1]), fmpz_poly([1, 3])),
    )
    assert str(half.mix(d, d)) == str(d)
    assert d.limit == F(1, 3) and (d - d).top == 0
    assert half.limit == F(1, 2)


@pytest.mark.parametrize("model", ["B1", "B3"])
@pytest.mark.parametrize("d", [1, 7])
def test_the_polynomials_are_the_counted_games(model, d):
    own, found = model_polynomials(model), pure_strategy_payoffs(model, d)
    whole = int(own.below(d))
    for n, view in enumerate(found.views):
        for table, numbers in ((own.stand, found.stand), (own.draw, found.draw)):
            for polynomial, number in zip(table[view], numbers[n], strict=True):
                assert F(int(polynomial(d)), whole) == F(int(number), found.below)


# ---------------------------------------------------------------------- what the proofs say


@golden(f"{PAPER}, proof of Theorem 3: exceptions only when d = 1, at three triples")
def test_every_exception_to_b_u():
    own = model_polynomials("B3")
    assert own.outside(own.gaps) == {"(0,0),9": (1,), "(5,5),9": (1,), "(5,6),0": (1,)}


@pytest.mark.slow
@golden(f"{PAPER}, (37): l = 1, total 2, k = 8, d <= 7")
def test_every_exception_to_37():
    own = model_polynomials("B3")
    assert own.outside(own.stand) == {}
    found = own.outside(own.draw)
    assert found == {
        "(0,2),8": (1, 2, 3),
        "(1,1),8": (3, 4, 5, 6, 7),
        "(3,9),8": (1, 2, 3),
        "(4,8),8": (1, 2, 3, 4, 5),
        "(5,7),8": (2, 3, 4, 5, 6),
        "(6,6),8": (3, 4, 5, 6, 7),
    }
    for d in (1, 3, 7, 8):  # the other road
        numbers = pure_strategy_payoffs("B3", d)
        strange = {view for view, _ in numbers.outside(numbers.draw)}
        assert strange == {view for view, at in found.items() if d in at}


@golden(f"{PAPER}, proof of Theorem 5: the signs of the sixteen components")
def test_the_sixteen_components_for_every_d():
    found = [
        c.signs()
        for c in proofs_of_theorems_5_to_7.component_functions(printed.theorems["B1"]["v"][-1])
    ]
    assert [n for n, sign in enumerate(found) if sign == "+"] == [
        n for n in range(16) if n not in (8, 9, 10, 11)
    ]
    assert found[8:12] == ["-:1-3 +:4+", "-:1-3 +:4+", "0", "0"]


@golden(f"{PAPER}, proof of Theorem 6: the order of the points needs d >= 20")
def test_the_order_of_the_points_starts_at_twenty_decks():
    views = proofs_of_theorems_5_to_7.theorem_6_large_decks().views
    assert count_ordered_neighbours("B2", views, 20) == 21
    assert count_ordered_neighbours("B2", views, 19) < 21


@golden(f"{PAPER}, proofs of Theorems 6 and 7: V(p) is highest at (0,6) against a stand")
@pytest.mark.parametrize(
    ("far", "low"),
    [
        (proofs_of_theorems_5_to_7.theorem_6_large_decks, 20),
        (proofs_of_theorems_5_to_7.theorem_7_large_decks, 10),
    ],
    ids=["B2", "B3"],
)
def test_where_the_curve_is_highest_for_all_large_d(far, low):
    own = far()
    best, there = own.height(own.top), own.height(own.other)
    assert own.low == low
    assert (best - there).sign_from(low) == 1
    assert str(there) == str(RationalFunction.of(own.at_other))
    assert best.limit == there.limit == solve_model("A1").value
    assert own.sets() == "T10 empty, T01 the points"


@pytest.mark.slow
def test_a_wrong_top_of_the_curve_is_reported(monkeypatch):
    monkeypatch.setitem(vars(printed), "tail_7", (10, 5, 6))
    found = {c.where for c in papers.run(NAME, "proof-7").differences}
    assert "V(p) is highest at p_5 and there only, every d >= 10" in found
    assert "V(p_5) is (53), every d >= 10" in found


@golden(f"{PAPER}, (55): 32 inequalities")
def test_the_inequalities_55():
    for d in (1, 6, 9):
        assert [
            u
            for u, slack in enumerate(proofs_of_theorems_5_to_7.inequality_slacks(d))
            if slack == 0
        ] == [19, 27]
        assert min(proofs_of_theorems_5_to_7.inequality_slacks(d)) == 0
    beyond = proofs_of_theorems_5_to_7.inequality_slack_functions(9)
    assert [u for u, slack in enumerate(beyond) if slack.top == 0] == [19, 27]
    for slack, number in zip(beyond, proofs_of_theorems_5_to_7.inequality_slacks(20), strict=True):
        assert F(int(slack.top(20)), int(slack.below(20))) == number


@pytest.mark.slow
def test_55_fails_with_another_q(monkeypatch):
    right = printed.theorems["B3"]["q"]
    wrong = PrintedFormula("(52)", ((1,),), ((2,),), low=9)
    monkeypatch.setitem(printed.theorems["B3"], "q", (*right[:-1], wrong))
    found = {c.where: c.ours for c in papers.run(NAME, "proof-7").differences}
    assert (
        found["(55), every d >= 9: the rows with equality, the others being strict"] == "not shown"
    )
    assert found["(55), d = 20: the rows with equality, the others being strict"].endswith(
        "some fail"
    )


def test_the_sets_of_lemma_2_between_rows_19_and_27_from_ten_decks_on():
    found = lemma_2_sets("B3", (19, 27), 10)
    rises = [view for view, sort in found.items() if sort == "01"]
    assert rises == ["(0,6),-", "(1,5),-", "(2,4),-", "(3,3),-", "(7,9),-", "(8,8),-"]
    assert "10" not in found.values()
    assert sign_runs(draw_gaps("B3")["(3,3),6"][27]) == "+:1-4 -:5+"


# ---------------------------------------------------------------------- Section 3 and Lemma 2


@golden(f"{PAPER}, Section 3: models A1 and B1 as sums")
@pytest.mark.parametrize("decks", [2, INFINITE_DECKS])
def test_the_sums_over_the_hands_of_a_total(decks):
    own = printed_formulas.all_totals(31, None if decks == INFINITE_DECKS else decks)
    found = pure_strategy_payoffs("B1", decks)
    p, stand, draw = own[6, None]
    at = found.views.index("6,-")
    assert (stand, draw) == found.expected("6,-", 1)
    assert p == F(int(found.reach[at, 1]), found.whole)
    assert sum(p for p, _, _ in own.values()) < 1  # naturals end the hand


@golden(f"{PAPER}, (2): T(p), at d = 4 with a triple in T10")
def test_the_set_of_2_loses_a_triple_of_t10():
    own = sections_1_to_4.paper_products("19-27", 4)
    point = printed_formulas.crossing_point(own[(3, 3), 6])
    before, at, after = (
        printed_formulas.best_reply_set(own, point + step)
        for step in (F(-1, 10**6), 0, F(1, 10**6))
    )
    assert before - at == {((3, 3), 6)}
    assert ((3, 3), 6) not in at | after


@pytest.mark.slow
def test_a_wrong_set_is_reported(monkeypatch):
    right = printed_formulas.best_reply_set
    monkeypatch.setattr(printed_formulas, "best_reply_set", lambda own, p: right(own, p) | {(7, 0)})
    found = {c.where: c.ours for c in papers.run(NAME, "lemma-2").differences}
    where = "(2), model B1, d = 1: T(p) is where drawing is strictly better"
    assert found[where].startswith("in 0 of")


# ---------------------------------------------------------------------- the tables as they are set


@golden(f"{PAPER}, Table 1 with its footnotes")
def test_table_1_is_set_as_it_is_printed():
    text = str(sections_1_to_4.preliminary_table("B3"))
    assert "4      (0,4)  S  S8  D1  D  D   D  D    D  S   S  D" in text
    assert "\n1  Replace S by * and D by * and * by S if d = 1.\n" in text
    assert text.endswith("\n11  Replace * by D if d >= 11.")


@golden(f"{PAPER}, Table 5 with its footnotes")
def test_table_5_is_set_as_it_is_printed():
    text = str(sections_1_to_4.final_table("B2", "B3"))
    assert "6            S  S   S  S  S  S  D3  D  S   S  †" in text
    assert "   (6,7)  S (model B2); D if d = 1, S if d >= 2 (model B3)\n" in text
    assert "   (8,8)  D (model B2); (S,D) if d = 1, D if d >= 2 (model B3)" in text


@golden(f"{PAPER}, Table 3")
def test_table_3_is_printed():
    (table,) = papers.run(NAME, "table-3").tables
    assert "(1,4)                    (S,D) with (5/11,6/11)\n" in table.text
    assert "(0,6)                    (S,D) with (107/286,179/286)\n" in table.text


@pytest.mark.parametrize("item", ["table-1", "table-2", "table-4", "table-5"])
def test_every_table_with_footnotes_prints_them(item):
    (table,) = papers.run(NAME, item).tables
    assert "every positive whole number of decks" in table.title
    assert " if d " in table.text
