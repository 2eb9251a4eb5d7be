"""View of a poker hand's odds: its chances to win, and the discards from the best down.

The best discard of at most four cards is exact, with the opponent's cards and the new ones from one
pack without the own five. f_b and f_a are the names of Risticz (1973) for the chances with the own
cards ignored; a tie counts half.
"""

from __future__ import annotations

from fractions import Fraction

from sabot.cards.poker_hand import HAND_KINDS, card_sign
from sabot.cards.poker_odds.discards import MAX_DRAWN, Hold
from sabot.cards.poker_odds.hand_distribution import OPPONENT_MODEL_NAMES
from sabot.exact import format_decimal, format_fraction
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    ExactNumber,
    Heading,
    Paragraph,
    Phrase,
    Remark,
    StyledText,
    Tone,
    build_document,
    build_table,
    labelled_lines,
)
from sabot.render.text import percent_in_brackets
from sabot.results.poker_hand import HandOdds

MOST_HOLDS = 8
"""Holds that are listed; --json has all 32."""
_DIGITS = 6
OPPONENT_MODELS: dict[str, str] = dict(
    zip(
        OPPONENT_MODEL_NAMES,
        (
            "plays a pair or better and draws by the common rule",
            "keeps what he is dealt",
            "draws by the common rule to a pair or better and keeps other hands",
        ),
        strict=True,
    )
)
CHANCE_LABELS = {
    "f_b": ("a hand as dealt", "f_b"),
    "f_a": ("pair or better, after the draw", "f_a"),
    "f_a_table": ("any hand; pairs draw", "f_a, table 5"),
}
"""The opponent's hand in words, and the name of the chance in Risticz (1973)."""
BEST_DISCARD_REMARK = (
    "best: of the discards of at most four cards the one with the greatest chance to win; his "
    "cards and your new ones come from one pack without your five."
)
_INDEPENDENT_DRAW_REMARK = (
    "drawn apart: your cards are out of his pack, but you and he might draw the same card. own "
    "cards ignored: he has all 52 cards. f_b and f_a: the names of these chances in Risticz 1973. "
    "A tie counts half. Every number is exact; all 32 holds: --json."
)


def poker_odds_view(found: HandOdds) -> Document:
    """Return what ``sabot hand`` shows: what to throw away, then as dealt, then after the draw."""
    hand = found.hand
    parts: list[Block] = [Heading(hand.signs, hand.name), BREAK]
    about = ("class", hand.kind), ("rank", f"{hand.rank:,} of 7,462")
    parts += [labelled_lines(*about, *_advice_rows(found)), BREAK]
    rows = [_chance_row(label, found.chances[f"{n}_removal"]) for n, (label, _) in _LABELLED]
    parts += [build_table(rows, head=("as dealt, wins against", *_CHANCE_HEADS)), BREAK]
    rows = [_chance_row(f"{label} ({of})", found.chances[n]) for n, (label, of) in _LABELLED]
    parts += [build_table(rows, head=("the same, own cards ignored", *_CHANCE_HEADS)), BREAK]
    who = OPPONENT_MODELS[found.against]
    parts += [Paragraph(f"After the draw, against one who {who}:"), BREAK, _hold_table(found)]
    parts += [BREAK, Remark(BEST_DISCARD_REMARK), Remark(_INDEPENDENT_DRAW_REMARK)]
    return build_document(parts)


_LABELLED = tuple(CHANCE_LABELS.items())
_CHANCE_HEADS = ("exactly", "decimal", "percent")


def _chance_row(label: str, chance: Fraction) -> tuple[str, ...]:
    percent = f"{format_decimal(100 * chance, _DIGITS)}%"
    return label, format_fraction(chance), format_decimal(chance, _DIGITS), percent


def _hold_table(found: HandOdds) -> Block:
    """Return the best discards, the best of all and the common one among them."""
    allowed = [(one.joint, one) for one in found.holds if one.joint is not None]
    allowed.sort(key=lambda pair: (-pair[0], len(pair[1].thrown)))
    order = [one for _, one in allowed]
    shown = order[:MOST_HOLDS]
    others = (found.best, found.best_removal, found.best_whole, found.common)
    shown += [one for k, one in enumerate(others) if one not in (*shown, *others[:k])]
    rows: list[tuple[Phrase, ...]] = []
    for one in shown:
        tone: Tone = "strong" if one is found.best else "plain"
        joint = "-" if one.joint is None else format_decimal(one.joint, _DIGITS)
        apart = format_decimal(one.removal, _DIGITS), format_decimal(one.value, _DIGITS)
        rows.append(
            (
                StyledText(_card_signs(one.thrown), tone),
                joint,
                *apart,
                format_decimal(one.improves, 4),
            )
        )
    head = ("throw away", "wins", "drawn apart", "own cards ignored", "improves")
    return build_table(rows, head=head)


def poker_odds_sheet(found: HandOdds) -> Document:
    """Return all 32 holds for a spreadsheet, every number with every digit."""
    counted = ("wins", "drawn apart", "own cards ignored", "improves")
    head = ("hold", "discard", *counted, *reversed(HAND_KINDS))
    rows: list[tuple[Phrase, ...]] = []
    for one in found.holds:
        joint: Phrase = "" if one.joint is None else ExactNumber(one.joint)
        numbers = (one.removal, one.value, one.improves, *one.kinds.values())
        rows.append((one.hold or "nothing", one.discard, joint, *map(ExactNumber, numbers)))
    return build_document(build_table(rows, head=head))


def _advice_rows(found: HandOdds) -> list[tuple[str, Phrase]]:
    best, common = found.best, found.common
    assert best.joint is not None and common.joint is not None  # both keep a card
    chance = f"{format_decimal(best.joint, _DIGITS)}{percent_in_brackets(best.joint, _DIGITS)}"
    wins: Phrase = (StyledText(_discard_text(best), "strong"), f"; then it wins {chance}")
    rows: list[tuple[str, Phrase]] = [("best", wins)]
    if common is best:
        rows.append(("common rule", "the same"))
    else:
        cost = format_decimal(best.joint - common.joint, 3)
        rows.append(("common rule", f"{_discard_text(common)}: wins {cost} less"))
    others = {"drawn apart": found.best_removal, "own cards ignored": found.best_whole}
    rows += [(name, _discard_text(one)) for name, one in others.items() if one is not best]
    if any(len(one.thrown) > MAX_DRAWN and one.removal > best.removal for one in found.holds):
        more = "to throw away all five wins more often, drawn apart; the game allows four"
        rows.append(("note", more))
    return rows


def _discard_text(one: Hold) -> str:
    return f"throw away {_card_signs(one.thrown)}" if one.thrown else "throw away nothing"


def _card_signs(held: tuple[int, ...]) -> str:
    return " ".join(map(card_sign, held)) or "nothing"
