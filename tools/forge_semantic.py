"""Forgeries by somebody who knows what the files mean, and whether one of them is believed.

    python -m tools.forge_semantic [--count N] [--seed S]

Not letters are changed but claims, with everything that belongs to them made to fit: another
strategy in the place of an optimal one with the value that it secures, the roles of the players
exchanged, uniqueness claimed with the evidence of another player or game, a list without one of its
entries, other components, dimensions, families or domains, pieces in each other's place. The file
is sealed again. It must be refused; or what it says must be true by the solvers, and what is
printed of it may change only with what is proved. Anything else is reported: the exit code is 1.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import sys
import tempfile
import zlib
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import product
from math import lcm
from pathlib import Path
from typing import Any

from tools.forge import Source, fate, parts, read, seal, sources
from tools.printed import outputs

import sabot
from sabot import certify
from sabot.errors import SabotError

PRIMES = (3, 5, 101, 16_777_213)


def games(count: int, seed: int) -> list[Source]:
    """Return solutions and lists of small random games: many are degenerate."""
    dice = random.Random(seed)
    found = []
    with tempfile.TemporaryDirectory() as folder:
        many = [_for_three(Path(folder) / f"{number}.nfg", dice) for number in range(count // 6)]
    for number in range(count):
        rows, columns = dice.randrange(2, 4), dice.randrange(2, 4)
        zero_sum = [[dice.randrange(-1, 2) for _ in range(columns)] for _ in range(rows)]
        both = [
            [(dice.randrange(3), dice.randrange(3)) for _ in range(columns)] for _ in range(rows)
        ]
        made = {
            f"matrix {number}": sabot.solve(zero_sum).to_json(),
            f"list {number}": sabot.equilibria(zero_sum).to_json(),
            f"nash {number}": sabot.solve(both).to_json(),
            f"every {number}": sabot.equilibria(both).to_json(),
        }
        if number < count // 3:
            made[f"correlated {number}"] = sabot.correlated(both, vertices=True).to_json()
            made[f"properties {number}"] = sabot.properties(both).to_json()
            made[f"perfect {number}"] = sabot.equilibria(both, refine="perfect").to_json()
        if number < len(many):
            made[f"three {number}"] = many[number]
        for name, document in made.items():
            text = json.dumps(document | ({"seconds": 0.0} if "seconds" in document else {}))
            found.append(Source(name, text, certify.check(read(text))))
    return found


def _for_three(path: Path, dice: random.Random) -> Any:
    """Return the list of all equilibria of a random game for three: large numbers, few ties."""
    amounts = " ".join(str(dice.randrange(100)) for _ in range(24))
    path.write_text(f'NFG 1 R "" {{ "A" "B" "C" }} {{ 2 2 2 }} {amounts} ', encoding="utf-8")
    document: Any = sabot.equilibria(str(path)).to_json()
    return certify.sealed(document | {"game": path.stem})


def _mix(actions: list[str], dice: random.Random) -> dict[str, str]:
    """Return a mix: pure, even over some actions, or of small fractions."""
    chosen = dice.sample(actions, dice.randrange(1, len(actions) + 1))
    weights = [dice.choice((1, 1, 1, 2, 3)) for _ in chosen]
    return {a: str(Fraction(w, sum(weights))) for a, w in zip(chosen, weights, strict=True)}


def _strategies(document: Any) -> list[dict[str, Any]]:
    """Return every object in a document that gives strategies by player."""
    return [
        part["strategies"]
        for _, part in parts(document)
        if isinstance(part, dict) and isinstance(part.get("strategies"), dict)
    ]


def _tables(document: Any) -> list[dict[str, Any]]:
    """Return every strategy of one player, also those of a list."""
    found = [table for both in _strategies(document) for table in both.values()]
    for _, part in parts(document):
        if isinstance(part, dict):
            found += [one for one in part.get("vertices", ()) if isinstance(one, dict)]
            found += [
                part[key] for key in ("another", "against") if isinstance(part.get(key), dict)
            ]
    return [table for table in found if isinstance(table, dict) and table]


def another_strategy(document: Any, dice: random.Random, _: Any) -> None:
    """Play another mix at one information set."""
    table = dice.choice(_tables(document))
    view = dice.choice(list(table))
    if isinstance(table[view], dict):
        names = sorted({a for one in _tables(document) for a in one.get(view, {})})
        table[view] = _mix(names or list(table[view]), dice)


def other_players_part(document: Any, dice: random.Random, _: Any) -> None:
    """Exchange the parts of two players in one object, or in all."""
    seats = [s for s in document.get("seats", ()) if isinstance(s, str)]
    held = [
        part
        for _, part in parts(document)
        if isinstance(part, dict) and set(seats[:2]) <= part.keys()
    ]
    for part in held if dice.random() < 0.3 else [dice.choice(held)] if held else []:
        part[seats[0]], part[seats[1]] = part[seats[1]], part[seats[0]]


def players_in_other_order(document: Any, dice: random.Random, _: Any) -> None:
    """Name the second player first, perhaps with the other sign of the value."""
    if isinstance(document.get("seats"), list):
        document["seats"].reverse()
    else:
        document["seats"] = dict(reversed(document["seats"].items()))
    if "value" in document and dice.random() < 0.7:
        document["value"] = str(-Fraction(document["value"]))
        if isinstance(document.get("decimal"), float):
            document["decimal"] = -document["decimal"]
    for key in ("payoffs", "gains"):
        if isinstance(document.get(key), list) and dice.random() < 0.5:
            document[key].reverse()


def other_value(document: Any, dice: random.Random, _: Any) -> None:
    """Claim what a player could hope for: another value, payoff or end of an interval."""
    places = [
        (part, key)
        for _, part in parts(document)
        if isinstance(part, dict)
        for key in ("value", "low", "high", "payoffs", "gains", "count", "profiles", "bound")
        if key in part
    ]
    if not places:
        return
    part, key = dice.choice(places)
    old = part[key]
    if isinstance(old, list) and old:
        place = dice.randrange(len(old))
        old[place] = old[(place + 1) % len(old)] if dice.random() < 0.5 else dice.choice("012")
    elif isinstance(old, int):
        part[key] = old + dice.choice((-1, 1))
    elif isinstance(old, str):
        part[key] = dice.choice(("0", "1", "-1", "1/2", f"-({old})", f"{old}+0"))
        if "decimal" in part and not set(part[key]) & set("(+"):
            part["decimal"] = float(Fraction(part[key]))


def uniqueness(document: Any, dice: random.Random, other: Any) -> None:
    """Turn a claim of uniqueness round, with evidence of the right kind."""
    places = [
        part
        for _, part in parts(document)
        if isinstance(part, dict) and isinstance(part.get("unique"), dict)
    ]
    if not places:
        return
    part = dice.choice(places)
    seats = list(part["unique"])
    seat = dice.choice(seats)
    claim = part["unique"][seat] = not part["unique"][seat]
    if isinstance(part.get("unique_behaviour"), dict):
        part["unique_behaviour"][seat] = claim
    held = part.get("certificate")
    if not isinstance(held, dict) or not isinstance(held.get("uniqueness"), dict):
        return
    own = part["strategies"]
    foe = seats[1 - seats.index(seat)]
    if claim:
        evidence: dict[str, Any] = {"prime": dice.choice(PRIMES)}
        if dice.random() < 0.7:
            table = copy.deepcopy(own[foe])
            for view, mix in table.items():
                if isinstance(mix, dict) and mix:
                    table[view] = _mix(list(mix), dice)
            evidence["against"] = table
    else:
        table = copy.deepcopy(own[seat])
        for view, mix in table.items():
            if isinstance(mix, dict) and mix and dice.random() < 0.6:
                table[view] = _mix(list(mix), dice)
        evidence = {"another": table}
    held["uniqueness"][seat] = evidence


def shorter_list(document: Any, dice: random.Random, _: Any) -> None:
    """Leave an entry out of a list, with the numbers and components made to fit."""
    if isinstance(document.get("equilibria"), list) and document["equilibria"]:
        place = dice.randrange(len(document["equilibria"]))
        del document["equilibria"][place]
        document["count"] = len(document["equilibria"])
        for component in document.get("components", []):
            key = "subsets" if "subsets" in component else "equilibria"
            sets = component[key] if key == "subsets" else [component[key]]
            moved = [[n - (n > place + 1) for n in one if n != place + 1] for one in sets]
            moved = [one for one in moved if one]
            component[key] = moved if key == "subsets" else (moved[0] if moved else [])
        components = document.get("components", [])
        document["components"] = [c for c in components if c.get("subsets") or c.get("equilibria")]
        if "unique" in document and dice.random() < 0.5:
            document["unique"] = {s: len(document["equilibria"]) == 1 for s in document["unique"]}
    elif isinstance(document.get("seats"), dict):
        own = dice.choice(list(document["seats"].values()))
        if len(own["vertices"]) > 1:
            del own["vertices"][dice.randrange(len(own["vertices"]))]
            own["count"] = len(own["vertices"])
            document["count"] = 1
            for one in document["seats"].values():
                document["count"] *= one["count"]
            if dice.random() < 0.5:
                own.pop("family", None)


def longer_list(document: Any, dice: random.Random, _: Any) -> None:
    """Add a mixture of two listed entries, or one of them again in other words."""
    if not isinstance(document.get("seats"), dict):
        return
    own = dice.choice(list(document["seats"].values()))
    table = copy.deepcopy(dice.choice(own["vertices"]))
    for view, mix in table.items():
        table[view] = _mix(list(mix), dice)
    own["vertices"].append(table)
    own["count"] = len(own["vertices"])
    document["count"] = 1
    for one in document["seats"].values():
        document["count"] *= one["count"]


def components(document: Any, dice: random.Random, _: Any) -> None:
    """Claim other components: joined, cut apart, or of another dimension."""
    held = document.get("components")
    if not held:
        return
    kind = dice.randrange(3)
    key = "subsets" if "subsets" in held[0] else "equilibria"
    if kind == 0:
        dice.choice(held)["dimension"] += dice.choice((-1, 1))
    elif kind == 1 and len(held) > 1:
        one = held.pop(dice.randrange(len(held)))
        target = dice.choice(held)
        target[key] = target[key] + one[key]
        target["dimension"] = max(target["dimension"], one["dimension"]) + dice.randrange(2)
    else:
        one = dice.choice(held)
        if len(one[key]) > 1:
            last = one[key].pop()
            held.append({"dimension": 0, key: [last]})


def family(document: Any, dice: random.Random, _: Any) -> None:
    """Describe the optimal strategies by another family, domain or condition."""
    places = [
        part
        for _, part in parts(document)
        if isinstance(part, dict) and ("family" in part or "conditions" in part)
    ]
    if not places:
        return
    part = dice.choice(places)
    if "family" in part:
        told = part["family"]
        if dice.random() < 0.5:
            end = dice.choice(("1", "1/2", "1/3", "2/3", "1/4"))
            told["domain"] = [f"{dice.choice(('0', '1/4'))} <= p <= {end}"]
        else:
            view = dice.choice(list(told["choices"]))
            mix = told["choices"][view]
            names = list(mix)
            dice.shuffle(names)
            told["choices"][view] = dict(zip(names, mix.values(), strict=True))
    elif part["conditions"]:
        place = dice.randrange(len(part["conditions"]))
        old = part["conditions"][place]
        part["conditions"][place] = old.replace(">=", "<=") if dice.random() < 0.5 else old + " + 1"


def domain(document: Any, dice: random.Random, _: Any) -> None:
    """Let a theorem, and its first or last piece, speak of more values."""
    told = document.get("domain")
    if not told:
        return
    kind = dice.randrange(3)
    first, last = document["pieces"][0], document["pieces"][-1]
    if kind == 0 and isinstance(told["from"], int):
        told["from"] -= 1
        first["from"] = told["from"]
    elif kind == 1:
        told["to"] = told["to"] + 1 if isinstance(told["to"], int) else None
        last["to"] = told["to"]
    else:
        told["whole"] = not told["whole"]


def pieces(document: Any, dice: random.Random, _: Any) -> None:
    """Put what is claimed of two pieces in each other's place, or move where they meet."""
    held = document.get("pieces", [])
    if len(held) < 2:
        return
    one, two = dice.sample(held, 2)
    if dice.random() < 0.3 and isinstance(one.get("to"), int) and isinstance(two.get("from"), int):
        one["to"] += 1
        two["from"] += 1
        return
    keys = [k for k in one if k in two and k not in ("from", "to")]
    for key in dice.sample(keys, dice.randrange(1, len(keys) + 1)):
        one[key], two[key] = two[key], one[key]


