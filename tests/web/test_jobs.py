"""Jobs: they can be stopped, they are lost with their worker only, and nobody blocks another."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from tests.web.conftest import ended, started
from tests.web.seen import PATIENCE, page_with_size

import sabot
from sabot.exact import format_fraction
from sabot.web.jobs import Job, JobQueue, WorkerProcess
from sabot.web.limits import MEGABYTE, ServerLimits

LONG = "leduc-poker(ranks=%d)"


def until(told):
    """Return what *told* returns once that is true."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := told():
            return found
        time.sleep(0.02)
    raise AssertionError("it never came")


def begun(http, game):
    """Ask for a solution, and return the job when it is worked on."""
    job = http.post("/api/solve", json={"game": game, "wait": False}).json()
    until(lambda: http.get(job["address"]).json()["doing"])
    return job


def asked(http, game):
    return http.post("/api/solve", json={"game": game})


def workers_of(pid):
    """Return the processes that a server started."""
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.slow
def test_a_worker_that_waits_loads_what_draws_and_answers_after_it():
    worker = subprocess.Popen(
        [*WorkerProcess.program, "2000"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        assert "ready" in json.loads(worker.stdout.readline())
        maps = Path(f"/proc/{worker.pid}/maps")
        until(lambda: "_backend_agg" in maps.read_text())
        question = {"work": "listed", "question": {"game": "matrix([[3|1,0|0],[0|0,1|3]])"}}
        worker.stdin.write(json.dumps(question).encode() + b"\n")
        worker.stdin.flush()
        while "answer" not in (head := json.loads(worker.stdout.readline())):
            assert "fault" not in head
        assert "svg" in json.loads(worker.stdout.read(head["answer"]))["drawing"]["wide"]
    finally:
        worker.kill()
        worker.communicate()


def test_a_verb_answers_with_the_document_of_the_command_line(http):
    document = http.post("/api/solve", json={"game": "le-her"}).json()
    ours = sabot.solve("le-her").to_json()
    for told in (document, ours):
        told.pop("seconds")
    assert document == ours


def test_every_verb_of_the_interface_answers(http):
    solution = http.post("/api/solve", json={"game": "kuhn"}).json()
    asked = {
        "games": {},
        "show": {"game": "kuhn"},
        "size": {"game": "kuhn"},
        "equilibria": {"game": "kuhn"},
        "prove": {"game": "le-her(ranks=3, suits=*)"},
        "value": {"game": "baccara(model=A1)", "strategies": {"Player": {"5": "stand"}}},
        "reduce": {"game": "matrix([[1,2],[0,1]])"},
        "check": {"certificate": solution, "rules": True},
    }
    for verb, question in asked.items():
        answer = http.post(f"/api/{verb}", json=question)
        assert answer.status_code == 200, answer.text
        assert answer.json()["schema"].startswith("sabot/"), verb
    told = http.get("/api/openapi.json").json()
    assert {f"/api/{verb}" for verb in (*asked, "solve")} <= set(told["paths"])


def test_a_changed_certificate_is_refused_by_name(http):
    document = http.post("/api/solve", json={"game": "kuhn"}).json()
    document["value"] = "-1/17"
    (told,) = http.post("/api/check", json={"certificate": document}).json()["files"]
    assert told["proved"] is False and told["reason"]


def test_a_long_job_can_be_cancelled_and_its_worker_is_free(http):
    job = begun(http, LONG % 40)
    assert http.delete(job["address"]).status_code == 200
    stands = until(lambda: (now := http.get(job["address"]).json())["state"] != "running" and now)
    assert stands["state"] == "cancelled"
    assert http.post("/api/solve", json={"game": "kuhn"}).status_code == 200


def test_a_killed_worker_is_a_failed_job_with_a_message(http, workbench):
    job = begun(http, LONG % 41)
    for pid in workers_of(workbench.pid):
        os.kill(pid, signal.SIGKILL)
    stands = until(lambda: (now := http.get(job["address"]).json())["state"] != "running" and now)
    assert stands["state"] == "failed"
    assert "its worker process was ended by signal 9" in stands["fault"]
    until(lambda: http.get("/api/games").status_code == 200)
    assert http.post("/api/solve", json={"game": "kuhn(ranks=4)"}).status_code == 200


def test_a_spare_worker_that_was_killed_unnoticed_costs_nobody_an_answer():
    async def asked():
        desk = JobQueue(ServerLimits(workers=1))
        await desk.open()
        (spare,) = desk._idle_workers
        os.kill(spare.pid, signal.SIGKILL)
        job = desk.submit("solve", {"game": "kuhn-poker"})
        await job.over.wait()
        await desk.close()
        return job

    job = apart(asked())
    assert (job.state, job.fault) == ("done", "")


def test_one_persons_long_job_does_not_keep_another_waiting(http, workbench):
    http.get("/")  # whoever opens a page is known by its cookie
    job = begun(http, LONG % 42)
    try:
        with httpx.Client(
            base_url=workbench.address, headers=http.headers, timeout=PATIENCE
        ) as other:
            assert other.post("/api/solve", json={"game": "kuhn(ranks=5)"}).status_code == 200
        assert http.get(job["address"]).json()["state"] == "running"
    finally:
        http.delete(job["address"])


class Idle:
    """A worker that does nothing until it is let go."""

    fit, alive, pid = True, True, 1

    def __init__(self, limits):
        self.free = asyncio.Event()

    async def start(self):
        """Be there at once."""

    async def run(self, job):
        await self.free.wait()
        job.end("done")

    async def stop(self):
        """Hear it, and go on."""

    async def close(self):
        self.free.set()


def apart(coroutine):
    """Return what a coroutine does, in a loop of its own: the browser's driver has one here."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(coroutine)).result()


def test_two_slow_jobs_leave_room_for_a_quick_one_and_three_for_another_person(monkeypatch):
    monkeypatch.setattr("sabot.web.jobs.WorkerProcess", Idle)
    monkeypatch.setattr("os.cpu_count", lambda: 2)

    async def asked():
        desk = JobQueue(ServerLimits())  # of a small machine: two slow jobs and a quick one
        jobs = [desk.submit("solve", {"game": str(k)}, "ann") for k in range(4)]
        before = [job.state for job in jobs]
        other = desk.submit("solve", {"game": "another"}, "bob")
        found = before, other.state
        await desk.close()
        return found

    assert apart(asked()) == (["running", "running", "running", "waiting"], "running")


def test_who_asks_again_for_what_was_just_cancelled_is_not_given_what_is_being_stopped(monkeypatch):
    monkeypatch.setattr("sabot.web.jobs.WorkerProcess", Idle)

    async def asked():
        desk = JobQueue(ServerLimits(workers=3))
        first = desk.submit("solve", {"game": "long"})
        desk.cancel(first)
        again = desk.submit("solve", {"game": "long"})
        found = first.state, again.state, first is not again
        await desk.close()
        return found

    assert apart(asked()) == ("running", "running", True)


def test_a_cancel_that_comes_too_late_stops_nobody_elses_job(monkeypatch):
    stops = []

    class Hearing(Idle):
        async def stop(self):
            stops.append(self)

    monkeypatch.setattr("sabot.web.jobs.WorkerProcess", Hearing)

    async def asked():
        desk = JobQueue(ServerLimits(workers=3))
        job = desk.submit("solve", {"game": "short"})
        desk.cancel(job)
        job.end("done")  # before anybody had time to tell the worker
        await asyncio.sleep(0)
        await desk.close()
        return job.state

    assert apart(asked()) == "done"
    assert stops == []


class Deaf(WorkerProcess):
    """A worker that begins, and neither answers nor stops when it is asked to."""

    program = (
        sys.executable,
        "-c",
        "import sys; print('{\"begun\": 1}', flush=True); sys.stdin.read()",
    )


def test_a_job_ends_when_no_page_shows_it_any_more(monkeypatch):
    monkeypatch.setattr("sabot.web.jobs.WorkerProcess", Deaf)
    monkeypatch.setattr("sabot.web.jobs.STOP_GRACE_SECONDS", 0.2)
    monkeypatch.setattr("sabot.web.jobs.LEFT_SECONDS", 0.3)

    async def at_work():
        queue = JobQueue(ServerLimits(workers=4))
        await queue.open()
        left, seen, awaited = (queue.submit("page", {"game": name}, "me") for name in "abc")
        request = asyncio.create_task(queue.wait_for(awaited))  # of a program
        for job in (left, seen, awaited):
            queue.watch(job)  # by a page of each
            queue.leave(job)
        queue.watch(seen)  # another page shows it
        await asyncio.wait_for(left.over.wait(), PATIENCE)
        await asyncio.sleep(1.5)  # the next look at all jobs
        still = [seen.state, awaited.state]
        request.cancel()
        await queue.close()
        return left.state, still

    assert apart(at_work()) == ("cancelled", ["running", "running"])


def test_a_later_question_takes_the_place_of_one_of_the_same_page_only(monkeypatch):
    monkeypatch.setattr("sabot.web.jobs.WorkerProcess", Deaf)
    monkeypatch.setattr("sabot.web.jobs.STOP_GRACE_SECONDS", 0.2)

    async def at_work():
        queue = JobQueue(ServerLimits(workers=4))
        first = queue.submit_latest("draft", {"text": "a"}, "me", "tab 1")
        second = queue.submit_latest("draft", {"text": "b"}, "me", "tab 2")
        third = queue.submit_latest("draft", {"text": "c"}, "me", "tab 1")
        await asyncio.wait_for(first.over.wait(), PATIENCE)
        states = first.state, second.state, third.state
        await queue.close()
        return states

    assert apart(at_work()) == ("cancelled", "running", "running")


def test_ten_at_once_are_all_answered_rightly(http):
    games = [f"le-her(ranks={ranks})" for ranks in range(3, 13)]
    with ThreadPoolExecutor(10) as pool:
        told = [one.json()["value"] for one in pool.map(lambda g: asked(http, g), games)]
    assert told == [format_fraction(sabot.solve(game).value) for game in games]


def test_a_job_that_is_over_does_nothing_any_more(http):
    document = http.post("/api/solve", json={"game": "le-her(ranks=8)"}).json()
    job = http.post("/api/solve", json={"game": "le-her(ranks=8)", "wait": False}).json()
    assert document["value"] and (job["state"], job["doing"], job["share"]) == ("done", "", 1.0)


def test_what_was_asked_already_is_not_computed_again(http):
    one = http.post("/api/solve", json={"game": "le-her(ranks=7)", "wait": False}).json()
    two = http.post("/api/solve", json={"game": "le-her(ranks=7)", "wait": False}).json()
    assert one["job"] == two["job"]


def test_a_reload_at_once_finds_the_job_with_progress_and_a_way_to_cancel_it(page):
    page.goto(f"/game?g={LONG % 43}")
    page.get_by_role("button", name="Solve").click()
    page.reload()
    page.locator(".doing").wait_for()
    assert page.get_by_role("button", name="Solve").count() == 0  # it is being solved
    assert page.locator(".counting:visible").count() == 0
    press = page.get_by_role("button", name="Cancel")
    press.focus()
    press.hover()
    page.mouse.down()  # as slowly as a person: what moves beside it is told anew meanwhile
    first = page.locator(".doing").inner_text()
    told = "was => document.querySelector('.doing')?.innerText !== was"
    until(lambda: page.evaluate(told, first))
    assert page.evaluate("document.activeElement.textContent") == "Cancel"
    page.mouse.up()
    page.get_by_text("Cancelled").wait_for()
    page.locator("a:focus", has_text="Solve again").press("Enter")
    page.locator(".doing").wait_for()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_text("Cancelled").wait_for()


class OddWorker(WorkerProcess):
    """A worker with tasks that no page has."""

    program = (sys.executable, str(Path(__file__).with_name("odd_worker.py")))


def test_memory_that_is_not_there_is_told_and_the_worker_ended():
    async def asked_for_too_much():
        worker = OddWorker(ServerLimits(memory=900 * MEGABYTE))
        job = Job("1", "allocate", 2_000_000_000)
        try:
            await worker.run(job)
        finally:
            await worker.close()
        return job, worker

    job, worker = apart(asked_for_too_much())
    assert (job.state, job.code, worker.fit) == ("failed", 5, False)
    assert job.fault.startswith("memory ran out: a job of the workbench may have 900 MB")


def test_a_worker_needs_no_more_room_where_there_are_more_cores(monkeypatch):
    """numpy takes 40 MB of address space for each: where there were many, none was left."""
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)

    async def asked():
        worker = OddWorker(ServerLimits())
        job = Job("1", "environment", "OPENBLAS_NUM_THREADS")
        try:
            await worker.run(job)
        finally:
            await worker.close()
        return job.document

    assert apart(asked()) == "1"


@pytest.fixture(scope="module")
def tight():
    """A workbench with little time and memory, and a game of the user's own."""
    process, found = started("--seconds", "2", "--memory", "1000")
    yield process, found
    if process.poll() is None:
        ended(process)


@pytest.mark.slow
def test_limits_are_met_with_a_message_and_ctrl_c_ends_everything(tight):
    process, bench = tight
    headers = {"X-Sabot-Token": bench.token}
    with httpx.Client(base_url=bench.address, headers=headers, timeout=PATIENCE) as http:
        # told before it is met
        assert 'class="warning"' in page_with_size(http, LONG % 30)
        answer = http.post("/api/solve", json={"game": LONG % 30})
        assert answer.status_code == 422
        assert "may take 2 s" in answer.json()["fault"]
        # well under two seconds, but where a machine has very much else to do
        until(lambda: asked(http, "kuhn-poker").status_code == 200)
        http.post("/api/solve", json={"game": LONG % 31, "wait": False})
    workers = workers_of(bench.pid)
    assert workers
    assert ended(process) == 0
    until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers))


