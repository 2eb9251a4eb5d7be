"""A poker hand looked up: what it is, its exact chances, and the value of every hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from sabot.errors import Fault, HandError
from sabot.exact import show
from sabot.poker.hand import Hand
from sabot.poker.odds.custom import common
from sabot.poker.odds.field import field
from sabot.poker.odds.holds import Hold, best, holds
from sabot.shown import Shown, demand_same

SCHEMA = "sabot/hand/1"
JOINT = "improved"
"""The opponent against whom both seats are let draw from one pack."""


@dataclass(frozen=True, repr=False)
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
    _sheet = "sabot.render.hands.poker:hand_sheet"

    @classmethod
    def of(cls, hand: Hand, against: str, *, joint: bool = False) -> HandOdds:
        """Return everything about a hand; *joint*, also holds where both draw from one pack."""
        if joint and against != JOINT:
            what = f"holds of one pack are worked out against {JOINT!r} only"
            raise HandError(str(hand), [Fault("against", f"{against!r}: {what}")])
        models = {"f_b": "dealt", "f_a": "improved", "f_a_table": "kept"}
        chances = {}
        for name, model in models.items():
            chances[name] = field(model).share(hand.rank)
            chances[f"{name}_removal"] = field(model, hand.cards).share(hand.rank)
        found = holds(hand, field(against), field(against, hand.cards))
        if joint:
            from sabot.poker.odds.joint import joint as together

            worth = together(hand)
            found = tuple(replace(one, joint=worth.get(one.kept)) for one in found)
        return cls(hand, against, chances, found)

    @property
    def best(self) -> Hold:
        """The best hold against an opponent from a whole pack; four cards at most are drawn."""
        return best(self.holds, lambda one: one.value)

    @property
    def best_removal(self) -> Hold:
        """The best hold where the five cards of the hand are out of his pack."""
        return best(self.holds, lambda one: one.removal)

    @property
    def best_joint(self) -> Hold | None:
        """The best hold where his cards and the new ones come from one pack, if that is known."""
        known = any(one.joint is not None for one in self.holds)
        return best(self.holds, lambda one: one.joint) if known else None

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
            **({"discard_joint": self.best_joint.discard} if self.best_joint else {}),
            "holds": [_written(one) for one in self.holds],
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> HandOdds:
        """Return the hand in a document, its chances counted again: they must be the same."""
        joint = "discard_joint" in document
        found = cls.of(Hand(str(document["hand"])), str(document["against"]), joint=joint)
        demand_same(found, document)
        return found


def _written(one: Hold) -> dict[str, Any]:
    return {
        "hold": one.hold,
        "discard": one.discard,
        "value": show(one.value),
        "value_removal": show(one.removal),
        **({} if one.joint is None else {"value_joint": show(one.joint)}),
        "improves": show(one.improves),
        "kinds": {name: show(chance) for name, chance in one.kinds.items() if chance},
    }


def hand(cards: str | Hand, *, against: str = "improved", joint: bool = False) -> HandOdds:
    """Return a poker hand's class, its exact chances and the value of every hold.

    Holds are valued *against* one who plays on a pair or better and draws by the common rule
    (``improved``), who keeps what he is dealt (``dealt``), or who draws to a pair or better and
    keeps the rest (``kept``). A tie counts half. *joint* values them besides with his cards and the
    new ones from one pack, against ``improved``: a quarter of a second, and some at first use.

    >>> found = hand("6c6d7c2dKs")
    >>> found.hand.name, found.chances["f_b"], found.best.hold
    ('pair of sixes, king kicker', Fraction(140753, 216580), '6c6d')
    """
    return HandOdds.of(cards if isinstance(cards, Hand) else Hand(cards), against, joint=joint)
