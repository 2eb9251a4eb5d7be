"""Blocks of two binary players against a third, and in floats where their equilibria may be.

Where no choice follows another, choices that never meet in a play can be solved separately. A
*block* holds those that do: one binary choice of each of two players, and any number of binary
choices of the third, each of which pays by itself. Everything in it is then of degree two: against
second actions with probabilities p and q the third player gains ``a + b p + c q + d p q`` by a
choice; what the first gains by its second action is linear in q. In the square of both
probabilities every choice of the third player is decided on either side of its indifference curve
``a + b p + c q + d p q = 0``. An equilibrium is at a vertex, on an edge where a curve meets it,
inside where no curve passes, on one curve (whose choice is then mixed), or where two cross. All
these places are proposed in floats; each is solved exactly elsewhere
(:mod:`sabot.solvers.nplayer.solve`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from sabot.forms.sequence import Infoset
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm, PayoffEntry


PayoffGrid = tuple[int, int, int, int]
"""By which binary players take their second action: neither, only the second, only the first, both.
"""
LinearGain = tuple[int, int]
"""A number, and by how much it grows with the other binary player's probability."""


@dataclass(frozen=True)
class ThirdPlayerChoice:
    """A choice of the third seat, and what each seat is paid at either action."""

    cell: Infoset
    paid: tuple[tuple[PayoffGrid, PayoffGrid], ...]
    """By seat, and by action."""


@dataclass(frozen=True)
class BinaryBlock:
    """Choices that meet: those of the binary players (None where one has none), and the third's."""

    coins: tuple[Infoset | None, Infoset | None]
    choices: tuple[ThirdPlayerChoice, ...]
    base: tuple[PayoffGrid, ...]
    """By seat: what is paid where the third seat chooses nothing."""
    third: int

    @property
    def turned(self) -> BinaryBlock:
        """The same block with the binary players of the two seats exchanged."""
        order = [2, 1, 0] if self.third == 1 else [1, 0, 2] if self.third == 2 else [0, 2, 1]

        def grids(paid: Sequence[PayoffGrid]) -> tuple[PayoffGrid, ...]:
            found = [paid[seat] for seat in order]
            return tuple((none, one, two, both) for none, two, one, both in found)

        choices = []
        for choice in self.choices:
            first, second = (grids([paid[k] for paid in choice.paid]) for k in (0, 1))
            choices.append(ThirdPlayerChoice(choice.cell, tuple(zip(first, second, strict=True))))
        return BinaryBlock(self.coins[::-1], tuple(choices), grids(self.base), self.third)

    def tie(self, number: int) -> PayoffGrid:
        """Return what the third seat gains by its second action: a, b, c, d."""
        first, second = self.choices[number].paid[self.third]
        none, two, one, both = (b - a for a, b in zip(first, second, strict=True))
        return none, one - none, two - none, both - one - two + none

    def lean(self, number: int, action: int, coin: int) -> LinearGain:
        """Return what a binary player gains by its second action, at a choice of the third seat."""
        return _linear_gain(self.choices[number].paid[self.seat(coin)][action], coin)

    def base_gain(self, coin: int) -> LinearGain:
        """Return the same where the third seat chooses nothing."""
        return _linear_gain(self.base[self.seat(coin)], coin)

    def seat(self, coin: int) -> int:
        """Return the seat of a binary player."""
        return [seat for seat in range(3) if seat != self.third][coin]


def _linear_gain(grid: PayoffGrid, coin: int) -> LinearGain:
    none, two, one, both = grid
    return (one if coin == 0 else two) - none, both - two - one + none


def split_into_blocks(form: NPlayerSequenceForm) -> list[BinaryBlock] | None:
    """Return the blocks of a form; None where it is not made of such.

    >>> from sabot import load
    >>> from sabot.game_rules.to_form import form_of_game
    >>> split_into_blocks(form_of_game(load("kuhn-poker(players=3)"))) is None
    True
    """
    cells = [cell for side in form.sides for cell in side.cells]
    if (
        len(form.sides) != 3
        or not form.is_single_stage
        or any(len(cell.actions) != 2 for cell in cells)
    ):
        return None
    third = max(range(3), key=lambda seat: len(form.sides[seat].cells))
    found = []
    for group, ends in _connected_choices(form):
        coins = [[cell for seat, cell in group if seat == k] for k in range(3) if k != third]
        if any(len(own) > 1 for own in coins):
            return None
        one, two = (own[0] if own else None for own in coins)
        choices = [cell for seat, cell in group if seat == third]
        found.append(_build_block(third, (one, two), choices, ends))
    return found


