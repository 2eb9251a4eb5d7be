"""The least exploitability of a strategy that is known at some information sets only.

Some frequencies of one seat are given, exactly or within bounds; at all other information sets the
seat plays in the best way. That is a linear program in realization plans (von Stengel 1996), since
a behaviour probability ``f`` of an action is an equation: ``x(sequence) = f x(parent sequence)``.
Fixed frequencies remove variables from the sequence form; bounds add rows to its program. Both
programs are solved exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from sabot import watch
from sabot.forms.sequence import Behaviour, Cell, SequenceForm, Side, gathered
from sabot.solvers.lp.highs import guess_sparse
from sabot.solvers.lp.program import Program
from sabot.solvers.lp.repair import optimal
from sabot.solvers.lp.table import Sparse
from sabot.solvers.zero_sum.sequence import game_program, solve_sequence

Frequencies = Mapping[str, Mapping[str, Fraction]]
"""The frequency of each action, by information set; an action that is left out has 0."""
Bounds = Mapping[str, Mapping[str, tuple[Fraction, Fraction]]]
"""The least and the greatest frequency of actions, by information set."""


class Completion(NamedTuple):
    """The most that a seat can secure with given frequencies, and a strategy that secures it."""

    secured: Fraction
    """What the seat is paid against the best response."""
    behaviour: Behaviour
    """The strategy at the other information sets that the given frequencies let the seat reach."""


def completed(form: SequenceForm, seat: int, given: Frequencies) -> Completion:
    """Return the most that a seat can secure with frequencies fixed at some information sets.

    >>> from sabot import load
    >>> kuhn = load("kuhn-poker").form()
    >>> half = {"K": {"bet": Fraction(1, 2), "pass": Fraction(1, 2)}}
    >>> best = completed(kuhn, 0, half)
    >>> best.secured, best.behaviour["J"]["bet"]
    (Fraction(-1, 18), Fraction(1, 6))
    """
    game = form if seat == 0 else form.swapped()
    short = _shortened(game, given)
    if not short.sides[0].cells:
        reply, below = short.reply(1, ([Fraction(1)], [Fraction(1)]))
        return Completion(Fraction(-reply.value, below), {})
    found = solve_sequence(short)
    return Completion(found.value, found.behaviours[0])


def _shortened(game: SequenceForm, given: Frequencies) -> SequenceForm:
    """Return the game in which side one has no choice where its frequencies are given.

    The probability of every sequence is a fixed multiple of that of a sequence that is left:
    *goes* has both. Cells that the given frequencies make unreachable are left out.
    """
    side, other = game.sides
    zero = Fraction(0)
    goes: list[tuple[int, Fraction]] = [(0, Fraction(1))] * side.count
    cells: list[Cell] = []
    count = 1
    for cell in side.cells:
        before, share = goes[cell.parent]
        mix = given.get(cell.key)
        if not share:
            for sequence in cell.sequences:
                goes[sequence] = before, zero
        elif mix is not None:
            for action, sequence in zip(cell.actions, cell.sequences, strict=True):
                goes[sequence] = before, share * mix.get(action, zero)
        else:
            cells.append(Cell(cell.key, cell.actions, before, count))
            for sequence in cell.sequences:
                goes[sequence] = count, share
                count += 1
    sums: dict[int, dict[tuple[int, int], int]] = {}
    for i, j, amount in game.payoffs:
        there, share = goes[i]
        if share:
            part = sums.setdefault(game.denominator * share.denominator, {})
            part[there, j] = part.get((there, j), 0) + amount * share.numerator
    return gathered((Side(side.name, tuple(cells)), other), sums)


def secured_within(form: SequenceForm, seat: int, bounds: Bounds) -> Fraction:
    """Return the most that a seat can secure with frequencies within bounds.

    >>> from sabot import MatrixForm
    >>> pennies = MatrixForm.of([[1, -1], [-1, 1]], rows=["heads", "tails"]).sequence()
    >>> most = {"-": {"heads": (Fraction(3, 4), Fraction(1))}}
    >>> secured_within(pennies, 0, most)
    Fraction(-1, 2)
    """
    game = form if seat == 0 else form.swapped()
    told = game_program(game)
    assert isinstance(told.a, Sparse)
    entries, b = list(told.a.entries), list(told.b)
    for cell in game.sides[0].cells:
        for action, (low, high) in bounds.get(cell.key, {}).items():
            sequence = cell.sequences[cell.actions.index(action)]
            for limit, sign, trivial in ((high, 1, 1), (low, -1, 0)):
                if limit == trivial:
                    continue
                entries.append((len(b), sequence - 1, sign * limit.denominator))
                if cell.parent:
                    entries.append((len(b), cell.parent - 1, -sign * limit.numerator))
                b.append(0 if cell.parent else sign * limit.numerator)
    kept = [one for one in entries if one[2]]
    program = Program(Sparse((len(b), told.shape[1]), kept), b, told.c, told.equal, told.free)
    watch.at("leaks")
    _, best, _ = optimal(program, guess_sparse(program))
    worth = sum(int(price) * int(top) for price, top in zip(program.c, best.y, strict=True))
    at_once = sum(amount for i, j, amount in game.payoffs if not i and not j)
    return (Fraction(worth, int(best.below_y)) + at_once) / game.denominator
