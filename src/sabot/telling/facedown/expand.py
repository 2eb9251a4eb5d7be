"""From the skeleton to the game tree: node for node the one that open cards give."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from sabot import watch
from sabot.forms.tree import Chance, Decision, GameTree, Leaf, Node
from sabot.telling.facedown.skeleton import Ask, Draw, End, Look, Roll, Skeleton, Step


def expanded(skeleton: Skeleton, progress: Callable[[int], object] | None = None) -> GameTree:
    """Return the game tree; *progress* is told the number of nodes now and then.

    Hands that end alike, by one telling for many deals, share their leaf.
    """
    made: dict[Step, list[Node]] = {}
    told = size = 0
    for step in reversed(skeleton.steps):  # children first
        below = [made.pop(child) for child in step.children]
        nodes = made[step] = _nodes(step, below)
        watch.at("exploring", min(size, skeleton.size), skeleton.size, "nodes written out")
        size += 0 if type(step) is Look else len(nodes)
        if progress is not None and size - told >= 5000:
            told = min(size, skeleton.size)
            progress(told)
    (root,) = made[skeleton.steps[0]]
    return GameTree(skeleton.seats, root, skeleton.sights, skeleton.size, skeleton.uneven)


def _nodes(step: Step, below: list[list[Node]]) -> list[Node]:
    """Return the nodes of a step, one for each of its deals."""
    if type(step) is Ask:
        seat, labels = step.seat, step.actions
        sights = step.sights.tolist()
        return [
            Decision(seat, sight, labels, list(branches))
            for sight, *branches in zip(sights, *below, strict=True)
        ]
    if type(step) is End:
        return [Leaf(step.payoffs)] * step.deals.size
    if type(step) is Draw:
        return _draws(step, below[0])
    if type(step) is Roll:
        fields = step.labels, step.weights, step.total
        return [Chance(*fields, list(branches)) for branches in zip(*below, strict=True)]
    assert isinstance(step, Look)
    found: list[Any] = [None] * step.deals.size
    for part, nodes in zip(step.split.parts, below, strict=True):
        for row, node in zip(part.origin.tolist(), nodes, strict=True):
            found[row] = node
    return found


def _draws(step: Draw, below: list[Node]) -> list[Node]:
    """Return one chance node for each deal before the draw; a certain card opens none."""
    dealt, cards = step.dealt, step.shoe.cards
    starts = np.searchsorted(dealt.origin, np.arange(step.deals.size + 1)).tolist()
    spots = tuple(dealt.cards[step.mark.number].tolist())
    shares = tuple(dealt.share.tolist())
    labels: dict[tuple[int, ...], tuple[Any, ...]] = {}
    found: list[Node] = []
    for start, end in pairwise(starts):
        if end - start == 1:
            found.append(below[start])
            continue
        own = spots[start:end]
        names = labels.get(own)
        if names is None:
            names = labels[own] = tuple(cards[spot] for spot in own)
        found.append(Chance(names, shares[start:end], step.left, below[start:end], own))
    return found
