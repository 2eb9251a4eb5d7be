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
_LABELS = {"f_b": "f_b", "f_a": "f_a", "f_a_table": "f_a, table 5"}
_MEANING = (
    "f_b: against a hand as dealt. f_a: against a pair or better, improved; in table 5 of Risticz "
    "1973 hands without a pair stay in. A tie counts half. Every number is exact; all 32 holds: "
    "--json."
)


def hand_view(found: HandOdds) -> Document:
    """Return what ``sabot hand`` shows."""
    hand = found.hand
    rows = []
    for name, label in _LABELS.items():
        for key, tail in ((name, ""), (f"{name}_removal", ", without your cards")):
            chance = found.chances[key]
            rows.append((label + tail, show(chance), decimal(chance, _DIGITS)))
    parts: list[Block] = [Heading(hand.signs, hand.name), BREAK]
    parts.append(pairs(("class", hand.kind), ("rank", f"{hand.rank:,} of 7,462")))
    parts += [BREAK, table(rows, head=("chance to win", "exactly", "about"))]
    parts += [BREAK, Text(f"Against one who {OPPONENTS[found.against]}:"), BREAK]
    parts.append(_holds(found))
    parts += [BREAK, pairs(*_advice(found)), BREAK]
    parts.append(Note(_MEANING))
    return document(parts)


def _holds(found: HandOdds) -> Block:
    """Return the best holds, the best of all and the common one among them."""
    order = sorted(found.holds, key=lambda one: (-one.value, len(one.thrown)))
    shown = order[:MOST_HOLDS]
    shown += [one for one in (found.best, found.common) if one not in shown]
    rows: list[tuple[Phrase, ...]] = []
    for one in shown:
        tone: Tone = "strong" if one is found.best else "plain"
        value = decimal(one.value, _DIGITS)
        removal = decimal(one.removal, _DIGITS)
        row = (Word(_signs(one.kept), tone), value, removal, decimal(one.improves, 4))
        rows.append(row if found.best_joint is None else (*row, _joint(one)))
    head = ("hold", "wins", "without your cards", "improves")
    return table(rows, head=head if found.best_joint is None else (*head, "one pack"))


def _joint(one: Hold) -> str:
    return "-" if one.joint is None else decimal(one.joint, _DIGITS)


def hand_sheet(found: HandOdds) -> Document:
    """Return all 32 holds for a spreadsheet, every number with every digit."""
    head = ("hold", "discard", "wins", "without your cards", "improves", *reversed(KINDS))
    rows: list[tuple[Phrase, ...]] = []
    for one in found.holds:
        numbers = (one.value, one.removal, one.improves, *one.kinds.values())
        rows.append((one.hold or "nothing", one.discard, *map(Number, numbers)))
    return document(table(rows, head=head))


def _advice(found: HandOdds) -> list[tuple[str, Phrase]]:
    best, common = found.best, found.common
    rows: list[tuple[str, Phrase]] = [("best", Word(_throw(best), "strong"))]
    if found.best_removal is not best:
        rows.append(("without your cards", _throw(found.best_removal)))
    together = found.best_joint
    if together is not None and together is not best:
        rows.append(("of one pack", _throw(together)))
    if common is best:
        rows.append(("common rule", "the same"))
    else:
        cost = decimal(best.value - common.value, 3)
        rows.append(("common rule", f"{_throw(common)}: it gives away {cost}"))
    if any(len(one.thrown) > MOST_DRAWN and one.value > best.value for one in found.holds):
        rows.append(("note", "throwing away all five would be better; the game allows four"))
    return rows


def _throw(one: Hold) -> str:
    return f"throw away {_signs(one.thrown)}" if one.thrown else "stand"


def _signs(held: tuple[int, ...]) -> str:
    return " ".join(map(sign, held)) or "nothing"
