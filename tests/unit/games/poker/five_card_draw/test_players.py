"""Players of five-card draw: the thesis' strategy, the solved first phase, and those of users."""

import itertools
import re
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tools import cards_player

import sabot
from sabot.cards.poker_hand import all_strengths, parse_cards
from sabot.cli.program import cli
from sabot.errors import NumberError, RulesError
from sabot.exact import as_rational
from sabot.forms.private_hands import exact_bounds
from sabot.games.poker.five_card_draw.players import (
    CARDS_PLACES,
    CARDS_UNIT,
    NAMED_PLAYERS,
    THESIS_PLAYERS,
    EquilibriumPlayer,
    ThesisPlayer,
    card_strategies,
    entry_threshold,
    equilibrium_thresholds,
    find_player,
    parse_answer,
    thesis_chances_before_draw,
)
from sabot.games.poker.five_card_draw.rules import STAND_PAT, Observation, PublicAction
from sabot.games.poker.five_card_draw.simulation import DrawSeating, player_tables, simulate_hands
from sabot.games.poker.five_card_draw.tournament import run_tournament
from sabot.games.poker.five_card_draw.win_probability import (
    lowest_rank_winning,
    probability_to_win,
    probability_to_win_after_discard,
    win_probability_by_rank,
)
from sabot.poker import Hand


def seen(hand, actions, said, *, seat="1", players=5, stack=100):
    """Return what a player knows; *said* as in '1 enter 2, 2 drop 0'."""
    words = [one.rsplit(" ", 1) for one in said.split(", ") if one]
    heard = tuple(
        PublicAction(text.split(" ", 1)[0], text.split(" ", 1)[1], int(put)) for text, put in words
    )
    stacks = {str(number + 1): stack for number in range(players)}
    return Observation(seat, tuple(actions.split(", ")), parse_cards(hand), heard, stacks)


def entering(hand, said, seat, players=7):
    return seen(hand, "drop, enter", said, seat=seat, players=players)


def as_blind(hand, said, players=7):
    return seen(hand, "drop, play, double", said, seat=str(players), players=players)


# ---------------------------------------------------------------------- the thesis


def test_the_first_to_enter_needs_what_the_thesis_prints_for_six_to_follow():
    assert entry_threshold(6) == F("0.92")


def test_the_printed_practical_hands_are_near_the_quadratic():
    # Table 18, page 145: x for n players to follow
    printed = {6: "0.92", 5: "0.90", 4: "0.86", 3: "0.80", 2: "0.71", 1: "0.50"}
    off = {n: entry_threshold(n) - F(x) for n, x in printed.items()}
    assert [n for n, gap in off.items() if abs(gap) > F("0.02")] == [1]


def test_a_pair_of_sixes_is_the_worked_example_of_the_interpolation():
    # page 36 prints 0.6263 for 0.5010 + 4/12 x (0.9198 - 0.5010), which is 0.6406
    assert thesis_chances_before_draw()[Hand("6C6D7C2DKS").rank] == F("0.5010") + F(4, 12) * F(
        "0.4188"
    )
    assert thesis_chances_before_draw()[Hand("6C6D7C2DKS").rank] == F("0.6406")


def test_a_further_player_needs_a_third_of_the_rest():
    assert ThesisPlayer().last(6, 1) == F("0.92")
    assert ThesisPlayer().last(6, 2) == F("0.92") + F("0.08") / 3
    # Table 6 prints g(0.92) = 0.96, which is a half, and g(0.96) = 0.97, which is a third
    assert ThesisPlayer(share=F(1, 2)).last(6, 2) == F("0.96")
    assert round(F("0.96") + F("0.04") / 3, 2) == F("0.97")


