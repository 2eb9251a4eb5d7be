"""What a seat answers: a text that knows what was offered, and refuses to be mistaken.

``table.ask("ann", ("bet", "check")) == "Bet"`` is never true, and the rules would tell another game
without a word. An answer that is compared with a text that was not offered is therefore an error,
unless the rules may offer that text elsewhere: at another question, or with other parameters.
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
"""So deep are texts looked for in lists of lists."""


class Offers:
    """What the rules at a table have offered so far, and what their code speaks of besides."""

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
        """Refuse a comparison with a text that is none of *words* and is offered nowhere else.

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
    """The text of an action, compared with care; everywhere else it is that text.

    >>> answer = Answer.to("bet", ("bet", "check"), Offers())
    >>> answer == "bet", answer != "check", answer in ("check",), {"bet": 1}[answer], answer == None
    (True, True, False, 1, False)
    """

    __slots__ = ("_offers", "_same", "_words")
    _same: dict[str, bool]
    """By text, whether it is this one: those that were offered, and those that were found to be
    in order."""
    _words: tuple[str, ...]
    _offers: Offers

    @classmethod
    def to(cls, word: str, words: tuple[str, ...], offers: Offers) -> Answer:
        """Return one of the answers to a question."""
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
        """Return whether a text that was not offered is this one: never, unless it is a kind of."""
        if str.__eq__(self, other):
            return True
        if not isinstance(other, Answer):
            text = str.__str__(other)
            self._offers.demand_offered(text, self._words)
            self._same[text] = False
        return False

    def _is_number(self, other: object) -> bool:
        """Return that no text is a number; refuse one whose text was offered."""
        if type(other) is int and str(other) in self._words:
            raise RulesError(
                f"{line_of_rules()}: an answer is compared with the number {other}; answers are "
                f"texts: write {str(other)!r}, or int(answer)"
            )
        return False


def plain(item: Any) -> Any:
    """Return an item without answers in it: texts in their place, in tuples too."""
    kind = type(item)
    if kind is tuple:
        for part in item:
            if type(part) is Answer or type(part) is tuple:
                return tuple([plain(one) for one in item])
        return item
    return str(item) if kind is Answer else item


def line_of_rules() -> str:
    """Return the line of the rules that is being told, with its file."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(__package__):
        frame = frame.f_back
    return f"{os.path.basename(frame.f_code.co_filename)}, line {frame.f_lineno}"


def _folded(text: str) -> str:
    return "".join(text.split()).casefold()


@lru_cache(maxsize=64)
def _spoken(functions: tuple[Any, ...]) -> frozenset[str]:
    """Return the texts that stand in the code of rules, or in what it names, not to compare with.

    They may be offered; one that stands in comparisons alone is not.
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
    if isinstance(thing, str):
        yield str.__str__(thing)
    elif isinstance(thing, tuple | list | set | frozenset | dict) and depth < _DEEP:
        for part in [*thing, *(thing.values() if isinstance(thing, dict) else ())]:
            yield from _texts(part, depth + 1)
