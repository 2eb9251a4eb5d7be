"""Optimal sets told shortly: families by one or two parameters, no condition without need."""

import json
import re
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.unit.cli.verbs.test_reduce_sets import run

import sabot
from sabot.analysis.best_response import exploitability
from sabot.results.optimal_set import (
    OptimalityCondition,
    OptimalSet,
    compute_optimal_set,
    hull_dimension,
    remove_redundant_conditions,
)
from sabot.solvers.vertex_enumeration import enumerate_extreme_rays
from sabot.solvers.zero_sum.action_frequency import find_frequency_range
from sabot.solvers.zero_sum.optimal_set import enumerate_extreme_strategies

ZERO, ONE = Fraction(0), Fraction(1)


@sabot.rules(name="foreheads", seats=("first", "second"))
def foreheads(table, *, ranks: int = 5):
    """Indian poker: each sees the other's card only."""
    shoe = table.shoe(ranks=ranks, suits=1)
    one, two = shoe.draw(), shoe.draw()
    if table.ask("first", ("check", "bet"), sees=two) == "check":
        return table.pay(first=1 if one > two else -1)
    if table.ask("second", ("fold", "call"), sees=one) == "fold":
        return table.pay(first=1)
    return table.pay(first=2 if one > two else -2)


# ---------------------------------------------------------------------- families


def test_kuhns_family_is_given_by_how_often_the_jack_bluffs():
    found = sabot.equilibria("kuhn-poker")
    family = found.families["first"]
    assert family.parameters == ("p",) and list(map(str, family.domain)) == ["0 <= p <= 1/3"]
    bets = {view: str(list(mix.values())[1]) for view, mix in family.choices.items()}
    assert bets == {"J": "p", "K": "3 p", "Q,pass,bet": "p + 1/3"}
    assert "second" not in found.families
    printed = run("equilibria", "kuhn-poker").stdout
    assert "all of them, by chances with 0 <= p <= 1/3:" in printed
    assert re.search(r"^ +J +bet: p\n +K +bet: 3 p\n +Q,pass,bet +call: p \+ 1/3$", printed, re.M)


@pytest.mark.parametrize(
    ("game", "seat"),
    [("kuhn-poker", "first"), ("kuhn-poker(ranks=5)", "second"), (foreheads(), "second")],
    ids=str,
)
def test_every_member_of_a_family_is_optimal_and_what_is_beyond_it_is_not(game, seat):
    """The second road: exact best replies to members, and to strategies just outside."""
    game = sabot.load(game) if isinstance(game, str) else game
    form = game.form()
    found = sabot.equilibria(game)
    family, common = found.families[seat], found.vertices[seat][0]
    steps = [Fraction(k, 12) for k in range(-2, 15)]
    inside = outside = 0
    for values in product(steps, repeat=len(family.parameters)):
        mixes = family.at(values)
        if min(chance for mix in mixes.values() for chance in mix.values()) < 0:
            assert values not in family  # the domain keeps all chances from 0 to 1
            outside += 1
            continue
        assert all(sum(mix.values()) == 1 for mix in mixes.values())
        leak = exploitability(form, {**common, **mixes}, of=seat, value=found.value)
        assert (leak == 0) == (values in family)
        inside, outside = inside + (leak == 0), outside + (leak != 0)
    assert inside > 2 and outside > 2


def test_kuhns_king_must_bet_three_times_as_often_as_the_jack():
    found = sabot.equilibria("kuhn-poker")
    mixes = found.families["first"].at([Fraction(1, 6)])
    assert mixes["K"] == {"pass": Fraction(1, 2), "bet": Fraction(1, 2)}
    off = {**found.vertices["first"][0], **mixes, "K": {"pass": ZERO, "bet": ONE}}
    form = sabot.load("kuhn-poker").form()
    assert exploitability(form, off, of="first", value=found.value) > 0


def test_formulas_in_the_file_are_python():
    seats = json.loads(run("equilibria", "kuhn-poker", "--json").stdout)["seats"]
    family = seats["first"]["family"]
    assert family["parameters"] == ["p"] and family["domain"] == ["0 <= p <= 1/3"]
    assert family["choices"]["K"] == {"pass": "1 - 3*p", "bet": "3*p"}
    for p, vertex in zip(("1/3", "0"), seats["first"]["vertices"], strict=True):
        for view, mix in family["choices"].items():
            for action, formula in mix.items():
                words = {"p": Fraction(p), "Fraction": Fraction}
                exact = eval(re.sub(r"(\d+)", r"Fraction(\1)", formula), words)
                assert exact == Fraction(vertex[view][action])
    assert "family" not in seats["second"]


def test_a_set_without_a_short_family_has_none():
    assert sabot.equilibria("baccara(model=A3)").families == {}  # four and five dimensions
    assert sabot.equilibria("le-her").families == {}  # unique


def test_a_matrix_has_a_family_too():
    found = sabot.equilibria([[0, 0], [0, -1]])
    (mix,) = found.families["column"].choices.values()
    assert list(map(str, mix.values())) == ["1 - p", "p"]
    rows = sabot.equilibria([[1, 1], [1, 1], [1, 1]]).families["row"]
    assert rows.parameters == ("p", "r") and len(rows.domain) == 3


def test_one_equilibrium_is_not_called_extreme_ones():
    printed = run("equilibria", "le-her").stdout
    assert "1 x 1 = 1: both strategies are unique" in printed


# ---------------------------------------------------------------------- conditions


