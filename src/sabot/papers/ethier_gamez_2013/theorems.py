"""The items about Theorems 5, 6 and 7: six decks, and the formulas for every whole d."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from flint import fmpz_poly

from sabot import api
from sabot.errors import CertificateError
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
from sabot.papers.report import Basis, Claim, PaperTable, agreed, always, grid
from sabot.results.pieces import Piece
from sabot.results.theorem import Theorem

_SCALES = {"A1": Fraction(13**6, 2**4)}
PLACES = {
    "A1": ("(24)", "(25)", "(26)"),
    "B1": ("(29)", "(30)", "(31)"),
    "B2": ("Section 7, p_6", "Section 7, q_6", "(38)"),
    "B3": ("(45)", "(46)", "(47)"),
}
"""Where p, q and v of ``printed.SIX`` stand."""


def mix(model: str, decks: Decks) -> tuple[str, Fraction, str, Fraction]:
    """Return where and how often each seat mixes: one view each in models 1 and B."""
    found = mixes(solved(model, decks).strategies)
    ((one, p),), ((two, q),) = (tuple(found[seat].items()) for seat in ("Player", "Banker"))
    return one, p, two, q


def solution(model: str, decks: Decks) -> tuple[Fraction, Fraction, Fraction]:
    """Return p, q and v of a solved game in which each seat mixes at one view."""
    _, p, _, q = mix(model, decks)
    return p, q, solved(model, decks).value


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
        PLACES[model], printed.SIX[model], (p, q, found.value), strict=True
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
    for name, a1, b1 in zip("pqv", solution("B1", INF), solution("B1", 6), strict=True):
        error = abs(a1 / b1 - 1)
        small = error < Fraction(printed.ONE_PER_CENT)
        evidence = f"{decimal(100 * error, 3)} per cent, between the solved games"
        where = f"{name}: the relative error of (24) to (26) is below one per cent"
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


# ---------------------------------------------------------------------- every whole d


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
            basis: Basis = "print" if formula.low == formula.high else "formula"
            yield check(item, where, formula(d), ours, evidence=evidence, basis=basis)
    for name, found in THEOREMS[model].items():
        for formula in found:
            yield from _proved(item, model, name, formula)
    yield from _limits(item, model)
    title = f"Model {model}: p, q and v"
    yield PaperTable(item, title, grid("d", ("p", "q", "v"), rows))


def _limits(item: str, model: str) -> Iterator[Claim]:
    """Compare what p_d, q_d and v_d tend to with the limits of the formulas that are proved."""
    last, end = proof(model).pieces[-1], WHOLE[-1]
    one, _, two, _ = mix(model, end)
    ours = (
        last.strategies["Player"][one]["draw"].limit,
        last.strategies["Banker"][two]["draw"].limit,
        agreed(f"limit of v_d, {model}", last.value.limit, solved("A1").value),
    )
    for name, says, limit in zip("pqv", printed.LIMITS[model], ours, strict=True):
        where = f"{name}_d as d tends to infinity"
        evidence = f"the formula that sabot.prove gives for d >= {last.low}"
        yield check(item, where, Fraction(says), limit, evidence=evidence)


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


# ---------------------------------------------------------------------- uniqueness

PROVED = "for every positive whole d"
ONE_MIXTURE = (
    "A mixed strategy of the authors' game has a chance of drawing at each view, and the payoff "
    "depends on these chances alone; the checked proof gives the only optimal ones. They are 0 or "
    "1 but at one view a seat, so every pure strategy that is used agrees with them at all other "
    "views: two pure strategies are left, and the chance at the one view says how often each"
)
"""Why a unique plan with one mixed view is one mixture of pure strategies."""


def mixed_views(piece: Piece) -> dict[str, list[str]]:
    """Return, by seat, the views at which a piece of a theorem mixes for some d of its range."""
    return {
        seat: [
            view
            for view, mix in table.items()
            if any(chance.constant not in (0, 1) for chance in mix.values())
        ]
        for seat, table in piece.strategies.items()
    }


def checked(theorem: Theorem) -> str:
    """Return for which d the checker accepts that the solution is unique, as a mixture.

    The checker reads the proof as a file would give it and owes nothing to what found it.
    """
    try:
        values = api.check(theorem)
    except CertificateError as fault:
        return f"not proved: {fault}"
    agreed("pieces that the checker read", len(values), len(theorem.pieces))
    if not all(all(piece.unique.values()) for piece in theorem.pieces):
        return "not unique"
    if any(len(views) > 1 for piece in theorem.pieces for views in mixed_views(piece).values()):
        return "unique behaviour, many mixtures"
    ends = [(piece.low, piece.high) for piece in theorem.pieces]
    whole = ends[0][0] == 1 and ends[-1][1] is None
    return PROVED if whole else f"for d from {ends[0][0]} to {ends[-1][1]}"


def _spans(pieces: Sequence[Piece]) -> str:
    return ", ".join(
        f"{piece.low}+" if piece.high is None else str(piece.low)
        if piece.low == piece.high else f"{piece.low}-{piece.high}"
        for piece in pieces
    )  # fmt: skip


def _solved_unique(item: str, model: str) -> Claim:
    """Check that the numeric solutions are unique as mixtures, each with its certificate."""
    found = [
        all(mixed_unique(solved(model, d).strategies, solved(model, d).uniqueness).values())
        for d in WHOLE
    ]
    where = "uniquely optimal, d = 1 to 20 and 50"
    evidence = "certificates of sabot.solve; each seat mixes at one view"
    return check(item, where, "always", always(sum(found), len(found)), evidence=evidence)


def _one_view(item: str, model: str) -> Claim:
    """Check for every d that each seat mixes at one view."""
    pieces = proof(model).pieces
    many = sorted({len(views) for piece in pieces for views in mixed_views(piece).values()})
    where = "views at which each seat mixes, every d"
    evidence = f"{len(pieces)} pieces, d = {_spans(pieces)}. {ONE_MIXTURE}"
    return check(item, where, "1", " ".join(map(str, many)), evidence=evidence)


def _uniquely(item: str, model: str) -> Iterator[Claim]:
    yield _solved_unique(item, model)
    yield _one_view(item, model)
    pieces = proof(model).pieces
    evidence = f"sabot.prove in {len(pieces)} pieces, which the checker re-verifies here"
    where = "uniquely optimal, as a mixture of pure strategies"
    yield check(item, where, PROVED, checked(proof(model)), evidence=evidence)


def theorem_5() -> Iterator[Claim | PaperTable]:
    """Compare Theorem 5 (model B1)."""
    yield from theorem("theorem-5", "B1")
    yield from _uniquely("theorem-5", "B1")


def theorem_6() -> Iterator[Claim | PaperTable]:
    """Compare Theorem 6 (model B2)."""
    yield from theorem("theorem-6", "B2")
    yield from _uniquely("theorem-6", "B2")


def theorem_7() -> Iterator[Claim | PaperTable]:
    """Compare Theorem 7 (model B3), and decide whether its solution is unique."""
    yield from theorem("theorem-7", "B3")
    yield _solved_unique("theorem-7", "B3")
    yield _one_view("theorem-7", "B3")
    pieces, found = proof("B3").pieces, checked(proof("B3"))
    ours = f"proved {found}" if found == PROVED else found
    many = "" if solved("A3").unique else "; with infinitely many (model A3) it is not unique"
    yield check(
        "theorem-7",
        "Remark: the solution is unique",
        printed.UNIQUE_B3,
        ours,
        evidence=f"sabot.prove gives a proof in {len(pieces)} pieces (d = {_spans(pieces)}), each "
        "with uniqueness for both seats, and the checker has accepted it before this is said; "
        f"certificates for d = 1 to 20 and 50 agree. It speaks of whole numbers of decks{many}. "
        f"{ONE_MIXTURE}",
        otherwise="superseded",
    )
