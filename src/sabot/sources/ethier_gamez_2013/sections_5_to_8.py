"""Check Sections 5 to 8: models A1 to A3, Theorems 5 to 7, Tables 3 to 6.

Section 5 is play with replacement (models A1, A3 and A2, Table 3); Sections 6, 7 and 8 are models
B1, B2 and B3: six decks, the formulas of Theorems 5, 6 and 7 for every whole d, the optimal moves
of Tables 4, 5 and 6, and the remark after Theorem 6.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import prod

from sabot.api import checking, solving
from sabot.errors import CertificateError
from sabot.exact import format_decimal, format_fraction
from sabot.forms.parametric import quotient_expression
from sabot.games.baccara import ethier_gamez
from sabot.games.baccara.count import NON_NATURAL_HANDS
from sabot.games.baccara.ethier_gamez import (
    kernel_matrix,
    mixed_strategy_uniqueness,
    mixing_frequencies,
)
from sabot.games.baccara.rules import two_card_hands
from sabot.loading import load
from sabot.papers.report import (
    Basis,
    Claim,
    PaperTable,
    format_grid,
    frequency_text,
    require_agreement,
)
from sabot.results.optimal_set import Equilibria, OptimalSet, compute_optimal_set
from sabot.results.parametric import Piece, Theorem
from sabot.solvers.dominance import Reduction
from sabot.sources.ethier_gamez_2013 import sections_1_to_4
from sabot.sources.ethier_gamez_2013.games import (
    ALL_DECKS,
    DECK_NUMBERS,
    FIVE_HAND_KEYS,
    INFINITE_DECKS,
    Decks,
    PureStrategyPayoffs,
    compare_exact,
    deck_runs,
    final_marks,
    load_model,
    model_form,
    paper_triple,
    preliminary_marks,
    prove_model,
    pure_strategy_payoffs,
    solve_model,
)
from sabot.sources.ethier_gamez_2013.printed_formulas import PrintedFormula, Spans, printed
from sabot.sources.ethier_gamez_2013.sections_1_to_4 import computed_row, expand_rows, in_deck_range

A3_GRID_GAME = "baccara-grid(rows=8, columns=16)"
A2_GRID_GAME = "baccara-grid(rows=1, columns=16)"


def check_model_a1() -> Iterator[Claim]:
    """Compare Kemeny and Snell's solution: (23) to (26)."""
    yield from check_six_decks("model-a1", "A1", INFINITE_DECKS)
    stars = list(preliminary_marks("B1").values()).count("*")
    where = f"2^88 columns become 2^{printed.reduced['B1']}"
    yield compare_exact("model-a1", where, printed.reduced["B1"], stars)
    unique = mixed_strategy_uniqueness(solve_model("A1").strategies, solve_model("A1").uniqueness)
    where = "the strategies are uniquely optimal"
    yield compare_exact(
        "model-a1", where, True, all(unique.values()), evidence="certificate of sabot.solve"
    )


def _hand_ways(hand: tuple[int, int]) -> int:
    weight = [4, *[1] * 9]
    return (2 - (hand[0] == hand[1])) * weight[hand[0]] * weight[hand[1]]


def _count_distinct_rows(own: PureStrategyPayoffs) -> Counter[tuple[int, ...]]:
    """Return how often each row of the reduced payoff matrix occurs, by its entries."""
    return Counter(
        tuple(int(table[n][u]) for n in range(len(own.views)) for table in (own.stand, own.draw))
        for u in range(own.stand.shape[1])
    )


def _count_distinct_columns(own: PureStrategyPayoffs) -> int:
    """Return how many columns differ once Banker's moves with one best answer are fixed."""
    marks = preliminary_marks("B3")
    sums = {(0, 0)}
    for n, view in enumerate(own.views):
        if marks[view] == "*":
            gap = own.draw[n] - own.stand[n]
            low, high = int(gap[0]), int(gap[-1])
            sums |= {(a + low, b + high) for a, b in sums}
    return len(sums)


def _drawing_shares(of: int) -> set[int]:
    """Return how often a Banker who draws on some hands of a total draws on that total."""
    found = {0}
    for hand in two_card_hands(of):
        found |= {share + _hand_ways(hand) for share in found}
    return found


