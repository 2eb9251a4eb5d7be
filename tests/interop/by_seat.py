"""Files on games with payoffs by seat: honest ones of every sort of evidence, and forgeries.

Games of binary choices are written by hand here, by the gains of the seats *one* and *two*. In a
docstring, ``2 - 4b`` is a gain by the chance of the second action at the view ``b``.
"""

import copy
import functools
import json
import random
import tempfile
from pathlib import Path
from typing import Any

from tests.interop import edits
from tools import by_hand
from tools.forge_seats import TREE

import sabot

NASH, ALL_NASH = "sabot/nash/1", "sabot/equilibria/3"
PAIRS, PAIR_THEOREM = "sabot/pair-equilibria/1", "sabot/pair-proof/1"
NASH_THEOREM = "sabot/nash-proof/1"

NEVER, HALF, ALWAYS = by_hand.NEVER, by_hand.HALF, by_hand.ALWAYS
SEATS = by_hand.SEATS
PAYS, MIXES = "matrix([[4|-1,-1|1],[-1|2,1|-1]])", "matrix([[2|1,0|0],[0|0,1|2]])"
CONTINUA = [["1|1", "1|1", "0|0"], ["0|0", "0|0", "2|2"]]
HALF_UNIQUE = [["0|0", "0|0", "-1|1"], ["1|2", "1|2", "0|-1"]]
HAWKS = "matrix([[t/2-2|t/2-2,t|0],[0|t,t/2|t/2]], t=*)"
IRRATIONAL = "matrix([[t|1,0|0],[2|0,t**2|t]], t=*)"
TIES = "matrix([[t|1,t|1,0|0],[0|0,0|0,2|t]], t=*)"
COMMISSION = "baccara(model=A1, commission={})"
TO_ROOT = {"root_of": [-2, 0, 1], "between": ["1", "2"]}


def written(told):
    """Return a document as a file holds it, sealed."""
    return edits.sealed(json.loads(json.dumps(told)))


def random_table(by_seed):
    """Return a small table of pairs, often with ties."""
    rows, columns, most = by_seed.randint(1, 4), by_seed.randint(2, 4), by_seed.choice([1, 2, 5])
    return [
        [f"{by_seed.randint(-most, most)}|{by_seed.randint(-most, most)}" for _ in range(columns)]
        for _ in range(rows)
    ]


@functools.cache
def tables(count=12):
    """Return tables whose payoffs have no constant sum, by a seed."""
    by_seed, found = random.Random("tables of pairs"), []
    while len(found) < count:
        table = random_table(by_seed)
        if sabot.equilibria(table).to_json()["schema"] == ALL_NASH:
            found.append(table)
    return found


def _of_tree(find):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tree.efg"
        path.write_text(TREE, encoding="utf-8")
        return written(find(str(path)).to_json() | {"game": "a tree"})


# ---------------------------------------------------------------------- games by their gains


def payoffs(one, two):
    """Return payoffs by which ``one`` are the gains of the first seat, ``two`` of the second.

    A gain is a list: what is gained alone, then the part of each choice of the other seat; each a
    polynomial, or a number.
    """
    found = {}

    def put(i, j, seat, amount):
        told = amount if isinstance(amount, list) else [amount] if amount else []
        if any(told):
            found.setdefault((i, j), [[], []])[seat] = told

    for k, (alone, *parts) in enumerate(one):
        put(2 * k + 2, 0, 0, alone)
        for c, part in enumerate(parts):
            put(2 * k + 2, 2 * c + 2, 0, part)
    for c, (alone, *parts) in enumerate(two):
        put(0, 2 * c + 2, 1, alone)
        for k, part in enumerate(parts):
            put(2 * k + 2, 2 * c + 2, 1, part)
    return [[i, j, both] for (i, j), both in sorted(found.items())]


def pair_list(cells, paid, tree, sets, unique, alike=None):
    """Return all equilibria of a game of choices: *sets* are a dimension and equilibria each."""
    told = [by_hand.equilibrium(cells, *one) for _, found in sets for one in found]
    places, parts = iter(range(1, len(told) + 1)), []
    for dimension, found in sets:
        parts.append({"dimension": dimension, "equilibria": [next(places) for _ in found]})
    whole = {"schema": PAIRS, "game": "by hand", "seats": SEATS, "count": len(told)}
    whole |= {"unique": dict(zip(SEATS, unique, strict=True)), "equilibria": told}
    held = {"form": by_hand.form_of(cells, paid), "alike": alike or {}, "tree": tree, "digest": ""}
    return written(whole | {"components": parts, "certificate": held})


