"""The page of a game with the form of its rules.

Rules that are typed are parsed at once: the page shows which game they make, or all that is wrong
with them, and an estimate of what solving will cost.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from sabot.errors import Fault, GameStringError, SabotError
from sabot.exact import as_rational, format_fraction
from sabot.game_rules.capabilities import continuous_types
from sabot.game_rules.family import Family, NamedAgentFamily
from sabot.game_rules.game import Game
from sabot.game_rules.game_string import split_game_string
from sabot.game_rules.parameters import Choice, Exact, Whole
from sabot.loading import find_family, find_file_family, names_rules_file
from sabot.render.figures.captions import game_title
from sabot.render.views.game_info import (
    SizeDocument,
    rules_paragraphs,
    size_lines,
    split_docstring,
)
from sabot.web.components import error_html, rules_in_words
from sabot.web.game_links import (
    MAX_URL_LENGTH,
    form_fields,
    game_question,
    game_url,
    is_opened_game,
    load_requested_game,
    play_only_html,
    related_links_html,
    sample_games,
    theorem_links,
)
from sabot.web.html import Markup, Part, escape_lines, join_markup, tag
from sabot.web.jobs import client_id, job_queue
from sabot.web.layout import page_status, render_page
from sabot.web.pages import Page
from sabot.web.pages.jobs import WAIT_SECONDS
from sabot.web.pages.solution import CELL_PARAMETERS, start_solving
from sabot.web.tasks.game_input import FILE_PARAMETER, format_game_string
from sabot.web.tasks.game_tree import MAX_NODES as DRAWN


async def game_page(request: Request) -> Response:
    """Show a game: its rules above, what comes of them below."""
    if "family" in request.query_params:  # the form, sent before its scripts were there
        return await _address_of_fields(request)
    text = request.query_params.get("g", "") or sample_games()[0]
    game: Game | None = None
    fault, status, faults = "", 200, None
    try:
        game = load_requested_game(request, text)
    except SabotError as reason:
        fault, status = str(reason), page_status(reason)
        if isinstance(reason, GameStringError) and find_family(text) and reason.faults:
            faults, fault = _faults_html(reason), ""  # beside the fields, which keep what is wrong
    family = find_family(text) if game is None else game.rules
    name = text[:80] if family is None else game_title(family.name)
    asked = not {"solved", "view"}.isdisjoint(request.query_params)
    opened = _Opened(faults) if game is None else await _open_game(request, game, asked=asked)
    return render_page(
        request,
        str(game or name)[:80],
        _game_header(name, family, game),
        error_html(fault) if fault else None,
        None if family is None else rules_form(request, family, game, opened, text),
        tag(
            "section",
            opened.result
            or solution_placeholder(game, estimated=opened.estimated, counting=opened.counting),
            id="result",
            aria_live="polite",
            aria_label="Solution",
        ),
        wide=True,
        status=status,
    )


def _game_header(name: str, family: Family | None, game: Game | None) -> Markup:
    """Return what the game is called, where else it is seen, and its rules in words."""
    return tag(
        "header",
        tag("h1", name),
        related_links_html(game),
        None if family is None else rules_in_words(rules_paragraphs(family)),
        class_="game-head",
    )


@dataclass(frozen=True, slots=True)
class _Opened:
    """What is known of a game when it is opened: its size, and its answer if that is short.

    Of rules that make no game, what is wrong is in the place of the size.
    """

    size: Part = None
    quick: bool = False
    result: Part = None
    """The solution or the job that will bring it; None where nothing was solved."""
    estimated: bool = False
    """Whether there is an estimate of how long solving takes."""
    counting: bool = False
    """Whether its size is still being counted."""


async def _open_game(
    request: Request, game: Game, *, asked: bool = False, before: str = ""
) -> _Opened:
    """Return the size of a game and, where that takes a moment or is asked for, its solution.

    Where nothing is known of how long it takes, it is tried for a moment.
    """
    if isinstance(game.rules, NamedAgentFamily):
        return _Opened(result=play_only_html(game), quick=True)
    if not game.rules.in_hands:
        return _Opened(result=await start_solving(request, game, before), quick=True)
    text = str(game)
    job = job_queue(request).submit("size", game_question(request, text), client_id(request))
    solving = asyncio.ensure_future(start_solving(request, game, before)) if asked else None
    with suppress(TimeoutError):
        await asyncio.wait_for(job.over.wait(), WAIT_SECONDS)
    if not job.is_over:
        result = None if solving is None else await solving
        return _Opened(_asked_again(request, text), result=result, counting=True)
    if job.state != "done":
        if solving is not None:
            return _Opened(tag("p", job.fault, class_="warning"), result=await solving)
        return _Opened(result=_rules_fault_html(request, text, job.fault), quick=True)
    size: SizeDocument = job.document
    warning = _limit_warning(request, size)
    seconds = size.get("seconds")
    quick = not warning and seconds is not None and seconds[-1] <= QUICK_SECONDS
    if solving is not None:
        result = await solving
    elif quick:
        result = await start_solving(request, game, before)
    elif size.get("kind") == "perfect" or _is_small(size):
        result = await start_solving(request, game, before, patient=False)
        quick = result is not None
    else:
        result = None
    return _Opened(_size_html(request, text, size, warning), quick, result, bool(seconds))


def _is_small(size: SizeDocument) -> bool:
    """Tell whether a game of unknown time is so small that solving it is tried for a moment."""
    if size.get("seconds"):
        return False
    return 0 < max(size.get("nodes", 0), size.get("entries") or 0) <= MAX_TRIED_SIZE


def _rules_fault_html(request: Request, text: str, fault: str) -> Markup:
    """Return why a game cannot be played through; rules in a file are corrected in the editor."""
    own = is_opened_game(request, text) and names_rules_file(text)
    way = tag("p", tag("a", "Correct it in the editor", href="/own", class_="button"))
    return tag("div", error_html(fault), way if own else None)


def _asked_again(request: Request, text: str) -> Markup:
    """Return the place of a size that is not known yet: the form is sent again, with its cell."""
    asked = request.query_params
    cell = {key: asked[key] for key in CELL_PARAMETERS if asked.get(key)}
    return tag(
        "p",
        "The size of this game is being counted …",
        class_="dim counting",
        hx_get="/part/rules",
        hx_include="#rules, #result",
        hx_sync="this:drop",  # not that of the form, which would wait for it
        hx_vals=json.dumps({"again": "1", **cell}),
        hx_trigger="load delay:1s",
        hx_target="#verdict",
        data_game=text,
    )


def game_of_fields(request: Request, sent: Mapping[str, str]) -> Game:
    """Return the game of a form's fields; raise what is wrong with them."""
    name = sent.get("family", "")
    typed = {
        key.removeprefix(_FIELD_PREFIX): text
        for key, text in sent.items()
        if key.startswith(_FIELD_PREFIX)
    }
    opened = find_file_family(name, run=False) if is_opened_game(request, name) else None
    family = find_family(name) if opened is None else opened[0]
    if family is None:
        raise GameStringError(name[:80], [Fault("game", "there is no such game")])
    return load_requested_game(request, format_game_string(family, typed))


