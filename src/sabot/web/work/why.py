"""Why an action: what each one earns at a view, line by line, against the optimal opponent."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sabot.analyse.evaluate import worths
from sabot.errors import FormError, NoMethodError, NoSuchError
from sabot.exact import show
from sabot.forms.additive import owners_of
from sabot.forms.form import payoff
from sabot.forms.reply import pure_reply
from sabot.forms.sequence import Cell, SequenceForm
from sabot.results.solution import Solution
from sabot.telling.game import Game
from sabot.web.work.asked import asked_game
from sabot.web.work.envelope import flat_form
from sabot.web.work.solved import Pairs, any_form_of, duel, solved

MOST_LINES = 60
"""Lines of an expectation that are told one by one, the largest; the rest are one."""


def why(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return the expectations of all actions at a view, each with the lines that it is the sum of.

    A line is what the other seat holds and does: how likely that is at this view, and what is then
    paid to this seat on average.
    """
    game = asked_game(question)
    seat, view = str(question.get("seat", "")), str(question.get("view", ""))
    solution, form = _two_seats(game, "explained")
    told = duel(form, _seated(form, seat))
    own = next((cell for cell in told.sides[0].cells if cell.key == view), None)
    if own is None:
        raise NoSuchError(f"{seat} has no view {view[:60]!r} in this game")
    other = told.sides[1].name
    plan = told.sides[1].plan(solution.strategies[other].table)
    worth = worths(told, 0, ((), plan))[view]
    mix = solution.strategies[seat].table[view]
    return {
        "game": str(game),
        "seat": seat,
        "view": view,
        "other": other,
        "zero_sum": solution.zero_sum,
        "once": solution.zero_sum and flat_form(game) is not None,
        "chance": show(worth.chance),
        "mix": {action: show(mix.get(action, Fraction(0))) for action in own.actions},
        "worth": {action: show(amount) for action, amount in worth.worth.items()},
        "lines": {
            action: _lines(told, own.sequences[k], plan, worth.chance, worth.worth[action])
            for k, action in enumerate(own.actions)
        },
    }


def _two_seats(game: Game, wanted: str) -> tuple[Solution, Pairs]:
    """Return the solution and the form of a game for two; refuse others."""
    solution, form = solved(game), any_form_of(game)
    if form is None or not isinstance(solution, Solution) or solution.open:
        raise NoMethodError(
            f"{game}: cells are {wanted} where two seats play and what each knows is told as views"
        )
    return solution, form


def _seated(form: Pairs, seat: str) -> str:
    if seat not in form.seats:
        raise NoSuchError(f"no seat {seat[:40]!r}; the seats are {' and '.join(form.seats)}")
    return seat


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
    """Return what is left of a seat's optimal strategy with some of its cells changed.

    ``locks`` is ``{seat: {view: action}}`` for one seat. The answer: what the seat is paid once the
    other replies best, what that reply wins over the optimal opponent, and where it differs from
    him. What is paid is the seat's own in a game that is not zero-sum, where another of the best
    replies may pay it something else; else the first seat's.
    """
    game = asked_game(question)
    solution, form = _two_seats(game, "locked")
    locks = question.get("locks")
    if not isinstance(locks, Mapping) or len(locks) != 1:
        raise FormError("locks: {seat: {view: action}} for one seat is wanted")
    ((name, cells),) = locks.items()
    seat = _seated(form, str(name))
    changed = _changed(seat, solution[seat].table, dict(cells))
    number = form.seats.index(seat)
    foe = form.seats[1 - number]
    plan = form.sides[number].plan(changed)
    reply, below = form.reply(1 - number, (plan, plan))
    actions = pure_reply(form.sides[1 - number], reply)
    table = {view: {action: Fraction(1)} for view, action in actions.items()}
    plans = [plan, plan]
    plans[1 - number] = form.sides[1 - number].plan(table)
    payee = 0 if solution.zero_sum else number
    other = solution[foe].table
    return {
        "seat": seat,
        "other": foe,
        "zero_sum": solution.zero_sum,
        "payee": form.seats[payee],
        "secures": show(payoff(form, payee, plans)),
        "wins": show(Fraction(reply.value, below) - _paid(solution, foe)),
        "changed": [
            {
                "view": view,
                "optimal": {one: show(chance) for one, chance in other[view].items()},
                "reply": action,
            }
            for view, action in actions.items()
            if view in other and other[view].get(action) != 1
        ],
    }


def _changed(
    seat: str, own: Mapping[str, Mapping[str, Fraction]], cells: Mapping[str, Any]
) -> dict[str, Mapping[str, Fraction]]:
    """Return a strategy with some cells changed."""
    found = {view: dict(mix) for view, mix in own.items()}
    for view, action in cells.items():
        if view not in own or action not in own[view]:
            raise NoSuchError(f"{seat} has no {str(action)[:40]!r} at {str(view)[:60]!r}")
        found[view] = {name: Fraction(int(name == action)) for name in own[view]}
    return dict(found)


def _paid(solution: Solution, seat: str) -> Fraction:
    """Return what a seat is paid in the solution."""
    if not solution.zero_sum:
        return solution.payoffs[seat]
    return solution.value if seat == solution.seats[0] else -solution.value