def part_of(cells, found, unique, tree):
    """Return a piece or a breakpoint, without its ends."""
    told = [by_hand.equilibrium(cells, *one) for one in found]
    part = {"gains": ["0", "0"], "unique": dict(zip(SEATS, unique, strict=True))}
    part |= {"count": len(told), "tree": tree} | told[0]
    return part | ({"others": told[1:]} if told[1:] else {})


def settled(**choices):
    """Return the start of a case in which some choices of the second seat are settled."""
    return {"settled": [["two", choices]]}


def dead(multiple):
    """Return the end of a case that the gain at ``a`` does not allow."""
    return {"dead": ["one", {"a": multiple}]}


def idle():
    """The second seat is paid nothing at both of its views: a square of equilibria."""
    tree = {"settled": [["one", {"a": ["t", {"a": 1}]}]], "found": 0}
    corners = [[one, two] for one in (NEVER, ALWAYS) for two in (NEVER, ALWAYS)]
    found = [(["1", "0"], [ALWAYS], corner) for corner in corners]
    paid = payoffs([[1, 0, 0]], [[0, 0], [0, 0]])
    return pair_list((["a"], ["b", "c"]), paid, tree, [(2, found)], [True, False])


def edges():
    """Gains 2 - 4b - c at a, 1 - 2a at b, 0 at c: three segments, one with ends inside edges."""
    middle = {"cut": ["b", settled(b="t") | dead(-1), {"found": 1}, settled(b="h") | dead(1)]}
    tree = {
        "split": [
            "one",
            "a",
            settled(b="t") | {"found": 0},
            middle,
            settled(b="h") | {"found": 2},
        ]
    }
    quarter = ("3/4", "1/4")
    sets = [
        (1, [(["0", "1"], [NEVER], [ALWAYS, NEVER]), (["0", "1"], [NEVER], [ALWAYS, ALWAYS])]),
        (1, [(["0", "0"], [HALF], [HALF, NEVER]), (["0", "0"], [HALF], [quarter, ALWAYS])]),
        (1, [(["2", "0"], [ALWAYS], [NEVER, NEVER]), (["1", "0"], [ALWAYS], [NEVER, ALWAYS])]),
    ]
    paid = payoffs([[2, -4, -1]], [[1, -2], [0, 0]])
    return pair_list((["a"], ["b", "c"]), paid, tree, sets, [False, False])


def half_edge(middle=None):
    """Gains 1 - 2b at a, 2a at b, 2a - 1 at c: a segment that ends where a is indifferent too."""
    below = {"cut": ["c", *(settled(b="t") | dead(-1) for _ in range(3))]}
    cut = {"cut": ["b", below, middle or {"outside": True}, settled(b="t") | dead(-1)]}
    tree = {"split": ["one", "a", settled(c="h") | {"found": 0}, cut, settled(b="t") | dead(-1)]}
    found = [(["0", "0"], [NEVER], [ALWAYS, NEVER]), (["0", "0"], [NEVER], [HALF, NEVER])]
    paid = payoffs([[1, -2, 0]], [[0, 2], [-1, 2]])
    return pair_list((["a"], ["b", "c"]), paid, tree, [(1, found)], [True, False])


def at_point(case, sets=None):
    """Gains 1 - 2b at a, 2a - 1 at b, 1 at c: at the one point of the cut, *case*."""
    cut = {"cut": ["b", settled(b="h") | dead(1), case, settled(b="t") | dead(-1)]}
    tree = {"split": ["one", "a", settled(b="h") | dead(1), cut, settled(b="t") | dead(-1)]}
    found = sets or [(0, [(["0", "1"], [HALF], [HALF, ALWAYS])])]
    paid = payoffs([[1, -2, 0]], [[-1, 2], [1, 0]])
    return pair_list((["a"], ["b", "c"]), paid, tree, found, [True, True])


