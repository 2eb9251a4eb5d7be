"""The algebra under the checker of theorems, function by function: what holds, and what does not.

Every line was once switched off (``make mutants``) without a test noticing.
"""

from fractions import Fraction

import pytest
from tests.unit.certify.test_json_reader import refuses

from sabot.certify import rank_mod_p
from sabot.certify.algebra import formula_parser, intervals, polynomial, real_roots
from sabot.certify.algebra.formula_parser import parse_formula
from sabot.certify.algebra.intervals import (
    IntegerInterval,
    PointInterval,
    RealInterval,
    read_formula,
    read_interval,
    read_point,
)
from sabot.certify.algebra.polynomial import divide_exactly, holds_on_integers, read_polynomial
from sabot.certify.algebra.real_roots import AlgebraicPoint, count_roots_between, separate_points
from sabot.certify.parametric import verification
from sabot.certify.parametric.inequality import (
    NOT_NEGATIVE,
    NOT_ZERO,
    POSITIVE,
    InequalityReason,
    ListedInequality,
    RequiredInequality,
    check_inequalities,
    reason_proves,
)
from sabot.errors import CertificateError, FileError

T = [0, 1]
SHIFT = InequalityReason("shift")
ROOT = AlgebraicPoint(Fraction(1), Fraction(2), (-2, 0, 1))
REALS = RealInterval(AlgebraicPoint.at(1), AlgebraicPoint.at(3))
TAIL = IntegerInterval(1, None)


def shown(polynomial, sense, why, where, of=None):
    return reason_proves(RequiredInequality("it is so", polynomial, sense), of, why, where)


# ---------------------------------------------------------------------- reasons


def test_a_reason_is_of_p_only_where_p_must_not_be_0():
    assert shown([1], NOT_ZERO, SHIFT, TAIL, "p") and shown([-1], NOT_ZERO, SHIFT, TAIL, "-p")
    assert shown([-1], NOT_ZERO, SHIFT, TAIL, "p*p")
    assert not shown([1], NOT_ZERO, SHIFT, TAIL)
    assert not shown([1], NOT_ZERO, SHIFT, TAIL, "q")
    assert not shown([-1], NOT_ZERO, SHIFT, TAIL, "p")
    assert not shown([1], NOT_ZERO, SHIFT, TAIL, "-p")
    for sense in (NOT_NEGATIVE, POSITIVE):
        assert shown([1], sense, SHIFT, TAIL)
        assert not shown([1], sense, SHIFT, TAIL, "p")
    assert not shown([1], NOT_NEGATIVE, InequalityReason("trust"), TAIL)


def test_by_shift_nothing_is_negative_from_the_start_on():
    assert shown([-1, 1], NOT_NEGATIVE, SHIFT, TAIL)  # t - 1 from 1 on
    assert not shown([-2, 1], NOT_NEGATIVE, SHIFT, TAIL)
    assert not shown([-1, 1], POSITIVE, SHIFT, TAIL) and shown(T, POSITIVE, SHIFT, TAIL)
    assert shown([], NOT_NEGATIVE, SHIFT, TAIL) and not shown([], POSITIVE, SHIFT, TAIL)
    inside = POSITIVE + " inside"
    assert shown([-1, 1], inside, SHIFT, REALS) and not shown([], inside, SHIFT, REALS)
    assert not shown([-1, 1], POSITIVE, SHIFT, REALS)
    half = RealInterval(AlgebraicPoint.at(Fraction(1, 2)), None)
    assert shown([-1, 2], NOT_NEGATIVE, SHIFT, half) and not shown(
        [-2, 2], NOT_NEGATIVE, SHIFT, half
    )
    assert not shown([1], NOT_NEGATIVE, SHIFT, RealInterval(ROOT, None))
    assert not shown([1], NOT_NEGATIVE, SHIFT, PointInterval(AlgebraicPoint.at(1), Fraction(2)))


def test_by_value_a_piece_is_one_number():
    one, value = IntegerInterval(3, 3), InequalityReason("value")
    assert shown([0], NOT_NEGATIVE, value, one) and not shown([0], POSITIVE, value, one)
    assert shown([1], POSITIVE, value, one) and not shown([-1], NOT_NEGATIVE, value, one)
    assert not shown([1], NOT_NEGATIVE, value, IntegerInterval(3, 4))
    assert not shown([1], NOT_NEGATIVE, value, TAIL)
    assert not shown([1], NOT_NEGATIVE, value, REALS)


