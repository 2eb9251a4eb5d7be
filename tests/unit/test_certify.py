import copy
import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import sabot
from sabot import MatrixForm, certify
from sabot.errors import CertificateError, FileError, SabotError

PENNIES = [[1, -1], [-1, 1]]
SEVERAL = [[1, -1], [-1, 1], [0, 0]]


def document(game):
    """Return the JSON document of a solved game, as a file would hold it."""
    return json.loads(json.dumps(sabot.solve(game).to_json()))


def resealed(proof):
    """Return a certificate with its digest made anew: what a forger would do."""
    return proof | {"digest": certify.digest(proof)}


def forged(game, change):
    proof = document(game)["certificate"]
    change(proof)
    return resealed(proof)


# ---------------------------------------------------------------------- what is proved


@pytest.mark.parametrize(
    "game",
    [
        "le-her(ranks=13, suits=4)",
        "le-her(ranks=4, suits=inf)",
        "le-her(ranks=3, reply=open)",
        "le-her(strategies=threshold)",
        "kuhn-poker",
        PENNIES,
        SEVERAL,
        [[7]],
        [["1/3", "2/7"], [0, "1/2"]],
        [[0, 10**30], [10**30, 0]],
    ],
    ids=str,
)
def test_a_certificate_proves_its_value_by_itself_and_inside_its_solution(game, tmp_path):
    whole = document(game)
    value = Fraction(whole["value"])
    assert certify.check(whole) == value
    assert certify.check(whole["certificate"]) == value
    path = tmp_path / "c.json"
    path.write_text(json.dumps(whole["certificate"]))
    assert sabot.check(path) == sabot.check(str(path)) == value


def test_numbers_beyond_other_languages_are_written_as_text():
    payoffs = document([[0, 2**53], [2**53 - 1, 0]])["certificate"]["form"]["payoffs"]
    assert payoffs == [[0, str(2**53)], [2**53 - 1, 0]]


def test_numbers_of_thousands_of_digits_are_proved():
    size = 10**5000 + 1
    whole = document([[0, size], [1, 0]])
    assert certify.check(whole) == Fraction(size, size + 1)
    assert whole["decimal"] == 1.0
    huge = document([[size]])
    assert huge["decimal"] is None
    assert certify.check(huge) == size


def test_an_orderly_rewriting_of_the_file_is_still_proved():
    whole = document(SEVERAL)
    again = json.loads(json.dumps(whole, sort_keys=True, indent=3))
    assert certify.check(again) == 0


# ---------------------------------------------------------------------- one thing changed


def leaves(thing, path=()):
    if isinstance(thing, dict):
        for key, part in thing.items():
            yield from leaves(part, (*path, key))
    elif isinstance(thing, list):
        for spot, part in enumerate(thing):
            yield from leaves(part, (*path, spot))
    else:
        yield path, thing


def put(thing, path, new):
    for key in path[:-1]:
        thing = thing[key]
    thing[path[-1]] = new


def other(old):
    if isinstance(old, bool):
        return not old
    if isinstance(old, int | float):
        return old + 1
    return old + "0" if isinstance(old, str) else "x"


@pytest.mark.parametrize(
    "game", [PENNIES, SEVERAL, "kuhn-poker", "le-her(ranks=3, suits=1)"], ids=str
)
def test_every_field_changed_is_refused(game):
    whole = document(game)
    tried = 0
    for path, old in leaves(whole):
        if path[0] in ("seconds", "method"):
            continue
        edited = copy.deepcopy(whole)
        put(edited, path, other(old))
        with pytest.raises((CertificateError, FileError)):
            certify.check(edited)
        tried += 1
    assert tried > 20


@pytest.mark.parametrize("game", [SEVERAL, "kuhn-poker"], ids=str)
def test_every_key_and_item_taken_away_is_refused(game):
    whole = document(game)
    for path, _ in leaves(whole):
        for cut in range(1, len(path) + 1):
            edited = copy.deepcopy(whole)
            place = edited
            for key in path[: cut - 1]:
                place = place[key]
            del place[path[cut - 1]]
            if path[0] in ("seconds", "method"):
                continue
            with pytest.raises((CertificateError, FileError)):
                certify.check(edited)


