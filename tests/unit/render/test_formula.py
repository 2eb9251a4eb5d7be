"""Formulas in factors: what is written is what is meant, and no sign stands before a difference."""

import random
import re
from fractions import Fraction

from sabot.forms.algebra.rational_function import Formula
from sabot.render.formula import factored_text, formula_latex, formula_mathml


def value_of(text, x):
    """Return what a written formula is at x."""
    exact = re.sub(r"(?<!\*\*)\b(\d+)\b", r"F(\1)", text)
    return eval(exact, {"x": x, "F": Fraction})


def test_a_formula_is_worth_what_its_text_says():
    draw = random.Random(3)

    def sums():
        terms = [draw.choice((0, 1, -1, 2)), draw.choice((-2, -1, 1, 3)), draw.choice((-3, -1, 2))]
        return "(({})*x**2 + ({})*x + ({}))".format(*terms)

    for _ in range(150):
        top = "*".join(sums() for _ in range(draw.choice((1, 1, 2))))
        formula = Formula.of(f"{top} / ({sums()})", "x")
        for x in (Fraction(7, 3), Fraction(-5, 2)):
            assert value_of(factored_text(formula), x) == formula.at(x), factored_text(formula)


def test_a_difference_is_written_without_a_sign_before_it():
    formula = Formula.of("-2*(x - 1)/(x + 2)", "x")
    assert factored_text(formula) == "2*(1 - x) / (x + 2)"
    assert formula_latex(formula, "x") == r"\frac{2(1 - x)}{x + 2}"
    told = re.sub("<[^>]*>", "", formula_mathml(formula))
    assert told == "2(1−x)x+2"
    assert factored_text(Formula.of("-x**2/(x + 2)", "x")) == "-x**2 / (x + 2)"
