"""One piece of a theorem, checked: plans as polynomials that are optimal on a whole range.

Standard library only. Plans are plans: they add up as polynomials, nothing in them is negative on
the range. No cell offers either seat a better reply: backward induction with polynomials, in which
every unused action must be no better on the whole range, and both plans secure the same value.
Uniqueness: every unused tight action is strictly worse, and the indifference equations of what the
opponent uses have a determinant that never vanishes on the range.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sabot.certify_unique import indifference, never_singular, never_zero
from sabot.dossier import Seat, seat_of, whole
from sabot.errors import CertificateError
from sabot.polynomial import Poly, plus, times, trimmed, value
from sabot.span import Span, WholeSpan

Pin = Callable[[Poly], Poly]
"""What is done to every polynomial before it is compared: nothing, or its value at one spot."""


@dataclass(frozen=True)
class PolyGame:
    """The game in the file: cells of both seats, payoffs as polynomials over one."""

    seats: tuple[Seat, Seat]
    columns: tuple[list[dict[int, Poly]], list[dict[int, Poly]]]
    """For each seat: the other's sequences, each with this seat's sequences and payoffs."""
    denominator: Poly

    def pinned(self, pin: Pin) -> PolyGame:
        """Return the game with every polynomial pinned to one value."""
        one, two = (
            [{s: pin(amount) for s, amount in column.items()} for column in table]
            for table in self.columns
        )
        return PolyGame(self.seats, (one, two), pin(self.denominator))


@dataclass(frozen=True)
class PolyPlan:
    """A plan: one polynomial a sequence over a common one."""

    tops: list[Poly]
    below: Poly


def as_it_is(polynomial: Poly) -> Poly:
    """Pin to nothing."""
    return polynomial


def pin_of(span: Span) -> Pin:
    """Return what a piece of one value does to polynomials: only their values there count."""
    if isinstance(span, WholeSpan) and span.low == span.high:
        return lambda polynomial: trimmed([value(polynomial, span.low)])
    return as_it_is


def poly_of(data: Any) -> Poly:
    """Return a polynomial as a file writes it: whole coefficients, the constant first."""
    return trimmed(whole(c) for c in data)


def game_of(data: Mapping[str, Any]) -> PolyGame:
    """Return the game that a proof is about."""
    first, second = (seat_of(name, data["cells"][name]) for name in data["seats"])
    ones: list[dict[int, Poly]] = [{} for _ in range(second.count)]
    twos: list[dict[int, Poly]] = [{} for _ in range(first.count)]
    for i, j, amount in data["payoffs"]:
        if not (0 <= whole(i) < first.count and 0 <= whole(j) < second.count):
            raise ValueError("a payoff names a sequence that is not there")
        ones[j][i] = twos[i][j] = poly_of(amount)
    return PolyGame((first, second), (ones, twos), poly_of(data["denominator"]))


def _plan(seat: Seat, data: Mapping[str, Any], pin: Pin) -> PolyPlan:
    tops: list[Poly] = [[] for _ in range(seat.count)]
    below = pin(poly_of(data["below"]))
    for s, top in data["tops"].items():
        tops[whole(s)] = pin(poly_of(top))
    for s in data["sure"]:
        tops[whole(s)] = below
    tops[0] = below
    return PolyPlan(tops, below)


def check_piece(game: PolyGame, piece: Mapping[str, Any], span: Span, pin: Pin) -> list[PolyPlan]:
    """Check that both plans are optimal on the whole range, and the claims of uniqueness."""
    _demand_positive(game.denominator, span, "the denominator")
    plans = [_plan(seat, piece["plans"][seat.name], pin) for seat in game.seats]
    top, below = (pin(poly_of(part)) for part in piece["value_parts"])
    if not span.positive(times(below, below)):
        raise CertificateError(f"{span}: the value's denominator is 0 somewhere")
    replies = []
    for number in (0, 1):
        _check_plan(game.seats[number], plans[number], span)
        used = used_in(plans[1 - number], span)
        reply = _Reply(game, number, plans[number], used, span)
        replies.append(reply)
        _check_secures(game, number, plans[number], reply, (top, below), span)
    for number, seat in enumerate(game.seats):
        claim = piece["unique"][seat.name]
        if "certificate" in piece or claim is None:
            continue  # the first is checked by itself, the second claims nothing
        if claim is True:
            foe, against = plans[1 - number], replies[1 - number]
            if seat.name in piece.get("witness", {}):
                foe, against = _witness(game, number, piece, (top, below), plans, span)
            _check_unique(game, number, plans[number], foe, against, span)
        elif claim is False:
            other = _plan(seat, piece["another"][seat.name], pin)
            _check_plan(seat, other, span)
            reply = _Reply(game, number, other, set(), span)
            _check_secures(game, number, other, reply, (top, below), span)
            _check_differ(seat, plans[number], other, span)
        else:
            raise ValueError("a uniqueness claim is true, false or null")
    if set(piece["unique"]) != {seat.name for seat in game.seats}:
        raise ValueError("the uniqueness claims are not the seats'")
    return plans


def used_in(plan: PolyPlan, span: Span) -> set[int]:
    """Return the sequences that a plan uses."""
    return {s for s, top in enumerate(plan.tops) if not span.zero(top)}


def _check_plan(seat: Seat, plan: PolyPlan, span: Span) -> None:
    """Check that a plan is one: its chances add up as polynomials, and none is negative."""
    _demand_positive(plan.below, span, f"{seat.name}'s denominator")
    for s, amount in enumerate(plan.tops):
        if amount and amount != plan.below and not span.never_negative(amount):
            raise CertificateError(f"{span}: {seat.name}'s chance {s} is negative somewhere")
    for view, actions, parent, first in seat.cells:
        total: Poly = []
        for s in range(first, first + len(actions)):
            total = plus(total, plan.tops[s])
        if total != plan.tops[parent]:
            raise CertificateError(f"{span}: {seat.name}'s chances at {view} do not add up")


def _check_secures(
    game: PolyGame,
    number: int,
    plan: PolyPlan,
    reply: _Reply,
    claimed: tuple[Poly, Poly],
    span: Span,
) -> None:
    top, below = claimed
    wanted = times(top, times(plan.below, game.denominator))
    if not span.zero(plus(times(reply.worth, below), wanted, -1)):
        raise CertificateError(f"{span}: {game.seats[number].name} does not secure the value")


def _check_differ(seat: Seat, one: PolyPlan, two: PolyPlan, span: Span) -> None:
    """Check that two plans differ at every value (the ends of a real range aside)."""
    for a, b in zip(one.tops, two.tops, strict=True):
        gap = plus(times(a, two.below), times(b, one.below), -1)
        if never_zero(gap, span):
            return
    raise CertificateError(f"{span}: {seat.name}'s two strategies are not shown to differ")


def _demand_positive(polynomial: Sequence[int], span: Span, what: str) -> None:
    if not span.positive(polynomial):
        raise CertificateError(f"{span}: {what} is not positive")


class _Reply:
    """The best reply to the plan of seat *number*, as polynomials over the plan's denominator."""

    def __init__(
        self, game: PolyGame, number: int, plan: PolyPlan, used: set[int], span: Span
    ) -> None:
        other = 1 - number
        sign = 1 if other == 0 else -1
        seat = game.seats[other]
        worth = _gains(game.columns[number], plan)
        ties: dict[int, list[int]] = {}
        self.gaps: list[Poly] = []
        for index in range(len(seat.cells) - 1, -1, -1):
            view, actions, parent, first = seat.cells[index]
            options = range(first, first + len(actions))
            best = _best([worth[s] for s in options], sign, span) + first
            best = next((s for s in options if s in used and worth[s] == worth[best]), best)
            ties[index] = []
            for s in options:
                gap = plus(worth[best], worth[s], -1)
                gap = gap if sign == 1 else [-c for c in gap]
                if span.zero(gap):
                    ties[index].append(s)
                    continue
                if not span.never_negative(gap):
                    action = actions[s - first]
                    raise CertificateError(f"{span}: {seat.name} at {view}: {action} is better")
                self.gaps.append(gap)
            worth[parent] = plus(worth[parent], worth[best])
        self.worth = worth[0]
        within = {0}
        for index, (_, _, parent, _) in enumerate(seat.cells):
            if parent in within:
                within.update(ties[index])
        self.tight = within


