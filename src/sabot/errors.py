"""Everything that Sabot raises on purpose.

.. code-block:: text

    SabotError
    ├── NumberError        text that is not an exact number
    ├── ShoeError          a shoe that cannot be, or a draw it cannot give
    ├── RulesError         a rules function that does what it must not
    │   └── NoVerbError    a verb that a table or a shoe does not have
    ├── NoSuchError        a seat or a view that a result does not have
    ├── FormError          a game that is not a form (ragged matrix, ...)
    ├── HandError          cards that are not a poker hand
    ├── GameStringError    an unknown game, an unknown key, a value out of range
    ├── FileError          a file that cannot be read or is not what it should be
    ├── CertificateError   a certificate that does not prove what it claims
    ├── NoMethodError      no method applies; says why, and what would
    │   ├── TreeTooLargeError  the game tree has more nodes than may be written out
    │   └── SeatsError     not a game of two seats whose payoffs sum to 0
    ├── WorkerError        workers that are not there, are lost, or are of another version
    └── Interrupted        stopped by the user; says what was saved

Each class carries the exit code that the command line ends with.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


class SabotError(Exception):
    """The root: catch this to catch everything that Sabot raises on purpose."""

    exit_code = 2


class NumberError(SabotError, ValueError):
    """Text or an object that is not an exact number."""


class ShoeError(SabotError, ValueError):
    """A shoe that cannot be, or a draw that it cannot give."""


class RulesError(SabotError):
    """A rules function that does what it must not."""


class NoVerbError(RulesError, AttributeError):
    """A verb that a table or a shoe does not have, such as ``table.aks``."""


class NoSuchError(SabotError, KeyError):
    """A name that something does not have, such as a seat of a solution; says which it has."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""  # KeyError would put it in quotes


class FormError(SabotError, ValueError):
    """Data that do not make a game."""


class RulesWarning(UserWarning):
    """Rules that can be run and are probably not meant so."""


class LongSearchWarning(UserWarning):
    """A search that may take very long, with its bound, before it is made."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a game string: where, what, and what instead."""

    where: str
    what: str
    remedy: str = ""

    def __str__(self) -> str:
        tail = f"\n    {self.remedy}" if self.remedy else ""
        return f"{_abbreviate(self.where)}: {_abbreviate(self.what)}{tail}"


def nearest_word(word: str, known: Iterable[str], alike: float = 0.5) -> str | None:
    """Return the known word that a mistyped one is most like; None if it is like none of them.

    A word of the same letters in another order comes first.

    >>> nearest_word("khun-poker", ["kuhn-poker", "le-her"]), nearest_word("x", ["le-her"])
    ('kuhn-poker', None)
    >>> nearest_word("aks", ["stakes", "ask"])
    'ask'
    """
    from difflib import get_close_matches

    words, letters = list(known), sorted(word)
    swapped = [one for one in words if len(one) > 2 and sorted(one) == letters]
    return next(iter(swapped or get_close_matches(word, words, 1, alike)), None)


def did_you_mean(word: str, known: Iterable[str], alike: float = 0.5) -> str:
    """Return a question with the nearest known word, to put before the known ones; or ''.

    >>> did_you_mean("slove", ["solve", "prove"])
    "did you mean 'solve'? "
    """
    near = nearest_word(word, known, alike)
    return "" if near is None else f"did you mean {near!r}? "


def unknown_word_fault(
    word: str, known: list[str], what: str, also: Mapping[str, str] | None = None
) -> Fault:
    """Return the fault of a word that is not *known*, with the nearest known one.

    *also*: short words that are understood, too, each with the one that is printed for it.
    """
    short = also or {}
    near = nearest_word(word.casefold(), [*known, *short])
    hint = "" if near is None else f"did you mean {short.get(near, near)!r}? "
    listing = f"known: {', '.join(known)}" if known else "there are none"
    return Fault(word, f"{what} {word!r}", hint + listing)


def _abbreviate(text: str) -> str:
    return text if len(text) <= 200 else text[:150] + "..." + text[-40:]


class GameStringError(SabotError, ValueError):
    """A game string with faults, all of them listed at once."""

    def __init__(self, text: str, faults: list[Fault]) -> None:
        self.text = text
        self.faults = tuple(faults)
        shown = text if len(text) <= 80 else text[:60] + "..." + text[-10:]
        super().__init__(f"game {shown!r}\n" + "\n".join(f"  {fault}" for fault in faults))

    def __reduce__(self) -> tuple[type[GameStringError], tuple[str, list[Fault]]]:
        return GameStringError, (self.text, list(self.faults))


_MAX_FAULTS_SHOWN = 10
"""The most faults that are listed of one text of cards."""


class HandError(SabotError, ValueError):
    """Cards that are not a poker hand, all faults listed at once."""

    def __init__(self, text: str, faults: list[Fault]) -> None:
        self.text = text
        self.faults = tuple(faults)
        lines = [f"  {one}" for one in faults[:_MAX_FAULTS_SHOWN]]
        if len(faults) > _MAX_FAULTS_SHOWN:
            lines.append(f"  and {len(faults) - _MAX_FAULTS_SHOWN} more like these")
        super().__init__(f"hand {_abbreviate(text)!r}\n" + "\n".join(lines))

    def __reduce__(self) -> tuple[type[HandError], tuple[str, list[Fault]]]:
        return HandError, (self.text, list(self.faults))


class FileError(SabotError):
    """A file that cannot be read, or that is not what it should be."""

    exit_code = 3


class CertificateError(SabotError):
    """A certificate that does not prove what it claims."""

    exit_code = 1


class NoMethodError(SabotError):
    """No method applies to this game."""

    exit_code = 5


class TreeTooLargeError(NoMethodError):
    """The game tree has more nodes than may be written out."""


_NEEDS_TWO_PLAYER_ZERO_SUM = "this needs two seats and payoffs that sum to 0"


class SeatsError(NoMethodError):
    """A game of other than two seats, or one whose payoffs do not sum to 0; *fact* says which."""

    def __init__(self, fact: str, needs: str = _NEEDS_TWO_PLAYER_ZERO_SUM) -> None:
        self.fact, self.needs = fact, needs
        super().__init__(
            f"{fact}; {needs}\n"
            "  `sabot solve` looks for an equilibrium, `sabot value` judges a profile of "
            "strategies, `sabot simulate --strategy` plays it, `sabot play` sits you down among "
            "the others, `sabot export --efg` writes the game for other programs"
        )

    def __reduce__(self) -> tuple[type[SeatsError], tuple[str, str]]:
        return SeatsError, (self.fact, self.needs)


class WorkerError(SabotError):
    """Workers that are not there, that are lost, or that are of another version."""

    exit_code = 5


class Interrupted(SabotError):
    """Stopped by the user."""

    exit_code = 4


def shorten(text: str, most: int = 40) -> str:
    """Return a text short enough for an error message.

    >>> shorten("x" * 100, 9)
    'xxxxxx...'
    """
    return text if len(text) <= most else text[: most - 3] + "..."
