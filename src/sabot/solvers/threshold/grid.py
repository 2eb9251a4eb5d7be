"""The shape of an equilibrium, found on a grid: regret minimisation with finitely many hands.

Where nobody has told which actions a turn's intervals take, they are read off a coarse game. The
hands are the middles of equal intervals; worths are those of real hands, by the same products, so
that an iteration costs one walk. Ranges of hands that mix stand for a cut inside them, at the
place that their masses give; what little of the strongest action lies among the worst hands is a
bluff, the lowest interval. A guess in floats, and no more: Newton's method sharpens it, and the
exact best reply is the judge.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sabot import watch
from sabot.forms.threshold.answers import turn_key
from sabot.forms.threshold.betting import Fold, Node, Showdown, ThresholdForm, Turn
from sabot.forms.threshold.hint import Hint, Shape

HANDS = 60
ROUNDS = 2500
Hands = NDArray[np.float64]
SCARCE = 0.25
"""Hands of the grid below which an action is not taken at all."""
BLUFFS = (0.25, 0.1, 0.03, 0.01)
"""The least mass of a bluff, in hands of the grid: each is tried in turn."""
RARE = 0.02
"""A hand that comes to a turn less often than this came there while all were still learning."""


def found_shapes(
    form: ThresholdForm, *, hands: int = HANDS, rounds: int = ROUNDS
) -> Iterator[Hint]:
    """Yield shapes and cuts that a grid suggests, first without the bluffs that are hardly seen."""
    grid = _Grid(form, hands)
    for number in range(1, rounds + 1):
        watch.at("looking for a shape", number, rounds)
        grid.walk(form.root, [np.ones(hands)] * len(form.seats), float(number))
    seen: list[Shape] = []
    for least in BLUFFS:
        read = {key: _read(sums, least) for key, sums in grid.sums.items()}
        shape = {key: actions for key, (actions, _) in read.items()}
        cuts = {key: ends for key, (_, ends) in read.items()}
        if shape not in seen:
            seen.append(shape)
            yield Hint(form, shape, lambda before, cuts=cuts: cuts)  # type: ignore[misc]


@dataclass
class _Grid:
    """Regrets and summed strategies at every turn, by action and hand."""

    form: ThresholdForm
    hands: int

    def __post_init__(self) -> None:
        turns = {turn_key(self.form, turn): turn for turn in self.form.turns()}
        self.regrets = {k: np.zeros((len(t.actions), self.hands)) for k, t in turns.items()}
        self.sums = {k: np.zeros((len(t.actions), self.hands)) for k, t in turns.items()}

    def walk(self, node: Node, reach: list[Hands], weight: float) -> list[Hands]:
        """Return each seat's worth by its hand from a node on, times the others' chance."""
        if not isinstance(node, Turn):
            return [self._end(node, reach, seat) for seat in range(len(reach))]
        key, seat = turn_key(self.form, node), node.seat
        regrets = self.regrets[key]
        whole = regrets.sum(axis=0)
        even = np.full_like(regrets, 1 / len(regrets))
        mix = np.where(whole > 0, regrets / np.where(whole > 0, whole, 1), even)
        self.sums[key] += weight * mix * reach[seat]
        ways = []
        for action, after in enumerate(node.after):
            further = [*reach]
            further[seat] = reach[seat] * mix[action]
            ways.append(self.walk(after, further, weight))
        worths = []
        for player in range(len(reach)):
            each = np.array([way[player] for way in ways])
            if player == seat:
                own = (mix * each).sum(axis=0)
                np.maximum(regrets + each - own, 0, out=regrets)
                worths.append(own)
            else:
                worths.append(each.sum(axis=0))
        return worths

    def _end(self, end: Fold | Showdown, reach: list[Hands], seat: int) -> Hands:
        sizes = [float(one.mean()) for one in reach]
        chance = 1.0
        for other, size in enumerate(sizes):
            chance *= 1.0 if other == seat else size
        if isinstance(end, Fold):
            return np.full(self.hands, float(end.payoffs[seat]) * chance)
        worth = np.full(self.hands, -float(end.paid[seat]) * chance)
        if seat not in end.contenders:
            return worth
        better = float(end.better)
        plain, improved = np.full(self.hands, 1 - better), np.full(self.hands, better)
        aside = 1.0
        for other, size in enumerate(sizes):
            if other == seat:
                continue
            if other not in end.contenders:
                aside *= size
                continue
            below = (np.cumsum(reach[other]) - reach[other] / 2) / self.hands
            plain *= (1 - better) * below
            improved *= (1 - better) * size + better * below
        worth += float(end.pot) * aside * (plain + improved)
        return worth


def _read(sums: Hands, least: float) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Return the actions of a turn's intervals and the cuts between them.

    Hands count as often as they come to the turn; those that do not come belong to the lowest
    interval, where nobody sees what they would do.
    """
    whole = sums.sum(axis=0)
    reach = whole / max(float(whole.max()), np.finfo(float).tiny)
    reach[reach < RARE] = 0.0
    mix = sums / np.where(whole > 0, whole, 1) * reach
    top = len(mix) - 1
    start = sums.shape[1]
    while start and mix[top, start - 1] > reach[start - 1] / 2:
        start -= 1
    bluff = float(mix[top, : max(start - 2, 0)].sum()) if top > 1 else 0.0
    masses = [(action, float(own.sum())) for action, own in enumerate(mix)]
    if bluff > least:
        masses[-1] = (top, masses[-1][1] - bluff)
        masses.insert(0, (top, bluff))
    kept = [(action, mass) for action, mass in masses if mass > min(SCARCE, least)]
    if len(kept) > 1:
        kept = [one for k, one in enumerate(kept) if one[1] > SCARCE or (not k and one[0] == top)]
    if not kept:
        return (0,), ()
    count = sums.shape[1]
    tops = count - np.cumsum([mass for _, mass in reversed(kept)])[:-1]
    ends = [float(end) / count for end in reversed(tops)]
    if bluff > least and ends:
        ends[0] = bluff / count
    return tuple(action for action, _ in kept), tuple(ends)
