"""A game tree on the page: its nodes, sets, chances and worths are those of the solution."""

from fractions import Fraction

from tests.web.seen import faults_of

import sabot


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
    page.wait_for_url("**fold=1")
    page.locator("svg.tree").wait_for()
    assert page.locator("[data-node]").count() == 58 - 18
    assert page.locator("a[data-node='1'] .more").text_content() == "+18"
    page.get_by_role("link", name="Unfold all").click()
    page.locator("[data-node='2']").wait_for()


def test_it_grows_and_shrinks(page):
    page.goto("/tree?g=le-her(ranks=2, suits=1)")
    picture = page.locator("svg.tree")
    picture.wait_for()
    before = picture.bounding_box()["width"]
    page.get_by_role("button", name="larger").click()
    assert picture.bounding_box()["width"] > before


def test_a_tree_that_is_too_large_is_refused_with_the_remedy(page):
    page.goto("/tree?g=leduc-poker")
    page.locator(".fault").wait_for()
    assert "more than 600 nodes" in page.locator(".fault").inner_text()
