"""A proven interval for the value of a game with private hands, and the strategies that prove it.

Strategies hold one probability for each decision of the public tree, action and hand, as integers
over one unit. A document has them packed: all actions of a decision but the last, two bytes each,
compressed.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from sabot.errors import NoMethodError
from sabot.exact import as_float, as_rational, format_fraction
from sabot.results import codec
from sabot.results.base import CertifiedResult
from sabot.results.codec import JsonDocument, JsonObject
from sabot.results.value_bounds import StopReason

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sabot.forms.hand_deals import HandDeal
    from sabot.forms.private_hands import HandStrategy, PrivateHandsForm, PublicNode

METHOD = "regret minimisation on private hands; bounds exact"
TWO_BYTES, MOST_UNIT = 65_535, 4_294_967_295
"""The largest common denominator of probabilities that have two bytes each in a document, and the
largest of all: then they have four. Only of hands of one card it may be above the first."""
EXACT_METHOD = "linear program of the cards near a threshold; best replies of all cards, exact"


@dataclass(frozen=True)
class HandBounds:
    """A proven interval for the value to the first player, and the strategies that prove it."""

    low: Fraction
    high: Fraction
    strategies: tuple[HandStrategy, HandStrategy]
    unit: int
    """The probabilities are integers over this."""
    iterations: int
    ended: StopReason
    seconds: float = field(compare=False)

    @property
    def gap(self) -> Fraction:
        """How much of the value is left open."""
        return self.high - self.low


@dataclass(frozen=True, repr=False)
class PrivateHandsInterval(CertifiedResult):
    """A proven interval for the value of a game with private hands; exact if its ends are equal."""

    game: str
    seats: tuple[str, str]
    low: Fraction
    """What the first player's strategy secures."""
    high: Fraction
    """What the second player's strategy concedes at most."""
    iterations: int
    ended: StopReason
    seconds: float = field(compare=False)
    unit: int
    packed: Mapping[str, Mapping[str, str]] = field(repr=False)
    """By player and decision, the probabilities of all hands, packed."""
    certificate: JsonObject = field(repr=False)
    """The deal and the public tree: with both strategies all that a checker needs."""

    _schema = "sabot/private-hands/1"
    _layout = (
        *(codec.SCHEMA, "game", "seats", "low", "high"),
        codec.derived("gap", lambda found: as_float(found.gap)),
        *("iterations", "ended", codec.derived("method", lambda found: found.method), "seconds"),
        *("unit", codec.entry("strategies", "packed")),
        codec.entry("certificate", by=codec.EVIDENCE),
    )

    @classmethod
    def of(cls, game: str, form: PrivateHandsForm, found: HandBounds) -> PrivateHandsInterval:
        """Return what was found of a game, with the evidence for a checker."""
        packed = {
            name: {
                node.key: pack_mix(mix, found.unit)
                for node, mix in zip(form.decisions[seat], found.strategies[seat], strict=True)
            }
            for seat, name in enumerate(form.seats)
        }
        return cls(
            game,
            form.seats,
            found.low,
            found.high,
            found.iterations,
            found.ended,
            found.seconds,
            found.unit,
            packed,
            {"form": form_to_json(form)},
        )

    @property
    def gap(self) -> Fraction:
        """How far apart the bounds are."""
        return self.high - self.low

    @property
    def method(self) -> str:
        """How it was found; iterations are made by regret minimisation only."""
        return METHOD if self.iterations else EXACT_METHOD

    @property
    def stopped(self) -> bool:
        """Whether the caller ended it early."""
        return self.ended == "stopped"

    def form(self) -> PrivateHandsForm:
        """Return the game: the public tree and the deal."""
        return form_from_json(self.seats, self.certificate["form"])

    def strategies(self, form: PrivateHandsForm) -> tuple[HandStrategy, HandStrategy]:
        """Return both strategies, as integers over the unit."""
        one, two = (
            tuple(
                unpack_mix(
                    self.packed[name][node.key], len(node.actions), form.hands[seat], self.unit
                )
                for node in form.decisions[seat]
            )
            for seat, name in enumerate(self.seats)
        )
        return one, two

    def tables(self) -> dict[str, dict[str, dict[str, Fraction]]]:
        """Return both strategies written out, by player, information set and action."""
        form = self.form()
        return {
            name: {
                node.infoset(hand): {
                    action: Fraction(int(numbers[place]), self.unit)
                    for action, numbers in zip(node.actions, mix, strict=True)
                }
                for node, mix in zip(form.decisions[seat], strategy, strict=True)
                for place, hand in enumerate(form.deal.names(seat))
            }
            for (seat, name), strategy in zip(
                enumerate(self.seats), self.strategies(form), strict=True
            )
        }

    def _brief(self) -> str:
        """Return the interval."""
        return f"{as_float(self.low)} to {as_float(self.high)}"