PlayerInfoset = tuple[int, "Infoset"]


def _connected_choices(
    form: NPlayerSequenceForm,
) -> list[tuple[list[PlayerInfoset], list[PayoffEntry]]]:
    """Return the choices that meet, directly or through others, and the ends they meet in."""
    owner = [{s: cell for cell in side.cells for s in cell.sequences} for side in form.sides]
    members = [(k, cell) for k, side in enumerate(form.sides) for cell in side.cells]
    number = {(k, cell.key): n for n, (k, cell) in enumerate(members)}
    leader = list(range(len(members)))

    def head(one: int) -> int:
        while leader[one] != one:
            leader[one] = leader[leader[one]]
            one = leader[one]
        return one

    met = []
    for end in form.ends:
        here = [number[k, owner[k][s].key] for k, s in enumerate(end.sequences) if s]
        if here:
            met.append((here[0], end))
        for other in here[1:]:
            leader[head(other)] = head(here[0])
    found: dict[int, tuple[list[PlayerInfoset], list[PayoffEntry]]] = {}
    for n, member in enumerate(members):
        found.setdefault(head(n), ([], []))[0].append(member)
    for n, end in met:
        found[head(n)][1].append(end)
    return list(found.values())


def _build_block(
    third: int,
    coins: tuple[Infoset | None, Infoset | None],
    cells: list[Infoset],
    ends: list[PayoffEntry],
) -> BinaryBlock:
    """Return one block with all that is paid in it."""
    seats = [seat for seat in range(3) if seat != third]
    sums: dict[int, list[list[int]]] = {}
    for end in ends:
        table = sums.setdefault(end.sequences[third], [[0] * 4 for _ in range(3)])
        met = [end.sequences[seat] for seat in seats]
        for spot, sides in enumerate(((0, 0), (0, 1), (1, 0), (1, 1))):
            if all(
                _is_consistent(c, s, side) for c, s, side in zip(coins, met, sides, strict=True)
            ):
                for seat, amount in enumerate(end.payoffs):
                    table[seat][spot] += amount

    def grids(s: int) -> tuple[PayoffGrid, ...]:
        return tuple((a, b, c, d) for a, b, c, d in sums.get(s, [[0] * 4] * 3))

    choices = []
    for cell in cells:
        first, second = map(grids, cell.sequences)
        choices.append(ThirdPlayerChoice(cell, tuple(zip(first, second, strict=True))))
    return BinaryBlock(coins, tuple(choices), grids(0), third)


def _is_consistent(coin: Infoset | None, sequence: int, side: int) -> bool:
    """Return whether a leaf can follow an action of a binary player."""
    return not sequence or coin is None or sequence == coin.first + side


Floats = NDArray[np.float64]
Booleans = NDArray[np.bool_]
_TOLERANCE = 1e-9
"""Beside 1: how far outside of its range a probability may seem to be."""
_TIE_TOLERANCE = 1e-12
"""Beside what is at stake: gains that may be 0."""
_FLOAT_BITS = 400
"""Of a number that is made a float: its square is one, too."""
_NONE_FIXED = (None, None)
"""Neither binary player always takes the same action."""


@dataclass(frozen=True)
class EquilibriumGuess:
    """A place where an equilibrium may be."""

    chances: tuple[float, float]
    fixed: tuple[int | None, int | None]
    """Binary players that always take the same action."""
    ties: tuple[int, ...]
    """Choices of the third seat that may be mixed."""
    second: tuple[bool, ...]
    """Whether the third seat's second action is better, choice by choice."""


