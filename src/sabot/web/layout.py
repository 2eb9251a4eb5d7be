"""Page layout (head, navigation, footer), and error responses as page, fragment or JSON.

An error has one message for people and programs, and an HTTP status that follows from the exit
code that the command line would have.
"""

from __future__ import annotations

from urllib.parse import urlencode, urlsplit

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from sabot._version import __version__
from sabot.errors import GameStringError, SabotError
from sabot.web.components import error_html
from sabot.web.html import Markup, Part, join_markup, tag
from sabot.web.pages import (
    navigation_links,
    other_page_links,
    requested_page,
    unknown_parameters,
)

_HTMX_CONFIG = (
    '{"includeIndicatorStyles":false,"allowEval":false,"allowScriptTags":false,'
    '"selfRequestsOnly":true,"historyCacheSize":0,"refreshOnHistoryMiss":true,'
    '"scrollIntoViewOnBoost":false,'
    # what was swapped in can be pressed at once
    '"defaultSettleDelay":0}'
)
THEMES = (
    ("auto", "system"),
    ("light", "light"),
    ("dark", "dark"),
    ("projector", "projector"),
)
_NO_SCRIPT_WARNING = "Without JavaScript many answers do not load and the switches do nothing."
EXACT_NUMBERS_NOTE = "Fractions and whole numbers are exact; a decimal may be rounded."
NUMBER_FORMATS = (("exact", "p/q"), ("decimal", "0.12"))


def render_page(
    request: Request, title: str, *parts: Part, wide: bool = False, status: int = 200
) -> HTMLResponse:
    """Return a whole page, as an answer to a request."""
    here = request.url.path
    items = [
        tag("li", tag("a", word, href=path, aria_current="page" if path == here else None))
        for path, word in navigation_links(request)
    ]
    own = request.app.state.opened_game
    if own is not None:
        from sabot.web.game_links import game_url

        items.append(tag("li", tag("a", "Your file", href=game_url(str(own)))))
    header = tag(
        "header",
        tag("a", _logo(), tag("span", "Sabot"), class_="brand", href="/"),
        tag("nav", tag("ul", *items), aria_label="Pages"),
        _search_form(request),
        tag(
            "div",
            _switch_buttons("numbers", "Numbers", NUMBER_FORMATS),
            _theme_menu(),
            class_="switches",
        ),
        class_="top",
    )
    main = tag(
        "main",
        tag("noscript", tag("p", _NO_SCRIPT_WARNING, class_="warning")),
        _unknown_parameters_html(request) if status < 400 else None,
        *parts,
        id="main",
        tabindex="-1",
        class_="wide" if wide else None,
    )
    body = join_markup(
        tag("a", "To the matter", class_="skip", href="#main"),
        header,
        main,
        _footer(request),
        _keys_dialog(),
    )
    return _html_response(title, body, token=request.app.state.token, status=status)


def _unknown_parameters_html(request: Request) -> Markup | None:
    """Return what of the address this page does not know: it is not passed over in silence."""
    odd = unknown_parameters(request)
    if not odd:
        return None
    html = [tag("li", tag("code", word), ": ", instead) for word, instead in odd]
    words = "This page does not know all of its address, and shows what it would without:"
    return tag("div", tag("p", words), tag("ul", *html), class_="fault not-taken", role="status")


def render_bare_page(title: str, *parts: Part, status: int = 200) -> HTMLResponse:
    """Return a page without navigation: for what is said to those who may see nothing else."""
    way = tag("p", tag("a", "To the games", href="/"), class_="way")
    main = tag("main", tag("h1", title), *parts, way, id="main")
    return _html_response(title, main, status=status)


TOKEN_PARAMETER = "token"
"""What carries the token in the address that is printed at the start."""


def _address_without_token(request: Request) -> str:
    asked = request.query_params.multi_items()
    rest = urlencode([pair for pair in asked if pair[0] != TOKEN_PARAMETER])
    return local_url(request.url.path + (f"?{rest}" if rest else "")) or "/"


