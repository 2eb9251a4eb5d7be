"""Charts of the workbench: drawings of matplotlib that the page's policy and theme allow."""

from xml.etree import ElementTree

import sabot
from sabot.render.figures.matplotlib_backend import AxesFrame
from sabot.web.figures.charts import draw_for_page, figure_html
from sabot.web.html import tag

SVG = "{http://www.w3.org/2000/svg}"


def test_a_drawing_has_no_style_of_its_own_and_its_words_are_in_the_colours_of_the_page():
    for drawn in draw_for_page(sabot.plot("baccara(model=A1)")).values():
        root = ElementTree.fromstring(drawn["svg"])
        assert root.get("role") == "img" and root.find(f"{SVG}title").text.startswith("Baccara")
        assert root.find(f".//{SVG}style") is None
        assert not [one for one in root.iter() if one.get("style")]
        colours = {one.get("fill") for one in root.iter(f"{SVG}text")}
        assert colours <= {None, "var(--ink)", "var(--dim)"}


def test_strips_tell_their_exact_ends_and_actions_have_the_colours_of_grids():
    drawn = draw_for_page(sabot.plot("borel"))["wide"]
    root = ElementTree.fromstring(drawn["svg"])
    ends = [one.get("data-to") for one in root.iter(f"{SVG}rect") if one.get("data-to")]
    assert ends == ["1/9", "1", "1/3", "1"]
    (cut,) = (one for one in root.iter(f"{SVG}text") if one.text == "0.3333")
    assert cut.get("fill") == "var(--on-square)"
    grounds = {one.get("fill") for one in root.iter(f"{SVG}path") if "var" in one.get("fill", "")}
    assert {"var(--first)", "var(--second)"} <= grounds


def test_what_a_page_draws_on_top_lies_where_the_axes_are():
    drawn = draw_for_page(sabot.plot("baccara(model=A1)"))

    def overlay(frames: list[AxesFrame]):
        return [tag("circle", cx=frames[0].place(0, frames[0].lowest_y)[0])]

    page = str(figure_html(drawn, overlay))
    places = [AxesFrame(*drawn[kind]["frames"][0]).place(0, 0)[0] for kind in ("wide", "narrow")]
    assert all(f'<circle cx="{place}"></circle></svg>' in page for place in places)
