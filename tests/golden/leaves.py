"""Change what a source prints, one leaf at a time, and see whether its report changes.

A leaf is a number, or a word of a text, of what is printed: of a datum of ``printed.toml``, or of a
function in ``printed_formulas`` that is written letter by letter. Such a module is read as a syntax
tree, so that a coefficient inside a formula is a leaf like a cell of a table. A change is noticed
when a verdict or a found value of some claim changes, or when the check stops with an error.
"""

from __future__ import annotations

import ast
import copy
import inspect
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from time import process_time
from types import ModuleType
from typing import Any

from sabot import papers
from sabot.papers.report import Claim

FORMULAS: dict[str, Collection[str] | None] = {
    "ethier-2010-le-her": None,
    "wastlund-2005": None,
    "risticz-1973": ("friedman",),
}
"""By source: the functions of ``printed_formulas`` whose constants are leaves; None for all."""
PLACE = re.compile(r"\(\d+\)$|.*\b(Section|Table|Theorem|Proof|before|after)\b")
"""A text that says where something is printed, not what."""
RELATIONS = {"=": "<", "<": ">", ">": "<", "<=": ">", ">=": "<"}
Verdicts = list[tuple[str, str]]


Steps = tuple[Any, ...]
"""The way from the value of a datum down to one number or text in it."""


@dataclass(frozen=True)
class Leaf:
    """One number or word: its module, the name it belongs to, where, and what it becomes."""

    module: str
    name: str
    place: Steps
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


def words_of(at: tuple[str, str, Steps], value: int | str) -> Iterator[Leaf]:
    """Yield the leaves of one constant: a number, or each word of a text."""
    if not isinstance(value, str):
        yield Leaf(*at, 0, str(value), value + 1)
    elif not PLACE.match(value):
        for word, found in enumerate(re.finditer(r"\S+", value)):
            yield Leaf(*at, word, found[0], another(found[0]))


def put_word(value: object, leaf: Leaf) -> object:
    """Return a constant with the leaf changed."""
    if not isinstance(value, str):
        return leaf.after
    found = list(re.finditer(r"\S+", value))[leaf.word]
    return f"{value[: found.start()]}{leaf.after}{value[found.end() :]}"


def scalars(value: object, path: Steps = ()) -> Iterator[tuple[Steps, int | str]]:
    """Yield every number and text of a datum with its path; keys too, names of places not."""
    if isinstance(value, int | str):
        yield path, value
    elif isinstance(value, tuple):
        for place, one in enumerate(value):
            yield from scalars(one, (*path, place))
    elif isinstance(value, dict):
        for place, (key, one) in enumerate(value.items()):
            yield from scalars(key, (*path, (place, "key")))
            yield from scalars(one, (*path, (place, "value")))
    elif is_dataclass(value):
        for one in fields(value):
            if one.name != "where":
                yield from scalars(getattr(value, one.name), (*path, one.name))


def put_scalar(value: Any, path: Steps, leaf: Leaf) -> Any:
    """Return a datum with the leaf at a path changed."""
    if not path:
        return put_word(value, leaf)
    step, rest = path[0], path[1:]
    if isinstance(value, tuple):
        return tuple(
            put_scalar(one, rest, leaf) if place == step else one for place, one in enumerate(value)
        )
    if isinstance(value, dict):
        return {
            put_scalar(key, rest, leaf) if (place, "key") == step else key: (
                put_scalar(one, rest, leaf) if (place, "value") == step else one
            )
            for place, (key, one) in enumerate(value.items())
        }
    return replace(value, **{str(step): put_scalar(getattr(value, str(step)), rest, leaf)})


@dataclass
class Data:
    """The data of ``printed.toml``, in the record of their source."""

    name: str
    record: Any

    def leaves(self) -> Iterator[Leaf]:
        """Yield every leaf of the data."""
        for one in fields(self.record):
            for path, value in scalars(getattr(self.record, one.name)):
                yield from words_of((self.name, one.name, path), value)

    def changed(self, leaf: Leaf) -> dict[str, object]:
        """Return the datum that would be there if a leaf were another."""
        return {leaf.name: put_scalar(getattr(self.record, leaf.name), leaf.place, leaf)}


@dataclass
class Text:
    """A module of printed formulas as a syntax tree, and which of its functions are leaves."""

    module: ModuleType
    only: Collection[str] | None
    tree: ast.Module = field(init=False)

    def __post_init__(self) -> None:
        self.tree = ast.parse(Path(str(self.module.__file__)).read_text(encoding="utf-8"))

    def leaves(self) -> Iterator[Leaf]:
        """Yield every leaf of the functions."""
        for number, statement in enumerate(self.tree.body):
            if not isinstance(statement, ast.FunctionDef):
                continue
            if self.only is not None and statement.name not in self.only:
                continue
            for place, node in enumerate(constants(statement)):
                at = self.module.__name__, statement.name, (number, place)
                yield from words_of(at, node.value)  # type: ignore[arg-type]

    def changed(self, leaf: Leaf) -> dict[str, object]:
        """Return what the module would hold if a leaf were another."""
        tree = copy.deepcopy(self.tree)
        number, place = leaf.place
        node = constants(tree.body[number])[place]
        node.value = put_word(node.value, leaf)  # type: ignore[assignment]
        space: dict[str, object] = {"__name__": self.module.__name__}
        exec(compile(tree, str(self.module.__file__), "exec"), space)
        return {name: value for name, value in space.items() if inspect.isfunction(value)}

    def uses(self) -> Iterator[tuple[str, str]]:
        """Yield (a, b) where the name b is made with the name a."""
        for statement in self.tree.body:
            used = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
            for made in names_of(statement):
                yield from ((name, made) for name in used - {made})


