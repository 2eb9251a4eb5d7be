"""Zero-sum games of binary actions as arrays: elimination, and the only optimal pair of the rest.

*Elimination* is that of :mod:`sabot.solvers.zero_sum.separable`, for all infosets of a player at
once.

*The small binary game that is left.* Each player mixes at as many infosets as the other, and those
mixes make the other player indifferent there. Floats guess which infosets mix; two exact linear
systems give the mixes, and exact signs decide. If the system is regular, all its probabilities lie
strictly between 0 and 1, and every other infoset strictly prefers its action, then the pair is
optimal and nothing else is: an optimal plan of either player must agree with the strict preferences
against the other's, and must leave it indifferent where it mixes, which a regular system allows
once. Where both players' plans are unique there is such a pair (strict complementarity, Goldman and
Tucker 1956). So None means: not unique, or not guessed; the sequence-form program solves it then.

*The float guess.* Player one's guarantee is a concave, piecewise linear function of its
probabilities ``p``: ``first . p + sum over player two's infosets of min(0, second + p . joint)``.
The ascent goes from vertex to vertex of that envelope along its edges (a simplex method with long
steps: an edge is followed over breakpoints for as long as it rises).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt
from flint import fmpz, fmpz_mat

from sabot.forms.binary_action import BinaryActionForm, Int64Array, dense_payoffs
from sabot.forms.sequence import (
    BehaviourStrategy,
    SequenceForm,
    Treeplex,
    sequence_form_from_sums,
)
from sabot.solvers.zero_sum.separable import DominanceReduction

UNDECIDED_ACTION = -1
"""No action is fixed yet."""
PURE_PROBABILITIES = (Fraction(0), Fraction(1))
FixedActions = npt.NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class BinaryReduction:
    """A game of binary choices with its fixed infosets taken out."""

    choices: tuple[FixedActions, FixedActions]
    """By side and infoset the fixed action (0 or 1), UNDECIDED_ACTION where none is fixed."""
    idle: tuple[list[int], list[int]]
    """The infosets among them at which nothing matters."""
    level: int
    first: Int64Array
    second: Int64Array
    joint: Int64Array
    """What is left, between the live infosets, as in the form."""


def eliminate_dominated_binary(form: BinaryActionForm) -> BinaryReduction:
    """Return the game without its fixed infosets."""
    level, first, second, joint = form.level, form.first, form.second, form.joint
    live = [np.arange(len(first)), np.arange(len(second))]
    choices: tuple[FixedActions, FixedActions] = (
        np.full(len(first), UNDECIDED_ACTION, dtype=np.int8),
        np.full(len(second), UNDECIDED_ACTION, dtype=np.int8),
    )
    idle: tuple[list[int], list[int]] = ([], [])
    while True:
        before = len(live[0]) + len(live[1])
        for seat in (1, 0):
            own, other = (first, second) if seat == 0 else (second, first)
            across = joint if seat == 0 else joint.T
            low = own + np.minimum(across, 0).sum(axis=1)
            high = own + np.maximum(across, 0).sum(axis=1)
            rises, falls = low > 0, high < 0
            lost = (low == 0) & (high == 0)
            settled = rises | falls | lost
            if not settled.any():
                continue
            # payoffs are side one's: it takes what rises, side two what falls
            takes = rises if seat == 0 else falls
            level += int(own[takes].sum())
            other = other + across[takes].sum(axis=0)
            choices[seat][live[seat][settled]] = takes[settled]
            idle[seat].extend(live[seat][lost].tolist())
            kept = ~settled
            live[seat] = live[seat][kept]
            joint = joint[kept] if seat == 0 else joint[:, kept]
            first, second = (own[kept], other) if seat == 0 else (other, own[kept])
        if len(live[0]) + len(live[1]) == before:
            return BinaryReduction(choices, idle, level, first, second, joint)


def is_surely_irreducible(form: SequenceForm) -> bool:
    """Return whether it is sure that nothing of a separable game can be eliminated.

    That is, no action is dominant, and at no infoset are all of them equal.

    Two replies of the other side show it at most infosets: a dominant action is alone at the top
    against both, and equal ones are equal against both. False also where sums may be too large for
    machine words.
    """
    amounts = form.arrays[2]
    most = int(abs(amounts).max(initial=0)) if amounts.dtype != object else MOST_PAID
    if most * (2 * len(amounts) + 2) >= MOST_PAID:
        return False
    return not any(_settles_an_infoset(form, seat) for seat in (0, 1))


MOST_PAID = 2**62
"""Sums that stay below this fit into machine words."""


def _starts(side: Treeplex) -> Int64Array:
    """Return the first sequence of each infoset, counted from the first one of all."""
    return np.array([cell.first - 1 for cell in side.cells], np.int64)


def _settles_an_infoset(form: SequenceForm, seat: int) -> bool:
    """Return whether at some infoset of a seat an action is dominant, or all are equal."""
    ones, twos, amounts = form.arrays
    own, other, paid = (twos, ones, -amounts) if seat else (ones, twos, amounts)
    side, foe = form.sides[seat], form.sides[1 - seat]
    if not (side.cells and foe.cells):
        return True  # for the one that is not by arrays
    starts, sizes = _starts(side), np.array([len(cell.actions) for cell in side.cells])
    tops = []
    for replies in ([c.first for c in foe.cells], [c.sequences[-1] for c in foe.cells]):
        answered = np.zeros(foe.count, bool)
        answered[[0, *replies]] = True
        inside = answered[other]
        totals = np.zeros(side.count, np.int64)
        np.add.at(totals, own[inside], paid[inside])
        best = np.maximum.reduceat(totals[1:], starts)
        tops.append(totals[1:] == np.repeat(best, sizes))
    at_top = [np.add.reduceat(top, starts, dtype=np.int64) for top in (*tops, tops[0] & tops[1])]
    alone = (at_top[0] == 1) & (at_top[1] == 1) & (at_top[2] == 1)
    equal = (at_top[0] == sizes) & (at_top[1] == sizes)
    order = np.argsort(own, kind="stable")
    spans = np.searchsorted(own[order], np.arange(side.count + 1)).tolist()
    other, paid, across = other[order], paid[order], _starts(foe)

    def earns(sequence: int) -> Int64Array:
        """Return what a sequence earns against each one of the other side."""
        line, span = np.zeros(foe.count, np.int64), slice(*spans[sequence : sequence + 2])
        line[other[span]] = paid[span]
        return line

    for number in np.flatnonzero(alone | equal).tolist():
        sequences = side.cells[number].sequences
        top = next(s for s in sequences if tops[0][s - 1])
        most, strictly = earns(top), bool(alone[number])
        for rival in sequences:
            if rival != top:
                gap = most - earns(rival)
                low = gap[0] + np.minimum.reduceat(gap[1:], across).sum()
                high = gap[0] + np.maximum.reduceat(gap[1:], across).sum()
                fails = low <= 0 if strictly else bool(low or high)
                if fails:
                    break
        else:
            return True
    return False


def eliminate_dominated_as_arrays(form: SequenceForm) -> DominanceReduction | None:
    """Return a separable game without its fixed infosets, by arrays; None where they do not serve.

    The same as :func:`sabot.solvers.zero_sum.separable.eliminate_dominated_actions`, to the order
    in which infosets were settled.
    """
    payoffs = dense_payoffs(form)
    words = (
        None
        if payoffs is None
        else BinaryActionForm.of_dense(form.sides, payoffs, form.denominator)
    )
    if payoffs is None or words is None:
        return None
    left = eliminate_dominated_binary(words)
    for seat, choices in enumerate(left.choices):
        own = payoffs if seat == 0 else payoffs.T
        settled, live = (
            np.flatnonzero(choices != UNDECIDED_ACTION),
            np.flatnonzero(choices == UNDECIDED_ACTION),
        )
        base = own[0] + own[2 * settled + 1 + choices[settled]].sum(axis=0)
        rows = np.concatenate([base[None], own[(2 * live[:, None] + [1, 2]).ravel()]])
        payoffs = rows if seat == 0 else rows.T
    sides, fixed, idle = [], [], []
    for side, choices, lost in zip(form.sides, left.choices, left.idle, strict=True):
        chosen = list(zip(side.cells, choices.tolist(), strict=True))
        sides.append(
            Treeplex.flat(side.name, {c.key: c.actions for c, n in chosen if n == UNDECIDED_ACTION})
        )
        fixed.append({c.key: c.actions[n] for c, n in chosen if n != UNDECIDED_ACTION})
        idle.append(tuple(side.cells[n].key for n in lost))
    sums = {
        (i, j): amount for i, row in enumerate(payoffs.tolist()) for j, amount in enumerate(row)
    }
    small = sequence_form_from_sums((sides[0], sides[1]), {form.denominator: sums})
    return DominanceReduction(form, small, (fixed[0], fixed[1]), (idle[0], idle[1]))


@dataclass(frozen=True)
class BinarySaddlePoint:
    """The only optimal pair of a small game."""

    value: Fraction
    chances: tuple[list[Fraction], list[Fraction]]
    """Of the second action, by infoset."""


def find_unique_saddle_point(left: BinaryReduction) -> BinarySaddlePoint | None:
    """Return the optimal pair of what is left, if both plans are proved to be the only ones."""
    guess = ascend_envelope(left.first, left.second, left.joint)
    if guess is None:
        return None
    pure, mixes, ties = guess
    board = fmpz_mat(
        [
            [left.level, *left.second.tolist()],
            *(
                [own, *row]
                for own, row in zip(left.first.tolist(), left.joint.tolist(), strict=True)
            ),
        ]
    )
    turned = board.transpose()
    one = _solve_indifference(board, pure, mixes, ties)
    if one is None:
        return None
    gaps = (one * board).entries()
    two = _solve_indifference(turned, [int(gap < 0) for gap in gaps[1:]], ties, mixes)
    if two is None:
        return None
    rises = (two * turned).entries()
    if not _is_strict_elsewhere(rises, one, mixes, 1) or not _is_strict_elsewhere(
        gaps, two, ties, -1
    ):
        return None
    paid, below = (one * board * two.transpose())[0, 0], one[0, 0] * two[0, 0]
    return BinarySaddlePoint(
        Fraction(int(paid), int(below)), (_plan_probabilities(one), _plan_probabilities(two))
    )


def _solve_indifference(
    board: fmpz_mat, pure: Sequence[int], mixes: Sequence[int], ties: Sequence[int]
) -> fmpz_mat | None:
    """Return the probabilities of a side that leave the other indifferent at *ties*.

    They are integers over the one at place 0; *pure* are those at the infosets that do not mix.
    None where the kernel is singular, or where they are no probabilities strictly between 0 and 1.
    """
    plan = [1, *pure]
    for i in mixes:
        plan[i + 1] = 0
    row = fmpz_mat(1, len(plan), plan)
    if not mixes:
        return row
    known = row * board
    kernel = fmpz_mat([[board[i + 1, j + 1] for i in mixes] for j in ties])
    try:
        mixed = kernel.solve(fmpz_mat([[-known[0, j + 1]] for j in ties]))
    except ZeroDivisionError:
        return None
    tops, below = mixed.numer_denom()
    if not all(0 < top < below for top in tops.entries()):
        return None
    row = row * below
    for i, top in zip(mixes, tops.entries(), strict=True):
        row[0, i + 1] = top
    return row


def _is_strict_elsewhere(
    gains: Sequence[fmpz], plan: fmpz_mat, mixes: Sequence[int], wish: int
) -> bool:
    """Return whether every infoset but those that mix strictly prefers its action in *plan*.

    *gains* are what the second action pays more; *wish* is 1 for the side that wants more of it.
    """
    free = set(mixes)
    return all(
        i in free or (wish * gain > 0 if plan[0, i + 1] else wish * gain < 0)
        for i, gain in enumerate(gains[1:])
    )


def _plan_probabilities(plan: fmpz_mat) -> list[Fraction]:
    below, *tops = map(int, plan.entries())
    return [
        Fraction(top, below) if 0 < top < below else PURE_PROBABILITIES[top > 0] for top in tops
    ]


Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
MixingGuess = tuple[list[int], list[int], list[int]]
"""Side one's action at each infoset, the infosets where it mixes, those where side two mixes."""
_LEAST_ASCENT = 1e-12
_FLOAT_ZERO = 1e-14