def test_two_pairs_enter_behind_one_who_did_and_aces_do_not():
    said = "7 blind 1, 1 enter 2"
    assert ThesisPlayer()(entering("AsAdKcQh2d", said, "2")) == "drop"
    assert ThesisPlayer()(entering("AsAdKcKh2d", said, "2")) == "enter"
    assert ThesisPlayer()(entering("AsAdKcQh2d", "7 blind 1", "1")) == "drop"  # 0.9198 < 0.92


def test_the_blind_drops_plays_or_doubles():
    said = "7 blind 1, 1 drop 0, 2 drop 0, 3 drop 0, 4 drop 0, 5 drop 0, 6 enter 2"
    last = entry_threshold(1)
    assert (last / 2, (1 + last) / 2) == (F("0.31"), F("0.81"))
    answers = [
        ThesisPlayer()(as_blind(hand, said)) for hand in ("9s7d5c4h2d", "KsQd5c4h2d", "QsQd5c4h2d")
    ]
    assert answers == ["drop", "play", "double"]


def test_who_entered_looks_at_a_double():
    assert (
        ThesisPlayer()(seen("2s2d5c4h7d", "drop, look", "5 blind 1, 1 enter 2, 5 double 4"))
        == "look"
    )


BET = "drop, bet 1, bet 2, bet 3, bet 4, bet 5"
RAISE = "drop, look, raise 1, raise 2, raise 3, raise 4, raise 5"
DREW = "2 blind 1, 1 enter 2, 2 play 2, 1 draws 3 2, 2 draws 3 2"


def test_a_bet_is_what_the_pot_is_worth_to_the_hand_in_whole_units():
    aces = seen("AsAdKcQhJd", BET, DREW, players=2)
    assert ThesisPlayer()(aces) == "bet 3"  # 0.7983 of a pot of 4
    assert ThesisPlayer()(seen("7s5d4c3h2d", BET, DREW, players=2)) == "drop"


def test_a_bet_is_looked_at_where_the_pot_is_about_worth_it():
    raised = f"{DREW}, 1 bet 5 7"
    told = {
        hand: ThesisPlayer()(seen(hand, RAISE, raised, seat="2", players=2))
        for hand in ("7s5d4c3h2d", "2s2dKcQhJd", "AsAdKcQhJd")
    }
    assert told == {"7s5d4c3h2d": "drop", "2s2dKcQhJd": "raise 2", "AsAdKcQhJd": "raise 5"}
    assert (
        ThesisPlayer(margin=F(4))(seen("2s2dKcQhJd", RAISE, raised, seat="2", players=2)) == "look"
    )


def test_without_a_limit_two_such_players_raise_until_one_has_put_in_all():
    two = DrawSeating(("thesis", "thesis"), (100, 100), float("inf"), button_moves=True)
    paid = next(simulate_hands(two, hands=600, seed=3))
    assert (abs(paid[:, 0]) == 100).sum() > 100
    capped = DrawSeating(("thesis", "thesis"), (100, 100), 3, button_moves=True)
    assert abs(next(simulate_hands(capped, hands=600, seed=3))).max() <= 4 + 20


# ---------------------------------------------------------------------- the solved first phase


def solved_cuts(players):
    """Return the cuts of the model, solved now."""
    found: Any = sabot.solve(f"blind-poker(players={players}, look=forced)")
    told = {}
    for seat, turns in found.thresholds().items():
        for view, parts in turns.items():
            entered = "".join(one.split()[0] for one in view.split(", ") if one.endswith("enter"))
            told[f"{seat}:{entered}"] = tuple(
                lowest_rank_winning(as_rational(end)) for end, _ in parts[:-1]
            )
    return told


@pytest.mark.parametrize(
    "players", [2, 3, 4, *(pytest.param(n, marks=pytest.mark.slow) for n in (5, 6, 7))]
)
def test_the_cuts_are_those_of_the_solved_models(players):
    assert solved_cuts(players) == equilibrium_thresholds(players)


