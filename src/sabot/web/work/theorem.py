"""A theorem for a page: the proof, what it says, and its figures."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from sabot.render.document import Document
from sabot.render.figures import catalogue
from sabot.render.theorems import cuts, pairs
from sabot.render.theorems.statement import theorem_view
from sabot.render.written import views_of
from sabot.results.cuts import CutTheorem
from sabot.results.pairs import PairTheorem
from sabot.results.theorem import Theorem
from sabot.web.figures.axes import TELEPHONE
from sabot.web.figures.panel import figure_svgs
from sabot.web.markup import written
from sabot.web.work.asked import demand_no_file


def theorem(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return a theorem, checked: its document, its words, its figures and its files."""
    from sabot import api

    text = str(question.get("game", ""))
    if not question.get("opened"):
        demand_no_file(text)
    proof: Any = api.prove(text)
    started = time.perf_counter()
    api.check(proof)
    checked = time.perf_counter() - started
    views = views_of(proof)
    drawn = catalogue(proof)
    figure = drawn[next(iter(drawn))]()
    return {
        "game": proof.game,
        "parameter": proof.parameter,
        "solution": proof.to_json(),
        "html": written(_screen(proof, checked)),
        "figures": [str(one) for one in figure_svgs(figure)],
        "narrow": [str(one) for one in figure_svgs(figure, TELEPHONE)],
        "files": {form: views.written(form) for form in ("latex", "markdown", "csv")},
    }


def _screen(proof: Theorem | CutTheorem | PairTheorem, checked: float) -> Document:
    """Return what a theorem says, and that it was checked."""
    if isinstance(proof, PairTheorem):
        return pairs.screen(proof, checked=checked)
    if isinstance(proof, CutTheorem):
        return cuts.screen(proof, checked=checked)
    return theorem_view(proof, checked=checked)
