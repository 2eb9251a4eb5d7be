"""Lists of all equilibria for three: proved by cells, and forged by someone who means ill."""

import copy
import json
import random
from fractions import Fraction

import pytest
from click.testing import CliRunner
from tests.schema import faults
from tests.unit.forging import resealed

import sabot
from sabot import certify
from sabot.certify import limits
from sabot.certify import nplayer_nash as checks
from sabot.cli.program import cli
from sabot.errors import CertificateError, FileError
from sabot.io.nfg import parse_nplayer_nfg

THREE = 'NFG 1 R "" { "Ann" "Bob" "Cleo" } { 2 2 2 } '
MEET = THREE + "1 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 2 2 2"
"""Two pure equilibria, and one with a square root."""
SETS = THREE + "2 -2 1 -1 0 -1 0 1 0 -2 2 1 1 2 0 -2 1 2 -1 2 2 -2 1 -2"
"""A set of equilibria, and a cut that is not in the middle."""
IDLE = THREE + "1 1 0 0 0 0 0 0 0 1 1 0 1 1 0 0 0 0 0 0 0 1 1 0"
"""Ann and Bob meet; Cleo is paid nothing: her mix is free."""
CURVE = THREE + "0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1"
"""Ann and Bob are paid nothing: a surface of equilibria that no cells cover."""

BRANCH = THREE + "1 1 1 1 1 0 1 0 0 0 1 0 1 1 1 1 1 1 1 0 1 0 1 0"
"""One case is a branch: an action that is never worse, and in places not better."""


_STEP = Fraction(1, 2**64)
NEAR_BUT_APART = [
    (Fraction(1, 2), Fraction(1, 2) + _STEP / 64),
    (0, _STEP / 64),
    (1 - _STEP / 64, 1 - _STEP),
    (Fraction(1, 3), Fraction(1, 3) + _STEP),
]
"""Chances with a multiple of 2^-64 between them, or one that is such a multiple itself."""
TOO_NEAR = [(Fraction(1, 2) + _STEP / 64, Fraction(1, 2) + _STEP / 128), (_STEP / 3, _STEP / 2)]


def document(text):
    return json.loads(json.dumps(sabot.equilibria(parse_nplayer_nfg(text)).to_json()))


@pytest.fixture(scope="module")
def meet():
    return document(MEET)


@pytest.fixture(scope="module")
def sets():
    return document(SETS)


def refused(told, match, fault=CertificateError):
    with pytest.raises(fault, match=match):
        certify.check(resealed(told))


def changed(told, path, value):
    found = copy.deepcopy(told)
    part = found
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return found


def incomplete(told):
    """Return a list that does not claim to be complete."""
    found = changed(told, ("complete",), False)
    del found["certificate"]["neighbourhoods"], found["certificate"]["cases"]
    return found


def test_a_list_is_proved_as_it_is(meet):
    found = certify.check(meet)
    assert isinstance(found, certify.NPlayerNashVerdict)
    assert found.words == "proved: 3 equilibria, and there are no others"
    assert found.complete and found.unique == () and found.kind == "equilibria"
    assert found.value[:2] == ["1, 1, 1", "2, 2, 2"]
    assert found.to_json()["complete"] is True
    assert not faults(meet, "nplayer-equilibria-1.json")


def test_a_complete_list_has_both_parts_of_a_proof_and_no_other_list_has_one(meet):
    for key in ("neighbourhoods", "cases"):
        without = copy.deepcopy(meet)
        del without["certificate"][key]
        refused(without, "if, and only if, it is complete", FileError)
        refused(changed(without, ("complete",), False), "if, and only if, it", FileError)
    refused(changed(meet, ("complete",), False), "if, and only if, it is complete", FileError)


def test_sets_of_equilibria_are_proved(sets):
    found = certify.check(sets)
    assert found.words == "proved: 1 set of equilibria, and there are no others"
    assert not faults(sets, "nplayer-equilibria-1.json")
    assert any(len(case) == 5 for case in sets["certificate"]["cases"])
    idle = certify.check(document(IDLE))
    assert idle.words == "proved: 3 sets of equilibria, and there are no others"


@pytest.mark.slow
def test_a_search_that_is_given_up_claims_no_completeness():
    told = document(CURVE)
    assert told["complete"] is False and set(told["certificate"]) == {"form", "digest"}
    assert certify.check(told).words.endswith("; there may be others")
    refused(changed(told, ("complete",), True), "if, and only if", FileError)
    extra = changed(told, ("certificate", "cases"), [])
    refused(extra, "if, and only if", FileError)


