"""Equilibria of 2 x 2 games, drawn in a square, and components of equilibria of any matrix game."""

import re
from dataclasses import replace
from fractions import Fraction as F
from itertools import pairwise, product

import pytest
from tests.few import few

import sabot
from sabot.errors import FormError
from sabot.render.figures.equilibria import (
    best_response_line,
    best_responses_figure,
    components_figure,
    drawn_components,
)
from sabot.render.figures.matplotlib_backend import draw_with_frames
from sabot.render.figures.panels import BarPanel, IntervalPanel, Panel
from sabot.render.figures.style import FigureStyle

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
    larger = sabot.equilibria("matrix([[1|1,0|0,1|0],[0|0,1|2,0|1]])")
    with pytest.raises(FormError, match="here there are 2 x 3"):
        best_responses_figure(larger)
    with pytest.raises(FormError, match="it needs a matrix game for two"):
        sabot.plot(larger, "responses")


# a continuum {1, 2, 4} of two segments, and an isolated equilibrium 3
BENT = "matrix([[1|1,1|1,0|0],[1|1,0|0,2|2],[0|2,1|1,1|1]])"
LARGER = {
    "bent": BENT,
    "seven": "matrix([[6|6,2|7,0|0],[7|2,0|0,1|1],[0|0,1|1,3|3]])",
    "all": "matrix([[1|1,1|1,1|1],[1|1,1|1,1|1]])",
    "zero-sum": "matrix([[1,1,0],[0,0,1],[1,1,0]])",
    "four": "matrix([[2|2,0|2,2|1,0|0],[2|0,1|1,2|2,0|0],[0|0,1|0,2|2,1|1]])",
}


def gains(form, row, column):
    """Return what each player gains by the best deviation."""
    if form["kind"] == "matrix":
        one = form["payoffs"]
        two = [[-pay for pay in line] for line in one]
    else:
        one, two = form["payoffs"]
    by_row = [sum(p * q for p, q in zip(line, column, strict=True)) for line in one]
    by_column = [
        sum(p * q for p, q in zip(line, row, strict=True)) for line in zip(*two, strict=True)
    ]
    return [
        max(pays) - sum(p * q for p, q in zip(pays, mix, strict=True))
        for pays, mix in ((by_row, row), (by_column, column))
    ]


def middle(mixes):
    return [sum(own, F(0)) / len(mixes) for own in zip(*mixes, strict=True)]


@pytest.mark.parametrize("name", few(3, LARGER))
def test_every_extreme_equilibrium_is_in_one_component_and_ranges_are_those_of_equilibria(name):
    found = sabot.equilibria(LARGER[name])
    form = found.certificate["form"]
    parts = drawn_components(found)
    inside = [mixes for part in parts for mixes in part.subsets]
    assert {pair for one, two in inside for pair in product(one, two)} == set(found.vectors())
    for one, two in inside:  # in the middle of a set too nobody gains
        assert gains(form, middle(one), middle(two)) == [0, 0]
    strips = [p for p in components_figure(found).panels if isinstance(p, IntervalPanel)]
    wide = [part for part in parts if not part.isolated]
    assert len(strips) == len(wide)
    for strip, part in zip(strips, wide, strict=True):
        ends = [tuple(end for end, _ in steps) for _, steps in strip.lines]
        assert ends == [own for player in (0, 1) for own in part.ranges(player) if own[1]]
        for player in (0, 1):
            for strategy, own in enumerate(part.ranges(player)):
                played = [mix[strategy] for mix in part.mixtures(player)]
                assert own[0] in played and own[1] in played
                assert all(own[0] <= chance <= own[1] for chance in played)


def test_isolated_equilibria_are_bars_and_a_component_has_its_range_and_its_triangle():
    figure = sabot.plot(BENT, "components")
    bars = [panel for panel in figure.panels if isinstance(panel, BarPanel)]
    (strip,) = (panel for panel in figure.panels if isinstance(panel, IntervalPanel))
    triangles = [panel for panel in figure.panels if isinstance(panel, Panel)]
    assert [bar.lines for bar in bars] == [(("3", {"2": 1}),), (("3", {"3": 1}),)]
    assert strip.title == "component {1, 2, 4}" and strip.exact
    assert strip.lines[0] == ("row: 1", ((F(1, 2), "at least"), (F(1), "at most")))
    assert strip.lines[1] == ("row: 2", ((F(0), "at least"), (F(1, 2), "at most")))
    areas = [curve.points for curve in triangles[0].curves if curve.kind == "area"]
    assert areas == [((F(1, 2), F(1, 2)), (1, 0), (F(1, 2), F(1, 2)))]
    assert figure.note == "1 isolated equilibrium, 1 continuum"
    svg = figure._repr_svg_()
    assert ">1/2<" in svg and ">component {1, 2, 4}<" in svg and "hand" not in svg


def test_a_list_that_is_not_complete_says_so_and_has_no_components():
    figure = sabot.plot(sabot.equilibria(LARGER["seven"], first=2))
    assert [panel.title for panel in figure.panels] == [
        "row, listed equilibria",
        "column, listed equilibria",
    ]
    assert figure.note == "not complete: there may be others"


def test_of_many_equilibria_the_first_are_drawn_and_the_rest_is_counted():
    diagonal = [[(int(i == j), int(i == j)) for j in range(5)] for i in range(5)]
    figure = sabot.plot(sabot.equilibria(diagonal))
    assert figure.note == "31 isolated equilibria; the first 24 of 31 isolated equilibria are drawn"
    assert [len(panel.lines) for panel in figure.panels] == [24, 24]
    wide = sabot.plot(sabot.equilibria([[0] * 30] * 30))
    assert [len(strip.lines) for strip in wide.panels] == [40]
    assert wide.note == "1 continuum; of a component at most 40 strategies are drawn"


def test_a_saved_list_is_drawn_as_the_game_is_and_long_names_are_shortened(tmp_path):
    found = sabot.equilibria("kuhn-poker(ranks=2)")
    with pytest.raises(FormError, match="of a game in a matrix"):
        sabot.plot(found)
    path = tmp_path / "bent.json"
    sabot.equilibria(BENT).save(path)
    assert sabot.plot(path).panels == sabot.plot(BENT, "components").panels
    rows = ["up", "a very long name of a row"]
    named = f"matrix(payoffs=[[1|1,0|0,0|0],[0|0,1|2,1|2]], rows=[{','.join(rows)}])"
    strips = [p for p in sabot.plot(named, "components").panels if isinstance(p, IntervalPanel)]
    assert "row: 2: a very long ..." in {line[0] for strip in strips for line in strip.lines}


def test_a_mixed_equilibrium_is_drawn_as_the_legend_says_and_named_on_both_axes():
    figure = best_responses_figure(sabot.equilibria("matrix([[6|6,2|7],[7|2,0|0]])"))
    (dots,) = (curve for curve in figure.panels[0].curves if curve.kind == "dots")
    (mark,) = figure.panels[0].marks
    assert (mark.x, mark.y) in dots.points and mark.is_dot  # a circle would hide the dot
    for look in FigureStyle(), FigureStyle.of(width=2.9):
        picture, _ = draw_with_frames(replace(figure, look=look))
        written = re.findall(r">([^<>]+)</text>", picture)
        assert written.count("2/3") == 2
        assert ("(2/3," if look.narrow else "(2/3, 2/3)") in written
