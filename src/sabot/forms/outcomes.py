"""How a hand ends: integers over one denominator for everything it may pay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sabot.exact import over_one_denominator
from sabot.forms.matrix import MatrixForm

Table = Mapping[str, Mapping[str, Fraction]]


@dataclass(frozen=True)
class Outcomes:
    """What a hand pays the first seat, and how often: integers over one denominator."""

    counts: Mapping[Fraction, int]
    """By what is paid, most first."""
    denominator: int

    @property
    def win(self) -> int:
        """How many of the denominator's hands pay the first seat."""
        return sum(count for pay, count in self.counts.items() if pay > 0)

    @property
    def tie(self) -> int:
        """How many pay nothing."""
        return sum(count for pay, count in self.counts.items() if pay == 0)

    @property
    def lose(self) -> int:
        """How many make the first seat pay."""
        return sum(count for pay, count in self.counts.items() if pay < 0)

    @property
    def mean(self) -> Fraction:
        """What the first seat is paid on average."""
        return sum((pay * n for pay, n in self.counts.items()), Fraction(0)) / self.denominator


def of_matrix(form: MatrixForm, strategies: Mapping[str, Table]) -> Outcomes:
    """Return how hands end where each entry of a matrix is what one of them pays."""
    one, two = (strategies[seat]["-"] for seat in form.seats)
    parts: dict[Fraction, Fraction] = {}
    for row, line in zip(form.rows, form.payoffs, strict=True):
        for column, entry in zip(form.columns, line, strict=True):
            chance = one.get(row, Fraction(0)) * two.get(column, Fraction(0))
            if chance:
                pay = Fraction(entry, form.denominator)
                parts[pay] = parts.get(pay, Fraction(0)) + chance
    return gathered({pay: {1: chance} for pay, chance in parts.items()})


def gathered(sums: Mapping[Fraction, Mapping[int, Any]]) -> Outcomes:
    """Return sums over several denominators as integers over one."""
    pays = sorted(sums, reverse=True)
    chances = [
        sum((Fraction(top) / below for below, top in sums[pay].items()), Fraction(0))
        for pay in pays
    ]
    numbers, below = over_one_denominator(chances)
    return Outcomes(dict(zip(pays, numbers, strict=True)), below)
