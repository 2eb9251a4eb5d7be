"""Seeded single edits of documents, their digests made anew: what a forger would try.

The digest is computed here once more, from the page alone, so that neither checker is asked.
"""

import copy
import hashlib
import json
from fractions import Fraction

HOLDING = (
    "sabot/solution/2",
    "sabot/interval/2",
    "sabot/equilibria/2",
    "sabot/equilibria/3",
    "sabot/nash/1",
    "sabot/pair-equilibria/1",
)
"""These hold the digest in their certificate."""
UNDIGESTED = {
    "sabot/certificate/1": {"digest"},
    "sabot/proof/1": {"digest", "seconds"},
    "sabot/pair-proof/1": {"digest", "seconds"},
} | {name: {"method", "seconds", "decimal", "gap"} for name in HOLDING}
SCALARS = [True, False, None, 0, 1, -1, 2, "", "0", "1", "1/2", "-1", "true", 1.0, [], {}, 10**30]
WORDS = ["p", "-p", "p*p", "> 0", ">= 0", "!= 0", "value", "shift", "parts", "*", "-", "\x1b[2J"]
KEYS = ["x", "another", "witness", "certificate", "against", "unreachable", "off_path", "seconds"]

OF_SEATS_AND_HANDS = (
    "sabot/correlated/1",
    "sabot/properties/1",
    "sabot/equilibrium/1",
    "sabot/field-profile/1",
    "sabot/profile/1",
    "sabot/pure/1",
    "sabot/nplayer-equilibria/1",
    "sabot/refinement/1",
    "sabot/private-hands/1",
)
"""These hold it there too."""
UNDIGESTED |= {name: {"method", "seconds", "decimal", "gap"} for name in OF_SEATS_AND_HANDS}
UNDIGESTED["sabot/threshold-proof/1"] = {"digest", "seconds"}
UNDIGESTED["sabot/nash-proof/1"] = {"digest", "seconds"}


def sealed(part):
    """Make every digest in a document anew, the inner ones first."""
    inner = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    for one in inner:
        sealed(one)
    if not isinstance(part, dict) or not isinstance(part.get("schema"), str):
        return part
    left_out = UNDIGESTED.get(part["schema"])
    if left_out is None:
        return part
    body = {key: value for key, value in part.items() if key not in left_out}
    holder = part
    if part["schema"] in HOLDING + OF_SEATS_AND_HANDS:
        holder = part.get("certificate")
        if not isinstance(holder, dict):
            return part
        body["certificate"] = {key: held for key, held in holder.items() if key != "digest"}
    if "digest" in holder:
        text = json.dumps(body, sort_keys=True, separators=(",", ":"))
        holder["digest"] = "sha256:" + hashlib.sha256(text.encode()).hexdigest()
    return part


def places(part, path=()):
    """Yield the path of every value of a document."""
    yield path
    if isinstance(part, dict | list):
        keys = part if isinstance(part, dict) else range(len(part))
        for key in keys:
            yield from places(part[key], (*path, key))


def reach(document, path):
    for key in path:
        document = document[key]
    return document


def sorts_of_places(document):
    """Return the places by what they are, so that what stands there once is hit as often."""
    sorts: dict[tuple, list[tuple]] = {}
    for path in places(document):
        sort = tuple("#" if isinstance(key, int) else key for key in path)
        sorts.setdefault(sort, []).append(path)
    return list(sorts.values())


def _scalar(value, other, random):
    """Return something else, or the same written otherwise, for a number, a text, a truth."""
    if isinstance(value, bool) or value is None:
        return random.choice(SCALARS)
    if isinstance(value, int | float):
        near = [value + 1, value - 1, -value, 2 * value, str(value), float(value), [value]]
        return random.choice(near + SCALARS)
    texts = [value + " ", value + "x", value[:-1], value[::-1], "0" + value, "-" + value]
    texts += [f"({value})", f"{value}*1", f"{value} + 0", f"{value}/1", f"1*{value}", f"+{value}"]
    above, slash, below = value.partition("/")
    if slash and above.lstrip("-").isdigit() and below.isdigit():
        texts += [f"{2 * int(above)}/{2 * int(below)}", f"{int(above) + 1}/{below}"] * 4
    if isinstance(other, str):
        texts += [other] * 4
    return random.choice(texts + WORDS + SCALARS)


def _list(items, random):
    how, k, other = random.randrange(4), random.randrange(len(items)), random.randrange(len(items))
    if how == 0:
        del items[k]
    elif how == 1:
        items.insert(other, copy.deepcopy(items[k]))
    elif how == 2:
        items[k], items[other] = items[other], items[k]
    else:
        items.insert(k, random.choice(SCALARS))


def _object(items, graft, random):
    how = random.randrange(4)
    key, other = random.choices(list(items), k=2)
    if how == 0:
        del items[key]
    elif how == 1:
        items[key], items[other] = items[other], items[key]
    elif how == 2:
        items[key + random.choice(" x")] = items.pop(key)
    else:
        items[random.choice(KEYS)] = graft


