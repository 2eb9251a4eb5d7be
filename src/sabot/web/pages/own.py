"""Tell your own game: rules beside their tree, step by step, and the faults of your file by line.

Nothing that a page sends is ever run. The one file that is was named at the terminal, and runs in
a worker, with its limits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sabot.files.text import stamp
from sabot.games import load
from sabot.games.files import rules_file
from sabot.web.address import game_address
from sabot.web.app import desk, owner
from sabot.web.markup import Markup, lines, tag
from sabot.web.page import shell
from sabot.web.pages import Page
from sabot.web.pages.jobs import job_part
from sabot.web.pages.tree import NUMBERS, folded, tree_part
from sabot.web.refused import refusal
from sabot.web.table import scrolled
from sabot.web.work.own import EXAMPLE

STEPS = (
    ("table.shoe", "Put a shoe on the table and draw from it: whatever chance does."),
    ("table.ask", "Let a seat choose. It knows what it sees and what it chose before, no more."),
    ("table.pay", "Pay, and the hand is over. With two seats the other one pays."),
    ("ranks: int", "What may change is a keyword argument: it becomes a parameter of the game."),
)
"""What to look at in the example: a piece of its text, and what it does."""
COMMAND = "sabot web my_game.py:one_card"


async def own(request: Request) -> Response:
    """Show the example beside its tree, the steps, and the file of the terminal."""
    source = EXAMPLE.read_text(encoding="utf-8")
    return shell(
        request,
        "Tell your own game",
        tag("h1", "Tell your own game"),
        tag(
            "p",
            "A game is a Python function that plays one hand at a table, the way a person explains "
            "the rules. Solving, playing and drawing come with it.",
            class_="lead",
        ),
        _file(request),
        tag(
            "section",
            tag("h2", "An example, beside its tree"),
            tag(
                "div",
                tag("div", _text(source, [])),
                tag(
                    "div",
                    tag("p", "Drawing it ...", class_="doing", role="status"),
                    hx_get=f"/part/example?{request.url.query}",
                    hx_trigger="load",
                ),
                class_="beside even",
            ),
        ),
        _steps(source),
        wide=True,
    )


def _steps(source: str) -> Markup:
    """Return the steps: what the example does where, and what comes next."""
    told = [tag("li", tag("b", f"Line {_line(source, piece)}. "), words) for piece, words in STEPS]
    return tag(
        "section",
        tag("div", tag("h3", "How it is read"), tag("ol", *told)),
        tag(
            "div",
            tag("h3", "Your turn"),
            _turn(source),
            tag(
                "p",
                "A page never runs what is typed into it: only the file that you name at the "
                "terminal.",
                class_="note",
            ),
        ),
        class_="panel steps beside even",
    )


def _turn(source: str) -> Markup:
    return tag(
        "ol",
        tag(
            "li",
            "Copy it into a file of yours, ",
            tag("code", "my_game.py"),
            ". ",
            tag("button", "Copy", type="button", data_copy=source, class_="quiet"),
        ),
        tag("li", "Open it from the terminal: ", tag("code", COMMAND), "."),
        tag("li", "Change the rules, and read the file again here: faults are listed by line."),
        tag("li", "Solve it, play it, look at its tree."),
    )


def _line(source: str, piece: str) -> int:
    return next((k for k, line in enumerate(source.split("\n"), 1) if piece in line), 1)


def _text(source: str, marked: list[int]) -> Markup:
    """Return a file with its lines numbered, and some of them marked."""
    rows = [
        tag(
            "li",
            tag("mark", line or " ") if number in marked else line or " ",
            id=f"line-{number}",
        )
        for number, line in enumerate(source.rstrip("\n").split("\n"), 1)
    ]
    return scrolled(tag("ol", *rows, class_="source"), "The rules")


def _file(request: Request) -> Markup | None:
    """Return the place where the file of the terminal is shown; None where none was named."""
    if not rules_file(request.app.state.opened):
        return None
    return tag(
        "section",
        tag("h2", "Your file"),
        tag(
            "div",
            tag("p", "Reading it ...", class_="doing", role="status"),
            id="own",
            hx_get="/part/own",
            hx_trigger="load",
        ),
    )


async def part(request: Request) -> Response:
    """Show the file of the terminal as it is now: its faults, or its game."""
    opened = request.app.state.opened
    file = rules_file(opened)
    if not file:
        return refusal(request, 404, f"no file was named at the terminal: {COMMAND}")
    name = request.query_params.get("job")
    if name is None:
        asked = {"game": opened, "stamp": list(stamp(file))}
        job = desk(request).submit("own", asked, owner(request))
        return HTMLResponse(job_part(request, job, "/part/own"))
    done = desk(request).job(name)
    if done is None or done.state != "done" or done.work != "own":
        return refusal(request, 404, "this reading is forgotten; read the file again")
    told = done.document
    if told["game"] and not told["faults"]:
        # a worker has run it without a fault: so may the server, whose pages ask for its rules
        request.app.state.own = await asyncio.to_thread(load, opened)
    return HTMLResponse(_read(told))


def _read(told: Mapping[str, Any]) -> Markup:
    again = tag(
        "button",
        "Read the file again",
        type="button",
        class_="main",
        hx_get="/part/own",
        hx_target="#own",
    )
    faults = told["faults"]
    marked = [one["line"] for one in faults if one["line"]]
    game = told["game"]
    return tag(
        "div",
        tag("div", again, *(_doors(game) if game and not faults else ()), class_="row"),
        _faults(faults) if faults else None,
        tag(
            "div",
            tag("div", _text(told["source"], marked)),
            tag("div", *(() if faults else _right(told))),
            class_="beside even",
        ),
        class_="own-file",
        data_faults=len(faults),
        data_game=game,
    )


def _faults(faults: list[Mapping[str, Any]]) -> Markup:
    listed = []
    for one in faults:
        line = one["line"]
        where = tag("a", f"Line {line}", href=f"#line-{line}") if line else tag("b", "The file")
        listed.append(tag("li", where, ": ", lines(one["words"]), data_line=line))
    return tag("ul", *listed, class_="fault by-line", role="alert")


def _right(told: Mapping[str, Any]) -> tuple[Markup | None, ...]:
    tree = told["tree"]
    return (
        tag("p", "No fault found in ", tag("code", told["file"]), ".", role="status"),
        tag("p", lines(told["note"]), class_="note") if told.get("note") else None,
        None if tree is None else tree_part(tree, [], _tree_address(told["game"])),
    )


def _doors(game: str) -> list[Markup]:
    """Return where the game is solved, drawn and played."""
    return [
        tag("a", "Solve it", href=game_address(game), class_="button"),
        tag("a", "Its tree", href=_tree_address(game), class_="button"),
        tag("a", "Play it", href=game_address(game).replace("/game?", "/play?"), class_="button"),
    ]


def _tree_address(game: str) -> str:
    return game_address(game).replace("/game?", "/tree?")


async def example(request: Request) -> Response:
    """Show the tree of the example."""
    told = await desk(request).ask("example", {}, owner(request))
    return HTMLResponse(tree_part(told, folded(request), "/own"))


PAGES = (
    Page("/own", "Tell your own game", own, takes=("fold",), numbers=NUMBERS),
    Page("/part/own", "Your file", part),
    Page("/part/example", "The example", example),
)