@pytest.mark.slow
def test_pages_answer_while_all_workers_are_busy_and_jobs_are_listed_and_cancelled(
    context, workbench
):
    page = context.new_page()
    page.goto("/jobs")
    page.get_by_text("No job runs or waits.").wait_for()
    for ranks in range(30, 38):  # as many as there are workers at most, each in a tab now closed
        asked = {"game": LONG % ranks, "wait": False}
        token = {"X-Sabot-Token": workbench.token}
        assert page.request.post("/api/solve", data=asked, headers=token).ok
    for path in ("/play?g=kuhn-poker(ranks=8)", "/whist?n=4&seed=7", "/envelope?g=le-her(ranks=7)"):
        page.goto(path)
        page.locator("main .job").get_by_text("waiting for a worker").wait_for()
        assert page.locator("main .job").get_by_role("button", name="Cancel").count() == 1
    page.goto("/play?g=kuhn-poker(ranks=8)")
    page.get_by_role("link", name="Jobs at work").first.click()
    page.get_by_role("heading", name="Jobs at work").wait_for()
    going = page.locator("[data-job]", has_text="leduc-poker")
    assert going.count() == 8
    while going.count():
        going.first.get_by_role("button", name="Cancel").click()
        page.locator(".cancelled").first.wait_for()
        page.goto("/jobs")
    # a page is loaded again when its job is done: not while another one is gone to
    page.get_by_text("No job runs or waits.").wait_for()
    page.goto("/play?g=kuhn-poker(ranks=8)", wait_until="commit")
    page.get_by_text("you are the first seat").first.wait_for()


@pytest.mark.slow
def test_a_job_ends_after_its_only_page_was_closed(context, http):
    page = context.new_page()
    page.goto(f"/game?g={LONG % 29}&solved=1")
    job = page.locator(".job[data-job]").get_attribute("data-job")
    page.close()
    until(lambda: http.get(f"/api/jobs/{job}").json()["state"] == "cancelled")
