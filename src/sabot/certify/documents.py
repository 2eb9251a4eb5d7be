"""What all documents share: schema name, SHA-256 digest, embedded certificate, method, time.

The digest has no key. It detects accidental changes and gives a file a name by which it can be
cited. A forger can recompute it; the other checks catch a forgery. (No module of this package
may be called ``digest``: it would shadow the public function :func:`sabot.certify.digest`.)
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from sabot.certify.json_reader import (
    Json,
    JsonObject,
    canonical_json,
    require_number,
    require_text,
    shorten_text,
)
from sabot.errors import CertificateError

(
    SOLUTION_SCHEMA,
    VALUE_BOUNDS_SCHEMA,
    OPTIMAL_SET_SCHEMA,
    SOLUTION_V1_SCHEMA,
    CERTIFICATE_V1_SCHEMA,
    PARAMETRIC_SCHEMA,
    CONTINUOUS_SCHEMA,
    PARAMETRIC_CONTINUOUS_SCHEMA,
    NASH_SCHEMA,
) = (
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
NPLAYER_SCHEMA, PURE_NASH_SCHEMA = "sabot/profile/1", "sabot/pure/1"
ALGEBRAIC_NASH_SCHEMA = "sabot/field-profile/1"
"""An equilibrium for many whose probabilities are numbers with a root."""
PARAMETRIC_NASH_SCHEMA = "sabot/nash-proof/1"
PARAMETRIC_BINARY_NASH_SCHEMA, BINARY_NASH_SCHEMA = "sabot/pair-proof/1", "sabot/pair-equilibria/1"
"""All equilibria of games with binary choices and payoffs by player: of a family, and of one."""
ALL_NASH_SCHEMA = "sabot/equilibria/3"
"""All extreme equilibria of a bimatrix game; number 2 is of zero-sum games."""
CORRELATED_SCHEMA = "sabot/correlated/1"
"""Correlated or coarse correlated equilibria of a game for any number of players."""
PROPERTIES_SCHEMA = "sabot/properties/1"
"""Properties of a game for any number of players."""
NPLAYER_NASH_SCHEMA = "sabot/nplayer-equilibria/1"
"""All equilibria of a small game for many."""
REFINEMENT_SCHEMA = "sabot/refinement/1"
"""Equilibria that have a refinement: subgame-perfect, perfect, proper, sequential and the like."""
PRIVATE_HANDS_SCHEMA = "sabot/private-hands/1"
"""Bounds on the value of a game with private hands: a public tree and a deal."""
SELF_CONTAINED_SCHEMAS = (
    *(
        SOLUTION_SCHEMA,
        VALUE_BOUNDS_SCHEMA,
        OPTIMAL_SET_SCHEMA,
        CONTINUOUS_SCHEMA,
        NASH_SCHEMA,
        ALL_NASH_SCHEMA,
        BINARY_NASH_SCHEMA,
        NPLAYER_SCHEMA,
        PURE_NASH_SCHEMA,
    ),
    *(ALGEBRAIC_NASH_SCHEMA, CORRELATED_SCHEMA, NPLAYER_NASH_SCHEMA),
    *(PROPERTIES_SCHEMA, REFINEMENT_SCHEMA, PRIVATE_HANDS_SCHEMA),
)
"""Documents that say their claims at the top and hold the evidence, with the digest, inside."""
NOT_HASHED = frozenset({"method", "seconds", "decimal", "gap"})
"""What no digest is about: how it was found, how fast, and numbers that follow from the rest."""


def digest(document: JsonObject, payoffs: str | None = None) -> str:
    """Return the fingerprint of all that a document claims and shows, itself left aside.

    *payoffs* is the canonical text of those in the evidence, of a writer who has it already. No
    check gives it.
    """
    if document.get("schema") in SELF_CONTAINED_SCHEMAS:
        body = {key: said for key, said in document.items() if key not in NOT_HASHED}
        evidence = require_certificate(document)
        body["certificate"] = {k: v for k, v in evidence.items() if k != "digest"}
    else:
        timed = document.get("schema") in (
            PARAMETRIC_SCHEMA,
            PARAMETRIC_CONTINUOUS_SCHEMA,
            PARAMETRIC_BINARY_NASH_SCHEMA,
            PARAMETRIC_NASH_SCHEMA,
        )
        apart = {"digest", "seconds"} if timed else {"digest"}
        body = {key: said for key, said in document.items() if key not in apart}
    if payoffs is None:
        text = canonical_json(body)
    else:
        text = _text_around(body, ("certificate", "form", "payoffs"), payoffs)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def _text_around(body: JsonObject, path: tuple[str, ...], written: str) -> str:
    """Return an object in canonical form; what is at the end of *path* is *written* already."""
    first, *rest = path
    parts = {key: canonical_json(said) for key, said in body.items() if key != first}
    inside = body[first]
    if rest and isinstance(inside, Mapping):
        written = _text_around(inside, tuple(rest), written)
    parts[first] = written
    return "{" + ",".join(f"{canonical_json(key)}:{parts[key]}" for key in sorted(parts)) + "}"


def sealed(document: JsonObject, payoffs: str | None = None) -> dict[str, Json]:
    """Return a document with the digest that fits it, in its place; *payoffs* as for that."""
    if document.get("schema") in SELF_CONTAINED_SCHEMAS:
        evidence = {**require_certificate(document), "digest": digest(document, payoffs)}
        return {**document, "certificate": evidence}
    return {**document, "digest": digest(document)}


def require_digest(document: JsonObject, what: str) -> str:
    """Return the digest of a document after demanding that it fits."""
    inside = document["schema"] in SELF_CONTAINED_SCHEMAS
    held = require_certificate(document) if inside else document
    if "digest" not in held:
        raise ValueError("'digest' is missing")
    if held["digest"] != digest(document):
        raise CertificateError(f"the digest does not fit: something in the {what} was changed")
    return str(held["digest"])


def require_certificate(document: JsonObject) -> JsonObject:
    """Return the evidence in a solution; without it nothing is proved."""
    if "certificate" not in document:
        raise ValueError("'certificate' is missing")
    held = document["certificate"]
    if held is None:
        said = document.get("no_certificate")
        why = shorten_text(said, 300) if isinstance(said, str) else "nothing in it can be checked"
        raise CertificateError(f"it carries no certificate: {why}")
    if not isinstance(held, Mapping):
        raise ValueError("the certificate is not an object")
    return held


def is_perfect_information(document: JsonObject) -> bool:
    """Tell whether a document is about a deal played trick by trick."""
    held = (
        document if document["schema"] == CERTIFICATE_V1_SCHEMA else require_certificate(document)
    )
    form = held.get("form")
    if not isinstance(form, Mapping):
        raise ValueError("the form is not an object")
    return form.get("kind") == "tricks"


def require_method_and_time(document: JsonObject) -> None:
    """Demand that what is said of how and how fast it was found are words and a number."""
    require_text(document["method"], "the method")
    require_number(document["seconds"], "the time")


def require_same_facts(document: JsonObject, proved: JsonObject) -> None:
    """Demand that a solution says what is proved, written alike: 1, 1.0 and true are different."""
    for field, fact in proved.items():
        said = document[field]
        if said != fact or canonical_json(said) != canonical_json(fact):
            raise CertificateError(f"the solution's {field!r} is not what its certificate proves")
