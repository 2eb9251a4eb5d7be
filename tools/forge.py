"""Forge files of every kind at random, seal them again, and see whether the checker is fooled.

    python tools/forge.py [--count N] [--seed S] [--edits K]

A forgery is a saved file with one part changed (or K of them): a type, a number, a key or an entry
given twice, left out, added, renamed, moved, cut short, exchanged with another part of the file or
with a part of another one; all digests are made anew. It must be refused, or say what the file
said, or less; if it says something else, that must be true: it is worked out again by the solvers,
which share no code with the checker, and deals by playing them out. Anything else is told, with
what is needed to make it again, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

from tools.forge_hands import balance_holds, hands_hold
from tools.forge_lists import LISTED, list_holds, listed_files, told_of_list
from tools.forge_seats import by_seat, only_solution, seats_hold, told_by_seat

import sabot
from sabot import certify
from sabot.certify import (
    AlgebraicNashVerdict,
    AllNashVerdict,
    BinaryNashVerdict,
    ContinuousVerdict,
    CorrelatedVerdict,
    NashVerdict,
    NPlayerNashVerdict,
    NPlayerVerdict,
    OptimalSetVerdict,
    ParametricBinaryNashVerdict,
    ParametricContinuousVerdict,
    ParametricVerdict,
    PerfectInformationVerdict,
    PureNashVerdict,
    ValueBoundsVerdict,
    ValueVerdict,
    Verdict,
    ZeroSumVerdict,
)
from sabot.errors import SabotError
from sabot.solvers.all_nash.solve import list_equilibria

BY_SEAT = (
    NashVerdict
    | NPlayerVerdict
    | AlgebraicNashVerdict
    | PureNashVerdict
    | NPlayerNashVerdict
    | CorrelatedVerdict
    | BinaryNashVerdict
    | ParametricBinaryNashVerdict
)
ROOT = Path(__file__).resolve().parents[1]
Path_ = tuple[Any, ...]


@dataclass(frozen=True)
class Source:
    """A file that is true, as text, and what it proves."""

    name: str
    text: str
    statement: Verdict


@cache
def sources() -> tuple[Source, ...]:
    """Return the files that are forged: of every kind that the checker reads, all small."""
    games: dict[str, Any] = {
        "matrix": [[1, -1], [-1, 1]],
        "several": [[1, -1], [-1, 1], [0, 0]],
        "sequence": "kuhn-poker",
        "cards": "le-her(ranks=3, suits=1)",
        "whist": "whist(deal=KQ10/AJ9, lead=W)",
        "greedy": "greedy-whist(deal=EWEWWE, lead=E)",
        "score": "greedy-whist(deal=EWEWWE, lead=E, score=0/1/3)",
    }
    made: dict[str, Any] = {name: sabot.solve(game).to_json() for name, game in games.items()}
    made["theorem"] = sabot.prove("le-her(ranks=3, suits=*)").document
    made["interval"] = sabot.approximate("kuhn-poker", gap="1/10", iterations=20).to_json()
    made["equilibria"] = sabot.equilibria("kuhn-poker").to_json()
    made["every"] = sabot.equilibria([[(2, 1), (0, 0)], [(0, 0), (1, 2)]]).to_json()
    made["continua"] = sabot.equilibria([["1|1", "1|1", "0|0"], ["0|0", "0|0", "2|2"]]).to_json()
    made["betting"] = sabot.solve("blind-poker(players=2, q=1/10)").to_json()
    made["three hands"] = sabot.solve("blind-poker(players=3, q=1/4)").to_json()
    made["bets at once"] = sabot.solve("bet-sizes(bets=together)").to_json()
    made["hands"] = sabot.prove("von-neumann(A=*, B=1)").document
    made["corners"] = sabot.equilibria([[1, -1, 0], [-1, 1, 0], [0, 0, 0]]).to_json()
    older = ROOT / "tests/older"
    for path in sorted(older.glob("*.json")):
        if not path.name.startswith(("unproved", "large", "le-her-solution")):
            made[path.stem] = json.loads(path.read_text(encoding="utf-8"))
    made |= real_theorems() | by_seat() | listed_files()
    timeless = {name: {**told, "seconds": 0.0} for name, told in made.items() if "seconds" in told}
    texts = {name: json.dumps(document) for name, document in (made | timeless).items()}
    return tuple(Source(name, text, certify.check(read(text))) for name, text in texts.items())


def real_theorems() -> dict[str, Any]:
    """Return theorems over the real numbers, one with an irrational end."""
    from flint import fmpz_poly

    from sabot.forms.parametric import ParameterDomain, PolynomialForm
    from sabot.forms.sequence import Treeplex

    def told(rows: list[list[list[int]]]) -> Any:
        one, two = (
            Treeplex.flat(seat, {"-": tuple(map(str, range(size)))})
            for seat, size in (("row", len(rows)), ("column", len(rows[0])))
        )
        payoffs = {
            (i + 1, j + 1): fmpz_poly(entry)
            for i, row in enumerate(rows)
            for j, entry in enumerate(row)
        }
        domain = ParameterDomain(Fraction(1), Fraction(2), False)
        return sabot.prove(PolynomialForm.of("t", (one, two), payoffs, 1, domain)).document

    return {
        "roots": told([[[1], [0]], [[0], [-2, 0, 1]]]),
        "fractions": told([[[0, 2], [3]], [[3], [0, 2]]]),
    }


# ---------------------------------------------------------------------- changing a file


class Twice(dict[str, Any]):
    """An object of which the text gives one key twice."""

    again: tuple[str, Any] = ("", None)


def parts(thing: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Yield every part of a document, with the way to it."""
    yield path, thing
    if isinstance(thing, dict):
        for key, part in thing.items():
            yield from parts(part, (*path, key))
    elif isinstance(thing, list):
        for number, part in enumerate(thing):
            yield from parts(part, (*path, number))


