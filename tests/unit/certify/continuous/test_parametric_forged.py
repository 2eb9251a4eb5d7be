"""Forged theorems on real hands: sealed anew after every change, and refused."""

import copy
import json
import re

import pytest
from tests.unit.forging import resealed

import sabot
from sabot import certify
from sabot.certify import limits
from sabot.errors import CertificateError, FileError, SabotError


def made(game, **ends):
    return json.loads(json.dumps(sabot.prove(game, **ends).document))


@pytest.fixture(scope="module")
def blind():
    return made("blind-poker(players=2, q=*)")


@pytest.fixture(scope="module")
def bets():
    return made("von-neumann(A=*, B=1)")


def forged(told, change):
    """Return a theorem after a change, with a digest that fits."""
    copied = copy.deepcopy(told)
    change(copied)
    return resealed(copied)


def refused(told, change, fault=SabotError, match=None):
    with pytest.raises(fault, match=match):
        certify.check(forged(told, change))


def test_the_theorems_themselves_are_accepted_sealed_anew_too(blind, bets):
    for told in (blind, bets):
        assert certify.check(forged(told, lambda proof: None)).digest == told["digest"]


def test_a_change_without_a_new_seal_is_found(blind):
    changed = copy.deepcopy(blind)
    changed["game"] = "blind-poker(players=2, q=*, look=forced)"
    with pytest.raises(CertificateError, match="the digest does not fit"):
        certify.check(changed)


def test_no_inequality_can_be_left_out(blind):
    for number, one in enumerate(blind["pieces"][0]["inequalities"]):
        refused(
            blind,
            lambda proof, k=number: proof["pieces"][0]["inequalities"].pop(k),
            CertificateError,
            f"does not list that {re.escape(one['says'])}",
        )


def test_no_inequality_can_be_about_another_polynomial(blind):
    for number in range(len(blind["pieces"][0]["inequalities"])):

        def change(proof, k=number):
            polynomial = proof["pieces"][0]["inequalities"][k]["polynomial"]
            polynomial[0] += 1

        refused(blind, change, CertificateError, "another polynomial is listed")


def test_no_inequality_can_say_less(blind):
    def change(proof):
        proof["pieces"][0]["inequalities"][0]["is"] = ">= 0"

    refused(blind, change, CertificateError, "does not list that the denominator")


def test_no_inequality_can_be_added(blind):
    def change(proof):
        listed = proof["pieces"][0]["inequalities"]
        listed.append(listed[-1])

    refused(blind, change, CertificateError, "inequalities that are not needed")


@pytest.mark.slow
def test_a_reason_that_is_none_shows_nothing(blind):
    """Only the shift shows itself elsewhere: every other reason is put in the place of each."""
    wrong = 0
    for number, one in enumerate(blind["pieces"][0]["inequalities"]):
        for why in ("shift", "value", ["parts", 1], ["sturm", "0"], ["sturm", "2"], ["even", "1"]):
            if why == one["why"]:
                continue

            def change(proof, k=number, why=why):
                proof["pieces"][0]["inequalities"][k]["why"] = why

            if why == "shift":
                shown = _shifted_is_enough(one["polynomial"])
                if shown:
                    continue
            refused(blind, change, CertificateError, "not shown by the reason given")
            wrong += 1
    assert wrong > 100


def _shifted_is_enough(polynomial):
    """Tell whether no coefficient is negative: the range begins at 0."""
    return all(c >= 0 for c in polynomial)


def cuts(proof):
    """Yield every answer that has a cut, and the number of the cut."""
    for p, piece in enumerate(proof["pieces"]):
        for seat, views in piece["thresholds"].items():
            for view, answer in views.items():
                for k in range(len(answer) - 1):
                    yield p, seat, view, k


@pytest.mark.parametrize(
    "moved", ["{} + 1/1000000", "({})*2/3", "1/2 + 0*({})", "1 - ({})", "-({})"]
)
def test_no_cut_can_be_moved(blind, bets, moved):
    for told in (blind, bets):
        for p, seat, view, k in cuts(told):

            def change(proof, p=p, seat=seat, view=view, k=k):
                answer = proof["pieces"][p]["thresholds"][seat][view]
                answer[k][0] = moved.format(answer[k][0])

            old = told["pieces"][p]["thresholds"][seat][view][k][0]
            if (moved.startswith("1"), old) != (True, "1/2"):
                refused(told, change)


def test_no_action_can_be_another(blind):
    for p, seat, view, k in cuts(blind):
        taken = [action for _, action in blind["pieces"][p]["thresholds"][seat][view]]
        for action in set(taken) - {taken[k]}:

            def change(proof, p=p, seat=seat, view=view, k=k, action=action):
                proof["pieces"][p]["thresholds"][seat][view][k][1] = action

            refused(blind, change, CertificateError, "does not list|another polynomial")