def edited(document, sorts, random):
    """Return a copy with one edit, sealed, and where the edit is."""
    forged = copy.deepcopy(document)
    path, source = (random.choice(random.choice(sorts)) for _ in range(2))
    value, graft = reach(forged, path), copy.deepcopy(reach(document, source))
    new = value
    if not isinstance(value, dict | list):
        new = _scalar(value, graft, random)
    elif not value or random.random() < 0.15:
        new = graft
    elif isinstance(value, list):
        _list(value, random)
    else:
        _object(value, graft, random)
    if path:
        reach(forged, path[:-1])[path[-1]] = new
    else:
        forged = new
    return sealed(forged), path


REASONS = ["value", "shift", "parts", ["value"], ["parts", 2, 3], ["parts", 5], ["parts", "4", 9]]
REASONS += [[word, at] for word in ("sturm", "even") for at in ("0", "1", "1/2", "3/2", "7", "100")]


def rewritten(formula, letter, random):
    """Return a formula written otherwise: some of these are allowed, some are not."""
    return random.choice(
        [
            f"({formula})*({letter} - 7)/({letter} - 7)",
            f"2*({formula})/2",
            f"-(-({formula}))",
            f"({formula}) + {letter} - {letter}",
            f"({formula}) + 0/({letter} + 1)",
            f"0.5*({formula}) + .5*({formula})",
            f"({formula})/(1/2)/2",
            f"({formula})/(1/{letter})/{letter}",
            f"({formula})**1",
            f"({formula})*1e0",
            formula.replace("**", "^"),
            formula.replace(" ", "\t"),
            formula.replace(" ", "  "),
        ]
    )


def twisted(proof, random):
    """Return a theorem with another reason, formula, claim or cut, sealed, and what was done."""
    forged = copy.deepcopy(proof)
    piece, how = random.choice(forged["pieces"]), random.randrange(5)
    if how == 0:
        random.choice(piece["inequalities"])["why"] = random.choice(REASONS)
    elif how == 1:
        piece["value"] = rewritten(piece["value"], forged["parameter"], random)
    elif how == 2:
        mix = random.choice([mix for side in piece["strategies"].values() for mix in side.values()])
        action = random.choice(list(mix))
        mix[action] = rewritten(mix[action], forged["parameter"], random)
    elif how == 3:
        _cut(forged, random.randrange(len(forged["pieces"])))
    elif forged.get("breakpoints"):
        point = random.choice(forged["breakpoints"])
        point.pop("certificate", None)
        point["unique"][random.choice(forged["seats"])] = random.choice([True, False, None])
    return sealed(forged), how


def _cut(proof, last):
    """End a theorem with one of its pieces."""
    del proof["pieces"][last + 1 :]
    proof["domain"]["to"] = copy.deepcopy(proof["pieces"][-1]["to"])
    if "breakpoints" in proof:
        del proof["breakpoints"][last + 1 + (proof["domain"]["to"] is not None) :]
    proof.pop("classification", None)


def misspelt(text, random):
    """Return the text of a file with one character changed, or a habit that JSON forbids."""
    k, letter = random.randrange(len(text)), random.choice('0123456789-"{}[],:eE. ')
    return random.choice(
        [
            text[:k],
            text[:k] + letter + text[k:],
            text[:k] + letter + text[k + 1 :],
            text[:k] + text[k + 1 :],
            "\ufeff" + text,
            text + "\n ",
            text.replace('"game": ', '"game": "", "game": ', 1),
            text.replace('"game": "', '"game": "\\ud800', 1),
            text.replace('"seconds": ', '"seconds": NaN, "x": ', 1),
            text.replace(": true", ": 1", 1),
        ]
    )


CLAIMS = [True, False, None]
EVIDENCE = {"cases": True, "sequences": True, "another": False}
"""What shows a claim of a sabot/nash/1, and which."""


def kinds_of_places(document):
    """Return the places by the last steps to them and their type, wherever in a tree they are."""
    kinds: dict[tuple, list[tuple]] = {}
    for path in places(document):
        steps = ["#" if isinstance(key, int) else key for key in path[-2:]]
        kinds.setdefault((*steps, type(reach(document, path))), []).append(path)
    return [paths for kind, paths in kinds.items() if kind[0] not in ("schema", "digest", "seats")]


def _near(number, random):
    """Return a number close to another, or far from it, as an integer or as a text."""
    if isinstance(number, str):
        value = Fraction(number)
        return str(random.choice([value + 1, value / 2, 1 - value, -value, value + Fraction(1, 7)]))
    return random.choice([number + 1, number - 1, -number, 2 * number, 0, number + 16777213])


def _is_number(value):
    if isinstance(value, str):
        return value.lstrip("-").replace("/", "", 1).isdigit() and not value.endswith("/0")
    return isinstance(value, int) and not isinstance(value, bool)