def test_equilibria_of_a_list_that_is_not_complete_are_proved(meet):
    told = incomplete(meet)
    assert certify.check(resealed(told)).words == "proved: 3 equilibria; there may be others"
    told["equilibria"][0] |= {
        "strategies": {
            "Ann": {"-": {"1": "1"}},
            "Bob": {"-": {"1": "1"}},
            "Cleo": {"-": {"2": "1"}},
        },
        "payoffs": ["0", "0", "0"],
    }
    refused(told, "equilibrium 1: Cleo gains by another strategy")


def test_a_branch_may_name_an_action_that_is_as_good():
    told = document(BRANCH)
    assert any(len(case) == 4 for case in told["certificate"]["cases"])
    proved = certify.check(told)
    assert isinstance(proved, certify.NPlayerNashVerdict) and proved.complete


def test_a_unique_equilibrium_is_said_to_be_unique():
    ring = THREE + "1 1 0 0 1 1 0 0 0 1 0 1 1 0 1 0 0 0 0 1 1 1 1 0"
    found = certify.check(document(ring))
    assert found.words == "proved: 1 equilibrium, and there are no others"
    assert found.unique == ({"Ann": True, "Bob": True, "Cleo": True},)


@pytest.mark.parametrize("number", range(3))
def test_one_left_out_is_missed(meet, number):
    told = copy.deepcopy(meet)
    del told["equilibria"][number]
    del told["certificate"]["neighbourhoods"][number]
    told["count"] = 2
    kept = [k for k in range(3) if k != number]
    for case in told["certificate"]["cases"]:
        if len(case) == 1:
            case[0] = kept.index(case[0] - 1) + 1 if case[0] - 1 in kept else 1
    refused(told, "other equilibria than number 1|is not in it")


def test_one_twice_is_refused(meet):
    for number in range(3):
        told = copy.deepcopy(meet)
        told["equilibria"].append(told["equilibria"][number])
        told["certificate"]["neighbourhoods"].append(told["certificate"]["neighbourhoods"][number])
        told["count"] = 4
        refused(told, f"equilibria {number + 1} and 4 cannot be told apart")


def with_free_mixes(*chances):
    """Return a list of equilibria in which Cleo, who is paid nothing, mixes in these ways."""
    told = incomplete(document(IDLE))
    pure = {"Ann": {"-": {"1": "1"}}, "Bob": {"-": {"1": "1"}}}
    told["equilibria"] = [
        {
            "strategies": pure
            | {"Cleo": {"-": {"1": str(p), "2": str(1 - p)} if p else {"2": "1"}}},
            "payoffs": ["1", "1", "0"],
        }
        for p in map(Fraction, chances)
    ]
    return told | {"count": len(chances), "subsets": []}


def test_a_multiple_of_2_to_the_minus_64_tells_two_equilibria_apart():
    for one, two in NEAR_BUT_APART:
        assert certify.check(resealed(with_free_mixes(one, two))).words.startswith("proved: 2")
    for one, two in TOO_NEAR:
        refused(with_free_mixes(one, two), "equilibria 1 and 2 cannot be told apart")


def with_wide_root(low):
    """Return the list of MEET, with a root between *low* and 3."""
    root = {"root_of": [2, -4, 1], "between": [low, "3"]}
    return changed(document(MEET), ("equilibria", 2, "root"), root)


def test_the_interval_of_a_root_may_be_wide():
    proved = certify.check(resealed(with_wide_root("-" + "9" * 90)))
    assert isinstance(proved, certify.NPlayerNashVerdict) and proved.complete


def test_every_payoff_and_every_chance_is_compared(meet):
    for number, one in enumerate(meet["equilibria"]):
        for seat in range(3):
            refused(changed(meet, ("equilibria", number, "payoffs", seat), "77/3"), "is paid")
        for seat in one["strategies"]:
            path = ("equilibria", number, "strategies", seat, "-")
            refused(changed(meet, path, {"1": "1/3", "2": "2/3"}), "gain|is paid")


def test_a_case_left_out_or_too_many_is_refused(meet):
    cases = meet["certificate"]["cases"]
    refused(changed(meet, ("certificate", "cases"), cases[:-1]), "left open")
    refused(changed(meet, ("certificate", "cases"), [*cases, [1]]), "for which there is no cell")
    refused(changed(meet, ("certificate", "cases"), []), "left open")
    for number, case in enumerate(cases):
        if len(case) == 1:
            other = 1 + case[0] % 3
            told = changed(meet, ("certificate", "cases", number), [other])
            refused(told, f"other equilibria than number {other}")
    refused(changed(meet, ("certificate", "cases", 0), [1]), "case 1: the cell may have other")


