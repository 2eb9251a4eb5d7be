"""Figures of the workbench: no text leaves its drawing, whatever font a machine has.

Widths are estimated, no smaller than in DejaVu Sans; tests/web/test_nothing_cut.py measures them in
a browser.
"""

from fractions import Fraction
from xml.etree import ElementTree

import pytest

from sabot.render.figures.figure import BarPanel
from sabot.web.figures.charts import (
    FONT_SIZE,
    PHONE_CANVAS,
    SCREEN_CANVAS,
    STACKED_CANVAS,
    bars_svg,
    envelope_svg,
    text_width,
)
from sabot.web.pages.jobs import result_file
from sabot.web.tasks.parametric import compute_envelope, prove_for_page
from sabot.web.tasks.solution import solve_for_page

SVG = "{http://www.w3.org/2000/svg}"


def beyond(drawing, size):
    """Return the texts of a drawing that do not lie in it."""
    root = ElementTree.fromstring(str(drawing))
    wide = float(root.get("viewBox").split()[2])
    found = []
    for word in root.iter(f"{SVG}text"):
        said = "".join(part for one in word if one.tag != f"{SVG}title" for part in one.itertext())
        text = (word.text or "") + said
        bold = {"label", "mark"} & set(word.get("class", "").split())
        long = float(word.get("textLength") or text_width(text, size, bold=bool(bold)))
        x = float(word.get("x")) - {"middle": long / 2, "end": long}.get(word.get("text-anchor"), 0)
        if x < 0 or x + long > wide:
            found.append((text, x, x + long))
    return found


@pytest.mark.parametrize(
    "game", ["baccara(model=B3, decks=*)", "kuhn-poker(bet=*)", "blind-poker(q=*)"]
)
def test_no_text_of_a_theorem_leaves_its_drawing(game):
    told = prove_for_page({"game": game})
    for name, paper in (("figures", STACKED_CANVAS), ("narrow", PHONE_CANVAS)):
        assert told[name]
        for drawing in told[name]:
            assert beyond(drawing, paper.size) == []


@pytest.mark.parametrize("game", ["le-her", "baccara-banque", "foster-1964"])
def test_no_text_of_an_envelope_leaves_its_drawing(game):
    told = compute_envelope({"game": game})
    for paper in (SCREEN_CANVAS, PHONE_CANVAS):
        assert beyond(envelope_svg(told, paper), paper.size) == []
    wide = dict(told, points=[one | {"v": f"-{10**9}/7"} for one in told["points"]])
    assert beyond(envelope_svg(wide | {"value": "0"}, PHONE_CANVAS), PHONE_CANVAS.size) == []


@pytest.mark.parametrize(
    "game", ["kuhn-poker", "leduc-poker", "baccara(model=B3, decks=6)", "borel"]
)
def test_no_text_of_a_strategy_leaves_its_drawing(game):
    svg = result_file(solve_for_page({"game": game}), "svg")
    drawings = ElementTree.fromstring(svg).findall(f"{SVG}svg")
    assert drawings
    for drawing in drawings:
        assert beyond(ElementTree.tostring(drawing, encoding="unicode"), FONT_SIZE) == []


def test_a_long_name_beside_a_bar_is_not_cut():
    view = "the second card of the widow, face up, after two passes"
    bars = BarPanel("long", ((view, {"bid": Fraction(1)}),), ("bid", "pass"))
    assert beyond(bars_svg(bars), FONT_SIZE) == []
