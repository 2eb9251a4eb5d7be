"""The models of the paper: for one number of decks, and for every whole number d by polynomials.

Each model is built, solved and proved once per run. Numbers of decks run over 1 to 20, 50 and
infinity; infinity is the model with replacement. Also here: the payoffs of Banker's information
sets against all pure strategies of Player, and information sets and ranges of decks as the paper
writes them. For statements about every d a sign is proved for all d >= low by a Taylor shift:
p(low + s) with coefficients of one sign. Below the first such low there are finitely many d, and
each is computed. These polynomials are counted from the cards; neither ``sabot.prove`` nor its
classification is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise, product

import numpy as np
import numpy.typing as npt
from flint import fmpz_poly

from sabot.api import proving, solving
from sabot.forms.additive import AdditiveForm
from sabot.forms.parametric import quotient_expression
from sabot.forms.sequence import SequenceForm
from sabot.game_rules.game import Game
from sabot.games.baccara import ethier_gamez
from sabot.games.baccara.count import NON_NATURAL_HANDS, count_game
from sabot.games.baccara.ethier_gamez import (
    ACTION_LETTERS,
    BankerCrossing,
    banker_crossings,
    restrict_game,
)
from sabot.games.baccara.rules import seat_rules
from sabot.loading import load
from sabot.papers.report import CrossCheckError, compare
from sabot.results.parametric import Theorem
from sabot.results.solution import Solution
from sabot.sources.ethier_gamez_2013.printed_formulas import PrintedFormula

ObjectArray = npt.NDArray[np.object_]
INFINITE_DECKS = "inf"
Decks = int | str
DECK_NUMBERS = (*range(1, 21), 50)
ALL_DECKS: tuple[Decks, ...] = (*DECK_NUMBERS, INFINITE_DECKS)
FIVE_HAND_KEYS = ("(0,5)", "(1,4)", "(2,3)", "(6,9)", "(7,8)")
"""Player's hands of total 5, in the order of the bits of a pure strategy 0 to 31."""
compare_exact = partial(compare, evidence="computed again, exactly")
"""Compare; with evidence where a claim brings none of its own."""


@cache
def load_model(model: str, decks: Decks = INFINITE_DECKS) -> Game:
    """Return a game; B1 with infinitely many decks is A1, and so on."""
    if decks == INFINITE_DECKS:
        return load(f"baccara(model=A{model[1]})")
    return load(f"baccara(model={model}, decks={decks})")


@cache
def model_form(model: str, decks: Decks = INFINITE_DECKS) -> SequenceForm:
    """Return a game's form."""
    found = load_model(model, decks).form()
    assert isinstance(found, SequenceForm)
    return found


@cache
def solve_model(model: str, decks: Decks = INFINITE_DECKS) -> Solution:
    """Return a game's solution."""
    found = solving.solve(model_form(model, decks))
    assert isinstance(found, Solution)
    return found


@cache
def additive_model(model: str, decks: Decks = INFINITE_DECKS) -> AdditiveForm:
    """Return a form as an additive one, with its envelope."""
    return AdditiveForm(model_form(model, decks))


@cache
def preliminary_marks(model: str, decks: Decks = INFINITE_DECKS) -> Mapping[str, str]:
    """Return the marks of Table 1 or 2 by view."""
    sorts = additive_model(model, decks).classify()
    return {view: ACTION_LETTERS.get(sort, sort) for view, sort in sorts.items()}


@cache
def final_marks(model: str, decks: Decks = INFINITE_DECKS) -> Mapping[str, str]:
    """Return the marks of Table 4 or 5 by view."""
    return ethier_gamez.banker_table(
        load_model(model, decks), solve_model(model, decks).strategies
    ).marks


@cache
def prove_model(model: str) -> Theorem:
    """Return the theorem for every positive whole number of decks."""
    found = proving.prove(f"baccara(model={model}, decks=*)")
    assert isinstance(found, Theorem)
    return found


