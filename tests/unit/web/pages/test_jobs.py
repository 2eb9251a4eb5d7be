"""Figures that are downloaded from the workbench: the files that ``sabot plot`` writes."""

import pytest
from tests.few import few

import sabot
from sabot.web.pages.jobs import result_file
from sabot.web.tasks.parametric import compute_envelope, prove_for_page
from sabot.web.tasks.solution import solve_for_page


@pytest.mark.parametrize(
    ("game", "name"),
    [("kuhn-poker", "strategies"), ("le-her", "strategies"), ("borel", "thresholds")],
)
def test_a_solution_is_drawn_as_at_the_terminal(game, name):
    drawn = result_file(solve_for_page({"game": game}), "svg")
    assert drawn == sabot.plot(game, name)._repr_svg_()


@pytest.mark.parametrize("game", few(1, ["kuhn-poker(bet=*)", "blind-poker(q=*)"]))
def test_a_theorem_is_drawn_as_at_the_terminal(game):
    told = prove_for_page({"game": game})
    assert result_file(told, "svg") == sabot.plot(game)._repr_svg_()


@pytest.mark.parametrize("game", ["baccara(model=A1)", "matrix([[1, 2, 4], [3, 0, -1]])"])
def test_an_envelope_is_drawn_as_at_the_terminal(game):
    told = compute_envelope({"game": game})
    assert result_file(told, "svg") == sabot.plot(game, "envelope")._repr_svg_()
