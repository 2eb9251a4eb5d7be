"""Verify a parametric proof: it multiplies out, compares, counts signs; it cannot solve.

1. The pieces cover the range without a gap.
2. On each piece both plans, polynomials over one denominator, are plans and optimal: backward
   induction with polynomials, in which every unused action must be no better on the whole
   interval, and both plans secure the same value. Uniqueness: every unused best response is
   strictly worse, and the indifference equations of what the opponent uses have a square part
   whose determinant has no zero on the interval, hence one solution. Equations are multiplied
   out; the remaining inequalities must be exactly those that the piece lists, each with a valid
   reason (:mod:`sabot.certify.parametric.inequality`). The formulas written out must be those
   plans.
3. At a value with its own certificate, that certificate, which must be of the same game.
4. Uniqueness where two pieces over the reals meet. The conditions of a piece are closed, so at a
   breakpoint the plans of both neighbours are optimal. A rational breakpoint carries the
   certificate of the game there. At an algebraic one two different plans show non-uniqueness;
   what shows uniqueness on a piece shows it at its end if it is strict there; otherwise the
   breakpoint holds ``another`` plan or a ``witness``.
5. The classification of the second player's binary choices in an additive game (Lemma 1): on
   which ranges one action is strictly better whatever the first player does, where that depends
   (``*``), where the choice never matters (``-``). Where the order of the first player's actions
   is fixed, the least and greatest payoff difference are polynomials whose signs decide; ranges
   are cut until that is so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import combinations, islice, pairwise
from typing import Protocol

from sabot.certify.algebra.formula_parser import Quotient
from sabot.certify.algebra.intervals import (
    Domain,
    IntegerInterval,
    ParameterInterval,
    PieceWithInterval,
    PointInterval,
    RealInterval,
    evaluate_at_fraction,
    evaluate_quotient,
)
from sabot.certify.algebra.polynomial import (
    Poly,
    add,
    determinant,
    estimate_sign_work,
    evaluate_at_integer,
    multiply,
    products_equal,
)
from sabot.certify.algebra.real_roots import AlgebraicPoint
from sabot.certify.json_reader import (
    ClaimPair,
    Json,
    JsonObject,
    format_short,
    quote_name,
    shorten_text,
    uncollected,
)
from sabot.certify.limits import (
    MOST_CLASSIFICATION_WORK,
    MOST_DETERMINANT_BITS,
    MOST_DETERMINANT_WORK,
    MOST_UNKNOWNS,
    one_document,
    spend,
)
from sabot.certify.parametric.inequality import (
    INTERIOR_SUFFIX,
    NOT_NEGATIVE,
    NOT_ZERO,
    POSITIVE,
    RequiredInequality,
    check_inequalities,
)
from sabot.certify.parametric.reader import (
    ClassifiedInterval,
    ParametricDocument,
    PieceBasis,
    PieceReader,
    PolynomialCertificateForm,
    PolynomialPlan,
    ProofBreakpoint,
    ProofPiece,
    actions_by_infoset,
    describe_infoset,
    identity_specialisation,
    read_parametric,
    sequence_names,
    specialisation_for,
    used_sequences,
)
from sabot.certify.sequence_form import PlayerSequences
from sabot.certify.verdict import (
    BreakpointVerdict,
    VerifiedDomain,
)
from sabot.certify.zero_sum import NonUniquenessEvidence, ZeroSumDocument, check_zero_sum
from sabot.errors import CertificateError, FileError

_NO_BETTER_TEXT = "{place}: {action} earns no more than {best}"
_WORSE_TEXT = "{place}: {action} earns less than {best}"


def interior_suffix(span: ParameterInterval) -> str:
    """Return how a strict sense goes on: a real range leaves its ends aside."""
    return "" if isinstance(span, IntegerInterval) else INTERIOR_SUFFIX


class PolynomialBestResponse:
    """The best response to player *number*'s plan: polynomials over the plan's denominator."""

    def __init__(
        self,
        game: PolynomialCertificateForm,
        number: int,
        plan: PolynomialPlan,
        used: set[int],
        span: ParameterInterval,
    ) -> None:
        other = 1 - number
        sign = 1 if other == 0 else -1
        seat = game.seats[other]
        worth = _sequence_values(game.columns[number], plan)
        ties: dict[int, list[int]] = {}
        self._gaps: list[tuple[Poly, dict[str, str]]] = []
        self._span = span
        for index in range(len(seat.cells) - 1, -1, -1):
            view, actions, parent, first = seat.cells[index]
            options = range(first, first + len(actions))
            best = _best_action([worth[s] for s in options], sign, span) + first
            best = next((s for s in options if s in used and worth[s] == worth[best]), best)
            ties[index] = []
            for s in options:
                gap = add(worth[best], worth[s], -1)
                gap = gap if sign == 1 else [-c for c in gap]
                if span.zero(gap):
                    ties[index].append(s)
                    continue
                words = {"action": actions[s - first], "best": actions[best - first]}
                self._gaps.append((gap, {"place": describe_infoset(seat, view), **words}))
            worth[parent] = add(worth[parent], worth[best])
        self.worth = worth[0]
        within = {0}
        for index, (_, _, parent, _) in enumerate(seat.cells):
            if parent in within:
                within.update(ties[index])
        self.tight = within

    def needs(self, *, strict: bool, against: str = "") -> list[RequiredInequality]:
        """Return that nothing else is better; where *strict*, that everything else loses."""
        sense = POSITIVE + interior_suffix(self._span) if strict else NOT_NEGATIVE
        form = _WORSE_TEXT if strict else _NO_BETTER_TEXT
        return [
            RequiredInequality(form.format(**words) + against, gap, sense)
            for gap, words in self._gaps
        ]


def _best_action(worths: list[Poly], sign: int, span: ParameterInterval) -> int:
    """Return the number of the best of some worths, to judge by one value in the range.

    Equal there does not mean equal: of those, the one that is never worse is taken.
    """
    best = 0
    for k in range(1, len(worths)):
        gap = add(worths[k], worths[best], -1)
        here = sign * span.sign(gap)
        if here > 0 or (here == 0 and gap and span.never_negative([sign * c for c in gap])):
            best = k
    return best


def _sequence_values(columns: list[dict[int, Poly]], plan: PolynomialPlan) -> list[Poly]:
    sure = [top == plan.below for top in plan.tops]
    gains = []
    for column in columns:
        total: Poly = []
        rest: Poly = []
        for i, amount in column.items():
            if sure[i]:
                total = add(total, amount)
            elif plan.tops[i]:
                rest = add(rest, multiply(amount, plan.tops[i]))
        gains.append(add(multiply(total, plan.below), rest))
    return gains


_MOST_SUBSYSTEMS = 200
_RANK_PRIME = 2**31 - 1
PolynomialRow = dict[int, Poly]


class HasPolynomialColumns(Protocol):
    """What is needed of a game: its players, and the payoffs as each player meets them."""

    @property
    def seats(self) -> tuple[PlayerSequences, PlayerSequences]:
        """Both players."""

    @property
    def columns(self) -> tuple[list[PolynomialRow], list[PolynomialRow]]:
        """For each player: the other's sequences, each with this player's sequences and payoffs."""


def indifference_equations(
    game: HasPolynomialColumns, number: int, used: set[int], opponent: set[int]
) -> tuple[dict[str, PolynomialRow], int]:
    """Return the rows of all indifference equations, by their text, and the number of unknowns."""
    own, other = game.seats[number], game.seats[1 - number]
    fixed: set[int] = {0}
    unknown: dict[int, int] = {}
    lines: dict[str, PolynomialRow] = {}
    for view, actions, parent, first in own.cells:
        live = [s for s in range(first, first + len(actions)) if s in used]
        if parent in fixed and len(live) == 1:
            fixed.add(live[0])
        elif live:
            for s in live:
                unknown[s] = len(unknown)
            line: PolynomialRow = {unknown[s]: [1] for s in live}
            if parent not in fixed:
                line[unknown[parent]] = [-1]
            lines[f"{describe_infoset(own, view)}: the chances add up"] = line
    worth = [
        {unknown[i]: amount for i, amount in column.items() if i in unknown}
        for column in game.columns[number]
    ]
    for _, actions, parent, first in reversed(other.cells):
        options = [s for s in range(first, first + len(actions)) if s in opponent]
        if parent and options:
            _add_row(worth[parent], worth[options[0]], 1)
    for view, actions, _, first in other.cells:
        options = [s for s in range(first, first + len(actions)) if s in opponent]
        for s in options[1:]:
            line = dict(worth[s])
            _add_row(line, worth[options[0]], -1)
            one, two = actions[s - first], actions[options[0] - first]
            lines[f"{describe_infoset(other, view)}: {one} earns as much as {two}"] = line
    return {label: line for label, line in lines.items() if any(line.values())}, len(unknown)


def _add_row(line: PolynomialRow, other: Mapping[int, Poly], sign: int) -> None:
    for k, amount in other.items():
        line[k] = add(line.get(k, []), amount, sign)


@dataclass(frozen=True)
class SquareSubsystem:
    """A square part of the equations."""

    labels: list[str]
    determinant: Poly


def stated_subsystem(
    rows: Mapping[str, PolynomialRow], count: int, labels: Sequence[str]
) -> SquareSubsystem | None:
    """Return the part that a proof names, None if it is not one."""
    _require_few_unknowns(count)
    if len(labels) != count or not set(labels) <= set(rows) or len(set(labels)) != count:
        return None
    table = _subsystem_matrix(rows, labels, count)
    if _determinant_work(table) > MOST_DETERMINANT_WORK:
        raise FileError("the equations that fix a plan are too large for this checker")
    return SquareSubsystem(list(labels), determinant(table))


def find_regular_subsystem(
    rows: Mapping[str, PolynomialRow], count: int, span: ParameterInterval
) -> SquareSubsystem | None:
    """Return *count* of the equations that are independent at every value of the range, if any.

    Those that are independent at one value are tried first, then others while they are few.
    """
    _require_few_unknowns(count)
    if count == 0:
        return SquareSubsystem([], [1])
    first = _independent_rows(rows, count, span.spot)
    most = _MOST_SUBSYSTEMS if count < 7 else 0
    picks = ([] if first is None else [first]) + list(islice(combinations(rows, count), most))
    spent = 0
    for pick in picks:
        table = _subsystem_matrix(rows, pick, count)
        spent += _determinant_work(table)
        if spent > MOST_DETERMINANT_WORK:
            break
        part = SquareSubsystem(list(pick), determinant(table))
        if has_no_zero(part.determinant, span):
            return part
    return None


def _require_few_unknowns(count: int) -> None:
    if count > MOST_UNKNOWNS:
        raise FileError(f"{count} unknown chances are too many for this checker")


def _subsystem_matrix(
    rows: Mapping[str, PolynomialRow], pick: Sequence[str], count: int
) -> list[list[Poly]]:
    return [[rows[label].get(k, []) for k in range(count)] for label in pick]


def _determinant_work(table: list[list[Poly]]) -> int:
    """Return about how many products a determinant takes, after demanding short numbers."""
    terms = 1 + sum(max(1, *map(len, line)) - 1 for line in table)
    bits = sum(max((c.bit_length() for p in line for c in p), default=0) for line in table)
    if bits > MOST_DETERMINANT_BITS:
        raise FileError("the equations that fix a plan are too large for this checker")
    work = len(table) ** 3 * terms**2
    spend(work * (1 + bits // 2**10), "determinants")
    return work


def has_no_zero(polynomial: Poly, span: ParameterInterval) -> bool:
    """Tell whether a polynomial is not 0 in the range (it may change its sign between two values).

    That is whether its square is positive; at one point it is enough that it does not vanish.
    """
    if isinstance(span, PointInterval):
        return not span.zero(polynomial)
    return bool(polynomial) and span.positive_inside(multiply(polynomial, polynomial))


def _independent_rows(
    rows: Mapping[str, PolynomialRow], count: int, spot: Fraction
) -> tuple[str, ...] | None:
    """Return the names of *count* rows that are independent at one value, modulo a prime."""
    at = spot.numerator * pow(spot.denominator, -1, _RANK_PRIME) % _RANK_PRIME
    reduced: dict[int, list[int]] = {}
    chosen: list[str] = []
    for label, row in rows.items():
        line = [0] * count
        for k, amount in row.items():
            for c in reversed(amount):
                line[k] = (line[k] * at + c) % _RANK_PRIME
        for pivot, other in reduced.items():
            if line[pivot]:
                factor = line[pivot]
                line = [(a - factor * b) % _RANK_PRIME for a, b in zip(line, other, strict=True)]
        lead = next((k for k, entry in enumerate(line) if entry), None)
        if lead is not None:
            inverse = pow(line[lead], -1, _RANK_PRIME)
            reduced[lead] = [entry * inverse % _RANK_PRIME for entry in line]
            chosen.append(label)
        if len(chosen) == count:
            return tuple(chosen)
    return None


@dataclass
class PieceRequirements:
    """What a piece needs: its bases, and every inequality under which it is true."""

    basis: list[PieceBasis] = field(default_factory=list)
    """By player: what is ``used``, what is ``tight`` (as good against the other's plan), which
    ``equations`` fix the plan where it is the only one, where another plan ``differs``."""
    needs: list[RequiredInequality] = field(default_factory=list)


def check_piece(game: PolynomialCertificateForm, piece: ProofPiece) -> None:
    """Check that both plans are optimal on the whole range, as the piece says why."""
    found = derive_requirements(game, piece, piece.span, stated=True)
    if tuple(found.basis) != piece.basis:
        raise CertificateError(f"{piece.span}: the bases are not those of the plans")
    check_inequalities(found.needs, piece.inequalities, piece.span)


def check_at_point(
    game: PolynomialCertificateForm, piece: ProofPiece, span: ParameterInterval
) -> None:
    """Check the plans and claims of a piece at one point, deciding every inequality there."""
    for need in derive_requirements(game, piece, span).needs:
        if not need.holds(span):
            raise CertificateError(f"{span}: not so: {shorten_text(need.says, 200)}")


def derive_requirements(
    game: PolynomialCertificateForm,
    piece: ProofPiece,
    span: ParameterInterval,
    *,
    stated: bool = False,
) -> PieceRequirements:
    """Return what a piece needs; raise CertificateError where an equation does not hold.

    Where the bases are *stated*, equations and differences are those; else they are searched for.
    """
    seats, plans = game.seats, piece.plans
    found = PieceRequirements()
    found.needs += [
        RequiredInequality(
            "the denominator of the payoffs is positive", game.denominator, POSITIVE
        ),
        RequiredInequality("the denominator of the value is not 0", piece.claimed[1], NOT_ZERO),
    ]
    # claims with a certificate of their own are checked by that
    claims = (None, None) if piece.certificate is not None else piece.unique
    replies = []
    for number, seat in enumerate(seats):
        rests = claims[1 - number] is True and 1 - number not in piece.witness
        _add_plan_requirements(found, seat, plans[number], span, strict=rests)
        used = used_sequences(plans[1 - number], span)
        reply = PolynomialBestResponse(game, number, plans[number], used, span)
        replies.append(reply)
        _check_secures_value(game, number, plans[number], reply, piece, span)
        found.needs += reply.needs(strict=rests)
    for number, seat in enumerate(seats):
        duty = _UniquenessClaim(game, number, piece, span, piece.basis[number] if stated else None)
        equations = differs = None
        if claims[number] is True:
            equations = duty.unique(found, replies[1 - number])
        elif claims[number] is False:
            differs = duty.several(found)
        used_here = actions_by_infoset(seat, used_sequences(plans[number], span))
        tight = actions_by_infoset(seat, replies[1 - number].tight)
        found.basis.append(PieceBasis(used_here, tight, equations, differs))
    return found


def _add_plan_requirements(
    found: PieceRequirements,
    seat: PlayerSequences,
    plan: PolynomialPlan,
    span: ParameterInterval,
    *,
    strict: bool,
    of: str = "",
) -> None:
    """Add that a plan is one; where *strict*, that it really uses what it uses."""
    says = f"the denominator of {seat.name}'s plan{of} is positive"
    found.needs.append(RequiredInequality(says, plan.below, POSITIVE))
    sense = POSITIVE + interior_suffix(span) if strict else NOT_NEGATIVE
    word = "positive" if strict else "not negative"
    names = sequence_names(seat)
    for s, amount in enumerate(plan.tops):
        if amount and amount != plan.below and not (strict and span.zero(amount)):
            says = f"{seat.name}'s chance{of} of {names[s]} is {word}"
            found.needs.append(RequiredInequality(says, amount, sense))
    for view, actions, parent, first in seat.cells:
        total: Poly = []
        for s in range(first, first + len(actions)):
            total = add(total, plan.tops[s])
        if total != plan.tops[parent]:
            raise CertificateError(
                f"{span}: {quote_name(seat.name)}'s chances at {quote_name(view)} do not add up"
            )


def _check_secures_value(
    game: PolynomialCertificateForm,
    number: int,
    plan: PolynomialPlan,
    reply: PolynomialBestResponse,
    piece: ProofPiece,
    span: ParameterInterval,
) -> None:
    top, below = piece.claimed
    wanted = multiply(top, multiply(plan.below, game.denominator))
    if not span.zero(add(multiply(reply.worth, below), wanted, -1)):
        raise CertificateError(
            f"{span}: {quote_name(game.seats[number].name)} does not secure the value"
        )


@dataclass(frozen=True)
class _UniquenessClaim:
    """A claim that a player's plan is the only optimal one, or that it is not."""

    game: PolynomialCertificateForm
    number: int
    piece: ProofPiece
    span: ParameterInterval
    stated: PieceBasis | None

    @property
    def seat(self) -> PlayerSequences:
        """Whose plan it is about."""
        return self.game.seats[self.number]

    def unique(self, found: PieceRequirements, against: PolynomialBestResponse) -> list[str] | None:
        """Add why every optimal plan of the player is the given one, at every value of the piece.

        Let *foe* be an optimal plan of the opponent. Where it is positive, an optimal plan must
        leave the opponent indifferent; where a choice loses against it, an optimal plan cannot use
        it. What is left are linear equations with one solution; they are returned by name.
        """
        span, seat = self.span, self.seat
        foe = self.piece.plans[1 - self.number]
        used = used_sequences(self.piece.plans[self.number], span)
        if self.number in self.piece.witness:
            foe, against = self._witness(found, used)
        if against.tight != used:
            raise CertificateError(
                f"{span}: {quote_name(seat.name)} has other choices that are as good"
            )
        rows, count = indifference_equations(
            self.game, self.number, used, used_sequences(foe, span)
        )
        if self.stated is None:
            pick = find_regular_subsystem(rows, count, span)
        else:
            pick = stated_subsystem(rows, count, self.stated.equations or [])
        if pick is None:
            raise CertificateError(
                f"{span}: {quote_name(seat.name)}'s strategy is not shown to be unique"
            )
        if not count:
            return None
        says = f"the determinant of the equations that fix {seat.name}'s plan is not 0"
        found.needs.append(
            RequiredInequality(says, pick.determinant, NOT_ZERO + interior_suffix(span))
        )
        return pick.labels

    def _witness(
        self, found: PieceRequirements, used: set[int]
    ) -> tuple[PolynomialPlan, PolynomialBestResponse]:
        """Return another optimal plan of the opponent, and the responses to it."""
        other = 1 - self.number
        plan = self.piece.witness[self.number]
        foe = self.game.seats[other]
        _add_plan_requirements(found, foe, plan, self.span, strict=True, of=" in the witness")
        reply = PolynomialBestResponse(self.game, other, plan, used, self.span)
        _check_secures_value(self.game, other, plan, reply, self.piece, self.span)
        found.needs += reply.needs(strict=True, against=" against the witness")
        return plan, reply

    def several(self, found: PieceRequirements) -> str:
        """Add why a second plan is optimal too, and differs at every value; return where."""
        seat, span = self.seat, self.span
        if self.number not in self.piece.another:
            raise CertificateError(f"{span}: {quote_name(seat.name)}'s second strategy is missing")
        other = self.piece.another[self.number]
        _add_plan_requirements(found, seat, other, span, strict=False, of=" in the second plan")
        reply = PolynomialBestResponse(self.game, self.number, other, set(), span)
        _check_secures_value(self.game, self.number, other, reply, self.piece, span)
        found.needs += reply.needs(strict=False, against=f" against {seat.name}'s second plan")
        names = sequence_names(seat)
        one = self.piece.plans[self.number]
        for s, (a, b) in enumerate(zip(one.tops, other.tops, strict=True)):
            gap = add(multiply(a, other.below), multiply(b, one.below), -1)
            if self.stated is None:
                fits = has_no_zero(gap, span)
            else:
                fits = s > 0 and self.stated.differs == names[s]
            if fits:
                says = f"{seat.name}'s two plans differ in the chance of {names[s]}"
                found.needs.append(RequiredInequality(says, gap, NOT_ZERO + interior_suffix(span)))
                return names[s]
        raise CertificateError(
            f"{span}: {quote_name(seat.name)}'s two strategies are not shown to differ"
        )


def check_breakpoints(proof: ParametricDocument) -> None:
    """Check every breakpoint of a proof over the real numbers."""
    game, pieces = proof.form, proof.pieces
    points = proof.breakpoints or ()
    if [point.at for point in points] != _piece_ends(pieces):
        raise CertificateError("the breakpoints are not the ends of the pieces")
    skipped = 1 if proof.low is None else 0  # then the first breakpoint is between two pieces
    for number, point in enumerate(points, skipped):
        near = pieces[max(0, number - 1) : number + 1]
        if point.certificate is not None:
            claimed = near[0].claimed
            check_certificate_at(game, point.certificate, point.unique, claimed, point.at.low)
            continue
        for seat, claim in enumerate(point.unique):
            if claim is not None and not _is_claim_shown(game, near, point, seat, claim):
                name, where = game.seats[seat].name, str(point.at)
                raise CertificateError(
                    f"at {where}: {quote_name(name)}'s uniqueness is not as claimed"
                )


def _piece_ends(pieces: Sequence[ProofPiece]) -> list[AlgebraicPoint]:
    """Return where the pieces of a proof over the real numbers begin, meet and end."""
    spans = [piece.span for piece in pieces if isinstance(piece.span, RealInterval)]
    ends = (spans[0].low, *(span.high for span in spans))
    return [end for end in ends if end is not None]


def _is_claim_shown(
    game: PolynomialCertificateForm,
    near: Sequence[ProofPiece],
    point: ProofBreakpoint,
    seat: int,
    claim: bool,
) -> bool:
    """Tell whether the pieces that meet at a point, and what it holds, show a claim there."""
    here = point.at.near()
    for piece in near:
        for evidence in _candidate_evidence(near, piece, point, seat, claim):
            try:
                check_at_point(game, evidence, PointInterval(here, piece.span.spot))
            except CertificateError:
                continue
            return True
    return False


def _candidate_evidence(
    near: Sequence[ProofPiece], piece: ProofPiece, point: ProofBreakpoint, seat: int, claim: bool
) -> Iterator[ProofPiece]:
    """Yield a piece with each claim that could be shown with it; the other player's is left out."""
    claims: ClaimPair = (claim, None) if seat == 0 else (None, claim)
    if claim:
        yield replace(piece, unique=claims)
        if seat in point.witness:
            yield replace(piece, unique=claims, witness=point.witness)
        return
    for other in near:
        plans = [] if other is piece else [other.plans[seat]]
        for plan in [*plans, *([other.another[seat]] if seat in other.another else [])]:
            yield replace(piece, unique=claims, another={seat: plan})
    if seat in point.another:
        yield replace(piece, unique=claims, another={seat: point.another[seat]})


def check_certificate_at(
    game: PolynomialCertificateForm,
    own: ZeroSumDocument,
    unique: ClaimPair,
    claimed: Quotient,
    at: Fraction,
) -> None:
    """Check claims at one value by their own certificate, which must be of the same game."""
    check_zero_sum(own)
    if own.value != evaluate_quotient(claimed, at):
        raise CertificateError(f"at {format_short(at)}: the certificate is about another value")
    if unique != tuple(
        not isinstance(evidence, NonUniquenessEvidence) for evidence in own.uniqueness
    ):
        raise CertificateError(
            f"at {format_short(at)}: the certificate says otherwise about uniqueness"
        )
    form = own.form
    if form.rows is not None:
        raise CertificateError(
            f"at {format_short(at)}: the certificate is not of a game told by its sequences"
        )
    scale = evaluate_at_fraction(game.denominator, at)
    here = {
        (i, j): evaluate_at_fraction(amount, at)
        for j, column in enumerate(game.columns[0])
        for i, amount in column.items()
    }
    there = {(i, j): amount for i, j, amount in form.entries}
    if form.seats != game.seats or any(
        here.get(spot, 0) * form.denominator != there.get(spot, 0) * scale
        for spot in here.keys() | there.keys()
    ):
        raise CertificateError(f"at {format_short(at)}: the certificate is of another game")


PayoffDifference = dict[int, Poly]
DifferenceBounds = tuple[IntegerInterval, Poly, Poly]
"""A range, and the least and the greatest gap on it."""


def check_classification(
    proof: ParametricDocument, sorts: Mapping[str, tuple[ClassifiedInterval, ...]]
) -> None:
    """Check every sort that a proof states; raise CertificateError with the reason."""
    game = proof.form
    one, two = game.seats
    if not proof.whole:
        raise CertificateError("choices are sorted for whole numbers only")
    if any(parent for seat in (one, two) for _, _, parent, _ in seat.cells):
        raise CertificateError("choices are sorted in additive games only")
    assert proof.low is not None, "whole numbers have a lower end"
    low, high = int(proof.low.low), None if proof.high is None else int(proof.high.low)
    for view, actions, _, first in two.cells:
        if len(actions) != 2:
            continue
        gap = _payoff_difference(game.columns[0][first], game.columns[0][first + 1])
        _require_cover(sorts[view], low, high)
        for sort in sorts[view]:
            parts = _difference_bounds(one, gap, sort.span)
            if not all(_has_class(sort.word, actions, bounds) for bounds in parts):
                place = f"{quote_name(two.name)} at {quote_name(view)}"
                word = repr(shorten_text(sort.word))
                raise CertificateError(f"{sort.span}: {place} is not always {word}")


def _payoff_difference(first: PayoffDifference, second: PayoffDifference) -> PayoffDifference:
    """Return, by the first player's sequence, what it earns more by the second action."""
    return {i: add(second.get(i, []), first.get(i, []), -1) for i in first.keys() | second.keys()}


def _require_cover(sorts: Sequence[ClassifiedInterval], low: int, high: int | None) -> None:
    """Demand that the ranges of one choice cover the domain and differ from each other."""
    due: int | None = low
    before = None
    for sort in sorts:
        start, end = sort.span.low, sort.span.high
        if start != due:
            raise CertificateError(
                f"the ranges of a choice leave a gap before {format_short(Fraction(start))}"
            )
        if sort.word == before:
            raise CertificateError(f"nothing changes at {format_short(Fraction(start))}")
        due, before = None if end is None else end + 1, sort.word
    if before is None or due != (None if high is None else high + 1):
        raise CertificateError("the ranges of a choice do not reach the end")


def _has_class(sort: str, actions: Sequence[str], bounds: DifferenceBounds) -> bool:
    span, least, greatest = bounds
    if sort == "*":
        return (
            span.never_negative([-c for c in least])
            and span.never_negative(greatest)
            and span.positive(add(greatest, least, -1))
        )
    if sort == "-":
        both = (least, greatest)
        return all(span.never_negative([sign * c for c in p]) for p in both for sign in (1, -1))
    if sort == actions[0]:
        return span.positive(least)
    return sort == actions[1] and span.positive([-c for c in greatest])


def _difference_bounds(
    one: PlayerSequences, gap: PayoffDifference, span: IntegerInterval
) -> Iterator[DifferenceBounds]:
    """Yield parts of a range, each with the least and the greatest gap as polynomials."""
    menus = [[gap.get(first + k, []) for k in range(len(acts))] for _, acts, _, first in one.cells]
    menus = [menu for menu in menus if any(menu)]
    todo, step, spent = [span], 0, 0
    while todo:
        part = todo.pop()
        spent += _ordering_work(menus, part)
        if spent > MOST_CLASSIFICATION_WORK:
            raise FileError("a choice is sorted by polynomials with roots too far out")
        found = _extreme_sums(menus, part)
        if found is not None:
            least, greatest = found
            yield part, add(gap.get(0, []), least), add(gap.get(0, []), greatest)
            continue
        if part.high is None:  # twice as far each time: some day nothing changes any more
            middle, step = part.low + step, 2 * step + 1
        else:
            middle = (part.low + part.high) // 2
        todo += [IntegerInterval(middle + 1, part.high), IntegerInterval(part.low, middle)]


def _ordering_work(menus: Sequence[Sequence[Poly]], span: IntegerInterval) -> int:
    """Return about how much it takes to order the options of a range of more than one value."""
    if span.low == span.high:
        return 0
    gaps = (add(b, a, -1) for menu in menus for a, b in pairwise(menu))
    return sum(estimate_sign_work(gap, span.low, span.high) for gap in gaps if gap)


def _extreme_sums(
    menus: Sequence[Sequence[Poly]], span: IntegerInterval
) -> tuple[Poly, Poly] | None:
    """Return the sums of the least and of the greatest options, if those are the same throughout.

    A range of one value always has an order: the values are its polynomials.
    """
    alone = span.low == span.high
    least: Poly = []
    greatest: Poly = []
    for menu in menus:
        ranked = sorted(menu, key=lambda option: evaluate_at_integer(option, span.low))
        if not alone and not all(span.never_negative(add(b, a, -1)) for a, b in pairwise(ranked)):
            return None
        least, greatest = add(least, ranked[0]), add(greatest, ranked[-1])
    return least, greatest


@dataclass(frozen=True)
class ParametricVerdict(BreakpointVerdict):
    """A theorem on games whose payoffs are polynomials in a parameter."""

    source: ParametricDocument = field(repr=False)

    @property
    def kind(self) -> str:
        """``theorem``."""
        return "theorem"

    @property
    def form(self) -> PolynomialCertificateForm:
        """The payoffs, as polynomials."""
        return self.source.form

    @property
    def pieces(self) -> tuple[ProofPiece, ...]:
        """The pieces, with their formulas and plans."""
        return self.source.pieces


def verify_parametric(proof: ParametricDocument) -> ParametricVerdict:
    """Return what a theorem says; raise CertificateError unless all of it holds."""
    check_parametric(proof)
    return _verdict(proof)


class PieceMap(Protocol):
    """Calls a function with each piece, perhaps in other processes: results in order."""

    def __call__(
        self, work: Callable[[PieceWithInterval], CheckedPiece], items: list[PieceWithInterval]
    ) -> Iterable[CheckedPiece]:
        """Yield ``work(item)`` for each piece."""


CheckedPiece = tuple[ProofPiece, Mapping[str, int]]
"""A piece that holds, and the steps of work that it took."""


def verify_parametric_by_pieces(document: JsonObject, spread: PieceMap) -> ParametricVerdict:
    """Return what the theorem in a document says, each piece read and checked through *spread*.

    All steps count as those of one document.
    """

    def checked(reader: PieceReader, data: Json, domain: Domain) -> tuple[ProofPiece, ...]:
        found = []
        entries = list(reader.covering(data, domain))
        for piece, spent in spread(partial(check_one_piece, reader), entries):
            for on, steps in spent.items():
                spend(steps, on)
            found.append(piece)
        if [piece.span for piece in found] != [span for _, span in entries]:
            raise CertificateError("the pieces were not all checked")
        return tuple(found)

    proof = read_parametric(document, checked)
    _check_beside_pieces(proof)
    return _verdict(proof)


def check_one_piece(reader: PieceReader, entry: PieceWithInterval) -> CheckedPiece:
    """Read a piece and check it."""
    with one_document() as meter, uncollected():
        piece = reader.one(*entry)
        _check_whole_piece(reader.form, piece)
        return piece, meter.spent


def _verdict(proof: ParametricDocument) -> ParametricVerdict:
    one, two = names = tuple(seat.name for seat in proof.form.seats)
    ends = [point.at for point in proof.breakpoints or ()]
    at_ends = [point.unique for point in proof.breakpoints or ()]
    if proof.breakpoints is None and not proof.whole:  # of an earlier make: nothing is said there
        ends = _piece_ends(proof.pieces)
        at_ends = [(None, None) for _ in ends]
    return ParametricVerdict(
        proof.game,
        (one, two),
        proof.digest,
        VerifiedDomain(proof.parameter, proof.whole, proof.low, proof.high, _domain_words(proof)),
        tuple(piece.formula for piece in proof.pieces),
        tuple(dict(zip(names, piece.unique, strict=True)) for piece in proof.pieces),
        at_ends=tuple(dict(zip(names, claims, strict=True)) for claims in at_ends),
        ends=tuple(map(str, ends)),
        source=proof,
    )


def _domain_words(proof: ParametricDocument) -> str:
    if proof.low is None:
        return "" if proof.high is None else f"<= {proof.high}"
    return f">= {proof.low}" if proof.high is None else f"from {proof.low} to {proof.high}"


def check_parametric(proof: ParametricDocument) -> None:
    """Raise CertificateError unless a theorem holds, for the reasons that it gives."""
    for piece in proof.pieces:
        _check_whole_piece(proof.form, piece)
    _check_beside_pieces(proof)


def _check_whole_piece(form: PolynomialCertificateForm, piece: ProofPiece) -> None:
    """Check all that a piece says."""
    pin = specialisation_for(piece.span)
    here = form if pin is identity_specialisation else form.pinned(pin)
    check_piece(here, piece)
    _check_formulas(here, piece)
    if piece.certificate is not None:
        assert isinstance(piece.span, IntegerInterval)
        at = Fraction(piece.span.low)
        check_certificate_at(form, piece.certificate, piece.unique, piece.claimed, at)


def _check_beside_pieces(proof: ParametricDocument) -> None:
    """Check what a theorem says besides its pieces."""
    if proof.breakpoints is not None:
        check_breakpoints(proof)
    if proof.sorts is not None:
        check_classification(proof, proof.sorts)


def _check_formulas(game: PolynomialCertificateForm, piece: ProofPiece) -> None:
    """Check that the formulas written out are those that were proved."""
    span = piece.span
    if not _quotients_equal(piece.value, piece.claimed):
        raise CertificateError(f"{span}: the value written out is another one")
    for seat, plan, written in zip(game.seats, piece.plans, piece.strategies, strict=True):
        for view, actions, parent, first in seat.cells:
            here = range(first, first + len(actions))
            arrives = plan.tops[parent]
            if not arrives:  # never gets there: any sure action will do
                sure = sum(_quotients_equal(written[s], ([1], [1])) for s in here)
                idle = sum(not written[s][0] for s in here)
                if (sure, idle) != (1, len(actions) - 1):
                    raise CertificateError(
                        f"{span}: {quote_name(seat.name)} at {quote_name(view)}: not a sure action"
                    )
                continue
            # the chances of a plan add up: where those written do, too, the last one follows
            due = here[:-1] if _adds_up([written[s] for s in here]) else here
            for s in due:
                if not _quotients_equal(written[s], (plan.tops[s], arrives)):
                    raise CertificateError(
                        f"{span}: {quote_name(seat.name)} at {quote_name(view)}: another formula"
                    )
            if arrives != plan.below and not _are_probabilities(
                written[first : here.stop], arrives, span
            ):
                place = f"{quote_name(seat.name)} at {quote_name(view)}"
                raise CertificateError(
                    f"{span}: {place}: a formula is negative where it never comes up"
                )


def _are_probabilities(
    formulas: Sequence[Quotient], arrives: Poly, span: ParameterInterval
) -> bool:
    """Tell whether formulas are probabilities also where their information set is not reached.

    There the plan says nothing of them. Over real numbers they are limits of probabilities.
    """
    if not isinstance(span, IntegerInterval) or span.positive(arrives):
        return True
    return all(span.never_negative(multiply(top, below)) for top, below in formulas)


def _adds_up(formulas: Sequence[Quotient]) -> bool:
    """Tell whether formulas are seen to add up to 1: those that are not 0, over one denominator."""
    live = [formula for formula in formulas if formula[0]]
    total: Poly = []
    for top, below in live:
        if below != live[0][1]:
            return False
        total = add(total, top)
    return bool(live) and total == live[0][1]


def _quotients_equal(one: Quotient, two: tuple[Poly, Poly]) -> bool:
    """Tell whether two quotients of polynomials are equal."""
    return products_equal((one[0], two[1]), (one[1], two[0]))
