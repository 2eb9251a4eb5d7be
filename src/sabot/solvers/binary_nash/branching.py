"""Search for all equilibria of a binary game by cases: each infeasible, or a set of equilibria.

The first player has few choices, the second may have many. Known in a case are: the probability of
the second action at some of the first player's choices, a sign of its gain at others, the action at
some of the second player's. Then

* a choice is *forced* where its gain has one sign whatever the open ones are: iterated strict
  dominance;
* a case is *infeasible* where multiples of the first player's gains, which must be 0 or of one
  sign, add up to a contradiction;
* a choice of the first player is *split*: surely the first action, surely the second, or truly
  mixed;
* with one choice left open, the interval of its probabilities is *cut* where a choice of the second
  player changes its best action: below, at, or above that point.

Every step is an inequality between polynomials on the range of the parameter; the checker goes the
same way. The sign of each polynomial on the range is decided once and cached; where it changes, the
range must be cut at a root.

The game is given by the gain of every second action. Let ``p`` and ``q`` be the probabilities of
the second action at the information sets of both players. The second action gains a player at its
information set ``alone + sum of joint[c] * (the other's probability at c)``: linear in what the
other player does and independent of what the player itself does elsewhere. Equilibria depend on
nothing else: a player takes the second action where that is positive, the first where it is
negative. Information sets whose gains, and whose weights in the other player's gains, are
proportional with a positive factor are *alike*: only the weighted mean of their probabilities
matters, so they are one choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from math import gcd
from typing import TypeVar

from flint import fmpz_poly

from sabot.errors import FormError, NoMethodError
from sabot.forms.algebra.real_roots import sign_at
from sabot.forms.parametric import PolynomialGeneralSumForm, evaluate_polynomial
from sabot.progress import raise_if_cancelled, report_progress
from sabot.solvers.parametric.signs import IntegerRange, ParameterRange, PointRange, RealRange

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
    if not form.is_binary_action:
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
    """Return the infosets of a seat in groups that are alike: the same up to a factor."""
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


Quotient = tuple[fmpz_poly, fmpz_poly]
"""A polynomial over one that is positive on the range."""
ZERO, ONE = fmpz_poly([]), fmpz_poly([1])


class SignChangeError(Exception):
    """A sign is not the same on the whole range: it must be cut at a root of *polynomial*."""

    def __init__(self, polynomial: fmpz_poly) -> None:
        super().__init__("a sign changes on the range")
        self.polynomial = polynomial


@dataclass
class SignCache:
    """What is known of signs on one range: strictly inside it, where it is of real numbers."""

    where: ParameterRange
    _known: dict[tuple[int, ...], int | None] = field(default_factory=dict)

    @property
    def spot(self) -> Fraction:
        """A rational number in the range, or close to its only point."""
        if isinstance(self.where, PointRange):
            return self.where.point.nearly()
        return self.where.spot

    def of(self, polynomial: fmpz_poly) -> int | None:
        """Return the sign that a polynomial has on the whole range; None where it changes."""
        key = tuple(map(int, polynomial.coeffs()))
        if key not in self._known:
            self._known[key] = self._sign(polynomial)
        return self._known[key]

    def demand(self, polynomial: fmpz_poly) -> int:
        """Return the sign of a polynomial, or raise where it has not one."""
        found = self.of(polynomial)
        if found is None:
            raise SignChangeError(polynomial)
        return found

    def about(self, polynomial: fmpz_poly) -> Fraction:
        """Return the value at the spot: to be guided by."""
        return evaluate_polynomial(polynomial, self.spot)

    def _sign(self, polynomial: fmpz_poly) -> int | None:
        where = self.where
        if polynomial.degree() < 1:
            return sign_at(polynomial, 0)
        if isinstance(where, PointRange):
            return where.sign(polynomial)
        if where.zero(polynomial):
            return 0
        quick = self._by_ends(polynomial)
        if quick is not None:
            return quick
        if isinstance(where, IntegerRange) and where.single:
            return where.sign(polynomial)
        if not where.never_zero(polynomial):
            return None
        for sign in (1, -1):
            if where.never_negative(sign * polynomial):
                return sign
        return None

    def _by_ends(self, polynomial: fmpz_poly) -> int | None:
        """Return the sign of a straight line between two rational ends, which is quick."""
        where = self.where
        if polynomial.degree() != 1 or not isinstance(where, RealRange):
            return None
        if where.low is None or where.high is None:
            return None
        one, two = sign_at(polynomial, where.low.low), sign_at(polynomial, where.high.high)
        return one or two if one * two >= 0 and (one or two) else None


def weighted_sum(parts: Sequence[tuple[fmpz_poly, Quotient]], alone: fmpz_poly) -> fmpz_poly:
    """Return ``alone + sum of part * quotient``, times the (positive) denominators.

    >>> weighted_sum([(fmpz_poly([2]), (fmpz_poly([1]), fmpz_poly([0, 3])))], fmpz_poly([5]))
    15*x + 2
    """
    top, below = alone, ONE
    for part, (over, under) in parts:
        if part == 0 or over == 0:
            continue
        if under == below:
            top += part * over
        elif under == 1:
            top += part * over * below
        elif below == 1:
            top, below = top * under + part * over, under
        else:
            top, below = top * under + part * over * below, below * under
    return top


_Item = TypeVar("_Item")
NEVER, ALWAYS = (ZERO, ONE), (ONE, ONE)
FIRST, SECOND, MIXED = "first", "second", "mixed"


@dataclass(frozen=True)
class ForcedAction:
    """A choice that is forced in a case: of which seat, which, and the action (0 or 1)."""

    seat: int
    choice: int
    action: int
    multiples: Mapping[int, int] = field(default_factory=dict)
    """Of the seat's gains, by choice: they add up to more than 0, and all but that of the choice
    itself to nothing positive. None where the gain has one sign by itself."""


@dataclass(frozen=True)
class InfeasibleCase:
    """No equilibrium here: these multiples of a seat's gains cannot add up."""

    seat: int

    multiples: Mapping[int, int]


