"""Puzzles at the terminal: a person is asked, judged, and plays the deal out."""

import io
import json
import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.cli.program import cli
from sabot.cli.verbs.play import MAX_INVALID_ANSWERS

HOLD_UP = ["hold-up", "--n", "4", "--seed", "1"]
"""West holds 1 2 4 8, East has led the 7: 1 or 2 is right, 4 and 8 cost a trick."""


class Keyboard(io.StringIO):
    """A keyboard whose owner presses Ctrl-C when the lines are used up."""

    def readline(self, *size):
        line = super().readline(*size)
        if not line:
            raise KeyboardInterrupt
        return line


def ran(monkeypatch, capsys, *words, typed=""):
    """Run the verb in this process; return its exit code, stdout and stderr."""
    stdin = io.StringIO(typed) if isinstance(typed, str) else typed
    monkeypatch.setattr(sys, "stdin", stdin)
    monkeypatch.setenv("COLUMNS", "80")
    code = cli.run(["whist", "puzzle", *words])
    return code, *capsys.readouterr()


def test_a_right_card_is_called_right_and_the_deal_played_out(monkeypatch, capsys):
    code, printed, errors = ran(monkeypatch, capsys, *HOLD_UP, typed="1\ny\n2\n4\n")
    assert (code, errors) == (0, "")
    assert "1: right." in printed and "The trick can be taken, and must not be." in printed
    first, second = printed.index("East takes trick 1."), printed.index("Trick 2:")
    assert printed.index("play it out?") < first < second
    assert "You take 2 of 4 tricks. You take 2 of 4 tricks with best play." in printed
    assert "None of 3 decisions cost anything." in printed
    assert max(map(len, printed.splitlines())) <= 80


def test_a_wrong_card_is_priced_and_stands_when_the_deal_is_played_out(monkeypatch, capsys):
    _, printed, _ = ran(monkeypatch, capsys, *HOLD_UP, typed="8\nyes\n4\n2\n1\n")
    assert printed.count("8: costs 1 trick; best was 1 or 2.") == 2
    assert "Right: 1 or 2." in printed and ": right." not in printed
    assert "You take 1 of 4 tricks. You take 2 of 4 tricks with best play." in printed


def test_nothing_gives_the_answer_away_before_the_card(monkeypatch, capsys):
    _, printed, _ = ran(monkeypatch, capsys, *HOLD_UP, typed="8\nn\n")
    asked = printed[: printed.index("card >")]
    assert not any(sort in asked for sort in ("hold-up", "not-normal", "one-card"))
    assert "Right" not in asked and "under West's cards" not in asked
    assert printed.count("under West's cards") == 1
    assert "Review" not in printed and "trick 1" not in printed


def test_a_wrong_card_is_followed_by_the_line_that_refutes_it(monkeypatch, capsys):
    _, printed, _ = ran(monkeypatch, capsys, *HOLD_UP, typed="8\nn\n")
    line = re.search(r"It goes on: (.*)", printed)[1].split()
    assert line[0] == "7/8:W" and [trick[-1] for trick in line].count("W") == 1 and len(line) == 4
    assert "1 to you, 3 to East" in printed
    _, printed, _ = ran(monkeypatch, capsys, *HOLD_UP, typed="1\nn\n")
    assert "It goes on" not in printed


@pytest.mark.parametrize("word", ["prices", "why", "hint"])
def test_help_is_given_on_request_and_does_not_count(monkeypatch, capsys, word):
    typed = f"{word}\n1\nn\n1\nn\n"
    _, printed, _ = ran(monkeypatch, capsys, *HOLD_UP, "--count", "2", typed=typed)
    assert "1: right, with help." in printed
    right = re.search(r"(\d) of 2 puzzles right", printed)
    assert right and int(right[1]) <= 1


