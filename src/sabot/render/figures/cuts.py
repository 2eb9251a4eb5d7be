"""A theorem on real hands drawn: the value, and the cuts of both players against the parameter."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import ceil

from sabot.errors import NumberError
from sabot.exact import show
from sabot.forms.algebra.formula import Formula
from sabot.render.figures.captions import caption, held_fixed, titled, unit
from sabot.render.figures.figure import Curve, Figure, Mark, Panel
from sabot.render.figures.theorem import near
from sabot.results.cuts import CutPiece, CutTheorem
from sabot.results.ends import point_at

_SAMPLES = 48
"""Points on each piece."""
_BEYOND = 4
"""How much of a range without end is shown at least."""


def cuts_figure(proof: CutTheorem, *, to: Fraction | None = None) -> Figure:
    """Return the value, and below it every cut: what is done with which hands."""
    end = _end(proof, to)
    curves = tuple(
        _curve(piece, end, label, formula)
        for piece in proof.pieces
        for label, formula in _named(piece)
        if point_at(piece.extent.low).low < end
    )
    panel = Panel(
        proof.parameter,
        "hand, worst 0, best 1",
        curves,
        _meeting(proof, end),
        chances=True,
        shares=False,
    )
    read = "a | b at a cut: a with the hands below it, b with those above"
    title = f"{titled(proof.game)}: value and cuts against {proof.parameter}"
    return Figure(title, (_value(proof, end), panel), caption(held_fixed(proof.game), read))


def payoff_figure(proof: CutTheorem, *, to: Fraction | None = None) -> Figure:
    """Return the value alone."""
    title = f"{titled(proof.game)}: value against {proof.parameter}"
    return Figure(title, (_value(proof, _end(proof, to)),), held_fixed(proof.game))


def _value(proof: CutTheorem, end: Fraction) -> Panel:
    first = proof.seats[0]
    curves = tuple(
        _curve(piece, end, "value", piece.payoffs[first])
        for piece in proof.pieces
        if point_at(piece.extent.low).low < end
    )
    up = f"value, paid to player {first} ({unit(proof.game)})"
    return Panel(proof.parameter, up, curves, _meeting(proof, end))


def _named(piece: CutPiece) -> Iterator[tuple[str, Formula]]:
    """Yield each cut with its label: who is asked after what, and the actions that part there."""
    for seat, views in piece.answers.items():
        for view, answer in views.items():
            at = seat if view == "-" else f"{seat} after {view}"
            for (cut, below), (_, above) in pairwise(answer):
                yield f"{at}: {below} | {above}", cut


def _curve(piece: CutPiece, end: Fraction, label: str, formula: Formula) -> Curve:
    start = near(piece.extent.low).high
    high = piece.extent.high
    stop = end if high is None else min(end, near(high).low)
    spots = (start + (stop - start) * k / _SAMPLES for k in range(_SAMPLES + 1))
    return Curve(label, tuple((spot, formula.at(spot)) for spot in spots))


def _end(proof: CutTheorem, to: Fraction | None) -> Fraction:
    """Return the last value of the parameter that is shown."""
    start, high = point_at(proof.domain.low).low, proof.domain.high
    if to is not None:
        if to <= start or (high is not None and to > point_at(high).high):
            raise NumberError(f"--to {show(to)}: proved is {proof.range}")
        return to
    if high is not None:
        return point_at(high).high
    last = float(point_at(proof.pieces[-1].extent.low))
    return max(Fraction(ceil(1.5 * last)), start + _BEYOND)


def _meeting(proof: CutTheorem, end: Fraction) -> tuple[Mark, ...]:
    """Return where two pieces meet."""
    lows = (point_at(piece.extent.low) for piece in proof.pieces[1:])
    found = (low.low if low.rational else float(low) for low in lows)
    return tuple(Mark("breakpoint", at) for at in found if at < end)
