"""Forged theorems on all equilibria: sealed anew after every change, and refused."""

import copy
import json
from fractions import Fraction as F

import pytest
from tests.unit.forging import resealed

import sabot
from sabot import certify
from sabot.certify import limits
from sabot.errors import CertificateError, FileError, SabotError


def made(result):
    return json.loads(json.dumps(result))


@pytest.fixture(scope="module")
def real():
    """A theorem with two pieces that meet at an irrational commission."""
    game = "baccara(model=B1, decks=4, commission=*)"
    return made(sabot.prove(game, low=F(1, 20), high=F(9, 100)).document)


@pytest.fixture(scope="module")
def whole():
    return made(sabot.prove("baccara(model=B1, decks=*, commission=1/20)").document)


@pytest.fixture(scope="module")
def listed():
    return made(
        sabot.equilibria("baccara(model=B1, decks=1, player=cards, commission=1/20)").to_json()
    )


@pytest.fixture(scope="module")
def alike():
    return made(sabot.equilibria("baccara(model=A3, commission=1/20)").to_json())


def forged(told, change):
    copied = copy.deepcopy(told)
    change(copied)
    return resealed(copied)


def refused(told, change, fault=SabotError, match=None):
    with pytest.raises(fault, match=match):
        certify.check(forged(told, change))


def cases(node):
    """Yield every case of a tree."""
    yield node
    for kind in ("split", "cut"):
        for after in node.get(kind, []):
            if isinstance(after, dict):
                yield from cases(after)


def tree(told):
    return told["certificate"]["tree"] if "certificate" in told else told["pieces"][0]["tree"]


# ---------------------------------------------------------------------- as they are


def test_what_was_proved_is_accepted_sealed_anew_too(real, whole, listed, alike):
    for told in (real, whole, listed, alike):
        assert certify.check(forged(told, lambda proof: None)).unique


def test_a_change_without_a_new_seal_is_found(real, listed):
    for told in (real, listed):
        changed = copy.deepcopy(told)
        changed["game"] = "baccara(model=B2, decks=7, commission=*)"
        with pytest.raises(CertificateError, match="the digest does not fit"):
            certify.check(changed)


# ---------------------------------------------------------------------- what is claimed


def test_no_formula_of_a_strategy_can_be_another(real, whole):
    for told in (real, whole):
        mixed = next(
            (seat, view)
            for seat, table in told["pieces"][0]["strategies"].items()
            for view, mix in table.items()
            if "1" not in mix.values()
        )

        def change(proof, where=mixed):
            mix = proof["pieces"][0]["strategies"][where[0]][where[1]]
            one, two = mix
            mix[one], mix[two] = mix[two], mix[one]

        refused(told, change, CertificateError, "another formula")


def test_no_sure_answer_can_be_the_other_one(real, listed):
    def change(proof):
        told = proof["pieces"][0] if "pieces" in proof else proof["equilibria"][0]
        mix = told["strategies"]["Banker"]["0,0"]
        one, two = mix
        mix[one], mix[two] = mix[two], mix[one]

    for told in (real, listed):
        refused(told, change, CertificateError, "another formula")


@pytest.mark.parametrize("seat", [0, 1])
def test_no_payoff_can_be_another(real, whole, listed, seat):
    def change(proof):
        told = proof["pieces"][0] if "pieces" in proof else proof["equilibria"][0]
        told["payoffs"][seat] = "1/7"

    for told in (real, whole, listed):
        refused(told, change, CertificateError, "is not paid what is written")


def test_nobody_can_be_said_to_gain(real):
    refused(real, lambda proof: proof["pieces"][0].update(gains=["0", "1"]), CertificateError)
    refused(real, lambda proof: proof["pieces"][0].update(gains=["0"]), CertificateError)


def test_what_is_not_unique_cannot_be_called_so(real, alike):
    def at_the_point(proof):
        proof["breakpoints"][1]["unique"]["Banker"] = True

    refused(real, at_the_point, CertificateError, "not as unique as claimed")
    refused(
        alike, lambda told: told["unique"].update(Player=True), CertificateError, "not as unique"
    )
    refused(real, lambda proof: proof["pieces"][0]["unique"].update(Banker=False), CertificateError)


def test_no_equilibrium_can_be_left_out_or_be_there_twice(real):
    def left_out(proof):
        proof["breakpoints"][1].pop("others")
        proof["breakpoints"][1]["count"] = 1

    def doubled(proof):
        point = proof["breakpoints"][1]
        point["others"].append(point["others"][0])
        point["count"] = 3

    refused(real, left_out, CertificateError, "1 extreme equilibria are listed, not 2")
    refused(real, doubled, CertificateError, "3 extreme equilibria are listed, not 2")
    refused(real, lambda proof: proof["breakpoints"][1].update(count=1), CertificateError)


