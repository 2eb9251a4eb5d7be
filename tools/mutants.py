"""Switch off every check of the checker in turn, and see whether its tests notice.

    python tools/mutants.py [--rooms NAME...] [--only TEXT...] [--tests TEXT...]
        [--sample N --seed S] [--jobs N] [--report FILE]

A *mutant* is ``sabot.certify`` with one change: a ``raise`` that does nothing, a refusal (``return
False``) that accepts, a call of a function ``check...`` or ``verify...`` for its refusal alone left
out, one part of a refusing condition left out, one strict comparison in it made weak or the other
way round. Tests run once with a tracer; each mutant then meets, in a process of
its own (forked, so that nothing is imported or solved twice), the tests that come to its line,
until one of them fails. A mutant that no test notices *survives*: it needs a test, or a line in
``mutants_equivalent.txt`` that says why it changes no verdict. Exit 1 if one has neither.

All tests that ask the checker are traced once, which takes minutes; *rooms* (parts of the checker
that have tests of their own: ``nash``, ``algebra``; ``certify`` is the rest) are tried with their
own tests alone, so that the whole can be done in parts.
"""

from __future__ import annotations

import argparse
import ast
import copy
import gc
import importlib
import os
import random
import resource
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).resolve().parents[1]
CERTIFY = ROOT / "src/sabot/certify"
EQUIVALENT = Path(__file__).with_name("mutants_equivalent.txt")
UNIT = ROOT / "tests/unit"
LEFT_OUT = {
    "solvers/lp/program": "the checker runs there in other processes, where no mutant is",
    "solvers/parametric/prove_spread": "the same: a pool of processes, beside tests of the solver",
}
"""Tests that import the checker and meet no mutants: why."""
ROOM_OF = {
    "algebra": "algebra",
    "all_nash": "all_nash",
    "binary_nash": "binary_nash",
    "continuous": "continuous",
    "correlated": "correlated",
    "properties": "properties",
    "refinement": "refinement",
    "double_description": "all_nash",
    "nash": "nash",
    "nplayer": "nplayer",
    "nplayer_nash": "nplayer_nash",
    "private_hands": "private_hands",
    "card_classes": "private_hands",
    "parametric": "parametric",
    "parametric_nash": "parametric_nash",
    "verdict": "verdict",
    **dict.fromkeys(
        (
            *("__init__", "__main__", "checker", "documents", "json_reader", "limits"),
            *("optimal_set", "perfect_information", "rank_mod_p", "record_codec"),
            *("sequence_form", "value_bounds", "zero_sum"),
        ),
        "certify",
    ),
}
"""By module or package of the checker: its room."""
_THEOREMS = (
    *(
        "solvers/parametric/prove",
        "certify/parametric/verification",
        "certify/parametric/verification_forged",
        "certify/parametric/reader",
        "certify/parametric/inequality",
    ),
    *(
        "solvers/parametric/prove_breakpoints",
        "certify/algebra/polynomial",
        "certify/algebra/algebra",
        "certify/algebra/formula_parser",
        "certify/algebra/real_roots",
        "certify/algebra/formula_parser",
        "solvers/parametric/prove_dominance_classes",
    ),
    *("certify/limits", "certify/verdict_parametric"),
    *(
        "certify/limits_exact",
        "cli/verbs/prove",
        "certify/continuous/parametric_forged",
        "certify/binary_nash_forged",
        "render/views/parametric",
    ),
)
ROOMS: dict[str, tuple[str, ...]] = {
    "algebra": (*_THEOREMS, "certify/nplayer_algebraic_forged"),
    "all_nash": (
        "certify/all_nash_forged",
        "solvers/all_nash/solve",
        "solvers/nash/solve_uniqueness",
        "certify/limits_equilibria",
        "certify/verdict",
    ),
    "binary_nash": (
        *(
            "certify/binary_nash_reader",
            "certify/binary_nash_forged",
            "certify/binary_nash_by_hand",
        ),
        *(
            "certify/binary_nash",
            "certify/verdict",
            "solvers/binary_nash/solve",
            "solvers/binary_nash/solve_solution",
        ),
    ),
    "certify": (
        *(
            "certify/checker",
            "certify/algebra/algebra",
            "certify/perfect_information",
            "certify/perfect_information_search",
            "certify/sequence_form",
            "certify/rank_mod_p",
            "certify/json_reader",
            "certify/record_codec",
            "certify/documents_version_1",
            "certify/rank_mod_p",
        ),
        *(
            "certify/limits_exact",
            "certify/limits",
            "certify/limits_equilibria",
            "certify/zero_sum_forged",
            "certify/value_bounds",
        ),
        *(
            "certify/zero_sum_strict",
            "certify/checker_refused",
            "results/solution",
            "certify/verdict",
            "conformance/derivations",
        ),
        *(
            "certify/nash_forged",
            "certify/parametric/reader",
            "certify/parametric/verification",
            "certify/continuous/parametric_forged",
            "certify/binary_nash_forged",
        ),
    ),
    "continuous": (
        *(
            "certify/continuous/equilibrium_reader",
            "certify/continuous/equilibrium_free_reader",
            "certify/continuous/equilibrium_forged",
            "solvers/continuous/solve_freedom",
        ),
        *(
            "certify/continuous/parametric_reader",
            "certify/continuous/parametric_forged",
            "solvers/continuous/parametric",
            "certify/limits_equilibria",
            "certify/verdict",
        ),
    ),
    "correlated": ("certify/correlated_forged",),
    "properties": ("certify/properties_forged", "certify/properties_degeneracy"),
    "refinement": ("certify/refinement_forged",),
    "nash": (
        "certify/nash_forged",
        "certify/verdict",
        "solvers/nash/solve_uniqueness",
        "solvers/nash/uniqueness_sequence_form",
        "solvers/binary_nash/solve_solution",
        "certify/limits_equilibria",
    ),
    "nplayer": (
        "certify/verdict",
        "certify/nplayer_forged",
        "certify/nplayer_pure_forged",
        "certify/nplayer_algebraic_forged",
    ),
    "nplayer_nash": ("certify/nplayer_nash_forged", "certify/properties_degeneracy"),
    "private_hands": ("certify/private_hands_forged",),
    "parametric": _THEOREMS,
    "parametric_nash": ("certify/parametric_nash_forged",),
    "verdict": ("certify/verdict", "cli/errors_mistyped"),
}
"""By room of the checker: the tests that are about it."""
PATIENCE = 15.0
"""Seconds of tests, as the traced run took them, that one mutant meets of each of two sorts."""
LIMIT = 120
"""Seconds after which a mutant is noticed because it does not end."""
MEMORY = 4 * 2**30
"""Bytes that one may take."""
_WEAKER: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}