@pytest.mark.parametrize("field", ["value", "game", "strategies", "unique", "seats", "decimal"])
def test_the_solution_around_must_say_what_the_certificate_says(field):
    whole, other_one = document(PENNIES), document([[3, 1], [1, 3]])
    other_one["seats"] = ["column", "row"]
    other_one["game"] = "le-her(ranks=13, suits=4)"
    other_one["unique"] = {"row": True, "column": False}
    whole[field] = other_one[field] if field != "strategies" else {"row": {}, "column": {}}
    with pytest.raises(CertificateError, match=f"the solution's '{field}'"):
        certify.check(whole)


def test_the_order_of_the_seats_matters_because_the_value_is_the_firsts():
    whole = document([[2, 1]])
    whole["seats"].reverse()
    with pytest.raises(CertificateError, match="seats"):
        certify.check(whole)


# ---------------------------------------------------------------------- forgeries


def test_a_wrong_value_is_refused_whatever_the_digest():
    with pytest.raises(CertificateError, match="row secures 0, claimed 1/1000"):
        certify.check(forged(PENNIES, lambda proof: proof.update(value="1/1000")))


@pytest.mark.parametrize("seat", ["row", "column"])
def test_a_strategy_that_does_not_secure_the_value_is_refused(seat):
    def change(proof):
        proof["strategies"][seat]["-"] = {"1": "3/4", "2": "1/4"}

    with pytest.raises(CertificateError, match=f"{seat} (secures|concedes) [-]?1/2, claimed 0"):
        certify.check(forged(PENNIES, change))


@pytest.mark.parametrize(
    "mix",
    [
        {"1": "1/2", "2": "1/3"},
        {"1": "3/2", "2": "-1/2"},
        {"1": "0", "2": "0"},
        {"1": "1/2", "2": "2/3"},
    ],
)
def test_chances_that_make_no_mix_are_refused(mix):
    with pytest.raises(CertificateError, match="do not make a mix"):
        certify.check(forged(PENNIES, lambda proof: proof["strategies"]["row"].update({"-": mix})))


@pytest.mark.parametrize(
    "mix",
    [
        {"1": "1/2", "3": "1/2"},
        {"1": 0.5, "2": 0.5},
        {"1": "0.5", "2": "0.5"},
        {"1": "1/2", "2": "1/0"},
        {"1": "1/2", "2": "1/-2"},
        {"1": "1/2", "2": ""},
        {"1": "1/2", "2": None},
        {"1": "½", "2": "1/2"},
        {"1": "1/2/1", "2": "1/2"},
        {"1": True, "2": "0"},
        [],
        "x",
    ],
)
def test_chances_that_are_no_numbers_are_refused(mix):
    with pytest.raises((FileError, CertificateError)):
        certify.check(forged(PENNIES, lambda proof: proof["strategies"]["row"].update({"-": mix})))


def test_a_payoff_changed_is_refused_whatever_the_digest():
    def change(proof):
        proof["form"]["payoffs"][0][0] = 2

    with pytest.raises(CertificateError):
        certify.check(forged(PENNIES, change))


def test_a_false_claim_of_uniqueness_is_refused():
    def change(proof):
        proof["uniqueness"]["row"] = {"unique": True, "prime": 16777213}

    with pytest.raises(CertificateError, match="row's strategy is not shown to be unique"):
        certify.check(forged(SEVERAL, change))


