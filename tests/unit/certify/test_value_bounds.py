"""Intervals and lists of extreme strategies as files: what is proved, and what is refused."""

import copy
import json
from fractions import Fraction

import pytest
from click.testing import CliRunner
from tests.unit.forging import PENNIES, checked, resealed

import sabot
from sabot import certify
from sabot.certify import optimal_set, rank_mod_p, value_bounds, zero_sum
from sabot.cli.program import cli
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
    assert value_bounds.read_value_bounds(none).low == Fraction(kuhn_interval["low"])


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
            "row has 3 extreme optimal strategies, all there are, "
            "column has 3 extreme optimal strategies, all there are",
        ),
    ],
)
def test_a_list_says_how_many_and_whether_that_is_all(game, words):
    assert checked(told(sabot.equilibria(game))).verdicts == words


def shortened(document, seat, left):
    """Leave so many strategies of a seat, and no description."""
    own = document["seats"][seat]
    document["seats"][seat] = {"count": left, "vertices": own["vertices"][:left]}
    one, two = document["seats"].values()
    document["count"] = one["count"] * two["count"]


@pytest.mark.parametrize(
    ("game", "seat", "left"),
    [
        ("kuhn-poker", "first", 1),
        (SQUARE, "row", 1),
        (SQUARE, "column", 2),
        ("kuhn-poker(ranks=5)", "first", 9),
        ("le-her(ranks=4, suits=1)", "dealer", 5),
        ([[0, 0], [0, -1]], "column", 1),
    ],
)
def test_a_list_that_leaves_one_out_is_refused(game, seat, left):
    short = forged(told(sabot.equilibria(game)), lambda d: shortened(d, seat, left))
    with pytest.raises(CertificateError, match=f"{seat} has an extreme optimal strategy that is"):
        certify.check(short)


@pytest.mark.parametrize(
    ("game", "seat"),
    [("le-her(ranks=4, suits=1)", "dealer"), (SQUARE, "row")],
)
def test_what_takes_too_long_to_be_shown_is_neither_said_nor_printed(
    game, seat, monkeypatch, tmp_path
):
    found, path = sabot.equilibria(game), tmp_path / "list.json"
    found.save(path)
    assert sabot.Equilibria.load(path).unsure == ()
    monkeypatch.setattr(optimal_set, "MOST_OPTIMAL_SET_WORK", 10)
    proved = checked(told(found))
    assert not proved.extreme[seat].complete
    assert (
        f"{seat} has {found.counts[seat]} extreme optimal strategies (that there are no others"
        in (proved.verdicts)
    )
    assert any(f"describes {seat}'s" in line for line in proved.lines)
    loaded = sabot.Equilibria.load(path)
    assert seat in loaded.unsure and seat not in {*loaded.sets, *loaded.families}
    for printed in (str(loaded), loaded.to_latex()):
        assert "that there are no others was not shown" in printed
        assert "optimal exactly when" not in printed and "all of them, by" not in printed


def opened(part):
    for key in ("loose", "conditions", "family"):
        part.pop(key, None)
    part["complete"] = False


def test_a_list_that_was_stopped_proves_its_strategies_and_not_that_there_are_no_others(kuhn_list):
    def stopped(document):
        shortened(document, "first", 1)
        opened(document["seats"]["first"])

    found = checked(forged(kuhn_list, stopped))
    assert not found.extreme["first"].complete and found.extreme["second"].complete
    assert "first has 1 extreme optimal strategy (that there are no others was not shown)" in (
        found.verdicts
    )
    assert found.extreme["first"].unique is None


@pytest.mark.parametrize("value", [True, None, 0, "false"])
def test_complete_may_only_be_false(kuhn_list, value):
    def changed(document):
        opened(document["seats"]["first"])
        document["seats"]["first"]["complete"] = value

    with pytest.raises(FileError, match="'complete' may only be false"):
        certify.check(forged(kuhn_list, changed))


@pytest.mark.parametrize("key", ["conditions", "family", "loose"])
def test_a_list_that_was_stopped_describes_nothing(kuhn_list, key):
    def changed(document):
        part = document["seats"]["first"]
        kept = part.get(key, [])
        opened(part)
        part[key] = kept

    with pytest.raises(FileError, match="by a list that is not complete"):
        certify.check(forged(kuhn_list, changed))


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


LE_HER, KUHN, TRIANGLE = "le-her(ranks=4, suits=1)", "kuhn-poker", "triangle"


