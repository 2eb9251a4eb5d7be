"""The items about Section 5: models A1, A3 and A2, with replacement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from sabot import api
from sabot.exact import show
from sabot.games import load
from sabot.games.baccara.kernel import mixed_unique
from sabot.games.baccara.rules import hands
from sabot.papers.ethier_gamez_2013 import printed
from sabot.papers.ethier_gamez_2013.games import (
    FIVES,
    INF,
    Lines,
    check,
    form,
    lines,
    preliminary,
    solved,
)
from sabot.papers.ethier_gamez_2013.theorems import six_decks
from sabot.papers.report import Claim, always
from sabot.results.optimal import OptimalSet, optimal_set

GRID = "baccara-grid(rows=8, columns=16)"
GRID_A2 = "baccara-grid(rows=1, columns=16)"


def model_a1() -> Iterator[Claim]:
    """Compare Kemeny and Snell's solution: (23) to (26)."""
    yield from six_decks("model-a1", "A1", INF)
    stars = list(preliminary("B1").values()).count("*")
    yield check("model-a1", "2^88 columns become 2^4", 4, stars)
    unique = mixed_unique(solved("A1").strategies, solved("A1").uniqueness)
    where = "the strategies are uniquely optimal"
    yield check(
        "model-a1", where, True, all(unique.values()), evidence="certificate of sabot.solve"
    )


def _share(hand: tuple[int, int]) -> int:
    weight = [4, *[1] * 9]
    return (2 - (hand[0] == hand[1])) * weight[hand[0]] * weight[hand[1]]


def _rows(own: Lines) -> Counter[tuple[int, ...]]:
    """Return how often each row of the reduced payoff matrix occurs, by its entries."""
    return Counter(
        tuple(int(table[n][u]) for n in range(len(own.views)) for table in (own.stand, own.draw))
        for u in range(own.stand.shape[1])
    )


def _columns(own: Lines) -> int:
    """Return how many columns differ once Banker's settled views are fixed."""
    marks = preliminary("B3")
    sums = {(0, 0)}
    for n, view in enumerate(own.views):
        if marks[view] == "*":
            gap = own.draw[n] - own.stand[n]
            low, high = int(gap[0]), int(gap[-1])
            sums |= {(a + low, b + high) for a, b in sums}
    return len(sums)


def _eighths() -> int:
    """Return how many of Player's 32 rows are the mix (36) of standing and drawing on every 5."""
    own, right = lines("A3"), 0
    for u in range(32):
        bits = [int(bit) for bit in f"{u:05b}"]
        share = 4 * bits[0] + sum(bits[1:])
        mix = (8 - share) * own.payoffs[:, 0] + share * own.payoffs[:, 31]
        right += bool((mix == 8 * own.payoffs[:, u]).all())
    return right


def model_a3() -> Iterator[Claim]:
    """Compare the reduction of model A3 to a 9 x 17 game, and its 980 extreme equilibria."""
    stars = list(preliminary("B3").values()).count("*")
    yield check("model-a3", "2^484 columns become 2^22", 22, stars)
    own = lines("A3")
    yield check("model-a3", "different rows", printed.ROWS_A3, len(_rows(own)))
    yield check("model-a3", "different columns", printed.COLUMNS_A3, _columns(own))
    yield check("model-a3", "9^2 x 17^2", printed.COLUMNS_A3, 9**2 * 17**2)
    where = "row i is the mix i/8; (36): p of strategy u"
    yield check("model-a3", where, 32, _eighths(), evidence="all 32 strategies at 484 triples")
    for of, says in printed.HANDS.items():
        ways = {hand: _share(hand) for hand in hands(of)}
        whole = sum(ways.values())
        ours = tuple(
            f"({a},{b}) {many * len_of(of) // whole}/{len_of(of)}" for (a, b), many in ways.items()
        )
        yield check("model-a3", f"chances of the hands of total {of}", says, ours)
    yield from _optimal_banker("model-a3", "A3")
    grid = load(GRID).form()
    yield check("model-a3", "a 9 x 17 game is left", printed.GRID_A3, grid.shape)  # type: ignore[union-attr]
    yield check(
        "model-a3", "the 9 x 17 game has the value of A1", solved("A1").value, api.solve(GRID).value
    )
    reduced = api.reduce(GRID, mixed=True).left
    yield check(
        "model-a3",
        "no row or column is strictly dominated",
        printed.GRID_A3,
        reduced.shape,
        evidence="sabot.reduce, strict dominance by mixtures too",
    )
    yield from _extremes()


