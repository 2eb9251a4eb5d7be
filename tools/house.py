"""Measure how readable the source is: files, wiring, names, imports, and what one command runs.

    make house                          print the table of docs/decisions/house.md, measured now
    python -m tools.house --names       also list what was counted
    python -m tools.house --json        all measures as JSON
    python -m tools.house --source DIR  measure another checkout
    python -m tools.house --write       write the table into docs/decisions/house.md
    python -m tools.house --lower       lower the ceilings of tools/house.toml to what is measured

Each row is a number that a law bounds (tests/house/test_house.py) or that a reader notices: how
many modules ``sabot solve kuhn-poker`` runs, how often a command loads its game. The column
*before* was measured by this script at commit c956684c and is kept in tools/house_before.json; its
modules to read and files to touch are those that a reviewer counted by hand at that time.
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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeVar, cast

ROOT = Path(__file__).resolve().parents[1]
BEFORE = Path(__file__).with_name("house_before.json")
CEILINGS = Path(__file__).with_name("house.toml")
PAGE = ROOT / "docs" / "decisions" / "house.md"
FOLLOWED = Path("docs/developers/solve-kuhn-poker.md")
"""The page that follows one command: the modules that it names are those to read."""
TOUCHED = Path("docs/developers/changes.md")
"""The page that lists, change by change, the files that are touched."""
SHORT = 60
"""Lines below which a module with one importer should be part of that importer."""
FACADES = {
    "sabot.web.site": "the list of all pages, which no page may import",
    "sabot.poker": "public name of the poker hands and odds",
}
"""Short modules that stay: why. A game may be as short as its rules are."""
_UNTYPED = re.compile(r"kernel|reader|codec|json|tokenizer")
"""What is in the names of the modules that may use ``Any``: codecs, readers, compiled kernels."""
_WIRING = re.compile(r"^sabot\.[a-z_.0-9]+:\w+$|^sabot(\.[a-z_0-9]+)+$")


Node = TypeVar("Node", bound=ast.AST)


@dataclass(frozen=True)
class Module:
    """One source file: its dotted name, path, text and syntax tree."""

    name: str
    path: Path
    text: str
    tree: ast.Module

    @cached_property
    def nodes(self) -> dict[type, list[ast.AST]]:
        """The nodes of the syntax tree by their kind: all are visited once."""
        found: dict[type, list[ast.AST]] = collections.defaultdict(list)
        left: list[object] = [self.tree]
        while left:
            node = left.pop()
            if isinstance(node, ast.AST):
                found[type(node)].append(node)
                for part in vars(node).values():
                    if isinstance(part, list):
                        left += part
                    elif isinstance(part, ast.AST) and not isinstance(part, ast.expr_context):
                        left.append(part)
        return found

    def of_kind(self, kind: type[Node]) -> list[Node]:
        """Return the nodes of one kind."""
        return cast("list[Node]", self.nodes[kind])

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
        if not (path.parent / "__init__.py").exists():
            continue  # rules as a person writes them: shown and copied, never imported
        name = ".".join(path.relative_to(source / "src").with_suffix("").parts)
        name = name.removesuffix(".__init__")
        text = path.read_text(encoding="utf-8")
        found[name] = Module(name, path, text, ast.parse(text))
    return found


def imported_modules(module: Module, modules: dict[str, Module]) -> set[str]:
    """Return the modules of Sabot that *module* imports anywhere, in functions too."""
    found = set()
    for plain in module.of_kind(ast.Import):
        found |= {alias.name for alias in plain.names}
    for node in module.of_kind(ast.ImportFrom):
        if node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {one if one in modules else node.module for one in inner}
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
    plain = [
        m
        for m in modules.values()
        if not m.is_package
        and "kernel" not in m.name
        and m.name not in FACADES
        and not (m.name.startswith("sabot.games.") and importers[m.name] == {"sabot.games"})
    ]
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
        "import cycles": (found := cycles(graph)),
        "modules in import cycles": sorted(name for cycle in found for name in cycle),
    }


def strings_in(module: Module) -> Iterator[str]:
    """Yield the string constants of a module that are not docstrings."""
    parts: list[ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]
    parts = [module.tree, *module.of_kind(ast.ClassDef), *module.of_kind(ast.FunctionDef)]
    parts += module.of_kind(ast.AsyncFunctionDef)
    docs = {
        id(node.body[0].value) for node in parts if node.body and isinstance(node.body[0], ast.Expr)
    }
    for text in module.of_kind(ast.Constant):
        if isinstance(text.value, str) and id(text) not in docs:
            yield text.value


def measure_wiring(modules: dict[str, Module]) -> dict[str, object]:
    """Measure strings that name code, dynamic imports and ``Any``."""
    strings = [
        f"{name}: {text}"
        for name, module in modules.items()
        for text in strings_in(module)
        if _WIRING.match(text) and text.partition(":")[0] in modules
    ]
    dynamic = []
    untyped, outside = 0, collections.Counter[str]()
    for name, module in modules.items():
        for node in module.of_kind(ast.Call):
            called = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if called in {"import_module", "_lazily"}:
                dynamic.append(f"{name}:{node.lineno}")
        for word in module.of_kind(ast.Name):
            if word.id == "Any":
                untyped += 1
                outside[top_package(name)] += not may_be_untyped(name)
    return {
        "wiring strings": strings,
        "import_module": dynamic,
        "Any": untyped,
        "Any outside codecs, readers and kernels": dict(sorted(outside.items())),
    }


def may_be_untyped(module: str) -> bool:
    """Return whether a module may use ``Any``: it reads or writes files, or is compiled.

    >>> may_be_untyped("sabot.certify.json_reader"), may_be_untyped("sabot.solvers.dominance")
    (True, False)
    """
    return module == "sabot.jit" or bool(_UNTYPED.search(module.rpartition(".")[2]))


def measure_names(modules: dict[str, Module]) -> dict[str, object]:
    """Measure public class names that are used twice and functions called ``told``."""
    classes = collections.defaultdict(set)
    told = []
    for name, module in modules.items():
        for one in module.of_kind(ast.ClassDef):
            if not one.name.startswith("_"):
                classes[one.name].add(name)
        for node in module.of_kind(ast.FunctionDef):
            if node.name.strip("_") == "told":
                told.append(f"{name}:{node.lineno}")
    twice = {
        one: sorted(places)
        for one, places in classes.items()
        if len(places) > 1 and len({p for p in places if not p.startswith("sabot.certify")}) != 1
    }
    return {"class names used twice": twice, "functions called told": told}


def measure_families(modules: dict[str, Module]) -> dict[str, object]:
    """Measure the methods of the base class of games that one game alone overrides.

    A method that is final or a property is not there to be overridden. A game is a module or a
    package directly in ``sabot.games``.
    """
    base = next(
        (
            node
            for module in modules.values()
            if module.name.startswith(("sabot.game_rules", "sabot.telling"))  # now, and before
            for node in module.tree.body
            if isinstance(node, ast.ClassDef) and node.name == "Family"
        ),
        None,
    )
    if base is None:
        raise SystemExit("there is no class Family in sabot.game_rules: look for the base class")
    methods = {
        node.name
        for node in base.body
        if isinstance(node, ast.FunctionDef)
        and not node.name.startswith("_")
        and not {"final", "property"} & {getattr(one, "id", "") for one in node.decorator_list}
    }
    classes = [
        (module.name, node) for module in modules.values() for node in module.of_kind(ast.ClassDef)
    ]
    families = {"Family"}
    while True:
        derived = {
            node.name
            for _, node in classes
            if families & {getattr(parent, "id", "") for parent in node.bases}
        }
        if derived <= families:
            break
        families |= derived
    users = collections.defaultdict(set)
    for name, node in classes:
        if name.startswith("sabot.games.") and node.name in families:
            for part in node.body:
                if isinstance(part, ast.FunctionDef) and part.name in methods:
                    users[part.name].add(name.split(".")[2])
    alone = sorted(method for method in methods if len(users[method]) == 1)
    return {"methods of Family that one game overrides": alone, "methods of Family": len(methods)}


def _shape(function: ast.FunctionDef) -> tuple[str, ...]:
    """Return the code of a function without its names, docstring and annotations."""
    names: dict[str, str] = {}
    found: list[str] = []

    def visit(node: ast.AST) -> None:
        found.append(type(node).__name__)
        if isinstance(node, ast.Name):
            found.append(names.setdefault(node.id, f"v{len(names)}"))
        elif isinstance(node, ast.arg):
            found.append(names.setdefault(node.arg, f"v{len(names)}"))
            return
        elif isinstance(node, ast.Attribute):
            found.append(node.attr)
        elif isinstance(node, ast.Constant):
            found.append(repr(node.value))
        for child in ast.iter_child_nodes(node):
            visit(child)

    visit(function.args)
    for statement in function.body:
        if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
            visit(statement)
    return tuple(found)


def _outline(function: ast.FunctionDef) -> tuple[object, ...]:
    """Return what functions of the same shape have in common and is found at a glance."""
    body = [type(one) for one in function.body if not isinstance(one, ast.Expr)]
    return (len(function.args.args), *body)


def _in_both(places: Sequence[tuple[str, ast.FunctionDef]]) -> bool:
    """Return whether some of the functions are of the checker and some of the program."""
    return len({place.startswith("sabot.certify") for place, _ in places}) == 2


SMALLEST_COPY = 5
"""Lines from which a function that exists twice is a copy, head and docstring counted."""


def measure_copies(modules: dict[str, Module]) -> dict[str, object]:
    """Measure functions, from four lines or so, that checker and program share by copy."""
    alike: dict[tuple[object, ...], list[tuple[str, ast.FunctionDef]]] = {}
    for name, module in modules.items():
        for node in module.of_kind(ast.FunctionDef):
            alike.setdefault(_outline(node), []).append((f"{name}:{node.name}", node))
    shapes: dict[tuple[str, ...], list[tuple[str, ast.FunctionDef]]] = {}
    for places in filter(_in_both, alike.values()):
        for place, node in places:
            shapes.setdefault(_shape(node), []).append((place, node))
    shared = [
        sorted(place for place, _ in places)
        for places in filter(_in_both, shapes.values())
        if len(ast.unparse(places[0][1]).splitlines()) >= SMALLEST_COPY
    ]
    return {"functions equal in checker and program": sorted(shared)}


def measure_tests(source: Path, modules: dict[str, Module]) -> dict[str, object]:
    """Measure which unit tests are in a folder and file named after what they test."""
    unit = source / "tests" / "unit"
    known = {tuple(name.split(".")) for name in modules}
    files = sorted(unit.rglob("test_*.py"))
    stray = []
    for path in files:
        package = ("sabot", *path.relative_to(unit).parent.parts)
        stem = path.stem.removeprefix("test_")
        cuts = [stem, *(stem[: cut.start()] for cut in re.finditer("_", stem))]
        if package not in known or not any(
            cut == package[-1] or (*package, cut) in known for cut in cuts
        ):
            stray.append(path.relative_to(source).as_posix())
    return {"unit tests": len(files), "unit tests that mirror no module": stray}


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
        loads += name in ("games", "games/loading", "loading") and frame.f_code.co_name == "load"
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


_PAGE_TRACE = r"""
import sys, threading, time
places = ("games/__init__.py", "games/loading.py", "loading.py")  # before, and now
games = {sys.argv[1] + "/src/sabot/" + name for name in places}
loads = 0
def watch(frame, event, argument):
    global loads
    code = frame.f_code
    loads += event == "call" and code.co_name == "load" and code.co_filename in games
