"""Verdicts by a pivot or a rank are those of the linear programs, and their evidence is checked."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.few import few
from tests.strategies import as_game, play, told_games

import sabot
from sabot.forms.sequence import best_response
from sabot.solvers.certificate_writer import write_certificate
from sabot.solvers.zero_sum.sequence_form_lp import (
    find_second_optimal_plan,
    solve_sequence_form_lp,
    walk_optimal_face,
)
from sabot.solvers.zero_sum.solve import solve_sequence_form, solve_zero_sum

WIDE = "leduc-poker(ante=1/1000003, bet1=22222222223/7, bet2=100000000003)"


def verdicts(form, *, inner):
    return [verdict.unique for verdict in solve_zero_sum(form, inner=inner).faces.verdicts]


@pytest.mark.slow
@given(told_games(depth=5))
def test_the_cheap_verdict_is_the_thorough_one(node):
    form = as_game(node).form()
    assert verdicts(form, inner=False) == verdicts(form, inner=True)


@pytest.mark.slow
@given(told_games(depth=5), st.sampled_from([0, 1]))
def test_a_neighbouring_plan_is_optimal_and_not_the_same(node, seat):
    form = as_game(node).form()
    found = solve_sequence_form_lp(form)
    if form.sides[seat].cells and (plan := find_second_optimal_plan(form, found, seat)) is not None:
        assert [chance * plan[0] for chance in found.plans[seat]] != plan
        own = [Fraction(chance, plan[0]) for chance in plan]
        gains, below = form.gains(1 - seat, (own, own))
        worth = best_response(form.sides[1 - seat], gains).value
        assert worth == (found.value if seat else -found.value) * below


@pytest.mark.slow
@given(told_games(depth=5), st.sampled_from([0, 1]))
def test_a_walk_over_the_optimal_face_leaves_it_at_no_plan_and_finds_a_second_one(node, seat):
    form = as_game(node).form()
    found = solve_sequence_form_lp(form)
    if not form.sides[seat].cells:
        return
    unique = solve_zero_sum(form).faces.verdicts[seat].unique
    others = list(walk_optimal_face(form, found, seat))
    for plan in others:
        own = [Fraction(chance, plan[0]) for chance in plan]
        gains, below = form.gains(1 - seat, (own, own))
        worth = best_response(form.sides[1 - seat], gains).value
        assert worth == (found.value if seat else -found.value) * below
    same = [[chance * plan[0] for chance in found.plans[seat]] == plan for plan in others]
    assert all(same) == unique


class AsksTwice(sabot.Table):
    """A table at which every question is followed by one with a single answer."""

    def __init__(self, table):
        self._table = table
        self.roll, self.show, self.pay = table.roll, table.show, table.pay

    def ask(self, seat, actions):
        answer = self._table.ask(seat, actions)
        self._table.ask(seat, ("go on",))
        return answer


def with_forced_moves(node):
    @sabot.rules(name="random", seats=("one", "two"))
    def told(table):
        play(node, AsksTwice(table))

    return told()


@pytest.mark.slow
@given(told_games(depth=4))
def test_a_game_without_its_forced_moves_is_the_same_game(node):
    plain, form = as_game(node).form(), with_forced_moves(node).form()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sabot.solvers.zero_sum.solve.MIN_FORCED_MOVES", 1)
        merged = solve_sequence_form(form, inner=False)
    assert merged.value == solve_sequence_form_lp(plain).value
    unique = [verdict.unique for verdict in merged.faces.verdicts]
    assert unique == verdicts(plain, inner=False)
    written = write_certificate("told", form, merged)
    assert sabot.certify.check(written).value == merged.value


@pytest.mark.parametrize(
    "game",
    [
        "kuhn-poker",
        "kuhn-poker(ranks=6)",
        "leduc-poker",
        "leduc-poker(ranks=2)",
        "leduc-poker(ante=1/7, bet1=1000003/11, bet2=10000019/13)",
        "kuhn-poker(ranks=20, ante=1/1000000007, bet=1000000009)",
        WIDE,
    ],
)
def test_the_checker_agrees_on_stakes_of_any_size(game):
    found = sabot.solve(game)
    assert sabot.check(found) == found.value


def told_in_full(table, *, depth: int = 7, seed: int = 1):
    """A zero-sum tree in which everything is seen."""
    path = seed
    for _ in range(depth):
        path = path * 1103515245 + 12345 & 2**31 - 1
        answers = "abc"[: 2 + (path >> 16) % 2]
        path += 7 * answers.index(table.ask(("one", "two")[(path >> 20) % 2], tuple(answers)))
        table.announce(path)
    return table.pay(one=(path >> 8) % 201 - 100)


@pytest.mark.parametrize("seed", few(2, range(1, 9)))
def test_a_walk_decides_where_few_pivots_are_tried(seed, monkeypatch):
    game = sabot.rules(name="seen", seats=("one", "two"))(told_in_full)(seed=seed)
    thorough = sabot.solve(game)
    tried = []
    monkeypatch.setattr("sabot.solvers.zero_sum.sequence_form_lp._MOST_ENTERING", 0)
    monkeypatch.setattr(
        "sabot.solvers.zero_sum.sequence_form_lp._pivot_exactly",
        lambda *_, **__: tried.append(1),
    )
    found = sabot.solve(game)
    assert not tried and found.unique == thorough.unique
    assert sabot.check(found) == found.value == thorough.value


def test_a_forged_neighbour_is_noticed(monkeypatch):
    form = sabot.load("kuhn-poker").form()
    found = solve_sequence_form_lp(form)
    plan = [chance.numerator * 60 // chance.denominator for chance in found.plans[0]]
    plan[1], plan[2] = plan[1] + 1, plan[2] - 1
    monkeypatch.setattr(
        "sabot.solvers.zero_sum.sequence_form_lp.adjacent_optimal_plan",
        lambda corner, reached: (plan[1:], 60),
    )
    with pytest.raises(sabot.NoMethodError, match="not optimal"):
        find_second_optimal_plan(form, found, 0)


FAR = [
    "leduc-poker(ante=1e9, bet1=1e5, bet2=7)",
    "leduc-poker(ante=3e21, bet1=7e17, bet2=6)",
    "leduc-poker(ranks=2, ante=1e309)",
    "leduc-poker(ranks=2, ante=7, bet1=1e-60, bet2=1e60)",
]


@pytest.mark.parametrize("game", few(1, FAR[::-1]))
def test_an_ante_far_above_the_bets_is_no_cliff_either(game):
    # HiGHS says of the program, blown up, that it has no end, and factors of its bases are noise
    found = sabot.solve(game)
    assert "exact pivots" not in found.method
    assert sabot.check(found) == found.value
