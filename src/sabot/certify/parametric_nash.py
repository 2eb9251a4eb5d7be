"""Verify all extreme equilibria of a bimatrix game for every value of a parameter.

Documents: ``sabot/nash-proof/1``. The range of the parameter is covered by open pieces and the
points between them. On each of these *parts* the file lists equilibria as formulas. A sign of a
polynomial on a part is one that it has at all of its values. Then

* the strategies of a list are mixed strategies with the same support and the same best responses at
  all values, and each pair is an equilibrium that pays what is written;
* each strategy is extreme: its equations have full column rank at all values, by a determinant, or
  by that of Gram's matrix, which is the sum of the squares of all determinants;
* the cases show that there are no other extreme equilibria. They are those of a single game
  (:mod:`sabot.certify.all_nash`), where a shift may have polynomials as weights. A case may besides
  be cut at a value of the parameter, and a side of it may be divided into its facets: if its
  equations do not fix a point, a vertex of it has one label more.

Two extreme strategies with the same support and the same best responses are the same one, so
strategies are known by these labels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from sabot.certify.algebra.formula_parser import Quotient
from sabot.certify.algebra.intervals import (
    Domain,
    ParameterInterval,
    PointInterval,
    RealInterval,
    evaluate_at_fraction,
    iterate_covering_pieces,
    read_formula,
    read_parameter,
    read_point,
    require_list,
)
from sabot.certify.algebra.polynomial import (
    Poly,
    add,
    determinant,
    divide_exactly,
    multiply,
    read_polynomial,
)
from sabot.certify.algebra.real_roots import AlgebraicPoint, polynomial_gcd, separate_points
from sabot.certify.all_nash import (
    ListedComponent,
    iterate_bits,
    read_components,
    require_spanned_components,
)
from sabot.certify.documents import require_digest
from sabot.certify.double_description import Weights
from sabot.certify.json_reader import (
    Json,
    JsonObject,
    describe_value,
    quote_name,
    read_two_seat_names,
    require_keys,
    require_labels,
)
from sabot.certify.limits import (
    MOST_PARAMETRIC_NASH_CASES,
    MOST_PARAMETRIC_NASH_EQUILIBRIA,
    MOST_PARAMETRIC_NASH_STRATEGIES,
    MOST_PARAMETRIC_NASH_WORK,
    WorkMeter,
)
from sabot.certify.record_codec import (
    Field,
    NamedDocument,
    OptionalField,
    Record,
    any_number,
    raw,
)
from sabot.certify.verdict import BreakpointVerdict, VerifiedDomain
from sabot.errors import CertificateError, FileError

PolynomialMatrix = list[list[Poly]]


@dataclass(frozen=True)
class PolynomialBimatrixForm:
    """The game in the file: by player its strategies, and its payoffs as polynomials over one."""

    seats: tuple[str, str]
    actions: tuple[list[str], list[str]]
    payoffs: tuple[PolynomialMatrix, PolynomialMatrix]
    denominators: tuple[Poly, Poly]


@dataclass(frozen=True)
class ShiftCase:
    """A case without equilibria: the weights of a player's responses show it."""

    seat: int
    weights: tuple[Poly, ...]


@dataclass(frozen=True)
class CutCase:
    """A case that is cut at a value of the parameter: three follow."""

    point: AlgebraicPoint


@dataclass(frozen=True)
class FacetCase:
    """A side is divided: a case follows for each label not imposed and not excluded there."""

    side: int


@dataclass(frozen=True)
class ProductCase:
    """Both sides are looked at by themselves: a case of the first side follows, then the other."""


Case = int | ShiftCase | CutCase | FacetCase | ProductCase | None
"""A label to branch on, from 1 (negative: on the second side first); a shift, a cut, facets or a
product; or None: one point on either side."""


@dataclass(frozen=True)
class ListedFormulas:
    """An equilibrium as it is written: both strategies and both payoffs, as quotients."""

    mixes: tuple[tuple[Quotient | None, ...], tuple[Quotient | None, ...]]
    """By player and strategy; None: probability 0."""
    payoffs: tuple[Quotient, Quotient]
    texts: tuple[str, str]


