"""Kernels, crossings and restrictions: what the papers do with a solved game of baccara.

Everything here takes a flat form and, where it needs them, strategies that somebody else found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from sabot.errors import FormError
from sabot.forms.additive import AdditiveForm
from sabot.forms.matrix import MatrixForm
from sabot.forms.sequence import SequenceForm, Side, gathered
from sabot.forms.tree import Mix, Strategies

Letters = {"stand": "S", "draw": "D"}


def kernel(form: SequenceForm, strategies: Strategies) -> MatrixForm:
    """Return the payoffs between the pure strategies that the seats mix.

    Rows and columns say what is done at the mixed views only, as in ``S on (1,4)``; the rest is as
    in *strategies*. A seat that does not mix has one row, ``as it is``.

    >>> from sabot import load, solve
    >>> game = "baccara(model=A1)"
    >>> found = kernel(load(game).form(), solve(game).strategies)
    >>> found.rows, found.columns, found[0, 0] == Fraction(-4564 * 2**4, 13**6)
    (('S on 5', 'D on 5'), ('S on 6,-', 'D on 6,-'), True)
    """
    plans = [_pure_plans(side, strategies[side.name]) for side in form.sides]
    table = []
    for _, ones in plans[0]:
        earned = [0] * form.sides[1].count
        for i, j, amount in form.payoffs:
            if i in ones:
                earned[j] += amount
        table.append(tuple(sum(earned[j] for j in twos) for _, twos in plans[1]))
    rows, columns = (tuple(label for label, _ in found) for found in plans)
    return MatrixForm(tuple(table), form.denominator, rows, columns, form.seats)


def _pure_plans(side: Side, strategy: Mapping[str, Mix]) -> list[tuple[str, set[int]]]:
    fixed = {0}
    mixed: list[list[tuple[str, int]]] = []
    for cell in side.cells:
        used = [
            (f"{Letters.get(action, action)} on {cell.key}", sequence)
            for action, sequence in zip(cell.actions, cell.sequences, strict=True)
            if strategy[cell.key].get(action)
        ]
        if len(used) == 1:
            fixed.add(used[0][1])
        else:
            mixed.append(used)
    return [
        (
            ", ".join(label for label, _ in choice) or "as it is",
            fixed | {sequence for _, sequence in choice},
        )
        for choice in product(*mixed)
    ]


def mixed_unique(strategies: Strategies, unique: Mapping[str, bool]) -> dict[str, bool]:
    """Return whether each seat's optimal *mixed* strategy is unique, given that of its behaviour.

    A form gives every view its own choice, so ``Solution.uniqueness`` speaks of behaviour. The
    papers speak of mixtures of pure strategies: a behaviour that mixes at one view is one mixture,
    but one that mixes at two views is many.

    >>> half = {"stand": Fraction(1, 2), "draw": Fraction(1, 2)}
    >>> mixed_unique({"Player": {"5": half}}, {"Player": True})
    {'Player': True}
    """
    return {
        seat: unique[seat]
        and sum(sum(map(bool, mix.values())) > 1 for mix in strategy.values()) <= 1
        for seat, strategy in strategies.items()
    }


def restrict(form: SequenceForm, seat: int, choices: Mapping[str, str]) -> SequenceForm:
    """Return the game in which *seat* has settled what it does at some views.

    Player's pure strategies 19 and 27 (Ethier and Gamez) are what is left of model B3 when he draws
    on (0,5), (6,9), (7,8) and stands on (2,3).
    """
    side = form.sides[seat]
    known = {cell.key for cell in side.cells}
    if strange := sorted(set(choices) - known):
        raise FormError(f"{side.name} never chooses at {', '.join(strange)}")
    for cell in side.cells:
        if choices.get(cell.key, cell.actions[0]) not in cell.actions:
            raise FormError(f"{side.name} cannot {choices[cell.key]} at {cell.key}")
    left = Side.flat(side.name, {c.key: c.actions for c in side.cells if c.key not in choices})
    first = {cell.key: cell.first for cell in left.cells}
    spot: dict[int, int] = {0: 0}
    for cell in side.cells:
        for action, sequence in zip(cell.actions, cell.sequences, strict=True):
            if cell.key in first:
                spot[sequence] = first[cell.key] + sequence - cell.first
            elif choices[cell.key] == action:
                spot[sequence] = 0
    sides = (left, form.sides[1]) if seat == 0 else (form.sides[0], left)
    reach = form.reach
    return gathered(
        sides,
        {form.denominator: _moved(form.payoffs, seat, spot)},
        None if reach is None else {reach.denominator: _moved(reach.payoffs, seat, spot)},
    )


def _moved(
    payoffs: Sequence[tuple[int, int, int]], seat: int, spot: Mapping[int, int]
) -> dict[tuple[int, int], int]:
    sums: dict[tuple[int, int], int] = {}
    for i, j, amount in payoffs:
        own = (i, j)[seat]
        if own in spot:
            at = (spot[own], j) if seat == 0 else (i, spot[own])
            sums[at] = sums.get(at, 0) + amount
    return sums


# ---------------------------------------------------------------------- Lemma 2


@dataclass(frozen=True, slots=True)
class Crossing:
    """One of Banker's views in a game with one free mix p of Player (Lemma 2)."""

    view: str
    sort: str
    """Banker's better move (0 stand, 1 draw) at p = 0 and at p = 1: 00, 01, 10 or 11; ``=`` for
    either."""
    p: Fraction | None
    """Where the better move changes."""


def crossings(form: SequenceForm) -> list[Crossing]:
    """Return the sets T00, T01, T10, T11 of Lemma 2, with the points p(l).

    >>> from sabot import load
    >>> [f"{c.view} {c.sort} {c.p}" for c in crossings(load("baccara(model=A1)").form()) if c.p]
    ['3,9 01 71/176', '4,1 01 107/112', '5,4 01 1/16', '6,- 01 9/11']
    """
    if not AdditiveForm(form).has_one_mix:
        raise FormError("Lemma 2 needs one choice of Player: a model 1 or 2, or a restricted game")
    return list(_crossings(form))


def _crossings(form: SequenceForm) -> Iterator[Crossing]:
    own = form.sides[0].cells[0].first
    columns: list[dict[int, int]] = [{} for _ in range(form.sides[1].count)]
    for i, j, amount in form.payoffs:
        columns[j][i] = amount
    for cell in form.sides[1].cells:
        stand, draw = (columns[j] for j in cell.sequences)
        # Banker likes to draw where Player earns less by it
        gaps = [
            sum(draw.get(i, 0) - stand.get(i, 0) for i in (0, own + choice)) for choice in (0, 1)
        ]
        sort = "".join("=" if gap == 0 else "1" if gap < 0 else "0" for gap in gaps)
        crosses = sort in ("01", "10")
        yield Crossing(cell.key, sort, Fraction(gaps[0], gaps[0] - gaps[1]) if crosses else None)