@cache
def model_b3_rows_19_27(decks: Decks) -> AdditiveForm:
    """Return model B3 when Player has his pure strategies 19 and 27 only."""
    settled = {"(0,5)": "draw", "(2,3)": "stand", "(6,9)": "draw", "(7,8)": "draw"}
    return AdditiveForm(restrict_game(model_form("B3", decks), 0, settled))


@cache
def lemma_2_crossings(model: str, decks: Decks) -> tuple[BankerCrossing, ...]:
    """Return the sets of Lemma 2; model ``19-27`` is B3 with Player's rows 19 and 27."""
    own = model_b3_rows_19_27(decks).form if model == "19-27" else model_form(model, decks)
    return tuple(banker_crossings(own))


# ---------------------------------------------------------------------- pure strategies


@cache
def pure_strategy_plans(number: int) -> ObjectArray:
    """Return Player's sequences (columns) in each pure strategy, 0 to 2^number - 1 (rows)."""
    rows = []
    for choice in product((0, 1), repeat=number):
        own = [(1 - bit, bit) for bit in choice]
        rows.append([1, *(one for pair in own for one in pair)])
    return np.array(rows, dtype=object)


class PureStrategyPayoffs:
    """What each view of Banker pays, and how often it is met, against Player's pure strategies."""

    def __init__(self, own: SequenceForm) -> None:
        assert own.reach is not None
        one, two = own.sides
        self.views = tuple(cell.key for cell in two.cells)
        plans = pure_strategy_plans(len(one.cells)).T
        self.payoffs = _payoff_array(own, one.count, two.count).dot(plans)
        self.reach = _payoff_array(own.reach, one.count, two.count).dot(plans)[1::2]
        self.below, self.whole = own.denominator, own.reach.denominator

    @property
    def stand(self) -> ObjectArray:
        """Payoffs where Banker stands: views by pure strategies, over *below*."""
        found: ObjectArray = self.payoffs[1::2]
        return found

    @property
    def draw(self) -> ObjectArray:
        """Payoffs where Banker draws."""
        found: ObjectArray = self.payoffs[2::2]
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

    def outside(self, sums: ObjectArray) -> list[tuple[str, int]]:
        """Return views and strategies whose ratio to *reach* is not between the first and last."""
        first, last = (slice(None), slice(0, 1)), (slice(None), slice(-1, None))
        gap_0 = sums * self.reach[first] - sums[first] * self.reach
        gap_1 = sums * self.reach[last] - sums[last] * self.reach
        return [
            (self.views[n], int(u)) for n, u in zip(*np.nonzero(gap_0 * gap_1 > 0), strict=True)
        ]


def _payoff_array(own: SequenceForm, rows: int, columns: int) -> ObjectArray:
    made = np.zeros((columns, rows), dtype=object)
    for i, j, amount in own.payoffs:
        made[j, i] = amount
    return made


@cache
def pure_strategy_payoffs(model: str, decks: Decks = INFINITE_DECKS) -> PureStrategyPayoffs:
    """Return a game's lines."""
    return PureStrategyPayoffs(model_form(model, decks))


# ---------------------------------------------------------------------- words


def paper_triple(view: str) -> str:
    """Return a view as the paper writes it: ``(0,6),-`` is (0,6,∅).

    >>> paper_triple("(3,3),6"), paper_triple("6,-")
    ('(3,3,6)', '(6,∅)')
    """
    own, _, third = view.rpartition(",")
    return f"({own.strip('()')},{third.replace('-', ethier_gamez.PLAYER_STOOD)})"


def infoset_key(seen: tuple[tuple[int, int] | int, int | None]) -> str:
    """Return what Banker knows as a view: ((0, 6), None) is ``(0,6),-``.

    >>> infoset_key(((0, 6), None)), infoset_key((6, 9))
    ('(0,6),-', '6,9')
    """
    own, third = seen
    first = str(own) if isinstance(own, int) else f"({own[0]},{own[1]})"
    return f"{first},{'-' if third is None else third}"


