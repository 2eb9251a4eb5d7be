"""Prove a theorem on a parametric zero-sum game, and write it with all that the checker asks for.

The critical regions become the pieces of the theorem, each with its plans, its proof obligations
and their reasons; to them come the breakpoints and the dominance classes of actions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import cast

from sabot.forms.algebra.rational_function import Formula
from sabot.forms.algebra.real_roots import RealPoint
from sabot.forms.parametric import PolynomialForm, coefficients, quotient_formula
from sabot.forms.sequence import Treeplex
from sabot.progress import track_progress, without_watch
from sabot.results.codec import codec_of
from sabot.results.parametric import (
    DominanceClassification,
    DominanceRange,
    Piece,
    ProofInterrupted,
    Theorem,
    behaviour_from_plan,
)
from sabot.results.proof import (
    ParameterInterval,
    PieceBasis,
    PlansByPlayer,
    PolynomialGame,
    PolynomialPlan,
    ProvenInequality,
)
from sabot.solvers.certificate_writer import write_certificate
from sabot.solvers.parametric.breakpoints import decide_breakpoints, game_string_at
from sabot.solvers.parametric.candidate import ParametricPlan
from sabot.solvers.parametric.critical_regions import (
    IntegerRegion,
    RealRegion,
    RegionCover,
    SweepInterrupted,
    sweep_integers,
    sweep_reals,
)
from sabot.solvers.parametric.dominance_classes import classify_actions
from sabot.solvers.parametric.proof_obligations import RegionClaim, prove_obligations
from sabot.solvers.parametric.signs import IntegerRange, RealRange


def prove_parametric_value(
    name: str, form: PolynomialForm, progress: Callable[[object], object] | None
) -> Theorem:
    """Return the theorem; a stop raises ProofInterrupted with that on a shorter range."""
    try:
        theorem = (sweep_integers if form.domain.whole else sweep_reals)(form, progress)
    except SweepInterrupted as stop:
        with without_watch():
            short = None if stop.theorem is None else write_theorem(name, stop.theorem)
        raise ProofInterrupted(short) from None
    return write_theorem(name, theorem)


def write_theorem(game: str, cover: RegionCover[int] | RegionCover[RealPoint]) -> Theorem:
    """Return the theorem that the stretches of a cover make, with all that proves it."""
    form = cover.form
    own = PolynomialGame(
        form.sides,
        coefficients(form.denominator),
        tuple((i, j, coefficients(amount)) for i, j, amount in form.payoffs),
    )
    stretches: Sequence[IntegerRegion | RealRegion] = cover.pieces
    pieces = tuple(
        _write_piece(game, form, stretch)
        for stretch in track_progress("writing the proof", stretches)
    )
    sorts = {
        seat: {
            view: tuple(DominanceRange(*part) for part in ranges) for view, ranges in table.items()
        }
        for seat, table in classify_actions(form).items()
    }
    return Theorem(
        game,
        form.parameter,
        form.domain.whole,
        ParameterInterval(pieces[0].low, pieces[-1].high),
        pieces,
        own,
        ()
        if form.domain.whole
        else decide_breakpoints(game, cast("RegionCover[RealPoint]", cover), pieces),
        DominanceClassification(sorts),
    )


def _write_piece(game: str, form: PolynomialForm, stretch: IntegerRegion | RealRegion) -> Piece:
    """Return a piece with the reasons why it holds."""
    candidate, own = stretch.candidate, None
    if stretch.numeric_solution is not None and isinstance(stretch.low, int):
        own = write_certificate(
            game_string_at(game, stretch.low), form.at(stretch.low), stretch.numeric_solution
        )
    plans = [_write_plan(plan) for plan in candidate.plans]
    alone = stretch.numeric_solution is None
    piece = Piece(
        extent=stretch.extent,
        value=quotient_formula(*candidate.value, form.parameter),
        strategies={
            side.name: _write_strategy(side, plan, form.parameter)
            for side, plan in zip(form.sides, plans, strict=True)
        },
        unique=dict(zip(form.seats, stretch.unique, strict=True)),
        plans=dict(zip(form.seats, plans, strict=True)),
        another=_plans_by_player(form, candidate.another) if alone else {},
        witness=_plans_by_player(form, candidate.witness) if alone else {},
        certificate=own,
    )
    why = prove_obligations(
        form, _region_claim(stretch, certified=own is not None), _parameter_range(stretch)
    )
    return replace(
        piece,
        basis=codec_of(Mapping[str, PieceBasis]).read(why["basis"]),
        inequalities=codec_of(tuple[ProvenInequality, ...]).read(why["inequalities"]),
    )


def _region_claim(stretch: IntegerRegion | RealRegion, *, certified: bool) -> RegionClaim:
    """Return what the formulas of a piece say; a certificate speaks of uniqueness for itself."""
    found = stretch.candidate
    if certified:
        return RegionClaim(found.plans, found.value)
    return RegionClaim(found.plans, found.value, stretch.unique, found.another, found.witness)


def _parameter_range(stretch: IntegerRegion | RealRegion) -> IntegerRange | RealRange:
    if isinstance(stretch.low, int):
        return IntegerRange(stretch.low, stretch.high)
    return RealRange(stretch.low, stretch.high)


def _write_strategy(
    side: Treeplex, plan: PolynomialPlan, name: str
) -> dict[str, dict[str, Formula]]:
    """Return a plan as behaviour; the first action at infosets that it does not come to."""
    told = behaviour_from_plan(side, plan, name)
    return {
        cell.key: told.get(cell.key)
        or {a: Formula.number(int(a == cell.actions[0]), name) for a in cell.actions}
        for cell in side.cells
    }


def _plans_by_player(
    form: PolynomialForm, plans: tuple[ParametricPlan | None, ParametricPlan | None]
) -> PlansByPlayer:
    """Return those plans that there are, by seat."""
    return {s: _write_plan(p) for s, p in zip(form.seats, plans, strict=True) if p is not None}


def _write_plan(plan: ParametricPlan) -> PolynomialPlan:
    sure = tuple(s for s, top in enumerate(plan.tops) if s and top == plan.below)
    tops = {
        s: coefficients(top)
        for s, top in enumerate(plan.tops)
        if s and top != 0 and top != plan.below
    }
    return PolynomialPlan(coefficients(plan.below), sure, tops)
