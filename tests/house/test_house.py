"""Laws of the source that no linter knows. A failure names the file to edit and what to do.

What a law counts is measured by tools/house.py; numbers that older code still exceeds have a
ceiling in tools/house.toml, which may fall and not rise.
"""

import ast
import re
from pathlib import Path

from tools import house, layers

import sabot

SOURCE = Path(sabot.__file__).parent
TESTS = Path(__file__).parents[1]
LONGEST_FUNCTION = 60
# modules of solvers/ that only guess
FLOATS_ALLOWED = {
    "solvers/nash/complementary_pivoting.py",
    "solvers/lp/correlated_interior_point.py",
    "solvers/lp/highs.py",
    "solvers/lp/kernel.py",
    "solvers/lp/dense_simplex.py",
    "solvers/cfr.py",
    "solvers/cfr_kernel.py",
    "solvers/nplayer/indifference_curves.py",
    "solvers/nplayer_nash/quantal_response.py",
    "solvers/nplayer_nash/support_equations.py",
    "solvers/nplayer_nash/support_point.py",
    "solvers/continuous/smooth_payoffs.py",
    "solvers/lookahead.py",
    "solvers/continuous/newton.py",
    "solvers/continuous/initial_guess.py",
    "solvers/continuous/zero_sum.py",
    "solvers/zero_sum/binary_action.py",
    "solvers/zero_sum/matrix_uniqueness.py",
    "solvers/zero_sum/sequence_form_lp.py",
}
EXACT = ("*.py", "forms/*.py", "games/*.py", "io/*.py", "results/*.py", "solvers/**/*.py")


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
        and "kernel" not in path.stem
    ], "move a step of each into a function of its own; compiled kernels (*kernel*.py) are excepted"


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
    found = [place for path in told for place in tolerances(path)]
    assert not found, (
        f"compute exactly, or list the module in FLOATS_ALLOWED here if it only guesses: {found}"
    )


def test_no_file_is_called_after_nothing():
    nothing = {"util", "utils", "helpers", "common", "misc"}
    found = [name(path) for path in SOURCE.rglob("*.py") if path.stem in nothing]
    assert not found, f"name the module after its subject: {found}"


PACKAGES_OF_THEIR_OWN = ("games", "sources")
"""Packages with one module or package per game or per source: the page speaks of them together."""


def named_in_architecture():
    """Return the modules and packages that the tables of ARCHITECTURE.md name."""
    page = (TESTS.parent / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rows = "\n".join(line for line in page.splitlines() if line.startswith("| `"))
    return set(re.findall(r"`([a-z_/]+(?:/|[.]py))`", rows))


def test_architecture_names_every_package_and_top_module():
    modules = {path.name for path in SOURCE.glob("*.py") if not path.name.startswith("_")}
    packages = {f"{path.parent.name}/" for path in SOURCE.glob("*/__init__.py")}
    missing = (modules | packages) - named_in_architecture()
    assert not missing, f"add a row to the table of ARCHITECTURE.md for {sorted(missing)}"


def test_architecture_names_nothing_that_is_not_there():
    gone = {name for name in named_in_architecture() if not (SOURCE / name).exists()}
    assert not gone, f"edit the row of ARCHITECTURE.md that names {sorted(gone)}: no such path"


WHAT_TO_DO = {
    "short modules with one importer": "merge the module into its importer, or list it in FACADES "
    "of tools/house.py with the reason",
    "modules with one sibling importer": "merge the module into its importer, unless it has a "
    "subject of its own; then move another ceiling down",
    "packages that import each other": "move what both need below both, or pass it as an argument",
    "modules in import cycles": "move what the modules share into a third module that imports "
    "neither",
    "wiring strings": "import the function or class inside a typed function instead of naming it "
    "in a string",
    "import_module": "write an import statement inside a function",
    "class names used twice": "rename one of the classes after its subject",
    "functions called told": "name the function after what it returns",
    "methods of Family that one game overrides": "make it a protocol in game_rules/, which the one "
    "game implements",
    "functions equal in checker and program": "write one of the two by another method; the checker "
    "shares nothing with the program, also not by copy",
    "exceptions in import contracts": "remove the import that points up, and its line in "
    "pyproject.toml",
}
"""By number of tools/house.toml: what whoever raises it has to do instead."""


def test_every_number_with_a_ceiling_says_what_to_do():
    assert WHAT_TO_DO.keys() == house.ceilings()["house"].keys()


def test_no_number_of_the_house_rises():
    """One test for all: whoever asks for a number first measures all of them, in each process."""
    measured = house.measure(SOURCE.parents[1], run=False)
    now, most = house.bounded(measured), house.ceilings()
    faults = [
        f"{name}: {now['house'][name]}, and at most {bound} are allowed (tools/house.toml).\n"
        f"  {WHAT_TO_DO[name]}.\n  counted now: {measured[name]}"
        for name, bound in most["house"].items()
        if now["house"][name] > bound
    ]
    over = {name: n for name, n in now["Any"].items() if n > most["Any"].get(name, 0)}
    if over:
        faults.append(
            f"Any is used too often, by package: {over}; the ceilings are in tools/house.toml.\n"
            "  Write the type: a dataclass, a Protocol, a TypeVar or object; Any is for codecs, "
            "readers and compiled kernels (may_be_untyped in tools/house.py)."
        )
    if stray := measured["unit tests that mirror no module"]:
        faults.append(
            f"rename or move {stray}: a unit test is tests/unit/<package>/test_<module>[_topic].py,"
            " for a module of src/sabot/<package> or the package's own name"
        )
    assert not faults, "\n".join(faults)


def test_a_short_module_that_stays_is_there():
    paths = {one: SOURCE.parent.joinpath(*one.split(".")) for one in house.FACADES}
    gone = [
        one
        for one, path in paths.items()
        if not (path.with_suffix(".py").is_file() or (path / "__init__.py").is_file())
    ]
    assert not gone, f"remove {gone} from FACADES in tools/house.py: no such module"


def test_the_picture_of_the_packages_is_that_of_the_contract():
    picture = layers.PICTURE.read_text(encoding="utf-8")
    assert picture == layers.drawn(), "run: python -m tools.layers --write"