@pytest.mark.parametrize(
    "table",
    [
        [[0, 0], [0, 0]],
        [[1, 1]],
        [[1], [1]],
        [[0, 0], [1, 0]],
        [[1, -1, 1], [-1, 1, -1]],
        [[2, 0, 1], [0, 2, 1]],
    ],
    ids=str,
)
def test_a_false_claim_of_uniqueness_is_refused_with_every_evidence(table):
    whole = document(table)
    proof = whole["certificate"]
    seats = [seat for seat, claim in proof["uniqueness"].items() if not claim["unique"]]
    assert seats
    for seat in seats:
        opponent = next(name for name in proof["uniqueness"] if name != seat)
        evidence = [proof["strategies"][opponent]]
        if "another" in proof["uniqueness"][opponent]:
            evidence.append(proof["uniqueness"][opponent]["another"])
        for against in evidence:
            for prime in (3, 5, 7, 16777213):
                false = copy.deepcopy(proof)
                false["uniqueness"][seat] = {"unique": True, "prime": prime, "against": against}
                with pytest.raises(CertificateError, match="not shown to be unique"):
                    certify.check(resealed(false))


def test_a_false_claim_of_uniqueness_in_a_tree_is_refused():
    def change(proof):
        proof["uniqueness"]["first"] = {"unique": True, "prime": 16777213}

    with pytest.raises(CertificateError, match="first's strategy is not shown to be unique"):
        certify.check(forged("kuhn-poker", change))


@pytest.mark.parametrize("game", [PENNIES, "le-her(ranks=13, suits=4)"], ids=str)
def test_the_evidence_of_one_seat_does_not_serve_the_other_by_accident(game):
    # both seats are unique here; without the first seat's proof the second's must stand alone
    proof = document(game)["certificate"]
    one, two = proof["form"]["seats"]
    assert proof["uniqueness"][two]["unique"] is True
    proof["uniqueness"][one] = {"unique": False, "another": proof["strategies"][one]}
    with pytest.raises(CertificateError, match="is the same one"):
        certify.check(resealed(proof))


def test_a_false_claim_of_several_is_refused_when_it_shows_the_same_one():
    def change(proof):
        proof["uniqueness"]["row"] = {"unique": False, "another": proof["strategies"]["row"]}

    with pytest.raises(CertificateError, match="is the same one"):
        certify.check(forged(PENNIES, change))


def test_the_same_strategy_in_other_fractions_is_still_the_same():
    def change(proof):
        same = {"-": {"1": "2/4", "2": "50/100"}}
        proof["uniqueness"]["row"] = {"unique": False, "another": same}

    with pytest.raises(CertificateError, match="is the same one"):
        certify.check(forged(PENNIES, change))


def test_the_same_plan_is_the_same_whatever_is_said_of_unreached_views():
    @sabot.rules(name="dead-end", seats=("one", "two"))
    def dead(table):
        if table.ask("one", ("stop", "go")) == "stop":
            return table.pay(one=1)
        table.ask("one", ("x", "y"))
        return table.pay(one=0)

    def change(proof):
        assert proof["uniqueness"]["one"]["unique"] is True
        another = {"-": {"stop": "1", "go": "0"}, "go": {"x": "1/2", "y": "1/2"}}
        proof["uniqueness"]["one"] = {"unique": False, "another": another}

    with pytest.raises(CertificateError, match="is the same one"):
        certify.check(forged(dead(), change))


def test_a_false_claim_of_several_is_refused_when_the_other_is_not_optimal():
    def change(proof):
        worse = {"-": {"1": "1", "2": "0"}}
        proof["uniqueness"]["row"] = {"unique": False, "another": worse}

    with pytest.raises(CertificateError, match="row secures -1, claimed 0"):
        certify.check(forged(PENNIES, change))


def test_evidence_that_is_not_optimal_is_refused():
    def change(proof):
        proof["uniqueness"]["row"]["against"] = {"-": {"1": "1", "2": "0"}}

    with pytest.raises(CertificateError, match="column concedes 1, claimed 0"):
        certify.check(forged(PENNIES, change))


@pytest.mark.parametrize(
    "claim",
    [
        {},
        {"unique": None},
        {"unique": 1, "prime": 16777213},
        {"unique": "true"},
        {"unique": False},
        {"unique": True},
        {"unique": True, "prime": 4},
        {"unique": True, "prime": 2},
        {"unique": True, "prime": 2**61 - 1},
        {"unique": True, "prime": "prime"},
        {"unique": True, "prime": -7},
        {"unique": True, "prime": 2.0},
        [],
        None,
    ],
)
def test_a_claim_that_is_none_is_refused(claim):
    with pytest.raises(FileError):
        certify.check(forged(PENNIES, lambda proof: proof["uniqueness"].update(row=claim)))


