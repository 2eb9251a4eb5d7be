"""Parser of game strings ``NAME(key=value, ...)`` into a name and texts of parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sabot.errors import Fault, GameStringError

_KEY_VALUE_REMEDY = "write each as in ranks=13; `sabot show {}` lists the keys"
_WRONG_BRACKETS = re.compile(r"([^\s=(\[{,:]+)[\s\[{,:]+(\w+\s*=[^\]})]*)[\]})]?")


def split_game_string(text: str) -> tuple[str, dict[str, str], list[Fault]]:
    """Return the name, the texts of the parameters, and the faults of what is not key=value.

    >>> split_game_string("le-her( ranks=5,suits = inf )")
    ('le-her', {'ranks': '5', 'suits': 'inf'}, [])
    """
    body = text.strip()
    if len(body) > 100_000:
        raise GameStringError(body, [Fault("text", f"{len(body)} characters long; 100000 at most")])
    name, bracket, rest = body.partition("(")
    name = name.strip()
    faults: list[Fault] = []
    found: dict[str, str] = {}
    if not name:
        raise GameStringError(text, [Fault("name", "is missing", "write NAME(key=value, ...)")])
    if not bracket:
        meant = _WRONG_BRACKETS.fullmatch(name)
        if meant is not None:
            remedy = f"write {meant[1]}({meant[2].strip()})"
            raise GameStringError(text, [Fault(meant[1], "parameters need round brackets", remedy)])
        return name, found, faults
    remedy = _KEY_VALUE_REMEDY.format(name)
    if not rest.endswith(")"):
        raise GameStringError(text, [Fault("end", "the closing ')' is missing")])
    if fault := _bracket_fault(body):
        raise GameStringError(text, [fault])
    bare: list[str] = []
    for part, key, value in split_parameters(rest[:-1]):
        if not key:
            bare.append(part.strip() or "','")
        elif key in found:
            faults.append(Fault(key, "is given twice"))
        else:
            found[key] = value
    last = list(found)[-1] if found else ""
    if len(bare) == 1 and bare[0].isdecimal() and found.get(last, "").isdecimal():
        number = f"{found[last]},{bare[0]}"
        point = f"a decimal has a point: {last}={number.replace(',', '.')}"
        faults.append(Fault(last, f"{number!r} is not a number", point))
    elif len(bare) > 1 and found:
        remedy += f"; put a list in brackets: {last}=[...]"
        faults.append(Fault(f"{bare[0]}, {bare[1]}"[:60], "are not key=value", remedy))
    elif bare:
        faults += [Fault(part, "is not key=value", remedy) for part in bare]
    return name, found, faults


def split_parameters(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield each part of ``key=value, ...`` with its key and value; no key: it is not key=value.

    >>> list(split_parameters("bet=1..3, 7"))
    [('bet=1..3', 'bet', '1..3'), (' 7', '', '')]
    """
    for part in _split_at_commas(text):
        key, equals, value = part.partition("=")
        key, value = key.strip(), value.strip()
        quoted = len(value) > 1 and value[0] in "'\"" and value[-1] == value[0]
        if equals and key:
            yield part, key, value[1:-1] if quoted else value
        else:
            yield part, "", ""


def _bracket_fault(text: str) -> Fault | None:
    """Return the fault of a bracket, outside quotes, that nothing closes or that closes nothing."""
    quote, waiting = "", list[tuple[int, str]]()
    for spot, letter in enumerate(text, 1):
        if quote or letter in "'\"":
            quote = "" if letter == quote else quote or letter
        elif letter in "[(":
            waiting.append((spot, "]" if letter == "[" else ")"))
        elif letter in "])":
            if not waiting:
                return Fault(f"character {spot}", f"this {letter!r} closes no bracket")
            opened, wanted = waiting.pop()
            if letter != wanted:
                what = f"the bracket that is opened here is closed by {letter!r}"
                return Fault(f"character {opened}", what, f"close it with {wanted!r} before that")
    if waiting and not quote:
        opened, wanted = waiting[-1]
        what = "the bracket that is opened here is not closed"
        return Fault(f"character {opened}", what, f"close it with {wanted!r}")
    return None


def _split_at_commas(text: str) -> list[str]:
    """Split at the commas that are outside brackets and quotes."""
    parts, depth, quote, start = [], 0, "", 0
    for spot, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"":
            quote = letter
        elif letter in "[(":
            depth += 1
        elif letter in "])":
            depth -= 1
        elif letter == "," and depth == 0:
            parts.append(text[start:spot])
            start = spot + 1
    tail = text[start:]
    return [*parts, tail] if parts or tail.strip() else []
