"""Figures that are downloaded from the workbench: the files that ``sabot plot`` writes."""

from xml.etree import ElementTree

import pytest

import sabot
from sabot.web.pages.jobs import result_file
from sabot.web.tasks.parametric import compute_envelope, prove_for_page
from sabot.web.tasks.solution import solve_for_page

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    ("game", "name"),
    [("kuhn-poker", "strategies"), ("le-her", "strategies"), ("borel", "thresholds")],
)
def test_a_solution_is_drawn_as_at_the_terminal(game, name):
    drawn = result_file(solve_for_page({"game": game}), "svg")
    assert drawn == sabot.plot(game, name)._repr_svg_()


@pytest.mark.parametrize("game", ["kuhn-poker(bet=*)", "blind-poker(q=*)"])
def test_a_theorem_is_drawn_as_at_the_terminal(game):
    told = prove_for_page({"game": game})
    assert result_file(told, "svg") == sabot.plot(game)._repr_svg_()


def test_an_envelope_is_drawn_as_on_its_page_with_exact_numbers():
    told = compute_envelope({"game": "le-her"})
    root = ElementTree.fromstring(result_file(told, "svg"))
    points = [one.get("data-p") for one in root.iter(f"{SVG}circle") if one.get("data-p")]
    assert points == [one["p"] for one in told["points"]]
    assert root.find(f"{SVG}style") is not None and root.get("width") == "900"
