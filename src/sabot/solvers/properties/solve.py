"""All properties of a finite game in strategic form; the work is bounded before it begins."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from sabot.errors import NoMethodError
from sabot.exact import format_fraction
from sabot.forms.sequence import count_pure_strategies, count_text
from sabot.forms.sequence_nplayer import NPlayerSequenceForm
from sabot.results.correlated import PureProfile
from sabot.results.properties import GameProperties, SymmetricEquilibria, Symmetry
from sabot.solvers.correlated import normal_form
from sabot.solvers.lp.program import IntArray
from sabot.solvers.nplayer.support_enumeration import nplayer_form_to_json
from sabot.solvers.properties.best_response_polyhedron import (
    decide_degeneracy,
    list_symmetric_equilibria,
)
from sabot.solvers.properties.iterated_dominance import (
    Belief,
    dominant_strategy,
    eliminate_iteratedly,
)
from sabot.solvers.properties.orders import find_supermodularity, find_symmetry
from sabot.solvers.properties.potential import find_potential

MOST_PROPERTY_PROFILES = 10_000
"""Profiles of pure strategies: a 100 x 100 game. The potential of each is written out."""


def find_properties(name: str, form: NPlayerSequenceForm) -> GameProperties:
    """Return what kind of game it is; refuse one with too many profiles before the work."""
    started = time.perf_counter()
    sizes = tuple(map(count_pure_strategies, form.sides))
    if math.prod(sizes) > MOST_PROPERTY_PROFILES:
        shape = " x ".join(map(count_text, sizes))
        raise NoMethodError(
            f"{name}: {shape} pure strategies; properties are decided up to "
            f"{MOST_PROPERTY_PROFILES:,} profiles of them\n"
            "  a smaller game: fewer ranks, or `sabot reduce GAME` first, which removes dominated "
            "strategies"
        )
    game = normal_form(name, form)
    tables = [_compact(table) for table in game.tables]
    totals = sum(tables[1:], start=tables[0].astype(object))
    constant = bool((totals == totals.flat[0]).all())
    pure, strict = _pure_equilibria(tables)
    two = len(sizes) == 2
    nondegenerate, witness = decide_degeneracy(*tables) if two else (None, None)
    dominance = eliminate_iteratedly(tables)
    symmetry = find_symmetry(tables)
    return GameProperties(
        game=name,
        seats=form.seats,
        strategies=game.strategies,
        constant_sum=Fraction(int(totals.flat[0]), form.denominator) if constant else None,
        strategically_zero_sum=_strategically_zero_sum(*tables) if two else None,
        nondegenerate=nondegenerate,
        degenerate_mix=witness,
        pure_equilibria=pure,
        strict_equilibria=strict,
        dominant=tuple(dominant_strategy(table, seat) for seat, table in enumerate(tables)),
        eliminations=dominance.eliminations,
        survivors=dominance.survivors,
        potential=find_potential(tables, form.denominator),
        supermodularity=find_supermodularity(tables, pure),
        symmetry=symmetry,
        symmetric_equilibria=_symmetric_equilibria(tables, symmetry) if two else None,
        method="cycles, orders, eliminations and vertices",
        seconds=time.perf_counter() - started,
        certificate={
            "form": nplayer_form_to_json(form),
            "beliefs": [*map(_belief_to_json, dominance.beliefs)],
        },
    )


def _compact(table: IntArray) -> IntArray:
    """Return a table in machine integers where differences of differences fit into them."""
    most = max((abs(int(table.min())), abs(int(table.max()))))
    return table.astype(np.int64 if most < 2**58 else object)


def _belief_to_json(one: Belief) -> list[object]:
    rows = [[*profile, format_fraction(chance)] for profile, chance in one.distribution]
    return [one.seat, one.strategy, rows]


def _pure_equilibria(
    tables: Sequence[IntArray],
) -> tuple[tuple[PureProfile, ...], tuple[PureProfile, ...]]:
    """Return all pure equilibria, and those in which every deviation loses."""
    stable = np.ones(tables[0].shape, dtype=bool)
    strict = np.ones(tables[0].shape, dtype=bool)
    for seat, table in enumerate(tables):
        best = table == table.max(axis=seat, keepdims=True)
        stable &= best
        strict &= best & (best.sum(axis=seat, keepdims=True) == 1)
    return _profiles(stable), _profiles(stable & strict)


def _profiles(flags: IntArray) -> tuple[PureProfile, ...]:
    return tuple(tuple(map(int, spot)) for spot in np.argwhere(flags))


def _strategically_zero_sum(one: IntArray, two: IntArray) -> bool:
    """Return whether payoffs rescaled and shifted by the other's choice sum to 0.

    Shifts cancel in the differences around four profiles; those of one player must be a negative
    multiple of those of the other (Moulin and Vial 1978).
    """
    a, b = (table.astype(object) for table in (one, two))
    a, b = ((t - t[:1] - t[:, :1] + t[:1, :1]).ravel().tolist() for t in (a, b))
    at = next((k for k, (x, y) in enumerate(zip(a, b, strict=True)) if x or y), None)
    if at is None:
        return True
    if a[at] * b[at] >= 0:
        return False
    return all(x * b[at] == y * a[at] for x, y in zip(a, b, strict=True))


def _symmetric_equilibria(
    tables: Sequence[IntArray], symmetry: Symmetry
) -> SymmetricEquilibria | None:
    if symmetry.orders is None:
        return None
    return list_symmetric_equilibria(tables[0][np.ix_(*symmetry.orders)])
