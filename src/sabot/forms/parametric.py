"""Parametric games: payoffs are polynomials in one parameter, over one positive polynomial.

Input of theorems for all values of a parameter. The treeplexes are those of a numeric form; each
payoff is an integer polynomial over one common polynomial denominator that is positive wherever the
parameter may be, and ``at(t)`` is the ordinary form at one value. :class:`PolynomialForm` is
zero-sum; in :class:`PolynomialGeneralSumForm` each of two players has its own payoffs;
:class:`ParametricContinuousGame` has continuous types. Where the rules pay sums of stakes, payoffs
are polynomials of a known degree, and the numeric forms at degree + 1 values determine them
(Lagrange); the form at one further value must agree, which guards against rules that branch on the
parameter.
"""

from __future__ import annotations

import copyreg
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import ClassVar, Generic, TypeAlias, TypeGuard, TypeVar

from flint import fmpq, fmpq_poly, fmpz_poly

from sabot.errors import FormError, NoMethodError, NumberError
from sabot.exact import over_one_denominator
from sabot.forms.algebra.rational_function import Coefficients, Formula, polynomial_text
from sabot.forms.continuous.betting_game import ContinuousBettingForm, EquilibriumHint
from sabot.forms.sequence import SequenceForm, Treeplex, sequence_form_from_sums
from sabot.forms.sequence_nplayer import NPlayerSequenceForm, PayoffEntry
from sabot.progress import raise_if_cancelled, track_progress

RingElement: TypeAlias = int | fmpz_poly
"""What payoffs are counted in: whole numbers, or polynomials in one parameter."""


@dataclass(frozen=True)
class ParameterDomain:
    """Where the parameter may be: whole numbers, or all real ones, from *low* to *high*."""

    low: Fraction | None
    """None: there is no lower end, and all real numbers up to *high* are meant."""
    high: Fraction | None = None
    whole: bool = True
    free: bool = False
    """Whether the ends are only a beginning: the game is one for any other number too."""

    @property
    def spot(self) -> Fraction:
        """The least value; of a range without one another value in it."""
        if self.low is not None:
            return self.low
        return Fraction(0) if self.high is None else self.high

    def within(
        self, name: str, low: Fraction | float | None, high: Fraction | float | None
    ) -> ParameterDomain:
        """Return the part from *low* to *high*, which must be inside; None: as it is.

        The only floats are ``-inf`` and ``inf``: no lower, no upper end.
        """
        if low == math.inf or high == -math.inf:
            raise NumberError(f"{name}: a range begins at a number or -inf, and ends at one or inf")
        start = self._lower_end(name, self.low if low is None else low)
        end = self.high if high is None else None if high == math.inf else Fraction(high)
        if self.whole and not all(e is None or e.denominator == 1 for e in (start, end)):
            raise NumberError(f"{name} is a whole number: give whole ends")
        if not self.free and (
            (self.low is not None and (start is None or start < self.low))
            or (self.high is not None and (end is None or end > self.high))
        ):
            ends = "-infinity" if start is None else start, "infinity" if end is None else end
            raise NumberError(f"{name} from {ends[0]} to {ends[1]}: it may be {self}")
        room = None if start is None or end is None else end - start
        if room is not None and (room < 0 or (room == 0 and not self.whole)):
            raise NumberError(f"{name} from {start} to {end}: there is nothing between")
        return ParameterDomain(start, end, self.whole, self.free)

    def _lower_end(self, name: str, low: Fraction | float | None) -> Fraction | None:
        if low is None:
            return None
        if low != -math.inf:
            return Fraction(low)
        if self.whole or not (self.free or self.low is None):
            raise NumberError(f"{name} from -infinity: it may be {self}")
        return None

    def __str__(self) -> str:
        kind = "every whole number" if self.whole else "every real number"
        if self.low is None:
            return kind if self.high is None else f"{kind} <= {self.high}"
        if self.high is None:
            return f"{kind} >= {self.low}"
        return f"{kind} from {self.low} to {self.high}"


