"""Theorems on all equilibria of a matrix: proved as they are, and forged."""

import copy
import json
from copy import deepcopy

import pytest
from tests.schema import faults
from tests.unit.forging import resealed

import sabot
from sabot import certify
from sabot.certify import limits
from sabot.certify import parametric_nash as checks
from sabot.errors import CertificateError, FileError

HAWKS = "matrix([[t/2-2|t/2-2,t|0],[0|t,t/2|t/2]], t=*)"
"""Three pieces over all real numbers: hawks from 4 on, a mix between 0 and 4."""
TIES = "matrix([[t|1,t|1,0|0],[0|0,0|0,2|t]], t=*)"
"""Two columns are the same: continua, and cases that are divided into facets."""
THREE = "matrix([[3|3,1|t,1|2],[t|1,0|0,2|t],[2|1,t|2,3|3]], t=*)"
"""A breakpoint at 2 + sqrt(2)."""
ENDS = (
    "matrix([[-2|3*t+3,-3*t-2|t+1,-2|-2*t-3],[3*t-3|-2*t+3,-2*t-2|3*t-2,-t-1|-2*t+1],"
    "[2*t+2|-2*t-2,2*t-2|-1,-3*t-1|-2]], t=*)"
)
"""A mix that ends at an irrational breakpoint."""
PLANE = "matrix([[1|t,1|t,1|t],[0|0,0|0,t|0]], t=*)"
"""A set of equilibria of dimension 2."""


def written(text, **range_of):
    return json.loads(json.dumps(sabot.prove(text, **range_of).to_json()))


@pytest.fixture(scope="module")
def hawks():
    return written(HAWKS, low="-inf")


@pytest.fixture(scope="module")
def ties():
    return written(TIES, low="1/2", high=1)


@pytest.fixture(scope="module")
def three():
    return written(THREE, low=3, high=4)


@pytest.fixture(scope="module")
def plane():
    return written(PLANE, low="1/3", high="1/2")


def refused(told, match, fault=CertificateError):
    with pytest.raises(fault, match=match):
        certify.check(resealed(told))


def changed(told, *steps):
    found = copy.deepcopy(told)
    for path, value in steps:
        part = found
        for key in path[:-1]:
            part = part[key]
        if value is ...:
            del part[path[-1]]
        else:
            part[path[-1]] = value
    return found


MIDDLE = ("pieces", 1)


def test_a_theorem_is_proved_as_it_is(hawks, ties, three, plane):
    found = certify.check(hawks)
    assert isinstance(found, certify.ParametricNashVerdict) and found.kind == "equilibria"
    assert found.words == (
        "proved for every real number t: 3 pieces, with 1 to 3 extreme equilibria inside, "
        "all there are"
    )
    assert found.value[0] == "t/2, t/2" and found.value[1].count(";") == 2
    assert found.verdict("row") == "unique on some pieces only"
    assert found.form.actions == (["1", "2"], ["1", "2"])
    assert certify.check(three).words.startswith("proved for every real number t from 3 to 4: 2")
    for told in (hawks, ties, three, plane):
        assert not faults(told, "nash-proof-1.json")
        certify.check(told)
    assert any(case[:1] == ["facets"] for case in ties["pieces"][0]["cases"] if type(case) is list)
    assert plane["pieces"][0]["components"] == [{"dimension": 2, "subsets": [[1, 2, 3]]}] or any(
        part["dimension"] == 2 for part in plane["pieces"][0]["components"]
    )


def test_ends_of_a_range_in_words():
    assert "t <= 0: 1 piece" in certify.check(written(HAWKS, low="-inf", high=0)).words
    assert (
        "t >= 4: 1 piece, with 1 extreme equilibrium" in certify.check(written(HAWKS, low=4)).words
    )


def test_an_equilibrium_that_is_left_out_is_noticed(hawks):
    for number in range(3):
        told = changed(hawks, ((*MIDDLE, "equilibria", number), ...), ((*MIDDLE, "count"), 2))
        told["pieces"][1]["components"] = [
            {"dimension": 0, "subsets": [[1]]},
            {"dimension": 0, "subsets": [[2]]},
        ]
        refused(told, "not listed|none is listed there|uniqueness")


