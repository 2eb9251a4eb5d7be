"""Tying a checked document to the game that it names, or saying where the two part."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sabot.certify import (
    BalanceProved,
    DealProved,
    EveryProved,
    FieldProved,
    GameProved,
    HandsProved,
    IntervalProved,
    ListProved,
    NashProved,
    PairListProved,
    PairsProved,
    PureProved,
    SeatsProved,
    Statement,
    TheoremProved,
)
from sabot.telling.game import Game
from sabot.tying import single, theorem
from sabot.tying.roads import at_hand
from sabot.tying.tied import Against, Tie

WAYS: Mapping[type[Statement], Callable[[Any, Against], Tie]] = {
    GameProved: single.tie_numbers,
    IntervalProved: single.tie_numbers,
    ListProved: single.tie_numbers,
    DealProved: single.tie_deal,
    NashProved: single.tie_pair,
    EveryProved: single.tie_pair,
    PairListProved: single.tie_list,
    BalanceProved: single.tie_betting,
    SeatsProved: single.tie_many,
    FieldProved: single.tie_many,
    PureProved: single.tie_many,
    TheoremProved: theorem.tie_family,
    HandsProved: theorem.tie_hands,
    PairsProved: theorem.tie_pairs,
}
"""How a statement of each kind is tied: the only place that chooses."""


def tie(proved: Statement, game: Game | str | None = None) -> Tie:
    """Return how the numbers of what was *proved* were seen to be its game's.

    CertificateError says where they are not; NoMethodError that its rules are not at hand. *game*
    is the one to hold it against, where the caller names it: only then is a user's file run. Views
    that the file calls unreachable must be the game's, too.
    """
    with at_hand(proved.game):
        return WAYS[type(proved)](proved, Against(game))
