"""A worker process with two tasks that no page has, for tests of its limits."""

import os
from typing import Any

from sabot.web import tasks, worker


def allocate(size: Any) -> Any:
    return bytearray(size)


def environment(name: Any) -> Any:
    return os.getenv(name)


if __name__ == "__main__":  # pytest imports this file too: its process keeps the tasks of the pages
    tasks.TASKS = {
        "allocate": lambda: {"allocate": allocate},
        "environment": lambda: {"environment": environment},
    }
    worker.main()
