"""Properties of games that are not so, sealed again."""

import copy
import json
from math import factorial

import pytest
from tests.unit.forging import resealed

import sabot
from sabot import certify
from sabot.certify import limits
from sabot.certify import properties as checker
from sabot.errors import CertificateError, FileError

GAMES = {
    "prisoners": [[(3, 3), (0, 5)], [(5, 0), (1, 1)]],
    "sexes": [[(2, 1), (0, 0)], [(0, 0), (1, 2)]],
    "meeting": [[(2, 1), (0, 0)], [(0, 0), (1, 1)]],
    "pennies": [[(1, -1), (-1, 1)], [(-1, 1), (1, -1)]],
    "stag": [[(2, 2), (1, 1)], [(1, 1), (1, 1)]],
    "mixed": [[(3, 0), (0, 1)], [(0, 1), (3, 0)], [(1, 5), (1, 5)]],
    "ordinal": [[(0, 0), (0, 0), (0, 0)], [(0, 0), (1, 1), (2, 3)]],
    "weak": [[(1, 1), (0, 1)], [(1, 0), (0, 1)]],
    "zeros": [[(0, 0), (0, 0)], [(0, 0), (0, 0)]],
    "opposed": [[(0, 0), (0, 0), (0, 0)], [(0, 0), (1, -1), (2, -3)]],
    "ladder": [[(3, 0), (3, 0)], [(2, 0), (2, 0)], [(1, 0), (1, 0)]],
    "twins": [[(1, -1), (-1, 1)], [(-1, 1), (1, -1)], [(1, -1), (-1, 1)]],
    "flat": [[(0, 0), (0, 1)], [(0, 1), (0, 0)]],
    "wide": [[(0, 0)] * 12],
}
ALIKE = 'NFG 1 R "" { "A" "B" "C" } { 2 2 2 } ' + "0 " * 24
THREE = 'NFG 1 R "" { "A" "B" "C" } { 2 2 2 } 1 1 1 1 1 1 1 0 1 0 0 1 1 1 0 0 1 0 0 0 0 1 0 0 '


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("games")
    games = dict(GAMES)
    for name, text in (("three", THREE), ("alike", ALIKE)):
        (folder / f"{name}.nfg").write_text(text)
        games[name] = str(folder / f"{name}.nfg")
    return {
        name: json.loads(json.dumps(sabot.properties(game).to_json()))
        for name, game in games.items()
    }


def changed(told, path, value):
    found = copy.deepcopy(told)
    part = found
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return resealed(found)


def refused(told, words):
    with pytest.raises((FileError, CertificateError), match=words):
        certify.check(told)


def test_each_file_is_proved_as_it_is(files):
    for told in files.values():
        assert isinstance(certify.check(told), certify.PropertiesVerdict)
    found = certify.check(files["prisoners"])
    assert isinstance(found, certify.PropertiesVerdict)
    assert (found.kind, found.unique, found.form) == ("properties", (), found.source.form)
    assert found.words == "proved, 10 properties"
    assert found.lines == (
        "constant-sum: no",
        "dominance-solvable: yes",
        "potential: exact",
        "pure equilibria: 1",
        "strict equilibria: 1",
        "strategically zero-sum: no",
        "nondegenerate: yes",
        "supermodular: reordered",
        "symmetric: as listed",
        "symmetric equilibria: 1 extreme, all",
    )


