"""Prove a theorem on a parametric zero-sum game, and write it with all that the checker asks for.

The critical regions become the pieces of the theorem, each with its plans, its proof obligations
and their reasons; to them come the dominance classes of actions and the breakpoints.

Dominance classes of binary actions in a separable game are Lemma 1 of Ethier and Gamez (2013): each
choice of player two pays on its own. Its second action costs player one a *gap* that depends on
player one's pure strategy: the sum of one polynomial for each of its information sets. Where the
least of these sums is positive, or the greatest negative, one action is better whatever player one
does. Both are polynomials as long as the order of player one's actions does not change: the ranges
are found by walking from one change to the next.

Uniqueness at the breakpoints of a real parameter is decided with evidence. A rational breakpoint
gets the certificate of the game there. At an irrational one the conditions of the neighbouring
regions are evaluated at the point itself. Where they do not decide, the game is solved over the
number field of the root: the plans of the neighbours are optimal there; if some probability can be
greater than in the given plan, there is another plan; if none can, there is no other, and a mixture
of enough optimal plans of the opponent shows it. The linear programs are solved by an exact simplex
with Bland's rule: elements of the field are polynomials modulo the irreducible one, and signs come
from an interval around the root, halved until it decides. For small games only.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import gcd, lcm
from typing import Literal, TypeVar, cast

from flint import fmpq_poly, fmpz_poly

from sabot.errors import WorkerError
from sabot.exact import format_fraction
from sabot.forms.algebra.algebraic_number import ONE, ZERO, NumberField
from sabot.forms.algebra.rational_function import Formula
from sabot.forms.algebra.real_roots import RealPoint
from sabot.forms.parametric import PolynomialForm, coefficients, quotient_formula
from sabot.forms.sequence import Infoset, Treeplex
from sabot.progress import OrderedMap, raise_if_cancelled, report_progress, without_watch
from sabot.results.parametric import (
    Breakpoint,
    DominanceClassification,
    DominanceRange,
    Piece,
    ProofInterrupted,
    Theorem,
    behaviour_from_chances,
)
from sabot.results.proof import (
    ParameterInterval,
    PlansByPlayer,
    PolynomialGame,
    PolynomialPlan,
    point_to_end,
)
from sabot.solvers.certificate_writer import write_certificate
from sabot.solvers.parametric.candidate import ParametricPlan, is_large_tree
from sabot.solvers.parametric.coverage import time_left
from sabot.solvers.parametric.critical_regions import (
    IntegerRegion,
    RealRegion,
    RegionCover,
    SweepInterrupted,
    sweep_integers,
    sweep_reals,
)
from sabot.solvers.parametric.proof_obligations import (
    NotProvedError,
    RegionClaim,
    derive_obligations,
    prove_obligations,
)
from sabot.solvers.parametric.signs import IntegerRange, PointRange, RealRange, find_first_negative
from sabot.solvers.zero_sum.solve import solve_zero_sum


def prove_parametric_value(
    name: str,
    form: PolynomialForm,
    progress: Callable[[object], object] | None,
    spread: OrderedMap | None = None,
) -> Theorem:
    """Return the theorem; a stop raises ProofInterrupted with that on a shorter range.

    *spread* has the gaps of a real range, the pieces and the breakpoints worked on in several
    processes; the theorem is the same.
    """
    try:
        cover: RegionCover[int] | RegionCover[RealPoint] = (
            sweep_integers(form, progress)
            if form.domain.whole
            else sweep_reals(form, progress, spread)
        )
    except SweepInterrupted as stop:
        with without_watch():
            short = None if stop.theorem is None else _write_short(name, stop.theorem, spread)
        raise ProofInterrupted(short) from None
    return write_theorem(name, cover, spread)


_WRITTEN_HERE = 40
"""Pieces that are written here after Ctrl-C: workers finish what they have begun before."""


def _write_short(
    name: str, cover: RegionCover[int] | RegionCover[RealPoint], spread: OrderedMap | None
) -> Theorem:
    """Return the theorem on what was covered; also where the workers are lost."""
    if len(cover.pieces) > _WRITTEN_HERE:
        with suppress(WorkerError):
            return write_theorem(name, cover, spread)
    return write_theorem(name, cover)


def write_theorem(
    game: str,
    cover: RegionCover[int] | RegionCover[RealPoint],
    spread: OrderedMap | None = None,
) -> Theorem:
    """Return the theorem that the stretches of a cover make, with all that proves it."""
    form = cover.form
    own = PolynomialGame(
        form.sides,
        coefficients(form.denominator),
        tuple((i, j, coefficients(amount)) for i, j, amount in form.payoffs),
    )
    stretches: Sequence[IntegerRegion | RealRegion] = cover.pieces
    write = partial(_write_piece, game, form)
    pieces = tuple(_each("writing the proof", write, stretches, spread))
    sorts = {
        seat: {
            view: tuple(DominanceRange(*part) for part in ranges) for view, ranges in table.items()
        }
        for seat, table in classify_actions(form).items()
    }
    return Theorem(
        game,
        form.parameter,
        form.domain.whole,
        ParameterInterval(pieces[0].low, pieces[-1].high),
        pieces,
        own,
        ()
        if form.domain.whole
        else decide_breakpoints(game, cast("RegionCover[RealPoint]", cover), pieces, spread),
        DominanceClassification(sorts),
    )


ItemT = TypeVar("ItemT")
FoundT = TypeVar("FoundT")


def _each(
    stage: str,
    work: Callable[[ItemT], FoundT],
    items: Sequence[ItemT],
    spread: OrderedMap | None,
) -> Iterator[FoundT]:
    """Yield the work on each item of a stage; report how many are done and how long is left."""
    began = time.monotonic()
    report_progress(stage, 0, len(items))
    for done, found in enumerate(map(work, items) if spread is None else spread(work, items), 1):
        yield found
        report_progress(f"{stage}{time_left(began, done, len(items))}", done, len(items))


def _write_piece(game: str, form: PolynomialForm, stretch: IntegerRegion | RealRegion) -> Piece:
    """Return a piece with the reasons why it holds."""
    candidate, own = stretch.candidate, None
    if stretch.numeric_solution is not None and isinstance(stretch.low, int):
        own = write_certificate(
            game_string_at(game, stretch.low), form.at(stretch.low), stretch.numeric_solution
        )
    plans = [_write_plan(plan) for plan in candidate.plans]
    alone = stretch.numeric_solution is None
    piece = Piece(
        extent=stretch.extent,
        value=quotient_formula(*candidate.value, form.parameter),
        strategies={
            side.name: _write_strategy(side, plan, form.parameter)
            for side, plan in zip(form.sides, candidate.plans, strict=True)
        },
        unique=dict(zip(form.seats, stretch.unique, strict=True)),
        plans=dict(zip(form.seats, plans, strict=True)),
        another=_plans_by_player(form, candidate.another) if alone else {},
        witness=_plans_by_player(form, candidate.witness) if alone else {},
        certificate=own,
    )
    basis, inequalities = prove_obligations(
        form,
        _region_claim(stretch, certified=own is not None),
        _parameter_range(stretch),
        candidate.rootless,
    )
    return replace(piece, basis=basis, inequalities=inequalities)


def _region_claim(stretch: IntegerRegion | RealRegion, *, certified: bool) -> RegionClaim:
    """Return what the formulas of a piece say; a certificate speaks of uniqueness for itself."""
    found = stretch.candidate
    if certified:
        return RegionClaim(found.plans, found.value)
    return RegionClaim(found.plans, found.value, stretch.unique, found.another, found.witness)


def _parameter_range(stretch: IntegerRegion | RealRegion) -> IntegerRange | RealRange:
    low, high = stretch.low, stretch.high
    if isinstance(low, int):
        assert not isinstance(high, RealPoint)
        return IntegerRange(low, high)
    assert not isinstance(high, int)
    return RealRange(low, high)


def _write_strategy(
    side: Treeplex, plan: ParametricPlan, name: str
) -> dict[str, dict[str, Formula]]:
    """Return a plan as behaviour; the first action at infosets that it does not reach."""
    tops = {s: top for s, top in enumerate(plan.tops) if top != 0}
    behaviour = behaviour_from_chances(side, tops, name)
    one, nothing = (Formula.number(number, name) for number in (1, 0))
    return {
        cell.key: behaviour.get(cell.key)
        or {a: one if a == cell.actions[0] else nothing for a in cell.actions}
        for cell in side.cells
    }


def _plans_by_player(
    form: PolynomialForm, plans: tuple[ParametricPlan | None, ParametricPlan | None]
) -> PlansByPlayer:
    """Return those plans that there are, by seat."""
    return {s: _write_plan(p) for s, p in zip(form.seats, plans, strict=True) if p is not None}


def _write_plan(plan: ParametricPlan) -> PolynomialPlan:
    sure = tuple(s for s, top in enumerate(plan.tops) if s and top == plan.below)
    tops = {
        s: coefficients(top)
        for s, top in enumerate(plan.tops)
        if s and top != 0 and top != plan.below
    }
    return PolynomialPlan(coefficients(plan.below), sure, tops)


DEPENDS_ON_OPPONENT, NEVER_MATTERS = "*", "-"
ClassRange = tuple[int, int | None, str]
"""From, to (None: for ever), and the sort: the dominant action, ``*`` or ``-``."""
PayoffGap = Mapping[int, fmpz_poly]
"""By sequence of side one: what it earns more when side two takes its second action."""
_ZERO = fmpz_poly([])


def classify_actions(form: PolynomialForm) -> dict[str, dict[str, list[ClassRange]]]:
    """Return side two's choices with the ranges of their sorts; nothing where Lemma 1 is silent.

    It speaks of additive games with whole parameters, in which side two chooses between two
    actions.
    """
    one, two = form.sides
    flat = all(cell.parent == 0 for side in form.sides for cell in side.cells)
    few = all(len(cell.actions) <= 2 for cell in two.cells)
    if not form.domain.whole or not flat or not few:
        return {}
    low = int(form.domain.spot)
    high = None if form.domain.high is None else int(form.domain.high)
    found = {cell.key: _class_ranges(one, cell, gap, low, high) for cell, gap in payoff_gaps(form)}
    return {two.name: found} if found else {}


def payoff_gaps(form: PolynomialForm) -> Iterator[tuple[Infoset, PayoffGap]]:
    """Yield side two's choices between two actions, each with its gap."""
    columns: list[dict[int, fmpz_poly]] = [{} for _ in range(form.sides[1].count)]
    for i, j, amount in form.payoffs:
        columns[j][i] = amount
    for cell in form.sides[1].cells:
        if len(cell.actions) == 2:
            first, second = (columns[j] for j in cell.sequences)
            live = sorted(first.keys() | second.keys())
            yield cell, {i: second.get(i, _ZERO) - first.get(i, _ZERO) for i in live}