def _count_mixed_rows() -> int:
    """Return how many of Player's 32 rows are the mix (36) of standing and drawing on every 5."""
    own, right = pure_strategy_payoffs("A3"), 0
    for u in range(32):
        bits = [int(bit) for bit in f"{u:05b}"]
        share = 4 * bits[0] + sum(bits[1:])
        mix = (8 - share) * own.payoffs[:, 0] + share * own.payoffs[:, 31]
        right += bool((mix == 8 * own.payoffs[:, u]).all())
    return right


def check_model_a3() -> Iterator[Claim]:
    """Compare the reduction of model A3 to a 9 x 17 game, and its 980 extreme equilibria."""
    stars = list(preliminary_marks("B3").values()).count("*")
    where = f"2^484 columns become 2^{printed.reduced['B3']}"
    yield compare_exact("model-a3", where, printed.reduced["B3"], stars)
    own = pure_strategy_payoffs("A3")
    yield compare_exact(
        "model-a3", "different rows", printed.rows_a3, len(_count_distinct_rows(own))
    )
    yield compare_exact(
        "model-a3", "different columns", printed.columns_a3, _count_distinct_columns(own)
    )
    shares = tuple(len(_drawing_shares(of)) for of in printed.hands)
    where = "labels of the columns: shares of drawing on totals 3, 4, 5, 6"
    yield compare_exact(
        "model-a3", where, printed.labels_a3, shares, evidence="sums over sets of hands"
    )
    yield compare_exact("model-a3", "9^2 x 17^2", printed.columns_a3, prod(shares))
    places = " ".join(view for view, mark in preliminary_marks("B1").items() if mark == "*")
    named = " ".join((*printed.fixed_a3, printed.free_a3))
    yield compare_exact("model-a3", "the pairs (j,k) that j_1 to j_4 speak of", named, places)
    where = "row i is the mix i/8; (36): p of strategy u"
    yield compare_exact(
        "model-a3", where, 32, _count_mixed_rows(), evidence="all 32 strategies at 484 triples"
    )
    for of, says in printed.hands.items():
        ways = {hand: _hand_ways(hand) for hand in two_card_hands(of)}
        whole = sum(ways.values())
        ours = tuple(
            f"({a},{b}) {many * hand_denominator(of) // whole}/{hand_denominator(of)}"
            for (a, b), many in ways.items()
        )
        yield compare_exact("model-a3", f"chances of the hands of total {of}", says, ours)
    yield from _check_optimal_banker("model-a3", "A3")
    grid = load(A3_GRID_GAME).form()
    yield compare_exact("model-a3", "a 9 x 17 game is left", printed.grid_a3, grid.shape)  # type: ignore[union-attr]
    yield compare_exact(
        "model-a3",
        "the 9 x 17 game has the value of A1",
        solve_model("A1").value,
        solving.solve(A3_GRID_GAME).value,
    )
    reduced = solving.reduce(A3_GRID_GAME, mixed=True)
    assert isinstance(reduced, Reduction)
    yield compare_exact(
        "model-a3",
        "no row or column is strictly dominated",
        printed.grid_a3,
        reduced.left.shape,
        evidence="sabot.reduce, strict dominance by mixtures too",
    )
    yield from _check_extreme_points()


def hand_denominator(of: int) -> int:
    """Return the denominator that the paper uses for the hands of a total."""
    return 16 if of % 2 == 0 else 8


