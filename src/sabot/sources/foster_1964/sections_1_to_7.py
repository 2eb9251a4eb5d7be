"""Check Foster's Sections 1 to 7, and draw his three figures from exact numbers.

Sections 1 to 5: games of fingers, 2 x 2 and N x 2 games, the rules of chemin-de-fer. Section 6:
Tables 1 and 2, the expected gain G(h, s) and its components. Section 7: the curve G(h), Banker's
best replies (Tables 4 to 7) and the minimax strategies. Figs. 1 and 2 have no numbers of their own
in print: here they show the game of fingers of Section 2, and the 3 x 2 game that is left of
chemin-de-fer when Banker keeps to the strategies of Tables 5, 6 and 7.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from math import prod

from sabot.api import solving
from sabot.exact import format_decimal, format_fraction
from sabot.forms.sequence import MatrixForm, SequenceForm, count_pure_strategies
from sabot.games.baccara.foster import BankerReply, GainCurve, initial_total_counts
from sabot.games.baccara.rules import hand_total, two_card_hands
from sabot.loading import load
from sabot.papers.report import (
    Claim,
    PaperTable,
    compare,
    format_grid,
    frequency_text,
    require_agreement,
)
from sabot.render.figures.figure import Figure
from sabot.render.figures.panels import Curve, Mark, Panel
from sabot.results.solution import Solution
from sabot.solvers.zero_sum.solve import solve_zero_sum
from sabot.sources.foster_1964 import printed_formulas
from sabot.sources.foster_1964.printed_formulas import printed

FOSTER_GAME = "foster-1964"
_MOVE_NAMES = ("I", "II")
compare_exact = partial(compare, evidence="counted again, exactly")
"""Compare; with evidence where a claim brings none of its own."""
FINGER_COUNTS = (1, 2)
_FINGER_PAYOFFS: Mapping[str, Callable[[int, int], int]] = {
    "Section 1, first matrix": lambda b, a: b + a,
    "Section 2, matrix": lambda b, a: 1 if b == a else -1,
}
"""What A pays B when B and A hold up so many fingers, in words; the second matrix is given."""


def check_fingers() -> Iterator[Claim]:
    """Solve the three 2 x 2 games of Sections 1 and 2."""
    for where, payoff in _FINGER_PAYOFFS.items():
        entries = [payoff(b, a) for b in FINGER_COUNTS for a in FINGER_COUNTS]
        says = [entry for row in printed.fingers[where] for entry in row]
        yield compare_exact("fingers", f"{where}: as the game is described", says, entries)
    given = printed.fingers["Section 1, second matrix"]
    where = "Section 1, second matrix: what B would like to gain"
    yield compare_exact(
        "fingers", where, printed.wish, max(entry for row in given for entry in row)
    )
    for where, rows in printed.fingers.items():
        form = MatrixForm.of(rows, rows=_MOVE_NAMES, columns=_MOVE_NAMES, seats=("B", "A"))
        found, spot = solving.solve(form), form.saddle()
        if where.startswith("Section 2"):
            yield compare_exact("fingers", f"{where}: strictly determined", False, spot is not None)
            h = found["A"]["-"]["I"]
            yield compare_exact("fingers", f"{where}: h", Fraction(printed.half), h)
            continue
        yield compare_exact("fingers", f"{where}: strictly determined", True, spot is not None)
        moves = next(name for name, chance in found["B"]["-"].items() if chance == 1)
        reply = next(name for name, chance in found["A"]["-"].items() if chance == 1)
        ours = (moves, reply, found.value)
        yield compare_exact("fingers", f"{where}: B, A, value", printed.saddle, ours)
        least = {min(row) for row in rows if found.value in row}
        most = {max(column) for column in zip(*rows, strict=True) if found.value in column}
        ends = found.value in least & most
        yield compare_exact(
            "fingers", f"{where}: minimum of its row, maximum of its column", True, ends
        )


MATRIX_ENTRIES = range(-2, 3)
_UNIT_ENDS = (Fraction(0), Fraction(1))


def check_two_by_two() -> Iterator[Claim]:
    """Hold the general formula for h and v against solved games that are not strictly determined.

    Where a game has a saddle point the two lines need not cross between 0 and 1: Section 2 speaks
    of the others, and so do the claims.
    """
    right, level, cases = 0, 0, 0
    for a, b, c, d in product(MATRIX_ENTRIES, repeat=4):
        form = MatrixForm.of(
            ((a, b), (c, d)), rows=_MOVE_NAMES, columns=_MOVE_NAMES, seats=("B", "A")
        )
        if form.saddle() is None:
            found, cases = solving.solve(form), cases + 1
            h, v = printed_formulas.solve_two_by_two(a, b, c, d)
            right += (found["A"]["-"]["I"], found.value) == (h, v)
            level += v == h * c + (1 - h) * d
    evidence = f"all {cases} games with whole entries from -2 to 2 that have no saddle point"
    where = "v = ha + (1 - h)b = hc + (1 - h)d gives the h and the value of sabot.solve"
    yield compare_exact(
        "two-by-two", where, "always", frequency_text(right, cases), evidence=evidence
    )
    where = "the two lines of Fig. 1 meet there"
    yield compare_exact(
        "two-by-two", where, "always", frequency_text(level, cases), evidence=evidence
    )


def undominated_strategies() -> tuple[tuple[str, ...], list[tuple[Fraction, Fraction]]]:
    """Return the cells at which Banker's better move depends on h, and the strategies left.

    Each strategy is its gain at h = 0 and at h = 1, by Foster's quadruple sum; one that does worse
    at a decided cell is strictly dominated, so that these are all that can matter.
    """
    gain = GainCurve.of()
    sorts = gain.form.classify()
    free = tuple(view for view, sort in sorts.items() if sort == "*")
    lines = []
    for moves in product((0, 1), repeat=len(free)):
        chosen = {view: int(sort == "draw") for view, sort in sorts.items()}
        chosen |= dict(zip(free, moves, strict=True))
        strategy = {_cell_of_view(view): move for view, move in chosen.items()}
        low, high = (printed_formulas.gain_of_strategy(h, strategy) for h in _UNIT_ENDS)
        lines.append((low, high))
    return free, lines


def _cell_of_view(view: str) -> tuple[int, int]:
    """Return a view as the pair (j, l).

    >>> _cell_of_view("6,-")
    (6, 10)
    """
    j, _, seen = view.partition(",")
    return int(j), printed_formulas.NO_CARD if seen == "-" else int(seen)


def check_n_by_2() -> Iterator[Claim]:
    """Check the two ways to the value of an N x 2 game, on every strategy that can matter."""
    free, lines = undominated_strategies()
    values = [
        solving.solve(MatrixForm.of([(b, a) for a, b in pair], seats=("B", "A"))).value
        for pair in combinations(lines, 2)
    ]
    h, least = GainCurve.of().best
    cells = " ".join("({},{})".format(*_cell_of_view(view)) for view in free)
    yield compare_exact(
        "n-by-2",
        "the value is the greatest of those of the 2 x 2 games",
        max(values),
        least,
        evidence=f"{len(values)} pairs of the {len(lines)} strategies that are not strictly "
        f"dominated: they differ at {cells} only. No pair of the 2^44 can do better: B has fewer "
        "choices in it than in the whole game",
        basis="formula",
    )
    height = max((1 - h) * a + h * b for a, b in lines)
    yield compare_exact(
        "n-by-2",
        "the value is the lowest point of the highest of the lines",
        height,
        least,
        evidence=f"at h = {format_fraction(h)}, against sabot.solve: "
        f"{format_fraction(-solving.solve(FOSTER_GAME).value)}",
        basis="formula",
    )
    form = load(FOSTER_GAME).form()
    assert isinstance(form, SequenceForm)
    choices = sum(len(cell.actions) for cell in form.sides[1].cells)
    yield compare_exact("n-by-2", "2n calculations", 2 * printed.situations, choices)


def check_rules() -> Iterator[Claim]:
    """Check the points, and count what Banker may meet."""
    for pair, says in printed.sums.items():
        points = [0 if rank > 9 else rank for rank in pair]
        where = f"Section 4: {pair[0]} + {pair[1]} (11 is a jack)"
        yield compare_exact("rules", where, says, hand_total(*points))
    form = load(FOSTER_GAME).form()
    assert isinstance(form, SequenceForm)
    one, two = form.sides
    yield compare_exact("rules", "Section 5: A's pure strategies", 2, count_pure_strategies(one))
    yield compare_exact("rules", "Section 5: situations of B", printed.situations, len(two.cells))
    many = count_pure_strategies(two)
    power = len(str(many)) - 1
    ours = f"{round(Fraction(many, 10**power))} x 10^{power}"
    yield compare_exact(
        "rules",
        "Section 5: B's pure strategies",
        printed.strategies,
        ours,
        evidence=f"2^{len(two.cells)} = {many:,}",
    )


def truncate_decimal(number: Fraction, places: int = 10) -> str:
    """Return a number with its decimals cut off, not rounded.

    >>> truncate_decimal(Fraction(4, 13))
    '0.3076923076'
    """
    whole, rest = divmod(int(number * 10**places), 10**places)
    return f"{whole}.{rest:0{places}}"


def initial_probabilities() -> tuple[Fraction, ...]:
    """Return a_0 to a_9, by the shipped game and by Foster's count."""
    ways = initial_total_counts()
    ours = tuple(Fraction(way, sum(ways)) for way in ways)
    return tuple(require_agreement("Table 1", ours, printed_formulas.initial_score_probabilities()))


