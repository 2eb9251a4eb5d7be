"""Results to be shared: one file that works without Sabot and without a network, link, picture."""

import re
from html import unescape

import pytest
from tests.few import few

import sabot


def test_a_saved_page_opens_without_a_request_and_gives_its_certificate(page, context, tmp_path):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/equilibria?g=kuhn-poker")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Stand-alone page").click()
    file = tmp_path / "kuhn-poker.html"
    saved.value.save_as(file)
    page.get_by_role("button", name="Copy link").click()
    page.locator("[data-said='copied']").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith("/equilibria?g=kuhn-poker%28ranks%3D3%29")
    alone = context.new_page()
    asked = []
    alone.on("request", lambda request: asked.append(request.url))
    alone.goto(file.as_uri())
    assert asked == [file.as_uri()]
    assert "-1/18" in alone.locator("main").inner_text()
    for wide in (1280, 390):
        alone.set_viewport_size({"width": wide, "height": 800})
        assert alone.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    with alone.expect_download() as certificate:
        alone.locator("#certificate").click()
    proved = tmp_path / certificate.value.suggested_filename
    certificate.value.save_as(proved)
    assert sabot.check(proved) == sabot.solve("kuhn-poker").value


def test_a_saved_solution_looks_as_its_page_does(http, context):
    files = http.get("/part/files", params={"g": "baccara(model=B3, decks=6)"}).text
    place = re.search(r'href="([^"]*)" class="button">Stand-alone page<', files)[1]
    alone = context.new_page()
    alone.set_viewport_size({"width": 390, "height": 844})
    alone.set_content(http.get(unescape(place)).text)
    assert alone.locator("h1").inner_text() == "Baccara"
    assert alone.locator(".worth").inner_text() == "Player loses 1.2841 % of the stake"
    assert "73356216203119/5712649844821920" in alone.locator(".worth + p").inner_text()
    grid = alone.locator("table.grid").last
    rows = grid.locator("tbody tr").locator("visible=true")
    assert rows.count() == 12 and rows.first.locator("th").inner_text() == "0–2 ×17"
    assert grid.locator("td.square.cost-1").count() > 0 and alone.locator("button").count() == 0
    assert alone.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    alone.get_by_text("Every cell in numbers").click()
    assert alone.get_by_role("row", name="(0,0) D").is_visible()


@pytest.mark.parametrize(
    ("page", "said"),
    few(
        1,
        [
            ("/part/files?g=whist(deal=KQ10/AJ9)&from=/whist?deal=KQ10/AJ9", "The certificate"),
            ("/compare?a=matrix([[1,0],[0,2]])&b=matrix([[1,0],[0,3]])", "2/3"),
            ("/part/von-neumann?A=2&B=1&drawn=1", "The certificate"),
        ],
    ),
)
def test_pages_of_their_own_have_a_stand_alone_page_a_picture_and_a_link(http, page, said):
    text = http.get(page).text
    files = re.findall(r'href="([^"]*)" class="button">(Stand-alone page|SVG)<', text)
    found = [http.get(unescape(address)).text for address, _ in files]
    assert [words for _, words in files] == ["Stand-alone page", "SVG"]
    assert said in found[0] and "<svg" in found[0] and "<script" not in found[0]
    assert "<svg" in found[1] and "Copy link" in text


def test_a_comparison_that_nobody_asked_for_has_no_file(http):
    for address in ("comparison.html", "comparison.exe?a=le-her&b=le-her(ranks=2)"):
        assert http.get(f"/compare/{address}").status_code == 404
