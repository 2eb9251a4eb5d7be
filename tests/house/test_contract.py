"""The import contracts of pyproject.toml know every module. A failure says which list to edit."""

import ast
import re
import tomllib
from pathlib import Path

import sabot

SOURCE = Path(sabot.__file__).parent
PROJECT = Path(__file__).parents[2] / "pyproject.toml"
DOORS = {"sabot.__init__", "sabot.__main__", "sabot._version"}
"""Above and below all layers: the public names, and a number."""


def contracts():
    return tomllib.loads(PROJECT.read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]


def layered():
    """Return every module that the layers name."""
    layers = next(one["layers"] for one in contracts() if one["name"] == "imports point one way")
    return {name for layer in layers for name in re.split(r"\s*[:|]\s*", layer.strip("() "))}


def modules():
    """Return every module of the source, by its dotted name."""
    for path in SOURCE.rglob("*.py"):
        parts = path.relative_to(SOURCE.parent).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 2 else parts)


def places(module):
    """Return a module and the packages that it is in."""
    parts = module.split(".")
    return {".".join(parts[:k]) for k in range(2, len(parts) + 1)}


def test_every_module_has_a_layer():
    known = layered()
    missing = [one for one in modules() if one not in DOORS and not places(one) & known]
    assert not missing, f"add {missing} to the layers of 'imports point one way' in pyproject.toml"


def test_no_module_has_two_layers():
    known = layered()
    twice = [one for one in modules() if len(places(one) & known) > 1]
    assert not twice, f"{twice}: leave one line for each in the layers of pyproject.toml"


def test_every_layer_is_there():
    there = set().union(*map(places, modules()))
    gone = layered() - there
    assert not gone, f"remove {sorted(gone)} from the layers of pyproject.toml: no such module"


def test_every_module_that_a_contract_forbids_something_is_there():
    there = set().union(*map(places, modules()))
    named = {m for one in contracts() for m in one.get("source_modules", ())}
    gone = named - there
    assert not gone, f"remove {sorted(gone)} from source_modules in pyproject.toml: no such module"


def contract(name):
    (found,) = [one for one in contracts() if one["name"] == name]
    return found


def inside(package):
    """Return the public modules and packages directly in a package."""
    there = {one for module in modules() for one in places(module)}
    return {
        one
        for one in there
        if one.rpartition(".")[0] == package and not one.rpartition(".")[2].startswith("_")
    }


def test_the_whole_checker_stands_alone():
    alone = contract("the checker imports nothing of the program")
    assert alone["source_modules"] == ["sabot.certify"]
    others = {".".join(one.split(".")[:2]) for one in modules()} - DOORS
    missing = others - {"sabot.certify", "sabot.errors"} - set(alone["forbidden_modules"])
    assert not missing, f"add {sorted(missing)} to forbidden_modules of '{alone['name']}'"


def test_no_part_of_the_checker_is_open_to_others():
    own = contract("the program imports the checker's public names only")
    wrong = inside("sabot.certify") ^ set(own["protected_modules"])
    assert not wrong, f"add or remove {sorted(wrong)} in protected_modules of '{own['name']}'"


OWN_VIEWS = {"cli", "render", "session", "web"}
"""Modules and packages of a game that are seen or played; all others are its rules."""


def imported(node):
    """Yield every package of Sabot that a tree imports, in functions too, except for types."""
    if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
        return
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
    for child in ast.iter_child_nodes(node):
        yield from imported(child)


def test_the_rules_of_a_game_import_nothing_that_solves_or_shows():
    """Conformance runs them: by no way may they reach a solver."""
    order = contract("imports point one way")["layers"]
    above = set(order[: order.index("sabot.loading")]) - {"sabot.games"}
    for path in (SOURCE / "games").rglob("*.py"):
        inner = path.relative_to(SOURCE / "games").with_suffix("")
        if inner.parts != ("__init__",) and OWN_VIEWS.isdisjoint(inner.parts):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            named = {one for name in imported(tree) for one in places(name)} & above
            remedy = f"do it in a module called {' or '.join(sorted(OWN_VIEWS))}"
            assert not named, f"src/sabot/games/{inner}.py imports {sorted(named)}: {remedy}"
