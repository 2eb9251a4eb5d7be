"""The algebra under the checker of theorems, function by function: what holds, and what does not.

Every line was once switched off (``make mutants``) without a test noticing.
"""

from fractions import Fraction

import pytest
from tests.unit.test_checker_grammar import refuses

from sabot.certify import rank
from sabot.certify.theorem import expression, polynomial, roots, span, unique
from sabot.certify.theorem.expression import quotient
from sabot.certify.theorem.inequality import (
    LEAST,
    MORE,
    OTHER,
    Listed,
    Need,
    Reason,
    check_listed,
    stands,
)
from sabot.certify.theorem.polynomial import divided, holds, polynomial_of
from sabot.certify.theorem.roots import Point, apart, roots_inside
from sabot.certify.theorem.span import PointSpan, RealSpan, WholeSpan, point_of, span_of
from sabot.errors import CertificateError, FileError

T = [0, 1]
SHIFT = Reason("shift")
ROOT = Point(Fraction(1), Fraction(2), (-2, 0, 1))
REALS = RealSpan(Point.at(1), Point.at(3))
TAIL = WholeSpan(1, None)


def shown(polynomial, sense, why, where, of=None):
    return stands(Need("it is so", polynomial, sense), of, why, where)


# ---------------------------------------------------------------------- reasons


def test_a_reason_is_of_p_only_where_p_must_not_be_0():
    assert shown([1], OTHER, SHIFT, TAIL, "p") and shown([-1], OTHER, SHIFT, TAIL, "-p")
    assert shown([-1], OTHER, SHIFT, TAIL, "p*p")
    assert not shown([1], OTHER, SHIFT, TAIL)
    assert not shown([1], OTHER, SHIFT, TAIL, "q")
    assert not shown([-1], OTHER, SHIFT, TAIL, "p")
    assert not shown([1], OTHER, SHIFT, TAIL, "-p")
    for sense in (LEAST, MORE):
        assert shown([1], sense, SHIFT, TAIL)
        assert not shown([1], sense, SHIFT, TAIL, "p")
    assert not shown([1], LEAST, Reason("trust"), TAIL)


def test_by_shift_nothing_is_negative_from_the_start_on():
    assert shown([-1, 1], LEAST, SHIFT, TAIL)  # t - 1 from 1 on
    assert not shown([-2, 1], LEAST, SHIFT, TAIL)
    assert not shown([-1, 1], MORE, SHIFT, TAIL) and shown(T, MORE, SHIFT, TAIL)
    assert shown([], LEAST, SHIFT, TAIL) and not shown([], MORE, SHIFT, TAIL)
    inside = MORE + " inside"
    assert shown([-1, 1], inside, SHIFT, REALS) and not shown([], inside, SHIFT, REALS)
    assert not shown([-1, 1], MORE, SHIFT, REALS)
    half = RealSpan(Point.at(Fraction(1, 2)), None)
    assert shown([-1, 2], LEAST, SHIFT, half) and not shown([-2, 2], LEAST, SHIFT, half)
    assert not shown([1], LEAST, SHIFT, RealSpan(ROOT, None))
    assert not shown([1], LEAST, SHIFT, PointSpan(Point.at(1), Fraction(2)))


def test_by_value_a_piece_is_one_number():
    one, value = WholeSpan(3, 3), Reason("value")
    assert shown([0], LEAST, value, one) and not shown([0], MORE, value, one)
    assert shown([1], MORE, value, one) and not shown([-1], LEAST, value, one)
    assert not shown([1], LEAST, value, WholeSpan(3, 4))
    assert not shown([1], LEAST, value, TAIL)
    assert not shown([1], LEAST, value, REALS)