Amount = TypeVar("Amount")


@dataclass(frozen=True)
class PolynomialPayoffs(Generic[Amount]):
    """Two sides, and between their sequences what is paid, over one polynomial."""

    hands: ClassVar[str] = "dealt"
    zero_sum: ClassVar[bool]
    """Whether what the first seat is paid the second one pays."""
    parameter: str
    sides: tuple[Treeplex, Treeplex]
    payoffs: tuple[tuple[int, int, Amount], ...]
    """By the sequences of both seats, in order; what is missing is nothing."""
    denominator: fmpz_poly
    domain: ParameterDomain

    @property
    def seats(self) -> tuple[str, str]:
        """The two seats' names."""
        return self.sides[0].name, self.sides[1].name

    def below(self, value: Fraction | int) -> Fraction:
        """Return the denominator at one value of the parameter: it is positive there."""
        found = evaluate_polynomial(self.denominator, value)
        if found <= 0:
            raise FormError(f"the denominator is not positive at {self.parameter} = {value}")
        return found


@dataclass(frozen=True)
class PolynomialForm(PolynomialPayoffs[fmpz_poly]):
    """Two sides and polynomial payoffs between their sequences."""

    zero_sum = True

    @classmethod
    def of(
        cls,
        parameter: str,
        sides: tuple[Treeplex, Treeplex],
        payoffs: Mapping[tuple[int, int], RingElement],
        denominator: RingElement,
        domain: ParameterDomain,
    ) -> PolynomialForm:
        """Return the form of payoffs given as polynomials (or integers) by pairs of sequences."""
        entries = tuple((i, j, as_polynomial(amount)) for (i, j), amount in sorted(payoffs.items()))
        live = tuple(entry for entry in entries if entry[2] != 0)
        return cls(parameter, sides, live, as_polynomial(denominator), domain)

    @property
    def has_parameter(self) -> bool:
        """Whether a payoff depends on the parameter."""
        return any(amount.degree() > 0 for *_, amount in self.payoffs)

    def entries(self) -> Iterator[tuple[int, int, fmpz_poly]]:
        """Yield the payoffs between sequences: the first seat's, the second's, the amount."""
        return iter(self.payoffs)

    def at(self, value: Fraction | int) -> SequenceForm:
        """Return the numeric form at one value of the parameter."""
        top, unit = Fraction(value).as_integer_ratio()
        most = max((amount.degree() for *_, amount in self.payoffs), default=0)
        below = self.below(value) * unit**most
        powers = [top**k * unit ** (most - k) * below.denominator for k in range(most + 1)]
        sums = {
            (i, j): sum(int(c) * power for c, power in zip(amount.coeffs(), powers, strict=False))
            for i, j, amount in self.payoffs
        }
        return sequence_form_from_sums(self.sides, {below.numerator: sums})


def _reduce_polynomial(polynomial: fmpz_poly) -> tuple[type[fmpz_poly], tuple[list[int]]]:
    return fmpz_poly, (list(coefficients(polynomial)),)


copyreg.pickle(fmpz_poly, _reduce_polynomial)  # FLINT's cannot be sent to another process


def as_polynomial(element: RingElement) -> fmpz_poly:
    """Return an integer or a polynomial as a polynomial."""
    return element if isinstance(element, fmpz_poly) else fmpz_poly([int(element)])


def _evaluate(polynomial: fmpz_poly, at: Fraction) -> Fraction:
    found = polynomial(fmpq(at.numerator, at.denominator))
    return Fraction(int(found.p), int(found.q))


def evaluate_polynomial(polynomial: fmpz_poly, at: Fraction | int) -> Fraction:
    """Return a polynomial's exact value.

    >>> evaluate_polynomial(fmpz_poly([1, 0, 2]), Fraction(1, 2))
    Fraction(3, 2)
    """
    return _evaluate(polynomial, Fraction(at))


