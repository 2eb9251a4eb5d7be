"""The size of a game as a document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sabot.analyse.size import Survey
from sabot.forms.strategic import MOST_LISTED
from sabot.forms.tree import NODE_BYTES
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    Heading,
    Note,
    Phrase,
    Text,
    Word,
    document,
    pairs,
)
from sabot.render.words import plural, rough, size


def survey_view(game: str, seats: Sequence[str], words: str, found: Survey) -> Document:
    """Return what was counted, and the guess that follows from it."""
    rows: list[tuple[str, Phrase]] = [("game", words)] if words else []
    rows += _counts(seats, found)
    if found.guessed:
        rows += [
            ("time", Word(rough(*found.seconds), "strong")),
            ("memory", Word(f"up to about {size(found.memory)}", "strong")),
        ]
    parts: list[Block] = [Heading(game), BREAK, *([pairs(*rows), BREAK] if rows else [])]
    return document([*parts, *_notes(found)])


def _counts(seats: Sequence[str], found: Survey) -> list[tuple[str, str]]:
    """Return what was counted, in labelled lines."""
    rows = []
    if found.kind == "matrix":
        rows.append(("matrix", "{:,} x {:,}".format(*found.shape)))
    elif found.kind in ("sequence", "general"):
        each = zip(seats, found.views, found.shape, found.pure, strict=True)
        rows += [
            (seat, f"{plural(views, 'view')}, {plural(count - 1, 'move')}, {_many(pure)}")
            for seat, views, count, pure in each
        ]
    elif found.kind == "betting":
        rows += [
            (seat, plural(turns, "turn")) for seat, turns in zip(seats, found.views, strict=True)
        ]
        rows.append(("betting", f"{plural(found.entries, 'way')} to end"))
    if found.nodes:
        cost = size(NODE_BYTES * found.nodes)
        told = f"{found.nodes:,} nodes, up to about {cost}; at most {found.node_limit:,} here"
        rows.append(("tree", told))
    if found.kind in ("matrix", "sequence", "general"):
        told = f"{found.entries:,} numbers of up to {plural(found.digits, 'digit')}"
        rows.append(("payoffs", told))
    return rows


def _notes(found: Survey) -> list[Block]:
    """Return what the counts mean: a guess, or why there is none."""
    if found.guessed:
        said = "Counts are exact. Time and memory are a guess from measured games on one core."
        return [Note(said), *([Note(_listing(found))] if found.written_out else [])]
    if found.kind == "perfect":
        return [Note("Everything is seen, and no tree is written out.")]
    if found.kind == "general":
        return [
            Note(f"Counts are exact. Nothing else is guessed: {found.problem}."),
            Note("sabot solve looks for an equilibrium and says how near it came."),
            Note("sabot value judges strategies of all seats; sabot simulate plays them."),
        ]
    return [Text(f"  No guess: {found.problem}.")] if found.solvable else []


def _listing(found: Survey) -> str:
    """Return what listing all equilibria of a tree takes, which may be much more than one."""
    shape = " x ".join(f"{pure:,}" if pure < 10**12 else "very many" for pure in found.pure)
    if max(found.pure) > MOST_LISTED:
        return f"That is for one equilibrium. Not all are listed: {shape} reduced pure strategies."
    return (
        f"That is for one equilibrium. To list all of them, among {shape} reduced pure strategies, "
        "takes from a second to many minutes: long where many plans differ only off the path of "
        "play."
    )


def survey_lines(told: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what the document of ``sabot size`` says, in a few labelled lines."""
    lines = [("game", str(told["words"]))] if told["words"] else []
    if told["kind"] == "matrix":
        lines.append(("matrix", "{:,} x {:,}".format(*told["shape"])))
    elif told["views"]:
        each = zip(told["seats"], told["views"], strict=False)
        lines += [(seat, plural(views, "view")) for seat, views in each]
    if told["nodes"]:
        lines.append(("tree", plural(told["nodes"], "node")))
    if told["seconds"]:
        lines.append(("time", rough(*told["seconds"])))
        lines.append(("memory", f"up to about {size(told['memory'])}"))
    elif told["problem"] and told["kind"] != "perfect":  # whose words say what it takes
        lines.append(("time", f"no guess: {told['problem']}"))
    return lines


def _many(pure: int) -> str:
    text = f"{pure:,}" if pure < 10**12 else f"about 10^{len(str(pure)) - 1}"
    return f"{text} reduced pure {'strategy' if pure == 1 else 'strategies'}"
