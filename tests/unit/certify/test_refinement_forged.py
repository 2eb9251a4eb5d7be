"""Refined equilibria made by someone who means ill, and sealed again."""

import contextlib
import copy
import json

import pytest
from tests.unit.forging import resealed
from tests.unit.solvers.refinement import classical

import sabot
from sabot import certify
from sabot.certify import limits, refinement
from sabot.certify.refinement import read_refinement, verify_refinement
from sabot.errors import CertificateError, FileError
from sabot.solvers.refinement import perturbed_game


def saved(found):
    return json.loads(json.dumps(found.to_json()))


@pytest.fixture(scope="module")
def entry(tmp_path_factory):
    path = tmp_path_factory.mktemp("entry") / "entry.efg"
    path.write_text(classical.ENTRY)
    return str(path)


@pytest.fixture(scope="module")
def subgames(entry):
    return saved(sabot.equilibria(entry, refine="subgame-perfect"))


@pytest.fixture(scope="module")
def perfect():
    return saved(sabot.equilibria(classical.MYERSON, refine="perfect"))


@pytest.fixture(scope="module")
def proper():
    return saved(sabot.equilibria(classical.MYERSON, refine="proper"))


@pytest.fixture(scope="module")
def kuhn():
    return saved(sabot.solve("kuhn-poker", refine="quasi-perfect"))


@pytest.fixture(scope="module")
def three(tmp_path_factory):
    path = tmp_path_factory.mktemp("three") / "three.nfg"
    path.write_text(classical.THREE)
    return saved(sabot.equilibria(str(path), refine="undominated"))


def changed(told, *edits):
    found = copy.deepcopy(told)
    for path, value in edits:
        part = found
        for key in path[:-1]:
            part = part[key]
        part[path[-1]] = value
    return resealed(found)


def is_only(told):
    """Return whether there is proved to be no other."""
    found = certify.check(told)
    assert isinstance(found, certify.RefinementVerdict)
    return found.only


def proved(told):
    """Return the refinement that is proved."""
    found = certify.check(told)
    assert isinstance(found, certify.RefinementVerdict)
    return found.source.refinement


def refused(told, words):
    with pytest.raises((FileError, CertificateError), match=words):
        certify.check(told)


def test_the_files_are_proved_as_they_are(subgames, perfect, kuhn):
    found = certify.check(subgames)
    assert isinstance(found, certify.RefinementVerdict)
    assert (found.kind, found.unique, found.value) == ("refinement", (), ["2"])
    assert found.form is found.source.tree
    assert found.form.subgames == (0, 2)
    assert found.words == "proved: the only subgame-perfect equilibrium" and found.only
    assert found.lines == ("entrant is paid 2, monopolist is paid 2",)
    assert found.strategies[0]["entrant"]["e"] == {"out": 0, "in": 1}
    several = certify.check(perfect)
    assert several.words == "proved: 2 perfect equilibria; there may be others"
    assert several.lines[1] == "equilibrium 2: row is paid 0, column is paid 0"
    assert certify.check(kuhn).words == "proved: a quasi-perfect equilibrium"


