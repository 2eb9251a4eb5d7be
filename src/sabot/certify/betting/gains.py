"""Profiles of games with real hands: what each seat is paid, and that it cannot gain more.

Standard library only. Each seat holds a number drawn from [0, 1] for itself; the rest is public. A
``sabot/equilibrium/1`` gives the betting as a tree, for each turn the intervals of hands and what
is done with them, what each seat is paid, and a bound on what it could gain by *any* other
strategy. One seat is followed at a time. With a hand x the chance to win a showdown is a product
over the rivals of how many of their hands are below x, so the worth of every choice is a polynomial
in x between neighbouring cuts (:mod:`sabot.certify.betting.curves`). What the profile pays is
integrated exactly; what any strategy could earn is bounded from above.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from sabot.certify.betting.curves import Curves, constant, joined, larger, plus, times, whole_area
from sabot.certify.reading import brief, escaped
from sabot.certify.statement import BalanceProved
from sabot.errors import CertificateError

if TYPE_CHECKING:
    from sabot.certify.betting.profile import Balance, Fold, Node, Showdown, Turn

ZERO, ONE = Fraction(0), Fraction(1)
Span = tuple[Fraction, Fraction]


SLACK = Fraction(1, 1 << 110)
"""How far a bound may lie above the best reply where choices cross at no fraction."""


def check_balance(balance: Balance) -> Balance:
    """Demand that every seat is paid what is claimed, and can gain no more than is claimed.

    What comes back has the payoffs and gains that were computed here, not those of the file.
    """
    found = []
    for seat, name in enumerate(balance.seats):
        road = _Road(balance, seat)
        paid, best = road.follow(balance.root, [[(ZERO, ONE)]] * len(balance.seats))
        exact = whole_area(paid)
        claimed, within = balance.payoffs[seat]
        if abs(exact - claimed) > within:
            raise CertificateError(
                f"{escaped(name)} is not paid {brief(claimed)} but {brief(exact)}"
            )
        gain = whole_area(best) - exact
        if gain > balance.gains[seat]:
            raise CertificateError(
                f"{escaped(name)} may gain {brief(gain)}, more than the bound that is claimed"
            )
        found.append((exact, gain))
    return replace(
        balance,
        payoffs=tuple((paid, ZERO) for paid, _ in found),
        gains=tuple(gain for _, gain in found),
    )


@dataclass
class _Road:
    """One seat's way through the betting: what its hands are worth, by the profile and at best."""

    balance: Balance
    seat: int

    def __post_init__(self) -> None:
        self.slack = SLACK / max(1, self.balance.ends)

    def follow(self, node: Node, held: Sequence[Sequence[Span]]) -> tuple[Curves, Curves]:
        """Return what a hand is worth from here, times the chance that the others come here."""
        from sabot.certify.betting.profile import Turn

        if not isinstance(node, Turn):
            found = self._end(node, held)
            return found, found
        if node.seat == self.seat:
            return self._own(node, held)
        paid = best = constant(ZERO)
        for action, after in enumerate(node.after):
            spans = [
                (max(low, begin), min(high, end))
                for begin, end, taken in node.intervals()
                if taken == action
                for low, high in held[node.seat]
                if max(low, begin) < min(high, end)
            ]
            if spans:
                there = list(held)
                there[node.seat] = spans
                one, two = self.follow(after, there)
                paid, best = plus(paid, one), plus(best, two)
        return paid, best

    def _own(self, turn: Turn, held: Sequence[Sequence[Span]]) -> tuple[Curves, Curves]:
        ways = [self.follow(after, held) for after in turn.after]
        paid = joined([(begin, end, ways[taken][0]) for begin, end, taken in turn.intervals()])
        best = ways[0][1]
        for _, other in ways[1:]:
            best = larger(best, other, self.slack)
        return paid, best

    def _end(self, end: Fold | Showdown, held: Sequence[Sequence[Span]]) -> Curves:
        from sabot.certify.betting.profile import Fold

        sizes = [sum((high - low for low, high in spans), ZERO) for spans in held]
        chance = ONE
        for other, size in enumerate(sizes):
            chance *= ONE if other == self.seat else size
        if isinstance(end, Fold):
            return constant(end.payoffs[self.seat] * chance)
        lost = constant(-end.paid[self.seat] * chance)
        if self.seat not in end.among:
            return lost
        plain, improved, aside = constant(ONE - end.better), constant(end.better), ONE
        for other, size in enumerate(sizes):
            if other == self.seat:
                continue
            if other not in end.among:
                aside *= size
                continue
            below = _below(held[other])
            plain = times(plain, _scaled(below, ONE - end.better))
            rest = plus(_scaled(below, end.better), constant((ONE - end.better) * size))
            improved = times(improved, rest)
        return plus(lost, _scaled(plus(plain, improved), sum(end.paid, ZERO) * aside))


def _scaled(curves: Curves, factor: Fraction) -> Curves:
    return [(low, high, [factor * c for c in curve]) for low, high, curve in curves]


def _below(spans: Sequence[Span]) -> Curves:
    """Return how many hands of some spans are below a hand."""
    found: Curves = []
    at, count = ZERO, ZERO
    for low, high in sorted(spans):
        if low > at:
            found.append((at, low, [count]))
        found.append((low, high, [count - low, ONE]))
        at, count = high, count + high - low
    return [*found, (at, ONE, [count])] if at < ONE else found


def stated(balance: Balance) -> BalanceProved:
    """Check an equilibrium and return what it proves."""
    found = check_balance(balance)
    paid = tuple(amount for amount, _ in found.payoffs)
    return BalanceProved(
        balance.game, balance.seats, balance.digest, paid, found.gains, source=found
    )
