"""A theorem drawn: the value and the mixing chances against the parameter, with breakpoints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import ceil

from sabot.errors import NumberError
from sabot.exact import show
from sabot.forms.algebra.formula import Formula
from sabot.forms.algebra.point import Point
from sabot.render.figures.captions import caption, held_fixed, titled, unit
from sabot.render.figures.figure import Curve, Figure, Mark, Number, Panel
from sabot.render.words import decimal_text, plural
from sabot.results.ends import End, point_at
from sabot.results.pairs import PairPiece, PairTheorem
from sabot.results.pieces import Piece
from sabot.results.theorem import Theorem

Proved = Theorem | PairTheorem
MOST_CURVES = 10
_SAMPLES = 48
"""Points on each piece over the real numbers."""
_MOST_WHOLE = 400
_FINE = Fraction(1, 10**9)
_BEYOND = 20
"""How many whole numbers are shown at least."""


def theorem_figure(proof: Theorem, *, to: Fraction | None = None) -> Figure:
    """Return the value and all mixing chances, one above the other."""
    return _with_mixes(proof, _end(proof, to), _value_panel(proof, _end(proof, to)))


def pair_figure(proof: PairTheorem, *, to: Fraction | None = None) -> Figure:
    """Return what each seat is paid in the equilibrium, and below it all mixing chances."""
    end = _end(proof, to)
    found = _with_mixes(proof, end, _payoff_panel(proof, end))
    several = sum(len(piece.part.equilibria) > 1 for piece in proof.pieces)
    more = f"on {plural(several, 'piece')} there are others than the one shown" if several else ""
    return replace(found, note=caption(found.note, more))


def payoffs_figure(proof: PairTheorem, *, to: Fraction | None = None) -> Figure:
    """Return what each seat is paid, alone."""
    title = f"{titled(proof.game)}: payoffs against {proof.parameter}"
    panel = _payoff_panel(proof, _end(proof, to))
    return Figure(title, (panel,), caption(held_fixed(proof.game), _extents(proof)))


def _with_mixes(proof: Proved, end: Fraction, first: Panel) -> Figure:
    """Return a panel, and below it the mixing chances."""
    panels = [first]
    chances, left = _mixes(proof, end)
    if chances:
        panels.append(
            Panel(proof.parameter, "chance", tuple(chances), _cuts(proof, end), chances=True)
        )
    what = "value" if isinstance(proof, Theorem) else "payoffs"
    mixes = " and mixes" if chances else ""
    more = f"{plural(left, 'more mixing chance')} in the proof" if left else ""
    return Figure(
        f"{titled(proof.game)}: {what}{mixes} against {proof.parameter}",
        tuple(panels),
        caption(held_fixed(proof.game), _extents(proof), more),
    )


def _extents(proof: Proved) -> str:
    """Return the pieces, where they fit below a figure."""
    pieces = ", ".join(str(piece.extent) for piece in proof.pieces)
    return f"pieces: {pieces}" if len(pieces) <= 90 else plural(len(proof.pieces), "piece")


def value_figure(proof: Theorem, *, to: Fraction | None = None) -> Figure:
    """Return the value alone."""
    title = f"{titled(proof.game)}: value against {proof.parameter}"
    panel = _value_panel(proof, _end(proof, to))
    return Figure(title, (panel,), caption(held_fixed(proof.game), _extents(proof)))


def _end(proof: Proved, to: Fraction | None) -> Fraction:
    """Return the last value of the parameter that is shown."""
    high = proof.domain.high
    start = point_at(proof.domain.low).low
    if to is not None:
        if to < start or (high is not None and to > point_at(high).high):
            raise NumberError(f"--to {show(to)}: proved is {proof.range}")
        return Fraction(int(to)) if proof.whole else to
    if high is not None:
        return point_at(high).high
    last = point_at(proof.pieces[-1].low).nearly()
    return max(Fraction(ceil(last * 3 / 2)), start + (_BEYOND - 1 if proof.whole else 4))


def _spots(proof: Proved, piece: Piece | PairPiece, end: Fraction) -> list[Fraction]:
    """Return the values of the parameter at which a piece is drawn."""
    start = near(piece.low).high
    stop = end if piece.high is None else min(end, near(piece.high).low)
    if stop < start:
        return []
    if proof.whole:
        step = max(1, int(end - point_at(proof.pieces[0].low).low) // _MOST_WHOLE)
        return [*map(Fraction, range(int(start), int(stop), step)), stop]
    return [start + (stop - start) * k / _SAMPLES for k in range(_SAMPLES + 1)]


def _pieces(proof: Proved) -> Sequence[Piece | PairPiece]:
    return proof.pieces


def near(end: End) -> Point:
    """Return an end of a piece in an interval too short to be seen."""
    point = point_at(end)
    while point.high - point.low > _FINE:
        point = point.closer()
    return point


def _curves(proof: Proved, end: Fraction, label: str, formulas: Sequence[Formula]) -> list[Curve]:
    """Return one formula a piece as curves: dots for whole numbers, else one line a piece."""
    found: list[Curve] = []
    for piece, formula in zip(_pieces(proof), formulas, strict=True):
        points = tuple((spot, formula.at(spot)) for spot in _spots(proof, piece, end))
        if points:
            found.append(Curve(label, points))
    if not proof.whole:
        return found
    joined = tuple(point for curve in found for point in curve.points)
    if len(joined) > _MOST_WHOLE // 4:
        return [Curve(label, joined)]
    return [Curve(label, joined, "dots"), Curve(label, joined, faint=True)]


def _value_panel(proof: Theorem, end: Fraction) -> Panel:
    curves = _curves(proof, end, "value", [piece.value for piece in proof.pieces])
    marks = list(_cuts(proof, end))
    tail = proof.pieces[-1].value
    if proof.pieces[-1].high is None and tail.limit is not None and tail.constant is None:
        marks.append(Mark(f"limit {decimal_text(tail.limit, 6)[0]}", y=tail.limit))
    up = f"value, paid to {proof.seats[0]} ({unit(proof.game)})"
    return Panel(proof.parameter, up, tuple(curves), tuple(marks))


def _payoff_panel(proof: PairTheorem, end: Fraction) -> Panel:
    """Return what each seat is paid, in the first equilibrium of each piece."""
    curves: list[Curve] = []
    for number, seat in enumerate(proof.seats):
        formulas = [piece.first.payoffs[number] for piece in proof.pieces]
        curves += _curves(proof, end, seat, formulas)
    up = f"paid ({unit(proof.game)})"
    return Panel(proof.parameter, up, tuple(curves), _cuts(proof, end))


def _cuts(proof: Proved, end: Fraction) -> tuple[Mark, ...]:
    """Return the breakpoints: between whole numbers, or where two pieces meet."""
    found = []
    for one, two in pairwise(_pieces(proof)):
        low = point_at(two.low)
        at: Number = low.low if low.rational else _nearly(low)
        if proof.whole and one.high is not None:
            at = (point_at(one.high).low + low.low) / 2
        if at < end:
            found.append(Mark("breakpoint", at))
    return tuple(found)


def _nearly(root: Point) -> Number:
    """Return an irrational breakpoint as a float; beyond all floats it is left to who draws it."""
    near = root.nearly()
    try:
        return float(near)
    except OverflowError:
        return near


def _mixes(proof: Proved, end: Fraction) -> tuple[list[Curve], int]:
    """Return a curve for each chance that is not everywhere 0 or 1, and how many are left out."""
    keys = list(dict.fromkeys(key for piece in proof.pieces for key in _live(proof, piece)))
    curves: list[Curve] = []
    for seat, view, action in keys[:MOST_CURVES]:
        formulas = [piece.strategies[seat][view][action] for piece in proof.pieces]
        at = "" if view == "-" else f" {view}"
        curves += _curves(proof, end, f"{seat}{at} {action}", formulas)
    return curves, max(len(keys) - MOST_CURVES, 0)


def _live(proof: Proved, piece: Piece | PairPiece) -> Iterator[tuple[str, str, str]]:
    """Yield the choices that a piece mixes: of two actions the second, the other is the rest."""
    for seat in proof.seats:
        for view, mix in piece.strategies[seat].items():
            moving = [action for action, formula in mix.items() if formula.constant not in (0, 1)]
            if not moving:
                continue
            yield from ((seat, view, a) for a in (list(mix)[1:] if len(mix) == 2 else moving))
