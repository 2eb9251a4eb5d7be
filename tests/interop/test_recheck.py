"""A second opinion: a checker in Go, written from the specification (tools/recheck/README.md).

Both are given every kind of file, as saved and forged, and must say the same. Go is not needed to
use Sabot; without it these tests are skipped, except with CI set in the environment.
"""

import contextlib
import copy
import functools
import io
import json
import os
import random
import re
import runpy
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from tests.interop import by_seat, edits
from tests.unit import forging
from tests.unit.certify import test_nplayer_nash_forged as lists
from tests.unit.certify import test_private_hands_forged as private_hands
from tests.unit.certify import test_value_bounds
from tools import forge, hostile

import sabot
from sabot import certify
from sabot.certify import documents

ROOT = Path(__file__).parents[2]
RECHECK = ROOT / "tools" / "recheck" / "recheck"
MISSING = "needs Go: sh tools/recheck/setup.sh"
ACCEPTED, REFUSED, ILL_FORMED, NOT_FOR_IT = 0, 1, 3, 4

SOLVED = {
    "pennies": [[1, -1], [-1, 1]],
    "several": [[1, -1], [-1, 1], [0, 0]],
    "fractions": [["1/2", "2/3", "-1"], ["-5/7", "0", "3"], ["1", "-1/9", "2"]],
    "kuhn": "kuhn-poker",
    "leduc": "leduc-poker",
    "le-her": "le-her(ranks=4, suits=2)",
    "open": "le-her(ranks=3, suits=2, reply=open)",
    "a1": "baccara(model=A1)",
    "b3": "baccara(model=B3, decks=6)",
}
THEOREMS = {
    "of le-her": "le-her(ranks=3, suits=*)",
    "of open": "le-her(ranks=4, suits=*, reply=open)",
    "of kuhn": "kuhn-poker(bet=*)",
    "of b1": "baccara(model=B1, decks=*)",
    "of b3": "baccara(model=B3, decks=*)",
}
TABLES = {
    "of roots": "t**2 - 2, 1\n1, 3 - t**2\n",
    "of a flat table": "t, t\nt, t\n",
    "of a double root": "0, (t - 7)**2\n",
    "of a cubic": "t**3 - t, 2, -1\n-t, t**2 - 1/3, 1\n0, 1 - t, t/2\n",
    "of all numbers": "t**2 - 2, 1\n-t, t**3\n",
}
BOUNDED = {
    "bounds of pennies": [[1, -1], [-1, 1], ["1/3", "-1/7"]],
    "bounds of kuhn": "kuhn-poker",
}
LISTED = {
    "list of pennies": [[1, -1], [-1, 1]],
    "list of corners": [[1, -1, 0], [-1, 1, 0], [0, 0, 0]],
    "list of two": [[1, -1], [-1, 1], [0, 0]],
    "list of kuhn": "kuhn-poker",
    "list of le-her": "le-her(ranks=4, suits=2)",
    "list of a family": [[1, 1], [1, 1], [1, 1]],
    "list of conditions": "le-her(ranks=4, suits=1)",
}
BY_ROWS = {
    "mixed by rows": [["1/2", "-1/3", 0], ["-2/5", "1/7", 1]],
    "several by rows": [["1/2", "-1/2"], ["-1/3", "1/3"], [0, 0], ["1/4", "-1/4"]],
}
"""Matrices whose rows have a denominator each."""
LARGE = ["leduc", "leduc/1", "leduc/certificate", "b3", "b3/1", "b3/certificate", "of b1"]
OF_CARDS = ["commission", "pairs of cards", "pairs by commission"]
HOW_MANY = dict.fromkeys(by_seat.HONEST, 60) | dict.fromkeys(LARGE + OF_CARDS, 20) | {"of b3": 5}
"""Edits of what takes long to check; of all else 120. The fast tests take every eighth."""
KINDS = [
    *(name + kind for name in SOLVED for kind in ("", "/1", "/certificate")),
    *THEOREMS,
    *TABLES,
    *BOUNDED,
    *LISTED,
    *BY_ROWS,
    *by_seat.HONEST,
    *(f"{kind} by hands" for kind in private_hands.texts()),
]
THEOREM_SCHEMAS = ("sabot/proof/1", by_seat.PAIR_THEOREM, by_seat.NASH_THEOREM)
BY_SEAT_SCHEMAS = (
    by_seat.NASH,
    by_seat.ALL_NASH,
    by_seat.PAIRS,
    by_seat.PAIR_THEOREM,
    by_seat.NASH_THEOREM,
)
MUTANTS = 4_000
"""Of each kind of file with payoffs by seat, in the slow tests."""


