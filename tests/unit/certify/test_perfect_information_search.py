"""The checker of deals, part by part: lines, bests, claims, and the search beside plain minimax."""

from dataclasses import replace
from functools import cache
from itertools import combinations, product

import pytest
from tests.unit.certify.parametric.test_verification import false
from tests.unit.forging import document

from sabot.certify import perfect_information
from sabot.certify.perfect_information import (
    CertificateDeal,
    CertificateTrick,
    TrickGame,
    _is_optimal_line,
    check_deal,
    player_to_move,
)
from sabot.errors import FileError

GAMES = [
    "whist(deal=KQ10/AJ9, lead=W)",
    "greedy-whist(deal=EWEWWE, lead=E)",
    "misere-whist(deal=KQ10/AJ9, lead=W)",
    "whist(deal=EWWE, lead=W, led=2)",
]


def told_of(game):
    return perfect_information.read_deal_solution(document(game))


def changed(trick, **values):
    return CertificateTrick(vars(trick) | values)


@pytest.mark.parametrize("game", GAMES)
def test_every_fact_of_a_deal_is_looked_at(game):
    told = told_of(game)
    check_deal(told)
    false("the deal is worth", check_deal, replace(told, value=told.value + 1))
    false("the best cards are", check_deal, replace(told, best=()))
    false("the best cards are", check_deal, replace(told, best=(*told.best, "x")))
    for seat, claim in told.unique.items():
        assert claim is not None
        turned = {**told.unique, seat: not claim}
        false(f"the claim on {seat}'s", check_deal, replace(told, unique=turned))
        check_deal(replace(told, unique={**told.unique, seat: None}))
    for key, fact in told.facts.recomputed.items():
        other = "x" if fact is None else (not fact if isinstance(fact, bool) else None)
        changed = replace(told.facts, recomputed={**told.facts.recomputed, key: other})
        false(f"'{key}' is not what", check_deal, replace(told, facts=changed))
    lineless = replace(told.facts, line=())
    false("'line' is not what", check_deal, replace(told, facts=lineless))
    none = replace(told.facts, strategies={})
    false("do not follow its line", check_deal, replace(told, facts=none))


@pytest.mark.parametrize("game", GAMES)
def test_a_line_is_legal_complete_and_best(game):
    told = told_of(game)
    play, line = TrickGame(told.deal), told.facts.line
    assert _is_optimal_line(play, line, told.value)
    assert not _is_optimal_line(play, line[:-1], told.value) and not _is_optimal_line(
        play, (), told.value
    )
    assert not _is_optimal_line(play, (*line, line[-1]), told.value)
    for number, trick in enumerate(line):
        for wrong in (
            changed(trick, lead={"West": "East", "East": "West"}[trick.lead]),
            changed(trick, winner={"West": "East", "East": "West"}[trick.winner]),
            changed(trick, led="x"),
            changed(trick, reply="x"),
            changed(trick, led=trick.reply),
            changed(trick, reply=trick.led),
            changed(trick, led=trick.reply, reply=trick.led),
        ):
            assert not _is_optimal_line(
                play, (*line[:number], wrong, *line[number + 1 :]), told.value
            )
    for value in (told.value - 1, told.value + 1):
        assert not _is_optimal_line(play, line, value)


def test_a_card_that_was_led_is_the_one_of_the_line():
    """West led 2; a line in which 2 and 3 change their names plays as well, but not this deal."""
    told = told_of("whist(deal=EWWE, lead=W, led=2)")
    game, other = TrickGame(told.deal), {"2": "3", "3": "2"}
    turned = tuple(
        changed(one, led=other.get(one.led, one.led), reply=other.get(one.reply, one.reply))
        for one in told.facts.line
    )
    assert _is_optimal_line(game, told.facts.line, told.value) and not _is_optimal_line(
        game, turned, told.value
    )


def plain(game, place):
    """Return what West is paid from a place on, by minimax and nothing else."""

    @cache
    def worth(here):
        if not here[0]:
            return 0
        found = [
            pay + worth(there) for pay, there in (game.play(here, c) for c in game.cards(here))
        ]
        return max(found) if player_to_move(here) == "W" else min(found)

    return worth(place)