@pytest.mark.parametrize("seats", [{}, {"row": None}, {"row": 1, "column": 1, "third": 1}])
def test_claims_for_other_seats_are_refused(seats):
    with pytest.raises(FileError, match="do not name the two seats"):
        certify.check(forged(PENNIES, lambda proof: proof.update(uniqueness=seats)))


# ---------------------------------------------------------------------- broken forms


@pytest.mark.parametrize(
    "change",
    [
        {"denominator": 0},
        {"denominator": -1},
        {"denominator": 1.0},
        {"denominator": None},
        {"kind": "circle"},
        {"kind": None},
        {"seats": ["row"]},
        {"seats": ["row", "column", "third"]},
        {"seats": "ab"},
        {"rows": ["1"]},
        {"rows": []},
        {"columns": ["1", "2", "3"]},
        {"payoffs": []},
        {"payoffs": [[1, -1]]},
        {"payoffs": [[1, -1], [-1]]},
        {"payoffs": [[1, -1], [-1, 0.5]]},
        {"payoffs": [[1, -1], [-1, "x"]]},
        {"payoffs": [[1, -1], [-1, True]]},
        {"payoffs": None},
        {"payoffs": 7},
    ],
    ids=str,
)
def test_a_broken_matrix_is_refused_whatever_the_digest(change):
    with pytest.raises((FileError, CertificateError)):
        certify.check(forged(PENNIES, lambda proof: proof["form"].update(change)))


@pytest.mark.parametrize(
    "change",
    [
        lambda form: form["cells"]["first"][0].__setitem__(2, 99),
        lambda form: form["cells"]["first"][0].__setitem__(2, -1),
        lambda form: form["cells"]["first"][0].__setitem__(2, 1),
        lambda form: form["cells"]["first"][0].__setitem__(2, "0"),
        lambda form: form["cells"]["first"][0].__setitem__(1, []),
        lambda form: form["cells"]["first"][0].__setitem__(0, form["cells"]["first"][1][0]),
        lambda form: form["cells"]["first"][0].append(3),
        lambda form: form["cells"]["first"].pop(),
        lambda form: form["cells"].pop("second"),
        lambda form: form["payoffs"][0].__setitem__(0, 10**6),
        lambda form: form["payoffs"][0].__setitem__(1, -1),
        lambda form: form["payoffs"][0].__setitem__(2, 0.5),
        lambda form: form["payoffs"][0].append(3),
        lambda form: form.update(seats=["first", "first"]),
    ],
)
def test_a_broken_tree_is_refused_whatever_the_digest(change):
    with pytest.raises((FileError, CertificateError)):
        certify.check(forged("kuhn-poker", lambda proof: change(proof["form"])))


# ---------------------------------------------------------------------- hostile files


@pytest.mark.parametrize(
    "thing",
    [
        *({}, {"schema": None}, {"schema": "sabot/solution/2"}, {"schema": []}),
        *({"schema": "sabot/solution/1"}, {"schema": "sabot/certificate/1"}),
        {"schema": "sabot/solution/1", "certificate": None},
        {"schema": "sabot/solution/1", "certificate": {"schema": "sabot/solution/1"}},
        {"schema": "sabot/certificate/1", "digest": "x", "form": {}},
    ],
    ids=str,
)
def test_what_is_no_certificate_is_refused(thing):
    with pytest.raises(SabotError) as caught:
        certify.check(thing)
    assert len(str(caught.value)) < 400


def nested(depth):
    deep = []
    for _ in range(depth):
        deep = [deep]
    return deep