def coefficients(polynomial: fmpz_poly) -> Coefficients:
    """Return the coefficients of a polynomial, the constant first."""
    return tuple(map(int, polynomial))


def polynomial_expression(polynomial: fmpz_poly, name: str) -> str:
    """Return a polynomial as a Python expression in *name*, highest power first.

    >>> polynomial_expression(fmpz_poly([-5, 0, 1, -2]), "d")
    '-2*d**3 + d**2 - 5'
    """
    return polynomial_text(coefficients(polynomial), name)


def quotient_formula(top: fmpz_poly, below: fmpz_poly, name: str) -> Formula:
    """Return a quotient of polynomials as a formula, in lowest terms."""
    top, below = quotient_in_lowest_terms(top, below)
    return Formula(coefficients(top), coefficients(below), name)


def quotient_expression(top: fmpz_poly, below: fmpz_poly, name: str) -> str:
    """Return a quotient of polynomials as a Python expression, in lowest terms.

    >>> quotient_expression(fmpz_poly([0, 2]), fmpz_poly([0, 0, 4]), "t")
    '1/(2*t)'
    """
    return str(quotient_formula(top, below, name))


def quotient_in_lowest_terms(top: fmpz_poly, below: fmpz_poly) -> tuple[fmpz_poly, fmpz_poly]:
    """Return a quotient in lowest terms, the denominator with a positive leading coefficient."""
    if top == below or top == 0:
        return fmpz_poly([int(top != 0)]), fmpz_poly([1])
    common = top.gcd(below)
    top, below = divmod(top, common)[0], divmod(below, common)[0]
    if below.leading_coefficient() < 0:
        top, below = -top, -below
    return top, below


def common_factor(polynomials: Iterable[fmpz_poly]) -> fmpz_poly:
    """Return the greatest common divisor of some polynomials."""
    shared = fmpz_poly([0])
    for polynomial in polynomials:
        shared = shared.gcd(polynomial)
        if shared == 1:
            break
    return shared


_FIRST_WEIGHT = 1009
"""The weights of a combination of polynomials are this number and the next ones."""


def without_common_factor(polynomials: Sequence[fmpz_poly]) -> list[fmpz_poly]:
    """Return polynomials divided by their greatest common divisor.

    It is nearly always that of the last polynomial and one combination of all; a quotient with a
    remainder shows where it is not.

    >>> without_common_factor([fmpz_poly([0, 2]), fmpz_poly([0, 4, 6])])
    [1, 3*x + 2]
    """
    mixed = fmpz_poly([])
    for number, polynomial in enumerate(polynomials):
        mixed += (_FIRST_WEIGHT + number) * polynomial
    shared, quotients = mixed.gcd(polynomials[-1]), list[fmpz_poly]()
    while len(quotients) < len(polynomials):
        polynomial = polynomials[len(quotients)]
        quotient, rest = divmod(polynomial, shared)
        if rest == 0:
            quotients.append(quotient)
        else:
            shared, quotients = shared.gcd(polynomial), []
    return quotients


PolynomialPairPayoff = tuple[fmpz_poly, fmpz_poly]


