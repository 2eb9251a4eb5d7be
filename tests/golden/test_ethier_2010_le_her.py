"""Le Her as Ethier prints it: every number, straight from the page, against the library itself."""

from fractions import Fraction

import pytest

import sabot
from sabot.forms.sequence import count_pure_strategies, sequence_form_of_tree
from sabot.games.le_her import LeHerDeck, threshold_strategy_matrix

golden = pytest.mark.golden
BOOK = "Ethier 2010, The Doctrine of Chances, Example 5.1.2"

TABLE_5_2 = """
5 2525 2105 1685 1265 845 425 173 105 221 521 1005 1673 2525 3565
6 2413 2101 1789 1477 1165 853 541 393 429 649 1053 1641 2413 3373
7 1993 1773 1553 1333 1113 893 673 453 393 517 825 1317 1993 2857
"""

# Not in the excerpt at hand: regenerated from (5.9) and (5.10), and pinned here.
TABLE_5_1 = """
-975 -1987 -2815 -3459 -3919 -4195 -4287 -4195 -3919 -3459 -2815 -1987 -975 225
213 -799 -1627 -2271 -2731 -3007 -3099 -3007 -2731 -2271 -1627 -799 213 1413
1173 333 -507 -1167 -1643 -1935 -2043 -1967 -1707 -1263 -635 177 1173 2357
1889 1205 521 -163 -671 -995 -1135 -1091 -863 -451 145 925 1889 3041
2345 1801 1257 713 169 -203 -391 -395 -215 149 697 1429 2345 3449
2525 2105 1685 1265 845 425 173 105 221 521 1005 1673 2525 3565
2413 2101 1789 1477 1165 853 541 393 429 649 1053 1641 2413 3373
1993 1773 1553 1333 1113 893 673 453 393 517 825 1317 1993 2857
1249 1105 961 817 673 529 385 241 97 109 305 685 1249 2001
165 81 -3 -87 -171 -255 -339 -423 -507 -591 -523 -271 165 789
-1275 -1315 -1355 -1395 -1435 -1475 -1515 -1555 -1595 -1635 -1675 -1567 -1275 -795
-3087 -3099 -3111 -3123 -3135 -3147 -3159 -3171 -3183 -3195 -3207 -3219 -3087 -2767
-5287 -5287 -5287 -5287 -5287 -5287 -5287 -5287 -5287 -5287 -5287 -5287 -5287 -5143
-7687 -7687 -7687 -7687 -7687 -7687 -7687 -7687 -7687 -7687 -7687 -7687 -7687 -7687
"""


def numbers(block: str) -> list[list[int]]:
    return [[int(word) for word in line.split()] for line in block.split("\n") if line]


@pytest.fixture(scope="module")
def matrix():
    return threshold_strategy_matrix(LeHerDeck(13, 4))


@golden(f"{BOOK}, Table 5.2")
@pytest.mark.parametrize(
    ("i", "j", "says"),
    [(row[0], j, says) for row in numbers(TABLE_5_2) for j, says in enumerate(row[1:])],
)
def test_every_cell_of_table_5_2(matrix, i, j, says):
    assert matrix.payoffs[i][j] == says
    assert matrix[i, j] == Fraction(says, 16575)


@golden(f"{BOOK}, after (5.10): (52)_3 / 2^3 = 16,575 clears the matrix")
def test_the_normaliser_is_the_least_denominator(matrix):
    assert matrix.denominator == 52 * 51 * 50 // 8 == 16575


@golden(f"{BOOK}, Table 5.1, by (5.9) and (5.10)")
def test_table_5_1(matrix):
    assert [list(row) for row in matrix.payoffs] == numbers(TABLE_5_1)


@golden(f"{BOOK}, (5.9) and (5.10), typed in anew")
@pytest.mark.parametrize("i", range(14))
def test_the_matrix_is_formula_5_9(matrix, i):
    for j in range(14):
        wins = Fraction(0)
        for k in range(1, 14):
            for l in range(1, 14):  # noqa: E741
                if k <= i:
                    wins += Fraction(16, 2652) * Fraction(4 * l - 1, 50) * (k < l < 13)
                elif l <= j:
                    top = 4 * (k - 1) + (3 - (k == 13)) * (k > l)
                    wins += Fraction(4 * (4 - (k == l)), 2652) * Fraction(top, 50)
                else:
                    wins += Fraction(16, 2652) * (k > l)
        assert matrix[i, j] == 2 * wins - 1


