"""HTML by hand: tags whose text is escaped, numbers that are exact.

>>> str(tag("p", "1 < 2", tag("b", "!"), class_="note"))
'<p class="note">1 &lt; 2<b>!</b></p>'
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from sabot.exact import decimal, rational, show
from sabot.render import document as doc
from sabot.render.words import MIX_DIGITS, brief, decimal_text
from sabot.render.writers import html
from sabot.render.writers.html import escaped


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


Part = str | Markup | None | Iterable["Part"]
_LONG = 28
"""Characters of a number that may be broken at the end of a line; shorter ones are not."""
_WHOLE = 8
"""Characters of a fraction that fits everywhere; a longer one may break behind its stroke."""
_LONGEST = 240
"""Characters of a value that is written out, over a few lines."""
_DIGITS = 8
"""Digits that are read of a number that is no fraction."""
_VOID = frozenset(("br", "hr", "img", "input", "link", "meta"))


def markup(*parts: Part) -> Markup:
    """Return parts one after the other; what is not HTML already is escaped."""
    return Markup("".join(map(_part, parts)))


def _part(part: Part) -> str:
    if part is None:
        return ""
    if isinstance(part, Markup):
        return part
    if isinstance(part, str):
        return escaped(part)
    return "".join(map(_part, part))


def tag(name: str, /, *inside: Part, **attributes: str | float | bool | None) -> Markup:
    """Return an element; ``class_`` is class, ``data_x`` is data-x, None and False are left out."""
    words = [name]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        called = key.rstrip("_").replace("_", "-")
        words.append(called if value is True else f'{called}="{escaped(str(value))}"')
    if name in _VOID:
        return Markup(f"<{' '.join(words)}>")
    return Markup(f"<{' '.join(words)}>{markup(*inside)}</{name}>")


def sentence(words: str) -> str:
    """Return words as a sentence begins with them.

    >>> sentence("the dealer plays")
    'The dealer plays'
    """
    return words[:1].upper() + words[1:]


def lines(text: str) -> Markup:
    """Return text of several lines as such, each escaped."""
    return Markup("\n".join(map(escaped, text.split("\n"))))


def number(value: Fraction | str | int, *, digits: int = MIX_DIGITS, sign: bool = False) -> Markup:
    """Return an exact number with its decimal beside it; the page's switch says which is read.

    What the JSON says stands whole in ``data-exact``. Of a fraction of very many digits a value
    (*digits* above those of a mix) is written out, and a mix told as the terminal tells it.

    >>> str(number("9/11"))
    '<span class="number" data-exact="9/11"><span class="exact">9/11</span>...
    """
    exact = rational(value) if isinstance(value, str) else Fraction(value)
    plus = "+" if sign and exact > 0 else ""
    whole, short = show(exact), plus + brief(exact)
    text, same = decimal_text(exact, digits)
    if (
        short != plus + whole
    ):  # "22522633...[30 digits]/24279233...[30 digits]" tells nobody how often
        full = digits > MIX_DIGITS and len(whole) <= _LONGEST
        short = plus + whole if full else f"≈ {plus}{text}"
    shown = tag("span", _breaking(short), class_="exact")
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
        class_="number long" if len(short) > _LONG else "number",
        data_exact=whole,
    )


def amount(text: str) -> Markup:
    """Return a number of a document: a fraction, or the digits of what is none, or a bound.

    >>> str(amount("0.70245211383002609767610236728"))
    '<span class="number" title="0.70245211383002609767610236728" ...>≈ 0.70245211</span>'
    """
    if "e-" in text:
        return tag("span", text, class_="number", data_exact=text)
    if "." in text:
        short = decimal(rational(text), _DIGITS)
        return tag("span", f"≈ {short}", class_="number", title=text, data_exact=text)
    return number(text)


def _breaking(text: str) -> Markup:
    """Return a fraction that may break behind its stroke; a short one never does."""
    over, stroke, under = text.partition("/")
    if not stroke or len(text) <= _WHOLE:
        return markup(text)
    return markup(over, stroke, Markup("<wbr>"), under)


def written(told: doc.Document) -> Markup:
    """Return a document as a part of a page; the page's switch says how its numbers are read."""
    return Markup(html.written(told, _PAGE))


def _number(piece: doc.Number) -> str:
    return number(piece.value, digits=piece.digits or MIX_DIGITS)


_PAGE = replace(html.CLASSES, number=_number)
