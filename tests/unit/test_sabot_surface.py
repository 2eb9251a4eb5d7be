import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import sabot
from sabot import errors
from sabot.game_table import shipped_games

HEAVY = {"numpy", "flint", "numba", "highspy", "click", "rich", "scipy", "matplotlib", "dask"}


def modules_after(code):
    """Return the names of all top-level modules that a fresh Python has after *code*."""
    tail = "; import sys; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    done = subprocess.run(
        [sys.executable, "-c", code + tail], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_the_public_names_are_those_that_resolve():
    for name in sabot.__all__:
        assert getattr(sabot, name) is not None
    assert len(set(sabot.__all__)) == len(sabot.__all__)
    assert set(sabot.__all__) <= set(dir(sabot))


def test_every_public_name_lives_where_it_says():
    for name, home in sabot._HOME.items():
        assert getattr(import_module(f"sabot.{home}"), name) is getattr(sabot, name)


def test_the_names_told_to_type_checkers_are_the_same():
    source = Path(sabot.__file__).read_text(encoding="utf-8")
    block = source.split("if TYPE_CHECKING:")[1].split("_HOME")[0]
    told = {line.split(" as ")[-1] for line in block.splitlines() if " as " in line}
    assert told == set(sabot._HOME)


def test_the_surface_is_small():
    # every class that a verb returns has a public name: half of them are such classes
    assert len(sabot.__all__) <= 72


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'solv'"):
        sabot.solv  # noqa: B018


def test_import_sabot_imports_nothing_heavy():
    assert not modules_after("import sabot") & HEAVY


def test_rules_and_shoes_are_light_too():
    assert not modules_after("import sabot; sabot.rules; sabot.Shoe; sabot.Card") & HEAVY


ELSEWHERE = {
    "sabot.analysis",
    "sabot.certify.parametric.verification",
    "sabot.certify.perfect_information",
    "sabot.cli",
    "sabot.game_rules.symbolic_tree",
    "sabot.games.baccara",
    "sabot.games.efg",
    "sabot.games.matrix",
    "sabot.games.poker",
    "sabot.games.whist",
    "sabot.papers",
    "sabot.sources",
    "sabot.play.session",
    "sabot.plotting",
    "sabot.render",
    "sabot.results.continuous",
    "sabot.results.proof",
    "sabot.results.parametric",
    "sabot.solvers.cfr",
    "sabot.solvers.dominance",
    "sabot.solvers.parametric.prove",
    "sabot.solvers.parametric.critical_regions",
}
"""What no solve of a matrix or of le Her has any use for."""

RESERVES = {
    "sabot.solvers.lp.exact_linear_solve",
    "sabot.solvers.lp.highs",
    "sabot.solvers.lp.iterative_refinement",
    "sabot.solvers.zero_sum.separable",
    "sabot.solvers.zero_sum.sequence_form_lp",
}
"""What a solver falls back on where floats or a small tableau do not do."""


def loaded_after(code):
    """Return the names of all modules that a fresh Python has after *code*."""
    tail = "; import sys; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code + tail], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


@pytest.mark.parametrize("game", ["[[1, -1], [-1, 1]]", "'le-her'"])
def test_a_solve_imports_what_it_uses(game):
    loaded = loaded_after(f"import sabot; sabot.check(sabot.solve({game}))")
    assert not loaded & ELSEWHERE
    assert not loaded & HEAVY - {"numpy", "flint"}


def test_a_small_matrix_loads_no_game_and_no_reserve():
    loaded = loaded_after("import sabot; sabot.solve([[1, -1], [-1, 1]])")
    assert not {name for name in loaded if name.startswith("sabot.games.")}
    assert not loaded & RESERVES
    assert len({name for name in loaded if name.split(".")[0] == "sabot"}) <= 56


@pytest.mark.slow
def test_a_method_loads_its_own_solver_and_no_other():
    rooms = {f"sabot.solvers.zero_sum.{name}" for name in ("matrix_game", "sequence_form_lp")}
    assert not loaded_after("import sabot; sabot.check(sabot.solve('le-her'))") & rooms
    tree = loaded_after("import sabot; sabot.solve('kuhn-poker')")
    assert tree & rooms == rooms - {"sabot.solvers.zero_sum.matrix_game"}
    matrix = loaded_after("import sabot; sabot.solve([[1, -1], [-1, 1]])")
    assert matrix & rooms == {"sabot.solvers.zero_sum.matrix_game"}


EACH_GAME = """
import os, sys
from sabot.loading import find_family

for name in sys.argv[1:]:
    if not os.fork():  # a process that has loaded no other game
        find_family(name)
        os.write(1, f"{name} {' '.join(sys.modules)}\\n".encode())
        os._exit(0)
    os.wait()
"""


@pytest.mark.slow
def test_a_game_loads_its_own_room_and_no_other():
    homes = {one: type(entry.family()).__module__ for one, entry in shipped_games().items()}
    rooms = {one: ".".join(home.split(".")[:3]) for one, home in homes.items()}
    words = [sys.executable, "-c", EACH_GAME, *rooms]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    loaded = {name: modules for name, *modules in map(str.split, done.stdout.splitlines())}
    seen = {name: set(modules) & set(rooms.values()) for name, modules in loaded.items()}
    assert seen == {name: {room} for name, room in rooms.items()}