async def _address_of_fields(request: Request) -> Response:
    """Lead to the game of a form that was sent without scripts."""
    sent = await form_fields(request)
    try:
        address = game_url(str(game_of_fields(request, sent)), solved="1")
    except GameStringError as fault:
        return RedirectResponse(game_url(fault.text), 303)
    return RedirectResponse(address, 303)


async def rules_part(request: Request) -> Response:
    """Say which game the typed rules make, or all that is wrong with them; solve a short game."""
    sent = await form_fields(request)
    try:
        game = game_of_fields(request, sent)
        before = sent.get("shown", "")
        opened = await _open_game(request, game, asked="solve" in sent, before=before)
    except GameStringError as fault:
        return HTMLResponse(_faults_html(fault))
    except SabotError as fault:
        return HTMLResponse(error_html(str(fault)))
    text = str(game)
    result = None
    if opened.result is not None and before != text:
        result = tag("div", opened.result, id="result", hx_swap_oob="innerHTML")
    body = join_markup(_game_summary(game, opened), related_links_html(game, moved=True), result)
    same = "again" in sent  # the rules are those of the address
    return HTMLResponse(body, headers={} if same else _address_header(text, before, opened))


def _address_header(text: str, before: str, opened: _Opened) -> dict[str, str]:
    """Return how the address follows the rules: the way back leads to every answer seen."""
    address = game_url(text, **({"solved": "1"} if opened.result is not None else {}))
    if len(address) >= MAX_URL_LENGTH or before == text:
        return {}
    if opened.result is None:  # the address is that of the answer beside the rules
        return {} if before else {"HX-Replace-Url": address}
    return {"HX-Push-Url" if before else "HX-Replace-Url": address}


