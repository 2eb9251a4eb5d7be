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
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sabot.certify.reading import escaped, read, seen
from sabot.certify.seal import (
    CERTIFICATE,
    EQUILIBRIA,
    EQUILIBRIUM,
    EVERY,
    FIELD,
    HANDS_PROOF,
    INTERVAL,
    NASH,
    PAIR_LIST,
    PAIR_PROOF,
    PROFILE,
    PROOF,
    PURE,
    SOLUTION,
    SOLUTION_1,
)
from sabot.errors import FileError, SabotError

if TYPE_CHECKING:
    from sabot.certify.statement import Statement


def check(source: str | Path | Mapping[str, Any]) -> Statement:
    """Return what a file or a document proves; raise CertificateError with the reason if not."""
    return check_document(source if isinstance(source, Mapping) else read(source))


def check_document(document: Mapping[str, Any]) -> Statement:
    """Return what a document proves; raise CertificateError, or FileError if it is malformed."""
    try:
        return _checked(document)
    except RecursionError:
        raise FileError("nested too deeply") from None
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as fault:
        raise FileError(f"not a well-formed certificate: {_what(fault)}") from None


def _checked(document: Mapping[str, Any]) -> Statement:
    schema = document["schema"]
    if schema == PROOF:
        return _theorem(document)
    if schema == INTERVAL:
        from sabot.certify import bounds

        return bounds.stated(bounds.interval_of(document))
    if schema == EQUILIBRIA:
        from sabot.certify import extreme

        return extreme.stated(extreme.listed_of(document))
    if schema == EVERY:
        from sabot.certify.every import proof, reading

        return proof.stated(reading.every_of(document))
    if schema == HANDS_PROOF:
        return _hands_theorem(document)
    if schema == PAIR_PROOF:
        return _pair_theorem(document)
    if schema == PAIR_LIST:
        return _pair_list(document)
    if schema == EQUILIBRIUM:
        return _balance(document)
    if schema == NASH:
        return _nash(document)
    if schema == PROFILE:
        return _profile(document)
    if schema == FIELD:
        from sabot.certify.seats import rooted

        return rooted.stated(rooted.rooted_of(document))
    if schema == PURE:
        from sabot.certify.seats import pure

        return pure.stated(pure.pure_of(document))
    if schema not in (SOLUTION, SOLUTION_1, CERTIFICATE):
        raise FileError(f"schema {seen(schema)}: expected a sabot solution or certificate")
    from sabot.certify.dossier import is_deal

    return (_deal if is_deal(document) else _game)(document)


def _game(document: Mapping[str, Any]) -> Statement:
    """Check a matrix, or a game told by its sequences."""
    from sabot.certify import dossier, sequence

    readers = {SOLUTION: dossier.solution_of, SOLUTION_1: dossier.older_solution_of}
    return sequence.stated(readers.get(document["schema"], dossier.certificate_of)(document))


def _deal(document: Mapping[str, Any]) -> Statement:
    """Check a deal played trick by trick."""
    from sabot.certify import deal, tricks

    readers = {SOLUTION: deal.solution_deal, SOLUTION_1: deal.older_deal}
    return tricks.stated(readers.get(document["schema"], deal.certificate_deal)(document))


def _theorem(document: Mapping[str, Any]) -> Statement:
    from sabot.certify.theorem.proof import stated
    from sabot.certify.theorem.reading import proof_of

    return stated(proof_of(document))


def _hands_theorem(document: Mapping[str, Any]) -> Statement:
    """Check a theorem on a game with real hands."""
    from sabot.certify.hands.proof import stated
    from sabot.certify.hands.reading import hands_proof_of

    return stated(hands_proof_of(document))


def _pair_theorem(document: Mapping[str, Any]) -> Statement:
    """Check a theorem on all equilibria of a game with payoffs by seat."""
    from sabot.certify.pairs.proof import stated
    from sabot.certify.pairs.reading import pair_proof_of

    return stated(pair_proof_of(document))


def _pair_list(document: Mapping[str, Any]) -> Statement:
    """Check all equilibria of one such game."""
    from sabot.certify.pairs.proof import listed
    from sabot.certify.pairs.reading import pair_list_of

    return listed(pair_list_of(document))


def _balance(document: Mapping[str, Any]) -> Statement:
    """Check an equilibrium of a game with real hands."""
    from sabot.certify.betting.gains import stated
    from sabot.certify.betting.profile import balance_of

    return stated(balance_of(document))


def _nash(document: Mapping[str, Any]) -> Statement:
    """Check an equilibrium of a finite game for two."""
    from sabot.certify.nash.balance import stated
    from sabot.certify.nash.reading import nash_of

    return stated(nash_of(document))


def _profile(document: Mapping[str, Any]) -> Statement:
    """Check a profile for any number of seats."""
    from sabot.certify.seats.gains import stated
    from sabot.certify.seats.reading import profile_of

    return stated(profile_of(document))


def _what(fault: Exception) -> str:
    if isinstance(fault, KeyError):
        return f"{fault.args[0]!r} is missing"
    words = str(fault)
    return words if len(words) < 200 else words[:200] + "..."


def main(arguments: Sequence[str]) -> int:
    """Check each file named, to the last; return 0, 1 if one is refused, else 3.

    The entry point of ``python -m sabot.certify``.
    """
    if not arguments:
        print("usage: python -m sabot.certify FILE...", file=sys.stderr)
        return 2
    codes = set()
    for path in arguments:
        try:
            proved = check(path)
        except SabotError as fault:
            print(f"{escaped(path)}: {escaped(str(fault))}", file=sys.stderr)
            codes.add(fault.exit_code)
        else:
            said = (proved.words, *proved.lines, proved.digest, proved.unchecked)
            print(f"{escaped(path)}: " + "\n  ".join(said))
    return min(codes, default=0)  # who claims what is not so is worse than who cannot be read
