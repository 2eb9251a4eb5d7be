"""Codecs of documents: how results are written as JSON and read back.

A codec is a pair of functions, made from a type: a fraction is a text, a tuple is a list, a mapping
is an object, a dataclass is an object with one entry per field. Where the document of a dataclass
differs from its fields, the class lists the entries as ``_layout``, in the order in which they are
written::

    _layout = ("game", entry("from", "low"), "equations?", derived("count"))

A type whose meaning depends on the document (a formula in its parameter) is given with its codec. A
document of the wrong shape raises one of :data:`MALFORMED_JSON_ERRORS`. Nothing is proved here:
that is the checker's work, which has a reader of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from sabot.errors import NumberError
from sabot.exact import as_rational, format_fraction

JsonObject = Mapping[str, Any]
"""An object as it is read."""
JsonDocument = dict[str, Any]
"""An object as it is written."""
MALFORMED_JSON_ERRORS = (KeyError, TypeError, AttributeError, ValueError, NumberError)
"""What reading a document of the wrong shape raises."""

T = TypeVar("T")


@dataclass(frozen=True)
class Codec(Generic[T]):
    """How values of one type are written as JSON and read back."""

    write: Callable[[T], Any]
    read: Callable[[Any], T]


Codecs = Mapping[object, Codec[Any]]
"""By type."""


def _unchanged(kind: type[T]) -> Codec[T]:
    """Return the codec of values that JSON has itself."""

    def read(data: object) -> T:
        if type(data) is not kind:
            raise TypeError(f"{str(data)[:60]!r} is not of type {kind.__name__}")
        return data

    return Codec(lambda value: value, read)


def read_integer(data: object) -> int:
    """Return an integer that is written as a number or as a text."""
    number = as_rational(data)
    if number.denominator != 1:
        raise NumberError(f"{data!r} is not a whole number")
    return number.numerator


_COMMON: Codecs = {
    Any: Codec(lambda value: value, lambda data: data),
    str: _unchanged(str),
    bool: _unchanged(bool),
    int: Codec(lambda value: value, read_integer),
    float: Codec(lambda seconds: round(seconds, 6), lambda data: 0 + data),
    Fraction: Codec(format_fraction, as_rational),
}

EVIDENCE: Codec[JsonObject] = Codec(
    lambda held: dict(held) or None,
    lambda held: {key: part for key, part in held.items() if key != "digest"} if held else {},
)
"""A certificate; the digest that its document has beside it is no part of it."""


def codec_of(kind: Any, codecs: Codecs = _COMMON) -> Codec[Any]:
    """Return the codec of a type; *codecs* are those that its parts need besides the common ones.

    >>> strategy = codec_of(Mapping[str, tuple[Fraction, ...]])
    >>> strategy.write({"a": (Fraction(1, 3), Fraction(1))}), strategy.read({"a": ["1/2"]})
    ({'a': ['1/3', '1']}, {'a': (Fraction(1, 2),)})
    """
    return _make_codec(kind, codecs) if codecs and codecs is not _COMMON else _common_codec(kind)


@cache
def _common_codec(kind: Any) -> Codec[Any]:
    """Return the codec of a type that needs the common ones alone: made once."""
    return _make_codec(kind, _COMMON)


def _make_codec(kind: Any, codecs: Codecs) -> Codec[Any]:
    known = codecs.get(kind) or _COMMON.get(kind)
    if known is not None:
        return known
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is None:
        return _record(kind, codecs)
    if origin is Literal:
        return _COMMON[str]
    parts = [codec_of(part, codecs) for part in arguments if part not in (..., NoneType)]
    if origin in (UnionType, Union):
        return nullable(*parts)
    if issubclass(origin, Mapping):
        return dict_of(parts[1], arguments[0])
    if origin is tuple:
        return list_of(*parts) if ... in arguments else tuple_of(*parts)
    listed = list_of(*parts)
    return Codec(listed.write, lambda data: list(listed.read(data)))


def nullable(codec: Codec[T]) -> Codec[T | None]:
    """Return the codec of a value that may be missing: then it is null."""
    return Codec(
        lambda value: None if value is None else codec.write(value),
        lambda data: None if data is None else codec.read(data),
    )


def list_of(codec: Codec[T]) -> Codec[tuple[T, ...]]:
    """Return the codec of a list of any length."""
    return Codec(
        lambda values: list(map(codec.write, values)),
        lambda data: tuple(map(codec.read, _require_list(data))),
    )


def tuple_of(*codecs: Codec[Any]) -> Codec[tuple[Any, ...]]:
    """Return the codec of a list whose entries have types of their own."""
    return Codec(
        lambda values: [part.write(value) for part, value in zip(codecs, values, strict=True)],
        lambda data: tuple(
            part.read(value) for part, value in zip(codecs, _require_list(data), strict=True)
        ),
    )


def _require_list(data: object) -> Sequence[object]:
    if not isinstance(data, list | tuple):
        raise TypeError(f"{str(data)[:60]!r} is not a list")
    return data


def dict_of(codec: Codec[T], key: type = str) -> Codec[Mapping[Any, T]]:
    """Return the codec of an object with values of one type, under any keys."""
    write, read = codec.write, codec.read
    return Codec(
        lambda values: {str(name): write(value) for name, value in values.items()},
        lambda data: {key(name): read(value) for name, value in data.items()},
    )


# ---------------------------------------------------------------------- records


FindCodec = Callable[[str], Codec[Any]]
"""From the name of an attribute to the codec of its type."""


@dataclass(frozen=True)
class Entry:
    """An entry of an object, or several."""

    write: Callable[[Any, FindCodec], JsonObject]
    """From the owner of the values to the entries."""
    read: Callable[[JsonObject, FindCodec], JsonDocument] = lambda data, find: {}
    """From the whole object to the owner's arguments."""


