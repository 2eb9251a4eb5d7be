"""The memory of this machine: what would not fit into it is refused before it is begun."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sabot.errors import NoMethodError

if TYPE_CHECKING:
    from sabot.forms.polynomial import PolynomialForm
    from sabot.telling.told import AnyForm

SMALL = 100_000
"""Payoffs that any machine has the memory for: fewer are not even measured."""

_ANYWAY = "to try all the same: `--anyway`, anyway=True in Python"
_REMEDY = (
    "an interval for the value takes less: `sabot solve GAME --gap 1/1000`, approximate() in "
    "Python\n  to try all the same: `sabot solve GAME --anyway`, anyway=True in Python"
)
_DOING = {
    "equilibria": "finding all optimal strategies",
    "prove": "proving",
    "reduce": "writing out its matrix of pure strategies",
}


def demand_memory(name: str, form: AnyForm, verb: str = "solve") -> None:
    """Refuse a form that takes more memory to be solved than this machine has to spare."""
    if len(form.seats) != 2 or form.amounts < SMALL:
        return  # what no method solves is told elsewhere
    from sabot.analyse.size import measure

    _demand(name, measure(form).memory, verb)


def demand_memory_for_all(name: str, form: PolynomialForm) -> None:
    """Refuse a theorem where the game at one value of the parameter is too large already."""
    if len(form.payoffs) >= SMALL:
        demand_memory(name, form.at(form.domain.low), "prove")


def demand_matrix(name: str, form: AnyForm) -> None:
    """Refuse a game whose matrix of pure strategies takes more memory than there is to spare."""
    from sabot.analyse.size import matrix_memory
    from sabot.forms.strategic import MOST_ENTRIES, pure_count

    height, width = map(pure_count, form.sides)
    if SMALL <= height * width <= MOST_ENTRIES:  # more is refused whatever memory there is
        _demand(name, matrix_memory(height, width), "reduce")


def _demand(name: str, needed: int, verb: str) -> None:
    spare = spare_memory()
    if spare is None or needed <= spare:
        return
    raise NoMethodError(
        f"{name}: {_DOING.get(verb, 'solving')} takes about {_size(needed)} of memory, "
        f"and there are {_size(spare)}\n  {_REMEDY if verb == 'solve' else _ANYWAY}"
    )


def spare_memory() -> int | None:
    """Return the bytes that this process may have in all, as far as the system says.

    What it has already is part of every estimate, so it counts as well.
    """
    known = (_available(), _allowed(), _limited())
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


def _limited() -> int | None:
    """Return the limit that was set for this process."""
    try:
        import resource
    except ImportError:  # not every system has such limits
        return None
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    return None if limit == resource.RLIM_INFINITY else limit


def _lines(path: str) -> list[str]:
    return Path(path).read_text(encoding="ascii").splitlines()


def _size(count: int) -> str:
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.0f} MB"