@dataclass(frozen=True)
class CutOutside:
    """No equilibrium here: the point of a cut is no probability of a true mix."""


@dataclass(frozen=True)
class ActionSplit:
    """Three cases: the first action surely, a true mix, the second action surely."""

    seat: int
    choice: int
    first: CaseNode
    mixed: CaseNode
    second: CaseNode


@dataclass(frozen=True)
class ProbabilityCut:
    """Three cases of the only open probability: below, at and above an indifference point."""

    choice: int
    """Of the second seat."""
    below: CaseNode
    at: CaseNode
    above: CaseNode


@dataclass(frozen=True)
class EquilibriumLeaf:
    """Equilibria: the number of their set among those found."""

    number: int


@dataclass(frozen=True)
class CaseNode:
    """A case: the actions that are forced in it, and how it goes on."""

    forced: tuple[ForcedAction, ...]
    then: InfeasibleCase | CutOutside | ActionSplit | ProbabilityCut | EquilibriumLeaf


@dataclass(frozen=True)
class BranchCase:
    """What is known in a case."""

    chances: tuple[Quotient | None, ...]
    """Of the first seat's choices; None where open."""
    duties: tuple[tuple[str | None, ...], tuple[str | None, ...]]
    """Of both seats' choices: how they were split, if they were."""
    actions: tuple[int | None, ...]
    """Of the second seat's choices; None where open."""
    low: Quotient = NEVER
    high: Quotient = ALWAYS
    """Between which, strictly, the probability of the only true mix lies."""

    @property
    def open(self) -> list[int]:
        """The first seat's choices whose probability is open."""
        return [i for i, chance in enumerate(self.chances) if chance is None]

    @property
    def line(self) -> bool:
        """Whether just one probability is open, that of a true mix."""
        return len(self.open) == 1 and self.duties[0][self.open[0]] == MIXED

    def with_action(self, seat: int, choice: int, action: int) -> BranchCase:
        """Return the case in which one more choice is known."""
        if seat:
            return replace(self, actions=_replace_at(self.actions, choice, action))
        return self.playing(choice, ALWAYS if action else NEVER)

    def playing(self, choice: int, chance: Quotient) -> BranchCase:
        """Return the case in which one more probability of the first seat is known."""
        return replace(self, chances=_replace_at(self.chances, choice, chance))

    def split(self, seat: int, choice: int) -> tuple[BranchCase, BranchCase, BranchCase]:
        """Return the three cases of a choice: first, mixed, second."""

        def bound(duty: str) -> BranchCase:
            own = _replace_at(self.duties[seat], choice, duty)
            both = (self.duties[0], own) if seat else (own, self.duties[1])
            return replace(self, duties=both)

        first, mixed, second = map(bound, (FIRST, MIXED, SECOND))
        return first.with_action(seat, choice, 0), mixed, second.with_action(seat, choice, 1)


