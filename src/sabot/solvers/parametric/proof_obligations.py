"""Proof obligations of a critical region: every inequality it needs, and why each one holds.

The inequalities are derived from the solver's own form and rational functions, with FLINT: plans
are plans, nothing earns more against them, and where uniqueness is claimed, everything else earns
less and a square part of the indifference equations is never singular on the range. Determinants
come from values at integers and interpolation. The checker derives its list by itself and requires
that both are the same, so an obligation that is forgotten here does not pass there.

For each inequality the simplest reason is searched for: a value, no negative coefficient after a
shift, parts of the range, or no root inside (Sturm). The checker only looks whether a stated reason
is one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations, islice

from flint import fmpz_poly, nmod_mat

from sabot.errors import NoMethodError
from sabot.exact import format_fraction
from sabot.forms.algebra.real_roots import odd_multiplicity_part, sign_at
from sabot.forms.parametric import PolynomialForm, coefficients
from sabot.forms.sequence import Treeplex
from sabot.results.proof import PieceBasis, ProvenInequality
from sabot.solvers.parametric.candidate import (
    MOST_UNKNOWNS,
    ParametricPlan,
    PayoffColumns,
    build_payoff_columns,
    payoffs_against,
)
from sabot.solvers.parametric.linear_system import (
    PRIME,
    PolynomialRow,
    polynomial_determinant,
    residue_mod_prime,
)
from sabot.solvers.parametric.signs import (
    IntegerRange,
    ParameterRange,
    PointRange,
    RealRange,
    moebius_transform,
    shift_polynomial,
)

NONNEGATIVE, POSITIVE, NONZERO = ">= 0", "> 0", "!= 0"
_ZERO_POLYNOMIAL = fmpz_poly([])
UniquenessClaim = bool | None
OptionalPlans = tuple[ParametricPlan | None, ParametricPlan | None]


class NotProvedError(NoMethodError):
    """A piece does not show what it says."""


@dataclass(frozen=True)
class ProofObligation:
    """A polynomial that must be as *sense* says on the whole of a range."""

    says: str
    polynomial: fmpz_poly
    sense: str
    inside: bool = False
    """Whether the ends of a real range are left aside."""

    @property
    def written(self) -> str:
        """The sense as a proof writes it."""
        return f"{self.sense} inside" if self.inside else self.sense

    def holds_at(self, at: PointRange) -> bool:
        """Return whether it holds at one point."""
        sign = at.sign(self.polynomial)
        return (
            sign >= 0
            if self.sense == NONNEGATIVE
            else sign > 0
            if self.sense == POSITIVE
            else sign != 0
        )


@dataclass(frozen=True)
class RegionClaim:
    """What is said of a range: plans, value, claims, and the further plans that show those."""

    plans: tuple[ParametricPlan, ParametricPlan]
    value: tuple[fmpz_poly, fmpz_poly]
    claims: tuple[UniquenessClaim, UniquenessClaim] = (None, None)
    another: OptionalPlans = (None, None)
    witness: OptionalPlans = (None, None)

    def pinned(self, at: int) -> RegionClaim:
        """Return the same with every polynomial pinned to its value at one number."""
        one, two = (_plan_at_value(plan, at) for plan in self.plans)
        assert one is not None and two is not None
        top, below = (fmpz_poly([part(at)]) for part in self.value)
        another, witness = (
            (_plan_at_value(plans[0], at), _plan_at_value(plans[1], at))
            for plans in (self.another, self.witness)
        )
        return RegionClaim((one, two), (top, below), self.claims, another, witness)


def _plan_at_value(plan: ParametricPlan | None, at: int) -> ParametricPlan | None:
    if plan is None:
        return None
    tops = tuple(fmpz_poly([top(at)]) for top in plan.tops)
    return ParametricPlan(tops, fmpz_poly([plan.below(at)]), plan.determinant, plan.from_used)


@dataclass
class RegionObligations:
    """What a piece needs, and its bases: by seat what is used, tight, and fixes the plan."""

    needs: list[ProofObligation] = field(default_factory=list)
    basis: dict[str, PieceBasis] = field(default_factory=dict)


def derive_obligations(
    form: PolynomialForm, said: RegionClaim, where: ParameterRange
) -> RegionObligations:
    """Return what *said* needs to be true on a range; raise :class:`NotProvedError` otherwise."""
    payoffs, below = form.payoffs, form.denominator
    if isinstance(where, IntegerRange) and where.single:
        at = where.low
        said = said.pinned(at)
        payoffs = tuple((i, j, fmpz_poly([amount(at)])) for i, j, amount in payoffs)
        below = fmpz_poly([below(at)])
    boards = tuple(build_payoff_columns(form.sides, payoffs, seat) for seat in (0, 1))
    return _ObligationBuilder((boards[0], boards[1]), below, said, where).duties()


@dataclass(frozen=True)
class _PayoffGap:
    """How much an action earns less than the best one of its infoset."""

    polynomial: fmpz_poly
    place: str
    action: str
    best: str


@dataclass(frozen=True)
class _BestResponse:
    """The best response to a plan: its worth, its ties, and by how much others lose."""

    worth: fmpz_poly
    tight: frozenset[int]
    gaps: tuple[_PayoffGap, ...]


class _ObligationBuilder:
    """The derivation, seat after seat."""

    def __init__(
        self,
        boards: tuple[PayoffColumns, PayoffColumns],
        below: fmpz_poly,
        said: RegionClaim,
        where: ParameterRange,
    ) -> None:
        self.boards, self.below, self.said, self.where = boards, below, said, where
        self.inner = not isinstance(where, IntegerRange)
        self.found = RegionObligations()

    def duties(self) -> RegionObligations:
        said, found = self.said, self.found
        self._need("the denominator of the payoffs is positive", self.below, POSITIVE)
        self._need("the denominator of the value is not 0", said.value[1], NONZERO)
        used = [self._used(plan) for plan in said.plans]
        replies = []
        for seat in (0, 1):
            strict = said.claims[1 - seat] is True and said.witness[1 - seat] is None
            self._plan(seat, said.plans[seat], strict=strict)
            replies.append(self._secured(seat, said.plans[seat], used[1 - seat]))
            self._losing(replies[seat], strict=strict)
        for seat in (0, 1):
            side = self.boards[seat].own
            found.basis[side.name] = PieceBasis(
                _actions_by_infoset(side, used[seat]),
                _actions_by_infoset(side, replies[1 - seat].tight),
            )
            if said.claims[seat] is True:
                self._unique(seat, used, replies[1 - seat])
            elif said.claims[seat] is False:
                self._several(seat)
        return found

    def _need(self, says: str, polynomial: fmpz_poly, sense: str, inside: bool = False) -> None:
        self.found.needs.append(ProofObligation(says, polynomial, sense, inside))

    def _used(self, plan: ParametricPlan) -> frozenset[int]:
        sure = not self.where.zero(plan.below)  # most probabilities are 1
        return frozenset(
            s
            for s, top in enumerate(plan.tops)
            if (sure if top == plan.below else not self.where.zero(top))
        )

    def _plan(self, seat: int, plan: ParametricPlan, *, strict: bool, of: str = "") -> None:
        """Add that a plan is one; where *strict*, that it really uses what it uses."""
        side = self.boards[seat].own
        self._need(f"the denominator of {side.name}'s plan{of} is positive", plan.below, POSITIVE)
        names = _sequence_names(side)
        for s, top in enumerate(plan.tops):
            if top in (0, plan.below) or (strict and self.where.zero(top)):
                continue
            says = f"{side.name}'s chance{of} of {names[s]} is "
            if strict:
                self._need(says + "positive", top, POSITIVE, self.inner)
            else:
                self._need(says + "not negative", top, NONNEGATIVE)
        for cell in side.cells:
            if (
                sum((plan.tops[s] for s in cell.sequences), _ZERO_POLYNOMIAL)
                != plan.tops[cell.parent]
            ):
                raise NotProvedError(
                    f"{self.where}: {side.name}'s chances at {cell.key} do not add up"
                )

    def _secured(self, seat: int, plan: ParametricPlan, used: frozenset[int]) -> _BestResponse:
        """Return the best response to a plan, which must earn the value."""
        reply = self._reply(seat, plan, used)
        top, below = self.said.value
        if not self.where.zero(reply.worth * below - top * plan.below * self.below):
            name = self.boards[seat].own.name
            raise NotProvedError(f"{self.where}: {name} does not secure the value")
        return reply

    def _reply(self, seat: int, plan: ParametricPlan, used: frozenset[int]) -> _BestResponse:
        """Return the best response to a seat's plan, by backward induction."""
        board, where = self.boards[seat], self.where
        side, sign = board.other, -1 if seat == 0 else 1
        worth = payoffs_against(board, plan)
        level: dict[int, list[int]] = {}
        gaps = []
        for number, cell in reversed(list(enumerate(side.cells))):
            best = self._best([worth[s] for s in cell.sequences], sign) + cell.first
            same = (s for s in cell.sequences if s in used and worth[s] == worth[best])
            best = next(same, best)
            level[number] = []
            for s, action in zip(cell.sequences, cell.actions, strict=True):
                gap = sign * (worth[best] - worth[s])
                if where.zero(gap):
                    level[number].append(s)
                    continue
                words = name_infoset(side, cell.key), action, cell.actions[best - cell.first]
                gaps.append(_PayoffGap(gap, *words))
            worth[cell.parent] += worth[best]
        tight = {0}
        for number, cell in enumerate(side.cells):
            if cell.parent in tight:
                tight.update(level[number])
        return _BestResponse(worth[0], frozenset(tight), tuple(gaps))

    def _best(self, worths: list[fmpz_poly], sign: int) -> int:
        """Return which is best, judged at one value; of those level there, the never worse one."""
        best = 0
        for k in range(1, len(worths)):
            gap = sign * (worths[k] - worths[best])
            here = self.where.sign(gap)
            if here > 0 or (here == 0 and gap != 0 and self.where.never_negative(gap)):
                best = k
        return best

    def _losing(self, reply: _BestResponse, *, strict: bool, against: str = "") -> None:
        """Add that nothing else is better; where *strict*, that everything else loses."""
        for gap in reply.gaps:
            earns = f"{gap.place}: {gap.action} earns"
            if strict:
                says = f"{earns} less than {gap.best}{against}"
                self._need(says, gap.polynomial, POSITIVE, self.inner)
            else:
                self._need(f"{earns} no more than {gap.best}{against}", gap.polynomial, NONNEGATIVE)

    def _unique(self, seat: int, used: list[frozenset[int]], against: _BestResponse) -> None:
        """Add why the plan of a seat is the only one: what else is tight, and the equations."""
        board, where = self.boards[seat], self.where
        theirs, witness = used[1 - seat], self.said.witness[seat]
        if witness is not None:
            self._plan(1 - seat, witness, strict=True, of=" in the witness")
            against = self._secured(1 - seat, witness, used[seat])
            self._losing(against, strict=True, against=" against the witness")
            theirs = self._used(witness)
        name = board.own.name
        if against.tight != used[seat]:
            raise NotProvedError(f"{where}: {name} has other choices that are as good")
        rows, count = named_indifference_equations(board, used[seat], theirs)
        if not count:
            return
        pick = find_regular_subsystem(rows, count, where)
        if pick is None:
            raise NotProvedError(f"{where}: {name}'s strategy is not shown to be unique")
        self.found.basis[name] = replace(self.found.basis[name], equations=pick.labels)
        says = f"the determinant of the equations that fix {name}'s plan is not 0"
        self._need(says, pick.determinant, NONZERO, self.inner)

    def _several(self, seat: int) -> None:
        """Add why a second plan of a seat is optimal too, and differs."""
        side, one, two = self.boards[seat].own, self.said.plans[seat], self.said.another[seat]
        assert two is not None, "what is not unique has another plan"
        self._plan(seat, two, strict=False, of=" in the second plan")
        reply = self._secured(seat, two, frozenset())
        self._losing(reply, strict=False, against=f" against {side.name}'s second plan")
        for name, a, b in zip(_sequence_names(side), one.tops, two.tops, strict=True):
            gap = a * two.below - b * one.below
            if gap != 0 and self.where.never_zero(gap):
                self.found.basis[side.name] = replace(self.found.basis[side.name], differs=name)
                says = f"{side.name}'s two plans differ in the chance of {name}"
                self._need(says, gap, NONZERO, self.inner)
                return
        raise NotProvedError(f"{self.where}: {side.name}'s two strategies are not shown to differ")


