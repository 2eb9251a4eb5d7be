"""The job queue: jobs, the worker processes that run them, and fair scheduling among clients.

What takes longer than a moment is done by worker processes, because exact arithmetic in C can be
stopped for certain only by ending its process. A worker is ``python -m sabot.web.worker``, which
reads one question per line from stdin and ends when stdin does: no worker outlives its server. A
question that is asked twice is computed once; answers are kept, the oldest are dropped first. One
client may have all workers but one, so that another need not wait. A job that pages show is
cancelled when no page has asked for its progress for a while, or soon after all were closed.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import secrets
import sys
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from starlette.requests import Request

from sabot.errors import SabotError
from sabot.web.limits import (
    MAX_ANSWER_BYTES,
    MAX_KEPT_BYTES,
    MAX_KEPT_JOBS,
    MAX_REUSED_WORKER_BYTES,
    MAX_WAITING_JOBS,
    MEGABYTE,
    ServerLimits,
)
from sabot.web.messages import TaskQuestion, WorkerMessage

JobState = Literal["waiting", "running", "done", "failed", "cancelled"]
FINAL_STATES: tuple[JobState, ...] = ("done", "failed", "cancelled")


@dataclass(eq=False)
class Job:
    """One question to a worker; it changes while it is worked on."""

    id: str
    work: str
    """The name of the task."""
    question: TaskQuestion
    owner: str = ""
    """Who asked: those with less at work come first."""
    state: JobState = "waiting"
    moment: str = ""
    """What is being done, in words."""
    share: float | None = None
    """How much of it is done, from 0 to 1; None where that is not known."""
    answer: bytes = b""
    """The document, as JSON."""
    shown: str = ""
    """The answer as a part of a page, kept where it was shown and is short."""
    fault: str = ""
    """Why there is no answer."""
    code: int = 0
    """The exit code that the same would have at the terminal."""
    begun: float = 0.0
    ended: float = 0.0
    page: str = ""
    """The page whose next question takes the place of this one; empty for most."""
    watched_until: float = math.inf
    """When it is cancelled unless a page asks for its progress before."""
    waiting_requests: int = 0
    """Requests that wait for its answer, and programs that will ask for it: it goes on for them."""
    over: asyncio.Event = field(default_factory=asyncio.Event, repr=False)

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen."""
        return self.state in FINAL_STATES

    @property
    def seconds(self) -> float:
        """How long it has been worked on."""
        if not self.begun:
            return 0.0
        return (self.ended or time.monotonic()) - self.begun

    @property
    def document(self) -> Any:
        """The answer of a job that is done: JSON, whose type depends on the task."""
        return json.loads(self.answer)

    def end(self, state: JobState, fault: str = "", code: int = 0) -> None:
        """Let it be over; only the first end counts."""
        if self.is_over:
            return
        self.state, self.fault, self.code = state, fault, code
        self.moment, self.share = "", 1.0 if state == "done" else None  # nothing is being done
        self.ended = time.monotonic()
        self.over.set()

    def to_json(self) -> dict[str, object]:
        """Return its state, without the answer."""
        return {
            "schema": "sabot/job/1",
            "job": self.id,
            "work": self.work,
            "state": self.state,
            "doing": self.moment,
            "share": self.share,
            "seconds": round(self.seconds, 3),
            "fault": self.fault,
            "code": self.code,
        }


STOP_GRACE_SECONDS = 2.0
"""Seconds that a worker has to stop by itself before it is ended."""
START_TIMEOUT = 60.0
"""Seconds that a new worker has to load what it needs."""
WARNING_SHARE_OF_TIME = 0.75
"""The share of its time after which a job's page says that it will be stopped."""
UNWATCHED_SECONDS = 90.0
"""How long a job goes on for which no page asks; a browser lets hidden pages ask once a minute."""
LEFT_SECONDS = 20.0
"""How long a job goes on after a page was left: to reload it or to come back."""
_MAX_LINE_BYTES = 1 << 20


