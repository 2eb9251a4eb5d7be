"""From a bimatrix form to the result that tells all its equilibria."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sabot.errors import SeatsError
from sabot.exact import safe_number
from sabot.results.equilibria import Component, EveryEquilibrium, ExtremeEquilibrium
from sabot.solvers import Task
from sabot.solvers.certificate import game_json
from sabot.solvers.equilibrium.every.faces import Corner
from sabot.solvers.equilibrium.every.listing import Listing, every_equilibrium
from sabot.solvers.equilibrium.every.sides import Dead, Tree

if TYPE_CHECKING:
    from sabot.forms.bimatrix import BimatrixForm
    from sabot.forms.general import GeneralForm
    from sabot.results.pairs import PairEquilibria


_SURE = Fraction(1)


def listed(task: Task) -> EveryEquilibrium | PairEquilibria:
    """Return every extreme equilibrium of a game of two."""
    return equilibria_of(task.game, task.form)


def equilibria_of(name: str, form: BimatrixForm | GeneralForm) -> EveryEquilibrium | PairEquilibria:
    """Return every extreme equilibrium of a game of two; refuse one for more."""
    from sabot.forms.general import GeneralForm
    from sabot.forms.pair import is_choices

    if is_choices(form):
        from sabot.solvers.equilibrium.binary.written import list_pair

        return list_pair(name, form)
    if len(form.seats) != 2:
        raise SeatsError(form.obstacle, "all equilibria are listed of games with two seats")
    if isinstance(form, GeneralForm):
        from sabot.forms.strategic import written_out

        form = written_out(form)
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
    shown = Evidence(form, found.tree)
    return EveryEquilibrium(name, form.seats, listed, _components(found), shown)


def _mix(corner: Corner, actions: Sequence[str]) -> dict[str, dict[str, Fraction]]:
    total = sum(corner.weights)
    if corner.size == 1:
        return {"-": {actions[corner.weights.index(total)]: _SURE}}
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


class Evidence(Mapping[str, Any]):
    """The payoffs and the cases of a certificate, made when they are asked for."""

    def __init__(self, form: BimatrixForm, tree: Tree) -> None:
        self._form, self._tree = form, tree

    def __getitem__(self, key: str) -> Any:
        if key == "form":
            return game_json(self._form)
        if key == "cases":
            return Cases(self._form.seats, self._tree)
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return iter(("form", "cases"))

    def __len__(self) -> int:
        return 2


@dataclass(frozen=True, slots=True)
class Cases:
    """The cases as a certificate tells them, made when they are written.

    Labels from 1, negative where they are made 0 on the second side first; of a case without
    equilibria the shift, by the seat that replies; None of one with some.
    """

    seats: tuple[str, str]
    tree: Tree

    def __iter__(self) -> Iterator[Any]:
        for node in self.tree.nodes():
            if node is None:
                yield None
            elif isinstance(node, Dead):
                common = math.gcd(*node.shift) or 1
                shift = [safe_number(weight // common) for weight in node.shift]
                yield {self.seats[1 - node.side]: shift}
            else:
                label, side = node
                yield -label - 1 if side else label + 1