@pytest.mark.parametrize(
    ("case", "match", "fault"),
    [
        ([0, 0, 0], "two vertices", CertificateError),
        ([0, 0, 2], "vertices that no cell has", FileError),
        ([0, -1, 0], "vertices that no cell has", FileError),
        (["0", 0, 1], "is a number", FileError),
        ([0, 0, "1", 1, 1], "is a number", FileError),
        ([3, 0, 1], "names an agent", FileError),
        ([-1, 0, 1], "names an agent", FileError),
        ([0, 0, 1, 0, 1], "positive weights", FileError),
        ([0, 0, 1, 1, -1], "positive weights", FileError),
        ([0, 0, 1, 1], "an action that may be worse", CertificateError),
        ([0, 0, 2, 1], "two actions", FileError),
        ([0, -1, 1, 1], "two actions", FileError),
        ([0, 0, 1, 0], "two agents", FileError),
        ([0, 0, 1, 3], "two agents", FileError),
        ([3, 0, 1, 0], "two agents", FileError),
        ([], "one to five", FileError),
        ([0, 0, 1, 1, 1, 1], "one to five", FileError),
        ("cut", "one to five", FileError),
        ([4], "equilibrium that is not listed", FileError),
        ([0], "equilibrium that is not listed", FileError),
        ([0, 1], "subset that is not listed", FileError),
        ([0, 0], "subset that is not listed", FileError),
        ([0, 0, 1, 1 << 5000, 1], "grow too long", FileError),
    ],
)
def test_a_case_that_is_not_by_the_grammar_is_refused(meet, case, match, fault):
    if isinstance(case, list):
        case = [str(x) if isinstance(x, int) and x >= 2**53 else x for x in case]
    refused(changed(meet, ("certificate", "cases", 0), case), match, fault)


def test_a_neighbourhood_is_not_too_large_and_has_the_equilibrium(meet):
    path = ("certificate", "neighbourhoods", 2)
    below = meet["certificate"]["neighbourhoods"][2]["denominator"]
    away = [[below - 1, 1]] * 3
    refused(changed(meet, (*path, "least"), away), "the equilibrium is not in it")
    refused(changed(meet, (*path, "least"), [[0, 1]] * 3), "not positive")
    refused(changed(meet, (*path, "least"), [[below, below]] * 3), "not positive")
    refused(changed(meet, (*path, "least"), [[1]] * 3), "for each action used", FileError)
    refused(changed(meet, (*path, "least"), [[1, 1]] * 2), "for each action used", FileError)
    refused(changed(meet, (*path, "denominator"), 0), "for each action used", FileError)
    refused(changed(meet, (*path, "denominator"), str(1 << 5000)), "too long", FileError)
    rows = meet["certificate"]["neighbourhoods"][2]["multipliers"]
    for k in range(3):
        refused(changed(meet, (*path, "multipliers", k), [0, 0, 0]), "diagonally dominant")
    refused(changed(meet, (*path, "multipliers"), rows[:2]), "square", FileError)
    refused(changed(meet, (*path, "multipliers", 1), [1, 1]), "square", FileError)
    refused(changed(meet, (*path, "multipliers", 1), 5), "not a list", FileError)
    refused(changed(meet, (*path, "least"), 5), "lists of least", FileError)
    refused(changed(meet, path, None), "other equilibria than number 3")


def test_a_subset_is_of_equilibria_and_has_its_cells(sets):
    for seat in sets["subsets"][0]:
        told = changed(sets, ("subsets", 0, seat), [{"-": {"1": "1"}}, {"-": {"2": "1"}}])
        refused(told, "gains by another action at a mixture")
    part = changed(sets, ("subsets", 0, "Bob", 1), {"-": {"1": "1/3", "2": "2/3"}})
    refused(part, "is not in subset 1")
    gone = document(IDLE)
    del gone["subsets"][0]
    for case in gone["certificate"]["cases"]:
        if len(case) == 2:
            case[1] = 1
    refused(gone, "is not in subset 1")
    seat = next(seat for seat, own in sets["subsets"][0].items() if len(own) == 2)
    one = sets["subsets"][0][seat][0]
    path = ("subsets", 0, seat)
    refused(changed(sets, path, [one, one]), "twice", FileError)
    refused(changed(sets, path, [one]), "single equilibrium", FileError)
    refused(changed(sets, path, []), "list of strategies", FileError)
    refused(changed(sets, path, 5), "list of strategies", FileError)
    subset = next(n for n, case in enumerate(sets["certificate"]["cases"]) if len(case) == 2)
    refused(changed(sets, ("certificate", "cases", subset, 0), 1), "not listed", FileError)


def test_a_cut_is_between_vertices_that_the_cell_has(sets):
    for cut in ([0, 0, 1], [0, 1, 0]):  # Ann has one action left
        refused(changed(sets, ("certificate", "cases", 0), cut), "that the cell does not have")