def ascend_envelope(first: Int64Array, second: Int64Array, joint: Int64Array) -> MixingGuess | None:
    """Return who probably mixes where; None where the climb does not come to an end."""
    height, width = joint.shape
    sizes = [float(np.abs(part).max()) for part in (first, second, joint) if part.size]
    scale = max([*sizes, 1.0])
    # Python's integers are divided exactly before they are rounded
    lift, shift, tilt = ((part / scale).astype(np.float64) for part in (first, second, joint))
    # walls 0, 1, ... are side one's bounds, those from *height* on are the creases; as many of them
    # as side one has infosets meet at a vertex
    normals = np.concatenate([np.eye(height), tilt.T])
    walls, heights = np.arange(height), np.concatenate([np.zeros(height), -shift])
    edges, p = np.eye(height), np.zeros(height)
    for _ in range(2 * (height + width) + 20):  # some *height* long steps are enough
        gaps = shift + p @ tilt
        under = gaps < -_FLOAT_ZERO
        bound = walls < height
        under[walls[~bound] - height] = False
        prices = (lift + tilt @ under) @ edges
        # up an edge is away from 0, or to where a crease is no fold; down costs the fold
        rises = np.where(
            bound, np.where(heights[walls] == 0.0, prices, -prices), np.abs(prices + 0.5) - 0.5
        )
        steep = rises / np.sqrt((edges * edges).sum(axis=0))
        edge = int(steep.argmax()) if height else 0
        if not height or steep[edge] <= _LEAST_ASCENT:
            return _mixing_guess(walls, heights, height)
        wall = int(walls[edge])
        up = heights[wall] == 0.0 if wall < height else prices[edge] > 0
        step = edges[:, edge] if up else -edges[:, edge]
        if wall >= height:
            under[wall - height] = not up
        fixed = walls[bound & (walls != wall)]
        wall = _long_step_end(p, step, float(rises[edge]), gaps, under, step @ tilt, fixed)
        if wall < height:
            heights[wall] = float(step[wall] > 0)
        walls[edge] = wall
        try:
            edges = np.linalg.inv(normals[walls])
        except np.linalg.LinAlgError:
            return None
        p = edges @ heights[walls]
    return None


