"""The judge: what a pair of strategies really secures, in exact arithmetic and nothing else.

It owes nothing to Sabot: a mistake there must show here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from benchmarks.tools.tool import Answer, Matrix

Mix = Sequence[Fraction]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the row seat is sure of, and what the column seat concedes at most."""

    guarantee: Fraction
    concession: Fraction

    @property
    def gap(self) -> Fraction:
        """How far the pair is from optimal; 0 exactly at an equilibrium."""
        return self.concession - self.guarantee


def judge(matrix: Matrix, row: Mix, column: Mix) -> Verdict:
    """Evaluate both mixes against the exact best reply."""
    scale = lcm(*(Fraction(entry).denominator for line in matrix for entry in line))
    table = [[int(entry * scale) for entry in line] for line in matrix]
    low = min(_paid(row, list(zip(*table, strict=True))))
    high = max(_paid(column, table))
    return Verdict(low / scale, high / scale)


def _paid(mix: Mix, lines: Sequence[Sequence[int]]) -> list[Fraction]:
    """Return the payoff of the mix on each line."""
    base = lcm(*(weight.denominator for weight in mix))
    weights = [int(weight * base) for weight in mix]
    used = [k for k, weight in enumerate(weights) if weight]
    return [Fraction(sum(weights[k] * line[k] for k in used), base) for line in lines]


def is_mix(mix: Mix | None, size: int) -> bool:
    """Whether these are probabilities, exactly."""
    return mix is not None and len(mix) == size and min(mix) >= 0 and sum(mix) == 1


def is_exact(matrix: Matrix, answer: Answer) -> bool:
    """Whether the answer is a value with two strategies that secure it, without any tolerance."""
    row, column = answer.row, answer.column
    if row is None or column is None:
        return False
    if not (is_mix(row, len(matrix)) and is_mix(column, len(matrix[0]))):
        return False
    found = judge(matrix, row, column)
    return found.guarantee == answer.value == found.concession


def mended(mix: Mix) -> tuple[Fraction, ...] | None:
    """Return a float mix as true probabilities: negative noise cut off, then divided by the sum."""
    cut = [max(weight, Fraction(0)) for weight in mix]
    total = sum(cut)
    return tuple(weight / total for weight in cut) if total else None


def spread(matrix: Matrix) -> Fraction:
    """Return the range of the payoffs: errors relative to it survive any shift and scale."""
    entries = [Fraction(entry) for line in matrix for entry in line]
    return max(entries) - min(entries) or Fraction(1)


def support(mix: Mix, least: Fraction = Fraction(0)) -> frozenset[int]:
    """Return the actions played with more than the *least* probability."""
    return frozenset(k for k, weight in enumerate(mix) if weight > least)
