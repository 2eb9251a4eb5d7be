"""The reader of ``printed.toml``: types, places, and what it refuses."""

from importlib import import_module
from itertools import count

import pytest

from sabot import papers
from sabot.papers.printed import PrintedDataError, printed_entries, read_printed

NUMBERS = count()
MODULE = """
from __future__ import annotations
from dataclasses import dataclass

@dataclass(frozen=True)
class Step:
    mark: str
    last: int | None = None

@dataclass(frozen=True)
class Printed:
    rows: dict[int, tuple[int, ...]]
    pairs: dict[tuple[int, int], str]
    steps: tuple[Step, ...]
"""
DATA = """
[rows]
at = "Table 1"
value = { 5 = [1, 2], 6 = [] }

[pairs]
at = "Section 2"
note = "by points"
value = [[[1, 9], "1/13"], [[2, 8], "2/13"]]

[steps]
at = "(3)"
value = [{ mark = "D", last = 3 }, { mark = "S", last = "-" }, { mark = "*" }]
"""


@pytest.fixture
def read(tmp_path, monkeypatch):
    """Return a function that reads a file as the record above."""
    monkeypatch.syspath_prepend(tmp_path)

    def reading(text):
        name = f"printed_in_a_test_{next(NUMBERS)}"  # a package is imported once
        home = tmp_path / name
        home.mkdir()
        (home / "__init__.py").write_text("")
        (home / "record.py").write_text(MODULE)
        (home / "printed.toml").write_text(text, encoding="utf-8")
        return read_printed(import_module(f"{name}.record").Printed)

    return reading


def test_values_have_the_types_of_their_fields(read):
    found = read(DATA)
    assert found.rows == {5: (1, 2), 6: ()}
    assert found.pairs == {(1, 9): "1/13", (2, 8): "2/13"}
    assert [(step.mark, step.last) for step in found.steps] == [("D", 3), ("S", None), ("*", None)]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('at = "Table 1"', "", "rows: 'at' must say where it is printed"),
        ('note = "by points"', 'page = "7"', "pairs: .*'page'"),
        ("[1, 2]", '[1, "2"]', r"rows\[5\]\[1\]: '2' is not"),
        ("[1, 2]", "[1, true]", r"rows\[5\]\[1\]: True is not"),
        ("[[1, 9]", "[[1, 9, 0]", "a key of pairs"),
        ("[2, 8]", "[1, 9]", r"pairs: \(1, 9\) is there twice"),
        ('mark = "D", last', "last", "missing 1 required"),
        ('mark = "D",', 'mark = "D", first = 1,', "first: no such field"),
        ("[steps]", "[more]", "more: no such field"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(read, old, new, why):
    assert old in DATA
    with pytest.raises(PrintedDataError, match=why):
        read(DATA.replace(old, new, 1))


@pytest.mark.parametrize("name", papers.names())
def test_every_datum_of_a_source_is_a_field_of_its_record(name):
    package = f"sabot.sources.{name.replace('-', '_')}"
    printed = import_module(f"{package}.printed_formulas").printed
    assert list(vars(printed)) == list(printed_entries(package))
    assert all(datum.at for datum in printed_entries(package).values())