def alike():
    """Two views of the second seat that differ by a factor of 3: a mean that can be spread."""
    high, low = settled(b="h") | dead(1), settled(b="t") | dead(-1)
    tree = {"split": ["one", "a", high, {"cut": ["b", high, {"found": 0}, low]}, low]}
    paid = payoffs([[4, -2, -6]], [[-1, 2], [-3, 6]])
    sets = [(1, [(["0", "0"], [HALF], [HALF, HALF])])]
    both = {"two": [["b", "c"]]}
    return pair_list((["a"], ["b", "c"]), paid, tree, sets, [True, False], both)


CROSSING = (["a"], ["b", "c", "d"])
"""Gains 1 + 2b - 2c at a, 1 - 3a at b, t - 3a at c, 2 - 3a at d: b and c meet at t = 1."""
CROSSING_PAYS = [[[1], [2], [-2], []]], [[[1], [-3]], [[0, 1], [-3]], [[2], [-3]]]
THIRD, BY_T = ("2/3", "1/3"), ("1 - t/3", "t/3")
FIRST = (["0", "t"], [THIRD], [HALF, ALWAYS, ALWAYS])
SECOND = (["0", "(t+1)/2"], [THIRD], [NEVER, HALF, ALWAYS])
LAST = (["1", "0"], [ALWAYS], [NEVER, NEVER, NEVER])


def crossing(*, twice=False, to="3/2"):
    """Return a theorem whose first breakpoint has more equilibria, perhaps each *twice*."""
    low, high = settled(b="t", c="t") | dead(1), settled(b="h", c="h") | dead(1)
    ends = [settled(b="h", c="h", d="h") | {"found": k} for k in range(3)]

    def tree(at_b, above, end):
        return {"split": ["one", "a", low, {"cut": ["b", low, at_b, above]}, end]}

    between = settled(b="h", c="t") | dead(-1)
    cut = {"cut": ["c", between, settled(b="h", d="t") | {"found": 1}, high]}
    inside = tree(settled(c="t", d="t") | {"found": 0}, cut, ends[2])
    found = [FIRST, (["0", "2-t"], [BY_T], [NEVER, HALF, ALWAYS]), LAST]
    both, at = settled(d="t") | {"found": 0}, [FIRST, SECOND, LAST]
    start = tree(both, high, ends[1])
    if twice:
        again = {
            "cut": ["c", {"cut": ["d", high, high, high]}, settled(d="t") | {"found": 1}, high]
        }
        start = tree(both, again, ends[2])
        at = [FIRST, SECOND, (["0", "(5-3*t)/2"], [BY_T], [HALF, ALWAYS, ALWAYS])]
        at += [(["0", "2-t"], [BY_T], [NEVER, HALF, ALWAYS]), LAST]
    piece = part_of(CROSSING, found, [False, False], inside)
    told: dict[str, Any] = {
        "schema": PAIR_THEOREM,
        "game": "by hand",
        "seats": SEATS,
        "parameter": "t",
    }
    told |= {"domain": {"from": 1, "to": to, "whole": False}, "alike": {}, "digest": ""}
    told |= {"form": by_hand.form_of(CROSSING, payoffs(*CROSSING_PAYS))}
    points = [part_of(CROSSING, at, [False, False], start) | {"at": 1}, piece | {"at": to}]
    return written(told | {"pieces": [piece | {"from": 1, "to": to}], "breakpoints": points})


def crossing_at_one():
    """The same at the whole number 1 alone, each equilibrium twice, by formulas that differ."""
    told = crossing(twice=True)
    point = told.pop("breakpoints")[0]
    point.pop("at")
    told["domain"] = {"from": 1, "to": 1, "whole": True}
    return written(told | {"pieces": [point | {"from": 1, "to": 1}]})


def theorem(low, high):
    """Return the theorem of tools/by_hand over real numbers, with other ends."""
    told = by_hand.theorem(whole=False)
    for holder in (told["domain"], told["pieces"][0]):
        holder |= {"from": low, "to": high}
    told["breakpoints"][0]["at"], told["breakpoints"][1]["at"] = low, high
    return written(told)


# ---------------------------------------------------------------------- what is checked

