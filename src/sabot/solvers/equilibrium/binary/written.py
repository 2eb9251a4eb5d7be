"""From what was found to the result: formulas, claims, and the tree as a file has it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from sabot.forms.algebra.formula import Formula
from sabot.forms.general import GeneralForm
from sabot.forms.pair import PolynomialPair
from sabot.forms.polynomial import coefficients, formula
from sabot.results.ends import Extent, end_of
from sabot.results.pairs import (
    PairEquilibria,
    PairEquilibrium,
    PairPart,
    PairPiece,
    PairPoint,
    PairTheorem,
)
from sabot.solvers.equilibrium.binary.cases import (
    ALWAYS,
    NEVER,
    Cut,
    Dead,
    Found,
    Node,
    Outside,
    Settled,
    Split,
)
from sabot.solvers.equilibrium.binary.choices import ChoiceGame
from sabot.solvers.equilibrium.binary.mixes import Profile, dimension, payoffs
from sabot.solvers.equilibrium.binary.theorem import Family, Part, all_at_once, all_of
from sabot.solvers.theorem.evidence.ranges import PointRange, RealRange, WholeRange


def prove_pair(
    name: str, form: PolynomialPair, progress: Callable[[object], object] | None = None
) -> PairTheorem:
    """Return the theorem on all equilibria of a family of games."""
    return theorem_of(name, all_of(form, progress))


def theorem_of(name: str, family: Family) -> PairTheorem:
    """Return what was found of a family of games as a theorem."""
    form, domain = family.form, family.form.domain
    pieces, points = [], []
    for part in family.pieces:
        where = part.where
        if isinstance(where, WholeRange):
            extent = Extent(where.low, where.high)
        else:
            assert isinstance(where, RealRange) and where.high is not None
            extent = Extent(end_of(where.low), end_of(where.high))
        pieces.append(PairPiece(extent, _part(family, part)))
    for part in family.points:
        assert isinstance(part.where, PointRange)
        points.append(PairPoint(end_of(part.where.point), _part(family, part)))
    ends = (None if end is None else int(end) if end.denominator == 1 else end
            for end in (domain.low, domain.high))  # fmt: skip
    low, high = ends
    assert low is not None
    return PairTheorem(
        name,
        form.parameter,
        domain.whole,
        Extent(low, high),
        tuple(pieces),
        form.seats,
        form_json(form),
        alike_of(family.game),
        tuple(points),
    )


def list_pair(name: str, form: GeneralForm) -> PairEquilibria:
    """Return all equilibria of one game of binary choices."""
    started = time.perf_counter()
    pair = PolynomialPair.numeric(form)
    family = all_at_once(pair)
    (found,) = family.points
    numbers, start, dimensions = [], 1, []
    for profiles in found.sets:
        numbers.append(tuple(range(start, start + len(profiles))))
        start += len(profiles)
        dimensions.append(dimension(family.game, profiles))
    return PairEquilibria(
        name,
        pair.seats,
        _part(family, found),
        tuple(numbers),
        tuple(dimensions),
        form_json(pair),
        alike_of(family.game),
        time.perf_counter() - started,
    )


def alike_of(game: ChoiceGame) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Return the views that are taken together, by seat."""
    both = zip(game.seats, game.choices, strict=True)
    return {seat: tuple(c.views for c in own if len(c.views) > 1) for seat, own in both}


def form_json(form: PolynomialPair) -> dict[str, Any]:
    """Return a game as a file tells it."""
    return {
        "seats": list(form.seats),
        "cells": {side.name: side.to_json() for side in form.sides},
        "denominator": list(coefficients(form.denominator)),
        "payoffs": [
            [i, j, [list(coefficients(amount)) for amount in both]] for i, j, both in form.payoffs
        ],
    }


def _part(family: Family, part: Part) -> PairPart:
    game, found = family.game, part.profiles
    listed = tuple(_equilibrium(family.form, game, profile) for profile in found)
    unique = {seat: _unique(game, found, n) for n, seat in enumerate(game.seats)}
    return PairPart(listed, unique, tree_json(game, part.tree))


def _equilibrium(form: PolynomialPair, game: ChoiceGame, profile: Profile) -> PairEquilibrium:
    name = form.parameter
    strategies = {}
    for seat, (who, own) in enumerate(zip(game.seats, game.choices, strict=True)):
        chances: dict[str, tuple[Formula, Formula]] = {}
        for choice, (top, below) in zip(own, profile.chances[seat], strict=True):
            mix = formula(below - top, below, name), formula(top, below, name)
            chances |= dict.fromkeys(choice.views, mix)
        strategies[who] = {
            view: dict(zip(menu, chances[view], strict=True))
            for view, menu in game.actions[seat].items()
        }
    paid = tuple(formula(*quotient, name) for quotient in payoffs(form, game, profile))
    return PairEquilibrium(paid, strategies)


def _unique(game: ChoiceGame, found: Sequence[Profile], seat: int) -> bool:
    """Tell whether a seat plays the same in all equilibria that were found."""
    first = found[0].chances[seat]
    for choice, chance in zip(game.choices[seat], first, strict=True):
        if len(choice.views) > 1 and chance not in (NEVER, ALWAYS):
            return False
    return all(
        a[0] * b[1] == a[1] * b[0]
        for other in found[1:]
        for a, b in zip(first, other.chances[seat], strict=True)
    )


# ---------------------------------------------------------------------- trees


def tree_json(game: ChoiceGame, node: Node) -> dict[str, Any]:
    """Return a tree of cases as a file has it."""
    body: dict[str, Any] = {}
    if node.settled:
        body["settled"] = _rounds(game, node.settled)
    then = node.then
    if isinstance(then, Dead):
        body["dead"] = [game.seats[then.seat], _multiples(game, then.seat, then.multiples)]
    elif isinstance(then, Outside):
        body["outside"] = True
    elif isinstance(then, Found):
        body["found"] = then.number
    elif isinstance(then, Split):
        after = (tree_json(game, one) for one in (then.first, then.mixed, then.second))
        view = game.choices[then.seat][then.choice].name
        body["split"] = [game.seats[then.seat], view, *after]
    else:
        assert isinstance(then, Cut)
        after = (tree_json(game, one) for one in (then.below, then.at, then.above))
        body["cut"] = [game.choices[1][then.choice].name, *after]
    return body


def _rounds(game: ChoiceGame, steps: Sequence[Settled]) -> list[list[Any]]:
    """Return what is settled in rounds: of one seat after the other."""
    found: list[list[Any]] = []
    for step in steps:
        seat, choice = game.seats[step.seat], game.choices[step.seat][step.choice]
        if not found or found[-1][0] != seat:
            found.append([seat, {}])
        action = game.actions[step.seat][choice.name][step.action]
        by = _multiples(game, step.seat, step.multiples)
        found[-1][1][choice.name] = [action, by] if by else action
    return found


def _multiples(game: ChoiceGame, seat: int, multiples: Any) -> dict[str, int]:
    return {game.choices[seat][choice].name: number for choice, number in multiples.items()}
