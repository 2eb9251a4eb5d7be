"""Figures of theorems: value, payoffs, probabilities and thresholds against the parameter.

Breakpoints between critical regions are marked. Over whole numbers the values are dots, over the
real numbers each region is one curve.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
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
from sabot.results.parametric import FormulaStrategy, Piece, Theorem
from sabot.results.parametric_nash import NashPiece, NashTheorem
from sabot.results.proof import ParameterInterval, RangeEnd, end_to_point

RegionTheorem = Theorem | PairTheorem | NashTheorem
MixedTheorem = Theorem | PairTheorem
"""A theorem with one strategy per player on each piece, or a first one."""
MOST_CHANCE_CURVES = 10
_SAMPLES_PER_REGION = 48
"""Points on each piece over the real numbers."""
_MAX_INTEGER_POINTS = 400
_MAX_END_WIDTH = Fraction(1, 10**9)
_MIN_INTEGERS_SHOWN = 20
"""How many whole numbers are shown at least."""
_MIN_RANGE_SHOWN = 4
"""How much of a range without end is shown at least."""
_SHOWN_BEFORE_PIECES = 2
"""How much is shown at least of a first piece without a lower end."""


def theorem_figure(
    proof: Theorem, *, low: Fraction | None = None, to: Fraction | None = None
) -> Figure:
    """Return the value and all mixing probabilities, one above the other."""
    shown = _shown_range(proof, low, to)
    return _add_chance_panel(proof, shown, _value_panel(proof, shown))


def binary_nash_figure(
    proof: PairTheorem, *, low: Fraction | None = None, to: Fraction | None = None
) -> Figure:
    """Return what each seat is paid in the equilibrium, and below it all mixing chances."""
    shown = _shown_range(proof, low, to)
    found = _add_chance_panel(proof, shown, _payoff_panel(proof, shown))
    several = sum(len(piece.part.equilibria) > 1 for piece in proof.pieces)
    more = (
        f"on {count_noun(several, 'piece')} there are others than the one shown" if several else ""
    )
    return replace(found, note=join_caption(found.note, more))


def binary_nash_payoffs_figure(
    proof: PairTheorem, *, low: Fraction | None = None, to: Fraction | None = None
) -> Figure:
    """Return what each seat is paid, alone."""
    title = f"{game_title(proof.game)}: payoffs against {proof.parameter}"
    shown = _shown_range(proof, low, to)
    note = join_caption(fixed_parameters_text(proof.game), _regions_text(proof))
    return Figure(title, (_payoff_panel(proof, shown),), note, range_shown=shown.cut_text)


def parametric_nash_figure(
    proof: NashTheorem, *, low: Fraction | None = None, to: Fraction | None = None
) -> Figure:
    """Return what each seat is paid in every extreme equilibrium, one panel per seat."""
    shown = _shown_range(proof, low, to)
    panels = []
    for number, seat in enumerate(proof.seats):
        curves = []
        for piece in proof.pieces:
            spots = _sample_points(proof, piece, shown)
            for one in piece.part.equilibria if spots else ():
                points = tuple((spot, one.payoffs[number].at(spot)) for spot in spots)
                kind = "pure" if all(map(_is_pure, one.strategies.values())) else "mixed"
                curves.append(Curve(f"{kind} equilibrium", points))
        up = f"paid to {seat} ({payoff_unit(proof.game)})"
        marks = _breakpoint_marks(proof, shown)
        panels.append(Panel(proof.parameter, up, tuple(curves), marks))
    note = join_caption(fixed_parameters_text(proof.game), _regions_text(proof))
    title = f"{game_title(proof.game)}: payoffs in all equilibria against {proof.parameter}"
    return Figure(title, tuple(panels), note, range_shown=shown.cut_text)


def _is_pure(strategy: FormulaStrategy) -> bool:
    return len(strategy["-"]) == 1


def _add_chance_panel(proof: MixedTheorem, shown: _ShownRange, first: Panel) -> Figure:
    """Return a panel, and below it the mixing chances."""
    panels = [first]
    chances, left = _chance_curves(proof, shown)
    if chances:
        panels.append(
            Panel(
                proof.parameter,
                "chance",
                tuple(chances),
                _breakpoint_marks(proof, shown),
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
        range_shown=shown.cut_text,
    )


def _regions_text(proof: RegionTheorem) -> str:
    """Return the pieces, where they fit below a figure."""
    pieces = ", ".join(str(piece.extent) for piece in proof.pieces)
    return f"pieces: {pieces}" if len(pieces) <= 90 else count_noun(len(proof.pieces), "piece")


def value_figure(
    proof: Theorem, *, low: Fraction | None = None, to: Fraction | None = None
) -> Figure:
    """Return the value alone."""
    title = f"{game_title(proof.game)}: value against {proof.parameter}"
    shown = _shown_range(proof, low, to)
    note = join_caption(fixed_parameters_text(proof.game), _regions_text(proof))
    return Figure(title, (_value_panel(proof, shown),), note, range_shown=shown.cut_text)


@dataclass(frozen=True)
class _ShownRange:
    """The values of the parameter that a figure shows."""

    low: Fraction
    high: Fraction
    cut_text: str
    """The range in words, where the theorem goes on beyond it and nobody chose it; else ''."""

    def __contains__(self, value: Coordinate) -> bool:
        return self.low < value < self.high


def _shown_range(
    proof: RegionTheorem | CutTheorem, low: Fraction | None, to: Fraction | None
) -> _ShownRange:
    """Return the range that is shown: as chosen, else all of it, or all breakpoints and more."""
    domain = proof.domain
    for option, value in (("--from", low), ("--to", to)):
        if value is not None and not _is_proved_for(domain, value):
            raise NumberError(f"{option} {format_fraction(value)}: proved is {proof.range}")
    whole = isinstance(proof, RegionTheorem) and proof.whole
    start = _first_shown(proof) if low is None else Fraction(ceil(low)) if whole else low
    if to is not None:
        end = Fraction(floor(to)) if whole else to
    elif domain.high is not None:
        end = end_to_point(domain.high).high
    else:
        end = _last_shown(proof, start, _MIN_INTEGERS_SHOWN - 1 if whole else _MIN_RANGE_SHOWN)
    if start > end or (start == end and not whole):
        ends = f"{proof.parameter} from {format_fraction(start)} to {format_fraction(end)}"
        raise NumberError(f"{ends}: the figure needs a smaller --from or a larger --to")
    cut = (domain.low is None and low is None) or (domain.high is None and to is None)
    text = f"{proof.parameter} = {format_fraction(start)} to {format_fraction(end)}"
    return _ShownRange(start, end, text if cut else "")


def _is_proved_for(domain: ParameterInterval, value: Fraction) -> bool:
    """Return whether a value is in the range of a theorem."""
    over = domain.low is None or value >= end_to_point(domain.low).low
    return over and (domain.high is None or value <= end_to_point(domain.high).high)


def _first_shown(proof: RegionTheorem | CutTheorem) -> Fraction:
    """Return the first value that is shown by default; below all breakpoints if none is least."""
    if proof.domain.low is not None:
        return end_to_point(proof.domain.low).low
    first = proof.pieces[0].extent.high
    near = Fraction(0) if first is None else end_to_point(first).nearly()
    return min(Fraction(floor(near - abs(near) / 2)), Fraction(floor(near)) - _SHOWN_BEFORE_PIECES)


def _last_shown(proof: RegionTheorem | CutTheorem, start: Fraction, least: int) -> Fraction:
    """Return the last value that is shown by default: beyond all breakpoints."""
    begin = proof.pieces[-1].extent.low
    last = start if begin is None else end_to_point(begin).nearly()
    return max(Fraction(ceil(last + abs(last) / 2)), start + least)


def _sample_points(
    proof: RegionTheorem, piece: Piece | PairPiece | NashPiece, shown: _ShownRange
) -> list[Fraction]:
    """Return the values of the parameter at which a piece is drawn."""
    start = shown.low if piece.low is None else max(shown.low, refine_end(piece.low).high)
    stop = shown.high if piece.high is None else min(shown.high, refine_end(piece.high).low)
    if stop < start:
        return []
    if proof.whole:
        step = max(1, int(shown.high - shown.low) // _MAX_INTEGER_POINTS)
        return [*map(Fraction, range(int(start), int(stop), step)), stop]
    return [
        start + (stop - start) * k / _SAMPLES_PER_REGION for k in range(_SAMPLES_PER_REGION + 1)
    ]


def _regions_of(proof: RegionTheorem) -> Sequence[Piece | PairPiece | NashPiece]:
    return proof.pieces


def refine_end(end: RangeEnd | None) -> RealPoint:
    """Return an end of a piece in an interval too short to be seen."""
    point = end_to_point(end)
    while point.high - point.low > _MAX_END_WIDTH:
        point = point.closer()
    return point


def _formula_curves(
    proof: RegionTheorem, shown: _ShownRange, label: str, formulas: Sequence[Formula]
) -> list[Curve]:
    """Return one formula per piece as curves: dots for whole numbers, else one line per piece."""
    found: list[Curve] = []
    for piece, formula in zip(_regions_of(proof), formulas, strict=True):
        points = tuple((spot, formula.at(spot)) for spot in _sample_points(proof, piece, shown))
        if points:
            found.append(Curve(label, points))
    if not proof.whole:
        return found
    joined = tuple(point for curve in found for point in curve.points)
    if len(joined) > _MAX_INTEGER_POINTS // 4:
        return [Curve(label, joined)]
    return [Curve(label, joined, "dots"), Curve(label, joined, faint=True)]


def _value_panel(proof: Theorem, shown: _ShownRange) -> Panel:
    curves = _formula_curves(proof, shown, "value", [piece.value for piece in proof.pieces])
    marks = list(_breakpoint_marks(proof, shown))
    tail = proof.pieces[-1].value
    if proof.pieces[-1].high is None and tail.limit is not None and tail.constant is None:
        marks.append(Mark(f"limit {decimal_text(tail.limit, 6)[0]}", y=tail.limit))
    up = f"value, paid to {proof.seats[0]} ({payoff_unit(proof.game)})"
    return Panel(proof.parameter, up, tuple(curves), tuple(marks))


def _payoff_panel(proof: PairTheorem, shown: _ShownRange) -> Panel:
    """Return what each seat is paid, in the first equilibrium of each piece."""
    curves: list[Curve] = []
    for number, seat in enumerate(proof.seats):
        formulas = [piece.first.payoffs[number] for piece in proof.pieces]
        curves += _formula_curves(proof, shown, seat, formulas)
    up = f"paid ({payoff_unit(proof.game)})"
    return Panel(proof.parameter, up, tuple(curves), _breakpoint_marks(proof, shown))


def _breakpoint_marks(proof: RegionTheorem, shown: _ShownRange) -> tuple[Mark, ...]:
    """Return the breakpoints: between whole numbers, or where two pieces meet."""
    found = []
    for one, two in pairwise(_regions_of(proof)):
        low = end_to_point(two.low)
        at: Coordinate = low.low if low.rational else _breakpoint_float(low)
        if proof.whole and one.high is not None:
            at = (end_to_point(one.high).low + low.low) / 2
        if at in shown:
            found.append(Mark("breakpoint", at))
    return tuple(found)


def _breakpoint_float(root: RealPoint) -> Coordinate:
    """Return an irrational breakpoint as a float; beyond all floats it is left to who draws it."""
    near = root.nearly()
    try:
        return float(near)
    except OverflowError:
        return near


def _chance_curves(proof: MixedTheorem, shown: _ShownRange) -> tuple[list[Curve], int]:
    """Return a curve for each chance that is not everywhere 0 or 1, and how many are left out."""
    keys = list(
        dict.fromkeys(key for piece in proof.pieces for key in _mixed_choices(proof, piece))
    )
    curves: list[Curve] = []
    for seat, view, action in keys[:MOST_CHANCE_CURVES]:
        formulas = [piece.strategies[seat][view][action] for piece in proof.pieces]
        at = "" if view == "-" else f" {view}"
        curves += _formula_curves(proof, shown, f"{seat}{at} {action}", formulas)
    return curves, max(len(keys) - MOST_CHANCE_CURVES, 0)


def _mixed_choices(proof: MixedTheorem, piece: Piece | PairPiece) -> Iterator[tuple[str, str, str]]:
    """Yield the choices that a piece mixes: of two actions the second, the other is the rest."""
    for seat in proof.seats:
        for view, mix in piece.strategies[seat].items():
            moving = [action for action, formula in mix.items() if formula.constant not in (0, 1)]
            if not moving:
                continue
            yield from ((seat, view, a) for a in (list(mix)[1:] if len(mix) == 2 else moving))


_THRESHOLD_SAMPLES = 48
"""Points on each piece."""


def threshold_theorem_figure(
    proof: CutTheorem, *, low: Fraction | None = None, to: Fraction | None = None
) -> Figure:
    """Return the value, and below it every cut: what is done with which hands."""
    shown = _shown_range(proof, low, to)
    curves = tuple(
        _threshold_curve(piece, shown, label, formula)
        for piece in _shown_pieces(proof, shown)
        for label, formula in _labelled_thresholds(piece)
    )
    panel = Panel(
        proof.parameter,
        "hand, worst 0, best 1",
        curves,
        _region_boundary_marks(proof, shown),
        chances=True,
        shares=False,
    )
    read = "a | b at a cut: a with the hands below it, b with those above"
    title = f"{game_title(proof.game)}: value and cuts against {proof.parameter}"
    return Figure(
        title,
        (_threshold_value_panel(proof, shown), panel),
        join_caption(fixed_parameters_text(proof.game), read),
        range_shown=shown.cut_text,
    )


def threshold_value_figure(
    proof: CutTheorem, *, low: Fraction | None = None, to: Fraction | None = None
) -> Figure:
    """Return the value alone."""
    title = f"{game_title(proof.game)}: value against {proof.parameter}"
    shown = _shown_range(proof, low, to)
    return Figure(
        title,
        (_threshold_value_panel(proof, shown),),
        fixed_parameters_text(proof.game),
        range_shown=shown.cut_text,
    )


def _shown_pieces(proof: CutTheorem, shown: _ShownRange) -> list[CutPiece]:
    """Return the pieces of which some part is shown."""
    return [
        piece
        for piece in proof.pieces
        if end_to_point(piece.extent.low).low < shown.high
        and (piece.extent.high is None or end_to_point(piece.extent.high).high > shown.low)
    ]


def _threshold_value_panel(proof: CutTheorem, shown: _ShownRange) -> Panel:
    first = proof.seats[0]
    curves = tuple(
        _threshold_curve(piece, shown, "value", piece.payoffs[first])
        for piece in _shown_pieces(proof, shown)
    )
    up = f"value, paid to player {first} ({payoff_unit(proof.game)})"
    return Panel(proof.parameter, up, curves, _region_boundary_marks(proof, shown))


def _labelled_thresholds(piece: CutPiece) -> Iterator[tuple[str, Formula]]:
    """Yield each cut with its label: who is asked after what, and the actions that part there."""
    for seat, views in piece.answers.items():
        for view, answer in views.items():
            at = seat if view == "-" else f"{seat} after {view}"
            for (cut, below), (_, above) in pairwise(answer):
                yield f"{at}: {below} | {above}", cut


def _threshold_curve(piece: CutPiece, shown: _ShownRange, label: str, formula: Formula) -> Curve:
    start = max(shown.low, refine_end(piece.extent.low).high)
    high = piece.extent.high
    stop = shown.high if high is None else min(shown.high, refine_end(high).low)
    spots = (start + (stop - start) * k / _THRESHOLD_SAMPLES for k in range(_THRESHOLD_SAMPLES + 1))
    return Curve(label, tuple((spot, formula.at(spot)) for spot in spots))


def _region_boundary_marks(proof: CutTheorem, shown: _ShownRange) -> tuple[Mark, ...]:
    """Return where two pieces meet."""
    lows = (end_to_point(piece.extent.low) for piece in proof.pieces[1:])
    found = (low.low if low.rational else float(low) for low in lows)
    return tuple(Mark("breakpoint", at) for at in found if at in shown)
