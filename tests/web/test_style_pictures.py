"""Pictures of the page of components, at three widths, light and dark, compared with kept ones.

Both are made small before they are compared: letters may be drawn a little differently, but no
colour, size or place may change unnoticed. ``SABOT_PICTURES=write`` keeps the pictures of now.
"""

import io
import os
from pathlib import Path

import pytest
from tests.web.conftest import enter

pytestmark = pytest.mark.slow

KEPT = Path(__file__).parent / "pictures"
SCALE = 4
"""How many times smaller they are compared."""
FAR = 28
"""Of 255: by how much a colour must differ to count."""
MOST = 0.004
"""The share of points that may differ."""


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_the_components_look_as_they_did(browser, workbench, width, look):
    image = pytest.importorskip("PIL.Image")
    chops = pytest.importorskip("PIL.ImageChops")
    found = browser.new_context(
        base_url=workbench.address,
        viewport={"width": width, "height": 900},
        color_scheme=look,
        reduced_motion="reduce",
    )
    try:
        enter(found, workbench)
        page = found.new_page()
        page.goto("/style")
        page.wait_for_load_state("networkidle")
        shot = image.open(io.BytesIO(page.screenshot(full_page=True))).convert("RGB")
    finally:
        found.close()
    small = shot.resize((shot.width // SCALE, shot.height // SCALE), image.Resampling.BOX)
    place = KEPT / f"style-{width}-{look}.png"
    if os.environ.get("SABOT_PICTURES") == "write":
        KEPT.mkdir(exist_ok=True)
        small.quantize(64).save(place, optimize=True)
        return
    kept = image.open(place).convert("RGB")
    again = small.quantize(64).convert("RGB")
    assert again.size == kept.size, "the page has another height"
    seen = chops.difference(again, kept).convert("L").point(lambda one: 255 if one > FAR else 0)
    share = seen.histogram()[255] / (seen.width * seen.height)
    assert share <= MOST, f"{share:.2%} of the points differ: SABOT_PICTURES=write keeps the new"
