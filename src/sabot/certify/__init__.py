"""Stand-alone checker of certificates: reads a document and recomputes everything it claims.

It uses the standard library and :mod:`sabot.errors` only, so ``python -m sabot.certify FILE``
works without any installed dependency. The names exported here are all that the rest of Sabot
may use. The modules behind it share no arithmetic with the solvers, so that a mistake on one
side is found by the other. The verdict classes are imported when the first of them is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sabot.certify.checker import check, check_document, main
from sabot.certify.documents import digest, sealed
from sabot.certify.json_reader import parse_document, read_bytes, read_document
from sabot.certify.limits import MAX_BYTES, MOST_CARDS

if TYPE_CHECKING:
    from sabot.certify.verdict import ContinuousVerdict as BalanceProved
    from sabot.certify.verdict import NashVerdict as NashProved
    from sabot.certify.verdict import OptimalSetVerdict as ListProved
    from sabot.certify.verdict import PerfectInformationVerdict as DealProved
    from sabot.certify.verdict import ValueBoundsVerdict as IntervalProved
    from sabot.certify.verdict import ValueVerdict as NumberProved
    from sabot.certify.verdict import Verdict as Statement
    from sabot.certify.verdict import ZeroSumVerdict as GameProved
    from sabot.certify.verdict_equilibria import AlgebraicNashVerdict as FieldProved
    from sabot.certify.verdict_equilibria import AllNashVerdict as EveryProved
    from sabot.certify.verdict_equilibria import BinaryNashVerdict as PairListProved
    from sabot.certify.verdict_equilibria import NPlayerVerdict as SeatsProved
    from sabot.certify.verdict_equilibria import PureNashVerdict as PureProved
    from sabot.certify.verdict_parametric import ParametricBinaryNashVerdict as PairsProved
    from sabot.certify.verdict_parametric import ParametricContinuousVerdict as HandsProved
    from sabot.certify.verdict_parametric import ParametricVerdict as TheoremProved

__all__ = [
    "MAX_BYTES",
    "MOST_CARDS",
    "ContinuousVerdict",
    "PerfectInformationVerdict",
    "AllNashVerdict",
    "AlgebraicNashVerdict",
    "ZeroSumVerdict",
    "ParametricContinuousVerdict",
    "ValueBoundsVerdict",
    "OptimalSetVerdict",
    "NashVerdict",
    "ValueVerdict",
    "BinaryNashVerdict",
    "ParametricBinaryNashVerdict",
    "PureNashVerdict",
    "NPlayerVerdict",
    "Verdict",
    "ParametricVerdict",
    "check",
    "check_document",
    "digest",
    "main",
    "parse_document",
    "read_bytes",
    "read_document",
    "sealed",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:  # what was proved is loaded with the first file that is checked
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from sabot.certify import verdict

    return getattr(verdict, name)
