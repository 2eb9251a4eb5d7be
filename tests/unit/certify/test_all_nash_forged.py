"""Lists of all equilibria that say too much, too little, or something false: each is refused."""

import copy
import json
from fractions import Fraction

import pytest
from tests.unit.forging import resealed

import sabot
from sabot import certify
from sabot.certify.all_nash import (
    CertificateBimatrix,
    ListedComponent,
    ListedEquilibrium,
    best_response_polytopes,
    require_components,
)
from sabot.certify.double_description import (
    EnumerationMeter,
    ExtremeRayCone,
    PolytopeTooLargeError,
)
from sabot.errors import CertificateError, FileError
from sabot.results.all_nash import EveryEquilibrium

ZERO = Fraction(0)
SEXES = [[(2, 1), (0, 0)], [(0, 0), (1, 2)]]
# the column seat does not mind against the first row: a stretch, and the end of it is mixed
STRETCH = [["1|1", "1|1", "0|0"], ["0|0", "0|0", "2|2"]]
# two stretches that share an end
BENT = [[(1, 1), (1, 1)], [(1, 1), (0, 0)]]
FREE = [[(1, 2), (1, 2), (1, 2)], [(1, 2), (1, 2), (1, 2)]]


def check(told):
    return certify.check(told)


def listed(game):
    return json.loads(json.dumps(sabot.equilibria(game).to_json()))


def refused(told, words, kind=CertificateError):
    with pytest.raises(kind, match=words):
        check(resealed(told))


def test_a_true_list_is_accepted():
    for game in (SEXES, STRETCH, FREE):
        assert check(resealed(listed(game))).complete


def test_one_changed_number_without_a_new_digest_is_noticed():
    told = listed(SEXES)
    told["certificate"]["form"]["payoffs"][0][0][0] = 3
    with pytest.raises(CertificateError, match="digest"):
        check(told)


@pytest.mark.parametrize("left_out", [0, 1, 2])
def test_a_missing_equilibrium_is_missed(left_out):
    told = listed(SEXES)
    del told["equilibria"][left_out]
    told["count"] = 2
    told["components"] = [{"dimension": 0, "subsets": [[k]]} for k in (1, 2)]
    refused(told, "none is listed there|not listed")


def test_a_missing_corner_of_a_continuum_is_missed():
    told = listed(FREE)
    del told["equilibria"][5]
    told["count"] = 5
    told["components"] = [{"dimension": 3, "subsets": [[1, 2, 3, 4], [1, 2, 3, 5]]}]
    with pytest.raises(CertificateError):
        check(resealed(told))


def test_a_missing_corner_is_missed_even_where_what_is_left_spans_what_it_says():
    told = listed([[(0, 3), (5, 1), (0, 3)]])
    del told["equilibria"][1]
    told["count"] = 1
    told["unique"]["column"] = True
    told["components"] = [{"dimension": 0, "subsets": [[1]]}]
    refused(told, "an equilibrium that is not listed")


def test_an_equilibrium_that_is_listed_twice_is_refused():
    told = listed(SEXES)
    told["equilibria"].append(copy.deepcopy(told["equilibria"][0]))
    told["count"] = 4
    refused(told, "number 4 is listed twice")


def test_a_pair_that_is_no_equilibrium_is_refused():
    told = listed(SEXES)
    told["equilibria"][0]["strategies"]["column"] = {"-": {"2": "1"}}
    refused(told, "number 1 is not one: a seat could gain")


@pytest.mark.parametrize("seat", [0, 1])
def test_a_payoff_that_is_not_paid_is_refused(seat):
    told = listed(SEXES)
    told["equilibria"][0]["payoffs"][seat] = "7/3"
    refused(told, "number 1 does not pay")


def test_the_middle_of_a_continuum_is_not_extreme():
    told = listed(FREE)
    told["equilibria"].append(copy.deepcopy(told["equilibria"][0]))
    told["equilibria"][6]["strategies"]["row"] = {"-": {"1": "1/2", "2": "1/2"}}
    told["count"] = 7
    refused(told, "number 7 is not extreme")