def _watch(holder: object) -> tuple[set[str], Callable[[], None]]:
    """Write down which names of a module or a record are read; return them, and how to stop."""
    kind, names = type(holder), set[str]()

    def read(self: object, name: str) -> Any:
        if not name.startswith("__"):
            names.add(name)
        return kind.__getattribute__(self, name)

    watched = type(kind.__name__, (kind,), {"__getattribute__": read})
    object.__setattr__(holder, "__class__", watched)
    return names, lambda: object.__setattr__(holder, "__class__", kind)


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
    stale: frozenset[str] = frozenset()
    """The printed formulas whose results are kept from one item to the next."""
    forget: Callable[[], None] = lambda: None
    """Forget what was kept of them."""
    left_out: frozenset[str] = frozenset()
    """Items that are not run: a leaf that only these read has no readers."""

    @cached_property
    def package(self) -> str:
        """The package of the source."""
        return f"sabot.papers.{self.source.replace('-', '_')}"

    @cached_property
    def modules(self) -> dict[str, ModuleType]:
        """Every module of the source."""
        home = import_module(self.package)
        found = [m.name for m in walk_packages(home.__path__, f"{home.__name__}.")]
        return {name: import_module(name) for name in (home.__name__, *found)}

    @cached_property
    def data(self) -> Data:
        """The printed data."""
        formulas = self.modules[f"{self.package}.printed_formulas"]
        return Data(f"{self.package}.printed", formulas.printed)

    @cached_property
    def texts(self) -> dict[str, Text]:
        """The modules of printed formulas: one, or none."""
        name = f"{self.package}.printed_formulas"
        only = FORMULAS.get(self.source, ())
        return {} if only == () else {name: Text(self.modules[name], only)}

    @cached_property
    def leaves(self) -> list[Leaf]:
        """Every leaf of the source, in order."""
        texts = (leaf for text in self.texts.values() for leaf in text.leaves())
        return [*self.data.leaves(), *texts]

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
        watched = {name: _watch(self.modules[name]) for name in self.texts}
        watched[self.data.name] = _watch(self.data.record)
        try:
            names = [part.name for part in papers.source(self.source).items]
            for item in [name for name in names if name not in self.left_out]:
                for names_read, _ in watched.values():
                    names_read.clear()
                self.forget()  # what is kept would not be read again
                start = process_time()
                found[item] = list(_verdicts(self.source, item))
                taken[item] = process_time() - start
                for name, (names_read, _) in watched.items():
                    for word in names_read:
                        direct.setdefault((name, word), set()).add(item)
        finally:
            for _, undo in watched.values():
                undo()
        return {name: found[name] for name in sorted(found, key=taken.__getitem__)}, direct

    def _closed(self, direct: dict[tuple[str, str], set[str]]) -> dict[tuple[str, str], set[str]]:
        edges = [
            ((name, a), (name, b)) for name, text in self.texts.items() for a, b in text.uses()
        ]
        for key in set(self._imported()):  # by name, so that reading it could not be watched
            direct[key] = self._stopped_without(key)
        while True:
            before = sum(map(len, direct.values()))
            for source, made in edges:
                direct.setdefault(source, set()).update(direct.get(made, set()))
            if sum(map(len, direct.values())) == before:
                return direct

    def _stopped_without(self, key: tuple[str, str]) -> set[str]:
        """Return the items whose report is another one when a formula cannot be used."""
        undo = self._put(key[0], {key[1]: _Gone()})
        try:
            return {item for item in self.usual if self.differs(item)}
        finally:
            undo()

    def _imported(self) -> Iterator[tuple[str, str]]:
        """Yield the printed formulas that other modules have imported by name."""
        for module in self.modules.values():
            tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.ImportFrom) and node.module in self.texts:
                    for alias in node.names:
                        if inspect.isfunction(getattr(self.modules[node.module], alias.name)):
                            yield node.module, alias.name

    def read(self, leaf: Leaf) -> set[str]:
        """Return the items that read the name that a leaf belongs to."""
        return self.readers.get((leaf.module, leaf.name), set())

    def noticed(self, leaf: Leaf) -> bool:
        """Say whether the report is another one when a leaf is changed."""
        readers = self.read(leaf)
        here = self.data if leaf.module == self.data.name else self.texts[leaf.module]
        undo = self._put(leaf.module, here.changed(leaf))
        if leaf.name in self.stale:
            self.forget()
        try:
            return any(self.differs(item) for item in self.usual if item in readers)
        finally:
            undo()
            if leaf.name in self.stale:
                self.forget()

    def _put(self, changed: str, space: dict[str, object]) -> Callable[[], None]:
        """Put new values in the place of the old ones; return how to undo it."""
        if changed == self.data.name:
            places = [(vars(self.data.record), name, value) for name, value in space.items()]
        else:
            own = vars(self.modules[changed])
            new = {id(own[name]): value for name, value in space.items()}
            places = [
                (vars(module), word, new[id(value)])
                for module in self.modules.values()
                for word, value in list(vars(module).items())
                if inspect.isfunction(value) and id(value) in new
            ]
        old = [(holder, name, holder[name]) for holder, name, _ in places]
        for holder, name, value in places:
            holder[name] = value

        def undo() -> None:
            for holder, name, value in old:
                holder[name] = value

        return undo

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