def evidence_of_another(document: Any, dice: random.Random, other: Any) -> None:
    """Take the evidence, the payoffs or the cases of another game."""
    own, theirs = document.get("certificate"), other.get("certificate")
    if isinstance(own, dict) and isinstance(theirs, dict):
        keys = [key for key in own if key in theirs and key != "digest"]
        if keys:
            key = dice.choice(keys)
            own[key] = copy.deepcopy(theirs[key])


def never_reached(document: Any, dice: random.Random, _: Any) -> None:
    """Say of a view that it never comes up, or of one that does not that it does."""
    said = document.get("off_path")
    if not isinstance(said, dict):
        return
    seat = dice.choice(list(said))
    views = list(document["strategies"][seat])
    if said[seat] and dice.random() < 0.5:
        said[seat].pop()
    elif views:
        said[seat].append(dice.choice(views))
    if dice.random() < 0.5:
        document["unreachable"] = {seat: [f"no view {dice.randrange(9)}"]}


def refinement(document: Any, dice: random.Random, _: Any) -> None:
    """Claim another refinement, or of another profile, with trembles that tend to the profile.

    Or claim that the profile is regular.
    """
    if dice.random() < 0.6:
        document["refinement"] = dice.choice(REFINEMENTS)
    held, seats = document["certificate"], document["seats"]
    infosets = held["form"]["infosets"]
    place = dice.randrange(len(document["equilibria"]))
    one = document["equilibria"][place]
    if dice.random() < 0.5:
        for seat in dice.sample(seats, dice.randrange(1, len(seats) + 1)):
            for view, actions in infosets[seat]:
                one["strategies"][seat][view] = _mix(actions, dice)
        one["payoffs"] = [str(amount) for amount in _payoffs_of_tree(document, one["strategies"])]
    for number, listed in enumerate(document["equilibria"]):
        if document["refinement"] == "subgame-perfect":
            held["evidence"][number] = {}
        elif number == place and dice.random() < 0.3:
            mixes = [mix for views in listed["strategies"].values() for mix in views.values()]
            size = sum(len(mix) - 1 for mix in mixes)
            rows = [[dice.randrange(-1, 2) for _ in range(size)] for _ in range(size)]
            held["evidence"][number] = {"regular": rows}
        elif document["refinement"] == "undominated" and len(seats) > 2:
            profiles = len(_ends(held["form"]["nodes"])) // 2
            weights = [[dice.randrange(1, 4) for _ in range(profiles)] for _ in seats]
            held["evidence"][number] = {"beliefs": weights}
        elif number == place or not {"trembles", "regular"} & held["evidence"][number].keys():
            plans = [_plan(infosets[seat], listed["strategies"][seat], dice) for seat in seats]
            held["evidence"][number] = {"trembles": plans}