class WorkerProcess:
    """One process; it does one job at a time."""

    program: tuple[str, ...] = (sys.executable, "-m", f"{__package__}.worker")
    """What is run, with the megabytes that it may have as its argument: a process of its own."""

    def __init__(self, limits: ServerLimits) -> None:
        self.limits = limits
        self._process: asyncio.subprocess.Process | None = None
        self._starting = asyncio.Lock()
        self.fit = True
        """Whether it may be asked again."""

    @property
    def pid(self) -> int | None:
        """Its process, where it has one."""
        return None if self._process is None else self._process.pid

    @property
    def alive(self) -> bool:
        """Whether its process is there."""
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        """Start the process, once; it loads what it needs in its own time."""
        async with self._starting:
            if self._process is not None:
                return
            self._process = await asyncio.create_subprocess_exec(
                *self.program,
                str(self.limits.memory // MEGABYTE),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                limit=_MAX_LINE_BYTES,
                start_new_session=True,  # Ctrl-C is the server's to hear
            )

    async def run(self, job: Job) -> None:
        """Do a job; when this returns, it is over, or lost with this worker."""
        warned: list[asyncio.Task[None]] = []
        try:
            async with asyncio.timeout(START_TIMEOUT) as patience:
                await self._send({"work": job.work, "question": job.question})
                async for said in self._said():
                    if "begun" in said:  # its own time counts from here, not that of its worker
                        job.begun = time.monotonic()
                        now = asyncio.get_running_loop().time()
                        patience.reschedule(now + self.limits.seconds + STOP_GRACE_SECONDS)
                        warned.append(asyncio.create_task(self._warn(job)))
                    elif "moment" in said:
                        job.moment, job.share = said["moment"], said["share"]
                    elif "answer" in said:
                        await self._take(job, said)
                        return
                    elif "fault" in said:
                        self._refused(job, said)
                        return
        except TimeoutError:
            self.kill()
        except (OSError, asyncio.IncompleteReadError, ValueError):
            pass
        finally:
            for task in warned:
                task.cancel()
        self.fit = self.fit and job.is_over

    async def mark_lost(self, job: Job) -> None:
        """Let a job be over that was lost with this worker."""
        job.end("failed", await self._lost(job), 5)

    async def _said(self) -> AsyncIterator[WorkerMessage]:
        """Hear what the worker says, line by line, until it says no more."""
        assert self._process is not None and self._process.stdout is not None
        while line := await self._process.stdout.readline():
            yield json.loads(line)

    def _refused(self, job: Job, said: WorkerMessage) -> None:
        """Let a job be over without an answer."""
        self.fit = self.fit and not said.get("tired")
        if said["state"] == "cancelled" and job.seconds >= self.limits.seconds:
            job.end("failed", self._timeout_message, 5)
        state: JobState = "cancelled" if said["state"] == "cancelled" else "failed"
        job.end(state, said["fault"], said["code"])

    async def _take(self, job: Job, said: WorkerMessage) -> None:
        """Take the answer, unless it is too large to be held."""
        assert self._process is not None and self._process.stdout is not None
        if said["answer"] > MAX_ANSWER_BYTES:
            self.kill()
            size = said["answer"] // MEGABYTE
            held = f"the workbench holds {MAX_ANSWER_BYTES // MEGABYTE} MB"
            words = f"the answer has {size} MB, and {held}; at the terminal -o FILE takes all of it"
            job.end("failed", words, 5)
            return
        job.answer = await self._process.stdout.readexactly(said["answer"])
        self.fit = self.fit and said["peak"] < MAX_REUSED_WORKER_BYTES
        job.end("done")

    async def _warn(self, job: Job) -> None:
        """Stop a job at the end of its time, and say so before."""
        await asyncio.sleep(self.limits.seconds * WARNING_SHARE_OF_TIME)
        left = self.limits.seconds * (1 - WARNING_SHARE_OF_TIME)
        job.fault = f"it will be stopped in {left:.0f} s: {self._timeout_message}"
        await asyncio.sleep(left)
        await self.stop()

    @property
    def _timeout_message(self) -> str:
        limit = f"{self.limits.seconds:g} s"
        return f"a job of the workbench may take {limit}; `sabot web --seconds N` gives more"

    async def stop(self) -> None:
        """Ask the worker to stop what it does."""
        with contextlib.suppress(OSError):
            await self._send({"stop": True})

    async def _send(self, words: Mapping[str, object]) -> None:
        await self.start()
        assert self._process is not None and self._process.stdin is not None
        self._process.stdin.write(json.dumps(words).encode() + b"\n")
        await self._process.stdin.drain()

    async def _lost(self, job: Job) -> str:
        """Return what became of a worker that is silent."""
        if job.seconds >= self.limits.seconds:
            return self._timeout_message
        assert self._process is not None
        with contextlib.suppress(TimeoutError):  # whoever ended it, let that be known first
            await asyncio.wait_for(self._process.wait(), STOP_GRACE_SECONDS)
        self.kill()
        code = await self._process.wait()
        how = f"by signal {-code}" if code < 0 else f"with exit code {code}"
        return (
            f"its worker process was ended {how}, perhaps because memory ran out; "
            "`sabot size GAME` tells what a game needs"
        )

    def kill(self) -> None:
        """End the process, at once."""
        self.fit = False
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    async def close(self) -> None:
        """End the process and wait for its end."""
        self.kill()
        if self._process is not None:
            await self._process.wait()


class QueueFullError(SabotError):
    """Too many questions wait already."""

    exit_code = 5


class JobFailedError(SabotError):
    """A job that has no answer; it carries what the same would end with at the terminal."""

    def __init__(self, job: Job) -> None:
        super().__init__(job.fault)
        self.exit_code = job.code
        self.job = job


def require_answer(job: Job) -> Any:
    """Return the answer of a job that is over; raise :class:`Failed` if it has none."""
    if job.state != "done":
        raise JobFailedError(job)
    return job.document


class JobQueue:
    """All jobs of one server."""

    def __init__(self, limits: ServerLimits | None = None) -> None:
        self.limits = limits or ServerLimits()
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._waiting: list[Job] = []
        self._running: dict[Job, WorkerProcess] = {}
        self._idle_workers: list[WorkerProcess] = []
        self._left: set[Job] = set()
        """Jobs that were asked to stop and have not stopped yet."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._watcher: asyncio.Task[None] | None = None
        self._closed = False

    # ------------------------------------------------------------------ asking

    def submit(self, work: str, question: TaskQuestion, owner: str = "") -> Job:
        """Return the job that will answer a question; one that is asked already is asked once."""
        known = self.known(work, question)
        if known is not None:
            self._jobs.move_to_end(known.id)  # asked for now: others are forgotten before it
            return known
        if len(self._waiting) >= MAX_WAITING_JOBS:
            many = f"{len(self._waiting)} jobs wait already"
            raise QueueFullError(f"{many}; try again when some are done, or cancel one")
        job = Job(secrets.token_urlsafe(9), work, dict(question), owner)
        self._jobs[job.id] = job
        self._waiting.append(job)
        self._forget()
        self._deal()
        return job

    def submit_latest(self, work: str, question: TaskQuestion, owner: str, page: str) -> Job:
        """Return the job that will answer; earlier ones of this work and page are dropped."""
        job = self.submit(work, question, owner)
        job.page = job.page or page
        for name, one in list(self._jobs.items()):
            if one is not job and (one.work, one.owner, one.page) == (work, owner, page):
                self.cancel(one)
                if one.is_over:
                    del self._jobs[name]
        return job

    def watch(self, job: Job) -> None:
        """Note that a page shows a job."""
        job.watched_until = time.monotonic() + UNWATCHED_SECONDS

    def leave(self, job: Job) -> None:
        """Note that a page which showed a job was closed; another one may still watch it."""
        job.watched_until = min(job.watched_until, time.monotonic() + LEFT_SECONDS)

    def known(self, work: str, question: TaskQuestion) -> Job | None:
        """Return the job with the same question, if it is not lost: done, or on the way."""
        key = json.dumps(question, sort_keys=True)
        for job in reversed(self._jobs.values()):
            alike = job.work == work and json.dumps(job.question, sort_keys=True) == key
            if alike and job.state in ("waiting", "running", "done") and job not in self._left:
                return job
        return None

    async def ask(self, work: str, question: TaskQuestion, owner: str = "") -> Any:
        """Return the answer to a question, when it is there; raise :class:`Failed` if none is."""
        job = self.submit(work, question, owner)
        await self.wait_for(job)
        return require_answer(job)

    async def wait_for(self, job: Job) -> None:
        """Wait until a job is over; meanwhile no page that is closed ends it."""
        job.waiting_requests += 1
        try:
            await job.over.wait()
        finally:
            job.waiting_requests -= 1

    def job(self, name: str) -> Job | None:
        """Return a job by its name; None where it was never there, or is forgotten."""
        return self._jobs.get(name)

    def at_work(self, owner: str) -> list[Job]:
        """Return the jobs of one owner that run or wait, in the order in which they were asked."""
        going = {*self._running, *self._waiting} - self._left
        return [job for job in self._jobs.values() if job in going and job.owner == owner]

    def before(self, job: Job) -> int:
        """Return how many jobs wait before this one."""
        return self._waiting.index(job) if job in self._waiting else 0

    def cancel(self, job: Job) -> None:
        """Stop a job: soon by itself, and at the latest after a moment's grace."""
        if job in self._waiting:
            self._waiting.remove(job)
            job.end("cancelled", "cancelled before it was begun", 4)
            return
        worker = self._running.get(job)
        if worker is not None:
            self._left.add(job)  # who asks the same again means to have it
            self._start_task(self._stop(job, worker))

    async def _stop(self, job: Job, worker: WorkerProcess) -> None:
        if job.is_over:  # the worker may have another one by now, which nobody cancelled
            return
        await worker.stop()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(job.over.wait(), STOP_GRACE_SECONDS)
        if not job.is_over:
            job.end("cancelled", "cancelled", 4)
            worker.kill()

    # ------------------------------------------------------------------ working

    async def open(self) -> None:
        """Start a worker before anybody asks, so that the first answer comes soon."""
        self._watcher = asyncio.create_task(self._cancel_unwatched())
        await self._start_idle_worker()

    async def _cancel_unwatched(self) -> None:
        """Cancel jobs whose pages are all closed, again and again."""
        while True:
            await asyncio.sleep(1)
            now = time.monotonic()
            for job in [*self._waiting, *self._running]:
                unwatched = job.watched_until < now and not job.waiting_requests
                if unwatched and job not in self._left:
                    self.cancel(job)

    async def _start_idle_worker(self) -> None:
        if self._closed or self._idle_workers:
            return
        worker = WorkerProcess(self.limits)
        self._idle_workers.append(worker)
        await worker.start()

    def _deal(self) -> None:
        """Give waiting jobs to workers, as many as there may be."""
        while len(self._running) < self.limits.workers and not self._closed:
            busy = Counter(job.owner for job in self._running)
            share = max(1, self.limits.workers - 1)  # whoever else comes finds a worker free
            able = [job for job in self._waiting if busy[job.owner] < share]
            if not able:
                return
            job = min(able, key=lambda one: busy[one.owner])  # the first of equals
            self._waiting.remove(job)
            worker = self._free()
            self._running[job] = worker
            job.state = "running"
            self._start_task(self._work(job, worker))

    def _free(self) -> WorkerProcess:
        """Return a worker that waits, or a new one; one that somebody has ended is passed over."""
        while self._idle_workers:
            worker = self._idle_workers.pop()
            if worker.alive or worker.pid is None:
                return worker
        return WorkerProcess(self.limits)

    async def _work(self, job: Job, worker: WorkerProcess) -> None:
        try:
            await worker.run(job)
            if not (job.is_over or job.begun or self._closed):
                # it was ended while it was spare, and nobody had noticed: the job is not to blame
                self._start_task(worker.close())
                worker = self._running[job] = WorkerProcess(self.limits)
                await worker.run(job)
            if not job.is_over:
                await worker.mark_lost(job)
        finally:
            job.end("failed", "the workbench was closed", 4)
            del self._running[job]
            self._left.discard(job)
            if worker.fit and worker.alive and len(self._idle_workers) < 2 and not self._closed:
                self._idle_workers.append(worker)
            else:
                self._start_task(worker.close())
            self._deal()
            self._start_task(self._start_idle_worker())

    def _start_task(self, what: Coroutine[object, object, None]) -> None:
        task = asyncio.get_running_loop().create_task(what)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _forget(self) -> None:
        """Forget the oldest answers, where there are too many or they are too large."""
        held = sum(len(job.answer) for job in self._jobs.values())
        for name, job in list(self._jobs.items()):
            if held <= MAX_KEPT_BYTES and len(self._jobs) <= MAX_KEPT_JOBS:
                return
            if job.is_over:
                held -= len(job.answer)
                del self._jobs[name]

    async def close(self) -> None:
        """End all that is at work; nothing outlives the server."""
        self._closed = True
        if self._watcher is not None:
            self._watcher.cancel()
        for job in self._waiting:
            job.end("failed", "the workbench was closed", 4)
        self._waiting.clear()
        workers = [*self._running.values(), *self._idle_workers]
        self._idle_workers.clear()
        await asyncio.gather(*(worker.close() for worker in workers))
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)


def job_queue(request: Request) -> JobQueue:
    """Return the desk of the server that got a request."""
    found: JobQueue = request.app.state.job_queue
    return found


def client_id(request: Request) -> str:
    """Return who asks: one browser, or one program."""
    return str(request.scope.get("owner", ""))
