"""The independent checker: reads a certificate, recomputes what it claims, believes nothing else.

Standard library only, and nothing of the solver: ``python -m sabot.certify FILE`` works without any
dependency installed. What is checked, in exact integers:

1. the digest, so that no number in the file was changed after it was written;
2. that both strategies are mixes, and that the best reply to each, by backward induction, earns
   exactly the claimed value: ``guarantee(one) == value == concession(two)``;
3. each claim of uniqueness. Every optimal strategy of a seat uses only choices that are best
   against *any* optimal strategy of the opponent and keeps the opponent indifferent over what that
   strategy uses; the checker builds that linear system for the strategy in the evidence and finds
   its full column rank modulo a prime. A claim of *not* unique must show another strategy.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from operator import mul
from pathlib import Path
from typing import Any

from sabot.errors import CertificateError, FileError, SabotError
from sabot.rank import full_rank

MAX_BYTES = 512 * 2**20
MAX_DIGITS = 1_000_000
_WHOLE = re.compile(r"-?[0-9]+")
Table = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat's cells: (view, actions, parent sequence, first sequence)."""

    name: str
    cells: list[tuple[str, list[str], int, int]]
    count: int


@dataclass(frozen=True, slots=True)
class Form:
    """The game in the file: two seats and integer payoffs over one denominator."""

    seats: tuple[Seat, Seat]
    rows: list[list[int]] | None
    entries: list[list[int]]
    denominator: int

    def gains(self, seat: int, plan: Sequence[int]) -> list[int]:
        """Return what each sequence of *seat* earns (for that seat) against the other's plan."""
        live = [s for s, weight in enumerate(plan) if weight and s]
        if self.rows is not None:
            weights = [plan[s] for s in live]
            if seat == 0:
                lines = ([row[s - 1] for s in live] for row in self.rows)
                return [0, *(sum(map(mul, line, weights)) for line in lines)]
            columns = zip(*(self.rows[s - 1] for s in live), strict=True)
            return [0, *(-sum(map(mul, column, weights)) for column in columns)]
        gains = [0] * self.seats[seat].count
        for one, two, amount in self.entries:
            if seat == 0:
                gains[one] += amount * plan[two]
            else:
                gains[two] -= amount * plan[one]
        return gains


def check(source: str | Path | Mapping[str, Any]) -> Fraction:
    """Return the proved value; raise CertificateError with the reason if it is not proved."""
    document = source if isinstance(source, Mapping) else read(source)
    try:
        return _check(document)
    except RecursionError:
        raise FileError("nested too deeply to be a certificate") from None
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as fault:
        raise FileError(f"not a well-formed certificate: {_what(fault)}") from None


