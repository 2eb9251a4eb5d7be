"""The shell of every page: head, skip link, navigation, switches, and the main part."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse

from sabot import __version__
from sabot.web.markup import Markup, Part, markup, tag

_HTMX = (
    '{"includeIndicatorStyles":false,"allowEval":false,"allowScriptTags":false,'
    '"selfRequestsOnly":true,"historyCacheSize":0,"refreshOnHistoryMiss":true,"scrollIntoViewOnBoost":false}'
)
THEMES = (
    ("auto", "system"),
    ("light", "light"),
    ("dark", "dark"),
    ("projector", "projector"),
)
_NO_SCRIPT = "Without JavaScript many answers do not load and the switches do nothing."
EXACT = "Fractions and whole numbers are exact; a decimal may be rounded."
NUMBERS = (("exact", "p/q"), ("decimal", "0.12"))


def shell(
    request: Request, title: str, *parts: Part, wide: bool = False, status: int = 200
) -> HTMLResponse:
    """Return a whole page, as an answer to a request."""
    from sabot.web.pages import navigation

    here = request.url.path
    items = [
        tag("li", tag("a", word, href=path, aria_current="page" if path == here else None))
        for path, word in navigation()
    ]
    own = getattr(request.app.state, "own", None)
    if own is not None:
        from sabot.web.address import game_address

        items.append(tag("li", tag("a", "Your file", href=game_address(str(own)))))
    header = tag(
        "header",
        tag("a", _mark(), tag("span", "Sabot"), class_="brand", href="/"),
        tag("nav", tag("ul", *items), aria_label="Pages"),
        tag("div", _switch("numbers", "Numbers", NUMBERS), _theme(), class_="switches"),
        class_="top",
    )
    main = tag(
        "main",
        tag("noscript", tag("p", _NO_SCRIPT, class_="warning")),
        _not_taken(request),
        *parts,
        id="main",
        tabindex="-1",
        class_="wide" if wide else None,
    )
    body = markup(
        tag("a", "To the matter", class_="skip", href="#main"), header, main, _foot(request)
    )
    return _html(title, body, token=request.app.state.token, status=status)


def _not_taken(request: Request) -> Markup | None:
    """Return what of the address this page does not know: it is not passed over in silence."""
    from sabot.web.pages import not_taken

    odd = not_taken(request)
    if not odd:
        return None
    told = [tag("li", tag("code", word), ": ", instead) for word, instead in odd]
    words = "This page does not know all of its address, and shows what it would without:"
    return tag("div", tag("p", words), tag("ul", *told), class_="fault not-taken", role="status")


def bare(title: str, *parts: Part, status: int = 200) -> HTMLResponse:
    """Return a page without navigation: for what is said to those who may see nothing else."""
    main = tag(
        "main", tag("h1", title), *parts, tag("p", tag("a", "To the games", href="/")), id="main"
    )
    return _html(title, main, status=status)


def _html(title: str, body: Markup, *, token: str = "", status: int = 200) -> HTMLResponse:
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", name="htmx-config", content=_HTMX),
        tag("title", f"{title} · Sabot" if title != "Sabot" else title),
        tag("link", rel="icon", href="/static/mark.svg", type="image/svg+xml"),
        tag("link", rel="stylesheet", href="/static/workbench.css"),
        tag("script", src="/static/early.js"),
        tag("script", src="/static/switches.js"),
        tag("script", src="/static/htmx.min.js", defer=True),
        tag("script", src="/static/workbench.js", type="module"),
    )
    asks = f'{{"X-Sabot-Token":"{token}"}}' if token else None
    whole = tag("html", head, tag("body", body, hx_headers=asks), lang="en")
    return HTMLResponse(f"<!doctype html>\n{whole}", status)


def _mark() -> Markup:
    return tag("img", src="/static/mark.svg", alt="", width=28, height=28)


def _switch(name: str, label: str, options: tuple[tuple[str, str], ...]) -> Markup:
    """Return a few choices side by side; what is chosen is remembered by the browser."""
    buttons = [
        tag("button", word, type="button", data_switch=name, data_to=key, aria_pressed="false")
        for key, word in options
    ]
    return tag("div", *buttons, class_="segmented", role="group", aria_label=label)


def _theme() -> Markup:
    options = [tag("option", word, value=key) for key, word in THEMES]
    return tag("select", *options, data_switch="theme", aria_label="Theme")


def _foot(request: Request) -> Markup:
    """Return what is true of all pages, and of the numbers of this one."""
    from sabot.web.pages import page_of

    here = page_of(request)
    told = "" if here is None or not here.numbers else f" {EXACT} {here.numbers}"
    return tag(
        "footer",
        tag("p", f"Sabot {__version__}.{told}"),
        tag(
            "p",
            "The workbench runs on this machine; nothing leaves it. ",
            tag("a", "Jobs at work", href="/jobs"),
            " · ",
            tag("a", "For programs", href="/api"),
        ),
    )
