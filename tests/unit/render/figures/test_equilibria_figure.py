"""Best responses and equilibria of 2 x 2 games, drawn in the square of their probabilities."""

from fractions import Fraction as F
from itertools import pairwise, product

import pytest
from tests.few import few

import sabot
from sabot.errors import FormError
from sabot.render.figures.equilibria import best_response_line, best_responses_figure

GAMES = {
    "battle of the sexes": "matrix([[3|1,0|0],[0|0,1|3]])",
    "pennies": "matrix([[1,-1],[-1,1]])",
    "entry": "matrix([[2|1,2|1],[1|0,3|2]])",
    "all": "matrix([[1|1,1|1],[1|1,1|1]])",
    "weakly dominated": "matrix([[1|1,1|0],[1|1,0|0]])",
    "a saddle point": "matrix([[1,1],[0,1]])",
    "dilemma": "matrix([[3|3,0|5],[5|0,1|1]])",
}


def on_line(line, point):
    """Tell whether a point of the square is on a line of level and upright parts."""
    return any(
        min(a[0], b[0]) <= point[0] <= max(a[0], b[0])
        and min(a[1], b[1]) <= point[1] <= max(a[1], b[1])
        for a, b in pairwise(line)
    )


@pytest.mark.parametrize("pays", list(product(range(-1, 2), repeat=2)))
def test_a_point_is_on_the_line_where_no_other_response_pays_more(pays):
    left, right = map(F, pays)
    line = best_response_line(left, right)
    for other, own in product([F(k, 8) for k in range(9)], repeat=2):
        gain = other * left + (1 - other) * right  # of the first strategy over the second
        best = (own == 1 or gain <= 0) and (own == 0 or gain >= 0)
        assert best == (left == right == 0 or on_line(line, (other, own)))


@pytest.mark.parametrize("name", few(4, GAMES))
def test_what_is_drawn_is_where_both_lines_meet(name):
    found = sabot.equilibria(GAMES[name])
    (panel,) = best_responses_figure(found).panels
    lines = {curve.label: curve.points for curve in panel.curves if curve.kind == "line"}
    dots = [spot for curve in panel.curves if curve.kind == "dots" for spot in curve.points]
    areas = [curve.points for curve in panel.curves if curve.kind == "area"]
    rows, columns = lines.values()
    for spot in product([F(k, 12) for k in range(13)], repeat=2):
        meets = all(len(line) == 5 or on_line(line, spot) for line in (rows, columns))
        inside = any(
            min(x for x, _ in area) <= spot[0] <= max(x for x, _ in area)
            and min(y for _, y in area) <= spot[1] <= max(y for _, y in area)
            for area in areas
        )
        assert meets == (spot in dots or inside), spot


def test_it_is_drawn_by_the_verb_and_refused_for_larger_games():
    figure = sabot.plot(GAMES["battle of the sexes"], "responses")
    assert figure.note == "3 isolated equilibria" and "<svg" in figure._repr_svg_()
    with pytest.raises(FormError, match="here there are 2 x 3"):
        sabot.plot(sabot.equilibria("matrix([[1|1,0|0,1|0],[0|0,1|2,0|1]])"))
