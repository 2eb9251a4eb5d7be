"""Strict reader of JSON documents: every key once, exact types, exact numbers, bounded size.

A malformed file raises ``ValueError`` and similar here; the checker turns these into one
:class:`~sabot.errors.FileError`. What each document holds is specified in
``docs/reference/certificate.md``. The last part formats numbers and names of a file for
messages, so that they cannot be mistaken for the checker's own words and cannot steer a
terminal.
"""

from __future__ import annotations

import gc
import hashlib
import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from math import isfinite, ldexp
from os import PathLike
from pathlib import Path
from typing import Any, TypeGuard

from sabot.certify.limits import MAX_BYTES, MAX_DIGITS
from sabot.errors import FileError

Json = object
"""A value as JSON has it: nothing is known of it until a reader has looked at it."""
JsonObject = Mapping[str, Json]
_INTEGER = re.compile(r"-?[0-9]+")
MOST_NAME = 60
"""Characters of a name in a message."""
_BLANKS = re.compile(r" {2,}|(?<=^[\'\"]) | (?=[\'\"]$)")
"""Blanks in a quoted name that a reader could miss: beside another one, or at an end."""
_PLAIN_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,39}")
_RESERVED_WORDS = frozenset(
    {"at", "not", "only", "proved", "unique", "uniqueness", "value", "inside", "on"}
)
"""Words of our own sentences: a player of that name is quoted."""
_SURROGATE = re.compile("[\ud800-\udfff]")
_ESCAPED_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
"""How half of a surrogate pair may be written; most files have none and are not searched."""
_LEAST_EXPONENT = -1074
"""The least positive float is 2 to this power."""
_ZERO_AND_ONE = {"0": (0, 1), "1": (1, 1)}
_CANONICAL_ENCODER = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=True, check_circular=False
)


def read_document(path: str | Path) -> dict[str, Any]:
    """Return the JSON object in a file of bounded size."""
    return parse_document(read_bytes(path), str(path))


def read_bytes(path: str | Path) -> bytes:
    """Return what a file of bounded size holds."""
    if not isinstance(path, str | PathLike) or not str(path):  # open() takes numbers, and bytes
        raise FileError(f"{path!r:.80} is not the name of a file")
    try:
        with open(path, "rb") as file:
            if file.seekable() and file.seek(0, 2) > MAX_BYTES:
                raise FileError(f"{path}: larger than {MAX_BYTES // 2**20} MiB")
            if file.seekable():
                file.seek(0)
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise FileError(f"{path}: cannot be read: {reason}") from None


@contextmanager
def uncollected() -> Iterator[None]:
    """Pause the search for cycles, which a document and its check do not make.

    It takes a share of the time that grows with all that is held.
    """
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def parse_document(raw: bytes, name: str, number: Callable[[str], Any] = float) -> dict[str, Any]:
    """Return the JSON object in some bytes; *name* is what messages call them.

    *number* is what becomes of a decimal: of one that need not be as the checker has it, its text.
    """
    if len(raw) > MAX_BYTES:
        raise FileError(f"{name}: larger than {MAX_BYTES // 2**20} MiB")
    try:
        with uncollected():
            document = json.loads(
                raw.decode("utf-8"),
                object_pairs_hook=reject_duplicate_keys,
                parse_constant=_reject_constant,
                parse_float=number,
            )
        if _ESCAPED_SURROGATE.search(raw):
            _require_no_surrogates(document)
    except RecursionError:
        raise FileError(f"{name}: nested too deeply") from None
    except ValueError as fault:
        reason = "a number of over 4,300 digits" if "4300" in str(fault) else str(fault)
        broken = isinstance(fault, json.JSONDecodeError | UnicodeDecodeError)
        raise FileError(f"{name}: {'not JSON, or cut short: ' * broken}{reason}") from None
    if not isinstance(document, dict):
        raise FileError(f"{name}: not one JSON object, in {{ and }}")
    return document


def _require_no_surrogates(document: Json) -> None:
    """Demand that no text, key or value, holds half of a pair of surrogates; say where one does."""
    left: list[tuple[str, Json]] = [("", document)]
    while left:
        place, thing = left.pop()
        if isinstance(thing, str):
            require_text(thing, place or "it")
        elif isinstance(thing, list):
            left += ((f"{place}[{k}]"[-200:], part) for k, part in enumerate(thing))
        elif isinstance(thing, dict):
            for key, part in thing.items():
                require_text(key, f"a key of {place}" if place else "a key")
                left.append((f"{place}.{key}"[-200:] if place else key[:200], part))


def _reject_constant(word: str) -> Json:
    raise ValueError(f"{word} is not a number of JSON")