class FloatBlock:
    """A block in floats."""

    def __init__(self, block: BinaryBlock) -> None:
        count = len(block.choices)
        ties = [block.tie(n) for n in range(count)]
        self.ties: Floats = _scaled_floats(ties)[0].reshape(count, 4)
        self.ties /= np.abs(self.ties).max() or 1.0
        leans = [
            [[block.lean(n, action, coin) for action in (0, 1)] for n in range(count)]
            for coin in (0, 1)
        ]
        leaning, self._bare = _scaled_floats(leans, [block.base_gain(coin) for coin in (0, 1)])
        self._leans: Floats = leaning.reshape(2, count, 2, 2)
        vertices = np.stack([self.gains(p, q) for p in (0.0, 1.0) for q in (0.0, 1.0)], 1)
        self.live = [
            int(n) for n in np.flatnonzero((vertices.min(1) <= 0) & (vertices.max(1) >= 0))
        ]

    def gains(self, p: float, q: float) -> Floats:
        """Return what the third seat gains by its second actions."""
        return np.asarray(self.ties @ np.array([1.0, p, q, p * q]))

    def better(self, p: float, q: float) -> Booleans:
        """Return which second actions are better there."""
        return self.gains(p, q) > 0

    def best_actions_at_tie(self, at: tuple[float, float], tie: int) -> Booleans:
        """Return the better actions beside a tie that is left at the first one.

        Of other choices that tie there too, those before it go to the second: then some tie of
        theirs is between too little and too much.
        """
        gains = self.gains(*at)
        level = np.abs(gains) <= _TIE_TOLERANCE * np.abs(self.ties).sum(1)
        return np.where(level, np.arange(len(gains)) < tie, gains > 0)

    def lean(self, coin: int, second: Booleans) -> Floats:
        """Return a binary player's gain by its second action, and its slope in the other's."""
        leans = self._leans[coin]
        return np.asarray(
            self._bare[coin] + np.where(second[:, None], leans[:, 1], leans[:, 0]).sum(0)
        )

    def step(self, coin: int, tie: int) -> Floats:
        """Return how that changes with a choice."""
        return np.asarray(self._leans[coin][tie, 1] - self._leans[coin][tie, 0])


def _scaled_floats(*tables: object) -> list[Floats]:
    """Return integers as floats, all by one power of two smaller where some are too long."""
    arrays = [np.array(table, dtype=object) for table in tables]
    long = max((int(n).bit_length() for table in arrays for n in table.flat), default=0)
    return [(table >> max(long - _FLOAT_BITS, 0)).astype(np.float64) for table in arrays]


def guess_equilibria(block: BinaryBlock) -> Iterator[EquilibriumGuess]:
    """Yield all places where an equilibrium may be, the simplest first."""
    square = FloatBlock(block)
    with np.errstate(all="ignore"):
        yield from _vertex_guesses(square)
        yield from _edge_guesses(square)
        for tie in square.live:
            yield from _guesses_along_curve(square, tie)


def _make_guess(
    at: tuple[float, float],
    second: Booleans,
    *ties: int,
    fixed: tuple[int | None, int | None] = _NONE_FIXED,
) -> EquilibriumGuess:
    return EquilibriumGuess(at, fixed, ties, tuple(bool(b) for b in second))


def _vertex_guesses(square: FloatBlock) -> Iterator[EquilibriumGuess]:
    for p in (0, 1):
        for q in (0, 1):
            second = square.better(p, q)
            if _fixed_actions_are_best(square, (p, q), (p, q), second):
                yield _make_guess((p, q), second, fixed=(p, q))
            if not square.live:  # one place without any curve
                yield from _interior_guess(square, second)


def _fixed_actions_are_best(
    square: FloatBlock,
    at: tuple[float, float],
    fixed: tuple[int | None, int | None],
    second: Booleans,
) -> bool:
    """Return whether the pure actions of binary players are best responses, or nearly."""
    for coin, side in enumerate(fixed):
        if side is not None:
            start, growth = square.lean(coin, second)
            gain = start + growth * at[1 - coin]
            scale = abs(start) + abs(growth) or 1.0
            if (gain if side else -gain) < -_TOLERANCE * scale:
                return False
    return True


def _edge_guesses(square: FloatBlock) -> Iterator[EquilibriumGuess]:
    """Yield the places with one binary player pure and the third seat indifferent at a choice."""
    for coin in (0, 1):
        for side in (0, 1):
            for tie in square.live:
                a, b, c, d = square.ties[tie] if coin == 0 else square.ties[tie][[0, 2, 1, 3]]
                free = -(a + b * side) / (c + d * side)
                if not 0 <= free <= 1:
                    continue
                at = (float(side), float(free)) if coin == 0 else (float(free), float(side))
                second = square.best_actions_at_tie(at, tie)
                start, growth = square.lean(1 - coin, second)
                more = square.step(1 - coin, tie)
                share = -(start + growth * side) / (more[0] + more[1] * side)
                if _is_probability(share):
                    fixed = (side, None) if coin == 0 else (None, side)
                    yield _make_guess(at, second, tie, fixed=fixed)


