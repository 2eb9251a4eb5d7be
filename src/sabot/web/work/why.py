"""Why an action: what each one earns at a view, line by line, against the optimal opponent."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sabot.errors import FormError, NoSuchError
from sabot.exact import show
from sabot.forms.additive import owners_of
from sabot.forms.sequence import Cell, SequenceForm
from sabot.results.solution import Solution
from sabot.web.work.asked import asked_game
from sabot.web.work.solved import form_of, solved, worths_of

MOST_LINES = 60
"""Lines of an expectation that are told one by one, the largest; the rest are one."""


def why(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return the expectations of all actions at a view, each with the lines that it is the sum of.

    A line is what the other seat holds and does: how likely that is at this view, and what is then
    paid to this seat on average.
    """
    game = asked_game(question)
    seat, view = str(question.get("seat", "")), str(question.get("view", ""))
    solution = solved(game)
    form = form_of(game)
    if form is None or not isinstance(solution, Solution) or not solution.zero_sum:
        raise FormError(f"{game}: cells are explained in games of two seats that sum to zero")
    if seat not in form.seats:
        raise NoSuchError(f"no seat {seat[:40]!r}; the seats are {' and '.join(form.seats)}")
    told = form.sequence()
    if form.seats.index(seat):
        told = told.swapped()
    own = next((cell for cell in told.sides[0].cells if cell.key == view), None)
    if own is None:
        raise NoSuchError(f"{seat} has no view {view[:60]!r} in this game")
    worth = worths_of(game, solution)[seat][view]
    other = told.sides[1].name
    plan = told.sides[1].plan(solution.strategies[other].table)
    mix = solution.strategies[seat].table[view]
    return {
        "game": str(game),
        "seat": seat,
        "view": view,
        "other": other,
        "chance": show(worth.chance),
        "mix": {action: show(mix.get(action, Fraction(0))) for action in own.actions},
        "worth": {action: show(amount) for action, amount in worth.worth.items()},
        "lines": {
            action: _lines(told, own.sequences[k], plan, worth.chance, worth.worth[action])
            for k, action in enumerate(own.actions)
        },
    }


def _lines(
    form: SequenceForm, mine: int, plan: list[Fraction], chance: Fraction, worth: Fraction
) -> list[dict[str, str]]:
    """Return the lines of one action, the likeliest first; what they leave open is the last."""
    if not chance or form.reach is None:
        return []
    owners = owners_of(form.sides[1])
    pays = _by_reply(form, mine, plan)
    comes = {j: abs(amount) for j, amount in _by_reply(form.reach, mine, plan).items()}
    likely = sorted(comes, key=lambda j: (-comes[j], j))
    found = [
        {
            "other": _said(owners[j], j),
            "chance": show(comes[j] / chance),
            "pays": show(pays.get(j, Fraction(0)) / comes[j]),
            "part": show(pays.get(j, Fraction(0)) / chance),
        }
        for j in likely[:MOST_LINES]
    ]
    kept = sum((pays.get(j, Fraction(0)) for j in likely[:MOST_LINES]), Fraction(0)) / chance
    left = likely[MOST_LINES:]
    rest = sum((pays.get(j, Fraction(0)) for j in left), Fraction(0)) / chance
    if left:
        share = sum((comes[j] for j in left), Fraction(0)) / chance
        found.append(_line(f"{len(left):,} more", share, rest))
    if later := worth - kept - rest:  # choices of one's own that follow
        told = 1 - sum((comes[j] for j in likely), Fraction(0)) / chance
        found.append(_line("hands that go on, best play", told, later))
    return found


def _line(words: str, chance: Fraction, part: Fraction) -> dict[str, str]:
    pays = part / chance if chance else Fraction(0)
    return {"other": words, "chance": show(chance), "pays": show(pays), "part": show(part)}


def _by_reply(form: SequenceForm, mine: int, plan: list[Fraction]) -> dict[int, Fraction]:
    """Return what one sequence is paid, by the other seat's sequence, as likely as it is."""
    found: dict[int, Fraction] = {}
    for i, j, amount in form.payoffs:
        if i == mine and plan[j]:
            found[j] = found.get(j, Fraction(0)) + Fraction(amount, form.denominator) * plan[j]
    return found


def _said(cell: Cell | None, sequence: int) -> str:
    """Return what the other seat holds and does, in words."""
    if cell is None:
        return "no choice"
    action = cell.actions[sequence - cell.first]
    return action if cell.key == "-" else f"{cell.key} {action}"


def locked(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a seat's optimal strategy is worth with some of its cells changed.

    ``locks`` is ``{seat: {view: action}}`` for one seat; the answer is the document of ``sabot
    value``, with the cells at which the best reply differs from the optimal opponent.
    """
    from sabot import api
    from sabot.analyse.judge import Judgement

    game = asked_game(question)
    solution = solved(game)
    locks = question.get("locks")
    if not isinstance(locks, Mapping) or len(locks) != 1:
        raise FormError("locks: {seat: {view: action}} for one seat is wanted")
    if not isinstance(solution, Solution) or not solution.zero_sum or solution.open:
        raise FormError(f"{game}: cells are locked in games of two seats that sum to zero")
    ((seat, cells),) = locks.items()
    own = solution[str(seat)].table
    changed = {view: dict(mix) for view, mix in own.items()}
    for view, action in dict(cells).items():
        if view not in own or action not in own[view]:
            raise NoSuchError(f"{seat} has no {str(action)[:40]!r} at {str(view)[:60]!r}")
        changed[view] = {name: Fraction(int(name == action)) for name in own[view]}
    found = api.value(game, {seat: changed})
    assert isinstance(found, Judgement)
    reply = found[seat].reply
    other = solution[reply.seat].table
    differs = [
        {
            "view": view,
            "optimal": {name: show(chance) for name, chance in other[view].items()},
            "reply": action,
        }
        for view, action in reply.actions.items()
        if view in other and other[view].get(action) != 1
    ]
    return {"value": found.to_json(), "other": reply.seat, "changed": differs}
