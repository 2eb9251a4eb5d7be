"""Names that print alike: different texts that a reader cannot tell apart.

Two names print alike if they are equal after this: what does not print (zero-width characters,
marks of direction, variation selectors) is left out, composed letters are decomposed, letters in
another font or width are the plain ones, blanks at the ends go and a run of blanks is one space,
and a letter of Greek, Cyrillic or Armenian that looks like a Latin one is that one. Two different
letters of ASCII are never alike: what looks like another one there (``l`` and ``1``) depends on the
font.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

_LOOK_ALIKES = str.maketrans(
    # Cyrillic
    "АВЕЅІЈКМНОРСТУХҮԚԜаеѕіјорсухһԁԛԝѵӏ"
    # Greek
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονϳ"
    # Armenian, Latin beyond ASCII
    "ՕՍՏօսհոցıɑɡ"
    # hyphens, minus, quotes, strokes
    "‐‑‒–—―−‘’ʼ′“”″⁄∕∣ǀǃ×",
    "ABESIJKMHOPCTYXYQWaesijopcyxhdqwvlABEZHIKMNOPTYXovjOUSouhngiag-------''''\"\"\"//||!x",
)
_FONT_FORMS = ("<font>", "<wide>", "<narrow>", "<noBreak>", "<compat>")
_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that print nothing, or a blank, and are of no category that says so."""


def printed_form(name: str) -> str:
    r"""Return a text that is the same for names that print alike.

    >>> printed_form("x\u200b") == "x", printed_form("e\u0301") == printed_form("é")
    (True, True)
    >>> printed_form("\u0410") == "A", printed_form("é") == "e", printed_form("a  b ") == "a b"
    (True, False, True)
    """
    if name.isascii():
        single = name.isprintable() and "  " not in name and name == name.strip()
        return name if single else " ".join(name.split())
    letters = []
    for letter in unicodedata.normalize("NFD", name):
        form, _, plain = unicodedata.decomposition(letter).partition(" ")
        if form in _FONT_FORMS:
            letters += [chr(int(code, 16)) for code in plain.split()]
        elif unicodedata.category(letter) == "Zs":
            letters.append(" ")
        elif not _is_invisible(letter):
            letters.append(letter)
    plain = unicodedata.normalize("NFD", "".join(letters)).translate(_LOOK_ALIKES)
    return " ".join(plain.split())


def _is_invisible(letter: str) -> bool:
    """Return whether a character prints nothing by itself."""
    code = ord(letter)
    selector = 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF or 0x180B <= code <= 0x180F
    return selector or letter in _FILLERS or unicodedata.category(letter) == "Cf"


def alike_names(names: Iterable[str]) -> str:
    r"""Return which two different names print alike, in words; '' where none do.

    >>> alike_names(["ann", "bob"]), alike_names(["A", "\u0410"])
    ('', "'A' and '\\u0410' print alike (\\u0410 is CYRILLIC CAPITAL LETTER A)")
    """
    known = list(dict.fromkeys(names))
    seen: dict[str, str] = {}
    for name in known:
        other = seen.setdefault(printed_form(name), name)
        if other != name:
            both = [*(c for c in name if c not in other), *(c for c in other if c not in name)]
            odd = next((c for c in [*both, *name, *other] if not c.isascii()), "")
            if not odd:
                return f"{other!a} and {name!a} print alike: they differ in blanks alone"
            what = unicodedata.name(odd, "a character without a name")
            return f"{other!a} and {name!a} print alike ({ascii(odd)[1:-1]} is {what})"
    return ""
