"""The games of the paper, each built, solved and proved once in a run.

Numbers of decks run over 1 to 20, 50 and infinity; infinity is the model with replacement.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache, partial
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from sabot import api
from sabot.forms.additive import AdditiveForm
from sabot.forms.sequence import SequenceForm
from sabot.games import load
from sabot.games.baccara import tables
from sabot.games.baccara.count import LOW_HANDS
from sabot.games.baccara.kernel import Crossing, Letters, crossings, restrict
from sabot.papers.report import compare
from sabot.results.solution import Solution
from sabot.results.theorem import Theorem
from sabot.telling.game import Game

Array = npt.NDArray[Any]
INF = "inf"
Decks = int | str
WHOLE = (*range(1, 21), 50)
DECKS: tuple[Decks, ...] = (*WHOLE, INF)
FIVES = ("(0,5)", "(1,4)", "(2,3)", "(6,9)", "(7,8)")
"""Player's hands of total 5, in the order of the bits of a pure strategy 0 to 31."""
check = partial(compare, evidence="computed anew, exactly")
"""Compare; with evidence where a claim brings none of its own."""


@cache
def game(model: str, decks: Decks = INF) -> Game:
    """Return a game; B1 with infinitely many decks is A1, and so on."""
    if decks == INF:
        return load(f"baccara(model=A{model[1]})")
    return load(f"baccara(model={model}, decks={decks})")


@cache
def form(model: str, decks: Decks = INF) -> SequenceForm:
    """Return a game's form."""
    found = game(model, decks).form()
    assert isinstance(found, SequenceForm)
    return found


@cache
def solved(model: str, decks: Decks = INF) -> Solution:
    """Return a game's solution."""
    found = api.solve(form(model, decks))
    assert isinstance(found, Solution)
    return found


@cache
def additive(model: str, decks: Decks = INF) -> AdditiveForm:
    """Return a form as an additive one, with its envelope."""
    return AdditiveForm(form(model, decks))


@cache
def preliminary(model: str, decks: Decks = INF) -> Mapping[str, str]:
    """Return the marks of Table 1 or 2 by view."""
    sorts = additive(model, decks).classify()
    return {view: Letters.get(sort, sort) for view, sort in sorts.items()}


@cache
def final(model: str, decks: Decks = INF) -> Mapping[str, str]:
    """Return the marks of Table 4 or 5 by view."""
    return tables.final(game(model, decks), solved(model, decks).strategies).marks


@cache
def proof(model: str) -> Theorem:
    """Return the theorem for every positive whole number of decks."""
    found = api.prove(f"baccara(model={model}, decks=*)")
    assert isinstance(found, Theorem)
    return found


@cache
def between_rows(decks: Decks) -> AdditiveForm:
    """Return model B3 when Player has his pure strategies 19 and 27 only."""
    settled = {"(0,5)": "draw", "(2,3)": "stand", "(6,9)": "draw", "(7,8)": "draw"}
    return AdditiveForm(restrict(form("B3", decks), 0, settled))


@cache
def points(model: str, decks: Decks) -> tuple[Crossing, ...]:
    """Return the sets of Lemma 2; model ``19-27`` is B3 with Player's rows 19 and 27."""
    own = between_rows(decks).form if model == "19-27" else form(model, decks)
    return tuple(crossings(own))


# ---------------------------------------------------------------------- pure strategies


@cache
def bits(number: int) -> Array:
    """Return Player's sequences (columns) in each pure strategy, 0 to 2^number - 1 (rows)."""
    rows = []
    for choice in product((0, 1), repeat=number):
        own = [(1 - bit, bit) for bit in choice]
        rows.append([1, *(one for pair in own for one in pair)])
    return np.array(rows, dtype=object)