def _compare_probabilities(
    item: str, letter: str, says: Mapping[tuple[int, ...], str], ours: tuple[Fraction, ...]
) -> Iterator[Claim | PaperTable]:
    for points, text in says.items():
        for i in points:
            evidence = f"exactly {format_fraction(ours[i])}; to ten places, cut off and not rounded"
            where = f"Table {item[-1]}: {letter}_{i}"
            yield compare_exact(item, where, text, truncate_decimal(ours[i]), evidence=evidence)
    rows = [(i, (truncate_decimal(number), number)) for i, number in enumerate(ours)]
    title = f"Table {item[-1]}: {letter}, cut off after ten places, and exactly"
    yield PaperTable(item, title, format_grid("", (letter, "exactly"), rows))


def check_table_1() -> Iterator[Claim | PaperTable]:
    """Compare the initial score probabilities."""
    found = initial_probabilities()
    cards = {value: 96 if value == 0 else 24 for value in range(10)}
    both = tuple((a, b) for a in cards for b in cards if hand_total(a, b) == 0)
    where = "Section 6: the combinations of points that give 0"
    yield compare_exact("table-1", where, tuple(printed.combinations), both)
    for (one, two), factors in printed.combinations.items():
        where = f"Section 6: combinations of {one}, {two}"
        ways = cards[one] * (cards[two] - (one == two))
        yield compare_exact("table-1", where, prod(factors), ways)
    pairs = sum(cards.values()) * (sum(cards.values()) - 1)
    yield compare_exact("table-1", "Section 6: all combinations", prod(printed.pairs), pairs)
    chance = Fraction(sum(map(prod, printed.combinations.values())), prod(printed.pairs))
    yield compare_exact("table-1", "Section 6: a_0, from its combinations", chance, found[0])
    yield compare_exact("table-1", "Section 6: a_0", Fraction(printed.a_0), found[0])
    yield from _compare_probabilities("table-1", "a", printed.table_1, found)