@dataclass(frozen=True)
class Mutant:
    """One change: where, which, and what it makes of the function it is in."""

    module: str
    function: str
    line: int
    change: str
    code: CodeType = field(repr=False, compare=False)
    also: int
    """Another line whose tests come first: of the ``raise`` that a condition guards."""

    @property
    def name(self) -> str:
        """What it is called in the list of equivalent ones: no line number, for lines move."""
        return f"{self.module} {self.function}: {self.change}"


# ---------------------------------------------------------------------- who is to notice


def tests() -> list[Path]:
    """Return the tests that mutants meet: of ``tests/unit``, those that import the checker.

    They may do so by what they share with others: a helper that makes forged files.
    """
    imports = {name_of(path): _imports(path) for path in UNIT.rglob("*.py")}
    near = {name for name, found in imports.items() if any(map(_is_checker, found))}
    while True:
        more = {
            name
            for name, found in imports.items()
            if name not in near and near & {_name_of_import(one) for one in found}
        }
        if not more:
            break
        near |= more
    return sorted(
        path for path in UNIT.rglob("test_*.py") if name_of(path) in near - LEFT_OUT.keys()
    )


def name_of(path: Path) -> str:
    """Return what a file of ``tests/unit`` is called here: ``certify/nash_forged``."""
    return path.relative_to(UNIT).with_suffix("").as_posix().replace("test_", "")


def _name_of_import(module: str) -> str:
    return module.removeprefix("tests.unit.").replace(".", "/").replace("test_", "")