def test_by_parts_every_end_counts_and_every_part():
    def parts(p, sense, where, *cuts):
        return shown(p, sense, InequalityReason("parts", cuts=cuts), where)

    dip = [12, -7, 1]  # (t - 3)(t - 4): negative between whole numbers only
    assert parts(dip, NOT_NEGATIVE, IntegerInterval(0, 9), 3, 4)
    assert not parts(dip, NOT_NEGATIVE, IntegerInterval(0, 9)) and not parts(
        dip, NOT_NEGATIVE, IntegerInterval(0, 9), 2, 5
    )
    assert not parts(dip, POSITIVE, IntegerInterval(0, 9), 3, 4)
    assert parts(dip, POSITIVE, IntegerInterval(5, 9)) and not parts(
        dip, POSITIVE, IntegerInterval(4, 9)
    )
    assert not parts(dip, NOT_NEGATIVE, IntegerInterval(0, 9), 4, 3)
    assert not parts([1], NOT_NEGATIVE, IntegerInterval(0, 9), 3, 3)
    assert not parts([1], NOT_NEGATIVE, IntegerInterval(0, 9), 0) and not parts(
        [1], NOT_NEGATIVE, IntegerInterval(0, 9), 9
    )
    assert parts(dip, NOT_NEGATIVE, IntegerInterval(0, None), 3, 4)
    assert not parts([9, -1], NOT_NEGATIVE, IntegerInterval(0, None), 3, 4)  # falls below 0 at 10
    assert not parts([-1, 1], NOT_NEGATIVE, IntegerInterval(0, 2), 1)  # below 0 at the start
    assert not parts([1, -1], NOT_NEGATIVE, IntegerInterval(0, 2), 1)  # below 0 at the end
    assert not parts([1], NOT_NEGATIVE, REALS)


def test_by_roots_none_is_inside_and_the_number_is():
    def sturm(p, sense, at, code="sturm", where=REALS):
        return shown(p, sense, InequalityReason(code, at=Fraction(at)), where)

    assert sturm([-1, 1], NOT_NEGATIVE, 2) and sturm([-1, 1], POSITIVE + " inside", 2)
    assert not sturm([-1, 1], POSITIVE, 2)  # 0 at the start
    assert not sturm([3, -1], POSITIVE, 2)  # 0 at the end
    assert sturm([1], POSITIVE, 2)
    assert not sturm([-2, 1], NOT_NEGATIVE, Fraction(5, 2))  # a root at 2
    assert not sturm([4, -4, 1], NOT_NEGATIVE, Fraction(5, 2)), "a double root is one"
    assert sturm([4, -4, 1], NOT_NEGATIVE, Fraction(5, 2), "even")
    assert not sturm([4, -4, 1], NOT_NEGATIVE, 2, "even")  # 0 at the number
    assert not sturm([-2, 1], NOT_NEGATIVE, Fraction(5, 2), "even")
    assert not sturm([1], POSITIVE, 2, "even"), "even shows no strict sense"
    for at in (1, 3, 0, 4):
        assert not sturm([1], NOT_NEGATIVE, at)
    assert not sturm([-1], NOT_NEGATIVE, 2) and not sturm([], NOT_NEGATIVE, 2)
    assert not sturm([1], NOT_NEGATIVE, 2, where=IntegerInterval(1, 3))


def test_what_is_listed_is_what_is_needed():
    needs = [RequiredInequality("a", [1], NOT_NEGATIVE), RequiredInequality("b", [2], POSITIVE)]
    good = [
        ListedInequality("a", [1], NOT_NEGATIVE, None, SHIFT),
        ListedInequality("b", [2], POSITIVE, None, SHIFT),
    ]
    check_inequalities(needs, good, TAIL)

    def fault(words, listed):
        refuses(words, check_inequalities, needs, listed, TAIL, fault=CertificateError)

    fault("not list that a", [])
    fault("not list that b", good[:1])
    fault("not list that a", good[::-1])
    fault("not needed", [*good, good[0]])
    fault("not list that b", [good[0], ListedInequality("b", [2], NOT_NEGATIVE, None, SHIFT)])
    fault("not list that b", [good[0], ListedInequality("c", [2], POSITIVE, None, SHIFT)])
    fault(
        "another polynomial is listed for: b",
        [good[0], ListedInequality("b", [3], POSITIVE, None, SHIFT)],
    )
    fault(
        "not shown by the reason given: b",
        [good[0], ListedInequality("b", [2], POSITIVE, "p", SHIFT)],
    )


