"""A worker process: ``python -m sabot.web.worker MEGABYTES``.

It reads one question per line from stdin and writes lines to stdout: its progress, and at last a
head with the length of the answer, which follows. ``{"stop": true}`` cancels the running task; the
end of stdin ends the process, whatever it does.
"""

from __future__ import annotations

import gc
import io
import json
import os
import sys
import threading

from sabot.errors import Interrupted, SabotError
from sabot.progress import Moment, Watch, use_watch
from sabot.web.messages import TaskRequest, WorkerMessage

_OUT_OF_MEMORY = (
    "memory ran out: a job of the workbench may have %d MB; `sabot size GAME` tells what a game "
    "needs, `sabot web --memory MB` gives more, the terminal has all of it"
)
INTERNAL_ERROR_CODE = 70
IDLE_SECONDS = 1.0
"""How long a worker waits for a question before it loads what draws."""


class ServerChannel:
    """The line to the server: questions come in by it, what happens goes out."""

    def __init__(self) -> None:
        # rules of a user's own may print: nothing but our own words goes to the server
        self._out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        self._in = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
        os.dup2(os.open(os.devnull, os.O_RDONLY), sys.stdin.fileno())
        self._lock = threading.Lock()
        self._asked: list[TaskRequest] = []
        self._there = threading.Semaphore(0)
        self.watch = Watch()
        threading.Thread(target=self._read_stdin, daemon=True).start()

    def _read_stdin(self) -> None:
        for line in self._in:
            said = json.loads(line)
            if said.get("stop"):
                self.watch.cancel()
            else:
                self._asked.append(said)
                self._there.release()
        os._exit(0)  # nobody listens any more

    def question(self, loading: threading.Thread) -> TaskRequest:
        """Return the next question, when it comes; *loading* is begun if none comes for a while."""
        if not self._there.acquire(timeout=None if loading.ident else IDLE_SECONDS):
            loading.start()
            self._there.acquire()
        return self._asked.pop(0)

    def say(self, head: WorkerMessage, body: bytes = b"") -> None:
        """Write a line, and what follows it."""
        with self._lock:
            self._out.write(json.dumps(head).encode() + b"\n" + body)
            self._out.flush()

    def moment(self, moment: Moment) -> None:
        """Say what is being done."""
        share = moment.done / moment.total if moment.done is not None and moment.total else None
        self.say({"moment": str(moment), "share": share})


def limit_memory(megabytes: int) -> None:
    """Limit the memory of this process, where the system allows it."""
    try:
        import resource
    except ImportError:  # not every system has it
        return
    size = megabytes * 1_000_000
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (size, hard))


def peak_memory() -> int:
    """Return the most bytes that this process ever held."""
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def run_task(
    talk: ServerChannel, asked: TaskRequest, megabytes: int
) -> tuple[WorkerMessage, bytes]:
    """Return the head and the body of the answer to a question, or of what went wrong."""
    from sabot.web.tasks import find_task

    try:
        with use_watch(talk.watch):
            document = find_task(str(asked["work"]))(asked["question"])
        body = json.dumps(document, allow_nan=False).encode()
        return {"answer": len(body), "peak": peak_memory()}, body
    except Interrupted as fault:
        return {"fault": str(fault), "state": "cancelled", "code": fault.exit_code}, b""
    except SabotError as fault:
        return {"fault": str(fault), "state": "failed", "code": fault.exit_code}, b""
    except MemoryError:
        return {
            "fault": _OUT_OF_MEMORY % megabytes,
            "state": "failed",
            "code": 5,
            "tired": True,
        }, b""
    except RecursionError:
        return {"fault": "it is nested too deeply", "state": "failed", "code": 5}, b""
    except Exception as fault:
        words = f"a fault in Sabot itself: {type(fault).__name__}: {fault}"
        return {
            "fault": words[:2000],
            "state": "failed",
            "code": INTERNAL_ERROR_CODE,
            "tired": True,
        }, b""


def preload() -> None:
    """Import what nearly every question needs, before one is asked."""
    import sabot.render.views.solution
    import sabot.web.tasks.solution
    import sabot.web.tasks.verbs  # noqa: F401
    from sabot.api.checking import check
    from sabot.api.solving import solve

    # a moment's work that loads what the first real question would have to wait for
    check(solve([[1, -1], [-1, 1]]))


def load_drawing() -> None:
    """Import what the first figure needs, beside what else is done: no question waits for it."""
    try:
        import matplotlib.backends.backend_agg
        import matplotlib.backends.backend_svg
        import matplotlib.figure  # noqa: F401

        import sabot.plotting
        import sabot.web.figures.charts  # noqa: F401
    except (ImportError, MemoryError, OSError):
        return  # a request for a figure reports the reason
    gc.freeze()


def main() -> None:
    """Answer questions until nobody asks."""
    megabytes = int(sys.argv[1])
    # each thread of numpy's takes 40 MB of address space, and nothing here multiplies in threads
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    sys.stderr = io.TextIOWrapper(os.fdopen(os.dup(2), "wb"), errors="backslashreplace")
    talk = ServerChannel()
    limit_memory(megabytes)
    preload()
    gc.freeze()  # what is loaded stays: a search for garbage need not go through it
    talk.say({"ready": os.getpid()})
    loading = threading.Thread(target=load_drawing, daemon=True)
    while True:
        asked = talk.question(loading)
        talk.watch = Watch(talk.moment)
        talk.say({"begun": True})
        talk.say(*run_task(talk, asked, megabytes))


if __name__ == "__main__":
    main()