def _check_extreme_points() -> Iterator[Claim]:
    found = solving.equilibria(A3_GRID_GAME)
    assert isinstance(found, Equilibria)
    p, q = (
        solve_model("A1")[seat][view]["draw"] for seat, view in (("Player", "5"), ("Banker", "6,-"))
    )
    rows = [(i, k) for i in range(9) for k in range(9) if Fraction(i, 8) < p < Fraction(k, 8)]
    columns = [
        (j, k) for j in range(17) for k in range(17) if Fraction(j, 16) < q < Fraction(k, 16)
    ]
    ours = (len(rows), len(columns), len(rows) * len(columns))
    yield compare_exact(
        "model-a3", "(27), (28): pairs of Player, of Banker, of both", printed.extremes_a3, ours
    )
    counts = (*found.counts.values(), found.count)
    where = "extreme equilibria of the 9 x 17 game"
    yield compare_exact("model-a3", where, printed.extremes_a3, counts, evidence="sabot.equilibria")
    for (low, high, says), whole, at, name in zip(
        printed.pair_a3, (8, 16), (p, q), ("p of rows", "q of columns"), strict=True
    ):
        share = (at * whole - low) / (high - low)
        yield compare_exact("model-a3", f"{name} {low} and {high}", Fraction(says), share)


def _optimal_set(model: str, seat: str) -> OptimalSet:
    other = {"Player": "Banker", "Banker": "Player"}[seat]
    return compute_optimal_set(model_form(model), seat, solve_model(model)[other])


def _check_optimal_banker(item: str, model: str) -> Iterator[Claim]:
    """Check that every optimal strategy of Banker settles (3,9), (4,1) and (5,4)."""
    fixed = _optimal_set(model, "Banker").fixed
    for view, says in printed.fixed_a3.items():
        total, _, third = view.partition(",")
        moves = {fixed.get(f"({a},{b}),{third}", "?") for a, b in two_card_hands(int(total))}
        ours = " ".join(sorted(move[0].upper() for move in moves))
        where = f"every optimal strategy of Banker on total {total} against a {third}"
        yield compare_exact(item, where, says, ours, evidence="the whole set of optimal strategies")


def limiting_strategies(model: str) -> dict[str, dict[str, Fraction]]:
    """Return, by seat and view, what the chances of drawing in a theorem tend to."""
    found: dict[str, dict[str, Fraction]] = {}
    for seat, table in prove_model(model).pieces[-1].strategies.items():
        for view, mix in table.items():
            limit = mix["draw"].limit
            assert limit is not None
            found.setdefault(seat, {})[view] = limit
    return found


def _table_3_strategies(tends: Mapping[str, Mapping[str, Fraction]]) -> str:
    """Return Table 3, from the limits of model B3."""
    lines = []
    for seat, head in (
        ("Player", "Player's two-card total is 5"),
        ("Banker", "Banker's two-card total is 6 and Player stands"),
    ):
        groups: dict[Fraction, list[str]] = {}
        for view, hand in _table_3_views(seat).items():
            groups.setdefault(tends[seat][view], []).append(hand)
        lines.append(head)
        for draw, own in groups.items():
            mixed = f"(S,D) with ({format_fraction(1 - draw)},{format_fraction(draw)})"
            word = "S" if draw == 0 else "D" if draw == 1 else mixed
            lines.append(f"  {' '.join(own):<24} {word}")
    return "\n".join(lines)


def _table_3_views(seat: str) -> dict[str, str]:
    """Return the views that Table 3 speaks of, each with its hand."""
    if seat == "Player":
        return {hand: hand for hand in FIVE_HAND_KEYS}
    return {f"({a},{b}),-": f"({a},{b})" for a, b in two_card_hands(6)}


