"""Plans of polynomials as behaviour: by view the chance of each action, in lowest terms."""

from __future__ import annotations

from flint import fmpz_poly

from sabot.exact import rational
from sabot.forms.algebra.formula import Formula
from sabot.forms.polynomial import formula
from sabot.forms.sequence import Side
from sabot.results.evidence import Plan
from sabot.results.pieces import Mixes, Piece


def behaviour(side: Side, plan: Plan, name: str) -> dict[str, dict[str, Formula]]:
    """Return a plan as chances, at the views that it comes to; *name* is the parameter's."""
    below = fmpz_poly(list(plan.below))
    tops = {0: below} | dict.fromkeys(plan.sure, below)
    tops |= {s: fmpz_poly(list(top)) for s, top in plan.tops.items()}
    nothing = fmpz_poly([])
    return {
        cell.key: {
            action: formula(tops.get(s, nothing), tops[cell.parent], name)
            for action, s in zip(cell.actions, cell.sequences, strict=True)
        }
        for cell in side.cells
        if cell.parent in tops
    }


def reached(side: Side, table: Mixes) -> set[str]:
    """Return the views that a seat's own choices can lead to."""
    live, views = {0}, set()
    for cell in side.cells:
        if cell.parent in live:
            views.add(cell.key)
            mix = table[cell.key]
            live.update(s for s, a in zip(cell.sequences, cell.actions, strict=True) if mix.get(a))
    return views


def second_strategy(piece: Piece, side: Side) -> dict[str, dict[str, Formula]]:
    """Return another optimal strategy that a proof holds, at the views that it comes to."""
    name = piece.value.name
    if piece.certificate is None:
        plan = piece.another.get(side.name)
        return {} if plan is None else behaviour(side, plan, name)
    told = piece.certificate["uniqueness"][side.name].get("another", {})
    table = {
        view: {action: Formula.number(rational(text), name) for action, text in mix.items()}
        for view, mix in told.items()
    }
    came = reached(side, table) if table else set()
    return {view: mix for view, mix in table.items() if view in came}
