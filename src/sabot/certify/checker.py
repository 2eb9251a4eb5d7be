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
import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from sabot.certify.reading import Form, as_float, brief, labels, only, read, same
from sabot.certify.sequence import check_behaviour, check_sequence
from sabot.errors import CertificateError, FileError, SabotError

_CERTIFICATE = frozenset(
    {"schema", "game", "form", "value", "strategies", "uniqueness", "off_path", "digest"}
)
_TRICKS = frozenset({"schema", "game", "form", "value", "best", "uniqueness", "digest"})


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
        from sabot.certify.theorem.proof import check_proof

        return check_proof(body, _check)
    elif schema != "sabot/certificate/1":
        raise FileError(f"schema {schema!r}: expected a sabot solution or certificate")
    if certificate["schema"] != "sabot/certificate/1":
        raise FileError(f"certificate schema {certificate['schema']!r} is not known")
    if certificate["digest"] != digest(certificate):
        raise CertificateError("the digest does not fit: something in the certificate was changed")
    if not isinstance(certificate["game"], str):
        raise ValueError("the game is not a text")
    if certificate["form"]["kind"] == "tricks":
        only(certificate, _TRICKS, "the certificate of a deal")
        from sabot.certify.tricks import check_tricks

        return check_tricks(certificate, None if certificate is document else document)
    only(certificate, _CERTIFICATE, "a certificate")
    form, value, proved = check_sequence(certificate)
    if certificate is not document:
        _check_outside(document, certificate, form, value)
        check_behaviour(document, form, proved)
    return value


def _why_none(document: Mapping[str, Any]) -> str:
    """Return why there is nothing to check: a large deal of whist says so itself."""
    said = document.get("no_certificate")
    return said if isinstance(said, str) else "nothing in it can be checked"


def _check_outside(
    document: Mapping[str, Any], certificate: Mapping[str, Any], form: Form, value: Fraction
) -> None:
    claims = {name: claim["unique"] for name, claim in certificate["uniqueness"].items()}
    agree = {
        "game": same(document["game"], certificate["game"]),
        "value": same(document["value"], certificate["value"]),
        "strategies": document["strategies"] == certificate["strategies"],
        "unique": same(document["unique"], claims),
        "seats": same(document["seats"], certificate["form"]["seats"]),
        "off_path": same(document["off_path"], certificate["off_path"]),
        "decimal": same(document["decimal"], as_float(value)),
    }
    for field, agrees in agree.items():
        if not agrees:
            raise CertificateError(f"the solution's {field!r} is not what its certificate proves")
    cells = {seat.name: {view for view, *_ in seat.cells} for seat in form.seats}
    only(document.get("unreachable", {}), cells, "what is unreachable")
    for seat, views in document.get("unreachable", {}).items():
        for view in labels(views, f"unreachable views of {seat}") if views else ():
            if view in cells[seat]:
                raise CertificateError(f"{seat}'s view {view!r} is in the game, not unreachable")


def _what(fault: Exception) -> str:
    if isinstance(fault, KeyError):
        return f"{fault.args[0]!r} is missing"
    text = str(fault)
    return text if len(text) < 200 else text[:200] + "..."


def escaped(text: str) -> str:
    r"""Return a text with what would steer a terminal written out.

    >>> escaped("West\x1b[2K")
    'West\\x1b[2K'
    """
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text
    )


def main(arguments: Sequence[str]) -> int:
    """Check each file named; the entry point of ``python -m sabot.certify``."""
    if not arguments:
        print("usage: python -m sabot.certify FILE...", file=sys.stderr)
        return 2
    for path in arguments:
        try:
            proved = check(path)
            pieces = isinstance(proved, list)
            words = f"{len(proved)} pieces" if pieces else f"value {brief(proved)}"
            print(f"{escaped(path)}: proved, {words}")
        except SabotError as fault:
            print(f"{escaped(path)}: {escaped(str(fault))}", file=sys.stderr)
            return fault.exit_code
    return 0
