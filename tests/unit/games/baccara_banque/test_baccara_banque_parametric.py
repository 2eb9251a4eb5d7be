"""Baccara banque for all shares: the Players as one side, proved piece by piece."""

import copy
import json
from dataclasses import replace
from fractions import Fraction as F

import pytest
from tests.unit.forging import resealed

import sabot
from sabot import certify
from sabot.errors import CertificateError, NoMethodError
from sabot.games.baccara_banque import JOINT_ACTIONS, correlated_form
from sabot.games.baccara_banque.product_strategies import find_product_optima

LOW, HIGH = F(17, 20), F(171, 200)
BREAK = F(8748, 10261)


@pytest.fixture(scope="module")
def theorem():
    return sabot.prove("baccara-banque(theta=*)", low=LOW, high=HIGH)


@pytest.mark.slow
def test_pieces_meet_at_fractions_and_roots_and_both_strategies_are_the_only_ones(theorem):
    assert [piece.high for piece in theorem.pieces][1] == BREAK
    assert len(theorem.pieces) == 4
    assert all(set(piece.unique.values()) == {True} for piece in theorem.pieces)
    plan = theorem.pieces[1].strategies["Players"]["-"]
    assert str(plan["draw stand"]) == "(392*theta - 267)/(32*theta + 48)"
    assert not plan["stand draw"] and not plan["draw draw"]


@pytest.mark.slow
@pytest.mark.parametrize("theta", [LOW, F(853, 1000)])
def test_the_formulas_are_the_numbers_of_single_shares(theorem, theta):
    piece = next(piece for piece in theorem.pieces if piece.extent.holds(theta))
    alone = sabot.solve(f"baccara-banque(theta={theta})")
    assert piece.value.at(theta) == alone.value
    assert piece.strategies_at(theta)["Players"] == dict(alone["Players"])


@pytest.mark.slow  # a long proof; shorter ones are forged in every run
def test_the_checker_takes_the_proof_and_no_changed_one(theorem):
    told = json.loads(json.dumps(theorem.to_json()))
    certify.check(told)

    def refused(change):
        document = copy.deepcopy(told)
        change(document)
        with pytest.raises(CertificateError):
            certify.check(resealed(document))

    def plan(document):
        document["pieces"][1]["strategies"]["Players"]["-"]["draw stand"] = "1/2"

    def inequality(document):
        document["pieces"][0]["inequalities"][40]["polynomial"][0] += 1

    def end(document):
        document["pieces"][1]["to"] = document["pieces"][2]["from"] = "853/1000"

    def payoff(document):
        document["form"]["payoffs"][5][2][0] += 1

    def unique(document):
        document["breakpoints"][2]["unique"]["Banker"] = True

    assert told["breakpoints"][2]["unique"]["Banker"] is not True
    for change in (plan, inequality, end, payoff, unique):
        refused(change)


@pytest.mark.slow
def test_on_the_whole_of_the_range_the_second_player_stands_and_the_first_tosses_a_coin(theorem):
    found = find_product_optima(theorem)
    assert [(extent.low, extent.high) for extent in found.ranges] == [(LOW, HIGH)]
    assert not found.points and not found.open
    assert found.holds(BREAK) and not found.holds(F(1, 2))


@pytest.mark.slow
def test_at_one_share_inside_a_piece_the_common_chance_is_two_coins():
    low, high = F(6285, 10000), F(6295, 10000)
    found = find_product_optima(sabot.prove("baccara-banque(theta=*)", low=low, high=high))
    (share,) = found.points
    assert not found.ranges and not share.rational
    near = share.near()
    assert low < near.low < near.high < high
    gaps = []
    for theta in (near.low - F(1, 10**6), near.high + F(1, 10**6)):
        stand, second, first, draw = (
            sabot.solve(f"baccara-banque(theta={theta})")["Players"]["-"][both]
            for both in JOINT_ACTIONS
        )
        gaps.append(stand * draw - first * second)
    assert gaps[0] * gaps[1] < 0  # it changes its sign there


def test_exchanging_the_hands_exchanges_theta_and_the_rest():
    one, two = correlated_form(F(3, 10)), correlated_form(F(7, 10))

    def named(form, turned):
        rows, columns = (side.names() for side in form.sides)
        return {
            (turned(rows[i]), turned(columns[j])): F(amount, form.denominator)
            for i, j, amount in form.payoffs
        }

    def turn(name):
        view, _, action = name.partition(":")
        if not view:
            return name
        words = {"first natural": "second natural", "second natural": "first natural"}
        own, *thirds = view.split(",")
        view = words.get(view, ",".join([own, *reversed(thirds)]) if thirds else view)
        return f"{view}:{' '.join(reversed(action.split()))}"

    assert named(one, lambda name: name) == named(two, turn)


def test_where_the_players_have_other_optima_two_coins_are_not_decided(theorem):
    first = theorem.pieces[0]
    doubtful = replace(first, unique={"Players": None, "Banker": True})
    with pytest.raises(NoMethodError, match="other optima"):
        find_product_optima(replace(theorem, pieces=(doubtful, *theorem.pieces[1:])))


@pytest.mark.slow
def test_the_last_twentieth_of_theorem_11():
    """26 of its 122 sets of formulas, in a tenth of the time that docs/results says of them all."""
    theorem = sabot.prove("baccara-banque(theta=*)", low=F(19, 20))
    assert len(theorem.pieces) == 26 and theorem.pieces[-1].high == 1
    assert all(set(piece.unique.values()) == {True} for piece in theorem.pieces)
    assert f"{float(theorem.pieces[-1].low):.6f}" == "0.991876"
    certify.check(theorem.to_json())


@pytest.mark.slow
def test_all_shares_from_0_to_1_are_covered():
    theorem = sabot.prove("baccara-banque(theta=*)")
    assert (theorem.pieces[0].low, theorem.pieces[-1].high) == (0, 1)
    assert all(set(piece.unique.values()) == {True} for piece in theorem.pieces)
    certify.check(theorem.to_json())
    upper = [piece for piece in theorem.pieces if piece.extent.holds(1) or float(piece.low) > 0.5]
    assert len(upper) == 121  # and the one that begins at 1/2
    found = find_product_optima(theorem)
    assert len(found.ranges) == 6 and found.holds(0) and found.holds(1)
    for theta in (F(1, 7), F(2, 5), F(3, 4), F(99, 100)):
        piece = next(piece for piece in theorem.pieces if piece.extent.holds(theta))
        assert piece.value.at(theta) == sabot.solve(f"baccara-banque(theta={theta})").value
