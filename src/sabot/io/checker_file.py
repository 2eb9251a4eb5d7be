"""The checker as one file, ``sabot-check.pyz``, that runs with Python alone.

A zip archive with the source of :mod:`sabot.certify` and of the modules that it imports, which
``python sabot-check.pyz FILE...`` runs as a program. It is sent along with a certificate, so that
the reader needs no Sabot. The source is packed as it is written: who doubts can unpack and read it.
The same source gives the same archive.
"""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from sabot.errors import FileError
from sabot.io.files import read_bytes, write_atomically

PROGRAM = "sabot-check.pyz"
_FIRST_LINE = b"#!/usr/bin/env python3\n"
_PACKED = ("_version.py", "errors.py", "certify")
"""Modules and packages of ``sabot`` in the archive."""
_PACKAGE = '"""The checker of Sabot: what of the package it needs."""\n'
_MAIN = f'''\
"""Check that files of Sabot prove what they state: python {PROGRAM} FILE..."""

import sys

if sys.version_info < (3, 11):
    sys.stderr.write("{PROGRAM} needs Python 3.11 or newer; this is " + sys.version + "\\n")
    sys.exit(2)

from sabot.certify import main

sys.exit(main(sys.argv[1:], "python {PROGRAM}"))
'''
LICENCE = """\
MIT License

Copyright (c) 2026 The Sabot founders

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
"""


def checker_archive() -> bytes:
    """Return the archive: a line for the shell, then a zip file."""
    files = {"LICENSE": LICENCE, "__main__.py": _MAIN, "sabot/__init__.py": _PACKAGE}
    source = Path(__file__).parents[1]
    for name in _PACKED:
        place = source / name
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            files[f"sabot/{path.relative_to(source).as_posix()}"] = path.read_text(encoding="utf-8")
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name)  # dated 1980: the archive does not depend on the day
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, text)
    return _FIRST_LINE + held.getvalue()


def write_checker(path: str) -> int:
    """Write the archive to a file, and return how many bytes it has.

    Only another such archive is replaced.
    """
    target = Path(path)
    if target.is_file() and not read_bytes(target).startswith(_FIRST_LINE + b"PK"):
        raise FileError(f"{path}: is there already, and is no checker\n  name another file")
    raw = checker_archive()
    write_atomically(target, raw)
    return len(raw)
