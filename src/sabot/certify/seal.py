"""Names of documents, and the digest that is over all that one of them claims and shows.

Standard library only. The digest has no key: it tells an accident from a whole file, and gives a
file a name to be cited by. Who forges a file makes it anew, and is found out by the rest.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from sabot.certify.reading import canonical
from sabot.errors import CertificateError

SOLUTION, INTERVAL, EQUILIBRIA, SOLUTION_1, CERTIFICATE, PROOF, EQUILIBRIUM, HANDS_PROOF, NASH = (
    "sabot/solution/2",
    "sabot/interval/2",
    "sabot/equilibria/2",
    "sabot/solution/1",
    "sabot/certificate/1",
    "sabot/proof/1",
    "sabot/equilibrium/1",
    "sabot/threshold-proof/1",
    "sabot/nash/1",
)
PROFILE, PURE = "sabot/profile/1", "sabot/pure/1"
FIELD = "sabot/field-profile/1"
"""An equilibrium for many whose chances are numbers with a root."""
PAIR_PROOF, PAIR_LIST = "sabot/pair-proof/1", "sabot/pair-equilibria/1"
"""All equilibria of games with binary choices and payoffs by seat: of a family, and of one."""
EVERY = "sabot/equilibria/3"
"""All extreme equilibria of a bimatrix game; number 2 is of zero-sum games."""
HOLDING = (
    *(SOLUTION, INTERVAL, EQUILIBRIA, EQUILIBRIUM, NASH, EVERY, PAIR_LIST, PROFILE, PURE),
    FIELD,
)
"""Documents that say their claims at the top and hold the evidence, with the digest, inside."""
ASIDE = frozenset({"method", "seconds", "decimal", "gap"})
"""What no digest is about: how it was found, how fast, and numbers that follow from the rest."""


def digest(document: Mapping[str, Any]) -> str:
    """Return the fingerprint of all that a document claims and shows, itself left aside."""
    if document.get("schema") in HOLDING:
        body = {key: said for key, said in document.items() if key not in ASIDE}
        body["certificate"] = {k: v for k, v in body["certificate"].items() if k != "digest"}
    else:
        timed = document.get("schema") in (PROOF, HANDS_PROOF, PAIR_PROOF)
        apart = {"digest", "seconds"} if timed else {"digest"}
        body = {key: said for key, said in document.items() if key not in apart}
    return "sha256:" + hashlib.sha256(canonical(body).encode()).hexdigest()


def sealed(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document with the digest that fits it, in its place."""
    if document.get("schema") in HOLDING:
        evidence = {**document["certificate"], "digest": digest(document)}
        return {**document, "certificate": evidence}
    return {**document, "digest": digest(document)}


def demand_seal(document: Mapping[str, Any], what: str) -> str:
    """Return the digest of a document after demanding that it fits."""
    held = document["certificate"] if document["schema"] in HOLDING else document
    if "digest" not in held:
        raise ValueError("'digest' is missing")
    if held["digest"] != digest(document):
        raise CertificateError(f"the digest does not fit: something in the {what} was changed")
    return str(held["digest"])