def _limit_warning(request: Request, size: SizeDocument) -> str:
    """Return why a game may end without an answer here; '' where nothing speaks for that."""
    limits = job_queue(request).limits
    seconds = size.get("seconds")
    if seconds and seconds[0] > limits.seconds:
        return f"This will take longer than the {limits.seconds:g} s that a job may take here."
    if seconds and seconds[-1] > limits.seconds:
        return f"This may take longer than the {limits.seconds:g} s that a job may take here."
    if not seconds and _is_duration_unknown(size):
        most = f"{limits.seconds:g} s and {limits.memory // 10**6} MB"
        return f"A job may take {most} here, and then ends without an answer."
    if (size.get("memory") or 0) > limits.memory:
        return f"This needs more memory than the {limits.memory // 10**6} MB of a job."
    return ""


def _size_html(request: Request, text: str, size: SizeDocument, warning: str) -> Markup:
    """Return what solving costs in a line, all counts behind it."""
    drawn = f"/tree?{urlencode({'g': text})}" if 0 < (size.get("nodes") or 0) <= DRAWN else ""
    lines = [(f"player {a}" if a.isdecimal() else a, b) for a, b in size_lines(size)]
    rows = [
        tag(
            "tr",
            tag("th", a, scope="row") if a else tag("td"),
            tag(
                "td",
                tag("a", f"{b}, drawn", href=drawn) if a == "tree" and drawn else escape_lines(b),
            ),
        )
        for a, b in lines
    ]
    rows += _theorem_rows(request, text, size)
    short = next((b for a, b in lines if a == "time"), "")
    said = short.split("\n")[0] if size.get("seconds") else "size"
    return tag(
        "details",
        tag("summary", f"solved in {said}" if size.get("seconds") else "Size"),
        tag("table", *rows),
        tag("p", warning, class_="warning") if warning else None,
        class_="size",
        open=bool(warning),
    )


RULES_PAGES = (Page("/part/rules", "rules", rules_part),)
QUICK_SECONDS = 2
"""A game that is estimated to take no longer is solved without being asked to."""
MAX_TRIED_SIZE = 1_000
"""Nodes, and entries of its payoffs, of a game of unknown time that is tried without being asked.

It is given up after the moment that every page waits for an answer.
"""
MAX_UNFOLDED_PARAMETERS = 5
"""Parameters that are all shown at once; of more, those that are less used are folded away."""
SLIDER_MAXIMUM = 4
"""Where a slider ends, unless the number is larger; what is typed has no such end."""
_FIELD_PREFIX = "p."
_LONG_TEXT = 12
"""Characters of a rule above which its field is wide."""


