import io
import re
import signal
import subprocess
import sys
from contextlib import redirect_stdout

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.play.test_session import kuhn, twice

import sabot
from sabot.cli.program import cli
from sabot.cli.verbs.play import MAX_INVALID_ANSWERS, match_actions, run_session
from sabot.play.session import Session

COMMAND = [
    sys.executable,
    "-c",
    "import sys; from sabot.cli.main import main; sys.exit(main())",
    "play",
]


def at_terminal(session, typed, **options):
    """Return what a person who types this sees; bytes come as a pipe would bring them."""
    if isinstance(typed, bytes):
        typed = io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8")
    stdin, printed = sys.stdin, io.StringIO()
    sys.stdin = io.StringIO(typed) if isinstance(typed, str) else typed
    try:
        with redirect_stdout(printed):
            run_session(session, **options)
    finally:
        sys.stdin = stdin
    return printed.getvalue()


def ran(monkeypatch, capsys, *words, typed=""):
    """Run the verb in this process; return its exit code, stdout and stderr."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    code = cli.run(["play", *words])
    return code, *capsys.readouterr()


# ---------------------------------------------------------------------- whole sessions


@pytest.mark.parametrize(
    ("words", "typed", "expected"),
    [
        (["le-her", "--seed", "7"], "2\nhold\nwhy\nEXCH\nq\n", ["exchange: costs nothing."]),
        (["kuhn", "--seat", "sec", "--seed", "1"], "1\n2\n1\n2\nq\n", ["as the second seat"]),
        (["leduc", "--seed", "3"], "b\nf\nch\nca\nq\n", ["not judged before 10 answers at a view"]),
        (
            ["le-her(strategies=threshold)"],
            "7\n6\n0\n",
            ["7: costs nothing.", "0: costs .*; best is 6 or 7."],
        ),
    ],
)
def test_a_scripted_session_ends_with_its_review(monkeypatch, capsys, words, typed, expected):
    code, printed, errors = ran(monkeypatch, capsys, *words, typed=typed)
    assert code == 0 and errors == ""
    assert "Review of" in printed
    assert all(re.search(text, printed) for text in expected)
    assert max(map(len, printed.splitlines())) <= 80
    assert not re.search(r"[^\S\n ]|\x1b", printed)


def test_a_matrix_from_a_file_is_played(monkeypatch, capsys, tmp_path):
    path = tmp_path / "game.csv"
    path.write_text(",left,right\nup,1,-1\ndown,-2,3\n")
    typed = "hint\nup\nd\n1\n2\n"
    words = [f"matrix(file={path})", "--hands", "3", "--seed", "5"]
    code, printed, _ = ran(monkeypatch, capsys, *words, typed=typed)
    assert code == 0
    assert "Optimal play: up 5/7" in printed
    assert "3 hands as the row seat, seed 5" in " ".join(printed.split())
    assert "Hand 4" not in printed


def test_ones_own_game_is_played():
    game = sabot.rules(name="twice", seats=("north", "south"))(twice)()
    printed = at_terminal(Session(game, hands=2), "?\nrules\ng\nb\n1\ng\n")
    assert "bad: costs 1; best is good." in printed
    assert "You win 1. Total +1." in printed and "You win 2. Total +3." in printed
    assert re.search(r"mistakes +-1: 1 of 4 decisions cost something", printed)
    assert re.search(r"luck +0:", printed)
    assert re.search(r"hands +in all\n +good +bad +good +1 +1$", printed, re.MULTILINE)


def test_why_gives_every_worth_as_fraction_and_decimal():
    printed = at_terminal(Session("le-her", seed=7), "why\nleak\n")
    assert re.search(r"exchange +-73/425 ≈ -0.171765 +0", printed)
    assert re.search(r"hold +-59/85 ≈ -0.694118 +222/425 ≈ 0.522353", printed)
    assert "Leak so far: you have shown nothing yet." in printed
    assert "nothing was played" in printed


def test_quiet_prices_nothing_before_the_review():
    typed = "1\n" * 60
    loud, quiet = (at_terminal(kuhn(seed=2, hands=30), typed, quiet=q) for q in (False, True))
    assert "costs" in loud and "Leak so far" in loud[loud.index("Hand 20") :]
    assert "Leak so far" not in loud[: loud.index("Hand 10")]
    assert "costs" not in quiet and "Leak so far" not in quiet
    assert loud[loud.index("Review") :] == quiet[quiet.index("Review") :]


def test_the_same_seed_and_answers_print_the_same():
    typed = "1\n2\n2\n1\n1\n2\n"
    one, two = (at_terminal(kuhn(seed=11, hands=4), typed) for _ in range(2))
    assert one == two


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["le-her", "--seat", "nobody"], 2),
        (["no-such-game"], 2),
        (["le-her", "--hands", "0"], 2),
        (["matrix(file=/nowhere.csv)"], 3),
        (["le-her(ranks=1000, reply=open)"], 5),
    ],
)
def test_what_cannot_be_played_is_refused(monkeypatch, capsys, words, code):
    found, printed, errors = ran(monkeypatch, capsys, *words)
    assert found == code and printed == "" and errors.startswith("sabot: error: ")


# ---------------------------------------------------------------------- what stays hidden


@pytest.mark.parametrize("seat", ["first", "second"])
def test_the_opponents_card_is_not_printed_before_the_hand_ends(seat):
    typed = "why\nhint\n1\nwhy\n2\n" * 60
    session = Session("leduc-poker", seat=seat, seed=1, hands=10)
    printed = at_terminal(session, typed)
    hands = re.split(r"^Hand \d+$", printed, flags=re.MULTILINE)[1:]
    assert len(hands) == 10
    hidden = 0
    for hand, result in zip(hands, session.results, strict=True):
        before, _, after = hand.partition("Cards:")
        known = {step.text for step in result.steps if step.kind == "shown" and step.seat != seat}
        mine = {step.text for step in result.steps if step.kind == "shown" and step.seat == seat}
        common = {step.text for step in result.steps if step.kind == "shown" and not step.seat}
        theirs = (known & set("JQK")) - mine - common
        hidden += len(theirs)
        assert not set(re.findall(r"\b[JQK]\b", before)) - mine - common
        assert all(re.search(rf"\b{card}\b", after) for card in theirs)
    assert hidden > 3


# ---------------------------------------------------------------------- odd input


@given(st.lists(st.text(), max_size=12), st.booleans())
def test_no_text_breaks_a_session(lines, quiet):
    printed = at_terminal(kuhn(seed=1, hands=3), "\n".join(lines), quiet=quiet)
    assert "Review of kuhn-poker" in printed
    assert all(letter.isprintable() for letter in printed.replace("\n", ""))


@given(st.binary(max_size=200))
def test_no_bytes_break_a_session(raw):
    assert "Review of kuhn-poker" in at_terminal(kuhn(seed=1, hands=3), raw)


@pytest.mark.parametrize(
    "line", ["", " \t ", "\x00", "\x1b[2J\x1b[A", "x" * 100_000, "٣", "🂡" * 300, "-1", "1.0", "1e0"]
)
def test_an_odd_answer_is_refused_and_asked_again(line):
    printed = at_terminal(kuhn(seed=1), f"{line}\n2\nq\n")
    assert "? helps." in printed and "\x1b" not in printed and "\x00" not in printed
    assert max(map(len, printed.splitlines())) <= 100
    assert "bet: costs nothing." in printed or "call: costs" in printed or "bet: costs" in printed


def test_endless_nonsense_ends():
    printed = at_terminal(kuhn(seed=1), "nonsense\n" * (MAX_INVALID_ANSWERS + 5))
    assert "stopping" in printed and "Review" in printed


def test_a_line_without_end_is_the_end():
    assert "nothing was played" in at_terminal(kuhn(seed=1), "x" * 3_000_000)


def test_labels_that_could_harm_a_terminal_do_not():
    @sabot.rules(name="nasty", seats=("north", "south"))
    def nasty(table):
        table.show("north", "\x1b[31mred")
        table.pay(north=1 if table.ask("north", ("\x1b[2J", "q", "z" * 500)) == "q" else 0)

    printed = at_terminal(Session(nasty(), hands=2), "q\nz\n")
    assert "q: costs nothing." in printed and "\x1b" not in printed
    assert max(map(len, printed.splitlines())) <= 80


def test_many_actions_are_listed_in_part():
    @sabot.rules(name="wide", seats=("north", "south"))
    def wide(table):
        action = table.ask("north", [f"row {number}" for number in range(500)])
        table.pay(north=int(action == "row 77"))

    printed = at_terminal(Session(wide(), hands=2), "why\nrow 77\n5\n")
    assert "and 470 more" in printed and "row 77: costs nothing." in printed
    assert "row 4: costs 1; best is row 77." in printed


# ---------------------------------------------------------------------- Ctrl-C


class Impatient(io.StringIO):
    """A keyboard whose owner presses Ctrl-C when the lines are used up."""

    def readline(self, *size):
        line = super().readline(*size)
        if not line:
            raise KeyboardInterrupt
        return line


def test_ctrl_c_brings_the_review_first(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", Impatient("2\n2\n"))
    assert cli.run(["play", "le-her", "--seed", "1"]) == 4
    printed, errors = capsys.readouterr()
    assert "2 hands as the receiver" in printed and errors == ""


def test_a_signal_brings_the_review_first():
    with subprocess.Popen(
        [*COMMAND, "le-her", "--seed", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdin.write(b"2\n")
        process.stdin.flush()
        seen = b""
        while b"Hand 2" not in seen or not seen.endswith(b"> "):
            seen += process.stdout.read1()
        process.send_signal(signal.SIGINT)
        printed, errors = process.communicate(timeout=300)
    assert process.returncode == 4
    assert b"1 hand as the receiver" in printed and errors == b""


# ---------------------------------------------------------------------- answers


@pytest.mark.parametrize(
    ("typed", "actions", "meant"),
    [
        ("1", ["hold", "exchange"], ["hold"]),
        ("ex", ["hold", "exchange"], ["exchange"]),
        ("HOLD", ["hold", "exchange"], ["hold"]),
        ("0", ["hold", "exchange"], []),
        ("3", ["hold", "exchange"], []),
        ("c", ["check", "call"], ["check", "call"]),
        ("call", ["call", "call twice"], ["call"]),
        ("2", ["0", "1", "2"], ["2"]),
        ("9" * 100, ["hold"], []),
        ("٢", ["hold", "exchange"], []),
        ("", ["hold", "exchange"], []),
        ("STRASSE", ["straße"], ["straße"]),
    ],
)
def test_an_answer_is_a_number_a_name_or_its_first_letters(typed, actions, meant):
    assert match_actions(typed, actions) == meant