def _is_probability(share: float) -> bool:
    return bool(-_TOLERANCE <= share <= 1 + _TOLERANCE)


def _guesses_along_curve(square: FloatBlock, tie: int) -> Iterator[EquilibriumGuess]:
    """Yield the places on a choice's curve, and beside it."""
    a, b, c, d = map(float, square.ties[tie])
    cuts = [0.0, 1.0, -a / b if b else 0.0, -(a + c) / (b + d) if b + d else 0.0]
    for other in square.live:
        if other == tie:
            continue
        k, m, n, o = map(float, square.ties[other])
        crossed = k * d + m * c - n * b - o * a
        for p in _real_roots(m * d - o * b, crossed, k * c - n * a):
            q = -(a + b * p) / (c + d * p) if c + d * p else -1.0
            if 0 <= p <= 1 and 0 <= q <= 1:
                cuts.append(p)
                if other > tie and _can_mix_both(square, (p, q), tie, other):
                    yield _make_guess((p, q), square.better(p, q), tie, other)
    for low, high in pairwise(sorted(cut for cut in cuts if 0 <= cut <= 1)):
        middle = (low + high) / 2
        q = -(a + b * middle) / (c + d * middle) if c + d * middle else -1.0
        if low < middle < high and 0 <= q <= 1:
            second = square.better(middle, q)
            yield from _guesses_beside_curve(square, tie, second)
            yield from _guesses_on_curve(square, tie, second, low, high)


def _real_roots(square: float, linear: float, number: float) -> list[float]:
    """Return the real roots of a polynomial of degree two or less."""
    found = np.roots([square, linear, number])
    return [float(root.real) for root in found if abs(root.imag) < _TOLERANCE]


def _can_mix_both(square: FloatBlock, at: tuple[float, float], one: int, two: int) -> bool:
    """Return whether two choices can be mixed so that both binary players are indifferent."""
    second = square.better(*at)
    second[[one, two]] = False
    rows, right = [], []
    for coin in (0, 1):
        weights = np.array([1.0, at[1 - coin]])
        rows.append([square.step(coin, tie) @ weights for tie in (one, two)])
        right.append(-(square.lean(coin, second) @ weights))
    if abs(np.linalg.det(np.array(rows))) == 0:
        return False
    return all(map(_is_probability, np.linalg.solve(np.array(rows), np.array(right))))


def _guesses_beside_curve(
    square: FloatBlock, tie: int, second: Booleans
) -> Iterator[EquilibriumGuess]:
    """Yield the places on both sides of a curve at which both binary players are indifferent."""
    for side in (False, True):
        second = second.copy()
        second[tie] = side
        yield from _interior_guess(square, second)


def _interior_guess(square: FloatBlock, second: Booleans) -> Iterator[EquilibriumGuess]:
    """Yield the place of indifference of both binary players, if these actions are better there."""
    (p0, p1), (q0, q1) = square.lean(1, second), square.lean(0, second)
    p, q = (-p0 / p1 if p1 else -1.0), (-q0 / q1 if q1 else -1.0)
    if 0 <= p <= 1 and 0 <= q <= 1 and (square.better(p, q) == second).all():
        yield _make_guess((p, q), second)


def _guesses_on_curve(
    square: FloatBlock, tie: int, second: Booleans, low: float, high: float
) -> Iterator[EquilibriumGuess]:
    """Yield the places on a piece of a curve at which both binary players are indifferent."""
    second = second.copy()
    second[tie] = False
    a, b, c, d = map(float, square.ties[tie])
    (g, h), (m, n) = square.lean(0, second), square.step(0, tie)
    (k, o), (r, s) = square.lean(1, second), square.step(1, tie)
    none, one, two, both = g * r - k * m, g * s - o * m, h * r - k * n, h * s - o * n
    middle = none * d + one * c - two * b - both * a
    for p in _real_roots(one * d - both * b, middle, none * c - two * a):
        if low - _TOLERANCE <= p <= high + _TOLERANCE and c + d * p:
            q = -(a + b * p) / (c + d * p)
            share = -(g + h * q) / (m + n * q)
            if _is_probability(share) and 0 <= q <= 1:
                yield _make_guess((p, q), second, tie)
