"""Files that verbs have saved, and what is shown of each: the one place that knows them all."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from sabot.certify import read
from sabot.cli.files import about
from sabot.cli.output import say
from sabot.errors import CertificateError, FileError, NumberError
from sabot.render.document import BREAK, Document, Note, document
from sabot.render.views.kinds import demand_kind, kind_in, kind_of
from sabot.render.written import Views, told_by, views_of
from sabot.shown import Shown

Saved = Mapping[str, Any]
_BROKEN = (KeyError, TypeError, AttributeError, ValueError, IndexError, NumberError)


def is_saved(source: str) -> bool:
    """Tell whether *source* names a file that a verb saved, not a game.

    A matrix may stand in a .json file too.
    """
    suffix = Path(source).suffix
    if suffix not in (".json", ".jsonl"):
        path = os.sep in source and "(" not in source
        return not suffix and (path or os.path.isfile(source))
    try:
        with open(source, "rb") as file:
            if file.read(64).lstrip().startswith(b"["):
                return False
        saved = read(source)
    except (OSError, FileError, CertificateError):
        return True  # whoever reads it next says what is wrong with it
    return "payoffs" not in saved or "schema" in saved


def saved_views(file: str) -> Views:
    """Return what can be shown of a file, by what it says it is."""
    saved = _read(file)
    if isinstance(saved, list):
        return _sweep(file, saved)
    demand_kind(file, saved, "table", *_KINDS)
    return _KINDS.get(kind_in(saved), _solution)(file, saved)


def _read(file: str) -> dict[str, Any] | list[dict[str, Any]]:
    """Return the document in a file, or the rows of a sweep, one a line."""
    from sabot.analyse.sweeping.ledger import saved_rows

    try:
        saved = read(file)
    except FileError:  # no document: perhaps lines of them
        rows = saved_rows(file) if Path(file).is_file() else None
        if rows is None:
            raise
        return rows
    rows = saved_rows(file) if saved.get("schema") == "sabot/sweep/1" or _row(saved) else None
    return saved if rows is None else rows


def _row(saved: Saved) -> bool:
    """Tell whether a document is the only row of a sweep."""
    return "schema" not in saved and "game" in saved and "certificate" not in saved


def _guarded(file: str, what: str, make: Callable[..., Any], *words: Any) -> Any:
    """Return what is made of a file that nobody checked, which may say anything."""
    try:
        return make(*words)
    except _BROKEN as fault:
        raise FileError(f"{file}: not {what}: {fault}") from None


def _unchecked(told: Document) -> Document:
    return document(told.blocks, BREAK, Note("as saved; not checked"))


# ---------------------------------------------------------------------- with a proof


def _checked(file: str, saved: Saved) -> Views:
    """Return the views of a result after its proof was checked, on the screen with the time."""
    started = time.perf_counter()
    with about(file):
        result = Shown.load(file)
    views = views_of(result)
    return replace(views, screen=partial(views.screen, checked=time.perf_counter() - started))


def _solution(file: str, saved: Saved) -> Views:
    """Return the views of a solution, which may carry no proof."""
    from sabot.results.solution import Solution

    started = time.perf_counter()
    with about(file):
        solution = Solution.load(file)
    checked: float | None = time.perf_counter() - started
    if solution.certificate is None:
        say(f"{file}: it carries no certificate, so nothing in it is proved")
        checked = None
    views = views_of(solution)
    made = partial(_guarded, file, "a saved solution")
    return Views(
        partial(made, partial(views.screen, checked=checked)),
        partial(made, views.paper),
        sheet=partial(made, views.sheet),
    )


def _proved(file: str, saved: Saved) -> Views:
    """Return the views of a result that was proved; nothing is said of the check."""
    with about(file):
        return views_of(Shown.load(file))


def _shown_or_saved(file: str, saved: Saved) -> Views:
    """Return the views of a list: proved, where it carries what shows it, as earlier ones do not.

    Its tables say that it is complete, and a paper has no room for *not checked*.
    """
    return (_as_saved if saved.get("certificate") is None else _proved)(file, saved)


def _interval(file: str, saved: Saved) -> Views:
    from sabot.render.views.saved import interval_sheet, interval_tables

    checked = saved.get("certificate") is not None
    if checked:
        with about(file):
            Shown.load(file)
    tables = partial(interval_tables, file, saved, checked=checked)
    return Views(tables, sheet=partial(interval_sheet, file, saved))


# ---------------------------------------------------------------------- without one


def _steps(file: str, saved: Saved) -> Views:
    from sabot.cli.verbs.reduce import read_steps
    from sabot.render.views.reduction import log_view, steps_sheet, steps_tables

    title, steps = str(saved.get("game", file)), read_steps(file)[1]
    shown, told, sheet = (partial(v, title, steps) for v in (log_view, steps_tables, steps_sheet))
    return Views(shown, told, sheet=sheet)


def _sweep(file: str, rows: list[dict[str, Any]]) -> Views:
    from sabot.render.views.saved import read_rows
    from sabot.render.views.sweep import sweep_sheet, sweep_tables, sweep_view

    found = read_rows(file, rows)
    return Views(
        lambda: sweep_view(file, found, len(found)),
        lambda: sweep_tables(file, found),
        sheet=lambda: sweep_sheet(found),
    )


def _as_saved(file: str, saved: Saved) -> Views:
    """Return the views of a result as its file tells it; the screen says that."""
    kind = kind_of(saved)
    assert kind is not None
    views = views_of(told_by(kind, saved, file))
    shown = partial(_guarded, file, "what it says it is", views.screen)
    return replace(views, screen=lambda: _unchecked(shown()))


def _anew(file: str, saved: Saved) -> Views:
    """Return the views of a result that was found once more: the file says the same."""
    kind = kind_of(saved)
    assert kind is not None
    return views_of(told_by(kind, saved, file))


def _paper(file: str, saved: Saved) -> Views:
    """Return the views of a report on a source."""
    from sabot.papers.report import Report

    views = views_of(told_by(Report, saved, file))
    return replace(views, screen=lambda: _unchecked(views.screen()))


_KINDS: dict[str, Callable[[str, Saved], Views]] = {
    "classification": _as_saved,
    "equilibria": _shown_or_saved,
    "equilibrium": _proved,
    "field-profile": _proved,
    "figure": _as_saved,
    "hand": _anew,
    "interval": _interval,
    "network": _anew,
    "pair-equilibria": _proved,
    "pair-proof": _checked,
    "paper": _paper,
    "profile": _proved,
    "proof": _checked,
    "pure": _shown_or_saved,
    "reduction": _steps,
    "simulation": _as_saved,
    "strategy": _as_saved,
    "threshold-proof": _checked,
    "tournament": _as_saved,
    "value": _as_saved,
}
"""What is shown of a document, by the middle of its schema; a solution is what is left."""