@cache
def _imports(path: Path) -> set[str]:
    """Return the modules that a file imports, and the names that it takes from packages."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def _is_checker(module: str) -> bool:
    return f"{module}.".startswith("sabot.certify.")


def room_of(module: str) -> str:
    """Return the room that a file of the checker is in."""
    return ROOM_OF[module.partition("/")[0].removesuffix(".py")]


def tests_of(rooms: Sequence[str]) -> list[Path]:
    """Return the tests that go with some rooms; all of them where none is named."""
    if not rooms:
        return tests()
    named = {name for room in rooms for name in ROOMS[room]}
    return [path for path in tests() if name_of(path) in named]


# ---------------------------------------------------------------------- making them


def modules() -> list[Path]:
    """Return the files of the checker."""
    return sorted(path for path in CERTIFY.rglob("*.py") if path.name != "__main__.py")


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Yield every mutant of a file."""
    module = path.relative_to(CERTIFY).as_posix()
    source = path.read_text(encoding="utf-8")
    met: Counter[tuple[str, str]] = Counter()
    for tree, number in _places(ast.parse(source)):
        site = list(_sites(tree))[number]
        change = site.apply()
        met[site.function, change] += 1
        if met[site.function, change] > 1:
            change += f" (number {met[site.function, change]})"
        code = _code_of(compile(ast.fix_missing_locations(tree), str(path), "exec"), site.function)
        if code is not None:
            yield Mutant(module, site.function, site.line, change, code, site.also)


def _places(tree: ast.Module) -> Iterator[tuple[ast.Module, int]]:
    """Yield each place, as its number in a copy of the one function or class that it is in."""
    imports = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    for part in tree.body:
        for number in range(len(list(_sites(ast.Module([part], []))))):
            yield ast.Module([*imports, copy.deepcopy(part)], []), number


@dataclass
class _Site:
    """A place in a tree that can be changed."""

    function: str
    line: int
    """Of the statement it is in."""
    node: Any
    kind: str
    index: int
    also: int
    holder: list[ast.stmt] | None = None

    def apply(self) -> str:
        """Change the tree there; return what was changed, in words."""
        before = " ".join(ast.unparse(self.node).split())[:110]
        if self.kind in ("raise", "call"):
            assert self.holder is not None
            self.holder[self.index] = ast.copy_location(ast.Pass(), self.node)
            return f"no `{before}`"
        if self.kind == "return":
            self.node.value = ast.copy_location(ast.Constant(True), self.node)
            return f"`{before}` accepts (number {self.number})"
        if self.kind == "part":
            part = " ".join(ast.unparse(self.node.values[self.index]).split())[:60]
            absent = isinstance(self.node.op, ast.And)
            self.node.values[self.index] = ast.copy_location(ast.Constant(absent), self.node)
            return f"`{before}` without `{part}`"
        old = self.node.ops[self.index]
        self.node.ops[self.index] = _WEAKER[type(old)]()
        return f"`{before}` as `{' '.join(ast.unparse(self.node).split())[:110]}`"

    number: int = 0


def _sites(tree: ast.Module) -> Iterator[_Site]:
    for name, function in _functions(tree):
        refusals = 0
        for node in ast.walk(function):
            for holder in _blocks(node):
                for index, line in enumerate(holder):
                    kind = "raise" if isinstance(line, ast.Raise) else "call"
                    if kind == "raise" or _is_check(line):
                        yield _Site(name, line.lineno, line, kind, index, line.lineno, holder)
            if isinstance(node, ast.Return) and _says_no(node):
                refusals += 1
                yield _Site(name, node.lineno, node, "return", 0, node.lineno, number=refusals)
            if isinstance(node, ast.If) and _refuses(node.body[-1]):
                yield from _parts(name, node.lineno, node.test, node.body[-1].lineno)
            if isinstance(node, ast.Return) and node.value is not None and _is_bool(function):
                yield from _parts(name, node.lineno, node.value, node.lineno)


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    yield f"{node.name}.{inner.name}", inner


def _blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        if isinstance(block, list):
            yield block


def _is_check(line: ast.stmt) -> bool:
    """Return whether a statement calls another check, which raises if it refuses."""
    if not isinstance(line, ast.Expr) or not isinstance(line.value, ast.Call):
        return False
    called = line.value.func
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    return name.lstrip("_").startswith(("check", "verify"))


def _says_no(node: ast.Return) -> bool:
    return isinstance(node.value, ast.Constant) and node.value.value is False


def _refuses(last: ast.stmt) -> bool:
    return isinstance(last, ast.Raise) or (isinstance(last, ast.Return) and _says_no(last))


def _is_bool(function: ast.FunctionDef) -> bool:
    return isinstance(function.returns, ast.Name) and function.returns.id == "bool"


def _parts(name: str, line: int, test: ast.expr, also: int) -> Iterator[_Site]:
    for node in ast.walk(test):
        if isinstance(node, ast.BoolOp):
            yield from (_Site(name, line, node, "part", k, also) for k in range(len(node.values)))
        elif isinstance(node, ast.Compare):
            for k, op in enumerate(node.ops):
                if type(op) in _WEAKER:
                    yield _Site(name, line, node, "compare", k, also)


