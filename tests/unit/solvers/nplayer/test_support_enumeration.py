"""Pure equilibria of games for any number of seats: all of them, by looking at every profile."""

import json
import random
from fractions import Fraction as F
from itertools import product
from typing import Any

import pytest
from click.testing import CliRunner

import sabot
from sabot.analysis.evaluation import evaluate_profile
from sabot.cli.program import cli
from sabot.errors import FileError, NoMethodError
from sabot.forms.sequence_nplayer import nplayer_form_of_tree
from sabot.io.nfg import parse_nplayer_nfg
from sabot.results.nplayer import PureEquilibria
from sabot.solvers.nplayer import support_enumeration
from sabot.solvers.nplayer.support_enumeration import find_pure_equilibria

TWO_OF_THREE = 'NFG 1 R "" { "Ann" "Bob" "Cleo" } { 2 2 2 } '
COORDINATE = TWO_OF_THREE + "1 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 2 1/2 2"
"""All choose alike, or are paid nothing."""
ODD_ONE_OUT = TWO_OF_THREE + "0 0 0 2 0 0 0 2 0 0 0 2 0 0 2 0 2 0 2 0 0 0 0 0"
OUTCOMES = (
    'NFG 1 R "" { "A" "B" "C" } { { "u" "d" } { "l" "r" } { "x" } } "" '
    '{ { "" 1, 2, 3 } { "" 4, 5, 6 } } 1 2 0 1'
)
PERFECT = (
    'EFG 2 R "" { "A" "B" "C" } p "" 1 1 "" { "in" "out" } 0 '
    'p "" 2 1 "" { "in" "out" } 0 p "" 3 1 "" { "in" "out" } 0 '
    't "" 1 "" { 3 1 1 } t "" 2 "" { 0 0 0 } t "" 3 "" { 1 2 0 } t "" 4 "" { 2 0 0 }'
)


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in (("c.nfg", COORDINATE), ("o.nfg", OUTCOMES), ("p.efg", PERFECT)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def run(*words):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "80"})


def by_judging(form):
    """Return the profiles in which nobody gains, each judged by itself: another road."""
    own = [[{"-": {action: F(1)}} for action in s.cells[0].actions] for s in form.sides]
    return [
        tuple(next(iter(table["-"])) for table in profile)
        for profile in product(*own)
        if evaluate_profile("g", form, dict(zip(form.seats, profile, strict=True))).equilibrium
    ]


def chosen(found):
    return [tuple(one.strategies[seat]["-"] for seat in found.seats) for one in found.equilibria]


def test_three_who_must_agree_have_two_ways_to(here):
    found = sabot.equilibria("c.nfg", pure=True)
    assert isinstance(found, PureEquilibria)
    assert (found.seats, found.sizes, found.profiles) == (("Ann", "Bob", "Cleo"), (2, 2, 2), 8)
    assert chosen(found) == [("1", "1", "1"), ("2", "2", "2")]
    assert found.equilibria[1].payoffs == (2, F(1, 2), 2)


def test_the_odd_one_out_wins_and_no_majority_can_be_left():
    found = find_pure_equilibria("odd", parse_nplayer_nfg(ODD_ONE_OUT))
    assert sorted(chosen(found)) == sorted(by_judging(parse_nplayer_nfg(ODD_ONE_OUT)))
    assert found.count == 6  # who is not alone gains nothing by joining the winner


@pytest.mark.parametrize("seed", range(12))
def test_random_games_have_those_that_judging_profile_by_profile_finds(seed):
    chance = random.Random(seed)
    sizes = [chance.randint(1, 3) for _ in range(chance.randint(1, 4))]
    players = " ".join(f'"{n}"' for n in range(1, len(sizes) + 1))
    cells = len(list(product(*map(range, sizes)))) * len(sizes)
    pays = " ".join(str(F(chance.randint(-2, 2), chance.randint(1, 3))) for _ in range(cells))
    form = parse_nplayer_nfg(f'NFG 1 R "" {{ {players} }} {{ {" ".join(map(str, sizes))} }} {pays}')
    assert sorted(chosen(find_pure_equilibria("r", form))) == sorted(by_judging(form))


def test_a_tree_is_looked_at_by_its_reduced_strategies(here):
    found: Any = sabot.equilibria("p.efg", pure=True)
    assert found.sizes == (2, 2, 2)
    plays = [one.strategies for one in found.equilibria]
    assert {"A": {"1": "in"}, "B": {"1": "out"}, "C": {"1": "in"}} not in plays
    for one in found.equilibria:
        judged = sabot.value("p.efg", {s: dict(t) for s, t in one.strategies.items()})
        assert judged.equilibrium
        assert judged.payoffs == one.payoffs


def test_views_that_a_seat_itself_avoids_are_left_out():
    tree = sabot.load("kuhn-poker(ranks=2)").tree()
    found = find_pure_equilibria("kuhn", nplayer_form_of_tree(tree))
    saddle = sabot.solve("kuhn-poker(ranks=2)").value
    assert found.count == 4
    assert {one.payoffs for one in found.equilibria} == {(saddle, -saddle)}
    for one in found.equilibria:
        first = one.strategies["first"]
        assert ("1,pass,bet" in first) == (first["1"] == "pass")


def test_payoffs_beyond_machine_integers_are_added_up_exactly():
    huge = 10**30
    text = f'NFG 1 R "" {{ "A" "B" "C" }} {{ 2 1 1 }} {huge} 0 0 {huge + 1} 0 0'
    found = find_pure_equilibria("huge", parse_nplayer_nfg(text))
    assert chosen(found) == [("2", "1", "1")]
    assert found.equilibria[0].payoffs[0] == huge + 1


