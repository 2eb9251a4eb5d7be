"""What a profile pays, and the best that each seat could do instead: over all strategies.

For one seat and one hand x everything else is known: the others' hands are independent, so the
chance that they bet as they do is a product of lengths, and the chance to win a showdown is a
product of functions of x that are linear between cuts. With F_j(x) the others' hands below x and
m_j all that are still in play, not improving wins ``(1-q) prod (1-q) F_j``, improving wins
``q prod ((1-q) m_j + q F_j)``. The sum over all ends is a piecewise polynomial in x; at the seat's
own turns a strategy picks one per hand, and the best reply the largest. No reply of any kind, with
thresholds or without, earns more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from flint import fmpq, fmpq_poly

from sabot.forms.threshold.answers import EVERY, Profile, Region, both, size, turn_key
from sabot.forms.threshold.betting import Fold, Node, Showdown, ThresholdForm, Turn
from sabot.forms.threshold.piecewise import ONE, ZERO, Piecewise, fraction, number, upper

Window = tuple[fmpq, fmpq]
"""The hands from one to another."""
SLACK = fmpq(1, 1 << 120)
"""How far above the best reply its bound may lie, for each crossing that is no fraction."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What one seat is paid, and a bound on what any strategy of its own would be paid."""

    payoff: Fraction
    best: Fraction

    @property
    def gain(self) -> Fraction:
        """How much the seat could gain at most."""
        return self.best - self.payoff


def worth(form: ThresholdForm, profile: Profile, seat: int) -> Worth:
    """Return what a profile pays a seat, and the best that it could do against the others."""
    paid, best = curves(form, profile, seat)
    return Worth(paid.integral(), best.integral())


@dataclass(frozen=True, slots=True)
class Visit:
    """One of a seat's turns on its way: with which hands it comes there, and what they are worth.

    All worth is times the chance that the others come there; later turns are answered at best.
    """

    turn: Turn
    reach: Region
    chance: Fraction
    """That the others come there."""
    best: Piecewise
    ways: tuple[Piecewise, ...]
    """By action."""
    paid: tuple[Piecewise, ...]
    """By action, if the profile is followed afterwards."""


def visits(form: ThresholdForm, profile: Profile, seat: int) -> list[Visit]:
    """Return a seat's turns, with the worth of every action by the hand."""
    road = _Road(form, profile, seat)
    road.follow(form.root, [EVERY] * len(form.seats))
    return road.visits


def curves(
    form: ThresholdForm, profile: Profile, seat: int, window: Window = (ZERO, ONE)
) -> tuple[Piecewise, Piecewise]:
    """Return what each hand of a seat is paid, and a bound on the best it could do instead.

    Only its hands in a *window* are followed.
    """
    road = _Road(form, profile, seat, window=window)
    return road.follow(form.root, [EVERY] * len(form.seats))


def payoff(form: ThresholdForm, profile: Profile, seat: int) -> Fraction:
    """Return what a profile pays a seat."""
    road = _Road(form, profile, seat, replying=False)
    return road.follow(form.root, [EVERY] * len(form.seats))[0].integral()


