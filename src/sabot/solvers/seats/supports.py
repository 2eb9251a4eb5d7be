"""Equilibria in small supports of a strategic game for three or more players, exactly.

Every player chooses once. Two kinds of supports lead to equations that are solved exactly:

* two players mix, each between the same number of actions, and all others are pure: the equations
  are linear;
* three players mix, each between two actions, and all others are pure: the solutions are fractions
  or in a quadratic field (:mod:`~sabot.solvers.seats.binary`).

Every solution is judged by exact best responses of all players. A solution may give an action of
the support the probability 0. Other supports are not tried, such as those in which four players
mix; and where the equations of a support do not have exactly one solution (a degenerate game) that
support is skipped. So None does not mean that there is no equilibrium in fractions.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations, product
from math import comb, prod
from typing import TYPE_CHECKING, Any

from flint import fmpq_mat, fmpq_poly, fmpz_mat

from sabot import watch
from sabot.forms.algebra.field import ONE, ZERO, Field
from sabot.forms.algebra.number import number_of
from sabot.forms.algebra.point import Point
from sabot.forms.strategic import pure_plans
from sabot.solvers.seats.binary import Gain, is_probability, rational_candidates, root_candidates
from sabot.solvers.seats.coins import exact_profile
from sabot.solvers.seats.exactly import judged_in
from sabot.solvers.seats.near import judged
from sabot.solvers.seats.pure import payoff_table

if TYPE_CHECKING:
    from sabot.forms.general import GeneralForm
    from sabot.results.seats.profile import Profile

MOST_SUPPORTS = 20_000
"""Combinations of supports that are tried at most: some ten seconds."""
_METHOD = "small supports: at most three players mix; payoffs and gains exact"


class StrategicGame:
    """Payoffs of a game in which every player chooses once, by profiles of actions."""

    def __init__(self, form: GeneralForm) -> None:
        ways = [pure_plans(side)[1] for side in form.sides]
        self.form = form
        self.sizes = tuple(len(own) for own in ways)
        self.paid = [payoff_table(form, seat, ways, self.sizes) for seat in range(len(self.sizes))]

    def part(self, seat: int, supports: Sequence[Sequence[int]]) -> Any:
        """Return the payoff table of a player, restricted to supports of all players."""
        found = self.paid[seat]
        for axis, support in enumerate(supports):
            found = found.take(support, axis=axis)
        return found

    def table(self, mixes: Sequence[Mapping[int, Any]], none: Any) -> list[dict[str, Any]]:
        """Return mixed strategies by view and action; *none* is the probability 0."""
        return [
            {
                cell.key: {action: mix.get(n, none) for n, action in enumerate(cell.actions)}
                for cell in side.cells
            }
            for side, mix in zip(self.form.sides, mixes, strict=True)
        ]


def equilibrium_in_small_supports(game: str, form: GeneralForm) -> Profile | None:
    """Return an equilibrium in which at most three players mix; None where none is found.

    None too where a player chooses more than once, or where there are too many supports.
    """
    started = time.perf_counter()
    if any(len(side.cells) > 1 for side in form.sides):
        return None
    sizes = [len(side.cells[0].actions) if side.cells else 1 for side in form.sides]
    if _count(sizes) > MOST_SUPPORTS:
        return None
    strategic = StrategicGame(form)
    found = next(chain(_two_mix(game, strategic), _three_mix(game, strategic)), None)
    return found and replace(found, seconds=time.perf_counter() - started)


def _count(sizes: Sequence[int]) -> int:
    """Return the number of combinations of supports."""
    whole = prod(sizes)
    count = 0
    for one, two in combinations(sizes, 2):
        count += whole // (one * two) * sum(comb(one, k) * comb(two, k) for k in range(2, one + 1))
    for own in combinations(sizes, 3):
        count += whole // prod(own) * prod(comb(size, 2) for size in own)
    return count


def _others(sizes: Sequence[int], mixing: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Yield the pure choices of all players who do not mix, as supports; the mixers' are empty."""
    own: list[list[tuple[int, ...]]] = [
        [()] if seat in mixing else [(n,) for n in range(size)] for seat, size in enumerate(sizes)
    ]
    for choice in product(*own):
        yield list(choice)


def _two_mix(game: str, strategic: StrategicGame) -> Iterator[Profile]:
    """Yield equilibria in which two players mix, both between the same number of actions."""
    sizes = strategic.sizes
    for one, two in combinations(range(len(sizes)), 2):
        for supports in _others(sizes, (one, two)):
            watch.heard()
            for count in range(2, min(sizes[one], sizes[two]) + 1):
                ways = product(
                    combinations(range(sizes[one]), count), combinations(range(sizes[two]), count)
                )
                for supports[one], supports[two] in ways:
                    tables = [strategic.part(seat, supports) for seat in (one, two)]
                    first, second = (table.reshape(count, count).tolist() for table in tables)
                    theirs = _indifferent(first)
                    mine = theirs and _indifferent([list(row) for row in zip(*second, strict=True)])
                    if theirs and mine:
                        yield from _judged(game, strategic, supports, {one: mine, two: theirs})


