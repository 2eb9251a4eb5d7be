"""Le Her as its rules are told, played at a table whose cards are laid out, or walked out whole."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Any

from sabot import api
from sabot.forms.matrix import MatrixForm
from sabot.forms.sequence import SequenceForm, from_tree
from sabot.forms.tree import View
from sabot.games import load
from sabot.papers.ethier_2010_le_her.walk import RANKS
from sabot.papers.report import agreed
from sabot.results.solution import Solution
from sabot.telling.tables import Table

FULL = "le-her(ranks=13, suits=4)"
OPEN = "le-her(ranks=13, suits=4, reply=open)"
THRESHOLD = "le-her(ranks=13, suits=4, strategies=threshold)"


class Laid(Table):
    """A table where the next cards and each seat's answer are laid down beforehand."""

    def __init__(self, cards: Sequence[int], answers: dict[str, str]) -> None:
        super().__init__(("receiver", "dealer"))
        self._cards = iter(cards)
        self._answers = answers

    def pick(
        self,
        labels: Sequence[Any],
        weights: Sequence[int],
        total: int,
        spots: Sequence[int] | None = None,
    ) -> int:
        """Deal the card that is laid."""
        return labels.index(next(self._cards))

    def choose(self, seat: str, view: View, actions: tuple[str, ...]) -> int:
        """Give the answer that is laid."""
        return actions.index(self._answers[seat])


Hand = tuple[int, int, int, bool, bool]
"""X, Y, Z, whether player 1 exchanges, whether player 2 draws."""


@cache
def hands() -> dict[Hand, int]:
    """Play the told rules, the reply left open, on every deal of ranks with every answer."""
    game = load(OPEN)
    paid = {}
    for x, y, z, exchanges, draws in product(RANKS, RANKS, RANKS, (False, True), (False, True)):
        answers = {
            "receiver": "exchange" if exchanges else "hold",
            "dealer": "draw" if draws else "keep",
        }
        paid[x, y, z, exchanges, draws] = int(Laid((x, y, z), answers).hand(game.play)[0])
    return paid


@cache
def walked() -> SequenceForm:
    """Return the full game as the Explorer finds it in the told rules."""
    return from_tree(load(FULL).tree())


@cache
def table_5_1() -> tuple[tuple[int, ...], ...]:
    """Return the 14 x 14 matrix x 16,575, on two roads that must agree.

    One is the form walked out of the told rules, played with each pair of threshold strategies;
    the other counts cards and never sees a tree.
    """
    form = walked()
    plans = [
        [
            {0, *(cell.first + (int(cell.key) <= level) for cell in side.cells)}
            for level in range(14)
        ]
        for side in form.sides
    ]
    rows = tuple(
        tuple(sum(a for i, j, a in form.payoffs if i in one and j in two) for two in plans[1])
        for one in plans[0]
    )
    counted = load(THRESHOLD).form()
    assert isinstance(counted, MatrixForm)
    scales = agreed("denominator of Table 5.1", form.denominator, counted.denominator)
    return tuple(agreed(f"Table 5.1 (x {scales})", rows, counted.payoffs))


@cache
def solution(game: str) -> Solution:
    """Return the solution of one of the three games, solved once."""
    found = api.solve(game)
    assert isinstance(found, Solution)
    return found
