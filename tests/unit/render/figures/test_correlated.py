"""The polygon of the payoffs of correlated equilibria."""

from fractions import Fraction as F

import pytest

import sabot
from sabot.errors import FormError

CHICKEN = "matrix([[6|6,2|7],[7|2,0|0]])"


def curves(figure):
    return {curve.label: curve.points for curve in figure.panels[0].curves}


def test_the_polygon_of_chicken_has_four_corners_and_the_mixed_equilibrium_inside():
    drawn = curves(sabot.plot(CHICKEN, "correlated"))
    corners = [(2, 7), (F(18, 5), F(18, 5)), (7, 2), (F(21, 4), F(21, 4)), (2, 7)]
    assert list(drawn["correlated equilibria"]) == corners
    assert drawn["Nash equilibria"] == ((2, 7), (F(14, 3), F(14, 3)), (7, 2))
    assert drawn["payoffs of all devices"][0] == drawn["payoffs of all devices"][-1] == (0, 0)


def test_a_saved_file_is_drawn_with_the_nash_equilibria_of_its_game(tmp_path):
    path = tmp_path / "chicken.json"
    sabot.correlated(CHICKEN, coarse=True, objective="sum", vertices=True).save(path)
    drawn = curves(sabot.plot(path))
    assert len(drawn["coarse correlated equilibria"]) == 5 and len(drawn["Nash equilibria"]) == 3


def test_one_equilibrium_is_a_point():
    found = sabot.correlated([[(3, 3), (0, 5)], [(5, 0), (1, 1)]], vertices=True)
    assert curves(sabot.plot(found))["correlated equilibria"] == ((1, 1),)


def test_what_cannot_be_drawn_is_refused_with_a_remedy(tmp_path):
    with pytest.raises(FormError, match="the vertices are needed to draw it"):
        sabot.plot(sabot.correlated(CHICKEN))
    path = tmp_path / "three.nfg"
    path.write_text('NFG 1 R "" { "A" "B" "C" } { 2 2 1 }\n6 6 1 7 2 1 2 7 1 0 0 1\n')
    with pytest.raises(FormError, match="the payoffs of 3 players are not a plane"):
        sabot.plot(sabot.correlated(str(path), vertices=True))