WITNESS = {"profile": [0, 0], "seat": 0, "paid": 0}
CYCLE = {"profile": [0, 0], "first": 0, "first_plays": 1, "second": 1, "second_plays": 1}
NO_VERTICES = {"vertices": [], "subsets": []}
STEP = {"profile": [0, 0], "seat": 0, "other": 1}
FORGERIES = [
    ("prisoners", ("constant_sum",), "6", "the sum of the payoffs is not as claimed"),
    ("pennies", ("constant_sum",), None, "the sum of the payoffs is not as claimed"),
    ("pennies", ("strategically_zero_sum",), False, "strategically zero-sum is not as claimed"),
    ("sexes", ("strategically_zero_sum",), True, "strategically zero-sum is not as claimed"),
    ("prisoners", ("pure_equilibria",), [], "there are 1 pure equilibria"),
    ("prisoners", ("pure_equilibria",), [[0, 0]], "there are 1 pure equilibria"),
    ("prisoners", ("pure_equilibria",), [[1, 2]], "not a strategy of each player"),
    ("prisoners", ("strict_equilibria",), [], "1 equilibria are strict"),
    ("weak", ("strict_equilibria",), [[0, 0]], "equilibria are strict"),
    ("prisoners", ("dominant", 0, "strategy"), 0, "the dominant strategy of row"),
    ("prisoners", ("dominant", 0, "strict"), False, "the dominant strategy of row"),
    ("prisoners", ("dominant", 0), None, "the dominant strategy of row"),
    ("sexes", ("dominant", 0), {"strategy": 0, "strict": False}, "the dominant strategy of row"),
    ("prisoners", ("dominant",), [], "not one entry for each player"),
    ("prisoners", ("eliminations", 0, "removed"), 1, "names a strategy that is not left"),
    ("prisoners", ("eliminations", 0, "by"), [[0, "1"]], "names a strategy that is not left"),
    ("mixed", ("eliminations", 0, "by"), [[0, "1"]], "not strictly dominated by the mixture"),
    ("mixed", ("eliminations", 0, "by"), [[0, "1/2"]], "do not sum to 1"),
    ("mixed", ("eliminations",), [], "the survivors are not what the eliminations leave"),
    ("mixed", ("survivors",), [[0, 1], [0]], "the survivors are not what the eliminations leave"),
    ("mixed", ("dominance_solvable",), True, "dominance-solvable is not as claimed"),
    ("mixed", ("certificate", "beliefs"), [], "the beliefs are not one for each strategy"),
    ("mixed", ("certificate", "beliefs", 0, 2), [[1, "1"]], "not a best response to it"),
    ("mixed", ("certificate", "beliefs", 0, 2), [[2, "1"]], "a strategy that is not left"),
    ("prisoners", ("potential", "kind"), "weighted", "weights if and only if"),
    ("prisoners", ("potential", "values", 0), "1", "does not change as row gains"),
    ("prisoners", ("potential", "values"), ["0"], "not one number for each profile"),
    ("meeting", ("potential", "weights", 1), "1", "does not change as row gains|as column gains"),
    ("meeting", ("potential", "weights", 1), "-1", "the weights are not positive"),
    ("meeting", ("potential", "four_cycles", 0, "first_plays"), 0, "sum to 0"),
    ("meeting", ("potential", "four_cycles", 0, "second"), 0, "the two players are the same"),
    ("ordinal", ("potential", "values", 0), "-9", "does not rise and stay"),
    ("ordinal", ("potential", "four_cycles"), [], "do not belong to this kind"),
    ("pennies", ("potential", "cycle", 1), [1, 1], "not a deviation of one player"),
    ("pennies", ("potential", "cycle"), [[0, 0], [1, 0], [1, 1], [0, 1]], "does not gain"),
    ("pennies", ("potential", "cycle"), [], "the cycle does not belong"),
    ("pennies", ("potential", "values"), ["0"] * 4, "values if and only if there is one"),
    ("sexes", ("supermodularity", "orders"), [[0, 1], [1, 0]], "not as it says"),
    (
        "prisoners",
        ("supermodularity", "orders"),
        [[1, 0], [1, 0]],
        "no increasing differences|not as",
    ),
    ("prisoners", ("supermodularity", "least"), [0, 0], "is not an equilibrium"),
    ("sexes", ("supermodularity", "least"), [1, 1], "is not the least one"),
    ("sexes", ("supermodularity", "greatest"), [0, 0], "is not the greatest one"),
    ("prisoners", ("supermodularity", "witness"), None, "a step that gains less is shown"),
    ("prisoners", ("supermodularity", "witness", "profile"), [1, 1], "there is no such step"),
    ("pennies", ("supermodularity", "witness", "seat"), 0, "it does not|no such step"),
    ("sexes", ("symmetry", "orders"), [[0, 1], [0, 1]], "not as it says"),
    ("sexes", ("symmetry", "verdict"), "as listed", "not as it says"),
    ("prisoners", ("symmetry", "orders"), [[1, 0], [1, 0]], "not as it says"),
    ("prisoners", ("nondegenerate",), False, "shown of degenerate games"),
    ("stag", ("nondegenerate",), True, "shown of degenerate games"),
    ("zeros", ("degenerate_mix", "responses"), [0], "not more than it mixes"),
    ("zeros", ("degenerate_mix", "responses"), [0, 0], "not more than it mixes"),
    ("stag", ("degenerate_mix", "mixture"), [[0, "1"]], "is not a best response"),
    ("prisoners", ("symmetric_equilibria", "vertices"), [["1", "0"]], "not an extreme one"),
    ("prisoners", ("symmetric_equilibria", "vertices"), [], "1 extreme symmetric equilibria"),
    ("zeros", ("symmetric_equilibria", "subsets"), [[1], [2]], "not those of its faces"),
    ("prisoners", ("survivors",), ["1", [1]], "a list of numbers has another entry"),
    ("prisoners", ("survivors",), [[True], [1]], "a list of numbers has another entry"),
    ("prisoners", ("eliminations", 0, "seat"), "0", "is not an integer"),
    ("prisoners", ("eliminations", 0, "seat"), 2, "there is no such player"),
    ("prisoners", ("eliminations", 0, "seat"), -1, "there is no such player"),
    ("prisoners", ("eliminations", 0, "removed"), 2, "names a strategy that is not left"),
    ("prisoners", ("eliminations", 0, "by"), {}, "not a list of strategies with probabilities"),
    ("prisoners", ("eliminations", 0, "by"), ["11"], "not a list of strategies with"),
    ("prisoners", ("eliminations", 0, "by"), [[1, "1", "1"]], "not a list of strategies with"),
    ("mixed", ("eliminations", 0, "by"), [[1, "1/2"], [0, "1/2"]], "not in order, each once"),
    ("mixed", ("eliminations", 0, "by"), [[0, "1/2"], [0, "1/2"]], "not in order, each once"),
    ("mixed", ("eliminations", 0, "by"), [[0, "1"], [1, "0"]], "not positive, or do not sum"),
    ("mixed", ("eliminations", 0, "by"), [[0, "2"], [1, "-1"]], "not positive, or do not sum"),
    ("mixed", ("certificate", "beliefs", 0), "abc", "a player, a strategy and a distribution"),
    ("mixed", ("certificate", "beliefs", 0), [0, 0], "a player, a strategy and a distribution"),
    ("mixed", ("certificate", "beliefs", 0, 2), "a", "a player, a strategy and a distribution"),
    ("mixed", ("certificate", "beliefs", 0, 2), ["01"], "a strategy of each other player"),
    ("mixed", ("certificate", "beliefs", 0, 2), [[0, 0, "1"]], "a strategy of each other player"),
    ("mixed", ("certificate", "beliefs", 0, 2), [[0, "1/2"], [0, "1/2"]], "in order, each once"),
    ("mixed", ("certificate", "beliefs", 0, 2), [[0, "1/2"]], "not positive, or do not sum"),
    ("mixed", ("certificate", "beliefs", 0, 2), [[0, "1"], [1, "0"]], "not positive, or do not"),
    ("mixed", ("certificate", "beliefs", 0, 2), [[0, "2"], [1, "-1"]], "not positive, or do not"),
    ("prisoners", ("pure_equilibria",), [[1]], "not a strategy of each player"),
    ("meeting", ("potential", "weights"), ["1"], "the weights are not positive, one for each"),
    ("meeting", ("potential", "weights", 1), "0", "the weights are not positive, one for each"),
    ("meeting", ("potential", "four_cycles", 0, "first"), 2, "there is no such player"),
    ("meeting", ("potential", "four_cycles", 0, "first_plays"), 2, "there is no such strategy"),
    ("prisoners", ("supermodularity", "orders"), None, "not an order of the strategies of each"),
    ("prisoners", ("supermodularity", "orders"), [[0, 0], [0, 1]], "not an order of the strat"),
    ("prisoners", ("supermodularity", "least"), None, "is not an equilibrium"),
    ("prisoners", ("symmetry", "witness"), WITNESS, "unless the game is symmetric as listed"),
    ("stag", ("degenerate_mix", "responses"), [0, 2], "is not a best response"),
    ("prisoners", ("symmetric_equilibria", "vertices"), [["0"]], "not a mix of all strategies"),
    (
        "prisoners",
        ("symmetric_equilibria", "vertices"),
        [["0", "1/2"]],
        "not a mix of all strategies",
    ),
    ("zeros", ("symmetric_equilibria", "subsets"), [[1, 2], [1, 2]], "not those of its faces"),
    ("zeros", ("symmetric_equilibria", "subsets"), [[1]], "not those of its faces"),
    (
        "zeros",
        ("symmetric_equilibria", "vertices"),
        [["1", "0"], ["1", "0"]],
        "2 extreme symmetric equilibria",
    ),
    ("zeros", ("degenerate_mix", "responses"), {}, "a list of numbers has another entry"),
    (
        "mixed",
        ("certificate", "beliefs", 0),
        {"a": 0, "b": 0, "c": []},
        "a player, a strategy and a distribution",
    ),
    ("three", ("strategically_zero_sum",), False, "said of a game that is not for two"),
    ("three", ("nondegenerate",), True, "nondegenerate: said without a list of equilibria"),
    ("opposed", ("strategically_zero_sum",), True, "strategically zero-sum is not as claimed"),
    (
        "ladder",
        ("eliminations",),
        [{"seat": 0, "removed": k + 1, "by": [[k, "1"]]} for k in (0, 1)],
        "elimination 2: it names a strategy that is not left",
    ),
    (
        "stag",
        ("eliminations",),
        [{"seat": 0, "removed": 1, "by": [[0, "1"]]}],
        "not strictly dominated by the mixture",
    ),
    ("ordinal", ("potential", "values", 5), "-9", "does not rise and stay"),
    ("meeting", ("potential", "four_cycles"), [CYCLE, CYCLE], "refuted by one cycle"),
    (
        "ordinal",
        ("potential", "four_cycles"),
        [CYCLE | {"first_plays": 0}],
        "says nothing of the weights",
    ),
    ("weak", ("potential", "cycle"), [[0, 0], [1, 0]], "no deviation in the cycle gains"),
    (
        "twins",
        ("potential", "cycle"),
        [[0, 0], [2, 0], [2, 1], [1, 1], [1, 0]],
        "does not gain as it must",
    ),
    ("pennies", ("supermodularity", "least"), [0, 0], "not said to be supermodular"),
    ("pennies", ("supermodularity", "witness"), STEP, "gains less: it does not"),
    ("flat", ("supermodularity", "witness"), STEP, "gains less: it does not"),
    ("pennies", ("symmetry", "orders"), [[0, 1], [0, 1]], "not said to be symmetric"),
    (
        "prisoners",
        ("symmetry",),
        {"verdict": "relabelled", "orders": [[0, 1], [1, 0]], "witness": None},
        "an exchange of two players changes the game",
    ),
    (
        "prisoners",
        ("symmetry",),
        {"verdict": "relabelled", "orders": [[1, 0], [1, 0]], "witness": None},
        "an exchange of two players changes the game",
    ),
    (
        "mixed",
        ("symmetry",),
        {"verdict": "as listed", "orders": [[0, 1, 2], [0, 1]], "witness": None},
        "an exchange of two players changes the game",
    ),
    ("sexes", ("symmetry", "witness", "profile"), [0, 1], "changes a payoff: it does not"),
    ("pennies", ("symmetric_equilibria",), NO_VERTICES, "not symmetric, or for two"),
    ("alike", ("symmetric_equilibria",), NO_VERTICES, "not symmetric, or for two"),
    ("prisoners", ("symmetric_equilibria", "vertices"), [["1"]], "not a mix of all strategies"),
]