def _ends(nodes: list[Any]) -> list[Any]:
    return [node for node in nodes if node[0] == "end"]


def _payoffs_of_tree(document: Any, strategies: Any) -> list[Fraction]:
    """Return what a profile pays in the tree of a file."""
    infosets = document["certificate"]["form"]["infosets"]
    nodes = iter(document["certificate"]["form"]["nodes"])
    seats = document["seats"]

    def below() -> list[Fraction]:
        kind, *held = next(nodes)
        if kind == "end":
            return [Fraction(amount) for amount in held]
        if kind == "chance":
            shares = [Fraction(weight, sum(held)) for weight in held]
        else:
            seat = seats[held[0]]
            view, actions = infosets[seat][held[1]]
            mix = strategies[seat][view]
            shares = [Fraction(mix.get(action, 0)) for action in actions]
        paid = [(share, below()) for share in shares]
        return [
            sum((share * amounts[k] for share, amounts in paid), Fraction(0))
            for k in range(len(seats))
        ]

    return below()


def _plan(infosets: list[Any], strategy: Any, dice: random.Random) -> list[list[int]]:
    """Return trembles of a player whose information sets all come first: one after the other."""
    plan: list[list[int]] = [[]]
    whole = 1
    for view, actions in infosets:
        mix = [Fraction(strategy[view].get(action, 0)) for action in actions]
        whole *= lcm(*(share.denominator for share in mix))
    plan[0] = [whole, 0, 0, 0]
    for view, actions in infosets:
        mix = [Fraction(strategy[view].get(action, 0)) for action in actions]
        own = [[int(whole * share), 0, 0, 0] for share in mix]
        played = next(k for k, share in enumerate(mix) if share)
        for k, share in enumerate(mix):
            if not share:
                power, weight = dice.randrange(1, 4), dice.randrange(1, 3)
                own[k][power] += weight
                own[played][power] -= weight
        plan += own
    return plan