def check_table_2() -> Iterator[Claim | PaperTable]:
    """Compare the further point probabilities."""
    found = tuple(printed_formulas.b(m) for m in range(10))
    yield compare_exact("table-2", "Section 6: b_0", Fraction(printed.b_0), found[0])
    ours = tuple(set(found[1:]))
    yield compare_exact("table-2", "Section 6: b_1 to b_9", (Fraction(printed.b_l),), ours)
    yield from _compare_probabilities("table-2", "b", printed.table_2, found)


TABLE_3_POINTS = tuple(Fraction(h) for h in printed.table_3)
DECISION_CELLS = tuple(product(printed_formulas.FREE_TOTALS, printed_formulas.THIRD_CARDS))
_TABLE_3_EVIDENCE = "at the nine h of Table 3"


def printed_strategy(name: str) -> printed_formulas.BankerStrategy:
    """Return one of the printed decision tables as a strategy."""
    rows = printed.decisions[name]
    return {
        (j, third): int(move) for j, line in rows.items() for third, move in enumerate(line.split())
    }


def _gain_of_table(gain: GainCurve, h: Fraction, name: str) -> Fraction:
    """Return what a printed table earns against h, from the lines of Sabot's form."""
    form = gain.form.form
    banker = form.sides[1]
    plan = {0}
    for (j, third), move in printed_strategy(name).items():
        seen = "-" if third == printed_formulas.NO_CARD else str(third)
        cell = next(cell for cell in banker.cells if cell.key == f"{j},{seen}")
        plan.add(cell.first + move)
    share = (Fraction(1), 1 - h, h)
    earned = sum((share[i] * amount for i, j, amount in form.payoffs if j in plan), Fraction(0))
    return -earned / form.denominator


