"""How a hand ends, by exact counting: as its family counts it, else from the tree that it tells."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sabot import watch
from sabot.errors import Fault, NumberError, SabotError, unknown
from sabot.forms.outcomes import Outcomes, Table, gathered
from sabot.forms.tree import Chance, Decision, Leaf, Node
from sabot.telling.game import Game

MOST_NODES = 500_000
"""The largest tree that is walked to count how hands end."""


def outcomes(game: Game, strategies: Mapping[str, Table]) -> Outcomes:
    """Return how hands of *game* end when all seats play these strategies.

    >>> from sabot import load
    >>> from sabot.games.baccara.casino import casino
    >>> punto_banco = load("baccara(model=B1, decks=8)")
    >>> found = outcomes(punto_banco, casino(punto_banco.form()))
    >>> found.lose, found.win, found.tie
    (2292252566437888, 2230518282592256, 475627426473216)
    >>> found.denominator == 416 * 415 * 414 * 413 * 412 * 411
    True
    """
    counted = game.rules.outcomes(game, strategies)
    return _walked(game, strategies) if counted is None else counted


def bet_terms(game: Game, given: Mapping[str, Any]) -> dict[str, Fraction]:
    """Return the terms of a house's bets as numbers; those that are not given are the usual ones.

    >>> from sabot import load
    >>> bet_terms(load("baccara"), {"commission": "4%", "tie": 9})
    {'commission': Fraction(1, 25), 'tie': Fraction(9, 1)}
    """
    kinds = game.rules.bet_terms
    faults, found = [], {}
    for key, number in given.items():
        if key not in kinds:
            none = Fault(key, f"{game.rules.name} has no bets of onlookers", "leave it out")
            what = f"no bet of {game.rules.name} has a term"
            faults.append(unknown(str(key), list(kinds), what) if kinds else none)
            continue
        try:
            found[key] = kinds[key].parse(str(number))
        except (SabotError, ValueError) as reason:
            faults.append(Fault(key, str(reason), kinds[key].words))
    if faults:
        raise NumberError("\n  ".join(f"bet {f.where}: {f.what}; {f.remedy}" for f in faults))
    return found


def _walked(game: Game, strategies: Mapping[str, Table]) -> Outcomes:
    tree = game.tree(limit=MOST_NODES)
    sums: dict[Fraction, dict[int, Any]] = {}
    stack: list[tuple[Node, Any, int]] = [(tree.root, 1, 1)]
    while stack:
        node, top, below = stack.pop()
        if isinstance(node, Leaf):
            part = sums.setdefault(Fraction(node.payoffs[0]), {})
            part[below] = part.get(below, 0) + top
        elif isinstance(node, Chance):
            for child, weight in zip(node.children, node.weights, strict=True):
                stack.append((child, top * weight, below * node.total))
        elif isinstance(node, Decision):
            watch.heard()
            seat = tree.seats[node.seat]
            mix = strategies[seat][tree.sights[node.seat][node.view].key]
            for child, action in zip(node.children, node.labels, strict=True):
                if chance := mix.get(action):
                    stack.append((child, top if chance == 1 else top * chance, below))
    return gathered(sums)


__all__ = ["Outcomes", "bet_terms", "outcomes"]
