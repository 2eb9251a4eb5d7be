"""Solve a binary game for all equilibria, for one game or for all values of a parameter.

In a feasible leaf of the search the first player's probabilities are known. The second player is
indifferent at its open choices, so any probabilities there will do for it; the first player must
not gain where it was split. With one true mix these are the probabilities in a cube at which one
gain is 0: the extreme ones lie on edges of the cube, and every equilibrium of the leaf is a convex
combination of them. A parameter is covered range after range: where a sign is not constant, the
range is cut at the first root; over real numbers the end points are solved by themselves. The
results hold formulas, claims of uniqueness and the tree of cases.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from flint import fmpq, fmpq_mat, fmpz_poly

from sabot.errors import NoMethodError
from sabot.forms.algebra.rational_function import Formula
from sabot.forms.algebra.real_roots import RealPoint, isolate_roots_of_factor, sign_at
from sabot.forms.parametric import (
    PolynomialGeneralSumForm,
    coefficients,
    quotient_formula,
    quotient_in_lowest_terms,
)
from sabot.forms.sequence_nplayer import NPlayerSequenceForm
from sabot.progress import raise_if_cancelled
from sabot.results.binary_nash import (
    PairEquilibria,
    PairEquilibrium,
    PairPart,
    PairPiece,
    PairPoint,
    PairTheorem,
)
from sabot.results.proof import ParameterInterval, point_to_end
from sabot.solvers.binary_nash.branching import (
    ALWAYS,
    FIRST,
    MIXED,
    NEVER,
    ONE,
    SECOND,
    ZERO,
    ActionSplit,
    BinaryGame,
    BranchCase,
    CaseNode,
    CaseSearch,
    CutOutside,
    EquilibriumLeaf,
    ForcedAction,
    InfeasibleCase,
    ProbabilityCut,
    Quotient,
    SignCache,
    SignChangeError,
    build_binary_game,
    weighted_sum,
)
from sabot.solvers.parametric.signs import (
    IntegerRange,
    ParameterRange,
    PointRange,
    RealRange,
    find_first_negative,
)

MOST_TIES = 10
"""Choices that are indifferent at once: an edge of their cube is looked at for each, 10 * 2^9."""


@dataclass(frozen=True)
class BinaryProfile:
    """An equilibrium: the probability of the second action at every choice of both seats."""

    chances: tuple[tuple[Quotient, ...], tuple[Quotient, ...]]


def extreme_equilibria(game: BinaryGame, signs: SignCache, case: BranchCase) -> list[BinaryProfile]:
    """Return the extreme equilibria of a case, in order."""
    ties = [j for j, action in enumerate(case.actions) if action is None]
    if len(ties) > MOST_TIES:
        raise NoMethodError(
            f"{game.seats[1]} is indifferent at {len(ties)} choices at once, {signs.where}: at "
            f"most {MOST_TIES} are taken apart"
        )
    cube = _IndifferenceCube(game, signs, case, ties)
    found = cube.ends() if cube.mixed is None else cube.level()
    if not found:
        raise NoMethodError(f"a set of equilibria is not written out, {signs.where}")
    first = tuple(chance for chance in case.chances if chance is not None)
    return [BinaryProfile((first, second)) for second in found]


@dataclass(frozen=True)
class _IndifferenceCube:
    """The probabilities of what is indifferent, and what the first seat asks of them."""

    game: BinaryGame
    signs: SignCache
    case: BranchCase
    ties: Sequence[int]

    @property
    def mixed(self) -> int | None:
        """The first seat's only true mix."""
        return next((i for i, duty in enumerate(self.case.duties[0]) if duty == MIXED), None)

    def level(self) -> list[tuple[Quotient, ...]]:
        """Return the extreme probabilities at which the true mix gains nothing."""
        assert self.mixed is not None
        found = [s for s in map(self.placed, self._vertices()) if not self._gain(self.mixed, s)]
        found += self._edges(self.mixed)
        for i in self._asked():
            if not all(self._keeps(i, second) for second in found):
                self._give_up(i)
        return found

    def ends(self) -> list[tuple[Quotient, ...]]:
        """Return the extreme probabilities at which the first seat keeps to its sure actions."""
        corners = list(map(self.placed, self._vertices()))
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
        """Return the second seat's probabilities with these at what is indifferent."""
        second = [ALWAYS if action else NEVER for action in self.case.actions]
        for j, chance in zip(self.ties, chances, strict=True):
            second[j] = chance
        return tuple(second)

    def _vertices(self, less: int = 0) -> Iterator[tuple[Quotient, ...]]:
        return product((NEVER, ALWAYS), repeat=len(self.ties) - less)

    def _asked(self) -> list[int]:
        """Return the first seat's choices that were split into a sure action."""
        return [i for i, duty in enumerate(self.case.duties[0]) if duty in (FIRST, SECOND)]

    def _gain(self, i: int, second: Sequence[Quotient]) -> int:
        choice = self.game.choices[0][i]
        parts = list(zip(choice.joint, second, strict=True))
        return self.signs.demand(weighted_sum(parts, choice.alone))

    def _keeps(self, i: int, second: Sequence[Quotient]) -> bool:
        return self._gain(i, second) != (1 if self.case.duties[0][i] == FIRST else -1)

    def _edges(self, i: int) -> list[tuple[Quotient, ...]]:
        """Return where a gain of the first seat is 0 strictly inside an edge of the cube."""
        choice, found = self.game.choices[0][i], []
        for place, tie in enumerate(self.ties):
            slope = self.signs.demand(choice.joint[tie])
            for others in self._vertices(1) if slope else ():
                at_zero = self.placed((*others[:place], NEVER, *others[place:]))
                rest = weighted_sum(list(zip(choice.joint, at_zero, strict=True)), choice.alone)
                top, below = -slope * rest, slope * choice.joint[tie]
                if min(self.signs.demand(top), self.signs.demand(below - top)) > 0:
                    found.append(self.placed((*others[:place], (top, below), *others[place:])))
        return found

    def _give_up(self, i: int) -> None:
        name = self.game.choices[0][i].name
        raise NoMethodError(
            f"{self.game.seats[0]} would not keep to its action at {name} in all of the given "
            f"equilibria, {self.signs.where}: such sets are not written out yet"
        )


