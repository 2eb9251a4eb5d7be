"""The independent checker of theorems: multiplies out, compares, counts signs; it cannot solve.

For every piece of the parameter's range a proof gives both plans as polynomials over one. Checked:

1. the pieces cover the range without a gap;
2. the plans are plans: they add up as polynomials, nothing in them is negative on the piece;
3. no cell offers either seat a better reply: backward induction with polynomials, in which every
   unused action must be no better on the whole piece, and both plans secure the same value;
4. uniqueness: every unused tight action is strictly worse, and the indifference equations of what
   the opponent uses have a determinant that never vanishes on the piece.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any

from sabot.dossier import Seat, seat_of, whole
from sabot.errors import CertificateError
from sabot.polynomial import Poly, determinant, holds, plus, times, trimmed, value

_MOST_UNKNOWN = 8


@dataclass(frozen=True)
class PolyGame:
    """The game in the file: cells of both seats, payoffs as polynomials over one."""

    seats: tuple[Seat, Seat]
    columns: tuple[list[dict[int, Poly]], list[dict[int, Poly]]]
    """For each seat: the other's sequences, each with this seat's sequences and payoffs."""
    denominator: Poly


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
    low, high = whole(document["domain"]["from"]), document["domain"]["to"]
    spot: int | None = low
    formulas = []
    for piece in document["pieces"]:
        start, end = whole(piece["from"]), piece["to"]
        if spot is None or start != spot:
            raise CertificateError(f"the pieces leave a gap before {start}")
        if end is not None and whole(end) < start:
            raise CertificateError(f"the piece from {start} ends before it begins")
        _check_piece(game, piece, start, end)
        _check_claims(game, piece, start, end, check)
        formulas.append(str(piece["value"]))
        spot = None if end is None else end + 1
    if spot is not None and (high is None or spot <= whole(high)):
        raise CertificateError(f"the pieces end before {spot}")
    return formulas


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


def _plan(seat: Seat, data: Mapping[str, Any]) -> PolyPlan:
    tops: list[Poly] = [[] for _ in range(seat.count)]
    below = _poly(data["below"])
    for s, top in data["tops"].items():
        tops[int(s)] = _poly(top)
    for s in data["sure"]:
        tops[whole(s)] = below
    tops[0] = below
    return PolyPlan(tops, below)


def _check_claims(
    game: PolyGame,
    piece: Mapping[str, Any],
    low: int,
    high: int | None,
    check: Callable[[Any], Any],
) -> None:
    """Check a piece of one value by its own certificate, which must be of the same game."""
    if "certificate" not in piece:
        return
    own = piece["certificate"]
    if low != high or check(own) * value(_poly(piece["value_parts"][1]), low) != value(
        _poly(piece["value_parts"][0]), low
    ):
        raise CertificateError(f"at {low}: the certificate is about another value")
    if {name: claim["unique"] for name, claim in own["uniqueness"].items()} != piece["unique"]:
        raise CertificateError(f"at {low}: the certificate says otherwise about uniqueness")
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
        raise CertificateError(f"at {low}: the certificate is of another game")


def _check_piece(game: PolyGame, piece: Mapping[str, Any], low: int, high: int | None) -> None:
    name = f"from {low}" + (" on" if high is None else f" to {high}")
    _demand(game.denominator, low, high, f"{name}: the denominator", strict=True)
    plans = [_plan(seat, piece["plans"][seat.name]) for seat in game.seats]
    top, below = (_poly(part) for part in piece["value_parts"])
    _demand(below, low, high, f"{name}: the value's denominator", strict=True)
    replies = []
    for number, seat in enumerate(game.seats):
        plan = plans[number]
        _demand(plan.below, low, high, f"{name}: {seat.name}'s denominator", strict=True)
        for s, amount in enumerate(plan.tops):
            if amount and amount != plan.below:
                _demand(amount, low, high, f"{name}: {seat.name}'s chance {s}", strict=False)
        for view, actions, parent, first in seat.cells:
            total: Poly = []
            for s in range(first, first + len(actions)):
                total = plus(total, plan.tops[s])
            if total != plan.tops[parent]:
                raise CertificateError(f"{name}: {seat.name}'s chances at {view} do not add up")
        other = 1 - number
        answers = {s for s, top_s in enumerate(plans[other].tops) if top_s}
        reply = _Reply(game, number, plan, other, answers, low, high, name)
        replies.append(reply)
        if times(reply.worth, below) != times(top, times(plan.below, game.denominator)):
            raise CertificateError(f"{name}: {seat.name} does not secure the value")
    for number, seat in enumerate(game.seats):
        claim = piece["unique"][seat.name]
        if claim is True and "certificate" not in piece:
            _check_unique(game, number, plans, replies, low, high, name)
        elif claim is False and "certificate" not in piece:
            raise CertificateError(f"{name}: that {seat.name} has a choice is not shown")
        elif claim not in (True, False, None):
            raise ValueError("a uniqueness claim is true, false or null")


def _demand(
    polynomial: Sequence[int], low: int, high: int | None, what: str, *, strict: bool
) -> None:
    if not holds(polynomial, low, high, strict=strict):
        raise CertificateError(f"{what} is not {'positive' if strict else 'non-negative'}")


class _Reply:
    """The best reply of seat *other* to a plan, as polynomials over the plan's denominator."""

    def __init__(
        self,
        game: PolyGame,
        number: int,
        plan: PolyPlan,
        other: int,
        used: set[int],
        low: int,
        high: int | None,
        name: str,
    ) -> None:
        sign = 1 if other == 0 else -1
        seat = game.seats[other]
        worth = _gains(game.columns[number], plan)
        ties: dict[int, list[int]] = {}
        self.gaps: list[Poly] = []
        for index in range(len(seat.cells) - 1, -1, -1):
            view, actions, parent, first = seat.cells[index]
            options = range(first, first + len(actions))
            best = max(options, key=lambda s: (sign * value(worth[s], low), s in used))
            ties[index] = []
            for s in options:
                gap = plus(worth[best], worth[s], -1)
                gap = gap if sign == 1 else [-c for c in gap]
                if gap:
                    what = f"{name}: {seat.name} at {view}, {actions[s - first]}: the loss"
                    _demand(gap, low, high, what, strict=False)
                    self.gaps.append(gap)
                else:
                    ties[index].append(s)
            worth[parent] = plus(worth[parent], worth[best])
        self.worth = worth[0]
        within = {0}
        for index, (_, _, parent, _) in enumerate(seat.cells):
            if parent in within:
                within.update(ties[index])
        self.tight = within


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


