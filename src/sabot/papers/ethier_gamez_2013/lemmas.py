"""The items about Section 2: what Lemma 1 asks for, and Lemma 2 set by set, point by point."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise

from sabot.forms.additive import AdditiveForm
from sabot.games.baccara.kernel import kernel
from sabot.papers.ethier_gamez_2013 import walk
from sabot.papers.ethier_gamez_2013.games import (
    DECKS,
    INF,
    Decks,
    additive,
    between_rows,
    check,
    form,
    lines,
    points,
    solved,
    view_of,
)
from sabot.papers.report import Claim, always

EVERY = "d = 1 to 20, 50 and infinity"
CASES: tuple[tuple[str, Decks], ...] = tuple(
    (model, decks) for model in ("B1", "B2", "19-27") for decks in (1, 4, INF)
)
"""Where (2) and (3) are compared; at d = 4 rows 19 and 27 have a triple in T10."""


def lemma_1() -> Iterator[Claim]:
    """Check what Lemma 1 asks for: every triple is met whatever Player does."""
    for model in ("B1", "B2", "B3"):
        met = [bool((lines(model, decks).reach > 0).all()) for decks in DECKS]
        yield check(
            "lemma-1",
            f"Theorems 3, 4: Lemma 1 applies to models {model} and A{model[1]}, p_i(l) > 0",
            "always",
            always(sum(met), len(met)),
            evidence=f"every pure strategy of Player, {EVERY}",
        )


def rows_of(model: str) -> tuple[int, int]:
    """Return Player's two pure strategies between which p runs."""
    return (19, 27) if model == "19-27" else (0, 31)


def by_the_paper(model: str, decks: Decks) -> Mapping[walk.Seen, walk.E]:
    """Return e_i,j(l) by the formulas of Section 3."""
    d = None if decks == INF else int(decks)
    numbers = walk.totals_of if model == "B1" else walk.triples
    one, two = (numbers(u, d) for u in rows_of(model))
    return walk.products(one, two)


def by_sabot(model: str, decks: Decks) -> AdditiveForm:
    """Return the same game as Sabot counts it."""
    return between_rows(decks) if model == "19-27" else additive(model, decks)


def spots(own: Mapping[walk.Seen, walk.E]) -> list[Fraction]:
    """Return 0, 1, every p(l) and a point between each two of them."""
    ends = {Fraction(0), Fraction(1)}
    ends |= {p for e in own.values() if (p := walk.point(e)) is not None}
    corners = sorted(ends)
    return sorted([*corners, *((a + b) / 2 for a, b in pairwise(corners))])


def _replies(model: str, decks: Decks) -> Iterator[Claim]:
    """Compare (2) as a set and (3) as a number, at every corner of V and between."""
    paper, ours = by_the_paper(model, decks), by_sabot(model, decks)
    sets, heights = [], []
    at = spots(paper)
    for p in at:
        drawing = walk.reply(paper, p)
        best = ours.reply(p)
        strict = {view for view, moves in best.items() if moves == ["draw"]}
        sets.append({view_of(seen) for seen in drawing} == strict)
        heights.append(walk.height(paper, p, drawing) == ours.envelope(p))
    name = "rows 19 and 27 of B3" if model == "19-27" else f"model {model}"
    evidence = (
        f"{len(at)} values of p: 0, 1, every p(l), and one between each two; T(p) and V(p) by the "
        "formulas of Section 3, Banker's best reply from the form that Sabot counts"
    )
    where = f"(2), {name}, d = {decks}: T(p) is where drawing is strictly better"
    yield check("lemma-2", where, "always", always(sum(sets), len(sets)), evidence=evidence)
    where = f"(3), {name}, d = {decks}: V(p)"
    yield check("lemma-2", where, "always", always(sum(heights), len(heights)), evidence=evidence)


def lemma_2() -> Iterator[Claim]:
    """Check Lemma 2 on the games of one mix: its sets, (2), (3), the value, the kernel."""
    for model in ("B1", "B2"):
        cases = [(decks, points(model, decks)) for decks in DECKS]
        split = [all("=" not in point.sort for point in found) for _, found in cases]
        where = f"model {model}: T00, T01, T10 and T11 are everything"
        ours = always(sum(split), len(split))
        yield check("lemma-2", where, "always", ours, evidence=EVERY)
        highest = []
        for decks, found in cases:
            curve = additive(model, decks).envelope
            at = [Fraction(0), Fraction(1), *(c.p for c in found if c.p is not None)]
            highest.append(max(curve(p) for p in at) == solved(model, decks).value)
        where = f"model {model}: the value is the highest of V(0), V(1), V(p(l))"
        ours = always(sum(highest), len(highest))
        yield check("lemma-2", where, "always", ours, evidence=f"against sabot.solve, {EVERY}")
    for model, decks in CASES:
        yield from _replies(model, decks)
    shapes = [
        kernel(form(model, decks), solved(model, decks).strategies).shape
        for model in ("B1", "B2")
        for decks in DECKS
        if (model, decks) != ("B2", INF)
    ]
    where = "models A1, B1 and B2: the kernel is 2 x 2"
    ours = always(shapes.count((2, 2)), len(shapes))
    yield check("lemma-2", where, "always", ours, evidence=EVERY)
