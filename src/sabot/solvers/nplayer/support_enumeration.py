"""Exact equilibria in small supports of a normal-form game for three or more players.

Every player chooses once. Two kinds of supports lead to equations that are solved exactly: two
players mix, each between the same number of actions, and all others are pure (linear equations);
three players mix, each between two actions, and all others are pure (solutions in fractions or in a
quadratic field). Every solution is verified by exact best responses of all players; it may give an
action of the support the probability 0. Other supports are not tried, such as those in which four
players mix, and a support whose equations do not have exactly one solution (a degenerate game) is
skipped. So None does not mean that there is no equilibrium in fractions.

All candidates of three players with two actions each. Let x, y, z be the probabilities of the
second actions. What the third player gains by the second action rather than the first is bilinear
in x and y: ``a + b x + c y + d x y``; likewise for the others. In an equilibrium a player has
probability 0 or 1, or a gain of 0. So the equilibria lie on the planes x = 0, x = 1 and so on, and
on the surfaces where a gain is 0. A reducible surface (``a d = b c``) consists of planes x = r or y
= s, which are added to the others. An irreducible one gives each of its two coordinates as a
fractional linear (Moebius) function of the other. Take an equilibrium and the planes and surfaces
through it. If they have other common points near it, it can be moved along them, and it remains an
equilibrium until it meets another plane or surface: the other gains keep their signs. It does meet
one, since the cube is bounded and the common points contain no closed curve. So some equilibrium is
an isolated common point of the planes and surfaces through it: either on a plane, and then all
coordinates are fractions; or on three irreducible surfaces and no plane, and then a coordinate is a
root of a polynomial of degree at most two. These points are the candidates, at most a few hundred.
Every game has an equilibrium (Nash 1951), so one of them is an equilibrium: a game of three players
with two actions each has one in fractions or in a quadratic field.

All pure equilibria, of a finite game for any number of players, are found by enumeration of all
profiles. What each player is paid at a profile of pure strategies is added up in integers, leaf by
leaf; a profile is an equilibrium where no player is paid more at another strategy of its own. The
number of profiles is known before anything is built, and bounded. The payoffs go into the
certificate of every n-player result in the same form.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations, permutations, product
from math import comb, log10, prod
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from flint import fmpq_mat, fmpq_poly, fmpz_mat, fmpz_poly
from numpy.typing import NDArray

from sabot.errors import NoMethodError
from sabot.exact import json_safe_integer
from sabot.forms.algebra.algebraic_number import ONE, ZERO, NumberField, number_from_element
from sabot.forms.algebra.real_roots import RealPoint, isolate_roots
from sabot.forms.sequence import count_pure_strategies, pure_realization_plans
from sabot.progress import raise_if_cancelled, report_progress
from sabot.results.nplayer import PureEquilibria, PureEquilibrium
from sabot.solvers.nplayer.regrets import evaluate_in_field, evaluate_profile, make_exact_profile

if TYPE_CHECKING:
    from sabot.forms.sequence import Treeplex
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm
    from sabot.results.codec import JsonObject
    from sabot.results.nplayer import Profile
    from sabot.solvers.lp.program import IntArray


BilinearGain = tuple[int, int, int, int]
"""a, b, c, d of a + b x + c y + d x y: what a player gains by the second action over the first.

