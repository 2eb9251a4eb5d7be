"""A seat of a tree that plays the same plan in every equilibrium: shown by cases of sequences."""

import copy
import random
from dataclasses import replace

import pytest
from tests.unit.forging import document, resealed

import sabot
from sabot import certify
from sabot.certify import nash as checked
from sabot.certify.nash import NashVerdict
from sabot.errors import CertificateError, SabotError
from sabot.forms.sequence import Treeplex
from sabot.forms.sequence_nplayer import NPlayerSequenceForm, PayoffEntry
from sabot.solvers.nash import solve as decided
from sabot.solvers.nash import uniqueness_sequence_form as shown

RAKED = "kuhn-poker(rake=1/20)"


def cases(told):
    return told["certificate"]["sequences"]


def places(told, kind):
    return [k for k, case in enumerate(cases(told)) if isinstance(case, kind)]


def refused(told, change, match):
    changed = copy.deepcopy(told)
    change(changed)
    with pytest.raises(SabotError, match=match):
        certify.check(resealed(changed))


def test_the_first_seat_of_raked_kuhn_plays_the_same_in_every_equilibrium():
    told = document(RAKED)
    assert told["unique"] == {"first": True, "second": False}
    assert told["certificate"].keys() == {"form", "digest", "sequences", "another"}
    assert len(cases(told)) // 2 + 1 == 77  # of pure strategies there would be 26,066
    assert certify.check(told).unique == ({"first": True, "second": False},)


def test_a_tree_of_many_pure_strategies_is_decided_too():
    told = document("kuhn-poker(ranks=4, rake=1/20)")
    assert told["unique"] == {"first": True, "second": None}
    assert certify.check(told).unique == ({"first": True, "second": None},)


def test_a_saved_verdict_comes_back_with_its_cases(tmp_path):
    path = tmp_path / "raked.json"
    solution = sabot.solve(RAKED)
    solution.save(path)
    assert sabot.Solution.load(path) == solution
    sabot.check(path, rules=True)


@pytest.mark.parametrize("limit", ["sequences", "cases"])
def test_beyond_the_limits_nothing_is_claimed(monkeypatch, limit):
    if limit == "sequences":
        monkeypatch.setattr(shown, "_MOST_SEQUENCES", 20)
    else:
        fewer = replace(decided._USUAL_EFFORT, sequence_cases=20)
        monkeypatch.setattr(decided, "_USUAL_EFFORT", fewer)
    assert sabot.solve(RAKED).to_json()["unique"] == {"first": None, "second": False}


# ---------------------------------------------------------------------- beside the other road


def random_tree(seed, most):
    """Return a small game: a card, the first seat, the second, and sometimes the first again."""

    @sabot.rules(name="tree", seats=("A", "B"))
    def tree(table):
        card = table.shoe(ranks=2, suits=1).draw()
        one = table.ask("A", ("l", "r"), sees=card)
        two = table.ask("B", ("l", "r"), sees=one)
        path = f"{seed} {card} {one} {two}"
        if random.Random(f"goes on {path}").random() < 0.3:
            path += table.ask("A", ("x", "y"), sees=two)
        chance = random.Random(path)
        table.pay(A=chance.randint(-most, most), B=chance.randint(-most, most))

    return tree()


def verdicts(form, monkeypatch, most):
    monkeypatch.setattr(decided, "_MOST_PAYOFFS", most)
    return sabot.solve(form).to_json()


@pytest.mark.slow
def test_cases_of_sequences_never_contradict_those_of_pure_strategies(monkeypatch):
    proved = missed = 0
    for seed in range(60):
        form = random_tree(seed, 2 if seed % 2 else 9)
        whole = verdicts(form, monkeypatch, 900)
        told = verdicts(form, monkeypatch, 0)
        proof = certify.check(told)
        assert isinstance(proof, NashVerdict) and proof.claims == told["unique"]
        for seat, verdict in told["unique"].items():
            assert verdict in (None, whole["unique"][seat])
            proved += verdict is True
            missed += verdict is None and whole["unique"][seat] is True
    assert proved > missed


def dominated(seed):
    """Return a game in which some choices of many are never made, whatever the other does."""
    chance = random.Random(seed)
    many = Treeplex.flat("A", {f"c{k}": ("f", "g") for k in range(7)})
    ends = [
        PayoffEntry((s, t), 1, (chance.randint(-9, 9) - 20 * (s % 4 == 2), chance.randint(-9, 9)))
        for s in range(1, many.count)
        for t in (1, 2)
    ]
    return NPlayerSequenceForm((many, Treeplex.flat("B", {"-": ("l", "r")})), tuple(ends), 1, 1)


