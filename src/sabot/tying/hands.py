"""Holding a theorem on real hands against the betting that the rules of its game tell."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_poly

from sabot.exact import show
from sabot.files.words import brief
from sabot.forms.threshold.betting import Fold, Node, Showdown, ThresholdForm, Turn
from sabot.tying.spelled import seats_differ

Spot = Fraction | None
"""One value of the parameter; None: all of them, as polynomials."""
_KINDS = {"turn": "turn", "fold": "end without showdown", "showdown": "showdown"}


def hands_differ(file: Any, form: ThresholdForm, at: Spot = None) -> str | None:
    """Return where the file's betting, as polynomials or at one value, is not this; else None."""
    found = seats_differ(file.seats, form.seats)
    return found or _node_differs(file.root, form.root, at, "-")


def _node_differs(file: Any, own: Node, at: Spot, where: str) -> str | None:
    if file.kind != own.kind:
        return f"after {where}: the file has a {_KINDS[file.kind]}, the game a {_KINDS[own.kind]}"
    if isinstance(own, Turn):
        if (file.seat, file.view, file.actions) != (own.seat, own.view, own.actions):
            return f"after {where}: the file asks another player, or otherwise"
        for action, one, two in zip(own.actions, file.after, own.after, strict=True):
            there = action if where == "-" else f"{where}, {action}"
            found = _node_differs(one, two, at, there)
            if found is not None:
                return found
        return None
    if isinstance(own, Fold):
        return _amounts_differ(file.payoffs, own.payoffs, at, where)
    assert isinstance(own, Showdown)
    if file.among != frozenset(own.contenders):
        return f"after {where}: the file compares the hands of others"
    numbers = (*file.paid, file.better), (*own.paid, own.better)
    return _amounts_differ(*numbers, at, where)


def _amounts_differ(file: Any, own: Any, at: Spot, where: str) -> str | None:
    for one, two in zip(file, own, strict=True):
        here: Any = _polynomial(one)
        if at is not None:
            found = here(fmpq(at.numerator, at.denominator))
            here = Fraction(int(found.p), int(found.q))
        if here != two:
            ours = show(two) if isinstance(two, Fraction) else str(two)
            return f"after {where}: the file has {brief(str(here), 60)}, the game {brief(ours, 60)}"
    return None


def _polynomial(number: Any) -> fmpq_poly:
    """Return an amount as the checker has read it: a polynomial over a number."""
    top, (below,) = number
    return fmpq_poly(top, below)
