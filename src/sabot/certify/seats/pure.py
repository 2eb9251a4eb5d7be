"""A list of all pure equilibria, checked: every profile of pure strategies is gone through.

Standard library only. What each seat is paid at each profile is added up in whole numbers; a
profile is an equilibrium where no seat is paid more at another of its own pure strategies, which is
where it gains by no strategy at all. The list must hold just these, each with what it pays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from sabot.certify.dossier import demand_evidence
from sabot.certify.form import Seat
from sabot.certify.limits import MOST_PURE_PROFILES, MOST_PURE_WORK
from sabot.certify.reading import brief, named, record, text
from sabot.certify.seal import demand_seal
from sabot.certify.seats.reading import Many, count_of, many_of, names_of, numbers_of
from sabot.certify.statement import PureProved
from sabot.errors import CertificateError, FileError

_PURE = frozenset(
    {"schema", "game", "seats", "kind", "strategies", "profiles", "count", "equilibria"}
    | {"certificate"}
)
Plan = int
"""The sequences of a pure strategy, a bit each: that of nothing yet, and those of its choices."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One equilibrium as a file tells it."""

    plans: tuple[Plan, ...]
    payoffs: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class PureList:
    """A list of pure equilibria as a file tells it."""

    game: str
    form: Many
    sizes: tuple[int, ...]
    equilibria: tuple[Listed, ...]
    digest: str


def pure_of(document: Mapping[str, Any]) -> PureList:
    """Return what a ``sabot/pure/1`` claims and shows."""
    demand_evidence(document)
    seal = demand_seal(document, "list")
    record(document, _PURE, "a list of pure equilibria")
    if document["kind"] != "pure":
        raise ValueError("the kind of the equilibria is not 'pure'")
    held = record(document["certificate"], {"form", "digest"}, "the certificate")
    names = names_of(document["seats"])
    form = many_of(held["form"], names)
    sizes = tuple(count_of(size, "strategies") for size in _list(document["strategies"]))
    if len(sizes) != len(names):
        raise ValueError("the strategies are not a list of one number for each seat")
    if max(sizes) > MOST_PURE_PROFILES:  # before they are multiplied
        raise _too_many()
    listed = tuple(_listed(one, form) for one in _list(document["equilibria"]))
    claims = (("profiles", prod(sizes)), ("count", len(listed)))
    for key, number in claims:
        if count_of(document[key], key) != number:
            raise CertificateError(f"{key!r} is {document[key]}, and by the list it is {number}")
    return PureList(text(document["game"], "the game"), form, sizes, listed, seal)


def _list(data: Any) -> list[Any]:
    if type(data) is not list:
        raise ValueError("strategies and equilibria are lists")
    return data


def _listed(data: Any, form: Many) -> Listed:
    record(data, {"strategies", "payoffs"}, "an equilibrium")
    names = [seat.name for seat in form.seats]
    tables = record(data["strategies"], names, "the strategies of an equilibrium")
    plans = tuple(_plan(seat, tables[seat.name]) for seat in form.seats)
    return Listed(plans, numbers_of(data["payoffs"], "payoffs", len(names)))


def _plan(seat: Seat, table: Any) -> Plan:
    """Return the sequences of a pure strategy: a sure choice at each view that it comes to."""
    called = named(seat.name)
    if not isinstance(table, Mapping):
        raise ValueError(f"a strategy of {called} is not an object")
    used, met = {0}, 0
    for view, actions, parent, first in seat.cells:
        if parent not in used:
            continue
        if view not in table:
            raise ValueError(f"a strategy of {called} says nothing at {view[:40]!r}")
        mix = table[view]
        if not isinstance(mix, Mapping) or list(mix.values()) != ["1"]:
            raise ValueError(f"{called} at {view[:40]!r}: not one action with chance 1")
        (action,) = mix
        if action not in actions:
            raise ValueError(f"{called} at {view[:40]!r}: there is no action {str(action)[:40]!r}")
        used.add(first + actions.index(action))
        met += 1
    if met != len(table):
        raise ValueError(f"a strategy of {called} names views that it does not come to")
    return _bits(used, seat.count)