def deck_runs(marks: Iterable[tuple[Decks, str]]) -> str:
    """Return a mark that depends on the number of decks in words.

    >>> deck_runs([(1, "*"), (2, "S"), (3, "S"), (50, "S"), ("inf", "S")])
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
        span = f"{low}" if low == high else f"{low}+" if high == INFINITE_DECKS else f"{low}-{high}"
        words.append(f"{mark}:{span}")
    return " ".join(words)


def hand_keys(*totals: int) -> list[str]:
    """Return the hands of some totals as the keys of views write them."""
    return [f"({a},{b})" for a, b in NON_NATURAL_HANDS if (a + b) % 10 in totals]


PolynomialRow = list[fmpz_poly]
"""One polynomial for each of Player's pure strategies."""
ZERO_POLYNOMIAL = fmpz_poly([])
MAX_SHIFT = 1000
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


def first_lasting_d(polynomial: fmpz_poly) -> int:
    """Return the first d >= 1 from which on the sign of a polynomial, not 0, is proved to last."""
    for low in range(1, MAX_SHIFT):
        if sign_from(polynomial, low):
            return low
    raise CrossCheckError(f"no lasting sign of a polynomial was found up to d = {MAX_SHIFT}")


def sign_runs(polynomial: fmpz_poly) -> str:
    """Return the sign of a polynomial at every d >= 1, in runs.

    >>> sign_runs(fmpz_poly([-10, 1])), sign_runs(fmpz_poly([1, 1])), sign_runs(fmpz_poly([]))
    ('-:1-9 0:10 +:11+', '+', '0')
    """
    if polynomial == 0:
        return "0"
    low = first_lasting_d(polynomial)
    marks: list[tuple[Decks, str]] = [
        (d, "0+-"[_sign_of(int(polynomial(d)))]) for d in range(1, low + 1)
    ]
    return deck_runs([*marks, (INFINITE_DECKS, marks[-1][1])])


def positive_at(polynomial: fmpz_poly) -> tuple[int, ...] | None:
    """Return every d >= 1 at which a polynomial is positive; None where there is no last one."""
    if all(c <= 0 for c in polynomial(fmpz_poly([1, 1])).coeffs()):
        return ()
    low = first_lasting_d(polynomial)
    if sign_from(polynomial, low) > 0:
        return None
    return tuple(d for d in range(1, low) if polynomial(d) > 0)


def _sign_of(number: int) -> int:
    return (number > 0) - (number < 0)


# ---------------------------------------------------------------------- ratios of polynomials


@dataclass(frozen=True)
class RationalFunction:
    """A rational function of d; what it is divided by is positive for every d >= 1."""

    top: fmpz_poly
    below: fmpz_poly

    @classmethod
    def of(cls, formula: PrintedFormula) -> RationalFunction:
        """Return a printed formula as a ratio."""
        return cls(formula.top, formula.below)

    def __sub__(self, other: RationalFunction) -> RationalFunction:
        return RationalFunction(
            self.top * other.below - other.top * self.below, self.below * other.below
        )

    def mix(self, one: RationalFunction, two: RationalFunction) -> RationalFunction:
        """Return (1 - p) one + p two, where p is this ratio."""
        top = (self.below - self.top) * one.top * two.below + self.top * two.top * one.below
        return RationalFunction(top, self.below * one.below * two.below)

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
        return sign_runs(self.top) if sign_runs(self.below) == "+" else "not shown"

    def __str__(self) -> str:
        return quotient_expression(self.top, self.below, "d")


# ---------------------------------------------------------------------- the game for every d