@golden(f'{BOOK}: "a 2^13 x 2^13 matrix game"')
def test_each_player_has_two_to_the_thirteen_strategies():
    form = sequence_form_of_tree(sabot.load("le-her").tree())
    assert [count_pure_strategies(side) for side in form.sides] == [2**13, 2**13]


@golden(f"{BOOK}: rows 0-4 by 5 and 8-13 by 7, strictly; 11 rows go")
def test_rows_that_are_strictly_dominated(matrix):
    rows = matrix.payoffs

    def beats(one, two):
        return all(a > b for a, b in zip(rows[one], rows[two], strict=True))

    assert all(beats(5, i) for i in range(5))
    assert all(beats(7, i) for i in range(8, 14))
    gone = [i for i in range(14) if any(beats(other, i) for other in range(14))]
    assert len(gone) == 11
    assert sorted({*range(14)} - {*gone}) == [5, 6, 7]


@golden(f"{BOOK}: in Table 5.2 columns 0-6 by 7, and 9-13 by 8 (or 7), strictly")
def test_columns_that_are_strictly_dominated(matrix):
    rows = matrix.payoffs

    def beats(one, two):
        return all(rows[i][one] < rows[i][two] for i in (5, 6, 7))

    assert all(beats(7, j) for j in range(7))
    assert all(beats(8, j) for j in range(9, 14))
    assert all(beats(7, j) for j in range(9, 14))
    assert not beats(7, 8)
    assert not beats(8, 7)


@golden(f"{BOOK}, the same in Table 5.1: no column is strictly dominated before the rows are gone")
def test_the_last_row_is_the_same_everywhere(matrix):
    assert set(matrix.payoffs[13]) == {-7687}


@golden(f"{BOOK}, (5.11), (5.12): 5 by 6, then a 2 x 2 game")
def test_what_is_left_is_two_by_two(matrix):
    left = sabot.reduce(matrix, mixed=False).left
    assert (left.rows, left.columns) == (("6", "7"), ("7", "8"))
    assert left.payoffs == ((393, 429), (453, 393))
    assert (matrix.payoffs[5][7], matrix.payoffs[5][8]) == (105, 221)


@golden(f"{BOOK}, (5.12) solved by hand: (393 x 393 - 429 x 453) / (393 + 393 - 429 - 453)")
@pytest.mark.parametrize("game", ["le-her", "le-her(strategies=threshold)", "le-her(reply=open)"])
def test_the_value(game):
    solution = sabot.solve(game)
    assert solution.value == Fraction(393**2 - 429 * 453, -96) / 16575 == Fraction(277, 11050)
    assert (1 + solution.value) / 2 == Fraction(11327, 22100)
    assert sabot.check(solution) == Fraction(277, 11050)


@golden(f"{BOOK}, (5.12) solved by hand: S_6 and S_7 as 5 to 3, T_7 and T_8 as 3 to 5")
def test_the_optimal_strategies_are_unique():
    small = sabot.solve("le-her(strategies=threshold)")
    assert small.unique
    rows, columns = small["receiver"]["-"], small["dealer"]["-"]
    assert {i: c for i, c in rows.items() if c} == {"6": Fraction(5, 8), "7": Fraction(3, 8)}
    assert {j: c for j, c in columns.items() if c} == {"7": Fraction(3, 8), "8": Fraction(5, 8)}
    full = sabot.solve("le-her")
    assert full.unique
    for rank in range(1, 14):
        exchange = Fraction(rank < 7) + Fraction(3, 8) * (rank == 7)
        draw = Fraction(rank < 8) + Fraction(5, 8) * (rank == 8)
        assert full["receiver"][str(rank)]["exchange"] == exchange
        assert full["dealer"][str(rank)]["draw"] == draw


@golden(f"{BOOK}: player 2's reply is clear; left open, it is optimal but not the only one")
def test_the_reply_may_be_fixed():
    free = sabot.solve("le-her(reply=open)")
    assert free.value == sabot.solve("le-her").value
    assert free.uniqueness == {"receiver": True, "dealer": False}
