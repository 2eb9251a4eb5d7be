"""Compare the betting tree of a certificate with that of the rules: games with continuous types.

Turn by turn and end by end; amounts are numbers or, for a theorem, polynomials in the open
parameter, compared as such or at one value of it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_poly

from sabot.conformance.labelled_form import seats_difference
from sabot.errors import shorten
from sabot.exact import format_fraction
from sabot.forms.continuous.betting_game import (
    BettingNode,
    ContinuousBettingForm,
    FoldNode,
    ShowdownNode,
    TurnNode,
)


def betting_difference(file: Any, form: ContinuousBettingForm) -> str | None:
    """Return the first turn or end in which two bettings differ; None if they are one.

    *file* is the betting as the checker read it.
    """
    return _node_difference(file, form.root, form.seats, "the start")


def _node_difference(
    file: Any, node: BettingNode, seats: tuple[str, ...], where: str
) -> str | None:
    if isinstance(node, TurnNode):
        return _turn_difference(file, node, seats, where)
    if isinstance(node, FoldNode):
        if file.kind != "fold":
            return f"after {where} the hands are not compared in the game"
        return _amounts_difference(file.payoffs, node.payoffs, seats, where, "is paid")
    return _showdown_difference(file, node, seats, where)


def _turn_difference(file: Any, turn: TurnNode, seats: tuple[str, ...], where: str) -> str | None:
    if file.kind != "turn":
        return f"after {where} the game goes on, with {seats[turn.seat]}, and the file ends"
    if seats[file.seat] != seats[turn.seat]:
        here, there = seats[file.seat], seats[turn.seat]
        return f"after {where} it is the turn of {here} in the file, of {there} in the game"
    if file.view != turn.view:
        return f"a turn is called {shorten(file.view)!r} in the file, {turn.view!r} in the game"
    if set(file.actions) != set(turn.actions):
        theirs = ", ".join(turn.actions)
        return f"after {where} the file has {shorten(', '.join(file.actions))}; the game {theirs}"
    for action, after in zip(turn.actions, turn.after, strict=True):
        own = file.after[file.actions.index(action)]
        said = f"{seats[turn.seat]} {action}"
        further = said if turn.view == "-" else f"{turn.view}, {said}"
        if found := _node_difference(own, after, seats, further):
            return found
    return None


def _showdown_difference(
    file: Any, end: ShowdownNode, seats: tuple[str, ...], where: str
) -> str | None:
    if file.kind != "showdown":
        return f"after {where} hands are compared in the game, and not in the file"
    if set(file.among) != set(end.contenders):
        names = ", ".join(seats[seat] for seat in end.contenders)
        return f"after {where} the hands of {names} are compared in the game, others in the file"
    if file.better != end.better:
        here, there = format_fraction(file.better), format_fraction(end.better)
        return (
            f"after {where} a hand improves with chance {shorten(here)} in the file, {there} here"
        )
    return _amounts_difference(file.paid, end.paid, seats, where, "has paid")


def _amounts_difference(
    file: Any, own: Any, seats: tuple[str, ...], where: str, what: str
) -> str | None:
    for seat, here, there in zip(seats, file, own, strict=True):
        if here != there:
            found = shorten(format_fraction(here))
            expected = format_fraction(there)
            return f"after {where} {seat} {what} {found} in the file, {expected} in the game"
    return None


ParameterValue = Fraction | None
"""One value of the parameter; None: all of them, as polynomials."""
_NODE_WORDS = {"turn": "turn", "fold": "end without showdown", "showdown": "showdown"}


def parametric_betting_difference(
    file: Any, form: ContinuousBettingForm, at: ParameterValue = None
) -> str | None:
    """Return where the file's betting, as polynomials or at one value, is not this; else None."""
    found = seats_difference(file.seats, form.seats)
    return found or _parametric_node_difference(file.root, form.root, at, "-")


def _parametric_node_difference(
    file: Any, own: BettingNode, at: ParameterValue, where: str
) -> str | None:
    if file.kind != own.kind:
        found, expected = _NODE_WORDS[file.kind], _NODE_WORDS[own.kind]
        return f"after {where}: the file has a {found}, the game a {expected}"
    if isinstance(own, TurnNode):
        if (file.seat, file.view, file.actions) != (own.seat, own.view, own.actions):
            return f"after {where}: the file asks another player, or otherwise"
        for action, one, two in zip(own.actions, file.after, own.after, strict=True):
            there = action if where == "-" else f"{where}, {action}"
            difference = _parametric_node_difference(one, two, at, there)
            if difference is not None:
                return difference
        return None
    if isinstance(own, FoldNode):
        return _parametric_amounts_difference(file.payoffs, own.payoffs, at, where)
    assert isinstance(own, ShowdownNode)
    if file.among != frozenset(own.contenders):
        return f"after {where}: the file compares the hands of others"
    numbers = (*file.paid, file.better), (*own.paid, own.better)
    return _parametric_amounts_difference(*numbers, at, where)


def _parametric_amounts_difference(
    file: Any, own: Any, at: ParameterValue, where: str
) -> str | None:
    for one, two in zip(file, own, strict=True):
        here: Any = _amount_polynomial(one)
        if at is not None:
            found = here(fmpq(at.numerator, at.denominator))
            here = Fraction(int(found.p), int(found.q))
        if here != two:
            ours = format_fraction(two) if isinstance(two, Fraction) else str(two)
            theirs = shorten(str(here), 60)
            return f"after {where}: the file has {theirs}, the game {shorten(ours, 60)}"
    return None


def _amount_polynomial(number: Any) -> fmpq_poly:
    """Return an amount as the checker has read it: a polynomial over a number."""
    top, (below,) = number
    return fmpq_poly(top, below)