def _long_step_end(
    p: Floats,
    step: Floats,
    rise: float,
    gaps: Floats,
    under: npt.NDArray[np.bool_],
    rates: Floats,
    fixed: Ints,
) -> int:
    """Return the wall at which an edge stops rising: a bound, or one of the creases it crosses."""
    room = np.where(step > 0, 1 - p, p)
    speed = np.abs(step)
    speed[fixed] = 0.0
    with np.errstate(divide="ignore", invalid="ignore"):
        ends = np.where(speed > 0, room / speed, np.inf)
        turns = np.where(under == (rates > 0), np.maximum(-gaps / rates, 0.0), np.inf)
    bound = int(ends.argmin())
    crossed = np.flatnonzero(turns < ends[bound])
    crossed = crossed[turns[crossed].argsort(kind="stable")]
    left = rise - np.abs(rates[crossed]).cumsum()
    spent = np.flatnonzero(left <= 0.0)
    return len(p) + int(crossed[spent[0]]) if len(spent) else bound


def _mixing_guess(walls: Ints, heights: Floats, height: int) -> MixingGuess:
    met = sorted(walls.tolist())
    bounds = [wall for wall in met if wall < height]
    mixes = sorted(set(range(height)) - set(bounds))
    pure = [int(heights[i] == 1.0) for i in range(height)]
    return pure, mixes, [wall - height for wall in met if wall >= height]