def entry_page(request: Request) -> HTMLResponse:
    """Return the page that leads into the workbench: to what was asked for, without the token.

    It is no redirection: after a link of another program the browser would not send the cookie
    along, which this page sets.
    """
    here = _address_without_token(request)
    link = tag("p", tag("a", "To the workbench", href=here), class_="way")
    return _html_response("Sabot", tag("main", link, id="main"), refresh=f"0; url={here}")


def locked_page(request: Request, *, spent: bool) -> Response:
    """Return that the workbench opens only with its token, and where to find that.

    *spent*: the address had a token, which is wrong, or was used before.
    """
    what = (
        "the token of this address is wrong, of another run, or was used before"
        if spent
        else "this workbench opens only with its token"
    )
    remedy = "open the whole address that `sabot web` printed in its terminal: it has token= in it"
    if wants_json(request) or request.headers.get("hx-request"):
        return error_response(request, 403, f"{what}; {remedy} (scripts: header X-Sabot-Token)")
    steps = (
        "Open the whole address that ",
        tag("code", "sabot web"),
        " printed in its terminal: it has ",
        tag("code", "token="),
        " in it. The browser then remembers it until it is closed.",
    )
    main = tag(
        "main",
        tag("h1", "This workbench is locked"),
        error_html(f"{what[0].upper()}{what[1:]}."),
        tag("p", *steps),
        tag(
            "p",
            "If this browser has opened the workbench before, and a link on another site led "
            "here: ",
            tag("a", "open this page", href=_address_without_token(request)),
            ".",
        ),
        tag("p", "Programs send the token in the header ", tag("code", "X-Sabot-Token"), "."),
        id="main",
    )
    return _html_response("Locked", main, status=403)


def _html_response(
    title: str, body: Markup, *, token: str = "", status: int = 200, refresh: str = ""
) -> HTMLResponse:
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="refresh", content=refresh) if refresh else None,
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", name="htmx-config", content=_HTMX_CONFIG),
        tag("title", f"{title} · Sabot" if title != "Sabot" else title),
        tag("link", rel="icon", href="/static/mark.svg", type="image/svg+xml"),
        tag("link", rel="stylesheet", href="/static/workbench.css"),
        tag("script", src="/static/switches.js"),
        tag("script", src="/static/early-press.js"),
        tag("script", src="/static/htmx.min.js", defer=True),
        tag("script", src="/static/workbench.js", type="module"),
    )
    asks = f'{{"X-Sabot-Token":"{token}"}}' if token else None
    whole = tag("html", head, tag("body", body, hx_headers=asks), lang="en")
    return HTMLResponse(f"<!doctype html>\n{whole}", status)


def _logo() -> Markup:
    return tag("img", src="/static/mark.svg", alt="", width=28, height=28)


def _search_form(request: Request) -> Markup:
    """Return the search field; what is found is shown below it as one types."""
    asked = request.query_params.get("q", "") if request.url.path == "/search" else ""
    return tag(
        "search",
        tag(
            "form",
            tag(
                "input",
                type="search",
                name="q",
                value=asked,
                placeholder="Game, page or number  /",
                aria_label="Find a game, a page or a number of a source",
                autocomplete="off",
                hx_get="/part/search",
                hx_trigger="input changed delay:120ms",
                hx_target="#found-below",
                hx_sync="this:replace",
            ),
            tag("input", type="hidden", name="go", value="1"),
            action="/search",
        ),
        tag("div", id="found-below", aria_live="polite"),
        class_="search",
    )


KEYS = (
    ("/", "find a game, a page or a number"),
    ("?", "show these keys"),
    ("Arrow keys", "move among the cells of a grid, and among cards"),
    ("Enter", "choose a cell: why it is played; in a field: solve; in the search: the first hit"),
    ("1 to 9", "answer at the table; 1: the next hand"),
    ("r", "at the table: let what comes again be answered as before, or not"),
    ("s", "keep an answer that costs something, and see why"),
    ("Esc", "close"),
)
"""The keys of all pages, and what they do."""


def _keys_dialog() -> Markup:
    """Return the list of keys that ``?`` shows."""
    rows = [tag("div", tag("dt", tag("kbd", key)), tag("dd", words)) for key, words in KEYS]
    shut = tag("form", tag("button", "Close"), method="dialog")
    return tag("dialog", tag("h2", "Keys"), tag("dl", *rows), shut, id="keys", aria_label="Keys")


