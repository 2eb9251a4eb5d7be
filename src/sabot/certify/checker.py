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

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sabot.certify.limits import MAX_BYTES
from sabot.certify.reading import escaped, parsed, read, seen
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


_CANNOT_WRITE, _GONE, _NO_MEMORY = 3, 4, 5
"""Exit codes where it is not the file's fault: no verdict may look like 1, which is *refused*."""


def main(arguments: Sequence[str]) -> int:
    """Check each file named (- for stdin), to the last; return 0, 1 if one is refused, else 3.

    The entry point of ``python -m sabot.certify``. Where the answer cannot be written, 3 as well; 4
    where whoever reads it has left, or on an interrupt; 5 where memory runs out.
    """
    if not arguments:
        _say("usage: python -m sabot.certify FILE...")
        return 2
    if sys.stdout is None:
        _say("the answer cannot be written: stdout is closed")
        return _CANNOT_WRITE
    try:
        code = _all_checked(arguments)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        _silence()
        return _GONE
    except OSError as fault:
        _silence()
        _say(f"the answer cannot be written: {fault.strerror or fault}")
        return _CANNOT_WRITE
    except KeyboardInterrupt:
        _say("interrupted")
        return _GONE
    except MemoryError:
        _say("memory ran out")
        return _NO_MEMORY


def _all_checked(paths: Sequence[str]) -> int:
    """Print what each file proves, or why not; return the exit code."""
    codes = set()
    for path in paths:
        try:
            proved = check_document(parsed(_stdin(), "stdin") if path == "-" else read(path))
        except SabotError as fault:
            said = str(fault)
            if not said.startswith((f"{path}: ", "stdin: ")):
                said = f"{path}: {said}"
            _say(escaped(said))
            codes.add(fault.exit_code)
        else:
            untied = f"{proved.untied}; for that: sabot check FILE {proved.remedy}"
            said = "\n  ".join((proved.words, *proved.lines, proved.digest, untied))
            print(f"{escaped(path)}: {said}")
    return min(codes, default=0)  # who claims what is not so is worse than who cannot be read


def _stdin() -> bytes:
    if sys.stdin is None:
        raise FileError("stdin: cannot be read: it is closed")
    try:
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    except (OSError, ValueError) as fault:
        raise FileError(f"stdin: cannot be read: {fault}") from None


def _say(words: str) -> None:
    """Write a line to stderr, if there is one."""
    if sys.stderr is not None:
        with suppress(OSError):
            print(words, file=sys.stderr)


def _silence() -> None:
    """Let nothing more be written to stdout: it would fail once more when Python ends."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