# ---------------------------------------------------------------------- documents


def _number_type(unit: int) -> str:
    """Return the type of a probability in a document, for numpy."""
    return ">u2" if unit <= TWO_BYTES else ">u4"


def pack_mix(mix: NDArray[np.int64], unit: int) -> str:
    """Return the probabilities of all actions but the last, packed."""
    plain = mix[:-1].astype(_number_type(unit)).tobytes()
    return base64.b64encode(zlib.compress(plain, 9)).decode("ascii")


def unpack_mix(text: str, actions: int, hands: int, unit: int) -> NDArray[np.int64]:
    """Return the probabilities of all actions; the last has what the others leave."""
    import numpy as np

    try:
        plain = zlib.decompress(base64.b64decode(text, validate=True))
    except (ValueError, zlib.error):
        raise ValueError("the probabilities of a decision cannot be unpacked") from None
    mix = np.frombuffer(plain, _number_type(unit)).astype(np.int64).reshape(actions - 1, hands)
    return np.concatenate((mix, (unit - mix.sum(0))[None]))


def form_to_json(form: PrivateHandsForm) -> JsonDocument:
    """Return the deal and the public tree as a certificate has them."""
    return {"deal": _deal_to_json(form.deal), "tree": _node_to_json(form.root)}


def _deal_to_json(deal: HandDeal) -> JsonDocument:
    from sabot.forms.drawn_hands import DrawnDeal
    from sabot.forms.hand_deals import AllHandsDeal, ClassDeal, PackDeal, RangeDeal

    if isinstance(deal, DrawnDeal):
        return {"kind": "joint draws" if deal.joint else "draws", "rule": deal.rule}
    if isinstance(deal, ClassDeal):
        size, levels = deal.listed_strengths
        return {"kind": "classes", "size": size, "levels": "poker" if deal.named else levels}
    if isinstance(deal, AllHandsDeal):
        alike = len(set(deal.counts)) == 1
        return {
            "kind": "hands",
            "cards": list(deal.cards),
            "counts": deal.counts[0] if alike else list(deal.counts),
            "size": deal.size,
            "levels": deal.listed_levels,
        }
    if isinstance(deal, RangeDeal):
        assert not deal.suits, "only all hands of the pack are written by classes"
        sides = zip(deal.hands, deal.weights, deal.strengths, strict=True)
        return {
            "kind": "ranges",
            "hands": [
                {
                    "cards": [[deal.cards[card] for card in hand] for hand in hands],
                    "weights": list(map(int, weights)),
                    "levels": list(map(int, strengths)),
                }
                for hands, weights, strengths in sides
            ],
        }
    assert isinstance(deal, PackDeal)
    plain = all(name == str(place) for place, name in enumerate(deal.cards, 1))
    alike = len(set(deal.counts)) == 1
    return {
        "kind": "pack",
        "cards": len(deal.cards) if plain else list(deal.cards),
        "counts": deal.counts[0] if alike else list(deal.counts),
        "levels": None if deal.levels is None else list(deal.levels),
        "apart": deal.apart,
    }


def _node_to_json(node: PublicNode) -> JsonDocument:
    from sabot.forms.private_hands import ComparisonEnd, ConstantEnd

    if isinstance(node, ConstantEnd):
        return {"pays": format_fraction(node.payoff)}
    if isinstance(node, ComparisonEnd):
        return {"compares": [format_fraction(one) for one in (node.win, node.tie, node.loss)]}
    return {
        "turn": node.seat,
        "before": list(node.before),
        "view": list(node.view),
        "actions": list(node.actions),
        "after": [_node_to_json(child) for child in node.after],
    }


def form_from_json(seats: tuple[str, str], data: JsonObject) -> PrivateHandsForm:
    """Return the game that a certificate has."""
    from sabot.forms.private_hands import PrivateHandsForm

    tree, deal = _node_from_json(data["tree"]), _deal_from_json(data["deal"])
    return PrivateHandsForm((seats[0], seats[1]), tree, deal)


