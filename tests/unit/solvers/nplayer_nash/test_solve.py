"""All equilibria of classical games for three or more players, with their known sets."""

import random
import re
from fractions import Fraction as F
from itertools import product

import pytest
from tests.few import few
from tools.random_nplayer import random_game

import sabot
from sabot import certify
from sabot.errors import FormError, NoMethodError
from sabot.io.nfg import parse_nplayer_nfg
from sabot.results.nplayer_nash import NPlayerEquilibria, NPlayerEquilibrium, is_mixture
from sabot.solvers.nplayer.regrets import evaluate_profile
from sabot.solvers.nplayer_nash import solve, support_point
from sabot.solvers.nplayer_nash.boxes import BoxSearch
from sabot.solvers.nplayer_nash.solve import (
    bound_of_search,
    list_nplayer_equilibria,
    obstacle_to_list,
)
from sabot.solvers.nplayer_nash.subdivision import CellSearch


def game(sizes, pay):
    """Return a form; *pay* takes a profile of actions, from 0, and returns the payoffs."""
    names = " ".join(f'"{chr(65 + k)}"' for k in range(len(sizes)))
    profiles = [spot[::-1] for spot in product(*map(range, sizes[::-1]))]
    body = " ".join(str(amount) for spot in profiles for amount in pay(*spot))
    return parse_nplayer_nfg(f'NFG 1 R "" {{ {names} }} {{ {" ".join(map(str, sizes))} }} {body}')


def listed(form):
    found = list_nplayer_equilibria("g", form)
    proved = certify.check(found.to_json())
    assert isinstance(proved, certify.NPlayerNashVerdict)
    assert proved.complete == found.complete
    return found


def test_matching_pennies_among_three_have_one_equilibrium():
    # Jordan (1993): each wants to be as the next one, the last to be unlike the first
    found = listed(game((2, 2, 2), lambda a, b, c: (int(a == b), int(b == c), int(c != a))))
    assert found.unique
    assert found.vectors() == [((F(1, 2), F(1, 2)),) * 3]


def test_a_ring_with_unequal_stakes_has_one_equilibrium_in_fractions():
    def pay(a, b, c):
        return (
            3 * (a == b == 0) + (a == b == 1),
            2 * (b == c == 0) + 5 * (b == c == 1),
            (a != c) * (4 if c else 1),
        )

    found = listed(game((2, 2, 2), pay))
    assert found.unique
    assert found.vectors() == [((F(1, 5), F(4, 5)), (F(1, 4), F(3, 4)), (F(5, 7), F(2, 7)))]


def test_a_unique_equilibrium_may_be_irrational():
    payoffs = "3 2 1 0 1 1 1 3 3 3 2 0 1 1 0 0 3 0 1 1 0 0 1 1"
    found = listed(parse_nplayer_nfg(f'NFG 1 R "" {{ "A" "B" "C" }} {{ 2 2 2 }} {payoffs}'))
    assert found.unique
    (one,) = found.equilibria
    assert [str(own[0]) for own in one.vectors()] == [
        "(15 - sqrt(129))/24",
        "(17 - sqrt(129))/20",
        "(5 + sqrt(129))/26",
    ]