def reject_duplicate_keys(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """Return an object of JSON; a key given twice would mean one thing here, another elsewhere."""
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise ValueError(f"{key[:60]!r} is given twice")
            seen.add(key)
    return found


# ---------------------------------------------------------------------- the words of the grammar


def require_keys(
    data: Json, required: Collection[str], what: str, optional: Collection[str] = ()
) -> JsonObject:
    """Return an object after demanding that it has just the keys that are read."""
    found = require_object(data, what)
    if found.keys() == required or found.keys() == set(required):
        return found
    for key in found:
        if key not in required and key not in optional:
            raise ValueError(f"{key[:40]!r} is not a part of {what}")
    for key in required:
        if key not in found:
            raise ValueError(f"{key!r} is missing in {what}")
    return found


def require_object(data: Json, what: str) -> JsonObject:
    """Return an object of JSON, whatever its keys are."""
    if not isinstance(data, Mapping):
        raise ValueError(f"{what} is not an object")
    return data


def require_text(data: Json, what: str) -> str:
    """Return a text: characters that can be written down, not halves of one."""
    if type(data) is not str:
        raise ValueError(f"{what} is not a text")
    if not data.isascii() and (half := _SURROGATE.search(data)):
        code, place = ord(half[0]), half.start() + 1
        raise ValueError(f"{what}: character {place} is half of one, \\u{code:04x} alone")
    return data


def require_labels(data: Json, what: str) -> list[str]:
    """Return a list of names, each of them a text and none of them twice."""
    if type(data) is not list or not data or set(map(type, data)) != {str}:
        raise ValueError(f"the {what} are not a list of names")
    if len(set(data)) != len(data):
        seen: set[str] = set()
        twice = next(name for name in data if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise ValueError(f"the {what} have two of one name: {twice[:40]!r}")
    for name in data:
        if not name.isascii():
            require_text(name, f"one of the {what}")
    return data


def read_two_seat_names(data: Json) -> tuple[str, str]:
    """Return the two names of the players, neither of them empty."""
    found = require_labels(data, "seats")
    if len(found) != 2 or not all(found):
        raise ValueError("the seats are not two names")
    return found[0], found[1]


def read_uniqueness_claim(claim: Json) -> bool | None:
    """Return a claim of uniqueness after demanding that it is true, false or null; 1 is not."""
    if claim is not None and type(claim) is not bool:
        raise ValueError(f"a uniqueness claim is true, false or null, not {describe_value(claim)}")
    return claim


def read_integer(data: Json) -> int:
    """Return an integer written as a number or as text."""
    if type(data) is int:
        return data
    if type(data) is not str or len(data) > MAX_DIGITS or not _INTEGER.fullmatch(data):
        raise ValueError(f"{str(data)[:40]!r} is not a whole number")
    return -_parse_digits(data[1:]) if data[0] == "-" else _parse_digits(data)


def read_integers(data: Sequence[Json]) -> Sequence[int]:
    """Return integers; where all are written as numbers, without looking at one after the other."""
    return data if _are_integers(data) else tuple(map(read_integer, data))


def _are_integers(data: Sequence[Json]) -> TypeGuard[Sequence[int]]:
    return set(map(type, data)) <= {int}


def _parse_digits(digits: str) -> int:
    """Return the number that digits mean, halves first: in one go, time grows with the square."""
    if len(digits) < 4000:
        return int(digits)
    half = len(digits) // 2
    high: int = _parse_digits(digits[:-half]) * 10**half
    return high + _parse_digits(digits[-half:])


def read_ratio(data: Json) -> tuple[int, int]:
    """Return the numerator and the positive denominator of a fraction written as text."""
    if type(data) is not str:
        raise ValueError(f"{str(data)[:40]!r} is not a fraction written as text")
    if data in _ZERO_AND_ONE:
        return _ZERO_AND_ONE[data]
    top, slash, bottom = data.partition("/")
    if top.isdigit() and bottom.isdigit() and data.isascii() and len(data) < 4000:
        pair = int(top), int(bottom)  # as nearly all are, without a detour
    else:
        pair = read_integer(top), read_integer(bottom) if slash else 1
    if pair[1] <= 0 or bottom[:1] == "-":
        raise ValueError(f"{data[:40]!r} has no positive denominator")
    return pair


def require_number(data: Json, what: str) -> None:
    """Demand a number of JSON, whatever it is: nothing is claimed by it."""
    if type(data) is not int and type(data) is not float:
        raise ValueError(f"{what} is not a number")
    if type(data) is float and not isfinite(data):  # 1e999 is written like a number
        raise ValueError(f"{what} is beyond the numbers of JSON that can be read")


def read_fraction(data: Json) -> Fraction:
    """Return a fraction written as text."""
    return Fraction(*read_ratio(data))


def canonical_json(fact: Json) -> str:
    """Return a fact in the one form in which it is compared and digested: 1 and true differ."""
    return _CANONICAL_ENCODER.encode(fact)


# ---------------------------------------------------------------------- words for people


def format_fraction(value: Fraction) -> str:
    """Return a fraction as text, all of it.

    >>> format_fraction(Fraction(-1, 18)), len(format_fraction(Fraction(10**9000)))
    ('-1/18', 9001)
    """
    top = "-" * (value < 0) + _format_digits(abs(value.numerator))
    return top if value.denominator == 1 else f"{top}/{_format_digits(value.denominator)}"


def _format_digits(number: int) -> str:
    """Return the digits of a number, halves first: Python writes none of over 4,300 in one go."""
    if number.bit_length() < 13_000:
        return str(number)
    half = number.bit_length() * 3 // 20
    high, low = divmod(number, 10**half)
    return _format_digits(high) + _format_digits(low).zfill(half)


def as_float(value: Fraction) -> float | None:
    """Return the nearest float, None beyond their range.

    By integers alone: 53 bits of the quotient (fewer below 2^-1022), rounded half to even.

    >>> as_float(Fraction(1, 3)), as_float(Fraction(-(10**400)))
    (0.3333333333333333, None)
    """
    top, below = abs(value.numerator), value.denominator
    exponent = max(top.bit_length() - below.bit_length() - 53, _LEAST_EXPONENT)
    while True:
        unit = below << max(exponent, 0)
        found, rest = divmod(top << max(-exponent, 0), unit)
        if found.bit_length() <= 53:
            break
        exponent += 1
    if 2 * rest > unit or (2 * rest == unit and found % 2):
        found += 1
    try:
        size = ldexp(found, exponent)
    except OverflowError:
        return None
    return size if value >= 0 else -size


def format_short(value: Fraction) -> str:
    """Return a value for a message, in full where it is short.

    >>> format_short(Fraction(-1, 18)), format_short(Fraction(10**400))
    ('-1/18', 'a whole number of about 401 digits')
    """
    bits = max(value.denominator.bit_length(), value.numerator.bit_length())
    if bits < 200:
        return str(value)
    near = as_float(value)
    if near is None:
        kind = "whole number" if value.denominator == 1 else "fraction"
        return f"a {kind} of about {bits * 30103 // 100000 + 1:,} digits"
    return f"about {near!r} (a fraction of many digits)"


def shorten_text(words: str, most: int = 60) -> str:
    """Return words of a file for a message: no longer than that, and no run of blanks in them.

    Blanks could push what follows to where our own words would be.
    """
    plain = " ".join(words[: 4 * most].split())
    return plain if len(plain) <= most and len(words) <= 4 * most else plain[: most - 3] + "..."


def quote_name(name: str) -> str:
    r"""Return a name of a file for a message: a single word as it is, all else in quotes.

    Different names are printed differently. What is not ASCII is written out, since other
    characters may look alike; so is a blank beside another one or at an end, since a line may be
    broken there. A long name is cut, with its digest.

    >>> quote_name("first"), quote_name("first unique, second"), quote_name("not")
    ('first', "'first unique, second'", "'not'")
    >>> print(quote_name("\u0410"), quote_name("a  b "))
    '\u0410' 'a\x20\x20b\x20'
    """
    if _PLAIN_NAME.fullmatch(name) and name.lower() not in _RESERVED_WORDS:
        return name
    shown = _BLANKS.sub(lambda run: "\\x20" * len(run[0]), ascii(name[:MOST_NAME]))
    if len(name) <= MOST_NAME:
        return shown
    sha256 = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{shown[:-1]}...{shown[-1]} (sha256 {sha256[:32]})"


def describe_value(data: Json) -> str:
    """Return a value of a file for a message, without writing all of it out first."""
    if isinstance(data, str):
        return repr(data[:60])
    if isinstance(data, list | Mapping):
        return "a list" if isinstance(data, list) else "an object"
    if type(data) is int and data.bit_length() > 200:
        return "a number of many digits"
    return repr(data)


def escape_unprintable(words: str) -> str:
    r"""Return a text with what would steer a terminal written out.

    >>> escape_unprintable("West\x1b[2K")
    'West\\x1b[2K'
    """
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in words
    )


ClaimPair = tuple[bool | None, bool | None]


def read_uniqueness_claims(names: list[str], data: Json) -> ClaimPair:
    """Return both players' claims of uniqueness."""
    if not isinstance(data, Mapping) or data.keys() != set(names):
        raise ValueError("the uniqueness claims are not the seats'")
    return read_uniqueness_claim(data[names[0]]), read_uniqueness_claim(data[names[1]])
