"""Measure how readable the source is: files, wiring, names, imports, and what one command runs.

    make house                      print the table of docs/decisions/house.md, measured now
    python tools/house.py --json    the same as JSON
    python tools/house.py --source DIR    measure another checkout

Each row is a number that a law of the house bounds (tests/house/test_house.py) or that a reader
notices: how many modules `sabot solve kuhn-poker` runs, how often a command loads its game.
"""

from __future__ import annotations

import argparse
import ast
import collections
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SHORT = 60
"""Lines below which a module with one importer should be part of that importer."""
_WIRING = re.compile(r"^sabot\.[a-z_.0-9]+:\w+$|^sabot(\.[a-z_0-9]+)+$")


@dataclass(frozen=True)
class Module:
    """One source file: its dotted name, path, text and syntax tree."""

    name: str
    path: Path
    text: str
    tree: ast.Module

    @property
    def lines(self) -> int:
        """Return the number of lines."""
        return self.text.count("\n")

    @property
    def is_package(self) -> bool:
        """Return whether the file is a package's ``__init__``."""
        return self.path.name == "__init__.py"


def read_modules(source: Path) -> dict[str, Module]:
    """Return the modules of ``src/sabot`` by name."""
    found = {}
    for path in sorted((source / "src" / "sabot").rglob("*.py")):
        name = ".".join(path.relative_to(source / "src").with_suffix("").parts)
        name = name.removesuffix(".__init__")
        text = path.read_text(encoding="utf-8")
        found[name] = Module(name, path, text, ast.parse(text))
    return found


def imported_modules(module: Module, modules: dict[str, Module]) -> set[str]:
    """Return the modules of Sabot that *module* imports anywhere, in functions too."""
    found = set()
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in modules else node.module)
    return {name for name in found if name in modules and name != module.name}


def cycles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Return the strongly connected components with more than one module (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    components = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in sorted(graph[name]):
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            at = stack.index(name)
            component, stack[at:] = stack[at:], []
            if len(component) > 1:
                components.append(sorted(component))

    sys.setrecursionlimit(10_000)
    for name in graph:
        if name not in index:
            visit(name)
    return components


def top_package(name: str) -> str:
    """Return the package directly under ``sabot`` to which a module belongs."""
    return name.split(".")[1] if "." in name else name


def mutual_packages(graph: dict[str, set[str]]) -> list[tuple[str, str]]:
    """Return pairs of top packages that import each other."""
    edges = {(top_package(a), top_package(b)) for a, others in graph.items() for b in others}
    return sorted((a, b) for a, b in edges if a < b and (b, a) in edges)


def measure_imports(modules: dict[str, Module]) -> dict[str, object]:
    """Measure fragments, cycles and packages that import each other."""
    graph = {name: imported_modules(module, modules) for name, module in modules.items()}
    importers = collections.defaultdict(set)
    for name, others in graph.items():
        for other in others:
            importers[other].add(name)
    plain = [m for m in modules.values() if not m.is_package and "kernel" not in m.name]
    single = [m for m in plain if len(importers[m.name]) == 1]
    short = [m.name for m in single if m.lines < SHORT]
    siblings = [
        m.name
        for m in single
        if next(iter(importers[m.name])).rpartition(".")[0] == m.name.rpartition(".")[0]
    ]
    return {
        "short modules with one importer": short,
        "modules with one sibling importer": siblings,
        "packages that import each other": mutual_packages(graph),
        "import cycles": cycles(graph),
    }


def strings_in(tree: ast.Module) -> Iterator[str]:
    """Yield the string constants of a module that are not docstrings."""
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value


def measure_wiring(modules: dict[str, Module]) -> dict[str, object]:
    """Measure strings that name code, dynamic imports and ``Any``."""
    strings = [
        f"{name}: {text}"
        for name, module in modules.items()
        for text in strings_in(module.tree)
        if _WIRING.match(text) and text.partition(":")[0] in modules
    ]
    dynamic = []
    untyped = 0
    for name, module in modules.items():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Call):
                called = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if called in {"import_module", "_lazily"}:
                    dynamic.append(f"{name}:{node.lineno}")
            untyped += isinstance(node, ast.Name) and node.id == "Any"
    return {"wiring strings": strings, "import_module": dynamic, "Any": untyped}


def measure_names(modules: dict[str, Module]) -> dict[str, object]:
    """Measure public class names that are used twice and functions called ``told``."""
    classes = collections.defaultdict(set)
    told = []
    for name, module in modules.items():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                classes[node.name].add(name)
            if isinstance(node, ast.FunctionDef) and node.name.strip("_") == "told":
                told.append(f"{name}:{node.lineno}")
    twice = {
        one: sorted(places)
        for one, places in classes.items()
        if len(places) > 1 and len({p for p in places if not p.startswith("sabot.certify")}) != 1
    }
    return {"class names used twice": twice, "functions called told": told}


def measure_families(modules: dict[str, Module]) -> dict[str, object]:
    """Measure the methods of the base class of games that one game alone overrides."""
    base: ast.ClassDef | None = None
    for module in modules.values():
        for node in module.tree.body:
            if isinstance(node, ast.ClassDef) and node.name == "Family":
                base = node
    if base is None:
        return {"methods of Family that one game overrides": []}
    methods = {
        node.name
        for node in base.body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    }
    users = collections.defaultdict(set)
    for name, module in modules.items():
        if not name.startswith("sabot.games."):
            continue
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ClassDef):
                for part in node.body:
                    if isinstance(part, ast.FunctionDef) and part.name in methods:
                        users[part.name].add(name.split(".")[2])
    alone = sorted(method for method in methods if len(users[method]) == 1)
    return {"methods of Family that one game overrides": alone, "methods of Family": len(methods)}


