"""A game that would not fit into memory is refused before it is solved."""

import pytest

import sabot
from sabot import memory


def test_a_game_that_does_not_fit_into_memory_is_refused(monkeypatch):
    monkeypatch.setattr(memory, "SMALL", 1)
    monkeypatch.setattr(memory, "spare_memory", lambda: 10**6)
    with pytest.raises(sabot.NoMethodError, match=r"(?s)50 MB of memory.*1 MB.*--gap.*--anyway"):
        sabot.solve("kuhn-poker")
    assert sabot.solve("kuhn-poker", anyway=True).value


def test_a_machine_that_does_not_say_what_it_has_refuses_nothing(monkeypatch):
    monkeypatch.setattr(memory, "SMALL", 1)
    monkeypatch.setattr(memory, "_lines", lambda path: [])
    assert memory.spare_memory() is None
    assert sabot.solve("kuhn-poker").value


def test_a_container_has_what_it_is_allowed(monkeypatch):
    lines = {
        "/proc/meminfo": ["MemTotal: 9 kB", "MemAvailable: 4096 kB"],
        "/proc/self/statm": ["9 0 9"],
        "/sys/fs/cgroup/memory.max": ["max"],
    }
    monkeypatch.setattr(memory, "_lines", lines.__getitem__)
    assert memory.spare_memory() == 4096 * 1024
    lines["/sys/fs/cgroup/memory.max"] = ["1000"]
    assert memory.spare_memory() == 1000