def test_the_cuts_stand_in_no_other_order(blind):
    for k in range(len(blind["pieces"][0]["order"]) - 1):

        def change(proof, k=k):
            order = proof["pieces"][0]["order"]
            order[k], order[k + 1] = order[k + 1], order[k]

        refused(blind, change, CertificateError, "does not list|another polynomial")


@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_is_paid_anything_else(blind, bets, seat):
    for told in (blind, bets):

        def change(proof):
            payoffs = proof["pieces"][-1]["payoffs"]
            payoffs[seat] = f"{payoffs[seat]} + 1/10000000000"
            proof["pieces"][-1]["value"] = payoffs[0]

        refused(told, change, CertificateError, f"{seat + 1} is not paid what is written")


def test_nothing_is_said_of_the_value_that_is_not_so_and_nothing_of_uniqueness(blind):
    def value(proof):
        proof["pieces"][0]["value"] = "1/5"

    def unique(proof):
        proof["pieces"][0]["unique"]["1"] = True

    refused(blind, value, CertificateError, "the value is not what the first seat is paid")
    refused(blind, unique, CertificateError, "a claim of uniqueness, and nothing that shows it")


def ends(node, path=()):
    """Yield the way to every end of the betting."""
    if "after" in node:
        for k, after in enumerate(node["after"]):
            yield from ends(after, (*path, k))
    else:
        yield path


def test_no_amount_of_the_betting_can_be_another(blind):
    for path in ends(blind["form"]):
        for seat in (0, 1):

            def change(proof, path=path, seat=seat):
                node = proof["form"]
                for k in path:
                    node = node["after"][k]
                if "pays" in node:
                    node["pays"][seat] = f"{node['pays'][seat]} + 1/7"
                    node["pays"][1 - seat] = f"{node['pays'][1 - seat]} - 1/7"
                else:
                    node["paid"][seat] = f"{node['paid'][seat]} + 1/7"

            refused(blind, change, CertificateError)


def showdowns(node):
    if "after" in node:
        for after in node["after"]:
            yield from showdowns(after)
    elif "better" in node:
        yield node


@pytest.mark.parametrize("chance", ["q/2", "2*q", "-q", "0", "1/2"])
def test_the_chance_to_improve_cannot_be_another(blind, chance):
    def change(proof):
        for node in showdowns(proof["form"]):
            node["better"] = chance

    refused(blind, change, CertificateError)


@pytest.mark.parametrize("chance", ["2", "-1/2"])
def test_a_number_that_is_no_chance_is_refused(bets, chance):
    def change(proof):
        for node in showdowns(proof["form"]):
            node["better"] = chance

    refused(bets, change, CertificateError, "is no chance to improve")


def test_no_piece_reaches_farther(blind, bets):
    def longer(proof):
        proof["domain"]["to"] = proof["pieces"][0]["to"] = "11/10"

    def endless(proof):
        proof["domain"]["to"] = proof["pieces"][0]["to"] = None

    def lower(proof):
        proof["domain"]["from"] = proof["pieces"][0]["from"] = -1

    def meeting(proof):
        proof["pieces"][0]["to"] = proof["pieces"][1]["from"] = "9/8"

    def meeting_before(proof):
        proof["pieces"][0]["to"] = proof["pieces"][1]["from"] = "7/8"

    for change in (longer, endless, lower):
        refused(blind, change, CertificateError, "not shown by the reason given")
    for change in (meeting, meeting_before):
        refused(bets, change, CertificateError, "not shown by the reason given")


def test_pieces_leave_no_gap(bets):
    def gap(proof):
        proof["pieces"][0]["to"] = "1/2"

    def short(proof):
        proof["domain"]["to"] = 9

    def twice(proof):
        proof["pieces"] += proof["pieces"][1:]

    def without(proof):
        proof["pieces"] = []

    refused(bets, gap, CertificateError, "leave a gap before 1")
    refused(bets, short, CertificateError, "do not reach the end")
    refused(bets, twice, CertificateError, "leave a gap")
    refused(bets, without, FileError, "the pieces are not a list")


def test_the_denominator_is_that_of_every_cut_and_positive(blind):
    def one(proof):
        proof["pieces"][0]["below"] = [1]

    def negative(proof):
        below = proof["pieces"][0]["below"]
        proof["pieces"][0]["below"] = [-c for c in below]

    refused(blind, one, CertificateError, "not that of every cut")
    refused(blind, negative, CertificateError)


def test_formulas_are_in_lowest_terms(bets):
    def change(proof):
        proof["pieces"][1]["thresholds"]["2"]["1 high"][0][0] = (
            "(A - 1)*(A + 2)*(A - 9)/((A**2 + 3*A)*(A - 9))"
        )

    refused(bets, change, CertificateError, "not in lowest terms")


def first(proof):
    return proof["pieces"][0]