def check_table_3() -> Iterator[Claim | PaperTable]:
    """Check that Table 3 is the limit of model B3 and optimal in A3, and half of it in A2."""
    found, tends, other = (
        solve_model("A3"),
        limiting_strategies("B3"),
        limiting_strategies("B2")["Banker"],
    )
    plans = {
        seat: {view: {"stand": 1 - draw, "draw": draw} for view, draw in table.items()}
        for seat, table in tends.items()
    }
    for seat, table in printed.table_3.items():
        for view, hand in _table_3_views(seat).items():
            draw = Fraction(table[hand])
            plans[seat][view] = {"stand": 1 - draw, "draw": draw}
            where = f"{seat} draws on {hand}: the limit of model B3"
            yield compare_exact("table-3", where, draw, tends[seat][view], evidence="sabot.prove")
            if seat == "Banker":
                where = f"Banker draws on {hand}: the limit of model B2"
                yield compare_exact("table-3", where, draw, other[view], evidence="sabot.prove")
        optimal = plans[seat] in _optimal_set("A3", seat)
        yield compare_exact("table-3", f"{seat}'s strategy is optimal in model A3", True, optimal)
    both = plans["Banker"] in _optimal_set("A2", "Banker")
    yield compare_exact("table-3", "Banker's strategy is optimal in model A2", True, both)
    for seat in printed.table_3:
        many = not found.uniqueness[seat]
        yield compare_exact(
            "table-3", f"{seat} has other optimal strategies in model A3", True, many
        )
    custom = 1 - Fraction(_hand_ways((2, 3)), sum(_hand_ways(hand) for hand in two_card_hands(5)))
    where = "Foster's custom: Player draws on 5 with"
    yield compare_exact("table-3", where, Fraction(printed.custom), custom)
    often = sum(
        (
            Fraction(printed.table_3["Player"][hand]) * _hand_ways((int(hand[1]), int(hand[3])))
            for hand in FIVE_HAND_KEYS
        ),
        Fraction(0),
    ) / sum(_hand_ways(hand) for hand in two_card_hands(5))
    where = "Table 3: Player draws on 5 with 3/4 + 1/8 x 6/11"
    yield compare_exact(
        "table-3", where, Fraction(printed.required), often, evidence=format_fraction(often)
    )
    yield PaperTable(
        "table-3", "Table 3: the limit of the optimal strategies of B3", _table_3_strategies(tends)
    )


def check_model_a2() -> Iterator[Claim]:
    """Compare the reduction of model A2 to a 2 x 17 game."""
    yield from _check_optimal_banker("model-a2", "A2")
    p = solve_model("A2")["Player"]["5"]["draw"]
    yield compare_exact("model-a2", "Player draws on 5 with", Fraction(printed.often_a2), p)
    found = solving.equilibria(A2_GRID_GAME)
    where = "extreme solutions of the 2 x 17 game"
    yield compare_exact(
        "model-a2", where, printed.extremes_a2, found.count, evidence="sabot.equilibria"
    )
    value = solve_model("A1").value
    same = [solve_model(model).value == value for model in ("A2", "A3")]
    yield compare_exact(
        "model-a2", "A2 and A3 have the value of A1", "always", frequency_text(sum(same), 2)
    )


_KERNEL_SCALES = {"A1": Fraction(13**6, 2**4)}


def model_mixing_frequencies(model: str, decks: Decks) -> tuple[str, Fraction, str, Fraction]:
    """Return where and how often each seat mixes: one view each in models 1 and B."""
    found = mixing_frequencies(solve_model(model, decks).strategies)
    ((one, p),), ((two, q),) = (tuple(found[seat].items()) for seat in ("Player", "Banker"))
    return one, p, two, q


def paper_solution(model: str, decks: Decks) -> tuple[Fraction, Fraction, Fraction]:
    """Return p, q and v of a solved game in which each seat mixes at one view."""
    _, p, _, q = model_mixing_frequencies(model, decks)
    return p, q, solve_model(model, decks).value


def check_six_decks(item: str, model: str, decks: Decks = 6) -> Iterator[Claim]:
    """Compare the kernel, the mixes and the value, as fractions and as decimals."""
    found = solve_model(model, decks)
    inner = kernel_matrix(model_form(model, decks), found.strategies)
    scale = _KERNEL_SCALES.get(model, Fraction(printed.kernel_scale))
    for i, row in enumerate(printed.kernels[model]):
        for j, entry in enumerate(row):
            where = f"kernel: P {inner.rows[i]}, B {inner.columns[j]}"
            yield compare_exact(
                item, where, entry, inner[i, j] * scale, evidence=f"over {format_fraction(scale)}"
            )
    _, p, _, q = model_mixing_frequencies(model, decks)
    for (where, says, about), ours in zip(printed.six[model], (p, q, found.value), strict=True):
        yield compare_exact(
            item, where, Fraction(says), ours, evidence="certificate of sabot.solve"
        )
        yield compare_exact(item, f"{where}, decimals", about, _to_six_figures(ours))


