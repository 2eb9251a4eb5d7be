"""Statements for every number of decks from some number on, by polynomials in d.

A sign is proved for all d >= low by a Taylor shift: p(low + s) with coefficients of one sign.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

from flint import fmpz_poly

from sabot.games.baccara.theorem import baccara_for_all_decks
from sabot.papers.ethier_gamez_2013.games import bits
from sabot.solvers.theorem.evidence import classification
from sabot.solvers.theorem.signs import shifted


@cache
def gaps(model: str) -> dict[str, list[Any]]:
    """Return, by view, what Player earns more when Banker draws.

    A polynomial for each of his pure strategies, all over one positive denominator.
    """
    form = baccara_for_all_decks(model=model, decks=fmpz_poly([0, 1]))
    one, zero = form.sides[0], fmpz_poly([])
    plans = bits(len(one.cells)).tolist()
    return {
        cell.key: [sum((amount for i, amount in gap.items() if plan[i]), zero) for plan in plans]
        for cell, gap in classification.gaps(form)
    }


def sign_from(polynomial: Any, low: int) -> int:
    """Return the sign that a polynomial keeps for all d >= low; 0 where that is not shown."""
    coefficients = [int(c) for c in shifted(polynomial, low).coeffs()]
    if not coefficients or not coefficients[0]:
        return 0
    if min(coefficients) >= 0:
        return 1
    return -1 if max(coefficients) <= 0 else 0


def in_order(model: str, views: list[str], low: int, rows: tuple[int, int] = (0, -1)) -> int:
    """Return how many neighbours of *views* have points p(l) in that order for every d >= low.

    *rows* are the two pure strategies of Player between which p runs.
    """
    own = {view: [gaps(model)[view][u] for u in rows] for view in views}
    right = 0
    for one, two in pairwise(views):
        (a0, a1), (b0, b1) = own[one], own[two]
        signs = [sign_from(p, low) for p in (a0 - a1, b0 - b1, b0 * (a0 - a1) - a0 * (b0 - b1))]
        right += signs == [1, 1, 1]
    return right
