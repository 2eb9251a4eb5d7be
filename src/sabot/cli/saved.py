"""Files that verbs have saved, and what is shown of each: the one place that knows them all."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from sabot.certify import check, read
from sabot.cli.files import about
from sabot.cli.output import say
from sabot.errors import CertificateError, FileError, NumberError, SabotError
from sabot.render.document import BREAK, Document, Note, document
from sabot.render.views.kinds import demand_kind
from sabot.render.written import Views, views_of
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
    schema = str(saved.get("schema", ""))
    kind = schema.split("/")[1] if schema.startswith("sabot/") else ""
    return _KINDS.get(kind, _solution)(file, saved)


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


def _solution(file: str, saved: Saved) -> Views:
    from sabot.render.views.solution import paper, screen, solution_sheet
    from sabot.results.solution import Solution

    started = time.perf_counter()
    with about(file):
        solution = Solution.load(file)
    checked: float | None = time.perf_counter() - started
    if solution.certificate is None:
        say(f"{file}: it carries no certificate, so nothing in it is proved")
        checked = None
    views = (
        partial(screen, solution, checked=checked),
        partial(paper, solution),
        partial(solution_sheet, solution),
    )
    shown, told, sheet = (partial(_guarded, file, "a saved solution", view) for view in views)
    return Views(shown, told, sheet=sheet)


def _proof(file: str, saved: Saved) -> Views:
    from sabot.render.theorems.paper import theorem_paper
    from sabot.render.theorems.sheet import theorem_sheet
    from sabot.render.theorems.statement import theorem_view
    from sabot.render.theorems.wiki import theorem_wiki
    from sabot.results.theorem import Theorem

    started = time.perf_counter()
    with about(file):
        proof = Theorem.load(file)
    checked = time.perf_counter() - started
    views = (partial(view, proof) for view in (theorem_paper, theorem_wiki, theorem_sheet))
    return Views(partial(theorem_view, proof, checked=checked), *views)


def _cuts(file: str, saved: Saved) -> Views:
    from sabot.render.theorems.cuts import paper, screen, sheet
    from sabot.results.cuts import CutTheorem

    started = time.perf_counter()
    with about(file):
        proof = CutTheorem.load(file)
    checked = time.perf_counter() - started
    shown = partial(screen, proof, checked=checked)
    return Views(shown, partial(paper, proof), sheet=partial(sheet, proof))


def _pairs(file: str, saved: Saved) -> Views:
    from sabot.render.theorems.pairs import paper, screen, sheet
    from sabot.results.pairs import PairTheorem

    started = time.perf_counter()
    with about(file):
        proof = PairTheorem.load(file)
    checked = time.perf_counter() - started
    shown = partial(screen, proof, checked=checked)
    return Views(shown, partial(paper, proof), sheet=partial(sheet, proof))


# ---------------------------------------------------------------------- without one


def _steps(file: str, saved: Saved) -> Views:
    from sabot.cli.verbs.reduce import read_steps
    from sabot.render.views.reduction import log_view, steps_sheet, steps_tables

    title, steps = str(saved.get("game", file)), read_steps(file)[1]
    shown, told, sheet = (partial(v, title, steps) for v in (log_view, steps_tables, steps_sheet))
    return Views(shown, told, sheet=sheet)


def _interval(file: str, saved: Saved) -> Views:
    from sabot.render.views.saved import interval_sheet, interval_tables

    return Views(partial(interval_tables, file, saved), sheet=partial(interval_sheet, file, saved))


def _sorts(file: str, saved: Saved) -> Views:
    from sabot.render.views.saved import sorts_sheet, sorts_tables

    return Views(partial(sorts_tables, file, saved), sheet=partial(sorts_sheet, file, saved))


def _sweep(file: str, rows: list[dict[str, Any]]) -> Views:
    from sabot.render.views.saved import read_rows
    from sabot.render.views.sweep import sweep_sheet, sweep_tables, sweep_view

    found = read_rows(file, rows)
    return Views(
        lambda: sweep_view(file, found, len(found)),
        lambda: sweep_tables(file, found),
        sheet=lambda: sweep_sheet(found),
    )


def _equilibria(file: str, saved: Saved) -> Views:
    from sabot.render.views.equilibria import (
        equilibria_sheet,
        equilibria_tables,
        equilibria_view,
    )
    from sabot.results.equilibria import Equilibria

    if saved.get("schema") == "sabot/equilibria/3":
        return _every(file, saved)

    def told(view: Callable[[Equilibria], Document]) -> Document:
        found: Document = _guarded(file, what, lambda: view(Equilibria.from_json(saved)))
        return found

    what = "saved equilibria"
    return Views(
        lambda: _unchecked(told(equilibria_view)),
        lambda: told(equilibria_tables),
        sheet=lambda: told(equilibria_sheet),
    )


def _every(file: str, saved: Saved) -> Views:
    from sabot.render.views.equilibria import every_sheet, every_tables, every_view
    from sabot.results.equilibria import EveryEquilibrium

    def told(view: Callable[[EveryEquilibrium], Document]) -> Document:
        found: Document = _guarded(
            file, "saved equilibria", lambda: view(EveryEquilibrium.from_json(saved))
        )
        return found

    return Views(
        lambda: _unchecked(told(every_view)),
        lambda: told(every_tables),
        sheet=lambda: told(every_sheet),
    )


def _pair_list(file: str, saved: Saved) -> Views:
    from sabot.render.theorems.pairs import list_paper, list_screen, list_sheet
    from sabot.results.pairs import PairEquilibria

    with about(file):
        check(saved)
    found = _guarded(file, "saved equilibria", lambda: PairEquilibria.from_json(saved))
    shown, told, sheet = (partial(v, found) for v in (list_screen, list_paper, list_sheet))
    return Views(shown, told, sheet=sheet)


def _value(file: str, saved: Saved) -> Views:
    from sabot.analyse.judge import Judgement
    from sabot.analyse.profile import ProfileJudgement
    from sabot.render.views.value import profile_sheet, profile_view, value_sheet, value_view

    def screen() -> Document:
        sources = {str(seat): str(name) for seat, name in saved.get("sources", {}).items()}
        if "payoffs" in saved:
            return profile_view(ProfileJudgement.from_json(saved), sources)
        return value_view(Judgement.from_json(saved), sources)

    def sheet() -> Document:
        if "payoffs" in saved:
            return profile_sheet(ProfileJudgement.from_json(saved))
        return value_sheet(Judgement.from_json(saved))

    what = "judged strategies"
    shown = partial(_guarded, file, what, screen)
    return Views(lambda: _unchecked(shown()), shown, sheet=partial(_guarded, file, what, sheet))


def _balance(file: str, saved: Saved) -> Views:
    from sabot.results.balance import Equilibrium

    with about(file):
        return views_of(Equilibrium.load(file))


def _profile(file: str, saved: Saved) -> Views:
    from sabot.results.seats.profile import Profile

    with about(file):
        return views_of(Profile.load(file))


def _pure(file: str, saved: Saved) -> Views:
    from sabot.render.seats.pure import pure_sheet, pure_view
    from sabot.results.seats.pure import PureEquilibria

    def told(view: Callable[[PureEquilibria], Document]) -> Document:
        made = partial(_guarded, file, "saved equilibria")
        found: Document = made(lambda: view(PureEquilibria.from_json(saved)))
        return found

    return Views(lambda: _unchecked(told(pure_view)), sheet=lambda: told(pure_sheet))


# ---------------------------------------------------------------------- found anew


def _hand(file: str, saved: Saved) -> Views:
    """Return a poker hand's views; its chances are counted again."""
    from sabot.results.hand import hand

    def found() -> Shown:
        return hand(str(saved["hand"]), against=saved["against"], joint="discard_joint" in saved)

    return _anew(file, saved, "a saved hand", found)


