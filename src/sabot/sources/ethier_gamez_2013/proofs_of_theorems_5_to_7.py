"""Check the proofs of Theorems 5, 6 and 7; what they say of every d is proved for every d.

Theorem 5: the kernel and the sixteen components. Theorem 6: T10, the 22 points p(l), V(p_22), and
the exceptions to (37). Theorem 7: rows 19 and 27, (44), (54), (55), the columns of model B2, T10.
The points p(l) of Lemma 2 and the heights V(p(l)) for all large d are common to the last two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sabot.api import solving
from sabot.exact import format_decimal, format_fraction
from sabot.forms.sequence import MatrixForm
from sabot.games.baccara.ethier_gamez import kernel_matrix
from sabot.papers.report import Claim, PaperTable, format_grid, frequency_text, require_agreement
from sabot.sources.ethier_gamez_2013 import printed_formulas
from sabot.sources.ethier_gamez_2013.games import (
    ALL_DECKS,
    DECK_NUMBERS,
    INFINITE_DECKS,
    Decks,
    RationalFunction,
    additive_model,
    compare_exact,
    count_ordered_neighbours,
    envelope_height,
    final_marks,
    lemma_2_crossings,
    lemma_2_sets,
    model_b3_rows_19_27,
    model_form,
    model_polynomials,
    paper_triple,
    preliminary_marks,
    pure_strategy_payoffs,
    solve_model,
)
from sabot.sources.ethier_gamez_2013.printed_formulas import printed

LARGE_DECK_NUMBERS = (20, 21, 35, 50, 100, 1000)
"""Numbers of decks at which statements for d >= 20 are computed too."""
_SIGNS_EVIDENCE = "signs of polynomials in d"


def starred_views(model: str, decks: Decks) -> list[str]:
    """Return the views marked * in the paper's order: by total, third card, hand."""
    cards = [*map(str, range(10)), "-"]

    def place(view: str) -> tuple[int, int]:
        own, _, third = view.rpartition(",")
        return (int(own[1]) + int(own[3])) % 10, cards.index(third)

    own = [point.view for point in lemma_2_crossings(model, decks) if point.p is not None]
    return sorted(own, key=place)


@dataclass(frozen=True)
class LargeDeckStatement:
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
    at_other: printed_formulas.PrintedFormula
    value: printed_formulas.PrintedFormula

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
        named = starred_views(self.model, self.low)
        return [named[n - 1] for n in self.order]

    @property
    def far(self) -> list[int]:
        """Numbers of decks at which everything is computed too."""
        return [d for d in (*range(self.low, 20), *LARGE_DECK_NUMBERS) if d >= self.low]

    def height(self, number: int) -> RationalFunction:
        """Return V(p_number) for every d >= low."""
        at = self.order.index(number)
        return envelope_height(self.form, self.views, at, self.low, self.rows)

    def sets(self) -> str:
        """Return what Lemma 2 needs for every d >= low: T10, and the views of T01."""
        found = lemma_2_sets(self.form, self.rows, self.low)
        if any("?" in sort for sort in found.values()):
            return "not shown"
        falls = [view for view, sort in found.items() if sort == "10"]
        rises = {view for view, sort in found.items() if sort == "01"}
        same = "the points" if rises == set(self.views) else "other views"
        return f"T10 {' '.join(falls) or 'empty'}, T01 {same}"


def check_large_decks(own: LargeDeckStatement) -> Iterator[Claim]:
    """Check the order of the points and where V(p) is highest, for every d >= low."""
    yield from _check_point_order(own)
    yield from _check_heights(own)
    yield from _check_computed_heights(own)