def test_an_empty_threat_is_an_equilibrium_and_not_subgame_perfect(subgames):
    threat = {"entrant": {"e": {"out": "1"}}, "monopolist": {"m": {"fight": "1"}}}
    edits = [(("equilibria", 0, "strategies"), threat), (("equilibria", 0, "payoffs"), ["1", "5"])]
    refused(changed(subgames, *edits), "'?monopolist'? gains 2 .* in the subgame at node 2")
    gain = {"entrant": {"e": {"out": "1"}}, "monopolist": {"m": {"yield": "1"}}}
    refused(changed(subgames, (edits[0][0], gain), edits[1]), "entrant gains 1 by a deviation$")


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("refinement",), "trembling", "not one that is known"),
        (("refinement",), ["perfect"], "not one that is known"),
        (("equilibria",), [], "there is no equilibrium"),
        (("equilibria", 0, "payoffs"), ["2", "3"], "the players are paid 2, 2"),
        (("equilibria", 0, "payoffs"), ["2"], "one number for each seat"),
        (("equilibria", 0, "strategies", "entrant"), {}, "'e' is missing"),
        (("equilibria", 0, "strategies", "entrant", "e"), {"in": "1/2"}, "with sum 1"),
        (("equilibria", 0, "strategies", "entrant", "e"), {"in": "1", "out": "0"}, "positive"),
        (("equilibria", 0, "strategies", "entrant", "e"), {"off": "1"}, "'off' is not a part"),
        (("certificate", "evidence"), [], "one entry for each equilibrium"),
        (("certificate", "evidence", 0), {"trembles": []}, "is not a part of"),
        (("certificate", "form", "kind"), "seats", "not a tree"),
        (("certificate", "form", "nodes"), [], "nodes are not a list"),
        (("certificate", "form", "nodes"), "end", "nodes are not a list"),
        (("certificate", "form", "infosets", "entrant"), "e", "views with actions"),
        (("certificate", "form", "nodes", 0), [], "begins with its kind"),
        (("certificate", "form", "nodes", 0), ["leaf"], "neither 'end' nor 'chance'"),
        (("certificate", "form", "nodes", 0), ["move", 0, 1], "that is not there"),
        (("certificate", "form", "nodes", 0), ["move", 2, 0], "that is not there"),
        (("certificate", "form", "nodes", 0), ["move", 0, True], "not the number of a player"),
        (("certificate", "form", "nodes", 0), ["move", 0], "not the number of a player"),
        (("certificate", "form", "nodes", 1), ["end", "1"], "one number for each seat"),
        (("certificate", "form", "nodes", 2), ["move", 0, 0], "no perfect recall"),
        (("certificate", "form", "nodes", 2), ["end", "0", "0"], "after its last branch"),
        (("certificate", "form", "nodes", 0), ["chance", 0, 0], "negative, or all 0"),
        (("certificate", "form", "nodes", 0), ["chance", 2, -1], "negative, or all 0"),
        (("certificate", "form", "nodes", 0), ["chance", 1, 1], "'?e'? has no node"),
        (("certificate", "form", "infosets", "entrant"), [["e"]], "views with actions"),
        (("certificate", "form", "infosets", "entrant"), [["e", []]], "not a list of names"),
        (("certificate", "form", "nodes", 0), "end", "begins with its kind"),
        (("certificate", "form", "nodes", 0), ["move", False, 0], "not the number of a player"),
        (("certificate", "form", "infosets", "entrant"), {"eo": 1}, "views with actions"),
        (("certificate", "form", "infosets", "entrant"), ["eo"], "views with actions"),
        (
            ("certificate", "form", "infosets", "entrant"),
            [["e", ["out", "in"]], ["e", ["x"]]],
            "the same name",
        ),
    ],
)
def test_what_is_not_of_the_grammar_or_not_so_is_refused(subgames, path, value, words):
    refused(changed(subgames, (path, value)), words)


def test_a_tree_that_ends_early_is_refused(subgames):
    cut = subgames["certificate"]["form"]["nodes"][:-1]
    refused(changed(subgames, (("certificate", "form", "nodes"), cut)), "before its last branch")


def test_an_equilibrium_twice_is_refused(subgames):
    twice = [
        (("equilibria",), subgames["equilibria"] * 2),
        (("certificate", "evidence"), [{}, {}]),
    ]
    refused(changed(subgames, *twice), "equilibrium 2 is listed twice")


TREMBLES = ("certificate", "evidence", 0, "trembles")


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        ([[1], [0], [1], []], "not positive for small e"),
        ([[1], [0, 2], [1, -1], [0, -1]], "not positive for small e"),
        ([[1], [0, 1], [1, -1], [0, 0, 1]], "do not sum to the plan before"),
        ([[2], [1], [1, -1], [0, 1]], "another limit"),
        ([[1], [1]], "one polynomial for each sequence"),
        ([[1], [0.5], [1], [0]], "not a whole number"),
        ([[1] * 402, [0, 1], [1], [0, 1]], "up to the power 400"),
        ([[1, 1, 1], [0, 1], [1], [0, 0, 1]], "does not answer the trembles best"),
    ],
)
def test_trembles_that_show_nothing_are_refused(perfect, plan, words):
    one = changed(
        perfect,
        (("equilibria",), perfect["equilibria"][1:]),
        (("certificate", "evidence"), perfect["certificate"]["evidence"][1:]),
    )
    refused(changed(one, ((*TREMBLES, 0), plan)), words)


