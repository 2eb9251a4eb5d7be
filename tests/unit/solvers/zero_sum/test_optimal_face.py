import math
import random
from fractions import Fraction
from itertools import combinations
from operator import mul

import pytest
from flint import fmpq, fmpq_mat
from tests.laws.oracle import column_vertices, row_vertices

import sabot
from sabot import MatrixForm
from sabot.errors import LongSearchWarning, NoMethodError
from sabot.game_rules.family import REGISTRY
from sabot.solvers.lp.exact_simplex import solve_program
from sabot.solvers.lp.highs import HighsOracle
from sabot.solvers.lp.program import LinearProgram, SparseMatrix
from sabot.solvers.vertex_enumeration import enumerate_extreme_rays, enumerate_optimal_plans
from sabot.solvers.zero_sum.matrix_game import solve_matrix_game
from sabot.solvers.zero_sum.optimal_face import analyse_optimal_faces
from sabot.solvers.zero_sum.sequence_form_lp import solve_sequence_form_lp

HALF, ONE = Fraction(1, 2), Fraction(1)
ROCK = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]


def around(table):
    form = MatrixForm.of(table)
    found = solve_matrix_game(form)
    return analyse_optimal_faces(form, [ONE, *found.row], [ONE, *found.column])


@pytest.mark.parametrize(
    ("table", "row", "column"),
    [
        ([[1, -1], [-1, 1]], True, True),
        (ROCK, True, True),
        ([[0, 0], [0, 0]], False, False),
        ([[0, 0], [0, -1]], True, False),
        ([[0, 0], [1, 0]], False, True),
        ([[1, 2]], True, True),
        ([[1, 1]], True, False),
        ([[7]], True, True),
        ([[1, -1], [-1, 1], [0, 0]], False, True),
        ([[2, 0, 1], [0, 2, 1]], True, False),
        ([[1, -1, 1], [-1, 1, -1]], True, False),
        ([[3, 0], [0, 3], [1, 1]], True, True),
    ],
)
def test_uniqueness_is_told_for_each_seat(table, row, column):
    solution = sabot.solve(table)
    assert solution.uniqueness == {"row": row, "column": column}
    assert solution.unique is (row and column)
    assert sabot.check(solution) == solution.value


@pytest.mark.parametrize(
    "table",
    [
        [[0, 0], [0, 0]],
        [[0, 0, 1], [0, 0, -1], [1, -1, 0]],
        [[1, -1, 1], [-1, 1, -1], [1, -1, 1]],
        [[2, 0, 1], [0, 2, 1], [1, 1, 1]],
        ROCK,
        [[0, 1, 0], [1, 0, 0], [0, 0, 0]],
    ],
)
def test_inner_points_use_all_that_any_optimal_mix_uses(table):
    found = around(table)
    value = sabot.solve(table).value
    for plan, vertices in zip(
        found.witnesses, (row_vertices(table, value), column_vertices(table, value)), strict=True
    ):
        used = {k for vertex in vertices for k, chance in enumerate(vertex) if chance}
        assert {k for k, chance in enumerate(plan[1:]) if chance} == used
        assert sum(plan[1:]) == 1


def test_inner_points_are_strictly_complementary():
    table = [[0, 0, 1], [0, 0, -1], [1, -1, 0]]
    (x, y), value = around(table).witnesses, sabot.solve(table).value
    for j in range(3):
        earned = sum(x[1 + i] * table[i][j] for i in range(3))
        assert (earned == value) is bool(y[1 + j])
    for i in range(3):
        conceded = sum(y[1 + j] * table[i][j] for j in range(3))
        assert (conceded == value) is bool(x[1 + i])


def test_another_optimal_strategy_is_another_and_optimal():
    found = around([[1, -1], [-1, 1], [0, 0]])
    another = found.verdicts[0].another
    assert another is not None
    assert sum(another[1:]) == 1
    assert another[1] == another[2]
    assert found.verdicts[1].unique
    assert found.verdicts[1].another is None
    start = solve_matrix_game(MatrixForm.of([[1, -1], [-1, 1], [0, 0]])).row
    assert another[1:] != start


def test_kuhn_poker_has_many_firsts_and_one_second():
    solution = sabot.solve("kuhn-poker")
    assert solution.uniqueness == {"first": False, "second": True}
    assert solution["second"]["Q,bet"]["call"] == Fraction(1, 3)
    assert solution["second"]["J,pass"]["bet"] == Fraction(1, 3)