def test_the_first_piece_does_not_reach_over_the_second(real):
    def change(proof):
        proof["pieces"][0]["to"] = proof["pieces"].pop(1)["to"]
        proof["breakpoints"].pop(1)

    refused(real, change, CertificateError)


def test_pieces_leave_no_gap_and_points_lie_where_they_meet(real, whole):
    refused(real, lambda proof: proof["pieces"].pop(0), CertificateError, "gap")
    refused(real, lambda proof: proof["pieces"].pop(1), CertificateError, "do not reach the end")
    refused(whole, lambda proof: proof["pieces"].pop(), CertificateError, "do not reach the end")
    refused(whole, lambda proof: proof["pieces"][1].update({"from": 5}), CertificateError, "gap")
    refused(real, lambda proof: proof["breakpoints"][0].update(at=0), CertificateError, "meet")
    refused(real, lambda proof: proof["breakpoints"].pop(), FileError, "not one breakpoint")
    refused(real, lambda proof: proof.pop("breakpoints"), FileError, "breakpoints")
    refused(real, lambda proof: proof["breakpoints"][0].update(note=1), FileError, "a breakpoint")
    refused(whole, lambda proof: proof.update(breakpoints=[]), FileError, "breakpoints")


def test_components_are_those_of_the_equilibria(listed, alike):
    def wider(told):
        told["components"][0]["dimension"] = 1

    refused(listed, wider, CertificateError, "components")
    refused(alike, wider, CertificateError, "components")
    refused(listed, lambda told: told["components"].append(told["components"][0]), CertificateError)
    refused(listed, lambda told: told.update(components=[]), CertificateError, "components")


# ---------------------------------------------------------------------- the tree


