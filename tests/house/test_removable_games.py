"""Every game's room can be taken away, and all that is not that game goes on as before."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from tests.few import few

import sabot
from sabot.game_table import shipped_games
from sabot.loading import families

SHIPPED = {
    name: ".".join(type(entry.family()).__module__.split(".")[:3])
    for name, entry in shipped_games().items()
}
"""The package or module of each game that ships."""
ROOMS = sorted(set(SHIPPED.values()))

BLOCK = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if f"{name}.".startswith(ROOMS):
            raise ModuleNotFoundError(f"{name} is taken away", name=name)

sys.meta_path.insert(0, Blocked())
import json
import sabot
from click.testing import CliRunner
from sabot.cli.program import cli

def run(*words):
    result = CliRunner().invoke(cli, list(words), env={"COLUMNS": "80"})
    assert result.exit_code == 0, (words, result.output, result.exception)
    return result.stdout
"""

ANY = """
@sabot.rules(name="war", seats=("north", "south"))
def war(table, *, ranks: int = 3):
    shoe = table.shoe(ranks=ranks, suits=1)
    north, south = shoe.draw(), shoe.draw()
    bold = table.ask("south", ("fold", "fight"), sees=south) == "fight"
    table.pay(north=(2 if north > south else -2) if bold else 1)

pennies = [[1, -1], [-1, 1]]
assert sabot.check(sabot.solve(pennies)) == 0
assert sabot.value(pennies, "optimal").expectation == 0
assert [len(found) for found in sabot.equilibria(pennies).vertices.values()] == [1, 1]
assert sabot.reduce(pennies).left.shape == (2, 2)
solution = sabot.solve(war())
solution.save("war.json")
assert sabot.check("war.json") == solution.value == sabot.Solution.load("war.json").value
assert [row.error for row in sabot.sweep("war(ranks=2..4)")] == [""] * 3
assert sabot.value("war", "optimal").expectation == solution.value
assert sabot.simulate("war", hands=50).hands == 50
assert sabot.plot(solution) is not None
for words in (["--help"], ["games"], ["games", "--json"], ["check", "war.json"],
              ["table", "war.json"], ["table", "war.json", "--latex"], ["show", "war"],
              ["size", "war"], ["solve", "war"], ["reduce", "war"], ["equilibria", "war"],
              ["value", "war", "--strategy", "optimal"], ["sweep", "war(ranks=2..3)"],
              ["simulate", "war", "--hands", "9"], ["export", "war", "--efg"], ["paper"],
              ["plot", "war"], ["hand", "AsKdQhJc9s"]):
    assert run(*words), words
known = [one["name"] for one in json.loads(run("games", "--json"))["games"]]
assert not set(known) & set(TAKEN) and len(known) == OTHERS + 1
for name in TAKEN:
    result = CliRunner().invoke(cli, ["solve", name])
    assert result.exit_code == 2 and "missing from this installation" in result.stderr
from sabot import papers
for name in papers.names():
    result = CliRunner().invoke(cli, ["paper", name, "no-such-item"])
    told = "there is no item"
    if name not in papers.available_sources():
        told = "missing from this installation"
    assert result.exit_code == 2 and told in result.stderr, (name, result.output)
"""

GAMES = {
    "sabot.games.baccara": "baccara(model=A1)",
    "sabot.games.baccara_banque": "baccara-banque(theta=1)",
    "sabot.games.le_her": "le-her(ranks=4, suits=2)",
    "sabot.games.poker": "kuhn-poker",
    "sabot.games.whist": "whist(deal=EWEWWE, lead=W)",
    "sabot.games.efg": "k.efg",
    "sabot.games.continuous_poker": "von-neumann(ranks=4)",
    "sabot.games.matrix": "m.csv",
}
"""A small game of each package, where the first one that it has is none."""

GAMES = {
    **{room: name for name, room in reversed(SHIPPED.items())},
    **GAMES,
}
UNPLAYED = {"sabot.games.traffic_network": "dafermos-network"}
"""Rooms in which no hand is played: their games are shown and solved, and have no value."""

OTHER = """
game = GAME
solution = sabot.solve(game)
solution.save("one.json")
assert sabot.check("one.json") == solution.value
assert [row.value for row in sabot.sweep(game)] == [solution.value]
run("show", game), run("size", game), run("solve", game), run("table", "one.json", "--markdown")
run("value", game, "--strategy", "optimal"), run("simulate", game, "--hands", "20")
assert sabot.plot(game) is not None
"""

