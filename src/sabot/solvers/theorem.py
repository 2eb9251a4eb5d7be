"""The theorem solver: one proof for all values of a parameter.

At the first value that is not covered yet, solve the numeric game; turn its supports into formulas
(:mod:`sabot.solvers.formula`); write down every condition under which the formulas are optimal,
each a polynomial that must not be negative; find how far they all hold; go on behind the last
value. The conditions are those of the certificate: plans are plans, and no cell offers a better
reply.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from flint import fmpz_poly

from sabot.errors import NoMethodError
from sabot.forms.sequence import Side
from sabot.forms.theorem import PolynomialForm, lowest
from sabot.solvers.formula import Columns, PlanFormula, Support, columns, plan_formula
from sabot.solvers.settle import Settled, settle
from sabot.solvers.signs import first_negative, sign_at, whole_roots

_ZERO = fmpz_poly([0])
MOST_PIECES = 400


@dataclass(frozen=True)
class Condition:
    """A polynomial that must not be negative, and why."""

    polynomial: fmpz_poly
    why: str


@dataclass(frozen=True)
class Candidate:
    """Formulas found at one value: plans, value and everything they depend on."""

    plans: tuple[PlanFormula, PlanFormula]
    value: tuple[fmpz_poly, fmpz_poly]
    conditions: tuple[Condition, ...]
    exact: tuple[bool, bool]
    """Whether the conditions, where strict, make each side's plan the only optimal one."""


@dataclass(frozen=True)
class Piece:
    """A range of the parameter with one set of formulas."""

    low: int
    high: int | None
    candidate: Candidate
    unique: tuple[bool | None, bool | None]
    settled: Settled | None = None
    """For a piece of one value: its numeric solution, where that is what decides uniqueness."""

    @property
    def value(self) -> tuple[fmpz_poly, fmpz_poly]:
        """The value as a quotient of polynomials."""
        return self.candidate.value


@dataclass
class Theorem:
    """The pieces, in order, without a gap."""

    form: PolynomialForm
    pieces: list[Piece] = field(default_factory=list)


def prove_whole(form: PolynomialForm, progress: Callable[[int], object] | None = None) -> Theorem:
    """Return the theorem for every whole number of the form's domain."""
    theorem = Theorem(form)
    boards = (columns(form.sides, form.payoffs, 0), columns(form.sides, form.payoffs, 1))
    top = None if form.domain.high is None else int(form.domain.high)
    spot = int(form.domain.low)
    while top is None or spot <= top:
        if progress is not None:
            progress(spot)
        if len(theorem.pieces) >= MOST_PIECES:
            raise NoMethodError(
                f"{MOST_PIECES} pieces did not reach the end: {form.parameter} = {spot} is not "
                "covered. Give a range, as in decks=1..50"
            )
        found = settle(form.at(spot))
        candidate = _candidate(form, boards, found, spot)
        if candidate is None:
            theorem.pieces.append(_lone_piece(form, boards, found, spot))
            spot += 1
            continue
        end = _reach(candidate, spot, top)
        theorem.pieces += _with_exceptions(form, candidate, found, spot, end)
        if end is None:
            break
        spot = end + 1
    theorem.pieces = _merged(theorem.pieces)
    return theorem


def _supports(found: Settled) -> tuple[Support, Support]:
    made = []
    for seat in (0, 1):
        duel = found.duel if seat == 0 else found.duel.swapped
        tight = frozenset(duel.reply(found.plans[1 - seat])[0].tight)
        used = frozenset(s for s, chance in enumerate(found.plans[seat]) if chance)
        made.append(Support(used, tight))
    return made[0], made[1]


def _candidate(
    form: PolynomialForm, boards: tuple[Columns, Columns], found: Settled, spot: int
) -> Candidate | None:
    """Return formulas with the supports found at *spot*, if they hold at least there."""
    supports = _supports(found)
    plans = []
    for seat in (0, 1):
        plan = plan_formula(boards[seat], supports[seat], supports[1 - seat], spot)
        if plan is None or sign_at(plan.below, spot) == 0:
            return None
        plans.append(_positive(plan, spot))
    return _examined(form, boards, (plans[0], plans[1]), supports, spot)


