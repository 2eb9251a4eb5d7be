"""A game tree on the page: its nodes, sets, chances and worths are those of the solution."""

from fractions import Fraction
from itertools import combinations
from xml.etree import ElementTree

import pytest
from tests.web.seen import faults_of

import sabot
from sabot.web.figures.game_tree import branch_label, lay_out_tree
from sabot.web.pages.game_tree import tree_html
from sabot.web.tasks.game_tree import tree_document

pytestmark = pytest.mark.slow


def test_the_tree_of_kuhns_poker_with_the_numbers_of_its_solution(page):
    page.goto("/tree?g=kuhn-poker")
    page.locator("svg.tree").wait_for()
    solved = sabot.solve("kuhn-poker")
    nodes = page.locator("[data-node]")
    assert nodes.count() == sabot.load("kuhn-poker").tree().size
    assert page.locator("[data-node='0']").get_attribute("data-pays") == "-1/18 1/18"
    ends = page.locator("[data-kind='end']").all()
    paid = sum(
        Fraction(end.get_attribute("data-reach"))
        * Fraction(end.get_attribute("data-pays").split()[0])
        for end in ends
    )
    assert paid == solved.value
    held = page.locator(".set[data-seat='first'][data-view='J']").get_attribute("data-nodes")
    for number in held.split():
        bets = page.locator(f"[data-node='{number}']").get_attribute("data-reach")
        assert bets == "1/6"
    assert faults_of(page) == []


def test_a_node_is_folded_by_the_keyboard_and_the_address_keeps_it(page):
    page.goto("/tree?g=kuhn-poker")
    page.locator("svg.tree").wait_for()
    page.locator("a[data-node='1']").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**fold=1#n1")
    page.locator("svg.tree").wait_for()
    assert page.evaluate("document.activeElement.id") == "n1"
    assert page.locator("[data-node]").count() == 58 - 18
    assert page.locator("a[data-node='1'] .more").text_content() == "+18"
    page.get_by_role("link", name="Unfold all").click()
    page.locator("[data-node='2']").wait_for()


def test_it_grows_and_shrinks_and_arrows_go_from_node_to_node(page):
    page.goto("/tree?g=kuhn-poker")
    picture = page.locator("svg.tree")
    picture.wait_for()
    before = picture.bounding_box()["width"]
    page.get_by_role("button", name="larger").click()
    assert picture.bounding_box()["width"] > before
    page.locator("#n0").focus()
    for key, at in (("ArrowRight", "n1"), ("ArrowRight", "n2"), ("ArrowDown", "n11")):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.id") == at
    page.locator("#n11.lit").wait_for()
    assert page.locator("a.lit").evaluate_all("them => them.map(it => it.id)") == ["n2", "n11"]
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.id") == "n1"
    page.keyboard.press("-")
    page.keyboard.press("-")
    assert picture.bounding_box()["width"] < before


def test_a_large_tree_is_folded_level_by_level(page):
    page.goto("/tree?g=leduc-poker(ranks=2)")
    page.get_by_role("link", name="2 deep").click()
    page.locator(".more").first.wait_for(state="attached")
    assert page.locator("[data-node]").count() == 1 + 2 + 4


def test_the_tree_is_downloaded_as_it_is_folded(page, http):
    page.goto("/tree?g=kuhn-poker&fold=1")
    way = page.get_by_role("link", name="Download SVG").get_attribute("href")
    picture = ElementTree.fromstring(http.get(way).content)
    assert sum("data-node" in one.attrib for one in picture.iter()) == 58 - 18
    assert "tree.svg" in http.get(way).headers["content-disposition"]


@pytest.mark.slow
def test_a_tree_is_drawn_with_numbers_that_int_does_not_read(http):
    told = http.get(f"/tree.svg?g=kuhn-poker(bet=1/{'3' * 5000})")
    assert told.headers["content-type"] == "image/svg+xml"


def test_a_tree_that_is_too_large_is_refused_with_a_remedy_of_the_page():
    with pytest.raises(sabot.NoMethodError, match="more than 600 nodes") as fault:
        tree_document(sabot.load("leduc-poker"))
    assert "fewer ranks or cards" in str(fault.value) and "terminal" not in str(fault.value)


@pytest.mark.parametrize("game", ["kuhn-poker", "le-her(ranks=3)", "leduc-poker(ranks=2)"])
def test_what_is_joined_stands_in_one_column_and_no_two_joins_lie_on_one_another(game):
    tree = lay_out_tree(tree_document(sabot.load(game))["nodes"], [])
    assert tree.sets
    for one in tree.sets:
        assert len({place.x for place in one.members}) == 1
        assert one.members[0].x - tree.gutters[one.members[0].column] < one.x < one.members[0].x
    for one, two in combinations(tree.sets, 2):
        apart = one.span[1] < two.span[0] or two.span[1] < one.span[0]
        assert one.x != two.x or apart


def test_a_label_is_whole_however_long_it_is():
    action = "exchange the card for the one on the stock"
    assert (
        " ".join(branch_label(action, "12345678901/12345678911"))
        == f"{action} 12345678901/12345678911"
    )
    nodes = [
        {"kind": "chance", "parent": -1, "labels": [action], "chances": ["1"], "pays": ["0"]},
        {"kind": "end", "parent": 0, "labels": [], "chances": [], "pays": ["0"]},
    ]
    assert lay_out_tree(nodes, []).places[1].label == branch_label(action, "1")


def test_a_tree_that_pays_both_seats_says_so_and_speaks_of_an_equilibrium():
    zero_sum = tree_html(tree_document(sabot.load("kuhn-poker")), [], "/tree")
    assert "in one optimal solution; at the ends what the first seat is paid." in zero_sum
    raked = tree_html(tree_document(sabot.load("kuhn-poker(rake=1/20)")), [], "/tree")
    assert "in one equilibrium; at the ends what each seat is paid" in raked
    assert "optimal" not in raked


def test_a_tree_of_three_without_chance_lists_none_and_denies_no_method(tmp_path):
    file = tmp_path / "meet.nfg"
    file.write_text('NFG 1 R "" { "a" "b" "c" } { 2 1 1 } 1 0 0 0 1 2\n')
    shown = tree_html(tree_document(sabot.load(str(file))), [], "/tree")
    assert "chance</li>" not in shown
    assert "no method" not in shown and "is on the page of the game" in shown
    assert "chance</li>" in tree_html(tree_document(sabot.load("kuhn-poker")), [], "/tree")