from starlette.testclient import TestClient
try:
    from sabot.web.server import create_app
    from sabot.web.tasks.solution import solve_for_page
except ImportError:  # as they were called before
    from sabot.web.app import workbench as create_app
    from sabot.web.work.solved import page as solve_for_page
sys.setprofile(watch)
solve_for_page({"game": "kuhn-poker"})
sys.setprofile(None)
worker = loads
threading.setprofile(watch)
app = create_app(hosts=["127.0.0.1"], token="t")
with TestClient(app, base_url="http://127.0.0.1", headers={"X-Sabot-Token": "t"}) as client:
    for _ in range(120):
        loads = 0
        if "-1/18" in client.get("/game?g=kuhn-poker&solved=1").text:
            break
        time.sleep(1)
print(f"{loads} + {worker}")
"""


def page_loads(source: Path) -> str:
    """Return how often the page of a solution loads its game: in the server, and in the worker."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", _PAGE_TRACE, str(source)],
        env={**os.environ, "PYTHONPATH": str(source / "src")},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def pages(source: Path) -> dict[str, object]:
    """Return what the pages for contributors list: modules to read, files to touch."""
    found: dict[str, object] = {}
    if (source / FOLLOWED).exists():
        text = (source / FOLLOWED).read_text(encoding="utf-8")
        path, _, support = text.partition("## What only supports it")
        named = set(re.findall(r"`src/sabot/([\w/]+[.]py)`", path))
        found["modules on the path"] = sorted(named)
        found["modules to read"] = sorted(named | set(re.findall(r"`([\w/]+[.]py)`", support)))
    if (source / TOUCHED).exists():
        text = (source / TOUCHED).read_text(encoding="utf-8")
        for title, body in re.findall(r"(?ms)^## (.+?)$(.*?)(?=^## |\Z)", text):
            cells = re.findall(r"(?m)^\| *[0-9]+ *\| ([^|]+) \|", body)
            found[f"files to touch: {title}"] = sorted(
                {name for cell in cells for name in re.findall(r"`([^`]+)`", cell)}
            )
    return found


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
    found |= pages(source)
    if run:
        solve = trace(source, "solve", "kuhn-poker")
        found |= {f"solve kuhn-poker: {name}": what for name, what in solve.items()}
        found["solution page: loads"] = page_loads(source)
        found["solve kuhn-poker: CPU seconds, warm"] = warm_start(source)
    return found


