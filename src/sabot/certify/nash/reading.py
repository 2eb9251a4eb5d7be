"""Equilibria of finite games for two, read once into what they claim.

Standard library only. A ``sabot/nash/1`` says what each seat is paid and what it could gain, which
is nothing; it holds both seats' payoffs, by rows and columns or by sequences. Each seat's payoffs
are read by the grammar of a zero-sum game: labels, cells and numbers obey the same rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sabot.certify.dossier import (
    demand_evidence,
    demand_how,
    off_path_of,
    strategies_of,
    unreachable_of,
)
from sabot.certify.form import Form, Strategy, form_of
from sabot.certify.reading import claim_of, fraction_of, record, seats_of, seen, text
from sabot.certify.seal import demand_seal

_NASH = frozenset(
    {"schema", "game", "seats", "payoffs", "gains", "strategies", "unique", "off_path"}
    | {"method", "seconds", "certificate"}
)
_EVIDENCE = frozenset({"choices", "cases", "sequences", "another"})
"""Of uniqueness, where there is a claim of it."""
_BIMATRIX = frozenset({"kind", "rows", "columns", "denominators", "payoffs"})
_GENERAL = frozenset({"kind", "cells", "denominators", "payoffs"})


@dataclass(frozen=True, slots=True)
class Nash:
    """An equilibrium as a file tells it."""

    game: str
    kind: str
    """``bimatrix`` or ``general``."""
    forms: tuple[Form, Form]
    """The game as it pays the first seat, and as it pays the second: the same cells."""
    payoffs: tuple[Fraction, Fraction]
    gains: tuple[Fraction, Fraction]
    strategies: tuple[Strategy, Strategy]
    off_path: tuple[frozenset[str], frozenset[str]]
    unreachable: Mapping[str, tuple[str, ...]]
    digest: str
    unique: tuple[bool | None, bool | None] = (None, None)
    choices: Any = None
    """What shows the last: a tree of cases of binary choices, not read yet."""
    cases: Any = None
    """The same of pure strategies, where a seat is said to play the same in all equilibria."""
    sequences: Any = None
    """The same of the sequences of a tree."""
    another: Mapping[int, tuple[Strategy, Strategy]] = field(default_factory=dict)
    """By seat that is said not to: an equilibrium in which it plays otherwise."""

    @property
    def form(self) -> Form:
        """The game as it pays the first seat."""
        return self.forms[0]


def nash_of(document: Mapping[str, Any]) -> Nash:
    """Return what a ``sabot/nash/1`` claims and shows."""
    demand_evidence(document)
    seal = demand_seal(document, "equilibrium")
    record(document, _NASH, "an equilibrium", {"unreachable"})
    held = record(document["certificate"], {"form", "digest"}, "the certificate", _EVIDENCE)
    names = seats_of(document["seats"])
    kind, forms = forms_of(held["form"], names)
    if kind == "bimatrix" and "sequences" in held:
        raise ValueError("the sequences of a bimatrix are its strategies: 'cases' are of these")
    unique = record(document["unique"], names, "the uniqueness claims")
    one, two = (claim_of(unique[name]) for name in names)
    _demand_evidence((one, two), held)
    demand_how(document)
    return Nash(
        text(document["game"], "the game"),
        kind,
        forms,
        _numbers(document["payoffs"], "payoffs"),
        _numbers(document["gains"], "gains"),
        strategies_of(forms[0], document["strategies"], {}),
        off_path_of(forms[0], document["off_path"]),
        unreachable_of(forms[0], document),
        seal,
        (one, two),
        held.get("choices"),
        held.get("cases"),
        held.get("sequences"),
        _another(forms[0], (one, two), held["another"]) if "another" in held else {},
    )


def _demand_evidence(unique: tuple[bool | None, bool | None], held: Mapping[str, Any]) -> None:
    """Demand that there is evidence of uniqueness just where there are claims of it."""
    if any(held.get(key, ()) is None for key in _EVIDENCE):
        raise ValueError("the evidence of uniqueness is null; leave it out")
    if "choices" in held:
        if unique == (None, None):
            raise ValueError("there is evidence of uniqueness, and no claim of it")
        if held.keys() & {"cases", "sequences", "another"}:
            raise ValueError("there is evidence of uniqueness of two sorts")
        return
    if "cases" in held and "sequences" in held:
        raise ValueError("there is evidence of uniqueness of two sorts")
    cases = "cases" in held or "sequences" in held
    if (True in unique and not cases) or (False in unique and "another" not in held):
        raise ValueError("uniqueness is claimed, and no evidence of it is known here; write null")
    if (True not in unique and cases) or (False not in unique and "another" in held):
        raise ValueError("there is evidence of uniqueness, and no claim of it")


def _another(
    form: Form, unique: tuple[bool | None, bool | None], data: Any
) -> dict[int, tuple[Strategy, Strategy]]:
    """Return another equilibrium for each seat that is said to play otherwise in one."""
    several = {
        seat.name: number for number, seat in enumerate(form.seats) if unique[number] is False
    }
    record(data, several, "the other equilibria")
    return {number: strategies_of(form, data[name], {}) for name, number in several.items()}


def forms_of(data: Any, names: tuple[str, str]) -> tuple[str, tuple[Form, Form]]:
    """Return the kind of the game in a file, and the game as it pays each seat."""
    if not isinstance(data, Mapping):
        raise ValueError("the form is not an object")
    kind = data.get("kind")
    if kind == "bimatrix":
        record(data, _BIMATRIX, "a bimatrix")
        tables = _two(data["payoffs"], "payoffs of a bimatrix")
        told = {"kind": "matrix", "rows": data["rows"], "columns": data["columns"]}
    elif kind == "general":
        record(data, _GENERAL, "a general form")
        tables = _amounts(data["payoffs"])
        told = {"kind": "sequence", "cells": data["cells"]}
    else:
        raise ValueError(f"form kind {seen(kind)} is not known")
    below = _two(data["denominators"], "denominators")
    one, two = (
        form_of({**told, "denominator": below[seat], "payoffs": tables[seat]}, names)
        for seat in (0, 1)
    )
    return str(kind), (one, two)


def _two(data: Any, what: str) -> list[Any]:
    if type(data) is not list or len(data) != 2:
        raise ValueError(f"the {what} are not a list of two, one for each seat")
    return data


def _amounts(data: Any) -> list[Any]:
    """Return [sequence, sequence, amount] for each seat, from entries that pay both."""
    if type(data) is not list or any(type(entry) is not list or len(entry) != 4 for entry in data):
        raise ValueError("the payoffs are not a list of [sequence, sequence, amount, amount]")
    return [[[i, j, one] for i, j, one, _ in data], [[i, j, two] for i, j, _, two in data]]


def _numbers(data: Any, what: str) -> tuple[Fraction, Fraction]:
    one, two = _two(data, what)
    return fraction_of(one), fraction_of(two)
