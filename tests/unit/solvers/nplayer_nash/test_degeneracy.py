"""Whether every equilibrium for three and more players is regular: known games, and by definition.

The definition is evaluated here once more: payoffs are summed profile by profile, and determinants
are sums over permutations.
"""

import random
from itertools import permutations, product
from math import prod

import pytest
from tests.unit.degenerate_games import REGULAR, SINGULAR, UNPLAYED, as_nfg, form

import sabot
from sabot import rules
from sabot.errors import FormError
from sabot.forms.sequence import Treeplex
from sabot.forms.sequence_nplayer import NPlayerSequenceForm, PayoffEntry
from sabot.game_rules.to_form import form_of_game
from sabot.progress import Watch
from sabot.results.base import Result
from sabot.solvers.correlated import normal_form
from sabot.solvers.nplayer_nash.degeneracy import surviving_form


def paid(game, player, profile):
    """Return what a player is paid if all choose these actions, times the denominator."""
    sequences = [
        action + 1 if side.cells else 0 for action, side in zip(profile, game.sides, strict=True)
    ]
    return sum(end.payoffs[player] for end in game.ends if list(end.sequences) == sequences)


def earned(game, mixes, player, fixed):
    """Return what a player earns where some play an action, and the others their mixes."""
    free = [k for k in range(len(mixes)) if k not in fixed]
    total = 0
    for actions in product(*(range(len(mixes[k])) for k in free)):
        profile = {**fixed, **dict(zip(free, actions, strict=True))}
        weight = prod((mixes[k][a] for k, a in zip(free, actions, strict=True)), start=1)
        if weight:
            total += weight * paid(game, player, [profile[k] for k in range(len(mixes))])
    return total


def determinant(rows):
    """Return the sum over all permutations."""
    total = 0
    for order in permutations(range(len(rows))):
        turned = sum(a > b for k, a in enumerate(order) for b in order[k + 1 :])
        total += (-1) ** turned * prod((rows[k][a] for k, a in enumerate(order)), start=1)
    return total


def is_regular(game, mixes):
    """Tell by the definition whether an equilibrium is regular."""
    supports = [[a for a, x in enumerate(mix) if x] for mix in mixes]
    for player, own in enumerate(supports):
        amounts = [earned(game, mixes, player, {player: a}) for a in range(len(mixes[player]))]
        assert all(amounts[a] == amounts[own[0]] for a in own), "it is an equilibrium"
        assert all(amount <= amounts[own[0]] for amount in amounts), "it is an equilibrium"
        if any(a not in own and x == amounts[own[0]] for a, x in enumerate(amounts)):
            return False
    unknowns = [(player, a) for player, own in enumerate(supports) for a in own[1:]]
    rows = [
        [
            0
            if i == j
            else sum(
                sign * earned(game, mixes, i, {i: action, j: other})
                for sign, action, other in (
                    (1, a, b),
                    (-1, supports[i][0], b),
                    (-1, a, supports[j][0]),
                    (1, supports[i][0], supports[j][0]),
                )
            )
            for j, b in unknowns
        ]
        for i, a in unknowns
    ]
    return bool(determinant(rows)) if rows else True


def random_form(sizes, by_seed, top):
    return form(as_nfg(sizes, lambda *at: [by_seed.randint(0, top) for _ in sizes]))


@pytest.mark.parametrize("name", REGULAR)
def test_games_whose_equilibria_are_all_regular(name):
    found = sabot.properties(form(REGULAR[name]))
    assert found.nondegenerate and found.degenerate is False and found.irregular is None
    assert found.equilibria.complete and found.equilibria.all_regular
    assert "regular, of index +1" in " ".join(str(found).split())
    assert "nondegenerate: yes, every equilibrium is regular" in sabot.check(found)


@pytest.mark.parametrize("name", [*UNPLAYED, *SINGULAR])
def test_games_with_an_equilibrium_that_is_not_regular(name):
    game = form({**UNPLAYED, **SINGULAR}[name])
    rooted = name in ("between", "double with roots")
    found = sabot.properties(game, seconds=60 if len(game.sides) == 6 else None)
    assert found.nondegenerate is False and found.degenerate
    assert (found.irregular.root is not None) == rooted
    assert (found.unplayed_response is None) == (name in SINGULAR)
    assert not is_regular(game, found.irregular.vectors())
    words = "its Jacobian matrix is singular" if name in SINGULAR else "has another best response"
    assert words in " ".join(str(found).split())
    assert "nondegenerate: no, an equilibrium is not regular" in sabot.check(found)


@pytest.mark.parametrize("top", [2, 9, 99])
def test_verdicts_are_those_of_the_definition(top):
    by_seed, seen = random.Random(top), set()
    for sizes in [(2, 2, 2)] * 40 + [(3, 2, 2)] * 12 + [(2, 2, 2, 2)] * 6:
        game = random_form(sizes, by_seed, top)
        found = sabot.properties(game)
        if found.nondegenerate is None:
            continue
        seen.add(found.nondegenerate)
        if found.nondegenerate:
            listed = sabot.equilibria(game)
            assert listed.complete and not listed.subsets
            assert all(is_regular(game, one.vectors()) for one in listed)
        elif found.irregular is not None:
            assert not is_regular(game, found.irregular.vectors())
        else:
            assert set(found.pure_equilibria) > set(found.strict_equilibria)
        assert sabot.check(found)
    assert seen == {True, False}