def test_an_equilibrium_is_not_listed_twice(hawks):
    told = copy.deepcopy(hawks)
    middle = told["pieces"][1]
    middle["equilibria"].append(copy.deepcopy(middle["equilibria"][0]))
    middle["count"] = 4
    refused(told, "listed twice")


def test_formulas_must_be_those_of_the_equilibrium(hawks):
    mix = (*MIDDLE, "equilibria", 2, "strategies", "row", "-")
    refused(changed(hawks, ((*mix, "1"), "t/5")), "not a mix with one support")
    other = ((*mix, "1"), "t/8"), ((*mix, "2"), "(8 - t)/8")
    refused(changed(hawks, *other), "not extreme")
    pure = (*MIDDLE, "equilibria", 0, "strategies", "row", "-")
    refused(changed(hawks, (pure, {"2": "1"})), "not an equilibrium")
    shrinks = ((*mix, "1"), "(t - 1)/4"), ((*mix, "2"), "(5 - t)/4")
    refused(changed(hawks, *shrinks), "not a mix with one support")
    refused(changed(hawks, ((*mix, "1"), "2*t**2/(8*t)")), "lowest terms")
    refused(changed(hawks, ((*mix, "1"), "1/(t - 1)")), "divides by zero")
    refused(changed(hawks, ((*mix, "3"), "0")), "not a part", FileError)
    refused(changed(hawks, ((*mix, "1"), 0)), "a formula is a text", FileError)
    refused(changed(hawks, ((*MIDDLE, "equilibria", 2, "payoffs", 1), "t/8")), "not paid what")
    refused(changed(hawks, ((*MIDDLE, "equilibria", 2, "payoffs", 0), "t/8")), "not paid what")
    refused(
        changed(hawks, ((*MIDDLE, "equilibria", 2, "payoffs"), ["0"])), "one for each", FileError
    )


def test_a_zero_that_is_written_changes_nothing(hawks):
    path = (*MIDDLE, "equilibria", 0, "strategies", "row", "-", "2")
    assert hawks["pieces"][1]["equilibria"][0]["strategies"]["row"]["-"] == {"1": "1"}
    certify.check(resealed(changed(hawks, (path, "0"))))


def test_a_denominator_may_have_any_sign(hawks):
    mix = (*MIDDLE, "equilibria", 2, "strategies", "row", "-")
    # the same numbers over another polynomial that is negative between the ends
    told = changed(hawks, ((*mix, "1"), "(-t)/(-4)"))
    certify.check(resealed(told))


def test_a_support_that_changes_inside_a_piece_is_refused(hawks):
    # pieces joined: the formulas of the last one do not hold before 4
    told = copy.deepcopy(hawks)
    del told["pieces"][1], told["breakpoints"][1]
    told["pieces"][1]["from"] = 0
    refused(told, "best replies|not listed|does not gain|may hold|not an equilibrium|could gain")


def test_pieces_must_cover_the_range(hawks):
    refused(changed(hawks, (("pieces", 1, "from"), 1)), "gap")
    refused(changed(hawks, (("domain", "to"), 9)), "do not reach the end")
    refused(changed(hawks, (("breakpoints", 0), ...)), "one breakpoint for each", FileError)
    refused(changed(hawks, (("breakpoints", 0, "at"), 1)), "not where its pieces meet")
    refused(changed(hawks, (("pieces",), {})), "not a list", FileError)
    refused(changed(hawks, (("domain", "whole"), True)), "whole", FileError)


def test_claims_of_uniqueness_and_numbers(hawks):
    refused(changed(hawks, (("pieces", 0, "unique", "row"), False)), "claim of uniqueness")
    refused(changed(hawks, ((*MIDDLE, "unique", "row"), True)), "claim of uniqueness")
    refused(changed(hawks, ((*MIDDLE, "unique", "row"), None)), "true or false", FileError)
    refused(changed(hawks, ((*MIDDLE, "unique", "column"), 1)), "true or false", FileError)
    refused(changed(hawks, ((*MIDDLE, "count"), 4)), "another number")
    refused(changed(hawks, ((*MIDDLE, "count"), 3.0)), "another number")
    refused(
        changed(hawks, (("pieces", 0, "equilibria"), []), (("pieces", 0, "count"), 0)), "no equilib"
    )


