"""Whether a seat plays the same in every equilibrium: decided, shown in the file, and checked."""

import copy
import json
from dataclasses import replace
from fractions import Fraction as F

import pytest
from click.testing import CliRunner
from tests.unit.forging import document, resealed

import sabot
from sabot import BimatrixForm, certify
from sabot.certify import nash as walked
from sabot.cli.program import cli
from sabot.errors import CertificateError, SabotError
from sabot.game_rules.to_form import form_of_game
from sabot.solvers.nash import solve as decided
from sabot.solvers.nash.equilibrium import compute_regrets, make_equilibrium

PRISONERS = "matrix([[3|3,0|5],[5|0,1|1]])"
SEXES = "matrix([[2|1,0|0],[0|0,1|2]])"
STRETCH = "matrix([[1|1,1|1],[0|0,0|0]])"
"""The second seat does not mind: the first plays the same in all of a continuum."""
MIXED = "matrix([[4|-1,-1|1],[-1|2,1|-1]])"
OUT = (
    'EFG 2 R "" { "A" "B" } p "" 1 1 "h" { "out" "in" } 0 t "" 1 "" { 3 1 } '
    'p "" 2 1 "g" { "x" "y" } 0 p "" 1 2 "again" { "l" "r" } 0 t "" 2 "" { 1 1 } '
    't "" 3 "" { 2 0 } t "" 4 "" { 0 0 }'
)
TWICE = (
    'EFG 2 R "" { "A" "B" } c "" 1 "" { "hi" 1/2 "lo" 1/2 } 0 '
    'p "" 1 1 "hi" { "l" "r" } 0 '
    'p "" 2 1 "b" { "l" "r" } 0 t "" 1 "" { 4 -1 } t "" 2 "" { -1 1 } '
    'p "" 2 1 "b" { "l" "r" } 0 t "" 3 "" { -1 2 } t "" 4 "" { 1 -1 } '
    'p "" 1 2 "lo" { "l" "r" } 0 '
    'p "" 2 1 "b" { "l" "r" } 0 t "" 1 "" { 4 -1 } t "" 2 "" { -1 1 } '
    'p "" 2 1 "b" { "l" "r" } 0 t "" 3 "" { -1 2 } t "" 4 "" { 1 -1 } '
)
"""A plays the same game twice over and does not know: only the mean of its two chances matters."""


def run(*words):
    result = CliRunner().invoke(cli, list(words), env={"COLUMNS": "100"})
    assert result.exit_code == 0, result.output
    return result


def tree(tmp_path, text):
    path = tmp_path / "game.efg"
    path.write_text(text)
    return str(path)


def refused(told, change, match):
    changed = copy.deepcopy(told)
    change(changed)
    with pytest.raises(SabotError, match=match):
        certify.check(resealed(changed))


@pytest.mark.parametrize(
    ("game", "row", "column"),
    [
        (PRISONERS, True, True),
        (MIXED, True, True),
        (SEXES, False, False),
        (STRETCH, True, False),
        ("matrix([[1|1,0|0],[1|1,0|0]])", False, True),
        ("matrix([[1|1,1|1,0|0],[0|0,0|0,2|2]])", False, False),
        ("matrix([[1|2,1|2],[1|2,1|2]])", False, False),
        ("matrix([[1|2,1|2]])", True, False),
    ],
)
def test_the_verdicts_of_small_games_are_known_and_proved(game, row, column):
    told = document(game)
    assert told["unique"] == {"row": row, "column": column}
    assert certify.check(told).unique == ({"row": row, "column": column},)


def test_the_evidence_is_cases_for_one_verdict_and_another_equilibrium_for_the_other():
    assert document(PRISONERS)["certificate"].keys() == {"form", "digest", "cases"}
    assert document(SEXES)["certificate"].keys() == {"form", "digest", "another"}
    told = document(STRETCH)["certificate"]
    assert told.keys() == {"form", "digest", "cases", "another"}
    assert told["another"].keys() == {"column"}


def test_a_tree_whose_seat_never_comes_again_is_unique_but_for_that(tmp_path):
    game = tree(tmp_path, OUT)
    told = document(game)
    assert told["unique"] == {"A": True, "B": False}
    assert certify.check(told).unique == ({"A": True, "B": False},)
    shown = run("solve", game).stdout
    assert "A  the same in every equilibrium, except at views it never reaches" in shown
    assert "B  one of several equilibria" in shown


