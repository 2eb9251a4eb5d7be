"""What is free in an equilibrium with real hands: found, proved, told, and checked."""

import copy
import json
import random
from bisect import bisect_left
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction as F
from functools import cache

import pytest
from tests.unit.forging import resealed

import sabot
from sabot import certify
from sabot.certify import limits
from sabot.certify.continuous import equilibrium
from sabot.errors import CertificateError, FileError, SabotError
from sabot.forms.continuous.betting_game import (
    IndifferenceSet,
    ThresholdRule,
    region_probability,
    turn_key,
)
from sabot.forms.continuous.expected_payoff import payoff_and_best_response
from sabot.results.continuous import Equilibrium
from sabot.solvers.continuous import solve as solve_module

PAIR = "blind-poker(players=2, q=0)"
GAMES = [PAIR, "blind-poker(players=2, q=1/10)", "von-neumann"]
MORE = ["blind-poker(players=3, q=1/4)", "blind-poker(players=3, look=free, q=287/1000)"]


@cache
def pair():
    """Return the equilibrium of the pair, found once."""
    return sabot.solve(PAIR)


def unwrapped(text):
    return " ".join(text.split())


def told(found):
    return [(one["seat"], one["view"], one["action"], one["from"], one["to"], one["mass"],
             one["spread"]) for one in found.to_json()["free"]]  # fmt: skip


def test_two_players_at_q_0_by_hand():
    """Below 7/10 nobody's hand wins a showdown; from there to 9/10 a looker only meets bluffs."""
    assert told(pair()) == [
        ("1", "-", "enter", "0", "7/10", "1/10", "any"),
        ("2", "1 enter", "double", "0", "7/10", "1/30", "any"),
        ("1", "1 enter, 2 double", "look", "7/10", "9/10", "1/10", "even"),
    ]


def arranged(free, answer, draw):
    """Return an answer in which other hands take the action, drawn at random, as many as before."""
    pieces = draw.randrange(2, 6)
    cuts = sorted(F(draw.randrange(1, 1000), 1000) for _ in range(pieces))
    room = free.high - free.low - free.mass
    gaps = [room * (b - a) for a, b in zip([F(0), *cuts], [*cuts, F(1)], strict=True)]
    shares = sorted(F(draw.randrange(1, 1000), 1000) for _ in range(pieces - 1))
    held = [free.mass * (b - a) for a, b in zip([F(0), *shares], [*shares, F(1)], strict=True)]
    at, ends, actions = free.low, [], []
    for gap, mine in zip(gaps, [*held, F(0)], strict=True):
        ends += [at + gap, at + gap + mine]
        actions += [free.other, free.action]
        at = ends[-1]
    below = [(c, a) for c, a in zip((*answer.cuts, F(1)), answer.actions, strict=True)]
    before = [(min(c, free.low), a) for c, a in below]
    before = [one for k, one in enumerate(before) if not k or one[0] > before[k - 1][0]]
    after = [(c, a) for c, a in below if c > free.high]
    line = [*(one for one in before if one[0] > 0), *zip(ends, actions, strict=True), *after]
    return ThresholdRule(tuple(a for _, a in line), tuple(c for c, _ in line[:-1]))


@pytest.mark.parametrize("game", [*GAMES, *MORE])
def test_hands_that_change_places_pay_all_the_same_and_nobody_gains(game):
    found = sabot.solve(game)
    assert found.free
    draw = random.Random(7)
    for free in found.free:
        key = f"{found.seats[free.seat]}: {free.view}"
        answer = found.profile[key]
        other = free.mixture(answer)
        if not free.even:
            other = arranged(free, answer, draw)
            assert region_probability(other.held(free.action)) == region_probability(
                answer.held(free.action)
            )
        changed = {**found.profile, key: other}
        for seat, name in enumerate(found.seats):
            if free.even and seat == free.seat:
                continue  # his own worth by a mix is that of either action
            there = payoff_and_best_response(found.form, changed, seat)
            assert there.payoff == found.payoffs[name]
            assert there.gain <= found.gains[name]


@pytest.mark.parametrize("game", [*GAMES, *MORE])
def test_a_file_says_what_is_free_and_the_checker_proves_it(game, tmp_path):
    found = sabot.solve(game)
    found.save(tmp_path / "found.json")
    assert certify.check(tmp_path / "found.json").source.free
    assert Equilibrium.load(tmp_path / "found.json").free == found.free


def forged(document, number, **changes):
    found = copy.deepcopy(document)
    found["free"][number].update(changes)
    return resealed(found)


