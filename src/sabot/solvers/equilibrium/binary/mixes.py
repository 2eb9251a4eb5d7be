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
    cube = _Cube(game, signs, case, ties)
    found = cube.ends() if cube.mixed is None else cube.level()
    if not found:
        raise NoMethodError(f"a set of equilibria is not written out, {signs.where}")
    first = tuple(chance for chance in case.chances if chance is not None)
    return [Profile((first, second)) for second in found]


@dataclass(frozen=True)
class _Cube:
    """The chances of what is indifferent, and what the first seat asks of them."""

    game: ChoiceGame
    signs: Signs
    case: Case
    ties: Sequence[int]

    @property
    def mixed(self) -> int | None:
        """The first seat's only true mix."""
        return next((i for i, duty in enumerate(self.case.duties[0]) if duty == MIXED), None)

    def level(self) -> list[tuple[Quotient, ...]]:
        """Return the extreme chances at which the true mix gains nothing."""
        assert self.mixed is not None
        found = [s for s in map(self.placed, self._corners()) if not self._gain(self.mixed, s)]
        found += self._edges(self.mixed)
        for i in self._asked():
            if not all(self._keeps(i, second) for second in found):
                self._give_up(i)
        return found

    def ends(self) -> list[tuple[Quotient, ...]]:
        """Return the extreme chances at which the first seat keeps to its sure actions."""
        corners = list(map(self.placed, self._corners()))
        cutting = [i for i in self._asked() if not all(self._keeps(i, s) for s in corners)]
        if len(cutting) > 1 and len(self.ties) > 1:
            self._give_up(cutting[1])
        found = [s for s in corners if all(self._keeps(i, s) for i in cutting)]
        for i in cutting:
            for second in self._edges(i):
                if second not in found and all(self._keeps(k, second) for k in cutting):
                    found.append(second)
        return found

    def placed(self, chances: Sequence[Quotient]) -> tuple[Quotient, ...]:
        """Return the second seat's chances with these at what is indifferent."""
        second = [ALWAYS if action else NEVER for action in self.case.actions]
        for j, chance in zip(self.ties, chances, strict=True):
            second[j] = chance
        return tuple(second)

    def _corners(self, less: int = 0) -> Iterator[tuple[Quotient, ...]]:
        return product((NEVER, ALWAYS), repeat=len(self.ties) - less)

    def _asked(self) -> list[int]:
        """Return the first seat's choices that were split into a sure action."""
        return [i for i, duty in enumerate(self.case.duties[0]) if duty in (FIRST, SECOND)]

    def _gain(self, i: int, second: Sequence[Quotient]) -> int:
        choice = self.game.choices[0][i]
        parts = list(zip(choice.joint, second, strict=True))
        return self.signs.demand(weighed(parts, choice.alone))

    def _keeps(self, i: int, second: Sequence[Quotient]) -> bool:
        return self._gain(i, second) != (1 if self.case.duties[0][i] == FIRST else -1)

    def _edges(self, i: int) -> list[tuple[Quotient, ...]]:
        """Return where a gain of the first seat is 0 strictly inside an edge of the cube."""
        choice, found = self.game.choices[0][i], []
        for place, tie in enumerate(self.ties):
            slope = self.signs.demand(choice.joint[tie])
            for others in self._corners(1) if slope else ():
                at_zero = self.placed((*others[:place], NEVER, *others[place:]))
                rest = weighed(list(zip(choice.joint, at_zero, strict=True)), choice.alone)
                top, below = -slope * rest, slope * choice.joint[tie]
                if min(self.signs.demand(top), self.signs.demand(below - top)) > 0:
                    found.append(self.placed((*others[:place], (top, below), *others[place:])))
        return found

    def _give_up(self, i: int) -> None:
        name = self.game.choices[0][i].name
        raise NoMethodError(
            f"{self.game.seats[0]} would not keep to its action at {name} in all of the "
            f"equilibria at hand, {self.signs.where}: such sets are not written out yet"
        )


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
    chances: dict[str, fmpz_poly] = {}
    for choice, (top, under) in zip(game.choices[seat], profile.chances[seat], strict=True):
        share = top * divmod(below, under)[0]
        chances |= dict.fromkeys(choice.views, share)
    tops = [below]
    for cell in form.sides[seat].cells:
        tops += [below - chances[cell.key], chances[cell.key]]
    return tops, below
