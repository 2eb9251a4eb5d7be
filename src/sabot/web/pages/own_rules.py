"""The page on which rules are written: an editor for the file named at the terminal.

What is typed is sent to a worker, which runs it as if the file had this text, within the limits of
a job; the page shows errors by line, or the size, solution, report and tree of the game. Only
*Save* writes, and only to that file. If a folder was named, the page opens one file in it at a
time, by its name. No path comes from the browser: where nothing was named at the terminal, the page
has the example alone.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
from codecs import BOM_UTF8
from collections.abc import Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from tokenize import detect_encoding

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from sabot.errors import FileError, FormError, SabotError
from sabot.game_rules.game import Game
from sabot.io.files import file_stamp, read_bytes, read_text, write_atomically
from sabot.loading import load, rules_file_path
from sabot.web.components import chip_button, chips, error_html, text_field
from sabot.web.game_links import posted_fields, url_at
from sabot.web.html import Markup, Part, escape_lines, scrollable, tag
from sabot.web.jobs import Job, client_id, job_queue
from sabot.web.layout import error_response, render_page
from sabot.web.messages import DescribedRules, DraftAnswer, RulesFault
from sabot.web.opened_rules import draft_game, remember_rules
from sabot.web.pages import Page
from sabot.web.pages.game_tree import NUMBERS_NOTE, folded_nodes, tree_html
from sabot.web.pages.jobs import finished_answer, latest_answer
from sabot.web.pages.solution import short_solution
from sabot.web.tasks.own_rules import EXAMPLE_FILE

MAX_EDITED_BYTES = 200_000
"""Bytes of a file that is edited here: a request may have 1 MB, in which a byte may take three."""
EXAMPLE_STEPS = (
    ("table.shoe", "Put a shoe on the table and draw from it: whatever chance does."),
    ("table.ask", "Let a seat choose. It knows what it sees and what it chose before, no more."),
    ("table.pay", "Pay, and the hand is over. With two seats the other one pays."),
    ("ranks: int", "What may change is a keyword argument: it becomes a parameter of the game."),
)
"""What to look at in the example: a piece of its text, and what it does."""
OPEN_COMMAND = "sabot web my_game.py:one_card"
_FILE_IN_FOLDER = re.compile(r"([A-Za-z_]\w{0,60}\.py)(:[A-Za-z_]\w{0,60})?", re.ASCII)
"""A file in the folder of the terminal, perhaps with the name of a game in it."""
MAX_LISTED_FILES = 200


def _opened_file(request: Request) -> str:
    """Return the rules file that was named at the terminal; '' where none was."""
    return rules_file_path(request.app.state.opened)


async def own_rules_page(request: Request) -> Response:
    """Show the editor with the file of the terminal, and the example with its steps."""
    source = EXAMPLE_FILE.read_text(encoding="utf-8")
    file = _opened_file(request)
    shown = render_page(
        request,
        "Tell your own game",
        tag("h1", "Tell your own game"),
        tag(
            "p",
            "A game is a Python function that plays one hand at a table, the way a person explains "
            "the rules. Solving, playing and drawing come with it.",
            class_="lead",
        ),
        _folder_section(request.app.state.folder, file),
        _editor_section(request, file) if file else None,
        _example_section(request, source, folded=bool(file)),
        _steps_html(source, file),
        wide=True,
    )
    if file:  # after the page is sent: rules may take long, or never end
        shown.background = BackgroundTask(_describe_opened_file, request)
    return shown


# ---------------------------------------------------------------------- the example


def _example_section(request: Request, source: str, *, folded: bool) -> Markup:
    """Return the example beside its tree; it is folded where there is a file to write in."""
    words = "An example, beside its tree"
    both = tag(
        "div",
        tag("div", _source_listing(source)),
        tag(
            "div",
            tag("p", "Drawing it ...", class_="doing", role="status"),
            hx_get=f"/part/example?{request.url.query}",
            hx_trigger="toggle from:closest details once" if folded else "load",
        ),
        class_="beside even",
    )
    if folded:
        return tag("section", tag("details", tag("summary", words), both))
    return tag("section", tag("h2", words), both)


def _steps_html(source: str, file: str) -> Markup:
    """Return the steps: what the example does where, and what comes next."""
    html = [
        tag("li", tag("b", f"Line {_line_number(source, piece)}. "), words)
        for piece, words in EXAMPLE_STEPS
    ]
    note = (
        "A page never opens or writes another file than the one named at the terminal, or one in "
        "the folder named there."
    )
    return tag(
        "section",
        tag("div", tag("h3", "How it is read"), tag("ol", *html)),
        tag(
            "div",
            tag("h3", "Your turn"),
            _next_steps(file),
            tag("p", note, class_="note"),
        ),
        class_="panel how-to beside even",
    )


def _next_steps(file: str) -> Markup:
    named = "Name a file or a folder at the terminal, new or yours: ", tag("code", OPEN_COMMAND)
    return tag(
        "ol",
        None if file else tag("li", *named),
        tag("li", "Write here: faults are shown by line, tree and value beside the text."),
        tag("li", "Save it, solve it, play it, read the report on it."),
    )


def _line_number(source: str, piece: str) -> int:
    return next((k for k, line in enumerate(source.split("\n"), 1) if piece in line), 1)


def _source_listing(source: str) -> Markup:
    """Return a file with its lines numbered."""
    rows = [
        tag("li", line or " ", id=f"line-{number}")
        for number, line in enumerate(source.rstrip("\n").split("\n"), 1)
    ]
    return scrollable(tag("ol", *rows, class_="source"), "The rules")


async def example_tree_part(request: Request) -> Response:
    """Show the tree of the example."""
    answer = await job_queue(request).ask("example", {}, client_id(request))
    return HTMLResponse(tree_html(answer, folded_nodes(request), "/own"))


# ---------------------------------------------------------------------- the folder


def _folder_section(folder: str, file: str) -> Markup | None:
    """Return the rules files of the folder that was named at the terminal, to open one."""
    if not folder:
        return None
    names = sorted(
        one.name
        for one in os.scandir(folder)
        if _FILE_IN_FOLDER.fullmatch(one.name) and one.is_file(follow_symlinks=False)
    )
    here = os.path.basename(file)
    listed = [
        chip_button(
            name,
            hx_post="/part/open",
            hx_vals=json.dumps({"name": name}),
            hx_target="#opening",
            aria_current="true" if name == here else None,
        )
        for name in names[:MAX_LISTED_FILES]
    ]
    form = tag(
        "form",
        text_field("A new file, or one of these", "name", "", placeholder="my_game.py"),
        tag("button", "Open", class_="main"),
        hx_post="/part/open",
        hx_target="#opening",
        class_="inline",
    )
    note = "What is in the editor and not saved is lost when another file is opened."
    return tag(
        "section",
        tag("h2", "Your folder"),
        tag("p", tag("code", folder), class_="file-name"),
        chips(listed) if listed else tag("p", "There is no file of rules in it yet.", class_="dim"),
        form,
        tag("p", note, class_="note") if file else None,
        tag("div", id="opening", aria_live="polite"),
        class_="panel folder",
    )


async def open_in_folder(request: Request) -> Response:
    """Let a file of the named folder be the one that is edited; a new one begins as the example."""
    folder = request.app.state.folder
    if not folder:
        return _no_file_response(request)
    name = (await posted_fields(request)).get("name", "").strip()
    found = _FILE_IN_FOLDER.fullmatch(name)
    if found is None:
        raise FormError(
            f"{name[:80]!r}: write the name of a Python file in {folder}, as my_game.py, with "
            "letters, digits and _"
        )
    file = os.path.join(folder, found[1])
    if os.path.lexists(file) and (os.path.islink(file) or not os.path.isfile(file)):
        raise FormError(f"{file}: is not a plain file; only files in the folder itself are opened")
    opened = f"{file}{found[2] or ''}"
    if opened != request.app.state.opened:
        request.app.state.opened, request.app.state.opened_game = opened, None
    return Response(headers={"HX-Redirect": "/own"})


# ---------------------------------------------------------------------- the editor


def _editor_section(request: Request, file: str) -> Markup:
    """Return the editor with the text of a file, or what forbids editing it."""
    head = tag("h2", "Your file")
    try:
        text, stamp = _read_file(request, file)
    except SabotError as fault:
        return tag("section", head, error_html(str(fault)))
    new = "A new file: it is written when you save it." if not stamp else ""
    side = tag(
        "div",
        tag(
            "div",
            tag("button", "Save", type="button", class_="main", data_do="save"),
            tag("button", "Read the file again", type="button", data_do="reload"),
            tag("span", new, class_="state dim", role="status"),
            class_="row",
        ),
        tag("div", class_="conflict", role="alert"),
        tag("textarea", escape_lines(text), aria_label=_editor_label(file), spellcheck="false"),
        tag(
            "p",
            tag("kbd", "Ctrl-S"),
            " saves, ",
            tag("kbd", "Ctrl-F"),
            " finds, ",
            tag("kbd", "F8"),
            " goes to the fault. ",
            tag("kbd", "Esc"),
            ", then ",
            tag("kbd", "Tab"),
            " leaves the editor.",
            class_="note",
        ),
    )
    beside = tag(
        "div",
        tag("div", class_="pending", aria_live="polite"),
        tag("div", tag("p", "Reading it ...", class_="doing", role="status"), class_="answer"),
        class_="panel",
    )
    return tag(
        "section",
        head,
        tag("p", tag("code", file), class_="file-name"),
        tag(
            "rules-editor",
            side,
            beside,
            class_="beside even",
            data_stamp=stamp,
            data_file=os.path.basename(file),
            data_label=_editor_label(file),
        ),
    )


def _editor_label(file: str) -> str:
    return f"The rules in {os.path.basename(file)}"


def _read_file(request: Request, file: str) -> tuple[str, str]:
    """Return the text of the opened file and its stamp; of a new file, the example and ''."""
    stamp = _stamp_text(file)  # before the text: a change in between is found when it is saved
    if not stamp:
        return _new_text(request.app.state.opened, file), ""
    return read_text(file, MAX_EDITED_BYTES), stamp


def _stamp_text(file: str) -> str:
    """Return the stamp of a file as a browser keeps it; '' of one that is not there."""
    return "-".join(map(str, file_stamp(file))) if os.path.lexists(file) else ""


def _new_text(opened: str, file: str) -> str:
    """Return what a new file begins with: the example, under the name given at the terminal."""
    source = EXAMPLE_FILE.read_text(encoding="utf-8")
    name = opened.removeprefix(file).strip().removeprefix(":").partition("(")[0].strip()
    name = name or Path(file).stem
    return source.replace("def one_card(", f"def {name}(") if name.isidentifier() else source


DESCRIBE_SECONDS = 10.0
"""Seconds that a worker has to run a file that was changed."""


async def _describe_opened_file(request: Request) -> str:
    """Let all pages know the games of the opened file as it is now; return what is wrong with it.

    A worker runs a file that was changed, and is stopped where that takes too long.
    """
    opened = request.app.state.opened
    with suppress(SabotError):
        load(opened, run=False)  # known already, and not changed since
        return ""
    try:
        question = {"game": opened, "stamp": list(file_stamp(rules_file_path(opened)))}
    except FileError as fault:  # a new one is not there yet
        return str(fault)
    job = job_queue(request).submit("describe", question, client_id(request))
    with suppress(TimeoutError):
        await asyncio.wait_for(job.over.wait(), DESCRIBE_SECONDS)
    if not job.is_over:
        job_queue(request).cancel(job)
        return f"its rules did not load within {DESCRIBE_SECONDS:g} s"
    if job.state != "done":
        return job.fault
    described: DescribedRules = job.document
    if not described["fault"]:
        request.app.state.opened_game = remember_rules(opened, described)
    return described["fault"]


async def own_file(request: Request) -> Response:
    """Send the text of the opened file as it is now, and its stamp."""
    file = _opened_file(request)
    if not file:
        return _no_file_response(request)
    text, stamp = _read_file(request, file)
    await _describe_opened_file(request)
    return JSONResponse({"text": text, "stamp": stamp})


def _no_file_response(request: Request) -> Response:
    return error_response(request, 404, f"no file was named at the terminal: {OPEN_COMMAND}")


async def save_own_file(request: Request) -> Response:
    """Write the text of the editor to the opened file, unless that was changed by another."""
    file = _opened_file(request)
    if not file:
        return _no_file_response(request)
    sent = await posted_fields(request)
    text = _posted_text(sent, file)
    there = _stamp_text(file)
    if "overwrite" not in sent and sent.get("stamp") != there:
        what = "was changed" if there else "was deleted"
        words = f"{file} {what} by another program since it was read here; nothing was written."
        return JSONResponse({"saved": False, "stamp": there, "words": words})
    raw = _encode_like_file(text, read_bytes(file) if there else b"")
    _require_editable_size(raw, file)
    _require_utf8(raw, file)
    write_atomically(Path(file), raw)
    stamp = _stamp_text(file)
    fault = await _describe_opened_file(request)
    words = "Saved; it has a fault." if fault else "Saved."
    return JSONResponse({"saved": True, "stamp": stamp, "words": words})


def _posted_text(sent: Mapping[str, str], file: str) -> str:
    """Return the text of the editor, without which nothing is run or written.

    A page names the file that its text is of: if another was opened since, the text is refused.
    """
    if sent.get("file", os.path.basename(file)) != os.path.basename(file):
        raise FormError(f"{file} was opened since; open the file of this text again to go on")
    if "text" not in sent:
        raise FormError(f"{file}: no text was sent; send it as the field text of a form")
    text = sent["text"].removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    _require_editable_size(text.encode(), file)
    return text


def _require_editable_size(raw: bytes, file: str) -> None:
    if len(raw) > MAX_EDITED_BYTES:
        raise FormError(f"{file}: more than {MAX_EDITED_BYTES:,} bytes; edit it elsewhere")


def _require_utf8(raw: bytes, file: str) -> None:
    """Refuse a text whose first lines say that it is in another encoding than it is written in."""
    try:
        said, _ = detect_encoding(BytesIO(raw).readline)
    except SyntaxError as fault:
        raise FormError(f"{file}: {fault.msg}; the editor writes UTF-8") from None
    if not (said.startswith("utf-8") or raw.isascii()):
        raise FormError(f"{file}: leave out the line 'coding: {said}'; the editor writes UTF-8")


def _encode_like_file(text: str, before: bytes) -> bytes:
    r"""Return a text with the byte-order mark of a file, and its ends of lines if all are CRLF.

    >>> _encode_like_file("a\n", b"\xef\xbb\xbfb\r\nc\r\n"), _encode_like_file("a\n", b"b\r\nc\n")
    (b'\xef\xbb\xbfa\r\n', b'a\n')
    """
    windows = 0 < before.count(b"\r\n") == before.count(b"\n")
    mark = BOM_UTF8 if before.startswith(BOM_UTF8) else b""
    return mark + (text.replace("\n", "\r\n") if windows else text).encode()


async def draft_part(request: Request) -> Response:
    """Show what the text of the editor makes: its faults, or its game."""
    file = _opened_file(request)
    if not file:
        return _no_file_response(request)

    def html(job: Job) -> Markup:
        return _draft_html(request, job)

    if request.method == "GET":
        return finished_answer(request, "draft", html, "this text is forgotten; change it again")
    fields = await posted_fields(request)
    question = {"game": request.app.state.opened, "text": _posted_text(fields, file)}
    return await latest_answer(request, "draft", question, fields.get("page", ""), html)


def _draft_html(request: Request, job: Job) -> Markup:
    if job.state != "done":
        return tag("div", error_html(job.fault or job.state), class_="job")
    answer: DraftAnswer = job.document
    if answer["faults"]:
        listed = json.dumps(answer["faults"])
        return tag("div", _fault_list(answer["faults"]), class_="draft", data_faults=listed)
    game = draft_game(request.app.state.opened, answer["families"])
    return tag(
        "div",
        _size_line(answer),
        *_solution_and_tree(answer, game),
        tag("p", escape_lines(answer["note"]), class_="note") if answer["note"] else None,
        _game_links(answer["game"]),
        _report_details(answer),
        class_="draft",
        data_faults="[]",
        data_game=answer["game"],
    )


def _fault_list(faults: list[RulesFault]) -> Markup:
    listed = []
    for one in faults:
        line = one["line"]
        where = (
            tag("button", f"Line {line}", type="button", class_="link", data_line=line)
            if line
            else tag("b", "The file")
        )
        listed.append(tag("li", where, ": ", escape_lines(one["words"])))
    return tag("ul", *listed, class_="fault by-line", role="alert")


def _size_line(answer: DraftAnswer) -> Markup:
    """Return that there is no fault, and how large the game is."""
    shown = [f"{label} {words}" for label, words in answer["size"] if label not in _NOT_SIZES]
    return tag("p", tag("b", "No fault found. "), "; ".join(shown), class_="size-line")


_NOT_SIZES = ("game", "memory", "time")
"""Lines of a size that are not about the tree."""


MAX_UNFOLDED_NODES = 80
"""Nodes of a tree that is drawn beside the editor at once; a larger one is folded."""


def _solution_and_tree(answer: DraftAnswer, game: Game) -> list[Part]:
    """Return the value, the tree, and the strategies: the tree is in sight beside the editor."""
    solution, tree = answer["solution"], _tree_details(answer)
    if solution is None:
        return [tree]
    if solution["html"]:
        return [tree, Markup(solution["html"])]
    said, changed, *strategies = short_solution(solution, game, None)
    return [said, changed, tree, *strategies]


def _tree_details(answer: DraftAnswer) -> Markup | None:
    tree = answer["tree"]
    if tree is None:
        return None
    drawn = tree_html(tree, [], url_at("/tree", tree["game"]))
    head = tag("summary", f"Tree of {len(tree['nodes']):,} nodes")
    small = len(tree["nodes"]) <= MAX_UNFOLDED_NODES
    return tag("details", head, drawn, data_keep="tree", open=small)


def _report_details(answer: DraftAnswer) -> Markup | None:
    """Return the designer's report; whether it is folded stays so while one writes."""
    if not answer["report"]:
        return None
    head = tag("summary", "Report: who is ahead, what is never used")
    report = scrollable(Markup(answer["report"]), "Report")
    return tag("details", head, report, data_keep="report", open=True)


def _game_links(game: str) -> Markup:
    """Return where the game is solved, drawn, played and reported on, once it is saved."""
    ways = (("/game", "Solve it"), ("/tree", "Its tree"), ("/play", "Play it"))
    links = [
        tag("a", words, href=url_at(path, game), class_="button")
        for path, words in (*ways, ("/report", "Report on it"))
    ]
    note = tag("p", "Save it to open its pages and the report on it.", class_="note")
    return tag("div", tag("p", *links, class_="row"), note, class_="saved-links")


PAGES = (
    Page(
        "/own",
        "Tell your own game",
        own_rules_page,
        "Own game",
        takes=("fold",),
        numbers=NUMBERS_NOTE,
    ),
    Page("/part/own", "Your file", own_file),
    Page("/part/open", "Open a file", open_in_folder, methods=("POST",)),
    Page("/part/save", "Save", save_own_file, methods=("POST",)),
    Page("/part/draft", "Your rules", draft_part, methods=("GET", "POST")),
    Page("/part/example", "The example", example_tree_part),
)
