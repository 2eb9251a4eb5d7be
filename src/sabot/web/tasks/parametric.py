"""Values as functions of a parameter: envelope V(p) of a mixed action, parametric theorems.

V(p) is what a player is sure of when it mixes at one information set with probability p and plays
optimally at all others. In a game in which each player moves once it is a sum over the opponent's
information sets, each answered by itself, so that it is concave, piecewise linear, and has a
breakpoint exactly where an information set changes its best response.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from fractions import Fraction

from sabot.errors import FormError, NoMethodError, NoSuchError
from sabot.exact import as_rational, format_fraction
from sabot.forms.extensive import MixedAction
from sabot.forms.sequence import Infoset, SequenceForm, Treeplex
from sabot.game_rules.game import Game
from sabot.kinds import views_of_result
from sabot.plotting import figures_by_name, pick_figure
from sabot.render.document import Document
from sabot.render.figures.solution import MOST_RESPONSE_LINES
from sabot.render.views import binary_nash, continuous, parametric_nash
from sabot.render.views.parametric import theorem_view
from sabot.results.binary_nash import PairTheorem
from sabot.results.continuous import CutTheorem
from sabot.results.parametric import Theorem
from sabot.results.parametric_nash import NashTheorem
from sabot.results.solution import Solution
from sabot.web.components import document_html
from sabot.web.figures.charts import draw_for_page, envelope_of_page
from sabot.web.messages import EnvelopeAnswer, TaskQuestion, TheoremAnswer
from sabot.web.tasks.game_input import load_game_of_question, require_no_file
from sabot.web.tasks.solution import single_move_form, solve_game

AffineFunction = tuple[Fraction, Fraction]
"""A straight line, by its heights at p = 0 and at p = 1."""
MAX_OFFERED_INFOSETS = 10
"""Views that are offered, the mixed ones first; the address takes any."""
ENVELOPE_INCHES, THEOREM_INCHES = 8.5, 4.9
"""The envelope has the whole width of its page, the figure of a theorem half of it."""


def compute_envelope(question: TaskQuestion) -> EnvelopeAnswer:
    """Return the points of V(p), each with the cells that change their answer there.

    ``seat`` and ``view`` choose whose mix it is, the first true mix by default; ``p`` is the
    chance of the view's second action.
    """
    game = load_game_of_question(question)
    form = single_move_form(game)
    solution = solve_game(game) if form is not None else None
    if form is None or not isinstance(solution, Solution):
        raise NoMethodError(
            f"{game}: V(p) is drawn for two seats whose payoffs sum to 0 and who choose once; "
            "its own page tells of every cell what both actions earn"
        )
    choices = _binary_infosets(form, solution)
    if not choices:
        raise NoMethodError(f"{game}: no seat has a choice between two actions")
    seat, cell = _select_infoset(
        form, choices, str(question.get("seat", "")), str(question.get("view", ""))
    )
    own = form.sides[seat]
    lines, base = _response_payoffs(form, seat, cell, solution)
    bends = _breakpoints(lines)
    sign = 1 if seat == 0 else -1
    heights = {
        p: sign
        * -(
            _value_at(base, p)
            + sum(max(_value_at(a, p) for a in cellular) for _, cellular in lines)
        )
        for p in bends
    }
    best = max(heights.values()) if seat == 0 else min(heights.values())
    peak = [p for p in heights if heights[p] == best]
    mix = solution[own.name].table[cell.key]
    found: EnvelopeAnswer = {
        "game": str(game),
        "seat": own.name,
        "other": form.sides[1 - seat].name,
        "first": form.seats[0],
        "secures": seat == 0,
        "view": cell.key,
        "action": cell.actions[1],
        "else": cell.actions[0],
        "value": format_fraction(best),
        "peak": [format_fraction(peak[0]), format_fraction(peak[-1])],
        "played": format_fraction(mix[cell.actions[1]]),
        "choices": [[form.sides[who].name, one.key] for who, one in choices[:MAX_OFFERED_INFOSETS]],
        "points": [
            {"p": format_fraction(p), "v": format_fraction(heights[p]), "cells": bends[p]}
            for p in sorted(bends)
        ],
        "responses": _pure_responses(lines, base, sign),
    }
    figure = envelope_of_page(found, labelled=False)
    found["drawing"] = draw_for_page(figure, ENVELOPE_INCHES)
    return found


def _pure_responses(
    lines: Sequence[tuple[Infoset, list[AffineFunction]]], base: AffineFunction, sign: int
) -> list[list[str]]:
    """Return each pure response and its heights at both ends, where there are few."""
    if len(lines) != 1 or len(lines[0][1]) > MOST_RESPONSE_LINES:
        return []
    cell, own = lines[0]
    return [
        [action, *(format_fraction(-sign * (base[end] + line[end])) for end in (0, 1))]
        for action, line in zip(cell.actions, own, strict=True)
    ]


def games_with_envelope(question: TaskQuestion) -> dict[str, list[str]]:
    """Return which of the games asked about have a V(p): a choice between two, made once."""
    asked = question.get("games")
    games = [str(text) for text in asked] if isinstance(asked, list | tuple) else []
    return {
        "games": [
            text for text in games if _has_binary_choice(load_game_of_question({"game": text}))
        ]
    }


def _has_binary_choice(game: Game) -> bool:
    form = single_move_form(game)
    sides = () if form is None else form.sides
    return any(len(cell.actions) == 2 for side in sides for cell in side.cells)


def _binary_infosets(form: SequenceForm, solution: Solution) -> list[tuple[int, Infoset]]:
    """Return the cells between two actions, those that mix first, small sides before large."""
    found = [
        (seat, cell)
        for seat, side in sorted(enumerate(form.sides), key=lambda one: len(one[1].cells))
        for cell in side.cells
        if len(cell.actions) == 2
    ]

    def sure(one: tuple[int, Infoset]) -> bool:
        mix = solution[form.sides[one[0]].name].table[one[1].key]
        return max(mix.values()) == 1

    return sorted(found, key=sure)


def _select_infoset(
    form: SequenceForm, choices: Sequence[tuple[int, Infoset]], seat: str, view: str
) -> tuple[int, Infoset]:
    for who, cell in choices:  # what is not said is the first that fits
        if seat in ("", form.sides[who].name) and view in ("", cell.key):
            return who, cell
    place = f" at {view[:60]!r}" if view else ""
    whose = seat[:40] if seat else "no seat"
    raise NoSuchError(
        f"{whose} has {'a' if not seat else 'no'} choice between two actions{place}; "
        f"the first that has is {form.sides[choices[0][0]].name} at {choices[0][1].key!r}"
    )


def _response_payoffs(
    form: SequenceForm, seat: int, cell: Infoset, solution: Solution
) -> tuple[list[tuple[Infoset, list[AffineFunction]]], AffineFunction]:
    """Return what each answer of the opponent earns it, as lines in p, and what it has anyway."""
    own, other = form.sides[seat], form.sides[1 - seat]
    ends = []
    for action in cell.actions:
        table = {view: dict(mix) for view, mix in solution[own.name].table.items()}
        table[cell.key] = {name: Fraction(int(name == action)) for name in cell.actions}
        ends.append(_sequence_payoffs(form, 1 - seat, own, table))
    start, stop = ends

    def line(sequence: int) -> AffineFunction:
        return start[sequence], stop[sequence]

    return [(one, [line(s) for s in one.sequences]) for one in other.cells], line(0)


def _sequence_payoffs(
    form: SequenceForm, seat: int, foe: Treeplex, table: Mapping[str, MixedAction]
) -> list[Fraction]:
    plan = foe.plan(table)
    if len(plan) != foe.count:
        raise FormError("a plan of another game")
    gains, below = form.gains(seat, (plan, plan))
    return [Fraction(gain, below) for gain in gains]


def _value_at(line: AffineFunction, p: Fraction) -> Fraction:
    return line[0] + (line[1] - line[0]) * p


def _breakpoints(
    lines: Sequence[tuple[Infoset, list[AffineFunction]]],
) -> dict[Fraction, list[list[str]]]:
    """Return where the answers change, from 0 to 1, and what changes: view, before, after."""
    found: dict[Fraction, list[list[str]]] = {Fraction(0): [], Fraction(1): []}
    for cell, own in lines:
        p = Fraction(0)
        best = _highest_line(own, p)
        while True:
            crossing = [
                (at, -(own[k][1] - own[k][0]), k)
                for k in range(len(own))
                if (at := _intersection(own[best], own[k])) is not None
                and at > p
                and own[k][1] - own[k][0] > own[best][1] - own[best][0]
            ]
            if not crossing or min(crossing)[0] >= 1:
                break
            p, _, after = min(crossing)
            found.setdefault(p, []).append([cell.key, cell.actions[best], cell.actions[after]])
            best = after
    return found


def _highest_line(lines: Sequence[AffineFunction], p: Fraction) -> int:
    """Return the highest line at *p*, and just after it."""
    return max(
        range(len(lines)), key=lambda k: (_value_at(lines[k], p), lines[k][1] - lines[k][0], -k)
    )


def _intersection(one: AffineFunction, two: AffineFunction) -> Fraction | None:
    gap, change = two[0] - one[0], (two[1] - two[0]) - (one[1] - one[0])
    return None if not change else -gap / change


def prove_for_page(question: TaskQuestion) -> TheoremAnswer:
    """Return a theorem, checked: its document, its words, its figure and its files.

    ``to`` is where the figure ends.
    """
    from sabot.api import checking, proving

    text = str(question.get("game", ""))
    if not question.get("opened"):
        require_no_file(text)
    proof = proving.prove(text)
    started = time.perf_counter()
    checking.check(proof)
    checked = time.perf_counter() - started
    views = views_of_result(proof)
    to = None if question.get("to") is None else as_rational(str(question["to"]))
    return {
        "game": proof.game,
        "parameter": proof.parameter,
        "solution": proof.to_json(),
        "checked": checked,
        "html": document_html(_theorem_document(proof, checked)),
        "drawing": draw_for_page(pick_figure(figures_by_name(proof, to=to), None), THEOREM_INCHES),
        "files": {form: views.render(form) for form in ("latex", "markdown", "csv")},
    }


def _theorem_document(
    proof: Theorem | CutTheorem | PairTheorem | NashTheorem, checked: float
) -> Document:
    """Return what a theorem says, and that it was checked."""
    if isinstance(proof, NashTheorem):
        return parametric_nash.parametric_nash_view(proof, checked=checked)
    if isinstance(proof, PairTheorem):
        return binary_nash.binary_nash_theorem_view(proof, checked=checked)
    if isinstance(proof, CutTheorem):
        return continuous.threshold_theorem_view(proof, checked=checked)
    return theorem_view(proof, checked=checked)
