"""A game as an optimization problem for other solvers: files ``.lp`` (CPLEX format) and ``.mps``.

A two-player zero-sum game is the linear program of its sequence form (von Stengel 1996). Any other
two-player game is a mixed-integer program over its normal form whose feasible points are the
equilibria (Sandholm, Gilpin and Conitzer 2005): a binary variable for each strategy says which of
two complementary conditions holds, probability 0 or regret 0.

All coefficients are integers: payoffs are multiplied by a common denominator, which a comment in
the file states. If that makes them longer than 8 digits, which solvers in floats misjudge, their
decimal point is moved, by as many places in all payoffs; nothing is rounded. Comments also say what
each variable means.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from sabot.exact import format_integer
from sabot.forms.bimatrix import BimatrixForm
from sabot.forms.sequence import MatrixForm, SequenceForm, Treeplex

Comparison = Literal["<=", ">=", "="]
_MPS_TYPES: Mapping[Comparison, str] = {"<=": "L", ">=": "G", "=": "E"}
Amount = int | Decimal
_MOST_DIGITS = 8
"""Of a coefficient beside which probabilities are still seen by a solver in floats."""
_DIGITS_OF_SHIFTED = 4
"""Before the decimal point of the longest payoff, if points are moved."""
_LINE = 100
"""Longest line of a formula in an .lp file, in characters."""


@dataclass(frozen=True)
class Constraint:
    """A linear constraint."""

    name: str
    terms: Mapping[str, Amount]
    comparison: Comparison
    right: int


@dataclass
class OptimizationProblem:
    """A linear or mixed-integer program to be written: the objective is maximized."""

    comments: list[str]
    objective: Mapping[str, Amount]
    constraints: list[Constraint] = field(default_factory=list)
    free: list[str] = field(default_factory=list)
    binary: list[str] = field(default_factory=list)

    def variables(self) -> list[str]:
        """Return all variables in the order of their first appearance."""
        found = dict.fromkeys(self.objective)
        for constraint in self.constraints:
            found.update(dict.fromkeys(constraint.terms))
        return list(found)


def sequence_form_problem(form: SequenceForm, title: str) -> OptimizationProblem:
    """Return the linear program of a zero-sum game, seen from the first player.

    ``x`` are the probabilities of the first player's sequences, ``v`` the values of the second
    player's information sets times the denominator.
    """
    one, two = form.sides
    owner = {s: k for k, cell in enumerate(two.cells, start=1) for s in cell.sequences}
    rows: dict[int, dict[str, Amount]] = {j: {} for j in range(two.count)}
    places = _places([amount for _, _, amount in form.payoffs])
    for i, j, amount in form.payoffs:
        rows[j][f"x{i}"] = _shifted(amount, places)
    for k, cell in enumerate(two.cells, start=1):
        rows[cell.parent][f"v{k}"] = 1
    below = _unit_text(form.denominator, places)
    problem = OptimizationProblem(
        [
            f"{title}: linear program of the sequence form, first player {one.name}",
            f"value of the game = optimal objective / {below}",
            *_sequence_comments(one),
            *(
                f"v{k}: {below} * what {one.name} is paid where {two.name} moves at {cell.key}"
                for k, cell in enumerate(two.cells, start=1)
            ),
        ],
        rows.pop(0),
        free=[f"v{k}" for k in range(1, 1 + len(two.cells))],
    )
    problem.constraints.append(Constraint("start", {"x0": 1}, "=", 1))
    for k, cell in enumerate(one.cells, start=1):
        terms: dict[str, Amount] = {f"x{s}": 1 for s in cell.sequences}
        terms[f"x{cell.parent}"] = -1
        problem.constraints.append(Constraint(f"plan{k}", terms, "=", 0))
    for j, row in rows.items():
        answer = {**row, f"v{owner[j]}": -1}
        problem.constraints.append(Constraint(f"answer{j}", answer, ">=", 0))
    return problem


def _sequence_comments(side: Treeplex) -> Iterator[str]:
    yield f"x0: 1, the start of {side.name}"
    for cell in side.cells:
        for sequence, action in zip(cell.sequences, cell.actions, strict=True):
            yield f"x{sequence}: realization probability of {side.name}, {action} at {cell.key}"


def bimatrix_problem(form: BimatrixForm, title: str) -> OptimizationProblem:
    """Return the mixed-integer program whose feasible points are the equilibria.

    It asks for the equilibrium with the greatest sum of payoffs.
    """
    below = math.lcm(form.one.denominator, form.two.denominator)
    columns = zip(*_scaled_rows(form.two, below), strict=True)
    games = _scaled_rows(form.one, below), [list(column) for column in columns]
    labels = form.rows, form.columns
    places = _places([amount for game in games for row in game for amount in row])
    unit = _unit_text(below, places)
    comments = [
        f"{title}: the equilibria of a bimatrix game (complementarity by binary variables)",
        f"payoff of {form.seats[0]} = u1 / {unit}, payoff of {form.seats[1]} = u2 / {unit}",
        "the objective is the sum of the payoffs: without it, every equilibrium is a solution",
    ]
    problem = OptimizationProblem(comments, {"u1": 1, "u2": 1}, free=["u1", "u2"])
    for number, (paid, own) in enumerate(zip(games, labels, strict=True), start=1):
        mix, other = "xy"[number - 1], "yx"[number - 1]
        choices = range(1, 1 + len(own))
        seat = form.seats[number - 1]
        comments += [f"{mix}{k}: probability that {seat} plays {own[k - 1]}" for k in choices]
        comments += [f"b{mix}{k}: 1 where {mix}{k} = 0, 0 where {mix}{k} is best" for k in choices]
        sums = {f"{mix}{k}": 1 for k in choices}
        problem.constraints.append(Constraint(f"mix{number}", sums, "=", 1))
        # the regret of an action is at most the range of the payoffs
        span = max(map(max, paid)) - min(map(min, paid))
        for k, row in zip(choices, paid, strict=True):
            regret: dict[str, Amount] = {f"u{number}": 1}
            for t, amount in enumerate(row, start=1):
                if amount:
                    regret[f"{other}{t}"] = _shifted(-amount, places)
            binary = f"b{mix}{k}"
            level = {**regret, binary: _shifted(-span, places)}
            problem.binary.append(binary)
            problem.constraints += [
                Constraint(f"best{number}_{k}", regret, ">=", 0),
                Constraint(f"level{number}_{k}", level, "<=", 0),
                Constraint(f"used{number}_{k}", {f"{mix}{k}": 1, binary: 1}, "<=", 1),
            ]
    return problem


def _scaled_rows(form: MatrixForm, below: int) -> list[list[int]]:
    factor = below // form.denominator
    return [[amount * factor for amount in row] for row in form.payoffs]


def _places(amounts: Iterable[int]) -> int:
    """Return by how many places the decimal point of payoffs is moved: 0 unless one is long."""
    digits = max((len(format_integer(abs(amount))) for amount in amounts), default=0)
    return digits - _DIGITS_OF_SHIFTED if digits > _MOST_DIGITS else 0


def _shifted(amount: int, places: int) -> Amount:
    """Return a payoff with its decimal point moved, exactly."""
    return Decimal(f"{format_integer(amount)}e-{places}") if places else amount


def _unit_text(below: int, places: int) -> str:
    """Return what amounts of the file are divided by to be payoffs.

    >>> _unit_text(12, 0), _unit_text(4 * 10**17, 9), _unit_text(7, 9)
    ('12', '400000000', '(7 / 10^9)')
    """
    ratio, rest = divmod(below, 10**places)
    return f"({format_integer(below)} / 10^{places})" if rest else format_integer(ratio)


# ---------------------------------------------------------------------- the two formats


def _amount_text(amount: Amount) -> str:
    return format(amount, "f") if isinstance(amount, Decimal) else format_integer(amount)


def to_lp(problem: OptimizationProblem) -> str:
    r"""Return a problem in the format of CPLEX.

    >>> print(to_lp(OptimizationProblem(["demo"], {"x": 2}, [Constraint("c", {"x": 3}, "<=", 4)])))
    \ demo
    Maximize
     obj: 2 x
    Subject To
     c: 3 x <= 4
    End
    <BLANKLINE>
    """
    lines = [f"\\ {text}" for text in _printable_comments(problem.comments)]
    lines += ["Maximize", *_wrapped_formula(" obj: ", problem.objective, "")]
    lines.append("Subject To")
    for one in problem.constraints:
        end = f" {one.comparison} {format_integer(one.right)}"
        lines += _wrapped_formula(f" {one.name}: ", one.terms, end)
    if problem.free:
        lines += ["Bounds", *(f" {name} free" for name in problem.free)]
    if problem.binary:
        lines += ["Binaries", *(f" {name}" for name in problem.binary)]
    return "\n".join([*lines, "End", ""])


def _wrapped_formula(head: str, terms: Mapping[str, Amount], end: str) -> Iterator[str]:
    """Yield a formula in lines of a bounded length."""
    line = head
    for place, (name, amount) in enumerate(terms.items()):
        sign = ("- " if amount < 0 else "+ ") if place or amount < 0 else ""
        size = "" if amount in (1, -1) else f"{_amount_text(amount).removeprefix('-')} "
        term = f"{sign}{size}{name}"
        if len(line) + len(term) > _LINE and place:
            yield line.rstrip()
            line = "   "
        line += f"{term} "
    yield line.rstrip() + end


def to_mps(problem: OptimizationProblem) -> str:
    """Return a problem in free MPS format; the objective is to be maximized (``OBJSENSE``)."""
    lines = [f"* {text}" for text in _printable_comments(problem.comments)]
    lines += ["NAME sabot", "OBJSENSE", "  MAX", "ROWS", " N obj"]
    lines += [f" {_MPS_TYPES[one.comparison]} {one.name}" for one in problem.constraints]
    columns: dict[str, list[tuple[str, Amount]]] = {name: [] for name in problem.variables()}
    for name, amount in problem.objective.items():
        columns[name].append(("obj", amount))
    for one in problem.constraints:
        for name, amount in one.terms.items():
            columns[name].append((one.name, amount))
    whole = set(problem.binary)
    lines.append("COLUMNS")
    for name, entries in columns.items():
        if name in whole:
            lines.append("    MARKER 'MARKER' 'INTORG'")
        lines += [f"    {name} {row} {_amount_text(amount)}" for row, amount in entries]
        if name in whole:
            lines.append("    MARKER 'MARKER' 'INTEND'")
    lines.append("RHS")
    lines += [f"    RHS {c.name} {format_integer(c.right)}" for c in problem.constraints if c.right]
    lines.append("BOUNDS")
    lines += [f" FR BND {name}" for name in problem.free]
    lines += [f" BV BND {name}" for name in problem.binary]
    return "\n".join([*lines, "ENDATA", ""])


def _printable_comments(comments: Iterable[str]) -> Iterator[str]:
    for text in comments:
        yield "".join(letter if letter.isprintable() else " " for letter in text)


__all__ = ["OptimizationProblem", "bimatrix_problem", "sequence_form_problem", "to_lp", "to_mps"]
