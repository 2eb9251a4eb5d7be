"""Playthroughs: hands recorded once, played again by every test run.

Each ``.txt`` file here holds a few hands of one game, every step written by the Recorder: the card
and its chance, what a seat knows, what it may do, what it does, who is paid. Rules that change make
a file differ. When the change is meant, write the files again and read the diff:

    python -m tests.playthroughs.test_playthroughs
"""

import difflib
import os
from pathlib import Path

import pytest

import sabot
from sabot.game_rules.table import Recorder

HERE = Path(__file__).parent
HANDS = 12
GAMES = {
    "le-her": "le-her(ranks=13, suits=4)",
    "le-her-open": "le-her(ranks=5, suits=2, reply=open)",
    "le-her-threshold": "le-her(ranks=4, suits=3, strategies=threshold)",
    "le-her-endless": "le-her(ranks=13, suits=inf)",
    "le-her-two-cards": "le-her(ranks=2, suits=1)",
    "kuhn-poker": "kuhn-poker",
    "leduc-poker": "leduc-poker",
    "draw-poker": "draw-poker(players=4)",
    "draw-poker-short": "draw-poker(players=3, stacks=[9,3,1], raises=inf)",
    "matrix": "matrix(file=game.csv)",
    "whist": "whist(deal=KQ10/AJ9, lead=W)",
    "greedy-whist": "greedy-whist(deal=EWEWWEEW, lead=E)",
}


def recorded(text, hands=HANDS):
    """Return the text of some hands of a game, seed by seed."""
    game = sabot.load(text)
    lines = [f"game   {game}"]
    for seed in range(hands):
        recorder = Recorder(game.seats, seed=seed)
        recorder.hand(game.play)
        lines += ["", f"hand   seed {seed}", *recorder.lines]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_the_hands_are_played_as_they_were_recorded(name, monkeypatch):
    monkeypatch.chdir(HERE)
    was = (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    now = recorded(GAMES[name]).splitlines()
    changes = list(difflib.unified_diff(was, now, "recorded", "played", lineterm="", n=3))
    assert not changes, "\n".join(["the rules play otherwise than recorded:", *changes[:40]])


def test_every_recording_has_its_game():
    assert {path.stem for path in HERE.glob("*.txt")} == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_recorded_is_in_the_game(name, monkeypatch):
    monkeypatch.chdir(HERE)
    game = sabot.load(GAMES[name])
    lines = (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert lines[0] == f"game   {game}"
    assert sum(line.startswith("hand ") for line in lines) == HANDS
    assert sum(line.startswith("pays ") for line in lines) == HANDS
    seats = {line.split()[1].rstrip(":") for line in lines if line[:4] in ("view", "may ", "does")}
    assert seats <= set(game.seats)


def write():
    """Record all games anew."""
    for name, text in GAMES.items():
        (HERE / f"{name}.txt").write_text(recorded(text), encoding="utf-8")
        print(f"wrote {name}.txt")


if __name__ == "__main__":
    os.chdir(HERE)
    write()