def test_by_parts_every_end_counts_and_every_part():
    def parts(p, sense, where, *cuts):
        return shown(p, sense, Reason("parts", cuts=cuts), where)

    dip = [12, -7, 1]  # (t - 3)(t - 4): negative between whole numbers only
    assert parts(dip, LEAST, WholeSpan(0, 9), 3, 4)
    assert not parts(dip, LEAST, WholeSpan(0, 9)) and not parts(dip, LEAST, WholeSpan(0, 9), 2, 5)
    assert not parts(dip, MORE, WholeSpan(0, 9), 3, 4)
    assert parts(dip, MORE, WholeSpan(5, 9)) and not parts(dip, MORE, WholeSpan(4, 9))
    assert not parts(dip, LEAST, WholeSpan(0, 9), 4, 3)
    assert not parts([1], LEAST, WholeSpan(0, 9), 3, 3)
    assert not parts([1], LEAST, WholeSpan(0, 9), 0) and not parts([1], LEAST, WholeSpan(0, 9), 9)
    assert parts(dip, LEAST, WholeSpan(0, None), 3, 4)
    assert not parts([9, -1], LEAST, WholeSpan(0, None), 3, 4)  # falls below 0 at 10
    assert not parts([-1, 1], LEAST, WholeSpan(0, 2), 1)  # below 0 at the start
    assert not parts([1, -1], LEAST, WholeSpan(0, 2), 1)  # below 0 at the end
    assert not parts([1], LEAST, REALS)


def test_by_roots_none_is_inside_and_the_number_is():
    def sturm(p, sense, at, code="sturm", where=REALS):
        return shown(p, sense, Reason(code, at=Fraction(at)), where)

    assert sturm([-1, 1], LEAST, 2) and sturm([-1, 1], MORE + " inside", 2)
    assert not sturm([-1, 1], MORE, 2)  # 0 at the start
    assert not sturm([3, -1], MORE, 2)  # 0 at the end
    assert sturm([1], MORE, 2)
    assert not sturm([-2, 1], LEAST, Fraction(5, 2))  # a root at 2
    assert not sturm([4, -4, 1], LEAST, Fraction(5, 2)), "a double root is one"
    assert sturm([4, -4, 1], LEAST, Fraction(5, 2), "even")
    assert not sturm([4, -4, 1], LEAST, 2, "even")  # 0 at the number
    assert not sturm([-2, 1], LEAST, Fraction(5, 2), "even")
    assert not sturm([1], MORE, 2, "even"), "even shows no strict sense"
    for at in (1, 3, 0, 4):
        assert not sturm([1], LEAST, at)
    assert not sturm([-1], LEAST, 2) and not sturm([], LEAST, 2)
    assert not sturm([1], LEAST, 2, where=WholeSpan(1, 3))


def test_what_is_listed_is_what_is_needed():
    needs = [Need("a", [1], LEAST), Need("b", [2], MORE)]
    good = [Listed("a", [1], LEAST, None, SHIFT), Listed("b", [2], MORE, None, SHIFT)]
    check_listed(needs, good, TAIL)

    def fault(words, listed):
        refuses(words, check_listed, needs, listed, TAIL, fault=CertificateError)

    fault("not list that a", [])
    fault("not list that b", good[:1])
    fault("not list that a", good[::-1])
    fault("not needed", [*good, good[0]])
    fault("not list that b", [good[0], Listed("b", [2], LEAST, None, SHIFT)])
    fault("not list that b", [good[0], Listed("c", [2], MORE, None, SHIFT)])
    fault("another polynomial is listed for: b", [good[0], Listed("b", [3], MORE, None, SHIFT)])
    fault("not shown by the reason given: b", [good[0], Listed("b", [2], MORE, "p", SHIFT)])


def test_what_is_needed_at_a_point_is_decided_there():
    def need(polynomial, sense, where):
        return Need("it", polynomial, sense).holds(where)

    at = PointSpan(ROOT, Fraction(3, 2))
    assert need([-2, 0, 1], LEAST, at) and not need([-2, 0, 1], MORE, at)
    assert not need([-2, 0, 1], OTHER, at) and need([-1], OTHER, at) and not need([-1], LEAST, at)
    assert need([-1, 1], MORE + " inside", REALS) and not need([-1, 1], MORE, REALS)
    assert need([-1, 1], OTHER + " inside", REALS) and not need([-1, 1], OTHER, REALS)


