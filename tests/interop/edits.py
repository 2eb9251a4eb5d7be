"""Seeded single edits of documents, their digests made anew: what a forger would try.

The digest is computed here once more, from the page alone, so that neither checker is asked.
"""

import copy
import hashlib
import json

HOLDING = ("sabot/solution/2", "sabot/interval/2", "sabot/equilibria/2")
"""These hold the digest in their certificate."""
UNDIGESTED = {
    "sabot/certificate/1": {"digest"},
    "sabot/proof/1": {"digest", "seconds"},
} | {name: {"method", "seconds", "decimal", "gap"} for name in HOLDING}
SCALARS = [True, False, None, 0, 1, -1, 2, "", "0", "1", "1/2", "-1", "true", 1.0, [], {}, 10**30]
WORDS = ["p", "-p", "p*p", "> 0", ">= 0", "!= 0", "value", "shift", "parts", "*", "-", "\x1b[2J"]
KEYS = ["x", "another", "witness", "certificate", "against", "unreachable", "off_path", "seconds"]

OF_SEATS_AND_HANDS = (
    "sabot/equilibrium/1",
    "sabot/field-profile/1",
    "sabot/profile/1",
    "sabot/pure/1",
)
"""These hold it there too."""
UNDIGESTED |= {name: {"method", "seconds", "decimal", "gap"} for name in OF_SEATS_AND_HANDS}
UNDIGESTED["sabot/threshold-proof/1"] = {"digest", "seconds"}


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