def _move_chance(document, random):
    """Move some of a chance from one action to another of the same view."""
    mixes = [
        mix
        for mix in (reach(document, path) for path in places(document))
        if isinstance(mix, dict) and len(mix) > 1 and all(map(_is_number, mix.values()))
    ]
    if mixes:
        mix = random.choice(mixes)
        one, two = random.sample(list(mix), 2)
        step = Fraction(mix[one]) / random.choice([1, 2, 3])
        mix[one] = str(Fraction(mix[one]) - step)
        mix[two] = str(Fraction(mix[two]) + step)


def _claim(document, random):
    """Claim something else of a seat, and leave out evidence that nothing needs any more."""
    parts = [document, *document.get("pieces", []), *document.get("breakpoints", [])]
    part = random.choice([part for part in parts if isinstance(part.get("unique"), dict)])
    part["unique"][random.choice(list(part["unique"]))] = random.choice(CLAIMS)
    held = document.get("certificate", {})
    for key, claim in EVIDENCE.items():
        if document["schema"] == "sabot/nash/1" and claim not in part["unique"].values():
            held.pop(key, None)
    another = held.get("another")
    for seat in list(another or []):
        if part["unique"][seat] is not False:
            del another[seat]


def _drop_equilibrium(document, random):
    """Leave one of several equilibria out, and count the rest again."""
    found = document.get("equilibria")
    if isinstance(found, list) and len(found) > 1:
        gone = random.randrange(len(found)) + 1
        del found[gone - 1]
        document["count"] = len(found)
        for part in document["components"]:
            key = "subsets" if "subsets" in part else "equilibria"
            part[key] = _without(part[key], gone)
        document["components"] = [
            part for part in document["components"] if part.get("subsets", part.get("equilibria"))
        ]


def _without(listed, gone):
    if listed and isinstance(listed[0], list):
        return [left for left in (_without(one, gone) for one in listed) if left]
    return [place - (place > gone) for place in listed if place != gone]


def _shift_weight(document, random):
    """Move some weight within a shift, so that its sum stays, or a label to the other side."""
    lists = [document.get("certificate", {}).get(key) for key in ("cases", "sequences")]
    cases = random.choice([one for one in lists if one] or [[]])
    if not cases:
        return
    at = random.randrange(len(cases))
    if isinstance(cases[at], int):
        cases[at] = -cases[at]
    elif isinstance(cases[at], dict):
        weights = next(iter(cases[at].values()))
        if len(weights) > 1:
            one, two = random.sample(range(len(weights)), 2)
            weights[one] += 1
            weights[two] -= 1
    else:
        cases[at] = copy.deepcopy(random.choice(cases))


def _prune(document, random):
    """Put a part of a tree in the place of another: an end, a subtree, a round that is left out."""
    cases = [
        path
        for path in places(document)
        if path
        and isinstance(reach(document, path), dict)
        and {"dead", "split", "cut", "found"} & set(reach(document, path))
    ]
    if not cases:
        return
    path = random.choice(cases)
    case = reach(document, path)
    if "settled" in case and random.random() < 0.5:
        rounds = case["settled"]
        choices = random.choice(rounds)[1]
        choices.pop(random.choice(list(choices)))
        if not choices:
            del case["settled"]
    else:
        reach(document, path[:-1])[path[-1]] = copy.deepcopy(reach(document, random.choice(cases)))


def _like_for_like(document, random):
    """Put a value in the place of another that is of the same kind, or exchange the two."""
    kinds = [paths for paths in kinds_of_places(document) if len(paths) > 1]
    one, two = random.sample(random.choice(kinds), 2)
    if one[: len(two)] == two or two[: len(one)] == one:
        return
    values = [copy.deepcopy(reach(document, path)) for path in (one, two)]
    reach(document, one[:-1])[one[-1]] = values[1]
    if random.random() < 0.5:
        reach(document, two[:-1])[two[-1]] = values[0]


def _number(document, random):
    """Change a number that stands for itself."""
    numbers = [
        paths for paths in kinds_of_places(document) if _is_number(reach(document, paths[0]))
    ]
    path = random.choice(random.choice(numbers))
    if _is_number(reach(document, path)):
        reach(document, path[:-1])[path[-1]] = _near(reach(document, path), random)


MEANINGFUL = [
    _move_chance,
    _claim,
    _drop_equilibrium,
    _shift_weight,
    _prune,
    _like_for_like,
    _like_for_like,
    _number,
    _number,
]


def bent(document, random):
    """Return a copy that says something else, mostly within the grammar, and what was done."""
    forged = copy.deepcopy(document)
    done = [random.choice(MEANINGFUL) for _ in range(random.choice([1, 1, 1, 2]))]
    for change in done:
        change(forged, random)
    return sealed(forged), [change.__name__ for change in done]
