"""The footer: on every page it says what is true of the numbers of that page."""

import re
from html import unescape

import pytest
from tests.web.test_addresses import SHOWN

from sabot import certify
from sabot.api import checking
from sabot.web.layout import EXACT_NUMBERS_NOTE
from sabot.web.pages.solution import solution_html
from sabot.web.site import all_pages
from sabot.web.tasks import solution
from sabot.web.tasks.game_tree import tree_of_question
from sabot.web.tasks.parametric import compute_envelope, prove_for_page
from sabot.web.tasks.verbs import prove, solve

PAPER = {
    "/papers/foster-1964": "/papers/{name}",
    "/papers/foster-1964/rules": "/papers/{name}/{item}",
}
BY_PATH = {page.path: page for page in all_pages() if "GET" in page.methods}


@pytest.mark.parametrize("path", [*SHOWN, *PAPER])
def test_the_footer_says_of_each_page_where_its_numbers_are_from(http, path):
    answer = http.get(path, follow_redirects=True)
    here = BY_PATH[PAPER.get(path, answer.url.path)]
    main, foot = unescape(answer.text).split("<footer>")
    assert here.numbers in foot
    assert (EXACT_NUMBERS_NOTE in foot) is bool(here.numbers)
    assert here.numbers or "data-exact" not in main  # a page that shows numbers says so
    assert "checked before it was shown" not in foot and "nothing leaves it" in foot


@pytest.fixture
def checks(monkeypatch):
    """What the checker was asked."""
    solution._solve_and_check.cache_clear()
    found, check = [], certify.check
    monkeypatch.setattr(
        checking, "check_document", lambda document, *_: (found.append(1), check(document))[1]
    )
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("work", "game"),
    [
        (prove_for_page, "le-her(suits=*)"),
        (compute_envelope, "le-her"),
        (tree_of_question, "kuhn-poker"),
        (prove, "von-neumann(A=*)"),
        (solve, "blind-poker(players=3)"),
    ],
)
def test_what_a_footer_calls_verified_was_given_to_the_checker(checks, work, game):
    assert work({"game": game}) and checks


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("le-her", "checked"),
        ("borel", r"checked in .* s"),
        ("kuhn-poker(players=3, ranks=4)", r"checked in .* s"),
        ("whist(deal=KQ10/AJ9)", r"checked in .* s, by search"),
        ("dafermos-network", "none: there is no checker for this kind of result"),
    ],
)
def test_below_an_answer_stands_whether_its_certificate_was_checked(checks, game, said):
    told = solution_html(solution.solve_for_page({"game": game}), "job")
    row = re.search(r"certificate</(?:th|dt)><(?:td|dd)[^>]*>(.*?)</", told)
    assert re.fullmatch(said, row[1])
    assert bool(checks) is said.startswith("checked")
