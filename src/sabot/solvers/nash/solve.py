"""Solve a two-player general-sum game: one Nash equilibrium, verified exactly.

Bimatrix games: weakly dominated rows and columns are eliminated first (what is left has an
equilibrium, and each of its equilibria is one of the whole game; some equilibria may be lost, which
does not matter for one), then a pure equilibrium is looked for, then Lemke-Howson in floats with
its supports solved exactly, then Lemke-Howson in integers. What is eliminated late may leave a
strategy that is weakly dominated in the whole game. If a linear program finds that, the
Lemke-Howson path of the whole game is followed, which ends at a perfect equilibrium. In a bimatrix
game an equilibrium is perfect if and only if neither strategy is weakly dominated. Separable
games with binary actions are enumerated (:mod:`sabot.solvers.binary_nash`). Trees are solved
backward through their subgames (:mod:`sabot.solvers.nash.backward_induction`); what cannot be cut
off, by Lemke on the sequence form, with a normal-form perfect equilibrium where the path shows it.

Then it is decided whether a player uses the same strategy in every equilibrium. A second
equilibrium is cheap to show, so it is looked for first: among pure strategies, then at the ends of
other Lemke-Howson paths. Only where none is found a small game is enumerated case by case
(:mod:`sabot.solvers.all_nash`), and a tree by cases of its sequences
(:mod:`sabot.solvers.nash.uniqueness_sequence_form`). In a large tree a player's action is varied at
unreached information sets: at one that the player's own plan reaches but the other player never
lets come up, an action changes no payoff and only keeps the other from going there; where it can be
changed and still does, there is another equilibrium, which two exact best responses prove.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sabot.errors import NoMethodError
from sabot.forms.bimatrix import BimatrixForm
from sabot.forms.sequence_nplayer import NPlayerSequenceForm
from sabot.progress import report_progress
from sabot.results.solution import strategy_to_json
from sabot.solvers.nash.backward_induction import (
    ClosedPart,
    backward_words,
    solve_backward,
    worthwhile_parts,
)
from sabot.solvers.nash.complementary_pivoting import MixedStrategies, guess_supports, lemke_howson
from sabot.solvers.nash.equilibrium import (
    ONE,
    ZERO,
    NashEquilibrium,
    PlanPair,
    compute_regret,
    compute_regrets,
    expand_support,
    make_equilibrium,
    solve_supports,
)

if TYPE_CHECKING:
    from sabot.forms.sequence import BehaviourStrategy, Treeplex
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
_BY_FLOATS = "Lemke-Howson in floats, its basis solved exactly"
_RECOMPUTE_INTERVAL = 64
"""Pivots in floats after which rounding is taken out."""


@dataclass(frozen=True)
class UniquenessEffort:
    """How long it is looked for a proof that a player plays the same in every equilibrium."""

    cases: int
    """Of a game by its pure strategies."""
    vertex_work: int
    """Comparisons of vertices of a face of a case."""
    sequence_cases: int
    """Of a tree by its sequences; a case takes some milliseconds, exactly."""


_USUAL_EFFORT = UniquenessEffort(cases=3_000, vertex_work=200_000_000, sequence_cases=600)
"""Some ten seconds at most."""
_BRIEF_EFFORT = UniquenessEffort(cases=400, vertex_work=10_000_000, sequence_cases=60)
"""Some tenths of a second, for a game that is solved backward in less. A face of 768 vertices, in a
centipede of 20 turns, takes 4 million comparisons."""


def _with_uniqueness(
    found: NashEquilibrium, effort: UniquenessEffort | None = None
) -> NashEquilibrium:
    """Return an equilibrium with what is soon known of others."""
    unique, shown = decide_uniqueness(found, effort or _USUAL_EFFORT)
    return replace(found, unique=unique, shown=shown)


# ---------------------------------------------------------------------- bimatrix games


def solve_bimatrix(form: BimatrixForm) -> NashEquilibrium:
    """Return one equilibrium of a bimatrix game."""
    report_progress("dominance")
    rows, columns = eliminate_weakly_dominated(form)
    found = _solve_reduced_bimatrix(form, rows, columns)
    if not found.perfect:
        found = _solve_whole_bimatrix(form)
    return _with_uniqueness(found)


def _solve_reduced_bimatrix(
    form: BimatrixForm, rows: list[int], columns: list[int]
) -> NashEquilibrium:
    """Return an equilibrium of a game that uses only these rows and columns."""
    small = form.part(rows, columns)
    height, width = form.shape
    gone = height + width - len(rows) - len(columns)
    words = f"; {gone} of {height + width} rows and columns dominated" if gone else ""
    pure = find_pure_equilibrium(small)
    if pure is not None:
        i, j = pure
        mixes = _pure_mix(rows[i], height), _pure_mix(columns[j], width)
        return _verified(form, mixes, f"pure{words}")
    found = _solve_from_float_supports(small) if sum(small.shape) > _SMALL else None
    how = _BY_FLOATS
    if found is None:
        found, pivots = lemke_howson(small.one.payoffs, small.two.payoffs)
        how = f"Lemke-Howson, {_pivots_text(pivots)}"
    x, y = found
    mixes = expand_support(x, rows, height), expand_support(y, columns, width)
    return _verified(form, mixes, how + words)


def _solve_whole_bimatrix(form: BimatrixForm) -> NashEquilibrium:
    """Return a perfect equilibrium of a game from which nothing was eliminated."""
    found = _solve_from_float_supports(form) if sum(form.shape) > _SMALL else None
    if found is not None:
        judged = _verified(form, found, _BY_FLOATS)
        if judged.perfect:
            return judged
    exact, pivots = lemke_howson(form.one.payoffs, form.two.payoffs)
    judged = _verified(form, exact, f"Lemke-Howson, {_pivots_text(pivots)}")
    assert judged.perfect  # the end of the path is the limit of equilibria with trembles
    return judged


def _verified(form: BimatrixForm, mixes: MixedStrategies, how: str) -> NashEquilibrium:
    """Return an equilibrium after both best responses, and whether it is proved perfect."""
    from sabot.solvers.dominance import is_undominated_response

    x, y = mixes
    plans = [ONE, *x], [ONE, *y]
    assert not any(compute_regrets(form, plans))
    perfect = is_undominated_response(form.one.array, x, y) and is_undominated_response(
        form.two.array.T, y, x
    )
    return replace(make_equilibrium(form, plans, f"bimatrix; {how}"), perfect=perfect)


def find_pure_equilibrium(form: BimatrixForm) -> tuple[int, int] | None:
    """Return the first row and column that are best responses to each other; None if none are.

    >>> find_pure_equilibrium(BimatrixForm.of_pairs([["0|0", "1|2"], ["2|1", "0|0"]]))
    (0, 1)
    """
    one, two = form.one.array, form.two.array
    both = (one == one.max(axis=0)) & (two == two.max(axis=1)[:, None])
    spots = np.argwhere(both)
    return (int(spots[0][0]), int(spots[0][1])) if len(spots) else None


def _solve_from_float_supports(form: BimatrixForm) -> MixedStrategies | None:
    """Return an equilibrium whose rows and columns a path in floats ended with, if one does."""
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
    """Return one equilibrium of a two-person tree.

    A tree with closed parts is solved backward through them, another one and a small one by Lemke.
    """
    parts = worthwhile_parts(form)
    if parts:
        return _with_uniqueness(_solve_backward(form, parts), _BRIEF_EFFORT)
    pivoted = find_tree_equilibrium(form)
    found = make_equilibrium(form, pivoted.plans, f"sequence form; {pivoted.method}")
    return _with_uniqueness(replace(found, perfect=pivoted.perfect))


def _solve_backward(form: NPlayerSequenceForm, parts: Sequence[ClosedPart]) -> NashEquilibrium:
    """Return an equilibrium of a tree that is one in each of its closed parts."""
    tables = solve_backward(form, parts, lambda part: find_tree_equilibrium(part).plans)
    if tables is None:
        raise NoMethodError("backward induction gave a part of the tree up")
    one, two = tables
    plans = form.sides[0].plan(one), form.sides[1].plan(two)
    if any(compute_regrets(form, plans)):
        raise NoMethodError("backward induction gave a profile that is not an equilibrium")
    pivoted = sum(not part.single for part in parts)
    words = f"; {pivoted:,} of them by Lemke" if pivoted else ""
    found = make_equilibrium(form, plans, f"sequence form; {backward_words(parts)}{words}")
    return replace(found, tables=(one, two), perfect=_is_perfect(form, (one, two), plans))


_MISTAKES = Fraction(1, 2**6), Fraction(1, 2**20)
"""Probabilities of a mistake at an information set, with which it is shown that plans are perfect.
"""
_MOST_DIGITS = 40_000_000
"""Binary digits of the probabilities of all sequences with such mistakes."""


def _is_perfect(
    form: NPlayerSequenceForm, tables: Sequence[BehaviourStrategy], plans: PlanPair
) -> bool:
    """Return whether strategies are shown to be perfect: best responses also to some mistakes.

    They are then best responses to all plans between the other's and that with the mistakes.
    """
    depths = []
    for side in form.sides:
        depth = [0] * side.count
        for cell in side.cells:
            for s in cell.sequences:
                depth[s] = depth[cell.parent] + 1
        depths += depth
    for mistake in _MISTAKES:
        if sum(depths) * mistake.denominator.bit_length() > _MOST_DIGITS:
            return False
        one, two = (
            _plan_with_mistakes(side, table, mistake)
            for side, table in zip(form.sides, tables, strict=True)
        )
        if not compute_regret(form, 0, (plans[0], two)) and not compute_regret(
            form, 1, (one, plans[1])
        ):
            return True
    return False


def _plan_with_mistakes(
    side: Treeplex, table: BehaviourStrategy, mistake: Fraction
) -> list[Fraction]:
    """Return a plan that takes at every information set any action with some probability."""
    plan = [ONE] * side.count
    for cell in side.cells:
        arrives, mix, each = plan[cell.parent], table[cell.key], mistake / len(cell.actions)
        for action, s in zip(cell.actions, cell.sequences, strict=True):
            plan[s] = arrives * ((1 - mistake) * mix[action] + each)
    return plan


@dataclass(frozen=True)
class TreeEquilibrium:
    """Plans in equilibrium of a two-person tree, and how they were found."""

    plans: PlanPair
    method: str
    perfect: bool = True
    """Whether they are proved perfect in the strategic form."""


def find_tree_equilibrium(form: NPlayerSequenceForm) -> TreeEquilibrium:
    """Return an equilibrium of a two-person tree by Lemke, perfect where the path shows it.

    Where the path in floats cannot tell ties from rounding, a perturbed path takes its place: its
    basis is solved exactly too, but its last edge need not show that the equilibrium is perfect.
    """
    from sabot.solvers.nash.complementary_pivoting import (
        PERTURBATIONS,
        build_starting_tableau,
        run_lemke,
        run_lemke_in_floats,
    )

    report_progress("writing out")
    begin = build_starting_tableau(form)
    most, how = _PIVOTS_PER_SEQUENCE * begin.count, "Lemke in floats, its basis solved exactly"
    other: PlanPair | None = None
    for perturbation in PERTURBATIONS if begin.count > _SMALL else ():
        path = run_lemke_in_floats(begin, most, _RECOMPUTE_INTERVAL, perturbation)
        if path is None:
            continue
        plans = _perfect_plans(form, begin, path)
        if plans is not None:
            return TreeEquilibrium(plans, how)
        if perturbation and other is None:
            other = _plans_at_end(form, begin, path)
    if other is not None:
        return TreeEquilibrium(other, f"{how}; ties broken by a perturbation", perfect=False)
    path = run_lemke(begin)
    plans = _perfect_plans(form, begin, path)
    assert plans is not None
    return TreeEquilibrium(plans, f"Lemke, {_pivots_text(len(path.pivots))}")


def _plans_at_end(
    form: NPlayerSequenceForm, begin: StartingTableau, path: PivotPath
) -> PlanPair | None:
    """Return the plans at the last basis of a path, if they are in equilibrium."""
    from sabot.solvers.nash.equilibrium import entering_values

    came = entering_values(begin.rows, begin.basis, begin.outside, path.basis(len(path.pivots)))
    if came is None:
        return None
    plans = _plans_at_basis(form, begin, came)
    fails = any(min(plan) < 0 for plan in plans) or any(compute_regrets(form, plans))
    return None if fails else plans


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


UniqueByPlayer = tuple[bool | None, bool | None]
_MAX_INTEGER_LABELS = 24
"""Rows and columns of a game, together, whose other paths are followed in integers."""
_MAX_FLOAT_LABELS = 240
"""The same in floats; each path takes some milliseconds."""
_MAX_PATHS = 8
"""Paths that are followed, at most."""
_OTHER_PATH_PIVOTS = 2
"""Pivots of another path in floats, for each row and column."""
_MOST_PAYOFFS = 900
"""Of a seat, in a game that is gone through case by case."""
_CASE_WORK = 100_000
"""Cases times payoffs of a seat: about a third of a second."""
_MOST_PURE = 100
"""Pure strategies of a seat of a tree that is written out."""
_MOST_NORMAL_FORM_PAYOFFS = 2_500
"""Payoffs of a seat of a tree that is written out: others are looked for there, not all cases."""
_ZERO, _ONE = Fraction(0), Fraction(1)


def decide_uniqueness(
    found: NashEquilibrium, effort: UniquenessEffort
) -> tuple[UniqueByPlayer, dict[str, object]]:
    """Return by seat whether it plays so in every equilibrium, and the evidence by its keys.

    None where that is not soon decided.
    """
    written = _normal_form(found.form)
    others: dict[int, PlanPair] = {}
    cases: list[object] | None = None
    report_progress("looking for other equilibria")
    if written is not None:
        _collect_others(
            found, (written.plans(mixes) for mixes in _quick_equilibria(written.game)), others
        )
        cases = None if len(others) == 2 else _enumerate_cases(found, written, others, effort)
    shown: dict[str, object] = {}
    same: Collection[int] = () if cases is None else {0, 1} - others.keys()
    if cases is None and len(others) < 2:
        same, shown = _prove_by_sequences(found, others, effort.sequence_cases)
    elif same:
        shown["cases"] = cases
    for n in {0, 1} - others.keys() - set(same):
        _collect_others(found, _vary_unreached(found, n), others)
    one, two = (False if n in others else True if n in same else None for n in (0, 1))
    if others:
        shown["another"] = {
            found.form.seats[n]: _strategies_to_json(found.form, plans)
            for n, plans in sorted(others.items())
        }
    return (one, two), shown


def _vary_unreached(found: NashEquilibrium, seat: int) -> Iterable[PlanPair]:
    """Return equilibria of a tree in which a seat answers otherwise where it is never asked."""
    return () if isinstance(found.form, BimatrixForm) else vary_unreached_infosets(found, seat)


def _prove_by_sequences(
    found: NashEquilibrium, others: Collection[int], most: int
) -> tuple[Collection[int], dict[str, object]]:
    """Return the seats that cases of a tree's sequences show to play the same, and these cases."""
    if isinstance(found.form, BimatrixForm):
        return (), {}
    from sabot.solvers.nash.uniqueness_sequence_form import prove_same_plans

    shown = prove_same_plans(found.form, found.plans, {0, 1} - set(others), most)
    return (shown.seats, {"sequences": shown.cases}) if shown else ((), {})


