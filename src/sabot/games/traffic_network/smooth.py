"""The game between the senders of a network, for methods that move its flows step by step.

The numbers of a sender are the shares of its traffic on all its roads but the last, which takes
the rest. What is reached is judged by each sender's exact best reply, a quadratic program that is
solved in fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sabot.exact import format_decimal
from sabot.forms.smooth import JudgedPlayer, JudgedSmoothGame, Point, project_shares
from sabot.games.traffic_network import Sender, TrafficNetwork

SHARE_DIGITS = 9
"""Decimals of a share that is handed on as a fraction."""
_FLOW_DIGITS = 8


class NetworkGame(JudgedSmoothGame):
    """Each sender divides its traffic among its roads, and is paid what they cost, negative."""

    head = ("sender", "road", "flow")

    def __init__(self, network: TrafficNetwork) -> None:
        self.network = network
        self.seats = tuple(sender.name for sender in network.senders)
        roads = [road for sender in network.senders for road in sender.roads[:-1]]
        self.names = tuple(f"road {network.roads[road]}" for road in roads)
        self.owners = tuple(
            tuple(roads.index(road) for road in sender.roads[:-1]) for sender in network.senders
        )
        self._mutual = [[float(number) for number in row] for row in network.mutual]
        self._plain = [float(number) for number in network.plain]

    def payoff(self, seat: int, point: Sequence[float]) -> float:
        """Return what the roads of a sender cost, negative."""
        flow, cost = self._flow(point), 0.0
        for road in self.network.senders[seat].roads:
            unit = self._plain[road]
            for each, amount in zip(self._mutual[road], flow, strict=True):
                unit += each * amount
            cost += flow[road] * unit
        return -cost

    def _flow(self, point: Sequence[float]) -> list[float]:
        flow = [0.0] * len(self.network.roads)
        for sender, places in zip(self.network.senders, self.owners, strict=True):
            amount = float(sender.amount)
            for road, place in zip(sender.roads, places, strict=False):
                flow[road] = amount * point[place]
            flow[sender.roads[-1]] = amount * (1 - sum(point[place] for place in places))
        return flow

    def exact_flow(self, point: Sequence[float]) -> tuple[Fraction, ...]:
        """Return the flow at a point, with shares rounded to fractions that sum to 1."""
        flow, unit = [Fraction(0)] * len(self.network.roads), 10**SHARE_DIGITS
        for sender, places in zip(self.network.senders, self.owners, strict=True):
            shares = [Fraction(round(point[place] * unit), unit) for place in places]
            rest = 1 - sum(shares, Fraction(0))
            if rest < 0:  # several shares were rounded up
                shares[shares.index(max(shares))] += rest
                rest = Fraction(0)
            for road, share in zip(sender.roads, (*shares, rest), strict=True):
                flow[road] = sender.amount * share
        return tuple(flow)

    def bounds(self, point: Sequence[float], place: int) -> tuple[float, float]:
        """Return 0 and what the other roads of the sender leave."""
        (own,) = (places for places in self.owners if place in places)
        return 0.0, max(1 - sum(point[other] for other in own if other != place), point[place])

    def project(self, point: Sequence[float]) -> Point:
        """Return the nearest shares that are not negative and sum to 1 at most, by sender."""
        found = list(point)
        for places in self.owners:
            own = project_shares([point[place] for place in places])
            for place, share in zip(places, own, strict=True):
                found[place] = share
        return found

    def judge(self, point: Sequence[float]) -> tuple[JudgedPlayer, ...]:
        """Return what each sender's roads cost, negative, and what its best reply would save."""
        flow = self.exact_flow(point)
        return tuple(self._judge_sender(sender, flow) for sender in self.network.senders)

    def _judge_sender(self, sender: Sender, flow: tuple[Fraction, ...]) -> JudgedPlayer:
        best = self.network.best_reply(sender, flow)
        replied = [best.get(road, amount) for road, amount in enumerate(flow)]
        paid, could = (
            -sum((self.network.costs(one)[road] for road in sender.roads), Fraction(0))
            for one in (flow, replied)
        )
        reply = {f"road {self.network.roads[road]}": str(amount) for road, amount in best.items()}
        return JudgedPlayer(paid, could - paid, reply)

    def describe(self, point: Sequence[float]) -> tuple[tuple[str, ...], ...]:
        """Return how much is on each road."""
        flow = self.exact_flow(point)
        return tuple(
            (sender.name, self.network.roads[road], format_decimal(flow[road], _FLOW_DIGITS))
            for sender in self.network.senders
            for road in sender.roads
        )