def _switch_buttons(name: str, label: str, options: tuple[tuple[str, str], ...]) -> Markup:
    """Return a few choices side by side; what is chosen is remembered by the browser."""
    buttons = [
        tag("button", word, type="button", data_switch=name, data_to=key, aria_pressed="false")
        for key, word in options
    ]
    return tag("div", *buttons, class_="segmented", role="group", aria_label=label)


def _theme_menu() -> Markup:
    options = [tag("option", word, value=key) for key, word in THEMES]
    return tag("select", *options, data_switch="theme", aria_label="Theme")


def _footer(request: Request) -> Markup:
    """Return what is true of all pages, and of the numbers of this one."""
    here = requested_page(request)
    note = "" if here is None or not here.numbers else f" {EXACT_NUMBERS_NOTE} {here.numbers}"
    more = [tag("li", tag("a", word, href=path)) for path, word in other_page_links(request)]
    return tag(
        "footer",
        tag("nav", tag("ul", *more), aria_label="More pages"),
        tag("p", f"Sabot {__version__}.{note}"),
        tag(
            "p",
            "The workbench runs on this machine; nothing leaves it. ",
            tag("a", "Jobs at work", href="/jobs"),
            " · ",
            tag("a", "For programs", href="/api"),
            " · ",
            tag("button", "Keys (?)", type="button", class_="link", data_keys=True),
        ),
    )


STATUS_BY_EXIT_CODE = {1: 422, 2: 400, 3: 422, 4: 409, 5: 422}
"""The status of each exit code of the command line; what is not here is our own fault, 500."""


def page_status(fault: SabotError) -> int:
    """Return the status of a page that has to say this: not found, where there is no such game.

    >>> from sabot.errors import Fault, NoMethodError
    >>> none = GameStringError("nim", [Fault("nim", "there is no such game")])
    >>> page_status(none), page_status(NoMethodError("too large"))
    (404, 200)
    >>> page_status(GameStringError("nim(", [Fault("end", "the closing ')' is missing")]))
    422
    """
    if not isinstance(fault, GameStringError):
        return 200  # the page is there, and says why it has no answer
    name = fault.text.partition("(")[0].strip()  # also where nothing closes it
    return 404 if any(one.where == name for one in fault.faults) else 422


def wants_json(request: Request) -> bool:
    """Tell whether a program asks, not a person."""
    return request.url.path.startswith("/api/") or "application/json" in request.headers.get(
        "accept", ""
    )


def error_response(request: Request, status: int, words: str, code: int = 2) -> Response:
    """Return why something is not done."""
    if wants_json(request):
        body = {"schema": "sabot/fault/1", "fault": words, "code": code}
        return JSONResponse(body, status)
    if request.headers.get("hx-request"):  # it replaces what was asked for
        return HTMLResponse(
            error_html(words, current_page_url(request) if status == 404 else ""), 200
        )
    part = error_html(words, _linking_page_url(request) if status == 404 else "")
    title = "That did not work"
    if "app" not in request.scope:  # refused before it reached the workbench
        return render_bare_page(title, part, status=status)
    return render_page(request, title, tag("h1", title), part, status=status)


def current_page_url(request: Request) -> str:
    """Return the page that a part was asked for by: its address asks for all of it again."""
    here = urlsplit(request.headers.get("hx-current-url", ""))
    return local_url(here.path + (f"?{here.query}" if here.query else ""))


def _linking_page_url(request: Request) -> str:
    """Return the page that links to a file, as the link says."""
    return local_url(request.query_params.get("from", ""))


def local_url(place: str) -> str:
    """Return an address, and nothing where it leads elsewhere."""
    return place if place.startswith("/") and not place.startswith(("//", "/\\")) else ""


def sabot_error_response(request: Request, fault: SabotError) -> Response:
    """Return a fault of Sabot's as an answer."""
    return error_response(
        request, STATUS_BY_EXIT_CODE.get(fault.exit_code, 500), str(fault), fault.exit_code
    )