def _code_of(code: CodeType, name: str) -> CodeType | None:
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            if inner.co_qualname == name:
                return inner
            found = _code_of(inner, name)
            if found is not None:
                return found
    return None


def function_of(module: str, name: str) -> FunctionType:
    """Return a function of the checker: who changes its code changes it wherever it is used."""
    dotted = "sabot.certify." + module.removesuffix(".py").replace("/", ".")
    thing: Any = importlib.import_module(dotted.removesuffix(".__init__"))
    for part in name.split("."):
        held = vars(thing).get(part)
        if isinstance(held, cached_property):
            thing = held.func
        else:
            thing = held.fget if isinstance(held, property) else getattr(held, "__func__", held)
    plain = getattr(thing, "__wrapped__", thing)
    assert isinstance(plain, FunctionType), f"{module} {name}"
    return plain


def forget() -> None:
    """Forget what the checker remembers of earlier calls."""
    for name, module in list(sys.modules.items()):
        if name.startswith("sabot.certify") and isinstance(module, ModuleType):
            for thing in vars(module).values():
                if hasattr(thing, "cache_clear"):
                    thing.cache_clear()


# ---------------------------------------------------------------------- meeting the tests


class Tracer:
    """Which tests come to which line, and how long each takes."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.lines: dict[tuple[str, int], set[str]] = defaultdict(set)
        self.test = ""

    def passes(self, items: Sequence[pytest.Item]) -> bool:
        """Run every test once, and tell whether all pass."""
        before = self.begin()
        for item, after in zip(items, [*items[1:], None], strict=True):
            self.test = item.nodeid
            start = time.perf_counter()
            if not passes(item, after):
                print(f"fails on the checker as it is: {item.nodeid}", file=sys.stderr)
                return False
            self.seconds[item.nodeid] = time.perf_counter() - start
        for plain, code in before:
            plain.__code__ = code
        return True

    def begin(self) -> list[tuple[FunctionType, CodeType]]:
        """Put a mark before every line that a mutant may be on; return what stood there."""
        before = []
        for path in modules():
            module, tree = path.relative_to(CERTIFY).as_posix(), ast.parse(path.read_text("utf-8"))
            for _, function in _functions(tree):
                for node in list(ast.walk(function)):
                    for holder in _blocks(node):
                        holder[:] = [part for line in holder for part in _marked(line)]
            whole = compile(ast.fix_missing_locations(tree), str(path), "exec")
            for name, _ in _functions(tree):
                plain, code = function_of(module, name), _code_of(whole, name)
                assert code is not None
                before.append((plain, plain.__code__))
                plain.__globals__["__come__"] = self._noted(module)
                plain.__code__ = code
        return before

    def _noted(self, module: str) -> Callable[[int], None]:
        def come(line: int) -> None:
            self.lines[module, line].add(self.test)

        return come


def _marked(line: ast.stmt) -> list[ast.stmt]:
    if not isinstance(line, ast.If | ast.Raise | ast.Return) and not _is_check(line):
        return [line]
    mark = ast.parse(f"__come__({line.lineno})").body[0]
    return [ast.copy_location(mark, line), line]


def passes(item: pytest.Item, after: pytest.Item | None) -> bool:
    """Run one test here and now; *after* is the next, whose fixtures are kept."""
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=after))


def chosen(mutant: Mutant, tracer: Tracer) -> list[str]:
    """Return the tests that a mutant meets: those that come to its refusal, then the quick ones."""
    lines, cost = tracer.lines, tracer.seconds
    first = lines.get((mutant.module, mutant.also), set())
    if mutant.change.startswith("no `raise"):
        rest: set[str] = set()  # what never comes there cannot notice that it is gone
    else:
        rest = lines.get((mutant.module, mutant.line), set()) - first
    found: list[str] = []
    for group in (first, rest):
        spent = 0.0
        for test in sorted(group, key=cost.__getitem__):
            spent += cost[test]
            if spent > PATIENCE and test != min(group, key=cost.__getitem__):
                break
            found.append(test)
    return found


def meet(mutant: Mutant, tests: Sequence[pytest.Item]) -> int:
    """Fork; return the number of the process in which a mutant meets its tests."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(LIMIT)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        function_of(mutant.module, mutant.function).__code__ = mutant.code
        forget()
        pairs = zip(tests, [*tests[1:], None], strict=True)
        code = 0 if all(passes(item, after) for item, after in pairs) else 1
    finally:
        os._exit(code)