def _collect_others(
    found: NashEquilibrium, seen: Iterable[PlanPair], others: dict[int, PlanPair]
) -> None:
    """Keep for each seat the first equilibrium in which it plays otherwise."""
    for plans in seen:
        for n in {0, 1} - others.keys():
            if plans[n] != found.plans[n]:
                assert not any(compute_regrets(found.form, plans))
                others[n] = plans
        if len(others) == 2:
            return


def _strategies_to_json(
    form: BimatrixForm | NPlayerSequenceForm, plans: PlanPair
) -> dict[str, Any]:
    """Return both seats' strategies as a certificate has them."""
    tables = make_equilibrium(form, plans, "").tables
    return {seat: strategy_to_json(table) for seat, table in zip(form.seats, tables, strict=True)}


# ---------------------------------------------------------------------- the game written out


@dataclass(frozen=True)
class _NormalForm:
    """A game by its pure strategies, and the plan of each of them."""

    game: BimatrixForm
    pure: tuple[Sequence[Sequence[int]], Sequence[Sequence[int]]] | None
    """None where a pure strategy is a sequence."""

    def plans(self, mixes: Sequence[Sequence[Fraction]]) -> PlanPair:
        """Return the plans of two mixes of pure strategies."""
        if self.pure is None:
            return [_ONE, *mixes[0]], [_ONE, *mixes[1]]
        one, two = (_mix_plans(mix, pure) for mix, pure in zip(mixes, self.pure, strict=True))
        return one, two