def read(path: str | Path) -> dict[str, Any]:
    """Return the JSON object in a file of bounded size."""
    try:
        with open(path, "rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as fault:
        raise FileError(f"{path}: cannot be read: {fault.strerror}") from None
    if len(raw) > MAX_BYTES:
        raise FileError(f"{path}: larger than {MAX_BYTES // 2**20} MiB")
    try:
        document = json.loads(raw)
    except RecursionError:
        raise FileError(f"{path}: nested too deeply to be a certificate") from None
    except ValueError as fault:
        raise FileError(f"{path}: not JSON, or cut short: {fault}") from None
    if not isinstance(document, dict):
        raise FileError(f"{path}: a certificate is a JSON object")
    return document


def digest(certificate: Mapping[str, Any]) -> str:
    """Return the fingerprint of everything in a certificate but the fingerprint."""
    body = {key: value for key, value in certificate.items() if key != "digest"}
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def _check(document: Mapping[str, Any]) -> Fraction:
    schema = document["schema"]
    certificate = document
    if schema == "sabot/solution/1":
        certificate = document["certificate"]
    elif schema != "sabot/certificate/1":
        raise FileError(f"schema {schema!r}: expected a sabot solution or certificate")
    if certificate["schema"] != "sabot/certificate/1":
        raise FileError(f"certificate schema {certificate['schema']!r} is not known")
    if certificate["digest"] != digest(certificate):
        raise CertificateError("the digest does not fit: something in the certificate was changed")
    form = _form(certificate["form"])
    value = Fraction(*_pair(certificate["value"]))
    proved = [
        _optimal(form, seat, certificate["strategies"][form.seats[seat].name], value)
        for seat in (0, 1)
    ]
    _check_uniqueness(form, certificate["uniqueness"], value, proved)
    if certificate is not document:
        _check_outside(document, certificate, value)
    return value


def _check_outside(
    document: Mapping[str, Any], certificate: Mapping[str, Any], value: Fraction
) -> None:
    claims = {name: claim["unique"] for name, claim in certificate["uniqueness"].items()}
    same = {
        "game": document["game"] == certificate["game"],
        "value": document["value"] == certificate["value"],
        "strategies": document["strategies"] == certificate["strategies"],
        "unique": document["unique"] == claims,
        "seats": list(document["seats"]) == list(certificate["form"]["seats"]),
        "decimal": document["decimal"] == as_float(value),
    }
    for field, agrees in same.items():
        if not agrees:
            raise CertificateError(f"the solution's {field!r} is not what its certificate proves")


def as_float(value: Fraction) -> float | None:
    """Return the nearest float, None beyond their range."""
    try:
        return float(value)
    except OverflowError:
        return None


# ---------------------------------------------------------------------- reading


def _whole(text: Any) -> int:
    if isinstance(text, int) and not isinstance(text, bool):
        return text
    if not isinstance(text, str) or len(text) > MAX_DIGITS or not _WHOLE.fullmatch(text):
        raise ValueError(f"{str(text)[:40]!r} is not a whole number")
    return int(text) if len(text) < 4000 else int(Decimal(text))


def _pair(text: Any) -> tuple[int, int]:
    if not isinstance(text, str):
        raise ValueError(f"{str(text)[:40]!r} is not a fraction written as text")
    top, slash, bottom = text.partition("/")
    pair = _whole(top), _whole(bottom) if slash else 1
    if pair[1] <= 0:
        raise ValueError(f"{text[:40]!r} has no positive denominator")
    return pair


def _form(data: Mapping[str, Any]) -> Form:
    denominator = _whole(data["denominator"])
    if denominator <= 0:
        raise ValueError("the form's denominator is not positive")
    if data["kind"] == "matrix":
        one, two = data["seats"]
        rows, columns = data["rows"], data["columns"]
        payoffs = data["payoffs"]
        if len(payoffs) != len(rows) or any(len(row) != len(columns) for row in payoffs):
            raise ValueError("the matrix does not fit its labels")
        if set().union(*(map(type, row) for row in payoffs)) != {int}:
            payoffs = [[_whole(entry) for entry in row] for row in payoffs]
        seats = (
            Seat(one, [("-", rows, 0, 1)], len(rows) + 1),
            Seat(two, [("-", columns, 0, 1)], len(columns) + 1),
        )
        return Form(seats, payoffs, [], denominator)
    if data["kind"] != "sequence":
        raise ValueError(f"form kind {data['kind']!r} is not known")
    first, second = (_seat(name, data["cells"][name]) for name in data["seats"])
    entries = [[_whole(number) for number in entry] for entry in data["payoffs"]]
    for one, two, _ in entries:
        if not (0 <= one < first.count and 0 <= two < second.count):
            raise ValueError("a payoff names a sequence that is not there")
    return Form((first, second), None, entries, denominator)


def _seat(name: str, cells: Sequence[Sequence[Any]]) -> Seat:
    made: list[tuple[str, list[str], int, int]] = []
    count = 1
    for view, actions, parent in cells:
        if not 0 <= _whole(parent) < count or not actions:
            raise ValueError(f"{name}'s cell {view!r} does not follow an earlier sequence")
        made.append((view, actions, parent, count))
        count += len(actions)
    if len({cell[0] for cell in made}) != len(made):
        raise ValueError(f"{name} has two cells of one name")
    return Seat(name, made, count)


def _plan(seat: Seat, table: Table) -> tuple[list[int], int]:
    """Return the probability of each sequence, as integers over one denominator."""
    if set(table) != {view for view, *_ in seat.cells}:
        raise ValueError(f"{seat.name}'s strategy does not answer exactly its own views")
    mixes = []
    for view, actions, _, _ in seat.cells:
        mix = table[view]
        if not set(mix) <= set(actions):
            raise ValueError(f"{seat.name} at {view!r} plays what is not an action there")
        pairs = [_pair(mix[action]) if action in mix else (0, 1) for action in actions]
        below = math.lcm(*(bottom for _, bottom in pairs))
        weights = [top * (below // bottom) for top, bottom in pairs]
        if min(weights) < 0 or sum(weights) != below:
            raise CertificateError(f"{seat.name}'s chances at {view!r} do not make a mix")
        mixes.append((weights, below))
    if len(mixes) == 1:
        return [mixes[0][1], *mixes[0][0]], mixes[0][1]
    plan = [Fraction(0)] * seat.count
    plan[0] = Fraction(1)
    for (_, _, parent, start), (weights, below) in zip(seat.cells, mixes, strict=True):
        for offset, weight in enumerate(weights):
            if weight:
                plan[start + offset] = plan[parent] * Fraction(weight, below)
    common = math.lcm(*(chance.denominator for chance in plan))
    return [int(chance * common) for chance in plan], common


# ---------------------------------------------------------------------- best replies


def _reply(seat: Seat, gains: list[int]) -> tuple[int, list[int]]:
    """Return the best reply's worth, and the tight sequences, by backward induction."""
    worth = list(gains)
    best = [0] * len(seat.cells)
    for number in range(len(seat.cells) - 1, -1, -1):
        _, actions, parent, first = seat.cells[number]
        best[number] = max(worth[first : first + len(actions)])
        worth[parent] += best[number]
    within = {0}
    for number, (_, actions, parent, first) in enumerate(seat.cells):
        if parent in within:
            within.update(s for s in range(first, first + len(actions)) if worth[s] == best[number])
    return worth[0], sorted(within)


@dataclass(frozen=True, slots=True)
class Proved:
    """A plan that was shown to secure the value, and what the other seat's choices are worth."""

    plan: list[int]
    below: int
    tight: list[int]
    """The other seat's sequences that are best against this plan."""

    @property
    def used(self) -> list[int]:
        """The sequences that the plan gives a chance."""
        return [s for s, weight in enumerate(self.plan) if weight]


def _optimal(form: Form, seat: int, table: Table, value: Fraction) -> Proved:
    """Return the plan of a strategy after proving that it secures the value."""
    plan, below = _plan(form.seats[seat], table)
    other = 1 - seat
    reply, tight = _reply(form.seats[other], form.gains(other, plan))
    worst = Fraction(-reply if seat == 0 else reply, below * form.denominator)
    if worst != value:
        name, verb = form.seats[seat].name, "secures" if seat == 0 else "concedes"
        raise CertificateError(f"{name} {verb} {_brief(worst)}, claimed {_brief(value)}")
    return Proved(plan, below, tight)


def _brief(value: Fraction) -> str:
    if value.denominator.bit_length() < 200:
        return str(value)
    return f"{as_float(value)!r} (exactly, a fraction of many digits)"


# ---------------------------------------------------------------------- uniqueness


def _check_uniqueness(
    form: Form,
    claims: Mapping[str, Mapping[str, Any]],
    value: Fraction,
    proved: list[Proved],
) -> None:
    if set(claims) != {seat.name for seat in form.seats}:
        raise ValueError("the uniqueness claims do not name the two seats")
    regular: list[tuple[list[int], list[int]]] = []
    for seat in (0, 1):
        name = form.seats[seat].name
        claim = claims[name]
        if claim["unique"] is False:
            other = _optimal(form, seat, claim["another"], value)
            own = proved[seat]
            if [s * own.below for s in other.plan] == [s * other.below for s in own.plan]:
                raise CertificateError(f"{name}'s other optimal strategy is the same one")
        elif claim["unique"] is True:
            against = proved[1 - seat]
            if "against" in claim:
                against = _optimal(form, 1 - seat, claim["against"], value)
            tight, used = against.tight, against.used
            if (used, tight) in regular:
                continue  # the transpose of a regular system is regular
            system, width = _system(form, seat, tight, used)
            if not full_rank(system, width, _prime(_whole(claim["prime"]))):
                raise CertificateError(f"{name}'s strategy is not shown to be unique")
            if len(system) == width:
                regular.append((tight, used))
        else:
            raise ValueError("a uniqueness claim is true or false")


@lru_cache
def _prime(number: int) -> int:
    if not 2 < number < 2**24 or not all(number % k for k in range(2, math.isqrt(number) + 1)):
        raise ValueError(f"{number} is not a prime between 2 and 2^24")
    return number


def _system(
    form: Form, seat: int, tight: list[int], used: list[int]
) -> tuple[list[dict[int, int]], int]:
    """Return the equations that every optimal plan of *seat* solves, and the number of unknowns.

    It may use only *tight* sequences and must leave the opponent level over those *used*. Unknowns:
    the chances of the tight sequences, then the worth of the opponent's cells that are reached.
    """
    own, other = form.seats[seat], form.seats[1 - seat]
    within, spot = set(tight), {s: k for k, s in enumerate(tight[1:])}
    lines: dict[int, dict[int, int]] = {s: {} for s in used if s}
    if form.rows is not None:
        for s in lines:
            rows = form.rows
            entries = (
                [rows[t - 1][s - 1] for t in tight[1:]]
                if seat == 0
                else ([rows[s - 1][t - 1] for t in tight[1:]])
            )
            lines[s] = dict(enumerate(entries))
    else:
        for one, two, amount in form.entries:
            mine, theirs = (one, two) if seat == 0 else (two, one)
            if theirs in lines and mine in spot:
                line = lines[theirs]
                line[spot[mine]] = line.get(spot[mine], 0) + amount
    width = len(spot)
    reached = set(used)
    for _, actions, parent, first in other.cells:
        if parent in reached:
            if parent:
                lines[parent][width] = 1
            for s in range(first, first + len(actions)):
                if s in lines:
                    lines[s][width] = -1
            width += 1
    system = list(lines.values())
    for _, actions, parent, first in own.cells:
        if parent in within:
            row = {spot[s]: 1 for s in range(first, first + len(actions)) if s in spot}
            if parent:
                row[spot[parent]] = -1
            system.append(row)
    return system, width


def _what(fault: Exception) -> str:
    if isinstance(fault, KeyError):
        return f"{fault.args[0]!r} is missing"
    text = str(fault)
    return text if len(text) < 200 else text[:200] + "..."


def main(arguments: Sequence[str]) -> int:
    """Check each file named; the entry point of ``python -m sabot.certify``."""
    if not arguments:
        print("usage: python -m sabot.certify FILE...", file=sys.stderr)
        return 2
    for path in arguments:
        try:
            print(f"{path}: proved, value {_brief(check(path))}")
        except SabotError as fault:
            print(f"{path}: {fault}", file=sys.stderr)
            return fault.exit_code
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