def test_what_is_needed_at_a_point_is_decided_there():
    def need(polynomial, sense, where):
        return RequiredInequality("it", polynomial, sense).holds(where)

    at = PointInterval(ROOT, Fraction(3, 2))
    assert need([-2, 0, 1], NOT_NEGATIVE, at) and not need([-2, 0, 1], POSITIVE, at)
    assert (
        not need([-2, 0, 1], NOT_ZERO, at)
        and need([-1], NOT_ZERO, at)
        and not need([-1], NOT_NEGATIVE, at)
    )
    assert need([-1, 1], POSITIVE + " inside", REALS) and not need([-1, 1], POSITIVE, REALS)
    assert need([-1, 1], NOT_ZERO + " inside", REALS) and not need([-1, 1], NOT_ZERO, REALS)


# ---------------------------------------------------------------------- ranges


def test_a_sign_on_whole_numbers():
    assert holds_on_integers([6, -5, 1], 1, None, strict=False) and not holds_on_integers(
        [6, -5, 1], 1, None, strict=True
    )
    assert holds_on_integers([6, -5, 1], 4, None, strict=True) and not holds_on_integers(
        [6, -5, 1], 3, None, strict=True
    )
    assert not holds_on_integers([100, -1], 0, None, strict=False)
    assert holds_on_integers([100, -1], 0, 100, strict=False) and not holds_on_integers(
        [100, -1], 0, 100, strict=True
    )
    assert not holds_on_integers([100, -1], 0, 101, strict=False)
    assert holds_on_integers([100, -1], 0, 99, strict=True)
    assert holds_on_integers([], 0, None, strict=False) and not holds_on_integers(
        [], 0, None, strict=True
    )
    # below 0 at 50 alone: (t - 50)^2 - 1/2, doubled
    dip = [4999, -200, 2]
    assert not holds_on_integers(dip, 0, 100, strict=False) and not holds_on_integers(
        dip, 0, None, strict=False
    )
    assert holds_on_integers(dip, 0, 49, strict=True) and holds_on_integers(
        dip, 51, None, strict=True
    )
    assert not holds_on_integers(dip, 0, 50, strict=False) and not holds_on_integers(
        dip, 50, 60, strict=False
    )
    near = [2450, -99, 1]  # (t - 49)(t - 50)
    assert holds_on_integers(near, 0, 100, strict=False) and not holds_on_integers(
        near, 0, 100, strict=True
    )


def test_a_sign_on_real_numbers():
    assert REALS.never_negative([4, -4, 1]) and not REALS.positive([4, -4, 1])
    assert not REALS.positive_inside([4, -4, 1]) and not REALS.never_negative([-2, 1])
    assert REALS.positive_inside([-1, 1]) and not REALS.positive([-1, 1])
    assert REALS.positive_inside([3, -1]) and not REALS.positive([3, -1])
    assert REALS.never_negative([]) and not REALS.positive([]) and not REALS.positive_inside([])
    assert not REALS.never_negative([-1]) and not REALS.positive_inside([-1])
    assert RealInterval(AlgebraicPoint.at(1), None).positive([0, 1])
    assert not RealInterval(AlgebraicPoint.at(1), None).positive([-5, 1])
    assert not RealInterval(AlgebraicPoint.at(1), None).positive([-1, 1])
    assert RealInterval(AlgebraicPoint.at(1), ROOT).positive_inside([2, 0, -1])
    assert not RealInterval(AlgebraicPoint.at(1), ROOT).positive([2, 0, -1])
    assert REALS.zero([]) and not REALS.zero([1]) and TAIL.zero([]) and not TAIL.zero([1])


def test_what_is_strictly_inside():
    for at, inside in ((1, False), (2, True), (3, False), (0, False), (4, False)):
        assert intervals.strictly_inside(REALS, Fraction(at)) is inside
    assert intervals.strictly_inside(RealInterval(AlgebraicPoint.at(1), None), Fraction(9))
    below, above = Fraction(14142, 10000), Fraction(14143, 10000)
    assert [
        intervals.side_of_point(ROOT, at) for at in (Fraction(1), below, above, Fraction(2))
    ] == [
        -1,
        -1,
        1,
        1,
    ]
    assert [intervals.side_of_point(AlgebraicPoint.at(1), Fraction(k)) for k in (0, 1, 2)] == [
        -1,
        0,
        1,
    ]