HONEST = {
    "alone": lambda: written(sabot.solve(PAYS).to_json()),
    "not alone": lambda: written(sabot.solve(MIXES).to_json()),
    "half alone": lambda: written(sabot.solve(HALF_UNIQUE).to_json()),
    "raked kuhn": lambda: written(sabot.solve("kuhn-poker(rake=1/20)").to_json()),
    "tree by seat": lambda: _of_tree(sabot.solve),
    "commission": lambda: written(sabot.solve(COMMISSION.format("1/20")).to_json()),
    "all": lambda: written(sabot.equilibria(MIXES).to_json()),
    "continua": lambda: written(sabot.equilibria(CONTINUA).to_json()),
    "all of half": lambda: written(sabot.equilibria(HALF_UNIQUE).to_json()),
    "all of a tree": lambda: _of_tree(sabot.equilibria),
    "part": lambda: written(sabot.equilibria(MIXES, first=1).to_json()),
    "pair of pennies": by_hand.pennies,
    "three": by_hand.three,
    "idle": idle,
    "edges": edges,
    "half an edge": half_edge,
    "alike": alike,
    "pairs of cards": lambda: written(sabot.equilibria(COMMISSION.format("1/20")).to_json()),
    "pairs for whole numbers": lambda: by_hand.theorem(whole=True),
    "pairs for real numbers": lambda: by_hand.theorem(whole=False),
    "pairs from a root": lambda: theorem(TO_ROOT, 3),
    "pairs to a root": lambda: theorem("-1/2", TO_ROOT),
    "pairs that cross": crossing,
    "hawks for all": lambda: written(sabot.prove(HAWKS, low="-inf").document),
    "from a root to a root": lambda: written(sabot.prove(IRRATIONAL, low=1, high=3).document),
    "ties for all": lambda: written(sabot.prove(TIES, low="-1/2").document),
    "pairs by commission": lambda: written(sabot.prove(COMMISSION.format("*")).document),
}
"""Small files, by what they are called in a test."""

LARGER = {
    "raked leduc": lambda: written(sabot.solve("leduc-poker(rake=1/20)").to_json()),
    "pairs of a deck": lambda: written(
        sabot.equilibria("baccara(model=B1, decks=1, commission=1/20)").to_json()
    ),
    "spread over views": lambda: written(
        sabot.equilibria("baccara(model=A3, commission=1/20)").to_json()
    ),
    "pairs by decks": lambda: written(
        sabot.prove("baccara(model=B1, decks=*, commission=1/20)").document
    ),
    "pairs with a root": lambda: written(
        sabot.prove("baccara(model=B3, decks=6, commission=*)").document
    ),
}
"""Files that take longer to make, or to check."""


def corpus(schema):
    """Return honest files of a kind, those of random tables among them."""
    made = [make() for make in HONEST.values()]
    if schema in (NASH, ALL_NASH):
        find = sabot.solve if schema == NASH else sabot.equilibria
        made += [written(find(table).to_json()) for table in tables()]
    return [told for told in made if told["schema"] == schema]


def changed(name, *steps):
    """Return an honest file with some values replaced (path, value), sealed again."""
    forged = copy.deepcopy(HONEST[name]())
    for path, value in steps:
        holder = edits.reach(forged, path[:-1])
        if value is ...:
            del holder[path[-1]]
        else:
            holder[path[-1]] = value
    return edits.sealed(forged)