def _deal_from_json(deal: JsonObject) -> HandDeal:
    from sabot.forms.drawn_hands import DrawnDeal
    from sabot.forms.hand_deals import AllHandsDeal, ClassDeal, PackDeal, RangeDeal

    if deal["kind"] in ("draws", "joint draws"):
        return DrawnDeal.by_rule(deal["rule"], joint=deal["kind"] == "joint draws")
    if deal["kind"] == "classes":
        levels = deal["levels"]
        return ClassDeal.of(deal["size"], None if levels == "poker" else levels)
    if deal["kind"] == "hands":
        cards, counts = deal["cards"], deal["counts"]
        numbers = (counts,) * len(cards) if isinstance(counts, int) else counts
        return AllHandsDeal.of(cards, numbers, deal["size"], deal["levels"])
    if deal["kind"] == "ranges":
        one, two = deal["hands"]
        every = (hand for side in (one, two) for hand in side["cards"])
        called = dict.fromkeys(card for hand in every for card in hand)
        place = {card: number for number, card in enumerate(called)}
        hands = tuple(
            [tuple(place[card] for card in hand) for hand in side["cards"]] for side in (one, two)
        )
        return RangeDeal(
            (hands[0], hands[1]),
            (one["weights"], two["weights"]),
            (one["levels"], two["levels"]),
            tuple(called),
        )
    cards, counts = deal["cards"], deal["counts"]
    names = tuple(map(str, range(1, cards + 1))) if isinstance(cards, int) else tuple(cards)
    numbers = (counts,) * len(names) if isinstance(counts, int) else tuple(counts)
    levels = None if deal["levels"] is None else tuple(deal["levels"])
    return PackDeal(names, numbers, levels, apart=deal["apart"])


def _node_from_json(data: JsonObject) -> PublicNode:
    from sabot.forms.private_hands import ComparisonEnd, ConstantEnd, PublicDecision

    if "pays" in data:
        return ConstantEnd(as_rational(data["pays"]))
    if "compares" in data:
        win, tie, loss = map(as_rational, data["compares"])
        return ComparisonEnd(win, tie, loss)
    return PublicDecision(
        data["turn"],
        tuple(data["before"]),
        tuple(data["view"]),
        tuple(data["actions"]),
        tuple(map(_node_from_json, data["after"])),
    )


# ---------------------------------------------------------------------- what checkers take


def require_checkable(name: str, form: PrivateHandsForm) -> None:
    """Refuse a game whose interval would be too much work for the checkers."""
    from sabot.certify import (
        MOST_PRIVATE_AMOUNT_BITS,
        MOST_PRIVATE_DEPTH,
        MOST_PRIVATE_WORK,
    )
    from sabot.forms.private_hands import PublicDecision, walk_public_tree

    amounts = [
        amount
        for node in walk_public_tree(form.root)
        if not isinstance(node, PublicDecision)
        for amount in _amounts_of_end(node)
    ]
    common = form.denominator.bit_length()
    longest = max(amount.numerator.bit_length() for amount in amounts)
    too_much = ""
    if max(form.depths) > MOST_PRIVATE_DEPTH:
        too_much = f"over {MOST_PRIVATE_DEPTH} decisions on a path"
    elif max(common, longest) > MOST_PRIVATE_AMOUNT_BITS:
        too_much = "amounts with too many digits"
    else:
        bits = longest + common + 16 * max(form.depths)
        work = form.public_nodes * sum(form.hands) * _steps_of_hand(form) * (1 + bits // 256)
        if work > MOST_PRIVATE_WORK:
            too_much = (
                f"hands times nodes of the public tree are {work:,}, and they take "
                f"{MOST_PRIVATE_WORK:,}"
            )
    if too_much:
        raise NoMethodError(
            f"{name}: no checker would read the interval: {too_much}\n"
            "  to search all the same: `--anyway`, anyway=True in Python"
        )


def _amounts_of_end(node: PublicNode) -> tuple[Fraction, ...]:
    from sabot.forms.private_hands import ComparisonEnd, ConstantEnd

    if isinstance(node, ConstantEnd):
        return (node.payoff,)
    assert isinstance(node, ComparisonEnd)
    return node.win, node.tie, node.loss


def _steps_of_hand(form: PrivateHandsForm) -> int:
    """Return how many steps the checker counts for one hand in a comparison."""
    from sabot.forms.hand_deals import ClassDeal, RangeDeal

    if isinstance(form.deal, ClassDeal):
        return 8
    return 4 << len(form.deal.hands[0][0]) if isinstance(form.deal, RangeDeal) else 1
