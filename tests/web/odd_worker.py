"""A worker process with two tasks that no page has, for tests of its limits."""

import os

from sabot.web import tasks, worker

tasks.TASKS = {
    "allocate": lambda: {"allocate": bytearray},
    "environment": lambda: {"environment": os.getenv},
}

if __name__ == "__main__":
    worker.main()
