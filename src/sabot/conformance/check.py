"""Check the conformance of a verified certificate: one comparator for each kind of verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sabot.certify import (
    AlgebraicNashVerdict,
    AllNashVerdict,
    BinaryNashVerdict,
    ContinuousVerdict,
    NashVerdict,
    NPlayerVerdict,
    OptimalSetVerdict,
    ParametricBinaryNashVerdict,
    ParametricContinuousVerdict,
    ParametricVerdict,
    PerfectInformationVerdict,
    PureNashVerdict,
    ValueBoundsVerdict,
    Verdict,
    ZeroSumVerdict,
)
from sabot.conformance import parametric, single_game
from sabot.conformance.derivations import ComparisonTarget, Conformance, explain_unreadable_file
from sabot.game_rules.game import Game

COMPARATORS: Mapping[type[Verdict], Callable[[Any, ComparisonTarget], Conformance]] = {
    ZeroSumVerdict: single_game.compare_zero_sum,
    ValueBoundsVerdict: single_game.compare_zero_sum,
    OptimalSetVerdict: single_game.compare_zero_sum,
    PerfectInformationVerdict: single_game.compare_perfect_information,
    NashVerdict: single_game.compare_nash,
    AllNashVerdict: single_game.compare_nash,
    BinaryNashVerdict: single_game.compare_binary_nash,
    ContinuousVerdict: single_game.compare_continuous,
    NPlayerVerdict: single_game.compare_nplayer,
    AlgebraicNashVerdict: single_game.compare_nplayer,
    PureNashVerdict: single_game.compare_nplayer,
    ParametricVerdict: parametric.compare_parametric,
    ParametricContinuousVerdict: parametric.compare_parametric_continuous,
    ParametricBinaryNashVerdict: parametric.compare_parametric_binary_nash,
}
"""The comparator for each kind of verdict."""


def check_conformance(proved: Verdict, game: Game | str | None = None) -> Conformance:
    """Return how the payoffs of a *proved* verdict were compared with those of its game.

    CertificateError says where they differ; NoMethodError says that the rules are not available.
    *game* is the game to compare with, where the caller names it: only then is a user's file run.
    Information sets that the file calls unreachable must be unreachable in the game, too.
    """
    with explain_unreadable_file(proved.game):
        return COMPARATORS[type(proved)](proved, ComparisonTarget(game))
