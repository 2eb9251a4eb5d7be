"""From a bimatrix form to the result that tells all its equilibria."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sabot.errors import SeatsError
from sabot.results.every import Component, ExtremeEquilibrium, EveryEquilibrium
from sabot.solvers.certificate import safe_number
from sabot.solvers.equilibrium.every.faces import Corner
from sabot.solvers.equilibrium.every.listing import Listing, every_equilibrium
from sabot.solvers.equilibrium.every.search import Dead, Tree

if TYPE_CHECKING:
    from sabot.forms.bimatrix import BimatrixForm
    from sabot.forms.general import GeneralForm
    from sabot.results.pairs import PairEquilibria

MOST_PURE = 500
"""Pure strategies of a seat of a tree that is written out: what takes minutes is far smaller."""


def equilibria_of(
    name: str, form: BimatrixForm | GeneralForm
) -> EveryEquilibrium | PairEquilibria:
    """Return every extreme equilibrium of a game of two; refuse one for more."""
    from sabot.forms.general import GeneralForm
    from sabot.forms.pair import is_choices

    if is_choices(form):
        from sabot.solvers.equilibrium.binary.written import list_pair

        return list_pair(name, form)
    if len(form.seats) != 2:
        raise SeatsError(form.obstacle, "all equilibria are listed of games for two")
    if isinstance(form, GeneralForm):
        from sabot.forms.strategic import to_bimatrix

        form = to_bimatrix(form, MOST_PURE)
    return all_equilibria(name, form)


def all_equilibria(name: str, form: BimatrixForm) -> EveryEquilibrium:
    """Return every extreme equilibrium of a bimatrix form, with its certificate."""
    found = every_equilibrium(form.one.payoffs, form.two.payoffs)
    mixes = [
        [_mix(corner, actions) for corner in own]
        for own, actions in ((found.first, form.rows), (found.second, form.columns))
    ]
    paid = [
        [Fraction(corner.best, sum(corner.weights) * table.denominator) for corner in own]
        for own, table in ((found.first, form.two), (found.second, form.one))
    ]
    one, two = form.seats
    listed = tuple(
        ExtremeEquilibrium({one: mixes[0][x], two: mixes[1][y]}, (paid[1][y], paid[0][x]))
        for x, y in found.pairs
    )
    shown = {"form": bimatrix_json(form), "cases": cases_json(form.seats, found.tree)}
    return EveryEquilibrium(name, form.seats, listed, _components(found), shown)


def _mix(corner: Corner, actions: Sequence[str]) -> dict[str, dict[str, Fraction]]:
    total = sum(corner.weights)
    pairs = zip(actions, corner.weights, strict=True)
    return {"-": {action: Fraction(weight, total) for action, weight in pairs if weight}}


def _components(found: Listing) -> tuple[Component, ...]:
    number = {pair: k for k, pair in enumerate(found.pairs, 1)}
    made = []
    for part in found.components:
        subsets = sorted(
            tuple(sorted(number[x, y] for x in subset.first for y in subset.second))
            for subset in part
        )
        made.append(Component(max(map(found.spread, part)), tuple(subsets)))
    return tuple(sorted(made, key=lambda component: component.subsets))


def bimatrix_json(form: BimatrixForm) -> dict[str, Any]:
    """Return the payoffs of both seats for a certificate."""
    return {
        "kind": "bimatrix",
        "rows": list(form.rows),
        "columns": list(form.columns),
        "denominators": [safe_number(own.denominator) for own in (form.one, form.two)],
        "payoffs": [
            [list(map(safe_number, row)) for row in own.payoffs] for own in (form.one, form.two)
        ],
    }


def cases_json(seats: tuple[str, str], tree: Tree) -> list[Any]:
    """Return the cases for a certificate: labels from 1, shifts by the seat that replies, None."""
    told: list[Any] = []
    for node in tree.nodes:
        if isinstance(node, int):
            told.append(node + 1)
        elif isinstance(node, Dead):
            told.append({seats[1 - node.side]: list(map(safe_number, node.shift))})
        else:
            told.append(None)
    return told
