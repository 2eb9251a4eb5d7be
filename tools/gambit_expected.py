"""What Gambit's own tests expect its solvers to find, as a table that ours are held against.

``python -m tools.gambit_expected CHECKOUT... -o tests/golden/gambit_expected.json``, with an
interpreter that has pygambit, run over checkouts of gambitproject/gambit. The cases of
``tests/test_nash.py`` are read as they stand there: each builds a game, names a solver and lists
the profiles that it must find. Gambit writes the game down (as .nfg where profiles mix whole
strategies, as .efg where they mix at information sets), without its words; nothing is typed by
hand. Where the installed pygambit cannot build a game as one checkout tells it, another may. Left
out is what is no Nash equilibrium (equilibria of agents, quantal responses), and what has no
profile.

``tests/golden/test_gambit_expected.py`` says what is held against the table.
"""

from __future__ import annotations

import argparse
import functools
import importlib
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

EVERY = {"enummixed_solve": "extreme", "enumpure_solve": "pure", "enumpoly_solve": "isolated"}
SOME = "some"
"""Solvers that list all equilibria of a kind, where they are let; of others each profile is one."""
SOURCE = "gambitproject/gambit, tests/test_nash.py"
NO_NASH = ("AGENT", "LOGIT_BRANCH", "LOGIT_LAMBDA")
TREES = "BEHAVIOR"


class Mark:
    """What stands for pytest's marks: any of them, on anything, and nothing happens."""

    def __getattr__(self, name: str) -> Mark:
        return self

    def __call__(self, *given: Any, **named: Any) -> Any:
        """Return what is marked."""
        return given[0] if given and callable(given[0]) else self


class Catalogue:
    """The games that a checkout has in its ``catalog`` folder, by their names."""

    @staticmethod
    def load(name: str) -> Any:
        """Return the game of a file there."""
        import pygambit

        for suffix, read in ((".efg", pygambit.read_efg), (".nfg", pygambit.read_nfg)):
            if (path := Path("catalog") / f"{name}{suffix}").exists():
                return read(path)
        raise FileNotFoundError(name)


def cases(checkout: Path) -> Iterator[tuple[str, str, Any]]:
    """Yield list, name and case of every expectation in a checkout's tests."""
    import pygambit

    pygambit.catalog = Catalogue
    stand = ModuleType("pytest")
    stand.mark, stand.param = Mark(), lambda case, **named: (named["id"], case)  # type: ignore[attr-defined]
    stand.raises = stand.fixture = Mark()  # type: ignore[attr-defined]
    package = ModuleType("gambit_tests")
    package.__path__ = [str(checkout / "tests")]
    for name in [name for name in sys.modules if name.startswith("gambit_tests")]:
        del sys.modules[name]
    sys.modules |= {"pytest": stand, "gambit_tests": package}
    os.chdir(checkout)  # their games are read from there
    tests = importlib.import_module("gambit_tests.test_nash")
    for name, found in vars(tests).items():
        if name.endswith("_CASES") and not any(word in name for word in NO_NASH):
            for label, case in found:
                yield name, label, case


def solver(case: Any) -> str:
    """Return which equilibria a case's solver lists."""
    held = case.solver
    given = held.keywords if isinstance(held, functools.partial) else {}
    plain = held.func if isinstance(held, functools.partial) else held
    return SOME if given.get("stop_after") else EVERY.get(plain.__name__, SOME)


def exact(profile: Any) -> Any:
    """Return a profile with its chances as text: fractions, and decimals where they are rounded."""
    if isinstance(profile, list | tuple):
        return [exact(one) for one in profile]
    return str(profile) if isinstance(profile, float) else str(Fraction(str(profile)))


def bare(game: Any, tree: bool) -> str:
    """Return a game as Gambit writes it, but for its words."""
    game.title = game.description = ""
    for sign in ("new ", ""):  # twice: a name may be that of another as it was
        for number, player in enumerate(game.players, 1):
            player.label = f"{sign}{number}"
            for n, spot in enumerate(player.infosets if tree else (), 1):
                spot.label = f"{sign}{n}"
        for n, outcome in enumerate(game.outcomes, 1):
            outcome.label = f"{sign}{n}"
    return str(game.to_efg() if tree else game.to_nfg())


def table(checkouts: list[Path]) -> tuple[dict[str, Any], Counter[str]]:
    """Return what is expected in these checkouts, and how many cases became what."""
    games: dict[str, str] = {}
    rows: dict[str, dict[str, Any]] = {}
    counts: Counter[str] = Counter()
    for checkout in checkouts:
        commit = _commit(checkout)
        for name, label, case in cases(checkout.resolve()):
            if not case.expected and solver(case) == SOME:
                counts["without a profile"] += 1
                continue
            try:
                text = bare(case.factory(), tree=TREES in name)
            except (AttributeError, OSError) as fault:
                counts[f"not built: {fault}"] += 1
                continue
            profiles = [exact(profile) for profile in case.expected]
            key = games.setdefault(text, str(len(games) + 1))
            kind = solver(case)
            row = rows.setdefault(
                json.dumps([key, kind, profiles]),
                {"game": key, "lists": kind, "tolerance": "", "cases": [], "profiles": profiles},
            )
            row["tolerance"] = min(row["tolerance"] or "1", str(case.regret_tol), key=float)
            row["cases"].append(f"{label} of {commit[:8]}")
            counts["taken"] += 1
    told = {key: text for text, key in games.items()}
    return {"games": told, "rows": list(rows.values())}, counts


def _commit(checkout: Path) -> str:
    """Return what commit a checkout is: told by git, or by a file COMMIT in it."""
    if (told := checkout / "COMMIT").exists():
        return told.read_text().strip()
    command = ["git", "-C", str(checkout), "rev-parse", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def main() -> int:
    """Write the table of the checkouts that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkouts", nargs="+", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    given = parser.parse_args()
    target = given.output.resolve()
    found, counts = table([path.resolve() for path in given.checkouts])
    games = ",\n".join(f'"{key}": {json.dumps(text)}' for key, text in found["games"].items())
    rows = ",\n".join(json.dumps(row) for row in found["rows"])
    target.write_text(
        f'{{"source": "{SOURCE}",\n"games": {{\n{games}\n}},\n"rows": [\n{rows}\n]}}\n'
    )
    for what, count in counts.most_common():
        print(f"{count:4} {what}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
