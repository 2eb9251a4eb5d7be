"""All extreme equilibria of a bimatrix game, what they span, and the cases that show it is all."""

from __future__ import annotations

from dataclasses import dataclass

from sabot import watch
from sabot.solvers.equilibrium.every.components import Subset, dimension, subsets
from sabot.solvers.equilibrium.every.faces import Corner
from sabot.solvers.equilibrium.every.search import proved_tree
from sabot.solvers.equilibrium.every.sides import Rows, Sides, Tree


@dataclass(frozen=True, slots=True)
class Listing:
    """The corners of either seat, the pairs of them that are equilibria, and why these are all."""

    first: tuple[Corner, ...]
    second: tuple[Corner, ...]
    pairs: tuple[tuple[int, int], ...]
    components: tuple[tuple[Subset, ...], ...]
    tree: Tree

    def spread(self, subset: Subset) -> int:
        """Return the dimension of a subset."""
        one = dimension([self.first[k].weights for k in subset.first])
        return one + dimension([self.second[k].weights for k in subset.second])

    @property
    def unique(self) -> tuple[bool, bool]:
        """Whether either seat plays the same mix in every equilibrium."""
        return len(self.first) == 1, len(self.second) == 1


def every_equilibrium(one: Rows, two: Rows) -> Listing:
    """Return all extreme equilibria; *one* and *two* are the seats' payoffs by row and column.

    Each seat's payoffs may be over a denominator of its own: that changes no equilibrium.

    >>> sexes = every_equilibrium([[2, 0], [0, 1]], [[1, 0], [0, 2]])
    >>> [sexes.first[k].weights for k, _ in sexes.pairs], sexes.unique
    ([(1, 0), (0, 1), (2, 1)], (False, False))
    """
    sides = Sides(len(one), len(one[0]), tuple(zip(*two, strict=True)), one)
    found = proved_tree(sides)
    watch.at("components")
    met = {(x.weights, y.weights): (x, y) for xs, ys in found.faces for x in xs for y in ys}
    firsts = sorted({x.weights: x for x, _ in met.values()}.values(), key=_order)
    seconds = sorted({y.weights: y for _, y in met.values()}.values(), key=_order)
    place_one = {x.weights: k for k, x in enumerate(firsts)}
    place_two = {y.weights: k for k, y in enumerate(seconds)}
    pairs = sorted(
        ((place_one[x], place_two[y]) for x, y in met),
        key=lambda pair: (firsts[pair[0]].size + seconds[pair[1]].size, pair),
    )
    parts = tuple(map(tuple, subsets(pairs)))
    return Listing(tuple(firsts), tuple(seconds), tuple(pairs), parts, found.tree)


def _order(corner: Corner) -> tuple[int, tuple[bool, ...], tuple[int, ...]]:
    """Pure mixes come first, then small ones; among equals those of earlier strategies."""
    return corner.size, tuple(not weight for weight in corner.weights), corner.weights