def _class_ranges(
    one: Treeplex, cell: Infoset, gap: PayoffGap, low: int, high: int | None
) -> list[ClassRange]:
    found: list[ClassRange] = []
    spot: int | None = low
    while spot is not None and (high is None or spot <= high):
        sort, end = _class_at(one, cell, gap, spot, high)
        start = spot
        if found and found[-1][2] == sort:
            start = found.pop()[0]
        found.append((start, end, sort))
        spot = None if end is None else end + 1
    return found


def _class_at(
    one: Treeplex, cell: Infoset, gap: PayoffGap, spot: int, high: int | None
) -> tuple[str, int | None]:
    """Return the sort at one value, and to where it is certainly the same."""
    least = greatest = gap.get(0, _ZERO)
    order: list[fmpz_poly] = []
    for own in one.cells:
        options = [gap.get(i, _ZERO) for i in own.sequences]
        ranked = sorted(options, key=lambda option: int(option(spot)))
        order += (b - a for a, b in pairwise(ranked))
        least, greatest = least + ranked[0], greatest + ranked[-1]
    end = _last_nonnegative(order, spot, high)
    low_now, high_now = int(least(spot)), int(greatest(spot))
    if low_now > 0:
        return cell.actions[0], _last_nonnegative([least - 1], spot, end)
    if high_now < 0:
        return cell.actions[1], _last_nonnegative([-greatest - 1], spot, end)
    if low_now < high_now:
        return DEPENDS_ON_OPPONENT, _last_nonnegative(
            [-least, greatest, greatest - least - 1], spot, end
        )
    return NEVER_MATTERS, end if least == 0 == greatest else spot


