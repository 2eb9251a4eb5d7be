"""A poker hand looked up: its class, its exact odds, and the value of every hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from sabot.cards.poker_hand import Hand
from sabot.cards.poker_odds.card_removal import all_hold_odds
from sabot.cards.poker_odds.discards import Hold, best_hold, evaluate_holds, keep_by_common_rule
from sabot.cards.poker_odds.hand_distribution import opponent_range
from sabot.exact import format_fraction
from sabot.results.base import Result, require_same_document
from sabot.results.codec import JsonDocument, JsonObject

SCHEMA = "sabot/hand/1"


@dataclass(frozen=True, repr=False)
class HandOdds(Result):
    """Exact probabilities of a hand before and after the draw; a tie counts half throughout.

    f_b is the chance against a hand as it was dealt, f_a against one that was improved: by the
    definition of appendix C of Risticz 1973 (pairs or better only), and as its table 5 was
    evidently computed (hands without a pair stay in). The thesis deals the other from a whole pack
    of 52; with *removal* the five cards of the hand are out of it.
    """

    hand: Hand
    against: str
    """The opponent against whom holds are valued: ``improved``, ``dealt`` or ``kept``."""
    chances: Mapping[str, Fraction]
    """``f_b``, ``f_a`` and ``f_a_table``, each also with ``_removal``."""
    holds: tuple[Hold, ...]

    _schema = SCHEMA

    @classmethod
    def of(cls, hand: Hand, against: str) -> HandOdds:
        """Return everything about a hand."""
        models = {"f_b": "dealt", "f_a": "improved", "f_a_table": "kept"}
        chances = {}
        for name, model in models.items():
            chances[name] = opponent_range(model).share(hand.rank)
            chances[f"{name}_removal"] = opponent_range(model, hand.cards).share(hand.rank)
        found = evaluate_holds(hand, opponent_range(against), opponent_range(against, hand.cards))
        worth = _odds_from_one_pack(hand.cards, against)
        valued = tuple(replace(one, joint=worth.get(one.kept)) for one in found)
        return cls(hand, against, chances, valued)

    @property
    def best(self) -> Hold:
        """The best hold: the greatest chance to win with all cards dealt from one pack.

        His five cards, the cards that he draws and those that you draw come from the 47 cards that
        you do not hold, and none comes twice. A tie counts half. At most four cards are thrown
        away; of equal holds the one that keeps most cards is taken.
        """
        return best_hold(self.holds, lambda one: one.joint)

    @property
    def best_joint(self) -> Hold:
        """The same as :attr:`best`."""
        return self.best

    @property
    def best_removal(self) -> Hold:
        """The best hold if your cards are out of his pack but he and you draw apart.

        That both could draw the same card is then not excluded.
        """
        return best_hold(self.holds, lambda one: one.removal)

    @property
    def best_whole(self) -> Hold:
        """The best hold if your own cards are ignored: he is dealt from all 52 cards."""
        return best_hold(self.holds, lambda one: one.value)

    @property
    def common(self) -> Hold:
        """What the common rule holds."""
        kept = keep_by_common_rule(self.hand.cards)
        return next(one for one in self.holds if one.kept == kept)

    def to_json(self) -> JsonDocument:
        """Return the document of ``sabot hand --json``."""
        hand = self.hand
        return {
            "schema": SCHEMA,
            "hand": str(hand),
            "class": hand.kind,
            "name": hand.name,
            "rank": hand.rank,
            **{name: format_fraction(chance) for name, chance in self.chances.items()},
            "against": self.against,
            "discard": self.best.discard,
            "discard_joint": self.best_joint.discard,
            "discard_removal": self.best_removal.discard,
            "discard_whole": self.best_whole.discard,
            "discard_common": self.common.discard,
            "holds": [_hold_to_json(one) for one in self.holds],
        }

    @classmethod
    def from_json(cls, document: JsonObject) -> HandOdds:
        """Return the hand in a document, its probabilities counted again: they must be the same."""
        found = cls.of(Hand(str(document["hand"])), str(document["against"]))
        require_same_document(found, document)
        return found


@lru_cache(maxsize=64)
def _odds_from_one_pack(cards: tuple[int, ...], against: str) -> Mapping[tuple[int, ...], Fraction]:
    """Return the chance to win of every hold, kept: a saved hand is counted again when it is read.

    The cards are the key, since hands are equal that tie, whatever their suits.
    """
    return all_hold_odds(Hand(cards), against)


def _hold_to_json(one: Hold) -> JsonDocument:
    return {
        "hold": one.hold,
        "discard": one.discard,
        "value": format_fraction(one.value),
        "value_removal": format_fraction(one.removal),
        **({} if one.joint is None else {"value_joint": format_fraction(one.joint)}),
        "improves": format_fraction(one.improves),
        "kinds": {name: format_fraction(chance) for name, chance in one.kinds.items() if chance},
    }


def hand(cards: str | Hand, *, against: str = "improved", joint: bool = False) -> HandOdds:
    """Return a poker hand's class, its exact probabilities and the value of every hold.

    Holds are valued *against* one who plays on a pair or better and draws by the common rule
    (``improved``), who keeps what he is dealt (``dealt``), or who draws to a pair or better and
    keeps the rest (``kept``). A tie counts half. The best one is that with the greatest chance to
    win where his cards and the new ones come from one pack without your five. *joint* is kept for
    old callers and has no effect: one pack is always counted.

    >>> found = hand("8c8d7hAc2s")
    >>> found.hand.name, found.best.hold, found.best_whole.hold
    ('pair of eights, ace kicker', '8c8d', '8c8dAc')
    >>> f"{float(found.best.joint):.6f}", found.chances["f_b"]
    ('0.432177', Fraction(22343, 30940))
    """
    return HandOdds.of(cards if isinstance(cards, Hand) else Hand(cards), against)
