"""Monte Carlo hands depend on the seed and on their place, never on who plays them."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.laws.test_batch_laws import Crew

import sabot
from sabot import papers
from sabot.analysis import simulation
from sabot.analysis.simulation import simulate_game
from sabot.errors import RulesError, WorkerError

SHORT = 50


@pytest.fixture(scope="module", autouse=True)
def _short_chunks():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simulation, "_HANDS_PER_SEED", SHORT)
        patch.setattr(simulation, "_FAST_HANDS_PER_SEED", SHORT)
        yield


@pytest.fixture(scope="module")
def solved():
    names = ("le-her(ranks=3, suits=2)", "baccara(model=B1, decks=1)")
    return [(sabot.load(name), sabot.solve(name).strategies) for name in names]


@given(
    which=st.integers(0, 1),
    hands=st.integers(1, 300),
    seed=st.integers(0, 2**40),
    order=st.integers(0, 99),
    unlucky=st.sets(st.integers(0, 9).map(lambda n: 2 * n), max_size=3),
    one_pool=st.booleans(),
)
def test_hands_do_not_depend_on_who_plays_them(
    solved, which, hands, seed, order, unlucky, one_pool
):
    game, mixes = solved[which]
    here = simulate_game(game, mixes, hands=hands, seed=seed)
    crew = Crew(order, (), unlucky, one_pool)
    there = simulate_game(game, mixes, hands=hands, seed=seed, executor=crew)
    assert there == here
    assert list(there.counts) == sorted(there.counts)
    assert here.hands == hands
    shorter = simulate_game(game, mixes, hands=min(SHORT, hands), seed=seed)
    assert all(here.counts[pay] >= count for pay, count in shorter.counts.items())


def test_the_chunks_of_one_seed_are_not_the_same_hands(solved):
    game, mixes = solved[0]
    found = [simulate_game(game, mixes, hands=n * SHORT, seed=3).counts for n in (1, 2, 3, 4)]
    parts = [{p: b[p] - a[p] for p in b} for a, b in pairwise(found)]
    assert any(part != parts[0] for part in parts)


@pytest.mark.parametrize("threads", [1, 3])
def test_a_dealer_that_gives_up_half_way_leaves_all_hands_to_the_rules(
    solved, threads, monkeypatch
):
    game, mixes = solved[1]
    monkeypatch.setattr(game.rules, "deal_many", lambda *told: None)
    expected = simulate_game(game, mixes, hands=180, seed=9)
    calls = []

    def tired(game, strategies, hands, seed):
        calls.append(hands)
        return {1: hands} if len(calls) < 3 else None

    monkeypatch.setattr(game.rules, "deal_many", tired)
    assert simulate_game(game, mixes, hands=180, seed=9) == expected
    assert calls == [SHORT] * 3
    with ThreadPoolExecutor(threads) as pool:
        assert simulate_game(game, mixes, hands=180, seed=9, executor=pool) == expected


def test_a_fault_of_the_strategies_is_told_by_a_worker_too(solved):
    with ThreadPoolExecutor(2) as pool, pytest.raises(RulesError, match="no answer at"):
        simulate_game(solved[0][0], {"receiver": {}}, hands=500, executor=pool)


def test_hands_that_kill_their_workers_are_an_error(solved):
    with pytest.raises(WorkerError, match="the hands from 100 on: its worker was killed"):
        simulate_game(*solved[0], hands=200, executor=Crew(deadly=[100]))


def test_a_paper_is_the_same_whoever_regenerates_it():
    here = papers.run("ethier-2010-le-her")
    there = papers.run("ethier-2010-le-her", executor=Crew(4, (), {2, 6}))
    assert there.to_json() == here.to_json()
    with pytest.raises(WorkerError, match=r"eq-5\.12: its worker was killed"):
        papers.run("ethier-2010-le-her", executor=Crew(deadly=["eq-5.12"]))
