"""Equilibria for many seats whose chances are numbers of one field: read, and checked.

Standard library only. A ``sabot/field-profile/1`` names a root t; its chances and payoffs are sums
in t. In each view the chances are not negative and together 1; the best reply of every seat, over
all its strategies, earns it just what it is paid. All signs are exact, and so is every zero.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sabot.certify.dossier import demand_how
from sabot.certify.form import Seat
from sabot.certify.limits import MOST_SEATS_WORK
from sabot.certify.reading import named, record, text
from sabot.certify.seats.field import Field, Number, number_of, root_of
from sabot.certify.seats.reading import Many, opened
from sabot.certify.statement import FieldProved
from sabot.certify.theorem.polynomial import Poly, plus, times
from sabot.certify.theorem.roots import Point
from sabot.errors import CertificateError, FileError

_PROFILE = frozenset(
    {"schema", "game", "seats", "root", "payoffs", "gains", "equilibrium", "strategies", "unique"}
    | {"method", "seconds", "certificate"}
)
_ONE: Number = ([1], 1)
Plan = tuple[list[Poly], int]
"""The probability of each sequence: polynomials in t over one whole number."""


@dataclass(frozen=True, slots=True)
class Rooted:
    """An equilibrium in the field of a root as a file tells it."""

    game: str
    form: Many
    root: Point
    payoffs: tuple[Number, ...]
    written: tuple[str, ...]
    """The payoffs as they stand in the file."""
    chances: tuple[list[Number], ...]
    """By seat and sequence, where it is chosen; that of the empty one is 1."""
    digest: str


def rooted_of(document: Mapping[str, Any]) -> Rooted:
    """Return what a ``sabot/field-profile/1`` claims and shows."""
    form, seal = opened(document, _PROFILE, "a profile in a field")
    names = [seat.name for seat in form.seats]
    if document["equilibrium"] is not True or document["gains"] != ["0"] * len(names):
        raise ValueError("a profile in a field is an equilibrium: all gains are '0'")
    demand_how(document)
    root = root_of(document["root"])
    terms = len(root.root_of) - 1
    paid = document["payoffs"]
    if type(paid) is not list or len(paid) != len(names):
        raise ValueError("the payoffs are not a list of one number for each seat")
    tables = record(document["strategies"], names, "the strategies")
    known: dict[tuple[Any, ...], list[Number]] = {}
    return Rooted(
        text(document["game"], "the game"),
        form,
        root,
        tuple(number_of(amount, terms) for amount in paid),
        tuple(paid),
        tuple(_chances(seat, tables[seat.name], terms, known) for seat in form.seats),
        seal,
    )


def _chances(
    seat: Seat, data: Any, terms: int, known: dict[tuple[Any, ...], list[Number]]
) -> list[Number]:
    """Return a seat's chances by sequence; an action that is left out has none."""
    if not isinstance(data, Mapping) or data.keys() != seat.views:
        raise ValueError(f"{named(seat.name)}'s strategy does not answer exactly its own views")
    found = [_ONE]
    for view, actions, _, _ in seat.cells:
        mix = data[view]
        if not isinstance(mix, dict) or not mix.keys() <= set(actions):
            raise ValueError(f"{named(seat.name)} at {view[:40]!r}: not a mix of its actions")
        texts = tuple(mix.get(action, "0") for action in actions)
        if set(map(type, texts)) != {str}:
            raise ValueError(f"{named(seat.name)} at {view[:40]!r}: a chance is no text")
        if texts not in known:
            known[texts] = [number_of(chance, terms) for chance in texts]
        found += known[texts]
    return found


# ---------------------------------------------------------------------- the check


def stated(told: Rooted) -> FieldProved:
    """Return what a profile in a field says; raise CertificateError unless all of it is so."""
    field, form = Field(told.root), told.form
    for seat, chances in zip(form.seats, told.chances, strict=True):
        _demand_mixes(field, seat, chances)
    plans = [
        _plan(field, seat, chances) for seat, chances in zip(form.seats, told.chances, strict=True)
    ]
    _demand_quick(form, plans)
    for number, claimed in enumerate(told.payoffs):
        _demand_best(field, form, number, plans, claimed)
    names = tuple(seat.name for seat in form.seats)
    about = tuple(map(field.about, told.payoffs))
    return FieldProved(told.game, names, told.digest, about, source=told)