def test_the_family_of_kuhns_first_seat_is_known():
    # Kuhn 1950: bet J with a, K with 3a, call with Q at a + 1/3, for any a in [0, 1/3]
    found = sabot.equilibria("kuhn-poker")
    assert found.value == Fraction(-1, 18)
    assert found.counts == {"first": 2, "second": 1}
    alphas = set()
    for table in found["first"]:
        alpha = table["J"]["bet"]
        assert table["K"]["bet"] == 3 * alpha
        assert table["Q"]["bet"] == 0
        assert table["Q,pass,bet"]["call"] == alpha + Fraction(1, 3)
        alphas.add(alpha)
    assert alphas == {0, Fraction(1, 3)}


def test_uniqueness_in_a_tree_is_of_the_plan_not_of_what_is_never_reached():
    @sabot.rules(name="dead-branch", seats=("one", "two"))
    def dead(table):
        if table.ask("one", ("stop", "go")) == "stop":
            return table.pay(one=1)
        table.ask("one", ("x", "y"))
        return table.pay(one=0)

    solution = sabot.solve(dead())
    assert solution.unique
    assert set(solution["one"]) == {"-", "go"}
    assert sabot.check(solution) == 1


def test_a_tree_with_indifference_shows_another_plan():
    @sabot.rules(name="level", seats=("one", "two"))
    def level(table):
        table.ask("one", ("x", "y"))
        table.ask("two", ("x", "y"))
        table.pay(one=2)

    solution = sabot.solve(level())
    assert solution.uniqueness == {"one": False, "two": False}
    assert sabot.check(solution) == 2


def test_where_a_plan_never_comes_a_best_reply_is_written():
    @sabot.rules(name="regret", seats=("one", "two"))
    def regret(table):
        if table.ask("one", ("stop", "go")) == "stop":
            return table.pay(one=1)
        return table.pay(one={"worst": -2, "best": 0}[table.ask("one", ("worst", "best"))])

    found = solve_sequence_form_lp(regret().form())
    assert found.value == 1
    assert found.behaviours[0]["go"] == {"worst": 0, "best": 1}


# ---------------------------------------------------------------------- extreme points


@pytest.mark.parametrize(
    ("table", "rows", "columns"),
    [
        ([[0, 0], [0, 0]], 2, 2),
        ([[0] * 4] * 3, 3, 4),
        ([[0, 0], [0, -1]], 1, 2),
        (ROCK, 1, 1),
        ([[1, -1], [-1, 1], [0, 0]], 2, 1),
        ([[1, -1, 1, -1], [-1, 1, -1, 1]], 1, 4),
        ([[5]], 1, 1),
    ],
)
def test_extreme_strategies_are_counted_for_each_seat(table, rows, columns):
    found = sabot.equilibria(table)
    assert found.counts == {"row": rows, "column": columns}
    assert found.count == rows * columns


def test_vertices_carry_the_labels_of_the_game():
    form = MatrixForm.of([[1, -1], [-1, 1], [0, 0]], rows=["heads", "tails", "edge"])
    found = sabot.equilibria(form)
    mixes = [vertex["-"] for vertex in found["row"]]
    assert {"heads": 0, "tails": 0, "edge": ONE} in mixes
    assert {"heads": HALF, "tails": HALF, "edge": 0} in mixes
    assert found.to_json()["seats"]["row"]["count"] == 2
    assert found.to_json()["count"] == 2


def test_rays_of_a_cone_by_hand():
    assert enumerate_extreme_rays(2, [], []) == [(0, 1), (1, 0)]
    assert enumerate_extreme_rays(3, [[1, 1, -2]], []) == [(0, 2, 1), (2, 0, 1)]
    assert enumerate_extreme_rays(2, [[1, 1]], []) == []
    assert enumerate_extreme_rays(1, [[0]], [[5]]) == [(1,)]
    assert set(enumerate_extreme_rays(3, [], [[1, -1, 0], [1, 0, -1]])) == {
        (1, 0, 0),
        (1, 1, 0),
        (1, 0, 1),
        (1, 1, 1),
    }


def test_too_many_vertices_are_refused(monkeypatch):
    monkeypatch.setattr("sabot.solvers.vertex_enumeration.MOST_RAYS", 5)
    pairs = [[1, -1] * 4, [-1, 1] * 4]
    with pytest.raises(NoMethodError, match="more than 5 corners"):
        sabot.equilibria(pairs)