def at(thing: Any, path: Path_) -> Any:
    """Return a part of a document."""
    for step in path:
        thing = thing[step]
    return thing


def _leaf(document: Any, dice: random.Random, *types: type) -> tuple[Any, Any]:
    """Return who holds a leaf of some types, and where: drawn by its depth first, not by number."""
    found = [
        path
        for path, part in parts(document)
        if path and type(part) in (types or (str, int, float, bool, type(None)))
    ]
    tops = sorted({path[:2] for path in found}, key=str)
    top = dice.choice(tops)
    path = dice.choice([path for path in found if path[:2] == top])
    return at(document, path[:-1]), path[-1]


def _holder(document: Any, dice: random.Random, kind: type, least: int) -> Any:
    held = ((path, part) for path, part in parts(document) if isinstance(part, kind))
    found: list[tuple[Path_, Any]] = [(p, part) for p, part in held if len(part) >= least]  # type: ignore[arg-type]
    tops = sorted({path[:2] for path, _ in found}, key=str)
    top = dice.choice(tops)
    return dice.choice([part for path, part in found if path[:2] == top])


def swap_type(document: Any, dice: random.Random, _: Any) -> None:
    """Write a thing as one of another type."""
    holder, key = _leaf(document, dice)
    old = holder[key]
    others: list[Any] = [None, True, False, 0, 1, [], {}, [old], {"": old}, "", str(old)]
    if isinstance(old, int):
        others += [float(old), bool(old), str(old), f"{old}/1", f"0{old}"]
    if isinstance(old, str):
        others += [int(old)] if old.isdigit() else []
        others += [old + " ", " " + old, old + "\n", "+" + old, old + "/1", old + ".0", "0" + old]
    holder[key] = dice.choice(others)


def change_number(document: Any, dice: random.Random, _: Any) -> None:
    """Change a number, in digits or inside a text."""
    holder, key = _leaf(document, dice, int, str, float)
    old = holder[key]
    if isinstance(old, int | float):
        holder[key] = dice.choice([old + 1, old - 1, -old, 2 * old, 0, 10**6, old + 2**24])
        return
    places = [k for k, letter in enumerate(old) if letter.isdigit()]
    if places:
        k = dice.choice(places)
        holder[key] = old[:k] + dice.choice("0123456789") + old[k + 1 :]
    else:
        holder[key] = "-" + old