def _replace_at(items: tuple[_Item, ...], place: int, item: _Item) -> tuple[_Item, ...]:
    return (*items[:place], item, *items[place + 1 :])


@dataclass
class CaseSearch:
    """The search on one range of the parameter."""

    game: BinaryGame
    signs: SignCache
    found: list[BranchCase] = field(default_factory=list)
    """Cases with equilibria: all probabilities of the first seat are known, and the second seat is
    indifferent at its open choices."""
    looked: int = 0
    """At so many cases."""

    def tree(self) -> CaseNode:
        """Return the tree of all cases; what was found is in :attr:`found`."""
        one, two = ((None,) * len(own) for own in self.game.choices)
        return self.case(BranchCase(one, (one, two), two))

    def case(self, case: BranchCase) -> CaseNode:
        """Return the tree from one case on."""
        report_progress("going through the cases", self.looked, unit="cases")
        self.looked += 1
        case, forced = self._propagate_forced(case)
        dead = self._infeasibility(case)
        if dead is not None:
            return CaseNode(forced, dead)
        undecided = [i for i in case.open if case.duties[0][i] is None]
        if undecided:
            return CaseNode(forced, self._split(case, 0, undecided[0]))
        if len(case.open) > 1:
            return CaseNode(forced, self._split(case, 1, self._most_even_choice(case)))
        if case.open:
            return CaseNode(forced, self._cut(case))
        for j, action in enumerate(case.actions):
            if action is None:
                self.signs.demand(self._gain(1, j, case.chances))
        self.found.append(case)
        return CaseNode(forced, EquilibriumLeaf(len(self.found) - 1))

    # ------------------------------------------------------------------ dominance

    def _propagate_forced(self, case: BranchCase) -> tuple[BranchCase, tuple[ForcedAction, ...]]:
        """Return a case with all forced actions added, and these actions in order."""
        steps: list[ForcedAction] = []
        while True:
            before = len(steps)
            for seat in (1, 0):
                for step in self._forced(case, seat):
                    case = case.with_action(seat, step.choice, step.action)
                    steps.append(step)
            if len(steps) == before:
                return case, tuple(steps)

    def _forced(self, case: BranchCase, seat: int) -> list[ForcedAction]:
        """Return the forced actions of a seat, given what is known of the other's choices."""
        found = []
        known = case.actions if seat else case.chances
        free = [c for c, k in enumerate(known) if k is None and case.duties[seat][c] is None]
        sums = None
        for choice in free:
            sign = self.best_action_sign(case, choice) if seat else 0
            if sign:
                found.append(ForcedAction(1, choice, int(sign > 0)))
            elif seat == 0 or len(case.open) > 1:
                sums = sums or GainSums.of(self.game, self.signs, case, seat)
                found += self._by_multiples(sums, case, seat, choice)
        return found

    def _by_multiples(
        self, sums: GainSums, case: BranchCase, seat: int, choice: int
    ) -> list[ForcedAction]:
        """Return the action that a choice is left with, if one, with the multiples that say so."""
        senses = ((1, 1), (0, -1))
        for action, sign in senses:
            if sums.positive({choice: sign}):
                return [ForcedAction(seat, choice, action, {choice: sign})]
        for other, t in _sign_constraints(case, seat):
            for action, sign in senses:
                for multiples in sums.pairs((choice, sign), (other, t)):
                    if sums.positive(multiples):
                        return [ForcedAction(seat, choice, action, multiples)]
        return []

    def best_action_sign(self, case: BranchCase, j: int) -> int:
        """Return the sign of the second seat's gain at a choice all over a case, 0 if it varies."""
        if not case.open:
            return self.signs.of(self._gain(1, j, case.chances)) or 0
        if case.line:
            own = case.open[0]
            low, high = (
                self.signs.of(self._gain(1, j, _replace_at(case.chances, own, end)))
                for end in (case.low, case.high)
            )
            if low is None or high is None or low * high < 0:
                return 0
            return low or high
        for sign in (1, -1):
            if all(
                self.signs.of(self._gain(1, j, chances)) == sign
                for chances in self._vertices(case, j, sign)
            ):
                return sign
        return 0

    def _vertices(
        self, case: BranchCase, j: int, sign: int
    ) -> Iterator[tuple[Quotient | None, ...]]:
        """Yield the vertices of a case at which a gain (times *sign*) may be least."""
        joint = self.game.choices[1][j].joint
        menus = []
        for i in case.open:
            slope = self.signs.of(joint[i])
            if slope is None:
                menus.append([(i, NEVER), (i, ALWAYS)])
            else:
                menus.append([(i, ALWAYS if slope * sign < 0 else NEVER)])
        for corner in product(*menus):
            chances = list(case.chances)
            for i, chance in corner:
                chances[i] = chance
            yield tuple(chances)

    def _gain(self, seat: int, number: int, chances: Sequence[Quotient | None]) -> fmpz_poly:
        """Return the gain of a choice against known probabilities, times a positive polynomial."""
        choice = self.game.choices[seat][number]
        parts = [
            (part, chance)
            for part, chance in zip(choice.joint, chances, strict=True)
            if chance is not None
        ]
        return weighted_sum(parts, choice.alone)

    def _infeasibility(self, case: BranchCase) -> InfeasibleCase | None:
        """Return why a case is impossible; None where it is not seen to be."""
        for seat in (0, 1) if len(case.open) > 1 else (0,):
            sums, bound = (
                GainSums.of(self.game, self.signs, case, seat),
                _sign_constraints(case, seat),
            )
            for i, s in bound:
                if sums.positive({i: s}):
                    return InfeasibleCase(seat, {i: s})
            for n, one in enumerate(bound):
                for two in bound[n + 1 :]:
                    for multiples in sums.pairs(one, two) if one[0] != two[0] else ():
                        if sums.positive(multiples):
                            return InfeasibleCase(seat, multiples)
        return None

    # ------------------------------------------------------------------ cases

    def _split(self, case: BranchCase, seat: int, choice: int) -> ActionSplit:
        first, mixed, second = (self.case(part) for part in case.split(seat, choice))
        return ActionSplit(seat, choice, first, mixed, second)

    def _most_even_choice(self, case: BranchCase) -> int:
        """Return the open choice of the second seat that divides what is open most evenly."""
        best: tuple[Fraction, int] | None = None
        for j, choice in enumerate(self.game.choices[1]):
            if case.actions[j] is not None or case.duties[1][j] is not None:
                continue
            slopes = [self.signs.about(choice.joint[i]) for i in case.open]
            known = [(choice.joint[i], c) for i, c in enumerate(case.chances) if c is not None]
            middle = (
                self.signs.about(weighted_sum(known, choice.alone)) + sum(slopes, Fraction(0)) / 2
            )
            size = sum((abs(slope) for slope in slopes), Fraction(0))
            if size and (best is None or (abs(middle) / size, j) < best):
                best = abs(middle) / size, j
        if best is None:
            names = ", ".join(self.game.choices[0][i].name for i in case.open)
            raise NoMethodError(
                f"{self.game.seats[0]} may have to mix at {names} at once, {self.signs.where}: "
                "equilibria of that kind are not searched for yet"
            )
        return best[1]

    def _cut(self, case: BranchCase) -> ProbabilityCut:
        """Return the three cases on the line of the only open probability."""
        (own,) = case.open
        j = self._crossing(case, own)
        choice = self.game.choices[1][j]
        rest = weighted_sum(
            [
                (part, chance)
                for part, chance in zip(choice.joint, case.chances, strict=True)
                if chance is not None
            ],
            choice.alone,
        )
        slope = choice.joint[own]
        sign = self.signs.demand(slope)
        point = -sign * rest, sign * slope
        outside = [self.signs.demand(part) for part in (point[0], point[1] - point[0])]
        inside = case.playing(own, point)
        at = CaseNode((), CutOutside()) if min(outside) <= 0 else self.case(inside)
        return ProbabilityCut(
            j,
            self.case(replace(case, high=point)),
            at,
            self.case(replace(case, low=point)),
        )

    def _crossing(self, case: BranchCase, own: int) -> int:
        """Return the choice of the second seat at which to cut: where the gain changes its sign.

        Only a guide, at one spot of the range: any open choice would do.
        """
        one, two = self.game.choices
        turns = []
        for j, action in enumerate(case.actions):
            slope = self.signs.about(two[j].joint[own])
            if action is None and slope:
                rest = self.signs.about(
                    self._gain(1, j, _replace_at(case.chances, own, NEVER))
                ) / self._unit(case)
                turns.append((-rest / slope, j, slope > 0))
        if not turns:
            raise NoMethodError(
                f"{self.game.seats[0]} may mix at {one[own].name} in any way, "
                f"{self.signs.where}: such equilibria are not written out yet"
            )
        turns.sort()
        gain = self.signs.about(one[own].alone)
        gain += sum(
            self.signs.about(part)
            for part, action in zip(one[own].joint, case.actions, strict=True)
            if action == 1
        )
        gain += sum(self.signs.about(one[own].joint[j]) for _, j, rises in turns if not rises)
        for place, (_, j, rises) in enumerate(turns):
            after = gain + (1 if rises else -1) * self.signs.about(one[own].joint[j])
            if gain * after <= 0 or place == len(turns) - 1:
                return j
            gain = after
        raise AssertionError("there is a last one")

    def _unit(self, case: BranchCase) -> Fraction:
        """Return the value, at the spot, of what gains are multiplied by."""
        unit = self.signs.about(ONE)
        for chance in case.chances:
            if chance is not None and chance[1] != 1:
                unit *= self.signs.about(chance[1])
        return unit


