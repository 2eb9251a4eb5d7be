"""Degeneracy and symmetric equilibria, by the vertices of best-response polyhedra.

A mixed strategy x of one player and the best payoff v of the other against it are a point of the
polyhedron ``x >= 0``, ``v >= B x``. A point has a label for each strategy that x does not use, and
one for each best response. A game is nondegenerate if no mixed strategy has more pure best
responses than it mixes strategies (von Stengel 2002, definition 2.6). That is: no vertex of the two
polyhedra has more labels than the player has strategies, since every point has at most the labels
of a vertex of its face.

In a symmetric game both polyhedra are the same, and x is a symmetric equilibrium if every strategy
is unused or a best response. The points with such labels are faces; so all symmetric equilibria are
mixtures of vertices that are symmetric equilibria, and share labels for every strategy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from sabot.errors import NoMethodError
from sabot.progress import report_progress
from sabot.results.properties import DegenerateMix, Mixture, SymmetricEquilibria
from sabot.solvers.lp.program import IntArray
from sabot.solvers.vertex_enumeration import enumerate_extreme_rays

MOST_LABELS = 40
"""Strategies of both players together, up to which the vertices are enumerated."""
MOST_ENUMERATION_WORK = 6_000_000
"""Comparisons of the enumeration: some seconds, and no more than the checkers make."""
MOST_SYMMETRIC_FACES = 10_000
"""Sets of labels that are intersected for the maximal subsets of symmetric equilibria."""


@dataclass(frozen=True)
class LabelledVertex:
    """A vertex: its weights, the strategies that it does not use, and the best responses to it."""

    weights: tuple[int, ...]
    unused: frozenset[int]
    best: frozenset[int]

    @property
    def mixture(self) -> Mixture:
        """The strategies that it mixes, with their probabilities."""
        total = sum(self.weights)
        return tuple((k, Fraction(w, total)) for k, w in enumerate(self.weights) if w)


def labelled_vertices(payoffs: IntArray) -> list[LabelledVertex] | None:
    """Return the vertices of the polyhedron of mixes of columns, with the best rows.

    None where they are too many.
    """
    if sum(payoffs.shape) > MOST_LABELS:
        return None
    table = (payoffs - payoffs.min() + 1).astype(object)
    planes = [[*(-amount for amount in row), 1] for row in table.tolist()]
    try:
        rays = enumerate_extreme_rays(table.shape[1] + 1, [], planes, MOST_ENUMERATION_WORK)
    except NoMethodError:
        return None
    found = []
    for ray in rays:
        weights, level = ray[:-1], ray[-1]
        if any(weights):
            paid = table @ np.array(weights, dtype=object)
            unused = frozenset(k for k, weight in enumerate(weights) if not weight)
            best = frozenset(np.flatnonzero(paid == level).tolist())
            found.append(LabelledVertex(weights, unused, best))
    return found


def decide_degeneracy(one: IntArray, two: IntArray) -> tuple[bool | None, DegenerateMix | None]:
    """Return whether a bimatrix game is nondegenerate; if not, a mix with too many responses.

    None: not decided, the polyhedra have too many vertices.
    """
    report_progress("deciding degeneracy")
    sides = ((1, one), (0, two.T))
    """The player that mixes the columns of the other's payoffs."""
    for seat, payoffs in sides:
        for column, amounts in enumerate(payoffs.T):
            best = np.flatnonzero(amounts == amounts.max()).tolist()
            if len(best) > 1:
                return False, DegenerateMix(seat, ((column, Fraction(1)),), tuple(best))
    decided: bool | None = True
    for seat, payoffs in sides:
        vertices = labelled_vertices(payoffs)
        if vertices is None:
            decided = None
            continue
        for vertex in vertices:
            if len(vertex.unused) + len(vertex.best) > payoffs.shape[1]:
                return False, DegenerateMix(seat, vertex.mixture, tuple(sorted(vertex.best)))
    return decided, None


def list_symmetric_equilibria(payoffs: IntArray) -> SymmetricEquilibria | None:
    """Return all symmetric equilibria of the game in which both have these payoffs.

    *payoffs* are by the player's own strategy and the other's. None where there are too many
    vertices.
    """
    report_progress("listing symmetric equilibria")
    size = len(payoffs)
    vertices = labelled_vertices(payoffs)
    if vertices is None:
        return None
    stable = [one for one in vertices if len(one.unused | one.best) == size]
    stable.sort(key=lambda one: (size - len(one.unused), [-weight for weight in one.weights]))
    labels = [one.unused | {size + k for k in one.best} for one in stable]
    subsets = _maximal_subsets(labels, size)
    if subsets is None:
        return None
    listed = (tuple(Fraction(weight, sum(one.weights)) for weight in one.weights) for one in stable)
    return SymmetricEquilibria(tuple(listed), subsets)


def _maximal_subsets(
    labels: Sequence[frozenset[int]], size: int
) -> tuple[tuple[int, ...], ...] | None:
    """Return the largest sets of vertices that share a label of every strategy, from 1."""
    shared: set[frozenset[int]] = set()
    for own in labels:
        met = (own & other for other in shared)
        shared |= {own} | {both for both in met if len({k % size for k in both}) == size}
        if len(shared) > MOST_SYMMETRIC_FACES:
            return None
    sets = {tuple(number for number, own in enumerate(labels, 1) if face <= own) for face in shared}
    inside = {one: set(one) for one in sets}
    return tuple(
        sorted(one for one in sets if not any(inside[one] < inside[other] for other in sets))
    )