def test_a_mixture_is_of_all_weights():
    assert checks._is_between([1, 1, 0], [1, 0, 0], [0, 1, 0])
    assert not checks._is_between([1, 1, 1], [1, 0, 0], [0, 1, 0])
    assert not checks._is_between([3, 1], [1, 1], [1, 3])


def test_a_subset_of_two_has_mixtures_at_one_information_set_only():
    both = [[[1, 0], [1, 0]], [[0, 1], [0, 1]]]
    assert not checks._is_in_subset([[1, 1], [1, 0]], both)
    one = [[[1, 0], [1, 0]], [[0, 1], [1, 0]]]
    assert checks._is_in_subset([[1, 1], [1, 0]], one)
    assert not checks._is_in_subset([[1, 1], [0, 1]], one)


@pytest.mark.parametrize(
    ("path", "value", "match", "fault"),
    [
        (("count",), 2, "'count' is 2", CertificateError),
        (("count",), True, "count", FileError),
        (("complete",), 1, "neither true nor false", FileError),
        (("more",), 1, "more", FileError),
        (("equilibria",), {}, "not a list", FileError),
        (("subsets",), {}, "not a list", FileError),
        (("equilibria", 0, "more"), 1, "more", FileError),
        (("equilibria", 0, "payoffs"), ["1"], "one number for each seat", FileError),
        (("equilibria", 2, "payoffs"), ["1"], "one number for each seat", FileError),
        (("equilibria", 2, "payoffs"), "ttt", "one number for each seat", FileError),
        (("equilibria", 0, "root"), None, "is not a root", FileError),
        (("certificate", "neighbourhoods"), [], "one for each equilibrium", FileError),
        (("certificate", "cases"), {}, "not a list", FileError),
    ],
)
def test_what_is_not_by_the_grammar_is_refused(meet, path, value, match, fault):
    refused(changed(meet, path, value), match, fault)


def test_limits_are_kept(monkeypatch, meet, sets):
    monkeypatch.setattr(checks, "MOST_CELL_PROFILES", 7)
    refused(meet, "more than 7 profiles", FileError)
    monkeypatch.setattr(checks, "MOST_CELL_PROFILES", 8)
    certify.check(meet)
    monkeypatch.setattr(checks, "MOST_SUBSET_VERTICES", 1)
    refused(sets, "list of strategies", FileError)
    monkeypatch.setattr(checks, "MOST_SUBSET_VERTICES", 2)
    certify.check(sets)


def test_numbers_have_at_most_so_many_bits(monkeypatch, meet, sets):
    for told, most, match in (
        (meet, 33, "a number of a neighbourhood is too long"),
        (sets, 4, "the numbers of a cell grow too long"),
        (resealed(incomplete(sets)), 2, "the probabilities of a subset are too long"),  # thirds
    ):
        monkeypatch.setattr(checks, "MOST_CELL_BITS", most)
        certify.check(told)
        monkeypatch.setattr(checks, "MOST_CELL_BITS", most - 1)
        refused(told, match, FileError)


def test_a_player_without_a_free_probability_has_no_slopes():
    # Ann has a dominant action; Bob and Cleo match pennies
    game = "1 1 0 0 1 0 1 0 1 0 0 1 1 0 1 0 0 1 1 1 0 0 1 0"
    found = certify.check(document(THREE + game))
    assert found.words == "proved: 1 equilibrium, and there are no others"


def with_long_cuts(bits):
    """Return a list of a game in which all is an equilibrium, with three cuts of such weights.

    Two cuts are between the second vertex and the first; the sum of the new one is then multiplied.
    """
    told = document('NFG 1 R "" { "A" "B" "C" } { 3 1 1 } ' + "1 1 1 " * 3)
    by_seed = random.Random(1)
    least = 1 << bits - 1
    weights = [[by_seed.randrange(least, 2 * least) for _ in "pq"] for _ in range(3)]
    one, two, three = ([Fraction(int(a == b)) for a in range(3)] for b in range(3))

    def mixed(pair, first, second):
        return [(pair[0] * x + pair[1] * y) / sum(pair) for x, y in zip(first, second, strict=True)]

    fourth, fifth = mixed(weights[0], one, two), mixed(weights[1], one, three)
    mixes = [one, two, three, fourth, fifth, mixed(weights[2], one, fourth)]
    told["subsets"][0]["A"] = [
        {"-": {name: str(x) for name, x in zip("123", mix, strict=True) if x}} for mix in mixes
    ]
    edges = [[0, 0, 1], [0, 0, 2], [0, 0, 1]]
    cuts = [
        [*edge, *(w if w < 2**53 else str(w) for w in pair)]
        for edge, pair in zip(edges, weights, strict=True)
    ]
    told["certificate"]["cases"] = cuts + [[0, 1]] * 4
    return resealed(told)