def _check_point_order(own: LargeDeckStatement) -> Iterator[Claim]:
    for d in own.far:
        at = {point.view: point.p for point in lemma_2_crossings(own.model, d)}
        named = starred_views(own.model, d)
        ours = tuple(sorted(range(1, len(named) + 1), key=lambda n: at[named[n - 1]] or 0))
        yield compare_exact(own.item, f"order of the points p(l), d = {d}", own.order, ours)
    yield compare_exact(
        own.item,
        f"order of the points p(l), every d >= {own.low}: neighbours in order",
        len(own.order) - 1,
        count_ordered_neighbours(own.form, own.views, own.low, own.rows),
        evidence=_SIGNS_EVIDENCE,
    )
    where = f"Lemma 2, every d >= {own.low}"
    says = "T10 empty, T01 the points"
    yield compare_exact(
        own.item, where, says, own.sets(), evidence=f"{_SIGNS_EVIDENCE} at all 484 triples"
    )


def _check_heights(own: LargeDeckStatement) -> Iterator[Claim]:
    """Check V at the printed point as a function of d, and that V is highest at another."""
    best, there = own.height(own.top), own.height(own.other)
    every = f"every d >= {own.low}"
    where = f"{own.at_other.where} as printed, {every}"
    evidence = "V(p) on the piece that Lemma 2 gives, as a rational function in lowest terms"
    yield compare_exact(
        own.item, where, str(RationalFunction.of(own.at_other)), str(there), evidence=evidence
    )
    where = f"V(p_{own.top}) is {own.value.where}, {every}"
    yield compare_exact(
        own.item, where, str(RationalFunction.of(own.value)), str(best), evidence=evidence
    )
    where = f"{own.at_other.where} < V(p_{own.top}), {every}"
    less = (best - there).sign_from(own.low) == 1
    yield compare_exact(
        own.item, where, True, less, evidence=f"{_SIGNS_EVIDENCE}, by a Taylor shift"
    )
    at = own.order.index(own.top)
    beside = [own.order[n] for n in (at - 1, at + 1) if 0 <= n < len(own.order)]
    lower = [(best - own.height(n)).sign_from(own.low) == 1 for n in beside]
    where = f"V(p) is highest at p_{own.top} and there only, {every}"
    names = " and ".join(f"p_{n}" for n in beside)
    evidence = f"V is concave, and lower at the neighbours {names}: {_SIGNS_EVIDENCE}"
    yield compare_exact(own.item, where, True, all(lower) and len(lower) == 2, evidence=evidence)
    limit = require_agreement(f"limit of V(p_{own.top})", best.limit, solve_model("A1").value)
    where = f"{own.at_other.where} tends to what V(p_{own.top}) does"
    yield compare_exact(
        own.item, where, RationalFunction.of(own.at_other).limit, limit, evidence="the value of A1"
    )


def _check_computed_heights(own: LargeDeckStatement) -> Iterator[Claim]:
    """Compute the same heights at some d by the envelope: an independent method."""
    highest = []
    for d in own.far:
        form = model_b3_rows_19_27(d) if own.model == "19-27" else additive_model(own.model, d)
        at = {point.view: point.p for point in lemma_2_crossings(own.model, d)}
        named = starred_views(own.model, d)
        here, there = at[named[own.top - 1]], at[named[own.other - 1]]
        assert here is not None and there is not None
        where = f"{own.at_other.where}, d = {d}"
        yield compare_exact(own.item, where, own.at_other(d), form.envelope(there), basis="formula")
        highest.append(form.envelope.peak == (here, here) and form.envelope(here) == own.value(d))
    where = f"V(p) is highest at p_{own.top} and there only, computed"
    evidence = f"d = {', '.join(map(str, own.far))}"
    yield compare_exact(
        own.item, where, "always", frequency_text(sum(highest), len(highest)), evidence=evidence
    )


B1_STARRED_VIEWS = ("3,9", "4,1", "5,4", "6,-")
"""The four views that give the columns 0 to 15 of model B1 their bits."""
SMALL_DECK_NUMBERS = (1, 2, 3)
"""The decks for which the kernel is in columns 8 and 9."""
_EVERY_D_EVIDENCE = (
    "every whole d >= 1: a Taylor shift where the sign lasts, each d below it by itself"
)


