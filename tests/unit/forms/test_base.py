"""One protocol for forms: a game says the same as a matrix, as a tree and as payoffs by seat."""

from fractions import Fraction

import pytest

import sabot
from sabot.forms.base import expected_payoff
from sabot.forms.sequence_nplayer import nplayer_form_of_tree
from sabot.solvers.registry import choose_method

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    "name", ["kuhn-poker", "le-her(ranks=3, suits=2)", "le-her(ranks=4, suits=1)"]
)
def test_the_general_form_of_a_zero_sum_game_says_what_its_own_form_says(name):
    game = sabot.load(name)
    own, general = game.form(), nplayer_form_of_tree(game.tree())
    assert general.zero_sum
    assert general.obstacle == ""
    told = own.sequence()
    solved = sabot.solve(game)
    plans = [side.plan(solved[side.name]) for side in told.sides]
    wide = [side.plan(solved[side.name]) for side in general.sides]
    for seat in (0, 1):
        paid = solved.value if seat == 0 else -solved.value
        for form, played in ((told, plans), (general, wide)):
            assert expected_payoff(form, seat, played) == paid
            reply, below = form.reply(seat, played)
            assert Fraction(reply.value, below) == paid
    assert general.two_person().named() == nplayer_form_of_tree(game.tree()).two_person().named()
    assert sabot.solve(general.two_person()).value == solved.value


def test_a_matrix_and_its_tree_have_the_same_gains():
    game = sabot.MatrixForm.of([[3, 0, "1/2"], [-1, 2, 0]])
    tree = game.sequence()
    plans = [1, HALF, HALF], [1, Fraction(1, 3), Fraction(2, 3), 0]
    for seat in (0, 1):
        ours, theirs = (form.gains(seat, plans) for form in (game, tree))
        assert [Fraction(a, ours[1]) for a in ours[0]] == [
            Fraction(a, theirs[1]) for a in theirs[0]
        ]
    assert choose_method(game).name == "matrix"
    assert choose_method(tree).name == "additive"
    assert (game.is_single_stage, game.is_matrix, tree.is_matrix, game.obstacle) == (
        True,
        True,
        False,
        "",
    )