# ---------------------------------------------------------------------- ranges


def test_a_sign_on_whole_numbers():
    assert holds([6, -5, 1], 1, None, strict=False) and not holds([6, -5, 1], 1, None, strict=True)
    assert holds([6, -5, 1], 4, None, strict=True) and not holds([6, -5, 1], 3, None, strict=True)
    assert not holds([100, -1], 0, None, strict=False)
    assert holds([100, -1], 0, 100, strict=False) and not holds([100, -1], 0, 100, strict=True)
    assert not holds([100, -1], 0, 101, strict=False)
    assert holds([100, -1], 0, 99, strict=True)
    assert holds([], 0, None, strict=False) and not holds([], 0, None, strict=True)
    # below 0 at 50 alone: (t - 50)^2 - 1/2, doubled
    dip = [4999, -200, 2]
    assert not holds(dip, 0, 100, strict=False) and not holds(dip, 0, None, strict=False)
    assert holds(dip, 0, 49, strict=True) and holds(dip, 51, None, strict=True)
    assert not holds(dip, 0, 50, strict=False) and not holds(dip, 50, 60, strict=False)
    near = [2450, -99, 1]  # (t - 49)(t - 50)
    assert holds(near, 0, 100, strict=False) and not holds(near, 0, 100, strict=True)


def test_a_sign_on_real_numbers():
    assert REALS.never_negative([4, -4, 1]) and not REALS.positive([4, -4, 1])
    assert not REALS.positive_inside([4, -4, 1]) and not REALS.never_negative([-2, 1])
    assert REALS.positive_inside([-1, 1]) and not REALS.positive([-1, 1])
    assert REALS.positive_inside([3, -1]) and not REALS.positive([3, -1])
    assert REALS.never_negative([]) and not REALS.positive([]) and not REALS.positive_inside([])
    assert not REALS.never_negative([-1]) and not REALS.positive_inside([-1])
    assert RealSpan(Point.at(1), None).positive([0, 1])
    assert not RealSpan(Point.at(1), None).positive([-5, 1])
    assert not RealSpan(Point.at(1), None).positive([-1, 1])
    assert RealSpan(Point.at(1), ROOT).positive_inside([2, 0, -1])
    assert not RealSpan(Point.at(1), ROOT).positive([2, 0, -1])
    assert REALS.zero([]) and not REALS.zero([1]) and TAIL.zero([]) and not TAIL.zero([1])


def test_what_is_strictly_inside():
    for at, inside in ((1, False), (2, True), (3, False), (0, False), (4, False)):
        assert span.strictly_inside(REALS, Fraction(at)) is inside
    assert span.strictly_inside(RealSpan(Point.at(1), None), Fraction(9))
    below, above = Fraction(14142, 10000), Fraction(14143, 10000)
    assert [span.side(ROOT, at) for at in (Fraction(1), below, above, Fraction(2))] == [
        -1,
        -1,
        1,
        1,
    ]
    assert [span.side(Point.at(1), Fraction(k)) for k in (0, 1, 2)] == [-1, 0, 1]


def test_an_end_is_a_number_or_a_root_that_is_not_rational():
    assert point_of(3) == Point.at(3) and point_of("7/2") == Point.at(Fraction(7, 2))
    root = {"root_of": [-2, 0, 1], "between": ["1", "2"]}
    assert point_of(root) == ROOT
    refuses("not a part of a root", point_of, root | {"more": 1})
    for between in (["1"], ["1", "2", "3"], "12", ("1", "2"), {"1": 1, "2": 1}):
        refuses("between two fractions", point_of, root | {"between": between})
    only = "not the only root"
    for between in (["2", "1"], ["1", "1"], ["-2", "2"], ["2", "3"]):
        refuses(only, point_of, root | {"between": between})
    refuses(only, point_of, {"root_of": [], "between": ["1", "2"]})
    refuses(only, point_of, {"root_of": [], "between": ["1", "1"]})
    refuses(only, point_of, {"root_of": [7], "between": ["1", "2"]})
    refuses(only, point_of, {"root_of": [4, 0, -4, 0, 1], "between": ["1", "2"]})  # twice
    refuses(only, point_of, {"root_of": [-2, 1], "between": ["1", "2"]})  # at an end
    refuses(only, point_of, {"root_of": [-1, 1], "between": ["1", "2"]})
    for line in ([-3, 2], [-4, 3]):
        refuses("must be written as one", point_of, {"root_of": line, "between": ["1", "2"]})
    refuses("is not a fraction|not a whole", point_of, 1.5)
    refuses("is not a fraction|not a whole", point_of, True)


