"""Views and JSON documents about games themselves: list of games, rules, size.

What ``sabot games``, ``sabot show`` and ``sabot size`` print. The docstring of a family is its
rules in words, and says what each parameter means. Counts of a game's size are exact; time and
memory are an estimate from measured games on one core.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from inspect import cleandoc
from typing import TYPE_CHECKING, TypedDict

from sabot.forms.extensive import NODE_BYTES
from sabot.game_rules.family import Family, known_parameter_words
from sabot.game_rules.game import Game
from sabot.loading import families
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    Heading,
    Paragraph,
    Phrase,
    Preformatted,
    Remark,
    Section,
    StyledText,
    build_document,
    labelled_lines,
)
from sabot.render.text import byte_size_text, count_noun, duration_range_text, with_article

if TYPE_CHECKING:
    from sabot.analysis.cost_estimate import CostEstimate
    from sabot.game_table import GameEntry

_PARAMETER_NAMES = re.compile(r"(?:^|(?<=[.;] ))((?:\w+, )*\w+): ")


def rules_summary(family: Family) -> str:
    """Return the first sentence of the rules."""
    return " ".join(cleandoc(family.__doc__ or "").split("\n\n")[0].split())


def games_list(entries: Sequence[GameEntry]) -> Document:
    """Return the names of the games that ship, under headings, with a few words on each."""
    found: dict[str, dict[str, list[str]]] = {}
    for entry in entries:
        found.setdefault(entry.section, {}).setdefault(entry.summary, []).append(entry.name)
    width = max((len(entry.name) for entry in entries), default=0)
    parts: list[Block] = []
    for section, summaries in sorted(found.items()):
        rows = [
            (f"{first:{width}}", f"{summary}; also {', '.join(more)}" if more else summary)
            for summary, (first, *more) in summaries.items()
        ]
        parts += [Heading(section), labelled_lines(*rows)]
    return build_document(
        parts,
        BREAK,
        Paragraph("Rules and parameters: sabot show NAME; of all games: sabot games -v"),
        Paragraph("Your own game: sabot solve FILE (rules.py, payoffs.csv, tree.efg)"),
    )


def games_view(families: Sequence[Family]) -> Document:
    """Return one part for each family: name, summary, seats, parameters."""
    parts: list[Block] = []
    for family in families:
        shown = [f"{key}={_default_text(family, key)}" for key in family.kinds]
        shown += _symbolic_only_parameters(family)
        parts += [BREAK] if parts else []
        parts += [
            Heading(family.name),
            Paragraph(rules_summary(family), depth=1),
            Paragraph(f"seats: {', '.join(family.seats)}", depth=1),
            Paragraph(f"parameters: {', '.join(shown) or 'none'}", depth=1, hang=1),
        ]
    return build_document(parts)


def _default_text(family: Family, key: str) -> str:
    return family.kinds[key].show(family.defaults[key]) if key in family.defaults else "..."


def _symbolic_only_parameters(family: Family) -> list[str]:
    """Return the parameters that only a theorem knows, as they are written."""
    return known_parameter_words(family)[len(family.kinds) :]


def rules_view(
    family: Family, values: Mapping[str, object] | None = None, seats: Sequence[str] = ()
) -> Document:
    """Return the rules of a family in words; *values* and *seats* are those of one game of it."""
    seats = seats or family.seats
    descriptions = split_docstring(family)[1]
    parts: list[Block] = [Heading(family.name), BREAK]
    for paragraph in rules_paragraphs(family):
        parts += [Paragraph(paragraph, depth=1), BREAK]
    paid = "each seat has its own payoff"
    if not family.in_hands:
        paid = "there are costs, not payoffs"
    elif len(seats) == 2:
        paid = f"the value is the average payoff of {with_article(seats[0])}"
    parts += [
        Section("seats (players)"),
        Paragraph(", ".join(seats), depth=1),
        Paragraph(paid, depth=1),
        BREAK,
    ]
    if family.sees:
        parts.append(Section("what a seat knows at an information set (view), as it is written"))
        for seat, seen in family.sees.items():
            parts.append(Paragraph(f"{seat}: {', then '.join(seen)}", depth=1, hang=2))
        parts.append(BREAK)
    parts.append(Section("parameters" if family.kinds else "no parameters"))
    for key, kind in family.kinds.items():
        words = kind.words.removeprefix("write ")
        default = (
            f" (default {_default_text(family, key)})" if key in family.defaults else " (needed)"
        )
        parts.append(Paragraph(f"{key}: {words}{default}", depth=1, hang=2))
        if key in descriptions:
            parts.append(Paragraph(descriptions[key], depth=3))
        if values is not None:
            parts.append(Paragraph(f"here: {key}={kind.show(values[key])}", depth=3))
    for word in _symbolic_only_parameters(family):
        parts.append(Paragraph(f"{word}: only in a theorem (`sabot prove`)", depth=1, hang=2))
        key = word.removesuffix("=*")
        parts += [Paragraph(descriptions[key], depth=3)] if key in descriptions else []
    return build_document(parts)


def short_rules_view(game: Game, *, seat: str, width: int, most: int) -> Document:
    """Return the rules of one game on at most so many lines of a screen, for who sits at *seat*."""
    from sabot.render.writers.terminal import render

    family = game.rules
    body, descriptions = split_docstring(family)
    first = with_article(game.seats[0])
    parts = [Paragraph(text, depth=1) for text in body if text]
    paid = f"; the value is what {first} is paid" if len(game.seats) == 2 else ""
    parts.append(Paragraph(f"You are {with_article(seat)}{paid}.", depth=1))
    for key in dict.fromkeys(text.partition("=")[0] for text in family.shown(game.parameters)):
        said = f"{key}={family.kind(key).show(game.parameters[key])}"
        parts.append(
            Paragraph(
                f"{said}: {descriptions[key]}" if key in descriptions else said, depth=1, hang=1
            )
        )
    lines = render(build_document(parts), width=width).splitlines()
    if len(lines) > most:
        lines = [*lines[: most - 1], f"  ... (sabot show {family.name} has all of it)"]
    return build_document(Heading(str(game)[:width]), Preformatted("\n".join(lines)))


def rules_paragraphs(family: Family) -> list[str]:
    """Return the paragraphs of the rules, the first of which is the summary."""
    body = [text for text in split_docstring(family)[0] if text]
    return body or ["The rules have no description (no docstring)."]


def split_docstring(family: Family) -> tuple[list[str], dict[str, str]]:
    """Split the docstring into its paragraphs and what it says of each parameter."""
    body: list[str] = []
    descriptions: dict[str, str] = {}
    known = {word.removesuffix("=*") for word in known_parameter_words(family)}
    for paragraph in cleandoc(family.__doc__ or "").split("\n\n"):
        text = " ".join(paragraph.split())
        marks = [m for m in _PARAMETER_NAMES.finditer(text) if set(m[1].split(", ")) <= known]
        if not marks or marks[0].start() != 0:
            body.append(text)
            continue
        for mark, following in zip(marks, [*marks[1:], None], strict=True):
            said = text[mark.end() : following.start() if following else None].strip(" ;")
            descriptions |= dict.fromkeys(mark[1].split(", "), said)
    return body, descriptions


def size_view(game: str, seats: Sequence[str], words: str, found: CostEstimate) -> Document:
    """Return what was counted, and the guess that follows from it."""
    rows: list[tuple[str, Phrase]] = [("game", words)] if words else []
    rows += _count_rows(seats, found)
    if found.pieces is not None:
        rows.append(("pieces", "about {:,} to {:,}".format(*found.pieces)))
    if found.guessed:
        rows.append(("time", StyledText(duration_range_text(*found.seconds), "strong")))
    if found.guessed and found.memory:
        text = f"up to about {byte_size_text(found.memory)}"
        rows.append(("memory", StyledText(text, "strong")))
    parts: list[Block] = [Heading(game), BREAK, *([labelled_lines(*rows), BREAK] if rows else [])]
    return build_document([*parts, *_estimate_remarks(found)])


def _count_rows(seats: Sequence[str], found: CostEstimate) -> list[tuple[str, str]]:
    """Return what was counted, in labelled lines."""
    rows = []
    if found.kind == "matrix":
        rows.append(("matrix", "{:,} x {:,}".format(*found.shape)))
    elif found.kind in ("sequence", "general", "theorem") and any(found.shape):
        each = zip(seats, found.views, found.shape, found.pure, strict=True)
        rows += [
            (
                seat,
                f"{count_noun(views, 'view')}, {count_noun(count - 1, 'move')}, "
                f"{_pure_strategy_count_text(pure)}",
            )
            for seat, views, count, pure in each
        ]
    elif found.kind in ("betting", "theorem"):
        rows += [
            (seat, count_noun(turns, "turn"))
            for seat, turns in zip(seats, found.views, strict=True)
        ]
        rows.append(("betting", f"{count_noun(found.entries, 'way')} to end"))
    if found.nodes:
        cost = byte_size_text(NODE_BYTES * found.nodes)
        text = f"{found.nodes:,} nodes, up to about {cost}; at most {found.node_limit:,} here"
        rows.append(("tree", text))
    if found.kind in ("matrix", "sequence", "general"):
        text = f"{found.entries:,} numbers of up to {count_noun(found.digits, 'digit')}"
        rows.append(("payoffs", text))
    elif found.kind == "theorem" and any(found.shape):
        text = f"{found.entries:,} polynomials with numbers of up to "
        rows.append(("payoffs", text + count_noun(found.digits, "digit")))
    return rows


def _estimate_remarks(found: CostEstimate) -> list[Block]:
    """Return what the counts mean: an estimate of the work, or why there is no estimate."""
    if found.kind == "theorem":
        guess = f"No guess of the time: {found.problem}."
        if found.guessed:
            guess = (
                "How many pieces a theorem has is not known before they are found: their number is "
                "that of measured theorems of this size. The time is that of sabot prove, with "
                "the check; the memory is that of the most pieces."
            )
        return [Remark(f"Counts are exact. {guess}")]
    if found.guessed:
        said = (
            "Counts are exact. Time and memory are a guess from measured games: the time for "
            "one core of this machine."
        )
        listed = found.written_out or found.equilibria is not None
        return [Remark(said), *([Remark(_listing_cost_text(found))] if listed else [])]
    if found.kind == "perfect":
        return [Remark("Everything is seen, and no tree is written out.")]
    if found.kind == "general":
        return [
            Remark(f"Counts are exact. Nothing else is guessed: {found.problem}."),
            Remark("sabot solve looks for an equilibrium and says how near it came."),
            *([Remark(found.listing)] if found.listing else []),
            Remark("sabot value judges strategies of all seats; sabot simulate plays them."),
        ]
    return [Paragraph(f"  No guess: {found.problem}.")] if found.solvable else []


def _listing_cost_text(found: CostEstimate) -> str:
    """Return what listing all equilibria of a tree takes, which may be much more than one."""
    shape = " x ".join(f"{pure:,}" if pure < 10**12 else "very many" for pure in found.pure)
    from sabot.forms.sequence_nplayer import MAX_STRATEGIES_FOR_ALL_NASH

    if max(found.pure) > MAX_STRATEGIES_FOR_ALL_NASH:
        return f"That is for one equilibrium. Not all are listed: {shape} reduced pure strategies."
    if found.equilibria is not None:
        cases, seconds = found.equilibria.cases, duration_range_text(*found.equilibria.seconds)
        return (
            f"That is for one equilibrium. To list all of them, among {shape} reduced pure "
            f"strategies, takes about {count_noun(cases, 'case')}: {seconds}, and up to about "
            f"{byte_size_text(found.equilibria.memory)}. Where cases are uneven, their number can "
            "be ten times too low or too high."
        )
    return (
        f"That is for one equilibrium. To list all of them, among {shape} reduced pure strategies, "
        "takes from a second to many minutes: long where many plans differ only off the path of "
        "play."
    )


class SizeDocument(TypedDict):
    """The parts of ``sabot size --json`` that a page shows; null where nothing was counted."""

    words: str
    kind: str
    seats: list[str]
    shape: list[int] | None
    views: list[int] | None
    nodes: int
    entries: int
    seconds: list[float] | None
    memory: int | None
    problem: str
    solvable: bool


def size_lines(size: SizeDocument) -> list[tuple[str, str]]:
    """Return what the document of ``sabot size`` says, in a few labelled lines."""
    lines = [("game", str(size["words"]))] if size["words"] else []
    if size["kind"] == "matrix" and size["shape"]:
        lines.append(("matrix", "{:,} x {:,}".format(*size["shape"])))
    elif size["views"]:
        each = zip(size["seats"], size["views"], strict=False)
        lines += [(seat, count_noun(views, "view")) for seat, views in each]
    if size["nodes"]:
        lines.append(("tree", count_noun(size["nodes"], "node")))
    if size["seconds"]:
        lines.append(("time", duration_range_text(*size["seconds"])))
        lines.append(("memory", f"up to about {byte_size_text(size['memory'] or 0)}"))
    elif size["problem"] and size["kind"] != "perfect":  # whose words say what it takes
        lines.append(("time", f"no guess: {size['problem']}"))
    return lines


def _pure_strategy_count_text(pure: int) -> str:
    text = f"{pure:,}" if pure < 10**12 else f"about 10^{len(str(pure)) - 1}"
    return f"{text} reduced pure {'strategy' if pure == 1 else 'strategies'}"


def describe_family(family: Family) -> dict[str, object]:
    """Return what is known of a family of games: seats, parameters, a sentence."""
    return {
        "name": family.name,
        "summary": rules_summary(family),
        "seats": list(family.seats),
        "parameters": {
            key: {
                "words": kind.words.removeprefix("write "),
                "default": kind.show(family.defaults[key]) if key in family.defaults else None,
            }
            for key, kind in family.kinds.items()
        },
    }


def games_document() -> dict[str, object]:
    """Return all families there are."""
    return {"schema": "sabot/games/1", "games": [describe_family(family) for family in families()]}


def rules_document(game_or_family: Family | Game) -> dict[str, object]:
    """Return the rules of a family, or of one game of it with its values."""
    family = game_or_family.rules if isinstance(game_or_family, Game) else game_or_family
    body: dict[str, object] = {
        "schema": "sabot/rules/1",
        **describe_family(family),
        "rules": family.__doc__,
    }
    if isinstance(game_or_family, Game):
        body["seats"] = list(game_or_family.seats)
        values = game_or_family.parameters.items()
        body["values"] = {key: family.kind(key).show(value) for key, value in values}
    return body


def size_document(
    game: str, seats: Sequence[str], words: str, found: CostEstimate
) -> dict[str, object]:
    """Return how large a game is and what solving it takes."""
    body = {"schema": "sabot/size/1", "game": game, "seats": list(seats), "words": words}
    return body | found.to_json()
