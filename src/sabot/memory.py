"""Memory of this machine: what would not fit into it is refused before it starts.

A form that would take more memory to solve than the process may have (by the system, its container
and its own limit) is refused; ``anyway=True`` tries all the same. While a game is solved, Python
searches for unreachable cycles of objects less often.
"""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sabot.errors import NoMethodError

if TYPE_CHECKING:
    from sabot.forms.parametric import PolynomialForm
    from sabot.forms.private_hands import PrivateHandsForm
    from sabot.game_rules.to_form import AnyForm

UNMEASURED_PAYOFFS = 100_000
"""Payoffs that any machine has the memory for: fewer are not even measured."""

OBJECTS_BETWEEN_COLLECTIONS = 100_000
"""New objects after which cycles are searched for while a game is solved; Python's own is 700."""

_ANYWAY = "to try all the same: `--anyway`, anyway=True in Python"
_REMEDY = (
    "an interval for the value takes less: `sabot solve GAME --gap 1/1000`, approximate() in "
    "Python\n  to try all the same: `sabot solve GAME --anyway`, anyway=True in Python"
)
_WORK_IN_WORDS = {
    "hands": "bounding its value",
    "equilibria": "finding all optimal strategies",
    "prove": "proving",
    "reduce": "writing out its matrix of pure strategies",
}


def require_memory(name: str, form: AnyForm, verb: str = "solve") -> None:
    """Refuse a form that takes more memory to be solved than this machine has to spare."""
    if len(form.seats) != 2 or form.amounts < UNMEASURED_PAYOFFS:
        return  # what no method solves is reported elsewhere
    from sabot.analysis.cost_estimate import estimate_form_cost, matrix_memory_bound
    from sabot.forms.sequence import MatrixForm

    if isinstance(form, MatrixForm):
        spare = spare_memory()
        if spare is None or matrix_memory_bound(form) <= spare:
            return
    _require(name, estimate_form_cost(form).memory, verb)


def require_memory_for_theorem(name: str, form: PolynomialForm) -> None:
    """Refuse a theorem where the game at one value of the parameter is too large already."""
    if len(form.payoffs) >= UNMEASURED_PAYOFFS:
        require_memory(name, form.at(form.domain.spot), "prove")


def require_memory_for_matrix(name: str, form: AnyForm) -> None:
    """Refuse a game whose matrix of pure strategies takes more memory than there is to spare."""
    from sabot.analysis.cost_estimate import matrix_memory
    from sabot.forms.sequence import MAX_ENTRIES, count_pure_strategies

    height, width = map(count_pure_strategies, form.sides)
    if (
        UNMEASURED_PAYOFFS <= height * width <= MAX_ENTRIES
    ):  # more is refused whatever memory there is
        _require(name, matrix_memory(height, width), "reduce")


def require_memory_for_hands(name: str, form: PrivateHandsForm) -> None:
    """Refuse a game with private hands that takes more memory than there is to spare."""
    from sabot.analysis.cost_estimate import hands_memory

    _require(name, hands_memory(form), "hands")


def _require(name: str, needed: int, verb: str) -> None:
    spare = spare_memory()
    if spare is None or needed <= spare:
        return
    work = _WORK_IN_WORDS.get(verb, "solving")
    raise NoMethodError(
        f"{name}: {work} takes about {_size_text(needed)} of memory, "
        f"and there are {_size_text(spare)}\n  {_REMEDY if verb == 'solve' else _ANYWAY}"
    )


def spare_memory() -> int | None:
    """Return the bytes that this process may have in all, as far as the system says.

    What it has already is part of every estimate, so it counts as well.
    """
    known = (_system_memory(), _container_limit(), _process_limit())
    return min((limit for limit in known if limit is not None), default=None)


def _system_memory() -> int | None:
    """Return what the system could give to this process, and what it has."""
    try:
        lines = dict(line.split(":", 1) for line in _read_lines("/proc/meminfo"))
        pages = int(_read_lines("/proc/self/statm")[0].split()[1])
        return int(lines["MemAvailable"].split()[0]) * 1024 + pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, KeyError, IndexError):  # not every system says
        return None


def _container_limit() -> int | None:
    """Return the limit of the container that this process is in."""
    try:
        return int(_read_lines("/sys/fs/cgroup/memory.max")[0])
    except (OSError, ValueError, IndexError):  # no container, or one without a limit
        return None


def _process_limit() -> int | None:
    """Return the limit that was set for this process."""
    try:
        import resource
    except ImportError:  # not every system has such limits
        return None
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    return None if limit == resource.RLIM_INFINITY else limit


def _read_lines(path: str) -> list[str]:
    return Path(path).read_text(encoding="ascii").splitlines()


def _size_text(count: int) -> str:
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.0f} MB"


_RARE = threading.Lock()
_rare_users: list[tuple[int, int, int]] = []
"""For each solve that runs, the thresholds of the process before the first of them."""


@contextmanager
def collect_rarely() -> Iterator[None]:
    """Let Python search for cycles less often inside.

    A game tree has hundreds of thousands of objects and no cycle among them. Each search goes
    through those that are new, and some searches through all. Threads may be inside at once.
    """
    with _RARE:
        _rare_users.append(_rare_users[0] if _rare_users else gc.get_threshold())
        first, *rest = _rare_users[0]
        if first:  # 0: the process has switched the search off
            gc.set_threshold(max(first, OBJECTS_BETWEEN_COLLECTIONS), *rest)
    try:
        yield
    finally:
        with _RARE:
            before = _rare_users.pop()
            if not _rare_users:
                gc.set_threshold(*before)