LONGEST_CUTS = 1364
"""Bits of weights up to which three such cuts are looked at: 3 times as many are together 4,096."""


def with_growing_vertices(count, bits=4000):
    """Return a list in which payoffs are 0 and so many cuts have weights of such bits."""
    told = document('NFG 1 R "" { "A" "B" "C" } { 2 1 1 } ' + "0 0 0 " * 2)
    by_seed = random.Random(1)
    told["certificate"]["cases"] = [
        [0, k % 2, 1 - k % 2, *(str(by_seed.getrandbits(bits) | 1 << bits - 1) for _ in "pq")]
        for k in range(count)
    ]
    return resealed(told)


def test_three_cuts_are_as_long_as_the_sums_of_vertices_allow():
    proved = certify.check(with_long_cuts(LONGEST_CUTS))
    assert proved.words == "proved: 1 set of equilibria, and there are no others"
    refused(with_long_cuts(LONGEST_CUTS + 1), "the numbers of a cell grow too long", FileError)


def test_vertices_do_not_grow_without_limit_where_payoffs_are_nothing():
    told = with_growing_vertices(400)
    with limits.one_document() as meter, pytest.raises(FileError, match="grow too long"):
        checks.verify_nplayer_nash(checks.read_nplayer_nash(told))
    assert sum(meter.spent.values()) < 10_000