TREE_AT = ("certificate", "tree")
FORGERIES = {
    "a gain that is not 0": lambda: changed("alone", (("gains", 0), "1/7")),
    "another that is the same": lambda: changed(
        "not alone",
        (
            ("certificate", "another", "row"),
            {"row": {"-": {"1": "1"}}, "column": {"-": {"1": "1"}}},
        ),
    ),
    "a view too many among the others": lambda: changed(
        "pairs that cross", (("pieces", 0, "others", 0, "strategies", "one", "x"), {"y": "1"})
    ),
    "unique without evidence": lambda: changed("alone", (("certificate", "cases"), ...)),
    "evidence without a claim": lambda: changed(
        "alone", (("unique",), {"row": None, "column": None})
    ),
    "cases that stop": lambda: changed("alone", (("certificate", "cases"), [1, None])),
    "no cases at all": lambda: changed("alone", (("certificate", "cases"), [None])),
    "sequences of a table": lambda: changed(
        "alone", (("certificate", "cases"), ...), (("certificate", "sequences"), [None])
    ),
    "no shifts at an end": lambda: changed("raked kuhn", (("certificate", "sequences"), [[]])),
    "one end for all sequences": lambda: changed(
        "raked kuhn", (("certificate", "sequences"), [None])
    ),
    "choices without alike": lambda: changed(
        "commission", (("certificate", "choices", "alike"), {})
    ),
    "an equilibrium left out": lambda: changed(
        "all",
        (("equilibria", 2), ...),
        (("count",), 2),
        (("components", 2), ...),
    ),
    "a part that is called complete": lambda: changed("part", (("complete",), True)),
    "a part that does not say so": lambda: changed("part", (("complete",), ...)),
    "a part with an end for all": lambda: changed("part", (("certificate", "cases"), [None])),
    "a part with components": lambda: changed(
        "part", (("components",), [{"dimension": 0, "subsets": [[1]]}])
    ),
    "a part called unique": lambda: changed("part", (("unique",), {"row": True, "column": True})),
    "a part called not unique": lambda: changed(
        "part", (("unique",), {"row": False, "column": False})
    ),
    "a part with a pair that is none": lambda: changed(
        "part", (("equilibria", 0, "strategies", "column", "-"), {"1": "1/2", "2": "1/2"})
    ),
    "all without cases": lambda: changed("all", (("certificate", "cases"), ...)),
    "all without cases as a part": lambda: changed(
        "all", (("certificate", "cases"), ...), (("complete",), False)
    ),
    "a mean listed as extreme": lambda: changed(
        "continua", (("equilibria", 0, "strategies", "column", "-"), {"1": "1/2", "2": "1/2"})
    ),
    "components in one": lambda: changed(
        "continua", (("components",), [{"dimension": 1, "subsets": [[1, 2], [3], [4, 5]]}])
    ),
    "a subset that is not maximal": lambda: changed(
        "continua", (("components", 0, "subsets"), [[1]])
    ),
    "a dimension too high": lambda: changed("continua", (("components", 0, "dimension"), 2)),
    "found twice by two cuts": lambda: edits.sealed(by_hand.three(twice=True)),
    "found twice at a breakpoint": lambda: crossing(twice=True),
    "found twice at a whole number": crossing_at_one,
    "found where the second seat must mix": lambda: at_point(
        {
            "settled": [["two", {"c": "t"}]],
            "split": ["two", "b", {"found": 0}, {"found": 1}, {"found": 2}],
        }
    ),
    "found at a mix of chance 0": lambda: half_edge(settled(c="h") | {"found": 1}),
    "a true point called outside": lambda: at_point({"outside": True}),
    "outside at no cut": lambda: changed(
        "pair of pennies", ((*TREE_AT, "split", 2), {"outside": True})
    ),
    "no multiples": lambda: changed(
        "pair of pennies", ((*TREE_AT, "split", 2, "dead"), ["one", {}])
    ),
    "a multiple of 0": lambda: changed(
        "pair of pennies", ((*TREE_AT, "split", 2, "dead"), ["one", {"a": 0}])
    ),
    "corners in another order": lambda: changed(
        "idle",
        (("equilibria", 1), idle()["equilibria"][2]),
        (("equilibria", 2), idle()["equilibria"][1]),
    ),
    "alike, called unique": lambda: changed("alike", (("unique", "two"), True)),
    "alike, of another factor": lambda: changed(
        "alike", (("certificate", "form", "payoffs", 4, 2, 1), [5])
    ),
    "a strategy that leaves out 0": lambda: changed(
        "idle", (("equilibria", 0, "strategies", "one", "a", "h"), ...)
    ),
    "other equilibria, none": lambda: changed(
        "pairs for real numbers", (("pieces", 0, "others"), [])
    ),
    "real numbers without breakpoints": lambda: changed(
        "pairs for real numbers", (("breakpoints",), ...)
    ),
    "from no end": lambda: changed(
        "pairs for real numbers",
        (("domain", "from"), None),
        (("pieces", 0, "from"), None),
        (("breakpoints", 0), ...),
    ),
    "a formula that is right at whole numbers": lambda: changed(
        "pairs for whole numbers",
        (("domain", "to"), 2),
        (("pieces", 0, "to"), 2),
        (("pieces", 0, "payoffs", 0), "(t-1)/5"),
    ),
    "a number where it is one value": lambda: changed(
        "pairs for whole numbers",
        (("domain", "to"), 1),
        (("pieces", 0, "to"), 1),
        (("pieces", 0, "payoffs"), ["0", "0"]),
    ),
    "a pole at an end": lambda: theorem(-3, 3),
}
"""Files that must be refused, and which both call refused or both not well-formed."""