@dataclass(frozen=True)
class PolynomialGeneralSumForm(PolynomialPayoffs[PolynomialPairPayoff]):
    """Two sides, and between their sequences what each of the seats is paid."""

    zero_sum = False

    @classmethod
    def of(
        cls,
        parameter: str,
        sides: tuple[Treeplex, Treeplex],
        payoffs: Mapping[tuple[int, int], tuple[RingElement, RingElement]],
        denominator: RingElement,
        domain: ParameterDomain,
    ) -> PolynomialGeneralSumForm:
        """Return the form of payoffs given as polynomials (or integers) by pairs of sequences."""
        entries = (
            (i, j, (as_polynomial(one), as_polynomial(two)))
            for (i, j), (one, two) in sorted(payoffs.items())
        )
        live = tuple(entry for entry in entries if any(amount != 0 for amount in entry[2]))
        return cls(parameter, sides, live, as_polynomial(denominator), domain)

    @classmethod
    def numeric(cls, form: NPlayerSequenceForm) -> PolynomialGeneralSumForm:
        """Return one game as the family of itself: its polynomials are numbers.

        >>> from sabot import load
        >>> from sabot.forms.sequence_nplayer import nplayer_form_of_tree
        >>> kuhn = PolynomialGeneralSumForm.numeric(nplayer_form_of_tree(load("kuhn-poker").tree()))
        >>> kuhn.seats, len(kuhn.payoffs), kuhn.denominator
        (('first', 'second'), 30, 6)
        """
        if len(form.sides) != 2:
            raise FormError(form.obstacle)
        one, two = form.sides
        payoffs = {(i, j): (a, b) for end in form.ends for i, j in [end.sequences]
                   for a, b in [end.payoffs]}  # fmt: skip
        domain = ParameterDomain(Fraction(0), Fraction(0), whole=False)
        return cls.of("t", (one, two), payoffs, form.denominator, domain)

    @property
    def has_parameter(self) -> bool:
        """Whether a payoff depends on the parameter."""
        return any(amount.degree() > 0 for *_, both in self.payoffs for amount in both)

    @property
    def is_binary_action(self) -> bool:
        """Whether every choice is between two actions, and none follows another of its seat."""
        cells = (cell for side in self.sides for cell in side.cells)
        return all(len(cell.actions) == 2 and not cell.parent for cell in cells)

    @property
    def separable(self) -> bool:
        """Whether its choices are binary, and too many for a matrix of pure strategies."""
        one, two = (len(side.cells) for side in self.sides)
        return self.is_binary_action and one + two > NORMAL_FORM_INFOSETS

    def at(self, value: Fraction | int) -> NPlayerSequenceForm:
        """Return the game at one value of the parameter; chances of hands are not kept."""
        below = self.below(value)
        amounts = (
            evaluate_polynomial(amount, value) / below
            for _, _, both in self.payoffs
            for amount in both
        )
        numbers, unit = over_one_denominator(amounts)
        ends = (
            PayoffEntry((i, j), 0, (numbers[2 * n], numbers[2 * n + 1]))
            for n, (i, j, _) in enumerate(self.payoffs)
        )
        return NPlayerSequenceForm(self.sides, tuple(ends), 1, unit)


MAX_FIRST_PLAYER_INFOSETS = 12
"""Choices of the first seat: each may be split in three."""
NORMAL_FORM_INFOSETS = 20
"""Choices of both: a game with fewer is written out as a matrix, where nothing is left out."""


def is_large_binary_action_game(form: object) -> TypeGuard[NPlayerSequenceForm]:
    """Return whether a game has binary actions and is large enough for this to pay."""
    if not isinstance(form, NPlayerSequenceForm) or len(form.sides) != 2 or form.zero_sum:
        return False
    one, two = (side.cells for side in form.sides)
    return (
        0 < len(one) <= MAX_FIRST_PLAYER_INFOSETS
        and len(one) + len(two) > NORMAL_FORM_INFOSETS
        and all(len(cell.actions) == 2 and not cell.parent for cell in (*one, *two))
    )


def interpolate_form(
    name: str, form_at: Callable[[int], SequenceForm], degree: int, domain: ParameterDomain
) -> PolynomialForm:
    """Return the form with payoffs of at most *degree* in a parameter, from its values."""
    spots = range(1, degree + 3)
    forms = [form_at(spot) for spot in track_progress("writing out", spots, f"values of {name}")]
    sides = forms[0].sides
    if any(form.sides != sides for form in forms):
        raise NoMethodError(f"the views of the game change with {name}")
    tables = [{(i, j): Fraction(a, form.denominator) for i, j, a in form.payoffs} for form in forms]
    whole, below = _interpolate_tables(name, tables, spots)
    return PolynomialForm.of(name, sides, whole, below, domain)


