"""Files written whole or not at all, and found out beforehand where they cannot be."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from pathlib import Path

from sabot.errors import FileError


def write_whole(path: str | Path, text: str | bytes) -> None:
    """Write a file so that a crash leaves either the old one or the new one."""
    target = Path(os.path.realpath(path))
    try:
        raw = text.encode() if isinstance(text, str) else text
        if not _is_replaced(target):
            target.write_bytes(raw)
            return
        name = _beside(target, raw)
        try:
            os.chmod(name, 0o644)
            os.replace(name, target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except UnicodeEncodeError:
        raise FileError(f"{path}: cannot be written: a label is not proper Unicode") from None
    except OSError as fault:
        raise _unwritable(path, fault) from None


def demand_writable(path: str | Path) -> None:
    """Refuse a place where :func:`write_whole` would fail, before hours of work are lost to it.

    Looking at permissions is not enough (a file system that takes no files, a name that is too
    long): the file that would hold the text first is made, and removed again.
    """
    target = Path(os.path.realpath(path))
    try:
        if _is_replaced(target):
            Path(_beside(target, b"")).unlink()
        elif not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as fault:
        raise _unwritable(path, fault) from None


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


def _beside(target: Path, raw: bytes) -> str:
    """Write a new file in the folder of *target*, ready to take its name; return where it is."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=target.name, suffix=".new")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(raw)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return name


def _unwritable(path: str | Path, fault: OSError) -> FileError:
    return FileError(f"{path}: cannot be written: {fault.strerror or fault}")