def _shape(node: ast.FunctionDef) -> str:
    """Return the code of a function without names of its own, docstring and annotations."""
    body: list[ast.stmt] = ast.parse(ast.unparse(node)).body
    copy = body[0]
    assert isinstance(copy, ast.FunctionDef)
    if copy.body and isinstance(copy.body[0], ast.Expr):
        del copy.body[0]
    names: dict[str, str] = {}
    for part in ast.walk(copy):
        if isinstance(part, ast.arg):
            part.annotation = None
            part.arg = names.setdefault(part.arg, f"v{len(names)}")
        elif isinstance(part, ast.Name):
            part.id = names.setdefault(part.id, f"v{len(names)}")
        elif isinstance(part, ast.FunctionDef):
            part.returns, part.name = None, "f"
    return ast.dump(ast.Module(copy.body, []))


def measure_copies(modules: dict[str, Module]) -> dict[str, object]:
    """Measure functions of at least four lines that checker and program share by copy."""
    shapes = collections.defaultdict(list)
    for name, module in modules.items():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.FunctionDef) and len(ast.unparse(node).splitlines()) >= 5:
                shapes[_shape(node)].append(f"{name}:{node.name}")
    shared = [
        sorted(places)
        for places in shapes.values()
        if len({place.startswith("sabot.certify") for place in places}) == 2
    ]
    return {"functions equal in checker and program": sorted(shared)}


def measure_tests(source: Path, modules: dict[str, Module]) -> dict[str, object]:
    """Measure which unit tests are in a folder and file named after what they test."""
    parts = {tuple(name.split(".")[1:]) for name in modules}
    files = sorted((source / "tests" / "unit").rglob("test_*.py"))
    stray = []
    for path in files:
        inside = path.relative_to(source / "tests" / "unit").parts
        package, stem = inside[:-1], path.stem.removeprefix("test_")
        if not (
            package in parts
            and (
                not package
                or any((*package, stem[:n]) in parts for n in range(len(stem) + 1))
                or package
            )
        ):
            stray.append("/".join(inside))
    return {"unit tests": len(files), "unit tests that mirror no package": stray}


_TRACE = r"""
import collections, contextlib, io, json, sys, time
root, words = sys.argv[1] + "/src/sabot/", sys.argv[2:]
sys.path.insert(0, sys.argv[1] + "/src")
run, changes, last, loads, known = set(), 0, None, 0, {}
def where(code):
    if code not in known:
        name = code.co_filename
        known[code] = name[len(root):-3].removesuffix("/__init__") if name.startswith(root) else ""
    return known[code]
def watch(frame, event, argument):
    global changes, last, loads
    if event != "call" or frame.f_code.co_name == "<module>":
        return
    name = where(frame.f_code)
    if name:
        run.add(name)
        loads += name == "games" and frame.f_code.co_name == "load"
        if name.split("/")[0] != last:
            changes, last = changes + 1, name.split("/")[0]
sys.argv = ["sabot", *words]
from sabot.cli.main import main
with contextlib.redirect_stdout(io.StringIO()):
    sys.setprofile(watch)
    try:
        main()
    except SystemExit:
        pass
    finally:
        sys.setprofile(None)
loaded = sum(name == "sabot" or name.startswith("sabot.") for name in sys.modules)
print(json.dumps(dict(run=sorted(run), changes=changes, loads=loads, loaded=loaded)))
"""


def trace(source: Path, *words: str) -> dict[str, object]:
    """Return the modules that a command runs, package changes on the way and loads of its game."""
    done = subprocess.run(
        [sys.executable, "-c", _TRACE, str(source), *words],
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return found


def warm_start(source: Path, tries: int = 5) -> float:
    """Return the least CPU seconds of ``sabot solve kuhn-poker`` among some warm starts."""
    code = "import sys; from sabot.cli.main import main; sys.exit(main())"
    environment = {**os.environ, "PYTHONPATH": str(source / "src")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    least = float("inf")
    for _ in range(tries + 1):
        before = os.times()
        subprocess.run(
            [sys.executable, "-c", code, "solve", "kuhn-poker"],
            env=environment,
            stdout=subprocess.DEVNULL,
            check=True,
        )
        after = os.times()
        used = after.children_user + after.children_system
        least = min(least, used - before.children_user - before.children_system)
    return round(least, 3)


def contract_exceptions(source: Path) -> int:
    """Return the number of exceptions in the contracts on imports."""
    settings = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    return sum(len(contract.get("ignore_imports", ())) for contract in contracts)


def measure(source: Path, run: bool = True) -> dict[str, object]:
    """Return all measures of a checkout by name."""
    modules = read_modules(source)
    found: dict[str, object] = {
        "files": len(modules),
        "lines": sum(module.lines for module in modules.values()),
        **measure_imports(modules),
        **measure_wiring(modules),
        **measure_names(modules),
        **measure_families(modules),
        **measure_copies(modules),
        **measure_tests(source, modules),
        "exceptions in import contracts": contract_exceptions(source),
    }
    if run:
        solve = trace(source, "solve", "kuhn-poker")
        found |= {f"solve kuhn-poker: {name}": what for name, what in solve.items()}
        found["solve kuhn-poker: CPU seconds, warm"] = warm_start(source)
    return found


def main() -> None:
    """Print the measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path, default=ROOT)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--names", action="store_true", help="list what was counted")
    given = parser.parse_args()
    found = measure(given.source.resolve())
    if given.json:
        print(json.dumps(found, indent=1))
        return
    for name, what in found.items():
        print(f"{name:45} {len(what) if isinstance(what, list | dict) else what}")
        if given.names and isinstance(what, list | dict):
            for one in what.items() if isinstance(what, dict) else what:
                print("   ", one)


if __name__ == "__main__":
    main()