THEOREMS = {
    "sabot.games.baccara": "assert run('value', 'baccara', '--strategy', 'casino')",
    "sabot.games.le_her": "assert len(sabot.prove('le-her(ranks=4, suits=*)').pieces) == 2\n"
    "assert run('paper', 'ethier-2010-le-her', 'eq-5.12')",
    "sabot.games.poker": "assert sabot.prove('kuhn-poker(bet=*)', high=4).pieces\n"
    "assert sabot.solve('kuhn-poker(players=3)').equilibrium\n"
    "assert sabot.simulate('draw-poker(players=2)', hands=3).hands == 3\n"
    "assert run('draw', 'tournament', 'thesis', 'random', '--hands', '3')",
    "sabot.games.continuous_poker": "sabot.solve('blind-poker(players=2)').save('blind.json')\n"
    "assert sabot.check('blind.json') and run('table', 'blind.json')\n"
    "assert sabot.simulate('blind-poker(players=3)', hands=9).hands == 9\n"
    "assert sabot.prove('von-neumann(B=*)', low=1, high=2).pieces",
    "sabot.games.whist": "assert run('whist', 'deals', '3') == run('deals', '3')",
}
"""What only the game of a room does."""


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A folder with a matrix and a tree in files."""
    folder = tmp_path_factory.mktemp("files")
    (folder / "m.csv").write_text("1,-1\n-1,1\n", encoding="utf-8")
    from sabot.io.efg import to_efg

    (folder / "k.efg").write_text(to_efg(sabot.load("kuhn-poker"), "kuhn"), encoding="utf-8")
    return folder


def test_every_room_that_is_tried_is_there():
    gone = sorted({*GAMES, *UNPLAYED} - set(ROOMS))
    assert not gone, f"{gone}: no such package of games; edit tests/house/test_removable_games.py"


PAIRS = (("sabot.games.baccara", "sabot.games.whist"), ("sabot.games.le_her", "sabot.games.poker"))
"""The largest rooms, taken away two at a time in every run; each one alone in the slow run."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "rooms", few(1, [*((pair,) for pair in PAIRS), *(((room,),) for room in ROOMS)])
)
def test_without_a_room_all_other_games_go_on(rooms, files, tmp_path):
    for file in files.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    within = tuple(f"{room}." for room in rooms)
    taken = [name for name, module in SHIPPED.items() if f"{module}.".startswith(within)]
    parts = [BLOCK.replace("ROOMS", repr(within))]
    parts.append(
        ANY.replace("TAKEN", repr(taken)).replace("OTHERS", str(len(SHIPPED) - len(taken)))
    )
    for other, game in GAMES.items():
        if other not in rooms and other not in UNPLAYED:
            parts += [OTHER.replace("GAME", repr(game)), THEOREMS.get(other, "")]
    for other, game in UNPLAYED.items():
        if other not in rooms:
            parts.append(f"run('show', {game!r}), run('solve', {game!r}, '-o', 'roads.json')")
            parts.append("assert run('table', 'roads.json')")
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(parts)], capture_output=True, text=True, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr[-3000:]


def test_no_room_of_a_game_names_another_one():
    """Two that are taken away together would not be missed by each other."""
    seen = set()
    for room in ROOMS:
        folder = SOURCE / "games" / room.rpartition(".")[2]
        files = sorted(folder.rglob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]
        named = {name for path in files for name in ROOM.findall(path.read_text(encoding="utf-8"))}
        assert not named & ({*ROOMS} - {room}), room
        seen |= named
    assert {"sabot.games.baccara", "sabot.games.poker", "sabot.games.whist"} <= seen


ROOM = re.compile(r"\bsabot\.games\.[a-z_]+")
NAMES = (
    *("baccara", "whist", "le-her", "le_her", "kuhn", "leduc", "foster", "misere", "dafermos"),
    *(name for name in SHIPPED if name not in ("efg", "matrix", "network", "five-card")),
)
"""What a text about a game begins with. A tree, a matrix and a network are no one game's words, and
five-card is what a certificate calls its way to score."""
NAMED = re.compile(rf"(?:{'|'.join(map(re.escape, NAMES))})(?![a-z])")
CALLED = re.compile(rf"(?:{'|'.join(name.replace('-', '_') for name in NAMES)})(?![a-z])")
"""A game's name as a whole word: ``war`` is not in ``warning``."""


@cache
def code_of(path):
    """Return the text constants of a module's code, without docstrings, and what it defines."""
    nodes = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    told = set()
    for node in nodes:
        body = getattr(node, "body", None)
        for part in body if isinstance(body, list) else ():
            if isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant):
                told.add(id(part.value))
        if isinstance(node, ast.keyword) and node.arg == "examples":
            told.update(id(part) for part in ast.walk(node))
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in HELP:
            told.update(id(part) for part in ast.walk(node))
    texts = [
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told
    ]
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    return texts, [node.name for node in nodes if isinstance(node, kinds)]


HELP = ("EXAMPLES", "GAME", "GAME_ARGUMENT_FORMS", "PROGRAM_EXAMPLES")
SOURCE = Path(sabot.__file__).parent
GENERIC = [
    path
    for path in sorted(SOURCE.rglob("*.py"))
    if path.relative_to(SOURCE).parts[0] not in ("games", "sources")
    and path.stem != "component_gallery"  # which shows examples
]


def test_no_generic_module_speaks_of_a_game():
    for path in GENERIC:
        said = [text for text in code_of(path)[0] if NAMED.match(text)]
        assert not said, f"{path.relative_to(SOURCE)}: ask the family instead of naming it: {said}"


def test_nothing_in_a_generic_module_is_called_after_a_game():
    """No game inside a card: what its points are is told by who plays with it."""
    for path in GENERIC:
        _, named = code_of(path)
        said = [name for name in named if CALLED.match(name.lower().lstrip("_"))]
        assert not said, f"{path.relative_to(SOURCE)}: rename, or move to the game's module: {said}"


def test_no_generic_module_names_a_seat():
    """Nor West and East, but where the checker's grammar of a deal has them."""
    named = {seat for family in families() for seat in family.seats if seat[0].isupper()}
    seats = {seat for seat in named if len(seat) > 1}  # games of other tests have players A and B
    assert {"Banker", "West"} <= seats
    for path in GENERIC:
        if "certify" not in path.parts:
            said = seats.intersection(code_of(path)[0])
            assert not said, f"{path.relative_to(SOURCE)}: {said}"
