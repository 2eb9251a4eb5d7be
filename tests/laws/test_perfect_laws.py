"""The equilibrium of a tree or a matrix is perfect: no strategy of it is weakly dominated.

In a game for two these are the same (van Damme 1991, theorem 3.2.2). Here another road judges it:
the pure strategies are written out, and a simplex of fractions looks for a mix of them that is
nowhere worse, and somewhere better. The equilibria of small matrices are found by trying every
basis.
"""

from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.few import few
from tests.laws.test_every_laws import games, oracle
from tests.strategies import as_game, told_games

import sabot
from sabot.forms.sequence import Infoset, Treeplex, pure_realization_plans
from sabot.forms.sequence_nplayer import NPlayerSequenceForm, PayoffEntry, nplayer_form_of_tree
from sabot.solvers.dominance import is_undominated_response
from sabot.solvers.nash import equilibrium, solve
from sabot.solvers.nash.complementary_pivoting import lemke_howson
from sabot.solvers.nash.solve import solve_bimatrix, solve_general_sum_tree


def most(table, prices):
    """Return the most that *prices* earn where no row is over its right side, by Bland's rule."""
    rows = [[*map(F, row)] for row in table]
    prices = [*map(F, prices), F(0)]
    slacks = len(prices) - 1
    names, held = [*range(slacks)], [slacks + i for i in range(len(rows))]
    while True:
        better = [j for j in range(slacks) if prices[j] > 0]
        if not better:
            return -prices[-1]
        column = min(better, key=lambda j: names[j])
        stops = [i for i, row in enumerate(rows) if row[column] > 0]
        place = min(stops, key=lambda i: (rows[i][-1] / rows[i][column], held[i]))
        pivot = rows[place][column]
        own = [entry / pivot for entry in rows[place]]
        own[column] = 1 / pivot
        for line in (*(row for i, row in enumerate(rows) if i != place), prices):
            factor = line[column]
            line[column] = F(0)
            line[:] = [a - factor * b for a, b in zip(line, own, strict=True)]
        rows[place] = own
        names[column], held[place] = held[place], names[column]


def paid(form, seat, plan, other):
    """Return what a plan earns a seat against a plan of the other."""
    return sum(
        end.payoffs[seat] * plan[end.sequences[seat]] * other[end.sequences[1 - seat]]
        for end in form.ends
    )


def dominated(form, seat, plan):
    """Tell whether a mix of pure strategies is never worse than a plan, and once better."""
    own, others = (pure_realization_plans(form.sides[n])[1] for n in (seat, 1 - seat))
    base = [paid(form, seat, plan, other) for other in others]
    more = [
        [paid(form, seat, pure, other) - had for other, had in zip(others, base, strict=True)]
        for pure in own
    ]
    never_worse = [[*(-entry for entry in column), 0] for column in zip(*more, strict=True)]
    return most([*never_worse, [1] * len(own) + [1]], map(sum, more)) > 0


def matrix(one, two):
    """Return a bimatrix as a tree: each seat is asked once, and knows nothing."""
    sizes = len(one), len(one[0])
    sides = [
        Treeplex(name, (Infoset("-", tuple(map(str, range(size))), 0, 1),))
        for name, size in zip(("row", "column"), sizes, strict=True)
    ]
    ends = (
        PayoffEntry((i + 1, j + 1), 1, (one[i][j], two[i][j]))
        for i in range(sizes[0])
        for j in range(sizes[1])
    )
    return NPlayerSequenceForm((sides[0], sides[1]), tuple(ends), 1, 1)


@st.composite
def degenerate_tables(draw):
    height, width = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    row = st.lists(st.integers(0, 2), min_size=width, max_size=width)
    table = st.lists(row, min_size=height, max_size=height)
    return draw(table), draw(table)


@st.composite
def degenerate_trees(draw):
    """Draw a tree that pays both seats few numbers, so that most choices are level somewhere."""
    form = nplayer_form_of_tree(as_game(draw(told_games())).tree())
    pair = st.tuples(st.integers(0, 2), st.integers(0, 2))
    amounts = draw(st.lists(pair, min_size=len(form.ends), max_size=len(form.ends)))
    ends = tuple(
        PayoffEntry(end.sequences, end.chance, (one * end.chance, two * end.chance))
        for end, (one, two) in zip(form.ends, amounts, strict=True)
    )
    return NPlayerSequenceForm(form.sides, ends, form.chances, form.chances)


