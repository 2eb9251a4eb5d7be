"""HTML of the pages: escaped elements, exact numbers with their decimals, tables.

>>> str(tag("p", "1 < 2", tag("b", "!"), class_="note"))
'<p class="note">1 &lt; 2<b>!</b></p>'
>>> str(html_table(("hold", ""), [table_row("K", tag("td", "2"))]))
'<table class="lines"><thead><tr><th scope="col">hold</th><td></td></tr></thead><tbody>...
"""

from __future__ import annotations

from collections.abc import Iterable

from sabot.render.writers.html import escape_html


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


Part = str | Markup | None | Iterable["Part"]
_VOID_ELEMENTS = frozenset(("br", "hr", "img", "input", "link", "meta"))


def join_markup(*parts: Part) -> Markup:
    """Return parts one after the other; what is not HTML already is escaped."""
    return Markup("".join(map(_to_html, parts)))


def _to_html(part: Part) -> str:
    if part is None:
        return ""
    if isinstance(part, Markup):
        return part
    if isinstance(part, str):
        return escape_html(part)
    return "".join(map(_to_html, part))


def tag(name: str, /, *inside: Part, **attributes: str | float | bool | None) -> Markup:
    """Return an element; ``class_`` is class, ``data_x`` is data-x, None and False are left out."""
    words = [name]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        called = key.rstrip("_").replace("_", "-")
        words.append(called if value is True else f'{called}="{escape_html(str(value))}"')
    if name in _VOID_ELEMENTS:
        return Markup(f"<{' '.join(words)}>")
    return Markup(f"<{' '.join(words)}>{join_markup(*inside)}</{name}>")


def capitalize_first(words: str) -> str:
    """Return words as a sentence begins with them.

    >>> capitalize_first("the dealer plays")
    'The dealer plays'
    """
    return words[:1].upper() + words[1:]


def escape_lines(text: str) -> Markup:
    """Return text of several lines as such, each escaped."""
    return Markup("\n".join(map(escape_html, text.split("\n"))))


def html_table(
    head: Iterable[str], rows: Iterable[Part], *, foot: Part = None, class_: str = "lines"
) -> Markup:
    """Return rows under a head; an empty word is the head of nothing, *foot* a row of sums."""
    tops = [tag("th", word, scope="col") if word else tag("td") for word in head]
    below = None if foot is None else tag("tfoot", foot)
    return tag("table", tag("thead", tag("tr", *tops)), tag("tbody", *rows), below, class_=class_)


def table_row(name: Part, *cells: Part, **attributes: str | float | bool | None) -> Markup:
    """Return a row that is headed by its name."""
    return tag("tr", tag("th", name, scope="row"), *cells, **attributes)


def scrollable(wide: Part, called: str | None = None) -> Markup:
    """Return what may be wider than the page in a place of its own.

    With a name, the place can be reached by the keyboard and is announced by screen readers.
    """
    if called is None:
        return tag("div", wide, class_="scroll")
    return tag("div", wide, class_="scroll", tabindex="0", role="region", aria_label=called)