def test_a_root_is_named_by_short_numbers(monkeypatch):
    root = {"root_of": [-2, 0, 1], "between": ["1", "2"]}
    monkeypatch.setattr(span, "MOST_ROOT_BITS", 6)  # two bits, three terms
    assert point_of(root) == ROOT
    monkeypatch.setattr(span, "MOST_ROOT_BITS", 5)
    refuses("numbers that are too long", point_of, root, fault=FileError)


def test_a_range_goes_forward():
    assert span_of(1, 1, all_reals=False) == WholeSpan(1, 1)
    assert span_of(1, None, all_reals=False) == TAIL
    for low, high in ((True, 2), (1, True), ("1", 2), (1.0, 2), (1, "2"), (None, 2)):
        with pytest.raises(ValueError, match="whole ends"):
            span_of(low, high, all_reals=False)
    with pytest.raises(CertificateError, match="ends before it begins"):
        span_of(2, 1, all_reals=False)
    for low, high in ((2, 1), (1, 1)):
        with pytest.raises(ValueError, match="not in order"):
            span_of(low, high, all_reals=True)


# ---------------------------------------------------------------------- roots


def test_a_point_is_valid_with_one_root_inside():
    assert ROOT.valid() and Point.at(1).valid()
    assert not Point(Fraction(1), Fraction(1), (1, 1)).valid()
    assert not Point(Fraction(1), Fraction(2), ()).valid()
    assert not Point(Fraction(1), Fraction(2), (-2, 0, 1, 0)).valid()
    assert not Point(Fraction(2), Fraction(1), (-2, 0, 1)).valid()
    assert not Point(Fraction(1), Fraction(2), (4, 0, -4, 0, 1)).valid()
    assert not Point(Fraction(0), Fraction(2), (0, -2, 0, 1)).valid()  # 0 is a root, at an end
    assert not Point(Fraction(-2), Fraction(2), (0, -2, 0, 1)).valid()


def test_a_root_beside_another_of_the_same_polynomial_is_itself():
    """(t^2 - 2)(t - 2), and the root of 2: that 2 is a root as well is nothing to it."""
    product = [4, -2, -2, 1]
    root = point_of({"root_of": product, "between": ["5/4", "3/2"]})
    assert root == Point(Fraction(5, 4), Fraction(3, 2), tuple(product))
    assert root.vanishes([-2, 0, 1]) and root.vanishes(product) and not root.vanishes([-2, 1])
    assert root.sign([-2, 1]) == -1


def test_two_roots_that_are_too_close_are_not_told_apart():
    top, below = 1, 1
    while below < 2**2100:  # the fractions nearest to the root of 2
        top, below = top + 2 * below, top + below
    refuses("too close to be told apart", roots_inside, [-top, below], ROOT, Point.at(2))


def test_points_are_told_apart():
    assert apart(Point.at(1), Point.at(2)) == (Point.at(1), Point.at(2))
    for one, two in ((2, 1), (1, 1)):
        refuses("not in order", apart, Point.at(one), Point.at(two))
    refuses("not in order", apart, ROOT, ROOT)
    refuses("not in order", apart, Point.at(2), ROOT)
    low, high = apart(ROOT, Point.at(Fraction(3, 2)))
    assert low.high < high.low