def test_choices_that_are_never_made_leave_the_search_where_it_begins():
    # a label that is forced at the root once changed the program that the exact search starts from
    proved = 0
    for seed in range(8):
        told = sabot.solve(dominated(seed)).to_json()
        proof = certify.check(told)
        assert isinstance(proof, NashVerdict) and proof.claims == told["unique"]
        proved += "sequences" in told["certificate"]
    assert proved > 4


# ---------------------------------------------------------------------- forgeries


@pytest.mark.slow
def test_cases_that_are_missing_or_too_many_are_refused():
    told = document(RAKED)
    for place in range(len(cases(told))):
        refused(told, lambda t, k=place: cases(t).pop(k), "case|shift|unique")
    refused(told, lambda t: cases(t).append(None), "go on after the last")
    refused(told, lambda t: t["certificate"].update(sequences=[]), "the cases break off")
    refused(told, lambda t: t["certificate"].update(sequences=[None]), "not as unique")


@pytest.mark.parametrize("some", [slice(2), pytest.param(slice(2, None), marks=pytest.mark.slow)])
def test_every_weight_of_a_shift_counts(some):
    told = document(RAKED)
    shifting = [place for place in places(told, dict) if any(*cases(told)[place].values())]
    assert len(shifting) > 2
    for place in [*shifting, *sorted({*places(told, dict)} - {*shifting})][some]:
        ((seat, shift),) = cases(told)[place].items()
        for spot in range(len(shift)):

            def more(t, place=place, seat=seat, spot=spot):
                cases(t)[place][seat][spot] += 1

            refused(told, more, "is of no two plans")

        if not any(shift):  # no plan is left at all: all choices of a cell that comes are barred
            continue

        def turned(t, place=place, seat=seat):
            cases(t)[place][seat] = [-weight for weight in cases(t)[place][seat]]

        refused(told, turned, "takes from what may lose|does not gain")

        def nothing(t, place=place, seat=seat):
            cases(t)[place][seat] = [0] * len(cases(t)[place][seat])

        refused(told, nothing, "does not gain")


def test_a_dead_end_cannot_be_called_one_with_equilibria():
    told = document(RAKED)
    dead = places(told, dict)
    for place in dead[::3]:
        refused(told, lambda t, k=place: cases(t).__setitem__(k, None), "not as unique")


def test_what_helps_at_an_end_is_looked_at():
    told = document(RAKED)
    helped = places(told, list)
    assert helped
    for place in helped:
        refused(told, lambda t, k=place: cases(t).__setitem__(k, None), "not as unique")

        def turned(t, place=place):
            ((seat, shift),) = cases(t)[place][0].items()
            cases(t)[place] = [{seat: [-weight for weight in shift]}]

        refused(told, turned, "takes from what may lose|loses in some case")

        def of_the_other(t, place=place):
            ((seat, shift),) = cases(t)[place][0].items()
            (other,) = {"first", "second"} - {seat}
            cases(t)[place] = [{other: shift}]

        refused(told, of_the_other, "not as unique")


def test_ends_and_shifts_have_one_grammar():
    told = document(RAKED)
    (place, *_), (end, *_) = places(told, dict), places(told, list)
    for wrong, words in (
        (0, "no sequence's number"),
        (25, "no sequence's number"),
        (-25, "no sequence's number"),
        (True, "not an object"),
        ({}, "one seat's shift"),
        ({"first": [0] * 12, "second": [0] * 12}, "one seat's shift"),
        ({"third": [0] * 12}, "third"),
        ({"first": [0] * 11}, "one weight per strategy"),
        ({"first": ["1/2"] * 12}, "whole"),
        ("null", "not an object"),
    ):
        refused(told, lambda t, w=wrong: cases(t).__setitem__(place, w), words)
    for wrong in ([], [cases(told)[end][0]] * 2):
        refused(told, lambda t, w=wrong: cases(t).__setitem__(end, w), "one per seat")
    refused(told, lambda t: t["certificate"].update(sequences={}), "are not a list")
    refused(told, lambda t: t["certificate"].update(sequences=None), "null; leave it out")


def test_cases_of_sequences_show_nothing_that_is_not_claimed():
    told = document(RAKED)
    refused(told, lambda t: t["unique"].update(first=None), "no claim of it")
    refused(told, lambda t: t["certificate"].pop("sequences"), "no evidence of it")
    refused(told, lambda t: t["certificate"].update(cases=[None]), "of two sorts")
    refused(told, lambda t: t["certificate"].update(choices={"alike": {}, "tree": {}}), "two sorts")

    def claim_the_other(t):
        del t["certificate"]["another"]
        t["unique"]["second"] = True

    refused(told, claim_the_other, "second's strategy is not as unique as claimed")
    bimatrix = document("matrix([[3|3,0|5],[5|0,1|1]])")

    def of_a_table(t):
        t["certificate"]["sequences"] = t["certificate"].pop("cases")

    refused(bimatrix, of_a_table, "of a bimatrix are its strategies")


