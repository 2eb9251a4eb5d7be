"""Who takes what at the end: the main pot, and side pots for those who could put in more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips that some seats compete for."""

    chips: int
    among: tuple[str, ...]
    """Those who are in and have put in enough for it, in the order of play."""


def pots(put: Mapping[str, int], live: Mapping[str, object]) -> tuple[Pot, ...]:
    """Return the main pot and the side pots, of what was *put* in, by those who did not drop.

    >>> pots({"1": 10, "2": 4, "3": 10, "4": 2}, {"1": 0, "2": 0, "3": 0})
    (Pot(chips=14, among=('1', '2', '3')), Pot(chips=12, among=('1', '3')))
    """
    found = []
    below = 0
    levels = sorted({put[seat] for seat in live})
    for level in levels:
        last = level == levels[-1]
        chips = sum(
            (paid if last else min(paid, level)) - min(paid, below) for paid in put.values()
        )
        among = tuple(seat for seat in put if seat in live and put[seat] >= level)
        found.append(Pot(chips, among))
        below = level
    return tuple(found)


def shares(put: Mapping[str, int], live: Mapping[str, int]) -> dict[str, int]:
    """Return what each seat takes, by the strength of the hands that are *live*.

    Equal hands divide a pot; chips that cannot be divided go one each to those who act first.

    >>> shares({"1": 3, "2": 3, "3": 1}, {"1": 5, "2": 5})
    {'1': 4, '2': 3, '3': 0}
    """
    taken = dict.fromkeys(put, 0)
    for pot in pots(put, live):
        best = max(live[seat] for seat in pot.among)
        winners = [seat for seat in pot.among if live[seat] == best]
        each, odd = divmod(pot.chips, len(winners))
        for place, seat in enumerate(winners):
            taken[seat] += each + (place < odd)
    return taken