def rules_form(
    request: Request, family: Family, game: Game | None, opened: _Opened, text: str
) -> Markup:
    """Return the form of a family's parameters, filled in with those of a game.

    Where the text *text* makes no game, each field shows what it says.
    It is sent as rules are typed, and solves what takes a moment; its button solves the rest.
    """
    values = {} if game is None else game.parameters
    file = values.get(FILE_PARAMETER)
    left_out = (FILE_PARAMETER, *(family.not_with_file if file else ()))
    shown = [key for key in family.kinds if key not in left_out]
    often = {*family.always, *family.leaves_open, *family.changed}
    often |= set(split_game_string(f"x({family.sample})")[1])
    first = [key for key in shown if len(shown) <= MAX_UNFOLDED_PARAMETERS or key in often]
    rest = [key for key in shown if key not in first]

    typed = _rules_of_text(text) if game is None else {}

    def field(key: str) -> Markup:
        return parameter_field(family, key, game, typed.get(key))

    unusual = any(key in values and values[key] != family.defaults.get(key) for key in rest)
    more = tag(
        "details",
        tag("summary", "More rules"),
        tag("div", *map(field, rest), class_="fields"),
        open=unusual,
        class_="more",
    )
    form = tag(
        "form",
        tag("input", type="hidden", name="family", value=family.name),
        tag("input", type="hidden", name=_FIELD_PREFIX + FILE_PARAMETER, value=file)
        if file
        else None,
        tag(
            "div",
            tag("div", *map(field, first), class_="fields"),
            more if rest else None,
            class_="field-rows",
        ),
        tag("p", "Point at a rule to read what it means.", class_="hint-place dim")
        if shown
        else None,
        _verdict_row(game, opened),
        id="rules",
        autocomplete="off",
        action="/game",
        hx_get="/part/rules",
        hx_include="#result",
        hx_trigger="input changed delay:60ms, change, submit",
        hx_target="#verdict",
        hx_sync="this:queue last",
    )
    return _rules_sheet(form, opened=game is None and opened.size is not None)


def _rules_of_text(text: str) -> Mapping[str, str]:
    """Return the parameters of a text that makes no game, as it has them."""
    try:
        return split_game_string(text)[1]
    except SabotError:
        return {}


def _rules_sheet(form: Markup, *, opened: bool) -> Markup:
    """Return the panel of the rules; on a telephone it is a sheet, open where there are faults."""
    opener = tag(
        "button",
        "Rules",
        type="button",
        class_="sheet-opener",
        aria_expanded=str(opened).lower(),
    )
    head = tag("h2", "Rules", class_="visually-hidden")  # the form says it to those who see it
    both = tag("rules-form", head, opener, form, class_="open" if opened else None)
    return tag("aside", both, class_="panel rules", aria_label="Rules")


def _verdict_row(game: Game | None, opened: _Opened) -> Markup:
    """Return which game the rules make, and the buttons that stay while this is renewed."""
    hidden = game is not None and isinstance(game.rules, NamedAgentFamily)
    return tag(
        "div",
        tag("div", _game_summary(game, opened), id="verdict", aria_live="polite"),
        tag("button", "Solve", name="solve", value="1", class_="main", hidden=hidden),
        tag("button", "Copy link", type="button", class_="quiet", data_copy="address"),
        class_="asking",
    )


def _slider_input(key: str, place: str, text: str) -> Markup:
    """Return a slider beside a number: the game is solved again where it is let go."""
    at = as_rational(text) if text else Fraction(0)
    most = max(Fraction(SLIDER_MAXIMUM), 2 * at) if at > 1 else Fraction(SLIDER_MAXIMUM)
    return tag(
        "input",
        type="range",
        min="0",
        max=format_fraction(Fraction(int(most))),
        step="any",
        value=str(float(at)),
        data_field=place,
        aria_label=f"{key}, as a slider",
    )