def _sequence_names(side: Treeplex) -> list[str]:
    """Return every sequence by the action that ends it, in words; the empty one first."""
    found = ["nothing"]
    for cell in side.cells:
        where = "" if cell.key == "-" else f" at {cell.key}"
        found += (action + where for action in cell.actions)
    return found


def _actions_by_infoset(side: Treeplex, some: Iterable[int]) -> dict[str, tuple[str, ...]]:
    """Return some of a side's sequences as actions, by infoset."""
    wanted, found = set(some), {}
    for cell in side.cells:
        pairs = zip(cell.sequences, cell.actions, strict=True)
        here = tuple(action for s, action in pairs if s in wanted)
        if here:
            found[cell.key] = here
    return found


_MOST_SUBSYSTEMS = 200
_ZERO, _ONE = fmpz_poly([]), fmpz_poly([1])


@dataclass(frozen=True)
class RegularSubsystem:
    """A square part of the equations."""

    labels: tuple[str, ...]
    determinant: fmpz_poly


def named_indifference_equations(
    board: PayoffColumns, used: Collection[int], theirs: Collection[int]
) -> tuple[dict[str, PolynomialRow], int]:
    """Return the equations of the unknown probabilities, by name, and the number of unknowns."""
    sure, unknown, rows = {0}, dict[int, int](), dict[str, PolynomialRow]()
    for cell in board.own.cells:
        live = [s for s in cell.sequences if s in used]
        if cell.parent in sure and len(live) == 1:
            sure.add(live[0])
        elif live:
            unknown |= {s: len(unknown) + k for k, s in enumerate(live)}
            row = {unknown[s]: _ONE for s in live}
            if cell.parent not in sure:
                row[unknown[cell.parent]] = -_ONE
            rows[f"{name_infoset(board.own, cell.key)}: the chances add up"] = row
    worth = [
        {unknown[i]: amount for i, amount in column.items() if i in unknown}
        for column in board.payoffs
    ]
    options = [[s for s in cell.sequences if s in theirs] for cell in board.other.cells]
    for cell, some in reversed(list(zip(board.other.cells, options, strict=True))):
        if cell.parent and some:
            worth[cell.parent] = _add_rows(worth[cell.parent], worth[some[0]], 1)
    for cell, some in zip(board.other.cells, options, strict=True):
        for s in some[1:]:
            one, two = cell.actions[s - cell.first], cell.actions[some[0] - cell.first]
            label = f"{name_infoset(board.other, cell.key)}: {one} earns as much as {two}"
            rows[label] = _add_rows(worth[s], worth[some[0]], -1)
    live_rows = {label: row for label, row in rows.items() if any(c != 0 for c in row.values())}
    return live_rows, len(unknown)


