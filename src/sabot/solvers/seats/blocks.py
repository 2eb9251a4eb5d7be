"""Two seats with a coin each against a third with many choices: a game of three seats in blocks.

Where no choice follows another, choices that never meet in a hand can be settled apart. A *block*
holds those that do: one binary choice of each of two seats (their *coins*), and any number of
binary choices of the third, each of which pays by itself. Everything in it is then of degree two:
against coins that come up with chances p and q, what the third seat gains by a choice is
``a + b p + c q + d p q``; what the first gains by its second action is linear in q.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sabot.forms.general import End, GeneralForm
    from sabot.forms.sequence import Cell

Grid = tuple[int, int, int, int]
"""By what the coins show: neither its second side, only the second, only the first, both."""
Line = tuple[int, int]
"""A number, and by how much it grows with the other coin's chance."""


@dataclass(frozen=True)
class Choice:
    """A choice of the third seat, and what each seat is paid at either action."""

    cell: Cell
    paid: tuple[tuple[Grid, Grid], ...]
    """By seat, and by action."""


@dataclass(frozen=True)
class Block:
    """Choices that meet: the coins (None where a seat has none here), and the third seat's."""

    coins: tuple[Cell | None, Cell | None]
    choices: tuple[Choice, ...]
    base: tuple[Grid, ...]
    """By seat: what is paid where the third seat chooses nothing."""
    third: int

    @property
    def turned(self) -> Block:
        """The same block with the coins of the two seats exchanged."""
        order = [2, 1, 0] if self.third == 1 else [1, 0, 2] if self.third == 2 else [0, 2, 1]

        def grids(paid: Sequence[Grid]) -> tuple[Grid, ...]:
            found = [paid[seat] for seat in order]
            return tuple((none, one, two, both) for none, two, one, both in found)

        choices = []
        for choice in self.choices:
            first, second = (grids([paid[k] for paid in choice.paid]) for k in (0, 1))
            choices.append(Choice(choice.cell, tuple(zip(first, second, strict=True))))
        return Block(self.coins[::-1], tuple(choices), grids(self.base), self.third)

    def tie(self, number: int) -> Grid:
        """Return what the third seat gains by its second action: a, b, c, d."""
        first, second = self.choices[number].paid[self.third]
        none, two, one, both = (b - a for a, b in zip(first, second, strict=True))
        return none, one - none, two - none, both - one - two + none

    def lean(self, number: int, action: int, coin: int) -> Line:
        """Return what the seat of a coin gains by its second side, at a choice of the third."""
        return _lean(self.choices[number].paid[self.seat(coin)][action], coin)

    def bare(self, coin: int) -> Line:
        """Return the same where the third seat chooses nothing."""
        return _lean(self.base[self.seat(coin)], coin)

    def seat(self, coin: int) -> int:
        """Return whose coin it is."""
        return [seat for seat in range(3) if seat != self.third][coin]


def _lean(grid: Grid, coin: int) -> Line:
    none, two, one, both = grid
    return (one if coin == 0 else two) - none, both - two - one + none


def blocks_of(form: GeneralForm) -> list[Block] | None:
    """Return the blocks of a form; None where it is not made of such.

    >>> from sabot import load
    >>> from sabot.telling.told import any_form
    >>> blocks_of(any_form(load("kuhn-poker(players=3)"))) is None
    True
    """
    cells = [cell for side in form.sides for cell in side.cells]
    if len(form.sides) != 3 or not form.flat or any(len(cell.actions) != 2 for cell in cells):
        return None
    third = max(range(3), key=lambda seat: len(form.sides[seat].cells))
    found = []
    for group, ends in _groups(form):
        coins = [[cell for seat, cell in group if seat == k] for k in range(3) if k != third]
        if any(len(own) > 1 for own in coins):
            return None
        one, two = (own[0] if own else None for own in coins)
        choices = [cell for seat, cell in group if seat == third]
        found.append(_block(third, (one, two), choices, ends))
    return found


Member = tuple[int, "Cell"]


def _groups(form: GeneralForm) -> list[tuple[list[Member], list[End]]]:
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
    found: dict[int, tuple[list[Member], list[End]]] = {}
    for n, member in enumerate(members):
        found.setdefault(head(n), ([], []))[0].append(member)
    for n, end in met:
        found[head(n)][1].append(end)
    return list(found.values())


def _block(
    third: int, coins: tuple[Cell | None, Cell | None], cells: list[Cell], ends: list[End]
) -> Block:
    """Return one block with all that is paid in it."""
    seats = [seat for seat in range(3) if seat != third]
    sums: dict[int, list[list[int]]] = {}
    for end in ends:
        table = sums.setdefault(end.sequences[third], [[0] * 4 for _ in range(3)])
        met = [end.sequences[seat] for seat in seats]
        for spot, sides in enumerate(((0, 0), (0, 1), (1, 0), (1, 1))):
            if all(_shows(c, s, side) for c, s, side in zip(coins, met, sides, strict=True)):
                for seat, amount in enumerate(end.payoffs):
                    table[seat][spot] += amount

    def grids(s: int) -> tuple[Grid, ...]:
        return tuple((a, b, c, d) for a, b, c, d in sums.get(s, [[0] * 4] * 3))

    choices = []
    for cell in cells:
        first, second = map(grids, cell.sequences)
        choices.append(Choice(cell, tuple(zip(first, second, strict=True))))
    return Block(coins, tuple(choices), grids(0), third)


def _shows(coin: Cell | None, sequence: int, side: int) -> bool:
    """Tell whether an end goes with a side of a coin: with both, where it is not asked for."""
    return not sequence or coin is None or sequence == coin.first + side
