"""Results to be shared: one file that works without Sabot and without a network, link, picture."""

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