def check_symmetry() -> Iterator[Claim]:
    """Check the quadruple sum, that it is linear in h, and that a fair game is worth nothing."""
    gain = GainCurve.of()
    initial_probabilities()
    for name in printed.decisions:
        says = tuple(
            printed_formulas.gain_of_strategy(h, printed_strategy(name))
            for h in (Fraction(0), Fraction(1))
        )
        ours = tuple(_gain_of_table(gain, h, name) for h in (Fraction(0), Fraction(1)))
        where = f"G(h, s) for {name}, h = 0 and 1"
        why = "the quadruple sum of Section 6"
        yield compare_exact("symmetry", where, says, ours, evidence=why, basis="formula")
        third = Fraction(1, 3)
        yield compare_exact(
            "symmetry",
            f"G(h, s) for {name} is linear in h",
            says[0] + third * (says[1] - says[0]),
            printed_formulas.gain_of_strategy(third, printed_strategy(name)),
            evidence="the quadruple sum at h = 1/3, between its values at 0 and 1",
            basis="formula",
        )
    for h in (Fraction(0), Fraction(1, 2), Fraction(1)):
        draws = partial(_draws_as_player, h)
        fair = printed_formulas.expected_gain(h, draws)
        yield compare_exact(
            "symmetry",
            f"B plays as A does, h = {h}: the pay-off is zero",
            Fraction(0),
            fair,
            evidence="of degree 2 in h, so that three points decide it for all h",
        )


def check_components() -> Iterator[Claim]:
    """Check the differences d, the short forms of g, and the sum of the components."""
    gain = GainCurve.of()
    h = Fraction(2, 5)
    settled = [
        printed_formulas.pi(j, m, move) == printed_formulas.p(j, m, h)
        for j in (0, 1, 2, 7, 8, 9)
        for m in printed_formulas.THIRD_CARDS
        for move in (0, 1)
    ]
    where = "d_jlm = 0 for j < 3 and for j > 6"
    yield compare_exact("components", where, "always", frequency_text(sum(settled), len(settled)))
    zero = [
        sum(
            printed_formulas.pi(j, m, move) - printed_formulas.p(j, m, h)
            for m in printed_formulas.THIRD_CARDS
        )
        == 0
        for j in printed_formulas.FREE_TOTALS
        for move in (0, 1)
    ]
    where = "the d_jlm of a pair (j, l) sum to 0"
    yield compare_exact("components", where, "always", frequency_text(sum(zero), len(zero)))
    flat = [
        printed_formulas.f(i, j, third, m) == -1
        for i in (8, 9)
        for j, third in DECISION_CELLS
        for m in printed_formulas.THIRD_CARDS
    ]
    where = "f = -1 for i = 8 or 9, j other than 8 or 9"
    yield compare_exact("components", where, "always", frequency_text(sum(flat), len(flat)))
    for j in printed_formulas.FREE_TOTALS:
        same = [
            printed_formulas.g(j, third, h, move)
            == printed_formulas.g_short_form(j, third, h, move)
            for h in TABLE_3_POINTS
            for third in printed_formulas.THIRD_CARDS
            for move in (0, 1)
        ]
        where = f"j = {j}: g_jl for both moves from z_jl"
        evidence = f"from the definition of g, {_TABLE_3_EVIDENCE}"
        yield compare_exact(
            "components", where, "always", frequency_text(sum(same), len(same)), evidence=evidence
        )
    for h in TABLE_3_POINTS:
        yield compare_exact(
            "components",
            f"G(h) as the sum of the components, h = {float(h):g}",
            printed_formulas.best_reply(h)[0],
            gain(h),
            evidence="Sabot's curve, from a form that is counted without these formulas",
            basis="formula",
        )


