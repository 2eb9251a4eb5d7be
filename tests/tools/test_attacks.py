"""A small part of the standing attack: seeded forgeries, files that cost, and mutants made."""

import ast
import copy
import re
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from tools import forge, forge_semantic, fuzz, mutants

from sabot import certify
from sabot.certify import documents
from sabot.certify.algebra.number_field import FieldElement

SMALL = 3000
SECONDS, MEMORY = 60, 600 * 2**20


@pytest.fixture(scope="module")
def fates():
    return list(forge.attack(240, seed=7))


def test_no_forgery_is_accepted_that_says_something_false(fates):
    fooled = [(kind, name, found) for kind, name, found, _ in fates if found.isupper()]
    assert fooled == []
    assert not any(found.startswith("FAULT") for _, _, found, _ in fates)


def test_every_kind_of_forgery_is_tried_and_most_are_refused(fates):
    refused = [kind for kind, _, found, _ in fates if found == "refused"]
    assert set(refused) == set(forge.KINDS)
    assert len(refused) > len(fates) // 2


def test_a_seed_makes_the_same_forgeries_again(fates):
    again = [text for *_, text in forge.attack(12, seed=7)]
    assert again == [text for *_, text in fates[:12]]


def test_the_judge_of_forgeries_finds_a_false_statement(monkeypatch):
    """A checker that accepts any value is found out: the attack can fail."""
    from sabot.certify import zero_sum

    source = next(one for one in forge.sources() if one.name == "matrix")
    text = forge.written(forge.read(source.text) | {"value": "1", "decimal": 1.0})
    document = forge.read(text)
    forge.seal(document)
    text = forge.written(document)
    assert forge.fate(text, source.statement) == "refused"
    monkeypatch.setattr(zero_sum, "check_zero_sum", lambda certificate: None)
    assert forge.fate(text, source.statement) == "FALSE"


def lied(told):
    """Return a statement of a list, a theorem or an interval with one thing changed."""
    source = copy.deepcopy(told.source)
    if isinstance(told, certify.RefinementVerdict):
        first, *others = source.equilibria
        turned = replace(first, mixes=tuple(tuple(m[::-1] for m in own) for own in first.mixes))
        return replace(told, source=replace(source, equilibria=(turned, *others)))
    if isinstance(told, certify.PropertiesVerdict):
        source.claims.dominance_solvable = not source.claims.dominance_solvable
        return replace(told, source=source)
    if isinstance(told, certify.ParametricNashVerdict):
        (piece,) = source.pieces
        cut = replace(piece, equilibria=piece.equilibria[1:])
        return replace(told, source=replace(source, pieces=(cut,)))
    if isinstance(told, certify.PrivateHandsVerdict):
        return replace(told, low=told.low + Fraction(1, 10**6))
    if isinstance(told, certify.AllNashVerdict):
        turned = tuple(-one for one in source.indices.components)
        source = replace(source, indices=replace(source.indices, components=turned))
        return replace(told, source=source)
    return replace(told, source=replace(source, equilibria=source.equilibria[1:]))


@pytest.mark.parametrize(
    "name",
    [
        *("subgames", "undominated", "perfect", "proper", "properties", "properties for three"),
        *("sequential", "quasi-perfect", "extensive-form-perfect"),
        *("indices", "reached", "all by parameter", "private hands"),
    ],
)
def test_the_judge_finds_out_what_is_false_of_lists(name):
    (told,) = (one.statement for one in forge.sources() if one.name == name)
    assert forge.holds(told)
    assert not forge.holds(lied(told))


@pytest.mark.parametrize("name", ["betting", "three hands", "bets at once", "hands"])
def test_the_judge_finds_out_what_is_false_of_real_hands(name):
    (told,) = (one.statement for one in forge.sources() if one.name == name)
    assert forge.holds(told)
    if isinstance(told, certify.ParametricContinuousVerdict):
        piece = told.source.pieces[0]
        wrong = replace(piece, payoffs=(([1], [1]), piece.payoffs[1]))
        assert not forge.holds(replace(told, source=replace(told.source, pieces=(wrong,))))
        return
    assert isinstance(told, certify.ContinuousVerdict)
    paid = tuple(amount + Fraction(1, 10**40) for amount in told.payoffs)
    assert not forge.holds(replace(told, payoffs=paid))
    gains = tuple(gain - Fraction(1, 1000) for gain in told.gains)
    assert not forge.holds(replace(told, gains=gains))