@pytest.fixture(scope="module")
def described():
    """Files with conditions, with a family of one parameter, and with one of two."""
    triangle = [[1, 1], [1, 1], [1, 1]]
    return {
        name: told(sabot.equilibria(game))
        for name, game in ((LE_HER, LE_HER), (KUHN, KUHN), (TRIANGLE, triangle))
    }


def test_a_true_description_is_proved(described):
    seats = described[LE_HER]["seats"]["dealer"]
    assert seats["loose"] == ["1", "2", "3"] and seats["conditions"] == ["q[1] - q[3] >= 0"]
    assert checked(described[LE_HER]).extreme["dealer"].described is True
    family = described[KUHN]["seats"]["first"]["family"]
    assert family["domain"] == ["0 <= p <= 1/3"]
    assert checked(described[KUHN]).extreme["first"].described is True
    assert checked(described[KUHN]).extreme["second"].described is None
    assert described[TRIANGLE]["seats"]["row"]["family"]["parameters"] == ["p", "r"]
    assert checked(described[TRIANGLE]).extreme["row"].described is True


CONDITIONS = [
    (["q[3] - q[1] >= 1/2"], "not true of just those", CertificateError),
    (["q[1] - q[3] >= 1/2"], "not true of just those", CertificateError),
    (["q[1] - q[3] >= -1/2"], "not true of just those", CertificateError),
    (["q[1] - q[3] <= 0"], "not true of just those", CertificateError),
    (["q[1] - q[3] = 0"], "not true of just those", CertificateError),
    (["0 <= q[1] - q[3] <= 1/2"], "not true of just those", CertificateError),
    (["q[1] - q[3] >= 0", "q[2] <= 1/2"], "not true of just those", CertificateError),
    (["q[1] - q[3] >= 2"], "not true of just those", CertificateError),
    ([], "not true of just those", CertificateError),
    (["q[1] - q[3] >= 0", "q[4] >= 0"], "'4', which is not a loose view", FileError),
    (["everything is optimal"], "cannot be read", FileError),
    (["q[1] - q[3] > 0"], "cannot be read", FileError),
    (["q[1] - q[3] >= 0 or not"], "cannot be read", FileError),
    (["q[1] - q[3] + 0 >= 0"], "cannot be read", FileError),
    (["0 <= q[1] - q[3] >= 0"], "cannot be read", FileError),
    (["0 <= q[1] - q[3] = 0"], "cannot be read", FileError),
    (["1/0 q[1] - q[3] >= 0"], "positive denominator", FileError),
    (["q[1] - q[1] - q[3] >= 0"], "two terms of one name", FileError),
    (["q[1 - q[3] >= 0"], "cannot be read", FileError),
    (["q[1]-q[3] >= 0"], "cannot be read", FileError),
    (["2*q[1] - q[3] >= 0"], "cannot be read", FileError),
    ([" q[1] - q[3] >= 0"], "cannot be read", FileError),
    ([f"{'1' * 2000} q[1] - q[3] >= 0"], "too long for this checker", FileError),
    ([7], "are not a list of names", FileError),
    ("q[1] - q[3] >= 0", "are not a list of names", FileError),
]


@pytest.mark.parametrize(("conditions", "words", "fault"), CONDITIONS)
def test_conditions_that_are_false_or_unreadable_are_refused(described, conditions, words, fault):
    def change(document):
        document["seats"]["dealer"]["conditions"] = conditions

    with pytest.raises(fault, match=words):
        certify.check(forged(described[LE_HER], change))


@pytest.mark.parametrize(
    "conditions",
    [
        ["-q[1] + q[3] <= 0"],
        ["3/2 q[1] - 3/2 q[3] >= 0"],
        ["0 <= q[1] - q[3] <= 1"],
        ["q[1] - q[3] >= 0", "q[2] >= 0", "q[2] <= 7/5"],
    ],
)
def test_conditions_are_judged_by_what_they_mean(described, conditions):
    def change(document):
        document["seats"]["dealer"]["conditions"] = conditions

    assert checked(forged(described[LE_HER], change)).extreme["dealer"].described


LOOSE = [
    (lambda s: s.update(loose=["everything"]), "not a view of that seat", FileError),
    (lambda s: s.update(loose="x"), "are not a list of names", FileError),
    (lambda s: s.update(loose=["1", "3"]), "differ at 2", CertificateError),
    (lambda s: s.update(loose=["1", "2", "3", "4"]), "not true of just", CertificateError),
    (lambda s: s.pop("loose"), "come together", FileError),
    (lambda s: s.pop("conditions"), "come together", FileError),
]