def _last_nonnegative(polynomials: Iterable[fmpz_poly], spot: int, end: int | None) -> int | None:
    """Return the last integer up to *end* to which no polynomial is negative."""
    for polynomial in polynomials:
        bad = find_first_negative(polynomial, spot) if polynomial != 0 else None
        if bad is not None and (end is None or bad <= end):
            end = bad - 1
    return end


def game_string_at(game: str, at: Fraction | int) -> str:
    """Return the game string at one value of its parameter."""
    return game.replace("=*", f"={format_fraction(at)}", 1)


def decide_breakpoints(
    game: str,
    cover: RegionCover[RealPoint],
    pieces: Sequence[Piece],
    spread: OrderedMap | None = None,
) -> tuple[Breakpoint, ...]:
    """Return what is known of uniqueness where pieces begin, meet and end.

    *pieces* are those that the stretches of the cover became.
    """
    stretches = cover.pieces
    first = stretches[0].low
    met = [one.high for one in stretches if one.high is not None]
    ends = enumerate(met, 1) if first is None else enumerate([first, *met])
    large = is_large_tree(cover.form)
    tasks = []
    for number, at in ends:  # by the number of the piece that begins there
        near = slice(max(0, number - 1), number + 1)
        alone = large or at.rational  # decided without the pieces, which are long to send
        tasks.append(
            _BreakpointTask(at) if alone else _BreakpointTask(at, stretches[near], pieces[near][0])
        )
    decide = partial(_decide_breakpoint, game, cover.form)
    return tuple(_each("uniqueness at breakpoints", decide, tasks, spread))


