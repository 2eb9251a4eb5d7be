"""Who does the work: this process, several, or the workers of a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from concurrent.futures import Executor

MOST_JOBS = 256


def worker_options(function: Callable[..., object]) -> Callable[..., object]:
    """Add ``--jobs`` and ``--cluster``; what is found does not depend on them."""
    jobs = click.option(
        "--jobs",
        "--workers",
        "jobs",
        type=click.IntRange(1, MOST_JOBS),
        metavar="N",
        help="Processes; the answer is the same.",
    )
    address = click.option(
        "--cluster",
        metavar="ADDRESS",
        help="A dask scheduler, tcp://HOST:8786; the answer is the same.",
    )
    return jobs(address(function))


@contextmanager
def workers(jobs: int | None, cluster: str | None) -> Iterator[Executor | None]:
    """Yield those who do the work; None for this process."""
    if cluster is None:
        from sabot.analyse.sweeping.workers import pool

        with pool(jobs or 1) as executor:
            yield executor
        return
    if jobs is not None:
        raise click.UsageError("--jobs and --cluster together; choose one")
    import logging

    from sabot.analyse.sweeping.cluster import HOW, is_address
    from sabot.analyse.sweeping.cluster import cluster as joined

    if not is_address(cluster):
        raise click.UsageError(
            f"--cluster {cluster!r:.200} is not the address of a scheduler\n  {HOW}"
        )
    logging.disable()  # what goes wrong is said once, by us, not by every loop of dask's
    with joined(cluster) as executor:
        yield executor
