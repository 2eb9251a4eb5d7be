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
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
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
        for name, document in made.items():
            text = json.dumps(document | ({"seconds": 0.0} if "seconds" in document else {}))
            found.append(Source(name, text, certify.check(read(text))))
    return found


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
}


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
    return "true" if only else "PRINTED"  # another optimal strategy: the checker looks at it


def _without_evidence(document: Any) -> Any:
    """Return a document without second optimal strategies and digests."""
    if isinstance(document, dict):
        left = (item for item in document.items() if item[0] not in ("another", "digest"))
        return {key: _without_evidence(part) for key, part in left}
    return [*map(_without_evidence, document)] if isinstance(document, list) else document


def attack(count: int, seed: int, first: int = 0) -> Iterator[tuple[str, str, str, str]]:
    """Yield forgeries: the kind, the file it was made of, what became of it, its text."""
    files = [one for one in sources() if len(one.text) < 12_000] + games(24, seed)
    files = [one for one in files if "sabot/certificate/1" not in one.text[:60]]
    honest: dict[str, dict[str, str]] = {}
    names = list(KINDS)
    for number in range(first, first + count):
        dice = random.Random(f"{seed}/{number}")
        kind = names[number % len(names)]
        while True:  # until the forgery is another file
            source, other = dice.choice(files), dice.choice(files)
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
