"""Hands drawn from 0 to 1: what is done with which, and how the cuts move with a parameter."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from sabot.exact import decimal, rational
from sabot.results.cuts import Answer, CutTheorem
from sabot.web.figures.axes import text_width
from sabot.web.markup import Markup, tag

Steps = Sequence[Sequence[str]]
"""At one turn: up to which hand each action goes, the last up to 1."""
COLOURS = ("odd", "first", "third", "second", "fourth", "mixed")
DIGITS = 4
_TALL, _LINE, _NEAR = 30, 16, Fraction(17, 100)
_NAMED = Fraction(1, 7)
"""A part as wide has room for its action's name, on a small screen too."""
_WIDE, _HIGH, _LEFT, _TOP = 440, 250, 34, 10
_FONT = 12
_SAMPLES = 60


def colour(action: str, actions: Sequence[str]) -> str:
    """Return the colour of an action: one for each, the first is the quiet one."""
    return COLOURS[actions.index(action) % len(COLOURS)]


def strip(steps: Steps, actions: Sequence[str], label: str) -> Markup:
    """Return the hands from 0 to 1 at one turn, each part with its action, each cut with its place.

    Positions are shares of the width, so that it fits every screen with letters of one size.
    """
    parts: list[Markup] = []
    marks: list[Markup] = []
    low = Fraction(0)
    ends: list[Fraction] = []
    """Of each line of numbers, where its last one stands."""
    for text, action in steps:
        high = rational(text)
        parts.append(_part(low, high, text, action, actions))
        if high < 1:
            line = next((k for k, end in enumerate(ends) if high - end >= _NEAR), len(ends))
            ends[line : line + 1] = [high]
            marks += _cut(high, text, line)
        low = high
    tall = _TALL + _LINE * max(1, len(ends)) + 4
    return tag(
        "svg",
        tag("title", label),
        *parts,
        *marks,
        width="100%",
        height=tall,
        class_="strip",
        role="img",
        aria_label=f"{label}: {in_words(steps)}",
    )


def in_words(steps: Steps) -> str:
    """Return what is done with which hands.

    >>> in_words([["1/2", "drop"], ["1", "enter"]])
    'drop to 0.5, enter'
    """
    return ", ".join(
        action if end == "1" else f"{action} to {decimal(rational(end), DIGITS)}"
        for end, action in steps
    )


def _share(number: Fraction) -> str:
    return f"{float(number * 100):.4g}%"


def _part(low: Fraction, high: Fraction, text: str, action: str, actions: Sequence[str]) -> Markup:
    wide = high - low
    name = tag("text", action, x=_share((low + high) / 2), y=20, text_anchor="middle")
    sheet = tag(
        "rect",
        tag("title", f"{action}: {decimal(low, DIGITS)} to {decimal(high, DIGITS)}"),
        x=_share(low),
        y=0,
        width=_share(wide),
        height=_TALL,
        class_=colour(action, actions),
    )
    shown = name if wide >= _NAMED else None
    return tag("g", sheet, shown, data_action=action, data_to=text)


def _cut(at: Fraction, text: str, line: int) -> list[Markup]:
    """Return a cut: a stroke, and its place below, on a line where it has room."""
    x, y = _share(at), _TALL + _LINE * (line + 1)
    return [
        tag("line", x1=x, x2=x, y1=0, y2=y - 11, class_="cut"),
        tag(
            "text",
            decimal(at, DIGITS),
            tag("title", text),
            x=x,
            y=y,
            text_anchor="end" if at > 1 - _NEAR / 3 else "start" if at < _NEAR / 3 else "middle",
            class_="place",
            data_cut=text,
        ),
    ]


def moving(theorem: CutTheorem, at: Fraction, most: Fraction) -> Markup:
    """Return every cut against the parameter, and where it stands now."""
    curves: list[Markup] = []
    for piece in theorem.pieces:
        places = [
            most * k / _SAMPLES
            for k in range(_SAMPLES + 1)
            if piece.extent.holds(most * k / _SAMPLES)
        ]
        curves += _curves(piece.answers, theorem.seats, places, most)
    x = _across(at, most)
    right = max(14, math.ceil(text_width(decimal(most, 3), _FONT) / 2))
    dots = [
        tag(
            "circle",
            cx=x,
            cy=_down(end),
            r=5,
            class_=COLOURS[1 + 2 * theorem.seats.index(seat)],
            data_seat=seat,
        )
        for seat, views in theorem.thresholds_at(at).items()
        for steps in views.values()
        for end, _ in steps[:-1]
    ]
    return tag(
        "svg",
        tag("title", f"The cuts against {theorem.parameter}"),
        *_axes(theorem.parameter, most),
        *curves,
        tag("line", x1=x, x2=x, y1=_TOP, y2=_TOP + _HIGH, class_="here"),
        *dots,
        viewBox=f"0 0 {_LEFT + _WIDE + right} {_TOP + _HIGH + 38}",
        width=_LEFT + _WIDE + right,
        height=_TOP + _HIGH + 38,
        class_="moving",
        role="img",
        aria_label=f"How the cuts of both players move with {theorem.parameter}",
        data_at=str(at),
    )


def _curves(
    answers: Mapping[str, Mapping[str, Answer]],
    seats: Sequence[str],
    places: Sequence[Fraction],
    most: Fraction,
) -> list[Markup]:
    """Return the curves of one piece of the theorem, a line for each cut."""
    found = []
    for seat, views in answers.items():
        for view, steps in views.items():
            for (end, below), (_, above) in pairwise(steps):
                points = " ".join(f"{_across(x, most)},{_down(end.at(x))}" for x in places)
                said = f"player {seat}{'' if view == '-' else f' after {view}'}: {below}, {above}"
                which = "one" if seats.index(seat) == 0 else "two"
                found.append(tag("polyline", tag("title", said), points=points, class_=which))
    return found


def _across(x: Fraction, most: Fraction) -> str:
    return f"{_LEFT + float(x / most) * _WIDE:.1f}"


def _down(y: Fraction) -> str:
    return f"{_TOP + _HIGH - float(y) * _HIGH:.1f}"


def _axes(name: str, most: Fraction) -> list[Markup]:
    bottom = _TOP + _HIGH
    found = [
        tag("rect", x=_LEFT, y=_TOP, width=_WIDE, height=_HIGH, class_="frame"),
        tag("text", name, x=_LEFT + _WIDE // 2, y=bottom + 34, text_anchor="middle"),
    ]
    for k in range(5):
        share = Fraction(k, 4)
        y, x = _down(share), _across(share * most, most)
        found += [
            tag("line", x1=_LEFT, x2=_LEFT + _WIDE, y1=y, y2=y, class_="rule"),
            tag("text", decimal(share, 3), x=_LEFT - 5, y=y, dy=4, text_anchor="end"),
            tag("text", decimal(share * most, 3), x=x, y=bottom + 16, text_anchor="middle"),
        ]
    return found
