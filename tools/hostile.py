"""True files that take as long to check as a file can: their size, time, memory and verdict.

    python -m tools.hostile [--small]

Each is checked in a process of its own. A file of 10 MB may take at most 60 s of processor time and
2 GB; then it is refused with what was exceeded. The exit code is 1 if one takes more.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from flint import fmpz_poly

import sabot
from sabot import certify
from sabot.errors import SabotError
from sabot.forms.parametric import ParameterDomain, PolynomialForm
from sabot.forms.sequence import Treeplex

SECONDS, MEMORY = 60, 2 * 2**30
DEGREE = 152


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


def many_extreme_strategies(size: int, count: int) -> Any:
    """Return so many of the 2^size extreme strategies of a circulant game with all columns twice.

    Each of them needs a rank test of *size* equations.
    """
    dice = Random(2)
    wheel = [dice.randrange(1, 99) for _ in range(size)]
    rows, columns = ([f"{c}{k}" for k in range(n)] for c, n in (("r", size), ("c", 2 * size)))
    payoffs = [[wheel[(j - i) % size] for j in range(2 * size)] for i in range(size)]
    even = f"1/{size}"
    chosen: dict[tuple[int, ...], None] = {}
    while len(chosen) < count:
        chosen[tuple(dice.randrange(2) for _ in range(size))] = None
    vertices = [
        {"-": {f"c{j + size * twin}": even for j, twin in enumerate(twins)}} for twins in chosen
    ]
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


def hostile(*, small: bool) -> dict[str, Callable[[], Any]]:
    """Return what makes each file; the small ones are honest and accepted."""
    if small:
        return {
            "one inequality of degree 152": lambda: many_inequalities(1),
            "20 extreme strategies": lambda: many_extreme_strategies(60, 20),
        }
    return {
        "40 inequalities of degree 152": lambda: many_inequalities(40),
        "700 extreme strategies, 200 x 400": lambda: many_extreme_strategies(200, 700),
        "3000 extreme strategies, 200 x 400, 10 MB": lambda: many_extreme_strategies(200, 3000),
    }


def measure(raw: bytes) -> tuple[str, float, int]:
    """Return what becomes of a file, in which processor time and with how many bytes of memory."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        words = "a fault"
        before = int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
        started = time.process_time()
        try:
            try:
                certify.check(certify.parse_document(raw, "hostile"))
                words = "accepted"
            except SabotError as fault:
                words = f"refused: {fault}"
        finally:
            spent = time.process_time() - started
            most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - before
            os.write(writer, json.dumps([words, spent, most]).encode())
            os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    with os.fdopen(reader, "rb") as told:
        words, spent, most = json.loads(told.read())
    return words, spent, most


def main() -> int:
    """Measure every file; return 1 if one takes more than it may."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--small", action="store_true", help="small files, which are accepted")
    worst = 0
    for name, make in hostile(small=reader.parse_args().small).items():
        raw = json.dumps(make()).encode()
        words, spent, most = measure(raw)
        print(f"{name}: {len(raw) / 1e6:.2f} MB, {spent:.1f} s, {most / 1e6:.0f} MB", flush=True)
        print(f"  {words[:160]}")
        worst |= spent > SECONDS or most > MEMORY
    return int(worst)


if __name__ == "__main__":
    sys.exit(main())
