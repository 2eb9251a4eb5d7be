"""HTML of the pages: escaped elements, exact numbers with their decimals, tables.

>>> str(tag("p", "1 < 2", tag("b", "!"), class_="note"))
'<p class="note">1 &lt; 2<b>!</b></p>'
>>> str(html_table(("hold", ""), [table_row("K", tag("td", "2"))]))
'<table class="lines"><thead><tr><th scope="col">hold</th><td></td></tr></thead><tbody>...
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from sabot.exact import as_rational, format_decimal, format_fraction
from sabot.render import document as doc
from sabot.render.text import MIX_DIGITS, decimal_text, shorten_fraction
from sabot.render.writers import html
from sabot.render.writers.html import escape_html


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


Part = str | Markup | None | Iterable["Part"]
_MAX_UNBROKEN_NUMBER = 28
"""Characters of a number that may be broken at the end of a line; shorter ones are not."""
_MAX_UNBROKEN_FRACTION = 8
"""Characters of a fraction that fits everywhere; a longer one may break behind its stroke."""
_MAX_WRITTEN_OUT = 240
"""Characters of a value that is written out, over a few lines."""
_DECIMAL_DIGITS = 8
"""Digits that are read of a number that is no fraction."""
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


def number_html(
    value: Fraction | str | int, *, digits: int = MIX_DIGITS, sign: bool = False
) -> Markup:
    """Return an exact number with its decimal beside it; the page's switch says which is read.

    ``data-exact`` has the whole number of the JSON. Of a fraction of very many digits a value
    (*digits* above those of a mix) is written out, and a mix is rounded as on the terminal.

    >>> str(number_html("9/11"))
    '<span class="number" data-exact="9/11"><span class="exact">9/11</span>...
    """
    exact = as_rational(value) if isinstance(value, str) else Fraction(value)
    plus = "+" if sign and exact > 0 else ""
    whole, short = format_fraction(exact), plus + shorten_fraction(exact)
    text, same = decimal_text(exact, digits)
    if (
        short != plus + whole
    ):  # "22522633...[30 digits]/24279233...[30 digits]" does not say how often
        full = digits > MIX_DIGITS and len(whole) <= _MAX_WRITTEN_OUT
        short = plus + whole if full else f"≈ {plus}{text}"
    shown = tag("span", _breakable_fraction(short), class_="exact")
    if whole not in short:  # every digit is one key away
        shown = tag(
            "button",
            short,
            type="button",
            class_="exact digits",
            title=whole,
            aria_expanded="false",
        )
    return tag(
        "span",
        shown,
        tag("span", plus + text, class_="decimal", title=f"{'=' if same else '≈'} {whole[:80]}"),
        class_="number long" if len(short) > _MAX_UNBROKEN_NUMBER else "number",
        data_exact=whole,
    )


def amount_html(text: str) -> Markup:
    """Return a number of a document: a fraction, or the digits of an irrational number, or a bound.

    >>> str(amount_html("0.70245211383002609767610236728"))
    '<span class="number" title="0.70245211383002609767610236728" ...>≈ 0.70245211</span>'
    """
    if "e-" in text:
        return tag("span", text, class_="number", data_exact=text)
    if "." in text:
        short = format_decimal(as_rational(text), _DECIMAL_DIGITS)
        return tag("span", f"≈ {short}", class_="number", title=text, data_exact=text)
    return number_html(text)


def _breakable_fraction(text: str) -> Markup:
    """Return a fraction that may break behind its stroke; a short one never does."""
    over, stroke, under = text.partition("/")
    if not stroke or len(text) <= _MAX_UNBROKEN_FRACTION:
        return join_markup(text)
    return join_markup(over, stroke, Markup("<wbr>"), under)


def document_html(told: doc.Document) -> Markup:
    """Return a document as a part of a page; the page's switch says how its numbers are read."""
    return Markup(html.render(told, _PAGE_CLASSES))


def _number_of_document(piece: doc.ExactNumber) -> str:
    return number_html(piece.value, digits=piece.digits or MIX_DIGITS)


_PAGE_CLASSES = replace(html.CLASS_STYLE, number=_number_of_document)


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
