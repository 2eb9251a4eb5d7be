"""How often the first seat wins, where every hand is won or lost."""

from __future__ import annotations

from fractions import Fraction

from sabot.errors import SabotError
from sabot.games import load
from sabot.results.solution import Solution


def winning_chance(solution: Solution) -> Fraction | None:
    """Return how often the first seat wins, if every hand pays it 1 or -1; else None.

    >>> from sabot import solve
    >>> winning_chance(solve("le-her"))
    Fraction(11327, 22100)
    """
    if not solution.zero_sum:
        return None
    try:
        even = load(solution.game, run=False).rules.even
    except SabotError:
        even = False
    form = {} if solution.certificate is None else solution.certificate["form"]
    if not even and form.get("kind") == "matrix":
        unit = str(form["denominator"])  # numbers beyond 2^53 are texts in a certificate
        even = all(str(entry) in (unit, f"-{unit}") for row in form["payoffs"] for entry in row)
    return (1 + solution.value) / 2 if even else None