def test_too_many_cases_are_refused(monkeypatch):
    told = document(RAKED)
    monkeypatch.setattr("sabot.certify.nash.MOST_CASE_TREE_WORK", 10)
    with pytest.raises(SabotError, match="the cases are too many for this checker"):
        certify.check(told)


def test_another_plan_in_place_of_the_one_that_is_unique_is_refused():
    told = document("kuhn-poker(ranks=4, rake=1/20)")
    other = document("kuhn-poker(ranks=4, rake=1/100)")
    told["strategies"], told["payoffs"] = other["strategies"], other["payoffs"]
    with pytest.raises(CertificateError, match=r"is paid|could gain"):
        certify.check(resealed(told))


def test_what_is_lost_against_a_plan_is_worked_out_once_and_not_at_every_end(monkeypatch):
    # with long chances an end took a second, and a file of some megabytes has a million ends
    seen = []
    lost = checked._SequencePolytope.lost
    monkeypatch.setattr(
        checked._SequencePolytope, "lost", lambda side, plan: seen.append(1) or lost(side, plan)
    )
    certify.check(document(RAKED))
    assert len(seen) == 2


def two_choices(first, second):
    """Return a game in which A and B choose once, not seeing each other; told what each is paid."""

    @sabot.rules(name="two choices", seats=("A", "B"))
    def play(table):
        a = table.ask("A", ("l", "r"))
        b = table.ask("B", ("l", "r"))
        table.pay(A=first[a + b], B=second[a + b])

    return play()


def claimed(game, seat, choice, evidence):
    """Return a document that claims one choice of a seat, and it alone, on some evidence."""
    told = document(game)
    told["strategies"][seat] = {"-": {"l": "0", "r": "0"} | {choice: "1"}}
    told["unique"] = dict.fromkeys("AB") | {seat: True}
    for key in ("cases", "another", "choices", "sequences"):
        told["certificate"].pop(key, None)
    told["certificate"]["sequences"] = evidence
    return resealed(told)


def test_a_shift_from_what_may_lose_does_not_show_that_there_is_no_equilibrium():
    free = dict.fromkeys(("ll", "lr", "rl", "rr"), 0)
    game = two_choices({"ll": 0, "lr": 0, "rl": 1, "rr": 1}, free)
    for choice in ("l", "r"):  # B may do either: to go from l to r gains for A, always
        told = claimed(game, "B", choice, [{"A": [-1, 1]}])
        with pytest.raises(CertificateError, match="A takes from what may lose something"):
            certify.check(told)


def test_a_shift_that_loses_does_not_help():
    free = dict.fromkeys(("ll", "lr", "rl", "rr"), 0)
    game = two_choices(free, {"ll": 0, "lr": -1, "rl": 0, "rr": -2})  # B plays l, and A is free
    dead = [4, {"B": [1, -1]}, {"A": [0, 0]}]  # B does not play l
    told = claimed(game, "A", "r", [3, [{"B": [-1, 1]}], *dead])
    with pytest.raises(CertificateError, match="a shift of B loses in some case"):
        certify.check(told)
    with pytest.raises(CertificateError, match="not as unique as claimed"):
        certify.check(claimed(game, "A", "r", [3, None, *dead]))


def test_an_end_without_plans_is_dead_and_needs_no_help():
    free = dict.fromkeys(("ll", "lr", "rl", "rr"), 0)
    game = two_choices({"ll": 1, "lr": 1, "rl": 0, "rr": 0}, free)  # A plays l, and B is free
    gains = {"A": [1, -1]}
    cases = [1, 2, {"B": [0, 0]}, gains, 2, None, gains]  # not l: nothing or r; l: not r, or both
    told = claimed(game, "A", "l", [*cases[:2], [{"B": [0, 0]}], *cases[3:]])
    with pytest.raises(CertificateError, match="a shift of B loses in some case"):
        certify.check(told)


def test_the_work_of_cases_is_bounded_to_the_last_unit(monkeypatch):
    told = document(RAKED)
    work = (
        153 * (54 + 100) + 6 * 2 * 18**3
    )  # cases by entries, and 100; ends by the ranks of both sides' equations
    monkeypatch.setattr("sabot.certify.nash.MOST_CASE_TREE_WORK", work)
    certify.check(told)
    monkeypatch.setattr("sabot.certify.nash.MOST_CASE_TREE_WORK", work - 1)
    with pytest.raises(SabotError, match="the cases are too many for this checker"):
        certify.check(told)