def test_an_end_is_a_number_or_a_root_that_is_not_rational():
    assert read_point(3) == AlgebraicPoint.at(3) and read_point("7/2") == AlgebraicPoint.at(
        Fraction(7, 2)
    )
    root = {"root_of": [-2, 0, 1], "between": ["1", "2"]}
    assert read_point(root) == ROOT
    refuses("not a part of a root", read_point, root | {"more": 1})
    for between in (["1"], ["1", "2", "3"], "12", ("1", "2"), {"1": 1, "2": 1}):
        refuses("between two fractions", read_point, root | {"between": between})
    only = "not the only root"
    for between in (["2", "1"], ["1", "1"], ["-2", "2"], ["2", "3"]):
        refuses(only, read_point, root | {"between": between})
    refuses(only, read_point, {"root_of": [], "between": ["1", "2"]})
    refuses(only, read_point, {"root_of": [], "between": ["1", "1"]})
    refuses(only, read_point, {"root_of": [7], "between": ["1", "2"]})
    refuses(only, read_point, {"root_of": [4, 0, -4, 0, 1], "between": ["1", "2"]})  # twice
    refuses(only, read_point, {"root_of": [-2, 1], "between": ["1", "2"]})  # at an end
    refuses(only, read_point, {"root_of": [-1, 1], "between": ["1", "2"]})
    for line in ([-3, 2], [-4, 3]):
        refuses("must be written as one", read_point, {"root_of": line, "between": ["1", "2"]})
    refuses("is not a fraction|not a whole", read_point, 1.5)
    refuses("is not a fraction|not a whole", read_point, True)


def test_a_root_is_named_by_short_numbers(monkeypatch):
    root = {"root_of": [-2, 0, 1], "between": ["1", "2"]}
    monkeypatch.setattr(intervals, "MOST_ROOT_BITS", 6)  # two bits, three terms
    assert read_point(root) == ROOT
    monkeypatch.setattr(intervals, "MOST_ROOT_BITS", 5)
    refuses("numbers that are too long", read_point, root, fault=FileError)


def test_a_range_goes_forward():
    assert read_interval(1, 1, all_reals=False) == IntegerInterval(1, 1)
    assert read_interval(1, None, all_reals=False) == TAIL
    for low, high in ((True, 2), (1, True), ("1", 2), (1.0, 2), (1, "2"), (None, 2)):
        with pytest.raises(ValueError, match="whole ends"):
            read_interval(low, high, all_reals=False)
    with pytest.raises(CertificateError, match="ends before it begins"):
        read_interval(2, 1, all_reals=False)
    for low, high in ((2, 1), (1, 1)):
        with pytest.raises(ValueError, match="not in order"):
            read_interval(low, high, all_reals=True)


# ---------------------------------------------------------------------- roots


def test_a_point_is_valid_with_one_root_inside():
    assert ROOT.valid() and AlgebraicPoint.at(1).valid()
    assert not AlgebraicPoint(Fraction(1), Fraction(1), (1, 1)).valid()
    assert not AlgebraicPoint(Fraction(1), Fraction(2), ()).valid()
    assert not AlgebraicPoint(Fraction(1), Fraction(2), (-2, 0, 1, 0)).valid()
    assert not AlgebraicPoint(Fraction(2), Fraction(1), (-2, 0, 1)).valid()
    assert not AlgebraicPoint(Fraction(1), Fraction(2), (4, 0, -4, 0, 1)).valid()
    assert not AlgebraicPoint(
        Fraction(0), Fraction(2), (0, -2, 0, 1)
    ).valid()  # 0 is a root, at an end
    assert not AlgebraicPoint(Fraction(-2), Fraction(2), (0, -2, 0, 1)).valid()


def test_a_root_beside_another_of_the_same_polynomial_is_itself():
    """(t^2 - 2)(t - 2), and the root of 2: that 2 is a root as well is nothing to it."""
    product = [4, -2, -2, 1]
    root = read_point({"root_of": product, "between": ["5/4", "3/2"]})
    assert root == AlgebraicPoint(Fraction(5, 4), Fraction(3, 2), tuple(product))
    assert root.vanishes([-2, 0, 1]) and root.vanishes(product) and not root.vanishes([-2, 1])
    assert root.sign([-2, 1]) == -1