@dataclass(frozen=True)
class Row:
    """One row of the table: what is measured, how it is written, and the goal."""

    title: str
    keys: tuple[str, ...]
    goal: str

    def write(self, counts: Mapping[str, object]) -> str:
        """Return the numbers of the row."""
        return "; ".join(_written(counts.get(key)) for key in self.keys)


def _written(number: object) -> str:
    return (
        "not measured"
        if number is None
        else f"{number:,}"
        if isinstance(number, int)
        else str(number)
    )


ROWS = (
    Row("files; lines in `src`", ("files", "lines"), "at most 370; 92,000"),
    Row(
        "modules to read for `sabot solve kuhn-poker`, with those that only support it; without",
        ("modules to read", "modules on the path"),
        "at most 20",
    ),
    Row("modules it runs", ("solve kuhn-poker: run",), "at most 45"),
    Row("package changes on its way", ("solve kuhn-poker: changes",), "at most 600"),
    Row("how often it loads its game", ("solve kuhn-poker: loads",), "1"),
    Row("how often a solved page loads it, server + worker", ("solution page: loads",), "1 + 1"),
    Row(
        "modules under 60 lines with one importer; modules with one sibling importer",
        ("short modules with one importer", "modules with one sibling importer"),
        "0; at most 15",
    ),
    Row("`Any`", ("Any",), "at most 500"),
    Row("wiring strings; `import_module`", ("wiring strings", "import_module"), "0; at most 3"),
    Row(
        "class names used twice; functions called `told`",
        ("class names used twice", "functions called told"),
        "at most 10; 0",
    ),
    Row(
        "packages that import each other; import cycles; modules in them; contract exceptions",
        (
            "packages that import each other",
            "import cycles",
            "modules in import cycles",
            "exceptions in import contracts",
        ),
        "0; 0; 0; 0",
    ),
    Row(
        "methods of `Family`; those that one game alone overrides",
        ("methods of Family", "methods of Family that one game overrides"),
        "about 10; 0",
    ),
    Row(
        "files to touch for a new game; certificate kind; writer",
        (
            "files to touch: A new game",
            "files to touch: A new kind of certificate",
            "files to touch: A new writer",
        ),
        "5; 12; 4",
    ),
    Row("functions equal in checker and program", ("functions equal in checker and program",), "0"),
    Row(
        "unit tests; those that mirror no module",
        ("unit tests", "unit tests that mirror no module"),
        "all mirror",
    ),
    Row(
        "CPU seconds of `sabot solve kuhn-poker`, warm",
        ("solve kuhn-poker: CPU seconds, warm",),
        "not more",
    ),
)
"""The end state that was asked for, row by row."""


