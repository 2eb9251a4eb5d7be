from fractions import Fraction

import pytest

import sabot
from sabot.errors import FormError, NoMethodError
from sabot.forms.sequence import (
    Infoset,
    SequenceForm,
    Treeplex,
    best_response,
    count_pure_strategies,
    pure_best_response,
    pure_realization_plans,
    reduced_matrix_form,
    sequence_form_from_sums,
    sequence_form_of_tree,
)

HALF = Fraction(1, 2)


def nested():
    """Return a side that chooses again after its first choice, and once in another branch."""
    return Treeplex(
        "one",
        (
            Infoset("a", ("l", "r"), 0, 1),
            Infoset("b", ("in", "out"), 1, 3),
            Infoset("c", ("x", "y", "z"), 0, 5),
        ),
    )


def test_sequences_are_numbered_cell_by_cell():
    side = nested()
    assert side.count == 8
    assert [list(cell.sequences) for cell in side.cells] == [[1, 2], [3, 4], [5, 6, 7]]
    assert side.names() == ["", "a:l", "a:r", "b:in", "b:out", "c:x", "c:y", "c:z"]


def test_a_flat_side_chooses_once():
    side = Treeplex.flat("one", {"p": ("l", "r"), "q": ("x",)})
    assert [(cell.parent, cell.first) for cell in side.cells] == [(0, 1), (0, 3)]


def test_a_plan_multiplies_along_the_way():
    behaviour = {
        "a": {"l": Fraction(1, 3), "r": Fraction(2, 3)},
        "b": {"in": HALF, "out": HALF},
        "c": {"y": Fraction(1)},
    }
    assert nested().plan(behaviour) == [
        1,
        Fraction(1, 3),
        Fraction(2, 3),
        Fraction(1, 6),
        Fraction(1, 6),
        0,
        1,
        0,
    ]


@pytest.mark.parametrize(
    ("cell", "mix"),
    [
        ("a", None),
        ("a", {"l": HALF}),
        ("a", {"l": Fraction(3, 2), "r": -HALF}),
        ("a", {"l": HALF, "r": HALF, "s": Fraction(0)}),
    ],
)
def test_a_behaviour_that_is_none_is_refused(cell, mix):
    behaviour = {"a": {"l": Fraction(1)}, "b": {"in": Fraction(1)}, "c": {"x": Fraction(1)}}
    if mix is None:
        del behaviour[cell]
    else:
        behaviour[cell] = mix
    with pytest.raises(FormError, match=f"one.*{cell}"):
        nested().plan(behaviour)


def test_payoffs_are_gathered_over_the_least_denominator():
    sides = (Treeplex.flat("one", {"-": ("l", "r")}), Treeplex.flat("two", {"-": ("x", "y")}))
    form = sequence_form_from_sums(
        sides, {4: {(1, 1): 2, (2, 2): 4}, 6: {(1, 1): 3, (2, 1): 2, (1, 2): 0}}
    )
    assert form.denominator == 3
    assert form.payoffs == ((1, 1, 3), (2, 1, 1), (2, 2, 3))
    assert form.named()["-:l", "-:x"] == 1
    assert sequence_form_from_sums(sides, {}).payoffs == ()
    assert sequence_form_from_sums(sides, {5: {(1, 1): 5}, 1: {(1, 1): -1}}).payoffs == ()


def test_swapping_negates_and_turns():
    form = sabot.load("le-her(ranks=3, suits=1)").form()
    turned = form.swapped()
    assert turned.seats == ("dealer", "receiver")
    assert turned.swapped() == form
    assert turned.named() == {(two, one): -amount for (one, two), amount in form.named().items()}


def test_kuhn_poker_has_twelve_sequences_and_the_known_value():
    form = sequence_form_of_tree(sabot.load("kuhn-poker").tree())
    assert [side.count for side in form.sides] == [13, 13]
    assert sabot.solve(form).value == Fraction(-1, 18)


