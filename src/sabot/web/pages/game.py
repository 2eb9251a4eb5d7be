"""The page of a game with the form of its rules, and the page of a pasted matrix.

Rules that are typed are parsed at once: the page shows which game they make, or all that is wrong
with them, and an estimate of what solving will cost. A matrix becomes a game string, and so a page
like any other.
"""

from __future__ import annotations

from fractions import Fraction
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sabot.errors import Fault, GameStringError, SabotError
from sabot.exact import as_rational, format_fraction
from sabot.game_rules.capabilities import continuous_types
from sabot.game_rules.family import Family, NamedAgentFamily
from sabot.game_rules.game import Game
from sabot.game_rules.game_string import split_game_string
from sabot.game_rules.parameters import Choice, Exact, ParameterKind
from sabot.loading import find_family, find_file_family, names_rules_file
from sabot.render.figures.captions import game_title
from sabot.render.views.game_info import (
    SizeDocument,
    rules_paragraphs,
    size_lines,
    split_docstring,
)
from sabot.web.components import error_html
from sabot.web.game_links import (
    MAX_URL_LENGTH,
    form_fields,
    game_question,
    game_url,
    is_opened_game,
    is_solved_game_page,
    load_requested_game,
    play_only_html,
    related_links_html,
    sample_games,
    theorem_links,
)
from sabot.web.html import Markup, Part, escape_lines, join_markup, tag
from sabot.web.jobs import JobFailedError, client_id, job_queue
from sabot.web.layout import page_status, render_page
from sabot.web.pages import Page
from sabot.web.pages.solution import CELL_PARAMETERS, start_solving
from sabot.web.tasks.game_input import FILE_PARAMETER, format_game_string
from sabot.web.tasks.game_tree import MAX_NODES as DRAWN


async def game_page(request: Request) -> Response:
    """Show a game: the rules to the left, what comes of them to the right."""
    text = request.query_params.get("g", "") or sample_games()[0]
    told: Game | None = None
    fault, status = "", 200
    try:
        told = load_requested_game(request, text)
    except SabotError as reason:
        fault, status = str(reason), page_status(reason)
    family = find_family(text) if told is None else told.rules
    name = text[:80] if family is None else game_title(family.name)
    left = None if family is None else rules_form(request, family, told)
    begin = told is not None and not {"solved", "view"}.isdisjoint(request.query_params)
    inside = (
        await start_solving(request, told)
        if begin and told is not None
        else solution_placeholder(told)
    )
    return render_page(
        request,
        str(told or name)[:80],
        _game_header(name, family, told),
        error_html(fault) if fault else None,
        tag(
            "div",
            left,
            tag(
                "div",
                _rules_text(family),
                tag("section", inside, id="result", aria_live="polite", aria_label="Solution"),
            ),
            class_="bench",
        ),
        wide=True,
        status=status,
    )


def _game_header(name: str, family: Family | None, told: Game | None) -> Markup:
    """Return what the game is called, in one sentence what it is, and where else it is seen."""
    words = None if family is None else tag("p", rules_paragraphs(family)[0], class_="in-words")
    return tag("header", tag("h1", name), related_links_html(told), words, class_="game-head")


def _rules_text(family: Family | None) -> Part:
    """Return the rules in words, after the sentence in the head."""
    if family is None:
        return None
    words = [tag("p", text, class_="in-words") for text in rules_paragraphs(family)[1:]]
    return tag("details", tag("summary", "The rules"), *words, open=True) if words else None


