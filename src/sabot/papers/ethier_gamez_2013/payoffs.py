"""The items about Sections 1 and 3: the size of the games, and the payoffs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from sabot.exact import show
from sabot.forms.strategic import pure_count
from sabot.games.baccara.kernel import kernel
from sabot.papers.ethier_gamez_2013 import printed, walk
from sabot.papers.ethier_gamez_2013.games import (
    INF,
    Decks,
    Lines,
    check,
    final,
    form,
    lines,
    solved,
    view_of,
)
from sabot.papers.report import Claim, agreed, always


def sizes() -> Iterator[Claim]:
    """Count the pure strategies of both seats in every model."""
    for model, exponents in printed.SIZES.items():
        own = form(model, INF if model[0] == "A" else 6)
        says, ours = tuple(2**e for e in exponents), tuple(pure_count(side) for side in own.sides)
        found = "a 2^{} x 2^{} game".format(*(many.bit_length() - 1 for many in ours))
        where = f"model {model}: a 2^{exponents[0]} x 2^{exponents[1]} game"
        yield check("sizes", where, True, says == ours, evidence=found)
    one, two = (form("B3", 6).sides[seat].cells for seat in (0, 1))
    fives = " ".join(cell.key for cell in one)
    yield check("sizes", "Section 3: Player's hands of total 5", printed.FIVES, fives)
    hands = {cell.key.rpartition(",")[0] for cell in two}
    where = "Section 3: Banker's hands without a natural"
    yield check("sizes", where, printed.PAIRS, len(hands))
    seen = {cell.key.rpartition(",")[2] for cell in two}
    yield check("sizes", "Section 3: what he sees of Player", printed.CARDS, len(seen))
    yield check("sizes", "Section 3: 44 x 11 triples", printed.TRIPLES, len(two))


def _same(u: int, decks: Decks) -> int:
    """Return at how many triples the paper's p and a are those of Sabot's form."""
    own = walk.triples(u, None if decks == INF else int(decks))
    return _agreeing(own, lines("B3", decks), u)


def _agreeing(own: Mapping[walk.Seen, walk.Numbers], found: Lines, u: int) -> int:
    same = 0
    for seen, numbers in own.items():
        view = view_of(seen)
        met = Fraction(found.reach[found.views.index(view), u], found.whole)
        same += numbers == (met, *found.expected(view, u))
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
        why = "all pairs of two-card hands"
        yield check("section-3", where, wins, loses, evidence=why, basis="formula")
        reach = form("B3", d).reach
        assert reach is not None
        ends = sum(amount for i, j, amount in reach.payoffs if (i, j) == (0, 0))
        where = f"Section 4, d = {d}: p_i(0) is the chance of a natural"
        ours = Fraction(ends, reach.denominator)
        yield check("section-3", where, either, ours, basis="formula")
    ways = walk.totals()
    drawn, stood = tuple(ways[:5]), tuple(ways[6:8])
    where = "after (22): 89, the ways to a total that draws"
    yield check("section-3", where, printed.DRAWN, sum(drawn))
    yield check("section-3", "after (22): the summands of 89", printed.LOW_WAYS, drawn)
    where = "after (22): 32, the ways to a total that stands"
    yield check("section-3", where, printed.STOOD, sum(stood))
    yield check("section-3", "after (22): the summands of 32", printed.HIGH_WAYS, stood)


# ---------------------------------------------------------------------- models A1 and B1

_KINDS = {
    "P": (lambda a: 0 <= a <= 1, "a chance: from 0 to 1"),
    "E": (lambda a: -1 <= a <= 1, "an expected gain: from -1 to 1"),
}
"""What numbers an operator can give of a gain that is -1, 0 or 1."""


def totals() -> Iterator[Claim]:
    """Check the sums that end Section 3, by which models A1 and B1 come from A3 and B3."""
    evidence = "p, a_0, a_1 as sums over the hands of a total, and from the form that Sabot counts"
    for decks in (1, 6, INF):
        d = None if decks == INF else int(decks)
        for u, row in ((0, 0), (31, 1)):
            own = walk.totals_of(u, d)
            where = f"p and a_l of model {_model(decks)}, strategy {row}: pairs (j,k)"
            yield check(
                "totals",
                where,
                len(own),
                _agreeing(own, lines("B1", decks), row),
                evidence=evidence,
            )
        yield from _entries(decks)
    gains = [
        a
        for u in (0, 31)
        for d in (1, 6)
        for _, *both in walk.totals_of(u, d).values()
        for a in both
    ]
    fits, kind = _KINDS[printed.OPERATOR_B1]
    yield check(
        "totals",
        f"a_l(j,k) := {printed.OPERATOR_B1}(G | ...) is {kind}",
        "always",
        always(sum(map(fits, gains)), len(gains)),
        evidence=f"the a_l(j,k) lie between {show(min(gains))} and {show(max(gains))}: the "
        "expected gain E[G | ...] is meant, as in (7)",
    )


def _model(decks: Decks) -> str:
    return "A1" if decks == INF else f"B1, d = {decks}"


def _entries(decks: Decks) -> Iterator[Claim]:
    """Compare a_S,T of the kernel, of a Banker who always draws and of one who never does."""
    d = None if decks == INF else int(decks)
    marks = final("B1", decks)
    columns = {
        "stands on 6,-": {view for view, mark in marks.items() if mark == "D"},
        "draws on 6,-": {view for view, mark in marks.items() if mark != "S"},
        "always draws": set(marks),
        "never draws": set(),
    }
    inner = kernel(form("B1", decks), solved("B1", decks).strategies)
    own = lines("B1", decks)
    for row, u in enumerate((0, 31)):
        numbers = walk.totals_of(u, d)
        for column, (name, drawing) in enumerate(columns.items()):
            says = walk.payoff(numbers, {seen for seen in numbers if view_of(seen) in drawing})
            entries = (own.draw if view in drawing else own.stand for view in own.views)
            sums = sum(int(table[n][row]) for n, table in enumerate(entries))
            ours = Fraction(int(own.payoffs[0][row]) + sums, own.below)
            if column < 2:
                agreed(f"kernel of model {_model(decks)}", ours, inner[row, column])
            where = f"a_S,T of model {_model(decks)}: strategy {row}, Banker {name}"
            why = "the sums of Section 3, and the form"
            yield check("totals", where, says, ours, evidence=why, basis="formula")
