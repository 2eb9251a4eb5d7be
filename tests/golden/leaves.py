"""Change what a source prints, one leaf at a time, and see whether its report changes.

A leaf is a number, or a word of a text, in a module that holds what is printed and nothing of ours:
``printed`` of each source and what is beside it under that name. The module is read as a syntax
tree, so that a coefficient inside a formula is a leaf like a cell of a table. A change is noticed
when a verdict or a found value of some claim changes, or when the check stops with an error.
"""

from __future__ import annotations

import ast
import copy
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from time import process_time
from types import GenericAlias, ModuleType
from typing import Any

from sabot import papers
from sabot.papers.report import Claim

BESIDE = ("sabot.papers.ethier_gamez_2013.printed_formulas",)
"""Modules of print that are not called so."""
PLACE = re.compile(r"\(\d+\)$|.*\b(Section|Table|Theorem|Proof|before|after)\b")
"""A text that says where something is printed, not what."""
RELATIONS = {"=": "<", "<": ">", ">": "<", "<=": ">", ">=": "<"}
Verdicts = list[tuple[str, str]]


@dataclass(frozen=True)
class Leaf:
    """One number or word: its module, the name it belongs to, where, and what it becomes."""

    module: str
    name: str
    place: int
    word: int
    before: str
    after: object

    @property
    def owner(self) -> str:
        """The name that it belongs to, within the source."""
        return f"{self.module.split('.', 3)[3]}.{self.name}"

    def __str__(self) -> str:
        return f"{self.owner}: {self.before} becomes {self.after}"


def another(word: str) -> str:
    """Return a word that says something else."""
    if word in RELATIONS:
        return RELATIONS[word]
    if word[-1].isdigit():
        return word[:-1] + str((int(word[-1]) + 1) % 10)
    for mark, other in (("D", "S"), ("S", "D"), ("*", "S")):
        if mark in word:
            return word.replace(mark, other, 1)
    return word + "x"


def constants(statement: ast.stmt) -> list[ast.Constant]:
    """Return the constants of a statement, but for docstrings and annotations."""
    hidden: set[int] = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            hidden.add(id(node.value))
        if isinstance(node, ast.Raise):
            hidden |= {id(inner) for inner in ast.walk(node)}
        for part in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            hidden |= {id(inner) for inner in ast.walk(part)} if part else set()
    return [
        node
        for node in ast.walk(statement)
        if isinstance(node, ast.Constant)
        and id(node) not in hidden
        and isinstance(node.value, int | float | str)
        and not isinstance(node.value, bool)
        and not (isinstance(node.value, str) and PLACE.match(node.value))
    ]


