"""Intervals and lists of extreme strategies as files: what is proved, and what is refused."""

import copy
import json
from fractions import Fraction

import pytest
from click.testing import CliRunner
from tests.unit.forging import PENNIES, checked, resealed

import sabot
from sabot import certify
from sabot.certify import bounds, extreme, sequence
from sabot.cli.main import cli
from sabot.errors import CertificateError, FileError, SabotError

SQUARE = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]
"""Everything is optimal: three corners each, and two directions between them."""


def told(result):
    return json.loads(json.dumps(result.to_json()))


@pytest.fixture(scope="module")
def kuhn_interval():
    return told(sabot.approximate("kuhn-poker", gap="1/100"))


@pytest.fixture(scope="module")
def kuhn_list():
    return told(sabot.equilibria("kuhn-poker"))


def forged(document, change):
    changed = copy.deepcopy(document)
    change(changed)
    return resealed(changed)


# ---------------------------------------------------------------------- intervals


def test_an_interval_is_two_best_replies(kuhn_interval):
    found = checked(kuhn_interval)
    low, high = found.low, found.high
    assert low <= Fraction(-1, 18) <= high and high - low <= Fraction(1, 100)
    assert found.value == [kuhn_interval["low"], kuhn_interval["high"]]
    assert found.words.startswith("proved, an interval for the value ")
    assert found.verdicts == f"first secures {low}, second concedes {high}"
    assert found.unique == ()


@pytest.mark.parametrize(
    ("change", "words", "fault"),
    [
        (lambda d: d.update(low="-1/18"), "'gap'", CertificateError),
        (lambda d: d.update(low="-1", gap=1.0, high="0"), "first secures", CertificateError),
        (lambda d: d.update(high=d["low"], gap=0.0), "second concedes", CertificateError),
        (lambda d: d.update(gap=1), "'gap'", CertificateError),
        (lambda d: d.update(gap="0.1"), "'gap'", CertificateError),
        (lambda d: d.update(gap=0.5), "'gap'", CertificateError),
        (lambda d: d.update(iterations=-1), "iterations", FileError),
        (lambda d: d.update(iterations=True), "iterations", FileError),
        (lambda d: d.update(iterations="7"), "iterations", FileError),
        (lambda d: d.update(ended=None), "why it ended is not a text", FileError),
        (lambda d: d.update(method=None), "the method is not a text", FileError),
        (lambda d: d.update(seconds="0"), "the time is not a number", FileError),
        (lambda d: d.update(game=7), "the game is not a text", FileError),
        (lambda d: d.update(more=1), "'more' is not a part of an interval", FileError),
        (lambda d: d.pop("iterations"), "'iterations' is missing", FileError),
        (lambda d: d["certificate"].update(more=1), "'more' is not a part", FileError),
        (lambda d: d.update(seats=["second", "first"]), r"\w", SabotError),
        (lambda d: d["strategies"].update(first=d["strategies"]["second"]), "own views", FileError),
    ],
)
def test_an_interval_that_is_not_so_is_refused(kuhn_interval, change, words, fault):
    with pytest.raises(fault, match=words):
        certify.check(forged(kuhn_interval, change))


def test_an_interval_has_its_digest_and_its_payoffs(kuhn_interval):
    game = kuhn_interval | {"game": "le-her"}
    with pytest.raises(CertificateError, match="the digest does not fit"):
        certify.check(game)
    with pytest.raises(CertificateError, match="carries no certificate"):
        certify.check(kuhn_interval | {"certificate": None})
    bare = {key: part for key, part in kuhn_interval.items() if key != "certificate"}
    with pytest.raises(FileError, match="'certificate' is missing"):
        certify.check(bare)


def test_the_length_of_an_interval_is_a_decimal_number():
    form = {"kind": "matrix", "rows": ["1", "2"], "columns": ["1", "2"], "denominator": 1}
    pure = {"row": {"-": {"1": "1"}}, "column": {"-": {"1": "1"}}}
    document: dict = {"schema": "sabot/interval/2", "game": "by hand", "seats": ["row", "column"]}
    document |= {"low": "-1", "high": "1", "iterations": 0, "ended": "gap", "method": "none"}
    document |= {"seconds": 0, "strategies": pure}
    document["certificate"] = {"form": form | {"payoffs": PENNIES}}
    assert certify.check(resealed(document | {"gap": 2.0})).value == ["-1", "1"]
    for wrong in (2, "2.0", None, True, 2.5):
        with pytest.raises(CertificateError, match="'gap'"):
            certify.check(resealed(document | {"gap": wrong}))
    far = {"kind": "matrix", "rows": ["1"], "columns": ["1", "2"], "denominator": 1}
    far["payoffs"] = [["0", "1" + "0" * 400]]
    distant = document | {"certificate": {"form": far}, "low": "0", "high": "1" + "0" * 400}
    distant["strategies"] = {"row": {"-": {"1": "1"}}, "column": {"-": {"2": "1"}}}
    assert certify.check(resealed(distant | {"gap": None})).value == ["0", "1" + "0" * 400]


