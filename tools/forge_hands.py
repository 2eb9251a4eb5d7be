"""Whether what a file says of real hands is true, found without the checker's arithmetic.

The checker's objects are only taken over, at one value of the parameter where there is one; what
each seat is paid, and could be paid, is worked out by ``sabot.forms.continuous``.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from sabot.certify import ContinuousVerdict, ParametricContinuousVerdict
from sabot.forms.continuous.betting_game import (
    BehaviourRule,
    BettingNode,
    ContinuousBettingForm,
    FoldNode,
    ShowdownNode,
    ThresholdProfile,
    ThresholdRule,
    TurnNode,
)
from sabot.forms.continuous.expected_payoff import payoff_and_best_response

NEAR = Fraction(1, 10**20)
"""Both sides bound a best reply from above, each in its own way."""


def balance_holds(statement: ContinuousVerdict) -> bool:
    """Tell whether each seat is paid what is said, and could not gain more than that."""
    form = ContinuousBettingForm(statement.seats, _betting(statement.form, Fraction))
    profile = {
        f"{statement.seats[turn.seat]}: {turn.view}": BehaviourRule.of(turn.taken, turn.ends[:-1])
        for turn in _turns(statement.form)
    }
    pairs = list(zip(statement.payoffs, statement.gains, strict=True))
    bound = statement.source.bound
    told = all(_is(form, profile, seat, *pair) for seat, pair in enumerate(pairs))
    freely = (
        {**profile, **_moved(statement, free)} for free in statement.source.free if not free.even
    )
    return told and all(
        _is(form, other, seat, paid, bound)
        for other in freely
        for seat, (paid, _) in enumerate(pairs)
    )


def _moved(statement: ContinuousVerdict, free: Any) -> ThresholdProfile:
    """Return the answer at a turn where what is free is at the other end of its hands."""
    turn = next(t for t in _turns(statement.form) if (t.seat, t.view) == (free.seat, free.view))
    begin, found = Fraction(0), []
    action, other = ((free.action, Fraction(1)),), ((free.other, Fraction(1)),)
    for end, taken in zip(turn.ends, turn.taken, strict=True):
        found += [(begin, min(end, free.low), taken), (max(begin, free.high), end, taken)]
        begin = end
    at_the_end = turn.taken[bisect_left(turn.ends, free.high)] == action
    low, high = free.low, free.high
    cut = low + free.mass if at_the_end else high - free.mass
    both = (action, other) if at_the_end else (other, action)
    found += [(low, cut, both[0]), (cut, high, both[1])]
    parts = sorted(part for part in found if part[0] < part[1])
    cuts = tuple(end for _, end, _ in parts[:-1])
    answer = BehaviourRule.of(tuple(taken for *_, taken in parts), cuts)
    return {f"{statement.seats[free.seat]}: {free.view}": answer}


def hands_hold(statement: ParametricContinuousVerdict) -> bool:
    """Tell whether that is so at a value inside each piece of a theorem, with nothing to gain."""
    return all(_piece_holds(statement, piece) for piece in statement.source.pieces)


def _piece_holds(statement: ParametricContinuousVerdict, piece: Any) -> bool:
    spot = piece.span.spot

    def at(quotient: Any) -> Fraction:
        top, below = (_value(part, spot) for part in quotient)
        return top / below

    form = ContinuousBettingForm(statement.seats, _betting(statement.form.root, at))
    below = _value(piece.below, spot)
    cuts = tuple(_value(point, spot) / below for point in piece.points[1:-1])
    profile = {
        f"{statement.seats[seat]}: {view}": ThresholdRule(taken, cuts)
        for (seat, view), taken in piece.taken.items()
    }
    return all(
        _is(form, profile, seat, at(paid), Fraction(0)) for seat, paid in enumerate(piece.payoffs)
    )


def _is(
    form: ContinuousBettingForm,
    profile: ThresholdProfile,
    seat: int,
    paid: Fraction,
    gain: Fraction,
) -> bool:
    found = payoff_and_best_response(form, profile, seat)
    return found.payoff == paid and found.gain <= gain + NEAR


def _value(polynomial: Any, spot: Fraction) -> Fraction:
    return sum((c * spot**k for k, c in enumerate(polynomial)), Fraction(0))


def _turns(node: Any) -> Iterator[Any]:
    if hasattr(node, "after"):
        yield node
        for after in node.after:
            yield from _turns(after)


def _betting(node: Any, at: Any) -> BettingNode:
    """Return a betting of the checker's as the forms have it, its amounts made numbers by *at*."""
    if hasattr(node, "after"):
        after = tuple(_betting(one, at) for one in node.after)
        return TurnNode(node.seat, node.view, node.actions, after)
    if hasattr(node, "payoffs"):
        return FoldNode(tuple(map(at, node.payoffs)))
    return ShowdownNode(tuple(sorted(node.among)), tuple(map(at, node.paid)), at(node.better))