x and y are the other two players' probabilities of the second action, in the order of the players.
"""
RationalPoint = tuple[Fraction, Fraction, Fraction]
FieldPoint = tuple[fmpq_poly, fmpq_poly, fmpq_poly]
_OTHERS = ((1, 2), (0, 2), (0, 1))
"""For each player the two others, on whose probabilities the gain depends."""


def rational_candidates(gains: Sequence[BilinearGain]) -> list[RationalPoint]:
    """Return the candidates on a plane: points of the cube with rational coordinates.

    >>> pennies = (1, -2, 0, 0), (1, 0, -2, 0), (-1, 2, 0, 0)  # a ring of three
    >>> half = Fraction(1, 2)
    >>> (half, half, half) in rational_candidates(pennies)
    True
    """
    planes = [{Fraction(0), Fraction(1)} for _ in range(3)]
    for (one, two), gain in zip(_OTHERS, gains, strict=True):
        for variable, root in zip((one, two), _plane_roots(gain), strict=True):
            if root is not None and 0 <= root <= 1:
                planes[variable].add(root)
    found: set[RationalPoint] = set()
    for first, second, third in permutations(range(3)):
        for at in planes[first]:
            for next_at in planes[second] | _on_surfaces(gains, {first: at}, second):
                known = {first: at, second: next_at}
                for last in planes[third] | _on_surfaces(gains, known, third):
                    point = {**known, third: last}
                    found.add((point[0], point[1], point[2]))
    return sorted(found)


def _plane_roots(gain: BilinearGain) -> tuple[Fraction | None, Fraction | None]:
    """Return r and s if the surface consists of the planes x = r and y = s; None: no such plane."""
    a, b, c, d = gain
    if a * d != b * c:
        return None, None
    if d:
        return Fraction(-c, d), Fraction(-b, d)
    return (Fraction(-a, b) if b else None), (Fraction(-a, c) if c else None)


def _on_surfaces(
    gains: Sequence[BilinearGain], known: dict[int, Fraction], variable: int
) -> set[Fraction]:
    """Return the values of a variable on the irreducible surfaces, given others."""
    found = set()
    for (one, two), (a, b, c, d) in zip(_OTHERS, gains, strict=True):
        if variable not in (one, two) or a * d == b * c:
            continue
        if variable == one:
            given, b, c = two, c, b
        else:
            given = one
        if given in known and c + d * known[given]:
            value = -(a + b * known[given]) / (c + d * known[given])
            if 0 <= value <= 1:
                found.add(value)
    return found


def root_candidates(
    gains: Sequence[BilinearGain],
) -> Iterator[tuple[RealPoint, NumberField, FieldPoint]]:
    """Yield the points on three irreducible surfaces: x, the field of x, and x, y, z in that field.

    They need not be in the cube. Nothing is yielded where the surfaces share a curve: then a
    candidate on a plane is an equilibrium if a point of the curve is one.

    >>> gains = (3, -5, -7, 2), (-2, 3, 4, 1), (2, -7, 3, -1)
    >>> [(root.about, field.modulus.degree()) for root, field, _ in root_candidates(gains)]
    [('0.434309', 2)]
    """
    if any(a * d == b * c for a, b, c, d in gains):
        return
    a, b, c, d = gains[0]
    (below_y, top_y), (below_z, top_z) = map(_moebius, (gains[2], gains[1]))
    equation = a * below_y * below_z + b * top_y * below_z + c * below_y * top_z + d * top_y * top_z
    if equation == 0:
        return
    for factor, _ in equation.factor()[1]:
        if factor.degree() == 1:
            roots = [RealPoint.at(Fraction(-int(factor[0]), int(factor[1])))]
        else:
            roots = isolate_roots(factor, Fraction(0), Fraction(1))
        for root in roots:
            field = NumberField(root)
            belows = [field.of(list(map(int, p))) for p in (below_y, below_z)]
            tops = [field.of(list(map(int, p))) for p in (top_y, top_z)]
            if 0 not in belows:
                y, z = map(field.over, tops, belows)
                yield root, field, (field.of([0, 1]), y, z)


def _moebius(gain: BilinearGain) -> tuple[fmpz_poly, fmpz_poly]:
    """Return denominator and numerator of y as a function of x on a surface."""
    a, b, c, d = gain
    return fmpz_poly([c, d]), fmpz_poly([-a, -b])


def is_probability(field: NumberField, element: fmpq_poly) -> bool:
    """Return whether a number of a field is from 0 to 1, exactly."""
    return field.sign(element) >= 0 and field.sign(ONE - element) >= 0


NumberT = TypeVar("NumberT")
"""A probability: a fraction, or an element of a number field."""
MOST_SUPPORTS = 20_000
"""Combinations of supports that are tried at most: some ten seconds."""
_METHOD = "small supports: at most three players mix; payoffs and gains exact"


class NormalFormTables:
    """Payoffs by profiles of actions, one action for each information set of every player.

    In a game in which every player chooses once this is the strategic form. In a tree it is the
    agent form, in which each information set is a player of its own (an *agent*).
    """

    def __init__(self, form: NPlayerSequenceForm) -> None:
        self.form = form
        self.owners = tuple(
            seat for seat, side in enumerate(form.sides) for _ in side.cells or (None,)
        )
        """The player of each agent; a player without a choice has an agent with one action."""
        cells = [cell for side in form.sides for cell in side.cells or (None,)]
        self.sizes = tuple(1 if cell is None else len(cell.actions) for cell in cells)
        self.paths = [self._path(end.sequences) for end in form.ends]
        """By end: the action of each agent that leads to it; None where it may be any."""
        by_seat = [self._payoff_table(seat) for seat in range(len(form.sides))]
        self.paid = [by_seat[owner] for owner in self.owners]

    @property
    def single(self) -> bool:
        """Whether every player has one agent."""
        return len(self.owners) == len(self.form.sides)

    def _path(self, sequences: Sequence[int]) -> tuple[int | None, ...]:
        found: list[int | None] = []
        for side, last in zip(self.form.sides, sequences, strict=True):
            taken: dict[int, int] = {}
            while last:
                k, cell = next((k, c) for k, c in enumerate(side.cells) if last in c.sequences)
                taken[k], last = last - cell.first, cell.parent
            found += [taken.get(k) for k in range(max(len(side.cells), 1))]
        return tuple(found)

    def _payoff_table(self, seat: int) -> IntArray:
        """Return what a player is paid at every profile: integers over the form's denominator."""
        most = sum(abs(end.payoffs[seat]) for end in self.form.ends)
        table: IntArray = np.zeros(self.sizes, dtype=np.int64 if most < _INT64_LIMIT else object)
        for end, path in zip(self.form.ends, self.paths, strict=True):
            if end.payoffs[seat]:
                table[tuple(slice(None) if a is None else a for a in path)] += end.payoffs[seat]
        return table

    def part(self, seat: int, supports: Sequence[Sequence[int]]) -> IntArray:
        """Return the payoff table of a player, restricted to supports of all players."""
        found = self.paid[seat]
        for axis, support in enumerate(supports):
            found = found.take(support, axis=axis)
        return found

    def table(
        self, mixes: Sequence[Mapping[int, NumberT]], none: NumberT
    ) -> list[dict[str, dict[str, NumberT]]]:
        """Return mixed actions by infoset and action; *none* is the probability 0."""
        own = iter(mixes)
        found: list[dict[str, dict[str, NumberT]]] = []
        for side in self.form.sides:
            table: dict[str, dict[str, NumberT]] = {}
            for cell in side.cells:
                mix = next(own)
                table[cell.key] = {a: mix.get(n, none) for n, a in enumerate(cell.actions)}
            if not side.cells:
                next(own)
            found.append(table)
        return found