def test_the_bits_of_sums_are_counted_as_work():
    spent = []
    for count in (1, 2):
        told = checks.read_nplayer_nash(with_growing_vertices(count, 1000))
        with limits.one_document() as meter, pytest.raises(CertificateError, match="left open"):
            checks.verify_nplayer_nash(told)
        spent.append(meter.spent["cells"])
    to_look, payoffs = 12 + 10 + 10, 2 + 2 + 2
    assert spent[1] - spent[0] == to_look + 2 * payoffs * (1 + 1000 // 64)


TREE = """EFG 2 R "entry" { "Ann" "Bob" "Cleo" }
p "" 1 1 "" { "out" "in" } 0
t "" 1 "" { 1 1 1 }
p "" 2 1 "" { "fight" "share" } 0
p "" 3 1 "" { "l" "r" } 0
t "" 2 "" { -1 -1 0 }
t "" 3 "" { -2 -1 1 }
p "" 1 2 "" { "stay" "leave" } 0
t "" 4 "" { 3 2 0 }
t "" 5 "" { 0 1 0 }
"""
"""Ann enters and stays and Bob shares; or she is out, and Bob's threat to fight keeps her there."""


@pytest.fixture(scope="module")
def entry(tmp_path_factory):
    path = tmp_path_factory.mktemp("trees") / "entry.efg"
    path.write_text(TREE)
    return json.loads(json.dumps(sabot.equilibria(str(path)).to_json()))


def test_a_list_of_a_tree_is_proved_up_to_what_is_not_reached(entry):
    found = certify.check(entry)
    said = "proved: 2 equilibria, and there are no others up to views that are not reached"
    assert found.words == said
    assert not found.unique and found.to_json()["reached_only"] is True


def test_the_claim_about_all_views_is_refused(entry):
    told = copy.deepcopy(entry)
    del told["reached_only"]
    refused(told, "least probability", FileError)
    refused(changed(entry, ("reached_only",), False), "where it is true only", FileError)


def test_two_equilibria_with_the_same_play_are_not_told_apart(entry):
    told = copy.deepcopy(entry)
    again = copy.deepcopy(
        next(one for one in told["equilibria"] if "out" in one["strategies"]["Ann"]["1"])
    )
    again["strategies"]["Cleo"] = {"1": {"l": "1/3", "r": "2/3"}}
    told["equilibria"].append(again)
    told["count"] += 1
    told["certificate"]["neighbourhoods"].append(None)
    refused(told, "cannot be told apart")


def test_an_equilibrium_that_is_left_out_leaves_a_cell_open(entry):
    for gone in (0, 1):
        told = copy.deepcopy(entry)
        del told["equilibria"][gone]
        del told["certificate"]["neighbourhoods"][gone]
        told["count"] -= 1
        cases = told["certificate"]["cases"]
        told["certificate"]["cases"] = [[1] if len(case) == 1 else case for case in cases]
        refused(told, "other equilibria than number 1")


def test_a_deviation_must_gain_at_all_vertices(entry):
    where = len(entry["certificate"]["cases"]) - 1
    for case in ([0, [0, 0]], [0, [1, 0]], [0, [1, 1]], [1, [1]], [2, [0]]):
        refused(changed(entry, ("certificate", "cases", where), case), "may not gain")
    for case in ([3, [0]], [0, [0]], [0, [0, 2]], [0, [0, True]], [0, []], [True, [1]]):
        refused(changed(entry, ("certificate", "cases", where), case), "case", FileError)


def test_a_player_without_a_choice_is_reached_and_has_no_deviation(tmp_path):
    path = tmp_path / "spectator.efg"
    path.write_text(
        'EFG 2 R "" { "Ann" "Bob" "Cleo" } p "" 1 1 "" { "out" "in" } 0 t "" 1 "" { 1 1 1 } '
        'p "" 2 1 "" { "fight" "share" } 0 t "" 2 "" { -1 -1 0 } '
        'p "" 1 2 "" { "stay" "leave" } 0 t "" 3 "" { 3 2 0 } t "" 4 "" { 0 1 0 } '
    )
    told = json.loads(json.dumps(sabot.equilibria(str(path)).to_json()))
    assert told["reached_only"] and certify.check(told)
    last = len(told["certificate"]["cases"]) - 1
    none = changed(told, ("certificate", "cases", last), [2, []])
    refused(none, "an action that is not there", FileError)


def test_agents_and_the_numbers_of_a_strategy_are_bounded(monkeypatch, entry):
    monkeypatch.setattr(checks, "MOST_PLAYERS", 4)
    proved = certify.check(entry)
    monkeypatch.setattr(checks, "MOST_PLAYERS", 3)
    refused(entry, "more than 3 information sets", FileError)
    assert isinstance(proved, certify.NPlayerNashVerdict)
    ann = proved.source.form.seats[0]
    half = {"1": {"out": "1/2", "in": "1/2"}, "2": {"stay": "1/2", "leave": "1/2"}}
    monkeypatch.setattr(checks, "MOST_CELL_BITS", 2)
    mixes = checks._weights_of_strategy(ann, half)
    with pytest.raises(FileError, match="are too long"):
        checks._plan_of_weights(ann, mixes)
    monkeypatch.setattr(checks, "MOST_CELL_BITS", 1)
    with pytest.raises(FileError, match="are too long"):
        checks._weights_of_strategy(ann, half)


TWO = """EFG 2 R "two" { "Ann" "Bob" "Cleo" }
p "" 1 1 "" { "out" "in" } 0
t "" 1 "" { 1 1 1 }
p "" 2 1 "" { "x" "y" } 0
p "" 1 2 "" { "c" "d" } 0
t "" 2 "" { 0 1 0 }
t "" 3 "" { 5 1 0 }
p "" 3 1 "" { "l" "r" } 0
t "" 4 "" { 0 0 1 }
t "" 5 "" { 2 0 3 }
"""
"""Ann gains by in and d, not by either alone: out and c is no equilibrium of the tree. Deviations
are shown in cells whose vertices have different sums."""


def test_a_strategy_that_gains_at_two_views_only_is_a_deviation(tmp_path):
    path = tmp_path / "two.efg"
    path.write_text(TWO)
    found = sabot.equilibria(str(path))
    told = json.loads(json.dumps(found.to_json()))
    certify.check(told)
    assert [list(one.strategies["Ann"]["1"]) for one in found] == [["in"], ["out"]]
    assert "y" in found.equilibria[1].strategies["Bob"]["1"]  # a threat: with x she would come in
    deviations = [case for case in told["certificate"]["cases"] if isinstance(case[-1], list)]
    assert deviations
    for case in deviations:
        case[-1] = [0, 0]
    refused(told, "may not gain")
    lie = copy.deepcopy(told["equilibria"][0])
    lie["strategies"]["Ann"] = {"1": {"out": "1"}, "2": {"c": "1"}}
    lie["payoffs"] = ["1", "1", "1"]
    lie["strategies"]["Bob"] = {"1": {"x": "1"}}
    told["equilibria"][1] = lie
    refused(told, "gains by another strategy")


def test_the_verb_saves_a_list_checks_it_and_ties_it_to_its_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "meet.nfg").write_text(MEET)
    runner = CliRunner()
    assert runner.invoke(cli, ["equilibria", "meet.nfg", "-o", "l.json"]).exit_code == 0
    said = runner.invoke(cli, ["check", "l.json", "--rules"])
    assert "3 equilibria, and there are no others" in said.output
    assert "those of matrix(file=meet.nfg)" in said.output
    assert sabot.NPlayerEquilibria.load("l.json") == sabot.equilibria("meet.nfg")


