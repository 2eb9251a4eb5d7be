"""A poker hand looked up, as a document: its chances, and the holds from the best down."""

from __future__ import annotations

from sabot.exact import decimal, show
from sabot.poker.deck import sign
from sabot.poker.ladder import KINDS
from sabot.poker.odds.field import MODELS
from sabot.poker.odds.holds import MOST_DRAWN, Hold
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    Heading,
    Note,
    Number,
    Phrase,
    Text,
    Tone,
    Word,
    document,
    pairs,
    table,
)
from sabot.results.hand import HandOdds

MOST_HOLDS = 8
"""Holds that are listed; --json has all 32."""
_DIGITS = 6
OPPONENTS: dict[str, str] = dict(
    zip(
        MODELS,
        (
            "plays on a pair or better, draws by the common rule",
            "keeps what he is dealt",
            "draws by the common rule to a pair or better, keeps the rest",
        ),
        strict=True,
    )
)
_LABELS = {
    "f_b": "a hand as dealt",
    "f_a": "a pair or better, improved",
    "f_a_table": "that, or no pair as dealt",
}
_THESIS = {"f_b": "f_b", "f_a": "f_a", "f_a_table": "f_a, table 5"}
BEST = (
    "best: of the discards of at most four cards the one with the greatest chance to win; his "
    "cards and your new ones come from one pack without your five."
)
_APART = (
    "drawn apart: your cards are out of his pack, but he and you might draw the same card. own "
    "cards ignored: he has all 52 cards. f_b and f_a are the names of Risticz 1973 for the chances "
    "with your own cards ignored. A tie counts half. Every number is exact; all 32 holds: --json."
)


def hand_view(found: HandOdds) -> Document:
    """Return what ``sabot hand`` shows."""
    hand = found.hand
    rows = []
    for name, label in _LABELS.items():
        chance = found.chances[f"{name}_removal"]
        rows.append((label, show(chance), decimal(chance, _DIGITS)))
    for name, label in _THESIS.items():
        chance = found.chances[name]
        rows.append((f"{label}, own cards ignored", show(chance), decimal(chance, _DIGITS)))
    parts: list[Block] = [Heading(hand.signs, hand.name), BREAK]
    parts.append(pairs(("class", hand.kind), ("rank", f"{hand.rank:,} of 7,462")))
    parts += [BREAK, table(rows, head=("as it is, wins against", "exactly", "about"))]
    parts += [BREAK, Text(f"Against one who {OPPONENTS[found.against]}:"), BREAK]
    parts.append(_holds(found))
    parts += [BREAK, pairs(*_advice(found)), BREAK]
    parts += [Note(BEST), Note(_APART)]
    return document(parts)


def _holds(found: HandOdds) -> Block:
    """Return the best holds, the best of all and the common one among them."""
    allowed = [(one.joint, one) for one in found.holds if one.joint is not None]
    allowed.sort(key=lambda pair: (-pair[0], len(pair[1].thrown)))
    order = [one for _, one in allowed]
    shown = order[:MOST_HOLDS]
    others = (found.best, found.best_removal, found.best_whole, found.common)
    shown += [one for k, one in enumerate(others) if one not in (*shown, *others[:k])]
    rows: list[tuple[Phrase, ...]] = []
    for one in shown:
        tone: Tone = "strong" if one is found.best else "plain"
        joint = "-" if one.joint is None else decimal(one.joint, _DIGITS)
        apart = decimal(one.removal, _DIGITS), decimal(one.value, _DIGITS)
        rows.append((Word(_signs(one.kept), tone), joint, *apart, decimal(one.improves, 4)))
    head = ("hold", "wins", "drawn apart", "own cards ignored", "improves")
    return table(rows, head=head)


def hand_sheet(found: HandOdds) -> Document:
    """Return all 32 holds for a spreadsheet, every number with every digit."""
    counted = ("wins", "drawn apart", "own cards ignored", "improves")
    head = ("hold", "discard", *counted, *reversed(KINDS))
    rows: list[tuple[Phrase, ...]] = []
    for one in found.holds:
        joint: Phrase = "" if one.joint is None else Number(one.joint)
        numbers = (one.removal, one.value, one.improves, *one.kinds.values())
        rows.append((one.hold or "nothing", one.discard, joint, *map(Number, numbers)))
    return document(table(rows, head=head))


def _advice(found: HandOdds) -> list[tuple[str, Phrase]]:
    best, common = found.best, found.common
    rows: list[tuple[str, Phrase]] = [("best", Word(_throw(best), "strong"))]
    if common is best:
        rows.append(("common rule", "the same"))
    else:
        assert best.joint is not None and common.joint is not None  # both keep a card
        cost = decimal(best.joint - common.joint, 3)
        rows.append(("common rule", f"{_throw(common)}: it gives away {cost}"))
    others = {"drawn apart": found.best_removal, "own cards ignored": found.best_whole}
    rows += [(name, _throw(one)) for name, one in others.items() if one is not best]
    if any(len(one.thrown) > MOST_DRAWN and one.removal > best.removal for one in found.holds):
        more = "to throw away all five wins more often, drawn apart; the game allows four"
        rows.append(("note", more))
    return rows


def _throw(one: Hold) -> str:
    return f"throw away {_signs(one.thrown)}" if one.thrown else "stand"


def _signs(held: tuple[int, ...]) -> str:
    return " ".join(map(sign, held)) or "nothing"
