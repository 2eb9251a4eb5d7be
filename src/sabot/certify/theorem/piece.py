"""One piece of a theorem, checked: plans as polynomials that are optimal on a whole range.

Standard library only. Plans are plans: they add up as polynomials, nothing in them is negative on
the range. No cell offers either seat a better reply: backward induction with polynomials, in which
every unused action must be no better on the whole range, and both plans secure the same value.
Uniqueness: every unused tight action is strictly worse, and the indifference equations of what the
opponent uses have a determinant that never vanishes on the range.

Equations are multiplied out here. What is left are inequalities
(:mod:`sabot.certify.theorem.inequality`): derived from the form and the plans, they must be
exactly those that the piece lists, with its reasons.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sabot.certify.form import Seat
from sabot.certify.reading import named, shortened
from sabot.certify.theorem.form import PolyGame, PolyPlan, by_view, names_of, used_in
from sabot.certify.theorem.inequality import LEAST, MORE, OTHER, Need, check_listed
from sabot.certify.theorem.polynomial import Poly, plus, times
from sabot.certify.theorem.reading import Basis, Piece
from sabot.certify.theorem.reply import Reply, inside
from sabot.certify.theorem.span import Span
from sabot.certify.theorem.unique import indifference, never_singular, never_zero, stated_part
from sabot.errors import CertificateError


@dataclass
class Derived:
    """What a piece needs: its bases, and every inequality under which it is true."""

    basis: list[Basis] = field(default_factory=list)
    """By seat: what is ``used``, what is ``tight`` (as good against the other's plan), which
    ``equations`` fix the plan where it is the only one, where another plan ``differs``."""
    needs: list[Need] = field(default_factory=list)


def check_piece(game: PolyGame, piece: Piece) -> None:
    """Check that both plans are optimal on the whole range, as the piece says why."""
    found = derived(game, piece, piece.span, stated=True)
    if tuple(found.basis) != piece.basis:
        raise CertificateError(f"{piece.span}: the bases are not those of the plans")
    check_listed(found.needs, piece.inequalities, piece.span)


def check_at_point(game: PolyGame, piece: Piece, span: Span) -> None:
    """Check the plans and claims of a piece at one point, deciding every inequality there."""
    for need in derived(game, piece, span).needs:
        if not need.holds(span):
            raise CertificateError(f"{span}: not so: {shortened(need.says, 200)}")


def derived(game: PolyGame, piece: Piece, span: Span, *, stated: bool = False) -> Derived:
    """Return what a piece needs; raise CertificateError where an equation does not hold.

    Where the bases are *stated*, equations and differences are those; else they are searched for.
    """
    seats, plans = game.seats, piece.plans
    found = Derived()
    found.needs += [
        Need("the denominator of the payoffs is positive", game.denominator, MORE),
        Need("the denominator of the value is not 0", piece.claimed[1], OTHER),
    ]
    # claims with a certificate of their own are checked by that
    claims = (None, None) if piece.certificate is not None else piece.unique
    replies = []
    for number, seat in enumerate(seats):
        rests = claims[1 - number] is True and 1 - number not in piece.witness
        _add_plan(found, seat, plans[number], span, strict=rests)
        used = used_in(plans[1 - number], span)
        reply = Reply(game, number, plans[number], used, span)
        replies.append(reply)
        _check_secures(game, number, plans[number], reply, piece, span)
        found.needs += reply.needs(strict=rests)
    for number, seat in enumerate(seats):
        duty = _Claim(game, number, piece, span, piece.basis[number] if stated else None)
        equations = differs = None
        if claims[number] is True:
            equations = duty.unique(found, replies[1 - number])
        elif claims[number] is False:
            differs = duty.several(found)
        used_here = by_view(seat, used_in(plans[number], span))
        tight = by_view(seat, replies[1 - number].tight)
        found.basis.append(Basis(used_here, tight, equations, differs))
    return found


def _add_plan(
    found: Derived, seat: Seat, plan: PolyPlan, span: Span, *, strict: bool, of: str = ""
) -> None:
    """Add that a plan is one; where *strict*, that it really uses what it uses."""
    says = f"the denominator of {seat.name}'s plan{of} is positive"
    found.needs.append(Need(says, plan.below, MORE))
    sense = MORE + inside(span) if strict else LEAST
    word = "positive" if strict else "not negative"
    names = names_of(seat)
    for s, amount in enumerate(plan.tops):
        if amount and amount != plan.below and not (strict and span.zero(amount)):
            says = f"{seat.name}'s chance{of} of {names[s]} is {word}"
            found.needs.append(Need(says, amount, sense))
    for view, actions, parent, first in seat.cells:
        total: Poly = []
        for s in range(first, first + len(actions)):
            total = plus(total, plan.tops[s])
        if total != plan.tops[parent]:
            raise CertificateError(
                f"{span}: {named(seat.name)}'s chances at {named(view)} do not add up"
            )


def _check_secures(
    game: PolyGame, number: int, plan: PolyPlan, reply: Reply, piece: Piece, span: Span
) -> None:
    top, below = piece.claimed
    wanted = times(top, times(plan.below, game.denominator))
    if not span.zero(plus(times(reply.worth, below), wanted, -1)):
        raise CertificateError(
            f"{span}: {named(game.seats[number].name)} does not secure the value"
        )


@dataclass(frozen=True)
class _Claim:
    """A claim that a seat's plan is the only optimal one, or that it is not."""

    game: PolyGame
    number: int
    piece: Piece
    span: Span
    stated: Basis | None

    @property
    def seat(self) -> Seat:
        """Whose plan it is about."""
        return self.game.seats[self.number]

    def unique(self, found: Derived, against: Reply) -> list[str] | None:
        """Add why every optimal plan of the seat is the given one, at every value of the piece.

        Let *foe* be an optimal plan of the opponent. Where it is positive, an optimal plan must
        leave the opponent indifferent; where a choice loses against it, an optimal plan cannot use
        it. What is left are linear equations with one solution; they are returned by name.
        """
        span, seat = self.span, self.seat
        foe = self.piece.plans[1 - self.number]
        used = used_in(self.piece.plans[self.number], span)
        if self.number in self.piece.witness:
            foe, against = self._witness(found, used)
        if against.tight != used:
            raise CertificateError(f"{span}: {named(seat.name)} has other choices that are as good")
        rows, count = indifference(self.game, self.number, used, used_in(foe, span))
        if self.stated is None:
            pick = never_singular(rows, count, span)
        else:
            pick = stated_part(rows, count, self.stated.equations or [])
        if pick is None:
            raise CertificateError(
                f"{span}: {named(seat.name)}'s strategy is not shown to be unique"
            )
        if not count:
            return None
        says = f"the determinant of the equations that fix {seat.name}'s plan is not 0"
        found.needs.append(Need(says, pick.determinant, OTHER + inside(span)))
        return pick.labels

    def _witness(self, found: Derived, used: set[int]) -> tuple[PolyPlan, Reply]:
        """Return another optimal plan of the opponent, and the replies to it."""
        other = 1 - self.number
        plan = self.piece.witness[self.number]
        foe = self.game.seats[other]
        _add_plan(found, foe, plan, self.span, strict=True, of=" in the witness")
        reply = Reply(self.game, other, plan, used, self.span)
        _check_secures(self.game, other, plan, reply, self.piece, self.span)
        found.needs += reply.needs(strict=True, against=" against the witness")
        return plan, reply

    def several(self, found: Derived) -> str:
        """Add why a second plan is optimal too, and differs at every value; return where."""
        seat, span = self.seat, self.span
        if self.number not in self.piece.another:
            raise CertificateError(f"{span}: {named(seat.name)}'s second strategy is missing")
        other = self.piece.another[self.number]
        _add_plan(found, seat, other, span, strict=False, of=" in the second plan")
        reply = Reply(self.game, self.number, other, set(), span)
        _check_secures(self.game, self.number, other, reply, self.piece, span)
        found.needs += reply.needs(strict=False, against=f" against {seat.name}'s second plan")
        names = names_of(seat)
        one = self.piece.plans[self.number]
        for s, (a, b) in enumerate(zip(one.tops, other.tops, strict=True)):
            gap = plus(times(a, other.below), times(b, one.below), -1)
            if self.stated is None:
                fits = never_zero(gap, span)
            else:
                fits = s > 0 and self.stated.differs == names[s]
            if fits:
                says = f"{seat.name}'s two plans differ in the chance of {names[s]}"
                found.needs.append(Need(says, gap, OTHER + inside(span)))
                return names[s]
        raise CertificateError(
            f"{span}: {named(seat.name)}'s two strategies are not shown to differ"
        )
