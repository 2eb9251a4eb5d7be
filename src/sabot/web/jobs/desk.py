"""The desk: takes questions, gives them to workers in turn, keeps the answers."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections import Counter, OrderedDict
from collections.abc import Mapping
from typing import Any

from sabot.errors import SabotError
from sabot.web.jobs.job import Job
from sabot.web.jobs.process import GRACE, Worker
from sabot.web.limits import KEPT, MOST_KEPT, MOST_WAITING, Limits


class BusyError(SabotError):
    """Too many questions wait already."""

    exit_code = 5


class Failed(SabotError):
    """A job that has no answer; it carries what the same would end with at the terminal."""

    def __init__(self, job: Job) -> None:
        super().__init__(job.fault)
        self.exit_code = job.code
        self.job = job


def answer_of(job: Job) -> dict[str, Any]:
    """Return the answer of a job that is over; raise :class:`Failed` if it has none."""
    if job.state != "done":
        raise Failed(job)
    return job.document


class Desk:
    """All jobs of one server."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._waiting: list[Job] = []
        self._running: dict[Job, Worker] = {}
        self._spare: list[Worker] = []
        self._left: set[Job] = set()
        """Jobs that were told to stop and have not stopped yet."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    # ------------------------------------------------------------------ asking

    def submit(self, work: str, question: Mapping[str, Any], owner: str = "") -> Job:
        """Return the job that will answer a question; one that is asked already is asked once."""
        known = self.known(work, question)
        if known is not None:
            self._jobs.move_to_end(known.id)  # asked for now: others are forgotten before it
            return known
        if len(self._waiting) >= MOST_WAITING:
            many = f"{len(self._waiting)} jobs wait already"
            raise BusyError(f"{many}; try again when some are done, or cancel one")
        job = Job(secrets.token_urlsafe(9), work, dict(question), owner)
        self._jobs[job.id] = job
        self._waiting.append(job)
        self._forget()
        self._deal()
        return job

    def known(self, work: str, question: Mapping[str, Any]) -> Job | None:
        """Return the job with the same question, if it is not lost: done, or on the way."""
        key = json.dumps(question, sort_keys=True)
        for job in reversed(self._jobs.values()):
            alike = job.work == work and json.dumps(job.question, sort_keys=True) == key
            if alike and job.state in ("waiting", "running", "done") and job not in self._left:
                return job
        return None

    async def ask(self, work: str, question: Mapping[str, Any], owner: str = "") -> dict[str, Any]:
        """Return the answer to a question, when it is there; raise :class:`Failed` if none is."""
        job = self.submit(work, question, owner)
        await job.over.wait()
        return answer_of(job)

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
            self._do(self._stop(job, worker))

    async def _stop(self, job: Job, worker: Worker) -> None:
        if job.is_over:  # the worker may have another one by now, which nobody cancelled
            return
        await worker.stop()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(job.over.wait(), GRACE)
        if not job.is_over:
            job.end("cancelled", "cancelled", 4)
            worker.kill()

    # ------------------------------------------------------------------ working

    async def open(self) -> None:
        """Start a worker before anybody asks, so that the first answer comes soon."""
        await self._hire()

    async def _hire(self) -> None:
        if self._closed or self._spare:
            return
        worker = Worker(self.limits)
        self._spare.append(worker)
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
            self._do(self._work(job, worker))

    def _free(self) -> Worker:
        """Return a worker that waits, or a new one; one that somebody has ended is passed over."""
        while self._spare:
            worker = self._spare.pop()
            if worker.alive or worker.pid is None:
                return worker
        return Worker(self.limits)

    async def _work(self, job: Job, worker: Worker) -> None:
        try:
            await worker.run(job)
            if not (job.is_over or job.begun or self._closed):
                # it was ended while it was spare, and nobody had noticed: the job is not to blame
                self._do(worker.close())
                worker = self._running[job] = Worker(self.limits)
                await worker.run(job)
            if not job.is_over:
                await worker.give_up(job)
        finally:
            job.end("failed", "the workbench was closed", 4)
            del self._running[job]
            self._left.discard(job)
            if worker.fit and worker.alive and len(self._spare) < 2 and not self._closed:
                self._spare.append(worker)
            else:
                self._do(worker.close())
            self._deal()
            self._do(self._hire())

    def _do(self, what: Any) -> None:
        task = asyncio.get_running_loop().create_task(what)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _forget(self) -> None:
        """Forget the oldest answers, where there are too many or they are too large."""
        held = sum(len(job.answer) for job in self._jobs.values())
        for name, job in list(self._jobs.items()):
            if held <= KEPT and len(self._jobs) <= MOST_KEPT:
                return
            if job.is_over:
                held -= len(job.answer)
                del self._jobs[name]

    async def close(self) -> None:
        """End all that is at work; nothing outlives the server."""
        self._closed = True
        for job in self._waiting:
            job.end("failed", "the workbench was closed", 4)
        self._waiting.clear()
        workers = [*self._running.values(), *self._spare]
        self._spare.clear()
        await asyncio.gather(*(worker.close() for worker in workers))
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