def profile_payoffs(
    form: PolynomialGeneralSumForm, game: BinaryGame, profile: BinaryProfile
) -> tuple[Quotient, Quotient]:
    """Return what both seats are paid in a profile, in lowest terms."""
    plans = [_plan_polynomials(form, game, profile, seat) for seat in (0, 1)]
    (ones, below_one), (twos, below_two) = plans
    totals = [ZERO, ZERO]
    for i, j, both in form.payoffs:
        weight = ones[i] * twos[j]
        if weight != 0:
            totals = [total + weight * amount for total, amount in zip(totals, both, strict=True)]
    below = below_one * below_two * form.denominator
    first, second = (quotient_in_lowest_terms(total, below) for total in totals)
    return first, second


def set_dimension(game: BinaryGame, found: Sequence[BinaryProfile]) -> int:
    """Return the dimension of a set of equilibria of one game, by its extreme ones.

    Choices of several infosets that are alike add one less than they are, where not all must do the
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


def _plan_polynomials(
    form: PolynomialGeneralSumForm, game: BinaryGame, profile: BinaryProfile, seat: int
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


MOST_PIECES = 2000
"""Of a range: more than any game here has, and a bound on the time of one that has."""


@dataclass(frozen=True)
class RangeEquilibria:
    """A range, or one point, with all equilibria there and the tree that shows it."""

    where: ParameterRange
    tree: CaseNode
    sets: tuple[tuple[BinaryProfile, ...], ...]
    """By number of the cases found: their extreme equilibria."""

    @property
    def profiles(self) -> tuple[BinaryProfile, ...]:
        """All extreme equilibria, in order."""
        return tuple(profile for one in self.sets for profile in one)


@dataclass(frozen=True)
class ParametricEquilibria:
    """All parts of a parameter's range, in order: pieces, and over real numbers their ends."""

    form: PolynomialGeneralSumForm
    game: BinaryGame
    pieces: tuple[RangeEquilibria, ...]
    points: tuple[RangeEquilibria, ...]
    """One more than the pieces, over real numbers; none over integers."""


def solve_range(game: BinaryGame, where: ParameterRange) -> RangeEquilibria:
    """Return all equilibria on a range; raise :class:`SignChangeError` where they vary."""
    search = CaseSearch(game, SignCache(where))
    tree = search.tree()
    sets = tuple(tuple(extreme_equilibria(game, search.signs, case)) for case in search.found)
    return RangeEquilibria(where, tree, sets)


def solve_single_game(form: PolynomialGeneralSumForm) -> ParametricEquilibria:
    """Return all equilibria of one game.

    >>> from fractions import Fraction
    >>> from sabot.games.baccara.forms import commission_form
    >>> game = commission_form(commission=Fraction(1, 20), model="A1")
    >>> len(solve_single_game(PolynomialGeneralSumForm.numeric(game)).points[0].profiles)
    1
    """
    game = build_binary_game(form)
    point = PointRange(RealPoint.at(form.domain.spot), form.domain.spot)
    return ParametricEquilibria(form, game, (), (solve_range(game, point),))