def _demand_mixes(field: Field, seat: Seat, chances: Sequence[Number]) -> None:
    """Demand that the chances at each view are not negative and together 1."""
    fair: set[tuple[int, ...]] = set()
    for view, actions, _, first in seat.cells:
        mix = chances[first : first + len(actions)]
        same = tuple(map(id, mix))  # equal texts were read once
        if same in fair:
            continue
        fair.add(same)
        shares, below = field.shared(mix)
        total: Poly = [-below]
        for share in shares:
            total = plus(total, share)
        if any(field.sign(share) < 0 for share in shares) or not field.zero(total):
            raise CertificateError(
                f"{named(seat.name)}'s chances at {view[:40]!r} do not make a mix"
            )


def _plan(field: Field, seat: Seat, chances: Sequence[Number]) -> Plan:
    """Return the probability of each sequence."""
    found: list[Number] = [_ONE] * seat.count
    for _, actions, parent, first in seat.cells:
        for spot in range(first, first + len(actions)):
            if found[parent] == _ONE:
                found[spot] = chances[spot]
            elif chances[spot] == _ONE:
                found[spot] = found[parent]
            else:
                found[spot] = field.times(found[parent], chances[spot])
    return field.shared(found)


def _demand_quick(form: Many, plans: Sequence[Plan]) -> None:
    """Refuse plans whose numbers are too long to be multiplied at every payoff."""
    bits, terms = 0, 1
    for plan, below in plans:
        longest = max(c.bit_length() for top in plan for c in (below, *top))
        bits, terms = bits + longest, terms + max(map(len, plan)) - 1
    work = len(form.entries) * (len(plans) * terms * (bits // 64 + 1)) ** 2
    if work > MOST_SEATS_WORK:
        raise FileError("the chances of the strategies are too long to be multiplied out")


def _demand_best(
    field: Field, form: Many, number: int, plans: Sequence[Plan], claimed: Number
) -> None:
    """Demand that a seat is paid what is claimed, and that no strategy of its own earns it more."""
    seat, (own, below) = form.seats[number], plans[number]
    worth = _worths(form, number, plans)
    unit = form.denominator
    for k, (_, under) in enumerate(plans):
        unit *= under if k != number else 1
    paid: Poly = []
    for weight, earned in zip(own, worth, strict=True):
        paid = plus(paid, times(weight, earned))
    top, over = claimed
    if not field.zero(plus([c * over for c in paid], [c * below * unit for c in top], -1)):
        found, said = field.about((paid, below * unit)), field.about(claimed)
        raise CertificateError(
            f"{named(seat.name)} is paid about {found}, and not just what is claimed, about {said}"
        )
    for _, actions, parent, first in reversed(seat.cells):
        best = worth[first]
        for other in worth[first + 1 : first + len(actions)]:
            if field.sign(plus(other, best, -1)) > 0:
                best = other
        worth[parent] = plus(worth[parent], best)
    gain = plus([c * below for c in worth[0]], paid, -1)
    if not field.zero(gain):
        more = field.about((gain, below * unit))
        raise CertificateError(f"{named(seat.name)} could gain about {more}, claimed 0")


def _worths(form: Many, number: int, plans: Sequence[Plan]) -> list[Poly]:
    """Return what each sequence of a seat earns by itself against the others' plans."""
    found: list[Poly] = [[] for _ in range(form.seats[number].count)]
    weights: dict[tuple[int, ...], Poly] = {}
    for spot, amounts in form.entries:
        if not amounts[number]:
            continue
        met = (*spot[:number], *spot[number + 1 :])
        if met not in weights:
            product: Poly = [1]
            for k, s in enumerate(spot):
                if k != number:
                    product = times(product, plans[k][0][s])
            weights[met] = product
        amount = amounts[number]
        found[spot[number]] = plus(found[spot[number]], [amount * c for c in weights[met]])
    return found
