"""Whether a player uses the same strategy in every equilibrium of a two-player game.

A second equilibrium is cheap to show, so it is looked for first: among pure strategies, then at the
ends of other Lemke-Howson paths. Only where none is found a small game is enumerated case by case
(:mod:`sabot.solvers.all_nash`), and a tree by cases of its sequences. In a large tree a player's
action is varied at unreached information sets: at one that the player's own plan reaches but the
other player never lets come up, an action changes no payoff and only keeps the other from going
there; where it can be changed and still does, there is another equilibrium, which two exact best
responses prove.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sabot.errors import NoMethodError
from sabot.forms.normal import BimatrixForm
from sabot.forms.sequence_nplayer import NPlayerSequenceForm
from sabot.progress import report_progress
from sabot.results.solution import strategy_to_json
from sabot.solvers.nash.complementary_pivoting import MixedStrategies, guess_supports, lemke_howson
from sabot.solvers.nash.equilibrium import (
    NashEquilibrium,
    PlanPair,
    compute_regrets,
    make_equilibrium,
    solve_supports,
)

UniqueByPlayer = tuple[bool | None, bool | None]
_MAX_INTEGER_LABELS = 24
"""Rows and columns of a game, together, whose other paths are followed in integers."""
_MAX_FLOAT_LABELS = 240
"""The same in floats; each path takes some milliseconds."""
_MAX_PATHS = 8
"""Paths that are followed, at most."""
_PIVOTS_PER_LABEL = 2
"""Pivots of one in floats, for each row and column."""
_MOST_PAYOFFS = 900
"""Of a seat, in a game that is gone through case by case."""
_MOST_CASES = 3_000
_CASE_WORK = 100_000
"""Cases times payoffs of a seat: about a third of a second."""
_MOST_PURE = 100
"""Pure strategies of a seat of a tree that is written out."""
_MOST_NORMAL_FORM_PAYOFFS = 2_500
"""Payoffs of a seat of a tree that is written out: others are looked for there, not all cases."""
_ZERO, _ONE = Fraction(0), Fraction(1)


def decide_uniqueness(found: NashEquilibrium) -> tuple[UniqueByPlayer, dict[str, object]]:
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
        cases = None if len(others) == 2 else _enumerate_cases(found, written, others)
    shown: dict[str, object] = {}
    same: Collection[int] = () if cases is None else {0, 1} - others.keys()
    if cases is None and len(others) < 2:
        same, shown = _prove_by_sequences(found, others)
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
    found: NashEquilibrium, others: Collection[int]
) -> tuple[Collection[int], dict[str, object]]:
    """Return the seats that cases of a tree's sequences show to play the same, and these cases."""
    if isinstance(found.form, BimatrixForm):
        return (), {}
    from sabot.solvers.nash.uniqueness_sequence_form import prove_same_plans

    shown = prove_same_plans(found.form, found.plans, {0, 1} - set(others))
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
) -> dict[str, object]:
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
        """Return the plans that two mixes of pure strategies come to."""
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
    from sabot.forms.reduced_normal import (
        count_pure_strategies,
        pure_realization_plans,
        reduced_bimatrix_form,
    )

    counts = [count_pure_strategies(side) for side in form.sides]
    if max(counts) > _MOST_PURE or counts[0] * counts[1] > _MOST_NORMAL_FORM_PAYOFFS:
        return None
    one, two = (pure_realization_plans(side)[1] for side in form.sides)
    return _NormalForm(reduced_bimatrix_form(form), (one, two))


# ---------------------------------------------------------------------- looking


def _quick_equilibria(game: BimatrixForm) -> Iterator[Sequence[Sequence[Fraction]]]:
    """Yield some equilibria that are soon found: the pure ones, then the ends of some paths."""
    import numpy as np

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
    supports = guess_supports(one, two, label, _PIVOTS_PER_LABEL * labels)
    return None if supports is None else solve_supports(game, supports)


def _pure_mix(place: int, count: int) -> list[Fraction]:
    return [_ONE if k == place else _ZERO for k in range(count)]


def _enumerate_cases(
    found: NashEquilibrium, written: _NormalForm, others: dict[int, PlanPair]
) -> list[object] | None:
    """Return the cases that hold all equilibria, after looking at these; None: they are many."""
    from sabot.solvers.all_nash.branching import CasesJson, LabelledBimatrix, build_proven_tree

    game = written.game
    height, width = game.shape
    if height * width > _MOST_PAYOFFS:
        return None
    one, two = game.one.payoffs, game.two.payoffs
    sides = LabelledBimatrix(height, width, tuple(zip(*two, strict=True)), one)
    try:
        tree = build_proven_tree(sides, min(_MOST_CASES, _CASE_WORK // (height * width)))
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