def properties(document: Any, dice: random.Random, _: Any) -> None:
    """Claim another property, with the parts that belong to such a claim."""
    kind = dice.randrange(7)
    potential, modular = document["potential"], document["supermodularity"]
    profiles = list(
        product(*(range(len(document["pure_strategies"][s])) for s in document["seats"]))
    )
    if kind == 0:
        potential["kind"] = dice.choice(("exact", "weighted", "ordinal", "generalized ordinal"))
        potential["values"] = [str(dice.randrange(4)) for _ in profiles]
        weighted = potential["kind"] == "weighted"
        potential["weights"] = ["1", "2", "1"][: len(document["seats"])] if weighted else None
    elif kind == 1:
        steps = dice.sample(profiles, min(4, len(profiles)))
        potential |= {"kind": "none", "values": None, "weights": None, "four_cycles": []}
        potential["cycle"] = [list(profile) for profile in steps]
    elif kind == 2:
        orders = [dice.sample(range(n), n) for n in _sizes(document)]
        modular |= {"verdict": dice.choice(("as listed", "reordered")), "orders": orders}
        least, greatest = (dice.choice(document["pure_equilibria"]) for _ in range(2))
        modular |= {"least": least, "greatest": greatest}
    elif kind == 3:
        document["symmetry"] |= {"verdict": "no", "orders": None}
        document["symmetric_equilibria"] = None
    elif kind == 4:
        seat = dice.randrange(len(document["seats"]))
        removed, by = dice.sample(range(_sizes(document)[seat]), 2)
        document["eliminations"].append({"seat": seat, "removed": removed, "by": [[by, "1"]]})
        document["survivors"][seat].remove(removed)
        sets = document["survivors"]
        document["dominance_solvable"] = all(len(own) == 1 for own in sets)
        held = document["certificate"]
        held["beliefs"] = [b for b in held["beliefs"] if b[1] in sets[b[0]] and len(sets[b[0]]) > 1]
    elif kind == 5:
        key = dice.choice(("pure_equilibria", "strict_equilibria"))
        document[key] = sorted([*document[key], list(dice.choice(profiles))])
    else:
        key = dice.choice(("strategically_zero_sum", "nondegenerate", "dominance_solvable"))
        document[key] = not document[key]