@pytest.fixture(autouse=True)
def _go_is_there():
    if shutil.which("go") is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)


@functools.cache
def solved(name):
    return forging.document(SOLVED[name])


@pytest.fixture(scope="module")
def document(tmp_path_factory):
    """Return a function from the name of a kind of file to such a document."""

    @functools.cache
    def made(kind):
        if kind in THEOREMS:
            return json.loads(json.dumps(sabot.prove(THEOREMS[kind]).document))
        if kind in BOUNDED:
            found = sabot.approximate(BOUNDED[kind], gap="1/10", iterations=30)
            return json.loads(json.dumps(found.to_json()))
        if kind in LISTED:
            return json.loads(json.dumps(sabot.equilibria(LISTED[kind]).to_json()))
        if kind in BY_ROWS:
            return forging.by_rows(forging.document(BY_ROWS[kind]))
        if kind in by_seat.HONEST:
            return by_seat.HONEST[kind]()
        if kind.endswith(" by hands"):
            return private_hands.document(kind.removesuffix(" by hands"))
        if kind in TABLES:
            path = tmp_path_factory.mktemp("tables") / "table.csv"
            path.write_text(TABLES[kind], encoding="utf-8")
            low = "-inf" if kind == "of all numbers" else None
            found = sabot.prove(f"matrix(file={path}, t=*)", low=low)
            return json.loads(json.dumps(found.document))
        name, _, older = kind.partition("/")
        told = forging.older(solved(name)) if older else solved(name)
        return told["certificate"] if older == "certificate" else told

    return made


def theirs(paths):
    """Return what the checker in Go says of each file: a code and a line."""
    done = subprocess.run(
        [RECHECK, *paths], capture_output=True, text=True, timeout=600, check=False
    )
    found = {}
    for path, line in zip(paths, done.stdout.splitlines(), strict=True):
        said = line.removeprefix(f"{path}: ")
        for start, code in {
            "proved, ": ACCEPTED,
            "refused: ": REFUSED,
            "not well-formed: ": ILL_FORMED,
            "not for me: ": NOT_FOR_IT,
        }.items():
            if said.startswith(start):
                found[path] = (code, said)
    assert list(found) == list(paths), done.stdout + done.stderr
    assert done.returncode == max(code for code, _ in found.values())
    return found


def ours(path):
    """Return what `python -m sabot.certify FILE` says: a code and lines."""
    said, before = io.StringIO(), sys.argv
    sys.argv = ["certify", str(path)]
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            runpy.run_module("sabot.certify", run_name="__main__")
    except SystemExit as end:
        return end.code or ACCEPTED, said.getvalue()
    finally:
        sys.argv = before
    return ACCEPTED, said.getvalue()


INTERVALS = certify.ValueVerdict | certify.ValueBoundsVerdict | certify.PrivateHandsVerdict


def same_words(line, proved):
    """Demand that of one game both say the same of each seat, and cite the file alike."""
    assert line.endswith(proved.digest)
    if isinstance(proved, INTERVALS):
        for seat in filter(str.isalnum, proved.seats):
            assert f'"{seat}" {proved.verdict(seat)}, ' in line


def same_verdicts(paths):
    """Demand the same exit code of both on each file, and count the codes."""
    counts: Counter[int] = Counter()
    for path, (code, line) in theirs(paths).items():
        mine, lines = ours(path)
        assert code == mine, f"{path}\nGo: {line}\nours: {lines}"
        if code == ACCEPTED:
            same_words(line, certify.check(path))
        counts[code] += 1
    return counts


