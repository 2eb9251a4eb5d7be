"""The lower envelope V(p): why a seat with one choice between two actions mixes, in one picture."""

from __future__ import annotations

from fractions import Fraction

from sabot.errors import NoMethodError
from sabot.exact import show
from sabot.forms.additive import AdditiveForm
from sabot.forms.matrix import MatrixForm
from sabot.forms.sequence import SequenceForm
from sabot.render.figures.captions import caption, titled, unit
from sabot.render.figures.figure import Curve, Figure, Mark, Panel
from sabot.render.words import clipped, decimal_text

Form = MatrixForm | SequenceForm
MOST_LINES = 40
"""Beyond this many pure replies, their lines are a blur and only the envelope is drawn."""
_LONGEST = 24


def short(number: Fraction) -> str:
    """Return a fraction that fits beside a point: exact where it is short.

    >>> short(Fraction(9, 11)), short(Fraction(10**20 + 1, 3 * 10**20))
    ('9/11', '0.333333')
    """
    exact = show(number)
    return exact if len(exact) <= _LONGEST else decimal_text(number, 6)[0]


def has_envelope(form: Form) -> bool:
    """Tell whether one seat has a single choice between two actions."""
    return _mixer(form) is not None


def envelope_figure(form: Form, game: str) -> Figure:
    """Return V(p) with its corners, and its best point: the value of the game."""
    found = _mixer(form)
    if found is None:
        raise NoMethodError(
            f"{game}: the envelope needs a seat with one choice between two actions, "
            "and an opponent whose choices do not follow one another"
        )
    seat, flat = found
    own = flat.sides[0]
    first = form.seats[0]
    view, action = own.cells[0].key, own.cells[0].actions[1]
    sign = 1 if not seat else -1
    envelope = flat.envelope
    points = tuple((p, sign * height) for p, height in envelope.points)
    what = "secures" if not seat else "concedes"
    at = "" if view == "-" else f" at {view}"
    low, high = envelope.peak
    value = sign * envelope.value
    names = [f"p = {short(low)}, value {short(value)}"]
    if low != high:
        names = [f"every p from {short(low)} to {short(high)}, value {short(value)}", ""]
    ends = dict.fromkeys((low, high))
    marks = tuple(Mark(name, p, value) for name, p in zip(names, ends, strict=True))
    corners = tuple(point for point in points[1:-1] if point[0] not in (low, high))
    curves = [*_lines(flat, sign), Curve("V(p)", points)]
    if corners:
        curves.append(Curve("corners", corners, "dots"))
    note = (
        "level at the best: every p between is optimal"
        if low != high
        else f"best at p = {decimal_text(100 * low, 6)[0]} %, value {decimal_text(value, 8)[0]}"
    )
    panel = Panel(
        f"p: how often {own.name} plays {action}{at}",
        f"what {own.name} {what}, paid to {first} ({unit(game)})",
        tuple(curves),
        marks,
    )
    title = f"{titled(game)}: what {own.name} {what} by mixing"
    return Figure(title, (panel,), caption(clipped(game), note))


def _lines(flat: AdditiveForm, sign: int) -> list[Curve]:
    """Return the line of each pure reply, where the opponent has one choice of few."""
    cells = flat.sides[1].cells
    if len(cells) != 1 or len(cells[0].actions) > MOST_LINES:
        return []
    heights = flat.heights(cells[0])
    return [
        Curve(action, ((Fraction(0), sign * a), (Fraction(1), sign * b)), faint=True)
        for action, (a, b) in heights.items()
    ]


def _mixer(form: Form) -> tuple[int, AdditiveForm] | None:
    """Return the seat with one mix, and the game as that seat's additive form."""
    told = form.sequence()
    if not told.flat:
        return None
    for seat in range(2):
        flat = AdditiveForm(told.swapped() if seat else told)
        if flat.has_one_mix:
            return seat, flat
    return None
