"""What a person at the terminal sees of a long verb, and how it is stopped."""

import io
import re
import sys
import time

import pytest
from click.testing import CliRunner

import sabot
from sabot import memory
from sabot.cli import output
from sabot.cli.program import cli
from sabot.progress import _CURRENT_WATCH, Moment, progress_scope, report_progress
from sabot.solvers.lp import highs


class Screen(io.StringIO):
    def isatty(self):
        return True

    def shows(self, text):
        """Wait until a text is there."""
        for _ in range(15_000):
            if text in self.getvalue():
                return True
            time.sleep(0.02)
        return False


def terminal(monkeypatch):
    """Put a terminal where stderr is."""
    found = Screen()
    monkeypatch.setattr(sys, "stderr", found)
    monkeypatch.setattr(output, "_STATUS_DELAY", 0)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("TERM", "xterm")
    return found


def test_what_is_being_done_stands_behind_the_message(monkeypatch):
    screen = terminal(monkeypatch)
    with output.show_status("solving chess"):
        report_progress("exact", 3, 7, "pivots")
        assert screen.shows("solving chess: exact, 3 of 7 pivots (Ctrl-C stops)")


def test_a_bar_says_what_is_done_for_the_game_it_is_at(monkeypatch):
    screen = terminal(monkeypatch)
    with output.show_progress_bar("solving", 9) as move:
        move(2)
        with progress_scope("3 of 9"):
            report_progress("exact")
        assert screen.shows("3 of 9: exact")


def test_in_a_pipe_nothing_is_drawn_but_a_stop_is_heard(capsys):
    with output.show_status("solving chess"):
        report_progress("exact")
        assert _CURRENT_WATCH.get().moment == Moment("exact")
    assert capsys.readouterr().err == ""


def test_in_a_log_a_line_comes_now_and_then_at_twice_the_time(monkeypatch):
    log = Screen()
    monkeypatch.setattr(log, "isatty", lambda: False)
    monkeypatch.setattr(sys, "stderr", log)
    monkeypatch.setattr(output, "FIRST_LOG_AFTER", 0.25)
    with output.show_status("solving chess"):
        report_progress("exact", 3, 7, "pivots")
        assert log.shows("solving chess: exact, 3 of 7 pivots (")  # in the first, or in a later one
        assert log.shows("(1.0 s so far)\n")
    with output.show_progress_bar("dealing", 9) as move:
        assert move is None and log.shows("dealing (0.250 s so far)\n")
    times = re.findall(r"^solving chess\b.* \((.*) so far\)$", log.getvalue(), re.MULTILINE)
    assert times[:3] == ["0.250 s", "0.500 s", "1.0 s"]
    assert "Ctrl-C" not in log.getvalue()


def test_ctrl_c_is_heard_in_the_midst_of_highs(monkeypatch):
    asked = []

    def ctrl_c():
        asked.append(1)
        if len(asked) == 20:
            raise KeyboardInterrupt
        return False

    monkeypatch.setattr(highs, "_HEARS_FROM", 0)
    monkeypatch.setattr(highs, "is_cancelled", ctrl_c)
    with pytest.raises(KeyboardInterrupt):
        sabot.solve("leduc-poker")
    assert len(asked) == 20
    monkeypatch.undo()
    assert sabot.solve("kuhn-poker").value  # by a solver that was not cut short


def test_a_game_that_does_not_fit_is_refused_and_solved_anyway(monkeypatch):
    monkeypatch.setattr(memory, "UNMEASURED_PAYOFFS", 1)
    monkeypatch.setattr(memory, "spare_memory", lambda: 10**6)
    refused = CliRunner().invoke(cli, ["solve", "kuhn-poker"])
    assert refused.exit_code == 5
    assert "--anyway" in refused.stderr
    solved = CliRunner().invoke(cli, ["solve", "kuhn-poker", "--anyway"])
    assert solved.exit_code == 0
    assert "-1/18" in solved.stdout
