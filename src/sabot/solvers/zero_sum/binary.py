"""Flat games of binary choices: folded as arrays, and the small game that is left as one kernel.

*Folding* is that of :mod:`sabot.solvers.zero_sum.fold`: a choice that is strictly better whatever
the other side does is fixed, for both sides in turn until nothing changes.

The *kernel* of what is left: each side mixes at as many cells as the other, and those mixes make
the other side indifferent there. Floats guess which cells mix
(:mod:`sabot.solvers.zero_sum.climb`); two exact linear systems give the mixes, and exact signs
decide. If the kernel is regular, all its chances lie strictly between 0 and 1, and every other cell
strictly prefers its action, then the pair is optimal and nothing else is: an optimal plan of either
side must agree with the strict preferences against the other's, and must leave it indifferent where
it mixes, which a regular system allows once. Where both sides' plans are unique there is such a
kernel (strict complementarity, Goldman and Tucker 1956). So None here means: not unique, or not
guessed; others solve it then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt
from flint import fmpz, fmpz_mat

from sabot.forms.binary import BinaryForm, Words, dense
from sabot.forms.sequence import SequenceForm, Side, gathered
from sabot.solvers.zero_sum.fold import Folding

LIVE = -1
"""Stands for no choice yet."""
PURE = (Fraction(0), Fraction(1))
Choices = npt.NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class BinaryFold:
    """A game of binary choices with its settled cells taken out."""

    choices: tuple[Choices, Choices]
    """For each cell of a side the action that is fixed there (0 or 1), LIVE where none is."""
    idle: tuple[list[int], list[int]]
    """The cells among them at which nothing matters."""
    level: int
    first: Words
    second: Words
    joint: Words
    """What is left, between the live cells, as in the form."""


def fold(form: BinaryForm) -> BinaryFold:
    """Return the game without its settled cells."""
    level, first, second, joint = form.level, form.first, form.second, form.joint
    live = [np.arange(len(first)), np.arange(len(second))]
    choices: tuple[Choices, Choices] = (
        np.full(len(first), LIVE, dtype=np.int8),
        np.full(len(second), LIVE, dtype=np.int8),
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
            return BinaryFold(choices, idle, level, first, second, joint)


def folded_words(form: SequenceForm) -> Folding | None:
    """Return a flat game without its settled cells, by arrays; None where they do not serve.

    The same as :func:`sabot.solvers.zero_sum.fold.folded`, to the order in which cells were
    settled.
    """
    payoffs = dense(form)
    words = None if payoffs is None else BinaryForm.of_dense(form.sides, payoffs, form.denominator)
    if payoffs is None or words is None:
        return None
    left = fold(words)
    for seat, choices in enumerate(left.choices):
        own = payoffs if seat == 0 else payoffs.T
        settled, live = np.flatnonzero(choices != LIVE), np.flatnonzero(choices == LIVE)
        base = own[0] + own[2 * settled + 1 + choices[settled]].sum(axis=0)
        rows = np.concatenate([base[None], own[(2 * live[:, None] + [1, 2]).ravel()]])
        payoffs = rows if seat == 0 else rows.T
    sides, fixed, idle = [], [], []
    for side, choices, lost in zip(form.sides, left.choices, left.idle, strict=True):
        told = list(zip(side.cells, choices.tolist(), strict=True))
        sides.append(Side.flat(side.name, {c.key: c.actions for c, n in told if n == LIVE}))
        fixed.append({c.key: c.actions[n] for c, n in told if n != LIVE})
        idle.append(tuple(side.cells[n].key for n in lost))
    sums = {
        (i, j): amount for i, row in enumerate(payoffs.tolist()) for j, amount in enumerate(row)
    }
    small = gathered((sides[0], sides[1]), {form.denominator: sums})
    return Folding(form, small, (fixed[0], fixed[1]), (idle[0], idle[1]))


@dataclass(frozen=True)
class Saddle:
    """The only optimal pair of a small game."""

    value: Fraction
    chances: tuple[list[Fraction], list[Fraction]]
    """Of the second action, by cell."""


def saddle(left: BinaryFold) -> Saddle | None:
    """Return the optimal pair of what is left, if both plans are proved to be the only ones."""
    from sabot.solvers.zero_sum.climb import climb

    guess = climb(left.first, left.second, left.joint)
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
    one = _indifferent(board, pure, mixes, ties)
    if one is None:
        return None
    gaps = (one * board).entries()
    two = _indifferent(turned, [int(gap < 0) for gap in gaps[1:]], ties, mixes)
    if two is None:
        return None
    rises = (two * turned).entries()
    if not _strict(rises, one, mixes, 1) or not _strict(gaps, two, ties, -1):
        return None
    paid, below = (one * board * two.transpose())[0, 0], one[0, 0] * two[0, 0]
    return Saddle(Fraction(int(paid), int(below)), (_chances(one), _chances(two)))


def _indifferent(
    board: fmpz_mat, pure: Sequence[int], mixes: Sequence[int], ties: Sequence[int]
) -> fmpz_mat | None:
    """Return the chances of a side that leave the other indifferent at *ties*.

    They are whole numbers over the one at place 0; *pure* are those at the cells that do not mix.
    None where the kernel is singular, or where they are no chances strictly between 0 and 1.
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


def _strict(gains: Sequence[fmpz], plan: fmpz_mat, mixes: Sequence[int], wish: int) -> bool:
    """Tell whether every cell but those that mix strictly prefers its action in *plan*.

    *gains* are what the second action pays more; *wish* is 1 for the side that wants more of it.
    """
    free = set(mixes)
    return all(
        i in free or (wish * gain > 0 if plan[0, i + 1] else wish * gain < 0)
        for i, gain in enumerate(gains[1:])
    )


def _chances(plan: fmpz_mat) -> list[Fraction]:
    below, *tops = map(int, plan.entries())
    return [Fraction(top, below) if 0 < top < below else PURE[top > 0] for top in tops]
