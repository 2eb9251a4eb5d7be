"""The equilibria of a case that is left: the extreme ones, and what both seats are paid there.

The first seat's chances are known in such a case. The second seat's choices that are open are
indifferent, so any chances will do for it; the first seat must not gain where it was split. With
one true mix these are the chances in a cube at which one gain is 0: the extreme ones lie on edges
of the cube, and every equilibrium of the case is a mean of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from flint import fmpq, fmpq_mat, fmpz_poly

from sabot.errors import NoMethodError
from sabot.forms.pair import PolynomialPair
from sabot.forms.polynomial import lowest
from sabot.solvers.equilibrium.binary.cases import ALWAYS, FIRST, MIXED, NEVER, SECOND, Case
from sabot.solvers.equilibrium.binary.choices import ChoiceGame
from sabot.solvers.equilibrium.binary.ranges import ONE, ZERO, Quotient, Signs, weighed

MOST_TIES = 10
"""Choices that are indifferent at once: an edge of their cube is looked at for each, 10 * 2^9."""


@dataclass(frozen=True)
class Profile:
    """An equilibrium: the chance of the second action at every choice of both seats."""

    chances: tuple[tuple[Quotient, ...], tuple[Quotient, ...]]


def profiles(game: ChoiceGame, signs: Signs, case: Case) -> list[Profile]:
    """Return the extreme equilibria of a case, in order."""
    ties = [j for j, action in enumerate(case.actions) if action is None]
    if len(ties) > MOST_TIES:
        raise NoMethodError(
            f"{game.seats[1]} is indifferent at {len(ties)} choices at once, {signs.where}: at "
            f"most {MOST_TIES} are taken apart"
        )
    one = game.choices[0]
    duties = case.duties[0]
    mixed = next((i for i, duty in enumerate(duties) if duty == MIXED), None)
    found = []
    known = [ZERO if not action else ONE for action in case.actions]
    for corner in _corners(game, signs, mixed, ties, known):
        second = [(top, ONE) for top in known]
        for j, chance in zip(ties, corner, strict=True):
            second[j] = chance
        for i, duty in enumerate(duties):
            gain = signs.demand(weighed(list(zip(one[i].joint, second, strict=True)), one[i].alone))
            if gain > 0 and duty == FIRST or gain < 0 and duty == SECOND:
                raise NoMethodError(
                    f"{game.seats[0]} would not keep to its action at {one[i].name} in all of the "
                    f"equilibria at hand, {signs.where}: such sets are not written out yet"
                )
        assert all(chance is not None for chance in case.chances)
        first = tuple(chance for chance in case.chances if chance is not None)
        found.append(Profile((first, tuple(second))))
    return found


def _corners(
    game: ChoiceGame,
    signs: Signs,
    mixed: int | None,
    ties: Sequence[int],
    known: Sequence[fmpz_poly],
) -> Iterator[tuple[Quotient, ...]]:
    """Yield the extreme chances of what is indifferent: corners of the cube, then its edges."""
    ends = (NEVER, ALWAYS)
    if mixed is None:
        yield from product(ends, repeat=len(ties))
        return
    choice = game.choices[0][mixed]
    alone = sum(
        (p for j, p in enumerate(choice.joint) if j not in ties and known[j] == 1), choice.alone
    )
    parts = [choice.joint[j] for j in ties]

    def rest(chances: Sequence[Quotient]) -> fmpz_poly:
        return sum((p for p, c in zip(parts, chances, strict=True) if c == ALWAYS), alone)

    for corner in product(ends, repeat=len(ties)):
        if signs.demand(rest(corner)) == 0:
            yield corner
    for place, part in enumerate(parts):
        slope = signs.demand(part)
        if not slope:
            continue
        for others in product(ends, repeat=len(ties) - 1):
            top = -slope * rest((*others[:place], NEVER, *others[place:]))
            below = slope * part
            if min(signs.demand(top), signs.demand(below - top)) > 0:
                yield (*others[:place], (top, below), *others[place:])


def payoffs(form: PolynomialPair, game: ChoiceGame, profile: Profile) -> tuple[Quotient, Quotient]:
    """Return what both seats are paid in a profile, in lowest terms."""
    plans = [_plan(form, game, profile, seat) for seat in (0, 1)]
    (ones, below_one), (twos, below_two) = plans
    totals = [ZERO, ZERO]
    for i, j, both in form.payoffs:
        weight = ones[i] * twos[j]
        if weight != 0:
            totals = [total + weight * amount for total, amount in zip(totals, both, strict=True)]
    below = below_one * below_two * form.denominator
    first, second = (lowest(total, below) for total in totals)
    return first, second


def dimension(game: ChoiceGame, found: Sequence[Profile]) -> int:
    """Return the dimension of a set of equilibria of one game, by its extreme ones.

    Choices of several cells that are alike add one less than they are, where not all must do the
    same.
    """
    lists = [[chance for own in profile.chances for chance in own] for profile in found]
    sizes = [len(choice.views) for own in game.choices for choice in own]
    free = 0
    for place, size in enumerate(sizes):
        here = {tuple(map(str, one[place])) for one in lists}
        if len(here) > 1 or lists[0][place] not in (NEVER, ALWAYS):
            free += size - 1
    table = [[fmpq(int(top[0]), int(below[0])) for top, below in one] for one in lists]
    rows = [[a - b for a, b in zip(one, table[0], strict=True)] for one in table[1:]]
    return free + (int(fmpq_mat(rows).rank()) if rows else 0)


def _plan(
    form: PolynomialPair, game: ChoiceGame, profile: Profile, seat: int
) -> tuple[list[fmpz_poly], fmpz_poly]:
    """Return a seat's plan as polynomials over one."""
    below = ONE
    for _, under in profile.chances[seat]:
        if under not in (ONE, below):
            below = below * under
    chances = {}
    for choice, (top, under) in zip(game.choices[seat], profile.chances[seat], strict=True):
        share = top * divmod(below, under)[0]
        chances |= dict.fromkeys(choice.views, share)
    tops = [below]
    for cell in form.sides[seat].cells:
        tops += [below - chances[cell.key], chances[cell.key]]
    return tops, below
