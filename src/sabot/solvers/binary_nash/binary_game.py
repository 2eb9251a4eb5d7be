"""A separable two-player game with binary actions, as the gain of every second action.

Let ``p`` and ``q`` be the probabilities of the second action at the information sets of both
players. The second action gains a player at its information set ``alone + sum of joint[c] * (the
other's probability at c)``: linear in what the other player does and independent of what the player
itself does elsewhere. Equilibria depend on nothing else: a player takes the second action where
that is positive, the first where it is negative. Information sets whose gains, and whose weights in
the other player's gains, are proportional with a positive factor are *alike*: only the weighted
mean of their probabilities matters, so they are one choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd

from flint import fmpz_poly

from sabot.errors import FormError
from sabot.forms.parametric import PolynomialGeneralSumForm
from sabot.progress import raise_if_cancelled, report_progress

ZERO = fmpz_poly([])


@dataclass(frozen=True)
class BinaryChoice:
    """Infosets of a seat that are alike; mostly one."""

    views: tuple[str, ...]
    alone: fmpz_poly
    joint: tuple[fmpz_poly, ...]
    """By the other seat's choices."""

    @property
    def name(self) -> str:
        """The first of its infosets, which it goes by."""
        return self.views[0]


@dataclass(frozen=True)
class BinaryGame:
    """The choices of both seats."""

    seats: tuple[str, str]
    actions: tuple[dict[str, tuple[str, str]], dict[str, tuple[str, str]]]
    """By seat and infoset: the first and the second action."""
    choices: tuple[tuple[BinaryChoice, ...], tuple[BinaryChoice, ...]]


def build_binary_game(form: PolynomialGeneralSumForm) -> BinaryGame:
    """Return the choices of a game, those that are alike taken together."""
    if not form.binary:
        raise FormError(
            f"{form.seats[0]} and {form.seats[1]} have other than single binary choices"
        )
    report_progress("comparing choices")
    rows = tuple(_gain_rows(form, seat) for seat in (0, 1))
    groups = tuple(_proportional_groups(form, seat, rows) for seat in (0, 1))
    made = []
    for seat in (0, 1):
        own, other = groups[seat], groups[1 - seat]
        cells = form.sides[seat].cells
        found = []
        for members in own:
            alone = sum((rows[seat][c][0] for c in members), ZERO)
            joint = tuple(
                sum((rows[seat][c][1][o] for c in members for o in others), ZERO)
                for others in other
            )
            found.append(BinaryChoice(tuple(cells[c].key for c in members), alone, joint))
        made.append(tuple(found))
    actions = tuple(
        {cell.key: (cell.actions[0], cell.actions[1]) for cell in side.cells} for side in form.sides
    )
    return BinaryGame(form.seats, (actions[0], actions[1]), (made[0], made[1]))


GainRow = tuple[fmpz_poly, list[fmpz_poly]]


def _gain_rows(form: PolynomialGeneralSumForm, seat: int) -> list[GainRow]:
    """Return the gain of *seat* by the second action at each infoset, by the other's infosets."""
    table: list[dict[int, fmpz_poly]] = [{} for _ in range(form.sides[seat].count)]
    for i, j, both in form.payoffs:
        own, other = (i, j) if seat == 0 else (j, i)
        table[own][other] = both[seat]
    found = []
    others = form.sides[1 - seat].cells
    for cell in form.sides[seat].cells:
        first, second = table[cell.first], table[cell.first + 1]
        rise = {s: second.get(s, ZERO) - first.get(s, ZERO) for s in {*first, *second}}
        alone = sum((rise.get(cell.first, ZERO) for cell in others), rise.get(0, ZERO))
        joint = [rise.get(c.first + 1, ZERO) - rise.get(c.first, ZERO) for c in others]
        found.append((alone, joint))
    return found


def _proportional_groups(
    form: PolynomialGeneralSumForm, seat: int, rows: Sequence[Sequence[GainRow]]
) -> list[tuple[int, ...]]:
    """Return the infosets of a seat in groups that are alike: the same but for a factor."""
    groups: dict[tuple[object, ...], list[int]] = {}
    for number in range(len(form.sides[seat].cells)):
        raise_if_cancelled()
        alone, joint = rows[seat][number]
        back = [row[1][number] for row in rows[1 - seat]]
        parts = [alone, *joint, *back]
        factor = gcd(*(int(c) for part in parts for c in part.coeffs()))
        # a choice that never matters to anybody is not merged
        key: tuple[object, ...] = ("idle", number)
        if factor:
            key = tuple(tuple(int(c) // factor for c in part.coeffs()) for part in parts)
        groups.setdefault(key, []).append(number)
    return [tuple(group) for group in groups.values()]
