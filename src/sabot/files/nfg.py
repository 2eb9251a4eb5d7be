"""Gambit's ``.nfg``: games of two persons in strategic form, read and written."""

from __future__ import annotations

from fractions import Fraction

from sabot.errors import FormError
from sabot.exact import show
from sabot.files.words import Words, brief, quoted, quoted_title
from sabot.forms.bimatrix import BimatrixForm
from sabot.forms.matrix import MatrixForm

MOST_CELLS = 10_000_000


def parse_bimatrix(text: str) -> BimatrixForm:
    """Return the game of a ``.nfg`` file for two, whatever its payoffs sum to.

    >>> parse_bimatrix('NFG 1 R "" { "A" "B" } { 2 1 } 3 1 4 5').pairs()
    [['3|1'], ['4|5']]
    """
    words = Words(text)
    if not words.peek():
        raise FormError('the file is empty; it must begin with: NFG 1 R "title"')
    if words.word() != "NFG" or words.word() != "1" or words.word() not in ("R", "D"):
        raise FormError('not an .nfg file: it must begin with: NFG 1 R "title"')
    words.text()
    players = words.names()
    if len(players) != 2:
        raise words.fault(f"{len(players)} players; only two-person games are read")
    labels = _strategies(words)
    if words.peek() == '"':
        words.text()
    height, width = map(len, labels)
    if words.peek() == "{":
        pairs = _outcomes(words, height * width)
    else:
        numbers = [words.number("a payoff") for _ in range(2 * height * width)]
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    if words.peek():
        raise words.fault("there is more after the last payoff; is the size of the table right?")
    seats = (players[0] or "row", players[1] or "column")
    if seats[0] == seats[1]:
        raise FormError(f"both players are called {brief(seats[0])!r}; rename one")
    one, two = (
        [[pairs[j * height + i][seat] for j in range(width)] for i in range(height)]
        for seat in (0, 1)
    )
    rows, columns = map(_unique, labels)
    return BimatrixForm.of(one, two, rows=rows, columns=columns, seats=seats)


def _unique(labels: list[str]) -> list[str] | None:
    return labels if all(labels) and len(set(labels)) == len(labels) else None


def _strategies(words: Words) -> list[list[str]]:
    """Take the strategies of both players, by name or by number.

    A number is only a promise: it is held against what the file has room for before it is kept.
    """
    at = words.at
    words.brace("{")
    found: list[list[str] | int] = []
    while words.peek() != "}":
        if len(found) == 2:
            raise words.fault("strategies of a third player; only two-person games are read")
        named = words.peek() == "{"
        found.append(words.names() if named else words.whole("a number of strategies"))
    words.brace("}")
    counts = [own if isinstance(own, int) else len(own) for own in found]
    if len(counts) != 2 or not all(counts):
        raise words.fault("each of the two players needs at least one strategy", at)
    size = f"{counts[0]:,} x {counts[1]:,} strategies"
    if counts[0] * counts[1] > MOST_CELLS:
        raise words.fault(f"{size}: a table of at most {MOST_CELLS:,} cells is read", at)
    if counts[0] * counts[1] > words.left:
        raise words.fault(f"{size} are promised, and the file is too short for them", at)
    return [[str(k) for k in range(1, own + 1)] if isinstance(own, int) else own for own in found]


def _outcomes(words: Words, count: int) -> list[tuple[Fraction, Fraction]]:
    words.brace("{")
    outcomes = [(Fraction(0), Fraction(0))]
    while words.peek() != "}":
        words.brace("{")
        words.text()
        outcomes.append((words.number("a payoff"), words.number("a payoff")))
        words.brace("}")
    words.brace("}")
    spots = [words.whole() for _ in range(count)]
    if spots and not 0 <= max(spots) < len(outcomes):
        raise words.fault(f"the table names outcome {max(spots)}; there are {len(outcomes) - 1}")
    return [outcomes[spot] for spot in spots]


def to_nfg(form: MatrixForm | BimatrixForm, title: str) -> str:
    """Return the game as ``.nfg`` text that Gambit reads."""
    lines = [f"NFG 1 R {quoted_title(title)} {{ {' '.join(map(quoted, form.seats))} }}", ""]
    for labels in (form.rows, form.columns):
        lines.append(f"{{ {' '.join(map(quoted, labels))} }}")
    lines[2] = "{ " + lines[2]
    lines[-1] += " }"
    lines += ["", ""]
    for j in range(len(form.columns)):
        column = (_paid(form, i, j) for i in range(len(form.rows)))
        lines.append(" ".join(f"{show(one)} {show(two)}" for one, two in column))
    return "\n".join(lines) + "\n"


def _paid(form: MatrixForm | BimatrixForm, i: int, j: int) -> tuple[Fraction, Fraction]:
    """Return what both players are paid at a row and a column."""
    return form[i, j] if isinstance(form, BimatrixForm) else (form[i, j], -form[i, j])
