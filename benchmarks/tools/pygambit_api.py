"""pygambit 16 and 17 through the same functions.

Version 17 names players, strategies and actions by their labels, has other classes for tables and
trees, and finds an information set by a path of actions from the root.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

Mixes = Sequence[Sequence[Fraction]]


def by_labels() -> bool:
    """Whether the installed version is 17 or newer."""
    import pygambit

    return hasattr(pygambit, "StrategicGame")


def of_matrices(one: Sequence[Sequence[Any]], two: Sequence[Sequence[Any]]) -> Any:
    """Return the bimatrix game of two matrices, its payoffs as fractions."""
    import numpy as np
    import pygambit

    kind = pygambit.StrategicGame if by_labels() else pygambit.Game
    tables = ([[Fraction(entry) for entry in row] for row in table] for table in (one, two))
    return kind.from_arrays(*(np.array(table, dtype=object) for table in tables))


def is_tree(game: Any) -> bool:
    """Whether a game is in extensive form."""
    import pygambit

    return isinstance(game, pygambit.ExtensiveGame) if by_labels() else bool(game.is_tree)


def seats(game: Any) -> list[str]:
    """Return the labels of the players."""
    return [getattr(player, "label", player) for player in game.players]


def information_sets(game: Any) -> list[list[list[str]]]:
    """Return the labels of the actions at each information set of each player."""
    if by_labels():
        return [
            [game.get_actions(_node(found)) for found in game.get_infosets(player)]
            for player in game.players
        ]
    return [
        [[action.label for action in found.actions] for found in player.infosets]
        for player in game.players
    ]


def _node(history: Any) -> Any:
    import pygambit

    return pygambit.H.path(*history.actions)


def equilibria(result: Any) -> list[Any]:
    """Return the profiles of a result; the linear program of version 17 returns one or None."""
    if hasattr(result, "equilibria"):
        return list(result.equilibria)
    return [] if result.equilibrium is None else [result.equilibrium]


def payoffs(profile: Any) -> list[Any]:
    """Return the expected payoff of each player."""
    if by_labels():
        return [profile.payoffs[player] for player in profile.game.players]
    return [profile.payoff(player) for player in profile.game.players]


def mixes(profile: Any) -> list[list[Any]]:
    """Return the probabilities of each player's strategies."""
    players = profile.game.players
    if by_labels():
        return [[chance for _, chance in profile[player]] for player in players]
    return [[profile[strategy] for strategy in player.strategies] for player in players]


def profile_of_mixes(game: Any, chances: Mixes) -> Any:
    """Return the profile of mixed strategies with these probabilities, in rationals."""
    profile = game.mixed_strategy_profile(rational=True)
    for player, mix in zip(game.players, chances, strict=True):
        if by_labels():
            labels = game.get_strategies(player)
            profile[player] = dict(zip(labels, map(_rational, mix), strict=True))
        else:
            for strategy, chance in zip(player.strategies, mix, strict=True):
                profile[strategy] = _rational(chance)
    return profile


def profile_of_behaviours(game: Any, chances: Sequence[Mixes]) -> Any:
    """Return the behaviour profile: for each player and information set the probabilities."""
    profile = game.mixed_behavior_profile(rational=True)
    for player, table in zip(game.players, chances, strict=True):
        own = game.get_infosets(player) if by_labels() else player.infosets
        for found, mix in zip(own, table, strict=True):
            if by_labels():
                labels = game.get_actions(_node(found))
                profile[_node(found)] = dict(zip(labels, map(_rational, mix), strict=True))
            else:
                for action, chance in zip(found.actions, mix, strict=True):
                    profile[action] = _rational(chance)
    return profile


def _rational(chance: Fraction) -> Any:
    import pygambit

    return pygambit.Rational(chance.numerator, chance.denominator)


def fractions(numbers: Sequence[Any]) -> tuple[Fraction, ...]:
    """Return Gambit's rationals as fractions."""
    return tuple(Fraction(int(each.numerator), int(each.denominator)) for each in numbers)
