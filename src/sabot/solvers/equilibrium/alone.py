"""Whether a seat plays the same in every equilibrium: another shows that it does not, or all cases.

Another equilibrium is cheap to show, so it is looked for first: among pure strategies, then at the
ends of other paths. Only where none is found a small game is gone through case by case, and in a
large tree a seat is let answer otherwise where it is never asked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sabot import watch
from sabot.errors import NoMethodError
from sabot.forms.bimatrix import BimatrixForm
from sabot.forms.general import GeneralForm
from sabot.results.solution import texts
from sabot.solvers.equilibrium.howson import Mixes, guessed, lemke_howson
from sabot.solvers.equilibrium.settle import Balanced, Plans, balanced, gains, level

Verdicts = tuple[bool | None, bool | None]
_PATHS = 24
"""Rows and columns of a game, together, whose other paths are followed in integers."""
_FLOAT_PATHS = 240
"""The same in floats; each path takes some milliseconds."""
_STARTS = 8
"""Paths that are followed, at most."""
_PATIENCE = 2
"""Pivots of one in floats, for each row and column."""
_MOST_PAYOFFS = 900
"""Of a seat, in a game that is gone through case by case."""
_MOST_CASES = 3_000
_CASE_WORK = 100_000
"""Cases times payoffs of a seat: about a third of a second."""
_MOST_PURE = 100
"""Pure strategies of a seat of a tree that is written out."""
_MOST_WRITTEN = 2_500
"""Payoffs of a seat of a tree that is written out: others are looked for there, not all cases."""
_ZERO, _ONE = Fraction(0), Fraction(1)


def alone(found: Balanced) -> tuple[Verdicts, dict[str, Any]]:
    """Return by seat whether it plays so in every equilibrium, and the evidence by its keys.

    None where that is not soon decided.
    """
    written = _written(found.form)
    others: dict[int, Plans] = {}
    cases: list[Any] | None = None
    watch.at("looking for other equilibria")
    if written is not None:
        _look(found, (written.plans(mixes) for mixes in _quick(written.game)), others)
        cases = None if len(others) == 2 else _all_cases(found, written, others)
    shown: dict[str, Any] = {}
    same: Collection[int] = () if cases is None else {0, 1} - others.keys()
    if cases is None and len(others) < 2:
        same, shown = _by_sequences(found, others)
    elif same:
        shown["cases"] = cases
    for n in {0, 1} - others.keys() - set(same):
        _look(found, _otherwise(found, n), others)
    one, two = (False if n in others else True if n in same else None for n in (0, 1))
    if others:
        shown["another"] = {
            found.form.seats[n]: _told(found.form, plans) for n, plans in sorted(others.items())
        }
    return (one, two), shown


def _otherwise(found: Balanced, seat: int) -> Iterable[Plans]:
    """Return equilibria of a tree in which a seat answers otherwise where it is never asked."""
    from sabot.solvers.equilibrium.idle import otherwise

    return () if isinstance(found.form, BimatrixForm) else otherwise(found, seat)


def _by_sequences(
    found: Balanced, others: Collection[int]
) -> tuple[Collection[int], dict[str, Any]]:
    """Return the seats that cases of a tree's sequences show to play the same, and these cases."""
    if isinstance(found.form, BimatrixForm):
        return (), {}
    from sabot.solvers.equilibrium.plans import same_plans

    shown = same_plans(found.form, found.plans, {0, 1} - set(others))
    return (shown.seats, {"sequences": shown.cases}) if shown else ((), {})


def _look(found: Balanced, seen: Iterable[Plans], others: dict[int, Plans]) -> None:
    """Keep for each seat the first equilibrium in which it plays otherwise."""
    for plans in seen:
        for n in {0, 1} - others.keys():
            if plans[n] != found.plans[n]:
                assert not any(gains(found.form, plans))
                others[n] = plans
        if len(others) == 2:
            return


def _told(form: BimatrixForm | GeneralForm, plans: Plans) -> dict[str, Any]:
    """Return both seats' strategies as a certificate has them."""
    tables = balanced(form, plans, "").tables
    return {seat: texts(table) for seat, table in zip(form.seats, tables, strict=True)}


# ---------------------------------------------------------------------- the game written out


