"""How a hand ends, counted exactly: payoff distribution, house edge on bets.

The family of a game may count it; otherwise the game tree is walked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sabot.errors import Fault, FormError, NumberError, SabotError, unknown_word_fault
from sabot.exact import as_rational, format_decimal, format_fraction
from sabot.forms.base import PayoffDistribution, StrategyMapping, distribution_from_sums
from sabot.forms.extensive import ChanceNode, DecisionNode, Node, TerminalNode
from sabot.game_rules.capabilities import CountsOutcomes, bet_edges, own_bet_terms
from sabot.game_rules.game import Game
from sabot.progress import raise_if_cancelled

MOST_NODES = 500_000
"""The largest tree that is walked to count how hands end."""


def outcome_distribution(
    game: Game, strategies: Mapping[str, StrategyMapping]
) -> PayoffDistribution:
    """Return how hands of *game* end when all players play these strategies.

    >>> from sabot import load
    >>> from sabot.games.baccara.rules import casino_strategies
    >>> punto_banco = load("baccara(model=B1, decks=8)")
    >>> found = outcome_distribution(punto_banco, casino_strategies(punto_banco.form()))
    >>> found.lose, found.win, found.tie
    (2292252566437888, 2230518282592256, 475627426473216)
    >>> found.denominator == 416 * 415 * 414 * 413 * 412 * 411
    True
    """
    found = outcomes_by_family(game, strategies)
    return _outcomes_by_tree(game, strategies) if found is None else found


def outcomes_by_family(
    game: Game, strategies: Mapping[str, StrategyMapping]
) -> PayoffDistribution | None:
    """Return the same as the game's family counts it; None where it does not."""
    family = game.rules
    return family.outcomes(game, strategies) if isinstance(family, CountsOutcomes) else None


def read_bet_terms(game: Game, given: Mapping[str, object]) -> dict[str, Fraction]:
    """Return the terms of a house's bets as numbers; those that are not given are the usual ones.

    A term that the game sets by a parameter is the game's own unless it is given.

    >>> from sabot import load
    >>> read_bet_terms(load("baccara"), {"commission": "4%", "tie": 9})
    {'commission': Fraction(1, 25), 'tie': Fraction(9, 1)}
    >>> read_bet_terms(load("baccara(commission=3%)"), {})
    {'commission': Fraction(3, 100)}
    """
    kinds = game.rules.bet_terms
    faults, found = [], dict(own_bet_terms(game))
    for key, number in given.items():
        if key not in kinds:
            none = Fault(key, f"{game.rules.name} has no bets on its outcome", "leave it out")
            what = f"no bet of {game.rules.name} has a term"
            faults.append(unknown_word_fault(str(key), list(kinds), what) if kinds else none)
            continue
        try:
            found[key] = kinds[key].parse(str(number))
        except (SabotError, ValueError) as reason:
            faults.append(Fault(key, str(reason), kinds[key].words))
    if faults:
        raise NumberError("\n  ".join(f"bet {f.where}: {f.what}; {f.remedy}" for f in faults))
    return found


def _outcomes_by_tree(game: Game, strategies: Mapping[str, StrategyMapping]) -> PayoffDistribution:
    tree = game.tree(limit=MOST_NODES)
    sums: dict[Fraction, dict[int, int | Fraction]] = {}
    stack: list[tuple[Node, int | Fraction, int]] = [(tree.root, 1, 1)]
    while stack:
        node, top, below = stack.pop()
        if isinstance(node, TerminalNode):
            part = sums.setdefault(Fraction(node.payoffs[0]), {})
            part[below] = part.get(below, 0) + top
        elif isinstance(node, ChanceNode):
            for child, weight in zip(node.children, node.weights, strict=True):
                stack.append((child, top * weight, below * node.total))
        elif isinstance(node, DecisionNode):
            raise_if_cancelled()
            seat = tree.seats[node.seat]
            mix = strategies[seat][tree.infosets[node.seat][node.view].key]
            for child, action in zip(node.children, node.labels, strict=True):
                if chance := mix.get(action):
                    stack.append((child, top if chance == 1 else top * chance, below))
    return distribution_from_sums(sums)


def outcomes_and_bets(
    game: Game | None,
    strategies: Mapping[str, StrategyMapping] | None,
    given: Mapping[str, object],
    count: Callable[
        [Game, Mapping[str, StrategyMapping]], PayoffDistribution | None
    ] = outcome_distribution,
) -> dict[str, Any]:
    """Return how hands end, and the edge on bets by the terms *given*, by what an evaluation has.

    Empty where nobody plays (without a game, or where a player has no strategy) or nobody counts.
    """
    if game is None or strategies is None:
        if given:
            raise FormError(
                "the edge on bets needs a game with a name and a strategy for each seat"
            )
        return {}
    terms = read_bet_terms(game, given)
    ends = count(game, strategies)
    if ends is None:
        return {}
    return {"outcomes": ends, "bets": bet_edges(game, ends, terms), "terms": terms}


@dataclass(frozen=True)
class OutcomesWithoutChoices:
    """How the hands of a game without choices end, and the house's edge on its bets."""

    game: str
    seats: tuple[str, ...]
    outcomes: PayoffDistribution
    bets: Mapping[str, Fraction]
    terms: Mapping[str, Fraction]


def outcomes_without_choices(game: Game | None) -> OutcomesWithoutChoices | None:
    """Return how hands end in a game in which nobody chooses; None in another, or without bets.

    >>> from sabot import load
    >>> found = outcomes_without_choices(load("punto-banco(decks=8)"))
    >>> {bet: round(float(100 * edge), 4) for bet, edge in found.bets.items()}
    {'Player': 1.2351, 'Banker': 1.0579, 'tie': 14.3596}
    """
    if game is None or game.rules.has_choices:
        return None
    terms = read_bet_terms(game, {})
    ends = outcome_distribution(game, {seat: {} for seat in game.seats})
    bets = bet_edges(game, ends, terms)
    return (
        None if bets is None else OutcomesWithoutChoices(str(game), game.seats, ends, bets, terms)
    )


def outcomes_to_json(
    ends: PayoffDistribution | None,
    bets: Mapping[str, Fraction] | None,
    terms: Mapping[str, Fraction],
) -> dict[str, object]:
    """Return how hands end and the edge on bets as ``sabot value --json`` has them."""
    body: dict[str, object] = {}
    if ends is not None:
        counts = {format_fraction(pay): str(count) for pay, count in ends.counts.items()}
        body["outcomes"] = {"counts": counts, "denominator": str(ends.denominator)}
    if bets is not None:
        body["bets_edge_percent"] = {bet: percent_to_json(edge) for bet, edge in bets.items()}
    if terms:
        body["bet_terms"] = {key: format_fraction(number) for key, number in terms.items()}
    return body


def outcomes_from_json(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the same from a document, by the names that an evaluation has for it."""
    ends, bets = document.get("outcomes"), document.get("bets_edge_percent")
    counts = {} if ends is None else {as_rational(p): int(n) for p, n in ends["counts"].items()}
    return {
        "outcomes": None if ends is None else PayoffDistribution(counts, int(ends["denominator"])),
        "bets": None
        if bets is None
        else {b: as_rational(e["exact"]) / 100 for b, e in bets.items()},
        "terms": {
            key: as_rational(number) for key, number in document.get("bet_terms", {}).items()
        },
    }


def percent_to_json(edge: Fraction) -> dict[str, object]:
    """Return an edge in per cent, exact and as a number to read."""
    return {"exact": format_fraction(100 * edge), "decimal": float(format_decimal(100 * edge, 17))}
