"""``sabot hand``: what it prints, as a screen and as a document, and what it refuses."""

import json
import re
from fractions import Fraction as F

import pytest
from click.testing import CliRunner

import sabot
from sabot.cards.poker_odds.hand_distribution import opponent_range
from sabot.cli.program import cli


def run(*words):
    return CliRunner().invoke(cli, ["hand", *words], env={"COLUMNS": "80"})


def told(*words):
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_the_document_has_every_chance_as_a_fraction():
    document = told("6c6d7c2dKs")
    assert document["schema"] == "sabot/hand/1"
    assert (document["class"], document["rank"]) == ("one pair", 2284)
    assert document["name"] == "pair of sixes, king kicker"
    assert document["f_b"] == "140753/216580"
    assert document["f_b_removal"] == "656707/1022626"
    assert F(document["f_a"]) == opponent_range("improved").share(2284)
    assert document["discard"] == document["discard_common"] == "7c2dKs"
    assert len({one["hold"] for one in document["holds"]}) == 32
    for one in document["holds"]:
        assert sum(map(F, one["kinds"].values())) == 1
        assert 0 <= F(one["value"]) <= 1 and 0 <= F(one["value_removal"]) <= 1
    (best,) = [one for one in document["holds"] if one["hold"] == "6c6d"]
    assert best["improves"] == "1552/5405"
    assert F(best["value"]) == max(F(one["value"]) for one in document["holds"])


@pytest.mark.slow
def test_the_opponent_can_be_chosen():
    dealt = told("6c6d7c2dKs", "--against", "dealt")
    (stand,) = [one for one in dealt["holds"] if not one["discard"]]
    assert stand["value"] == dealt["f_b"]
    assert stand["value_removal"] == dealt["f_b_removal"]
    improved = told("6c6d7c2dKs")
    (stand,) = [one for one in improved["holds"] if not one["discard"]]
    assert stand["value"] == improved["f_a"] != dealt["f_b"]


def test_cards_may_stand_apart():
    assert told("6c", "6d", "7c", "2d", "Ks") == told("6c 6d,7C-2♦ ks")


def test_the_screen_says_what_to_throw_away_in_eighty_columns():
    result = run("2c2d3c4c5c")
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert "2♣ 2♦ 3♣ 4♣ 5♣  pair of twos, five kicker" in result.stdout
    assert "best         throw away 2♦" in result.stdout
    assert "common rule  throw away 3♣ 4♣ 5♣: wins 0.0962 less" in result.stdout


def test_a_result_shows_itself_as_a_page():
    assert "<table" in sabot.hand("2c2d3c4c5c")._repr_html_()


@pytest.mark.slow
def test_best_is_of_one_pack_and_other_objectives_have_their_own_names():
    document = told("8c8d7hAc2s")
    assert (
        document["discard"] == document["discard_joint"] == document["discard_common"] == "7hAc2s"
    )
    assert document["discard_whole"] == "7h2s"
    values = {one["discard"]: one for one in document["holds"]}
    assert f"{float(F(values['7hAc2s']['value_joint'])):.6f}" == "0.432177"
    assert [one["hold"] for one in document["holds"] if "value_joint" not in one] == [""]
    assert values[""]["value_joint"] == values[""]["value_removal"]
    shown = run("8c8d7hAc2s", "--joint").stdout
    assert shown == run("8c8d7hAc2s").stdout == f"{sabot.hand('8c8d7hAc2s')}\n"
    assert re.search(
        r"best +throw away 7♥ A♣ 2♠; then it wins 0\.432177 \(43\.2177%\)\n"
        r" +common rule +the same\n",
        shown,
    )
    assert re.search(r"own cards ignored +throw away 7♥ 2♠\n", shown)


def test_a_spreadsheet_has_all_holds_with_every_digit():
    lines = sabot.hand("6c6d7c2dKs").to_csv().splitlines()
    assert len(lines) == 33
    assert lines[0].startswith("hold,discard,wins,drawn apart,own cards ignored,improves,")
    assert any(line.startswith("6c6d,7c2dKs,") and "1552/5405" in line for line in lines)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["AsAs"], "card 2: As is given twice"),
        (["AsKdQhJc"], "4 cards; a hand here has 5"),
        (["XxKd"], "card 1: 'Xx' is not a card"),
        (["AsKdQhJc9sTd"], "6 cards; a hand here has 5"),
        (["AsKdQhJc9s", "--against", "nobody"], "known: improved, dealt, kept"),
        (["AsKdQhJc9s", "--against", "nobody"], "error: no model of an opponent 'nobody'"),
        ([], "missing argument"),
        (["\x1b[31m"], "is not a card"),
    ],
)
def test_what_is_no_hand_is_refused_in_words(words, said):
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.output
    assert "Traceback" not in result.output
    assert "\x1b" not in result.output


def test_many_faults_are_counted_and_not_all_told():
    result = run("Xx" * 100)
    assert result.exit_code == 2
    assert "and 90 more like these" in result.output
    assert len(result.output.splitlines()) < 30


def test_a_text_that_is_far_too_long_has_one_fault():
    result = run("As" * 20_000)
    assert result.exit_code == 2
    assert "40,000 characters" in result.output
    assert len(result.output.splitlines()) == 3
