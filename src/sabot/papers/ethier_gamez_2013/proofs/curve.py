"""The points p(l) of Lemma 2 and the heights V(p(l)): what Theorems 6 and 7 say for all large d."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sabot.papers.ethier_gamez_2013 import formulas
from sabot.papers.ethier_gamez_2013.games import (
    Decks,
    additive,
    between_rows,
    check,
    points,
    solved,
)
from sabot.papers.ethier_gamez_2013.proofs.every import Ratio, height, in_order, sorts
from sabot.papers.report import Claim, agreed, always

FAR = (20, 21, 35, 50, 100, 1000)
"""Numbers of decks at which statements for d >= 20 are computed too."""
_SIGNS = "signs of polynomials in d"


def stars(model: str, decks: Decks) -> list[str]:
    """Return the views marked * in the paper's order: by total, third card, hand."""
    cards = [*map(str, range(10)), "-"]

    def place(view: str) -> tuple[int, int]:
        own, _, third = view.rpartition(",")
        return (int(own[1]) + int(own[3])) % 10, cards.index(third)

    own = [point.view for point in points(model, decks) if point.p is not None]
    return sorted(own, key=place)


@dataclass(frozen=True)
class Tail:
    """What a proof says of the points p(l) for every d >= low.

    *model* is that of Lemma 2, ``19-27`` for rows 19 and 27 of model B3. The points are numbered
    from 1 and printed in *order*; V(p) is highest at number *top* and is printed at number *other*.
    """

    item: str
    model: str
    order: tuple[int, ...]
    low: int
    top: int
    other: int
    at_other: formulas.Formula
    value: formulas.Formula

    @property
    def form(self) -> str:
        """The model whose polynomials are used."""
        return "B3" if self.model == "19-27" else self.model

    @property
    def rows(self) -> tuple[int, int]:
        """Player's pure strategies between which p runs."""
        return (19, 27) if self.model == "19-27" else (0, -1)

    @property
    def views(self) -> list[str]:
        """The views in the printed order of their points."""
        named = stars(self.model, self.low)
        return [named[n - 1] for n in self.order]

    @property
    def far(self) -> list[int]:
        """Numbers of decks at which everything is computed too."""
        return [d for d in (*range(self.low, 20), *FAR) if d >= self.low]

    def height(self, number: int) -> Ratio:
        """Return V(p_number) for every d >= low."""
        at = self.order.index(number)
        return height(self.form, self.views, at, self.low, self.rows)

    def sets(self) -> str:
        """Return what Lemma 2 needs for every d >= low: T10, and the views of T01."""
        found = sorts(self.form, self.rows, self.low)
        if any("?" in sort for sort in found.values()):
            return "not shown"
        falls = [view for view, sort in found.items() if sort == "10"]
        rises = {view for view, sort in found.items() if sort == "01"}
        same = "the points" if rises == set(self.views) else "other views"
        return f"T10 {' '.join(falls) or 'empty'}, T01 {same}"


def tail(own: Tail) -> Iterator[Claim]:
    """Check the order of the points and where V(p) is highest, for every d >= low."""
    yield from _order(own)
    yield from _heights(own)
    yield from _computed(own)


def _order(own: Tail) -> Iterator[Claim]:
    for d in own.far:
        at = {point.view: point.p for point in points(own.model, d)}
        named = stars(own.model, d)
        ours = tuple(sorted(range(1, len(named) + 1), key=lambda n: at[named[n - 1]] or 0))
        yield check(own.item, f"order of the points p(l), d = {d}", own.order, ours)
    yield check(
        own.item,
        f"order of the points p(l), every d >= {own.low}: neighbours in order",
        len(own.order) - 1,
        in_order(own.form, own.views, own.low, own.rows),
        evidence=_SIGNS,
    )
    where = f"Lemma 2, every d >= {own.low}"
    says = "T10 empty, T01 the points"
    yield check(own.item, where, says, own.sets(), evidence=f"{_SIGNS} at all 484 triples")


def _heights(own: Tail) -> Iterator[Claim]:
    """Check V at the printed point as a function of d, and that V is highest at another."""
    best, there = own.height(own.top), own.height(own.other)
    every = f"every d >= {own.low}"
    where = f"{own.at_other.where} as printed, {every}"
    evidence = "V(p) on the piece that Lemma 2 gives, as a rational function in lowest terms"
    yield check(own.item, where, str(Ratio.of(own.at_other)), str(there), evidence=evidence)
    where = f"V(p_{own.top}) is {own.value.where}, {every}"
    yield check(own.item, where, str(Ratio.of(own.value)), str(best), evidence=evidence)
    where = f"{own.at_other.where} < V(p_{own.top}), {every}"
    less = (best - there).sign_from(own.low) == 1
    yield check(own.item, where, True, less, evidence=f"{_SIGNS}, by a Taylor shift")
    at = own.order.index(own.top)
    beside = [own.order[n] for n in (at - 1, at + 1) if 0 <= n < len(own.order)]
    lower = [(best - own.height(n)).sign_from(own.low) == 1 for n in beside]
    where = f"V(p) is highest at p_{own.top} and there only, {every}"
    names = " and ".join(f"p_{n}" for n in beside)
    evidence = f"V is concave, and lower at the neighbours {names}: {_SIGNS}"
    yield check(own.item, where, True, all(lower) and len(lower) == 2, evidence=evidence)
    limit = agreed(f"limit of V(p_{own.top})", best.limit, solved("A1").value)
    where = f"{own.at_other.where} tends to what V(p_{own.top}) does"
    yield check(own.item, where, Ratio.of(own.at_other).limit, limit, evidence="the value of A1")


def _computed(own: Tail) -> Iterator[Claim]:
    """Compute the same heights at some d by the envelope: another road."""
    highest = []
    for d in own.far:
        form = between_rows(d) if own.model == "19-27" else additive(own.model, d)
        at = {point.view: point.p for point in points(own.model, d)}
        named = stars(own.model, d)
        here, there = at[named[own.top - 1]], at[named[own.other - 1]]
        assert here is not None and there is not None
        where = f"{own.at_other.where}, d = {d}"
        yield check(own.item, where, own.at_other(d), form.envelope(there), basis="formula")
        highest.append(form.envelope.peak == (here, here) and form.envelope(here) == own.value(d))
    where = f"V(p) is highest at p_{own.top} and there only, computed"
    evidence = f"d = {', '.join(map(str, own.far))}"
    yield check(own.item, where, "always", always(sum(highest), len(highest)), evidence=evidence)