def test_two_views_of_which_only_the_mean_matters_are_not_unique(tmp_path):
    told = document(tree(tmp_path, TWICE))
    assert told["unique"] == {"A": False, "B": True}
    assert certify.check(told).unique == ({"A": False, "B": True},)


def test_a_saved_verdict_comes_back_with_its_evidence(tmp_path):
    for game in (PRISONERS, SEXES, STRETCH):
        path = tmp_path / "game.json"
        solution = sabot.solve(game)
        solution.save(path)
        again = sabot.Solution.load(path)
        assert again == solution
        assert again.to_json() == json.loads(path.read_text())


def limit(monkeypatch, **most):
    """Bound the search for a proof of uniqueness."""
    monkeypatch.setattr(decided, "_USUAL_EFFORT", replace(decided._USUAL_EFFORT, **most))


def test_the_screen_tells_all_verdicts(monkeypatch):
    assert "row  the only equilibrium" in run("solve", PRISONERS).stdout
    assert "row  one of several equilibria" in run("solve", SEXES).stdout
    stretch = run("solve", STRETCH).stdout
    assert "row  the same in every equilibrium\n" in stretch
    assert "column  one of several equilibria" in stretch
    limit(monkeypatch, cases=1)
    words = "row  an equilibrium; it may not be the only one (run `sabot equilibria`)"
    assert words in run("solve", PRISONERS).stdout


def test_a_check_says_which_strategies_are_unique(tmp_path):
    path = tmp_path / "game.json"
    sabot.solve(STRETCH).save(path)
    assert (
        "in every equilibrium: row the same, column not the same" in run("check", str(path)).stdout
    )


# ---------------------------------------------------------------------- what is not decided


def test_beyond_the_cases_nothing_is_claimed_and_the_file_still_proves(monkeypatch):
    limit(monkeypatch, cases=3)
    told = document(PRISONERS)
    assert told["unique"] == {"row": None, "column": None}
    assert told["certificate"].keys() == {"form", "digest"}
    assert certify.check(told).unique == ()


def test_what_one_other_equilibrium_shows_stands_where_the_cases_are_many(monkeypatch):
    limit(monkeypatch, cases=1)
    told = document(STRETCH)
    assert told["unique"] == {"row": None, "column": False}
    assert certify.check(told).unique == ({"row": None, "column": False},)


def test_a_large_game_is_not_gone_through(monkeypatch):
    def never(*given):
        raise AssertionError("a large game was searched")

    monkeypatch.setattr("sabot.solvers.all_nash.branching.build_proven_tree", never)
    size = 31
    one = [[int(i == j) + int(i == 0) * 5 for j in range(size)] for i in range(size)]
    two = [[int(j == 0) for j in range(size)] for _ in range(size)]
    assert document(BimatrixForm.of(one, two))["unique"] == {"row": None, "column": None}
    diagonal = [[int(i == j) for j in range(size)] for i in range(size)]
    assert document(BimatrixForm.of(diagonal, diagonal))["unique"] == {
        "row": False,
        "column": False,
    }


def test_a_tree_of_many_pure_strategies_is_not_written_out(tmp_path, monkeypatch):
    monkeypatch.setattr(decided, "_MOST_PURE", 2)
    told = document(tree(tmp_path, OUT))
    assert told["unique"] == {"A": True, "B": False}
    assert "cases" not in told["certificate"]


def test_a_short_search_is_never_compiled(monkeypatch):
    from sabot.solvers.all_nash import branching

    monkeypatch.setattr(branching.SEARCH_LOOPS, "asked", 0)
    for _ in range(3):
        sabot.solve(PRISONERS)
    assert branching.SEARCH_LOOPS.asked == 0


# ---------------------------------------------------------------------- forgeries


def test_a_claim_with_a_case_missing_is_refused():
    told = document(PRISONERS)
    count = len(told["certificate"]["cases"])
    for place in range(count):
        refused(told, lambda t, k=place: t["certificate"]["cases"].pop(k), "case|shift")
    refused(told, lambda t: t["certificate"]["cases"].pop(), "the cases break off")
    refused(told, lambda t: t["certificate"]["cases"].append(None), "go on after the last")
    refused(told, lambda t: t["certificate"].update(cases=[]), "the cases break off")


def test_a_claim_of_a_number_is_refused():
    for game in (PRISONERS, SEXES):
        refused(document(game), lambda t: t["unique"].update(row=1), "is true, false or null")