@dataclass(frozen=True)
class ParametricNashPart:
    """A range of the parameter, or a point of it, with its extreme equilibria."""

    span: RealInterval | PointInterval
    equilibria: tuple[ListedFormulas, ...]
    unique: tuple[bool, bool]
    components: tuple[ListedComponent, ...]
    cases: tuple[Case, ...]


@dataclass(frozen=True)
class ParametricNashDocument:
    """A theorem on all equilibria and all that it rests on."""

    game: str
    parameter: str
    low: AlgebraicPoint | None
    high: AlgebraicPoint | None
    form: PolynomialBimatrixForm
    pieces: tuple[ParametricNashPart, ...]
    points: tuple[ParametricNashPart, ...]
    ends: tuple[AlgebraicPoint, ...]
    digest: str


# ---------------------------------------------------------------------- reading


class _FormRecord(Record, what="the form of a matrix game"):
    kind = Field(raw)
    rows = Field(raw)
    columns = Field(raw)
    denominators = Field(require_list)
    payoffs = Field(require_list)


class _ParametricNashRecord(NamedDocument, what="a proof"):
    parameter = Field(read_parameter)
    domain = Field(Domain)
    seats = Field(read_two_seat_names)
    pieces = Field(raw)
    breakpoints = Field(require_list)
    form = Field(raw)
    digest = Field(raw)
    seconds = OptionalField(any_number("the time"))


class _EquilibriumRecord(Record, what="an equilibrium"):
    payoffs = Field(require_list)
    strategies = Field(raw)


_PART_KEYS = frozenset({"count", "unique", "equilibria", "components", "cases"})


def read_parametric_nash(document: JsonObject) -> ParametricNashDocument:
    """Return the theorem in a ``sabot/nash-proof/1``, its pieces in order and without a gap."""
    digest = require_digest(document, "proof")
    found = _ParametricNashRecord(document)
    form = _read_form(found.form, found.seats)
    reader = _PartReader(form, found.parameter)
    given = iterate_covering_pieces(
        found.pieces, found.domain, _PART_KEYS | {"from", "to"}, reals=True
    )
    pieces, spans = [], []
    for piece, span in given:
        assert isinstance(span, RealInterval)
        pieces.append(reader.part(piece, span))
        spans.append(span)
    ends = [end for end in (spans[0].low, *(span.high for span in spans)) if end is not None]
    if len(found.breakpoints) != len(ends):
        raise ValueError("there is not one breakpoint for each point where pieces begin or end")
    points = []
    for point, entry in zip(ends, found.breakpoints, strict=True):
        part = require_keys(entry, _PART_KEYS | {"at"}, "a breakpoint")
        if read_point(part["at"]) != point:
            raise CertificateError("a breakpoint is not where its pieces meet")
        points.append(reader.part(part, PointInterval(point, point.low)))
    return ParametricNashDocument(
        found.game,
        found.parameter,
        spans[0].low,
        spans[-1].high,
        form,
        tuple(pieces),
        tuple(points),
        tuple(ends),
        digest,
    )


def _read_form(data: Json, seats: tuple[str, str]) -> PolynomialBimatrixForm:
    found = _FormRecord(data)
    if found.kind != "bimatrix":
        raise ValueError("the form of a proof on all equilibria is not a bimatrix")
    rows, columns = require_labels(found.rows, "rows"), require_labels(found.columns, "columns")
    if max(len(rows), len(columns)) > MOST_PARAMETRIC_NASH_STRATEGIES:
        raise FileError(
            f"more than {MOST_PARAMETRIC_NASH_STRATEGIES} strategies of a seat are not checked"
        )
    if len(found.denominators) != 2 or len(found.payoffs) != 2:
        raise ValueError("the payoffs are not one matrix and one denominator for each seat")
    tables = []
    for table in found.payoffs:
        lines = [require_list(line) for line in require_list(table)]
        if len(lines) != len(rows) or any(len(line) != len(columns) for line in lines):
            raise ValueError("a matrix of payoffs does not fit the rows and columns")
        tables.append([[read_polynomial(entry, "a payoff") for entry in line] for line in lines])
    one, two = (read_polynomial(below, "a denominator") for below in found.denominators)
    return PolynomialBimatrixForm(seats, (rows, columns), (tables[0], tables[1]), (one, two))