def test_an_interval_of_no_iterations_is_read(kuhn_interval):
    none = forged(kuhn_interval, lambda d: d.update(iterations=0))
    assert bounds.interval_of(none).low == Fraction(kuhn_interval["low"])


# ---------------------------------------------------------------------- lists


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (
            "kuhn-poker",
            "first has 2 extreme optimal strategies, all there are, "
            "second has 1 extreme optimal strategy, all there are",
        ),
        (
            PENNIES,
            "row has 1 extreme optimal strategy, all there are, "
            "column has 1 extreme optimal strategy, all there are",
        ),
        (
            SQUARE,
            "row has 3 extreme optimal strategies (that there are no others was not shown), "
            "column has 3 extreme optimal strategies (that there are no others was not shown)",
        ),
    ],
)
def test_a_list_says_how_many_and_whether_that_is_all(game, words):
    assert checked(told(sabot.equilibria(game))).verdicts == words


def test_a_list_that_leaves_one_out_does_not_say_that_it_is_all(kuhn_list):
    def short(document):
        document["seats"]["first"]["vertices"].pop()
        document["seats"]["first"]["count"] = document["count"] = 1

    found = checked(forged(kuhn_list, short))
    assert not found.extreme["first"].complete and found.unique[0]["first"] is None

    def two_of_three(document):
        for seat in ("row", "column"):
            document["seats"][seat] = {
                "count": 2,
                "vertices": document["seats"][seat]["vertices"][:2],
            }
        document["count"] = 4

    found = checked(forged(told(sabot.equilibria(SQUARE)), two_of_three))
    assert not any(seat.complete for seat in found.extreme.values())
    assert found.unique == ({"row": False, "column": False},)


def test_a_mixture_of_extreme_strategies_is_not_extreme():
    document = told(sabot.equilibria(SQUARE))
    middle = {"-": {"1": "1/2", "2": "1/2"}}

    def mixed(changed):
        changed["seats"]["row"]["vertices"][0] = middle

    with pytest.raises(CertificateError, match="row's strategy number 1 is not extreme"):
        certify.check(forged(document, mixed))


def in_list(change):
    return lambda document: change(document["seats"]["first"])


@pytest.mark.parametrize(
    ("change", "words", "fault"),
    [
        (lambda d: d.update(value="-1/17"), "secures -1/18", CertificateError),
        (lambda d: d.update(count=3), "'count' is not the product", CertificateError),
        (lambda d: d.update(count="2"), "'count' is not the product", CertificateError),
        (lambda d: d.update(count=2.0), "'count' is not the product", CertificateError),
        (lambda d: d.update(more=1), "'more' is not a part", FileError),
        (lambda d: d.update(game=7), "the game is not a text", FileError),
        (lambda d: d["seats"].pop("first"), "'first' is missing", FileError),
        (lambda d: d["certificate"].update(more=1), "'more' is not a part", FileError),
        (lambda d: d["certificate"]["form"]["seats"].reverse(), r"\w", SabotError),
        (in_list(lambda s: s.update(count=1)), "first's 'count'", CertificateError),
        (in_list(lambda s: s.update(count=True)), "first's 'count'", CertificateError),
        (in_list(lambda s: s.update(vertices={})), "are not a list", FileError),
        (in_list(lambda s: s.update(vertices={"a": 1, "b": 2})), "are not a list", FileError),
        (lambda d: d["seats"]["second"].update(count=True), "second's 'count'", CertificateError),
        (lambda d: d["seats"]["second"].update(count=1.0), "second's 'count'", CertificateError),
        (in_list(lambda s: s.update(vertices=[], count=0)), "are not a list", FileError),
        (in_list(lambda s: s.update(more=1)), "'more' is not a part", FileError),
        (in_list(lambda s: s.update(loose="x")), "are not a list of names", FileError),
        (in_list(lambda s: s.update(conditions=[7])), "are not a list of names", FileError),
        (in_list(lambda s: s.update(family=[])), "a family is not an object", FileError),
        (in_list(lambda s: s["family"].update(more=1)), "'more' is not a part", FileError),
        (in_list(lambda s: s["family"].update(domain="x")), "list of names", FileError),
        (in_list(lambda s: s["family"].update(parameters=[1])), "list of names", FileError),
        (in_list(lambda s: s["family"].update(choices=[])), "not an object", FileError),
        (in_list(lambda s: s["family"].update(choices={"J": []})), "not an object", FileError),
        (
            in_list(lambda s: s["family"].update(choices={"J": {"bet": 1}})),
            "a formula is not a text",
            FileError,
        ),
        (
            in_list(lambda s: s["vertices"].__setitem__(1, s["vertices"][0])),
            "first's strategy number 2 is listed twice",
            CertificateError,
        ),
    ],
)
def test_a_list_that_is_not_so_is_refused(kuhn_list, change, words, fault):
    with pytest.raises(fault, match=words):
        certify.check(forged(kuhn_list, change))