def name_infoset(side: Treeplex, view: str) -> str:
    """Return who is asked, and where, in words."""
    return side.name if view == "-" else f"{side.name} at {view}"


def _add_rows(one: PolynomialRow, two: PolynomialRow, sign: int) -> PolynomialRow:
    return one | {k: one.get(k, _ZERO) + sign * amount for k, amount in two.items()}


def find_regular_subsystem(
    rows: Mapping[str, PolynomialRow], count: int, where: ParameterRange
) -> RegularSubsystem | None:
    """Return *count* of the equations that are independent at every value of a range, if any.

    Those that are independent at one value are tried first, then others while they are few.
    """
    if count > MOST_UNKNOWNS:
        return None
    first = _independent_labels(rows, count, where)
    most = _MOST_SUBSYSTEMS if count < 7 else 0
    picks = ([] if first is None else [first]) + list(islice(combinations(rows, count), most))
    for pick in picks:
        found = polynomial_determinant([rows[label] for label in pick])
        if found != 0 and where.never_zero(found):
            return RegularSubsystem(tuple(pick), found)
    return None


def _independent_labels(
    rows: Mapping[str, PolynomialRow], count: int, where: ParameterRange
) -> tuple[str, ...] | None:
    """Return the first *count* rows that are independent at one value, modulo a prime."""
    at, labels = residue_mod_prime(where.spot), list(rows)
    turned = [int(rows[label].get(k, _ZERO)(at)) % PRIME for k in range(count) for label in labels]
    if len(labels) < count:
        return None
    echelon, rank = nmod_mat(count, len(labels), turned, PRIME).rref()
    if rank < count:
        return None
    leads = [next(j for j in range(len(labels)) if int(echelon[i, j])) for i in range(count)]
    return tuple(labels[j] for j in leads)