@dataclass
class _PartReader:
    """The reader of the parts of one document."""

    form: PolynomialBimatrixForm
    parameter: str
    cases: int = 0
    listed: int = 0

    def part(self, data: JsonObject, span: RealInterval | PointInterval) -> ParametricNashPart:
        """Return a piece or a point."""
        entries = require_list(data["equilibria"])
        self.listed += len(entries)
        if self.listed > MOST_PARAMETRIC_NASH_EQUILIBRIA:
            raise FileError(
                f"more than {MOST_PARAMETRIC_NASH_EQUILIBRIA:,} equilibria are not checked"
            )
        if not entries:
            raise CertificateError(f"{span}: no equilibrium is listed")
        if type(data["count"]) is not int or data["count"] != len(entries):
            raise CertificateError(f"{span}: another number of equilibria is listed")
        known: dict[Json, Quotient] = {}
        listed = tuple(self._equilibrium(entry, span, known) for entry in entries)
        claims = require_keys(data["unique"], self.form.seats, "the uniqueness claims")
        one, two = (claims[seat] for seat in self.form.seats)
        if type(one) is not bool or type(two) is not bool:
            raise ValueError("a uniqueness claim is true or false")
        components = read_components(data["components"], len(entries))
        cases = tuple(map(self._case, require_list(data["cases"])))
        self.cases += len(cases)
        if self.cases > MOST_PARAMETRIC_NASH_CASES:
            raise FileError(f"more than {MOST_PARAMETRIC_NASH_CASES:,} cases are not checked")
        return ParametricNashPart(span, listed, (one, two), components, cases)

    def _equilibrium(
        self, data: Json, span: ParameterInterval, known: dict[Json, Quotient]
    ) -> ListedFormulas:
        found = _EquilibriumRecord(data)
        if len(found.payoffs) != 2:
            raise ValueError("the payoffs are not one for each seat")
        paid = [self._formula(text, span, known) for text in found.payoffs]
        tables = require_keys(found.strategies, self.form.seats, "the strategies")
        mixes = []
        for seat, actions in zip(self.form.seats, self.form.actions, strict=True):
            own = require_keys(tables[seat], {"-"}, f"{quote_name(seat)}'s strategy")
            mix = require_keys(own["-"], (), f"the mix of {quote_name(seat)}", actions)
            mixes.append(
                tuple(
                    self._formula(mix[action], span, known) if action in mix else None
                    for action in actions
                )
            )
        texts = str(found.payoffs[0]), str(found.payoffs[1])
        return ListedFormulas((mixes[0], mixes[1]), (paid[0], paid[1]), texts)

    def _formula(
        self, data: Json, span: ParameterInterval, known: dict[Json, Quotient]
    ) -> Quotient:
        if type(data) is not str or data not in known:
            known[data] = read_formula(data, self.parameter, span)
        return known[data]

    def _case(self, data: Json) -> Case:
        if data is None:
            return None
        if type(data) is int:
            if not 1 <= abs(data) <= sum(map(len, self.form.actions)):
                raise ValueError(
                    f"a case branches on {describe_value(data)}, which is no strategy's number"
                )
            return data
        if type(data) is list:
            if len(data) == 2 and data[0] == "cut":
                return CutCase(read_point(data[1]))
            if len(data) == 2 and data[0] == "facets" and data[1] in self.form.seats:
                return FacetCase(self.form.seats.index(data[1]))
            if data == ["product"]:
                return ProductCase()
            raise ValueError("a case is neither a cut, facets of a seat's side, nor a product")
        case = require_keys(data, (), "a case", self.form.seats)
        if len(case) != 1:
            raise ValueError("a case without equilibria is shown by one seat's shift")
        ((name, shift),) = case.items()
        seat = self.form.seats.index(name)
        weights = require_list(shift)
        if len(weights) != len(self.form.actions[seat]):
            raise ValueError(f"a shift of {quote_name(name)} does not have one weight per strategy")
        return ShiftCase(seat, tuple(read_polynomial(w, "a weight") for w in weights))


