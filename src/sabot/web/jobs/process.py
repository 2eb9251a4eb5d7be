"""A worker as its server sees it: started, asked, stopped, and ended for good."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import time
from collections.abc import AsyncIterator, Mapping
from typing import Any

from sabot.web.jobs.job import Job, State
from sabot.web.limits import ANSWER, LEAN, MEGABYTE, Limits

GRACE = 2.0
"""Seconds that a worker has to stop by itself before it is ended."""
STARTS = 60.0
"""Seconds that a new worker has to load what it needs."""
SOON = 0.75
"""The share of its time after which a job is told that it will be stopped."""
_LONGEST_LINE = 1 << 20


class Worker:
    """One process; it does one job at a time."""

    def __init__(self, limits: Limits) -> None:
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
                *(sys.executable, "-m", "sabot.web.jobs.worker"),
                str(self.limits.memory // MEGABYTE),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                limit=_LONGEST_LINE,
                start_new_session=True,  # Ctrl-C is the server's to hear
            )

    async def run(self, job: Job) -> None:
        """Do a job; when this returns, it is over, or lost with this worker."""
        warned: list[asyncio.Task[None]] = []
        try:
            async with asyncio.timeout(STARTS) as patience:
                await self._say({"work": job.work, "question": job.question})
                async for said in self._said():
                    if "begun" in said:  # its own time counts from here, not that of its worker
                        job.begun = time.monotonic()
                        now = asyncio.get_running_loop().time()
                        patience.reschedule(now + self.limits.seconds + GRACE)
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

    async def give_up(self, job: Job) -> None:
        """Let a job be over that was lost with this worker."""
        job.end("failed", await self._lost(job), 5)

    async def _said(self) -> AsyncIterator[dict[str, Any]]:
        """Hear what the worker says, line by line, until it says no more."""
        assert self._process is not None and self._process.stdout is not None
        while line := await self._process.stdout.readline():
            yield json.loads(line)

    def _refused(self, job: Job, said: Mapping[str, Any]) -> None:
        """Let a job be over without an answer."""
        self.fit = self.fit and not said.get("tired")
        if said["state"] == "cancelled" and job.seconds >= self.limits.seconds:
            job.end("failed", self._too_long, 5)
        state: State = "cancelled" if said["state"] == "cancelled" else "failed"
        job.end(state, said["fault"], said["code"])

    async def _take(self, job: Job, said: Mapping[str, Any]) -> None:
        """Take the answer, unless it is too large to be held."""
        assert self._process is not None and self._process.stdout is not None
        if said["answer"] > ANSWER:
            self.kill()
            size = said["answer"] // MEGABYTE
            words = f"the answer has {size} MB, and the workbench holds {ANSWER // MEGABYTE} MB"
            job.end("failed", f"{words}; at the terminal -o FILE takes all of it", 5)
            return
        job.answer = await self._process.stdout.readexactly(said["answer"])
        self.fit = self.fit and said["peak"] < LEAN
        job.end("done")

    async def _warn(self, job: Job) -> None:
        """Stop a job at the end of its time, and say so before."""
        await asyncio.sleep(self.limits.seconds * SOON)
        left = self.limits.seconds * (1 - SOON)
        job.fault = f"it will be stopped in {left:.0f} s: {self._too_long}"
        await asyncio.sleep(left)
        await self.stop()

    @property
    def _too_long(self) -> str:
        limit = f"{self.limits.seconds:g} s"
        return f"a job of the workbench may take {limit}; `sabot web --seconds N` gives more"

    async def stop(self) -> None:
        """Ask the worker to stop what it does."""
        with contextlib.suppress(OSError):
            await self._say({"stop": True})

    async def _say(self, words: Mapping[str, Any]) -> None:
        await self.start()
        assert self._process is not None and self._process.stdin is not None
        self._process.stdin.write(json.dumps(words).encode() + b"\n")
        await self._process.stdin.drain()

    async def _lost(self, job: Job) -> str:
        """Return what became of a worker that is silent."""
        if job.seconds >= self.limits.seconds:
            return self._too_long
        assert self._process is not None
        with contextlib.suppress(TimeoutError):  # whoever ended it, let that be known first
            await asyncio.wait_for(self._process.wait(), GRACE)
        self.kill()
        code = await self._process.wait()
        how = f"by signal {-code}" if code < 0 else f"with exit code {code}"
        return (
            f"its worker process was ended {how}, perhaps for want of memory; "
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