def test_a_perfect_equilibrium_is_not_made_proper_by_its_name(perfect):
    second = changed(
        perfect,
        (("refinement",), "proper"),
        (("equilibria",), perfect["equilibria"][1:]),
        (("certificate", "evidence"), perfect["certificate"]["evidence"][1:]),
    )
    refused(second, "a costlier mistake is not less likely")


def test_a_proper_equilibrium_has_every_refinement_of_its_form(proper):
    for name in ("proper", "perfect", "undominated", "quasi-perfect", "sequential"):
        assert proved(changed(proper, (("refinement",), name))) == name


def test_a_quasi_perfect_equilibrium_has_what_follows(kuhn):
    for name in ("sequential", "perfect", "undominated"):
        assert proved(changed(kuhn, (("refinement",), name))) == name
    refused(changed(kuhn, (("refinement",), "proper")), "not in strategic form")


def test_a_bad_answer_to_a_mistake_is_refused_where_it_matters(tmp_path):
    path = tmp_path / "game.efg"
    path.write_text(classical.BEER_QUICHE)
    told = saved(sabot.solve(str(path), refine="sequential"))
    assert certify.check(told).words == "proved: a sequential equilibrium"
    quiche = {"beer": {"leave": "1"}, "quiche": {"leave": "1"}}
    bent = copy.deepcopy(told)
    bent["equilibria"][0]["strategies"]["B"] = quiche
    refused(resealed(bent), "gains|another limit")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("sequential", "not best by the beliefs"),
        ("quasi-perfect", "a choice is not best"),
        ("extensive-form-perfect", "a choice is not best"),
    ],
)
def test_an_empty_threat_with_trembles_is_refused(subgames, name, words):
    threat = {"entrant": {"e": {"out": "1"}}, "monopolist": {"m": {"fight": "1"}}}
    trembles = {"trembles": [[[1], [1, -1], [0, 1]], [[1], [0, 1], [1, -1]]]}
    forged = changed(
        subgames,
        (("refinement",), name),
        (("equilibria", 0, "strategies"), threat),
        (("equilibria", 0, "payoffs"), ["1", "5"]),
        (("certificate", "evidence"), [trembles]),
    )
    refused(forged, words)


@pytest.mark.parametrize("name", ["sequential", "quasi-perfect", "extensive-form-perfect"])
def test_the_answer_without_a_threat_is_proved(subgames, name):
    trembles = {"trembles": [[[1], [0, 1], [1, -1]], [[1], [1, -1], [0, 1]]]}
    told = changed(subgames, (("refinement",), name), (("certificate", "evidence"), [trembles]))
    assert proved(told) == name


def test_trembles_are_a_plan_for_each_player(perfect):
    refused(changed(perfect, ((*TREMBLES,), [[[1]]])), "one plan for each player")


def test_proper_needs_an_action_of_every_player_before_each_end(proper):
    nodes = [["end", "1", "1"], *proper["certificate"]["form"]["nodes"][5:]]
    short = [proper["certificate"]["form"]["nodes"][0], *nodes]
    refused(changed(proper, (("certificate", "form", "nodes"), short)), "not in strategic form")


def test_beliefs_are_read_and_answered(three):
    assert proved(three) == "undominated"
    spot = ("certificate", "evidence", 0, "beliefs")
    refused(changed(three, ((*spot, 0), [1, 1, 1])), "one weight for each profile")
    refused(changed(three, ((*spot, 0, 0), 0)), "a weight of a belief is not positive")
    refused(changed(three, (spot, [[1, 1, 1, 1]])), "one list for each player")
    refused(changed(three, ((*spot, 0), [1, 1, 1, 1000])), "a better answer to its belief")


