"""Expected payoff of a threshold profile, and each player's best response over all strategies.

For one player and one hand x everything else is known: the others' hands are independent, so the
chance that they bet as they do is a product of lengths, and the chance to win a showdown is a
product of functions of x that are linear between cuts. With F_j(x) the others' hands below x and
m_j all that are still in play, not improving wins ``(1-q) prod (1-q) F_j``, improving wins ``q prod
((1-q) m_j + q F_j)``. The sum over all ends is a piecewise polynomial in x; at the player's own
turns a strategy picks one per hand, and the best response the largest. No strategy of any kind,
with thresholds or without, earns more. Turns that the player cannot tell apart are followed
together: an action is worth the sum over them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from flint import fmpq, fmpq_poly

from sabot.forms.continuous.betting_game import (
    ALL_HANDS,
    BettingNode,
    ContinuousBettingForm,
    FoldNode,
    HandRegion,
    ShowdownNode,
    ThresholdProfile,
    ThresholdRule,
    TurnNode,
    intersect_regions,
    region_probability,
    turn_key,
)
from sabot.forms.continuous.piecewise_polynomial import (
    ONE,
    ZERO,
    PiecewisePolynomial,
    as_fmpq,
    as_fraction,
    upper_envelope,
)

HandWindow = tuple[fmpq, fmpq]
"""The hands from one to another."""
ENVELOPE_SLACK = fmpq(1, 1 << 120)
"""How far above the best reply its bound may lie, for each crossing that is no fraction."""


@dataclass(frozen=True, slots=True)
class PayoffAndBestResponse:
    """What one seat is paid, and a bound on what any strategy of its own would be paid."""

    payoff: Fraction
    best: Fraction

    @property
    def gain(self) -> Fraction:
        """How much the seat could gain at most."""
        return self.best - self.payoff


def payoff_and_best_response(
    form: ContinuousBettingForm,
    profile: ThresholdProfile,
    seat: int,
    locked: Collection[str] = (),
) -> PayoffAndBestResponse:
    """Return what a profile pays a seat, and the best that it could do against the others.

    At *locked* turns it can only do what the profile says.
    """
    paid, best = payoff_curves(form, profile, seat, locked=locked)
    return PayoffAndBestResponse(paid.integral(), best.integral())


@dataclass(frozen=True, slots=True)
class TurnPayoffs:
    """One of a seat's turns: with which hands it is reached, and what each action pays by the hand.

    Payoffs are times the chance that the others reach the turn; later ones are played at best.
    """

    turn: TurnNode
    """Of an information set the first that the others reach."""
    reach: HandRegion
    chance: Fraction
    """That the others reach it."""
    best: PiecewisePolynomial
    ways: tuple[PiecewisePolynomial, ...]
    """By action."""
    paid: tuple[PiecewisePolynomial, ...]
    """By action, if the profile is followed afterwards."""


def payoffs_by_turn(
    form: ContinuousBettingForm,
    profile: ThresholdProfile,
    seat: int,
    locked: Collection[str] = (),
) -> list[TurnPayoffs]:
    """Return a seat's turns, with the worth of every action by the hand.

    At *locked* turns the profile is followed, also later.
    """
    traversal = _PayoffTraversal(form, profile, seat, locked=locked)
    traversal.follow(traversal.start)
    return traversal.visits


def payoff_curves(
    form: ContinuousBettingForm,
    profile: ThresholdProfile,
    seat: int,
    window: HandWindow = (ZERO, ONE),
    locked: Collection[str] = (),
) -> tuple[PiecewisePolynomial, PiecewisePolynomial]:
    """Return what each hand of a seat is paid, and a bound on the best it could do instead.

    Only its hands in a *window* are followed. At *locked* turns nothing else can be done.
    """
    traversal = _PayoffTraversal(form, profile, seat, window=window, locked=locked)
    return traversal.follow(traversal.start)


def paid_by_hand(
    form: ContinuousBettingForm,
    profile: ThresholdProfile,
    seat: int,
    window: HandWindow = (ZERO, ONE),
) -> PiecewisePolynomial:
    """Return what each hand of a seat in a *window* is paid."""
    traversal = _PayoffTraversal(form, profile, seat, replying=False, window=window)
    return traversal.follow(traversal.start)[0]


def threshold_payoff(form: ContinuousBettingForm, profile: ThresholdProfile, seat: int) -> Fraction:
    """Return what a profile pays a seat."""
    return paid_by_hand(form, profile, seat).integral()


ReachedNodes = Sequence[tuple[BettingNode, list[HandRegion]]]
"""Nodes that a player cannot tell apart, each with the hands of every seat that come there."""


@dataclass
class _PayoffTraversal:
    """One seat's way through the tree: its worth at every node as a function of its hand."""

    form: ContinuousBettingForm
    profile: ThresholdProfile
    seat: int
    replying: bool = True
    visits: list[TurnPayoffs] = field(default_factory=list)
    window: HandWindow = (ZERO, ONE)
    locked: Collection[str] = ()
    """Turns at which nothing but the profile is played."""

    @property
    def start(self) -> ReachedNodes:
        """The root, with all hands."""
        return [(self.form.root, [ALL_HANDS] * len(self.form.seats))]

    def follow(self, nodes: ReachedNodes) -> tuple[PiecewisePolynomial, PiecewisePolynomial]:
        """Return what a hand is worth from some nodes on, by the profile and at best.

        All worth is times the chance that the others come there.
        """
        ends: list[PiecewisePolynomial] = []
        own: dict[str, list[tuple[TurnNode, list[HandRegion]]]] = {}
        left = [*reversed(nodes)]
        while left:
            node, held = left.pop()
            if not isinstance(node, TurnNode):
                ends.append(self._end(node, held))
            elif node.seat == self.seat:
                own.setdefault(node.view, []).append((node, held))
            else:
                rule = self.profile[turn_key(self.form, node)]
                for action, after in reversed([*enumerate(node.after)]):
                    region = intersect_regions(held[node.seat], rule.held(action))
                    if region:
                        left.append((after, [*held[: node.seat], region, *held[node.seat + 1 :]]))
        nothing = PiecewisePolynomial(self.window, (fmpq_poly([ZERO]),))
        paid = best = sum(ends[1:], ends[0]) if ends else nothing
        for turns in own.values():
            way = self._turn(turns)
            paid, best = paid + way[0], best + way[1]
        return paid, best

    def _turn(
        self, turns: Sequence[tuple[TurnNode, list[HandRegion]]]
    ) -> tuple[PiecewisePolynomial, PiecewisePolynomial]:
        """Return the worth of a hand at one information set of the seat."""
        turn, held = turns[0]
        rule = self.profile[turn_key(self.form, turn)]
        ways = []
        for action in range(len(turn.actions)):
            kept = intersect_regions(held[self.seat], rule.held(action))
            after = [
                (node.after[action], [*come[: self.seat], kept, *come[self.seat + 1 :]])
                for node, come in turns
            ]
            ways.append(self.follow(after))
        then, at_best = zip(*ways, strict=True)
        paid = _payoff_of_rule(then, rule, self.window)
        best = at_best[0]
        if self.replying:
            if turn_key(self.form, turn) in self.locked:
                best = _payoff_of_rule(at_best, rule, self.window)
            else:
                for way in at_best[1:]:
                    best = upper_envelope(best, way, ENVELOPE_SLACK)
            others = [seat for seat in range(len(held)) if seat != self.seat]
            chance = sum((_reach_probability(come, others) for _, come in turns), ZERO)
            self.visits.append(
                TurnPayoffs(turn, held[self.seat], as_fraction(chance), best, at_best, then)
            )
        return paid, best

    def _end(self, end: FoldNode | ShowdownNode, held: Sequence[HandRegion]) -> PiecewisePolynomial:
        others = [seat for seat in range(len(self.form.seats)) if seat != self.seat]
        if isinstance(end, FoldNode):
            won = as_fmpq(end.payoffs[self.seat]) * _reach_probability(held, others)
            return PiecewisePolynomial(self.window, (fmpq_poly([won]),))
        lost = -as_fmpq(end.paid[self.seat]) * _reach_probability(held, others)
        cost = PiecewisePolynomial(self.window, (fmpq_poly([lost]),))
        if self.seat not in end.contenders:
            return cost
        aside = [seat for seat in others if seat not in end.contenders]
        opponents = [held[seat] for seat in others if seat in end.contenders]
        won = as_fmpq(end.pot) * _reach_probability(held, aside)
        return cost + win_probability(opponents, as_fmpq(end.better), self.window).times(won)