def _positive(plan: PlanFormula, spot: int) -> PlanFormula:
    if sign_at(plan.below, spot) > 0:
        return plan
    return PlanFormula(
        tuple(-top for top in plan.tops), -plan.below, plan.determinant, plan.from_used
    )


def _examined(
    form: PolynomialForm,
    boards: tuple[Columns, Columns],
    plans: tuple[PlanFormula, PlanFormula],
    supports: tuple[Support, Support],
    spot: int,
) -> Candidate | None:
    conditions = [Condition(form.denominator, "denominator")]
    values = []
    exact = []
    for seat in (0, 1):
        plan, other = plans[seat], 1 - seat
        side = form.sides[seat]
        conditions.append(Condition(plan.below, f"{side.name}: denominator"))
        names = side.names()
        for s in sorted(supports[seat].used - {0}):
            if plan.tops[s] != plan.below:
                conditions.append(Condition(plan.tops[s], f"{side.name}: chance of {names[s]}"))
        reply = _reply(boards[seat], plan, supports[other], other, spot)
        if reply is None:
            return None
        worth, tight, replies = reply
        conditions += replies
        values.append((worth, plan.below * form.denominator))
        # the other side's plan is unique if only used sequences are tight for ever
        exact.append(tight == supports[other].used)
    if values[0][0] * plans[1].below != values[1][0] * plans[0].below:
        return None  # equal at this value by chance, not as formulas
    value = lowest(*values[0])
    unique = tuple(exact[1 - seat] and plans[seat].from_used for seat in (0, 1))
    live = tuple(c for c in conditions if c.polynomial != 0)
    return Candidate(plans, value, live, (unique[0], unique[1]))


def _reply(
    board: Columns, plan: PlanFormula, support: Support, seat: int, spot: int
) -> tuple[fmpz_poly, frozenset[int], list[Condition]] | None:
    """Return the worth of the best reply to *plan*, what is tight for ever, and the conditions.

    *seat* is who replies; payoffs are side one's, so side two wants the least.
    """
    sign = 1 if seat == 0 else -1
    side = board.other
    worth = _gains(board, plan)
    conditions: list[Condition] = []
    ties: dict[int, list[int]] = {}
    for number in range(len(side.cells) - 1, -1, -1):
        cell = side.cells[number]
        options = sorted(
            cell.sequences, key=lambda s: (-sign * _at(worth[s], spot), s not in support.used)
        )
        best = options[0]
        ties[number] = [best]
        for s in options[1:]:
            gap = sign * (worth[best] - worth[s])
            if gap == 0:
                ties[number].append(s)
            elif s in support.used:
                return None  # used, so it must be as good for ever
            else:
                action = cell.actions[s - cell.first]
                conditions.append(
                    Condition(gap, f"{side.name} at {cell.key}: {action} is no better")
                )
        worth[cell.parent] = worth[cell.parent] + worth[best]
    tight = {0}
    for number, cell in enumerate(side.cells):
        if cell.parent in tight:
            tight.update(ties[number])
    return worth[0], frozenset(tight), conditions


def _at(polynomial: fmpz_poly, spot: int) -> int:
    return int(polynomial(spot))


def _gains(board: Columns, plan: PlanFormula) -> list[fmpz_poly]:
    """Return the other side's sequences' payoffs against *plan*, over the plan's denominator."""
    sure = {s for s, top in enumerate(plan.tops) if top == plan.below}
    mixed = {s: top for s, top in enumerate(plan.tops) if s not in sure and top != 0}
    gains = []
    for column in board.payoffs:
        total, rest = _ZERO, _ZERO
        for i, amount in column.items():
            if i in sure:
                total = total + amount
            elif i in mixed:
                rest = rest + amount * mixed[i]
        gains.append(total * plan.below + rest)
    return gains


# ---------------------------------------------------------------------- how far, and how surely