def change_claim(document: Any, dice: random.Random, _: Any) -> None:
    """Turn a claim round, or claim nothing."""
    found = [
        path for path, part in parts(document) if path and (part is None or part in (True, False))
    ]
    found = [path for path in found if type(at(document, path)) in (bool, type(None))]
    if found:
        path = dice.choice(found)
        holder = at(document, path[:-1])
        holder[path[-1]] = dice.choice([True, False, None])


def double(document: Any, dice: random.Random, _: Any) -> None:
    """Give an entry twice."""
    held = _holder(document, dice, list, 1)
    held.insert(dice.randrange(len(held) + 1), copy.deepcopy(dice.choice(held)))


def drop(document: Any, dice: random.Random, _: Any) -> None:
    """Leave a key or an entry out."""
    held = _holder(document, dice, dice.choice([dict, list]), 1)
    del held[dice.choice(list(held) if isinstance(held, dict) else range(len(held)))]


def add(document: Any, dice: random.Random, other: Any) -> None:
    """Put in a key that stands elsewhere."""
    held, donor = _holder(document, dice, dict, 0), _holder(other, dice, dict, 1)
    key = dice.choice(list(donor))
    held.setdefault(key, copy.deepcopy(donor[key]))


def rename(document: Any, dice: random.Random, _: Any) -> None:
    """Call a key otherwise, perhaps as another is called."""
    held = _holder(document, dice, dict, 1)
    keys = list(held)
    old = dice.choice(keys)
    new = dice.choice([*keys, old + " ", old.upper(), "x"])
    entries = [(new if key == old else key, part) for key, part in held.items()]
    held.clear()
    held.update(entries)


def reorder(document: Any, dice: random.Random, _: Any) -> None:
    """Put two entries in each other's place."""
    held = _holder(document, dice, list, 2)
    one, two = dice.sample(range(len(held)), 2)
    held[one], held[two] = held[two], held[one]


def truncate(document: Any, dice: random.Random, _: Any) -> None:
    """Cut a list or a text short."""
    if dice.random() < 0.5:
        held = _holder(document, dice, list, 1)
        del held[dice.randrange(len(held)) :]
    else:
        holder, key = _leaf(document, dice, str)
        holder[key] = holder[key][: dice.randrange(len(holder[key]) + 1)]


def exchange(document: Any, dice: random.Random, _: Any) -> None:
    """Put two values of one object in each other's place: seats, pieces, plans."""
    held = _holder(document, dice, dict, 2)
    one, two = dice.sample(list(held), 2)
    held[one], held[two] = held[two], held[one]


def graft(document: Any, dice: random.Random, other: Any) -> None:
    """Take a part from another file, from the same place if it has that."""
    found = [path for path, _ in parts(document) if path]
    dice.shuffle(found)
    for path in found:
        try:
            part = at(other, path)
        except (KeyError, IndexError, TypeError):
            continue
        if path != ("schema",) and part != at(document, path):
            at(document, path[:-1])[path[-1]] = copy.deepcopy(part)
            return


def key_twice(document: Any, dice: random.Random, _: Any) -> None:
    """Give a key twice, the second time with another value."""
    found = [path for path, part in parts(document) if path and isinstance(part, dict) and part]
    path = dice.choice(found)
    held = at(document, path)
    new = Twice(held)
    key = dice.choice(list(held))
    new.again = key, dice.choice([None, True, "0", *list(held.values())])
    at(document, path[:-1])[path[-1]] = new


KINDS: dict[str, Callable[[Any, random.Random, Any], None]] = {
    "type": swap_type,
    "number": change_number,
    "claim": change_claim,
    "entry twice": double,
    "left out": drop,
    "added": add,
    "renamed": rename,
    "reordered": reorder,
    "truncated": truncate,
    "exchanged": exchange,
    "other's part": graft,
    "key twice": key_twice,
}


