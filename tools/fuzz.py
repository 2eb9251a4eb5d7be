"""Feed the checker what costs most to read, and what is broken at random: it must answer, cheaply.

    python tools/fuzz.py [--size N] [--count N] [--seed S]

Each file meets the checker in a process of its own, with so much processor time and so much memory
more than it has. The answer must be that it is accepted or refused in words: a traceback, more time
or more memory is told with the file's name, and the exit code is 1. *size* is of the files made to
be expensive (digits, keys, levels); *count* is the number of files broken at random.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.forge_seats import by_seat
from tools.fuzz_kinds import dear

from sabot import certify
from sabot.errors import SabotError

ROOT = Path(__file__).resolve().parents[1]
SECONDS = 60
"""Of processor time, for one file."""
MEMORY = 2 * 2**30
"""Bytes, for one file, beyond what the process has."""
_FATES = ("accepted", "refused", "a fault of ours")


def met(raw: bytes, seconds: int = SECONDS, memory: int = MEMORY) -> str:
    """Return what becomes of some bytes: accepted, refused, a fault of ours, or never ending."""
    child = os.fork()
    if not child:
        code = 2
        try:
            pages = int(Path("/proc/self/statm").read_text().split()[0])
            room = pages * resource.getpagesize() + memory
            resource.setrlimit(resource.RLIMIT_AS, (room, room))
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            try:
                certify.check(certify.parse_document(raw, "fuzz"))
                code = 0
            except SabotError as fault:
                code = 1 if str(fault) else 2
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return "never ending"
    return _FATES[os.WEXITSTATUS(status)]


# ---------------------------------------------------------------------- made to be expensive


def older(name: str) -> Any:
    """Return a small file of ours as a document."""
    return json.loads((ROOT / "tests/older" / f"{name}.json").read_text(encoding="utf-8"))


def sealed(document: Any) -> bytes:
    """Return a document as bytes, its digest made anew."""
    return json.dumps(certify.sealed(document)).encode()


def expensive(size: int) -> Iterator[tuple[str, bytes]]:
    """Yield files that cost most for their length, by name; *size* is how far each goes."""
    head = b'{"schema": "sabot/solution/2", "value": '
    yield "a number of many digits", head + b"9" * size + b"}"
    yield "a decimal of many digits", head + b"0." + b"9" * size + b"}"
    yield "a great exponent", head + b"1e" + b"9" * size + b"}"
    yield "a text of many digits", head + b'"' + b"9" * size + b'"}'
    yield "lists in lists", head + b"[" * size
    yield "lists in lists, closed", head + b"[" * size + b"]" * size + b"}"
    yield "objects in objects", b'{"a":' * size + b"1" + b"}" * size
    keys = ",".join(f'"{k}":0' for k in range(size))
    yield "many keys", f"{{{keys}}}".encode()
    yield "many keys, the last twice", f'{{{keys},"{size - 1}":1}}'.encode()
    yield "one key many times", ("{" + ",".join(['"a":0'] * size) + "}").encode()
    yield from _games(size)
    yield from _theorems(size)
    yield from dear(size)


def _games(size: int) -> Iterator[tuple[str, bytes]]:
    told = older("pennies-certificate-1")
    yield "a value of many digits", sealed(told | {"value": "1" * size + "/3"})
    yield "a value over many digits", sealed(told | {"value": "1/" + "3" * size})
    form = told["form"]
    wide = ["1" * min(size, 199_999), "0"]
    yield "payoffs of many digits", sealed(told | {"form": form | {"payoffs": [wide, wide]}})
    many = max(2, size // 10)
    names = [str(k) for k in range(many)]
    broad = form | {"rows": names, "columns": ["a", "b"], "payoffs": [[0, 0]] * many}
    below = [10**40 + 2 * k + 1 for k in range(many)]
    mix = {name: f"1/{below[k]}" for k, name in enumerate(names)}
    table = {"row": {"-": mix}, "column": {"-": {"a": "1"}}}
    yield (
        "denominators with nothing in common",
        sealed(told | {"form": broad, "strategies": table, "off_path": {"row": [], "column": []}}),
    )
    claims = {"row": {"unique": True, "prime": 16_777_213}, "column": told["uniqueness"]["column"]}
    pure = {"row": {"-": {"0": "1"}}, "column": {"-": {"a": "1"}}}
    yield (
        "a claim over many rows",
        sealed(told | {"form": broad, "strategies": pure, "uniqueness": claims, "value": "0"}),
    )
    ones = dict.fromkeys(names, "1") | {"0": "1/" + "7" * min(size, 199_000)}
    table = {"row": {"-": ones}, "column": {"-": {"a": "1"}}}
    yield (
        "one long denominator",
        sealed(told | {"form": broad, "strategies": table, "off_path": {"row": [], "column": []}}),
    )
    yield "many intervals of hands", _betting(many)
    deal = older("whist-certificate-1")
    longer = deal["form"] | {"deal": "WE" * 18, "pays": [1] * 18}
    longer["names"] = [str(card) for card in range(1, 37)]
    yield "a deal of 18 cards per hand", sealed(deal | {"form": longer})
    paid = deal["form"] | {"pays": [10 ** min(size, 4000)] * len(deal["form"]["pays"])}
    yield "payments of many digits", sealed(deal | {"form": paid})


def _betting(many: int) -> bytes:
    """Return an equilibrium in which one player has two turns, of many intervals each."""
    cuts = [[f"{k + 1}/{many}", "xy"[k % 2]] for k in range(many)]
    end = {"in": ["a", "b"], "paid": ["1", "1"], "better": "0"}
    again = {"turn": "a", "view": "2", "actions": ["x", "y"], "after": [end, end]}
    form = {"turn": "a", "view": "1", "actions": ["x", "y"], "after": [again, end]}
    told: Any = {"schema": "sabot/equilibrium/1", "game": "", "seats": ["a", "b"], "bound": "0"}
    told |= {"payoffs": ["1", "-1"], "gains": ["0", "0"], "method": "", "seconds": 0}
    told |= {"thresholds": {"a": {"1": cuts, "2": cuts}, "b": {}}, "certificate": {"form": form}}
    return sealed(told)


def _theorems(size: int) -> Iterator[tuple[str, bytes]]:
    def changed(**changes: Any) -> bytes:
        proof = older("kuhn-proof-1")
        proof["pieces"][0] |= changes
        return sealed(proof)

    letter = older("kuhn-proof-1")["parameter"]
    tower = letter
    for _ in range(4):
        tower = f"({tower})**200"
    yield "powers of powers", changed(value=tower)
    yield "powers of a number", changed(value="((((9**200)**200)**200)**200)")
    yield "a long sum", changed(value="+".join([letter] * min(size, 40_000)))
    yield "brackets", changed(value="(" * size + letter + ")" * size)
    yield "a high degree", changed(value_parts=[[1] * size, [1]])
    high = [(-1) ** k * 10 ** min(size // 100 + 1, 4000) for k in range(161)]
    yield "long coefficients", changed(value_parts=[high, high])
    ends = {"root_of": high, "between": ["0", "1"]}
    yield "an end that is a root", changed(**{"from": ends, "to": ends})
    proof = older("kuhn-proof-1")
    why = ["parts", *range(size)]
    proof["pieces"][0]["inequalities"][0]["why"] = why
    yield "cut into many parts", sealed(proof)
    proof = older("kuhn-proof-1")
    proof["domain"] = {"whole": False, "from": {"root_of": [-1, 1], "between": ["0", "2"]}, "to": 3}
    yield "a root that is a fraction", sealed(proof)


# ---------------------------------------------------------------------- broken at random


def broken(count: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """Yield files of ours with some bytes changed, put in, cut out or repeated."""
    files = {path.name: path.read_bytes() for path in sorted((ROOT / "tests/older").glob("*.json"))}
    files |= {name: json.dumps(told).encode() for name, told in by_seat().items()}
    for number in range(count):
        dice = random.Random(f"{seed}/{number}")
        name = dice.choice(list(files))
        raw = bytearray(files[name])
        for _ in range(dice.choice([1, 1, 2, 5, 20])):
            spot = dice.randrange(len(raw))
            what = dice.randrange(4)
            if what == 0:
                raw[spot] = dice.randrange(256)
            elif what == 1:
                raw[spot:spot] = dice.choice(
                    [b"[", b"{", b'"', b"9" * 50, b"\\ud800", b"null", b","]
                )
            elif what == 2:
                del raw[spot : spot + dice.randrange(1, 40)]
            else:
                raw[spot:spot] = raw[max(0, spot - 60) : spot] * dice.choice([1, 3])
        yield f"number {number} of seed {seed}, {name}", bytes(raw)


def main() -> int:
    """Feed the checker; return 1 if it did not answer once."""
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    reader.add_argument("--size", type=int, default=1_000_000)
    reader.add_argument("--count", type=int, default=2000)
    reader.add_argument("--seed", type=int, default=1)
    asked = reader.parse_args()
    fates: Counter[str] = Counter()
    bad = 0
    for kind in (expensive(asked.size), broken(asked.count, asked.seed)):
        for name, raw in kind:
            found = met(raw)
            fates[found] += 1
            if found not in _FATES[:2]:
                bad += 1
                print(f"{found}: {name}, {len(raw):,} bytes", flush=True)
    print(", ".join(f"{number} {fate}" for fate, number in sorted(fates.items())))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
