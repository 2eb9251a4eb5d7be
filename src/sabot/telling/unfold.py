"""From a skeleton, told with cards face down, to the sequence form: no tree is built on the way."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import accumulate
from typing import Any

import numpy as np
import numpy.typing as npt

from sabot import watch
from sabot.errors import FormError, NoMethodError
from sabot.forms.sequence import Cell, SequenceForm, Side, from_tree, two_seats
from sabot.telling.facedown.deals import MOST_WAYS, Array, Deals
from sabot.telling.facedown.expand import expanded
from sabot.telling.facedown.skeleton import Ask, End, Roll, Skeleton, Step

Numbers = npt.NDArray[Any]


def from_skeleton(skeleton: Skeleton) -> SequenceForm:
    """Return the sequence form of a two-person zero-sum game; the same as that of its tree."""
    two_seats(skeleton.seats)
    try:
        return _Unfolding(skeleton).form()
    except (FormError, NoMethodError):
        return from_tree(expanded(skeleton))  # says which hand is at fault


class _Unfolding:
    """Walks the skeleton once, with the sequences of both seats in every deal."""

    def __init__(self, skeleton: Skeleton) -> None:
        self._skeleton = skeleton
        self._firsts = [
            np.array([1, *accumulate((len(sight.actions) for sight in side), initial=1)][1:])
            for side in skeleton.sights
        ]
        self._counts = [int(firsts[-1]) for firsts in self._firsts]
        self._came: tuple[list[tuple[Array, Array]], ...] = ([], [])
        """For each seat and question: what it knows, and by which sequence it came there."""
        self._ends: list[tuple[Array, Array, Deals, Fraction | int, int, int]] = []

    def form(self) -> SequenceForm:
        """Return the form."""
        self._walk()
        sides = self._side(0), self._side(1)
        ones = np.concatenate([end[0] for end in self._ends])
        twos = np.concatenate([end[1] for end in self._ends])
        lengths = [len(end[0]) for end in self._ends]
        weights, below = self._weights(lengths)
        pays = [end[3] for end in self._ends]
        units = math.lcm(*(pay.denominator for pay in pays))
        amounts = [int(pay * units) for pay in pays]
        if max(map(abs, amounts)) * below >= MOST_WAYS:
            gains = weights.astype(object) * np.repeat(np.array(amounts, object), lengths)
        else:
            gains = weights * np.repeat(np.array(amounts, np.int64), lengths)
        code = ones * self._counts[1] + twos
        order = np.argsort(code, kind="stable")
        code = code[order]
        starts = np.flatnonzero(np.concatenate(([True], code[1:] != code[:-1])))
        spots = code[starts] // self._counts[1], code[starts] % self._counts[1]
        chances = _payoffs(*spots, np.add.reduceat(weights[order], starts), below)
        payoffs = _payoffs(*spots, np.add.reduceat(gains[order], starts), below * units)
        return SequenceForm(sides, *payoffs, SequenceForm(sides, *chances))

    def _walk(self) -> None:
        nothing = np.zeros(1, np.intp)
        at: dict[Step, tuple[Array, Array, int, int]] = {
            self._skeleton.steps[0]: (nothing, nothing, 1, 1)
        }
        for step in self._skeleton.steps:
            watch.heard()
            one, two, top, below = at.pop(step)
            if type(step) is End:
                if step.payoffs[0] + step.payoffs[1]:
                    raise NoMethodError("not zero-sum")
                self._ends.append((one, two, step.deals, step.payoffs[0], top, below))
            elif type(step) is Ask:
                here = two if step.seat else one
                self._came[step.seat].append((step.sights, here))
                first = self._firsts[step.seat][step.sights]
                for branch, child in enumerate(step.children):
                    goes = first + branch
                    at[child] = (one, goes, top, below) if step.seat else (goes, two, top, below)
            elif type(step) is Roll:
                for weight, child in zip(step.weights, step.children, strict=True):
                    at[child] = one, two, top * weight, below * step.total
            else:  # a draw or a look: the deals change
                for branch, child in enumerate(step.children):
                    rows = step.after(branch).origin
                    at[child] = one[rows], two[rows], top, below

    def _side(self, seat: int) -> Side:
        """Return a seat's cells; one that a seat comes to by two sequences is forgetful."""
        sights = self._skeleton.sights[seat]
        parents = np.zeros(len(sights), np.intp)
        came = self._came[seat]
        if came:
            cells = np.concatenate([cell for cell, _ in came])
            before = np.concatenate([here for _, here in came])
            parents[cells] = before
            if (parents[cells] != before).any():
                raise FormError("forgets")
        made = map(
            Cell,
            (sight.key for sight in sights),
            (sight.actions for sight in sights),
            parents.tolist(),
            self._firsts[seat].tolist(),
        )
        return Side(self._skeleton.seats[seat], tuple(made))

    def _weights(self, lengths: list[int]) -> tuple[Numbers, int]:
        """Return the weight of every hand over one denominator."""
        belows = [deals.ways * below for _, _, deals, _, _, below in self._ends]
        common = math.lcm(*belows)
        tops = [end[4] for end in self._ends]
        factors = [top * (common // below) for top, below in zip(tops, belows, strict=True)]
        weights: Numbers = np.concatenate([end[2].weights for end in self._ends])
        if common >= MOST_WAYS:
            weights = weights.astype(object)
            return weights * np.repeat(np.array(factors, object), lengths), common
        return weights * np.repeat(np.array(factors, np.int64), lengths), common


def _payoffs(
    ones: Array, twos: Array, amounts: Numbers, below: int
) -> tuple[tuple[tuple[int, int, int], ...], int]:
    """Return the payoffs that are not zero, and their denominator, in lowest terms."""
    live = np.flatnonzero(amounts)
    amounts = amounts[live]
    if amounts.dtype == object:
        shared = math.gcd(below, *amounts)
    else:
        shared = math.gcd(below, int(np.gcd.reduce(amounts)) if len(amounts) else 0)
    names = np.arange(1 + max(ones.max(initial=0), twos.max(initial=0))).astype(object)
    return tuple(
        zip(
            names[ones[live]].tolist(),  # one integer object for each sequence, not for each payoff
            names[twos[live]].tolist(),
            (amounts // shared).tolist(),
            strict=True,
        )
    ), below // shared