def len_of(of: int) -> int:
    """Return the denominator that the paper uses for the hands of a total."""
    return 16 if of % 2 == 0 else 8


def _extremes() -> Iterator[Claim]:
    found = api.equilibria(GRID)
    p, q = (solved("A1")[seat][view]["draw"] for seat, view in (("Player", "5"), ("Banker", "6,-")))
    rows = [(i, k) for i in range(9) for k in range(9) if Fraction(i, 8) < p < Fraction(k, 8)]
    columns = [
        (j, k) for j in range(17) for k in range(17) if Fraction(j, 16) < q < Fraction(k, 16)
    ]
    ours = (len(rows), len(columns), len(rows) * len(columns))
    yield check(
        "model-a3", "(27), (28): pairs of Player, of Banker, of both", printed.EXTREMES_A3, ours
    )
    counts = (*found.counts.values(), found.count)
    where = "extreme equilibria of the 9 x 17 game"
    yield check("model-a3", where, printed.EXTREMES_A3, counts, evidence="sabot.equilibria")
    for says, low, high, at, name in (
        ("6/11", Fraction(6, 8), Fraction(7, 8), p, "p of rows 6 and 7"),
        ("179/286", Fraction(1, 16), Fraction(9, 16), q, "q of columns 1 and 9"),
    ):
        yield check("model-a3", name, Fraction(says), (at - low) / (high - low))


def _set(model: str, seat: str) -> OptimalSet:
    other = {"Player": "Banker", "Banker": "Player"}[seat]
    return optimal_set(form(model), seat, solved(model)[other])


def _optimal_banker(item: str, model: str) -> Iterator[Claim]:
    """Check that every optimal strategy of Banker settles (3,9), (4,1) and (5,4)."""
    fixed = _set(model, "Banker").fixed
    for view, says in printed.FIXED_A3.items():
        total, _, third = view.partition(",")
        moves = {fixed.get(f"({a},{b}),{third}", "?") for a, b in hands(int(total))}
        ours = " ".join(sorted(move[0].upper() for move in moves))
        where = f"every optimal strategy of Banker on total {total} against a {third}"
        yield check(item, where, says, ours, evidence="the whole set of optimal strategies")


def table_3() -> Iterator[Claim]:
    """Check that Table 3 is optimal in model A3, and half of it in A2; Foster's custom."""
    found = solved("A3")
    plans = {
        seat: {view: dict(mix) for view, mix in found[seat].items()} for seat in printed.TABLE_3
    }
    for seat, table in printed.TABLE_3.items():
        for hand, chance in table.items():
            draw = Fraction(chance)
            view = hand if seat == "Player" else f"{hand},-"
            plans[seat][view] = {"stand": 1 - draw, "draw": draw}
        optimal = plans[seat] in _set("A3", seat)
        yield check("table-3", f"{seat}'s strategy is optimal in model A3", True, optimal)
    both = plans["Banker"] in _set("A2", "Banker")
    yield check("table-3", "Banker's strategy is optimal in model A2", True, both)
    for seat in printed.TABLE_3:
        many = not found.uniqueness[seat]
        yield check("table-3", f"{seat} has other optimal strategies in model A3", True, many)
    custom = 1 - Fraction(_share((2, 3)), sum(_share(hand) for hand in hands(5)))
    yield check("table-3", "Foster's custom: Player draws on 5 with", Fraction(7, 8), custom)
    often = sum(
        (
            Fraction(printed.TABLE_3["Player"][hand]) * _share((int(hand[1]), int(hand[3])))
            for hand in FIVES
        ),
        Fraction(0),
    ) / sum(_share(hand) for hand in hands(5))
    yield check("table-3", "3/4 + 1/8 x 6/11 = 9/11", Fraction(9, 11), often, evidence=show(often))


def model_a2() -> Iterator[Claim]:
    """Compare the reduction of model A2 to a 2 x 17 game."""
    yield from _optimal_banker("model-a2", "A2")
    p = solved("A2")["Player"]["5"]["draw"]
    yield check("model-a2", "Player draws on 5 with", Fraction(9, 11), p)
    found = api.equilibria(GRID_A2)
    where = "extreme solutions of the 2 x 17 game"
    yield check("model-a2", where, printed.EXTREMES_A2, found.count, evidence="sabot.equilibria")
    value = solved("A1").value
    same = [solved(model).value == value for model in ("A2", "A3")]
    yield check("model-a2", "A2 and A3 have the value of A1", "always", always(sum(same), 2))