SIX_PACKS_GAME = "baccara(model=B1, decks=6, banker_free=[3,4,5,6])"


def round_decimal(number: Fraction, digits: int) -> str:
    """Return a number rounded to some decimals.

    >>> round_decimal(Fraction(575, 704), 1), round_decimal(Fraction(-1, 3), 4)
    ('0.8', '-0.3333')
    """
    tenfold = 10**digits
    whole, rest = divmod(round(abs(number) * tenfold), tenfold)
    return f"{'-' if number < 0 else ''}{whole}.{rest:0{digits}}" if digits else str(whole)


def _round_like_printed(says: str, number: Fraction) -> str:
    """Return a number to as many decimals as are printed."""
    return round_decimal(number, len(says.partition(".")[2]))


def check_table_3() -> Iterator[Claim | PaperTable]:
    """Compare the nine values of G(h)."""
    gain = GainCurve.of()
    rows = []
    for h, says in printed.table_3.items():
        found = require_agreement(
            f"G({h})", gain(Fraction(h)), printed_formulas.best_reply(Fraction(h))[0]
        )
        where = f"G({h}), per cent"
        yield compare_exact(
            "table-3",
            where,
            says,
            _round_like_printed(says, 100 * found),
            evidence=format_fraction(found),
        )
        rows.append((h, (round_decimal(100 * found, 3), found)))
    yield PaperTable(
        "table-3",
        "Table 3: Banker's expected gain G(h) in per cent, and exactly",
        format_grid("h", ("G(h)", "exactly"), rows),
    )
    yield PaperTable(
        "table-3",
        "Fig. 3: the corners of the curve G(h)",
        format_grid(
            "h",
            ("about", "G(h), per cent", "exactly"),
            [
                (h, (round_decimal(h, 4), round_decimal(100 * height, 4), height))
                for h, height in gain.points
            ],
        ),
    )
    low, high = gain.points[0][0], gain.points[1][0]
    said = [printed.table_3[h] for h in ("0", "0.25", "0.5")]
    yield from _compare_range(
        "table-3",
        "Section 7: the first straight piece",
        printed.straight,
        (low, high),
        f"(3,9) changes there. Table 3 shows it too: {said[0]}, {said[1]}, {said[2]} at h = 0, "
        "1/4, 1/2 are not on one line",
    )


def _compare_range(
    item: str, where: str, says: tuple[str, str], ours: tuple[Fraction, Fraction], because: str
) -> Iterator[Claim]:
    """Compare the two ends of a range of h, each to as many decimals as it is printed with."""
    for word, end, exact in zip(("from", "to"), says, ours, strict=True):
        yield compare_exact(
            item,
            f"{where}, {word} h",
            end,
            _round_like_printed(end, exact),
            evidence=f"exactly {format_fraction(exact)}, about {format_decimal(exact, 6)}; "
            f"{because}",
            otherwise="superseded",
            slip=f"the corner read off at h = {end}",
        )


def _draws_as_player(h: Fraction, j: int, _: int, m: int) -> Fraction:
    """Return the chance of m if Banker, who holds j, plays as Player does."""
    return printed_formulas.p(j, m, h)


def _decision_row(found: BankerReply, j: int) -> str:
    cells = (found[j, card] for card in printed_formulas.THIRD_CARDS)
    return " ".join("=" if cell is None else str(cell) for cell in cells)