class Lines:
    """What each view of Banker pays, and how often it is met, against Player's pure strategies."""

    def __init__(self, own: SequenceForm) -> None:
        assert own.reach is not None
        one, two = own.sides
        self.views = tuple(cell.key for cell in two.cells)
        plans = bits(len(one.cells)).T
        self.payoffs = _table(own, one.count, two.count).dot(plans)
        self.reach = _table(own.reach, one.count, two.count).dot(plans)[1::2]
        self.below, self.whole = own.denominator, own.reach.denominator

    @property
    def stand(self) -> Array:
        """Payoffs where Banker stands: views by pure strategies, over *below*."""
        found: Array = self.payoffs[1::2]
        return found

    @property
    def draw(self) -> Array:
        """Payoffs where Banker draws."""
        found: Array = self.payoffs[2::2]
        return found

    def expected(self, view: str, u: int) -> tuple[Fraction, Fraction]:
        """Return a_{u,0} and a_{u,1}: Player's conditional expectations at a view."""
        at = self.views.index(view)
        met = Fraction(self.reach[at, u], self.whole)
        return (
            Fraction(self.stand[at, u], self.below) / met,
            Fraction(self.draw[at, u], self.below) / met,
        )

    def b(self, view: str, u: int) -> Fraction:
        """Return b_u: what Player earns more when Banker draws, given the view."""
        stand, draw = self.expected(view, u)
        return draw - stand

    def outside(self, sums: Array) -> list[tuple[str, int]]:
        """Return views and strategies whose ratio to *reach* is not between the first and last."""
        first, last = (slice(None), slice(0, 1)), (slice(None), slice(-1, None))
        gap_0 = sums * self.reach[first] - sums[first] * self.reach
        gap_1 = sums * self.reach[last] - sums[last] * self.reach
        return [
            (self.views[n], int(u)) for n, u in zip(*np.nonzero(gap_0 * gap_1 > 0), strict=True)
        ]


def _table(own: SequenceForm, rows: int, columns: int) -> Array:
    made = np.zeros((columns, rows), dtype=object)
    for i, j, amount in own.payoffs:
        made[j, i] = amount
    return made


@cache
def lines(model: str, decks: Decks = INF) -> Lines:
    """Return a game's lines."""
    return Lines(form(model, decks))


# ---------------------------------------------------------------------- words


def triple(view: str) -> str:
    """Return a view as the paper writes it: ``(0,6),-`` is (0,6,∅).

    >>> triple("(3,3),6"), triple("6,-")
    ('(3,3,6)', '(6,∅)')
    """
    own, _, third = view.rpartition(",")
    return f"({own.strip('()')},{third.replace('-', tables.STANDS)})"


def view_of(seen: tuple[tuple[int, int] | int, int | None]) -> str:
    """Return what Banker knows as a view: ((0, 6), None) is ``(0,6),-``.

    >>> view_of(((0, 6), None)), view_of((6, 9))
    ('(0,6),-', '6,9')
    """
    own, third = seen
    first = str(own) if isinstance(own, int) else f"({own[0]},{own[1]})"
    return f"{first},{'-' if third is None else third}"


def runs(marks: Iterable[tuple[Decks, str]]) -> str:
    """Return a mark that depends on the number of decks in words.

    >>> runs([(1, "*"), (2, "S"), (3, "S"), (50, "S"), ("inf", "S")])
    '*:1 S:2+'
    """
    found: list[tuple[str, Decks, Decks]] = []
    for decks, mark in marks:
        if found and found[-1][0] == mark:
            found[-1] = (mark, found[-1][1], decks)
        else:
            found.append((mark, decks, decks))
    if len(found) == 1:
        return found[0][0]
    words = []
    for mark, low, high in found:
        span = f"{low}" if low == high else f"{low}+" if high == INF else f"{low}-{high}"
        words.append(f"{mark}:{span}")
    return " ".join(words)


def hands_of(*totals: int) -> list[str]:
    """Return the hands of some totals as the keys of views write them."""
    return [f"({a},{b})" for a, b in LOW_HANDS if (a + b) % 10 in totals]