def written(thing: Any) -> str:
    """Return a document as text, keys twice where it says so."""
    if isinstance(thing, dict):
        pairs = [*thing.items(), *([thing.again] if isinstance(thing, Twice) else [])]
        return "{" + ",".join(f"{json.dumps(k)}:{written(v)}" for k, v in pairs) + "}"
    if isinstance(thing, list):
        return "[" + ",".join(map(written, thing)) + "]"
    return json.dumps(thing)


def seal(document: Any) -> None:
    """Make the digests anew, inner ones first, wherever one stands."""
    for _, part in reversed(list(parts(document))):
        if isinstance(part, dict) and isinstance(part.get("schema"), str):
            try:
                fresh = certify.sealed(part)
            except (KeyError, TypeError, AttributeError, ValueError):
                continue
            if part.get("digest") is not None:
                part["digest"] = fresh["digest"]
            elif isinstance(part.get("certificate"), dict):
                inner = fresh["certificate"]
                if isinstance(inner, dict) and "digest" in inner:
                    part["certificate"]["digest"] = inner["digest"]


def forged(source: Source, other: Source, kind: str, dice: random.Random, edits: int) -> str:
    """Return a forgery as text."""
    document, donor = json.loads(source.text), json.loads(other.text)
    for number in range(edits):
        (KINDS[kind] if not number else dice.choice(list(KINDS.values())))(document, dice, donor)
    if document.get("schema") == "sabot/solution/1" and dice.random() < 0.5:
        say_twice(document)
    seal(document)
    return written(document)


def say_twice(document: dict[str, Any]) -> None:
    """Let an older solution say what its changed certificate says, as a careful forger would."""
    held = document.get("certificate")
    if not isinstance(held, dict):
        return
    for key in ("game", "value", "strategies", "off_path", "best"):
        if key in document and key in held:
            document[key] = copy.deepcopy(held[key])
    with contextlib.suppress(KeyError, TypeError, AttributeError):
        document["seats"] = held["form"]["seats"]
        claims = held["uniqueness"].items()
        document["unique"] = {seat: claim["unique"] for seat, claim in claims}


# ---------------------------------------------------------------------- judging one


def read(text: str) -> dict[str, Any]:
    """Return a document from its text, as the checker reads it."""
    return certify.parse_document(text.encode(), "forged")


def fate(text: str, was: Verdict) -> str:
    """Return what the checker makes of a forgery: refused, same, less, true; or FALSE, FAULT."""
    try:
        found = certify.check(read(text))
    except SabotError:
        return "refused"
    except Exception as fault:
        return f"FAULT {type(fault).__name__}"
    if bare(found) == bare(was):
        return "same"
    if found.form == was.form and said(found) == said(was):
        return "same"
    if _less(found, was):
        return "less"
    return "true" if holds(found) else "FALSE"


def bare(statement: Verdict) -> Verdict:
    """Return a statement without the name by which it is cited."""
    told: Any = statement
    named = {"game": ""} if hasattr(told.source, "game") else {}
    source = replace(told.source, digest="", **named)
    return replace(told, digest="", game="", source=source)  # type: ignore[no-any-return]


def said(statement: Verdict) -> Any:
    """Return what is claimed of the form."""
    return _claimed(statement), *_shown(statement)


def _claimed(statement: Verdict) -> list[Any]:
    """Return all claims of uniqueness."""
    at_ends = statement.at_ends if isinstance(statement, ParametricVerdict) else ()
    return [*statement.unique, *at_ends]


def _shown(statement: Verdict) -> tuple[Any, ...]:
    """Return the rest: the value, for which parameters, and the strategies."""
    rest: Any = None
    if isinstance(statement, BY_SEAT):
        rest = told_by_seat(statement)
    elif isinstance(statement, LISTED):
        rest = told_of_list(statement)
    elif isinstance(statement, ParametricVerdict):
        pieces = [(p.span, p.value, p.strategies) for p in statement.pieces]
        rest = statement.domain, statement.ends, pieces
    elif isinstance(statement, ParametricContinuousVerdict):
        cut = [(p.span, p.payoffs, p.points, p.taken) for p in statement.source.pieces]
        rest = statement.domain, cut
    elif isinstance(statement, ContinuousVerdict):
        rest = statement.payoffs, statement.gains, statement.source.free
    elif isinstance(statement, ValueBoundsVerdict):
        rest = [one.table for one in statement.source.strategies]
    elif isinstance(statement, OptimalSetVerdict):
        listed = [[one.table for one in own] for own in statement.source.vertices]
        rest = statement.extreme, listed, statement.source.descriptions
    elif isinstance(statement, AllNashVerdict):
        told = statement.source
        rest = statement.complete, told.bimatrix, told.equilibria, told.components, told.indices
    elif isinstance(statement, ZeroSumVerdict):
        rest = statement.strategies
    return type(statement), statement.kind, statement.seats, statement.value, rest


