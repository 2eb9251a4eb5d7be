"""All optimal strategies of both seats: the extreme ones, and what sets they span."""

from __future__ import annotations

from sabot.results.equilibria import Equilibria
from sabot.results.facets import irredundant
from sabot.results.optimal import optimal_set
from sabot.results.parametrised import parametrised
from sabot.solvers import Task
from sabot.solvers.certificate import form_json
from sabot.solvers.zero_sum.settle import extreme_strategies


def optimal_sets(task: Task) -> Equilibria:
    """Return the optimal sets of both seats of a zero-sum game."""
    form = task.form
    value, vertices = extreme_strategies(form)
    own = dict(zip(form.seats, vertices, strict=True))
    sets = {}
    if form.binary:
        for seat, foes in zip(form.seats, reversed(vertices), strict=True):
            sets[seat] = irredundant(optimal_set(form.sequence(), seat, foes[0]), own[seat])
    families = {side.name: parametrised(side, own[side.name]) for side in form.sides}
    short = {seat: family for seat, family in families.items() if family is not None}
    shown = form_json(form)
    told = {"form": {"kind": shown["kind"], "seats": list(form.seats)} | shown}
    return Equilibria(task.game, value, own, sets, short, told)
