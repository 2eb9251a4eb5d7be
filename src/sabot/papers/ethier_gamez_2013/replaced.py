"""The items about Section 5: models A1, A3 and A2, with replacement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import prod

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
    proof,
    solved,
)
from sabot.papers.ethier_gamez_2013.theorems import six_decks
from sabot.papers.report import Claim, PaperTable, always
from sabot.results.equilibria import Equilibria
from sabot.results.optimal import OptimalSet, optimal_set
from sabot.solvers.dominance import Reduction

GRID = "baccara-grid(rows=8, columns=16)"
GRID_A2 = "baccara-grid(rows=1, columns=16)"


def model_a1() -> Iterator[Claim]:
    """Compare Kemeny and Snell's solution: (23) to (26)."""
    yield from six_decks("model-a1", "A1", INF)
    stars = list(preliminary("B1").values()).count("*")
    where = f"2^88 columns become 2^{printed.REDUCED['B1']}"
    yield check("model-a1", where, printed.REDUCED["B1"], stars)
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


def _shares(of: int) -> set[int]:
    """Return how often a Banker who draws on some hands of a total draws on that total."""
    found = {0}
    for hand in hands(of):
        found |= {share + _share(hand) for share in found}
    return found


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
    where = f"2^484 columns become 2^{printed.REDUCED['B3']}"
    yield check("model-a3", where, printed.REDUCED["B3"], stars)
    own = lines("A3")
    yield check("model-a3", "different rows", printed.ROWS_A3, len(_rows(own)))
    yield check("model-a3", "different columns", printed.COLUMNS_A3, _columns(own))
    shares = tuple(len(_shares(of)) for of in printed.HANDS)
    where = "labels of the columns: shares of drawing on totals 3, 4, 5, 6"
    yield check("model-a3", where, printed.LABELS_A3, shares, evidence="sums over sets of hands")
    yield check("model-a3", "9^2 x 17^2", printed.COLUMNS_A3, prod(shares))
    places = " ".join(view for view, mark in preliminary("B1").items() if mark == "*")
    named = " ".join((*printed.FIXED_A3, printed.FREE_A3))
    yield check("model-a3", "the pairs (j,k) that j_1 to j_4 speak of", named, places)
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
    reduced = api.reduce(GRID, mixed=True)
    assert isinstance(reduced, Reduction)
    yield check(
        "model-a3",
        "no row or column is strictly dominated",
        printed.GRID_A3,
        reduced.left.shape,
        evidence="sabot.reduce, strict dominance by mixtures too",
    )
    yield from _extremes()


def len_of(of: int) -> int:
    """Return the denominator that the paper uses for the hands of a total."""
    return 16 if of % 2 == 0 else 8


def _extremes() -> Iterator[Claim]:
    found = api.equilibria(GRID)
    assert isinstance(found, Equilibria)
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
    for (low, high, says), whole, at, name in zip(
        printed.PAIR_A3, (8, 16), (p, q), ("p of rows", "q of columns"), strict=True
    ):
        share = (at * whole - low) / (high - low)
        yield check("model-a3", f"{name} {low} and {high}", Fraction(says), share)


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


def limits(model: str) -> dict[str, dict[str, Fraction]]:
    """Return, by seat and view, what the chances of drawing in a theorem tend to."""
    found: dict[str, dict[str, Fraction]] = {}
    for seat, table in proof(model).pieces[-1].strategies.items():
        for view, mix in table.items():
            limit = mix["draw"].limit
            assert limit is not None
            found.setdefault(seat, {})[view] = limit
    return found


def _set_3(tends: Mapping[str, Mapping[str, Fraction]]) -> str:
    """Return Table 3, from the limits of model B3."""
    lines = []
    for seat, head in (
        ("Player", "Player's two-card total is 5"),
        ("Banker", "Banker's two-card total is 6 and Player stands"),
    ):
        groups: dict[Fraction, list[str]] = {}
        for view, hand in _hands_3(seat).items():
            groups.setdefault(tends[seat][view], []).append(hand)
        lines.append(head)
        for draw, own in groups.items():
            mixed = f"(S,D) with ({show(1 - draw)},{show(draw)})"
            word = "S" if draw == 0 else "D" if draw == 1 else mixed
            lines.append(f"  {' '.join(own):<24} {word}")
    return "\n".join(lines)


def _hands_3(seat: str) -> dict[str, str]:
    """Return the views that Table 3 speaks of, each with its hand."""
    if seat == "Player":
        return {hand: hand for hand in FIVES}
    return {f"({a},{b}),-": f"({a},{b})" for a, b in hands(6)}


def table_3() -> Iterator[Claim | PaperTable]:
    """Check that Table 3 is the limit of model B3 and optimal in A3, and half of it in A2."""
    found, tends, other = solved("A3"), limits("B3"), limits("B2")["Banker"]
    plans = {
        seat: {view: {"stand": 1 - draw, "draw": draw} for view, draw in table.items()}
        for seat, table in tends.items()
    }
    for seat, table in printed.TABLE_3.items():
        for view, hand in _hands_3(seat).items():
            draw = Fraction(table[hand])
            plans[seat][view] = {"stand": 1 - draw, "draw": draw}
            where = f"{seat} draws on {hand}: the limit of model B3"
            yield check("table-3", where, draw, tends[seat][view], evidence="sabot.prove")
            if seat == "Banker":
                where = f"Banker draws on {hand}: the limit of model B2"
                yield check("table-3", where, draw, other[view], evidence="sabot.prove")
        optimal = plans[seat] in _set("A3", seat)
        yield check("table-3", f"{seat}'s strategy is optimal in model A3", True, optimal)
    both = plans["Banker"] in _set("A2", "Banker")
    yield check("table-3", "Banker's strategy is optimal in model A2", True, both)
    for seat in printed.TABLE_3:
        many = not found.uniqueness[seat]
        yield check("table-3", f"{seat} has other optimal strategies in model A3", True, many)
    custom = 1 - Fraction(_share((2, 3)), sum(_share(hand) for hand in hands(5)))
    where = "Foster's custom: Player draws on 5 with"
    yield check("table-3", where, Fraction(printed.CUSTOM), custom)
    often = sum(
        (
            Fraction(printed.TABLE_3["Player"][hand]) * _share((int(hand[1]), int(hand[3])))
            for hand in FIVES
        ),
        Fraction(0),
    ) / sum(_share(hand) for hand in hands(5))
    where = "Table 3: Player draws on 5 with 3/4 + 1/8 x 6/11"
    yield check("table-3", where, Fraction(printed.REQUIRED), often, evidence=show(often))
    yield PaperTable("table-3", "Table 3: the limit of the optimal strategies of B3", _set_3(tends))


def model_a2() -> Iterator[Claim]:
    """Compare the reduction of model A2 to a 2 x 17 game."""
    yield from _optimal_banker("model-a2", "A2")
    p = solved("A2")["Player"]["5"]["draw"]
    yield check("model-a2", "Player draws on 5 with", Fraction(printed.OFTEN_A2), p)
    found = api.equilibria(GRID_A2)
    where = "extreme solutions of the 2 x 17 game"
    yield check("model-a2", where, printed.EXTREMES_A2, found.count, evidence="sabot.equilibria")
    value = solved("A1").value
    same = [solved(model).value == value for model in ("A2", "A3")]
    yield check("model-a2", "A2 and A3 have the value of A1", "always", always(sum(same), 2))