@dataclass(frozen=True)
class _BreakpointTask:
    """A breakpoint; where the decision needs them (irrational, small game), the regions beside it.

    *first* is the piece that the first of them became.
    """

    at: RealPoint
    near: Sequence[RealRegion] = ()
    first: Piece | None = None


def _decide_breakpoint(game: str, form: PolynomialForm, task: _BreakpointTask) -> Breakpoint:
    raise_if_cancelled()
    if task.at.rational:
        return _rational_breakpoint(game, form, task.at.low)
    if task.first is None:
        return Breakpoint(task.at, dict.fromkeys(form.seats))
    return _IrrationalBreakpoint(form, task.at, task.near).decide(task.first)


def _rational_breakpoint(game: str, form: PolynomialForm, at: Fraction) -> Breakpoint:
    """Return a breakpoint with the certificate of the game just there."""
    settled = solve_zero_sum(form.at(at), inner=not is_large_tree(form))
    one, two = settled.faces.verdicts
    unique = dict(zip(form.seats, (one.unique, two.unique), strict=True))
    own = write_certificate(game_string_at(game, at), form.at(at), settled)
    return Breakpoint(point_to_end(RealPoint.at(at)), unique, certificate=own)


class _IrrationalBreakpoint:
    """An irrational point at which one piece ends, another begins, or both."""

    def __init__(self, form: PolynomialForm, at: RealPoint, near: Sequence[RealRegion]) -> None:
        self.form, self.at, self.near = form, at, near
        self.point = at.near()

    def decide(self, first: Piece) -> Breakpoint:
        """Return the verdicts there, with the plans that show them."""
        unique: dict[str, bool | None] = {}
        further: dict[str, dict[str, PolynomialPlan]] = {"another": {}, "witness": {}}
        for seat, name in enumerate(self.form.seats):
            claim = self._claim(seat)
            for kind, plan in self._evidence(first, seat) if claim is None else ():
                claim = self._claim(seat, **{kind: plan})
                if claim is not None:
                    further[kind][name] = plan
                    break
            unique[name] = claim
        return Breakpoint(self.at, unique, **further)

    def _evidence(self, first: Piece, seat: int) -> Iterator[UniquenessEvidence]:
        """Yield further plans that may decide a seat's uniqueness, the cheapest first.

        Where the pieces differ in the opponent's plan, a mixture of the two shows more than each:
        one leaves an action of the seat as good that the other does not.
        """
        foe = 1 - seat
        plans = [piece.candidate.plans[foe] for piece in self.near]
        if len(plans) > 1:
            yield "witness", _write_plan(_mixture(plans))
        further = [
            plan
            for piece in self.near
            for plan in (piece.candidate.another[foe], piece.candidate.witness[seat])
            if plan is not None
        ]
        if further:
            yield "witness", _write_plan(_mixture(plans + further))
        found = find_uniqueness_evidence(self.form, first, self.at, seat)
        if found is not None:
            yield found

    def _claim(
        self,
        seat: int,
        another: PolynomialPlan | None = None,
        witness: PolynomialPlan | None = None,
    ) -> bool | None:
        """Return what is shown of a seat's plan, by the pieces or by a further plan."""
        own, foe = self.form.sides[seat], self.form.sides[1 - seat]
        others = [] if another is None else [_parametric_plan(own, another)]
        witnesses = [] if witness is None else [_parametric_plan(foe, witness)]
        for claim in (True, False):
            for piece in self.near:
                some = self._unique(piece, seat, witnesses)
                if not claim:
                    some = self._several(piece, seat, others)
                if any(self._holds(piece, said) for said in some):
                    return claim
        return None

    def _unique(
        self, piece: RealRegion, seat: int, witness: list[ParametricPlan]
    ) -> Iterator[RegionClaim]:
        found = piece.candidate
        claims = _pair_with_none(seat, True)
        for plan in (found.witness[seat], *witness):
            yield RegionClaim(found.plans, found.value, claims, witness=_pair_with_none(seat, plan))

    def _several(
        self, piece: RealRegion, seat: int, another: list[ParametricPlan]
    ) -> Iterator[RegionClaim]:
        found = piece.candidate
        said = RegionClaim(found.plans, found.value, _pair_with_none(seat, False))
        for other in self.near:
            plans = [other.candidate.plans[seat]] if other is not piece else []
            plans += [p for p in (other.candidate.another[seat],) if p is not None]
            for plan in plans:
                yield replace(said, another=_pair_with_none(seat, plan))
        for plan in another:
            yield replace(said, another=_pair_with_none(seat, plan))

    def _holds(self, piece: RealRegion, said: RegionClaim) -> bool:
        """Return whether everything that a claim needs holds at the point."""
        where = PointRange(self.point, RealRange(piece.low, piece.high).spot)
        try:
            return all(
                need.holds_at(where) for need in derive_obligations(self.form, said, where).needs
            )
        except NotProvedError:
            return False


