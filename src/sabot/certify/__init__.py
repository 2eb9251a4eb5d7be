"""The independent checker: reads a certificate, recomputes what it claims, believes nothing else.

Standard library and :mod:`sabot.errors` only: ``python -m sabot.certify FILE`` works without any
dependency installed. What stands here is all that the rest of Sabot may use; the rooms behind it
(`dossier`, `sequence`, `tricks`, `theorem`) share no arithmetic with the solvers, so that a mistake
on one side is seen by the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sabot.certify.checker import check, check_document, main
from sabot.certify.limits import MAX_BYTES, MOST_CARDS
from sabot.certify.reading import parsed, raw_of, read
from sabot.certify.seal import digest, sealed

if TYPE_CHECKING:
    from sabot.certify.statement import BalanceProved as BalanceProved
    from sabot.certify.statement import DealProved as DealProved
    from sabot.certify.statement import EveryProved as EveryProved
    from sabot.certify.statement import FieldProved as FieldProved
    from sabot.certify.statement import GameProved as GameProved
    from sabot.certify.statement import HandsProved as HandsProved
    from sabot.certify.statement import IntervalProved as IntervalProved
    from sabot.certify.statement import ListProved as ListProved
    from sabot.certify.statement import NashProved as NashProved
    from sabot.certify.statement import NumberProved as NumberProved
    from sabot.certify.statement import PairListProved as PairListProved
    from sabot.certify.statement import PairsProved as PairsProved
    from sabot.certify.statement import PureProved as PureProved
    from sabot.certify.statement import SeatsProved as SeatsProved
    from sabot.certify.statement import Statement as Statement
    from sabot.certify.statement import TheoremProved as TheoremProved

__all__ = [
    "MAX_BYTES",
    "MOST_CARDS",
    "BalanceProved",
    "DealProved",
    "EveryProved",
    "FieldProved",
    "GameProved",
    "HandsProved",
    "IntervalProved",
    "ListProved",
    "NashProved",
    "NumberProved",
    "PairListProved",
    "PairsProved",
    "PureProved",
    "SeatsProved",
    "Statement",
    "TheoremProved",
    "check",
    "check_document",
    "digest",
    "main",
    "parsed",
    "raw_of",
    "read",
    "sealed",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:  # what was proved is loaded with the first file that is checked
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from sabot.certify import statement

    return getattr(statement, name)
