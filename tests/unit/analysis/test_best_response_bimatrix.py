"""One strategy in a game for two whose payoffs do not sum to 0: the other seat replies best."""

import itertools
import json
from fractions import Fraction as F

import pytest
from click.testing import CliRunner

import sabot
from sabot.analysis.best_response import best_response_to
from sabot.analysis.evaluation import ProfileJudgement, evaluate_profile
from sabot.analysis.strategy_input import named_strategies
from sabot.cli.program import cli
from sabot.errors import SeatsError
from sabot.forms.bimatrix import BimatrixForm

HOUSE = "baccara(model=B1, decks=8, commission=1/20)"


def run(*words):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "100"})


def test_the_best_reply_to_a_house_rule_is_told_with_a_commission():
    result = run("value", HOUSE, "--strategy", "Player=casino")
    assert result.exit_code == 0, result.output
    assert "Banker  by its best reply" in result.output
    assert "a pair: add --strategy FILE with Banker\n" in result.stderr
    found = sabot.value(HOUSE, {"Player": "casino"})
    assert found["Banker"].gain == 0 and found["Banker"].leaves == (found.payoffs[0],) * 2
    assert found.sources == {"Player": "casino", "Banker": "best reply"}


def test_player_pays_no_commission_so_his_best_reply_is_the_one_without():
    plain = sabot.load("baccara(model=B1, decks=8)").form()
    house = named_strategies(sabot.load(HOUSE), plain, "casino")
    expected = best_response_to(plain, house["Banker"], of="Banker")
    found = sabot.value(HOUSE, {"Banker": "casino"})
    assert (found.payoffs[0], found["Player"].reply) == (expected.value, expected.actions)


def test_no_pure_reply_in_a_raked_game_pays_more():
    game = sabot.load("kuhn-poker(rake=1/20)")
    given = sabot.solve(game).strategies["first"]
    found = sabot.value(game, {"first": given})
    after = {"pass": ("pass", "bet"), "bet": ("fold", "call")}
    actions = {view: after[view.rpartition(",")[2]] for view in found["second"].reply}
    paid = []
    for picks in itertools.product(*actions.values()):
        table = dict(zip(actions, picks, strict=True))
        paid.append(sabot.value(game, {"first": given, "second": table}).payoffs)
    best = max(two for _, two in paid)
    assert found.payoffs[1] == best
    left = [one for one, two in paid if two == best]
    assert found["second"].leaves == (min(left), max(left))


def test_best_replies_that_leave_the_other_seat_different_amounts_say_so(tmp_path):
    pairs = [["3|1", "0|1", "9|0"], ["2|2", "1|0", "5|2"]]
    form = BimatrixForm.of_pairs(pairs)
    found = sabot.value(form, {"row": {"-": "1"}})
    assert found["column"].leaves == (0, 3)
    assert "as much, and row from 0 to 3" in str(found)
    assert ProfileJudgement.from_json(found.to_json())["column"].leaves == (0, 3)
    other = sabot.value(form, {"column": {"-": {"1": "1/2", "2": "1/2"}}})
    assert other["row"].leaves == (F(1), F(1)) and other.payoffs == (F(3, 2), F(1))
    assert evaluate_profile("g", form, {s: other[s].strategy for s in form.seats}).gains[0] == 0


def test_with_both_seats_and_a_commission_the_hands_are_counted_and_the_bets_told():
    plain = sabot.value("baccara(model=B1, decks=8)", "casino")
    found = sabot.value(HOUSE, "casino")
    assert (found.outcomes, found.bets) == (plain.outcomes, plain.bets)
    assert found.bets["Banker"] == -found.payoffs[1]
    result = run("value", HOUSE, "--strategy", "casino")
    assert "Banker at 5 % commission 1.05791 %" in result.output
    assert "2292252566437888" in result.output
    read = ProfileJudgement.from_json(json.loads(json.dumps(found.to_json())))
    assert (read.outcomes, read.bets, read.terms) == (found.outcomes, found.bets, found.terms)


def test_a_bet_on_banker_pays_the_commission_of_the_game_unless_another_is_given():
    game = "baccara(model=B1, decks=8, commission=3%)"
    own = sabot.value(game, "casino")
    assert own.bets["Banker"] == -own.payoffs[1]
    assert sabot.value(game, "casino", bets={"commission": "4%"}).terms == {"commission": F(1, 25)}


def test_optimal_is_no_strategy_of_such_a_game_and_the_remedy_is_the_best_reply():
    with pytest.raises(SeatsError, match="leave one seat out, and it plays its best reply"):
        sabot.value(HOUSE, {"Player": "casino", "Banker": "optimal"})