def counts_of(found: Mapping[str, object]) -> dict[str, object]:
    """Return measures as numbers: lists by their lengths, tables of numbers by their sums."""
    return {name: _count(what) for name, what in found.items()}


def _count(what: object) -> object:
    if isinstance(what, dict) and all(isinstance(one, int) for one in what.values()):
        return sum(what.values())
    return len(what) if isinstance(what, list | dict) else what


def table(before: Mapping[str, object], now: Mapping[str, object]) -> str:
    """Return the table of docs/decisions/house.md."""
    lines = ["| | before | now | goal |", "| --- | --- | --- | --- |"]
    lines += [
        f"| {row.title} | {row.write(before)} | {row.write(now)} | {row.goal} |" for row in ROWS
    ]
    return "\n".join(lines) + "\n"


def ceilings() -> dict[str, dict[str, int]]:
    """Return the ceilings of tools/house.toml: numbers that may fall and not rise."""
    found: dict[str, dict[str, int]] = tomllib.loads(CEILINGS.read_text(encoding="utf-8"))
    return found


def bounded(found: Mapping[str, object]) -> dict[str, dict[str, int]]:
    """Return what the ceilings bound, measured, in their shape."""
    untyped = found["Any outside codecs, readers and kernels"]
    assert isinstance(untyped, dict)
    named = {name: _count(found[name]) for name in ceilings()["house"]}
    return {
        "house": {name: number for name, number in named.items() if isinstance(number, int)},
        "Any": {name: number for name, number in untyped.items() if number},
    }