def test_the_judge_knows_a_dominated_mix_from_another():
    game = matrix([[2, 0], [0, 2], [1, 1], [1, 0]], [[0, 0]] * 4)
    third = F(1, 3)
    assert not dominated(game, 0, [1, 1, 0, 0, 0])
    assert not dominated(game, 0, [1, third, third, third, 0])
    assert dominated(game, 0, [1, 0, 0, 0, 1])
    assert dominated(game, 0, [1, third, third, 0, third])
    assert not dominated(game, 1, [1, 1, 0])


@pytest.mark.slow
@pytest.mark.parametrize("small", few(1, [0, 24]))
@given(form=degenerate_tables().map(lambda pair: matrix(*pair)) | degenerate_trees())
def test_no_plan_of_a_degenerate_game_is_weakly_dominated(form, small):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solve, "_SMALL", small)  # floats guess in all but the smallest, or in few
        found = solve_general_sum_tree(form)
    assert not any(equilibrium.compute_regrets(form, found.plans))
    assert not dominated(form, 0, found.plans[0])
    assert not dominated(form, 1, found.plans[1])


@pytest.mark.parametrize("small", [0, 24])
@given(tables=degenerate_tables())
def test_no_mix_of_a_degenerate_matrix_is_weakly_dominated(tables, small):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solve, "_SMALL", small)
        found = solve_bimatrix(sabot.BimatrixForm.of(*tables))
    game = matrix(*tables)
    assert found.perfect
    assert not any(equilibrium.compute_regrets(game, found.plans))
    assert not dominated(game, 0, found.plans[0])
    assert not dominated(game, 1, found.plans[1])


@given(tables=degenerate_tables(), data=st.data())
def test_every_path_of_lemke_and_howson_ends_undominated(tables, data):
    label = data.draw(st.integers(0, len(tables[0]) + len(tables[0][0]) - 1))
    one, two = tables
    (x, y), _ = lemke_howson(one, two, label)
    game = matrix(*tables)
    assert not dominated(game, 0, [1, *x])
    assert not dominated(game, 1, [1, *y])


@given(tables=games())
def test_each_equilibrium_is_called_undominated_just_where_it_is_and_one_is_so(tables):
    one, two = tables
    game, form = matrix(one, two), sabot.BimatrixForm.of(one, two)
    perfect = set()
    for x, y in oracle(one, two):
        verdicts = not dominated(game, 0, [1, *x]), not dominated(game, 1, [1, *y])
        assert verdicts == (
            is_undominated_response(form.one.array, x, y),
            is_undominated_response(form.two.array.T, y, x),
        )
        if all(verdicts):
            perfect.add((x, y))
    assert perfect


@sabot.rules(name="ultimatum", seats=("giver", "taker"))
def ultimatum(table, *, coins: int = 4):
    offer = table.ask("giver", tuple(map(str, range(coins + 1))))
    table.announce(offer)
    if table.ask("taker", ("reject", "accept")) == "reject":
        return table.pay(giver=0, taker=0)
    return table.pay(giver=coins - int(offer), taker=int(offer))


@sabot.rules(name="trust", seats=("sender", "keeper"))
def trust(table, *, most: int = 2):
    sent = int(table.ask("sender", tuple(map(str, range(most + 1)))))
    table.announce(sent)
    if not sent:
        return table.pay(sender=most, keeper=0)
    back = {"none": 0, "half": F(3 * sent, 2), "all": 3 * sent}[
        table.ask("keeper", ("none", "half", "all"))
    ]
    return table.pay(sender=most - sent + back, keeper=3 * sent - back)


@pytest.mark.parametrize("coins", [1, 4, 12])
def test_who_is_offered_a_coin_takes_it(coins):
    solution = sabot.solve(ultimatum(coins=coins))
    taker = solution["taker"]
    assert all(taker[str(offer)]["accept"] == 1 for offer in range(1, coins + 1))
    assert sabot.check(solution) == solution.payoffs["giver"] >= coins - 1


@pytest.mark.parametrize("most_sent", [1, 2, 6])
def test_who_is_trusted_with_money_keeps_it_and_is_not_trusted(most_sent):
    solution = sabot.solve(trust(most=most_sent))
    assert all(view["none"] == 1 for view in solution["keeper"].values())
    assert solution["sender"]["-"]["0"] == 1
    assert sabot.check(solution) == most_sent