def settled_drawing_views() -> frozenset[str]:
    """Return the views, except the four, at which Banker draws: the same for every d."""
    found = {
        frozenset(
            v
            for v, mark in final_marks("B1", decks).items()
            if mark == "D" and v not in B1_STARRED_VIEWS
        )
        for decks in ALL_DECKS
    }
    return require_agreement("Banker's settled moves in model B1", *found)


def column_drawing_views(number: int) -> frozenset[str]:
    """Return where Banker draws in column 0 to 15."""
    bits = zip(B1_STARRED_VIEWS, f"{number:04b}", strict=True)
    return settled_drawing_views() | {view for view, bit in bits if bit == "1"}


def column_payoffs(number: int) -> tuple[RationalFunction, RationalFunction]:
    """Return the two entries of a column of the 2 x 16 game, for every d."""
    own = model_polynomials("B1")
    return own.column(0, column_drawing_views(number)), own.column(1, column_drawing_views(number))


def component_functions(value: printed_formulas.PrintedFormula) -> list[RationalFunction]:
    """Return (1 - p_d, p_d) A - v_d, with p_d by (32) and v_d as given, for every d."""
    p, v = RationalFunction.of(printed.theorems["B1"]["p"][0]), RationalFunction.of(value)
    return [p.mix(*column_payoffs(number)) - v for number in range(16)]


def check_proof_5() -> Iterator[Claim]:
    """Check the kernel, its limit, and the sixteen components."""
    yield from _check_kernel()
    found = component_functions(printed.theorems["B1"]["v"][-1])
    for number, component in enumerate(found):
        says = printed.components_5.get(number, "+")
        where = f"sign of component {number}, every d"
        yield compare_exact("proof-5", where, says, component.signs(), evidence=_EVERY_D_EVIDENCE)
    says = str(RationalFunction.of(printed.component_8))
    for number in (8, 9):
        where = f"component {number} as printed, every d"
        evidence = "as rational functions, in lowest terms"
        yield compare_exact("proof-5", where, says, str(found[number]), evidence=evidence)
    yield from _check_small_decks()
    for span, columns in printed.kernel_5.items():
        low, _, high = span.partition("-")
        own = [
            d for d in DECK_NUMBERS if int(low.rstrip("+")) <= d <= int(high or DECK_NUMBERS[-1])
        ]
        both = " or ".join(f"{a} {b}" for a, b in sorted({_b1_kernel_columns(d) for d in own}))
        where = f"columns of the kernel, d = {span}"
        yield compare_exact("proof-5", where, " ".join(map(str, columns)), both)


def _check_kernel() -> Iterator[Claim]:
    """Check the printed kernel, as functions of d and against what is solved, and its limit."""
    entries = zip(*(column_payoffs(number) for number in printed.kernel_5["4+"]), strict=True)
    for i, (row, ours) in enumerate(zip(printed.kernel_b1, entries, strict=True)):
        for j, (says, entry) in enumerate(zip(row, ours, strict=True)):
            where = f"kernel for d >= 4, row {i + 1}, column {j + 1}"
            evidence = "counted with 4 d cards of each rank; in lowest terms"
            yield compare_exact(
                "proof-5", where, str(RationalFunction.of(says)), str(entry), evidence=evidence
            )
    same = []
    for d in (d for d in DECK_NUMBERS if d >= 4):
        inner = kernel_matrix(model_form("B1", d), solve_model("B1", d).strategies)
        same.append(all(printed.kernel_b1[i][j](d) == inner[i, j] for i in (0, 1) for j in (0, 1)))
    where = "the kernel that sabot.solve finds, d = 4 to 20 and 50"
    yield compare_exact("proof-5", where, "always", frequency_text(sum(same), len(same)))
    limit = tuple(entry.limit for row in printed.kernel_b1 for entry in row)
    inner = kernel_matrix(model_form("A1"), solve_model("A1").strategies)
    ours = tuple(inner[i, j] for i in (0, 1) for j in (0, 1))
    evidence = "the kernel of the solved game with replacement"
    yield compare_exact("proof-5", "the kernel tends to (23)", limit, ours, evidence=evidence)