@dataclass(frozen=True)
class ModelPolynomials:
    """A model for every d: what each view of Banker pays and how often it is met.

    Polynomials for each of Player's pure strategies, all over *below*.
    """

    base: PolynomialRow
    stand: Mapping[str, PolynomialRow]
    draw: Mapping[str, PolynomialRow]
    reach: Mapping[str, PolynomialRow]
    below: fmpz_poly

    @property
    def gaps(self) -> dict[str, PolynomialRow]:
        """By view: what Player earns more when Banker draws."""
        return {
            view: [
                draw - stand for draw, stand in zip(self.draw[view], self.stand[view], strict=True)
            ]
            for view in self.draw
        }

    def column(self, u: int, drawing: Iterable[str]) -> RationalFunction:
        """Return the payoff of strategy u against a Banker who draws at some views only."""
        drawn = set(drawing)
        top = self.base[u]
        for view in self.stand:
            top = top + (self.draw if view in drawn else self.stand)[view][u]
        return RationalFunction(top, self.below)

    def outside(self, sums: Mapping[str, PolynomialRow]) -> dict[str, tuple[int, ...] | None]:
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
def model_polynomials(model: str) -> ModelPolynomials:
    """Return a model for every d, counted from 4 d cards of each rank."""
    d = fmpz_poly([0, 1])
    game = count_game([16 * d, *[4 * d] * 9], seat_rules(model))
    one, two = game.sides
    plans = [
        [i for i, on in enumerate(plan) if on]
        for plan in pure_strategy_plans(len(one.cells)).tolist()
    ]

    def lines(entries: Mapping[tuple[int, int], fmpz_poly], j: int) -> PolynomialRow:
        column = [entries.get((i, j), ZERO_POLYNOMIAL) for i in range(one.count)]
        return [sum((column[i] for i in plan), ZERO_POLYNOMIAL) for plan in plans]

    return ModelPolynomials(
        lines(game.payoffs, 0),
        {cell.key: lines(game.payoffs, cell.first) for cell in two.cells},
        {cell.key: lines(game.payoffs, cell.first + 1) for cell in two.cells},
        {cell.key: lines(game.reach, cell.first) for cell in two.cells},
        game.denominator,
    )


@cache
def draw_gaps(model: str) -> dict[str, PolynomialRow]:
    """Return, by view, what Player earns more when Banker draws, for each pure strategy."""
    return model_polynomials(model).gaps


# ---------------------------------------------------------------------- Lemma 2


def lemma_2_sets(model: str, rows: tuple[int, int], low: int) -> dict[str, str]:
    """Return the set of Lemma 2 that each view is in for every d >= low: 00, 01, 10 or 11.

    *rows* are the two pure strategies of Player between which p runs; ``?`` where it is not shown.
    """
    letters = {1: "0", -1: "1", 0: "?"}
    return {
        view: "".join(letters[sign_from(own[u], low)] for u in rows)
        for view, own in draw_gaps(model).items()
    }


def count_ordered_neighbours(
    model: str, views: list[str], low: int, rows: tuple[int, int] = (0, -1)
) -> int:
    """Return how many neighbours of *views* have points p(l) in that order for every d >= low.

    *rows* are the two pure strategies of Player between which p runs.
    """
    own = {view: [draw_gaps(model)[view][u] for u in rows] for view in views}
    right = 0
    for one, two in pairwise(views):
        (a0, a1), (b0, b1) = own[one], own[two]
        found = [sign_from(p, low) for p in (a0 - a1, b0 - b1, b0 * (a0 - a1) - a0 * (b0 - b1))]
        right += found == [1, 1, 1]
    return right


def envelope_height(
    model: str, views: list[str], at: int, low: int, rows: tuple[int, int]
) -> RationalFunction:
    """Return V(p(l)) for every d >= low, where l is number *at* of *views*, which are in order.

    Lemma 2: Banker draws where he always does, and at the views whose point lies below.
    """
    drawing = {view for view, sort in lemma_2_sets(model, rows, low).items() if sort == "11"}
    drawing |= set(views[:at])
    g0, g1 = (draw_gaps(model)[views[at]][u] for u in rows)
    one, two = (model_polynomials(model).column(u, drawing) for u in rows)
    return RationalFunction(g0, g0 - g1).mix(one, two)
