"""HTML by hand: tags whose text is escaped, numbers that are exact.

>>> str(tag("p", "1 < 2", tag("b", "!"), class_="note"))
'<p class="note">1 &lt; 2<b>!</b></p>'
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from sabot.exact import rational, show
from sabot.render.words import MIX_DIGITS, brief, decimal_text
from sabot.render.writers.html import escaped

if TYPE_CHECKING:
    from sabot.render.document import Document


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


Part = str | Markup | None | Iterable["Part"]
_LONG = 28
"""Characters of a number that may be broken at the end of a line; shorter ones are not."""
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

    What the JSON says stands whole in ``data-exact``.

    >>> str(number("9/11"))
    '<span class="number" data-exact="9/11"><span class="exact">9/11</span>...
    """
    exact = rational(value) if isinstance(value, str) else Fraction(value)
    plus = "+" if sign and exact > 0 else ""
    whole, short = show(exact), brief(exact)
    text, same = decimal_text(exact, digits)
    return tag(
        "span",
        tag("span", plus + short, class_="exact", title=whole if short != whole else None),
        tag("span", plus + text, class_="decimal", title=f"{'=' if same else '≈'} {whole[:80]}"),
        class_="number long" if len(short) > _LONG else "number",
        data_exact=whole,
    )


def written(told: Document) -> Markup:
    """Return a document of the house as a part of a page."""
    from sabot.render.writers import html

    return Markup(html.written(told, html.CLASSES))