@dataclass(frozen=True)
class BinarySolutionSummary:
    """Value, verdicts and mixes of a game whose solution is proved but not written out."""

    value: Fraction
    unique: dict[str, bool]
    mixed: dict[str, BehaviourStrategy]
    """For each seat, the infosets at which its optimal strategy mixes."""


def solve_binary_summary(form: BinaryActionForm) -> BinarySolutionSummary | None:
    """Return a game in brief; None where its optimal strategies are left to choose from.

    Infosets at which nothing matters are such a choice too, but one that changes no mix.
    """
    left = eliminate_dominated_binary(form)
    found = find_unique_saddle_point(left)
    if found is None:
        return None
    seats = zip(form.sides, left.choices, found.chances, strict=True)
    return BinarySolutionSummary(
        found.value / form.denominator,
        {side.name: not idle for side, idle in zip(form.sides, left.idle, strict=True)},
        {side.name: _mixed_infosets(side, choices, chances) for side, choices, chances in seats},
    )


def _mixed_infosets(
    side: Treeplex, choices: FixedActions, chances: Sequence[Fraction]
) -> BehaviourStrategy:
    live = (choices == UNDECIDED_ACTION).nonzero()[0].tolist()
    return {
        side.cells[n].key: dict(zip(side.cells[n].actions, (1 - p, p), strict=True))
        for n, p in zip(live, chances, strict=True)
        if p not in PURE_PROBABILITIES
    }
