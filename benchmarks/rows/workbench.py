"""Row 19: the workbench as a browser uses it: first page, requests, from a press to the answer."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from urllib.parse import urlencode, urlsplit

from benchmarks.bench import child_environment, group_cpu
from benchmarks.clock import Spent
from benchmarks.rows.first_use import copied, fresh_environment
from benchmarks.settings import Record, Settings
from benchmarks.table import duration
from sabot.game_rules.game_string import split_game_string

FIRST, ANSWER, RATE = 1.5, 0.5, 500.0  # seconds, seconds, requests a second
REQUESTS = 300
LIMIT = 60.0

PAGES = {
    "home page": "/",
    "page of a game": "/game?g=le-her",
    "page of the checker": "/check",
    "a style sheet": "/static/workbench.css",
}
PRESSES = {
    "le Her": [f"le-her(ranks={n}, suits=4)" for n in range(9, 14)],
    "Kuhn poker": [f"kuhn-poker(ranks={n})" for n in range(3, 8)],
    "Leduc poker": [f"leduc-poker(bet1={n})" for n in range(2, 7)],
    "baccara B3": [f"baccara(model=B3, decks={n})" for n in range(4, 9)],
}

LEGEND = (
    "CPU: of the server and of the processes it has started. First page: from the command "
    "`sabot web` on a copy of the package that nothing was compiled for until the home page has "
    "arrived. Busy cores: wall time while as many other processes as there are cores only count. "
    "Requests: one after the other on one connection that is kept. Press: from the "
    "request that a changed rule sends until the page has the answer, value, strategies and all; "
    "every game is asked for once: the mean CPU and the median wall time of five. What a browser "
    "adds is measured by tools/web_measure.py."
)


@dataclass(frozen=True, slots=True)
class Workbench:
    """A running workbench: its process, its address and its token."""

    process: subprocess.Popen[str]
    host: str
    token: str

    def connect(self) -> HTTPConnection:
        """Return a connection that is kept."""
        return HTTPConnection(self.host, timeout=LIMIT)

    def ask(self, line: HTTPConnection, address: str, form: Mapping[str, str] | None = None) -> str:
        """Return the body of an answer; a form is posted."""
        head = {"X-Sabot-Token": self.token, "Content-Type": "application/x-www-form-urlencoded"}
        line.request(
            "GET" if form is None else "POST", address, urlencode(form) if form else None, head
        )
        answer = line.getresponse()
        body = answer.read().decode()
        if answer.status != 200:
            raise RuntimeError(f"{address}: status {answer.status}")
        return body

    def cpu(self) -> float:
        """Return the CPU seconds that the server and its workers have used."""
        return group_cpu(self.process.pid)


@contextmanager
def started(environment: Mapping[str, str] | None = None) -> Iterator[Workbench]:
    """Start ``sabot web``, and end it as Ctrl-C does."""
    process = subprocess.Popen(
        [sys.executable, "-m", "sabot", "web", "--no-browser", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**(environment or child_environment()), "PYTHONUNBUFFERED": "1"},
    )
    try:
        assert process.stdout is not None and process.stderr is not None
        address = re.search(r"http://[^/\s]+", process.stdout.readline())
        token = re.search(r"X-Sabot-Token: (\S+)", process.stderr.readline())
        if address is None or token is None:
            raise RuntimeError("the workbench did not start")
        yield Workbench(process, urlsplit(address[0]).netloc, token[1])
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(LIMIT)
        finally:
            process.kill()
            process.communicate()


def workbench_row(settings: Settings) -> Record:
    """Measure a fresh start, then requests and presses on a workbench that runs."""
    record = Record("19", "the workbench: first page, requests, press to answer", settings)
    body: list[list[str]] = []
    try:
        import starlette  # noqa: F401
    except ImportError as error:
        for task in (
            "first page, cold",
            "first page, cold, busy cores",
            "requests",
            "press to answer",
        ):
            record.goal(task, "", "not measured", None, str(error))
        return record
    repeats = 1 if settings.quick else 3
    _keep(record, body, "first page, cold", _first_pages(record, repeats), FIRST)
    what = "first page, cold, busy cores"
    with busy_cores():
        spent = _first_pages(record, repeats)
    soon = spent.wall <= FIRST  # with others at work too it would only be sooner without them
    why = "" if soon or not settings.busy else "others were at work on the machine too"
    reached = None if why else soon
    record.goal(what, f"<= {FIRST:g} s", duration(spent.wall), reached, why)
    body.append([what, duration(spent.cpu), duration(spent.wall), record.goals[-1].verdict])
    record.figures.append({"what": what, "cpu": spent.cpu, "wall": spent.wall})
    with started() as bench:
        _requests(record, body, bench, 30 if settings.quick else REQUESTS)
        _presses(record, body, bench)
    record.table(["what", "CPU", "wall", "verdict"], body)
    record.note(LEGEND)
    return record


def _keep(record: Record, body: list[list[str]], what: str, spent: Spent, most: float) -> None:
    """Keep a goal in CPU seconds, its line and its figures."""
    record.goal(what, f"<= {most:g} s CPU", duration(spent.cpu), spent.cpu <= most)
    body.append([what, duration(spent.cpu), duration(spent.wall), record.goals[-1].verdict])
    record.figures.append({"what": what, "cpu": spent.cpu, "wall": spent.wall})


def _first_pages(record: Record, repeats: int) -> Spent:
    """Measure from the command to the home page, each time on a fresh copy of the package."""
    spent = []
    for _ in range(repeats):
        record.settings.progress("the workbench, first page")
        with tempfile.TemporaryDirectory() as folder:
            home = copied(Path(folder) / "fresh")
            begun = time.perf_counter()
            with started(fresh_environment(home)) as bench:
                bench.ask(bench.connect(), "/")
                spent.append(Spent(bench.cpu(), time.perf_counter() - begun))
    return Spent(min(each.cpu for each in spent), min(each.wall for each in spent))


@contextmanager
def busy_cores() -> Iterator[None]:
    """Keep every core busy with a process that only counts."""
    words = [sys.executable, "-c", "while True: pass"]
    busy = [subprocess.Popen(words) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def _requests(record: Record, body: list[list[str]], bench: Workbench, count: int) -> None:
    """Measure how many requests a second are answered on one connection."""
    for name, address in PAGES.items():
        record.settings.progress(f"the workbench, {name}")
        line = bench.connect()
        bench.ask(line, address)
        before, begun = bench.cpu(), time.perf_counter()
        for _ in range(count):
            bench.ask(line, address)
        each = Spent((bench.cpu() - before) / count or 1e-6, (time.perf_counter() - begun) / count)
        rate = 1 / each.cpu
        shown = f"{rate:,.0f}/s"
        record.goal(f"requests, {name}", f">= {RATE:g} a CPU second", shown, rate >= RATE)
        verdict = record.goals[-1].verdict
        body.append([f"a request, {name}", duration(each.cpu), duration(each.wall), verdict])
        record.figures.append({"what": name, "cpu": each.cpu, "wall": each.wall})


def _presses(record: Record, body: list[list[str]], bench: Workbench) -> None:
    """Measure from a changed rule to the answer, each game for the first time."""
    for name, games in PRESSES.items():
        record.settings.progress(f"the workbench, {name}")
        before = bench.cpu()
        walls = [_press(bench, game) for game in games]
        each = Spent((bench.cpu() - before) / len(games), median(walls))
        _keep(record, body, f"press to answer, {name}", each, ANSWER)


def _press(bench: Workbench, game: str) -> float:
    """Change a rule to those of a game, and return the seconds until its answer has come."""
    name, rules, *_ = split_game_string(game)
    line, begun = bench.connect(), time.perf_counter()
    form = {"family": name, **{f"p.{key}": text for key, text in rules.items()}, "solve": "1"}
    said = bench.ask(line, f"/part/rules?{urlencode(form)}")
    while 'class="solution' not in said:
        again = re.search(r'hx-get="(/part/(?:job|solved)[^"]+)"', said)
        if again is None or time.perf_counter() - begun > LIMIT:
            raise RuntimeError(f"no answer for {game}: {said[:200]}")
        time.sleep(0.05)
        said = bench.ask(line, again[1].replace("&amp;", "&"))
    return time.perf_counter() - begun
