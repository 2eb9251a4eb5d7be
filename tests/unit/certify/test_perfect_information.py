"""The checker of deals: a search of its own, held against minimax and against false claims."""

import copy
import random

import pytest
from tests.few import few
from tests.unit.forging import certificate, older

import sabot
from sabot.certify import perfect_information, sealed
from sabot.certify.limits import MOST_CARDS
from sabot.certify.perfect_information import CertificateDeal as Dealt
from sabot.certify.perfect_information import (
    MinimaxSearch,
    TrickGame,
    greedy_height,
    height_bounds,
    proof_case,
)
from sabot.games.whist import minimax, strategy
from sabot.games.whist.batch import iterate_deals
from sabot.games.whist.deal import Deal, Position
from sabot.games.whist.family import VARIANTS
from sabot.games.whist.solve import is_optimal_strategy_unique
from sabot.games.whist.wastlund_values import invariants_of

NAMES = list(VARIANTS)


def form(deal, lead, pays, *, rule="relaxed", led=None):
    names = tuple(str(card) for card in range(1, len(deal) + 1))
    return Dealt(deal, names, lead, led, rule == "greedy", tuple(pays))


@pytest.mark.parametrize("rule", ["relaxed", "greedy"])
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_the_search_agrees_with_minimax_on_every_deal_whatever_tricks_pay(n, rule):
    chance = random.Random(n)
    for pays in ([1] * n, [-1] * n, [chance.randint(-9, 9) for _ in range(n)]):
        table = minimax.values_for_payments(pays, rule=rule)
        for letters in iterate_deals(n):
            for lead in ("W", "E"):
                game = TrickGame(form(letters, lead, pays, rule=rule))
                assert game.value(game.start) == table[Deal(letters), lead]


def brute(game, place):
    """Return West's payment from a place on by trying everything."""
    if not place[0]:
        return 0
    best = max if (place[1] == "W") == (place[2] is None) else min
    paths = (game.play(place, card) for card in game.cards(place))
    return best(pay + brute(game, there) for pay, there in paths)


@pytest.mark.parametrize("rule", ["relaxed", "greedy"])
def test_prices_in_mid_trick_agree_with_trying_everything(rule):
    for letters in iterate_deals(3):
        for lead in ("W", "E"):
            for led in Deal(letters).hand(lead):
                game = TrickGame(form(letters, lead, [3, -1, 2], rule=rule, led=led))
                prices = game.prices(game.start)
                for card, price in prices.items():
                    pay, there = game.play(game.start, card)
                    assert price == pay + brute(game, there)
                value = game.value(game.start)
                assert value == brute(game, game.start)
                kept = [card for card in prices if game.keeps(game.start, card, value)]
                assert kept == [card for card in prices if prices[card] == value]


@pytest.mark.parametrize("name", NAMES)
def test_uniqueness_is_found_as_the_family_finds_it(name):
    variant, found = VARIANTS[name], set()
    for n in (2, 3, 4):
        for letters in iterate_deals(n):
            for lead in ("W", "E"):
                start = Position(Deal(letters), lead)
                game = TrickGame(form(letters, lead, variant.payments(n), rule=variant.rule))
                for seat in ("W", "E"):
                    unique = game.unique(seat, game.start, game.value(game.start))
                    assert unique == is_optimal_strategy_unique(start, seat, variant)
                    found.add(unique)
    assert found == {True, False}


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("n", few(1, [13, 15]))
def test_larger_deals_are_proved_by_search(name, n):
    for seed in range(3):
        found = sabot.solve(f"{name}(n={n}, seed={seed}, lead={'WE'[seed % 2]})")
        assert found.facts["no_certificate"] is None
        assert sabot.check(found) == found.value


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda d: d["certificate"]["form"].update(pays=[2, 1, 1]), "never fall"),
        (lambda d: d["certificate"]["form"].update(pays=[-1, 1, 3]), "never fall"),
        (lambda d: d["certificate"]["form"].update(rule="relaxed"), "under the greedy rule"),
        (lambda d: d["certificate"]["form"].update(pays=[0, 1, 1_000_001]), "from 1 to 1,000,000"),
        (lambda d: d["certificate"]["form"].update(pays=[0, 0, 0]), "from 1 to 1,000,000"),
        (lambda d: d["unique"].update(West=False), "not decided"),
        (lambda d: d.update(counts="tricks"), "counts"),
    ],
)
def test_a_score_that_no_game_has_is_refused(change, reason):
    document = copy.deepcopy(sabot.solve("greedy-whist(deal=EWEWWE, score=0/1/3)").to_json())
    assert sabot.check(document) == 4
    change(document)
    with pytest.raises(sabot.CertificateError, match=reason):
        sabot.check(sealed(document))