_CONSTRAINT_SIGNS: dict[str, tuple[int, ...]] = {FIRST: (1,), SECOND: (-1,), MIXED: (1, -1)}
"""The signs of multiples of a gain of which it is known that they add nothing positive."""


def _sign_constraints(case: BranchCase, seat: int) -> list[tuple[int, int]]:
    """Return a seat's choices that were split, with the signs of such multiples."""
    duties = case.duties[seat]
    return [(i, s) for i, duty in enumerate(duties) for s in _CONSTRAINT_SIGNS.get(duty or "", ())]


@dataclass(frozen=True)
class GainSums:
    """A seat's gains in a case, as sums over what is open of the other's choices."""

    signs: SignCache
    alone: tuple[fmpz_poly, ...]
    """By choice of the seat: what is known of its gain, times a positive polynomial."""
    parts: tuple[tuple[fmpz_poly, ...], ...]
    """By the same, then by what is open: what the second action there adds."""

    @classmethod
    def of(cls, game: BinaryGame, signs: SignCache, case: BranchCase, seat: int) -> GainSums:
        """Return the gains in a case; for the second seat, where the other has no curve yet."""
        known = case.chances if seat else case.actions
        open_ = [j for j, k in enumerate(known) if k is None]
        taken = [j for j, k in enumerate(known) if k in (1, ALWAYS)]
        own = game.choices[seat]
        alone = tuple(sum((c.joint[j] for j in taken), c.alone) for c in own)
        return cls(signs, alone, tuple(tuple(c.joint[j] for j in open_) for c in own))

    def positive(self, multiples: Mapping[int, int]) -> bool:
        """Return whether multiples of gains add up to more than 0, whatever is done where open."""
        total = sum((self.alone[i] * m for i, m in multiples.items()), ZERO)
        for column in zip(*(self.parts[i] for i in multiples), strict=True):
            part = sum((p * m for p, m in zip(column, multiples.values(), strict=True)), ZERO)
            sign = self.signs.of(part)
            if sign is None:
                return False
            if sign < 0:
                total += part
        return self.signs.of(total) == 1

    def pairs(self, one: tuple[int, int], two: tuple[int, int]) -> Iterator[dict[int, int]]:
        """Yield multiples of two gains that may add up to more than 0: the simplest first."""
        (a, *ones), (b, *twos) = (
            [sign * self.signs.about(part) for part in (self.alone[i], *self.parts[i])]
            for i, sign in (one, two)
        )

        def least(ratio: Fraction) -> Fraction:
            both = (x + ratio * y for x, y in zip(ones, twos, strict=True))
            return a + ratio * b + sum(part for part in both if part < 0)

        # the sum is concave in the ratio, and greatest where some part changes its sign
        turns = {-x / y for x, y in zip(ones, twos, strict=True) if y and -x / y > 0}
        best = max(turns, key=least, default=None)
        if best is None or least(best) <= 0:
            return
        for most in (1, 2, 4, 8, 16, 64, 1024, None):
            near = best if most is None else best.limit_denominator(most)
            if near > 0 and least(near) > 0:
                yield {one[0]: one[1] * near.denominator, two[0]: two[1] * near.numerator}