def test_the_least_hands_to_enter_first_are_those_of_table_17_or_just_below():
    # page 142: tens with three to follow, eights with two, fives with one; the best of the nines
    # wins 0.7611 against any hand, and the cut of the equilibrium is 0.7595
    named = [
        all_strengths()[equilibrium_thresholds(4)[turn][0] - 1].name for turn in ("1:", "2:", "3:")
    ]
    assert named[0] == "pair of nines, ace kicker"
    assert [name.partition(",")[0] for name in named[1:]] == ["pair of eights", "pair of fives"]


def test_a_cut_lies_between_the_hands_on_its_two_sides():
    for turn, ranks in equilibrium_thresholds(3).items():
        for rank in ranks:
            assert win_probability_by_rank()[rank - 1] < win_probability_by_rank()[rank], turn


def test_the_solved_player_enters_by_the_cut_and_then_plays_on():
    worst = equilibrium_thresholds(4)["1:"][0]
    tens = entering("TsTd5c4h2d", "4 blind 1", "1", players=4)
    low = entering("9s9d8c5h2d", "4 blind 1", "1", players=4)
    assert low.rank < worst <= tens.rank
    assert [EquilibriumPlayer()(one) for one in (low, tens)] == ["drop", "enter"]
    assert (
        EquilibriumPlayer()(seen("2s2d5c4h7d", "drop, look", "5 blind 1, 1 enter 2, 5 double 4"))
        == "look"
    )


# ---------------------------------------------------------------------- chances


def test_a_chance_is_against_any_hand_before_the_draw_and_an_improved_one_after():
    before = seen("AsAdKcQhJd", "drop, enter", "5 blind 1")
    after = seen("AsAdKcQhJd", BET, DREW, players=2)
    assert probability_to_win(before) > F(9, 10) > F(3, 4) > probability_to_win(after)


def test_to_keep_the_pair_is_better_than_to_break_it():
    held = seen("TsTd9c5h2d", f"{STAND_PAT}, throw Ts", "5 blind 1, 1 enter 2, 5 play 2")
    rest, pair = parse_cards("9c5h2d", many=None), parse_cards("TsTd", many=None)
    assert (
        probability_to_win_after_discard(held, rest)
        > probability_to_win_after_discard(held, ())
        > probability_to_win_after_discard(held, pair)
    )


# ---------------------------------------------------------------------- one's own


def greedy(seen):
    return seen.cards if seen.stage == "draw" else seen.actions[1]


def caller(seen):
    if seen.stage == "draw":
        return "stand pat"
    return "look" if "look" in seen.actions else seen.actions[1]


def test_a_few_lines_are_a_player():
    found = run_tournament([caller, "thesis", caller], hands=120, seed=2)
    assert [one.name for one in found.standings] == ["caller", "thesis", "caller 2"]
    assert sum(one.won for one in found.standings) == 0
    assert [len(one.seats) for one in found.standings] == [3, 3, 3]
    assert run_tournament([caller, "thesis", caller], hands=120, seed=2) == found


