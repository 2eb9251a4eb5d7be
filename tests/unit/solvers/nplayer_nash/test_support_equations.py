"""Equilibria of large games, support by support: beside complete lists, and in parts."""

from fractions import Fraction as F
from functools import partial

import pytest
from tests.few import few
from tests.unit.solvers.nplayer_nash.test_solve import game, listed
from tools.random_nplayer import random_game

import sabot
from sabot import certify
from sabot.errors import FormError, NoMethodError
from sabot.io.nfg import parse_nplayer_nfg
from sabot.results.nplayer import PureEquilibria
from sabot.solvers.nplayer.support_enumeration import NormalFormTables
from sabot.solvers.nplayer_nash import solve
from sabot.solvers.nplayer_nash.solve import list_nplayer_equilibria
from sabot.solvers.nplayer_nash.support_equations import SupportEquations, SupportSearch


@pytest.mark.parametrize(
    ("sizes", "seed"),
    few(4, [(sizes, seed) for seed in range(12) for sizes in ((2, 2, 2), (3, 2, 2), (2,) * 4)]),
)
def test_all_equilibria_of_regular_games_are_found_by_supports(monkeypatch, sizes, seed):
    form = parse_nplayer_nfg(random_game(sizes, seed, 9_999))
    whole = listed(form)
    assert whole.complete and not whole.subsets
    monkeypatch.setattr(solve, "obstacle_to_list", lambda _: "too large")
    part = list_nplayer_equilibria("g", form)
    assert part.stopped == "all supports were tried, but nothing proves the list: too large"
    assert not part.complete and set(part.equilibria) == set(whole.equilibria)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_all_equilibria_of_3x3x3_games_are_found_by_supports(monkeypatch, seed):
    form = parse_nplayer_nfg(random_game((3, 3, 3), seed, 99))
    whole = listed(form)
    monkeypatch.setattr(solve, "obstacle_to_list", lambda _: "too large")
    part = list_nplayer_equilibria("g", form)
    assert whole.complete and set(part.equilibria) == set(whole.equilibria)


def test_supports_with_dominated_actions_are_not_tried():
    # the third action of each always pays 1 less than the first one
    form = game((3, 3, 3), lambda *at: [sum(at) % 2 - (a == 2) * 3 for a in at])
    paid = NormalFormTables(form).paid
    search = SupportSearch(paid, None, partial(SupportEquations, paid))
    everything = [(0, 1, 2)] * 3
    assert search._undominated(everything, -1) == [(0, 1)] * 3
    assert search._undominated([(0, 2), *everything[1:]], 0) is None
    assert all(2 not in own for own in search._supports((2, 2, 2), (), everything) for own in own)


def test_supports_with_too_many_solutions_are_tried_from_a_few_starts(monkeypatch):
    monkeypatch.setattr(solve, "obstacle_to_list", lambda _: "too large")
    monkeypatch.setattr("sabot.solvers.nplayer_nash.support_equations.MOST_SOLUTIONS", 1)
    found = list_nplayer_equilibria(
        "g", game((2, 2, 2), lambda a, b, c: (int(a == b), int(b == c), int(c != a)))
    )
    assert found.vectors() == [((F(1, 2), F(1, 2)),) * 3]
    assert found.stopped.startswith("all supports were tried (1 from a few starts only), but")


def test_a_large_game_is_searched_if_a_part_of_the_list_is_asked_for():
    form = parse_nplayer_nfg(random_game((5, 5, 5), 1, 99))
    assert isinstance(sabot.equilibria(form), PureEquilibria)
    seen = []
    some = sabot.equilibria(form, first=5, each=seen.append)
    assert some.count == 5 == len(seen) and not some.complete
    assert "there may be others" in certify.check(some.document).words
    pairs = sabot.equilibria(form, support_size=(1, 2, 2))
    assert pairs.count and pairs.support == (1, 2, 2)
    assert all([len([x for x in mix if x]) for mix in one.vectors()] == [1, 2, 2] for one in pairs)


def test_a_part_of_the_list_of_a_large_game_is_checked():
    some = sabot.equilibria(parse_nplayer_nfg(random_game((17, 17, 17), 1, 99)), first=2)
    assert certify.check(some.document).to_json()["complete"] is False


def test_what_is_refused_says_what_is_listed_instead():
    tree = sabot.load("kuhn-poker(players=3)")
    with pytest.raises(FormError, match=r"pure equilibria .* listed: a player has several"):
        sabot.equilibria(tree, first=2)
    with pytest.raises(FormError, match="ask for all pure ones"):
        sabot.equilibria(tree, support_size=2)
    with pytest.raises(NoMethodError, match="no equilibrium has a support of 9 actions"):
        sabot.equilibria(parse_nplayer_nfg(random_game((5, 5, 5), 1, 99)), support_size=9)
