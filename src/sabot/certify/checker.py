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

A document is read once, by the grammar of ``docs/reference/certificate.md``, into typed objects;
what comes back is a :class:`~sabot.certify.statement.Statement` of what was proved.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from sabot.certify import dossier
from sabot.certify.reading import escaped, read
from sabot.certify.sequence import check_sequence
from sabot.certify.statement import Statement, of_certificate
from sabot.errors import FileError, SabotError


def check(source: str | Path | Mapping[str, Any]) -> Statement:
    """Return what a file or a document proves; raise CertificateError with the reason if not."""
    return check_document(source if isinstance(source, Mapping) else read(source))


def check_document(document: Mapping[str, Any]) -> Statement:
    """Return what a document proves; raise CertificateError, or FileError if it is malformed."""
    try:
        return _checked(document)
    except RecursionError:
        raise FileError("nested too deeply to be a certificate") from None
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as fault:
        raise FileError(f"not a well-formed certificate: {_what(fault)}") from None


_GAMES: dict[Any, Callable[[Mapping[str, Any]], dossier.Certificate]] = {
    dossier.SOLUTION: dossier.solution_of,
    dossier.SOLUTION_1: dossier.older_solution_of,
    dossier.CERTIFICATE: dossier.certificate_of,
}
"""Who reads a document about a matrix or a tree, by its schema."""


def _checked(document: Mapping[str, Any]) -> Statement:
    schema = document.get("schema")
    if schema == dossier.PROOF:
        return _theorem(document)
    if type(schema) is not str or schema not in _GAMES:
        raise FileError(f"schema {schema!r:.60}: expected a sabot solution or certificate")
    held = document if schema == dossier.CERTIFICATE else _evidence(document)
    if dossier.is_deal(held):
        return _deal(document, schema)
    found = _GAMES[schema](document)
    check_sequence(found)
    return of_certificate(found)


def _evidence(document: Mapping[str, Any]) -> Mapping[str, Any]:
    if "certificate" not in document:
        raise ValueError("'certificate' is missing")
    return dossier.demand_evidence(document)


def _deal(document: Mapping[str, Any], schema: str) -> Statement:
    from sabot.certify import deal
    from sabot.certify.tricks import stated

    readers = {dossier.SOLUTION: deal.solution_deal, dossier.SOLUTION_1: deal.older_deal}
    return stated(readers.get(schema, deal.certificate_deal)(document))


def _theorem(document: Mapping[str, Any]) -> Statement:
    from sabot.certify.theorem.proof import stated
    from sabot.certify.theorem.reading import proof_of

    return stated(proof_of(document))


def _what(fault: Exception) -> str:
    if isinstance(fault, KeyError):
        return f"{fault.args[0]!r} is missing"
    words = str(fault)
    return words if len(words) < 200 else words[:200] + "..."


def main(arguments: Sequence[str]) -> int:
    """Check each file named; the entry point of ``python -m sabot.certify``."""
    if not arguments:
        print("usage: python -m sabot.certify FILE...", file=sys.stderr)
        return 2
    for path in arguments:
        try:
            proved = check(path)
        except SabotError as fault:
            print(f"{escaped(path)}: {escaped(str(fault))}", file=sys.stderr)
            return fault.exit_code
        print(f"{escaped(path)}: {proved.words}")
        print(f"  strategies: {proved.verdicts}\n  {proved.digest}\n  {proved.unchecked}")
    return 0