def deals(n):
    for west in combinations(range(2 * n), n):
        yield "".join("W" if card in west else "E" for card in range(2 * n))


@pytest.mark.parametrize("greedy", [False, True])
@pytest.mark.parametrize("pays", [(1, 1, 1), (-1, -1, -1), (0, 0, 1), (0, 0, -1)])
def test_the_search_is_minimax(greedy, pays):
    names = tuple(map(str, range(1, 7)))
    for holders in deals(3):
        for lead in "WE":
            game = TrickGame(CertificateDeal(holders, names, lead, None, greedy, pays))
            value = plain(game, game.start)
            assert game.value(game.start) == value
            assert game.reaches(game.start, value) and not game.reaches(game.start, value + 1)
            for card in game.cards(game.start):
                pay, there = game.play(game.start, card)
                kept = pay + plain(game, there) == value
                assert game.keeps(game.start, card, value) is kept
                assert game.value(there) == plain(game, there)


def test_one_optimal_strategy_is_one_card_at_every_choice_that_matters():
    """By the definition, on all deals of two and three cards: count the cards that lose nothing."""

    def only(game, seat, place):
        if not place[0]:
            return True
        value, cards = plain(game, place), game.cards(place)
        after = {card: game.play(place, card) for card in cards}
        if player_to_move(place) == seat:
            best = [c for c, (pay, there) in after.items() if pay + plain(game, there) == value]
            return len(best) == 1 and only(game, seat, after[best[0]][1])
        for pay, there in after.values():
            chooses = not game._forced(seat, there)
            lost = pay + plain(game, there) != value
            if chooses and (lost or not only(game, seat, there)):
                return False
        return True

    seen = set()
    for n, greedy, sign in product((2, 3), (False, True), (1, -1)):
        names = tuple(map(str, range(1, 2 * n + 1)))
        for holders, lead in product(deals(n), "WE"):
            game = TrickGame(CertificateDeal(holders, names, lead, None, greedy, (sign,) * n))
            value = game.value(game.start)
            for seat in "WE":
                found = game.unique(seat, game.start, value)
                assert found is only(game, seat, game.start)
                seen.add((n, found))
    assert {(2, True), (2, False), (3, False)} <= seen


def test_a_seat_is_forced_when_it_has_nothing_to_choose():
    game = TrickGame(CertificateDeal("WE", ("1", "2"), "W", None, False, (1,)))
    assert game.forced("W", game.start) and game.forced("E", game.start)
    two = TrickGame(CertificateDeal("WEWE", ("1", "2", "3", "4"), "W", None, False, (1, 1)))
    assert not two.forced("W", two.start) and not two.forced("E", two.start)
    # after a lead the other seat still chooses
    _, there = two.play(two.start, 1)
    assert not two.forced("E", there) and two.forced("W", there)
    strict = TrickGame(CertificateDeal("WEWE", ("1", "2", "3", "4"), "W", 3, True, (1, 1)))
    assert strict.cards(strict.start) == [4] and strict.forced("E", strict.start)


def test_a_search_is_given_up_before_memory_is(monkeypatch):
    monkeypatch.setattr(perfect_information, "MOST_POSITIONS", 3)
    game = TrickGame(CertificateDeal("WEEWWE", tuple("123456"), "W", None, False, (1, 1, 1)))
    with pytest.raises(FileError, match="too many to be checked"):
        game.value(game.start)
    monkeypatch.setattr(perfect_information, "MOST_POSITIONS", 2)
    one = perfect_information.MinimaxSearch((1,), greedy=False)
    assert one.bounds(0b01, 1) and len(one.known) == 2
    with pytest.raises(FileError, match="too many to be checked"):
        one.bounds(0b10, 1)


def test_what_is_counted_follows_from_the_payments():
    def counted(pays, name="whist"):
        holders = "WE" * len(pays)
        names = tuple(map(str, range(1, 2 * len(pays) + 1)))
        game = TrickGame(CertificateDeal(holders, names, "W", None, False, pays))
        return perfect_information._what_counts(game, name)

    assert counted((1, 1)) == "tricks" and counted((0, 1)) == "the last trick"
    assert counted((1,)) == "tricks" and counted((1,), "five-card(x)") == "the last trick"