def write(folder, name, told):
    path = folder / name
    path.write_text(told if isinstance(told, str) else json.dumps(told), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=pytest.mark.slow if kind == "of b3" else ()) for kind in KINDS],
)
def test_both_accept_what_is_solved_and_prove_the_same(kind, document, tmp_path):
    told = document(kind)
    path = write(tmp_path, "file.json", told)
    (code, line), (mine, lines) = theirs([path])[path], ours(path)
    assert (code, mine) == (ACCEPTED, ACCEPTED), line + lines
    alone = told["schema"] in ("sabot/certificate/1", *THEOREM_SCHEMAS)
    holder = told if alone else told["certificate"]
    assert line.endswith(holder["digest"])
    assert holder["digest"] in lines
    if "value" in told:
        assert f"value {told['value'][:200]}" in line
        assert f"value {told['value']} to" in lines
        for seat in told.get("unique", []):
            assert f'"{seat}" {"unique" if told["unique"][seat] else "not unique"},' in line
    if told["schema"] in THEOREM_SCHEMAS:
        same_domain(line, lines)


def same_domain(line, lines):
    """Demand that both say for which values of the parameter a theorem holds."""
    (values,) = re.findall("for every (?:whole|real) number [^:]+", lines)
    if "about" in values:
        values = values.replace("about 1.41421", "the root of x**2 - 2 between 1 and 2")
    assert f" {values}, " in line


SAID = {
    "of le-her": '"receiver" unique in all pieces, "dealer" uniqueness differs by piece, ',
    "of roots": '"row" unique in all pieces between their ends, ',
    "pairs that cross": "payoffs in the first of 3 listed: 0, t to ",
    "pairs for whole numbers": "payoffs in the one listed: (t-1)/(t+3), (1-t)/(t+3) to ",
}


@pytest.mark.parametrize("kind", SAID)
def test_the_second_checker_says_of_a_theorem_what_holds_in_which_pieces(kind, document, tmp_path):
    path = write(tmp_path, "file.json", document(kind))
    assert SAID[kind] in theirs([path])[path][1]


def test_both_refuse_every_false_description_of_optimal_strategies(tmp_path):
    forged = test_value_bounds.false_descriptions()
    paths = [write(tmp_path, f"{number}.json", told) for number, told in enumerate(forged)]
    found = theirs(paths)
    assert len(paths) > 60
    for path in paths:
        code, line = found[path]
        assert code == ours(path)[0] != ACCEPTED, line + path.read_text()[-400:]


@pytest.mark.parametrize("kind", [*BOUNDED, *LISTED])
def test_both_say_the_same_of_bounds_and_of_lists_and_whether_these_are_complete(
    kind, document, tmp_path
):
    path = write(tmp_path, "file.json", document(kind))
    proved = certify.check(path)
    assert isinstance(proved, certify.ValueBoundsVerdict | certify.OptimalSetVerdict)
    same_words(theirs([path])[path][1], proved)


@pytest.mark.parametrize("path", sorted(forging.OLDER.glob("*.json")), ids=lambda path: path.name)
def test_files_of_an_earlier_sabot_get_the_same_verdict(path):
    code, line = theirs([path])[path]
    assert (code == ACCEPTED) == (ours(path)[0] == ACCEPTED), line