def interpolate_general_sum_form(
    name: str, form_at: Callable[[int], NPlayerSequenceForm], degree: int, domain: ParameterDomain
) -> PolynomialGeneralSumForm:
    """Return the same of a game for two in which each player has a payoff of its own."""
    spots = range(1, degree + 3)
    forms = [form_at(spot) for spot in track_progress("writing out", spots, f"values of {name}")]
    sides = forms[0].sides
    if any(form.sides != sides for form in forms):
        raise NoMethodError(f"the views of the game change with {name}")
    tables = [
        {
            (i, j, seat): Fraction(amount, form.denominator)
            for end in form.ends
            for i, j in [end.sequences]
            for seat, amount in enumerate(end.payoffs)
        }
        for form in forms
    ]
    whole, below = _interpolate_tables(name, tables, spots)
    zero = fmpz_poly([])
    pairs = {(i, j): (whole.get((i, j, 0), zero), whole.get((i, j, 1), zero)) for i, j, _ in whole}
    return PolynomialGeneralSumForm.of(name, (sides[0], sides[1]), pairs, below, domain)


Place = TypeVar("Place", tuple[int, int], tuple[int, int, int])


def _interpolate_tables(
    name: str, tables: Sequence[Mapping[Place, Fraction]], spots: Sequence[int]
) -> tuple[dict[Place, fmpz_poly], int]:
    """Return polynomials over one number, by place, through values at some spots.

    The last spot is one more than the degree needs, and must agree.
    """
    payoffs: dict[Place, fmpq_poly] = {}
    for spot in sorted(set().union(*tables)):
        raise_if_cancelled()
        values = [table.get(spot, Fraction(0)) for table in tables]
        payoffs[spot] = lagrange_polynomial(list(spots[:-1]), values[:-1])
        last = payoffs[spot](fmpq(spots[-1]))
        if Fraction(int(last.p), int(last.q)) != values[-1]:
            raise NoMethodError(f"payoffs are not polynomials of degree {len(spots) - 2} in {name}")
    below = lcm(*(int(p.denom()) for p in payoffs.values()))
    return {spot: fmpz_poly((p * below).numer().coeffs()) for spot, p in payoffs.items()}, below


def lagrange_polynomial(spots: list[int], values: list[Fraction]) -> fmpq_poly:
    """Return the polynomial of least degree through some points (Lagrange)."""
    total = fmpq_poly([0])
    for k, (at, value) in enumerate(zip(spots, values, strict=True)):
        term = fmpq_poly([fmpq(value.numerator, value.denominator)])
        for j, other in enumerate(spots):
            if j != k:
                term *= fmpq_poly([-other, 1]) / (at - other)
        total += term
    return total


@dataclass(frozen=True)
class ParametricContinuousGame:
    """What a theorem on real hands is about."""

    hands: ClassVar[str] = "real"
    parameter: str
    form: ContinuousBettingForm
    """All its amounts and chances are of the type ``fmpq_poly``."""
    domain: ParameterDomain
    """Real numbers, all of which the rules allow."""
    hint: Callable[[Fraction], EquilibriumHint]
    """Where to look for an equilibrium at one value."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The players' names."""
        return self.form.seats


def as_rational_polynomial(number: RingElement | Fraction | fmpq_poly) -> fmpq_poly:
    """Return a number, or a polynomial in the open parameter, as a polynomial.

    >>> as_rational_polynomial(Fraction(1, 2)), as_rational_polynomial(fmpz_poly([0, 1]))
    (1/2, x)
    """
    if isinstance(number, fmpq_poly):
        return number
    if isinstance(number, fmpz_poly):
        return fmpq_poly(number)
    exact = Fraction(number)
    return fmpq_poly([fmpq(exact.numerator, exact.denominator)])