def check_tables_4_to_7() -> Iterator[Claim | PaperTable]:
    """Compare Banker's best replies, and the ranges of h in which they are best."""
    gain = GainCurve.of()
    pieces = gain.ranges
    yield compare_exact(
        "tables-4-7", "Section 7: pure strategies involved", len(printed.decisions), len(pieces)
    )
    before: BankerReply | None = None
    for (name, rows), (low, high, found) in zip(printed.decisions.items(), pieces, strict=True):
        middle = (low + high) / 2
        require_agreement(
            f"{name} at h = {format_fraction(middle)}",
            printed_formulas.best_reply(middle)[1],
            found,
        )
        for j, says in rows.items():
            evidence = (
                f"best for every h between {format_fraction(low)} and {format_fraction(high)}"
            )
            yield compare_exact(
                "tables-4-7", f"{name}, row {j}", says, _decision_row(found, j), evidence=evidence
            )
        if before is not None:
            changed = " ".join(f"({j},{l})" for j, l in found if found[j, l] != before[j, l])  # noqa: E741
            yield compare_exact("tables-4-7", f"{name}, ringed", printed.ringed[name], changed)
        before = found
        yield from _compare_range(
            "tables-4-7",
            name,
            printed.ranges[name],
            (low, high),
            "Foster read the corners off a graph through nine points",
        )
        yield PaperTable(
            "tables-4-7",
            f"{name}: Banker's best reply, {format_fraction(low)} <= h <= {format_fraction(high)}",
            format_grid(
                "",
                printed_formulas.THIRD_CARDS,
                [(j, _decision_row(found, j).split()) for j in printed_formulas.FREE_TOTALS],
            ),
        )


def _solve_foster_game() -> Solution:
    gain, found = GainCurve.of(), solving.solve(FOSTER_GAME)
    assert isinstance(found, Solution)
    require_agreement("value of Foster's game", -gain.best[1], found.value)
    require_agreement("h of Foster's game", gain.best[0], found["Player"]["5"]["draw"])
    return found


def check_minimax() -> Iterator[Claim | PaperTable]:
    """Compare the lowest point of the curve and Banker's mixed strategy."""
    found = _solve_foster_game()
    h, least = found["Player"]["5"]["draw"], -found.value
    where, gains = printed.lowest
    evidence = f"exactly h = {format_fraction(h)}, about {format_decimal(h, 6)}"
    yield compare_exact(
        "minimax", "h of the minimum", where, _round_like_printed(where, h), evidence=evidence
    )
    often = "A's optimal strategy: how often he calls on a 5"
    yield compare_exact(
        "minimax", often, printed.calls, _round_like_printed(printed.calls, h), evidence=evidence
    )
    yield compare_exact(
        "minimax",
        "the least gain, per cent",
        gains,
        _round_like_printed(gains, 100 * least),
        evidence=f"exactly G = {format_fraction(least)}, {format_decimal(100 * least, 6)} per "
        "cent; 1.29 is nearer "
        f"to G(0.8) = {printed.table_3['0.8']} of Table 3, which is not the minimum",
        otherwise="superseded",
    )
    one, two, cell, stands = printed.mixed
    mixed = {view: mix["draw"] for view, mix in found["Banker"].items() if 0 < mix["draw"] < 1}
    (view,) = mixed
    j, _, third = view.partition(",")
    yield compare_exact(
        "minimax", "the cell that is randomised", cell, f"({j},{third.replace('-', '10')})"
    )
    share = 1 - mixed[view]
    evidence = f"exactly {format_fraction(share)}, about {format_decimal(share, 6)}"
    where = "frequency of standing there"
    yield compare_exact(
        "minimax", where, stands, _round_like_printed(stands, share), evidence=evidence
    )
    names = list(printed.decisions)
    ends = [n for n, (low, high, _) in enumerate(GainCurve.of().ranges) if h in (low, high)]
    yield compare_exact(
        "minimax",
        "the strategies that are mixed",
        f"{one} and {two}",
        " and ".join(names[n] for n in ends),
        evidence=f"the only optimal strategies: {'yes' if found.unique else 'no'}",
    )
    yield _replacement_table(least, h)


def _replacement_table(least: Fraction, h: Fraction) -> PaperTable:
    """Return the three assumptions side by side: what replacement costs in accuracy."""
    rows: list[tuple[str, tuple[str, str, str]]] = []
    for label, game in (
        ("Foster: third cards replaced", FOSTER_GAME),
        ("six packs, nothing replaced", SIX_PACKS_GAME),
        ("everything replaced", "foster-1964(decks=inf)"),
    ):
        solved = solving.solve(load(game))
        own, gains = solved["Player"]["5"]["draw"], -solved.value
        rows.append(
            (label, (round_decimal(100 * gains, 4), round_decimal(own, 4), format_fraction(gains)))
        )
    require_agreement(
        "Foster's game", (least, h), (-solving.solve(FOSTER_GAME).value, GainCurve.of().best[0])
    )
    return PaperTable(
        "minimax",
        "The loss of accuracy that Section 6 calls negligible",
        format_grid("", ("G, per cent", "h", "G exactly"), rows),
    )


