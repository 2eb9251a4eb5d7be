"""Tokenizer of Gambit's files: quoted texts, braces and numbers, read from left to right.

Tokens are found one at a time, so a file of millions of them needs no more memory than its text.

Other programs write 1/3 as 0.3333333333333333. Where the user asks for it, such decimals are
replaced by the nearest fraction with a small denominator (:class:`Snapping`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from sabot.errors import FormError, NumberError, shorten
from sabot.exact import as_rational, format_fraction
from sabot.names import alike_names

_TOKEN = re.compile(r'[\s,]*+(?:"([^"\\]*+(?:\\.[^"\\]*+)*+)"|([{}])|([^\s{}",]++)|(.))?', re.S)
_TEXT, _BRACE, _OPEN_QUOTE = 1, 2, 4


SNAP_LIMIT = 10_000
"""The greatest denominator that --snap uses."""


@dataclass
class Snapping:
    """Replaces decimals by the nearest fraction with a bounded denominator, and counts them."""

    limit: int
    """The greatest denominator."""
    count: int = 0
    """How many decimals were changed."""
    largest: Fraction = Fraction(0)
    """The greatest change."""

    def snap(self, word: str, number: Fraction) -> Fraction:
        """Return the number to use for a word of a file.

        >>> Snapping(100).snap("0.3333333", Fraction("0.3333333")), Snapping(100).snap("1/999", 1)
        (Fraction(1, 3), 1)
        """
        if "/" in word or number.denominator == 1:
            return number
        near = number.limit_denominator(self.limit)
        if near != number:
            self.count += 1
            self.largest = max(self.largest, abs(near - number))
        return near

    def remark(self) -> str:
        """Return what was done, for the output."""
        decimals = "1 decimal was" if self.count == 1 else f"{self.count:,} decimals were"
        text = (
            f"{decimals} replaced by the nearest fraction with a denominator up to {self.limit:,}"
        )
        return f"{text}, by at most {float(self.largest):.1e}" if self.count else text


class Tokenizer:
    r"""The tokens of a file with their positions. Commas count as spaces.

    >>> words = Tokenizer('EFG 2 R "say \\"yes\\"" { 1/2, -3 }')
    >>> words.word(), words.whole(), words.word(), words.text()
    ('EFG', 2, 'R', 'say "yes"')
    >>> words.numbers()
    [Fraction(1, 2), Fraction(-3, 1)]
    """

    __slots__ = ("_kind", "_next", "_text", "_word", "at", "snapping")

    def __init__(self, text: str, snapping: Snapping | None = None) -> None:
        self._text = text
        self.snapping = snapping
        self._next = 0
        self.at = 0
        """Where the next word begins."""
        self._turn()

    def _turn(self) -> None:
        match = _TOKEN.match(self._text, self._next)
        assert match is not None
        kind = match.lastindex
        self._next = match.end()
        if kind is None:
            self._kind, self._word, self.at = 0, "", self._next
            return
        self._kind = kind
        self._word = match[kind]
        self.at = match.start(kind) - (kind == _TEXT)
        if kind == _OPEN_QUOTE:
            raise self.fault("a quote is opened and never closed")

    # ------------------------------------------------------------------ where we are

    def fault(self, what: str, at: int | None = None) -> FormError:
        """Return the error to raise: *what* is wrong, and the line of it."""
        return FormError(f"line {self.line(at)}: {what}")

    def line(self, at: int | None = None) -> int:
        """Return the line of the next word, or of a place noted before."""
        return self._text.count("\n", 0, self.at if at is None else at) + 1

    def _missing(self, wanted: str) -> FormError:
        if not self._kind:
            return self.fault(f"the file ends where {wanted} should be")
        shown = self._word if self._kind != _TEXT else f'"{self._word}"'
        return self.fault(f"expected {wanted}, found {shorten(shown)!r}")

    @property
    def left(self) -> int:
        """How many characters there are from the next word on."""
        return len(self._text) - self.at

    # ------------------------------------------------------------------ the words

    def peek(self) -> str:
        """Return the next brace or word without taking it: a quote for a text, '' at the end."""
        return '"' if self._kind == _TEXT else self._word

    def word(self, wanted: str = "a word") -> str:
        """Take any word but a quoted text."""
        if self._kind in (0, _TEXT):
            raise self._missing(wanted)
        word = self._word
        self._turn()
        return word

    def text(self, wanted: str = "a quoted text") -> str:
        """Take a quoted text."""
        if self._kind != _TEXT:
            raise self._missing(wanted)
        text = self._word
        self._turn()
        return text.replace('\\"', '"') if "\\" in text else text

    def brace(self, wanted: str) -> None:
        """Take this brace."""
        if self._kind != _BRACE or self._word != wanted:
            raise self._missing(repr(wanted))
        self._turn()

    def whole(self, wanted: str = "a whole number") -> int:
        """Take a whole number of at most nine digits."""
        word = self._word
        if self._kind == _TEXT or not (word.isascii() and word.isdecimal()):
            raise self._missing(wanted)
        if len(word) > 9:
            raise self.fault(f"expected {wanted}, at most 999,999,999; found {shorten(word)}")
        self._turn()
        return int(word)

    def number(self, wanted: str = "a number") -> Fraction:
        """Take an exact number."""
        if not self._kind:
            raise self._missing(wanted)
        try:
            number = as_rational(self._word if self._kind != _TEXT else f'"{self._word}"')
        except NumberError as fault:
            raise self.fault(str(fault)) from None
        if self.snapping is not None:
            number = self.snapping.snap(self._word, number)
        self._turn()
        return number

    def name(self, wanted: str = "a quoted text") -> str:
        """Take a quoted text that people will read: of a player, an action, what a seat knows."""
        at = self.at
        name = self.text(wanted)
        if not name.isprintable():
            raise self.fault(
                f"the name {shorten(name)!r} holds a character that cannot be printed", at
            )
        return name

    def names(self) -> list[str]:
        """Take a list of names in braces, which must not print alike."""
        at = self.at
        self.brace("{")
        found = []
        while self.peek() != "}":
            found.append(self.name())
        self.brace("}")
        if alike := alike_names(found):
            raise self.fault(f"the names {alike}; rename one", at)
        return found

    def numbers(self) -> list[Fraction]:
        """Take a list of exact numbers in braces."""
        self.brace("{")
        found = []
        while self.peek() != "}":
            found.append(self.number())
        self.brace("}")
        return found

    def since(self, at: int) -> str:
        """Return the text from a place noted before up to the next word."""
        return self._text[at : self.at].rstrip(" \t\r\n,")

    def repeats(self, said: str) -> bool:
        """Take *said*, which must end with a brace, if just that follows; else take nothing."""
        if not said or not self._text.startswith(said, self.at):
            return False
        self._next = self.at + len(said)
        self._turn()
        return True


def constant_sum_remark(both: Fraction, seats: Sequence[str]) -> str:
    """Return what is said of a file whose payoffs sum to something; '' of one that is zero-sum.

    >>> constant_sum_remark(Fraction(4), ("A", "B"))
    'the payoffs of the file add up to 4: B is paid 4 less the value'
    """
    if not both:
        return ""
    amount = format_fraction(both)
    return f"the payoffs of the file add up to {amount}: {seats[1]} is paid {amount} less the value"


def gambit_quoted(name: str) -> str:
    r"""Return a name as these files hold it.

    >>> print(gambit_quoted('say "yes"'))
    "say \"yes\""
    """
    if "\\" in name:
        raise FormError(
            f"{shorten(name)!r} has a backslash, which Gambit's files cannot hold; rename it"
        )
    if not name.isprintable():
        raise FormError(f"{shorten(name)!r} holds a character that cannot be printed; rename it")
    return '"' + name.replace('"', '\\"') + '"'


def gambit_quoted_title(title: str) -> str:
    r"""Return a title as these files hold it; what they cannot hold is replaced.

    >>> print(gambit_quoted_title("C:\\games\n"))
    "C:/games "
    """
    plain = "".join(letter if letter.isprintable() else " " for letter in title)
    return gambit_quoted(plain.replace("\\", "/"))