def _bits(used: Iterable[int], count: int) -> Plan:
    """Return sequences, of so many, as bits of one number: a long one is made in one go."""
    found = bytearray(count // 8 + 1)
    for s in used:
        found[s // 8] |= 1 << s % 8
    return int.from_bytes(found, "little")


# ---------------------------------------------------------------------- all profiles


def stated(told: PureList) -> PureProved:
    """Return what a list says; raise CertificateError unless all of it is so."""
    sizes = tuple(map(pure_count, told.form.seats))
    _demand_few(told.form, sizes)
    if told.sizes != sizes:
        raise CertificateError(
            f"the seats have {_by(sizes)} pure strategies, claimed {_by(told.sizes)}"
        )
    plans = [list(pure_plans(seat)) for seat in told.form.seats]
    paid = _paid(told.form, plans, sizes)
    stable = _stable(paid, sizes)
    place = [{plan: number for number, plan in enumerate(own)} for own in plans]
    seen: set[int] = set()
    for number, one in enumerate(told.equilibria, 1):
        spot = 0
        for numbers, plan, size in zip(place, one.plans, sizes, strict=True):
            spot = spot * size + numbers[plan]
        if spot in seen:
            raise CertificateError(f"equilibrium {number} stands in the list twice")
        seen.add(spot)
        if not stable[spot]:
            raise CertificateError(
                f"equilibrium {number} is none: a seat gains by another strategy"
            )
        _demand_paid(told.form, number, one, [table[spot] for table in paid])
    if missing := sum(stable) - len(seen):
        raise CertificateError(
            f"the list is not complete: {missing} more pure equilibria are there"
        )
    names = tuple(seat.name for seat in told.form.seats)
    return PureProved(told.game, names, told.digest, source=told)


def _by(sizes: tuple[int, ...]) -> str:
    return " x ".join(map(str, sizes))[:100]


def _demand_paid(form: Many, number: int, one: Listed, amounts: list[int]) -> None:
    for seat, claimed, amount in zip(form.seats, one.payoffs, amounts, strict=True):
        found = Fraction(amount, form.denominator)
        if found != claimed:
            said = f"is paid {brief(found)}, claimed {brief(claimed)}"
            raise CertificateError(f"equilibrium {number}: {named(seat.name)} {said}")


def pure_count(seat: Seat) -> int:
    """Return how many pure strategies a seat has, without building them."""
    ways = [1] * seat.count
    for _, actions, parent, first in reversed(seat.cells):
        here = sum(ways[first : first + len(actions)])
        ways[parent] = min(ways[parent] * here, MOST_PURE_PROFILES + 1)  # beyond, just more
    return ways[0]


def pure_plans(seat: Seat) -> Iterator[Plan]:
    """Yield every pure strategy of a seat."""
    found: list[Plan] = [1]
    for _, actions, parent, first in seat.cells:  # each follows an earlier sequence
        grown = []
        for plan in found:
            if plan >> parent & 1:
                grown += [plan | 1 << first + action for action in range(len(actions))]
            else:
                grown.append(plan)
        found = grown
    yield from found


def _demand_few(form: Many, sizes: tuple[int, ...]) -> None:
    """Refuse a game with more profiles than are gone through in some seconds."""
    if prod(sizes) > MOST_PURE_PROFILES:
        raise _too_many()
    written = grown = 0
    for seat, size in zip(form.seats, sizes, strict=True):
        written += size * seat.count
        grown += size * len(seat.cells) * (seat.count // 64)  # copied once a cell
    if written > MOST_PURE_WORK or grown > MOST_PURE_WORK:
        raise FileError("the pure strategies are too long to be written out")


def _too_many() -> FileError:
    return FileError(
        "there are too many profiles of pure strategies; up to "
        f"{MOST_PURE_PROFILES:,} are gone through"
    )


def _paid(form: Many, plans: list[list[Plan]], sizes: tuple[int, ...]) -> list[list[int]]:
    """Return what each seat is paid at every profile, the last seat's strategies changing first."""
    steps = [prod(sizes[k + 1 :]) for k in range(len(sizes))]
    using = []
    for seat, own, step in zip(form.seats, plans, steps, strict=True):
        spots = [(n * step, plan) for n, plan in enumerate(own)]
        using.append([[n for n, plan in spots if plan >> s & 1] for s in range(seat.count)])
    _demand_quick(form, using)
    tables = [[0] * prod(sizes) for _ in sizes]
    for spot, amounts in form.entries:
        live = [(table, amount) for table, amount in zip(tables, amounts, strict=True) if amount]
        for places in product(*(own[s] for own, s in zip(using, spot, strict=True))):
            at = sum(places)
            for table, amount in live:
                table[at] += amount
    return tables


def _demand_quick(form: Many, using: list[list[list[int]]]) -> None:
    work = 0
    for spot, amounts in form.entries:
        words = max(amount.bit_length() for amount in amounts) // 64 + 1
        work += words * len(amounts) * prod(len(own[s]) for own, s in zip(using, spot, strict=True))
    if work > MOST_PURE_WORK:
        raise FileError("the payoffs of the profiles are too many to be added up")


def _stable(paid: list[list[int]], sizes: tuple[int, ...]) -> bytearray:
    """Return by profile whether no seat is paid more at another of its own strategies."""
    count = prod(sizes)
    stable = bytearray([1]) * count
    step = count
    for table, size in zip(paid, sizes, strict=True):
        whole, step = step, step // size
        for block in range(0, count, whole):
            for start in range(block, block + step):
                line = table[start : start + whole : step]
                most = max(line)
                for number, amount in enumerate(line):
                    if amount < most:
                        stable[start + number * step] = 0
    return stable
