"""A game that would not fit into memory is refused before it is solved."""

import gc

import pytest
from click.testing import CliRunner

import sabot
from sabot import memory
from sabot.api import solving
from sabot.cli.program import cli


def test_a_game_that_does_not_fit_into_memory_is_refused(monkeypatch):
    monkeypatch.setattr(memory, "UNMEASURED_PAYOFFS", 1)
    monkeypatch.setattr(memory, "spare_memory", lambda: 10**6)
    with pytest.raises(sabot.NoMethodError, match=r"(?s)72 MB of memory.*1 MB.*--gap.*--anyway"):
        sabot.solve("kuhn-poker")
    assert sabot.solve("kuhn-poker", anyway=True).value


ASKING = {
    "prove": lambda **more: sabot.prove("le-her(ranks=3, suits=*)", **more),
    "equilibria": lambda **more: sabot.equilibria("kuhn-poker", **more),
    "reduce": lambda **more: sabot.reduce("kuhn-poker", **more),
    "value": lambda **more: sabot.value("kuhn-poker", "optimal", **more),
    "simulate": lambda **more: sabot.simulate("kuhn-poker", hands=10, **more),
    "export": lambda **more: solving.strategic_form("kuhn-poker", **more),
}


@pytest.mark.parametrize("verb", ASKING)
def test_every_verb_that_builds_so_much_asks_first(verb, monkeypatch):
    monkeypatch.setattr(memory, "UNMEASURED_PAYOFFS", 1)
    monkeypatch.setattr(memory, "spare_memory", lambda: 10**6)
    with pytest.raises(sabot.NoMethodError, match=r"(?s)72 MB of memory.*1 MB.*--anyway"):
        ASKING[verb]()
    assert ASKING[verb](anyway=True)


COMMANDS = [
    "prove le-her(ranks=3,suits=*)",
    "equilibria kuhn",
    "reduce kuhn",
    "value kuhn --strategy optimal",
    "simulate kuhn --hands 10",
    "export kuhn --nfg",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_such_command_can_be_told_to_go_on(command, monkeypatch):
    monkeypatch.setattr(memory, "UNMEASURED_PAYOFFS", 1)
    monkeypatch.setattr(memory, "spare_memory", lambda: 10**6)
    assert CliRunner().invoke(cli, command.split()).exit_code == 5
    assert CliRunner().invoke(cli, [*command.split(), "--anyway"]).exit_code == 0


def test_what_is_not_solved_need_not_fit(monkeypatch):
    monkeypatch.setattr(memory, "UNMEASURED_PAYOFFS", 1)
    monkeypatch.setattr(memory, "spare_memory", lambda: 10**6)
    assert sabot.value([[1, 2]], {"row": {"-": "1"}})


def test_a_machine_that_does_not_say_what_it_has_refuses_nothing(monkeypatch):
    monkeypatch.setattr(memory, "UNMEASURED_PAYOFFS", 1)
    monkeypatch.setattr(memory, "_read_lines", lambda path: [])
    assert memory.spare_memory() is None
    assert sabot.solve("kuhn-poker").value


def test_a_container_has_what_it_is_allowed(monkeypatch):
    lines = {
        "/proc/meminfo": ["MemTotal: 9 kB", "MemAvailable: 4096 kB"],
        "/proc/self/statm": ["9 0 9"],
        "/sys/fs/cgroup/memory.max": ["max"],
    }
    monkeypatch.setattr(memory, "_read_lines", lines.__getitem__)
    assert memory.spare_memory() == 4096 * 1024
    lines["/sys/fs/cgroup/memory.max"] = ["1000"]
    assert memory.spare_memory() == 1000


def test_cycles_are_searched_for_as_before_when_the_last_solve_is_done():
    before = gc.get_threshold()
    with memory.collect_rarely():
        with memory.collect_rarely():
            assert gc.get_threshold()[0] == memory.OBJECTS_BETWEEN_COLLECTIONS
        assert gc.get_threshold()[0] == memory.OBJECTS_BETWEEN_COLLECTIONS
    assert gc.get_threshold() == before
    with pytest.raises(sabot.SabotError):
        sabot.solve("no-such-game")
    assert gc.get_threshold() == before