Why = str | list[str | int]
"""The name of an argument, and its numbers where it has some."""
Reason = dict[str, str | Why]


def prove_obligations(
    form: PolynomialForm,
    said: RegionClaim,
    where: ParameterRange,
    rootless: Collection[fmpz_poly] = (),
) -> tuple[dict[str, PieceBasis], tuple[ProvenInequality, ...]]:
    """Return the bases of a piece, and its inequalities with why each holds.

    *rootless* are polynomials that are known to have no root in the range, ends included.
    """
    found = derive_obligations(form, said, where)
    by_key: dict[tuple[int, int, int], list[fmpz_poly]] = {}
    for polynomial in rootless:
        by_key.setdefault(_comparison_key(polynomial), []).append(polynomial)
    listed = []
    for need in found.needs:
        alike = by_key.get(_comparison_key(need.polynomial), ()) if by_key else ()
        reason = find_reason(need, where, rootless=need.polynomial in alike)
        why, of = reason["why"], reason.get("of")
        listed.append(
            ProvenInequality(
                need.says,
                coefficients(need.polynomial),
                need.written,
                why if isinstance(why, str) else tuple(why),
                of if of is None else str(of),
            )
        )
    return found.basis, tuple(listed)


def _comparison_key(polynomial: fmpz_poly) -> tuple[int, int, int]:
    """Return what equal polynomials have in common, and few others."""
    degree = int(polynomial.degree())
    return degree, int(polynomial[0]), int(polynomial[max(degree, 0)])