def _less(found: Verdict, was: Verdict) -> bool:
    """Tell whether the same is said, but for claims that are not made any more."""
    if found.form != was.form or _shown(found) != _shown(was):
        return False
    before, now = _claimed(was), _claimed(found)
    return len(now) == len(before) and all(
        new[seat] in (None, old.get(seat))
        for new, old in zip(now, before, strict=True)
        for seat in new
    )


def holds(statement: Verdict) -> bool:
    """Tell whether a statement is true, without the checker."""
    if isinstance(statement, PerfectInformationVerdict):
        return _deal_holds(statement)
    if isinstance(statement, BY_SEAT):
        return seats_hold(statement)
    if isinstance(statement, LISTED):
        return list_holds(statement)
    if isinstance(statement, ValueBoundsVerdict):
        return bool(statement.low <= _solved(statement.form).value <= statement.high)
    if isinstance(statement, ContinuousVerdict):
        return balance_holds(statement)
    if isinstance(statement, ParametricContinuousVerdict):
        return hands_hold(statement)
    if isinstance(statement, AllNashVerdict):
        return _every_holds(statement)
    if isinstance(statement, ParametricVerdict):
        return all(_game_holds(*case, None) for case in _cases(statement))
    assert isinstance(statement, ValueVerdict), "no such file is forged"
    return _game_holds(statement.form, statement.number, statement.claims, statement)


def _every_holds(statement: AllNashVerdict) -> bool:
    """Tell whether all equilibria of a game are those listed, in the order of a search of ours."""
    told = statement.source.bimatrix
    one, two = (
        [[Fraction(entry, below) for entry in row] for row in table]
        for table, below in zip(told.payoffs, told.denominators, strict=True)
    )
    rows, columns = told.actions
    form = sabot.BimatrixForm.of(one, two, rows=rows, columns=columns, seats=told.seats)
    found: Any = list_equilibria("forged", form)
    listed = {
        tuple(
            tuple(Fraction(weight, sum(weights)) for weight in weights) for weights in entry.weights
        ): entry.payoffs
        for entry in statement.source.equilibria
    }
    own = {
        tuple(
            tuple(entry[seat]["-"].get(action, Fraction(0)) for action in actions)
            for seat, actions in zip(told.seats, told.actions, strict=True)
        ): entry.payoffs
        for entry in found.equilibria
    }
    same = own == listed if statement.complete else listed.items() <= own.items()
    spans = sorted(part.dimension for part in found.components)
    shown = sorted(part.dimension for part in statement.source.components)
    claims = all(claim in (None, found.unique[seat]) for seat, claim in statement.claims.items())
    indices = statement.source.indices
    right = indices is None or _indices_hold(form, sorted(indices.components))
    return bool(same and claims and right and (spans == shown or not statement.complete))


def _indices_hold(form: Any, shown: list[int]) -> bool:
    """Tell whether the indices of the components are those that our own method finds."""
    found: Any = sabot.equilibria(form, index=True)
    return sorted(found.indices.components) == shown


def _solved(form: Any) -> Any:
    return sabot.solve(form_in_of(form))


def form_in_of(form: Any) -> Any:
    """Return a form that the checker read as the solvers have it."""
    from sabot.solvers.certificate_writer import form_from_json

    seats = [seat.name for seat in form.seats]
    body: dict[str, Any] = {"denominator": form.denominator, "kind": form.kind}
    if form.rows is None:
        cells = {s.name: [[v, a, parent] for v, a, parent, _ in s.cells] for s in form.seats}
        body |= {"cells": cells, "payoffs": form.entries}
    else:
        rows, columns = (seat.cells[0][1] for seat in form.seats)
        body |= {"rows": rows, "columns": columns, "payoffs": form.rows}
    return form_from_json(body, seats)