def _check_small_decks() -> Iterator[Claim]:
    """Check the sixteen components for d = 1, 2, 3, where v_d is another."""
    p, v = printed.theorems["B1"]["p"][0], printed.theorems["B1"]["v"][0]
    for d in SMALL_DECK_NUMBERS:
        own = [p(d) * (b - a) + a - v(d) for a, b in _b1_columns(d, final_marks("B1", d))]
        zero = " ".join(str(number) for number, gap in enumerate(own) if gap == 0)
        where = f"components that are 0, the others being positive, d = {d}"
        says = " ".join(map(str, printed.kernel_5["1-3"]))
        yield compare_exact(
            "proof-5", where, says, zero if min(own) >= 0 else f"{zero}; some are negative"
        )


def _b1_columns(d: int, moves: Mapping[str, str]) -> list[list[Fraction]]:
    """Return the 2 x 16 matrix of model B1 by column; *moves* settle all other views."""
    own = pure_strategy_payoffs("B1", d)
    table = []
    for number in range(16):
        chosen = dict(zip(B1_STARRED_VIEWS, f"{number:04b}", strict=True))
        sums = own.payoffs[0]
        for n, view in enumerate(own.views):
            draws = chosen[view] == "1" if view in chosen else moves[view] == "D"
            sums = sums + (own.draw[n] if draws else own.stand[n])
        table.append([Fraction(int(total), own.below) for total in sums])
    return table


def _b1_kernel_columns(d: int) -> tuple[int, int]:
    bits = "".join(
        {"S": "0", "D": "1", "(S,D)": "x"}[final_marks("B1", d)[view]] for view in B1_STARRED_VIEWS
    )
    return int(bits.replace("x", "0"), 2), int(bits.replace("x", "1"), 2)


def theorem_6_large_decks() -> LargeDeckStatement:
    """Return what is said for d >= 20: V(p) is highest at p_17, the point of (0,6,∅)."""
    low, top, other = printed.tail_6
    value = printed.theorems["B2"]["v"][-1]
    return LargeDeckStatement(
        "proof-6", "B2", printed.order_b2, low, top, other, printed.v_p22, value
    )


def check_proof_6() -> Iterator[Claim]:
    """Check T10, the order of the points p(l), V(p_22), and the exceptions to (37)."""
    only, last = printed.t10_b2
    for decks in ALL_DECKS:
        falls = [
            paper_triple(point.view)
            for point in lemma_2_crossings("B2", decks)
            if point.sort == "10"
        ]
        says = only if decks != INFINITE_DECKS and int(decks) <= last else "empty"
        yield compare_exact("proof-6", f"T10, d = {decks}", says, " ".join(falls) or "empty")
    yield from check_large_decks(theorem_6_large_decks())
    yield _check_exceptions_37()


def _check_exceptions_37() -> Claim:
    """Find every exception to (37), for every d."""
    own, places, spots = model_polynomials("B3"), set(), []
    for move, sums in ((0, own.stand), (1, own.draw)):
        for view, at in own.outside(sums).items():
            hand, _, third = view.rpartition(",")
            places.add((move, (int(hand[1]) + int(hand[3])) % 10, third))
            spots.append((paper_triple(view), at))
    limit = pure_strategy_payoffs("B3", INFINITE_DECKS)
    strange = [view for sums in (limit.stand, limit.draw) for view, _ in limit.outside(sums)]
    lasts = [at[-1] for _, at in spots if at is not None]
    last = f"d <= {max(lasts)}" if len(lasts) == len(spots) else "without end"
    ours = "; ".join(f"l = {move}, total {of}, k = {third}" for move, of, third in sorted(places))
    words = ", ".join(f"{view} d = {_deck_span_text(at)}" for view, at in spots)
    return compare_exact(
        "proof-6",
        "Section 7: the exceptions to (37), every d",
        printed.exceptions_37,
        f"{ours}; {last}" + (f"; at infinity {' '.join(strange)}" if strange else ""),
        evidence="30 strategies between 0 and 31 at 484 triples, every whole d >= 1 by "
        f"polynomials, and infinity: {words}",
    )


