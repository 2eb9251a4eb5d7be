"""A Nash equilibrium of a two-player game, and its exact verification by two best responses.

A pair of realization plans is an equilibrium here only after the best responses of both players
have been computed exactly and gain nothing, whatever method proposed the plans. Methods in floats
propose a support or a basis; the linear systems that it defines are solved in integers. Of a
starting tableau only a square block matters then: the rows of the variables that have left the
basis and the columns of those that have entered. Large blocks are solved by p-adic lifting (Dixon),
small ones by FLINT.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from flint import fmpz_mat

from sabot.exact import as_fractions
from sabot.forms.base import expected_payoff
from sabot.forms.bimatrix import BimatrixForm
from sabot.forms.sequence import BehaviourStrategy
from sabot.forms.sequence_nplayer import NPlayerSequenceForm
from sabot.progress import report_progress
from sabot.results.solution import Solution, Strategy
from sabot.solvers.certificate_writer import general_sum_form_to_json
from sabot.solvers.lp.exact_linear_solve import DenseLift
from sabot.solvers.lp.program import IntArray
from sabot.solvers.nash.complementary_pivoting import MixedStrategies, Supports

_SMALL_SYSTEM = 24
"""Rows of a block that is solved at once, without a float inverse to lift from."""


def solve_integer_system(block: IntArray, right: Sequence[int]) -> list[Fraction] | None:
    """Return the solution of a square system of integers; None where it is singular.

    >>> solve_integer_system(np.array([[2, 0], [1, 3]]), [1, 1])
    [Fraction(1, 2), Fraction(1, 6)]
    """
    size = len(right)
    if size > _SMALL_SYSTEM and block.dtype != object and set(right) == {1}:
        lift = DenseLift.of(block)
        answer = None if lift is None else lift.solve()
        if answer is not None:
            return as_fractions(*answer)
    matrix = fmpz_mat(size, size, block.ravel().tolist())
    try:
        found = matrix.solve(fmpz_mat(size, 1, list(right)))
    except ZeroDivisionError:
        return None
    numbers, below = found.numer_denom()
    return as_fractions(numbers.entries(), below)


def entering_values(
    rows: IntArray, basis: Sequence[int], outside: Sequence[int], last: Iterable[int]
) -> dict[int, Fraction] | None:
    """Return the variables of the *last* basis that were outside the first; None if it is singular.

    *rows* are those of the first tableau, with the right side last.
    """
    held = set(last)
    gone = [i for i, variable in enumerate(basis) if variable not in held]
    came = [j for j, variable in enumerate(outside) if variable in held]
    if len(gone) != len(came):
        return None
    found = solve_integer_system(rows[np.ix_(gone, came)], rows[gone, -1].tolist())
    return None if found is None else dict(zip((outside[j] for j in came), found, strict=True))


PlanPair = tuple[list[Fraction], list[Fraction]]
"""The realization plans of both seats."""
ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class NashEquilibrium:
    """An equilibrium of a form: no seat gains by any other plan."""

    form: BimatrixForm | NPlayerSequenceForm
    plans: PlanPair
    tables: tuple[BehaviourStrategy, BehaviourStrategy]
    payoffs: tuple[Fraction, Fraction]
    method: str
    unique: tuple[bool | None, bool | None] = (None, None)
    """Whether each seat plays so in every equilibrium; None where that was not decided."""
    shown: Mapping[str, object] = field(default_factory=dict)
    """What shows the last, by the keys of a certificate."""
    perfect: bool = False
    """Whether it is proved perfect in the strategic form."""

    @property
    def off_path(self) -> tuple[list[str], list[str]]:
        """The infosets of each seat that never come up when both play as found."""
        one, two = (
            side.unreached(list(map(bool, self.form.arrivals(seat, self.plans)[0])), plan)
            for seat, (side, plan) in enumerate(zip(self.form.sides, self.plans, strict=True))
        )
        return one, two


def compute_regret(
    form: BimatrixForm | NPlayerSequenceForm, seat: int, plans: PlanPair
) -> Fraction:
    """Return what a seat's best response would earn it more."""
    reply, below = form.reply(seat, plans)
    return Fraction(reply.value, below) - expected_payoff(form, seat, plans)


def compute_regrets(
    form: BimatrixForm | NPlayerSequenceForm, plans: PlanPair
) -> tuple[Fraction, ...]:
    """Return what a best response would earn each seat more."""
    return compute_regret(form, 0, plans), compute_regret(form, 1, plans)


def make_equilibrium(
    form: BimatrixForm | NPlayerSequenceForm, plans: PlanPair, method: str
) -> NashEquilibrium:
    """Return an equilibrium, with best responses at infosets that a seat's own plan excludes."""
    one, two = (
        side.behaviour(plans[seat], form.reply(seat, plans)[0])
        for seat, side in enumerate(form.sides)
    )
    paid = expected_payoff(form, 0, plans), expected_payoff(form, 1, plans)
    return NashEquilibrium(form, plans, (one, two), paid, method)


def build_nash_solution(
    game: str, found: NashEquilibrium, seconds: float, unreachable: Mapping[str, tuple[str, ...]]
) -> Solution:
    """Return an equilibrium as a solution: what each seat is paid, and that it can gain nothing."""
    report_progress("writing the certificate")
    seats = found.form.seats
    return Solution(
        game=game,
        seats=seats,
        payoffs=dict(zip(seats, found.payoffs, strict=True)),
        gains=dict.fromkeys(seats, ZERO),
        perfect=found.perfect,
        strategies={s: Strategy(s, t) for s, t in zip(seats, found.tables, strict=True)},
        uniqueness={s: u for s, u in zip(seats, found.unique, strict=True) if u is not None},
        off_path=dict(zip(seats, found.off_path, strict=True)),
        unreachable=unreachable,
        certificate={"form": general_sum_form_to_json(found.form)} | dict(found.shown),
        method=found.method,
        seconds=seconds,
    )


def expand_support(mix: Sequence[Fraction], spots: list[int], count: int) -> list[Fraction]:
    """Return a mix of some strategies as one of all *count* strategies."""
    found = [ZERO] * count
    for spot, chance in zip(spots, mix, strict=True):
        found[spot] = chance
    return found


def solve_supports(form: BimatrixForm, supports: Supports) -> MixedStrategies | None:
    """Return the mixes on some rows and columns that leave the other level; None: no equilibrium.

    Payoffs are moved up to be positive, so that ``A y = 1`` fixes the mix up to its scale.
    """
    import numpy as np

    rows, columns = supports
    if not rows or len(rows) != len(columns):
        return None
    mixes: list[list[Fraction]] = []
    for own, turned in ((form.two, True), (form.one, False)):
        array = own.array
        block = array[np.ix_(rows, columns)] - (array.min() - 1)
        weights = solve_integer_system(block.T if turned else block, [1] * len(rows))
        if weights is None or min(weights) < 0:
            return None
        total = sum(weights)
        mixes.append([weight / total for weight in weights])
    height, width = form.shape
    x, y = expand_support(mixes[0], rows, height), expand_support(mixes[1], columns, width)
    return None if any(compute_regrets(form, ([ONE, *x], [ONE, *y]))) else (x, y)