@pytest.mark.parametrize(("name", "path", "value", "words"), FORGERIES)
def test_a_claim_that_is_not_so_is_refused(files, name, path, value, words):
    refused(changed(files[name], path, value), words)


def test_a_degenerate_game_is_not_nondegenerate(files):
    told = copy.deepcopy(files["zeros"])
    told["nondegenerate"], told["degenerate_mix"] = True, None
    refused(resealed(told), "the game is degenerate")


def test_all_orders_are_tried(files):
    told = copy.deepcopy(files["sexes"])
    told["supermodularity"] = {
        **dict.fromkeys(("orders", "least", "greatest")),
        "verdict": "no",
        "witness": None,
    }
    refused(resealed(told), "supermodular in some orders")
    told = copy.deepcopy(files["sexes"])
    told["symmetry"] |= {"verdict": "no", "orders": None}
    told["symmetric_equilibria"] = None
    refused(resealed(told), "symmetric with some relabelling")


def test_weights_that_fit_refute_nothing(files):
    told = copy.deepcopy(files["meeting"])
    potential = told["potential"]
    cycle = potential["four_cycles"][0]
    back = {
        "profile": cycle["profile"],
        "first": 1,
        "first_plays": 1,
        "second": 0,
        "second_plays": 1,
    }
    potential |= {"kind": "ordinal", "weights": None, "four_cycles": [cycle, back]}
    refused(resealed(told), "some weights satisfy")
    potential["four_cycles"] = [cycle]
    refused(resealed(told), "do not follow each other")