def _to_six_figures(number: Fraction) -> str:
    """Return a number to six figures, zeros at the end kept.

    >>> _to_six_figures(Fraction(37877, 100000)), _to_six_figures(Fraction(-1, 80))
    ('0.378770', '-0.0125000')
    """
    text = format_decimal(number, 6)
    digits = len(text.lstrip("-0.").replace(".", ""))
    return text + "0" * (6 - digits)


def check_section_6() -> Iterator[Claim]:
    """Compare model B1 with six decks, and what replacement costs."""
    yield from check_six_decks("section-6", "B1")
    for name, a1, b1 in zip(
        "pqv", paper_solution("B1", INFINITE_DECKS), paper_solution("B1", 6), strict=True
    ):
        error = abs(a1 / b1 - 1)
        small = error < Fraction(printed.one_per_cent)
        evidence = f"{format_decimal(100 * error, 3)} per cent, between the solved games"
        where = f"{name}: the relative error of (24) to (26) is below one per cent"
        yield compare_exact("section-6", where, True, small, evidence=evidence)


def check_section_7() -> Iterator[Claim]:
    """Compare model B2 with six decks."""
    yield from check_six_decks("section-7", "B2")
    less = solve_model("B2", 6).value < solve_model("B1", 6).value
    yield compare_exact("section-7", "(38) is less than (31)", True, less)


def check_section_8() -> Iterator[Claim]:
    """Compare model B3 with six decks."""
    yield from check_six_decks("section-8", "B3")
    more = solve_model("B3", 6).value > solve_model("B2", 6).value
    yield compare_exact("section-8", "(47) is greater than (38)", True, more)


# ---------------------------------------------------------------------- every whole d


def _proved_formula(piece: Piece, name: str, view: str) -> str:
    """Return a proved formula: p, q or v, in the letter of the paper."""
    seats = {"p": "Player", "q": "Banker"}
    found = piece.value if name == "v" else piece.strategies[seats[name]][view]["draw"]
    return str(replace(found, name="d"))


def _compare_proved_formula(
    item: str, model: str, name: str, formula: PrintedFormula
) -> Iterator[Claim]:
    """Compare a formula for a range of decks, letter by letter, with what sabot.prove finds."""
    for piece in prove_model(model).pieces:
        low, high = piece.low, piece.high
        assert isinstance(low, int), "decks are whole"
        if low == high or not formula.covers(low):
            continue
        view = {"p": 0, "q": 2}.get(name)
        at = "" if view is None else str(model_mixing_frequencies(model, low)[view])
        says = quotient_expression(formula.top, formula.below, "d")
        ours = _proved_formula(piece, name, at)
        span = f"every d >= {low}" if high is None else f"{low} <= d <= {high}"
        yield compare_exact(
            item, f"{formula.where}, {span}", says, ours, evidence="sabot.prove, in lowest terms"
        )


def check_theorem(item: str, model: str) -> Iterator[Claim | PaperTable]:
    """Compare p_d, q_d and v_d for d = 1 to 20 and 50, and as formulas for every d."""
    views = {"B1": ("5", "6,-"), "B2": ("5", "(0,6),-"), "B3": ("(1,4)", "(0,6),-")}[model]
    rows = []
    for d in DECK_NUMBERS:
        one, p, two, q = model_mixing_frequencies(model, d)
        mixed = views if (model, d) != ("B3", 1) else (views[0], "(8,8),-")
        yield compare_exact(item, f"where Player and Banker mix, d = {d}", mixed, (one, two))
        require_agreement(
            f"value of {model}, d = {d}",
            solve_model(model, d).value,
            prove_model(model).value_at(d),
        )
        rows.append((d, (p, q, solve_model(model, d).value)))
        for name, ours in (("p", p), ("q", q), ("v", solve_model(model, d).value)):
            formula = next(f for f in printed.theorems[model][name] if f.covers(d))
            evidence = "sabot.solve, certified, and sabot.prove"
            if formula(d) != ours:
                evidence += f"; {_other_evidence(model, d, name, formula)}"
            where = f"{formula.where}, d = {d}: {name}"
            basis: Basis = "print" if formula.low == formula.high else "formula"
            yield compare_exact(item, where, formula(d), ours, evidence=evidence, basis=basis)
    for name, found in printed.theorems[model].items():
        for formula in found:
            yield from _compare_proved_formula(item, model, name, formula)
    yield from _check_limits(item, model)
    title = f"Model {model}: p, q and v"
    yield PaperTable(item, title, format_grid("d", ("p", "q", "v"), rows))


