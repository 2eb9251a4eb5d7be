"""Limits of the workbench: request and answer sizes, queue length, time and memory of a job.

Each limit has its reason beside it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field

MEGABYTE = 1_000_000
MAX_REQUEST_BYTES = MEGABYTE
"""Bytes of a request: a form, a pasted matrix."""
MAX_UPLOAD_BYTES = 64 * MEGABYTE
"""Bytes of a file to be checked: the largest proof of the papers has 30 MB."""
MAX_DISCARDED_BYTES = 512 * MEGABYTE
"""Bytes beyond the most that are still taken in, and thrown away, before they are refused."""
DISCARD_TIMEOUT = 60.0
"""Seconds in which they may come."""
BODY_TIMEOUT = 60.0
"""Seconds in which a request must have arrived: 64 MB take less than one on the same machine."""
MAX_ANSWER_BYTES = 96 * MEGABYTE
"""Bytes of an answer that the workbench holds; a larger one belongs into a file (``-o``)."""
MAX_KEPT_BYTES = 256 * MEGABYTE
"""Bytes of all answers together; the oldest are forgotten first."""
MAX_KEPT_JOBS = 400
"""Jobs that are remembered, so that a reload finds them."""
MAX_WAITING_JOBS = 64
"""Jobs that wait for a worker: more are refused, or a queue would be promised that never ends."""
MAX_REUSED_WORKER_BYTES = 350 * MEGABYTE
"""A worker that never held more is used again; a fatter one is ended, and its memory returns."""


def _default_workers() -> int:
    return max(4, min(8, os.cpu_count() or 4))


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """The limits of one server, which its starter may change."""

    seconds: float = 300.0
    """How long a job may take."""
    memory: int = 4000 * MEGABYTE
    """The address space of a worker, in bytes."""
    workers: int = field(default_factory=_default_workers)
    """Jobs at once; one person may have all but one of them, so that another need not wait.

    There are at least four: two slow jobs of one person leave room for a quick one.
    """
