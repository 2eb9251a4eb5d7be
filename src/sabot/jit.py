"""Numba compilation of kernel modules, once there is enough work for it to pay.

A kernel module is ordinary Python over numbers and arrays. Importing numba and compiling such a
module takes a second or more on a machine that never did it, and a few tenths on one that did, so a
caller says how much work is ahead, in a unit of its own, and :class:`KernelModule` compiles once a
process has been asked for so much that compiling pays. Both ways run the same source, and tests
hold them to the same results; only the time depends on the choice. Compiled functions are cached on
disk per file and release Python's lock.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any


class KernelModule:
    """A module of loops, and the work from which on compiling it pays.

    *load* returns the module; where that must not be imported early, it imports it.
    """

    def __init__(self, load: Callable[[], ModuleType], *, pays_from: int) -> None:
        self.load = load
        self.pays_from = pays_from
        self.asked = 0
        """The work that this process has asked for so far."""

    def __call__(self, work: int) -> Any:
        """Add *work* to what was asked for; return the loops, plain or compiled."""
        return self.compiled if self.record(work) else self.plain

    def record(self, work: int) -> bool:
        """Record *work* that was asked for; return whether compiling pays now."""
        self.asked += work
        return self.asked >= self.pays_from

    @property
    def left(self) -> int:
        """The work that may still be done before compiling pays."""
        return max(self.pays_from - self.asked, 0)

    @property
    def plain(self) -> Any:
        """The module itself, its functions run by Python."""
        return self.load()

    @property
    def compiled(self) -> Any:
        """Its functions compiled, whatever was asked for."""
        return compile_kernels(self.load())


@cache
def compile_kernels(module: ModuleType) -> SimpleNamespace:
    """Return the names of a module of loops, its functions compiled.

    What one function calls is looked up among the compiled ones, those of other modules of loops
    included; the module itself stays plain.
    """
    names = dict(vars(module))
    for name, thing in vars(module).items():
        if isinstance(thing, FunctionType) and thing.__module__.startswith("sabot."):
            home = sys.modules[thing.__module__]
            if home is module:
                names[name] = _compile_cached(
                    FunctionType(thing.__code__, names, name, thing.__defaults__)
                )
            else:
                names[name] = getattr(compile_kernels(home), name)
    return SimpleNamespace(**names)


def _compile_cached(function: Callable[..., Any]) -> Any:
    """Return *function* compiled, without Python's lock, and kept on disk for the next process."""
    from numba import njit

    try:
        return njit(cache=True, nogil=True)(function)
    except RuntimeError:  # no folder may be written to: compile in every process
        return njit(nogil=True)(function)