def _check_limits(item: str, model: str) -> Iterator[Claim]:
    """Compare what p_d, q_d and v_d tend to with the limits of the formulas that are proved."""
    last, end = prove_model(model).pieces[-1], DECK_NUMBERS[-1]
    one, _, two, _ = model_mixing_frequencies(model, end)
    ours = (
        last.strategies["Player"][one]["draw"].limit,
        last.strategies["Banker"][two]["draw"].limit,
        require_agreement(f"limit of v_d, {model}", last.value.limit, solve_model("A1").value),
    )
    for name, says, limit in zip("pqv", printed.limits[model], ours, strict=True):
        where = f"{name}_d as d tends to infinity"
        evidence = f"the formula that sabot.prove gives for d >= {last.low}"
        yield compare_exact(item, where, Fraction(says), limit, evidence=evidence)


def _other_evidence(model: str, d: int, name: str, formula: PrintedFormula) -> str:
    """Return what else speaks against a printed number."""
    words = f"the printed {name} is about {format_decimal(formula(d), 6)}"
    if name != "v":
        return words
    inner = kernel_matrix(model_form(model, d), solve_model(model, d).strategies)
    p, q = (next(f for f in printed.theorems[model][own] if f.covers(d))(d) for own in "pq")
    levels = {(1 - p) * inner[0, j] + p * inner[1, j] for j in (0, 1)}
    levels |= {(1 - q) * inner[i, 0] + q * inner[i, 1] for i in (0, 1)}
    words += (
        f"; the printed p and q give {', '.join(map(format_fraction, sorted(levels)))} on every "
        "side"
    )
    if model == "B3" and formula(d) < (rival := solve_model("B2", d).value):
        words += (
            f"; Player, who sees more here than in model B2, is worth {format_fraction(rival)} "
            "there"
        )
    return words


# ---------------------------------------------------------------------- uniqueness

EVERY_D_TEXT = "for every positive whole d"
UNIQUENESS_EVIDENCE = (
    "A mixed strategy of the authors' game has a chance of drawing at each view, and the payoff "
    "depends on these chances alone; the checked proof gives the only optimal ones. They are 0 or "
    "1 except at one view per seat, so every pure strategy that is used agrees with them at all "
    "other views: two pure strategies are left, and the chance at the one view says how often each"
)
"""Why a unique plan with one mixed view is one mixture of pure strategies."""


def mixed_views_of_piece(piece: Piece) -> dict[str, list[str]]:
    """Return, by seat, the views at which a piece of a theorem mixes for some d of its range."""
    return {
        seat: [
            view
            for view, mix in table.items()
            if any(chance.constant not in (0, 1) for chance in mix.values())
        ]
        for seat, table in piece.strategies.items()
    }


def certified_unique_decks(theorem: Theorem) -> str:
    """Return for which d the checker accepts that the solution is unique, as a mixture.

    The checker reads the proof as a file would give it and owes nothing to what found it.
    """
    try:
        values = checking.check(theorem)
    except CertificateError as fault:
        return f"not proved: {fault}"
    require_agreement("pieces that the checker read", len(values), len(theorem.pieces))
    if not all(all(piece.unique.values()) for piece in theorem.pieces):
        return "not unique"
    if any(
        len(views) > 1 for piece in theorem.pieces for views in mixed_views_of_piece(piece).values()
    ):
        return "unique behaviour, many mixtures"
    ends = [(piece.low, piece.high) for piece in theorem.pieces]
    whole = ends[0][0] == 1 and ends[-1][1] is None
    return EVERY_D_TEXT if whole else f"for d from {ends[0][0]} to {ends[-1][1]}"


