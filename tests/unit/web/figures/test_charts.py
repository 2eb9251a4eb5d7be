"""Figures of the workbench: no text leaves its drawing, whatever font a machine has.

Widths are estimated, no smaller than in DejaVu Sans; tests/web/test_nothing_cut.py measures them in
a browser.
"""

from xml.etree import ElementTree

import pytest

from sabot.web.figures.charts import (
    PHONE_CANVAS,
    SCREEN_CANVAS,
    STACKED_CANVAS,
    envelope_svg,
    text_width,
)
from sabot.web.tasks.parametric import compute_envelope, prove_for_page

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
    for drawings, paper in ((told["figures"], STACKED_CANVAS), (told["narrow"], PHONE_CANVAS)):
        assert drawings
        for drawing in drawings:
            assert beyond(drawing, paper.size) == []


@pytest.mark.parametrize("game", ["le-her", "baccara-banque", "foster-1964"])
def test_no_text_of_an_envelope_leaves_its_drawing(game):
    told = compute_envelope({"game": game})
    for paper in (SCREEN_CANVAS, PHONE_CANVAS):
        assert beyond(envelope_svg(told, paper), paper.size) == []
    wide = dict(told, points=[one | {"v": f"-{10**9}/7"} for one in told["points"]])
    assert beyond(envelope_svg(wide | {"value": "0"}, PHONE_CANVAS), PHONE_CANVAS.size) == []