def test_a_mix_that_does_not_add_up_is_refused():
    told = listed(SEXES)
    told["equilibria"][2]["strategies"]["row"] = {"-": {"1": "2/3", "2": "2/3"}}
    refused(told, "not a mix")
    told["equilibria"][2]["strategies"]["row"] = {"-": {"1": "5/3", "2": "-2/3"}}
    refused(told, "not a mix")


@pytest.mark.parametrize("seat", ["row", "column"])
def test_a_false_claim_of_uniqueness_is_refused(seat):
    told = listed(SEXES)
    told["unique"][seat] = True
    refused(told, "uniqueness")
    told["unique"][seat] = None
    refused(told, "true or false", FileError)


def test_a_count_that_is_not_the_lists_is_refused():
    told = listed(SEXES)
    told["count"] = 4
    refused(told, "'count'")


@pytest.mark.parametrize("count", [True, 1.0, "1"])
def test_a_count_is_a_whole_number(count):
    told = listed([[(3, 3), (0, 5)], [(5, 0), (1, 1)]])
    assert told["count"] == 1
    told["count"] = count
    refused(told, "'count'")


# ---------------------------------------------------------------------- lists that are not complete


def part():
    return json.loads(json.dumps(sabot.equilibria(SEXES, first=1).to_json()))


def test_a_part_of_a_list_is_proved_entry_by_entry_and_nothing_more():
    told = part()
    assert told["complete"] is False and "cases" not in told["certificate"]
    proved = check(told)
    assert not proved.complete
    assert proved.unique == ({"row": None, "column": None},)
    assert "that there are no others was not shown" in proved.words


@pytest.mark.parametrize("said", [True, None, 0, "false"])
def test_a_part_of_a_list_says_just_that_it_is_not_complete(said):
    told = part()
    told["complete"] = said
    refused(told, "'complete'", FileError)
    del told["complete"]
    refused(told, "the cases are not a list", FileError)


def test_a_part_of_a_list_has_neither_cases_nor_components():
    told = part()
    told["certificate"]["cases"] = [None]
    refused(told, "not complete has cases", FileError)
    told = part()
    told["components"] = [{"dimension": 0, "subsets": [[1]]}]
    refused(told, "not complete has components", FileError)


def test_a_part_of_a_list_claims_no_uniqueness():
    for claim in (True, False):
        told = part()
        told["unique"] = {"row": claim, "column": claim}
        refused(told, "uniqueness")
    several = json.loads(json.dumps(sabot.equilibria(SEXES, first=2).to_json()))
    assert several["unique"] == {"row": False, "column": False}
    assert check(several).unique == ({"row": False, "column": False},)


def test_each_entry_of_a_part_is_looked_at():
    told = part()
    told["equilibria"][0]["payoffs"][0] = "3"
    refused(told, "number 1 does not pay")
    told = part()
    told["equilibria"][0]["strategies"]["column"] = {"-": {"1": "1/7", "2": "6/7"}}
    refused(told, "number 1 is not one: a seat could gain")


# ---------------------------------------------------------------------- components


def test_thousands_of_separate_equilibria_are_checked_one_by_one():
    """As in a coordination game of 12 x 12: every pair with every other would take too long."""
    many = 5_000
    entries = [ListedEquilibrium(((k, 1), (k, 1)), (ZERO, ZERO)) for k in range(many)]
    alone = [ListedComponent(0, ((k,),)) for k in range(many)]
    require_components(entries, alone)
    with pytest.raises(CertificateError, match="not the maximal ones"):
        require_components(entries, alone[1:])


def test_what_hangs_together_by_a_later_pair_is_one_component():
    mixes = [(1, 0), (0, 1)]
    pairs = [(0, 0), (1, 1), (0, 1)]
    entries = [ListedEquilibrium((mixes[x], mixes[y]), (ZERO, ZERO)) for x, y in pairs]
    require_components(entries, [ListedComponent(1, ((0, 2), (1, 2)))])
    with pytest.raises(CertificateError, match="two components have"):
        require_components(entries, [ListedComponent(1, ((0, 2),)), ListedComponent(1, ((1, 2),))])