def _deck_spans(pieces: Sequence[Piece]) -> str:
    return ", ".join(
        f"{piece.low}+" if piece.high is None else str(piece.low)
        if piece.low == piece.high else f"{piece.low}-{piece.high}"
        for piece in pieces
    )  # fmt: skip


def _check_unique_solutions(item: str, model: str) -> Claim:
    """Check that the numeric solutions are unique as mixtures, each with its certificate."""
    found = [
        all(
            mixed_strategy_uniqueness(
                solve_model(model, d).strategies, solve_model(model, d).uniqueness
            ).values()
        )
        for d in DECK_NUMBERS
    ]
    where = "uniquely optimal, d = 1 to 20 and 50"
    evidence = "certificates of sabot.solve; each seat mixes at one view"
    return compare_exact(
        item, where, "always", frequency_text(sum(found), len(found)), evidence=evidence
    )


def _check_one_mixed_view(item: str, model: str) -> Claim:
    """Check for every d that each seat mixes at one view."""
    pieces = prove_model(model).pieces
    many = sorted(
        {len(views) for piece in pieces for views in mixed_views_of_piece(piece).values()}
    )
    where = "views at which each seat mixes, every d"
    evidence = f"{len(pieces)} pieces, d = {_deck_spans(pieces)}. {UNIQUENESS_EVIDENCE}"
    return compare_exact(item, where, "1", " ".join(map(str, many)), evidence=evidence)


def _check_uniqueness(item: str, model: str) -> Iterator[Claim]:
    yield _check_unique_solutions(item, model)
    yield _check_one_mixed_view(item, model)
    pieces = prove_model(model).pieces
    evidence = f"sabot.prove in {len(pieces)} pieces, which the checker re-verifies here"
    where = "uniquely optimal, as a mixture of pure strategies"
    yield compare_exact(
        item, where, EVERY_D_TEXT, certified_unique_decks(prove_model(model)), evidence=evidence
    )


def check_theorem_5() -> Iterator[Claim | PaperTable]:
    """Compare Theorem 5 (model B1)."""
    yield from check_theorem("theorem-5", "B1")
    yield from _check_uniqueness("theorem-5", "B1")


def check_theorem_6() -> Iterator[Claim | PaperTable]:
    """Compare Theorem 6 (model B2)."""
    yield from check_theorem("theorem-6", "B2")
    yield from _check_uniqueness("theorem-6", "B2")


def check_theorem_7() -> Iterator[Claim | PaperTable]:
    """Compare Theorem 7 (model B3), and decide whether its solution is unique."""
    yield from check_theorem("theorem-7", "B3")
    yield _check_unique_solutions("theorem-7", "B3")
    yield _check_one_mixed_view("theorem-7", "B3")
    pieces, found = prove_model("B3").pieces, certified_unique_decks(prove_model("B3"))
    ours = f"proved {found}" if found == EVERY_D_TEXT else found
    many = "" if solve_model("A3").unique else "; with infinitely many (model A3) it is not unique"
    yield compare_exact(
        "theorem-7",
        "Remark: the solution is unique",
        printed.unique_b3,
        ours,
        evidence=f"sabot.prove gives a proof in {len(pieces)} pieces (d = "
        f"{_deck_spans(pieces)}), each "
        "with uniqueness for both seats, and the checker has accepted it before this is said; "
        f"certificates for d = 1 to 20 and 50 agree. It speaks of whole numbers of decks{many}. "
        f"{UNIQUENESS_EVIDENCE}",
        otherwise="superseded",
    )


def _bracketed(word: str) -> str:
    return f"[{word}]" if " " in word else word


def _mark_in_spans(spans: Spans, decks: Decks) -> str:
    return next(mark for mark, low, high in spans if in_deck_range(decks, low, high))


def _printed_final_row(
    words: list[str], notes: Mapping[str, Spans], known: tuple[Decks, ...]
) -> str:
    """Return a printed row for some decks, its footnotes applied."""
    found = []
    for word in words:
        spans = notes.get(word if word in sections_1_to_4.FOOTNOTE_SIGNS else word[1:])
        if spans is not None:
            word = _bracketed(deck_runs((decks, _mark_in_spans(spans, decks)) for decks in known))
        found.append(word)
    return " ".join(found)


