"""Statements for every whole number of decks, by polynomials in d.

A sign is proved for all d >= low by a Taylor shift: p(low + s) with coefficients of one sign. Below
the first such low there are finitely many d, and each is computed. The polynomials are counted from
the cards; neither ``sabot.prove`` nor its classification has a part in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise

from flint import fmpz_poly

from sabot.forms.polynomial import ratio
from sabot.games.baccara.count import counted
from sabot.games.baccara.rules import conducts
from sabot.papers.ethier_gamez_2013.formulas import Formula
from sabot.papers.ethier_gamez_2013.games import INF, Decks, bits, runs
from sabot.papers.report import RoadsError

Lines = list[fmpz_poly]
"""One polynomial for each of Player's pure strategies."""
ZERO = fmpz_poly([])
FURTHEST = 1000
"""Up to here a sign is looked for that lasts; the roots of the paper's polynomials are below 25."""


# ---------------------------------------------------------------------- signs


def sign_from(polynomial: fmpz_poly, low: int) -> int:
    """Return the sign that a polynomial keeps for all d >= low; 0 where that is not shown.

    >>> sign_from(fmpz_poly([-10, 1]), 11), sign_from(fmpz_poly([-10, 1]), 9)
    (1, 0)
    """
    coefficients = [int(c) for c in polynomial(fmpz_poly([low, 1])).coeffs()]
    if not coefficients or not coefficients[0]:
        return 0
    if min(coefficients) >= 0:
        return 1
    return -1 if max(coefficients) <= 0 else 0


def lasting(polynomial: fmpz_poly) -> int:
    """Return the first d >= 1 from which on the sign of a polynomial, not 0, is proved to last."""
    for low in range(1, FURTHEST):
        if sign_from(polynomial, low):
            return low
    raise RoadsError(f"no lasting sign of a polynomial was found up to d = {FURTHEST}")


def signs(polynomial: fmpz_poly) -> str:
    """Return the sign of a polynomial at every d >= 1, in runs.

    >>> signs(fmpz_poly([-10, 1])), signs(fmpz_poly([1, 1])), signs(fmpz_poly([]))
    ('-:1-9 0:10 +:11+', '+', '0')
    """
    if polynomial == 0:
        return "0"
    low = lasting(polynomial)
    marks: list[tuple[Decks, str]] = [
        (d, "0+-"[_sign(int(polynomial(d)))]) for d in range(1, low + 1)
    ]
    return runs([*marks, (INF, marks[-1][1])])


def positive_at(polynomial: fmpz_poly) -> tuple[int, ...] | None:
    """Return every d >= 1 at which a polynomial is positive; None where there is no last one."""
    if all(c <= 0 for c in polynomial(fmpz_poly([1, 1])).coeffs()):
        return ()
    low = lasting(polynomial)
    if sign_from(polynomial, low) > 0:
        return None
    return tuple(d for d in range(1, low) if polynomial(d) > 0)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


# ---------------------------------------------------------------------- ratios of polynomials


@dataclass(frozen=True)
class Ratio:
    """A rational function of d; what it is divided by is positive for every d >= 1."""

    top: fmpz_poly
    below: fmpz_poly

    @classmethod
    def of(cls, formula: Formula) -> Ratio:
        """Return a printed formula as a ratio."""
        return cls(fmpz_poly(formula.top), fmpz_poly(formula.below))

    def __sub__(self, other: Ratio) -> Ratio:
        return Ratio(self.top * other.below - other.top * self.below, self.below * other.below)

    def mix(self, one: Ratio, two: Ratio) -> Ratio:
        """Return (1 - p) one + p two, where p is this ratio."""
        top = (self.below - self.top) * one.top * two.below + self.top * two.top * one.below
        return Ratio(top, self.below * one.below * two.below)

    @property
    def limit(self) -> Fraction:
        """What it tends to; it must not grow."""
        degree = self.below.degree()
        assert self.top.degree() <= degree
        return Fraction(int(self.top[degree]), int(self.below[degree]))

    def sign_from(self, low: int) -> int:
        """Return its sign for every d >= low; 0 where that is not shown."""
        return sign_from(self.top, low) if sign_from(self.below, low) == 1 else 0

    def signs(self) -> str:
        """Return its sign at every d >= 1, in runs."""
        return signs(self.top) if signs(self.below) == "+" else "not shown"

    def __str__(self) -> str:
        return ratio(self.top, self.below, "d")


# ---------------------------------------------------------------------- the game for every d


