"""The designer's report on its page: the numbers of ``sabot report``, and what it cannot tell."""

import re

import pytest

import sabot


def words(answer):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text))


def test_the_page_has_the_numbers_of_the_verb(http):
    found = http.post("/api/report", json={"game": "kuhn-poker"}).json()
    assert found == sabot.report("kuhn-poker").to_json()
    page = http.get("/report", params={"g": "kuhn-poker"})  # the job is over: no waiting
    told = words(page)
    assert "first loses 1/18 ≈ 0.0555556 per hand" in told
    assert "Never used: proved, no optimal strategy plays it" in told


def test_a_column_is_labelled_by_its_own_parameter(http):
    http.post("/api/report", json={"game": "kuhn-poker", "vary": "bet=2..3"})
    told = words(http.get("/report", params={"g": "kuhn-poker", "vary": "bet=2..3"}))
    assert "bet=2 bet=3" in told and "bet=1 " not in told


@pytest.mark.slow
def test_a_solved_game_leads_to_its_report(page):
    page.goto("/game?g=kuhn-poker&solved=1")
    page.get_by_role("link", name="Report on it").click()
    page.get_by_text("How long a hand takes").wait_for()
    page.get_by_label("Change a parameter").fill("bet=1..2")
    page.get_by_role("button", name="Report").click()
    page.get_by_text("compared by bet").wait_for()