PartT = TypeVar("PartT")


def _pair_with_none(seat: int, what: PartT) -> tuple[PartT | None, PartT | None]:
    """Return a pair with nothing at the other seat."""
    return (what, None) if seat == 0 else (None, what)


def _mixture(plans: Sequence[ParametricPlan]) -> ParametricPlan:
    """Return a mixture of plans with positive denominators: each has its denominator as weight.

    So the polynomials only add up, and stay as short as those of the plans.
    """
    tops = [sum(some, fmpz_poly([])) for some in zip(*(plan.tops for plan in plans), strict=True)]
    shared = fmpz_poly([gcd(*(int(top.content()) for top in tops))])
    short = tuple(divmod(top, shared)[0] for top in tops)
    return ParametricPlan(short, short[0], fmpz_poly([1]), False)


def _parametric_plan(side: Treeplex, plan: PolynomialPlan) -> ParametricPlan:
    """Return a plan that was written for a proof."""
    below = fmpz_poly(list(plan.below))
    tops = [fmpz_poly([])] * side.count
    for s, top in plan.tops.items():
        tops[s] = fmpz_poly(list(top))
    for s in (0, *plan.sure):
        tops[s] = below
    return ParametricPlan(tuple(tops), below, fmpz_poly([1]), False)


UniquenessEvidence = tuple[Literal["another", "witness"], PolynomialPlan]
"""A second optimal plan of a seat, or a plan of the opponent that shows that there is none."""
MOST_SEQUENCES = 60
"""Games with more sequences than this are not looked at: a tie there stays undecided."""
FieldVector = list[fmpq_poly]


