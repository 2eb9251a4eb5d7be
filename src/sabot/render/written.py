"""What is written into a file: the end of its name says how.

A result, or a saved file, has up to four views (for a screen, a paper, a wiki, a spreadsheet);
each way of writing takes the one that suits it.

>>> form_of("v.tex", ("json", "latex")), form_of("v", ("json", "latex"))
('latex', 'json')
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from sabot.certify import check, read
from sabot.errors import CertificateError, FileError, FormError, NumberError, SabotError
from sabot.files.whole import write_whole
from sabot.render.document import Document
from sabot.render.views.kinds import in_words, kind_of
from sabot.shown import Shown

SUFFIXES = {
    "json": ".json",
    "jsonl": ".jsonl",
    "latex": ".tex",
    "markdown": ".md",
    "html": ".html",
    "csv": ".csv",
    "efg": ".efg",
    "nfg": ".nfg",
}
"""How the name of a file ends, by what is written into it."""
TABLES = ("latex", "markdown", "html", "csv")
"""The forms that every view can be written in."""


def form_of(path: str, known: Sequence[str]) -> str:
    """Return what is written into a file: one of *known*, the first where its name does not say.

    >>> form_of("v.svg", ("json", "latex"))
    Traceback (most recent call last):
    sabot.errors.FormError: v.svg: what to write is told by the end of the name: .json, .tex
    """
    suffix = Path(path).suffix.lower()
    for form in known:
        if suffix in ("", SUFFIXES[form]):
            return form
    ends = ", ".join(SUFFIXES[form] for form in known)
    raise FormError(f"{path}: what to write is told by the end of the name: {ends}")


T = TypeVar("T", bound=Shown)
View = Callable[..., Document]


@dataclass(frozen=True)
class Views:
    """The documents of one thing, made when asked for; what is missing is as on the screen."""

    screen: View
    paper: View | None = None
    wiki: View | None = None
    sheet: View | None = None

    def document(self, form: str | None) -> Document:
        """Return the document that is written in a form; None is the screen."""
        paper = self.paper or self.screen
        views = {"latex": paper, "markdown": self.wiki or paper, "csv": self.sheet or paper}
        return views.get(form or "", self.screen)()

    def written(self, form: str) -> str:
        """Return the text of a file: a whole page where it is HTML."""
        return written(self.document(form), form)


def written(told: Document, form: str) -> str:
    """Return a document in one of the forms of :data:`TABLES`."""
    writer = import_module(f"sabot.render.writers.{form}")
    text: str = (writer.page if form == "html" else writer.written)(told)
    return text


def views_of(result: Shown) -> Views:
    """Return the views that a result names."""
    kind = type(result)
    names = (kind._view, kind._tables, kind._wiki, kind._sheet)
    screen, *others = (partial(_told, name, result) if name else None for name in names)
    assert screen is not None
    return Views(screen, *others)


def save(result: Shown, path: str) -> None:
    """Write a result into a file, in the form that its name says."""
    form = form_of(path, ("json", *TABLES))
    if form == "json":
        text = json.dumps(result.to_json(), ensure_ascii=False) + "\n"
    else:
        text = views_of(result).written(form)
    write_whole(path, text)


def loaded(kind: type[T], path: str | Path) -> T:
    """Return a result of some kind from the file that it was saved to."""
    document = read(path)
    told = kind_of(document)
    if told is not None and not issubclass(told, kind):
        raise FileError(f"{path}: not a saved {_spoken(kind)}: it holds {in_words(document)}")
    own = kind if told is None else told
    if own._proved and document.get("certificate", {}) is not None:
        try:
            proved = check(document)
        except FileError as fault:
            raise FileError(f"{path}: {fault}") from None
        except CertificateError as fault:
            raise CertificateError(f"{path}: not proved: {fault}") from None
        return told_by(own, document, path)._as_proved(proved)
    return told_by(own, document, path)


def told_by(kind: type[T], document: Mapping[str, Any], path: str | Path) -> T:
    """Return the result of some kind that a file's document tells of, whatever else it may say."""
    try:
        return kind.from_json(document)
    except FileError as fault:
        raise FileError(f"{path}: {fault}") from None
    except (LookupError, TypeError, AttributeError, ValueError, NumberError, SabotError) as fault:
        raise FileError(f"{path}: not a saved {_spoken(kind)}: {fault}") from None


def _spoken(kind: type[Shown]) -> str:
    """Return the name of a class of results as words.

    >>> _spoken(type("HandOdds", (), {}))
    'hand odds'
    """
    return re.sub("(?<!^)(?=[A-Z])", " ", kind.__name__).lower()


def _told(name: str, result: Shown, *words: Any, **more: Any) -> Document:
    module, _, function = name.partition(":")
    found: Document = getattr(import_module(module), function)(result, *words, **more)
    return found
