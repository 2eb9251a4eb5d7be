"""Answers that are forgotten: it is told how many are kept, and there is a way to ask again."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.web.conftest import enter
from tests.web.seen import PATIENCE

from sabot.cli.program import cli
from sabot.web.jobs import JobQueue
from sabot.web.limits import MAX_KEPT_BYTES, MAX_KEPT_JOBS, MEGABYTE, ServerLimits

DOCS = Path(__file__).parents[2] / "docs"
PARTS = (
    "/part/job/none?then=/part/solved",
    "/part/solved?g=kuhn-poker&job=none",
    "/part/theorem?g=x&job=none",
    "/part/tree?g=kuhn-poker&job=none",
    "/part/hand?cards=AsKdQhJc9s&job=none",
    "/part/papers/foster-1964?job=none",
    "/part/checked?job=none",
    "/part/blind-poker?players=3&job=none",
)


def test_what_the_workbench_keeps_is_told_at_the_terminal_and_in_the_docs():
    kept = f"up to {MAX_KEPT_BYTES // MEGABYTE} MB of"
    assert kept.replace("up", "Up") in " ".join(
        CliRunner().invoke(cli, ["web", "--help"]).output.split()
    )
    page = " ".join((DOCS / "how-to" / "workbench.md").read_text(encoding="utf-8").split())
    assert f"{kept.removesuffix(' of')} and {MAX_KEPT_JOBS} jobs" in page


@pytest.mark.parametrize("part", PARTS)
def test_a_part_whose_job_is_forgotten_leads_back_to_the_page_that_asks_again(
    http, workbench, part
):
    here = "/game?g=kuhn-poker&solved=1"
    head = {"HX-Request": "true", "HX-Current-URL": workbench.address + here}
    text = unescape(http.get(part, headers=head).text)
    assert "forgotten" in text
    assert f'<a href="{here}" class="button">Ask again</a>' in text


@pytest.mark.slow
def test_a_file_of_a_forgotten_result_leads_back_to_where_it_is_solved_again(browser, workbench):
    # a browser of its own: that a page was not found is no fault here
    context = browser.new_context(base_url=workbench.address, accept_downloads=True)
    enter(context, workbench)
    context.set_default_timeout(1000 * PATIENCE)
    page = context.new_page()
    page.goto("/game?g=kuhn-poker&solved=1")
    link = page.get_by_role("link", name="Certificate")
    place = link.get_attribute("href")
    link.evaluate(
        "(link, place) => link.setAttribute('href', place)",
        re.sub("/file/[^.]*", "/file/gone", place),
    )
    link.click()
    assert "this result is forgotten" in page.locator(".fault").inner_text()
    page.get_by_role("link", name="Ask again").click()
    page.locator(".value .worth").first.wait_for()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Certificate").click()
    assert saved.value.suggested_filename == "kuhn-poker.json"
    context.close()


@pytest.mark.parametrize("place", ["//elsewhere.example", "/\\elsewhere.example", "javascript:x"])
def test_the_way_back_leads_nowhere_else(http, workbench, place):
    text = http.get("/file/gone.json", params={"from": place}).text
    assert "forgotten" in text and "Ask again" not in text
    head = {"HX-Request": "true", "HX-Current-URL": workbench.address + place}
    text = http.get("/part/job/gone", headers=head).text
    assert "forgotten" in text and "Ask again" not in text


class Quick:
    """A worker that answers at once."""

    fit, alive, pid = True, True, 1

    def __init__(self, limits):
        """Need nothing."""

    async def start(self):
        """Be there."""

    async def run(self, job):
        job.answer = b"{}"
        job.end("done")

    async def close(self):
        """Have nothing to end."""


def test_what_is_forgotten_is_worked_out_again_when_it_is_asked_again(monkeypatch):
    monkeypatch.setattr("sabot.web.jobs.WorkerProcess", Quick)
    monkeypatch.setattr("sabot.web.jobs.MAX_KEPT_JOBS", 2)

    async def asked():
        desk = JobQueue(ServerLimits(workers=3))
        await desk.ask("solve", {"game": "0"})
        first = desk.submit("solve", {"game": "0"})
        for k in range(1, 4):
            await desk.ask("solve", {"game": str(k)})
        forgotten = desk.job(first.id) is None and first.state == "done"
        again = desk.submit("solve", {"game": "0"})
        await again.over.wait()
        found = forgotten, again.id != first.id, again.state
        await desk.close()
        return found

    with ThreadPoolExecutor(1) as thread:  # the browser's driver has a loop of its own here
        found = thread.submit(lambda: asyncio.run(asked())).result()
    assert found == (True, True, "done")


def test_what_is_asked_again_is_not_the_next_to_be_forgotten(monkeypatch):
    monkeypatch.setattr("sabot.web.jobs.WorkerProcess", Quick)
    monkeypatch.setattr("sabot.web.jobs.MAX_KEPT_JOBS", 2)

    async def asked():
        desk = JobQueue(ServerLimits(workers=3))
        jobs = []
        for game in "0102":
            jobs.append(desk.submit("solve", {"game": game}))
            await jobs[-1].over.wait()
        found = [desk.job(job.id) is not None for job in jobs]
        await desk.close()
        return found

    with ThreadPoolExecutor(1) as thread:
        found = thread.submit(lambda: asyncio.run(asked())).result()
    assert found == [True, False, True, True]
