"""Files of the kinds with payoffs by seat and with real hands, made to cost most for their length.

Each is refused in the end, by a bound or because what it says is not so; what counts is how long
that takes, and how much memory.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sabot import certify

SEATS = ["one", "two"]


def sealed(document: Any) -> bytes:
    """Return a document as bytes, its digest made anew."""
    return json.dumps(certify.sealed(document)).encode()


def dear(size: int) -> Iterator[tuple[str, bytes]]:
    """Yield the files by name; *size* is about how long the longest thing in each is."""
    yield from _lists(size)
    yield from _pairs(size)
    yield from _seats(size)
    yield from _hands(size)


def odd(number: int, bits: int = 130) -> int:
    """Return a number that has little in common with its like."""
    return (1 << bits) + 2 * number + 1


def _coprime(names: list[str]) -> dict[str, str]:
    return {name: f"1/{odd(k)}" for k, name in enumerate(names)}


# ---------------------------------------------------------------------- lists of all equilibria


def listed(payoffs: Any, mixes: list[tuple[Any, Any]]) -> Any:
    """Return a list of equilibria that pay nothing, of a game by its two matrices."""
    rows, columns = len(payoffs[0]), len(payoffs[0][0])
    names = [str(k) for k in range(max(rows, columns))]
    form: Any = {"kind": "bimatrix", "rows": names[:rows], "columns": names[:columns]}
    form |= {"denominators": [1, 1], "payoffs": payoffs}
    told = [
        {"strategies": {"one": {"-": one}, "two": {"-": two}}, "payoffs": ["0", "0"]}
        for one, two in mixes
    ]
    document: Any = {"schema": "sabot/equilibria/3", "game": "", "seats": SEATS, "count": len(told)}
    alone = [len({json.dumps(pair[seat]) for pair in mixes}) == 1 for seat in (0, 1)]
    unique = dict(zip(SEATS, alone, strict=True))
    components = [{"dimension": 0, "subsets": [[1]]}]
    document |= {"unique": unique, "equilibria": told, "components": components}
    return document | {"certificate": {"form": form, "cases": []}}


def _lists(size: int) -> Iterator[tuple[str, bytes]]:
    many = min(1900, max(2, size // 20))
    names = [str(k) for k in range(many)]
    flat = [[0] * many] * 2
    yield (
        "an equilibrium whose chances have nothing in common",
        sealed(listed([flat, flat], [({"0": "1"}, _coprime(names))])),
    )
    wide = [[0] * many for _ in range(many)]
    pure = [({str(k): "1"}, {str(k): "1"}) for k in range(many)]
    yield "many equilibria of a wide game", sealed(listed([wide, wide], pure))
    side = min(400, many)
    square = [[0] * side for _ in range(side)]
    meets = [
        ({str(i): "1"}, {str(j): "1"})
        for i in range(side)
        for j in range(side)
        if (i * i + 3 * j * j + i * j) % 7 > 1
    ]
    yield "equilibria that span many subsets", sealed(listed([square, square], meets[:40_000]))
    yield "mixes of growing length in one subset", sealed(dense(min(40, many)))
    shift = {"two": [10**4000, *[-1] * (many - 1)]}
    cases = [*[1] * many, *[shift] * many]
    told = listed([[[0] * many] * 2] * 2, [({"0": "1"}, {"0": "1"})])
    told["certificate"]["cases"] = cases
    yield "many cases of long numbers", sealed(told)
    told = listed([square, square], [({"0": "1"}, {"0": "1"})])
    told["certificate"]["cases"] = [*(k + 1 for k in range(side)), *[None] * (side + 1)]
    yield "faces with many corners", sealed(told)


def dense(size: int) -> Any:
    """Return a list with extreme mixes that use all rows, each with columns of its own to fix it.

    The first column is worth 0 whatever the mix; a column that belongs to a mix is worth 0 against
    it, and less against all others: they lie on a sphere, and it is the plane that touches it
    there, tilted a little.
    """
    base = [1 + i * i for i in range(size)]
    weights = [[*base[k:], *base[:k]] for k in range(size)]
    columns: list[list[int]] = [[0] * size]
    for own in weights:
        total, square = sum(own), sum(w * w for w in own)
        for turn in range(size - 1):
            line = [total * w - square for w in own]
            line[turn], line[turn + 1] = line[turn] + own[turn + 1], line[turn + 1] - own[turn]
            columns.append(line)
    table = [list(row) for row in zip(*columns, strict=True)]
    zero = [[0] * len(columns) for _ in range(size)]
    mixes = [
        ({str(i): f"{w}/{sum(own)}" for i, w in enumerate(own)}, {"0": "1"}) for own in weights
    ]
    told = listed([zero, table], mixes)
    told["components"][0]["subsets"] = [[k + 1 for k in range(len(mixes))]]
    return told


# ---------------------------------------------------------------------- binary choices


def _pairs(size: int) -> Iterator[tuple[str, bytes]]:
    many = min(4000, max(12, size // 20))
    yield "a cube of indifference before many choices", sealed(cube(many, 10))
    told = cube(many, 10)
    told["certificate"]["form"]["payoffs"] = []
    yield "many choices that pay nothing", sealed(told)
    told = cube(12, 1)
    case: Any = {"found": 0}
    for _ in range(min(size, 300)):
        case = {"settled": [["two", {"b0": "x"}]], "split": ["one", "a0", case, case, {"found": 1}]}
        if len(json.dumps(case)) > 10**6:
            break
    told["certificate"]["tree"] = case
    yield "cases in cases", sealed(told)


def cube(many: int, ties: int) -> Any:
    """Return a list of one game: the first seat's choices meet all of the second's, which tie."""
    cells = {"one": [[f"a{k}", ["x", "y"], 0] for k in range(many)]}
    cells["two"] = [[f"b{k}", ["x", "y"], 0] for k in range(ties)]
    payoffs = [
        [2 * i + 2, 2 * j + 2, [[1 + (i * j) % 5], []]] for i in range(many) for j in range(ties)
    ]
    payoffs += [[2 * i + 2, 0, [[-500], []]] for i in range(many)]
    form: Any = {"seats": SEATS, "cells": cells, "denominator": [1], "payoffs": payoffs}
    mix = {"x": "1", "y": "0"}
    table = {seat: {view: mix for view, *_ in cells[seat]} for seat in SEATS}
    told = [{"payoffs": ["0", "0"], "strategies": table}]
    settled = [["one", {f"a{k}": ["x", {f"a{k}": -1}] for k in range(many)}]]
    held = {"form": form, "alike": {}, "tree": {"settled": settled, "found": 0}}
    document: Any = {"schema": "sabot/pair-equilibria/1", "game": "", "seats": SEATS, "count": 1}
    document |= {"unique": dict.fromkeys(SEATS), "equilibria": told, "certificate": held}
    return document | {"components": [{"dimension": 0, "equilibria": [1]}]}


# ---------------------------------------------------------------------- one equilibrium


def _seats(size: int) -> Iterator[tuple[str, bytes]]:
    many = max(2, size // 20)
    names = [str(k) for k in range(many)]
    cells = {"one": [["-", names, 0]], "two": [["-", ["x"], 0]]}
    table = {"one": {"-": _coprime(names)}, "two": {"-": {"x": "1"}}}
    told: Any = {"game": "", "seats": SEATS, "payoffs": ["0", "0"], "gains": ["0", "0"]}
    told |= {"strategies": table, "unique": dict.fromkeys(SEATS), "method": "", "seconds": 0}
    form: Any = {"kind": "seats", "cells": cells, "denominator": 1, "payoffs": []}
    profile = told | {
        "schema": "sabot/profile/1",
        "iterations": 0,
        "ended": "",
        "equilibrium": False,
    }
    yield (
        "a profile whose chances have nothing in common",
        sealed(profile | {"certificate": {"form": form}}),
    )
    rooted = told | {"schema": "sabot/field-profile/1", "equilibrium": True}
    rooted |= {"root": {"root_of": [-2, 0, 1], "between": ["1", "2"]}, "payoffs": ["0", "0"]}
    digits = min(3900, max(2, size // 4))
    for what, mixes in (
        ("whose chances have nothing in common", _coprime(names)),
        (
            "of long numbers",
            {name: f"(t - 1)/{odd(k, 3 * digits)}" for k, name in enumerate(names)},
        ),
        (
            "of near ties",
            {name: f"({10**digits + k}*t - {10**digits})/7" for k, name in enumerate(names)},
        ),
    ):
        table_of = {"one": {"-": mixes}, "two": {"-": {"x": "1"}}}
        yield (
            f"an equilibrium in a field {what}",
            sealed(rooted | {"strategies": table_of, "certificate": {"form": form}}),
        )
    general = {"kind": "general", "cells": cells, "denominators": [1, 1], "payoffs": []}
    nash = told | {"schema": "sabot/nash/1", "off_path": {"one": [], "two": []}}
    yield (
        "an equilibrium of sequences whose chances have nothing in common",
        sealed(nash | {"certificate": {"form": general}}),
    )
    chain = [[str(k), ["x", "y"], 2 * k] for k in range(many)]
    long = {str(k): {"x": f"1/{odd(k)}", "y": f"{odd(k) - 1}/{odd(k)}"} for k in range(many)}
    form = form | {"cells": cells | {"one": chain}}
    yield (
        "a profile of one choice after the other",
        sealed(profile | {"strategies": table | {"one": long}, "certificate": {"form": form}}),
    )
    deep = general | {"cells": {"one": chain, "two": chain}}
    sure = {str(k): {"x": "1"} for k in range(many)}
    evidence = {"form": deep, "cases": [None]}
    claims = nash | {"unique": {"one": True, "two": None}, "strategies": {"one": sure, "two": sure}}
    away = [str(k) for k in range(1, many)]
    claims |= {"off_path": {"one": away, "two": away}, "certificate": evidence}
    yield "a tree with many pure strategies", sealed(claims)


# ---------------------------------------------------------------------- real hands


def _hands(size: int) -> Iterator[tuple[str, bytes]]:
    digits = min(max(2, size // 30), 3900)
    ends = [{"pays": [f"1/{odd(k, 3 * digits)}", f"-1/{odd(k, 3 * digits)}"]} for k in range(32)]
    yield "amounts with nothing in common", sealed(theorem(ends))
    power = f"(t+{10 ** min(digits, 900)})**40"
    ends = [{"pays": [power, f"-{power}"]} for _ in range(32)]
    yield "amounts of long polynomials", sealed(theorem(ends))
    told = theorem([{"pays": ["1", "-1"]}] * 2)
    cut = "+".join(f"(t+{k})**30/{odd(k)}" for k in range(min(40, digits)))
    cuts = [*[[f"{cut}+{k}", "0"] for k in range(min(200, digits))], ["1", "1"]]
    told["pieces"][0]["thresholds"]["one"]["-"] = cuts
    yield "many long cuts", sealed(told)
    yield "what is free by an amount beyond the floats", sealed(free(min(digits, 390)))


def theorem(ends: list[Any]) -> Any:
    """Return a theorem on one turn with some ends, in which all hands take the first action."""
    actions = [str(k) for k in range(len(ends))]
    form: Any = {"turn": "one", "view": "-", "actions": actions, "after": ends}
    paid = ends[0]["pays"]
    piece: Any = {"from": 0, "to": 1, "value": paid[0], "payoffs": paid, "below": [1], "order": []}
    piece |= {"thresholds": {"one": {"-": [["1", "0"]]}, "two": {}}, "inequalities": []}
    piece |= {"unique": dict.fromkeys(SEATS)}
    from sabot.certify.parametric.inequality import REASONS

    told: Any = {"schema": "sabot/threshold-proof/1", "game": "", "parameter": "t", "seats": SEATS}
    told |= {"domain": {"from": 0, "to": 1}, "form": form, "pieces": [piece], "reasons": REASONS}
    return told


def free(digits: int) -> Any:
    """Return an equilibrium in which what is free lets another seat gain beyond the floats."""
    much, gain = f"16{'0' * digits}", f"1{'0' * digits}"
    bet = {"in": SEATS, "paid": [much, much], "better": "0"}
    call: Any = {"turn": "two", "view": "raise", "actions": ["call", "fold"]}
    call |= {"after": [bet, {"pays": ["0", "0"]}]}
    form: Any = {"turn": "one", "view": "-", "actions": ["raise", "pass"]}
    form |= {"after": [call, {"pays": ["0", "0"]}]}
    cuts = {"one": {"-": [["1/2", "pass"], ["1", "raise"]]}, "two": {"raise": [["1", "fold"]]}}
    moved = {"seat": "one", "view": "-", "action": "raise", "instead": "pass"}
    moved |= {"from": "0", "to": "1", "mass": "1/2", "spread": "any"}
    told: Any = {"schema": "sabot/equilibrium/1", "game": "", "seats": SEATS, "bound": gain}
    told |= {"payoffs": ["0", "0"], "gains": ["0", gain], "method": "", "seconds": 0}
    return told | {"thresholds": cuts, "certificate": {"form": form}, "free": [moved]}
