"""How the time of a check grows with the size of its file: ``python -m benchmarks.check_growth``.

Random matrices of 100 to 400 rows and Leduc poker of 3 to 13 ranks are solved, and their documents
checked, each three times; the least processor time counts. The exponent is that of the power of the
file's size which fits best, by least squares of the logarithms. It should be 1.1 at most. On 17
November 2026, on a busy machine, it was 1.09 for the matrices and 1.04 for Leduc poker, whose
largest file, of 13 ranks and 2.8 MB, was checked in 0.20 s.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from math import log
from random import Random

import sabot
from sabot import certify

MATRICES = (100, 200, 300, 400)
RANKS = (3, 5, 7, 9, 11, 13)


def documents(sizes: tuple[int, ...], ranks: tuple[int, ...]) -> Iterator[tuple[str, str, bytes]]:
    """Yield the series, the name and the bytes of each file."""
    for size in sizes:
        dice = Random(size)
        rows = [[dice.randrange(-99, 100) for _ in range(size)] for _ in range(size)]
        yield "matrices", f"{size} x {size}", json.dumps(sabot.solve(rows).to_json()).encode()
    for count in ranks:
        solved = sabot.solve(f"leduc-poker(ranks={count})")
        yield "leduc-poker", f"{count} ranks", json.dumps(solved.to_json()).encode()


def seconds_of_check(raw: bytes) -> float:
    """Return the processor time of reading and checking a file, the least of three."""
    found = []
    for _ in range(3):
        started = time.process_time()
        certify.check(certify.parse_document(raw, "growth"))
        found.append(time.process_time() - started)
    return min(found)


def exponent(points: list[tuple[float, float]]) -> float:
    """Return the slope of a line through the logarithms of (size, time).

    >>> round(exponent([(1, 2), (10, 20), (100, 200)]), 6)
    1.0
    """
    logs = [(log(size), log(spent)) for size, spent in points]
    middle = [sum(part) / len(logs) for part in zip(*logs, strict=True)]
    above = sum((x - middle[0]) * (y - middle[1]) for x, y in logs)
    return float(above / sum((x - middle[0]) ** 2 for x, _ in logs))


def main() -> None:
    """Measure and print."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--matrices", type=int, nargs="*", default=MATRICES)
    reader.add_argument("--ranks", type=int, nargs="*", default=RANKS)
    asked = reader.parse_args()
    series: dict[str, list[tuple[float, float]]] = {}
    for kind, name, raw in documents(tuple(asked.matrices), tuple(asked.ranks)):
        spent = seconds_of_check(raw)
        series.setdefault(kind, []).append((len(raw), spent))
        print(f"{kind:12} {name:10} {len(raw) / 1e6:8.3f} MB {spent:8.3f} s", flush=True)
    for kind, points in series.items():
        if len(points) > 1:
            print(f"{kind}: the time grows like the size to the power {exponent(points):.2f}")


if __name__ == "__main__":
    main()
