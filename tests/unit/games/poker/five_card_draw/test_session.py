"""A seat at a table of five-card draw, at 80 columns; sessions saved and told again."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.few import few

import sabot
from sabot.cli.program import cli
from sabot.errors import NumberError, RulesError
from sabot.games.poker.five_card_draw.players import _load_user_player
from sabot.games.poker.five_card_draw.session import DrawSession

SIGNS = re.compile(r"(?:10|[2-9JQKA])[♣♦♥♠]")


def run(*words, typed="", columns=80):
    return CliRunner().invoke(cli, list(words), input=typed, env={"COLUMNS": str(columns)})


def played(*words, typed):
    result = run("play", *words, typed=typed)
    assert result.exit_code == 0, result.output
    return result.stdout


CALLS = "enter\nplay\nnone\nlook\nbet 1\n"
"""Answers of which one fits nearly every question; the others are refused."""


def stubborn(session):
    """Play a session to its end: in for everything, and never raising."""
    while not session.over:
        session.deal()
        while session.waiting is not None:
            may = session.waiting.actions
            session.answer(next(a for a in (*WISHES, may[-1]) if a in may))
    return session


WISHES = ("stand pat", "look", "enter", "play", "bet 1")


def test_a_hand_is_told_with_signs_pot_and_stacks():
    text = played("draw-poker", "--players", "5", "--seed", "4", "--hands", "1",
                  typed="enter\n3 4 5\nb2\nl\n")  # fmt: skip
    assert "Hand 1  Cora deals, Dan is the blind" in text
    assert "  Stacks: you 100, Anna 100, Ben 100, Cora 100, Dan 100.\n" in text
    assert "  Your cards: A♦ A♣ 10♦ 7♥ 2♦   pair of aces, ten kicker\n" in text
    assert "  Pot 1: Dan 1; 2 to enter. You have 100.\n" in text
    assert "  Anna drops. Ben drops. Cora drops. Dan plays.\n" in text
    assert "  Your cards: 1 A♦   2 A♣   3 10♦   4 7♥   5 2♦\n" in text
    assert "  Dan draws 3.\n" in text
    assert "  Dan raises by 3.\n  Pot 11: you 4, Dan 7; 3 to look. You have 96.\n" in text
    assert "  You win 7. You have 107. Total +7.\n" in text


def test_the_page_of_the_docs_shows_what_is_played():
    page = (Path(__file__).parents[5] / "docs/how-to/draw-table.md").read_text(encoding="utf-8")
    told, looked_back, *_ = re.findall(r"```text\n(.*?)```", page, re.S)
    text = played("draw-poker", "--players", "5", "--seed", "4", typed="enter\n3 4 5\nb2\nlook\n")
    assert told in text and looked_back in text


def test_each_decision_is_looked_at_again():
    text = played("draw-poker", "--seed", "4", "--hands", "1", typed="enter\n3 4 5\nb2\nl\n")
    rows = [line.split() for line in text.splitlines() if " %  " in line]
    assert [row[0] for row in rows] == ["enter", "draw", "bet", "bet"]
    assert "keep A♦ A♣  keep A♦ A♣" in text
    assert "95.9 %  look        raise 5" in text


def test_a_chance_is_against_all_who_are_still_in():
    text = played("draw-poker", "--players", "5", "--seed", "4", "--hands", "1",
                  typed="why\nenter\nwhy\n3 4 5\nb2\nl\n")  # fmt: skip
    enter, draw = (line for line in text.splitlines() if re.match("    (enter|draw) ", line))
    assert re.search(r"pair of aces +4  7\d\.\d ± 0\.9 %  enter", enter)
    assert re.search(r"pair of aces +1 +67\.9 %  keep", draw)
    assert re.search(r"beats all 4 +0\.7\d+ ± 0\.00\d+ \(10,000 deals\)", text)
    assert "    The chance is against all who were still in.\n" in text
    assert "    What has a ± was dealt with a seed" in text


def test_a_review_says_against_whom_a_hand_has_its_chance():
    against = "From the draw on the others are such as drew to a pair or better."
    drawn = played("draw-poker", "--seed", "4", "--hands", "1", typed="enter\n3 4 5\nb2\nl\n")
    assert drawn.count(f"    {against}\n") == 1
    assert against not in played("draw-poker", "--seed", "4", "--hands", "1", typed="drop\n")


def test_the_others_cards_stay_hidden_until_the_hand_is_over():
    session = DrawSession(sabot.load("draw-poker"), seed=4)
    session.deal()
    own = {str(card) for card in session.seen.cards}
    text = run("play", "draw-poker", "--seed", "4", typed="why\nhint\n").stdout
    before = text.partition("Review")[0]
    assert len(SIGNS.findall(before)) == len(own) == 5


@pytest.mark.parametrize("players", few(2, range(2, 8)))
def test_a_whole_evening_fits_eighty_columns(players):
    text = played("draw-poker", "--players", str(players), "--seed", "9", "--hands", "8",
                  "--against", "random", typed=CALLS * 120)  # fmt: skip
    assert max(map(len, text.splitlines())) <= 80
    assert text.count("\nHand ") == 8
    assert "Review" in text


def test_the_button_moves_and_stacks_are_carried_on():
    session = stubborn(DrawSession(sabot.load("draw-poker(players=3)"), seed=5, hands=1))
    before = dict(session.stacks)
    assert sum(before.values()) == 300
    session.hands = 2
    assert list(session.names.values()) == ["you", "Anna", "Ben"]
    session.deal()
    assert list(session.names.values()) == ["Anna", "Ben", "you"]
    told = dict(zip(session.names.values(), session.game.parameters["stacks"], strict=True))
    assert told == before


def test_who_has_nothing_left_buys_in_again():
    game = sabot.load("draw-poker(players=2, stacks=4)")
    session = stubborn(DrawSession(game, seed=2, hands=40, against=["random"]))
    bought = sum(session.bought.values())
    assert bought > 0
    assert sum(session.stacks.values()) == 4 * (2 + bought)


def test_stacks_and_buy_ins_account_for_all_units():
    session = stubborn(DrawSession(sabot.load("draw-poker(stacks=[9,8,7,6,5])"), seed=1, hands=30,
                               against=["random", "thesis"]))  # fmt: skip
    bought = sum(session._buy_in[n] * session.bought[name] for n, name in enumerate(session.people))
    assert sum(session.stacks.values()) == 35 + bought


def test_where_a_person_sits_is_his_choice():
    session = DrawSession(sabot.load("draw-poker(players=4)"), seat="4", seed=1)
    assert list(session.names.values()) == ["Anna", "Ben", "Cora", "you"]
    text = run("play", "draw-poker", "--players", "4", "--seat", "4", "--seed", "3").stdout
    assert "you are the blind" in text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("9h\n", "Name cards of yours (A♦ A♣ 10♦ 7♥ 2♦) or their places, 1 to 5"),
        ("1 2 3 4 5\n", "At most 4 cards may be thrown; keep one of your five."),
        ("AdAcTd7h2d\n", "At most 4 cards may be thrown; keep one of your five."),
        ("6\n", "Name cards of yours"),
        ("\n", "Name cards of yours"),
        ("xx\n", "Name cards of yours"),
    ],
)
def test_cards_that_cannot_be_thrown_are_refused(typed, said):
    assert said in played("draw-poker", "--seed", "4", typed="enter\n" + typed)


@pytest.mark.parametrize("typed", ["3 4 5", "345", "Td 7h 2d", "throw 10♦ 7♥ 2♦", "2d7hTD"])
def test_cards_are_thrown_by_place_or_by_name(typed):
    text = played("draw-poker", "--seed", "4", typed=f"enter\n{typed}\n")
    assert "A♠ A♦ A♣ Q♠ 3♣   three aces" in text


@pytest.mark.parametrize("typed", ["none", "0", "stand", "s", "pat", "-"])
def test_none_stands_pat(typed):
    assert "Pot 4: you 2, Dan 2" in played("draw-poker", "--seed", "4", typed=f"enter\n{typed}\n")


def test_a_bet_is_typed_short_or_in_full():
    start = "enter\n3 4 5\n"
    texts = [
        played("draw-poker", "--seed", "4", typed=f"{start}{bet}\n") for bet in ("2", "b2", "bet 2")
    ]
    assert all("Pot 11: you 4" in text for text in texts)
    assert "'raise 2' is none of: drop, bet 1" in played(
        "draw-poker", "--seed", "4", typed=start + "raise 2\n"
    )


def test_why_gives_the_exact_chance_and_help_says_what_it_means():
    text = played("draw-poker", "--seed", "4", typed="why\nhint\nleak\n?\nenter\nwhy\n")
    assert "2813441/3067878 ≈ 0.9171" in text
    assert "The thesis' strategy: enter." in text
    assert "Sabot has no solution of this game: no habit has a price." in text
    assert "a tie counts half" in text
    assert "after throwing 10♦ 7♥ 2♦" in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["draw-poker", "--players", "8"], "players: 8 is out of range"),
        (["draw-poker", "--players", "-1"], "players: -1 is out of range"),
        (["le-her", "--players", "3"], "le-her has no parameter players"),
        (["draw-poker(players=3)", "--players", "3"], "say it once"),
        (["draw-poker", "--against", "nobody"], "there is no player 'nobody'"),
        (["draw-poker(players=2)", "--against", "random,thesis"], "has 2 seats with yours"),
        (["kuhn", "--against", "thesis"], "is played against its optimum"),
        (["draw-poker", "--seat", "9"], "no seat '9'"),
        (["draw-poker(stacks=-3)"], "stacks: -3 is out of range"),
    ],
)
def test_a_table_that_cannot_be_is_refused(words, why):
    result = run("play", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert why in result.stderr


def test_a_sitting_refuses_what_is_no_answer():
    session = DrawSession(sabot.load("draw-poker"), seed=4)
    session.deal()
    with pytest.raises(RulesError, match="'raise' is not an action here; may: drop, enter"):
        session.answer("raise")
    with pytest.raises(RulesError, match="is not solved; no action has a price"):
        session.worth()
    with pytest.raises(RulesError, match="the hand is not over"):
        session.deal()
    with pytest.raises(NumberError, match="play at least 1"):
        DrawSession(sabot.load("draw-poker"), hands=0)


def test_a_player_that_asks_for_five_cards_is_named_at_the_table(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(
        "def greedy(seen): return seen.cards if seen.stage == 'draw' else seen.actions[1]\n"
    )
    result = run("play", "draw-poker", "--players", "2", "--seed", "1", "--against",
                 "mine.py:greedy", typed="enter\nnone\n" * 9)  # fmt: skip
    assert result.exit_code == 2
    assert "player 'mine.py:greedy' asks for five new cards" in result.stderr


# ---------------------------------------------------------------------- saved and told again

EVENINGS = {
    "draw-poker": CALLS * 40,
    "draw-poker(players=3, stacks=[100,40,7])": CALLS * 40,
    "kuhn-poker": "1\n2\n" * 30,
    "leduc-poker(ranks=2)": "1\n2\n" * 40,
    "whist(n=3)": "1\n2\n3\n4\n5\n6\n" * 20,
}


@pytest.mark.parametrize("game", EVENINGS)
def test_a_saved_session_is_told_again(game, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    first = played(game, "--seed", "3", "--hands", "4", "-o", "e.json", typed=EVENINGS[game])
    again = played("e.json", typed="")
    results = [line for line in first.splitlines() if line.strip().startswith("You ")]
    assert results and results == [
        line for line in again.splitlines() if line.strip().startswith("You ")
    ]
    assert json.loads(Path("e.json").read_text())["hands"]


def test_a_session_left_in_the_middle_is_told_up_to_there(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    played("draw-poker", "--seed", "4", "-o", "e.json", typed="enter\n3 4 5\nq\n")
    assert json.loads(Path("e.json").read_text())["unfinished"] == ["enter", "throw Td 7h 2d"]
    assert "three aces" in played("e.json", typed="")


SPOILT = {
    "paid": (lambda d: d["hands"][0].update(paid="77"), "hand 1 paid 77 by the file and pays"),
    "no number": (lambda d: d["hands"][0].update(paid="x"), "not a saved session: 'x'"),
    "seed": (lambda d: d.update(seed="7"), "'seed' is not a whole number"),
    "answers": (
        lambda d: d["hands"][0].update(answers=[1]),
        "'answers' holds something that is not a text",
    ),
    "hands": (lambda d: d.update(hands={}), "'hands' is not a list"),
    "one more": (
        lambda d: d["hands"][0]["answers"].append("bet"),
        "hand 1 has the answers pass, bet in the file and takes pass:",
    ),
    "begun": (
        lambda d: d.update(unfinished=["nonsense"]),
        "hand 4 has the answers nonsense in the file and takes none",
    ),
    "seat": (lambda d: d.update(seat="dealer"), "e.json: no seat 'dealer'; the seats are"),
    "game": (lambda d: d.update(game="kuhn-poker(ranks=0)"), "e.json: game 'kuhn-poker(ranks=0)'"),
    "company": (lambda d: d.update(against=["thesis"]), "e.json: --against names players"),
    "fewer": (lambda d: d["hands"][-1].update(answers=[]), "its answers make"),
}


@pytest.mark.parametrize("what", SPOILT)
def test_a_session_that_was_changed_is_refused(what, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    played("kuhn", "--seed", "3", "--hands", "3", "-o", "e.json", typed="1\n2\n" * 30)
    document = json.loads(Path("e.json").read_text())
    change, why = SPOILT[what]
    change(document)
    Path("e.json").write_text(json.dumps(document))
    result = run("play", "e.json")
    assert result.exit_code == 3
    assert why in result.stderr


def test_a_saved_session_takes_no_seed_of_another(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    played("kuhn", "--seed", "3", "--hands", "1", "-o", "e.json", typed="1\n2\n" * 9)
    result = run("play", "e.json", "--seed", "4")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "is a saved session: leave out --seed" in result.stderr


def test_a_place_that_cannot_be_written_to_is_refused_before_the_first_hand(tmp_path):
    result = run("play", "kuhn", "-o", str(tmp_path / "no" / "e.json"))
    assert (result.exit_code, result.stdout) == (3, "")


def test_no_python_file_is_run_because_a_saved_session_names_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(
        "open('ran', 'w').close()\n"
        "def calm(seen): return [] if seen.stage == 'draw' else seen.actions[0]\n"
    )
    against = ["--against", "mine.py:calm"]
    played("draw-poker", "--seed", "4", "--hands", "2", *against, "-o", "e.json", typed=CALLS * 9)
    Path("ran").unlink()
    _load_user_player.cache_clear()
    result = run("play", "e.json")
    assert (result.exit_code, result.stdout) == (3, "")
    assert "name it yourself: --against mine.py:calm" in result.stderr
    assert not Path("ran").exists()
    assert "Hand 1" in played("e.json", *against, typed="")
    document = json.loads(Path("e.json").read_text())
    Path("e.json").write_text(json.dumps(document | {"game": "mine.py:war", "against": []}))
    result = run("play", "e.json")
    assert (result.exit_code, result.stdout) == (3, "")
    assert "is defined in a Python file" in result.stderr