def _indifferent(rows: list[list[int]]) -> list[Fraction] | None:
    """Return the only mix of columns against which all rows pay the same, or None.

    None too where there are several.
    """
    size = len(rows)
    equations = [[a - b for a, b in zip(rows[0], row, strict=True)] for row in rows[1:]]
    matrix = fmpq_mat(fmpz_mat([*equations, [1] * size]))
    if matrix.det() == 0:
        return None
    solved = matrix.solve(fmpq_mat(size, 1, [0] * (size - 1) + [1]))
    found = [Fraction(int(solved[k, 0].p), int(solved[k, 0].q)) for k in range(size)]
    return found if min(found) >= 0 else None


def _three_mix(game: str, strategic: StrategicGame) -> Iterator[Profile]:
    """Yield equilibria in which three players mix between two actions each."""
    sizes = strategic.sizes
    for mixing in combinations(range(len(sizes)), 3):
        for supports in _others(sizes, mixing):
            watch.heard()
            for pairs in product(*(combinations(range(sizes[seat]), 2) for seat in mixing)):
                for seat, pair in zip(mixing, pairs, strict=True):
                    supports[seat] = pair
                yield from _binary(game, strategic, supports, mixing)


def _binary(
    game: str, strategic: StrategicGame, supports: list[tuple[int, ...]], mixing: Sequence[int]
) -> Iterator[Profile]:
    """Yield the equilibria on a support of two actions for each of three players."""
    gains = []
    for place, seat in enumerate(mixing):
        table = strategic.part(seat, supports).reshape(2, 2, 2)
        first, second = (table.take(n, axis=place).tolist() for n in (0, 1))
        gains.append(_bilinear(first, second))
    for point in rational_candidates(gains):
        if 0 in point or 1 in point or any(_at(gains, point)):
            continue
        mixes = {seat: [1 - x, x] for seat, x in zip(mixing, point, strict=True)}
        yield from _judged(game, strategic, supports, mixes)
    for root, field, elements in root_candidates(gains):
        if all(is_probability(field, element) for element in elements):
            both = {seat: [ONE - x, x] for seat, x in zip(mixing, elements, strict=True)}
            yield from _judged_in(game, strategic, supports, both, root, field)


def _bilinear(first: list[list[int]], second: list[list[int]]) -> Gain:
    """Return what the second action gains over the first, from the payoffs of both."""
    gain = [[b - a for a, b in zip(*rows, strict=True)] for rows in zip(first, second, strict=True)]
    (none, two), (one, both) = gain
    return none, one - none, two - none, both - one - two + none


def _at(gains: Sequence[Gain], point: tuple[Fraction, Fraction, Fraction]) -> list[Fraction]:
    """Return the gains of the three players at a point."""
    x, y, z = point
    pairs = (y, z), (x, z), (x, y)
    return [
        a + b * one + c * two + d * one * two
        for (a, b, c, d), (one, two) in zip(gains, pairs, strict=True)
    ]


def _mixes(
    supports: Sequence[Sequence[int]], mixed: Mapping[int, Sequence[Any]], sure: Any
) -> list[dict[int, Any]]:
    """Return every player's mix: as in *mixed*, or a pure action with the probability *sure*."""
    return [
        dict(zip(support, mixed.get(seat, [sure]), strict=True))
        for seat, support in enumerate(supports)
    ]


def _judged(
    game: str,
    strategic: StrategicGame,
    supports: Sequence[Sequence[int]],
    mixed: Mapping[int, Sequence[Fraction]],
) -> Iterator[Profile]:
    """Yield a profile of fractions if it is an equilibrium."""
    tables = strategic.table(_mixes(supports, mixed, Fraction(1)), Fraction(0))
    found = judged(strategic.form, tuple(tables))
    if not found.most:
        strategies = dict(zip(strategic.form.seats, tables, strict=True))
        gains = [Fraction(0)] * len(tables)
        yield exact_profile(game, strategic.form, strategies, found.payoffs, gains, method=_METHOD)


def _judged_in(
    game: str,
    strategic: StrategicGame,
    supports: Sequence[Sequence[int]],
    mixed: Mapping[int, Sequence[fmpq_poly]],
    root: Point,
    field: Field,
) -> Iterator[Profile]:
    """Yield a profile in a quadratic field if it is an equilibrium."""
    form = strategic.form
    tables = strategic.table(_mixes(supports, mixed, ONE), ZERO)
    payoffs, gains = judged_in(field, form, tables)
    if any(gain != 0 for gain in gains):
        return
    strategies = {
        seat: {
            view: {action: number_of(root, chance) for action, chance in mix.items()}
            for view, mix in table.items()
        }
        for seat, table in zip(form.seats, tables, strict=True)
    }
    paid = [number_of(root, amount) for amount in payoffs]
    none = [Fraction(0)] * len(tables)
    at = None if root.rational else root
    yield exact_profile(game, form, strategies, paid, none, at, method=_METHOD)
