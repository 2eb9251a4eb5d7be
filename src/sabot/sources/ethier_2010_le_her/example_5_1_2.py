"""Check Example 5.1.2: the rules, (5.7) to (5.12), Tables 5.1 and 5.2, dominance, the solution.

The items about single hands (rules, the reply after an exchange, the winning probabilities), about
the 14 x 14 matrix of threshold strategies, and about whole strategies: the 2^13 subsets of each
player, and the solution of the whole game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import perm

import numpy as np

from sabot.api import checking, solving
from sabot.exact import format_fraction
from sabot.forms.sequence import count_pure_strategies
from sabot.papers.report import Claim, PaperTable, compare, format_grid, frequency_text
from sabot.solvers.dominance import Reduction
from sabot.sources.ethier_2010_le_her import full_game, printed_formulas
from sabot.sources.ethier_2010_le_her.full_game import (
    KING,
    RANKS,
    BoolArray,
    PayoffTables,
    count_best_reply_subsets,
    count_distinct_subsets,
    dealer_gaps,
    eliminate_dominated,
    mask_text,
    receiver_gaps,
)
from sabot.sources.ethier_2010_le_her.printed_formulas import printed

_PLAYED_EVIDENCE = (
    "the told rules played at a table with the cards laid out, all 13^3 deals x 4 answers"
)
_COUNTED_EVIDENCE = "second road: counted card by card in a pack of 52, without the formula"


def check_rules() -> Iterator[Claim]:
    """Check the rules of the shipped game against those in print."""
    paid = full_game.play_every_hand()
    ties, higher = [], []
    for (x, y, z, exchanges, draws), pays in paid.items():
        one, two = full_game.final_cards(x, y, z, exchanges=exchanges, draws=draws)
        if one == two:
            ties.append(pays == -1)
        else:
            higher.append((pays > 0) == (one > two))
    refused = [
        pays == paid[x, y, z, False, draws]
        for (x, y, z, exchanges, draws), pays in paid.items()
        if exchanges and y == KING
    ]
    voided = [
        pays == paid[x, y, z, exchanges, False]
        for (x, y, z, exchanges, draws), pays in paid.items()
        if draws and z == KING
    ]
    money = tuple(sorted(set(paid.values())))
    for where, cases in (
        ("the higher card wins", higher),
        ("player 2 wins a tie", ties),
        ("player 2's king makes the exchange void", refused),
        ("a king drawn from the pack is void", voided),
    ):
        found = frequency_text(sum(cases), len(cases))
        yield compare(
            "rules", where, "always", found, evidence=f"{len(cases):,} hands: {_PLAYED_EVIDENCE}"
        )
    yield compare("rules", "even money", (-1, 1), money, evidence=_PLAYED_EVIDENCE)


def check_strategies() -> Iterator[Claim]:
    """Count the pure strategies of both players."""
    form = full_game.full_sequence_form()
    counts = tuple(count_pure_strategies(side) for side in form.sides)
    different = count_distinct_subsets(PayoffTables.of(form))
    yield compare(
        "strategies",
        "a 2^13 x 2^13 matrix game",
        tuple(base**power for base, power in printed.subsets),
        counts,
        evidence="pure strategies of the form that the Explorer walks out of the told rules; of "
        f"player 2's, {different:,} are different in their payoffs (to draw to everything but a "
        "king is as good as to draw to nothing)",
    )


def check_reply() -> Iterator[Claim]:
    """Check that player 2's move after an exchange is clear."""
    best = strictly = 0
    even = set()
    for x, y in ((x, y) for x in RANKS for y in RANKS if y < KING):
        keeps = full_game.win_probability(x, y, exchanges=True, draws=False)
        draws = full_game.win_probability(x, y, exchanges=True, draws=True)
        says, other = (keeps, draws) if x >= y else (draws, keeps)
        best += says <= other
        strictly += says < other
        even |= {y} if says == other else set()
    yield compare(
        "reply",
        "keep if X >= Y, else draw",
        "always",
        frequency_text(best, 13 * 12),
        evidence=f"best for player 2 at all {13 * 12} pairs X, Y with Y < 13, strictly so at "
        f"{strictly}; drawing is no worse only where Y = {', '.join(map(str, sorted(even)))}: "
        "player 1 then holds an ace and loses to every card",
    )
    losses = [full_game.count_wins(x, KING, exchanges=True, draws=False) for x in RANKS]
    risks = [x for x in RANKS if full_game.count_wins(x, KING, exchanges=True, draws=True)]
    yield compare(
        "reply",
        "(5.7): an exchange refused by a king is lost",
        "always",
        frequency_text(losses.count(0), 13),
        evidence="player 2 keeps his king and wins; to draw would be an error if X is "
        f"{risks[0]} to {risks[-1]}. Read without the word 'new', the printed rule (keep if "
        "X >= Y) would make him draw",
    )
    fixed, free = (
        full_game.solve_game(full_game.FULL_GAME),
        full_game.solve_game(full_game.OPEN_REPLY_GAME),
    )
    yield compare(
        "reply",
        "the move may be fixed: the value stays",
        fixed.value,
        free.value,
        evidence="le-her(reply=open) leaves the move to player 2, 13 + 157 choices; his optimal "
        f"strategy is {'still' if free.uniqueness['dealer'] else 'no longer'} unique there",
        basis="formula",
    )