def _deck_span_text(at: tuple[int, ...] | None) -> str:
    if at is None:
        return "without end"
    whole = at == tuple(range(at[0], at[-1] + 1))
    return f"{at[0]} to {at[-1]}" if whole and len(at) > 1 else ", ".join(map(str, at))


_T10_EVIDENCE = "at d = 4 the triple (3,3,6) is in T10 for rows 19 and 27: b_19 < 0 < b_27"


def _optimal_column_labels(d: int) -> tuple[str, str]:
    """Return Banker's two optimal columns as strings of bits at the triples marked *."""
    named = starred_views("B2", d)
    bits = ["".join("1" if final_marks("B3", d)[view] == "D" else "0" for view in named)]
    mixed = next(n for n, view in enumerate(named) if final_marks("B3", d)[view] == "(S,D)")
    bits.append(bits[0][:mixed] + "1" + bits[0][mixed + 1 :])
    return bits[0], bits[1]


def _count_cheaper_subsets(costs: Sequence[Fraction], room: Fraction) -> int:
    """Return how many subsets of *costs*, which are in order, sum to less than *room*."""
    if room <= 0:
        return 0
    many = 1
    for n, cost in enumerate(costs):
        if cost >= room:
            break
        many += _count_cheaper_subsets(costs[n + 1 :], room - cost)
    return many


def _banker_column(d: int, model: str, move: str) -> list[int]:
    """Return Banker's optimal column of a model against Player's 32 rows; *move* replaces (S,D)."""
    own = pure_strategy_payoffs("B3", d)
    sums = own.payoffs[0]
    for n, view in enumerate(own.views):
        mark = final_marks(model, d)[view]
        sums = sums + (own.draw[n] if (move if mark == "(S,D)" else mark) == "D" else own.stand[n])
    return [int(total) for total in sums]


def _borrowed_column_failures(d: int) -> tuple[tuple[int, ...], int, int]:
    """Return what comes of borrowing model B2's two columns.

    The rows of that 32 x 2 game that Player mixes; how many components of (54) fail then; and how
    many of Banker's two optimal columns are among them.
    """
    own = pure_strategy_payoffs("B3", d)
    table = list(zip(*(_banker_column(d, "B2", move) for move in "SD"), strict=True))
    small = solving.solve(MatrixForm.of(table, rows=[str(u) for u in range(32)]))
    mix = {int(u): chance for u, chance in small["row"]["-"].items() if chance}

    def earned(entries: Sequence[int]) -> Fraction:
        return sum((chance * int(entries[u]) for u, chance in mix.items()), Fraction(0))

    least, costs = earned(own.payoffs[0]), []
    for n, view in enumerate(own.views):
        stand, draw = earned(own.stand[n]), earned(own.draw[n])
        least += min(stand, draw)
        if preliminary_marks("B3", d)[view] == "*":
            costs.append(abs(draw - stand))
    best = [earned(_banker_column(d, "B3", move)) < small.value for move in "SD"]
    return tuple(mix), _count_cheaper_subsets(sorted(costs), small.value - least), sum(best)


def theorem_7_large_decks() -> LargeDeckStatement:
    """Return what is said for d >= 10: V(p) is highest at p_1, the point of (0,6,∅)."""
    low, top, other = printed.tail_7
    value = printed.theorems["B3"]["v"][-1]
    return LargeDeckStatement(
        "proof-7", "19-27", printed.order_b3, low, top, other, printed.v_p6, value
    )