async def rules_part(request: Request) -> Response:
    """Say which game the typed rules make, or all that is wrong with them."""
    sent = await form_fields(request)
    name = sent.get("family", "")
    typed = {
        key.removeprefix(_FIELD_PREFIX): text
        for key, text in sent.items()
        if key.startswith(_FIELD_PREFIX)
    }
    try:
        told = find_file_family(name, run=False) if is_opened_game(request, name) else None
        family = find_family(name) if told is None else told[0]
        if family is None:
            raise GameStringError(name[:80], [Fault("game", "there is no such game")])
        game = load_requested_game(request, format_game_string(family, typed))
    except GameStringError as fault:
        return HTMLResponse(
            tag("div", *map(_fault_html, fault.faults), class_="faults", role="alert")
        )
    except SabotError as fault:
        return HTMLResponse(error_html(str(fault)))
    address = game_url(str(game))
    body = join_markup(tag("div", _game_summary(game)), related_links_html(game, moved=True))
    kept = len(address) >= MAX_URL_LENGTH or is_solved_game_page(request)
    return HTMLResponse(body, headers={} if kept else {"HX-Replace-Url": address})


async def size_part(request: Request) -> Response:
    """Say what solving will cost."""
    text = (await form_fields(request)).get("g", "")
    try:
        told: SizeDocument = await job_queue(request).ask(
            "size", game_question(request, text), client_id(request)
        )
    except (JobFailedError, SabotError) as fault:
        return HTMLResponse(tag("p", str(fault), class_="warning"))
    drawn = f"/tree?{urlencode({'g': text})}" if 0 < (told.get("nodes") or 0) <= DRAWN else ""
    rows = [
        tag(
            "tr",
            tag("th", a, scope="row") if a else tag("td"),
            tag(
                "td",
                tag("a", f"{b}, drawn", href=drawn) if a == "tree" and drawn else escape_lines(b),
            ),
        )
        for a, b in ((f"player {a}" if a.isdecimal() else a, b) for a, b in size_lines(told))
    ]
    rows += _theorem_rows(request, text, told)
    limits = job_queue(request).limits
    warn = None
    seconds = told.get("seconds")
    if seconds and seconds[0] > limits.seconds:
        warn = f"This will take longer than the {limits.seconds:g} s that a job may take here."
    elif seconds and seconds[-1] > limits.seconds:
        warn = f"This may take longer than the {limits.seconds:g} s that a job may take here."
    elif not seconds and _is_duration_unknown(told):
        most = f"{limits.seconds:g} s and {limits.memory // 10**6} MB"
        warn = f"A job may take {most} here, and then ends without an answer."
    elif (told.get("memory") or 0) > limits.memory:
        warn = f"This needs more memory than the {limits.memory // 10**6} MB of a job."
    quick = not warn and seconds is not None and seconds[-1] <= QUICK_SECONDS
    return HTMLResponse(
        tag(
            "div",
            tag("table", *rows),
            tag("p", warn, class_="warning") if warn else None,
            data_quick=text if quick else None,
        )
    )


RULES_PAGES = (
    Page("/part/rules", "rules", rules_part),
    Page("/part/size", "size", size_part),
)
QUICK_SECONDS = 2
"""A game that is estimated to take no longer is solved without being asked to."""
MAX_UNFOLDED_PARAMETERS = 5
"""Parameters that are all shown at once; of more, those that are less used are folded away."""
SLIDER_MAXIMUM = 4
"""Where a slider ends, unless the number is larger; what is typed has no such end."""
_FIELD_PREFIX = "p."


def rules_form(request: Request, family: Family, game: Game | None) -> Markup:
    """Return the form of a family's parameters, filled in with those of a game."""
    values = {} if game is None else game.parameters
    real = game is not None and continuous_types(game) is not None
    told = split_docstring(family)[1]
    shown = [key for key in family.kinds if key != FILE_PARAMETER]
    often = {*family.always, *family.leaves_open, *family.changed}
    often |= set(split_game_string(f"x({family.sample})")[1])
    first = [key for key in shown if len(shown) <= MAX_UNFOLDED_PARAMETERS or key in often]
    rest = [key for key in shown if key not in first]

    def field(key: str) -> Markup:
        kind = family.kinds[key]
        default = kind.show(family.defaults[key]) if key in family.defaults else ""
        text = kind.show(values[key]) if key in values else default
        slides = real and isinstance(kind, Exact)
        return _parameter_field(key, kind, text, default, told.get(key, ""), slides=slides)

    unusual = any(key in values and values[key] != family.defaults.get(key) for key in rest)
    more = tag("details", tag("summary", "More rules"), *map(field, rest), open=unusual)
    form = tag(
        "form",
        tag("input", type="hidden", name="family", value=family.name),
        *map(field, first),
        more if rest else None,
        id="rules",
        autocomplete="off",
        hx_get="/part/rules",
        hx_trigger="input changed delay:250ms, change, submit",
        hx_target="#verdict",
        hx_sync="this:queue last",
    )
    head = tag("h2", "Rules", class_="visually-hidden")  # the form says it to those who see it
    both = tag("rules-form", form, _solve_buttons(game))
    return tag("aside", head, both, class_="panel rules", aria_label="Rules")


