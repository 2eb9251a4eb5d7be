"""Tables of a page: a head of words, lines that begin with their name, a place to scroll in.

>>> str(table(("hold", ""), [row("K", tag("td", "2"))]))
'<table class="lines"><thead><tr><th scope="col">hold</th><td></td></tr></thead><tbody>...
"""

from __future__ import annotations

from collections.abc import Iterable

from sabot.web.markup import Markup, Part, tag


def table(
    head: Iterable[str], rows: Iterable[Part], *, foot: Part = None, class_: str = "lines"
) -> Markup:
    """Return rows under a head; an empty word is the head of nothing, *foot* a row of sums."""
    tops = [tag("th", word, scope="col") if word else tag("td") for word in head]
    below = None if foot is None else tag("tfoot", foot)
    return tag("table", tag("thead", tag("tr", *tops)), tag("tbody", *rows), below, class_=class_)


def row(name: Part, *cells: Part, **attributes: str | float | bool | None) -> Markup:
    """Return a row that is headed by its name."""
    return tag("tr", tag("th", name, scope="row"), *cells, **attributes)


def scrolled(wide: Part, called: str | None = None) -> Markup:
    """Return what may be wider than the page in a place of its own.

    With a name, the place can be reached by the keyboard and is told to who cannot see it.
    """
    if called is None:
        return tag("div", wide, class_="scroll")
    return tag("div", wide, class_="scroll", tabindex="0", role="region", aria_label=called)
