"""The memory of this machine: a game that would not fit into it is refused before it is solved."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sabot.errors import NoMethodError
from sabot.forms.matrix import MatrixForm
from sabot.forms.sequence import SequenceForm

if TYPE_CHECKING:
    from sabot.telling.told import AnyForm

SMALL = 100_000
"""Payoffs that any machine has the memory for: fewer are not even measured."""


def demand_memory(name: str, form: AnyForm) -> None:
    """Refuse a form that takes more memory to be solved than this machine has to spare."""
    if not isinstance(form, MatrixForm | SequenceForm):
        return  # no method solves it, and says so
    if len(form.payoffs) * (form.shape[1] if isinstance(form, MatrixForm) else 1) < SMALL:
        return
    from sabot.analyse.size import measure

    needed, spare = measure(form).memory, spare_memory()
    if spare is None or needed <= spare:
        return
    raise NoMethodError(
        f"{name}: solving takes about {_size(needed)} of memory, and there are {_size(spare)}\n"
        "  an interval for the value takes less: `sabot solve GAME --gap 1/1000`, approximate() in "
        "Python\n  to try all the same: `sabot solve GAME --anyway`, anyway=True in Python"
    )


def spare_memory() -> int | None:
    """Return the bytes that this process may have in all, as far as the system says.

    What it has already is part of every estimate, so it counts as well.
    """
    known = (_available(), _allowed())
    return min((limit for limit in known if limit is not None), default=None)


def _available() -> int | None:
    """Return what the system could give to this process, and what it has."""
    try:
        lines = dict(line.split(":", 1) for line in _lines("/proc/meminfo"))
        pages = int(_lines("/proc/self/statm")[0].split()[1])
        return int(lines["MemAvailable"].split()[0]) * 1024 + pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, KeyError, IndexError):  # not every system says
        return None


def _allowed() -> int | None:
    """Return the limit of the container that this process is in."""
    try:
        return int(_lines("/sys/fs/cgroup/memory.max")[0])
    except (OSError, ValueError, IndexError):  # no container, or one without a limit
        return None


def _lines(path: str) -> list[str]:
    return Path(path).read_text(encoding="ascii").splitlines()


def _size(count: int) -> str:
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.0f} MB"