# ---------------------------------------------------------------------- regular equilibria

MEET = "1 1 1" + 18 * " 0" + " 2 1/2 2"
"""All three are paid if they meet, at the first place or at the second; or they mix by sqrt(2)."""


@pytest.fixture(scope="module")
def meeting(tmp_path_factory):
    path = tmp_path_factory.mktemp("meet") / "meet.nfg"
    path.write_text('NFG 1 R "" { "A" "B" "C" } { 2 2 2 } ' + MEET)
    found = saved(sabot.equilibria(str(path), refine="perfect"))
    assert [list(one) for one in found["certificate"]["evidence"][2:]] == [["regular"]]
    return found


def alone(told, number):
    return changed(
        told,
        (("equilibria",), told["equilibria"][number : number + 1]),
        (("certificate", "evidence"), told["certificate"]["evidence"][number : number + 1]),
    )


def test_a_regular_equilibrium_with_a_root_is_perfect_and_undominated(meeting):
    found = certify.check(meeting)
    assert isinstance(found, certify.RefinementVerdict)
    assert found.words == "proved: 3 perfect equilibria; there may be others"
    assert found.lines[2].startswith(
        "equilibrium 3: A is paid about 0.306019, B is paid about 0.17"
    )
    assert found.value == ["1", "2", "(10*t - 2)/7"] and found.strategies[2] == {}
    mixed = alone(meeting, 2)
    assert proved(changed(mixed, (("refinement",), "undominated"))) == "undominated"
    for name in ("proper", "sequential", "extensive-form-perfect"):
        refused(changed(mixed, (("refinement",), name)), "perfect and undominated, not more")


def test_a_strict_equilibrium_is_regular_without_multipliers(meeting):
    pure = alone(meeting, 0)
    strict = changed(pure, (("certificate", "evidence"), [{"regular": []}]))
    assert proved(strict) == "perfect"
    refused(
        changed(strict, (("equilibria", 0, "payoffs"), ["1", "1", "2"])), "'?C'? is not paid as"
    )


def test_payoffs_with_a_common_denominator_of_4096_bits_are_the_longest(meeting):
    nodes = meeting["certificate"]["form"]["nodes"]
    last = max(k for k, node in enumerate(nodes[:-1]) if node[0] == "end")
    strict = changed(alone(meeting, 0), (("certificate", "evidence"), [{"regular": []}]))
    at = ("certificate", "form", "nodes", last, 1)
    assert proved(changed(strict, (at, f"1/{2**4095}"))) == "perfect"
    refused(changed(strict, (at, f"1/{2**4096}")), "too long a common denominator")


ROW = ("certificate", "evidence", 0, "regular", 1)
A_FIRST = ("equilibria", 0, "strategies", "A", "-", "1")


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (ROW, [0, 0, 0], "row 2 of the multipliers times the slopes is not diagonally dominant"),
        (ROW, [0, 1, 0], "row 2 of the multipliers"),
        (ROW, [1, 0], "not a matrix as large"),
        (ROW, ["x", 0, 0], "whole number"),
        (ROW[:-1], [], "not a matrix as large"),
        (ROW[:-1], [1, 2, 3], "not a list of lists"),
        (ROW[:-1], {}, "not a list of lists"),
        (ROW[:-2], {"trembles": []}, "'trembles' is not a part"),
        (A_FIRST, "1/2", "'?A'? has probabilities that are not positive numbers with sum 1"),
        (A_FIRST, "0", "not positive numbers with sum 1"),
        (A_FIRST[:-1], {}, "not positive numbers with sum 1"),
        (A_FIRST[:-1], {"1": "3/2", "2": "-1/2"}, "not positive numbers with sum 1"),
        (A_FIRST[:-1], {"1": "1"}, "'?A'? does not lose by an action that it does not use"),
        (A_FIRST[:-1], {"3": "1"}, "'3' is not a part"),
        (("equilibria", 0, "payoffs", 1), "t", "'?B'? is not paid as claimed"),
        (("equilibria", 0, "payoffs"), ["1"], "one number for each seat"),
        (("equilibria", 0, "payoffs"), "123", "one number for each seat"),
        (("equilibria", 0, "root"), None, "root"),
        (("equilibria", 0, "root", "root_of"), [-4, 0, 1], "not|fraction"),
        (("equilibria", 0, "root", "between"), ["1", "1"], "only root"),
    ],
)
def test_what_does_not_show_an_equilibrium_to_be_regular_is_refused(meeting, path, value, words):
    refused(changed(alone(meeting, 2), (path, value)), words)


