"""The import contract of pyproject.toml knows every module of the house."""

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


def rooms(module):
    """Return a module and the packages that it stands in."""
    parts = module.split(".")
    return {".".join(parts[:k]) for k in range(2, len(parts) + 1)}


def test_every_module_has_a_layer():
    known = layered()
    assert [one for one in modules() if one not in DOORS and not rooms(one) & known] == []


def test_no_module_has_two_layers():
    known = layered()
    assert [one for one in modules() if len(rooms(one) & known) > 1] == []


def test_every_layer_is_there():
    there = set().union(*map(rooms, modules()))
    assert layered() - there == set()


def test_every_module_that_a_contract_forbids_something_is_there():
    there = set().union(*map(rooms, modules()))
    named = {m for one in contracts() for m in one.get("source_modules", ())}
    assert named - there == set()


def contract(name):
    (found,) = [one for one in contracts() if one["name"] == name]
    return found


def inside(room):
    """Return the modules and rooms that stand in a room, but its doors."""
    there = {one for module in modules() for one in rooms(module)}
    return {
        one
        for one in there
        if one.rpartition(".")[0] == room and not one.rpartition(".")[2].startswith("_")
    }


def test_the_whole_checker_stands_alone():
    alone = contract("the checker imports nothing of the program")
    assert alone["source_modules"] == ["sabot.certify"]
    others = {".".join(one.split(".")[:2]) for one in modules()} - DOORS
    assert others - {"sabot.certify", "sabot.errors"} <= set(alone["forbidden_modules"])


def test_no_part_of_the_checker_is_open_to_others():
    own = contract("the program imports the checker's public names only")
    assert inside("sabot.certify") == set(own["protected_modules"])


def test_no_room_above_the_games_may_know_one_of_them():
    """All rooms of games but the reader of users' files, which is no game's."""
    known = contract("no generic package knows a game")
    shared = {f"sabot.games.{name}" for name in ("game_files", "page_urls", "web")}
    assert inside("sabot.games") - shared == set(known["forbidden_modules"])
    layers = contract("imports point one way")["layers"]
    above = set(layers[: layers.index("sabot.games")]) - {"sabot.__main__", "sabot.papers"}
    assert above <= set(known["source_modules"])