def solve_small_supports(game: str, form: NPlayerSequenceForm) -> Profile | None:
    """Return an equilibrium in which at most three players mix; None where none is found.

    None too where a player chooses more than once, or where there are too many supports.
    """
    started = time.perf_counter()
    if any(len(side.cells) > 1 for side in form.sides):
        return None
    sizes = [len(side.cells[0].actions) if side.cells else 1 for side in form.sides]
    if _count_supports(sizes) > MOST_SUPPORTS:
        return None
    strategic = NormalFormTables(form)
    found = next(chain(_two_mixing(game, strategic), _three_mixing(game, strategic)), None)
    return found and replace(found, seconds=time.perf_counter() - started)


def _count_supports(sizes: Sequence[int]) -> int:
    """Return the number of combinations of supports."""
    whole = prod(sizes)
    count = 0
    for one, two in combinations(sizes, 2):
        count += whole // (one * two) * sum(comb(one, k) * comb(two, k) for k in range(2, one + 1))
    for own in combinations(sizes, 3):
        count += whole // prod(own) * prod(comb(size, 2) for size in own)
    return count


def _pure_supports(sizes: Sequence[int], mixing: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Yield the pure choices of all players who do not mix, as supports; the mixers' are empty."""
    own: list[list[tuple[int, ...]]] = [
        [()] if seat in mixing else [(n,) for n in range(size)] for seat, size in enumerate(sizes)
    ]
    for choice in product(*own):
        yield list(choice)


def _two_mixing(game: str, strategic: NormalFormTables) -> Iterator[Profile]:
    """Yield equilibria in which two players mix, both between the same number of actions."""
    sizes = strategic.sizes
    for one, two in combinations(range(len(sizes)), 2):
        for supports in _pure_supports(sizes, (one, two)):
            raise_if_cancelled()
            for count in range(2, min(sizes[one], sizes[two]) + 1):
                ways = product(
                    combinations(range(sizes[one]), count), combinations(range(sizes[two]), count)
                )
                for supports[one], supports[two] in ways:
                    tables = [strategic.part(seat, supports) for seat in (one, two)]
                    first, second = (table.reshape(count, count).tolist() for table in tables)
                    theirs = _indifference_mix(first)
                    mine = theirs and _indifference_mix(
                        [list(row) for row in zip(*second, strict=True)]
                    )
                    if theirs and mine:
                        yield from _verified_profile(
                            game, strategic, supports, {one: mine, two: theirs}
                        )


def _indifference_mix(rows: list[list[int]]) -> list[Fraction] | None:
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


def _three_mixing(game: str, strategic: NormalFormTables) -> Iterator[Profile]:
    """Yield equilibria in which three players mix between two actions each."""
    sizes = strategic.sizes
    for mixing in combinations(range(len(sizes)), 3):
        for supports in _pure_supports(sizes, mixing):
            raise_if_cancelled()
            for pairs in product(*(combinations(range(sizes[seat]), 2) for seat in mixing)):
                for seat, pair in zip(mixing, pairs, strict=True):
                    supports[seat] = pair
                yield from _three_binary_support(game, strategic, supports, mixing)


def _three_binary_support(
    game: str, strategic: NormalFormTables, supports: list[tuple[int, ...]], mixing: Sequence[int]
) -> Iterator[Profile]:
    """Yield the equilibria on a support of two actions for each of three players."""
    gains = []
    for place, seat in enumerate(mixing):
        table = strategic.part(seat, supports).reshape(2, 2, 2)
        first, second = (table.take(n, axis=place).tolist() for n in (0, 1))
        gains.append(_bilinear_gain(first, second))
    for point in rational_candidates(gains):
        if 0 in point or 1 in point or any(_gains_at(gains, point)):
            continue
        mixes = {seat: [1 - x, x] for seat, x in zip(mixing, point, strict=True)}
        yield from _verified_profile(game, strategic, supports, mixes)
    for root, field, elements in root_candidates(gains):
        if all(is_probability(field, element) for element in elements):
            both = {seat: [ONE - x, x] for seat, x in zip(mixing, elements, strict=True)}
            yield from _verified_field_profile(game, strategic, supports, both, root, field)


def _bilinear_gain(first: list[list[int]], second: list[list[int]]) -> BilinearGain:
    """Return what the second action gains over the first, from the payoffs of both."""
    gain = [[b - a for a, b in zip(*rows, strict=True)] for rows in zip(first, second, strict=True)]
    (none, two), (one, both) = gain
    return none, one - none, two - none, both - one - two + none


def _gains_at(
    gains: Sequence[BilinearGain], point: tuple[Fraction, Fraction, Fraction]
) -> list[Fraction]:
    """Return the gains of the three players at a point."""
    x, y, z = point
    pairs = (y, z), (x, z), (x, y)
    return [
        a + b * one + c * two + d * one * two
        for (a, b, c, d), (one, two) in zip(gains, pairs, strict=True)
    ]


def _full_mixes(
    supports: Sequence[Sequence[int]], mixed: Mapping[int, Sequence[NumberT]], sure: NumberT
) -> list[dict[int, NumberT]]:
    """Return every player's mix: as in *mixed*, or a pure action with the probability *sure*."""
    return [
        dict(zip(support, mixed.get(seat, [sure]), strict=True))
        for seat, support in enumerate(supports)
    ]


def _verified_profile(
    game: str,
    strategic: NormalFormTables,
    supports: Sequence[Sequence[int]],
    mixed: Mapping[int, Sequence[Fraction]],
) -> Iterator[Profile]:
    """Yield a profile of fractions if it is an equilibrium."""
    tables = strategic.table(_full_mixes(supports, mixed, Fraction(1)), Fraction(0))
    found = evaluate_profile(strategic.form, tuple(tables))
    if not found.most:
        strategies = dict(zip(strategic.form.seats, tables, strict=True))
        gains = [Fraction(0)] * len(tables)
        yield make_exact_profile(
            game, strategic.form, strategies, found.payoffs, gains, method=_METHOD
        )


def _verified_field_profile(
    game: str,
    strategic: NormalFormTables,
    supports: Sequence[Sequence[int]],
    mixed: Mapping[int, Sequence[fmpq_poly]],
    root: RealPoint,
    field: NumberField,
) -> Iterator[Profile]:
    """Yield a profile in a quadratic field if it is an equilibrium."""
    form = strategic.form
    tables = strategic.table(_full_mixes(supports, mixed, ONE), ZERO)
    payoffs, gains = evaluate_in_field(field, form, tables)
    if any(gain != 0 for gain in gains):
        return
    strategies = {
        seat: {
            view: {action: number_from_element(root, chance) for action, chance in mix.items()}
            for view, mix in table.items()
        }
        for seat, table in zip(form.seats, tables, strict=True)
    }
    paid = [number_from_element(root, amount) for amount in payoffs]
    none = [Fraction(0)] * len(tables)
    at = None if root.rational else root
    yield make_exact_profile(game, form, strategies, paid, none, at, method=_METHOD)


def nplayer_form_to_json(form: NPlayerSequenceForm, *, ends: bool = False) -> dict[str, object]:
    """Return infosets and payoffs: a sequence of each seat, then what each seat is paid.

    *ends*: also those at which nobody is paid anything.

    >>> from sabot import load
    >>> from sabot.game_rules.to_form import form_of_game
    >>> nplayer_form_to_json(form_of_game(load("kuhn-poker(players=3)")))["payoffs"][0]
    [1, 1, 1, -1, -1, 2]
    """
    return {
        "kind": "seats",
        "cells": {side.name: side.to_json() for side in form.sides},
        "denominator": json_safe_integer(form.denominator),
        "payoffs": [
            [*end.sequences, *map(json_safe_integer, end.payoffs)]
            for end in form.ends
            if ends or any(end.payoffs)
        ],
    }


def nplayer_form_from_json(data: JsonObject, seats: Sequence[str]) -> NPlayerSequenceForm:
    """Return the form that a (checked) document holds: the way back.

    The chances of its ends are not written, and are 0 here.
    """
    from sabot.forms.sequence import Treeplex
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm, PayoffEntry

    sides = tuple(Treeplex.from_json(seat, data["cells"][seat]) for seat in seats)
    ends = (
        PayoffEntry(tuple(row[: len(seats)]), 0, tuple(map(int, row[len(seats) :])))
        for row in data["payoffs"]
    )
    return NPlayerSequenceForm(sides, tuple(ends), 1, int(data["denominator"]))


MOST_PROFILES = 4_000_000
"""Profiles of pure strategies: a table of their payoffs takes 32 MB a seat."""
MOST_LISTED = 20_000
"""Equilibria that are written out."""
CHECKED_PROFILES, CHECKED_WORK = 1_000_000, 20_000_000
"""Profiles, and payoffs added up for them, that the checker goes through: it has the same."""
_INT64_LIMIT = 2**57
"""Sums below this are kept in machine integers: sums over players and differences fit then too."""


def find_pure_equilibria(game: str, form: NPlayerSequenceForm) -> PureEquilibria:
    """Return all pure equilibria; refuse a game with more profiles than can be looked at.

    >>> from sabot import load
    >>> from sabot.forms.sequence_nplayer import nplayer_form_of_tree
    >>> form = nplayer_form_of_tree(load("kuhn-poker(ranks=2)").tree())
    >>> found = find_pure_equilibria("kuhn", form)
    >>> found.sizes, found.count
    ((9, 16), 4)
    """
    sizes = tuple(map(count_pure_strategies, form.sides))
    _require_few_profiles(sizes)
    ways = [pure_realization_plans(side)[1] for side in form.sides]
    stable: NDArray[np.bool_] = np.ones(sizes, dtype=bool)
    tables = []
    for seat, name in enumerate(form.seats):
        report_progress(f"paying {name}", seat + 1, len(sizes), "seats")
        paid = payoff_table(form, seat, ways, sizes)
        stable &= paid == paid.max(axis=seat, keepdims=True)
        tables.append(paid)
    spots = np.argwhere(stable)
    if len(spots) > MOST_LISTED:
        raise NoMethodError(
            f"{game}: {len(spots):,} of {prod(sizes):,} profiles of pure strategies are "
            f"equilibria; up to {MOST_LISTED:,} are listed"
        )
    found = (_pure_equilibrium(form, ways, tables, tuple(map(int, spot))) for spot in spots)
    shown = {"form": nplayer_form_to_json(form)} if _is_checkable(form, ways, sizes) else None
    return PureEquilibria(game, form.seats, sizes, tuple(found), shown)


def _is_checkable(
    form: NPlayerSequenceForm, ways: list[list[list[int]]], sizes: tuple[int, ...]
) -> bool:
    """Return whether the checker goes through a list of these: in pure Python it takes longer."""
    written = grown = 0
    for side, size in zip(form.sides, sizes, strict=True):
        written += size * side.count
        grown += size * len(side.cells) * (side.count // 64)
    if prod(sizes) > CHECKED_PROFILES or max(written, grown) > CHECKED_WORK:
        return False
    using = [np.array(plans).reshape(len(plans), -1).sum(axis=0).tolist() for plans in ways]
    work = 0
    for end in form.ends:
        if not any(end.payoffs):
            continue
        words = max(amount.bit_length() for amount in end.payoffs) // 64 + 1
        comes = prod(own[s] for own, s in zip(using, end.sequences, strict=True))
        work += words * len(sizes) * comes
    return work <= CHECKED_WORK


def _require_few_profiles(sizes: tuple[int, ...]) -> None:
    """Refuse a game with too many profiles before anything is built."""
    many = prod(sizes)
    if many <= MOST_PROFILES:
        return
    shown = " x ".join(_count_text(size) for size in sizes)
    raise NoMethodError(
        f"pure equilibria: {shown} profiles of pure strategies; up to {MOST_PROFILES:,} are "
        "looked at\n"
        "  `sabot value` judges a profile of any size; `sabot solve GAME --gap 1/100` looks for "
        "one in which no seat gains more than that"
    )


def _count_text(count: int) -> str:
    return f"{count:,}" if count < 10**9 else f"10^{int(log10(count))}"


def payoff_table(
    form: NPlayerSequenceForm, seat: int, ways: list[list[list[int]]], sizes: tuple[int, ...]
) -> IntArray:
    """Return what *seat* is paid at every profile: integers over the form's denominator."""
    most = sum(abs(end.payoffs[seat]) for end in form.ends)
    table: IntArray = np.zeros(sizes, dtype=np.int64 if most < _INT64_LIMIT else object)
    comes = (np.array(plans, dtype=bool).reshape(len(plans), -1) for plans in ways)
    choosing = [[np.flatnonzero(sequence) for sequence in come.T] for come in comes]
    for end in form.ends:
        amount = end.payoffs[seat]
        if amount:
            at = [own[s] for own, s in zip(choosing, end.sequences, strict=True)]
            alone = all(len(plans) == 1 for plans in at)
            table[tuple(plans[0] for plans in at) if alone else np.ix_(*at)] += amount
    return table


def _pure_equilibrium(
    form: NPlayerSequenceForm,
    ways: list[list[list[int]]],
    tables: list[IntArray],
    spot: tuple[int, ...],
) -> PureEquilibrium:
    payoffs = tuple(Fraction(int(table[spot]), form.denominator) for table in tables)
    chosen = {
        side.name: _chosen_actions(side, plans[index])
        for side, plans, index in zip(form.sides, ways, spot, strict=True)
    }
    return PureEquilibrium(chosen, payoffs)


def _chosen_actions(side: Treeplex, plan: list[int]) -> dict[str, str]:
    """Return what is chosen at the infosets that the seat's own choices reach."""
    return {
        cell.key: cell.actions[s - cell.first]
        for cell in side.cells
        for s in cell.sequences
        if plan[s]
    }
