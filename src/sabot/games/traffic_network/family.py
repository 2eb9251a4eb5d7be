"""The families of traffic networks: Dafermos' example, and networks in JSON files."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sabot.errors import FileError, FormError, NumberError
from sabot.exact import as_rational
from sabot.game_rules.family import Family
from sabot.game_rules.game import Game
from sabot.game_rules.table import Table
from sabot.games.traffic_network import (
    DAFERMOS,
    NetworkFlows,
    Sender,
    TrafficNetwork,
    refuse_to_play,
)
from sabot.io.files import FileStamp, dict_without_duplicate_keys, file_stamp, read_text

if TYPE_CHECKING:
    from sabot.games.traffic_network.smooth import NetworkGame
    from sabot.render.figures.figure import Figure


class NetworkFamily(Family, ABC):
    """What both kinds of networks share: they are solved by themselves, and no hand is played."""

    seats = ("1", "2")
    in_hands = False
    one_play = "play"

    @abstractmethod
    def network(self, game: Game) -> TrafficNetwork:
        """Return the network of a game."""

    def seating(self, game: Game) -> tuple[str, ...]:
        """Return those who send."""
        return tuple(sender.name for sender in self.network(game).senders)

    def result(self, game: Game) -> NetworkFlows:
        """Return the three optima."""
        return NetworkFlows.of_network(str(game), self.network(game))

    def smooth_game(self, game: Game) -> NetworkGame:
        """Return the game between the senders as a function of their shares."""
        from sabot.games.traffic_network.smooth import NetworkGame

        return NetworkGame(self.network(game))

    def figures(self, found: NetworkFlows) -> Mapping[str, Callable[[], Figure]]:
        """Return how each sender divides his traffic."""
        from sabot.games.traffic_network.render import traffic_shares_figure

        return {"shares": lambda: traffic_shares_figure(found)}

    def headline(self, game: Game) -> dict[str, Any]:
        """Return the cost of the game between the senders, and how much is on each road."""
        from sabot.games.traffic_network.render import network_headline

        return network_headline(self.result(game))


class DafermosNetwork(NetworkFamily):
    """Traffic between two towns on five one-way roads, after Dafermos, in Risticz (1973), 6.2.

    120 units go from x to y over roads 1, 3 and 5, and 120 from y to x over roads 2 and 4. With f1
    to f5 units on the roads, a unit on road 1 costs 900 + 4 f1 + 2 f2, on road 2 900 + 2 f1 + 6 f2,
    on road 3 820 + 6 f3 + 3 f4, on road 4 820 + 3 f3 + 8 f4, on road 5 1220 + 5 f5; a road costs
    that times the units on it. Three solutions are found. System: all roads together cost the
    least. Game: each direction minimises the cost of its own roads, given the other (a Nash
    equilibrium). User: each traveller takes a road on which a unit costs the least (a Wardrop
    equilibrium).
    """

    name = "dafermos-network"
    seats = ("x to y", "y to x")
    title = "Dafermos's network"

    def play(self, table: Table) -> None:
        """Refuse: there are no hands to be played."""
        refuse_to_play()

    def network(self, game: Game) -> TrafficNetwork:
        """Return the network of the thesis."""
        return DAFERMOS


class RoadNetwork(NetworkFamily):
    """Traffic on the roads of a file, each with a quadratic cost.

    The file is JSON: {"roads": ["1", ...], "senders": {"x to y": {"amount": 120, "roads": ["1",
    ...]}, ...}, "costs": {"1": {"plain": 900, "1": 4, "2": 2}, ...}}: a unit on road 1 costs 900 +
    4 f1 + 2 f2, where f1 and f2 are the units on the roads, and the road costs that times f1. Every
    road belongs to one sender, who divides his amount among his roads. Three solutions are found.
    System: all roads together cost the least. Game: each sender minimises the cost of his own
    roads, given the others (a Nash equilibrium). User: each traveller takes a road on which a unit
    costs the least (a Wardrop equilibrium).

    file: the name of the file. The seats are its senders.
    """

    name = "network"

    def play(self, table: Table, *, file: str) -> None:
        """Refuse: there are no hands to be played."""
        refuse_to_play()

    def network(self, game: Game) -> TrafficNetwork:
        """Return the network in the file."""
        file = game.parameters["file"]
        return _read_network_file(file, file_stamp(file))


_DOCUMENT_KEYS = {"roads", "costs", "senders"}


@lru_cache(maxsize=8)
def _read_network_file(file: str, when: FileStamp) -> TrafficNetwork:
    try:
        return parse_network(_load_network_json(read_text(file)))
    except (FormError, NumberError) as fault:
        raise FileError(f"{file}: {fault}") from None


def _load_network_json(text: str) -> Mapping[str, Any]:
    try:
        found = json.loads(
            text, parse_float=str, parse_int=str, object_pairs_hook=dict_without_duplicate_keys
        )
    except ValueError as fault:
        raise FormError(f"not JSON: {fault}") from None
    except RecursionError:
        raise FormError("not a network: nested too deeply") from None
    if not isinstance(found, dict) or set(found) != _DOCUMENT_KEYS:
        raise FormError(f"a network has the keys {', '.join(sorted(_DOCUMENT_KEYS))} and no others")
    return found


def parse_network(said: Mapping[str, Any]) -> TrafficNetwork:
    """Return the network that a document describes; what is wrong is named."""
    roads = said["roads"]
    if not isinstance(roads, list) or not all(isinstance(road, str) for road in roads):
        raise FormError("'roads' is a list of names")
    if len(set(roads)) != len(roads) or not roads:
        raise FormError("roads have different names")
    if "plain" in roads:
        raise FormError("a road called 'plain': that is the word for a cost without traffic")
    senders = []
    for name, part in _require_mapping(said["senders"], "senders").items():
        one = _require_mapping(part, f"sender {name!r}")
        if set(one) != {"amount", "roads"} or not isinstance(one["roads"], list):
            raise FormError(f"sender {name!r} has an amount and a list of roads")
        if not one["roads"]:
            raise FormError(f"sender {name!r} has no road to send on")
        places = tuple(_road_index(road, roads, f"sender {name!r}") for road in one["roads"])
        senders.append(Sender(name, _parse_amount(one["amount"], f"sender {name!r}"), places))
    costs = _require_mapping(said["costs"], "costs")
    if set(costs) != set(roads):
        raise FormError("'costs' says what each road costs, and of no other")
    plain, mutual = [], []
    for road in roads:
        one = _require_mapping(costs[road], f"cost of road {road!r}")
        line = [Fraction(0)] * len(roads)
        for key, amount in one.items():
            if key != "plain":
                place = _road_index(key, roads, f"cost of road {road!r}")
                line[place] = _parse_amount(amount, f"cost of road {road!r}")
        plain.append(_parse_amount(one.get("plain", "0"), f"cost of road {road!r}"))
        mutual.append(tuple(line))
    return TrafficNetwork(tuple(roads), tuple(mutual), tuple(plain), tuple(senders))


def _require_mapping(part: Any, what: str) -> Mapping[str, Any]:
    if not isinstance(part, dict):
        raise FormError(f"{what}: expected names with what belongs to them")
    return part


def _road_index(road: Any, roads: list[str], what: str) -> int:
    if road not in roads:
        raise FormError(f"{what}: there is no road {road!r}")
    return roads.index(road)


def _parse_amount(amount: Any, what: str) -> Fraction:
    if not isinstance(amount, str):
        raise FormError(f"{what}: {amount!r} is not a number")
    return as_rational(amount)


dafermos_network = DafermosNetwork()
road_network = RoadNetwork()