def _reach(candidate: Candidate, spot: int, top: int | None) -> int | None:
    """Return the last whole number to which all conditions hold from *spot* on, None for ever."""
    ends = [top] if top is not None else []
    for condition in candidate.conditions:
        strict = condition.why.endswith("denominator")
        polynomial = condition.polynomial - 1 if strict else condition.polynomial
        bad = first_negative(polynomial, spot)
        if bad is not None:
            ends.append(bad - 1)
    return min(ends, default=None)


def _exceptions(candidate: Candidate, low: int, high: int | None) -> list[int]:
    """Return the values at which something strict is not: uniqueness is another question there."""
    found: set[int] = set()
    for condition in candidate.conditions:
        found.update(whole_roots(condition.polynomial, low, high))
    for plan in candidate.plans:
        found.update(whole_roots(plan.determinant, low, high))
    return sorted(found)


def _with_exceptions(
    form: PolynomialForm, candidate: Candidate, found: Settled, low: int, high: int | None
) -> list[Piece]:
    """Return the pieces from *low* to *high*, cut at the values where uniqueness may differ."""
    general = tuple(True if sure else None for sure in candidate.exact)
    pieces: list[Piece] = []
    start = low
    odd = _exceptions(candidate, low, high)
    if high is not None and high - low < 40 and None in general:
        odd = list(range(low, high + 1))
    for value in odd:
        if value > start:
            pieces.append(Piece(start, value - 1, candidate, (general[0], general[1])))
        here = found if value == low else settle(form.at(value))
        one, two = here.faces.verdicts
        pieces.append(Piece(value, value, candidate, (one.unique, two.unique), here))
        start = value + 1
    if high is None or start <= high:
        pieces.append(Piece(start, high, candidate, (general[0], general[1])))
    return pieces


def _lone_piece(
    form: PolynomialForm, boards: tuple[Columns, Columns], found: Settled, spot: int
) -> Piece:
    """Return a piece for one value, its plan written as constants."""
    plans = []
    for plan in found.plans:
        below = 1
        for chance in plan:
            below = below * chance.denominator // _gcd(below, chance.denominator)
        tops = tuple(fmpz_poly([int(chance * below)]) for chance in plan)
        plans.append(PlanFormula(tops, fmpz_poly([below]), fmpz_poly([1]), False))
    value = fmpz_poly([found.value.numerator]), fmpz_poly([found.value.denominator])
    one, two = found.faces.verdicts
    candidate = Candidate((plans[0], plans[1]), value, (), (False, False))
    return Piece(spot, spot, candidate, (one.unique, two.unique), found)


def _gcd(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return a


def _merged(pieces: Sequence[Piece]) -> list[Piece]:
    """Join neighbours that say the same thing."""
    joined: list[Piece] = []
    for piece in pieces:
        last = joined[-1] if joined else None
        numeric = piece.settled is not None or (last is not None and last.settled is not None)
        if last is not None and not numeric and last.unique == piece.unique and _same(last, piece):
            joined[-1] = Piece(last.low, piece.high, last.candidate, last.unique)
        else:
            joined.append(piece)
    return joined


def _same(one: Piece, two: Piece) -> bool:
    if one.value != two.value:
        return False
    return all(
        a.below * y == b.below * x
        for a, b in zip(one.candidate.plans, two.candidate.plans, strict=True)
        for x, y in zip(a.tops, b.tops, strict=True)
    )


def chance_formulas(
    side: Side, plan: PlanFormula
) -> dict[str, dict[str, tuple[fmpz_poly, fmpz_poly]]]:
    """Return a plan as behaviour: each chance a quotient of polynomials; first action off path."""
    found = {}
    for cell in side.cells:
        arrives = plan.tops[cell.parent]
        mix = {}
        for action, s in zip(cell.actions, cell.sequences, strict=True):
            if arrives == 0:
                mix[action] = (fmpz_poly([int(s == cell.first)]), fmpz_poly([1]))
            else:
                mix[action] = lowest(plan.tops[s], arrives)
        found[cell.key] = mix
    return found


def fraction_at(quotient: tuple[fmpz_poly, fmpz_poly], at: int) -> Fraction:
    """Return the exact value of a quotient of polynomials."""
    return Fraction(int(quotient[0](at)), int(quotient[1](at)))
