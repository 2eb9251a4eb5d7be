"""All optimal strategies of a zero-sum game: the extreme ones, and the sets they span.

The extreme optimal strategies of each player are enumerated by
:mod:`sabot.solvers.vertex_enumeration`, in a separable game after elimination of dominated actions.
The optimal set is their convex hull; it is also described by its irredundant inequalities (binary
games) and as a parametrised family where that is short.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from sabot.errors import NoMethodError
from sabot.forms.sequence import BehaviourStrategy, MatrixForm, SequenceForm
from sabot.results.optimal_set import (
    Equilibria,
    compute_optimal_set,
    parametrise,
    remove_redundant_conditions,
)
from sabot.results.solution import support
from sabot.solvers.certificate_writer import form_to_json
from sabot.solvers.vertex_enumeration import ExtremeStrategies
from sabot.solvers.zero_sum.solve import eliminate_in_separable_form

if TYPE_CHECKING:
    from sabot.solvers.zero_sum.separable import DominanceReduction


def solve_optimal_sets(game: str, form: MatrixForm | SequenceForm) -> Equilibria:
    """Return the optimal sets of both seats of a zero-sum game."""
    value, vertices = enumerate_extreme_strategies(form)
    own = dict(zip(form.seats, vertices, strict=True))
    sets = {}
    if form.is_binary_action:
        for seat, foes in zip(form.seats, reversed(vertices), strict=True):
            sets[seat] = remove_redundant_conditions(
                compute_optimal_set(form.sequence(), seat, foes[0]), own[seat]
            )
    families = {side.name: parametrise(side, own[side.name]) for side in form.sides}
    short = {seat: family for seat, family in families.items() if family is not None}
    shown = form_to_json(form)
    certificate = {"form": {"kind": shown["kind"], "seats": list(form.seats)} | shown}
    return Equilibria(game, value, own, sets, short, certificate)


_MOST_VARIANTS = 4096


def enumerate_extreme_strategies(form: MatrixForm | SequenceForm) -> ExtremeStrategies:
    """Return the value and all extreme optimal strategies of each seat."""
    if isinstance(form, MatrixForm):
        return matrix_form_vertices(form)
    return separable_form_vertices(form) if form.is_single_stage else sequence_form_vertices(form)


def matrix_form_vertices(form: MatrixForm) -> ExtremeStrategies:
    """Return the value and all extreme optimal strategies of a matrix game."""
    from sabot.solvers.vertex_enumeration import enumerate_optimal_mixed_strategies
    from sabot.solvers.zero_sum.matrix_game import solve_matrix_game
    from sabot.solvers.zero_sum.matrix_uniqueness import matrix_game_faces

    found = solve_matrix_game(form)
    mixes = found.row, found.column
    used = [[k for k, chance in enumerate(mix) if chance] for mix in mixes]
    # a strictly complementary pair with as many rows as columns is mostly one point: see first
    strict = used == [list(found.tight[0]), list(found.tight[1])]
    plans = [Fraction(1), *found.row], [Fraction(1), *found.column]
    unique = [v.unique for v in matrix_game_faces(form, found, plans).verdicts] if strict else []
    vertices = []
    for seat, game in enumerate((form, form.swapped())):
        if unique and unique[seat]:
            labels = zip(game.rows, mixes[seat], strict=True)
            vertices.append([{"-": support(dict(labels))}])
            continue
        value = found.value if seat == 0 else -found.value
        listed = enumerate_optimal_mixed_strategies(game, value, found.tight[seat], mixes[1 - seat])
        vertices.append([{"-": mix} for mix in listed])
    return found.value, (vertices[0], vertices[1])


def separable_form_vertices(form: SequenceForm) -> ExtremeStrategies:
    """Return the value and all extreme optimal strategies of a separable game."""
    fold = eliminate_in_separable_form(form)
    value, (small_ones, small_twos) = sequence_form_vertices(fold.small)
    ones = [twin for table in small_ones for twin in _indifferent_variants(fold, 0, table)]
    return value, (
        ones,
        [twin for table in small_twos for twin in _indifferent_variants(fold, 1, table)],
    )


def _indifferent_variants(
    fold: DominanceReduction, seat: int, table: BehaviourStrategy
) -> list[BehaviourStrategy]:
    """Return a strategy of the small game with every choice at the infosets where none matters."""
    idle = [cell for cell in fold.full.sides[seat].cells if cell.key in fold.idle[seat]]
    if prod(len(cell.actions) for cell in idle) > _MOST_VARIANTS:
        raise NoMethodError(
            f"at {len(idle)} information sets ({', '.join(cell.key for cell in idle[:3])}, ...) "
            f"{fold.full.seats[seat]}'s choice never matters: too many extreme strategies to list; "
            "`sabot solve` gives one"
        )
    lifted = fold.extend_behaviour(seat, table)
    return [
        lifted
        | {
            cell.key: {a: Fraction(int(a == action)) for a in cell.actions}
            for cell, action in zip(idle, choice, strict=True)
        }
        for choice in product(*(cell.actions for cell in idle))
    ]


def sequence_form_vertices(form: SequenceForm) -> ExtremeStrategies:
    """Return the value and all extreme optimal strategies of a tree."""
    from sabot.solvers.vertex_enumeration import enumerate_optimal_plans
    from sabot.solvers.zero_sum.sequence_form_lp import solve_sequence_form_lp

    found = solve_sequence_form_lp(form)
    one, two = form.sides
    x, y = found.plans
    ones = enumerate_optimal_plans(form, found.value, y)
    twos = enumerate_optimal_plans(form.swapped(), -found.value, x)
    replies = form.reply(0, (x, y))[0], form.reply(1, (x, y))[0]
    return found.value, (
        [one.behaviour(plan, replies[0]) for plan in ones],
        [two.behaviour(plan, replies[1]) for plan in twos],
    )
