"""A file's text and its stamp: read within bounds, or refused with the reason."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any, BinaryIO

from sabot.errors import FileError, FormError
from sabot.files.words import brief

MAX_BYTES = 256 * 2**20

Stamp = tuple[int, int]
"""When a file was changed and how long it is: a new stamp means a new file."""


def stamp(path: str | Path) -> Stamp:
    """Return the stamp of a file."""
    try:
        found = os.stat(path)
    except (OSError, ValueError) as fault:
        raise unreadable(path, fault) from None
    return found.st_mtime_ns, found.st_size


def read_bytes(path: str | Path, most: int | None = None) -> bytes:
    """Return what a file holds; refuse what is too large before reading it all.

    Only a plain file is opened: a pipe or a device, named by a game in somebody else's file, could
    keep us waiting for ever, or take what was meant for another reader.
    """
    try:
        plain = stat.S_ISREG(os.stat(path).st_mode) or os.path.isdir(path)
        raw = b""
        if plain:
            with open(path, "rb") as file:
                raw = bounded(file, path, most)
    except (OSError, ValueError) as fault:
        raise unreadable(path, fault) from None
    if not plain:
        raise FileError(f"{brief(str(path), 300)}: not a plain file; save it as one and name that")
    return raw


def bounded(file: BinaryIO, name: str | Path, most: int | None = None) -> bytes:
    """Return all that an open file holds, which is refused beyond *most* bytes, or a game's."""
    limit = MAX_BYTES if most is None else most
    raw = file.read(limit + 1)
    if len(raw) > limit:
        hint = "no game in a file is" if most is None else "give a part of it"
        raise FileError(f"{name}: larger than {limit // 2**20} MiB; {hint}")
    return raw


def read_text(path: str | Path, most: int | None = None) -> str:
    """Return a file's text."""
    return text_of(read_bytes(path, most), path)


def text_of(raw: bytes, name: str | Path) -> str:
    """Return bytes as the text that they are."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise FileError(f"{name}: not text (byte {fault.start} is not UTF-8)") from None


def unreadable(path: str | Path, fault: OSError | ValueError) -> FileError:
    """Return the error to raise for a file that the system will not give."""
    reason = getattr(fault, "strerror", None) or str(fault)
    return FileError(f"{brief(str(path), 300)}: cannot be read: {reason}")


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON; of a key given twice nobody could say which was meant."""
    found: dict[str, Any] = {}
    for key, entry in pairs:
        if key in found:
            raise FormError(f"the key {key[:60]!r} is given twice")
        found[key] = entry
    return found