def test_an_equilibrium_with_a_root_is_told_apart_from_all_others(meeting):
    evidence = meeting["certificate"]["evidence"]
    third = copy.deepcopy(meeting["equilibria"][2])
    told = meeting["equilibria"]
    twice = [
        (("equilibria",), [*told, third]),
        (("certificate", "evidence"), [*evidence, evidence[2]]),
    ]
    refused(changed(meeting, *twice), "equilibrium 4 is listed twice")
    pure = {**copy.deepcopy(told[0]), "root": third["root"]}
    hidden = [
        (("equilibria",), [*told, pure]),
        (("certificate", "evidence"), [*evidence, {"regular": []}]),
    ]
    refused(changed(meeting, *hidden), "equilibrium 4 is listed twice")


def test_an_action_that_pays_as_much_and_is_not_used_is_not_regular(three):
    """In van Damme's game the second equilibrium is undominated and not perfect."""
    for number in (0, 1):
        claimed = changed(
            alone(three, number),
            (("refinement",), "perfect"),
            (("certificate", "evidence"), [{"regular": []}]),
        )
        refused(claimed, "does not lose by an action that it does not use")


def test_singular_slopes_are_not_regular(tmp_path):
    """All are paid nothing; whatever they play is an equilibrium."""
    path = tmp_path / "nothing.nfg"
    path.write_text('NFG 1 R "" { "A" "B" "C" } { 2 2 2 }' + 24 * " 0")
    told = saved(sabot.equilibria(str(path), refine="perfect"))
    half = {seat: {"-": {"1": "1/2", "2": "1/2"}} for seat in "ABC"}
    one = {"strategies": half, "payoffs": ["0", "0", "0"]}
    identity = [[int(i == j) for j in range(3)] for i in range(3)]
    forged = changed(
        told, (("equilibria",), [one]), (("certificate", "evidence"), [{"regular": identity}])
    )
    refused(forged, "row 1 of the multipliers times the slopes")


def test_regular_is_said_of_strategic_forms_only(subgames):
    told = changed(
        subgames, (("refinement",), "perfect"), (("certificate", "evidence"), [{"regular": []}])
    )
    refused(told, "not in strategic form")


def test_what_chance_never_leads_to_has_no_beliefs(subgames):
    nodes = subgames["certificate"]["form"]["nodes"]
    told = changed(
        subgames,
        (("refinement",), "sequential"),
        (("certificate", "form", "nodes"), [["chance", 1, 0], ["end", "2", "2"], *nodes]),
        (
            ("certificate", "evidence"),
            [{"trembles": [[[1], [0, 1], [1, -1]], [[1], [1, -1], [0, 1]]]}],
        ),
    )
    refused(told, "chance never leads there")


@pytest.mark.parametrize(
    ("fight", "nodes", "name", "only"),
    [
        ("0", [], "subgame-perfect", True),
        ("2", [], "subgame-perfect", False),  # to yield is not strictly best
        ("0", [], "sequential", True),
        ("0", [], "perfect", False),  # perfect in the strategic form, not in every subgame
        ("0", [["chance", 1, 1], ["end", "2", "2"]], "subgame-perfect", True),
        ("0", [["chance", 1, 1]], "subgame-perfect", False),  # two nodes per information set
    ],
)
def test_the_only_one_is_proved_by_strict_choices_with_perfect_information(
    subgames, fight, nodes, name, only
):
    tree = [*subgames["certificate"]["form"]["nodes"][:-1], ["end", "0", fight]]
    tree = [*nodes, *tree] if len(nodes) != 1 else [*nodes, *tree, *tree]
    evidence = {"trembles": [[[1], [0, 1], [1, -1]], [[1], [1, -1], [0, 1]]]}
    told = changed(
        subgames,
        (("refinement",), name),
        (("certificate", "form", "nodes"), tree),
        (("certificate", "evidence"), [{} if name == "subgame-perfect" else evidence]),
    )
    assert is_only(told) == only


