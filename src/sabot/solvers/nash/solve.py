"""Solve a two-player general-sum game: one Nash equilibrium, verified exactly.

Bimatrix games: weakly dominated rows and columns are eliminated first (what is left has an
equilibrium, and each of its equilibria is one of the whole game; some equilibria may be lost, which
does not matter for one), then a pure equilibrium is looked for, then Lemke-Howson in floats with
its supports solved exactly, then Lemke-Howson in integers. Separable games with binary actions are
enumerated (:mod:`sabot.solvers.binary_nash`). Trees: Lemke on the sequence form, with a normal-form
perfect equilibrium.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sabot.errors import NoMethodError
from sabot.forms.bimatrix import BimatrixForm
from sabot.forms.sequence_nplayer import NPlayerSequenceForm
from sabot.progress import report_progress
from sabot.solvers.nash.complementary_pivoting import MixedStrategies, lemke_howson
from sabot.solvers.nash.equilibrium import (
    ONE,
    ZERO,
    NashEquilibrium,
    PlanPair,
    compute_regrets,
    expand_support,
    make_equilibrium,
    solve_supports,
)

if TYPE_CHECKING:
    from sabot.solvers.lp.program import IntArray
    from sabot.solvers.nash.complementary_pivoting import PivotPath, StartingTableau


EnteredValues = dict[int, Fraction]
"""What the variables are that came into a basis."""
_SMALL = 24
"""Rows and columns, or sequences, together: fewer are pivoted in integers at once."""
_DROPPED_LABELS = 8
"""Labels that are dropped in floats, one after the other, before integers are pivoted."""
_PIVOTS_PER_LABEL = (1, 4, 32)
"""Pivots of such a path, for each row and column."""
_PIVOTS_PER_SEQUENCE = 8
"""The same for each sequence of a tree."""
_RECOMPUTE_INTERVALS = (64, 32, 8)
"""Pivots in floats after which rounding is taken out, at the first try and at the next ones."""


def _with_uniqueness(found: NashEquilibrium) -> NashEquilibrium:
    """Return an equilibrium with what is soon known of others."""
    from sabot.solvers.nash.uniqueness import decide_uniqueness

    unique, shown = decide_uniqueness(found)
    return replace(found, unique=unique, shown=shown)


# ---------------------------------------------------------------------- bimatrix games


def solve_bimatrix(form: BimatrixForm) -> NashEquilibrium:
    """Return one equilibrium of a bimatrix game."""
    report_progress("dominance")
    rows, columns = eliminate_weakly_dominated(form)
    small = form.part(rows, columns)
    (x, y), how = _solve_reduced_bimatrix(small)
    height, width = form.shape
    plans = [ONE, *expand_support(x, rows, height)], [ONE, *expand_support(y, columns, width)]
    assert not any(compute_regrets(form, plans))
    gone = height + width - len(rows) - len(columns)
    words = f"; {gone} of {height + width} rows and columns dominated" if gone else ""
    return _with_uniqueness(make_equilibrium(form, plans, f"bimatrix; {how}{words}"))


def _solve_reduced_bimatrix(form: BimatrixForm) -> tuple[MixedStrategies, str]:
    """Return an equilibrium of a game and how it was found."""
    pure = find_pure_equilibrium(form)
    if pure is not None:
        height, width = form.shape
        i, j = pure
        return (expand_support([ONE], [i], height), expand_support([ONE], [j], width)), "pure"
    one, two = form.one.payoffs, form.two.payoffs
    if sum(form.shape) > _SMALL:
        found = _solve_from_float_supports(form)
        if found is not None:
            return found, "Lemke-Howson in floats, its basis solved exactly"
    found, pivots = lemke_howson(one, two)
    return found, f"Lemke-Howson, {_pivots_text(pivots)}"


def find_pure_equilibrium(form: BimatrixForm) -> tuple[int, int] | None:
    """Return the first row and column that are best responses to each other; None if none are.

    >>> find_pure_equilibrium(BimatrixForm.of_pairs([["0|0", "1|2"], ["2|1", "0|0"]]))
    (0, 1)
    """
    import numpy as np

    one, two = form.one.array, form.two.array
    both = (one == one.max(axis=0)) & (two == two.max(axis=1)[:, None])
    spots = np.argwhere(both)
    return (int(spots[0][0]), int(spots[0][1])) if len(spots) else None


def _solve_from_float_supports(form: BimatrixForm) -> MixedStrategies | None:
    """Return an equilibrium whose rows and columns a path in floats ended with, if one does."""
    from sabot.solvers.nash.complementary_pivoting import guess_supports

    one, two = form.one.payoffs, form.two.payoffs
    labels = sum(form.shape)
    for patience in _PIVOTS_PER_LABEL:  # some paths are long where others are short
        for start in range(0, labels, max(1, labels // _DROPPED_LABELS)):
            supports = guess_supports(one, two, start, patience * labels)
            found = None if supports is None else solve_supports(form, supports)
            if found is not None:
                return found
    return None


# ---------------------------------------------------------------------- binary choices


def solve_binary_choices(form: NPlayerSequenceForm) -> NashEquilibrium:
    """Return the first of all equilibria of a separable game, and whether it is unique.

    Where these are not searched for, any equilibrium.
    """
    from sabot.solvers.binary_nash.solve import list_binary_equilibria

    report_progress("going through the cases")
    try:
        listed = list_binary_equilibria("", form)
    except NoMethodError:
        return solve_general_sum_tree(form)
    tables = listed.strategies()
    one, two = (side.plan(tables[side.name]) for side in form.sides)
    plans = list(one), list(two)
    assert not any(compute_regrets(form, plans))
    first, second = (listed.unique[seat] for seat in form.seats)
    alike = {seat: [list(group) for group in groups] for seat, groups in listed.alike.items()}
    found = make_equilibrium(form, plans, f"binary choices, case by case; {listed.count} in all")
    shown = {"choices": {"alike": alike, "tree": listed.part.tree}}
    return replace(found, unique=(first, second), shown=shown)


# ---------------------------------------------------------------------- trees


def solve_general_sum_tree(form: NPlayerSequenceForm) -> NashEquilibrium:
    """Return one equilibrium of a two-person tree: one that is perfect in the strategic form."""
    from sabot.solvers.nash.complementary_pivoting import (
        build_starting_tableau,
        run_lemke,
        run_lemke_in_floats,
    )

    report_progress("writing out")
    begin = build_starting_tableau(form)
    for anew in _RECOMPUTE_INTERVALS if begin.count > _SMALL else ():
        path = run_lemke_in_floats(begin, _PIVOTS_PER_SEQUENCE * begin.count, anew)
        plans = None if path is None else _perfect_plans(form, begin, path)
        if plans is not None:
            how = "sequence form; Lemke in floats, its basis solved exactly"
            return _with_uniqueness(make_equilibrium(form, plans, how))
    path = run_lemke(begin)
    plans = _perfect_plans(form, begin, path)
    assert plans is not None
    return _with_uniqueness(
        make_equilibrium(form, plans, f"sequence form; Lemke, {_pivots_text(len(path.pivots))}")
    )


def _pivots_text(pivots: int) -> str:
    return f"{pivots} pivot{'s' * (pivots != 1)}"


def _perfect_plans(
    form: NPlayerSequenceForm, begin: StartingTableau, path: PivotPath
) -> PlanPair | None:
    """Return the plans at the end of a path, if they are in equilibrium and perfect.

    They are where each is a best response to the other, and also to a plan that uses every choice:
    so it is to all that lie between the two, as near to the other as one likes.
    """
    edge = _last_edge(begin, path)
    if edge is None:
        return None
    trembling, plans = (_plans_at_basis(form, begin, came) for came in edge)
    if any(min(plan) < 0 for plan in plans) or any(min(plan) <= 0 for plan in trembling):
        return None
    (one, two), (shaken, other) = plans, trembling
    if (
        any(compute_regrets(form, plans))
        or compute_regrets(form, (one, other))[0]
        or compute_regrets(form, (shaken, two))[1]
    ):
        return None
    return plans


def _last_edge(
    begin: StartingTableau, path: PivotPath
) -> tuple[EnteredValues, EnteredValues] | None:
    """Return what came into the bases before and after the prior lost its weight on a path.

    Floats may take rounding for a weight and go on, so that it is looked for among all pivots.
    """
    from sabot.solvers.nash.equilibrium import entering_values

    def at(count: int) -> EnteredValues | None:
        return entering_values(begin.rows, begin.basis, begin.outside, path.basis(count))

    low, high = 0, len(path.pivots)
    before, after = at(low), at(high)
    probe = high - 1
    while high - low > 1:
        came = at(probe)
        if came is None:
            return None
        if came.get(begin.own) == 1:
            high, after = probe, came
        else:
            low, before = probe, came
        probe = (low + high) // 2
    return None if before is None or after is None else (before, after)


def _plans_at_basis(
    form: NPlayerSequenceForm, begin: StartingTableau, came: EnteredValues
) -> PlanPair:
    """Return what both seats play at a basis, the prior with its weight included."""
    from sabot.solvers.nash.complementary_pivoting import uniform_plan

    weight = 1 - came.get(begin.own, ZERO)
    one, two = (
        [own + weight * even for own, even in zip(plan, uniform_plan(side), strict=True)]
        for plan, side in zip(begin.completed(form.sides, came), form.sides, strict=True)
    )
    return one, two


_MAX_COMPARISONS = 30_000_000
"""Comparisons in one pass; beyond, nothing is looked at: pivoting does without."""


def eliminate_weakly_dominated(form: BimatrixForm) -> tuple[list[int], list[int]]:
    """Return the rows and columns that are left when nothing more can go, by their places.

    >>> prisoners = BimatrixForm.of_pairs([["-1|-1", "-3|0"], ["0|-3", "-2|-2"]])
    >>> eliminate_weakly_dominated(prisoners)
    ([1], [1])
    """
    height, width = form.shape
    rows, columns = np.arange(height), np.arange(width)
    if height * width * max(height, width) > _MAX_COMPARISONS:
        return rows.tolist(), columns.tolist()
    one, two = form.one.array, form.two.array.T
    while True:
        kept = _surviving_rows(one[np.ix_(rows, columns)])
        rows = rows[kept]
        held = _surviving_rows(two[np.ix_(columns, rows)])
        columns = columns[held]
        if held.all():  # and the rows were looked at with just these columns
            return rows.tolist(), columns.tolist()


def _surviving_rows(payoffs: IntArray) -> NDArray[np.bool_]:
    """Return which rows stay: those for which no other is as good everywhere.

    Of equals the first stays.
    """
    stays = np.ones(len(payoffs), dtype=bool)
    for i, row in enumerate(payoffs):
        over = stays & (payoffs >= row).all(axis=1)
        over[i] = False
        equal = over & (payoffs == row).all(axis=1)
        equal[:i] = False  # a later one gives way to this
        stays[i] = not (over & ~equal).any()
    return stays
