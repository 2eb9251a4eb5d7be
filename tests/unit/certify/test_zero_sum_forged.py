"""Certificates made by someone who means ill, and seals them again."""

import copy
import json
import math
from fractions import Fraction as F
from random import Random

import pytest
from tests.unit.forging import (
    PENNIES,
    SEVERAL,
    by_rows,
    certificate,
    document,
    forged,
    resealed,
)

import sabot
from sabot import certify
from sabot.certify import ZeroSumVerdict
from sabot.errors import CertificateError, FileError

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
        {"1": "1", "2": "1"},
        {"1": "1", "2": "1/2"},
        {"2": "2"},
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
    proof = certificate(table)
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


def test_a_regular_system_of_one_seat_proves_nothing_of_the_other():
    # row 1 is the only optimal row, and column 2 proves it by a square system; yet any mix of the
    # two columns is optimal
    def change(proof):
        second = {"-": {"1": "0", "2": "1"}}
        proof["strategies"]["column"] = second
        proof["uniqueness"]["row"] = {"unique": True, "prime": 16777213, "against": second}
        proof["uniqueness"]["column"] = {"unique": True, "prime": 16777213}

    with pytest.raises(CertificateError, match="column's strategy is not shown to be unique"):
        certify.check(forged([[0, 0], [0, -1]], change))


def test_a_false_claim_of_uniqueness_in_a_tree_is_refused():
    def change(proof):
        proof["uniqueness"]["first"] = {"unique": True, "prime": 16777213}

    with pytest.raises(CertificateError, match="first's strategy is not shown to be unique"):
        certify.check(forged("kuhn-poker", change))


@pytest.mark.parametrize("game", [PENNIES, "le-her(ranks=13, suits=4)"], ids=str)
def test_the_evidence_of_one_seat_does_not_serve_the_other_by_accident(game):
    # both seats are unique here; without the first seat's proof the second's must stand alone
    proof = certificate(game)
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


@pytest.mark.parametrize("number", [2, 4, -7])
def test_the_number_of_a_rank_test_is_explained(number):
    claim = {"unique": True, "prime": number}
    with pytest.raises(FileError, match=f"gives {number} as .* must be an odd prime below"):
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


# ---------------------------------------------------------------------- a denominator for each row

UNEQUAL = [["1/2", "-1/3", 0], ["-2/5", "1/7", 1]]
"""A game with two actions of the second player in use."""


def forged_by_rows(change, game=UNEQUAL):
    told = by_rows(document(game))
    change(told["certificate"]["form"])
    return resealed(told)


def drawn(dice):
    height, width = dice.randint(1, 5), dice.randint(1, 5)
    return [
        [F(dice.randint(-3, 3), dice.randint(1, 4)) for _ in range(width)] for _ in range(height)
    ]


@pytest.mark.parametrize("seed", range(40))
def test_a_game_is_proved_row_by_row_as_over_one_denominator(seed):
    told = document(drawn(Random(f"rows {seed}")))
    one, other = certify.check(told), certify.check(by_rows(told))
    assert isinstance(one, ZeroSumVerdict) and isinstance(other, ZeroSumVerdict)
    assert (one.value, one.claims, one.strategies) == (other.value, other.claims, other.strategies)


@pytest.mark.parametrize("seed", range(40))
def test_a_changed_denominator_of_a_row_gets_the_verdict_of_the_same_game_over_one(seed):
    dice = Random(f"bent rows {seed}")
    told = by_rows(document(drawn(dice)))
    form = told["certificate"]["form"]
    row = dice.randrange(len(form["rows"]))
    form["denominators"][row] *= dice.randint(2, 3)
    bent = [
        [F(amount, below) for amount in line]
        for line, below in zip(form["payoffs"], form["denominators"], strict=True)
    ]
    plain = json.loads(json.dumps(told))
    below = math.lcm(*(entry.denominator for line in bent for entry in line))
    del plain["certificate"]["form"]["denominators"]
    plain["certificate"]["form"] |= {
        "denominator": below,
        "payoffs": [[int(entry * below) for entry in line] for line in bent],
    }
    assert proved(resealed(told)) == proved(resealed(plain))


def proved(told):
    """Return whether a document is proved."""
    try:
        certify.check(told)
    except CertificateError:
        return False
    return True


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"denominators": [0, 35]}, "a denominator of a row is not positive"),
        ({"denominators": [-6, 35]}, "a denominator of a row is not positive"),
        ({"denominators": [6]}, "not a list of one for each row"),
        ({"denominators": [6, 35, 1]}, "not a list of one for each row"),
        ({"denominators": 6}, "not a list of one for each row"),
        ({"denominators": "66"}, "not a list of one for each row"),
        ({"denominators": None}, "not a list of one for each row"),
        ({"denominators": [6.0, 35]}, "not a whole number"),
        ({"denominator": 1}, "not a part of a matrix"),
    ],
    ids=str,
)
def test_rows_without_a_positive_denominator_each_are_refused(change, reason):
    with pytest.raises(FileError, match=reason):
        certify.check(forged_by_rows(lambda form: form.update(change)))


@pytest.mark.parametrize("row", [0, 1])
def test_a_used_row_of_another_denominator_is_refused(row):
    def change(form):
        form["denominators"][row] += 1

    with pytest.raises(CertificateError, match="row secures"):
        certify.check(forged_by_rows(change))


def test_the_second_players_strategy_is_compared_with_each_row_over_its_own():
    told = by_rows(document([[0], ["-1/2"]]))
    told["certificate"]["form"]["payoffs"] = [[0], [1]]
    told["strategies"]["row"]["-"] = {"1": "1"}
    with pytest.raises(CertificateError, match="column concedes 1/2, claimed 0"):
        certify.check(resealed(told))


def test_denominators_that_the_prime_divides_show_nothing_unique():
    def change(form):
        form["denominators"] = [below * 16_777_213 for below in form["denominators"]]
        form["payoffs"] = [[amount * 16_777_213 for amount in row] for row in form["payoffs"]]

    with pytest.raises(CertificateError, match="not shown to be unique"):
        certify.check(forged_by_rows(change))


@pytest.mark.parametrize(
    "held", [lambda told: sabot.equilibria(told).to_json(), lambda told: certificate(told)]
)
def test_only_a_solution_may_have_rows_with_a_denominator_each(held):
    told = held(PENNIES)
    form = (told.get("certificate") or told)["form"]
    del form["denominator"]
    form["denominators"] = [1, 1]
    with pytest.raises(FileError, match="denominator"):
        certify.check(resealed(told))


def test_a_tree_has_no_rows():
    told = document("kuhn-poker")
    told["certificate"]["form"]["denominators"] = [told["certificate"]["form"].pop("denominator")]
    with pytest.raises(FileError, match="not a part of a sequence form"):
        certify.check(resealed(told))
