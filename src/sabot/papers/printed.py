"""Reads what a source prints: the file ``printed.toml`` of its package, into a typed record.

An entry of the file is one datum: ``at`` says where it is printed (section, table or formula),
``value`` is what is printed there, and ``note`` says in our words what it is. The record is a
frozen dataclass with one field per entry; the annotation of a field says how its value is read:

* ``int`` and ``str`` as they are;
* ``tuple[X, ...]`` and ``tuple[X, Y]`` from an array;
* ``dict[K, V]`` from a table, or from an array of ``[key, value]`` where keys are no text;
* ``X | None`` as X, and ``"-"`` as None;
* a dataclass from a table with its fields.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, is_dataclass
from functools import cache
from importlib.resources import files
from types import NoneType, UnionType
from typing import TypeVar, get_args, get_origin, get_type_hints

Record = TypeVar("Record")


@dataclass(frozen=True, slots=True)
class Datum:
    """One entry of ``printed.toml``: where it is printed, and the value as TOML has it."""

    at: str
    value: object
    note: str = ""


class PrintedDataError(ValueError):
    """A ``printed.toml`` that does not fit the record of its source: an error in this program."""


@cache
def printed_entries(package: str) -> dict[str, Datum]:
    """Return the entries of the ``printed.toml`` of a package, by name.

    >>> printed_entries("sabot.sources.ethier_2010_le_her")["normaliser"]
    Datum(at='after (5.10)', value=16575, note='the factor (52)_3 / 2^3 of Table 5.1')
    """
    text = files(package).joinpath("printed.toml").read_text(encoding="utf-8")
    found = {}
    for name, entry in tomllib.loads(text).items():
        if not entry.get("at"):
            raise PrintedDataError(f"{package}, {name}: 'at' must say where it is printed")
        try:
            found[name] = Datum(**entry)
        except TypeError as fault:
            raise PrintedDataError(f"{package}, {name}: {fault}") from None
    return found


def read_printed(record: type[Record]) -> Record:
    """Return the ``printed.toml`` beside the module of a record, as that record."""
    package = record.__module__.rpartition(".")[0]
    values = {name: datum.value for name, datum in printed_entries(package).items()}
    try:
        return _read_record(record, values)
    except PrintedDataError as fault:
        raise PrintedDataError(f"{package}, {fault}") from None


def _read_record(record: type[Record], table: Mapping[str, object]) -> Record:
    """Return a dataclass from a table with its fields; those with a default may be left out."""
    kinds = get_type_hints(record)
    if unknown := set(table) - set(kinds):
        raise PrintedDataError(f"{', '.join(sorted(unknown))}: no such field")
    found = {name: _read(kinds[name], value, name) for name, value in table.items()}
    make: Callable[..., Record] = record
    try:
        return make(**found)
    except TypeError as fault:
        raise PrintedDataError(str(fault)) from None


def _read(kind: object, value: object, where: str) -> object:
    """Return a value of TOML as an annotation says; *where* names it in an error."""
    origin, inside = get_origin(kind), get_args(kind)
    if origin is UnionType:
        (only,) = (one for one in inside if one is not NoneType)
        return None if value == "-" else _read(only, value, where)
    if origin is tuple and isinstance(value, list):
        kinds = inside[:1] * len(value) if inside[1:] == (...,) else inside
        if len(kinds) == len(value):
            places = (f"{where}[{place}]" for place in range(len(value)))
            return tuple(map(_read, kinds, value, places))
    if origin is dict and isinstance(value, dict | list):
        return _read_mapping(inside, value.items() if isinstance(value, dict) else value, where)
    if isinstance(kind, type) and is_dataclass(kind) and isinstance(value, dict):
        return _read_record(kind, value)
    if kind in (int, str) and type(value) is kind:
        return value
    raise PrintedDataError(f"{where}: {value!r} is not {kind}")


def _read_mapping(
    inside: tuple[object, ...], pairs: Iterable[tuple[object, object]], where: str
) -> dict[object, object]:
    """Return a mapping from its pairs; the keys of a table are text, even if they are numbers."""
    found: dict[object, object] = {}
    for pair in pairs:
        key, value = pair
        if inside[0] is int:
            key = int(str(key))
        key = _read(inside[0], key, f"a key of {where}")
        if key in found:
            raise PrintedDataError(f"{where}: {key!r} is there twice")
        found[key] = _read(inside[1], value, f"{where}[{key!r}]")
    return found