def test_two_roots_that_are_too_close_are_not_told_apart():
    top, below = 1, 1
    while below < 2**2100:  # the fractions nearest to the root of 2
        top, below = top + 2 * below, top + below
    refuses(
        "too close to be told apart", count_roots_between, [-top, below], ROOT, AlgebraicPoint.at(2)
    )


def test_points_are_told_apart():
    assert separate_points(AlgebraicPoint.at(1), AlgebraicPoint.at(2)) == (
        AlgebraicPoint.at(1),
        AlgebraicPoint.at(2),
    )
    for one, two in ((2, 1), (1, 1)):
        refuses("not in order", separate_points, AlgebraicPoint.at(one), AlgebraicPoint.at(two))
    refuses("not in order", separate_points, ROOT, ROOT)
    refuses("not in order", separate_points, AlgebraicPoint.at(2), ROOT)
    low, high = separate_points(ROOT, AlgebraicPoint.at(Fraction(3, 2)))
    assert low.high < high.low


def test_roots_are_counted_strictly_between():
    product = [-6, 11, -6, 1]  # (t - 1)(t - 2)(t - 3)
    assert count_roots_between(product, AlgebraicPoint.at(1), AlgebraicPoint.at(3)) == 1
    assert count_roots_between(product, AlgebraicPoint.at(0), AlgebraicPoint.at(3)) == 2
    assert count_roots_between(product, AlgebraicPoint.at(0), None) == 3
    assert count_roots_between(product, AlgebraicPoint.at(1), None) == 2
    assert count_roots_between([5], AlgebraicPoint.at(0), None) == 0
    both = [4, 0, -4, 0, 1]  # the root of 2, twice
    assert (
        count_roots_between(both, ROOT, AlgebraicPoint.at(2)) == 0
        and count_roots_between(both, AlgebraicPoint.at(1), ROOT) == 0
    )


def test_polynomials_whose_roots_are_counted_are_bounded(monkeypatch):
    assert len(real_roots.squarefree_part([1] * 161)) == 161
    refuses("too high to be checked", real_roots.squarefree_part, [1] * 162, fault=FileError)
    monkeypatch.setattr(real_roots, "MOST_ROOT_WORK", 18)  # two terms squared, times 4 bits is 16
    assert real_roots.squarefree_part([1, 15])
    refuses("coefficients too long", real_roots.squarefree_part, [1, 16], fault=FileError)
    monkeypatch.setattr(real_roots, "MOST_ROOT_WORK", 16)
    assert real_roots.odd_multiplicity_part([1, 15])


def test_division_leaves_no_rest():
    assert divide_exactly([-1, 0, 1], [1, 1]) == [-1, 1]
    refuses("do not divide", divide_exactly, [1, 0, 1], [1, 1])
    refuses("do not divide", divide_exactly, [1, 1], [2, 2])
    refuses("do not divide", divide_exactly, [1], [1, 1])


def test_a_polynomial_is_a_list_with_a_head(monkeypatch):
    assert read_polynomial([1, "-2"], "p") == [1, -2] and read_polynomial([], "p") == []
    for wrong in (None, "12", (1, 2), {"1": 2}):
        refuses("not a list of coefficients", read_polynomial, wrong, "p")
    refuses("leading coefficient 0", read_polynomial, [1, 0], "p")
    monkeypatch.setattr(polynomial, "MOST_COEFFICIENT_BITS", 3)
    assert read_polynomial([7], "p") == [7]
    refuses("coefficient too long", read_polynomial, [8], "p", fault=FileError)


# ---------------------------------------------------------------------- equations


def test_the_equations_named_are_some_of_those_there():
    rows = {"a": {0: [1]}, "b": {1: [0, 1]}, "c": {0: [1], 1: [1]}}
    assert verification.stated_subsystem(rows, 2, ["a", "b"]).determinant == [0, 1]
    for labels in (["a"], ["a", "b", "c"], ["a", "x"], ["a", "a"], []):
        assert verification.stated_subsystem(rows, 2, labels) is None


