"""Codec of records: the fields of a JSON object and the reader of each, as data.

A record class lists its fields. To read an object is to demand just these keys, and to read every
value by the reader of its field, in the order of the class::

    class CertificateTrick(Record, what="a trick of the line"):
        lead = Field(text("a card"))
        winner = Field(text("a card"))

A reader takes a value as JSON has it (:data:`~sabot.certify.json_reader.Json`) and returns it
typed, or raises ValueError; a record class is a reader too. What can only be read together with
other fields is left as it is (:func:`raw`) to the module that knows how.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from sabot.certify.json_reader import (
    Json,
    JsonObject,
    require_keys,
    require_labels,
    require_number,
    require_text,
)

T = TypeVar("T")
Reader = Callable[[Json], T]


class Field(Generic[T]):
    """A key that a record has, and the reader of its value."""

    optional: ClassVar[bool] = False

    def __init__(self, read: Reader[T], key: str = "") -> None:
        self.read, self.key = read, key

    def __set_name__(self, owner: type, name: str) -> None:
        self.key = self.key or name

    if TYPE_CHECKING:  # a record holds the values under the same names

        def __get__(self, record: object, owner: type) -> T: ...


class OptionalField(Field["T | None"], Generic[T]):
    """A key that a record may have; its value is None where it has not."""

    optional = True

    if TYPE_CHECKING:

        def __init__(self, read: Reader[T], key: str = "") -> None: ...


class Record:
    """An object of JSON with fields that are known: only the listed keys, each value read."""

    _what: ClassVar[str]
    _fields: ClassVar[dict[str, Field[object]]] = {}
    _readers: ClassVar[tuple[tuple[str, str, Reader[object]], ...]]
    _required: ClassVar[frozenset[str]]
    _optional: ClassVar[frozenset[str]]

    def __init_subclass__(cls, what: str = "", also: frozenset[str] = frozenset()) -> None:
        """Collect the fields of a class; *what* is the name of such an object in messages.

        The keys in *also* are demanded too, and their values left to the caller.
        """
        own = {name: part for name, part in vars(cls).items() if isinstance(part, Field)}
        cls._what, cls._fields = what, {**cls._fields, **own}
        cls._readers = tuple((name, part.key, part.read) for name, part in cls._fields.items())
        fields = cls._fields.values()
        cls._required = also.union(part.key for part in fields if not part.optional)
        cls._optional = frozenset(part.key for part in fields if part.optional)

    @classmethod
    def require(cls, data: Json) -> JsonObject:
        """Return an object after demanding that it has just the keys of the class."""
        return require_keys(data, cls._required, cls._what, cls._optional)

    def __init__(self, data: Json) -> None:
        found, values = self.require(data), vars(self)
        for name, key, read in self._readers:
            values[name] = read(found[key]) if key in found else None


# ---------------------------------------------------------------------- readers


def raw(data: Json) -> Json:
    """Return a value as it is: it is read later, or never."""
    return data


def text(what: str) -> Reader[str]:
    """Return the reader of a text."""
    return partial(require_text, what=what)


def labels(what: str) -> Reader[list[str]]:
    """Return the reader of a list of names, no two of them equal."""
    return partial(require_labels, what=what)


def any_number(what: str) -> Reader[None]:
    """Return the reader of a number that nothing is claimed by."""
    return partial(require_number, what=what)


def boolean(message: str) -> Reader[bool]:
    """Return the reader of true or false; 1 is neither."""
    return partial(_read_boolean, message=message)


def _read_boolean(data: Json, message: str) -> bool:
    if type(data) is not bool:
        raise ValueError(message)
    return data


def integer(message: str) -> Reader[int]:
    """Return the reader of an integer written as a number."""
    return partial(_read_integer, message=message)


def _read_integer(data: Json, message: str) -> int:
    if type(data) is not int:
        raise ValueError(message)
    return data


def count(message: str) -> Reader[int]:
    """Return the reader of a number of things, 0 or more."""
    return partial(_read_count, message=message)


def _read_count(data: Json, message: str) -> int:
    if type(data) is not int or data < 0:
        raise ValueError(message)
    return data


def one_of(meanings: Mapping[str, T], message: str) -> Reader[T]:
    """Return the reader of a text that is one of a few, each with its meaning."""
    return lambda data: _read_one_of(data, meanings, message)


def _read_one_of(data: Json, meanings: Mapping[str, T], message: str) -> T:
    if type(data) is not str or data not in meanings:
        raise ValueError(message)
    return meanings[data]


def nullable(read: Reader[T]) -> Reader[T | None]:
    """Return the reader of a value that may be null."""
    return lambda data: None if data is None else read(data)


def list_of(read: Reader[T], message: str) -> Reader[tuple[T, ...]]:
    """Return the reader of a list whose entries are all read alike."""
    return lambda data: _read_list(data, read, message)


def _read_list(data: Json, read: Reader[T], message: str) -> tuple[T, ...]:
    if type(data) is not list:
        raise ValueError(message)
    return tuple(map(read, data))


def pair_of(read: Reader[T], message: str) -> Reader[tuple[T, T]]:
    """Return the reader of a list of two entries that are read alike."""
    return lambda data: _read_pair(data, read, message)


def _read_pair(data: Json, read: Reader[T], message: str) -> tuple[T, T]:
    if type(data) is not list or len(data) != 2:
        raise ValueError(message)
    return read(data[0]), read(data[1])


class FormEvidence(Record, what="the certificate"):
    """Evidence that is the form of the game alone; the digest was compared before."""

    form = Field(raw)
    digest = Field(raw)


class NamedDocument(Record):
    """A document that names its schema and its game."""

    schema = Field(raw)
    game = Field(text("the game"))


class SolvedDocument(NamedDocument):
    """A document that says also by which method, and in which time, it was made."""

    method = Field(text("the method"))
    seconds = Field(any_number("the time"))