def check_footnote() -> Iterator[Claim]:
    """Price the custom of the footnote: to stand on 2, 3 and to call on every other 5."""
    cards = [96 if value == 0 else 24 for value in range(10)]
    ways = {hand: 2 * cards[hand[0]] * cards[hand[1]] for hand in two_card_hands(5)}
    require_agreement("the ways to a 5", sum(ways.values()), initial_total_counts()[5])
    often = 1 - Fraction(ways[2, 3], sum(ways.values()))
    gain = GainCurve.of()
    h, least = gain.best
    dearer = 100 * (gain(often) - least)
    yield compare_exact(
        "footnote",
        "the custom gives A's optimal frequency of calling, to the one figure printed of it",
        True,
        _round_like_printed(printed.calls, often) == _round_like_printed(printed.calls, h),
        evidence=f"exactly {format_fraction(often)} where {format_fraction(h)} is best: Player "
        "loses "
        f"{round_decimal(dearer, 4)} per cent of the stake more than he must, "
        f"{round_decimal(100 * least, 4)}. "
        'The footnote prints no frequency, only "approximately the right" one',
        otherwise="superseded",
    )


_H_RANGE = (Fraction(0), Fraction(1))


def draw_figure_1() -> Figure:
    """Draw the two lines of a 2 x 2 game and their crossing."""
    rows = next(game for where, game in printed.fingers.items() if where.startswith("Section 2"))
    lines = {f"B plays {name}": row for name, row in zip(("I", "II"), rows, strict=True)}
    return _draw_n_by_2(
        "Fig. 1: fingers, one unit if they match", lines, "gain to B", "how often A plays I"
    )


def draw_figure_2() -> Figure:
    """Draw three lines, the highest of them at each h, and its lowest point."""
    gain = GainCurve.of()
    lines = {}
    for name, (_, _, found) in list(zip(printed.decisions, gain.ranges, strict=True))[1:]:
        moves = {at: move or 0 for at, move in found.items()}
        low, high = (100 * printed_formulas.gain_of_strategy(h, moves) for h in _H_RANGE)
        lines[f"strategy of {name}"] = (high, low)
    title = "Fig. 2: chemin-de-fer with three strategies of Banker"
    return _draw_n_by_2(title, lines, "Banker's gain, per cent", "how often Player draws on 5")


def _draw_n_by_2(
    title: str, lines: Mapping[str, Sequence[Fraction | int]], gain: str, often: str
) -> Figure:
    """Draw an N x 2 game: a line for each row, from its second entry (h = 0) to its first."""
    form = MatrixForm.of(list(lines.values()), rows=list(lines), seats=("B", "A"))
    found = solve_zero_sum(form)
    h = found.tables[1]["-"]["1"]
    curves = [
        Curve(name, ((_H_RANGE[0], Fraction(low)), (_H_RANGE[1], Fraction(high))))
        for name, (high, low) in lines.items()
    ]
    exact = format_fraction(found.value)
    value = exact if len(exact) < 8 else format_decimal(found.value, 5)
    mark = Mark(f"h = {format_fraction(h)}, v = {value}", h, found.value)
    return Figure(title, (Panel(f"h: {often}", gain, tuple(curves), (mark,)),))


def draw_figure_3() -> Figure:
    """Draw G(h) with its exact corners, and the nine points that Foster had."""
    gain = GainCurve.of()
    points = tuple((h, 100 * height) for h, height in gain.points)
    said = tuple((Fraction(h), Fraction(g)) for h, g in printed.table_3.items())
    h, least = gain.best
    corners = tuple(point for point in points[1:-1] if point[0] != h)
    panel = Panel(
        "h: how often Player draws on 5",
        "Banker's gain G(h), per cent",
        (
            Curve("G(h), exactly", points),
            Curve("corners", corners, "dots"),
            Curve("Table 3, as printed", said, "dots"),
        ),
        (
            Mark(
                f"h = {format_fraction(h)}, G = {format_decimal(100 * least, 5)} per cent",
                h,
                100 * least,
            ),
        ),
    )
    return Figure("Fig. 3: Banker's expected gain in chemin-de-fer", (panel,))
