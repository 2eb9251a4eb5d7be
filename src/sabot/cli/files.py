"""Reading and writing files for the verbs: every fault names its file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sabot import certify
from sabot.errors import CertificateError, FileError


def read(path: str) -> dict[str, Any]:
    """Return the JSON object in a file, or on stdin where the file is called ``-``."""
    if path != "-":
        return certify.read(path)
    return certify.parsed(sys.stdin.buffer.read(certify.MAX_BYTES + 1), "stdin")


@contextmanager
def about(path: str) -> Iterator[None]:
    """Put the name of the file in front of what is said about it."""
    try:
        yield
    except (FileError, CertificateError) as fault:
        text = str(fault)
        if text.startswith((f"{path}: ", "stdin: ")):
            raise
        proof = "not proved: " if isinstance(fault, CertificateError) else ""
        raise type(fault)(f"{path}: {proof}{text}") from None


def save_text(path: str, text: str) -> None:
    """Write a text file whole or not at all."""
    from sabot.files.whole import write_whole

    write_whole(path, text)