def _solve_buttons(game: Game | None) -> Markup:
    """Return the size of the game by its rules, and the button that solves it.

    Only the verdict is renewed as rules are typed: a button that is replaced between press and
    release hears no click, and loses the keyboard's focus.
    """
    wrong = "true" if game is None else None
    solve = tag(
        "button",
        "Solve",
        type="button",
        class_="main",
        aria_disabled=wrong,
        hidden=game is not None and isinstance(game.rules, NamedAgentFamily),
        hx_post="/part/solve",
        hx_include="#verdict",
        hx_target="#result",
        hx_swap="innerHTML",
        hx_sync="this:queue last",
        data_solve=True,
    )
    link = tag(
        "button",
        "Copy link",
        type="button",
        class_="quiet",
        aria_disabled=wrong,
        data_copy="address",
    )
    return tag(
        "div",
        tag("div", _game_summary(game), id="verdict", aria_live="polite"),
        tag("div", solve, link, class_="row"),
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


def _parameter_field(
    key: str, kind: ParameterKind, text: str, default: str, told: str, *, slides: bool = False
) -> Markup:
    name, place = _FIELD_PREFIX + key, f"field-{key}"
    hint = f"{place}-hint"
    if isinstance(kind, Choice):
        options = [tag("option", one, value=one, selected=one == text) for one in kind.options]
        box = tag("select", *options, id=place, name=name, aria_describedby=hint)
    else:
        typed = "" if text == "none" else text
        box = tag(
            "input",
            id=place,
            name=name,
            value=typed,
            placeholder=default,
            autocomplete="off",
            spellcheck="false",
            aria_describedby=hint,
        )
    words = kind.words.removeprefix("write ")
    said = f"{told[:1].upper()}{told[1:]}" if told else words[:1].upper() + words[1:]
    return tag(
        "div",
        tag("label", key, for_=place),
        box,
        _slider_input(key, place, text) if slides else None,
        tag("p", said, id=hint, class_="hint", title=f"{said} ({words})" if told else words),
        class_="field",
    )


def solution_placeholder(game: Game | None) -> Part:
    """Return the placeholder of the solution."""
    if game is None:
        return tag("p", "Correct the rules, then solve.", class_="placeholder")
    if isinstance(game.rules, NamedAgentFamily):
        return play_only_html(game)
    words = "Solve it, and the value and the strategies are shown here."
    return tag("p", words, class_="placeholder")


def _game_summary(game: Game | None) -> Part:
    """Return which game the rules make, where it is seen when solved, and what it costs."""
    if game is None:
        return None
    text = str(game)
    address = game_url(text, solved="1")
    size = tag(
        "div",
        hx_get="/part/size",
        hx_vals=_json_values(g=text),
        hx_trigger="load",
        hx_target="this",
        class_="size",
    )
    held = tag(
        "input",
        type="hidden",
        name="g",
        value=text,
        data_address=address if len(address) < MAX_URL_LENGTH else "",
    )
    string = tag("code", text, class_="string") if len(text) < 400 else None
    said = (
        "" if game.parameters.get(FILE_PARAMETER) else game.rules.remark(game)
    )  # no file is opened here
    remark = tag("p", said, class_="hint") if said else None
    return [held, string, remark, size if _has_size_estimate(game) else None]


def _has_size_estimate(game: Game) -> bool:
    """Tell whether what it costs is known by counting its hands."""
    return game.rules.in_hands and not isinstance(game.rules, NamedAgentFamily)


def _json_values(**given: str) -> str:
    import json

    return json.dumps(given)


def _fault_html(fault: Fault) -> Markup:
    head = tag("a", fault.where, href=f"#field-{fault.where}")
    remedy = tag("span", fault.remedy, class_="remedy") if fault.remedy else None
    return tag("p", tag("b", head), " ", fault.what, remedy, class_="fault")


def _is_duration_unknown(told: SizeDocument) -> bool:
    """Tell whether nothing is known of how long solving takes; of open games the words say it."""
    return bool(told.get("problem") and told.get("solvable") and told.get("kind") != "perfect")


def _theorem_rows(request: Request, text: str, told: SizeDocument) -> list[Markup]:
    """Return the ways to theorems on rules in a file, which are zero-sum by their tree."""
    if told.get("kind") in (None, "general") or not names_rules_file(text):
        return []
    links = [
        tag("a", words, href=place)
        for place, words in theorem_links(load_requested_game(request, text))
    ]
    parts = [part for link in links for part in (tag("br"), link)][1:]
    return [tag("tr", tag("th", "theorem", scope="row"), tag("td", *parts))] if links else []


EXAMPLE_MATRIX = """,scissors,paper,stone
scissors,0,1,-1
paper,-1,0,1
stone,1,-1,0"""


async def matrix_page(request: Request) -> Response:
    """Show where a matrix can be pasted."""
    words = (
        "Rows against columns, one row per line: whole numbers, fractions or decimals, with labels "
        "or without. 3|1 pays both seats. Cells are divided by commas, semicolons, tabs or blanks; "
        "JSON and Gambit's .nfg are understood too."
    )
    form = tag(
        "form",
        tag("label", "Payoffs", for_="text"),
        tag(
            "textarea",
            escape_lines(EXAMPLE_MATRIX),
            id="text",
            name="text",
            spellcheck="false",
            rows="10",
        ),
        tag(
            "p",
            tag("button", "Solve", class_="main"),
            tag("label", "or from a file", for_="upload"),
            tag("input", id="upload", type="file", accept=".csv,.json,.nfg,.txt", data_into="text"),
            class_="row",
        ),
        class_="panel paste",
        hx_post="/part/pasted",
        hx_target="#result",
    )
    return render_page(
        request,
        "Matrix",
        tag("h1", "A matrix of your own"),
        tag("p", words, class_="lead"),
        form,
        tag("section", id="result", aria_live="polite", aria_label="Solution"),
    )


async def pasted_matrix_part(request: Request) -> Response:
    """Solve what was pasted: on the page of its own, where an address can hold it."""
    text = (await form_fields(request)).get("text", "")
    try:
        told = await job_queue(request).ask("pasted", {"text": text}, client_id(request))
        game = load_requested_game(request, told["game"])
        address = game_url(str(game), solved="1")
        if len(address) < MAX_URL_LENGTH:
            return HTMLResponse("", headers={"HX-Redirect": address})
        inside = await start_solving(request, game)
    except SabotError as fault:
        return HTMLResponse(error_html(str(fault)))
    note = tag(
        "p", "It is too large for an address: save its certificate to keep it.", class_="note"
    )
    return HTMLResponse(join_markup(note, inside))


MATRIX_PAGES = (
    Page("/matrix", "Matrix", matrix_page, "Matrix"),
    Page("/part/pasted", "pasted", pasted_matrix_part, methods=("POST",)),
)

PAGES = (
    Page(
        "/game",
        "Game",
        game_page,
        takes=("g", "solved", *CELL_PARAMETERS),
        numbers="Below an answer stands whether the checker has verified its certificate. Time and "
        "memory before solving are estimates.",
    ),
    *RULES_PAGES,
)
