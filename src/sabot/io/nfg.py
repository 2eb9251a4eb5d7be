"""Gambit's ``.nfg``: games in strategic form, two persons and zero-sum, read and written."""

from __future__ import annotations

import re
from fractions import Fraction

from sabot.errors import FormError
from sabot.exact import rational, show
from sabot.forms.matrix import MatrixForm

_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([{}])|([^\s{}",]+)|(,)')
_MOST_TOKENS = 20_000_000


def parse_nfg(text: str) -> MatrixForm:
    """Return the game of a ``.nfg`` file, in its payoff or its outcome version.

    >>> parse_nfg('NFG 1 R "pennies" { "A" "B" } { 2 2 }  1 -1 -1 1 -1 1 1 -1').payoffs
    ((1, -1), (-1, 1))
    """
    tokens = _Tokens(text)
    if tokens.word() != "NFG" or tokens.word() != "1" or tokens.word() not in ("R", "D"):
        raise FormError('not an .nfg file: it must begin with: NFG 1 R "title"')
    tokens.text()
    players = tokens.braced()
    if len(players) != 2:
        raise FormError(f"{len(players)} players; only two-person games are read")
    labels = _strategies(tokens)
    if tokens.peek() == '"':
        tokens.text()
    height, width = map(len, labels)
    if tokens.peek() == "{":
        pairs = _outcomes(tokens, height * width)
    else:
        numbers = tokens.numbers(2 * height * width)
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    for spot, (one, two) in enumerate(pairs):
        if one + two != 0:
            i, j = spot % height, spot // height
            raise FormError(
                f"row {i + 1}, column {j + 1} pays {show(one)} and {show(two)}: not zero-sum, and "
                "only zero-sum games are solved exactly"
            )
    table = [[pairs[j * height + i][0] for j in range(width)] for i in range(height)]
    seats = (players[0] or "row", players[1] or "column")
    if seats[0] == seats[1]:
        raise FormError(f"both players are called {seats[0]!r}")
    form = MatrixForm.of(table, rows=_unique(labels[0]), columns=_unique(labels[1]))
    return MatrixForm(form.payoffs, form.denominator, form.rows, form.columns)


def _unique(labels: list[str]) -> list[str] | None:
    return labels if all(labels) and len(set(labels)) == len(labels) else None


def _strategies(tokens: _Tokens) -> list[list[str]]:
    tokens.brace("{")
    found: list[list[str]] = []
    while tokens.peek() != "}":
        if tokens.peek() == "{":
            found.append(tokens.braced())
        else:
            count = tokens.whole()
            if count > 10_000_000:
                raise FormError(f"a player with {count} strategies is too large")
            found.append([str(k) for k in range(1, count + 1)])
    tokens.brace("}")
    if len(found) != 2 or not all(found):
        raise FormError("each of the two players needs at least one strategy")
    if len(found[0]) * len(found[1]) > 10_000_000:
        raise FormError("the table has more than 10,000,000 cells")
    return found


def _outcomes(tokens: _Tokens, count: int) -> list[tuple[Fraction, Fraction]]:
    tokens.brace("{")
    outcomes = [(Fraction(0), Fraction(0))]
    while tokens.peek() != "}":
        tokens.brace("{")
        tokens.text()
        one, two = tokens.numbers(2)
        outcomes.append((one, two))
        tokens.brace("}")
    tokens.brace("}")
    spots = [tokens.whole() for _ in range(count)]
    if spots and not 0 <= max(spots) < len(outcomes):
        raise FormError(f"the table names outcome {max(spots)}; there are {len(outcomes) - 1}")
    return [outcomes[spot] for spot in spots]


class _Tokens:
    """The words of a file, read from left to right."""

    def __init__(self, text: str) -> None:
        self._found = [match for match in _TOKEN.finditer(text) if match.group(4) is None]
        if len(self._found) > _MOST_TOKENS:
            raise FormError("the file has too many words")
        self._at = 0

    def _next(self, wanted: str) -> re.Match[str]:
        if self._at >= len(self._found):
            raise FormError(f"the file ends where {wanted} should be")
        self._at += 1
        return self._found[self._at - 1]

    def peek(self) -> str:
        """Return the next brace, a quote for a text, or the next word."""
        if self._at >= len(self._found):
            return ""
        match = self._found[self._at]
        return '"' if match.group(1) is not None else match.group(0)

    def word(self) -> str:
        return self._next("a word").group(0)

    def text(self) -> str:
        match = self._next("a quoted text")
        if match.group(1) is None:
            raise FormError(f"expected a quoted text, found {match.group(0)[:40]!r}")
        return match.group(1).replace('\\"', '"')

    def brace(self, wanted: str) -> None:
        match = self._next(repr(wanted))
        if match.group(2) != wanted:
            raise FormError(f"expected {wanted!r}, found {match.group(0)[:40]!r}")

    def braced(self) -> list[str]:
        self.brace("{")
        found = []
        while self.peek() != "}":
            found.append(self.text())
        self.brace("}")
        return found

    def whole(self) -> int:
        word = self.word()
        if not word.isdecimal() or len(word) > 9:
            raise FormError(f"expected a whole number, found {word[:40]!r}")
        return int(word)

    def numbers(self, count: int) -> list[Fraction]:
        return [rational(self._next("a payoff").group(0)) for _ in range(count)]


def to_nfg(form: MatrixForm, title: str) -> str:
    """Return the game as ``.nfg`` text that Gambit reads."""

    def quoted(text: str) -> str:
        if "\\" in text:
            raise FormError(f"{text!r} has a backslash, which an .nfg file cannot hold; rename it")
        return '"' + text.replace('"', '\\"') + '"'

    lines = [f"NFG 1 R {quoted(title)} {{ {' '.join(map(quoted, form.seats))} }}", ""]
    for labels in (form.rows, form.columns):
        lines.append(f"{{ {' '.join(map(quoted, labels))} }}")
    lines[2] = "{ " + lines[2]
    lines[-1] += " }"
    lines += ["", ""]
    for j in range(len(form.columns)):
        column = [form[i, j] for i in range(len(form.rows))]
        lines.append(" ".join(f"{show(payoff)} {show(-payoff)}" for payoff in column))
    return "\n".join(lines) + "\n"