def test_a_mixed_choice_is_not_strict():
    told = by_hand(
        {"A": CHOICE}, [["move", 0, 0], ["end", "0"], ["end", "0"]], {"A": {"-": SHARES}}
    )
    assert not is_only(told)


def test_payoffs_with_a_long_common_denominator_stay_fractions_with_the_same_verdicts(
    monkeypatch, perfect, kuhn
):
    monkeypatch.setattr(refinement, "_MOST_DENOMINATOR_BITS", 1)
    assert proved(perfect) == "perfect" and proved(kuhn) == "quasi-perfect"
    test_trembles_that_show_nothing_are_refused(
        perfect, [[1, 1, 1], [0, 1], [1], [0, 0, 1]], "does not answer the trembles best"
    )


def test_extensive_form_perfect_demands_best_choices_where_the_player_may_err_later(tmp_path):
    path = tmp_path / "game.efg"
    path.write_text(classical.OWN_MISTAKE)
    told = saved(sabot.solve(str(path), refine="extensive-form-perfect"))
    assert proved(told) == "extensive-form-perfect"
    go = changed(
        told,
        (("equilibria", 0, "strategies", "A", "1"), {"go": "1"}),
        (("certificate", "evidence", 0, "trembles", 0), [[1], [0, 1], [1, -1], [1, -2], [0, 1]]),
    )
    refused(go, "'?A'? at '?1'?: a choice is not best")
    assert proved(changed(go, (("refinement",), "quasi-perfect"))) == "quasi-perfect"


# ---------------------------------------------------------------------- work


def by_hand(infosets, nodes, strategies, refinement="subgame-perfect", evidence=None):
    """Return a sealed file with one equilibrium that pays nothing."""
    certificate = {
        "form": {"kind": "tree", "infosets": infosets, "nodes": nodes},
        "evidence": [evidence or {}],
        "digest": "",
    }
    return certify.sealed(
        {
            "schema": "sabot/refinement/1",
            "game": "by hand",
            "seats": list(infosets),
            "refinement": refinement,
            "equilibria": [{"strategies": strategies, "payoffs": ["0"] * len(infosets)}],
            "method": "by hand",
            "seconds": 0.0,
            "certificate": certificate,
        }
    )


LONG = 10**4000 + 7
SHARES = {"a": f"{LONG // 3}/{LONG}", "b": f"{LONG - LONG // 3}/{LONG}"}
CHOICE = [["-", ["a", "b"]]]


def long_payoffs():
    nodes = [["chance", 1, 1, 1, 1], *[["move", 0, 0], ["end", "1"], ["end", "2"]] * 4]
    return by_hand({"A": CHOICE}, nodes, {"A": {"-": SHARES}})


def long_reach():
    mix = {"a": f"1/{10**3990}", "b": f"{10**3990 - 1}/{10**3990}"}
    below = [["chance", *[1] * 8], *[["move", 0, 0], ["end", "1", "0"], ["end", "-1", "0"]] * 8]
    nodes = [["move", 1, 0], *below, *below]
    told = by_hand({"A": CHOICE, "B": CHOICE}, nodes, {"A": {"-": {"a": "1"}}, "B": {"-": mix}})
    told["equilibria"][0]["payoffs"][0] = "1"
    return certify.sealed(told)


def long_chances():
    nodes = [["chance", str(LONG), 1]] * 4 + [["move", 0, 0], *[["end", "0"]] * 6]
    return by_hand({"A": CHOICE}, nodes, {"A": {"-": {"a": "1"}}})