@pytest.mark.parametrize(
    ("change", "match"),
    [
        (lambda p: p.update(more=1), "'more' is not a part of a proof"),
        (lambda p: p.pop("reasons"), "'reasons' is missing in a proof"),
        (lambda p: p.update(parameter="q*q"), "which is not a name"),
        (lambda p: p.update(parameter=7), "which is not a name"),
        (lambda p: p.update(seats=["1"]), "the seats are not two names"),
        (lambda p: p.update(seats=["1", "2", "3"]), "the seats are not two names"),
        (lambda p: p.update(form=[]), "not a tree of turns and ends"),
        (lambda p: p["form"].update(turn="9"), "'9' is no seat"),
        (lambda p: p["form"].update(actions=["drop"]), "after each of its actions"),
        (lambda p: p["form"]["after"][1].update(turn="1", view="-"), "a second turn of that view"),
        (lambda p: p["form"]["after"][0].update(pays=["0"]), "one for each seat"),
        (lambda p: p["form"]["after"][0].update(pays=["1", "q"]), "what the other loses"),
        (lambda p: p["form"]["after"][0].update(pays=["0", 0]), "an amount is not a text"),
        (lambda p: p["form"]["after"][0].update(pays=["0", "1/q"]), "is a polynomial in q"),
        (lambda p: p["form"]["after"][0].update(pays=["0", "t"]), "'t' is not the parameter"),
        (lambda p: first(p).update(more=1), "'more' is not a part of a piece"),
        (lambda p: first(p).pop("below"), "'below' is missing in a piece"),
        (lambda p: first(p).update(below="1"), "not a list of coefficients"),
        (lambda p: first(p).update(payoffs=["1/5"]), "one for each seat"),
        (lambda p: first(p).update(inequalities={}), "the inequalities are not a list"),
        (lambda p: first(p).update(order={}), "the order of the cuts is not a list"),
        (lambda p: first(p)["order"].pop(), "the order leaves a cut out"),
        (lambda p: first(p)["order"].append(["1", "-"]), "the order has a cut that does not exist"),
        (lambda p: first(p)["order"].append(["3", "-"]), "not a seat and a view"),
        (lambda p: first(p)["order"].append(["1", "x"]), "the order has a cut that does not exist"),
        (lambda p: first(p)["thresholds"].pop("2"), "'2' is missing in the thresholds"),
        (lambda p: first(p)["thresholds"]["1"].pop("-"), "'-' is missing in the thresholds of"),
        (lambda p: first(p)["thresholds"]["1"].update({"-": []}), "thresholds are not a list"),
        (lambda p: first(p)["thresholds"]["1"]["-"].pop(), "do not end at 1"),
        (lambda p: first(p)["thresholds"]["1"]["-"][0].pop(), "a formula and an action"),
        (lambda p: first(p)["thresholds"]["1"]["-"][0].__setitem__(1, "look"), "and an action"),
        (lambda p: first(p)["thresholds"]["1"]["-"][0].__setitem__(0, 1), "is not a text"),
        (lambda p: first(p)["thresholds"]["1"]["-"][0].__setitem__(0, "1/0"), "division by zero"),
        (lambda p: first(p).update({"from": 0.5}), None),
        (lambda p: p["domain"].update(whole=False), "'whole' is not a part of the domain"),
    ],
)
def test_a_file_that_is_not_of_its_grammar_is_refused_in_words(blind, change, match):
    refused(blind, change, (FileError, CertificateError), match)


def test_reasons_are_given_in_the_checkers_words(blind):
    def change(proof):
        proof["reasons"]["shift"] = "it is so"

    refused(blind, change, CertificateError, "in other words than this checker's")


def test_a_file_cannot_ask_for_unbounded_work(bets):
    def many_ends(proof):
        end = proof["form"]["after"][0]
        actions = [f"a{k}" for k in range(limits.MOST_THRESHOLD_TERMINALS)]
        proof["form"]["after"][0] = {
            "turn": "2",
            "view": "1 low",
            "actions": actions,
            "after": [end] * len(actions),
        }

    def many_cuts(proof):
        proof["pieces"][0]["order"] *= limits.MOST_THRESHOLDS + 1

    def long(proof):
        # a multiple of the denominator 3 A + A^2, of degree 150 and with long coefficients
        tops = [10**3000 + k for k in range(150)]
        below = [0] * 152
        for k, top in enumerate(tops):
            below[k + 1] += 3 * top
            below[k + 2] += top
        proof["pieces"][1]["below"] = below

    def deep(proof):
        node = proof["form"]["after"][0]
        for k in range(50):
            node = {"turn": "1", "view": f"v{k}", "actions": ["on"], "after": [node]}
        proof["form"]["after"][0] = node

    refused(bets, many_ends, FileError, f"more than {limits.MOST_THRESHOLD_TERMINALS} ends")
    refused(bets, many_cuts, FileError, f"more than {limits.MOST_THRESHOLDS} cuts")
    refused(bets, long, FileError, "too much to be checked")
    refused(bets, deep, FileError, "not a tree of turns and ends")
