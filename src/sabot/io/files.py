"""Read files within bounds, and write them atomically.

Only plain files are opened: a pipe or a device, named by a game in a foreign file, could block for
ever. A file is written beside its target and renamed, so that a crash leaves either
the old one or the new one; a place that cannot be written to is found out before hours of work are
lost to it.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from pathlib import Path
from typing import BinaryIO

from sabot.errors import FileError, FormError, shorten

MAX_BYTES = 256 * 2**20
FileStamp = tuple[int, int]
"""When a file was changed and how long it is: a new stamp means a new file."""


def file_stamp(path: str | Path) -> FileStamp:
    """Return the stamp of a file."""
    try:
        found = os.stat(path)
    except (OSError, ValueError) as fault:
        raise unreadable_file_error(path, fault) from None
    return found.st_mtime_ns, found.st_size


def read_bytes(path: str | Path, most: int | None = None) -> bytes:
    """Return what a file holds; refuse what is too large before reading it all.

    Only a plain file is opened: a pipe or a device, named by a game in a foreign file, could block
    for ever, or consume what was meant for another reader.
    """
    try:
        plain = stat.S_ISREG(os.stat(path).st_mode) or os.path.isdir(path)
        raw = b""
        if plain:
            with open(path, "rb") as file:
                raw = read_bounded(file, path, most)
    except (OSError, ValueError) as fault:
        raise unreadable_file_error(path, fault) from None
    if not plain:
        raise FileError(
            f"{shorten(str(path), 300)}: not a plain file; save it as one and name that"
        )
    return raw


def read_bounded(file: BinaryIO, name: str | Path, most: int | None = None) -> bytes:
    """Return all that an open file holds, which is refused beyond *most* bytes, or a game's."""
    limit = MAX_BYTES if most is None else most
    raw = file.read(limit + 1)
    if len(raw) > limit:
        hint = "no game in a file is" if most is None else "give a part of it"
        raise FileError(f"{name}: larger than {limit // 2**20} MiB; {hint}")
    return raw


def read_text(path: str | Path, most: int | None = None) -> str:
    """Return a file's text."""
    return decode_text(read_bytes(path, most), path)


def decode_text(raw: bytes, name: str | Path) -> str:
    """Return bytes as the text that they are."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise FileError(f"{name}: not text (byte {fault.start} is not UTF-8)") from None


def unreadable_file_error(path: str | Path, fault: OSError | ValueError) -> FileError:
    """Return the error to raise for a file that the system will not give."""
    reason = getattr(fault, "strerror", None) or str(fault)
    return FileError(f"{shorten(str(path), 300)}: cannot be read: {reason}")


def dict_without_duplicate_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return a JSON object; refuse a key that is given twice."""
    found: dict[str, object] = {}
    for key, entry in pairs:
        if key in found:
            raise FormError(f"the key {key[:60]!r} is given twice")
        found[key] = entry
    return found


def write_atomically(path: str | Path, text: str | bytes) -> None:
    """Write a file so that a crash leaves either the old one or the new one."""
    target = _write_target(path)
    try:
        raw = text.encode() if isinstance(text, str) else text
        if not _is_replaced(target):
            target.write_bytes(raw)
            return
        name = _write_temporary_file(target, raw)
        try:
            if target.exists():
                os.chmod(name, stat.S_IMODE(target.stat().st_mode))
            os.replace(name, target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except UnicodeEncodeError:
        raise FileError(f"{path}: cannot be written: a label is not proper Unicode") from None
    except OSError as fault:
        raise _unwritable_file_error(path, fault) from None


def _write_target(path: str | Path) -> Path:
    """Return where a file is to be written: behind its links; a pipe behind them has no name."""
    there = os.path.exists(path) and not os.path.isfile(path)
    return Path(path) if there else Path(os.path.realpath(path))


def require_writable(path: str | Path) -> None:
    """Refuse a place where :func:`write_whole` would fail, before hours of work are lost to it.

    Looking at permissions is not enough (a file system that takes no files, a name that is too
    long): the file that would hold the text first is made, and removed again.
    """
    target = _write_target(path)
    try:
        if _is_replaced(target):
            Path(_write_temporary_file(target, b"")).unlink()
        elif not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as fault:
        raise _unwritable_file_error(path, fault) from None


_SIGNATURE_BYTES = 1 << 16
_SABOT_DOCUMENT = re.compile(rb'\s*\{\s*"schema"\s*:\s*"sabot/')
_IMAGE_SIGNATURES = (b"\x89PNG", b"%PDF", b"<?xml", b"<svg")
_MATPLOTLIB_SIGNATURE = b"matplotlib"
"""What our figures are drawn with signs them."""


def require_replaceable(path: str | Path) -> None:
    """Refuse to replace a file that is there already, unless Sabot wrote it or it is empty."""
    target = Path(os.path.realpath(path))
    if not target.is_file():
        return
    with target.open("rb") as file:
        head = file.read(_SIGNATURE_BYTES)
        file.seek(max(0, target.stat().st_size - _SIGNATURE_BYTES))
        drawn = (
            head.startswith(_IMAGE_SIGNATURES)
            and _MATPLOTLIB_SIGNATURE in (head + file.read(_SIGNATURE_BYTES)).lower()
        )
    if head and not drawn and not _SABOT_DOCUMENT.match(head):
        raise FileError(
            f"{path}: exists already; without --force only Sabot's own .json files and figures "
            "are replaced\n"
            "  name another file, or replace this one with --force"
        )


def _is_replaced(target: Path) -> bool:
    """Return whether writing makes a new file; a device or a pipe is written to, never replaced."""
    folder = target.parent
    try:
        mode = target.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        if not folder.is_dir():
            there = folder.exists()
            what = f"{folder} is not a folder" if there else f"there is no folder {folder}"
            remedy = "make it first, or name a file elsewhere"
            raise FileNotFoundError(errno.ENOENT, f"{what}\n  {remedy}") from None
        return True
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder\n  name a file in it")
    if not stat.S_ISREG(mode):
        return False
    if not mode & stat.S_IWUSR:
        raise PermissionError(errno.EACCES, "it is read-only")
    return True


def _write_temporary_file(target: Path, raw: bytes) -> str:
    """Write a new file in the folder of *target*, ready to take its name; return where it is.

    It is made as any new file is: with what the umask leaves of 0666.
    """
    name = str(target.with_name(f"{target.name}{os.urandom(6).hex()}.new"))
    handle = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(raw)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return name


def _unwritable_file_error(path: str | Path, fault: OSError) -> FileError:
    return FileError(f"{path}: cannot be written: {fault.strerror or fault}")
