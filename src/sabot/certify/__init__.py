"""Stand-alone checker of certificates: reads a document and recomputes everything it claims.

It uses the standard library and :mod:`sabot.errors` only, so ``python -m sabot.certify FILE``
works without any installed dependency. The names exported here are all that the rest of Sabot
may use. The modules behind it share no arithmetic with the solvers, so that a mistake on one
side is found by the other. The verdict classes are imported when the first of them is asked for.
"""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Any

from sabot.certify.checker import check, check_document, main
from sabot.certify.documents import digest, sealed
from sabot.certify.json_reader import parse_document, read_bytes, read_document
from sabot.certify.limits import (
    MAX_BYTES,
    MOST_CARDS,
    MOST_PRIVATE_AMOUNT_BITS,
    MOST_PRIVATE_DEPTH,
    MOST_PRIVATE_WORK,
)

if TYPE_CHECKING:
    from sabot.certify.all_nash import AllNashVerdict as AllNashVerdict
    from sabot.certify.binary_nash import BinaryNashVerdict as BinaryNashVerdict
    from sabot.certify.binary_nash import ParametricBinaryNashVerdict as ParametricBinaryNashVerdict
    from sabot.certify.continuous.equilibrium import ContinuousVerdict as ContinuousVerdict
    from sabot.certify.continuous.parametric import (
        ParametricContinuousVerdict as ParametricContinuousVerdict,
    )
    from sabot.certify.correlated import CorrelatedVerdict as CorrelatedVerdict
    from sabot.certify.nash import NashVerdict as NashVerdict
    from sabot.certify.nplayer import AlgebraicNashVerdict as AlgebraicNashVerdict
    from sabot.certify.nplayer import NPlayerVerdict as NPlayerVerdict
    from sabot.certify.nplayer import PureNashVerdict as PureNashVerdict
    from sabot.certify.nplayer_nash import NPlayerNashVerdict as NPlayerNashVerdict
    from sabot.certify.optimal_set import OptimalSetVerdict as OptimalSetVerdict
    from sabot.certify.parametric.verification import ParametricVerdict as ParametricVerdict
    from sabot.certify.parametric_nash import ParametricNashVerdict as ParametricNashVerdict
    from sabot.certify.perfect_information import (
        PerfectInformationVerdict as PerfectInformationVerdict,
    )
    from sabot.certify.private_hands import PrivateHandsVerdict as PrivateHandsVerdict
    from sabot.certify.properties import PropertiesVerdict as PropertiesVerdict
    from sabot.certify.refinement import RefinementVerdict as RefinementVerdict
    from sabot.certify.value_bounds import ValueBoundsVerdict as ValueBoundsVerdict
    from sabot.certify.verdict import ValueVerdict as ValueVerdict
    from sabot.certify.verdict import Verdict as Verdict
    from sabot.certify.zero_sum import ZeroSumVerdict as ZeroSumVerdict

__all__ = [
    "MAX_BYTES",
    "MOST_CARDS",
    "MOST_PRIVATE_AMOUNT_BITS",
    "MOST_PRIVATE_DEPTH",
    "MOST_PRIVATE_WORK",
    "ContinuousVerdict",
    "CorrelatedVerdict",
    "PropertiesVerdict",
    "PerfectInformationVerdict",
    "PrivateHandsVerdict",
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
    "ParametricNashVerdict",
    "PureNashVerdict",
    "NPlayerNashVerdict",
    "NPlayerVerdict",
    "RefinementVerdict",
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
    """Return a class of verdicts, imported when it is asked for."""
    home: ModuleType
    match name:
        case "ZeroSumVerdict":
            from sabot.certify import zero_sum as home
        case "PerfectInformationVerdict":
            from sabot.certify import perfect_information as home
        case "OptimalSetVerdict":
            from sabot.certify import optimal_set as home
        case "ValueBoundsVerdict":
            from sabot.certify import value_bounds as home
        case "PrivateHandsVerdict":
            from sabot.certify import private_hands as home
        case "ContinuousVerdict":
            from sabot.certify.continuous import equilibrium as home
        case "CorrelatedVerdict":
            from sabot.certify import correlated as home
        case "PropertiesVerdict":
            from sabot.certify import properties as home
        case "NashVerdict":
            from sabot.certify import nash as home
        case "AllNashVerdict":
            from sabot.certify import all_nash as home
        case "ParametricBinaryNashVerdict" | "BinaryNashVerdict":
            from sabot.certify import binary_nash as home
        case "ParametricNashVerdict":
            from sabot.certify import parametric_nash as home
        case "NPlayerVerdict" | "PureNashVerdict" | "AlgebraicNashVerdict":
            from sabot.certify import nplayer as home
        case "NPlayerNashVerdict":
            from sabot.certify import nplayer_nash as home
        case "RefinementVerdict":
            from sabot.certify import refinement as home
        case "ParametricVerdict":
            from sabot.certify.parametric import verification as home
        case "ParametricContinuousVerdict":
            from sabot.certify.continuous import parametric as home
        case "Verdict" | "ValueVerdict":
            from sabot.certify import verdict as home
        case _:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(home, name)