def test_the_largest_payment_for_a_trick_is_accepted():
    found = sabot.solve("greedy-whist(deal=EWEWWE, score=0/1/1000000)")
    assert sabot.check(found.to_json()) == found.value


def other_winner(document):
    trick = document["line"][-1]
    trick["winner"] = "West" if trick["winner"] == "East" else "East"


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d["prices"].update({d["best"][0]: d["prices"][d["best"][0]] - 1}),
        lambda d: d["line"].pop(),
        lambda d: d["line"].reverse(),
        other_winner,
        lambda d: d["line"][0].update(reply=d["line"][1]["reply"]),
        lambda d: d["best"].pop(),
        lambda d: d["unique"].update(West=not d["unique"]["West"]),
    ],
)
def test_a_false_claim_about_thirteen_cards_is_found(change):
    document = copy.deepcopy(sabot.solve("whist(n=13, seed=7)").to_json())
    change(document)
    with pytest.raises(sabot.CertificateError, match="digest"):
        sabot.check(document)
    with pytest.raises(sabot.CertificateError, match=r"'line'|'prices'|best cards|unique"):
        sabot.check(sealed(document))


@pytest.mark.parametrize("wrong", [1, -1])
def test_a_wrong_value_under_a_right_digest_is_found(wrong):
    told = sabot.solve("misere-whist(n=13, seed=7)").to_json()
    told["value"] = str(int(told["value"]) + wrong)
    for one in (sealed(told), older(told)["certificate"]):
        with pytest.raises(sabot.CertificateError, match="is worth"):
            sabot.check(one)


def test_a_reply_that_is_not_best_breaks_the_line():
    """K Q 10 against A J 9: taking the king with the ace gives a trick away."""
    document = copy.deepcopy(sabot.solve("whist(deal=KQ10/AJ9, lead=W)").to_json())
    assert document["line"][0] == {"lead": "West", "led": "K", "reply": "9", "winner": "West"}
    document["line"][0].update(reply="A", winner="East")
    document["line"][1:] = [
        {"lead": "East", "led": "9", "reply": "10", "winner": "West"},
        {"lead": "West", "led": "Q", "reply": "J", "winner": "West"},
    ]
    for one in (sealed(document), older(document)):
        with pytest.raises(sabot.CertificateError, match="'line'"):
            sabot.check(one)


def test_beyond_the_search_the_document_says_why_there_is_no_certificate():
    found = sabot.solve(f"whist(n={MOST_CARDS + 1}, seed=7)")
    document = found.to_json()
    assert document["certificate"] is None
    assert f"up to {MOST_CARDS} cards" in document["no_certificate"]
    with pytest.raises(sabot.CertificateError, match="carries no certificate"):
        sabot.check(found)


def test_a_search_without_end_is_given_up(monkeypatch):
    """Payments that tell nothing about each other make a hostile file; memory stays bounded."""
    monkeypatch.setattr(perfect_information, "MOST_POSITIONS", 2_000)
    chance = random.Random(1)
    pays = [chance.randint(-(10**6), 10**6) for _ in range(16)]
    game = TrickGame(form("WEEW" * 8, "W", pays))
    with pytest.raises(sabot.FileError, match="2,000 positions"):
        game.value(game.start)
    assert len(game.search.known) <= 2_000