def survivors(
    mutants: Sequence[Mutant], items: Mapping[str, pytest.Item], tracer: Tracer, jobs: int
) -> Iterator[tuple[Mutant, str]]:
    """Yield each mutant with what became of it."""
    gc.freeze()
    running: dict[int, Mutant] = {}
    todo = list(reversed(mutants))
    while todo or running:
        while todo and len(running) < jobs:
            mutant = todo.pop()
            tests = chosen(mutant, tracer)
            if not tests:
                yield mutant, "survived: no test comes there"
                continue
            running[meet(mutant, [items[test] for test in tests])] = mutant
        if running:
            child, status = os.wait()
            mutant = running.pop(child)
            if os.WIFSIGNALED(status):
                yield mutant, "noticed: it does not end"
            else:
                failed = os.WEXITSTATUS(status) != 0
                yield mutant, "noticed" if failed else "survived"


# ---------------------------------------------------------------------- telling


def equivalent() -> dict[str, str]:
    """Return the mutants that change no verdict, with the reason."""
    found = {}
    for line in EQUIVALENT.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, _, reason = line.partition(" ;; ")
            found[name.strip()] = reason.strip()
    return found


def wanted(rooms: Sequence[str], only: Sequence[str], sample: int, seed: int) -> list[Mutant]:
    """Return the mutants to be tried."""
    found = [m for path in modules() for m in mutants_of(path) if m.name.startswith(tuple(only))]
    found = [m for m in found if not rooms or room_of(m.module) in rooms]
    if sample and sample < len(found):
        found = random.Random(seed).sample(found, sample)
    return found


class Arena:
    """A plugin of pytest that lets mutants meet the tests instead of running these."""

    def __init__(self, mutants: Sequence[Mutant], jobs: int) -> None:
        self.mutants = mutants
        self.jobs = jobs
        self.fates: list[tuple[Mutant, str]] = []
        self.ready = False

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Trace the tests, then try each mutant."""
        tracer, known = Tracer(), equivalent()
        self.ready = tracer.passes(session.items)
        if self.ready:
            print(f"{len(self.mutants)} mutants, {len(session.items)} tests", file=sys.stderr)
            items = {item.nodeid: item for item in session.items}
            for mutant, fate in survivors(self.mutants, items, tracer, self.jobs):
                told = "equivalent" if "survived" in fate and mutant.name in known else fate
                self.fates.append((mutant, told))
                if told.startswith("survived"):
                    print(f"{told}\t{mutant.module}:{mutant.line}\t{mutant.name}", flush=True)
        return True


def main() -> int:
    """Try the mutants; return 1 if one survives that is not listed."""
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    reader.add_argument("--rooms", nargs="*", default=[], choices=ROOMS, help="of these rooms")
    reader.add_argument("--only", nargs="*", default=[""], help="those whose names begin so")
    reader.add_argument("--tests", nargs="*", default=[""], help="by files whose names hold one")
    reader.add_argument("--sample", type=int, default=0, help="so many, drawn at random")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--jobs", type=int, default=2)
    reader.add_argument("--report", help="write what became of each to this file")
    asked = reader.parse_args()
    os.chdir(ROOT)
    for path in modules():
        dotted = path.relative_to(ROOT / "src").with_suffix("").as_posix().replace("/", ".")
        importlib.import_module(dotted.removesuffix(".__init__"))
    arena = Arena(wanted(asked.rooms, asked.only, asked.sample, asked.seed), asked.jobs)
    options = ["-q", "-s", "--no-header", "--import-mode=importlib", "-W", "ignore", "--tb=no"]
    options += ["-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not slow", "-o", "addopts="]
    met = [
        str(path)
        for path in tests_of(asked.rooms)
        if any(text in name_of(path) for text in asked.tests)
    ]
    pytest.main([*options, *met], plugins=[arena])
    if not arena.ready:
        return 2
    count = Counter(fate.partition(":")[0] for _, fate in arena.fates)
    if asked.report:
        lines = sorted(f"{fate}\t{one.module}:{one.line}\t{one.name}" for one, fate in arena.fates)
        Path(asked.report).write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(", ".join(f"{number} {fate}" for fate, number in sorted(count.items())))
    return 1 if count["survived"] else 0


if __name__ == "__main__":
    sys.exit(main())