COSTLY = [name for name, _ in fuzz.expensive(40)]
"""What the files are called, whatever their size."""


@cache
def costly():
    return dict(fuzz.expensive(SMALL))


@pytest.mark.slow
def test_files_are_called_the_same_in_every_size():
    assert list(costly()) == COSTLY


LONGEST = ("a cube of indifference before many choices", "equilibria that span many subsets")


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow if name in LONGEST else ()) for name in COSTLY],
)
def test_what_costs_most_is_answered_within_bounds(name):
    assert fuzz.met(costly()[name], SECONDS, MEMORY) == "refused"


@pytest.mark.slow
def test_what_is_broken_at_random_is_answered_in_words():
    assert {fuzz.met(raw, SECONDS, MEMORY) for _, raw in fuzz.broken(40, seed=3)} <= {
        "accepted",
        "refused",
    }


@pytest.mark.slow
def test_the_fuzzer_tells_a_fault_and_what_does_not_end(monkeypatch):
    def fault(document):
        raise KeyError(document)

    def endless(document):
        while True:
            pass

    monkeypatch.setattr(certify, "check", fault)
    assert fuzz.met(b"{}") == "a fault of ours"
    monkeypatch.setattr(certify, "check", endless)
    assert fuzz.met(b"{}", seconds=1) == "never ending"


@pytest.mark.slow  # `make mutants` itself looks first
def test_every_test_that_asks_the_checker_meets_its_mutants():
    chosen = {mutants.name_of(path) for path in mutants.tests()}
    asking = re.compile(r"^from sabot(\.certify| import .*\bcertify\b)|\bcertify\.check\(", re.M)
    unit = {mutants.name_of(path): path for path in mutants.UNIT.rglob("test_*.py")}
    for path in unit.values():
        if asking.search(path.read_text(encoding="utf-8")):
            assert mutants.name_of(path) in chosen | mutants.LEFT_OUT.keys()
    assert {"certify/nash_forged", "solvers/continuous/parametric"} <= chosen
    assert "conformance/check" in chosen  # what it knows of the checker comes from a helper
    assert "cards/shoe" not in chosen
    for name, reason in mutants.LEFT_OUT.items():
        assert name in unit and len(reason) > 10


def made(source):
    """Return what can be switched off in a function, each alone."""
    count = len(list(mutants._sites(ast.parse(source))))
    return {list(mutants._sites(ast.parse(source)))[k].apply() for k in range(count)}


def test_a_mutant_is_a_check_switched_off():
    assert made("def f(x):\n    if x < 0 or not x:\n        raise ValueError('no')\n") == {
        "no `raise ValueError('no')`",
        "`x < 0 or not x` without `x < 0`",
        "`x < 0 or not x` without `not x`",
        "`x < 0` as `x <= 0`",
    }
    assert made("def f(x) -> bool:\n    if x:\n        return False\n    return x and g(x)\n") == {
        "`return False` accepts (number 1)",
        "`x and g(x)` without `x`",
        "`x and g(x)` without `g(x)`",
    }
    assert made(
        "def f(x):\n    for y in x:\n        _check_one(y)\n        x.verify()\n    g(x)\n"
    ) == {
        "no `_check_one(y)`",
        "no `x.verify()`",
    }


@pytest.mark.slow  # `make mutants` itself looks first
def test_every_equivalent_mutant_is_still_one_and_has_a_reason():
    names = {mutant.name for path in mutants.modules() for mutant in mutants.mutants_of(path)}
    for name, reason in mutants.equivalent().items():
        assert name in names, f"no mutant is called so any more: {name}"
        assert len(reason) > 10, name


def test_every_kind_of_file_that_is_checked_is_forged():
    forged = {forge.read(source.text)["schema"] for source in forge.sources()}
    known = {
        name for name in vars(documents).values() if re.fullmatch(r"sabot/.*/[0-9]", str(name))
    }
    assert forged == known


