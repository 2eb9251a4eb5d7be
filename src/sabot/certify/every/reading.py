"""A list of all extreme equilibria, read once into what it claims and what it shows for it.

Standard library only. The game is two matrices of whole numbers, one a seat, each over its own
denominator. A strategy is a mix of rows or of columns; here it is made whole numbers with no
common divisor, so that two that are the same are equal.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

from sabot.certify.dossier import demand_evidence
from sabot.certify.form import Form, shares_of
from sabot.certify.limits import MOST_LABELS, MOST_LISTED, MOST_LISTED_WEIGHTS, Meter
from sabot.certify.nash.reading import forms_of
from sabot.certify.reading import (
    claim_of,
    fraction_of,
    named,
    pair_of,
    record,
    seats_of,
    seen,
    text,
    whole,
)
from sabot.certify.seal import demand_seal
from sabot.errors import CertificateError, FileError

Weights = tuple[int, ...]
_LIST = frozenset(
    {"schema", "game", "seats", "count", "unique", "equilibria", "components", "certificate"}
)


@dataclass(frozen=True, slots=True)
class Bimatrix:
    """The game in the file: by seat its strategies, and its payoffs by row and column."""

    seats: tuple[str, str]
    actions: tuple[list[str], list[str]]
    payoffs: tuple[list[list[int]], list[list[int]]]
    denominators: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Balanced:
    """An equilibrium as a file tells it: both seats' weights, and what they are paid."""

    weights: tuple[Weights, Weights]
    payoffs: tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class Component:
    """Subsets that are linked, each by the places of its equilibria in the list."""

    dimension: int
    subsets: tuple[tuple[int, ...], ...]


Case = int | tuple[int, Weights] | None
"""A label to branch on, from 1 (negative: first as a best reply, then without weight); a seat and
a shift of its weights; or None: equilibria are here."""


