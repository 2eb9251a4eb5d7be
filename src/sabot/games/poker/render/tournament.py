"""A tournament as a document: units a hand with their intervals, and what each seat is worth."""

from __future__ import annotations

from fractions import Fraction

from sabot.games.poker.draw.tournament import Standing, Tournament
from sabot.render.document import BREAK, Block, Document, Heading, Note, document, table
from sabot.render.words import clipped, duration, plural


def tournament_view(found: Tournament, *, seconds: float | None = None) -> Document:
    """Return who won how much, the best first, and what each won where it sat."""
    ranked = sorted(found.standings, key=lambda one: -one.mean)
    head = ("player", "units a hand", "95 %", "ahead", "behind")
    rows = [
        (
            clipped(one.name),
            _units(one.mean),
            " to ".join(f"{end:+.3f}" for end in one.interval()) if one.hands > 1 else "",
            _share(one.ahead, one),
            _share(one.behind, one),
        )
        for one in ranked
    ]
    many = len(found.standings)
    hands = f"{plural(found.hands, 'hand')}, seed {found.seed}"
    seats = [*(f"{seat + 1}" for seat in range(many - 1)), "blind"]
    where = [(clipped(one.name), *map(_units, one.seats)) for one in ranked]
    parts: list[Block] = [Heading(found.game, hands), BREAK]
    parts.append(table(rows, head=head, right=(1, 3, 4)))
    parts += [BREAK, Heading("Units a hand by seat"), BREAK]
    parts.append(table(where, head=("player", *seats), right=tuple(range(1, many + 1))))
    if not found.complete:
        parts.append(Note(f"stopped: {found.asked:,} hands were asked for"))
    if seconds is not None:
        rate = plural(round(found.hands / max(seconds, 1e-9)), "hand")
        parts += [BREAK, Note(f"in {duration(seconds)}, {rate} a second; all units accounted for")]
    return document(parts)


def _units(mean: Fraction | None) -> str:
    return "" if mean is None else f"{float(mean):+.3f}"


def _share(hands: int, one: Standing) -> str:
    return f"{100 * hands / one.hands:.1f} %"
