"""Files that take as long to check as a file can: their size, time, memory and verdict.

    python -m tools.hostile [--small] [--only TEXT...] [--checkers python go proved]

Most of them are true. Each is checked in a process of its own, by the checker in Python, the one
in Go (``sh tools/recheck/setup.sh``) and the proved one (``sh proofs/setup.sh``) where it reads the
kind. A file of 10 MB may take at most 60 s of processor time and 2 GB; then it is refused with what
was exceeded. The exit code is 1 if one takes more.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from flint import fmpz_poly

import sabot
from sabot import certify
from sabot.forms.parametric import ParameterDomain, PolynomialForm
from sabot.forms.sequence import Treeplex

ROOT = Path(__file__).resolve().parents[1]
SECONDS, MEMORY = 60, 2 * 2**30
DEGREE = 152
CHECKERS: dict[str, Sequence[str]] = {
    "python": (sys.executable, "-m", "sabot.certify"),
    "go": (str(ROOT / "tools/recheck/recheck"),),
    "proved": (str(ROOT / "proofs/build/check"),),
}
NOT_FOR_IT = 4
"""The exit code of a checker that does not read a kind."""


def many_inequalities(count: int) -> Any:
    """Return a theorem with so many inequalities of a high degree, each by Sturm's theorem.

    The second player has an action that pays nothing, and others that pay polynomials without a
    real root, but with a complex one so near to the range that no quicker rule sees it.
    """
    dice = Random(1)
    payoffs = {(1, 1): fmpz_poly([0])}
    for number in range(count):
        high = [dice.randrange(-(2**20), 2**20) for _ in range(DEGREE - 2)]
        positive = fmpz_poly([sum(map(abs, high)) + 1, *high])
        near = 100 * fmpz_poly([-dice.randrange(100, 900), 1000]) ** 2 + 1
        payoffs[1, number + 2] = positive * near
    one = Treeplex.flat("row", {"-": ("r",)})
    two = Treeplex.flat("column", {"-": tuple(f"c{k}" for k in range(count + 1))})
    domain = ParameterDomain(Fraction(0), Fraction(1), False)
    return sabot.prove(PolynomialForm.of("t", (one, two), payoffs, 1, domain)).document


def many_shifts(count: int, digits: int) -> Any:
    """Return a theorem on whole numbers with so many inequalities, each by a shift p(t + a)."""
    dice, high = Random(3), 10**digits
    payoffs = {(1, 1): fmpz_poly([0])}
    for number in range(count):
        payoffs[1, number + 2] = fmpz_poly([dice.randrange(1, high) for _ in range(DEGREE)])
    one = Treeplex.flat("row", {"-": ("r",)})
    two = Treeplex.flat("column", {"-": tuple(f"c{k}" for k in range(count + 1))})
    domain = ParameterDomain(Fraction(10**6), None, True)
    return sabot.prove(PolynomialForm.of("t", (one, two), payoffs, 1, domain)).document


def circulant(size: int, copies: int) -> tuple[list[int], list[str], list[str], list[list[int]]]:
    """Return the first row of a circulant matrix, names, and the matrix with its columns copied."""
    dice = Random(2)
    wheel = [dice.randrange(1, 10 if copies == 1 else 99) for _ in range(size)]
    rows, columns = ([f"{c}{k}" for k in range(n)] for c, n in (("r", size), ("c", copies * size)))
    payoffs = [[wheel[(j - i) % size] for j in range(copies * size)] for i in range(size)]
    return wheel, rows, columns, payoffs


def twin_strategies(size: int, count: int) -> list[dict[str, dict[str, str]]]:
    """Return so many of the 2^size extreme strategies of a circulant game with its columns twice.

    Each of them needs a rank test of *size* equations.
    """
    dice, even = Random(4), f"1/{size}"
    chosen: dict[tuple[int, ...], None] = {}
    while len(chosen) < count:
        chosen[tuple(dice.randrange(2) for _ in range(size))] = None
    return [
        {"-": {f"c{j + size * twin}": even for j, twin in enumerate(twins)}} for twins in chosen
    ]


def dense_rank(size: int) -> Any:
    """Return the solution of a circulant game: both ranks are of a dense matrix."""
    wheel, rows, columns, payoffs = circulant(size, 1)
    value, even = Fraction(sum(wheel), size), f"1/{size}"
    both = {"row": True, "column": True}
    names = {"row": rows, "column": columns}
    document = {
        "schema": "sabot/solution/2",
        "game": "circulant",
        "seats": ["row", "column"],
        "value": str(value),
        "decimal": float(value),
        "strategies": {seat: {"-": dict.fromkeys(own, even)} for seat, own in names.items()},
        "unique": both,
        "unique_behaviour": both,
        "off_path": {"row": [], "column": []},
        "method": "by hand",
        "seconds": 0.0,
        "certificate": {
            "form": {
                "kind": "matrix",
                "rows": rows,
                "columns": columns,
                "denominator": 1,
                "payoffs": payoffs,
            },
            "uniqueness": {seat: {"prime": 16777213} for seat in both},
            "digest": "",
        },
    }
    return certify.sealed(document)


def many_extreme_strategies(size: int, count: int) -> Any:
    """Return a list of so many extreme optimal strategies of a circulant game."""
    wheel, rows, columns, payoffs = circulant(size, 2)
    even, vertices = f"1/{size}", twin_strategies(size, count)
    document = {
        "schema": "sabot/equilibria/2",
        "game": "circulant",
        "value": str(Fraction(sum(wheel), size)),
        "count": count,
        "seats": {
            "row": {"count": 1, "vertices": [{"-": dict.fromkeys(rows, even)}]},
            "column": {"count": count, "vertices": vertices},
        },
        "certificate": {
            "form": {
                "kind": "matrix",
                "seats": ["row", "column"],
                "rows": rows,
                "columns": columns,
                "denominator": 1,
                "payoffs": payoffs,
            },
            "digest": "",
        },
    }
    return certify.sealed(document)


def many_equilibria(size: int, count: int) -> Any:
    """Return a list of so many equilibria of the same game, its payoffs by player."""
    wheel, rows, columns, payoffs = circulant(size, 2)
    value = Fraction(sum(wheel), size)
    one = {"-": dict.fromkeys(rows, f"1/{size}")}
    document = {
        "schema": "sabot/equilibria/3",
        "game": "circulant",
        "seats": ["row", "column"],
        "count": count,
        "unique": {"row": True, "column": False},
        "equilibria": [
            {"strategies": {"row": one, "column": two}, "payoffs": [str(value), str(-value)]}
            for two in twin_strategies(size, count)
        ],
        "components": [{"dimension": min(size, count - 1), "subsets": [list(range(1, count + 1))]}],
        "certificate": {
            "form": {
                "kind": "bimatrix",
                "rows": rows,
                "columns": columns,
                "denominators": [1, 1],
                "payoffs": [payoffs, [[-paid for paid in row] for row in payoffs]],
            },
            "cases": [None],
            "digest": "",
        },
    }
    return certify.sealed(document)


def coordination(size: int) -> Any:
    """Return all 2^size - 1 equilibria of a game of coordination, without the cases."""
    names = [str(k) for k in range(size)]
    supports = [[k for k in range(size) if bits >> k & 1] for bits in range(1, 2**size)]
    mixes = [{"-": {names[k]: str(Fraction(1, len(own))) for k in own}} for own in supports]
    table = [[int(i == j) for j in range(size)] for i in range(size)]
    document = {
        "schema": "sabot/equilibria/3",
        "game": "coordination",
        "seats": ["row", "column"],
        "count": len(mixes),
        "unique": {"row": False, "column": False},
        "equilibria": [
            {
                "strategies": {"row": mix, "column": mix},
                "payoffs": [str(Fraction(1, len(own)))] * 2,
            }
            for own, mix in zip(supports, mixes, strict=True)
        ],
        "components": [{"dimension": 0, "subsets": [[k + 1]]} for k in range(len(mixes))],
        "certificate": {
            "form": {
                "kind": "bimatrix",
                "rows": names,
                "columns": names,
                "denominators": [1, 1],
                "payoffs": [table, table],
            },
            "cases": [None],
            "digest": "",
        },
    }
    return certify.sealed(document)


def seats_form(cells: dict[str, Any], payoffs: list[list[int]]) -> dict[str, Any]:
    """Return a game for any number of players."""
    return {"kind": "seats", "cells": cells, "denominator": 1, "payoffs": payoffs}


def long_profile(seats: int, actions: int, entries: int, digits: int) -> Any:
    """Return a profile with so many payoffs and long probabilities; what it is paid is wrong."""
    dice, names = Random(5), [f"s{k}" for k in range(seats)]
    choices = [str(k) for k in range(actions)]
    form = seats_form(
        {name: [["-", choices, 0]] for name in names},
        [
            [*place, *(dice.randrange(1, 10) for _ in names)]
            for place in {
                tuple(dice.randrange(1, actions + 1) for _ in names): None for _ in range(entries)
            }
        ],
    )
    strategies = {}
    for name in names:
        below = dice.randrange(10**digits, 10 ** (digits + 1))
        rest = below - (actions - 1)
        mix = dict.fromkeys(choices[1:], f"1/{below}") | {"0": f"{rest}/{below}"}
        strategies[name] = {"-": mix}
    document = {
        "schema": "sabot/profile/1",
        "game": "long",
        "seats": names,
        "payoffs": ["0"] * seats,
        "gains": ["0"] * seats,
        "equilibrium": True,
        "strategies": strategies,
        "unique": dict.fromkeys(names),
        "iterations": 1,
        "ended": "by hand",
        "method": "by hand",
        "seconds": 0.0,
        "certificate": {"form": form, "digest": ""},
    }
    return certify.sealed(document)


def pure_document(cells: dict[str, Any], sizes: list[int], profiles: int, found: list[Any]) -> Any:
    """Return a list of pure equilibria of a game that pays nothing."""
    document = {
        "schema": "sabot/pure/1",
        "game": "nothing",
        "seats": list(cells),
        "kind": "pure",
        "strategies": sizes,
        "profiles": profiles,
        "count": len(found),
        "equilibria": found,
        "certificate": {"form": seats_form(cells, []), "digest": ""},
    }
    return certify.sealed(document)


def many_choices(count: int) -> Any:
    """Return a list of pure equilibria where a player has 2^count strategies."""
    cells = [[f"v{k}", ["a", "b"], 0] for k in range(count)]
    return pure_document({"A": cells, "B": []}, [4, 1], 4, [])


def many_pure(size: int) -> Any:
    """Return the list of all size^2 pure equilibria of a game that pays nothing."""
    names = [str(k) for k in range(size)]
    found = [
        {"strategies": {"A": {"-": {one: "1"}}, "B": {"-": {two: "1"}}}, "payoffs": ["0", "0"]}
        for one in names
        for two in names
    ]
    cells = {seat: [["-", names, 0]] for seat in "AB"}
    return pure_document(cells, [size, size], size * size, found)


def many_recommendations(size: int, digits: int) -> Any:
    """Return a device of all size^2 profiles with long probabilities, in a game that pays 1."""
    names, below = [str(k) for k in range(size)], 10**digits + 7
    cells = {seat: [["-", names, 0]] for seat in "AB"}
    profiles = [[one, two] for one in range(size) for two in range(size)]
    last = f"{below - len(profiles) + 1}/{below}"
    document = {
        "schema": "sabot/correlated/1",
        "game": "one",
        "seats": list(cells),
        "concept": "correlated",
        "pure_strategies": {seat: [{"-": name} for name in names] for seat in cells},
        "optimum": "2",
        "extremes": [],
        "price_of_anarchy": None,
        "price_of_stability": None,
        "vertices": None,
        "device": {
            "distribution": [
                *([*profile, f"1/{below}"] for profile in profiles[:-1]),
                [*profiles[-1], last],
            ],
            "payoffs": ["1", "1"],
            "equilibrium": True,
            "deviations": [],
        },
        "method": "by hand",
        "seconds": 0.0,
        "certificate": {
            "form": seats_form(cells, [[one + 1, two + 1, 1, 1] for one, two in profiles]),
            "multipliers": [],
            "digest": "",
        },
    }
    return certify.sealed(document)


def many_equilibria_for_three(count: int) -> Any:
    """Return so many equilibria of a game for three that pays nothing: all pairs must differ."""
    cells = {seat: [["-", ["0", "1"], 0]] for seat in "ABC"}
    pure = {"-": {"0": "1"}}
    document = {
        "schema": "sabot/nplayer-equilibria/1",
        "game": "nothing",
        "seats": list(cells),
        "count": count,
        "complete": False,
        "equilibria": [
            {
                "strategies": {
                    "A": {"-": {"0": f"{k}/{count + 1}", "1": f"{count + 1 - k}/{count + 1}"}},
                    "B": pure,
                    "C": pure,
                },
                "payoffs": ["0", "0", "0"],
            }
            for k in range(1, count + 1)
        ],
        "subsets": [],
        "certificate": {"form": seats_form(cells, []), "digest": ""},
    }
    return certify.sealed(document)


def many_cuts(intervals: int, digits: int) -> Any:
    """Return thresholds with so many intervals and long numbers; what they pay is wrong."""
    document = json.loads(json.dumps(sabot.solve("von-neumann(A=3, B=2)").to_json()))
    below = 10**digits + 7
    for views in document["thresholds"].values():
        for view, cuts in views.items():
            actions = sorted({action for _, action in cuts})
            ends = [f"{k * (below // intervals) + k}/{below}" for k in range(1, intervals)]
            views[view] = [[end, actions[k % 2]] for k, end in enumerate([*ends, "1"])]
    document["free"] = []
    return certify.sealed(document)


def long_deal(cards: int) -> Any:
    """Return a long deal; what is said of it is stale."""
    document = json.loads(json.dumps(sabot.solve("whist(deal=WEEW, lead=W)").to_json()))
    document |= {"deal": "WEEWEWWE" * (cards // 4) + "WE" * (cards % 4), "n": cards}
    document["certificate"]["form"]["pays"] = [1] * cards
    return certify.sealed(document)


def long_mixes(infosets: int, digits: int) -> Any:
    """Return a refined equilibrium with long mixes, each over another number; it is wrong."""
    dice, mixes = Random(6), {}
    nodes: list[list[Any]] = [["chance", *[1] * infosets]]
    for k in range(infosets):
        below = 10**digits + 2 * dice.randrange(10**9) + 1
        mixes[f"v{k}"] = {"l": f"1/{below}", "r": f"{below - 1}/{below}"}
        nodes += [["move", 1, k], ["end", "1", "0"], ["end", "0", "0"]]
    tree = {
        "kind": "tree",
        "infosets": {"A": [], "B": [[view, ["l", "r"]] for view in mixes]},
        "nodes": nodes,
    }
    document = {
        "schema": "sabot/refinement/1",
        "game": "long",
        "seats": ["A", "B"],
        "refinement": "subgame-perfect",
        "equilibria": [{"strategies": {"A": {}, "B": mixes}, "payoffs": ["0", "0"]}],
        "method": "by hand",
        "seconds": 0.0,
        "certificate": {"form": tree, "evidence": [{}], "digest": ""},
    }
    return certify.sealed(document)


def long_trembles(size: int, degree: int, digits: int) -> Any:
    """Return a perfect equilibrium for three, who are paid 1 everywhere, with long trembles."""
    dice, seats = Random(7), ["A", "B", "C"]
    actions = [str(k) for k in range(size)]
    nodes: list[list[Any]] = [["move", 0, 0]]
    for _ in range(size):
        nodes.append(["move", 1, 0])
        for _ in range(size):
            nodes += [["move", 2, 0], *[["end", "1", "1", "1"]] * size]
    rest = [[0, *(dice.randrange(10**digits) for _ in range(degree))] for _ in actions[1:]]
    first = [1, *(-sum(column) for column in list(zip(*rest, strict=True))[1:])]
    plan = [[1], first, *rest]
    document = {
        "schema": "sabot/refinement/1",
        "game": "trembles",
        "seats": seats,
        "refinement": "perfect",
        "equilibria": [
            {"strategies": {seat: {"-": {"0": "1"}} for seat in seats}, "payoffs": ["1"] * 3}
        ],
        "method": "by hand",
        "seconds": 0.0,
        "certificate": {
            "form": {
                "kind": "tree",
                "infosets": {seat: [["-", actions]] for seat in seats},
                "nodes": nodes,
            },
            "evidence": [{"trembles": [plan] * 3}],
            "digest": "",
        },
    }
    return certify.sealed(document)


def equal_payoffs(size: int, digits: int) -> Any:
    """Return the properties of a game that pays the same long number everywhere."""
    amount = 10**digits + 7
    found = sabot.properties([[(amount, amount)] * size] * size)
    return certify.sealed(json.loads(json.dumps(found.to_json())))


def random_payoffs(size: int) -> Any:
    """Return the properties of a random game: no orders make it supermodular, all are tried."""
    dice = Random(8)
    rows = [[(dice.randrange(99), dice.randrange(99)) for _ in range(size)] for _ in range(size)]
    return certify.sealed(json.loads(json.dumps(sabot.properties(rows).to_json())))


def many_supports(size: int) -> Any:
    """Return a list with indices of a game in which all rows but one pay the same."""
    rows = [[(0, 0)] * size] * (size - 1) + [[(-1, 2)] * size]
    document = json.loads(json.dumps(sabot.equilibria(rows).to_json()))
    traits = {"strict": False, "quasi_strict": False, "isolated": False, "regular": False}
    each = [traits] * document["count"]
    return certify.sealed(document | {"indices": {"components": [1], "equilibria": each}})


def many_signs(count: int) -> Any:
    """Return a theorem on a row and columns that pay polynomials of a high degree; no cases."""
    dice = Random(7)
    payoffs: list[list[str]] = [[]]
    for _ in range(count):
        high = [dice.randrange(-(2**20), 2**20) for _ in range(DEGREE - 2)]
        positive = fmpz_poly([sum(map(abs, high)) + 1, *high])
        near = 100 * fmpz_poly([-dice.randrange(100, 900), 1000]) ** 2 + 1
        payoffs.append([str(-c) for c in (positive * near).coeffs()])
    columns = [f"c{k}" for k in range(count + 1)]
    part = {
        "count": 1,
        "unique": {"row": True, "column": True},
        "equilibria": [
            {
                "payoffs": ["0", "0"],
                "strategies": {"row": {"-": {"r": "1"}}, "column": {"-": {"c0": "1"}}},
            }
        ],
        "components": [{"dimension": 0, "subsets": [[1]]}],
        "cases": [None],
    }
    document = {
        "schema": "sabot/nash-proof/1",
        "game": "signs",
        "parameter": "a",
        "seats": ["row", "column"],
        "domain": {"from": "0", "to": "1"},
        "form": {
            "kind": "bimatrix",
            "rows": ["r"],
            "columns": columns,
            "denominators": [["1"], ["1"]],
            "payoffs": [[[[] for _ in columns]], [payoffs]],
        },
        "pieces": [{"from": "0", "to": "1", **part}],
        "breakpoints": [{"at": end, **part} for end in "01"],
        "seconds": 0.0,
        "digest": "",
    }
    return certify.sealed(document)


def many_hands(hands: int, decisions: int, bits: int) -> Any:
    """Return bounds for a game with so many hands; the bounds are wrong."""
    amount = 2**bits - 1
    tree: dict[str, Any] = {"compares": [str(amount), "0", str(-amount)]}
    even = base64.b64encode(zlib.compress(b"\x7f\xff" * hands, 9)).decode("ascii")
    packed: tuple[dict[str, str], dict[str, str]] = ({}, {})
    for k in reversed(range(decisions)):
        after = [{"pays": str(amount - k)}, tree]
        tree = {"turn": k % 2, "before": [], "view": [str(k)], "actions": ["a", "b"]}
        tree["after"] = after
        packed[k % 2][f"*,{k}"] = even
    deal = {"kind": "pack", "cards": hands, "counts": 1, "levels": None, "apart": True}
    document = {
        "schema": "sabot/private-hands/1",
        "game": "hands",
        "seats": ["A", "B"],
        "low": "0",
        "high": "0",
        "gap": 0.0,
        "unit": 65_535,
        "iterations": 1,
        "ended": "by hand",
        "strategies": {"A": packed[0], "B": packed[1]},
        "method": "by hand",
        "seconds": 0.0,
        "certificate": {"form": {"deal": deal, "tree": tree}, "digest": ""},
    }
    return certify.sealed(document)


def hostile(*, small: bool) -> dict[str, Callable[[], Any]]:
    """Return what makes each file; the small ones are honest and accepted."""
    if small:
        return {
            "one inequality of degree 152": lambda: many_inequalities(1),
            "20 extreme strategies": lambda: many_extreme_strategies(60, 20),
            "a dense rank, 60 x 60": lambda: dense_rank(60),
            "2 shifts of degree 151": lambda: many_shifts(2, 20),
            "100 pure equilibria": lambda: many_pure(10),
            "a device of 100 profiles": lambda: many_recommendations(10, 40),
            "100 equilibria for three": lambda: many_equilibria_for_three(100),
            "trembles of degree 5 for three": lambda: long_trembles(3, 5, 5),
            "properties of a 5 x 5 game": lambda: equal_payoffs(5, 20),
            "indices of a 3 x 3 game": lambda: many_supports(3),
        }
    return {
        "40 inequalities of degree 152": lambda: many_inequalities(40),
        "700 extreme strategies, 200 x 400": lambda: many_extreme_strategies(200, 700),
        "3000 extreme strategies, 200 x 400, 10 MB": lambda: many_extreme_strategies(200, 3000),
        "a dense rank, 2200 x 2200": lambda: dense_rank(2200),
        "60 shifts of degree 151, 500 digits": lambda: many_shifts(60, 500),
        "1500 equilibria, 200 x 400": lambda: many_equilibria(200, 1500),
        "16,383 equilibria, 14 x 14": lambda: coordination(14),
        "a profile, 90,000 payoffs, 4 players, 400 digits": lambda: long_profile(
            4, 40, 90_000, 400
        ),
        "2^400,000 pure strategies": lambda: many_choices(400_000),
        "90,000 pure equilibria": lambda: many_pure(300),
        "900 intervals of hands per turn, 190 digits": lambda: many_cuts(900, 190),
        "a deal of 18 cards": lambda: long_deal(18),
        "a device of 10,000 profiles, 400 digits": lambda: many_recommendations(100, 400),
        "2000 equilibria for three": lambda: many_equilibria_for_three(2000),
        "60,000 equilibria for three": lambda: many_equilibria_for_three(60_000),
        "1000 mixes of 3300 digits in a tree": lambda: long_mixes(1000, 3300),
        "trembles of degree 400 for three, 200 digits": lambda: long_trembles(25, 400, 200),
        "properties of a 100 x 100 game, 400 digits": lambda: equal_payoffs(100, 400),
        "properties of a random 6 x 6 game": lambda: random_payoffs(6),
        "indices of an 8 x 8 game": lambda: many_supports(8),
        "40 signs of degree 152 in a theorem on equilibria": lambda: many_signs(40),
        "a million hands, 9 decisions, 150 bits": lambda: many_hands(10**6, 9, 150),
        "a million hands, 9 decisions, 990 bits": lambda: many_hands(10**6, 9, 990),
    }


def measure(path: Path, checker: str) -> tuple[int, str, float, int]:
    """Return exit code, words, processor time and memory of a checker that is given a file."""
    with tempfile.TemporaryFile("w+") as said:
        child = subprocess.Popen([*CHECKERS[checker], path], stdout=said, stderr=said)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        words = said.read().replace(str(path), "FILE").strip()
    return child.returncode, words, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def main() -> int:
    """Measure every file; return 1 if one takes more than it may."""
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    reader.add_argument("--small", action="store_true", help="small files, which are accepted")
    reader.add_argument("--only", nargs="*", default=[""], help="those whose names hold one")
    reader.add_argument("--checkers", nargs="*", default=["python"], choices=CHECKERS)
    asked = reader.parse_args()
    worst = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, make in hostile(small=asked.small).items():
            if not any(text in name for text in asked.only):
                continue
            path = Path(folder, "hostile.json")
            path.write_text(json.dumps(make(), separators=(",", ":")))
            print(f"{name}: {path.stat().st_size / 1e6:.2f} MB", flush=True)
            for checker in asked.checkers:
                code, words, spent, most = measure(path, checker)
                if code == NOT_FOR_IT:
                    continue
                print(f"  {checker}: {spent:.1f} s, {most / 1e6:.0f} MB, exit code {code}")
                print(f"    {words[:160]}", flush=True)
                worst |= spent > SECONDS or most > MEMORY or code not in (0, 1, 3)
    return int(worst)


if __name__ == "__main__":
    sys.exit(main())