WinFormula = Callable[[int, int], Fraction]


def _compare_rows(
    item: str, where: str, formula: WinFormula, *, exchanges: bool, draws: bool | None
) -> Iterator[Claim]:
    for k in RANKS:
        ours = tuple(
            50 * full_game.win_probability(k, y, exchanges=exchanges, draws=draws) for y in RANKS
        )
        says = tuple(50 * formula(k, y) for y in RANKS)
        place = f"{where}, k = {k}, l = 1..13 (x 50)"
        yield compare(item, place, says, ours, evidence=_COUNTED_EVIDENCE, basis="formula")


def check_eq_5_7() -> Iterator[Claim]:
    """Compare (5.7), both its lines, with counting."""
    lines = (
        ("(5.7), second line", printed_formulas.eq_5_7_middle),
        ("(5.7), last line", printed_formulas.eq_5_7),
    )
    for where, formula in lines:
        yield from _compare_rows("eq-5.7", where, formula, exchanges=True, draws=None)


def check_eq_5_8() -> Iterator[Claim]:
    """Compare (5.8), both its lines, and case 3 with counting."""
    lines = (
        ("(5.8), third line", printed_formulas.eq_5_8_middle),
        ("(5.8), last line", printed_formulas.eq_5_8),
    )
    for where, formula in lines:
        yield from _compare_rows("eq-5.8", where, formula, exchanges=False, draws=True)
    yield from _compare_rows(
        "eq-5.8", "case 3", printed_formulas.case_3, exchanges=False, draws=False
    )


def check_eq_5_9() -> Iterator[Claim | PaperTable]:
    """Compare (5.9) with counting, and ask whether its first sum is a cubic."""
    for i in range(14):
        yield compare(
            "eq-5.9",
            f"(5.9), i = {i}, j = 0..13 (x 132,600)",
            tuple(132600 * printed_formulas.eq_5_9(i, j) for j in range(14)),
            tuple(132600 * full_game.threshold_win_probability(i, j) for j in range(14)),
            evidence=_COUNTED_EVIDENCE,
            basis="formula",
        )
    sums = [132600 * printed_formulas.first_sum(i) / 16 for i in range(14)]
    bends = sums
    for _ in range(4):
        bends = [b - a for a, b in pairwise(bends)]
    cubic = [
        300 * i - Fraction(i * (i + 1) * (2 * i + 1), 3) - Fraction(i * (i + 1), 2)
        for i in range(14)
    ]
    breaks = next((i for i in range(14) if sums[i] != cubic[i]), 14)
    yield compare(
        "eq-5.9",
        "after (5.9): the first double sum is a cubic polynomial in i",
        f"for i = 0 to {printed.king}",
        f"for i = 0 to {breaks - 1}",
        evidence="times 132,600/16 the sum is 300 i - i(i+1)(2i+1)/3 - i(i+1)/2 as long as that "
        f"holds; at i = 13 it is {sums[13]}, the cubic {cubic[13]}: exchanging a king adds "
        "nothing, the cubic takes 51 away (fourth differences "
        f"{', '.join(map(str, bends))}). An aside: no range of i is printed, and nothing in the "
        "source depends on it",
        otherwise="error",
    )