def _of_family(file: str, saved: Saved) -> Views:
    """Return the views of what a family solves by itself: cheap, so that it is solved again.

    The kind of such a document is also the key under which it names its game.
    """
    from sabot.games import load

    def found() -> Shown:
        name = str(saved[str(saved["schema"]).split("/")[1]])
        game = load(name, run=False)  # a file is data: it makes nobody run another
        result: Shown | None = game.rules.result(game)
        if result is None:
            raise ValueError(f"{name:.60} is another kind of game")
        return result

    return _anew(file, saved, "what it says it is", found)


def _anew(file: str, saved: Saved, what: str, make: Callable[[], Shown]) -> Views:
    """Return the views of a result that is found once more; the file must say the same."""
    try:
        result: Any = make()
    except (SabotError, *_BROKEN) as fault:
        raise FileError(f"{file}: not {what}: {fault}") from None
    if result.to_json() != saved:
        raise FileError(f"{file}: other numbers than are found anew; save it again")
    return views_of(result)


_KINDS: dict[str, Callable[[str, Saved], Views]] = {
    "equilibrium": _balance,
    "hand": _hand,
    "network": _of_family,
    "proof": _proof,
    "profile": _profile,
    "pure": _pure,
    "threshold-proof": _cuts,
    "pair-proof": _pairs,
    "pair-equilibria": _pair_list,
    "reduction": _steps,
    "interval": _interval,
    "classification": _sorts,
    "equilibria": _equilibria,
    "value": _value,
}
"""What is shown of a document, by the middle of its schema; a solution is what is left."""