Layout = Sequence[Entry | str]
"""The entries of an object in their order; a text is the key and the attribute of an entry.

An entry with a question mark is left out where it is empty; its attribute has a default then.
"""


def entry(
    key: str,
    name: str = "",
    by: Codec[Any] | None = None,
    when: Callable[[Any], object] | None = None,
) -> Entry:
    """Return an entry; *name* is its attribute, if that is not the key.

    It is written *by* a codec, or by that of the type of its attribute. With *when* it is written
    for the owners of which that is true, and may be missing in a file: then its attribute has a
    default.
    """
    if key.endswith("?"):
        key = key.removesuffix("?")
        when = attrgetter(name or key)
    name = name or key

    def write(owner: object, find: FindCodec) -> JsonObject:
        if when is None or when(owner):
            return {key: (by or find(name)).write(getattr(owner, name))}
        return {}

    def read(data: JsonObject, find: FindCodec) -> JsonDocument:
        if when is not None and key not in data:
            return {}
        return {name: (by or find(name)).read(data[key])}

    return Entry(write, read)


def derived(key: str, write: Callable[[Any], object] | None = None) -> Entry:
    """Return an entry that follows from the others: it is written, and not read.

    Without a function it is written as the attribute is.
    """
    found = write or attrgetter(key)
    return Entry(lambda owner, find: {key: found(owner)})


def unwritten(key: str) -> Entry:
    """Return an entry that is read where it is there, and written by somebody else."""
    return Entry(lambda owner, find: {}, entry(f"{key}?").read)


def by_seat(key: str) -> Entry:
    """Return the entry of a list in the order of the seats, which the owner has by seat."""

    def write(owner: Any, find: FindCodec) -> JsonObject:
        held = getattr(owner, key)
        return {key: [*find(key).write({seat: held[seat] for seat in owner.seats}).values()]}

    return Entry(
        write,
        lambda data, find: {key: find(key).read(dict(zip(data["seats"], data[key], strict=True)))},
    )


def inline(name: str) -> Entry:
    """Return the entries of a record that are written among those of its owner."""
    return Entry(
        lambda owner, find: find(name).write(getattr(owner, name)),
        lambda data, find: {name: find(name).read(data)},
    )


def nested(key: str, *layout: Entry | str) -> Entry:
    """Return an entry that is an object of attributes of the owner."""
    whole = _join(layout)
    return Entry(
        lambda owner, find: {key: whole.write(owner, find)},
        lambda data, find: whole.read(data[key], find),
    )


def _join(layout: Layout) -> Entry:
    """Return several entries as one."""
    entries = [entry(one) if isinstance(one, str) else one for one in layout]
    writers = [one.write for one in entries]

    def write(owner: object, find: FindCodec) -> JsonDocument:
        found: JsonDocument = {}
        for write_entry in writers:
            found |= write_entry(owner, find)
        return found

    def read(data: JsonObject, find: FindCodec) -> JsonDocument:
        found: JsonDocument = {}
        for one in entries:
            found |= one.read(data, find)
        return found

    return Entry(write, read)


SCHEMA = derived("schema", attrgetter("_schema"))


def _record(kind: Any, codecs: Codecs) -> Codec[Any]:
    """Return the codec of a dataclass: its layout, or an entry per field."""
    whole = _join(getattr(kind, "_layout", None) or [one.name for one in fields(kind)])
    types = _field_types(kind)
    find = cache(lambda name: codec_of(types[name], codecs))
    return Codec(
        lambda owner: whole.write(owner, find), lambda data: kind(**whole.read(data, find))
    )


@cache
def _field_types(kind: type) -> Mapping[str, object]:
    """Return the types of the attributes; the game that a result holds is never written."""
    return get_type_hints(kind, localns={"Game": object}, include_extras=True)
