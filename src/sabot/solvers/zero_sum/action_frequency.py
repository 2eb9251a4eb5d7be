"""Action frequencies: their range over all optimal strategies, and the least cost of given ones.

*Range.* Over all optimal plans of a player the frequency of an action is a quotient, its sequence
over the parent sequence of its information set. Scaled so that this is at most 1, the optimal plans
become a cone cut by one row, and the greatest frequency a linear program (Charnes and Cooper 1962);
what is left to the other actions of the infoset gives the least one. No vertex need be enumerated,
so it serves where faces are large.

*Completion.* Some frequencies of one player are given, exactly or within bounds; at all other
information sets the player plays in the best way, so what it secures is the least exploitability of
that habit. That is a linear program in realization plans (von Stengel 1996), since a behaviour
probability ``f`` of an action is an equation: ``x(sequence) = f x(parent sequence)``. Fixed
frequencies remove variables from the sequence form; bounds add rows to its program. All programs
are solved exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from sabot.forms.sequence import (
    BehaviourStrategy,
    Infoset,
    SequenceForm,
    Treeplex,
    sequence_form_from_sums,
)
from sabot.progress import report_progress
from sabot.solvers.lp.exact_simplex import solve_program
from sabot.solvers.lp.highs import guess_basis_with_highs
from sabot.solvers.lp.program import LinearProgram, SparseMatrix
from sabot.solvers.zero_sum.sequence_form_lp import sequence_form_program, solve_sequence_form_lp

Plan = list[Fraction]


@dataclass(frozen=True)
class FrequencyRange:
    """The least and the greatest share of an action, and an optimal plan for each."""

    low: Fraction
    high: Fraction
    plans: tuple[Plan, Plan]


def find_frequency_range(
    form: SequenceForm, seat: int, value: Fraction, cell: Infoset, action: str
) -> FrequencyRange | None:
    """Return how often optimal strategies of a seat that reach *infoset* take *action* there.

    *value* is that of the game, to side one. None where no optimal strategy comes there.

    >>> from sabot import load
    >>> kuhn = load("kuhn-poker").form()
    >>> jack = next(cell for cell in kuhn.sides[0].cells if cell.key == "J")
    >>> found = find_frequency_range(kuhn, 0, Fraction(-1, 18), jack, "bet")
    >>> found.low, found.high
    (Fraction(0, 1), Fraction(1, 3))
    """
    game = form if seat == 0 else form.swapped()
    cone = _OptimalPlanCone(game, value if seat == 0 else -value, cell)
    wanted = cell.sequences[cell.actions.index(action)]
    most, often = cone.most([wanted])
    rest, seldom = cone.most([sequence for sequence in cell.sequences if sequence != wanted])
    if not most and not rest:
        return None
    return FrequencyRange(1 - rest, most, (seldom or often, often or seldom))


class _OptimalPlanCone:
    """The cone of side one's optimal plans, scaled so that an infoset is reached at most once."""

    def __init__(self, game: SequenceForm, value: Fraction, cell: Infoset) -> None:
        program = sequence_form_program(game)
        height, width = program.shape
        assert isinstance(program.a, SparseMatrix)
        scale, demand, limit = width, height, height + 1
        entries = list(program.a.entries)
        entries += ((row, scale, -amount) for row, amount in enumerate(program.b) if amount)
        # what the plan is sure of is the value: c'y >= value, both sides times the scale
        entries += (
            (demand, column, -amount * value.denominator)
            for column, amount in enumerate(program.c)
            if amount
        )
        sure = value * game.denominator - _constant_payoff(game)
        assert (sure * value.denominator).denominator == 1
        entries.append((demand, scale, int(sure * value.denominator)))
        entries.append((limit, scale if not cell.parent else cell.parent - 1, 1))
        self._a = SparseMatrix((height + 2, width + 1), [one for one in entries if one[2]])
        self._b = [0] * (height + 1) + [1]
        self._equal, self._free = program.equal, program.free
        self._count = game.sides[0].count - 1

    def most(self, sequences: list[int]) -> tuple[Fraction, Plan]:
        """Return the most that sequences of the infoset can get together, and a plan; [] for 0."""
        from sabot.solvers.lp.highs import guess_basis_with_highs

        report_progress("shares")
        c = [0] * self._a.shape[1]
        for sequence in sequences:
            c[sequence - 1] = 1
        program = LinearProgram(self._a, self._b, c, self._equal, self._free)
        _, best, _ = solve_program(program, guess_basis_with_highs(program))
        found = sum(int(best.y[s - 1]) for s in sequences)
        if not found:
            return Fraction(0), []
        whole = int(best.y[-1])  # the scale: only 0 itself lies in the cone with none
        plan = [Fraction(int(top), whole) for top in best.y[: self._count]]
        return Fraction(found, int(best.y_denominator)), [Fraction(1), *plan]