@pytest.mark.parametrize("step", [8, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=pytest.mark.slow if "b3" in kind else ()) for kind in KINDS]
)
def test_both_say_the_same_of_every_edit(kind, step, document, tmp_path):
    told = document(kind)
    by_seed, sorts = random.Random(f"recheck {kind}"), edits.sorts_of_places(told)
    paths = []
    for k in range(HOW_MANY.get(kind, 120)):
        if k % 12 == 0:
            forged = edits.misspelt(json.dumps(told), by_seed)
        elif k % 3 == 0 and told["schema"] == "sabot/proof/1":
            forged, _ = edits.twisted(told, by_seed)
        elif k % 2 == 0 and kind in by_seat.HONEST:
            forged, _ = edits.bent(told, by_seed)
        else:
            forged, _ = edits.edited(told, sorts, by_seed)
        if (k + k // 12) % step == 0:
            paths.append(write(tmp_path, f"{k}.json", forged))
    counts = same_verdicts(paths)
    # bent files keep the grammar, and half of them may say something true
    most = len(paths) * 3 / 4 if step == 1 else len(paths)
    assert len(paths) == 1 or counts[ACCEPTED] < most
    assert most <= sum(counts.values())


@pytest.mark.parametrize("name", by_seat.FORGERIES)
def test_both_refuse_a_forged_equilibrium_for_the_same_sort_of_reason(name, tmp_path):
    path = write(tmp_path, "forged.json", by_seat.FORGERIES[name]())
    (code, line), (mine, lines) = theirs([path])[path], ours(path)
    assert code == mine != ACCEPTED, line + lines


@pytest.mark.slow
@pytest.mark.parametrize("kind", by_seat.LARGER)
def test_both_accept_a_larger_file_with_payoffs_by_seat(kind, tmp_path):
    told = by_seat.LARGER[kind]()
    by_seed = random.Random(f"larger {kind}")
    paths = [write(tmp_path, "file.json", told)]
    paths += [
        write(tmp_path, f"{number}.json", edits.bent(told, by_seed)[0]) for number in range(40)
    ]
    assert theirs(paths[:1])[paths[0]][0] == ACCEPTED
    same_verdicts(paths)


def test_both_tell_two_equilibria_apart_by_the_same_multiples(tmp_path):
    told = [lists.with_free_mixes(*pair) for pair in (*lists.NEAR_BUT_APART, *lists.TOO_NEAR)]
    told += [lists.with_wide_root(end) for end in ("-" + "9" * 90, "0")]
    paths = [write(tmp_path, f"{k}.json", edits.sealed(one)) for k, one in enumerate(told)]
    assert same_verdicts(paths) == {ACCEPTED: len(told) - 2, REFUSED: 2}


def test_both_cut_cells_up_to_the_same_bits(tmp_path):
    told = [
        lists.with_long_cuts(lists.LONGEST_CUTS),
        lists.with_long_cuts(lists.LONGEST_CUTS + 1),
        lists.with_growing_vertices(400),
    ]
    paths = [write(tmp_path, f"{k}.json", one) for k, one in enumerate(told)]
    assert same_verdicts(paths) == {ACCEPTED: 1, ILL_FORMED: 2}


def test_both_compare_deviations_at_vertices_of_different_sums(tmp_path):
    game = tmp_path / "two.efg"
    game.write_text(lists.TWO)
    told = json.loads(json.dumps(sabot.equilibria(str(game)).to_json()))
    cases = told["certificate"]["cases"]
    lies = [
        lists.changed(told, ("certificate", "cases", k), [0, actions])
        for k, case in enumerate(cases)
        if isinstance(case[-1], list)
        for actions in ([0, 0], [0, 1], [1, 0])
    ]
    assert lies
    files = [told, *map(edits.sealed, lies)]
    paths = [write(tmp_path, f"{k}.json", one) for k, one in enumerate(files)]
    assert same_verdicts(paths) == {ACCEPTED: 1, REFUSED: len(lies)}


@pytest.mark.slow
def test_both_accept_a_theorem_of_high_degree_between_roots_and_refuse_it_bent(tmp_path):
    told = sabot.prove("leduc-poker(bet1=*)", low="0.58", high="0.62").document
    told = json.loads(json.dumps(told))
    by_seed = random.Random("a theorem of high degree")
    paths = [write(tmp_path, "file.json", told)]
    paths += [
        write(tmp_path, f"{number}.json", edits.bent(told, by_seed)[0]) for number in range(5)
    ]
    assert theirs(paths[:1])[paths[0]][0] == ACCEPTED
    same_verdicts(paths)


@pytest.mark.slow
@pytest.mark.parametrize("schema", BY_SEAT_SCHEMAS)
def test_thousands_of_mutants_with_payoffs_by_seat_get_the_same_verdict(schema, tmp_path, capsys):
    """Half of them are edited at random, half are bent so that they mostly obey the grammar.

    One that is wrong in two ways may be refused for either; these are few.
    """
    corpus = by_seat.corpus(schema)
    sorts = [edits.sorts_of_places(told) for told in corpus]
    by_seed, classes, wrong_twice = random.Random(f"mutants {schema}"), Counter(), []
    for start in range(0, MUTANTS, 200):
        paths = []
        for number in range(start, start + 200):
            at = number % len(corpus)
            edited = edits.edited(corpus[at], sorts[at], by_seed)
            forged = edited if number % 2 else edits.bent(corpus[at], by_seed)
            paths.append(write(tmp_path, f"{number}.json", forged[0]))
        for path, (code, line) in theirs(paths).items():
            mine, lines = ours(path)
            told = f"{path}\nGo: {line}\nours: {lines}"
            if {code, mine} == {REFUSED, ILL_FORMED}:
                wrong_twice.append(told)
            else:
                assert code == mine, told
            classes[code] += 1
            path.unlink()
    with capsys.disabled():
        print(f"\n{schema}: exit codes, and how often: {dict(classes)}")
    assert sum(classes.values()) == MUTANTS
    assert len(wrong_twice) <= MUTANTS / 1000, "\n".join(wrong_twice)
    assert all(classes[code] > MUTANTS / 50 for code in (ACCEPTED, REFUSED, ILL_FORMED))


def change(told, *steps):
    """Return a document with some values replaced (path, value), sealed again."""
    forged = copy.deepcopy(told)
    for path, value in steps:
        holder = edits.reach(forged, path[:-1])
        if value is ...:
            del holder[path[-1]]
        else:
            holder[path[-1]] = value
    return edits.sealed(forged)


def flat_with_one_for_true(document):
    piece = document("of a flat table")["pieces"][0]
    steps = [(("pieces", 0, "unique"), {"row": 1, "column": 1}), (("pieces", 0, "another"), ...)]
    steps += [
        (("pieces", 0, "basis", seat, "differs"), ...)
        for seat in piece["basis"]
        if "differs" in piece["basis"][seat]
    ]
    return change(document("of a flat table"), *steps)


FORGERIES = {
    "one for true": flat_with_one_for_true,
    "whole numbers as 1": lambda document: change(
        document("of roots"), (("domain", "whole"), 1), (("breakpoints",), ...)
    ),
    "a pair paid twice": lambda document: change(
        document("le-her"),
        (
            ("certificate", "form", "payoffs"),
            document("le-her")["certificate"]["form"]["payoffs"] * 2,
        ),
    ),
    "a matrix with cells": lambda document: change(
        document("pennies"), (("certificate", "form", "cells"), {"row": [], "column": []})
    ),
    "a parameter that is a number": lambda document: change(
        document("of kuhn"), (("parameter",), "2")
    ),
    "two rows of one name": lambda document: change(
        document("pennies"), (("certificate", "form", "rows"), ["1", "1"])
    ),
    "a prime that is none": lambda document: change(
        document("pennies"), (("certificate", "uniqueness", "row", "prime"), 16777215)
    ),
    "a value nearby": lambda document: change(document("pennies"), (("value",), "1/1000000007")),
    "a root that is rational": lambda document: change(
        document("of roots"),
        *(
            (path, {"root_of": [-4, 0, 1], "between": ["0", "4"]})
            for path in [("pieces", 0, "to"), ("pieces", 1, "from"), ("breakpoints", 1, "at")]
        ),
    ),
    "a power 0 of a quotient": lambda document: change(
        document("of kuhn"),
        (
            ("pieces", 0, "value"),
            f"{document('of kuhn')['pieces'][0]['value']} + (1/(bet+7))**0 - 1",
        ),
    ),
    "a bound that nobody secures": lambda document: change(
        document("bounds of kuhn"), (("low",), "-1/18"), (("high",), "-1/18"), (("gap",), 0.0)
    ),
    "a gap that is another": lambda document: change(
        document("bounds of kuhn"), (("gap",), 0.015625)
    ),
    "a strategy listed twice": lambda document: change(
        document("list of two"),
        (("count",), 4),
        (("seats", "row", "count"), 4),
        (("seats", "row", "vertices"), document("list of two")["seats"]["row"]["vertices"] * 2),
    ),
    "a mixture listed as extreme": lambda document: change(
        document("list of two"),
        (("seats", "row", "vertices", 0, "-"), {"1": "1/4", "2": "1/4", "3": "1/2"}),
    ),
    "a count that is another": lambda document: change(document("list of two"), (("count",), 3)),
    "a seat that steers the terminal": lambda document: change(
        document("pennies"), (("seats", 0), "\x1b[2J\x1b[1Aproved")
    ),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_both_refuse_the_known_forgeries(name, document, tmp_path):
    path = write(tmp_path, "forged.json", FORGERIES[name](document))
    (code, line), (mine, lines) = theirs([path])[path], ours(path)
    assert code in (REFUSED, ILL_FORMED), line
    assert mine in (REFUSED, ILL_FORMED), lines
    assert "\x1b" not in line + lines


CHANCE = Path(__file__).with_name("chance-of-minus-three.json")
"""A theorem on t = 5, 6 whose plan never comes to a cell at 5; its formula there is -3 at 5."""


def test_a_formula_is_no_chance_where_nobody_comes_to_it():
    code, line = theirs([CHANCE])[CHANCE]
    assert code == REFUSED
    assert "negative at 5" in line


def test_ours_refuses_a_formula_that_is_negative_where_nobody_comes_to_it():
    assert ours(CHANCE)[0] == REFUSED


def test_what_the_second_checker_does_not_read_it_says(tmp_path):
    path = write(tmp_path, "file.json", {"schema": "sabot/equilibria/1"})
    assert {code for code, _ in theirs([path]).values()} == {NOT_FOR_IT}


def test_every_kind_that_ours_reads_is_read_or_said_not_to_be(tmp_path):
    """A kind of which it has never heard would be called malformed, and no test would look."""
    made = {source.name: json.loads(source.text) for source in forge.sources()}
    paths = {write(tmp_path, f"{k}.json", told): told for k, told in enumerate(made.values())}
    known = {
        name for name in vars(documents).values() if re.fullmatch(r"sabot/.*/[0-9]", str(name))
    }
    assert {told["schema"] for told in made.values()} == known
    for path, (code, said) in theirs(list(paths)).items():
        assert code in (ACCEPTED, NOT_FOR_IT), said
        assert ours(path)[0] == ACCEPTED


def test_a_file_that_is_none_is_not_called_a_forgery(tmp_path):
    texts = ["", "{", "[]", '{"schema": "sabot/none/1"}', "\ufeff{}", '{"a": 1, "a": 1}']
    paths = [write(tmp_path, f"{k}.json", text) for k, text in enumerate(texts)]
    paths.append(tmp_path / "absent.json")
    assert {code for code, _ in theirs(paths).values()} == {ILL_FORMED}
    assert {ours(path)[0] for path in paths} == {ILL_FORMED}


def test_a_character_beyond_ffff_is_printed_with_eight_digits(tmp_path):
    path = write(tmp_path, "\U0001f0a1.json", "{")
    done = subprocess.run([RECHECK, path], capture_output=True, text=True, check=False)
    assert done.stdout.startswith(f"{tmp_path}/\\U0001f0a1.json: not well-formed: ")


@pytest.mark.slow  # builds the checker once more
def test_a_file_that_takes_too_long_is_given_up_and_the_next_one_is_judged(tmp_path, document):
    source = tmp_path / "recheck"
    shutil.copytree(RECHECK.parent, source, ignore=shutil.ignore_patterns("build"))
    bounds = source / "bounds.go"
    text = bounds.read_text(encoding="utf-8")
    bounds.write_text(text.replace("mostSeconds = 50", "mostSeconds = 0"), encoding="utf-8")
    long = write(tmp_path, "long.json", hostile.many_inequalities(1))
    short = write(tmp_path, "short.json", document("pennies"))
    command = [source / "recheck", short, long, short]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    first, given_up, last = done.stdout.splitlines()
    assert first == last
    assert first.startswith(f"{short}: proved, ")
    assert (
        given_up == f"{long}: not well-formed: takes more than 0 seconds of processor time to check"
    )
    assert done.returncode == ILL_FORMED


def test_both_refuse_every_forged_interval_of_private_hands(tmp_path):
    paths = []
    sets = (
        ("kuhn", private_hands.FORGED),
        ("ranges", private_hands.FORGED_RANGES),
        ("hands", private_hands.FORGED_HANDS),
    )
    for kind, forgeries in sets:
        for number, (change, *_) in enumerate(forgeries):
            told = private_hands.document(kind)
            change(told)
            paths.append(write(tmp_path, f"{kind}-{number}.json", edits.sealed(told)))
    counts = same_verdicts(paths)
    assert counts[ACCEPTED] == 0 and sum(counts.values()) > 60


def test_both_read_probabilities_of_four_bytes_where_hands_have_one_card(tmp_path):
    told = {kind: private_hands.document(kind) for kind in ("kuhn", "ties", "ranges")}
    paths = [
        write(tmp_path, kind, edits.sealed(private_hands.widen(one))) for kind, one in told.items()
    ]
    assert same_verdicts(paths) == {ACCEPTED: 2, ILL_FORMED: 1}