@pytest.mark.parametrize("depth", [10, 990, 2_000, 200_000])
def test_deep_nesting_is_refused_and_not_a_crash(depth, tmp_path):
    path = tmp_path / "deep.json"
    opening = '{"schema": "sabot/certificate/1", "digest": "x", "form": '
    path.write_text(opening + "[" * depth + "]" * depth + "}")
    with pytest.raises((FileError, CertificateError)):
        certify.check(path)


def test_deep_nesting_in_memory_is_refused_too():
    deep = nested(5_000)
    with pytest.raises((FileError, CertificateError)):
        certify.check({"schema": "sabot/certificate/1", "digest": "x", "form": deep})
    while deep:  # taken apart by hand: freeing it at once would recurse
        deep = deep[0]


def test_a_truncated_file_is_refused_at_every_length(tmp_path):
    text = json.dumps(document(PENNIES))
    path = tmp_path / "cut.json"
    for length in range(0, len(text), 37):
        path.write_text(text[:length])
        with pytest.raises(FileError):
            certify.check(path)


@pytest.mark.parametrize(
    "raw",
    [b"", b"\xff\xfe\x00", b"[]", b"7", b'"x"', b"null", b"{" * 10, b"9" * 5000, b"\x00" * 100],
)
def test_files_that_are_no_json_object_are_refused(raw, tmp_path):
    path = tmp_path / "odd.json"
    path.write_bytes(raw)
    with pytest.raises(FileError, match=r"odd\.json"):
        certify.check(path)


def test_a_file_that_is_not_there_or_no_file_is_named(tmp_path):
    with pytest.raises(FileError, match=r"gone\.json: cannot be read"):
        certify.check(tmp_path / "gone.json")
    with pytest.raises(FileError, match="cannot be read"):
        certify.check(tmp_path)


def test_a_file_larger_than_the_limit_is_refused_before_it_is_parsed(tmp_path, monkeypatch):
    monkeypatch.setattr(certify, "MAX_BYTES", 100)
    path = tmp_path / "large.json"
    path.write_text(" " * 101)
    with pytest.raises(FileError, match="larger than"):
        certify.check(path)


def test_a_number_longer_than_the_limit_is_refused():
    with pytest.raises(FileError):
        certify.check(forged(PENNIES, lambda proof: proof.update(value="9" * (10**6 + 1))))


# ---------------------------------------------------------------------- standing alone

ALONE = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"numpy", "flint", "highspy", "numba", "click", "rich"}:
            raise ImportError(name + " is blocked")
sys.meta_path.insert(0, Blocked())
sys.argv = ["certify", *sys.argv[1:]]
import runpy
runpy.run_module("sabot.certify", run_name="__main__")
"""


def alone(*paths):
    return subprocess.run(
        [sys.executable, "-c", ALONE, *map(str, paths)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
    )


def test_the_checker_runs_with_nothing_installed(tmp_path):
    good, bad, odd = (tmp_path / name for name in ("good.json", "bad.json", "odd.json"))
    sabot.solve("le-her(ranks=5, suits=2)").save(good)
    bad.write_text(json.dumps(forged(PENNIES, lambda proof: proof.update(value="1/1000"))))
    odd.write_text("{")
    proved = alone(good)
    assert proved.returncode == 0, proved.stderr
    assert f"proved, value {sabot.check(good)}" in proved.stdout
    refused = alone(bad)
    assert refused.returncode == 1
    assert "claimed 1/1000" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert alone(odd).returncode == 3
    assert alone().returncode == 2


def test_the_checker_imports_nothing_of_the_solver():
    code = (
        "import sys, sabot.certify;print(sorted(m for m in sys.modules if m.startswith('sabot')));"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = set(eval(found.stdout))
    assert modules <= {"sabot", "sabot._version", "sabot.certify", "sabot.errors", "sabot.rank"}


def test_the_checker_is_called_by_its_main(tmp_path, capsys):
    path = tmp_path / "p.json"
    sabot.solve(MatrixForm.of(PENNIES)).save(path)
    assert certify.main([str(path), str(path)]) == 0
    assert capsys.readouterr().out.count("proved, value 0") == 2
    assert certify.main([str(Path(tmp_path) / "none.json")]) == 3
