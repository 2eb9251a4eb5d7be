"""Links by which results are saved and shared; the files are :mod:`sabot.web.pages.downloads`'s."""

from __future__ import annotations

from collections.abc import Mapping
from shlex import quote
from urllib.parse import urlencode

from sabot.render.formats import SUFFIXES
from sabot.web.components import download_links
from sabot.web.game_links import MAX_URL_LENGTH, game_url
from sabot.web.html import Markup
from sabot.web.messages import SolutionAnswer

MEDIA_TYPES = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "latex": "application/x-tex; charset=utf-8",
    "markdown": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "file": "text/plain; charset=utf-8",
}
"""The forms of files; ``file`` is a game for another program, under the suffix of that."""
FILE_SUFFIXES = {form: SUFFIXES.get(form, f".{form}") for form in MEDIA_TYPES}
PAGE_LABEL = {"html": "Stand-alone page"}
DOWNLOAD_LABELS = {"json": "Certificate", "csv": "CSV", "latex": "LaTeX", "markdown": "Markdown"}
PICTURE_LABELS = {"png": "PNG", "svg": "SVG"}


def solution_downloads(job: str, answer: SolutionAnswer, here: str = "") -> Markup:
    """Return the links by which a result is saved; *here* is its page, by default the game's."""
    forms = ("json",) if answer["html"] else tuple(DOWNLOAD_LABELS)
    named = {
        **DOWNLOAD_LABELS,
        "json": "Certificate" if has_certificate(answer["solution"]) else "JSON",
    }
    game = str(answer["game"])
    files = PAGE_LABEL | {form: named[form] for form in forms} | PICTURE_LABELS
    place = here or game_url(game, solved="1")  # the page of a game copies its link itself
    return result_downloads(job, files, place, game, link=bool(here))


def theorem_downloads(job: str, here: str) -> Markup:
    """Return the links by which a theorem is saved; *here* is its page."""
    named = {**PAGE_LABEL, **DOWNLOAD_LABELS, "json": "Proof", **PICTURE_LABELS}
    return result_downloads(job, named, here)


def result_downloads(
    job: str, named: Mapping[str, str], here: str, game: str = "", *, link: bool = True
) -> Markup:
    """Return links to the files of a job's result, by the word of each form, and to share it.

    *here* is where the job is asked for: should it be forgotten, the way back leads there. *game*
    is what another machine is asked to show.
    """
    short = len(here) < MAX_URL_LENGTH
    tail = f"?{urlencode({'from': here})}" if short else ""
    files = {word: f"/file/{job}{FILE_SUFFIXES[form]}{tail}" for form, word in named.items()}
    command = f"sabot web {quote(game)}" if game and short else ""
    return download_links(files, link=here if short and link else "", command=command)


def has_certificate(document: Mapping[str, object]) -> bool:
    """Return whether a result carries its certificate."""
    return bool(document.get("certificate") or document.get("digest"))