def solve_parametric(
    form: PolynomialGeneralSumForm, progress: Callable[[object], object] | None = None
) -> ParametricEquilibria:
    """Return all equilibria for all values of the parameter."""
    game = build_binary_game(form)
    work = _cover_integers if form.domain.whole else _cover_reals
    return work(form, game, progress or (lambda _: None))


def _cover_reals(
    form: PolynomialGeneralSumForm, game: BinaryGame, progress: Callable[[object], object]
) -> ParametricEquilibria:
    if form.domain.high is None:
        raise NoMethodError(f"{form.parameter} has no end: give one, --to N")
    low, end = RealPoint.at(form.domain.spot), RealPoint.at(form.domain.high)
    pieces: list[RangeEquilibria] = []
    points = [_solve_point(game, low)]
    while len(pieces) < MOST_PIECES:
        high = end
        while True:
            raise_if_cancelled()
            try:
                pieces.append(solve_range(game, RealRange(low, high)))
                break
            except SignChangeError as block:
                high = _first_root(block.polynomial, low, high)
        progress(high)
        points.append(_solve_point(game, high))
        if high == end:
            return ParametricEquilibria(form, game, tuple(pieces), tuple(points))
        low = high
    raise NoMethodError(f"more than {MOST_PIECES} pieces; give a shorter range")


def _solve_point(game: BinaryGame, point: RealPoint) -> RangeEquilibria:
    return solve_range(game, PointRange(point, point.nearly()))


def _first_root(polynomial: fmpz_poly, low: RealPoint, high: RealPoint) -> RealPoint:
    """Return the first root strictly between two points."""
    first = high
    for factor, _ in polynomial.factor()[1]:
        for root in isolate_roots_of_factor(factor, low.low, high.high):
            if low.before(root) and root.before(first):
                first = root
    assert first is not high, "a sign changes where there is no root"
    return first


def _cover_integers(
    form: PolynomialGeneralSumForm, game: BinaryGame, progress: Callable[[object], object]
) -> ParametricEquilibria:
    low, end = int(form.domain.spot), form.domain.high
    last = None if end is None else int(end)
    pieces: list[RangeEquilibria] = []
    while len(pieces) < MOST_PIECES:
        high = last
        while True:
            raise_if_cancelled()
            try:
                pieces.append(solve_range(game, IntegerRange(low, high)))
                break
            except SignChangeError as block:
                high = _last_before_sign_change(block.polynomial, low, high)
        progress(high)
        if high == last:
            return ParametricEquilibria(form, game, tuple(pieces), ())
        assert high is not None
        low = high + 1
    raise NoMethodError(f"more than {MOST_PIECES} pieces; give a shorter range")


def _last_before_sign_change(polynomial: fmpz_poly, low: int, high: int | None) -> int:
    """Return the last integer before a polynomial changes its sign after *low*."""
    sign = sign_at(polynomial, low)
    if not sign:
        return low
    change = find_first_negative(sign * polynomial - 1, low)
    if change is None or (high is not None and change > high):
        raise AssertionError("a sign changes where there is no root")
    return change - 1


def prove_all_equilibria(
    name: str, form: PolynomialGeneralSumForm, progress: Callable[[object], object] | None = None
) -> PairTheorem:
    """Return the theorem on all equilibria of a family of games."""
    return build_theorem(name, solve_parametric(form, progress))


def build_theorem(name: str, family: ParametricEquilibria) -> PairTheorem:
    """Return what was found of a family of games as a theorem."""
    form, domain = family.form, family.form.domain
    pieces, points = [], []
    for part in family.pieces:
        where = part.where
        if isinstance(where, IntegerRange):
            extent = ParameterInterval(where.low, where.high)
        else:
            assert isinstance(where, RealRange)
            assert where.low is not None and where.high is not None
            extent = ParameterInterval(point_to_end(where.low), point_to_end(where.high))
        pieces.append(PairPiece(extent, _result_part(family, part)))
    for part in family.points:
        assert isinstance(part.where, PointRange)
        points.append(PairPoint(point_to_end(part.where.point), _result_part(family, part)))
    ends = (None if end is None else int(end) if end.denominator == 1 else end
            for end in (domain.low, domain.high))  # fmt: skip
    low, high = ends
    assert low is not None
    return PairTheorem(
        name,
        form.parameter,
        domain.whole,
        ParameterInterval(low, high),
        tuple(pieces),
        form.seats,
        form_to_json(form),
        merged_infosets(family.game),
        tuple(points),
    )


