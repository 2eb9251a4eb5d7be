"""One bet into any pot: B. Chen and J. Ankenman, *The Mathematics of Poker* (2006), Example 11.3.

The solution of their [0, 1] game #2 is printed on page 119; we have it at second hand, from notes
that quote it. Player X checks without looking, Y checks or bets 1 into a pot P, X calls or folds,
and the lower number wins; here the higher one does. With a = 1 / (P + 1) he bets with his best
y = (1 - a) / ((2 - a) (1 + a)) of all hands and with his worst a y, and is called by the best 2 y.
"""

from fractions import Fraction

import pytest

import sabot


@pytest.mark.parametrize("pot", [Fraction(1), Fraction(1, 3), Fraction(4), Fraction(10)])
def test_a_bet_of_1_into_any_pot(pot):
    a = 1 / (pot + 1)
    y = (1 - a) / ((2 - a) * (1 + a))
    found = sabot.solve(f"bet-sizes(sizes=1, ante={pot / 2})")
    assert found.exact
    assert [Fraction(part[0]) for part in found["1"]["-"]] == [a * y, 1 - y, 1]
    assert Fraction(found["2"]["1 bet 1"][0][0]) == 1 - 2 * y


def test_the_numbers_of_page_119():
    found = sabot.solve("bet-sizes(sizes=1, ante=1/2)")
    assert found.value == Fraction(1, 18)
    assert [Fraction(part[0]) for part in found["1"]["-"]] == [Fraction(1, 9), Fraction(7, 9), 1]
    assert Fraction(found["2"]["1 bet 1"][0][0]) == Fraction(5, 9)