def test_a_class_of_a_users_file_is_a_player_too(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(
        "class Calm:\n"
        "    def __call__(self, seen):\n"
        "        return [] if seen.stage == 'draw' else seen.actions[0]\n"
    )
    found = run_tournament(["mine.py:Calm", "random"], hands=40, seed=1)
    assert found.standings[0].won <= 0


def test_a_player_that_asks_for_five_cards_is_refused():
    with pytest.raises(RulesError, match="'greedy' asks for five new cards; at most four"):
        run_tournament([greedy, "thesis"], hands=20)


WRONG = {
    "rise": ("drop, enter", "answers 'rise'; it may say: drop, enter"),
    7: ("drop, enter", "answers 7; it may say"),
    None: (STAND_PAT, "answers None; to throw cards it gives them"),
    (99,): (STAND_PAT, "throws 99, which is no card"),
    (0, 0): (STAND_PAT, "throws 2c twice; give cards of seen.cards, each once"),
    (0,): (STAND_PAT, "throws 2c, which it does not hold"),
    "XxKd": (STAND_PAT, "answers 'XxKd'"),
}


@pytest.mark.parametrize("answer", WRONG)
def test_an_answer_that_is_none_is_named_with_its_player(answer):
    actions, why = WRONG[answer]
    with pytest.raises(RulesError, match=f"player 'mine' .*{re.escape(why)}"):
        parse_answer("mine", seen("AsAdKcQhJd", actions, "5 blind 1"), answer)


def test_cards_that_break_while_they_are_read_are_the_players_fault():
    held = seen("AsAdKcQhJd", STAND_PAT, "5 blind 1")
    with pytest.raises(RulesError, match=r"player 'mine' gives cards that .*: ZeroDivisionError"):
        parse_answer("mine", held, (card // 0 for card in held.cards))


def test_a_player_that_never_stops_naming_cards_is_refused():
    held = seen("AsAdKcQhJd", STAND_PAT, "5 blind 1")
    with pytest.raises(RulesError, match="player 'mine' asks for more than five new cards"):
        parse_answer("mine", held, itertools.count())


@pytest.mark.parametrize("answer", ["Kc Qh", "throw Kc Qh", (46 - 2, 42), [42, 44]])
def test_cards_are_thrown_by_number_or_by_name(answer):
    held = seen("AsAdKcQhJd", STAND_PAT, "5 blind 1")
    assert parse_answer("mine", held, answer) == "throw Kc Qh"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("thesi", "there is no player 'thesi'\n  did you mean 'thesis'"),
        ("mine.py", "which player of it"),
        ("mine.py:nobody", "has no player 'nobody'; it has calm"),
        ("mine.py:odd", "line 3: ZeroDivisionError"),
    ],
)
def test_a_player_who_is_not_there_is_told_so(name, why, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(
        "def calm(seen): return seen.actions[0]\n\ndef odd(seen): return 1 / 0\n"
    )
    with pytest.raises(RulesError, match=why):
        run_tournament([name, "thesis"], hands=5)


@pytest.mark.parametrize("many", [0, 1, 8])
def test_two_to_seven_sit_down(many):
    with pytest.raises(NumberError, match="2 to 7 can sit at the table"):
        run_tournament(["thesis"] * many, hands=5)


def test_all_players_of_ours_play_a_hand_of_every_size():
    for many in range(2, 8):
        names = [*NAMED_PLAYERS, *NAMED_PLAYERS, *NAMED_PLAYERS][:many]
        paid = next(
            simulate_hands(
                DrawSeating(tuple(names), (30,) * many, 2, button_moves=True), hands=60, seed=many
            )
        )
        assert not paid.sum(axis=1).any()


# ---------------------------------------------------------------------- the verbs


@pytest.mark.slow
@pytest.mark.parametrize(("reading", "mean"), [("thesis", 0.657), ("thesis-l", -0.124)])
def test_the_tournaments_on_the_page_of_the_docs_come_out_so(reading, mean):
    page = (Path(__file__).parents[5] / "docs/how-to/draw-table.md").read_text(encoding="utf-8")
    found = run_tournament([*[reading] * 4, "equilibrium"], hands=400_000, seed=1)
    (model,) = [one for one in found.standings if one.name == "equilibrium"]
    assert float(model.mean) == pytest.approx(mean, abs=0.0006)
    told = rf"\$ sabot draw tournament {reading} .*?\n\n(  player.*?)\n\.\.\.\n```"
    assert re.search(told, page, re.S)[1] in str(found)


def test_the_blind_of_the_thesis_is_played_in_two_readings():
    """Section 2.9 prints l/2, chapter 5 has l; here l is f(1) = 0.62: the player before entered."""
    blind = (1 << 4) - 1 + (1 << 3)
    for name, part in (("thesis", F(1, 2)), ("thesis-l", F(1))):
        done = player_tables(name, 5).first[blind]
        plays = [
            chance
            for chance, move in zip(thesis_chances_before_draw(), done, strict=True)
            if move > 0
        ]
        drops = [
            chance
            for chance, move in zip(thesis_chances_before_draw(), done, strict=True)
            if not move
        ]
        assert max(drops) < part * entry_threshold(1) <= min(plays)
        assert THESIS_PLAYERS[name].blind == part and NAMED_PLAYERS[name] is THESIS_PLAYERS[name]


def run(*words):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "80"})