WRONG = [
    (0, {"to": "4/5"}, "afterwards|not indifferent|neither"),
    (0, {"mass": "1/20"}, "neither the best nor the worst"),
    (0, {"mass": "0"}, "as many hands"),
    (0, {"mass": "7/10"}, "as many hands"),
    (0, {"from": "7/10", "to": "0"}, "no hands"),
    (0, {"instead": "enter"}, "one action"),
    (0, {"action": "drop", "instead": "enter"}, "neither the best nor the worst"),
    (2, {"spread": "any"}, "may gain"),
    (2, {"from": "13/20", "mass": "1/10"}, "may gain"),
    (2, {"from": "1/2"}, "come there"),
    (1, {"instead": "play"}, "neither|indifferent"),
    (1, {"to": "3/4"}, "neither|indifferent"),
]


@pytest.mark.parametrize(("number", "changes", "why"), WRONG)
def test_what_is_not_free_is_refused(number, changes, why):
    document = json.loads(json.dumps(pair().to_json()))
    with pytest.raises(CertificateError, match=why):
        certify.check(forged(document, number, **changes))


@pytest.mark.parametrize(
    "changes", [{"seat": "3"}, {"view": "x"}, {"action": "fly"}, {"spread": "odd"}, {"more": "1"}]
)
def test_what_names_nothing_of_the_game_is_refused(changes):
    document = json.loads(json.dumps(pair().to_json()))
    with pytest.raises(SabotError):
        certify.check(forged(document, 0, **changes))


def long_amounts(table):
    """Play one hand of betting for amounts whose numerators alone have more than 128 bits."""
    table.hand("ann"), table.hand("bob")
    unit = 10**6 + F(1, 2**110)
    if table.ask("ann", ("check", "bet")) == "check":
        return table.showdown({"ann": unit, "bob": unit}, among=["ann", "bob"])
    if table.ask("bob", ("fold", "call")) == "fold":
        return table.pay(ann=unit, bob=-unit)
    return table.showdown({"ann": 2 * unit, "bob": 2 * unit}, among=["ann", "bob"])


LONG = sabot.rules(name="long", seats=("ann", "bob"))(long_amounts)


@pytest.mark.parametrize("game", [PAIR, LONG()])
def test_a_file_claims_as_much_as_the_checker_takes_on(monkeypatch, game):
    whole = sabot.solve(game)
    assert whole.free
    for count in range(len(whole.free) + 1):
        document = replace(whole, free=whole.free[:count]).to_json()

        def is_read(limit, document=document):
            monkeypatch.setattr(equilibrium, "MOST_CONTINUOUS_WORK", limit)
            with suppress(FileError):
                return bool(equilibrium.read_continuous(document))
            return False

        least = bisect_left(range(10**4), True, key=is_read)
        assert 1 < least < 10**4
        monkeypatch.setattr(solve_module, "MOST_CHECKED_WORK", least)
        assert len(sabot.solve(game).free) == count
        monkeypatch.setattr(solve_module, "MOST_CHECKED_WORK", least - 1)
        assert len(sabot.solve(game).free) == max(0, count - 1)


def test_the_limits_are_those_of_the_checker():
    assert solve_module.MOST_CHECKED_WORK == limits.MOST_CONTINUOUS_WORK
    assert solve_module.MOST_SETS == limits.MOST_INDIFFERENCE_SETS


def test_a_smaller_claim_of_what_is_free_is_proved_too():
    document = json.loads(json.dumps(pair().to_json()))
    narrow = forged(document, 0, **{"from": "1/2"})
    assert certify.check(narrow).source.free[0].low == F(1, 2)
    assert not certify.check(resealed({**document, "free": []})).source.free


def test_a_file_of_an_earlier_make_says_nothing_of_it():
    document = json.loads(json.dumps(pair().to_json()))
    del document["free"]
    assert certify.check(resealed(document)).source.free == ()


def test_arrangements_keep_what_is_outside():
    answer = ThresholdRule((2, 0, 1, 2), (F(1, 10), F(1, 2), F(3, 4)))
    free = IndifferenceSet(1, "x", 2, 0, F(0), F(1, 2), F(1, 10), False)
    assert free.bottom(answer) == answer
    assert free.top(answer) == ThresholdRule((0, 2, 1, 2), (F(2, 5), F(1, 2), F(3, 4)))
    even = free.mixture(answer)
    assert even.held(2) == ((F(0), F(1, 2), F(1, 5)), (F(3, 4), F(1), F(1)))
    assert even.held(0) == ((F(0), F(1, 2), F(4, 5)),)
    assert even.held(1) == answer.held(1)


def test_the_screen_says_what_is_free():
    shown = unwrapped(pair().to_markdown())
    assert "One equilibrium of many" in shown
    assert "enter with 1/10 of 0 to 7/10, else drop: any of them" in shown
    assert "look with 1/10 of 7/10 to 9/10, else drop: from these to all alike" in shown


def test_keys_of_turns_are_those_of_profiles():
    found = pair()
    turn = found.turn(0, "-")
    assert turn_key(found.form, turn) in found.profile
