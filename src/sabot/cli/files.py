"""Reading and writing files for the verbs; errors name the file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from shlex import quote
from typing import TYPE_CHECKING

from sabot.certify import MAX_BYTES, parse_document, read_bytes
from sabot.errors import CertificateError, FileError

if TYPE_CHECKING:
    from sabot.game_rules.game import Game
    from sabot.render.document import Document
    from sabot.render.formats import ResultViews
    from sabot.results.base import Result


def read_json(path: str) -> dict[str, object]:
    """Return the JSON object in a file, or on stdin where the file is called ``-``."""
    return parse_document(read_raw(path), "stdin" if path == "-" else path)


def read_raw(path: str) -> bytes:
    """Return the bytes of a file, or of stdin; at most one more than a file may have."""
    return sys.stdin.buffer.read(MAX_BYTES + 1) if path == "-" else read_bytes(path)


@contextmanager
def name_file_in_errors(path: str) -> Iterator[None]:
    """Put the name of the file in front of the message of an error about it."""
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
    from sabot.io.files import write_atomically

    write_atomically(path, text)


def format_result(form: str | None, views: ResultViews, document: Mapping[str, object]) -> str:
    """Return the text to save: a JSON document, or its tables in the chosen format."""
    if form in (None, "json"):
        from sabot.cli.output import json_line as as_text

        return as_text(document)
    assert form is not None
    return views.render(form)


def save_and_print(
    found: Result,
    game: Game,
    screen: Callable[[], Document],
    *,
    as_json: bool,
    form: str | None,
    kind: str | None,
    output: str | None,
) -> None:
    """Save a checked result to *output* as its *kind*, print it, and say how its game was read."""
    from sabot.cli.output import print_note, print_result, remark_on_reading, save_then_print
    from sabot.kinds import views_of_result

    def save(path: str) -> None:
        save_text(path, format_result(kind, views_of_result(found), found.to_json()))

    hint = f"sabot check {quote(output or '')}" if kind in (None, "json") else ""
    with save_then_print(output, save, hint) as saved:
        print_result(found, screen, as_json=as_json, form=form, saved=saved)
    if remark := remark_on_reading(game):
        print_note(remark)