def test_the_judge_finds_out_what_is_false_in_a_field():
    (told,) = (one.statement for one in forge.sources() if one.name == "field")
    assert isinstance(told, certify.AlgebraicNashVerdict)
    assert forge.holds(told)
    source = told.source
    top = source.payoffs[0].numerator
    paid = (source.payoffs[0]._replace(numerator=[top[0] + 1, *top[1:]]), *source.payoffs[1:])
    chances = (*source.chances[:2], [FieldElement([1], below) for below in (1, 2, 2)])
    conjugate, wide = copy.copy(source.field), copy.copy(source.field)
    conjugate.point = replace(source.field.point, low=Fraction(-4), high=Fraction(-3))
    wide.point = replace(source.field.point, low=Fraction(-4))
    for false in (
        replace(source, payoffs=paid),
        replace(source, chances=chances),
        replace(source, field=conjugate),
        replace(source, field=wide),
    ):
        assert not forge.holds(replace(told, source=false))


@pytest.mark.parametrize("name", ["alone", "not alone", "tree by seat", "profile", "pair lists"])
def test_the_judge_finds_out_what_is_false_of_payoffs_by_seat(name):
    (told,) = (one.statement for one in forge.sources() if one.name == name)
    assert forge.holds(told)
    if isinstance(told, certify.BinaryNashVerdict):
        part = told.source.part
        for wrong in (part.equilibria[1:], (*part.equilibria, part.equilibria[0])):
            less = replace(told.source, part=replace(part, equilibria=wrong))
            assert not forge.holds(replace(told, source=less))
        return
    assert isinstance(told, certify.NashVerdict | certify.NPlayerVerdict)
    paid = tuple(amount + Fraction(1, 10**9) for amount in told.payoffs)
    assert not forge.holds(replace(told, payoffs=paid))
    if isinstance(told, certify.NashVerdict):
        claims = {seat: not claim for seat, claim in told.claims.items()}
        assert not forge.holds(replace(told, claims=claims))


def test_the_judge_finds_out_what_is_said_to_be_free_and_is_not():
    (told,) = (one.statement for one in forge.sources() if one.name == "betting")
    assert isinstance(told, certify.ContinuousVerdict)
    free = told.source.free[0]
    wider = replace(free, high=(1 + free.high) / 2)
    assert not forge.holds(replace(told, source=replace(told.source, free=(wider,))))


def test_every_room_of_the_checker_has_tests_of_its_own():
    rooms = {
        mutants.room_of(path.relative_to(mutants.CERTIFY).as_posix()) for path in mutants.modules()
    }
    assert rooms == mutants.ROOMS.keys()
    known = {mutants.name_of(path) for path in mutants.tests()}
    for room, names in mutants.ROOMS.items():
        assert set(names) <= known, room
        assert len(mutants.tests_of([room])) == len(set(names))
    assert mutants.tests_of([]) == mutants.tests()


def test_every_module_and_every_test_of_the_checker_is_in_a_room():
    modules = {one.stem for one in mutants.CERTIFY.iterdir() if one.suffix in ("", ".py")}
    assert modules - {"__pycache__"} == mutants.ROOM_OF.keys()
    tests = {mutants.name_of(path) for path in (mutants.UNIT / "certify").rglob("test_*.py")}
    assert tests == {
        name for names in mutants.ROOMS.values() for name in names if name.startswith("certify/")
    }


def test_no_forgery_by_meaning_is_accepted_or_printed_that_is_false():
    fates = list(forge_semantic.attack(6 * len(forge_semantic.KINDS), seed=2))
    assert [(kind, name, found) for kind, name, found, _ in fates if found.isupper()] == []
    assert {kind for kind, *_ in fates} == set(forge_semantic.KINDS)
    assert sum(found == "refused" for *_, found, _ in fates) > len(fates) // 2


def test_a_false_claim_of_uniqueness_that_is_believed_is_found_out(monkeypatch):
    """A checker that takes every rank test for full accepts a forgery, and the attack says so."""
    from sabot.certify import zero_sum

    monkeypatch.setattr(zero_sum, "proves_full_rank_mod_p", lambda *system: True)
    (source,) = (one for one in forge.sources() if one.name == "several")
    document = forge.read(source.text)
    document["unique"]["row"] = document["unique_behaviour"]["row"] = True
    document["certificate"]["uniqueness"]["row"] = {"prime": 101}
    forge.seal(document)
    assert forge_semantic.judge(forge.written(document), source, {}) == "FALSE"