def check_proof_7() -> Iterator[Claim | PaperTable]:
    """Check the kernel, (54), (55), n_d, T10, the order of the points, V(p_6)."""
    for says, label in zip(printed.columns_44, _optimal_column_labels(6), strict=True):
        yield compare_exact("proof-7", "(44): a column of the kernel, d = 6", says, label)
    ours = tuple(int(label, 2) for label in _optimal_column_labels(6))
    yield compare_exact("proof-7", "the columns of (44) in decimals", printed.decimal_44, ours)
    last = 2 ** len(starred_views("B2", 6)) - 1
    yield compare_exact("proof-7", "the last column of 2^18", printed.last_column, last)
    yield from _check_inequalities()
    yield from _check_borrowed_columns()
    yield from _check_crossings()
    yield from check_large_decks(theorem_7_large_decks())


# ---------------------------------------------------------------------- the two inequalities


def _printed_value(name: str, d: int) -> Fraction:
    """Return the printed p_d or q_d."""
    return next(formula for formula in printed.theorems["B3"][name] if formula.covers(d))(d)


def inequality_slacks(d: int) -> list[Fraction]:
    """Return v_d less each of the 32 components of A q, with q_d as printed."""
    q, below = _printed_value("q", d), pure_strategy_payoffs("B3", d).below
    rows = zip(*(_banker_column(d, "B3", move) for move in "SD"), strict=True)
    value = solve_model("B3", d).value
    return [value - ((1 - q) * stand + q * draw) / below for stand, draw in rows]


def inequality_slack_functions(low: int) -> list[RationalFunction]:
    """Return the same as functions of d, by (52) and (53)."""
    marks = final_marks("B3", DECK_NUMBERS[-1])
    drawing = {view for view, mark in marks.items() if mark == "D"}
    (mixed,) = (view for view, mark in marks.items() if mark == "(S,D)")
    q, v = (RationalFunction.of(printed.theorems["B3"][name][-1]) for name in "qv")
    assert printed.theorems["B3"]["q"][-1].low <= low
    own = model_polynomials("B3")
    return [v - q.mix(own.column(u, drawing), own.column(u, drawing | {mixed})) for u in range(32)]


def _check_inequalities() -> Iterator[Claim | PaperTable]:
    """Check (54) for the printed p_d and the 32 inequalities (55) for the printed q_d."""
    for d in DECK_NUMBERS:
        least = model_b3_rows_19_27(d).envelope(_printed_value("p", d))
        where = (
            f"(54): the least of the 2^{len(starred_views('B2', d))} components of p A is v_d, d "
            f"= {d}"
        )
        evidence = "V(p_d) by Lemma 2, p_d as printed; v_d by sabot.solve"
        yield compare_exact(
            "proof-7", where, True, least == solve_model("B3", d).value, evidence=evidence
        )
    six = inequality_slacks(6)
    for u, slack in enumerate(six):
        evidence = f"v_6 - (A q)_{u} = {format_fraction(slack)}"
        yield compare_exact("proof-7", f"(55), d = 6, row {u}", True, slack >= 0, evidence=evidence)
    says = " ".join(map(str, printed.tight_55))
    for d in DECK_NUMBERS:
        own = inequality_slacks(d)
        tight = " ".join(str(u) for u, slack in enumerate(own) if slack == 0)
        ours = tight if min(own) >= 0 else f"{tight}; some fail"
        where = f"(55), d = {d}: the rows with equality, the others being strict"
        yield compare_exact(
            "proof-7", where, says, ours, evidence="q_d as printed, v_d by sabot.solve"
        )
    low = printed.theorems["B3"]["q"][-1].low
    beyond = inequality_slack_functions(low)
    even = [u for u, gap in enumerate(beyond) if gap.top == 0]
    strict = sum(gap.sign_from(low) == 1 for gap in beyond)
    where = f"(55), every d >= {low}: the rows with equality, the others being strict"
    ours = " ".join(map(str, even)) if strict + len(even) == 32 else "not shown"
    evidence = "(52) and (53); signs of polynomials in d, by a Taylor shift"
    yield compare_exact("proof-7", where, says, ours, evidence=evidence)
    rows = [(u, (f"{u:05b}", format_decimal(slack, 4), slack)) for u, slack in enumerate(six)]
    yield PaperTable(
        "proof-7",
        "(55) with six decks: v less what each row of Player gets from Banker's optimum",
        format_grid("row", ("bits", "about", "exactly"), rows),
    )