def test_more_orders_than_can_be_tried_are_refused(files, monkeypatch):
    told = copy.deepcopy(files["wide"])
    told["supermodularity"] |= {"verdict": "no", "orders": None, "least": None, "greatest": None}
    refused(resealed(told), "there are too many orders of the strategies to be tried")
    monkeypatch.setattr(checker, "MOST_PROPERTY_WORK", factorial(12))
    refused(resealed(told), "the properties are too long to be checked")


def test_a_polyhedron_with_too_many_vertices_is_refused(files, monkeypatch):
    monkeypatch.setattr(checker, "extreme_rays", lambda *asked: None)
    refused(files["prisoners"], "too many vertices to be checked")


def test_work_is_bounded(files, monkeypatch):
    monkeypatch.setattr(checker, "MOST_PROPERTY_PROFILES", 4)
    assert certify.check(files["prisoners"])
    monkeypatch.setattr(checker, "MOST_PROPERTY_WORK", 10)
    refused(files["prisoners"], "the properties are too long to be checked")
    monkeypatch.setattr(checker, "MOST_PROPERTY_PROFILES", 3)
    refused(files["prisoners"], "4 profiles of pure strategies; properties are checked up to 3")
    assert limits.MOST_PROPERTY_PROFILES > 10_000  # what the solver writes
