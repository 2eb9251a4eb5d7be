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

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sabot.certify.reading import Seat, claim_of, only
from sabot.certify.theorem.form import (
    Pin,
    PolyGame,
    PolyPlan,
    by_view,
    names_of,
    plan_of,
    poly_of,
    used_in,
)
from sabot.certify.theorem.inequality import LEAST, MORE, OTHER, Need, check_listed
from sabot.certify.theorem.polynomial import Poly, plus, times
from sabot.certify.theorem.reply import Reply, inside
from sabot.certify.theorem.span import Span
from sabot.certify.theorem.unique import indifference, never_singular, never_zero, stated_part
from sabot.errors import CertificateError

Piece = Mapping[str, Any]
Claimed = tuple[Poly, Poly]


_PIECE = frozenset(
    {"from", "to", "value", "strategies", "unique", "value_parts", "plans", "basis", "inequalities"}
    | {"another", "witness", "certificate"}
)


@dataclass
class Derived:
    """What a piece needs: its plans, its bases, and every inequality under which it is true."""

    plans: list[PolyPlan]
    basis: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By seat: what is ``used``, what is ``tight`` (as good against the other's plan), which
    ``equations`` fix the plan where it is the only one, where another plan ``differs``."""
    needs: list[Need] = field(default_factory=list)


def check_piece(game: PolyGame, piece: Piece, span: Span, pin: Pin) -> list[PolyPlan]:
    """Check that both plans are optimal on the whole range, as the piece says why."""
    for part in ("basis", "inequalities"):
        if part not in piece:
            raise CertificateError(f"{span}: no {part}; if an earlier Sabot made it, prove it anew")
    only(piece, _PIECE, "a piece")
    found = derived(game, piece, span, pin, stated=piece["basis"])
    if found.basis != piece["basis"]:
        raise CertificateError(f"{span}: the bases are not those of the plans")
    check_listed(found.needs, piece["inequalities"], span)
    return found.plans


def check_at_point(game: PolyGame, piece: Piece, span: Span, pin: Pin) -> None:
    """Check the plans and claims of a piece at one point, deciding every inequality there."""
    for need in derived(game, piece, span, pin).needs:
        if not need.holds(span):
            raise CertificateError(f"{span}: not so: {need.says}")


def derived(
    game: PolyGame,
    piece: Piece,
    span: Span,
    pin: Pin,
    stated: Mapping[str, Any] | None = None,
) -> Derived:
    """Return what a piece needs; raise CertificateError where an equation does not hold.

    *stated* are the piece's bases; without them equations and differences are searched for.
    """
    seats = game.seats
    plans = [plan_of(seat, piece["plans"][seat.name], pin) for seat in seats]
    top, below = (pin(poly_of(part)) for part in piece["value_parts"])
    claimed = top, below
    found = Derived(plans)
    found.needs += [
        Need("the denominator of the payoffs is positive", game.denominator, MORE),
        Need("the denominator of the value is not 0", below, OTHER),
    ]
    claims, witness = piece["unique"], piece.get("witness", {})
    if set(claims) != {seat.name for seat in seats}:
        raise ValueError("the uniqueness claims are not the seats'")
    claims = {name: claim_of(claim) for name, claim in claims.items()}
    if "certificate" in piece:  # which is checked by itself
        claims = dict.fromkeys(claims)
    replies = []
    for number, seat in enumerate(seats):
        rests = claims[seats[1 - number].name] is True and seats[1 - number].name not in witness
        _add_plan(found, seat, plans[number], span, strict=rests)
        used = used_in(plans[1 - number], span)
        reply = Reply(game, number, plans[number], used, span)
        replies.append(reply)
        _check_secures(game, number, plans[number], reply, claimed, span)
        found.needs += reply.needs(strict=rests)
    for number, seat in enumerate(seats):
        found.basis[seat.name] = {
            "used": by_view(seat, used_in(plans[number], span)),
            "tight": by_view(seat, replies[1 - number].tight),
        }
        own = None if stated is None else stated[seat.name]
        duty = _Claim(game, number, piece, claimed, span, pin, own)
        if claims[seat.name] is True:
            duty.unique(found, replies[1 - number])
        elif claims[seat.name] is False:
            duty.several(found)
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
            raise CertificateError(f"{span}: {seat.name}'s chances at {view} do not add up")


def _check_secures(
    game: PolyGame, number: int, plan: PolyPlan, reply: Reply, claimed: Claimed, span: Span
) -> None:
    top, below = claimed
    wanted = times(top, times(plan.below, game.denominator))
    if not span.zero(plus(times(reply.worth, below), wanted, -1)):
        raise CertificateError(f"{span}: {game.seats[number].name} does not secure the value")


@dataclass(frozen=True)
class _Claim:
    """A claim that a seat's plan is the only optimal one, or that it is not."""

    game: PolyGame
    number: int
    piece: Piece
    claimed: Claimed
    span: Span
    pin: Pin
    stated: Mapping[str, Any] | None

    @property
    def seat(self) -> Seat:
        """Whose plan it is about."""
        return self.game.seats[self.number]

    def unique(self, found: Derived, against: Reply) -> None:
        """Add why every optimal plan of the seat is the given one, at every value of the piece.

        Let *foe* be an optimal plan of the opponent. Where it is positive, an optimal plan must
        leave the opponent indifferent; where a choice loses against it, an optimal plan cannot use
        it. What is left are linear equations with one solution.
        """
        span, seat = self.span, self.seat
        foe = found.plans[1 - self.number]
        used = used_in(found.plans[self.number], span)
        if seat.name in self.piece.get("witness", {}):
            foe, against = self._witness(found, used)
        if against.tight != used:
            raise CertificateError(f"{span}: {seat.name} has other choices that are as good")
        rows, count = indifference(self.game, self.number, used, used_in(foe, span))
        if self.stated is None:
            pick = never_singular(rows, count, span)
        else:
            pick = stated_part(rows, count, self.stated.get("equations", []))
        if pick is None:
            raise CertificateError(f"{span}: {seat.name}'s strategy is not shown to be unique")
        if count:
            found.basis[seat.name]["equations"] = pick.labels
            says = f"the determinant of the equations that fix {seat.name}'s plan is not 0"
            found.needs.append(Need(says, pick.determinant, OTHER + inside(span)))

    def _witness(self, found: Derived, used: set[int]) -> tuple[PolyPlan, Reply]:
        """Return another optimal plan of the opponent, and the replies to it."""
        foe = self.game.seats[1 - self.number]
        plan = plan_of(foe, self.piece["witness"][self.seat.name], self.pin)
        _add_plan(found, foe, plan, self.span, strict=True, of=" in the witness")
        reply = Reply(self.game, 1 - self.number, plan, used, self.span)
        _check_secures(self.game, 1 - self.number, plan, reply, self.claimed, self.span)
        found.needs += reply.needs(strict=True, against=" against the witness")
        return plan, reply

    def several(self, found: Derived) -> None:
        """Add why a second plan is optimal too, and differs at every value."""
        seat, span = self.seat, self.span
        other = plan_of(seat, self.piece["another"][seat.name], self.pin)
        _add_plan(found, seat, other, span, strict=False, of=" in the second plan")
        reply = Reply(self.game, self.number, other, set(), span)
        _check_secures(self.game, self.number, other, reply, self.claimed, span)
        found.needs += reply.needs(strict=False, against=f" against {seat.name}'s second plan")
        names = names_of(seat)
        one = found.plans[self.number]
        for s, (a, b) in enumerate(zip(one.tops, other.tops, strict=True)):
            gap = plus(times(a, other.below), times(b, one.below), -1)
            fits = never_zero(gap, span) if self.stated is None else s and self._differs(names[s])
            if fits:
                found.basis[seat.name]["differs"] = names[s]
                says = f"{seat.name}'s two plans differ in the chance of {names[s]}"
                found.needs.append(Need(says, gap, OTHER + inside(span)))
                return
        raise CertificateError(f"{span}: {seat.name}'s two strategies are not shown to differ")

    def _differs(self, name: str) -> bool:
        return self.stated is not None and self.stated.get("differs") == name
