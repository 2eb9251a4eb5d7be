from fractions import Fraction

import pytest

import sabot
from sabot import MatrixForm
from sabot.errors import FormError


def test_entries_are_brought_over_one_denominator():
    form = MatrixForm.of([["1/2", "0.25"], [Fraction(1, 3), 2]])
    assert form.denominator == 12
    assert form.payoffs == ((6, 3), (4, 24))
    assert form[1, 0] == Fraction(1, 3)
    assert form.shape == (2, 2)


def test_whole_matrices_stay_as_they_are():
    form = MatrixForm.of([[2, 4], [6, 8]])
    assert (form.payoffs, form.denominator) == (((2, 4), (6, 8)), 1)


def test_strategies_are_numbered_from_one_unless_they_have_names():
    form = MatrixForm.of([[1, 2, 3]], columns=["a", "b", "c"])
    assert form.rows == ("1",)
    assert form.columns == ("a", "b", "c")
    assert form.seats == ("row", "column")


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ([], "empty"),
        ([[]], "empty"),
        ([[], []], "empty"),
        ([[1, 2], [3]], "ragged: row 1 has 2 entries, row 2 has 1"),
        ([[1], [2], [3, 4]], "row 3 has 2"),
        ([[1, 0.5]], "row 1, column 2: 0.5 is a float"),
        ([[1, 2], [3, "x"]], "row 2, column 2: 'x' is not an exact number"),
        ([[None]], "row 1, column 1"),
        ([["1/0"]], "divides by zero"),
    ],
)
def test_what_is_no_matrix_is_refused_with_the_place(table, reason):
    with pytest.raises(FormError, match=reason):
        MatrixForm.of(table)


@pytest.mark.parametrize(
    ("labels", "reason"),
    [
        ({"rows": ["a"]}, "1 row labels for 2 rows"),
        ({"columns": ["a", "b", "c"]}, "3 column labels for 2 columns"),
        ({"rows": ["a", "a"]}, "row label 'a' is used twice"),
        ({"columns": ["x" * 201, "b"]}, "longer than 200"),
    ],
)
def test_labels_that_do_not_fit_are_refused(labels, reason):
    with pytest.raises(FormError, match=reason):
        MatrixForm.of([[1, 2], [3, 4]], **labels)


@pytest.mark.parametrize("thing", [None, 5, 0.5, object(), [1, 2]])
def test_what_is_no_game_at_all_is_refused(thing):
    with pytest.raises(FormError):
        sabot.solve(thing)


def test_lowest_terms_keep_every_payoff():
    form = MatrixForm(((6, -9), (0, 3)), 12, ("a", "b"), ("c", "d"), ("x", "y"))
    small = form.lowest_terms()
    assert (small.payoffs, small.denominator) == (((2, -3), (0, 1)), 4)
    assert (small.rows, small.columns, small.seats) == (form.rows, form.columns, form.seats)
    assert [small[i, j] for i in (0, 1) for j in (0, 1)] == [
        form[i, j] for i in (0, 1) for j in (0, 1)
    ]
    assert small.lowest_terms() is small


def test_a_matrix_of_zeros_has_denominator_one_in_lowest_terms():
    assert MatrixForm(((0, 0),), 7, ("a",), ("b", "c")).lowest_terms().denominator == 1


def test_swapping_the_seats_turns_and_negates():
    form = MatrixForm.of([[1, 2, 3], [4, 5, 6]], rows=["a", "b"], seats=("north", "south"))
    turned = form.swapped()
    assert turned.payoffs == ((-1, -4), (-2, -5), (-3, -6))
    assert turned.seats == ("south", "north")
    assert (turned.rows, turned.columns) == (("1", "2", "3"), ("a", "b"))
    assert turned.swapped() == form


def test_a_part_keeps_its_labels():
    form = MatrixForm.of([[1, 2, 3], [4, 5, 6], [7, 8, 9]], rows=["a", "b", "c"])
    part = form.part([2, 0], [1])
    assert part.payoffs == ((8,), (2,))
    assert (part.rows, part.columns) == (("c", "a"), ("2",))


@pytest.mark.parametrize(
    ("table", "saddle"),
    [
        ([[3, 1], [4, 2]], (1, 1)),
        ([[5]], (0, 0)),
        ([[1, -1], [-1, 1]], None),
        ([[0, 0], [0, 0]], (0, 0)),
        ([[2, 3], [2, 1]], (0, 0)),
        ([[1, 2], [2, 1]], None),
        ([[0, 1, 1], [-1, 5, -2]], (0, 0)),
        ([["1/2", "2/3"], ["1/3", "1/4"]], (0, 0)),
    ],
)
def test_a_saddle_is_found_where_there_is_one(table, saddle):
    assert MatrixForm.of(table).saddle() == saddle


def test_a_form_is_a_value():
    assert MatrixForm.of([[1, 2]]) == MatrixForm.of([["1", 2]])
    assert hash(MatrixForm.of([[1, 2]])) == hash(MatrixForm.of([[1, 2]]))
    with pytest.raises(AttributeError):
        MatrixForm.of([[1]]).denominator = 2


class Almost:
    """Like a Fraction, and none."""

    _numerator, _denominator = 0, 1


@pytest.mark.parametrize("odd", [Almost(), 0.0, None, "x", 1j])
def test_one_odd_entry_among_fractions_or_whole_numbers_is_refused_by_its_place(odd):
    for zero in (0, Fraction(0)):
        with pytest.raises(FormError, match="row 2, column 3"):
            MatrixForm.of([[zero] * 4, [zero, zero, odd, zero]])


def test_truth_values_and_whole_numbers_of_any_length_are_integers():
    form = MatrixForm.of([[True, 2**70], [0, -(2**31)]])
    assert form.payoffs == ((1, 2**70), (0, -(2**31)))
    assert type(form.payoffs[0][0]) is int
    assert form.span == (-(2**31), 2**70)
    assert not form.short


@pytest.mark.parametrize("table", [[[2**31 - 1, 0]], [[2**31, 0]], [[Fraction(1, 3), 0, 2**70]]])
def test_the_payoffs_that_are_not_0_are_the_same_however_long_they_are(table):
    form = MatrixForm.of(table)
    rows, columns, amounts = form.nonzero
    assert [form.payoffs[i][j] for i, j in zip(rows, columns, strict=True)] == amounts
    assert len(amounts) == sum(1 for row in form.payoffs for entry in row if entry)
    assert form.span == (min(form.payoffs[0]), max(form.payoffs[0]))


class Share(Fraction):
    """A class of its own for exact numbers."""


def test_a_class_of_fractions_is_read_as_fractions_are_zeros_too():
    own = [[Share(0), Share(1, 2)], [Fraction(0), Share(0)]]
    form = MatrixForm.of(own)
    assert form == MatrixForm.of([[0, "1/2"], [0, 0]])
    assert form.nonzero == ([0], [1], [1])