# ---------------------------------------------------------------------- the other columns


def _check_borrowed_columns() -> Iterator[Claim]:
    """Check what happens with the two columns of model B2."""
    works = []
    for d in DECK_NUMBERS:
        rows, fails, optimal = _borrowed_column_failures(d)
        if not fails:
            works.append(rows == (19, 27))
        where = f"components of (54) that fail with the columns of model B2, d = {d}"
        yield compare_exact(
            "proof-7", where, printed.fails_b3.get(d, 0), fails, evidence=f"rows {rows}"
        )
        if fails:
            where = f"the two optimal columns are among those that fail, d = {d}"
            yield compare_exact("proof-7", where, 2, optimal)
    yield compare_exact(
        "proof-7",
        "where (54) holds, the kernel of the 2^5 x 2 game is in rows 19 and 27",
        "always",
        frequency_text(sum(works), len(works)),
        evidence="d = 1 to 20 and 50 without 1, 2, 9; at d = 1 the 2^5 x 2 game has a saddle point",
    )


def _crossings_beyond(low: int) -> str:
    """Return n_d and T10 between rows 19 and 27 for every d >= low."""
    found = lemma_2_sets("B3", (19, 27), low)
    if any("?" in sort for sort in found.values()):
        return "not shown"
    falls = " ".join(paper_triple(view) for view, sort in found.items() if sort == "10")
    return f"{sum(sort in ('01', '10') for sort in found.values())}, {falls or 'empty'}"


def _check_crossings() -> Iterator[Claim]:
    """Check n_d and T10 of Lemma 2 between rows 19 and 27."""
    for decks in ALL_DECKS:
        found = [point for point in lemma_2_crossings("19-27", decks) if point.p is not None]
        n = 10 if decks == INFINITE_DECKS else min(int(decks), 10)
        where = f"rows 19 and 27: n_d, d = {decks}"
        yield compare_exact("proof-7", where, printed.points_b3[n - 1], len(found))
        falls = " ".join(paper_triple(point.view) for point in found if point.sort == "10")
        evidence = f"{_T10_EVIDENCE}; the conclusions do not need it, Lemma 2 allows for T10"
        where = f"rows 19 and 27: T10, d = {decks}"
        ours = falls or "empty"
        yield compare_exact("proof-7", where, "empty", ours, evidence=evidence, otherwise="error")
    six = " ".join(paper_triple(p.view) for p in lemma_2_crossings("19-27", 6) if p.p is not None)
    yield compare_exact(
        "proof-7", "rows 19 and 27: exceptional triples, d = 6", printed.exceptional_b3, six
    )
    yield compare_exact(
        "proof-7",
        "rows 19 and 27: n_d and T10, every d >= 10",
        f"{printed.points_b3[-1]}, empty",
        _crossings_beyond(10),
        evidence="signs of polynomials in d at all 484 triples",
    )
    values = [
        model_b3_rows_19_27(d).envelope.value == solve_model("B3", d).value for d in DECK_NUMBERS
    ]
    yield compare_exact(
        "proof-7",
        "rows 19 and 27 suffice: their game has the value of model B3",
        "always",
        frequency_text(sum(values), len(values)),
        evidence="Lemma 2 against sabot.solve, d = 1 to 20 and 50",
    )