def _game_holds(form: Any, value: Any, unique: Mapping[str, Any], told: Verdict | None) -> bool:
    solved = _solved(form)
    if isinstance(told, OptimalSetVerdict):
        return bool(solved.value == value and _list_holds(told))
    claims = all(claim in (None, solved.uniqueness[seat]) for seat, claim in unique.items())
    own = not isinstance(told, ZeroSumVerdict) or all(
        not claim or _same_plan(told, solved, seat) for seat, claim in unique.items()
    )
    return bool(solved.value == value and claims and own)


def _list_holds(told: OptimalSetVerdict) -> bool:
    """Tell whether the strategies listed are extreme ones, and all of them where that is said."""
    found = sabot.equilibria(form_in_of(told.form))
    assert isinstance(found, sabot.Equilibria)
    for seat, own, said in zip(
        told.form.seats, told.source.vertices, told.source.descriptions, strict=True
    ):
        listed = {_plan_of(seat, one.table) for one in own}
        known = {_plan_of(seat, one) for one in found.vertices[seat.name]}
        shown = told.extreme[seat.name]
        if not (listed <= known and len(listed) == shown.count == len(own)):
            return False
        if shown.complete and listed != known:
            return False
        if (
            shown.described
            and said.family is not None
            and not _family_holds(seat, said, [one.table for one in own])
        ):
            return False
    return True


def _family_holds(seat: Any, said: Any, tables: list[Any]) -> bool:
    """Tell whether the corners of a family are the strategies listed: all pairs of ends are tried.

    Where the family has no formula it is played as in a strategy listed that reaches the view.
    """
    plans = [_plan_of(seat, table) for table in tables]
    rest = {
        view: next(
            (t[view] for t, p in zip(tables, plans, strict=True) if p[parent]), tables[0][view]
        )
        for view, _, parent, _ in seat.cells
    }
    names, bounds = said.family.parameters, said.family.domain
    edges = [
        ([bound.weights.get(name, Fraction(0)) for name in names], end)
        for bound in bounds
        for end in bound.ends
    ]
    found = set()
    for chosen in combinations(edges, len(names)):
        solved = only_solution([[*row, end] for row, end in chosen], len(names))
        if solved is None:
            continue
        point = dict(zip(names, solved, strict=True))
        if all(bound.holds(point) for bound in bounds):
            table = rest | {
                view: {a: _affine_at(formula, point) for a, formula in formulas.items()}
                for view, formulas in said.family.choices.items()
            }
            found.add(_plan_of(seat, table))
    return found == set(plans)


def _affine_at(formula: Mapping[str, Fraction], point: Mapping[str, Fraction]) -> Fraction:
    return sum((w * point.get(name, Fraction(1)) for name, w in formula.items()), Fraction(0))


def _plan_of(seat: Any, table: Mapping[str, Mapping[str, Fraction]]) -> tuple[Fraction, ...]:
    """Return the probability of each sequence of a behaviour strategy."""
    plan = [Fraction(1)] * seat.count
    for view, actions, parent, first in seat.cells:
        for k, action in enumerate(actions):
            plan[first + k] = plan[parent] * table[view].get(action, Fraction(0))
    return tuple(plan)


def _same_plan(told: ZeroSumVerdict, solved: Any, seat: str) -> bool:
    """Tell whether the only optimal strategy is the one told, where the seat comes by itself."""
    away = solved.off_path.get(seat, ()) if hasattr(solved, "off_path") else ()
    table = solved.strategies[seat]
    return all(
        {a: c for a, c in mix.items() if c} == {a: c for a, c in table[view].items() if c}
        for view, mix in told.strategies[seat].items()
        if view not in away
    )


