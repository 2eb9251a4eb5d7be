"""Whether a seat plays the same in every equilibrium of a game of binary choices.

Standard library only. The evidence is that of a list of all equilibria: what is alike, and a tree
of cases; the equilibria themselves are found on the way.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sabot.certify.form import Form
from sabot.certify.pairs.choices import PairGame, choices_of, demand_binary
from sabot.certify.pairs.proof import found_in, same_in_all
from sabot.certify.pairs.reading import tree_of
from sabot.certify.reading import named, record
from sabot.certify.theorem.polynomial import Poly
from sabot.certify.theorem.roots import Point
from sabot.certify.theorem.span import PointSpan
from sabot.errors import CertificateError


def demand_claims(
    forms: tuple[Form, Form], data: Any, unique: tuple[bool | None, bool | None]
) -> None:
    """Demand that claims of uniqueness hold; *forms* pay one seat each, by the same cells."""
    record(data, {"alike", "tree"}, "the evidence of uniqueness")
    paid: dict[tuple[int, int], list[Poly]] = {}
    for number, form in enumerate(forms):
        if form.rows is not None:
            raise ValueError("a matrix has no tree of cases")
        for i, j, amount in form.entries:
            paid.setdefault((i, j), [[], []])[number] = [amount] if amount else []
    seats = forms[0].seats
    demand_binary(seats)
    # only signs of gains matter, so each seat's payoffs may be over its own denominator
    game = PairGame(seats, [(i, j, (one, two)) for (i, j), (one, two) in paid.items()], [1])
    choices = choices_of(game, data["alike"])
    span = PointSpan(Point.at(0), Fraction(0))
    found = found_in(choices, span, tree_of(choices, data["tree"]))
    for number, claim in enumerate(unique):
        if claim is not None and claim != same_in_all(choices, span, found, number):
            name = named(seats[number].name)
            raise CertificateError(f"{name}'s strategy is not as unique as claimed")