def _mix_plans(mix: Sequence[Fraction], pure: Sequence[Sequence[int]]) -> list[Fraction]:
    live = [(chance, plan) for chance, plan in zip(mix, pure, strict=True) if chance]
    return [sum((chance for chance, plan in live if plan[s]), _ZERO) for s in range(len(pure[0]))]


def _normal_form(form: BimatrixForm | NPlayerSequenceForm) -> _NormalForm | None:
    """Return a game by its pure strategies; None where these are many."""
    if isinstance(form, BimatrixForm):
        return _NormalForm(form, None)
    from sabot.forms.sequence import count_pure_strategies, pure_realization_plans
    from sabot.forms.sequence_nplayer import reduced_bimatrix_form

    counts = [count_pure_strategies(side) for side in form.sides]
    if max(counts) > _MOST_PURE or counts[0] * counts[1] > _MOST_NORMAL_FORM_PAYOFFS:
        return None
    one, two = (pure_realization_plans(side)[1] for side in form.sides)
    return _NormalForm(reduced_bimatrix_form(form), (one, two))


# ---------------------------------------------------------------------- looking


def _quick_equilibria(game: BimatrixForm) -> Iterator[Sequence[Sequence[Fraction]]]:
    """Yield some equilibria that are soon found: the pure ones, then the ends of some paths."""
    one, two = game.one.array, game.two.array
    pure = (one == one.max(axis=0)) & (two == two.max(axis=1)[:, None])
    spots = np.argwhere(pure)
    height, width = game.shape
    if len(spots):  # two in different rows, or columns, are seen where there are such
        columns = spots[:, 1]
        for place in (0, -1, columns.argmin(), columns.argmax()):
            i, j = spots[place].tolist()
            yield _pure_mix(i, height), _pure_mix(j, width)
    labels = height + width
    for label in range(0, labels, -(-labels // _MAX_PATHS)) if labels <= _MAX_FLOAT_LABELS else ():
        mixes = _path_end(game, label)
        if mixes is not None:
            yield mixes


def _path_end(game: BimatrixForm, label: int) -> MixedStrategies | None:
    """Return the equilibrium at the end of a path; None where floats lose it."""
    one, two = game.one.payoffs, game.two.payoffs
    labels = sum(game.shape)
    if labels <= _MAX_INTEGER_LABELS:
        return lemke_howson(one, two, label)[0]
    supports = guess_supports(one, two, label, _OTHER_PATH_PIVOTS * labels)
    return None if supports is None else solve_supports(game, supports)


def _pure_mix(place: int, count: int) -> list[Fraction]:
    return [_ONE if k == place else _ZERO for k in range(count)]


def _enumerate_cases(
    found: NashEquilibrium,
    written: _NormalForm,
    others: dict[int, PlanPair],
    effort: UniquenessEffort,
) -> list[object] | None:
    """Return the cases that hold all equilibria, after looking at these; None: they are many."""
    from sabot.solvers.all_nash.branching import (
        CasesJson,
        FoundFaces,
        LabelledBimatrix,
        build_proven_tree,
    )

    game = written.game
    height, width = game.shape
    if height * width > _MOST_PAYOFFS:
        return None
    one, two = game.one.payoffs, game.two.payoffs
    sides = LabelledBimatrix(height, width, tuple(zip(*two, strict=True)), one)
    try:
        most = min(effort.cases, _CASE_WORK // (height * width))
        tree = build_proven_tree(sides, most, FoundFaces(sides, effort.vertex_work))
    except NoMethodError:
        return None
    pairs = (
        written.plans([_normalise(x.weights), _normalise(y.weights)])
        for xs, ys in tree.faces
        for x in xs
        for y in ys
    )
    _collect_others(found, pairs, others)
    return list(CasesJson(game.seats, tree.tree))


def _normalise(weights: Sequence[int]) -> list[Fraction]:
    total = sum(weights)
    return [Fraction(weight, total) for weight in weights]


_MAX_WORK = 400_000
"""Payoffs that are looked at for a seat: about a second."""
_CHANGE_SIZES = Fraction(1), Fraction(1, 2), Fraction(1, 16)
"""How much of the answer is changed: all of it, or so little that the other hardly minds."""


def vary_unreached_infosets(found: NashEquilibrium, seat: int) -> Iterator[PlanPair]:
    """Yield equilibria in which a seat answers otherwise at an infoset that never comes up."""
    left = max(1, _MAX_WORK // found.form.amounts)
    for plan in _changed_plans(found, seat):
        if not left:
            return
        left -= 1
        report_progress("looking for other equilibria")
        plans = (found.plans[0], plan) if seat else (plan, found.plans[1])
        if not any(compute_regrets(found.form, plans)):
            yield plans


def _changed_plans(found: NashEquilibrium, seat: int) -> Iterator[list[Fraction]]:
    """Yield plans of a seat that differ at one infoset at which it is never asked."""
    side, table, own = found.form.sides[seat], found.tables[seat], found.plans[seat]
    never = set(found.off_path[seat])
    idle = [cell for cell in side.cells if cell.key in never and own[cell.parent]]
    for share in _CHANGE_SIZES:
        for cell in idle:
            mix = table[cell.key]
            for action in cell.actions:
                if mix.get(action, 0) < 1:
                    less = {name: (1 - share) * chance for name, chance in mix.items()}
                    more = {**less, action: less.get(action, Fraction(0)) + share}
                    yield side.plan({**table, cell.key: more})
