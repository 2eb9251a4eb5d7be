"""The independent checker: reads a certificate, recomputes what it claims, believes nothing else.

Standard library and :mod:`sabot.errors` only: ``python -m sabot.certify FILE`` works without any
dependency installed. What stands here is all that the rest of Sabot may use; the rooms behind it
(`reading`, `sequence`, `tricks`, `theorem`) share no arithmetic with the solvers, so that a mistake
on one side is seen by the other.
"""

from sabot.certify.checker import check, digest, main
from sabot.certify.limits import MAX_BYTES, MOST_CARDS
from sabot.certify.reading import parsed, read

__all__ = ["MAX_BYTES", "MOST_CARDS", "check", "digest", "main", "parsed", "read"]