def _compare_final_layout(
    item: str, rows: Mapping[str, str], ours: sections_1_to_4.FinalTable
) -> Iterator[Claim]:
    """Compare the table as it is set: a line a total, marks with the signs of footnotes."""
    for label, words in expand_rows(rows, hands=False).items():
        where = f"Table {item[-1]} with its footnotes, total {label}"
        line = ours.rows.get(label, "no such line")
        evidence = "set from the pieces that sabot.prove finds"
        yield compare_exact(item, where, " ".join(words), line, evidence=evidence)


def _certified_evidence(model: str) -> str:
    last = prove_model(model).pieces[-1].low
    return f"d = 1 to 20 and 50, certified; every d >= {last} by sabot.prove"


def check_table_4() -> Iterator[Claim | PaperTable]:
    """Compare Table 4: model B1 for every d, model A1 at infinity."""
    sheet = sections_1_to_4.final_table("B1")
    yield from _compare_final_layout("table-4", printed.table_4, sheet)
    marks = {decks: final_marks("B1", decks) for decks in ALL_DECKS}
    for label, words in expand_rows(printed.table_4, hands=False).items():
        yield compare_exact(
            "table-4",
            f"Table 4, total {label}",
            _printed_final_row(words, printed.notes_4, ALL_DECKS),
            computed_row(marks, label),
            evidence=_certified_evidence("B1"),
        )
    yield PaperTable(
        "table-4", "Table 4: model B1, every positive whole number of decks", str(sheet)
    )


def check_table_5() -> Iterator[Claim | PaperTable]:
    """Compare Table 5 and its footnotes: models B2 and B3."""
    sheet = sections_1_to_4.final_table("B2", "B3")
    yield from _compare_final_layout("table-5", printed.table_5, sheet)
    rows = expand_rows(printed.table_5, hands=False)
    for model in ("B3", "B2"):
        marks = {decks: final_marks(model, decks) for decks in DECK_NUMBERS}
        for a, b in NON_NATURAL_HANDS:
            hand, words = f"({a},{b})", rows[str((a + b) % 10)]
            notes = {n: own[hand] for n, own in printed.notes_5[model].items() if hand in own}
            yield compare_exact(
                "table-5",
                f"Table 5, model {model}, {hand}",
                _printed_final_row(words, notes, DECK_NUMBERS),
                computed_row(marks, hand),
                evidence=_certified_evidence(model),
            )
    yield PaperTable(
        "table-5", "Table 5: models B2 and B3, every positive whole number of decks", str(sheet)
    )


def check_table_6() -> Iterator[Claim | PaperTable]:
    """Compare Table 6: Player's moves in model B3."""
    sheets = {
        d: ethier_gamez.player_table(load_model("B3", d), solve_model("B3", d).strategies)
        for d in DECK_NUMBERS
    }
    for hand, says in printed.table_6.items():
        ours = deck_runs((d, sheet[hand]) for d, sheet in sheets.items())
        yield compare_exact(
            "table-6", f"Table 6, {hand}", says, ours, evidence=_certified_evidence("B3")
        )
    yield PaperTable("table-6", "Table 6: six decks", str(sheets[6]))


def check_remark_6() -> Iterator[Claim]:
    """Check what is said of Downton and Lockwood's table, and which decks share a kernel."""
    for (view, d), says in printed.lockwood.items():
        yield compare_exact(
            "remark-6", f"{paper_triple(view)}, d = {d}", says, final_marks("B2", d)[view]
        )
    groups: list[list[int]] = []
    for d in DECK_NUMBERS:
        if groups and final_marks("B2", groups[-1][0]) == final_marks("B2", d):
            groups[-1].append(d)
        else:
            groups.append([d])
    spans = [str(own[0]) if len(own) == 1 else f"{own[0]}-{own[-1]}" for own in groups]
    spans[-1] = f"{groups[-1][0]}+"
    where = "the decks that share Banker's two pure strategies"
    yield compare_exact(
        "remark-6",
        where,
        printed.same_kernel_b2,
        "; ".join(spans),
        evidence=_certified_evidence("B2"),
    )
