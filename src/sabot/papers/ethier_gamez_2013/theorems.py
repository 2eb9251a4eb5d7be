"""The items about Theorems 5, 6 and 7: six decks, and the formulas for every number of decks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from flint import fmpz_poly

from sabot.exact import decimal, show
from sabot.forms.polynomial import ratio
from sabot.games.baccara.kernel import kernel, mixed_unique
from sabot.games.baccara.tables import mixes
from sabot.papers.ethier_gamez_2013 import printed
from sabot.papers.ethier_gamez_2013.formulas import THEOREMS, Formula
from sabot.papers.ethier_gamez_2013.games import (
    INF,
    WHOLE,
    Decks,
    check,
    form,
    proof,
    solved,
)
from sabot.papers.report import Claim, PaperTable, agreed, always, grid
from sabot.results.pieces import Piece

_SCALES = {"A1": Fraction(13**6, 2**4)}


def mix(model: str, decks: Decks) -> tuple[str, Fraction, str, Fraction]:
    """Return where and how often each seat mixes: one view each in models 1 and B."""
    found = mixes(solved(model, decks).strategies)
    ((one, p),), ((two, q),) = (tuple(found[seat].items()) for seat in ("Player", "Banker"))
    return one, p, two, q


def six_decks(item: str, model: str, decks: Decks = 6) -> Iterator[Claim]:
    """Compare the kernel, the mixes and the value, as fractions and as decimals."""
    found = solved(model, decks)
    inner = kernel(form(model, decks), found.strategies)
    scale = _SCALES.get(model, Fraction(printed.KERNEL_SCALE))
    for i, row in enumerate(printed.KERNELS[model]):
        for j, entry in enumerate(row):
            where = f"kernel: P {inner.rows[i]}, B {inner.columns[j]}"
            yield check(item, where, entry, inner[i, j] * scale, evidence=f"over {show(scale)}")
    _, p, _, q = mix(model, decks)
    for where, (says, about), ours in zip(
        printed.SIX_WHERE[model], printed.SIX[model], (p, q, found.value), strict=True
    ):
        yield check(item, where, Fraction(says), ours, evidence="certificate of sabot.solve")
        yield check(item, f"{where}, decimals", about, _six_figures(ours))


def _six_figures(number: Fraction) -> str:
    """Return a number to six figures, zeros at the end kept.

    >>> _six_figures(Fraction(37877, 100000)), _six_figures(Fraction(-1, 80))
    ('0.378770', '-0.0125000')
    """
    text = decimal(number, 6)
    digits = len(text.lstrip("-0.").replace(".", ""))
    return text + "0" * (6 - digits)


def section_6() -> Iterator[Claim]:
    """Compare model B1 with six decks, and what replacement costs."""
    yield from six_decks("section-6", "B1")
    for where, (a1, _), (b1, _) in zip(
        ("p", "q", "v"), printed.SIX["A1"], printed.SIX["B1"], strict=True
    ):
        error = abs(Fraction(a1) / Fraction(b1) - 1)
        small = error < Fraction(1, 100)
        evidence = f"{decimal(100 * error, 3)} per cent"
        where = f"{where}: the relative error of (24) to (26) is below one per cent"
        yield check("section-6", where, True, small, evidence=evidence)


def section_7() -> Iterator[Claim]:
    """Compare model B2 with six decks."""
    yield from six_decks("section-7", "B2")
    less = solved("B2", 6).value < solved("B1", 6).value
    yield check("section-7", "(38) is less than (31)", True, less)


def section_8() -> Iterator[Claim]:
    """Compare model B3 with six decks."""
    yield from six_decks("section-8", "B3")
    more = solved("B3", 6).value > solved("B2", 6).value
    yield check("section-8", "(47) is greater than (38)", True, more)


# ---------------------------------------------------------------------- every number of decks


def _stated(piece: Piece, name: str, view: str) -> str:
    """Return a proved formula: p, q or v, in the letter of the paper."""
    seats = {"p": "Player", "q": "Banker"}
    found = piece.value if name == "v" else piece.strategies[seats[name]][view]["draw"]
    return str(replace(found, name="d"))


def _proved(item: str, model: str, name: str, formula: Formula) -> Iterator[Claim]:
    """Compare a formula for a range of decks, letter by letter, with what sabot.prove finds."""
    for piece in proof(model).pieces:
        low, high = piece.low, piece.high
        assert isinstance(low, int), "decks are whole"
        if low == high or not formula.covers(low):
            continue
        view = {"p": 0, "q": 2}.get(name)
        at = "" if view is None else str(mix(model, low)[view])
        says = ratio(fmpz_poly(formula.top), fmpz_poly(formula.below), "d")
        ours = _stated(piece, name, at)
        span = f"every d >= {low}" if high is None else f"{low} <= d <= {high}"
        yield check(
            item, f"{formula.where}, {span}", says, ours, evidence="sabot.prove, in lowest terms"
        )


def theorem(item: str, model: str) -> Iterator[Claim | PaperTable]:
    """Compare p_d, q_d and v_d for d = 1 to 20 and 50, and as formulas for every d."""
    views = {"B1": ("5", "6,-"), "B2": ("5", "(0,6),-"), "B3": ("(1,4)", "(0,6),-")}[model]
    rows = []
    for d in WHOLE:
        one, p, two, q = mix(model, d)
        mixed = views if (model, d) != ("B3", 1) else (views[0], "(8,8),-")
        yield check(item, f"where Player and Banker mix, d = {d}", mixed, (one, two))
        agreed(f"value of {model}, d = {d}", solved(model, d).value, proof(model).value_at(d))
        rows.append((d, (p, q, solved(model, d).value)))
        for name, ours in (("p", p), ("q", q), ("v", solved(model, d).value)):
            formula = next(f for f in THEOREMS[model][name] if f.covers(d))
            evidence = "sabot.solve, certified, and sabot.prove"
            if formula(d) != ours:
                evidence += f"; {_against(model, d, name, formula)}"
            where = f"{formula.where}, d = {d}: {name}"
            yield check(item, where, formula(d), ours, evidence=evidence)
    for name, found in THEOREMS[model].items():
        for formula in found:
            yield from _proved(item, model, name, formula)
    limits = {"B1": printed.LIMITS_B1, "B2": printed.LIMITS_B2, "B3": printed.LIMITS_B3}[model]
    for name, says in zip("pqv", limits, strict=True):
        where = f"{name}_d as d tends to infinity"
        yield check(item, where, Fraction(says), THEOREMS[model][name][-1].limit)
    title = f"Model {model}: p, q and v"
    yield PaperTable(item, title, grid("d", ("p", "q", "v"), rows))


def _against(model: str, d: int, name: str, formula: Formula) -> str:
    """Return what else speaks against a printed number."""
    words = f"the printed {name} is about {decimal(formula(d), 6)}"
    if name != "v":
        return words
    inner = kernel(form(model, d), solved(model, d).strategies)
    p, q = (next(f for f in THEOREMS[model][own] if f.covers(d))(d) for own in "pq")
    levels = {(1 - p) * inner[0, j] + p * inner[1, j] for j in (0, 1)}
    levels |= {(1 - q) * inner[i, 0] + q * inner[i, 1] for i in (0, 1)}
    words += f"; the printed p and q give {', '.join(map(show, sorted(levels)))} on every side"
    if model == "B3" and formula(d) < (rival := solved("B2", d).value):
        words += f"; Player, who sees more here than in model B2, is worth {show(rival)} there"
    return words


def _unique(model: str) -> tuple[int, int]:
    """Return for how many of the decks, and of the proved pieces, the solution is unique."""
    found = [
        all(mixed_unique(solved(model, d).strategies, solved(model, d).uniqueness).values())
        for d in WHOLE
    ]
    pieces = [all(piece.unique.values()) for piece in proof(model).pieces]
    return sum(found) - len(found), sum(pieces) - len(pieces)


def _uniquely(item: str, model: str) -> Claim:
    ours = always(len(WHOLE) + _unique(model)[0], len(WHOLE)) if any(_unique(model)) else "always"
    spans = len(proof(model).pieces)
    evidence = f"d = 1 to 20 and 50; every d >= 1 by sabot.prove ({spans} pieces)"
    return check(item, "uniquely optimal", "always", ours, evidence=evidence)


def theorem_5() -> Iterator[Claim | PaperTable]:
    """Compare Theorem 5 (model B1)."""
    yield from theorem("theorem-5", "B1")
    yield _uniquely("theorem-5", "B1")


def theorem_6() -> Iterator[Claim | PaperTable]:
    """Compare Theorem 6 (model B2)."""
    yield from theorem("theorem-6", "B2")
    yield _uniquely("theorem-6", "B2")


def theorem_7() -> Iterator[Claim | PaperTable]:
    """Compare Theorem 7 (model B3), and decide whether its solution is unique."""
    yield from theorem("theorem-7", "B3")
    proved = not any(_unique("B3"))
    pieces = proof("B3").pieces
    spans = ", ".join(
        f"{piece.low}+" if piece.high is None else str(piece.low)
        if piece.low == piece.high else f"{piece.low}-{piece.high}"
        for piece in pieces
    )  # fmt: skip
    yield check(
        "theorem-7",
        "Remark: the solution is unique",
        "suspected, not proved",
        "proved for every d >= 1" if proved else "not unique",
        evidence=f"sabot.prove gives a proof in {len(pieces)} pieces (d = {spans}), each with "
        "uniqueness for both seats, which sabot check re-verifies; certificates for d = 1 to 20 "
        f"and 50 agree. With infinitely many decks ({INF}: model A3) it is not unique",
        otherwise="superseded",
    )