# ---------------------------------------------------------------------- signs and ranks


class _Work:
    """Counts the products of polynomials of a document, before they are made."""

    def __init__(self) -> None:
        self.meter = WorkMeter(MOST_PARAMETRIC_NASH_WORK, "the cases and equilibria take", steps=4)

    def product(self, one: Sequence[int], two: Sequence[int]) -> Poly:
        """Return a product."""
        if not one or not two:
            return []
        words = (1 + _bits(one) // 64) * (1 + _bits(two) // 64)
        self.meter.take(1 + len(one) * len(two) * words)
        return multiply(one, two)

    def inner(self, one: Sequence[Poly], two: Sequence[Poly]) -> Poly:
        """Return the sum of the products of two rows."""
        total: Poly = []
        for a, b in zip(one, two, strict=True):
            if a and b:
                total = add(total, self.product(a, b))
        return total

    def determinant(self, rows: Sequence[Sequence[Poly]]) -> Poly:
        """Return a determinant."""
        size = len(rows)
        terms = sum(max(map(len, row), default=0) for row in rows)
        words = 1 + sum(max(map(_bits, row), default=0) for row in rows) // 64
        self.meter.take(1 + size**3 * (1 + terms**2 // 4) * words**2 // 4)
        return determinant(rows)


def _bits(polynomial: Sequence[int]) -> int:
    return max(map(int.bit_length, polynomial), default=0)


class _SpanSigns:
    """Signs on a range of the parameter, or at a point, each found once."""

    def __init__(self, span: RealInterval | PointInterval) -> None:
        self.span = span
        self.known: dict[tuple[int, ...], int | None] = {}

    def of(self, polynomial: Poly) -> int | None:
        """Return the sign that a polynomial has at all values; None where it has no one sign."""
        if len(polynomial) < 2:
            return 0 if not polynomial else 1 if polynomial[0] > 0 else -1
        key = tuple(polynomial)
        if key not in self.known:
            self.known[key] = self._found(polynomial)
        return self.known[key]

    def _found(self, polynomial: Poly) -> int | None:
        sign = self.span.sign(polynomial)
        if isinstance(self.span, PointInterval):
            return sign
        signed = [sign * c for c in polynomial]
        return sign if sign and self.span.positive_inside(signed) else None


class MixSide:
    """The mixed strategies of one player, and the responses of the other, by label."""

    def __init__(self, form: PolynomialBimatrixForm, mixing: int, work: _Work) -> None:
        rows, columns = map(len, form.actions)
        payoffs = form.payoffs[1 - mixing]
        self.work = work
        self.name = form.seats[1 - mixing]
        self.mixed, self.replying = (rows, columns) if mixing == 0 else (columns, rows)
        self.first_mixed, self.first_reply = (0, rows) if mixing == 0 else (rows, 0)
        self.by_reply = payoffs if mixing else [list(row) for row in zip(*payoffs, strict=True)]
        self.by_mixed = [list(row) for row in zip(*self.by_reply, strict=True)]
        self._ranks: dict[tuple[int, int], Poly] = {}

    def may_have_weight(self, imposed: int) -> int:
        """Return the strategies that may still have weight, as bits."""
        return ((1 << self.mixed) - 1) & ~(imposed >> self.first_mixed)

    def must_be_best(self, imposed: int) -> int:
        """Return the responses that are to be best ones, as bits."""
        return imposed >> self.first_reply & ((1 << self.replying) - 1)

    def not_imposed(self, imposed: int) -> list[int]:
        """Return the labels of this side that are not imposed, as bits each, in order."""
        count = self.mixed + self.replying
        return [1 << label for label in range(count) if not imposed >> label & 1]

    def rank_polynomial(self, used: int, best: int) -> Poly:
        """Return a polynomial that is 0 just where a face's equations do not fix a point.

        *used* strategies may have weight, and all of *best* earn the same against them; neither is
        empty. The determinant of the equations, or, where they are more than the unknowns, that of
        the products of their columns.
        """
        key = used, best
        if key not in self._ranks:
            self._ranks[key] = self._rank_polynomial(list(iterate_bits(used)), best)
        return self._ranks[key]

    def _rank_polynomial(self, used: list[int], best: int) -> Poly:
        first, *others = iterate_bits(best)
        if len(others) + 1 < len(used):
            return []
        if len(used) == 1:
            return [1]
        mark = self.by_reply[first]
        rows = [[add(mark[j], self.by_reply[i][j], -1) for j in used] for i in others]
        rows.append([[1] for _ in used])
        if len(rows) > len(used):
            rows = gram_matrix([list(column) for column in zip(*rows, strict=True)], self.work)
        return self.work.determinant(rows)

    def require_empty(self, imposed: int, shift: Sequence[Poly], signs: _SpanSigns) -> None:
        """Demand that a shift shows that there is no mixed strategy, at any value of a range."""
        total: Poly = []
        for weight in shift:
            total = add(total, weight)
        best = self.must_be_best(imposed)
        if signs.of(total) != 0 or any(
            signs.of(weight) not in (0, 1) for i, weight in enumerate(shift) if not best >> i & 1
        ):
            raise CertificateError(
                f"{signs.span}: a shift of {quote_name(self.name)} takes from what need not be a "
                "best reply"
            )
        for j in iterate_bits(self.may_have_weight(imposed)):
            if signs.of(self.work.inner(shift, self.by_mixed[j])) != 1:
                raise CertificateError(
                    f"{signs.span}: a shift of {quote_name(self.name)} does not gain: its case may "
                    "hold equilibria"
                )


def gram_matrix(vectors: Sequence[Sequence[Poly]], work: _Work) -> list[list[Poly]]:
    """Return the products of vectors with each other; its determinant is 0 if they depend."""
    return [[work.inner(one, two) for two in vectors] for one in vectors]


# ---------------------------------------------------------------------- one part


@dataclass(frozen=True)
class _Mix:
    """A listed strategy: its weights over one polynomial, and how the other player meets it."""

    labels: Weights
    """The strategies with weight, and the best responses of the other player, as bits."""
    weights: tuple[Poly, ...]
    below: Poly
    paid: Poly
    """What the best responses earn, over *below*."""


class _PartVerifier:
    """Verifies the list and the cases of a part."""

    def __init__(self, form: PolynomialBimatrixForm, part: ParametricNashPart, work: _Work) -> None:
        self.form, self.part, self.work = form, part, work
        self.signs = _SpanSigns(part.span)
        self.sides = MixSide(form, 0, work), MixSide(form, 1, work)
        self._mixes: dict[tuple[int, tuple[object, ...]], _Mix] = {}

    def verify(self) -> None:
        """Raise CertificateError unless the list is right and complete on all of the part."""
        for below in self.form.denominators:
            if self.signs.of(below) != 1:
                raise CertificateError(f"{self.part.span}: a denominator is not positive")
        pairs = [self._equilibrium(entry) for entry in self.part.equilibria]
        keys = [(one.labels, two.labels) for one, two in pairs]
        if len(set(keys)) != len(keys):
            raise CertificateError(f"{self.part.span}: an equilibrium is listed twice")
        for seat, claim in enumerate(self.part.unique):
            if claim != (len({key[seat] for key in keys}) == 1):
                raise CertificateError(
                    f"{self.part.span}: a claim of uniqueness is not what the list says"
                )
        mixes = [{pair[seat].labels: pair[seat] for pair in pairs} for seat in (0, 1)]
        require_spanned_components(
            {key: place for place, key in enumerate(keys)},
            self.part.components,
            lambda subset: self._dimension(mixes, [keys[place] for place in subset]),
        )
        _CaseWalk(self.sides, mixes, set(keys)).walk(self.part)

    def _equilibrium(self, entry: ListedFormulas) -> tuple[_Mix, _Mix]:
        one, two = (self._mix(seat, entry.mixes[seat]) for seat in (0, 1))
        if one.labels[0] & ~two.labels[1] or two.labels[0] & ~one.labels[1]:
            raise CertificateError(
                f"{self.part.span}: what is listed is not an equilibrium: a seat could gain"
            )
        for seat, other in ((0, two), (1, one)):
            top, below = entry.payoffs[seat]
            under = self.work.product(other.below, self.form.denominators[seat])
            gap = add(self.work.product(top, under), self.work.product(below, other.paid), -1)
            if self.signs.of(gap) != 0:
                name = quote_name(self.form.seats[seat])
                raise CertificateError(f"{self.part.span}: {name} is not paid what is written")
        return one, two

    def _mix(self, seat: int, formulas: tuple[Quotient | None, ...]) -> _Mix:
        key = seat, tuple(None if f is None else (tuple(f[0]), tuple(f[1])) for f in formulas)
        if key not in self._mixes:
            self._mixes[key] = self._verified_mix(seat, formulas)
        return self._mixes[key]

    def _verified_mix(self, seat: int, formulas: Sequence[Quotient | None]) -> _Mix:
        span, side = self.part.span, self.sides[seat]
        name = quote_name(self.form.seats[seat])
        weights, below = self._over_one(formulas)
        total: Poly = []
        for weight in weights:
            total = add(total, weight)
        signs = [self.signs.of(weight) for weight in weights]
        if not set(signs) <= {0, 1} or self.signs.of(add(total, below, -1)) != 0:
            raise CertificateError(f"{span}: a strategy of {name} is not a mix with one support")
        earned = [self.work.inner(row, weights) for row in side.by_reply]
        top = self._greatest(earned)
        best = 0
        for i, amount in enumerate(earned):
            sign = self.signs.of(add(earned[top], amount, -1))
            if sign not in (0, 1):
                raise CertificateError(f"{span}: the best replies to {name} change inside")
            best |= (not sign) << i
        used = sum(1 << j for j, sign in enumerate(signs) if sign)
        if self.signs.of(side.rank_polynomial(used, best)) not in (1, -1):
            raise CertificateError(f"{span}: a strategy of {name} is not extreme everywhere")
        return _Mix((used, best), tuple(weights), below, earned[top])

    def _over_one(self, formulas: Sequence[Quotient | None]) -> tuple[list[Poly], Poly]:
        """Return quotients over one polynomial, which is positive."""
        below: Poly = [1]
        for formula in formulas:
            if formula is not None and formula[1] != below:
                shared = polynomial_gcd(below, formula[1])
                below = self.work.product(below, divide_exactly(formula[1], shared))
        weights = [
            []
            if formula is None
            else self.work.product(formula[0], divide_exactly(below, formula[1]))
            for formula in formulas
        ]
        sign = self.part.span.sign(below)  # it is 0 nowhere: no formula divides by zero
        return [[sign * c for c in weight] for weight in weights], [sign * c for c in below]

    def _greatest(self, amounts: Sequence[Poly]) -> int:
        """Return which of some polynomials is greatest at one value of the part."""
        found = 0
        for place, amount in enumerate(amounts):
            if self.part.span.sign(add(amount, amounts[found], -1)) > 0:
                found = place
        return found

    def _dimension(
        self, mixes: Sequence[dict[Weights, _Mix]], keys: Sequence[tuple[Weights, Weights]]
    ) -> int:
        """Return the dimension of a maximal Nash subset."""
        total = 0
        for seat in (0, 1):
            members = list(dict.fromkeys(key[seat] for key in keys))
            total += self._rank([mixes[seat][labels].weights for labels in members]) - 1
        return total

    def _rank(self, vectors: Sequence[Sequence[Poly]]) -> int:
        """Return the rank of the weights of different strategies."""
        if len(vectors) < 3:
            return len(vectors)
        kept: list[Sequence[Poly]] = []
        for vector in vectors:
            tried = [*kept, vector]
            sign = self.signs.of(self.work.determinant(gram_matrix(tried, self.work)))
            if sign is None:
                raise CertificateError(f"{self.part.span}: the dimension of a set changes inside")
            if sign:
                kept = tried
        return len(kept)


@dataclass(frozen=True, slots=True)
class _Product:
    """Two sides that are looked at by themselves: all pairs of their points must be listed."""

    signs: _SpanSigns
    points: tuple[set[Weights], set[Weights]] = field(default_factory=lambda: (set(), set()))


@dataclass(frozen=True, slots=True)
class _OpenCase:
    """A case to be looked at: which equilibria, at which values of the parameter."""

    imposed: tuple[int, int]
    """On each side the labels that its vertex has, as bits."""
    excluded: tuple[int, int]
    """Those that it does not have: with one of them it is in another case."""
    signs: _SpanSigns
    product: _Product | None = None
    """Of a case of one side: where its points are collected."""
    only: int | None = None
    """Which side that is."""

    def impose(self, number: int, label: int) -> _OpenCase:
        """Return the case with a label more on a side."""
        return replace(self, imposed=_with_bits(self.imposed, number, label))

    def exclude(self, number: int, labels: int) -> _OpenCase:
        """Return the case without those vertices that have one of these labels on a side."""
        return replace(self, excluded=_with_bits(self.excluded, number, labels))


def _with_bits(pair: tuple[int, int], number: int, bits: int) -> tuple[int, int]:
    one, two = pair
    return (one, two | bits) if number else (one | bits, two)


class _CaseWalk:
    """Goes through the cases of a part."""

    def __init__(
        self,
        sides: tuple[MixSide, MixSide],
        mixes: Sequence[dict[Weights, _Mix]],
        listed: set[tuple[Weights, Weights]],
    ) -> None:
        self.sides, self.mixes, self.listed = sides, mixes, listed

    def walk(self, part: ParametricNashPart) -> None:
        """Demand that the cases leave room for no equilibrium that is not listed."""
        waiting = [_OpenCase((0, 0), (0, 0), _SpanSigns(part.span))]
        products: list[_Product] = []
        for case in part.cases:
            if not waiting:
                raise CertificateError(f"{part.span}: the cases go on after the last of them")
            here = waiting.pop()
            if here.only is not None:
                waiting += self._in_product(here, here.only, case)
            elif isinstance(case, int):
                bit = 1 << (abs(case) - 1)
                waiting += [here.impose(number, bit) for number in ((1, 0) if case > 0 else (0, 1))]
            elif isinstance(case, ShiftCase):
                number = 1 - case.seat
                self.sides[number].require_empty(here.imposed[number], case.weights, here.signs)
            elif isinstance(case, CutCase):
                spans = _cut(here.signs.span, case.point)
                waiting += [replace(here, signs=_SpanSigns(span)) for span in spans]
            elif isinstance(case, FacetCase):
                waiting += self._facets(here, case.side)
            elif isinstance(case, ProductCase):
                products.append(_Product(here.signs))
                waiting += [replace(here, product=products[-1], only=side) for side in (1, 0)]
            else:
                one, two = (self._listed_point(here, number) for number in (0, 1))
                self._require_listed(one, two, here.signs)
        if waiting:
            raise CertificateError(f"{part.span}: the cases break off: not all are looked at")
        for product in products:
            first, second = product.points
            self.sides[0].work.meter.take(1 + len(first) * len(second))
            for one in first:
                for two in second:
                    self._require_listed(one, two, product.signs)

    def _in_product(self, here: _OpenCase, number: int, case: Case) -> list[_OpenCase]:
        """Return the cases that follow on one side of a product; collect its points."""
        if isinstance(case, FacetCase) and case.side == number:
            return self._facets(here, number)
        if isinstance(case, ShiftCase) and case.seat == 1 - number:
            self.sides[number].require_empty(here.imposed[number], case.weights, here.signs)
        elif case is None and here.product is not None:
            here.product.points[number].add(self._listed_point(here, number))
        else:
            raise CertificateError(
                f"{here.signs.span}: a case of a product is no facets, shift or null of its side"
            )
        return []

    def _facets(self, here: _OpenCase, number: int) -> list[_OpenCase]:
        """Return the cases of the facets of a side, in reverse, for the stack.

        Where what is imposed leaves more than one point, a vertex has another label. It is in the
        case of the first label that it has, in which those before are excluded.
        """
        side, imposed = self.sides[number], here.imposed[number]
        used, best = side.may_have_weight(imposed), side.must_be_best(imposed)
        if best and here.signs.of(side.rank_polynomial(used, best)) != 0:
            raise CertificateError(
                f"{here.signs.span}: a side is divided into facets, and may be a point"
            )
        found = []
        for bit in side.not_imposed(imposed | here.excluded[number]):
            found.append(here.impose(number, bit))
            here = here.exclude(number, bit)
        return found[::-1]

    def _listed_point(self, here: _OpenCase, number: int) -> Weights:
        """Return the labels of the listed strategy that is the one point of a side."""
        side, imposed, signs = self.sides[number], here.imposed[number], here.signs
        used, best = side.may_have_weight(imposed), side.must_be_best(imposed)
        if not best:
            raise CertificateError("a case is called one with equilibria, and has no mix")
        if signs.of(side.rank_polynomial(used, best)) not in (1, -1):
            raise CertificateError(f"{signs.span}: a case may hold more than one equilibrium")
        side.work.meter.take(1 + len(self.mixes[number]))
        for labels in self.mixes[number]:
            if not labels[0] & ~used and not best & ~labels[1]:
                return labels
        raise CertificateError(
            f"{signs.span}: a case is called one with equilibria, and none is listed there"
        )

    def _require_listed(self, one: Weights, two: Weights, signs: _SpanSigns) -> None:
        if (one, two) not in self.listed:
            raise CertificateError(f"{signs.span}: a case holds an equilibrium that is not listed")


def _cut(
    span: RealInterval | PointInterval, point: AlgebraicPoint
) -> list[RealInterval | PointInterval]:
    """Return the parts of a range that is cut at a point, in reverse, for the stack."""
    if isinstance(span, PointInterval):
        raise CertificateError(f"{span}: one value cannot be cut")
    if span.low is not None:
        separate_points(span.low, point)  # raises where they are not in order
    if span.high is not None:
        separate_points(point, span.high)
    return [
        RealInterval(point, span.high),
        PointInterval(point, point.low),
        RealInterval(span.low, point),
    ]


# ---------------------------------------------------------------------- the theorem


@dataclass(frozen=True)
class ParametricNashVerdict(BreakpointVerdict):
    """All extreme equilibria for every value of a parameter."""

    source: ParametricNashDocument = field(repr=False)

    @property
    def kind(self) -> str:
        """``equilibria``."""
        return "equilibria"

    @property
    def form(self) -> PolynomialBimatrixForm:
        """The payoffs of both players, as polynomials."""
        return self.source.form

    def payoffs_at(self, at: Fraction) -> list[list[list[Fraction]]]:
        """Return what both players are paid at one value, by row and column."""

        def value(polynomial: Poly) -> Fraction:
            return evaluate_at_fraction(polynomial, at)

        return [
            [[value(entry) / value(below) for entry in row] for row in table]
            for table, below in zip(self.form.payoffs, self.form.denominators, strict=True)
        ]

    @property
    def words(self) -> str:
        """For which values, and of how many equilibria."""
        counts = sorted({len(part.equilibria) for part in self.source.pieces})
        many = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
        noun = "equilibrium" if counts == [1] else "equilibria"
        return f"{super().words}, with {many} extreme {noun} inside, all there are"


def verify_parametric_nash(proof: ParametricNashDocument) -> ParametricNashVerdict:
    """Check a theorem on all equilibria and return what it proves."""
    work = _Work()
    for part in (*proof.pieces, *proof.points):
        _PartVerifier(proof.form, part, work).verify()
    names = proof.form.seats
    ends = "" if proof.low is None else f">= {proof.low}"
    if proof.high is not None:
        ends = f"<= {proof.high}" if proof.low is None else f"from {proof.low} to {proof.high}"
    return ParametricNashVerdict(
        proof.game,
        names,
        proof.digest,
        VerifiedDomain(proof.parameter, False, proof.low, proof.high, ends),
        tuple(
            "; ".join(", ".join(one.texts) for one in piece.equilibria) for piece in proof.pieces
        ),
        tuple(dict(zip(names, piece.unique, strict=True)) for piece in proof.pieces),
        at_ends=tuple(dict(zip(names, point.unique, strict=True)) for point in proof.points),
        ends=tuple(map(str, proof.ends)),
        source=proof,
    )
