"""The house rules that no linter knows: sizes, tolerances, names that must not be in files."""

import ast
import re
from pathlib import Path

import pytest

import sabot

SOURCE = Path(sabot.__file__).parent
TESTS = Path(__file__).parents[1]
LONGEST_FILE = 450
MOST_MODULES = 15
"""A folder that holds more is two rooms."""
LONGEST_FUNCTION = 60
# modules of solvers/ that only guess
FLOATS_ALLOWED = {
    "solvers/equilibrium/rough.py",
    "solvers/lp/highs.py",
    "solvers/lp/kernel.py",
    "solvers/lp/tableau.py",
    "solvers/regret/cfr.py",
    "solvers/regret/kernel.py",
    "solvers/seats/crossings.py",
    "solvers/threshold/grid.py",
    "solvers/threshold/history.py",
    "solvers/threshold/newton.py",
    "solvers/threshold/path.py",
    "solvers/threshold/slopes.py",
    "solvers/zero_sum/climb.py",
    "solvers/zero_sum/corner.py",
}
EXACT = ("*.py", "forms/*.py", "games/*.py", "files/*.py", "results/*.py", "solvers/**/*.py")


def name(path):
    return path.relative_to(SOURCE if path.is_relative_to(SOURCE) else TESTS.parent).as_posix()


def parsed(path):
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


FILES = sorted([*SOURCE.rglob("*.py"), *TESTS.rglob("*.py")])


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_file_is_short_enough_to_be_read(path):
    lines = path.read_text(encoding="utf-8").count("\n")
    assert lines <= LONGEST_FILE, f"{name(path)} has {lines} lines"


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_function_is_short_enough_to_be_seen(path):
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = node.end_lineno - node.lineno + 1
            assert lines <= LONGEST_FUNCTION, f"{name(path)}: {node.name} has {lines} lines"


@pytest.mark.parametrize("path", sorted(p for glob in EXACT for p in SOURCE.glob(glob)), ids=name)
def test_exact_code_has_no_float_tolerance(path):
    if name(path) in FLOATS_ALLOWED:
        return
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            assert not 0 < abs(node.value) < 0.01, f"{name(path)}:{node.lineno}: {node.value}"
        if isinstance(node, ast.Attribute | ast.Name):
            word = node.attr if isinstance(node, ast.Attribute) else node.id
            assert word not in {"isclose", "allclose"}, f"{name(path)}:{node.lineno}: {word}"


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=name)
def test_no_file_is_called_after_nothing(path):
    assert path.stem not in {"util", "utils", "helpers", "common", "misc"}


FOLDERS = sorted(path.parent for path in SOURCE.rglob("__init__.py"))


def modules(folder):
    return sorted(path.stem for path in folder.glob("*.py") if not path.stem.startswith("_"))


@pytest.mark.parametrize(
    "folder", FOLDERS, ids=lambda folder: folder.relative_to(SOURCE.parent).as_posix()
)
def test_a_room_can_be_taken_in_at_a_glance(folder):
    held = modules(folder)
    # a verb is a file: there are as many as there are verbs
    assert len(held) <= MOST_MODULES or folder.name == "verbs", held


@pytest.mark.parametrize(
    "folder", FOLDERS, ids=lambda folder: folder.relative_to(SOURCE.parent).as_posix()
)
def test_a_package_stands_where_a_prefix_would(folder):
    first = [stem.split("_")[0] for stem in modules(folder) if "_" in stem]
    whole = set(modules(folder))
    assert len(first) == len(set(first)), sorted(first)
    assert not whole & set(first), sorted(whole & set(first))


NAMED_BY_THEMSELVES = ("games", "papers")
"""Rooms whose own rooms are one a game or one a source: the page speaks of them together."""


def rooms_of_the_house():
    """Return what stands in src: modules at the top, rooms, and rooms in them."""
    modules = {path.name for path in SOURCE.glob("*.py") if not path.name.startswith("_")}
    rooms = {path.parent for path in SOURCE.glob("*/__init__.py")}
    inner = {
        path.parent.name
        for room in rooms
        if room.name not in NAMED_BY_THEMSELVES
        for path in room.glob("*/__init__.py")
    }
    return modules | {f"{name}/" for name in inner | {room.name for room in rooms}}


def test_the_page_on_the_house_names_every_room_and_none_that_is_not_there():
    page = (Path(__file__).parents[2] / "ARCHITECTURE.md").read_text(encoding="utf-8")
    table = page.partition("| room |")[2].partition("Outside `src`")[0]
    named = set(re.findall(r"`([a-z_]+(?:/|[.]py))`", table))
    here = {path.name for path in SOURCE.rglob("*.py")}
    assert rooms_of_the_house() <= named
    assert {name for name in named if name.endswith("/")} <= inner_rooms()
    assert {name for name in named if name.endswith(".py")} <= here


def inner_rooms():
    """Return the names of all rooms, however deep."""
    return {f"{path.parent.name}/" for path in SOURCE.rglob("__init__.py")}
