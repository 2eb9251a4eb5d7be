"""Judged strategies for real hands as a document: payoffs, gains, and the hands that lose."""

from __future__ import annotations

from fractions import Fraction

from sabot.analyse.betting.judge import CutsJudgement, HandLoss, SeatCuts
from sabot.exact import decimal, show
from sabot.render.document import BREAK, Block, Document, Heading, Note, document, table
from sabot.render.words import both, plural, rounded

MOST = 8
"""Lines of losses of a seat that are shown unless all are asked for."""
_DIGITS = 10
_CUT = 6
_SHORT = 16
_NOTHING = Fraction(1, 10**20)
"""Gains below this are those of cuts with so many digits, and no fault of a strategy."""


def judgement_view(found: CutsJudgement, *, most: int | None = MOST) -> Document:
    """Return what the strategies pay, what each seat could gain, and with which hands."""
    rows = [
        (part.seat, found.sources.get(part.seat, "optimal"), amount(part.payoff), gain(part.gain))
        for part in found.parts
    ]
    parts: list[Block] = [
        Heading(found.game),
        BREAK,
        table(rows, head=("player", "plays", "paid", "could gain")),
    ]
    for part in found.parts:
        if part.gain > _NOTHING:
            parts += [BREAK, *_where(part, most)]
    if all(part.gain <= _NOTHING for part in found.parts):
        parts += [BREAK, Note("an equilibrium: no player can gain, whatever he does")]
    return document(parts)


def _where(part: SeatCuts, most: int | None) -> list[Block]:
    told = [one for one in part.losses if one.loss > _NOTHING]
    shown = told if most is None else told[:most]
    head = ("after", "hands", "plays", "better", "per hand")
    blocks: list[Block] = [
        Note(
            f"{part.seat} loses {decimal(part.gain, 6)} per hand, at {plural(len(told), 'place')}"
        ),
        table([_line(one) for one in shown], head=head, depth=2),
    ]
    if len(shown) < len(told):
        blocks.append(Note(f"and {len(told) - len(shown):,} more (--all lists them)", depth=2))
    return blocks


def _line(one: HandLoss) -> tuple[str, ...]:
    hands = f"{cut(one.low)} to {cut(one.high)}"
    return one.view, hands, one.plays, one.better, decimal(one.loss, 6)


def amount(number: Fraction) -> str:
    """Return an amount as a fraction where it is short, and its decimal."""
    fits = len(show(number)) <= _SHORT
    return both(number, _DIGITS) if fits else rounded(number, _DIGITS)


def gain(number: Fraction) -> str:
    """Return a gain; one that only the digits of the cuts leave is said to be that small."""
    return amount(number) if number > _NOTHING or not number else f"less than {float(_NOTHING):.0e}"


def cut(number: Fraction) -> str:
    """Return a hand."""
    whole = show(number)
    return whole if len(whole) <= 7 else decimal(number, _CUT)