ENTER = """EFG 2 R "enter" { "A" "B" "C" }
p "" 1 1 "1" { "out" "in" } 0
t "" 1 "" { 0 0 0 }
p "" 2 1 "2" { "l" "r" } 0
p "" 3 1 "3" { "u" "d" } 0
t "" 2 "" { 3 1 1 }
t "" 3 "" { 1 1 0 }
p "" 3 1 "3" { "u" "d" } 0
t "" 4 "" { -1 0 1 }
t "" 5 "" { -1 0 0 }
"""


def test_an_agent_is_not_unreached_because_its_entries_were_left_out(tmp_path):
    path = tmp_path / "enter.efg"
    path.write_text(ENTER)
    told = json.loads(json.dumps(sabot.equilibria(str(path)).to_json()))
    form = told["certificate"]["form"]
    paid = [entry for entry in form["payoffs"] if any(int(amount) for amount in entry[3:])]
    assert len(paid) < len(form["payoffs"])
    out = {"A": {"1": {"out": "1"}}, "B": {"2": {"r": "1"}}, "C": {"3": {"d": "1"}}}
    hidden = {
        **told,
        **{"count": 1, "complete": True, "reached_only": True, "subsets": []},
        "equilibria": [{"strategies": out, "payoffs": ["0", "0", "0"]}],
        "certificate": {"form": form | {"payoffs": paid}, "neighbourhoods": [None], "cases": [[1]]},
    }
    refused(hidden, "a payoff depends on an information set that is said not to be reached")
    without = {**hidden, "certificate": hidden["certificate"] | {"form": form | {"payoffs": []}}}
    refused(without, "no payoff needs an information set that is said not to be reached")


@pytest.mark.slow
def test_with_the_rules_the_ends_that_pay_nothing_are_compared(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "enter.efg").write_text(ENTER)
    told = json.loads(json.dumps(sabot.equilibria("enter.efg").to_json()))
    assert told["reached_only"]
    (tmp_path / "all.json").write_text(json.dumps(told))
    assert CliRunner().invoke(cli, ["check", "all.json", "--rules"]).exit_code == 0


# ---------------------------------------------------------------------- indices

LOOSE = THREE + "2 1 0 1 0 2 0 2 2 2 1 2 0 0 2 1 2 2 0 2 0 1 2 1"
"""An equilibrium with an unused best response, and a strict one."""


@pytest.fixture(scope="module")
def indexed():
    found = sabot.equilibria(parse_nplayer_nfg(MEET), index=True)
    return json.loads(json.dumps(found.to_json()))


def test_indices_are_proved(indexed):
    found = certify.check(indexed)
    assert found.lines[1] == (
        "indices of regular equilibria: 1, 1, -1; of all other equilibria 0 together"
    )
    assert not faults(indexed, "nplayer-equilibria-1.json")
    assert [one["index"] for one in indexed["indices"]] == [1, 1, -1]


@pytest.mark.parametrize(
    ("number", "key", "value"),
    [
        *[(0, "index", -1), (2, "index", 1), (2, "index", None)],
        *[(0, "strict", False), (2, "strict", True), (2, "quasi_strict", False)],
    ],
)
def test_a_wrong_index_is_refused(indexed, number, key, value):
    forged = changed(indexed, ("indices", number, key), value)
    refused(forged, f"equilibrium {number + 1} is not as the indices say")


@pytest.mark.parametrize("key", ["strict", "quasi_strict", "index"])
def test_an_equilibrium_that_ties_with_an_unused_action_is_not_called_more(key):
    found = sabot.equilibria(parse_nplayer_nfg(LOOSE), index=True)
    told = json.loads(json.dumps(found.to_json()))
    assert certify.check(told).lines[1].endswith("1; of all other equilibria 0 together")
    forged = changed(told, ("indices", 0, key), 1 if key == "index" else True)
    refused(forged, "equilibrium 1 is not as the indices say")


@pytest.mark.parametrize(("less", "quasi_strict"), [(0, False), (1, True)])
def test_an_unused_action_is_compared_exactly_in_the_field_of_the_equilibrium(
    meet, less, quasi_strict
):
    read = checks.read_nplayer_nash(meet)
    point = checks._verify_equilibrium(read.form, read.equilibria[2])
    tables = checks.payoff_tables(read.form)
    tables[0].append([x - less for x in tables[0][1]])  # a third action of Ann
    more = checks.EquilibriumPoint(
        point.field, (((*point.chances[0], ([], 1))), *point.chances[1:])
    )
    assert checks._plays_all_best(tables, more, [[0, 1]] * 3, 0) is quasi_strict


PENNIES = THREE + "1 -1 1 -1 1 -1 -1 1 1 1 -1 -1 1 -1 0 -1 1 0 -1 1 0 1 -1 0"
"""Ann and Bob match pennies. Cleo bets on Ann's first side, or does not bet."""


