"""Games for three whose equilibria are no fractions: small ones, and documents written by hand."""

import json
from functools import cache
from itertools import product

from tests.unit.forging import resealed

from sabot.forms.sequence import Treeplex
from sabot.forms.sequence_nplayer import NPlayerSequenceForm, PayoffEntry
from sabot.results.nplayer import Profile
from sabot.solvers.nplayer.solve import solve_nplayer

ACTIONS = ("a", "b")
PAID = [(0, 0, 0), (2, 0, 0), (0, 1, 2), (2, 0, 0), (1, 1, 0), (0, 2, 2), (2, 0, 0), (0, 0, 0)]
"""To ann, bob and cleo: aaa, aab, ... bbb. Bob takes b with chance (sqrt(13) - 3)/2."""

_FIRST = [PAID[4 * a + 2 * b + c] for c in (0, 1) for b in (0, 1) for a in (0, 1)]
ROOTED = 'NFG 1 R "" { "ann" "bob" "cleo" } { 2 2 2 } ' + " ".join(
    str(amount) for paid in _FIRST for amount in paid
)
"""The same as a file: the first player's action changes first."""


def form_of(paid=PAID, blocks=1):
    """Return a game of binary choices; of several blocks, in each of which the same is paid."""
    views = ["-"] if blocks == 1 else [str(block) for block in range(blocks)]
    sides = tuple(
        Treeplex.flat(name, dict.fromkeys(views, ACTIONS)) for name in ("ann", "bob", "cleo")
    )
    tables = [paid] * blocks if isinstance(paid[0], tuple) else paid
    ends = [
        PayoffEntry(tuple(2 * block + s for s in spot), 1, amounts)
        for block, table in enumerate(tables)
        for spot, amounts in zip(product((1, 2), repeat=3), table, strict=True)
    ]
    return NPlayerSequenceForm(sides, tuple(ends), 8 * blocks, 1)


def solved(form):
    found = solve_nplayer("by hand", form)
    assert isinstance(found, Profile)
    return found


@cache
def _written():
    return json.dumps(solved(form_of()).to_json())


def written():
    """Return the document of the small game, to be changed."""
    return json.loads(_written())


def by_hand(root_of, between, payoffs=("0", "0"), first="t", second="t"):
    """Return a document in which A, paid nothing, chooses twice, and B is paid where both are x.

    A takes x with chances *first* and then *second*; B never chooses.
    """
    cells = {"A": [["one", ["x", "y"], 0], ["two", ["x", "y"], 1]], "B": []}
    form = {"kind": "seats", "cells": cells, "denominator": 1, "payoffs": [[3, 0, 0, 1]]}
    rest = {"t": "-t + 1", "0": "1"}
    mixes = {
        "one": {"x": first, "y": rest.get(first, "0")},
        "two": {"x": second, "y": rest.get(second, "0")},
    }
    told: dict = {"schema": "sabot/field-profile/1", "game": "by hand", "seats": ["A", "B"]}
    told |= {"root": {"root_of": root_of, "between": between}, "payoffs": list(payoffs)}
    told |= {"gains": ["0", "0"], "equilibrium": True, "strategies": {"A": mixes, "B": {}}}
    told |= {"unique": {"A": None, "B": None}, "method": "", "seconds": 0}
    return resealed(told | {"certificate": {"form": form}})