def corners(own):
    """Return the extreme points of the conditions within the box, by double description."""
    views = list(own.loose)
    equal, loose = [], []
    for number in range(len(views)):
        loose.append([1, *(-int(k == number) for k in range(len(views)))])
    for condition in own.conditions:
        weights = [condition.weights.get(view, 0) for view in views]
        for end, sign in ((condition.low, 1), (condition.high, -1)):
            plane = [-sign * end.numerator, *(sign * w * end.denominator for w in weights)]
            (equal if condition.equal else loose).append(plane)
    rays = enumerate_extreme_rays(len(views) + 1, equal, loose)
    return {tuple(Fraction(weight, ray[0]) for weight in ray[1:]) for ray in rays}


def test_of_indian_pokers_conditions_only_those_stay_that_say_something():
    game = foreheads()
    form, found = game.form(), sabot.equilibria(game)
    before = compute_optimal_set(form, "second", found.vertices["first"][0])
    after = found.sets["second"]
    assert [str(condition) for condition in after.conditions] == [
        "q[2] + q[3] + q[4] = 5/3",
        "q[3] + q[4] <= 1",
        "q[2] + q[3] >= 1",
    ]
    assert len(before.conditions) == 4 and corners(before) == corners(after)


@pytest.mark.parametrize("model", ["A2", "A3"])
def test_baccaras_one_equation_stays(model):
    found = sabot.equilibria(f"baccara(model={model})")
    for seat, own in found.sets.items():
        assert all(condition.equal for condition in own.conditions)
        assert len(own.conditions) == 1
        assert all(vertex in own for vertex in found.vertices[seat])


@pytest.mark.slow
@given(
    st.lists(
        st.tuples(
            st.lists(st.integers(-3, 3), min_size=3, max_size=3),
            st.fractions(-2, 2, max_denominator=3),
            st.fractions(0, 2, max_denominator=3),
        ),
        min_size=1,
        max_size=5,
    )
)
def test_the_set_is_the_same_without_what_follows_from_the_rest(rows):
    views = ["a", "b", "c"]
    conditions = tuple(
        OptimalityCondition(
            {view: w for view, w in zip(views, weights, strict=True) if w}, low, low + more
        )
        for weights, low, more in rows
        if any(weights)
    )
    own = OptimalSet("row", {}, dict.fromkeys(views, ("no", "yes")), conditions)
    points = corners(own)
    assume(points)
    vertices = [
        {view: {"no": 1 - q, "yes": q} for view, q in zip(views, point, strict=True)}
        for point in sorted(points)
    ]
    after = remove_redundant_conditions(own, vertices)
    assert corners(after) == points
    size = hull_dimension([list(point) for point in points])
    assert sum(condition.equal for condition in after.conditions) == 3 - size
    for dropped in range(len(after.conditions)):
        rest = (*after.conditions[:dropped], *after.conditions[dropped + 1 :])
        fewer = OptimalSet("row", {}, own.loose, rest)
        assert corners(fewer) != points


def test_a_condition_is_written_as_by_hand():
    assert (
        str(OptimalityCondition({"a": 3, "b": -1}, ONE, Fraction(2))) == "1 <= 3 q[a] - q[b] <= 2"
    )
    assert str(OptimalityCondition({"a": 3, "b": -1}, ONE, Fraction(3))) == "3 q[a] - q[b] >= 1"
    assert str(OptimalityCondition({"a": 1, "b": 1}, ZERO, ONE)) == "q[a] + q[b] <= 1"
    assert str(OptimalityCondition({"a": -1, "b": 2}, ONE, ONE)) == "-q[a] + 2 q[b] = 1"


# ---------------------------------------------------------------------- shares


@pytest.mark.parametrize("game", ["kuhn-poker", "kuhn-poker(ranks=5)", foreheads()], ids=str)
def test_shares_are_those_of_the_extreme_strategies_that_come_there(game):
    """Two roads: linear programs without a list, and the list."""
    form = (sabot.load(game) if isinstance(game, str) else game).form()
    value, listed = enumerate_extreme_strategies(form)
    wide = 0
    for seat, (side, vertices) in enumerate(zip(form.sides, listed, strict=True)):
        plans = [side.plan(vertex) for vertex in vertices]
        for cell in side.cells:
            mixes = [v[cell.key] for v, p in zip(vertices, plans, strict=True) if p[cell.parent]]
            for action in cell.actions:
                chances = [mix.get(action, ZERO) for mix in mixes]
                found = find_frequency_range(form, seat, value, cell, action)
                assert (found is None) == (not mixes)
                assert found is None or (found.low, found.high) == (min(chances), max(chances))
                wide += found is not None and found.low < found.high
    assert wide


def test_a_share_comes_with_optimal_plans_that_have_it():
    """Where the face is too large to list: Leduc poker."""
    form = sabot.load("leduc-poker").form()
    solved = sabot.solve(form)
    side, value = form.sides[0], solved.value
    cell = next(cell for cell in side.cells if cell.key == "J,check,check,K,bet,raise")
    found = find_frequency_range(form, 0, value, cell, "call")
    assert (found.low, found.high) == (0, 1)
    for plan, end in zip(found.plans, (found.low, found.high), strict=True):
        assert plan[cell.sequences[1]] == end * plan[cell.parent] > end - 1
        reply, below = form.reply(1, (plan, plan))
        assert Fraction(-reply.value, below) == value
        for each in side.cells:
            assert sum(plan[s] for s in each.sequences) == plan[each.parent]
