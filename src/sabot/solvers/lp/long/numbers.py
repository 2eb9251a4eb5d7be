"""Long numbers: FLINT's balls, which know how far they can be trusted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from typing import TypeAlias

from flint import arb, ctx, fmpz

from sabot import watch

Long: TypeAlias = arb | None
"""A number, or None for 0: most numbers of a sparse program are 0, and nothing is done with them.
A ball that holds 0 is taken for 0."""
Entries = list[tuple[int, arb]]
"""The numbers of a line that are not 0, each with its place."""

_turn = RLock()


class DoubtError(Exception):
    """The numbers are not known well enough to tell what to do; with more bits they may be."""


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Compute with so many bits inside; FLINT has one precision for all threads, so one at a time.

    >>> with precision(100):
    ...     (arb(1) / 3).rel_accuracy_bits() > 90
    True
    """
    while not _turn.acquire(timeout=0.1):
        watch.heard()
    try:
        with ctx.workprec(bits):
            yield
    finally:
        _turn.release()


def shifted(number: int, power: int) -> arb:
    """Return a whole number times a power of two, as it is."""
    return arb((number, power))


def size(number: arb) -> int:
    """Return how many bits a number has before the point, or less than none."""
    mantissa, exponent = number.mid().man_exp()
    return int(exponent) + int(mantissa.bit_length())


def nearest(number: arb, places: int) -> fmpz:
    """Return a number times ``2^places``, rounded.

    >>> int(nearest(arb(3) / 4, 10)), int(nearest(arb(-3) / 4, 0))
    (768, -1)
    """
    mantissa, exponent = number.mid().man_exp()
    left = int(exponent) + places
    return mantissa << left if left >= 0 else (mantissa + (fmpz(1) << (-left - 1))) >> -left


def dropped(right: list[Long]) -> list[Long]:
    """Return numbers with None for those that may be 0."""
    return [None if number is None or 0 in number else number for number in right]


def subtract(numbers: list[Long], entries: Entries, times: arb) -> None:
    """Take a multiple of some entries away, in place."""
    for k, amount in entries:
        before = numbers[k]
        numbers[k] = -amount * times if before is None else before - amount * times