def test_equations_are_bounded(monkeypatch):
    rows = {str(k): {k: [1]} for k in range(41)}
    assert verification.stated_subsystem(rows, 40, [str(k) for k in range(40)]).determinant == [1]
    for call in (verification.stated_subsystem, verification.find_regular_subsystem):
        refuses("too many for this checker", call, rows, 41, TAIL, fault=FileError)
    monkeypatch.setattr(verification, "MOST_DETERMINANT_WORK", 8)  # two cubed, constants
    two = {"a": {0: [1]}, "b": {1: [1]}}
    assert verification.stated_subsystem(two, 2, ["a", "b"])
    monkeypatch.setattr(verification, "MOST_DETERMINANT_WORK", 7)
    refuses(
        "too large for this checker",
        verification.stated_subsystem,
        two,
        2,
        ["a", "b"],
        fault=FileError,
    )
    monkeypatch.setattr(verification, "MOST_DETERMINANT_BITS", 2)
    assert verification._determinant_work([[[1]], [[1]]]) == 8
    refuses(
        "too large for this checker",
        verification._determinant_work,
        [[[2]], [[1]]],
        fault=FileError,
    )


def test_a_determinant_must_not_vanish():
    assert verification.has_no_zero([1], TAIL) and not verification.has_no_zero([], TAIL)
    assert not verification.has_no_zero([-3, 1], TAIL) and verification.has_no_zero([-3, 2], TAIL)


def wheel(size):
    """Return equations between neighbours on a circle: their determinant is 1 - (-1)^size."""
    return [{k: 1, (k + 1) % size: 1} for k in range(size)]


def test_a_sparse_system_of_any_size_is_decided():
    assert rank_mod_p.proves_full_rank_mod_p(wheel(2**14 + 1), 2**14 + 1, 5)
    assert not rank_mod_p.proves_full_rank_mod_p(wheel(2**14), 2**14, 5)
    assert not rank_mod_p.proves_full_rank_mod_p(wheel(2**7 + 1), 2**7 + 1, 2)


def test_equal_columns_and_equal_rows_of_a_sparse_system_are_noticed():
    size = 201
    rows = [*wheel(size), {0: 1, 5: 1}]
    assert rank_mod_p.proves_full_rank_mod_p(rows, size, 8191)
    twin = [{**row, size: row[0]} if 0 in row else row for row in rows]
    assert not rank_mod_p.proves_full_rank_mod_p(twin, size + 1, 8191)
    for many in (5, 7):  # a column that is left without entries; fewer rows than columns are left
        short = [
            {(7 * k + 11 * j + 2 * j * j) % 100: 1 + j for j in range(many)} for k in range(60)
        ]
        assert not rank_mod_p.proves_full_rank_mod_p(2 * short, 100, 8191)


def test_a_dense_rank_does_not_depend_on_the_order_of_rows_and_columns():
    size, prime = 40, 8191
    powers = [{k: pow(3 * i + 2, k, prime) for k in range(size)} for i in range(size)]
    stairs = [{k: a for k, a in row.items() if k + i >= 20} for i, row in enumerate(powers)]
    lower = [{k: a for k, a in row.items() if k <= i + 3} for i, row in enumerate(powers)]
    for rows in (powers, powers[::-1], stairs, stairs[::-1], lower, lower[::-1]):
        turned = [{size - 1 - k: a for k, a in row.items()} for row in rows]
        for system in (rows, turned):
            assert rank_mod_p.proves_full_rank_mod_p([*system[:7], *system], size, prime)
            summed = {k: system[3].get(k, 0) + 5 * system[30].get(k, 0) for k in range(size)}
            for at in (0, 17, size - 1):
                false = [*system[:at], summed, *system[at + 1 :]]
                assert not rank_mod_p.proves_full_rank_mod_p([*false, summed], size, prime)


def test_a_rank_has_a_bound(monkeypatch):
    monkeypatch.setattr(rank_mod_p, "MOST_RANK_WORK", 10**6)
    assert rank_mod_p.proves_full_rank_mod_p(wheel(201), 201, 8191)
    refuses(
        "too many for this checker",
        rank_mod_p.proves_full_rank_mod_p,
        wheel(2001),
        2001,
        8191,
        fault=FileError,
    )
    system = rank_mod_p._SparseElimination(wheel(301), range(301), 8191)
    assert system.eliminate()
    monkeypatch.setattr(rank_mod_p, "MOST_RANK_WORK", system.work * 256)
    assert rank_mod_p.proves_full_rank_mod_p(wheel(301), 301, 8191)
    monkeypatch.setattr(rank_mod_p, "MOST_RANK_WORK", system.work * 256 - 1)
    refuses(
        "too many for this checker",
        rank_mod_p.proves_full_rank_mod_p,
        wheel(301),
        301,
        8191,
        fault=FileError,
    )
    assert rank_mod_p.proves_full_rank_mod_p([{0: 1, 1: 1}, {0: 1, 1: 2}], 2, 5)
    assert not rank_mod_p.proves_full_rank_mod_p([{0: 1, 1: 1}, {0: 2, 1: 2}], 2, 5)
    assert not rank_mod_p.proves_full_rank_mod_p([{0: 1, 1: 1}, {0: 1, 1: 6}], 2, 5)
    assert not rank_mod_p.proves_full_rank_mod_p([{0: 1, 1: 1}], 2, 5)