def test_a_best_response_that_is_not_played_is_seen_in_a_field_of_a_reducible_polynomial():
    # t is the root of 2, of (t**2 - 2) (t - 5) = 0: t**2 / 4 is a half that is not written as one
    told = document(PENNIES)
    half = {"-": {"1": "(t**2)/4", "2": "(-t**2 + 4)/4"}}
    told["equilibria"] = [
        {
            "root": {"root_of": [10, -2, -5, 1], "between": ["1", "2"]},
            "strategies": {"Ann": half, "Bob": half, "Cleo": {"-": {"2": "1"}}},
            "payoffs": ["0", "0", "0"],
        }
    ]
    told |= {"count": 1, "indices": [{"strict": False, "quasi_strict": False, "index": None}]}
    told["certificate"]["neighbourhoods"] = [None]
    words = "proved: 1 equilibrium and 1 set of equilibria, and there are no others"
    assert certify.check(resealed(told)).words == words
    refused(changed(told, ("indices", 0, "quasi_strict"), True), "not as the indices say")


def test_multipliers_of_the_other_sign_show_the_same_index(indexed):
    told = copy.deepcopy(indexed)
    rows = told["certificate"]["neighbourhoods"][2]["multipliers"]
    rows[0] = [-int(by) for by in rows[0]]
    assert (
        certify.check(resealed(told))
        .lines[1]
        .startswith("indices of regular equilibria: 1, 1, -1;")
    )


@pytest.mark.parametrize("index", [0, 2, True, "1", 1.0])
def test_an_index_is_1_or_minus_1_or_null(indexed, index):
    refused(changed(indexed, ("indices", 0, "index"), index), "neither 1, -1 nor null", FileError)


def test_indices_are_of_complete_lists_and_one_for_each(indexed):
    refused(incomplete(indexed), "indices are of complete lists", FileError)
    refused(changed(indexed, ("indices",), indexed["indices"][1:]), "one for each", FileError)
    refused(changed(indexed, ("indices",), {}), "the indices are not a list", FileError)


ENTRY = """EFG 2 R "entry" { "Ann" "Bob" "Cleo" }
p "" 1 1 "" { "out" "in" } 0
t "" 1 "" { 1 2 0 }
p "" 2 1 "" { "fight" "share" } 0
p "" 3 1 "" { "l" "r" } 0
t "" 2 "" { -1 0 0 }
t "" 3 "" { -2 -1 1 }
t "" 4 "" { 2 1 0 }
"""


@pytest.mark.slow
def test_a_list_up_to_what_is_not_reached_has_no_indices(tmp_path):
    (tmp_path / "entry.efg").write_text(ENTRY)
    found = sabot.equilibria(str(tmp_path / "entry.efg"))
    assert found.reached_only
    said = [{"strict": False, "quasi_strict": True, "index": 1} for _ in found.equilibria]
    forged = {**json.loads(json.dumps(found.to_json())), "indices": said}
    refused(resealed(forged), "a list up to what is not reached has no indices", FileError)
    with pytest.raises(sabot.FormError, match="where play does not arrive"):
        sabot.equilibria(str(tmp_path / "entry.efg"), index=True)


def dominant(seat=1, left=()):
    """Yield the lines of a tree in which each seat chooses once, and 0 is best."""
    if seat > 3:
        number = 1 + sum(action << k for k, action in enumerate(left))
        paid = " ".join(str(-action) for action in left[1:])
        yield f't "" {number} "" {{ {paid} }}'
        return
    yield f'p "" {seat} {1 + left[0] if seat == 1 else 1} "" {{ "0" "1" }} 0'
    for action in (0, 1):
        yield from dominant(seat + 1, (*left, action))


def test_a_seat_with_two_views_has_no_indices(tmp_path):
    lines = ['EFG 2 R "" { "A" "B" "C" }', 'c "" 1 "" { "x" 1/2 "y" 1/2 } 0']
    lines += [*dominant(left=(0,)), *dominant(left=(1,))]
    (tmp_path / "two.efg").write_text("\n".join(lines))
    found = sabot.equilibria(str(tmp_path / "two.efg"))
    assert found.complete and found.count == 1 and not found.reached_only
    said = [{"strict": True, "quasi_strict": True, "index": 1}]
    forged = {**json.loads(json.dumps(found.to_json())), "indices": said}
    refused(resealed(forged), "each seat has one view", FileError)


def test_the_sign_of_a_determinant_knows_of_exchanged_rows():
    assert checks._sign_of_determinant([[0, 1], [1, 0]]) == -1
    assert checks._sign_of_determinant([[0, 2, 0], [0, 0, -3], [5, 1, 1]]) == -1
    assert checks._sign_of_determinant([[2, 1], [4, 1]]) == -1
    assert checks._sign_of_determinant([]) == 1
