"""File formats of results: which suffix means which, and the views and writers that each takes.

A result has up to four views (screen, paper, wiki, spreadsheet), and each format takes the one that
suits it.

>>> format_for_path("v.tex", ("json", "latex")), format_for_path("v", ("json", "latex"))
('latex', 'json')
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from sabot.errors import FormError
from sabot.render.document import Document

SUFFIXES = {
    "json": ".json",
    "jsonl": ".jsonl",
    "latex": ".tex",
    "markdown": ".md",
    "html": ".html",
    "csv": ".csv",
    "efg": ".efg",
    "nfg": ".nfg",
    "lp": ".lp",
    "mps": ".mps",
    "coq": ".v",
}
"""The suffix of a file's name, by the format that is written into it."""
TABLE_FORMATS = ("latex", "markdown", "html", "csv")
"""The formats in which every view can be written."""


def format_for_path(path: str, known: Sequence[str]) -> str:
    """Return the format of a file: one of *known*, the first where its name has no suffix.

    >>> format_for_path("v.svg", ("json", "latex"))
    Traceback (most recent call last):
    sabot.errors.FormError: v.svg: the suffix says what to write: .json, .tex
    """
    suffix = Path(path).suffix.lower()
    for form in known:
        if suffix in ("", SUFFIXES[form]):
            return form
    ends = ", ".join(SUFFIXES[form] for form in known)
    raise FormError(f"{path}: the suffix says what to write: {ends}")


ViewFunction = Callable[..., Document]


@dataclass(frozen=True)
class ResultViews:
    """The views of one result, built when asked for; a missing one is the screen's."""

    screen: ViewFunction
    paper: ViewFunction | None = None
    wiki: ViewFunction | None = None
    sheet: ViewFunction | None = None

    def document(self, form: str | None) -> Document:
        """Return the document that is written in a format; None is the screen."""
        paper = self.paper or self.screen
        views = {
            "latex": paper,
            "array": paper,
            "markdown": self.wiki or paper,
            "csv": self.sheet or paper,
        }
        return views.get(form or "", self.screen)()

    def render(self, form: str) -> str:
        """Return the text of a file: a whole page where it is HTML."""
        return render_document(self.document(form), form)


def render_document(document: Document, form: str) -> str:
    """Return the text of a file in one of :data:`TABLE_FORMATS`: a whole page where it is HTML."""
    if form == "html":
        from sabot.render.writers.html import render_page

        return render_page(document)
    return render_part(document, form)


def render_part(document: Document, form: str) -> str:
    """Return a document in a format, without what surrounds it in a file."""
    return _writer(form)(document)


def _writer(form: str) -> Callable[[Document], str]:
    """Return the writer of a format, imported now."""
    if form == "latex":
        from sabot.render.writers import latex

        return latex.render
    if form == "markdown":
        from sabot.render.writers import markdown

        return markdown.render
    if form == "html":
        from sabot.render.writers import html

        return html.render
    if form == "array":
        from sabot.render.writers import array

        return array.render
    if form == "csv":
        from sabot.render.writers import csv

        return csv.render
    from sabot.render.writers import terminal

    return terminal.render