_MATRIX_EVIDENCE = (
    "two roads agree: the form that the Explorer walks out of the told rules, played with "
    "threshold strategies, and the matrix counted directly"
)
THRESHOLD_LEVELS = range(14)


def check_table_5_1() -> Iterator[Claim | PaperTable]:
    """Regenerate Table 5.1 and compare it with what (5.9) and (5.10) say it holds."""
    table = full_game.threshold_matrix()
    yield compare("table-5.1", "(52)_3 / 2^3", printed.normaliser, perm(52, 3) // 2**3)
    yield compare(
        "table-5.1",
        "16,575 clears every entry",
        printed.normaliser,
        full_game.full_sequence_form().denominator,
        evidence="the least denominator of the game that the Explorer walks out of the told rules",
    )
    for i in THRESHOLD_LEVELS:
        says = tuple(
            printed.normaliser * printed_formulas.eq_5_10(printed_formulas.eq_5_9(i, j))
            for j in THRESHOLD_LEVELS
        )
        where = f"row {i} by (5.9) and (5.10), x 16,575"
        yield compare(
            "table-5.1", where, says, table[i], evidence=_MATRIX_EVIDENCE, basis="formula"
        )
    yield PaperTable(
        "table-5.1",
        "Table 5.1 (regenerated): payoff to player 1 x 16,575; row S_i, column T_j",
        format_grid("", THRESHOLD_LEVELS, list(zip(THRESHOLD_LEVELS, table, strict=True))),
    )


def dominance_kind(better: Sequence[int], worse: Sequence[int]) -> str:
    """Return how *better* dominates *worse*, entry by entry: strictly, weakly or not."""
    gaps = [a - b for a, b in zip(better, worse, strict=True)]
    if min(gaps) > 0:
        return "strictly"
    return "weakly" if min(gaps) >= 0 and max(gaps) > 0 else "not"


def _check_dominates(where: str, better: Sequence[int], worse: Sequence[int]) -> Claim:
    gap = min(a - b for a, b in zip(better, worse, strict=True))
    return compare(
        "dominance",
        where,
        "strictly",
        dominance_kind(better, worse),
        evidence=f"the least difference is {gap} (x 16,575)",
    )


def check_dominance() -> Iterator[Claim]:
    """Check every statement about dominance between Table 5.1 and (5.12), one by one."""
    table = full_game.threshold_matrix()
    for better, (first, last) in ((5, printed.rows_by_5), (7, printed.rows_by_7)):
        for i in range(first, last + 1):
            yield _check_dominates(
                f"Table 5.1: player 1's {i} by {better}", table[better], table[i]
            )
    losses = [
        [-table[i][j] for i in printed.table_5_2] for j in THRESHOLD_LEVELS
    ]  # what player 2 earns
    for better, (first, last) in (
        (7, printed.columns_by_7),
        (8, printed.columns_by_8_or_7),
        (7, printed.columns_by_8_or_7),
    ):
        for j in range(first, last + 1):
            yield _check_dominates(
                f"Table 5.2: player 2's {j} by {better}", losses[better], losses[j]
            )
    yield _check_dominates("(5.11): player 1's 5 by 6", table[6][7:9], table[5][7:9])
    reduced = solving.reduce(full_game.THRESHOLD_GAME, mixed=False)
    assert isinstance(reduced, Reduction)
    left = reduced.left
    said = [" ".join(map(str, own)) for own in (printed.eq_5_12, printed.eq_5_12[7])]
    yield compare(
        "dominance",
        "what is left: rows; columns",
        "; ".join(said),
        f"{' '.join(left.rows)}; {' '.join(left.columns)}",
        evidence="sabot.reduce on the 14 x 14 game, pure strict dominance only",
    )


def check_table_5_2() -> Iterator[Claim | PaperTable]:
    """Compare Table 5.2 with the regenerated matrix, cell by cell."""
    table = full_game.threshold_matrix()
    left = [
        i
        for i in THRESHOLD_LEVELS
        if not any(
            dominance_kind(table[other], table[i]) == "strictly" for other in THRESHOLD_LEVELS
        )
    ]
    yield compare(
        "table-5.2",
        "caption: strictly dominated rows",
        printed.dominated_rows,
        14 - len(left),
        evidence="rows of Table 5.1 that another row strictly dominates",
    )
    yield compare("table-5.2", "rows left", tuple(printed.table_5_2), tuple(left))
    for i, row in printed.table_5_2.items():
        for j, says in enumerate(row):
            yield compare(
                "table-5.2", f"row {i}, column {j}", says, table[i][j], evidence=_MATRIX_EVIDENCE
            )
    yield PaperTable(
        "table-5.2",
        "Table 5.2: payoff to player 1 x 16,575 after eliminating strictly dominated rows",
        format_grid("", THRESHOLD_LEVELS, [(i, table[i]) for i in left]),
    )


def _check_submatrix(
    item: str, name: str, says: dict[int, dict[int, int]]
) -> Iterator[Claim | PaperTable]:
    table = full_game.threshold_matrix()
    for i, row in says.items():
        for j, entry in row.items():
            where = f"{name}, row {i}, column {j}"
            yield compare(item, where, entry, table[i][j], evidence=_MATRIX_EVIDENCE)
    cells = [(i, [table[i][j] for j in row]) for i, row in says.items()]
    yield PaperTable(item, f"{name}: payoff to player 1 x 16,575", format_grid("", (7, 8), cells))


def check_eq_5_11() -> Iterator[Claim | PaperTable]:
    """Compare (5.11) with the regenerated matrix."""
    table = full_game.threshold_matrix()
    left = tuple(
        j
        for j in THRESHOLD_LEVELS
        if not any(
            all(table[i][other] < table[i][j] for i in printed.table_5_2)
            for other in THRESHOLD_LEVELS
        )
    )
    yield compare(
        "eq-5.11",
        "(5.11), columns left",
        tuple(printed.eq_5_11[5]),
        left,
        evidence="columns of Table 5.2 that no other column strictly dominates",
    )
    yield from _check_submatrix("eq-5.11", "(5.11)", printed.eq_5_11)


def check_eq_5_12() -> Iterator[Claim | PaperTable]:
    """Compare (5.12) with the regenerated matrix."""
    yield from _check_submatrix("eq-5.12", "(5.12)", printed.eq_5_12)


_DOMINANCE_CLAIM = "before (5.7): every other strategy is strictly dominated by a threshold one"
_SEAT_NAMES = ("player 1", "player 2")


def check_subsets() -> Iterator[Claim | PaperTable]:
    """Check the statement that only threshold strategies are reasonable, seat by seat."""
    parts = PayoffTables.of(full_game.full_sequence_form())
    others = np.ones(1 << parts.ranks, dtype=bool)
    others[parts.thresholds] = False
    yield _check_receiver_subsets(parts, others)
    yield _check_dealer_subsets(parts, others)
    rows = [
        (number, (_SEAT_NAMES[step.seat], len(step.left), _threshold_names(parts, step.left)))
        for number, step in enumerate(eliminate_dominated(parts), 1)
    ]
    yield PaperTable(
        "subsets",
        "The 2^13 x 2^13 game by strict dominance, round by round, dominators {1..i} only",
        format_grid("round", ("eliminates", "left", "which {1..i} are left"), rows),
    )


def _check_receiver_subsets(parts: PayoffTables, others: BoolArray) -> Claim:
    gaps = receiver_gaps(parts)
    total = int(others.sum())
    strict = int(np.count_nonzero(gaps.strict.any(axis=1) & others))
    margins = gaps.least.max(axis=1)
    margins[~others] = margins.max() + 1
    tightest = int(margins.argmin())
    by = int(gaps.least[tightest].argmax())
    survivors = [i for i, mask in enumerate(parts.thresholds) if not gaps.strict[mask].any()]
    replies = count_best_reply_subsets(parts)
    return compare(
        "subsets",
        f"{_DOMINANCE_CLAIM}; player 1",
        f"{total:,} of {total:,}",
        f"{strict:,} of {total:,}",
        evidence="exhaustive: all 8,192 subsets S against all 8,192 subsets T. The closest call "
        f"is S = {mask_text(tightest)}, beaten by S_{by} by at least "
        f"{int(margins[tightest])}/16575. "
        f"Of the S_i themselves {', '.join(f'S_{i}' for i in survivors)} survive this round: they "
        f"are best replies to {', '.join(f'{replies[i]:,}' for i in survivors)} subsets T",
    )


def _check_dealer_subsets(parts: PayoffTables, others: BoolArray) -> Claim:
    gaps = dealer_gaps(parts)
    total = int(others.sum())
    strict = int(np.count_nonzero(gaps.strict.any(axis=1) & others))
    weak = int(np.count_nonzero(gaps.weak.any(axis=1) & others))
    always_exchanges = parts.payoffs([-1 % (1 << parts.ranks)], list(range(1 << parts.ranks)))
    (same,) = np.unique(always_exchanges).tolist()
    second = eliminate_dominated(parts)[1].left
    later = total - sum(bool(others[mask]) for mask in second)
    example = 0b10  # T = {2}
    by = int(gaps.weak[example].argmax())
    return compare(
        "subsets",
        f"{_DOMINANCE_CLAIM}; player 2",
        f"{total:,} of {total:,}",
        f"{strict:,} of {total:,}",
        evidence="against S = {1,...,13} player 1 always exchanges, player 2 never uses his set, "
        f"and all 8,192 subsets T pay {same}/16575: none, and no mixture, is strictly better than "
        f"another, not even among S_0..S_13. Weakly dominated by some T_j are {weak:,} of "
        f"{total:,}; so T = {{2}} by T_{by}, which saves player 2 up to "
        f"{int(gaps.most[example, by])}/16575 and costs nothing. Once player 1's strictly "
        f"dominated sets are gone, {later:,} of {total:,} are strictly dominated",
        otherwise="error",
    )


def _threshold_names(parts: PayoffTables, left: list[int]) -> str:
    levels = [i for i, mask in enumerate(parts.thresholds) if mask in set(left)]
    return ",".join(map(str, levels))


def _solve_two_by_two(game: dict[int, dict[int, int]]) -> tuple[Fraction, Fraction, Fraction]:
    """Return the value of a 2 x 2 game without a saddle point, the chances of row and column 1."""
    (a, b), (c, d) = (tuple(row.values()) for row in game.values())
    below = a + d - b - c
    return Fraction(a * d - b * c, below), Fraction(d - c, below), Fraction(d - b, below)


def check_solution() -> Iterator[Claim]:
    """Compare the solution of the printed 2 x 2 game with that of the whole game."""
    scaled, six, seven = _solve_two_by_two(printed.eq_5_12)
    value = scaled / printed.normaliser
    full, small = (
        full_game.solve_game(full_game.FULL_GAME),
        full_game.solve_game(full_game.THRESHOLD_GAME),
    )
    proof = "(5.12) by the 2 x 2 formula; ours: the whole game, certificate re-checked"
    implied = partial(compare, "solution", evidence=proof, basis="formula")
    receiver, dealer = full["receiver"], full["dealer"]
    for name, game in (("2^13 x 2^13", full), ("14 x 14", small)):
        proved = checking.check(game)
        yield implied(f"value of the {name} game", value, proved)
    chance = (1 + checking.check(full)) / 2
    yield implied("player 1 wins with probability", (1 + value) / 2, chance)
    for where, says, ours in (
        ("player 1 holds a 7 (uses S_6)", six, receiver["7"]["hold"]),
        ("player 1 exchanges a 7 (uses S_7)", 1 - six, receiver["7"]["exchange"]),
        ("player 2 keeps an 8 (uses T_7)", seven, dealer["8"]["keep"]),
        ("player 2 draws to an 8 (uses T_8)", 1 - seven, dealer["8"]["draw"]),
    ):
        yield implied(where, says, ours)
    mixed = f"{' '.join(receiver.mixed)}; {' '.join(dealer.mixed)}"
    # S_6 and S_7 differ at rank 7, T_7 and T_8 at rank 8
    said = f"{max(printed.eq_5_12)}; {max(max(row) for row in printed.eq_5_12.values())}"
    yield implied("ranks at which they mix", said, mixed)
    for name, game in (("14 x 14", small), ("2^13 x 2^13", full)):
        yield compare(
            "solution",
            f"strict dominance loses no solution: unique in the {name} game",
            True,
            game.unique,
            evidence="a full-rank system in the certificate, re-checked; value "
            f"{format_fraction(game.value)}",
        )
