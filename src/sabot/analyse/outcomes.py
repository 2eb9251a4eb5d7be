"""How a hand ends, by exact counting: as its family counts it, else from the tree that it tells."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sabot import watch
from sabot.errors import Fault, FormError, NumberError, SabotError, unknown
from sabot.exact import decimal, rational, show
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
    found = counted(game, strategies)
    return _walked(game, strategies) if found is None else found


def counted(game: Game, strategies: Mapping[str, Table]) -> Outcomes | None:
    """Return the same as the game's family counts it; None where it does not."""
    return game.rules.outcomes(game, strategies)


def bet_terms(game: Game, given: Mapping[str, Any]) -> dict[str, Fraction]:
    """Return the terms of a house's bets as numbers; those that are not given are the usual ones.

    A term that the game sets by a parameter is the game's own unless it is given.

    >>> from sabot import load
    >>> bet_terms(load("baccara"), {"commission": "4%", "tie": 9})
    {'commission': Fraction(1, 25), 'tie': Fraction(9, 1)}
    >>> bet_terms(load("baccara(commission=3%)"), {})
    {'commission': Fraction(3, 100)}
    """
    kinds = game.rules.bet_terms
    faults, found = [], dict(game.rules.own_terms(game))
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


def ending(
    game: Game | None,
    strategies: Mapping[str, Table] | None,
    given: Mapping[str, Any],
    count: Callable[[Game, Mapping[str, Table]], Outcomes | None] = outcomes,
) -> dict[str, Any]:
    """Return how hands end, and the edge on bets by the terms *given*, by what a judgement has.

    Empty where nobody plays (without a game, or where a seat has no strategy) or nobody counts.
    """
    if game is None or strategies is None:
        if given:
            raise FormError(
                "the edge on bets needs a game with a name and a strategy for each seat"
            )
        return {}
    terms = bet_terms(game, given)
    ends = count(game, strategies)
    if ends is None:
        return {}
    return {"outcomes": ends, "bets": game.rules.bets(ends, **terms), "terms": terms}


@dataclass(frozen=True)
class Ended:
    """How the hands of a game without choices end, and the house's edge on its bets."""

    game: str
    seats: tuple[str, ...]
    outcomes: Outcomes
    bets: Mapping[str, Fraction]
    terms: Mapping[str, Fraction]


def without_choices(text: str) -> Ended | None:
    """Return how hands end in a game in which nobody chooses; None in another, or without bets.

    >>> found = without_choices("punto-banco(decks=8)")
    >>> {bet: round(float(100 * edge), 4) for bet, edge in found.bets.items()}
    {'Player': 1.2351, 'Banker': 1.0579, 'tie': 14.3596}
    """
    from sabot.games import load

    try:
        game = load(text, run=False)
    except SabotError:
        return None
    if game.rules.has_choices:
        return None
    terms = bet_terms(game, {})
    ends = outcomes(game, {seat: {} for seat in game.seats})
    bets = game.rules.bets(ends, **terms)
    return None if bets is None else Ended(str(game), game.seats, ends, bets, terms)


def ends_to_json(
    ends: Outcomes | None, bets: Mapping[str, Fraction] | None, terms: Mapping[str, Fraction]
) -> dict[str, Any]:
    """Return how hands end and the edge on bets as ``sabot value --json`` has them."""
    body: dict[str, Any] = {}
    if ends is not None:
        counts = {show(pay): str(count) for pay, count in ends.counts.items()}
        body["outcomes"] = {"counts": counts, "denominator": str(ends.denominator)}
    if bets is not None:
        body["bets_edge_percent"] = {bet: in_percent(edge) for bet, edge in bets.items()}
    if terms:
        body["bet_terms"] = {key: show(number) for key, number in terms.items()}
    return body


def ends_from_json(told: Mapping[str, Any]) -> dict[str, Any]:
    """Return the same from a document, by the names that a judgement has for it."""
    ends, bets = told.get("outcomes"), told.get("bets_edge_percent")
    counts = {} if ends is None else {rational(p): int(n) for p, n in ends["counts"].items()}
    return {
        "outcomes": None if ends is None else Outcomes(counts, int(ends["denominator"])),
        "bets": None if bets is None else {b: rational(e["exact"]) / 100 for b, e in bets.items()},
        "terms": {key: rational(number) for key, number in told.get("bet_terms", {}).items()},
    }


def in_percent(edge: Fraction) -> dict[str, Any]:
    """Return an edge in per cent, exact and as a number to read."""
    return {"exact": show(100 * edge), "decimal": float(decimal(100 * edge, 17))}


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
