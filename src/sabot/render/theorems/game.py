"""The game that a theorem speaks of, defined for a reader who has nothing but the paper."""

from __future__ import annotations

from typing import Literal

from sabot.games import family_named
from sabot.render.document import Block, Maths, Piece, Statement, Text
from sabot.render.views.family import documentation
from sabot.render.words import the
from sabot.telling.family import Family
from sabot.telling.strings import dissect


def letter_of(parameter: str) -> str:
    """Return the letter that stands for a parameter in mathematics.

    >>> letter_of("commission"), letter_of("A"), letter_of("_1")
    ('c', 'A', 't')
    """
    first = parameter[:1]
    return first if first.isascii() and first.isalpha() else "t"


def defined(
    game: str, parameter: str, seats: tuple[str, ...], kind: Literal["value", "cuts", "pairs"]
) -> list[Block]:
    """Return the game in words, and the notation of what follows.

    *kind* is what is proved: a value and strategies, cuts of hands that are real numbers, or all
    equilibria of two seats.
    """
    family = family_named(game)
    told = [] if family is None else _rules(family, game, parameter)
    letter = letter_of(parameter)
    stands = "may be any number of its range" if letter == parameter else f"stands for {parameter}"
    opening: tuple[Piece, ...] = (f"The game is {game}; ", Maths(letter, letter), f" {stands}. ")
    ways = _CUTS if kind == "cuts" else (*_views(family), *_ENDS[kind](seats))
    notation = Text((*opening, *ways))
    found: list[Block] = [Statement("words", tuple(told), "The game")] if told else []
    return [*found, Statement("words", (notation,), "Notation")]


def _rules(family: Family, game: str, parameter: str) -> list[Block]:
    """Return the rules: those for a paper, else the docstring's, and the parameters given."""
    body, told = documentation(family)
    words = family.defined.split("\n\n") if family.defined else body
    given = {} if family.defined else dissect(game)[1]
    blocks: list[Block] = [Text(" ".join(text.split())) for text in words if text]
    for key, value in given.items():
        if key != parameter and key in told:
            blocks.append(Text(f"Here {key}={value} ({told[key].rstrip('.')})."))
    return blocks


def _views(family: Family | None) -> tuple[Piece, ...]:
    sees = {} if family is None else family.sees
    said: tuple[Piece, ...] = (
        "A view is all that a seat has seen when it chooses; a strategy of a seat has a chance "
        "for each of its actions at each of its views. ",
    )
    for seat, seen in sees.items():
        said += (f"A view of {the(seat)} is written as {', then '.join(seen)}. ",)
    return said


def _value(seats: tuple[str, ...]) -> tuple[Piece, ...]:
    return (
        f"The value is what {the(seats[0])} is paid on average if both play optimally. ",
        "A strategy is called the only optimal one if every optimal strategy has the same chances "
        "at all views that its own choices do not rule out.",
    )


def _pairs(seats: tuple[str, ...]) -> tuple[Piece, ...]:
    return (
        "An equilibrium is a pair of strategies of which neither seat gains by leaving its own; "
        "it is extreme if it is not a mean of two others that share a strategy of one seat.",
    )


_ENDS = {"value": _value, "pairs": _pairs}
_CUTS: tuple[Piece, ...] = (
    "A strategy has an action for every hand at every turn; it is told from the lowest hands up, "
    "each action with the hand up to which it is taken.",
)