def list_binary_equilibria(name: str, form: NPlayerSequenceForm) -> PairEquilibria:
    """Return all equilibria of one game of binary choices."""
    started = time.perf_counter()
    pair = PolynomialGeneralSumForm.numeric(form)
    family = solve_single_game(pair)
    (found,) = family.points
    numbers, start, dimensions = [], 1, []
    for profiles in found.sets:
        numbers.append(tuple(range(start, start + len(profiles))))
        start += len(profiles)
        dimensions.append(set_dimension(family.game, profiles))
    return PairEquilibria(
        name,
        pair.seats,
        _result_part(family, found),
        tuple(numbers),
        tuple(dimensions),
        form_to_json(pair),
        merged_infosets(family.game),
        time.perf_counter() - started,
    )


def merged_infosets(game: BinaryGame) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Return the infosets that are taken together, by seat."""
    both = zip(game.seats, game.choices, strict=True)
    return {seat: tuple(c.views for c in own if len(c.views) > 1) for seat, own in both}


def form_to_json(form: PolynomialGeneralSumForm) -> dict[str, object]:
    """Return a game as JSON."""
    return {
        "seats": list(form.seats),
        "cells": {side.name: side.to_json() for side in form.sides},
        "denominator": list(coefficients(form.denominator)),
        "payoffs": [
            [i, j, [list(coefficients(amount)) for amount in both]] for i, j, both in form.payoffs
        ],
    }


def _result_part(family: ParametricEquilibria, part: RangeEquilibria) -> PairPart:
    game, found = family.game, part.profiles
    listed = tuple(_result_equilibrium(family.form, game, profile) for profile in found)
    unique = {seat: _is_unique(game, found, n) for n, seat in enumerate(game.seats)}
    return PairPart(listed, unique, tree_to_json(game, part.tree))


def _result_equilibrium(
    form: PolynomialGeneralSumForm, game: BinaryGame, profile: BinaryProfile
) -> PairEquilibrium:
    name = form.parameter
    strategies = {}
    for seat, (who, own) in enumerate(zip(game.seats, game.choices, strict=True)):
        chances: dict[str, tuple[Formula, Formula]] = {}
        for choice, (top, below) in zip(own, profile.chances[seat], strict=True):
            mix = quotient_formula(below - top, below, name), quotient_formula(top, below, name)
            chances |= dict.fromkeys(choice.views, mix)
        strategies[who] = {
            view: dict(zip(menu, chances[view], strict=True))
            for view, menu in game.actions[seat].items()
        }
    paid = tuple(
        quotient_formula(*quotient, name) for quotient in profile_payoffs(form, game, profile)
    )
    return PairEquilibrium(paid, strategies)


def _is_unique(game: BinaryGame, found: Sequence[BinaryProfile], seat: int) -> bool:
    """Return whether a seat plays the same in all equilibria that were found."""
    first = found[0].chances[seat]
    for choice, chance in zip(game.choices[seat], first, strict=True):
        if len(choice.views) > 1 and chance not in (NEVER, ALWAYS):
            return False
    return all(
        a[0] * b[1] == a[1] * b[0]
        for other in found[1:]
        for a, b in zip(first, other.chances[seat], strict=True)
    )


# ---------------------------------------------------------------------- trees


def tree_to_json(game: BinaryGame, node: CaseNode) -> dict[str, object]:
    """Return a tree of cases as a file has it."""
    body: dict[str, object] = {}
    if node.forced:
        body["settled"] = _forced_to_json(game, node.forced)
    then = node.then
    if isinstance(then, InfeasibleCase):
        body["dead"] = [game.seats[then.seat], _multiples_to_json(game, then.seat, then.multiples)]
    elif isinstance(then, CutOutside):
        body["outside"] = True
    elif isinstance(then, EquilibriumLeaf):
        body["found"] = then.number
    elif isinstance(then, ActionSplit):
        after = (tree_to_json(game, one) for one in (then.first, then.mixed, then.second))
        view = game.choices[then.seat][then.choice].name
        body["split"] = [game.seats[then.seat], view, *after]
    else:
        assert isinstance(then, ProbabilityCut)
        after = (tree_to_json(game, one) for one in (then.below, then.at, then.above))
        body["cut"] = [game.choices[1][then.choice].name, *after]
    return body


def _forced_to_json(game: BinaryGame, steps: Sequence[ForcedAction]) -> list[list[object]]:
    """Return the forced actions as JSON, in rounds: of one seat after the other."""
    found: list[list[Any]] = []
    for step in steps:
        seat, choice = game.seats[step.seat], game.choices[step.seat][step.choice]
        if not found or found[-1][0] != seat:
            found.append([seat, {}])
        action = game.actions[step.seat][choice.name][step.action]
        by = _multiples_to_json(game, step.seat, step.multiples)
        found[-1][1][choice.name] = [action, by] if by else action
    return found


def _multiples_to_json(game: BinaryGame, seat: int, multiples: Any) -> dict[str, int]:
    return {game.choices[seat][choice].name: number for choice, number in multiples.items()}