def solutions(monkeypatch, capsys, count, *words):
    """Return the right card of each puzzle of a series."""
    found = []
    for seed in range(5, 5 + count):
        code, printed, _ = ran(monkeypatch, capsys, *words, "--seed", str(seed), "--json")
        assert code == 0
        found.append(json.loads(printed)["best"][0])
    return found


def test_a_series_keeps_the_score(monkeypatch, capsys):
    cards = solutions(monkeypatch, capsys, 3, "one-card")
    words = ["one-card", "--seed", "5", "--count", "3"]
    typed = "".join(f"{card}\nn\n" for card in cards)
    _, printed, _ = ran(monkeypatch, capsys, *words, typed=typed)
    assert "Puzzle 3 of 3." in printed and "3 of 3 puzzles right." in printed
    _, printed, _ = ran(monkeypatch, capsys, *words, typed=f"{cards[0]}\nn\nq\n")
    assert "Puzzle 2 of 3." in printed and "Puzzle 3" not in printed
    assert "1 of 1 puzzle right." in printed
    _, printed, _ = ran(monkeypatch, capsys, *words, typed=f"{cards[0]}\nq\n")
    assert "Puzzle 2" not in printed and "1 of 1 puzzle right." in printed


@pytest.mark.parametrize("game", ["whist", "greedy-whist", "five-card", "misere-whist"])
def test_every_game_asks_for_its_one_card(monkeypatch, capsys, game):
    words = ["one-card", "--game", game, "--n", "5"]
    (card,) = solutions(monkeypatch, capsys, 1, *words)
    _, printed, _ = ran(monkeypatch, capsys, *words, "--seed", "5", typed=f"{card}\nn\n")
    assert f"{card}: right." in printed and f"Right: {card}." in printed
    aims = {"five-card": "the last trick", "misere-whist": "fewest tricks"}
    assert f"The aim: {aims.get(game, 'most tricks')}." in printed


def test_where_the_normal_strategy_fails_it_is_said_what_it_plays(monkeypatch, capsys):
    for seed in range(4):
        words = ["not-normal", "--seed", str(seed)]
        _, printed, _ = ran(monkeypatch, capsys, *words, "--json")
        prices, best = (json.loads(printed)[key] for key in ("prices", "best"))
        _, printed, _ = ran(monkeypatch, capsys, *words, "--answer")
        normal = re.search(r"The normal strategy plays (\d+)\.", printed)[1]
        assert normal in prices and normal not in best
        assert "card >" not in printed


def test_ctrl_c_brings_the_score_first(monkeypatch, capsys):
    (card,) = solutions(monkeypatch, capsys, 1, "one-card")
    words = ["one-card", "--seed", "5", "--count", "9"]
    code, printed, errors = ran(monkeypatch, capsys, *words, typed=Keyboard(f"{card}\nn\n"))
    assert code == 4 and errors == ""
    assert "1 of 1 puzzle right." in printed


def test_endless_nonsense_ends(monkeypatch, capsys):
    typed = "nonsense\n" * (MAX_INVALID_ANSWERS + 5)
    code, printed, _ = ran(monkeypatch, capsys, *HOLD_UP, typed=typed)
    assert code == 0 and "Right: 1 or 2." in printed


def test_a_series_is_not_one_document(monkeypatch, capsys):
    code, printed, errors = ran(monkeypatch, capsys, "--count", "2", "--json")
    assert (code, printed) == (2, "") and "leave out --count" in errors


@pytest.mark.slow
@given(st.lists(st.text(), max_size=8))
def test_no_text_breaks_a_puzzle(lines):
    stdin, stdout = sys.stdin, sys.stdout
    sys.stdin, sys.stdout = io.StringIO("\n".join(lines)), io.StringIO()
    try:
        assert cli.run(["whist", "puzzle", *HOLD_UP]) == 0
        printed = sys.stdout.getvalue()
    finally:
        sys.stdin, sys.stdout = stdin, stdout
    assert "Right: 1 or 2." in printed
    assert all(letter.isprintable() for letter in printed.replace("\n", ""))