@pytest.mark.parametrize(("change", "words", "fault"), LOOSE)
def test_loose_views_that_are_not_so_are_refused(described, change, words, fault):
    document = forged(described[LE_HER], lambda d: change(d["seats"]["dealer"]))
    with pytest.raises(fault, match=words):
        certify.check(document)


def test_conditions_are_told_of_binary_choices_only(described):
    def change(document):
        document["seats"]["first"].update(loose=[], conditions=[])

    with pytest.raises(FileError, match="not all between two actions"):
        certify.check(forged(described[KUHN], change))


@pytest.mark.parametrize(("limit", "most"), [("MOST_CONDITIONS", 1), ("MOST_DOMAIN_EDGES", 1)])
def test_long_descriptions_are_refused(described, limit, most, monkeypatch):
    twice = [["q[1] - q[3] >= 0", "q[2] >= 0"], ["0 <= p <= 1/3", "p >= 0"]]
    long = [
        forged(described[LE_HER], lambda d: d["seats"]["dealer"].update(conditions=twice[0])),
        forged(described[KUHN], lambda d: d["seats"]["first"]["family"].update(domain=twice[1])),
    ]
    for document in (described[LE_HER], described[KUHN], *long):
        certify.check(document)
    monkeypatch.setattr(optimal_set, limit, most)
    certify.check(described[LE_HER])
    certify.check(described[KUHN])
    with pytest.raises(FileError, match="too many for this checker"):
        certify.check(long[limit == "MOST_DOMAIN_EDGES"])


def test_conditions_are_told_of_two_actions_only(described):
    def change(document):
        document["seats"]["row"].update(loose=[], conditions=[])

    with pytest.raises(FileError, match="not all between two actions"):
        certify.check(forged(described[TRIANGLE], change))


def test_the_longest_number_of_a_description_is_read():
    most = optimal_set.MOST_CONDITION_DIGITS
    assert optimal_set._parse_number("1" * most) == int("1" * most)
    with pytest.raises(FileError, match="too long"):
        optimal_set._parse_number("1" * (most + 1))


def test_brackets_within_a_view_come_in_pairs():
    views = frozenset({"[1]", "a] + q[b"})
    find = lambda words, start: optimal_set._find_probability(words, start, views)  # noqa: E731
    assert optimal_set._parse_inequality("q[[1]] >= 0", find).weights == {"[1]": 1}
    with pytest.raises(ValueError, match="'a', which is not a loose view"):
        optimal_set._parse_inequality("q[a] + q[b] >= 0", find)


FAMILIES = [
    (lambda f: f.update(domain=["0 <= p <= 1"]), "negative chances", CertificateError),
    (lambda f: f.update(domain=["0 <= p <= 1/4"]), "not the set of", CertificateError),
    (lambda f: f.update(domain=["p >= 0"]), "empty, or has no end", CertificateError),
    (lambda f: f.update(domain=["p <= 1/3"]), "empty, or has no end", CertificateError),
    (lambda f: f.update(domain=["1/3 <= p <= 0"]), "empty, or has", CertificateError),
    (lambda f: f.update(domain=["0 p = 0"]), "empty, or has no end", CertificateError),
    (lambda f: f.update(domain=["p = 1/3"]), "not the set of", CertificateError),
    (
        lambda f: f.update(choices={"J": {"pass": "0", "bet": "1"}}),
        "not the set of",
        CertificateError,
    ),
    (lambda f: f["choices"]["J"].update(bet="2*p"), "do not sum to 1", CertificateError),
    (
        lambda f: f["choices"].update(J={"pass": "1 - 2*p", "bet": "2*p"}),
        "not the set of",
        CertificateError,
    ),
    (
        lambda f: f["choices"].update({"K,pass,bet": {"fold": "0", "call": "1"}}),
        "depends on a parameter",
        CertificateError,
    ),
    (lambda f: f["choices"]["J"].pop("pass"), "'pass' is missing", FileError),
    (lambda f: f["choices"].update(nowhere={}), "'nowhere' is not a part", FileError),
    (lambda f: f.update(parameters=["q"]), "are not p, or p and r", FileError),
    (lambda f: f.update(parameters=["p", "r"]), "empty, or has no end", CertificateError),
    (lambda f: f.update(parameters=[1]), "list of names", FileError),
    (lambda f: f.update(domain="x"), "list of names", FileError),
    (lambda f: f.update(domain=[]), "list of names", FileError),
    (lambda f: f.update(domain=["0 <= p <= 1/3 or so"]), "cannot be read", FileError),
    (lambda f: f.update(domain=[f"p <= {k}" for k in range(65)]), "too many", FileError),
    (lambda f: f.update(more=1), "'more' is not a part", FileError),
    (lambda f: f.update(choices=[]), "not an object", FileError),
    (lambda f: f["choices"].update(J=[]), "not an object", FileError),
    (lambda f: f["choices"]["J"].update(bet=1), "a formula is not a text", FileError),
    (lambda f: f["choices"]["J"].update(bet="p*p"), "cannot be read", FileError),
    (lambda f: f["choices"]["J"].update(bet="p p"), "cannot be read", FileError),
    (lambda f: f["choices"]["J"].update(bet=""), "cannot be read", FileError),
    (lambda f: f["choices"]["J"].update(bet="p + p"), "two terms", FileError),
    (lambda f: f["choices"]["J"].update(bet="1 p"), "cannot be read", FileError),
]