def test_roots_are_counted_strictly_between():
    product = [-6, 11, -6, 1]  # (t - 1)(t - 2)(t - 3)
    assert roots_inside(product, Point.at(1), Point.at(3)) == 1
    assert roots_inside(product, Point.at(0), Point.at(3)) == 2
    assert roots_inside(product, Point.at(0), None) == 3
    assert roots_inside(product, Point.at(1), None) == 2
    assert roots_inside([5], Point.at(0), None) == 0
    both = [4, 0, -4, 0, 1]  # the root of 2, twice
    assert roots_inside(both, ROOT, Point.at(2)) == 0 and roots_inside(both, Point.at(1), ROOT) == 0


def test_polynomials_whose_roots_are_counted_are_bounded(monkeypatch):
    assert len(roots.squarefree([1] * 161)) == 161
    refuses("too high to be checked", roots.squarefree, [1] * 162, fault=FileError)
    monkeypatch.setattr(roots, "MOST_ROOT_WORK", 18)  # two terms squared, times 4 bits is 16
    assert roots.squarefree([1, 15])
    refuses("coefficients too long", roots.squarefree, [1, 16], fault=FileError)
    monkeypatch.setattr(roots, "MOST_ROOT_WORK", 16)
    assert roots.odd_part([1, 15])


def test_division_leaves_no_rest():
    assert divided([-1, 0, 1], [1, 1]) == [-1, 1]
    refuses("do not divide", divided, [1, 0, 1], [1, 1])
    refuses("do not divide", divided, [1, 1], [2, 2])
    refuses("do not divide", divided, [1], [1, 1])


def test_a_polynomial_is_a_list_with_a_head(monkeypatch):
    assert polynomial_of([1, "-2"], "p") == [1, -2] and polynomial_of([], "p") == []
    for wrong in (None, "12", (1, 2), {"1": 2}):
        refuses("not a list of coefficients", polynomial_of, wrong, "p")
    refuses("leading coefficient 0", polynomial_of, [1, 0], "p")
    monkeypatch.setattr(polynomial, "MOST_COEFFICIENT_BITS", 3)
    assert polynomial_of([7], "p") == [7]
    refuses("coefficient too long", polynomial_of, [8], "p", fault=FileError)


# ---------------------------------------------------------------------- equations


def test_the_equations_named_are_some_of_those_there():
    rows = {"a": {0: [1]}, "b": {1: [0, 1]}, "c": {0: [1], 1: [1]}}
    assert unique.stated_part(rows, 2, ["a", "b"]).determinant == [0, 1]
    for labels in (["a"], ["a", "b", "c"], ["a", "x"], ["a", "a"], []):
        assert unique.stated_part(rows, 2, labels) is None


def test_equations_are_bounded(monkeypatch):
    rows = {str(k): {k: [1]} for k in range(41)}
    assert unique.stated_part(rows, 40, [str(k) for k in range(40)]).determinant == [1]
    for call in (unique.stated_part, unique.never_singular):
        refuses("too many for this checker", call, rows, 41, TAIL, fault=FileError)
    monkeypatch.setattr(unique, "MOST_DETERMINANT_WORK", 8)  # two cubed, constants
    two = {"a": {0: [1]}, "b": {1: [1]}}
    assert unique.stated_part(two, 2, ["a", "b"])
    monkeypatch.setattr(unique, "MOST_DETERMINANT_WORK", 7)
    refuses("too large for this checker", unique.stated_part, two, 2, ["a", "b"], fault=FileError)
    monkeypatch.setattr(unique, "MOST_DETERMINANT_BITS", 2)
    assert unique._work([[[1]], [[1]]]) == 8
    refuses("too large for this checker", unique._work, [[[2]], [[1]]], fault=FileError)


def test_a_determinant_must_not_vanish():
    assert unique.never_zero([1], TAIL) and not unique.never_zero([], TAIL)
    assert not unique.never_zero([-3, 1], TAIL) and unique.never_zero([-3, 2], TAIL)