def long_mix():
    actions = [str(k) for k in range(6)]
    mix = {action: f"1/{LONG + 2 * k}" for k, action in enumerate(actions)}
    told = [["move", 0, 0], *[["end", "0"]] * 6]
    return by_hand({"A": [["-", actions]]}, told, {"A": {"-": mix}})


def long_trembles():
    plans = [[[str(2 * LONG)], [str(LONG)], [str(LONG)]]] * 2
    nodes = [["move", 0, 0], *[["move", 1, 0], ["end", "1", "0"], ["end", "-1", "0"]] * 2]
    half = {"-": {"a": "1/2", "b": "1/2"}}
    told = {"A": half, "B": half}
    return by_hand({"A": CHOICE, "B": CHOICE}, nodes, told, "perfect", {"trembles": plans})


def long_beliefs():
    ends = [["end", "1/3", "0", "0"]] * 2
    nodes = [["move", 0, 0], *[["move", 1, 0], *[["move", 2, 0], *ends] * 2] * 2]
    first = {"-": {"a": "1"}}
    told = dict.fromkeys("ABC", first)
    beliefs = {"beliefs": [[str(LONG)] * 4] * 3}
    found = by_hand(dict.fromkeys("ABC", CHOICE), nodes, told, "undominated", beliefs)
    found["equilibria"][0]["payoffs"][0] = "1/3"
    return certify.sealed(found)


@pytest.mark.parametrize(
    ("made", "subject", "least"),
    [
        (long_payoffs, "payoffs", 20_000),
        (long_reach, "best responses", 40_000),
        (long_chances, "chance moves", 20_000),
        (long_mix, "probabilities of actions", 20_000),
        (long_trembles, "trembles", 10_000),
        (long_beliefs, "beliefs", 5_000),
    ],
)
def test_long_numbers_are_counted_and_refused_with_what_they_are_for(
    monkeypatch, made, subject, least
):
    """The work counted grows with the length of the numbers."""
    told = made()
    with limits.one_document() as meter, contextlib.suppress(CertificateError, ValueError):
        verify_refinement(read_refinement(told))
    assert meter.spent[subject] > least, meter.spent
    monkeypatch.setattr(limits, "MOST_DOCUMENT_STEPS", least)
    refused(told, f"more than {least:,} steps to check, .* for {subject}")


