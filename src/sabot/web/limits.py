"""What one person may ask of the workbench: sizes, times and memory, each with its reason."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

MEGABYTE = 1_000_000
BODY = MEGABYTE
"""Bytes of a request: a form, a pasted matrix."""
UPLOAD = 64 * MEGABYTE
"""Bytes of a file to be checked: the largest proof of the papers has 30 MB."""
DISCARDED = 512 * MEGABYTE
"""Bytes beyond the most that are still taken in, and thrown away, before they are refused."""
PATIENCE = 20.0
"""Seconds that nothing may come of them."""
ANSWER = 96 * MEGABYTE
"""Bytes of an answer that the workbench holds; a larger one belongs into a file (``-o``)."""
KEPT = 256 * MEGABYTE
"""Bytes of all answers together; the oldest are forgotten first."""
MOST_KEPT = 400
"""Jobs that are remembered, so that a reload finds them."""
MOST_WAITING = 64
"""Jobs that wait for a worker: more are refused, or a queue would be promised that never ends."""
LEAN = 350 * MEGABYTE
"""A worker that never held more is used again; a fatter one is ended, and its memory returns."""


def _workers() -> int:
    return max(3, min(8, os.cpu_count() or 2))


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one server, which its starter may change."""

    seconds: float = 300.0
    """How long a job may take."""
    memory: int = 4000 * MEGABYTE
    """The address space of a worker, in bytes."""
    workers: int = field(default_factory=_workers)
    """Jobs at once; one person may have all but one of them, so that another need not wait."""
