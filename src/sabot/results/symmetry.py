"""Symmetry of a finite game: relabellings with which an exchange of players changes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sabot.results.correlated import PureProfile

Labelling = Literal["as listed", "relabelled", "no"]
Orders = tuple[tuple[int, ...], ...]
"""Of each player: its strategies in an order."""


@dataclass(frozen=True)
class SwapWitness:
    """A profile at which the exchange of two neighbours changes what a player is paid."""

    profile: PureProfile
    seat: int
    """The first of the two: it is exchanged with the next seat."""
    paid: int


@dataclass(frozen=True)
class Symmetry:
    """A relabelling with which every exchange of two players leaves a game the same."""

    verdict: Labelling | None
    """None: not decided; the relabellings are too many."""
    orders: Orders | None = None
    """Of each player the strategies that correspond to those of the first."""
    witness: SwapWitness | None = None
