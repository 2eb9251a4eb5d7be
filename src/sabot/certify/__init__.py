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
from sabot.certify.limits import MAX_BYTES, MOST_CARDS

if TYPE_CHECKING:
    from sabot.certify.verdict import ContinuousVerdict as ContinuousVerdict
    from sabot.certify.verdict import NashVerdict as NashVerdict
    from sabot.certify.verdict import OptimalSetVerdict as OptimalSetVerdict
    from sabot.certify.verdict import PerfectInformationVerdict as PerfectInformationVerdict
    from sabot.certify.verdict import ValueBoundsVerdict as ValueBoundsVerdict
    from sabot.certify.verdict import ValueVerdict as ValueVerdict
    from sabot.certify.verdict import Verdict as Verdict
    from sabot.certify.verdict import ZeroSumVerdict as ZeroSumVerdict
    from sabot.certify.verdict_equilibria import AlgebraicNashVerdict as AlgebraicNashVerdict
    from sabot.certify.verdict_equilibria import AllNashVerdict as AllNashVerdict
    from sabot.certify.verdict_equilibria import BinaryNashVerdict as BinaryNashVerdict
    from sabot.certify.verdict_equilibria import NPlayerVerdict as NPlayerVerdict
    from sabot.certify.verdict_equilibria import PureNashVerdict as PureNashVerdict
    from sabot.certify.verdict_parametric import (
        ParametricBinaryNashVerdict as ParametricBinaryNashVerdict,
    )
    from sabot.certify.verdict_parametric import (
        ParametricContinuousVerdict as ParametricContinuousVerdict,
    )
    from sabot.certify.verdict_parametric import ParametricVerdict as ParametricVerdict

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
_EQUILIBRIA = {
    "AlgebraicNashVerdict",
    "AllNashVerdict",
    "BinaryNashVerdict",
    "NPlayerVerdict",
    "PureNashVerdict",
}
_PARAMETRIC = {"ParametricBinaryNashVerdict", "ParametricContinuousVerdict", "ParametricVerdict"}


def __getattr__(name: str) -> Any:
    if name not in __all__:  # verdict classes are loaded with the first file that is checked
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home: ModuleType
    if name in _EQUILIBRIA:
        from sabot.certify import verdict_equilibria as home
    elif name in _PARAMETRIC:
        from sabot.certify import verdict_parametric as home
    else:
        from sabot.certify import verdict as home
    return getattr(home, name)
