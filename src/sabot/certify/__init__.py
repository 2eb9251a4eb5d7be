"""The independent checker: reads a certificate, recomputes what it claims, believes nothing else.

Standard library and :mod:`sabot.errors` only: ``python -m sabot.certify FILE`` works without any
dependency installed. What stands here is all that the rest of Sabot may use; the rooms behind it
(`dossier`, `sequence`, `tricks`, `theorem`) share no arithmetic with the solvers, so that a mistake
on one side is seen by the other.
"""

from sabot.certify.checker import check, check_document, main
from sabot.certify.limits import MAX_BYTES, MOST_CARDS
from sabot.certify.reading import parsed, read
from sabot.certify.seal import digest, sealed
from sabot.certify.statement import (
    BalanceProved,
    DealProved,
    EveryProved,
    GameProved,
    HandsProved,
    IntervalProved,
    ListProved,
    NashProved,
    NumberProved,
    ProfileProved,
    Statement,
    TheoremProved,
)

__all__ = [
    "MAX_BYTES",
    "MOST_CARDS",
    "BalanceProved",
    "DealProved",
    "EveryProved",
    "GameProved",
    "HandsProved",
    "IntervalProved",
    "ListProved",
    "NashProved",
    "NumberProved",
    "ProfileProved",
    "Statement",
    "TheoremProved",
    "check",
    "check_document",
    "digest",
    "main",
    "parsed",
    "read",
    "sealed",
]
