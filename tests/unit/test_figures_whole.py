"""Figures of the workbench: no text leaves its drawing, whatever font a machine has.

Widths are estimated, no smaller than in DejaVu Sans; tests/web/test_nothing_cut.py measures them in
a browser.
"""

from fractions import Fraction
from xml.etree import ElementTree

import pytest

from sabot.render.figures.figure import Bars
from sabot.web.figures.axes import FLAT, SCREEN, TELEPHONE, text_width
from sabot.web.figures.envelope import envelope_svg
from sabot.web.figures.strategy import FONT, bars_svg
from sabot.web.pages.game.files import made
from sabot.web.work.envelope import envelope
from sabot.web.work.solved import page
from sabot.web.work.theorem import theorem

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
    told = theorem({"game": game})
    for name, paper in (("figures", FLAT), ("narrow", TELEPHONE)):
        assert told[name]
        for drawing in told[name]:
            assert beyond(drawing, paper.size) == []


@pytest.mark.parametrize("game", ["le-her", "baccara-banque", "foster-1964"])
def test_no_text_of_an_envelope_leaves_its_drawing(game):
    told = envelope({"game": game})
    for paper in (SCREEN, TELEPHONE):
        assert beyond(envelope_svg(told, paper), paper.size) == []
    wide = dict(told, points=[one | {"v": f"-{10**9}/7"} for one in told["points"]])
    assert beyond(envelope_svg(wide | {"value": "0"}, TELEPHONE), TELEPHONE.size) == []


@pytest.mark.parametrize(
    "game", ["kuhn-poker", "leduc-poker", "baccara(model=B3, decks=6)", "borel"]
)
def test_no_text_of_a_strategy_leaves_its_drawing(game):
    svg = made(page({"game": game}), "svg")
    drawings = ElementTree.fromstring(svg).findall(f"{SVG}svg")
    assert drawings
    for drawing in drawings:
        assert beyond(ElementTree.tostring(drawing, encoding="unicode"), FONT) == []


def test_a_long_name_beside_a_bar_is_not_cut():
    view = "the second card of the widow, face up, after two passes"
    bars = Bars("long", ((view, {"bid": Fraction(1)}),), ("bid", "pass"))
    assert beyond(bars_svg(bars), FONT) == []
