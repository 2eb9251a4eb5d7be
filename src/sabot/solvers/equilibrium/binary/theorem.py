"""All equilibria for every value of a parameter: piece after piece, and at the points between."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flint import fmpz_poly

from sabot import watch
from sabot.errors import NoMethodError
from sabot.forms.algebra.point import Point, roots_of_factor
from sabot.forms.pair import PolynomialPair
from sabot.solvers.equilibrium.binary.cases import Node, Search
from sabot.solvers.equilibrium.binary.choices import ChoiceGame, choices_of
from sabot.solvers.equilibrium.binary.mixes import Profile, profiles
from sabot.solvers.equilibrium.binary.ranges import Blocked, Signs
from sabot.solvers.theorem.evidence.ranges import PointRange, Range, RealRange, WholeRange
from sabot.solvers.theorem.signs import first_negative, sign_at

MOST_PIECES = 2000
"""Of a range: more than any game here has, and a bound on the time of one that has."""


@dataclass(frozen=True)
class Part:
    """A range, or one point, with all equilibria there and the tree that shows it."""

    where: Range
    tree: Node
    sets: tuple[tuple[Profile, ...], ...]
    """By number of the cases found: their extreme equilibria."""

    @property
    def profiles(self) -> tuple[Profile, ...]:
        """All extreme equilibria, in order."""
        return tuple(profile for one in self.sets for profile in one)


@dataclass(frozen=True)
class Family:
    """All parts of a parameter's range, in order: pieces, and over real numbers their ends."""

    form: PolynomialPair
    game: ChoiceGame
    pieces: tuple[Part, ...]
    points: tuple[Part, ...]
    """One more than the pieces, over real numbers; none over whole ones."""


def settled(game: ChoiceGame, where: Range) -> Part:
    """Return all equilibria on a range; raise Blocked where they are not the same all over it."""
    search = Search(game, Signs(where))
    tree = search.tree()
    sets = tuple(tuple(profiles(game, search.signs, case)) for case in search.found)
    return Part(where, tree, sets)


def all_at_once(form: PolynomialPair) -> Family:
    """Return all equilibria of one game.

    >>> from fractions import Fraction
    >>> from sabot.games.baccara.form import commission_form
    >>> game = commission_form(commission=Fraction(1, 20), model="A1")
    >>> len(all_at_once(PolynomialPair.numeric(game)).points[0].profiles)
    1
    """
    game = choices_of(form)
    point = PointRange(Point.at(form.domain.low), form.domain.low)
    return Family(form, game, (), (settled(game, point),))


def all_of(form: PolynomialPair, progress: Callable[[object], object] | None = None) -> Family:
    """Return all equilibria for all values of the parameter."""
    game = choices_of(form)
    work = _whole if form.domain.whole else _real
    return work(form, game, progress or (lambda _: None))


def _real(form: PolynomialPair, game: ChoiceGame, progress: Callable[[object], object]) -> Family:
    if form.domain.high is None:
        raise NoMethodError(f"{form.parameter} has no end: give one, --to N")
    low, end = Point.at(form.domain.low), Point.at(form.domain.high)
    pieces: list[Part] = []
    points = [_at(game, low)]
    while len(pieces) < MOST_PIECES:
        high = end
        while True:
            watch.heard()
            try:
                pieces.append(settled(game, RealRange(low, high)))
                break
            except Blocked as block:
                high = _first_root(block.polynomial, low, high)
        progress(high)
        points.append(_at(game, high))
        if high == end:
            return Family(form, game, tuple(pieces), tuple(points))
        low = high
    raise NoMethodError(f"more than {MOST_PIECES} pieces; give a shorter range")


def _at(game: ChoiceGame, point: Point) -> Part:
    return settled(game, PointRange(point, point.nearly()))


def _first_root(polynomial: fmpz_poly, low: Point, high: Point) -> Point:
    """Return the first root strictly between two points."""
    first = high
    for factor, _ in polynomial.factor()[1]:
        for root in roots_of_factor(factor, low.low, high.high):
            if low.before(root) and root.before(first):
                first = root
    assert first is not high, "a sign changes where there is no root"
    return first


def _whole(form: PolynomialPair, game: ChoiceGame, progress: Callable[[object], object]) -> Family:
    low, end = int(form.domain.low), form.domain.high
    last = None if end is None else int(end)
    pieces: list[Part] = []
    while len(pieces) < MOST_PIECES:
        high = last
        while True:
            watch.heard()
            try:
                pieces.append(settled(game, WholeRange(low, high)))
                break
            except Blocked as block:
                high = _last_before(block.polynomial, low, high)
        progress(high)
        if high == last:
            return Family(form, game, tuple(pieces), ())
        assert high is not None
        low = high + 1
    raise NoMethodError(f"more than {MOST_PIECES} pieces; give a shorter range")


def _last_before(polynomial: fmpz_poly, low: int, high: int | None) -> int:
    """Return the last whole number before a polynomial changes its sign after *low*."""
    sign = sign_at(polynomial, low)
    if not sign:
        return low
    change = first_negative(sign * polynomial - 1, low)
    if change is None or (high is not None and change > high):
        raise AssertionError("a sign changes where there is no root")
    return change - 1