def test_unreached_later_cells_follow_their_own_sequence():
    form = sequence_form_of_tree(sabot.load("kuhn-poker").tree())
    cells = {cell.key: cell for cell in form.sides[0].cells}
    names = form.sides[0].names()
    assert {key: names[cell.parent] for key, cell in cells.items()} == {
        "J": "",
        "Q": "",
        "K": "",
        "J,pass,bet": "J:pass",
        "Q,pass,bet": "Q:pass",
        "K,pass,bet": "K:pass",
    }


# ---------------------------------------------------------------------- replies


def test_a_best_reply_works_backwards():
    #           a:l -> b (in 5, out 7);  a:r earns 6;  c: x 1, y 3, z 3
    reply = best_response(nested(), [10, -2, 6, 5, 7, 1, 3, 3])
    assert reply.best == [6, 7, 3]
    assert reply.value == 10 + 6 + 3
    assert reply.tight == [0, 2, 6, 7]
    assert pure_best_response(nested(), reply) == {"a": "r", "b": "out", "c": "y"}


def test_tight_sequences_need_a_tight_way():
    reply = best_response(nested(), [0, 0, 7, 5, 7, 0, 0, 0])
    assert reply.tight == [0, 1, 2, 4, 5, 6, 7]


# ---------------------------------------------------------------------- strategic form


def test_pure_strategies_choose_only_where_they_come():
    names, plans = pure_realization_plans(nested())
    assert count_pure_strategies(nested()) == len(plans) == (2 + 1) * 3
    assert len(set(names)) == 9
    assert "a:l b:in c:x" in names
    assert "a:r c:x" in names
    assert all(plan[0] == 1 and sum(plan[5:]) == 1 for plan in plans)
    assert all(plan[3] + plan[4] == plan[1] for plan in plans)


def test_the_strategic_form_pays_what_each_pair_of_plans_is_worth():
    form = sequence_form_of_tree(sabot.load("kuhn-poker").tree())
    matrix = reduced_matrix_form(form)
    (rows, ones), (columns, twos) = (pure_realization_plans(side) for side in form.sides)
    assert matrix.shape == (27, 64)
    assert (matrix.rows, matrix.columns) == (tuple(rows), tuple(columns))
    for i in (0, 5, 13, 26):
        for j in (0, 17, 63):
            paid = sum(a * ones[i][s] * twos[j][t] for s, t, a in form.payoffs)
            assert matrix[i, j] == Fraction(paid, form.denominator)
    assert sabot.solve(matrix).value == Fraction(-1, 18)


def test_the_strategic_form_of_a_matrix_game_is_the_matrix():
    sides = (
        Treeplex.flat("row", {"-": ("1", "2")}),
        Treeplex.flat("column", {"-": ("1", "2", "3")}),
    )
    form = SequenceForm(sides, ((0, 0, 6), (1, 1, 3), (2, 3, -3), (1, 0, 3)), 3)
    matrix = reduced_matrix_form(form)
    assert (matrix.payoffs, matrix.denominator) == (((4, 3, 3), (2, 2, 1)), 1)
    assert matrix.rows == ("-:1", "-:2")


def test_a_seat_that_never_chooses_has_one_strategy():
    sides = (Treeplex("one", ()), Treeplex.flat("two", {"-": ("x", "y")}))
    matrix = reduced_matrix_form(SequenceForm(sides, ((0, 0, 5), (0, 2, -1)), 1))
    assert matrix.rows == ("-",)
    assert matrix.payoffs == ((5, 4),)


def test_a_strategic_form_that_is_too_large_is_refused_before_it_is_built():
    with pytest.raises(NoMethodError, match=r"1,048,576 x 1,048,576"):
        reduced_matrix_form(sabot.load("le-her(ranks=20)").form())


def test_le_her_with_open_reply_and_many_ranks_says_what_would_do():
    with pytest.raises(NoMethodError, match="reply=fixed it has 600"):
        sabot.load("le-her(ranks=300, reply=open)").form()
