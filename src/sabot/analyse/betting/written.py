"""Strategies for real hands as they are written: up to which hand each action goes.

``{seat: {view: [["3/5", "drop"], ["1", "enter"]]}}``; an action by itself is taken with all hands.
A seat that is left out plays as in the equilibrium of the game; where cuts are *locked* everything
that is not given is balanced around them instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from sabot.errors import FormError, NumberError, nearest
from sabot.exact import rational
from sabot.forms.threshold.answers import Answer, Profile, turn_key
from sabot.forms.threshold.betting import ThresholdForm, Turn
from sabot.forms.threshold.hint import Hint
from sabot.results.balance import Equilibrium

Written = Mapping[str, Any]
"""By seat: a table of thresholds, or the word ``optimal``."""
SHAPE = '[["3/5", "drop"], ["1", "enter"]]'


def profile_of(hint: Hint, given: Written | str | Equilibrium, *, locked: bool = False) -> Profile:
    """Return an answer for every turn: as given, else as in the equilibrium of the game."""
    from sabot.solvers.threshold.settle import around, balanced

    if isinstance(given, Equilibrium):
        given = given.thresholds()
    if isinstance(given, str):
        given = dict.fromkeys(hint.form.seats, given)
    if not isinstance(given, Mapping):
        kind = type(given).__name__
        raise FormError(f"{kind} is no strategy for real hands; write {{seat: {{view: {SHAPE}}}}}")
    known = answers(hint.form, given, whole=not locked)
    if len(known) == sum(1 for _ in hint.form.turns()):
        return known
    return around(hint, known) if locked else {**balanced(hint).profile, **known}


def answers(form: ThresholdForm, given: Written, *, whole: bool = True) -> dict[str, Answer]:
    """Return the answers that are written, by turn; *whole*: a seat needs all of its turns."""
    seats = ", ".join(form.seats)
    faults = [
        f"no seat {str(seat)[:40]!r}; the seats are {seats}"
        for seat in given
        if seat not in form.seats
    ]
    found: dict[str, Answer] = {}
    for number, seat in enumerate(form.seats):
        table = given.get(seat, "optimal")
        if table == "optimal":
            continue
        if not isinstance(table, Mapping):
            faults.append(f"{seat}: {str(table)[:40]!r} is no strategy; write {{view: {SHAPE}}}")
            continue
        turns = {turn.view: turn for turn in form.of(number)}
        faults += [
            f"{seat} has no turn after {str(view)[:60]!r}{_nearest(str(view), turns)}"
            for view in table
            if view not in turns
        ]
        for view, turn in turns.items():
            if view in table:
                try:
                    found[turn_key(form, turn)] = _answer(turn, table[view])
                except (FormError, NumberError) as fault:
                    faults.append(f"{seat}, after {view!r}: {fault}")
            elif whole:
                faults.append(
                    f"{seat}: nothing is said of its turn after {view!r}; add it, or lock what is "
                    "given (--locked) and balance the rest around it"
                )
    if faults:
        raise FormError("; ".join(faults))
    return found


def _answer(turn: Turn, written: Any) -> Answer:
    if isinstance(written, str):
        return Answer((_action(turn, written),), ())
    if not isinstance(written, Sequence) or not written or not all(map(_is_pair, written)):
        raise FormError(f"not a list of thresholds; write {SHAPE}")
    ends = [rational(str(end)) for end, _ in written]
    if ends[-1] != 1:
        raise FormError(f"the last interval ends at {written[-1][0]}, not at 1")
    actions = tuple(_action(turn, action) for _, action in written)
    return Answer(actions, tuple(map(Fraction, ends[:-1])))


def _nearest(view: str, known: Iterable[str]) -> str:
    near = nearest(view, known, 0.4)
    return "" if near is None else f"; did you mean {near!r}?"


def _is_pair(one: Any) -> bool:
    return isinstance(one, Sequence) and not isinstance(one, str) and len(one) == 2


def _action(turn: Turn, name: Any) -> int:
    if name not in turn.actions:
        raise FormError(f"{str(name)[:40]!r} is not an action; may: {', '.join(turn.actions)}")
    return turn.actions.index(name)