@pytest.mark.parametrize(("change", "words", "fault"), FAMILIES)
def test_a_family_that_is_not_so_is_refused(described, change, words, fault):
    document = forged(described[KUHN], lambda d: change(d["seats"]["first"]["family"]))
    with pytest.raises(fault, match=words):
        certify.check(document)


DOMAINS = [
    (["p + r <= 1", "p >= 0", "r >= 1/2"], "not the set of"),
    (["p + r <= 1", "p >= 0"], "no end"),
    (["p >= 0", "r >= 0"], "no end"),
    (["p - r <= 1", "p >= 0", "r >= 0"], "no end"),
    (["0 <= p <= 1", "0 <= r <= 1"], "negative chances"),
    (["0 <= p <= 1/2", "0 <= r <= 1/2"], "not the set of"),
    (["0 <= p <= 1", "p + r >= 0"], "no end"),
]


@pytest.mark.parametrize(("domain", "words"), DOMAINS)
def test_the_domain_of_two_parameters_is_all_of_a_polygon(described, domain, words):
    def change(document):
        document["seats"]["row"]["family"]["domain"] = domain

    with pytest.raises(CertificateError, match=words):
        certify.check(forged(described[TRIANGLE], change))


def false_descriptions():
    """Yield the files above with each false description, sealed, for another checker."""
    le_her, kuhn = (told(sabot.equilibria(game)) for game in (LE_HER, KUHN))
    triangle = told(sabot.equilibria([[1, 1], [1, 1], [1, 1]]))
    for conditions, _, _ in CONDITIONS:
        yield forged(le_her, lambda d: d["seats"]["dealer"].update(conditions=conditions))  # noqa: B023
    for change, _, _ in LOOSE:
        yield forged(le_her, lambda d: change(d["seats"]["dealer"]))  # noqa: B023
    for change, _, _ in FAMILIES:
        yield forged(kuhn, lambda d: change(d["seats"]["first"]["family"]))  # noqa: B023
    for domain, _ in DOMAINS:
        yield forged(triangle, lambda d: d["seats"]["row"]["family"].update(domain=domain))  # noqa: B023


def test_an_inequality_that_says_nothing_leaves_a_domain_its_end(described):
    def change(document):
        document["seats"]["row"]["family"]["domain"].append("0 p <= 1")

    assert checked(forged(described[TRIANGLE], change)).extreme["row"].described


def test_a_family_has_no_part_where_the_seat_never_comes():
    tree = [["a", ["x", "y"], 0], ["b", ["p", "q"], 2]]
    shape = {"kind": "sequence", "seats": ["one", "two"], "cells": {"one": tree, "two": []}}
    play = {"a": {"x": "1"}, "b": {"p": "1"}}
    choices = {"b": {"p": "1 - p", "q": "p"}}
    family = {"parameters": ["p"], "domain": ["0 <= p <= 1"], "choices": choices}
    document = {
        "schema": "sabot/equilibria/2",
        "game": "by hand",
        "value": "1",
        "count": 1,
        "seats": {
            "one": {"count": 1, "vertices": [play], "family": family},
            "two": {"count": 1, "vertices": [{}]},
        },
        "certificate": {"form": shape | {"denominator": 1, "payoffs": [[1, 0, 1]]}},
    }
    with pytest.raises(CertificateError, match="or is never"):
        certify.check(resealed(document))


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
    assert [zero_sum._require_prime(prime) for prime in rank_mod_p.PRIMES] == list(
        rank_mod_p.PRIMES
    )


def test_what_is_listed_twice_is_told_before_any_rank_is_computed(kuhn_list):
    read = optimal_set.read_optimal_set(kuhn_list)
    assert read.strategies[0] == read.vertices[0][0]
    with pytest.raises(CertificateError, match="digest does not fit"):
        optimal_set.read_optimal_set(kuhn_list | {"game": "x"})


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
        assert "make it again" in said.stderr