def test_components_must_be_those_that_are_spanned(hawks, ties, plane):
    refused(changed(hawks, ((*MIDDLE, "components", 0, "dimension"), 1)), "dimension")
    refused(changed(hawks, ((*MIDDLE, "components", 0), ...)), "not the maximal")
    wide = next(
        k for k, part in enumerate(ties["pieces"][0]["components"]) if part["dimension"] == 1
    )
    refused(changed(ties, (("pieces", 0, "components", wide, "dimension"), 0)), "dimension")
    flat = next(k for k, p in enumerate(plane["pieces"][0]["components"]) if p["dimension"] == 2)
    for wrong in (1, 3):
        refused(
            changed(plane, (("pieces", 0, "components", flat, "dimension"), wrong)), "dimension"
        )


def test_the_form_must_be_one(hawks):
    refused(changed(hawks, (("form", "kind"), "matrix")), "not a bimatrix", FileError)
    refused(changed(hawks, (("form", "denominators"), [[1]])), "one matrix and one", FileError)
    refused(changed(hawks, (("form", "payoffs", 1), ...)), "one matrix and one", FileError)
    refused(changed(hawks, (("form", "payoffs", 0), [[[1], [1]]])), "does not fit", FileError)
    refused(changed(hawks, (("form", "payoffs", 0, 0), [[1]])), "does not fit", FileError)
    refused(changed(hawks, (("form", "rows"), [])), "the rows are not", FileError)
    for sign in ([-2], [0, 1], []):
        refused(changed(hawks, (("form", "denominators", 0), sign)), "not positive|not paid")
    refused(changed(hawks, (("form", "denominators", 1), [4])), "not paid")
    refused(changed(hawks, (("form", "payoffs", 0, 1, 1), [0, 2])), "not|does")


def test_a_denominator_that_is_negative_everywhere_is_refused():
    told = written("matrix([[2*t|1,1|0]], t=*)", low=1)
    told["form"]["denominators"][0] = [-1]
    table = told["form"]["payoffs"][0]
    told["form"]["payoffs"][0] = [[[-c for c in entry] for entry in row] for row in table]
    certify.check(written("matrix([[2*t|1,1|0]], t=*)", low=1))
    refused(told, "a denominator is not positive")


def test_one_seat_that_gains_is_enough():
    pennies = written("matrix([[t|-1,-1|1],[-1|1,1|-1]], t=*)", low=1)
    for column in "12":
        played = {"row": {"-": {"1": "1"}}, "column": {"-": {column: "1"}}}
        path = ("pieces", 0, "equilibria", 0, "strategies")
        refused(changed(pennies, (path, played)), "a seat could gain")


def test_every_pair_of_a_set_must_be_listed():
    told = written("matrix([[t|1,t|1],[t|1,t|1]], t=*)", low=1)
    piece = told["pieces"][0]
    assert piece["count"] == 4
    del piece["equilibria"][3]
    piece["count"], piece["components"] = 3, [{"dimension": 1, "subsets": [[1, 2], [1, 3]]}]
    refused(told, "holds an equilibrium that is not listed")


def test_a_shift_may_not_take_from_what_need_not_be_a_best_reply(hawks):
    # from 4 on the first row pays more than the second: that empties no case by itself
    refused(changed(hawks, (("pieces", 2, "cases"), [{"row": [[1], [-1]]}])), "takes from")


def test_a_side_without_a_best_reply_is_divided_into_facets():
    told = written("matrix([[t|1]], t=*)", low=1)
    empty = {"column": [[]]}, {"row": [[]]}
    cases = [["facets", "row"], empty[0], ["facets", "column"], None, empty[1]]
    certify.check(resealed(changed(told, (("pieces", 0, "cases"), cases))))
    again = [["facets", "row"], empty[0], ["facets", "row"], empty[0], None]
    refused(changed(told, (("pieces", 0, "cases"), again)), "facets, and may be a point")