def test_merged_components_fall_apart():
    told = listed(SEXES)
    told["components"] = [
        {"dimension": 0, "subsets": [[1], [2]]},
        {"dimension": 0, "subsets": [[3]]},
    ]
    refused(told, "falls apart")


def test_a_split_component_is_refused():
    told = listed([["1|1", "1|0"], ["1|0", "1|1"]])
    (component,) = told["components"]
    assert len(component["subsets"]) > 1
    told["components"] = [{"dimension": 1, "subsets": [subset]} for subset in component["subsets"]]
    refused(told, "in common")


def test_a_subset_that_is_left_out_is_refused():
    told = listed(SEXES)
    del told["components"][2]
    refused(told, "not the maximal ones")


def test_a_subset_that_is_not_the_largest_is_refused():
    told = listed(FREE)
    told["components"][0]["subsets"] = [[1, 2]]
    refused(told, "not the maximal ones")


def test_a_subset_that_is_listed_twice_is_refused():
    told = listed(SEXES)
    told["components"].append({"dimension": 0, "subsets": [[1]]})
    refused(told, "listed twice")


def test_a_component_without_a_subset_is_refused():
    told = listed(SEXES)
    told["components"].append({"dimension": 0, "subsets": []})
    refused(told, "empty")


@pytest.mark.parametrize("dimension", [0, 2, 4])
def test_a_false_dimension_is_refused(dimension):
    told = listed(FREE)
    told["components"][0]["dimension"] = dimension
    refused(told, "dimension")


# ---------------------------------------------------------------------- cases


def cases(told):
    return told["certificate"]["cases"]


def place(told, sort):
    return next(k for k, case in enumerate(cases(told)) if isinstance(case, sort))


def test_cases_that_break_off_are_refused():
    told = listed(SEXES)
    cases(told).pop()
    refused(told, "break off")


def test_halves_of_a_case_in_the_wrong_order_are_refused():
    told = listed(SEXES)
    cases(told)[0] = -cases(told)[0]
    refused(told, "does not gain|takes from|none is listed")


def test_cases_that_go_on_are_refused():
    told = listed(SEXES)
    cases(told).append(None)
    refused(told, "go on")


def test_no_cases_at_all_are_refused():
    told = listed(SEXES)
    told["certificate"]["cases"] = []
    refused(told, "break off")


def test_a_case_that_is_called_empty_without_a_gain_is_refused():
    told = listed(SEXES)
    cases(told)[cases(told).index(None)] = {"row": [0, 0]}
    refused(told, "does not gain")


@pytest.mark.parametrize("scale", [1, 2**70])
def test_a_shift_must_gain_against_every_strategy_that_is_left(scale):
    """Short numbers are multiplied as digits of one long number, long ones by themselves."""
    form = CertificateBimatrix(
        ("row", "column"), (["a", "b"], ["x", "y", "z"]), (ZEROS, ZEROS_PAID), (1, 1)
    )
    side = best_response_polytopes(form)[0]
    all_best = 0b11100
    side.require_empty(all_best, (-scale, 0, scale))
    side.require_empty(all_best | 0b10, (0, -scale, scale))
    for shift in [(-scale, scale, 0), (0, -scale, scale), (scale, 0, -scale)]:
        with pytest.raises(CertificateError, match="does not gain"):
            side.require_empty(all_best, shift)


ZEROS = [[0, 0, 0], [0, 0, 0]]
ZEROS_PAID = [[0, -3, 1], [-2, 5, 5]]
"""Of the column player: against the second row y and z pay the same."""


def test_a_shift_may_not_take_from_what_need_not_be_best():
    told = listed(SEXES)
    told["certificate"]["cases"] = [{"row": [1, -1]}]
    refused(told, "takes from")


def test_a_shift_may_not_make_weight_from_nothing():
    told = listed([["1|1", "1|0"], ["1|0", "1|1"]])
    told["certificate"]["cases"] = [{"row": [1, 0]}]
    refused(told, "takes from")