def wheel(size):
    """Return equations between neighbours on a circle: their determinant is 1 - (-1)^size."""
    return [{k: 1, (k + 1) % size: 1} for k in range(size)]


def test_a_sparse_system_of_any_size_is_decided():
    assert rank.full_rank(wheel(2**14 + 1), 2**14 + 1, 5)
    assert not rank.full_rank(wheel(2**14), 2**14, 5)
    assert not rank.full_rank(wheel(2**7 + 1), 2**7 + 1, 2)


def test_equal_columns_and_equal_rows_of_a_sparse_system_are_noticed():
    size = 201
    rows = [*wheel(size), {0: 1, 5: 1}]
    assert rank.full_rank(rows, size, 8191)
    twin = [{**row, size: row[0]} if 0 in row else row for row in rows]
    assert not rank.full_rank(twin, size + 1, 8191)
    for many in (5, 7):  # a column that is left without entries; fewer rows than columns are left
        short = [
            {(7 * k + 11 * j + 2 * j * j) % 100: 1 + j for j in range(many)} for k in range(60)
        ]
        assert not rank.full_rank(2 * short, 100, 8191)


def test_a_rank_has_a_bound(monkeypatch):
    monkeypatch.setattr(rank, "MOST_RANK_WORK", 10**6)
    assert rank.full_rank(wheel(201), 201, 8191)
    refuses("too many for this checker", rank.full_rank, wheel(2001), 2001, 8191, fault=FileError)
    system = rank._Sparse(wheel(301), range(301), 8191)
    assert system.eliminate()
    monkeypatch.setattr(rank, "MOST_RANK_WORK", system.work * 256)
    assert rank.full_rank(wheel(301), 301, 8191)
    monkeypatch.setattr(rank, "MOST_RANK_WORK", system.work * 256 - 1)
    refuses("too many for this checker", rank.full_rank, wheel(301), 301, 8191, fault=FileError)
    assert rank.full_rank([{0: 1, 1: 1}, {0: 1, 1: 2}], 2, 5)
    assert not rank.full_rank([{0: 1, 1: 1}, {0: 2, 1: 2}], 2, 5)
    assert not rank.full_rank([{0: 1, 1: 1}, {0: 1, 1: 6}], 2, 5)
    assert not rank.full_rank([{0: 1, 1: 1}], 2, 5)


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
    refuses(words, lambda: quotient(formula, "t", plain=True))


def test_a_formula_up_to_every_bound_is_read(monkeypatch):
    assert quotient("(" * 40 + "t" + ")" * 40, "t", plain=True) == ([0, 1], [1])
    assert quotient(" " * 99_999 + "t", "t", plain=True) == ([0, 1], [1])
    assert len(quotient("t**200*t**199", "t", plain=True)[0]) == 400
    assert quotient("9" * 4000, "t")[1] == [1] and quotient("t**0200", "t")[0][200] == 1
    assert quotient("t^2", "t") == ([0, 0, 1], [1])
    monkeypatch.setattr(expression, "MOST_FORMULA_BITS", 4)
    assert quotient("7*2", "t") == ([14], [1]) and quotient("2**2", "t") == ([4], [1])
    for formula in ("8*2", "2**3", "(t + 3)**4"):
        refuses("grow too long", quotient, formula, "t")


def test_what_looks_like_a_fault_and_is_none_is_read():
    assert quotient("t\t+ 1\n", "t") == ([1, 1], [1])  # blanks of all sorts, where it is not plain
    assert quotient("t*0", "t", plain=True)[0] == [] and quotient("0/7", "t", plain=True)[0] == []
    assert quotient("2*(1/t)", "t", plain=True) == ([2], [0, 1])
    assert quotient("(1/t)/3", "t", plain=True) == ([1], [0, 3])
    assert quotient("(t**2)**2", "t")[0] == [0, 0, 0, 0, 1]


def test_a_text_that_no_token_begins_is_told():
    refuses("cannot be read", lambda: quotient("t ; 1", "t"))