@pytest.mark.slow
def test_no_settled_choice_can_go_the_other_way(listed):
    count = 0
    for number, case in enumerate(cases(tree(listed))):
        for place, (seat, views) in enumerate(case.get("settled", [])):
            for view in list(views)[:: max(1, len(views) // 6)]:

                def change(told, n=number, p=place, v=view, s=seat):
                    round_ = list(cases(tree(told)))[n]["settled"][p][1]
                    other = {"draw": "stand", "stand": "draw"}
                    said = round_[v]
                    if isinstance(said, list):
                        round_[v] = [other[said[0]], said[1]]
                    else:
                        round_[v] = other[said]

                refused(listed, change, CertificateError, "is said to be settled")
                count += 1
    assert count > 20


def test_a_settled_choice_without_its_reason_is_refused(listed):
    seen = 0
    for number, case in enumerate(cases(tree(listed))):
        for place, (_, views) in enumerate(case.get("settled", [])):
            for view, said in views.items():
                if isinstance(said, list):

                    def bare(told, n=number, p=place, v=view):
                        round_ = list(cases(tree(told)))[n]["settled"][p][1]
                        round_[v] = round_[v][0]

                    def turned(told, n=number, p=place, v=view):
                        by = list(cases(tree(told)))[n]["settled"][p][1][v][1]
                        by[v] = -by[v]

                    refused(listed, bare, CertificateError, "is said to be settled")
                    refused(listed, turned, CertificateError, "is said to be settled")
                    seen += 1
    assert seen


def test_no_dead_case_rests_on_other_multiples(listed):
    dead = [n for n, case in enumerate(cases(tree(listed))) if "dead" in case]
    assert len(dead) > 3
    for number in dead:

        def turned(told, n=number):
            multiples = list(cases(tree(told)))[n]["dead"][1]
            for view in multiples:
                multiples[view] = -multiples[view]

        refused(listed, turned, CertificateError, "said to be impossible")


def test_a_case_is_not_dead_because_it_is_said_to_be(listed):
    def change(told):
        for case in cases(tree(told)):
            if "found" in case:
                del case["found"]
                case["dead"] = ["Player", {"(1,4)": 1}]

    refused(listed, change, CertificateError, "said to be impossible")


def test_a_cut_is_at_a_point_of_the_line(listed, real):
    for told in (listed, real):

        def outside(proof):
            for case in cases(tree(proof)):
                if "cut" in case:
                    case["cut"][2] = {"outside": True}

        def swapped(proof):
            for case in cases(tree(proof)):
                if "cut" in case:
                    case["cut"][1], case["cut"][3] = case["cut"][3], case["cut"][1]

        refused(told, outside, CertificateError, "is said to be at no chance|not numbered")
        refused(told, swapped, CertificateError)


def test_outside_is_said_at_a_cut_only(listed):
    def change(told):
        told["certificate"]["tree"] = {"outside": True}

    refused(listed, change, CertificateError, "outside that is at no cut")


def test_nothing_is_found_before_all_is_known(listed):
    def change(told):
        told["certificate"]["tree"] = {"found": 0}

    refused(listed, change, CertificateError, "not known")


def test_a_choice_is_split_once(listed):
    def change(told):
        root = told["certificate"]["tree"]
        seat, view, *after = root["split"]
        after[0] = {"split": [seat, view, *after]}
        root["split"] = [seat, view, *after]

    refused(listed, change, CertificateError, "split that is known")


def test_a_line_is_cut_where_there_is_one(listed):
    def change(told):
        told["certificate"]["tree"] = {"cut": ["6,-", *[{"found": 0}] * 3]}

    refused(listed, change, CertificateError, "cut where there is none")


def test_what_is_found_is_numbered_in_order(listed):
    def change(told):
        for case in cases(tree(told)):
            if "found" in case:
                case["found"] = 1

    refused(listed, change, CertificateError, "not numbered in order")


def test_what_is_alike_is_so(alike):
    def joined(told):
        groups = told["certificate"]["alike"]["Banker"]
        groups[0] = sorted(groups[0] + groups.pop(1), key=order.index)

    order = [cell[0] for cell in alike["certificate"]["form"]["cells"]["Banker"]]
    refused(alike, joined, CertificateError, "said to be alike")
    refused(alike, lambda told: told["certificate"]["alike"].update(Nobody=[]), FileError)

    def twice(told):
        groups = told["certificate"]["alike"]["Player"]
        groups.append(groups[0])

    refused(alike, twice, FileError, "in two lists")

    def alone(told):
        told["certificate"]["alike"]["Player"] = [["(0,5)"]]

    refused(alike, alone, FileError, "no such views")


def test_views_that_are_alike_may_not_be_taken_apart(alike):
    def apart(told):
        told["certificate"]["alike"]["Player"] = []

    refused(alike, apart, SabotError)


# ---------------------------------------------------------------------- the game


@pytest.mark.slow
def test_a_changed_payoff_of_banker_is_found(real, whole, listed):
    """A choice that he does not take may be worth less still; it may not be worth more."""
    for told in (real, whole, listed):
        form = (told.get("certificate") or told)["form"]
        for spot in range(0, len(form["payoffs"]), len(form["payoffs"]) // 7):
            verdicts = []
            for more in (10**40, -(10**40)):

                def change(proof, n=spot, m=more):
                    amounts = (proof.get("certificate") or proof)["form"]["payoffs"][n][2][1]
                    amounts[0:1] = [(amounts[0] if amounts else 0) + m]

                try:
                    certify.check(forged(told, change))
                    verdicts.append(True)
                except SabotError:
                    verdicts.append(False)
            assert not all(verdicts)


def test_a_changed_payoff_that_is_paid_is_found(real, whole, listed):
    for told in (real, whole, listed):
        for seat in (0, 1):

            def change(proof, s=seat):
                amounts = (proof.get("certificate") or proof)["form"]["payoffs"][0][2][s]
                amounts[0:1] = [(amounts[0] if amounts else 0) + 1]

            refused(told, change, SabotError)


def test_a_denominator_is_positive(real, listed):
    def change(proof):
        form = (proof.get("certificate") or proof)["form"]
        form["denominator"] = [-c for c in form["denominator"]]

    for told in (real, listed):
        refused(told, change, CertificateError, "denominator of the payoffs is not positive")


@pytest.mark.parametrize(
    ("change", "match"),
    [
        (lambda told: told.update(more=1), "'more' is not a part"),
        (lambda told: told.pop("count"), "'count' is missing"),
        (lambda told: told.update(count=True), "another number"),
        (lambda told: told["certificate"].update(tree=[]), "a case is not"),
        (lambda told: told["certificate"]["tree"].update(found=0), "a case is not"),
        (lambda told: told["certificate"]["tree"].update(settled=[]), "nothing is settled"),
        (lambda told: told["certificate"]["form"].update(seats=["a", "b"]), "different seats"),
        (lambda told: told["certificate"]["form"]["payoffs"][0].pop(), "payoffs"),
        (lambda told: told["certificate"]["form"]["payoffs"][0][2].pop(), "for each seat"),
        (lambda told: told.update(equilibria=[]), "an equilibrium is not an object"),
        (lambda told: told["equilibria"][0].update(more=1), "'more' is not a part"),
        (lambda told: told["certificate"]["form"]["cells"]["Player"][0][1].append("x"), "binary"),
    ],
)
def test_a_list_that_is_not_well_formed_is_refused(listed, change, match):
    refused(listed, change, SabotError, match)


def test_a_file_cannot_ask_for_endless_work(listed, monkeypatch):
    from sabot.certify import binary_nash

    monkeypatch.setattr(binary_nash, "MOST_BINARY_CASES", 3)
    refused(listed, lambda told: None, FileError, "more than 3 cases")
    monkeypatch.undo()
    monkeypatch.setattr(binary_nash, "MOST_BINARY_CHOICES", 4)
    refused(listed, lambda told: None, FileError, "more than 4 choices")
    assert limits.MOST_BINARY_CASES >= 10_000
