"""Finding what is free in an equilibrium, turn by turn, and proving it by exact best replies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from flint import fmpq

from sabot import watch
from sabot.forms.threshold.answers import ONE, Answer, Profile, Region, both, size, turn_key
from sabot.forms.threshold.betting import Node, ThresholdForm, Turn
from sabot.forms.threshold.freedom import Freedom, Spread
from sabot.forms.threshold.piecewise import Piecewise, fraction, number
from sabot.forms.threshold.worth import Visit, curves, visits

MINUS = fmpq(-1)
MOST_TRIES = 6
"""Intervals that are tried around one cut, the widest first."""


def freedoms(
    form: ThresholdForm, profile: Profile, room: Sequence[Fraction]
) -> tuple[Freedom, ...]:
    """Return hands that may change places; by seat no more than *room* is gained where they do."""
    judge = _Judge(form, profile, room)
    found: list[Freedom] = []
    for seat in watch.each("what is free", range(len(form.seats)), "seats"):
        for visit in visits(form, profile, seat):
            answer = profile[turn_key(form, visit.turn)]
            for cut, pair in zip(answer.cuts, pairwise(answer.actions), strict=True):
                around = _flat(form, profile, visit, cut, pair)
                if around is not None:
                    found += _widest(judge, visit, cut, pair, around)
    order = {(turn.seat, turn.view): place for place, turn in enumerate(form.turns())}
    return tuple(sorted(found, key=lambda free: order[free.seat, free.view]))


def _widest(
    judge: _Judge,
    visit: Visit,
    cut: Fraction,
    pair: tuple[int, int],
    around: tuple[Fraction, Fraction],
) -> list[Freedom]:
    """Return the widest interval around a cut whose hands are free, ends at cuts or where flat."""
    low, high = around
    ends = sorted({c for answer in judge.profile.values() for c in answer.cuts})
    lows = [low, *(end for end in ends if low < end < cut)]
    highs = [high, *(end for end in ends if cut < end < high)]
    tries = sorted(((a, b) for a in lows for b in highs), key=lambda one: one[0] - one[1])
    answer = judge.profile[turn_key(judge.form, visit.turn)]
    for a, b in tries[:MOST_TRIES]:
        action = max(pair)
        mass = size(both(answer.held(action), ((a, b, ONE),)))
        turn = visit.turn
        free = Freedom(turn.seat, turn.view, action, min(pair), a, b, mass, False)
        for one in (free, replace(free, even=True)):
            if judge.holds(one, answer):
                return [one]
    return []


def _flat(
    form: ThresholdForm, profile: Profile, visit: Visit, cut: Fraction, pair: tuple[int, int]
) -> tuple[Fraction, Fraction] | None:
    """Return the hands around a cut that both actions pay the same, as far as all else is alike."""
    if not visit.chance:
        return None
    answer = profile[turn_key(form, visit.turn)]
    taken: Region = tuple(sorted([*answer.held(pair[0]), *answer.held(pair[1])]))
    found = _around(_joined(taken), cut)
    found = found and _within(found, _around(visit.reach, cut))
    gap = visit.paid[pair[0]] + visit.paid[pair[1]].times(MINUS)
    found = found and _within(found, _around(_level(gap, cut), cut))
    for action in pair:
        for later in _own_turns(visit.turn.after[action], visit.turn.seat):
            then = profile[turn_key(form, later)]
            steps = (then.held(k) for k in set(then.actions))
            for region in steps:
                found = found and _apart(found, region, cut)
    return found


def _level(gap: Piecewise, cut: Fraction) -> Region:
    """Return the stretch around a cut on which a function is the same number."""
    here = [
        (fraction(low), fraction(high), part)
        for low, high, part in gap.pieces()
        if fraction(low) <= cut <= fraction(high)
    ]
    level = here[0][2]
    if level.degree() > 0 or any(part != level for _, _, part in here):
        return ()
    spans = [
        (fraction(low), fraction(high), ONE) for low, high, part in gap.pieces() if part == level
    ]
    return _joined(tuple(spans))


def _joined(region: Region) -> Region:
    """Return the same hands with neighbouring intervals made one."""
    found: list[tuple[Fraction, Fraction, Fraction]] = []
    for low, high, share in region:
        if found and found[-1][1] == low:
            found[-1] = (found[-1][0], high, share)
        else:
            found.append((low, high, share))
    return tuple(found)


def _around(region: Region, cut: Fraction) -> tuple[Fraction, Fraction] | None:
    """Return the interval of a region that has a cut inside."""
    return next(((low, high) for low, high, _ in region if low < cut < high), None)


def _within(
    one: tuple[Fraction, Fraction], two: tuple[Fraction, Fraction] | None
) -> tuple[Fraction, Fraction] | None:
    if two is None:
        return None
    return max(one[0], two[0]), min(one[1], two[1])


def _apart(
    found: tuple[Fraction, Fraction], region: Region, cut: Fraction
) -> tuple[Fraction, Fraction] | None:
    """Return as much of an interval around a cut as is inside or outside of a region throughout."""
    low, high = found
    for begin, end, _ in region:
        for edge in (begin, end):
            if low < edge <= cut:
                low = edge
            elif cut < edge < high:
                high = edge
    return (low, high) if low < cut < high else None


def _own_turns(node: Node, seat: int) -> Iterator[Turn]:
    if isinstance(node, Turn):
        if node.seat == seat:
            yield node
        for after in node.after:
            yield from _own_turns(after, seat)


class _Judge:
    """Decides what is free, by what the other seats are paid and could gain with such hands."""

    def __init__(self, form: ThresholdForm, profile: Profile, room: Sequence[Fraction]) -> None:
        self.form, self.profile, self.room = form, profile, room
        # the last to speak first: most of what is not free he would make use of
        self.seats = tuple(reversed(range(len(form.seats))))

    def holds(self, free: Freedom, answer: Answer) -> bool:
        """Tell whether everything between two arrangements is free: that told, and the other."""
        top, bottom = free.top(answer), free.bottom(answer)
        if answer not in (top, bottom):
            return False
        other = bottom if answer == top else top
        if free.even:
            other = Spread(answer.actions, answer.cuts, free)
        key = f"{self.form.seats[free.seat]}: {free.view}"
        changed = {**self.profile, key: other}
        return all(self._same(changed, seat, free) for seat in self.seats if seat != free.seat)

    def _same(self, changed: Profile, seat: int, free: Freedom) -> bool:
        window = number(free.low), number(free.high)
        before, _ = curves(self.form, self.profile, seat, window)
        paid, best = curves(self.form, changed, seat, window)
        if any(part != 0 for part in (paid + before.times(MINUS)).parts):
            return False
        return best.area(free.low, free.high) - paid.area(free.low, free.high) <= self.room[seat]