def test_another_that_is_the_same_is_refused():
    told = document(SEXES)

    def same(t):
        t["certificate"]["another"]["column"] = t["strategies"]

    refused(told, same, "column plays the same in the other equilibrium")

    def scaled(t):
        t["certificate"]["another"]["row"]["row"] = {"-": {"1": "2/2"}}
        t["certificate"]["another"]["row"]["column"] = {"-": {"1": "1"}}

    refused(told, scaled, "row plays the same in the other equilibrium|lowest terms|fraction")


def test_another_that_is_no_equilibrium_is_refused():
    def swap(t):
        t["certificate"]["another"]["row"]["column"] = t["strategies"]["column"]

    refused(
        document(SEXES), swap, "another equilibrium for row is not one: (row|column) could gain"
    )

    def lead(t):
        t["certificate"]["another"]["row"]["row"] = {"-": {"1": "1/2", "2": "1/2"}}

    refused(document(SEXES), lead, "another equilibrium for row is not one: row could gain 1/2")


def test_another_is_of_the_seats_that_are_not_unique_and_of_no_others():
    told = document(SEXES)
    refused(told, lambda t: t["certificate"]["another"].pop("row"), "'row' is missing")
    refused(told, lambda t: t["unique"].update(row=None), "'row' is not a part of")
    refused(told, lambda t: t["unique"].update(row=None, column=None), "no claim of it")
    refused(told, lambda t: t["unique"].update(row=True), "no evidence of it")
    refused(told, lambda t: t["certificate"].update(another=None), "is null; leave it out")
    refused(told, lambda t: t["certificate"].update(another=[]), "is not an object")
    refused(told, lambda t: t["certificate"].update(cases=[None]), "no claim of it")


def test_cases_that_are_null_or_no_list_show_nothing():
    told = document(PRISONERS)
    refused(told, lambda t: t["certificate"].update(cases=None), "is null; leave it out")
    refused(told, lambda t: t["certificate"].update(cases={}), "the cases are not a list")
    refused(told, lambda t: t["unique"].update(row=None, column=None), "no claim of it")
    refused(told, lambda t: t["certificate"].pop("cases"), "no evidence of it")


def test_evidence_of_two_sorts_is_refused():
    told = document(PRISONERS)
    refused(told, lambda t: t["certificate"].update(choices={"alike": {}, "tree": {}}), "two sorts")
    told = document(SEXES)
    refused(told, lambda t: t["certificate"].update(choices={"alike": {}, "tree": {}}), "two sorts")


def test_a_case_that_holds_another_strategy_is_refused():
    told = document(SEXES)
    listed = json.loads(json.dumps(sabot.equilibria(SEXES).to_json()))

    def claim(t):
        del t["certificate"]["another"]
        t["certificate"]["cases"] = listed["certificate"]["cases"]
        t["unique"] = {"row": True, "column": None}

    refused(told, claim, "row's strategy is not as unique as claimed: a case may hold an equi")

    def claim_of_the_other(t):
        claim(t)
        t["unique"] = {"row": None, "column": True}

    refused(told, claim_of_the_other, "column's strategy is not as unique as claimed")


def test_a_continuum_in_one_case_is_not_unique():
    told = document(STRETCH)

    def claim(t):
        del t["certificate"]["another"]
        t["unique"] = {"row": True, "column": True}

    refused(told, claim, "column's strategy is not as unique as claimed")


def test_an_end_without_a_best_reply_shows_nothing():
    told = document(PRISONERS)
    refused(told, lambda t: t["certificate"].update(cases=[None]), "has no mix")


def test_a_forged_tree_is_walked_like_a_table(tmp_path):
    told = document(tree(tmp_path, TWICE))

    def claim(t):
        del t["certificate"]["another"]
        t["unique"] = {"A": True, "B": True}

    refused(told, claim, "A's strategy is not as unique as claimed")
    count = len(told["certificate"]["cases"])
    for place in range(count):
        refused(told, lambda t, k=place: t["certificate"]["cases"].pop(k), "case|shift")


# ---------------------------------------------------------------------- what the checker may not do


def test_a_face_too_large_to_be_built_leaves_the_verdict_open(tmp_path, monkeypatch):
    told = document(tree(tmp_path, OUT))
    monkeypatch.setattr("sabot.certify.double_description.MOST_VERTEX_WORK", 0)
    proved = certify.check(told)
    assert proved.unique == ({"A": None, "B": False},)
    assert proved.lines[2:] == ("in every equilibrium: B not the same",)