def find_uniqueness_evidence(
    form: PolynomialForm, piece: Piece, root: RealPoint, seat: int
) -> UniquenessEvidence | None:
    """Return a second optimal plan of a seat at a root, or what shows that there is none.

    As a breakpoint of a proof holds it: ``another`` or ``witness``; None where the game is large.
    """
    if sum(side.count for side in form.sides) > MOST_SEQUENCES:
        return None
    field = NumberField(root)
    plans = [_plan_at(field, form, piece, k) for k in (0, 1)]
    top, below = (field.of(part) for part in (piece.value.top, piece.value.below))
    worth = field.times(field.over(top, below), _field_value(field, form.denominator))
    own = _FieldOptimalFace(field, form, seat, worth)
    for s in range(1, form.sides[seat].count):
        most, plan = own.maximise_probability(s)
        if most != plans[seat][s]:
            return "another", _plan_for_proof(plan)
    foe = _FieldOptimalFace(field, form, 1 - seat, worth)
    found = [plans[1 - seat]]
    found += [foe.maximise_probability(s)[1] for s in range(1, form.sides[1 - seat].count)]
    found += [
        foe.maximise_slack(s)[1] for s in range(1, form.sides[seat].count) if plans[seat][s] == 0
    ]
    mean = [
        sum(chances, ZERO) * fmpq_poly([1]) / len(found) for chances in zip(*found, strict=True)
    ]
    return "witness", _plan_for_proof(mean)


def _field_value(field: NumberField, polynomial: fmpz_poly) -> fmpq_poly:
    return field.of([int(c) for c in polynomial.coeffs()])


def _plan_at(field: NumberField, form: PolynomialForm, piece: Piece, seat: int) -> FieldVector:
    """Return a piece's plan at the root."""
    plan = piece.plans[form.seats[seat]]
    below = field.of(plan.below)
    found = [ZERO] * form.sides[seat].count
    for s, top in plan.tops.items():
        found[s] = field.over(field.of(top), below)
    for s in (0, *plan.sure):
        found[s] = ONE
    return found


def _plan_for_proof(plan: FieldVector) -> PolynomialPlan:
    """Return a plan as a proof holds it: integer polynomials over a number."""
    below = lcm(*(int(chance.denom()) for chance in plan))
    tops = [tuple(int(c) for c in (chance * below).numer().coeffs()) for chance in plan]
    sure = tuple(s for s, top in enumerate(tops) if s and top == (below,))
    mixed = {s: top for s, top in enumerate(tops) if s and top and top != (below,)}
    return PolynomialPlan((below,), sure, mixed)


class _FieldOptimalFace:
    """All optimal plans of a seat at a root.

    Unknown are its probabilities, what each of the opponent's infosets is worth to it (two numbers
    that are not negative, for their difference), and by how much each of his sequences is worse
    than best.
    """

    def __init__(
        self, field: NumberField, form: PolynomialForm, seat: int, worth: fmpq_poly
    ) -> None:
        own, foe = form.sides[seat], form.sides[1 - seat]
        sign = 1 if seat == 0 else -1
        self.count = own.count
        cells = own.count - 1
        self._slack = cells + 2 * len(foe.cells)
        width = self._slack + foe.count - 1
        rows, right = [], []
        for cell in own.cells:
            row = [ZERO] * width
            for s in cell.sequences:
                row[s - 1] = ONE
            if cell.parent:
                row[cell.parent - 1] = -ONE
            rows.append(row)
            right.append(ZERO if cell.parent else ONE)
        gains = [[ZERO] * width for _ in range(foe.count)]
        ends = [ZERO] * foe.count
        for i, j, amount in form.payoffs:
            mine, theirs = (i, j) if seat == 0 else (j, i)
            share = sign * _field_value(field, amount)
            if mine:
                gains[theirs][mine - 1] = share
            else:
                ends[theirs] = -share
        ends[0] = ends[0] + sign * worth
        for number, cell in enumerate(foe.cells):
            at = cells + 2 * number
            _add_signed_pair(gains[cell.parent], at, ONE)
            for s in cell.sequences:
                _add_signed_pair(gains[s], at, -ONE)
                gains[s][self._slack + s - 1] = -ONE
        self._program = NumberFieldSimplex(field, rows + gains, right + ends)

    def maximise_probability(self, s: int) -> tuple[fmpq_poly, FieldVector]:
        """Return the greatest probability of a sequence, and a plan with it."""
        most, found = self._program.maximum(s - 1)
        return most, [ONE, *found[: self.count - 1]]

    def maximise_slack(self, s: int) -> tuple[fmpq_poly, FieldVector]:
        """Return by how much a sequence of the opponent can be worse than best, and such a plan."""
        most, found = self._program.maximum(self._slack + s - 1)
        return most, [ONE, *found[: self.count - 1]]