def test_every_error_is_in_the_tree_that_is_drawn():
    drawn = {
        line.strip(" ├└─│").split()[0]
        for line in errors.__doc__.splitlines()
        if "Error" in line or "Interrupted" in line
    }
    defined = {
        name
        for name, thing in vars(errors).items()
        if isinstance(thing, type) and issubclass(thing, errors.SabotError)
    }
    assert defined <= drawn
    assert all(vars(errors)[name].__doc__ for name in defined)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        ("SabotError", 2),
        ("NumberError", 2),
        ("ShoeError", 2),
        ("FormError", 2),
        ("RulesError", 2),
        ("GameStringError", 2),
        ("HandError", 2),
        ("FileError", 3),
        ("CertificateError", 1),
        ("NoMethodError", 5),
        ("WorkerError", 5),
        ("Interrupted", 4),
    ],
)
def test_each_error_has_its_exit_code(error, code):
    assert getattr(errors, error).exit_code == code


USER = """
import sabot

@sabot.rules(name="war", seats=("north", "south"))
def war(table: sabot.Table, *, ranks: int = 3) -> None:
    shoe = table.shoe(ranks=ranks, suits=2)
    north, south = shoe.draw(), shoe.draw()
    if table.ask("south", ("fold", "fight"), sees=south) == "fold":
        return table.pay(north=1)
    return table.pay(north=2 if north > south else -2)

solved: sabot.Solution | sabot.Equilibrium | sabot.Profile = sabot.solve(war(ranks=4))
count: int = sabot.equilibria([[(2, 1), (0, 0)], [(0, 0), (1, 2)]]).count
THEOREM = sabot.Theorem | sabot.CutTheorem | sabot.PairTheorem | sabot.NashTheorem
proved: THEOREM = sabot.prove([["t", 0], [0, 1]])
JUDGED = sabot.Judgement | sabot.ProfileJudgement | sabot.CutsJudgement | sabot.HandsJudgement
judged: JUDGED = sabot.value(war(), "optimal")
rows: sabot.Sweep = sabot.sweep("le-her(ranks=2..3)")
games: list[str] = [row.game for row in rows]
dealt: sabot.Simulation = sabot.simulate("kuhn-poker", hands=9)
odds: sabot.HandOdds = sabot.hand("AsKdQhJc9s")
sabot.equilibria("kuhn-poker").no_such_name
sabot.reduce("kuhn-poker").no_such_name
sabot.prove("le-her(suits=*)").no_such_name
"""


@pytest.mark.slow
def test_what_verbs_return_has_public_types_for_a_users_file(tmp_path):
    """A type that a checker cannot see is not checked: each of the last three is a fault."""
    pytest.importorskip("mypy")
    (tmp_path / "user.py").write_text(USER, encoding="utf-8")
    words = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "user.py"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    faults = done.stdout.splitlines()
    assert faults and all("no_such_name" in fault for fault in faults), done.stdout
    kinds = ("EveryEquilibrium", "PureEquilibria", "SortedChoices", "Theorem", "CutTheorem")
    assert [kind for kind in kinds if f'Item "{kind}" of' not in done.stdout] == []


A_USERS_FILE = """
from fractions import Fraction

import numpy

import sabot

A = [[2, 0], [0, 1]]


@sabot.rules(name="typed", seats=("ann", "bob"))
def typed(table: sabot.Table, *, ranks: int = 4, bet: Fraction = Fraction(2)) -> None:
    card = table.shoe(ranks=ranks, suits=1).draw()
    table.show("bob", table.roll({"even": 1, "odd": 1}))
    if table.ask("ann", ("pass", "claim"), sees=card) == "pass":
        return table.pay(ann=-1)
    return table.pay(ann=bet if card > 2 else -bet)


def misspelt(table: sabot.Table) -> None:
    table.aks("ann")  # type: ignore[attr-defined]
    table.shoe().darw()  # type: ignore[attr-defined]


row, column = sabot.solve(A).vectors()
chance: Fraction = sabot.solve(numpy.array(A), numpy.array(A))["row"]["-"]["1"] + row[0]
count: int = sabot.equilibria("kuhn-poker").count + sabot.equilibria(A, A).count
pairs = [vector for vectors in sabot.equilibria(A, A).vectors() for vector in vectors]
table: str = sabot.sweep("le-her(ranks=2..3)").to_csv()
reveal_type(sabot.solve("kuhn-poker"))
reveal_type(sabot.solve(A))
reveal_type(sabot.equilibria("kuhn-poker"))
reveal_type(sabot.equilibria(A, A))
reveal_type(sabot.equilibria(A, A).vectors())
reveal_type(sabot.prove([["t", 0], [0, 1]], low="-inf"))
reveal_type(sabot.reduce(A))
reveal_type(sabot.approximate("kuhn-poker"))
reveal_type(sabot.value("kuhn-poker", "optimal"))
reveal_type(sabot.simulate("kuhn-poker", hands=9))
reveal_type(sabot.sweep("le-her(ranks=2..3)"))
reveal_type(next(sabot.sweep("le-her(ranks=2..3)")))
reveal_type(sabot.check("file.json"))
reveal_type(sabot.plot("kuhn-poker"))
reveal_type(sabot.load("kuhn-poker"))
reveal_type(sabot.hand("AsKsQsJs2d"))
reveal_type(typed)
reveal_type(typed(ranks=3))
"""


@pytest.mark.slow
def test_the_verbs_have_public_types_and_rules_pass_a_strict_check(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "user.py").write_text(A_USERS_FILE, encoding="utf-8")
    source = str(Path(sabot.__file__).parents[1])
    done = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent"),
            *("--cache-dir", str(tmp_path / "cache"), "--config-file", "", "user.py"),
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": source},
    )
    assert "error" not in done.stdout, done.stdout
    told = re.findall(r'Revealed type is "(.*)"', done.stdout)
    assert len(told) == 18, done.stdout
    shown = {name.split(".")[-1] for line in told for name in re.findall(r"sabot\.[\w.]+", line)}
    assert shown <= set(sabot.__all__), shown - set(sabot.__all__)