def test_a_label_of_an_earlier_facet_is_excluded_below_the_later_ones():
    told = written("matrix([[t|1, t|1, t|1]], t=*)", low=1)
    spot = ("pieces", 0, "cases")
    cases, facets = cases_of(told, 0), ["facets", "column"]
    # the third, the second and the first column alone; then no label is left
    divided = [facets, facets, None, None, facets, None, facets]
    start = cases.index(facets)
    end = start + len(divided)
    assert cases[start:end] == divided
    again = [facets, facets, None, None, facets, None, None, facets, None, None]
    again = [*cases[:start], *again, *cases[end:]]
    refused(changed(told, (spot, again)), "more than one|go on after")
    for place in (start + 2, start + 3, start + 5, start + 6):
        left_out = [*cases[:place], *cases[place + 1 :]]
        refused(changed(told, (spot, left_out)), "break off|no mix|more than one|may be a point")


@pytest.fixture(scope="module")
def product():
    """Nobody cares what is played: a product of two sides, each with three vertices."""
    return written("matrix([[t|1,t|1,t|1],[t|1,t|1,t|1],[t|1,t|1,t|1]], t=*)", low=1)


def test_both_sides_of_a_product_are_looked_at_by_themselves(product):
    certify.check(product)
    cases, spot = product["pieces"][0]["cases"], ("pieces", 0, "cases")
    start = cases.index(["product"])
    assert cases[start + 1 : start + 5] == [["facets", "row"], None, None, ["facets", "row"]]
    end = cases.index(["facets", "column"], start)

    def refuse(place, instead, match):
        refused(changed(product, (spot, [*cases[:place], *instead, *cases[place + 1 :]])), match)

    for wrong in (["product"], 1, -1, ["cut", 2], ["facets", "column"], {"row": [[], [], []]}):
        refuse(start + 1, [wrong], "of a product is no")
        refuse(start + 2, [wrong], "of a product is no")
    refuse(start + 1, [{"column": [[], [], []]}], "does not gain")
    refuse(start + 1, [None], "more than one|no mix")
    refuse(end, [["facets", "row"]], "of a product is no")
    for place in range(start, end + 1):
        refuse(place, [], "of a product is no|break off|more than one|no mix|may be a point")


def test_every_pair_of_a_product_must_be_listed(product):
    listed = product["pieces"][0]["equilibria"]
    pairs = [
        tuple(next(iter(one["strategies"][s]["-"])) for s in ("row", "column")) for one in listed
    ]
    assert len(set(pairs)) == 9
    for number, (row, column) in enumerate(pairs):
        told = deepcopy(product)
        rest = pairs[:number] + pairs[number + 1 :]
        subsets = [
            [k for k, pair in enumerate(rest, 1) if pair[seat] != own]
            for seat, own in enumerate((row, column))
        ]
        for part in (*told["pieces"], *told["breakpoints"]):
            del part["equilibria"][number]
            part["count"] = 8
            part["components"] = [{"dimension": 3, "subsets": sorted(subsets)}]
        refused(told, "holds an equilibrium that is not listed")


def test_every_strategy_of_a_product_must_be_listed(product):
    told = deepcopy(product)
    for part in (*told["pieces"], *told["breakpoints"]):
        part["equilibria"] = [
            one for one in part["equilibria"] if "1" not in one["strategies"]["row"]["-"]
        ]
        part["count"] = 6
        part["components"] = [{"dimension": 3, "subsets": [[1, 2, 3, 4, 5, 6]]}]
    refused(told, "is called one with equilibria, and none is listed there")


def cases_of(told, number=1):
    return told["pieces"][number]["cases"]


