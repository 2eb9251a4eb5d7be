"""V(p): what a seat is sure of when it mixes at one view, and plays optimally at all others.

Of a game without later choices it is a sum over the opponent's cells, each answered by itself, so
that it is concave, made of straight pieces, and bends exactly where a cell changes its answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from sabot.errors import FormError, NoMethodError, NoSuchError
from sabot.exact import show
from sabot.forms.sequence import Cell, SequenceForm, Side
from sabot.results.solution import Solution
from sabot.telling.game import Game
from sabot.web.work.asked import asked_game
from sabot.web.work.solved import form_of, solved

Line = tuple[Fraction, Fraction]
"""A straight line, by its heights at p = 0 and at p = 1."""
MOST_CELLS = 10
"""Views that are offered, the mixed ones first; the address takes any."""


def envelope(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return the points of V(p), each with the cells that change their answer there.

    ``seat`` and ``view`` choose whose mix it is, the first true mix unless told; ``p`` is the
    chance of the view's second action.
    """
    game = asked_game(question)
    told = flat_form(game)
    solution = solved(game) if told is not None else None
    if told is None or not isinstance(solution, Solution):
        raise NoMethodError(
            f"{game}: V(p) is drawn for two seats whose payoffs sum to 0 and who choose once; "
            "its own page tells of every cell what both actions earn"
        )
    choices = _choices(told, solution)
    if not choices:
        raise NoMethodError(f"{game}: no seat has a choice between two actions")
    seat, cell = _chosen(
        told, choices, str(question.get("seat", "")), str(question.get("view", ""))
    )
    own = told.sides[seat]
    lines, base = _lines(told, seat, cell, solution)
    bends = _bends(lines)
    sign = 1 if seat == 0 else -1
    heights = {
        p: sign * -(_at(base, p) + sum(max(_at(a, p) for a in cellular) for _, cellular in lines))
        for p in bends
    }
    best = max(heights.values()) if seat == 0 else min(heights.values())
    peak = [p for p in heights if heights[p] == best]
    mix = solution[own.name].table[cell.key]
    return {
        "game": str(game),
        "seat": own.name,
        "other": told.sides[1 - seat].name,
        "first": told.seats[0],
        "secures": seat == 0,
        "view": cell.key,
        "action": cell.actions[1],
        "else": cell.actions[0],
        "value": show(best),
        "peak": [show(peak[0]), show(peak[-1])],
        "played": show(mix[cell.actions[1]]),
        "choices": [[told.sides[who].name, one.key] for who, one in choices[:MOST_CELLS]],
        "points": [{"p": show(p), "v": show(heights[p]), "cells": bends[p]} for p in sorted(bends)],
    }


def flat_form(game: Game) -> SequenceForm | None:
    """Return a game in which two seats choose once each, and pay each other; None of others."""
    form = form_of(game)
    told = None if form is None else form.sequence()
    return told if told is not None and told.flat else None


def drawable(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return which of the games asked about have a V(p): a choice between two, made once."""
    games = [str(text) for text in question.get("games", ())]
    return {"games": [text for text in games if _between_two(asked_game({"game": text}))]}


def _between_two(game: Game) -> bool:
    form = flat_form(game)
    sides = () if form is None else form.sides
    return any(len(cell.actions) == 2 for side in sides for cell in side.cells)


def _choices(form: SequenceForm, solution: Solution) -> list[tuple[int, Cell]]:
    """Return the cells between two actions, those that mix first, small sides before large."""
    found = [
        (seat, cell)
        for seat, side in sorted(enumerate(form.sides), key=lambda one: len(one[1].cells))
        for cell in side.cells
        if len(cell.actions) == 2
    ]

    def sure(one: tuple[int, Cell]) -> bool:
        mix = solution[form.sides[one[0]].name].table[one[1].key]
        return max(mix.values()) == 1

    return sorted(found, key=sure)


def _chosen(
    form: SequenceForm, choices: Sequence[tuple[int, Cell]], seat: str, view: str
) -> tuple[int, Cell]:
    for who, cell in choices:  # what is not said is the first that fits
        if seat in ("", form.sides[who].name) and view in ("", cell.key):
            return who, cell
    place = f" at {view[:60]!r}" if view else ""
    whose = seat[:40] if seat else "no seat"
    raise NoSuchError(
        f"{whose} has {'a' if not seat else 'no'} choice between two actions{place}; "
        f"the first that has is {form.sides[choices[0][0]].name} at {choices[0][1].key!r}"
    )


def _lines(
    form: SequenceForm, seat: int, cell: Cell, solution: Solution
) -> tuple[list[tuple[Cell, list[Line]]], Line]:
    """Return what each answer of the opponent earns it, as lines in p, and what it has anyway."""
    own, other = form.sides[seat], form.sides[1 - seat]
    ends = []
    for action in cell.actions:
        table = {view: dict(mix) for view, mix in solution[own.name].table.items()}
        table[cell.key] = {name: Fraction(int(name == action)) for name in cell.actions}
        ends.append(_gains(form, 1 - seat, own, table))
    start, stop = ends

    def line(sequence: int) -> Line:
        return start[sequence], stop[sequence]

    return [(one, [line(s) for s in one.sequences]) for one in other.cells], line(0)


def _gains(form: SequenceForm, seat: int, foe: Side, table: Any) -> list[Fraction]:
    plan = foe.plan(table)
    if len(plan) != foe.count:
        raise FormError("a plan of another game")
    gains, below = form.gains(seat, (plan, plan))
    return [Fraction(gain, below) for gain in gains]


def _at(line: Line, p: Fraction) -> Fraction:
    return line[0] + (line[1] - line[0]) * p


def _bends(lines: Sequence[tuple[Cell, list[Line]]]) -> dict[Fraction, list[list[str]]]:
    """Return where the answers change, from 0 to 1, and what changes: view, before, after."""
    found: dict[Fraction, list[list[str]]] = {Fraction(0): [], Fraction(1): []}
    for cell, own in lines:
        p = Fraction(0)
        best = _leader(own, p)
        while True:
            crossing = [
                (at, -(own[k][1] - own[k][0]), k)
                for k in range(len(own))
                if (at := _meets(own[best], own[k])) is not None
                and at > p
                and own[k][1] - own[k][0] > own[best][1] - own[best][0]
            ]
            if not crossing or min(crossing)[0] >= 1:
                break
            p, _, after = min(crossing)
            found.setdefault(p, []).append([cell.key, cell.actions[best], cell.actions[after]])
            best = after
    return found


def _leader(lines: Sequence[Line], p: Fraction) -> int:
    """Return the highest line at *p*, and just after it."""
    return max(range(len(lines)), key=lambda k: (_at(lines[k], p), lines[k][1] - lines[k][0], -k))


def _meets(one: Line, two: Line) -> Fraction | None:
    gap, change = two[0] - one[0], (two[1] - two[0]) - (one[1] - one[0])
    return None if not change else -gap / change
