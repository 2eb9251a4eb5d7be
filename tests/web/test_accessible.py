"""What axe-core finds wrong with the pages: nothing, in light and dark, wide and narrow."""

import pytest
from tests.few import few
from tests.web.conftest import enter, opened
from tests.web.seen import faults_of
from tests.web.test_addresses import SHOWN

from sabot.web.pages.analysis import ANALYSES

B3 = "baccara(model=B3, decks=6)"
STATES = (
    f"/game?g={B3}&solved=1&seat=Banker&view=(0,6),-",
    "/game?g=kuhn-poker(rake=1/20)&solved=1&seat=first&view=J",
    "/game?g=leduc-poker(ranks=2)&solved=1&seat=second&view=1,bet",
    "/game?g=baccara(model=A1, commission=1/20)&solved=1",
    "/game?g=borel&solved=1",
    "/game?g=whist(n=5)&solved=1",
    "/game?g=leduc-poker(ranks=20)",
    "/game?g=draw-poker",
    "/game?g=nonsense",
    f"/theorem?g={B3.replace('6', '*')}",
    "/envelope?g=baccara(model=A1)",
    "/hand?cards=6c6d7c2dKs",
    "/play?g=kuhn-poker&seed=1&hands=1&a=0",
    "/papers/risticz-1973",
    "/papers/foster-1964/tables-4-7",
    "/search?q=leduc",
    "/nowhere",
    *(f"/analysis?verb={verb}" for verb in ANALYSES),
)
"""Addresses beside the pages as they begin: answers, errors, tables."""


GALLERY = ("/style (light): landmark-unique", "/style (dark): landmark-unique")
"""The gallery has the same component in several states, under one name."""


def faults_by_theme(page, address, *themes):
    """Return what is wrong with a page in each theme, when all of it is there."""
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")
    found = []
    for theme in themes:
        page.get_by_label("Theme").select_option(theme)
        found += [f"{address} ({theme}): {fault}" for fault in faults_of(page)]
    return [one for one in found if not one.startswith(GALLERY)]


@pytest.mark.parametrize(
    "address", few(1, [f"/game?g={B3}&seat=Banker&view=(0,6),-", "/", "/matrix"])
)
def test_the_pages_that_are_used_most_are_accessible(page, address):
    assert faults_by_theme(page, address, "light", "dark") == []


@pytest.mark.slow
@pytest.mark.parametrize("wide", [1440, 768, 390])
def test_all_pages_are_accessible(browser, workbench, wide):
    context = browser.new_context(
        base_url=workbench.address, viewport={"width": wide, "height": 844}
    )
    try:
        enter(context, workbench)
        page = opened(context)
        found = [
            fault
            for address in (*SHOWN, *STATES)
            for fault in faults_by_theme(page, address, "light", "dark")
        ]
    finally:
        context.close()
    assert found == [], "\n".join(found)
