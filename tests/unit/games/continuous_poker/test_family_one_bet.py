"""One bet and real hands: Borel's game and Kuhn's; looks that are forced, for every q."""

from fractions import Fraction as F

import pytest
from click.testing import CliRunner
from tests.few import few

import sabot
from sabot.cli.program import cli
from sabot.errors import GameStringError, NoMethodError
from sabot.forms.continuous.betting_game import ThresholdRule
from sabot.games.continuous_poker.family import kuhn_thresholds

BETS = [(1, 1), (2, 3), (F(1, 2), F(7, 3)), (1, 1000), (1000, 1)]


@pytest.mark.parametrize(("ante", "bet"), BETS)
def test_borels_game_has_its_closed_form(ante, bet):
    """Borel 1938: look from c = bet/(bet + 2 ante) on, bet from c^2 on; that is c^2 antes lost."""
    found = sabot.solve(f"borel(ante={ante}, bet={bet})")
    c = F(bet) / (F(bet) + 2 * F(ante))
    assert found.exact
    assert found.profile == {
        "1: -": ThresholdRule((0, 1), (c**2,)),
        "2: 1 bet": ThresholdRule((0, 1), (c,)),
    }
    assert found.payoffs["1"] == -F(ante) * c**2


@pytest.mark.parametrize(("ante", "bet"), BETS)
def test_kuhns_game_with_real_hands_has_the_cuts_that_were_solved_by_hand(ante, bet):
    found = sabot.solve(f"continuous-kuhn(ante={ante}, bet={bet})")
    assert found.exact
    known = kuhn_thresholds(F(ante), F(ante) + F(bet))
    assert {key: answer.cuts for key, answer in found.profile.items()} == known


def test_a_number_in_place_of_a_card_does_not_change_what_kuhns_game_is_worth():
    assert sabot.solve("continuous-kuhn").payoffs["1"] == sabot.solve("kuhn-poker").value


@pytest.mark.parametrize("game", ["borel", "continuous-kuhn"])
def test_the_same_rules_with_ranks_come_near_the_real_hands(game):
    exact = sabot.solve(f"{game}(bet=2)").payoffs["1"]
    near = [abs(sabot.solve(f"{game}(bet=2, ranks={n})").value - exact) for n in (5, 40)]
    assert near[1] <= near[0] / 2


@pytest.mark.parametrize("game", ["borel", "continuous-kuhn"])
@pytest.mark.parametrize("stakes", ["bet=0", "ante=0", "ante=0, bet=0"])
def test_where_nothing_is_at_stake_nothing_is_paid(game, stakes):
    found = sabot.solve(f"{game}({stakes})")
    assert set(found.payoffs.values()) == {0} and found.exact
    assert "0 = 0" not in str(found)


@pytest.mark.slow
def test_bets_that_no_float_parts_are_refused_in_words():
    with pytest.raises(NoMethodError, match="no equilibrium was found"):
        sabot.solve("continuous-kuhn(bet=1/100000)")
    with pytest.raises(GameStringError, match="bet"):
        sabot.solve("borel(bet=-1)")


def test_every_verb_takes_them(tmp_path):
    path = str(tmp_path / "k.json")
    run = CliRunner().invoke
    assert run(cli, ["solve", "continuous-kuhn", "-o", path]).exit_code == 0
    assert "those of continuous-kuhn" in run(cli, ["check", path, "--rules"]).output
    assert "-1/18" in run(cli, ["table", path, "--latex"]).output
    assert "an equilibrium" in run(cli, ["value", "borel", "--strategy", "optimal"]).output
    assert run(cli, ["show", "borel"]).exit_code == run(cli, ["size", "borel"]).exit_code == 0
    told = run(cli, ["play", "continuous-kuhn", "--hands", "1", "--seed", "2"], input="bet\nq\n")
    assert told.exit_code == 0 and "from 0 to 1; the higher wins.\n" in told.output
    told = run(cli, ["play", "blind-poker", "--hands", "1", "--seed", "2"], input="q\n")
    assert "the higher wins, unless one improves.\n" in told.output
    rows = list(sabot.sweep("borel(bet=1..3)"))
    assert [row.value for row in rows] == [F(-1, 9), F(-1, 4), F(-9, 25)]


@pytest.mark.slow
@pytest.mark.parametrize("q", few(2, ["49/100", "1/2", "17/40", "9/20", "11/20", "3/5"]))
def test_forced_looks_are_solved_around_a_half(q):
    """There the blind plays with hands as bad as the worst that entered."""
    found = sabot.solve(f"blind-poker(players=3, q={q})")
    assert 0 < found.bound < F(1, 10**25)


@pytest.mark.slow
def test_four_players_who_must_look_are_solved_above_a_half():
    assert sabot.solve("blind-poker(players=4, q=3/5)").bound < F(1, 10**25)