def test_outcomes_are_read_and_the_one_called_0_pays_nothing(here):
    form = parse_nplayer_nfg(OUTCOMES)
    assert [end.payoffs for end in form.ends] == [(1, 2, 3), (4, 5, 6), (0, 0, 0), (1, 2, 3)]
    assert [end.sequences for end in form.ends] == [(1, 1, 1), (2, 1, 1), (1, 2, 1), (2, 2, 1)]
    assert chosen(sabot.equilibria("o.nfg", pure=True)) == [("d", "l", "x")]


def test_too_many_profiles_are_refused_before_anything_is_built(monkeypatch):
    with pytest.raises(NoMethodError, match="6,561 x 10,000 x 65,536 profiles"):
        sabot.equilibria("kuhn-poker(players=3)")
    monkeypatch.setattr(support_enumeration, "MOST_LISTED", 1)
    with pytest.raises(NoMethodError, match="2 of 8 profiles"):
        find_pure_equilibria("c", parse_nplayer_nfg(COORDINATE))


def test_the_verb_lists_them_and_says_what_is_not_looked_for(here):
    shown = run("equilibria", "c.nfg", "--pure")
    assert shown.exit_code == 0, shown.output
    assert "2 x 2 x 2 = 8 of pure strategies, all looked at" in shown.stdout
    assert "mixed strategies are not" in shown.stdout
    told = json.loads(run("equilibria", "c.nfg", "--pure", "--json").stdout)
    assert (told["schema"], told["kind"], told["count"]) == ("sabot/pure/1", "pure", 2)
    assert told["equilibria"][1]["payoffs"] == ["2", "1/2", "2"]
    assert run("equilibria", "c.nfg", "--pure", "-o", "c.json").exit_code == 0
    assert PureEquilibria.load("c.json") == sabot.equilibria("c.nfg", pure=True)
    table = run("table", "c.json", "--csv")
    assert "2,Bob,-,2,1/2" in table.stdout.replace("\r", "")
    assert "2 x 2 x 2 = 8" in run("table", "c.json").stdout
    told |= {"certificate": None, "no_certificate": "there are more profiles"}
    (here / "long.json").write_text(json.dumps(told), encoding="utf-8")
    assert "as saved; not checked" in run("table", "long.json").stdout


@pytest.mark.parametrize("sizes", [[10**4000] * 3, [2] * 900, [True, 2, 2], [2, 0, 2], "222"])
def test_numbers_of_strategies_that_nobody_looked_through_are_refused(here, sizes):
    told = sabot.equilibria("c.nfg", pure=True).to_json() | {
        "certificate": None,
        "strategies": sizes,
    }
    (here / "long.json").write_text(json.dumps(told), encoding="utf-8")
    result = run("table", "long.json")
    assert result.exit_code == 3 and "'strategies'" in result.stderr


def test_a_game_without_any_says_so_and_not_that_it_has_no_equilibrium(here):
    pennies = TWO_OF_THREE + "1 0 0 0 1 0 0 1 0 1 0 0 1 0 0 0 1 0 0 1 0 1 0 0"
    (here / "none.nfg").write_text(pennies)
    shown = run("equilibria", "none.nfg", "--pure").stdout
    assert "No pure equilibrium; every finite game has one in mixed strategies" in " ".join(
        shown.split()
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('NFG 1 R "" { "A" "B" "C" } { 2 2 }', "each of the 3 players needs at least one"),
        ('NFG 1 R "" { "A" "B" "C" } { 2 0 2 }', "each of the 3 players needs at least one"),
        (TWO_OF_THREE + "1 2 3", "the file is too short for them"),
        (COORDINATE[:-2], "the file ends where a payoff should be"),
        (COORDINATE + " 7", "more after the last payoff"),
        ('NFG 1 R "" { "A" "B" "C" } { 999 999 999 } 1', "up to 4,000,000 payoffs"),
        ('NFG 1 R "" { "A" "B" "C" } { 99 99 99 } 1', "the file is too short"),
        ('NFG 1 R "" { } { } ', "no players are named"),
        ('EFG 2 R "" { "A" } ', "must begin with: NFG"),
        (OUTCOMES[:-1] + "9", "names outcome 9; there are 2"),
    ],
)
def test_a_broken_file_says_where_and_what(here, text, words):
    (here / "bad.nfg").write_text(text)
    with pytest.raises(FileError, match=words):
        sabot.equilibria("bad.nfg", pure=True)


def test_players_without_names_and_strategies_alike_get_numbers():
    form = parse_nplayer_nfg('NFG 1 R "" { "" "" "" } { { "a" "a" } 1 1 } 1 2 3 4 5 6')
    assert form.seats == ("1", "2", "3")
    assert form.sides[0].cells[0].actions == ("1", "2")


def test_every_verb_knows_the_players_of_such_a_file(here):
    assert run("size", "c.nfg").exit_code == 0
    alike = {seat: {"-": "2"} for seat in ("Ann", "Bob", "Cleo")}
    (here / "s.json").write_text(json.dumps(alike))
    judged = run("value", "c.nfg", "--strategy", "s.json", "--json")
    assert json.loads(judged.stdout)["equilibrium"] is True
    dealt = run("simulate", "c.nfg", "--hands", "20", "--strategy", "s.json")
    assert dealt.exit_code == 0, dealt.output