def _add_signed_pair(row: FieldVector, at: int, amount: fmpq_poly) -> None:
    row[at] = row[at] + amount
    row[at + 1] = row[at + 1] - amount


class NumberFieldSimplex:
    """The solutions of equations that are not negative; Bland's rule, so that it ends."""

    def __init__(
        self, field: NumberField, rows: list[list[fmpq_poly]], right: list[fmpq_poly]
    ) -> None:
        """Find a first solution of ``rows x = right``; there must be one."""
        self.field, self.width = field, len(rows[0])
        height = len(rows)
        self._table: list[list[fmpq_poly]] = []
        for k, (row, end) in enumerate(zip(rows, right, strict=True)):
            turn = -1 if field.sign(end) < 0 else 1
            unit = [ONE if i == k else ZERO for i in range(height)]
            self._table.append([*(turn * a for a in row), *unit, turn * end])
        self._basis = [self.width + k for k in range(height)]
        aim = [ZERO] * self.width + [-ONE] * height
        self._maximise(aim, self.width + height)
        self._drop_artificial_variables()

    def maximum(self, variable: int) -> tuple[fmpq_poly, list[fmpq_poly]]:
        """Return the greatest value of a variable, which must have one, and a solution with it."""
        aim = [ONE if j == variable else ZERO for j in range(self.width)]
        self._maximise(aim, self.width)
        found = [ZERO] * self.width
        for row, j in zip(self._table, self._basis, strict=True):
            found[j] = row[-1]
        return found[variable], found

    def _maximise(self, aim: list[fmpq_poly], width: int) -> None:
        field = self.field
        costs = list(aim)
        for row, j in zip(self._table, self._basis, strict=True):
            if aim[j] != 0:
                costs = [c - field.times(aim[j], a) for c, a in zip(costs, row, strict=False)]
        while True:
            enter = next((j for j in range(width) if field.sign(costs[j]) > 0), None)
            if enter is None:
                return
            line = self._leaving(enter)
            self._pivot(line, enter)
            share, row = costs[enter], self._table[line]
            costs = [
                c - field.times(share, a) if a else c for c, a in zip(costs, row, strict=False)
            ]

    def _leaving(self, enter: int) -> int:
        field, best = self.field, None
        for line, row in enumerate(self._table):
            if field.sign(row[enter]) <= 0:
                continue
            ratio = field.over(row[-1], row[enter])
            gap = -1 if best is None else field.sign(ratio - best[0])
            if best is None or gap < 0 or (gap == 0 and self._basis[line] < self._basis[best[1]]):
                best = ratio, line
        assert best is not None, "chances are bounded"
        return best[1]

    def _pivot(self, line: int, enter: int) -> None:
        field = self.field
        inverse = field.over(ONE, self._table[line][enter])  # a quotient costs many products
        row = self._table[line] = [field.times(a, inverse) if a else a for a in self._table[line]]
        for other, old in enumerate(self._table):
            if other != line and old[enter] != 0:
                share = old[enter]
                self._table[other] = [
                    a - field.times(share, b) if b else a for a, b in zip(old, row, strict=True)
                ]
        self._basis[line] = enter

    def _drop_artificial_variables(self) -> None:
        """Remove what was only there to find a first solution."""
        for line in range(len(self._table) - 1, -1, -1):
            if self._basis[line] < self.width:
                continue
            assert self._table[line][-1] == 0, "there is an optimal plan"
            live = next((j for j in range(self.width) if self._table[line][j] != 0), None)
            if live is None:
                del self._table[line], self._basis[line]
            else:
                self._pivot(line, live)
        self._table = [[*row[: self.width], row[-1]] for row in self._table]