def test_a_strategy_written_otherwise_is_listed_twice_all_the_same():
    """Where a seat never comes it may do anything: that is no other plan."""
    tree = [["a", ["x", "y"], 0], ["b", ["p", "q"], 2]]
    shape = {"kind": "sequence", "seats": ["one", "two"], "cells": {"one": tree, "two": []}}
    form = shape | {"denominator": 1, "payoffs": [[1, 0, 1]]}
    plays = [{"a": {"x": "1"}, "b": {way: "1"}} for way in "pq"]
    document = {
        "schema": "sabot/equilibria/2",
        "game": "by hand",
        "value": "1",
        "count": 1,
        "seats": {
            "one": {"count": 1, "vertices": plays[:1]},
            "two": {"count": 1, "vertices": [{}]},
        },
        "certificate": {"form": form},
    }
    assert checked(resealed(document)).extreme["one"].complete
    document["seats"]["one"] = {"count": 2, "vertices": plays}
    document["count"] = 2
    with pytest.raises(CertificateError, match="one's strategy number 2 is listed twice"):
        certify.check(resealed(document))


def test_the_ranks_of_lists_are_by_primes():
    assert [sequence._prime(prime) for prime in extreme._PRIMES] == list(extreme._PRIMES)


def test_what_is_listed_twice_is_told_before_any_rank_is_computed(kuhn_list):
    read = extreme.listed_of(kuhn_list)
    assert read.strategies[0] == read.vertices[0][0]
    with pytest.raises(CertificateError, match="digest does not fit"):
        extreme.listed_of(kuhn_list | {"game": "x"})


@pytest.mark.parametrize("game", [[[2, 0], [0, 1]], [[1, 2], [3, 4]], "le-her(ranks=3, suits=1)"])
def test_what_the_solver_lists_is_what_the_checker_finds(game):
    found = sabot.equilibria(game)
    proved = checked(told(found))
    assert {seat: one.count for seat, one in proved.extreme.items()} == found.counts
    assert proved.value == found.value


# ---------------------------------------------------------------------- at the terminal


def ran(*words):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "80"})


def test_check_says_what_was_proved_of_each(tmp_path):
    wide, sets = str(tmp_path / "wide.json"), str(tmp_path / "sets.json")
    assert ran("solve", "kuhn", "--gap", "1/10", "-o", wide).exit_code == 0
    assert ran("equilibria", "kuhn", "-o", sets).exit_code == 0
    said = ran("check", wide, sets, "--rules")
    assert said.exit_code == 0, said.stderr
    assert "proved, an interval for the value" in said.stdout
    assert "first has 2 extreme optimal strategies, all there are" in said.stdout
    assert said.stdout.count("payoffs: ") == 2


def test_check_says_of_an_older_file_that_nothing_in_it_can_be_checked(tmp_path):
    for kind in ("interval", "equilibria"):
        path = tmp_path / f"{kind}.json"
        path.write_text(json.dumps({"schema": f"sabot/{kind}/1"}))
        said = ran("check", str(path))
        assert (said.exit_code, said.stdout) == (3, "")
        assert "make it anew" in said.stderr