def test_three_hundred_orders_of_magnitude_leave_an_inner_plan():
    # half a thousand halvings of a step would not find it; the step is computed
    found = sabot.solve([["3e-200", "3e-200"], ["2e100", "-3e-200"]])
    assert found.value == Fraction(3, 10**200)
    assert sabot.check(found) == found.value


def test_planes_that_say_nothing_or_the_same_change_no_ray():
    planes = [[2, -1, 0, 1], [0, 1, -1, 0], [1, 1, 1, -2]]
    more = [planes[0], [0, 0, 0, 0], [3, 0, 1, 2], [4, -2, 0, 2], *planes[1:], planes[2]]
    assert enumerate_extreme_rays(4, [[1, 0, -1, 0]], more) == enumerate_extreme_rays(
        4, [[1, 0, -1, 0]], planes
    )
    assert enumerate_extreme_rays(4, [[1, 0, -1, 0], [0] * 4, [2, 0, -2, 0]], planes) == (
        enumerate_extreme_rays(4, [[1, 0, -1, 0]], planes)
    )


def line_of(planes, size):
    """Return the one line on which all planes are 0, in whole numbers; None if there are more."""
    if not planes:
        return [1] if size == 1 else None
    flat = [a for plane in planes for a in plane]
    reduced, rank = fmpq_mat(len(planes), size, flat).rref()
    if rank != size - 1:
        return None
    rows = [[reduced[i, j] for j in range(size)] for i in range(rank)]
    pivots = [next(j for j, entry in enumerate(row) if entry != 0) for row in rows]
    (free,) = set(range(size)) - set(pivots)
    line = [fmpq(0)] * size
    line[free] = fmpq(1)
    for row, pivot in zip(rows, pivots, strict=True):
        line[pivot] = -row[free]
    below = math.lcm(*(int(entry.q) for entry in line))
    return [int(entry.p) * (below // int(entry.q)) for entry in line]


@pytest.mark.parametrize("equations", [0, 1, 2])
def test_rays_of_random_cones_are_those_that_hold_enough_planes(equations):
    # another road: every choice of planes that leaves one line
    chance = random.Random(11 + equations)
    many = 0
    for _ in range(60):
        size = chance.randint(2 + equations, 5)
        rows = [[chance.randint(-2, 2) for _ in range(size)] for _ in range(equations + 3)]
        equal, planes = rows[:equations], rows[equations:]
        walls = [*planes, *([int(i == k) for k in range(size)] for i in range(size))]
        found = set()
        for count in range(size):
            for some in combinations(walls, count):
                line = line_of([*equal, *some], size)
                for ray in () if line is None else (line, [-a for a in line]):
                    if all(sum(map(mul, wall, ray)) >= 0 for wall in walls):
                        found.add(tuple(a // math.gcd(*ray) for a in ray))
        many += len(found)
        assert set(enumerate_extreme_rays(size, equal, planes)) == found
    assert many > 20


@sabot.rules(name="three-questions", seats=("x", "y"))
def three_questions(table):
    """Each answer leads to another question, and the last two decide."""
    steps = [table.ask("x", ("stop", "left", "right"))]
    guess = table.ask("y", ("even", "odd"))
    while steps[-1] != "stop" and len(steps) < 3:
        steps.append(table.ask("x", ("stop", "left", "right")))
    table.pay(x=(-1) ** (steps.count("left") + (guess == "odd")))


def test_extreme_plans_without_some_sequences_are_those_that_do_not_use_them():
    form = three_questions().form()
    found = solve_sequence_form_lp(form)
    every = enumerate_optimal_plans(form, found.value, found.plans[1])
    chance, some = random.Random(1), 0
    for _ in range(60):
        without = set(chance.sample(range(1, form.sides[0].count), chance.randint(1, 4)))
        face = enumerate_optimal_plans(form, found.value, found.plans[1], None, without)
        assert face == [plan for plan in every if not any(plan[s] for s in without)]
        some += bool(face)
    assert 5 < some < 60 and len(every) > 5


def test_arrays_compare_rays_as_loops_do(monkeypatch):
    chance = random.Random(4)
    cones = [
        (7, [[chance.randint(-2, 2) for _ in range(7)]], [
            [chance.randint(-2, 2) for _ in range(7)] for _ in range(6)
        ])
        for _ in range(40)
    ]  # fmt: skip
    by_loops = [enumerate_extreme_rays(*cone) for cone in cones]
    monkeypatch.setattr("sabot.solvers.vertex_enumeration._MANY_PAIRS", 0)
    monkeypatch.setattr("sabot.solvers.vertex_enumeration._ARRAY_ENTRIES", 7)  # in many blocks
    assert [enumerate_extreme_rays(*cone) for cone in cones] == by_loops
    assert max(map(len, by_loops)) > 8


# ---------------------------------------------------------------------- trees nobody tuned to


@pytest.fixture
def own_rules():
    """Let a test define rules of its own."""
    known = dict(REGISTRY)
    yield
    REGISTRY.clear()
    REGISTRY.update(known)


def rock_paper_scissors_in_rounds(rounds):
    """Return rock, paper, scissors played some times, round k for k; both see each round."""

    @sabot.rules(name="rounds", seats=("ann", "bob"))
    def played(table):
        """Rock, paper, scissors, several times."""
        total = 0
        for k in range(rounds):
            ann = table.ask("ann", ("rock", "paper", "scissors"))
            bob = table.ask("bob", ("rock", "paper", "scissors"))
            table.announce(ann, bob)
            beats = {("paper", "rock"), ("rock", "scissors"), ("scissors", "paper")}
            total += (k + 1) * (((ann, bob) in beats) - ((bob, ann) in beats))
        return table.pay(ann=total)

    return played()


@pytest.mark.slow
def test_a_repeated_game_needs_no_dense_rank(own_rules, monkeypatch):
    solution = sabot.solve(rock_paper_scissors_in_rounds(4))
    assert (solution.value, solution.unique) == (0, True)
    # 2,460 unknowns: a dense elimination would be beyond this
    monkeypatch.setattr("sabot.certify.rank_mod_p.MOST_RANK_WORK", 10**9)
    assert sabot.check(solution) == 0


def test_a_tree_that_presolve_cannot_reduce_is_solved_by_an_interior_point(monkeypatch):
    """HiGHS has a basis after its crossover, and no factor: asked for one it ended the process."""
    rows, columns = 60, 90
    entries = [(i, j, 1 + (i * 7 + j * 13) ** 2 % 101) for i in range(rows) for j in range(columns)]
    program = LinearProgram(SparseMatrix((rows, columns), entries), [1] * rows, [1] * columns)
    by_simplex = solve_program(program, HighsOracle(program).basis())[1]
    monkeypatch.setattr("sabot.solvers.lp.highs._INTERIOR_FROM", 50)
    by_interior_point = solve_program(program, HighsOracle(program).basis())[1]
    worths = [
        Fraction(int(sum(best.y)), int(best.y_denominator))
        for best in (by_simplex, by_interior_point)
    ]
    assert worths[0] == worths[1]


def test_a_walk_over_the_faces_proves_what_no_single_pivot_shows(own_rules, monkeypatch):
    """Ann's vertex is degenerate; only an inner plan of Bob's shows that she has no other plan."""

    @sabot.rules(name="words", seats=("ann", "bob"))
    def words(table, *, words: int = 25, states: int = 3):
        """Ann knows a state and says a word; Bob answers with a word."""
        state = table.roll(dict.fromkeys(range(states), 1))
        said = table.ask("ann", [str(k) for k in range(words)], sees=state)
        answer = table.ask("bob", [str(k) for k in range(words)], sees=said)
        return table.pay(ann=((int(said) * 7 + int(answer) * 13 + state * 5) ** 2) % 101)

    def refuse(*_):
        raise AssertionError("a program per face is not needed here")

    monkeypatch.setattr("sabot.solvers.zero_sum.solve.analyse_optimal_faces", refuse)
    solution = sabot.solve(words())
    assert solution.value == Fraction(110_701, 4_224)
    assert solution.uniqueness == {"ann": True, "bob": False}
    assert sabot.check(solution) == solution.value


def test_very_many_optimal_strategies_are_announced_before_they_are_listed():
    with pytest.warns(LongSearchWarning, match="of row are in a set of dimension 16, and may"):
        found = sabot.equilibria([[0, -1], *[[0, 1]] * 16])
    assert found.counts == {"row": 32, "column": 1}