@dataclass
class _Road:
    """One seat's way through the tree: its worth at every node as a function of its hand."""

    form: ThresholdForm
    profile: Profile
    seat: int
    replying: bool = True
    visits: list[Visit] = field(default_factory=list)
    window: Window = (ZERO, ONE)

    def follow(self, node: Node, held: list[Region]) -> tuple[Piecewise, Piecewise]:
        """Return what a hand is worth from here, by the profile and at best.

        *held* are the hands with which each comes here; all worth is times the chance that the
        others do.
        """
        if isinstance(node, Turn):
            return self._turn(node, held)
        found = self._end(node, held)
        return found, found

    def _turn(self, turn: Turn, held: list[Region]) -> tuple[Piecewise, Piecewise]:
        answer = self.profile[turn_key(self.form, turn)]
        if turn.seat == self.seat:
            ways = []
            for action, after in enumerate(turn.after):
                further = [*held]
                further[turn.seat] = both(held[turn.seat], answer.held(action))
                ways.append(self.follow(after, further))
            paid = _chosen([way[0] for way in ways], answer.actions, answer.cuts, self.window)
            best = ways[0][1]
            if self.replying:
                for way in ways[1:]:
                    best = upper(best, way[1], SLACK)
                then, at_best = zip(*ways, strict=True)
                others = [seat for seat in range(len(held)) if seat != self.seat]
                chance = fraction(_chance(held, others))
                self.visits.append(Visit(turn, held[turn.seat], chance, best, at_best, then))
            return paid, best
        paid = best = Piecewise(self.window, (fmpq_poly([ZERO]),))
        for action, after in enumerate(turn.after):
            region = both(held[turn.seat], answer.held(action))
            if region:
                further = [*held]
                further[turn.seat] = region
                way = self.follow(after, further)
                paid, best = paid + way[0], best + way[1]
        return paid, best

    def _end(self, end: Fold | Showdown, held: Sequence[Region]) -> Piecewise:
        others = [seat for seat in range(len(self.form.seats)) if seat != self.seat]
        if isinstance(end, Fold):
            won = number(end.payoffs[self.seat]) * _chance(held, others)
            return Piecewise(self.window, (fmpq_poly([won]),))
        lost = -number(end.paid[self.seat]) * _chance(held, others)
        cost = Piecewise(self.window, (fmpq_poly([lost]),))
        if self.seat not in end.contenders:
            return cost
        aside = [seat for seat in others if seat not in end.contenders]
        rivals = [held[seat] for seat in others if seat in end.contenders]
        won = number(end.pot) * _chance(held, aside)
        return cost + winning(rivals, number(end.better), self.window).times(won)


def winning(rivals: Sequence[Region], better: fmpq, window: Window = (ZERO, ONE)) -> Piecewise:
    """Return the chance that a hand beats rivals with hands in these regions, by the hand.

    It is times the chance that their hands are there.

    >>> winning([EVERY, EVERY], ZERO).at(Fraction(1, 2))
    Fraction(1, 4)
    """
    plain = Piecewise(window, (fmpq_poly([ONE - better]),))
    improved = Piecewise(window, (fmpq_poly([better]),))
    for region in rivals:
        below = beaten(region, window)
        plain *= below.times(ONE - better)
        if better:
            rest = fmpq_poly([(ONE - better) * number(size(region))])
            improved *= below.times(better) + Piecewise(window, (rest,))
    return plain + improved if better else plain


def beaten(region: Region, window: Window = (ZERO, ONE)) -> Piecewise:
    """Return how many hands of a region are below a hand, by the hand."""
    first, last = window
    cuts, parts = [first], list[fmpq_poly]()
    count = ZERO
    for low, high, part in sorted(region):
        begin, end, share = number(low), number(high), number(part)
        if begin > cuts[-1] and cuts[-1] < last:
            cuts.append(min(begin, last))
            parts.append(fmpq_poly([count]))
        if end > cuts[-1] and cuts[-1] < last:
            cuts.append(min(end, last))
            parts.append(fmpq_poly([count - share * begin, share]))
        count += share * (end - begin)
    if cuts[-1] < last:
        cuts.append(last)
        parts.append(fmpq_poly([count]))
    return Piecewise(tuple(cuts), tuple(parts))


def _chance(held: Sequence[Region], seats: Sequence[int]) -> fmpq:
    chance = ONE
    for seat in seats:
        chance *= number(size(held[seat]))
    return chance


def _chosen(
    ways: Sequence[Piecewise], actions: Sequence[int], cuts: Sequence[Fraction], window: Window
) -> Piecewise:
    """Return the worth of each hand when it takes the action of its interval."""
    ends = [window[0]]
    parts: list[fmpq_poly] = []
    for action, high in zip(actions, (*map(number, cuts), ONE), strict=True):
        for low, top, part in ways[action].pieces():
            end = min(top, high)
            if low < high and end > ends[-1]:
                ends.append(end)
                parts.append(part)
    return Piecewise(tuple(ends), tuple(parts))