def _constant_payoff(game: SequenceForm) -> int:
    """Return what is paid whatever both do, which no column of the program holds."""
    return sum(amount for i, j, amount in game.payoffs if not i and not j)


Frequencies = Mapping[str, Mapping[str, Fraction]]
"""The frequency of each action, by information set; an action that is left out has 0."""
FrequencyBounds = Mapping[str, Mapping[str, tuple[Fraction, Fraction]]]
"""The least and the greatest frequency of actions, by information set."""


class Completion(NamedTuple):
    """The most that a seat can secure with given frequencies, and a strategy that secures it."""

    secured: Fraction
    """What the seat is paid against the best response."""
    behaviour: BehaviourStrategy
    """The strategy at the other information sets that the given frequencies let the seat reach."""


def complete_strategy(form: SequenceForm, seat: int, given: Frequencies) -> Completion:
    """Return the most that a seat can secure with frequencies fixed at some information sets.

    >>> from sabot import load
    >>> kuhn = load("kuhn-poker").form()
    >>> half = {"K": {"bet": Fraction(1, 2), "pass": Fraction(1, 2)}}
    >>> best = complete_strategy(kuhn, 0, half)
    >>> best.secured, best.behaviour["J"]["bet"]
    (Fraction(-1, 18), Fraction(1, 6))
    """
    game = form if seat == 0 else form.swapped()
    short = _fix_frequencies(game, given)
    if not short.sides[0].cells:
        reply, below = short.reply(1, ([Fraction(1)], [Fraction(1)]))
        return Completion(Fraction(-reply.value, below), {})
    found = solve_sequence_form_lp(short)
    return Completion(found.value, found.behaviours[0])


def _fix_frequencies(game: SequenceForm, given: Frequencies) -> SequenceForm:
    """Return the game in which side one has no choice where its frequencies are given.

    The probability of every sequence is a fixed multiple of that of a sequence that is left:
    *goes* has both. Infosets that the given frequencies make unreachable are left out.
    """
    side, other = game.sides
    zero = Fraction(0)
    goes: list[tuple[int, Fraction]] = [(0, Fraction(1))] * side.count
    cells: list[Infoset] = []
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
            cells.append(Infoset(cell.key, cell.actions, before, count))
            for sequence in cell.sequences:
                goes[sequence] = count, share
                count += 1
    sums: dict[int, dict[tuple[int, int], int]] = {}
    for i, j, amount in game.payoffs:
        there, share = goes[i]
        if share:
            part = sums.setdefault(game.denominator * share.denominator, {})
            part[there, j] = part.get((there, j), 0) + amount * share.numerator
    return sequence_form_from_sums((Treeplex(side.name, tuple(cells)), other), sums)


def guaranteed_value_within(form: SequenceForm, seat: int, bounds: FrequencyBounds) -> Fraction:
    """Return the most that a seat can secure with frequencies within bounds.

    >>> from sabot import MatrixForm
    >>> pennies = MatrixForm.of([[1, -1], [-1, 1]], rows=["heads", "tails"]).sequence()
    >>> most = {"-": {"heads": (Fraction(3, 4), Fraction(1))}}
    >>> guaranteed_value_within(pennies, 0, most)
    Fraction(-1, 2)
    """
    game = form if seat == 0 else form.swapped()
    whole = sequence_form_program(game)
    assert isinstance(whole.a, SparseMatrix)
    entries, b = list(whole.a.entries), list(whole.b)
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
    program = LinearProgram(
        SparseMatrix((len(b), whole.shape[1]), kept), b, whole.c, whole.equal, whole.free
    )
    report_progress("leaks")
    _, best, _ = solve_program(program, guess_basis_with_highs(program))
    worth = sum(int(price) * int(top) for price, top in zip(program.c, best.y, strict=True))
    at_once = sum(amount for i, j, amount in game.payoffs if not i and not j)
    return (Fraction(worth, int(best.y_denominator)) + at_once) / game.denominator
