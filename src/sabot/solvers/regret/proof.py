"""What regret minimisation found, made exact: mixes rounded to whole numbers, bounds in integers.

A mix becomes multiples of a power of 1/2 that add up to 1, so a plan is whole numbers over one
power of two, and best replies to it are computed without rounding anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from sabot.forms.sequence import Behaviour, Cell, SequenceForm, Side

FINEST = 48
"""Mixes are never rounded to more binary digits than this: a float has 53."""

Mixes = list[tuple[Cell, list[int]]]
"""Each cell, and a whole number for each of its actions."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What the first behaviour guarantees and the second concedes at most, exactly."""

    low: Fraction
    high: Fraction
    behaviours: tuple[Behaviour, Behaviour]


def prove(
    form: SequenceForm, one: NDArray[np.float64], two: NDArray[np.float64], goal: Fraction
) -> Proof:
    """Return the exact bounds of two arrays of mixes, which rounding moves by about *goal*.

    The arrays hold a chance for each sequence, numbered cell by cell from 1.
    """
    bits = _bits(form, goal)
    mine = _rounded(form.sides[0], one, bits)
    yours = _rounded(form.sides[1], two, bits)
    low, high = _bounds(form, mine, yours, bits)
    return Proof(low, high, (_behaviour(mine, bits), _behaviour(yours, bits)))


def _bits(form: SequenceForm, goal: Fraction) -> int:
    """Return how many binary digits keep the rounding of mixes from costing more than *goal*."""
    most = max((len(cell.actions) for side in form.sides for cell in side.cells), default=1)
    least = 2 * most.bit_length() + 2
    if not goal:
        return max(least, FINEST)
    spread = Fraction(sum(abs(a) for _, _, a in form.payoffs), form.denominator)
    return max(least, min(FINEST, int(spread / goal).bit_length() + 2))


def _rounded(side: Side, mix: NDArray[np.float64], bits: int) -> Mixes:
    """Return the mixes in whole numbers that add up to ``2 ** bits`` at every cell."""
    chances = iter(mix.tolist()[1:])
    whole = 1 << bits
    found: Mixes = []
    for cell in side.cells:
        parts = [round(next(chances) * whole) for _ in cell.actions]
        parts[parts.index(max(parts))] += whole - sum(parts)
        found.append((cell, parts))
    return found


def _bounds(form: SequenceForm, one: Mixes, two: Mixes, bits: int) -> tuple[Fraction, Fraction]:
    """Return what side one guarantees and what side two concedes at most, exactly."""
    mine, below_mine = _plan(form.sides[0], one, bits)
    yours, below_yours = _plan(form.sides[1], two, bits)
    high, low = form.reply(0, (mine, yours))[0].value, -form.reply(1, (mine, yours))[0].value
    below = form.denominator
    return Fraction(low, below << below_mine), Fraction(high, below << below_yours)


def _plan(side: Side, mixes: Mixes, bits: int) -> tuple[list[int], int]:
    """Return the plan in whole numbers over a power of two, and which power."""
    plan, depth = [1] * side.count, [0] * side.count
    for cell, parts in mixes:
        for s, part in zip(cell.sequences, parts, strict=True):
            plan[s] = plan[cell.parent] * part
            depth[s] = depth[cell.parent] + 1
    deepest = max(depth)
    return [top << bits * (deepest - d) for top, d in zip(plan, depth, strict=True)], bits * deepest


def _behaviour(mixes: Mixes, bits: int) -> Behaviour:
    return {
        cell.key: {
            action: Fraction(part, 1 << bits)
            for action, part in zip(cell.actions, parts, strict=True)
        }
        for cell, parts in mixes
    }