def _sizes(document: Any) -> list[int]:
    return [len(document["pure_strategies"][seat]) for seat in document["seats"]]


def device(document: Any, dice: random.Random, _: Any) -> None:
    """Give another distribution, with its payoffs, or leave out a vertex, or claim other bounds."""
    held = document["certificate"]
    kind = dice.randrange(4)
    if kind == 0 and document["vertices"]:
        document["vertices"].pop(dice.randrange(len(document["vertices"])))
        return
    if kind == 1:
        held["multipliers"] = held["multipliers"][1:] + held["multipliers"][:1]
        return
    places = [*document["extremes"], *(document["vertices"] or ())]
    one = dice.choice(places if document["device"] is None else [*places, document["device"]])
    profiles = list(product(*map(range, _sizes(document))))
    chosen = sorted(dice.sample(profiles, dice.randrange(1, min(4, len(profiles)) + 1)))
    weights = [dice.randrange(1, 4) for _ in chosen]
    chances = [Fraction(weight, sum(weights)) for weight in weights]
    rows = zip(chosen, chances, strict=True)
    one["distribution"] = [[*profile, str(chance)] for profile, chance in rows]
    table = {tuple(row[: len(row) // 2]): row[len(row) // 2 :] for row in held["form"]["payoffs"]}
    paid = [
        sum(
            (
                chance * Fraction(table[spot][k], held["form"]["denominator"])
                for profile, chance in zip(chosen, chances, strict=True)
                if (spot := tuple(n + 1 for n in profile)) in table
            ),
            Fraction(0),
        )
        for k in range(len(document["seats"]))
    ]
    one["payoffs"] = [str(amount) for amount in paid]
    if "value" in one:
        at = document["seats"].index(one["objective"]) if one["objective"] else None
        one["value"] = str(sum(paid) if at is None else paid[at])


def private_hands(document: Any, dice: random.Random, _: Any) -> None:
    """Play otherwise with a hand, deal other cards, or claim that a bound is the value."""
    kind = dice.randrange(3)
    if kind == 0:
        own = document["strategies"][dice.choice(document["seats"])]
        key = dice.choice(list(own))
        plain = bytearray(zlib.decompress(b64decode(own[key])))
        place = 2 * dice.randrange(len(plain) // 2)
        share = dice.choice((0, document["unit"], document["unit"] // 2))
        plain[place : place + 2] = share.to_bytes(2, "big")
        own[key] = b64encode(zlib.compress(bytes(plain))).decode()
    elif kind == 1:
        deal = document["certificate"]["form"]["deal"]
        change = dice.choice(({"counts": 2}, {"apart": True}, {"levels": [0, 0, 1]}))
        deal |= change
    end, other = dice.sample(("low", "high"), 2)
    if dice.random() < 0.5:
        document[end] = document[other]
    document["gap"] = float(Fraction(document["high"]) - Fraction(document["low"]))


def complete_list(document: Any, dice: random.Random, _: Any) -> None:
    """Leave an equilibrium out of a complete list, with the cases numbered again."""
    held = document["certificate"]
    kind = dice.randrange(3)
    if kind == 0:
        document["reached_only"] = True
    elif kind == 1:
        held["cases"].pop(dice.randrange(len(held["cases"])))
    place = dice.randrange(len(document["equilibria"]))
    if kind and len(document["equilibria"]) > 1:
        del document["equilibria"][place], held["neighbourhoods"][place]
        document["count"] -= 1
        other = dice.randrange(1, document["count"] + 1)
        for case in held["cases"]:
            if len(case) == 1:
                case[0] = other if case[0] == place + 1 else case[0] - (case[0] > place + 1)


def part_of_theorem(document: Any, dice: random.Random, _: Any) -> None:
    """Leave an equilibrium out of a piece or breakpoint, with everything else of it made to fit."""
    part = dice.choice([*document["pieces"], *document["breakpoints"]])
    if dice.random() < 0.3:
        other = dice.choice([*document["pieces"], *document["breakpoints"]])
        part["cases"] = copy.deepcopy(other["cases"])
        return
    place = dice.randrange(len(part["equilibria"]))
    del part["equilibria"][place]
    part["count"] = len(part["equilibria"])
    for component in part["components"]:
        moved = [
            [n - (n > place + 1) for n in one if n != place + 1] for one in component["subsets"]
        ]
        component["subsets"] = [one for one in moved if one]
        if component["dimension"] and max(map(len, component["subsets"]), default=0) == 1:
            component["dimension"] = 0
    part["components"] = [one for one in part["components"] if one["subsets"]]
    for seat in document["seats"]:
        part["unique"][seat] = (
            len({str(one["strategies"][seat]) for one in part["equilibria"]}) == 1
        )


REFINEMENTS = (
    *("subgame-perfect", "undominated", "perfect", "proper"),
    *("sequential", "quasi-perfect", "extensive-form-perfect"),
)

KINDS: dict[str, Callable[[Any, random.Random, Any], None]] = {
    "another strategy": another_strategy,
    "other player's part": other_players_part,
    "players exchanged": players_in_other_order,
    "another value": other_value,
    "uniqueness": uniqueness,
    "a shorter list": shorter_list,
    "a longer list": longer_list,
    "components": components,
    "family": family,
    "domain": domain,
    "pieces": pieces,
    "another's evidence": evidence_of_another,
    "never reached": never_reached,
    "refinement": refinement,
    "properties": properties,
    "device": device,
    "private hands": private_hands,
    "complete list": complete_list,
    "part of a theorem": part_of_theorem,
}
ONLY = {
    "refinement": "sabot/refinement/1",
    "properties": "sabot/properties/1",
    "device": "sabot/correlated/1",
    "private hands": "sabot/private-hands/1",
    "complete list": "sabot/nplayer-equilibria/1",
    "part of a theorem": "sabot/nash-proof/1",
}
"""Of kinds that belong to one schema: which."""


def judge(text: str, source: Source, honest: dict[str, str]) -> str:
    """Return what becomes of a forgery; PRINTED if other words are printed for the same proof."""
    found = fate(text, source.statement)
    if found != "same":
        return found
    try:
        told = outputs(text)
    except SabotError:
        return "refused"
    except Exception as fault:
        return f"FAULT {type(fault).__name__}"
    if told == honest:
        return "same"
    only = _without_evidence(read(text)) == _without_evidence(read(source.text))
    return "true" if only else "PRINTED"  # the checker looks at another strategy and at cases


def _without_evidence(document: Any) -> Any:
    """Return a document without second optimal strategies, cases (they are counted) and digests."""
    if isinstance(document, dict):
        left = (item for item in document.items() if item[0] not in ("another", "cases", "digest"))
        return {key: _without_evidence(part) for key, part in left}
    return [*map(_without_evidence, document)] if isinstance(document, list) else document


def attack(count: int, seed: int, first: int = 0) -> Iterator[tuple[str, str, str, str]]:
    """Yield forgeries: the kind, the file it was made of, what became of it, its text."""
    files = [one for one in sources() if len(one.text) < 12_000] + games(24, seed)
    files = [one for one in files if "sabot/certificate/1" not in one.text[:60]]
    schemas = {one.name: read(one.text)["schema"] for one in files}
    of_kind = {
        kind: [one for one in files if ONLY.get(kind) in (None, schemas[one.name])]
        for kind in KINDS
    }
    honest: dict[str, dict[str, str]] = {}
    names = list(KINDS)
    for number in range(first, first + count):
        dice = random.Random(f"{seed}/{number}")
        kind = names[number % len(names)]
        while True:  # until the forgery is another file
            source, other = dice.choice(of_kind[kind]), dice.choice(files)
            document = json.loads(source.text)
            more = [dice.choice(list(KINDS.values()))] if dice.random() < 0.2 else []
            for forge in (KINDS[kind], *more):
                with suppress(IndexError, KeyError, TypeError, ValueError, AttributeError):
                    forge(document, dice, json.loads(other.text))  # or the file has no such part
            if document != json.loads(source.text):
                break
        seal(document)
        text = json.dumps(document)
        if source.name not in honest:
            honest[source.name] = outputs(source.text)
        yield kind, source.name, judge(text, source, honest[source.name]), text


def main() -> int:
    """Forge, judge, count; return 1 if the checker, or what is printed, was wrong once."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--count", type=int, default=20_000)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--first", type=int, default=0, help="the number of the first forgery")
    asked = reader.parse_args()
    fates: Counter[tuple[str, str]] = Counter()
    attacks = attack(asked.count, asked.seed, asked.first)
    for number, (kind, name, found, text) in enumerate(attacks, asked.first):
        word = found.split()[0]
        fates[kind, word] += 1
        if word.isupper():
            print(f"{found}: {kind} of {name}, number {number} of seed {asked.seed}", flush=True)
            Path(f"forged-{asked.seed}-{number}.json").write_text(text, encoding="utf-8")
    words = sorted({word for _, word in fates})
    print(f"{'':22}" + "".join(f"{word:>9}" for word in words))
    for row in KINDS:
        print(f"{row:22}" + "".join(f"{fates[row, word]:9}" for word in words))
    fooled = sum(count for (_, word), count in fates.items() if word.isupper())
    print(f"{asked.count} forgeries, {fooled} that should not be accepted, or not be printed so")
    return 1 if fooled else 0


if __name__ == "__main__":
    sys.exit(main())