def test_a_tournament_fits_the_screen_and_says_how_sure_it_is():
    result = run(
        "draw", "tournament", *["thesis"] * 4, "random", "equilibrium", "random", "--hands", "70"
    )
    assert result.exit_code == 0, result.output
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert "95 %" in result.stdout and "blind" in result.stdout
    assert "all units accounted for" in result.stdout


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["simulate", "draw-poker", "--strategy", "9=thesis"], "no seat '9'; the seats are 1, 2"),
        (["simulate", "draw-poker", "--strategy", "nobody"], "there is no player 'nobody'"),
        (
            ["simulate", "draw-poker", "--strategy", "1=random", "--strategy", "1=thesis"],
            "two players",
        ),
        (["simulate", "draw-poker(players=8)"], "players: 8 is out of range"),
        (["draw", "tournament", "thesis", "random", "--stack", "-5"], "-5 is not in the range"),
        (["draw", "tournament", "thesis", "random", "--raises", "many"], "not a whole number"),
        (["draw", "tournament", "thesis"], "1 player; 2 to 7"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(words, why):
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert why in result.stderr


def test_simulate_seats_players_by_their_names():
    result = run("simulate", "draw-poker(players=3)", "--hands", "90", "--strategy", "2=random")
    assert result.exit_code == 0, result.output
    assert "1 thesis, 2 random, 3 thesis" in result.stderr
    found = sabot.simulate("draw-poker(players=3)", {"2": "random"}, hands=90)
    assert f"{float(found.of(0).mean):.4f}" in result.stdout
    assert sum(found.of(seat).mean for seat in range(3)) == 0


def test_a_strategy_that_is_no_name_is_refused():
    with pytest.raises(
        RulesError, match=r"seat 1: \{.*\} is not the name of a player, such as 'thesis'"
    ):
        sabot.simulate("draw-poker", {"1": {"-": "drop"}}, hands=5)
    with pytest.raises(RulesError, match="no seat '6'"):
        sabot.simulate("draw-poker", {"6": "thesis"}, hands=5)


def test_a_name_is_a_player():
    assert find_player("random") is NAMED_PLAYERS["random"]


@pytest.mark.slow  # a minute: sums over all hands and draws
def test_what_the_player_for_the_real_pack_secures_is_computed_again():
    form, kept = cards_player.form_of_game(), card_strategies()
    tables = {turn: cards_player.unpacked(told) for turn, told in kept.turns.items()}
    found = exact_bounds(form, cards_player.spread(form, tables), CARDS_UNIT)
    assert found == (kept.low, kept.high)


def test_the_player_for_the_real_pack_mixes_by_its_table():
    kept = card_strategies()
    for turn, actions in (("*", 2), ("*,1 enter", 3), ("*,enter,2 double", 2)):
        assert len(kept.turns[turn]) == (actions - 1) * CARDS_PLACES
        for place in range(0, CARDS_PLACES, 97):
            chances = kept.chances(turn, place)
            assert len(chances) == actions and min(chances) >= 0 and sum(chances) == CARDS_UNIT
    assert kept.low < kept.high < kept.low + F(1, 200)
    found = run_tournament(["cards", "equilibrium"], hands=60, seed=2)
    assert found.hands == 60 and sum(one.won for one in found.standings) == 0
    assert player_tables("cards", 2) is None
    assert player_tables("cards", 3) is player_tables("equilibrium", 3)
