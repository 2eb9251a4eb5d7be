"""The items about Sections 1 to 3: the size of the games, the payoffs, Lemmas 1 and 2."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sabot.forms.additive import AdditiveForm
from sabot.forms.strategic import pure_count
from sabot.games.baccara.count import LOW_HANDS
from sabot.games.baccara.kernel import kernel
from sabot.papers.ethier_gamez_2013 import printed, walk
from sabot.papers.ethier_gamez_2013.games import (
    DECKS,
    FIVES,
    INF,
    Decks,
    additive,
    check,
    form,
    lines,
    points,
    solved,
)
from sabot.papers.report import Claim, always

_EVERY = "d = 1 to 20, 50 and infinity"


def sizes() -> Iterator[Claim]:
    """Count the pure strategies of both seats in every model."""
    for model, exponents in printed.SIZES.items():
        own = form(model, INF if model[0] == "A" else 6)
        says, ours = tuple(2**e for e in exponents), tuple(pure_count(side) for side in own.sides)
        found = "a 2^{} x 2^{} game".format(*(many.bit_length() - 1 for many in ours))
        where = f"model {model}: a 2^{exponents[0]} x 2^{exponents[1]} game"
        yield check("sizes", where, True, says == ours, evidence=found)
    yield check("sizes", "Section 3: Player's hands of total 5", 5, len(FIVES))
    yield check("sizes", "Section 3: Banker's hands without a natural", 44, len(LOW_HANDS))
    views = len(lines("B3", 6).views)
    yield check("sizes", "Section 3: 44 x 11 triples", 484, views)


def _same(u: int, decks: Decks) -> int:
    """Return at how many triples the paper's p and a are those of Sabot's form."""
    found, same = lines("B3", decks), 0
    for n, view in enumerate(found.views):
        own, _, third = view.rpartition(",")
        hand = (int(own[1]), int(own[3]))
        seen = None if third == "-" else int(third)
        d = None if decks == INF else int(decks)
        met = Fraction(found.reach[n, u], found.whole)
        same += walk.at(u, hand, seen, d) == (met, *found.expected(view, u))
    return same


def section_3() -> Iterator[Claim]:
    """Compare the payoff formulas with Sabot's form, triple by triple."""
    for where, cases in (
        ("(8) to (18)", ((19, 1), (0, 6), (31, 6))),
        ("(12), (14), (19) to (22)", ((27, INF),)),
    ):
        for u, decks in cases:
            yield check(
                "section-3",
                f"{where}: strategy {u}, d = {decks}, triples",
                484,
                _same(u, decks),
                evidence="p_S, a_S,0, a_S,1 by the formulas and from the form that Sabot counts",
            )
    for d in (1, 6):
        wins, loses, either = walk.naturals(d)
        where = f"(6), d = {d}: naturals of Player and of Banker cancel"
        yield check("section-3", where, wins, loses, evidence="all pairs of two-card hands")
        reach = form("B3", d).reach
        assert reach is not None
        ends = sum(amount for i, j, amount in reach.payoffs if (i, j) == (0, 0))
        where = f"Section 4, d = {d}: p_i(0) is the chance of a natural"
        yield check("section-3", where, either, Fraction(ends, reach.denominator))
    ways = walk.totals()
    yield check("section-3", "after (22): 89 = 25 + 16 + 16 + 16 + 16", 89, sum(ways[:5]))
    yield check("section-3", "after (22): the summands", (25, 16, 16, 16, 16), tuple(ways[:5]))
    yield check("section-3", "after (22): 32 = 16 + 16", 32, ways[6] + ways[7])


def lemma_1() -> Iterator[Claim]:
    """Check what Lemma 1 asks for: every triple is met whatever Player does."""
    for model in ("B1", "B2", "B3"):
        met = [bool((lines(model, decks).reach > 0).all()) for decks in DECKS]
        yield check(
            "lemma-1",
            f"Theorems 3, 4: Lemma 1 applies to models {model} and A{model[1]}, p_i(l) > 0",
            "always",
            always(sum(met), len(met)),
            evidence=f"every pure strategy of Player, {_EVERY}",
        )


def _envelope(own: AdditiveForm, p: Fraction) -> Fraction:
    """Return V(p) by (3), from the definitions of Lemma 2."""
    side, cells = own.form.sides[0].cells[0], own.form.sides[1].cells
    table = {(i, j): amount for i, j, amount in own.form.payoffs}

    def e(i: int, j: int) -> Fraction:
        top = table.get((0, j), 0) + table.get((side.first + i, j), 0)
        return Fraction(top, own.form.denominator)

    value = (1 - p) * e(0, 0) + p * e(1, 0)
    for cell in cells:
        (e00, e10), (e01, e11) = ([e(i, j) for i in (0, 1)] for j in cell.sequences)
        draws = e00 > e01 and e10 > e11
        if (e00 < e01) != (e10 < e11):
            at = (e00 - e01) / (e00 - e01 + e11 - e10)
            draws = at < p if e00 < e01 else at > p
        value += (1 - p) * e01 + p * e11 if draws else (1 - p) * e00 + p * e10
    return value


def lemma_2() -> Iterator[Claim]:
    """Check Lemma 2 on the games of one mix: its sets, (2), (3), the value, the kernel."""
    for model in ("B1", "B2"):
        cases = [(decks, points(model, decks)) for decks in DECKS]
        split = [all("=" not in point.sort for point in found) for _, found in cases]
        where = f"model {model}: T00, T01, T10 and T11 are everything"
        ours = always(sum(split), len(split))
        yield check("lemma-2", where, "always", ours, evidence=_EVERY)
        highest = []
        for decks, found in cases:
            curve = additive(model, decks).envelope
            at = [Fraction(0), Fraction(1), *(c.p for c in found if c.p is not None)]
            highest.append(max(curve(p) for p in at) == solved(model, decks).value)
        where = f"model {model}: the value is the highest of V(0), V(1), V(p(l))"
        ours = always(sum(highest), len(highest))
        yield check("lemma-2", where, "always", ours, evidence=f"against sabot.solve, {_EVERY}")
    for decks in (1, 6, INF):
        own = additive("B1", decks)
        for p in (Fraction(1, 3), Fraction(9, 10)):
            where = f"(3): V({p}), model B1, d = {decks}"
            yield check("lemma-2", where, _envelope(own, p), own.envelope(p))
    shapes = [
        kernel(form(model, decks), solved(model, decks).strategies).shape
        for model in ("B1", "B2")
        for decks in DECKS
        if (model, decks) != ("B2", INF)
    ]
    where = "models A1, B1 and B2: the kernel is 2 x 2"
    ours = always(shapes.count((2, 2)), len(shapes))
    yield check("lemma-2", where, "always", ours, evidence=_EVERY)
