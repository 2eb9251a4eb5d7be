"""What a seat answers: a string that finds misspelt actions in the code of the rules.

``table.ask("ann", ("bet", "check")) == "Bet"`` is never true: the rules would silently describe
another game. So the comparison of an answer with a text that was not offered is an error, unless
the rules may offer that text elsewhere: at another question, or with other parameters. Which texts
these are is read from the constants in the bytecode of the rules.
"""

from __future__ import annotations

import dis
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from sabot.errors import RulesError, nearest
from sabot.telling.honest.code import codes, functions_of

_LOADS = frozenset(("LOAD_FAST", "LOAD_NAME", "LOAD_GLOBAL", "LOAD_DEREF"))
_COMPARES = frozenset(("COMPARE_OP", "CONTAINS_OP"))
_DEEP = 4
"""How deep texts are looked for in lists of lists."""


class Offers:
    """The actions that the rules at a table have offered so far, and the texts in their code."""

    def __init__(self, play: Callable[..., object] | None = None) -> None:
        self._play = play
        self._offered: set[str] = set()

    def answers(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """Return the answers to a question that offers *words*."""
        self._offered.update(words)
        return tuple(
            [Answer.to(word, words, self) if type(word) is str else word for word in words]
        )

    def demand_offered(self, text: str, words: Sequence[str]) -> None:
        """Refuse a comparison with a text that is not in *words* and is offered nowhere else.

        Where actions are put together by the rules, as in f"bet {n}", other parameters may offer
        it: then only a text that differs by capitals or blanks is refused.
        """
        if text in self._offered:
            return
        spoken = frozenset() if self._play is None else _spoken(functions_of(self._play))
        alike = any(_folded(text) == _folded(word) for word in words)
        if text in spoken or not (alike or spoken.issuperset(words)):
            return
        near = nearest(text.casefold(), words)
        hint = "" if near is None else f"\n  did you mean {near!r}?"
        raise RulesError(
            f"{line_of_rules()}: an answer is compared with {text[:60]!r}, which is not offered; "
            f"offered: {', '.join(words)}{hint}"
        )


class Answer(str):
    """The text of an action: a string whose comparisons with texts never offered are errors.

    >>> answer = Answer.to("bet", ("bet", "check"), Offers())
    >>> answer == "bet", answer != "check", answer in ("check",), {"bet": 1}[answer], answer == None
    (True, True, False, 1, False)
    """

    __slots__ = ("_offers", "_same", "_words")
    _same: dict[str, bool]
    """Whether a text equals this one, for all texts that may be compared with it without a check:
    those that were offered, and those that were checked before."""
    _words: tuple[str, ...]
    _offers: Offers

    @classmethod
    def to(cls, word: str, words: tuple[str, ...], offers: Offers) -> Answer:
        """Return the answer *word* to a question that offers *words*."""
        answer = cls(word)
        answer._same = {one: one == word for one in words}
        answer._words = words
        answer._offers = offers
        return answer

    def __eq__(self, other: object) -> bool:
        if type(other) is str:
            try:
                return self._same[other]
            except KeyError:
                return self._equals(other)
        return self._equals(other) if isinstance(other, str) else self._is_number(other)

    def __ne__(self, other: object) -> bool:
        return not self.__eq__(other)

    __hash__ = str.__hash__

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str(self),)

    def _equals(self, other: str) -> bool:
        """Return whether a string that *_same* does not decide is this text.

        It is if it is an instance of a subclass of str with the same text. A different text that is
        not an answer must be one that may be offered.
        """
        if str.__eq__(self, other):
            return True
        if not isinstance(other, Answer):
            text = str.__str__(other)
            self._offers.demand_offered(text, self._words)
            self._same[text] = False
        return False

    def _is_number(self, other: object) -> bool:
        """Return False: no text is a number. Refuse a number that was offered as a text."""
        if type(other) is int and str(other) in self._words:
            raise RulesError(
                f"{line_of_rules()}: an answer is compared with the number {other}; answers are "
                f"texts: write {str(other)!r}, or int(answer)"
            )
        return False


def plain(item: Any) -> Any:
    """Return an item with every answer in it replaced by a plain string, in tuples too."""
    kind = type(item)
    if kind is tuple:
        for part in item:
            if type(part) is Answer or type(part) is tuple:
                return tuple([plain(one) for one in item])
        return item
    return str(item) if kind is Answer else item


def line_of_rules() -> str:
    """Return file and line of the rules that called into this package."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(__package__):
        frame = frame.f_back
    return f"{os.path.basename(frame.f_code.co_filename)}, line {frame.f_lineno}"


def _folded(text: str) -> str:
    """Return a text in lower case and without blanks."""
    return "".join(text.split()).casefold()


@lru_cache(maxsize=64)
def _spoken(functions: tuple[Any, ...]) -> frozenset[str]:
    """Return the texts that the code of rules uses other than in comparisons.

    They are its constants, and those in its defaults, closures and globals. They may be offered; a
    text that occurs in comparisons only is never offered.
    """
    found: set[str] = set()
    for function in functions:
        found.update(_texts((function.__defaults__, function.__kwdefaults__)))
        for cell in function.__closure__ or ():
            try:
                found.update(_texts(cell.cell_contents))
            except ValueError:  # not filled yet
                continue
        for code in codes(function.__code__):
            steps = [*dis.get_instructions(code)]
            for place, step in enumerate(steps):
                if _is_compared(steps[place + 1 : place + 3]):
                    continue
                if step.opcode in dis.hasconst:
                    found.update(_texts(step.argval))
                elif step.opname == "LOAD_GLOBAL":
                    found.update(_texts(function.__globals__.get(step.argval)))
    return frozenset(found)


def _is_compared(after: Sequence[dis.Instruction]) -> bool:
    """Return whether what was loaded is compared next, as in ``x == "a"`` or ``"a" == x``."""
    names = [step.opname for step in after]
    return names[:1] != [] and (
        names[0] in _COMPARES or (names[0] in _LOADS and names[1:] == ["COMPARE_OP"])
    )


def _texts(thing: Any, depth: int = 0) -> Iterator[str]:
    """Yield the texts in a thing, and in lists, sets and dictionaries of such things."""
    if isinstance(thing, str):
        yield str.__str__(thing)
    elif isinstance(thing, tuple | list | set | frozenset | dict) and depth < _DEEP:
        for part in [*thing, *(thing.values() if isinstance(thing, dict) else ())]:
            yield from _texts(part, depth + 1)
