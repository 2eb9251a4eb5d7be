"""The checker's linear algebra for theorems: indifference equations that have one solution.

Standard library only. The equations of a support have polynomial coefficients; if some square part
of them has a determinant without a zero in the range, they have one solution at every value of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, islice
from typing import Protocol

from sabot.certify.form import Seat
from sabot.certify.limits import MOST_DETERMINANT_BITS, MOST_DETERMINANT_WORK, MOST_UNKNOWN
from sabot.certify.theorem.form import place_of
from sabot.certify.theorem.polynomial import Poly, determinant, plus, times
from sabot.certify.theorem.span import Span
from sabot.errors import FileError

_MOST_PARTS = 200
_PRIME = 2**31 - 1
Line = dict[int, Poly]


class Board(Protocol):
    """What is needed of a game: its seats, and the payoffs as each seat meets them."""

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Both seats."""

    @property
    def columns(self) -> tuple[list[Line], list[Line]]:
        """For each seat: the other's sequences, each with this seat's sequences and payoffs."""


def indifference(
    game: Board, number: int, used: set[int], opponent: set[int]
) -> tuple[dict[str, Line], int]:
    """Return the coefficients of the unknown chances in all indifference equations, in words."""
    own, other = game.seats[number], game.seats[1 - number]
    fixed: set[int] = {0}
    unknown: dict[int, int] = {}
    lines: dict[str, Line] = {}
    for view, actions, parent, first in own.cells:
        live = [s for s in range(first, first + len(actions)) if s in used]
        if parent in fixed and len(live) == 1:
            fixed.add(live[0])
        elif live:
            for s in live:
                unknown[s] = len(unknown)
            line: Line = {unknown[s]: [1] for s in live}
            if parent not in fixed:
                line[unknown[parent]] = [-1]
            lines[f"{place_of(own, view)}: the chances add up"] = line
    worth = [
        {unknown[i]: amount for i, amount in column.items() if i in unknown}
        for column in game.columns[number]
    ]
    for _, actions, parent, first in reversed(other.cells):
        options = [s for s in range(first, first + len(actions)) if s in opponent]
        if parent and options:
            _add(worth[parent], worth[options[0]], 1)
    for view, actions, _, first in other.cells:
        options = [s for s in range(first, first + len(actions)) if s in opponent]
        for s in options[1:]:
            line = dict(worth[s])
            _add(line, worth[options[0]], -1)
            one, two = actions[s - first], actions[options[0] - first]
            lines[f"{place_of(other, view)}: {one} earns as much as {two}"] = line
    return {label: line for label, line in lines.items() if any(line.values())}, len(unknown)


def _add(line: Line, other: Mapping[int, Poly], sign: int) -> None:
    for k, amount in other.items():
        line[k] = plus(line.get(k, []), amount, sign)


@dataclass(frozen=True)
class Part:
    """A square part of the equations."""

    labels: list[str]
    determinant: Poly


def stated_part(rows: Mapping[str, Line], count: int, labels: Sequence[str]) -> Part | None:
    """Return the part that a proof names, None if it is not one."""
    _demand_few(count)
    if len(labels) != count or not set(labels) <= set(rows) or len(set(labels)) != count:
        return None
    table = _table(rows, labels, count)
    if _work(table) > MOST_DETERMINANT_WORK:
        raise FileError("the equations that fix a plan are too large for this checker")
    return Part(list(labels), determinant(table))


def never_singular(rows: Mapping[str, Line], count: int, span: Span) -> Part | None:
    """Return *count* of the equations that are independent at every value of the range, if any.

    Those that are independent at one value are tried first, then others while they are few.
    """
    _demand_few(count)
    if count == 0:
        return Part([], [1])
    first = _independent(rows, count, span.spot)
    most = _MOST_PARTS if count < 7 else 0
    picks = ([] if first is None else [first]) + list(islice(combinations(rows, count), most))
    spent = 0
    for pick in picks:
        table = _table(rows, pick, count)
        spent += _work(table)
        if spent > MOST_DETERMINANT_WORK:
            break
        part = Part(list(pick), determinant(table))
        if never_zero(part.determinant, span):
            return part
    return None


def _demand_few(count: int) -> None:
    if count > MOST_UNKNOWN:
        raise FileError(f"{count} unknown chances are too many for this checker")


def _table(rows: Mapping[str, Line], pick: Sequence[str], count: int) -> list[list[Poly]]:
    return [[rows[label].get(k, []) for k in range(count)] for label in pick]


def _work(table: list[list[Poly]]) -> int:
    """Return about how many products a determinant takes, after demanding short numbers."""
    terms = 1 + sum(max(1, *map(len, line)) - 1 for line in table)
    bits = sum(max((c.bit_length() for p in line for c in p), default=0) for line in table)
    if bits > MOST_DETERMINANT_BITS:
        raise FileError("the equations that fix a plan are too large for this checker")
    return len(table) ** 3 * terms**2


def never_zero(polynomial: Poly, span: Span) -> bool:
    """Tell whether a polynomial is not 0 in the range (it may change its sign between two values).

    That is whether its square is positive.
    """
    return bool(polynomial) and span.positive_inside(times(polynomial, polynomial))


def _independent(rows: Mapping[str, Line], count: int, spot: Fraction) -> tuple[str, ...] | None:
    """Return the names of *count* rows that are independent at one value, modulo a prime."""
    at = spot.numerator * pow(spot.denominator, -1, _PRIME) % _PRIME
    reduced: dict[int, list[int]] = {}
    chosen: list[str] = []
    for label, row in rows.items():
        line = [0] * count
        for k, amount in row.items():
            for c in reversed(amount):
                line[k] = (line[k] * at + c) % _PRIME
        for pivot, other in reduced.items():
            if line[pivot]:
                factor = line[pivot]
                line = [(a - factor * b) % _PRIME for a, b in zip(line, other, strict=True)]
        lead = next((k for k, entry in enumerate(line) if entry), None)
        if lead is not None:
            inverse = pow(line[lead], -1, _PRIME)
            reduced[lead] = [entry * inverse % _PRIME for entry in line]
            chosen.append(label)
        if len(chosen) == count:
            return tuple(chosen)
    return None
