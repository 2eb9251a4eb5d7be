"""Second opinions on action-graph games: Gambit reads the same payoffs out of random files."""

import itertools
import random
from fractions import Fraction as F

import pytest
from benchmarks.tools import pygambit_api

from sabot.io.action_graph import parse_agg

try:
    import pygambit
except ImportError:
    pygambit = None

pytestmark = pytest.mark.skipif(pygambit is None, reason="needs Gambit: pip install pygambit")


FUNCTIONS = {
    "0": lambda chosen, none, weights: len(chosen),
    "1": lambda chosen, none, weights: int(bool(chosen)),
    "2": lambda chosen, none, weights: max(chosen, default=none),
    "3": lambda chosen, none, weights: min(chosen, default=none),
    "10": lambda chosen, none, weights: sum(weights[node] for node in chosen),
    "11": lambda chosen, none, weights: int(sum(weights[node] for node in chosen) > 0),
    "12": lambda chosen, none, weights: max((weights[node] for node in chosen), default=0),
    "13": lambda chosen, none, weights: min((weights[node] for node in chosen), default=0),
}


def random_game(chance):
    """Return a random file of two or three players, with up to three function nodes."""
    players, nodes, functions = chance.randint(2, 3), chance.randint(2, 4), chance.randint(0, 3)
    total = nodes + functions
    size = min(3, nodes)
    sets = [sorted(chance.sample(range(nodes), chance.randint(1, size))) for _ in range(players)]
    sets[0] = list(range(nodes))  # a node that nobody can choose has no payoffs to compare
    lists = [chance.sample(range(total), chance.randint(0, total)) for _ in range(nodes)]
    below = [chance.sample(range(nodes), chance.randint(1, nodes)) for _ in range(functions)]
    kinds = [chance.choice(list(FUNCTIONS)) for _ in range(functions)]
    weights = sorted(chance.sample(range(1, 20), nodes))

    def count(other, profile):
        if other < nodes:
            return profile.count(other)
        place = other - nodes
        chosen = [node for node in profile if node in below[place]]
        return FUNCTIONS[kinds[place]](chosen, total, weights)

    met = [set() for _ in range(nodes)]
    for profile in itertools.product(*sets):
        for node in profile:
            met[node].add(tuple(count(other, profile) for other in lists[node]))
    lines = ["#AGG", f"{players} {nodes} {functions}", " ".join(str(len(own)) for own in sets)]
    lines += [" ".join(map(str, own)) for own in sets]
    lines += [" ".join(map(str, (len(own), *own))) for own in lists + below]
    shown = " ".join(map(str, weights))
    lines += [f"{kind} 0 [{shown}]" if len(kind) > 1 else kind for kind in kinds]
    lines += [" ".join(["0", *(str(chance.randint(-99, 99)) for _ in own)]) for own in met]
    return "\n".join(lines) + "\n"


def strategies_of(game):
    """Return the strategies of each player: objects, or from version 17 on labels."""
    if pygambit_api.by_labels():
        return [game.get_strategies(player) for player in game.players]
    return [player.strategies for player in game.players]


def pure_profile(game, chosen):
    """Return a profile of pure strategies, given by number; action graph games have floats."""
    profile = game.mixed_strategy_profile(rational=False)
    for player, own, at in zip(game.players, strategies_of(game), chosen, strict=True):
        chances = {strategy: float(number == at) for number, strategy in enumerate(own)}
        if pygambit_api.by_labels():
            profile[player] = chances
        else:
            for strategy, chance in chances.items():
                profile[strategy] = chance
    return profile


def test_random_action_graph_games_pay_the_same(tmp_path):
    chance = random.Random(29)
    compared = 0
    for _ in range(100):
        text = random_game(chance)
        labels, paid = parse_agg(text)
        path = tmp_path / "random.agg"
        path.write_text(text)
        game = pygambit.read_agg(str(path))
        assert [len(own) for own in strategies_of(game)] == list(map(len, labels))
        spots = itertools.product(*(range(len(own)) for own in reversed(labels)))
        for spot, ours in zip(spots, paid, strict=True):
            profile = pure_profile(game, tuple(reversed(spot)))
            theirs = [F(round(amount, 6)) for amount in pygambit_api.payoffs(profile)]
            assert theirs == list(ours), text
            compared += 1
    assert compared > 400