def lower(found: Mapping[str, object]) -> None:
    """Write the ceilings anew: as they are, or lower."""
    old, now = ceilings(), bounded(found)
    text = CEILINGS.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("#")]
    for part, numbers in now.items():
        lines += ["", f"[{part}]"]
        for name, number in numbers.items():
            least = min(number, old[part].get(name, number))
            lines.append(f"{json.dumps(name) if ' ' in name else name} = {least}")
    CEILINGS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Print the measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path, default=ROOT)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--names", action="store_true", help="list what was counted")
    parser.add_argument("--write", action="store_true", help="write docs/decisions/house.md")
    parser.add_argument("--lower", action="store_true", help="lower the ceilings")
    given = parser.parse_args()
    found = measure(given.source.resolve(), run=not given.lower)
    if given.lower:
        lower(found)
        return
    if given.json:
        print(json.dumps(found, indent=1))
        return
    counts = counts_of(found)
    text = table(json.loads(BEFORE.read_text(encoding="utf-8")), counts)
    print(text)
    if given.write:
        page = PAGE.read_text(encoding="utf-8")
        start, end = page.index("| | before"), page.index("\n\n", page.index("| | before")) + 1
        PAGE.write_text(page[:start] + text + page[end:], encoding="utf-8")
    if given.names:
        for name, what in found.items():
            print(name)
            for one in (
                (what.items() if isinstance(what, dict) else what)
                if isinstance(what, list | dict)
                else [what]
            ):
                print("   ", one)


if __name__ == "__main__":
    main()