def names_of(statement: ast.stmt) -> list[str]:
    """Return the names that a statement of a module binds."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return [statement.name]
    if isinstance(statement, ast.ImportFrom | ast.Import):
        return [alias.asname or alias.name for alias in statement.names]
    targets = getattr(statement, "targets", None) or [getattr(statement, "target", statement)]
    # NOTES["B3"] = ... adds to NOTES
    return [node.id for t in targets for node in ast.walk(t) if isinstance(node, ast.Name)][:9]


@dataclass
class Text:
    """A module of print as a syntax tree."""

    module: ModuleType
    tree: ast.Module = field(init=False)

    def __post_init__(self) -> None:
        self.tree = ast.parse(Path(str(self.module.__file__)).read_text(encoding="utf-8"))

    def leaves(self) -> Iterator[Leaf]:
        """Yield every leaf of the module."""
        told = ast.Assign | ast.AnnAssign | ast.FunctionDef
        for statement in self.tree.body:
            if not isinstance(statement, told) or not names_of(statement):
                continue
            for place, node in enumerate(constants(statement)):
                at = self.module.__name__, names_of(statement)[0], self._place(statement, place)
                if not isinstance(node.value, str):
                    yield Leaf(*at, 0, str(node.value), node.value + 1)
                    continue
                for word, found in enumerate(re.finditer(r"\S+", node.value)):
                    yield Leaf(*at, word, found[0], another(found[0]))

    def _place(self, statement: ast.stmt, place: int) -> int:
        return self.tree.body.index(statement) * 10_000 + place

    def changed(self, leaf: Leaf) -> dict[str, object]:
        """Return what the module would hold if a leaf were another."""
        tree = copy.deepcopy(self.tree)
        node = constants(tree.body[leaf.place // 10_000])[leaf.place % 10_000]
        if isinstance(node.value, str):
            found = list(re.finditer(r"\S+", node.value))[leaf.word]
            node.value = f"{node.value[: found.start()]}{leaf.after}{node.value[found.end() :]}"
        else:
            node.value = leaf.after
        space: dict[str, object] = {"__name__": self.module.__name__}
        sys.modules.setdefault(self.module.__name__, self.module)
        exec(compile(tree, str(self.module.__file__), "exec"), space)
        return space

    def uses(self) -> Iterator[tuple[str, str]]:
        """Yield (a, b) where the name b is made with the name a."""
        for statement in self.tree.body:
            used = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
            for made in names_of(statement):
                yield from ((name, made) for name in used - {made})


class _Watched(ModuleType):
    """A module that writes down which of its names are read."""

    def __getattribute__(self, name: str) -> Any:
        if not name.startswith("__"):
            ModuleType.__getattribute__(self, "__dict__")["__read__"].add(name)
        return ModuleType.__getattribute__(self, name)


class _Gone:
    """What stands for a name that must not be used: every use of it is an error."""

    def _used(self, *_: object) -> Any:
        raise LookupError("this was to be left alone")

    __call__ = __getattr__ = __getitem__ = __iter__ = __len__ = __contains__ = __eq__ = _used
    __add__ = __radd__ = __mul__ = __rmul__ = __hash__ = _used


@dataclass
class Print:
    """What one source prints, and its report as it is."""

    source: str
    stale: dict[str, Callable[[], None]] = field(default_factory=dict)
    """What to forget when a module of print changes, by the end of its name."""
    left_out: frozenset[str] = frozenset()
    """Items that are not run: a leaf that only these read has no readers."""

    @cached_property
    def modules(self) -> dict[str, ModuleType]:
        """Every module of the source."""
        home = import_module(papers.HOME[self.source])
        found = [m.name for m in walk_packages(home.__path__, f"{home.__name__}.")]
        return {name: import_module(name) for name in (home.__name__, *found)}

    @cached_property
    def texts(self) -> dict[str, Text]:
        """The modules of print."""
        return {
            name: Text(module)
            for name, module in self.modules.items()
            if "printed" in name.split(".") or name in BESIDE
        }

    @cached_property
    def leaves(self) -> list[Leaf]:
        """Every leaf of the source, in order."""
        return [leaf for text in self.texts.values() for leaf in text.leaves()]

    @property
    def usual(self) -> dict[str, Verdicts]:
        """The verdicts as they are, item by item, the quickest first."""
        return self._looked[0]

    @cached_property
    def readers(self) -> dict[tuple[str, str], set[str]]:
        """The items that read a name of print, by module and name; directly or through others."""
        return self._closed(self._looked[1])

    @cached_property
    def _looked(self) -> tuple[dict[str, Verdicts], dict[tuple[str, str], set[str]]]:
        """Run every item, watching what it reads and how long it takes."""
        taken: dict[str, float] = {}
        found: dict[str, Verdicts] = {}
        direct: dict[tuple[str, str], set[str]] = {}
        plain = {name: self.modules[name].__class__ for name in self.texts}
        try:
            for name in self.texts:
                self.modules[name].__class__ = _Watched
            names = [part.name for part in papers.source(self.source).items]
            for item in [name for name in names if name not in self.left_out]:
                for name in self.texts:
                    vars(self.modules[name])["__read__"] = set()
                for forget in self.stale.values():  # what is kept would not be read again
                    forget()
                start = process_time()
                found[item] = list(_verdicts(self.source, item))
                taken[item] = process_time() - start
                for name in self.texts:
                    for word in vars(self.modules[name])["__read__"]:
                        direct.setdefault((name, word), set()).add(item)
        finally:
            for name, kind in plain.items():
                self.modules[name].__class__ = kind
        return {name: found[name] for name in sorted(found, key=taken.__getitem__)}, direct

    def _closed(self, direct: dict[tuple[str, str], set[str]]) -> dict[tuple[str, str], set[str]]:
        edges = [
            ((name, a), (name, b)) for name, text in self.texts.items() for a, b in text.uses()
        ]
        for name, text in self.texts.items():
            for statement in text.tree.body:
                if isinstance(statement, ast.ImportFrom) and statement.module in self.texts:
                    for alias in statement.names:
                        here = alias.asname or alias.name
                        edges.append(((str(statement.module), alias.name), (name, here)))
        for key in set(self._imported()):  # by name, so that reading it could not be watched
            direct[key] = self._stopped_without(key)
        while True:
            before = sum(map(len, direct.values()))
            for source, made in edges:
                direct.setdefault(source, set()).update(direct.get(made, set()))
            if sum(map(len, direct.values())) == before:
                return direct

    def _stopped_without(self, key: tuple[str, str]) -> set[str]:
        """Return the items whose report is another one when a name of print cannot be used."""
        undo = self._put(key[0], {key[1]: _Gone()})
        try:
            return {item for item in self.usual if self.differs(item)}
        finally:
            for module, name, value in undo:
                setattr(module, name, value)

    def _imported(self) -> Iterator[tuple[str, str]]:
        """Yield the names of print that other modules have imported by name."""
        for name, module in self.modules.items():
            if name in self.texts:
                continue
            tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.ImportFrom) and node.module in self.texts:
                    for alias in node.names:
                        full = f"{node.module}.{alias.name}"
                        kind = getattr(self.modules[str(node.module)], alias.name, None)
                        names_a_type = isinstance(kind, type | GenericAlias)
                        if full not in self.modules and not names_a_type:
                            yield str(node.module), alias.name

    def read(self, leaf: Leaf) -> set[str]:
        """Return the items that read the name that a leaf belongs to."""
        return self.readers.get((leaf.module, leaf.name), set())

    def noticed(self, leaf: Leaf) -> bool:
        """Say whether the report is another one when a leaf is changed."""
        readers = self.read(leaf)
        try:
            space = self.texts[leaf.module].changed(leaf)
        except Exception:
            return True  # it cannot even be read
        undo = self._put(leaf.module, space)
        try:
            return any(self.differs(item) for item in self.usual if item in readers)
        finally:
            for module, name, value in undo:
                setattr(module, name, value)
            self._forget(leaf.module)

    def _put(self, changed: str, space: dict[str, object]) -> list[tuple[ModuleType, str, object]]:
        """Put new values where the old ones are known, by whatever name; return how to undo it."""
        own = vars(self.modules[changed])
        new = {id(own[n]): v for n, v in space.items() if n in own and not n.startswith("__")}
        kept = {id(v) for n, v in own.items() if isinstance(v, ModuleType | int | str | type)}
        undo = []
        for name, module in self.modules.items():
            for word, value in list(vars(module).items()):
                here = name == changed and word in space and not word.startswith("__")
                if here or (id(value) in new and id(value) not in kept):
                    undo.append((module, word, value))
                    setattr(module, word, space[word] if here else new[id(value)])
        self._forget(changed)
        return undo

    def _forget(self, changed: str) -> None:
        for end, forget in self.stale.items():
            if changed.endswith(end):
                forget()

    def differs(self, item: str) -> bool:
        """Say whether the report of an item is now another one than it was."""
        usual = self.usual[item]
        count = 0
        try:
            for found, before in zip(_verdicts(self.source, item), usual, strict=False):
                count += 1
                if found != before:
                    return True
        except Exception:
            return True
        return count != len(usual)


def _verdicts(source: str, item: str) -> Iterator[tuple[str, str]]:
    for one in papers.source(source)[item].check():
        if isinstance(one, Claim):
            yield one.verdict, one.ours