def _best(worths: list[Poly], sign: int, span: Span) -> int:
    """Return the number of the best of some worths, to judge by one value in the range.

    Equal there does not mean equal: of those, the one that is never worse is taken.
    """
    best = 0
    for k in range(1, len(worths)):
        gap = plus(worths[k], worths[best], -1)
        here = sign * span.sign(gap)
        if here > 0 or (here == 0 and gap and span.never_negative([sign * c for c in gap])):
            best = k
    return best


def _gains(columns: list[dict[int, Poly]], plan: PolyPlan) -> list[Poly]:
    sure = [top == plan.below for top in plan.tops]
    gains = []
    for column in columns:
        total: Poly = []
        rest: Poly = []
        for i, amount in column.items():
            if sure[i]:
                total = plus(total, amount)
            elif plan.tops[i]:
                rest = plus(rest, times(amount, plan.tops[i]))
        gains.append(plus(times(total, plan.below), rest))
    return gains


def _witness(
    game: PolyGame,
    number: int,
    piece: Mapping[str, Any],
    claimed: tuple[Poly, Poly],
    plans: list[PolyPlan],
    span: Span,
) -> tuple[PolyPlan, _Reply]:
    """Return another optimal plan of the opponent, checked to be one, and the replies to it."""
    foe = game.seats[1 - number]
    plan = _plan(foe, piece["witness"][game.seats[number].name], pin_of(span))
    _check_plan(foe, plan, span)
    used = used_in(plans[number], span)
    reply = _Reply(game, 1 - number, plan, used, span)
    _check_secures(game, 1 - number, plan, reply, claimed, span)
    return plan, reply


def _check_unique(
    game: PolyGame, number: int, own: PolyPlan, foe: PolyPlan, against: _Reply, span: Span
) -> None:
    """Check that every optimal plan of a seat is the given one, at every value of the piece.

    *foe* is an optimal plan of the opponent, *against* the seat's replies to it. Where it is
    positive, an optimal plan must leave the opponent indifferent; where a choice loses against it,
    an optimal plan cannot use it. What is left are linear equations.
    """
    seat = game.seats[number]
    used = used_in(own, span)
    if against.tight != used:
        raise CertificateError(f"{span}: {seat.name} has other choices that are as good")
    for gap in against.gaps:
        if not span.positive_inside(gap):
            raise CertificateError(f"{span}: {seat.name} loses nothing elsewhere at some value")
    opponent = used_in(foe, span)
    for s in opponent:
        if foe.tops[s] != foe.below and not span.positive_inside(foe.tops[s]):
            raise CertificateError(f"{span}: the opponent's chance {s} is 0 at some value")
    rows, count = indifference(game, number, used, opponent)
    if not never_singular(rows, count, span):
        raise CertificateError(f"{span}: {seat.name}'s strategy is not shown to be unique")
