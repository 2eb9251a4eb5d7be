"""Results that are downloaded from the workbench: figures as ``sabot plot`` draws them, and pages.

That a browser opens such a page without a request is tested in ``tests/web/test_share.py``.
"""

import json
import re
from base64 import b64decode
from html.parser import HTMLParser

import pytest
from click.testing import CliRunner
from tests.few import few

import sabot
from sabot.cli.program import cli
from sabot.render.document import Preformatted, build_document
from sabot.web.pages.downloads import MAX_PICTURE_LINES, result_file, text_figure
from sabot.web.tasks import find_task
from sabot.web.tasks.parametric import compute_envelope, prove_for_page
from sabot.web.tasks.solution import list_equilibria_for_page, solve_for_page
from sabot.web.tasks.verbs import hand, report


@pytest.mark.parametrize(
    ("game", "name"),
    few(2, [("kuhn-poker", "strategies"), ("le-her", "strategies"), ("borel", "thresholds")]),
)
def test_a_solution_is_drawn_as_at_the_terminal(game, name):
    drawn = result_file(solve_for_page({"game": game}), "svg")
    assert drawn == sabot.plot(game, name)._repr_svg_()


@pytest.mark.parametrize("game", few(1, ["kuhn-poker(bet=*)", "blind-poker(q=*)"]))
def test_a_theorem_is_drawn_as_at_the_terminal(game):
    told = prove_for_page({"game": game})
    assert result_file(told, "svg") == sabot.plot(game)._repr_svg_()


@pytest.mark.parametrize("game", few(1, ["baccara(model=A1)", "matrix([[1, 2, 4], [3, 0, -1]])"]))
def test_an_envelope_is_drawn_as_at_the_terminal(game):
    told = compute_envelope({"game": game})
    assert result_file(told, "svg") == sabot.plot(game, "envelope")._repr_svg_()


class _Certificate(HTMLParser):
    """Finds the certificate in a stand-alone page, and whatever the page would load."""

    def __init__(self):
        super().__init__()
        self.text, self.loads = "", []

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        if tag == "a" and found.get("id") == "certificate":
            self.text = b64decode(found["href"].partition("base64,")[2]).decode()
        elif tag in ("script", "img", "iframe", "object") or found.get("href", "#")[0] not in "#d":
            self.loads.append((tag, found))


@pytest.mark.parametrize(
    ("task", "game"),
    [
        (solve_for_page, "kuhn-poker"),
        (solve_for_page, "kuhn-poker(players=3)"),
        (solve_for_page, "whist(deal=KQ10/AJ9)"),
        (list_equilibria_for_page, "matrix([[3|1,0|0],[0|0,1|3]])"),
        (prove_for_page, "le-her(ranks=2, suits=*)"),
    ],
)
def test_a_stand_alone_page_loads_nothing_and_holds_a_certificate_that_is_accepted(
    task, game, tmp_path
):
    page = result_file(task({"game": game}), "html")
    found = _Certificate()
    found.feed(page)
    assert found.loads == []
    saved = tmp_path / "saved.json"
    saved.write_text(found.text)
    assert CliRunner().invoke(cli, ["check", str(saved)]).exit_code == 0
    assert json.loads(found.text)["game"] in page


@pytest.mark.parametrize("task", [report, hand])
def test_a_result_without_a_certificate_is_a_page_without_one(task):
    page = result_file(task({"game": "kuhn-poker", "cards": "AsKdQhJc9s"}), "html")
    assert "<table" in page and "certificate" not in page


@pytest.mark.parametrize(
    ("work", "question", "said"),
    few(
        3,
        [
            (
                "analysis",
                {"verb": "properties", "game": "matrix([[6|6,2|7],[7|2,0|0]])"},
                "potential",
            ),
            ("page", {"game": "kuhn-poker(players=3)"}, "-1/32"),
            ("listed", {"game": "kuhn-poker"}, "-1/18"),
            ("report", {"game": "kuhn-poker"}, "kuhn-poker"),
            ("hand", {"cards": "AsKdQhJc9s"}, "ace high"),
            ("analysis", {"verb": "equity", "one": "AsKs", "two": "QQ", "board": "Qs7h2d"}, "QQ"),
            ("paper", {"name": "foster-1964", "item": "tables-4-7"}, "Banker's best reply"),
        ],
    ),
)
def test_a_result_without_a_figure_has_what_it_says_as_a_picture(work, question, said):
    answer = find_task(work)(question)
    drawn = result_file(answer, "svg")
    words = "\n".join(re.findall(r"<text[^>]*>([^<]*)</text>", drawn)).replace("\xa0", " ")
    assert said.lower() in words.lower()
    assert result_file(answer, "png").startswith(b"\x89PNG")


def test_a_picture_of_text_ends_with_how_much_is_left_out():
    view = build_document(
        Preformatted("\n".join(f"line {n}" for n in range(MAX_PICTURE_LINES + 3)))
    )
    figure = text_figure(view)
    assert len(figure.panels[0].lines) == MAX_PICTURE_LINES
    assert figure.note == "3 lines more: the stand-alone page has all."


def test_an_envelope_is_a_picture_and_a_page():
    told = compute_envelope({"game": "baccara(model=A1)"})
    assert result_file(told, "png").startswith(b"\x89PNG")
    assert "<svg" in result_file(told, "html") and "9/11" in result_file(told, "html")
