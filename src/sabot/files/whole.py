"""Files written whole or not at all, and found out beforehand where they cannot be."""

from __future__ import annotations

import errno
import os
import re
import stat
from pathlib import Path

from sabot.errors import FileError


def write_whole(path: str | Path, text: str | bytes) -> None:
    """Write a file so that a crash leaves either the old one or the new one."""
    target = _place(path)
    try:
        raw = text.encode() if isinstance(text, str) else text
        if not _is_replaced(target):
            target.write_bytes(raw)
            return
        name = _beside(target, raw)
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
        raise _unwritable(path, fault) from None


def _place(path: str | Path) -> Path:
    """Return where a file is to be written: behind its links; a pipe behind them has no name."""
    there = os.path.exists(path) and not os.path.isfile(path)
    return Path(path) if there else Path(os.path.realpath(path))


def demand_writable(path: str | Path) -> None:
    """Refuse a place where :func:`write_whole` would fail, before hours of work are lost to it.

    Looking at permissions is not enough (a file system that takes no files, a name that is too
    long): the file that would hold the text first is made, and removed again.
    """
    target = _place(path)
    try:
        if _is_replaced(target):
            Path(_beside(target, b"")).unlink()
        elif not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as fault:
        raise _unwritable(path, fault) from None


_HEAD = 1 << 16
_OURS = re.compile(rb'\s*\{\s*"schema"\s*:\s*"sabot/')
_PICTURES = (b"\x89PNG", b"%PDF", b"<?xml", b"<svg")
_DRAWN = b"matplotlib"
"""What our figures are drawn with signs them."""


def demand_ours(path: str | Path) -> None:
    """Refuse to replace a file that is there already, unless Sabot wrote it or it is empty."""
    target = Path(os.path.realpath(path))
    if not target.is_file():
        return
    with target.open("rb") as file:
        head = file.read(_HEAD)
        file.seek(max(0, target.stat().st_size - _HEAD))
        drawn = head.startswith(_PICTURES) and _DRAWN in (head + file.read(_HEAD)).lower()
    if head and not drawn and not _OURS.match(head):
        raise FileError(
            f"{path}: is there already, and is no document that Sabot saved\n"
            "  name another file, or replace this one by --force"
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


def _beside(target: Path, raw: bytes) -> str:
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


def _unwritable(path: str | Path, fault: OSError) -> FileError:
    return FileError(f"{path}: cannot be written: {fault.strerror or fault}")
