"""Gambit's ``.nfg`` for any number of players: each chooses once, and each is paid its own."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path

from sabot.errors import FileError, FormError, NumberError
from sabot.exact import over_one_denominator
from sabot.files.text import read_text
from sabot.files.words import Words
from sabot.forms.general import End, GeneralForm
from sabot.forms.sequence import Cell, Side

MOST_NUMBERS = 4_000_000
"""Payoffs in one file."""


def read_many(path: str | Path) -> GeneralForm | None:
    """Return the game in a ``.nfg`` file for other than two; None of any other file."""
    if Path(path).suffix.lower() != ".nfg":
        return None
    text = read_text(path)
    try:
        return None if _players(text) == 2 else parse_many(text)
    except (FormError, NumberError) as fault:
        raise FileError(f"{path}: {fault}") from None


def _players(text: str) -> int:
    """Return how many players are named."""
    words = Words(text)
    _demand_beginning(words)
    return len(words.names())


def _demand_beginning(words: Words) -> None:
    if not words.left:
        raise FormError('the file is empty; it must begin with: NFG 1 R "title"')
    if words.word() != "NFG" or words.word() != "1" or words.word() not in ("R", "D"):
        raise FormError('not an .nfg file: it must begin with: NFG 1 R "title"')
    words.text()


def parse_many(text: str) -> GeneralForm:
    """Return the game of a ``.nfg`` file, in its payoff or its outcome version.

    >>> form = parse_many('NFG 1 R "" { "A" "B" "C" } { 2 1 1 } 1 2 3 4 5 6')
    >>> form.seats, [end.payoffs for end in form.ends]
    (('A', 'B', 'C'), [(1, 2, 3), (4, 5, 6)])
    """
    words = Words(text)
    _demand_beginning(words)
    players = words.names()
    if not players:
        raise words.fault("no players are named")
    labels = _strategies(words, len(players))
    if words.peek() == '"':
        words.text()
    width, cells = len(players), prod(map(len, labels))
    paid = _outcomes(words, width, cells) if words.peek() == "{" else _payoffs(words, width, cells)
    if words.peek():
        raise words.fault("there is more after the last payoff; is the size of the table right?")
    sides = tuple(
        Side(name, (Cell("-", tuple(own), 0, 1),))
        for name, own in zip(_names(players), labels, strict=True)
    )
    tops, below = over_one_denominator([pay for each in paid for pay in each])
    # the first player's choice turns fastest in these files
    spots = product(*(range(1, 1 + len(own)) for own in reversed(labels)))
    ends = (
        End(tuple(reversed(spot)), 1, tuple(tops[n * width : (n + 1) * width]))
        for n, spot in enumerate(spots)
    )
    return GeneralForm(sides, tuple(ends), 1, below)


def _names(players: list[str]) -> list[str]:
    """Return the players' names; numbers where two are alike, or one is empty."""
    good = all(players) and len(set(players)) == len(players)
    return players if good else [str(n) for n in range(1, len(players) + 1)]


def _strategies(words: Words, count: int) -> list[list[str]]:
    """Take the strategies of all players, by name or by number."""
    at = words.at
    words.brace("{")
    found: list[list[str] | int] = []
    while words.peek() != "}":
        named = words.peek() == "{"
        found.append(words.names() if named else words.whole("a number of strategies"))
    words.brace("}")
    sizes = [own if isinstance(own, int) else len(own) for own in found]
    if len(sizes) != count or not all(sizes):
        raise words.fault(f"each of the {count} players needs at least one strategy", at)
    # a number is only a promise: it is held against the file before it is kept
    size = " x ".join(f"{own:,}" for own in sizes)
    if prod(sizes) * count > MOST_NUMBERS:
        raise words.fault(f"{size} strategies: up to {MOST_NUMBERS:,} payoffs are read", at)
    if prod(sizes) > words.left:
        raise words.fault(f"{size} strategies are promised, and the file is too short for them", at)
    return [_labels(own) for own in found]


def _labels(own: list[str] | int) -> list[str]:
    """Return the names of a player's strategies; numbers where they are none or alike."""
    count = own if isinstance(own, int) else len(own)
    numbers = [str(k) for k in range(1, count + 1)]
    return numbers if isinstance(own, int) or not all(own) or len(set(own)) < count else own


def _payoffs(words: Words, width: int, cells: int) -> list[tuple[Fraction, ...]]:
    return [tuple(words.number("a payoff") for _ in range(width)) for _ in range(cells)]


def _outcomes(words: Words, width: int, cells: int) -> list[tuple[Fraction, ...]]:
    words.brace("{")
    outcomes = [(Fraction(0),) * width]
    while words.peek() != "}":
        outcomes.append(_outcome(words, width))
    words.brace("}")
    spots = [words.whole() for _ in range(cells)]
    if spots and max(spots) >= len(outcomes):
        raise words.fault(f"the table names outcome {max(spots)}; there are {len(outcomes) - 1}")
    return [outcomes[spot] for spot in spots]


def _outcome(words: Words, width: int) -> tuple[Fraction, ...]:
    words.brace("{")
    words.text()
    paid = tuple(words.number("a payoff") for _ in range(width))
    words.brace("}")
    return paid
