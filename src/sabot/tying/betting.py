"""Betting over real hands: the file's, turn by turn, against the one that the rules tell."""

from __future__ import annotations

from typing import Any

from sabot.exact import show
from sabot.files.words import brief
from sabot.forms.threshold.betting import Fold, Node, Showdown, ThresholdForm, Turn


def betting_differs(file: Any, form: ThresholdForm) -> str | None:
    """Return the first turn or end in which two bettings differ; None if they are one.

    *file* is the betting as the checker read it.
    """
    return _differs(file, form.root, form.seats, "the start")


def _differs(file: Any, node: Node, seats: tuple[str, ...], where: str) -> str | None:
    if isinstance(node, Turn):
        return _turn_differs(file, node, seats, where)
    if isinstance(node, Fold):
        if file.kind != "fold":
            return f"after {where} the hands are not compared in the game"
        return _amounts_differ(file.payoffs, node.payoffs, seats, where, "is paid")
    return _showdown_differs(file, node, seats, where)


def _turn_differs(file: Any, turn: Turn, seats: tuple[str, ...], where: str) -> str | None:
    if file.kind != "turn":
        return f"after {where} the game goes on, with {seats[turn.seat]}, and the file ends"
    if seats[file.seat] != seats[turn.seat]:
        here, there = seats[file.seat], seats[turn.seat]
        return f"after {where} it is the turn of {here} in the file, of {there} in the game"
    if file.view != turn.view:
        return f"a turn is called {brief(file.view)!r} in the file, {turn.view!r} in the game"
    if set(file.actions) != set(turn.actions):
        theirs = ", ".join(turn.actions)
        return f"after {where} the file has {brief(', '.join(file.actions))}; the game {theirs}"
    for action, after in zip(turn.actions, turn.after, strict=True):
        own = file.after[file.actions.index(action)]
        said = f"{seats[turn.seat]} {action}"
        further = said if turn.view == "-" else f"{turn.view}, {said}"
        if found := _differs(own, after, seats, further):
            return found
    return None


def _showdown_differs(file: Any, end: Showdown, seats: tuple[str, ...], where: str) -> str | None:
    if file.kind != "showdown":
        return f"after {where} hands are compared in the game, and not in the file"
    if set(file.among) != set(end.contenders):
        names = ", ".join(seats[seat] for seat in end.contenders)
        return f"after {where} the hands of {names} are compared in the game, others in the file"
    if file.better != end.better:
        here, there = show(file.better), show(end.better)
        return f"after {where} a hand improves with chance {brief(here)} in the file, {there} here"
    return _amounts_differ(file.paid, end.paid, seats, where, "has paid")


def _amounts_differ(
    file: Any, own: Any, seats: tuple[str, ...], where: str, what: str
) -> str | None:
    for seat, here, there in zip(seats, file, own, strict=True):
        if here != there:
            said = f"{brief(show(here))} in the file, {show(there)} in the game"
            return f"after {where} {seat} {what} {said}"
    return None