def test_cases_must_be_all_and_no_more(hawks):
    whole = cases_of(hawks)
    refused(changed(hawks, ((*MIDDLE, "cases"), whole[:-1])), "break off")
    refused(changed(hawks, ((*MIDDLE, "cases"), [*whole, None])), "go on after")
    refused(changed(hawks, ((*MIDDLE, "cases"), [])), "break off")
    refused(changed(hawks, ((*MIDDLE, "cases"), [None])), "has no mix")
    refused(changed(hawks, ((*MIDDLE, "cases"), {})), "not one", FileError)
    for label in (0, 5, -5):
        refused(changed(hawks, ((*MIDDLE, "cases", 0), label)), "no strategy's number", FileError)
    refused(changed(hawks, ((*MIDDLE, "cases", 0), True)), "a case", FileError)
    refused(changed(hawks, ((*MIDDLE, "cases", 0), [])), "neither a cut", FileError)
    refused(changed(hawks, ((*MIDDLE, "cases", 0), ["facets", "x"])), "neither a cut", FileError)
    refused(changed(hawks, ((*MIDDLE, "cases", 0), ["cut"])), "neither a cut", FileError)


def test_shifts_must_show_that_a_case_is_empty(hawks):
    spot = next(k for k, case in enumerate(cases_of(hawks)) if type(case) is dict)
    at = (*MIDDLE, "cases", spot)
    ((seat, weights),) = cases_of(hawks)[spot].items()
    other = {"row": "column", "column": "row"}[seat]
    refused(changed(hawks, (at, {other: weights})), "shift")
    refused(changed(hawks, (at, {seat: [[-c for c in w] for w in weights]})), "shift")
    refused(changed(hawks, (at, {seat: [[], []]})), "does not gain")
    refused(changed(hawks, (at, {seat: [[1], [1]]})), "takes from")
    refused(changed(hawks, (at, {seat: [[1]]})), "one weight per strategy", FileError)
    refused(changed(hawks, (at, {})), "one seat's shift", FileError)
    refused(changed(hawks, (at, {"row": weights, "column": weights})), "one seat's", FileError)
    refused(changed(hawks, (at, {seat: [[1, 0], [-1]]})), "leading coefficient 0", FileError)


def test_a_shift_that_holds_on_a_part_of_the_piece_only_is_refused(hawks):
    for spot, case in enumerate(cases_of(hawks)):
        if type(case) is dict:
            ((seat, weights),) = case.items()
            # times t - 1, which changes its sign inside
            turned = [[-w[0], w[0]] if w else [] for w in weights if len(w) < 2]
            if len(turned) == len(weights):
                refused(changed(hawks, ((*MIDDLE, "cases", spot), {seat: turned})), "shift")
                return
    raise AssertionError("no shift of numbers")


def cut(cases, at):
    return [["cut", at], *cases, *cases, *cases]


def test_a_case_may_be_cut_inside_its_range_and_nowhere_else(hawks):
    whole = cases_of(hawks)
    root = {"root_of": [-2, 0, 1], "between": ["1", "2"]}
    for at in (1, "5/2", root):
        certify.check(resealed(changed(hawks, ((*MIDDLE, "cases"), cut(whole, at)))))
    for at in (0, 4, 5, -1):
        refused(changed(hawks, ((*MIDDLE, "cases"), cut(whole, at))), "not in order", FileError)
    beyond = [["cut", 1], *cut(whole, 2), *whole, *whole]  # of the values below 1
    refused(changed(hawks, ((*MIDDLE, "cases"), beyond)), "not in order", FileError)
    point = hawks["breakpoints"][0]["cases"]
    refused(changed(hawks, (("breakpoints", 0, "cases"), cut(point, 0))), "one value cannot be cut")
    refused(changed(hawks, ((*MIDDLE, "cases"), [["cut", 1], *whole, *whole])), "break off")


def test_facets_are_of_what_is_no_point(hawks, ties):
    whole = cases_of(hawks)
    spot = whole.index(None)
    for seat in ("row", "column"):
        told = [*whole[:spot], ["facets", seat], *[None] * 4, *whole[spot + 1 :]]
        refused(changed(hawks, ((*MIDDLE, "cases"), told)), "may be a point|go on after|mix")
    cases = ties["pieces"][0]["cases"]
    spot = next(k for k, case in enumerate(cases) if type(case) is list)
    refused(changed(ties, (("pieces", 0, "cases", spot), None)), "more than one|go on after")


