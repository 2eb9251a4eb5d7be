"""Guess the shape of an equilibrium by regret minimisation on a grid of types.

Where nobody has said which actions the intervals of a turn take, they are read off a coarse game.
The types are the midpoints of equal intervals; payoffs are those of continuous types, by the same
products, so that an iteration costs one walk. Types that mix stand for a threshold inside them, at
the place that their masses give; a small mass of the strongest action among the worst types is a
bluff, the lowest interval. Floats only: Newton's method sharpens the guess, and the exact best
response decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sabot.forms.continuous.betting_game import (
    BettingNode,
    ContinuousBettingForm,
    EquilibriumHint,
    FoldNode,
    IntervalActions,
    ShowdownNode,
    TurnNode,
    turn_key,
)
from sabot.progress import report_progress

GRID_HANDS = 60
ITERATIONS = 2500
HandArray = NDArray[np.float64]
MIN_ACTION_MASS = 0.25
"""Hands of the grid below which an action is not taken at all."""
MIN_BLUFF_MASSES = (0.25, 0.1, 0.03, 0.01)
"""The least mass of a bluff, in hands of the grid: each is tried in turn."""
MIN_REACH = 0.02
"""The least reach probability of a type at a turn; rarer ones are left from early iterations."""


def guess_shapes(
    form: ContinuousBettingForm, *, hands: int = GRID_HANDS, rounds: int = ITERATIONS
) -> Iterator[EquilibriumHint]:
    """Yield shapes and thresholds that a grid suggests, first without the rarest bluffs."""
    grid = _GridCfr(form, hands)
    for number in range(1, rounds + 1):
        report_progress("looking for a shape", number, rounds)
        grid.walk(form.root, [np.ones(hands)] * len(form.seats), float(number))
    seen: list[IntervalActions] = []
    for least in MIN_BLUFF_MASSES:
        read = {key: _read_thresholds(sums, least) for key, sums in grid.sums.items()}
        shape = {key: actions for key, (actions, _) in read.items()}
        cuts = {key: ends for key, (_, ends) in read.items()}
        if shape not in seen:
            seen.append(shape)
            yield EquilibriumHint(form, shape, lambda before, cuts=cuts: cuts)  # type: ignore[misc]


@dataclass
class _GridCfr:
    """Regrets and summed strategies at every turn, by action and hand."""

    form: ContinuousBettingForm
    hands: int

    def __post_init__(self) -> None:
        turns = {turn_key(self.form, turn): turn for turn in self.form.turns()}
        self.regrets = {k: np.zeros((len(t.actions), self.hands)) for k, t in turns.items()}
        self.sums = {k: np.zeros((len(t.actions), self.hands)) for k, t in turns.items()}

    def walk(self, node: BettingNode, reach: list[HandArray], weight: float) -> list[HandArray]:
        """Return each seat's worth by its hand from a node on, times the others' probability."""
        if not isinstance(node, TurnNode):
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

    def _end(self, end: FoldNode | ShowdownNode, reach: list[HandArray], seat: int) -> HandArray:
        sizes = [float(one.mean()) for one in reach]
        chance = 1.0
        for other, size in enumerate(sizes):
            chance *= 1.0 if other == seat else size
        if isinstance(end, FoldNode):
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


def _read_thresholds(sums: HandArray, least: float) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Return the actions of a turn's intervals and the thresholds between them.

    Hands count as often as they come to the turn; those that do not come belong to the lowest
    interval, where nobody sees what they would do.
    """
    whole = sums.sum(axis=0)
    reach = whole / max(float(whole.max()), np.finfo(float).tiny)
    reach[reach < MIN_REACH] = 0.0
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
    kept = [(action, mass) for action, mass in masses if mass > min(MIN_ACTION_MASS, least)]
    if len(kept) > 1:
        kept = [
            one
            for k, one in enumerate(kept)
            if one[1] > MIN_ACTION_MASS or (not k and one[0] == top)
        ]
    if not kept:
        return (0,), ()
    count = sums.shape[1]
    tops = count - np.cumsum([mass for _, mass in reversed(kept)])[:-1]
    ends = [float(end) / count for end in reversed(tops)]
    if bluff > least and ends:
        ends[0] = bluff / count
    return tuple(action for action, _ in kept), tuple(ends)
