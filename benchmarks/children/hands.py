"""Poker hands ranked by one tool: `python -m benchmarks.children.hands`, job on stdin.

Peers have no arrays: each gets its own cards, made before the clock starts, and a loop over hands.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from typing import Any

import numpy as np
from numpy.typing import NDArray

import sabot
from benchmarks.clock import Stopwatch
from sabot.cards import poker_hand
from sabot.cards.poker_hand import card_text
from sabot.poker import rank

Hands = NDArray[np.uint8]
Ranked = Callable[[], Any]


def dealt(many: int, seed: int) -> Hands:
    """Return random hands: five different cards in each row."""
    keys = np.random.default_rng(seed).random((many, 52))
    return np.argpartition(keys, 5, axis=1)[:, :5].astype(np.uint8)


def sabot_tool(hands: Hands) -> Ranked:
    """Rank an array, compiled before the clock starts."""
    poker_hand.LOOPS.asked += poker_hand.LOOPS.pays_from
    rank(hands[:10])
    return lambda: rank(hands)


def eval7_tool(hands: Hands) -> Ranked:
    """Rank lists of eval7's cards; more is better."""
    eval7 = import_module("eval7")
    cards = [eval7.Card(card_text(card)) for card in range(52)]
    mine = [[cards[card] for card in hand] for hand in hands.tolist()]
    return lambda: [eval7.evaluate(hand) for hand in mine]


def phevaluator_tool(hands: Hands) -> Ranked:
    """Rank numbers of cards, which are ours; less is better."""
    found = import_module("phevaluator.evaluator").evaluate_cards
    mine = hands.tolist()
    return lambda: [-found(*hand) for hand in mine]


def treys_tool(hands: Hands) -> Ranked:
    """Rank lists of treys' cards; less is better."""
    treys = import_module("treys")
    evaluator = treys.Evaluator()
    cards = [treys.Card.new(card_text(card)) for card in range(52)]
    mine = [[cards[card] for card in hand] for hand in hands.tolist()]
    return lambda: [-evaluator.evaluate([], hand) for hand in mine]


def pokerkit_tool(hands: Hands) -> Ranked:
    """Look up lists of pokerkit's cards; more is better."""
    pokerkit = import_module("pokerkit")
    lookup = import_module("pokerkit.lookups").StandardLookup()
    cards = [next(iter(pokerkit.Card.parse(card_text(card)))) for card in range(52)]
    mine = [[cards[card] for card in hand] for hand in hands.tolist()]
    return lambda: [lookup.get_entry(hand).index for hand in mine]


TOOLS: dict[str, Callable[[Hands], Ranked]] = {
    "sabot": sabot_tool,
    "eval7": eval7_tool,
    "phevaluator": phevaluator_tool,
    "treys": treys_tool,
    "pokerkit": pokerkit_tool,
}


def main() -> None:
    """Time one tool on one lot of hands, and compare its order with ours."""
    job = json.load(sys.stdin)
    hands = dealt(job["hands"], job["seed"])
    run = TOOLS[job["tool"]](hands)
    seconds = []
    for _ in range(job["repeats"]):
        watch = Stopwatch()
        found = run()
        seconds.append(watch.read().cpu)
    report = {"tool": job["tool"], "hands": len(hands), "seconds": seconds}
    same = agree(rank(hands[:3000]), np.asarray(found[:3000], np.int64))
    print(json.dumps(report | {"same order": same, "version": _version(job["tool"])}))


def _version(tool: str) -> str:
    return sabot.__version__ if tool == "sabot" else version(tool)


def agree(ours: NDArray[Any], theirs: NDArray[np.int64]) -> bool:
    """Say whether two rankings put every two hands in the same order, ties included."""
    order = np.argsort(ours, kind="stable")
    mine, other = np.diff(ours[order].astype(np.int64)), np.diff(theirs[order])
    return bool(((mine > 0) == (other > 0)).all() and (other >= 0).all())


if __name__ == "__main__":
    main()