def find_reason(need: ProofObligation, where: ParameterRange, *, rootless: bool = False) -> Reason:
    """Return why something holds on a range; *rootless*: its polynomial is known to have no root.

    >>> find_reason(ProofObligation("", fmpz_poly([6, -5, 1]), ">= 0"), IntegerRange(1, None))
    {'why': ['parts', 2, 3, 4]}
    """
    signed: list[tuple[Reason, fmpz_poly]] = [({}, need.polynomial)]
    if need.sense == NONZERO:
        p = need.polynomial
        signed = [({"of": "p"}, p), ({"of": "-p"}, -p), ({"of": "p*p"}, p * p)]
    for of, polynomial in signed:
        why = _reason_on_range(polynomial, need, where, rootless=rootless)
        if why is not None:
            return of | {"why": why}
    raise AssertionError(f"{where}: nothing shows that {need.says}")


def _reason_on_range(
    polynomial: fmpz_poly, need: ProofObligation, where: ParameterRange, *, rootless: bool = False
) -> Why | None:
    """Return why a polynomial is not negative, or positive, on a range; None where nothing is."""
    assert not isinstance(where, PointRange), "points are decided, not listed"
    strict = need.sense != NONNEGATIVE
    if isinstance(where, IntegerRange):
        least = 1 if strict else 0
        if where.single:
            return "value" if polynomial(where.low) >= least else None
        if _holds_by_shift(shift_polynomial(polynomial, where.low), strict=strict, inside=False):
            return "shift"
        cuts = _find_cuts(polynomial, where, least)
        return None if cuts is None else ["parts", *cuts]
    if polynomial == 0:
        return None if strict or where.low is None else "shift"
    if where.low is not None and where.low.rational:
        top, below = where.low.low.numerator, where.low.low.denominator
        moved = polynomial.degree()
        scaled = [int(c) * below ** (moved - k) for k, c in enumerate(polynomial.coeffs())]
        if _holds_by_shift(
            shift_polynomial(fmpz_poly(scaled), top), strict=strict, inside=need.inside
        ):
            return "shift"
    if rootless:
        above = sign_at(polynomial, where.spot) > 0
        return ["sturm", format_fraction(where.spot)] if above else None
    return _reason_by_roots(polynomial, need, where, strict=strict)