def test_a_shift_that_gains_nothing_against_one_strategy_is_refused():
    told = listed([["1|1", "0|0"], ["1|0", "5|1"]])
    # against the first column the second row is no better than the first
    told["certificate"]["cases"] = [1, None, {"row": [-1, 1]}]
    with pytest.raises(CertificateError):
        check(resealed(told))
    told["certificate"]["cases"] = [1, {"column": [0, 0]}, {"row": [-1, 1]}]
    with pytest.raises(CertificateError, match="does not gain"):
        check(resealed(told))


def test_a_case_with_equilibria_must_have_a_mix():
    told = listed(SEXES)
    told["certificate"]["cases"] = [None]
    refused(told, "has no mix")


def test_a_case_whose_face_is_a_point_that_is_not_listed_is_refused():
    told = listed(SEXES)
    k = place(told, dict)
    cases(told)[k] = None
    refused(told, "none is listed there|has no mix|not listed")


@pytest.mark.parametrize("label", [0, 5, -5])
def test_a_label_must_be_that_of_a_strategy(label):
    told = listed(SEXES)
    cases(told)[0] = label
    refused(told, "no strategy's number", FileError)


@pytest.mark.parametrize(
    ("case", "words"),
    [
        (True, "a case is not an object"),
        ("1", "a case is not an object"),
        ({}, "one seat's shift"),
        ({"row": [0, 0], "column": [0, 0]}, "one seat's shift"),
        ({"dealer": [0, 0]}, "is not a part of a case"),
        ({"row": [0]}, "one weight per strategy"),
        ({"row": "00"}, "one weight per strategy"),
        ({"row": [0.5, -0.5]}, "not a whole number"),
    ],
)
def test_a_case_has_one_of_three_forms(case, words):
    told = listed(SEXES)
    cases(told)[place(told, dict)] = case
    refused(told, words, FileError)


# ---------------------------------------------------------------------- the grammar


def changed(change):
    told = listed(SEXES)
    change(told)
    return told


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda t: t.update(more=1), "not a part of a list"),
        (lambda t: t.pop("unique"), "'unique' is missing"),
        (lambda t: t.update(equilibria=[]), "not a list"),
        (lambda t: t.update(equilibria={}), "not a list"),
        (lambda t: t.update(equilibria={"a": 1}), "not a list"),
        (lambda t: t.update(components={}), "components are not a list"),
        (lambda t: t["equilibria"][0].update(gains=["0", "0"]), "not a part of an equilibrium"),
        (lambda t: t["equilibria"][0].update(payoffs=["2"]), "not one per seat"),
        (lambda t: t["equilibria"][0].update(payoffs="21"), "not one per seat"),
        (lambda t: t["equilibria"][0]["strategies"].pop("row"), "'row' is missing"),
        (lambda t: t["equilibria"][0]["strategies"].update(row={}), "'-' is missing"),
        (lambda t: t["equilibria"][0]["strategies"]["row"]["-"].update(x="0"), "not a part of"),
        (lambda t: t["components"][0].update(dimension="0"), "a dimension and a list"),
        (lambda t: t["components"][0].update(dimension=True), "a dimension and a list"),
        (lambda t: t["components"][0].update(subsets={}), "a dimension and a list"),
        (lambda t: t["components"][0].update(subsets=[[]]), "numbers of equilibria"),
        (lambda t: t["components"][0].update(subsets=[1]), "numbers of equilibria"),
        (lambda t: t["components"][0].update(subsets=[[True]]), "numbers of equilibria"),
        (lambda t: t["components"][0].update(subsets=[[0]]), "in order"),
        (lambda t: t["components"][0].update(subsets=[[4]]), "in order"),
        (lambda t: t["components"][0].update(subsets=[[1, 1]]), "in order"),
        (lambda t: t["certificate"].update(cases={}), "cases are not a list"),
        (lambda t: t["certificate"].update(form=[]), "form is not an object"),
        (lambda t: t["certificate"]["form"].update(kind="matrix"), "is not known"),
        (lambda t: t["certificate"]["form"].update(denominators=[1]), "one for each seat"),
        (lambda t: t["certificate"]["form"].update(denominators=1), "one for each seat"),
        (lambda t: t["certificate"]["form"].update(denominators=[0, 1]), "not positive"),
        (lambda t: t["certificate"]["form"].update(denominators=[1, -1]), "not positive"),
        (lambda t: t["certificate"]["form"].update(payoffs=[[[1]]]), "one for each seat"),
        (lambda t: t["certificate"]["form"].update(payoffs=1), "one for each seat"),
        (lambda t: t["certificate"]["form"]["payoffs"].__setitem__(0, [1]), "list of rows"),
        (lambda t: t["certificate"]["form"]["payoffs"].__setitem__(0, 1), "list of rows"),
        (lambda t: t["certificate"]["form"]["payoffs"][1].pop(), "does not fit"),
        (lambda t: t["certificate"]["form"]["payoffs"][1][0].pop(), "does not fit"),
    ],
)
def test_what_is_not_of_the_grammar_is_refused(change, words):
    refused(changed(change), words, FileError)