def win_probability(
    opponents: Sequence[HandRegion], better: fmpq, window: HandWindow = (ZERO, ONE)
) -> PiecewisePolynomial:
    """Return the chance that a hand beats opponents with hands in these regions, by the hand.

    It is times the chance that their hands are there.

    >>> win_probability([ALL_HANDS, ALL_HANDS], ZERO).at(Fraction(1, 2))
    Fraction(1, 4)
    """
    plain = PiecewisePolynomial(window, (fmpq_poly([ONE - better]),))
    improved = PiecewisePolynomial(window, (fmpq_poly([better]),))
    for region in opponents:
        below = measure_of_hands_below(region, window)
        plain *= below.times(ONE - better)
        if better:
            rest = fmpq_poly([(ONE - better) * as_fmpq(region_probability(region))])
            improved *= below.times(better) + PiecewisePolynomial(window, (rest,))
    return plain + improved if better else plain


def measure_of_hands_below(
    region: HandRegion, window: HandWindow = (ZERO, ONE)
) -> PiecewisePolynomial:
    """Return how many hands of a region are below a hand, by the hand."""
    first, last = window
    cuts, parts = [first], list[fmpq_poly]()
    count = ZERO
    for low, high, part in sorted(region):
        begin, end, share = as_fmpq(low), as_fmpq(high), as_fmpq(part)
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
    return PiecewisePolynomial(tuple(cuts), tuple(parts))


def _reach_probability(held: Sequence[HandRegion], seats: Sequence[int]) -> fmpq:
    chance = ONE
    for seat in seats:
        chance *= as_fmpq(region_probability(held[seat]))
    return chance


def _payoff_of_rule(
    ways: Sequence[PiecewisePolynomial], rule: ThresholdRule, window: HandWindow
) -> PiecewisePolynomial:
    """Return the worth of each hand when it takes the action, or the mixture, of its interval."""
    ends = [window[0]]
    parts: list[fmpq_poly] = []
    for mix, high in zip(rule.mixes, (*map(as_fmpq, rule.cuts), ONE), strict=True):
        (first, share), *others = mix
        way = ways[first].times(as_fmpq(share)) if others else ways[first]
        for action, more in others:
            way += ways[action].times(as_fmpq(more))
        for low, top, part in way.pieces():
            end = min(top, high)
            if low < high and end > ends[-1]:
                ends.append(end)
                parts.append(part)
    return PiecewisePolynomial(tuple(ends), tuple(parts))