@dataclass(frozen=True)
class _Written:
    """A game by its pure strategies, and the plan of each of them."""

    game: BimatrixForm
    pure: tuple[Sequence[Sequence[int]], Sequence[Sequence[int]]] | None
    """None where a pure strategy is a sequence."""

    def plans(self, mixes: Sequence[Sequence[Fraction]]) -> Plans:
        """Return the plans that two mixes of pure strategies come to."""
        if self.pure is None:
            return [_ONE, *mixes[0]], [_ONE, *mixes[1]]
        one, two = (_mean(mix, pure) for mix, pure in zip(mixes, self.pure, strict=True))
        return one, two


def _mean(mix: Sequence[Fraction], pure: Sequence[Sequence[int]]) -> list[Fraction]:
    live = [(chance, plan) for chance, plan in zip(mix, pure, strict=True) if chance]
    return [sum((chance for chance, plan in live if plan[s]), _ZERO) for s in range(len(pure[0]))]


def _written(form: BimatrixForm | GeneralForm) -> _Written | None:
    """Return a game by its pure strategies; None where these are many."""
    if isinstance(form, BimatrixForm):
        return _Written(form, None)
    from sabot.forms.strategic import pure_count, pure_plans, to_bimatrix

    counts = [pure_count(side) for side in form.sides]
    if max(counts) > _MOST_PURE or counts[0] * counts[1] > _MOST_WRITTEN:
        return None
    one, two = (pure_plans(side)[1] for side in form.sides)
    return _Written(to_bimatrix(form), (one, two))


# ---------------------------------------------------------------------- looking


def _quick(game: BimatrixForm) -> Iterator[Sequence[Sequence[Fraction]]]:
    """Yield some equilibria that are soon found: the pure ones, then the ends of some paths."""
    import numpy as np

    one, two = game.one.array, game.two.array
    pure = (one == one.max(axis=0)) & (two == two.max(axis=1)[:, None])
    spots: Any = np.argwhere(pure)
    height, width = game.shape
    if len(spots):  # two in different rows, or columns, are seen where there are such
        columns = spots[:, 1]
        for place in (0, -1, columns.argmin(), columns.argmax()):
            i, j = spots[place].tolist()
            yield _pure(i, height), _pure(j, width)
    labels = height + width
    for label in range(0, labels, -(-labels // _STARTS)) if labels <= _FLOAT_PATHS else ():
        mixes = _end_of_path(game, label)
        if mixes is not None:
            yield mixes


def _end_of_path(game: BimatrixForm, label: int) -> Mixes | None:
    """Return the equilibrium at the end of a path; None where floats lose it."""
    one, two = game.one.payoffs, game.two.payoffs
    labels = sum(game.shape)
    if labels <= _PATHS:
        return lemke_howson(one, two, label)[0]
    supports = guessed(one, two, label, _PATIENCE * labels)
    return None if supports is None else level(game, supports)


def _pure(place: int, count: int) -> list[Fraction]:
    return [_ONE if k == place else _ZERO for k in range(count)]


def _all_cases(found: Balanced, written: _Written, others: dict[int, Plans]) -> list[Any] | None:
    """Return the cases that hold all equilibria, after looking at these; None: they are many."""
    from sabot.solvers.equilibrium.every.result import Cases
    from sabot.solvers.equilibrium.every.search import proved_tree
    from sabot.solvers.equilibrium.every.sides import Sides

    game = written.game
    height, width = game.shape
    if height * width > _MOST_PAYOFFS:
        return None
    one, two = game.one.payoffs, game.two.payoffs
    sides = Sides(height, width, tuple(zip(*two, strict=True)), one)
    try:
        tree = proved_tree(sides, min(_MOST_CASES, _CASE_WORK // (height * width)))
    except NoMethodError:
        return None
    pairs = (
        written.plans([_shares(x.weights), _shares(y.weights)])
        for xs, ys in tree.faces
        for x in xs
        for y in ys
    )
    _look(found, pairs, others)
    return list(Cases(game.seats, tree.tree))


def _shares(weights: Sequence[int]) -> list[Fraction]:
    total = sum(weights)
    return [Fraction(weight, total) for weight in weights]