def test_the_form_is_a_bimatrix_and_no_tree():
    told = listed(SEXES)
    cells = {seat: [["-", ["1", "2"], 0]] for seat in ("row", "column")}
    told["certificate"]["form"] = {
        "kind": "general",
        "cells": cells,
        "denominators": [1, 1],
        "payoffs": [[1, 1, 2, 1], [2, 2, 1, 2]],
    }
    refused(told, "is not a bimatrix", FileError)


def test_what_would_take_too_long_is_refused(monkeypatch):
    from sabot.certify import all_nash
    from sabot.certify import all_nash as walk

    told = listed(SEXES)
    alive = cases(told).count(None)
    dead = sum(isinstance(case, dict) for case in cases(told))
    for module, limit, needed in (
        (all_nash, "MOST_PURE_STRATEGIES", 4),
        (all_nash, "MOST_EQUILIBRIA", 3),
        (walk, "MOST_CASE_TREE_WORK", 4 * dead + 4 * 8 * alive),
    ):
        with monkeypatch.context() as one:
            one.setattr(module, limit, needed - 1)
            refused(told, "too many for this checker", FileError)
            one.setattr(module, limit, needed)
            assert check(resealed(told)).complete
    together = listed(BENT)
    assert [len(part["subsets"]) for part in together["components"]] == [2]
    monkeypatch.setattr(all_nash, "MOST_NASH_SUBSETS", 1)
    refused(together, "too many for this checker", FileError)
    monkeypatch.setattr(all_nash, "MOST_NASH_SUBSETS", 2)
    assert check(resealed(together)).complete


def test_a_face_that_is_too_large_leaves_the_list_unproved_as_to_completeness(
    monkeypatch, tmp_path
):
    from sabot.certify import double_description

    told = resealed(listed([[(0, 3), (5, 1), (0, 3)], [(-1, 0), (-1, 0), (-1, 0)]]))
    monkeypatch.setattr(double_description, "MOST_VERTEX_WORK", 1)
    proved = check(told)
    assert proved.complete is False
    assert proved.unique == ({"row": None, "column": False},)
    assert "that there are no others was not shown" in proved.words
    path = tmp_path / "list.json"
    path.write_text(json.dumps(told))
    loaded = EveryEquilibrium.load(path)
    for printed in (str(loaded), loaded.to_latex()):
        assert "that there are no others was not shown" in printed
        assert "proved to be" not in printed


def test_an_edge_is_kept_where_a_third_ray_is_not_on_it():
    cone = ExtremeRayCone(3, EnumerationMeter())
    cone.cut([1, -1, 0], level=True)
    assert sorted(weights for weights, _ in cone.rays) == [(0, 0, 1), (1, 1, 0)]


def test_a_meter_gives_all_that_it_has_and_no_more():
    meter = EnumerationMeter(5)
    meter.take(5)
    with pytest.raises(PolytopeTooLargeError):
        meter.take(1)
