"""The house rules that no linter knows: sizes, tolerances, names that must not be in files."""

import ast
import re
from pathlib import Path

import sabot

SOURCE = Path(sabot.__file__).parent
TESTS = Path(__file__).parents[1]
LONGEST_FUNCTION = 60
# modules of solvers/ that only guess
FLOATS_ALLOWED = {
    "solvers/nash/complementary_pivoting.py",
    "solvers/lp/highs.py",
    "solvers/lp/kernel.py",
    "solvers/lp/dense_simplex.py",
    "solvers/cfr.py",
    "solvers/cfr_kernel.py",
    "solvers/nplayer/indifference_curves.py",
    "solvers/continuous/grid_cfr.py",
    "solvers/continuous/historical_1973.py",
    "solvers/continuous/newton.py",
    "solvers/continuous/homotopy.py",
    "solvers/zero_sum/separable.py",
    "solvers/zero_sum/sequence_form_lp.py",
}
EXACT = ("*.py", "forms/*.py", "games/*.py", "files/*.py", "results/*.py", "solvers/**/*.py")


def name(path):
    return path.relative_to(SOURCE if path.is_relative_to(SOURCE) else TESTS.parent).as_posix()


def parsed(path):
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


FILES = sorted([*SOURCE.rglob("*.py"), *TESTS.rglob("*.py")])


def functions(node):
    """Yield what is defined in a module or in a part of it: statements are looked at, no more."""
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        inside = getattr(node, part, ())
        for one in inside if isinstance(inside, list) else ():
            if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef):
                yield one
            yield from functions(one)


def test_a_function_is_short_enough_to_be_seen():
    assert not [
        f"{name(path)}: {node.name} has {lines} lines"
        for path in FILES
        for node in functions(parsed(path))
        if (lines := node.end_lineno - node.lineno + 1) > LONGEST_FUNCTION
    ]


def tolerances(path):
    """Yield the places where a number is let off that is nearly another."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            if 0 < abs(node.value) < 0.01:
                yield f"{name(path)}:{node.lineno}: {node.value}"
        elif isinstance(node, ast.Attribute | ast.Name):
            word = node.attr if isinstance(node, ast.Attribute) else node.id
            if word in {"isclose", "allclose"}:
                yield f"{name(path)}:{node.lineno}: {word}"


def test_exact_code_has_no_float_tolerance():
    exact = {path for glob in EXACT for path in SOURCE.glob(glob)}
    assert {*FLOATS_ALLOWED} <= {name(path) for path in exact}
    told = sorted(path for path in exact if name(path) not in FLOATS_ALLOWED)
    assert not [place for path in told for place in tolerances(path)]


def test_no_file_is_called_after_nothing():
    nothing = {"util", "utils", "helpers", "common", "misc"}
    assert not [name(path) for path in SOURCE.rglob("*.py") if path.stem in nothing]


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
