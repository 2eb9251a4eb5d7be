"""What the house takes: a share of the pot, and no more than a cap.

A bet that nobody called goes back first. The house takes its share of the rest, from every pot,
whether cards were shown or not; those who win divide what is left. A rake of 0 is no rake.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from sabot.errors import Fault
from sabot.games.poker.betting import Amount, plain
from sabot.telling.parameters import Exact

NONE = "none"
SHARE = Exact(low=Fraction(0), high=Fraction(1))


@dataclass(frozen=True, slots=True)
class Cap:
    """The most that is taken from one pot: an exact number, or none."""

    words: str = "write an exact number such as 3 or 1/2, at least 0, or none"

    def parse(self, text: str) -> Fraction | None:
        """Read ``3``, ``1/2`` or ``none``."""
        return None if text.strip() == NONE else Exact(low=Fraction(0)).parse(text)

    def show(self, value: Any) -> str:
        """Print it."""
        return NONE if value is None else Exact().show(value)


CLOSED = MappingProxyType(
    dict.fromkeys(
        ("rake", "cap"),
        "with a rake the payoffs do not sum to 0, and the theorem is on a zero-sum game for two",
    )
)
"""Why a theorem does not leave them open."""


def faults(values: Mapping[str, Any]) -> list[Fault]:
    """Refuse a cap on a rake that there is not."""
    if values["cap"] is None or values["rake"]:
        return []
    remedy = "leave it out, or write a share of the pot too: rake=1/20"
    return [Fault("cap", "caps a rake, and none is taken", remedy)]


def fee(pot: Amount, rake: Fraction, cap: Fraction | None) -> Amount:
    """Return what the house takes from a pot.

    >>> fee(4, Fraction(1, 20), None), fee(40, Fraction(1, 20), Fraction(3, 2))
    (Fraction(1, 5), Fraction(3, 2))
    """
    share = pot * rake
    return plain(Fraction(share if cap is None else min(share, cap)))


def paid(
    put: Mapping[str, Amount],
    winners: Sequence[str],
    rake: Fraction = Fraction(0),
    cap: Fraction | None = None,
) -> dict[str, Amount]:
    """Return what every seat wins or loses, when *winners* take what all have put in.

    >>> paid({"first": 2, "second": 1, "third": 1}, ["first"], Fraction(1, 10))
    {'first': Fraction(17, 10), 'second': -1, 'third': -1}
    >>> paid({"first": 2, "second": 2}, ["first", "second"])
    {'first': 0, 'second': 0}
    """
    called = sorted(put.values())[-2]
    pot = sum(min(amount, called) for amount in put.values())
    taken = Fraction(pot - fee(pot, rake, cap)) / len(winners)
    lost = {seat: -min(amount, called) for seat, amount in put.items()}
    return {
        seat: plain(taken + amount) if seat in winners else amount for seat, amount in lost.items()
    }
