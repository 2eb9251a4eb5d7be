"""Figures of theorems: value, payoffs, probabilities and thresholds against the parameter.

Breakpoints between critical regions are marked. Over whole numbers the values are dots, over the
real numbers each region is one curve.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor

from sabot.errors import NumberError
from sabot.exact import format_fraction
from sabot.forms.algebra.rational_function import Formula
from sabot.forms.algebra.real_roots import RealPoint
from sabot.render.figures.captions import (
    fixed_parameters_text,
    game_title,
    join_caption,
    payoff_unit,
)
from sabot.render.figures.figure import Figure
from sabot.render.figures.panels import Coordinate, Curve, Mark, Panel
from sabot.render.text import count_noun, decimal_text
from sabot.results.binary_nash import PairPiece, PairTheorem
from sabot.results.continuous import CutPiece, CutTheorem
from sabot.results.parametric import Piece, Theorem
from sabot.results.proof import RangeEnd, end_to_point

RegionTheorem = Theorem | PairTheorem
MOST_CHANCE_CURVES = 10
_SAMPLES_PER_REGION = 48
"""Points on each piece over the real numbers."""
_MAX_INTEGER_POINTS = 400
_MAX_END_WIDTH = Fraction(1, 10**9)
_MIN_INTEGERS_SHOWN = 20
"""How many whole numbers are shown at least."""
_SHOWN_BEFORE_PIECES = 2
"""How much is shown at least of a first piece without a lower end."""


def theorem_figure(proof: Theorem, *, to: Fraction | None = None) -> Figure:
    """Return the value and all mixing chances, one above the other."""
    return _add_chance_panel(
        proof, _last_parameter(proof, to), _value_panel(proof, _last_parameter(proof, to))
    )


def binary_nash_figure(proof: PairTheorem, *, to: Fraction | None = None) -> Figure:
    """Return what each seat is paid in the equilibrium, and below it all mixing chances."""
    end = _last_parameter(proof, to)
    found = _add_chance_panel(proof, end, _payoff_panel(proof, end))
    several = sum(len(piece.part.equilibria) > 1 for piece in proof.pieces)
    more = (
        f"on {count_noun(several, 'piece')} there are others than the one shown" if several else ""
    )
    return replace(found, note=join_caption(found.note, more))


def binary_nash_payoffs_figure(proof: PairTheorem, *, to: Fraction | None = None) -> Figure:
    """Return what each seat is paid, alone."""
    title = f"{game_title(proof.game)}: payoffs against {proof.parameter}"
    panel = _payoff_panel(proof, _last_parameter(proof, to))
    return Figure(
        title, (panel,), join_caption(fixed_parameters_text(proof.game), _regions_text(proof))
    )


def _add_chance_panel(proof: RegionTheorem, end: Fraction, first: Panel) -> Figure:
    """Return a panel, and below it the mixing chances."""
    panels = [first]
    chances, left = _chance_curves(proof, end)
    if chances:
        panels.append(
            Panel(
                proof.parameter,
                "chance",
                tuple(chances),
                _breakpoint_marks(proof, end),
                chances=True,
            )
        )
    what = "value" if isinstance(proof, Theorem) else "payoffs"
    mixes = " and mixes" if chances else ""
    more = f"{count_noun(left, 'more mixing chance')} in the proof" if left else ""
    return Figure(
        f"{game_title(proof.game)}: {what}{mixes} against {proof.parameter}",
        tuple(panels),
        join_caption(fixed_parameters_text(proof.game), _regions_text(proof), more),
    )


def _regions_text(proof: RegionTheorem) -> str:
    """Return the pieces, where they fit below a figure."""
    pieces = ", ".join(str(piece.extent) for piece in proof.pieces)
    return f"pieces: {pieces}" if len(pieces) <= 90 else count_noun(len(proof.pieces), "piece")


def value_figure(proof: Theorem, *, to: Fraction | None = None) -> Figure:
    """Return the value alone."""
    title = f"{game_title(proof.game)}: value against {proof.parameter}"
    panel = _value_panel(proof, _last_parameter(proof, to))
    return Figure(
        title, (panel,), join_caption(fixed_parameters_text(proof.game), _regions_text(proof))
    )


def _last_parameter(proof: RegionTheorem, to: Fraction | None) -> Fraction:
    """Return the last value of the parameter that is shown."""
    high = proof.domain.high
    start = _first_parameter(proof)
    if to is not None:
        if (proof.domain.low is not None and to < start) or (
            high is not None and to > end_to_point(high).high
        ):
            raise NumberError(f"--to {format_fraction(to)}: proved is {proof.range}")
        return Fraction(int(to)) if proof.whole else to
    if high is not None:
        return end_to_point(high).high
    begin = proof.pieces[-1].low
    last = start if begin is None else end_to_point(begin).nearly()
    return max(
        Fraction(ceil(last * 3 / 2)), start + (_MIN_INTEGERS_SHOWN - 1 if proof.whole else 4)
    )


def _first_parameter(proof: RegionTheorem) -> Fraction:
    """Return the first value of the parameter that is shown."""
    if proof.domain.low is not None:
        return end_to_point(proof.domain.low).low
    first = proof.pieces[0].high
    near = Fraction(0) if first is None else end_to_point(first).nearly()
    return min(Fraction(floor(near * 3 / 2)), Fraction(floor(near)) - _SHOWN_BEFORE_PIECES)


def _sample_points(proof: RegionTheorem, piece: Piece | PairPiece, end: Fraction) -> list[Fraction]:
    """Return the values of the parameter at which a piece is drawn."""
    start = _first_parameter(proof) if piece.low is None else refine_end(piece.low).high
    stop = end if piece.high is None else min(end, refine_end(piece.high).low)
    if stop < start:
        return []
    if proof.whole:
        step = max(1, int(end - end_to_point(proof.pieces[0].low).low) // _MAX_INTEGER_POINTS)
        return [*map(Fraction, range(int(start), int(stop), step)), stop]
    return [
        start + (stop - start) * k / _SAMPLES_PER_REGION for k in range(_SAMPLES_PER_REGION + 1)
    ]


def _regions_of(proof: RegionTheorem) -> Sequence[Piece | PairPiece]:
    return proof.pieces


def refine_end(end: RangeEnd | None) -> RealPoint:
    """Return an end of a piece in an interval too short to be seen."""
    point = end_to_point(end)
    while point.high - point.low > _MAX_END_WIDTH:
        point = point.closer()
    return point


def _formula_curves(
    proof: RegionTheorem, end: Fraction, label: str, formulas: Sequence[Formula]
) -> list[Curve]:
    """Return one formula per piece as curves: dots for whole numbers, else one line per piece."""
    found: list[Curve] = []
    for piece, formula in zip(_regions_of(proof), formulas, strict=True):
        points = tuple((spot, formula.at(spot)) for spot in _sample_points(proof, piece, end))
        if points:
            found.append(Curve(label, points))
    if not proof.whole:
        return found
    joined = tuple(point for curve in found for point in curve.points)
    if len(joined) > _MAX_INTEGER_POINTS // 4:
        return [Curve(label, joined)]
    return [Curve(label, joined, "dots"), Curve(label, joined, faint=True)]


def _value_panel(proof: Theorem, end: Fraction) -> Panel:
    curves = _formula_curves(proof, end, "value", [piece.value for piece in proof.pieces])
    marks = list(_breakpoint_marks(proof, end))
    tail = proof.pieces[-1].value
    if proof.pieces[-1].high is None and tail.limit is not None and tail.constant is None:
        marks.append(Mark(f"limit {decimal_text(tail.limit, 6)[0]}", y=tail.limit))
    up = f"value, paid to {proof.seats[0]} ({payoff_unit(proof.game)})"
    return Panel(proof.parameter, up, tuple(curves), tuple(marks))


def _payoff_panel(proof: PairTheorem, end: Fraction) -> Panel:
    """Return what each seat is paid, in the first equilibrium of each piece."""
    curves: list[Curve] = []
    for number, seat in enumerate(proof.seats):
        formulas = [piece.first.payoffs[number] for piece in proof.pieces]
        curves += _formula_curves(proof, end, seat, formulas)
    up = f"paid ({payoff_unit(proof.game)})"
    return Panel(proof.parameter, up, tuple(curves), _breakpoint_marks(proof, end))


def _breakpoint_marks(proof: RegionTheorem, end: Fraction) -> tuple[Mark, ...]:
    """Return the breakpoints: between whole numbers, or where two pieces meet."""
    found = []
    for one, two in pairwise(_regions_of(proof)):
        low = end_to_point(two.low)
        at: Coordinate = low.low if low.rational else _breakpoint_float(low)
        if proof.whole and one.high is not None:
            at = (end_to_point(one.high).low + low.low) / 2
        if at < end:
            found.append(Mark("breakpoint", at))
    return tuple(found)


def _breakpoint_float(root: RealPoint) -> Coordinate:
    """Return an irrational breakpoint as a float; beyond all floats it is left to who draws it."""
    near = root.nearly()
    try:
        return float(near)
    except OverflowError:
        return near


def _chance_curves(proof: RegionTheorem, end: Fraction) -> tuple[list[Curve], int]:
    """Return a curve for each chance that is not everywhere 0 or 1, and how many are left out."""
    keys = list(
        dict.fromkeys(key for piece in proof.pieces for key in _mixed_choices(proof, piece))
    )
    curves: list[Curve] = []
    for seat, view, action in keys[:MOST_CHANCE_CURVES]:
        formulas = [piece.strategies[seat][view][action] for piece in proof.pieces]
        at = "" if view == "-" else f" {view}"
        curves += _formula_curves(proof, end, f"{seat}{at} {action}", formulas)
    return curves, max(len(keys) - MOST_CHANCE_CURVES, 0)


def _mixed_choices(
    proof: RegionTheorem, piece: Piece | PairPiece
) -> Iterator[tuple[str, str, str]]:
    """Yield the choices that a piece mixes: of two actions the second, the other is the rest."""
    for seat in proof.seats:
        for view, mix in piece.strategies[seat].items():
            moving = [action for action, formula in mix.items() if formula.constant not in (0, 1)]
            if not moving:
                continue
            yield from ((seat, view, a) for a in (list(mix)[1:] if len(mix) == 2 else moving))


_THRESHOLD_SAMPLES = 48
"""Points on each piece."""
_MIN_RANGE_SHOWN = 4
"""How much of a range without end is shown at least."""


def threshold_theorem_figure(proof: CutTheorem, *, to: Fraction | None = None) -> Figure:
    """Return the value, and below it every cut: what is done with which hands."""
    end = _last_threshold_parameter(proof, to)
    curves = tuple(
        _threshold_curve(piece, end, label, formula)
        for piece in proof.pieces
        for label, formula in _labelled_thresholds(piece)
        if end_to_point(piece.extent.low).low < end
    )
    panel = Panel(
        proof.parameter,
        "hand, worst 0, best 1",
        curves,
        _region_boundary_marks(proof, end),
        chances=True,
        shares=False,
    )
    read = "a | b at a cut: a with the hands below it, b with those above"
    title = f"{game_title(proof.game)}: value and cuts against {proof.parameter}"
    return Figure(
        title,
        (_threshold_value_panel(proof, end), panel),
        join_caption(fixed_parameters_text(proof.game), read),
    )


def threshold_value_figure(proof: CutTheorem, *, to: Fraction | None = None) -> Figure:
    """Return the value alone."""
    title = f"{game_title(proof.game)}: value against {proof.parameter}"
    return Figure(
        title,
        (_threshold_value_panel(proof, _last_threshold_parameter(proof, to)),),
        fixed_parameters_text(proof.game),
    )


def _threshold_value_panel(proof: CutTheorem, end: Fraction) -> Panel:
    first = proof.seats[0]
    curves = tuple(
        _threshold_curve(piece, end, "value", piece.payoffs[first])
        for piece in proof.pieces
        if end_to_point(piece.extent.low).low < end
    )
    up = f"value, paid to player {first} ({payoff_unit(proof.game)})"
    return Panel(proof.parameter, up, curves, _region_boundary_marks(proof, end))


def _labelled_thresholds(piece: CutPiece) -> Iterator[tuple[str, Formula]]:
    """Yield each cut with its label: who is asked after what, and the actions that part there."""
    for seat, views in piece.answers.items():
        for view, answer in views.items():
            at = seat if view == "-" else f"{seat} after {view}"
            for (cut, below), (_, above) in pairwise(answer):
                yield f"{at}: {below} | {above}", cut


def _threshold_curve(piece: CutPiece, end: Fraction, label: str, formula: Formula) -> Curve:
    start = refine_end(piece.extent.low).high
    high = piece.extent.high
    stop = end if high is None else min(end, refine_end(high).low)
    spots = (start + (stop - start) * k / _THRESHOLD_SAMPLES for k in range(_THRESHOLD_SAMPLES + 1))
    return Curve(label, tuple((spot, formula.at(spot)) for spot in spots))


def _last_threshold_parameter(proof: CutTheorem, to: Fraction | None) -> Fraction:
    """Return the last value of the parameter that is shown."""
    start, high = end_to_point(proof.domain.low).low, proof.domain.high
    if to is not None:
        if to <= start or (high is not None and to > end_to_point(high).high):
            raise NumberError(f"--to {format_fraction(to)}: proved is {proof.range}")
        return to
    if high is not None:
        return end_to_point(high).high
    last = float(end_to_point(proof.pieces[-1].extent.low))
    return max(Fraction(ceil(1.5 * last)), start + _MIN_RANGE_SHOWN)


def _region_boundary_marks(proof: CutTheorem, end: Fraction) -> tuple[Mark, ...]:
    """Return where two pieces meet."""
    lows = (end_to_point(piece.extent.low) for piece in proof.pieces[1:])
    found = (low.low if low.rational else float(low) for low in lows)
    return tuple(Mark("breakpoint", at) for at in found if at < end)
