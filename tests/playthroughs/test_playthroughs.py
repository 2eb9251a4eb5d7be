"""Playthroughs: hands recorded once, played again by every test run.

Each ``.txt`` file here holds a few hands of one game, every step written by the Recorder: the card
and its chance, what a seat knows, what it may do, what it does, who is paid. Rules that change make
a file differ. When the change is meant, write the files again and read the diff:

    python -m tests.playthroughs.test_playthroughs

To record another game, first write a file that has the line ``game   NAME(...)`` and no other.
"""

import difflib
import os
from pathlib import Path

import pytest

import sabot
from sabot.game_rules.table import Recorder

HERE = Path(__file__).parent
HANDS = 12
FILES = sorted(HERE.glob("*.txt"))


def game_of(path):
    """Return the game that a file records, by its first line: ``game   le-her(ranks=13)``."""
    with path.open(encoding="utf-8") as lines:
        return next(lines).removeprefix("game").strip()


def recorded(text, hands=HANDS):
    """Return the text of some hands of a game, seed by seed."""
    game = sabot.load(text)
    lines = [f"game   {game}"]
    for seed in range(hands):
        recorder = Recorder(game.seats, seed=seed)
        recorder.play_hand(game.play)
        lines += ["", f"hand   seed {seed}", *recorder.lines]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_hands_are_played_as_they_were_recorded(path, monkeypatch):
    monkeypatch.chdir(HERE)
    was = path.read_text(encoding="utf-8").splitlines()
    now = recorded(game_of(path)).splitlines()
    changes = list(difflib.unified_diff(was, now, "recorded", "played", lineterm="", n=3))
    assert not changes, "\n".join(["the rules play otherwise than recorded:", *changes[:40]])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_recorded_is_in_the_game(path, monkeypatch):
    monkeypatch.chdir(HERE)
    game = sabot.load(game_of(path))
    lines = path.read_text(encoding="utf-8").splitlines()
    assert sum(line.startswith("hand ") for line in lines) == HANDS
    assert sum(line.startswith("pays ") for line in lines) == HANDS
    seats = {line.split()[1].rstrip(":") for line in lines if line[:4] in ("view", "may ", "does")}
    assert seats <= set(game.seats)


def write():
    """Record all games anew."""
    for path in FILES:
        path.write_text(recorded(game_of(path)), encoding="utf-8")
        print(f"wrote {path.name}")


if __name__ == "__main__":
    os.chdir(HERE)
    write()