def test_a_long_centipede_is_looked_at_once_in_all_its_subgames():
    """The work grows with the number of moves, not with its square."""

    def centipede(moves):
        nodes = [["move", k % 2, k // 2] for k in range(moves)]
        nodes += [["end", "0", "0"]] * (moves + 1)
        sizes = {"A": (moves + 1) // 2, "B": moves // 2}
        infosets = {s: [[str(k), ["on", "stop"]] for k in range(size)] for s, size in sizes.items()}
        stop = {s: {str(k): {"stop": "1"} for k in range(size)} for s, size in sizes.items()}
        return by_hand(infosets, nodes, stop)

    spent = []
    for moves in (100, 200):
        with limits.one_document() as meter:
            found = verify_refinement(read_refinement(centipede(moves)))
        assert len(found.form.subgames) == moves
        spent.append(meter.spent.total())
    assert spent[1] < 2.1 * spent[0]


def test_many_actions_with_one_order_of_trembles_earn_the_same():
    """Actions are compared along the orders of their trembles; each pair that breaks is found."""
    infosets, form = {"A": [["-", ["a", "b", "c"]]], "B": [["-", ["x"]]]}, [["move", 0, 0]]
    told = {"A": {"-": {"a": "1"}}, "B": {"-": {"x": "1"}}}
    for orders, paid, holds in [
        ((0, 1, 2), (0, -1, -2), True),
        ((0, 1, 1), (0, -1, -1), True),
        ((0, 1, 1), (0, -1, -2), False),
        ((0, 1, 1), (0, -2, -1), False),
        ((0, 2, 1), (0, -1, -2), False),
        ((0, 2, 1), (0, -2, -1), True),
        ((0, 1, 2), (0, -1, -1), True),
    ]:
        nodes = list(form)
        for amount in paid:
            nodes += [["move", 1, 0], ["end", str(amount), "0"]]
        plan = [[0] * order + [1] for order in orders]
        total = [sum(int(order == k) for order in orders) for k in range(3)]
        trembles = [[total, *plan], [[1], [1]]]
        found = by_hand(infosets, nodes, told, "proper", {"trembles": trembles})
        if holds:
            assert proved(found) == "proper"
        else:
            refused(found, "a costlier mistake is not less likely")


# ---------------------------------------------------------------------- limits of parts


def test_a_part_of_another_type_is_refused_by_its_name(perfect, three):
    """A text, or an object, with as many entries as a list should have."""
    plans = ("certificate", "evidence", 0, "trembles")
    refused(changed(perfect, (plans, "ab")), "one plan for each player")
    refused(changed(perfect, ((*plans, 0), "abcd")), "one polynomial for each sequence")
    refused(changed(perfect, ((*plans, 0, 0), "1")), "not a list of coefficients")
    beliefs = ("certificate", "evidence", 0, "beliefs")
    refused(changed(three, (beliefs, "abc")), "one list for each player")
    refused(changed(three, ((*beliefs, 0), "1111")), "one weight for each profile")


@pytest.mark.parametrize(
    ("name", "size", "words"),
    [
        ("MOST_TREE_NODES", 5, "more than 4 nodes"),
        ("MOST_REFINED_EQUILIBRIA", 1, "or more than 0"),
    ],
)
def test_a_limit_is_the_most_that_is_read(monkeypatch, subgames, name, size, words):
    monkeypatch.setattr(refinement, name, size)
    assert proved(subgames) == "subgame-perfect"
    monkeypatch.setattr(refinement, name, size - 1)
    refused(subgames, words)


def test_as_many_powers_and_profiles_as_the_limits_are_read(monkeypatch, perfect, three):
    plans = perfect["certificate"]["evidence"]
    longest = max(len(one) for own in plans for plan in own["trembles"] for one in plan)
    assert perturbed_game.MOST_TREMBLE_DEGREE == limits.MOST_TREMBLE_DEGREE
    monkeypatch.setattr(refinement, "MOST_TREMBLE_DEGREE", longest - 1)
    assert proved(perfect) == "perfect"
    monkeypatch.setattr(refinement, "MOST_TREMBLE_DEGREE", longest - 2)
    refused(perfect, "not a list of coefficients, up to the power")
    monkeypatch.setattr(refinement, "MOST_BELIEF_PROFILES", 4)
    assert proved(three) == "undominated"
    monkeypatch.setattr(refinement, "MOST_BELIEF_PROFILES", 3)
    refused(three, "more than 3 profiles of the others")


def test_the_information_sets_of_a_player_without_any_are_a_list():
    nodes = [["move", 0, 0], ["end", "0", "0"], ["end", "0", "0"]]
    told = {"A": {"-": {"a": "1"}}, "B": {}}
    assert proved(by_hand({"A": CHOICE, "B": []}, nodes, told)) == "subgame-perfect"
    refused(by_hand({"A": CHOICE, "B": {}}, nodes, told), "views with actions")


@pytest.mark.parametrize("name", ["quasi-perfect", "extensive-form-perfect", "sequential"])
def test_behind_a_branch_of_probability_0_no_choice_is_called_best(name):
    nodes = [["chance", 1, 0], ["end", "0"], ["move", 0, 0], ["end", "1"], ["end", "0"]]
    told = {
        **{"schema": "sabot/refinement/1", "game": "g", "seats": ["P"], "refinement": name},
        **{"method": "", "seconds": 0.0},
        "equilibria": [{"strategies": {"P": {"v": {"b": "1"}}}, "payoffs": ["0"]}],
        "certificate": {
            "form": {"kind": "tree", "infosets": {"P": [["v", ["a", "b"]]]}, "nodes": nodes},
            "evidence": [{"trembles": [[[1], [0, 1], [1, -1]]]}],
            "digest": "",
        },
    }
    with pytest.raises(CertificateError, match="chance never leads there"):
        certify.check(resealed(told))
