"""What lists of equilibria and theorems on hands may ask of their checker: just so much."""

import copy
import json

import pytest
from tests.unit.forging import resealed
from tools import fuzz_kinds

import sabot
from sabot import certify
from sabot.certify import all_nash, sequence_form
from sabot.certify.continuous import parametric as hands
from sabot.certify.limits import WorkMeter
from sabot.errors import CertificateError, FileError


@pytest.fixture(scope="module")
def listed():
    """A list with a component of dimension 1, so that there is something to span."""
    return json.loads(
        json.dumps(sabot.equilibria([["1|1", "1|1", "0|0"], ["0|0", "0|0", "2|2"]]).to_json())
    )


def complete(told):
    found = certify.check(told)
    assert isinstance(found, certify.AllNashVerdict)
    return found.complete


def test_a_meter_lets_all_be_taken_and_no_more():
    meter = WorkMeter(5, "it takes")
    meter.take(3)
    meter.take(2)
    with pytest.raises(FileError, match="it takes too long to be checked"):
        meter.take(1)


@pytest.mark.parametrize(
    ("room", "limit", "enough", "match"),
    [
        (all_nash, "MOST_EQUILIBRIA_WORK", 100, "the equilibria take too long"),
        (all_nash, "MOST_NASH_SUBSET_WORK", 100, "what the equilibria span takes too long"),
        (all_nash, "MOST_EQUILIBRIA_WEIGHTS", 15, "the strategies of .* are too long"),
    ],
)
def test_a_list_may_ask_for_so_much(monkeypatch, listed, room, limit, enough, match):
    monkeypatch.setattr(room, limit, enough)
    assert complete(listed)
    monkeypatch.setattr(room, limit, 2)
    with pytest.raises(FileError, match=match):
        certify.check(listed)


def test_long_payoffs_and_long_chances_together_take_longer(monkeypatch, listed):
    longer = copy.deepcopy(listed)
    form = longer["certificate"]["form"]
    many = 10**4000
    form["payoffs"] = [[[many * c for c in row] for row in table] for table in form["payoffs"]]
    form["denominators"] = [many, many]
    longer = resealed(longer)
    assert complete(longer)
    monkeypatch.setattr(all_nash, "MOST_EQUILIBRIA_WORK", 40)
    assert complete(listed)
    with pytest.raises(FileError, match="the equilibria take too long"):
        certify.check(longer)


def test_a_mix_may_say_that_an_action_has_no_chance(listed):
    changed = copy.deepcopy(listed)
    mix = changed["equilibria"][0]["strategies"]["row"]["-"]
    (taken,) = mix
    changed["equilibria"][0]["strategies"]["row"]["-"] = {"1": "0", "2": "0"} | {taken: "1"}
    assert complete(resealed(changed))
    changed["equilibria"][0]["strategies"]["row"]["-"] = {"1": "-1", "2": "2"}
    with pytest.raises(CertificateError, match="is not a mix"):
        certify.check(resealed(changed))


def test_a_mix_is_told_by_texts(listed):
    changed = copy.deepcopy(listed)
    changed["equilibria"][0]["strategies"]["row"]["-"] = {"1": ["1"]}
    with pytest.raises(FileError, match="is not a fraction written as text"):
        certify.check(resealed(changed))
    changed["equilibria"][0]["strategies"]["row"]["-"] = {}
    with pytest.raises(CertificateError, match="is not a mix"):
        certify.check(resealed(changed))


def test_the_dimension_of_what_is_spanned_is_its_rank_however_long_the_numbers():
    """Dense mixes of one subset: elimination that never divides has numbers of 2^20 lengths."""
    told = fuzz_kinds.dense(20)
    told["components"][0]["dimension"] = 19
    told["certificate"]["cases"] = []
    with pytest.raises(CertificateError, match="the cases break off"):
        certify.check(resealed(told))
    told["components"][0]["dimension"] = 18
    with pytest.raises(CertificateError, match="the dimension of a component"):
        certify.check(resealed(told))


def test_rank_is_found_without_fractions():
    plenty = WorkMeter(10**6, "it takes")
    assert all_nash._bareiss_rank([(1, 2, 3), (2, 4, 6)], plenty) == 1
    assert all_nash._bareiss_rank([(0, 1, 1), (0, 2, 5), (3, 1, 4)], plenty) == 3
    assert all_nash._bareiss_rank([(0, 1, 2), (0, 2, 4), (0, 3, 7)], plenty) == 2
    assert all_nash._bareiss_rank([(2, 4, 1), (3, 5, 2), (5, 9, 3), (7, 13, 4)], plenty) == 2


def test_amounts_of_a_theorem_on_hands_have_a_short_common_denominator(monkeypatch):
    ends = [{"pays": [f"1/{p}", f"-1/{p}"]} for p in (3, 5, 7, 11)]
    told = resealed(fuzz_kinds.theorem(ends))
    monkeypatch.setattr(hands, "MOST_THRESHOLD_DENOMINATOR_BITS", 11)  # bits of 3 * 5 * 7 * 11
    with pytest.raises(CertificateError, match="does not list"):
        certify.check(told)
    monkeypatch.setattr(hands, "MOST_THRESHOLD_DENOMINATOR_BITS", 10)
    with pytest.raises(FileError, match="no common denominator below"):
        certify.check(told)


def test_what_is_free_by_more_than_a_float_holds_is_refused_in_words():
    told = json.loads(fuzz_kinds.sealed(fuzz_kinds.free(390)))
    with pytest.raises(CertificateError, match="may gain a whole number of about 391 digits by it"):
        certify.check(told)


def test_a_plan_of_long_chances_one_after_the_other_is_held_up_to_a_limit(monkeypatch):
    """Chances 1/3 and then 1/5 of the same seat: 1/3 and 2/3, 1/15 and 4/15 have 19 bits."""
    cells = [["a", ["x", "y"], 0], ["b", ["x", "y"], 1]]
    seat = sequence_form.read_player_sequences("A", cells)
    told = {"a": {"x": "1/3", "y": "2/3"}, "b": {"x": "1/5", "y": "4/5"}}
    plan = sequence_form.read_strategy(seat, told, {})
    monkeypatch.setattr(sequence_form, "MOST_PLAN_BITS", 2 * 19)
    monkeypatch.setattr(sequence_form, "bounded_lcm", lambda numbers, uses: 15)
    assert plan.plan() == ([15, 5, 10, 1, 4], 15)
    monkeypatch.setattr(sequence_form, "MOST_PLAN_BITS", 2 * 19 - 1)
    with pytest.raises(FileError, match="too long, one after the other, to be held"):
        plan.plan()