@dataclass(frozen=True, slots=True)
class Every:
    """All extreme equilibria of a game as a file tells them."""

    game: str
    forms: tuple[Form, Form]
    """The game as it pays the first seat, and as it pays the second."""
    bimatrix: Bimatrix
    equilibria: tuple[Balanced, ...]
    components: tuple[Component, ...]
    unique: tuple[bool, bool]
    cases: tuple[Case, ...]
    digest: str
    unreachable: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Nothing is said of views that the cards never show."""

    @property
    def form(self) -> Form:
        """The game as it pays the first seat."""
        return self.forms[0]


def every_of(document: Mapping[str, Any]) -> Every:
    """Return what a ``sabot/equilibria/3`` claims and shows."""
    demand_evidence(document)
    seal = demand_seal(document, "list")
    record(document, _LIST, "a list of equilibria")
    held = record(document["certificate"], {"form", "cases", "digest"}, "the certificate")
    kind, forms = forms_of(held["form"], seats_of(document["seats"]))
    if kind != "bimatrix":
        raise ValueError("the form of a list of equilibria is no bimatrix")
    form = bimatrix_of(forms)
    told = document["equilibria"]
    if type(told) is not list or not told:
        raise ValueError("the equilibria are not a list")
    if len(told) > MOST_LISTED:
        raise FileError(f"more than {MOST_LISTED:,} equilibria, too many for this checker")
    if type(document["count"]) is not int or document["count"] != len(told):
        raise CertificateError("'count' is not the number of equilibria listed")
    unique = record(document["unique"], form.seats, "the uniqueness claims")
    one, two = (claim_of(unique[seat]) for seat in form.seats)
    if one is None or two is None:
        raise ValueError("a uniqueness claim with evidence is true or false")
    first, second = map(_Mixes, form.seats, form.actions)
    return Every(
        text(document["game"], "the game"),
        forms,
        form,
        tuple(_balanced((first, second), entry) for entry in told),
        _components(document["components"], len(told)),
        (one, two),
        cases_of(form, held["cases"]),
        seal,
    )


def bimatrix_of(forms: tuple[Form, Form]) -> Bimatrix:
    """Return two matrices with the same labels as one game."""
    names, actions = zip(*((seat.name, seat.cells[0][1]) for seat in forms[0].seats), strict=True)
    if sum(map(len, actions)) > MOST_LABELS:
        raise FileError(f"more than {MOST_LABELS:,} strategies, too many for this checker")
    one, two = (form.rows or [] for form in forms)
    return Bimatrix(
        (names[0], names[1]),
        (actions[0], actions[1]),
        (one, two),
        (forms[0].denominator, forms[1].denominator),
    )


def _balanced(mixes: tuple[_Mixes, _Mixes], data: Any) -> Balanced:
    record(data, {"strategies", "payoffs"}, "an equilibrium")
    told = record(data["strategies"], [own.seat for own in mixes], "the strategies")
    one, two = (own.weights(told[own.seat]) for own in mixes)
    payoffs = data["payoffs"]
    if type(payoffs) is not list or len(payoffs) != 2:
        raise ValueError("the payoffs of an equilibrium are not one a seat")
    return Balanced((one, two), (fraction_of(payoffs[0]), fraction_of(payoffs[1])))


class _Mixes:
    """The mixes of a seat, each made once: in a long list most stand many times."""

    def __init__(self, seat: str, actions: Sequence[str]) -> None:
        self.seat = seat
        self.places = {action: place for place, action in enumerate(actions)}
        self.known: dict[tuple[tuple[str, Any], ...], Weights] = {}
        self.meter = Meter(MOST_LISTED_WEIGHTS, f"the strategies of {named(seat)} are")

    def weights(self, data: Any) -> Weights:
        """Return a mix as whole numbers; an action that is left out has no chance."""
        mix = record(data, {"-"}, f"{named(self.seat)}'s strategy")["-"]
        record(mix, (), f"the mix of {named(self.seat)}", self.places)
        texts = tuple(mix.items())
        if any(type(chance) is not str for _, chance in texts):
            raise ValueError(f"a chance of {named(self.seat)} is not a fraction written as text")
        found = self.known.get(texts)
        if found is None:
            self.meter.take(len(self.places))
            found = self.known[texts] = self._made(texts)
        return found

    def _made(self, texts: tuple[tuple[str, Any], ...]) -> Weights:
        shares, below = shares_of([pair_of(chance) for _, chance in texts])
        if min(shares, default=0) < 0 or sum(shares) != below:
            raise CertificateError(f"a strategy of {named(self.seat)} is not a mix")
        common = math.gcd(*shares)
        weights = [0] * len(self.places)
        for (action, _), share in zip(texts, shares, strict=True):
            weights[self.places[action]] = share // common
        return tuple(weights)


def _components(data: Any, count: int) -> tuple[Component, ...]:
    if type(data) is not list:
        raise ValueError("the components are not a list")
    found = []
    for entry in data:
        record(entry, {"dimension", "subsets"}, "a component")
        told = entry["subsets"]
        if type(entry["dimension"]) is not int or type(told) is not list:
            raise ValueError("a component is not a dimension and a list of subsets")
        found.append(Component(entry["dimension"], tuple(_numbers(s, count) for s in told)))
    return tuple(found)


def _numbers(data: Any, count: int) -> tuple[int, ...]:
    """Return places in the list, from 0; a file counts from 1, upwards."""
    if type(data) is not list or set(map(type, data)) != {int}:
        raise ValueError("a subset is not a list of the numbers of equilibria")
    if data[0] < 1 or data[-1] > count or any(a >= b for a, b in pairwise(data)):
        raise ValueError("a subset does not name equilibria of the list, in order")
    return tuple(number - 1 for number in data)


def cases_of(form: Bimatrix, data: Any) -> tuple[Case, ...]:
    """Return a tree of cases."""
    if type(data) is not list:
        raise ValueError("the cases are not a list")
    sizes = [len(actions) for actions in form.actions]
    return tuple(_case(form, sizes, entry) for entry in data)


def _case(form: Bimatrix, sizes: Sequence[int], data: Any) -> Case:
    if data is None:
        return None
    if type(data) is int:
        if not 1 <= abs(data) <= sum(sizes):
            raise ValueError(f"a case branches on {seen(data)}, which is no strategy's number")
        return data
    return shift_of({name: n for n, name in enumerate(form.seats)}, sizes, data)


def shift_of(names: Mapping[str, int], sizes: Sequence[int], data: Any) -> tuple[int, Weights]:
    """Return whose a shift is, and its weights."""
    record(data, (), "a case", names)
    if len(data) != 1:
        raise ValueError("a case without equilibria is shown by one seat's shift")
    ((name, told),) = data.items()
    seat = names[name]
    if type(told) is not list or len(told) != sizes[seat]:
        raise ValueError(f"a shift of {named(name)} has not one weight a strategy")
    return seat, tuple(map(whole, told))
