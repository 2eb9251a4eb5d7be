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
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from sabot.dossier import Form, Seat, Table, form_of, pair_of, plan_of, read, whole
from sabot.errors import CertificateError, FileError, SabotError
from sabot.rank import full_rank


def check(source: str | Path | Mapping[str, Any]) -> Any:
    """Return the proved value (of a proof: its formulas); raise CertificateError otherwise."""
    document = source if isinstance(source, Mapping) else read(source)
    try:
        return _check(document)
    except RecursionError:
        raise FileError("nested too deeply to be a certificate") from None
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as fault:
        raise FileError(f"not a well-formed certificate: {_what(fault)}") from None


def digest(certificate: Mapping[str, Any]) -> str:
    """Return the fingerprint of everything in a certificate but the fingerprint."""
    body = {key: value for key, value in certificate.items() if key != "digest"}
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def _check(document: Mapping[str, Any]) -> Any:
    schema = document["schema"]
    certificate = document
    if schema == "sabot/solution/1":
        certificate = document["certificate"]
        if certificate is None:
            raise CertificateError(f"it carries no certificate: {_why_none(document)}")
    elif schema == "sabot/proof/1":
        body = {key: part for key, part in document.items() if key != "seconds"}
        if document["digest"] != digest(body):
            raise CertificateError("the digest does not fit: something in the proof was changed")
        from sabot.certify_proof import check_proof

        return check_proof(body, _check)
    elif schema != "sabot/certificate/1":
        raise FileError(f"schema {schema!r}: expected a sabot solution or certificate")
    if certificate["schema"] != "sabot/certificate/1":
        raise FileError(f"certificate schema {certificate['schema']!r} is not known")
    if certificate["digest"] != digest(certificate):
        raise CertificateError("the digest does not fit: something in the certificate was changed")
    if certificate["form"]["kind"] == "tricks":
        from sabot.certify_tricks import check_tricks

        return check_tricks(certificate, None if certificate is document else document)
    form = form_of(certificate["form"])
    value = Fraction(*pair_of(certificate["value"]))
    proved = [
        _optimal(form, seat, certificate["strategies"][form.seats[seat].name], value)
        for seat in (0, 1)
    ]
    _check_uniqueness(form, certificate["uniqueness"], value, proved)
    if certificate is not document:
        _check_outside(document, certificate, value)
        _check_behaviour(document, form, proved)
    return value


def _why_none(document: Mapping[str, Any]) -> str:
    """Return why there is nothing to check: a large deal of whist says so itself."""
    said = document.get("no_certificate")
    return said if isinstance(said, str) else "nothing in it can be checked"


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
        "off_path": document["off_path"] == certificate["off_path"],
        "decimal": document["decimal"] == as_float(value),
    }
    for field, agrees in same.items():
        if not agrees:
            raise CertificateError(f"the solution's {field!r} is not what its certificate proves")
    cells = certificate["form"].get("cells", {})
    for seat, views in document.get("unreachable", {}).items():
        for view, *_ in cells.get(seat, []):
            if view in views:
                raise CertificateError(f"{seat}'s view {view!r} is in the game, not unreachable")


def _check_behaviour(document: Mapping[str, Any], form: Form, proved: list[Proved]) -> None:
    """Check the claim on behaviour: unique when the plan is and comes to every view."""
    for seat, own in zip(form.seats, proved, strict=True):
        everywhere = all(own.plan[parent] for _, _, parent, _ in seat.cells)
        if document["unique_behaviour"][seat.name] is not (
            document["unique"][seat.name] and everywhere
        ):
            raise CertificateError(f"'unique_behaviour' is not true of {seat.name}")


def as_float(value: Fraction) -> float | None:
    """Return the nearest float, None beyond their range."""
    try:
        return float(value)
    except OverflowError:
        return None


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
    plan, below = plan_of(form.seats[seat], table)
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
            if not full_rank(system, width, _prime(whole(claim["prime"]))):
                raise CertificateError(
                    f"{name}'s strategy is not shown to be unique: the equations that every "
                    "optimal strategy solves may have other solutions"
                )
            if len(system) == width:
                regular.append((tight, used))
        else:
            raise ValueError("a uniqueness claim is true or false")


@lru_cache
def _prime(number: int) -> int:
    if not 2 < number < 2**24 or not all(number % k for k in range(2, math.isqrt(number) + 1)):
        raise ValueError(
            f"a claim of uniqueness gives {number} as the number to compute remainders by; "
            "it must be an odd prime below 16,777,216"
        )
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
            proved = check(path)
            pieces = isinstance(proved, list)
            words = f"{len(proved)} pieces" if pieces else f"value {_brief(proved)}"
            print(f"{path}: proved, {words}")
        except SabotError as fault:
            print(f"{path}: {fault}", file=sys.stderr)
            return fault.exit_code
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