def _cases(statement: ParametricVerdict) -> Iterator[tuple[Any, Fraction, Mapping[str, Any]]]:
    """Yield the games of a theorem at some values, with what is claimed there."""
    from sabot.certify.sequence_form import CertificateForm

    game: Any = statement.form
    for piece, claims in zip(statement.pieces, statement.claims, strict=True):
        spot = piece.span.spot
        top, below = [_at(p, spot) for p in piece.claimed]
        amounts = {
            (i, j): _at(amount, spot)
            for j, column in enumerate(game.columns[0])
            for i, amount in column.items()
        }
        scale = _at(game.denominator, spot)
        shares = {pair: amount / scale for pair, amount in amounts.items()}
        least = 1
        for share in shares.values():
            least *= share.denominator // _gcd(least, share.denominator)
        entries = [(i, j, int(share * least)) for (i, j), share in shares.items()]
        yield CertificateForm(game.seats, None, entries, least), top / below, claims


def _gcd(one: int, two: int) -> int:
    while two:
        one, two = two, one % two
    return one


def _at(polynomial: list[int], spot: Fraction) -> Fraction:
    return sum((c * spot**k for k, c in enumerate(polynomial)), Fraction(0))


def _deal_holds(statement: PerfectInformationVerdict) -> bool:
    """Tell whether a deal is worth what is claimed, by playing it out."""
    deal: Any = statement.form

    @cache
    def worth(left: tuple[tuple[int, str], ...], lead: str, led: int | None) -> int:
        if not left:
            return 0
        turn = lead if led is None else "WE"["EW".index(lead)]
        own = [card for card, seat in left if seat == turn]
        if led is None:
            found = [worth(left, lead, card) for card in own]
        else:
            if deal.greedy:
                own = [card for card in own if card > led] or own
            pay = deal.pays[deal.n - len(left) // 2]
            found = []
            for card in own:
                winner = lead if led > card else turn
                rest = tuple(pair for pair in left if pair[0] not in (led, card))
                found.append((pay if winner == "W" else 0) + worth(rest, winner, None))
        return max(found) if turn == "W" else min(found)

    cards = tuple(enumerate(deal.holders, 1))
    return worth(cards, deal.lead, deal.led) == statement.number


# ---------------------------------------------------------------------- telling


def attack(count: int, seed: int, edits: int = 1) -> Iterator[tuple[str, str, str, str]]:
    """Yield forgeries: the kind of edit, the file it was made of, what became of it, its text."""
    files, names = sources(), list(KINDS)
    for number in range(count):
        dice = random.Random(f"{seed}/{number}")
        kind, source, other = names[number % len(names)], dice.choice(files), dice.choice(files)
        text = forged(source, other, kind, dice, edits)
        yield kind, source.name, fate(text, source.statement), text


def main() -> int:
    """Forge, judge, count; return 1 if the checker was fooled once."""
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    reader.add_argument("--count", type=int, default=10_000)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--edits", type=int, default=1)
    asked = reader.parse_args()
    fates: Counter[tuple[str, str]] = Counter()
    files: Counter[tuple[str, str]] = Counter()
    fooled, slowest, before = 0, 0.0, time.perf_counter()
    for number, (kind, name, found, text) in enumerate(
        attack(asked.count, asked.seed, asked.edits)
    ):
        now = time.perf_counter()
        slowest, before = max(slowest, now - before if number else 0.0), now
        word = found.split()[0]
        fates[kind, word] += 1
        files[name, word] += 1
        if word.isupper():
            fooled += 1
            print(f"{found}: {kind} of {name}, number {number} of seed {asked.seed}")
            Path(f"forged-{asked.seed}-{number}.json").write_text(text, encoding="utf-8")
    for table in (fates, files):
        words = sorted({word for _, word in table})
        print(f"{'':22}" + "".join(f"{word:>9}" for word in words))
        for row in dict.fromkeys(key for key, _ in table):
            print(f"{row:22}" + "".join(f"{table[row, word]:9}" for word in words))
    print(f"{asked.count} forgeries, {fooled} accepted that should not be; slowest {slowest:.1f} s")
    return 1 if fooled else 0


if __name__ == "__main__":
    sys.exit(main())