def test_large_payments_are_searched_by_halving():
    search_steps = TrickGame(form("WEWEEW", "W", [10**30, -(10**29), 7]))
    table = minimax.search_score(
        Position(Deal("WEWEEW"), "W"),
        lambda won: sum({1: 10**30, 2: -(10**29), 3: 7}[trick] for trick in won),
    )
    assert search_steps.value(search_steps.start) == table


def test_bounds_from_the_ends_are_never_wrong():
    for letters in iterate_deals(4):
        game = TrickGame(form(letters, "W", [2, -1, 3, 1]))
        bits = Deal(letters).bits
        low, high = MinimaxSearch([2, -1, 3, 1], greedy=False).bounds(bits, 4)
        assert low <= game.value(game.start) <= high


def resealed(game, **changes):
    """Return a certificate with its form changed and a digest that fits."""
    proof = certificate(game)
    proof["form"].update(changes)
    return sealed(proof)


@pytest.mark.parametrize(
    "changes",
    [
        {"pays": [1.9] * 6},
        {"pays": [1.0] * 6},
        {"pays": ["1"] * 6},
        {"pays": "111111"},
        {"pays": [True] * 6},
        {"pays": [1] * 5},
        {"seats": ["East", "West"]},
        {"seats": ["West", "North"]},
        {"names": list(range(1, 13))},
        {"deal": list("EEWEWWWEEWWE")},
        {"led": True},
    ],
    ids=str,
)
def test_what_is_not_whole_numbers_and_texts_is_no_certificate(changes):
    with pytest.raises(sabot.FileError, match="not a well-formed certificate"):
        sabot.check(resealed("whist(n=6, seed=3)", **changes))
    assert sabot.check(resealed("whist(n=6, seed=3)")) == 3


def test_claims_of_uniqueness_are_for_the_two_seats():
    proof = certificate("whist(n=4, seed=3)")
    proof["uniqueness"]["North"] = {"unique": True}
    with pytest.raises(sabot.FileError, match="'North' is not a part of the uniqueness claims"):
        sabot.check(sealed(proof))
    told = sabot.solve("whist(n=4, seed=3)").to_json()
    told["unique"]["North"] = True
    with pytest.raises(sabot.FileError, match="'North' is not a part of the uniqueness claims"):
        sabot.check(sealed(told))


FORGED = {
    "n": 7,
    "lead": "East",
    "turn": "East",
    "led": "1",
    "cards": ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"],
    "counts": "the last trick",
    "H": 1,
    "H_lower": -1,
    "H_upper": 0,
    "case": "I for West",
    "best_complete": False,
    "line_complete": False,
    "decimal": 3,
    "tricks": {"West": 3.0, "East": 3},
}


@pytest.mark.parametrize("field", FORGED)
def test_no_fact_around_a_certificate_can_be_changed(field):
    document = sabot.solve("whist(n=6, seed=3)").to_json()
    assert sabot.check(document) == 3
    with pytest.raises(sabot.CertificateError, match=f"'{field}'"):
        sabot.check(older(document) | {field: FORGED[field]})
    with pytest.raises(sabot.SabotError):
        sabot.check(sealed(document | {field: FORGED[field]}))


@pytest.mark.parametrize("name", NAMES)
def test_facts_of_every_small_deal_are_those_of_the_checker(name):
    """Nothing is shared: readings are a histogram and a theorem, here sums and a search."""
    for n in (1, 2, 3):
        for letters in iterate_deals(n):
            for lead in ("W", "E"):
                found = sabot.solve(f"{name}(deal={letters}, lead={lead})")
                assert sabot.check(found) == found.value


def test_heights_and_classes_from_their_definitions():
    for n in (1, 2, 3, 4, 5, 6):
        for letters in iterate_deals(n):
            found, deal = invariants_of(letters), Deal(letters)
            assert height_bounds(letters) == (found.lower, found.upper)
            assert greedy_height(found.lower, found.upper) == found.greedy
            named = strategy.proof_case(deal)
            assert proof_case(letters, found.whist) == (named and str(named))