def test_what_is_saved_is_loaded(tmp_path):
    for text in (REGULAR["rooted"], UNPLAYED["touching"], SINGULAR["double"]):
        found = sabot.properties(form(text))
        found.save(tmp_path / "it.json")
        again = Result.load(tmp_path / "it.json")
        assert again == found and again.irregular == found.irregular


def test_dominated_strategies_are_left_out():
    found = sabot.properties(form(REGULAR["padded"]))
    assert found.sizes == (4, 4, 4) and found.survivors == ((0, 1),) * 3
    assert (
        found.equilibria.vectors() == sabot.properties(form(REGULAR["ring"])).equilibria.vectors()
    )


def test_what_is_too_large_is_not_decided_and_the_reason_is_said():
    by_seed = random.Random(1)
    larger = sabot.properties(random_form((3, 3, 3, 3), by_seed, 99))
    assert larger.nondegenerate is None and larger.verdicts()["nondegenerate"] == "not decided"
    assert "8 free probabilities" in larger.undecided and "--seconds S" in larger.undecided
    assert "8 free probabilities" in " ".join(str(larger).split())
    assert sabot.check(larger)
    many = sabot.properties(random_form((2,) * 5, random.Random(1000), 100))
    assert "44 solutions; here all are searched only up to 12; --seconds S" in many.undecided
    largest = sabot.properties(random_form((3, 3, 3, 3, 3), by_seed, 99))
    assert "the limit is 9" in largest.undecided and "--seconds" not in largest.undecided


def test_a_time_limit_ends_the_search():
    game = random_form((2,) * 7, random.Random(1), 99)
    found = sabot.properties(game, seconds=0.01)
    assert found.nondegenerate is None and "stopped after 0.01 s" in found.undecided
    with pytest.raises(FormError, match="games for two are decided without"):
        sabot.properties([[1, -1], [-1, 1]], seconds=1)
    with pytest.raises(FormError, match="is not a positive number"):
        sabot.properties(game, seconds=0)


@pytest.mark.slow
def test_numbers_that_the_checkers_do_not_multiply_out_are_no_fault():
    found = sabot.properties(random_form((2,) * 6, random.Random(1000), 100), seconds=60)
    assert sabot.check(found)
    assert found.nondegenerate or "not proved" in found.undecided or "stopped" in found.undecided


def test_a_game_without_a_choice_has_one_regular_equilibrium():
    sides = tuple(Treeplex(name, ()) for name in "123")
    found = sabot.properties(
        NPlayerSequenceForm(sides, (PayoffEntry((0, 0, 0), 1, (1, 2, 3)),), 1, 1)
    )
    assert found.nondegenerate
    assert sabot.check(found)


def test_ctrl_c_during_the_search_is_no_verdict():
    def press(moment):
        if "cells" in str(moment):
            raise KeyboardInterrupt

    game = random_form((3, 3, 3), random.Random(1), 99)
    with pytest.raises(KeyboardInterrupt):
        sabot.properties(game, seconds=60, watch=Watch(press, every=0))


def test_elimination_makes_a_larger_game_small():
    """A ring for three; four others have a dominant action."""

    def pay(*own):
        ring = zip(own[:3], (*own[1:3], 1 - own[0]), strict=True)
        return [*(int(a == b) for a, b in ring), *own[3:]]

    found = sabot.properties(form(as_nfg((2,) * 7, pay)))
    assert found.nondegenerate and found.equilibria.count == 1
    tied = random_form((2,) * 7, random.Random(2), 1)
    assert sabot.properties(tied).nondegenerate is False, "a pure equilibrium is not strict"


def test_a_game_for_one_is_degenerate_if_two_strategies_are_best():
    for amounts, expected in (((0, 1, 2), True), ((0, 2, 2), False)):
        found = sabot.properties(form(as_nfg((3,), lambda a, amounts=amounts: [amounts[a]])))
        assert found.nondegenerate is expected
        assert sabot.check(found)


@rules(name="staged", seats=("A", "B", "C"))
def staged(table):
    """Play a ring; A chooses in two steps, and its last strategy is dominated."""
    first = table.ask("A", ("in", "out"), sees="first")
    own = 0 if first == "in" else 1
    penalty = 0
    if own and table.ask("A", ("two", "three"), sees="then") == "three":
        penalty = 3
    b = int(table.ask("B", ("heads", "tails"), sees="-") == "tails")
    c = int(table.ask("C", ("heads", "tails"), sees="-") == "tails")
    table.pay(A=int(own == b) - penalty, B=int(b == c), C=int(c != own))


def test_a_tree_is_decided_by_its_reduced_strategic_form():
    found = sabot.properties(staged())
    assert found.sizes == (3, 2, 2) and found.nondegenerate and sabot.check(found)
    own = normal_form("staged", form_of_game(staged()))
    (cell,) = surviving_form(own, found.survivors).sides[0].cells
    assert cell.actions == found.names[0][:2]
    assert (
        surviving_form(own, ((0, 1, 2), (0, 1), (0, 1))).sides[0].cells[0].actions == found.names[0]
    )
