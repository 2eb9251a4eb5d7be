"""The general form against the two-person one, on random games told as rules."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import as_game, told_games

from sabot.analysis.best_response import (
    best_response_to,
    expected_payoff_of_first,
    infoset_values_against,
)
from sabot.analysis.evaluation import evaluate_profile
from sabot.forms.base import expected_payoff
from sabot.forms.sequence_nplayer import nplayer_form_of_tree


def behaviour(side, weights):
    """Return mixes made of small whole numbers, which begin again where they end."""
    found, spot = {}, 0
    for cell in side.cells:
        own = [1 + weights[(spot + k) % len(weights)] for k in range(len(cell.actions))]
        spot += len(own)
        found[cell.key] = {
            action: Fraction(weight, sum(own))
            for action, weight in zip(cell.actions, own, strict=True)
        }
    return found


@given(told_games(), st.lists(st.integers(0, 5), min_size=3, max_size=7))
def test_both_forms_judge_alike(node, weights):
    game = as_game(node)
    form, general = game.form(), nplayer_form_of_tree(game.tree())
    assert general.zero_sum
    assert general.two_person().named() == form.named()
    tables = {side.name: behaviour(side, weights) for side in form.sides}
    found = evaluate_profile("g", general, tables)
    assert found == evaluate_profile("g", form, tables)
    paid = expected_payoff_of_first(form, tables)
    assert found.payoffs == (paid, -paid)
    one, two = form.seats
    assert found.gains == (
        best_response_to(form, tables[two], of=two).value - paid,
        paid - best_response_to(form, tables[one], of=one).value,
    )
    for part in found.parts:
        assert part.gain >= 0
        assert sum(loss.hand for loss in part.losses) == part.gain
        foe = two if part.seat == one else one
        assert set(infoset_values_against(form, tables[foe], of=foe)) == set(part.strategy)


@given(told_games(), st.lists(st.integers(0, 5), min_size=3, max_size=7))
def test_the_gains_of_the_turned_game_are_those_of_the_other_seat(node, weights):
    form = as_game(node).form()
    turned = form.swapped()
    plans = [side.plan(behaviour(side, weights)) for side in form.sides]
    for seat in (0, 1):
        assert form.gains(seat, plans) == turned.gains(1 - seat, plans[::-1])
        assert expected_payoff(form, seat, plans) == expected_payoff(turned, 1 - seat, plans[::-1])
    every = [range(side.count) for side in form.sides]
    mine, theirs = form.block(*every), turned.block(*every[::-1])
    assert {(i, j, a) for i, row in enumerate(mine) for j, a in row.items()} == {
        (i, j, -a) for j, row in enumerate(theirs) for i, a in row.items()
    }
