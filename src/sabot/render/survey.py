"""The size of a game on a screen."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from sabot.analyse.survey import Survey
from sabot.nodes import NODE_BYTES
from sabot.render.screen import heading, note, pairs
from sabot.render.words import plural, rough, safe, size


def survey_view(game: str, seats: Sequence[str], words: str, found: Survey) -> RenderableType:
    """Return what was counted, and the guess that follows from it."""
    rows: list[tuple[str, str | Text]] = [("game", words)] if words else []
    if found.kind == "matrix":
        rows.append(("matrix", "{:,} x {:,}".format(*found.shape)))
    elif found.kind in ("sequence", "general"):
        each = zip(seats, found.views, found.shape, found.pure, strict=True)
        rows += [
            (safe(seat), f"{views:,} views, {count - 1:,} moves, {_many(pure)}")
            for seat, views, count, pure in each
        ]
    if found.nodes:
        cost = size(NODE_BYTES * found.nodes)
        rows.append(
            (
                "tree",
                f"{found.nodes:,} nodes, up to about {cost}; at most {found.node_limit:,} here",
            )
        )
    if found.kind in ("matrix", "sequence", "general"):
        rows.append(
            ("payoffs", f"{found.entries:,} numbers of up to {plural(found.digits, 'digit')}")
        )
    if found.kind in ("matrix", "sequence"):
        rows += [
            ("time", Text(rough(*found.seconds), style="bold")),
            ("memory", Text(f"up to about {size(found.memory)}", style="bold")),
        ]
    parts: list[RenderableType] = [heading(game), Text(), pairs(rows), Text()]
    if found.kind in ("matrix", "sequence"):
        parts.append(
            note("Counts are exact. Time and memory are a guess from measured games on one core.")
        )
    elif found.kind == "perfect":
        parts.append(note("Everything is seen, and no tree is written out."))
    elif found.kind == "general":
        parts.append(note(f"Counts are exact. No method solves it yet: {safe(found.problem)}."))
        parts.append(note("sabot value judges strategies of all seats; sabot simulate plays them."))
    elif found.solvable:
        parts.append(Text(f"  No guess: {found.problem}."))
    return Group(*parts)


def _many(pure: int) -> str:
    text = f"{pure:,}" if pure < 10**12 else f"about 10^{len(str(pure)) - 1}"
    return f"{text} pure {'strategy' if pure == 1 else 'strategies'}"