def _holds_by_shift(moved: fmpz_poly, *, strict: bool, inside: bool) -> bool:
    """Return whether p(a + x) = *moved* has no negative coefficient; if *strict*, it is not 0."""
    if any(c < 0 for c in moved.coeffs()):
        return False
    return not strict or bool(moved != 0 if inside else moved[0] > 0)


def _reason_by_roots(
    polynomial: fmpz_poly, need: ProofObligation, where: RealRange, *, strict: bool
) -> Why | None:
    spot = where.beside(polynomial)
    if sign_at(polynomial, spot) < 0:
        return None
    if where.roots(polynomial) == 0:
        if not strict or need.inside or not where.zero_at_ends(polynomial):
            return ["sturm", format_fraction(spot)]
        return None
    if not strict and where.roots(odd_multiplicity_part(polynomial)) == 0:
        return ["even", format_fraction(spot)]
    return None


def _find_cuts(polynomial: fmpz_poly, where: IntegerRange, least: int) -> list[int] | None:
    """Return where to cut a range so that each part is decided; None where p is below *least*."""
    cuts: list[int] = []
    start, step = where.low, 1
    if polynomial(start) < least:
        return None
    if where.high is None and polynomial.leading_coefficient() < 0:
        return None
    while where.high is None and any(c < 0 for c in shift_polynomial(polynomial, start).coeffs()):
        if not _add_parts(polynomial, start, start + step, least, cuts):
            return None
        start, step = start + step, 2 * step
        cuts.append(start)
    if where.high is not None and not _add_parts(polynomial, start, where.high, least, cuts):
        return None
    return sorted(cuts)


def _add_parts(polynomial: fmpz_poly, low: int, high: int, least: int, cuts: list[int]) -> bool:
    """Add the cuts inside a part; return whether p is at least *least* at the ends of all parts."""
    todo = [(low, high)]
    while todo:
        start, end = todo.pop()
        if polynomial(start) < least or polynomial(end) < least:
            return False
        if end - start < 2 or all(
            c >= 0 for c in moebius_transform(polynomial, start, end).coeffs()
        ):
            continue
        middle = (start + end) // 2
        cuts.append(middle)
        todo += [(start, middle), (middle, end)]
    return True
