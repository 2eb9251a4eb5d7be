"""All equilibria of a game of two strategies for each player, in the square of their probabilities.

Across: how often the first player plays the first strategy; upwards: how often the second player
does. Each player's best responses are a line of three parts or fewer; equilibria are where the two
lines meet: points, segments, or a rectangle.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from sabot.errors import FormError
from sabot.exact import format_fraction
from sabot.render.figures.captions import game_title
from sabot.render.figures.figure import Figure
from sabot.render.figures.panels import Curve, Mark, Panel
from sabot.render.text import count_noun
from sabot.results.all_nash import EveryEquilibrium
from sabot.results.optimal_set import Equilibria

SquarePoint = tuple[Fraction, Fraction]
PayoffTable = Sequence[Sequence[int]]
ZERO, ONE = Fraction(0), Fraction(1)


def best_responses_figure(found: EveryEquilibrium | Equilibria) -> Figure:
    """Return the best responses of both players and all equilibria of a 2 x 2 game."""
    one, two = _payoff_tables(found)
    seats = found.seats if isinstance(found, EveryEquilibrium) else tuple(found.vertices)
    form = found.certificate["form"]
    gains = _gains(one), _gains([list(column) for column in zip(*two, strict=True)])
    swapped = tuple((x, y) for y, x in best_response_line(*gains[0]))
    curves = [
        Curve(f"best responses of {seats[0]}", swapped),
        Curve(f"best responses of {seats[1]}", best_response_line(*gains[1])),
    ]
    sets = _product_sets(found)
    points = sorted({corners[0] for corners in sets if len(corners) == 1})
    if points:
        curves.append(Curve("isolated equilibria", tuple(points), "dots"))
    curves += [
        Curve("a continuum of equilibria", (*corners, corners[0]), "area")
        for corners in sets
        if len(corners) > 1
    ]
    marks = tuple(
        Mark(f"({format_fraction(x)}, {format_fraction(y)})", x, y)
        for x, y in points
        if {x, y} - {ZERO, ONE}
    )
    across = f"how often {seats[0]} plays {form['rows'][0]}"
    upwards = f"how often {seats[1]} plays {form['columns'][0]}"
    title = f"{game_title(found.game)}: best responses and equilibria"
    complete = isinstance(found, Equilibria) or found.complete
    note = _sets_note(len(points), len(sets) - len(points)) + ("" if complete else "; not complete")
    return Figure(
        title, (Panel(across, upwards, tuple(curves), marks, chances=True, shares=False),), note
    )


def _payoff_tables(found: EveryEquilibrium | Equilibria) -> tuple[PayoffTable, PayoffTable]:
    """Return the payoffs of both players, each times a positive number."""
    form = found.certificate.get("form", {})
    if form.get("kind") not in ("matrix", "bimatrix"):
        raise FormError(f"{found.game}: best responses are drawn of a game in a matrix")
    rows, columns = len(form["rows"]), len(form["columns"])
    if rows != 2 or columns != 2:
        raise FormError(
            f"{found.game}: best responses are drawn where each player has two strategies; here "
            f"there are {rows} x {columns}"
        )
    if form["kind"] == "bimatrix":
        one, two = form["payoffs"]
        return one, two
    paid = form["payoffs"]
    return paid, [[-entry for entry in row] for row in paid]


def _gains(table: PayoffTable) -> tuple[Fraction, Fraction]:
    """Return what the first row pays more than the second, against each column."""
    first, second = table
    left, right = (Fraction(a) - Fraction(b) for a, b in zip(first, second, strict=True))
    return left, right


def best_response_line(left: Fraction, right: Fraction) -> tuple[SquarePoint, ...]:
    """Return the best responses to every mixture: the other's probability, then one's own.

    *left* is what the first strategy pays more than the second where the other player surely plays
    the first strategy, *right* where he surely plays the second. Between two points all are best
    responses; where both differences are 0 everything is, and the border is returned.

    >>> [tuple(map(str, point)) for point in best_response_line(Fraction(1), Fraction(-3))]
    [('0', '0'), ('3/4', '0'), ('3/4', '1'), ('1', '1')]
    """
    if left == right == 0:
        return (ZERO, ZERO), (ONE, ZERO), (ONE, ONE), (ZERO, ONE), (ZERO, ZERO)
    cuts = {ZERO, ONE}
    if left != right and 0 <= (root := right / (right - left)) <= 1:
        cuts.add(root)
    line: list[SquarePoint] = []
    for low, high in pairwise(sorted(cuts)):
        middle = (low + high) / 2
        best = ONE if middle * left + (1 - middle) * right > 0 else ZERO
        line += [(low, best), (high, best)]
    if not right:  # against the second strategy alone both pay the same
        line.insert(0, (ZERO, 1 - line[0][1]))
    if not left:
        line.append((ONE, 1 - line[-1][1]))
    return tuple(dict.fromkeys(line))


def _product_sets(found: EveryEquilibrium | Equilibria) -> list[list[SquarePoint]]:
    """Return the corners of each set of equilibria that is a point, a segment or a rectangle."""
    pairs = [(row[0], column[0]) for row, column in found.vectors()]
    if isinstance(found, Equilibria):
        return [_corners(pairs)]
    if not found.complete:
        return [[pair] for pair in pairs]
    return [
        _corners([pairs[number - 1] for number in subset])
        for component in found.components
        for subset in component.subsets
    ]


def _corners(pairs: Sequence[SquarePoint]) -> list[SquarePoint]:
    """Return the corners of the smallest rectangle around points, in turn.

    >>> points = [(Fraction(0), Fraction(1)), (Fraction(1, 2), Fraction(1))]
    >>> [tuple(map(str, corner)) for corner in _corners(points)]
    [('0', '1'), ('1/2', '1')]
    """
    (left, right), (low, high) = ((min(own), max(own)) for own in zip(*pairs, strict=True))
    return list(dict.fromkeys([(left, low), (right, low), (right, high), (left, high)]))


def _sets_note(isolated: int, continua: int) -> str:
    """Return how many equilibria there are, in words.

    >>> _sets_note(2, 1)
    '2 isolated equilibria, 1 continuum'
    """
    parts = (
        [count_noun(isolated, "isolated equilibrium", "isolated equilibria")] if isolated else []
    )
    parts += [count_noun(continua, "continuum", "continua")] if continua else []
    return ", ".join(parts)
