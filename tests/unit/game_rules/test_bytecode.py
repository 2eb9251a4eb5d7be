"""What rules raise to end a program is an error of theirs; Ctrl-C is not."""

import os
import signal
import sys

import pytest

import sabot
from sabot.errors import RulesError
from sabot.game_rules.bytecode import interrupts_as_errors, is_raised_by_code


def ending_with(end):
    @sabot.rules(name="ending", seats=("ann", "bob"))
    def ending(table):
        table.ask("ann", ("left", "right"))
        end()
        return table.pay(ann=1)

    return ending()


def raising(kind):
    def end():
        raise kind("now")

    return end


@pytest.mark.parametrize("kind", [SystemExit, GeneratorExit, KeyboardInterrupt])
@pytest.mark.parametrize("ask", [sabot.solve, lambda game: sabot.simulate(game, hands=2)])
def test_rules_that_would_end_the_program_are_refused_with_their_line(kind, ask):
    line = raising.__code__.co_firstlineno + 2
    with pytest.raises(RulesError, match=rf"test_bytecode\.py, line {line}: .*{kind.__name__}"):
        ask(ending_with(raising(kind)))


def test_rules_that_call_exit_are_refused():
    with pytest.raises(RulesError, match="the rules raise SystemExit"):
        sabot.solve(ending_with(sys.exit))


@pytest.mark.parametrize("handler", [signal.default_int_handler, None])
def test_ctrl_c_while_rules_run_is_still_an_interrupt(monkeypatch, handler):
    def own_handler(number, frame):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, handler or own_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            sabot.solve(ending_with(lambda: os.kill(os.getpid(), signal.SIGINT)))
    finally:
        signal.signal(signal.SIGINT, before)


def test_what_is_not_of_the_rules_passes():
    with pytest.raises(SystemExit), interrupts_as_errors(os.path.join):
        sys.exit(3)
    assert not is_raised_by_code(KeyboardInterrupt())