def _check_unique(
    game: PolyGame,
    number: int,
    plans: list[PolyPlan],
    replies: list[_Reply],
    low: int,
    high: int | None,
    name: str,
) -> None:
    """Check that every optimal plan of a seat is the given one, at every value of the piece."""
    seat = game.seats[number]
    against = replies[1 - number]  # the seat's own replies to the opponent's plan
    used = {s for s, top in enumerate(plans[number].tops) if top}
    if against.tight != used:
        raise CertificateError(f"{name}: {seat.name} has other choices that are as good")
    for gap in against.gaps:
        _demand(gap, low, high, f"{name}: {seat.name}'s loss elsewhere", strict=True)
    opponent = {s for s, top in enumerate(plans[1 - number].tops) if top}
    rows, count = _equations(game, number, used, opponent)
    if count > _MOST_UNKNOWN:
        raise CertificateError(f"{name}: {count} unknown chances are too many for this checker")
    if count and not any(_never_zero(minor, low, high) for minor in _minors(rows, count)):
        raise CertificateError(f"{name}: {seat.name}'s strategy is not shown to be unique")


def _never_zero(polynomial: Poly, low: int, high: int | None) -> bool:
    turned = [-c for c in polynomial]
    return holds(polynomial, low, high, strict=True) or holds(turned, low, high, strict=True)


def _equations(
    game: PolyGame, number: int, used: set[int], opponent: set[int]
) -> tuple[list[list[Poly]], int]:
    """Return the coefficients of the unknown chances in all indifference equations."""
    own, other = game.seats[number], game.seats[1 - number]
    fixed: set[int] = {0}
    unknown: dict[int, int] = {}
    lines: list[dict[int, Poly]] = []
    for _, actions, parent, first in own.cells:
        live = [s for s in range(first, first + len(actions)) if s in used]
        if parent in fixed and len(live) == 1:
            fixed.add(live[0])
        elif live:
            for s in live:
                unknown[s] = len(unknown)
            line: dict[int, Poly] = {unknown[s]: [1] for s in live}
            if parent not in fixed:
                line[unknown[parent]] = [-1]
            lines.append(line)
    worth = [
        {unknown[i]: amount for i, amount in column.items() if i in unknown}
        for column in game.columns[number]
    ]
    for _, actions, parent, first in reversed(other.cells):
        options = [s for s in range(first, first + len(actions)) if s in opponent]
        if parent and options:
            _add(worth[parent], worth[options[0]], 1)
    for _, actions, _, first in other.cells:
        options = [s for s in range(first, first + len(actions)) if s in opponent]
        for s in options[1:]:
            line = dict(worth[s])
            _add(line, worth[options[0]], -1)
            lines.append(line)
    count = len(unknown)
    return [[line.get(k, []) for k in range(count)] for line in lines], count


def _add(line: dict[int, Poly], other: Mapping[int, Poly], sign: int) -> None:
    for k, amount in other.items():
        line[k] = plus(line.get(k, []), amount, sign)


def _minors(rows: list[list[Poly]], count: int) -> list[Poly]:
    """Return some determinants of *count* rows: all of them while they are few."""
    live = [row for row in rows if any(row)]
    return [determinant(list(pick)) for pick in islice(combinations(live, count), 200)]
