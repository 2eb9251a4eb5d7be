"""A poker hand looked up: what it is, its exact chances, and the value of every hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sabot.exact import show
from sabot.poker.hand import Hand
from sabot.poker.odds.custom import common
from sabot.poker.odds.field import field
from sabot.poker.odds.holds import Hold, best, holds
from sabot.shown import Shown

SCHEMA = "sabot/hand/1"


@dataclass(frozen=True)
class HandOdds(Shown):
    """Exact chances of a hand before and after the draw; a tie counts half throughout.

    f_b is the chance against a hand as it was dealt, f_a against one that was improved: by the
    definition of appendix C of Risticz 1973 (pairs or better only), and as its table 5 was
    evidently computed (hands without a pair stay in). With *removal* the five cards of the hand are
    out of the other's pack.
    """

    hand: Hand
    against: str
    """The opponent against whom holds are valued: ``improved``, ``dealt`` or ``kept``."""
    chances: Mapping[str, Fraction]
    """``f_b``, ``f_a`` and ``f_a_table``, each also with ``_removal``."""
    holds: tuple[Hold, ...]

    _view = "sabot.render.hands.poker:hand_view"

    @classmethod
    def of(cls, hand: Hand, against: str) -> HandOdds:
        """Return everything about a hand."""
        models = {"f_b": "dealt", "f_a": "improved", "f_a_table": "kept"}
        chances = {}
        for name, model in models.items():
            chances[name] = field(model).share(hand.rank)
            chances[f"{name}_removal"] = field(model, hand.cards).share(hand.rank)
        found = holds(hand, field(against), field(against, hand.cards))
        return cls(hand, against, chances, found)

    @property
    def best(self) -> Hold:
        """The best hold against an opponent from a whole pack; four cards at most are drawn."""
        return best(self.holds, removal=False)

    @property
    def best_removal(self) -> Hold:
        """The best hold where the five cards of the hand are out of his pack."""
        return best(self.holds, removal=True)

    @property
    def common(self) -> Hold:
        """What the common rule holds."""
        kept = common(self.hand.cards)
        return next(one for one in self.holds if one.kept == kept)

    def to_json(self) -> dict[str, Any]:
        """Return the document of ``sabot hand --json``."""
        hand = self.hand
        return {
            "schema": SCHEMA,
            "hand": str(hand),
            "class": hand.kind,
            "name": hand.name,
            "rank": hand.rank,
            **{name: show(chance) for name, chance in self.chances.items()},
            "against": self.against,
            "discard": self.best.discard,
            "discard_removal": self.best_removal.discard,
            "discard_common": self.common.discard,
            "holds": [_written(one) for one in self.holds],
        }


def _written(one: Hold) -> dict[str, Any]:
    return {
        "hold": one.hold,
        "discard": one.discard,
        "value": show(one.value),
        "value_removal": show(one.removal),
        "improves": show(one.improves),
        "kinds": {name: show(chance) for name, chance in one.kinds.items() if chance},
    }


def hand(cards: str | Hand, *, against: str = "improved") -> HandOdds:
    """Return a poker hand's class, its exact chances and the value of every hold.

    Holds are valued *against* one who plays on a pair or better and draws by the common rule
    (``improved``), who keeps what he is dealt (``dealt``), or who draws to a pair or better and
    keeps the rest (``kept``). A tie counts half.

    >>> found = hand("6c6d7c2dKs")
    >>> found.hand.name, found.chances["f_b"], found.best.hold
    ('pair of sixes, king kicker', Fraction(140753, 216580), '6c6d')
    """
    return HandOdds.of(cards if isinstance(cards, Hand) else Hand(cards), against)
