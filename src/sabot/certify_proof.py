"""The independent checker of theorems: multiplies out, compares, counts signs; it cannot solve.

For every piece of the parameter's range a proof gives both plans as polynomials over one. Checked:

1. the pieces cover the range without a gap;
2. the plans are plans: they add up as polynomials, nothing in them is negative on the piece;
3. no cell offers either seat a better reply: backward induction with polynomials, in which every
   unused action must be no better on the whole piece, and both plans secure the same value;
4. uniqueness: every unused tight action is strictly worse, and the indifference equations of what
   the opponent uses have a determinant that never vanishes on the piece;
5. the sorts of the second seat's choices, where they are stated (:mod:`sabot.certify_classes`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sabot.certify_classes import check_classes
from sabot.certify_unique import indifference, never_singular, never_zero
from sabot.dossier import Seat, seat_of, whole
from sabot.errors import CertificateError
from sabot.expression import quotient
from sabot.polynomial import Poly, plus, times, trimmed, value
from sabot.roots import sign_at
from sabot.span import Span, WholeSpan, number_at, span_of

Pin = Callable[[Poly], Poly]
"""What is done to every polynomial before it is compared: nothing, or its value at one spot."""
_SURE = {"0": ([], [1]), "1": ([1], [1])}


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


def check_proof(document: Mapping[str, Any], check: Callable[[Any], Any]) -> list[str]:
    """Return the proved value formulas, piece by piece; raise CertificateError with the reason.

    *check* checks the numeric certificate that a piece of one value may carry.
    """
    game = _game(document["form"])
    if list(document["seats"]) != [seat.name for seat in game.seats]:
        raise CertificateError("the proof and its form name different seats")
    domain, parameter = document["domain"], document["parameter"]
    reals = domain["whole"] is not True
    if domain["whole"] not in (True, False):
        raise ValueError("a domain is of whole numbers or not")
    due, formulas = domain["from"], []
    for number, piece in enumerate(document["pieces"]):
        start, end = piece["from"], piece["to"]
        if (number and due is None) or start != due:
            raise CertificateError(f"the pieces leave a gap before {start}")
        span = span_of(start, end, all_reals=reals)
        if isinstance(span, WholeSpan) and span.high is not None and span.high < span.low:
            raise CertificateError(f"the piece from {start} ends before it begins")
        pin = _pin(span)
        here = game if pin is _as_it_is else game.pinned(pin)
        plans = _check_piece(here, piece, span, pin)
        _check_texts(here, piece, plans, span, parameter)
        if "certificate" in piece:
            _check_numeric(game, piece, span, check)
        formulas.append(str(piece["value"]))
        due = end if end is None or reals else end + 1
    last, high = formulas and document["pieces"][-1]["to"], domain["to"]
    if not formulas or last != high:
        raise CertificateError("the pieces do not reach the end of the range")
    if "classification" in document:
        check_classes(game, document["classification"], domain)
    return formulas


def _as_it_is(polynomial: Poly) -> Poly:
    return polynomial


def _pin(span: Span) -> Pin:
    """Return what a piece of one value does to polynomials: only their values there count."""
    if isinstance(span, WholeSpan) and span.low == span.high:
        return lambda polynomial: trimmed([value(polynomial, span.low)])
    return _as_it_is


def _poly(data: Any) -> Poly:
    return trimmed(whole(c) for c in data)


def _game(data: Mapping[str, Any]) -> PolyGame:
    first, second = (seat_of(name, data["cells"][name]) for name in data["seats"])
    ones: list[dict[int, Poly]] = [{} for _ in range(second.count)]
    twos: list[dict[int, Poly]] = [{} for _ in range(first.count)]
    for i, j, amount in data["payoffs"]:
        if not (0 <= whole(i) < first.count and 0 <= whole(j) < second.count):
            raise ValueError("a payoff names a sequence that is not there")
        ones[j][i] = twos[i][j] = _poly(amount)
    return PolyGame((first, second), (ones, twos), _poly(data["denominator"]))


def _plan(seat: Seat, data: Mapping[str, Any], pin: Pin) -> PolyPlan:
    tops: list[Poly] = [[] for _ in range(seat.count)]
    below = pin(_poly(data["below"]))
    for s, top in data["tops"].items():
        tops[whole(s)] = pin(_poly(top))
    for s in data["sure"]:
        tops[whole(s)] = below
    tops[0] = below
    return PolyPlan(tops, below)


def _check_numeric(
    game: PolyGame, piece: Mapping[str, Any], span: Span, check: Callable[[Any], Any]
) -> None:
    """Check a piece of one value by its own certificate, which must be of the same game."""
    own = piece["certificate"]
    if own["schema"] != "sabot/certificate/1":
        raise ValueError("the certificate of a piece is not one")
    if not isinstance(span, WholeSpan) or span.low != span.high:
        raise CertificateError(f"{span}: a certificate is about one value only")
    low = span.low
    if check(own) != number_at([_poly(part) for part in piece["value_parts"]], Fraction(low)):
        raise CertificateError(f"{span}: the certificate is about another value")
    if {name: claim["unique"] for name, claim in own["uniqueness"].items()} != piece["unique"]:
        raise CertificateError(f"{span}: the certificate says otherwise about uniqueness")
    form = own["form"]
    below, scale = whole(form["denominator"]), value(game.denominator, low)
    here = {
        (i, j): value(amount, low)
        for j, column in enumerate(game.columns[0])
        for i, amount in column.items()
    }
    there = {(whole(i), whole(j)): whole(amount) for i, j, amount in form["payoffs"]}
    cells = {
        s.name: [[view, list(a), parent] for view, a, parent, _ in s.cells] for s in game.seats
    }
    if form["cells"] != cells or any(
        here.get(spot, 0) * below != there.get(spot, 0) * scale
        for spot in here.keys() | there.keys()
    ):
        raise CertificateError(f"{span}: the certificate is of another game")


def _check_piece(game: PolyGame, piece: Mapping[str, Any], span: Span, pin: Pin) -> list[PolyPlan]:
    """Check that both plans are optimal on the whole range, and the claims of uniqueness."""
    _demand_positive(game.denominator, span, "the denominator")
    plans = [_plan(seat, piece["plans"][seat.name], pin) for seat in game.seats]
    top, below = (pin(_poly(part)) for part in piece["value_parts"])
    if not span.positive(times(below, below)):
        raise CertificateError(f"{span}: the value's denominator is 0 somewhere")
    replies = []
    for number in (0, 1):
        _check_plan(game.seats[number], plans[number], span)
        used = {s for s, amount in enumerate(plans[1 - number].tops) if amount}
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
    if times(reply.worth, below) != times(top, times(plan.below, game.denominator)):
        raise CertificateError(f"{span}: {game.seats[number].name} does not secure the value")


def _check_differ(seat: Seat, one: PolyPlan, two: PolyPlan, span: Span) -> None:
    """Check that two plans differ at every value (the ends of a real range aside)."""
    for a, b in zip(one.tops, two.tops, strict=True):
        gap = plus(times(a, two.below), times(b, one.below), -1)
        if never_zero(gap, span):
            return
    raise CertificateError(f"{span}: {seat.name}'s two strategies are not shown to differ")


def _check_texts(
    game: PolyGame,
    piece: Mapping[str, Any],
    plans: list[PolyPlan],
    span: Span,
    parameter: str,
) -> None:
    """Check that the formulas written out are those that were proved."""
    pin = _pin(span)

    def read(text: Any) -> tuple[Poly, Poly]:
        return _formula(text, parameter, pin)

    found = read(piece["value"])
    top, below = (pin(_poly(part)) for part in piece["value_parts"])
    if times(found[0], below) != times(found[1], top):
        raise CertificateError(f"{span}: the value written out is another one")
    if set(piece["strategies"]) != {seat.name for seat in game.seats}:
        raise ValueError("the strategies are not the seats'")
    for seat, plan in zip(game.seats, plans, strict=True):
        table = piece["strategies"][seat.name]
        if set(table) != {view for view, *_ in seat.cells}:
            raise ValueError(f"{seat.name}'s strategy does not answer exactly its own views")
        for view, actions, parent, first in seat.cells:
            if set(table[view]) != set(actions):
                raise ValueError(f"{seat.name} at {view!r} does not answer with its actions")
            written = [read(table[view][action]) for action in actions]
            arrives = plan.tops[parent]
            proved = [plan.tops[first + k] for k in range(len(actions))]
            if not arrives:  # never comes there: any sure action will do
                arrives, proved = [1], [chance[0] for chance in written]
                if sorted(proved) != [[]] * (len(actions) - 1) + [[1]]:
                    raise CertificateError(f"{span}: {seat.name} at {view}: not a sure action")
            for chance, wanted in zip(written, proved, strict=True):
                if times(chance[0], arrives) != times(chance[1], wanted):
                    raise CertificateError(f"{span}: {seat.name} at {view}: another formula")


def _formula(text: Any, parameter: str, pin: Pin) -> tuple[Poly, Poly]:
    if not isinstance(text, str):
        raise ValueError("a formula is a text")
    found = _SURE.get(text) or quotient(text, parameter)
    top, below = pin(found[0]), pin(found[1])
    if not below:
        raise ValueError("a formula divides by zero")
    return top, below


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
                if not gap:
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
    spot, best = span.spot, 0
    for k in range(1, len(worths)):
        gap = plus(worths[k], worths[best], -1)
        here = sign * sign_at(gap, spot)
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
    plan = _plan(foe, piece["witness"][game.seats[number].name], _pin(span))
    _check_plan(foe, plan, span)
    used = {s for s, top in enumerate(plans[number].tops) if top}
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
    used = {s for s, top in enumerate(own.tops) if top}
    if against.tight != used:
        raise CertificateError(f"{span}: {seat.name} has other choices that are as good")
    for gap in against.gaps:
        if not span.positive_inside(gap):
            raise CertificateError(f"{span}: {seat.name} loses nothing elsewhere at some value")
    for s, top in enumerate(foe.tops):
        if top and top != foe.below and not span.positive_inside(top):
            raise CertificateError(f"{span}: the opponent's chance {s} is 0 at some value")
    opponent = {s for s, top in enumerate(foe.tops) if top}
    rows, count = indifference(game, number, used, opponent)
    if not never_singular(rows, count, span):
        raise CertificateError(f"{span}: {seat.name}'s strategy is not shown to be unique")