def test_an_irrational_breakpoint_is_checked_in_its_field(three):
    point = next(k for k, p in enumerate(three["breakpoints"]) if type(p["at"]) is dict)
    listed = three["breakpoints"][point]["equilibria"]
    assert len(listed) == 2
    for number, one in enumerate(listed):
        for seat, table in one["strategies"].items():
            for action in table["-"]:
                path = ("breakpoints", point, "equilibria", number, "strategies", seat, "-", action)
                refused(changed(three, (path, "1/7")), "mix|equilibrium|extreme|replies")
    path = ("breakpoints", point, "equilibria", 0, "payoffs", 0)
    refused(changed(three, (path, "22/7")), "not paid")
    # a formula that is equal there, and only there: t**2 is 4 t - 2
    told = three["breakpoints"][point]["equilibria"][0]["payoffs"][0]
    certify.check(resealed(changed(three, (path, f"{told} + t**2 - 4*t + 2"))))


def test_a_probability_that_is_0_at_an_irrational_breakpoint_only_is_not_written():
    told = written(ENDS, low="-5/4", high=-1)
    (point,) = (p for p in told["breakpoints"] if type(p["at"]) is dict)
    at = (-9 - 2681**0.5) / 50
    assert point["at"]["root_of"] == [-26, 9, 25]
    for one in point["equilibria"]:
        for table in one["strategies"].values():
            for formula in table["-"].values():
                assert eval(formula, {"t": at}) > 1e-6
    certify.check(told)


def test_a_strategy_that_is_not_extreme_is_refused(ties):
    told = copy.deepcopy(ties)
    piece = told["pieces"][0]
    spot = next(
        k
        for k, one in enumerate(piece["equilibria"])
        if one["strategies"]["column"]["-"] == {"1": "1"}
    )
    piece["equilibria"][spot]["strategies"]["column"]["-"] = {"1": "1/2", "2": "1/2"}
    refused(told, "not extreme")


def test_what_takes_too_long_is_refused(hawks, monkeypatch):
    for name, most, match in (
        ("MOST_PARAMETRIC_NASH_STRATEGIES", 1, "strategies of a seat"),
        ("MOST_PARAMETRIC_NASH_EQUILIBRIA", 8, "equilibria are not checked"),
        ("MOST_PARAMETRIC_NASH_CASES", 20, "cases are not checked"),
    ):
        with monkeypatch.context() as less:
            less.setattr(checks, name, most)
            refused(hawks, match, FileError)
    total = sum(len(part["cases"]) for part in (*hawks["pieces"], *hawks["breakpoints"]))
    listed = sum(part["count"] for part in (*hawks["pieces"], *hawks["breakpoints"]))
    monkeypatch.setattr(checks, "MOST_PARAMETRIC_NASH_STRATEGIES", 2)
    monkeypatch.setattr(checks, "MOST_PARAMETRIC_NASH_CASES", total)
    monkeypatch.setattr(checks, "MOST_PARAMETRIC_NASH_EQUILIBRIA", listed)
    certify.check(hawks)
    monkeypatch.setattr(checks, "MOST_PARAMETRIC_NASH_WORK", 200)
    refused(hawks, "too long", FileError)


def test_long_products_and_determinants_are_counted():
    work = checks._Work()
    start = work.meter.left
    work.product([1] * 10, [2**640] * 4)
    assert start - work.meter.left == 1 + 40 * 11
    left = work.meter.left
    work.determinant([[[1, 1], [2]], [[3], [1, 2]]])
    assert left - work.meter.left == 1 + 8 * (1 + 4) // 4
    assert start == limits.MOST_PARAMETRIC_NASH_WORK


def test_the_payoffs_at_a_value(hawks):
    from fractions import Fraction

    found = certify.check(hawks)
    assert isinstance(found, certify.ParametricNashVerdict)
    paid = found.payoffs_at(Fraction(1, 2))
    assert paid[0] == [[Fraction(-7, 4), Fraction(1, 2)], [0, Fraction(1, 4)]]