def parameter_field(
    family: Family, key: str, game: Game | None, typed: str | None = None
) -> Markup:
    """Return the field of a parameter, filled in with that of a game, and what it means.

    *typed* is shown instead where there is no game.
    """
    values = {} if game is None else game.parameters
    kind = family.kinds[key]
    default = kind.show(family.defaults[key]) if key in family.defaults else ""
    text = kind.show(values[key]) if key in values else default if typed is None else typed
    real = game is not None and continuous_types(game) is not None
    slides = real and isinstance(kind, Exact)
    descriptions = split_docstring(family)[1].get(key, "")
    name, place = _FIELD_PREFIX + key, f"field-{key}"
    hint = f"{place}-hint"
    box: Markup
    if isinstance(kind, Choice):
        options = [tag("option", one, value=one, selected=one == text) for one in kind.options]
        box = tag("select", *options, id=place, name=name, aria_describedby=hint)
    else:
        box = tag(
            "input",
            id=place,
            name=name,
            value="" if text == "none" else text,
            placeholder=default,
            autocomplete="off",
            spellcheck="false",
            aria_describedby=hint,
        )
    if isinstance(kind, Whole):
        box = tag("span", box, *(_step_button(key, place, by) for by in (-1, 1)), class_="stepped")
    words = kind.words.removeprefix("write ")
    said = (
        f"{descriptions[:1].upper()}{descriptions[1:]}"
        if descriptions
        else words[:1].upper() + words[1:]
    )
    return tag(
        "div",
        tag("label", key, for_=place),
        box,
        _slider_input(key, place, text) if slides else None,
        tag(
            "p", said, id=hint, class_="hint", title=f"{said} ({words})" if descriptions else words
        ),
        class_="field long" if len(text) > _LONG_TEXT else "field",
    )


def _step_button(key: str, place: str, by: int) -> Markup:
    """Return the button that makes a whole number larger or smaller by one."""
    sign, words = ("+", "more") if by > 0 else ("−", "less")
    label = f"{key}, one {words}"
    return tag("button", sign, type="button", data_step=by, data_field=place, aria_label=label)


def solution_placeholder(game: Game | None, *, estimated: bool, counting: bool = False) -> Part:
    """Return the placeholder of the solution, with a button where that of the rules is folded."""
    if game is None:
        return tag("p", "Correct the rules: the answer follows.", class_="placeholder")
    if isinstance(game.rules, NamedAgentFamily):
        return play_only_html(game)
    words = "This game takes more than two seconds"
    if not estimated:
        words = "How long this game takes is not known" + (" yet" if counting else "")
    # of the form of the rules, which is folded in a narrow window
    button = tag(
        "button", "Solve", type="submit", form="rules", name="solve", value="1", class_="main"
    )
    return tag("div", tag("p", f"{words}: press Solve."), button, class_="placeholder")


def _game_summary(game: Game | None, opened: _Opened) -> list[Part]:
    """Return which game the rules make, and what it costs."""
    if game is None:
        return [opened.size]
    text = str(game)
    string = tag("code", text, class_="string", data_game=text) if len(text) < 400 else None
    said = (
        "" if game.parameters.get(FILE_PARAMETER) else game.rules.remark(game)
    )  # no file is opened here
    mark = tag("span", data_game=text, data_quick=opened.quick, hidden=True)
    return [mark, string, tag("p", said, class_="hint") if said else None, opened.size]


def _faults_html(fault: GameStringError) -> Markup:
    """Return all that is wrong with rules, each with the way to its field."""
    return tag("div", *map(_fault_html, fault.faults), class_="faults", role="alert")


def _fault_html(fault: Fault) -> Markup:
    head = tag("a", fault.where, href=f"#field-{fault.where}")
    remedy = tag("span", fault.remedy, class_="remedy") if fault.remedy else None
    return tag("p", tag("b", head), " ", fault.what, remedy, class_="fault")


def _is_duration_unknown(size: SizeDocument) -> bool:
    """Tell whether nothing is known of how long solving takes; of open games the words say it."""
    return bool(size.get("problem") and size.get("solvable") and size.get("kind") != "perfect")


def _theorem_rows(request: Request, text: str, size: SizeDocument) -> list[Markup]:
    """Return the ways to theorems on rules in a file, which are zero-sum by their tree."""
    if size.get("kind") in (None, "general") or not names_rules_file(text):
        return []
    links = [
        tag("a", words, href=place)
        for place, words in theorem_links(load_requested_game(request, text))
    ]
    parts = [part for link in links for part in (tag("br"), link)][1:]
    return [tag("tr", tag("th", "theorem", scope="row"), tag("td", *parts))] if links else []


PAGES = (
    Page(
        "/game",
        "Game",
        game_page,
        takes=("g", "solved", *CELL_PARAMETERS),
        numbers="Below an answer you see whether the checker has verified its certificate. "
        "Time and memory before solving are estimates.",
    ),
    *RULES_PAGES,
)