@pytest.mark.parametrize("limit", ["MOST_NORMAL_FORM_STRATEGIES", "MOST_NORMAL_FORM_WORK"])
def test_too_many_pure_strategies_are_refused(tmp_path, monkeypatch, limit):
    told = document(tree(tmp_path, OUT))
    monkeypatch.setattr(walked, limit, 2)
    with pytest.raises(SabotError, match="pure strategies of the game are too many"):
        certify.check(told)


def test_the_limits_of_writing_out_are_just_met(tmp_path, monkeypatch):
    told = document(tree(tmp_path, OUT))
    entries = len(told["certificate"]["form"]["payoffs"])
    monkeypatch.setattr(walked, "MOST_NORMAL_FORM_STRATEGIES", 3)
    monkeypatch.setattr(walked, "MOST_NORMAL_FORM_WORK", 3 * (entries + 2 * 3))
    assert certify.check(told).unique == ({"A": True, "B": False},)
    monkeypatch.setattr(walked, "MOST_NORMAL_FORM_WORK", 3 * (entries + 2 * 3) - 1)
    with pytest.raises(SabotError, match="pure strategies of the game are too many"):
        certify.check(told)


def test_too_many_cases_are_refused(monkeypatch):
    told = document(PRISONERS)
    monkeypatch.setattr("sabot.certify.all_nash.MOST_CASE_TREE_WORK", 10)
    with pytest.raises(SabotError, match="the cases are too many for this checker"):
        certify.check(told)


def test_a_unique_mix_is_shown_without_building_faces(monkeypatch):
    told = document(MIXED)
    monkeypatch.setattr("sabot.certify.double_description.MOST_VERTEX_WORK", 0)
    assert certify.check(told).unique == ({"row": True, "column": True},)


def test_a_forgery_is_refused_for_what_it_says():
    told = document(PRISONERS)
    told["strategies"] = {"row": {"-": {"1": "1"}}, "column": {"-": {"1": "1"}}}
    told["payoffs"] = ["3", "3"]
    with pytest.raises(CertificateError, match="row could gain 2"):
        certify.check(resealed(told))


# ---------------------------------------------------------------------- evidence without a claim


@pytest.mark.parametrize(
    ("game", "unclaimed", "kept"),
    [
        (PRISONERS, {"row": None, "column": None}, "cases"),
        (SEXES, {"row": None, "column": None}, "another"),
        (STRETCH, {"row": None, "column": False}, "cases"),
        (STRETCH, {"row": True, "column": None}, "another"),
    ],
)
def test_evidence_of_what_nobody_claims_is_refused(game, unclaimed, kept):
    told = document(game)
    assert kept in told["certificate"]
    with pytest.raises(SabotError, match="there is evidence of uniqueness, and no claim of it"):
        certify.check(resealed(told | {"unique": unclaimed}))


# ---------------------------------------------------------------------- trees that are too large


def test_a_large_tree_has_another_equilibrium_where_a_seat_is_never_asked():
    """Its pure strategies are too many to be written out, and its sequences to be gone through."""
    found = sabot.solve("leduc-poker(ranks=2, rake=1/20)")
    assert found.uniqueness == {"first": False, "second": False}
    told = found.to_json()
    for seat, pair in told["certificate"]["another"].items():
        judged = sabot.value("leduc-poker(ranks=2, rake=1/20)", pair)
        assert judged.equilibrium and pair[seat] != told["strategies"][seat]
    certify.check(told)
    for seat in found.seats:
        refused(
            told,
            lambda d, seat=seat: d["certificate"]["another"].update({seat: told["strategies"]}),
            "another|same",
        )


def test_where_the_other_would_go_if_the_answer_changed_no_other_equilibrium_is_claimed(tmp_path):
    """B's threat at a view that never comes up is changed only as far as A still keeps out."""
    path = tree(
        tmp_path,
        'EFG 2 R "" { "A" "B" } p "" 1 1 "a" { "out" "in" } 0 t "" 1 "" { 1 5 } '
        'p "" 2 1 "b" { "fight" "yield" } 0 t "" 2 "" { 0 0 } t "" 3 "" { 2 0 }',
    )
    form = form_of_game(sabot.load(path))
    out = [F(1), F(1), F(0)]
    for fights in (F(1, 2), F(1)):  # with less than a half A would come in
        found = make_equilibrium(form, (out, [F(1), fights, 1 - fights]), "told")
        others = list(decided.vary_unreached_infosets(found, 1))
        assert others and all(not any(compute_regrets(form, plans)) for plans in others)
        assert min(plans[1][1] for plans in others) >= F(1, 2)
    assert list(decided.vary_unreached_infosets(found, 0)) == []