@dataclass(frozen=True)
class Family:
    """A model for every d: what each view of Banker pays and how often it is met.

    Polynomials for each of Player's pure strategies, all over *below*.
    """

    base: Lines
    stand: Mapping[str, Lines]
    draw: Mapping[str, Lines]
    reach: Mapping[str, Lines]
    below: fmpz_poly

    @property
    def gaps(self) -> dict[str, Lines]:
        """By view: what Player earns more when Banker draws."""
        return {
            view: [
                draw - stand for draw, stand in zip(self.draw[view], self.stand[view], strict=True)
            ]
            for view in self.draw
        }

    def column(self, u: int, drawing: Iterable[str]) -> Ratio:
        """Return the payoff of strategy u against a Banker who draws at some views only."""
        drawn = set(drawing)
        top = self.base[u]
        for view in self.stand:
            top = top + (self.draw if view in drawn else self.stand)[view][u]
        return Ratio(top, self.below)

    def outside(self, sums: Mapping[str, Lines]) -> dict[str, tuple[int, ...] | None]:
        """Return where some ratio of *sums* to *reach* is not between those of the extreme rows.

        By view: every d >= 1 at which it is so for some strategy; None where it never ends.
        """
        found: dict[str, tuple[int, ...] | None] = {}
        for view, own in sums.items():
            reach, spots, last = self.reach[view], set(), True
            for s, r in zip(own[1:-1], reach[1:-1], strict=True):
                beyond = (s * reach[0] - own[0] * r) * (s * reach[-1] - own[-1] * r)
                at = positive_at(beyond)
                last = last and at is not None
                spots |= set(at or ())
            if spots or not last:
                found[view] = tuple(sorted(spots)) if last else None
        return found


@cache
def family(model: str) -> Family:
    """Return a model for every d, counted from 4 d cards of each rank."""
    d = fmpz_poly([0, 1])
    game = counted([16 * d, *[4 * d] * 9], conducts(model))
    one, two = game.sides
    plans = [[i for i, on in enumerate(plan) if on] for plan in bits(len(one.cells)).tolist()]

    def lines(entries: Mapping[tuple[int, int], fmpz_poly], j: int) -> Lines:
        column = [entries.get((i, j), ZERO) for i in range(one.count)]
        return [sum((column[i] for i in plan), ZERO) for plan in plans]

    return Family(
        lines(game.payoffs, 0),
        {cell.key: lines(game.payoffs, cell.first) for cell in two.cells},
        {cell.key: lines(game.payoffs, cell.first + 1) for cell in two.cells},
        {cell.key: lines(game.reach, cell.first) for cell in two.cells},
        game.denominator,
    )


@cache
def gaps(model: str) -> dict[str, Lines]:
    """Return, by view, what Player earns more when Banker draws, for each pure strategy."""
    return family(model).gaps


# ---------------------------------------------------------------------- Lemma 2


def sorts(model: str, rows: tuple[int, int], low: int) -> dict[str, str]:
    """Return the set of Lemma 2 that each view is in for every d >= low: 00, 01, 10 or 11.

    *rows* are the two pure strategies of Player between which p runs; ``?`` where it is not shown.
    """
    letters = {1: "0", -1: "1", 0: "?"}
    return {
        view: "".join(letters[sign_from(own[u], low)] for u in rows)
        for view, own in gaps(model).items()
    }


def in_order(model: str, views: list[str], low: int, rows: tuple[int, int] = (0, -1)) -> int:
    """Return how many neighbours of *views* have points p(l) in that order for every d >= low.

    *rows* are the two pure strategies of Player between which p runs.
    """
    own = {view: [gaps(model)[view][u] for u in rows] for view in views}
    right = 0
    for one, two in pairwise(views):
        (a0, a1), (b0, b1) = own[one], own[two]
        found = [sign_from(p, low) for p in (a0 - a1, b0 - b1, b0 * (a0 - a1) - a0 * (b0 - b1))]
        right += found == [1, 1, 1]
    return right


def height(model: str, views: list[str], at: int, low: int, rows: tuple[int, int]) -> Ratio:
    """Return V(p(l)) for every d >= low, where l is number *at* of *views*, which are in order.

    Lemma 2: Banker draws where he always does, and at the views whose point lies below.
    """
    drawing = {view for view, sort in sorts(model, rows, low).items() if sort == "11"}
    drawing |= set(views[:at])
    g0, g1 = (gaps(model)[views[at]][u] for u in rows)
    one, two = (family(model).column(u, drawing) for u in rows)
    return Ratio(g0, g0 - g1).mix(one, two)