@pytest.mark.parametrize("count", [3, 4])
def test_the_volunteers_dilemma(count):
    # 3 if somebody acts, and acting costs 1: everyone alone, any two or more mixing, or all
    found = listed(game((2,) * count, lambda *acts: tuple(3 * any(acts) - act for act in acts)))
    assert found.complete and not found.subsets
    mixing = [sum(len(own) - own.count(0) > 1 for own in one.vectors()) for one in found]
    pure = mixing.count(0)
    assert pure == count
    for size in range(2, count + 1):
        who = [one for one, mixed in zip(found, mixing, strict=True) if mixed == size]
        assert len(who) == {2: count * (count - 1) // 2, count: 1}.get(size, count)
        for one in who:  # waiting pays 3 (1 - w**(size - 1)), acting 2
            waits = {float(own[0]) for own in one.vectors() if own.count(0) < 1}
            assert all(abs(w ** (size - 1) - 1 / 3) < 1e-12 for w in waits)


def test_el_farol_for_three_is_complete_or_says_that_it_is_not():
    # the bar pays 2 to two visitors or fewer, -1 each to three, and home pays 0
    bar = listed(game((2, 2, 2), lambda *go: tuple((2 if sum(go) < 3 else -1) * one for one in go)))
    assert bar.complete and bar.count == 7 and not bar.subsets
    assert bar.equilibria[-1].vectors()[0][1] ** 2 == F(2, 3)


def test_a_player_without_influence_mixes_freely():
    found = listed(game((2, 2, 2), lambda a, b, c: (int(a == b), int(a == b), 0)))
    assert found.complete and found.count == 0
    assert {one.players for one in found.subsets} == {("C",)} and len(found.subsets) == 3


def test_a_prisoners_dilemma_for_four_is_solved_by_dominance_alone():
    found = listed(game((2,) * 4, lambda *kept: tuple(2 * (4 - sum(kept)) + 3 * k for k in kept)))
    assert found.unique and len(found.certificate["cases"]) == 1


def test_payoffs_of_many_digits_are_exact():
    huge = 10**40
    small = listed(game((2, 2, 2), lambda a, b, c: (int(a == b), int(b == c), int(c != a))))
    found = listed(game((2, 2, 2), lambda a, b, c: (huge * (a == b), int(b == c), huge * (c != a))))
    assert found.unique and found.vectors() == small.vectors()


@pytest.mark.slow
def test_a_curved_set_is_not_called_complete():
    found = list_nplayer_equilibria(
        "curve", game((2, 2, 2), lambda a, b, c: (0, 0, int(a == b == c)))
    )
    assert not found.complete and found.unique is not True
    assert "given up" in found.stopped and found.certificate.keys() == {"form"}


def test_a_larger_game_or_a_tree_has_its_pure_equilibria_listed_and_says_why():
    wide = game((6, 4, 4), lambda a, b, c: (a, b, c))
    assert "11 free probabilities; the limit is 9" in obstacle_to_list(wide)
    assert sabot.equilibria(wide).sizes == (6, 4, 4)
    many = game((2,) * 9 + (1,), lambda *spot: spot)
    assert obstacle_to_list(many) == ""
    with pytest.raises(FormError, match="three or more"):
        sabot.equilibria([[(1, 1), (0, 0)], [(0, 0), (1, 1)]], pure=True)


@pytest.mark.parametrize(
    ("sizes", "search", "cut"), [((2, 2, 2), BoxSearch, "_parts"), ((3, 2, 2), CellSearch, "_grow")]
)
def test_a_search_that_is_stopped_keeps_what_it_has_found(monkeypatch, sizes, search, cut):
    go_on = getattr(search, cut)

    def stop(self, *cells):
        if self.neighbourhoods:
            raise KeyboardInterrupt
        return go_on(self, *cells)

    monkeypatch.setattr(search, cut, stop)
    meet = game(sizes, lambda a, b, c: (int(a == b == c) * (1 + a),) * 3)
    found = listed(meet)
    assert not found.complete and found.count and found.stopped == "stopped"
    with pytest.raises(KeyboardInterrupt):
        list_nplayer_equilibria("g", meet, keep=False)


@pytest.mark.parametrize("seed", few(1, range(8)))
def test_supports_of_every_size_have_together_all_equilibria(seed):
    draw = random.Random(seed)
    form = game((3, 2, 2), lambda a, b, c: tuple(draw.randrange(10) for _ in range(3)))
    whole = listed(form)
    assert whole.complete
    parts = {
        sizes: list_nplayer_equilibria("g", form, support_sizes=sizes)
        for sizes in product((1, 2, 3), (1, 2), (1, 2))
    }
    for sizes, part in parts.items():
        assert not part.complete and certify.check(part.to_json())
        assert all(
            sizes == tuple(len(table["-"]) for table in one.strategies.values()) for one in part
        )
    points = {one for part in parts.values() for one in part}
    sets = [one for part in parts.values() for one in part.subsets]
    assert all(one in points or any(own.contains(one) for own in sets) for one in whole)
    extra = points - set(whole)
    assert all(any(own.contains(one) for own in whole.subsets) for one in extra)


MEET = game((2, 2, 2), lambda a, b, c: (int(a == b == c) * (1 + a),) * 3)


def test_two_equilibria_that_are_close_together_are_told_apart():
    # the second player's second action has probability 0 in one of them, 0.00055 in the other
    body = (
        "23 71 54 19 79 60 6 37 46 91 1 22 94 38 42 85 63 27 28 48 19 32 83 11 82 39 45 "
        "32 71 37 43 67 73 55 10 0 17 7 62 2 23 41 73 29 19 93 32 80 2 8 81 41 13 72 "
        "60 10 76 57 84 97 20 62 9 76 92 93 52 67 98 53 92 62 16 19 20 96 90 89 1 5 24"
    )
    found = listed(parse_nplayer_nfg(f'NFG 1 R "" {{ "A" "B" "C" }} {{ 3 3 3 }} {body}'))
    assert found.complete
    middle = sorted(float(own[1][1]) for own in found.vectors())
    assert len(middle) == 5
    assert 0 < min(x for x in middle if x) < 0.001


@pytest.mark.slow
def test_equilibria_are_sought_from_more_cells_while_their_indices_do_not_sum_to_1():
    # 8 of 9 equilibria were found, and the search was given up
    found = listed(parse_nplayer_nfg(random_game((3, 3, 3), 30080, 99)))
    assert found.complete and found.count == 9


@pytest.mark.slow
def test_a_search_goes_on_deeper_while_few_cells_are_left():
    found = listed(parse_nplayer_nfg(random_game((5, 4, 2), 40002, 99)))
    assert found.complete and found.count == 11


@pytest.mark.slow
def test_a_search_goes_on_while_cells_become_fewer():
    # two equilibria are near each other; an action that one of them does not use gains little
    body = (
        "45 67 52 22 74 51 19 95 92 91 21 92 62 0 62 20 90 94 8 8 46 17 13 90 79 43 8 "
        "39 61 45 9 28 92 5 53 20 1 93 8 91 24 60 99 1 53 60 72 66 80 45 86 72 67 91 "
        "8 85 3 40 52 67 97 68 1 33 20 95 96 2 31 63 68 39 89 92 4 57 67 99 58 35 79"
    )
    found = listed(parse_nplayer_nfg(f'NFG 1 R "" {{ "A" "B" "C" }} {{ 3 3 3 }} {body}'))
    assert found.complete and found.count == 5


def test_five_players_who_mix_have_numbers_of_degree_44():
    form = parse_nplayer_nfg(random_game((2,) * 5, 2, 9))
    found = listed(form)
    assert found.complete and found.count == 8
    *_, one = found.equilibria
    assert one.root and len(one.root.root_of) == 45
    assert all(0 < x < 1 for mix in one.vectors() for x in mix)
    mixes = [float(one[seat]["1"]) for seat in found.seats]
    near = tuple({"-": {"1": F(x), "2": 1 - F(x)}} for x in mixes)
    assert max(evaluate_profile(form, near).gains) < F(1, 10**12)
    told = found.to_json()
    named = told["equilibria"][-1]["root"]
    slope = [k * int(c) for k, c in enumerate(named["root_of"])][1:]
    assert [*map(int, named["denominator"])] in (slope, [-c for c in slope])
    assert NPlayerEquilibria.from_json(told).equilibria == found.equilibria


@pytest.mark.slow
@pytest.mark.parametrize("seed", [6, 9, 18, 21])
def test_all_complex_solutions_of_five_players_are_found(seed):
    form = parse_nplayer_nfg(random_game((2,) * 5, seed, 9))
    found = listed(form)
    assert found.complete
    assert {44} < {len(one.root.root_of) - 1 for one in found if one.root}
    indexed = sabot.equilibria(form, index=True)
    assert indexed.indices is not None and certify.check(indexed.to_json())
    assert indexed.rest_index == 1 - sum(one.index for one in indexed.indices if one.index)
    refined = sabot.equilibria(form, refine="perfect")
    assert certify.check(refined.to_json()) and refined.count >= 3


@pytest.mark.slow
def test_an_equilibrium_of_too_large_a_degree_is_named_and_the_search_ends(monkeypatch):
    for module in (solve, support_point):
        monkeypatch.setattr(module, "MOST_DEGREE", 16)
    draw = random.Random(15)
    form = game((2,) * 5, lambda *_: tuple(draw.randrange(10) for _ in range(5)))
    found = listed(form)
    assert not found.complete and found.count == 8
    words, floats = found.stopped.split("; in floats: ")
    assert words == (
        "not listed: at most 1 other equilibrium, whose numbers may be of a degree above 16"
    )
    mixes = [*map(float, re.findall(r"[A-E] 1: ([\d.]+)", floats))]
    assert len(mixes) == 5
    near = {
        seat: {"-": {"1": F(str(x)), "2": 1 - F(str(x))}}
        for seat, x in zip("ABCDE", mixes, strict=True)
    }
    assert max(evaluate_profile(form, tuple(near.values())).gains) < F(1, 10**4)


def test_the_first_equilibria_are_pure_and_the_list_is_not_called_complete():
    seen: list[NPlayerEquilibrium] = []
    part = list_nplayer_equilibria("g", MEET, first=2, each=seen.append)
    assert [*part] == seen and not part.complete and part.unique is False
    assert part.stopped == "stopped: 2 equilibria are found, as asked"
    assert [one.vectors() for one in seen] == [((1, 0),) * 3, ((0, 1),) * 3]
    assert "there may be others" in certify.check(part.to_json()).words
    more = list_nplayer_equilibria("g", MEET, first=4)
    assert more.complete and more.count == 3


def test_the_symmetric_equilibria_of_symmetric_games_are_named():
    found = sabot.equilibria(MEET)
    assert found.symmetry.verdict == "as listed" and found.symmetric() == (1, 2, 3)
    assert "symmetric   1, 2, 3 (all players play the same)" in str(found)
    # the third player's actions are named the other way round
    turned = sabot.equilibria(
        game((2, 2, 2), lambda a, b, c: (int(a == b == 1 - c) * (1 + a),) * 3)
    )
    assert turned.symmetry.verdict == "relabelled" and turned.symmetric() == (1, 2, 3)
    assert "in this order: A: 1, 2; B: 1, 2; C: 2, 1" in " ".join(str(turned).split())
    # one acts, and the others wait: three pure equilibria that are not symmetric
    act = game((2, 2, 2), lambda *own: tuple(3 * (sum(own) > 0) - k for k in own))
    volunteer = sabot.equilibria(act)
    (number,) = volunteer.symmetric()
    assert volunteer.count > 1 and len({*volunteer.equilibria[number - 1].vectors()}) == 1
    ring = sabot.equilibria(game((2, 2, 2), lambda a, b, c: (int(a == b), int(b == c), 1 - c)))
    assert ring.symmetry is None and ring.symmetric() == () and ring.symmetric_sets() == {}


def test_sets_with_symmetric_equilibria_are_named():
    equal = sabot.equilibria(game((2, 2, 2), lambda a, b, c: (0, 0, 0)))
    assert equal.symmetric_sets() == {1: True} and equal.all_regular is False
    wide = sabot.equilibria(game((3, 3, 3), lambda a, b, c: (0, 0, 0)))
    assert wide.symmetric_sets() == {1: None}
    assert (
        sabot.equilibria(MEET, index=True).all_regular
        and sabot.equilibria(MEET).all_regular is None
    )


def test_a_game_with_an_equilibrium_that_is_not_quasi_strict_is_not_regular():
    body = "2 1 0 1 0 2 0 2 2 2 1 2 0 0 2 1 2 2 0 2 0 1 2 1"
    form = parse_nplayer_nfg(f'NFG 1 R "" {{ "A" "B" "C" }} {{ 2 2 2 }} {body}')
    found = sabot.equilibria(form, index=True)
    assert found.complete and [one.quasi_strict for one in found.indices] == [False, True]
    assert found.all_regular is False


def test_a_stream_has_all_equilibria_of_its_list():
    stream = sabot.iter_equilibria(MEET)
    assert {*stream} == {*stream.result} and stream.result.complete


def test_a_search_of_supports_that_is_given_up_says_so():
    curve = game((2, 2, 2), lambda a, b, c: (0, 0, int(a == b == c)))
    found = list_nplayer_equilibria("g", curve, support_sizes=(2, 2, 2))
    assert not found.complete and found.stopped.startswith("the search was given up")
    assert all(len(table["-"]) == 2 for one in found for table in one.strategies.values())


def test_what_cannot_be_asked_of_a_list_in_part_is_said():
    with pytest.raises(NoMethodError, match="support of 3 actions of B, who has 2"):
        list_nplayer_equilibria("g", MEET, support_sizes=(2, 3, 2))
    with pytest.raises(FormError, match=r"are not those of 3 players: give one number above 0"):
        sabot.equilibria(MEET, support_size=(2, 2))
    with pytest.raises(FormError, match="pure equilibria are listed together"):
        sabot.equilibria(MEET, first=1, pure=True)


def test_one_equilibrium_of_a_game_in_which_four_mix_is_found_by_the_cells():
    ring = game((2,) * 4, lambda a, b, c, d: (int(a == b), int(b == c), int(c == d), int(d != a)))
    found = sabot.solve(ring)
    assert found.equilibrium and set(found["A"]["-"].values()) == {F(1, 2)}


TIED = (
    'NFG 1 R "" { "A" "B" "C" "D" } { 2 2 2 2 } 4 9 8 -9 1 -5 8 5 4 6 -2 -3 0 3 9 7 -2 -3 -2 -3 -6 '
    "5 1 5 7 -4 -9 -2 7 7 1 2 3 -4 -9 -7 6 7 1 0 5 -8 9 5 2 1 9 -3 -3 -7 8 -7 8 1 0 -4 -9 1 9 -5 6 "
    "8 2 -8"
)


@pytest.mark.slow
def test_a_search_that_is_given_up_finds_an_equilibrium_where_an_unused_action_pays_as_much():
    found = listed(parse_nplayer_nfg(TIED))
    assert not found.complete and found.stopped.startswith("the search was given up")
    pure, mixed = (F(1), F(0)), (F(2, 3), F(1, 3))
    assert found.vectors() == [(pure, pure, mixed, (F(17, 27), F(10, 27)))]


def test_payoffs_beyond_the_range_of_floats_are_listed():
    big = 10**320
    found = listed(game((2, 2, 2), lambda a, b, c: (int(a == b == c) * (1 + a) * big,) * 3))
    assert (found.count, found.complete) == (3, True)


def test_a_set_contains_its_ends():
    end = listed(game((2, 1, 1), lambda a, b, c: (0, 0, 0)))
    (whole,) = end.subsets
    pure = listed(game((1, 1, 1), lambda a, b, c: (0, 0, 0))).equilibria[0]
    assert whole.contains(pure)


@pytest.mark.parametrize(
    "payoffs",
    [
        "1 0 0 2 1 0 2 0 0 1 0 0 2 1 0 0 2 0 2 1 0 2 1 0 0 0 0",
        "2 1 0 1 0 0 0 0 0 2 1 0 2 0 0 1 0 0 1 1 0 0 0 0 2 2 0",
    ],
)
def test_a_set_with_three_strategies_of_a_player_has_a_file_that_is_accepted(payoffs):
    found = listed(parse_nplayer_nfg(f'NFG 1 R "" {{ "A" "B" "C" }} {{ 3 3 1 }} {payoffs}'))
    assert found.complete
    assert max(len(own) for one in found.subsets for own in one.strategies.values()) == 3


def test_dependent_strategies_of_a_set_are_not_decided():
    """A file may list a set by its ends and a point between them."""
    ends, middle = [(F(1), F(0)), (F(0), F(1))], (F(1, 2), F(1, 2))
    assert is_mixture(middle, ends) and not is_mixture(middle, [*ends, (F(1, 4), F(3, 4))])


@pytest.mark.parametrize("alike", [True, False])
def test_a_search_that_is_stopped_at_once_keeps_the_pure_equilibria(monkeypatch, alike):
    """In a game without a pure equilibrium there is nothing to keep."""

    def stop(self):
        raise KeyboardInterrupt

    monkeypatch.setattr(BoxSearch, "run", stop)
    form = game((2, 2, 2), lambda a, b, c: (int(a == b), int(b == c), int((c == a) == alike)))
    if alike:
        found = listed(form)
        assert [one.vectors() for one in found] == [((1, 0),) * 3, ((0, 1),) * 3]
        assert not found.complete
    else:
        with pytest.raises(KeyboardInterrupt):
            list_nplayer_equilibria("g", form)


@pytest.mark.parametrize(
    ("sizes", "bound"),
    [((2,) * 8, "8 free .* about 48,000 cells"), ((4, 3, 3), "7 free .* 400,000"), ((3,) * 3, "$")],
)
def test_a_long_search_has_a_bound_before_the_work(sizes, bound):
    assert re.match(bound, bound_of_search(game(sizes, lambda *_: (0,) * len(sizes))))