# ---------------------------------------------------------------------- formulas


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        ("t" * 100_001, "too long"),
        ("(" * 41 + "t" + ")" * 41, "too many brackets"),
        ("1/0", "division by zero"),
        ("t/(t - t)", "division by zero"),
        ("1/(1/t)", "a quotient below a quotient"),
        ("t**201", "up to 200"),
        ("t**t", "up to 200"),
        ("t**00002", "up to 200"),
        ("t**2**2", "a power of a power"),
        ("(t", "ends too early"),
        ("(t-(1", "ends too early"),
        ("(t t", "a bracket is not closed"),
        ("t)", "is not expected there"),
        ("t +", "ends too early"),
        ("", "ends too early"),
        ("* t", "is not expected there"),
        ("t 2", "is not expected there"),
        ("x", "is not the parameter"),
        ("_x", "is not the parameter"),
        ("9" * 4001, "digits is too long"),
        ("t^2", "two stars"),
        ("t\t", "of digits, its parameter"),
        ("t\n", "of digits, its parameter"),
        ("t;", "of digits, its parameter"),
        (".", "cannot be read"),
        ("(t**200)**3", "above 400|is too high"),
        ("t**200*t**200", "above 400|is too high"),
        ("((9**200)**200)**200", "grow too long"),
    ],
)
def test_a_formula_that_is_none_is_refused(formula, words):
    refuses(words, lambda: parse_formula(formula, "t", plain=True))


def test_a_formula_up_to_every_bound_is_read(monkeypatch):
    assert parse_formula("(" * 40 + "t" + ")" * 40, "t", plain=True) == ([0, 1], [1])
    assert parse_formula(" " * 99_999 + "t", "t", plain=True) == ([0, 1], [1])
    assert len(parse_formula("t**200*t**199", "t", plain=True)[0]) == 400
    assert parse_formula("9" * 4000, "t")[1] == [1] and parse_formula("t**0200", "t")[0][200] == 1
    assert parse_formula("t^2", "t") == ([0, 0, 1], [1])
    monkeypatch.setattr(formula_parser, "MOST_FORMULA_BITS", 4)
    assert parse_formula("7*2", "t") == ([14], [1]) and parse_formula("2**2", "t") == ([4], [1])
    for formula in ("8*2", "2**3", "(t + 3)**4"):
        refuses("grow too long", parse_formula, formula, "t")


def test_what_looks_like_a_fault_and_is_none_is_read():
    assert parse_formula("t\t+ 1\n", "t") == (
        [1, 1],
        [1],
    )  # blanks of all sorts, where it is not plain
    assert (
        parse_formula("t*0", "t", plain=True)[0] == []
        and parse_formula("0/7", "t", plain=True)[0] == []
    )
    assert parse_formula("2*(1/t)", "t", plain=True) == ([2], [0, 1])
    assert parse_formula("(1/t)/3", "t", plain=True) == ([1], [0, 3])
    assert parse_formula("(t**2)**2", "t")[0] == [0, 0, 0, 0, 1]


def test_a_text_that_no_token_begins_is_told():
    refuses("cannot be read", lambda: parse_formula("t ; 1", "t"))


def test_a_domain_without_a_lower_end_says_so():
    with pytest.raises(ValueError, match="the domain has no lower end"):
        intervals.RealDomain({"from": None, "to": "1"})


@pytest.mark.parametrize("where", [REALS, TAIL, PointInterval(AlgebraicPoint.at(2), Fraction(3))])
def test_a_formula_is_a_number_at_every_value_of_its_range(where):
    assert read_formula("1/(t + 2)", "t", where) == ([1], [2, 1])
    with pytest.raises(CertificateError, match="divides by zero: 1/"):
        read_formula("1/(t - 2)", "t", where)
